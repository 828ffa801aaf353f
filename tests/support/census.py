"""A census of refusals: how often the checker gives each reason, of every small forgery of some proofs.

A forgery changes one place of a trace. The reasons are kept, with counts, in `tests/data/refusals`: a check
that goes missing, or comes to refuse what it should not, changes them. Where a change of the checker or of
traces is meant, `REFUSALS=write pytest -k small_forgeries` writes them again, for a reader to look through:
what stands under `accepted` must prove nothing false.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import fields
from pathlib import Path
from typing import Any

from mutations import dropped

from defeasible.reasoner.errors import FormError, TraceError
from defeasible.reasoner.trace import Trace

Document = dict[str, Any]
Judge = Callable[[Trace], str]
"""Says what is wrong with a trace, a line each."""

KEPT = Path(__file__).resolve().parents[1] / "data" / "refusals"
UNSAID = ("kind", "schema", "seal", "engine", "task")
"""Fields of which no change makes a forgery of the proof itself."""
FORMULAS = ("claim", "goal")
ABOVE = {"left": "o1", "relation": ">", "right": "o2"}
REQUIRED = {"conditional": "c2", "of": "c1", "role": "requirement"}
VALUES: dict[str, tuple[Any, ...]] = {
    "verdict": ("entailed", "refuted", "unknown", "inconsistent", "timeout", "unparsed", "unproved"),
    "before": ("entailed", "unknown"),
    "change": ("maintained", "new"),
    "status": ("accepted", "overruled", "tied"),
    "phase": ("before", "after", "flipped"),
    "relation": (">", ">=", "="),
    "comparison": (ABOVE,),
    "claim": ({"comparison": ABOVE}, {"formula": "a1"}, REQUIRED),
    "role": (REQUIRED,),
    "flips": ([{"evidence": [1], "verdict": "unknown", "step": 1}],),
    "rank": ({"layer": 0, "weight": 1.0, "seq": 1},),
    **dict.fromkeys(("new", "context", "flipped"), (True, False)),
    **dict.fromkeys(("latest", "turned", "replaced_by", "without"), (1,)),
    **dict.fromkeys(("core", "by", "support"), ([1],)),
    **dict.fromkeys(("cores", "against"), ([[1]],)),
    **dict.fromkeys(("models", "others"), ([[]],)),
    **dict.fromkeys(("reason", "frame", "cue"), ("because",)),
    "goal": (["&"],),
    "factor": ("2",),
    "weight": (1.0,),
    "when": ("ever",),
}
"""What fields may hold: put in the place of what they hold, and where they hold nothing."""
MOST = 3
"""Proofs in which one field of one kind of step is changed in one way."""


def take_census(name: str, proofs: Iterable[tuple[str, Trace, Judge]]) -> None:
    """Forge proofs in every small way, and compare why they are refused with what is kept."""
    said: Counter[str] = Counter()
    examples: dict[str, str] = {}
    tried: Counter[str] = Counter()
    for n, (proof, trace, judge) in enumerate(proofs):
        assert not judge(trace), f"{proof}: {judge(trace)}"
        done = {change for change, count in tried.items() if count == MOST}
        for change, forged in forgeries(trace, done, last=n % 2 == 1):
            tried[change] += 1
            for reason in judge(forged).splitlines() or [f"accepted: {change}"]:
                plain = _plain(reason, forged)
                said[plain] += 1
                examples.setdefault(plain, f"{proof}: {change}")
    path = KEPT / f"{name}.tsv"
    if os.environ.get("REFUSALS") == "write":
        lines = [f"{count}\t{reason}\n" for reason, count in sorted(said.items())]
        path.write_text("".join(lines), encoding="utf-8")
    rows = (line.partition("\t") for line in path.read_text(encoding="utf-8").splitlines())
    kept = Counter({reason: int(count) for count, _, reason in rows})
    differ = [
        f"{kept[reason]} before, {said[reason]} now: {reason} ({examples.get(reason, 'none')})"
        for reason in sorted(kept.keys() | said.keys())
        if kept[reason] != said[reason]
    ]
    hint = "if that is meant, REFUSALS=write pytest -k small_forgeries, and read the difference"
    assert not differ, "\n".join([*differ, hint])


def forgeries(trace: Trace, done: set[str], *, last: bool) -> Iterator[tuple[str, Trace]]:
    """Yield traces with one place changed, and what was changed: each field of each kind of step once.

    Args:
        trace: The honest trace.
        done: Changes that are not wanted any more; those that are yielded are added.
        last: Change the last of several such places, not the first.
    """
    original = json.loads(trace.to_json())
    for what, document in _falsified(trace, original, done, last=last):
        try:
            yield what, Trace.from_json(json.dumps(document))
        except (FormError, TraceError):
            continue  # it is no trace, which is another reader's to refuse
        done.add(what)


def _falsified(
    trace: Trace, original: Document, done: set[str], *, last: bool
) -> Iterator[tuple[str, Document]]:
    order = reversed if last else list
    for n, step in order([*enumerate(trace.steps)]):
        written = original["steps"][n]
        for field in sorted(VALUES.keys() & {f.name for f in fields(step)} - written.keys()):
            for value in VALUES[field]:
                if (what := f"{value} as steps.{step.kind}.{field}") not in done:
                    document = deepcopy(original)
                    document["steps"][n][field] = value
                    yield what, document
        if (what := f"repeat {step.kind}") not in done and n + 1 < len(trace.steps):
            document = deepcopy(original)
            document["steps"].insert(-1, written)
            uses = document["steps"][-1]["uses"]
            document["steps"][-1]["uses"] = [*uses, len(trace.steps)] if n + 1 in uses else uses
            yield what, document
        if (what := f"drop {step.kind}") not in done:
            yield from ((what, document) for _, document in dropped(original, n))
    for path in order([*_places(original)]):
        *inner, key = path
        for change, new in _changes(_at(original, path), original, key):
            what = f"{change} {'.'.join(_named(original, path))}"
            if what in done or key in UNSAID:
                continue
            document = deepcopy(original)
            _at(document, inner)[key] = new
            yield what, document


def _places(value: Any) -> Iterator[tuple[Any, ...]]:
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield (key,)
        if isinstance(part, dict | list) and not (key in FORMULAS and isinstance(part, list)):
            yield from ((key, *rest) for rest in _places(part))


def _at(document: Any, path: Any) -> Any:
    for key in path:
        document = document[key]
    return document


def _named(document: Document, path: tuple[Any, ...]) -> Iterator[str]:
    """Name a place by fields and kinds of steps, without numbers."""
    for n, key in enumerate(path):
        if isinstance(key, str):
            yield key
        elif path[:n] == ("steps",):
            yield document["steps"][key]["kind"]


def _changes(value: Any, document: Document, key: Any) -> Iterator[tuple[str, Any]]:
    yield from ((f"{other} as", other) for other in VALUES.get(key, ()) if other != value)
    match value:
        case str() | list() if key in FORMULAS:
            yield "deny", ["~", value]
            yield "truth for", ["&"]
            if isinstance(value, list) and len(value) > 1:
                yield "part of", value[1]
        case bool():
            yield "turn", not value
        case int():
            yield "more in", value + 1
            yield "less in", value - 1
            yield "beyond", value + 99
        case float() if value:
            yield "double", value * 2
            yield "sign of", -value
        case str():
            others = sorted({v for v in _strings(document, key) if v != value})
            for n, other in enumerate(others[:2], 1):
                yield f"other {n} in", other
            yield "strange", f"{value}x"
        case list() if value:
            yield "shorten", value[1:]
            yield "cut", value[:-1]
            yield "repeat in", [*value, value[0]]
            if len(value) > 1:
                yield "turn round", value[::-1]
        case None:
            yield "fill", 1.0 if key in ("weight", "cost") else "a1"
        case _:
            pass


def _strings(value: Any, key: Any) -> Iterator[str]:
    """Yield the strings of a document that stand where another one does: under a key, or in lists."""
    if isinstance(value, dict):
        for name, part in value.items():
            if isinstance(part, str) and name == key:
                yield part
            yield from _strings(part, key)
    elif isinstance(value, list):
        for part in value:
            if isinstance(part, str) and isinstance(key, int):
                yield part
            yield from _strings(part, key)


def _plain(reason: str, trace: Trace) -> str:
    """Leave out of a reason what depends on the proof, and say which kind of step is at fault."""
    if found := re.match(r"step (\d+): ", reason):
        kind = trace.steps[int(found[1]) - 1].kind
        reason = f"{kind}: {reason[found.end() :]}"
    reason = re.sub(r"`[^`]*`", "`_`", reason)
    return re.sub(r"\[[\d, ]*\]|\d+(\.\d+)?(e-?\d+)?", "N", reason)
