"""`Inertia`: what keeps its value between two moments of a story, and what may have ended it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.forms import Event, Mood, State
from defeasible.reasoner.laws import Literal
from defeasible.reasoner.laws.law import AFTER, claims
from defeasible.reasoner.laws.library import FADES, OF_MIND
from defeasible.reasoner.story.links import both_values, implied, opposed, touched_with
from defeasible.reasoner.story.wear import CHANGERS, Wear, elapses

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence, Set

    from defeasible.reasoner.forms import Happening
    from defeasible.reasoner.laws import Fluent, Library
    from defeasible.reasoner.story.consequence import Consequence
    from defeasible.reasoner.story.instances import Instances
    from defeasible.reasoner.story.links import Link

ROUNDS = 3
"""Maximum number of laws about states that are applied one after the other."""


class Lapse(NamedTuple):
    """A state that need not have kept its value."""

    fluent: Fluent
    since: int
    """The last moment at which the story shows it, or something that bears on it."""
    by: Happening | None
    """What may have ended it; None if nothing did, but it is two lines old."""


class Inertia:
    """Decides which fluents keep their values, by the laws and by `wear`.

    Args:
        library: The laws.
        instances: The laws applied to the participants.
        happenings: The events and states of the story.
        mentioned: Every fluent that the story or the question mentions; it may grow until `hear`.
    """

    def __init__(
        self,
        library: Library,
        instances: Instances,
        happenings: Sequence[Happening],
        mentioned: Mapping[Fluent, Set[int]],
    ) -> None:
        self._library, self._instances, self._mentioned = library, instances, mentioned
        self.described: dict[Fluent, set[int]] = {}
        self.caused: dict[Fluent, set[int]] = {}
        """The moments at which a state is told, and those at which an event or a supporting line shows it."""
        self._beside: dict[Fluent, set[Fluent]] = {}
        """The fluents that each one is directly related with."""
        self._happenings = happenings
        self._wear = Wear(library, instances.cast)
        self._lines = [h.line for h in (*happenings[:1], *happenings)]
        self.effects = {k: self._effects(h) for k, h in enumerate(happenings, 1) if isinstance(h, Event)}
        """The effects of each event that happened or may have, by its index among the happenings."""
        self._touched: list[set[Literal]] = []
        self.lapses: list[Lapse] = []
        """Where a fluent was not found to keep its value."""

    def hear(self, links: Sequence[Link]) -> None:
        """Find what each happening may make true, given the relations between all fluents."""
        for link in links:
            joined = {x.fluent for x in (*link.premises, *([link.conclusion] if link.conclusion else []))}
            for fluent in joined:
                self._beside.setdefault(fluent, set()).update(joined)
        self._touched = [self._touches(k, h, links) for k, h in enumerate(self._happenings, 1)]

    def kept(self, fluent: Fluent, group: Collection[Fluent], start: int, end: int) -> list[Literal]:
        """Return whether a fluent stays true, or false, or both, from one moment to another.

        Args:
            fluent: The fluent.
            group: All fluents that it is related with, directly or not.
            start: The first moment.
            end: The next at which something is said of the group.
        """
        caused = {moment for member in group for moment in self.caused.get(member, ())}
        shown = caused | {moment for member in group for moment in self.described.get(member, ())}
        since = max((moment for moment in shown if moment <= start), default=start)
        lines, lasting = self._lines, self._library.lasts(fluent)
        near = any(lines[max(m, end)] - lines[min(m, start)] < FADES for m in shown)
        old = not (near or lasting)
        told = since in shown - caused and not lasting
        later = [h for h in self._happenings[since:end] if h.line > lines[since] or elapses(h)]
        own = self._shows(fluent, since)
        sources = [f for f in self._beside.get(fluent, ()) if not own and self._shows(f, since)]
        ways = []
        for way in (Literal(fluent), Literal(fluent, False)):
            between = zip(self._touched[start:end], self._happenings[start:end], strict=True)
            by = next((h for changed, h in between if opposed(way) in changed), None)
            by = by or next((h for h in later if self._wear.ends(h, way, old=old, told=told)), None)
            # What only follows from a state lasts no longer than the state.
            by = by or next((h for h in later for f in sources if self._wear.outlasts(h, f, old=old)), None)
            if by is None and not (old and told):
                ways.append(way)
            elif since in shown and opposed(way) not in self._said(since):
                self.lapses.append(Lapse(fluent, since, by))
        return ways

    def _shows(self, fluent: Fluent, moment: int) -> bool:
        """Return whether the happening before a moment shows a fluent itself."""
        return moment in self.caused.get(fluent, ()) or moment in self.described.get(fluent, ())

    def _said(self, moment: int) -> set[Literal]:
        """Return what the happening before a moment tells."""
        happening = self._happenings[moment - 1] if moment else None
        if isinstance(happening, State):
            return {self._library.said(happening)}
        return {c.literal for c in self.effects.get(moment, ()) if claims(c.part)}

    def _effects(self, event: Event) -> list[Consequence]:
        """Return the effects of an event that happened, or may have."""
        if event.mood not in CHANGERS or not (event.polarity or event.mood is Mood.ACTUAL):
            return []
        return [c for c in self._instances.of_event(event, told=False) if c.part in AFTER]

    def _foreseen(self, k: int, themes: set[str]) -> bool:
        """Return whether the laws determine how an event changes its themes."""
        after = [c.literal.fluent for c in self.effects[k] if claims(c.part)]
        said = [f for f in after if not themes or f.participant in themes or f.other in themes]
        return any(f.attribute not in OF_MIND for f in said)

    def _instead(self, k: int, happening: Happening) -> set[str]:
        """Return who may have done instead what an event tells: Tom, of `Ben and Tom met. He slept`."""
        if not isinstance(happening, Event) or happening.mood is not Mood.POSSIBLE:
            return set()
        before = (self._happenings[n] for n in range(k - 2, -1, -1))
        told = next((h for h in before if h.mood is not Mood.POSSIBLE), None)
        if not isinstance(told, Event) or (told.verb, told.span) != (happening.verb, happening.span):
            return set()
        return {who for role, who in {*happening.roles} - {*told.roles} if role == "agent"}

    def _touches(self, k: int, happening: Happening, links: Sequence[Link]) -> set[Literal]:
        """Return what may become true by a happening: its effects, their consequences and their rivals.

        An event without effects by law may change any state of its theme, and of each thing that it is done
        with, at or to, in either direction, except states that only an event with a law ends, such as being
        married. A state told as possible may hold.
        """
        changed: set[Literal] = set()
        if isinstance(happening, Event) and happening.mood in CHANGERS and happening.polarity:
            themes = {filler for role, filler in happening.roles if role == "theme"}
            if not self._foreseen(k, themes):
                themes |= {heap for theme in themes for heap in self._instances.heaps(theme)}
                beside = themes | self._instances.beside(happening)
                met = {f: {f.other} & themes | {f.participant} & beside for f in self._mentioned}
                altered = (f for f, of in met.items() if self._wear.alters(happening, f, of))
                changed |= both_values(f for f in altered if not self._library.lasts(f))
        if isinstance(happening, State) and happening.mood is Mood.POSSIBLE:
            said = self._library.said(happening)
            changed.add(said)
            if not said.positive:  # with fear, what followed from it may be over
                changed |= both_values(f.fluent for f in implied(opposed(said), links, ROUNDS))
        instead = self._instead(k, happening)
        for consequence in self.effects.get(k, ()):
            covered = consequence.covered(self._mentioned, self._instances.cast)
            if consequence.every_other and isinstance(happening, Event):
                covered = [f for f in covered if not self._instances.indoors(f, happening)]
            positive = consequence.literal.positive
            either = consequence.part == "may_after"
            changed |= both_values(covered) if either else {Literal(f, positive) for f in covered}
        if instead:
            changed = {c for c in changed if {c.fluent.participant, c.fluent.other} & instead}
        if isinstance(happening, State) and happening.mood is Mood.ACTUAL:
            return implied(self._library.said(happening), links, ROUNDS)
        # Who gives away one ticket may not have both.
        wholes = {whole for literal in changed for whole in self._instances.wholes(literal.fluent)}
        changed |= both_values(wholes & self._mentioned.keys())
        return touched_with(changed, links)
