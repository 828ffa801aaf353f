"""CORECODE, choices: what fills a gap in a dialogue, which domain or slot relates two of its phrases?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.corecode import DIFFICULTIES, LETTERS, MASK, ChoiceRow, ChoiceTask, read_choices
from defeasible.eval.asking import AskedSlot, Asking, FillQuestion, Fills, Slots
from defeasible.eval.baselines import Policy, at_random, longest, majority, nearest_text
from defeasible.eval.cases import Case, Outcome, content_id
from defeasible.eval.metrics import Metrics, accuracy
from defeasible.eval.metrics.counts import breakdown, clustered_interval, common
from defeasible.eval.tasks.corecode import DATASET, cluster, levels, split_of, splits
from defeasible.eval.tasks.task import Choice, Task

PLAIN, NUMBERED, SHUFFLED, BOTH = "plain", "re-indicated", "shuffled", "both"
"""How options are shown (Shi et al. 2023, section 5, robustness): unchanged; labelled 1, 2, 3 instead of a,
b, c; in another order; and both. The order depends only on the item, so that every run has the same one."""


def _shown(row: ChoiceRow, variant: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """Return the options, their labels, and the label of the right one."""
    options = list(row.options)
    if variant in (SHUFFLED, BOTH):
        Random(row.key).shuffle(options)  # noqa: S311 - the same item is to have the same order
    numbered = variant in (NUMBERED, BOTH)
    labels = tuple(str(n + 1) if numbered else LETTERS[n] for n in range(len(options)))
    return tuple(options), labels, labels[options.index(row.answer_text)]


def _question(row: ChoiceRow, options: tuple[str, ...]) -> FillQuestion | AskedSlot:
    turns = tuple(map(str, row.turns))
    if row.phrases is None:
        return FillQuestion(turns, options, row.question)
    return AskedSlot(turns, *row.phrases, options, asked=row.question)


def _case(row: ChoiceRow, variant: str) -> Case[Any]:
    options, labels, gold = _shown(row, variant)
    question = _question(row, options)
    return Case(
        id=content_id(row.key, question, gold),
        name=row.key,
        question=question,
        labels=labels,
        gold=gold,
        cluster=cluster([str(turn) for turn in row.turns]),
        facets={"level": row.difficulty},
    )


def _read(task: ChoiceTask, data_dir: Path, choice: Choice) -> list[Case[Any]]:
    folder, split = locate(data_dir, DATASET), split_of(choice)
    return [
        _case(row, choice.variant)
        for level in levels(choice)
        for row in read_choices(folder, task, level, split)
    ]


def _plain(outcomes: Sequence[Outcome]) -> Metrics:
    return {"accuracy": accuracy(outcomes), **common(outcomes)}


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return accuracy over all items (Shi et al. 2023, section 5); undecided items count as wrong."""
    return {
        **_plain(outcomes),
        "by_level": breakdown(outcomes, "level", _plain),
        "intervals": {"accuracy": clustered_interval(outcomes)},
    }


def nearest_option(cases: Sequence[Case[FillQuestion]]) -> list[str]:
    """Give each case the option most similar to the other turns, by TF-IDF."""
    found = []
    for case in cases:
        others = " ".join(turn for turn in case.question.dialogue if MASK not in turn)
        near = nearest_text(others, list(case.options))
        found.append(case.labels[case.options.index(near)])
    return found


FILL_CAUTION = """\
Logic strikes out options that contradict the facts of the dialogue, and answers where one is left. It
abstains elsewhere; *answered* says how often it does not. What is left open counts as wrong."""


def _task(
    task: ChoiceTask, asking: Asking[Any], summary: str, own: dict[str, Policy], caution: str = ""
) -> Task:
    read: Callable[[Path, Choice], list[Case[Any]]] = partial(_read, task)
    return Task(
        name=f"corecode/{task}",
        dataset=DATASET,
        asking=asking,
        summary=f"CORECODE: {summary}",
        headline=("accuracy",),
        read=read,
        measure=measure,
        caution=caution,
        policies={**own, "majority": majority, "random": at_random()},
        subset_facet="level",
        subsets=DIFFICULTIES,
        splits=splits(task),
        variants=(PLAIN, NUMBERED, SHUFFLED, BOTH),
        variant_facet="perturbation",
        styles={NUMBERED: "numbered", BOTH: "numbered"},
        shots_split="train",
    )


TASKS = (
    _task(
        "fill",
        Fills(),
        "which phrase fills the gap?",
        {"longest option": longest, "nearest to the dialogue": nearest_option},
        FILL_CAUTION,
    ),
    _task("domain", Slots("corecode/domain"), "which domain relates two phrases?", {}),
    _task("slot", Slots("corecode/slot"), "which slot relates two phrases?", {}),
)
