"""Noun phrases: where they end, which object they name, and what they say of it themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.verbs import UNINFLECTED
from defeasible.reasoner.grammar.sizes import nouns as n
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk
from defeasible.reasoner.grammar.sizes.measures import read_length
from defeasible.reasoner.grammar.sizes.sight import AUXILIARY, Sight

MOST_NOUNS = 4
"""Words of a noun phrase before its head is taken to be reached."""
_FINITE: frozenset[Form] = frozenset({"s", "past"})
_NUMERIC = w.PLURAL_DETERMINERS - w.POSSESSIVES - frozenset({"the", "some", "any", "no"})
"""Determiners after which a noun is plural, whatever its ending."""
_MAY_OPEN = frozenset({"one", "her", "you", "mine"})
"""Pronouns that may also open a noun phrase."""


@dataclass(slots=True)
class _Draft:
    """What has been read of a noun phrase."""

    start: int
    at: int
    determiner: str = ""
    own: bool = False
    count: int = 1
    extreme: Literal[1, 0, -1] = 0
    length: Fraction | None = None
    owner: int = -1
    nouns: list[str] = field(default_factory=list)
    seen: bool = False
    """Whether a noun, not only modifiers, has been read."""
    number: int = -1
    """The object of the question that it names, or -1."""


class NounPhrases(Sight):
    """Reads noun phrases."""

    def _noun(self, i: int) -> int:
        """Read a noun phrase; a word that fits nowhere else is a bare noun."""
        word = self._at(i)
        opens = word in _MAY_OPEN and self._nominal(i + 1)
        if word in w.PRONOUNS and i not in self._mentions and not opens:
            return self._pronoun(i, word)
        draft = _Draft(i, i)
        while draft.at < self._stop and len(draft.nouns) < MOST_NOUNS and self._grow(draft):
            pass
        return i + 1 if draft.at == draft.start else self._finish(draft)

    def _pronoun(self, i: int, word: str) -> int:
        place = self._place(i, i + 1)
        number = self._table.fresh(self._tokens[i].text, place)
        plural = word in {"i", "you", "we", "they", "them", "us"}
        return self._add(Chunk("noun", *place, word=word, number=number, plural=plural, head=word))

    def _grow(self, draft: _Draft) -> bool:
        """Take the next word into the phrase; say whether the phrase may go on."""
        j, word = draft.at, self._at(draft.at)
        if j in self._mentions:
            draft.at, draft.number = self._mentions[j]
            draft.nouns = draft.nouns or [singular(self._at(draft.at - 1))]
            return self._owns(draft) or self._owns_part(draft)
        if word in w.DETERMINERS and not draft.nouns:
            return word != "no" and self._determine(draft, word)
        if draft.seen and self._possessive(j):
            return self._owns(draft)
        measured = None if draft.seen else read_length(self._low, j, self._stop)
        if measured is not None:
            draft.at, draft.length = measured
            return True
        if word == "-" and draft.nouns and not draft.seen:
            draft.at += 1
            return True
        if not word[:1].isalnum() or (self._closed(j) and not self._modifies(j, draft)):
            return self._names_part(j, draft)
        if draft.seen and self._ends_noun(j, draft.determiner):
            return False
        self._take(draft, word)
        return True

    def _determine(self, draft: _Draft, word: str) -> bool:
        draft.determiner = draft.determiner or word
        draft.count = max(draft.count, w.NUMBERS.get(word, 1))
        draft.own = draft.own or word in {"its", "his", "her", "their"}
        draft.at += 1
        return True

    def _take(self, draft: _Draft, word: str) -> None:
        if not draft.seen:
            if word in w.EXTREME_BIG | w.EXTREME_SMALL:
                draft.extreme = 1 if word in w.EXTREME_BIG else -1
            draft.seen = self._is_noun(draft.at)
        if draft.seen or word not in w.ADJECTIVES:
            draft.nouns.append(singular(word))
        draft.at += 1

    def _owns(self, draft: _Draft) -> bool:
        """Begin anew behind `'s`, what was read so far being the owner; say whether there is an `'s`."""
        if not self._possessive(draft.at):
            return False
        self._own(draft)
        draft.start = draft.at = draft.at + 1
        return True

    def _owns_part(self, draft: _Draft) -> bool:
        """Begin anew at the name of a part behind the name of a thing: `the desk drawer`."""
        word = self._at(draft.at)
        part = word in n.PARTS - n.MANNERS and not self._closed(draft.at)
        goes_on = self._nominal(draft.at + 1) and not self._kinds(draft.at + 1) & _FINITE
        if not part or goes_on or self._opens_noun(draft.at + 1):
            return False
        self._own(draft)
        draft.start = draft.at
        return True

    def _own(self, draft: _Draft) -> None:
        """Make what has been read the owner of the noun that follows."""
        place = self._place(draft.start, draft.at)
        if draft.number >= 0:
            draft.owner = self._table.mention(draft.number, place)
        else:
            draft.owner = self._table.named(" ".join(draft.nouns), self._text(draft), place)
        draft.number, draft.nouns, draft.seen = -1, [], False

    def _finish(self, draft: _Draft) -> int:
        """Find or make the object of a phrase that has been read, and add its chunk."""
        place = self._place(draft.start, draft.at)
        last_word = self._at(draft.at - 1)
        head = singular(last_word)
        number = draft.number
        if number >= 0:
            self._table.mention(number, place)
        elif draft.determiner in w.DISTINCT or (draft.determiner in w.DEMONSTRATIVES and not draft.nouns):
            number = self._table.fresh(self._text(draft), place)
        else:
            number = self._table.named(" ".join(draft.nouns) or head, self._text(draft), place)
        return self._add(
            Chunk(
                "noun",
                *place,
                number=number,
                owner=draft.owner,
                bare=not draft.determiner and draft.number < 0,
                determiner=draft.determiner,
                plural=head != last_word or draft.determiner in _NUMERIC,
                head=head,
                own=draft.own,
                extreme=draft.extreme,
                count=draft.count,
                length=draft.length,
            )
        )

    def _is_noun(self, j: int) -> bool:
        """Whether a first word behind the article can be the head: not when it modifies what follows."""
        word, kinds = self._at(j), self._kinds(j)
        if not self._nominal(j + 1):
            return True
        if word in w.ADJECTIVES or word in w.ADVERBS or word.endswith("ly") or word in w.MORE:
            return False
        if kinds & {"ing", "part"}:
            following = self._kinds(j + 1)
            return (
                bool(following & _FINITE)
                and j + 1 not in self._mentions
                and self._at(j + 1) not in w.ADJECTIVES
            )
        return True

    def _ends_noun(self, j: int, determiner: str) -> bool:
        """Whether a word behind a noun begins the predicate rather than going on with a compound."""
        word, kinds = self._at(j), self._kinds(j)
        if self._adverb(j) or word in w.MORE or word in w.BIG or word in w.SMALL or word.isdigit():
            return True
        if kinds:
            previous = self._at(j - 1)
            plural = singular(previous) != previous or determiner in _NUMERIC
            return plural or bool(kinds & {"s", "past", "part", "ing"})
        if word.endswith("ed") and word not in UNINFLECTED:
            return True
        return determiner in w.ARTICLES and word.endswith("s") and not word.endswith(("ss", "us", "is"))

    def _modifies(self, j: int, draft: _Draft) -> bool:
        """Whether a closed-class word may stand inside a noun phrase: `a near miss`, `the inside pocket`."""
        barred = w.DETERMINERS | AUXILIARY | w.RELATIVES | {"of", "to"}
        behind = j > draft.start and self._at(j - 1) in w.DETERMINERS
        return behind and not draft.seen and self._nominal(j + 1) and self._at(j) not in barred

    def _names_part(self, j: int, draft: _Draft) -> bool:
        """Take a closed-class word that stands for a part: `the back of`, `the inside`."""
        part = self._at(j) in n.PARTS | n.BODY_PARTS | n.WITHIN
        if not part or draft.seen or self._at(j - 1) not in w.DETERMINERS or j == draft.start:
            return False
        draft.nouns.append(self._at(j))
        draft.seen = True
        draft.at += 1
        return True

    def _text(self, draft: _Draft) -> str:
        start = draft.start
        while start < draft.at - 1 and self._at(start) in w.DETERMINERS:
            start += 1
        return " ".join(t.text for t in self._tokens[start : draft.at])
