"""`GrammarParser`: reads the regular part of the language with rules, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.grammar.belief.conversation import read_beside
from defeasible.reasoner.grammar.belief.premises import read_premises
from defeasible.reasoner.grammar.sizes import parse_sizes


class GrammarParser:
    """A rule-based `Parser` over an analysis of English: deterministic, in process.

    Args:
        english: A spaCy pipeline, or its own `English`; by default, the first one installed.

    Example:
        >>> texts = ["If it rains, the street gets wet.", "It rains."]
        >>> form = GrammarParser().premises(texts, ["The street gets wet."])
        >>> [str(s.formula) for s in form.statements], str(form.queries[0].formula)
        (['a1 -> a2', 'a1'], 'a2')
    """

    def __init__(self, english: str | English | None = None) -> None:
        self.english = english if isinstance(english, English) else shared(english)

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        """Read conditionals, facts and queries; see `read_premises`."""
        return read_premises(statements, queries, self.english)

    def beside(self, first: Sequence[str], second: Sequence[str]) -> tuple[Premises, Premises] | Unparsed:
        """Read two texts over shared propositions; see `read_beside`."""
        return read_beside(first, second, self.english)

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        """Read a text that implies sizes, and the two objects of a question; see `parse_sizes`."""
        return parse_sizes(context, objects, self.english)

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        """Read an everyday story and its queries; see `read_story`."""
        from defeasible.reasoner.grammar.stories import read_story  # noqa: PLC0415 - 0.1 s of lexicon

        return read_story(lines, queries, self.english)

    def dialogue(self, turns: Sequence[str]) -> DialogueFacts | Unparsed:
        """Read what the turns of a Chinese dialogue state explicitly; see `read_dialogue`."""
        from defeasible.reasoner.grammar.chinese import read_dialogue  # noqa: PLC0415 - 0.1 s of lexicon

        return read_dialogue(turns)
