"""From texts to `Premises`: frames sentences, settles what they leave open, gives every clause its atom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import English, shared
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises, Query, Statement, Unparsed
from defeasible.reasoner.grammar.atoms import AtomTable, Match
from defeasible.reasoner.grammar.clauses import Clause
from defeasible.reasoner.grammar.conditionals import frame
from defeasible.reasoner.grammar.coordination import Coordinated, coordinate
from defeasible.reasoner.grammar.frames import (
    Apart,
    Both,
    Broken,
    Choice,
    Denied,
    General,
    Joined,
    Node,
    Plain,
    Recast,
    Unclear,
    When,
)
from defeasible.reasoner.grammar.leaves import (
    LONGEST_CLAUSE,
    CannotReadError,
    clause_of,
    leaves,
    span_of,
    text_tokens,
    whole_clause,
)
from defeasible.reasoner.grammar.matching import Use, resumes
from defeasible.reasoner.grammar.negation import read_clause, read_recast
from defeasible.reasoner.grammar.opaque import opaque_words
from defeasible.reasoner.grammar.options import settle as settle_options
from defeasible.reasoner.grammar.parts.parting import Parting, Sentence
from defeasible.reasoner.grammar.people import People
from defeasible.reasoner.grammar.sentences import sentences, trim, without_if
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
        people = People()
        people.hear(texts.values())
        table = AtomTable(people.aliases(), people.unclear())
        return Reading(sources, asked, texts, table, english or shared()).premises()
    except CannotReadError as error:
        return Unparsed(error.reason, sources + asked, error.span)


class Reading:
    """One call: sentences with their frames, and the atoms found so far.

    Args:
        sources: Texts that are asserted.
        asked: Texts that are asked about.
        texts: The words of all of them, by the id of their source.
        table: The atoms of earlier texts, to which those of these are added.
        english: What analyses them.
        on_going: Whether there may have been earlier texts, whose atoms are then no part of the form, and
            whether more may come. A conditional within another is then never one proposition with it.
    """

    def __init__(  # noqa: PLR0913 - what is read, with what, and how
        self,
        sources: tuple[Source, ...],
        asked: tuple[Source, ...],
        texts: Mapping[str, Tokens],
        table: AtomTable,
        english: English,
        *,
        on_going: bool = False,
    ) -> None:
        self.sources, self.asked, self.english = sources, asked, english
        self.texts, self.table, self.on_going = texts, table, on_going
        self.opaque: dict[str, dict[Span, None]] = {}
        """The words, in order, that leave each atom opaque."""
        self.said = [
            Sentence(source, frame(part), part) for source in sources for part in sentences(texts[source.id])
        ]
        self.questions = [Sentence(source, frame(texts[source.id]), texts[source.id]) for source in asked]
        self.notes: list[str] = []
        self.wholes: frozenset[tuple[str, ...]] = frozenset()
        self.option_atoms: list[str] = []
        self.use = Use.OPTION if len(asked) > 1 else Use.QUERY
        self._mend_doubled_if()
        self._keep_repeated_wholes()
        self.own = self._own()

    # --- what the sentences say about each other --------------------------------------------------------

    def __contains__(self, core: object) -> bool:
        """Whether a clause with this core stands alone somewhere, here or in an earlier text."""
        named = self.table.named_core(core) if isinstance(core, tuple) else core
        return named in self.own or (self.on_going and (core in self.table or named in self.table))

    def _own(self) -> frozenset[tuple[str, ...]]:
        """Return the cores of all clauses that stand alone in these texts, with names for pronouns."""
        return frozenset(
            self.table.named_core(clause_of(leaf, sentence.source).core)
            for sentence in self.said + self.questions
            for leaf in leaves(sentence.node)
        )

    def _keep_repeated_wholes(self) -> None:
        """Keep sentences one proposition where another text does: `If A. B., then C` beside `A. B.`."""
        per_source: dict[str, int] = {}
        for sentence in self.said:
            per_source[sentence.source.id] = per_source.get(sentence.source.id, 0) + 1
        if all(count == 1 for count in per_source.values()):
            return
        wholes = {
            clause_of(leaf, s.source).core
            for s in self.said
            if not isinstance(s.node, Plain)
            for leaf in leaves(s.node)
        }
        for source in self.sources + self.asked:
            whole = trim(self.texts[source.id])
            if len(sentences(whole)) > 1 and len(whole) <= LONGEST_CLAUSE and whole[0].norm != "if":
                wholes.add(read_clause(whole).core)
        kept: list[Sentence] = []
        for source in self.sources:
            own = [s for s in self.said if s.source is source]
            whole = trim(tuple(token for s in own for token in s.tokens))
            if (
                len(own) > 1
                and len(whole) <= LONGEST_CLAUSE
                and all(isinstance(s.node, Plain) for s in own[1:])
            ):
                node = Plain(whole) if isinstance(own[0].node, Plain) else frame(whole)
                last = list(leaves(node))[-1:]
                if last and read_clause(last[0]).core in wholes:
                    own = [Sentence(source, node, whole)]
            kept += own
        self.said = kept

    def _mend_doubled_if(self) -> None:
        """Read `If p` as `p` beside `If if p, then q`, whose condition was pasted with its `if`."""
        doubled = {
            clause_of(leaf, s.source).core
            for s in self.said
            if [token.norm for token in s.tokens[:2]] == ["if", "if"]
            for leaf in list(leaves(s.node))[:1]
        }
        for place, s in enumerate(self.said):
            bare = without_if(s.tokens) if doubled and isinstance(s.node, Broken | Choice) else ()
            if bare and clause_of(bare, s.source).core in doubled:
                self.said[place] = replace(s, node=Plain(bare))

    def settle(self, node: Node, source: Source) -> Node:
        """Choose the reading with most clauses that stand elsewhere too; among equals, the likeliest."""
        while isinstance(node, Choice):
            node = max(
                node.readings,
                key=lambda reading: sum(clause_of(leaf, source).core in self for leaf in leaves(reading)),
            )
        return node

    # --- formulas ---------------------------------------------------------------------------------------

    def premises(self) -> Premises:
        """Return the form of all texts."""
        counts: dict[str, int] = {}
        ids = []
        for sentence in self.said:
            counts[sentence.source.id] = number = counts.get(sentence.source.id, 0) + 1
            ids.append(sentence.source.id if number == 1 else f"{sentence.source.id}.{number}")
        self.said = [replace(s, node=self.settle(s.node, s.source)) for s in self.said]
        self.wholes = self.wholes if self.on_going else self._nested_wholes()
        self.said, self.questions = Parting(self, self.english).run(self.said, self.questions)
        statements: dict[str, list[Statement]] = {}
        # Conditionals first: facts are matched against what they speak of, whichever was said first.
        for plain in (False, True):
            for id_, sentence in zip(ids, self.said, strict=True):
                if isinstance(sentence.node, Plain) is plain:
                    statements[id_] = list(self._statements(id_, sentence))
        questions = tuple(map(self._query, self.questions))
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

    def _nested_wholes(self) -> frozenset[tuple[str, ...]]:
        """Return the conditionals that are a consequence in one sentence and stand alone in another."""
        alone = {
            whole_clause(s.node, s.source).core
            for s in self.said + self.questions
            if isinstance(s.node, When)
        }
        nested = {
            whole_clause(s.node.then, s.source).core
            for s in self.said
            if isinstance(s.node, When) and isinstance(s.node.then, When)
        }
        return frozenset(alone & nested)

    def _statements(self, id_: str, sentence: Sentence) -> Iterator[Statement]:
        node, source = sentence.node, sentence.source
        words = trim(sentence.tokens) or sentence.tokens  # `。` alone is trimmed to nothing
        span = Span(source.id, words[0].start, sentence.tokens[-1].end)
        if sentence.tokens[-1].text == "?":
            raise CannotReadError("a question states nothing", span)
        if isinstance(node, When) and whole_clause(node, source).core not in self.wholes:
            cues: list[str] = [node.cue]
            condition = self.formula(node.if_, source, Use.CONDITION, cues)
            condition = negate(condition) if node.denied_if else condition
            apart = atoms(condition)
            then = self.formula(node.then, source, Use.CONSEQUENCE, cues, apart)
            yield Conditional(id_, condition, then, span, "; ".join(filter(None, cues)))
            if node.otherwise is not None:
                cues = [node.cue]
                other = self.formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                yield Conditional(
                    f"{id_}.otherwise", negate(condition), other, span, "; ".join(filter(None, cues))
                )
            return
        cues = []
        yield Fact(id_, self.formula(node, source, Use.FACT, cues), span, "; ".join(filter(None, cues)))

    def formula(
        self, node: Node, source: Source, use: Use, cues: list[str], apart: tuple[str, ...] = ()
    ) -> FormulaNode:
        """Return what a node says, with an atom for each of its clauses."""
        node = self.settle(node.plain if isinstance(node, Apart) else node, source)
        match node:
            case Plain(tokens):
                return self._leaf(tokens, source, use, cues, apart)
            case Recast():
                return self._recast(node, source, use, cues, apart)
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
                whole = whole_clause(node, source)
                if whole.core in self.wholes:
                    return self._literal(whole, source, use, cues, apart)
                cues.append(node.cue)
                condition = self.formula(node.if_, source, Use.CONDITION, cues)
                condition = negate(condition) if node.denied_if else condition
                then = self.formula(node.then, source, Use.CONSEQUENCE, cues, apart)
                if node.otherwise is None:
                    return Implies(condition, then)
                other = self.formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                return And((Implies(condition, then), Implies(negate(condition), other)))
            case Broken(reason, tokens):
                raise CannotReadError(reason, span_of(tokens, source))
            case Unclear():
                raise CannotReadError("what is unclear states nothing", Span(source.id, 0, len(source.text)))
            case General(tokens=tokens):  # only those that stand high enough in a sentence are grounded
                raise CannotReadError(
                    "a general statement within another is not read", span_of(tokens, source)
                )
            case Choice() | Apart():
                raise AssertionError("these were settled above")

    def _recast(
        self, node: Recast, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        clause = read_recast(node.text, node.tokens, apart=node.apart)
        literal = self._literal(clause, source, use, cues, apart)
        if node.likely:
            first = node.tokens[0]
            for name in atoms(literal):
                self.opaque.setdefault(name, {})[Span(source.id, first.start, first.end)] = None
        return literal

    def _leaf(
        self, tokens: Tokens, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        clause = clause_of(tokens, source)
        if clause.connectives and (parts := coordinate(clause, self, alone=self.on_going)) is not None:
            return self._coordinated(parts, source, use, cues)
        return self._literal(clause, source, use, cues, apart)

    def _coordinated(self, parts: Coordinated, source: Source, use: Use, cues: list[str]) -> FormulaNode:
        cues.append(f"{parts.connective}: {len(parts.clauses)} clauses")
        args = tuple(self._literal(clause, source, use, cues, ()) for clause in parts.clauses)
        joined: FormulaNode = And(args) if parts.connective == "and" else Or(args)
        return Not(joined) if parts.denied else joined

    def _literal(
        self, clause: Clause, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        cues += [clause.cue] if clause.cue else []
        match = self.table.find(clause, use, apart_from=apart, prefer=self.option_atoms)
        if match is None:
            span = Span(source.id, clause.start, clause.end)
            if use in (Use.FACT, Use.QUERY, Use.OPTION) and not (clause.has_verb and len(clause.words) > 1):
                raise CannotReadError("no verb is found, and nothing else says these words", span)
            if not clause.words:
                raise CannotReadError("no proposition is found", span)
            if self.on_going and (near := self.table.near(clause, use, apart_from=apart)) is not None:
                words = clause.said or source.text[clause.start : clause.end]
                self.notes.append(f"{source.id}: `{words}` is not taken for `{near.entry.gloss}`")
            match = Match(self.table.add(clause, source.id, source.text))
        elif match.note:
            cues.append(match.note)
            self.notes.append(f"{source.id}: {match.note}")
        self.table.use(match.entry, use)
        for word in opaque_words(clause, self.table.unclear):
            self.opaque.setdefault(match.entry.id, {})[Span(source.id, *clause.place(word))] = None
        literal = match.literal(clause)
        if clause.open and use in (Use.FACT, Use.CONSEQUENCE):
            return Or((literal, negate(literal)))  # `It may or may not rain` asserts nothing.
        return literal

    # --- queries ----------------------------------------------------------------------------------------

    def _query(self, sentence: Sentence) -> Query:
        source = sentence.source
        span = Span(source.id, 0, len(source.text))
        node = self.settle(sentence.node, source)
        cues: list[str] = []
        if isinstance(node, Unclear):
            if node.of is not None:
                return Query(positive(self.formula(node.of, source, self.use, cues)), span, open=True)
            if self.option_atoms:
                return Query(Atom(self.option_atoms[0]), span, open=True)
            raise CannotReadError("it is not said what cannot be told", span)
        if isinstance(node, Broken) and (bare := self._bare_condition(sentence)) is not None:
            node = bare
        if isinstance(node, Plain) and (found := self._open_query(node.tokens, source)) is not None:
            self.option_atoms += [name for name in atoms(found) if name not in self.option_atoms]
            return Query(found, span, open=True)
        formula = self.formula(node, source, self.use, cues)
        if isinstance(node, When) and whole_clause(node, source).open:
            return Query(positive(formula), span, open=True)
        self.option_atoms += [name for name in atoms(formula) if name not in self.option_atoms]
        return Query(formula, span)

    def _bare_condition(self, sentence: Sentence) -> Plain | None:
        """Return `p` for a query that only says `If p`, where the statements speak of `p`."""
        rest = without_if(sentence.tokens)
        found = rest and self.table.find(clause_of(rest, sentence.source), Use.OPTION)
        return Plain(rest) if found else None

    def _open_query(self, tokens: Tokens, source: Source) -> FormulaNode | None:
        """Return the proposition that a query leaves open, or None if it asks for a truth value."""
        clause = clause_of(tokens, source)
        if clause.open:
            return positive(self._literal(replace(clause, negated=False), source, self.use, [], ()))
        for place, token in enumerate(tokens):
            if token.norm == "or" and 0 < place < len(tokens) - 1:
                left, right = read_clause(tokens[:place]), read_clause(tokens[place + 1 :])
                if left.negated != right.negated and resumes(left, right):
                    return positive(self._literal(left, source, self.use, [], ()))
        if clause.modal == "may" and not clause.negated and self.table.find(clause, self.use) is None:
            match = self.table.find(replace(clause, open="may"), self.use, prefer=self.option_atoms)
            if match is not None and match.entry.id in self.option_atoms:
                return Atom(match.entry.id)
        return None
