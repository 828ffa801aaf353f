"""From texts to `Premises`: reads sentences, settles what they leave open, gives every clause its atom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises, Query, Statement, Unparsed
from defeasible.reasoner.grammar.belief.answers import answer
from defeasible.reasoner.grammar.belief.atoms import AtomTable, Match
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
from defeasible.reasoner.grammar.belief.parting import Parting, Sentence
from defeasible.reasoner.grammar.belief.parts import CannotReadError, Parts, plain_texts, text_tokens
from defeasible.reasoner.grammar.belief.people import People
from defeasible.reasoner.grammar.belief.shaping import elided, named_again, nested, shaped
from defeasible.reasoner.grammar.belief.supposed import supposed
from defeasible.reasoner.grammar.belief.view import sentence_of
from defeasible.reasoner.grammar.belief.weaving import Weaving
from defeasible.reasoner.grammar.tokens import Tokens
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, atoms, negate, positive
from defeasible.reasoner.text import Source, Span


def read_premises(
    statements: Sequence[str], queries: Sequence[str] = (), english: English | None = None
) -> Premises | Unparsed:
    """Read statements in order of arrival, and queries over the same atoms.

    Statement ids are those of their sources, `s1`, `s2`, ...; where one source holds several statements, the
    later ones are `s1.2`, `s1.3`, ..., and what follows after `otherwise` is `s1.otherwise`.

    Args:
        statements: Texts that are asserted, one or more sentences each.
        queries: Texts that are asked about, one proposition each.
        english: What analyses them; by default with the first pipeline that is installed.
    """
    sources = tuple(Source(f"s{n}", text) for n, text in enumerate(statements, 1))
    asked = tuple(Source(f"q{n}", text) for n, text in enumerate(queries, 1))
    try:
        texts = {source.id: text_tokens(source) for source in sources + asked}
        return Reading(sources, asked, texts, (AtomTable({}), People()), english or shared()).premises()
    except CannotReadError as error:
        return Unparsed(error.reason, sources + asked, error.span)


def texts_analysed(statements: Sequence[str], queries: Sequence[str] = ()) -> list[str]:
    """Return the texts of which `read_premises` will want an analysis; none of what cannot be read."""
    sources = tuple(Source(f"s{n}", text) for n, text in enumerate(statements, 1))
    asked = tuple(Source(f"q{n}", text) for n, text in enumerate(queries, 1))
    try:
        texts = {source.id: text_tokens(source) for source in sources + asked}
    except CannotReadError:
        return []
    shapes = shaped(sources, asked, texts)
    return [sentence_of(text) for text in plain_texts((shape, source) for source, _, shape in shapes)]


class Reading:
    """One call: sentences with what they say, and the atoms found so far.

    Args:
        sources: Texts that are asserted.
        asked: Texts that are asked about.
        texts: The words of all of them, by the id of their source.
        known: The atoms of earlier texts, and those of whom they spoke; what these texts say is added.
        english: What analyses them.
        on_going: Whether there may have been earlier texts, whose atoms are then no part of the form, and
            whether more may come. A conditional within another is then never one proposition with it.
    """

    def __init__(  # noqa: PLR0913 - what is read, with what, and how
        self,
        sources: tuple[Source, ...],
        asked: tuple[Source, ...],
        texts: Mapping[str, Tokens],
        known: tuple[AtomTable, People],
        english: English,
        *,
        on_going: bool = False,
    ) -> None:
        table, people = known
        self.sources, self.asked = sources, asked
        self.texts, self.table, self.on_going = texts, table, on_going
        self.opaque: dict[str, dict[Span, None]] = {}
        """The words, in order, that leave each atom opaque."""
        self.notes: list[str] = []
        self.option_atoms: list[str] = []
        self.use = Use.OPTION if len(asked) > 1 else Use.QUERY
        parts = Parts(english)
        found = shaped(sources, asked, texts)
        people.hear(parts.prepare((shape, source) for source, _, shape in found))
        table.alias(people.aliases(), people.unclear())
        read = [
            Sentence(
                source,
                parts.sentence(shape, source, asserted=source in sources),
                tokens[0].start,
                tokens[-1].end,
                source in asked,
                tokens[-1].text == "?",
            )
            for source, tokens, shape in found
        ]
        read = named_again(elided(read if on_going else nested(read)))
        settled = Parting(table, self._alike, on_going=on_going).run(read, parts.views)
        self.said = [s for s in settled if not s.asked]
        self.questions = [s for s in settled if s.asked]

    def _alike(self, one: Clause, other: Clause) -> bool:
        """Whether two clauses are taken for each other, or for each other's denial, as they stand."""
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
        for sentence in self.said:
            counts[sentence.source.id] = number = counts.get(sentence.source.id, 0) + 1
            ids.append(sentence.source.id if number == 1 else f"{sentence.source.id}.{number}")
        statements: dict[str, list[Statement]] = {}
        # Conditionals first: facts are matched against what they speak of, whichever was said first.
        for plain in (False, True):
            for id_, sentence in zip(ids, self.said, strict=True):
                if isinstance(sentence.node, Leaf) is plain:
                    statements[id_] = list(self._statements(id_, sentence))
        before = self.table.mark()
        questions = tuple(map(self._query, self.questions))
        statements, questions = self._woven(statements, questions, before)
        entries = self.table.entries()
        if self.on_going:
            said = (s.formula for found in statements.values() for s in found)
            entries = self.table.named(
                name for f in (*said, *(q.formula for q in questions)) for name in atoms(f)
            )
        queries, note = settle_options(questions, entries)
        return Premises(
            sources=self.sources + self.asked,
            atoms=tuple(
                AtomDecl(
                    entry.id,
                    entry.gloss,
                    entry.span if entry.span.source in self.texts else None,
                    tuple(self.opaque.get(entry.id, ())),
                )
                for entry in entries
            ),
            statements=tuple(statement for id_ in ids for statement in statements[id_]),
            queries=queries,
            notes=(*self.notes, note) if note else tuple(self.notes),
        )

    def _woven(
        self, statements: dict[str, list[Statement]], questions: tuple[Query, ...], before: tuple[int, int]
    ) -> tuple[dict[str, list[Statement]], tuple[Query, ...]]:
        """Return statements with what follows from them, and questions with what they follow from."""
        entries = self.table.entries()
        new = [entry.id for entry in entries[before[0] :]] if self.on_going else []
        if self.on_going:
            formulas = [s.formula for found in statements.values() for s in found] + [
                q.formula for q in questions
            ]
            entries = self.table.around(name for f in formulas for name in atoms(f))
        rules = [
            (s.if_.name, s.then.name)
            for found in statements.values()
            for s in found
            if isinstance(s, Conditional) and isinstance(s.if_, Atom) and isinstance(s.then, Atom)
        ]
        weaving = Weaving(entries, self.table.aliases, new, rules)

        def woven(statement: Statement) -> Statement:
            if isinstance(statement, Fact):
                return replace(statement, formula=weaving.asserted(statement.formula, fact=True))
            return replace(statement, then=weaving.asserted(statement.then, fact=False))

        return (
            {id_: [woven(s) for s in found] for id_, found in statements.items()},
            questions
            if len(questions) > 1
            else tuple(replace(q, formula=weaving.asked(q.formula)) for q in questions),
        )

    def _statements(self, id_: str, sentence: Sentence) -> Iterator[Statement]:
        node, source = sentence.node, sentence.source
        self._stated = span = Span(source.id, sentence.start, sentence.end)
        if sentence.question:
            raise CannotReadError("a question states nothing", span)
        if isinstance(node, When):
            cues: list[str] = [node.cue]
            condition = self.formula(node.if_, source, Use.CONDITION, cues)
            condition = negate(condition) if node.denied_if else condition
            apart = atoms(condition)
            then = self.formula(node.then, source, Use.CONSEQUENCE, cues, apart)
            yield Conditional(id_, condition, then, span, _cue(cues))
            if node.otherwise is not None:
                cues = [node.cue]
                other = self.formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                yield Conditional(f"{id_}.otherwise", negate(condition), other, span, _cue(cues))
            return
        cues = []
        yield Fact(id_, self.formula(node, source, Use.FACT, cues), span, _cue(cues))

    def formula(
        self, node: Node, source: Source, use: Use, cues: list[str], apart: tuple[str, ...] = ()
    ) -> FormulaNode:
        """Return what a node says, with an atom for each of its clauses."""
        match node:
            case Leaf():
                return self._leaf(node, source, use, cues, apart)
            case Apart(whole, _):
                return self._leaf(whole, source, use, cues, apart)
            case Joined(kind, parts, cue):
                cues += [cue] if cue else []
                args = tuple(dict.fromkeys(self.formula(p, source, use, cues, apart) for p in parts))
                return args[0] if len(args) == 1 else And(args) if kind == "and" else Or(args)
            case Denied(of, cue):
                cues += [cue] if cue else []
                return negate(self.formula(of, source, use, cues, apart))
            case Both(left, right, cue):
                cues.append(cue)
                return Iff(*(self.formula(side, source, Use.CONDITION, cues) for side in (left, right)))
            case When():
                cues.append(node.cue)
                condition = self.formula(node.if_, source, Use.CONDITION, cues)
                condition = negate(condition) if node.denied_if else condition
                then = self.formula(node.then, source, Use.CONSEQUENCE, cues, apart)
                if node.otherwise is None:
                    return Implies(condition, then)
                other = self.formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                return And((Implies(condition, then), Implies(negate(condition), other)))
            case Broken(reason, start, end):
                raise CannotReadError(reason, Span(source.id, start, end))
            case Unclear():
                raise CannotReadError("what is unclear states nothing", Span(source.id, 0, len(source.text)))
            case General():  # only those that stand high enough in a sentence are grounded
                all_ = Span(source.id, 0, len(source.text))
                raise CannotReadError("a general statement within another is not read", all_)

    def _leaf(
        self, leaf: Leaf, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        if not leaf.words:
            raise CannotReadError("no proposition is found", Span(source.id, 0, len(source.text)))
        literal = self._literal(clause_of(leaf), source, use, cues, apart)
        if leaf.likely:
            for name in atoms(literal):
                self.opaque.setdefault(name, {})[self._stated] = None
        return literal

    def _literal(
        self, clause: Clause, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        if clause.cue:
            cues.append(clause.cue)
        match = self.table.find(clause, use, apart_from=apart, prefer=self.option_atoms)
        if match is None:
            span = Span(source.id, clause.start, clause.end)
            if use in (Use.FACT, Use.QUERY, Use.OPTION) and not (clause.has_verb and len(clause.words) > 1):
                raise CannotReadError("no verb is found, and nothing else says these words", span)
            if not clause.words:
                raise CannotReadError("no proposition is found", span)
            if self.on_going and (near := self.table.near(clause, use, apart_from=apart)) is not None:
                self.notes.append(f"{source.id}: `{clause.gloss}` is not taken for `{near.entry.gloss}`")
            match = Match(self.table.add(clause, source.id, source.text))
        elif match.note:
            cues.append(match.note)
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
        source, node = sentence.source, sentence.node
        self._stated = span = Span(source.id, 0, len(source.text))
        cues: list[str] = []
        if isinstance(node, Unclear):
            if node.of is not None:
                return Query(positive(self.formula(node.of, source, self.use, cues)), span, open=True)
            if self.option_atoms:
                return Query(Atom(self.option_atoms[0]), span, open=True)
            raise CannotReadError("it is not said what cannot be told", span)
        if (told := supposed(node)) != node and isinstance(told, Leaf):  # `would call`, as it was stated
            node = told if self.table.find(clause_of(told), self.use) is not None else node
        if isinstance(node, Leaf) and (found := self._open_query(node, source)) is not None:
            self._note_options(found)
            return Query(found, span, open=True)
        formula = self.formula(node, source, self.use, cues)
        if isinstance(node, When) and isinstance(node.then, Leaf) and node.then.open:
            return Query(positive(formula), span, open=True)
        self._note_options(formula)
        return Query(formula, span)

    def _note_options(self, formula: FormulaNode) -> None:
        self.option_atoms += [name for name in atoms(formula) if name not in self.option_atoms]

    def _open_query(self, leaf: Leaf, source: Source) -> FormulaNode | None:
        """Return the proposition that a query leaves open, or None if it asks for a truth value."""
        clause = clause_of(leaf)
        if clause.open:
            return positive(self._literal(replace(clause, negated=False), source, self.use, [], ()))
        if clause.modal == "may" and not clause.negated and self.table.find(clause, self.use) is None:
            match = self.table.find(replace(clause, open="may"), self.use, prefer=self.option_atoms)
            if match is not None and match.entry.id in self.option_atoms:
                return Atom(match.entry.id)
        return None


def _cue(cues: Sequence[str]) -> str:
    return "; ".join(filter(None, cues))


__all__ = ["Not", "Reading", "read_premises"]
