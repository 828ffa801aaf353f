"""The weight of a model's opinion, earned on fresh items before a run and kept beside the replies."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from defeasible.eval.calibration import Answer
from defeasible.eval.pipelines.neural import Neural
from defeasible.eval.pipelines.pipeline import Pipeline
from defeasible.eval.reliability import AS_THEY_ARE, FEWEST, Reliability, fit
from defeasible.eval.runlog.events import Failure
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
    items change; where the model could not be asked, nothing is kept. Where questions have no options, shares
    are taken as they are.

    Args:
        hybrid: How the questions are asked, of which model and which logic.
        fresh: Makes the items.
        logged: The settings of the pipeline: the model, how it is asked, what reads, what logic weighs.
        turns: The model that questions of a batch share.
        batch: Questions that go out together.

    Raises:
        RunError: If the model could not be asked, so that too few items were answered.
    """
    asking = hybrid.asking
    cases = fresh()
    if not cases or not asking.options(cases[0].question):
        return AS_THEY_ARE
    kept = _place(logged, cases)
    known = _read(kept)
    if known is not None:
        return known
    pipeline = Pipeline("neural", Neural(asking, hybrid.oracle), turns=turns, batch=batch)
    answers, failed = [], ""
    for start in range(0, len(cases), batch):
        part = cases[start : start + batch]
        for case, said in zip(part, pipeline.decide_many([case.question for case in part]), strict=True):
            if said.model is not None and said.model.shares:
                logic = _logic(hybrid, case.question)
                answers.append(Answer(said.model.shares, case.labels.index(case.gold), logic))
            elif isinstance(said.decision, Failure):
                failed = said.decision.kind
            elif said.model is None or said.model.failed != "invalid":
                failed = said.decision.reason
    if failed and len(answers) < FEWEST:
        raise RunError(
            f"the model could not be asked the fresh items on which its opinion earns a weight: {failed}",
            hint="ask again when it answers, or state a weight: `--calibration 1`",
        )
    found = fit(answers)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(kept, json.dumps(asdict(found)).encode())
    return found


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
