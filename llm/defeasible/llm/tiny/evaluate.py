"""How well a model reads texts that were held out: valid, exact, and logically right forms."""

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
"""Seed of the texts that models are judged by."""


@dataclass(frozen=True, slots=True)
class Tally(Record):
    """How many texts of a kind were read how well."""

    kind: str
    texts: int
    valid: int
    """Replies of both passes fit what was asked for, and make a form."""
    exact: int
    """The form is the right one, spans and all."""
    right: int
    """The form is logically equivalent to the right one."""


class Free:
    """A backend that is not held to any spec; its replies are judged all the same."""

    def __init__(self, backend: Generator) -> None:
        self.name = backend.name
        self._backend = backend

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request as free text."""
        return self._backend.generate([replace(request, spec=None) for request in requests])


def held_out(kind: str, count: int, *, seed: int = TEST_SEED) -> list[Sample]:
    """Return texts of a kind that no model was taught on."""
    return list(islice(samples([kind], seed=seed, test=True), count))


def read(backend: Generator, many: Sequence[Sample]) -> list[Parsed]:
    """Read texts as `ModelParser` reads any, without repairs."""
    parser = ModelParser(backend, repairs=0, max_tokens=512)
    return [parser.parse(sample.text) for sample in many]


def tally(kind: str, many: Sequence[Sample], parsed: Sequence[Parsed]) -> Tally:
    """Count how well texts were read."""
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
        # They do not ask the same kind of question.
        return False


def evaluate(backend: Generator, kinds: Sequence[str] = tuple(KINDS), *, count: int = 100) -> list[Tally]:
    """Judge a model by texts that are held out.

    Args:
        backend: The model. Put it into `Free` to see what it does without constraints.
        kinds: Names in `KINDS`.
        count: Texts of each kind.
    """
    found = []
    for kind in kinds:
        many = held_out(kind, count)
        found.append(tally(kind, many, read(backend, many)))
    return found


def table(tallies: Sequence[Tally]) -> str:
    """Return tallies as lines, with the sum of all in the last."""
    whole = Tally(
        "all", *(sum(getattr(t, name) for t in tallies) for name in ("texts", "valid", "exact", "right"))
    )
    lines = [f"{'texts':<12} {'number':>6} {'valid':>6} {'exact':>6} {'right':>6}"]
    for one in (*tallies, whole):
        shares = " ".join(f"{part / one.texts:6.3f}" for part in (one.valid, one.exact, one.right))
        lines.append(f"{one.kind:<12} {one.texts:6} {shares}")
    return "\n".join(lines)
