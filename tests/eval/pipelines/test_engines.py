"""The three pipelines on both engines, with random weights: whatever such a model says, a run is in order."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tiny import build as build_model

from defeasible.eval.asking import SIZES
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.runlog import RunDir
from defeasible.eval.runner import Plan, execute
from defeasible.eval.tasks import find
from defeasible.eval.verify import verify

torch = pytest.importorskip("torch", reason="needs the extra `transformers`")
pytest.importorskip("outlines", reason="needs the extra `transformers`")
pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")

from defeasible.llm.gguf import LlamaCpp  # noqa: E402 - after the skip
from defeasible.llm.gguf.export import export  # noqa: E402 - after the skip
from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    torch.set_num_threads(1)
    folder = build_model(tmp_path_factory.mktemp("random"))
    export(folder, folder / "tiny.gguf")
    gguf = LlamaCpp(folder / "tiny.gguf", threads=1, cache="f32")
    yield {"hf": Transformers(str(folder)), "gguf": gguf}
    gguf.close()


def run(
    pipeline: Any, out: Path, data: Path | None = None, task: str = "ccons/context", n: int = 4
) -> RunDir:
    return RunDir.read(execute(Plan(find(task), pipeline, out, data, limit=n)).path)


@pytest.mark.parametrize("engine", ["hf", "gguf"])
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("neural", Settings()),
        ("neural", Settings(answer_by="score")),
        ("neural", Settings(answer_by="score", prompt="cloze")),
        ("symbolic", Settings(max_tokens=200, repairs=0)),
        ("hybrid", Settings(answer_by="score")),
    ],
    ids=["generate", "score", "cloze", "parse", "hybrid"],
)
def test_a_pipeline_runs_and_is_checked(
    engines: dict[str, Any], engine: str, name: str, settings: Settings, tmp_path: Path
) -> None:
    model = engines[engine]
    found = run(build(name, settings, asking=SIZES, model=model, batch=4), tmp_path / "r")
    assert verify(found.path).ok
    assert found.manifest.config["pipeline.fingerprint"] == model.fingerprint
    if name == "neural":
        assert all(outcome.answered for outcome in found.outcomes())
        uses = [event.model for event in found.decisions.values()]
        assert all(use is not None and use.tokens and use.seconds > 0 and not use.failures for use in uses)


@pytest.mark.parametrize("engine", ["hf", "gguf"])
def test_a_batch_answers_as_one_by_one(
    engines: dict[str, Any], engine: str, belief_data: Path, tmp_path: Path
) -> None:
    answers = []
    for batch in (1, 6):
        pipeline = build("neural", Settings(), model=engines[engine], batch=batch)
        found = run(pipeline, tmp_path / str(batch), belief_data, "belief-r/t1", 6)
        lines = [json.loads(line) for line in (found.path / "events.jsonl").read_text().splitlines()]
        answers.append([(line["item"], line.get("answer"), line.get("trace")) for line in lines])
    assert answers[0] == answers[1]


def test_both_engines_score_alike(engines: dict[str, Any], tmp_path: Path) -> None:
    shares = []
    for engine, model in engines.items():
        pipeline = build("neural", Settings(answer_by="score"), asking=SIZES, model=model)
        found = run(pipeline, tmp_path / engine)
        uses = [found.decisions[case.id].model for case in found.cases]
        shares.append([share for use in uses if use is not None for share in use.shares])
    assert shares[0] == pytest.approx(shares[1], abs=1e-4)
