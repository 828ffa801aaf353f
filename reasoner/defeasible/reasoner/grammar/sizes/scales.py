"""Comparisons of a sentence: `twice as big as`, `too big for`, `are the same size`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause, Compare


def compare(analysis: Analysis, compared: Comparison) -> Compare | None:
    """Return a comparison of size, or None where something else is compared."""
    low = compared.word.low
    factor = compared.factor or Fraction(1)
    times = compared.factor is not None
    if compared.kind == "equal":
        before, within = _around(analysis, compared)
        if "near" in before or {"far", "from"} <= before or not before.isdisjoint(w.NEARLY):
            return Compare(1 if low in w.SMALL else -1)  # `almost as big as`, `nowhere near as large as`
        if "times" in before and compared.factor is None:
            return Compare(-1 if low in w.SMALL else 1)  # `one and a half times as big as`
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
    if token is None or said.lemma not in w.LOOKING or said.denied:
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
