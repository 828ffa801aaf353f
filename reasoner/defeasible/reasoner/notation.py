r"""The text notation of formulas, as printed by `str(formula)` and `render(formula)` or typed by people.

In order of precedence: `~` (`¬`), `&` (`∧`), `|` (`∨`), `->` (`→`), `<->` (`↔`); the last two are right
associative. An atom is a word, or any text in double quotes, in which `\` escapes a quote or itself. `true`
and `false` are the constants. `(p &)` is the conjunction of one formula, like Python's tuple `(p,)`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.logic import (
    BARE_NAME,
    FALSE,
    TRUE,
    And,
    Atom,
    FormulaNode,
    Iff,
    Implies,
    Not,
    Or,
    check_depth,
)

_TOKEN = re.compile(rf'\s*(?:(<->|->|[~&|()¬∧∨→↔])|"((?:[^"\\]|\\.)+)"|({BARE_NAME}))', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"¬": "~", "∧": "&", "∨": "|", "→": "->", "↔": "<->"}
_BINDS = {"<->": 1, "->": 2, "|": 3, "&": 4}
"""The precedence of each binary operator; `~` binds most tightly."""
_MOST = 5
_CONSTANTS: dict[str, FormulaNode] = {"true": TRUE, "false": FALSE}


class _Token(NamedTuple):
    text: str
    sign: bool
    at: int
    """Position of its first character in the text, from 0."""
    quoted: bool = False


def parse_formula(text: str) -> FormulaNode:
    """Read a formula.

    >>> parse_formula("rain & ~umbrella -> wet")
    Implies(if_=And(args=(Atom(name='rain'), Not(arg=Atom(name='umbrella')))), then=Atom(name='wet'))

    Raises:
        FormError: If it is not a formula; the message says where, and what is expected there.
    """
    return _Reader(text).whole()


class _Reader:
    """Parses the tokens of one formula by precedence, with explicit stacks instead of recursion."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[_Token] = []
        at, end = 0, len(text.rstrip())
        while at < end:
            found = _TOKEN.match(text, at)
            if found is None:
                raise self._error(end - len(text[at:end].lstrip()), "a sign or an atom")
            sign, quoted, word = found.groups()
            name = word if quoted is None else _ESCAPED.sub(r"\1", quoted)
            start = found.end() - len(found.group().lstrip())
            self.tokens.append(
                _Token(_SIGNS.get(sign, sign) or name, sign is not None, start, quoted is not None)
            )
            at = found.end()
        self.parts: list[FormulaNode] = []
        """Operands of operators that have not been applied yet."""
        self.signs: list[tuple[str, int]] = []
        """Open operators and brackets, each with the number of formulas that it joins so far."""

    def whole(self) -> FormulaNode:
        wanted = True  # whether a formula must come next, not an operator
        for place, token in enumerate(self.tokens):
            if wanted:
                wanted = self._operand(place, token)
            elif token.sign and token.text in _BINDS:
                self._operator(token.text)
                wanted = True
            elif token.sign and token.text == ")" and any(sign == "(" for sign, _ in self.signs):
                self._close()
            else:
                raise self._error(token.at, "an operator or the end")
        if wanted:
            raise self._error(len(self.text), "an atom")
        self._apply(0)
        if self.signs:
            raise self._error(len(self.text), "`)`")
        check_depth(self.parts[0], "a formula")
        return self.parts[0]

    def _operand(self, place: int, token: _Token) -> bool:
        """Consume a token where a formula is expected; return whether one is still expected after it."""
        if token.sign and token.text in ("~", "("):
            self.signs.append((token.text, 1))
            return True
        if token.sign and token.text == ")" and self._of_one(place):
            sign, _ = self.signs.pop()
            self.parts.append((And if sign == "&" else Or)((self.parts.pop(),)))
            self._close()
            return False
        if token.sign:
            raise self._error(token.at, "an atom")
        constant = None if token.quoted else _CONSTANTS.get(token.text)
        self.parts.append(Atom(token.text) if constant is None else constant)
        return False

    def _of_one(self, place: int) -> bool:
        """Return whether a conjunction or disjunction of one formula ends here: `(p &)`."""
        inside = [sign for sign, _ in self.signs[-2:]]
        return inside in (["(", "&"], ["(", "|"]) and self.signs[-1][1] == 2 and self.tokens[place - 1].sign

    def _operator(self, sign: str) -> None:
        self._apply(_BINDS[sign] + 1)  # an earlier occurrence of the same sign stays open
        if sign in ("&", "|") and self.signs and self.signs[-1][0] == sign:
            self.signs[-1] = (sign, self.signs[-1][1] + 1)
        else:
            self.signs.append((sign, 2))

    def _close(self) -> None:
        """Close the last open bracket."""
        self._apply(0)
        self.signs.pop()

    def _apply(self, least: int) -> None:
        """Apply the operators since the last open bracket with at least a given precedence."""
        while self.signs and (sign := self.signs[-1][0]) != "(" and _BINDS.get(sign, _MOST) >= least:
            _, count = self.signs.pop()
            if sign == "~":
                self.parts.append(Not(self.parts.pop()))
                continue
            taken = tuple(self.parts[-count:])
            del self.parts[-count:]
            if sign in ("&", "|"):
                self.parts.append((And if sign == "&" else Or)(taken))
            else:
                self.parts.append((Implies if sign == "->" else Iff)(*taken))

    def _error(self, at: int, wanted: str) -> FormError:
        found = f"`{self.text[at : at + 20]}`" if at < len(self.text) else "the end"
        return FormError(
            f"invalid formula {self.text[:80]!r}: expected {wanted} at character {at + 1}, found {found}",
            hint="write it as in `p & ~q -> r`, atoms of several words in double quotes",
        )
