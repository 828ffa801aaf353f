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
    OF_THEIR_NOUN,
    PRIVATIVE,
    PRONOMINAL,
    PRONOUNS,
)
from defeasible.reasoner.english.kinds import is_alive
from defeasible.reasoner.english.people import GENDERED, PERSONS, says_how
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.canonical import BEHIND, OTHERS, SOME_OR_ANY, canonical, named
from defeasible.reasoner.grammar.belief.counts import number_of, quantity
from defeasible.reasoner.grammar.belief.lists import (
    FLAWS,
    LEAST_BIT,
    LOTS,
    MATERIALS,
    SINGLE,
    plain,
)
from defeasible.reasoner.grammar.belief.opposites import DENIED
from defeasible.reasoner.grammar.belief.words import Word, Words

_KNOWN = frozenset({"DT", "PRP$", "POS"})
"""Tags of what stands before the number of a known group: `of the six`, `of Ann's six`."""
UNSAID = ARTICLES | SOME_OR_ANY | DEMONSTRATIVES
"""Determiners that do not distinguish phrases."""
_NARROWING = frozenset({"JJ", "VB", "RB", "CD"})
"""First letters of the tags of restrictive modifiers."""
FIXED = frozenset({"at most", "exactly", "fewer than", "few", "about", "no"})
"""Kinds of quantifiers under which no part of a clause may be left out."""
_ANYTHING_AT_ALL = {"thing": "something", "soul": "someone"}
_UPWARD = frozenset({"some", "number", "at least", "more than"})
"""Kinds of quantifiers that hold of all if they hold of a part."""
_AS_MANY = {
    **{kind: {kind} for kind in ("every", "half", "few", "about")},
    "most": {"every", "most"},
    "many": {"every", "most", "many"},
    "several": {"every", "most", "many", "several"},
}
"""Kinds of quantifiers that no number amounts to, each with the kinds that entail it."""
_VAGUE = frozenset({"many", "several", "few", "about"})
"""Kinds of quantifiers that are no numbers in a group of known size."""
_SOMEONE, _SOMETHING = ("someone",), ("something",)
_RELATIVE = frozenset(map(stem, OF_THEIR_NOUN))
"""Adjectives that need their noun: `a big mouse` is not big."""
_COMPARED = frozenset({"more", "less", "fewer"})


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
    whole: int = 0
    """How many there are in the group of which it counts a part; 0 if that is not told."""
    part: bool = False
    """Whether it counts a part of a known group: `three of the eggs`."""

    @property
    def definite(self) -> bool:
        """Whether it refers to something known: `the lodger`, `her lodger`; not `more than her lodger`."""
        known = (self.the or bool(self.owned)) and not (self.counted or self.indefinite)
        return known and bool(self.core) and self.core[0] not in _COMPARED

    @property
    def group(self) -> Filler:
        """The group of which it counts a part: `the eggs`, of `three of the eggs`; itself if it does not."""
        own = Filler(self.stems, self.narrowing, self.owned, person=self.person, core=self.core, the=True)
        return own if self.part else self

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
        kinds = {self.kind, other.kind}
        known = bool(self.whole) and other.whole in {0, self.whole} and not kinds & _VAGUE
        if other.kind in _AS_MANY and not known:
            return self.kind in _AS_MANY[other.kind]
        (least, most), (least_, most_) = (x._bounds(self.whole if known else 0) for x in (self, other))
        two = other.kind == "number" and other.least > 1 and least != least_  # not `two`, of three
        return not two and self.kind != "about" and least_ <= least and most <= most_

    def excludes(self, other: Filler) -> bool:
        """Return whether the two give incompatible quantities of the same things."""
        kinds = {self.kind, other.kind}
        same = self.counted and other.counted and self.stems == other.stems and "about" not in kinds
        few = "few" in kinds and bool(kinds & {"every", "most", "many"})
        part = "every" in kinds and bool(kinds & {"part", "minority"})
        part = part or ("minority" in kinds and bool(kinds & {"most", "half"}))
        wholes = {self.whole, other.whole} - {0}
        one_group = all(x.part or x.kind in {"every", "most", "half"} for x in (self, other))
        whole = wholes.pop() if len(wholes) == 1 and one_group and not kinds & _VAGUE else 0
        (least, most), (least_, most_) = self._bounds(whole), other._bounds(whole)
        return same and (few or part or least > most_ or least_ > most)

    def _bounds(self, whole: int) -> tuple[float, float]:
        """Return between which numbers it lies in a group of `whole`: 3 and 4 for `most of` four."""
        if not whole:
            return self.least, self.most
        shares = {"every": whole, "most": whole // 2 + 1, "half": (whole + 1) // 2}
        return float(shares.get(self.kind, self.least)), min(self.most, whole - (self.kind == "part"))

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
    if not plain or what.core[0] not in what.narrowing - _RELATIVE or says_how(*what.core):
        return None
    like = DENIED.get(what.core[0], what.core[:1])
    return Filler(like, what.narrowing, core=like)


def filler_of(words: Words, aliases: Mapping[str, str], whole: int = 0) -> Filler:
    """Return the filler that the words of a role form.

    Args:
        words: The words.
        aliases: Pronouns, each with the only name that it can refer to.
        whole: How many there are in the group that the phrase counts a part of; 0 if it is not told.
    """
    words = canonical(words)
    lows = [w.low for w in words]
    group = words[lows.index("of") :] if "of" in lows else ()
    counts = (n for n, (w, after) in enumerate(pairwise(group)) if w.tag in _KNOWN and after.tag == "CD")
    if group[2:] and (of := next(counts, 0)) and len(group) > of + 2:
        of += len(words) - len(group) + 1
        # `none of the six kettles`
        return filler_of((*words[:of], *words[of + 1 :]), aliases, number_of(words[of].low) or 0)
    if lows[:1] and lows[0] in SOME_OR_ANY and lows[2:3] == ["of"] and lows[1] in LEAST_BIT and lows[3:]:
        return replace(filler_of(words[3:], aliases), indefinite=True)  # `a drop of milk`
    lot = lows.index("of") if "of" in lows[:4] else 0
    # `a great deal of money`
    if lot and lows[0] in SOME_OR_ANY and lows[lot - 1] in LOTS and lows[lot + 1 :]:
        return replace(filler_of(words[lot + 1 :], aliases), kind="many", least=2, counted=True)
    kind, least, most, counted, skip = quantity(words, whole)
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
    part = counted and any(w.tag in _KNOWN for w in group[:3])
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
    of_them = len(words) - len(group) + 1 if part else 0
    whose = [item for n, item in enumerate(before) if item[0].tag == "PRP$" or of_them <= n < owner]
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
    whole = whole or (int(least) if kind == "every" and least > 1 else 0)
    return Filler(
        tuple(stems), narrowing, owned, *amount, indefinite, person, core, bare_plural, the, whole, part
    )


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
