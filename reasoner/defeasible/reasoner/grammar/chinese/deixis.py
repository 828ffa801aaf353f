"""Deixis: resolves `我` and `你` by the speaker of a clause, to letters of a question or names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from defeasible.reasoner.grammar.chinese.clauses import Clause
from defeasible.reasoner.grammar.chinese.lexicon import any_of

Person = Literal["first", "second", "third", "none"]
"""The doer that a clause names: speaker, hearer or another; `none` if it begins with its verb."""

# Letters for people: not inside a foreign word such as `xbox` or `NBA`.
LETTER = re.compile(r"(?<![A-Za-z0-9])([xyAB])(?![A-Za-z0-9])")


@dataclass(frozen=True, slots=True)
class Cast:
    """What people are called in an answer."""

    names: Mapping[str, str]
    """Speaker to the letter or name used for them."""
    hearer: Mapping[str, str]
    """Speaker to the one spoken to."""

    def first(self, clause: Clause) -> str:
        """Return what the speaker of a clause is called."""
        return self.names[clause.speaker]

    def second(self, clause: Clause) -> str:
        """Return what the hearer of a clause is called."""
        return self.names[self.hearer[clause.speaker]]


@cache
def _pronouns() -> re.Pattern[str]:
    return re.compile(
        f"(?P<we>{any_of(('person', 'plural_first'))})|(?P<you>{any_of(('person', 'plural_second'))})"
        # `咱` alone and `人家` are kept; `自我`, `敌我`, `迷你` contain no pronoun.
        f"|(?<![自敌忘])(?P<first>我)|(?<!迷)(?P<second>[你您])"
    )


def in_words(clause: Clause, cast: Cast, text: str = "") -> str:
    """Return a clause, or a text from it, with `我` and `你` as names: `我怕水` said by A becomes `A怕水`."""

    def name(found: re.Match[str]) -> str:
        match found.lastgroup:
            case "first":
                return cast.first(clause)
            case "second":
                return cast.second(clause)
            case "we":
                return f"{cast.first(clause)}和{cast.second(clause)}"
            case _:
                return found.group()

    return _pronouns().sub(name, text or clause.text)


@cache
def _subject() -> re.Pattern[str]:
    # Adverbs and times may precede the subject: `最近我`, `以前他`, `其实你`.
    before = f"(?:{any_of(('time', 'point'), ('time', 'often'), ('person', 'fronted'))})?"
    return re.compile(
        f"{before}(?:(?P<first>我|俺|咱)|(?P<second>你|您)|(?P<third>{any_of(('person', 'third'))}))"
    )


@cache
def _bare() -> re.Pattern[str]:
    # `现在的年轻人` and `每天的早饭` are subjects, as are nouns that begin with the character of a verb.
    return re.compile(r"(?!会[议场员长计]|要[点求]|能[力量]|想法)" + any_of(("person", "bare")) + "(?!的)")


def person(clause: Clause) -> Person:
    """Return the doer that a clause names, by its first words."""
    found = _subject().match(clause.text)
    if found is not None:
        kind = found.lastgroup
        return "first" if kind == "first" else "second" if kind == "second" else "third"
    return "none" if _bare().match(clause.text) else "third"
