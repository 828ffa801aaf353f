"""Adjectives said of a subject or an object: degree, comparison, coordination."""

from __future__ import annotations

from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Adjectives
from defeasible.reasoner.grammar.stories.verbs import Verbs

_MOST_ITEMS = 8
_COMPARING = frozenset({"more", "less", "most", "least"})


class Predicates(Verbs):
    """Reads predicates."""

    def predicate(self, i: int) -> Adjectives | None:
        """Read the adjectives at a place, unless a noun that they belong to follows; or return None."""
        words: list[str] = []
        cues: list[str] = []
        too = enough = False
        j = i
        while len(words) < _MOST_ITEMS:
            k = j
            if words:
                if self.at(k) == ",":
                    k += 1
                if self.at(k) in ("and", "but", "or"):
                    k += 1
                if k == j or self.at(k) in c.NEGATIONS:
                    break
            word, end, degree = self._one(k)
            if not word:
                break
            words.append(word)
            too |= degree == "too"
            if degree:
                cues.append(degree)
            j = end
            if self.at(j) == "enough":
                enough, j = True, j + 1
                cues.append("enough")
        if not words:
            return None
        compared = None
        if self.at(j) == "than" or (self.at(j) == "as" and "as" in cues):
            compared = self.noun(j + 1)
            j = compared.end if compared is not None else j + 1
            if compared is not None and self.finite(j) and self.group(j) is not None:
                j += 1  # `than he was`
        return Adjectives(i, j, tuple(words), " ".join(cues), too, enough, compared)

    def _one(self, i: int) -> tuple[str, int, str]:
        """Return an adjective in normal form, the place behind it, and its degree."""
        j, degree, compare = i, "", ""
        while self.at(j) in lx.DEGREE | {"as"} and j < i + 4:
            word = self.at(j)
            if (
                word in _COMPARING
                and self.word(j + 1)
                and not self.closed(j + 1)
                and not lx.is_noun(self.at(j + 1))
            ):
                compare = word
            elif self.adjective(j) and not self._adjective_at(j + 1):
                break
            else:
                degree = degree or word
            j += 1
        known = self._adjective_at(j) or bool(compare)
        if not known or self._noun_follows(j):
            return "", i, ""
        word, end = self.at(j), j + 1
        while self.at(end) == "-" and self.word(end + 1):  # `self-employed`
            word, end = f"{word}-{self.at(end + 1)}", end + 2
        base = lx.base_adjective(word)
        if base and word.endswith(("est", "st")):
            degree, word = "superlative", f"most {base}"
        elif base:
            degree = f"comparative of {base}"
        elif compare:
            degree, word = f"comparative of {word}", f"{compare} {word}"
        return word, end, degree

    def _adjective_at(self, i: int) -> bool:
        if self.at(i) == "self" and self.at(i + 1) == "-":
            return True
        return self.adjective(i) and (not self.closed(i) or self.at(i) in ("own", "past", "like"))

    def _noun_follows(self, i: int) -> bool:
        """Return whether a noun follows that an adjective here belongs to."""
        word = self.at(i + 1)
        if (
            word in lx.TIMES
            or word in ("last", "next", "first", "second")
            or self.at(i) in ("afraid", "aware")
        ):
            return False
        if self.name(i + 1) or self.kinds(i + 1) & {"ing"} or self.adverb(i + 1):
            return False
        if self.nominal(i + 1) and self.adjective(i + 1) and not lx.is_noun(word):
            return self._noun_behind(i + 1)
        return self.nominal(i + 1) or (word == "-" and self.nominal(i + 2))
