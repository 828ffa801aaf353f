"""Size contexts in two passes: objects, then comparisons between them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any

from pydantic import StringConstraints, TypeAdapter

from defeasible.llm.parse.family import Part
from defeasible.llm.parse.quotes import find
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.wire import Name, Value, Words, any_of, model, one_of, plain, some
from defeasible.llm.spec import Json
from defeasible.reasoner.forms import METRE, Comparison, SizeContext, SizeObject, SizeStatement, Unparsed
from defeasible.reasoner.forms.propositions import same_words
from defeasible.reasoner.forms.sizes import Relation

OTHERS, STATEMENTS = 10, 16
"""Most objects besides the two in the question, and most comparisons."""

_METRE = "metre"
_FACTOR = "^[1-9][0-9]{0,3}(?:/[1-9][0-9]{0,3})?$"
_RELATIONS: dict[str, tuple[Relation, bool]] = {
    ">": (">", False),
    ">=": (">=", False),
    "=": ("=", False),
    "<": (">", True),
    "<=": (">=", True),
}
"""Relations that a model may write: the form's relation, and whether to swap the sides."""


class SizesWire:
    """The `FamilyWire` of sizes; it declares objects. The two in the question are always `o1` and `o2`."""

    def settled(self, text: Text) -> SizeContext | Unparsed | None:
        """Return an empty context if there is no text, or an `Unparsed` if the question is invalid."""
        first, second = (source.text for source in text.asked)
        if not first.strip() or not second.strip():
            return Unparsed("an object of the question has no name", text.sources)
        if same_words(first) == same_words(second):
            return Unparsed(f"both objects of the question are {first!r}", text.sources)
        if any(source.text.strip() for source in text.told):
            return None
        pair = tuple(SizeObject(f"o{n}", plain(name, "a name")) for n, name in enumerate((first, second), 1))
        return SizeContext(text.sources, pair, (), ("o1", "o2"))

    def declare(self, text: Text) -> Json:
        """Return the spec of the words for the two objects, and of a list of others."""
        return _declare()

    def vocabulary(self, text: Text, said: Any) -> tuple[SizeObject, ...]:
        """Number the objects; one with the same words as an earlier one is merged into it."""
        pair = [
            SizeObject(f"o{n}", plain(source.text, f"object {n} of the question"), find(words, text.told))
            for n, (source, words) in enumerate(zip(text.asked, (said.first, said.second), strict=True), 1)
        ]
        known = {same_words(o.name) for o in pair}
        for n, other in enumerate(said.others, 3):
            name = plain(other.name, f"the name of object {n}")
            if same_words(name) not in known:
                known.add(same_words(name))
                pair.append(SizeObject(f"o{len(pair) + 1}", name, find(other.words, text.told)))
        return tuple(pair)

    def shown(self, declared: SizeObject) -> str:
        """Return the object's id and name."""
        return f"{declared.id}: {declared.name}"

    def legend(self, vocabulary: tuple[SizeObject, ...]) -> str:
        """Return the explanation of the metre."""
        return f"{_METRE}: one metre, for absolute sizes"

    def bind(self, text: Text, vocabulary: tuple[SizeObject, ...]) -> Json:
        """Return the spec of a list of comparisons between different objects."""
        return _bind(tuple(o.id for o in vocabulary))

    def form(self, text: Text, vocabulary: tuple[SizeObject, ...], said: Any) -> SizeContext:
        """Return the size context, with the first two objects as its question."""
        places = {o.id: o.span for o in vocabulary}
        statements = []
        for n, item in enumerate(said.comparisons, 1):
            relation, swapped = _RELATIONS[item.relation]
            pair = [METRE if name == _METRE else name for name in (item.left, item.right)]
            factor = Fraction(item.factor)
            if swapped:
                pair, factor = pair[::-1], 1 / factor
            span = find(item.words, text.told, places[item.left])
            comparison = Comparison(pair[0], relation, pair[1], factor)
            statements.append(SizeStatement(f"c{n}", comparison, span, "", item.why))
        return SizeContext(text.sources, vocabulary, tuple(statements), ("o1", "o2"))

    def parts(self, form: SizeContext) -> Iterator[Part]:
        """Yield the objects that the question does not name, and the comparisons."""
        yield from (Part(f"object `{o.id}` ({o.name})", o.span) for o in form.objects[2:])
        yield from (Part(f"comparison `{s.id}`", s.span) for s in form.statements)

    def asked(self, form: SizeContext) -> object:
        """Return whether there is a question."""
        return form.question is not None


@lru_cache(maxsize=1)
def _declare() -> Json:
    other = model("Other", words=Words, name=Name)
    return Json(TypeAdapter(model("Objects", first=Words, second=Words, others=some(other, 0, OTHERS))))


@lru_cache(maxsize=32)
def _bind(objects: tuple[str, ...]) -> Json:
    factor = Annotated[str, StringConstraints(pattern=_FACTOR, max_length=9)]
    # One type per object on the left, so that nothing can be compared with itself.
    kinds = [
        model(
            f"Comparison_{left}",
            words=Words,
            left=one_of([left]),
            relation=one_of(list(_RELATIONS)),
            factor=factor,
            right=one_of([name for name in (*objects, _METRE) if name != left]),
            why=Value,
        )
        for left in objects
    ]
    return Json(TypeAdapter(model("Comparisons", comparisons=some(any_of(kinds), 0, STATEMENTS))))
