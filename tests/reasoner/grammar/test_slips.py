"""Misspelt words: one that no dictionary has may be a slip of one that it has."""

import pytest

from defeasible.reasoner import Reasoner, Verdict

SAYING = {"noun": "Ann saw the {}.", "verb": "Ann will {} it.", "adjective": "The report is {}."}

NOUNS = """angel angle, stair stare, planet plant, trail trial, desert dessert, bread beard,
infection intention, terrorist terrorism, hypertension hypotension, contractor contraction"""
VERBS = (
    "attach attack, inherit inhibit, lose loose, sing sign, mediate meditate, maximise minimise, form from"
)
ADJECTIVES = """qualitative quantitative, maximal minimal, fictional functional, endemic epidemic,
quiet quite, exogenous endogenous"""
"""Pairs of English words of which one looks like a slip of the other."""


def asked(kind: str, pair: str) -> Verdict:
    one, other = (SAYING[kind].format(word) for word in pair.split())
    return Reasoner().entails([one], other).verdict


@pytest.mark.parametrize(
    ("kind", "pair"),
    [
        ("noun", "libary library"),
        ("noun", "kitchen kitchn"),
        ("verb", "posponed postpone"),
        ("adjective", "beautifull beautiful"),
        ("adjective", "colourful colorful"),
        ("noun", "center centre"),
    ],
)
def test_a_slip_or_another_spelling_is_the_same_word(kind: str, pair: str) -> None:
    assert asked(kind, pair) is Verdict.ENTAILED


@pytest.mark.parametrize("pair", NOUNS.split(",") + VERBS.split(",") + ADJECTIVES.split(","))
def test_one_word_is_no_slip_of_another(pair: str) -> None:
    kind = "noun" if pair in NOUNS else "verb" if pair in VERBS else "adjective"
    one, other = pair.split()
    assert asked(kind, pair) is not Verdict.ENTAILED
    assert asked(kind, f"{other} {one}") is not Verdict.ENTAILED


def test_of_two_words_that_no_dictionary_has_none_is_a_slip() -> None:
    assert asked("noun", "zorgalin zorgalon") is Verdict.UNKNOWN
