"""Cues in two phrases, and in the turns that mention them, that indicate the slot between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from defeasible.reasoner.dialogue.language import language
from defeasible.reasoner.dialogue.ontology import ontology
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms.dialogue import plain_words
from defeasible.reasoner.text import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from defeasible.reasoner.text import Source

Where: TypeAlias = Literal["subject", "value", "pair", "turn"]

SHARED = {"zh": 2, "en": 4}
"""The number of characters that a turn must share with a phrase to mention it, by language."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One cue of the data file."""

    id: str
    where: Where
    pattern: re.Pattern[str]
    weight: Mapping[str, float]
    """Its weight for each slot, in nats; negative if it counts against the slot."""


class Found(NamedTuple):
    """An occurrence of a cue."""

    cue: Cue
    words: str
    span: Span | None = None


@cache
def cues() -> tuple[Cue, ...]:
    """Return the cues that ship with the package.

    Raises:
        FormError: If a cue names a slot that is not in the ontology.
    """
    document = read_toml("defeasible.reasoner.dialogue", "cues.toml")
    lists = {name: "|".join(words.split()) for name, words in document["words"].items()}
    found = []
    for name, table in document["cue"].items():
        unknown = table["weight"].keys() - ontology().by_id.keys()
        if unknown:
            raise FormError(f"cue `{name}` speaks for `{min(unknown)}`, which is not in the ontology")
        pattern = re.sub(r"\{(\w+_\w+)\}", lambda match: lists[match[1]], table["pattern"])
        found.append(Cue(name, table["where"], re.compile(pattern), table["weight"]))
    return tuple(found)


def find(subject: str, value: str, turns: tuple[Source, ...]) -> Iterator[Found]:
    """Yield the cues between two phrases, in the order of the data file.

    Args:
        subject: The first phrase.
        value: The second phrase.
        turns: The turns of the dialogue.
    """
    texts = {"subject": plain_words(subject), "value": plain_words(value)}
    texts["pair"] = f"{texts['subject']}\t{texts['value']}"
    order = order_of(subject, value, turns)
    for cue in cues():
        if cue.where == "turn":
            if order is not None and cue.pattern.fullmatch(order[0]):
                yield Found(cue, order[0], order[1])
        elif match := cue.pattern.search(texts[cue.where]):
            yield Found(cue, match[0])


def order_of(subject: str, value: str, turns: tuple[Source, ...]) -> tuple[str, Span] | None:
    """Return which of two phrases is mentioned first, and where; None if one of them is not mentioned."""
    first, second = mention(subject, turns), mention(value, turns)
    if first is None or second is None or first == second:
        return None
    numbers = {turn.id: number for number, turn in enumerate(turns)}
    places = [(numbers[span.source], span.start) for span in (first, second)]
    if places[0] == places[1]:
        return None
    return ("value before subject", second) if places[1] < places[0] else ("subject before value", first)


def mention(phrase: str, turns: tuple[Source, ...]) -> Span | None:
    """Return the first span with the most consecutive characters of a phrase, if they are enough."""
    best: Span | None = None
    size = SHARED[language([phrase])] - 1
    for turn in turns:
        matcher = SequenceMatcher(None, turn.text, phrase, autojunk=False)
        match = matcher.find_longest_match(0, len(turn.text), 0, len(phrase))
        if match.size > size:
            best, size = Span(turn.id, match.a, match.a + match.size), match.size
    return best
