"""The items of a run, as `show` lists and groups them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from defeasible.eval.cases import Case, Json, Outcome
from defeasible.eval.inspection.blame import Blame, blame
from defeasible.eval.inspection.grounds import Ground, ground, logged_trace
from defeasible.eval.pipelines import NEURAL, Settings
from defeasible.eval.pipelines.build import role_source
from defeasible.eval.runlog import DecisionEvent, RunDir
from defeasible.eval.tasks import Task, find
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.trace import PremiseStep, SizeStep, Trace

NONE = "(none)"


@dataclass(frozen=True)
class Item:
    """One item with everything about its answer."""

    case: Case[Any]
    outcome: Outcome
    event: DecisionEvent | None
    blame: Blame | None
    """None for a right answer."""

    @cached_property
    def ground(self) -> Ground:
        """What the verdict hinges on."""
        return ground(self.event, lambda _: self.trace)

    @property
    def answer(self) -> str:
        """The answer in words, or why there is none."""
        if self.event is None:
            return "not answered yet"
        if self.event.error is not None:
            return f"{self.event.error.kind}: {self.event.error.message}"
        if self.outcome.text is not None:
            return self.outcome.text
        said = self.event.answer or str(self.event.verdict)
        return said if self.outcome.label is None else f"{self.outcome.label}: {said}"

    @cached_property
    def trace(self) -> Trace | None:
        """The logged proof, or None.

        Raises:
            TraceError: If it is malformed, or has no conclusion.
            FormError: If a part of it is invalid.
        """
        if self.event is None or self.event.trace is None:
            return None
        return logged_trace(self.event.trace)

    def values(self, key: str) -> tuple[str, ...]:
        """Return the values of an item under a key: a facet, or one of `KEYS`."""
        if key in KEYS:
            return KEYS[key](self)
        return (str(self.case.facets.get(key, NONE)),)

    def to_json(self) -> dict[str, Json]:
        """Return the item as JSON values, with the logged proof."""
        event = self.event
        return {
            "item": self.case.id,
            "name": self.case.name,
            "sources": {source.id: source.text for source in self.case.question.sources},
            "options": dict(zip(self.case.labels, self.case.options, strict=False)),
            "facets": dict(self.case.facets),
            "gold": self.case.gold,
            "label": self.outcome.label,
            "text": self.outcome.text,
            "score": self.outcome.score,
            "status": self.outcome.status,
            "verdict": event.verdict if event else None,
            "branch": event.branch if event else None,
            "confidence": event.confidence if event else None,
            "reason": event.reason if event else "",
            "ground": self.ground,
            "blame": self.blame.to_json() if self.blame else None,
            "trace": event.trace if event else None,
        }


def _cues(item: Item) -> tuple[str, ...]:
    trace = item.trace
    steps = trace.steps if trace else ()
    found = dict.fromkeys(
        step.cue if isinstance(step, PremiseStep) else step.frame
        for step in steps
        if isinstance(step, PremiseStep | SizeStep)
    )
    return tuple(cue for cue in found if cue) or (NONE,)


KEYS: Mapping[str, Callable[[Item], tuple[str, ...]]] = {
    "blame": lambda item: (str(item.blame.stage) if item.blame else NONE,),
    "why": lambda item: (item.blame.why if item.blame else NONE,),
    "ground": lambda item: (str(item.ground),),
    "status": lambda item: (str(item.outcome.status),),
    "verdict": lambda item: (str(item.event.verdict) if item.event else NONE,),
    "branch": lambda item: (str(item.event.branch) if item.event else NONE,),
    "cue": _cues,
}
"""Keys for selecting and grouping items, in addition to facets. `cue`: the words or frames that were read."""


def items_of(run: RunDir, advance: Callable[[], None] = lambda: None) -> list[Item]:
    """Return the items of a run, those that are not right first; call `advance` after each."""
    task, reasoner = find(run.manifest.task), replaying(run)
    found = []
    for outcome in run.outcomes():
        event = run.decisions.get(outcome.case.id)
        at_fault = blame(outcome.case, outcome, event, task, reasoner)
        found.append(Item(outcome.case, outcome, event, at_fault))
        advance()
    return sorted(found, key=lambda item: item.outcome.correct)


def replaying(run: RunDir) -> Reasoner | None:
    """Return a reasoner that reads and decides as the run did, without a model; None if a model read."""
    name = run.manifest.pipeline
    settings = Settings.of_log(run.manifest.config)
    if name == NEURAL or settings.reading(name) != "grammar":
        return None
    sha256 = run.manifest.config.get("pipeline.roles_sha256")
    roles = role_source(settings.roles, None if sha256 is None else str(sha256))
    return Reasoner(roles=roles, timeout=settings.timeout)


def chosen(items: Iterable[Item], where: Sequence[str], task: Task) -> list[Item]:
    """Return the items that have all of the given values, each written as `key=value`.

    Raises:
        UsageError: If a condition is malformed, or no item has such a key or value.
    """
    found = list(items)
    for condition in where:
        key, equals, value = condition.partition("=")
        if not equals:
            raise UsageError(f"`--where {condition}`: expected KEY=VALUE", hint="e.g. modus=tollens")
        require_key(found, key, task)
        known = sorted({v for item in found for v in item.values(key)})
        found = [item for item in found if value in item.values(key)]
        if not found:
            raise UsageError(f"no item here has `{key}={value}`", hint=f"choose from {', '.join(known)}")
    return found


def require_key(items: Sequence[Item], key: str, task: Task) -> None:
    """Refuse a key that no item has.

    Raises:
        UsageError: If it is neither a facet of an item nor one of `KEYS`.
    """
    facets = {facet for item in items for facet in item.case.facets}
    if key not in KEYS and key not in facets:
        raise unknown("key", key, sorted({*KEYS, *facets}), of=f"`{task.name}`")


def grouped(items: Iterable[Item], key: str) -> dict[str, list[Item]]:
    """Return items by their values under a key, largest group first. An item may be in several groups."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        for value in item.values(key):
            groups.setdefault(value, []).append(item)
    sizes = Counter({value: len(members) for value, members in groups.items()})
    return {value: groups[value] for value, _ in sizes.most_common()}
