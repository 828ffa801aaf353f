"""Conflicts through chains of facts: cycles, and chains that derive something denied or excluded."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from defeasible.reasoner.dialogue.pairs import Clash, Rules, nodes
from defeasible.reasoner.dialogue.rules import rule_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from defeasible.reasoner.forms import Constraint, DialogueFact, DialogueFacts


class _Edge(NamedTuple):
    to: int
    fact: str
    rules: Rules


class _Target(NamedTuple):
    """A fact that a chain from `start` to `end` in a transitive slot would clash with."""

    slot: str
    start: int
    end: int
    fact: str
    rules: Rules


_Graph: TypeAlias = "Mapping[int, list[_Edge]]"


class Chains:
    """Facts as links of chains.

    Args:
        form: The facts, whose slots exist and fit.
        facts: The facts that count, none of which clashes with itself.
    """

    def __init__(self, form: DialogueFacts, facts: Iterable[DialogueFact]) -> None:
        self._book = rule_book()
        self._node = nodes(form)
        links: dict[str, dict[int, list[_Edge]]] = defaultdict(lambda: defaultdict(list))
        self._paths: dict[str, dict[int, list[_Edge]]] = defaultdict(lambda: defaultdict(list))
        self._targets: list[_Target] = []
        for fact in facts:
            subject, value = self._node[fact.subject], self._node[fact.value]
            if fact.polarity:
                for link in self._book.chains[fact.slot]:
                    start, end = (value, subject) if link.flipped else (subject, value)
                    links[link.acyclic.id][start].append(_Edge(end, fact.id, link.rules))
                self._link(fact, subject, value)
            else:
                slot, flipped = self._book.canonical(fact.slot)
                if slot in self._book.transitive:
                    start, end = (value, subject) if flipped else (subject, value)
                    rules = self._book.inverse(fact.slot)
                    self._targets.append(_Target(slot, start, end, fact.id, rules))
        self._rings = {name: _ring(graph) for name, graph in links.items()}
        self._acyclic = {c.id: c for c in self._book.known.constraints if c.kind == "acyclic"}

    def clashes(self) -> Iterator[Clash]:
        """Yield a shortest cycle through each link that is on one, and a shortest chain to each clash.

        Chains of one link are left out: then two facts clash, which `PairIndex` finds.
        """
        for name, graph in self._rings.items():
            for start, edges in graph.items():
                for edge in edges:
                    back = _path(graph, edge.to, start)
                    if back:
                        yield self._circle(self._acyclic[name], (edge, *back))
        for target in self._targets:
            graph = self._paths[target.slot]
            chain = _path(graph, target.start, target.end)
            if len(chain) > 1:
                yield self._derived(target, chain)
            if target.start == target.end and target.slot in self._book.symmetric:
                # Going over any one link and back relates the thing to itself.
                for edge in graph.get(target.start, ()):
                    yield self._derived(target, (edge,))

    def suspects(self) -> frozenset[str]:
        """Return a set of facts that contains all chains that could clash."""
        circles = {e.fact for graph in self._rings.values() for edges in graph.values() for e in edges}
        aimed = {target.slot for target in self._targets}
        links = {e.fact for slot in aimed for edges in self._paths[slot].values() for e in edges}
        return frozenset(circles | links | {target.fact for target in self._targets})

    def _link(self, fact: DialogueFact, subject: int, value: int) -> None:
        for read in self._book.reads[fact.slot]:
            x, y = (value, subject) if read.flipped else (subject, value)
            if read.slot in self._book.transitive:
                self._paths[read.slot][x].append(_Edge(y, fact.id, read.rules))
                if read.slot in self._book.symmetric:
                    self._paths[read.slot][y].append(_Edge(x, fact.id, read.rules))
                continue
            for constraint, *sides in self._book.exclusive:
                (mine, turned), (other, turned_too) = sides if sides[0][0] == read.slot else sides[::-1]
                if mine == read.slot and other in self._book.transitive:
                    start, end = (y, x) if turned != turned_too else (x, y)
                    symmetry = self._book.symmetric.get(mine)
                    turns = (rule for slot in constraint.slots for rule in self._book.inverse(slot))
                    rules = (*read.rules, *((symmetry,) if symmetry else ()), *turns, constraint)
                    self._targets.append(_Target(other, start, end, fact.id, rules))

    def _derived(self, target: _Target, chain: tuple[_Edge, ...]) -> Clash:
        transitive = self._book.transitive[target.slot]
        why = [rule for edge in chain for rule in edge.rules]
        why.extend(self._book.inverse(transitive.slots[0]))
        if target.slot in self._book.symmetric:
            why.append(self._book.symmetric[target.slot])
        # A chain that goes over a symmetric slot and back uses one fact twice.
        facts = tuple(dict.fromkeys((*(edge.fact for edge in chain), target.fact)))
        return Clash(facts, tuple(dict.fromkeys((*why, transitive, *target.rules))))

    @staticmethod
    def _circle(acyclic: Constraint, edges: tuple[_Edge, ...]) -> Clash:
        # Each cycle is found from each of its links; it starts with the least, so that duplicates are equal.
        least = min(range(len(edges)), key=lambda k: edges[k].fact)
        turned = (*edges[least:], *edges[:least])
        rules = dict.fromkeys(rule for edge in turned for rule in edge.rules)
        return Clash(tuple(edge.fact for edge in turned), (*rules, acyclic))


def _ring(graph: _Graph) -> _Graph:
    """Return a graph after repeated removal of nodes without incoming or without outgoing edges."""
    entered: dict[int, list[int]] = defaultdict(list)
    for node, edges in graph.items():
        for edge in edges:
            entered[edge.to].append(node)
    alive = set(graph) & set(entered)
    coming = {node: sum(one in alive for one in entered[node]) for node in alive}
    going = {node: sum(edge.to in alive for edge in graph[node]) for node in alive}
    waiting = [node for node in alive if not coming[node] or not going[node]]
    while waiting:
        node = waiting.pop()
        if node not in alive:
            continue
        alive.discard(node)
        for edge in graph[node]:
            if edge.to in alive:
                coming[edge.to] -= 1
                if not coming[edge.to]:
                    waiting.append(edge.to)
        for one in entered[node]:
            if one in alive:
                going[one] -= 1
                if not going[one]:
                    waiting.append(one)
    return {
        node: [edge for edge in edges if edge.to in alive] for node, edges in graph.items() if node in alive
    }


def _path(graph: _Graph, start: int, end: int) -> tuple[_Edge, ...]:
    """Return a shortest chain of links, the first found if there are several; empty if there is none."""
    came: dict[int, tuple[int, _Edge]] = {}
    waiting = deque([start])
    while waiting:
        node = waiting.popleft()
        for edge in graph.get(node, ()):
            if edge.to == end:
                chain = [edge]
                while node != start:
                    node, earlier = came[node]
                    chain.append(earlier)
                return tuple(reversed(chain))
            if edge.to not in came and edge.to != start:
                came[edge.to] = (node, edge)
                waiting.append(edge.to)
    return ()
