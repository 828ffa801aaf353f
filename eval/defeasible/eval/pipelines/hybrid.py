"""`Hybrid`: the text is hard, what a model believes is evidence, and logic weighs the one against the other.

The model is asked only where logic leaves something to it: which role a later conditional has, which of two
things is usually bigger, or what holds where the premises leave all options open. It is asked the question
itself; how much more likely it finds one option than another, in nats, is the weight of what would make that
option follow. Where the text is not understood it answers alone, and the decision says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from defeasible.eval.pipelines.once import Once
from defeasible.eval.pipelines.opinion import Opinion, Oracle, alone, sources_of
from defeasible.reasoner import weigh
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.evidence import (
    MAX_WEIGHT,
    Evidence,
    FormulaClaim,
    RoleClaim,
    RoleSource,
    SizeClaim,
    SizeSource,
    no_roles,
    no_sizes,
)
from defeasible.reasoner.forms import Comparison, Conditional, Premises, Role, SizeContext
from defeasible.reasoner.logic import negate
from defeasible.reasoner.parsing import Parser
from defeasible.reasoner.verdict import Branch, Verdict

NOT_UNDERSTOOD = "the model answers alone, for the text is not understood"


class Hybrid:
    """Decides with a model's beliefs as evidence.

    Args:
        oracle: Asks the model.
        parser: Turns text into forms.
        roles: Weighs roles beside the model.
        sizes: Says how big things usually are beside the model.
        timeout: Seconds for each solver check.
    """

    def __init__(
        self, oracle: Oracle, parser: Parser, roles: RoleSource, sizes: SizeSource, timeout: float
    ) -> None:
        self.oracle = oracle
        self.parser, self.roles, self.sizes, self.timeout = parser, roles, sizes, timeout

    def answer(self, premises: Sequence[str], options: Sequence[str], *, new: str | None = None) -> Decision:
        """Choose the option that follows from the premises and, where they leave it to it, from evidence."""
        once = Once(self.parser)
        fields = {"premises": list(premises), "new": new or ""}

        def decided(roles: RoleSource) -> Decision:
            reasoner = Reasoner(parser=once, roles=roles, sizes=self.sizes, timeout=self.timeout)
            return reasoner.answer(premises, options, new=new)

        plain = decided(self.roles)
        stated = [*premises, *([] if new is None else [new])]
        if plain.verdict is Verdict.UNPARSED:
            return self._alone(plain, self.oracle.ask(fields, options), stated, options)
        required = decided(_Said(Role.REQUIREMENT, 1.0, "supposed", "")).answer
        beside = decided(_Said(Role.ALTERNATIVE, 1.0, "supposed", "")).answer
        if required is not None and beside is not None and required != beside:
            opinion = self.oracle.ask(fields, options)
            if opinion.failure:
                return plain
            odds = opinion.odds(required, beside)
            if not odds:
                return plain
            said = [
                _Said(role, min(abs(odds), MAX_WEIGHT), self.oracle.name, _reason(opinion, required, beside))
                for role in (Role.REQUIREMENT, Role.ALTERNATIVE)
            ]
            ahead, turned = said if odds > 0 else said[::-1]
            return _by(decided(_Both(self.roles, ahead)), decided(_Both(self.roles, turned)))
        if plain.answer is None and decided(no_roles).verdict is Verdict.UNKNOWN:
            form = once.premises(stated, list(options))
            assert isinstance(form, Premises)
            return self._weighed(plain, form, self.oracle.ask(fields, options))
        return plain

    def compare_size(self, context: str, a: str, b: str) -> Decision:
        """Say which is bigger by the text and, where it leaves that open, by evidence."""
        once = Once(self.parser)

        def decided(sizes: SizeSource) -> Decision:
            reasoner = Reasoner(parser=once, roles=self.roles, sizes=sizes, timeout=self.timeout)
            return reasoner.compare_size(context, a, b)

        plain = decided(self.sizes)
        if plain.verdict is Verdict.UNPARSED:
            return self._alone(plain, self.oracle.ask({"context": context}, (a, b)), [context], (a, b))
        if decided(no_sizes).verdict is not Verdict.UNKNOWN:
            return plain  # the text alone settles it
        opinion = self.oracle.ask({"context": context}, (a, b))
        odds = 0.0 if opinion.failure else opinion.odds(a, b)
        if not odds:
            return plain
        weight = min(abs(odds), MAX_WEIGHT)

        def believing(*, first: bool) -> SizeSource:
            def source(form: SizeContext, /) -> tuple[Evidence, ...]:
                assert form.question is not None  # the parser was given two objects
                bigger, smaller = form.question if first else form.question[::-1]
                claim = SizeClaim(Comparison(bigger, ">", smaller))
                said = Evidence(claim, weight, self.oracle.name, _reason(opinion, a, b))
                return (*self.sizes(form), said)

            return source

        return _by(decided(believing(first=odds > 0)), decided(believing(first=odds < 0)))

    def _weighed(self, plain: Decision, form: Premises, opinion: Opinion) -> Decision:
        """Weigh what the model says of each option that asserts something, beside the premises."""
        if opinion.failure or opinion.place is None or any(_requires(s) for s in form.statements):
            return plain
        evidence = []
        for option, share, query in zip(opinion.options, opinion.shares, form.queries, strict=True):
            others = 1 - share
            odds = Opinion(("it", "not"), (share, others)).odds("it", "not")
            if query.open or not odds:
                continue
            claim = FormulaClaim(query.formula if odds > 0 else negate(query.formula))
            weight = min(abs(odds), MAX_WEIGHT)
            evidence.append(Evidence(claim, weight, self.oracle.name, f"finds {option!r} {share:.2f}"))
        asked = form.queries[opinion.place]
        if asked.open or not evidence:
            return plain
        decision = weigh.decide(form, evidence, asked.formula, timeout=self.timeout)
        chosen = opinion.options[opinion.place] if decision.verdict is Verdict.ENTAILED else None
        return replace(decision, answer=chosen, branch=Branch.ARBITRATION)

    def _alone(
        self, plain: Decision, opinion: Opinion, stated: Sequence[str], options: Sequence[str]
    ) -> Decision:
        why = f"{NOT_UNDERSTOOD}: {plain.reason}"
        return alone(self.oracle, opinion, sources_of(stated, options), why)


@dataclass(frozen=True, slots=True)
class _Said:
    """The `RoleSource` that says one thing of every later conditional."""

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
    """The `RoleSource` that says what two others do."""

    first: RoleSource
    second: RoleSource

    def __call__(
        self, premises: Premises, earlier: Conditional, later: Conditional, /
    ) -> tuple[Evidence, ...]:
        return (*self.first(premises, earlier, later), *self.second(premises, earlier, later))


def _by(decision: Decision, turned: Decision) -> Decision:
    """Say that a decision hinges on the model, where it is another one if the model says the opposite."""
    if (decision.verdict, decision.answer) == (turned.verdict, turned.answer):
        return decision
    return replace(decision, branch=Branch.ARBITRATION)


def _requires(statement: object) -> bool:
    return isinstance(statement, Conditional) and statement.role is Role.REQUIREMENT


def _reason(opinion: Opinion, *options: str) -> str:
    share = dict(zip(opinion.options, opinion.shares, strict=True))
    return "finds " + ", ".join(f"{option!r} {share[option]:.2f}" for option in options)
