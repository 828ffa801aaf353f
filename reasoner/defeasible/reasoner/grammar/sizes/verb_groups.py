"""Verb groups: auxiliaries, negations and the main verb, told from nouns by what stands around them."""

from __future__ import annotations

from dataclasses import dataclass

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.english.verbs import UNINFLECTED
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Verb
from defeasible.reasoner.grammar.sizes.lexicon import corrected, verb_forms
from defeasible.reasoner.grammar.sizes.sight import AUXILIARY, Sight

_NOTHING: tuple[str, frozenset[Form]] = ("", frozenset())
_ANY: frozenset[Form] = frozenset({"s", "past"})
_PARTICIPLE: frozenset[Form] = frozenset({"part", "past", "ing"})


@dataclass(slots=True)
class _Group:
    """What has been read of a verb group."""

    infinitive: bool = False
    negated: bool = False
    capacity: bool = False
    hedged: bool = False
    be: bool = False
    have: bool = False
    auxiliary: bool = False
    main: str = ""
    form: frozenset[Form] = frozenset()


class VerbGroups(Sight):
    """Reads verb groups."""

    def _group_ahead(self, i: int) -> bool:
        j = self._skip(i)
        return self._at(j) in AUXILIARY or bool(verb_forms(self._at(j)))

    def _group(self, i: int) -> int:
        """Read a verb group; return `i` when none begins here."""
        group, j, end = _Group(), i, i + 1
        if self._at(i) == "to":
            j = self._to(i)
            if j == i:
                return i
            group.infinitive = True
        while j < self._stop and j not in self._mentions:
            if self._helps(j, group):
                j += 1
                end = j if not self._adverb(j - 1) else end
                continue
            if not self._between(j, group):
                group.main, group.form = self._main(j, group)
                end = j + 1 if group.main else end
                break
            light = self._at(j) in w.DEGREE or self._at(j).endswith("ly")
            if group.be and not light and not self._kinds(self._skip(j + 1)):
                break
            group.hedged = group.hedged or self._at(j) in w.HEDGES
            # What almost happens does not; `almost as big` and `almost double` are measures.
            group.negated |= self._at(j) in {"almost", "nearly"} and (
                "part" in self._kinds(self._skip(j + 1)) or not group.be
            )
            j += 1
        if not group.main and not group.be:
            return i
        self._verb_seen = True
        place = self._place(i, end)
        return self._add(Chunk("verb", *place, verb=_verb(group), word=group.main or "be"))

    def _to(self, i: int) -> int:
        """Return the place of the verb behind `to`, or `i` when `to` is a preposition."""
        k = self._skip(i + 1)
        verbal = "base" in self._kinds(k) or self._at(k) in {"be", "have", "do", "get"}
        if k in self._mentions or not verbal:
            return i
        lone = self._at(k) not in AUXILIARY and self._at(k + 1) in {"", "and"} and not self._verb_seen
        return i if lone else k

    def _helps(self, j: int, group: _Group) -> bool:
        """Take in an auxiliary or a negation; say whether there was one."""
        word, ahead = self._at(j), self._skip(j + 1)
        if word in w.NEGATIONS:
            group.negated = not group.negated
            group.capacity |= word == "cannot"
            group.auxiliary |= word == "cannot"
        elif word in w.MODALS:
            group.auxiliary, group.capacity = True, group.capacity or word in w.CAPACITY
        elif word in w.DO and ("base" in self._kinds(ahead) or self._at(j + 1) in w.NEGATIONS):
            group.auxiliary = group.capacity = True
        elif word in w.HAVE and self._has_participle(ahead):
            group.auxiliary = group.have = True
        elif word in w.BE and not (word == "'s" and self._possessive(j)):
            group.auxiliary = group.be = True
        elif word in w.GET and not group.be and self._kinds(ahead) & {"part", "past"}:
            if ahead in self._mentions:
                return False
            group.auxiliary = group.be = True
        else:
            return False
        return True

    def _between(self, j: int, group: _Group) -> bool:
        """Whether an adverb stands here inside the group."""
        if not self._adverb(j) or j + 1 >= self._stop:
            return False
        begun = group.auxiliary or group.infinitive or group.negated
        return begun or bool(self._kinds(self._skip(j + 1)))

    def _main(self, j: int, group: _Group) -> tuple[str, frozenset[Form]]:
        """Return the main verb at `j` and what form it is, or "" when the word there is none."""
        word, kinds = self._at(j), self._kinds(j)
        if group.be:
            return self._after_copula(j, word, kinds)
        if group.have and kinds & {"part", "past"}:
            return word, frozenset({"part"})
        if group.auxiliary or group.infinitive:
            usable = "base" in kinds or (not self._closed(j) and word[:1].isalpha())
            return (word, frozenset({"base"})) if usable else _NOTHING
        return self._plain(j, word, kinds)

    def _after_copula(self, j: int, word: str, kinds: frozenset[Form]) -> tuple[str, frozenset[Form]]:
        """Tell a participle behind `be` from an adjective or a noun."""
        if kinds & _PARTICIPLE:
            return word, kinds & _PARTICIPLE
        if kinds or self._closed(j) or word in w.ADJECTIVES:
            return _NOTHING
        if word.endswith("ing"):
            return word, frozenset({"ing"})
        if word.endswith(("ed", "en")) or self._misspelt(word) & {"part", "past"}:
            return word, frozenset({"part"})
        return _NOTHING

    def _plain(self, j: int, word: str, kinds: frozenset[Form]) -> tuple[str, frozenset[Form]]:
        """Judge a word without auxiliary by what stands before it."""
        last = self._last()
        after_noun = last in {"noun", "relative"}
        if word in w.HAVE or word in w.DO:
            return (word, kinds or frozenset({"past"})) if after_noun else _NOTHING
        if self._closed(j) or not word[:1].isalpha() or self._phrase_at(j) is not None:
            return _NOTHING
        if not kinds:
            return self._unknown(j, word) if after_noun and not self._adverb(j) else _NOTHING
        if after_noun:
            finite = kinds if self._chunks[-1].plural else kinds - {"base"}
            return word, finite or kinds
        return (word, kinds) if self._verbal(j, last, kinds) else _NOTHING

    def _verbal(self, j: int, last: str, kinds: frozenset[Form]) -> bool:
        """Whether a word that may be a verb is one here, where no noun phrase stands before it."""
        gerund, opens = "ing" in kinds, self._opens_noun(j + 1)
        governed = self._phrase_at(j + 1) is not None
        if last in {"verb", "particle"}:
            return not self._adverb(j) and (gerund or ("part" in kinds and governed))
        if last == "phrase":
            return gerund and not self._closed(j + 1, nominal=True)
        if last in {"join", "comma", "subordinate"}:
            return "past" in kinds or gerund or opens or governed
        if last in {"", "there", "hypothetical", "negation"}:
            return (opens and bool(kinds & {"base", "ing"})) or ("part" in kinds and governed)
        return False

    def _unknown(self, j: int, word: str) -> tuple[str, frozenset[Form]]:
        """Take an unknown word after a noun phrase for a verb when its form or what follows says so."""
        if word.endswith("ed") and word not in UNINFLECTED:
            return word, frozenset({"past", "part"})
        if word.endswith("ing"):
            return word, frozenset({"ing"})
        following = self._opens_noun(j + 1) or self._phrase_at(j + 1) is not None
        ends = j + 1 >= self._stop or self._at(j + 1) in w.PARTICLES
        return (word, _ANY) if not self._verb_seen and (following or ends) else _NOTHING

    def _has_participle(self, j: int) -> bool:
        word = self._at(j)
        if j in self._mentions or word in w.DETERMINERS:
            return False
        return word in {"been", "n't", "not"} or bool(self._kinds(j) & {"part"}) or (
            word.endswith("ed") and not self._closed(j)
        )  # fmt: skip


def _verb(group: _Group) -> Verb:
    """Return the verb group, its main verb looked up, and corrected where it is misspelt."""
    known = verb_forms(group.main)
    correction = "" if known or not group.main else corrected(group.main) or ""
    known = known or verb_forms(correction)
    if group.main in w.PAST_FIRST and not group.infinitive and not group.auxiliary:
        group.form -= {"base"}
    fitting = tuple(lemma for lemma, kinds in known.items() if not group.form or kinds & group.form)
    copula = not group.main
    return Verb(
        ("be",) if copula else fitting or tuple(known) or (group.main,),
        _ANY if copula else group.form,
        copula or bool(known),
        correction=correction,
        be=copula,
        passive=group.be and not copula and "ing" not in group.form,
        auxiliary=group.auxiliary,
        infinitive=group.infinitive,
        negated=group.negated,
        capacity=group.capacity,
        hedged=group.hedged,
    )
