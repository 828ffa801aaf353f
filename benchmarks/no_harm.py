"""Test whether a hybrid is ever worse than its parts, with oracles of a set accuracy on fresh items.

    python benchmarks/no_harm.py [--n 300]

Each oracle knows the right answer of every item and gives it with a set accuracy. One reports its true
accuracy, one is always too sure, one never sure enough. It earns its weight on items of one seed and is
measured on those of another, on every task whose questions have options.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from defeasible.eval.cases import Case, Status
from defeasible.eval.pipelines import Pipeline, Settings, build
from defeasible.eval.reliability import fresh_cases
from defeasible.eval.tasks import Choice, Task, find
from defeasible.llm.backend import Score
from defeasible.llm.prompt import Prompt, as_text
from defeasible.llm.prompts import load
from defeasible.reasoner.decision import Decision

TASKS = (
    "belief-r/t", "belief-r/t1", "ccons/context", "ccons/nocontext", "pasta/state",
    "corecode/fill", "corecode/domain", "corecode/slot",
)  # fmt: skip
ACCURACIES = (0.35, 0.5, 0.65, 0.8, 0.95)
SURENESS = ("honest", "too sure", "unsure")
"""The share of an oracle's answer: its accuracy, nearly 1, or hardly more than those of other options."""
EARNED_ON, MEASURED_ON = 11, 12
"""Seeds of the items."""


@dataclass
class Knowing:
    """A scorer that knows the right option, and chooses it with a set frequency.

    Attributes:
        accuracy: Share of questions for which it chooses the right option.
        sure: The confidence that it reports; one of `SURENESS`.
        gold: The position of the right option, by the text of the prompt.
    """

    accuracy: float
    sure: str
    gold: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.name = f"knowing:{self.accuracy}"

    @property
    def fingerprint(self) -> str:
        """Everything that affects its answers."""
        return f"{self.name} {self.sure}"

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return shares of the options as log-probabilities."""
        text = as_text(prompt)
        random = Random(hashlib.sha256(f"{self.accuracy} {text}".encode()).digest())
        right = self.gold[text]
        wrong = [place for place in range(len(options)) if place != right]
        chosen = right if random.random() < self.accuracy else random.choice(wrong)
        # No two shares are equal, so that the other options are ranked, too.
        rest = [random.uniform(0.9, 1.1) for _ in options]
        least = 1.1 / len(options) + 0.02  # less would make another option the likeliest
        share = max(least, {"honest": self.accuracy, "too sure": 0.995, "unsure": least}[self.sure])
        whole = sum(weight for place, weight in enumerate(rest) if place != chosen)
        found = [
            share if place == chosen else (1 - share) * rest[place] / whole for place in range(len(options))
        ]
        return [Score(math.log(value), 1, 1) for value in found]

    def learn(self, task: Task, cases: Sequence[Case[Any]]) -> None:
        """Learn the right answers of some questions, by the prompts that will ask them."""
        asking = task.asking
        prompt = load(asking.prompts, task.styles.get("", asking.style), None)
        for case in cases:
            fields = {**asking.fields(case.question), "options": list(asking.options(case.question))}
            self.gold[as_text(prompt.render(fields, ()))] = case.labels.index(case.gold)


def right(task: Task, cases: Sequence[Case[Any]], pipeline: Pipeline) -> list[bool]:
    """Return for each question whether a pipeline answers it correctly; no answer counts as wrong."""
    answered = pipeline.decide_many([case.question for case in cases])
    found = []
    for case, said in zip(cases, answered, strict=True):
        assert isinstance(said.decision, Decision), said.decision
        judged = task.judge(case, said.decision.verdict, said.decision.answer)
        found.append(judged.status is Status.CORRECT)
    return found


@dataclass(frozen=True)
class Row:
    """The right answers of the pipelines on one task with one oracle."""

    task: str
    sure: str
    oracle: float
    neural: Sequence[bool]
    symbolic: Sequence[bool]
    hybrid: Sequence[bool]

    @property
    def better(self) -> Sequence[bool]:
        """The better of the parts."""
        return max(self.neural, self.symbolic, key=sum)

    @property
    def harm(self) -> float:
        """How far the hybrid is below the better of its parts."""
        return (sum(self.better) - sum(self.hybrid)) / len(self.hybrid)

    @property
    def error(self) -> float:
        """Standard error of that difference, over the same items."""
        apart = sum(one != other for one, other in zip(self.better, self.hybrid, strict=True))
        return math.sqrt(apart) / len(self.hybrid)

    def __str__(self) -> str:
        scores = [sum(part) / len(part) for part in (self.neural, self.symbolic, self.hybrid)]
        numbers = f"{scores[0]:6.3f} {scores[1]:8.3f} {scores[2]:6.3f} {self.harm:+7.3f} ({self.error:.3f})"
        return f"{self.task:17} {self.oracle:.2f} {self.sure:9} {numbers}"


def rows(
    tasks: Sequence[str] = TASKS, n: int = 300, accuracies: Sequence[float] = ACCURACIES
) -> Iterator[Row]:
    """Yield the right answers of the three pipelines, for each task and oracle."""
    for name in tasks:
        task = find(name)
        choice = Choice(variant=next(iter(task.variants), ""))
        earning = fresh_cases(task, choice, 300, EARNED_ON)
        cases = fresh_cases(task, choice, n, MEASURED_ON)
        symbolic = right(task, cases, build("symbolic", asking=task.asking))
        for sure in SURENESS:
            for accuracy in accuracies:
                model = Knowing(accuracy, sure)
                model.learn(task, [*earning, *cases])
                settings = Settings(answer_by="score")
                neural = build("neural", settings, asking=task.asking, model=model, cache=False)
                hybrid = build(
                    "hybrid",
                    settings,
                    asking=task.asking,
                    model=model,
                    cache=False,
                    fresh=partial(list, earning),
                )
                answered = [right(task, cases, pipeline) for pipeline in (neural, hybrid)]
                yield Row(name, sure, accuracy, answered[0], symbolic, answered[1])


def main() -> None:
    """Print a row for each task and oracle, and the worst of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--n", type=int, default=300, help="items of each task")
    parser.add_argument("--tasks", default=",".join(TASKS))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        os.environ["DEFEASIBLE_CACHE"] = str(Path(cache))
        print("task              oracle         neural symbolic hybrid  better part - hybrid (error)")
        found = []
        for row in rows(arguments.tasks.split(","), arguments.n):
            found.append(row)
            print(row, flush=True)
    worst = max(found, key=lambda row: row.harm)
    print(f"the most that a hybrid is below the better part: {worst.harm:.3f} (error {worst.error:.3f})")


if __name__ == "__main__":
    main()
