"""Things that nobody names: anybody of a conditional, one of those meant by `some` or by `are all?`.

`If someone is kind, they are nice` and `if members pay, ...` say something of each thing of a kind.

`Some artists are poor` is true just if there is a thing, call it `artist-1`, that is an artist and poor; `all
artists are poor` is false just if there is one that is an artist and not poor. General statements are applied
to these things as to those with a name, so that syllogisms are decided as in logic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import INDEFINITE
from defeasible.reasoner.english.inflection import third_person
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.grammar.belief.distinct import is_general
from defeasible.reasoner.grammar.belief.ground import Named, instance, put
from defeasible.reasoner.grammar.belief.leaf import bound_to
from defeasible.reasoner.grammar.belief.members import PRONOMINAL, article_of, hole, is_a
from defeasible.reasoner.grammar.belief.node import (
    THING,
    Apart,
    Both,
    Denied,
    General,
    Joined,
    Leaf,
    Node,
    When,
    all_of,
    conjuncts_of,
    denied,
    elsewhere,
    first_of,
    generals_of,
    leaves,
    mapped,
    put_in,
    usual,
    with_parts,
)
from defeasible.reasoner.grammar.belief.normal import clause_of
from defeasible.reasoner.grammar.belief.words import Word, made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.parting import Sentence

_YOU = frozenset({"you", "your"})
_SPOKEN = frozenset({"i", "me", "my", "we", "us", "our"})
_IT = frozenset({"he", "she", "it", "they"})
_THEM = frozenset({"him", "her", "it", "them"})
_EACH = frozenset({"a", "an", "every", "each", "any", "some"})
ANY = dict.fromkeys(("someone", "somebody", "anyone", "anybody"), "") | dict.fromkeys(
    ("something", "anything", "x", "y", "z"), THING
)
"""Subjects of conditions about anybody or anything, and variables, to the noun of what they stand for."""
_PLAIN = 3
"""Most words of a kind in a conditional about any of it: `a new student`."""
_CUE = "some: one of them"
_ALWAYS = "always", "adverb"
_MOST = 6
"""Most things that stand for some of a kind."""


def of_you(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return conditionals about `you` with their general reading, if nobody addresses anyone."""
    out: list[Sentence] = []
    for sentence in sentences:
        node, asked = sentence.node, sentence.asked
        lows = {w.low for leaf in leaves(node) for w in leaf.words if w.tag[:3] == "PRP"}
        general = isinstance(node, When | Both) and not asked and not _YOU.isdisjoint(lows)
        if not lows.isdisjoint(_SPOKEN if general else _SPOKEN | _YOU):
            return list(sentences)
        both = Joined("and", (node, General((), mapped(node, lambda leaf: put_in(leaf, _YOU, hole(()))))))
        out.append(replace(sentence, node=both) if general else sentence)
    return out


def on_occasion(node: Node) -> Node:
    """Return `if it rains, a dog barks` as of some dog each time, not of every dog; and without `always`."""
    if isinstance(node, When):
        node = replace(node, then=mapped(node.then, _each_time))
    match node:
        case When(then=Apart(whole, parts)) if is_general(parts, "general") and whole.subject[:1]:
            return replace(node, then=whole) if whole.subject[0].low in INDEFINITE else node
        case _:
            return node


def _each_time(leaf: Leaf) -> Leaf:
    """Return `wears a hat`, of `if it is cold, he always wears a hat`: the condition says as much."""
    habit = not (leaf.past or leaf.denied)
    return replace(leaf, words=tuple(w for w in leaf.words if (w.low, w.role) != _ALWAYS)) if habit else leaf


def of_any(node: Node, nouns: Collection[str] = (), *, asked: bool = False) -> Node:
    """Return `if a student fails, she repeats the year`, `if members pay, ...` with what it says of each one.

    `If someone is kind, they are nice` and `if x is a bird, x flies` are about anybody and anything.

    Args:
        node: The content of a sentence.
        nouns: What other sentences speak of; if there is no student among it, the sentence stays as it is.
        asked: Whether the sentence is a question.
    """
    if not isinstance(node, When) or node.contrary or node.otherwise is not None:
        return node
    first = first_of(node.if_)
    who = first.subject
    lows = [w.low for w in who]
    anybody = (len(who) == 1 and lows[0] in ANY) or lows == ["a", "person"]
    several = bool(who) and who[-1].tag == "NNS" and (len(who) == 1 or lows[0] in {"all", "any"})
    one = lows[:3] == ["at", "least", "one"]
    kind = () if anybody else who if len(who) == 1 else who[3 if one else 1 :]
    if several:
        kind = (*kind[:-1], kind[-1]._replace(text=singular(lows[-1]), low=singular(lows[-1])))
    own = {"subject", "verb", "aux", "not", "complement", "by:of"}
    others = [w for w in first.words if w.role not in own]
    spoken = {w.low for leaf in leaves(node.then) for w in leaf.subject} & _IT
    known = bool(kind) and len(kind) <= _PLAIN and kind[-1].low in nouns
    if asked and not anybody:
        return node
    if not anybody and (not known or not (several or one or lows[0] in _EACH) or who[0].lent):
        return node
    either = any(w.tag[:3] == "NNP" or (w.tag[:2] == "NN" and "it" in spoken) for w in others)
    about = anybody and (ANY.get(lows[0]) == THING) == ("it" in spoken)
    plural = node.denied_if and "they" in spoken and any(w.tag == "NNS" for w in others)
    if spoken and (plural or (either and not about)):
        return node  # `if a guest breaks a cup, it is thrown away`, `unless one waters the ferns, they wilt`
    of_it = {"the": ["the", *lows[1:]], "that": ["that", *lows[1:]]}

    def held(leaf: Leaf) -> Leaf:
        own = leaf.subject
        said = [w.low for w in own]
        same = said == lows or said == of_it.get("".join(said[:1]))
        if not own or not (same or (len(own) == 1 and said[0] in _IT)):
            return put_in(leaf, _THEM, hole(())) if anybody and not spoken else leaf
        at = leaf.words.index(own[0])
        rest = tuple(_agreeing(w) for w in leaf.words if w.role != "subject")
        of_each = replace(leaf, words=(*rest[:at], *hole(own), *rest[at:]))
        if leaf.apart:  # `if someone is not quiet`: who is not
            words = tuple(w for w in of_each.words if w.role != "not")
            of_each = replace(of_each, words=words, apart=False, denied=True)
        return bound_to(of_each, hole(own)) if several or anybody else of_each

    then = mapped(_whole(node.then), held)
    if_: Node = mapped(_whole(node.if_), held)
    if_ = Denied(if_) if node.denied_if else if_
    needed = (if_,) if anybody else (is_a(hole(who), kind), if_)
    told = General(needed, then, ANY.get(lows[0], "") if anybody else kind[-1].low)
    if anybody and (then != node.then or not isinstance(node.if_, Leaf)):
        return Apart(_as_one(node), Joined("and", (told,), "if: each of those named"))
    return node if asked else Joined("and", (node, told))


def _whole(node: Node) -> Node:
    """Return a node in which what is said of all things stays whole: `it has no flowers`."""
    match node:
        case Apart(whole, parts) if any(True for _ in generals_of(parts)):
            return whole
        case Apart() | Joined() | When() | Denied():
            return with_parts(node, _whole)
        case _:
            return node


def _as_one(node: When) -> Leaf:
    """Return a conditional as one proposition."""
    words = [w for side in (node.if_, node.then) for leaf in leaves(side) for w in leaf.words]
    return Leaf((Word("if", "if", "if", "IN", "", words[0].start, words[0].start), *words), read="all")


def _agreeing(word: Word) -> Word:
    """Return a verb in the form for one person: `loses`, of `members lose`."""
    plural = word.tag == "VBP" and word.role in {"verb", "aux"} and word.lemma != "be"
    return word._replace(text=third_person(word.lemma), low=third_person(word.lemma)) if plural else word


@dataclass(frozen=True, slots=True)
class _Claim:
    """That there is a thing of a kind of which something holds."""

    exists: Node
    """The claim as one proposition, or the denial of the proposition that there is none."""
    of: General
    """The kind, and what holds of the thing."""
    thing: Named

    @property
    def kind(self) -> tuple[Node, ...]:
        """That its thing is of the kind, in all words for it: `one of my books` and `my book`."""
        ways = (node.parts if isinstance(node, Joined) else (node,) for node in self.of.if_)
        return tuple(put(node, self.thing) for own in ways for node in own)

    @property
    def granted(self) -> Joined:
        """That there are things of the kind, which `every pupil passed` takes for granted."""
        noun, like = _noun(self.of), self.thing.words
        what = (article_of(noun), "DT", "complement"), (noun, "NN", "complement")
        said = (("there", "EX", ""), ("is", "VBZ", "verb"), *what)
        there = Leaf(tuple(made(word, tag, role, like) for word, tag, role in said))
        return Joined("and", (usual(there), When(there, Joined("and", self.kind))), "every: there are some")

    def holds_of(self, thing: Named) -> Node | None:
        """Return that a thing is one of those: of the kind, and such; None if it cannot be."""
        found = instance(self.of, thing)
        return None if found is None else all_of([*found.conditions, found.then])


def witnessed(
    sentences: Sequence[Sentence], things: Sequence[Named], known: Set[tuple[str, ...]]
) -> tuple[list[Sentence], tuple[Named, ...]]:
    """Return the sentences, and behind them what follows of things without a name; and these things.

    Args:
        sentences: The sentences.
        things: The things that the text names.
        known: Cores of all clauses of the text.
    """
    claims: list[_Claim] = []
    out = [replace(s, node=_counted(s.node, asked=s.asked, claims=claims)) for s in sentences]
    host = next((s for s in out if not s.asked), None)
    if not claims or host is None or len(claims) > _MOST:
        return list(sentences), ()
    asked = {clause_of(leaf).core for claim in claims for leaf in leaves(claim.exists)}

    def read(leaf: Leaf) -> Leaf:
        return replace(leaf, read="subject") if clause_of(leaf).core in asked else leaf

    out = [replace(s, node=mapped(s.node, read)) for s in out]  # `every room`, and `not every room?`
    new = tuple(claim.thing for claim in claims)
    found = [Joined("and", (*_told(claim, (*new, *things), known, new),), _CUE) for claim in claims]
    spoken = {g.noun for s in out if not s.asked for g in generals_of(s.node) if not g.some}
    spoken -= {claim.of.noun for claim in claims if not claim.thing.asked}  # `some guests`: there are some
    found += [claim.granted for claim in claims if claim.of.noun in spoken and claim.of.if_]
    told = (mapped(node, lambda leaf: elsewhere(leaf, host.start, host.end)) for node in found)
    return out + [replace(host, node=node, derived=True) for node in told], new


def _counted(node: Node, *, asked: bool, claims: list[_Claim]) -> Node:
    """Collect the claims of a node; return it with their propositions marked as accounted for."""
    match node:
        case Joined("and", parts, _) if not asked:
            return replace(node, parts=tuple(_counted(p, asked=asked, claims=claims) for p in parts))
        case Apart(whole, parts):
            found = [g for g in conjuncts_of(parts) if isinstance(g, General) and (g.some or asked)]
            if len(found) != 1 or found[0].excepted or (found[0].likely and not found[0].some):
                return node  # `do all birds except penguins fly?` asks for two
            said = found[0]
            whole = replace(whole, read="subject")
            word = f"{_noun(said)}-{len(claims) + 1}"
            at = (whole.words[0].start, whole.words[-1].end)
            own = _noun(said) if _presupposed(whole) else ""
            thing = Named((Word(word, word, word, "NNP", "subject", *at),), own, asked, unnamed=True)
            of = said if said.some else replace(said, then=denied(said.then))
            claims.append(_Claim(whole if said.some else denied(whole), of, thing))
            return whole
        case _:
            return node


def _noun(of: General) -> str:
    """Return the noun of a kind, or `one`."""
    words = [w for node in of.if_ for leaf in leaves(node) for w in leaf.words if w.role == "complement"]
    named = of.noun if of.noun not in PRONOMINAL else ""
    return named or next((w.low for w in reversed(words) if w.tag[:2] == "NN"), "one")


def _presupposed(whole: Leaf) -> bool:
    """Return whether a claim takes it for granted that there are some: `all of the cups`."""
    return any(w.low == "the" or w.tag in {"PRP$", "POS"} for w in whole.subject)


def _told(
    claim: _Claim, things: Sequence[Named], known: Set[tuple[str, ...]], new: Sequence[Named]
) -> Iterator[Node]:
    """Yield that the thing of a claim is one of those if there is one, and that there is if another is."""
    yield When(claim.exists, Joined("and", (*claim.kind, put(claim.of.then, claim.thing))))
    if any(map(_presupposed, leaves(claim.exists))):
        yield from claim.kind
    for thing in things if claim.of.noun or claim.of.if_ else (t for t in things if t.is_somebody):
        one = claim.holds_of(thing)
        if one is None:
            continue
        if thing in new or any(clause_of(leaf).core in known for leaf in leaves(one)):
            yield When(one, claim.exists)
