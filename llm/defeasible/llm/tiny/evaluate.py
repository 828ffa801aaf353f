"""Evaluate a model on held-out texts: valid, exact, and logically correct forms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from defeasible.llm.backend import Failure, Generator, Reply, Request
from defeasible.llm.parse import ModelParser, Parsed
from defeasible.llm.tiny.generate import KINDS, samples
from defeasible.llm.tiny.sample import Sample
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Form, Unparsed
from defeasible.reasoner.record import Record
from defeasible.reasoner.verdict import Verdict

TEST_SEED = 1
"""Seed of the texts for evaluation."""


@dataclass(frozen=True, slots=True)
class Tally(Record):
    """The results on texts of one kind."""

    kind: str
    texts: int
    valid: int
    """Replies of both passes fit their specs and make a form."""
    exact: int
    """The form is the correct one, spans included."""
    right: int
    """The form is logically equivalent to the correct one."""


class Free:
    """A backend that ignores specs; its replies are evaluated all the same."""

    def __init__(self, backend: Generator) -> None:
        self.name = backend.name
        self._backend = backend

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request as free text."""
        return self._backend.generate([replace(request, spec=None) for request in requests])


def held_out(kind: str, count: int, *, seed: int = TEST_SEED) -> list[Sample]:
    """Return texts of a kind on which no model was trained."""
    return list(islice(samples([kind], seed=seed, test=True), count))


def read(backend: Generator, many: Sequence[Sample]) -> list[Parsed]:
    """Read texts with a `ModelParser`, without repairs."""
    parser = ModelParser(backend, repairs=0, max_tokens=512)
    return [parser.parse(sample.text) for sample in many]


def tally(kind: str, many: Sequence[Sample], parsed: Sequence[Parsed]) -> Tally:
    """Count how many texts were read correctly."""
    valid = exact = right = 0
    for sample, one in zip(many, parsed, strict=True):
        if isinstance(one.form, Unparsed):
            continue
        wanted = sample.form
        same = one.form == wanted
        valid += 1
        exact += same
        right += same or _equivalent(one.form, wanted)
    return Tally(kind, len(many), valid, exact, right)


def _equivalent(form: Form, wanted: Form) -> bool:
    try:
        return equivalent(form, wanted).verdict is Verdict.ENTAILED
    except UsageError:
        # They ask different kinds of questions.
        return False


def evaluate(backend: Generator, kinds: Sequence[str] = tuple(KINDS), *, count: int = 100) -> list[Tally]:
    """Evaluate a model on held-out texts.

    Args:
        backend: The model. Wrap it in `Free` to evaluate it without constraints.
        kinds: Names in `KINDS`.
        count: Texts of each kind.
    """
    found = []
    for kind in kinds:
        many = held_out(kind, count)
        found.append(tally(kind, many, read(backend, many)))
    return found


def table(tallies: Sequence[Tally]) -> str:
    """Return tallies as lines, with the total in the last one."""
    whole = Tally(
        "all", *(sum(getattr(t, name) for t in tallies) for name in ("texts", "valid", "exact", "right"))
    )
    lines = [f"{'texts':<12} {'number':>6} {'valid':>6} {'exact':>6} {'right':>6}"]
    for one in (*tallies, whole):
        shares = " ".join(f"{part / one.texts:6.3f}" for part in (one.valid, one.exact, one.right))
        lines.append(f"{one.kind:<12} {one.texts:6} {shares}")
    return "\n".join(lines)
