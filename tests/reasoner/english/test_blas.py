"""A pipeline multiplies on one thread, and leaves the threads of the process as they were."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from defeasible.reasoner.english import pipeline
from defeasible.reasoner.english.seen import Row

threadpoolctl = pytest.importorskip("threadpoolctl")


def _threads() -> list[int]:
    return [
        pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["internal_api"] == "openblas"
    ]


def test_parsing_takes_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    name = pipeline.installed()
    pipeline.load(name)
    seen: list[list[int]] = []
    run = pipeline._run

    def counting(*arguments: Any) -> Iterator[list[Row]]:
        seen.append(_threads())
        return run(*arguments)

    monkeypatch.setattr(pipeline, "_run", counting)
    with threadpoolctl.threadpool_limits(2):
        pipeline.parse_all(name, ["Nobody counts the threads of this sentence."])
        after = _threads()
    assert seen
    assert after
    assert all(threads and set(threads) == {1} for threads in seen)
    assert set(after) == {2}
