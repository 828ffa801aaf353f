"""Rewrites a sentence by rule to its opposite: `gave` to `did not give`, `hot` to `cold`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from defeasible.reasoner.english.inflection import inflect, past_tense, third_person
from defeasible.reasoner.forms import Event
from defeasible.reasoner.laws import slug
from defeasible.reasoner.text import quote

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Happening, State, Story
    from defeasible.reasoner.laws import Library

_AUXILIARY = re.compile(
    r"\b(am|is|are|was|were|has|had|have|can|could|will|would|should|must|may|might|does|did|do)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(r"\b(?:(did|do|does) not|(did|do|does)n['’]t) +([a-z]+)", re.IGNORECASE)
_NOT = re.compile(r" not\b|n['’]t\b| never\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_STATIVE = ["like", "love", "want", "need", "know", "fear", "feel", "think", "own", "enjoy", "hate", "live"]
_BETWEEN = 2
"""Words that may stand between an auxiliary and its verb."""


def otherwise(happening: Happening, story: Story, library: Library) -> str | None:
    """Return the sentence of a happening, rewritten to its opposite.

    Args:
        happening: A happening of the story, with a span.
        story: The story.
        library: The source of antonyms.

    Returns:
        The whole sentence; None if no rule applies.
    """
    span = happening.span
    if span is None or not span.source.startswith("s"):
        return None
    words = quote(story.sources, span)
    said = _affirmed(words) if not happening.polarity else None
    if said is None and isinstance(happening, Event):
        said = _negated_verb(words, happening.verb.partition("_")[0])
    elif said is None and not isinstance(happening, Event):
        said = _opposite(words, happening, library) or _negated_state(words)
    if said is None:
        return None
    text = next(source.text for source in story.sources if source.id == span.source)
    return text[: span.start] + said + text[span.end :]


def negated(words: str) -> str:
    """Return the words of a state with a negation inserted or removed.

    >>> negated("Tom has a lamp.")
    'Tom does not have a lamp.'
    >>> negated("The lamp is not broken.")
    'The lamp is broken.'
    """
    return _affirmed(words) or _negated_state(words) or f"It is not so that {words}"


def _affirmed(words: str) -> str | None:
    """Remove a negation: `did not go` becomes `went`."""
    if found := _NEGATION.search(words):
        form = (found[1] or found[2]).lower()
        verb = {"did": past_tense, "does": third_person}.get(form, str)(found[3].lower())
        return words[: found.start()] + verb + words[found.end() :]
    plain = _NOT.sub("", words, count=1)
    return plain if plain != words else None


def _negated_verb(words: str, verb: str) -> str | None:
    forms = inflect(verb)
    tokens = list(_WORD.finditer(words))
    for i, token in enumerate(tokens):
        kinds = forms.get(token[0].lower())
        if not kinds:
            continue
        before = [t for t in tokens[max(0, i - 1 - _BETWEEN) : i] if _AUXILIARY.fullmatch(t[0])]
        if before:
            end = before[0].end()
            return f"{words[:end]} not{words[end:]}"
        if kinds & {"past", "s", "base"}:
            helper = "did" if "past" in kinds else "does" if "s" in kinds else "do"
            return f"{words[: token.start()]}{helper} not {verb}{words[token.end() :]}"
    return None


def _opposite(words: str, state: State, library: Library) -> str | None:
    word = library.opposites.get((slug(state.attribute), slug(state.value)))
    if word is None:
        return None
    pattern = re.compile(rf"\b{re.escape(state.value)}\b", re.IGNORECASE)
    new = pattern.sub(word.replace("_", " "), words, count=1)
    return new if new != words else None


def _negated_state(words: str) -> str | None:
    if found := _AUXILIARY.search(words):
        if helper := {"has": "does", "had": "did", "have": "do"}.get(found[1].lower()):
            return f"{words[: found.start()]}{helper} not have{words[found.end() :]}"
        return f"{words[: found.end()]} not{words[found.end() :]}"
    for token in _WORD.finditer(words):
        for verb in _STATIVE:
            if token[0].lower() in inflect(verb):
                return _negated_verb(words, verb)
    return None
