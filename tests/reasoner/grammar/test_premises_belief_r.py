"""The yardstick: real items of Belief-R, read without knowing how they were built."""

import csv
from collections import Counter
from pathlib import Path

import pytest

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.forms import Conditional, Fact, Premises
from defeasible.reasoner.grammar.belief.premises import read_premises, texts_analysed
from defeasible.reasoner.logic import negate

READ_AT_LEAST = 0.995


@pytest.mark.parametrize("name", ["basic_time_t", "queries_time_t1"])
def test_reads_the_open_items(open_data: Path, name: str) -> None:
    with (open_data / "belief_r" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = [(*_given(row["questions"]), row["modus"]) for row in csv.DictReader(file)]
    english = English()
    english.analyse_all([text for premises, options, _ in rows for text in texts_analysed(premises, options)])
    misses = Counter(_miss(premises, options, modus, english) for premises, options, modus in rows)
    read = misses.pop("", 0)
    assert read / len(rows) >= READ_AT_LEAST, misses


def _given(text: str) -> tuple[list[str], list[str]]:
    """The premises and options of one item."""
    head, _, tail = text.partition("What necessarily")
    premises = [line for line in head.splitlines() if line.strip()]
    return premises, [line[4:] for line in tail.splitlines()[1:]]


def _miss(premises: list[str], options: list[str], modus: str, english: English) -> str:
    """What is wrong in the form of one item; empty when nothing is."""
    form = read_premises(premises, options, english)
    if not isinstance(form, Premises):
        return "unparsed"
    first, fact, *later = form.statements
    if not isinstance(first, Conditional) or not isinstance(fact, Fact) or len(later) != len(premises) - 2:
        return "statements"
    ponens = modus == "ponens"
    if fact.formula != (first.if_ if ponens else negate(first.then)):
        return "fact"
    asked = first.then if ponens else first.if_
    yes, no, open_ = form.queries
    if (yes.formula, yes.open, no.formula, no.open) != (asked, False, negate(asked), False):
        return "options"
    if not open_.open or open_.formula not in (asked, negate(asked)):
        return "open option"
    if any(not isinstance(s, Conditional) or s.then != first.then or s.if_ == first.if_ for s in later):
        return "third premise"
    return ""


def test_an_adverb_within_what_a_pronoun_takes_up_is_not_the_sentences() -> None:
    texts = [
        "If Tom sells the car without asking Ann, then Ann sees it as sneaky",
        "Tom sells the car without asking Ann",
        "If Tom sells a jointly owned asset, then Ann sees it as sneaky",
    ]
    form = read_premises(texts, ["Ann sees it as sneaky"])
    assert isinstance(form, Premises)
    assert [str(said.formula) for said in (*form.statements, *form.queries)] == [
        "a1 -> a2",
        "a1",
        "a3 -> a2",
        "a2",
    ]
