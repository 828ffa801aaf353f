"""`Generics`: general statements of a base, instantiated for each named thing of the kind."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import INDEFINITE, ONLY, PRONOUNS, QUANTIFIERS
from defeasible.reasoner.english.connectives import conditional_at
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.grammar.belief.anybody import ANY, of_any
from defeasible.reasoner.grammar.belief.cutting import cut, sentences
from defeasible.reasoner.grammar.belief.ground import Named, instance, named, node_of, opened
from defeasible.reasoner.grammar.belief.node import Apart, General, Joined, Node, When
from defeasible.reasoner.grammar.belief.parts import CannotReadError, Parts, text_tokens
from defeasible.reasoner.grammar.belief.wording import trim
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from defeasible.reasoner.forms import AtomDecl
    from defeasible.reasoner.grammar.belief.conversation import Conversation
    from defeasible.reasoner.logic import FormulaNode

_PARTICULAR = PRONOUNS.keys() | {"the"}
"""First words of a sentence that, conditions apart, is not about a whole kind."""
_OF_A_KIND = (
    {word for word, kind in QUANTIFIERS.items() if kind in {"every", "no", "any"}} | ONLY | INDEFINITE
)
"""First words of a sentence that may be about a whole kind."""
_SUBJECT = 4
"""A bare plural that is the subject is among this many first words."""


@dataclass(frozen=True, slots=True)
class Generic:
    """A general statement of a text."""

    statement: str
    """Id of the statement that it comes from."""
    source: Source
    says: General
    under: tuple[When, ...] = ()
    """The conditions that it stands under, the outermost first: `all birds sing unless it rains`."""
    nth: int = 1
    """Its place among the general statements of one sentence."""

    def about(self, thing: Named) -> str:
        """Return the id of its instance: `t1/Tweety`."""
        return f"{self.statement}/{thing.text}" + (f"/{self.nth}" if self.nth > 1 else "")


@dataclass(frozen=True, slots=True)
class Grounded:
    """An instance of a general statement, about one thing."""

    id: str
    """Such as `t1/Tweety`."""
    of: str
    """Id of the general statement."""
    formula: FormulaNode
    atoms: tuple[AtomDecl, ...]
    likely: bool
    """Whether it is a default."""


@dataclass(frozen=True, slots=True)
class Kinds(Record):
    """What a base knows about kinds and things, as stored in its file."""

    general: tuple[str, ...] = ()
    """Ids of the texts that are about all things of a kind."""
    unlisted: tuple[str, ...] = ()
    """Ids of the texts whose things are not listed yet."""
    things: tuple[Named, ...] = ()


class Generics:
    """The general statements of a conversation, and the things that it names."""

    def __init__(self) -> None:
        self.found: list[Generic] = []
        self._texts: list[Source] = []
        """Texts whose things are not listed yet."""
        self._things: dict[str, Named] = {}

    def kinds(self) -> Kinds:
        """Return what is known about kinds and things, for `recall`."""
        general = dict.fromkeys(generic.source.id for generic in self.found)
        unlisted = tuple(source.id for source in self._texts)
        return Kinds(tuple(general), unlisted, tuple(self._things.values()))

    def recall(self, kinds: Kinds, texts: Mapping[str, tuple[Source, str]], talk: Conversation) -> None:
        """Restore what was known about kinds and things; only texts about kinds are read again.

        Args:
            kinds: What was known.
            texts: The texts by id, each also without hedges.
            talk: The conversation that they belong to.

        Raises:
            FormError: If a text about a kind cannot be read.
        """
        try:
            for name in kinds.general:
                self.hear(*texts[name], talk)
        except CannotReadError as error:
            raise FormError(f"a text of the base cannot be read: {error.reason}") from error
        self._texts = [texts[name][0] for name in kinds.unlisted]
        self._things = {thing.key: thing for thing in kinds.things}

    def hear(self, source: Source, plain: str, talk: Conversation) -> frozenset[str]:
        """Record a text; return the ids of its statements that are defaults because they are about a kind.

        Args:
            source: The text.
            plain: The same text without hedges.
            talk: The conversation that it belongs to.
        """
        self._texts.append(source)
        likely = set()
        bare = Source(source.id, plain)
        spoken = text_tokens(bare)
        for number, tokens in enumerate(sentences(text_tokens(source)), 1):
            words = trim(tokens) or tokens
            text = plain[words[0].start : words[-1].end]
            spelt = [word.rstrip(",;:") for word in text.lower().split()]
            if not spelt or not _may_speak_of_a_kind(spelt):
                continue
            name = source.id if number == 1 else f"{source.id}.{number}"
            own = tuple(t for t in spoken if words[0].start <= t.start and t.end <= words[-1].end)
            node = of_any(Parts(talk.english).node(cut(own), bare, asserted=True))
            generals = (found for found in _asserted(node) if not found[0].some)
            for nth, (says, under) in enumerate(generals, 1):
                self.found.append(Generic(name, source, says, under, nth))
                if says.likely:
                    likely.add(name)
        return frozenset(likely)

    def mark(self) -> tuple[int, int]:
        """Return a mark for `rollback`."""
        return len(self.found), len(self._texts)

    def rollback(self, mark: tuple[int, int]) -> None:
        """Forget the texts heard after a mark."""
        del self.found[mark[0] :], self._texts[mark[1] :]

    def due(self, talk: Conversation, held: Container[str], done: Container[str]) -> Iterator[Grounded]:
        """Yield the instances of general statements in force for things that statements mention.

        Args:
            talk: The conversation.
            held: The statements in force.
            done: Ids of instances that were yielded before and are not undone.
        """
        generics = [generic for generic in self.found if generic.statement in held]
        if not generics:
            return
        for source in self._texts:
            parts = Parts(talk.english)
            for tokens in sentences(text_tokens(source)):
                parts.node(cut(tokens), source, asserted=True)
            for thing in named(parts.views):
                self._things.setdefault(thing.key, thing)
        self._texts.clear()
        waiting = [
            (generic, thing, name)
            for generic in generics
            for thing in self._things.values()
            if (name := generic.about(thing)) not in done
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
                    node = node_of(found)
                    for when in reversed(generic.under):
                        node = replace(when, then=node, otherwise=None)
                    formula, atoms = talk.ground(opened(node), generic.source)
                except CannotReadError:
                    continue
                yield Grounded(name, generic.statement, formula, atoms, generic.says.likely)
            waiting = rest


def _asserted(node: Node) -> Iterator[tuple[General, tuple[When, ...]]]:
    """Yield the general statements that a text makes, each with the conditions that it stands under."""
    match node:
        case General():
            yield node, ()
        case When(then=then, contrary=False):
            yield from ((general, (node, *under)) for general, under in _asserted(then))
        case Joined("and", parts, _):
            for part in parts:
                yield from _asserted(part)
        case Apart(parts=parts):
            yield from _asserted(parts)
        case _:
            pass


def _may_speak_of_a_kind(words: list[str]) -> bool:
    """Whether a sentence needs an analysis: it starts with a quantifier, or has a plural near its start."""
    length = conditional_at(words, 0)[0]
    if words[0] in _PARTICULAR or length:
        return length > 0 and any(word in ANY for word in words[length : length + 1])
    return words[0] in _OF_A_KIND or any(
        word in PLURALS or (len(word) > 3 and word.endswith("s")) for word in words[:_SUBJECT]
    )
