"""Adds to assertions their entailments by words alone, if something else mentions these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from defeasible.reasoner.grammar.belief.atoms import Entry
from defeasible.reasoner.grammar.belief.links import Links
from defeasible.reasoner.logic import And, Atom, FormulaNode, Implies, Not, Or, atoms, negate

_LONGEST_CHAIN = 3
"""Rules in a chain that may be applied to a dated case."""


class Weaving:
    """The entailments by words between some propositions.

    Args:
        entries: The propositions.
        aliases: Pronouns, each with the only name that it can refer to.
        new: Names of the propositions that only a question mentions.
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
        self._opposites, self._told = True, frozenset[str]()
        self._links = Links(((entry.id, entry.timed) for entry in entries), aliases)
        self._instances = dict.fromkeys(
            pair for rule in _composed([*rules]) for pair in self._links.instances(*rule)
        )

    def asserted(self, formula: FormulaNode, *, fact: bool) -> FormulaNode:
        """Return the formula of a statement with its entailments.

        Args:
            formula: The formula of the statement.
            fact: Whether it is a fact, not under a condition; a fact excludes its opposites, except those
                that it states as well: `the flag is red and white`.
        """
        self._opposites, self._told = fact, frozenset(_facts(formula))
        woven = self._woven(formula)
        chains = [
            Implies(And(tuple(Atom(n) for n in path)), _literal(end, so))
            for name in dict.fromkeys(_facts(formula))
            for path, end, so in self._links.chains(name)
        ]
        own = set(atoms(formula))
        chains += [Implies(Atom(a), Atom(b)) for a, b in self._instances if own & {a, b}]
        return And((woven, *dict.fromkeys(chains))) if chains else woven

    def conditions(self, formula: FormulaNode, spoken: Collection[str]) -> list[FormulaNode]:
        """Return the entailments of the clauses of a condition, and of their denials.

        Args:
            formula: The condition, whose truth value may be inferred from the consequence.
            spoken: Names of the propositions in facts and questions.
        """
        own = [name for name in dict.fromkeys(atoms(formula)) if name not in spoken]
        return [
            Implies(_literal(name, held), _literal(other, so))
            for name in own
            for held in (True, False)
            for other, so in self._links.follows(name, held)
            if other in spoken
        ]

    def asked(self, formula: FormulaNode) -> FormulaNode:
        """Return the formula of a question with the propositions of earlier texts that entail it."""
        if not isinstance(formula, Atom | Not):
            return formula
        name = atoms(formula)[0]
        if name not in self._new:
            return formula
        known = {held: [(n, so) for n, so in self._links.follows(name, held) if n not in self._new]
                 for held in (True, False)}  # fmt: skip
        stronger: list[FormulaNode] = [Atom(n) for n, so in known[False] if not so]
        needed: list[FormulaNode] = [_literal(n, so) for n, so in known[True]]
        ending = [(And(tuple(map(Atom, path))), so) for path, _, so in self._links.chains(name, ending=True)]
        stronger += [path for path, so in ending if so]
        needed += [Not(path) for path, so in ending if not so]
        own: FormulaNode = Atom(name)
        if needed:
            own = And((own, *needed))
        own = Or((own, *stronger)) if stronger else own
        return own if isinstance(formula, Atom) else negate(own)

    def _woven(self, formula: FormulaNode) -> FormulaNode:
        match formula:
            case Atom(name) | Not(Atom(name)):
                held = isinstance(formula, Atom)
                more = self._links.follows(name, held, opposites=self._opposites)
                more = [(n, so) for n, so in more if so or n not in self._told]
                return And((formula, *(_literal(n, so) for n, so in more))) if more else formula
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


def _composed(rules: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return rules with those that chains of up to three give: `if p, r` from `if p, q` and `if q, r`."""
    after: dict[str, list[str]] = defaultdict(list)
    for if_, then in rules:
        after[if_].append(then)
    found = dict.fromkeys(rules)
    for _ in range(_LONGEST_CHAIN - 1):
        found |= {
            (one, end): None for one, mid in [*found] for end in after.get(mid, ()) if end not in (one, mid)
        }
    return [*found]


def _literal(name: str, held: bool) -> FormulaNode:
    return Atom(name) if held else Not(Atom(name))


def _facts(formula: FormulaNode) -> list[str]:
    """Return the atoms that a formula asserts."""
    match formula:
        case Atom(name):
            return [name]
        case And(args):
            return [name for arg in args for name in _facts(arg)]
        case _:
            return []
