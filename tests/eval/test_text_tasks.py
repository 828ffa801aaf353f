"""A task of another kind, all of it in this one module: a question of its own, answered by a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest
from oracles import ScoresOnly
from pages import Page

from defeasible.eval.asking import Asking
from defeasible.eval.baselines import Policy
from defeasible.eval.cases import Case, Outcome, Status, by_text, content_id
from defeasible.eval.metrics import Metrics
from defeasible.eval.metrics.counts import common
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.report import to_html
from defeasible.eval.runner import Plan, execute
from defeasible.eval.runs import read_run
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import TASKS, Choice, Task
from defeasible.eval.verify import verify
from defeasible.llm.backend import Failure
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Unparsed
from defeasible.reasoner.parsing import Parser
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source
from defeasible.reasoner.trace import ConclusionStep, Trace
from defeasible.reasoner.trace import Task as Decider
from defeasible.reasoner.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ChangeQuestion(Record):
    """What would the story be if this state held?"""

    lines: tuple[str, ...]
    state: str
    kind: Literal["change"] = "change"
    task: ClassVar[Decider] = "story"

    @property
    def in_words(self) -> bool:
        return True

    @property
    def sources(self) -> tuple[Source, ...]:
        told = tuple(Source(f"s{n}", line) for n, line in enumerate(self.lines, 1))
        return (*told, Source("q1", self.state))

    def read(self, parser: Parser, /) -> object | Unparsed:
        return parser.story(self.lines, [self.state])


@dataclass(frozen=True, slots=True)
class Changes(Asking[ChangeQuestion]):
    prompts: str = "pasta/revision"
    style: str = "direct"
    question = ChangeQuestion

    def fields(self, question: ChangeQuestion) -> Mapping[str, object]:
        return {"story": list(question.lines), "state": question.state}

    def options(self, _question: ChangeQuestion) -> tuple[str, ...]:
        return ()

    def decide(self, reasoner: Reasoner, question: ChangeQuestion) -> Decision:
        last = ConclusionStep(Verdict.UNPARSED, (), reason="no rule writes this")
        return Decision(Verdict.UNPARSED, Trace("story", question.sources, (last,)), reason=last.reason)


def f1(answer: str, gold: str) -> dict[str, float]:
    said, wanted = set(answer.split()), set(gold.split())
    both = len(said & wanted)
    return {"f1": 2 * both / (len(said) + len(wanted)), "exact": float(answer == gold)}


def cases(_: Path, choice: Choice) -> list[Case[Any]]:
    found = []
    for number in range(4):
        question = ChangeQuestion((f"Ann has {number} cats.", "She feeds them."), "Ann has a dog.")
        gold = f"Ann has {number} dogs.\nShe feeds them."
        case = content_id(str(number), question, gold)
        found.append(Case(case, str(number), question, (), gold, str(number)))
    return found


def measure(outcomes: Sequence[Outcome]) -> Metrics:
    n = max(len(outcomes), 1)
    shares: Metrics = {name: sum(o.values.get(name, 0.0) for o in outcomes) / n for name in ("f1", "exact")}
    return {**shares, "intervals": {}, **common(outcomes)}


ECHO: Policy = lambda cases: ["\n".join(case.question.lines) for case in cases]  # noqa: E731 - one expression
TASK = Task(
    name="belief-r/change",
    dataset="belief-r",
    asking=Changes(),
    summary="what would the story be?",
    headline=("f1", "exact"),
    read=cases,
    measure=measure,
    policies={"echo": ECHO},
    judge=by_text(f1),
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TASKS, TASK.name, TASK)


REPLIES = ["Ann has 0 dogs.\nShe feeds them.", "Ann has 1 cats.\nShe feeds them.", "Story:\nA dog.", "\n\n"]


def test_texts_are_written_judged_logged_and_shown(tmp_path: Path) -> None:
    pipeline = build("neural", model=Scripted(REPLIES), asking=TASK.asking)
    found = read_run(execute(Plan(TASK, pipeline, tmp_path / "r")).path)
    outcomes = found.outcomes()
    assert [o.status for o in outcomes] == [Status.CORRECT, Status.SCORED, Status.SCORED, Status.INVALID]
    assert [o.text for o in outcomes] == [REPLIES[0], REPLIES[1], "A dog.", None]
    assert [o.score for o in outcomes] == [1.0, pytest.approx(6 / 7), pytest.approx(0.0), 0.0]
    assert outcomes[1].values == {"f1": outcomes[1].score, "exact": 0.0}
    summary = read_summary(found.path)
    assert summary.coverage == 0.75
    assert summary.metrics["f1"] == pytest.approx((1 + 6 / 7) / 4)
    assert summary.baselines["echo"]["f1"] == pytest.approx(6 / 7)
    assert verify(found.path).ok
    shown = [record["runs"][0] for record in Page(to_html([summary])).records]
    assert [(each["answer"], each["score"]) for each in shown[1:3]] == [
        ("Ann has 1 cats.\nShe feeds them.", pytest.approx(6 / 7)),
        ("A dog.", pytest.approx(0.0)),
    ]


def test_an_altered_text_fails_the_check(tmp_path: Path) -> None:
    pipeline = build("neural", model=Scripted(REPLIES), asking=TASK.asking)
    run = execute(Plan(TASK, pipeline, tmp_path / "r")).path
    log = (run / "events.jsonl").read_text().replace('"answer":"A dog."', '"answer":"A cat."')
    (run / "events.jsonl").write_text(log.replace('"text":"A dog."', '"text":"A cat."'))
    (failing,) = verify(run).failing
    assert failing.item == TASK.load(tmp_path)[2].id


def test_a_model_that_fails_has_no_text(tmp_path: Path) -> None:
    model = Scripted(lambda request: Failure("unavailable", "no answer from the server"))
    pipeline = build("neural", model=model, asking=TASK.asking)
    found = read_run(execute(Plan(TASK, pipeline, tmp_path / "r", most_failures=1.0)).path)
    assert {outcome.status for outcome in found.outcomes()} == {Status.ERROR}
    assert verify(found.path).ok


def test_texts_are_written_where_the_text_is_not_understood(tmp_path: Path) -> None:
    pipeline = build("hybrid", model=Scripted(REPLIES), asking=TASK.asking)
    found = read_run(execute(Plan(TASK, pipeline, tmp_path / "r")).path)
    assert [o.text for o in found.outcomes()] == [REPLIES[0], REPLIES[1], "A dog.", None]
    silent = read_run(execute(Plan(TASK, build("symbolic", asking=TASK.asking), tmp_path / "s")).path)
    assert {outcome.status for outcome in silent.outcomes()} == {Status.UNPARSED}


def test_a_text_cannot_be_scored_as_an_option() -> None:
    pipeline = build("neural", Settings(answer_by="score"), model=ScoresOnly(), asking=TASK.asking)
    with pytest.raises(UsageError, match=r"asks for a text.*\n  hint: use `--answer-by generate`"):
        pipeline.answerer.decide(TASK.load(Path())[0].question)


def test_the_score_of_an_item_is_what_its_task_says(tmp_path: Path) -> None:
    exact = replace(TASK, judge=by_text(lambda answer, gold: {"exact": float(answer == gold)}))
    pipeline = build("neural", model=Scripted(REPLIES), asking=TASK.asking)
    run = execute(Plan(exact, pipeline, tmp_path / "r"))
    assert [outcome.score for outcome in run.outcomes()] == [1.0, 0.0, 0.0, 0.0]
