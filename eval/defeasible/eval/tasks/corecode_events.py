"""CORECODE, generation: what a dialogue says about an event: its cause, its consequence, or another slot."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import locate
from defeasible.datasets.corecode import DIFFICULTIES, EventRow, EventTask, Split, read_events
from defeasible.eval.asking import EventQuestion, Events
from defeasible.eval.asking.events import CAUSE, CLIPPED, CONSEQUENCE, Subjects
from defeasible.eval.baselines import echo, nearest
from defeasible.eval.cases import Case, Json, Outcome, by_text, content_id
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.answers import em, f1
from defeasible.eval.metrics.counts import breakdown
from defeasible.eval.metrics.generated import measure_generated
from defeasible.eval.metrics.tokens import characters, spaced
from defeasible.eval.tasks.corecode import DATASET, OPENING, cluster, levels, split_of, splits
from defeasible.eval.tasks.task import Choice, Task
from defeasible.reasoner.dialogue import ontology
from defeasible.reasoner.errors import MissingExtraError

HELD_OUT = "held-out"
"""The dialogues of `dev` that were not used in setting the weights `hand` for causes."""
TRIED_ON: Mapping[EventTask, str] = {
    "cause": f"`dev` outside `{HELD_OUT}`",
    "subsequent": "`train`",
    "clipped": "`train`",
}
"""The data on which the weights `hand` of a task were tried."""
PLAIN = ("f1", "em")
AS_PUBLISHED = ("bleu1", "bleu2", "meteor", "rouge_l", "cider")
BY_CHARACTERS = ("bleu1", "bleu2", "meteor", "rouge_l")
COUNTED = "`f1` and `em` count characters; the paper does not say what its metrics count."
WEIGHED = (
    " Weights `hand` were set from grammar, after trials on {0}. Weights `fitted` were fitted on open files; "
    "a dialogue among them is answered by weights that were fitted without it."
)


def _held_out(turns: Sequence[str]) -> bool:
    return hashlib.md5("".join(turns[:OPENING]).encode()).digest()[0] % 2 == 1  # noqa: S324 - no secret


def questions(folder: Path, task: EventTask, choice: Choice) -> list[tuple[EventRow, EventQuestion]]:
    """Return the rows of a choice, each with its question.

    Raises:
        DatasetError: If a file is missing or malformed.
    """
    split: Split = "dev" if choice.split == HELD_OUT else split_of(choice)
    found = []
    for row in (row for level in levels(choice) for row in read_events(folder, task, level, split)):
        turns = tuple(map(str, row.turns))
        if choice.split != HELD_OUT or _held_out(turns):
            subjects: Subjects = "xy" if row.difficulty == "hard" else "speakers"
            about = _ABOUT.get(task) or _slot_named(row.question.replace(row.event, ""))
            found.append((row, EventQuestion(turns, row.question, row.event, about, subjects)))
    return found


_ABOUT: Mapping[EventTask, str] = {"cause": CAUSE, "subsequent": CONSEQUENCE, "clipped": CLIPPED}


def _slot_named(asked: str) -> str:
    """Return the id of the event slot with the longest name in a question; empty if there is none."""
    known = ontology()
    names = {
        name: slot.id
        for slot in known.slots
        if known.domain_of(slot.id).dimension == "event"
        for name in (slot.zh, *slot.aliases)
    }
    found = [name for name in names if name in asked]
    return names[max(found, key=len)] if found else ""


def _read(task: EventTask, data_dir: Path, choice: Choice) -> list[Case[Any]]:
    return [_case(row, question) for row, question in questions(locate(data_dir, DATASET), task, choice)]


def _case(row: EventRow, question: EventQuestion) -> Case[EventQuestion]:
    return Case(
        id=content_id(row.key, question, row.answer),
        name=row.key,
        question=question,
        labels=(),
        gold=row.answer,
        cluster=cluster(question.dialogue),
        facets={"level": row.difficulty},
    )


def _values(answer: str, gold: str) -> Mapping[str, float]:
    return {"f1": f1(answer, gold), "em": em(answer, gold)}


_MEASURED = measure_generated(PLAIN, characters)


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    """Return the metrics of the paper's tables 2, 6 and 7, and F1 of words.

    `f1` and `em` count characters, overall and by difficulty. `bleu1` to `cider` treat an answer without
    spaces as one token, which agrees with the published values; `by_characters` has the same metrics of
    characters. Metrics that need the extra `metrics` are None without it.
    """
    plain = _MEASURED(outcomes)
    words, published = _extra(outcomes, ("f1_word",), spaced), _extra(outcomes, AS_PUBLISHED, spaced)
    intervals: dict[str, Json] = {}
    for part in (plain, words, published):
        named = part.get("intervals")
        intervals |= named if isinstance(named, dict) else {}
    by_characters = _extra(outcomes, BY_CHARACTERS, characters)
    return {
        **plain,
        "f1_word": words["f1_word"],
        **{name: published[name] for name in AS_PUBLISHED},
        "by_characters": {name: by_characters[name] for name in BY_CHARACTERS},
        "by_level": breakdown(outcomes, "level", _MEASURED),
        "intervals": intervals,
    }


def _extra(outcomes: Sequence[Outcome], names: tuple[str, ...], tokens: Any) -> Metrics:
    """Return metrics, each None if the packages that compute them are not installed."""
    try:
        return measure_generated(names, tokens)(outcomes)
    except MissingExtraError:
        return dict.fromkeys(names)


def _splits(task: EventTask) -> Mapping[str, tuple[str, ...]]:
    found = splits(task)
    return {"test": found["test"], HELD_OUT: found["dev"], **found} if task == "cause" else found


def _task(task: EventTask, prompts: str, summary: str) -> Task:
    return Task(
        name=f"corecode/{task}",
        dataset=DATASET,
        asking=Events(prompts=f"corecode/{prompts}"),
        summary=f"CORECODE: {summary}",
        headline=("f1", "em"),
        read=partial(_read, task),
        measure=measure,
        policies={
            "echo": echo(lambda case: case.question.event),
            "nearest utterance": nearest(
                lambda case: case.question.event, lambda case: case.question.dialogue
            ),
        },
        judge=by_text(_values),
        note=COUNTED + (WEIGHED.format(TRIED_ON[task]) if task in TRIED_ON else ""),
        subset_facet="level",
        subsets=DIFFICULTIES,
        splits=_splits(task),
        shots_split="train",
    )


TASKS = (
    _task("knowledge", "generation", "a slot of an event in a dialogue"),
    _task("cause", "cause", "why did an event happen?"),
    _task("subsequent", "subsequent", "what came of an event?"),
    _task("clipped", "clipped", "what will come of an event?"),
)
