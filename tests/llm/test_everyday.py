"""Texts that somebody wrote, taught as the grammar reads them."""

from __future__ import annotations

from itertools import islice

import pytest

from defeasible.llm.teach import everyday
from defeasible.llm.teach.draw import Draw
from defeasible.llm.teach.everyday import Item
from defeasible.llm.teach.samples import samples
from defeasible.llm.teach.trial import same
from defeasible.reasoner import Reasoner, no_sizes
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.grammar import GrammarParser

WRITE = {"belief": everyday.belief, "sizes": everyday.sizes}
SAID = {
    "belief": Item(("If Ann sings, Bob leaves.", "Ann sings."), ("Bob leaves.",), "entailed"),
    "sizes": Item(("The cup is in the box.",), ("cup", "box"), "<"),
}
MISREAD = {
    "belief": Item(("Tom is odd.",), ("Tom is odd.",), "refuted"),
    "sizes": Item(("The odd mug covers the bag.",), ("mug", "bag"), "<"),
}


@pytest.mark.parametrize("kind", ["everyday", "everyday-sizes"])
def test_the_replies_say_what_the_grammar_reads(kind: str) -> None:
    grammar, reasoner = GrammarParser(), Reasoner(sizes=no_sizes)
    for sample in islice(samples((kind,), seed=3), 60):
        told, asked = ([source.text for source in part] for part in (sample.text.told, sample.text.asked))
        if kind == "everyday":
            assert same(sample.form, grammar.premises(told, asked)), sample.text
        else:
            read = grammar.sizes(told[0], (asked[0], asked[1]))
            assert not isinstance(read, Unparsed)
            assert reasoner.decide(sample.form).verdict is reasoner.decide(read).verdict, sample.text


@pytest.mark.parametrize("kind", WRITE)
def test_a_text_is_taught_or_tested_not_both(kind: str) -> None:
    taught, tested = (set(everyday.items(kind, test=test)) for test in (False, True))
    assert taught
    assert tested
    assert not taught & tested


@pytest.mark.parametrize("kind", WRITE)
def test_a_text_whose_reading_leads_to_another_answer_is_not_taught(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "items", lambda kind, *, test: (MISREAD[kind], SAID[kind]))
    for seed in range(20):
        told = " ".join(source.text for source in WRITE[kind](Draw(seed, test=False)).text.told)
        assert "odd" not in told


@pytest.mark.parametrize("kind", WRITE)
def test_names_and_things_are_drawn_anew_and_a_thing_has_one_name(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "items", lambda kind, *, test: (SAID[kind],))
    texts = {WRITE[kind](Draw(seed, test=False)).text for seed in range(20)}
    assert len(texts) > 10
    for text in texts:
        if kind == "sizes":
            assert all(source.text in text.told[0].text for source in text.asked)
