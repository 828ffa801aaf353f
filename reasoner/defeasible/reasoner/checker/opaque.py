"""Find the propositions in a proof whose words were not all analysed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.checker.truth import collect_atoms
from defeasible.reasoner.evidence import FormulaClaim
from defeasible.reasoner.trace import EvidenceStep, PremiseStep, RuleStep, SolverStep
from defeasible.reasoner.trace.steps import OptimumStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.trace import Step, Trace


def opaque_atoms(trace: Trace) -> frozenset[str]:
    """Return the opaque atoms in the proof of a trace's verdict.

    ENTAILED, REFUTED and INCONSISTENT rest on the cores that show them. UNKNOWN rests on everything that was
    decided, and so does the answer of a belief base, which finds its cores later.
    """
    opaque = frozenset([atom.id for atom in trace.atoms if atom.opaque])
    if not opaque or not trace.verdict.decided:
        return frozenset()
    last = trace.conclusion
    names: dict[str, None] = {}
    if last.goal is not None and (trace.task == "base" or last.verdict is not Verdict.INCONSISTENT):
        collect_atoms(last.goal, names)
    if trace.task in ("base", "equivalence"):
        shown: Iterable[int] = range(1, len(trace.steps) + 1)
    else:
        shown = (n for use in last.uses for n in _shown(trace.steps[use - 1], last.verdict))
    for number in shown:
        step = trace.steps[number - 1]
        if isinstance(step, PremiseStep | RuleStep):
            collect_atoms(step.claim, names)
        elif isinstance(step, EvidenceStep) and isinstance(step.claim, FormulaClaim):
            collect_atoms(step.claim.formula, names)
    return opaque & names.keys()


def _shown(step: Step, verdict: Verdict) -> Iterable[int]:
    """Return the steps from which one step shows a verdict."""
    if isinstance(step, SolverStep):
        return step.theory if verdict is Verdict.UNKNOWN else step.core
    if isinstance(step, OptimumStep):
        cores = (*step.cores, *step.against)
        return (*step.hard, *step.soft) if verdict is Verdict.UNKNOWN else {n for core in cores for n in core}
    return ()
