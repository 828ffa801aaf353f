"""`Comparisons`: many comparisons for many questions, with proofs, contradictions and priors."""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass
from functools import partial
from math import exp, prod
from typing import TYPE_CHECKING

from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError, require_at_least, unknown
from defeasible.reasoner.evidence import MAX_WEIGHT
from defeasible.reasoner.forms.ledger import RELATIONS
from defeasible.reasoner.number import positive
from defeasible.reasoner.question import LedgerQuestion
from defeasible.reasoner.size import proofs
from defeasible.reasoner.size.index import CODE, OrderIndex
from defeasible.reasoner.size.priors import Revision
from defeasible.reasoner.trace import Deferred
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import networkx as nx

    from defeasible.reasoner.forms.ledger import SizeLedger
    from defeasible.reasoner.forms.sizes import Relation


@dataclass(frozen=True, slots=True)
class Stated:
    """One comparison as it was added."""

    number: int
    """The number that `add` returned."""
    left: str
    relation: Relation
    right: str
    source: str = ""
    prior: float | None = None
    """Its weight in nats if it is a prior; None for a fact."""

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


class Comparisons:
    """Up to a million comparisons between named objects, added, removed and queried at any time.

    Facts are hard. Priors, which say what is usually bigger, are soft: in order of weight, each is kept
    unless facts and heavier priors contradict it. Threads may share an instance; each call sees the state of
    one moment.

    Example:
        >>> sizes = Comparisons()
        >>> _ = sizes.add("house", ">", "car"); _ = sizes.add("car", ">=", "sofa", source="the mover")
        >>> sizes.compare("sofa", "house").answer
        'house'
    """

    def __init__(self) -> None:
        self._names: list[str] = []
        self._number: dict[str, int] = {}
        self._index = OrderIndex()
        """All comparisons, with priors marked as removed, so that paths consist of facts."""
        self._weights: dict[int, float] = {}
        self._sources: dict[int, str] = {}
        self._removed: set[int] = set()
        self._about: dict[tuple[int, int], list[int]] = {}
        """The priors about each pair."""
        self._moment: proofs.Moment | None = None
        """The present state, for proofs; None after a change."""
        self._revision: Revision | None = None
        """The weighed priors; None if they have not been weighed yet."""
        self._revised = 0
        """The number of comparisons that the revision knows."""
        self._lock = threading.RLock()

    def __getstate__(self) -> dict[str, object]:
        with self._lock:
            return {
                "_names": [*self._names],
                "_number": {**self._number},
                "_index": self._index.copy(),
                "_weights": {**self._weights},
                "_sources": {**self._sources},
                "_removed": {*self._removed},
                "_about": {pair: [*numbers] for pair, numbers in self._about.items()},
            }

    def __setstate__(self, state: dict[str, object]) -> None:
        Comparisons.__init__(self)
        self.__dict__.update(state)

    def __len__(self) -> int:
        """Return the number of comparisons in force, facts and priors."""
        return len(self._index) - len(self._removed)

    def add(
        self, left: str, relation: Relation, right: str, *, source: str = "", prior: float | None = None
    ) -> int:
        """Add a comparison. O(1): it is processed at the next question.

        Args:
            left: The bigger (or equal) object.
            relation: `>`, `>=` or `=`.
            right: The other object.
            source: Who says so; the trace quotes it.
            prior: None for a fact. For a prior, its weight: log-odds in nats, above 0.

        Returns:
            Its number, by which it can be removed.

        Raises:
            UsageError: If a name is not a string, the relation is unknown, an object is compared with itself,
                or a prior is not `>` or has no weight in (0, `MAX_WEIGHT`].
        """
        for name in (left, right, source):
            _text(name)
        if relation not in CODE:
            raise unknown("relation", relation, RELATIONS)
        if left == right:
            raise UsageError(f"{left!r} is compared with itself")
        if prior is not None:
            if relation != ">":
                raise UsageError(
                    f"a typical size cannot claim {relation!r}", hint="claim that one is bigger: >"
                )
            if not positive(prior, MAX_WEIGHT):
                raise UsageError(f"prior must be in (0, {MAX_WEIGHT:g}] nats, got {prior!r}")
        with self._lock:
            number = self._index.add(self._object(left), relation, self._object(right))
            if source:
                self._sources[number] = source
            if prior is not None:
                self._weights[number] = float(prior)
                self._index.remove(number)
                self._about.setdefault((self._number[left], self._number[right]), []).append(number)
                self._revision = None
            self._moment = None
            return number

    def add_many(self, rows: Iterable[tuple[str, Relation, str]], *, source: str = "") -> range:
        """Add facts `(left, relation, right)`, all or none.

        Args:
            rows: Triples of the arguments of `add`.
            source: Who says so, for all rows.

        Returns:
            Their numbers.

        Raises:
            UsageError: As `add`, with the number of the row, counted from 0.
        """
        _text(source)
        with self._lock:
            objects = len(self._names)
            try:
                added = self._index.extend(*self._columns(rows))
            except BaseException:
                for name in self._names[objects:]:
                    del self._number[name]
                del self._names[objects:]
                raise
            self._moment = None
            if source:
                self._sources |= dict.fromkeys(added, source)
            return added

    def _columns(self, rows: Iterable[tuple[str, Relation, str]]) -> tuple[array[int], bytearray, array[int]]:
        """Read rows and create objects for new names."""
        left, relation, right = array("i"), bytearray(), array("i")
        known, add = self._number.get, self._object
        row: object = None
        try:
            for row in rows:
                greater, sign, lesser = row
                # An inlined `_object`: two look-ups per row are most of the cost of a million rows.
                above, below = known(greater), known(lesser)
                if above is None:
                    above = add(greater)
                if below is None:
                    below = add(lesser) if greater != lesser else above
                if above == below:
                    raise UsageError(f"row {len(left)}: {greater!r} is compared with itself")
                relation.append(CODE[sign])
                left.append(above)
                right.append(below)
        except (TypeError, ValueError, KeyError) as error:
            raise UsageError(
                f"row {len(left)} must be two names with a relation between them, got {row!r}",
                hint=f"expected (bigger, relation, smaller) with relation one of {', '.join(RELATIONS)}",
            ) from error
        return left, relation, right

    def _object(self, name: str) -> int:
        number = self._number.get(name)
        if number is None:
            _text(name)
            number = self._number[name] = len(self._names)
            self._names.append(name)
        return number

    def remove(self, number: int) -> None:
        """Remove a comparison by its number.

        Raises:
            UsageError: If there is no such number, or it was removed before.
        """
        with self._lock:
            if not 0 <= number < len(self._index) or number in self._removed:
                raise UsageError(f"unknown comparison {number!r}")
            self._removed.add(number)
            self._index.remove(number)
            self._revision = self._moment = None

    def question(self, a: str, b: str) -> LedgerQuestion:
        """Return the question that `compare` would decide now, for `checker.check_decision`."""
        return LedgerQuestion(self.ledger(), a, b)

    def compare(self, a: str, b: str) -> Decision:
        """Decide whether `a` is bigger than `b`: by facts if they decide it, else by priors too.

        Args:
            a: The name of an object; an unknown name is allowed.
            b: The name of another object.

        Returns:
            ENTAILED if `a` is bigger, REFUTED if it is not (`answer` is then `b`, or None if they may be
            equal), UNKNOWN, or INCONSISTENT if the facts contradict each other. `confidence` is the
            probability that the priors on the path shown are right, against those about this pair that they
            overrule. `check_decision(question(a, b), d)` verifies a decision `d`, including its claims about
            all comparisons.

        Raises:
            UsageError: If a name is not a string, or both are the same.
        """
        for name in (a, b):
            _text(name)
        if a == b:
            raise UsageError(f"{a!r} is compared with itself")
        with self._lock:
            moment = self._now()
            asked = (a, self._number.get(a)), (b, self._number.get(b))
            if not self._index.consistent:
                cycle = self._index.contradictions()[0]
                proof = Deferred(partial(proofs.contradiction, moment, asked, cycle))
                return Decision(Verdict.INCONSISTENT, proof, confidence=1.0)
            shown, opposed = self._decide(asked[0][1], asked[1][1])
            weights = self._margins(shown.path, opposed) if shown else []
        proof = Deferred(partial(proofs.answer, moment, asked, shown, opposed))
        if shown is None:
            return Decision(Verdict.UNKNOWN, proof, confidence=1.0)
        bigger = a if shown.verdict is Verdict.ENTAILED else b
        confidence = prod(1 / (1 + exp(-weight)) for weight in weights)
        return Decision(shown.verdict, proof, bigger if shown.strict else None, confidence)

    def _margins(self, path: Iterable[int], opposed: proofs.Opposed) -> list[float]:
        """Return the weight of each prior on a path, less the greatest that it overrules, in nats."""
        against = {n: [self._weights[m] for m, by in opposed if n in by] for n in path if n in self._weights}
        return [self._weights[n] - max(weights, default=0.0) for n, weights in against.items()]

    def _decide(self, first: int | None, second: int | None) -> tuple[proofs.Shown | None, proofs.Opposed]:
        """Query facts, then priors too; also return the priors about this pair that are not kept."""
        if first is None or second is None:
            return None, ()
        shown = _both_sides(self._index.path, first, second)
        if shown is not None:
            denied = (second, first) if shown.verdict is Verdict.ENTAILED else (first, second)
            return shown, tuple(
                (n, shown.path) for n in self._about.get(denied, ()) if n not in self._removed
            )
        if not self._weights:
            return None, ()
        revision = self._weighed()
        about = [*self._about.get((first, second), ()), *self._about.get((second, first), ())]
        opposed = [
            (n, revision.blocked.get(n, ())) for n in about if n in revision.blocked or n in revision.tied
        ]
        return _both_sides(revision.path, first, second), tuple(opposed)

    def _weighed(self) -> Revision:
        """Return the priors, weighed against the present facts."""
        count = len(self._index)
        if self._revision is not None and self._revised < count:
            for number in range(self._revised, count):
                self._revision.add(number, *self._index.comparison(number))
            # A fact that contradicts nothing that was kept changes nothing, unless it breaks a tie.
            if self._revision.tied or not self._revision.index.consistent:
                self._revision = None
        if self._revision is None:
            self._revision = Revision(self._now().ledger())
        self._revised = count
        return self._revision

    def contradictions(self, most: int = 1) -> list[tuple[Stated, ...]]:
        """Return some contradictions among the facts as cycles of stated comparisons, shorter ones first.

        Each is a shortest cycle through one of the latest strict comparisons that lie on cycles, or through a
        comparison that contradicted the others when it arrived. Empty if the facts are consistent.

        Raises:
            UsageError: If `most` is not positive.
        """
        require_at_least(1, most=most)
        with self._lock:
            return [tuple(map(self._stated, edges)) for _, edges in self._index.contradictions(most)]

    def _stated(self, number: int) -> Stated:
        left, relation, right = self._index.comparison(number)
        return Stated(
            number,
            self._names[left],
            relation,
            self._names[right],
            self._sources.get(number, ""),
            self._weights.get(number),
        )

    def ledger(self) -> SizeLedger:
        """Return all comparisons in force, in columns, for the checker. O(all)."""
        with self._lock:
            return self._now().ledger()

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Return the comparisons in force as a graph, to draw, analyse or export.

        Returns:
            Nodes are names. An edge starts at the bigger object; its key is the comparison's number, and its
            attributes are `relation`, `source` and `prior`. An equality has an edge each way.
        """
        import networkx  # noqa: PLC0415 - 0.15 s

        graph: nx.MultiDiGraph[str] = networkx.MultiDiGraph()
        with self._lock:
            graph.add_nodes_from(self._names)
            standing = [self._stated(n) for n in range(len(self._index)) if n not in self._removed]
        for s in standing:
            for tail, head in ((s.left, s.right), (s.right, s.left))[: 1 + (s.relation == "=")]:
                graph.add_edge(tail, head, s.number, relation=s.relation, source=s.source, prior=s.prior)
        return graph

    def _now(self) -> proofs.Moment:
        if self._moment is None:
            self._moment = proofs.Moment(
                self._names,
                self._index,
                self._weights,
                self._sources,
                frozenset(self._removed),
            )
        return self._moment


def _both_sides(
    path: Callable[[int, int], tuple[tuple[int, ...], bool] | None], first: int, second: int
) -> proofs.Shown | None:
    forth = path(first, second)
    if forth is not None and forth[1]:
        return proofs.Shown(Verdict.ENTAILED, *forth)
    back = path(second, first)
    return None if back is None else proofs.Shown(Verdict.REFUTED, *back)


def _text(name: object) -> None:
    if not isinstance(name, str):
        raise UsageError(f"{name!r} is not a string", hint="name objects and sources by strings")
