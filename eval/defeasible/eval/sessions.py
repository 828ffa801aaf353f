"""A session with a belief base: each line of input is a verb and a sentence, and has one result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import cast

from pydantic import TypeAdapter

from defeasible.eval.ask import decision_json
from defeasible.eval.cases import Json
from defeasible.reasoner.base import BeliefBase, Explanation, Quote, Report
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.number import in_short

VERBS = {
    "tell": "add a statement; `usually` makes it a default",
    "default": "add a statement that yields to whatever is said",
    "certain": "add a statement that is never given up",
    "revise": "add a statement that wins over others",
    "update": "say that the world changed so that this is true",
    "retract": "give up as little as possible so that this no longer follows",
    "ask": "does this follow?",
    "prove": "does this follow? with the proof",
    "why": "shortest proofs, and what would have to go; or two worlds that differ",
    "conflicts": "the shortest sets of statements that cannot all be true",
    "statements": "all statements, with what is believed",
    "history": "all changes, in order",
    "undo": "take the last change back",
    "help": "this list",
}
_ALONE = frozenset({"conflicts", "statements", "history", "undo", "help"})


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one line."""

    text: str
    """The result for readers."""
    value: Json
    """The same as JSON values."""


class Session:
    """Executes lines on a belief base.

    Args:
        base: The base.
    """

    def __init__(self, base: BeliefBase) -> None:
        self.base = base
        self.changed = False
        """Whether there are unsaved changes."""
        self._changes: dict[str, Callable[[str], Report]] = {
            "tell": base.tell,
            "default": lambda text: base.tell(text, default=True),
            "certain": lambda text: base.tell(text, certain=True),
            "revise": base.revise,
            "update": base.update,
            "retract": base.retract,
        }

    def run(self, line: str) -> Result:
        """Execute one line: a verb, and its sentence if it takes one.

        Raises:
            UsageError: If the verb is unknown, or its sentence is missing or superfluous.
        """
        verb, _, rest = line.strip().partition(" ")
        verb, rest = verb.lower(), rest.strip()
        if verb not in VERBS:
            raise unknown("verb", verb, (*VERBS, "save", "quit"))
        if bool(rest) is (verb in _ALONE):
            raise UsageError(f"`{verb}` {'takes no sentence' if rest else 'needs a sentence'}")
        if verb in self._changes:
            report = self._changes[verb](rest)
            self.changed |= report.outcome not in ("unparsed", "impossible")
            return Result(str(report), {"verb": verb, **_plain(report)})
        return self._look(verb, rest)

    def _look(self, verb: str, rest: str) -> Result:
        match verb:
            case "ask" | "prove":
                return _answer(verb, self.base.ask(rest))
            case "why":
                found = self.base.explain(rest)
                return Result(str(found), {"verb": verb, **_plain(found)})
            case "conflicts":
                sets = self.base.conflicts()
                lines = [_together(quotes) for quotes in sets]
                if not sets.complete:
                    lines.append("timed out: there may be other conflicts, even shorter ones")
                value: dict[str, Json] = {"conflicts": [[_plain(q) for q in s] for s in sets]}
                text = "\n".join(lines) or "no conflicts"
                return Result(text, {"verb": verb, **value, "complete": sets.complete})
            case "statements":
                return self._statements()
            case "history":
                reports = [event.report for event in self.base.history]
                text = "\n".join(map(str, reports)) or "nothing was told"
                return Result(text, {"verb": verb, "history": [_plain(report) for report in reports]})
            case "undo":
                last = self.base.undo().report
                self.changed = True
                return Result(f"undone: {last.verb} {last.text}", {"verb": verb, "undone": _plain(last)})
            case _:
                text = "\n".join(f"{name:<12}{what}" for name, what in VERBS.items())
                return Result(text, {"verb": verb, "verbs": dict(VERBS)})

    def _statements(self) -> Result:
        beliefs = self.base.beliefs()
        believed = {held.id for held in beliefs}
        listed = [(held.id in believed, self.base.quote(held.id)) for held in self.base.statements]
        lines = [f"{' ' if fine else '-'} {quote}" for fine, quote in listed]
        if not beliefs.complete:
            lines.append("timed out: more of them may be believed")
        text = "\n".join(lines) or "no statements"
        value: list[Json] = [{**_plain(quote), "believed": fine} for fine, quote in listed]
        return Result(text, {"verb": "statements", "statements": value, "complete": beliefs.complete})


def _answer(verb: str, decision: Decision) -> Result:
    lines = [decision.verdict.upper()]
    if decision.change is not None and decision.before is not None:
        lines[0] += f" ({decision.change}, was {decision.before.upper()})"
    if decision.verdict.decided and decision.confidence < 1:
        lines.append(f"confidence {in_short(decision.confidence)}")
    lines += [decision.reason] if decision.reason else []
    lines += [str(decision.trace)] if verb == "prove" else []
    value = (
        decision_json(decision)
        if verb == "prove"
        else {
            "verdict": decision.verdict,
            "confidence": decision.confidence,
            "before": decision.before,
            "change": decision.change,
            "reason": decision.reason,
        }
    )
    return Result("\n".join(lines), {"verb": verb, **value})


def _together(quotes: tuple[Quote, ...]) -> str:
    return " and ".join(map(str, quotes))


def _plain(record: Report | Explanation | Quote) -> dict[str, Json]:
    return cast("dict[str, Json]", _adapter().dump_python(record, mode="json"))


@cache
def _adapter() -> TypeAdapter[Report | Explanation | Quote]:
    return TypeAdapter(Report | Explanation | Quote)
