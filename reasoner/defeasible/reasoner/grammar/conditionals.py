"""The frame of a sentence: where its conditions and consequences are, before any clause is read.

A sentence becomes a tree of `When` (condition, consequence), `Both` (if and only if), `Denied` (it is not
the case that) and `Plain` (a stretch of tokens that says one thing). Where several commas could be the border
between condition and consequence, the tree holds the candidates, best first; what the other sentences say
decides.
"""

from __future__ import annotations

from defeasible.reasoner.english.wordlists import phrases, word_set
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.borders import border, borders, has_verb
from defeasible.reasoner.grammar.frames import Both, Broken, Choice, Denied, Node, Plain, Unclear, When
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.sentences import trim
from defeasible.reasoner.grammar.tokens import Tokens
from defeasible.reasoner.grammar.verbs import QUESTION_TAKERS

_MAX_DEPTH = 4
LONGEST_SENTENCE = 600
"""Words and marks of one sentence; a longer one is not read."""


_LEADING = phrases("""
    if; whenever; when; provided that; provided; providing that; providing; assuming that; assuming;
    supposing that; supposing; suppose that; suppose; given that; as long as; so long as; in case; every
    time; each time; any time; anytime; once; on condition that; on the condition that; in the event
    that
    """)
_INSIDE = phrases("""
    if; whenever; provided that; provided; providing that; assuming that; given that; as long as; so
    long as; every time; each time; on condition that; on the condition that; in the event that
    """)
_IFF = phrases("""
    if and only if; if , and only if; when and only when; iff; exactly when; exactly if; precisely when;
    just in case
    """)
_IMPLIES = frozenset({"implies", "means", "entails", "guarantees", "ensures"})
_DENIALS = phrases("""
    it is not the case that; it 's not the case that; it is not true that; it 's not true that; it is
    false that; it is untrue that; not the case that; it is wrong that
    """)
_AFFIRMATIONS = phrases("""
    it is true that; it is the case that; it 's true that; we know that; it is known that; it follows
    that; it is a fact that; does it follow that; is it true that; is it the case that
    """)
_UNCLEAR_WORDS = word_set("unclear unknown uncertain undetermined undecided indeterminate")
_UNTOLD = phrases("""
    can not be determined; can not be known; can not be concluded; can not be inferred; can not be
    decided; can not tell; can not say; can not know; can not determine; do not know; is not known; is
    not clear; is not certain; not enough information; nothing can be; nothing follows; no conclusion
    """)
_LONGEST_UNTOLD = 12
_LONGEST_MARKER = 4
_LEADS = frozenset(
    {"and", "but", "so", "then", "therefore", "thus", "hence", "however", "also", "moreover", "now"}
)


def frame(tokens: Tokens, depth: int = 0) -> Node:
    """Return the tree of one sentence."""
    if len(tokens) > LONGEST_SENTENCE:
        return Broken(f"a sentence of {len(tokens)} words; at most {LONGEST_SENTENCE} are read", tokens)
    tokens = trim(tokens)
    while tokens and tokens[0].norm in _LEADS and depth == 0 and tokens[1:2] and tokens[1].norm != "long":
        tokens = trim(tokens[1:])
    if not tokens:
        return Broken("there are no words", tokens)
    if depth > _MAX_DEPTH:
        return Plain(tokens)
    norms = [token.norm for token in tokens]
    node = (_unclear(tokens, norms, depth) if depth == 0 else None) or _prefixed(tokens, norms, depth)
    if node is not None or _MARKERS.isdisjoint(norms):
        return node or Plain(tokens)
    return (
        _both(tokens, norms, depth)
        or _only_if(tokens, norms, depth)
        or _leading(tokens, norms, depth)
        or _inside(tokens, norms, depth)
        or _implies(tokens, norms, depth)
        or Plain(tokens)
    )


_MARKERS = frozenset(phrase[0] for phrase in (*_LEADING, *_INSIDE, *_IFF)) | _IMPLIES
_MARKERS |= {"unless", "only", "should", "even"}
_PREFIXES = frozenset(phrase[0] for phrase in (*_DENIALS, *_AFFIRMATIONS))


def _starts(norms: list[str], phrase: tuple[str, ...], at: int = 0) -> bool:
    return norms[at : at + len(phrase)] == list(phrase)


def _find(norms: list[str], phrase: tuple[str, ...], start: int = 1) -> int:
    """Return the first place of a phrase at or after `start`, or -1."""
    first = phrase[0]
    if first not in norms:
        return -1
    return next((n for n in range(start, len(norms)) if norms[n] == first and _starts(norms, phrase, n)), -1)


def _unclear(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    head = norms[:_LONGEST_UNTOLD]
    cue = next((word for word in head if word in _UNCLEAR_WORDS), "") or next(
        (" ".join(phrase) for phrase in _UNTOLD if _find(head, phrase, 0) >= 0), ""
    )
    if not cue or not _speaks_of_nobody(norms[:_LONGEST_UNTOLD], cue):
        return None
    for opener in ("whether", "if", "that"):
        if opener in norms[1:]:
            rest = trim(tokens[norms.index(opener, 1) + 1 :])
            if [t.norm for t in rest[-2:]] == ["or", "not"]:
                rest = rest[:-2]
            elif [t.norm for t in rest[:2]] == ["or", "not"]:
                rest = rest[2:]
            return Unclear(frame(rest, depth + 1), cue) if rest else None
    return Unclear(None, cue) if _speaks_of_nobody(norms, cue) else None


def _speaks_of_nobody(norms: list[str], cue: str) -> bool:
    """Return whether all words before `whether` are as general as in `it cannot be determined whether`."""
    opener = next((n for n, norm in enumerate(norms) if n and norm in ("whether", "if", "that")), len(norms))
    own = cue.split()
    return all(norm in _IMPERSONAL or norm in own or not norm.isalpha() for norm in norms[:opener])


_IMPERSONAL = word_set("""
    it this that the answer is be we one you from premises premise given information above statements to
    a an of and cannot can not enough there say tell conclude determine conclusion anything with these
    follows concluded determined said inferred known decided on alone be are not nothing whether true
    false
    """)


def _prefixed(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    if norms[0] not in _PREFIXES:
        return None
    for phrase in _DENIALS:
        if _starts(norms, phrase) and len(tokens) > len(phrase):
            return Denied(frame(tokens[len(phrase) :], depth + 1), f"negation: {' '.join(phrase)}")
    for phrase in _AFFIRMATIONS:
        if _starts(norms, phrase) and len(tokens) > len(phrase):
            return frame(tokens[len(phrase) :], depth + 1)
    return None


def _both(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    for phrase in _IFF:
        place = _find(norms, phrase, 0)
        if place < 0:
            continue
        left, right = trim(tokens[:place]), trim(tokens[place + len(phrase) :])
        if place == 0:
            split = border(right)
            if split is None:
                return None
            left, right = split
        if left and right:
            return Both(frame(left, depth + 1), frame(right, depth + 1), f"{' '.join(phrase)}: both ways")
    return None


def _only_if(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    for phrase in (("only", "if"), ("only", "when"), ("only", "provided", "that")):
        place = _find(norms, phrase, 0)
        if place < 0:
            continue
        if place == 0:
            rest = tokens[len(phrase) :]
            comma = next((n for n, t in enumerate(rest) if t.text == ","), None)
            if comma is None:
                comma = next(
                    (n for n, t in enumerate(rest) if n > 1 and t.norm in w.DO | w.FUTURE | set(w.MODALS)),
                    None,
                )
            if comma is None:
                return Broken(f"no consequence is found after `{' '.join(phrase)}`", tokens)
            condition, consequence = rest[:comma], rest[comma:]
        else:
            condition, consequence = tokens[place + len(phrase) :], tokens[:place]
        condition, consequence = trim(condition), trim(consequence)
        if not condition or not consequence:
            return Broken(f"`{' '.join(phrase)}` lacks a side", tokens)
        return When(
            frame(consequence, depth + 1),
            frame(condition, depth + 1),
            f"{' '.join(phrase)}: what it needs",
            tokens,
        )
    return None


def _leading(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    if norms[0] == "unless":
        return _conditional(tokens, 1, "unless: if not", depth, denied=True)
    if norms[0] == "even" and norms[1:2] == ["if"]:
        return _conditional(tokens, 2, "even if", depth)
    if norms[0] == "should" and len(norms) > 3 and "," in norms:
        return _conditional(tokens, 1, "should: if", depth)
    for phrase in _LEADING:
        if _starts(norms, phrase):
            skip = len(phrase)
            while phrase == ("if",) and norms[skip : skip + 1] == ["if"]:
                skip += 1
            node = _conditional(tokens, skip, _cue(phrase), depth)
            # `In case of fire, ...`, `Once a year, ...`: other markers also open what is no clause.
            return node if phrase == ("if",) or _conditions_are_clauses(node) else None
    return None


def _cue(phrase: tuple[str, ...]) -> str:
    """Return what the trace says of a marker: nothing of the plain `if`."""
    return "" if phrase == ("if",) else f"{' '.join(phrase)}: if"


def _conditions_are_clauses(node: Node) -> bool:
    match node:
        case When(Plain(tokens)):
            return tokens[0].norm not in w.PREPOSITIONS and read_clause(tokens).has_verb
        case Choice(readings):
            return any(_conditions_are_clauses(reading) for reading in readings)
        case _:
            return True


def _conditional(tokens: Tokens, skip: int, cue: str, depth: int, *, denied: bool = False) -> Node:
    marker = " ".join(token.norm for token in tokens[: min(skip, _LONGEST_MARKER)])
    rest = trim(tokens[skip:])
    if not rest:
        return Broken(f"`{marker}` has no condition", tokens)
    if rest[0].norm in ("so", "not") and len(rest) > 1 and rest[1].text in (",", "then"):
        return Broken(f"`{marker} {rest[0].norm}` refers back to another sentence", tokens)
    readings: list[Node] = []
    for condition, after in borders(rest):
        consequence, other = _otherwise(after)
        readings.append(
            When(
                frame(condition, depth + 1),
                frame(consequence, depth + 1),
                "; ".join(filter(None, (cue, "" if other is None else "otherwise: if not"))),
                tokens,
                denied,
                None if other is None else frame(other, depth + 1),
            )
        )
    if not readings:
        return Broken(f"no consequence is found after `{marker}`", tokens)
    return readings[0] if len(readings) == 1 else Choice(tuple(readings))


def _otherwise(tokens: Tokens) -> tuple[Tokens, Tokens | None]:
    norms = [token.norm for token in tokens]
    for phrase in (("otherwise",), ("or", "else"), ("else",)):
        place = _find(norms, phrase, 1)
        if place > 0 and (first := trim(tokens[:place])) and (second := trim(tokens[place + len(phrase) :])):
            return first, second
    return tokens, None


def _inside(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    place = _find(norms, ("unless",))
    if 0 < place < len(tokens) - 1 and (left := trim(tokens[:place])):
        return When(
            frame(tokens[place + 1 :], depth + 1),
            frame(left, depth + 1),
            "unless: if not",
            tokens,
            denied_if=True,
        )
    for phrase in _INSIDE:
        place = _find(norms, phrase)
        if place < 0:
            continue
        if phrase == ("if",) and (norms[place - 1] in ("as", "what") or _asks(norms, place)):
            continue
        even = norms[place - 1] == "even"
        condition, consequence = trim(tokens[place + len(phrase) :]), trim(tokens[: place - even])
        if not condition:
            return Broken(f"`{' '.join(phrase)}` has no condition", tokens)
        if not consequence or (
            phrase == ("if",) and norms[place + 1 : place + 2] == ["not"] and len(condition) == 1
        ):
            continue
        condition = condition[1:] if condition[0].norm == "then" else condition
        return When(
            frame(condition, depth + 1),
            frame(consequence, depth + 1),
            "even if" if even else _cue(phrase),
            tokens,
        )
    return None


def _asks(norms: list[str], place: int) -> bool:
    """Return whether `if` opens an embedded question: `Mary asks (John) if he sings`."""
    if norms[place - 1] == ",":
        return False
    return any(
        read in QUESTION_TAKERS or read.rstrip("sd") in QUESTION_TAKERS
        for read in norms[max(0, place - 3) : place]
    )


def _says_something(tokens: Tokens) -> bool:
    """Return whether words make a clause, or stand for one as `p` does."""
    return has_verb(tokens) or (len(tokens) == 1 and len(tokens[0].norm) == 1)


def _implies(tokens: Tokens, norms: list[str], depth: int) -> Node | None:
    for place in range(1, len(norms) - 1):
        if norms[place] in _IMPLIES:
            left, right = trim(tokens[:place]), trim(tokens[place + 1 :])
            marked = bool(right) and right[0].norm == "that"
            left = left[1:] if left and left[0].norm == "that" and len(left) > 2 else left
            right = trim(right[1:]) if marked else right
            if not left or not right:
                return None
            if _says_something(left) and (marked or _says_something(right)):
                return When(frame(left, depth + 1), frame(right, depth + 1), f"{norms[place]}: if", tokens)
    return None
