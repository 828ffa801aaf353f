"""Reads verb groups: tense and aspect go, modality stays, and `may or may not` leaves the clause open."""

from __future__ import annotations

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.morphology import is_gerund, is_participle, past_tense, third_person
from defeasible.reasoner.grammar.scan import Scan
from defeasible.reasoner.grammar.verbs import BASE_FORMS


class Auxiliaries(Scan):
    """Reads `will`, `does`, `has been`, `cannot`; each method returns how many tokens it read."""

    def _undecided(self, i: int) -> int:
        """Read `may or may not` and its like; return how many tokens it takes."""
        first = self.norms[i]
        if first not in w.FINITE_AUXILIARIES:
            return 0
        j = i + 1 + (self._norm(i + 1) == ",")
        if self._norm(j) == "or" and self._norm(j + 1) in w.FINITE_AUXILIARIES and self._norm(j + 2) == "not":
            last = j + 2
        elif (
            self._norm(i + 1) == "not"
            and self._norm(i + 2) == "or"
            and self._norm(i + 3) in w.FINITE_AUXILIARIES
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
        if self._norm(following) == "be":
            if self._norm(following + 1) == "able" and self._norm(following + 2) == "to":
                self._edit(following, following + 2, "")
                return following + 3 - i
            if is_gerund(self._norm(self._past_adverbs(following + 1))):
                return following + 1 - i
        if self._norm(following) == "have" and is_participle(self._norm(self._past_adverbs(following + 1))):
            return following + 1 - i
        return following - i

    def _drop_be(self) -> None:
        self.words.pop()

    def _auxiliary(self, i: int, norm: str) -> int:
        if norm in w.FUTURE:
            if self._norm(i - 1) in w.DETERMINERS:
                return 0
            self._finite_auxiliary(i)
            return 1
        if norm in w.MODALS:
            if self._norm(i - 1) in w.DETERMINERS or (self.tokens[i].text == "May" and i > 0):
                return 0
            self._finite_auxiliary(i)
            self.modal = self.modal or w.MODALS[norm]
            return 1 + (norm == "ought" and self._norm(i + 1) == "to")
        if norm in w.DO:
            return self._do(i)
        if norm in w.BE or (norm == "'s" and self._is_be(i)):
            return self._be(i, norm)
        if norm in w.HAVE:
            return self._have(i, norm)
        if norm == "able" and self._norm(i + 1) == "to":
            if self.words and self.words[-1] == "be":
                self._drop_be()
            self.modal = self.modal or "can"
            return 2
        if norm in ("need", "needs", "needed") and self._norm(i + 1) == "to":
            self._count_finite(i, norm)
            self.modal = self.modal or "must"
            return 2
        return 0

    def _do(self, i: int) -> int:
        denied = self._norm(self._past_adverbs(i + 1)) == "not"
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
        before, after = self._norm(i - 1), self._norm(i + 1)
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
            after in w.ARTICLES or after in ("not", "never", "no") or w.is_adverb(after) or is_gerund(after)
        )

    def _be(self, i: int, norm: str) -> int:
        if norm in w.FINITE_BE or norm == "'s":
            self._finite_auxiliary(i)
        following = self._past_adverbs(i + 1, and_not=True)
        after = self._norm(following)
        future = (
            after == "going" and self._norm(following + 1) == "to" and self._norm(following + 2) in BASE_FORMS
        )
        if future:
            # The words `going to` are passed over when their turn comes.
            self.norms[following] = self.norms[following + 1] = ""
        elif not is_gerund(after):
            self._add("be")
            self.last_verb = "be"
        return 1

    def _have(self, i: int, norm: str) -> int:
        following = self._past_adverbs(i + 1, and_not=True)
        after = self._norm(following)
        if norm != "having" and self._norm(i - 1) != "to":
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
