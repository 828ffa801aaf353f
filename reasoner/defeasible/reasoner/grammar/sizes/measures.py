"""Measures of a sentence and what they measure: `is 4 cm long`, `a 30-foot mouse`, `holds 2 litres`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.closed import INDEFINITE, MULTIPLES, NUMBERS, QUANTIFIER_PHRASES, UNITS
from defeasible.reasoner.english.numbers import LARGE, read_number
from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause, Found
from defeasible.reasoner.grammar.sizes.comparisons import Compare
from defeasible.reasoner.grammar.sizes.lexicon import lexicon
from defeasible.reasoner.grammar.sizes.things import Things

MOST_UP = 8
"""Number of heads above a measure that may be what it measures."""
_DIGITS = r"\d{1,9}(?:,\d{3})*(?:\.\d{1,9})?(?:/\d{1,9})?"


def _any(words: Collection[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_JOINED = rf"(?:(?:{'|'.join(f'(?<={word})' for word in LARGE)}) and |[ -])"
_WORD = rf"(?:{_any(NUMBERS.keys() - INDEFINITE)})\b"
_COUNT = rf"(?:{_DIGITS}|{_WORD}(?:{_JOINED}{_WORD})*|(?:{_any(INDEFINITE)})\b)"
_NUMBER = rf"(?P<part>half |quarter of )?(?P<number>{_COUNT})(?P<half> and a half)?"
_AFTER_FEET = r"(?:(?<=foot)|(?<=feet)|(?<=ft)|(?<= metre)|(?<= meter)|(?<=\dm)|(?<=\d m))"
_INCHES = rf"(?:{_AFTER_FEET} (?P<inches>{_COUNT})(?: inches)?(?= ?(?:[.,;]|$|and|but|tall|long|high)))?"
_MEASURE = re.compile(
    rf"(?<![\w.,/]){_NUMBER}[ -]?(?P<full>(?:{_any(w.FULL)}) )?(?:(?P<power>{_any(w.POWERS)})[ -])?"
    rf"(?P<unit>{_any(UNITS)})s?\b(?P<more> and a half)?{_INCHES}"
    rf"(?P<dimensions>(?:\.?[ -](?:in )?(?:{_any(w.DIMENSIONS)})\b)*)"
)
_BOUNDS: Mapping[str, Relation] = {"at least": ">=", "at most": ">=", "more than": ">", "fewer than": ">"}
"""How the words before a number bound it to how the thing compares with it, or it with the thing."""
_JOINT = re.compile(" (?:and )?")
"""What joins the words of a number: `two hundred and fifty`."""
_BARE = re.compile(rf"(?<![\w.,/]){_NUMBER}(?= ?(?:[.,;]? ?$|[.,;] | (?:and|but|while) ))")
"""A bare number, in the unit of the measure before: `the tank 4,000`."""


def measures(
    analysis: Analysis, sentence: int, built: Mapping[int, Clause], things: Things, last: tuple[str, str]
) -> tuple[list[Found], tuple[str, str]]:
    """Read the measures of a sentence.

    A measure in litres or acres, or across, is a multiple of one litre or square metre, which is itself an
    object: things are compared by such measures if both are of one kind.

    Returns:
        The longest measure of each object, and the unit and dimension of the last measure, which apply to a
        bare number and are given to the next sentence as `last`.
    """
    tokens = analysis.tokens_of(sentence)
    offset, text = tokens[0].start, analysis.text[tokens[0].start : tokens[-1].end].lower()
    comparisons = (c for s in analysis.of(sentence) for c in s.comparisons if c.standard is not None)
    compared = [(c.start, c.end) for c in comparisons]
    best: dict[tuple[int, str], tuple[Fraction, str, int, int]] = {}
    place = 0
    while found := _MEASURE.search(text, place) or (_BARE.search(text, place) if last[0] else None):
        place, said = found.end(), found.groupdict("")
        start, end = offset + found.start(), offset + found.end()
        unit, dimension = said.get("unit", ""), said.get("dimensions", "")
        inside = range(analysis.token_at(start).index, analysis.token_at(end - 1).index + 1)
        first, noun = analysis.tokens[inside.start], analysis.tokens[inside.stop - 1]
        # `in`, `a foot` alone are no measures; `a metre` is one if something is a metre
        counted = said["number"] not in INDEFINITE or said["part"] or said.get("full") or noun.dep == "attr"
        if not unit and first.dep not in {"attr", "nummod", "compound", "dobj", "conj", "appos", "pobj"}:
            continue
        if unit and not dimension and (unit == "in" or not counted):
            continue
        last = (unit or last[0], dimension or last[1])
        value, base = _value(said, *last)
        if value > 0 and not any(a <= start and end <= b for a, b in compared):
            for number in _measured(analysis, inside, built, things.known):
                measure = (value, _bound(text[: found.start()]), start, end)
                best[number, base] = max(best.get((number, base), measure), measure)
    return list(_found(best, things)), last


def _value(said: Mapping[str, str], unit: str, dimension: str) -> tuple[Fraction, str]:
    """Return the value of a measure, and its base unit: `metre`, `litre`, `metre wide`."""
    value = read_number(_JOINT.sub("-", said["number"])) or Fraction(0)
    value *= MULTIPLES[said["part"].split()[0]] if said["part"] else 1
    value += Fraction(1, 2) if said.get("half") or said.get("more") else 0
    below = read_number(said.get("inches") or "0") or Fraction(0)
    value += below / (100 if unit[:1] == "m" else 12)
    base, size = UNITS[unit]
    power = w.POWERS.get(said.get("power", ""), 1)
    if power > 1:
        return value * size**power * (1000 if power == 3 else 1), w.VOLUME if power == 3 else w.SQUARE
    across = next((name for name, words in w.ACROSS.items() if not words.isdisjoint(dimension.split())), "")
    return value * size, f"{base} {across}".rstrip()


def _bound(before: str) -> str:
    """Return how the words before a number bound it: `at least`, `fewer than`, `exactly`."""
    found = (kind for words, kind in QUANTIFIER_PHRASES if before.split()[-len(words) :] == [*words])
    return next(found, "exactly")


def _found(best: Mapping[tuple[int, str], tuple[Fraction, str, int, int]], things: Things) -> Iterator[Found]:
    for (number, base), (value, bound, start, end) in best.items():
        unit = None if base == w.METRE else things.named(base, base, (start, end))
        if unit == number:
            continue  # `holds a litre and the mug only 250 ml`: no more is known of the litre
        exact = Compare(0, value, times=True).of(number, unit, start, end)
        relation = _BOUNDS.get(bound, "=")
        if bound in {"at most", "fewer than"}:
            yield replace(exact, bigger=unit, relation=relation, smaller=number, factor=1 / value)
            continue
        yield replace(exact, relation=relation)
        if base.startswith(w.METRE + " "):  # a thing 30 cm wide is at least 30 cm long
            yield Compare(0, value, at_least=True).of(number, None, start, end)


def _measured(
    analysis: Analysis, inside: range, built: Mapping[int, Clause], known: Callable[[int], int | None]
) -> list[int]:
    """Return the objects whose length tokens state."""
    tokens = analysis.tokens
    token = next((tokens[i] for i in reversed(inside) if tokens[i].head not in inside), tokens[inside.start])
    for before in reversed(tokens[max(0, inside.start - 4) : inside.start]):
        # `the box is 40 cm wide, the trunk 90 cm`
        beside = before.head == token.index and before.dep in {"nmod", "amod", "compound", "nsubj"}
        number = known(before.index) if beside else None
        if number is not None:
            return [number]
    for _ in range(len(inside) + MOST_UP):
        clause = analysis.headed(token)
        if clause is not None:
            held, known_as = built[clause.index], lexicon().frames.get(clause.lemma, ())
            gone = any(f.id.startswith("motion") for f in known_as) and clause.lemma not in w.REACHING
            # `rolled 3 m` tells a distance
            return [] if held.hypothetical or held.negated or gone else held.subject
        token = tokens[token.head]
        number = known(token.index) if token.lemma not in w.DIMENSIONS | w.MEASURED else None
        if token.index not in inside and number is not None:
            return [number]
    return []
