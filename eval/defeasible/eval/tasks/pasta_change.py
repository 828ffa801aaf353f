"""PASTA, state change: which states explain how two versions of a story differ?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.pasta import FILES, StateTuple, read
from defeasible.eval.asking import CHANGES
from defeasible.eval.baselines import echo
from defeasible.eval.cases import Case, Outcome, content_id
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.stories import judge_change
from defeasible.eval.tasks.pasta_texts import BACK, FORWARD, NOTE, by_direction, is_open, scored, stated
from defeasible.eval.tasks.task import Choice, Task
from defeasible.eval.trial import Trial
from defeasible.reasoner.question import StateChangeQuestion, StateQuestion
from defeasible.reasoner.story import negated
from defeasible.reasoner.verdict import Verdict

DATASET = "pasta"
SHARES = ("valid_inferable", "undecided", "not_in_story", "f1")
STATES = 2


def _cases(row: StateTuple) -> Iterator[Case[StateChangeQuestion]]:
    both = (
        (FORWARD, row.lines, row.revised_lines, row.state, row.counterfactual),
        (BACK, row.revised_lines, row.lines, row.counterfactual, row.state),
    )
    for number, (direction, lines, revised, first, second) in enumerate(both, 1):
        question, text = StateChangeQuestion(lines, revised), f"{first}\n{second}"
        name = f"{row.id}-{number}"
        yield Case(
            id=content_id(name, question, text),
            name=name,
            question=question,
            labels=(),
            gold=text,
            cluster=row.story_id,
            facets={"direction": direction, "tuple": row.id},
        )


def _read(data_dir: Path, choice: Choice) -> list[Case[Any]]:
    split = next(name for name in FILES if name == choice.split)
    return [case for row in read(locate(data_dir, DATASET), split) for case in _cases(row)]


def _asked(case: Case[Any], text: str) -> tuple[StateQuestion, ...]:
    """Return whether each version implies its own state, and the other's; empty if the text is not a pair."""
    states = text.split("\n")
    if len(states) != STATES:
        return ()
    told = (case.question.lines, case.question.revised_lines)
    return tuple(
        StateQuestion(told[version], states[state]) for version, state in ((0, 0), (1, 0), (1, 1), (0, 1))
    )


def _worth(case: Case[Any], text: str, verdicts: Sequence[Verdict]) -> Mapping[str, float]:
    if not verdicts:
        return {"valid_inferable": 0.0, "undecided": 0.0, "not_in_story": 0.0}
    first, second = (verdicts[0], verdicts[1]), (verdicts[2], verdicts[3])
    told = (*case.question.lines, *case.question.revised_lines)
    return {
        "valid_inferable": judge_change(first, second),
        "undecided": sum(is_open(own) for own, _ in (first, second)) / STATES,
        "not_in_story": float(not any(stated(state, told) for state in text.split("\n"))),
    }


def _changed(case: Case[Any]) -> tuple[str, str]:
    """Return the first line that differs, in both versions."""
    pairs = list(zip(case.question.lines, case.question.revised_lines, strict=False))
    return next(((a, b) for a, b in pairs if a != b), pairs[-1])


def _negated(case: Case[Any]) -> str:
    line, _ = _changed(case)
    return f"{line}\n{negated(line)}"


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return what a solver says about the states, and how similar they are to the gold ones.

    `valid_inferable`: one half for each state that follows from its own version and not from the other.
    `undecided`: one half for each state of which the solver cannot tell whether it follows from its own
    version. `not_in_story`: neither state occurs word for word in a version.

    References:
        S. Ghosh et al. (2023), sections 4.3 and 6.3, tables 7, 8b and 13.
    """
    return by_direction(outcomes, "rouge_l", SHARES)


TASK = Task(
    name="pasta/change",
    dataset=DATASET,
    asking=CHANGES,
    summary="PASTA: which states explain the change of the story?",
    headline=("valid_inferable", "not_in_story", "gleu", "rouge_l", "bertscore"),
    read=_read,
    measure=measure,
    policies={
        "changed": echo(lambda case: "\n".join(_changed(case))),
        "negated": echo(_negated),
    },
    judge=scored(),
    trial=Trial(_asked, _worth),
    note=NOTE,
    splits={split: (FILES[split],) for split in ("test", "validation", "train")},
)
TASKS = (TASK,)
