"""Entailments by words alone: `left at nine` entails `left`.

Propositions are compared role by role. Nothing is inferred from knowledge of the world.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain, product
from typing import TypeAlias

from defeasible.reasoner.english.closed import ONLY
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.grammar.belief import dating
from defeasible.reasoner.grammar.belief.adjuncts import FICTIONAL, is_time, recurs
from defeasible.reasoner.grammar.belief.chains import paths
from defeasible.reasoner.grammar.belief.fillers import NONE, Filler
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.framing import frame_of
from defeasible.reasoner.grammar.belief.identity import had, renamed, sole
from defeasible.reasoner.grammar.belief.kin import related
from defeasible.reasoner.grammar.belief.kinds import qualified
from defeasible.reasoner.grammar.belief.measures import Measure, measure_of
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import opposed
from defeasible.reasoner.grammar.belief.paraphrases import framed, implied, possessed
from defeasible.reasoner.grammar.belief.places import emptied, is_in_name, unaided
from defeasible.reasoner.grammar.belief.rankings import Ranking, in_turn, ranking

_IN = ("by:in", "by:inside", "by:within")
_THAT = frozenset({("it",), ("they",)})
"""Pronouns that may stand for any thing."""
_ANY = "*"
"""Wildcard for the head of a role."""


Chain: TypeAlias = tuple[tuple[str, ...], str, bool]
"""Propositions that hold together, with their conclusion and its truth value."""


def _container(frame: Frame) -> Filler | None:
    """Return the thing that a frame says something is in; None for a picture or a story."""
    within = [filler for role, filler in frame.fillers if role in _IN]
    return within[0] if len(within) == 1 and FICTIONAL.isdisjoint(within[0].stems) else None


class Links:
    """The entailments between propositions.

    Args:
        clauses: The propositions in affirmative words, by the names of their atoms.
        aliases: Pronouns, each with the only name that it can refer to.
    """

    def __init__(self, clauses: Iterable[tuple[str, Clause]], aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._said: dict[str, list[Frame]] = {}
        self._plain: dict[str, Frame] = {}
        self._by_heads: dict[tuple[object, ...], list[str]] = defaultdict(list)
        self._rankings: dict[str, Ranking] = {}
        self._measures: dict[str, Measure] = {}
        self._things: dict[str, set[Filler]] = defaultdict(set)
        self._of_kind: dict[tuple[str, ...], set[str]] = defaultdict(set)
        self._names = set[str]()
        for name, clause in clauses:
            self.add(name, clause)

    def add(self, name: str, clause: Clause) -> None:
        """Add a proposition."""
        rank = ranking(clause, self._aliases)
        if rank is not None:
            self._rankings[name] = rank
        if (measure := measure_of(clause, self._aliases)) is not None:
            self._measures[name] = measure
        names = tuple(sorted(self._aliases.items()))
        one, plain = framed(clause, names), frame_of(clause, names)
        if one is None or plain is None:
            return
        self._plain[name] = plain
        self._names |= clause.names
        known = {role: self._known(filler) for role, filler in one.fillers}
        thing = known.get("object", NONE).stems
        one = replace(one, fillers=tuple(i for i in known.items() if not is_in_name(*i, thing)))
        for _, filler in one.fillers:
            if filler.group.definite:
                self._things[filler.head].add(filler.group)
            for kind in () if filler.person else kinds_of(filler.core[-1:]):
                self._of_kind[kind].add(filler.head)
        self._said[name] = [one, *implied(one)]
        for view in self._said[name]:
            verbs = {view.verb, *(words for kind, words, _ in view.parts if kind == "verbs")}
            for key in product(verbs, *((head, _ANY) for head in view.heads)):
                self._by_heads[key].append(name)

    def _known(self, filler: Filler) -> Filler:
        """Return `her lodger` for `the lodger` if only one such thing has been mentioned."""
        known = self._things[own.head] if (own := filler.group).definite else set[Filler]()
        if own.owned:  # not `Rex, Ann's dog` for `Ann's dog`
            known = {x for x in known if x.owned == own.owned and x.stems[:1] == own.stems[:1]}
        found = {other.stems: other for other in known if own.is_of(other)}
        said = len(found) != 1 or any(other.stems == own.stems for other in known)
        one = own if said else next(iter(found.values()))
        return replace(filler, stems=one.stems, core=one.core, owned=one.owned) if filler.part else one

    def _beside(self, name: str) -> list[str]:
        found = dict[str, None]()
        for view in self._said.get(name, []):
            subjects, objects = ({head, ""} if head else {_ANY} for head in view.heads)
            against = {o for kind, w, _ in view.parts if kind == "verbs" for o in opposed(kind, w)}
            keys = [(verb, s, o) for verb in (view.verb, *against) for s in subjects for o in objects]
            keys += [(verb, o, _ANY) for verb in against for o in objects]  # `is cancelled`, `takes place`
            keys += [(verb, _ANY, s) for verb in against for s in subjects]
            if "alone" in view.adverbs:  # `painted it alone`, `Tom painted it`
                keys += [(view.verb, _ANY, o) for o in objects]
            if ONLY & view.adverbs:  # `only drinks tea`, `drinks coffee`
                keys += [(view.verb, s, _ANY) for s in subjects]
            if view.asymmetric:
                keys += [(verb, o, s) for verb, s, o in keys]
            for key in keys:
                found |= dict.fromkeys(self._by_heads.get(key, ()))
        return sorted((n for n in found if n != name), key=lambda n: int(n[1:]))

    def _entails(self, one: str, other: str) -> bool:
        """Return whether one proposition entails another."""
        ranks, said = (self._rankings.get(one), self._rankings.get(other)), self._said.get(other, [])[:1]
        more = any(self._is_said(plain, view) for plain in said for view in self._said.get(one, ()))
        more = more or (ranks[0] is not None and ranks[1] is not None and ranks[0].entails(ranks[1]))
        return more or self._within_bounds(self._measures.get(one), other)

    def _is_said(self, plain: Frame, view: Frame) -> bool:
        """Return whether a frame is entailed; not of `the furniture` by the price of one piece out of two."""
        return (view.entails(plain) or dating.since_then(view, plain)) and not any(
            filler.definite and view[role].indefinite and len(self._of_kind[filler.core]) > 1
            for role, filler in plain.fillers
        )

    def follows(self, name: str, held: bool, *, opposites: bool = True) -> list[tuple[str, bool]]:
        """Return the propositions whose truth value follows from that of another.

        Args:
            name: The proposition.
            held: Whether it is true.
            opposites: Whether its opposites are then false, or only incompatible quantities.
        """
        near = self._beside(name)
        near += [
            n
            for known in (self._rankings, self._measures)
            for n in known
            if name in known and n not in {name, *near}
        ]
        if held:
            barred = self._excluded(name, opposites=opposites)
            return [(n, True) for n in near if self._entails(name, n)] + [(n, False) for n in barred]
        found = [(n, False) for n in near if self._entails(n, name)]
        return found + [(n, True) for n in self._otherwise(name)]

    def happened(self, name: str) -> bool:
        """Return whether a proposition is a past event: neither a state nor what goes on."""
        one = self._said.get(name, [None])[0]
        return one is not None and one.past and bool(one.verb) and not (one.modal or one.going or one.denied)

    def touches(self, event: str, state: str) -> bool:
        """Return whether an event is done to, or by, the thing of a state, or to what `it` may be."""
        one, other = self._said.get(event, [None])[0], self._said.get(state, [None])[0]
        if one is None or other is None or not one.verb:
            return False
        thing = other["object"] if other.verb else other["subject"]  # `are tied`, `are loose`
        own = (f for role, f in one.fillers if not is_time(role, f))
        return any(filler.same(thing) or filler.core in _THAT for filler in own)

    def repeated(self, one: str, other: str) -> bool:
        """Return whether two told events are one after the other: `left at nine`, `left at ten`."""
        said = ([replace(view, adverbs=frozenset()) for view in self._said.get(n, ())] for n in (one, other))
        return any(dating.apart_in_time(a, b) and not dating.is_once(a) for a, b in product(*said))

    def successive(self, one: str, other: str) -> bool:
        """Return whether two events may both have happened: `opened`, `closed`; not `passed`, `failed`."""
        if not (self.happened(one) and self.happened(other)):
            return False
        first, second = self._said[one][0], self._said[other][0]
        return first.verb != second.verb and not any(first.settled(second))

    def instances(
        self, if_: str, then: str, held: tuple[bool, bool] = (True, True)
    ) -> Iterator[tuple[str, str]]:
        """Yield a rule applied to a more specific case: `when it rains, Ann walks` to last night.

        Args:
            if_: The condition.
            then: The consequence.
            held: Whether each of the two is so, and not denied: `Ann walks unless it rains`.
        """
        for (one, said_of), (other, said) in product(self._beyond(if_), self._beyond(then)):
            alike = all(
                role in said_of
                and (f.stems in (said_of[role].stems, said_of[role].core) or said_of[role].entails(f))
                for role, f in said.items()
            )
            now = said.keys() <= {"adverb:now", "adverb:today"}
            # no rain at noon: it may rain at nine; and `will leave` is of one time
            alike = alike and (held[0] or (said == said_of and not self._said[then][0].ahead))
            if (one, other) != (if_, then) and said and (alike or now):
                yield one, other

    def _beyond(self, name: str) -> list[tuple[str, dict[str, Filler]]]:
        """Return the propositions that entail one, or are cases of it, with their extra roles."""
        if name not in self._said:
            return []
        known = ((n, self._said[n][0].case_of(self._said[name][0])) for n in (name, *self._beside(name)))
        return [(n, more) for n, more in known if more is not None]

    def _otherwise(self, name: str) -> list[str]:
        """Return the propositions that hold if one does not: `invalid`, of `valid`."""
        own = self._rankings.get(name)
        found = [n for n, r in self._rankings.items() if own is not None and r == own.otherwise]
        amount = self._measures.get(name)
        if amount is not None:
            found += [n for n in self._measures if self._within_bounds(amount.otherwise, n)]
        said = [(n, self._said[n][0], self._said[name][0]) for n in self._beside(name)]
        granted = [n for n, other, one in said if any(own.entails(other) for own in possessed(one))]
        empty = [
            n
            for n, other, one in said
            if any(own.undenied.entails(one) for own in emptied(other))
            or any(own.undenied.entails(other) for own in emptied(one))
        ]
        return found + granted + empty + [n for n, other, one in said if other.denies(one)]

    def _excluded(self, name: str, *, opposites: bool) -> list[str]:
        """Return the propositions that exclude one, by quantity and, with `opposites`, by opposites."""
        rank = self._rankings.get(name)
        ranks, own = self._rankings, self._said.get(name, [])
        others = ((n, self._said[n]) for n in self._beside(name))
        pairs = (
            (n, product(own, said)) for n, said in others if not in_turn(ranks.values(), own[0], said[0])
        )

        def apart(a: Frame, b: Frame) -> bool:
            return a.excludes(b, opposites=opposites) or (
                opposites and (dating.apart_in_time(a, b) or unaided(a, b))
            )

        found = [n for n, said in pairs if any(apart(a, b) for a, b in said)]
        found += [n for n, r in ranks.items() if rank is not None and rank.excludes(r)]
        amount = self._measures.get(name)
        return found + [n for n, m in self._measures.items() if amount is not None and amount.excludes(m)]

    def _within_bounds(self, amount: Measure | None, name: str) -> bool:
        """Return whether a measure entails that of a proposition."""
        other = self._measures.get(name)
        return amount is not None and other is not None and amount.entails(other)

    def chains(self, name: str, *, ending: bool = False) -> Iterator[Chain]:
        """Yield chains of propositions that hold one, with their conclusion and its truth value.

        Args:
            name: The proposition.
            ending: Whether it is the conclusion instead.
        """
        habits = (found for n in (self._said if ending else [name]) for found in self._dated(n))
        for path, end, so in chain(self._ranked(name), *self._joint, habits):
            if end == name if ending else name in path:
                yield path, end, so

    @cached_property
    def _joint(self) -> tuple[list[Chain], ...]:
        """What follows from two propositions, whichever is asked."""
        first = {n: views[0] for n, views in self._said.items()}
        names: list[Chain] = [
            *renamed(first, self._plain),
            *sole(self._plain),
            *had(first),
            *dating.on_named_days(first),
        ]
        older: list[Chain] = [
            (path, name, rank.entails(other))
            for path, rank in dating.elder(first)
            for name, other in self._rankings.items()
            if rank.entails(other) or rank.excludes(other)
        ]
        return self._within, self._measured, self._qualified, names, older, [*related(self._plain)]

    @cached_property
    def _within(self) -> list[Chain]:
        """What is said to be in something, with where that is, and what follows from both.

        `Ed lives in Oslo` and `Oslo is in Norway` entail `Ed lives in Norway`.
        """
        things = ((n, views[0], _container(views[0])) for n, views in self._said.items())
        said = {n: (one, thing) for n, one, thing in things if thing is not None}
        held = {
            n: (one["subject"], thing, one.past)
            for n, (one, thing) in said.items()
            if one.verb == () and [role for role, _ in one.fillers if role not in _IN] == ["subject"]
        }

        def after(name: str) -> Iterator[str]:
            one, inner = said[name]
            for n, (place, _, past) in held.items():
                known = place.definite and (inner.definite or inner.indefinite) and past == one.past
                if inner.stems == place.stems and (known or self._names.issuperset(place.stems)):
                    yield n

        found: list[Chain] = []
        for path in paths(said if held else (), after):
            first, outer = said[path[0]][0], said[path[-1]][1]
            moved = first.but(dict.fromkeys(_IN) | {_IN[0]: outer})
            found += [(path, m, True) for m, (one, _) in said.items() if moved.entails(one)]
        return found

    @cached_property
    def _measured(self) -> list[Chain]:
        """What two measures say of a comparison, or one and a comparison of the other thing."""
        found: list[Chain] = []
        for (n, one), (m, rank) in product(self._measures.items(), self._rankings.items()):
            moved = one.of(rank)
            for end, other in self._measures.items():
                if (so := one.ranks(other, rank)) is not None:
                    found.append(((n, end), m, so))
                if moved is not None and (moved.entails(other) or moved.excludes(other)):
                    found.append(((m, n), end, moved.entails(other)))
        return found

    @cached_property
    def _qualified(self) -> list[Chain]:
        """What has a quality and is of a kind: who is `furry` and `an animal` is `a furry animal`."""
        found: list[Chain] = []
        for end, views in self._said.items():
            given = (
                [n for n, said in self._said.items() if n != end and any(view.entails(part) for view in said)]
                for part in qualified(views[0])
            )
            found += [(path, end, True) for path in product(*given) if len(path) > 1]
        return found

    def _dated(self, name: str) -> Iterator[Chain]:
        """Yield what a habit implies on its day: for `closed on Mondays`, what is so if `today is Monday`."""
        for one, now, today in self._habits(name):
            cases = ((n, self._said[n][0].case_of(replace(one, free=True))) for n in self._beside(name))
            yield from (
                ((name,), n, True)
                for n, more in cases
                if more and dating.no_more(now, self._said[n][0], more)
            )
            for other in self._beside(name) if today else ():
                plain = self._said[other][0].undated
                if now.entails(plain) or now.excludes(plain, opposites=True):
                    yield (name, today), other, now.entails(plain)

    def never(self, name: str) -> Iterator[Chain]:
        """Yield what the denial of a habit excludes on its day: `never works on Sundays`, `it is Sunday`."""
        for _, now, today in self._habits(name):
            for other in self._beside(name) if today else ():
                plain = self._said[other][0].undated
                dated = any(is_time(*item) for item in plain.fillers) or dating.on_other_days(
                    self._said, name, other
                )
                if plain.entails(now) and not dated:
                    yield (today,), other, False

    def _habits(self, name: str) -> Iterator[tuple[Frame, Frame, str]]:
        """Yield a habit, the same without its day, and the proposition that it is that day today, if any."""
        for one in self._said.get(name, [])[:1]:
            times = [(role, f) for role, f in one.fillers if is_time(role, f)]
            for role, day in times if not (one.past or one.adverbs or times[1:]) else ():
                if not recurs(role, day) or not (one.verb or one.fillers[2:]):  # `the sale is in May`
                    continue
                if any(said[0].beyond(one) for said in self._said.values()):
                    continue  # `on Sundays, but not in winter`
                today = next((n for n, said in self._said.items() if said[0].is_date(day)), "")
                yield one, replace(one.but({role: None}), free=True), today

    def _ranked(self, name: str) -> Iterator[Chain]:
        """Yield chains of comparisons on the scale of one, with their conclusion and its truth value."""
        if name not in self._rankings:
            return
        ranks = self._rankings
        names = [n for n, r in ranks.items() if r.scale == ranks[name].scale and r.orders]
        steps = [(n, side) for n in names for side in ranks[n].sides]
        for way in paths(steps, lambda step: (s for s in steps if s[1].more == step[1].less)):
            path, sides = zip(*way, strict=True)
            if len({*path}) < len(path):
                continue
            more, less, strict = sides[0].more, sides[-1].less, any(side.strict for side in sides)
            for other in names:
                end = ranks[other]
                plain = not (end.degree or end.times)  # `much taller`, `an hour before` say more
                so = plain and strict >= end.strict and end.level <= all(ranks[n].level for n in path)
                if so and (end.more, end.less) == (more, less) and other not in path:
                    yield path, other, True
                if (end.less, end.more) == (more, less) and (strict or end.strict):
                    yield path, other, False
