"""A proof about words that nobody understands, and texts of which one alone was changed."""

from dataclasses import replace

from defeasible.reasoner import Reasoner, belief, check_decision
from defeasible.reasoner.forms import AtomDecl, Fact, Premises, Query
from defeasible.reasoner.logic import Atom
from defeasible.reasoner.question import EntailmentQuestion
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.verdict import Verdict

LATE = Atom("a1")
ASKED = "Ann is late."


def read_as_late(words: str) -> Premises:
    """Words taken to say that Ann is late."""
    sources = (Source("s1", words), Source("q1", ASKED))
    fact = Fact("f1", LATE, Span("s1", 0, len(words)))
    return Premises(sources, (AtomDecl("a1", "Ann is late", Span("q1", 0, 11)),), (fact,), (Query(LATE),))


def test_a_proof_about_words_that_are_not_understood_is_refused() -> None:
    words = "Xyzzy qux."
    honest = Reasoner().entails([words], ASKED)
    assert honest.verdict is Verdict.UNPARSED
    forged = replace(belief.decide(read_as_late(words), LATE), answer=ASKED)
    assert forged.verdict is Verdict.ENTAILED
    report = check_decision(EntailmentQuestion((words,), ASKED), forged)
    assert report.failures
    assert any("the text is not understood when read again" in f.reason for f in report.failures)


def test_one_text_of_two_that_is_another_is_refused() -> None:
    rain = ("If it rains, the match is off.", "It rains.")
    decision = Reasoner().entails(list(rain), "The match is off.")
    question = EntailmentQuestion(rain, "The match is off.")
    assert not check_decision(question, decision).failures
    for other in (
        replace(question, premises=(rain[0], "It rains")),
        replace(question, premises=("If it rain, the match is off.", rain[1])),
        replace(question, premises=(*rain, "It rains.")),
    ):
        assert check_decision(other, decision).failures
