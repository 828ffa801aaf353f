"""Adds to what is asserted what follows from it by its words alone, where something else speaks of that."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from defeasible.reasoner.grammar.belief.atoms import Entry
from defeasible.reasoner.grammar.belief.links import Links
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, atoms, negate


class Weaving:
    """The consequences by words of some propositions.

    Args:
        entries: The propositions.
        aliases: Pronouns to the only name that they can stand for.
        new: Names of those that only a question speaks of.
        rules: Conditions and consequences of conditionals, each one proposition.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        aliases: Mapping[str, str],
        new: Collection[str] = (),
        rules: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._new = frozenset(new)
        self._opposites = True
        self._links = Links(((entry.id, entry.timed) for entry in entries), aliases)
        self._instances = dict.fromkeys(pair for rule in rules for pair in self._links.instances(*rule))

    def asserted(self, formula: FormulaNode, *, fact: bool) -> FormulaNode:
        """Return what a statement says, with what follows from it by its words.

        Args:
            formula: What it says.
            fact: Whether that is so, and not only under a condition: then its opposite is not.
        """
        self._opposites = fact
        woven = self._woven(formula)
        chains = [
            Implies(And(tuple(Atom(n) for n in path)), Atom(end) if so else Not(Atom(end)))
            for name in dict.fromkeys(_facts(formula))
            for path, end, so in self._links.chains(name)
        ]
        own = set(atoms(formula))
        chains += [Implies(Atom(a), Atom(b)) for a, b in self._instances if own & {a, b}]
        return And((woven, *dict.fromkeys(chains))) if chains else woven

    def conditions(self, formula: FormulaNode, spoken: Collection[str]) -> list[FormulaNode]:
        """Return what follows by words from the clauses of a condition, or from their denial.

        Args:
            formula: The condition: what it says may be found to be so, or not, by way of the consequence.
            spoken: Names of what facts and questions speak of.
        """
        found: list[FormulaNode] = []
        links = self._links
        for own in (Atom(name) for name in dict.fromkeys(atoms(formula)) if name not in spoken):
            sides = (
                (own, links.entailed(own.name), links.excluded(own.name, opposites=True)),
                (Not(own), links.otherwise(own.name), links.entailing(own.name)),
            )
            for if_, so, not_so in sides:
                found += [Implies(if_, Atom(n)) for n in so if n in spoken]
                found += [Implies(if_, Not(Atom(n))) for n in not_so if n in spoken]
        return found

    def asked(self, formula: FormulaNode) -> FormulaNode:
        """Return what a question asks, with what earlier texts say that it follows from."""
        if not isinstance(formula, Atom | Not):
            return formula
        name = atoms(formula)[0]
        if name not in self._new:
            return formula
        stronger = [Atom(n) for n in self._links.entailing(name) if n not in self._new]
        needed = [Atom(n) for n in self._links.entailed(name) if n not in self._new]
        barred = [Not(Atom(n)) for n in self._links.excluded(name, opposites=True) if n not in self._new]
        own: FormulaNode = Atom(name)
        if needed or barred:
            own = And((own, *needed, *barred))
        own = Or((own, *stronger)) if stronger else own
        return own if isinstance(formula, Atom) else negate(own)

    def _woven(self, formula: FormulaNode) -> FormulaNode:
        match formula:
            case Atom(name):
                more: list[FormulaNode] = [Atom(n) for n in self._links.entailed(name)]
                more += [Not(Atom(n)) for n in self._links.excluded(name, opposites=self._opposites)]
                return And((formula, *more)) if more else formula
            case Not(Atom(name)):
                less: list[FormulaNode] = [Not(Atom(n)) for n in self._links.entailing(name)]
                less += [Atom(n) for n in self._links.otherwise(name)]
                return And((formula, *less)) if less else formula
            case Not(Or(args) | And(args) as of):
                denied = tuple(map(negate, args))
                parts = tuple(map(self._woven, denied))
                return formula if parts == denied else And(parts) if isinstance(of, Or) else Or(parts)
            case And(args):
                return And(tuple(map(self._woven, args)))
            case Or(args):
                return Or(tuple(map(self._woven, args)))
            case Implies(if_, then):
                return Implies(if_, self._woven(then))
            case _:
                return formula


def _facts(formula: FormulaNode) -> list[str]:
    """Return the atoms that a formula asserts."""
    match formula:
        case Atom(name):
            return [name]
        case And(args):
            return [name for arg in args for name in _facts(arg)]
        case _:
            return []
