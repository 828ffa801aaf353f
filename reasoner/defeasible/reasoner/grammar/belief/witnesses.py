"""Things that nobody names: one of those meant by `some artists are poor`, and one that `are all?` asks for.

`Some artists are poor` is true just if there is a thing, call it `artist-1`, that is an artist and poor; `all
artists are poor` is false just if there is one that is an artist and not poor. General statements are applied
to these things as to those with a name, so that syllogisms are decided as in logic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from defeasible.reasoner.grammar.belief.ground import Named, put
from defeasible.reasoner.grammar.belief.members import PRONOMINAL, article_of
from defeasible.reasoner.grammar.belief.node import (
    Apart,
    General,
    Joined,
    Leaf,
    Node,
    When,
    Word,
    all_of,
    conjuncts_of,
    denied,
    elsewhere,
    generals_of,
    leaves,
    mapped,
    usual,
)
from defeasible.reasoner.grammar.belief.normal import clause_of
from defeasible.reasoner.grammar.belief.view import made

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.parting import Sentence

_CUE = "some: one of them"
_MOST = 6
"""Most things that stand for some of a kind."""


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

    def holds_of(self, thing: Named) -> Node:
        """Return that a thing is one of those: of the kind, and such."""
        return all_of([put(node, thing) for node in (*self.of.if_, self.of.then)])


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
            thing = Named((Word(word, word, word, "NNP", "subject", *at),), "", asked=asked)
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


def _told(
    claim: _Claim, things: Sequence[Named], known: Set[tuple[str, ...]], new: Sequence[Named]
) -> Iterator[Node]:
    """Yield that the thing of a claim is one of those if there is one, and that there is if another is."""
    yield When(claim.exists, Joined("and", (*claim.kind, put(claim.of.then, claim.thing))))
    subject = (w for leaf in leaves(claim.exists) for w in leaf.subject)
    if any(w.low == "the" or w.tag in {"PRP$", "POS"} for w in subject):  # `all of the cups`: there are some
        yield from claim.kind
    for thing in things:
        one = claim.holds_of(thing)
        if thing in new or all(clause_of(leaf).core in known for leaf in leaves(one)):
            yield When(one, claim.exists)
