"""PASTA, story revision: how would the story go if another state held?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.pasta import FILES, StateTuple, read
from defeasible.eval.asking import REVISIONS
from defeasible.eval.baselines import echo
from defeasible.eval.cases import Case, Outcome, content_id
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.stories import judge_revision, kept
from defeasible.eval.metrics.tokens import spaced
from defeasible.eval.tasks.pasta_texts import BACK, FORWARD, NOTE, by_direction, is_open, scored, stated
from defeasible.eval.tasks.task import Choice, Task
from defeasible.eval.trial import Trial
from defeasible.reasoner.question import StateQuestion, StoryRevisionQuestion
from defeasible.reasoner.story import negated
from defeasible.reasoner.verdict import Verdict

DATASET = "pasta"
SHARES = ("supported", "inferable", "released", "undecided", "stated", "kept", "f1")


def _cases(row: StateTuple) -> Iterator[Case[StoryRevisionQuestion]]:
    both = (
        (FORWARD, row.lines, row.counterfactual, row.revised_lines, row.state, row.support),
        (BACK, row.revised_lines, row.state, row.lines, row.counterfactual, row.revised_support),
    )
    for number, (direction, lines, wanted, gold, former, support) in enumerate(both, 1):
        question, text = StoryRevisionQuestion(lines, wanted), "\n".join(gold)
        name = f"{row.id}-{number}"
        yield Case(
            id=content_id(name, question, text),
            name=name,
            question=question,
            labels=(),
            gold=text,
            cluster=row.story_id,
            # Only the solver and a baseline get the last two, not the writer of a text.
            facets={
                "direction": direction,
                "tuple": row.id,
                "former": former,
                "last_support": str(max(support, default=len(lines))),
            },
        )


def _read(data_dir: Path, choice: Choice) -> list[Case[Any]]:
    split = next(name for name in FILES if name == choice.split)
    return [case for row in read(locate(data_dir, DATASET), split) for case in _cases(row)]


def _asked(case: Case[Any], text: str) -> tuple[StateQuestion, StateQuestion]:
    """Return whether the new story implies the requested state, and the state that held before."""
    lines = tuple(text.split("\n"))
    return (StateQuestion(lines, case.question.counterfactual), StateQuestion(lines, case.facets["former"]))


def _worth(case: Case[Any], text: str, verdicts: Sequence[Verdict]) -> Mapping[str, float]:
    wanted, former = verdicts
    found = judge_revision(wanted, former)
    return {
        "supported": float(found.supported),
        "inferable": float(found.inferable),
        "released": float(found.released),
        "undecided": float(is_open(wanted)),
        "stated": float(stated(case.question.counterfactual, text.split("\n"))),
    }


def _kept(case: Case[Any], text: str) -> float:
    return kept("\n".join(case.question.lines), text, spaced)


def _with_line(case: Case[Any], line: str) -> str:
    """Return the story with the last line that supports the old state replaced."""
    place = int(case.facets["last_support"])
    lines = case.question.lines
    return "\n".join((*lines[: place - 1], line, *lines[place:]))


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return what a solver says about the stories, their similarity to the gold ones, and what they keep.

    `supported`: the requested state follows and the old one does not. `undecided`: the solver cannot tell
    whether it follows. `stated`: it occurs word for word, which the paper counts as an error.

    References:
        S. Ghosh et al. (2023), sections 4.2 and 6.2, tables 6, 8a and 12.
    """
    return by_direction(outcomes, "rouge_lsum", SHARES)


TASK = Task(
    name="pasta/revision",
    dataset=DATASET,
    asking=REVISIONS,
    summary="PASTA: how would the story go if another state held?",
    headline=("inferable", "stated", "gleu", "rouge_lsum", "bertscore"),
    read=_read,
    measure=measure,
    policies={
        "copy": echo(lambda case: "\n".join(case.question.lines)),
        "put in": echo(lambda case: _with_line(case, case.question.counterfactual)),
        "negated": echo(lambda case: _with_line(case, negated(case.facets["former"]))),
    },
    judge=scored({"kept": _kept}),
    trial=Trial(_asked, _worth),
    note=NOTE,
    splits={split: (FILES[split],) for split in ("test", "validation", "train")},
)
TASKS = (TASK,)
