"""Check the certificate of a solver step: a minimal core, a model, two models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.truth import minimally_unsatisfiable, true_in
from defeasible.reasoner.logic import TRUE, Not
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace import SolverStep


def check_certificate(step: SolverStep, claims: Mapping[int, FormulaNode]) -> str:
    """Return what is wrong with a solver step's certificate; an empty string if it is valid.

    Args:
        step: The solver step.
        claims: The formula of each step of its theory, by step number.
    """
    if not all(map(claims.__contains__, step.core)):
        return f"its core {list(step.core)} is not part of its theory {list(step.theory)}"
    models = [frozenset(model) for model in step.models]
    match step.verdict:
        case Verdict.ENTAILED:
            return _decided(step, claims, models, Not(step.goal))
        case Verdict.REFUTED:
            return _decided(step, claims, models, step.goal)
        case Verdict.INCONSISTENT:
            return _shape(step, models, 0) or _core(step, claims, TRUE)
        case Verdict.UNKNOWN:
            if step.core:
                return "an open goal has no core"
            return _shape(step, models, 2) or _both(step, claims, models)
        case Verdict.TIMEOUT:
            return "a timeout shows nothing" if step.core or models else ""
        case Verdict.UNPARSED | Verdict.UNPROVED:
            return f"a solver cannot answer `{step.verdict}`"


def _decided(
    step: SolverStep,
    claims: Mapping[int, FormulaNode],
    models: list[frozenset[str]],
    opposite: FormulaNode,
) -> str:
    if problem := _shape(step, models, 1) or _satisfies(claims.values(), models[0]):
        return problem
    return _core(step, claims, opposite)


def _shape(step: SolverStep, models: list[frozenset[str]], wanted: int) -> str:
    if len(models) != wanted:
        return f"a verdict of {step.verdict} needs {wanted} models, it has {len(models)}"
    return ""


def _satisfies(formulas: Collection[FormulaNode], model: frozenset[str]) -> str:
    for formula in formulas:
        if not true_in(formula, model):
            return f"its model makes `{formula}` false"
    return ""


def _both(step: SolverStep, claims: Mapping[int, FormulaNode], models: list[frozenset[str]]) -> str:
    for model in models:
        if problem := _satisfies(claims.values(), model):
            return problem
    if not true_in(step.goal, models[0]) or true_in(step.goal, models[1]):
        return "its models must make the goal true, then false"
    return ""


def _core(step: SolverStep, claims: Mapping[int, FormulaNode], opposite: FormulaNode) -> str:
    try:
        problem = minimally_unsatisfiable([claims[n] for n in step.core], opposite)
    except OverflowError as error:
        return f"its core is too large to verify: {error}"
    return f"its core {list(step.core)} does not hold: {problem}" if problem else ""
