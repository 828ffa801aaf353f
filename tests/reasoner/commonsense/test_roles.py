"""`EnablingRoles`: the classical examples, the shape of its claims, and the open half of Belief-R."""

import csv
import re
import tomllib
from pathlib import Path

import pytest

from defeasible.reasoner.commonsense import EnablingRoles
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import AtomDecl, Conditional, Premises, Role
from defeasible.reasoner.logic import Atom, Not

EXAMPLES = tomllib.loads(Path(__file__).with_name("suppression.toml").read_text(encoding="utf-8"))["pair"]
LIBRARY = ("she has an essay to finish", "she will study late in the library")


def claims(p: str, q: str, r: str, *, source: EnablingRoles | None = None) -> tuple[Evidence, ...]:
    premises = Premises(
        sources=(),
        atoms=(AtomDecl("a1", p), AtomDecl("a2", q), AtomDecl("a3", r)),
        statements=(Conditional("c1", Atom("a1"), Atom("a2")), Conditional("c2", Atom("a3"), Atom("a2"))),
    )
    earlier, later = premises.statements
    assert isinstance(earlier, Conditional)
    assert isinstance(later, Conditional)
    return (source or EnablingRoles())(premises, earlier, later)


def balance(evidence: tuple[Evidence, ...]) -> float:
    """Weight for a requirement less weight for an alternative."""
    total = {Role.REQUIREMENT: 0.0, Role.ALTERNATIVE: 0.0}
    for item in evidence:
        assert isinstance(item.claim, RoleClaim)
        total[item.claim.role] += item.weight
    return total[Role.REQUIREMENT] - total[Role.ALTERNATIVE]


def source_names(evidence: tuple[Evidence, ...]) -> set[str]:
    return {item.source for item in evidence}


@pytest.mark.parametrize(("role", "right"), [(Role.REQUIREMENT, 22), (Role.ALTERNATIVE, 20)], ids=str)
def test_classical_examples_are_told_apart(role: Role, right: int) -> None:
    sign = 1 if role is Role.REQUIREMENT else -1
    scores = [sign * balance(claims(x["p"], x["q"], x[role.value])) for x in EXAMPLES]
    assert len(scores) == 22
    assert sum(score > 0 for score in scores) >= right


def test_claims_name_the_two_conditionals_and_say_why() -> None:
    evidence = claims(*LIBRARY, "the library stays open")
    assert {item.claim for item in evidence if item.weight > 0.9} == {RoleClaim("c2", "c1", Role.REQUIREMENT)}
    assert all(item.reason and item.source.startswith("lexicon:") for item in evidence)
    assert any("`library`" in item.reason for item in evidence)


@pytest.mark.parametrize(
    ("r", "source", "role"),
    [
        ("she has some textbooks to read", "lexicon:shape.duty", Role.ALTERNATIVE),
        ("she has a library card", "lexicon:shape.have", Role.REQUIREMENT),
        ("the library is open", "lexicon:cue.availability", Role.REQUIREMENT),
        ("a friend insists on it", "lexicon:agent.new", Role.ALTERNATIVE),
        ("she finishes the essay quickly", "lexicon:tie.p", Role.REQUIREMENT),
        ("John wins a car", "lexicon:cue.windfall", Role.ALTERNATIVE),
        ("John wins a car", "lexicon:tie.none", Role.ALTERNATIVE),
        ("she reads every line carefully", "lexicon:shape.manner", Role.REQUIREMENT),
    ],
)
def test_a_sign_speaks_for_its_role(r: str, source: str, role: Role) -> None:
    found = [e for e in claims(*LIBRARY, r) if e.source == source]
    assert [e.claim for e in found] == [RoleClaim("c2", "c1", role)]


def test_enabling_words_are_no_change_of_topic() -> None:
    # `permission` means permission for the consequent, whatever else the condition shares with it
    assert "lexicon:tie.none" not in source_names(claims(*LIBRARY, "Ann gives permission"))
    assert "lexicon:tie.none" in source_names(claims(*LIBRARY, "Ann hums"))


def test_length_counts_only_when_asked_for() -> None:
    r = "she happens to meet an old friend of hers on the way back from town"
    assert "lexicon:length" not in source_names(claims(*LIBRARY, r))
    longer = claims(*LIBRARY, r, source=EnablingRoles(use_length=True))
    assert balance(longer) == balance(claims(*LIBRARY, r)) + 1.0


@pytest.mark.parametrize(
    "later",
    [
        Conditional("c2", Atom("a3"), Not(Atom("a2"))),
        Conditional("c2", Atom("a1"), Atom("a2")),
        Conditional("c2", Atom("a3"), Atom("a2"), role=Role.ALTERNATIVE, of="c1"),
    ],
    ids=["other consequent", "same condition", "role is given"],
)
def test_no_claim_where_there_is_no_question(later: Conditional) -> None:
    earlier = Conditional("c1", Atom("a1"), Atom("a2"))
    declared = (
        AtomDecl("a1", LIBRARY[0]),
        AtomDecl("a2", LIBRARY[1]),
        AtomDecl("a3", "the library stays open"),
    )
    assert EnablingRoles()(Premises((), declared, (earlier, later)), earlier, later) == ()


def test_open_half_of_belief_r(open_data: Path) -> None:
    right: dict[bool, list[bool]] = {True: [], False: []}
    with (open_data / "belief_r" / "queries_time_t1.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            first, _, third = row["questions"].splitlines()[:3]
            parts = [re.fullmatch(r"If (.*?),? then (.*)", line) for line in (first, third)]
            assert all(parts), row["questions"]
            (p, q), (r, _) = (part.groups() for part in parts if part)
            update = row["ground_truth"] == "c"
            right[update].append((balance(claims(p, q, r)) > 0) == update)
    breu = sum(sum(hits) / len(hits) for hits in right.values()) / 2
    assert breu >= 0.60  # 0.613 when written; see the known limit in the class's docstring
