"""Analyses the texts of many questions in one batch, before they are read one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from defeasible.reasoner.forms import DialogueFacts, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.grammar.belief.premises import texts_analysed
from defeasible.reasoner.grammar.sizes.spelling import mend

if TYPE_CHECKING:
    from defeasible.reasoner.english.analysis import Analysis
    from defeasible.reasoner.grammar.parser import GrammarParser
    from defeasible.reasoner.question import Question


def analyse_ahead(parser: GrammarParser, questions: Iterable[Question]) -> list[Analysis]:
    """Analyse all texts that a parser will be asked to read, so that reading them needs no further parse."""
    collecting = _Collecting()
    for question in questions:
        question.read(collecting)
    return parser.english.analyse_all(collecting.texts)


class _Collecting:
    """A `Parser` that reads nothing and collects the texts that the grammar would analyse."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        self.texts += texts_analysed(statements, queries)
        return _UNREAD

    def beside(self, first: Sequence[str], second: Sequence[str]) -> tuple[Premises, Premises] | Unparsed:
        self.texts += texts_analysed((*first, *second))
        return _UNREAD

    def sizes(self, context: str, objects: tuple[str, str]) -> SizeContext | Unparsed:
        self.texts.append(mend(context, objects)[0].text)
        return _UNREAD

    def story(self, lines: Sequence[str], queries: Sequence[str] = ()) -> Story | Unparsed:
        self.texts += (*lines, *queries)
        return _UNREAD

    def dialogue(self, _turns: Sequence[str]) -> DialogueFacts | Unparsed:
        return _UNREAD


_UNREAD = Unparsed("not read yet", ())
