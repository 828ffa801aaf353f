"""What fills a role of a clause: a noun phrase, and how many things it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from defeasible.reasoner.english.closed import (
    ARTICLES,
    INDEFINITE,
    PRONOMINAL,
    PRONOUNS,
    QUANTIFIER_PHRASES,
    QUANTIFIERS,
)
from defeasible.reasoner.english.numbers import read_count
from defeasible.reasoner.english.people import GENDERED
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.node import Words
from defeasible.reasoner.grammar.belief.synonyms import plain

_INDEFINITE = INDEFINITE | {"some", "any"}
UNSAID = ARTICLES | _INDEFINITE | {word for word, p in PRONOUNS.items() if p.id in {"this", "these"}}
"""Determiners that do not tell phrases apart."""
_NARROWING = ("JJ", "VBN", "VBG", "RB", "CD")
COUNTING = frozenset(word for phrase, _ in QUANTIFIER_PHRASES for word in phrase) | {"a"}
"""Words of quantifiers: `at least a dozen`."""
FIXED = frozenset({"at most", "exactly", "fewer than", "few", "about", "no"})
"""Kinds of quantifiers under which nothing may be left out of a clause."""
_PRIVATIVE = word_set(read_toml("defeasible.reasoner.grammar.belief", "links.toml")["privative"])
_OTHERS = frozenset({"other", "another", "next", "second", "third", "not", *map(stem, _PRIVATIVE)})
"""Words by which a thing is another than the one that is called so without them."""
_PARTITIVE = {("member", "of"), ("one", "of")}
_AT_LEAST = {"some": 1, "several": 2, "many": 2, "most": 1, "half": 1, "every": 1}


@dataclass(frozen=True, slots=True)
class Filler:
    """What fills a role: a noun phrase in stems, and how many things it speaks of."""

    stems: tuple[str, ...]
    narrowing: frozenset[str] = frozenset()
    """Stems that only narrow down what it speaks of."""
    owned: frozenset[str] = frozenset()
    """Stems of owners."""
    kind: str = ""
    least: float = 1
    most: float = inf
    counted: bool = False
    indefinite: bool = False
    person: bool = False
    core: tuple[str, ...] = ()
    """Its stems without what a preposition adds."""
    bare_plural: bool = False
    the: bool = False
    """Whether it begins with `the`."""

    @property
    def definite(self) -> bool:
        """Whether it speaks of what is known already: `the lodger`, `her lodger`."""
        return (self.the or bool(self.owned)) and not (self.counted or self.indefinite) and bool(self.core)

    def is_of(self, other: Filler) -> bool:
        """Whether another one says more of the same thing: `her lodger`, `the lodger on the first floor`."""
        lost = _lost(other.stems, self.stems)
        same = other.definite and self.core[-1:] == other.core[-1:]
        return same and bool(lost) and _OTHERS.isdisjoint(lost or ())

    def entails(self, other: Filler) -> bool:
        """Whether what is said of it is said of the other, too."""
        if other.kind == "agent":  # of a passive: anything may have done it
            return self.least >= 1 and self.kind not in {"no", "few"}
        if self.kind == other.kind == "number":
            return self == other
        if self.kind == "every" and other.bare_plural and self.stems == other.stems:
            return True
        if self.counted and other.counted:
            same = self.stems == other.stems
            return (same and self.kind == other.kind == "every") or (
                (same or (self.stems[-1:] == other.stems[-1:] and self._narrower(other)))
                and other.most == inf
                and other.kind != "every"
                and self.least >= other.least
                and self.kind != "about"
            )
        some = (self.indefinite and not self.counted) or self.bare_plural or self.core == ("someone",)
        if some and other.stems == self.core != self.stems and not other.counted:
            return True  # `a man from Rome` is a man
        if self.stems == ("both",) and other.stems == ("one",):
            return True  # `neither sings` denies that one does
        if other.stems in (("someone",), ("something",)):
            at_all = self.least >= 1 and self.kind not in {"no", "few", "about", "at most", "fewer than"}
            return at_all and (other.stems == ("something",) or self.person)
        if self.counted != other.counted and not (
            other.indefinite and self.least >= 1 and self.stems == other.stems
        ):
            return False
        if other.stems == self.stems:
            return True
        # `the sofa` may be another one than `the red sofa`
        known = self.definite and other.definite
        return not known and self.stems[-1:] == other.stems[-1:] and self._narrower(other)

    def _narrower(self, other: Filler) -> bool:
        """Whether it only says more closely which things another one speaks of."""
        lost = _lost(self.stems, other.stems)
        free = self.narrowing | (self.owned if other.indefinite else frozenset())
        return lost is not None and all(word in free for word in lost)

    def excludes(self, other: Filler) -> bool:
        """Whether the two count the same things, and cannot both be so."""
        same = (
            self.counted
            and other.counted
            and self.stems == other.stems
            and self.kind != "about" != other.kind
        )
        few = "few" in {self.kind, other.kind} and bool({self.kind, other.kind} & {"every", "most", "many"})
        return same and (few or self.least > other.most or other.least > self.most)

    def same(self, other: Filler) -> bool:
        """Whether the two speak of one thing."""
        if self.counted or other.counted:
            return self == other and self.the  # `the two drafts`
        return not (self.indefinite or other.indefinite) and self.stems == other.stems


AGENT = Filler(("someone",), frozenset(), frozenset(), "agent", indefinite=True, person=True)
"""Who did what a passive without agent says."""


def _lost(longer: tuple[str, ...], shorter: tuple[str, ...]) -> list[str] | None:
    """Return the words that a longer list has more, in order; None where the shorter is no part of it."""
    lost, place = [], 0
    for word in longer:
        if place < len(shorter) and word == shorter[place]:
            place += 1
        else:
            lost.append(word)
    return lost if place == len(shorter) else None


def filler_of(words: Words, aliases: Mapping[str, str]) -> Filler:
    """Return the filler that the words of a role make; `aliases` say which name a pronoun stands for."""
    lows = [w.low for w in words]
    kind, least, most, counted, skip = _counted(words)
    stems: list[str] = []
    for n, w in enumerate(words):
        if not w.is_word or n in skip or w.low in UNSAID or w.tag == "POS" or (w.low == "of" and not stems):
            continue
        stems.append(PRONOMINAL.get(w.low) or stem_of(w.lemma if w.tag == "NNS" else w.low, aliases))
    if kind and (stems[:1] == ["member"] or (lows[0] in PRONOMINAL and len(stems) > 2)):
        stems = stems[2:] or stems  # every member of the crew is everyone on it
    if counted and tuple(stems[:2]) in _PARTITIVE and len(stems) > 2:
        del stems[:2]  # `every member of the crew`
    narrowing = frozenset(
        stem_of(w.low, aliases)
        for w in words
        if w.tag[:2] in {t[:2] for t in _NARROWING} and w.low not in _PRIVATIVE
    )
    owned = frozenset(
        stem_of(w.low, aliases)
        for n, w in enumerate(words)
        if w.tag == "PRP$" or (n + 1 < len(words) and words[n + 1].tag == "POS")
    )
    person = any(
        w.tag in {"NNP", "PRP"} or w.lemma in GENDERED or PRONOMINAL.get(w.low, "")[-3:] == "one"
        for w in words
    )
    indefinite = bool(lows) and lows[0] in _INDEFINITE
    behind = next(
        (n for n, w in enumerate(words) if n and n not in skip and w.tag == "IN" and w.low != "of"),
        len(words),
    )
    core = tuple(stems) if behind == len(words) else filler_of(words[:behind], aliases).stems
    plural = any(w.tag == "NNS" for w in words[:behind])
    bare = plural and not (
        counted or lows[0] in UNSAID or any(w.tag in {"PRP$", "POS"} for w in words[:behind])
    )
    return Filler(
        tuple(stems),
        narrowing,
        owned,
        kind,
        least,
        most,
        counted,
        indefinite,
        person,
        core,
        bare,
        lows[:1] == ["the"],
    )


def stem_of(low: str, aliases: Mapping[str, str]) -> str:
    """Return the stem of a word or of one that says the same, or the name that it stands for."""
    return aliases.get(PRONOUNS[low].id, stem(low)) if low in PRONOUNS else plain((stem(low),))[-1]


def _counted(words: Words) -> tuple[str, float, float, bool, set[int]]:
    """Return the kind of quantifier of a phrase, how many things it allows, and the places of its words."""
    lows = [w.low for w in words]
    kind, least, most, counted, skip = "", 1.0, inf, False, set[int]()
    for phrase, name in QUANTIFIER_PHRASES:
        for n in range(len(lows) - len(phrase)):
            after = n + len(phrase)
            after += lows[after] == "a"  # `at least a dozen`
            behind = _number(lows[after]) if after < len(lows) else None
            if tuple(lows[n : n + len(phrase)]) == phrase and behind is not None:
                kind, counted = name, True
                skip |= set(range(n, after))
    each = {
        n + 1
        for n, low in enumerate(lows)
        if QUANTIFIERS.get(low) == "every" and lows[n + 1 : n + 2] == ["one"]
    }
    skip |= each  # `every one of`
    tags = {"CD", "DT", "NN", "NNS"}
    found = [
        n for n, low in enumerate(lows) if n not in each and _number(low) is not None and words[n].tag in tags
    ]
    if found and found[0] + 1 < len(lows):
        number = float(_number(lows[found[0]]) or 0)
        least, most = {
            "more than": (number + 1, inf), "at most": (0.0, number), "fewer than": (0.0, number - 1),
            "exactly": (number, number),
        }.get(kind, (number, inf))  # fmt: skip
        kind, counted = kind or "number", True
        skip.add(found[0])
    for n, low in enumerate(lows):
        own = QUANTIFIERS.get(low)
        if own is None or n in skip or words[n].tag == "JJR" or low in _INDEFINITE:
            continue
        if own in _AT_LEAST and len(lows) > 1 and low not in PRONOMINAL:
            if not (counted and own == "every"):
                kind, least = own, max(least, float(_AT_LEAST[own]))
            counted = True
            skip.add(n)
        elif own in {"few", "no"}:
            kind, counted = own, True
    if lows[:1] == ["some"] or lows[:2] == ["any", "of"]:
        kind, counted = kind or "some", counted or len(lows) > 1
    if lows and PRONOMINAL.get(lows[0], "").endswith("one") and [w.tag for w in words[1:2]] == ["IN"]:
        kind, counted = {"any": "some"}.get(QUANTIFIERS[lows[0]], QUANTIFIERS[lows[0]]), True
    if kind == "few" and lows[:1] == ["a"]:
        kind, least = "several", 2
    return kind, least, most, counted, skip


def _number(low: str) -> int | None:
    return None if low in INDEFINITE else read_count(low)
