"""`Clause`: surface features of a clause without a grammar: stems, subject, state or event, manner."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

from defeasible.reasoner.commonsense.cues import fields
from defeasible.reasoner.commonsense.words import tokens, word_list
from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.stems import light_stem
from defeasible.reasoner.english.verbs import is_participle

SubjectKind: TypeAlias = Literal["person", "definite", "indefinite", "other"]

# Closed classes, in lower case; the checker uses them as well.
PRONOUNS = frozenset(["he", "she", "they", "i", "you", "we"])
DEFINITE = frozenset(["the", "this", "that", "these", "those", "its"])
INDEFINITE = frozenset(["a", "an", "another", "some", "someone", "somebody"])
BE = frozenset(["is", "are", "was", "were", "be", "been", "am"])
HAVE = frozenset(["has", "have", "had"])
MODALS = frozenset(["can", "could", "able"])
OBLIGED = frozenset(["needs", "need", "must"])
DETERMINERS = DEFINITE | INDEFINITE | {"his", "her", "their", "my", "your", "our", "no", "enough", "any"}


@dataclass(frozen=True, slots=True)
class Subject:
    """The first noun phrase of a clause, judged by its first words."""

    kind: SubjectKind
    text: str
    stem: frozenset[str]


@dataclass(frozen=True, slots=True)
class Clause:
    """The surface features of one clause that matter for roles."""

    words: tuple[str, ...]
    stems: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    content: frozenset[str]
    """Stems of content words: no function words, light verbs or names."""
    fields: frozenset[str]
    """Fields of life that its content evokes."""
    subject: Subject
    possession: bool
    """`has a ...`: a possession."""
    obligation: bool
    """`has ... to do`, `has to`, `needs to`."""
    state: bool
    """Whether it has a form of *be* or a perfect, and so describes a state rather than an event."""
    manner: tuple[str, ...]
    """Adverbs of manner and words of completeness."""
    conjoined: bool
    """Whether it conjoins two things with *and*."""
    definite: tuple[str, ...]
    """Words after *the*."""
    indefinite: tuple[str, ...]
    """Words after *a* or *an*."""
    modal: bool
    """`can`, `could`, `able`."""

    @classmethod
    def of(cls, text: str) -> Clause:
        """Return the clause of a text such as `she has an essay to finish`."""
        return _clause(text)

    @property
    def length(self) -> int:
        """Number of words."""
        return len(self.words)

    def quoted(self, stems: Set[str]) -> str:
        """Return the words of the clause with one of some stems, in order, to quote in a reason."""
        return ", ".join(dict.fromkeys(f"`{w}`" for w in self.words if light_stem(w) in stems))

    def named(self, stems: Set[str], pairs: Set[tuple[str, str]]) -> tuple[str, ...]:
        """Return the words and two-word phrases of the clause that a lexicon contains, in order."""
        single = [w for w in self.words if light_stem(w) in stems]
        double = [f"{a} {b}" for a, b in pairwise(self.words) if (light_stem(a), light_stem(b)) in pairs]
        return tuple(dict.fromkeys(single + double))


@lru_cache(maxsize=4096)
def _clause(text: str) -> Clause:
    words = tuple(tokens(text))
    lower = [w.lower() for w in words]
    stems = [light_stem(w) for w in words]
    content = frozenset(
        s
        for w, low, s in zip(words, lower, stems, strict=True)
        if low not in word_list("function")
        and low not in word_list("light")
        and not _is_name(w, s)
        and not low.isdigit()
    )
    obligation, possession, perfect = _have(lower)
    return Clause(
        words=words,
        stems=frozenset(stems),
        pairs=frozenset(pairwise(stems)),
        content=content,
        fields=frozenset(field for s in content for field in fields().get(s, ())),
        subject=_subject(words, lower),
        possession=possession,
        obligation=obligation,
        state=perfect or any(w in BE for w in lower),
        manner=tuple(
            w
            for w in lower
            if w in word_list("complete") or (is_ly_adverb(w) and w not in word_list("not_manner"))
        ),
        conjoined="and" in lower[2:],  # a subject such as `John and Jessica` is one agent
        definite=tuple(b for a, b in pairwise(lower) if a == "the"),
        indefinite=tuple(b for a, b in pairwise(lower) if a in {"a", "an"}),
        modal=any(w in MODALS for w in lower),
    )


def _is_name(word: str, word_stem: str) -> bool:
    # a capital marks a name, unless the lexicon of topics has the word, which then starts a sentence
    return word[0].isupper() and word_stem not in fields()


def _subject(words: tuple[str, ...], lower: list[str]) -> Subject:
    if not words:
        return Subject("other", "", frozenset())
    first = lower[0]
    if first in PRONOUNS or (_is_name(words[0], light_stem(words[0])) and first not in word_list("function")):
        kind: SubjectKind = "person"
    elif first in DEFINITE:
        kind = "definite"
    elif first in INDEFINITE:
        kind = "indefinite"
    else:
        kind = "other"
    phrase = words[:2] if first in DETERMINERS else words[:1]
    return Subject(
        kind,
        " ".join(phrase),
        frozenset(light_stem(w) for w in phrase if w.lower() not in word_list("function")),
    )


def _have(lower: list[str]) -> tuple[bool, bool, bool]:
    """Classify the first form of *have*: a duty, a possession, or a perfect tense."""
    for at, word in enumerate(lower):
        if word in OBLIGED:
            return True, False, False
        if word in HAVE:
            rest = lower[at + 1 :]
            if not rest:
                return False, False, False
            if rest[0] == "to" or ("to" in rest[:-1] and rest.index("to") == len(rest) - 2):
                return True, False, False
            if is_participle(rest[0]):
                return False, False, True
            return False, True, False
    return False, False, False
