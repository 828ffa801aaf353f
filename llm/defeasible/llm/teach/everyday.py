"""Everyday texts, with the replies that the grammar's reading of them gives.

Generated texts have only the constructions of their frames. Those of `everyday/` come from writers who
had not seen the frames, and each has a judged answer. Names and things are drawn anew, and a text is used
only if the grammar's reading leads to the judged answer. That keeps out most misreadings, not all: a wrong
reading may lead to the right answer, and what the grammar takes as likely is taught as if it were certain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeAlias

from pydantic import ValidationError

from defeasible.llm.parse.text import Text
from defeasible.llm.teach.clauses import given_name, nouns
from defeasible.llm.teach.draw import Draw, kept
from defeasible.llm.teach.premises import LONGEST
from defeasible.llm.teach.sizes import Said
from defeasible.llm.tiny.sample import Sample, reply, upper
from defeasible.reasoner import Reasoner, no_sizes
from defeasible.reasoner.english.closed import DETERMINERS
from defeasible.reasoner.english.inflection import third_person
from defeasible.reasoner.english.people import NAMES_AND_WORDS, SEX
from defeasible.reasoner.english.verbs import BASE_FORMS
from defeasible.reasoner.errors import DefeasibleError, UsageError
from defeasible.reasoner.forms import METRE, Premises, SizeContext, Statement, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.logic import And, FormulaNode, Implies
from defeasible.reasoner.text import Source, Span

Entry: TypeAlias = dict[str, Any]
_VERDICTS = {"open": "unknown", ">": "entailed", "<": "refuted", "=": "refuted"}
"""The verdict of each judged answer: about sizes, whether the first thing is bigger."""
_TOGETHER = 4
"""Most conjuncts of a formula in a reply."""
_SAID = re.compile(r"(?:[A-Za-z'-]+ )+[A-Za-z]+")
"""A gloss in plain words, which can be asked as a sentence."""
_WORD = re.compile(r"[A-Za-z]+")


class Item(NamedTuple):
    """A text of the corpus: premises and a query, or one text and two things."""

    texts: tuple[str, ...]
    query: tuple[str, ...]
    gold: str
    """The judged answer: `entailed`, `refuted`, `open`, or how the things compare: `>`, `<`, `=`, `open`."""


@cache
def items(kind: str, *, test: bool) -> tuple[Item, ...]:
    """Return the texts of a kind, `belief` or `sizes`, on one side of the split into training and test."""
    lines = files("defeasible.llm.teach").joinpath("everyday", f"{kind}.jsonl").read_text(encoding="utf-8")
    found = []
    for row in map(json.loads, lines.splitlines()):
        texts = tuple(row["premises"]) if kind == "belief" else (row["text"],)
        query = (row["query"],) if kind == "belief" else (row["a"], row["b"])
        if kept(" ".join(texts)) is test:
            found.append(Item(texts, query, row["gold"]))
    return tuple(found)


def belief(draw: Draw) -> Sample:
    """Return premises and a query as somebody wrote them, in other words, and perhaps beside others."""
    while True:
        item, other = (draw.one(items("belief", test=draw.test)) for _ in range(2))
        if draw.chance(0.25) and _read(other) is not None:
            both = [item.texts, other.texts]
            draw.random.shuffle(both)
            item = item._replace(texts=(*both[0], *both[1]))
        if (sample := _belief(_reworded(item, draw), draw)) is not None:
            return sample


def sizes(draw: Draw) -> Sample:
    """Return a text about sizes as somebody wrote it, in other words, and perhaps beside another."""
    while True:
        item, other = (draw.one(items("sizes", test=draw.test)) for _ in range(2))
        if draw.chance(0.2) and _read(other) is not None:
            both = [*item.texts, *other.texts]
            draw.random.shuffle(both)
            item = item._replace(texts=(" ".join(both),))
        if (sample := _sizes(_reworded(item, draw))) is not None:
            return sample


def _read(item: Item) -> Premises | SizeContext | None:
    """Return the grammar's reading of a text if it leads to the judged answer."""
    form: Premises | SizeContext | Unparsed
    if len(item.query) == 1:
        form = _grammar().premises(item.texts, item.query)
    else:
        form = _grammar().sizes(item.texts[0], (item.query[0], item.query[1]))
    if isinstance(form, Unparsed):
        return None
    try:
        found = _reasoner().decide(form).verdict.value
    except UsageError:
        return None  # the query leaves the matter open
    return form if found == _VERDICTS.get(item.gold, item.gold) else None


def _belief(item: Item, draw: Draw) -> Sample | None:
    form = _read(item)
    if not isinstance(form, Premises):
        return None
    query = item.query
    if draw.chance(0.3) and _SAID.fullmatch(gloss := draw.one(form.atoms).gloss):
        query = (f"{upper(gloss)}.",)
        again = _grammar().premises(item.texts, query)
        if isinstance(again, Unparsed):
            return None
        form = again
    end = draw.chance(0.75)
    told, asked = ([text if end else text.removesuffix(".") for text in part] for part in (item.texts, query))
    atoms = [
        {"words": "" if atom.span is None else _quote(form, atom.span), "gloss": atom.gloss}
        for atom in form.atoms
    ]
    bound: dict[str, Any] = {f"s{n}": [] for n in range(1, len(told) + 1)}
    for statement in form.statements:
        if statement.span is None:
            return None  # something that no text states
        bound[statement.span.source] += _entries(statement, _quote(form, statement.span))
    bound |= {
        f"q{n}": {"asks": str(query.formula), "open": query.open} for n, query in enumerate(form.queries, 1)
    }
    if max(map(len, (*told, *asked))) > LONGEST:
        return None
    made = Sample(Text.premises(told, asked), reply({"atoms": atoms}), reply(bound), ())
    return _checked(made, len(atoms))


def _entries(statement: Statement, words: str) -> Iterator[Entry]:
    """Yield a statement as conditionals, and one fact for what is no conditional."""
    parts = list(dict.fromkeys(_conjuncts(statement.formula)))
    for part in parts:
        if isinstance(part, Implies):
            yield {"words": words, "if": str(part.if_), "then": str(part.then)}
    facts = [part for part in parts if not isinstance(part, Implies)]
    for n in range(0, len(facts), _TOGETHER):
        some = tuple(facts[n : n + _TOGETHER])
        yield {"words": words, "holds": str(some[0] if len(some) == 1 else And(some))}


def _conjuncts(formula: FormulaNode) -> Iterator[FormulaNode]:
    match formula:
        case And(args):
            yield from chain.from_iterable(map(_conjuncts, args))
        case Implies(if_, And(args)):
            yield Implies(if_, And(tuple(dict.fromkeys(chain.from_iterable(map(_conjuncts, args))))))
        case _:
            yield formula


def _sizes(item: Item) -> Sample | None:
    form = _read(item)
    if not isinstance(form, SizeContext):
        return None
    (source,) = (source for source in form.sources if source.id == "s1")
    used = {name for one in form.statements for name in (one.comparison.left, one.comparison.right)}
    objects = [one for n, one in enumerate(form.objects) if n < 2 or one.id in used]
    ids = {one.id: f"o{n}" for n, one in enumerate(objects, 1)} | {METRE: "metre"}
    places = {one.id: one.span for one in objects}
    if any(span is None or span.source != "s1" for span in places.values()):
        return None
    said = {one.id: _inner(source.text[one.span.start : one.span.end]) for one in objects if one.span}
    bound = []
    for one in form.statements:
        left, right = one.comparison.left, one.comparison.right
        if one.span is None or left == METRE:
            return None
        turned = right != METRE and places[left].start > places[right].start  # type: ignore[union-attr]
        whole = Said(
            _sentence(source, one.span), left, one.comparison.relation, right, str(one.comparison.factor)
        )
        whole = whole.turned() if turned else whole
        bound.append(
            {
                "words": whole.words,
                "left": ids[whole.left],
                "relation": whole.relation,
                "factor": whole.factor,
                "right": ids[whole.right],
                "why": "",
            }
        )
    declared = {
        "first": said[objects[0].id],
        "second": said[objects[1].id],
        "others": [{"words": said[one.id], "name": one.name} for one in objects[2:]],
    }
    text = Text.sizes(source.text, (item.query[0], item.query[1]))
    return _checked(Sample(text, reply(declared), reply({"comparisons": bound}), ()), len(objects))


def _checked(sample: Sample, names: int) -> Sample | None:
    """Return a sample if its replies are read as they were meant, each declared name as one of its own."""
    try:
        return sample if len(sample.vocabulary) == names and sample.form is not None else None
    except (DefeasibleError, ValidationError):
        return None  # the schema has no room for it


@cache
def _grammar() -> GrammarParser:
    return GrammarParser()


@cache
def _reasoner() -> Reasoner:
    return Reasoner(sizes=no_sizes)


def _quote(form: Premises, span: Span) -> str:
    (source,) = (source for source in form.sources if source.id == span.source)
    return source.text[span.start : span.end].rstrip(". ")


def _sentence(source: Source, span: Span) -> str:
    """Return the sentence around a span, without its full stop."""
    before = max(source.text.rfind(end, 0, span.start) for end in (". ", "! ", "? "))
    after = [at for end in (". ", "! ", "? ") if (at := source.text.find(end, span.end)) >= 0]
    return source.text[before + 2 if before >= 0 else 0 : min(after, default=len(source.text))].rstrip(". ")


def _inner(words: str) -> str:
    """Return a phrase as inside a sentence."""
    first, _, rest = words.partition(" ")
    return f"{first.lower()} {rest}" if rest and first.lower() in DETERMINERS else words


@cache
def _things() -> Mapping[str, tuple[str, bool]]:
    """Forms of the names of things that are no verbs: the noun, and whether the form is its plural.

    A plural is spelt as the third person of a verb.
    """
    found: dict[str, tuple[str, bool]] = {}
    for noun in nouns():
        if noun.isalpha() and noun not in BASE_FORMS and not noun.endswith(("s", "people")):
            found |= {third_person(noun): (noun, True), noun: (noun, False)}
    return found


def _reworded(item: Item, draw: Draw) -> Item:
    """Return an item with other names, and perhaps other things; the same ones each time."""
    swap = draw.chance(0.6)
    new: dict[str, str] = {}
    singular = sorted({noun for noun, _ in _things().values()})
    # Only what a text has with a determiner before it is surely a noun.
    pairs = chain.from_iterable(pairwise(_WORD.findall(text)) for text in item.texts)
    named = {
        _things()[word][0] for before, word in pairs if before.lower() in DETERMINERS and word in _things()
    }

    def other(match: re.Match[str]) -> str:
        word = match[0]
        if word.istitle() and (sex := SEX.get(word.lower())) and word.lower() not in NAMES_AND_WORDS:
            return new.setdefault(word, given_name(draw, "she" if sex == "female" else "he"))
        noun, many = _things().get(word, ("", False))
        if not swap or noun not in named:
            return word
        drawn = new.setdefault(noun, draw.word(singular))
        return third_person(drawn) if many else drawn

    def said(text: str) -> str:
        text = _WORD.sub(other, text)
        text = re.sub(r"\b([Aa])n? (?=[aeiou])", r"\1n ", text)
        return re.sub(r"\b([Aa])n (?=[^aeiouh ])", r"\1 ", text)

    return Item(tuple(map(said, item.texts)), tuple(map(said, item.query)), item.gold)
