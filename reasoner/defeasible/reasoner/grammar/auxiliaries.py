"""Reads verb groups: tense and aspect go, modality stays, and `may or may not` leaves the clause open."""

from __future__ import annotations

from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_FORMS, is_gerund, is_participle
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.scan import Scan
from defeasible.reasoner.grammar.verbs import LINKING

_TAKE_EVENTS = frozenset({"start", "begin", "end", "last", "stop", "take", "go", "improve", "help", "make"})
"""Verbs that take a noun in -ing for their subject: `the meeting starts`."""


class Auxiliaries(Scan):
    """Reads `will`, `does`, `has been`, `cannot`; each method returns how many tokens it read."""

    def _undecided(self, i: int) -> int:
        """Read `may or may not` and its like; return how many tokens it takes."""
        first = self.norms[i]
        if first not in w.FINITE_AUXILIARIES:
            return 0
        j = i + 1 + (self.norm(i + 1) == ",")
        if self.norm(j) == "or" and self.norm(j + 1) in w.FINITE_AUXILIARIES and self.norm(j + 2) == "not":
            last = j + 2
        elif (
            self.norm(i + 1) == "not"
            and self.norm(i + 2) == "or"
            and self.norm(i + 3) in w.FINITE_AUXILIARIES
        ):
            last = i + 3
        else:
            return 0
        self.open = self.open or " ".join(self.norms[i : last + 1])
        self._finite_auxiliary(i)
        self._edit(i, last, "will" if first in w.MODALS else self.tokens[i].text)
        if first in w.FINITE_BE:
            self._add("be")
        following = last + 1
        if self.norm(following) == "be":
            if self.norm(following + 1) == "able" and self.norm(following + 2) == "to":
                self._edit(following, following + 2, "")
                return following + 3 - i
            if self._is_future(following + 1):
                self._edit(following, following + 2, "")
                return following + 3 - i
            if is_gerund(self.norm(self.past_adverbs(following + 1))):
                return following + 1 - i
        if self.norm(following) == "have" and is_participle(self.norm(self.past_adverbs(following + 1))):
            return following + 1 - i
        return following - i

    def _drop_be(self) -> None:
        self.words.pop()

    def _auxiliary(self, i: int, norm: str) -> int:
        if norm in w.FUTURE and not self._had_better(i, norm):
            if self.after_determiner(i):
                return 0
            self._finite_auxiliary(i)
            return 1
        if read := self._modal(i, norm):
            return read
        if norm in w.DO:
            return self._do(i)
        if norm in w.BE or (norm == "'s" and self._is_be(i)):
            return self._be(i, norm)
        if norm in w.HAVE:
            return self._have(i, norm)
        if norm == "able" and self.norm(i + 1) == "to":
            if self.words and self.words[-1] == "be":
                self._drop_be()
            self.modal = self.modal or "can"
            return 2
        if norm in ("need", "needs", "needed") and self.norm(i + 1) == "to":
            self._count_finite(i, norm)
            self.modal = self.modal or "must"
            return 2
        return 0

    def _modal(self, i: int, norm: str) -> int:
        if self._had_better(i, norm):
            self._finite_auxiliary(i)
            self.norms[i + 1] = ""
            self.modal = self.modal or "should"
            return 1
        if norm not in w.MODALS or self.after_determiner(i) or (self.tokens[i].text == "May" and i > 0):
            return 0
        self._finite_auxiliary(i)
        self.modal = self.modal or w.MODALS[norm]
        if norm == "ought":
            # The `to` is passed over when its turn comes, perhaps after a `not`.
            infinitive = i + 1 + (self.norm(i + 1) == "not")
            if self.norm(infinitive) == "to":
                self.norms[infinitive] = ""
        return 1

    def _had_better(self, i: int, norm: str) -> bool:
        return norm in ("had", "'d") and self.norm(i + 1) == "better" and self._is_bare(i + 2)

    def _is_bare(self, place: int) -> bool:
        """Return whether a bare infinitive stands at or, after `not`, behind a place."""
        verb = self.past_adverbs(place, and_not=True)
        return self.norm(verb) in BASE_FORMS or self.norm(verb) == "do"

    def _do(self, i: int) -> int:
        denied = self.norm(self.past_adverbs(i + 1)) == "not"
        if denied or i == 0:
            self._finite_auxiliary(i)
            if not denied:
                self._uninvert(i)
            return 1
        return 0

    def _uninvert(self, i: int) -> None:
        """Write the edits that turn `does John sing` into `John sings`."""
        self._edit(i, i, "")
        inflect = {"does": third_person, "did": past_tense}.get(self.norms[i])
        verb = next((n for n in range(i + 2, len(self.norms)) if self.norms[n] in BASE_FORMS), 0)
        if inflect and verb:
            self._edit(verb, verb, inflect(self.norms[verb]))

    def _is_be(self, i: int) -> bool:
        before, after = self.norm(i - 1), self.norm(i + 1)
        if before in w.PRONOUNS or before in (
            "that",
            "there",
            "here",
            "who",
            "what",
            "everything",
            "nothing",
        ):
            return not is_participle(after) or after in ("done", "seen")
        return (
            after in w.ARTICLES
            or after in ("not", "never", "no")
            or w.is_adverb(after)
            # `Ann's singing`, but `Ann's meeting gets cancelled`.
            or (is_gerund(after) and not self._is_verb_of_noun(self.past_adverbs(i + 2)))
        )

    def _is_verb_of_noun(self, place: int) -> bool:
        norm = self.norm(place)
        return norm in w.FINITE_AUXILIARIES or (stem(norm) in LINKING | _TAKE_EVENTS and norm != stem(norm))

    def _be(self, i: int, norm: str) -> int:
        if norm in w.FINITE_BE or norm == "'s":
            self._finite_auxiliary(i)
        following = self.past_adverbs(i + 1, and_not=True)
        after = self.norm(following)
        if self._is_future(following):
            # The words `going to` are passed over when their turn comes.
            self.norms[following] = self.norms[following + 1] = ""
        elif not is_gerund(after):
            self._add("be")
            self.last_verb = "be"
        return 1

    def _is_future(self, place: int) -> bool:
        """Return whether `going to` and a verb stand at a place."""
        return (
            self.norm(place) == "going"
            and self.norm(place + 1) == "to"
            and (self.norm(place + 2) in BASE_FORMS or self.norm(place + 2) == "do")
        )

    def _have(self, i: int, norm: str) -> int:
        following = self.past_adverbs(i + 1, and_not=True)
        after = self.norm(following)
        if norm != "having" and self.norm(i - 1) != "to":
            self._count_finite_auxiliary(i)
        if after == "got":
            self.norms[following] = ""
            self._add("have")
        elif after == "to":
            self.norms[following] = ""
            self.modal = self.modal or "must"
        elif not is_participle(after):
            self._add("have")
            self.last_verb = "have"
        return 1

    def _count_finite_auxiliary(self, i: int) -> None:
        # `will have`, `does not have`: the verb group is counted at its first word.
        if self.auxiliary[0] < 0:
            self._finite_auxiliary(i)
