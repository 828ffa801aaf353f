"""PASTA, story state inference: does a story imply a state of a participant?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.pasta import FILES, StateInstance, StateTuple, read
from defeasible.eval.asking import STATES, YES_OR_NO
from defeasible.eval.baselines import at_random, majority, position
from defeasible.eval.cases import Case, Json, Outcome, by_verdict, content_id
from defeasible.eval.metrics import Metrics, accuracy
from defeasible.eval.metrics.counts import breakdown, clustered_interval, common
from defeasible.eval.metrics.intervals import clustered
from defeasible.eval.metrics.stories import contrastive_accuracy
from defeasible.eval.tasks.task import Choice, Task
from defeasible.reasoner.question import StateQuestion

DATASET = "pasta"
YES, NO = YES_OR_NO
CAUTION = """\
Logic answers where the laws of everyday life that it knows settle the state, and abstains elsewhere; what
it leaves open counts as wrong. How often it is right where it answers is `selective_accuracy` of
`defeasible score DIR --json`. How the stories were split while the laws were written stands in
[stories](stories.md)."""
MARKED, WHOLE, SUBSET, WITHOUT = "marked", "whole", "subset", "without"
"""Support settings (Ghosh et al. 2023, section 5.2, and the released code): the story with its supporting
sentences marked; without marks; the supporting sentences only; the other sentences only."""


def _question(instance: StateInstance, support: str) -> StateQuestion:
    if support == WHOLE:
        return StateQuestion(instance.lines, instance.state)
    if support == WITHOUT:
        others = [line for n, line in enumerate(instance.lines, 1) if n not in instance.support]
        return StateQuestion(tuple(others), instance.state)
    return StateQuestion(instance.lines, instance.state, instance.support, context=support == MARKED)


def _cases(row: StateTuple, support: str) -> Iterator[Case[StateQuestion]]:
    for number, instance in enumerate(row.instances, 1):
        question, gold = _question(instance, support), YES if instance.holds else NO
        name = f"{row.id}-{number}"
        story = "revised" if instance.revised else "original"
        yield Case(
            id=content_id(name, question, gold),
            name=name,
            question=question,
            labels=YES_OR_NO,
            gold=gold,
            # Tuples of one story share its sentences, and the four cases of a tuple are about the same story.
            cluster=row.story_id,
            facets={"story": story, "tuple": row.id},
        )


def _read(data_dir: Path, choice: Choice) -> list[Case[Any]]:
    split = next(name for name in FILES if name == choice.split)
    return [case for row in read(locate(data_dir, DATASET), split) for case in _cases(row, choice.variant)]


def _pair(outcome: Outcome) -> tuple[str, str]:
    """Return the pair of a case: its tuple, and whether the story is the original or revised one."""
    return outcome.case.facets["tuple"], outcome.case.facets["story"]


def _plain(outcomes: Sequence[Outcome]) -> Metrics:
    correct = [outcome.correct for outcome in outcomes]
    return {
        "accuracy": accuracy(outcomes),
        "contrastive_accuracy": contrastive_accuracy(correct, [_pair(outcome) for outcome in outcomes]),
        "n": len(outcomes),
    }


def _interval(outcomes: Sequence[Outcome], contrastive: Json) -> Json:
    """Return the cluster-robust interval of contrastive accuracy, over complete pairs."""
    pairs: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in outcomes:
        pairs.setdefault(_pair(outcome), []).append(outcome)
    complete = [pair for pair in pairs.values() if len(pair) == 2]
    if not isinstance(contrastive, float):
        return None
    shares = (
        (p[0].case.cluster, (all(o.correct for o in p) - contrastive) / len(complete)) for p in complete
    )
    return clustered(contrastive, shares).to_json()


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return accuracy over cases and contrastive accuracy over pairs (Ghosh et al. 2023, section 6.1).

    A pair consists of both states of one story. It is right if both cases are; undecided cases count as
    wrong.
    """
    plain = _plain(outcomes)
    return {
        **plain,
        "by_story": breakdown(outcomes, "story", _plain),
        "intervals": {
            "accuracy": clustered_interval(outcomes),
            "contrastive_accuracy": _interval(outcomes, plain["contrastive_accuracy"]),
        },
        **common(outcomes),
    }


TASK = Task(
    name="pasta/state",
    dataset=DATASET,
    asking=STATES,
    summary="PASTA: does the story imply this state?",
    headline=("accuracy", "contrastive_accuracy"),
    read=_read,
    measure=measure,
    policies={
        "always yes": position(0),
        "always no": position(1),
        "majority": majority,
        "random": at_random(),
    },
    judge=by_verdict(STATES.verdicts),
    splits={split: (FILES[split],) for split in ("test", "validation", "train")},
    caution=CAUTION,
    variants=(MARKED, WHOLE, SUBSET, WITHOUT),
    variant_facet="support",
    setting={"state_type": "all"},
)
TASKS = (TASK,)
