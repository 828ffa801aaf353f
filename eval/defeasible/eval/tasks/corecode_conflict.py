"""CORECODE, spans: which phrase of a dialogue contradicts common sense?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.corecode import DIFFICULTIES, ConflictRow, read_conflicts
from defeasible.eval.asking import AskedPhrase, Phrases
from defeasible.eval.cases import Case, Outcome, by_text, content_id
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.answers import em, f1
from defeasible.eval.metrics.counts import breakdown
from defeasible.eval.metrics.generated import measure_generated
from defeasible.eval.metrics.tokens import characters
from defeasible.eval.tasks.corecode import DATASET, cluster, levels, split_of, splits
from defeasible.eval.tasks.task import Choice, Task
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.grammar.chinese import read_dialogue
from defeasible.reasoner.grammar.chinese.clauses import split_clauses
from defeasible.reasoner.grammar.chinese.turns import split_turns
from defeasible.reasoner.text import quote

CAUTION = """\
Logic answers where facts that it reads contradict each other and taking out one phrase ends that. It
abstains elsewhere, as where a phrase goes against the world and not against another turn; *answered* says how
often it does not. What is left open counts as wrong."""
NOTE = "`f1` and `em` count characters; the paper does not say what its metrics count."


def candidates(turns: Sequence[str]) -> tuple[str, ...]:
    """Return the phrases of a dialogue that facts are about, as they occur in the turns.

    A phrase that contains another one is left out, since removing it also removes the other.
    """
    form = read_dialogue(turns)
    if isinstance(form, Unparsed):
        return ()
    said = dict.fromkeys(quote(form.sources, one.span) for one in form.phrases if one.span is not None)
    return tuple(one for one in said if not any(other != one and other in one for other in said))


def _case(row: ConflictRow) -> Case[AskedPhrase]:
    turns = tuple(map(str, row.turns))
    question = AskedPhrase(turns, candidates(turns), asked=row.question)
    return Case(
        id=content_id(row.key, question, row.answer),
        name=row.key,
        question=question,
        labels=(),
        gold=row.answer,
        cluster=cluster(turns),
        facets={"level": row.difficulty},
    )


def _read(data_dir: Path, choice: Choice) -> list[Case[Any]]:
    folder, split = locate(data_dir, DATASET), split_of(choice)
    return [_case(row) for level in levels(choice) for row in read_conflicts(folder, level, split)]


def _values(answer: str, gold: str) -> Mapping[str, float]:
    return {"f1": f1(answer, gold), "em": em(answer, gold)}


_MEASURED = measure_generated(("f1", "em"), characters)


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return F1 and exact match of characters (Shi et al. 2023, section 5), overall and by difficulty."""
    return {**_MEASURED(outcomes), "by_level": breakdown(outcomes, "level", _MEASURED)}


def random_clause(cases: Sequence[Case[AskedPhrase]]) -> list[str]:
    """Give each case a random clause of its dialogue, the same one in every order of cases."""
    found = []
    for case in cases:
        said = split_clauses(split_turns([source.text for source in case.question.sources]))
        found.append(Random(case.id).choice([clause.text for clause in said] or [""]))  # noqa: S311
    return found


TASK = Task(
    name="corecode/conflict",
    dataset=DATASET,
    asking=Phrases(),
    summary="CORECODE: which phrase does not fit?",
    headline=("f1", "em"),
    read=_read,
    measure=measure,
    policies={"random clause": random_clause},
    judge=by_text(_values),
    note=NOTE,
    caution=CAUTION,
    subset_facet="level",
    subsets=DIFFICULTIES,
    splits=splits("conflict"),
    shots_split="train",
)
TASKS = (TASK,)
