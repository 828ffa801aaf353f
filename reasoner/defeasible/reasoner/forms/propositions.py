"""A form as formulas over atoms named by their words, so that two forms can be compared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, assert_never

from defeasible.reasoner.forms.dialogue import DialogueFacts
from defeasible.reasoner.forms.premises import Conditional, Premises, Role
from defeasible.reasoner.forms.sizes import SizeContext
from defeasible.reasoner.forms.story import Happening, Mood, State, Story
from defeasible.reasoner.logic import Atom, FormulaNode, Not, rename
from defeasible.reasoner.text import Span, quote

if TYPE_CHECKING:
    from defeasible.reasoner.forms import Form

Propositional: TypeAlias = Premises | Story | DialogueFacts
"""The forms whose statements are formulas."""


@dataclass(frozen=True, slots=True)
class Proposition:
    """One statement or query of a form."""

    id: str
    """Its id in the form; `query 1`, ... for the queries of premises, which have none."""
    formula: FormulaNode
    """A formula over atoms named by `same_words` of their glosses."""
    span: Span | None = None
    cue: str = ""
    role: tuple[str, Role] | None = None
    """For a conditional with a stated role: the id of the earlier one, and the role."""
    open: bool = False
    """For a query: whether it asks if the formula is open."""


_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ARTICLES = frozenset({"a", "an", "the"})


def same_words(gloss: str) -> str:
    """Normalise case, articles and punctuation of a gloss, so that equal results name the same atom.

    >>> same_words("The library stays open.")
    'library stays open'
    """
    return " ".join(w for w in _TOKEN.findall(gloss.casefold()) if w not in _ARTICLES) or gloss


def statements(form: Propositional) -> tuple[Proposition, ...]:
    """Return the statements of a form, in order."""
    match form:
        case Premises():
            names = _atoms(form)
            return tuple(
                Proposition(s.id, rename(s.formula, names), s.span, s.cue, _stated(s))
                for s in form.statements
            )
        case Story():
            return tuple(_happening(form, item) for item in form.happenings)
        case DialogueFacts():
            phrases = {p.id: same_words(p.text) for p in form.phrases}
            return tuple(
                Proposition(
                    fact.id,
                    _signed(f"{fact.slot}({phrases[fact.subject]}) = {phrases[fact.value]}", fact.polarity),
                    fact.span,
                    fact.cue,
                )
                for fact in form.facts
            )
        case _:
            assert_never(form)


def queries(form: Propositional) -> tuple[Proposition, ...]:
    """Return the queries of a form, in order."""
    match form:
        case Premises():
            names = _atoms(form)
            return tuple(
                Proposition(f"query {n}", rename(q.formula, names), q.span, open=q.open)
                for n, q in enumerate(form.queries, 1)
            )
        case Story():
            return tuple(_happening(form, item) for item in form.queries)
        case DialogueFacts():
            return ()
        case _:
            assert_never(form)


def object_names(form: SizeContext) -> dict[str, str]:
    """Return a distinct normalised name for each object of a size context, by id."""
    return _apart((o.id, o.name) for o in form.objects)


def opaque(form: Propositional, name: str) -> tuple[Span, ...]:
    """Return the unanalysed words of a form about a proposition."""
    if not isinstance(form, Premises):
        return ()
    names = _atoms(form)
    return tuple(span for atom in form.atoms if names.get(atom.id, atom.id) == name for span in atom.opaque)


def parts_of(*readings: Form) -> tuple[str, ...]:
    """Return the parts of some readings that were not understood: `line 2 of reading 1`."""
    return tuple(f"{part} of reading {n}" for n, form in enumerate(readings, 1) for part in _unread(form))


def _unread(form: Form) -> list[str]:
    match form:
        case Story():
            return [f"line {number}" for number in form.unread]
        case DialogueFacts():
            return [f"turn {number}" for number in form.unread]
        case SizeContext():
            return [f'sentence "{quote(form.sources, span)}"' for span in form.unread]
        case _:
            return []


def _atoms(form: Premises) -> dict[str, str]:
    return _apart((atom.id, atom.gloss) for atom in form.atoms)


def _apart(glosses: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name things by their words; different things of one form get different names, even with equal words."""
    names: dict[str, str] = {}
    for short, gloss in glosses:
        name = same_words(gloss)
        names[short] = f"{name} ({short})" if name in names.values() else name
    return names


def _stated(statement: object) -> tuple[str, Role] | None:
    if isinstance(statement, Conditional) and statement.role is not None and statement.of is not None:
        return statement.of, statement.role
    return None


def _happening(form: Story, item: Happening) -> Proposition:
    people = {p.id: same_words(p.name) for p in form.participants}
    if isinstance(item, State):
        parts = [people[item.participant], item.value, people[item.other] if item.other else ""]
        claim = f"{item.attribute}({', '.join(part for part in parts if part)})"
    else:
        roles = sorted(f"{role} {people.get(filler, filler)}" for role, filler in item.roles)
        claim = f"{item.verb}({', '.join(roles)})"
    mood = "" if item.mood is Mood.ACTUAL else f"{item.mood}: "
    line = f"line {item.line}: " if item.line else ""
    return Proposition(item.id, _signed(f"{line}{mood}{claim}", item.polarity), item.span, item.cue)


def _signed(name: str, polarity: bool) -> FormulaNode:
    return Atom(name) if polarity else Not(Atom(name))
