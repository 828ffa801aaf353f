"""Formulas in writing: reads what `str(formula)` and `render(formula)` print, and what people type.

`~` (`¬`) binds most, then `&` (`∧`), `|` (`∨`), `->` (`→`, to the right), `<->` (`↔`). An atom is a word,
or anything at all in double quotes; `true` and `false` are the constants.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import FALSE, MAX_DEPTH, TRUE, And, Atom, FormulaNode, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Callable

_TOKEN = re.compile(
    r'\s*(?:(<->|->|[~&|()¬∧∨→↔])|"([^"]+)"|([^\s~&|()<>"¬∧∨→↔-]+(?:-[^\s~&|()<>"¬∧∨→↔-]+)*))'
)
_SIGNS = {"¬": "~", "∧": "&", "∨": "|", "→": "->", "↔": "<->"}
_CONSTANTS: dict[str, FormulaNode] = {"true": TRUE, "false": FALSE}


class _Token(NamedTuple):
    text: str
    sign: bool
    at: int
    """First character of it in the text, from 0."""
    quoted: bool = False


def parse_formula(text: str) -> FormulaNode:
    """Read a formula.

    >>> parse_formula("rain & ~umbrella -> wet")
    Implies(if_=And(args=(Atom(name='rain'), Not(arg=Atom(name='umbrella')))), then=Atom(name='wet'))

    Raises:
        FormError: If it is none; says where, and what could stand there.
    """
    return _Reader(text).whole()


class _Reader:
    """Recursive descent over the tokens of one formula."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[_Token] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._error(end - len(text[at:end].lstrip()), "a sign or an atom")
            sign, quoted, word = found.groups()
            self.tokens.append(
                _Token(
                    _SIGNS.get(sign, sign) or quoted or word,
                    sign is not None,
                    found.end() - len(found.group().lstrip()),
                    quoted is not None,
                )
            )
            at = found.end()
        self.next = 0
        self.depth = 0

    def whole(self) -> FormulaNode:
        formula = self._iff()
        if self.next < len(self.tokens):
            raise self._error(self.tokens[self.next].at, "an operator or the end")
        return formula

    def _error(self, at: int, wanted: str) -> FormError:
        found = f"`{self.text[at : at + 20]}`" if at < len(self.text) else "the end"
        return FormError(
            f"not a formula: at character {at + 1} of {self.text[:80]!r} stands {found}, not {wanted}",
            hint="write it as in `p & ~q -> r`, atoms of several words in double quotes",
        )

    def _take(self, sign: str) -> bool:
        here = self.tokens[self.next] if self.next < len(self.tokens) else None
        if here is not None and here.sign and here.text == sign:
            self.next += 1
            return True
        return False

    def _iff(self) -> FormulaNode:
        left = self._implies()
        return Iff(left, self._nested(self._iff)) if self._take("<->") else left

    def _implies(self) -> FormulaNode:
        left = self._many("|", Or, lambda: self._many("&", And, self._unary))
        return Implies(left, self._nested(self._implies)) if self._take("->") else left

    def _many(self, sign: str, make: type[And] | type[Or], part: Callable[[], FormulaNode]) -> FormulaNode:
        parts = [part()]
        while self._take(sign):
            parts.append(part())
        return parts[0] if len(parts) == 1 else make(tuple(parts))

    def _unary(self) -> FormulaNode:
        if self._take("~"):
            return Not(self._nested(self._unary))
        if self._take("("):
            inside = self._nested(self._iff)
            if not self._take(")"):
                at = self.tokens[self.next].at if self.next < len(self.tokens) else len(self.text)
                raise self._error(at, "`)`")
            return inside
        if self.next == len(self.tokens) or self.tokens[self.next].sign:
            at = self.tokens[self.next].at if self.next < len(self.tokens) else len(self.text)
            raise self._error(at, "an atom")
        token = self.tokens[self.next]
        self.next += 1
        constant = None if token.quoted else _CONSTANTS.get(token.text)
        return Atom(token.text) if constant is None else constant

    def _nested(self, part: Callable[[], FormulaNode]) -> FormulaNode:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormError(f"a formula is nested more than {MAX_DEPTH} deep")
        formula = part()
        self.depth -= 1
        return formula
