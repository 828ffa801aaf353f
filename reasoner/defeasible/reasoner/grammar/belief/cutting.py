"""Splits a text into sentences, and a sentence at `if ... then`, before its parts are analysed.

Each part is analysed by itself, so that a clause is parsed in the same way wherever it stands. The cuts are
at closed-class words; where a condition ends without `then`, the analysis of the sentence decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.closed import (
    ADVERBS,
    ARTICLES,
    HELPERS,
    INDEFINITE,
    NEGATORS,
    PREPOSITIONS,
    PRONOUNS,
    QUANTIFIERS,
    TIMES,
    WHEN,
)
from defeasible.reasoner.english.connectives import conditional_at
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set
from defeasible.reasoner.grammar.belief.asides import told_beside, without_asides
from defeasible.reasoner.grammar.belief.lists import JOINTS
from defeasible.reasoner.grammar.belief.wording import find, starts, tag, trim
from defeasible.reasoner.grammar.tokens import Token, Tokens

LONGEST_SENTENCE = 300
"""Maximum number of words and marks in a sentence; a longer one is not read."""
_CACHE = 8192
"""Number of texts whose cut is cached: an evaluation cuts each twice, before the batch and in its turn."""
_DEPTH = 4
_LONGEST_CONDITION = 6  # sentences between `if` and `then`
_QUOTES = frozenset('"“”')
_ENDS = frozenset({".", ";", "!", "?", "\u3002"})
_DATA = read_toml("defeasible.reasoner.grammar.belief", "cutting.toml")
_BOTH_WAYS, _DENIALS, _AFFIRMATIONS, _UNTOLD = (
    phrases(_DATA[key]) for key in ("both_ways", "denials", "affirmations", "untold")
)
_IMPLIES = frozenset(words[0] for words in phrases(_DATA["implies"]))
_UNCLEAR, _IMPERSONAL = word_set(_DATA["unclear"]), word_set(_DATA["impersonal"])
_LEADS = word_set(_DATA["leads"])
_NO_LEADS = (*map(list, phrases(_DATA["no_leads"])), *(["so", helper] for helper in sorted(HELPERS)))
"""Words that open with a lead and say more: `but for`, `so did`."""
_ECHOES = frozenset({"so", "neither", "nor"})
_AS_WELL = (["too"], ["also"], ["either"], ["as", "well"], ["as well"])
_ALONE = {pronoun.id for pronoun in PRONOUNS.values()} - {"one", "this", "these"}
"""Personal pronouns, each a whole subject: `nor does she eat fish` is not an echo."""
_LONGEST_UNTOLD, _LONGEST_ECHO, _SHORTEST_ECHO = 12, 5, 4
_OFTEN = frozenset({"every", "most"})


@dataclass(frozen=True, slots=True)
class Part:
    """A sequence of words that is analysed."""

    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Cut:
    """A sentence cut in two: `if`, `unless`, `only if`, `otherwise`, or `both` ways."""

    kind: str
    left: Shape
    right: Shape
    cue: str


@dataclass(frozen=True, slots=True)
class Prefixed:
    """A sentence after a prefix that denies it, affirms it, or leaves it undecided."""

    kind: str
    of: Shape | None
    cue: str


@dataclass(frozen=True, slots=True)
class Several:
    """Sentences that form one condition or consequence."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A sentence with an unclosed construction."""

    reason: str
    tokens: Tokens


@dataclass(frozen=True, slots=True)
class Echo:
    """A clause that applies the predicate of the first to another subject: `and so does Bob`."""

    of: Part
    subject: Tokens
    denied: bool
    helper: str


Shape: TypeAlias = Echo | Part | Cut | Prefixed | Several | Unreadable


@lru_cache(maxsize=_CACHE)
def sentences(tokens: Tokens) -> tuple[Tokens, ...]:
    """Split a text at full stops, except inside quotes and inside the condition of `If A. B., then C`."""
    pieces: list[list[Token]] = [[]]
    quoted, closed = False, sum(t.text in _QUOTES for t in tokens) % 2 == 0
    for place, token in enumerate(tokens):
        quoted ^= closed and token.text in _QUOTES
        pieces[-1].append(token)
        if token.text in _ENDS and not quoted and not _goes_on(pieces[-1], tokens[place + 1 : place + 3]):
            pieces.append([])
    said = (piece for whole in pieces for piece in told_beside(whole) if any(t.is_word for t in piece))
    kept = [part for piece in said for part in _conditionals_joined(piece)]
    merged: list[Tokens] = []
    while kept:
        size = _length_of_condition(kept)
        merged.append(tuple(chain.from_iterable(kept[:size])))
        kept = kept[size:]
    return tuple(merged)


def _goes_on(piece: Sequence[Token], after: Sequence[Token]) -> bool:
    """Return whether a sentence goes on after a mark that may end it: `p; or q`, `If p, q. If not, r`."""
    behind = [token.norm for token in after]
    if piece[-1].text == ";" and behind and behind[0] in {"otherwise", "or", "nor", "neither"}:
        return True
    refers_back = behind[:1] == ["otherwise"] or behind == ["if", "not"]
    return refers_back and conditional_at([t.norm for t in piece[:_LONGEST_ECHO]], 0)[0] > 0


def _conditionals_joined(part: list[Token]) -> Iterator[Tokens]:
    """Split `if p then q, and if r then s` in two."""
    norms = [token.norm for token in part]
    start = 0
    for n in range(1, len(norms) - 1):
        joined = norms[n] in {"and", "but"} and norms[n + 1] in ("if", "unless", "when", "whenever")
        if joined and norms[start] == "if" and "then" in norms[start:n]:
            yield tuple(part[start:n])
            start = n + 1
    yield tuple(part[start:])


def _length_of_condition(kept: list[Tokens]) -> int:
    """Return the number of sentences up to the `then` of an `if` that opens the first; 1 without both."""
    near = kept[: _LONGEST_CONDITION + 1] if kept[0][0].norm == "if" else []
    ends = (n for n, piece in enumerate(near, 1) if any(token.norm == "then" for token in piece))
    return next(ends, 1)


@lru_cache(maxsize=_CACHE)
def cut(tokens: Tokens, depth: int = 0) -> Shape:
    """Return the shape of one sentence."""
    if len(tokens) > LONGEST_SENTENCE:
        return Unreadable(f"a sentence of {len(tokens)} words; at most {LONGEST_SENTENCE} are read", tokens)
    whole, tokens = tokens, without_asides(trim(tokens[: tag(tokens)]))
    norms = [token.norm for token in tokens]
    while len(tokens) > 1 and norms[0] in _LEADS and depth == 0 and norms[:2] not in _NO_LEADS:
        tokens = trim(tokens[1:])
        norms = [token.norm for token in tokens]
    if not tokens:
        return Unreadable("there are no words", whole)
    if depth > _DEPTH:
        return Part(tokens)
    found = (
        (_unclear(tokens, norms) if depth == 0 else None)
        or _prefixed(tokens, norms, depth)
        or _both(tokens, norms, depth)
        or _otherwise(tokens, norms, depth)
        or _leading(tokens, norms, depth)
        or _implied(tokens, norms, depth)
        or _inside(tokens, norms, depth)
        or _echoed(tokens, norms)
        or _echoed_behind(tokens, norms)
        or _but_not(tokens, norms)
        or _let_alone(tokens, norms)
    )
    if found is not None or not depth or len(pieces := sentences(tokens)) < 2:
        return found or Part(tokens)
    return Several(tuple(cut(trim(piece), depth + 1) for piece in pieces))


def _two(kind: str, left: Tokens, right: Tokens, depth: int, cue: str) -> Cut | None:
    """Return a sentence cut in two if both sides have words."""
    if not trim(left) or not trim(right):
        return None
    return Cut(kind, cut(left, depth + 1), cut(right, depth + 1), cue)


def _unclear(tokens: Tokens, norms: list[str]) -> Shape | None:
    head = norms[:_LONGEST_UNTOLD]
    cue = next((word for word in head if word in _UNCLEAR), "")
    cue = cue or next((" ".join(p) for p in _UNTOLD if find(head, p) >= 0), "")
    opener = next((n for n, norm in enumerate(norms) if n and norm in ("whether", "if", "that")), len(norms))
    own = cue.split()
    if not cue or any(n not in _IMPERSONAL and n not in own and n.isalpha() for n in norms[:opener]):
        return None
    rest = trim(tokens[opener + 1 :])
    return Prefixed("unclear", cut(rest, 1) if rest else None, cue)


def _prefixed(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    for kind, table in (("denied", _DENIALS), ("affirmed", _AFFIRMATIONS)):
        for phrase in table:
            if starts(norms, phrase) and len(tokens) > len(phrase):
                return Prefixed(kind, cut(tokens[len(phrase) :], depth + 1), f"negation: {' '.join(phrase)}")
    return None


def _both(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    for phrase in _BOTH_WAYS:
        place = find(norms, phrase)
        left, right = tokens[: max(place, 0)], trim(tokens[place + len(phrase) :])
        if place == 0:
            comma = next((n for n, token in enumerate(right) if token.text == ","), 0)
            left, right = right[:comma], right[comma:]
        if place >= 0 and (found := _two("both", left, right, depth, f"{' '.join(phrase)}: both ways")):
            return found
    return None


def _leading(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    """Cut `if p then q` at `then`, and report a missing condition or consequence."""
    length, kind = conditional_at(norms, 0)
    if not length:
        ends = ((n, conditional_at(norms[-n:], 0)) for n in (2, 1) if len(norms) > n)
        last = next((kind for n, (size, kind) in ends if size == n), "")
        if last == "only if":
            return Unreadable("`only if` lacks a side", tokens)
        if last and norms[-1] in {"if", "unless"}:
            return Unreadable(f"`{norms[-1]}` has no condition", tokens)
        return None
    marker = " ".join(norms[:length])
    while kind == "if" and norms[length : length + 1] == ["if"]:
        length += 1
    rest = trim(tokens[length:])
    if not rest:
        return Unreadable(f"`{marker}` has no condition", tokens)
    if rest[0].norm in ("so", "not") and len(rest) > 1 and rest[1].text in (",", "then"):
        return Unreadable(f"`{marker} {rest[0].norm}` refers back to another sentence", tokens)
    then = next((n for n, token in enumerate(rest) if token.norm == "then" and n), None)
    for n in range(2, len(rest) - 2):
        if rest[n].norm in _ECHOES and (rest[n - 1].text == "," or n - 1 == then):
            same = echo_of(Part(trim(rest[: n - 1])), trim(rest[n:]))
            if same is not None:  # `if Ann comes, so will Bob`
                return Cut(kind, same.of, same, cue_of(kind, marker))
    if then is None:
        return None
    found = _two(kind, rest[:then], rest[then + 1 :], depth, cue_of(kind, marker))
    return found or Unreadable(f"no consequence is found after `{marker}`", tokens)


def cue_of(kind: str, marker: str) -> str:
    """Return how a conditional was read, for the trace; an empty string for a plain `if`."""
    if kind == "if" and marker == "if":
        return ""
    return "unless: if not" if kind == "unless" else f"{marker}: if"


def _echoing(norms: list[str]) -> tuple[int, bool]:
    """Return the place of the auxiliary of `Bob did too`, 0 if there is none, and whether it is denied."""
    last = next((n for n in range(1, len(norms)) if norms[n:] in _AS_WELL), len(norms))
    last -= norms[last - 1] == ","  # `Bob did, too`
    denied = norms[last - 1] == "not"
    place = last - 1 - denied
    echoes = (denied or last < len(norms)) and place > 0 and norms[place] in HELPERS
    return (place, denied) if echoes else (0, False)


def _echoed_behind(tokens: Tokens, norms: list[str]) -> Shape | None:
    """Cut `p, and Bob did too`, `p, but Bob did not`."""
    place, denied = _echoing(norms)
    if place < _SHORTEST_ECHO:
        return None
    for n in range(place - 2, max(place - 1 - _LONGEST_ECHO, 1), -1):  # at least a word of its own
        if norms[n] in {"and", "but"} and norms[n + 1] not in _ALONE:
            return Echo(Part(trim(tokens[:n])), tokens[n + 1 : place], denied, norms[place])
    return None


def echo_of(before: Part, tokens: Tokens) -> Echo | None:
    """Return `so does Bob`, `Bob doesn't either` as an echo of the sentence before it; None for others."""
    norms = [t.norm for t in tokens]
    if len(norms) > _LONGEST_ECHO + 2 or {norms[0], *norms[2:3]} & _ALONE:
        return None
    if norms[0] in _ECHOES and norms[2:] and norms[1] in HELPERS:
        known = norms[2] in ARTICLES - INDEFINITE or norms[2] in PRONOUNS or tokens[2].text.istitle()
        if not known:  # `Neither is ready.`
            return None
        return Echo(before, tokens[2:], norms[0] != "so", norms[1])
    place, denied = _echoing(norms)
    plain = place and norms[place + 1 + denied :]  # `Bob did not` alone is an ellipsis
    return Echo(before, tokens[:place], denied, norms[place]) if plain else None


def _but_not(tokens: Tokens, norms: list[str]) -> Shape | None:
    """Cut `p usually, but not today`: p usually, and not p today."""
    place = find(norms, ("but", "not"))
    said, when = trim(tokens[: max(place, 0)]), tokens[place + 2 :]
    if len(said) < 2 or not 0 < len(when) <= _LONGEST_ECHO or not NEGATORS.keys().isdisjoint(norms[:place]):
        return None
    first = when[0].norm
    led = first in PREPOSITIONS and first not in norms[:place]
    if not (led or first in WHEN or first in ADVERBS or is_ly_adverb(first)):
        return None
    each = {n for n in range(1, place) if norms[n] in TIMES and QUANTIFIERS.get(norms[n - 1]) in _OFTEN}
    gone = each | {n - 1 for n in each} | {n for n in range(place) if ADVERBS.get(norms[n]) == "frequency"}
    bare = tuple(t for n, t in enumerate(said) if n not in gone)
    return Several((Part(said), Prefixed("denied", Part((*bare, *when)), "but not")))


def _let_alone(tokens: Tokens, norms: list[str]) -> Shape | None:
    """Leave out what is less likely still: `cannot boil an egg, let alone cook a meal`."""
    place = find(norms, ("let", "alone"))
    return Part(trim(tokens[:place])) if place > 1 else None


def _inside(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    """Cut `p provided that q`, whose connective the parser may read as a verb."""
    for n in range(2, len(norms) - 2):
        length, kind = conditional_at(norms, n)
        after = norms[n + length] if n + length < len(norms) else ""
        opened = kind == "provided" and after in PRONOUNS and after != "that"
        if (length > 1 and norms[n + length - 1] == "that") or (length == 1 and opened):
            cue = f"{' '.join(norms[n : n + length])}: if"
            return _two(kind, tokens[n + length :], tokens[:n], depth, cue)
    return None


def _otherwise(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    """Cut `p; otherwise q`, `p or else q`, `if p, q, otherwise r`, `if p, q; if not, r`."""
    for n in range(2, len(norms) - 1):
        else_ = norms[n : n + 2] == ["or", "else"] or norms[n : n + 3] == ["if", "not", ","]
        size = 2 if else_ else int(norms[n] == "otherwise")
        marked = norms[n - 1] in {",", ";", ".", "and", "because"} or "then" in norms[:n] or size > 1
        if size and (marked or norms[n + 1] in PRONOUNS or norms[n + 1] in ARTICLES):
            last = n - (norms[n - 1] in {"and", "because"})
            return _two("otherwise", tokens[:last], tokens[n + size :], depth, "otherwise: if not")
    return None


def _echoed(tokens: Tokens, norms: list[str]) -> Shape | None:
    """Cut `p, and so does Bob`, `p; nor can her cousin`."""
    for n in range(2, len(norms) - 2):
        echo = norms[n] in _ECHOES and (norms[n - 1] in {"and", "but", ",", ";", "."} or norms[n] == "nor")
        noun = norms[n + 2] in ARTICLES or norms[n + 2] in PRONOUNS or tokens[n + 2].text[:1].isupper()
        echo = echo or (norms[n - 1 : n + 1] == [",", "as"] and noun)
        if not echo or norms[n + 1] not in HELPERS | {"'s"}:
            continue
        behind = tuple(t._replace(norm=t.norm.rstrip(".")) for t in trim(tokens[n + 2 :]))
        if 0 < len(behind) <= _LONGEST_ECHO and (len(behind) == 1 or behind[0].norm not in _ALONE):
            before = tokens[: n - 1] if norms[n - 1] in {"and", "but"} else tokens[:n]
            return Echo(Part(trim(before)), behind, norms[n] not in {"so", "as"}, norms[n + 1])
    return None


def _implied(tokens: Tokens, norms: list[str], depth: int) -> Shape | None:
    for place in range(2, len(norms) - 2):
        if norms[place] in _IMPLIES and norms[place + 1] == "that":
            first = int(norms[0] == "that")
            return _two("if", tokens[first:place], tokens[place + 2 :], depth, f"{norms[place]}: if")
    return None


def parts_of(shape: Shape | None) -> Iterator[Part]:
    """Yield the parts of a shape that are analysed."""
    match shape:
        case Part():
            yield shape
        case Echo(of, _, _, _) | Prefixed(_, of, _):
            yield from parts_of(of)
        case Cut(_, left, right, _):
            yield from (*parts_of(left), *parts_of(right))
        case Several(parts):
            for part in parts:
                yield from parts_of(part)
        case _:
            return


def joints(norms: Sequence[str]) -> list[int]:
    """Return the places of words that may join two clauses: not of `so that`, which may give a purpose."""
    return [n for n, norm in enumerate(norms) if norm in JOINTS and norms[n + 1 : n + 2] != ["that"]]
