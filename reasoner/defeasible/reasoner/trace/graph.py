"""A trace as a NetworkX graph and as Graphviz DOT."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx

from defeasible.reasoner.trace.render.printer import Printer
from defeasible.reasoner.trace.steps import EvidenceStep, RetractionStep

if TYPE_CHECKING:
    from defeasible.reasoner.trace.trace import Trace

_SHAPES = {"premise": "box", "size": "box", "evidence": "note", "conclusion": "doubleoctagon"}


def to_graph(trace: Trace) -> nx.DiGraph[Any]:
    """Return the trace as a directed acyclic graph of step numbers.

    Returns:
        Nodes 1..n with attributes `kind`, `label` (the printed text) and `step` (the object); an edge from
        each step to every step that rests on it, with `defeat=True` if it overrules or retracts the other.
    """
    graph: nx.DiGraph[Any] = nx.DiGraph(task=trace.task, verdict=str(trace.verdict))
    printer = Printer(trace)
    for number, step in enumerate(trace.steps, 1):
        graph.add_node(number, kind=step.kind, label="\n".join(printer.lines(step)), step=step)
        for earlier in dict.fromkeys(step.rests_on()):
            beaten = isinstance(step, EvidenceStep) and earlier in step.by
            retracted = isinstance(step, RetractionStep) and earlier == step.target
            graph.add_edge(earlier, number, defeat=beaten or retracted)
    return graph


def to_dot(trace: Trace) -> str:
    """Return Graphviz DOT of the same graph; render it with `dot -Tsvg`."""
    graph = to_graph(trace)
    lines = ["digraph trace {", "  rankdir=TB;", '  node [fontname="sans-serif", fontsize=10];']
    for number, data in graph.nodes(data=True):
        label = _escape(f"{number}  {data['label']}")
        lines.append(f'  s{number} [shape={_SHAPES.get(data["kind"], "ellipse")}, label="{label}"];')
    for tail, head, data in graph.edges(data=True):
        style = " [color=red, style=dashed]" if data["defeat"] else ""
        lines.append(f"  s{tail} -> s{head}{style};")
    return "\n".join([*lines, "}"])


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\l") + "\\l"
