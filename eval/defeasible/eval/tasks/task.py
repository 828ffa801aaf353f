"""`Task`: what makes a benchmark runnable: its items, its metrics, its baselines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from defeasible.datasets.catalog import benchmark
from defeasible.eval.asking import Asking
from defeasible.eval.baselines import Policy
from defeasible.eval.cases import Case, Judge, Outcome, by_label
from defeasible.eval.metrics import Metrics
from defeasible.eval.trial import Trial
from defeasible.llm.prompts.template import Fields
from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of a task's items are run, and how they are shown; empty where it leaves no choice."""

    subset: str = ""
    split: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a benchmark: all that is its own."""

    name: str
    """As typed on the command line: `belief-r/t1`."""
    dataset: str
    """Name of its benchmark in the catalogue: `belief-r`."""
    asking: Asking[Any]
    """How its questions are asked: of logic, of a model, of both."""
    summary: str
    """One line for `ls tasks`."""
    headline: tuple[str, ...]
    """Metrics that a short table shows, the most important first."""
    read: Callable[[Path, Choice], list[Case[Any]]]
    """Read all items of a split from a data directory, as a variant shows them, in the order of the files."""
    measure: Callable[[Sequence[Outcome]], Metrics]
    policies: Mapping[str, Policy]
    """Constant policies by name."""
    judge: Judge = by_label
    """What an answer is worth."""
    trial: Trial | None = None
    """What a solver is asked of texts that were written; None where answers are none."""
    strata: str = ""
    """The facet over whose values the first headline metric is a plain mean; empty for a mean over items."""
    headline_on: tuple[str, str] | None = None
    """The facet and its value that the items of the first headline metric have; None if all items count."""
    note: str = ""
    """What a reader of its numbers must know; stands below every table."""
    caution: str = ""
    """What else the page of results says of it, as Markdown: how its rules were made, what a score shows."""
    subset_facet: str = ""
    """The facet that `--subset` selects by."""
    subsets: tuple[str, ...] = ()
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Official parts of the data, for `--split`, and the files of each under the folder of the benchmark."""
    variants: tuple[str, ...] = ()
    """Ways in which the same items are shown, for `--variant`; the first one by default."""
    variant_facet: str = "variant"
    """What the published tables call the choice among them."""
    setting: Mapping[str, str] = field(default_factory=dict)
    """What else tells the published numbers of its items from those of some of them."""

    styles: Mapping[str, str] = field(default_factory=dict)
    """The style in which a model is asked, by variant, where it is not that of `asking`."""
    shots_split: str = ""
    """The split whose items go before each question under `--shots`, unless they are the ones asked."""

    def offers(self, choice: str) -> Collection[str]:
        """Return what can be chosen as `subset`, `split` or `variant`."""
        found: dict[str, Collection[str]] = {
            "subset": self.subsets,
            "split": self.splits.keys(),
            "variant": self.variants,
        }
        return found[choice]

    def choice(
        self,
        data_dir: Path,
        *,
        subset: str | None = None,
        split: str | None = None,
        variant: str | None = None,
    ) -> Choice:
        """Return what is run, defaults filled in: the first split whose files are there, the first variant.

        Raises:
            UsageError: If the task has no such subset, split or variant.
        """
        for name, value in (("subset", subset), ("split", split), ("variant", variant)):
            _offer(name, value, self.offers(name), self.name)
        there = [name for name in self.splits if self.has_files(data_dir, name)]
        return Choice(
            subset or "",
            split or next(iter([*there, *self.splits]), ""),
            variant or next(iter(self.variants), ""),
        )

    def has_files(self, data_dir: Path, split: str) -> bool:
        """Return whether a split's files are there; of a task without splits, the folder of its files."""
        folder = data_dir / benchmark(self.dataset).folder
        return folder.is_dir() and all((folder / file).is_file() for file in self.splits.get(split, ()))

    def asked(self, choice: Choice) -> Asking[Any]:
        """Return how the questions of a choice are asked."""
        style = self.styles.get(choice.variant)
        return self.asking if style is None else replace(self.asking, style=style)

    def examples(self, data_dir: Path, choice: Choice) -> Callable[[], list[Fields]] | None:
        """Return what reads answered questions to go before those of a choice; None where there are none.

        Args:
            data_dir: Holds the official files.
            choice: What is run; of its subset, and shown as its variant, are the examples too.
        """
        split = self.shots_split
        if choice.split == split or not self.splits.get(split) or not self.has_files(data_dir, split):
            return None

        def read() -> list[Fields]:
            return [
                self._example(case) for case in self.load(data_dir, replace(choice, split=self.shots_split))
            ]

        return read

    def _example(self, case: Case[Any]) -> Fields:
        options = {"options": list(case.options)} if case.labels else {}
        return {**self.asking.fields(case.question), **options, "answer": case.gold_answer}

    def load(self, data_dir: Path, choice: Choice | None = None) -> list[Case[Any]]:
        """Read the items of a choice, by default all, as `choice` fills in the rest.

        Raises:
            DatasetError: If the files are missing or malformed.
        """
        choice = choice or self.choice(data_dir)
        cases = self.read(data_dir, choice)
        if not choice.subset:
            return cases
        return [case for case in cases if case.facets[self.subset_facet] == choice.subset]

    def counts(self, case: Case[Any]) -> bool:
        """Return whether an item counts for the first headline metric."""
        return self.headline_on is None or case.facets[self.headline_on[0]] == self.headline_on[1]


def _offer(what: str, value: str | None, offered: Collection[str], task: str) -> None:
    if value is None or value in offered:
        return
    if not offered:
        raise UsageError(f"task `{task}` has no {what}s", hint=f"leave out `--{what} {value}`")
    raise UsageError(f"task `{task}` has no {what} `{value}`", hint=f"its {what}s are {', '.join(offered)}")
