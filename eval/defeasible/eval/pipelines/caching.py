"""`caching`: a parser that reads each text only once, however often its question is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from defeasible.reasoner.parsing import Parser


def caching(parser: Parser) -> Parser:
    """Return a parser that caches everything another one reads.

    It keeps every form as long as it lives, so use one parser per question.
    """
    return cast("Parser", _Caching(parser))


class _Caching:
    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._forms: dict[object, object] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        read = getattr(self._parser, name)

        def once(*texts: object, **named: object) -> object:
            key = (name, _frozen(texts), _frozen(sorted(named.items())))
            if key not in self._forms:
                self._forms[key] = read(*texts, **named)
            return self._forms[key]

        return once


def _frozen(value: object) -> object:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
