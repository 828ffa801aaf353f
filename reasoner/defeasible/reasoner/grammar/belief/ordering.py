"""The order of two events: `p before q`, `after q, p`, `p and then q`, `when q, p had already`.

An order is a proposition of its own, whichever way it is said, so that chains of events are worked out. So is
that two events took place at one time: `p while q`, `when q, p`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from defeasible.reasoner.grammar.belief.leaf import leaf_of
from defeasible.reasoner.grammar.belief.lists import NEXT
from defeasible.reasoner.grammar.belief.node import Joined, Leaf, Node, leaves
from defeasible.reasoner.grammar.belief.normal import clause_of
from defeasible.reasoner.grammar.belief.paraphrases import framed
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Word, Words, made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.parting import Sentence
    from defeasible.reasoner.grammar.belief.reader import Reader

Event = tuple[str, ...]
_ONWARDS = frozenset({"after", "once", "as soon as"})
_THEN = ("next,", *(f"{word}{mark}" for word in (*NEXT, "after that") for mark in " ,"))
_HAD = frozenset({"had", "'d"})
_UNTIL = frozenset({"until", "till"})
_AT_ONCE = frozenset({"when", "while", "as", "just as"})
ORDERS = {"before": ("earlier", "later"), "while": ("at once", "beside"), "when": ("then", "with")}
"""The roles of both events, by how these lie to each other: one before the other, during it, or then."""
_JOINTS = {
    "before": ("earlier than", "earlier, whoever did it, than"),
    "while": ("during the time of", "during the time, whoever did it, of"),
    "when": ("at the time of", "at the time, whoever did it, of"),
}
"""Words between the events, with and without who did it."""
_UNNAMED = "somebody's"
"""Mark of an event of which it does not matter who did it."""


def order_of(words: Words, aliases: Mapping[str, str]) -> tuple[str, Event, Event] | None:
    """Return how two events lie to each other, and both; None for the words of another proposition."""
    role = words[0].role.partition("|")[0] if words else ""
    how = next((how for how, sides in ORDERS.items() if role == sides[0]), None)
    if how is None:
        return None
    found: list[Event] = []
    for side in ORDERS[how]:
        own = [w for w in words if w.role.partition("|")[0] == side]
        marks = own[0].role.split("|")[1].split()
        plain = tuple(w._replace(role=w.role.split("|")[2]) for w in own)
        leaf = Leaf(plain, past=True, passive="passive" in marks)
        one = framed(clause_of(leaf), tuple(sorted(aliases.items())))
        if one is None:
            return None
        rest = (role for role, filler in one.fillers if not (filler.kind == "agent" and role == "subject"))
        kept = [role for role in rest if not (role == "subject" and _UNNAMED in marks)]
        found.append(
            (*one.verb, *(f"{role}={' '.join(one[role].stems)}" for role in kept), *sorted(one.adverbs))
        )
    return how, found[0], found[1]


def ordered(r: Reader, part: Part) -> Node | None:
    """Read `before leaving`, and a question about an order: whether the earlier event took place first."""
    for clause in r.under(part):
        words = clause.link.words if clause.link is not None else r.view.tokens[clause.head.head].low
        before = clause.relation == "gerund" and words == "before" and not part.clause.denied
        if (part.asserted and not before) or (words != _plain(words) and not part.asserted):
            continue  # `adverbial` reads it; `an hour before` asks for more
        rest, inner = r.without(part, clause), r.at(clause, part)
        rest = replace(rest, denied=False) if words in _UNTIL else rest  # `did not leave until`: then he left
        told = orders(r, rest, inner, words)
        if part.asserted:
            return r.beside(part, "before: the main clause", r.read(rest), *told)
        if told:
            if words in _AT_ONCE:
                sides = [rest, inner]
            else:
                sides = [rest if _first(leaf_of(r.view, rest), leaf_of(r.view, inner), words) else inner]
            asked = (r.read(replace(side, asserted=False)) for side in sides)
            return Joined("and", (*asked, told[0]), f"{words}: the order")
    return None


def orders(r: Reader, main: Part, inner: Part, words: str) -> tuple[Leaf, ...]:
    """Return the order of the events of a clause, without the one under it, and of that one.

    Args:
        r: The reader of the sentence.
        main: The clause.
        inner: The clause under it.
        words: The connective.
    """
    if main.clause.tense != "past" or (words in _UNTIL and not main.clause.denied):
        return ()
    return orders_of(leaf_of(r.view, main), leaf_of(r.view, inner), _plain(words))


def in_turn(read: list[Sentence]) -> list[Sentence]:
    """Read the order of `Ann locked up. Then she went home.`."""
    out: list[Sentence] = []
    last: Leaf | None = None
    for sentence in read:
        node, said = sentence.node, sentence.source.text[sentence.start : sentence.end].lower()
        told = [leaf for leaf in leaves(node) if leaf.words] if not sentence.asked else []
        events = told if isinstance(node, Leaf) or (isinstance(node, Joined) and node.kind == "and") else []
        if last is not None and events and said.startswith(_THEN):
            own = tuple(w for w in events[0].words if w.low not in NEXT and w.role != "by:after")
            order = orders_of(last, replace(events[0], words=own), "and then")
            node = Joined("and", (node, *order), "then: the order") if order else node
        last = events[-1] if events else last
        out.append(sentence if node is sentence.node else replace(sentence, node=node))
    return out


def _plain(words: str) -> str:
    """Return a connective without a measure of time: `before` for `an hour before`, `just before`."""
    last = words.rpartition(" ")[2]
    return last if last in {"before", "after"} else words


def orders_of(main: Leaf, inner: Leaf, words: str) -> tuple[Leaf, ...]:
    """Return the order of two propositions joined by a connective, with and without who did it."""
    leaves = [main, inner]
    first = _first(main, inner, words)
    told = all((one.past or _had(one)) and not (one.denied or one.apart or one.modal) for one in leaves)
    if not told or (first is None and words not in _AT_ONCE):
        return ()
    leaves = leaves[::-1] if first is False else leaves
    goes_on = words != "when" or any(
        w.role == "verb" and w.tag == "VBG" for leaf in leaves for w in leaf.words
    )
    how = "before" if first is not None else "while" if goes_on else "when"
    by_whom: list[tuple[bool, ...]] = [
        (False, True) if any(w.role == "object" for w in leaf.words) else (False,) for leaf in leaves
    ]
    return tuple(_order(leaves, how, unnamed) for unnamed in product(*by_whom))


def _first(main: Leaf, inner: Leaf, words: str) -> bool | None:
    """Return whether the event of the main clause is the earlier one; None where no order is said."""
    if words in {"before", "by the time"}:
        return True
    if words in _ONWARDS | _UNTIL:
        return False
    if words == "when" and _had(main) != _had(inner):
        return _had(main)
    return True if words == "and then" else None


def _had(leaf: Leaf) -> bool:
    """Return whether a proposition is in the past perfect: `had left`."""
    return any(w.role == "aux" and w.low in _HAD for w in leaf.words)


def _order(leaves: list[Leaf], how: str, unnamed: tuple[bool, ...]) -> Leaf:
    words: list[Word] = []
    for side, leaf, anybody in zip(ORDERS[how], leaves, unnamed, strict=True):
        marks = f"{'passive' * leaf.passive} {_UNNAMED * anybody}"
        words += [w._replace(role=f"{side}|{marks}|{w.role}") for w in leaf.words if w.is_word]
        if side == ORDERS[how][0]:  # spelt apart from a sentence with `before`, which says more
            joint = made(f"{side}-{unnamed}", "IN", "between", tuple(words))
            words.append(joint._replace(text=_JOINTS[how][any(unnamed)]))
    return Leaf(tuple(words), read="all", past=True)
