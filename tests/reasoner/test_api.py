"""The library as a user meets it: text in, decisions with checked proofs out."""

from importlib.metadata import version

import pytest
from checking import complaints

import defeasible.reasoner as public
from defeasible.reasoner import Change, Reasoner, Verdict, no_roles, no_sizes
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, RoleClaim, RoleSource
from defeasible.reasoner.forms import Conditional, Premises, Role

ESSAY = ["If she has an essay to finish then she will study late", "She has an essay to finish"]
NO_ESSAY = [ESSAY[0], "She will not study late"]
OPEN = "If the library stays open then she will study late"
BOOKS = "If she has some textbooks to read then she will study late"


def test_every_public_name_is_found_and_no_other() -> None:
    assert [name for name in public.__all__ if not hasattr(public, name)] == []
    assert {"Reasoner", "Atom", "parse_formula", "__version__"} < set(public.__all__) <= set(dir(public))
    assert public.__version__ == version("defeasible")
    assert not hasattr(public, "Resoner")


def role(name: str) -> RoleSource:
    """Be certain of one role."""

    def source(_: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
        return (Evidence(RoleClaim(later.id, earlier.id, Role(name)), 5.0, "test"),)

    return source


@pytest.fixture(scope="module")
def reasoner() -> Reasoner:
    return Reasoner()


@pytest.mark.parametrize("premises", [ESSAY, NO_ESSAY], ids=["ponens", "tollens"])
@pytest.mark.parametrize(
    ("claim", "change"), [("requirement", Change.RETRACTED), ("alternative", Change.MAINTAINED)]
)
def test_revise_finds_the_belief_in_question_itself(premises: list[str], claim: str, change: Change) -> None:
    decision = Reasoner(roles=role(claim)).revise(premises, OPEN)
    assert (decision.before, decision.change) == (Verdict.ENTAILED, change)
    assert not complaints(decision.trace)


def test_revise_with_a_query() -> None:
    decision = Reasoner(roles=no_roles).revise(ESSAY, BOOKS, query="She will study late.")
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, "She will study late.")


def test_revise_asks_for_the_query_where_nothing_follows(reasoner: Reasoner) -> None:
    with pytest.raises(UsageError, match=r"nothing that the premises do not say follows?"):
        reasoner.revise([ESSAY[0]], OPEN)


def test_a_string_of_premises_is_a_usage_error(reasoner: Reasoner) -> None:
    with pytest.raises(UsageError, match="is a string"):
        reasoner.entails("If it rains the street is wet.", "The street is wet.")


@pytest.mark.parametrize(
    ("premises", "new", "claim", "answer"),
    [
        (ESSAY, None, "alternative", "She will study late"),
        (ESSAY, OPEN, "alternative", "She will study late"),
        (ESSAY, OPEN, "requirement", "She may or may not study late"),
    ],
    ids=["basic", "maintain", "update"],
)
def test_options(premises: list[str], new: str | None, claim: str, answer: str) -> None:
    options = ["She will study late", "She will not study late", "She may or may not study late"]
    decision = Reasoner(roles=role(claim)).answer(premises, options, new=new)
    assert decision.answer == answer
    # The order of the options must not matter.
    assert Reasoner(roles=role(claim)).answer(premises, options[::-1], new=new).answer == answer


def test_options_that_are_all_read_as_open_have_no_answer(reasoner: Reasoner) -> None:
    """It is an outcome: a model may read any text so, which is no error of whoever asks."""
    decision = reasoner.answer(ESSAY, ["She may or may not study late"])
    assert (decision.verdict, decision.answer) == (Verdict.UNPARSED, None)
    assert decision.reason == "every option is read as leaving the matter open"
    assert not complaints(decision.trace)


def test_entails_and_refutes(reasoner: Reasoner) -> None:
    assert reasoner.entails(ESSAY, "She will study late").verdict is Verdict.ENTAILED
    assert reasoner.entails(ESSAY, "She won't study late").verdict is Verdict.REFUTED
    assert reasoner.entails([ESSAY[0]], "She will study late").verdict is Verdict.UNKNOWN
    assert reasoner.entails([*ESSAY, NO_ESSAY[1]], "She will study late").verdict is Verdict.INCONSISTENT


def test_text_that_nobody_can_read_is_unparsed_with_a_checkable_trace(reasoner: Reasoner) -> None:
    decision = reasoner.entails(["If if then"], "It rains")
    assert decision.verdict is Verdict.UNPARSED
    assert decision.reason
    assert not complaints(decision.trace)


@pytest.mark.parametrize(
    ("context", "a", "b", "bigger"),
    [
        ("There is a house inside a light bulb.", "house", "light bulb", "light bulb"),
        ("There is a house inside a light bulb.", "light bulb", "house", "light bulb"),
        ("", "house", "light bulb", "house"),
        ("The box is 30 cm long. The ball is 1 m wide.", "box", "ball", "ball"),
    ],
    ids=["context overrides", "other way round", "typical", "absolute"],
)
def test_compare_size(reasoner: Reasoner, context: str, a: str, b: str, bigger: str) -> None:
    decision = reasoner.compare_size(context, a, b)
    assert decision.answer == bigger
    assert not complaints(decision.trace)


def test_without_typical_sizes_silence_is_open() -> None:
    assert Reasoner(sizes=no_sizes).compare_size("", "house", "light bulb").verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("timeout", [0, -1, float("nan")])
def test_a_timeout_must_be_positive(timeout: float) -> None:
    with pytest.raises(UsageError, match="timeout"):
        Reasoner(timeout=timeout)


@pytest.mark.parametrize(
    "text",
    ["\x00\x01", "🙂🙂🙂", "如果下雨，街道就会湿。", "word " * 20_000],
    ids=["control", "emoji", "zh", "100 kB"],
)
def test_strange_text_is_answered_not_crashed_on(reasoner: Reasoner, text: str) -> None:
    assert reasoner.entails([text, "It rains"], "It rains").verdict in set(Verdict)
    assert reasoner.compare_size(text, "house", "bulb").verdict in set(Verdict)
