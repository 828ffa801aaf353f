"""Says of each thing that a text names what it says of all things of a kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.english.closed import DATES
from defeasible.reasoner.grammar.frames import Denied, General, Joined, Node, Recast, When
from defeasible.reasoner.grammar.negation import read_clause
from defeasible.reasoner.grammar.parts import take_apart
from defeasible.reasoner.grammar.parts.general import article
from defeasible.reasoner.grammar.parts.view import View
from defeasible.reasoner.grammar.tokens import tokenize

MOST_NAMED = 40
"""Things of a text of which general statements are said."""


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names."""

    text: str
    noun: str
    """The noun of a description; empty for a name."""


def named(texts: Iterable[str], english: English) -> tuple[Named, ...]:
    """Return the things that clauses name, in order: names, and definite descriptions in the singular."""
    found: dict[str, Named] = {}
    for text in texts:
        view = View(text, english)
        for mention in view.analysis.mentions:
            phrase = mention.phrase
            if phrase.plural or phrase.pronoun is not None or phrase.quantifier is not None:
                continue
            definite = phrase.determiner in {"the", "this", "that"} or phrase.owner is not None
            if phrase.head.low in DATES or not (phrase.name or definite):
                continue
            only = set() if phrase.only is None else {phrase.only.index}
            words = view.say(view.between(phrase.start, phrase.end) - only)
            if words:
                found.setdefault(words.lower(), Named(words, "" if phrase.name else phrase.head.lemma))
    return tuple(found.values())[:MOST_NAMED]


def core_of(text: str) -> tuple[str, ...]:
    """Return the words that a clause is compared by."""
    return read_clause(tokenize(text)).core


def ground(
    general: General,
    things: Sequence[Named],
    known: Collection[object],
    others: Sequence[General],
    english: English,
) -> Node | None:
    """Return what a general statement says of the things that a text names, or None where of none.

    Args:
        general: The statement.
        things: What the text names.
        known: Cores of all clauses of the text: of a thing of which nothing of it is said, nothing is added.
        others: The other general statements, among them exceptions to one that holds as a rule.
        english: What analyses clauses.
    """
    parts: list[Node] = []
    for thing in things:
        node = _instance(general, thing, known, others, english)
        if node is not None:
            parts.append(node)
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else Joined("and", tuple(parts), "")


@dataclass(frozen=True, slots=True)
class Instance:
    """What a general statement says of one thing."""

    kinds: tuple[str, ...]
    """All that makes it one of the kind, in clauses."""
    conditions: tuple[str, ...]
    """Those of them that its own description leaves open."""
    then: str
    denied: bool

    def clauses(self) -> tuple[str, ...]:
        """Return the clauses of which some must be spoken of for the instance to matter."""
        return (*self.kinds, self.then, *self.conditions)


def instance(general: General, thing: Named) -> Instance | None:
    """Return what a general statement says of a thing; None where it says nothing of it."""
    denied = general.denied
    conditions: list[str] = []
    if general.excepted and thing.text.lower() == general.excepted.lower():
        if not general.reverse:
            return None
        denied = not denied
    else:
        conditions = [c.replace("{}", thing.text) for c in general.conditions]
    if not conditions and thing.noun and thing.noun != general.noun:
        return None
    open_ = tuple(left for c in conditions if (left := _left(c, thing, general)))
    return Instance(tuple(conditions), open_, general.then.replace("{}", thing.text), denied)


def node_of(
    found: Instance, general: General, english: English, besides: Sequence[str] = (), *, likely: bool = False
) -> Node:
    """Return an instance as a node; `besides` are clauses that must not hold."""
    node = take_apart(found.then, general.tokens, english, asserted=not found.denied)
    if isinstance(node, Recast):
        node = Recast(node.text, general.tokens, node.apart, likely)
    node = Denied(node, "") if found.denied else node
    needed: list[Node] = [take_apart(c, general.tokens, english, asserted=False) for c in found.conditions]
    needed += [Denied(Recast(c, general.tokens), "") for c in besides]
    if not needed:
        return node
    return When(needed[0] if len(needed) == 1 else Joined("and", tuple(needed), ""), node, "", general.tokens)


def _instance(
    general: General, thing: Named, known: Collection[object], others: Sequence[General], english: English
) -> Node | None:
    found = instance(general, thing)
    if found is None:
        return None
    told = any(core_of(clause) in known for clause in found.clauses())
    if not told and not (general.excepted and not found.conditions):
        return None
    besides = _exceptions(general, thing, others) if general.likely else ()
    return node_of(found, general, english, besides, likely=general.likely)


def _left(condition: str, thing: Named, general: General) -> str:
    """Return what of a condition a description leaves open: `the green lamp` is a lamp."""
    kind = f"{thing.text} is {article(thing.noun)}".lower()
    if not thing.noun or thing.noun != general.noun or not f"{condition} ".lower().startswith(f"{kind} "):
        return condition
    rest = condition[len(kind) :].strip()
    return f"{thing.text} is {rest}" if rest else ""


def _exceptions(general: General, thing: Named, others: Sequence[General]) -> list[str]:
    """Return the narrower kinds of which the opposite is said: ostriches, of `birds fly`."""
    own = read_clause(tokenize(general.then.replace("{}", thing.text)))
    found = []
    for other in others:
        opposite = read_clause(tokenize(other.then.replace("{}", thing.text)))
        if other.noun == general.noun or opposite.core != own.core:
            continue
        if (opposite.negated != other.denied) == (own.negated != general.denied):
            continue
        kinds = [g for g in others if g.noun == other.noun and not g.likely]
        if any(core_of(g.then.replace("{}", "x"))[-1:] == (general.noun,) for g in kinds):
            found += [c.replace("{}", thing.text) for c in other.conditions]
    return found
