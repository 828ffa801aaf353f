"""Verb groups: auxiliaries, negations, adverbs and the main verb."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.nouns import Nouns
from defeasible.reasoner.grammar.stories.syntax import Group

_MODAL = {
    "can": "can", "could": "can", "may": "may", "might": "may", "must": "must", "shall": "will",
    "should": "should", "ought": "should", "will": "will", "'ll": "will", "would": "would", "'d": "would",
}  # fmt: skip
_MOST_WORDS = 12


@dataclass(slots=True)
class _Draft:
    """What has been read of a verb group."""

    start: int
    at: int
    modal: str = ""
    perfect: bool = False
    past: bool = False
    be: bool = False
    do: bool = False
    got: bool = False
    negations: list[str] = field(default_factory=list)
    adverbs: list[str] = field(default_factory=list)


class Verbs(Nouns):
    """Reads verb groups."""

    def group(self, i: int, *, finite: bool = True, bare: bool = False) -> Group | None:
        """Read the verb group at a place, or return None.

        Args:
            i: Place of its first word.
            finite: Whether it must carry a tense.
            bare: Whether a base form will do: behind `to`, a plural subject, a modal read before.
        """
        draft = _Draft(i, i)
        while draft.at < self.size and draft.at - i < _MOST_WORDS and self._help(draft):
            pass
        return self._got(self._main(draft, finite, bare))

    def _got(self, group: Group | None) -> Group | None:
        """Read `got fired` as a passive; `got lost` is left to the reader of adjectives."""
        if group is None or group.lemma != "get" or group.passive or self.closed(group.end):
            return group
        word, forms = self.at(group.end), self.kinds(group.end)
        if "part" not in forms or self.adjective(group.end) or (lx.is_noun(word) and "base" in forms):
            return group
        if self.nominal(group.end + 1) and not self.adverbial(group.end + 1):
            return group
        return replace(group, end=group.end + 1, lemma=lx.verb_lemma(word, "part"), form="part", passive=True)

    def _help(self, draft: _Draft) -> bool:
        """Take in an auxiliary, a negation or an adverb; say whether there was one."""
        i = draft.at
        if self.name(i):
            return False
        if not (self._negation(draft) or self._auxiliary(draft) or self._turn(draft)):
            floats = self.at(i) in ("all", "both", "each") and draft.be
            if not (floats and (self.kinds(i + 1) or self.adjective(i + 1))):
                if not self._is_inner_adverb(i, draft):
                    return False
                draft.adverbs.append(self.at(i))
        draft.at += 1
        return True

    def _negation(self, draft: _Draft) -> bool:
        word = self.at(draft.at)
        longer = word == "no" and self.at(draft.at + 1) == "longer"
        if not (longer or word in c.NEGATIONS or word in c.SELDOM):
            return False
        draft.negations.append("no longer" if longer else word)
        draft.at += longer
        return True

    def _auxiliary(self, draft: _Draft) -> bool:
        """Take in a modal, `do`, `have` or `be`."""
        i = draft.at
        word = self.at(i)
        started = bool(draft.modal or draft.perfect or draft.be or draft.do)
        if word in _MODAL and not started and not (word == "'d" and self._had(i)):
            draft.modal = _MODAL[word]
            draft.past = word in ("could", "would", "might")
            draft.at += word == "ought" and self.at(i + 1) == "to"
        elif word in c.DO and not started and self._do(i):
            draft.do, draft.past = True, word == "did"
        elif (word in c.HAVE or word in ("'d", "'s")) and not draft.be and self._has_participle(i):
            draft.perfect = True
            draft.past = draft.past or word in ("had", "'d")
        elif word in c.BE or (word == "'s" and not started):
            draft.be = True
            draft.past = draft.past or word in ("was", "were")
        else:
            return False
        return True

    def _turn(self, draft: _Draft) -> bool:
        """Take in words that are as good as a modal: `going to`, `used to`, `had to`, `had better`."""
        i = draft.at
        word = self.at(i)
        infinitive = self.at(i + 1) == "to" and "base" in self._verb_at(i + 2)
        if infinitive and draft.be and word in ("about", "going"):
            draft.modal, draft.be = "will", False
        elif infinitive and word == "used" and not (draft.be or draft.modal or draft.perfect):
            draft.modal = "used"
        elif word in ("has", "had", "have") and not draft.be and self._must(i):
            draft.modal = draft.modal or "have"
            draft.past = draft.past or word == "had"
            draft.at += self.at(i + 1) == "got"
        elif word == "better" and draft.modal == "would" and "base" in self._verb_at(i + 1):
            draft.modal = "should"
            draft.at -= 1
        else:
            return False
        draft.at += 1
        return True

    def _verb_at(self, i: int) -> frozenset[Form]:
        i = self.past_adverbs(i)
        if self.at(i) in ("be", "have", "do", "get") or self._new_verb(i):
            return frozenset({"base"})
        return self.kinds(i)

    def _new_verb(self, i: int) -> bool:
        """Return whether an unknown word has an object behind it: `to crank it up`."""
        unknown = self.word(i) and not self.kinds(i) and not self.closed(i) and not self.name(i)
        return unknown and not self.adverbial(i) and self.at(i + 1) in c.OBJECT_PRONOUNS | {"it"}

    def _must(self, i: int) -> bool:
        j = i + 1 + (self.at(i + 1) == "got")
        if self.at(j) == "to":
            self.expect_verb(j + 1)
        return self.at(j) == "to" and "base" in self._verb_at(j + 1)

    def _had(self, i: int) -> bool:
        """Return whether `'d` is `had`: a participle follows that is no base form, or `better`."""
        forms = self.kinds(self.past_adverbs(i + 1))
        return "part" in forms and "base" not in forms

    def _do(self, i: int) -> bool:
        after = self.at(i + 1)
        return after in c.NEGATIONS or ("base" in self._verb_at(i + 1) and not lx.is_noun(after))

    def _has_participle(self, i: int) -> bool:
        word, j = self.at(i), self.past_adverbs(i + 1)
        after = self.at(j)
        if word == "'d":
            return self._had(i)
        if after in ("been", "had", "got") and not (after == "got" and self.at(j + 1) == "to"):
            return True
        if word == "'s" and not (after not in lx.STATE_PARTICIPLES and "part" in self.kinds(j)):
            return False
        forms = self.kinds(j)
        if word == "'s" and "past" in forms and after.endswith("ed"):
            return False
        return "part" in forms and not (lx.is_noun(after) and "base" in forms and after != "come")

    def _is_inner_adverb(self, i: int, draft: _Draft) -> bool:
        """Return whether an adverb stands here with the rest of the group behind it."""
        if not self.adverbial(i) or self.closed(i):
            return False
        if self.at(i) in lx.PLACE_ADVERBS and draft.be:
            return False
        j = i + 1
        while self.adverbial(j) or self.at(j) in c.NEGATIONS:
            j += 1
        word = self.at(j)
        if word in c.AUXILIARIES:
            return True
        forms = self.kinds(j)
        if draft.be:
            if word in lx.ADJECTIVES or word in lx.STATE_PARTICIPLES:
                return False
            return bool(forms & {"ing", "part"}) and (
                not self.adjective(i) or self.at(i) in ("well", "hard", "fast")
            )
        if draft.modal or draft.do:
            return "base" in forms
        return bool(forms & {"past", "s", "base", "part"}) and not self.adjective(i)

    def _main(self, draft: _Draft, finite: bool, bare: bool) -> Group | None:
        """Read the main verb."""
        i = draft.at
        word, forms = self.at(i), self.kinds(i)
        if draft.be:
            return self._after_be(draft, word, forms)
        if word == "be":
            return replace(self._grouped(draft, "be", "base"), copula=True)
        if draft.perfect:
            form: Form | None = "part" if "part" in forms else "past" if "past" in forms else None
            return None if form is None else self._grouped(draft, lx.verb_lemma(word, form), "part")
        if draft.modal or draft.do:
            return self._after_modal(draft, word, forms)
        if self.closed(i) and word not in c.HAVE | c.DO and word not in ("like", "near", "cause"):
            return None
        return self._plain_verb(draft, finite, bare)

    def _after_modal(self, draft: _Draft, word: str, forms: frozenset[Form]) -> Group | None:
        if "base" in forms:
            return self._grouped(draft, lx.verb_lemma(word, "base"), "base")
        if "past" in forms and draft.do:  # `didn't went`
            return self._grouped(draft, lx.verb_lemma(word, "past"), "base")
        i = draft.at
        if self.word(i) and not self.closed(i) and not self.adjective(i) and word.isalpha():
            return self._grouped(draft, word, "base")  # a verb that the lexicon lacks
        return None

    def _plain_verb(self, draft: _Draft, finite: bool, bare: bool) -> Group | None:
        word, forms = self.at(draft.at), self.kinds(draft.at)
        choice: tuple[Form, ...] = ("past", "s") if finite else ()
        if bare or not finite:
            choice = (*choice, "base")
        if not finite:
            choice = (*choice, "ing", "part")
        form = next((form for form in choice if form in forms), None)
        if form is None and bare and self._new_verb(draft.at):
            form = "base"
        if form is None:
            return None
        draft.past |= form == "past"
        return self._grouped(draft, lx.verb_lemma(word, form), form)

    def _after_be(self, draft: _Draft, word: str, forms: frozenset[Form]) -> Group | None:
        """Tell the progressive and the passive from the copula."""
        i = draft.at
        if word == "being":
            draft.at += 1
            return self._after_be(draft, self.at(i + 1), self.kinds(i + 1))
        listed = self.adjective(i)
        if "ing" in forms and (not self.closed(i) or word in ("having", "doing")):
            adjective = listed and not self.word(i + 1)
            if not adjective and not (word in lx.ADJECTIVES and self.at(i + 1) in ("to", "for", "and")):
                return replace(self._grouped(draft, lx.verb_lemma(word, "ing"), "ing"), progressive=True)
        if "part" in forms and (not self.closed(i) or word in ("had", "done")):
            by = self.at(i + 1) == "by" and word not in lx.EMOTIONS
            if (not listed or by) and not (self.adjective(i) and "base" in forms):
                return replace(self._grouped(draft, lx.verb_lemma(word, "part"), "part"), passive=True)
        return Group(
            draft.start, max(draft.at, draft.start + 1), "be", None, draft.modal, draft.perfect, draft.past,
            copula=True, negations=tuple(draft.negations), adverbs=tuple(draft.adverbs),
        )  # fmt: skip

    def _grouped(self, draft: _Draft, lemma: str, form: Form) -> Group:
        return Group(
            draft.start, draft.at + 1, lemma, form, draft.modal, draft.perfect, draft.past,
            negations=tuple(draft.negations), adverbs=tuple(draft.adverbs),
        )  # fmt: skip
