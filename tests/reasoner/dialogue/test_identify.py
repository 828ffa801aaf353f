"""Which slot is between two phrases: on written pairs, with ties, flips and odd options."""

from pathlib import Path

import pytest
from checking import complaints

from defeasible.reasoner import Verdict
from defeasible.reasoner.dialogue import identify, ontology
from defeasible.reasoner.dialogue.cues import cues
from defeasible.reasoner.dialogue.identify import slots_of
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.trace import BalanceStep, CueStep

DATA = Path(__file__).parents[2] / "data" / "dialogue"


def pairs(name: str) -> list[tuple[str, str, str, bool]]:
    rows = []
    for line in (DATA / f"slots_{name}.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            slot, subject, value = (part.strip() for part in line.split("|"))
            rows.append((slot, subject, value, not line.isascii()))
    return rows


def options(slot: str, chinese: bool, domains: bool) -> tuple[list[str], str]:
    """Return all options of the slot's dimension, and the right one."""
    known = ontology()
    home = known.domain_of(slot)
    if domains:
        names = {one.id: (one.en, one.zh) for one in known.domains if one.dimension == home.dimension}
        right = names[home.id]
    else:
        names = {
            one.id: (one.en, one.zh)
            for one in known.slots
            if known.domain_of(one.id).dimension == home.dimension
        }
        right = names[slot]
    return [name[chinese] for name in names.values()], right[chinese]


def score(name: str, *, domains: bool) -> tuple[int, int]:
    right = tried = 0
    for slot, subject, value, chinese in pairs(name):
        listed, answer = options(slot, chinese, domains)
        if len(listed) > 1:
            tried += 1
            decision = identify([], subject, value, listed)
            right += decision.answer == answer
            assert not complaints(decision.trace)
    return right, tried


@pytest.mark.parametrize(
    ("name", "domains", "least"),
    [("known", False, 74), ("known", True, 62), ("unseen", False, 67), ("unseen", True, 57)],
)
def test_slots_and_domains_are_identified(name: str, domains: bool, least: int) -> None:
    right, tried = score(name, domains=domains)
    assert right >= least, f"{right} of {tried}"


def test_the_pairs_cover_all_slots_in_both_languages() -> None:
    rows = pairs("known") + pairs("unseen")
    assert {(slot, chinese) for slot, _, _, chinese in rows} == {
        (one.id, chinese) for one in ontology().slots for chinese in (True, False)
    }


def test_examples_of_the_ontology_are_identified() -> None:
    right = 0
    for one in ontology().slots:
        for example, chinese in ((one.example_zh, True), (one.example_en, False)):
            listed, answer = options(one.id, chinese, domains=False)
            right += identify([], *example, listed).answer == answer
    assert right >= 62


def test_turns_count_where_they_mention_the_phrases() -> None:
    turns = ["A: 我昨天淋雨了", "B: 难怪你今天没来"]
    listed = ["事件原因", "后续事件"]
    before = identify(turns, "A没来", "A昨天淋雨", listed)
    steps = [s for s in before.trace.steps if isinstance(s, CueStep) and s.where == "turn"]
    assert {step.words for step in steps} == {"value before subject"}
    assert not complaints(before.trace)
    assert identify([], "A没来", "A昨天淋雨", listed).confidence < before.confidence


def test_an_answer_names_what_it_hinges_on() -> None:
    decision = identify([], "Ben sleeps", "eight hours", ["Duration", "Frequency"])
    assert decision.answer == "Duration"
    (flip,) = decision.trace.conclusion.flips
    assert flip.verdict is Verdict.UNKNOWN
    without = decision.trace[flip.step]
    assert isinstance(without, BalanceStep)
    assert without.best == ("Duration", "Frequency")


def test_a_tie_is_named_and_not_broken() -> None:
    decision = identify([], "qq", "ww", ["Duration", "Frequency"])
    assert (decision.verdict, decision.answer) == (Verdict.UNKNOWN, None)
    (balance,) = [s for s in decision.trace.steps if isinstance(s, BalanceStep)]
    assert balance.best == ("Duration", "Frequency")
    assert not complaints(decision.trace)


@pytest.mark.parametrize(
    ("listed", "slots"),
    [
        (["(a) 属性", "(b) 比较", "(c) 空间"], ["is", "equivalent_entity", "at_location"]),
        (
            ["原因", "后果", "时间", "空间"],
            ["event_cause", "subsequent_event", "occurrence_time", "location"],
        ),
        (["前提条件", "事件原因"], ["prerequisite", "event_cause"]),
        (["a) Is A", "b) HasA"], ["is_a", "has"]),
        (["时间", "频率"], ["occurrence_time", "frequency"]),
        (["等价的实体", "位于"], ["equivalent_entity", "at_location"]),
    ],
    ids=["entity domains", "event domains", "slots", "letters", "both kinds", "near name"],
)
def test_options_are_read_as_slots_or_domains(listed: list[str], slots: list[str]) -> None:
    assert [read[0] for read in slots_of(listed).values()] == slots


def test_an_option_that_names_nothing_can_not_win() -> None:
    decision = identify([], "Ben sleeps", "eight hours", ["Duration", "xyzzy"])
    assert decision.answer == "Duration"
    assert not complaints(decision.trace)


@pytest.mark.parametrize(
    ("dialogue", "one", "other", "listed", "message"),
    [
        ([], "a", "b", [], "no options"),
        ([], "a", "b", ["Is", "Is"], "duplicate option"),
        ([], "a", "b", ["xyzzy"], "no option names a slot"),
        ([], " ", "b", ["Is"], "phrase is empty"),
        ("A: hi", "a", "b", ["Is"], "is a string"),
    ],
)
def test_questions_that_cannot_be_answered_are_refused(
    dialogue: list[str], one: str, other: str, listed: list[str], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        identify(dialogue, one, other, listed)


def test_every_slot_has_a_cue() -> None:
    spoken_for = {slot for cue in cues() for slot, weight in cue.weight.items() if weight > 0}
    assert spoken_for == set(ontology().by_id)
