"""Which laws are about an event, and what they say of its participants, derived anew."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.law_book import filler, law_book, singled, slug
from defeasible.reasoner.checker.story_bonds import passed
from defeasible.reasoner.forms import Event, Mood

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from defeasible.reasoner.checker.law_book import Law, Signed, Term
    from defeasible.reasoner.forms import Happening, Participant

_CONTRASTED = "contrasted"
"""The cue of what is denied of one beside another, and of nothing else."""


class EventLaws:
    """The laws about the events of a story.

    Args:
        people: The participants, by id.
        happenings: What happens, in order.
    """

    def __init__(self, people: Mapping[str, Participant], happenings: Sequence[Happening]) -> None:
        self.people = people
        self._place = {one.id: n for n, one in enumerate(happenings)}
        deeds = (one for one in happenings if isinstance(one, Event))
        self._deeds = [(filler(deed, "agent"), self._place[deed.id]) for deed in deeds]

    def laws_of(self, event: Event, mood: Mood) -> Iterator[tuple[Law, Event]]:
        """Yield the laws about an event, each with every choice of one filler per role."""
        ways = [(way, self._has_acted(way)) for way in singled(event)]
        named = {who for _, who in event.roles}
        parted = self._parted(named)
        taken = max((max(hours, default=0) for _, hours in passed(event, self.people)), default=0)
        for law in law_book().about(event.verb):
            if mood in law.moods and law.negated != event.polarity and law.takes <= taken:
                if law.negated and self._only_so(event, law):
                    continue
                whole = [who for who in self.meant_alone(law) if who not in named and not parted]
                bridged = tuple(("bridged", who) for who in whole)
                for one, old in ways:
                    way = replace(one, roles=(*one.roles, *bridged)) if bridged else one
                    fixed = ((role, nouns) for role, nouns in law.where if role[:4] != "some")
                    if all(self.is_one(filler(way, role), nouns, acted=old) for role, nouns in fixed):
                        yield law, way

    def meant_alone(self, law: Law) -> list[str]:
        """The participant whom only the story as a whole names to a law, if there is just one that fits."""
        sought = [nouns for role, nouns in law.where if role == "bridged"]
        fits = [who for nouns in sought for who in self.people if self.is_one(who, nouns)]
        return fits if len(fits) == 1 else []

    def _parted(self, named: set[str]) -> bool:
        """Whether something is said to be of another: `the lid of the piano`, `the piano's lid`."""
        names = (self.people[who].name.partition("'s ") for who in named if who in self.people)
        return any(
            " of " in "".join(name) or (name[1] and re.fullmatch("[a-z ]+", name[0])) for name in names
        )

    def _only_so(self, event: Event, law: Law) -> bool:
        """Whether a denial may concern only the instrument, a place, or one of two that are contrasted."""
        if event.cue == _CONTRASTED:
            return True
        in_law = {role for role, _ in law.where}
        in_law.update(role for _, term in law.parts for role in (term.subject, term.other))
        for role in {"instrument", "place", "goal"} - in_law:
            who = filler(event, role)
            if who is not None and who in self.people and self.people[who].kind in ("thing", "place"):
                return True
        return False

    def _has_acted(self, event: Event) -> bool:
        who, now = filler(event, "agent"), self._place[event.id]
        return any(agent == who and place < now for agent, place in self._deeds)

    def is_one(self, who: str | None, nouns: frozenset[str], *, acted: bool = False) -> bool:
        """Return whether a filler is one of the nouns that a law names, and none that it excludes."""
        if who is None or who[:1] == "=":
            said = {"none"} if who is None else {"words", slug(who[1:])}
        else:
            one = self.people[who]
            parts = one.name.lower().split()
            said = {one.kind, one.head} | ({"_".join(parts[-2:])} if len(parts) > 1 else set())
        excluded = {f"~{word}" for word in said} | ({"~acted"} if acted else set())
        return bool(nouns & (said | {"any"})) and not nouns & excluded

    def meant(self, term: Term, event: Event) -> Signed | None:
        """Return what a term of a law says of the participants; None if a role that it names is empty."""
        who, value, other = "" if term.subject == "*" else filler(event, term.subject), term.value, ""
        if who is None or who[:1] == "=":
            return None
        if term.other not in ("", "*"):
            second = filler(event, term.other)
            if second is None:
                return None
            if second[0] != "=":
                other = second
            elif value:
                return None
            else:
                value = second[1:]
        words = {r: f[1:] if f[0] == "=" else self.people[f].head for r, f in reversed(event.roles)}
        words["verb"] = event.verb
        pieces = re.split(r"\{([a-z]+)\}", value) if term.value else [value]
        if any(role not in words for role in pieces[1::2]):
            return None
        value = "".join(words[piece] if i % 2 else piece for i, piece in enumerate(pieces))
        found, affirmed = law_book().canonical(term.attribute, who, other, value)
        return found, affirmed == term.positive
