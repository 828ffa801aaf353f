"""Noun phrases: owners, names with what stands beside them, pronouns, coordination."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.heads import Draft, Heads
from defeasible.reasoner.grammar.stories.syntax import Noun

_MOST_ITEMS = 12
_MOST_WORDS = 16
_COMPOUNDING = frozenset({"driver", "bachelor", "master", "valentine", "men", "women"})
"""Nouns whose `'s` says what kind a thing is, not whose."""


class Nouns(Heads):
    """Reads noun phrases from left to right."""

    def noun(self, i: int, *, subject: bool = False, joined: bool = True) -> Noun | None:
        """Read the noun phrase at a place, with what `and` joins to it, or return None.

        Args:
            i: Place of its first word.
            subject: Whether a finite verb is expected behind it.
            joined: Whether it may be several.
        """
        first = self._single(i, subject=subject)
        if first is None or not joined:
            return first
        items = [first]
        j = first.end
        while len(items) < _MOST_ITEMS:
            k = j
            while self.at(k) == "," or self.at(k) in ("and", "or", "&", "plus"):
                k += 1
                if self.at(k) in c.NEGATIONS:
                    break
            if k == j or k - j > 2:
                break
            comma_only = self.at(k - 1) == ","
            if not subject and "past" in self.kinds(k) and self._opens_noun(k + 1):
                break  # `and saw a bird`
            item = self._single(k, subject=subject, several=subject)
            if item is None or (item.pronoun in c.SUBJECT_PRONOUNS and not subject and self.finite(item.end)):
                break
            if comma_only and not self._list_goes_on(item.end):
                break
            if not subject and self._own_clause(item):
                break
            if item.time != first.time:
                break
            items.append(item)
            j = item.end
        if len(items) == 1:
            return first
        return Noun(
            first.start, j, items=tuple(items), plural=True, negative=any(n.negative for n in items),
            time=first.time,
        )  # fmt: skip

    def _list_goes_on(self, end: int) -> bool:
        """Return whether a list parted by commas comes to its `and` soon."""
        for k in range(end, min(end + _MOST_WORDS, self.size)):
            if self.at(k) in ("and", "or", "&"):
                return self.at(k - 1) == "," or self.nominal(k - 1)
            if self.at(k) != "," and not self.nominal(k) and self.at(k) not in c.DETERMINERS:
                return False
        return False

    def may_act(self, noun: Noun) -> bool:
        """Return whether a noun phrase can be somebody, who may do something."""
        if noun.name or noun.items or noun.pronoun:
            return noun.pronoun not in ("it", "this", "something")
        return lx.kind_of(noun.words[-1] if noun.words else noun.head, plural=noun.plural) in (
            "person",
            "group",
            "animal",
        )

    def _opens_noun(self, i: int) -> bool:
        return self.at(i) in c.DETERMINERS or self.at(i) in c.PRONOUNS or self.name(i)

    def _own_clause(self, item: Noun) -> bool:
        """Return whether a noun phrase behind `and` is rather the subject of a clause of its own."""
        j = item.end
        if self.at(j) == "," or not self.finite(j):
            return False
        return self.surely_finite(j) or bool(self.kinds(self.past_adverbs(j)) & {"past"})

    def _single(self, i: int, *, subject: bool, several: bool = False) -> Noun | None:
        word = self.at(i)
        if not self.word(i) and word not in ("$",):
            return None
        if not self.name(i):
            if word in c.PRONOUNS:
                both = word in ("you", "they", "we", "us", "them") and self.at(i + 1) in ("all", "both")
                return Noun(i, i + 1 + both, pronoun=c.PRONOUNS[word], words=(word,), head=c.PRONOUNS[word])
            if (word, self.at(i + 1)) in (("each", "other"), ("one", "another")):
                return Noun(i, i + 2, pronoun="they", words=("themselves",), head="they")
            if (word, self.at(i + 1)) == ("no", "one"):
                return Noun(i, i + 2, pronoun="someone", words=("someone",), head="someone", negative=True)
            if word in c.INDEFINITE:
                return self._indefinite(i, word)
            if word == "her" and not self._goes_on(i + 1):
                return Noun(i, i + 1, pronoun="she", words=("her",), head="she")
            if word in ("this", "that", "these", "those") and not self._goes_on(i + 1):
                return Noun(i, i + 1, pronoun="this", words=(word,), head="this", determiner=word)
            if word in ("his", "mine", "hers") and not self._goes_on(i + 1):
                return Noun(i, i + 1, pronoun="one", words=(word,), head="one")
        return self._phrase(i, subject, several)

    def _indefinite(self, i: int, word: str) -> Noun:
        end, head = i + 1, c.INDEFINITE[word]
        adjectives: tuple[str, ...] = ()
        if self.at(end) == "else":
            end += 1
        elif self.adjective(end) and not self.closed(end):
            adjectives, end = (self.at(end),), end + 1
        if word == "none" and self.at(end) == "of":
            inner = self._single(end + 1, subject=False)
            if inner is not None:
                return replace(inner, start=i, negative=True)
        return Noun(
            i, end, pronoun=head, words=(word,), head=head, negative=word in c.NEGATIVE, adjectives=adjectives
        )  # fmt: skip

    def _goes_on(self, i: int) -> bool:
        """Return whether a determiner before this place has a noun behind it."""
        word = self.at(i)
        if self.nominal(i):
            forms = self.kinds(i)
            if "past" in forms and (
                self.at(i + 1) in c.DETERMINERS | frozenset(c.PRONOUNS) or self.name(i + 1)
            ):
                return False
            if not forms or self.name(i) or self.adjective(i):
                return True
            if lx.is_noun(word) or (self.nominal(i + 1) and not forms <= {"past", "part"}):
                return True
            return not forms <= {"past", "part"} and not self.adverb(i)
        return word in c.NUMBERS or word in ("own", "other", "many", "few") or (
            self.adverb(i) and word in lx.DEGREE and self.adjective(i + 1)
        )  # fmt: skip

    def _phrase(self, i: int, subject: bool, several: bool = False) -> Noun | None:
        draft = Draft(i, i, several=several)
        while draft.at < self.size and draft.at - draft.start < _MOST_WORDS:
            grown = (
                self._qualify(draft)
                if self._aged(draft.at)
                else self._determine(draft) or self._qualify(draft) or self._name_thing(draft, subject)
            )
            if not (grown or self._possess(draft)):
                break
        if not draft.nouns:
            return self._without_noun(draft)
        return self._finish(draft, subject)

    def _without_noun(self, draft: Draft) -> Noun | None:
        """Let `both`, `the rich`, `another` stand for a noun; adjectives alone are no noun phrase."""
        if draft.owner is not None and self.at(draft.at - 1) == "own":
            return Noun(draft.start, draft.at, ("one",), "one", "own", pronoun="one", owner=draft.owner)
        if (draft.determiner or draft.adjectives) and self.at(draft.at) in ("one", "ones"):
            return Noun(
                draft.start, draft.at + 1, ("one",), "one", draft.determiner, tuple(draft.adjectives), "one",
                plural=self.at(draft.at) == "ones",
            )  # fmt: skip
        if draft.owner is None and not draft.determiner:
            return None
        if draft.adjectives and draft.determiner in ("the", "a", "an"):
            head = draft.adjectives[-1]
            return Noun(
                draft.start, draft.at, (head,), head, draft.determiner, tuple(draft.adjectives[:-1]),
                plural=draft.determiner == "the",
            )  # fmt: skip
        if draft.determiner == "number" and not draft.adjectives and draft.owner is None:
            said = tuple(self.low[draft.start : draft.at])
            return Noun(draft.start, draft.at, said, said[-1], "number", plural=True)
        if draft.determiner in c.NUMBERS | c.QUANTIFIERS - {"no", "every", "such", "own"}:
            if self.at(draft.at) == "of":
                inner = self._single(draft.at + 1, subject=False)
                if inner is not None and draft.determiner in ("one", "each", "another") and not inner.pronoun:
                    return replace(inner, start=draft.start, plural=False, determiner="a")
                if inner is not None:
                    return replace(inner, start=draft.start, plural=True)
            if draft.adjectives:
                return None
            return Noun(
                draft.start, draft.at, (draft.determiner,), "one", draft.determiner, pronoun="one",
                plural=draft.determiner not in ("one", "another", "each"),
            )  # fmt: skip
        return None

    def _possess(self, draft: Draft) -> bool:
        """Begin anew behind `'s` or the apostrophe of a plural, what was read so far being the owner."""
        i = draft.at
        if not draft.nouns or not self.word(i + 1):
            return False
        if not (self.at(i) == "'s" or (self.at(i) == "'" and draft.nouns[-1].endswith("s"))):
            return False
        if self.closed(i + 1) or self.name(i + 1) or not self._possessed(i + 1):
            return False
        self._restart(draft, i + 1)
        return True

    def _possessed(self, i: int) -> bool:
        """Return whether a noun, not a predicate, stands behind `'s`."""
        if self.adverb(i):
            return False
        if self.adjective(i) and not lx.is_noun(self.at(i)):
            return self._noun_behind(i)
        forms = self.kinds(i)
        return not (forms and not lx.is_noun(self.at(i)) and forms & {"ing", "part"})

    def _restart(self, draft: Draft, i: int) -> None:
        head = draft.nouns[-1]
        if head in _COMPOUNDING:
            draft.at = i  # `her driver's license`
            return
        if (
            draft.determiner in ("a", "an")
            and not draft.name
            and head not in lx.RELATIONS
            and not draft.adjectives
        ):
            draft.at = i  # `a driver's license`
            return
        owner = self._made(draft)
        draft.owner, draft.determiner, draft.negative = owner, "own", False
        draft.adjectives, draft.nouns, draft.alias, draft.name = [], [], "", False
        draft.last_name = False
        draft.at = i

    def _made(self, draft: Draft) -> Noun:
        head = draft.nouns[-1]
        plural = not draft.name and (
            singular(head) != head or head in lx.GROUPS or head.endswith(("children", "people"))
        )
        return Noun(
            draft.start,
            draft.at,
            tuple(draft.nouns),
            head if draft.name else lx.noun_lemma(head),
            draft.determiner,
            tuple(draft.adjectives),
            name=draft.name,
            plural=plural or draft.determiner in ("several", "many", "few", "both"),
            negative=draft.negative,
            owner=draft.owner,
            alias=draft.alias,
            time=self._tells_time(draft),
        )

    def _tells_time(self, draft: Draft) -> bool:
        return set(draft.nouns) <= lx.TIMES and (
            draft.determiner not in ("a", "an", "own", "no") or self.at(draft.at) in ("later", "ago")
        )

    def _finish(self, draft: Draft, subject: bool) -> Noun:
        i = draft.at
        if self.at(i) == "'" and draft.nouns[-1].endswith("s"):
            draft.at += 1
        noun = self._made(draft)
        after = self.at(draft.at)
        if after == "of" and not noun.name:
            return self._of(noun, subject)
        if noun.name and after == "the" and self.nominal(draft.at + 1):
            inner = self._phrase(draft.at, subject)
            if inner is not None and singular(inner.head) in lx.PEOPLE | lx.ANIMALS:
                return replace(noun, end=inner.end, alias=inner.head)
        if after in ("named", "called") and self.name(draft.at + 1):
            k = draft.at + 1
            return replace(noun, end=k + 1, words=(self.at(k),), head=self.at(k), name=True, alias=noun.head)
        return noun

    def _of(self, noun: Noun, subject: bool) -> Noun:
        if self.at(noun.end + 1) in c.POSSESSIVES and self.at(noun.end + 2) == "own":
            return replace(noun, end=noun.end + 3)
        if "ing" in self.kinds(noun.end + 1) and self._opens_noun(noun.end + 2):
            return noun  # `in charge of finding it`
        inner = self.noun(noun.end + 1, subject=subject)
        if inner is None:
            return noun
        if singular(noun.head) in lx.MEASURES or noun.words[-1] in lx.MEASURES:
            if inner.items:
                return replace(inner, start=noun.start)
            return replace(
                inner, start=noun.start, negative=noun.negative, determiner=inner.determiner or "some"
            )
        return replace(noun, end=inner.end, owner=noun.owner or inner)
