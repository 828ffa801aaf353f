"""Read what a base is told or asked, as text or form, into statements over the atoms of the base."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from defeasible.reasoner.base.generics import Generics, Kinds
from defeasible.reasoner.english.analysis import shared
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import AtomDecl, Conditional, Fact, Premises, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.belief.conversation import Conversation, Introduction, Known, Mark
from defeasible.reasoner.logic import (
    And,
    Atom,
    FormulaNode,
    Iff,
    Implies,
    Not,
    Or,
    atoms,
    check_depth,
    negate,
)
from defeasible.reasoner.text import Source, Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from defeasible.reasoner.forms import Statement
    from defeasible.reasoner.parsing import Parser

Said: TypeAlias = str | FormulaNode | Premises
"""What a base can be told or asked: text, a formula over named atoms, or a form."""

_HEDGE = r"(?:usually|normally|typically|generally|ordinarily|as a rule|by default|in general)"
_LEADING = re.compile(rf"(?:^|(?<=[.;!?]))\s*({_HEDGE}),?\s", re.IGNORECASE)
_INNER = re.compile(rf"\b({_HEDGE})\b,?", re.IGNORECASE)
_AFTER_THEN = re.compile(rf"\bthen,?\s+({_HEDGE})\b,?", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|unless|when|whenever|provided|suppose)\b", re.IGNORECASE)
_RESERVED = re.compile(r"a\d+|.*@\d+")


@dataclass(frozen=True, slots=True)
class Read:
    """The reading of one utterance."""

    statements: tuple[Statement, ...]
    sources: tuple[Source, ...]
    goals: tuple[FormulaNode, ...] = ()
    atoms: tuple[AtomDecl, ...] = ()
    """The declarations of the atoms of all these."""
    hedged: frozenset[str] = frozenset()
    """Ids of the statements whose words say that they hold usually."""
    notes: tuple[str, ...] = ()
    likely: frozenset[str] = frozenset()
    """Ids of the statements about a kind, which allow exceptions: `birds fly`."""


class Reader:
    """Reads utterances one after the other.

    The grammar parser reads each text in the context of the earlier ones. The results of other parsers, and
    forms, are joined by the glosses of their atoms: equal glosses are the same atom.

    Args:
        parser: Parses text into forms.
        atoms: The declarations of the atoms of the base, by name.
    """

    def __init__(self, parser: Parser, atoms: Mapping[str, AtomDecl]) -> None:
        self.parser = parser
        self.english = parser.english if isinstance(parser, GrammarParser) else shared()
        """The analysis of English."""
        self._atoms = atoms
        self._talk: Conversation | None = Conversation(self.english)
        self._stored: tuple[tuple[Introduction, ...], tuple[Source, ...], Known | None] = ((), (), None)
        self._kinds: Kinds | None = None
        """What a stored base knew about kinds, until something is told."""
        self.generics = Generics()
        """The statements about all things of a kind."""
        self._before: tuple[Mark, tuple[int, int]] | None = None
        """The state of the conversation before the last told utterance."""

    def restore(
        self,
        introductions: tuple[Introduction, ...],
        heard: tuple[Source, ...],
        known: Known | None,
        kinds: Kinds | None,
    ) -> None:
        """Restore the conversation of a stored base, at the next text.

        Args:
            introductions: The propositions of its texts.
            heard: Its texts.
            known: Their readings; if None, they are read again.
            kinds: What they say about kinds; if None, they are read again.
        """
        self._talk, self._stored = None, (introductions, heard, known)
        self._kinds = kinds or Kinds(tuple(s.id for s in heard), tuple(s.id for s in heard))

    def introductions(self) -> tuple[Introduction, ...]:
        """Return the propositions of the conversation, for `restore`."""
        return self._stored[0] if self._talk is None else self._talk.propositions()

    def known(self) -> Known:
        """Return the readings of the texts, for `restore`."""
        if self._talk is None and self._stored[2] is not None:
            return self._stored[2]
        return self.talk.known()

    def kinds(self) -> Kinds:
        """Return what the texts say about kinds, for `restore`."""
        return self.generics.kinds() if self._kinds is None else self._kinds

    @property
    def talk(self) -> Conversation:
        """The conversation so far."""
        if self._talk is None:
            self._talk = Conversation.of(*self._stored, self.english)
        return self._talk

    def _recall(self) -> None:
        """Restore what a stored base knew about kinds."""
        if self._kinds is not None:
            kinds, self._kinds = self._kinds, None
            texts = {source.id: (source, _unhedged(source.text)[0]) for source in self._stored[1]}
            self.generics.recall(kinds, texts, self.talk)

    def told(self, what: Said, name: str) -> Read | Unparsed:
        """Read an utterance that is told.

        Args:
            what: The utterance.
            name: The id of its source, and of its first statement; later ones are `name.2`, ...

        Raises:
            UsageError: If a formula names an unknown proposition of a text, or there is nothing to tell.
            FormError: If a formula is nested too deeply.
        """
        self._before = None
        match what:
            case str():
                self._recall()
                self._before = self.talk.mark(), self.generics.mark()
                return self._text(what, name)
            case Premises():
                self._recall()
                self._before = self.talk.mark(), self.generics.mark()
                return self._form(what, name)
            case _:
                decls = self._declare(what)
                return Read((stated(name, what),), (), atoms=decls)

    def rollback(self) -> None:
        """Forget the last told utterance."""
        if self._before is not None:
            self.talk.rollback(self._before[0])
            self.generics.rollback(self._before[1])

    def asked(self, what: Said, name: str) -> Read | Unparsed:
        """Read a question, without adding it to the conversation.

        Raises:
            UsageError: As for `told`, or if a form does not ask exactly one thing, or asks whether something
                is open.
            FormError: If a formula is nested too deeply.
        """
        match what:
            case str():
                source = Source(name, what)
                if isinstance(self.parser, GrammarParser):
                    form: Premises | Unparsed = self.talk.read([], [source])
                else:
                    form = self.parser.premises([], [what])
                    if isinstance(form, Premises):
                        return self._query(form, name)
                if isinstance(form, Unparsed):
                    return form
                goal = form.queries[0].asserted(what)
                return Read((), (source,), (goal,), form.atoms, notes=form.notes)
            case Premises():
                return self._query(what, name)
            case _:
                return Read((), (), (what,), self._declare(what))

    # --- texts --------------------------------------------------------------------------------------------

    def _text(self, text: str, name: str) -> Read | Unparsed:
        if not isinstance(self.parser, GrammarParser):
            form = self.parser.premises([text])
            return form if isinstance(form, Unparsed) else self._form(form, name)
        plain, places = _unhedged(text)
        read = self.talk.read([Source(name, plain)])
        if isinstance(read, Unparsed):
            return read
        likely = self.generics.hear(Source(name, text), plain, self.talk)
        # A hedge belongs to the first statement that ends after it.
        hedged = {next((s.id for s in read.statements if s.span and s.span.end > at), "") for at in places}
        statements = tuple(
            replace(s, cue="; ".join(filter(None, (s.cue, "default: usually")))) if s.id in hedged else s
            for s in read.statements
        )
        return Read(statements, (Source(name, text),), (), read.atoms, frozenset(hedged), read.notes, likely)

    # --- forms --------------------------------------------------------------------------------------------

    def _form(self, form: Premises, name: str) -> Read:
        """Join a form's statements to the base by the glosses of its atoms."""
        try:
            meaning, decls = self._meaning(form, name)
        except FormError:
            self.rollback()
            raise
        ids = {s.id: name if n == 1 else f"{name}.{n}" for n, s in enumerate(form.statements, 1)}
        quoted = {s.span.source for s in form.statements if s.span is not None}
        sources = tuple(s for s in form.sources if s.id in quoted)
        renamed = {s.id: name if len(sources) == 1 else f"{name}/{s.id}" for s in sources}
        statements: list[Statement] = []
        for said in form.statements:
            span = replace(said.span, source=renamed[said.span.source]) if said.span else None
            if isinstance(said, Conditional):
                of = ids[said.of] if said.of is not None else None
                parts = substitute(said.if_, meaning), substitute(said.then, meaning)
                statements.append(Conditional(ids[said.id], *parts, span, said.cue, said.role, of))
            else:
                statements.append(Fact(ids[said.id], substitute(said.formula, meaning), span, said.cue))
        texts = tuple(Source(renamed[s.id], s.text) for s in sources)
        return Read(tuple(statements), texts, (), decls, notes=form.notes)

    def _query(self, form: Premises, name: str) -> Read:
        if len(form.queries) != 1:
            raise UsageError(f"a form for a base must ask one query, got {len(form.queries)}")
        goal = form.queries[0].asserted(text_of(form))
        before = self.talk.mark()
        try:
            meaning, decls = self._meaning(form, name)
        finally:
            self.talk.rollback(before)
        return Read((), (), (substitute(goal, meaning),), decls)

    def _meaning(self, form: Premises, name: str) -> tuple[dict[str, FormulaNode], tuple[AtomDecl, ...]]:
        """Return the formula of each atom of a form in the base, and the declarations of those atoms."""
        meaning: dict[str, FormulaNode] = {}
        decls: dict[str, AtomDecl] = {}
        for decl in form.atoms:
            known = self.talk.recognise(decl.gloss)
            if known is None:
                known = self.talk.introduce(Source(f"{name}#{decl.id}", decl.gloss))
            atom, denied = known
            meaning[decl.id] = Not(Atom(atom)) if denied else Atom(atom)
            gloss = f"not ({decl.gloss})" if denied else decl.gloss
            decls[atom] = self._atoms.get(atom) or AtomDecl(atom, gloss)
        return meaning, tuple(decls.values())

    # --- formulas -----------------------------------------------------------------------------------------

    def _declare(self, formula: FormulaNode) -> tuple[AtomDecl, ...]:
        if not isinstance(formula, FormulaNode):
            raise UsageError(
                f"a base is told and asked text, formulas and `Premises`, not {type(formula).__name__}"
            )
        check_depth(formula, "the formula")
        names = atoms(formula)
        if not names:
            raise UsageError(f"`{formula}` has no atoms", hint="a formula needs at least one")
        for name in names:
            if name not in self._atoms and _RESERVED.fullmatch(name):
                raise UsageError(
                    f"unknown proposition `{name}`",
                    hint="`a1`, `a2`, ... name what texts speak of, and `a1@2` how it was before an update; "
                    "choose another name",
                )
        return tuple(self._atoms.get(name) or AtomDecl(name, name) for name in names)


def stated(name: str, formula: FormulaNode) -> Statement:
    """Return the statement of a formula."""
    if isinstance(formula, Implies):
        return Conditional(name, formula.if_, formula.then)
    return Fact(name, formula)


def substitute(formula: FormulaNode, meaning: Mapping[str, FormulaNode]) -> FormulaNode:
    """Return a formula with its atoms replaced by their meanings."""
    match formula:
        case Atom(name):
            return meaning[name]
        case Not(arg):
            return negate(substitute(arg, meaning))
        case And(args):
            return And(_each(args, meaning))
        case Or(args):
            return Or(_each(args, meaning))
        case Implies(left, right):
            return Implies(substitute(left, meaning), substitute(right, meaning))
        case Iff(left, right):
            return Iff(substitute(left, meaning), substitute(right, meaning))


def _each(args: Iterable[FormulaNode], meaning: Mapping[str, FormulaNode]) -> tuple[FormulaNode, ...]:
    return tuple(substitute(arg, meaning) for arg in args)


def _unhedged(text: str) -> tuple[str, list[int]]:
    """Blank out `usually` and the like where they hedge a sentence; return the text and their positions."""
    found: list[Span] = []
    start = 0
    for end in [*(m.end() for m in re.finditer(r"[.;!?](?=\s|$)", text)), len(text)]:
        sentence = text[start:end]
        leading = _LEADING.match(sentence)
        inner = _AFTER_THEN.search(sentence) if _CONDITION.search(sentence) else _INNER.search(sentence)
        for hit in (leading, inner):
            if hit is not None:
                found.append(Span("", start + hit.start(1), start + hit.end()))
                break
        start = end
    for span in found:
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text, [span.start for span in found]


def text_of(what: Said) -> str:
    """Return an utterance as a line of text."""
    if isinstance(what, str):
        return " ".join(what.split())
    if isinstance(what, Premises):
        return "; ".join(source.text for source in what.sources) or f"{len(what.statements)} statements"
    return str(what)
