"""The required content of a story trace: the theory of a story, recomputed from the laws as shipped.

Independent of the decider and deliberately plain: laws about states are tried on every choice of participants
with such states, and groups grow to a fixed point.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from itertools import pairwise, product
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.checker.event_goal import event_goal
from defeasible.reasoner.checker.event_laws import EventLaws
from defeasible.reasoner.checker.formulas import joined
from defeasible.reasoner.checker.law_book import (
    OF_MIND,
    Bond,
    Fluent,
    Signed,
    Stated,
    is_among,
    law_book,
    of_all,
)
from defeasible.reasoner.checker.legend import fluent_in_words
from defeasible.reasoner.checker.story_bonds import (
    alters,
    asked_at,
    asked_only,
    beyond,
    ends,
    heads,
    in_room,
    instances,
    is_time,
    met_by,
    particulars,
    relations,
    relevant,
    scales,
    shared,
    sources_of,
    too_long,
    usually_so,
    wholes_of,
)
from defeasible.reasoner.checker.story_orders import orders
from defeasible.reasoner.forms import Event, Mood
from defeasible.reasoner.laws.library import FADES, IMPLICATURE, IMPLIES, PERSISTENCE
from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from defeasible.reasoner.checker.law_book import Law, Term
    from defeasible.reasoner.forms import Happening, Participant
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.trace.steps import AskStep

ROUNDS = 3
"""Maximum number of laws about states that are applied one after the other."""
_HAPPENS = (Mood.ACTUAL, Mood.POSSIBLE, Mood.ATTEMPTED, Mood.OBLIGED)
"""Moods of events that change the world, or may."""
_BEGUN = "begun"
"""In the cue of a query: it asks whether a state came about (`Did Ann fall ill?`), at whatever moment."""
_NEGATED = "negation: "
"""In the cue of a query, before the word that denies it."""
_IMPLIED = "implied"
"""In the cue of an event that no words tell, though they imply that it did, or did not, happen."""
Effect: TypeAlias = tuple[Fluent, "Law | None", AbstractSet[bool], str]
"""An effect: a fluent, or a pattern for all those that a law covers; the possible values; the part."""
_EITHER = frozenset({True, False})


class StoryTheory:
    """The facts, the relevant rules and the goal of a question about a story."""

    def __init__(self, cast: Sequence[Participant], happenings: Sequence[Happening], ask: AskStep) -> None:
        self.people = {person.id: person for person in cast}
        self.happenings = happenings
        self.events = EventLaws(self.people, happenings)
        self.support = frozenset(ask.support)
        self.spoken: dict[Fluent, set[int]] = {}
        self.described: dict[Fluent, set[int]] = {}
        self.caused: dict[Fluent, set[int]] = {}
        self.rules: dict[Stated, None] = {}
        self.fluent_atoms: dict[str, tuple[Fluent, str]] = {}
        self.acted = {h.span for h in happenings if isinstance(h, Event) and h.span is not None}
        per_line: dict[int, int] = {}
        totals = {h.line: sum(other.line == h.line for other in happenings) for h in happenings}
        self.labels = ["0"]
        for h in happenings:
            per_line[h.line] = per_line.get(h.line, 0) + 1
            self.labels.append(str(h.line) if totals[h.line] == 1 else f"{h.line}.{per_line[h.line]}")
        asked = [k for k, h in enumerate(happenings, 1) if h.line in ask.support]
        self.window = (asked[0] - 1, asked[-1]) if asked else (0, len(happenings))
        numbers = range(1, len(happenings) + 1)
        self.facts = [self._fact(k) for k in numbers]
        for k in numbers:
            self._from_event(k)
        self.effects = [self._effects(h) for h in happenings]
        for fluent, of_many, _, _ in (effect for effects in self.effects for effect in effects):
            if of_many is None:
                self.spoken.setdefault(fluent, set())
        wanted = [None if isinstance(q, Event) else self._wanted(q) for q in ask.queries]
        moments = [asked_at(q, happenings, self.window[1]) for q in ask.queries]
        for signed, at in zip(wanted, moments, strict=True):
            if signed is not None:
                self.spoken.setdefault(signed[0], set()).update(at)
        for _ in range(ROUNDS):
            for bond in [*self._state_laws(), *relations(self.spoken), *orders(self.spoken)]:
                assert bond.right is not None
                self.spoken.setdefault(bond.right[0], set())
        for k in numbers:
            self._denied(k)
        bonds = [*self._state_laws(), *relations(self.spoken), *heads(self.spoken, self.people)]
        bonds += [*orders(self.spoken), *particulars(self.spoken, self.people), *scales(self.spoken)]
        bonds += instances(self.spoken, self.people, happenings)
        self.bonds = [b for b in bonds if b.right is None or b.right[0] in self.spoken]
        self.times = shared(self.spoken, self.spoken, self.bonds)
        self._bond_rules()
        self._persist()
        goals = (
            event_goal(q, happenings, ask, self.people) if s is None else self._state_goal(q, s, at, ask.when)
            for q, s, at in zip(ask.queries, wanted, moments, strict=True)
        )
        self.goal = joined(*goals)
        told = (f for f in self.facts if f is not None)
        self.rules = dict.fromkeys(relevant(self.rules, told, self.goal, self.fluent_atoms))

    def gloss(self, name: str) -> str | None:
        """Return the gloss of a fluent atom; None if it is no fluent."""
        names = {p.id: p.name for p in self.people.values()}
        return fluent_in_words(*self.fluent_atoms[name], names) if name in self.fluent_atoms else None

    # --- reading ------------------------------------------------------------------------------------------

    def _atom(self, signed: Signed, k: int) -> FormulaNode:
        name = signed[0].at(self.labels[k])
        self.fluent_atoms[name] = signed[0], self.labels[k]
        return Atom(name) if signed[1] else Not(Atom(name))

    def _said(self, state: Happening) -> Signed:
        assert not isinstance(state, Event)
        found, affirmed = law_book().canonical(
            state.attribute, state.participant, state.other or "", state.value
        )
        return found, affirmed == state.polarity

    def _wanted(self, query: Happening) -> Signed:
        """Return the literal of a query; for somebody whom only it mentions, anyone of that kind will do."""
        assert not isinstance(query, Event)
        named = self.people[query.other].span if query.other else None
        fluent, sign = self._said(query)
        of_one = query.attribute == "feels" and named and self.people[fluent.other].kind == "person"
        alone = named is not None and named.source[:1] == "q" and self.people[query.other or ""].is_any
        if not alone or fluent.attribute == "related_to" or of_one:
            return fluent, sign
        value = fluent.value or self.people[fluent.other].head
        found, affirmed = law_book().canonical(fluent.attribute, fluent.participant, "", value)
        return found, affirmed == sign

    def _fact(self, k: int) -> FormulaNode | None:
        h = self.happenings[k - 1]
        if isinstance(h, Event):
            so = Atom(h.id) if h.polarity else Not(Atom(h.id))
            if _IMPLIED not in h.cue:
                return so
            reason = IMPLIES[h.polarity]
            self.rules[Stated("implicature", "usually_then", so, IMPLICATURE, h.id, reason)] = None
            return None
        end = len(self.happenings)
        moments = {Mood.ACTUAL: {k}, Mood.PRIOR: {0}, Mood.HABITUAL: {0, k, end}}.get(h.mood)
        said = self._said(h)
        if h.mood is Mood.POSSIBLE:
            self.spoken.setdefault(said[0], set())
        if moments is None:
            return None
        lasting = h.mood is Mood.HABITUAL or h.span in self.acted or h.line in self.support
        (self.caused if lasting else self.described).setdefault(said[0], set()).add(min(moments))
        self.spoken.setdefault(said[0], set()).update(moments)
        return joined(*(self._atom(said, moment) for moment in sorted(moments)))

    # --- events -------------------------------------------------------------------------------------------

    def _from_event(self, k: int) -> None:
        event = self.happenings[k - 1]
        if not isinstance(event, Event):
            return
        for law, part, term, meant in self._claims(event):
            about_before = part in ("before", "usually_before")
            if of_all(term) or (about_before and event.mood is Mood.PRIOR):
                continue
            happened = event.mood is Mood.ACTUAL and event.polarity
            moment = k - 1 if about_before and happened else k
            self.spoken.setdefault(meant[0], set()).add(moment)
            self.caused.setdefault(meant[0], set()).add(moment)
            self._state(law, part, event, self._atom(meant, moment))

    def _claims(self, event: Event) -> Iterator[tuple[Law, str, Term, Signed]]:
        """Yield the claims of laws about an event as told; after the supporting lines, only hard ones."""
        later = bool(self.support) and event.line > max(self.support)
        for law, way in self.events.laws_of(event, event.mood):
            for part, term in law.parts:
                meant = self.events.meant(term, way)
                if meant is not None and part[:4] != "may_" and not (later and part[:7] == "usually"):
                    yield law, part, term, meant

    def _state(self, law: Law, part: str, event: Event, claim: FormulaNode) -> None:
        told = Atom(event.id) if event.polarity else Not(Atom(event.id))
        weight = law.weight if part[:7] == "usually" else None
        self.rules[Stated(law.id, part, Implies(told, claim), weight, event.id, law.reason)] = None

    def _denied(self, k: int) -> None:
        event = self.happenings[k - 1]
        if not isinstance(event, Event):
            return
        meant = list(self._claims(event))
        kept = {m[0] for _, part, _, m in meant if m[1] and part == "after"}
        heading = [who for role, who in event.roles if role in ("goal", "place", "recipient", "topic")]
        for law, part, term, m in meant:
            if not of_all(term):
                continue
            denied = [f for f in self._among(m[0], law) if {f.participant, f.other}.isdisjoint(heading)]
            named = any(role == "something" for role, _ in law.where)
            denied = [f for f in denied if f not in kept and not beyond(f, event, self.people, named=named)]
            for fluent in denied:
                self.spoken[fluent].add(k)
                self.caused.setdefault(fluent, set()).add(k)
                self._state(law, part, event, self._atom((fluent, False), k))

    # --- between fluents ----------------------------------------------------------------------------------

    def _state_laws(self) -> Iterator[Bond]:
        said: dict[Fluent, list[Fluent]] = {}
        for f in self.spoken:
            said.setdefault(Fluent(f.attribute, "", "", f.value), []).append(f)
        for law, needed in law_book().about_states:
            # Most laws are about fluents that nobody mentioned, whoever the participant.
            if not all(of_anybody in said for of_anybody in needed):
                continue
            variables = sorted({v for t in law.states for v in (t.subject, t.other) if v})
            spoken = [said[of_anybody] for of_anybody in needed]
            for chosen in product(*(self._may_be(v, law, spoken) for v in variables)):
                who = dict(zip(variables, chosen, strict=True))
                who.update(("bridged", one) for one in self.events.meant_alone(law))
                if all(self._bound(t, who)[0] in self.spoken for t in law.states) and all(
                    self.events.is_one(who.get(v), nouns) for v, nouns in law.where
                ):
                    left = tuple(self._bound(t, who) for t in law.states)
                    for part, term in law.parts:
                        weight = law.weight if part[:7] == "usually" else None
                        yield Bond(law.id, part, weight, law.reason, left, self._bound(term, who))

    def _may_be(self, variable: str, law: Law, spoken: list[list[Fluent]]) -> list[str]:
        """Return the participants with a fluent wherever a variable stands in the states of a law."""
        where = [
            {f.participant if t.subject == variable else f.other for f in fluents}
            for t, fluents in zip(law.states, spoken, strict=True)
            if variable in (t.subject, t.other)
        ]
        return [who for who in self.people if all(who in some for some in where)]

    def _bound(self, term: Term, who: dict[str, str]) -> Signed:
        other = who[term.other] if term.other else ""
        found, affirmed = law_book().canonical(term.attribute, who[term.subject], other, term.value)
        return found, affirmed == term.positive

    def _bond_rules(self) -> None:
        for b in self.bonds:
            for k in self.times[b.left[0][0]]:
                left = [self._atom(signed, k) for signed in b.left]
                claim: FormulaNode = Not(And(tuple(left)))
                if b.right is not None:
                    right = self._atom(b.right, k)
                    claim = Iff(left[0], right) if b.mutual else Implies(joined(*left), right)
                self.rules[Stated(b.law, b.part, claim, b.weight, "", b.reason)] = None

    def _persist(self) -> None:
        may_become = [self._may_become(h, e) for h, e in zip(self.happenings, self.effects, strict=True)]
        described, caused = (shared(of, self.spoken, self.bonds) for of in (self.described, self.caused))
        line = [h.line for h in (*self.happenings[:1], *self.happenings)]
        whatever = {p.id for p in self.people.values() if p.is_unnamed and asked_only(p)}
        named = {f: moments for f, moments in self.times.items() if f.participant not in whatever}
        for f, start, end in ((f, *pair) for f, moments in named.items() for pair in pairwise(moments)):
            seen = [k for k in (*described[f], *caused[f]) if k <= start]
            origin = max(seen) if seen else start
            coming = min((k for k in (*described[f], *caused[f]) if k >= end), default=None)
            forth = line[end] - line[origin] < FADES and bool(seen)
            back = coming is not None and line[coming] - line[start] < FADES
            aged = not (forth or back or law_book().lasts(f))
            told = bool(seen) and origin not in caused[f] and not law_book().lasts(f)
            if aged and told:
                continue
            rises, falls = (any((f, so) in new for new in may_become[start:end]) for so in (True, False))
            behind = [h for h in self.happenings[origin:end] if h.line != line[origin] or is_time(h)]
            rises |= any(ends(h, f, self.people, so=False, aged=aged, told=told) for h in behind)
            falls |= any(ends(h, f, self.people, so=True, aged=aged, told=told) for h in behind)
            sources = sources_of(f, origin, self.bonds, (self.described, self.caused))
            if any(too_long(h, g, self.people, aged) for g in sources for h in behind):
                continue
            if not (rises and falls):
                first, last = ((self._atom((f, not falls), moment)) for moment in (start, end))
                claim = Implies(first, last) if rises or falls else Iff(first, last)
                reason = "the story tells of nothing that changes it"
                self.rules[Stated("persistence", "usually_then", claim, PERSISTENCE, "", reason)] = None

    def _effects(self, h: Happening) -> list[Effect]:
        if not isinstance(h, Event) or h.mood not in _HAPPENS or not (h.polarity or h.mood is Mood.ACTUAL):
            return []
        laws = self.events.laws_of(h, Mood.ACTUAL)
        after = ("after", "usually_after", "may_after", "may_end")
        parts = [(p, t, way, law) for law, way in laws for p, t in law.parts if p in after]
        meant = [(self.events.meant(t, way), law if of_all(t) else None, p) for p, t, way, law in parts]
        return [
            (m[0], law, _EITHER if p == "may_after" else {m[1]}, p) for m, law, p in meant if m is not None
        ]

    def _among(self, blank: Fluent, law: Law) -> list[Fluent]:
        """Return the fluents that a term with `*` covers, as far as its law restricts these."""
        where = dict(law.where)
        return [
            f
            for f in self.spoken
            if is_among(f, blank)
            and ("someone" not in where or self.events.is_one(f.participant, where["someone"]))
            and ("something" not in where or self.events.is_one(f.other or f"={f.value}", where["something"]))
        ]

    def _perhaps_by(self, h: Happening) -> set[str]:
        """Return who else may have done what an event tells, if that is all that a possible event says."""
        if not isinstance(h, Event) or h.mood is not Mood.POSSIBLE:
            return set()
        before = self.happenings[: self.happenings.index(h)]
        told = next((one for one in reversed(before) if one.mood is not Mood.POSSIBLE), None)
        if not isinstance(told, Event) or (told.verb, told.span) != (h.verb, h.span):
            return set()
        return {who for role, who in h.roles if role == "agent" and (role, who) not in told.roles}

    def _may_become(self, h: Happening, effects: list[Effect]) -> set[Signed]:
        new: set[Signed] = set()
        for blank, law, signs, _ in effects:
            found = {blank} if law is None else set(self._among(blank, law))
            found = {f for f in found if law is None or not in_room(f, h, self.people)}
            new |= {(f, so) for f in found for so in signs}
        themes = {who for role, who in h.roles if role == "theme"} if isinstance(h, Event) else set()
        outward = [f for f, _, _, p in effects if f.attribute not in OF_MIND and p[:4] != "may_"]
        known = any(not themes or not themes.isdisjoint((f.participant, f.other)) for f in outward)
        if isinstance(h, Event) and h.polarity and h.mood in _HAPPENS and not known:
            themes, near = met_by(h, themes, self.people)
            for f in self.spoken:
                met = ({f.other} & themes) | ({f.participant} & near)
                if alters(h, f, met, self.people) and not law_book().lasts(f):
                    new |= {(f, so) for so in _EITHER}
        elif not isinstance(h, Event) and h.mood is Mood.POSSIBLE:
            over, so = self._said(h)
            followed = () if so else usually_so((over, True), self.bonds, ROUNDS)
            new |= {(over, so), *((f, way) for f, _ in followed for way in _EITHER)}
        elif not isinstance(h, Event) and h.mood is Mood.ACTUAL:
            return usually_so(self._said(h), self.bonds, ROUNDS)
        if who := self._perhaps_by(h):
            new = {(f, so) for f, so in new if f.participant in who or f.other in who}
        parts = [g for f, _ in new for g in wholes_of(f, self.people) if g in self.spoken]
        new |= {(g, so) for g in parts for so in _EITHER}
        direct, of = frozenset(new), {f for f, _ in new}
        for bond in self.bonds:
            causes = {f for f, _ in bond.left}
            if bond.right is None:
                new |= {(g, not so) for f, so in direct if f in causes for g in causes - {f}}
            elif causes & of:
                new |= {(bond.right[0], so) for so in _EITHER}
            elif (bond.mutual or bond.law == "specific") and bond.right[0] in of:
                new |= {(f, so) for f in causes for so in _EITHER}
        narrow = [(b.left, b.right) for b in self.bonds if b.law == "broader" and b.right is not None]
        begun = {one for left, right in narrow if right in new for one in left}
        return new | begun | {(f, not so) for left, (g, s) in narrow if (g, not s) in new for f, so in left}

    # --- what is asked ------------------------------------------------------------------------------------

    def _state_goal(self, query: Happening, asked: Signed, at: set[int], when: str) -> FormulaNode:
        first, last = self.window
        begun = _BEGUN in query.cue
        if (when == "ever" or begun) and at == {last}:
            unseen = {first} if asked[0].attribute == "at" else set[int]()
            at = at | {m for m in self.times[asked[0]] if first <= m <= last} | unseen
        parts = tuple(self._atom(asked, moment) for moment in sorted(at))
        if begun and _NEGATED in query.cue:
            return joined(*parts)
        return parts[0] if len(parts) == 1 else Or(parts)
