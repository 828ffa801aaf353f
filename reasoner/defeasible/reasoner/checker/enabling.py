"""The shipped lexicons' evidence on roles, computed again from their data.

The checker compares who claims which role with what weight, but not the wording of reasons.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from defeasible.reasoner.checker.formulas import names_in
from defeasible.reasoner.commonsense.clauses import (
    BE,
    DEFINITE,
    DETERMINERS,
    HAVE,
    INDEFINITE,
    MODALS,
    OBLIGED,
    PRONOUNS,
)
from defeasible.reasoner.commonsense.roles import CUES_A_SIDE, GRADES, LONG, PLAIN, SHORT, STRONG, WEAK
from defeasible.reasoner.english.adverbs import NO_ADVERB, SHORTEST_ADVERB
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.english.stems import SHORTEST_LIGHT, SUFFIXES
from defeasible.reasoner.english.verbs import BASE_OF, PARTICIPLES, UNINFLECTED
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Role
from defeasible.reasoner.logic import And, Atom, Iff, Implies, Not, Or

if TYPE_CHECKING:
    from collections.abc import Mapping

    from defeasible.reasoner.logic import FormulaNode

Signal: TypeAlias = "tuple[Role, float, str]"
"""The claimed role, its weight in nats, and the source."""
Claims: TypeAlias = "dict[str, tuple[Role, float]]"
PREFIX = "lexicon:"
"""Prefix of the names of the package's own lexicons."""
_PACKAGE = "defeasible.reasoner.commonsense"


def role_evidence(
    earlier: FormulaNode, later: FormulaNode, consequent: FormulaNode, glosses: Mapping[str, str]
) -> tuple[Claims, Claims]:
    """Return the lexicons' claims about a later condition relative to an earlier one.

    Args:
        earlier: The earlier condition.
        later: The later condition.
        consequent: Their common consequent.
        glosses: The glosses of atoms.

    Returns:
        The role and weight, in nats, that each lexicon claims, by its name: without and with the optional
        weight of length.
    """
    return _evidence(_text(earlier, glosses), _text(later, glosses), _text(consequent, glosses))


def _text(formula: FormulaNode, glosses: Mapping[str, str]) -> str:
    if isinstance(formula, Atom):
        return glosses.get(formula.name, "")
    said = [glosses.get(name, "") for name in dict.fromkeys(names_in(formula))]
    return " and ".join(said) + (" not" if _denies(formula) else "")


def _denies(formula: FormulaNode) -> bool:
    if isinstance(formula, Not):
        return True
    if isinstance(formula, And | Or):
        return any(_denies(part) for part in formula.args)
    if isinstance(formula, Implies):
        return _denies(formula.if_) or _denies(formula.then)
    return isinstance(formula, Iff) and (_denies(formula.left) or _denies(formula.right))


@lru_cache(maxsize=4096)
def _evidence(p: str, r: str, q: str) -> tuple[Claims, Claims]:
    first, said, goal = _clause(p), _clause(r), _clause(q)
    found = [cue for cue in _cues() if cue.words & set(said.stems) or cue.pairs & set(pairwise(said.stems))]
    required, other = Role.REQUIREMENT, Role.ALTERNATIVE
    enabling = any(cue.role is required and cue.weight == STRONG for cue in found)
    signals: list[Signal] = [(required, WEAK, "prior")]
    for role in (required, other):
        ranked = sorted((cue for cue in found if cue.role is role), key=lambda cue: -cue.weight)
        signals += [(role, cue.weight, f"cue.{cue.name}") for cue in ranked[:CUES_A_SIDE]]

    shared = said.content & first.content
    tied = (said.content & goal.content) - shared
    if shared:
        signals.append((required, STRONG, "tie.p"))
    if tied:
        signals.append((required, PLAIN, "tie.q"))
    if not shared and not tied:
        if said.topics & (first.topics | goal.topics):
            signals.append((required, WEAK, "tie.topic"))
        elif not enabling:
            signals.append((other, STRONG, "tie.none"))

    known = {*first.stems, *goal.stems}
    if said.begins == "indefinite" and said.subject.isdisjoint(known) and not enabling:
        signals.append((other, STRONG, "agent.new"))
    after = dict(enumerate(said.lower[:-1]))
    if "the" in after.values():
        signals.append((required, WEAK, "status.given"))
    if not {"a", "an"}.isdisjoint(after.values()):
        signals.append((other, WEAK, "status.new"))
    signals += _shape(said, goal, enabling=enabling)

    length: list[Signal] = []
    if len(said.lower) >= LONG:
        length.append((required, STRONG, "length"))
    elif len(said.lower) <= SHORT:
        length.append((other, STRONG, "length"))
    return _named(signals), _named(signals + length)


def _shape(said: _Clause, goal: _Clause, *, enabling: bool) -> list[Signal]:
    """Return the signals from the shape of a clause: duty, possession, state, event, manner, a list."""
    signals: list[Signal] = []
    have = said.have
    state = have == "perfect" or not BE.isdisjoint(said.lower)
    full = _list("complete")
    manner = any(word in full or _adverb(word) for word in said.lower)
    if have == "duty":
        signals.append((Role.ALTERNATIVE, STRONG, "shape.duty"))
    elif have == "possession":
        signals.append((Role.REQUIREMENT, PLAIN, "shape.have"))
    elif state:
        signals.append((Role.REQUIREMENT, PLAIN, "shape.state"))
    elif not manner and not enabling:
        signals.append((Role.ALTERNATIVE, PLAIN, "shape.event"))
    if manner:
        signals.append((Role.REQUIREMENT, PLAIN, "shape.manner"))
    if "and" in said.lower[2:]:
        signals.append((Role.REQUIREMENT, PLAIN, "shape.and"))
    if not MODALS.isdisjoint(goal.lower) and (have == "possession" or state):
        signals.append((Role.REQUIREMENT, WEAK, "shape.can"))
    return signals


def _named(signals: list[Signal]) -> Claims:
    return {PREFIX + source: (role, weight) for role, weight, source in signals}


# --- clauses ----------------------------------------------------------------------------------------------


class _Clause(NamedTuple):
    lower: list[str]
    """Its words in lower case."""
    stems: list[str]
    content: set[str]
    """Stems of its content words."""
    topics: set[str]
    begins: str
    """The kind of its first words: `person`, `definite`, `indefinite` or something else."""
    subject: set[str]
    """Stems of these words."""
    have: str
    """The kind of its first *have*: `duty`, `possession`, `perfect`; empty without one."""


@lru_cache(maxsize=4096)
def _clause(text: str) -> _Clause:
    words = re.findall(r"[A-Za-z][A-Za-z-]*(?:'[a-z]+)?|\d+", text)
    lower, stems = [word.lower() for word in words], [stem(word) for word in words]
    empty = _list("function") | _list("light")
    content = {
        root
        for word, plain, root in zip(words, lower, stems, strict=True)
        if plain not in empty and not _name(word, root) and not plain.isdigit()
    }
    topics = {topic for root in content for topic in _topics().get(root, ())}
    begins, count = "", 0
    if words:
        named = _name(words[0], stems[0]) and lower[0] not in _list("function")
        kinds = {"definite": DEFINITE, "indefinite": INDEFINITE}
        kind = next((kind for kind, known in kinds.items() if lower[0] in known), "other")
        begins = "person" if lower[0] in PRONOUNS or named else kind
        count = 2 if lower[0] in DETERMINERS else 1
    subject = {
        root for plain, root in zip(lower[:count], stems, strict=False) if plain not in _list("function")
    }
    return _Clause(lower, stems, content, topics, begins, subject, _have(lower))


def _have(words: list[str]) -> str:
    at = next((n for n, word in enumerate(words) if word in OBLIGED or word in HAVE), None)
    if at is None:
        return ""
    if words[at] in OBLIGED:
        return "duty"
    rest = words[at + 1 :]
    if not rest:
        return ""
    # `has to go`, `has an essay to finish`: the first *to* comes first, or just before the last word.
    if "to" in rest and (rest[0] == "to" or rest.index("to") == len(rest) - 2):
        return "duty"
    return "perfect" if _participle(rest[0]) else "possession"


def _participle(word: str) -> bool:
    regular = word[-2:] == "ed" and len(word) > 3 and word not in UNINFLECTED
    return regular or word in PARTICIPLES


def _adverb(word: str) -> bool:
    known = word in NO_ADVERB or word in _list("not_manner")
    return word[-2:] == "ly" and len(word) >= SHORTEST_ADVERB and not known


def _name(word: str, root: str) -> bool:
    return word[0].isupper() and root not in _topics()


# --- lexicons ---------------------------------------------------------------------------------------------


class _Cue(NamedTuple):
    name: str
    role: Role
    weight: float
    words: set[str]
    pairs: set[tuple[str, str]]


@cache
def _cues() -> list[_Cue]:
    found = []
    for row in read_toml(_PACKAGE, "roles.toml")["cue"]:
        split = [[stem(part) for part in word.split("_", 1)] for word in row["words"].split()]
        words = {parts[0] for parts in split if len(parts) == 1}
        pairs = {(parts[0], parts[1]) for parts in split if len(parts) == 2}
        found.append(_Cue(row["name"], Role(row["role"]), GRADES[row["grade"]], words, pairs))
    return found


@cache
def _topics() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for topic, words in read_toml(_PACKAGE, "topics.toml")["field"].items():
        for word in words.split():
            found.setdefault(stem(word), set()).add(topic)
    return found


@cache
def _list(name: str) -> set[str]:
    return set(read_toml(_PACKAGE, "words.toml")[name].split())


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of a word: without inflection and the commonest derivational endings."""
    plain = word.lower()
    plain = plain[:-2] if plain.endswith("'s") else plain
    plain = BASE_OF.get(plain) or PLURALS.get(plain) or plain
    suffix = next((ending for ending in SUFFIXES if _ends(plain, ending)), None)
    if suffix is not None:
        plain = plain[: len(plain) - len(suffix)] + SUFFIXES[suffix]
        if suffix in ("ing", "ings", "ed"):
            doubled = plain[-1] == plain[-2] and plain[-1] not in "lsz"
            plain = plain[:-1] if doubled else plain + "e" * _one_syllable(plain)
    if len(plain) <= SHORTEST_LIGHT:
        return plain
    if plain[-1] == "e" and not _one_syllable(plain[:-1]):
        return plain[:-1]
    return plain[:-1] + "i" if plain[-1] == "y" else plain


def _ends(word: str, suffix: str) -> bool:
    if not word.endswith(suffix) or len(word) - len(suffix) + len(SUFFIXES[suffix]) < SHORTEST_LIGHT:
        return False
    return suffix != "s" or word[-2:] not in ("ss", "us", "is")


def _one_syllable(word: str) -> bool:
    """Whether a word is consonants, one vowel and one consonant that is not silent: `car`, `writ`."""
    onset = len(word) - 2
    return (
        len(word) > 1
        and not any(letter in "aeiou" for letter in word[:onset])
        and word[onset] in "aeiouy"
        and word[-1] not in "aeiouwxy"
    )
