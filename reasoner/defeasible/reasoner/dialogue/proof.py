"""`Proof`: builds the steps of one decision about a dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.dialogue.knowledge import shipped
from defeasible.reasoner.forms import Constraint, Contraries, Exclusion
from defeasible.reasoner.trace import (
    AssumptionStep,
    ConclusionStep,
    ConflictStep,
    ConstraintStep,
    FactStep,
    Flip,
    Step,
    Trace,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.dialogue.knowledge import Knowledge
    from defeasible.reasoner.dialogue.pairs import Clash, Rule
    from defeasible.reasoner.forms import DialogueFact, DialogueFacts
    from defeasible.reasoner.verdict import Verdict


class Proof:
    """States all facts of a form and the caller's own knowledge, and accepts further steps.

    A step's number is its position, from 1.

    Args:
        form: The facts.
        knowledge: Commonsense knowledge; what does not ship with the package is stated as given.
    """

    def __init__(self, form: DialogueFacts, knowledge: Knowledge | None = None) -> None:
        self._form = form
        self._steps: list[Step] = [FactStep(fact) for fact in form.facts]
        self._of_fact = {fact.id: number for number, fact in enumerate(form.facts, 1)}
        self._of_rule: dict[str, int] = {}
        known = shipped()
        everything: tuple[Contraries | Exclusion, ...]
        everything = (*known.negators, *known.contraries, *known.exclusions)
        self._shipped = {rule.id for rule in everything}
        if knowledge is not None:
            everything = (*knowledge.contraries, *knowledge.exclusions)
            for rule in everything:
                if rule.id not in self._shipped:
                    self.rule(rule)

    def put(self, step: Step) -> int:
        """Add a step and return its number."""
        self._steps.append(step)
        return len(self._steps)

    def facts(self, facts: Iterable[DialogueFact]) -> tuple[int, ...]:
        """Return the steps of some facts."""
        return tuple(self._of_fact[fact.id] for fact in facts)

    def rule(self, rule: Rule) -> int:
        """Return the step of a rule, added when it is first used."""
        if rule.id not in self._of_rule:
            origin: Literal["ontology", "commonsense", "given"] = "ontology"
            if not isinstance(rule, Constraint):
                origin = "commonsense" if rule.id in self._shipped else "given"
            self._of_rule[rule.id] = self.put(ConstraintStep(rule, origin))
        return self._of_rule[rule.id]

    def conflict(self, clash: Clash) -> int:
        """Add the step of a conflict."""
        by = tuple(self.rule(rule) for rule in clash.rules)
        return self.put(ConflictStep(tuple(self._of_fact[name] for name in clash.facts), by))

    def conclude(
        self, verdict: Verdict, uses: tuple[int, ...], *, flips: tuple[Flip, ...] = (), reason: str = ""
    ) -> Trace:
        """Return the trace with the turns that were not understood, and its conclusion."""
        unread = (AssumptionStep(f"turn {number} was not understood") for number in self._form.unread)
        last = ConclusionStep(verdict, uses, flips=flips, reason=reason)
        return Trace(
            "dialogue", self._form.sources, (*self._steps, *unread, last), phrases=self._form.phrases
        )
