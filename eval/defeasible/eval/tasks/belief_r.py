"""Belief-R: `belief-r/t` asks after two premises, `belief-r/t1` after a third has arrived."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from defeasible.datasets.belief_r import load_basic, load_queries
from defeasible.datasets.catalog import locate
from defeasible.datasets.items import BeliefItem
from defeasible.eval.asking import CHOICES
from defeasible.eval.baselines import Threshold, at_random, by_facet, majority, position
from defeasible.eval.cases import Case, content_id
from defeasible.eval.metrics import measure_t, measure_t1
from defeasible.eval.metrics.belief_r import MAINTAIN, PRIOR, UPDATE
from defeasible.eval.tasks.task import Choice, Task
from defeasible.reasoner.question import ChoiceQuestion

DATASET = "belief-r"
LENGTH_NOTE = (
    "Requirements are longer than alternatives in this benchmark, so the length of the third premise's "
    "condition tells much of the label without being read. `length of r alone` has a threshold chosen on "
    "other groups than those it answers; a score below that row does not show that the role was understood."
)
READ_CAUTION = """\
Scores on the official files are development scores of the reader: whoever wrote it had read the open half.
What it read at first try of sentences written by others stands in [blind sentences](blind.md)."""
ROLE_CAUTION = """\
**A score here is mostly length.** With `--roles lexicon` the role of the third premise comes from a lexicon
of enabling conditions, designed from theory and never fitted. On Belief-R its weights grow with the length
of the third premise; among premises of equal length it does no better than chance, so its score proves
little about enabling conditions. The signs and the three strengths of the lexicon were set by argument; it
was measured on the open half three times, between the measurements rules were changed by argument from our
own examples, and after the last one nothing was changed. `lexicon+length` also weighs the length, `stated`
weighs nothing. A head of [`defeasible fit`](fitting.md) is fitted, and answers an item by weights of the
folds that the item is not in; among conditions of equal length it is at chance, too."""
OPEN = 2
"""The paper's answer options: (a) the proposition, (b) its negation, (c) it may or may not hold."""


def _case(item: BeliefItem) -> Case[ChoiceQuestion]:
    question = ChoiceQuestion(item.premises, item.options, item.new)
    category = UPDATE if item.gold == item.letters[OPEN] else MAINTAIN
    return Case(
        id=content_id(item.id, question, item.gold),
        name=item.id,
        question=question,
        labels=item.letters,
        gold=item.gold,
        cluster=item.group,
        facets={"modus": item.modus, "effect": item.effect, "category": category},
    )


def _reader(load: Callable[[Path], list[BeliefItem]]) -> Callable[[Path, Choice], list[Case[Any]]]:
    def read(data_dir: Path, _: Choice) -> list[Case[Any]]:
        return [_case(item) for item in load(locate(data_dir, DATASET))]

    return read


def _length_of_r(case: Case[ChoiceQuestion]) -> float:
    """Return the number of characters of the third premise between `if` and `then` or a comma."""
    condition, *_ = re.split(r"\bthen\b", case.question.new or "", maxsplit=1)
    return len(re.sub(r"(?i)^\s*if\b", "", condition).strip(" ,"))


def _prior(case: Case[Any]) -> str:
    return case.labels[PRIOR[case.facets["modus"]]]


def _open(case: Case[Any]) -> str:
    return case.labels[OPEN]


BASIC = Task(
    name="belief-r/t",
    dataset=DATASET,
    asking=CHOICES,
    summary="Belief-R, two premises: modus ponens and tollens",
    headline=("acc_t",),
    read=_reader(load_basic),
    measure=measure_t,
    caution=READ_CAUTION,
    policies={"majority": majority, "random": at_random()},
)
REVISION = Task(
    name="belief-r/t1",
    dataset=DATASET,
    asking=CHOICES,
    summary="Belief-R, third premise: keep the belief?",
    headline=("breu", "bu_acc", "bm_acc", "inertia", "accuracy"),
    read=_reader(load_queries),
    measure=measure_t1,
    note=LENGTH_NOTE,
    caution=ROLE_CAUTION,
    strata="category",
    policies={
        "always update": position(OPEN),
        "always maintain": by_facet("modus", PRIOR),
        "majority": majority,
        "random": at_random(),
        # The prompts that wrote these premises asked for requirements and alternatives in other words.
        "length of r alone": Threshold(_length_of_r, _open, _prior),
    },
)
TASKS = (BASIC, REVISION)
