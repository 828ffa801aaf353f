"""The state of one pass over a clause: what was recorded so far, and which verb carries the tense."""

from __future__ import annotations

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Edit
from defeasible.reasoner.grammar.morphology import is_gerund, stem
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.grammar.verbs import BASE_FORMS, CLAUSE_TAKERS, LINKING, PAST_FORMS

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

    # --- looking around ---------------------------------------------------------------------------------

    def _norm(self, place: int) -> str:
        return self.norms[place] if 0 <= place < len(self.norms) else ""

    def _past_adverbs(self, place: int, *, and_not: bool = False) -> int:
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
            self.core.append("more" if word == "many" else word)
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

    def _count_finite(self, i: int, norm: str) -> None:
        """Count a full verb that carries the tense, and note a clause that opens after it without `that`."""
        if self.in_relative or not self._is_verb(i, norm):
            return
        base = stem(norm)
        self.last_verb = base
        if self.auxiliary[0] < 0 and self._is_finite(i, norm, base):
            self.finite += 1
        after = self._norm(i + 1)
        if (
            base in CLAUSE_TAKERS
            and (after in w.SUBJECT_PRONOUNS or self._capitalised(i + 1))
            and self.finite > self.openers
        ):
            self.sealed = True

    def _capitalised(self, place: int) -> bool:
        return place < len(self.tokens) and self.tokens[place].text[:1].isupper()

    def _is_verb(self, i: int, norm: str) -> bool:
        before = self._norm(i - 1)
        return (
            i > 0
            and stem(norm) in BASE_FORMS
            and before not in w.DETERMINERS
            and before not in w.PREPOSITIONS - {"to"}
        )

    def _is_finite(self, i: int, norm: str, base: str) -> bool:
        before, after = self._norm(i - 1), self._norm(i + 1)
        if before == "to" or before in w.FINITE_BE or after in w.FINITE_AUXILIARIES - w.HAVE - {"'d"}:
            return False
        if norm == base:
            return before in w.BARE_VERB_SUBJECTS or norm in PAST_FORMS
        if norm.endswith("s"):
            # `shaking hands`, and yet `the painting hangs`.
            return not is_gerund(before) or self._norm(i - 2) in w.DETERMINERS
        if norm.endswith("ed") and (is_gerund(before) or stem(before) in LINKING):
            return False
        return (norm in PAST_FORMS or norm.endswith("ed")) and after != "by"
