"""Parts of texts that many questions repeat: each is read once."""

from __future__ import annotations

from functools import lru_cache

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.grammar.belief.node import Node
from defeasible.reasoner.grammar.belief.reader import Reader
from defeasible.reasoner.grammar.belief.view import Part, View, sentence_of

_KEPT = 4096
"""Maximum number of parts that are kept."""


@lru_cache(_KEPT)
def plain_view(english: English, text: str, whole: str, start: int, undecided: str) -> View:
    """Return the view of a part in which no word has an antecedent in an earlier text.

    Args:
        english: The analyser.
        text: The part.
        whole: The text that it is a part of.
        start: The first character of the part in it.
        undecided: The words that leave it undecided, which are not in `text`.
    """
    view = View(english.analyse(sentence_of(text)), whole, start, undecided)
    view.meant()  # filled in here, because threads may share the view
    return view


@lru_cache(_KEPT)
def content_of(view: View, asserted: bool, asked: bool) -> Node | None:
    """Return the content of a part; None if it has not one main clause."""
    main = view.main
    return None if main is None else Reader(view, asked=asked).read(Part(main, asserted=asserted))
