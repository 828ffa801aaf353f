"""Comparisons and measures of a sentence: `twice as big as`, `is 4 cm long`, `a 30-foot mouse`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.grammar.sizes import nouns as n
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause, Compare
from defeasible.reasoner.grammar.sizes.measures import read_length

MOST_UP = 8
"""Heads above a measure that are tried for what it measures."""


def compare(analysis: Analysis, compared: Comparison) -> Compare | None:
    """Return a comparison of size, or None where something else is compared."""
    low = compared.word.low
    factor = compared.factor or Fraction(1)
    times = compared.factor is not None
    if compared.kind == "equal" and _far_from(analysis, compared):
        return Compare(1 if low in w.SMALL else -1)
    if compared.kind == "equal":
        if low in w.SMALL:
            return Compare(0, 1 / factor, small=True)
        sized = low in w.BIG or low in w.SIZES or low in {"that", "those"}
        return Compare(0, factor, at_least=_at_least(analysis, compared)) if sized else None
    if compared.kind not in {"more", "less"}:
        return None
    if low in {"more", "less"} and analysis.tokens[compared.word.head].lemma == "measure":
        return Compare(1 if low == "more" else -1, factor, times=times)
    if low in w.MORE:
        return Compare(1 if w.MORE[low] > 0 else -1, factor, times=times)
    if low in w.BIG or low in w.SMALL:
        return Compare(1 if (low in w.BIG) == (compared.kind == "more") else -1, factor, times=times)
    return None


def portions(phrase: Phrase | None) -> list[Comparison]:
    """Return the comparisons of what a subject is said to be: `a third of the size of a house`."""
    if phrase is None:
        return []
    part = closed.MULTIPLES.get(phrase.head.low)
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


def roomy(said: Said) -> list[Comparison]:
    """Read `roomy enough`, where the parser takes the adjective for what the subject is."""
    noun = said.complement
    enough = next((t for t in said.unread if t.low == "enough"), None)
    if noun is None or enough is None or noun.head.low not in w.BIG | w.SMALL:
        return []
    return [Comparison("enough", noun.head, noun.start, enough.end)]


def _far_from(analysis: Analysis, compared: Comparison) -> bool:
    """Whether a thing is said not to reach another: `nowhere near as large as`."""
    place = next((t.index for t in analysis.tokens if t.end > compared.start), 0)
    before = {t.low for t in analysis.tokens[max(0, place - 3) : place]}
    return "near" in before or {"far", "from"} <= before


def _at_least(analysis: Analysis, compared: Comparison) -> bool:
    place = next((t.index for t in analysis.tokens if t.end > compared.start), 0)
    return [t.low for t in analysis.tokens[max(0, place - 2) : place]] == ["at", "least"]


def alike(
    analysis: Analysis, said: Said, clause: Clause, numbers: Callable[[Phrase], list[int]]
) -> list[Clause]:
    """Read `are the same size`, `have the same length`, `are equally long` of two things."""
    pair = clause.subject
    named = said.subject.apposition if said.subject is not None else None
    if len(pair) != 2 and named is not None:
        pair = numbers(named)
    if len(pair) != 2:
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
        own = Clause(start, end, subject=pair[:1], negated=clause.negated)
        own.hypothetical = clause.hypothetical
        own.compares.append((Compare(0), pair[1], start, end))
        out.append(own)
    return out


def lengths(
    analysis: Analysis, sentence: int, built: Mapping[int, Clause], known: Callable[[int], int | None]
) -> list[Clause]:
    """Read the measures of a sentence: `is 4 cm long`, `a 30-foot mouse`, `has a height of 3 m`.

    Args:
        analysis: The text.
        sentence: Number of the sentence.
        built: Number of a clause of the analysis to what was built of it.
        known: The object that the head of a phrase names, by the head's number.

    Returns:
        One clause for each object that is measured; the longest where several lengths are given.
    """
    first, last = analysis.sentences[sentence]
    lows = [t.low for t in analysis.tokens[first:last]]
    compared = [c for s in analysis.of(sentence) for c in s.comparisons if c.standard is not None]
    best: dict[int, tuple[Fraction, int, int]] = {}
    i = 0
    while i < len(lows):
        found = read_length(lows, i, len(lows))
        if found is None:
            i += 1
            continue
        begin, end = analysis.tokens[first + i], analysis.tokens[first + found[0] - 1]
        if not any(c.start <= begin.start and end.end <= c.end for c in compared):
            for number in _measured(analysis, range(first + i, first + found[0]), built, known):
                if number not in best or best[number][0] < found[1]:
                    best[number] = (found[1], begin.start, end.end)
        i = found[0]
    return [
        Clause(length[1], length[2], subject=[number], lengths=[length]) for number, length in best.items()
    ]


def _measured(
    analysis: Analysis, inside: range, built: Mapping[int, Clause], known: Callable[[int], int | None]
) -> list[int]:
    """Return the objects whose length some tokens give."""
    tokens = analysis.tokens
    token = next((tokens[i] for i in reversed(inside) if tokens[i].head not in inside), tokens[inside.start])
    for before in reversed(tokens[max(0, inside.start - 4) : inside.start]):
        # `the box is 40 cm wide, the trunk 90 cm`
        number = known(before.index)
        if before.head == token.index and before.dep in {"nmod", "compound", "nsubj"} and number is not None:
            return [number]
    for _ in range(len(inside) + MOST_UP):
        clause = analysis.headed(token)
        if clause is not None and clause.index in built:
            held = built[clause.index]
            return [] if held.hypothetical or held.negated else held.subject
        if token.head == token.index:
            return []
        token = tokens[token.head]
        plain = token.lemma not in w.DIMENSIONS | n.MEASURED and token.lemma not in w.UNITS
        number = known(token.index)
        if token.index not in inside and token.tag[:2] == "NN" and plain and number is not None:
            return [number]
    return []
