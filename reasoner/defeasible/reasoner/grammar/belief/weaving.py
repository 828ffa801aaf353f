"""Adds to assertions their entailments by words alone, if something else mentions these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from defeasible.reasoner.grammar.belief.atoms import Entry
from defeasible.reasoner.grammar.belief.links import Links
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, atoms, conjoin, negate

Formulas: TypeAlias = tuple[FormulaNode, ...]
Rule: TypeAlias = tuple[FormulaNode, FormulaNode, Formulas]
"""A condition, its consequence, and what must hold as well."""
_LONGEST_CHAIN = 3
"""Rules in a chain that may be applied to a dated case."""


class Weaving:
    """The entailments by words between some propositions.

    Args:
        entries: The propositions.
        aliases: Pronouns, each with the only name that it can refer to.
        new: Names of the propositions that only a question mentions.
        said: The formulas of the statements.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        aliases: Mapping[str, str],
        new: Collection[str] = (),
        said: Iterable[FormulaNode] = (),
    ) -> None:
        self._new = frozenset(new)
        self._opposites, self._told = True, frozenset[str]()
        particular = ((entry.id, entry.timed) for entry in entries if not entry.clause.of_kind)
        self._links = Links(particular, aliases)
        said = tuple(said)
        last = dict.fromkeys(name for formula in reversed(said) for name in reversed(_facts(formula)))
        self._facts = list(reversed(last))
        self._events = frozenset(filter(self._links.happened, last))
        self._effects: dict[str, list[tuple[str, bool]]] = {}
        """What follows from each event, once it has been asked."""
        self._past = {entry.id: entry.clause.past for entry in entries}
        rules = _composed([rule for formula in said for rule in _rules(formula)])
        self._instances = dict.fromkeys(case for rule in rules for case in self._cases(*rule))
        self._together = {
            (one.name, then.name)
            for if_, then, rest in rules
            for one in (if_, *rest)
            if isinstance(one, Atom) and isinstance(then, Atom)
        }
        """Pairs of which the text says that the second holds if the first does, whatever else is usual."""

    def asserted(self, formula: FormulaNode, *, fact: bool) -> FormulaNode:
        """Return the formula of a statement with its entailments.

        Args:
            formula: The formula of the statement.
            fact: Whether it is a fact, not under a condition; a fact excludes its opposites, except those
                that it states as well: `the flag is red and white`.
        """
        self._opposites, self._told = fact, frozenset(_facts(formula))
        woven = self._woven(formula)
        found = chain(
            *(self._links.chains(name) for name in dict.fromkeys(_facts(formula))),
            *(self._links.never(name) for name in dict.fromkeys(_denials(formula))),
        )
        chains: list[FormulaNode] = [
            Implies(conjoin(*map(Atom, path)), _literal(end, so)) for path, end, so in found
        ]
        own = set(atoms(formula))
        chains += [case for case in self._instances if own & {*atoms(case)}]
        return And((woven, *dict.fromkeys(chains))) if chains else woven

    def _cases(self, if_: FormulaNode, then: FormulaNode, rest: Formulas) -> Iterator[FormulaNode]:
        """Yield a rule of two propositions, each perhaps denied, applied to each dated case."""
        held = isinstance(if_, Atom), isinstance(then, Atom)
        for one, other in self._links.instances(atoms(if_)[0], atoms(then)[0], held):
            case = _literal(one, held[0])
            yield Implies(And((case, *rest)) if rest else case, _literal(other, held[1]))

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
            if other in spoken and (so or not self._go_together(name, other))
        ]

    def against(self, formula: FormulaNode, questions: Collection[str]) -> list[FormulaNode]:
        """Return which questions the consequence of a condition excludes: `is open`, of `the shop closes`.

        Args:
            formula: The consequence.
            questions: Names of the propositions that only a question speaks of.
        """
        return [
            Implies(Atom(name), Not(Atom(other)))
            for name in (_facts(formula) if questions else ())
            for other, so in self._links.follows(name, True)
            if other in questions and not (so or self._go_together(name, other))
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
        stronger: list[FormulaNode] = [
            Atom(n) for n, so in known[False] if not (so or self._over(n, name, True))
        ]
        needed: list[FormulaNode] = [
            _literal(n, so) for n, so in known[True] if so or not self._over(n, name, False)
        ]
        ending = [(And(tuple(map(Atom, path))), so) for path, _, so in self._links.chains(name, ending=True)]
        stronger += [path for path, so in ending if so]
        needed += [Not(path) for path, so in ending if not so]
        own: FormulaNode = Atom(name)
        if needed:
            own = And((own, *needed))
        own = Or((own, *stronger)) if stronger else own
        return own if isinstance(formula, Atom) else negate(own)

    def _go_together(self, one: str, other: str) -> bool:
        return not self._together.isdisjoint({(one, other), (other, one)})

    def _over(self, name: str, other: str, so: bool) -> bool:
        """Return whether what follows from an event may be over: undone later, or the thing was acted on."""
        if not so and self._links.repeated(name, other):  # `arrived on Monday`, and again on Friday
            return any(self._links.repeated(name, fact) for fact in self._facts if fact != name)
        if name not in self._events:
            return False
        if other in self._events:
            return not so and self._links.successive(name, other)
        later = () if self._past[other] else self._facts[self._facts.index(name) + 1 :]
        for event in later:
            if event not in self._effects:
                self._effects[event] = self._links.follows(event, True)
        return any(
            (other, not so) in self._effects[event]
            or (self._links.touches(event, other) and (other, so) not in self._effects[event])
            for event in later
        )

    def _woven(self, formula: FormulaNode) -> FormulaNode:
        match formula:
            case Atom(name) | Not(Atom(name)):
                held = isinstance(formula, Atom)
                more = self._links.follows(name, held, opposites=self._opposites)
                more = [m for m in more if m[1] or not (m[0] in self._told or self._go_together(name, m[0]))]
                more = [(n, so) for n, so in more if not (held and self._over(name, n, so))]
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


def conjuncts(formula: FormulaNode) -> Iterator[FormulaNode]:
    """Yield what a formula asserts, one at a time."""
    for arg in formula.args if isinstance(formula, And) else ():
        yield from conjuncts(arg)
    if not isinstance(formula, And):
        yield formula


def _rules(formula: FormulaNode) -> Iterator[Rule]:
    """Yield the rules from one proposition, among others, to another that a formula asserts."""
    for one in conjuncts(formula):
        sides = [(one.left, one.right), (one.right, one.left)] if isinstance(one, Iff) else []
        sides += [(one.if_, one.then)] if isinstance(one, Implies) else []
        pairs = ((if_, then) for if_, all_ in sides for then in conjuncts(all_))
        for if_, then in (pair for pair in pairs if _is_literal(pair[1])):
            needed = [*conjuncts(if_)]
            for n in (n for n, need in enumerate(needed) if _is_literal(need)):
                yield needed[n], then, (*needed[:n], *needed[n + 1 :])


def _composed(rules: list[Rule]) -> list[Rule]:
    """Return rules with those that chains of up to three give: `if p, r` from `if p, q` and `if q, r`."""
    after: dict[FormulaNode, list[Rule]] = defaultdict(list)
    for rule in rules:
        after[rule[0]].append(rule)
    found = dict.fromkeys(rules)
    for _ in range(_LONGEST_CHAIN - 1):
        found |= {
            (one, end, rest + more): None
            for one, mid, rest in [*found]
            for _, end, more in after.get(mid, ())
            if end not in (one, mid)
        }
    return [*found]


def _denials(formula: FormulaNode) -> list[str]:
    """Return the atoms that a formula denies."""
    return [one.arg.name for one in conjuncts(formula) if isinstance(one, Not) and isinstance(one.arg, Atom)]


def _literal(name: str, held: bool) -> FormulaNode:
    return Atom(name) if held else Not(Atom(name))


def _is_literal(formula: FormulaNode) -> bool:
    return isinstance(formula, Atom) or (isinstance(formula, Not) and isinstance(formula.arg, Atom))


def _facts(formula: FormulaNode) -> list[str]:
    """Return the atoms that a formula asserts."""
    return [one.name for one in conjuncts(formula) if isinstance(one, Atom)]
