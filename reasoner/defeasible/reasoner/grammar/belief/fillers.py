"""Role fillers: a noun phrase and its quantity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from defeasible.reasoner.english.closed import (
    ARTICLES,
    DATES,
    DEMONSTRATIVES,
    INDEFINITE,
    ONLY,
    PRONOMINAL,
    PRONOUNS,
    QUANTIFIER_PHRASES,
    QUANTIFIERS,
)
from defeasible.reasoner.english.kinds import is_alive
from defeasible.reasoner.english.numbers import read_count
from defeasible.reasoner.english.people import GENDERED, PERSONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.canonical import BEHIND, OTHERS, SOME_OR_ANY, canonical, named
from defeasible.reasoner.grammar.belief.lists import (
    FLAWS,
    JUST,
    LEAST_BIT,
    LOTS,
    MATERIALS,
    PRIVATIVE,
    SINGLE,
    plain,
    stems,
)
from defeasible.reasoner.grammar.belief.opposites import DENIED
from defeasible.reasoner.grammar.belief.words import Word, Words

UNSAID = ARTICLES | SOME_OR_ANY | DEMONSTRATIVES
"""Determiners that do not distinguish phrases."""
_NARROWING = frozenset({"JJ", "VB", "RB", "CD"})
"""First letters of the tags of restrictive modifiers."""
COUNTING = frozenset(word for phrase, _ in QUANTIFIER_PHRASES for word in phrase) | {"a"}
"""Words of quantifiers: `at least a dozen`."""
FIXED = frozenset({"at most", "exactly", "fewer than", "few", "about", "no"})
"""Kinds of quantifiers under which no part of a clause may be left out."""
_ANYTHING_AT_ALL = {"thing": "something", "soul": "someone"}
_UPWARD = frozenset({"some", "number", "at least", "more than"})
"""Kinds of quantifiers that hold of all if they hold of a part."""
_AT_LEAST = {"some": 1, "several": 2, "many": 2, "most": 1, "half": 1, "every": 1, "few": 0}
_AS_MANY = {
    **{kind: {kind} for kind in ("every", "half", "few", "about")},
    "most": {"every", "most"},
    "many": {"every", "most", "many"},
    "several": {"every", "most", "many", "several"},
}
"""Kinds of quantifiers that no number amounts to, each with the kinds that entail it."""
_SOMEONE, _SOMETHING = ("someone",), ("something",)
_RELATIVE = stems(read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")["groups"]["relative"])
"""Adjectives that need their noun: `a big mouse` is not big."""
_COMPARED = frozenset({"more", "less", "fewer"})
_NUMBERING = (*QUANTIFIER_PHRASES, *(((word,), "exactly") for word in ONLY))
"""What may stand before a number, with the kind of quantifier: `at least two`, `only two`."""


@dataclass(frozen=True, slots=True)
class Filler:
    """A role filler: a noun phrase in stems, and its quantity."""

    stems: tuple[str, ...]
    narrowing: frozenset[str] = frozenset()
    """Stems of restrictive modifiers."""
    owned: frozenset[str] = frozenset()
    """Stems of owners."""
    kind: str = ""
    least: float = 1
    most: float = inf
    counted: bool = False
    indefinite: bool = False
    person: bool = False
    core: tuple[str, ...] = ()
    """Its stems without those of prepositional phrases."""
    bare_plural: bool = False
    the: bool = False
    """Whether it begins with `the`."""

    @property
    def definite(self) -> bool:
        """Whether it refers to something known: `the lodger`, `her lodger`; not `more than her lodger`."""
        known = (self.the or bool(self.owned)) and not (self.counted or self.indefinite)
        return known and bool(self.core) and self.core[0] not in _COMPARED

    @property
    def head(self) -> str:
        """Its head noun: `share` of `her share of the rent`; empty if it has none."""
        place = self.core.index("of") if "of" in self.core[1:] else len(self.core)
        return self.core[place - 1] if self.core else ""

    @property
    def bare(self) -> bool:
        """Whether it has no determiner, and is no name of a person: `eggs`, `snow`."""
        return self.bare_plural or not (self.the or self.owned or self.counted or self.person)

    def reworded(self, stems: tuple[str, ...]) -> Filler:
        """Return it with other words."""
        return replace(self, stems=stems, core=stems)

    def is_of(self, other: Filler) -> bool:
        """Return whether the other describes the same thing more fully: `the lodger on the first floor`."""
        lost = _lost(other.stems, self.stems)
        same = other.definite and self.head == other.head and other.keeps_owner(lost or ())
        return same and bool(lost) and OTHERS.isdisjoint(lost or ())

    def entails(self, other: Filler) -> bool:
        """Return whether what holds of it holds of the other as well."""
        if other.kind == "agent":  # of a passive: the agent may be anything
            return self.least >= 1 and self.kind not in {"no", "few"}
        if self.kind == "every" and (other.bare_plural or other.definite) and self.stems == other.stems:
            return True  # `all his homework`, of `his homework`
        if self.counted and other.counted:
            if self.kind == other.kind == "every":
                return other._narrower(self)
            # `most of the eggs in the box`, `some of the eggs`
            less = self.core == other.stems and other.kind in _UPWARD and other.most == inf
            less = less and self.kind not in {"every", "no", "few"}
            return (less or self._narrower(other)) and self._as_many(other)
        some = (self.indefinite and not self.counted) or self.bare_plural or self.core == _SOMEONE
        some = some or (self.the and other.indefinite)
        if some and other.stems == self.core != self.stems and not other.counted:
            return True  # `a man from Rome` is a man
        if self.stems == ("both",) and other.stems == ("one",):
            return True  # `neither sings` denies that one does
        if other.stems in (_SOMEONE, _SOMETHING) and not other.counted:
            at_all = self.least >= 1 and self.kind not in {"no", "about"}
            real = self.person or (other.stems == _SOMETHING and FLAWS.isdisjoint(self.core[-1:]))
            return at_all and real
        if other.bare_plural and other.stems == ("people",) and self.core == _SOMEONE:
            return self.least > 1  # `three people` are people
        if self.counted != other.counted:
            # `six brown eggs` are eggs, `a good cook` is some cook
            within = self.bare_plural or self.counted or (self.indefinite and other.kind == "some")
            alike = self._narrower(other) if within else self.stems == other.stems
            return alike and other.indefinite and self.least >= 1
        # `the sofa` may be another one than `the red sofa`
        known = self.definite and other.definite
        return self.stems == other.stems or (not known and self._narrower(other))

    def keeps_owner(self, lost: Sequence[str]) -> bool:
        """Return whether its owner stays, or goes as a whole: `the old man's young wife` is no old wife."""
        owner = next((word for word in reversed(self.stems) if word in self.owned), "")
        return owner not in lost or self.owned <= set(lost)

    def _narrower(self, other: Filler) -> bool:
        """Return whether it has the same reference as the other, or a narrower one."""
        lost = _lost(self.stems, other.stems) if self.stems[-1:] == other.stems[-1:] else None
        free = self.narrowing | (self.owned if other.indefinite else frozenset())
        return lost is not None and free - OTHERS >= set(lost) and self.keeps_owner(lost)

    def _as_many(self, other: Filler) -> bool:
        """Return whether its quantity is at least that of the other, of the same things."""
        if other.kind in _AS_MANY:
            return self.kind in _AS_MANY[other.kind]
        two = other.kind == "number" and other.least > 1 and self.least != other.least  # not `two`, of three
        return not two and self.kind != "about" and other.least <= self.least and self.most <= other.most

    def excludes(self, other: Filler) -> bool:
        """Return whether the two give incompatible quantities of the same things."""
        kinds = {self.kind, other.kind}
        same = self.counted and other.counted and self.stems == other.stems and "about" not in kinds
        few = "few" in kinds and bool(kinds & {"every", "most", "many"})
        part = kinds == {"part", "every"}
        return same and (few or part or self.least > other.most or other.least > self.most)

    def same(self, other: Filler) -> bool:
        """Return whether the two refer to the same thing."""
        if self.counted or other.counted:
            return self == other and self.the  # `the two drafts`
        some = self.indefinite or other.indefinite or self.core in (_SOMEONE, _SOMETHING)
        return not some and self.stems == other.stems

    def meets(self, other: Filler) -> bool:
        """Return whether the two share a referent: one thing, or all of a kind and one of it."""
        every, one = (self, other) if self.kind == "every" else (other, self)
        return self.same(other) or (every.kind == "every" and one.least >= 1 and every.stems == one.stems)


AGENT = Filler(("someone",), frozenset(), frozenset(), "agent", indefinite=True, person=True)
"""The agent of a passive without one."""
SOMETHING, SOMEBODY = Filler(_SOMETHING, core=_SOMETHING), Filler(_SOMEONE, core=_SOMEONE, person=True)
"""What is in what is not empty."""
NONE = Filler(())
"""Stands for the filler of a role that a clause lacks."""


def worded(stems: tuple[str, ...]) -> Filler:
    """Return a filler of which only the words are known."""
    return Filler(stems, core=stems)


def _lost(longer: tuple[str, ...], shorter: tuple[str, ...]) -> list[str] | None:
    """Return the words missing from the shorter sequence, in order; None if it is no subsequence."""
    lost, left = [], list(shorter)
    for word in longer:
        if left[:1] == [word]:
            left.pop(0)
        else:
            lost.append(word)
    return None if left else lost


def quality_of(what: Filler) -> Filler | None:
    """Return `furry` of `a furry animal`, `not alive` of `a dead man`.

    None without an adjective, or with one that needs its noun: a big mouse is not big.
    """
    plain = len(what.core) == len(("furry", "animal")) and not (what.the or what.owned or what.counted)
    if not plain or what.core[0] not in what.narrowing - _RELATIVE:
        return None
    like = DENIED.get(what.core[0], what.core[:1])
    return Filler(like, what.narrowing, core=like)


def filler_of(words: Words, aliases: Mapping[str, str]) -> Filler:
    """Return the filler that the words of a role form; `aliases` maps pronouns to names."""
    words = canonical(words)
    lows = [w.low for w in words]
    of = lows.index("of") + 2 if "of" in lows[:-3] else 0
    if of and words[of].tag == "CD" and words[of - 1].tag in {"DT", "PRP$"}:
        them = filler_of((*words[:of], *words[of + 1 :]), aliases)  # `none of the six kettles`
        every = them.kind == "every"
        return replace(them, least=float(_number(words[of].low) or 1)) if every else them
    if lows[:1] and lows[0] in SOME_OR_ANY and lows[2:3] == ["of"] and lows[1] in LEAST_BIT and lows[3:]:
        return replace(filler_of(words[3:], aliases), indefinite=True)  # `a drop of milk`
    lot = lows.index("of") if "of" in lows[:4] else 0
    # `a great deal of money`
    if lot and lows[0] in SOME_OR_ANY and lows[lot - 1] in LOTS and lows[lot + 1 :]:
        return replace(filler_of(words[lot + 1 :], aliases), kind="many", least=2, counted=True)
    kind, least, most, counted, skip = _counted(words)
    if lows[1:2] == ["single"] and lows[0] in INDEFINITE and not {lows[-1]} & (PERSONS | SINGLE):
        skip |= {1}  # `did not lose a single match`
    place = next((n for n, w in enumerate(words) if n not in skip and w.low in PRONOMINAL), -1)
    stems: list[str] = []
    for n, w in enumerate(words):
        if not w.is_word or n in skip or w.low in UNSAID or w.tag == "POS" or (w.low == "of" and not stems):
            continue
        stems.append(_SOMEONE[0] if n == place and counted else PRONOMINAL.get(w.low) or _stem(w, aliases))
    if kind and (stems[:1] == ["member"] or (lows[0] in PRONOMINAL and len(stems) > 2)):
        stems = stems[2:] or stems  # every member of the crew is everyone on it
    indefinite = bool(lows) and lows[0] in SOME_OR_ANY
    if indefinite and len(stems) == 1:  # `did not see a soul`
        stems = [_ANYTHING_AT_ALL.get(stems[0], stems[0])]
    hardly = any(" " in w.text and w.text.lower().endswith(("one", "body")) for w in words[:1])
    if (hardly and not stems) or (counted and stems in (["people"], ["person"])):  # `hardly anyone`
        stems = list(_SOMEONE)
    before = [
        (w, _stem(w, aliases), after)
        for w, after in zip(words, [*(w.tag for w in words[1:]), ""], strict=False)
    ]
    owner = max((n for n, w in enumerate(words) if w.tag == "POS"), default=0)  # `the old man's young wife`
    # `a stone lion` is no lion
    cast = {w for w, noun in pairwise(words) if w.low in MATERIALS and is_alive(noun.lemma)}
    narrowing = frozenset(
        own
        for w, own, after in before[owner:]
        if w not in cast
        and w.low not in PRIVATIVE
        and (w.tag[:2] in _NARROWING or (w.tag == "NN" and after in {"NN", "NNS"}))
    )
    whose = [item for n, item in enumerate(before) if item[0].tag == "PRP$" or n < owner]
    owned = frozenset(own for w, own, _ in whose if w.is_word and w.tag != "POS" and w.low not in UNSAID)
    person = stems == list(_SOMEONE) or any(map(_is_person, words))
    opens = (n for n, w in enumerate(words) if n and n not in skip and w.tag in BEHIND and w.low != "of")
    behind = next(opens, len(words))
    core = tuple(stems) if behind == len(words) else filler_of(words[:behind], aliases).stems
    plural = any(w.tag == "NNS" or (w.low[-1:] == "s" and w.low[:-1] in DATES) for w in words[:behind])
    told = (
        counted
        or lows[:1] == []
        or lows[0] in UNSAID
        or any(w.tag in {"PRP$", "POS"} for w in words[:behind])
    )
    bare_plural, the = plural and not told, lows[:1] == ["the"]
    amount = kind, least, most, counted
    return Filler(tuple(stems), narrowing, owned, *amount, indefinite, person, core, bare_plural, the)


def _is_person(word: Word) -> bool:
    named = word.tag in {"NNP", "PRP"} or word.lemma in GENDERED
    return named or PRONOMINAL.get(word.low, "")[-3:] == "one"


def _stem(word: Word, aliases: Mapping[str, str]) -> str:
    low = word.lemma if word.tag == "NNS" else word.low
    return low if word.tag == "CD" else stem_of(low, aliases)


def stem_of(low: str, aliases: Mapping[str, str]) -> str:
    """Return the stem of a word or of its synonym, or the name that the word refers to."""
    own = PRONOUNS[low].id if low in PRONOUNS else ""
    return aliases.get(own, own) or plain((stem(low),))[-1]


def stems_of(words: Iterable[Word], aliases: Mapping[str, str]) -> tuple[str, ...]:
    """Return the stems of words without articles, auxiliaries and `be`."""
    kept = (w for w in named(tuple(words)) if w.low not in UNSAID | {"already"} and w.lemma != "be")
    spoken = (w for w in kept if w.role not in {"aux", "inner aux"} and w.tag != "POS" and w.is_word)
    return tuple(stem_of(w.low, aliases) for w in spoken)


def _counted(words: Words) -> tuple[str, float, float, bool, set[int]]:
    """Return the kind of quantifier of a phrase, its least and greatest number, and its words' places."""
    lows = [w.low for w in words]
    kind, least, most, skip = _numbered(words)
    counted = bool(kind)
    for n, low in enumerate(lows):
        own = QUANTIFIERS.get(low)
        if own is None or n in skip or words[n].tag == "JJR" or low in SOME_OR_ANY:
            continue
        if low in PRONOMINAL:
            if n == 0 and own == "every" and PRONOMINAL[low][-3:] == "one":
                kind, counted = own, True
        elif own in _AT_LEAST and (len(lows) > 1 or " " in words[n].text):
            least = 0.0 if own == "few" else 2.0 if low == "both" else max(least, float(_AT_LEAST[own]))
            kind, counted = own, True
            skip.add(n)
    if lows[:1] == ["some"] or lows[:2] == ["any", "of"]:
        kind, counted = kind or "some", counted or len(lows) > 1
    if kind == "few" and lows[:1] == ["a"]:
        kind, least = "several", 2
    half = lows.index("half") if kind == "half" else 0
    if half and lows[half - 1] in JUST:
        kind, skip = "part", skip | {half - 1}  # `exactly half`: not all
    elif lows[:2] == ["all", "but"] and len(lows) > 3 and _number(lows[2]) is not None:
        kind, least, most, skip = "part", 1, inf, skip | {0, 1, 2}  # `all but one of`
    return kind, least, most, counted, skip


def _numbered(words: Words) -> tuple[str, float, float, set[int]]:
    """Return the quantity of a number in a phrase, with the words before it: `at least two`."""
    lows = [w.low for w in words]
    kind, least, most, skip = "", 1.0, inf, set[int]()
    numbers = [_number(low) for low in lows]
    for phrase, name in _NUMBERING if any(number is not None for number in numbers) else ():
        for n in range(len(lows) - len(phrase)):
            after = n + len(phrase)
            after += lows[after] == "a"  # `at least a dozen`
            behind = numbers[after] if after < len(lows) else None
            if tuple(lows[n : n + len(phrase)]) == phrase and behind is not None and not kind:
                kind = name
                skip |= set(range(n, after))
    each = {n for n, low in enumerate(lows) if low == "one" and n and QUANTIFIERS.get(lows[n - 1]) == "every"}
    skip |= each  # `every one of`
    tags = {"CD", "DT", "NN", "NNS"}
    found = [
        n for n, word in enumerate(words) if n not in each and numbers[n] is not None and word.tag in tags
    ]
    if found and found[0] + 1 < len(lows):
        number = numbers[found[0]] or 0
        least, most = _range(kind, number)
        kind = kind or "number"
        skip.add(found[0])
    return kind, least, most, skip


def _range(kind: str, number: float) -> tuple[float, float]:
    """Return the least and greatest count of `at most` or `more than` a number; a bare one is at least it."""
    bounds = {
        "more than": (number + 1, inf), "fewer than": (0.0, number - 1),
        "at most": (0.0, number), "exactly": (number, number),
    }  # fmt: skip
    return bounds.get(kind, (number, inf))


def _number(low: str) -> int | None:
    return None if low in INDEFINITE else read_count(low)
