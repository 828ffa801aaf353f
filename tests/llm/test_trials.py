"""How often a model correctly reads texts with known forms: counted, kept, and told to a reasoner."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path

import pytest

from defeasible.llm.backend import Request
from defeasible.llm.parse import ModelParser, Parsed
from defeasible.llm.parse.trials import keep, known
from defeasible.llm.reading import parser_on
from defeasible.llm.scripted import Scripted
from defeasible.llm.teach.samples import samples
from defeasible.llm.teach.trial import SEED, TEXTS_OF, try_out
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.parsing import Trial


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "cache"))


class Model(Scripted):
    """A scripted model that has a fingerprint."""

    def __init__(self, replies: Sequence[str], fingerprint: str = "1", name: str = "scripted") -> None:
        super().__init__(replies)
        self.name, self.fingerprint = name, fingerprint


def one_by_one(works: Sequence[Callable[[], Parsed]]) -> list[Parsed]:
    return [work() for work in works]


@pytest.mark.parametrize("family", TEXTS_OF)
def test_readings_that_say_what_the_text_was_made_from_are_right(family: str) -> None:
    drawn = list(islice(samples(TEXTS_OF[family], seed=SEED, test=True), 6))
    replies = [said for one in drawn for said in (one.declare, one.bind)]
    assert try_out(ModelParser(Scripted(replies)), family, 6, together=one_by_one) == Trial(6, 6)


def test_nonsense_and_other_readings_are_not_right() -> None:
    first, second = islice(samples(TEXTS_OF["sizes"], seed=SEED, test=True), 2)
    parser = ModelParser(Scripted(lambda request: "la la la"), repairs=0)
    assert try_out(parser, "sizes", 2, together=one_by_one) == Trial(0, 2)
    # The second text is read as if it said nothing.
    nothing = json.dumps(json.loads(second.bind) | {"comparisons": []})
    model = Scripted([first.declare, first.bind, second.declare, nothing])
    assert try_out(ModelParser(model, repairs=0), "sizes", 2, together=one_by_one) == Trial(1, 2)


def test_dialogues_are_not_tried() -> None:
    with pytest.raises(UsageError, match="unknown family 'dialogue'"):
        try_out(ModelParser(Scripted([])), "dialogue", 2, together=one_by_one)


def test_trials_are_kept_until_the_model_or_how_it_is_asked_changes() -> None:
    parser, found = ModelParser(Model([])), {"premises": Trial(3, 8)}
    assert known(parser, Model([])) == {}
    keep(parser, Model([]), found)
    assert known(parser, Model([])) == found
    assert known(parser, Model([], "2")) == {}
    assert known(ModelParser(Model([]), votes=3), Model([])) == {}
    assert parser_on(Model([])).trials == found


def test_a_file_that_was_cut_short_tells_nothing(tmp_path: Path) -> None:
    parser = ModelParser(Model([]))
    keep(parser, Model([]), {"premises": Trial(3, 8)})
    (file,) = (tmp_path / "cache" / "trials").iterdir()
    file.write_text(file.read_text()[:-4])
    assert known(parser, Model([])) == {}


def test_without_a_fingerprint_nothing_is_kept(tmp_path: Path) -> None:
    class Nameless:
        """A backend that does not know what it is."""

        name = "nameless"

        def generate(self, requests: Sequence[Request]) -> list[object]:
            """Say nothing."""
            return []

    parser = ModelParser(Scripted([]))
    keep(parser, Nameless(), {"premises": Trial(3, 8)})
    assert not (tmp_path / "cache").exists()


def test_of_the_adapter_that_ships_it_is_known() -> None:
    for name in ("smollm2?adapter=reader", "smollm2:hf?adapter=reader"):
        trials = known(ModelParser(Scripted([])), Model([], name=name))
        assert not any(trial.reliable for trial in trials.values())
        assert trials.keys() == {"premises", "sizes"}
