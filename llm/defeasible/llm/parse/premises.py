"""Premises in two passes: atoms, then facts, conditionals and queries over them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from defeasible.llm.parse.family import Part
from defeasible.llm.parse.quotes import find
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.wire import (
    ENTRIES,
    PER_SOURCE,
    Gloss,
    Words,
    any_of,
    formula,
    model,
    plain,
    some,
)
from defeasible.llm.spec import Json
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises, Query, Statement, Unparsed
from defeasible.reasoner.forms.propositions import same_words
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.text import Span


class PremisesWire:
    """The `FamilyWire` of premises, which declares atoms.

    Roles of conditionals are left to evidence, as the form requires.
    """

    def settled(self, text: Text) -> Unparsed | None:
        """Return an `Unparsed` if there is nothing to read."""
        return text.empty

    def declare(self, text: Text) -> Json:
        """Return the spec of a list of atoms, at least one."""
        return _declare()

    def vocabulary(self, text: Text, said: Any) -> tuple[AtomDecl, ...]:
        """Number the atoms; atoms with the same words are merged."""
        found: dict[str, AtomDecl] = {}
        for n, atom in enumerate(said.atoms, 1):
            gloss = plain(atom.gloss, f"the gloss of atom {n}")
            span = find(atom.words, text.sources)
            found.setdefault(same_words(gloss), AtomDecl(f"a{len(found) + 1}", gloss, span))
        return tuple(found.values())

    def shown(self, declared: AtomDecl) -> str:
        """Return the atom's id and gloss."""
        return f"{declared.id}: {declared.gloss}"

    def legend(self, vocabulary: tuple[AtomDecl, ...]) -> str:
        """Return an empty text: the prompt explains formulas."""
        return ""

    def bind(self, text: Text, vocabulary: tuple[AtomDecl, ...]) -> Json:
        """Return the spec of one or more statements for each source, and one formula for each query."""
        return _bind(
            tuple(s.id for s in text.told),
            tuple(s.id for s in text.asked),
            tuple(atom.id for atom in vocabulary),
        )

    def form(self, text: Text, vocabulary: tuple[AtomDecl, ...], said: Any) -> Premises:
        """Return the premises."""
        statements: list[Statement] = []
        for source in text.told:
            for n, item in enumerate(getattr(said, source.id), 1):
                name = source.id if n == 1 else f"{source.id}.{n}"
                span = find(item.words, (source,))
                if hasattr(item, "if_"):
                    pair = (parse_formula(item.if_), parse_formula(item.then))
                    statements.append(Conditional(name, *pair, span=span))
                else:
                    statements.append(Fact(name, parse_formula(item.holds), span=span))
        queries: list[Query] = []
        for source in text.asked:
            asked = getattr(said, source.id)
            whole = Span(source.id, 0, len(source.text))
            queries.append(Query(parse_formula(asked.asks), whole, asked.open))
        return Premises(text.sources, vocabulary, tuple(statements), tuple(queries))

    def parts(self, form: Premises) -> Iterator[Part]:
        """Yield the atoms and the statements."""
        yield from (Part(f"atom `{a.id}` ({a.gloss})", a.span) for a in form.atoms)
        yield from (Part(f"statement `{s.id}` ({s.formula})", s.span) for s in form.statements)

    def asked(self, form: Premises) -> object:
        """Return which queries are open."""
        return tuple(query.open for query in form.queries)


@lru_cache(maxsize=1)
def _declare() -> Json:
    atom = model("Atom", words=Words, gloss=Gloss)
    return Json(TypeAdapter(model("Atoms", atoms=some(atom, 1, ENTRIES))))


@lru_cache(maxsize=256)
def _bind(told: tuple[str, ...], asked: tuple[str, ...], atoms: tuple[str, ...]) -> Json:
    over = formula(atoms)
    fact = model("Fact", words=Words, holds=over)
    conditional = model("Conditional", words=Words, if_=over, then=over)
    query = model("Query", asks=over, open=bool)
    said = some(any_of([conditional, fact]), 1, PER_SOURCE)
    return Json(TypeAdapter(model("Premises", **dict.fromkeys(told, said) | dict.fromkeys(asked, query))))
