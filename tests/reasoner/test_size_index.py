"""The index of comparisons against brute force: closure over small graphs, NetworkX over larger ones."""

from array import array
from random import Random

import networkx as nx
import pytest

from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.size.index import CODE, SMALL, OrderIndex

Row = tuple[int, Relation, int]


def closure(rows: dict[int, Row], objects: int) -> list[list[int]]:
    """2 where one object is bigger than another, 1 where it is as big, by repeated composition."""
    shown = [[0] * objects for _ in range(objects)]
    for left, relation, right in rows.values():
        shown[left][right] = max(shown[left][right], 1 + (relation == ">"))
        if relation == "=":
            shown[right][left] = max(shown[right][left], 1)
    for k in range(objects):
        for i in range(objects):
            for j in range(objects):
                if shown[i][k] and shown[k][j]:
                    shown[i][j] = max(shown[i][j], shown[i][k], shown[k][j])
    return shown


def follow(rows: dict[int, Row], start: int, edges: tuple[int, ...]) -> tuple[int, bool]:
    """Walk along comparisons; where that ends, and whether one was strict."""
    assert len(set(edges)) == len(edges), "an edge is taken twice"
    here, strict = start, False
    for number in edges:
        left, relation, right = rows[number]
        assert here == left or (relation == "=" and here == right), "edges do not join"
        here = right if here == left else left
        strict = strict or relation == ">"
    return here, strict


def compare(order: OrderIndex, rows: dict[int, Row], objects: int, pairs: list[tuple[int, int]]) -> str:
    """Hold every answer against the closure, and walk every path and cycle."""
    shown = closure(rows, objects)
    contradictory = any(shown[i][i] == 2 for i in range(objects))
    assert order.consistent is not contradictory
    cycles = order.contradictions(3)
    assert bool(cycles) is contradictory
    for start, edges in cycles:
        assert follow(rows, start, edges) == (start, True)
    assert len({frozenset(edges) for _, edges in cycles}) == len(cycles)
    if contradictory:
        return "contradictory"
    for a, b in pairs:
        found = order.path(a, b)
        assert (0 if found is None else 1 + found[1]) == shown[a][b], (rows, a, b)
        if found is not None:
            assert follow(rows, a, found[0]) == (b, found[1])
    return "consistent"


@pytest.mark.parametrize("small", [0, SMALL], ids=["labels", "adjacency"])
def test_random_histories_agree_with_the_closure(small: int) -> None:
    random, seen = Random(3), set()
    for _ in range(400):
        objects = random.randint(2, 7)
        pairs = [(a, b) for a in range(objects) for b in range(objects) if a != b]
        order, rows = OrderIndex(small), dict[int, Row]()
        relations: list[Relation] = random.choice([[">"], [">=", "="], [">", ">=", ">=", "="]])
        hidden = random.sample(range(objects), objects)
        for _ in range(random.randint(1, 8)):
            for _ in range(random.choice([1, 1, 2, 8])):
                left, right = random.sample(range(objects), 2)
                if random.random() < 0.9 and hidden[left] < hidden[right]:
                    left, right = right, left
                row = (left, random.choice(relations), right)
                rows[order.add(*row)] = row
            if rows and random.random() < 0.3:
                gone = random.choice(list(rows))
                order.remove(gone)
                del rows[gone]
            seen.add(compare(order, rows, objects, pairs))
    assert seen == {"consistent", "contradictory"}


@pytest.mark.parametrize("seed", range(25))
def test_comparisons_that_come_after_the_labels_join_into_chains(seed: int) -> None:
    random, objects = Random(seed), 14
    pairs = [(a, b) for a in range(objects) for b in range(objects) if a != b]
    relations: list[Relation] = [">", ">=", ">=", "="] if seed % 2 else [">="]
    order, rows = OrderIndex(0), dict[int, Row]()

    def add(count: int) -> None:
        for _ in range(count):
            left, right = sorted(random.sample(range(objects), 2))
            # Neighbours may be equal; so no chain leads back to where it began with a strict comparison.
            relation: Relation = random.choice(relations)
            if relation == "=" and (right - left > 1 or left % 2):
                relation = ">="
            if relation == ">" and right - left == 1:
                relation = ">="
            rows[order.add(left, relation, right)] = (left, relation, right)

    add(26)
    assert compare(order, rows, objects, pairs) in ("consistent", "contradictory")
    for _ in range(3):
        add(3)
        compare(order, rows, objects, pairs)
        gone = max(rows)
        order.remove(gone)
        del rows[gone]
        compare(order, rows, objects, pairs)


def test_columns_may_name_their_last_object_on_either_side() -> None:
    for left, right in (([7, 2], [2, 1]), ([2, 1], [7, 0]), ([7, 0], [6, 1])):
        order = OrderIndex(0)
        order.extend(array("i", left), bytearray([CODE[">"]] * 2), array("i", right))
        assert order.objects == 8
        assert order.path(left[0], right[0]) == ((0,), True)
        assert order.path(left[1], right[1]) == ((1,), True)
    assert list(order.extend(array("i"), bytearray(), array("i"))) == []
    assert order.objects == 8


def test_an_index_counts_its_objects_as_they_come() -> None:
    order = OrderIndex()
    order.add(0, ">", 4)
    assert order.objects == 5
    order.add(5, ">", 1)
    assert order.objects == 6
    order.add(2, ">", 3)
    assert order.objects == 6
    assert order.path(9, 0) is None


def test_twenty_thousand_comparisons_agree_with_networkx() -> None:
    random, objects = Random(4), 5000
    order, rows = OrderIndex(), dict[int, Row]()
    for _ in range(20_000):
        left = random.randrange(objects)
        right = min(objects - 1, left + random.randint(1, 50 if random.random() < 0.5 else objects))
        # Some neighbours are equal, the others are ordered by their number.
        relation: Relation = "=" if right - left == 1 and left % 7 == 0 else random.choice([">", ">", ">="])
        if left != right and not (relation != "=" and right - left == 1 and left % 7 == 0):
            rows[order.add(left, relation, right)] = (left, relation, right)
    pairs = [(random.randrange(objects), random.randrange(objects)) for _ in range(150)]
    for late in range(3):
        graph: nx.DiGraph[tuple[int, int]] = nx.DiGraph()
        for left, relation, right in rows.values():
            ways = [(left, right)] if relation != "=" else [(left, right), (right, left)]
            for tail, head in ways:
                graph.add_edge((tail, 0), (head, int(relation == ">")))
                graph.add_edge((tail, 1), (head, 1))
        for a, b in pairs:
            found = order.path(a, b)
            strict = (b, 1) in graph and (a, 0) in graph and nx.has_path(graph, (a, 0), (b, 1))
            weak = (b, 0) in graph and (a, 0) in graph and a != b and nx.has_path(graph, (a, 0), (b, 0))
            assert (found is not None and found[1]) == strict
            assert (found is not None) == (strict or weak)
            if found is not None:
                assert follow(rows, a, found[0]) == (b, found[1])
        for _ in range(30):
            left = random.randrange(objects - 1)
            rows[order.add(left, ">=", objects - 1)] = (left, ">=", objects - 1)
        for number in random.sample(list(rows), late * 10):
            order.remove(number)
            del rows[number]


def test_a_late_contradiction_is_found_and_taken_back() -> None:
    order = OrderIndex(0)
    for number in range(1000):
        order.add(number, ">", number + 1)
    assert order.path(3, 900) == (tuple(range(3, 900)), True)
    bad = order.add(900, ">=", 895)
    assert order.contradictions() == [(900, (bad, 895, 896, 897, 898, 899))]
    order.remove(bad)
    assert order.consistent
    assert order.path(0, 1000) is not None


def test_what_was_kept_out_comes_in_when_its_rival_is_taken_back() -> None:
    order = OrderIndex(0)
    for number in range(2, 60):
        order.add(number, ">", number + 1)
    assert order.consistent
    rival = order.add(0, ">", 1)
    other = order.add(61, ">=", 62)
    assert order.path(0, 1) == ((rival,), True)
    bad = order.add(1, ">=", 0)
    assert order.contradictions() == [(1, (bad, rival))]
    order.remove(rival)
    assert order.consistent
    assert order.path(0, 1) is None
    assert order.path(1, 0) == ((bad,), False)
    assert order.path(61, 62) == ((other,), False)


def test_a_late_comparison_is_reached_again_where_a_longer_chain_is_strict() -> None:
    order = OrderIndex(0)
    a, r, p, q, b = range(5)
    for number in range(5, 105):
        order.add(number, ">=", number + 1)
    first = order.add(a, ">=", p)
    then = order.add(r, ">=", p)
    last = order.add(q, ">=", b)
    assert order.path(a, b) is None
    joint = order.add(p, ">=", q)
    assert order.path(a, b) == ((first, joint, last), False)
    strict = order.add(a, ">", r)
    assert order.path(a, b) == ((strict, then, joint, last), True)


@pytest.mark.parametrize("relation", [">", ">="], ids=["one layer", "two layers"])
def test_a_late_comparison_joins_what_the_labels_show(relation: Relation) -> None:
    order = OrderIndex(0)
    for number in range(100):
        order.add(number, ">", number + 1)
    beside = order.add(101, relation, 102)
    assert order.path(101, 102) == ((beside,), relation == ">")
    # Both ways from 10 to 12 are strict and of two comparisons: the labels come first.
    late = order.add(11, ">", 12)
    assert order.path(10, 12) == ((10, 11), True)
    bridge = order.add(102, ">=", 40)
    for start, end, edges, strict in (
        (102, 40, (bridge,), False),
        (102, 41, (bridge, 40), True),
        (101, 40, (beside, bridge), relation == ">"),
        (101, 42, (beside, bridge, 40, 41), True),
    ):
        assert order.path(start, end) == (edges, strict)
    assert order.path(40, 102) is None
    order.remove(late)
    assert order.path(102, 41) == ((bridge, 40), True)
