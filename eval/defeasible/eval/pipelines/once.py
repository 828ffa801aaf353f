"""`Once`: a parser that reads the text of one question only once, however often it is decided."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.parsing import Parser


class Once:
    """Remembers the last premises and sizes that another parser read.

    Args:
        parser: Reads.
    """

    def __init__(self, parser: Parser) -> None:
        self._parser = parser
        self._premises: tuple[object, Premises | Unparsed] | None = None
        self._sizes: tuple[object, SizeContext | Unparsed] | None = None

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read statements in order of arrival, and queries over the same atoms; see `Parser`."""
        asked = (tuple(statements), tuple(queries))
        if self._premises is None or self._premises[0] != asked:
            self._premises = (asked, self._parser.premises(statements, queries))
        return self._premises[1]

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read a text that implies sizes, and the two objects a question names; see `Parser`."""
        asked = (context, objects)
        if self._sizes is None or self._sizes[0] != asked:
            self._sizes = (asked, self._parser.sizes(context, objects))
        return self._sizes[1]

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        """Read a story; see `Parser`."""
        return self._parser.story(lines, queries)

    def dialogue(self, turns: Sequence[str]) -> DialogueFacts | Unparsed:
        """Read a dialogue; see `Parser`."""
        return self._parser.dialogue(turns)
