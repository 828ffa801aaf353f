"""`Task`: what makes a benchmark runnable: its items, metrics and baselines."""

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
from defeasible.reasoner.errors import UsageError, unknown


@dataclass(frozen=True, slots=True)
class Choice:
    """Which items of a task to run, and how to show them; a value is empty if there is no choice."""

    subset: str = ""
    split: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a benchmark, with everything specific to it."""

    name: str
    """Name on the command line: `belief-r/t1`."""
    dataset: str
    """Name of its benchmark in the catalogue: `belief-r`."""
    asking: Asking[Any]
    """How its questions are asked: of logic, of a model, of both."""
    summary: str
    """One line for `ls tasks`."""
    headline: tuple[str, ...]
    """Metrics shown in a short table, most important first."""
    read: Callable[[Path, Choice], list[Case[Any]]]
    """Reads all items of a split from a data directory, as a variant shows them, in file order."""
    measure: Callable[[Sequence[Outcome]], Metrics]
    policies: Mapping[str, Policy]
    """Constant policies by name."""
    judge: Judge = by_label
    """Scores an answer."""
    trial: Trial | None = None
    """Questions to a solver about generated texts; None if answers are not texts."""
    strata: str = ""
    """The facet over whose values the first headline metric is a plain mean; empty for a mean over items."""
    headline_on: tuple[str, str] | None = None
    """The facet and its value that select the items of the first headline metric; None if all items count."""
    note: str = ""
    """What readers of the numbers must know; shown below every table."""
    caution: str = ""
    """Additional Markdown for the page of results: how the rules were made, what a score shows."""
    subset_facet: str = ""
    """The facet that `--subset` filters by."""
    subsets: tuple[str, ...] = ()
    splits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Official parts of the data, for `--split`, and the files of each in the folder of the benchmark."""
    variants: tuple[str, ...] = ()
    """Ways to show the same items, for `--variant`; the first one is the default."""
    variant_facet: str = "variant"
    """What the published tables call this choice."""
    setting: Mapping[str, str] = field(default_factory=dict)
    """Further settings that select the published numbers of its items."""

    styles: Mapping[str, str] = field(default_factory=dict)
    """The prompt style by variant, if it differs from that of `asking`."""
    shots_split: str = ""
    """The split that provides examples for `--shots`, unless that split is run."""

    def offers(self, choice: str) -> Collection[str]:
        """Return the possible values of `subset`, `split` or `variant`."""
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
        """Return a choice with defaults filled in: the first split whose files exist, the first variant.

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
        """Return whether a split's files exist; for a task without splits, whether its folder does."""
        folder = data_dir / benchmark(self.dataset).folder
        return folder.is_dir() and all((folder / file).is_file() for file in self.splits.get(split, ()))

    def asked(self, choice: Choice) -> Asking[Any]:
        """Return how the questions of a choice are asked."""
        style = self.styles.get(choice.variant)
        return self.asking if style is None else replace(self.asking, style=style)

    def examples(self, data_dir: Path, choice: Choice) -> Callable[[], list[Fields]] | None:
        """Return a function that reads examples for the questions of a choice; None if there are none.

        Args:
            data_dir: Contains the official files.
            choice: What is run; the examples have the same subset and variant.
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
        """Read the items of a choice; by default the choice that `choice` fills in.

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
    raise unknown(what, value, offered, of=f"task `{task}`")
