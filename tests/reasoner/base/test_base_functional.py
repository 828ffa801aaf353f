"""Relations with one value at a time, and what a base remembers of its past."""

from __future__ import annotations

from pathlib import Path

import pytest

from defeasible.reasoner import Role, State, check_decision
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.base.functional import key_of, shipped
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.logic import Atom, Not
from defeasible.reasoner.verdict import Verdict


def told(*texts: str) -> BeliefBase:
    kb = BeliefBase()
    for text in texts:
        kb.tell(text)
    return kb


def asked(kb: BeliefBase, text: str) -> tuple[Verdict, float]:
    question, decision = kb.question(text), kb.ask(text)
    assert check_decision(question, decision).state is State.VERIFIED
    return decision.verdict, decision.confidence


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ann lives in Oslo", "Ann now lives in Rome"),
        ("the capital of Peru is Lima", "the capital of Peru is Cusco"),
        ("Bob's manager is Ann", "Bob's manager is Eve"),
        ("the meeting is scheduled for Monday", "the meeting was scheduled for Friday"),
        ("the book costs 12 euros", "the book costs 15 euros"),
        ("the soup is hot", "the soup is lukewarm"),
    ],
)
def test_two_values_of_one_attribute(first: str, second: str) -> None:
    one, other = key_of(first, shipped()), key_of(second, shipped())
    assert one is not None
    assert other is not None
    assert one[0] == other[0]
    assert one[1] != other[1]


@pytest.mark.parametrize("gloss", ["Ann likes tea", "Ann has a dog", "the soup is good", "lives in", "x0"])
def test_other_relations_have_many_values(gloss: str) -> None:
    assert key_of(gloss, shipped()) is None


def test_the_newer_value_replaces_the_older_one_and_says_so() -> None:
    kb = told("Ann lives in Oslo.", "If Ann lives in Oslo then Ann speaks Norwegian.")
    report = kb.tell("Ann lives in Rome.")
    assert [(loss.what.id, loss.tied) for loss in report.lost] == [("t1", ("t3",))]
    assert asked(kb, "Ann lives in Rome.") == ("entailed", 0.5)
    assert asked(kb, "Ann lives in Oslo.") == ("refuted", 0.5)
    # What was derived from the old value is retired with it.
    assert asked(kb, "Ann speaks Norwegian.")[0] == "unknown"
    assert [(v.statement.id, v.turn, v.current) for v in kb.values("lives in", "Ann")] == [
        ("t3", 3, True),
        ("t1", 1, False),
    ]


def test_what_has_support_of_its_own_stays() -> None:
    kb = told("Ann lives in Oslo.", "If Ann lives in Oslo then Ann speaks Norwegian.", "Ann is a translator.")
    kb.tell("If Ann is a translator then Ann speaks Norwegian.", role=Role.ALTERNATIVE, of="t2")
    kb.tell("Ann lives in Rome.")
    assert asked(kb, "Ann speaks Norwegian.")[0] == "entailed"


def test_many_values_are_kept() -> None:
    kb = told("Ann likes tea.", "Ann likes milk.")
    assert [asked(kb, f"Ann likes {what}.") for what in ("tea", "milk")] == [("entailed", 1.0)] * 2


def test_policy_ask_changes_nothing() -> None:
    kb = told("Ann lives in Oslo.")
    kb.functional("lives in", policy="ask")
    report = kb.tell("Ann lives in Rome.")
    assert report.outcome == "asked"
    assert 't1 "Ann lives in Oslo."' in report.reason
    assert len(kb) == 1
    assert asked(kb, "Ann lives in Oslo.") == ("entailed", 1.0)
    assert kb.tell("Ann likes tea.").outcome == "done"
    assert kb.revise("Ann lives in Rome.").outcome == "done"
    assert asked(kb, "Ann lives in Oslo.")[0] == "refuted"


def test_policy_keep_lets_nothing_follow_from_either() -> None:
    kb = told("Ann lives in Oslo.")
    kb.functional("lives in", policy="keep")
    kb.tell("Ann lives in Rome.")
    assert [asked(kb, f"Ann lives in {city}.") for city in ("Oslo", "Rome")] == [("unknown", 1.0)] * 2
    assert "neither is more specific" in kb.ask("Ann lives in Oslo.").reason
    kb.undo()
    assert asked(kb, "Ann lives in Oslo.") == ("entailed", 1.0)


def test_two_sources_are_both_heard() -> None:
    kb = BeliefBase()
    kb.tell("Tom lives in Oslo.", by="Ann")
    kb.tell("Tom lives in Rome.", by="Bob")
    assert asked(kb, "Tom lives in Oslo.")[0] == "unknown"
    assert {value.by for value in kb.values("lives in", "Tom")} == {"Ann", "Bob"}
    other = BeliefBase()
    other.tell("Tom lives in Oslo.", by="Ann")
    other.tell("Tom lives in Rome.", by="Ann")
    assert asked(other, "Tom lives in Rome.")[0] == "entailed"


def test_a_user_adds_relations_and_a_file_keeps_them(tmp_path: Path) -> None:
    kb = BeliefBase()
    kb.functional("{} meets in {}")
    kb.functional("{} is {}", values=["sweet", "sour"])
    kb.save(tmp_path / "base.json")
    again = BeliefBase.load(tmp_path / "base.json")
    for text in ("The board meets in Oslo.", "The board meets in Rome.", "The wine is sweet."):
        again.tell(text)
    again.tell("The wine is sour.")
    assert asked(again, "The board meets in Oslo.")[0] == "refuted"
    assert asked(again, "The wine is sweet.")[0] == "refuted"


@pytest.mark.parametrize("says", ["{} lives", "{} {}", "{} gives {} {}"])
def test_a_relation_has_two_places(says: str) -> None:
    with pytest.raises(UsageError, match="two places"):
        BeliefBase().functional(says)


def test_no_other_policy() -> None:
    with pytest.raises(UsageError, match="unknown policy 'forget'"):
        BeliefBase().functional("lives in", policy="forget")  # type: ignore[arg-type]


def test_a_base_as_it_was() -> None:
    kb = told("It rains.", "If it rains then the match is off.", "It does not rain.")
    assert kb.as_of(2).ask("The match is off.").verdict == "entailed"
    assert kb.ask("The match is off.").verdict == "unknown"
    assert len(kb.as_of(0)) == 0
    kb.as_of(1).tell("Ann sings.")
    assert len(kb) == 3
    with pytest.raises(UsageError, match="no turn -1"):
        kb.as_of(-1)


def test_any_change_can_be_undone_and_none_is_lost() -> None:
    kb = told("It rains.", "Ann sings.", "It does not rain.")
    assert kb.undo(1).text == "It rains."
    assert [held.id for held in kb.statements] == ["t2", "t3"]
    assert [(event.turn, stands) for event, stands in kb.log] == [(1, False), (2, True), (3, True)]
    with pytest.raises(UsageError, match="no change 1"):
        kb.undo(1)
    kb.undo()
    assert [(event.turn, stands) for event, stands in kb.log] == [(1, False), (2, True), (3, False)]


def test_a_change_that_others_built_on_is_not_undone_first() -> None:
    kb = BeliefBase()
    kb.tell(Atom("p"))
    kb.update(Not(Atom("p")))
    with pytest.raises(UsageError, match="undo change 2 first"):
        kb.undo(1)


def test_why_not() -> None:
    kb = told("If it rains and the pitch is wet then the match is off.", "It rains.")
    found = kb.why_not("The match is off.")
    assert found.verdict == "unknown"
    assert [item.conditions for item in found.missing] == [("the pitch is wet",)]
    assert kb.why_not("It rains.").reason == "it is believed"
    kb.tell("The match is not off.")
    assert [q.id for q in kb.why_not("The match is off.").against[0]] == ["t3"]
    assert str(found).splitlines()[1].endswith("lacks: the pitch is wet")


def test_what_was_taken_back_leaves_no_words() -> None:
    kb = BeliefBase()
    kb.tell("It rains.", certain=True)
    assert kb.revise("It does not rain and Ann sings.").outcome == "impossible"
    kb.tell("Bob leaves.")
    assert kb.ask("Bob leaves.").trace.atoms[-1].gloss == "Bob leaves"
