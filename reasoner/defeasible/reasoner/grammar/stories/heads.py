"""The words of a noun phrase, one by one: determiners, adjectives, nouns, and where they end."""

from __future__ import annotations

from dataclasses import dataclass, field

from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.sight import Sight
from defeasible.reasoner.grammar.stories.syntax import Noun

_TITLES = frozenset({"mr", "mrs", "ms", "dr", "miss", "aunt", "uncle", "grandma", "grandpa", "coach"})
_DAYS = frozenset({"today", "tonight", "tomorrow", "yesterday"})
_LOOKAHEAD = 7
"""Words within which the noun of an adjective must come."""


@dataclass(slots=True)
class Draft:
    """What has been read of a noun phrase."""

    start: int
    at: int
    determiner: str = ""
    negative: bool = False
    owner: Noun | None = None
    adjectives: list[str] = field(default_factory=list)
    nouns: list[str] = field(default_factory=list)
    name: bool = False
    last_name: bool = False
    alias: str = ""
    several: bool = False
    """Whether it is joined to another, so that a verb in the base form may follow."""


class Heads(Sight):
    """Takes words into a draft of a noun phrase."""

    before_verb = False
    """Whether a verb in the base form may follow the phrase: `saw a car turn`."""

    def _determine(self, draft: Draft) -> bool:
        word = self.at(draft.at)
        if draft.nouns or draft.adjectives or self.name(draft.at):
            return False
        if word in ("all", "both", "such", "half", "what") and self.at(draft.at + 1) in c.DETERMINERS:
            draft.at += 1
            return True
        if word in c.POSSESSIVES and draft.owner is None and draft.determiner in ("", "all", "both"):
            owner = c.POSSESSIVES[word]
            draft.owner = Noun(draft.at, draft.at + 1, (word,), owner, pronoun=owner)
            draft.determiner = "own"
        elif word in c.DETERMINERS and word != "like":
            if word == "that" and self.at(draft.at + 1) in c.DETERMINERS:
                return False
            if word == "own" and draft.owner is None:
                return False
            draft.negative |= word == "no"
            draft.determiner = draft.determiner or word
        elif word[:1].isdigit() or word == "$":
            draft.determiner = draft.determiner or "number"
        else:
            return False
        draft.at += 1
        return True

    def _qualify(self, draft: Draft) -> bool:
        """Take an adjective, with adverbs of degree before it and hyphens within it."""
        i = draft.at
        word = self.at(i)
        if draft.nouns or self.name(i):
            return False
        if word in lx.DEGREE and not self.adjective(i) and self.adjective(self._past_degree(i)):
            if not draft.determiner and draft.owner is None and not self._noun_behind(self._past_degree(i)):
                return False
            draft.at = self._past_degree(i)
            return True
        if word == "-" and draft.adjectives:
            draft.at += 1
            return self.word(i + 1)
        if word in (",", "and") and draft.adjectives and self.adjective(i + 1) and self._noun_behind(i + 1):
            draft.at += 1
            return True
        forms = self.kinds(i)
        if aged := self._aged(i):
            draft.adjectives.append("".join(self.low[i : i + aged]))
            draft.at += aged
            return True
        modifier = self.adjective(i) or (
            bool(forms & {"ing", "part"}) and not lx.is_noun(word) and (draft.determiner or draft.owner)
        )
        if self.adjective(i) and not self.closed(i) and self.at(i + 1) in ("one", "ones"):
            draft.adjectives.append(word)
            draft.at += 1
            return True
        if not modifier or self.closed(i) or not self._noun_behind(i):
            return False
        draft.adjectives.append(word)
        draft.at += 1
        return True

    def _aged(self, i: int) -> int:
        """Return how many words an age before a noun has: `a ten year old boy`; 0 if there is none."""
        if self.at(i) not in c.NUMBERS and not self.at(i)[:1].isdigit():
            return 0
        j = i + 1 + (self.at(i + 1) == "-")
        if self.at(j) not in ("year", "years", "month", "week", "day"):
            return 0
        j += 1 + (self.at(j + 1) == "-")
        return j + 1 - i if self.at(j) == "old" and self.nominal(j + 1) else 0

    def _past_degree(self, i: int) -> int:
        while self.at(i) in lx.DEGREE and not self.adjective(i):
            i += 1
        return i

    def _noun_behind(self, i: int) -> bool:
        """Return whether an adjective at a place has a noun somewhere behind it."""
        for j in range(i + 1, min(i + _LOOKAHEAD, self.size)):
            word = self.at(j)
            if word in ("-", ",", "and") or (word in lx.DEGREE and not self.nominal(j)):
                continue
            if not self.nominal(j):
                return False
            if self.adjective(j) and not lx.is_noun(word):
                continue
            return not self.kinds(j) <= {"past", "part"} or not self.kinds(j) or lx.is_noun(word)
        return False

    def _name_thing(self, draft: Draft, subject: bool) -> bool:
        """Take one more noun; say whether there was one."""
        i = draft.at
        word = self.at(i)
        if word == "-" and draft.nouns:
            return self._hyphen(draft)
        if word in _DAYS and (draft.determiner or draft.nouns):
            return False
        if not self.nominal(i) and not (draft.determiner and not draft.nouns and self._odd_noun(i)):
            return False
        if not draft.nouns and self.genitive(i) and self.nominal(i + 1):
            owner = word[:-1]  # `Billys fish`
            draft.owner = Noun(i, i + 1, (owner,), owner, name=True)
            draft.determiner = "own"
            draft.at += 1
            return True
        if draft.nouns and not draft.last_name and self.name(i):
            # `his friend Amy`: the noun is what she is.
            if singular(draft.nouns[-1]) not in lx.PEOPLE | lx.ANIMALS | lx.RELATIONS | _TITLES:
                return False  # `on his birthday Carl`
            draft.alias = lx.noun_lemma(draft.nouns[-1])
            draft.nouns.clear()
        elif (draft.nouns and self._stops(i, draft, subject)) or (
            not draft.nouns and not draft.determiner and draft.owner is None and self._verbal(i, subject)
        ):
            return False
        draft.last_name = self.name(i)
        draft.name = draft.last_name and (draft.name or not draft.nouns)
        draft.nouns.append(word)
        draft.at += 1
        return True

    def _hyphen(self, draft: Draft) -> bool:
        """Take the rest of a word with a hyphen: `bite-sized`, `co-worker`."""
        i = draft.at
        close = i + 1 < self.size and self.tokens[i - 1].end == self.tokens[i].start
        if not close or self.tokens[i].end != self.tokens[i + 1].start or not self.word(i + 1):
            return False
        joined = f"{draft.nouns.pop()}-{self.at(i + 1)}"
        draft.at += 2
        goes_on = self.nominal(draft.at) and not self.kinds(draft.at) & {"past", "s"}
        (draft.adjectives if goes_on else draft.nouns).append(joined)
        return True

    def _odd_noun(self, i: int) -> bool:
        """Return whether a word is a noun only because a determiner stands before it: `the past`."""
        return self.word(i) and not self.closed(i) and (not self.adverb(i) or self.at(i + 1) == "of")

    def _verbal(self, i: int, subject: bool) -> bool:
        """Return whether a bare word is rather a verb than a noun."""
        forms = self.kinds(i)
        if not forms or lx.is_noun(self.at(i)):
            return self.adjective(i) and not lx.is_noun(self.at(i)) and not self._noun_behind(i)
        if "past" in forms or "part" in forms:
            return True
        return subject and "ing" in forms

    def _stops(self, i: int, draft: Draft, subject: bool) -> bool:
        """Return whether a word behind a noun is no more of the phrase, but a verb or an adjective."""
        forms = self.kinds(i)
        word = self.at(i)
        if self.adverb(i):
            return True
        if not forms:
            if self.adjective(i) and not lx.is_noun(word):
                if draft.determiner and not lx.is_noun(draft.nouns[-1]) and self._noun_behind(i):
                    draft.adjectives += draft.nouns  # `a new fiery red truck`
                    draft.nouns.clear()
                    return False
                return True
            unknown = draft.nouns[-1]
            return (
                draft.last_name and not self.name(i) and not subject and not lx.is_noun(word)
                and not draft.determiner and unknown != "-"
            )  # fmt: skip
        if forms & {"ing"} and len(forms) == 1:
            return not lx.is_noun(word) or draft.last_name
        if forms & {"past", "part"} and not lx.is_noun(word):
            # `some hand picked berries`
            modifies = not subject and draft.determiner in ("a", "an", "some", "own") and "part" in forms
            return not (modifies and self._noun_behind(i) and lx.is_noun(self.at(i + 1)))
        if not subject:
            # `made Piet leave`
            return bool(forms & {"past"} or draft.last_name or self.before_verb) and not lx.is_noun(word)
        if self.surely_finite(i + 1) and self.at(i + 1) not in c.PRONOUNS and not self.kinds(i) & {"past"}:
            return False
        if forms & {"s", "past"}:
            return True
        if draft.several and forms == {"base"} and not lx.is_noun(word):
            return True
        if draft.several and "base" in forms and (self.at(i + 1) in c.DETERMINERS or self.at(i + 1) == "to"):
            return True
        plural = draft.nouns[-1].endswith("s") or draft.nouns[-1] in ("people", "children")
        return plural and "base" in forms
