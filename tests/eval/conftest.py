"""Pipelines with set answers, and small data folders in the official formats."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from warm import Warm

from defeasible.eval.pipelines import Pipeline
from defeasible.eval.runner import Plan
from defeasible.eval.tasks import find
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.forms import AtomDecl
from defeasible.reasoner.logic import Atom, Implies
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.trace import ConclusionStep, PremiseStep, SolverStep, Trace
from defeasible.reasoner.verdict import Verdict

ROOT = Path(__file__).resolve().parents[2]


def proof(words: str, verdict: Verdict = Verdict.ENTAILED) -> Trace:
    """A small, sound trace that quotes `words`."""
    p, q = Atom("p"), Atom("q")
    if verdict in (Verdict.UNPARSED, Verdict.TIMEOUT):
        return Trace("belief", (Source("s1", words),), (ConclusionStep(verdict, (), reason="set so"),))
    return Trace(
        task="belief",
        sources=(Source("s1", words), Source("s2", "and so")),
        atoms=(AtomDecl("p", "the first thing holds"), AtomDecl("q", "the second thing holds")),
        steps=(
            PremiseStep("c1", Implies(p, q), Span("s1", 0, len(words))),
            PremiseStep("f1", p, Span("s2", 0, 6)),
            SolverStep("table 1", (1, 2), q, verdict, core=(1, 2), models=(("p", "q"),)),
            ConclusionStep(verdict, (3,), goal=q),
        ),
    )


@dataclass
class Scripted:
    """Chooses an option by position, counts what it was asked, and can fail or interrupt at a question."""

    choose: int = 0
    asked: int = 0
    stop_at: int | None = None
    stop_with: type[BaseException] = KeyboardInterrupt
    verdict: Verdict = Verdict.ENTAILED
    say: str | None = None
    padding: int = 0
    """Words to lengthen every proof by."""

    def _decide(self, words: str, options: Sequence[str]) -> Decision:
        self.asked += 1
        if self.asked == self.stop_at:
            raise self.stop_with("set so")
        answer = options[self.choose % len(options)] if self.verdict is Verdict.ENTAILED else None
        trace = proof(words + ' "so"' * self.padding, self.verdict)
        return Decision(self.verdict, trace, answer=self.say or answer, reason="")

    def decide(self, question: Any) -> Decision:
        return self._decide(question.sources[0].text or "no context", question.options)


@pytest.fixture
def scripted() -> Callable[[Scripted], Pipeline]:
    return lambda answerer: Pipeline("scripted", answerer, {"choose": answerer.choose})


def write_belief_r(folder: Path, pairs: int) -> Path:
    """Write `pairs` modus ponens and modus tollens questions, with and without a third premise."""
    directory = folder / "belief_r"
    directory.mkdir(parents=True)
    header = ["questions", "ground_truth", "modus", "types_of_relation", "atomic_idx", "dataset_id"]
    header += ["a", "b", "c"]
    ask = "What necessarily had to follow assuming that the above premises were true?"
    for name, third in (("basic_time_t.csv", False), ("queries_time_t1.csv", True)):
        with (directory / name).open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(header)
            for number in range(pairs):
                p, q = f"Ann opens shop number {number}", f"Ben visits shop number {number}"
                update = number % 2 == 0
                new = [f"If shop number {number} has bread then {q}"] if third else []
                for modus, fact, goal, letter in (
                    ("ponens", p, q, "a"),
                    ("tollens", f"Ben does not visit shop number {number}", p, "b"),
                ):
                    verb = goal.split()[1]
                    negated = goal.replace(verb, f"does not {verb.removesuffix('s')}")
                    maybe = goal.replace(verb, f"may or may not {verb.removesuffix('s')}")
                    options = [goal, negated, maybe]
                    lettered = [f"({x}) {o}" for x, o in zip("abc", options, strict=True)]
                    text = "\n".join([f"If {p} then {q}", fact, *new, "", ask, *lettered])
                    gold = "c" if third and update else letter
                    kind = "If-Event-Then-Event" if number % 3 else "If-Event-Then-MentalState"
                    writer.writerow([text, gold, modus, kind, number, f"{number}-x", *options])
    return folder


@pytest.fixture
def belief_data(tmp_path: Path) -> Path:
    """A data folder with ten items of each Belief-R task in five groups."""
    return write_belief_r(tmp_path / "data", 5)


@pytest.fixture
def make_belief_data(tmp_path: Path) -> Callable[[int], Path]:
    """Makes a data folder with two items of each Belief-R task for each of so many groups."""
    return lambda pairs: write_belief_r(tmp_path / f"data{pairs}", pairs)


@pytest.fixture
def make_scripted() -> type[Scripted]:
    return Scripted


RESTRICT = (
    "import os, resource, sys; n = int(sys.argv[1]);"
    "resource.setrlimit(resource.RLIMIT_FSIZE, (n, n)); os.execv(sys.argv[2], sys.argv[2:])"
)
"""Runs a command whose files may grow to so many bytes."""


@dataclass(frozen=True)
class Cli:
    """Runs the command in a process of its own, in a folder of its own."""

    folder: Path
    warm: Warm
    """Has the processes that fork for commands."""
    changes: Mapping[str, str] = field(default_factory=dict)
    """Variables of its environment."""

    @property
    def environment(self) -> dict[str, str]:
        roots = [str(ROOT / portion) for portion in ("reasoner", "llm", "datasets", "eval")]
        own = {"PYTHONPATH": os.pathsep.join(roots), "PYTHONWARNINGS": "error", "COLUMNS": ""}
        return {**os.environ, **own, **self.changes}

    def where(self, **changes: str) -> Cli:
        """Return the same with other variables in its environment."""
        return replace(self, changes=changes)

    def start(self, *arguments: str | Path, limit: int | None = None) -> subprocess.Popen[str]:
        """Start it; `limit` is the size in bytes that its files may grow to."""
        command = [sys.executable, "-m", "defeasible.eval", *map(str, arguments)]
        if limit is not None:
            command = [sys.executable, "-c", RESTRICT, str(limit), *command]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __call__(self, *arguments: str | Path, limit: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run it to its end, in a process that need not start."""
        code, out, err = self.warm.run([*map(str, arguments)], self.folder, self.environment, limit)
        assert "Traceback" not in err, err
        return subprocess.CompletedProcess(arguments, code, out, err)


@pytest.fixture
def cli(tmp_path: Path, warm: Warm) -> Cli:
    return Cli(tmp_path, warm)


@pytest.fixture
def plan(belief_data: Path, tmp_path: Path, make_scripted: Callable[..., Any]) -> Callable[..., Plan]:
    """Makes plans over the ten items, with a scripted pipeline, into the same folder."""

    def make(answerer: object = None, **changes: object) -> Plan:
        answerer = answerer or make_scripted()
        fields: dict[str, object] = {
            "task": find("belief-r/t1"),
            "pipeline": Pipeline("scripted", answerer, {"choose": 0}),  # type: ignore[arg-type]
            "out": tmp_path / "run",
            "data_dir": belief_data,
        }
        return Plan(**fields | changes)  # type: ignore[arg-type]

    return make
