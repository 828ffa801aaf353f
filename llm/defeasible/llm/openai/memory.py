"""`Memory`: what was learnt about a server, so that no request pays twice for the same refusal."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from defeasible.llm.openai.client import Refused
    from defeasible.llm.openai.shapes import Rung


class Memory:
    """Which ways of asking work, which constraints a server only says to enforce. Threads may share it."""

    def __init__(self) -> None:
        self.length_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
        """How the server calls the budget of tokens; newer hosted models refuse the older name."""
        self.seeds = True
        """Whether it takes a seed."""
        self.ignored = 0
        """Replies that did not fit what the server had accepted."""
        self._worked: set[tuple[str, str]] = set()
        self._start: dict[str, int] = {}
        self._doubted: Counter[tuple[str, str]] = Counter()
        self._refusals: dict[tuple[str, str], str] = {}
        self._notes: list[str] = []
        self._lock = threading.Lock()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was learnt, in words."""
        with self._lock:
            caught = [
                f"the server accepts {rung} for {kind} and does not enforce it: {n} replies did not fit"
                for (kind, rung), n in self._doubted.items()
            ]
            return (*self._notes, *self._refusals.values(), *caught)

    def note(self, text: str) -> None:
        """Remember a sentence, once."""
        with self._lock:
            if text not in self._notes:
                self._notes.append(text)

    def start(self, kind: str, rungs: tuple[Rung, ...]) -> int:
        """Return the place of the best way to ask that the server has not refused."""
        with self._lock:
            return min(self._start.get(kind, 0), len(rungs) - 1)

    def worked(self, kind: str, rung: Rung, at: int) -> None:
        """Remember that a server took a way of asking; those above it that never worked are given up."""
        with self._lock:
            self._worked.add((kind, rung))
            if not any(known == kind and way != rung for known, way in self._worked):
                self._start[kind] = at

    def refused(self, kind: str, rung: Rung, instead: Rung, complaint: str) -> None:
        """Note that a way of asking was refused, what is done instead, and the first complaint."""
        text = f"the server refuses {rung} for {kind}, {instead} is used instead: {complaint[:160]}"
        with self._lock:
            self._refusals.setdefault((kind, rung), text)

    def learn(self, refused: Refused, body: dict[str, Any]) -> bool:
        """Change how requests are written where a complaint says how; tell whether to ask again.

        Args:
            refused: The complaint.
            body: The request that it is about; other threads may have learnt the same meanwhile.
        """
        if refused.status not in (400, 422):
            return False
        if "max_tokens" in body and "max_completion_tokens" in refused.text:
            self.length_field = "max_completion_tokens"
            return True
        if "seed" in body and re.search(r"\bseed\b", refused.text):
            self.seeds = False
            self.note("the server takes no seed: sampled replies cannot be had again")
            return True
        return False

    def caught(self, kind: str, rung: Rung) -> None:
        """Count a reply that does not fit what the server had accepted."""
        with self._lock:
            self.ignored += 1
            self._doubted[kind, rung] += 1

    def trusts(self, kind: str, rung: Rung) -> bool:
        """Tell whether the server was never seen to ignore this way of asking."""
        with self._lock:
            return (kind, rung) not in self._doubted
