"""Measure up to a million comparisons (building, proofs, contradictions, growth) and two peers.

The peers are NetworkX and rustworkx.

There are two families of M comparisons over M/4 objects in a hidden order: `long` compares objects at most 50
ranks apart, so that paths are long; `short` compares any two, so that paths are short. Questions are about
connected pairs, for `short` between the biggest and the smallest tenth of the objects, which gives paths of 7
to 12 at 1e5 and more. All peers answer the same 200 questions on the same comparisons in the same run, and
every path of ours is verified edge by edge. Times are CPU seconds of this process; memory is the growth of a
fresh process while it builds the structure, including the first question.

Run from the root: `python benchmarks/size_scale.py [SIZE ...]`; by default `1e3 1e4 1e5`. `1e6` takes about
three minutes. With `--plot FILE.svg` it draws the cost of a question against the size.
"""

from __future__ import annotations

import gc
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple, TypeVar

import networkx as nx

import plot
from defeasible.reasoner import State, check_decision, check_steps
from defeasible.reasoner.question import LedgerQuestion
from defeasible.reasoner.size import Comparisons
from defeasible.reasoner.trace import PathStep, SizeStep
from defeasible.reasoner.verdict import Verdict

T = TypeVar("T")
Row = tuple[str, Literal[">"], str]

FAMILIES = ("long", "short")
QUESTIONS = 200
NEAR = 50
BUILD_X, QUERY_X = 2.0, 10.0
"""Targets: how many times faster than NetworkX it should be."""
READ = 20
"""Number of proofs that are written and checked, to measure the cost."""


class Measured(NamedTuple):
    """The cost of one structure."""

    build_s: float
    query_us: float
    length: float


def rows(family: str, count: int, random: Random) -> tuple[list[Row], list[str]]:
    """Return comparisons that a hidden order satisfies, and that order, biggest object first."""
    objects = count // 4
    names = [f"object {n}" for n in range(objects)]
    random.shuffle(names)
    found: list[Row] = []
    while len(found) < count:
        above = random.randrange(objects)
        below = above + random.randint(1, NEAR) if family == "long" else random.randrange(objects)
        above, below = min(above, below), max(above, below)
        if above < below < objects:
            found.append((names[above], ">", names[below]))
    return found, names


def timed(action: Callable[[], T]) -> tuple[T, float]:
    """Return the result of an action and its CPU seconds, starting without garbage."""
    gc.collect()
    start = time.process_time()
    result = action()
    return result, time.process_time() - start


def resident() -> float:
    """Return the resident memory of this process in megabytes (Linux), or 0 if unknown."""
    status = Path("/proc/self/statm")
    return int(status.read_text().split()[1]) * 4096 / 1e6 if status.exists() else 0.0


def grown(name: str, family: str, size: int) -> float:
    """Return the megabytes by which this process grows while it builds a structure."""
    given, _ = rows(family, size, Random(1))
    build(rows("long", 1000, Random(0))[0])  # imports
    gc.collect()
    before = resident()
    structure = build(given) if name == "ours" else digraph(given)
    gc.collect()
    after = resident()
    del structure
    return after - before


def megabytes(name: str, family: str, size: int) -> float:
    """Return the megabytes by which a fresh process grows."""
    command = [sys.executable, __file__, "--memory", name, family, str(size)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def build(given: Sequence[Row]) -> Comparisons:
    """Add comparisons and ask one question, so that the labels are built."""
    comparisons = Comparisons()
    comparisons.add_many(given)
    comparisons.compare(given[0][0], given[0][2])
    return comparisons


def connected(comparisons: Comparisons, order: list[str], family: str) -> list[tuple[str, str]]:
    """Return pairs between which there is a path, bigger object first."""
    random, part = Random(2), len(order) if family == "long" else len(order) // 10
    pairs: list[tuple[str, str]] = []
    while len(pairs) < QUESTIONS:
        a, b = order[random.randrange(part)], order[-1 - random.randrange(part)]
        if a != b and comparisons.compare(a, b).verdict is Verdict.ENTAILED:
            pairs.append((a, b))
    return pairs


def ours(
    given: Sequence[Row], order: list[str], family: str
) -> tuple[Measured, list[tuple[str, str]], Comparisons]:
    """Measure whole decisions, each with its path; verify every path."""
    comparisons, build_s = timed(lambda: build(given))
    pairs = connected(comparisons, order, family)
    decisions, query_s = timed(lambda: [comparisons.compare(a, b) for a, b in pairs])
    length = 0
    stated = set(given)
    for (a, b), decision in zip(pairs, decisions, strict=True):
        trace = decision.trace
        name = {item.id: item.name for item in trace.objects}
        (path,) = (step for step in trace.steps if isinstance(step, PathStep))
        here = a
        for edge in path.edges:
            step = trace[edge]
            assert isinstance(step, SizeStep)
            left, right = name[step.comparison.left], name[step.comparison.right]
            assert left == here
            assert (left, ">", right) in stated
            here = right
        assert here == b
        length += len(path.edges)
    return (
        Measured(build_s, query_s / QUESTIONS * 1e6, length / QUESTIONS),
        pairs,
        comparisons,
    )


def digraph(given: Sequence[Row]) -> nx.DiGraph[str]:
    """Build a NetworkX graph."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_edges_from((row[0], row[2]) for row in given)
    return graph


def networkx_peer(given: Sequence[Row], pairs: Sequence[tuple[str, str]]) -> Measured:
    """Measure `DiGraph` and `shortest_path`, which searches from both ends."""
    graph, build_s = timed(lambda: digraph(given))
    paths, query_s = timed(lambda: [nx.shortest_path(graph, a, b) for a, b in pairs])
    length = sum(len(path) - 1 for path in paths) / len(paths)
    return Measured(build_s, query_s / len(pairs) * 1e6, length)


def rustworkx_peer(given: Sequence[Row], pairs: Sequence[tuple[str, str]]) -> Measured:
    """Measure `PyDiGraph` and `digraph_dijkstra_shortest_paths` to one target; fewer questions if slow."""
    import rustworkx as rx  # noqa: PLC0415 - a peer that need not be installed

    def built() -> tuple[rx.PyDiGraph[str, None], dict[str, int]]:
        graph: rx.PyDiGraph[str, None] = rx.PyDiGraph()
        names = list(dict.fromkeys(name for row in given for name in (row[0], row[2])))
        number = dict(zip(names, graph.add_nodes_from(names), strict=True))
        graph.add_edges_from_no_data([(number[row[0]], number[row[2]]) for row in given])
        return graph, number

    (graph, number), build_s = timed(built)
    asked = list(pairs)[: max(3, min(QUESTIONS, int(2e6 / len(given))))]

    def query(a: int, b: int) -> list[int]:
        return list(rx.digraph_dijkstra_shortest_paths(graph, a, target=b)[b])

    paths, query_s = timed(lambda: [query(number[a], number[b]) for a, b in asked])
    length = sum(len(path) - 1 for path in paths) / len(paths)
    return Measured(build_s, query_s / len(asked) * 1e6, length)


def more(comparisons: Comparisons, given: Sequence[Row], pairs: Sequence[tuple[str, str]]) -> list[str]:
    """Measure what peers do not offer: proofs, open questions, growth, contradictions."""
    lines = []
    names = sorted({name for row in given for name in (row[0], row[2])})
    random = Random(3)
    any_pairs = [tuple(random.sample(names, 2)) for _ in range(QUESTIONS)]
    verdicts, cost = timed(lambda: [comparisons.compare(a, b).verdict for a, b in any_pairs])
    open_share = verdicts.count(Verdict.UNKNOWN) / QUESTIONS
    lines.append(f"any two objects, {open_share:.0%} of them open: {cost / QUESTIONS * 1e6:.0f} us")
    decisions = [comparisons.compare(a, b) for a, b in pairs[:READ]]
    traces, cost = timed(lambda: [decision.trace for decision in decisions])
    lines.append(f"write a proof: {cost / READ * 1e3:.2f} ms (the first with the ledger's digest)")
    reports, cost = timed(lambda: [check_steps(trace) for trace in traces])
    assert not any(reports)
    lines.append(f"check a proof: {cost / READ * 1e3:.2f} ms")
    ledger, cost = timed(comparisons.ledger)
    asked = LedgerQuestion(ledger, *pairs[0])
    report, beside = timed(lambda: check_decision(asked, decisions[0]))
    assert report.state is State.VERIFIED
    lines.append(f"take the ledger: {cost:.2f} s; check a proof beside it: {beside:.2f} s")
    a, b = pairs[0]
    number, cost = timed(lambda: comparisons.add(b, ">", a, source="the offender"))
    decision, cost = timed(lambda: comparisons.compare(a, b))
    assert decision.verdict is Verdict.INCONSISTENT
    (cycle,) = comparisons.contradictions()
    assert cycle[0].number == number
    lines.append(
        f"find that a new comparison contradicts the others: {cost * 1e6:.0f} us, a cycle of {len(cycle)}"
    )
    comparisons.remove(number)

    def grow() -> None:
        for greater, lesser in pairs:
            comparisons.add(greater, ">", lesser)
            assert comparisons.compare(greater, lesser).verdict is Verdict.ENTAILED

    _, cost = timed(grow)
    lines.append(f"add one and ask, {QUESTIONS} times: {cost / QUESTIONS * 1e6:.0f} us each")
    bulk = Comparisons()
    bulk.add_many([*given, (b, ">", a)])
    found, cost = timed(bulk.contradictions)
    graph = nx.DiGraph((row[0], row[2]) for row in [*given, (b, ">", a)])
    peer, peer_cost = timed(lambda: nx.find_cycle(graph))
    lines.append(
        f"find the contradiction in all at once: {cost:.2f} s, a cycle of {len(found[0])} "
        f"(nx.find_cycle {peer_cost:.2f} s, {len(peer)})"
    )
    return lines


def main() -> None:
    """Measure each size and family and print one table."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["--memory"]:
        print(grown(arguments[1], arguments[2], int(arguments[3])))
        return
    target = None
    if "--plot" in arguments:
        at = arguments.index("--plot")
        target = Path(arguments[at + 1])
        del arguments[at : at + 2]
    sizes = [int(float(size)) for size in arguments or ("1e3", "1e4", "1e5")]
    curves: dict[str, list[tuple[float, float]]] = {}
    print(f"{'':<30}{'build s':>9}{'query us':>11}{'path':>8}{'build x':>9}{'query x':>9}")
    build(rows("long", 1000, Random(0))[0])  # imports
    for size in sizes:
        for family in FAMILIES:
            given, order = rows(family, size, Random(1))
            own, pairs, comparisons = ours(given, order, family)
            measured = {"ours": own, "networkx": networkx_peer(given, pairs)}
            if importlib.util.find_spec("rustworkx"):
                measured["rustworkx"] = rustworkx_peer(given, pairs)
            for name, cost in measured.items():
                ratios = f"{cost.build_s / own.build_s:>9.1f}{cost.query_us / own.query_us:>9.1f}"
                print(
                    f"{size:>9,} {family:<6}{name:<14}{cost.build_s:>9.3f}"
                    f"{cost.query_us:>11.1f}{cost.length:>8.1f}{ratios if name != 'ours' else ''}"
                )
                curves.setdefault(f"{name}, {family}", []).append((size, cost.query_us))
            lines = more(comparisons, given, pairs)
            del comparisons
            used = [f"{name} {megabytes(name, family, size):.0f} MB" for name in ("ours", "networkx")]
            for line in [*lines, f"memory: {', '.join(used)}"]:
                print(f"{'':<17}{line}")
    print(f"targets: build {BUILD_X:.0f} times and query {QUERY_X:.0f} times as fast as NetworkX")
    if target is not None:
        plot.curve(target, "one question with its path", curves, "comparisons", "us CPU")


if __name__ == "__main__":
    main()
