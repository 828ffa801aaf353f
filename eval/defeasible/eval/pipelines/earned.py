"""The weight of a model's opinion, earned on fresh items before a run and kept beside the replies."""

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
    """Return how far the model of a hybrid is to be believed, and how far logic beside it.

    The model is asked fresh items once. What was found is kept in the user's cache until a setting or the
    items change; where the model could not be asked, nothing is kept. Where it answers no question with
    options and chooses among no texts of which one is known to be right, shares are taken as they are.

    Args:
        hybrid: How the questions are asked, of which model and which logic.
        fresh: Makes the items.
        logged: The settings of the pipeline: the model, how it is asked, what reads, what logic weighs.
        turns: The model that questions of a batch share.
        batch: Questions that go out together.

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
            f"the model could not be asked the fresh items on which its opinion earns a weight: {failed}",
            hint="ask again when it answers, or state a weight: `--calibration 1`",
        )
    found = fit(answers)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(asdict(found)).encode())
    return found


def _trial(
    hybrid: Hybrid[Any], cases: Sequence[Case[Any]]
) -> Callable[[Case[Any]], Answer | str | None] | None:
    """Return how an item is asked of the model; None where no answer to such items tells anything.

    Asked so, an item gives the model's shares of its options with the right one, or why it could not be
    asked; nothing where it was asked and said nothing that counts.
    """
    if hybrid.chooser is not None:
        return partial(_chosen, hybrid) if any(_choices(hybrid, case) for case in cases) else None
    return partial(_answered, hybrid) if cases and hybrid.asking.options(cases[0].question) else None


def _tried(trial: Callable[[Case[Any]], Answer | str | None], case: Case[Any]) -> Answer | str | None:
    try:
        return trial(case)
    except Exception as error:  # noqa: BLE001 - it is named where too few items were answered
        return type(error).__name__


def _answered(hybrid: Hybrid[Any], case: Case[Any]) -> Answer | str | None:
    """Ask for the answer to a question with options."""
    opinion = hybrid.oracle.answer(hybrid.asking, case.question)
    if opinion.shares:
        return Answer(opinion.shares, case.labels.index(case.gold), _logic(hybrid, case.question))
    return None if opinion.kind == "invalid" else opinion.failure


def _chosen(hybrid: Hybrid[Any], case: Case[Any]) -> Answer | str | None:
    """Ask which of some texts answers a question, in an order that tells nothing."""
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
    """Return the option that logic alone chooses, and with which confidence."""
    decision = hybrid.asking.decide(hybrid.reasoner, question)
    place = hybrid.asking.chosen(question, decision)
    return None if place is None else (place, decision.confidence)


def _place(logged: Mapping[str, Setting], cases: Sequence[Case[Any]]) -> Path:
    """Return the file of what was earned; its name tells all that it depends on."""
    items = [[source.text for source in case.question.sources] for case in cases]
    told = [__version__, dict(logged), items]
    name = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
    return cache_dir() / "reliability" / f"{name}.json"


def _read(path: Path) -> Reliability | None:
    """Return what a file holds; None where there is none, or it was cut short."""
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        return Reliability(**held | {"places": tuple(held["places"]), "logic": tuple(held["logic"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None
