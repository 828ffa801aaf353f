"""Policies for conflicts: report them, let the latest fact win, or ask."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.dialogue.chains import Chains
from defeasible.reasoner.dialogue.conflicts import LIMIT, Conflict, conflicts, consistency, listed, search
from defeasible.reasoner.dialogue.knowledge import shipped
from defeasible.reasoner.dialogue.language import language_of
from defeasible.reasoner.dialogue.ontology import validate
from defeasible.reasoner.dialogue.pairs import PairIndex
from defeasible.reasoner.dialogue.proof import Proof
from defeasible.reasoner.errors import unknown
from defeasible.reasoner.trace import ConsistencyStep, Deferred, RetractionStep, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.dialogue.knowledge import Knowledge
    from defeasible.reasoner.dialogue.pairs import Clash
    from defeasible.reasoner.forms import DialogueFact, DialogueFacts

Policy: TypeAlias = Literal["report", "latest-wins", "ask"]


@dataclass(frozen=True, slots=True)
class Superseded:
    """A fact that gave way to later ones; it remains in the history of its dialogue."""

    fact: DialogueFact
    conflict: Conflict
    """The reason: the later facts that it clashes with, and by which rules."""

    def __str__(self) -> str:
        return f"{self.fact.id} gave way: {self.conflict}"


@dataclass(frozen=True, slots=True)
class Resolution:
    """The facts of a dialogue after resolution."""

    decision: Decision
    """Whether the kept facts can all hold, with the trace."""
    facts: DialogueFacts
    """The kept facts."""
    superseded: tuple[Superseded, ...] = ()
    """For `latest-wins`: the facts that gave way, oldest first."""
    questions: tuple[str, ...] = ()
    """For `ask`: one question for each conflict, in the language of the dialogue."""

    def __str__(self) -> str:
        stand = f"{self.decision.verdict.upper()}: {len(self.facts.facts)} facts stand"
        return "\n".join([stand, *map(str, self.superseded), *self.questions])


def resolve(form: DialogueFacts, policy: Policy = "report", knowledge: Knowledge | None = None) -> Resolution:
    """Resolve the conflicts of a dialogue.

    `report` and `ask` keep all facts. `latest-wins` is linear revision by turn: from the last fact back to
    the first, each is kept unless it clashes with later facts that were kept.

    Raises:
        FormError: If a slot is not in the ontology or a phrase is of the wrong kind for it.
        UsageError: If there is no such policy.
    """
    match policy:
        case "report":
            return Resolution(consistency(form, knowledge), form)
        case "ask":
            questions = tuple(_question(form, one) for one in conflicts(form, knowledge))
            return Resolution(consistency(form, knowledge), form, questions=questions)
        case "latest-wins":
            return _latest(form, knowledge or shipped())
        case _:
            raise unknown("policy", policy, ("report", "latest-wins", "ask"))


def _latest(form: DialogueFacts, knowledge: Knowledge) -> Resolution:
    validate(form)
    found, whole = search(form, form.facts, knowledge, LIMIT)
    chained = Chains(form, form.facts).suspects()
    suspects = chained.union(*(clash.facts for clash in found)) if whole else {f.id for f in form.facts}
    index = PairIndex(form, knowledge)
    for fact in form.facts:
        if fact.id not in suspects:
            index.add(fact)
    links: list[DialogueFact] = []
    dropped: list[tuple[DialogueFact, Clash]] = []
    for fact in sorted(form.facts, key=_turns(form), reverse=True):
        if fact.id not in suspects:
            continue
        clash = next(iter(index.clashes(fact)), None)
        if clash is None and fact.id in chained:
            clash = next(iter(Chains(form, [*links, fact]).clashes()), None)
        if clash is not None:
            dropped.append((fact, clash))
            continue
        index.add(fact)
        if fact.id in chained:
            links.append(fact)
    dropped.reverse()
    gone = {fact.id for fact, _ in dropped}
    kept = replace(form, facts=tuple(fact for fact in form.facts if fact.id not in gone))
    why = listed(form, [clash for _, clash in dropped])
    superseded = tuple(Superseded(fact, one) for (fact, _), one in zip(dropped, why, strict=True))
    proof = Deferred(lambda: _proof(form, kept, knowledge, dropped))
    decision = parts_unread(Decision(Verdict.ENTAILED, proof, confidence=1.0), "turn", form.unread)
    return Resolution(decision, kept, superseded)


def _proof(
    form: DialogueFacts, kept: DialogueFacts, knowledge: Knowledge, dropped: list[tuple[DialogueFact, Clash]]
) -> Trace:
    proof = Proof(form, knowledge)
    for fact, clash in dropped:
        (target,) = proof.facts([fact])
        proof.put(RetractionStep(target, (proof.conflict(clash),)))
    uses = (proof.put(ConsistencyStep(proof.facts(kept.facts))),)
    return proof.conclude(Verdict.ENTAILED, uses)


class _turns:  # noqa: N801 - a key function
    """Orders facts by the turn that states them, and within a turn by their order in the form."""

    def __init__(self, form: DialogueFacts) -> None:
        self._turn = {source.id: number for number, source in enumerate(form.sources)}
        self._place = {fact.id: number for number, fact in enumerate(form.facts)}

    def __call__(self, fact: DialogueFact) -> tuple[int, int]:
        """Return the turn of a fact, or -1 if it has no words, and its position."""
        return (-1 if fact.span is None else self._turn[fact.span.source], self._place[fact.id])


def _question(form: DialogueFacts, conflict: Conflict) -> str:
    if language_of(form) == "zh":
        return f"{'，'.join(f'“{turn}”' for turn in conflict.turns)}：不能同时成立，哪个对？"
    said = " and ".join(f'"{turn}"' for turn in conflict.turns)
    return f"{said}: this cannot all be so. Which is right?"
