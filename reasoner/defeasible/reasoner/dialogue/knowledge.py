"""Commonsense about dialogue facts: which words deny each other, and which facts exclude each other."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import Contraries, Exclusion, Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Reading(NamedTuple):
    """One way to read a text as a side of a pair of contraries; the same `gist` on another side denies it."""

    gist: tuple[str, str]
    side: int
    rule: Contraries | None
    """The contraries whose word was found; None for a text as it stands."""


@dataclass(frozen=True)
class Knowledge:
    """Commonsense as data. `shipped()` is what the package knows; add to it with `extended`."""

    negators: tuple[Contraries, ...] = ()
    """Each with two sides: the word that denies, and what is left when it is taken out."""
    unnegated: tuple[str, ...] = ()
    """Words that contain a negator and deny nothing."""
    contraries: tuple[Contraries, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()

    def extended(self, *rules: Contraries | Exclusion) -> Knowledge:
        """Return the same knowledge with rules added.

        Raises:
            FormError: If a rule has the id of another.
        """
        known: tuple[Contraries | Exclusion, ...] = (*self.negators, *self.contraries, *self.exclusions)
        taken = {rule.id for rule in known}
        for rule in rules:
            if rule.id in taken:
                raise FormError(f"a rule with id `{rule.id}` is known already", hint="give it another id")
            taken.add(rule.id)
        return replace(
            self,
            contraries=(*self.contraries, *(r for r in rules if isinstance(r, Contraries))),
            exclusions=(*self.exclusions, *(r for r in rules if isinstance(r, Exclusion))),
        )

    def negated(self, text: str) -> bool:
        """Whether a negator stands in a text, by its `plain_words`."""
        return any(True for _ in self._found(self._masked(text), self._negators))

    def says(self, text: str, words: tuple[str, ...], *, whole: bool = False) -> bool:
        """Whether one of some words stands in a text unnegated; all texts do when there are none.

        Args:
            text: Its `plain_words`.
            words: The words.
            whole: Whether the text must end in the word, as a noun phrase ends in its head.
        """
        return not words or any(
            not self.negated(text[:at] + "\0" + text[at + len(word) :])
            for word in words
            for at in occurrences(text, word)
            if not whole or at + len(word) == len(text)
        )

    def readings(self, text: str) -> tuple[Reading, ...]:
        """Return how a text may be one of two that deny each other, by its `plain_words`."""
        found = [Reading(("", text), 1, None)]
        for at, word in self._found(self._masked(text), self._negators):
            for rule in self._negators[word[0]][word]:
                rest = " ".join((text[:at] + rule.sides[1][0] + text[at + len(word) :]).split())
                found.append(Reading(("", rest), 0, rule))
        if len(found) == 1:
            for at, word in self._found(text, self._words):
                for rule in self._words[word[0]][word]:
                    side = next(k for k, words in enumerate(rule.sides) if word in words)
                    gist = text[:at] + "\0" + text[at + len(word) :]
                    found.append(Reading((rule.id, gist), side, rule))
        return tuple(found)

    def _masked(self, text: str) -> str:
        for word in self.unnegated:
            if word in text:
                text = text.replace(word, "\1" * len(word))
        return text

    @staticmethod
    def _found(text: str, table: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[int, str]]:
        for at, char in enumerate(text):
            for word in table.get(char, ()):
                if text.startswith(word, at) and _bounded(text, at, word):
                    yield at, word

    @cached_property
    def _words(self) -> Mapping[str, Mapping[str, list[Contraries]]]:
        return _by_first(self.contraries, all_sides=True)

    @cached_property
    def _negators(self) -> Mapping[str, Mapping[str, list[Contraries]]]:
        return _by_first(self.negators, all_sides=False)


@cache
def shipped() -> Knowledge:
    """Return the knowledge that ships with the package."""
    return read_knowledge(read_toml("defeasible.reasoner.dialogue", "knowledge.toml"))


def read_knowledge(document: Mapping[str, Any]) -> Knowledge:
    """Make knowledge of a document with the tables that `knowledge.toml` has."""
    negators = [word.replace("_", " ") for text in document["negators"].values() for word in text.split()]
    lines = [line for text in document["contraries"].values() for line in text.strip().splitlines()]
    return Knowledge(
        tuple(
            Contraries(f"not: {word}", ((word,), (left,)))
            for word, _, left in (negator.partition(">") for negator in negators)
        ),
        tuple(word for text in document["unnegated"].values() for word in text.split()),
        tuple(Contraries(" ".join(line.split()), _sides(line)) for line in lines),
        tuple(
            Exclusion(
                name,
                tuple(
                    Pattern(p["slot"], tuple(p.get("subject", ())), tuple(p.get("value", ())))
                    for p in table["patterns"]
                ),
                table["note_en"],
                table["note_zh"],
            )
            for name, table in document["exclusion"].items()
        ),
    )


def occurrences(text: str, word: str) -> list[int]:
    """Return where a word stands in a text; one in Latin letters not as a part of a longer one."""
    found, at = [], text.find(word)
    while at >= 0:
        if _bounded(text, at, word):
            found.append(at)
        at = text.find(word, at + 1)
    return found


def _bounded(text: str, at: int, word: str) -> bool:
    """Whether Latin letters of a word do not run on to either side."""
    end = at + len(word)
    before = at > 0 and _latin(word[0]) and _latin(text[at - 1])
    after = end < len(text) and _latin(word[-1]) and (_latin(text[end]) or text[end] == "'")
    return not before and not after


def _latin(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "-")


def _sides(line: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(w.replace("_", " ") for w in side.split()) for side in line.split("/"))


def _by_first(
    rules: tuple[Contraries, ...], *, all_sides: bool
) -> Mapping[str, Mapping[str, list[Contraries]]]:
    table: dict[str, dict[str, list[Contraries]]] = defaultdict(lambda: defaultdict(list))
    for rule in rules:
        for side in rule.sides if all_sides else rule.sides[:1]:
            for word in side:
                table[word[0]][word].append(rule)
    return {first: dict(words) for first, words in table.items()}
