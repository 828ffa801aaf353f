"""The model parser on replies that are none, do not fit or contradict themselves."""

import json

import pytest
from replies import GOOD, OBJECTS, RAIN, RAIN_ATOMS, TEXT, VASE, atoms, bound, comparison, parse

from defeasible.llm.backend import Failure, FailureKind
from defeasible.llm.parse import ModelParser
from defeasible.llm.prompt import as_text
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.forms import (
    Premises,
    SizeContext,
    Unparsed,
)

# --- Failures ------------------------------------------------------------------------------------

KINDS: tuple[FailureKind, ...] = ("timeout", "rate-limit", "unavailable", "rejected", "out-of-memory")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("reached", [0, 1], ids=["first", "second"])
def test_a_failure_of_the_backend_is_the_reason(kind: FailureKind, reached: int) -> None:
    parsed, backend = parse([*GOOD[:reached], Failure(kind, "no luck")], repairs=3)
    assert parsed.form == Unparsed(f"the model gave no usable reply: {kind}: no luck", TEXT.sources)
    assert [f.kind for f in parsed.failures] == [kind]
    assert (parsed.share, len(backend.requests)) == (0, reached + 1), "what is away is not asked again"


def test_a_reply_that_is_cut_off_twice_is_the_reason() -> None:
    backend = Scripted(lambda request: RAIN_ATOMS)
    form = ModelParser(backend, max_tokens=3).premises(RAIN)
    assert isinstance(form, Unparsed)
    assert form.reason == "the model gave no usable reply: truncated: the reply was cut off after 6 tokens"


def test_a_model_that_talks_nonsense_for_ever_is_given_up() -> None:
    backend = Scripted(lambda request: "la la la")
    parsed = ModelParser(backend, repairs=4, votes=2).parse(TEXT)
    assert isinstance(parsed.form, Unparsed)
    assert "invalid" in parsed.form.reason
    assert "(and 1 other readings failed)" in parsed.form.reason
    assert len(backend.requests) == 2 * (1 + 1), "what says the same again is not asked a third time"


def test_an_empty_gloss_is_named() -> None:
    parsed, _ = parse([atoms(("it rains", " \n"))], repairs=0)
    assert isinstance(parsed.form, Unparsed)
    assert parsed.form.reason.startswith("the gloss of atom 1 is empty")


def test_words_that_nobody_said_make_an_assumption() -> None:
    declared = atoms(("it pours", "it rains"), ("the street gets wet", "the street gets wet"))
    parsed, _ = parse([declared, bound(words="It is raining cats")])
    assert isinstance(parsed.form, Premises)
    assert parsed.form.atoms[0].span is None
    assert parsed.form.statements[1].span is None
    expected = ("atom `a1` (it rains)", "statement `s2` (a1)")
    assert parsed.form.notes == tuple(f"assumed, no words of the text say it: {what}" for what in expected)
    assert parsed.notes == parsed.form.notes


# --- Repairs -------------------------------------------------------------------------------------

CONTRADICTION = bound(fact="a1 & ~a1")


def test_a_reply_that_does_not_fit_is_shown_again_and_mended() -> None:
    wrong = bound(asks="a7")
    parsed, backend = parse([RAIN_ATOMS, wrong, *GOOD])
    assert isinstance(parsed.form, Premises)
    assert (len(parsed.replies), [f.kind for f in parsed.failures]) == (4, ["invalid"])
    again = as_text(backend.requests[2].prompt)
    assert f"An earlier reading:\n{RAIN_ATOMS}\n{wrong}" in again
    assert "What is wrong with it:\nthe model gave no usable reply: invalid: the reply does not fit" in again
    assert RAIN[0] in again


def test_a_contradiction_is_shown_with_its_core_and_mended() -> None:
    parsed, backend = parse([RAIN_ATOMS, CONTRADICTION, *GOOD])
    assert isinstance(parsed.form, Premises)
    assert str(parsed.form.statements[1].formula) == "a1"
    for request in backend.requests[2:]:
        assert "The reading contradicts itself:" in as_text(request.prompt)
        assert "INCONSISTENT" in as_text(request.prompt)
        assert CONTRADICTION in as_text(request.prompt)


def test_a_contradiction_that_the_text_means_is_kept() -> None:
    parsed, backend = parse([RAIN_ATOMS, CONTRADICTION] * 2)
    assert isinstance(parsed.form, Premises)
    assert str(parsed.form.statements[1].formula) == "a1 & ~a1"
    assert len(backend.requests) == 4
    _, backend = parse([RAIN_ATOMS, CONTRADICTION], consistent=False)
    assert len(backend.requests) == 2


def test_sizes_that_contradict_each_other_are_asked_again() -> None:
    first = json.dumps({"comparisons": [comparison("o2", ">", "o1"), comparison("o1", ">", "o2")]})
    second = json.dumps({"comparisons": [comparison("o2", ">", "o1")]})
    backend = Scripted([OBJECTS, first, OBJECTS, second])
    form = ModelParser(backend).parse(VASE).form
    assert isinstance(form, SizeContext)
    assert len(form.statements) == 1
    assert "The reading contradicts itself" in as_text(backend.requests[3].prompt)


@pytest.mark.parametrize(
    "worse",
    [
        ["la la", "la la"],
        [RAIN_ATOMS, bound(asks="a9")],
        [RAIN_ATOMS, bound(fact="a1 & ~a1", words="nobody said")],
        [Failure("timeout", "no luck")],
    ],
    ids=["nonsense", "invalid", "assumed", "failure"],
)
def test_a_repair_that_makes_it_worse_is_dropped(worse: list[str | Failure]) -> None:
    parsed, _ = parse([RAIN_ATOMS, CONTRADICTION, *worse])
    assert isinstance(parsed.form, Premises)
    assert str(parsed.form.statements[1].formula) == "a1 & ~a1"
    assert parsed.form.notes == ()


def test_repairs_are_bounded_and_stop_when_nothing_is_wrong() -> None:
    facts = ("a1 & ~a1", "~a1 & a1", "a2 & ~a2", "~a2 & a2", "a1 & ~a1")
    faulty = [reply for fact in facts for reply in (RAIN_ATOMS, bound(fact=fact))]
    _, backend = parse(faulty, repairs=3)
    assert len(backend.requests) == 8
    _, backend = parse([*faulty[:2], *GOOD], repairs=3)
    assert len(backend.requests) == 4
    _, backend = parse(faulty, repairs=0)
    assert len(backend.requests) == 2
