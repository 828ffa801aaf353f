import csv
from collections import Counter, defaultdict
from collections.abc import Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean
from string import Formatter

import pytest

from defeasible.datasets import belief_r, ccons, corecode, locate, pasta
from defeasible.datasets.belief_r import BASIC_FILE, QUERIES_FILE
from defeasible.datasets.make import MAKERS, find, write
from defeasible.datasets.make import conditionals as made_conditionals
from defeasible.datasets.make import dialogues as made_dialogues
from defeasible.datasets.make import sizes as made_sizes
from defeasible.datasets.make import stories as made_stories
from defeasible.datasets.validate import validate
from defeasible.reasoner.commonsense.nouns import typical_size
from defeasible.reasoner.errors import DatasetError, UsageError

N = 400


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with items of every maker."""
    folder = tmp_path_factory.mktemp("fresh")
    for maker in MAKERS.values():
        write(maker, N, 7, folder)
    return folder


def test_what_is_made_passes_validation(fresh: Path) -> None:
    reports = list(validate([fresh]))
    assert {report.benchmark.name for report in reports} == set(MAKERS)
    assert [str(fault) for report in reports for fault in report.faults] == []


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_seed_gives_the_same_items_and_another_seed_others(name: str) -> None:
    make = MAKERS[name].make
    assert make(60, Random(3)) == make(60, Random(3))
    assert make(60, Random(3)) != make(60, Random(4))


def test_contexts_are_balanced_and_all_different(fresh: Path) -> None:
    items = ccons.load(locate(fresh, "ccons"))
    assert len(items) == len({item.context for item in items}) == N
    assert Counter((item.cell, item.level) for item in items) == dict.fromkeys(
        [(cell, level) for cell in ("ordinary", "counter") for level in ("easy", "hard")], N // 4
    )
    assert all(count > N / 3 for count in Counter(item.gold for item in items).values())
    assert len({item.group for item in items}) == 32, "one group a template"
    assert len({item.object1 for item in items} | {item.object2 for item in items}) > 120


def test_the_level_is_that_of_the_definition(fresh: Path) -> None:
    for item in ccons.load(locate(fresh, "ccons")):
        words = item.context.lower().rstrip(".").split()
        assert (item.level == "easy") == bool({"in", "into"} & set(words))


def test_the_cell_is_what_the_lexicon_of_sizes_says(fresh: Path) -> None:
    for item in ccons.load(locate(fresh, "ccons")):
        sizes = [typical_size(item.object1), typical_size(item.object2)]
        bigger = 1 if sizes[0] and sizes[1] and sizes[0].bigness > sizes[1].bigness else 2
        assert (bigger == item.gold) == (item.cell == "ordinary")


@pytest.mark.parametrize("noun", sorted({noun for nouns in made_sizes.TAGS.values() for noun in nouns}))
def test_every_noun_has_a_typical_size(noun: str) -> None:
    assert typical_size(noun)


def test_questions_come_in_pairs_before_and_after_the_third_premise(fresh: Path) -> None:
    folder = locate(fresh, "belief-r")
    before, after = belief_r.load_basic(folder), belief_r.load_queries(folder)
    assert len(before) == len(after) == N
    assert len({item.id for item in after}) == N, "all are different"
    golds: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for old, new in zip(before, after, strict=True):
        assert (old.premises, old.options, old.group) == (new.premises, new.options, new.group)
        assert old.gold == ("a" if old.modus == "ponens" else "b")
        golds[new.group][new.modus] = new.gold
    kinds = Counter(tuple(sorted(pair.items())) for pair in golds.values())
    maintain, update = (("ponens", "a"), ("tollens", "b")), (("ponens", "c"), ("tollens", "c"))
    assert set(kinds) == {maintain, update}
    assert abs(kinds[maintain] - kinds[update]) <= 2
    assert {item.effect for item in after} == {"event", "mental-state"}


def test_the_options_affirm_and_deny_what_is_asked(fresh: Path) -> None:
    for item in belief_r.load_basic(locate(fresh, "belief-r")):
        antecedent, _, consequent = item.premises[0].removeprefix("If ").partition(", then ")
        asked = consequent if item.modus == "ponens" else antecedent
        assert item.options[0] == asked
        assert " not " in item.options[1]
        assert " may or may not " in item.options[2]
        assert item.premises[1] == antecedent if item.modus == "ponens" else " will not " in item.premises[1]


def roles() -> dict[str, list[str]]:
    """Antecedents of third premises by role."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in csv.DictReader(StringIO(made_conditionals.make(2000, Random(1))[QUERIES_FILE])):
        antecedent = row["questions"].split("\n")[2].removeprefix("If ").partition(", then ")[0]
        found[row["dataset_id"].partition("-")[2]].append(antecedent)
    return found


def test_length_hardly_tells_requirements_from_alternatives() -> None:
    lengths = {role: list(map(len, texts)) for role, texts in roles().items()}
    assert set(lengths) == {"requirement", "alternative", "irrelevant"}
    longer = mean(
        (r > a) + (r == a) / 2 for r in lengths["requirement"] for a in lengths["alternative"][:300]
    )
    assert 0.4 < longer < 0.6


def test_no_scene_has_one_role_alone() -> None:
    rows = csv.DictReader(StringIO(made_conditionals.make(2000, Random(1))[QUERIES_FILE]))
    by_consequent: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        phrase = row["questions"].split("\n")[0].partition(" will ")[2]
        by_consequent[phrase].add(row["dataset_id"].partition("-")[2])
    assert all({"requirement", "alternative"} <= found for found in by_consequent.values())


@pytest.mark.parametrize(
    ("verb", "said"),
    [("be ill", "Ann is ill"), ("have a cold", "Ann has a cold"), ("watch it", "Ann watches it"),
     ("cry", "Ann cries"), ("play", "Ann plays"), ("go home", "Ann goes home")],
)  # fmt: skip
def test_phrases_agree_with_their_subject(verb: str, said: str) -> None:
    assert made_conditionals._says("Ann", verb) == said


@pytest.mark.parametrize("script", made_stories.scripts(), ids=lambda script: script.title)
def test_a_script_is_a_story_of_five_lines_with_two_changes(script: made_stories.Script) -> None:
    places = {"a", "b", *script.words}
    texts = [script.title, *script.lines]
    assert len(script.lines) == 5
    assert len(script.changes) == 2
    for change in script.changes:
        assert set(change.support) <= set(range(1, 6))
        assert change.support
        assert change.edits
        assert set(change.edits) <= set(range(1, 6))
        assert all(script.lines[line - 1] != text for line, text in change.edits.items())
        texts += [change.state, change.counter, *change.edits.values()]
    used = {name for text in texts for _, name, _, _ in Formatter().parse(text) if name}
    assert used <= places, "every place is filled"
    assert {"a", *script.words} <= used, "every list of words is used"
    assert all(len(set(words)) == len(words) > 1 for words in script.words.values())


def test_the_words_of_the_stories_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made_stories, "NAMES", ("Ann", "Bob"))
    with pytest.raises(UsageError, match=r"more than \d+ stories\n.*ask for fewer"):
        made_stories.make(50_000, Random(1))


def test_stories_come_in_pairs_of_tuples_and_all_differ(fresh: Path) -> None:
    rows = list(pasta.read(locate(fresh, "pasta"), "test"))
    assert len(rows) == N
    assert set(Counter(row.story_id for row in rows).values()) == {2}
    assert len({(row.lines, row.state) for row in rows}) == N
    assert all(row.support and row.revised_support for row in rows)
    assert not any("{" in text for row in rows for text in (*row.lines, *row.revised_lines, row.state))
    (file,) = MAKERS["pasta"].make(7, Random(1)).values()
    assert file.count("\n") == 7, "an odd number is not rounded"


def filled(scene: made_dialogues.Scene, **persons: str) -> Iterator[dict[str, str]]:
    """Every word of the scene comes in one of these."""
    for at in range(max(map(len, scene.words.values()))):
        yield {**{name: words[at % len(words)] for name, words in scene.words.items()}, **persons}


@pytest.mark.parametrize("scene", made_dialogues.scenes(), ids=lambda scene: scene.event)
def test_a_scene_holds_what_its_questions_are_about(scene: made_dialogues.Scene) -> None:
    assert {turn[:3] for turn in scene.turns} == {"p: ", "o: "}
    assert all(one[0] != next_[0] for one, next_ in pairwise(scene.turns)), "they take turns"
    turn, length = scene.clip
    assert 0 < length < len(scene.turns[turn - 1])
    assert {domain for *_, domain in scene.pairs} == set(made_dialogues.DOMAINS)
    for words in filled(scene, p="x", o="y"):
        text = "\n".join(scene.turns).format(**words)
        assert text.count(scene.phrase.format(**words)) == 1
        assert scene.time.format(**words) in text
        odd = [phrase.format(**words) for phrase in scene.odd]
        assert len({scene.phrase.format(**words), *odd}) == 3
        assert not any(phrase in text for phrase in odd)
        assert "x" in scene.event.format(**words), "the event has a person"


def test_every_dialogue_gives_a_record_for_every_task_easy_and_hard(fresh: Path) -> None:
    folder = locate(fresh, "corecode")
    for easy, hard in zip(
        corecode.read_events(folder, "cause", "easy", "test"),
        corecode.read_events(folder, "cause", "hard", "test"),
        strict=True,
    ):
        assert easy.turns == hard.turns
        assert {"A", "B"} & set(easy.event) or {"x", "y"} & set(hard.event)
        assert len(easy.event) == len(hard.event)
    speakers = Counter("A" in row.event for row in corecode.read_events(folder, "subsequent", "easy", "test"))
    assert min(speakers.values()) > N / 4, "either speaker may be the one whom things happen to"
    for whole, clipped in zip(
        corecode.read_events(folder, "subsequent", "hard", "test"),
        corecode.read_events(folder, "clipped", "hard", "test"),
        strict=True,
    ):
        assert whole.answer == clipped.answer
        assert clipped.turns[:-1] == whole.turns[: len(clipped.turns) - 1]
        assert clipped.turns[-1].text != whole.turns[len(clipped.turns) - 1].text
    for row in corecode.read_conflicts(folder, "easy", "test"):
        assert sum(row.answer in turn.text for turn in row.turns) == 1


@pytest.mark.parametrize("task", ["fill", "domain", "slot"])
def test_no_letter_is_right_too_often(fresh: Path, task: corecode.ChoiceTask) -> None:
    rows = list(corecode.read_choices(locate(fresh, "corecode"), task, "hard", "test"))
    letters = Counter(row.answer for row in rows)
    assert len(letters) == 3
    assert max(letters.values()) < N / 2


def test_a_task_or_its_benchmark_names_the_maker() -> None:
    assert find("belief-r/t1") is find("belief-r") is MAKERS["belief-r"]
    with pytest.raises(UsageError, match=r"unknown benchmark 'trivia'\n.*belief-r, ccons"):
        find("trivia")


def test_nothing_is_replaced(fresh: Path, tmp_path: Path) -> None:
    before = (fresh / "belief_r" / BASIC_FILE).read_bytes()
    with pytest.raises(DatasetError, match="already exists"):
        write(MAKERS["belief-r"], 10, 1, fresh)
    assert (fresh / "belief_r" / BASIC_FILE).read_bytes() == before
    (tmp_path / "file").write_text("a file")
    with pytest.raises(DatasetError, match="cannot write"):
        write(MAKERS["belief-r"], 10, 1, tmp_path / "file")


@pytest.mark.parametrize("n", [0, -1])
def test_a_number_that_makes_no_sense(tmp_path: Path, n: int) -> None:
    with pytest.raises(UsageError, match=f"items must be at least 1, got {n}"):
        write(MAKERS["ccons"], n, 1, tmp_path)


@pytest.mark.parametrize("name", ["belief-r", "ccons"])
def test_more_than_the_words_give(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="ask for fewer"):
        write(MAKERS[name], 1_000_000, 1, tmp_path)
    assert not list(tmp_path.iterdir())


def test_nothing_is_taken_from_the_benchmarks(fresh: Path, open_data: Path) -> None:
    groups = [{i.group.casefold() for i in ccons.load(locate(d, "ccons"))} for d in (fresh, open_data)]
    assert not groups[0] & groups[1]
    premises = [
        {p for i in belief_r.load_queries(locate(d, "belief-r")) for p in (*i.premises, i.new)}
        for d in (fresh, open_data)
    ]
    assert not premises[0] & premises[1]
    stories = [
        list(pasta.read(fresh / "pasta", "test")),
        list(pasta.read(open_data / "pasta", "validation")),
    ]
    lines = [{line for row in rows for line in (*row.lines, *row.revised_lines)} for rows in stories]
    assert not lines[0] & lines[1]
