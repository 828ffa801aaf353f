"""Grounds general statements: applies them to each thing that a text names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby

from defeasible.reasoner.english.closed import DATES, ONLY
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.nouns import STUFF
from defeasible.reasoner.english.people import PERSONS, RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.answers import against
from defeasible.reasoner.grammar.belief.members import in_plural
from defeasible.reasoner.grammar.belief.node import (
    HOLE,
    Apart,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    When,
    all_of,
    denied,
    elsewhere,
    leaves,
    mapped,
    parts_of,
    put_in,
    usual,
    with_parts,
)
from defeasible.reasoner.grammar.belief.normal import Clause, clause_of, in_words
from defeasible.reasoner.grammar.belief.view import View
from defeasible.reasoner.grammar.belief.words import Words

_LIVING = frozenset(map(stem, ("person", "animal")))
_OF_AN_AGE = dict.fromkeys(("child", "kid", "minor"), "under") | dict.fromkeys(("adult", "pensioner"), "over")
"""What somebody with a name is just by an age, with the preposition before it: `children under ten`."""
MOST_NAMED = 40
"""Maximum number of things of a text to which general statements are applied."""


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names."""

    words: Words
    noun: str
    """The noun of a description; empty for a name."""
    asked: bool = False
    """Whether only a question speaks of it: the artist that is no exception if all artists are poor."""
    unnamed: bool = False
    """Whether it stands for somebody without a name, who may be any of those named: `somebody`."""
    plural: bool = False
    """Whether it is several things, of each of which a statement holds: `the Smiths`, `my brothers`."""

    @property
    def may_be_person(self) -> bool:
        """Whether `somebody` who is this or that may be it: not a train, but what is unknown."""
        return not self._kinds or self.is_somebody

    @property
    def is_somebody(self) -> bool:
        """Whether it is a person or an animal: a name, the plumber, the dog."""
        return not self.noun or self.noun in PERSONS | RELATIONS or not _LIVING.isdisjoint(self._kinds)

    def is_a(self, noun: str) -> bool:
        """Return whether its own noun says that it is of a kind: the beagle is a dog."""
        return bool(self.noun) and (noun == self.noun or stem(noun) in self._kinds)

    @property
    def _kinds(self) -> set[str]:
        """The kinds above its noun; none for a name, or a noun of no known kind."""
        return {kind[-1] for kind in kinds_of((stem(self.noun),))} if self.noun else set()

    @property
    def text(self) -> str:
        """Its words."""
        return in_words(self.words)

    @property
    def key(self) -> str:
        """Its words in lower case without the article."""
        lows = [w.low for w in self.words]
        return " ".join(lows[1:] if lows[:1] == ["the"] else lows)


def named(views: Iterable[View]) -> tuple[Named, ...]:
    """Return the things that parts name, in order: names, and singular definite descriptions."""
    found: dict[str, Named] = {}
    for view in views:
        for mention in view.analysis.mentions:
            phrase = mention.phrase
            one = phrase.pronoun is not None and phrase.pronoun.id == "one" and bool(phrase.adjectives)
            # `Tim and Bo` are two mentions
            several = phrase.plural and not (phrase.joined and phrase.head.tag in {"NN", "NNP"})
            # a name may be taken for a noun: `Georgie has kept it`, `the Okafors`
            capital = phrase.head.text[:1].isupper() and phrase.head.tag in {"NN", "NNS"}
            name = phrase.name or (capital and phrase.head.low not in STUFF)
            kind = several and phrase.owner is None and not (name and phrase.determiner == "the")
            if not one and (kind or phrase.pronoun is not None or phrase.quantifier is not None):
                continue
            if any(a.tag == "JJS" or a.low in ONLY for a in phrase.adjectives):
                continue  # `the only girl` refers to another thing by a description
            definite = phrase.determiner in {"the", "this", "that"} or phrase.owner is not None
            if phrase.head.low in DATES or not (definite or (name and not phrase.determiner)):
                continue
            beside = {c.index for c in view.children(phrase.head) if c.dep == "advmod"}  # `perhaps Ann`
            only = beside if phrase.only is None else {phrase.only.index, *beside}
            own = view.between(phrase.start, phrase.end) - only
            behind = {n for o in phrase.obliques for n in view.led(o)}
            own |= {n for c in view.children(phrase.head) if c.dep == "nmod" for n in view.tree(c)}
            number = {c.index for c in view.children(phrase.head) if c.dep == "nummod" and c.index not in own}
            own |= number  # `Seat 14` is a seat
            for words in (view.say(own | behind), view.say(own)):
                if words:
                    noun = words[-1].lemma if one else phrase.head.lemma
                    called = name and (several or not (definite or number))
                    thing = Named(words, "" if called else noun.lower(), plural=several)
                    found.setdefault(thing.key, thing)
    return tuple(found.values())[:MOST_NAMED]


@dataclass(frozen=True, slots=True)
class Instance:
    """A general statement applied to one thing."""

    kinds: tuple[Node, ...]
    """All conditions for membership of the kind."""
    conditions: tuple[Node, ...]
    """The conditions that the thing's own description leaves open."""
    then: Node

    def clauses(self) -> tuple[Leaf, ...]:
        """Return the clauses of which one must be mentioned for the instance to matter."""
        return tuple(leaf for node in (*self.kinds, self.then, *self.conditions) for leaf in leaves(node))


def instance(general: General, thing: Named) -> Instance | None:
    """Return a general statement applied to a thing; None if it does not apply."""
    if general.excepted and thing.unnamed:
        return None  # it may be the exception
    then = put(general.then, thing)
    kinds: tuple[Node, ...] = ()
    if general.excepted and _is_excepted(general.excepted, thing):
        if not general.reverse:
            return None
        then = denied(then)
    else:
        kinds = tuple(put(c, thing) for c in general.if_)
        if not kinds and thing.noun and not thing.is_a(general.noun):
            return None
        if not general.noun and not thing.may_be_person:
            return None
    left = (_left(c, thing, general) for c in kinds)
    return Instance(kinds, tuple(c for c in left if c is not None), then)


def _cores(general: General, thing: Named) -> set[tuple[str, ...]]:
    """Return the cores of the clauses of an instance; none if a statement does not apply to a thing."""
    found = instance(general, thing)
    return {clause_of(leaf).core for leaf in found.clauses()} if found is not None else set()


def _is_excepted(words: Words, thing: Named) -> bool:
    """Return whether a thing is an exception: Bob, of `all but my cousin Bob`, `only Ann and Bob`."""
    first = next((n for n, w in enumerate(words) if w.tag == "IN"), len(words))
    names: list[Words] = [words]
    for joined, own in groupby(words[:first], key=lambda w: w.low == "and" or not w.is_word):
        names += [] if joined else [tuple(own)[-len(thing.words) :]]
    return thing.key in {Named(name, "").key for name in names}


def node_of(found: Instance, besides: Sequence[Node] = (), *, likely: bool = False) -> Node:
    """Return an instance as a node; `besides` must not hold."""
    then = usual(found.then) if likely else found.then
    needed = (*found.conditions, *(Denied(node) for node in besides))
    return When(all_of(needed), then) if needed else then


def opened(node: Node, *, asserted: bool = True) -> Node:
    """Return a node with the parts of its clauses: in a condition only where they say the same."""
    match node:
        case Apart(whole, parts):
            inner = opened(parts, asserted=asserted)
            return inner if node.same else Joined("and", (whole, inner)) if asserted else whole
        case When(if_=if_):
            return with_parts(node, lambda part: opened(part, asserted=asserted and part is not if_))
        case _:
            return with_parts(node, lambda part: opened(part, asserted=asserted and isinstance(node, Joined)))


def put(node: Node, thing: Named) -> Node:
    """Return a statement about a kind with one thing in place of the placeholder."""

    def given(leaf: Leaf) -> Leaf:
        subject = thing.plural and any(w.low == HOLE and w.role == "subject" for w in leaf.words)
        return put_in(in_plural(leaf) if subject else leaf, {HOLE}, thing.words)

    return mapped(node, given)


def _left(condition: Node, thing: Named, general: General) -> Node | None:
    """Return the part of a condition that a description leaves open: `the green lamp` is a lamp."""
    if isinstance(condition, Joined) and condition.kind == "or":  # `one of the plates`, or a plate
        return condition if all(_left(part, thing, general) for part in condition.parts) else None
    if not isinstance(condition, Leaf):
        return condition
    if not thing.noun and general.noun in _OF_AN_AGE and condition.words[-1].lemma == general.noun:
        ages = {
            w.low for c in general.if_ for leaf in leaves(c) for w in leaf.words if w.role == "complement"
        }
        return None if _OF_AN_AGE[general.noun] in ages else condition  # Mia, who is under ten, is a child
    if not thing.is_a(general.noun):
        return condition
    words, noun = condition.words, general.noun
    place = next((n for n, w in enumerate(words) if w.role == "complement" and w.lemma == noun), None)
    own = {w.low for w in thing.words}
    nouns = (n for n, w in enumerate(words) if w.role == "complement" and w.tag[:2] == "NN")
    if place is None or next((n for n in nouns if n == place or words[n].low not in own), None) != place:
        return condition
    kept = tuple(
        w
        for n, w in enumerate(words)
        if n > place or w.role != "complement" or (w.tag != "DT" and n != place and w.low not in own)
    )
    return replace(condition, words=kept) if any(w.role == "complement" for w in kept) else None


class Grounding:
    """Grounds general statements.

    Args:
        things: The things that the text names.
        known: Cores of all clauses of the text: nothing is added about a thing without a known clause.
        generals: All general statements of the text, among them exceptions to a default.
        facts: What the text asserts of single things.
        with_names: Puts names for the pronouns of a core.
    """

    def __init__(
        self,
        things: Sequence[Named],
        known: Set[tuple[str, ...]],
        generals: Sequence[General],
        facts: Iterable[Node],
        with_names: Callable[[tuple[str, ...]], tuple[str, ...]],
    ) -> None:
        self._things, self._generals = things, generals
        self._known = set(known)
        facts = tuple(facts)
        self._spoken = {clause_of(leaf).core for fact in facts for leaf in _concluded(fact)}
        self._told = [clause for fact in facts for clause in _asserted(fact)]
        said = [(clause.core, not clause.denied) for clause in self._told]
        self._facts = {(of, held) for core, held in said for of in (core, with_names(core))}
        waiting = [cores for g in generals for t in things if (cores := _cores(g, t))]
        before = len(waiting) + 1
        while len(waiting) < before:  # each instance speaks of clauses that others then apply to
            before = len(waiting)
            self._known |= {core for cores in waiting if cores & self._known for core in cores}
            waiting = [cores for cores in waiting if not cores <= self._known]

    def of(self, general: General) -> Node | None:
        """Return a general statement applied to the things that a text names; None if it applies to none."""
        found = (self._instance(general, thing) for thing in self._things if not general.some)
        parts = [node for node in found if node is not None]
        return all_of(parts) if parts else None

    def _instance(self, general: General, thing: Named) -> Node | None:
        found = instance(general, thing)
        if found is None:
            return None
        told = any(clause_of(leaf).core in self._known for leaf in found.clauses())
        if not told and not (general.excepted and not found.conditions):
            return None
        if not general.likely or thing.asked:
            return None if general.likely else node_of(found)
        if self.defeats(found.then):
            return None
        besides = self._exceptions(general, thing)
        return None if None in besides else node_of(found, [b for b in besides if b], likely=True)

    def defeats(self, then: Node) -> bool:
        """Return whether a fact denies what is so by default."""
        if any((core, not held) in self._facts for core, held in _polars(then)):
            return True
        whole = next(_asserted(then), None) if isinstance(then, Leaf | Apart) else None
        return whole is not None and any(against(c, whole) for c in self._told)

    def _exceptions(self, general: General, thing: Named) -> list[Node | None]:
        """Return the conditions of opposite statements, None if one holds of a thing by its description.

        A default counts too, unless its kind is wider. A law for a wider kind is no exception: that every dog
        barks contradicts that beagles do not.

        Ostriches are exceptions to `birds fly`; so are Republicans, if neither kind is known to be narrower.
        What nothing says of a thing is no exception: a bird that may be an ostrich flies.
        """
        mine = {(core, not held) for core, held in _polars(general.then)}
        opposite = [g for g in self._generals if g.noun != general.noun and mine & set(_polars(g.then))]
        if not opposite:
            return []
        above = self._above(general.noun)
        wider = (g for g in opposite if stem(g.noun) in above and len(g.if_) == 1)
        laws = [g for g in wider if not (g.likely or g.excepted)]
        opposite = [g for g in opposite if g not in laws]
        found = [
            _left(put(kind, thing), thing, other)
            for other in opposite
            if not (other.likely and (other.noun == general.beside or stem(other.noun) in above))
            for kind in other.if_
        ]
        said = {clause_of(leaf).core for g in self._generals for leaf in leaves(put(g.then, thing))}
        told = [
            node
            for node in found
            if node is None or any(clause_of(n).core in said | self._spoken for n in leaves(node))
        ]
        here = next(leaves(general.then)).words  # the exception may be told by another sentence
        place = here[0].start, here[-1].end
        return [None if node is None else mapped(node, lambda leaf: elsewhere(leaf, *place)) for node in told]

    def _above(self, noun: str) -> set[str]:
        """Return the stems of the superkinds of a kind, transitively: those stated and those well known."""
        found, stack = set[str](), [stem(noun)]
        while stack:
            own = stack.pop()
            # not of birds that swim
            mine = (g for g in self._generals if stem(g.noun) == own and len(g.if_) == 1)
            said = {_kind(leaf) for g in mine for leaf in leaves(g.then)} - {""}
            wider = {stem(kind) for kind in said} | {kind[-1] for kind in kinds_of((own,))}
            stack += wider - found
            found |= wider
        return found


def _concluded(node: Node) -> Iterator[Leaf]:
    """Yield the leaves of a node except those in a condition, which assert nothing."""
    if isinstance(node, Leaf | Apart):
        yield from leaves(node)
    else:
        for part in parts_of(node):
            yield from _concluded(part) if not isinstance(node, When) or part is not node.if_ else ()


def _polars(node: Node) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield the cores of a node's clauses, each with its polarity."""
    return ((clause.core, not clause.denied) for clause in _asserted(node))


def _asserted(node: Node) -> Iterator[Clause]:
    """Yield the clauses that a node asserts or denies."""
    match node:
        case Leaf():
            yield clause_of(node)
        case Denied(of, _):
            inner = list(_asserted(of))
            yield from (replace(clause, denied=not clause.denied) for clause in inner if len(inner) == 1)
        case Joined("and", parts, _):
            for part in parts:
                yield from _asserted(part)
        case Apart(whole, parts):
            yield from _asserted(whole)
            yield from _asserted(parts)
        case _:
            return


def _kind(leaf: Leaf) -> str:
    """Return the noun of the kind that a thing is said to be."""
    nouns = (w.lemma for w in reversed(leaf.words) if w.role == "complement")
    return "" if leaf.denied else next(nouns, "")
