"""Conflicts between the facts of a dialogue: minimal sets of facts, with the rules that forbid them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision, parts_unread
from defeasible.reasoner.dialogue.chains import Chains
from defeasible.reasoner.dialogue.knowledge import shipped
from defeasible.reasoner.dialogue.language import Wording
from defeasible.reasoner.dialogue.ontology import validate
from defeasible.reasoner.dialogue.pairs import PairIndex
from defeasible.reasoner.dialogue.proof import Proof
from defeasible.reasoner.trace import ConsistencyStep, Deferred, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.dialogue.knowledge import Knowledge
    from defeasible.reasoner.dialogue.pairs import Clash, Rule
    from defeasible.reasoner.forms import DialogueFact, DialogueFacts

LIMIT = 1000
"""Most conflicts to list."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Facts that cannot all hold, although all but any one of them can."""

    facts: tuple[DialogueFact, ...]
    rules: tuple[Rule, ...]
    """The constraints and commonsense rules that forbid them; empty if one fact denies the other."""
    turns: tuple[str, ...]
    """The words of each fact, quoted from its turn, or the fact as text if it has no words."""

    def __str__(self) -> str:
        said = [f'  {fact.id} "{turn}"' for fact, turn in zip(self.facts, self.turns, strict=True)]
        by = [f"  by {', '.join(rule.id for rule in self.rules)}"] if self.rules else []
        return "\n".join(["cannot all hold" if len(said) > 1 else "cannot hold", *said, *by])


def conflicts(
    form: DialogueFacts, knowledge: Knowledge | None = None, *, limit: int = LIMIT
) -> tuple[Conflict, ...]:
    """Find the conflicts between the facts of a dialogue.

    The result has all conflicts of one or two facts, all of commonsense rules about more facts, and so many
    conflicts through chains that the facts in none of them can all hold. Each conflict is minimal.

    Args:
        form: The facts.
        knowledge: Commonsense knowledge; by default that of the package.
        limit: Most conflicts to list.

    Raises:
        FormError: If a slot is not in the ontology or a phrase is of the wrong kind for it.
    """
    validate(form)
    found, _ = search(form, form.facts, knowledge or shipped(), limit)
    return listed(form, found)


def consistency(form: DialogueFacts, knowledge: Knowledge | None = None, *, limit: int = LIMIT) -> Decision:
    """Decide whether the facts of a dialogue can all hold.

    Returns:
        ENTAILED if they can; else INCONSISTENT, with the conflicts in the trace.

    Raises:
        FormError: As `conflicts`.
    """
    validate(form)
    known = knowledge or shipped()
    found, whole = search(form, form.facts, known, limit)
    verdict = Verdict.INCONSISTENT if found else Verdict.ENTAILED
    decision = Decision(verdict, Deferred(lambda: _proof(form, known, found, whole)), confidence=1.0)
    return parts_unread(decision, "turn", form.unread)


def listed(form: DialogueFacts, clashes: Iterable[Clash]) -> tuple[Conflict, ...]:
    """Return clashes as conflicts, with their facts and quoted words."""
    facts = {fact.id: fact for fact in form.facts}
    wording = Wording(form)
    return tuple(
        Conflict(
            tuple(facts[name] for name in clash.facts),
            clash.rules,
            tuple(wording.quoted(facts[name]) for name in clash.facts),
        )
        for clash in clashes
    )


def search(
    form: DialogueFacts, facts: Sequence[DialogueFact], knowledge: Knowledge, limit: int
) -> tuple[list[Clash], bool]:
    """Return the conflicts among some facts of a form, and whether these are all (see `conflicts`)."""
    found: dict[frozenset[str], Clash] = {}
    remaining = list(facts)
    while True:
        known = len(found)
        index = PairIndex(form, knowledge)
        alone: set[str] = set()
        for fact in remaining:
            for clash in index.clashes(fact):
                found.setdefault(frozenset(clash.facts), clash)
                if len(clash.facts) == 1:
                    alone.add(fact.id)
                if len(found) >= limit:
                    return _minimal(found.values()), False
            if fact.id not in alone:
                index.add(fact)
        through = False
        for clash in Chains(form, (fact for fact in remaining if fact.id not in alone)).clashes():
            through = True
            found.setdefault(frozenset(clash.facts), clash)
            if len(found) >= limit:
                return _minimal(found.values()), False
        listed = {name for clash in _minimal(found.values()) for name in clash.facts}
        remaining = [fact for fact in remaining if fact.id not in listed]
        if not through or len(found) == known:
            return _minimal(found.values()), True


def _minimal(clashes: Iterable[Clash]) -> list[Clash]:
    """Return the conflicts that contain no other; all shorter conflicts of their facts must be given, too."""
    clashes = list(clashes)
    by_fact: dict[str, list[frozenset[str]]] = {}
    for clash in clashes:
        for name in clash.facts:
            by_fact.setdefault(name, []).append(frozenset(clash.facts))
    return [
        clash
        for clash in clashes
        if len(clash.facts) == 1
        or not any(other < frozenset(clash.facts) for name in clash.facts for other in by_fact[name])
    ]


def _proof(form: DialogueFacts, knowledge: Knowledge, found: list[Clash], whole: bool) -> Trace:
    proof = Proof(form, knowledge)
    steps = tuple(proof.conflict(clash) for clash in found)
    if not found:
        steps = (proof.put(ConsistencyStep(proof.facts(form.facts))),)
    reason = "" if whole else f"only the first {len(found)} conflicts are listed"
    return proof.conclude(Verdict.INCONSISTENT if found else Verdict.ENTAILED, steps, reason=reason)
