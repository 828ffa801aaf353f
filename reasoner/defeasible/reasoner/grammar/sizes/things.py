"""Which object a noun phrase names: one of the question, one named before, or a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.phrase import Phrase, behind
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause

MOST_JOINED = 12
"""Most noun phrases joined by `and` in one role; a longer list is not read as one."""


ASKED = 2
"""Number of objects of the question, which come first and are things whatever their names."""


class Things:
    """The objects of a text, numbered from 0 (`o1` has number 0), and the antecedents of its pronouns.

    The same noun phrase is the same object. `mentions` maps tokens to the objects of the question, the first.
    """

    def __init__(self, analysis: Analysis, mentions: Mapping[int, int], names: Sequence[str]) -> None:
        self._analysis = analysis
        self.mentions = mentions
        self.names = list(names)
        """Name of each object."""
        self.places: dict[int, tuple[int, int]] = {}
        """Characters of the first mention of each object in the text."""
        self._by_name: dict[str, int] = {}
        """Lemmas of a noun phrase to its object."""
        self._mention = {m.phrase.head.index: m for m in analysis.mentions}
        named = [m for m in analysis.mentions if m.phrase.pronoun is None]
        self._first = {m.thing: m.phrase for m in reversed(named)}
        """Thing of the analysis to the phrase that first names it."""
        self._shown = _shown(analysis, mentions)
        self._numbers: dict[int, int] = {}
        """Head of a phrase to its object."""
        self.counts: dict[int, int] = {}
        """How many things an object comprises, if the text counts them: `three ladders`."""
        self._open: set[int] = set()
        """Heads whose objects are being resolved."""
        self.beside: set[int] = set()
        """The objects of the question named in the clause being read; its subject `it` is none of them."""
        self.own: Clause | None = None
        """The clause whose phrases are being read."""
        self.above: list[int] = []
        """Within a relative clause, the subject of the clause that it belongs to."""
        self.behind_with = False
        """Whether the phrase that is being read follows `with`."""
        self.tried: tuple[int, ...] = ()
        """The place where somebody last tried to put a thing."""
        self.last: list[int] = []
        """The previous direct object."""

    def named(self, key: str, name: str, place: tuple[int, int]) -> int:
        """Return the object of this name, creating it at its first mention."""
        known = self._by_name.get(key)
        return known if known is not None else self._by_name.setdefault(key, self._fresh(name, place))

    def place(self, number: int) -> tuple[int, int]:
        """Return the characters of the first mention of an object of the question."""
        token = self._analysis.tokens[min(i for i, n in self.mentions.items() if n == number)]
        return self.places.get(number, (token.start, token.end))

    def _fresh(self, name: str, place: tuple[int, int]) -> int:
        self.names.append(name)
        self.places[len(self.names) - 1] = place
        return len(self.names) - 1

    def known(self, index: int) -> int | None:
        """Return the object of a token that is part of a name, or the head of a phrase already read."""
        return self._numbers.get(index, self.mentions.get(index))

    def number(self, phrase: Phrase) -> int:
        """Return the object that a noun phrase names, creating it if needed."""
        index = phrase.head.index
        if index not in self._numbers:
            if index in self._open:  # `the middle of it`, where `it` is this middle
                return self._fresh(phrase.head.text, (phrase.start, phrase.end))
            self._open.add(index)
            self._numbers[index] = self._object(phrase)
            self._open.discard(index)
            if phrase.quantifier is not None and phrase.amount == "number":
                self.counts[self._numbers[index]] = phrase.quantifier.count or 1
        return self._numbers[index]

    def numbers(self, phrase: Phrase | None) -> list[int]:
        """Return the objects of a phrase and its conjuncts."""
        return [] if phrase is None else [self.number(one) for one in phrase.all()[:MOST_JOINED]]

    def several(self, phrase: Phrase) -> list[int]:
        """Return the objects of a phrase; for `they`, `both`, `the two`, those of the question."""
        found = self.numbers(phrase.apposition) or self.numbers(phrase)
        before = {number for index, number in self.mentions.items() if index < phrase.head.index}
        both = phrase.head.low in {"both", "two", "pair", "each", "neither"}
        both = both or (phrase.pronoun is not None and phrase.pronoun.plural)
        return sorted(before) if both and len(before) == ASKED else found

    def bare(self, phrase: Phrase) -> bool:
        """Return whether a phrase has no article and is not an object of the question."""
        return not (phrase.determiner or phrase.owner or phrase.quantifier) and self.number(phrase) >= ASKED

    def _object(self, phrase: Phrase) -> int:
        head, place = phrase.head, (phrase.start, phrase.end)
        if (left := self._other(phrase)) is not None:
            return left
        inner = None if head.index in self.mentions else self._transparent(phrase)
        words = [singular(t.low) for t in (*phrase.nouns, head)]
        named = [t for t in (*phrase.adjectives, *phrase.nouns) if t.index in self.mentions]
        if head.index in self._shown:
            return self._fresh(head.text, place)
        if head.index not in self.mentions and inner is not None:
            return self.number(inner)
        if head.index not in self.mentions and (phrase.pronoun is not None or head.low in closed.QUANTIFIERS):
            number = self.pronoun(phrase)
            return number if number is not None else self._fresh(head.text, place)
        if head.index in self.mentions or (named and head.lemma not in w.PARTS | w.BODY_PARTS | w.OTHERS):
            number = self.mentions[head.index if head.index in self.mentions else named[-1].index]
            self.places.setdefault(number, place)
            return number
        other = phrase.apposition
        if other is not None and other.head.index in self.mentions and not other.joined:
            return self.number(other)  # `the gift, a bicycle`
        owner = f"{self.number(phrase.owner)}'s " if phrase.owner is not None else ""
        if (phrase.determiner or (phrase.quantifier and phrase.quantifier.words)) in {"another", "other"}:
            return self._fresh(" ".join(words), place)
        key = owner + " ".join(words)
        owned = [known for known in self._by_name if known.endswith(f"'s {key}")]
        if phrase.determiner == "the" and key not in self._by_name and len(owned) == 1:
            key = owned[0]  # `Tom's canoe ... the canoe`
        first = min(t.start for t in (*phrase.nouns, *phrase.adjectives, head))
        return self.named(key, self._analysis.text[first : phrase.end], place)

    def _other(self, phrase: Phrase) -> int | None:
        """Return the other of the two objects of the question: `the cup is smaller than the other one`."""
        said = phrase.head.low == "other" or any(t.low == "other" for t in phrase.adjectives)
        kinds = {name.split()[-1] for name in self.names[:ASKED]}
        alike = (
            phrase.head.low in {"other", "one"} | kinds and phrase.determiner == "the" and not phrase.plural
        )
        named = len(kinds) == 1 or {n for i, n in self.mentions.items() if i < phrase.head.index} == {0, 1}
        subject = self.own.subject if self.own is not None else []
        same = said and alike and named and len(subject) == 1 and subject[0] < ASKED
        return 1 - subject[0] if same else None

    def pronoun(self, phrase: Phrase) -> int | None:
        """Return the antecedent of a pronoun: an object that agrees; its own subject only for a reflexive."""
        own, mention = self.own, self._mention.get(phrase.head.index)
        subject = own.subject if own is not None else list(self.beside)
        if phrase.head.low in closed.REFLEXIVES:
            return subject[0] if own is not None and len(subject) == 1 else None
        that = phrase.head.low in {"that", "this"} and phrase.head.dep == "nsubj"
        if mention is None or phrase.pronoun is None or that:
            return None  # `and that includes the chalk`: what is said before
        if own is not None and phrase.pronoun.id in {"it", "they"}:
            led = self._analysis.tokens[phrase.head.head].low
            if own.verb.lemmas == ("have",) and led in {"in", "inside"} and len(subject) == 1:
                return subject[0]  # `has a ring in it`
            # `picked a fig and ate it`, `put down a jug with a shark in it`
            taken = subject if self.behind_with else [*subject, *own.patient]
            held = [n for n in (own.patient if self.behind_with else self.last) if n not in taken]
            if len(held) == 1:
                return held[0]
        options = [self.number(self._first[t]) for t in (mention.thing, *mention.others) if t in self._first]
        options = [number for number in options if number not in subject]
        asked = [number for number in options if number < ASKED]
        return asked[0] if len(asked) == 1 else next(iter(options), None)

    def _transparent(self, phrase: Phrase) -> Phrase | None:
        """Return the noun after a transparent noun and `of`: `a group of`, `the middle of`, `the size of`."""
        head, inner = phrase.head, next(iter(behind(phrase.obliques, {"of"})), None)
        some = head.low in {"that", "those", "one"} | closed.QUANTIFIERS.keys() - {"half"} or head.tag == "CD"
        if head.lemma in w.MEASURED:
            return phrase.owner or inner
        some = some or (head.tag == "JJS" and phrase.only is not None)  # `even the smallest of the hats`
        whole = phrase.owner is None and (some or head.lemma in w.WITHIN)  # `four of the tiles`
        unit = head.lemma in closed.UNITS.keys() - w.PARTS - w.BODY_PARTS and phrase.determiner != "the"
        return inner if whole or unit or head.lemma in w.COLLECTIVES else None


def _shown(analysis: Analysis, mentions: Mapping[int, int]) -> set[int]:
    """Return the heads of phrases that name what is only depicted: `drew a whale`, `a photo of a whale`."""
    out: set[int] = set()
    for mention in analysis.mentions:
        phrase = mention.phrase
        fake = {t.index for t in (*phrase.adjectives, *phrase.nouns) if t.low in w.FAKES}
        if fake - mentions.keys():
            out.add(phrase.head.index)
        if phrase.head.lemma in w.IMAGES:
            shown = behind(phrase.obliques, {"of"})
            out.update(one.head.index for several in shown for one in several.all())
    making = [c for c in analysis.clauses if c.lemma in w.DEPICTING and c.voice == "active" and c.objects]
    for made, said in ((c.objects[-1], c) for c in making):
        placed = {o.preposition for o in (*said.obliques, *made.obliques)}
        if not made.definite and placed.isdisjoint({"from", "out of", "across", "over"}):
            out.update(one.head.index for one in made.all() if one.head.lemma not in w.IMAGES)
    return out
