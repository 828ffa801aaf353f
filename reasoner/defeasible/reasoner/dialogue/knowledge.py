"""Commonsense about dialogue facts: words that contradict each other, and facts that exclude each other."""

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
    """A reading of a text as a side of contraries; the same `gist` on another side contradicts it."""

    gist: tuple[str, str]
    side: int
    rule: Contraries | None
    """The contraries whose word was found; None for the unchanged text."""


@dataclass(frozen=True)
class Knowledge:
    """Commonsense as data. `shipped()` returns that of the package; `extended` adds to it."""

    negators: tuple[Contraries, ...] = ()
    """Each with two sides: the negator, and what replaces it when it is removed."""
    unnegated: tuple[str, ...] = ()
    """Words that contain a negator but negate nothing."""
    contraries: tuple[Contraries, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()

    def extended(self, *rules: Contraries | Exclusion) -> Knowledge:
        """Return the same knowledge with rules added.

        Raises:
            FormError: If two rules have the same id.
        """
        known: tuple[Contraries | Exclusion, ...] = (*self.negators, *self.contraries, *self.exclusions)
        taken = {rule.id for rule in known}
        for rule in rules:
            if rule.id in taken:
                raise FormError(f"duplicate rule id `{rule.id}`", hint="give it another id")
            taken.add(rule.id)
        return replace(
            self,
            contraries=(*self.contraries, *(r for r in rules if isinstance(r, Contraries))),
            exclusions=(*self.exclusions, *(r for r in rules if isinstance(r, Exclusion))),
        )

    def negated(self, text: str) -> bool:
        """Whether a text, given as `plain_words`, contains a negator."""
        return any(True for _ in self._found(self._masked(text), self._negators))

    def says(self, text: str, words: tuple[str, ...], *, whole: bool = False) -> bool:
        """Whether a text contains one of some words unnegated; always true if there are no words.

        Args:
            text: The `plain_words` of the text.
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
        """Return the readings of a text, given as `plain_words`, as a side of contraries."""
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
    """Return the knowledge of the package."""
    return read_knowledge(read_toml("defeasible.reasoner.dialogue", "knowledge.toml"))


def read_knowledge(document: Mapping[str, Any]) -> Knowledge:
    """Build knowledge from a document with the tables of `knowledge.toml`."""
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
    """Return the positions of a word in a text; a word in Latin letters must not be part of a longer one."""
    found, at = [], text.find(word)
    while at >= 0:
        if _bounded(text, at, word):
            found.append(at)
        at = text.find(word, at + 1)
    return found


def _bounded(text: str, at: int, word: str) -> bool:
    """Whether the text does not continue a word in Latin letters on either side."""
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
