"""`Conversation`: texts that arrive one after the other and share their propositions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.english.closed import PRONOUNS
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import AtomDecl, Premises, Unparsed
from defeasible.reasoner.grammar.belief.atoms import AtomTable, Match
from defeasible.reasoner.grammar.belief.cutting import Part, cut, sentences
from defeasible.reasoner.grammar.belief.matching import Use
from defeasible.reasoner.grammar.belief.node import Leaf, Node
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of, in_words
from defeasible.reasoner.grammar.belief.parts import CannotReadError, Parts, text_tokens
from defeasible.reasoner.grammar.belief.people import Heard, People
from defeasible.reasoner.grammar.belief.premises import Reading
from defeasible.reasoner.grammar.belief.wording import trim
from defeasible.reasoner.grammar.belief.words import Words
from defeasible.reasoner.logic import FormulaNode, Not, atoms
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source, Span


@dataclass(frozen=True, slots=True)
class Introduction(Record):
    """A proposition as stored in a file: the words that introduced it, and its uses."""

    source: Source
    start: int
    end: int
    uses: tuple[Use, ...] = ()
    said: str = ""
    """The affirmative proposition in words, to be read again."""


@dataclass(frozen=True, slots=True)
class Known(Record):
    """The analysis of a conversation's texts, as stored in a file beside the introductions."""

    clauses: tuple[Clause, ...] = ()
    """For each proposition, the clause that introduced it."""
    names: tuple[str, ...] = ()
    """The people whom the texts name."""
    pronouns: tuple[str, ...] = ()
    """The pronouns of the texts."""
    places: tuple[str, ...] = ()
    """The names of places, which are not those of people."""
    things: tuple[tuple[str, Words], ...] = ()
    """Pronouns for the things that were mentioned last, with words for them."""

    def __post_init__(self) -> None:
        """Check that no clause is empty; whoever loads the clauses from a file relies on that.

        Raises:
            FormError: If a clause has no words.
        """
        for number, clause in enumerate(self.clauses, 1):
            if not clause.words:
                raise FormError(f"clause {number} of what was read has no words")


class Mark(NamedTuple):
    """A point to which a conversation can return."""

    table: tuple[int, int]
    heard: Heard
    """The people whom the texts name, their pronouns, the names of places, and the things mentioned last."""


class Conversation:
    """Reads texts as they arrive, each by itself, over the propositions of all earlier texts.

    A clause is matched with a known proposition by the same words (whatever the tense, agreement and
    articles), by a pronoun that can refer to one name only, or by an antonym of a conditional's clause. Typos
    are overlooked within one text, but not here, because a wrong reading would persist: a clause that nearly
    matches a known one makes a new proposition, and a note reports this.

    Reading time does not depend on the number of earlier texts.
    """

    def __init__(self, english: English | None = None) -> None:
        self._english = english or shared()
        self._table = AtomTable(strict=True)
        self._people = People()
        self._sources: dict[str, Source] = {}

    def read(self, sources: Sequence[Source], asked: Sequence[Source] = ()) -> Premises | Unparsed:
        """Read asserted texts and texts that are asked about; the latter leave no trace in the conversation.

        Args:
            sources: Asserted texts, with ids that no earlier text had.
            asked: Texts that are asked about. The next reading forgets propositions that only they express.

        Returns:
            A form whose atoms are those of the texts, by their permanent names.
        """
        before = self.mark()
        try:
            form = self._reading(sources, asked).premises()
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

    def _reading(self, sources: Sequence[Source] = (), asked: Sequence[Source] = ()) -> Reading:
        known = self._table, self._people
        return Reading(tuple(sources), tuple(asked), known, self._english, on_going=True)

    def recognise(self, gloss: str) -> tuple[str, bool] | None:
        """Return the atom that a gloss expresses, and whether the gloss denies it; None if there is none."""
        try:
            clause = Parts(self._english).clause(Source("gloss", gloss))
        except CannotReadError:
            return None
        match = self._table.find(clause, Use.CONDITION)
        return None if match is None else (match.entry.id, isinstance(match.literal(clause), Not))

    def knows(self, leaf: Leaf) -> bool:
        """Return whether an earlier text contains the proposition of a clause."""
        return self._table.says(clause_of(leaf))

    def ground(self, node: Node, source: Source) -> tuple[FormulaNode, tuple[AtomDecl, ...]]:
        """Return the formula of a node about one thing, and the glosses of its atoms.

        Raises:
            CannotReadError: If it cannot be read.
        """
        formula = self._reading().formula(node, source)
        self._sources[source.id] = source
        entries = self._table.named(atoms(formula))
        return formula, tuple(
            AtomDecl(e.id, e.gloss, e.span if e.span.source == source.id else None) for e in entries
        )

    @property
    def english(self) -> English:
        """The analyser of its texts."""
        return self._english

    def introduce(self, source: Source) -> tuple[str, bool]:
        """Return the name of a new atom for a gloss, and whether the gloss denies it.

        Raises:
            FormError: If the gloss has no words.
        """
        try:
            clause = Parts(self._english).clause(source)
        except CannotReadError as error:
            raise FormError(f"no proposition can be named by {source.text!r}: {error.reason}") from error
        self._sources[source.id] = source
        entry = self._table.add(clause, source.id, source.text)
        return entry.id, isinstance(Match(entry).literal(clause), Not)

    def propositions(self) -> tuple[Introduction, ...]:
        """Return the atoms in order of introduction, as `Conversation.of` takes them."""
        return tuple(
            Introduction(
                self._sources[e.span.source],
                e.span.start,
                e.span.end,
                tuple(use for use in Use if use in e.uses),
                _in_full(e.clause),
            )
            for e in self._table.entries()
        )

    def known(self) -> Known:
        """Return the analysis of the texts, as `Conversation.of` takes it."""
        return Known(tuple(entry.clause for entry in self._table.entries()), *self._people.heard)

    @classmethod
    def of(
        cls,
        propositions: Iterable[Introduction],
        heard: Iterable[Source],
        known: Known | None = None,
        english: English | None = None,
    ) -> Conversation:
        """Return a conversation that knows the given propositions, by the same names, after the given texts.

        Args:
            propositions: The atoms in order of introduction.
            heard: All texts so far.
            known: Their analysis; without it they are read again.
            english: The analyser of texts, as for the class.

        Raises:
            FormError: If a text cannot be read, or lacks the words of a proposition.
        """
        found = cls(english)
        introduced = list(propositions)
        try:
            known = found._again(introduced, list(heard)) if known is None else known
            found._people = People(known.names, known.pronouns, known.places, known.things)
            found._table.alias(found._people.aliases(), found._people.unclear())
            for item, clause in zip(introduced, known.clauses, strict=True):
                entry = found._table.add(clause, item.source.id, item.source.text)
                for use in item.uses:
                    found._table.use(entry, use)
                found._sources[item.source.id] = item.source
        except CannotReadError as error:
            raise FormError(f"a text of the base cannot be read: {error.reason}") from error
        return found

    def _again(self, introduced: Iterable[Introduction], told: Iterable[Source]) -> Known:
        """Read the texts and the propositions in words again.

        Raises:
            CannotReadError: If something cannot be read.
        """
        parts, people = Parts(self._english), People()
        pieces = [(cut(piece), source) for source in told for piece in sentences(text_tokens(source))]
        people.hear(parts.prepare(pieces))
        said = [
            Source(item.source.id, item.said or item.source.text[item.start : item.end])
            for item in introduced
        ]
        parts.prepare((Part(trim(text_tokens(source))), source) for source in said)
        clauses = tuple(
            replace(parts.clause(source), place=(item.start, item.end))
            for item, source in zip(introduced, said, strict=True)
        )
        return Known(clauses, *people.heard)

    def mark(self) -> Mark:
        """Return a point to which `rollback` can return."""
        return Mark(self._table.mark(), self._people.heard)

    def rollback(self, mark: Mark) -> None:
        """Forget everything after a mark."""
        self._people = People(*mark.heard)
        self._table.alias(self._people.aliases(), self._people.unclear())
        self._table.rollback(mark.table)


def read_beside(
    first: Sequence[str], second: Sequence[str], english: English | None = None
) -> tuple[Premises, Premises] | Unparsed:
    """Read two texts over the same propositions, as strictly as a conversation: no typo is overlooked.

    A proposition that one text states alone is separate in the other too: `Ann sings and Bob plays` beside
    `Bob plays`.

    Returns:
        Two forms with the same atom names, each with sources `s1`, `s2`, ...
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


def _in_full(clause: Clause) -> str:
    """Return a clause in words that parse back to it: names for pronouns, `may` for what must not be."""
    words = []
    for word in clause.words:
        name = word.low.capitalize() if word.tag == "NNP" else word.low
        meant = not word.text or (word.text.lower() in PRONOUNS and word.low not in PRONOUNS)
        text = name if meant else word.text
        words.append(word._replace(text="may" if word.low == "must" and clause.modal == "may" else text))
    return in_words(tuple(words))


def _side(form: Premises, side: str) -> Premises:
    """Return the content of the sources whose ids begin with `side`, with that prefix removed."""
    sources = [s for s in form.sources if s.id.startswith(side)]
    said = [s for s in form.statements if s.id.startswith(side)]
    named = {name for s in said for name in atoms(s.formula)}

    def own(*spans: Span | None) -> tuple[Span, ...]:
        mine = (span for span in spans if span is not None and span.source.startswith(side))
        return tuple(replace(span, source=span.source.removeprefix(side)) for span in mine)

    return Premises(
        tuple(Source(s.id.removeprefix(side), s.text) for s in sources),
        tuple(
            replace(atom, span=next(iter(own(atom.span)), None), opaque=own(*atom.opaque))
            for atom in form.atoms
            if atom.id in named
        ),
        tuple(replace(s, id=s.id.removeprefix(side), span=next(iter(own(s.span)), None)) for s in said),
        notes=tuple(note.removeprefix(side) for note in form.notes if note.startswith(side)),
    )
