"""Relations with one value at a time, whose propositions with different values exclude each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.grammar.tokens import tokenize
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

Policy: TypeAlias = Literal["replace", "ask", "keep"]
"""The effect of a new value: it replaces the old one; or it is not accepted until the user has decided; or
both are kept, and nothing follows from either."""
_BE = frozenset({"am", "is", "are", "was", "were", "be", "been", "'m", "'re"})
_UNCOUNTED = frozenset({"a", "an", "the", "now", "currently", "today", "still", "already", "presently", "."})
_NAME = "placeholder"


@dataclass(frozen=True, slots=True)
class Relation(Record):
    """A relation, and the policy for new values."""

    says: str
    """A pattern such as `{} lives in {}`: the places of the subject and the value."""
    policy: Policy = "replace"
    values: tuple[str, ...] = ()
    """The values that exclude each other; empty for any two."""


Key: TypeAlias = tuple[Relation, str]
"""A relation and its subject."""


@dataclass(frozen=True, slots=True)
class Given(Record):
    """A record in a stored base that an atom gives a value."""

    atom: str
    relation: Relation
    subject: str
    value: str


def relation(says: str, policy: Policy = "replace", values: Iterable[str] = ()) -> Relation:
    """Return a relation.

    Args:
        says: `{} lives in {}`; `lives in` is short for it.
        policy: The effect of a new value.
        values: The values that exclude each other; empty for any two.

    Raises:
        UsageError: If it does not have two places, or there is no such policy.
    """
    if policy not in get_args(Policy):
        raise unknown("policy", policy, get_args(Policy))
    whole = says if "{}" in says else f"{{}} {says} {{}}"
    if whole.count("{}") != 2 or not whole.replace("{}", "").strip():
        raise UsageError(f"the relation {says!r} must have two places", hint="e.g. `{} lives in {}`")
    return Relation(whole, policy, tuple(values))


@cache
def shipped() -> tuple[Relation, ...]:
    """Return the relations that ship with the package."""
    data = read_toml("defeasible.reasoner.base", "functional.toml")
    named = tuple(Relation(says) for says in data["relations"])
    return (*named, *(Relation("{} is {}", values=tuple(scale)) for scale in data["scales"]))


@cache
def normal(text: str) -> str:
    """Normalise words for the comparison of relations: stems, no articles, `be` for its forms."""
    words = [token.norm for token in tokenize(text.replace("{}", _NAME).replace("'s", " 's"))]
    words = [word for word in words if word not in _UNCOUNTED]
    return " ".join("be" if word in _BE else word if word == _NAME else stem(word) for word in words)


@cache
def _pattern(says: str) -> re.Pattern[str]:
    before, between, after = (re.escape(part.strip()) for part in normal(says).split(_NAME))
    parts = [before, "(.+?)", between, "(.+)", after]
    return re.compile(" ".join(filter(None, parts)))


def key_of(gloss: str, relations: Iterable[Relation]) -> tuple[Key, str] | None:
    """Return the relation, subject and value of a proposition; None if it is about none.

    Args:
        gloss: The proposition in words, affirmative.
        relations: The relations with one value; the first that matches counts.
    """
    words = normal(gloss)
    for item in relations:
        found = _pattern(item.says).fullmatch(words)
        if found is None:
            continue
        subject, value = found.groups()
        if not item.values or value in map(normal, item.values):
            return (item, subject), value
    return None


class Functional:
    """The functional relations of a base, and the propositions that give their values.

    Args:
        own: Relations that take precedence over those of the package.
    """

    def __init__(self, own: Iterable[Relation] = ()) -> None:
        self.own = list(own)
        self._known: dict[str, tuple[Key, str] | None] = {}
        self._values: dict[Key, dict[str, str]] = {}
        """For each relation and subject, the value that each atom gives."""

    def add(self, item: Relation, atoms: Mapping[str, str]) -> None:
        """Add a relation; it replaces one with the same words.

        Args:
            item: The relation.
            atoms: The glosses of the atoms of the base.
        """
        others = (o for o in self.own if (o.says, o.values) != (item.says, item.values))
        self.own = [item, *others]
        self._known.clear()
        self._values.clear()
        for name, gloss in atoms.items():
            self.key(name, gloss)

    def given(self) -> tuple[Given, ...]:
        """Return the values that atoms give, for `recall`."""
        return tuple(Given(atom, *found[0], found[1]) for atom, found in self._known.items() if found)

    def recall(self, given: Iterable[Given]) -> None:
        """Restore the values that atoms give, from a stored base."""
        for item in given:
            key = item.relation, item.subject
            self._known[item.atom] = key, item.value
            self._values.setdefault(key, {})[item.atom] = item.value

    def key(self, atom: str, gloss: str) -> Key | None:
        """Return the relation and subject whose value an atom gives; None if there is none."""
        if atom not in self._known and " " not in gloss:
            return None  # the name of an atom of a formula
        if atom not in self._known:
            found = self._known[atom] = key_of(gloss, (*self.own, *shipped()))
            if found is not None:
                self._values.setdefault(found[0], {})[atom] = found[1]
        known = self._known[atom]
        return None if known is None else known[0]

    def forget(self, atoms: Iterable[str]) -> None:
        """Forget atoms whose names will be reused."""
        for atom in atoms:
            known = self._known.pop(atom, None)
            if known is not None:
                del self._values[known[0]][atom]

    def rivals(self, atom: str) -> tuple[str, ...]:
        """Return the atoms that give another value of the same relation and subject."""
        known = self._known.get(atom)
        if known is None:
            return ()
        key, value = known
        return tuple(other for other, its in self._values[key].items() if its != value)
