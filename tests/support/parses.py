"""Readings of small texts over all four families, counted: how many come to a form, and why others do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from defeasible.llm.backend import Failure, Generator, Reply, Request
from defeasible.llm.parse import ModelParser
from defeasible.llm.tiny import samples
from defeasible.reasoner.forms.codec import from_json, to_json

TOGETHER = 8
"""Readings of one text, each with a seed of its own, that are decoded at once."""


class Unconstrained:
    """A backend that is told nothing of what a reply must look like."""

    def __init__(self, backend: Generator) -> None:
        self.name = backend.name
        self._backend = backend

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        """Answer each request as if it had no spec."""
        return self._backend.generate([replace(request, spec=None) for request in requests])


@dataclass
class Tally:
    """What became of readings."""

    asked: int = 0
    first: int = 0
    """Forms at the first try."""
    forms: int = 0
    """Forms at the first try or after one correction."""
    replies: int = 0
    fit: int = 0
    """Replies that fit what they were asked for."""
    tokens: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    """Why there was no form at the first try, with how often."""


def read(backend: Generator, number: int, *, seed: int = 0, max_tokens: int = 4096) -> Tally:
    """Read small texts, `TOGETHER` times each and each time in two passes, at temperature 1.

    A faulty reading is corrected once, as it is by default.
    """
    tally = Tally()
    parser = ModelParser(backend, consistent=False, examples=0, temperature=1.0, max_tokens=max_tokens)
    for sample in islice(samples(seed=seed), number // TOGETHER):
        drafts = parser._round(sample.text, [(seed + n, None) for n in range(TOGETHER)])
        faulty = [draft for draft in drafts if draft.form is None]
        # As `ModelParser.parse` corrects, but for the vote, in which readings would not count one by one; and
        # with other seeds, since random weights hardly heed what they are told.
        again = [(draft.seed + TOGETHER, draft.earlier(draft.problem)) for draft in faulty if draft.problem]
        corrected = parser._round(sample.text, again)
        tally.asked += len(drafts)
        tally.first += len(drafts) - len(faulty)
        for draft in drafts + corrected:
            if draft.form is not None:
                assert from_json(to_json(draft.form)) == draft.form
                tally.forms += 1
            fit = len(draft.replies) - sum(failure.reply is not None for failure in draft.failures)
            tally.fit += fit
            tally.replies += fit + len(draft.failures)
            tally.tokens += sum(reply.tokens for reply in draft.replies)
        tally.reasons.update(draft.reason.partition("\n")[0] for draft in faulty)
    return tally
