"""Comparisons: `twice as big as`, `too big for`, `are the same size`, `is the biggest`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.closed import REFLEXIVES, UNITS
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase, behind
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.capacity import room_in
from defeasible.reasoner.grammar.sizes.clause import Clause, Found
from defeasible.reasoner.grammar.sizes.things import ASKED, Things


@dataclass(frozen=True, slots=True)
class Compare:
    """The words of a comparison: `bigger than`, `twice as big as`, `half the size of`."""

    direction: int
    """1 if the theme is bigger, -1 if smaller, 0 if equal apart from the factor."""
    factor: Fraction = Fraction(1)
    """How many times."""
    at_least: bool = False
    """`at least as big as`, `not smaller than`."""
    times: bool = False
    """`three times bigger than`, `the same size as`: the factor is exact, not a bound."""
    small: bool = False
    """`as small as`."""

    def denied(self) -> Compare | None:
        """Return its denial: `not as big as` is smaller, `not bigger than` at most as big."""
        if self.at_least:
            return Compare(-self.direction)
        if self.factor < 1 and not self.direction:
            return Compare(-1)  # `not a tenth of the length of`
        if self.times or self.factor != 1:
            return None
        return Compare(-self.direction, at_least=True) if self.direction else Compare(1 if self.small else -1)

    def of(self, theme: int, other: int | None, start: int, end: int) -> Found:
        """Apply it to a theme and its standard of comparison, None for the metre."""
        frame, reason = "comparison.words", "the text compares them"
        if other is None:
            frame, reason = "measure.length", "the text gives its length"
        relation: Relation = ">=" if self.at_least else "=" if self.times or not self.direction else ">"
        if self.direction < 0 and other is not None:
            theme, other = other, theme
        return Found(theme, other, start, end, frame, reason, relation=relation, factor=self.factor)


class Comparisons:
    """Read the comparisons of a text."""

    def __init__(self, analysis: Analysis, things: Things) -> None:
        self._analysis = analysis
        self._things = things
        self._last: tuple[int, ...] = ()
        """The objects that were last compared."""
        self._way = 0
        """Which of them that made the bigger, were it so: 1 the first, -1 the second."""

    def of_clause(self, said: Said, obliques: Sequence[Oblique], clause: Clause) -> Iterator[Found]:
        """Yield what a clause says about the size of its subject."""
        if clause.hypothetical:  # `used to be smaller than the pond; today it is larger`
            for one in said.comparisons:
                if one.standard is not None:
                    self._last = (*clause.subject[:1], self._things.number(one.standard))
                    self._way = getattr(self.scale(one), "direction", 0)
            return
        yield from self._turned(said)
        yield from self._alike(said, clause)
        yield from self._reaching(said, obliques, clause)
        around = self._adverbial(said)
        if said.embedding is not None and said.embedding.kind == "causative":  # `makes the bus look tiny`
            around.append(Oblique("beside", self._analysis.clauses[said.embedding.by].subject, 0, 0))
        for compare, beside, word in _beside(said, [*obliques, *around]):
            yield from self._say(clause.subject, compare, beside, word, negated=clause.negated)
        for room in room_in(self._analysis, said, obliques):
            themes = self._things.numbers(room.inside) if room.inside is not None else clause.subject
            one, negated = room.compared, clause.negated or self._negated(room.compared)
            yield from self._say(themes, self.scale(one), room.standard, one, negated=negated)
        compared = [*said.comparisons, *(said.complement.comparisons if said.complement is not None else ())]
        compared = [one for one in compared if one.word.low not in w.AMOUNTS | w.ROOM]
        state = said.adjective if not (compared or clause.negated) else None
        if state is not None and self._analysis.tokens[state.index - 1].low in w.RATHER:
            compared.append(Comparison("too", state, state.start, state.end))  # `is a bit short for the hall`
        scales = {scale.direction for scale in map(self.scale, compared) if scale is not None}
        mixed = {1, -1} <= scales and sum(one.standard is not None for one in compared) == 1
        neither = clause.negated or any(t.low == "neither" for t in said.unread)
        but = len(compared) > 1 and "but" in self._analysis.words(compared[0].end, compared[-1].start).split()
        if neither and but:  # `is not longer than it but shorter`
            last = compared.pop()
            than = last.standard or compared[0].standard
            yield from self._say(clause.subject, self.scale(last), than, last)
        elif neither and mixed:  # `is neither bigger nor smaller than it`
            than = next((one.standard for one in compared if one.standard is not None), None)
            yield from self._say(clause.subject, Compare(0, times=True), than, compared[-1])
        for one in compared if not mixed or (neither and but) else ():  # not `longer but thinner than`
            yield from self._compared(one, said, obliques, clause, alone=len(compared) == 1)

    def _compared(
        self, one: Comparison, said: Said, obliques: Sequence[Oblique], clause: Clause, *, alone: bool
    ) -> Iterator[Found]:
        """Yield what one comparison of a clause says of its subject, or of the object that it follows."""
        found, standard = self.scale(one), one.standard
        # `is almost the size of it` is no denial
        negated = clause.negated and not any(n.word.lower() in w.NEARLY for n in said.negations)
        lasts = said.subject is not None and said.subject.head.lemma in w.LASTING
        if {"high": said.lemma not in w.GROWING, "long": lasts}.get(one.word.lemma):
            return  # `flew higher than`, `the film was longer than`
        if _sized(one):
            # `too big for the box`, `big enough for the box`: the box is the smaller one
            standard, found = self._meant_for(said, obliques, one), _fit(one, negated=negated)
            negated = False
            worn = one.word.low in w.BIG and _worn(said, standard)
            if standard is not None and (standard.name or worn):
                return
        elif found is not None and standard is None and alone and len(clause.subject) == 1:
            # `it is not bigger than the raft; it is smaller`
            theme, found = clause.subject[0], found.denied() if negated else found
            last = [n for n in self._last if theme in self._last and n != theme]
            others = last or self._beside(said, theme)
            yield from (found.of(theme, n, one.start, one.end) for n in others if found)
        if found is not None and not found.direction:
            words = {t.low for t in self._analysis.tokens_of(said.sentence)}
            many = max((self._things.counts.get(n, 1) for n in clause.subject), default=1)
            several = standard is not None and count_of(standard) > 1
            if many > 1 and not several and w.TOGETHER.isdisjoint(words):
                return  # `two hats are as big as a cup`: each, or together
            both = len(clause.subject) > 1 and "together" in words  # `together they are as big as a jug`
            found = Compare(-1) if both else replace(found, factor=found.factor / many)
        themes, noun = clause.subject, said.complement
        if clause.patient and (said.lemma in w.OWNING or said.objects[-1].end + 1 == one.start):
            # `has wings as long as oars`, `wore a hat as wide as a wheel`
            themes = clause.patient if said.lemma not in w.INTENSIONAL else []
        elif noun is not None and noun.pronoun is None and noun.head.lemma not in w.MEASURED:
            themes = [*themes, *self._things.numbers(noun)]  # `it was a spider as big as a plate`
        yield from self._say(themes, found, standard, one, negated=negated)

    def of_phrase(self, phrase: Phrase, number: int, clause: Clause) -> Iterator[Found]:
        """Yield what a noun phrase says about the size of its object: `a box bigger than a cat`."""
        verbs = clause.verb.lemmas
        for one in () if clause.hypothetical else phrase.comparisons:
            there = w.INTENSIONAL.isdisjoint(verbs) and (clause.cleft or clause.patient == [number])
            for fits in behind(phrase.obliques, {"for"}) if _sized(one) and there else ():
                # `has a bag big enough for the cat`; where there is none, the bags are smaller
                yield from self._say([number], _fit(one, negated=clause.negated), fits, one)
            meant = clause.patient == [number] and not w.INTENSIONAL.isdisjoint(verbs)
            # not `has a longer neck than he`
            own = w.OWNING.isdisjoint(verbs[:1]) or one.word.low in w.SIZES
            # not `has never seen a dog bigger than a pony`
            own = own and not (clause.negated and clause.patient == [number] and not phrase.definite)
            if own and phrase.amount != "no" and not meant and one.word.low not in w.AMOUNTS | w.ROOM:
                negated = self._negated(one)
                yield from self._say([number], self.scale(one), one.standard, one, negated=negated)

    def _adverbial(self, said: Said) -> list[Oblique]:
        return [o for c in self._analysis.under(said) if c.relation == "adverbial" for o in c.obliques]

    def _negated(self, one: Comparison) -> bool:
        return self._analysis.tokens[one.word.index - 1].text.lower().split()[-1] in w.DENYING

    def _say(
        self,
        themes: Sequence[int],
        compare: Compare | None,
        standard: Phrase | None,
        at: Comparison | Token,
        *,
        negated: bool = False,
    ) -> Iterator[Found]:
        if standard is None or compare is None or any(p.head.lemma in UNITS for p in standard.joined):
            return  # not `as high as the hedge plus a foot`
        compare = replace(compare, factor=compare.factor * count_of(standard))
        said = compare.denied() if negated else compare
        numbers, own = self._things.numbers(standard), self._things.own
        if standard.head.low in REFLEXIVES or standard.head.tag == "PRP$":
            # `a crumb that was bigger than itself`, `a crumb twice its size`: than the one that has it
            mine = own.subject if own is not None else []
            numbers = (self._things.above if mine == [*themes] else mine) or numbers
        for number in numbers:
            self._last, self._way = (*themes[:1], number), compare.direction
            yield from (said.of(n, number, at.start, at.end) for n in themes if said and n != number)

    def scale(self, compared: Comparison) -> Compare | None:
        """Return a comparison of size, or None if something else is compared."""
        low, times, factor = compared.word.low, compared.factor is not None, compared.factor or Fraction(1)
        small = low in w.SMALL
        if compared.kind == "equal":
            before, within = self._around(compared)
            nearly = "near" in before or {"far", "from"} <= before or not before.isdisjoint(w.NEARLY)
            if nearly and before.isdisjoint({"not", "n't"}):
                # `almost as big as`, `nowhere near as large as`; `almost twice as big as`
                return Compare(1 if small == (factor <= 1) else -1)
            if compared.factor is None and (several := before & w.SHARES):
                return Compare(1 if small == ("times" not in several) else -1)  # `two thirds as big as`
            factor += "again" in within  # `half as big again as`
            if small:
                return Compare(0, 1 / factor, small=True)
            noun = low in w.SIZES | w.AMOUNTS | w.ROOM or low in {"that", "those"}
            at_least = {"at", "least"} <= before
            exact = noun and "same" in before | within and low not in w.AMOUNTS
            return Compare(0, factor, at_least=at_least, times=exact) if noun or low in w.BIG else None
        if low in w.AMOUNTS and compared.kind in {"more", "less"}:
            return Compare(1 if low == "more" else -1, factor)
        more = w.MORE.get(low) or (1 if low in w.BIG else -1 if small else 0)
        if not more or compared.kind not in {"more", "less"}:
            return None
        return Compare(more if compared.kind == "more" or low in w.MORE else -more, factor, times=times)

    def _around(self, compared: Comparison) -> tuple[set[str], set[str]]:
        """Return the words immediately before a comparison, and those within it."""
        first, tokens = self._analysis.token_at(compared.start).index, self._analysis.tokens
        last = compared.standard.start if compared.standard is not None else compared.end
        within = {t.low for t in tokens[first:] if t.start < last}
        return {t.low for t in tokens[max(0, first - 3) : first]}, within

    def _meant_for(self, said: Said, obliques: Sequence[Oblique], degree: Comparison) -> Phrase | None:
        """Return what a thing is too big or big enough for: `for the seal`, `for the cat to hide in`."""
        found = behind(obliques, {"for"})
        below = [c for c in self._analysis.under(said) if c.relation == "infinitive" and not c.shared]
        found += [c.subject for c in below if c.subject is not None]
        tokens = self._analysis.tokens_of(said.sentence)
        marks = [t.index for t in tokens if t.low == "for" and t.start >= degree.word.end]
        heads = {t.index for t in tokens if t.head in marks[:1] and t.dep == "pobj"}
        found += [m.phrase for m in self._analysis.mentions if m.phrase.head.index in heads]
        above = self._analysis.clauses[said.parent] if said.parent is not None else None
        if above is not None and above.lemma in w.FINDING and above.subject is not None:
            found.append(above.subject)  # `the whale found the bath too small`
        return next(iter(found), None)

    def _beside(self, said: Said, theme: int) -> list[int]:
        """Return the other object of the question, if the text so far mentions no third thing."""
        if theme < ASKED and self.of_two(behind(said.obliques, {"of"})):
            return [1 - theme]
        last = self._analysis.sentences[said.sentence][1]
        heads = [m.phrase for m in self._analysis.mentions if m.phrase.head.index < last]
        heads = [p for p in heads if p.head.is_noun and p.head.lemma not in UNITS and not self.of_two([p])]
        named = {self._things.mentions.get(p.head.index, -1) for p in heads if p.pronoun is None}
        return [1 - theme] if theme < ASKED and named == {0, 1} else []

    def of_two(self, phrases: Sequence[Phrase]) -> bool:
        """Return whether a phrase counts the objects of the question: `of the two lamps`, for two lamps."""
        kinds = {name.split()[-1] for name in self._things.names[:ASKED]}
        return any({p.head.lemma} == kinds and count_of(p) == ASKED for p in phrases)

    def _alike(self, said: Said, clause: Clause) -> Iterator[Found]:
        """Read `are the same size`, `equals it in size`, `do not differ in length`, `outdoes it for size`."""
        tokens = self._analysis.tokens_of(said.sentence)
        words = [t for t in tokens if said.start <= t.start < said.end]
        nouns = {p.head.lemma for p in (said.subject, said.complement) if p is not None}
        sized = any(t.low in w.SIZES for t in tokens[:2])  # `in size`, `size-wise`
        sized = sized or any(p.head.lemma in w.MEASURED for p in behind(said.obliques, {"in"}))
        likened = (c.standard for c in said.comparisons if c.kind == "equal")
        equally = any(one is not None and one.head.low == "other" for one in likened)
        for before, token in pairwise(words):
            sized = sized or (token.low in w.SIZES and before.low in w.EQUAL | {"in", "of", "for", "same"})
            equally = equally or (before.low == "equally" and token.low in w.BIG | w.SMALL)
        equal = not w.EQUAL.isdisjoint(t.low for t in words)
        compare, negated = Compare(0, times=True), clause.negated
        if sized and (said.lemma in w.DIFFERING or nouns & w.DIFFERING):
            negated = not negated
        elif sized and (said.lemma in w.MATCHING or nouns & w.MATCHING):
            compare = Compare(0)  # `cannot match it for size`: it is smaller
        elif sized and said.lemma in w.BEATING:
            compare = Compare(1)
        elif not (sized and equal) and not equally:
            return
        inner = [o for p in (said.complement, said.subject) if p is not None for o in p.obliques]
        inner += [o for outer in inner if outer.phrase is not None for o in outer.phrase.obliques]
        phrases = [said.subject, *said.objects, *behind([*said.obliques, *inner], w.ALIKE)]
        groups = [self._things.several(phrase) for phrase in phrases if phrase is not None]
        pairs = [group for group in groups if len(group) == 2]
        last = [n for n in self._last if clause.subject[:1] != [n]]
        pairs.append([*clause.subject[:1], *(group[0] for group in groups[1:2]), *last])
        compared = compare.denied() if negated else compare
        one, other = (*pairs[0], -1, -1)[:2]
        many, together = (self._things.counts.get(n, 1) for n in (other, one))
        if together > 1 and said.embedding is None:
            return  # `ten peas equal it in length`: each, or together; not `takes ten peas to equal it`
        if compared is not None and one != other and other >= 0:
            compared = replace(compared, factor=compared.factor * many / together)
            yield compared.of(one, other, said.head.start, said.head.end)

    def _turned(self, said: Said) -> Iterator[Found]:
        """Read `it's quite the opposite`: what was said last, turned round."""
        noun = said.complement
        if noun is None or said.denied or not self._way or len(self._last) != 2:
            return
        if noun.head.lemma in w.OPPOSITES:
            yield Compare(-self._way).of(*self._last, said.start, said.end)

    def _reaching(self, said: Said, obliques: Sequence[Oblique], clause: Clause) -> Iterator[Found]:
        """Read `grew to the size of a bus`, `comes up to its knee`, `hangs over every edge of the table`."""
        ends, counts = behind(obliques, {"to", "up to", "as far as"}), self._things.counts
        ends += said.objects[-1:] if said.lemma in w.ATTAINING else ()
        for end in ends if said.lemma in w.REACHING | w.ATTAINING else ():
            whose = end.owner or next(iter(behind(end.obliques, {"of"})), None)
            high = said.particle == "up" or any(o.preposition == "up to" for o in obliques)
            if end.head.lemma in w.MEASURED and whose is not None:
                factor = next((c.factor for c in end.comparisons if c.factor), Fraction(1))
                compare = Compare(-1) if clause.negated else Compare(0, factor, times=True)
            elif end.head.lemma in w.ENDS and whose is not None and clause.reverse:
                compare = Compare(-1)  # `not long enough to reach the bottom of the well`
            elif (end.head.lemma in w.BODY_PARTS and whose is not None) or (high and clause.negated):
                compare, whose = Compare(-1), whose or end
            else:
                continue
            many = 1 if compare.direction else max((counts.get(n, 1) for n in clause.subject), default=1)
            compare = replace(compare, factor=compare.factor / many)
            yield from self._say(clause.subject, compare, whose, said.head)
        for end in behind(obliques, {"from"}) if said.lemma in w.REACHING & w.OVERHANGING else ():
            # `does not reach from one end of the bed to the other`
            whose = next(iter(behind(end.obliques, {"of"})), None) if end.head.lemma in w.EXTENTS else None
            over = Compare(1, at_least=True)
            yield from self._say(clause.subject, over, whose, said.head, negated=clause.negated)
        edges = [o.phrase for o in obliques if o.phrase is not None and o.phrase.head.lemma in w.EXTENTS]
        for edge in edges if said.lemma in w.OVERHANGING and not clause.negated else ():
            inner = behind(edge.obliques, {"of"})
            under = inner or behind(self._adverbial(said), {"against", "over", "on", "on top of"})
            below = [n for phrase in under[:1] for n in self._things.numbers(phrase)]
            # `tried to hide behind it, but stuck out on every side`
            for number in below or self._things.tried:
                place = said.head.start, said.head.end
                yield from (Compare(1).of(n, number, *place) for n in clause.subject if n != number)


def count_of(phrase: Phrase) -> int:
    """Return how many things a phrase names: two in `two lamps`."""
    return (phrase.quantifier.count if phrase.quantifier is not None else 1) or 1


def _sized(degree: Comparison) -> bool:
    """Return whether a degree is one of size: `too big`, `small enough`."""
    return degree.kind in {"too", "enough"} and degree.word.low in w.BIG | w.SMALL


def _fit(degree: Comparison, *, negated: bool) -> Compare:
    """Return what `big enough for` implies; `not big enough for` implies the reverse."""
    return Compare(1 if (degree.word.low in w.BIG) is not negated else -1)


def _worn(said: Said, by: Phrase | None) -> bool:
    """Return whether clothing is too big for a wearer, not for a place: `The hat is too big for the goat`."""
    who, stores = said.subject, w.CONTAINERS | w.PARTS | w.HOLDERS
    worn = who is not None and not who.nouns and who.head.lemma in w.WEARABLES
    return worn and (by is None or by.head.lemma not in stores)


def _beside(said: Said, obliques: Sequence[Oblique]) -> Iterator[tuple[Compare, Phrase, Token]]:
    """Read `compared with the oak, the bush is tiny`, `looks like a toy next to the lorry`."""
    word, noun = said.adjective or (said.objects[0].head if said.objects else None), said.complement
    likened = [p for p in (*behind(obliques, {"like"}), noun) if p is not None]
    # `is a giant beside it`, `looks like a doll's house`
    owners = [p.owner.head if p.owner is not None else p.head for p in likened]
    looks = [owner if owner.lemma in w.TOYS else p.head for owner, p in zip(owners, likened, strict=True)]
    words = [(t, t.low) for t in (word,) if t is not None] + [(t, t.lemma) for t in looks]
    small, big = w.SMALL | w.EXTREME_SMALL | w.TOYS, w.BIG | w.EXTREME_BIG | w.GIANTS
    near = w.COMPARED if said.lemma == "be" and noun is None else w.COMPARED | w.BESIDE
    around = [*obliques, *(noun.obliques if noun is not None else ())]
    denied = said.denied and all(one.head.low != "nothing" for one in likened)
    made = [o for o in said.objects[-1:] if said.lemma == "make" and o.head.lemma in w.TOYS]
    for one in made if not said.denied else ():  # `makes a dwarf of the hotel`
        yield from ((Compare(1), phrase, one.head) for phrase in behind(one.obliques, {"of"}))
    for token, low in [pair for pair in words if pair[1] in small | big][: said.lemma in w.LOOKING]:
        for phrase in behind(around, near) if not denied else ():
            if phrase.head is not token:
                yield Compare(1 if low in big else -1), phrase, token
