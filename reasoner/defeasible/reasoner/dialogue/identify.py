"""Identify the slot or domain that relates two phrases, by cues weighed over all options.

A slot implies its domain, so an option that names a domain leaves its slots possible, and options of both
kinds are decided together. Exactly one slot of the options holds. The weight of a slot is that of its cues,
and the weight of an option is that of its best slot. All options of the highest weight are best; ties are
named.
"""

from __future__ import annotations

from collections import Counter
from difflib import get_close_matches
from math import exp
from typing import TYPE_CHECKING, Literal

from defeasible.reasoner.decision import Decision
from defeasible.reasoner.dialogue.cues import find
from defeasible.reasoner.dialogue.ontology import ontology
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import DialogueFacts, Domain, Slot
from defeasible.reasoner.given import texts
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import BalanceStep, ConclusionStep, CueStep, Flip, SlotOption, Step, Trace
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from defeasible.reasoner.forms.ontology import Dimension


def identify(
    dialogue: DialogueFacts | Iterable[str], phrase1: str, phrase2: str, options: Iterable[str]
) -> Decision:
    """Choose the slot or the domain that relates two phrases.

    Args:
        dialogue: The dialogue, as facts or as its turns.
        phrase1: The entity or event that the fact is about.
        phrase2: The phrase that fills the slot.
        options: Names of slots or domains in either language, with or without a letter such as `(a)`. A name
            that is not in the ontology stands for the nearest known one.

    Returns:
        ENTAILED with the option as `answer`, word for word; UNKNOWN if several tie, which the trace names.
        `confidence` is the probability of the answer among the options by their weights.

    Raises:
        UsageError: If there are no options, one occurs twice, none names a slot or a domain, or an argument
            is not text.
    """
    options = texts(options, phrase1, phrase2, name="options")
    if not options:
        raise UsageError("no options to choose from", hint="pass a list of names")
    if len(set(options)) < len(options):
        raise UsageError("duplicate option", hint="pass each option once")
    if not phrase1.strip() or not phrase2.strip():
        raise UsageError("a phrase is empty", hint="pass two phrases of the dialogue")
    if isinstance(dialogue, DialogueFacts):
        turns = dialogue.sources
    else:
        said = texts(dialogue, name="dialogue")
        turns = tuple(Source(f"t{number}", text) for number, text in enumerate(said, 1))
    return _Weighing(turns, phrase1, phrase2, slots_of(options)).decide()


def slots_of(options: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Return the slots that each option leaves possible.

    A name may be that of both a domain and a slot, or of domains of two dimensions. The dimension of most
    options decides, and if one option can only be a slot, all options that can be slots are.
    """
    known = ontology()
    meant = {option: known.named(_bare(option)) or known.named(_nearest(_bare(option))) for option in options}
    if not any(meant.values()):
        raise UsageError(
            f"no option names a slot or a domain: {', '.join(map(repr, options))}",
            hint=f"slots: {', '.join(slot.zh for slot in known.slots)}",
        )

    votes = Counter(kind for items in meant.values() for kind in {_dimension(one) for one in items})
    most = max(votes.values())
    narrowed = {
        option: [one for one in items if votes[_dimension(one)] == most] or list(items)
        for option, items in meant.items()
    }
    as_domains = all(any(isinstance(one, Domain) for one in items) for items in narrowed.values() if items)
    chosen: dict[str, tuple[str, ...]] = {}
    for option, items in narrowed.items():
        first = next((one for one in items if isinstance(one, Domain) == as_domains), next(iter(items), None))
        if isinstance(first, Domain):
            chosen[option] = tuple(slot.id for slot in known.slots_of(first.id))
        else:
            chosen[option] = () if first is None else (first.id,)
    return chosen


def _dimension(one: Domain | Slot) -> Dimension:
    return one.dimension if isinstance(one, Domain) else ontology().domain_of(one.id).dimension


def _bare(option: str) -> str:
    """Return an option without its letter, as in `(a) cause`."""
    head, close, rest = option.strip().partition(")")
    return rest.strip() if close and len(head.lstrip("(").strip()) == 1 and rest.strip() else option.strip()


def _nearest(name: str) -> str:
    known = ontology()
    names = {n.casefold(): n for s in known.slots for n in (s.id, s.en, s.zh, *s.aliases)}
    names |= {n.casefold(): n for d in known.domains for n in (d.id, d.en, d.zh, *d.aliases)}
    near = get_close_matches(name.casefold(), names, n=1, cutoff=0.6)
    return names[near[0]] if near else ""


class _Weighing:
    """Builds the steps of one decision."""

    def __init__(
        self, turns: tuple[Source, ...], subject: str, value: str, options: dict[str, tuple[str, ...]]
    ) -> None:
        self.turns, self.subject, self.value, self.options = turns, subject, value, options
        possible = {slot for slots in options.values() for slot in slots}
        self.found = [
            (one, slot, weight)
            for one in find(subject, value, turns)
            for slot, weight in one.cue.weight.items()
            if slot in possible
        ]

    def decide(self) -> Decision:
        """Weigh all options, then again without each cue that the answer may hinge on."""
        everything = range(len(self.found))
        weighed = self._weigh(everything)
        best = _best(weighed)
        winning = frozenset(slot for option in best for slot in self.options[option])
        # Cues for the winners come first, so that the others can cite them.
        order = sorted(everything, key=lambda k: self.found[k][1] not in winning)
        number = {k: n for n, k in enumerate(order, 1)}
        winners = tuple(number[k] for k in order if self.found[k][1] in winning)
        self.steps: list[Step] = [self._cue(k, winning, winners, tied=len(best) > 1) for k in order]
        uses = (self._balance(weighed, best, tuple(sorted(number.values()))),)
        flips: list[Flip] = []
        if len(best) == 1:
            for cue in dict.fromkeys(self.found[k][0].cue.id for k in order if self.found[k][1] in winning):
                left = [k for k in everything if self.found[k][0].cue.id != cue]
                without = self._weigh(left)
                others = _best(without)
                if others != best:
                    counted = tuple(sorted(number[k] for k in left))
                    step = self._balance(without, others, counted, flipped=True)
                    gone = tuple(sorted(number[k] for k in everything if k not in left))
                    verdict = Verdict.UNKNOWN if len(others) > 1 else Verdict.REFUTED
                    flips.append(Flip(gone, verdict, step))
        answer = best[0] if len(best) == 1 else None
        verdict = Verdict.UNKNOWN if answer is None else Verdict.ENTAILED
        self.steps.append(ConclusionStep(verdict, uses, flips=tuple(flips)))
        most = max(option.weight for option in weighed)
        sure = 1 / sum(exp(option.weight - most) for option in weighed) if answer is not None else 0.0
        proof = Trace("dialogue", self.turns, tuple(self.steps))
        return Decision(verdict, proof, answer=answer, confidence=sure)

    def _cue(self, k: int, winning: frozenset[str], winners: tuple[int, ...], *, tied: bool) -> CueStep:
        one, slot, weight = self.found[k]
        status: Literal["accepted", "overruled", "tied"] = "tied" if tied else "accepted"
        by: tuple[int, ...] = ()
        if slot not in winning:
            status, by = "overruled", winners
        return CueStep(one.cue.id, slot, weight, one.words, one.cue.where, one.span, status, by)

    def _weigh(self, counted: Sequence[int]) -> tuple[SlotOption, ...]:
        scores: dict[str, float] = dict.fromkeys((s for slots in self.options.values() for s in slots), 0.0)
        for k in counted:
            scores[self.found[k][1]] += self.found[k][2]
        return tuple(
            SlotOption(option, slots, round(max((scores[slot] for slot in slots), default=0.0), 6))
            for option, slots in self.options.items()
        )

    def _balance(
        self,
        weighed: tuple[SlotOption, ...],
        best: tuple[str, ...],
        counted: tuple[int, ...],
        *,
        flipped: bool = False,
    ) -> int:
        """Add the step that weighs the options by some cues; return its number."""
        self.steps.append(BalanceStep(self.subject, self.value, weighed, best, counted, flipped))
        return len(self.steps)


def _best(weighed: tuple[SlotOption, ...]) -> tuple[str, ...]:
    most = max((option.weight for option in weighed if option.slots), default=0.0)
    return tuple(option.text for option in weighed if option.slots and option.weight == most)
