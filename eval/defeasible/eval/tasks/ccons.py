"""CConS: which of two objects is bigger, in a context that may contradict commonsense, or in general?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.ccons import load
from defeasible.datasets.items import SizeItem
from defeasible.eval.asking import SIZES
from defeasible.eval.baselines import at_random, longest, majority, position
from defeasible.eval.cases import Case, content_id
from defeasible.eval.metrics import measure_ccons
from defeasible.eval.metrics.ccons import CELLS, LEVELS
from defeasible.eval.tasks.task import Choice, Task
from defeasible.reasoner.question import SizeQuestion

DATASET = "ccons"
NO_CONTEXT_NOTE = (
    "Without its context a counter-commonsense row keeps the label of the context that was taken away, so a "
    "perfect judge of usual sizes gets 0.70 on all rows of the official files. The published 0.764 and 0.791 "
    "cannot include these rows: `ordinary` is the headline, and `accuracy`, of all rows, stands beside it."
)
CONTEXT_CAUTION = """\
Scores on the official files are development scores of the reader: whoever wrote it had read the open half.
What it reads of sentences that nobody who worked on it has read stands in [blind sentences](blind.md).
Typical sizes play no part where the context says which is bigger, so counter-commonsense rows are read as
often as ordinary ones."""
NO_CONTEXT_CAUTION = """\
The typical sizes come from a lexicon of our own; its gaps on the open half were filled by category, not row
by row."""


def _case(item: SizeItem) -> Case[SizeQuestion]:
    question = SizeQuestion(item.context, item.object1, item.object2)
    return Case(
        id=content_id(item.id, question, str(item.gold)),
        name=item.id,
        question=question,
        labels=("1", "2"),
        gold=str(item.gold),
        cluster=item.group,
        facets={"cell": item.cell, "level": item.level},
    )


def _reader(*, context: bool) -> Callable[[Path, Choice], list[Case[Any]]]:
    def read(data_dir: Path, _: Choice) -> list[Case[Any]]:
        return [_case(item) for item in load(locate(data_dir, DATASET), context=context)]

    return read


def _task(name: str, summary: str, headline: tuple[str, ...], *, context: bool) -> Task:
    return Task(
        name=name,
        dataset=DATASET,
        asking=SIZES,
        summary=summary,
        headline=headline,
        read=_reader(context=context),
        measure=measure_ccons,
        policies={
            "first object": position(0),
            "second object": position(1),
            "longer name": longest,
            "majority": majority,
            "random": at_random(),
        },
        headline_on=("cell", headline[0]) if headline[0] in CELLS else None,
        note="" if context else NO_CONTEXT_NOTE,
        caution=CONTEXT_CAUTION if context else NO_CONTEXT_CAUTION,
        subset_facet="level",
        subsets=LEVELS,
    )


CONTEXT = _task(
    "ccons/context",
    "CConS: which object is bigger in this context?",
    ("accuracy", "counter", "ordinary"),
    context=True,
)
NO_CONTEXT = _task(
    "ccons/nocontext",
    "CConS, no context: which is usually bigger?",
    ("ordinary", "accuracy"),
    context=False,
)
TASKS = (CONTEXT, NO_CONTEXT)
