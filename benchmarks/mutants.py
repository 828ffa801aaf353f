"""Mutants of a module: one small change each, as `mutation.py` makes them."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any

Function = ast.FunctionDef | ast.AsyncFunctionDef

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
_SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SHOWN = 90

Change = Callable[[], Callable[[], None]]
"""Makes a change in the tree and returns a function that undoes it."""
Place = tuple[int, Callable[[], str], Change]
"""A line, its code as text, and a possible change."""


@dataclass(frozen=True)
class Mutant:
    """One changed place of one function, or one changed constant of a module."""

    path: Path
    owner: str
    """Qualified name of the outermost function that contains the place; or the name of a constant."""
    key: str
    """File, owner and change as text, which stays the same when lines move."""
    line: int
    digest: str
    """Digest of the unchanged source of the function or constant."""
    code: CodeType | None = None
    """The changed function; None for a constant."""
    value: object = None
    """The changed value of a constant."""


def mutants(path: Path, root: Path, wanted: Container[str] = ()) -> list[Mutant]:
    """Return all mutants of a module, in the order of its lines.

    Args:
        path: The module.
        root: The folder relative to which keys name files.
        wanted: Keys of the mutants to run; the others come without their code.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for owner, body in _owners(tree):
        digest = hashlib.sha256(ast.unparse(body).encode()).hexdigest()[:12]
        for line, words, change in _changes(body):
            before = words()
            undo = change()
            key = f"{path.relative_to(root).as_posix()}::{owner}: {_short(before)} -> {_short(words())}"
            seen[key] += 1
            key += f" #{seen[key]}" if seen[key] > 1 else ""
            code, value = None, None
            if isinstance(body, ast.Assign):
                value = ast.literal_eval(body.value)
            elif key in wanted:
                code = _function(compile(ast.fix_missing_locations(tree), str(path), "exec"), owner, body)
            found.append(Mutant(path, owner, key, line, digest, code, value))
            undo()
    return found


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def _owners(tree: ast.Module) -> Iterator[tuple[str, Function | ast.Assign]]:
    """Yield the functions of a module and of its classes, and the module's numeric constants."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name, node
            case ast.ClassDef():
                for part in node.body:
                    if isinstance(part, Function):
                        yield f"{node.name}.{part.name}", part
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=int() | float())):
                yield name, node
            case _:
                pass  # imports, types, tables


def _function(code: CodeType, owner: str, body: Function) -> CodeType:
    """Return the code of a function, extracted from that of its module."""
    first = min([body.lineno, *(decorator.lineno for decorator in body.decorator_list)])
    waiting = [code]
    while waiting:
        inner = waiting.pop()
        if inner.co_qualname == owner and inner.co_firstlineno == first:
            return inner
        waiting += [const for const in inner.co_consts if isinstance(const, CodeType)]
    raise AssertionError(f"no code of {owner}")


def _changes(owner: Function | ast.Assign) -> Iterator[Place]:
    """Yield each place that can be changed."""
    if isinstance(owner, ast.Assign):
        yield from _of(owner.value)
        return
    yield from _dropped(owner.body)
    for node in _nodes(owner):
        yield from _of(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from _dropped(block)


def _nodes(owner: Function) -> Iterator[ast.AST]:
    """Yield the nodes that run when a function is called, without annotations and error messages."""
    waiting: list[ast.AST] = [*reversed(owner.body)]
    while waiting:
        node = waiting.pop()
        yield node
        skipped: list[ast.AST | None] = []
        match node:
            case ast.Raise() | ast.Assert() | ast.JoinedStr():
                continue
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                skipped = [node.args, node.returns, *node.decorator_list]
            case ast.AnnAssign():
                skipped = [node.annotation]
            case ast.Call():
                skipped = [word for word in node.keywords if word.arg == "strict"]
            case _:
                pass
        waiting += [child for child in reversed([*ast.iter_child_nodes(node)]) if child not in skipped]


def _of(node: Any) -> Iterator[Place]:
    """Yield the changes of one expression, or of a statement's own part."""
    line: int = getattr(node, "lineno", 0)

    def shown() -> str:
        return ast.unparse(node)

    match node:
        case ast.Compare():
            for n, operator in enumerate(node.ops):
                yield line, shown, _putting(node.ops, n, _COMPARED[type(operator)]())
        case ast.BoolOp():
            yield line, shown, _putting(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.BinOp() | ast.AugAssign() if type(node.op) in _COMPUTED:
            yield line, shown, _putting(node, "op", _COMPUTED[type(node.op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield line, shown, _putting(node, "op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not()) if not isinstance(node.operand, ast.Compare):
            yield line, shown, _putting(node, "operand", _not(node.operand))
        case ast.Constant(value=bool() | int() | float() as value):
            yield line, shown, _putting(node, "value", not value if isinstance(value, bool) else value + 1)
        case ast.Return(value=ast.expr() as value) if not _false(value):
            yield line, shown, _putting(node, "value", ast.Constant(None))
        case ast.Call(func=ast.Name(id=name)) if name in _SWAPPED:
            yield line, shown, _putting(node.func, "id", _SWAPPED[name])
        case ast.Call(args=[ast.expr() as one, ast.expr() as other]):
            if ast.Starred not in (type(one), type(other)) and ast.dump(one) != ast.dump(other):
                yield line, shown, _putting(node, "args", [other, one])
        case _:
            yield from _tests(node)


def _false(value: ast.expr) -> bool:
    """Return whether a result is a falsy constant; None instead of it rarely makes a difference."""
    return isinstance(value, ast.Constant) and not value.value


def _tests(node: Any) -> Iterator[Place]:
    """Yield the negations of the conditions of a statement or a comprehension."""
    if isinstance(node, ast.Assert):
        return
    holder: Any = node.ifs if isinstance(node, ast.comprehension) else node
    places: list[str | int] = [name for name in ("test", "guard") if getattr(node, name, None) is not None]
    if isinstance(node, ast.comprehension):
        places += range(len(node.ifs))
    for place in places:
        test = getattr(holder, place) if isinstance(place, str) else holder[place]
        if _worth_negating(test):
            yield test.lineno, _if(holder, place), _putting(holder, place, _not(test))


def _if(holder: Any, place: str | int) -> Callable[[], str]:
    def shown() -> str:
        return f"if {ast.unparse(getattr(holder, place) if isinstance(place, str) else holder[place])}"

    return shown


def _worth_negating(test: ast.expr) -> bool:
    """Return whether no change within a condition equals its negation."""
    if isinstance(test, ast.Compare):
        return len(test.ops) > 1 or isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
    return not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def _dropped(block: list[ast.stmt]) -> Iterator[Place]:
    """Yield the statements of a block that can be dropped: those that bind no name."""
    for n, statement in enumerate(block):
        match statement:
            case ast.Expr(value=ast.Constant()):
                continue  # a docstring
            case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete():
                pass
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                pass
            case _:
                continue
        gone = ast.copy_location(ast.Pass(), statement)
        yield statement.lineno, _statement(block, n), _putting(block, n, gone)


def _statement(block: list[ast.stmt], n: int) -> Callable[[], str]:
    return lambda: ast.unparse(block[n])


def _putting(holder: Any, field: str | int, new: object) -> Change:
    """Return a change that assigns to a field of a node, or to a position of a list."""

    def change() -> Callable[[], None]:
        if isinstance(field, str):
            old = getattr(holder, field)
            setattr(holder, field, new)
            return lambda: setattr(holder, field, old)
        old = holder[field]
        holder[field] = new
        return lambda: holder.__setitem__(field, old)

    return change


def _not(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)
