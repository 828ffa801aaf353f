"""Brackets without end, in every file of JSON that is read: refused as what is no JSON is."""

from collections.abc import Callable
from pathlib import Path

import pytest

from defeasible.eval.runlog import journal
from defeasible.eval.runlog.manifest import Manifest
from defeasible.llm.models import open_model
from defeasible.llm.openai.shapes import unwrapped
from defeasible.llm.replay import Replay
from defeasible.reasoner.errors import DefeasibleError, RunError, UsageError

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (Manifest.read, RunError),
        (journal.read, RunError),
        (lambda path: journal.read(path, "defeasible.run/1"), RunError),
        (Replay, UsageError),
        (lambda path: open_model(f"scripted:{path}"), UsageError),
    ],
    ids=["manifest", "events", "old events", "replies", "script"],
)
def test_a_file_of_brackets_is_refused(
    tmp_path: Path, read: Callable[[Path], object], error: type[DefeasibleError]
) -> None:
    path = tmp_path / "file.json"
    path.write_text(f"{DEEP}\n", encoding="utf-8")
    with pytest.raises(error):
        read(path)


def test_a_reply_of_brackets_stays_as_it_is() -> None:
    assert unwrapped(DEEP) == DEEP
