import csv
from collections import Counter, defaultdict
from io import StringIO
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from defeasible.datasets import belief_r, ccons, locate
from defeasible.datasets.belief_r import BASIC_FILE, QUERIES_FILE
from defeasible.datasets.make import MAKERS, find, write
from defeasible.datasets.make import conditionals as made_conditionals
from defeasible.datasets.make import sizes as made_sizes
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


def test_a_task_or_its_benchmark_names_the_maker() -> None:
    assert find("belief-r/t1") is find("belief-r") is MAKERS["belief-r"]
    with pytest.raises(UsageError, match=r"no fresh items can be made for `trivia`\n.*belief-r, ccons"):
        find("trivia")


def test_nothing_is_replaced(fresh: Path, tmp_path: Path) -> None:
    before = (fresh / "belief_r" / BASIC_FILE).read_bytes()
    with pytest.raises(DatasetError, match="is there already"):
        write(MAKERS["belief-r"], 10, 1, fresh)
    assert (fresh / "belief_r" / BASIC_FILE).read_bytes() == before
    (tmp_path / "file").write_text("a file")
    with pytest.raises(DatasetError, match="cannot write"):
        write(MAKERS["belief-r"], 10, 1, tmp_path / "file")


@pytest.mark.parametrize("n", [0, -1])
def test_a_number_that_makes_no_sense(tmp_path: Path, n: int) -> None:
    with pytest.raises(UsageError, match=f"cannot make {n} items"):
        write(MAKERS["ccons"], n, 1, tmp_path)


@pytest.mark.parametrize("name", MAKERS)
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
