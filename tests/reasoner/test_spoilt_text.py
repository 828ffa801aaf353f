"""Text that no one would write: each kind once made a reader crash, hang or quote the wrong words."""

from collections.abc import Callable

import pytest

from defeasible.reasoner import BeliefBase
from defeasible.reasoner.english.spelling import edits
from defeasible.reasoner.errors import DefeasibleError, FormError
from defeasible.reasoner.forms import Premises, SizeContext, State, Story, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.chinese.expressions import expressions
from defeasible.reasoner.grammar.tokens import tokenize
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.text import Source, quote

HALF = "It \ud800 rains."
P = GrammarParser()


@pytest.mark.parametrize(
    "line",
    [
        "The winner was Anna's brother's dog.",
        "Tom was on the team and he was my brother's friend.",
        "Sam took a very big old brown dog home and it was my mother's own dog.",
    ],
)
def test_an_owner_of_an_owner_is_quoted_from_its_own_line(line: str) -> None:
    story = P.story([line, "Tom left."], ["Tom left."])
    assert isinstance(story, Story)
    owned = [s for s in story.happenings if isinstance(s, State) and s.cue == "possessive"]
    assert owned
    for state in owned:
        assert state.span is not None
        assert (state.line, state.span.source) == (1, "s1")
        assert quote(story.sources, state.span).lower().startswith(("anna's", "my"))


@pytest.mark.parametrize(
    "read",
    [
        lambda: Source("s1", HALF),
        lambda: P.premises([HALF]),
        lambda: P.premises(["It rains."], [HALF]),
        lambda: P.sizes(HALF, ("house", "box")),
        lambda: P.sizes("A house is in a box.", ("house", HALF)),
        lambda: P.story([HALF]),
        lambda: P.dialogue([HALF]),
        lambda: BeliefBase().tell(HALF),
        lambda: BeliefBase().ask(HALF),
    ],
    ids=["source", "premises", "query", "context", "object", "story", "dialogue", "tell", "ask"],
)
def test_half_a_surrogate_pair_is_refused_by_every_reader(read: Callable[[], object]) -> None:
    with pytest.raises(DefeasibleError, match="not Unicode text: half of a surrogate pair at character 3"):
        read()


@pytest.mark.parametrize("run", ["(" * 1000, "a-" * 500, "'" * 1000, "é" * 1000], ids=lambda run: run[:2])
def test_a_long_run_without_space_is_read_piece_by_piece_at_its_place(run: str) -> None:
    text = f"Tom ran {run} home."
    tokens = tokenize(text)
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert "".join(token.text for token in tokens) == text.replace(" ", "")
    assert max(len(token.text) for token in tokens) <= 256
    assert tokens[-2].norm == "home"


def test_a_word_of_the_greatest_length_is_one_token() -> None:
    assert [len(token.text) for token in tokenize(f"Tom ran {'é' * 256}")] == [3, 3, 256]
    assert [len(token.text) for token in tokenize(f"Tom ran {'é' * 257}")] == [3, 3, 256, 1]


@pytest.mark.parametrize(
    ("text", "at"), [("p & < ", 5), ("p &  \n<  ", 7), ("<", 1), (f"{'p & ' * 5}- ", 21)]
)
def test_what_is_no_sign_is_named_by_its_place(text: str, at: int) -> None:
    with pytest.raises(FormError, match=f"at character {at}, found"):
        parse_formula(text)


@pytest.mark.parametrize("text", ["Kevin didn't s --moke before.", "Kevin does not s.", "Kevin did not 's."])
def test_a_negated_s_alone_is_no_verb_without_letters(text: str) -> None:
    assert P.premises([text], ["Kevin smokes."]).sources[0].text == text


def test_what_is_longer_than_a_word_is_not_tried_as_one_misspelt() -> None:
    assert "house" in edits("hause")
    assert "a" * 44 in edits("a" * 45)
    assert edits("a" * 46) == {"a" * 46}


def test_a_run_of_digits_is_a_number_up_to_a_length() -> None:
    assert [(e.slot, e.text) for e in expressions("我跑了123456789012个小时")] == [
        ("duration", "123456789012个小时")
    ]
    assert not any(len(e.text) > 20 for e in expressions("我跑了" + "1" * 20_000 + "个小时"))


def test_a_long_formula_is_read() -> None:
    assert str(parse_formula(" & ".join(["p"] * 20_000))).count("p") == 20_000


def test_who_couldnt_is_looked_for_before_it_is_read() -> None:
    form = P.premises(["Ann does not come."], ["She Tom and his two sisters after years, but couldn't"])
    assert isinstance(form, Premises | Unparsed)


@pytest.mark.parametrize("answer", ["It", "It.", "Did", "It did"])
def test_half_an_answer_to_a_question_about_sizes_is_read(answer: str) -> None:
    form = P.sizes(f"Did the pea fit in the box? {answer}", ("pea", "box"))
    assert isinstance(form, SizeContext | Unparsed)
