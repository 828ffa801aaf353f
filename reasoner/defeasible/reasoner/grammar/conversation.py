"""`Conversation`: texts that arrive one after the other and share their propositions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import AtomDecl, Premises, Unparsed
from defeasible.reasoner.grammar.atoms import AtomTable, Match
from defeasible.reasoner.grammar.frames import Node
from defeasible.reasoner.grammar.leaves import CannotReadError, clause_of, text_tokens
from defeasible.reasoner.grammar.matching import Use
from defeasible.reasoner.grammar.negation import read_recast
from defeasible.reasoner.grammar.parts.ground import core_of
from defeasible.reasoner.grammar.people import People
from defeasible.reasoner.grammar.premises import Reading
from defeasible.reasoner.logic import FormulaNode, atoms
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span


@dataclass(frozen=True, slots=True)
class Introduction(Record):
    """One proposition as it is kept in a file: the words that introduced it, and its uses."""

    source: Source
    start: int
    end: int
    uses: tuple[Use, ...] = ()
    said: str = ""
    """The proposition in other words, where it is read from them."""
    apart: bool = False
    """Whether a denial in these words stays under a quantifier."""


class Mark(NamedTuple):
    """A point to which a conversation can return."""

    table: tuple[int, int]
    names: frozenset[str]
    pronouns: frozenset[str]


class Conversation:
    """Reads texts as they arrive: each by itself, over the propositions of all before it.

    A proposition is taken up by the same words, whatever the tense, agreement and articles, by a pronoun
    that can stand for one name only, or by an antonym of what a conditional speaks of. Slips of the pen are
    not overlooked, as they are within one text, since what is read wrongly once would stay: a clause that is
    all but a known one makes a new proposition, and a note says so.

    Reading takes the same time however many texts came before.
    """

    def __init__(self, english: English | None = None) -> None:
        self._english = english or shared()
        self._table = AtomTable({}, strict=True)
        self._people = People()
        self._sources: dict[str, Source] = {}

    def read(self, sources: Sequence[Source], asked: Sequence[Source] = ()) -> Premises | Unparsed:
        """Read texts that are asserted and texts that are asked about; the others are as if never said.

        Args:
            sources: Texts that are asserted, under ids that no earlier text had.
            asked: Texts that are asked about. The next reading forgets what only they speak of.

        Returns:
            A form whose atoms are those that the texts speak of, by the names that they have for good.
        """
        before = self.mark()
        try:
            texts = {source.id: text_tokens(source) for source in (*sources, *asked)}
            self._people.hear(texts.values())
            self._table.alias(self._people.aliases(), self._people.unclear())
            form = Reading(
                tuple(sources), tuple(asked), texts, self._table, self._english, on_going=True
            ).premises()
        except CannotReadError as error:
            self.rollback(before)
            return Unparsed(error.reason, (*sources, *asked), error.span)
        except BaseException:
            self.rollback(before)
            raise
        if asked:
            self.rollback(before)
        self._sources.update((source.id, source) for source in sources)
        return form

    def recognise(self, gloss: str) -> tuple[str, bool] | None:
        """Return the atom that a gloss speaks of, and whether the gloss denies it; None if there is none."""
        source = Source("gloss", gloss)
        try:
            clause = clause_of(text_tokens(source), source)
        except CannotReadError:
            return None
        match = self._table.find(clause, Use.CONDITION)
        if match is None:
            return None
        return match.entry.id, str(match.literal(clause)) != match.entry.id

    def knows(self, clause: str) -> bool:
        """Whether an earlier text speaks of what a clause says."""
        return self._table.named_core(core_of(clause)) in self._table

    def ground(self, node: Node, source: Source) -> tuple[FormulaNode, tuple[AtomDecl, ...]]:
        """Return what a text says of one thing, given as a node, and what its atoms stand for.

        Raises:
            CannotReadError: If it cannot be read.
        """
        texts = {source.id: text_tokens(source)}
        reading = Reading((), (), texts, self._table, self._english, on_going=True)
        formula = reading.formula(node, source, Use.CONDITION, [])
        self._sources[source.id] = source
        entries = self._table.named(atoms(formula))
        return formula, tuple(
            AtomDecl(e.id, e.gloss, e.span if e.span.source == source.id else None) for e in entries
        )

    @property
    def english(self) -> English:
        """What analyses its texts."""
        return self._english

    def introduce(self, source: Source) -> tuple[str, bool]:
        """Return the name of a new atom for a gloss, and whether the gloss denies it.

        Raises:
            FormError: If the gloss has no words.
        """
        try:
            clause = clause_of(text_tokens(source), source)
        except CannotReadError as error:
            raise FormError(f"no proposition can be named by {source.text!r}: {error.reason}") from error
        self._sources[source.id] = source
        entry = self._table.add(clause, source.id, source.text)
        return entry.id, str(Match(entry).literal(clause)) != entry.id

    def propositions(self) -> tuple[Introduction, ...]:
        """Return the atoms in order of introduction, as `Conversation.of` takes them."""
        return tuple(
            Introduction(
                self._sources[e.span.source],
                e.span.start,
                e.span.end,
                tuple(use for use in Use if use in e.uses),
                e.clause.said,
                e.clause.apart,
            )
            for e in self._table.entries()
        )

    @classmethod
    def of(cls, propositions: Iterable[Introduction], heard: Iterable[Source]) -> Conversation:
        """Return the conversation that knows some propositions, by the same names, after some texts.

        Args:
            propositions: The atoms in order of introduction.
            heard: All texts that were said.

        Raises:
            FormError: If a text cannot be read, or does not have the words of a proposition.
        """
        found = cls()
        try:
            for source in heard:
                found._people.hear([text_tokens(source)])
            found._table.alias(found._people.aliases(), found._people.unclear())
            for item in propositions:
                words = tuple(
                    t for t in text_tokens(item.source) if item.start <= t.start and t.end <= item.end
                )
                if not words:
                    raise FormError(f"source `{item.source.id}` has no words at {item.start} to {item.end}")
                clause = (
                    read_recast(item.said, words, apart=item.apart)
                    if item.said
                    else clause_of(words, item.source)
                )
                entry = found._table.add(clause, item.source.id, item.source.text)
                for use in item.uses:
                    found._table.use(entry, use)
                found._sources[item.source.id] = item.source
        except CannotReadError as error:
            raise FormError(f"a text of the base cannot be read: {error.reason}") from error
        return found

    def mark(self) -> Mark:
        """Return a point to which `rollback` can return."""
        people = self._people
        return Mark(self._table.mark(), frozenset(people.names), frozenset(people.pronouns))

    def rollback(self, mark: Mark) -> None:
        """Forget all that was said after a mark."""
        self._people.names, self._people.pronouns = set(mark.names), set(mark.pronouns)
        self._table.alias(self._people.aliases(), self._people.unclear())
        self._table.rollback(mark.table)


def read_beside(
    first: Sequence[str], second: Sequence[str], english: English | None = None
) -> tuple[Premises, Premises] | Unparsed:
    """Read two texts over the same propositions, as strictly as a conversation: nothing is overlooked.

    What one of them says alone is a proposition of its own in the other, too: `Ann sings and Bob plays`
    beside `Bob plays`.

    Returns:
        Two forms with the same names of atoms, and sources `s1`, `s2`, ... each.
    """
    sides = {f"{n}.": texts for n, texts in enumerate((first, second), 1)}
    sources = [
        Source(f"{side}s{n}", text) for side, texts in sides.items() for n, text in enumerate(texts, 1)
    ]
    form = Conversation(english).read(sources)
    if isinstance(form, Unparsed):
        return form
    one, other = (_side(form, side) for side in sides)
    return one, other


def _side(form: Premises, side: str) -> Premises:
    """Return what the sources whose ids begin with `side` say, without that beginning."""
    statements = tuple(
        replace(s, id=s.id.removeprefix(side), span=_own(s.span, side))
        for s in form.statements
        if s.id.startswith(side)
    )
    named = {name for s in statements for name in atoms(s.formula)}
    return Premises(
        tuple(Source(s.id.removeprefix(side), s.text) for s in form.sources if s.id.startswith(side)),
        tuple(
            replace(
                atom,
                span=_own(atom.span, side),
                opaque=tuple(own for span in atom.opaque if (own := _own(span, side)) is not None),
            )
            for atom in form.atoms
            if atom.id in named
        ),
        statements,
        notes=tuple(note.removeprefix(side) for note in form.notes if note.startswith(side)),
    )


def _own(span: Span | None, side: str) -> Span | None:
    if span is None or not span.source.startswith(side):
        return None
    return replace(span, source=span.source.removeprefix(side))
