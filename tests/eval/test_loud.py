"""Runs that fail say so: a non-zero status, the reason, the command that goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from defeasible.eval.cli.output import console
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.runner import UNREACHABLE, Done, Plan, TooManyFailuresError, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.llm.backend import Failure, Request
from defeasible.llm.scripted import Scripted as Model
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.verdict import Verdict

TASK = "belief-r/t"


def _model(answers: Callable[[int], str | Failure]) -> Model:
    """A model whose n-th reply, from 0, is as the function says."""
    asked = iter(range(10**6))

    def reply(_: Request) -> str | Failure:
        return answers(next(asked))

    return Model(reply)


def _plan(out: Path, data: Path, answers: Callable[[int], str | Failure], **more: Any) -> Plan:
    task = find(TASK)
    pipeline = build("neural", Settings(), asking=task.asking, model=_model(answers), batch=1, cache=False)
    return Plan(task=task, pipeline=pipeline, out=out, data_dir=data, **more)


DOWN = Failure("unavailable", "nobody listens at 127.0.0.1:9")


def test_a_model_that_cannot_be_reached_ends_the_run_early(
    tmp_path: Path, make_belief_data: Callable[[int], Path]
) -> None:
    with pytest.raises(TooManyFailuresError, match="nobody listens") as caught:
        execute(_plan(tmp_path / "r", make_belief_data(20), lambda _: DOWN, most_failures=1.0))
    assert "resume --failed" in str(caught.value)
    run = read_run(tmp_path / "r")
    assert len(run.scores) == UNREACHABLE  # 40 were planned
    assert not run.finished


def test_more_failures_than_may_be_end_the_run_and_fewer_do_not(
    tmp_path: Path, make_belief_data: Callable[[int], Path]
) -> None:
    data = make_belief_data(10)  # twenty items

    def failing(every: int) -> Callable[[int], str | Failure]:
        return lambda n: DOWN if n % every == every - 1 else "Final Answer [A]."

    two = execute(_plan(tmp_path / "two", data, failing(10), most_failures=0.1))
    assert two.finished
    with pytest.raises(TooManyFailuresError, match="3 of the 15 items asked failed"):
        execute(_plan(tmp_path / "three", data, failing(5), most_failures=0.1))
    assert len(read_run(tmp_path / "three").scores) == 15


def test_a_solver_that_is_slow_is_no_failure(
    tmp_path: Path, belief_data: Path, make_scripted: Callable[..., Any]
) -> None:
    pipeline = Pipeline("scripted", make_scripted(verdict=Verdict.TIMEOUT), {})
    run = execute(Plan(task=find(TASK), pipeline=pipeline, out=tmp_path / "r", data_dir=belief_data))
    assert run.finished


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_is_from_0_to_1(tmp_path: Path, belief_data: Path, share: float) -> None:
    with pytest.raises(UsageError, match="must be between 0 and 1, got"):
        _plan(tmp_path, belief_data, lambda _: DOWN, most_failures=share)


def test_the_command_fails_with_the_reason_and_the_way_on(cli: Any, belief_data: Path) -> None:
    server = "openai:http://127.0.0.1:9/v1#m"
    done = cli("run", "--task", TASK, "--pipeline", "neural", "--model", server, "--data-dir", belief_data,
               "--out", "r", "--no-cache")  # fmt: skip
    assert done.returncode == 2
    assert "defeasible resume --failed r" in done.stderr
    assert "saved in" not in done.stdout


def test_nothing_answered_has_no_interval(
    tmp_path: Path, belief_data: Path, make_scripted: Callable[..., Any]
) -> None:
    for verdict, intervals in ((Verdict.UNPARSED, False), (Verdict.ENTAILED, True)):
        pipeline = Pipeline("scripted", make_scripted(verdict=verdict), {"verdict": str(verdict)})
        plan = Plan(task=find(TASK), pipeline=pipeline, out=tmp_path / verdict, data_dir=belief_data)
        assert bool(summarise(execute(plan)).metrics["intervals"]) is intervals


def test_progress_counts_from_the_start(tmp_path: Path, belief_data: Path) -> None:
    seen: list[Done] = []
    execute(_plan(tmp_path / "r", belief_data, lambda n: "Final Answer [A]."), seen.append)
    assert seen[0] == Done(0, 10, 0.0, 0, 0)
    assert [done.scored for done in seen] == list(range(11))
    assert seen[-1].tokens > 0


@pytest.mark.parametrize(("columns", "used"), [("30", 40), ("40", 40), ("120", 120), ("500", 200)])
def test_tables_use_the_terminal_they_have(monkeypatch: pytest.MonkeyPatch, columns: str, used: int) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert console().width == used


@pytest.mark.parametrize("columns", ["40", "80", "200"])
def test_a_result_fits_its_columns(cli: Any, columns: str) -> None:
    narrow = type("Narrow", (type(cli),), {"environment": cli.environment | {"COLUMNS": columns}})(
        cli.folder, cli.warm
    )
    done = narrow("run", "--task", TASK, "--pipeline", "symbolic", "--out", "r")
    assert done.returncode == 0, done.stderr
    table = done.stdout.split("saved in")[0]
    assert max(map(len, table.splitlines())) <= int(columns)


def test_a_second_run_in_one_folder_says_what_differs(cli: Any) -> None:
    first: Sequence[str] = ("run", "--task", TASK, "--pipeline", "symbolic", "--out", "r")
    assert cli(*first).returncode == 0
    other = cli(*first, "--roles", "stated")
    assert other.returncode == 2
    assert "`pipeline.roles` was 'lexicon', now 'stated'" in other.stderr
    assert json.loads(cli("score", "r", "--json").stdout)["coverage"] == 1.0
