"""What a run of the suite skipped, so that another, with more installed, need run nothing else."""

from __future__ import annotations

import pytest

KEPT = "defeasible/skipped"
"""Where pytest's cache has the ids of what was skipped: tests, and files skipped as a whole."""


class Skipped:
    """A plugin of pytest: keeps what is skipped, or runs only what was kept."""

    def __init__(self, config: pytest.Config) -> None:
        """Read what was kept, if that is to run.

        Raises:
            pytest.UsageError: If nothing was.
        """
        assert config.cache is not None
        self._cache = config.cache
        self._again = bool(config.getoption("only_skipped"))
        self._keeps = not self._again and not hasattr(config, "workerinput")
        """Of several processes, the one that started the others keeps what they skip."""
        self._hook = config.hook
        self._found: set[str] = set()
        self._wanted = self._cache.get(KEPT, None) if self._again else []
        if self._wanted is None:
            raise pytest.UsageError("--only-skipped needs a run of the suite before it")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that is skipped as a whole."""
        if report.skipped:
            self._found.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that is skipped."""
        if report.skipped:
            self._found.add(report.nodeid)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what was not skipped, if that is wanted."""
        if not self._again:
            return
        wanted: list[pytest.Item] = []
        others: list[pytest.Item] = []
        for item in items:
            file = item.nodeid.partition("::")[0]
            (others if {item.nodeid, file}.isdisjoint(self._wanted) else wanted).append(item)
        self._hook.pytest_deselected(items=others)
        items[:] = wanted

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Keep what was skipped; if nothing was, it is no failure that nothing is left to run."""
        if self._keeps:
            self._cache.set(KEPT, sorted(self._found))
        if self._again and not self._wanted and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK
