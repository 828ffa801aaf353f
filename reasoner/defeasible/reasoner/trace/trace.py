"""`Trace`: the proof of one decision, as numbered steps over quoted text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from defeasible.reasoner import notebook
from defeasible.reasoner.forms import AtomDecl, Phrase, SizeObject
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import codec
from defeasible.reasoner.trace.families import Task
from defeasible.reasoner.trace.render.printer import to_text
from defeasible.reasoner.trace.steps import AnyStep, ConclusionStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    import networkx as nx

SCHEMA: Literal["defeasible.trace/1"] = "defeasible.trace/1"


@dataclass(frozen=True, slots=True)
class Trace(Record):
    """A directed acyclic graph of steps. Steps are numbered from 1; each rests only on earlier numbers."""

    task: Task
    sources: tuple[Source, ...]
    steps: tuple[AnyStep, ...]
    """At least one; the last is a `ConclusionStep`."""
    atoms: tuple[AtomDecl, ...] = ()
    """The declarations of the atoms of the formulas."""
    objects: tuple[SizeObject, ...] = ()
    """For `size`: the objects of the ids in comparisons."""
    phrases: tuple[Phrase, ...] = ()
    """For `dialogue`: the phrases of the ids in facts."""
    schema: Literal["defeasible.trace/1"] = SCHEMA
    seal: str = ""
    """SHA-256 of the content, written by `to_json`; the checker refuses a document altered afterwards."""

    def __getitem__(self, number: int) -> AnyStep:
        """Return step `number`, counted from 1 as in the printed trace."""
        if not 1 <= number <= len(self.steps):
            raise IndexError(f"trace has steps 1 to {len(self.steps)}, not {number}")
        return self.steps[number - 1]

    @property
    def verdict(self) -> Verdict:
        """The verdict of the conclusion."""
        return self.conclusion.verdict

    @property
    def conclusion(self) -> ConclusionStep:
        """The last step."""
        last = self.steps[-1]
        assert isinstance(last, ConclusionStep)
        return last

    def __str__(self) -> str:
        return to_text(self)

    def _repr_html_(self) -> str:
        return notebook.of_trace(self)

    def to_json(self) -> str:
        """Return the sealed JSON document, on one line; `from_json` is its inverse."""
        return codec.to_json(_adapter(), self)

    @staticmethod
    def from_json(document: str | bytes) -> Trace:
        """Read a trace document.

        Raises:
            TraceError: If it is not JSON, has another schema version, or is malformed; says where.
        """
        return codec.from_json(_adapter(), document)

    def to_graph(self) -> nx.DiGraph[Any]:
        """Return the steps as a NetworkX graph, with an edge from each step to those that rest on it."""
        from defeasible.reasoner.trace import graph  # noqa: PLC0415 - imports NetworkX, 0.15 s

        return graph.to_graph(self)

    def to_dot(self) -> str:
        """Return the graph in Graphviz DOT; retractions and overruled evidence are red and dashed."""
        from defeasible.reasoner.trace import graph  # noqa: PLC0415 - imports NetworkX, 0.15 s

        return graph.to_dot(self)

    @staticmethod
    def json_schema() -> dict[str, Any]:
        """Return the JSON Schema of trace documents."""
        return _adapter().json_schema()


@cache
def _adapter() -> TypeAdapter[Trace]:
    return TypeAdapter(Trace)
