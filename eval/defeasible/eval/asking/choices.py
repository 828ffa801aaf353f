"""Choices: which option follows from premises? A model's opinion is evidence for roles, or for options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.eval.asking.asking import Asking, GoldEvidence
from defeasible.reasoner.evidence import (
    MAX_WEIGHT,
    Evidence,
    FormulaClaim,
    RoleClaim,
    RoleSource,
    no_roles,
)
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.logic import negate
from defeasible.reasoner.question import ChoiceQuestion
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.eval.pipelines.opinion import Opinion
    from defeasible.reasoner.decision import Decision


@dataclass(frozen=True, slots=True)
class Choices(Asking[ChoiceQuestion]):
    """Which option follows from premises, and from a new one if there is one?

    The model is asked the same question. Its log-odds between two options, in nats, become the weight of what
    would make one of them follow: the role of a later conditional if that decides, else the options
    themselves.
    """

    prompts: str = "belief-r"
    style: str = "direct"
    question = ChoiceQuestion

    def fields(self, question: ChoiceQuestion) -> Mapping[str, object]:
        """Return `premises` and `new`."""
        return {"premises": list(question.premises), "new": question.new or ""}

    def options(self, question: ChoiceQuestion) -> tuple[str, ...]:
        """Return the options of the question."""
        return question.options

    def weigh(self, asked: Weighing[ChoiceQuestion], plain: Decision) -> Decision:
        """Use the model for the role of a later conditional, or for what the premises leave open."""
        if asked.weightless:
            return plain
        required = asked.decide(roles=_Said(Role.REQUIREMENT, 1.0, "supposed", "")).answer
        beside = asked.decide(roles=_Said(Role.ALTERNATIVE, 1.0, "supposed", "")).answer
        if required is not None and beside is not None and required != beside:
            opinion = asked.ask()
            odds = 0.0 if opinion.failure else opinion.odds(required, beside)
            if not odds:
                return plain
            weight, why = min(abs(odds), MAX_WEIGHT), opinion.reason(required, beside)
            said = [_Said(role, weight, asked.model, why) for role in (Role.REQUIREMENT, Role.ALTERNATIVE)]
            ahead, turned = said if odds > 0 else said[::-1]
            return asked.hinging(
                asked.decide(roles=_Both(asked.roles, ahead)), asked.decide(roles=_Both(asked.roles, turned))
            )
        if plain.answer is None and asked.decide(roles=no_roles).verdict is Verdict.UNKNOWN:
            return _options_weighed(asked, plain, asked.ask())
        return plain

    def gold_evidence(self, _question: ChoiceQuestion, _gold: str) -> Iterator[GoldEvidence]:
        """Yield each role, for all conditionals that can have it."""
        for role in Role:
            yield GoldEvidence(_SUPPOSED[role], roles=_Said(role, MAX_WEIGHT, "gold", ""))


_SUPPOSED = {
    Role.REQUIREMENT: "if the later condition is a requirement",
    Role.ALTERNATIVE: "if the later condition is an alternative",
    Role.IRRELEVANT: "if the later condition is irrelevant",
}
CHOICES = Choices()


def _options_weighed(asked: Weighing[ChoiceQuestion], plain: Decision, opinion: Opinion) -> Decision:
    """Weigh the model's opinion of each option that is a statement, together with the premises."""
    from defeasible.reasoner import weigh  # noqa: PLC0415 - imports Z3

    form = asked.read()
    assert isinstance(form, Premises)  # a text that was not read is not weighed
    if opinion.failure or opinion.place is None or any(_requires(s) for s in form.statements):
        return plain
    evidence = []
    for option, share, query in zip(opinion.options, opinion.shares, form.queries, strict=True):
        odds = opinion.odds_of(option)
        if query.open or not odds:
            continue
        claim = FormulaClaim(query.formula if odds > 0 else negate(query.formula))
        weight = min(abs(odds), MAX_WEIGHT)
        evidence.append(Evidence(claim, weight, asked.model, f"finds {option!r} {share:.2f}"))
    chosen = form.queries[opinion.place]
    if chosen.open or not evidence:
        return plain
    decision = weigh.decide(form, evidence, chosen.formula, timeout=asked.timeout)
    answer = opinion.options[opinion.place] if decision.verdict is Verdict.ENTAILED else None
    return replace(decision, answer=answer, branch=Branch.ARBITRATION)


@dataclass(frozen=True, slots=True)
class _Said:
    """A `RoleSource` that gives every later conditional the same role."""

    role: Role
    weight: float
    source: str
    reason: str

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        claim = RoleClaim(later.id, earlier.id, self.role)
        return (Evidence(claim, self.weight, self.source, self.reason),)


@dataclass(frozen=True, slots=True)
class _Both:
    """A `RoleSource` that combines two others."""

    first: RoleSource
    second: RoleSource

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        return (*self.first(premises, earlier, later), *self.second(premises, earlier, later))


def _requires(statement: object) -> bool:
    return isinstance(statement, Conditional) and statement.role is Role.REQUIREMENT
