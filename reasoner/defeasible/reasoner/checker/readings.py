"""The statements and queries of a form, as formulas over atoms named by words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.checker.formulas import renamed, said
from defeasible.reasoner.checker.words import bare
from defeasible.reasoner.forms import Conditional, DialogueFacts, Event, Mood, Premises
from defeasible.reasoner.logic import Atom, Not

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import Happening, Role, Statement, Story
    from defeasible.reasoner.forms.propositions import Propositional
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.text import Span


class Said(NamedTuple):
    """One statement or query of a form."""

    id: str
    formula: FormulaNode
    """A formula over atoms named by their words."""
    span: Span | None = None
    cue: str = ""
    role: tuple[str, Role] | None = None
    """The earlier conditional, and the stated role for it."""
    open: bool = False
    """Whether a query asks if the formula is open."""


def asserted(form: Propositional) -> list[Said]:
    """Return the statements of a form, in order."""
    if isinstance(form, Premises):
        names = named_apart([(atom.id, atom.gloss) for atom in form.atoms])
        return [Said(s.id, renamed(said(s), names), s.span, s.cue, _role(s)) for s in form.statements]
    if isinstance(form, DialogueFacts):
        words = {phrase.id: bare(phrase.text) for phrase in form.phrases}
        return [
            Said(
                f.id, _literal(f"{f.slot}({words[f.subject]}) = {words[f.value]}", f.polarity), f.span, f.cue
            )
            for f in form.facts
        ]
    return [_happening(form, item) for item in form.happenings]


def asked(form: Propositional) -> list[Said]:
    """Return the queries of a form, in order."""
    if isinstance(form, Premises):
        names = named_apart([(atom.id, atom.gloss) for atom in form.atoms])
        return [
            Said(f"query {n}", renamed(q.formula, names), q.span, open=q.open)
            for n, q in enumerate(form.queries, 1)
        ]
    return [] if isinstance(form, DialogueFacts) else [_happening(form, item) for item in form.queries]


def named_apart(glosses: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Name things by their words; if two have the same words, the later name also contains its id."""
    taken: dict[str, str] = {}
    for short, gloss in glosses:
        words = bare(gloss)
        taken[f"{words} ({short})" if words in taken else words] = short
    return {short: words for words, short in taken.items()}


def _role(statement: Statement) -> tuple[str, Role] | None:
    if not isinstance(statement, Conditional) or statement.role is None or statement.of is None:
        return None
    return statement.of, statement.role


def _happening(story: Story, item: Happening) -> Said:
    people = {person.id: bare(person.name) for person in story.participants}
    if isinstance(item, Event):
        about = sorted(f"{role} {people.get(filler, filler)}" for role, filler in item.roles)
        name = f"{item.verb}({', '.join(about)})"
    else:
        other = "" if not item.other else people[item.other]
        about = [part for part in (people[item.participant], item.value, other) if part]
        name = f"{item.attribute}({', '.join(about)})"
    where = f"line {item.line}: " if item.line else ""
    how = "" if item.mood is Mood.ACTUAL else f"{item.mood.value}: "
    return Said(item.id, _literal(where + how + name, item.polarity), item.span, item.cue)


def _literal(name: str, positive: bool) -> FormulaNode:
    return Atom(name) if positive else Not(Atom(name))
