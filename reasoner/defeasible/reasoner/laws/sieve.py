"""`Sieve`: the laws about a verb that may apply to an event, found without trying each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.laws.law import BRIDGED, NOBODY, UNNAMED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from defeasible.reasoner.laws.law import Law

_COMMON = frozenset({"any", "person", "thing", "place", "words", NOBODY})
"""What so many fillers are called that it tells little."""


class Sieve:
    """Laws about one verb, by what a filler must be called.

    *Take* has more than a hundred laws, and most want a certain noun: `took the train` tries only those for
    a train, and those for any theme.
    """

    def __init__(self, laws: Sequence[Law]) -> None:
        self.laws = tuple(laws)
        self._free: list[int] = []
        self._by: dict[str, dict[str, list[int]]] = {}
        """A role, to a name of its filler, to the places of the laws that want it."""
        for n, law in enumerate(laws):
            fixed = [(role, nouns) for role, nouns in law.where if role not in UNNAMED | {BRIDGED}]
            if not fixed:
                self._free.append(n)
                continue
            role, nouns = min(fixed, key=lambda pair: ("any" in pair[1], len(_COMMON & pair[1])))
            for noun in nouns:
                self._by.setdefault(role, {}).setdefault(noun, []).append(n)

    @property
    def roles(self) -> Collection[str]:
        """The roles whose fillers decide which laws may apply."""
        return self._by.keys()

    def passed(self, called: Mapping[str, Collection[str]]) -> set[int]:
        """Return the places of the laws that may apply.

        Args:
            called: Each of the roles, to what a law may call its filler.
        """
        found = set(self._free)
        for role, by in self._by.items():
            for name in called[role]:
                found.update(by.get(name, ()))
        return found
