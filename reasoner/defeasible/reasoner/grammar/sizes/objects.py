"""The objects a text speaks of: those the question names first, then others in order of mention."""

from __future__ import annotations

from dataclasses import dataclass, field

ASKED = 2
"""The objects of the question are the first two: they are things whatever their names."""


@dataclass(slots=True)
class ObjectTable:
    """Numbers for objects, from 0 (`o1` has number 0); the same noun phrase is the same object."""

    names: list[str]
    """Name of each object, without article; the first two are those of the question."""
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Characters of the first mention of each object in the text."""
    by_name: dict[str, int] = field(default_factory=dict)
    """Lemmas of a noun phrase to its object."""

    def named(self, key: str, name: str, place: tuple[int, int]) -> int:
        """Return the object of this name, a new one at its first mention."""
        if key not in self.by_name:
            self.by_name[key] = self.fresh(name, place)
        return self.by_name[key]

    def fresh(self, name: str, place: tuple[int, int]) -> int:
        """Return a new object, whatever its name."""
        self.names.append(name)
        self.places[len(self.names) - 1] = place
        return len(self.names) - 1

    def mention(self, number: int, place: tuple[int, int]) -> int:
        """Note where an object of the question is first named."""
        self.places.setdefault(number, place)
        return number
