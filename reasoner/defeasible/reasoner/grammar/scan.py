"""The state of one pass over a clause: what was recorded so far, and which verb carries the tense."""

from __future__ import annotations

from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_FORMS, PAST_FORMS, is_gerund
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Edit
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.grammar.verbs import CLAUSE_TAKERS, LINKING

NOWHERE = (-9, False)
"""Place of the auxiliary where there is none, and whether it is the main one."""


class Scan:
    """Looks around in the tokens and records; the classes on top of it read."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.norms = [token.norm for token in tokens]
        self.words: list[str] = []
        self.core: list[str] = []
        self.adverbs: set[str] = set()
        self.connectives: list[str] = []
        self.modal = ""
        self.inner: list[int] = []
        self.denials = 0
        self.opposites = 0
        self.open = ""
        self.cues: list[str] = []
        self.edits: list[Edit] = []
        self.names: set[str] = set()
        self.finite = 0
        self.openers = 0
        self.sealed = False
        self.in_relative = False
        self.in_aside = False
        self.in_quote = False
        self.joined = False
        self.joined_after_verb = False
        self.auxiliary = NOWHERE
        self.last_verb = ""
        self.affirm_any = False
        self.predicate = -1
        self.bare_verb = -1
        self.awaits_predicate = False

    # --- looking around ---------------------------------------------------------------------------------

    def norm(self, place: int) -> str:
        """Return the norm at a place; empty outside the clause."""
        return self.norms[place] if 0 <= place < len(self.norms) else ""

    def past_adverbs(self, place: int, *, and_not: bool = False) -> int:
        """Return the first place at or after `place` that holds no adverb (nor `not`)."""
        while place < len(self.norms) and (
            w.is_adverb(self.norms[place]) or (and_not and self.norms[place] in ("not", "never"))
        ):
            place += 1
        return place

    # --- recording --------------------------------------------------------------------------------------

    def _add(self, word: str, token: Token | None = None) -> None:
        repeated = self.joined and self.core and word == self.core[0]
        self.joined = False
        self.words.append(word)
        if word != "be" and not repeated and not self.in_aside:
            if self.awaits_predicate:
                self.predicate = len(self.core)
                self.awaits_predicate = False
            self.core.append(word)
        if token is not None and token.text[:1].isupper():
            self.names.add(word)

    def _join(self, connective: str) -> None:
        if self.words:
            self.connectives.append(connective)
            self.joined = True
            self.joined_after_verb = self.finite > 0

    def _deny(self, cue: str, *, main: bool) -> bool:
        if main:
            self.denials += 1
            self.cues.append(f"negation: {cue}")
        else:
            self.inner.append(len(self.core))
        return main

    def _edit(self, first: int, last: int, text: str) -> None:
        """Replace tokens `first` to `last`, and the space after them if nothing is put in their place."""
        start, end = self.tokens[first].start, self.tokens[last].end
        if not text:
            if last + 1 < len(self.tokens):
                end = self.tokens[last + 1].start
            else:
                start = self.tokens[first - 1].end if first else start
        self.edits.append(Edit(start, end, text))

    # --- finite verbs -----------------------------------------------------------------------------------

    def _finite_auxiliary(self, i: int) -> None:
        main = not self.sealed and not self.in_relative and self.finite == self.openers
        if not self.in_relative:
            self.finite += 1
        self.auxiliary = (i, main)
        # In `does she sing` the subject comes first, and the verb is found by its form.
        self.awaits_predicate = main and self.predicate < 0 and bool(self.core)

    def _count_finite(self, i: int, norm: str) -> None:
        """Count a full verb that carries the tense, and note a clause that opens after it without `that`."""
        if self.in_relative or not self.is_verb(i, norm):
            return
        base = stem(norm)
        self.last_verb = base
        if self.bare_verb < 0:
            self.bare_verb = len(self.core)
        if self.auxiliary[0] < 0 and self.is_finite(i, norm, base):
            self.finite += 1
            if self.predicate < 0 and self.finite == self.openers + 1:
                self.predicate = len(self.core)
        after = self.norm(i + 1)
        if (
            base in CLAUSE_TAKERS
            and (self._is_subject(i + 1, after) or self._capitalised(i + 1))
            and self.finite > self.openers
        ):
            self.sealed = True

    def _is_subject(self, i: int, norm: str) -> bool:
        """Return whether a pronoun is a subject: `knows no one sings` has one, `knows no one` none."""
        if norm in w.PRONOUNS or norm == "there":
            return norm in w.SUBJECT_PRONOUNS
        quantified = norm == "no" or norm in w.INDEFINITES or norm in w.NEGATIVE_PRONOUNS
        return quantified and any(
            later in w.FINITE_AUXILIARIES
            or (self.is_verb(n, later) and self.is_finite(n, later, stem(later)))
            for n, later in enumerate(self.norms[i + 1 :], i + 1)
        )

    def _capitalised(self, place: int) -> bool:
        return place < len(self.tokens) and self.tokens[place].text[:1].isupper()

    def after_determiner(self, i: int) -> bool:
        """Return whether a determiner stands before; `one` is none in `no one` and `the other one`."""
        before = self.norm(i - 1)
        return before in w.DETERMINERS and not (before == "one" and self.norm(i - 2) in w.DETERMINERS)

    def is_verb(self, i: int, norm: str) -> bool:
        """Return whether a form of a known verb stands where a verb may."""
        before = self.norm(i - 1)
        return (
            i > 0
            and stem(norm) in BASE_FORMS
            and not self.after_determiner(i)
            and before not in w.PREPOSITIONS - {"to"}
        )

    def is_finite(self, i: int, norm: str, base: str) -> bool:
        """Return whether a full verb carries the tense, as far as its form and its neighbours tell."""
        before, after = self.norm(i - 1), self.norm(i + 1)
        if before == "to" or before in w.FINITE_BE or after in w.FINITE_AUXILIARIES - w.HAVE - {"'d"}:
            return False
        if norm == base:
            return before in w.BARE_VERB_SUBJECTS or norm in PAST_FORMS
        if norm.endswith("s"):
            # `shaking hands`, and yet `the painting hangs`.
            return not is_gerund(before) or self.norm(i - 2) in w.DETERMINERS
        if norm.endswith("ed") and (is_gerund(before) or stem(before) in LINKING):
            return False
        return (norm in PAST_FORMS or norm.endswith("ed")) and after != "by"


def finite_places(tokens: Tokens) -> tuple[int, ...]:
    """Return where finite verb groups start: `starts` and `will` in `Ann starts it today Ben will end it`."""
    scan, places = Scan(tokens), []
    in_group = False
    for n, norm in enumerate(scan.norms):
        if in_group and (norm in ("not", "never") or w.is_adverb(norm)):
            continue
        was_in_group, in_group = in_group, norm in w.FINITE_AUXILIARIES and not scan.after_determiner(n)
        if was_in_group and (in_group or norm in BASE_FORMS or norm in w.BE or not scan.tokens[n].is_word):
            continue
        if (in_group and scan.norm(n - 1) != "to") or (
            not was_in_group and scan.is_verb(n, norm) and scan.is_finite(n, norm, stem(norm))
        ):
            places.append(n)
    return tuple(places)
