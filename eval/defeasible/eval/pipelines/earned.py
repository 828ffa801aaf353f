"""The weight of a model's opinion, measured on fresh items before a run, and cached."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from defeasible.eval.calibration import Answer
from defeasible.eval.reliability import AS_THEY_ARE, FEWEST, Reliability, fit
from defeasible.eval.runlog.files import write_atomically
from defeasible.reasoner.errors import RunError
from defeasible.reasoner.folders import cache_dir
from defeasible.reasoner.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from defeasible.eval.cases import Case, Setting
    from defeasible.eval.pipelines.hybrid import Hybrid
    from defeasible.eval.pipelines.turns import Turns


def earned(
    hybrid: Hybrid[Any],
    fresh: Callable[[], Sequence[Case[Any]]],
    logged: Mapping[str, Setting],
    turns: Turns,
    batch: int,
) -> Reliability:
    """Return the reliability of a hybrid's model, and of its logic.

    The model is asked fresh items once. The result is kept in the user's cache until a setting or the items
    change; nothing is kept if the model could not be asked. If the model answers no questions with options,
    and chooses among no texts with a known right one, its probabilities are used unchanged.

    Args:
        hybrid: How the questions are asked, with which model and which logic.
        fresh: Makes the items.
        logged: The settings of the pipeline: the model, how it is asked, the parser, the sources of evidence.
        turns: The model that the items of a batch share.
        batch: Number of questions sent together.

    Raises:
        RunError: If the model could not be asked, so that too few items were answered.
    """
    cases = fresh()
    trial = _trial(hybrid, cases)
    if trial is None:
        return AS_THEY_ARE
    kept = _place(logged, cases)
    known = _read(kept)
    if known is not None:
        return known
    answers, failed = [], ""
    for start in range(0, len(cases), batch):
        part = cases[start : start + batch]
        for said in turns.together([partial(_tried, trial, case) for case in part]):
            if isinstance(said, Answer):
                answers.append(said)
            failed = said if isinstance(said, str) else failed
    if failed and len(answers) < FEWEST:
        raise RunError(
            f"the model failed on the fresh items that its weight is fitted on: {failed}",
            hint="try again later, or set a weight: `--calibration 1`",
        )
    found = fit(answers)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(asdict(found)).encode())
    return found


def _trial(
    hybrid: Hybrid[Any], cases: Sequence[Case[Any]]
) -> Callable[[Case[Any]], Answer | str | None] | None:
    """Return the function that asks the model an item; None if answers to such items show nothing.

    For an item it returns the model's probabilities of the options with the right one, or why the model could
    not be asked; None if the model was asked but gave no usable answer.
    """
    if hybrid.chooser is not None:
        return partial(_chosen, hybrid) if any(_choices(hybrid, case) for case in cases) else None
    return partial(_answered, hybrid) if cases and hybrid.asking.options(cases[0].question) else None


def _tried(trial: Callable[[Case[Any]], Answer | str | None], case: Case[Any]) -> Answer | str | None:
    try:
        return trial(case)
    except Exception as error:  # noqa: BLE001 - reported if too few items were answered
        return type(error).__name__


def _answered(hybrid: Hybrid[Any], case: Case[Any]) -> Answer | str | None:
    """Ask for the answer to a question with options."""
    opinion = hybrid.oracle.answer(hybrid.asking, case.question)
    if opinion.shares:
        return Answer(opinion.shares, case.labels.index(case.gold), _logic(hybrid, case.question))
    return None if opinion.kind == "invalid" else opinion.failure


def _chosen(hybrid: Hybrid[Any], case: Case[Any]) -> Answer | str | None:
    """Ask which of some texts answers a question, in random order."""
    found = _choices(hybrid, case)
    if found is None or hybrid.chooser is None:
        return None
    texts, right = found
    order = Random(case.id).sample(range(len(texts)), len(texts))  # noqa: S311 - nothing secret
    opinion = hybrid.chooser.ask(hybrid.asking.fields(case.question), [texts[n] for n in order])
    if opinion.shares:
        return Answer(opinion.shares, order.index(right))
    return None if opinion.kind == "invalid" else opinion.failure


def _choices(hybrid: Hybrid[Any], case: Case[Any]) -> tuple[tuple[str, ...], int] | None:
    return hybrid.asking.trial(hybrid.weighing(case.question), case.gold)


def _logic(hybrid: Hybrid[Any], question: Any) -> tuple[int, float] | None:
    """Return the option that logic alone chooses, with its confidence."""
    decision = hybrid.asking.decide(hybrid.reasoner, question)
    place = hybrid.asking.chosen(question, decision)
    return None if place is None else (place, decision.confidence)


def _place(logged: Mapping[str, Setting], cases: Sequence[Case[Any]]) -> Path:
    """Return the file for the result, named by everything that it depends on."""
    items = [[source.text for source in case.question.sources] for case in cases]
    told = [__version__, dict(logged), items]
    name = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
    return cache_dir() / "reliability" / f"{name}.json"


def _read(path: Path) -> Reliability | None:
    """Return the content of a file; None if the file is missing or incomplete."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return Reliability(**held | {"places": tuple(held["places"]), "logic": tuple(held["logic"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None
