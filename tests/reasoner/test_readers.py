"""Two readers of one text: a reading that both share counts in full, another less, and who read is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from defeasible.reasoner import Decision, Reasoner, Verdict
from defeasible.reasoner.checker import Report, State, check_decision
from defeasible.reasoner.checker.decision import APART_GIVEN, READ_AGAIN, READING_GIVEN, SHARED_GIVEN
from defeasible.reasoner.forms import Fact, Premises, SizeContext, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.logic import Atom, negate
from defeasible.reasoner.parsing import Trial
from defeasible.reasoner.question import (
    EntailmentQuestion,
    PremisesQuestion,
    Question,
    SizeQuestion,
    StateChangeQuestion,
)
from defeasible.reasoner.text import Source

RAIN = EntailmentQuestion(("If it rains, the match is off.", "It rains."), "The match is off.")
MURK = EntailmentQuestion(("Whither the bell, thither, alas, the door.",), "Ada sings.")
CUP = SizeQuestion("A cat naps in a cup.", "cat", "cup")


class Contrary(GrammarParser):
    """Reads as the grammar does, and the last statement or comparison the other way round."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read what the grammar reads, and deny the last fact."""
        form = super().premises(statements, queries)
        assert isinstance(form, Premises)
        *others, last = form.statements
        assert isinstance(last, Fact)
        return replace(form, statements=(*others, replace(last, formula=negate(last.formula))))

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read nothing of the text."""
        form = super().sizes(context, objects)
        assert isinstance(form, SizeContext)
        return replace(form, statements=())


class Deaf(GrammarParser):
    """Reads nothing."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Unparsed:
        """Say that it is too long."""
        return Unparsed("it is too long", ())


class Bold(GrammarParser):
    """Takes every first statement to say what is asked."""

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises:
        """Return that what is asked holds."""
        asked = super().premises((), queries)
        assert isinstance(asked, Premises)
        sources = (*(Source(f"s{n}", text) for n, text in enumerate(statements, 1)), *asked.sources)
        return replace(asked, sources=sources, statements=(Fact("s1", Atom("a1")),))


class Measured(Bold):
    """A bold reader of which it is known how often it reads rightly."""

    def __init__(self, right: int, texts: int) -> None:
        super().__init__()
        self.trials = {Premises.family: Trial(right, texts)}


def decided(question: Question, second: GrammarParser) -> tuple[Decision, Report]:
    reasoner = Reasoner(parser=GrammarParser(), llm=second)
    decision = reasoner.decide(question)
    return decision, check_decision(question, decision, reasoner.basis)


@pytest.mark.parametrize("question", [RAIN, CUP], ids=["premises", "sizes"])
def test_what_both_read_alike_counts_in_full(question: Question) -> None:
    decision, report = decided(question, GrammarParser())
    alone = Reasoner().decide(question)
    assert (decision.verdict, decision.confidence, decision.reason) == (
        alone.verdict,
        alone.confidence,
        alone.reason,
    )
    assert report.state is State.VERIFIED
    assert READ_AGAIN in report.verified
    assert SHARED_GIVEN in report.given


@pytest.mark.parametrize(
    ("question", "how"),
    [
        (
            RAIN,
            "reading 2: In the world {not: it rains; not: match is off} reading 2 is true and reading 1",
        ),
        (CUP, "reading 2: one reading says cup > cat"),
    ],
    ids=["premises", "sizes"],
)
def test_where_they_differ_the_parsers_reading_stands_and_counts_half(question: Question, how: str) -> None:
    decision, report = decided(question, Contrary())
    alone = Reasoner().decide(question)
    assert (decision.verdict, decision.answer) == (alone.verdict, alone.answer)
    assert decision.confidence == alone.confidence / 2
    assert decision.reason.startswith(f"read otherwise by the language model, {how}")
    assert report.state is State.VERIFIED
    assert APART_GIVEN in report.given


def test_what_the_parser_alone_reads_counts_half() -> None:
    decision, report = decided(RAIN, Deaf())
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert decision.reason == "read by the parser alone; the language model: it is too long"
    assert report.state is State.VERIFIED


def test_what_the_language_model_alone_reads_counts_half_and_its_reading_is_given() -> None:
    assert Reasoner().decide(MURK).verdict is Verdict.UNPARSED
    decision, report = decided(MURK, Bold())
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert decision.reason.startswith("read by the language model alone, not tried yet; the parser: ")
    assert report.state is State.VERIFIED
    assert READING_GIVEN in report.given
    forged = replace(decision, confidence=1.0)
    failed = check_decision(MURK, forged, Reasoner(parser=GrammarParser(), llm=Bold()).basis)
    assert failed.state is State.FAILED


def test_a_model_that_reads_nine_of_ten_texts_rightly_reads_alone() -> None:
    decision, report = decided(MURK, Measured(90, 100))
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 0.5)
    assert "read by the language model alone, right on 90 of 100 test texts; the" in decision.reason
    assert report.state is State.VERIFIED


def test_a_model_that_misreads_more_than_one_text_in_ten_does_not_read_alone() -> None:
    decision, report = decided(MURK, Measured(89, 100))
    alone = Reasoner().decide(MURK)
    assert (decision.verdict, decision.confidence) == (Verdict.UNPARSED, 0.0)
    assert decision.reason.startswith(alone.reason)
    assert decision.reason.endswith("; the language model, right on 89 of 100 test texts, alone reads it")
    assert report.state is State.UNPROVED
    # Beside a reading of the parser it counts as any other.
    assert decided(RAIN, Measured(89, 100))[0].confidence == 0.5


def test_a_text_that_neither_reads_is_unparsed() -> None:
    decision, report = decided(MURK, Deaf())
    assert (decision.verdict, decision.confidence) == (Verdict.UNPARSED, 0.0)
    assert report.state is State.UNPROVED


def test_a_confidence_that_no_readers_come_to_is_refused() -> None:
    decision, _ = decided(RAIN, Contrary())
    basis = Reasoner(parser=GrammarParser(), llm=Contrary()).basis
    assert check_decision(RAIN, replace(decision, confidence=0.7), basis).state is State.FAILED
    # Without a second reader nothing may halve it.
    assert check_decision(RAIN, decision).state is State.FAILED


def test_a_form_has_one_reading() -> None:
    form = RAIN.read(GrammarParser())
    assert isinstance(form, Premises)
    decision, report = decided(PremisesQuestion(form), Contrary())
    assert (decision.verdict, decision.confidence) == (Verdict.ENTAILED, 1.0)
    assert SHARED_GIVEN not in report.given


def test_both_texts_of_a_question_are_compared() -> None:
    question = StateChangeQuestion(("Tom was calm.", "He ate."), ("Tom was angry.", "He ate."))
    decision, _ = decided(question, GrammarParser())
    assert "language model" not in decision.reason
