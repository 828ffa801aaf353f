"""The content of a belief base: ranked statements, and a snapshot of all of them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms.premises import AtomDecl, Fact, Statement
from defeasible.reasoner.logic import atoms, to_json
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from defeasible.reasoner.evidence import Evidence

Layer: TypeAlias = Literal["prior", "dialogue", "context"]
"""The origin of a statement: a rule of thumb, an utterance, or the situation itself."""
LAYERS: dict[Layer, int] = {"prior": 0, "dialogue": 1, "context": 2}
"""A statement of a higher layer outranks all of lower layers. Revisions are above all layers."""

Place: TypeAlias = tuple[int, int, float, int]
"""A sort key, firmest first. It starts with 0 for certain statements, 1 for others, 2 for defaults."""


@dataclass(frozen=True, slots=True)
class Rank(Record):
    """The firmness of a statement. Certain statements are never given up."""

    layer: int
    """A value of `LAYERS`, or more for a revision or an update, each of which is above all earlier ones."""
    weight: float | None
    """Weight within its layer, in nats; None for certain statements, whatever their layer."""
    seq: int
    """Time of arrival. With equal layer and weight, the newer statement outranks the older."""
    default: bool = False
    """Whether it is a default; defaults are ranked by specificity, not by time of arrival."""

    def __post_init__(self) -> None:
        if self.weight is not None and not 0 < self.weight < math.inf:
            raise FormError(
                f"a statement cannot have weight {self.weight!r}",
                hint="a positive number of nats; what is never to be given up is told as certain",
            )

    @property
    def certain(self) -> bool:
        """Whether the statement is never given up."""
        return self.weight is None

    def tied(self, other: Rank) -> bool:
        """Whether the two ranks differ at most in the time of arrival."""
        return (self.layer, self.weight, self.default) == (other.layer, other.weight, other.default)

    def place(self) -> Place:
        """Return a sort key, firmest first: certain statements by arrival, then the others, then defaults."""
        if self.weight is None:
            return (0, 0, 0.0, self.seq)
        return (1 + self.default, -self.layer, -self.weight, -self.seq)


@dataclass(frozen=True, slots=True)
class Held(Record):
    """One statement of a base."""

    statement: Statement
    """Its present form. Atoms that an update has moved to the past are named `a1@2`: a1 before change 2."""
    rank: Rank
    turn: int
    """The turn in which it arrived, perhaps with other statements."""
    by: str = ""
    """Who said it, if known."""

    @property
    def id(self) -> str:
        """The id of the statement."""
        return self.statement.id


class Snapshot:
    """A belief base at one moment, about which a decision is made and against which its trace is checked.

    Args:
        statements: All statements in force, believed or not.
        sources: The texts that they quote, by id; may contain others.
        atoms: The declarations of their atoms, by name; may contain others.
        operator: Name of the operator that resolves contradictions.
        lines: A cache of the digested line of each statement, by id, shared by the snapshots of a base.
        evidence: All weighed evidence on the roles of conditionals in force.
    """

    def __init__(  # noqa: PLR0913 - one parameter per part of the base
        self,
        statements: Iterable[Held],
        sources: Mapping[str, Source],
        atoms: Mapping[str, AtomDecl],
        operator: str = "linear",
        *,
        lines: dict[str, tuple[Held, bytes]] | None = None,
        evidence: Iterable[Evidence] = (),
    ) -> None:
        self._statements = tuple(statements)
        self.sources = sources
        self.atoms = atoms
        self.operator = operator
        self.evidence = tuple(evidence)
        self._lines = {} if lines is None else lines

    def __len__(self) -> int:
        return len(self._statements)

    @cached_property
    def statements(self) -> tuple[Held, ...]:
        """All statements in force, believed or not, in order of arrival."""
        return tuple(sorted(self._statements, key=lambda held: held.rank.seq))

    @cached_property
    def digest(self) -> str:
        """The SHA-256 (hexadecimal) of the content of the base.

        It covers all statements, the words that they quote, the glosses of atoms, evidence and operator.
        """
        whole = hashlib.sha256(self.operator.encode())
        for held in self.statements:
            known = self._lines.get(held.id)
            if known is None or known[0] is not held:
                line = self._line(held).encode(errors="surrogatepass")
                known = self._lines[held.id] = (held, hashlib.sha256(line).digest())
            whole.update(known[1])
        for item in sorted(map(_evidence_line, self.evidence)):
            whole.update(item.encode(errors="surrogatepass"))
        return whole.hexdigest()

    def _line(self, held: Held) -> str:
        said = held.statement
        what: list[object] = [said.id, said.cue, held.turn, held.rank.layer, held.rank.weight, held.rank.seq]
        what += ["default"] if held.rank.default else []
        what += ["by", held.by] if held.by else []
        if isinstance(said, Fact):
            what += ["fact", to_json(said.formula)]
        else:
            what += ["conditional", to_json(said.if_), to_json(said.then), said.of, said.role]
        if said.span is not None:
            source = self.sources[said.span.source]
            what += [source.id, source.text, said.span.start, said.span.end]
        what += [self.atoms[name].gloss for name in atoms(said.formula)]
        return json.dumps(what, ensure_ascii=False) + "\n"


def _evidence_line(item: Evidence) -> str:
    claim = asdict(item.claim) | {"weight": item.weight, "source": item.source, "reason": item.reason}
    return json.dumps(claim, ensure_ascii=False, sort_keys=True) + "\n"


def linked(statements: Iterable[Held], start: Iterable[str]) -> tuple[Held, ...]:
    """Return the statements that a chain of shared atoms links to some atoms, in the given order.

    Other statements do not affect these atoms: they are about other atoms, so their models combine freely.
    """
    everything = tuple(statements)
    names = [atoms(held.statement.formula) for held in everything]
    speaking: dict[str, list[int]] = {}
    for i, mentioned in enumerate(names):
        for name in mentioned:
            speaking.setdefault(name, []).append(i)
    reached: set[int] = set()
    todo = list(dict.fromkeys(start))
    seen = set(todo)
    while todo:
        for i in speaking.get(todo.pop(), ()):
            if i not in reached:
                reached.add(i)
                fresh = [name for name in names[i] if name not in seen]
                seen.update(fresh)
                todo.extend(fresh)
    return tuple(held for i, held in enumerate(everything) if i in reached)
