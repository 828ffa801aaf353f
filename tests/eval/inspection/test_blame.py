"""Blame: each stage by a run in which that stage is at fault, and what cannot be attributed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.cases import Status
from defeasible.eval.inspection import Blame, Stage
from defeasible.eval.inspection.items import Item, items_of
from defeasible.eval.inspection.rates import Rates
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.tasks import find
from defeasible.llm.backend import Failure
from defeasible.llm.scripted import Scripted as Model
from defeasible.reasoner.verdict import Verdict


def _items(pipeline: Pipeline, out: Path, task: str = "belief-r/t1", data: Path | None = None) -> list[Item]:
    execute(Plan(task=find(task), pipeline=pipeline, out=out, data_dir=data, most_failures=1.0))
    return items_of(read_run(out))


def _stages(items: list[Item]) -> set[Stage]:
    return {item.blame.stage for item in items if item.blame}


def test_a_wrong_role_is_knowledge_and_the_right_one_is_named(tmp_path: Path) -> None:
    items = _items(build("symbolic", asking=find("belief-r/t1").asking), tmp_path / "r")
    wrong = [item for item in items if not item.outcome.correct]
    assert wrong
    for item in wrong:
        update = item.case.facets["category"] == "update"
        role = "a requirement" if update else "an alternative"
        assert item.blame == Blame(Stage.KNOWLEDGE, f"right if the later condition is {role}")
    assert all(item.blame is None for item in items if item.outcome.correct)


def test_a_wrong_usual_size_is_knowledge(tmp_path: Path) -> None:
    items = _items(
        build("symbolic", asking=find("ccons/nocontext").asking), tmp_path / "r", "ccons/nocontext"
    )
    wrong = [item for item in items if not item.outcome.correct]
    assert wrong
    for item in wrong:
        assert item.blame is not None
        if item.case.facets["cell"] == "ordinary":
            assert item.blame.why == f"right if {item.case.gold_answer!r} is usually the bigger one"
        else:
            assert item.blame.stage is Stage.GOLD  # the label is that of a context that was taken away


@pytest.mark.parametrize(
    ("verdict", "stage"), [(Verdict.UNPARSED, Stage.READING), (Verdict.TIMEOUT, Stage.SOLVER)]
)
def test_what_the_log_says_outright(
    tmp_path: Path, belief_data: Path, make_scripted: Callable[..., Any], verdict: Verdict, stage: Stage
) -> None:
    pipeline = Pipeline("scripted", make_scripted(verdict=verdict), {})
    items = _items(pipeline, tmp_path / "r", data=belief_data)
    assert _stages(items) == {stage}
    assert Rates.of(items).execution_rate == 0.0


def test_a_pipeline_that_raises_is_infrastructure(
    tmp_path: Path, belief_data: Path, make_scripted: Callable[..., Any]
) -> None:
    pipeline = Pipeline("scripted", make_scripted(stop_at=1, stop_with=ValueError), {})
    first = next(
        item
        for item in _items(pipeline, tmp_path / "r", data=belief_data)
        if item.outcome.status is Status.ERROR
    )
    assert first.blame == Blame(Stage.INFRASTRUCTURE, "ValueError: set so")


@pytest.mark.parametrize(
    ("reply", "stage"),
    [
        (Failure("unavailable", "nobody listens"), Stage.INFRASTRUCTURE),
        (Failure("truncated", "cut off"), Stage.REPLY),
        ("What a question!", Stage.FORMAT),
        ("Final Answer [B].", Stage.MODEL),
    ],
)
def test_a_model_that_fails_or_errs(
    tmp_path: Path, belief_data: Path, reply: str | Failure, stage: Stage
) -> None:
    model = Model(lambda _: reply)
    pipeline = build("neural", Settings(), asking=find("belief-r/t").asking, model=model, cache=False)
    items = _items(pipeline, tmp_path / "r", "belief-r/t", belief_data)
    assert _stages(items) == {stage}


def test_the_rates_of_a_run_by_hand(tmp_path: Path) -> None:
    items = _items(build("symbolic", asking=find("belief-r/t1").asking), tmp_path / "r")
    rates = Rates.of(items)
    right = sum(item.outcome.correct for item in items)
    assert (rates.n, rates.executed, rates.fallbacks) == (len(items), len(items), 0)
    assert rates.execution_rate == 1.0
    assert rates.execution_accuracy == rates.accuracy_without_fallback == right / len(items)
    assert rates.stages == {"knowledge": len(items) - right}
    nothing = Rates.of([])
    assert nothing.execution_rate is nothing.execution_accuracy is nothing.accuracy_without_fallback is None
