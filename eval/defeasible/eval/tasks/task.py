"""`Task`: what makes a benchmark runnable: its items, its metrics, its baselines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from defeasible.eval.baselines import Policy
from defeasible.eval.cases import Case, Outcome
from defeasible.eval.metrics import Metrics
from defeasible.reasoner.errors import UsageError


@dataclass(frozen=True, slots=True)
class Task:
    """One task of a benchmark."""

    name: str
    """As typed on the command line: `belief-r/t1`."""
    dataset: str
    """Name of its benchmark in the catalogue: `belief-r`."""
    summary: str
    """One line for `ls tasks`."""
    headline: tuple[str, ...]
    """Metrics that a short table shows, the most important first."""
    read: Callable[[Path], list[Case]]
    """Read all items from a data directory, in the order of the files."""
    measure: Callable[[Sequence[Outcome]], Metrics]
    policies: Mapping[str, Policy]
    """Constant policies by name."""
    strata: str = ""
    """The facet over whose values the first headline metric is a plain mean; empty for a mean over items."""
    headline_on: tuple[str, str] | None = None
    """The facet and its value that the items of the first headline metric have; None if all items count."""
    note: str = ""
    """What a reader of its numbers must know; stands below every table."""
    subset_facet: str = ""
    """The facet that `--subset` selects by."""
    subsets: tuple[str, ...] = ()
    splits: tuple[str, ...] = field(default=())

    def load(self, data_dir: Path, *, subset: str | None = None, split: str | None = None) -> list[Case]:
        """Read the items of a subset and a split.

        Raises:
            UsageError: If the task has no such subset or split.
            DatasetError: If the files are missing or malformed, or no item is left.
        """
        _offer("subset", subset, self.subsets, self.name)
        _offer("split", split, self.splits, self.name)
        cases = self.read(data_dir)
        return cases if subset is None else [c for c in cases if c.facets[self.subset_facet] == subset]

    def counts(self, case: Case) -> bool:
        """Return whether an item counts for the first headline metric."""
        return self.headline_on is None or case.facets[self.headline_on[0]] == self.headline_on[1]


def _offer(what: str, value: str | None, offered: tuple[str, ...], task: str) -> None:
    if value is None or value in offered:
        return
    if not offered:
        raise UsageError(f"task `{task}` has no {what}s", hint=f"leave out `--{what} {value}`")
    raise UsageError(f"task `{task}` has no {what} `{value}`", hint=f"its {what}s are {', '.join(offered)}")
