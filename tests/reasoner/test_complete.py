"""Whole decisions on random forms against plain references: roles, ties, new premises; ratios, priors.

The references follow the documentation word by word, with brute force in place of solvers and graphs.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations
from random import Random

import pytest
from builders import Q, S, brute_force, random_comparison, random_formula, sizes, theory
from checking import complaints

from defeasible.reasoner import belief, size
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import Evidence, RoleClaim, SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, Conditional, Premises, Role, SizeContext
from defeasible.reasoner.logic import FormulaNode, Implies, conjoin
from defeasible.reasoner.verdict import Verdict

Pair = tuple[str, str]
NAMES = ["a1", "a2", "a3", "a4"]


def random_premises(random: Random) -> tuple[Premises, dict[Pair, tuple[Evidence, ...]], frozenset[str]]:
    """Conditionals that share consequents, facts, stated and weighed roles, ties, several new premises."""
    formulas: list[FormulaNode] = []
    for _ in range(random.randint(1, 5)):
        if random.random() < 0.7:
            formulas.append(Implies(random_formula(random, NAMES, 1), random.choice([Q, Q, S])))
        else:
            formulas.append(random_formula(random, NAMES, 1))
    form = theory(*formulas, query=random_formula(random, NAMES, 1))
    statements = list(form.statements)
    evidence = {}
    for i, later in enumerate(form.statements):
        for earlier in form.statements[:i]:
            if not isinstance(later, Conditional) or not isinstance(earlier, Conditional):
                continue
            if earlier.then != later.then or earlier.if_ == later.if_:
                continue
            if random.random() < 0.3:
                statements[i] = replace(later, role=random.choice(list(Role)), of=earlier.id)
            roles = random.choices(list(Role), k=random.randint(0, 3))
            evidence[earlier.id, later.id] = tuple(
                Evidence(RoleClaim(later.id, earlier.id, role), random.choice([0.5, 1.0, 1.5]), f"test {n}")
                for n, role in enumerate(roles)
            )
    form = Premises(form.sources, form.atoms, tuple(statements), form.queries)
    new = frozenset(s.id for s in statements if random.random() < 0.3)
    return form, evidence, new


def weighed(form: Premises, evidence: dict[Pair, tuple[Evidence, ...]]) -> tuple[set[Pair], list[Pair]]:
    """The pairs that are requirements, and those that are tied, as the documentation defines them."""
    required, tied = set(), []
    stated = {
        (s.of, s.id): s.role for s in form.statements if isinstance(s, Conditional) and s.of is not None
    }
    for pair, claims in evidence.items():
        sums: dict[Role, float] = {}
        for item in claims:
            assert isinstance(item.claim, RoleClaim)
            sums[item.claim.role] = sums.get(item.claim.role, 0) + item.weight
        need = sums.pop(Role.REQUIREMENT, 0)
        rival = max(sums.values(), default=0)
        if pair in stated:
            required |= {pair} if stated[pair] is Role.REQUIREMENT else set()
        elif claims and need == rival:
            tied.append(pair)
        elif need > rival:
            required.add(pair)
    return required, tied


def reference(
    form: Premises, required: set[Pair], tied: list[Pair], kept: list[str], goal: FormulaNode
) -> Verdict:
    statements = [s for s in form.statements if s.id in kept]
    verdicts = set()
    open_ = [pair for pair in tied if set(pair) <= set(kept)]
    for extra in chain.from_iterable(combinations(open_, n) for n in range(len(open_) + 1)):
        pairs = [pair for pair in (*required, *extra) if set(pair) <= set(kept)]
        formulas = []
        for s in statements:
            beside = [t for t in statements if any({s.id, t.id} <= set(pair) for pair in pairs)]
            conditions = [t.if_ for t in beside if isinstance(t, Conditional)]
            formulas.append(
                Implies(conjoin(*conditions), s.then) if beside and isinstance(s, Conditional) else s.formula
            )
        verdicts.add(brute_force(formulas, goal))
    return verdicts.pop() if len(verdicts) == 1 else Verdict.UNKNOWN


@pytest.mark.parametrize("seed", [31, 100])
def test_beliefs_agree_with_the_documentation_and_are_verified(seed: int) -> None:
    random = Random(seed)
    seen, ties, roles, news = set(), 0, 0, 0
    for _ in range(1500):
        form, evidence, new = random_premises(random)
        goal = form.queries[0].formula
        try:
            decision = belief.decide(form, goal, new=new, roles=lambda _, a, b, e=evidence: e[a.id, b.id])
        except UsageError:
            continue
        required, tied = weighed(form, evidence)
        everything = [s.id for s in form.statements]
        assert decision.verdict is reference(form, required, tied, everything, goal), str(decision.trace)
        if new:
            old = [name for name in everything if name not in new]
            assert decision.before is reference(form, required, tied, old, goal), str(decision.trace)
        stated = {(s.of, s.id) for s in form.statements if isinstance(s, Conditional)}
        given = [e for pair, items in evidence.items() if pair not in stated for e in items]
        report = complaints(decision.trace, form, given, new)
        assert not report, f"{decision.trace}\n{report}"
        ties, roles, news = ties + bool(tied), roles + len(stated) - 1, news + (len(new) > 1)
        seen.add((decision.verdict, decision.before))
    assert len(seen) >= 15
    assert min(ties, roles, news) > 50


def bigger(theory: list[Comparison], start: str, end: str) -> tuple[Fraction, bool]:
    """The greatest product of factors along any simple path, and whether one of that product is strict."""
    nodes = {name for c in theory for name in (c.left, c.right)} - {start, end}
    steps: dict[Pair, list[tuple[Fraction, bool]]] = {}
    for c in theory:
        steps.setdefault((c.left, c.right), []).append((c.factor, c.relation == ">"))
        if c.relation == "=":
            steps.setdefault((c.right, c.left), []).append((1 / c.factor, False))
    best = (Fraction(0), False)
    for length in range(len(nodes) + 1):
        for between in permutations(nodes, length):
            route = (start, *between, end)
            legs = [max(steps.get(leg, [(Fraction(0), False)])) for leg in pairwise(route)]
            product = Fraction(1)
            for factor, _ in legs:
                product *= factor
            best = max(best, (product, any(strict for _, strict in legs)))
    return best


def consistent(theory: list[Comparison]) -> bool:
    names = {name for c in theory for name in (c.left, c.right)}
    for a, b in combinations(sorted(names), 2):
        (there, strict), (back, strict_back) = bigger(theory, a, b), bigger(theory, b, a)
        if there * back > 1 or (there * back == 1 and (strict or strict_back)):
            return False
    return True


def size_reference(context: SizeContext, evidence: list[Evidence]) -> tuple[Verdict, dict[str, str]]:
    kept = [s.comparison for s in context.statements]
    statuses: dict[str, str] = {}
    if not consistent(kept):
        return Verdict.INCONSISTENT, statuses
    for weight in sorted({e.weight for e in evidence}, reverse=True):
        group = [e for e in evidence if e.weight == weight]
        claims = {e.source: e.claim.comparison for e in group if isinstance(e.claim, SizeClaim)}
        fitting = {n: c for n, c in claims.items() if bigger(kept, c.right, c.left)[0] < 1}
        together = [*kept, *fitting.values()]
        good = {n: c for n, c in fitting.items() if bigger(together, c.right, c.left)[0] < 1}
        statuses |= {n: "accepted" if n in good else "tied" if n in fitting else "overruled" for n in claims}
        kept += good.values()
    assert context.question is not None
    first, second = context.question
    if bigger(kept, first, second) > (Fraction(1), False):
        return Verdict.ENTAILED, statuses
    return (Verdict.REFUTED if bigger(kept, second, first)[0] >= 1 else Verdict.UNKNOWN), statuses


def random_context(random: Random) -> SizeContext:
    comparisons = []
    for _ in range(random.randint(0, 4)):
        c = random_comparison(random, factors=random.random() < 0.6)
        if random.random() < 0.25:
            c = Comparison(c.left, c.relation, METRE, c.factor)
        comparisons.append(c)
    return sizes(*comparisons)


@pytest.mark.parametrize("seed", range(4))
def test_sizes_agree_with_the_documentation_and_are_verified(seed: int) -> None:
    random = Random(seed)
    seen: set[str] = set()
    for _ in range(150):
        context = random_context(random)
        if random.random() < 0.1:
            context = SizeContext(context.sources, context.objects, context.statements, ("o1", METRE))
        evidence = []
        for n in range(random.randint(0, 4)):
            a, b = random.sample(["o1", "o2", "o3", "o4", *([METRE] if random.random() < 0.2 else [])], 2)
            claim = SizeClaim(Comparison(a, ">", b))
            evidence.append(Evidence(claim, random.choice([1.0, 1.0, 2.0]), f"test {n}"))
        decision = size.decide(context, sizes=lambda _, e=evidence: tuple(e))
        verdict, statuses = size_reference(context, evidence)
        report = complaints(decision.trace, context, evidence)
        assert not report, f"{decision.trace}\n{report}"
        assert not complaints(decision.trace.to_json(), context, evidence)
        found = {s.source: s.status for s in decision.trace.steps if s.kind == "evidence"}
        assert found == statuses, f"{statuses}\n{decision.trace}"
        assert decision.verdict is verdict, f"{verdict}\n{decision.trace}"
        seen |= {decision.verdict, *statuses.values()}
    assert seen >= {"entailed", "refuted", "unknown", "inconsistent", "accepted", "overruled", "tied"}
