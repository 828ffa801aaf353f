"""Asides: what a sentence says without its parentheticals, and the clauses in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.closed import HELPERS, PRONOUNS
from defeasible.reasoner.english.connectives import conditional_at
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set
from defeasible.reasoner.grammar.belief.wording import starts, trim
from defeasible.reasoner.grammar.tokens import Token, Tokens

_CACHE = 8192
_DATA = read_toml("defeasible.reasoner.grammar.belief", "cutting.toml")
_ASIDES, _OPENERS, _INDIFFERENT = (phrases(_DATA[key]) for key in ("asides", "openers", "indifferent"))
_ENDING = [(",", *p) if is_ly_adverb(p[-1]) else p for p in _ASIDES]  # not `spoke sadly`
_CLOSING = {one[-1]: [p for p in _ENDING if p[-1] == one[-1]] for one in _ENDING}
_OPENING = {one[0]: [p for p in _ASIDES + _OPENERS if p[0] == one[0]] for one in _ASIDES + _OPENERS}
_LABELS, _BREAKS = word_set(_DATA["labels"]), frozenset({",", ":", ";"})
_LONGEST = 6
"""Most words of `as he does`."""

_SHORT = 3
"""Most words of `both of them` at the end of a sentence."""


@lru_cache(maxsize=_CACHE)
def without_asides(tokens: Tokens) -> Tokens:
    """Drop parentheticals without content at either end: `as it happens`, `after all`."""
    norms = [token.norm for token in tokens]
    colon = next((n for n in (1, 2) if norms[n : n + 1] == [":"]), 0)
    if colon and (norms[colon - 1] in _LABELS or (colon == 1 and tokens[0].text.isupper())):
        return without_asides(trim(tokens[colon + 1 :]))  # `NOTICE: no dogs are allowed`, `House rule: ...`
    commas = [n for n, norm in enumerate(norms) if norm == ","]
    for first, last in pairwise(commas):
        inside = norms[first + 1 : last]
        does = 2 < len(inside) <= _LONGEST and inside[0] == "as" and inside[1] in PRONOUNS
        if tuple(inside) in _ASIDES or (does and any(norm in HELPERS for norm in inside[2:])):
            opens = conditional_at(norms, 0)[0] and commas[0] == first  # its comma stays
            return without_asides(tokens[:first] + tokens[last + (not opens) :])
    for n in (n for n in range(1, len(norms) - 2) if norms[n : n + 2] == ["not", "even"]):
        if conditional_at(norms, n + 1)[1] == "even if":  # `she will not sing, not even if he begs`
            return without_asides(tokens[:n] + tokens[n + 1 :])
    ends = [n for n, norm in enumerate(norms) if norm in _BREAKS]
    how = norms[:1] == ["however"] and norms[1:2] != [","]  # `however hard he tries, he fails`
    if ends[:1] and (how or any(starts(norms, phrase) for phrase in _INDIFFERENT)):
        return without_asides(trim(tokens[ends[0] + 1 :]))
    for n in (n + 1 for n in ends if any(starts(norms, phrase, n + 1) for phrase in _INDIFFERENT)):
        last = next((m for m in ends if m > n), len(tokens))
        return without_asides(tokens[: n - 1] + tokens[last:])
    for phrase in _CLOSING.get(norms[-1], ()) if norms else ():
        if len(norms) > len(phrase) + 1 and norms[-len(phrase) :] == list(phrase):
            return without_asides(trim(tokens[: -len(phrase)]))
    for phrase in _OPENING.get(norms[0], ()) if norms else ():
        if norms[: len(phrase) + 1] == [*phrase, ","] and len(norms) > len(phrase) + 1:
            return without_asides(trim(tokens[len(phrase) :]))
    return _with_bare_both(tokens, norms)


def _with_bare_both(tokens: Tokens, norms: list[str]) -> Tokens:
    """Return `but not in both places`, `but not both of them` as `but not both`."""
    for n in (n for n in range(len(norms) - 2) if norms[n : n + 2] == ["but", "not"]):
        both = next((m for m in (n + 2, n + 3) if norms[m : m + 1] == ["both"]), None)
        if both is not None and len(norms) - both <= _SHORT:
            return tokens[: n + 2] + tokens[both : both + 1]
    return tokens


def told_beside(part: list[Token]) -> Iterator[list[Token]]:
    """Split `Ann (she is from Hull) sings` into what it says and the clause in parentheses."""
    marks = [n for n, token in enumerate(part) if token.text in {"(", ")"}]
    opens, closes = marks if [part[n].text for n in marks] == ["(", ")"] else (0, 0)
    if opens and part[opens + 1].norm in PRONOUNS and closes > opens + 2:
        yield part[:opens] + part[closes + 1 :]
        yield part[opens + 1 : closes]
    else:
        yield part
