"""Sentences that take up the one before them, also one of another premise."""

from __future__ import annotations

import pytest

from defeasible.reasoner import Reasoner, Verdict
from defeasible.reasoner.forms import Premises
from defeasible.reasoner.grammar.belief.premises import read_premises


@pytest.mark.parametrize(
    ("told", "echo", "asked", "verdict"),
    [
        ("Rosa plays the harp.", "So does her uncle.", "Rosa's uncle plays the harp.", Verdict.ENTAILED),
        ("Rosa is asleep.", "The baby is too.", "The baby is asleep.", Verdict.ENTAILED),
        ("Rosa did not pay.", "Nor did Omar.", "Omar paid.", Verdict.REFUTED),
        ("Rosa has not paid.", "Omar has not either.", "Omar has paid.", Verdict.REFUTED),
        ("Rosa and Omar sing.", "Neither is tall.", "Omar is tall.", Verdict.REFUTED),
        ("Rosa sings.", "It is late.", "It is late.", Verdict.ENTAILED),
    ],
)
def test_an_echo_takes_up_the_sentence_before_it(told: str, echo: str, asked: str, verdict: Verdict) -> None:
    assert Reasoner().entails([told, echo], asked).verdict is verdict


def test_what_is_unread_in_the_antecedent_is_marked_in_the_echo() -> None:
    form = read_premises(["Rosa only sings here twice.", "Omar does too."], ["Omar sings."])
    assert isinstance(form, Premises)
    spans = [span for atom in form.atoms for span in atom.opaque]
    assert {span.source for span in spans} == {"s1", "s2"}
    texts = {source.id: source.text for source in form.sources}
    assert all(span.end <= len(texts[span.source]) for span in spans)


def test_the_antecedent_in_one_sentence_is_the_clause_before() -> None:
    told = ["While the soup was salty, the sauce was not."]
    assert Reasoner().entails(told, "The sauce was salty.").verdict is Verdict.REFUTED
    chain = ["Rosa sang. Omar did not. Vera did."]
    assert Reasoner().entails(chain, "Vera sang.").verdict is Verdict.ENTAILED
