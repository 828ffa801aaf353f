"""A consequence of an event by a law, and the fluents that it covers."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.laws.law import UNNAMED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from defeasible.reasoner.forms import Participant
    from defeasible.reasoner.laws import Fluent, Law, Literal, Part


class Consequence(NamedTuple):
    """A consequence of an event by a law: a literal that holds before or after it."""

    law: Law
    part: Part
    literal: Literal
    every_other: bool = False
    """Whether it denies the relation to, or of, all other participants, none of which the literal names."""

    def covered(self, fluents: Collection[Fluent], cast: Mapping[str, Participant]) -> list[Fluent]:
        """Return the fluents that it covers: its own, or all those that it denies at once."""
        blank = self.literal.fluent
        if not self.every_other:
            return [blank] if blank in fluents else []
        meant = [f for f in fluents if f.attribute == blank.attribute and blank in _gaps(f)]
        for role, nouns in self.law.where:
            if role in UNNAMED:
                # If only the kind of a thing is told, its noun is the value.
                held = [(f, cast.get(f.participant if role == "someone" else f.other)) for f in meant]
                words = {f: {f.value} if role == "something" else set() for f in meant if not f.other}
                called = [(f, {who.kind, who.head} if who else words.get(f, set())) for f, who in held]
                meant = [f for f, names in called if nouns & names and not nouns & {f"~{n}" for n in names}]
        return meant


@lru_cache(maxsize=10_000)
def _gaps(fluent: Fluent) -> tuple[Fluent, ...]:
    """Return the generalisations of a relation or a value, with participants or values left out."""
    if not (fluent.other or fluent.value):
        return ()
    return tuple(
        fluent._replace(**dict.fromkeys(left_out, ""))
        for left_out in (
            ("other",), ("other", "value"), ("participant",), ("participant", "value"),
            ("participant", "other"), ("participant", "other", "value"),
        )
    )  # fmt: skip
