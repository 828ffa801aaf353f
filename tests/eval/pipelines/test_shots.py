"""Answered questions before each question: which ones, from where, and what a run's log keeps of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from defeasible.eval.asking import SIZES
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.pipelines.settings import Choosing
from defeasible.llm.prompt import as_text
from defeasible.llm.prompts import load
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.question import SizeQuestion

POOL = [
    {"context": "A pea holds a lake.", "options": ["pea", "lake"], "answer": "pea"},
    {"context": "A cow swallowed a barn.", "options": ["cow", "barn"], "answer": "cow"},
    {"context": "A horse sleeps in a thimble.", "options": ["horse", "thimble"], "answer": "thimble"},
]


@pytest.fixture
def pool(tmp_path: Path) -> str:
    path = tmp_path / "pool.jsonl"
    path.write_text("\n\n".join(map(json.dumps, POOL)) + "\n", "utf-8")
    return str(path)


def asked(settings: Settings, context: str = "A cat naps in a cup.") -> tuple[str, dict[str, object]]:
    """Return what a model is shown for a question about sizes, and the settings that are logged."""
    model = Scripted(["cup"])
    pipeline = build("neural", settings, model=model, asking=SIZES)
    assert pipeline.answerer.decide(SizeQuestion(context, "cat", "cup")).answer == "cup"
    return as_text(model.requests[0].prompt), dict(pipeline.settings)


def test_the_first_examples_of_our_own_go_before_a_question() -> None:
    shown, logged = asked(Settings(shots=2))
    first, second, *_ = load("ccons", "question").examples
    places = [shown.index(str(one["context"])) for one in (first, second)]
    assert places == sorted(places)
    assert places[-1] < shown.index("A cat naps in a cup.")
    assert logged["shots"] == 2
    assert str(logged["shots_version"]).startswith("fixed:")


def test_without_examples_a_log_is_as_it_was() -> None:
    shown, logged = asked(Settings())
    assert shown.count("Which is bigger") == 1
    assert not [name for name in logged if name.startswith("shots")]


@pytest.mark.parametrize(
    ("by", "context", "nearest"),
    [("nearest", "A horse sleeps in a cup.", "thimble"), ("nearest", "A cow swallowed a cup.", "barn")],
)
def test_examples_come_from_a_file_and_may_be_the_nearest(
    pool: str, by: Choosing, context: str, nearest: str
) -> None:
    shown, logged = asked(Settings(shots=1, shots_by=by, shots_from=pool), context)
    assert [word for word in ("lake", "barn", "thimble") if word in shown] == [nearest]
    assert logged["shots_from"] == pool
    assert str(logged["shots_version"]).startswith("nearest(all):")


def test_random_examples_follow_the_seed(pool: str) -> None:
    def drawn(seed: int) -> str:
        return asked(Settings(shots=1, shots_by="random", shots_from=pool, seed=seed))[0]

    assert drawn(1) == drawn(1)
    assert len({drawn(seed) for seed in range(9)}) == len(POOL)


def test_another_file_is_another_run(pool: str) -> None:
    before = asked(Settings(shots=1, shots_from=pool))[1]
    Path(pool).write_text(json.dumps(POOL[1]), "utf-8")
    after = asked(Settings(shots=1, shots_from=pool))[1]
    assert before["shots_version"] != after["shots_version"]


@pytest.mark.parametrize("way", ["generate", "score"])
def test_a_cloze_has_filled_ones_before_it(way: str, pool: str) -> None:
    seen: list[str] = []

    def likely(prompt: str, option: str) -> float:
        seen.append(prompt)
        return -1.0

    model = Scripted(["smaller"], likely)
    settings = Settings(prompt="cloze", answer_by=way, shots=2, shots_from=pool)  # type: ignore[arg-type]
    build("neural", settings, model=model, asking=SIZES).answerer.decide(
        SizeQuestion("A cat naps in a cup.", "cat", "cup")
    )
    shown = seen[0] if way == "score" else as_text(model.requests[0].prompt)
    assert shown.index("lake") < shown.index("barn") < shown.index("cat")
    assert "[MASK]" not in shown


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"shots": -1}, "shots must be at least 0, got -1"),
        ({"shots_by": "nearest"}, "need `--shots`"),
        ({"shots": 99}, "cannot choose 99 examples from"),
        ({"shots": 1, "shots_from": "nowhere.jsonl"}, "cannot read `nowhere.jsonl`"),
    ],
)
def test_what_cannot_be_shown_is_refused_before_anything_is_asked(
    settings: dict[str, object], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        build("neural", Settings(**settings), model=Scripted([]), asking=SIZES)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: invalid JSON"),
        ("[1]", "line 2: not a JSON object"),
        ('{"context": "A pea naps.", "options": ["pea", "lake"]}', "line 2: an example has no `answer`"),
        ('{"context": "A pea holds a lake.", "answer": "pea"}', "line 2: .*`options`"),
        ('{"context": "", "options": ["pea", "lake"], "answer": "sea"}', "line 2: .*'sea' is not one of"),
    ],
)
def test_a_faulty_line_of_the_file_is_named(pool: str, line: str, message: str) -> None:
    Path(pool).write_text(f"{json.dumps(POOL[0])}\n{line}\n", "utf-8")
    with pytest.raises(UsageError, match=message):
        build("neural", Settings(shots=1, shots_from=pool), model=Scripted([]), asking=SIZES)


def test_a_pair_of_texts_has_no_place_for_examples() -> None:
    with pytest.raises(UsageError, match="takes no examples"):
        build("neural", Settings(prompt="nli", answer_by="score", shots=1), model=Scripted([]))
