"""One sentence that is taken apart, and what its rules do alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.grammar.frames import Joined, Node, Recast
from defeasible.reasoner.grammar.parts.view import View
from defeasible.reasoner.grammar.tokens import Tokens


@dataclass(frozen=True, slots=True)
class Taken:
    """A sentence, and how its parts are taken apart in turn."""

    view: View
    main: Clause
    like: Tokens
    """The words of the source that say it."""
    asserted: bool
    """Whether it is put forward as so."""
    go_on: Callable[[str, bool], Node]

    def part(self, text: str) -> Node:
        """Return a part that is put forward as the sentence is."""
        return self.go_on(text, self.asserted)

    def aside(self, text: str) -> Node:
        """Return what is not put forward as so: a condition."""
        return self.go_on(text, False)

    def rest(self, *without: Clause) -> str:
        """Return the main clause without some of those under it."""
        return self.view.say(self.view.words(self.main, without))


def beside(sentence: Taken, cue: str, *parts: Node) -> Node:
    """Return a sentence with what it says beside."""
    whole = Recast(sentence.view.say(sentence.view.tree(sentence.main.head)), sentence.like, whole=True)
    return Joined("and", (whole, *parts), cue)


def with_subject(s: Taken, clause: Clause) -> str:
    """Return a clause that lacks a subject or a tense with those it is understood with."""
    above = next(s.view.analysis.above(clause), s.main)
    words = s.view.words(clause)
    forms = {} if clause.finite else s.view.finite(clause, above)
    subject = clause.subject
    if subject is None or (not clause.shared and s.view.phrase(subject) <= words):
        return s.view.say(words, forms)
    lent = s.view.phrase(subject) - s.view.tree(clause.head)
    if clause.relation == "conjunct":
        helpers = _lent_helpers(s, clause, above)
        return " ".join([s.view.say(lent), *helpers, s.view.say(words, {} if helpers else forms)])
    return f"{s.view.say(lent)} {s.view.say(words, forms)}"


def _lent_helpers(s: Taken, clause: Clause, above: Clause) -> list[str]:
    """Return the auxiliaries that a second verb shares: `does not` in `does not sing or dance`."""
    if clause.finite:
        return []
    return [
        c.low
        for c in s.view.children(above.head)
        if c.dep in {"aux", "auxpass"} and c.index < above.head.index
    ]
