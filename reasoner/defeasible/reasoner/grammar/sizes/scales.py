"""Comparisons and measures of a sentence: `twice as big as`, `is 4 cm long`, `a 30-foot mouse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause, Compare
from defeasible.reasoner.grammar.sizes.measures import read_measure
from defeasible.reasoner.grammar.sizes.things import Things

_ENDS: tuple[list[str], ...] = ([], ["."], [","], [";"], ["and"], ["but"], ["while"])
"""What may follow a number that is a measure without a unit."""
MOST_UP = 8
"""Heads above a measure that are tried for what it measures."""


def compare(analysis: Analysis, compared: Comparison) -> Compare | None:
    """Return a comparison of size, or None where something else is compared."""
    low = compared.word.low
    factor = compared.factor or Fraction(1)
    times = compared.factor is not None
    if compared.kind == "equal":
        before, within = _around(analysis, compared)
        if "near" in before or {"far", "from"} <= before or not before.isdisjoint(w.NEARLY):
            return Compare(1 if low in w.SMALL else -1)  # `almost as big as`, `nowhere near as large as`
        if "again" in within:
            factor += 1  # `half as big again as`
        if low in w.SMALL:
            return Compare(0, 1 / factor, small=True)
        noun = low in w.SIZES or low in {"that", "those"}
        at_least = {"at", "least"} <= before
        return Compare(0, factor, at_least=at_least, times=noun) if noun or low in w.BIG else None
    if compared.kind not in {"more", "less"}:
        return None
    if low in {"more", "less"} and analysis.tokens[compared.word.head].lemma == "measure":
        return Compare(1 if low == "more" else -1, factor, times=times)
    if low in w.MORE:
        return Compare(1 if w.MORE[low] > 0 else -1, factor, times=times)
    if low in w.BIG or low in w.SMALL:
        return Compare(1 if (low in w.BIG) == (compared.kind == "more") else -1, factor, times=times)
    return None


def portions(said: Said) -> list[Comparison]:
    """Return the comparisons of what a subject is said to be: `a third of the size of a house`."""
    phrase = said.complement
    if phrase is None:
        return []
    before = [*(a.token.low for a in said.adverbs), phrase.head.low]  # `was double the size of a house`
    part = next((closed.MULTIPLES[word] for word in before if word in closed.MULTIPLES), None)
    if part is None:
        return list(phrase.comparisons)
    sizes = [o.phrase for o in phrase.obliques if o.phrase is not None and o.phrase.head.lemma in w.SIZES]
    found = [replace(c, factor=c.factor or part) for c in phrase.comparisons]
    for size in sizes:
        standard = next(
            (o.phrase for o in size.obliques if o.preposition == "of" and o.phrase is not None), None
        )
        if standard is not None:
            found.append(Comparison("equal", size.head, phrase.start, size.end, part, None, standard))
    return found


def meant_for(
    analysis: Analysis, said: Said, obliques: Sequence[Oblique], degree: Comparison
) -> Phrase | None:
    """Return what a thing is too big or big enough for: `for the seal`, `for the cat to hide in`."""
    found = next((o.phrase for o in obliques if o.preposition == "for" and o.phrase is not None), None)
    if found is not None:
        return found
    for below in analysis.under(said):
        if below.relation == "infinitive" and below.subject is not None and not below.shared:
            return below.subject
    behind = analysis.tokens_of(said.sentence)
    mark = next((t for t in behind if t.low == "for" and t.start >= degree.word.end), None)
    heads = (t.index for t in behind if mark is not None and t.head == mark.index and t.dep == "pobj")
    head = next(heads, -1)
    return next((m.phrase for m in analysis.mentions if m.phrase.head.index == head), None)


def fitting(phrase: Phrase, degree: Comparison, clause: Clause) -> tuple[Compare, Phrase] | None:
    """Read `has a bag big enough for the cat`; where there is none, the bags are smaller."""
    fits = next((o.phrase for o in phrase.obliques if o.preposition == "for"), None)
    sized = degree.kind in {"too", "enough"} and degree.word.low in w.BIG | w.SMALL
    if fits is None or not sized or clause.verb is None or not w.INTENSIONAL.isdisjoint(clause.verb.lemmas):
        return None
    return Compare(1 if (degree.word.low in w.BIG) is not clause.negated else -1), fits


def roomy(said: Said) -> list[Comparison]:
    """Read `roomy enough`, where the parser takes the adjective for what the subject is."""
    noun = said.complement
    enough = next((t for t in said.unread if t.low == "enough"), None)
    if noun is None or enough is None or noun.head.low not in w.BIG | w.SMALL:
        return []
    return [Comparison("enough", noun.head, noun.start, enough.end)]


def beside(said: Said, obliques: Sequence[Oblique]) -> list[tuple[Compare, Phrase, int, int]]:
    """Read `compared with the oak, the bush is tiny`, `looks like a toy next to the lorry`."""
    word = said.adjective or (said.objects[0].head if said.objects else None)
    looks = [o.phrase.head for o in obliques if o.preposition == "like" and o.phrase is not None]
    words = [(t, t.low) for t in (word,) if t is not None] + [(t, t.lemma) for t in looks]
    small, big = w.SMALL | w.EXTREME_SMALL | w.TOYS, w.BIG | w.EXTREME_BIG | w.GIANTS
    token, sized = next(((t, low) for t, low in words if low in small | big), (None, ""))
    if token is None or said.lemma not in {"be", "look", "seem", "appear", "feel"} or said.denied:
        return []
    found = Compare(1 if sized in big else -1)
    near = w.COMPARED if said.lemma == "be" else w.COMPARED | w.BESIDE
    return [
        (found, o.phrase, token.start, token.end)
        for o in obliques
        if o.preposition in near and o.phrase is not None and o.phrase.head.index != token.index
    ]


def _around(analysis: Analysis, compared: Comparison) -> tuple[set[str], set[str]]:
    """Return the words right before a comparison, and those within it."""
    first, end = analysis.token_at(compared.start), compared.end
    last = compared.standard.start if compared.standard is not None else end
    before = analysis.tokens[max(0, first.index - 3) : first.index]
    inside = (t for t in analysis.tokens[first.index :] if t.start < last)
    return {t.low for t in before}, {t.low for t in inside}


def alike(
    analysis: Analysis, said: Said, clause: Clause, numbers: Callable[[Phrase], list[int]]
) -> list[Clause]:
    """Read `are the same size`, `have the same length`, `are equally long` of two things."""
    pair = clause.subject
    named = said.subject.apposition if said.subject is not None else None
    if len(pair) != 2 and named is not None:
        pair = numbers(named)
    if len(pair) != 2 or clause.negated:
        return []
    spans = [
        (phrase.start, phrase.end)
        for phrase in (said.complement, *said.objects)
        if phrase is not None
        and phrase.head.lemma in w.SIZES
        and any(t.low == "same" for t in phrase.adjectives)
    ]
    word = said.adjective
    if word is not None and word.low in w.BIG | w.SMALL and analysis.tokens[word.index - 1].low == "equally":
        spans.append((word.start, word.end))
    out: list[Clause] = []
    for start, end in spans:
        own = Clause(start, end, subject=pair[:1])
        own.hypothetical = clause.hypothetical
        own.compares.append((Compare(0), pair[1], start, end))
        out.append(own)
    return out


def measures(
    analysis: Analysis, sentence: int, built: Mapping[int, Clause], things: Things, last: str
) -> tuple[list[Clause], str]:
    """Read the measures of a sentence: `is 4 cm long`, `a 30-foot mouse`, `holds 2 litres`.

    What is measured in litres or acres is so many times one litre or square metre, and that is an object
    of its own: things are compared by such measures where both are of one kind.

    Args:
        analysis: The text.
        sentence: Number of the sentence.
        built: Number of a clause of the analysis to what was built of it.
        things: The objects.
        last: The unit of the last measure before, which a bare number takes up: `the tank 4,000`.

    Returns:
        One clause for each object that is measured, by the longest where several lengths are given; and
        the unit of the last measure.
    """
    first, stop = analysis.sentences[sentence]
    lows = [t.low for t in analysis.tokens[first:stop]]
    compared = [c for s in analysis.of(sentence) for c in s.comparisons if c.standard is not None]
    best: dict[tuple[int, str], tuple[Fraction, int, int]] = {}
    i = 0
    while i < len(lows):
        found = read_measure(lows, i, len(lows))
        place = analysis.tokens[first + i]
        if (
            found is None
            and last
            and place.dep in {"attr", "nummod", "dobj"}
            and lows[i + 1 : i + 2] in _ENDS
        ):
            found = read_measure([lows[i], last], 0, 2)
            found = (i + 1, *found[1:]) if found is not None else None
        elif found is not None:
            last = lows[i + 1] if i + 1 < found[0] else last
        if found is None:
            i += 1
            continue
        begin, end = place, analysis.tokens[first + found[0] - 1]
        if not any(c.start <= begin.start and end.end <= c.end for c in compared):
            for number in _measured(analysis, range(first + i, first + found[0]), built, things.known):
                if (number, found[2]) not in best or best[number, found[2]][0] < found[1]:
                    best[number, found[2]] = (found[1], begin.start, end.end)
        i = found[0]
    out = []
    for (number, base), (value, start, end_) in best.items():
        own = Clause(start, end_, subject=[number])
        if base == w.METRE:
            own.lengths.append((value, start, end_))
        else:
            unit = things.table.named(base, base, (start, end_))
            own.compares.append((Compare(0, value, times=True), unit, start, end_))
        out.append(own)
    return out, last


def _measured(
    analysis: Analysis, inside: range, built: Mapping[int, Clause], known: Callable[[int], int | None]
) -> list[int]:
    """Return the objects whose length some tokens give."""
    tokens = analysis.tokens
    only = tokens[inside.start]
    named = known(only.head) if len(inside) == 1 and only.dep == "nummod" else None
    if named is not None:
        return [named]
    token = next((tokens[i] for i in reversed(inside) if tokens[i].head not in inside), tokens[inside.start])
    for before in reversed(tokens[max(0, inside.start - 4) : inside.start]):
        # `the box is 40 cm wide, the trunk 90 cm`
        number = known(before.index)
        beside = before.head == token.index and before.dep in {"nmod", "amod", "compound", "nsubj"}
        if beside and number is not None:
            return [number]
    for _ in range(len(inside) + MOST_UP):
        clause = analysis.headed(token)
        if clause is not None and clause.index in built:
            held = built[clause.index]
            return [] if held.hypothetical or held.negated else held.subject
        if token.head == token.index:
            return []
        token = tokens[token.head]
        plain = token.lemma not in w.DIMENSIONS | w.MEASURED and token.lemma not in w.UNITS
        number = known(token.index)
        if token.index not in inside and token.tag[:2] == "NN" and plain and number is not None:
            return [number]
    return []
