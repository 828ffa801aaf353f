"""Translates a story into a propositional theory: facts, instances of laws, and persistence between moments.

An atom is an event (by its id) or a fluent at a moment: at 0 before the first happening, at `3` after the
happening of line 3. Only moments with statements about a fluent or a related one are distinguished;
`docs/stories.md` has the rules in full.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.forms import Event, Mood, State
from defeasible.reasoner.forms.story import (
    BEGUN,
    COMPLETED,
    EXCEPTED,
    IMPLIED,
    NEGATED,
    ONGOING,
    OTHERS,
)
from defeasible.reasoner.laws import Fluent, Literal
from defeasible.reasoner.laws.law import claims
from defeasible.reasoner.laws.library import IMPLICATURE, IMPLIES, PERSISTENCE
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, conjoin
from defeasible.reasoner.question.stories import When
from defeasible.reasoner.story.consequence import Consequence
from defeasible.reasoner.story.inertia import ROUNDS, Inertia, Lapse
from defeasible.reasoner.story.instances import Instances, asked_alone, general
from defeasible.reasoner.story.links import Link, broader, ordered
from defeasible.reasoner.story.moments import Moments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.laws import Law, Library
    from defeasible.reasoner.laws.law import Claimed
    from defeasible.reasoner.trace.steps import AskStep

HEADING = frozenset({"goal", "place", "recipient", "topic"})
"""Roles for the destination of an event, or for where it is."""
NARROWING = frozenset({"theme", "recipient", "place", "manner", "instrument", "companion"})
"""Roles that narrow what a denial denies: `did not sleep in the shed`, `did not eat the soup`."""


class Rule(NamedTuple):
    """An instance of a law, or of persistence."""

    law: str
    """Id of the law; `persistence`, `scale`, `relation`, `kind`, `broader`, `order` or `specific` if none."""
    part: Claimed
    happening: str
    """Id of its event; empty if it holds at any moment."""
    claim: FormulaNode
    weight: float | None
    """Log-odds in nats; None for a rule without exceptions."""
    reason: str


class Theory(NamedTuple):
    """The content and implications of a story, as formulas."""

    facts: tuple[tuple[Happening, FormulaNode | None], ...]
    """Every happening with its assertion; None if its mood asserts nothing."""
    rules: tuple[Rule, ...]
    goals: tuple[FormulaNode, ...]
    """The claim of each query, in order."""
    fluents: dict[str, tuple[Fluent, str]]
    """The glosses of fluent atoms: fluent and moment."""
    lapses: tuple[Lapse, ...]
    """Where a fluent need not have kept its value."""


def ground(
    cast: Sequence[Participant], happenings: Sequence[Happening], ask: AskStep, library: Library
) -> Theory:
    """Return the theory of a story, restricted to what may bear on a question."""
    return _Grounder(cast, happenings, ask.support, library).theory(ask.queries, ask.when)


class _Grounder:
    def __init__(
        self,
        cast: Sequence[Participant],
        happenings: Sequence[Happening],
        support: Sequence[int],
        library: Library,
    ) -> None:
        self.library = library
        self.support = frozenset(support)
        self.instances = Instances(library, cast, happenings)
        self.happenings = happenings
        self.acted = {h.span for h in happenings if isinstance(h, Event) and h.span is not None}
        """The clauses with events; a state in the same clause is an effect: `painted it red`."""
        self.moments = Moments(happenings, support)
        self.mentioned: dict[Fluent, set[int]] = {}
        """Every fluent, in order of first mention, with the moments of statements about it."""
        self.atoms: dict[str, tuple[Fluent, str]] = {}
        self.rules: list[Rule] = []
        self.inertia = Inertia(library, self.instances, happenings, self.mentioned)

    def theory(self, queries: Sequence[Happening], when: When) -> Theory:
        facts = tuple((h, self._fact(h, k)) for k, h in enumerate(self.happenings, 1))
        events = [(k, h) for k, h in enumerate(self.happenings, 1) if isinstance(h, Event)]
        told = [(k, h, self._said_of(h)) for k, h in events]
        for k, event, found in told:
            if IMPLIED in event.cue:
                so, reason = Atom(event.id), IMPLIES[event.polarity]
                claim = so if event.polarity else Not(so)
                self.rules.append(Rule("implicature", "usually_then", event.id, claim, IMPLICATURE, reason))
            self._event_rules(k, event, found)
            for consequence in self.inertia.effects[k]:
                # The effect of an attempt is not asserted, but may end what excludes it.
                if not consequence.every_other:
                    self.mentioned.setdefault(consequence.literal.fluent, set())
        asked = [None if isinstance(query, Event) else self._asked(query) for query in queries]
        for query, literal in zip(queries, asked, strict=True):
            if literal is not None:
                for moment in self.moments.asked(query):
                    self._mention(literal.fluent, moment)
        closed = self._closed()
        for k, event, found in told:
            self._denials(k, event, found)
        links = self._links(closed)
        groups = self._groups(links)
        anchors = {fluent: sorted(_moments(self.mentioned, group)) for fluent, group in groups.items()}
        self._link_rules(links, anchors)
        self.inertia.hear(links)
        self._persistence(anchors, groups)
        goals = tuple(
            self._event_goal(query) if isinstance(query, Event) else self._goal(literal, query, when, anchors)
            for query, literal in zip(queries, asked, strict=True)
        )
        rules = tuple(dict.fromkeys(self.rules))
        return Theory(facts, rules, goals, self.atoms, tuple(self.inertia.lapses))

    # --- facts and events ---------------------------------------------------------------------------------

    def _mention(self, fluent: Fluent, moment: int) -> None:
        self.mentioned.setdefault(fluent, set()).add(moment)

    def _at(self, literal: Literal, moment: int) -> FormulaNode:
        name = self.moments.names[moment]
        atom = literal.fluent.at(name)
        self.atoms[atom] = (literal.fluent, name)
        return Atom(atom) if literal.positive else Not(Atom(atom))

    def _asked(self, query: State) -> Literal:
        """Return the literal of a query. A thing that only the query mentions stands for any of its kind.

        `Tom had a phone` holds for any phone of his, if the story names none; `Tom had the blue phone` asks
        for more than a phone. The object of a feeling is one person: `he is angry with his mother` does not
        ask whether he is angry.
        """
        literal = self.library.said(query)
        other = self.instances.cast[query.other] if query.other is not None else None
        if other is None or not (asked_alone(other) and other.is_any):
            return literal
        if query.attribute == "feels" and other.kind == "person":
            return literal
        found = general(self.library, literal.fluent, other.head)
        return literal if found is None else Literal(found.fluent, found.positive is literal.positive)

    def _fact(self, happening: Happening, k: int) -> FormulaNode | None:
        if isinstance(happening, Event):
            if IMPLIED in happening.cue:
                return None
            return Atom(happening.id) if happening.polarity else Not(Atom(happening.id))
        times = {Mood.ACTUAL: [k], Mood.PRIOR: [0], Mood.HABITUAL: sorted({0, k, self.moments.last})}
        literal = self.library.said(happening)
        if happening.mood is Mood.POSSIBLE:
            # It is not asserted, but may end what excludes it.
            self.mentioned.setdefault(literal.fluent, set())
        if happening.mood not in times:
            return None
        for moment in times[happening.mood]:
            self._mention(literal.fluent, moment)
        alone = happening.span not in self.acted and happening.line not in self.support
        fades = alone and happening.mood is not Mood.HABITUAL
        kept = self.inertia.described if fades else self.inertia.caused
        kept.setdefault(literal.fluent, set()).add(times[happening.mood][0])
        return conjoin(*(self._at(literal, moment) for moment in times[happening.mood]))

    def _said_of(self, event: Event) -> list[Consequence]:
        """Return the consequences of an event; after the supporting lines, only hard ones.

        Usual consequences of a later event say little about the moment in question.
        """
        found = self.instances.of_event(event)
        later = self.support and event.line > max(self.support)
        return [c for c in found if not (later and c.part.startswith("usually"))]

    def _event_rules(self, k: int, event: Event, found: Iterable[Consequence]) -> None:
        for law, part, literal, every_other in found:
            if every_other or not claims(part) or (part.endswith("before") and event.mood is Mood.PRIOR):
                continue
            earlier = part.endswith("before") and event.mood is Mood.ACTUAL and event.polarity
            moment = k - 1 if earlier else k
            self._mention(literal.fluent, moment)
            self.inertia.caused.setdefault(literal.fluent, set()).add(moment)
            self._event_rule(law, part, event, self._at(literal, moment))

    def _event_rule(self, law: Law, part: Claimed, event: Event, claim: FormulaNode) -> None:
        told = Atom(event.id) if event.polarity else Not(Atom(event.id))
        weight = law.weight if part.startswith("usually") else None
        rule = Rule(law.id, part, event.id, Implies(told, claim), weight, law.reason)
        if rule not in self.rules:
            self.rules.append(rule)

    def _denials(self, k: int, event: Event, found: Sequence[Consequence]) -> None:
        """Apply `~at(agent, *)` to every participant, unless a law or the event says the opposite.

        Who sets off for the coast is no longer in the old place, and may or may not be at the coast.
        """
        kept = {c.literal.fluent for c in found if c.literal.positive and c.part == "after"}
        heading = {filler for role, filler in event.roles if role in HEADING}
        for consequence in found:
            law, part = consequence.law, consequence.part
            if not consequence.every_other or not claims(part):
                continue
            for fluent in consequence.covered(self.mentioned, self.instances.cast):
                if (
                    fluent not in kept
                    and heading.isdisjoint({fluent.participant, fluent.other})
                    and not self.instances.beyond(fluent, event, law)
                ):
                    self._mention(fluent, k)
                    self.inertia.caused.setdefault(fluent, set()).add(k)
                    denial = self._at(Literal(fluent, False), k)
                    self._event_rule(law, part, event, denial)

    # --- what holds at one moment -------------------------------------------------------------------------

    def _closed(self) -> list[Link]:
        """Add the fluents that follow, by laws about states and by relations, from those mentioned.

        Returns:
            Those laws and relations, as far as they reach in so many rounds.
        """
        links = self._by_state()
        for _ in range(ROUNDS):
            reached = {x.conclusion.fluent: None for x in links if x.conclusion is not None}
            if reached.keys() <= self.mentioned.keys():
                break
            for fluent in reached:
                self.mentioned.setdefault(fluent, set())
            links = self._by_state()
        return links

    def _by_state(self) -> list[Link]:
        known = list(self.mentioned)
        return [
            *self.instances.of_states(known),
            *self.instances.mates(known),
            *broader(self.instances.library, known),
            *ordered(self.instances.library, known),
        ]

    def _links(self, closed: Sequence[Link]) -> list[Link]:
        """Return the relations between fluents; a law whose conclusion was not reached is not applied."""
        known = list(self.mentioned)
        found = [
            *closed,
            *self.instances.kinds(known),
            *self.instances.somebody(known, _unaffirmed(self.instances.cast.values(), self.happenings)),
            *self.instances.specifics(known),
            *self.instances.rivals(known),
        ]
        return [x for x in found if x.conclusion is None or x.conclusion.fluent in self.mentioned]

    def _groups(self, links: Sequence[Link]) -> dict[Fluent, set[Fluent]]:
        """Return, for each fluent, all fluents that are linked with it."""
        group = {fluent: {fluent} for fluent in self.mentioned}
        for link in links:
            members = [x.fluent for x in (*link.premises, *([link.conclusion] if link.conclusion else []))]
            merged = set().union(*(group[m] for m in members))
            for member in merged:
                group[member] = merged
        return group

    def _link_rules(self, links: Sequence[Link], anchors: dict[Fluent, list[int]]) -> None:
        for link in links:
            for moment in anchors[link.premises[0].fluent]:
                premises = [self._at(literal, moment) for literal in link.premises]
                claim: FormulaNode
                if link.conclusion is None:
                    claim = Not(And(tuple(premises)))
                elif link.both_ways:
                    claim = Iff(premises[0], self._at(link.conclusion, moment))
                else:
                    claim = Implies(conjoin(*premises), self._at(link.conclusion, moment))
                self.rules.append(Rule(link.law, link.part, "", claim, link.weight, link.reason))

    # --- persistence --------------------------------------------------------------------------------------

    def _persistence(self, anchors: dict[Fluent, list[int]], groups: dict[Fluent, set[Fluent]]) -> None:
        reason = "the story tells of nothing that changes it"
        for fluent, moments in anchors.items():
            who = self.instances.cast[fluent.participant]
            if who.is_unnamed and asked_alone(who):
                continue  # whether something is in the box follows from what is
            for start, end in pairwise(moments):
                kept = self.inertia.kept(fluent, groups[fluent], start, end)
                if kept:
                    before, after = (self._at(kept[0], moment) for moment in (start, end))
                    claim = Iff(before, after) if len(kept) > 1 else Implies(before, after)
                    self.rules.append(Rule("persistence", "usually_then", "", claim, PERSISTENCE, reason))

    # --- what is asked ------------------------------------------------------------------------------------

    def _goal(
        self, asked: Literal | None, query: Happening, when: When, anchors: dict[Fluent, list[int]]
    ) -> FormulaNode:
        assert asked is not None
        first, last = self.moments.first_asked, self.moments.last_asked
        moments = self.moments.asked(query)
        begun = BEGUN in query.cue
        if (when == "ever" or begun) and moments == [last]:
            # No line need tell where somebody was before.
            unseen = {first} if asked.fluent.attribute == "at" else set[int]()
            moments = sorted({m for m in anchors[asked.fluent] if first <= m <= last} | {last} | unseen)
        formulas = tuple(self._at(asked, moment) for moment in moments)
        if len(formulas) == 1:
            return formulas[0]
        # `did not fall ill` is of each moment, `was it ever dry` and `ever out of its cage` of some
        return And(formulas) if begun and NEGATED in query.cue else Or(formulas)

    def _event_goal(self, query: Event) -> FormulaNode:
        """Return that one of the events that match the query took place.

        Without a match, a denial counts too: who did not mow it did not mow it on Sunday, and if nobody came,
        Tim did not. Who did not sleep in the shed may have slept.
        """
        past = () if query.mood is Mood.HABITUAL else (Mood.PRIOR,)  # who gave up smoking no longer smokes
        alike = [h for h in self.happenings if isinstance(h, Event) and h.verb == query.verb]
        alike = [h for h in alike if h.mood in (Mood.ACTUAL, query.mood, *past)]
        anybody = {who.id for who in self.instances.cast.values() if who.is_unnamed}
        wanted = {(role, who) for role, who in query.roles if who not in anybody}
        fits = [h for h in alike if wanted <= set(h.roles)]
        narrowing = NARROWING | ({"time"} if query.mood is Mood.HABITUAL else set())
        more = {h.id: {r for r, who in set(h.roles) - wanted if who not in anybody} for h in fits}
        fits = [h for h in fits if h.polarity or narrowing.isdisjoint(more[h.id])]
        if not any(h.polarity and h.cue != EXCEPTED for h in alike):
            denials = (h for h in alike if not h.polarity and h not in fits and h.roles)
            fits += [h for h in denials if self._covers(h, wanted)]
        earlier = [h for h in fits if h.mood is query.mood is Mood.PRIOR]
        if ONGOING in query.cue and earlier:  # `was crying before that`
            fits = earlier
        elif ONGOING in query.cue:  # only what was last told of it counts, and if it goes on, only of the end
            end = max(self.support, default=self.happenings[-1].line if self.happenings else 0)
            fits = [h for h in fits if h.mood is not Mood.PRIOR][-1:]
            fits = [h for h in fits if not h.polarity or (ONGOING in h.cue and h.line >= end)]
        if COMPLETED in query.cue:
            fits = [h for h in fits if not h.polarity or ONGOING not in h.cue]
        told: list[FormulaNode] = [Atom(h.id) for h in fits]
        some = told[0] if len(told) == 1 else Or(tuple(told)) if told else Atom(query.id)
        return some if query.polarity else Not(some)

    def _covers(self, denied: Event, wanted: set[tuple[str, str]]) -> bool:
        """Return whether a denial is of as much as some roles, or more: `nobody` stands for each person.

        That is each but those excepted: `nobody but Ann sang` does not deny that Ann sang in the hall.
        """
        cast, nobody = self.instances.cast, _unaffirmed(self.instances.cast.values(), self.happenings)
        events = (h for h in self.happenings if isinstance(h, Event))
        apart = [h.roles for h in events if h.cue == EXCEPTED and h.span == denied.span]
        nobody |= {who.id for who in cast.values() if apart and who.head == OTHERS}
        if any(pair in wanted and pair not in denied.roles for roles in apart for pair in roles):
            return False
        kinds = {role: cast[f].kind for role, f in wanted if f in cast}
        return all(
            (role, who) in wanted or (who in nobody and kinds.get(role) in cast[who].stands_for)
            for role, who in denied.roles
        )


def _moments(of: Mapping[Fluent, set[int]], group: Iterable[Fluent]) -> set[int]:
    return set().union(*(of.get(fluent, ()) for fluent in group))


def _unaffirmed(cast: Iterable[Participant], happenings: Sequence[Happening]) -> set[str]:
    """Return the unnamed participants of whom a story affirms nothing: `nobody`, or asked of alone."""
    affirmed: set[str | None] = set()
    for told in happenings:
        who = [f for _, f in told.roles] if isinstance(told, Event) else [told.participant, told.other]
        affirmed.update(who if told.polarity else ())
    return {who.id for who in cast if who.is_unnamed and who.id not in affirmed}
