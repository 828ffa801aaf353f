"""`Memory`: what is known about a server, so that each refusal costs only one request."""

from __future__ import annotations

import re
import threading
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from defeasible.llm.openai.client import Refused
    from defeasible.llm.openai.shapes import Rung


class Memory:
    """Which request forms work, and which constraints a server accepts but ignores. Threads may share it."""

    def __init__(self) -> None:
        self.length_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
        """The server's name for the token budget; newer hosted models refuse the older name."""
        self.seeds = True
        """Whether the server accepts a seed."""
        self.ignored = 0
        """Number of replies that violated a constraint that the server had accepted."""
        self._worked: set[tuple[str, str]] = set()
        self._start: dict[str, int] = {}
        self._doubted: Counter[tuple[str, str]] = Counter()
        self._refusals: dict[tuple[str, str], str] = {}
        self._notes: list[str] = []
        self._lock = threading.Lock()

    @property
    def notes(self) -> tuple[str, ...]:
        """What is known about the server, in words."""
        with self._lock:
            caught = [
                f"the server accepts {rung} for {kind} but does not enforce it: {n} replies did not match"
                for (kind, rung), n in self._doubted.items()
            ]
            return (*self._notes, *self._refusals.values(), *caught)

    def note(self, text: str) -> None:
        """Record a sentence, once."""
        with self._lock:
            if text not in self._notes:
                self._notes.append(text)

    def start(self, kind: str, rungs: tuple[Rung, ...]) -> int:
        """Return the index of the best request form that the server has not refused."""
        with self._lock:
            return min(self._start.get(kind, 0), len(rungs) - 1)

    def worked(self, kind: str, rung: Rung, at: int) -> None:
        """Record that a form worked. From then on, forms above it that never worked are skipped."""
        with self._lock:
            self._worked.add((kind, rung))
            if not any(known == kind and way != rung for known, way in self._worked):
                self._start[kind] = at

    def refused(self, kind: str, rung: Rung, instead: Rung, complaint: str) -> None:
        """Record that a form was refused, what is used instead, and the first complaint."""
        text = f"the server refuses {rung} for {kind}; using {instead} instead: {complaint[:160]}"
        with self._lock:
            self._refusals.setdefault((kind, rung), text)

    def learn(self, refused: Refused, body: dict[str, Any]) -> bool:
        """Adapt how requests are written if a complaint says how; return whether to ask again.

        Args:
            refused: The complaint.
            body: The refused request; another thread may have adapted to the same complaint in the meantime.
        """
        if refused.status not in (400, 422):
            return False
        if "max_tokens" in body and "max_completion_tokens" in refused.text:
            self.length_field = "max_completion_tokens"
            return True
        if "seed" in body and re.search(r"\bseed\b", refused.text):
            self.seeds = False
            self.note("the server accepts no seed: sampled replies are not reproducible")
            return True
        return False

    def caught(self, kind: str, rung: Rung) -> None:
        """Count a reply that violates a constraint that the server had accepted."""
        with self._lock:
            self.ignored += 1
            self._doubted[kind, rung] += 1

    def trusts(self, kind: str, rung: Rung) -> bool:
        """Tell whether the server was never caught ignoring this form of constraint."""
        with self._lock:
            return (kind, rung) not in self._doubted
