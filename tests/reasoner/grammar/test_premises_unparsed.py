"""What is no language is refused with the reason, and no text breaks or stalls the reader."""

import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from defeasible.reasoner.forms import Premises, Unparsed
from defeasible.reasoner.grammar.belief.parts import LONGEST_TEXT
from defeasible.reasoner.grammar.belief.premises import read_premises
from defeasible.reasoner.text import quote

REFUSED = [
    ("", "no words"),
    ("  \n\t ", "no words"),
    ("?!...", "no words"),
    ("\x00\x01", "no words"),
    ("asdf qwer zxcv", "no verb"),
    ("hello world", "no verb"),
    ("Yes", "no verb"),
    ("下雨，那么地湿", "no verb"),
    ("😀😀", "no verb"),
    ("If it rains", "no consequence"),
    ("If", "no condition"),
    ("It rains if", "no condition"),
    ("It rains only if", "lacks a side"),
    ("If so, Ann sings", "refers back"),
    ("If not, Ann sings", "refers back"),
    ("Does it rain?", "a question states nothing"),
    ("If it rains, does Ann sing?", "a question states nothing"),
    ("It is unclear", "unclear"),
    ("x" * 500, "without a space"),
    ("word " * (LONGEST_TEXT // 4), "characters; at most"),
    ("Ann sees " + "a cat and " * 200 + "a dog", "words; at most"),
]


@pytest.mark.parametrize(
    ("text", "reason"), REFUSED, ids=[reason + "-" + text[:12] for text, reason in REFUSED]
)
def test_refuses_with_reason_and_span(text: str, reason: str) -> None:
    form = read_premises([text])
    assert isinstance(form, Unparsed)
    assert reason in form.reason
    assert form.span is not None
    quote(form.sources, form.span)


def test_a_query_nobody_can_read_refuses_the_whole() -> None:
    form = read_premises(["If it rains, Ann sings"], ["asdf qwer"])
    assert isinstance(form, Unparsed)
    assert form.span is not None
    assert form.span.source == "q1"


def test_nothing_is_a_form_of_nothing() -> None:
    assert read_premises([]) == Premises((), (), ())


LONG = {
    "one hundred kilobytes": "word " * 20_000,
    "commas": "If " + "Ann runs, " * 1_600 + "Ben sings",
    "sentences": "It rains. " * 1_990,
    "ifs": "if " * 6_600,
    "if sentences": "If a. " * 3_000,
    "thens": "If a " + "then b " * 2_500,
    "ands": "It rains and " * 1_500 + "it pours",
    "marks": "!" * 19_999,
    "spaced marks": "! " * 9_000,
    "options": "may or may not " * 1_200,
    "quotes": '" ' * 9_000,
    "nots": "not " * 4_900,
    "control characters": "\x00\x01 " * 6_000,
    "denials": "it is not the case that " * 800 + "it rains",
    "unless": "unless " * 2_500,
    "both ways": "if and only if " * 1_300,
    "implies": "a implies b " * 1_500,
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_texts_come_back_at_once(text: str) -> None:
    read_premises(["It rains."], ["It rains."])
    start = time.process_time()
    read_premises([text, "It rains."], ["It rains.", text])
    assert time.process_time() - start < 10.0  # what is quadratic takes minutes


def test_many_statements_are_read_in_linear_time() -> None:
    rules = [f"If Ann buys item {i} in town, then Ben sells item {i + 1} at home" for i in range(300)]
    facts = [f"Ann bought item {i} in town" for i in range(0, 300, 10)]
    start = time.process_time()
    form = read_premises(rules + facts)
    assert time.process_time() - start < 20.0  # what is quadratic takes minutes
    assert isinstance(form, Premises)
    assert len(form.atoms) == 600


_WORDS = """
    if then unless only and or not never no Ann Ben she sings sing does did is 's n't will can may ,
    . ? " because whether that the a who it rains either neither nor implies otherwise 😀 下 5 $ ( ) -
"""
_PIECES = st.sampled_from(_WORDS.split())


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(_PIECES, st.text(max_size=4)), max_size=25), st.lists(_PIECES, max_size=10))
@example(["。"], ["if"])
@example(["Ann"], ["it", "then", "and", "Ann", "will"])
def test_never_breaks(words: list[str], asked: list[str]) -> None:
    form = read_premises([" ".join(words), "Ann sings."], [" ".join(asked)])
    assert isinstance(form, Premises | Unparsed)


@settings(max_examples=100, deadline=None)
@given(st.lists(_PIECES, min_size=1, max_size=12))
def test_reads_the_same_twice(words: list[str]) -> None:
    text = " ".join(words)
    assert read_premises([text]) == read_premises([text])


def test_a_general_statement_that_cannot_be_grounded_where_it_stands_is_not_read() -> None:
    part = "2 turns name no' speaker: A and B are taken to speak in turn"
    text = " ".join([part, part.replace("'", ""), part, part.replace("'", "")]).replace("turn 2", "turn2")
    form = read_premises([text], ["Physical line, from 1; the number of the row in a Parquet file."])
    assert isinstance(form, Premises | Unparsed)
