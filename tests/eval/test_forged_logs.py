"""Logs that were tampered with: contradictions are refused, what a proof does not show fails the check."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from pages import Page

from defeasible.eval.cases import Status
from defeasible.eval.pipelines import build
from defeasible.eval.report import to_html
from defeasible.eval.runlog import RunDir
from defeasible.eval.runlog.identity import config_hash
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify
from defeasible.reasoner.errors import RunError
from defeasible.reasoner.trace.codec import seal

Document: TypeAlias = dict[str, Any]
Lines: TypeAlias = list[Document]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sound runs on the built-in suites."""
    folder = tmp_path_factory.mktemp("sound")
    for task in ("belief-r/t1", "ccons/context"):
        execute(Plan(find(task), build("symbolic"), folder / task.replace("/", "-")))
    return folder


@pytest.fixture(params=["belief-r-t1", "ccons-context"])
def run(runs: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A copy of a sound run."""
    return Path(shutil.copytree(runs / request.param, tmp_path / "run"))


def read_lines(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write_lines(path: Path, lines: Lines) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def edit_manifest(run: Path, **changes: object) -> None:
    path = run / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def forge(run: Path, change: Callable[[Lines], object]) -> None:
    events = read_lines(run / "events.jsonl")
    change(events)
    write_lines(run / "events.jsonl", events)


def pair(events: Lines, wanted: Callable[[Document], bool]) -> tuple[Document, Document]:
    """Return the first decision of a kind, and its score."""
    at = next(i for i, e in enumerate(events) if e["event"] == "decision" and wanted(e))
    assert events[at + 1]["event"] == "score"
    return events[at], events[at + 1]


def answered(event: Document) -> bool:
    return event["answer"] is not None


def first(events: Lines) -> tuple[Document, Document]:
    return pair(events, answered)


def test_a_sound_run_is_read_and_verified(run: Path) -> None:
    found = verify(run)
    assert found.ok
    assert (found.pending, found.finished, found.failing) == (0, True, ())
    assert read_summary(run).coverage > 0.9


SELF_CONTRADICTIONS: dict[str, tuple[Callable[[Lines], object], str]] = {
    "label": (lambda e: first(e)[1].update(label="2"), "line 2 scores item"),
    "gold": (lambda e: first(e)[1].update(gold="b"), "line 2 scores item"),
    "status": (
        lambda e: first(e)[1].update(status="timeout"),
        r"as timeout \(label .*imply (correct|wrong)",
    ),
    "answer": (lambda e: first(e)[0].update(answer="another thing"), "imply error"),
    "answer taken away": (lambda e: first(e)[0].update(answer=None), "imply undecided"),
    "verdict": (lambda e: first(e)[0].update(verdict="unparsed"), "imply unparsed"),
    "item": (lambda e: first(e)[0].update(item=e[4]["item"]), "not in items.jsonl or not of this config"),
    "key": (lambda e: first(e)[0].update(key="0" * 24), "not in items.jsonl or not of this configuration"),
    "same decision twice": (lambda e: e.append(e[0]), "is a second decision of item"),
    "same score twice": (lambda e: e.append(e[1]), "is a second score of item"),
    "points": (lambda e: first(e)[1].update(score=0.5), "but the logged answer and the plan imply"),
    "better score added": (lambda e: e.append(e[1] | {"status": "correct"}), "is a second score"),
    "score first": (lambda e: e.insert(0, e.pop(1)), "line 1 scores item .* before it was decided"),
    "decision gone": (lambda e: e.pop(0), "line 1 scores item .* before it was decided"),
}


@pytest.mark.parametrize("name", SELF_CONTRADICTIONS)
def test_a_log_that_contradicts_itself_or_the_plan_is_refused(run: Path, name: str) -> None:
    change, message = SELF_CONTRADICTIONS[name]
    forge(run, change)
    for read in (read_summary, verify):
        with pytest.raises(RunError, match=message):
            read(run)
    task = json.loads((run / "manifest.json").read_text())["task"]
    with pytest.raises(RunError, match=message):
        execute(Plan(find(task), build("symbolic"), run))


def test_items_in_another_order_are_the_same_run(run: Path) -> None:
    before = read_summary(run)
    forge(run, lambda events: events.sort(key=lambda e: (e["item"], e["event"])))
    after = read_summary(run)
    assert after.metrics == before.metrics
    assert verify(run).ok


@pytest.mark.parametrize("gone", ["pair", "score", "all"])
def test_what_is_missing_counts_as_wrong_and_fails_a_finished_run(run: Path, gone: str) -> None:
    right = sum(outcome.correct for outcome in RunDir.read(run).outcomes())
    place = {"pair": slice(0, 2), "score": slice(1, 2), "all": slice(0, None)}[gone]
    forge(run, lambda events: events.__delitem__(place))
    outcomes = RunDir.read(run).outcomes()
    missing = sum(outcome.status is Status.MISSING for outcome in outcomes)
    assert missing == (len(outcomes) if gone == "all" else 1)
    assert sum(outcome.correct for outcome in outcomes) <= right
    found = verify(run)
    assert not found.ok
    assert found.pending == missing


def test_an_unfinished_run_is_verified_as_far_as_it_goes(run: Path) -> None:
    forge(run, lambda events: events.__delitem__(slice(10, None)))
    path = run / "manifest.json"
    path.write_text(path.read_text().replace('"finished"', '"interrupted"'))
    found = verify(run)
    assert found.ok
    assert (len(found.checked), found.pending > 0) == (5, True)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("gold", "b"),
        ("labels", ["c", "b", "a"]),
        ("cluster", "one"),
        ("facets", {"modus": "ponens", "effect": "event", "category": "maintain", "cell": "counter"}),
    ],
)
def test_an_edited_plan_is_refused_and_restored_from_the_data(run: Path, field: str, value: object) -> None:
    before = read_summary(run).metrics
    items = read_lines(run / "items.jsonl")
    items[0][field] = value
    write_lines(run / "items.jsonl", items)
    with pytest.raises(RunError, match=r"does not match manifest.json.*\n.*`defeasible resume"):
        read_summary(run)
    task = json.loads((run / "manifest.json").read_text())["task"]
    execute(Plan(find(task), build("symbolic"), run))
    assert read_summary(run).metrics == before


def test_a_plan_with_an_item_left_out_is_refused(run: Path) -> None:
    items = read_lines(run / "items.jsonl")
    write_lines(run / "items.jsonl", items[1:])
    with pytest.raises(RunError, match=r"does not match manifest\.json"):
        read_summary(run)
    edit_manifest(run, n=len(items) - 1)
    with pytest.raises(RunError, match=r"does not match manifest\.json"):
        read_summary(run)


def test_a_deleted_plan_says_how_it_comes_back(run: Path) -> None:
    (run / "items.jsonl").unlink()
    with pytest.raises(RunError, match=r"cannot read .*items.jsonl.*\n  hint: `defeasible resume"):
        read_summary(run)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n": 3}, "does not match manifest"),
        ({"task": "belief-r/t"}, "`task` is 'belief-r/t', but its configuration implies"),
        ({"pipeline": "neural"}, "`pipeline` is 'neural'"),
        ({"seeds": {"sample": 7}}, "`seeds.sample` is 7"),
        ({"config_hash": "0" * 64}, "`config_hash` is '000"),
        ({"schema": "defeasible.run/3"}, r"its schema is 'defeasible.run/3'\n  hint: this version reads"),
        ({"schema": "defeasible.run/0"}, "its schema is 'defeasible.run/0'"),
        ({"extra": 1}, "malformed .* at extra"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_an_edited_manifest_is_refused(run: Path, changes: Document, message: str) -> None:
    edit_manifest(run, **changes)
    with pytest.raises(RunError, match=message):
        read_summary(run)


def test_a_configuration_with_its_hash_edited_fits_no_answer(run: Path) -> None:
    config = json.loads((run / "manifest.json").read_text())["config"] | {"pipeline.roles": "stated"}
    edit_manifest(run, config=config, config_hash=config_hash(config))
    with pytest.raises(RunError, match="not of this configuration"):
        read_summary(run)


def test_numbers_that_are_not_finite_are_refused(run: Path) -> None:
    path = run / "manifest.json"
    document = json.loads(path.read_text())
    document["sessions"][0]["seconds"] = float("inf")
    path.write_text(json.dumps(document))
    with pytest.raises(RunError, match=r"malformed .* at sessions.0.seconds: .*finite"):
        read_summary(run)


# Forgeries that agree with themselves: the log is read, and only the proof gives them away.


def reseal(event: Document) -> None:
    event["trace"]["seal"] = seal(event["trace"])


def other_answer(events: Lines, items: Lines) -> str:
    """Change an answer, and its score with it."""
    decision, score = first(events)
    case = next(item for item in items if item["id"] == decision["item"])
    asked = case["question"]
    options = zip(asked.get("options") or (asked["a"], asked["b"]), case["labels"], strict=True)
    decision["answer"], score["label"] = next(o for o in options if o[0] != decision["answer"])
    score["score"] = float(score["label"] == case["gold"])
    score["status"] = "correct" if score["score"] else "wrong"
    return str(decision["item"])


def answer_for_the_unparsed(events: Lines, items: Lines) -> str:
    decision, score = first(events)
    item = str(decision["item"])
    reason = {"kind": "conclusion", "verdict": "unparsed", "uses": [], "reason": "too hard"}
    decision.update(verdict="unparsed", answer=None, before=None, change=None)
    decision["trace"]["steps"] = [reason]
    reseal(decision)
    score.update(label=None, status="unparsed", score=0.0)
    return item


def proof_of_another_item(events: Lines, items: Lines) -> str:
    one, _ = first(events)
    other, _ = pair(
        events, lambda e: answered(e) and e["item"] != one["item"] and e["verdict"] == one["verdict"]
    )
    one["trace"] = other["trace"]
    return str(one["item"])


def proof_gone(events: Lines, items: Lines) -> str:
    decision, _ = first(events)
    del decision["trace"]
    return str(decision["item"])


def seal_gone(events: Lines, items: Lines) -> str:
    decision, _ = first(events)
    del decision["trace"]["seal"]
    return str(decision["item"])


def seal_of_other_content(events: Lines, items: Lines) -> str:
    decision, _ = first(events)
    steps = decision["trace"]["steps"]
    next(step for step in steps if step["kind"] in ("premise", "size"))["span"]["end"] -= 1
    return str(decision["item"])


def no_conclusion(events: Lines, items: Lines) -> str:
    decision, _ = first(events)
    decision["trace"]["steps"].pop()
    reseal(decision)
    return str(decision["item"])


def no_steps(events: Lines, items: Lines) -> str:
    decision, _ = first(events)
    decision["trace"]["steps"] = []
    reseal(decision)
    return str(decision["item"])


def other_verdict(events: Lines, items: Lines) -> str:
    decision, _ = pair(events, lambda e: e["verdict"] == "refuted")
    decision["verdict"] = "entailed"
    return str(decision["item"])


def other_reading(events: Lines, items: Lines) -> str:
    """A sound proof, over the item's own words, of premises that these words do not say."""
    decision, _ = pair(events, lambda e: e["verdict"] == "entailed")
    trace = decision["trace"]
    spanned = [step for step in trace["steps"] if step["kind"] in ("premise", "size")]
    if trace["task"] == "size":
        spanned[0]["frame"] = "containment.in"
        renamed = {"o1": "o2", "o2": "o1"}
        text = json.dumps([trace["steps"], trace["objects"]])
        for old, new in renamed.items():
            text = text.replace(f'"{old}"', f'"@{new}"')
        trace["steps"], trace["objects"] = json.loads(text.replace('"@', '"'))
        trace["objects"].sort(key=lambda o: o["id"])
        trace["objects"][0]["name"], trace["objects"][1]["name"] = (
            trace["objects"][1]["name"],
            trace["objects"][0]["name"],
        )
    else:
        fact = next(step for step in spanned if isinstance(step["claim"], str))
        text = json.dumps(trace["steps"])
        asked = fact["claim"]
        trace["steps"] = json.loads(text.replace(f'"{asked}"', '"a9"'))
        next(atom for atom in trace["atoms"] if atom["id"] == asked)["id"] = "a9"
    reseal(decision)
    return str(decision["item"])


@pytest.mark.parametrize(
    "forgery",
    [
        other_answer,
        answer_for_the_unparsed,
        proof_of_another_item,
        proof_gone,
        seal_gone,
        seal_of_other_content,
        no_conclusion,
        no_steps,
        other_verdict,
        other_reading,
    ],
    ids=lambda forgery: forgery.__name__,
)
def test_a_forgery_that_agrees_with_itself_fails_the_check(
    run: Path, forgery: Callable[[Lines, Lines], str]
) -> None:
    events, items = read_lines(run / "events.jsonl"), read_lines(run / "items.jsonl")
    item = forgery(events, items)
    write_lines(run / "events.jsonl", events)
    found = verify(run)
    assert [checked.item for checked in found.failing] == [item]
    page = Page(to_html([read_summary(run)]))
    shown = page.records[page.place(item)]["runs"][0]["check"]
    assert shown["state"] == "failed"
    assert shown["failures"]
    assert page.overview["runs"][0]["states"]["failed"] == 1


@pytest.mark.parametrize("name", ["manifest.json", "items.jsonl", "events.jsonl"])
def test_no_spoilt_byte_ends_in_anything_but_a_refusal_or_a_finding(tmp_path: Path, name: str) -> None:
    run = execute(Plan(find("belief-r/t1"), build("symbolic"), tmp_path / "run", limit=4)).path
    path = run / name
    content = path.read_bytes()
    rng = random.Random(name)
    refused = 0
    for _ in range(80):
        at = rng.randrange(len(content))
        spoilt = [
            content[:at] + bytes([rng.choice(b'01ax"{}[],: \xff')]) + content[at + 1 :],
            content[:at] + content[at + rng.choice((1, 7, 60)) :],
            content[:at] + content[at : at + 9] + content[at:],
            content[:at],
        ]
        path.write_bytes(rng.choice(spoilt))
        try:
            read_summary(run)
            verify(run)
        except RunError:
            refused += 1
    assert refused > 20
