"""`Generics`: what a base was told of all things of a kind, said of each thing as it comes to be named."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from defeasible.reasoner.grammar.leaves import CannotReadError, text_tokens
from defeasible.reasoner.grammar.parts import generals_of, take_apart
from defeasible.reasoner.grammar.parts.ground import Named, instance, named, node_of
from defeasible.reasoner.grammar.sentences import sentences, trim

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from defeasible.reasoner.forms import AtomDecl
    from defeasible.reasoner.grammar.conversation import Conversation
    from defeasible.reasoner.grammar.frames import General
    from defeasible.reasoner.logic import FormulaNode
    from defeasible.reasoner.text import Source

_PARTICULAR = re.compile(
    r"\s*(?:if|unless|when|the|this|that|these|those|my|your|his|her|its|our|their|i|you|he|she|it|we|they)\b",
    re.IGNORECASE,
)
"""How a sentence begins that says nothing of a whole kind."""


@dataclass(frozen=True, slots=True)
class Generic:
    """A general statement of a text."""

    statement: str
    """Id of the statement that makes it."""
    source: Source
    says: General


@dataclass(frozen=True, slots=True)
class Grounded:
    """What a general statement says of one thing."""

    id: str
    """`t1/Tweety`."""
    of: str
    """Id of the general statement."""
    formula: FormulaNode
    atoms: tuple[AtomDecl, ...]
    likely: bool
    """Whether it holds as a rule."""


class Generics:
    """The general statements and the things of a conversation."""

    def __init__(self) -> None:
        self.found: list[Generic] = []
        self._texts: list[Source] = []
        """Texts of which the things are not listed yet."""
        self._things: dict[str, Named] = {}

    def hear(self, source: Source, plain: str, talk: Conversation) -> frozenset[str]:
        """Note a text; return the ids of the statements that hold as a rule, since they speak of a kind.

        Args:
            source: The text.
            plain: The same without words that hedge.
            talk: The conversation that it is part of.
        """
        self._texts.append(source)
        likely = set()
        for number, tokens in enumerate(sentences(text_tokens(source)), 1):
            words = trim(tokens) or tokens
            text = " ".join(plain[words[0].start : words[-1].end].split())
            if _PARTICULAR.match(text) or not text:
                continue
            name = source.id if number == 1 else f"{source.id}.{number}"
            for says in generals_of(take_apart(text, words, talk.english, asserted=True)):
                self.found.append(Generic(name, source, says))
                if says.likely:
                    likely.add(name)
        return frozenset(likely)

    def mark(self) -> tuple[int, int]:
        """Return a point to which `rollback` can return."""
        return len(self.found), len(self._texts)

    def rollback(self, mark: tuple[int, int]) -> None:
        """Forget what was heard after a mark."""
        del self.found[mark[0] :], self._texts[mark[1] :]

    def due(self, talk: Conversation, held: Container[str], done: Container[str]) -> Iterator[Grounded]:
        """Yield what general statements in force say of things of which something is said.

        Args:
            talk: The conversation.
            held: The statements in force.
            done: Ids of what was yielded before and is not undone.
        """
        generics = [generic for generic in self.found if generic.statement in held]
        if not generics:
            return
        for source in self._texts:
            for thing in named([source.text], talk.english):
                self._things.setdefault(thing.text.lower(), thing)
        self._texts.clear()
        waiting = [
            (generic, thing, name)
            for generic in generics
            for thing in self._things.values()
            if (name := f"{generic.statement}/{thing.text}") not in done
        ]
        before = len(waiting) + 1
        while len(waiting) < before:
            before, rest = len(waiting), []
            for generic, thing, name in waiting:
                found = instance(generic.says, thing)
                if found is None:
                    continue
                if not any(map(talk.knows, found.clauses())):
                    rest.append((generic, thing, name))
                    continue
                try:
                    formula, atoms = talk.ground(node_of(found, generic.says, talk.english), generic.source)
                except CannotReadError:
                    continue
                yield Grounded(name, generic.statement, formula, atoms, generic.says.likely)
            waiting = rest
