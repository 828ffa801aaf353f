"""Reads the parts of sentences, with one analysis each, all parts of a text in one batch."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from defeasible.reasoner.english.analysis import Analysis, English
from defeasible.reasoner.english.closed import ADVERBS, ARTICLES, HELPERS, MODALS, PREPOSITIONS, PRONOUNS
from defeasible.reasoner.english.connectives import INVERTED, conditional_at
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.conditions import supposed
from defeasible.reasoner.grammar.belief.cutting import (
    Cut,
    Echo,
    Part,
    Prefixed,
    Several,
    Shape,
    Unreadable,
    cue_of,
    echo_of,
    joints,
    parts_of,
)
from defeasible.reasoner.grammar.belief.embedding import used_to, would_have
from defeasible.reasoner.grammar.belief.general import again
from defeasible.reasoner.grammar.belief.kept import content_of, plain_view
from defeasible.reasoner.grammar.belief.leaf import bound_to, leaf_of, subject_of
from defeasible.reasoner.grammar.belief.lists import JOINTS, OPENING
from defeasible.reasoner.grammar.belief.node import (
    Apart,
    Both,
    Broken,
    Denied,
    Joined,
    Leaf,
    Node,
    Unclear,
    When,
    contrasted,
    first_of,
    leaves,
    mapped,
    placed,
)
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of
from defeasible.reasoner.grammar.belief.ordering import orders_of
from defeasible.reasoner.grammar.belief.reader import YOU, Reader
from defeasible.reasoner.grammar.belief.salience import Salience, refers_back
from defeasible.reasoner.grammar.belief.view import Part as Said
from defeasible.reasoner.grammar.belief.view import View, sentence_of
from defeasible.reasoner.grammar.belief.wording import plain, trim
from defeasible.reasoner.grammar.belief.words import Word, Words, stand_in
from defeasible.reasoner.grammar.tokens import Tokens, tokenize
from defeasible.reasoner.text import Source, Span

LONGEST_TEXT = 20_000
"""Maximum number of characters of a statement or query; a longer one is not read."""
_LONGEST_TRIED = 30
"""Maximum number of words of a condition without a comma whose end is searched for."""
_UNBROKEN = re.compile(r"\S{200}")


class CannotReadError(Exception):
    """Ends the reading of a text; callers turn it into an `Unparsed`."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span


def text_tokens(source: Source) -> Tokens:
    """Return the words and marks of a text.

    Raises:
        CannotReadError: If the text is too long, has no words, or has too long a run without a space.
    """
    text = source.text
    whole = Span(source.id, 0, len(text))
    if len(text) > LONGEST_TEXT:
        raise CannotReadError(
            f"`{source.id}` has {len(text)} characters; at most {LONGEST_TEXT} are read", whole
        )
    if match := _UNBROKEN.search(text):
        span = Span(source.id, match.start(), match.end())
        raise CannotReadError(f"`{source.id}` has 200 characters without a space", span)
    tokens = tokenize(text)
    if not any(token.is_word for token in tokens):
        raise CannotReadError(f"`{source.id}` has no words", whole)
    return tokens


def plain_texts(shapes: Iterable[tuple[Shape, Source]]) -> list[str]:
    """Return the parts of some sentences as texts to analyse."""
    return [plain(p.tokens, source)[0] for shape, source in shapes for p in parts_of(shape)]


class Parts:
    """The analysed parts of some texts.

    Args:
        english: The analyser.
        things: The antecedents of pronouns in earlier texts.
    """

    def __init__(self, english: English, things: Mapping[str, Words] | None = None) -> None:
        self._english = english
        self._analyses: dict[str, Analysis] = {}
        self.views: list[View] = []
        """The parts that were read, in order."""
        self.salience = Salience(things)
        self._last: tuple[Part, Source] | None = None
        """The last sentence, if it is one part."""
        self._meant: dict[str | int, Words] = {}
        """The antecedents of the pronouns of a sentence that is read in parts, by position."""

    def prepare(self, shapes: Iterable[tuple[Shape, Source]]) -> list[Analysis]:
        """Analyse all parts of some sentences in one batch."""
        return self._analysed(plain_texts(shapes))

    def _analysed(self, texts: Sequence[str]) -> list[Analysis]:
        new = [sentence_of(text) for text in texts if text not in self._analyses]
        fresh = [text for text in texts if text not in self._analyses]
        self._analyses |= zip(fresh, self._english.analyse_all(new), strict=True)
        return [self._analyses[text] for text in texts]

    def view(self, tokens: Tokens, source: Source) -> View:
        """Return the analysed view of some words."""
        text, undecided = plain(tokens, source)
        (analysis,) = self._analysed([text])
        lent = self._meant
        if refers_back(analysis):
            lent = self.salience.lent({stem(token.low) for token in analysis.tokens}) | lent
        told = source.text, tokens[0].start, undecided
        return View(analysis, *told, lent) if lent else plain_view(self._english, text, *told)

    def clause(self, source: Source) -> Clause:
        """Return a text of one clause as one proposition.

        Raises:
            CannotReadError: If it has no words.
        """
        view = self.view(trim(text_tokens(source)), source)
        return clause_of(self._flat(view) if view.main is None else leaf_of(view, Said(view.main)))

    def sentence(self, shape: Shape, source: Source, *, asserted: bool) -> Node:
        """Return the content of the next sentence of a text."""
        if (again := self._echoed(shape, source)) is not None:
            found: Node = again
        elif isinstance(shape, Part):
            found = self._part(shape.tokens, source, asserted, asked=not asserted)
        else:
            found = self.node(shape, source, asserted=asserted)
        self.salience.close()
        self._meant = {}
        if isinstance(shape, Part) and asserted:
            self._last = shape, source
        return supposed(found) if asserted else found

    def _echoed(self, shape: Shape, source: Source) -> Node | None:
        """Return what `Neither did Bob.` says, which takes up the sentence before it; None for others."""
        if self._last is None or not isinstance(shape, Part):
            return None
        before, other = self._last
        taken = echo_of(before, shape.tokens)
        said = self._echo(taken, other, asserted=True) if taken is not None else None
        if not isinstance(said, Joined):
            return None
        start, end = shape.tokens[0].start, shape.tokens[-1].end
        own = ((start, end),)
        return mapped(said.parts[1], lambda leaf: placed(leaf, start, end, unread=own if leaf.unread else ()))

    def node(self, shape: Shape, source: Source, *, asserted: bool) -> Node:
        """Return the content of a sentence or of a part of one."""
        match shape:
            case Part(tokens):
                return self._part(tokens, source, asserted)
            case Cut("otherwise", left, right, cue):
                return self._otherwise(left, right, source, asserted)
            case Cut(kind, left, right, cue):
                first = self.node(left, source, asserted=False)
                then = self.node(right, source, asserted=asserted and kind != "both")
                if isinstance(right, Echo) and isinstance(then, Joined):
                    then = then.parts[1]
                if kind == "both":
                    return Both(first, then, cue)
                if kind == "only if":
                    return When(then, first, cue)
                return When(first, then, cue, kind == "unless")
            case Prefixed(kind, of, cue):
                inner = (
                    None if of is None else self.node(of, source, asserted=asserted and kind == "affirmed")
                )
                if kind == "unclear":
                    return Unclear(inner, cue)
                assert inner is not None
                return inner if kind == "affirmed" else Denied(inner, cue)
            case Several(parts):
                nodes = tuple(self.node(part, source, asserted=asserted) for part in parts)
                joined = Joined("and", nodes)
                whole = _merged(nodes)
                return joined if whole is None else Apart(whole, joined, free=False)
            case Echo():
                return self._echo(shape, source, asserted)
            case Unreadable(reason, tokens):
                start, end = (tokens[0].start, tokens[-1].end) if tokens else (0, len(source.text))
                return Broken(reason, start, end)

    def _part(self, tokens: Tokens, source: Source, asserted: bool, *, asked: bool = False) -> Node:
        norms = [token.norm for token in tokens]
        length, kind = conditional_at(norms, 0)
        view = self.view(tokens, source)
        opens = length < len(norms) and norms[length] not in PREPOSITIONS and not view.open
        opens = opens and length > 0 and kind != "even if"
        first = "," in norms or kind == "only if"
        self._meant = view.meant() if opens else self._meant
        if opens and first and (cut := self._tried(tokens, length, source, kind, asserted)):
            return cut
        self.views.append(view)
        self.salience.hear(view, asserted=asserted)
        said = content_of(view, asserted, asked)
        commas = [n for n, token in enumerate(tokens) if token.text == ","] if not view.open else []
        if commas and norms[0] in INVERTED:
            said = self._inverted(tokens[: commas[0]], tokens[commas[0] + 1 :], source, asserted) or said
        elif not asked and (n := _inverted_behind(tokens, commas)):
            said = self._inverted(tokens[n:], tokens[:n], source, asserted) or said
        left = {t.low for t in view.main.unread} if view.main is not None else set[str]()
        loose = isinstance(said, Leaf) or norms[0] == "either" or left & JOINTS
        if loose and not (view.open or asked):
            said = self._joined(tokens, source, asserted) or said
        headless = isinstance(said, When) and not first_of(said.then).subject
        if opens and (headless or not isinstance(said, When)):
            cut = self._tried(tokens, length, source, kind, asserted)
            if cut is None and not headless and norms[0] in {"if", "unless"}:
                marker = " ".join(norms[:length])
                return Broken(f"no consequence is found after `{marker}`", tokens[0].start, tokens[-1].end)
            said = cut or said
        return said if said is not None else self._flat(view)

    def _otherwise(self, left: Shape, right: Shape, source: Source, asserted: bool) -> Node:
        """Read `p; otherwise q`: q if p, or the condition of p, does not hold."""
        first = self.node(left, source, asserted=asserted)
        if asserted and isinstance(right, Part) and not isinstance(first, When):
            view = self.view(right.tokens, source)
            was = would_have(view, view.main) if view.main is not None else None
            if was is not None:  # `she called; otherwise we would have left`: she called, and we did not
                return Joined("and", (first, was), "otherwise, would have: not so")
            both = [self.view(left.tokens, source), view] if isinstance(left, Part) else []
            if both and all(map(_was, both)):  # `it was noisy; otherwise it was fine`
                return Joined("and", (first, self.node(right, source, asserted=True)), "otherwise: and")
        if isinstance(first, When):  # `otherwise it is red`: the sign, of which it was said that it is green
            about = stand_in(first_of(first.then).subject)
            tags = {w.tag for w in about}
            self._meant |= {} if tags & {"PRP", "NNP", "CC"} else {"they" if "NNS" in tags else "it": about}
        other = self.node(right, source, asserted=asserted)
        if isinstance(first, When):
            cue = "; ".join(filter(None, (first.cue, "otherwise: if not")))
            return replace(first, otherwise=other, cue=cue)
        if isinstance(left, Part):
            view = self.view(left.tokens, source)
            reader = Reader(view)
            if view.main is not None:
                said = reader.unbound(Said(view.main))
                told = said.clause.mood == "imperative" and said.clause.subject is None
                first = reader.read(replace(said, subject=YOU) if told else said)
        return When(first, other, "otherwise: if not", denied_if=True)

    def _echo(self, echo: Echo, source: Source, asserted: bool) -> Node:
        view = self.view(echo.of.tokens, source)
        main, first = view.main or view.clauses[0], self._part(echo.of.tokens, source, asserted)
        words = subject_of(echo.subject, view, main)
        often = frozenset(a.token.index for a in main.adverbs if a.kind == "frequency")
        told = Said(main, often, asserted, words, echo.denied)
        if echo.helper == "did" and main.tense == "present":  # `does not smoke, but she did`
            second = used_to(view, told)
        else:
            second = again(Reader(view), told, first)
        second = mapped(second, lambda leaf: bound_to(leaf, words))
        return Joined("and", (contrasted(first, second), second), "so: the same")

    def _flat(self, view: View) -> Leaf:
        """Return words that are not a single clause as one proposition."""
        first = view.clauses[0]
        leaf = leaf_of(view, Said(first, denied=False))
        roles = {t.index: "not" for t in view.tokens if t.dep == "neg"}
        words = view.say(range(len(view.tokens)), role=view.roles(first) | roles)
        return Leaf(words, open=leaf.open, past=leaf.past, free=leaf.free)

    def _joined(self, tokens: Tokens, source: Source, asserted: bool) -> Node | None:
        """Return two clauses that the parser took for one, cut at what joins them: `p, so q`."""
        norms = [token.norm for token in tokens]
        opened = norms[0] in OPENING and "," in norms
        if ADVERBS.get(norms[0]) == "likelihood" or {"whether", "if", "unless"} & set(norms):
            return None
        if not asserted and (opened or (JOINTS - {"and", "or"}) & set(norms)):
            return None
        first = int(opened or norms[0] == "either")
        places = [norms.index(",")] if opened else joints(norms)
        for n in places:
            left, right = trim(tokens[first:n]), trim(tokens[n + 1 :])
            if min(len(left), len(right)) < 2 or min(self._whole(s, source) for s in (left, right)) < 1:
                continue
            cue = norms[0] if opened else norms[n]
            nodes = tuple(self._part(side, source, asserted and cue != "or") for side in (left, right))
            if cue == "because" and any(leaf.denied for leaf in leaves(nodes[0])):
                return None
            nodes = (contrasted(nodes[0], nodes[1], cue), nodes[1])
            return Joined("or" if cue == "or" else "and", nodes, cue if cue == "or" else f"{cue}: both")
        return None

    def _inverted(self, left: Tokens, right: Tokens, source: Source, asserted: bool) -> Node | None:
        """Read `should it rain, p` and `p, should it rain`, cut at the comma."""
        left, right = trim(left), trim(right)
        if len(left) < 3 or not right:
            return None
        view = self.view(left, source)
        if view.main is None or view.main.subject is None:
            return None
        reader = Reader(view)
        said = reader.read(reader.unbound(Said(view.main)))
        return When(said, self._part(right, source, asserted), "inverted: if")

    def _tried(self, tokens: Tokens, length: int, source: Source, kind: str, asserted: bool) -> Node | None:
        """Return a conditional cut where both sides are complete clauses, trying a comma first."""
        rest = trim(tokens[length:])
        commas = [n for n, token in enumerate(rest) if token.text == "," and 0 < n < len(rest) - 1]
        if kind == "only if" and not commas:
            commas = [n for n, token in enumerate(rest) if n > 1 and token.norm in HELPERS]
        places = commas or (list(range(1, len(rest))) if len(rest) <= _LONGEST_TRIED else [])
        sides = [(trim(rest[:n]), trim(rest[n:])) for n in places]
        sides = [(left, right) for left, right in sides if left and right]
        self._analysed([plain(side, source)[0] for pair in sides for side in pair])
        sures = [[self._whole(side, source) for side in pair] for pair in sides]
        marks = [min(pair) + sum(pair) / 100 for pair in sures]
        if not marks or (not commas and max(marks) < 0.75):
            return None
        left, right = sides[marks.index(max(marks))]
        condition, then = self._part(left, source, False), self._part(right, source, asserted)
        marker = " ".join(token.norm for token in tokens[:length])
        if kind == "only if":
            return When(then, condition, f"{marker}: what it needs")
        if kind == "when" and asserted and _told(condition) and _told(then):
            told = orders_of(first_of(then), first_of(condition), marker)
            return Joined("and", (condition, then, *told), f"{marker}: both")
        return When(condition, then, cue_of(kind, marker), kind == "unless")

    def _whole(self, tokens: Tokens, source: Source) -> float:
        """Return a score for words being one clause with a subject and a finite verb."""
        view = self.view(tokens, source)
        main, one = view.main, len(view.clauses) == 1
        if main is None or main.subject is None or not main.finite or main.shared:
            return 0.0
        roles = view.roles(main)
        opened = roles.get(0, "") in {"subject", "aux", "adverb"} or roles.get(0, "").startswith("by:")
        led = 0.1 if view.tokens[0].tag in {"NNP", "DT", "PRP", "PRP$", "EX"} else 0.0
        last = next(t for t in reversed(view.tokens) if t.is_word)
        opened = opened and (last.tag in {"RB", "RP"} or last.low not in PREPOSITIONS | ARTICLES)
        known = main.head.tag != "NNP" and not main.unread and opened
        return (1.0 if known and one else 0.75 if known else 0.25) + led


def _inverted_behind(tokens: Tokens, commas: Sequence[int]) -> int:
    """Return the place of the condition in `she would have left had he asked`; 0 if there is none."""
    norms = [token.norm for token in tokens]
    if commas and norms[commas[-1] + 1] in INVERTED:
        return commas[-1] + 1
    would = next((n for n, norm in enumerate(norms) if MODALS.get(norm) == "conditional"), len(norms))
    places = range(would + 3, len(norms) - 2)
    led = (n for n in places if norms[n] == "had" and norms[n - 1] not in PRONOUNS)
    opens = PRONOUNS.keys() | ARTICLES
    return next((n for n in led if norms[n + 1] in opens or tokens[n + 1].text.istitle()), 0)


def _told(node: Node) -> bool:
    """Return whether a single past event is told: not `when it rained, he would always walk`."""
    first = first_of(node)
    return first.past and not any(ADVERBS.get(w.low) == "frequency" or w.low in MODALS for w in first.words)


def _merged(nodes: Sequence[Node]) -> Leaf | None:
    """Return several plain sentences as one proposition, denied if the first is."""
    found = [node.whole if isinstance(node, Apart) else node for node in nodes]
    leaves_ = [leaf for leaf in found if isinstance(leaf, Leaf)]
    if not leaves_ or len(leaves_) < len(found):
        return None
    words = leaves_[0].words
    for leaf in leaves_[1:]:
        last = words[-1]
        words = (*words, Word(".", ".", ".", ".", "", last.end, last.end), *leaf.words)
    return replace(leaves_[0], words=words, open=next((leaf.open for leaf in leaves_ if leaf.open), ""))


def _was(view: View) -> bool:
    """Return whether a clause says what a thing was like."""
    main = view.main
    return main is not None and main.lemma == "be" and main.tense == "past" and not main.modals
