"""A second reader is tried on texts with known forms before a run, once, and the run says how it did."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from defeasible.eval.cli.named import command
from defeasible.eval.pipelines import Settings, build
from defeasible.llm.backend import Request
from defeasible.llm.scripted import Scripted
from defeasible.llm.teach.trial import TEXTS


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "cache"))


class Babbling(Scripted):
    """Says nothing that can be read, and counts how often."""

    fingerprint = "babble"

    def __init__(self) -> None:
        self.asked = 0
        super().__init__(self.babble)

    def babble(self, request: Request) -> str:
        self.asked += 1
        return "la la la"


def test_a_second_reader_is_tried_once_and_the_log_says_how_it_did() -> None:
    model = Babbling()
    settings = Settings(parser="both", repairs=0)
    made = build("symbolic", settings, model=model, fresh=list)
    assert made.settings["tried"] == f"right on 0 of {TEXTS} test texts"
    asked = model.asked
    assert asked
    again = build("symbolic", settings, model=model, fresh=list)
    assert (again.settings["tried"], model.asked) == (made.settings["tried"], asked)


def test_a_reader_is_not_tried_where_it_is_the_only_one_or_no_fresh_items_may_be_asked() -> None:
    model = Babbling()
    alone = build("symbolic", Settings(parser="llm"), model=model, fresh=list)
    assert "tried" not in alone.settings
    beside = build("symbolic", Settings(parser="both"), model=model)
    assert (beside.settings["tried"], model.asked) == ("no", 0)


def test_a_command_tries_a_model_on_each_kind_of_text(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text(json.dumps(["la la la"] * 60))
    found = CliRunner().invoke(command, ["try", f"scripted:{script}", "--texts", "2", "--json"])
    assert found.exit_code == 0, found.output
    nothing = {"right": 0, "texts": 2}
    assert json.loads(found.stdout) == {"premises": nothing, "sizes": nothing, "story": nothing}
