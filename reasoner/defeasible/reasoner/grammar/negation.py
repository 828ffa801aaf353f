"""Reads one clause: strips auxiliaries, finds what is denied and whether that is the whole clause.

A clause has one main verb. `not` beside its auxiliary denies the clause; `not` further down (`tells men that
animals do not suffer`, `stays and does not go`) denies less, and is kept as part of what the clause says.
There is no tagger: finite verbs are recognised by form and place, and a wrong guess makes two propositions of
one, which is the safe side.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import BASE_FORMS, is_gerund, is_participle
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.auxiliaries import Auxiliaries
from defeasible.reasoner.grammar.clauses import Clause, Edit
from defeasible.reasoner.grammar.scan import NOWHERE
from defeasible.reasoner.grammar.tokens import Token, Tokens, tokenize
from defeasible.reasoner.grammar.verbs import LINKING, NEG_RAISERS

_QUOTES = frozenset('"“”«»')
_BREAKS = frozenset(".;!?")
_ASIDE_OPENERS = w.ARTICLES | w.RELATIVES | frozenset(w.PRONOUNS)
_LONGEST_ASIDE = 12
_CACHE = 8192


@lru_cache(maxsize=_CACHE)
def read_clause(tokens: Tokens) -> Clause:
    """Read one clause into its normal form. Takes time linear in its length."""
    return _Reader(tokens).read()


def read_recast(text: str, like: Tokens, *, apart: bool = False) -> Clause:
    """Read a clause that is said in other words than those of its source.

    Args:
        text: The other words.
        like: Those of the source.
        apart: Whether a denial in it stays under a quantifier: it does not deny the clause without it.
    """
    clause = read_clause(tokenize(text))
    if apart and clause.negated:
        core = (*clause.core, "not")
        clause = replace(clause, words=core, core=core, negated=False, edits=(), apart=True)
    return replace(clause, said=text, like=like)


class _Reader(Auxiliaries):
    """Reads words that are no auxiliaries, and says what they deny."""

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
            predicate=self.predicate if self.predicate >= 0 else self.bare_verb,
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
        if not self._capitalised(comma - 1) or self.norm(comma + 1) not in _ASIDE_OPENERS:
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
            self.auxiliary = NOWHERE

    # --- negation ---------------------------------------------------------------------------------------

    def _whole(self) -> bool:
        """Return whether a denial at this place, before the verb, is of the whole clause."""
        near, main = self.auxiliary
        if near >= 0:
            return main
        return not self.sealed and not self.in_relative and self.finite == self.openers

    def _whole_argument(self, i: int) -> bool:
        """Return whether a negative noun phrase at `i`, a subject or an object, denies the whole clause."""
        if self.sealed or self.in_relative or self.norm(i - 1) in w.PREPOSITIONS:
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
            case "unable" if self.norm(i + 1) == "to":
                if self.words and self.words[-1] == "be":
                    self._drop_be()
                if self._deny("unable", main=self.finite <= self.openers + 1 and not self.sealed):
                    self._edit(i, i, "able")
                self.modal = "can"
                return 2
            case _:
                return self._negative_verb(i, norm) or self._opposite(i, norm)

    def _not(self, i: int) -> int:
        following = self.norm(i + 1)
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
        self.auxiliary = NOWHERE
        if self._deny(cue, main=whole):
            self.affirm_any = True
            self._affirm(i, near if cue.endswith("not") and near >= 0 else -9)
        return 1

    def _before_gerund_subject(self, i: int) -> bool:
        """Return whether `not` opens a subject such as `not calling her` in `not calling her will hurt`."""
        if i > 0 or not is_gerund(self.norm(1)):
            return False
        return any(
            norm in w.FINITE_AUXILIARIES or (norm.endswith("s") and self.is_verb(n, norm))
            for n, norm in enumerate(self.norms)
            if n > 1
        )

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
        verb = self.past_adverbs(i + 1)
        if verb < len(self.tokens) and self.norms[near] != "do":
            norm = self.norms[verb]
            base = norm if norm in BASE_FORMS else norm.removesuffix("s") or norm
            inflect = third_person if self.norms[near] == "does" else past_tense
            self._edit(verb, verb, inflect(base))

    def _no(self, i: int) -> int:
        following = self.norm(i + 1)
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
        if norm in ("fail", "fails", "failed") and self.norm(i + 1) == "to":
            whole = self._whole()
            self._count_finite(i, norm)
            if self._deny(f"{norm} to", main=whole):
                verb = self.norm(i + 2)
                inflect = {"fails": third_person, "failed": past_tense}.get(norm, str)
                self._edit(i, i + 1, "")
                if i + 2 < len(self.tokens):
                    self._edit(i + 2, i + 2, inflect(verb))
            return 2
        if norm in ("lacks", "lacked") and self.norm(i - 1) not in w.DETERMINERS:
            whole = self._whole()
            self._count_finite(i, norm)
            if self._deny(norm, main=whole):
                self._edit(i, i, "has" if norm == "lacks" else "had")
            self._add("have")
            return 1
        return 0

    def _opposite(self, i: int, norm: str) -> int:
        quantifier = w.FEWER.get(norm) if self.norm(i - 1) != "a" else None
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

    # --- other words ------------------------------------------------------------------------------------

    def _function_word(self, i: int, norm: str) -> int:
        if self.tokens[i].text == "A" and i > 0 and self.tokens[i - 1].is_word:
            # A letter that names something: `Patient A`.
            self._add("a", self.tokens[i])
            return 1
        if self._measures(i, norm):
            return self._much(i, norm)
        if norm in ("each", "every"):
            self._add("every")
            return 1
        if (
            not norm
            or norm in w.ARTICLES
            or norm in w.EMPTY_ADVERBS
            or norm in ("either", "both", "ever", "anymore")
            or (norm == "even" and self.norm(i + 1) == "though")
        ):
            return 1
        if norm in ("some", "any"):
            if self.affirm_any and norm == "any":
                self._edit(i, i, "some")
            return 1 + (norm == "any" and self.norm(i + 1) in ("longer", "more"))
        if norm == "'s":
            return 1
        if norm in w.CONNECTIVES:
            self.auxiliary = NOWHERE
            self._join(w.CONNECTIVES[norm])
            if norm == "nor":
                self._edit(i, i, "or")
            return 1
        if w.is_adverb(norm) and not (norm in w.ALSO_PREDICATED and self._is_predicated(i)):
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

    def _measures(self, i: int, norm: str) -> bool:
        """Return whether `much` starts here, or what is said for it: `a lot of`, `plenty of`."""
        following = self.norm(i + 1)
        if norm == "a" and following in ("great", "good"):
            return self.norm(i + 2) == "deal"
        return (
            norm == "much"
            or (norm == "a" and following == "lot")
            or (norm in ("lots", "plenty") and following == "of")
        )

    def _much(self, i: int, norm: str) -> int:
        last = i + {"lot": 1, "great": 2, "good": 2}.get(self.norm(i + 1), 0) * (norm == "a")
        self._add("many")
        return last + 1 + (self.norm(last + 1) == "of") - i

    def _is_predicated(self, i: int) -> bool:
        """Return whether `hard` is said of the subject here: `is hard to read`, not `is hard hit`."""
        after = self.norm(i + 1)
        ends = i + 1 >= len(self.tokens) or not self.tokens[i + 1].is_word
        return bool(self.words) and self.words[-1] in LINKING and (ends or after in w.PREPOSITIONS)

    def _open_clause(self, i: int, norm: str) -> None:
        self.auxiliary = NOWHERE
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
        self.auxiliary = NOWHERE
        return 1
