"""Runs in one process: what is logged, how a run goes on, and what it refuses."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from defeasible.eval.cases import Status
from defeasible.eval.pipelines import Pipeline, build
from defeasible.eval.runlog import RunDir, json_schema
from defeasible.eval.runlog.journal import Journal
from defeasible.eval.runner import Interrupted, Plan, execute
from defeasible.eval.summary import summarise
from defeasible.eval.tasks import find
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.trace import Trace
from defeasible.reasoner.verdict import Verdict

Make: TypeAlias = Callable[..., Any]


def events(out: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (out / "events.jsonl").read_text().splitlines()]


def once_each(out: Path, n: int) -> bool:
    counts = Counter((e["event"], e["item"]) for e in events(out))
    return len(counts) == 2 * n and set(counts.values()) == {1}


def test_an_answer_is_logged_before_its_score_and_with_its_proof(plan: Callable[..., Plan]) -> None:
    run = execute(plan())
    logged = events(run.path)
    assert [e["event"] for e in logged] == ["decision", "score"] * 10
    first = logged[0]
    assert Trace.from_json(json.dumps(first["trace"])).verdict is Verdict.ENTAILED
    assert (first["verdict"], first["answer"], first["branch"]) == (
        "entailed",
        "Ben visits shop number 0",
        "symbolic",
    )
    assert {e["item"] for e in logged} == {case.id for case in run.cases}


def test_lines_are_read_back_under_the_published_schema(plan: Callable[..., Plan]) -> None:
    run = RunDir.read(execute(plan()).path)
    assert set(run.decisions) == set(run.scores) == {case.id for case in run.cases}
    schema = json_schema("events")
    assert schema["$id"] == "defeasible.run/2#events"
    definitions: Any = schema["$defs"]
    for event in events(run.path):
        definition = definitions["DecisionEvent" if event["event"] == "decision" else "ScoreEvent"]
        assert set(event) <= set(definition["properties"])
        assert set(definition["required"]) <= set(event)


def test_the_manifest_says_what_was_run_on_what(plan: Callable[..., Plan]) -> None:
    run = execute(plan(argv=("defeasible", "run")))
    document = json.loads((run.path / "manifest.json").read_text())
    assert document["schema"] == "defeasible.run/2"
    assert {f["path"] for f in document["data"]["files"]} == {
        "belief_r/basic_time_t.csv",
        "belief_r/queries_time_t1.csv",
    }
    assert all(len(f["sha256"]) == 64 for f in document["data"]["files"])
    (session,) = document["sessions"]
    assert (session["state"], session["answered"], session["argv"]) == ("finished", 10, ["defeasible", "run"])
    assert session["environment"]["packages"]["pydantic"]
    assert "z3-solver" in session["environment"]["solvers"]
    assert document["seeds"] == {"sample": 0}


def test_a_run_read_back_is_the_run_that_was_made(plan: Callable[..., Plan]) -> None:
    made = execute(plan())
    read = RunDir.read(made.path)
    assert (read.manifest, read.cases, read.scores) == (made.manifest, made.cases, made.scores)
    assert list(read.decisions) == list(made.decisions)
    assert summarise(read).to_json() == summarise(made).to_json()


def test_a_finished_run_asks_nothing_again(plan: Callable[..., Plan], make_scripted: Make) -> None:
    execute(plan())
    again = make_scripted()
    run = execute(plan(again))
    assert again.asked == 0
    assert [s.answered for s in run.manifest.sessions] == [10, 0]


def test_a_log_cut_anywhere_is_completed_exactly_once(plan: Callable[..., Plan], make_scripted: Make) -> None:
    whole = execute(plan()).path / "events.jsonl"
    content = whole.read_bytes()
    lines = content.split(b"\n")
    # Every line end, its neighbours, and places inside lines: wherever a kill may have stopped the writer.
    cuts = {0, 1, len(content) - 1}
    at = 0
    for line in lines[:-1]:
        cuts |= {at, at + 1, at + len(line) // 2, at + len(line)}
        at += len(line) + 1
    for cut in sorted(cuts):
        whole.write_bytes(content[:cut])
        logged = content[:cut].rpartition(b"\n")[0].count(b'"event":"decision"')
        answerer = make_scripted()
        run = execute(plan(answerer))
        assert answerer.asked == 10 - logged, cut
        assert once_each(run.path, 10), cut
        assert run.torn is None


def test_a_torn_line_is_named_and_its_item_is_missing(plan: Callable[..., Plan]) -> None:
    out = execute(plan()).path
    log = out / "events.jsonl"
    log.write_bytes(log.read_bytes()[:-5])
    run = RunDir.read(out)
    assert str(run.torn).startswith(f"{log}: line 20 is incomplete (")
    assert [o.status for o in run.outcomes()].count(Status.MISSING) == 1
    summary = summarise(run)
    assert summary.n == 10
    assert summary.coverage == 0.9


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"options":', '"was":', "Field required"),
        (re.compile(r'"options":\[[^]]*\]'), '"options":[]', "no options to choose from"),
        ("{", "[" * 100_000, "Invalid JSON"),
    ],
    ids=["no field", "no options", "brackets"],
)
def test_an_altered_plan_is_a_run_error_that_names_its_line(
    plan: Callable[..., Plan], old: str | re.Pattern[str], new: str, fault: str
) -> None:
    items = execute(plan()).path / "items.jsonl"
    items.write_text(
        re.sub(old if isinstance(old, re.Pattern) else re.escape(old), new, items.read_text(), count=1)
    )
    with pytest.raises(RunError, match=rf"line 1 is not an item: {fault}"):
        RunDir.read(items.parent)


def test_a_spoilt_line_in_the_middle_is_an_error(plan: Callable[..., Plan]) -> None:
    out = execute(plan()).path
    log = out / "events.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:4], b'{"event":"score"}\n', *lines[4:]]))
    with pytest.raises(RunError, match=r"line 5 is not an event of this schema"):
        RunDir.read(out)


def test_an_interrupt_saves_what_is_done_and_says_how_to_go_on(
    plan: Callable[..., Plan], make_scripted: Make
) -> None:
    with pytest.raises(Interrupted, match=r"3 of 10 items are saved in .*\n  hint: `defeasible resume "):
        execute(plan(make_scripted(stop_at=4)))
    out = plan().out
    assert RunDir.read(out).manifest.sessions[-1].state == "interrupted"
    rest = make_scripted()
    run = execute(plan(rest))
    assert rest.asked == 7
    assert once_each(out, 10)
    assert [s.state for s in run.manifest.sessions] == ["interrupted", "finished"]


def interrupt_after_line(monkeypatch: pytest.MonkeyPatch, wanted: int) -> None:
    """Let Ctrl-C arrive just after so many lines reached the system."""
    append, written = Journal.append, [0]

    def stopping(log: Journal, line: bytes) -> None:
        append(log, line)
        written[0] += 1
        if written[0] == wanted:
            raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "append", stopping)


@pytest.mark.parametrize("lines", [5, 6])
def test_an_interrupt_counts_what_is_on_disk(
    plan: Callable[..., Plan], monkeypatch: pytest.MonkeyPatch, lines: int
) -> None:
    interrupt_after_line(monkeypatch, lines)
    with pytest.raises(Interrupted, match=rf"interrupted; {lines // 2} of 10 items are saved in "):
        execute(plan())
    assert len(RunDir.read(plan().out).scores) == lines // 2


def test_an_interrupt_says_so_when_the_log_cannot_be_read(
    plan: Callable[..., Plan], make_scripted: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = plan(make_scripted(stop_at=3))
    with pytest.raises(Interrupted):
        execute(first)
    interrupt_after_line(monkeypatch, 1)

    class Altering(type(make_scripted())):  # type: ignore[misc]
        def decide(self, *args: object, **kwargs: object) -> object:
            (first.out / "events.jsonl").write_text("altered\n")
            return super().decide(*args, **kwargs)

    with pytest.raises(Interrupted, match=r"cannot count what is saved in .* line 1 is not an event"):
        execute(plan(Altering()))


def test_an_item_that_raises_is_an_error_and_the_run_goes_on(
    plan: Callable[..., Plan], make_scripted: Make
) -> None:
    run = execute(plan(make_scripted(stop_at=2, stop_with=RecursionError)))
    assert Counter(o.status for o in run.outcomes())[Status.ERROR] == 1
    (failed,) = [d for d in run.decisions.values() if d.error is not None]
    assert failed.error is not None
    assert (failed.error.kind, failed.error.message) == ("RecursionError", "set so")
    assert "conftest" in failed.error.traceback


@pytest.mark.parametrize(
    ("verdict", "status"),
    [
        (Verdict.UNPARSED, Status.UNPARSED),
        (Verdict.TIMEOUT, Status.TIMEOUT),
        (Verdict.INCONSISTENT, Status.UNDECIDED),
    ],
)
def test_no_answer_keeps_its_reason(
    plan: Callable[..., Plan], make_scripted: Make, verdict: Verdict, status: Status
) -> None:
    run = execute(plan(make_scripted(verdict=verdict)))
    assert {o.status for o in run.outcomes()} == {status}
    assert summarise(run).coverage == 0.0


def test_an_answer_that_is_no_option_is_an_error(plan: Callable[..., Plan], make_scripted: Make) -> None:
    run = execute(plan(make_scripted(say="perhaps")))
    assert {o.status for o in run.outcomes()} == {Status.ERROR}


def test_a_longer_limit_extends_a_run(plan: Callable[..., Plan], make_scripted: Make) -> None:
    few = execute(plan(limit=3))
    more = make_scripted()
    run = execute(plan(more, limit=7))
    assert more.asked == 4
    assert {c.id for c in few.cases} < {c.id for c in run.cases}
    rest = make_scripted()
    assert len(execute(plan(rest)).cases) == 10
    assert rest.asked == 3
    assert once_each(run.path, 10)


def test_the_draw_depends_on_the_seed_alone(plan: Callable[..., Plan], tmp_path: Path) -> None:
    draws = [
        [c.name for c in execute(plan(limit=4, seed=seed, out=tmp_path / str(n))).cases]
        for n, seed in enumerate((1, 1, 2))
    ]
    assert draws[0] == draws[1] != draws[2]


def test_a_shorter_limit_would_drop_items_and_is_refused(plan: Callable[..., Plan]) -> None:
    execute(plan(limit=5))
    with pytest.raises(RunError, match=r"this would drop 3 of the 5 items planned"):
        execute(plan(limit=2))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 4}, r"`seed` was 0, now 4"),
        ({"task": find("belief-r/t")}, r"`items` was .*; `task` was 'belief-r/t1', now 'belief-r/t'"),
    ],
    ids=["seed", "task"],
)
def test_runs_are_not_mixed(plan: Callable[..., Plan], changes: dict[str, object], message: str) -> None:
    execute(plan())
    with pytest.raises(RunError, match=message):
        execute(plan(**changes))


def test_a_change_of_settings_is_named(plan: Callable[..., Plan], make_scripted: Make) -> None:
    execute(plan())
    other = Pipeline("scripted", make_scripted(choose=1), {"choose": 1})
    with pytest.raises(RunError, match=r"`pipeline.choose` was 0, now 1"):
        execute(plan(pipeline=other))


def test_changed_data_are_another_run(plan: Callable[..., Plan], belief_data: Path) -> None:
    execute(plan())
    file = belief_data / "belief_r" / "queries_time_t1.csv"
    file.write_text(file.read_text().replace("shop number 3", "shop number 33"))
    with pytest.raises(RunError, match="`items` was"):
        execute(plan())


def test_a_folder_with_other_files_is_left_alone(plan: Callable[..., Plan], tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "thesis.tex").write_text("dear")
    with pytest.raises(RunError, match=r"not a run directory: it contains `thesis\.tex`"):
        execute(plan())


def test_a_log_without_its_manifest_is_not_written_over(plan: Callable[..., Plan]) -> None:
    out = execute(plan()).path
    (out / "manifest.json").unlink()
    with pytest.raises(RunError, match=r"not a run directory: it contains `events\.jsonl`"):
        execute(plan())
    (out / "events.jsonl").unlink()  # as a crash before the first manifest leaves it
    assert len(execute(plan()).scores) == 10


def test_journal_refuses_nothing_when_closed_twice(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "log")
    journal.append(b"line\n")
    journal.close()
    journal.close()
    assert (tmp_path / "log").read_bytes() == b"line\n"


@pytest.mark.parametrize("name", ["neural", "hybrid"])
def test_a_pipeline_without_its_model_says_what_it_needs(name: str) -> None:
    with pytest.raises(UsageError, match=f"pipeline `{name}` needs a model\n  hint: add `--model hf:NAME`"):
        build(name)


def test_a_limit_of_nothing_is_refused(plan: Callable[..., Plan]) -> None:
    with pytest.raises(UsageError, match="limit must be at least 1, got 0"):
        plan(limit=0)
