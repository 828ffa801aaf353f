"""Reads one clause: strips auxiliaries, finds what is denied and whether that is the whole clause.

A clause has one main verb. `not` beside its auxiliary denies the clause; `not` further down (`tells men that
animals do not suffer`, `stays and does not go`) denies less, and is kept as part of what the clause says.
There is no tagger: finite verbs are recognised by form and place, and a wrong guess makes two propositions of
one, which is the safe side.
"""

from __future__ import annotations

from functools import lru_cache

from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.clauses import Clause, Edit
from defeasible.reasoner.grammar.morphology import is_gerund, is_participle, past_tense, stem, third_person
from defeasible.reasoner.grammar.tokens import Token, Tokens
from defeasible.reasoner.grammar.verbs import (
    BASE_FORMS,
    CLAUSE_TAKERS,
    LINKING,
    NEG_RAISERS,
    PAST_FORMS,
)

_QUOTES = frozenset('"“”«»')
_BREAKS = frozenset(".;!?")
_NOTHING = Token("", "", 0, 0, is_word=False)
_ASIDE_OPENERS = w.ARTICLES | w.RELATIVES | frozenset(w.PRONOUNS)
_LONGEST_ASIDE = 12
_CACHE = 8192


@lru_cache(maxsize=_CACHE)
def read_clause(tokens: Tokens) -> Clause:
    """Read one clause into its normal form. Takes time linear in its length."""
    return _Reader(tokens).read()


class _Reader:
    """The state of one left-to-right pass."""

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
        self.auxiliary = (-9, False)
        self.last_verb = ""
        self.affirm_any = False

    def read(self) -> Clause:
        place = 0
        while place < len(self.tokens):
            place += self._step(place)
        has_verb = self.finite > 0 or any(
            norm in BASE_FORMS or is_gerund(norm) or is_participle(norm) for norm in self.norms[1:]
        )
        denied = (self.denials + self.opposites) % 2 == 1
        return Clause(
            tokens=self.tokens,
            words=tuple(self.words),
            core=tuple(self.core),
            adverbs=frozenset(self.adverbs),
            modal=self.modal,
            connectives=tuple(self.connectives),
            negated=denied,
            antonym=self.opposites % 2 == 1,
            inner=tuple(self.inner),
            open=self.open,
            cue=", ".join(self.cues),
            names=frozenset(self.names),
            has_verb=has_verb or self._third_person_guess(),
            edits=tuple(self.edits),
        )

    def _third_person_guess(self) -> bool:
        """Return whether some unknown word stands where a verb may and ends like one: `Bob blorps`."""
        return any(
            norm.endswith("s")
            and not norm.endswith("ss")
            and len(norm) > 3
            and (before.text[:1].isupper() or before.norm in w.PRONOUNS)
            for before, norm in zip(self.tokens, self.norms[1:], strict=False)
        )

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

    # --- one step ---------------------------------------------------------------------------------------

    def _step(self, i: int) -> int:
        token, norm = self.tokens[i], self.norms[i]
        if not token.is_word:
            self._mark(i, token)
            return 1
        if self.in_quote:
            self._add(norm)
            return 1
        return (
            self._undecided(i)
            or self._negative_word(i, norm)
            or self._auxiliary(i, norm)
            or self._function_word(i, norm)
            or self._content_word(i, token, norm)
        )

    def _opens_aside(self, comma: int) -> bool:
        """Return whether a remark on a name follows that another comma closes: `Jessica, a nurse, smiles`."""
        if not self._capitalised(comma - 1) or self._norm(comma + 1) not in _ASIDE_OPENERS:
            return False
        return any(token.text == "," for token in self.tokens[comma + 2 : comma + 2 + _LONGEST_ASIDE])

    def _mark(self, place: int, token: Token) -> None:
        if token.text in _QUOTES:
            self.in_quote = not self.in_quote
        elif self.in_quote:
            return
        elif token.text in _BREAKS:
            self._join("and")
        elif token.text == ",":
            self.in_aside = not self.in_aside and self._opens_aside(place)
            self.joined = bool(self.words)
            self.in_relative = False
            self.auxiliary = (-9, False)

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

    # --- negation ---------------------------------------------------------------------------------------

    def _whole(self) -> bool:
        """Return whether a denial at this place, before the verb, is of the whole clause."""
        near, main = self.auxiliary
        if near >= 0:
            return main
        return not self.sealed and not self.in_relative and self.finite == self.openers

    def _whole_argument(self, i: int) -> bool:
        """Return whether a negative noun phrase at `i`, a subject or an object, denies the whole clause."""
        if self.sealed or self.in_relative or self._norm(i - 1) in w.PREPOSITIONS:
            return False
        return self.finite == self.openers or (self.finite == self.openers + 1 and not self.joined_after_verb)

    def _negative_word(self, i: int, norm: str) -> int:
        match norm:
            case "not":
                return self._not(i)
            case "never":
                if self._deny("never", main=self._whole()):
                    self._edit(i, i, "")
                return 1
            case "no":
                return self._no(i)
            case "nobody" | "nothing" | "nowhere":
                word, affirmative = w.NEGATIVE_PRONOUNS[norm]
                if self._deny(norm, main=self._whole_argument(i)):
                    self._edit(i, i, affirmative)
                self._add(word)
                return 1
            case "none" | "neither":
                if self._deny(norm, main=self._whole_argument(i) or not self.words):
                    self._edit(i, i, "some" if norm == "none" else "either")
                return 1
            case "unable" if self._norm(i + 1) == "to":
                if self.words and self.words[-1] == "be":
                    self._drop_be()
                if self._deny("unable", main=self.finite <= self.openers + 1 and not self.sealed):
                    self._edit(i, i, "able")
                self.modal = "can"
                return 2
            case _:
                return self._negative_verb(i, norm) or self._opposite(i, norm)

    def _not(self, i: int) -> int:
        following = self._norm(i + 1)
        if following in ("only", "just", "merely"):
            return 2
        near, main = self.auxiliary
        raised = following == "to" and self.last_verb in NEG_RAISERS and self.finite == self.openers + 1
        if near >= 0 and i - near <= 4:
            whole, cue = main, f"{self.norms[near]} not"
        elif raised and not self.sealed:
            whole, cue = True, f"{self.last_verb} not to"
        else:
            whole, cue = (
                not self._before_gerund_subject(i)
                and not self.sealed
                and not self.in_relative
                and self.finite == self.openers,
                "not",
            )
            near = -9
        self.auxiliary = (-9, False)
        if self._deny(cue, main=whole):
            self.affirm_any = True
            self._affirm(i, near if cue.endswith("not") and near >= 0 else -9)
        return 1

    def _before_gerund_subject(self, i: int) -> bool:
        """Return whether `not` opens a subject such as `not calling her` in `not calling her will hurt`."""
        later = any(norm in w.FINITE_AUXILIARIES for norm in self.norms[i + 2 :])
        return i == 0 and is_gerund(self._norm(1)) and later

    def _affirm(self, i: int, near: int) -> None:
        """Write the edits that turn `does not walk` into `walks`, and `cannot` into `can`."""
        if near < 0 or self.norms[near] not in w.DO:
            if near >= 0 and near == i - 1 and self.tokens[near].text.lower() != self.norms[near]:
                self.edits.append(Edit(self.tokens[near].start, self.tokens[i].end, self.norms[near]))
            elif near == i - 1 and self.tokens[near].end == self.tokens[i].start:
                self.edits.append(Edit(self.tokens[i].start, self.tokens[i].end, ""))
            else:
                self._edit(i, i, "")
            return
        self._edit(near, i if near == i - 1 else near, "")
        if near != i - 1:
            self._edit(i, i, "")
        verb = self._past_adverbs(i + 1)
        if verb < len(self.tokens) and self.norms[near] != "do":
            base = self.norms[verb] if self.norms[verb] in BASE_FORMS else self.norms[verb].removesuffix("s")
            inflect = third_person if self.norms[near] == "does" else past_tense
            self._edit(verb, verb, inflect(base))

    def _no(self, i: int) -> int:
        following = self._norm(i + 1)
        if following == "longer":
            if self._deny("no longer", main=self._whole()):
                self._edit(i, i + 1, "still")
            return 2
        if following == "one":
            if self._deny("no one", main=self._whole_argument(i)):
                self._edit(i, i + 1, "someone")
            self._add("someone")
            return 2
        if (
            i + 1 < len(self.tokens)
            and self.tokens[i + 1].is_word
            and following not in ("more", "less", "matter", "doubt")
        ):
            if self._deny(f"no {following}", main=self._whole_argument(i)):
                self._edit(i, i, "some")
            return 1
        return 0

    def _negative_verb(self, i: int, norm: str) -> int:
        if norm in ("fail", "fails", "failed") and self._norm(i + 1) == "to":
            whole = self._whole()
            self._count_finite(i, norm)
            if self._deny(f"{norm} to", main=whole):
                verb = self._norm(i + 2)
                inflect = {"fails": third_person, "failed": past_tense}.get(norm, str)
                self._edit(i, i + 1, "")
                if i + 2 < len(self.tokens):
                    self._edit(i + 2, i + 2, inflect(verb))
            return 2
        if norm in ("lacks", "lacked") and self._norm(i - 1) not in w.DETERMINERS:
            whole = self._whole()
            self._count_finite(i, norm)
            if self._deny(norm, main=whole):
                self._edit(i, i, "has" if norm == "lacks" else "had")
            self._add("have")
            return 1
        return 0

    def _opposite(self, i: int, norm: str) -> int:
        quantifier = w.FEWER.get(norm) if self._norm(i - 1) != "a" else None
        word = quantifier or w.OPPOSITES.get(norm)
        if word is None:
            return 0
        predicated = self.last_verb in LINKING and bool(self.words) and self.words[-1] == self.last_verb
        whole = self._whole_argument(i) if quantifier else predicated and self._whole_argument(i)
        if whole:
            self.opposites += 1
            self.cues.append(f"antonym: {norm} for not {word}")
        else:
            self.inner.append(len(self.core))
        self._add(stem(word))
        return 1

    # --- auxiliaries ------------------------------------------------------------------------------------

    def _finite_auxiliary(self, i: int) -> None:
        main = not self.sealed and not self.in_relative and self.finite == self.openers
        if not self.in_relative:
            self.finite += 1
        self.auxiliary = (i, main)

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
            return 1
        return 0

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

    # --- other words ------------------------------------------------------------------------------------

    def _function_word(self, i: int, norm: str) -> int:
        if self.tokens[i].text == "A" and i > 0 and self.tokens[i - 1].is_word:
            # A letter that names something: `Patient A`.
            self._add("a", self.tokens[i])
            return 1
        if norm in ("each", "every"):
            self._add("every")
            return 1
        if (
            not norm
            or norm in w.ARTICLES
            or norm in w.EMPTY_ADVERBS
            or norm in ("either", "both", "ever", "anymore")
        ):
            return 1
        if norm in ("some", "any"):
            if self.affirm_any and norm == "any":
                self._edit(i, i, "some")
            return 1 + (norm == "any" and self._norm(i + 1) in ("longer", "more"))
        if norm == "'s":
            return 1
        if norm in w.CONNECTIVES:
            self.auxiliary = (-9, False)
            self._join(w.CONNECTIVES[norm])
            if norm == "nor":
                self._edit(i, i, "or")
            return 1
        if w.is_adverb(norm):
            self.adverbs.add(norm)
            return 1
        if norm in w.CLAUSE_OPENERS and i > 0:
            self._open_clause(i, norm)
            self._add(norm)
            return 1
        if norm in w.PRONOUNS:
            self._add(w.PRONOUNS[norm])
            return 1
        return 0

    def _open_clause(self, i: int, norm: str) -> None:
        self.auxiliary = (-9, False)
        if norm in w.RELATIVES and not self.tokens[i - 1].is_word:
            self.in_relative = True
        elif self.finite > self.openers:
            self.sealed = True
        else:
            self.openers += 1

    def _content_word(self, i: int, token: Token, norm: str) -> int:
        self._count_finite(i, norm)
        if norm in w.INDEFINITES:
            if self.affirm_any and norm.startswith("any"):
                self._edit(i, i, "some" + norm[3:])
            self._add(w.INDEFINITES[norm])
        else:
            self._add(stem(norm), token)
        self.auxiliary = (-9, False)
        return 1

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
