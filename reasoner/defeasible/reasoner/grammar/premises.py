"""From texts to `Premises`: frames sentences, settles what they leave open, gives every clause its atom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from defeasible.reasoner.forms import Conditional, Fact, Premises, Query, Statement, Unparsed
from defeasible.reasoner.grammar.atoms import AtomTable, Match
from defeasible.reasoner.grammar.clauses import Clause
from defeasible.reasoner.grammar.conditionals import frame
from defeasible.reasoner.grammar.coordination import Coordinated, coordinate
from defeasible.reasoner.grammar.frames import Both, Broken, Choice, Denied, Node, Plain, Unclear, When
from defeasible.reasoner.grammar.matching import Use
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.options import settle
from defeasible.reasoner.grammar.people import aliases
from defeasible.reasoner.grammar.sentences import sentences, trim
from defeasible.reasoner.grammar.tokens import Tokens, tokenize
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, atoms, negate
from defeasible.reasoner.text import Source, Span

LONGEST_TEXT = 20_000
"""Characters of one statement or query; a longer one is not read."""
LONGEST_CLAUSE = 300
"""Words and marks of one clause; a longer one is not read."""
_UNBROKEN = re.compile(r"\S{200}")
_LONGEST_SUBJECT = 6  # words


class _CannotReadError(Exception):
    """Ends the reading of a text; caught in `read_premises`, where it becomes an `Unparsed`."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


@dataclass(frozen=True, slots=True)
class _Sentence:
    source: Source
    node: Node
    tokens: Tokens


def read_premises(statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
    """Read statements in order of arrival, and queries over the same atoms.

    Statement ids are those of their sources, `s1`, `s2`, ...; where one source holds several statements, the
    later ones are `s1.2`, `s1.3`, ..., and what follows after `otherwise` is `s1.otherwise`.

    Args:
        statements: Texts that are asserted, one or more sentences each.
        queries: Texts that are asked about, one proposition each.
    """
    sources = tuple(Source(f"s{n}", text) for n, text in enumerate(statements, 1))
    asked = tuple(Source(f"q{n}", text) for n, text in enumerate(queries, 1))
    try:
        return _Reading(sources, asked).premises()
    except _CannotReadError as error:
        return Unparsed(error.reason, sources + asked, error.span)


def _tokens(source: Source) -> Tokens:
    text = source.text
    whole = Span(source.id, 0, len(text))
    if len(text) > LONGEST_TEXT:
        raise _CannotReadError(
            f"`{source.id}` has {len(text)} characters; at most {LONGEST_TEXT} are read", whole
        )
    if match := _UNBROKEN.search(text):
        span = Span(source.id, match.start(), match.end())
        raise _CannotReadError(f"`{source.id}` has 200 characters without a space", span)
    tokens = tokenize(text)
    if not any(token.is_word for token in tokens):
        raise _CannotReadError(f"`{source.id}` has no words", whole)
    return tokens


class _Reading:
    """One call: sentences with their frames, and the atoms found so far."""

    def __init__(self, sources: tuple[Source, ...], asked: tuple[Source, ...]) -> None:
        self.sources, self.asked = sources, asked
        self.texts = texts = {source.id: _tokens(source) for source in sources + asked}
        self.said = [
            _Sentence(source, frame(part), part) for source in sources for part in sentences(texts[source.id])
        ]
        self.questions = [_Sentence(source, frame(texts[source.id]), texts[source.id]) for source in asked]
        self.table = AtomTable(aliases(texts.values()))
        self.notes: list[str] = []
        self.option_atoms: list[str] = []
        self.use = Use.OPTION if len(asked) > 1 else Use.QUERY
        self._mend_doubled_if()
        self._keep_repeated_wholes()
        self.known = self._known()

    # --- what the sentences say about each other --------------------------------------------------------

    def _known(self) -> frozenset[tuple[str, ...]]:
        """Return the cores of all clauses that stand alone somewhere."""
        return frozenset(
            _clause(leaf, sentence.source).core
            for sentence in self.said + self.questions
            for leaf in _leaves(sentence.node)
        )

    def _keep_repeated_wholes(self) -> None:
        """Keep sentences one proposition where another text does: `If A. B., then C` beside `A. B.`."""
        per_source: dict[str, int] = {}
        for sentence in self.said:
            per_source[sentence.source.id] = per_source.get(sentence.source.id, 0) + 1
        if all(count == 1 for count in per_source.values()):
            return
        wholes = {
            _clause(leaf, s.source).core
            for s in self.said
            if not isinstance(s.node, Plain)
            for leaf in _leaves(s.node)
        }
        for source in self.sources + self.asked:
            whole = trim(self.texts[source.id])
            if len(sentences(whole)) > 1 and len(whole) <= LONGEST_CLAUSE and whole[0].norm != "if":
                wholes.add(read_clause(whole).core)
        kept: list[_Sentence] = []
        for source in self.sources:
            own = [s for s in self.said if s.source is source]
            whole = trim(tuple(token for s in own for token in s.tokens))
            if (
                len(own) > 1
                and len(whole) <= LONGEST_CLAUSE
                and all(isinstance(s.node, Plain) for s in own[1:])
            ):
                node = Plain(whole) if isinstance(own[0].node, Plain) else frame(whole)
                last = list(_leaves(node))[-1:]
                if last and read_clause(last[0]).core in wholes:
                    own = [_Sentence(source, node, whole)]
            kept += own
        self.said = kept

    def _mend_doubled_if(self) -> None:
        """Read `If p` as `p` beside `If if p, then q`, whose condition was pasted with its `if`."""
        doubled = {
            _clause(leaf, s.source).core
            for s in self.said
            if [token.norm for token in s.tokens[:2]] == ["if", "if"]
            for leaf in list(_leaves(s.node))[:1]
        }
        for place, s in enumerate(self.said):
            bare = _without_if(s.tokens) if doubled and isinstance(s.node, Broken | Choice) else ()
            if bare and _clause(bare, s.source).core in doubled:
                self.said[place] = replace(s, node=Plain(bare))

    def _settle(self, node: Node, source: Source) -> Node:
        """Choose the reading with most clauses that stand elsewhere too; among equals, the likeliest."""
        if not isinstance(node, Choice):
            return node
        return max(
            node.readings,
            key=lambda reading: sum(_clause(leaf, source).core in self.known for leaf in _leaves(reading)),
        )

    # --- formulas ---------------------------------------------------------------------------------------

    def premises(self) -> Premises:
        counts: dict[str, int] = {}
        ids = []
        for sentence in self.said:
            counts[sentence.source.id] = number = counts.get(sentence.source.id, 0) + 1
            ids.append(sentence.source.id if number == 1 else f"{sentence.source.id}.{number}")
        self.said = [replace(s, node=self._settle(s.node, s.source)) for s in self.said]
        self.wholes = self._nested_wholes()
        statements: dict[str, list[Statement]] = {}
        # Conditionals first: facts are matched against what they speak of, whichever was said first.
        for plain in (False, True):
            for id_, sentence in zip(ids, self.said, strict=True):
                if isinstance(sentence.node, Plain) is plain:
                    statements[id_] = list(self._statements(id_, sentence))
        queries, note = settle(tuple(map(self._query, self.questions)), self.table.entries())
        return Premises(
            sources=self.sources + self.asked,
            atoms=self.table.declarations(),
            statements=tuple(statement for id_ in ids for statement in statements[id_]),
            queries=queries,
            notes=(*self.notes, note) if note else tuple(self.notes),
        )

    def _nested_wholes(self) -> frozenset[tuple[str, ...]]:
        """Return the conditionals that are a consequence in one sentence and stand alone in another."""
        alone = {
            _whole(s.node, s.source).core for s in self.said + self.questions if isinstance(s.node, When)
        }
        nested = {
            _whole(s.node.then, s.source).core
            for s in self.said
            if isinstance(s.node, When) and isinstance(s.node.then, When)
        }
        return frozenset(alone & nested)

    def _statements(self, id_: str, sentence: _Sentence) -> Iterator[Statement]:
        node, source = sentence.node, sentence.source
        words = trim(sentence.tokens) or sentence.tokens  # `。` alone is trimmed to nothing
        span = Span(source.id, words[0].start, sentence.tokens[-1].end)
        if sentence.tokens[-1].text == "?":
            raise _CannotReadError("a question states nothing", span)
        if isinstance(node, When) and _whole(node, source).core not in self.wholes:
            cues: list[str] = [node.cue]
            condition = self._formula(node.if_, source, Use.CONDITION, cues)
            condition = negate(condition) if node.denied_if else condition
            apart = atoms(condition)
            then = self._formula(node.then, source, Use.CONSEQUENCE, cues, apart)
            yield Conditional(id_, condition, then, span, "; ".join(filter(None, cues)))
            if node.otherwise is not None:
                cues = [node.cue]
                other = self._formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                yield Conditional(
                    f"{id_}.otherwise", negate(condition), other, span, "; ".join(filter(None, cues))
                )
            return
        cues = []
        formula = self._formula(node, source, Use.FACT, cues)
        yield Fact(id_, formula, span, "; ".join(filter(None, cues)))

    def _formula(
        self, node: Node, source: Source, use: Use, cues: list[str], apart: tuple[str, ...] = ()
    ) -> FormulaNode:
        node = self._settle(node, source)
        match node:
            case Plain(tokens):
                return self._leaf(tokens, source, use, cues, apart)
            case Denied(of, cue):
                cues.append(cue)
                return negate(self._formula(of, source, use, cues, apart))
            case Both(left, right, cue):
                cues.append(cue)
                one = self._formula(left, source, Use.CONDITION, cues)
                return Iff(one, self._formula(right, source, Use.CONDITION, cues))
            case When():
                whole = _whole(node, source)
                if whole.core in self.wholes:
                    return self._literal(whole, source, use, cues, apart)
                cues.append(node.cue)
                condition = self._formula(node.if_, source, Use.CONDITION, cues)
                condition = negate(condition) if node.denied_if else condition
                then = self._formula(node.then, source, Use.CONSEQUENCE, cues, apart)
                if node.otherwise is None:
                    return Implies(condition, then)
                other = self._formula(node.otherwise, source, Use.CONSEQUENCE, cues, apart)
                return And((Implies(condition, then), Implies(negate(condition), other)))
            case Broken(reason, tokens):
                raise _CannotReadError(reason, _span(tokens, source))
            case Unclear():
                raise _CannotReadError("what is unclear states nothing", Span(source.id, 0, len(source.text)))
            case Choice():
                raise AssertionError("a choice was settled above")

    def _leaf(
        self, tokens: Tokens, source: Source, use: Use, cues: list[str], apart: tuple[str, ...]
    ) -> FormulaNode:
        clause = _clause(tokens, source)
        if clause.connectives and (parts := coordinate(clause, self.known)) is not None:
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
        if clause.cue:
            cues.append(clause.cue)
        match = self.table.find(clause, use, apart_from=apart, prefer=self.option_atoms)
        if match is None:
            span = Span(source.id, clause.start, clause.end)
            if use in (Use.FACT, Use.QUERY, Use.OPTION) and not (clause.has_verb and len(clause.words) > 1):
                raise _CannotReadError("no verb is found, and nothing else says these words", span)
            if not clause.words:
                raise _CannotReadError("no proposition is found", span)
            match = Match(self.table.add(clause, source.id, source.text))
        elif match.note:
            cues.append(match.note)
            self.notes.append(f"{source.id}: {match.note}")
        match.entry.uses.add(use)
        return match.literal(clause)

    # --- queries ----------------------------------------------------------------------------------------

    def _query(self, sentence: _Sentence) -> Query:
        source = sentence.source
        span = Span(source.id, 0, len(source.text))
        node = self._settle(sentence.node, source)
        cues: list[str] = []
        if isinstance(node, Unclear):
            if node.of is not None:
                return Query(_positive(self._formula(node.of, source, self.use, cues)), span, open=True)
            if self.option_atoms:
                return Query(Atom(self.option_atoms[0]), span, open=True)
            raise _CannotReadError("it is not said what cannot be told", span)
        if isinstance(node, Broken) and (bare := self._bare_condition(sentence)) is not None:
            node = bare
        if isinstance(node, Plain) and (found := self._open_query(node.tokens, source)) is not None:
            self.option_atoms += [name for name in atoms(found) if name not in self.option_atoms]
            return Query(found, span, open=True)
        formula = self._formula(node, source, self.use, cues)
        if isinstance(node, When) and _whole(node, source).open:
            return Query(_positive(formula), span, open=True)
        self.option_atoms += [name for name in atoms(formula) if name not in self.option_atoms]
        return Query(formula, span)

    def _bare_condition(self, sentence: _Sentence) -> Plain | None:
        """Return `p` for a query that only says `If p`, where the statements speak of `p`."""
        rest = _without_if(sentence.tokens)
        if rest and self.table.find(_clause(rest, sentence.source), Use.OPTION):
            return Plain(rest)
        return None

    def _open_query(self, tokens: Tokens, source: Source) -> FormulaNode | None:
        """Return the proposition that a query leaves open, or None if it asks for a truth value."""
        clause = _clause(tokens, source)
        if clause.open:
            return _positive(self._literal(replace(clause, negated=False), source, self.use, [], ()))
        for place, token in enumerate(tokens):
            if token.norm == "or" and 0 < place < len(tokens) - 1:
                left, right = read_clause(tokens[:place]), read_clause(tokens[place + 1 :])
                if left.negated != right.negated and _resumes(left, right):
                    return _positive(self._literal(left, source, self.use, [], ()))
        if clause.modal == "may" and not clause.negated and self.table.find(clause, self.use) is None:
            undecided = replace(clause, open="may")
            match = self.table.find(undecided, self.use, prefer=self.option_atoms)
            if match is not None and match.entry.id in self.option_atoms:
                return Atom(match.entry.id)
        return None


def _without_if(tokens: Tokens) -> Tokens:
    """Return what follows `if` at the start; nothing when there is none."""
    rest = tokens
    while rest and rest[0].norm == "if":
        rest = rest[1:]
    return trim(rest) if len(rest) < len(tokens) else ()


def _positive(formula: FormulaNode) -> FormulaNode:
    return formula.arg if isinstance(formula, Not) else formula


def _resumes(left: Clause, right: Clause) -> bool:
    """Return whether `right` repeats `left` from its verb on: `sings at home or may not sing`."""
    one, other = left.core, right.core
    return bool(other) and any(
        one[n : n + len(other)] == other for n in range(min(len(one), _LONGEST_SUBJECT))
    )


def _span(tokens: Tokens, source: Source) -> Span:
    return (
        Span(source.id, tokens[0].start, tokens[-1].end) if tokens else Span(source.id, 0, len(source.text))
    )


def _clause(tokens: Tokens, source: Source) -> Clause:
    if len(tokens) > LONGEST_CLAUSE:
        reason = f"a clause of {len(tokens)} words; at most {LONGEST_CLAUSE} are read"
        raise _CannotReadError(reason, _span(tokens, source))
    return read_clause(tokens)


def _leaves(node: Node) -> Iterator[Tokens]:
    match node:
        case Plain(tokens):
            yield tokens
        case Denied(of, _):
            yield from _leaves(of)
        case Unclear(of, _):
            if of is not None:
                yield from _leaves(of)
        case Both(left, right, _):
            yield from _leaves(left)
            yield from _leaves(right)
        case When():
            yield from _leaves(node.if_)
            yield from _leaves(node.then)
            if node.otherwise is not None:
                yield from _leaves(node.otherwise)
        case Choice() | Broken():
            return


def _whole(node: When, source: Source) -> Clause:
    """Return a conditional as one clause with the polarity of its consequence."""
    parts = [_clause(tokens, source) for tokens in _leaves(node)] or [_clause(node.tokens, source)]
    last = parts[-1]
    words = tuple(word for part in parts[:-1] for word in (*part.words, "if")) + last.words
    return replace(last, tokens=node.tokens, words=words, core=words)
