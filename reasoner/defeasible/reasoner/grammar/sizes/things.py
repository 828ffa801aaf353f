"""Which object a noun phrase names: one of the question's, one named before, a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause

MOST_JOINED = 12
"""Noun phrases joined by `and` in one role; a longer list is no longer read as one."""


ASKED = 2
"""The objects of the question are the first two: they are things whatever their names."""


@dataclass(slots=True)
class ObjectTable:
    """Numbers for objects, from 0 (`o1` has number 0); the same noun phrase is the same object."""

    names: list[str]
    """Name of each object, without article; the first two are those of the question."""
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Characters of the first mention of each object in the text."""
    by_name: dict[str, int] = field(default_factory=dict)
    """Lemmas of a noun phrase to its object."""

    def named(self, key: str, name: str, place: tuple[int, int]) -> int:
        """Return the object of this name, a new one at its first mention."""
        if key not in self.by_name:
            self.by_name[key] = self.fresh(name, place)
        return self.by_name[key]

    def fresh(self, name: str, place: tuple[int, int]) -> int:
        """Return a new object, whatever its name."""
        self.names.append(name)
        self.places[len(self.names) - 1] = place
        return len(self.names) - 1

    def mention(self, number: int, place: tuple[int, int]) -> int:
        """Note where an object of the question is first named."""
        self.places.setdefault(number, place)
        return number


class Things:
    """The objects of a text, and what its pronouns go back to.

    Args:
        analysis: The text.
        mentions: Number of a token to the object of the question that it names.
        table: The objects.
    """

    def __init__(self, analysis: Analysis, mentions: Mapping[int, int], table: ObjectTable) -> None:
        self._analysis = analysis
        self.mentions = mentions
        self.table = table
        self._mention = {m.phrase.head.index: m for m in analysis.mentions}
        self._first: dict[int, Phrase] = {}
        """Thing of the analysis to the phrase that names it first."""
        for mention in analysis.mentions:
            if mention.phrase.pronoun is None:
                self._first.setdefault(mention.thing, mention.phrase)
        self._shown = _shown(analysis, mentions)
        self._numbers: dict[int, int] = {}
        """Head of a phrase to its object."""
        self._open: set[int] = set()
        """Heads whose objects are being sought."""
        self.own: Clause | None = None
        """The clause whose phrases are being read."""
        self.behind_with = False
        """Whether the phrase that is being read stands behind `with`."""
        self.direct: set[int] = set()
        """Heads of direct objects."""
        self.last: list[int] = []
        """The last direct object before."""

    def known(self, index: int) -> int | None:
        """Return the object of a token that is part of a name, or the head of a phrase that was read."""
        return self._numbers.get(index, self.mentions.get(index))

    def number(self, phrase: Phrase) -> int:
        """Return the object that a noun phrase names; a new one where it is named by itself."""
        index = phrase.head.index
        if index not in self._numbers:
            if index in self._open:  # `the middle of it`, where `it` is this middle
                return self.table.fresh(phrase.head.text, (phrase.start, phrase.end))
            self._open.add(index)
            self._numbers[index] = self._object(phrase)
            self._open.discard(index)
        return self._numbers[index]

    def numbers(self, phrase: Phrase | None) -> list[int]:
        """Return the objects of a phrase and of those joined to it."""
        return [] if phrase is None else [self.number(one) for one in phrase.all()[:MOST_JOINED]]

    def several(self, phrase: Phrase) -> list[int]:
        """Return the objects of a phrase, of `they`, `both`, `the two` those of the question."""
        found = self.numbers(phrase.apposition) or self.numbers(phrase)
        plural = phrase.pronoun is not None and phrase.pronoun.plural
        both = plural or phrase.head.low in {"both", "two", "pair", "each", "neither"}
        before = {number for index, number in self.mentions.items() if index < phrase.head.index}
        return sorted(before) if both and len(before) == ASKED else found

    def bare(self, phrase: Phrase) -> bool:
        """Whether a phrase has no article and is no object of the question."""
        return not (phrase.determiner or phrase.owner or phrase.quantifier) and self.number(phrase) >= ASKED

    def _object(self, phrase: Phrase) -> int:
        head, place = phrase.head, (phrase.start, phrase.end)
        if head.index in self._shown:
            return self.table.fresh(head.text, place)
        if head.index in self.mentions:
            return self.table.mention(self.mentions[head.index], place)
        inner = self._transparent(phrase)
        if inner is not None:
            return self.number(inner)
        if phrase.pronoun is not None or head.low in closed.QUANTIFIERS:
            number = self.pronoun(phrase)
            return number if number is not None else self.table.fresh(head.text, place)
        named = [t for t in phrase.nouns if t.index in self.mentions]
        named = named or [t for t in phrase.adjectives if t.index in self.mentions]
        if named and head.lemma not in w.PARTS | w.BODY_PARTS:
            return self.table.mention(self.mentions[named[-1].index], place)
        words = [t.lemma for t in (*phrase.nouns, head)]
        owner = f"{self.number(phrase.owner)}'s " if phrase.owner is not None else ""
        determined = phrase.determiner or (phrase.quantifier.words if phrase.quantifier else "")
        if determined in {"another", "other"}:
            return self.table.fresh(" ".join(words), place)
        return self.table.named(owner + " ".join(words), self._name(phrase), place)

    def _name(self, phrase: Phrase) -> str:
        first = min([t.start for t in (*phrase.nouns, *phrase.adjectives)] + [phrase.head.start])
        return self._analysis.text[first : phrase.end]

    def pronoun(self, phrase: Phrase) -> int | None:
        """Return the object that a pronoun goes back to: of those that agree, never its own subject."""
        own = self.own
        if phrase.head.low in closed.REFLEXIVES:
            return own.subject[0] if own is not None and len(own.subject) == 1 else None
        mention = self._mention.get(phrase.head.index)
        that = phrase.head.low in {"that", "this"} and phrase.head.dep == "nsubj"
        if mention is None or phrase.pronoun is None or that:
            return None  # `and that includes the chalk`: what is said before
        if own is not None and phrase.pronoun.id in {"it", "they"}:
            held = self._held(phrase, own)
            if held is not None:
                return held
        taken = set(own.subject) if own is not None else set()
        options = [self.number(self._first[t]) for t in (mention.thing, *mention.others) if t in self._first]
        options = [number for number in options if number not in taken]
        if not options:
            return None
        asked = [number for number in options if number < ASKED]
        return options[0] if options[0] < ASKED or len(asked) != 1 else asked[0]

    def _held(self, phrase: Phrase, own: Clause) -> int | None:
        """Return the object of a verb: `picked a fig and ate it`, `put down a jug with a shark in it`."""
        if phrase.head.index in self.direct:
            options, taken = self.last, own.subject
        elif self.behind_with:
            options, taken = own.patient, own.subject
        else:
            options, taken = self.last, [*own.subject, *own.patient]
        left = [number for number in options if number not in taken]
        return left[0] if len(left) == 1 else None

    def _transparent(self, phrase: Phrase) -> Phrase | None:
        """Return what stands behind `of` where it counts: `a group of`, `the middle of`, `the size of`."""
        behind = next(
            (o.phrase for o in phrase.obliques if o.preposition == "of" and o.phrase is not None), None
        )
        if phrase.head.lemma in w.MEASURED:
            return phrase.owner or behind
        if phrase.head.lemma in w.COLLECTIVES:
            return behind
        if phrase.owner is None and (
            phrase.head.lemma in w.WITHIN
            or phrase.head.low in {"that", "those", "one"} | closed.QUANTIFIERS.keys() - {"half"}
            or phrase.head.tag == "CD"
        ):
            return behind  # `four of the tiles`
        return None


def _shown(analysis: Analysis, mentions: Mapping[int, int]) -> set[int]:
    """Return the heads of phrases that name what is only shown: `drew a whale`, `a photo of a whale`."""
    out: set[int] = set()
    for mention in analysis.mentions:
        phrase = mention.phrase
        fake = {t.index for t in (*phrase.adjectives, *phrase.nouns) if t.low in w.FAKES}
        if fake - mentions.keys():
            out.add(phrase.head.index)
        if phrase.head.lemma in w.IMAGES:
            behind = (o.phrase for o in phrase.obliques if o.preposition == "of")
            out.update(one.head.index for shown in behind if shown is not None for one in shown.all())
    for said in analysis.clauses:
        if said.lemma not in w.DEPICTING or not said.objects:
            continue
        made, passive = said.objects[-1], said.voice == "passive"
        placed = {o.preposition for o in (*said.obliques, *made.obliques)}
        if not passive and not made.definite and placed.isdisjoint({"from", "out of", "across", "over"}):
            out.update(one.head.index for one in made.all() if one.head.lemma not in w.IMAGES)
    return out
