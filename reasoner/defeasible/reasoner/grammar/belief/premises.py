"""From texts to `Premises`: reads sentences, settles ambiguities, assigns an atom to each clause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises, Query, Statement, Unparsed
from defeasible.reasoner.grammar.belief.answers import answer
from defeasible.reasoner.grammar.belief.atoms import AtomTable, Entry, Match
from defeasible.reasoner.grammar.belief.conditions import supposed
from defeasible.reasoner.grammar.belief.cutting import Part
from defeasible.reasoner.grammar.belief.matching import Use, is_slip
from defeasible.reasoner.grammar.belief.node import (
    Apart,
    Both,
    Broken,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    Unclear,
    When,
)
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of
from defeasible.reasoner.grammar.belief.opaque import opaque_places
from defeasible.reasoner.grammar.belief.options import settle as settle_options
from defeasible.reasoner.grammar.belief.ordering import in_turn
from defeasible.reasoner.grammar.belief.parting import Parting, Sentence
from defeasible.reasoner.grammar.belief.parts import CannotReadError, Parts, plain_texts
from defeasible.reasoner.grammar.belief.people import People
from defeasible.reasoner.grammar.belief.shaping import elided, named_again, nested, shaped
from defeasible.reasoner.grammar.belief.view import sentence_of
from defeasible.reasoner.grammar.belief.weaving import Weaving, conjuncts
from defeasible.reasoner.grammar.belief.wording import tag
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Or, atoms, negate, positive
from defeasible.reasoner.text import Source, Span


def read_premises(
    statements: Sequence[str], queries: Sequence[str] = (), english: English | None = None
) -> Premises | Unparsed:
    """Read statements in order of arrival, and queries over the same atoms.

    Statement ids are those of their sources, `s1`, `s2`, ...; if one source holds several statements, the
    later ones are `s1.2`, `s1.3`, ..., and the part after `otherwise` is `s1.otherwise`.

    Args:
        statements: Asserted texts, one or more sentences each.
        queries: Texts that are asked about, one proposition each.
        english: The analyser; by default with the first pipeline that is installed.
    """
    sources, asked = _sources("s", statements), _sources("q", queries)
    try:
        return Reading(sources, asked, (AtomTable(), People()), english or shared()).premises()
    except CannotReadError as error:
        return Unparsed(error.reason, sources + asked, error.span)


def texts_analysed(statements: Sequence[str], queries: Sequence[str] = ()) -> list[str]:
    """Return the texts that `read_premises` will analyse, without those that cannot be read."""
    sources, asked = _sources("s", statements), _sources("q", queries)
    try:
        shapes = shaped(sources, asked)
    except CannotReadError:
        return []
    return [sentence_of(text) for text in plain_texts((shape, source) for source, _, shape in shapes)]


def _sources(letter: str, texts: Sequence[str]) -> tuple[Source, ...]:
    return tuple(Source(f"{letter}{n}", text) for n, text in enumerate(texts, 1))


class Reading:
    """One call: sentences with their content, and the atoms found so far.

    Args:
        sources: Asserted texts.
        asked: Texts that are asked about.
        known: The atoms and people of earlier texts; those of these texts are added.
        english: The analyser.
        on_going: Whether there may be earlier texts, whose atoms are then not part of the form, and later
            texts. A conditional within another is then never one proposition with it.
    """

    def __init__(
        self,
        sources: tuple[Source, ...],
        asked: tuple[Source, ...],
        known: tuple[AtomTable, People],
        english: English,
        *,
        on_going: bool = False,
    ) -> None:
        table, people = known
        self.sources, self.asked = sources, asked
        self.table, self.on_going = table, on_going
        self.opaque: dict[str, dict[Span, None]] = {}
        """The words that make each atom opaque, in order."""
        self.notes: list[str] = []
        self.derived: set[str] = set()
        """Ids of the statements that the text does not make, but that follow from it."""
        self.option_atoms: list[str] = []
        self.use = Use.OPTION if len(asked) > 1 else Use.QUERY
        parts = Parts(english, people.things)
        found = shaped(sources, asked)
        texts = parts.prepare((shape, source) for source, _, shape in found)
        people.hear(texts)
        plain = ((s, source) for source, _, s in found if isinstance(s, Part) and source in sources)
        people.meet(parts.prepare(plain), None if on_going else texts)
        table.alias(people.aliases(), people.unclear())
        read = [
            Sentence(
                source,
                parts.sentence(shape, source, asserted=source in sources),
                tokens[0].start,
                tokens[-1].end,
                source in asked,
                tokens[-1].text == "?" and tag(tokens) is None,
            )
            for source, tokens, shape in found
        ]
        people.things = parts.salience.things()
        read = in_turn(named_again(elided(read if on_going else nested(read))))
        settled = Parting(table, self._alike, on_going=on_going).run(read, parts.views)
        self.said = [s for s in settled if not s.asked]
        self.questions = [s for s in settled if s.asked]

    def _alike(self, one: Clause, other: Clause) -> bool:
        """Return whether one clause matches the other, or its denial, as they stand."""
        return (
            is_slip(one, other)
            or answer(one, other, Use.FACT, self.table.aliases) is not None
            or answer(other, one, Use.FACT, self.table.aliases) is not None
        )

    # --- formulas ---------------------------------------------------------------------------------------

    def premises(self) -> Premises:
        """Return the form of all texts."""
        counts: dict[str, int] = {}
        ids = []
        stated = {sentence.source.id for sentence in self.said if not sentence.question}
        asks = [s for s in self.said if s.question and s.source.id in stated]
        if asks:
            self.notes += [f"{s.source.id}: a question states nothing and is left out" for s in asks]
            self.said = [s for s in self.said if s not in asks]
        for sentence in self.said:
            counts[sentence.source.id] = number = counts.get(sentence.source.id, 0) + 1
            ids.append(sentence.source.id if number == 1 else f"{sentence.source.id}.{number}")
        self.derived = {id_ for id_, sentence in zip(ids, self.said, strict=True) if sentence.derived}
        found: dict[str, list[Statement]] = {}
        # Conditionals first: facts are matched against their clauses, whatever the order of the texts.
        named = sorted(zip(ids, self.said, strict=True), key=lambda one: one[1].turn)
        for id_, sentence in named:
            found[id_] = list(self._statements(id_, sentence))
        known = len(self.table.entries())
        questions = tuple(map(self._query, self.questions))
        statements, questions = self._woven([s for id_ in ids for s in found[id_]], questions, known)
        entries = self._entries_of(statements, questions) if self.on_going else self.table.entries()
        queries, note = settle_options(questions, entries)
        own = {source.id for source in self.sources + self.asked}
        return Premises(
            sources=self.sources + self.asked,
            atoms=tuple(
                AtomDecl(
                    entry.id,
                    entry.gloss,
                    entry.span if entry.span.source in own else None,
                    tuple(self.opaque.get(entry.id, ())),
                )
                for entry in entries
            ),
            statements=statements,
            queries=queries,
            notes=(*self.notes, note) if note else tuple(self.notes),
        )

    def _woven(
        self, statements: Sequence[Statement], questions: tuple[Query, ...], known: int
    ) -> tuple[tuple[Statement, ...], tuple[Query, ...]]:
        """Return statements with their entailments, and questions with the propositions that entail them.

        Args:
            statements: The statements of the texts.
            questions: Their questions.
            known: The number of atoms that occur outside the questions.
        """
        entries, new = self.table.entries(), list[str]()
        if self.on_going:
            new = [entry.id for entry in entries[known:]]
            entries = self.table.around(entry.id for entry in self._entries_of(statements, questions))
        stated = [s.formula for s in statements if s.id not in self.derived]
        if self.on_going:  # what earlier texts told came first: the gate was opened, and is closed now
            own = {name for formula in stated for name in atoms(formula)}
            stated[:0] = [Atom(e.id) for e in entries if Use.FACT in e.uses and e.id not in own]
        weaving = Weaving(entries, self.table.aliases, new, stated)

        def woven(statement: Statement) -> Statement:
            if isinstance(statement, Fact):
                return replace(statement, formula=weaving.asserted(statement.formula, fact=True))
            return replace(
                statement, then=weaving.asserted(statement.then, fact=statement.id.endswith(".otherwise"))
            )

        if len(questions) == 1 and not self.on_going:
            spoken = {e.id for e in entries if e.uses & {Use.FACT, Use.QUERY}}
            only = {e.id for e in entries if e.uses == {Use.QUERY}}
            said = [one for s in statements for one in conjuncts(s.formula) if isinstance(one, Implies)]
            more = tuple(dict.fromkeys(
                f for rule in said
                for f in (*weaving.conditions(rule.if_, spoken), *weaving.against(rule.then, only))
            ))  # fmt: skip
            fact = next((s for s in statements if isinstance(s, Fact)), None)
            if more and fact is not None:
                told = replace(fact, formula=And((fact.formula, *more)))
                statements = [told if s is fact else s for s in statements]
        if len(questions) == 1:
            questions = (replace(questions[0], formula=weaving.asked(questions[0].formula)),)
        return tuple(map(woven, statements)), questions

    def _entries_of(self, *spoken: Sequence[Statement] | Sequence[Query]) -> tuple[Entry, ...]:
        """Return the atoms of some statements and questions."""
        return self.table.named(name for said in spoken for one in said for name in atoms(one.formula))

    def _begin(self, source: Source, start: int, end: int) -> Span:
        """Record which sentence is turned into formulas from now on; return its span."""
        self._source, self._span, self._cues = source, Span(source.id, start, end), list[str]()
        return self._span

    def _cue(self) -> str:
        return "; ".join(filter(None, self._cues))

    def _statements(self, id_: str, sentence: Sentence) -> Iterator[Statement]:
        node = sentence.node
        span = self._begin(sentence.source, sentence.start, sentence.end)
        if sentence.question:
            raise CannotReadError("a question states nothing", span)
        if not isinstance(node, When):
            yield Fact(id_, self._formula(node, Use.FACT), span, self._cue())
            return
        condition, then = self._sides(node)
        yield Conditional(id_, condition, then, span, self._cue())
        if node.otherwise is not None:
            self._cues = [node.cue]
            other = self._formula(node.otherwise, Use.CONSEQUENCE, atoms(condition))
            yield Conditional(f"{id_}.otherwise", negate(condition), other, span, self._cue())

    def _sides(self, node: When) -> tuple[FormulaNode, FormulaNode]:
        """Return the condition and the consequence of a conditional."""
        self._cues.append(node.cue)
        condition = self._formula(node.if_, Use.CONDITION)
        condition = negate(condition) if node.denied_if else condition
        return condition, self._formula(node.then, Use.CONSEQUENCE, atoms(condition))

    def formula(self, node: Node, source: Source) -> FormulaNode:
        """Return the formula of a node as a condition, with an atom for each of its clauses.

        Raises:
            CannotReadError: If it cannot be read.
        """
        self._begin(source, 0, len(source.text))
        return self._formula(node, Use.CONDITION)

    def _formula(self, node: Node, use: Use, apart: tuple[str, ...] = ()) -> FormulaNode:
        """Return the formula of a node; atoms in `apart` are matched only by the same words."""
        match node:
            case Leaf() | Apart():
                return self._leaf(node.whole if isinstance(node, Apart) else node, use, apart)
            case Joined(kind, parts, cue):
                self._cues.append(cue)
                args = tuple(dict.fromkeys(self._formula(part, use, apart) for part in parts))
                return args[0] if len(args) == 1 else And(args) if kind == "and" else Or(args)
            case Denied(of, cue):
                self._cues.append(cue)
                return negate(self._formula(of, use, apart))
            case Both(left, right, cue):
                self._cues.append(cue)
                return Iff(*(self._formula(side, Use.CONDITION) for side in (left, right)))
            case When():
                condition, then = self._sides(node)
                if node.otherwise is None:
                    return Implies(condition, then)
                other = self._formula(node.otherwise, Use.CONSEQUENCE, apart)
                return And((Implies(condition, then), Implies(negate(condition), other)))
            case Broken(reason, start, end):
                raise CannotReadError(reason, Span(self._source.id, start, end))
            case Unclear(of) if of is not None and use in (Use.FACT, Use.CONSEQUENCE):
                open_ = self._formula(of, use, apart)
                return Or((open_, negate(open_)))  # `It is not certain that it rained` asserts nothing.
            case Unclear():
                raise CannotReadError("what is unclear states nothing", self._whole)
            case General():  # only those close enough to the root of a sentence are grounded
                raise CannotReadError("a general statement within another is not read", self._whole)

    @property
    def _whole(self) -> Span:
        return Span(self._source.id, 0, len(self._source.text))

    def _leaf(self, leaf: Leaf, use: Use, apart: tuple[str, ...]) -> FormulaNode:
        if not leaf.words:
            raise CannotReadError("no proposition is found", self._whole)
        literal = self._literal(clause_of(leaf), use, apart)
        if leaf.likely:
            for name in atoms(literal):
                self.opaque.setdefault(name, {})[self._span] = None
        return literal

    def _literal(self, clause: Clause, use: Use, apart: tuple[str, ...] = ()) -> FormulaNode:
        source = self._source
        self._cues.append(clause.cue)
        match = self.table.find(clause, use, apart_from=apart, prefer=self.option_atoms)
        if match is None:
            span = Span(source.id, clause.start, clause.end)
            if use in (Use.FACT, Use.QUERY, Use.OPTION) and not (clause.has_verb and len(clause.stems) > 1):
                raise CannotReadError("no verb is found, and nothing else says these words", span)
            if not clause.stems:
                raise CannotReadError("no proposition is found", span)
            if self.on_going and (near := self.table.near(clause, use, apart_from=apart)) is not None:
                self.notes.append(f"{source.id}: `{clause.gloss}` is not taken for `{near.entry.gloss}`")
            match = Match(self.table.add(clause, source.id, source.text))
        elif match.note:
            self._cues.append(match.note)
            self.notes.append(f"{source.id}: {match.note}")
        self.table.use(match.entry, use)
        for start, end in opaque_places(clause, self.table.unclear):
            self.opaque.setdefault(match.entry.id, {})[Span(source.id, start, end)] = None
        literal = match.literal(clause)
        if clause.open and use in (Use.FACT, Use.CONSEQUENCE):
            return Or((literal, negate(literal)))  # `It may or may not rain` asserts nothing.
        return literal

    # --- queries ----------------------------------------------------------------------------------------

    def _query(self, sentence: Sentence) -> Query:
        node = sentence.node
        span = self._begin(sentence.source, 0, len(sentence.source.text))
        if isinstance(node, Unclear):
            if node.of is not None:
                return Query(positive(self._formula(node.of, self.use)), span, open=True)
            if self.option_atoms:
                return Query(Atom(self.option_atoms[0]), span, open=True)
            raise CannotReadError("it is not said what cannot be told", span)
        if (told := supposed(node)) != node and isinstance(told, Leaf):  # `would call`, as it was stated
            node = told if self.table.find(clause_of(told), self.use) is not None else node
        if isinstance(node, Leaf) and (found := self._left_open(node)) is not None:
            self._note_options(found)
            return Query(found, span, open=True)
        formula = self._formula(node, self.use)
        if isinstance(node, When) and isinstance(node.then, Leaf) and node.then.open:
            return Query(positive(formula), span, open=True)
        self._note_options(formula)
        return Query(formula, span)

    def _note_options(self, formula: FormulaNode) -> None:
        self.option_atoms += [name for name in atoms(formula) if name not in self.option_atoms]

    def _left_open(self, leaf: Leaf) -> FormulaNode | None:
        """Return the proposition that a query leaves open, or None if it asks for a truth value."""
        clause = clause_of(leaf)
        if clause.open:
            return positive(self._literal(replace(clause, denied=False), self.use))
        if clause.modal == "may" and not clause.denied and self.table.find(clause, self.use) is None:
            match = self.table.find(replace(clause, open="may"), self.use, prefer=self.option_atoms)
            if match is not None and match.entry.id in self.option_atoms:
                return Atom(match.entry.id)
        return None
