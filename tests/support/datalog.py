"""The cases of `datalog-conformance`: what their theories say of single things, and bases that are told so.

A rule with variables becomes a statement for each choice of their values. Where a theory has defeasible
rules, every constant is a value, so that ranks are those of the whole theory. Where all rules are strict,
only values that facts and rules lead to: a rule about others has a condition that nothing fulfils.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import datalog_conformance
import yaml

from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import Linear
from defeasible.reasoner.logic import Atom, FormulaNode, Implies, Not, conjoin

Value: TypeAlias = str | int | float
Row: TypeAlias = tuple[Value, ...]
Values: TypeAlias = Mapping[str, Value]
"""What the variables of a rule stand for."""
_NAME = re.compile(r"^(?:- )?name: (\w+)$", re.MULTILINE)
_LITERAL = re.compile(r"(not\s+)?(~?)([\w:]+)\s*(?:\((.*)\))?")


@dataclass(frozen=True, slots=True)
class Term:
    """A literal of a rule."""

    predicate: str
    """With `~` where it is denied."""
    arguments: tuple[str, ...]
    absent: bool
    """Whether it is said to be absent: `not p(X)`."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with variables."""

    id: str
    head: Term
    body: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What a theory says of single things."""

    facts: tuple[FormulaNode, ...]
    strict: tuple[FormulaNode, ...]
    usual: tuple[tuple[FormulaNode, float], ...]
    """Defaults with their weights: one more than the heaviest to which the rule is superior."""

    def told(self, operator: Linear, *, defaults: bool = True) -> BeliefBase:
        """Return a base that is told everything, or everything but defaults; only these can be given up."""
        kb = BeliefBase(operator=operator, roles=no_roles, timeout=60)
        for said in (*self.strict, *self.facts):
            kb.tell(said, certain=True)
        for said, weight in self.usual if defaults else ():
            kb.tell(said, default=True, weight=weight)
        return kb


def names() -> list[tuple[Path, str]]:
    """Return the file and the name of each defeasible case, without a parse of the files."""
    root = Path(datalog_conformance.__file__).parent / "_tests" / "defeasible"
    files = [(path, path.read_text("utf-8")) for path in sorted(root.rglob("*.yaml"))]
    return [(path, name) for path, text in files for name in _NAME.findall(text)]


@lru_cache(maxsize=1)
def cases(path: Path) -> dict[str, Any]:
    """Return the cases of a file by name."""
    content = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
    return {raw["name"]: raw for raw in content.get("tests", [content])}


def expected(case: Mapping[str, Any]) -> Mapping[str, Mapping[str, Mapping[str, list[Row]]]]:
    """Return what each policy should say: for `definitely`, `defeasibly` and so on, rows of predicates."""
    found = case.get("expect_per_policy") or {"blocking": case["expect"]}
    return {
        policy: {
            word: {name: [tuple(row) for row in rows] for name, rows in listed.items()}
            for word, listed in said.items()
        }
        for policy, said in found.items()
    }


def ground(theory: Mapping[str, Any], about: Iterable[str]) -> Ground:
    """Return what a theory says of single things.

    Args:
        theory: The theory; defeaters are left out.
        about: Predicates of interest. Where all rules are strict, what does not lead to these is left out.
    """
    strict, usual = _rules(theory, "strict_rules"), _rules(theory, "defeasible_rules")
    facts = {name: [tuple(row) for row in rows] for name, rows in theory["facts"].items()}
    if usual:
        found = _everything(facts, [*strict, *usual])
    else:
        near = _near(strict, about)
        strict = [rule for rule in strict if rule.head.predicate in near]
        facts = {name: rows for name, rows in facts.items() if name in near}
        found = _led_to(facts, strict)
    said: dict[str, list[FormulaNode]] = {}
    for rule, values in found:
        said.setdefault(rule.id, []).append(_said(rule, values))
    weights = _weights(theory.get("superiority") or ())
    return Ground(
        tuple(literal(name, row) for name, rows in facts.items() for row in rows),
        tuple(formula for rule in strict for formula in said.get(rule.id, ())),
        tuple((formula, weights.get(rule.id, 1.0)) for rule in usual for formula in said.get(rule.id, ())),
    )


def _near(rules: list[Rule], about: Iterable[str]) -> set[str]:
    """Return the predicates that bear on some, by way of rules."""
    near = set(about)
    while new := {p.predicate for r in rules if r.head.predicate in near for p in r.body} - near:
        near |= new
    return near


def _weights(superiority: Iterable[tuple[str, str]]) -> dict[str, float]:
    """Return for each rule one more than the heaviest to which it is superior."""
    below: dict[str, list[str]] = {}
    for better, worse in superiority:
        below.setdefault(better, []).append(worse)

    def weight(rule: str) -> float:
        return 1 + max(map(weight, below.get(rule, ())), default=0.0)

    return {rule: weight(rule) for rule in below}


# --- reading -------------------------------------------------------------------------------------------


def _term(said: str) -> Term:
    """Read a literal: `~flies(X)`, `not s(X, _)`, `p`."""
    found = _LITERAL.fullmatch(said.strip())
    assert found is not None, said
    absent, sign, name, listed = found.groups()
    arguments = tuple(part.strip() for part in listed.split(",")) if listed else ()
    return Term(sign + name, arguments, absent is not None)


def _rules(theory: Mapping[str, Any], part: str) -> list[Rule]:
    """Read rules. A literal with `_` becomes one of a predicate without these places, by a rule of its own.

    So does a literal that is said to be absent, for variables that no other one binds.
    """
    found: dict[str, Rule] = {}
    for raw in theory.get(part) or ():
        body = []
        said = list(map(_term, raw.get("body") or ()))
        bound = {a for part in said if not part.absent for a in part.arguments}
        for literal_ in said:
            open_ = {a for a in literal_.arguments if literal_.absent and _variable(a) and a not in bound}
            named = {n: a for n, a in enumerate(literal_.arguments) if a not in {"_", *open_}}
            if len(named) == len(literal_.arguments):
                body.append(literal_)
                continue
            short = f"{literal_.predicate}[{''.join(map(str, named))}]"
            every = tuple(f"x{n}" for n in range(len(literal_.arguments)))
            whole = Term(literal_.predicate, every, absent=False)
            found[short] = Rule(short, Term(short, tuple(every[n] for n in named), absent=False), (whole,))
            body.append(Term(short, tuple(named.values()), literal_.absent))
        found[raw["id"]] = Rule(raw["id"], _term(raw["head"]), tuple(body))
    return list(found.values())


def literal(predicate: str, row: Row) -> FormulaNode:
    """Return what a row of a predicate says; `~p` is the opposite of `p`."""
    name = f"{predicate.removeprefix('~')}({','.join(map(repr, row))})".replace(" ", "_")
    return Not(Atom(name)) if predicate[0] == "~" else Atom(name)


# --- values of variables -------------------------------------------------------------------------------


def _variable(argument: str) -> bool:
    return argument[0].isalpha() and "+" not in argument


def _value(argument: str, values: Values) -> Value:
    if argument in values:
        return values[argument]
    if "+" in argument:
        return sum(int(_value(part.strip(), values)) for part in argument.split("+"))
    return argument.strip('"') if argument[0] == '"' else int(argument)


def _row(part: Term, values: Values) -> Row:
    return tuple(_value(argument, values) for argument in part.arguments)


def _fit(part: Term, row: Row, values: Values) -> dict[str, Value] | None:
    """Return some values with those that make a literal a row; None where nothing does."""
    found = dict(values)
    for argument, value in zip(part.arguments, row, strict=True):
        own = found.setdefault(argument, value) if _variable(argument) else _value(argument, found)
        if own != value:
            return None
    return found


class _Rows:
    """The rows that facts and rules lead to, found again by some of their values."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[Row, None]] = {}
        self._indices: dict[str, dict[tuple[int, ...], dict[Row, list[Row]]]] = {}

    def add(self, predicate: str, row: Row) -> bool:
        """Add a row; return whether it is new."""
        rows = self.rows.setdefault(predicate, {})
        if row in rows:
            return False
        rows[row] = None
        for places, index in self._indices.get(predicate, {}).items():
            index.setdefault(tuple(row[place] for place in places), []).append(row)
        return True

    def fitting(self, part: Term, values: Values) -> Iterator[dict[str, Value]]:
        """Yield the values with those that make a literal a row."""
        fixed = {
            place: _value(argument, values)
            for place, argument in enumerate(part.arguments)
            if argument in values or not _variable(argument)
        }
        places = tuple(fixed)
        indices = self._indices.setdefault(part.predicate, {})
        if places not in indices:
            indices[places] = {}
            for row in self.rows.get(part.predicate, ()):
                indices[places].setdefault(tuple(row[place] for place in places), []).append(row)
        for row in tuple(indices[places].get(tuple(fixed.values()), ())):
            found = _fit(part, row, values)
            if found is not None:
                yield found

    def joined(self, parts: list[Term], values: Values) -> Iterator[Values]:
        """Yield the values with those that make each of some literals a row."""
        if not parts:
            yield values
            return
        for more in self.fitting(parts[0], values):
            yield from self.joined(parts[1:], more)


def _led_to(facts: Mapping[str, list[Row]], rules: list[Rule]) -> list[tuple[Rule, Values]]:
    """Return each rule with the values that facts and rules lead to, whatever is said to be absent."""
    rows, found = _Rows(), dict[tuple[str, tuple[Value, ...]], tuple[Rule, Values]]()
    using: dict[str, list[tuple[Rule, int]]] = {}
    agenda = [(predicate, row) for predicate, listed in facts.items() for row in listed]
    for rule in rules:
        present = [place for place, part in enumerate(rule.body) if not part.absent]
        if not present:
            found[rule.id, ()] = rule, {}
            agenda.append((rule.head.predicate, _row(rule.head, {})))
        for place in present:
            using.setdefault(rule.body[place].predicate, []).append((rule, place))
    for predicate, row in agenda:
        if not rows.add(predicate, row):
            continue
        for rule, place in using.get(predicate, ()):
            start = _fit(rule.body[place], row, {})
            others = [part for n, part in enumerate(rule.body) if n != place and not part.absent]
            for values in rows.joined(others, start) if start is not None else ():
                key = rule.id, tuple(values[name] for name in sorted(values))
                if key not in found:
                    found[key] = rule, values
                    agenda.append((rule.head.predicate, _row(rule.head, values)))
    return list(found.values())


def _everything(facts: Mapping[str, list[Row]], rules: list[Rule]) -> list[tuple[Rule, Values]]:
    """Return each rule with all values that its variables can have."""
    constants = dict.fromkeys(value for listed in facts.values() for row in listed for value in row)
    found = list[tuple[Rule, Values]]()
    for rule in rules:
        names = dict.fromkeys(a for part in (rule.head, *rule.body) for a in part.arguments if _variable(a))
        choices = product(constants, repeat=len(names))
        found += [(rule, dict(zip(names, values, strict=True))) for values in choices]
    return found


def _said(rule: Rule, values: Values) -> FormulaNode:
    """Return what a rule says for some values of its variables; here `not p` is the denial of p."""
    parts = [(literal(part.predicate, _row(part, values)), part.absent) for part in rule.body]
    body = [Not(said) if absent else said for said, absent in parts]
    head = literal(rule.head.predicate, _row(rule.head, values))
    return Implies(conjoin(*body), head) if body else head
