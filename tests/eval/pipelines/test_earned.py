"""A model's opinion counts what it earned: nothing if it knows nothing, and never against the better part."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from defeasible.eval.calibration import Answer
from defeasible.eval.metrics.answers import f1
from defeasible.eval.pipelines import Settings, build
from defeasible.eval.pipelines.hybrid import Hybrid
from defeasible.eval.reliability import FEWEST, Reliability, fit, fresh_cases
from defeasible.eval.tasks import Choice, find
from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.scripted import Scripted
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.verdict import Branch
from no_harm import ACCURACIES, Knowing, right

TASK = find("belief-r/t1")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path))
    return tmp_path / "reliability"


def answers(slope: float, places: Sequence[float], n: int = 3000, seed: int = 5) -> list[Answer]:
    """Answers whose shares mean what a slope and intercepts make of them."""
    random = Random(seed)
    believed = Reliability(slope, tuple(places))
    found = []
    for _ in range(n):
        masses = [math.exp(random.gauss(0, 1.5)) for _ in places]
        shares = tuple(mass / sum(masses) for mass in masses)
        (gold,) = random.choices(range(len(places)), believed.shares(shares))
        found.append(Answer(shares, gold))
    return found


@pytest.mark.parametrize("slope", [0.3, 1.0, 2.5])
def test_a_slope_and_places_are_found_again(slope: float) -> None:
    found = fit(answers(slope, (0.0, 0.0, 0.0)))
    assert found.slope == pytest.approx(slope, rel=0.1)
    assert found.places == pytest.approx((0.0, 0.0, 0.0), abs=0.15)


def test_a_preference_for_a_place_is_taken_out() -> None:
    random = Random(3)
    biased = []
    for answer in answers(1.0, (0.0, 0.0)):
        first, second = answer.shares
        pushed = first * math.exp(2.0)
        biased.append(Answer((pushed / (pushed + second), second / (pushed + second)), answer.gold))
    random.shuffle(biased)
    found = fit(biased)
    assert found.places[1] - found.places[0] == pytest.approx(2.0, abs=0.3)
    assert found.shares((0.5, 0.5))[1] > 0.8


def test_places_are_passed_over_where_one_was_hardly_ever_right() -> None:
    one_sided = [answer for answer in answers(1.0, (0.0, 0.0)) if answer.gold == 0][:200]
    assert fit(one_sided).places == ()


@pytest.mark.parametrize("slope", [0.0, -1.0])
def test_what_tells_nothing_or_the_opposite_has_no_weight(slope: float) -> None:
    found = fit(answers(slope, (0.0, 0.0, 0.0), n=300))
    assert found.slope == 0
    assert found.shares((0.9, 0.05, 0.05)) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert found.ranked((0.9, 0.05, 0.05)) == (0.9, 0.05, 0.05)
    assert str(found).startswith("no weight: right on 0.")


def test_few_answers_earn_nothing() -> None:
    known = [Answer((0.9, 0.1), 0), Answer((0.1, 0.9), 1)] * FEWEST
    assert fit(known[: FEWEST - 1]).slope == 0
    assert fit(known[:FEWEST]).slope > 0
    assert fit([]).slope == 0
    assert str(fit([])) == "no weight: it answered no fresh item"


def test_who_is_always_right_has_a_slope_with_an_end() -> None:
    found = fit([Answer((0.9, 0.1), 0), Answer((0.1, 0.9), 1)] * 100)
    assert 1 < found.slope <= 20
    assert found.shares((0.9, 0.1))[0] > 0.99


def test_logic_counts_what_it_got_right_beside_the_model() -> None:
    random = Random(8)
    found = []
    for answer in answers(1.0, (0.0, 0.0), n=1000):
        chosen = answer.gold if random.random() < 0.9 else 1 - answer.gold
        found.append(Answer(answer.shares, answer.gold, (chosen, 0.5)))
    assert fit(found).of_logic(0.5) == pytest.approx(math.log(9), abs=0.3)
    assert fit(found).of_logic(1.0) > fit(found).of_logic(0.5) > fit(found).of_logic(0.0)


def hybrid(model: Any, cases: Sequence[Any], **settings: Any) -> Any:
    made = Settings(**{"answer_by": "score"} | settings)
    return build("hybrid", made, asking=TASK.asking, model=model, cache=False, fresh=partial(list, cases))


def cases(n: int, seed: int) -> list[Any]:
    return fresh_cases(TASK, Choice(), n, seed)


def knowing(accuracy: float, *known: list[Any]) -> Knowing:
    model = Knowing(accuracy, "too sure")
    for part in known:
        model.learn(TASK, part)
    return model


def test_it_is_earned_once_and_named_in_the_settings(cache: Path) -> None:
    earning = cases(100, 1)
    model = knowing(0.9, earning)
    first = hybrid(model, earning)
    assert first.settings["earned"].startswith("slope ")
    assert first.settings["earned"].endswith("of 100 fresh items")
    (kept,) = cache.iterdir()
    model.gold.clear()  # it would raise if it were asked again
    assert hybrid(model, earning).settings["earned"] == first.settings["earned"]
    kept.write_text(json.dumps({"slope": 1})[:5])  # cut short: asked again
    with pytest.raises(RunError, match=r"failed on the fresh items .*: KeyError"):
        hybrid(model, earning)


def test_other_items_or_another_way_of_asking_are_earned_anew(cache: Path) -> None:
    earning = cases(60, 1)
    model = knowing(0.9, earning)
    hybrid(model, earning)
    hybrid(model, earning[:50])
    hybrid(model, earning, seed=3)
    hybrid(model, earning, roles="stated")  # what logic counts beside the model is another number
    assert len(list(cache.iterdir())) == 4


def test_fresh_items_are_those_that_the_headline_counts() -> None:
    task = find("ccons/nocontext")
    fresh = fresh_cases(task, Choice(), 40, 1)
    assert len(fresh) == 40
    assert all(map(task.counts, fresh))
    assert not fresh_cases(replace(task, dataset="builtin"), Choice(), 40, 1)


@pytest.mark.parametrize("name", ["belief-r/t1", "ccons/nocontext"])
def test_a_model_without_weight_is_not_asked(cache: Path, name: str) -> None:
    task = find(name)
    fresh = fresh_cases(task, Choice(variant=next(iter(task.variants), "")), 40, 1)
    model = Knowing(0.9, "too sure")  # it has learned no answer, and would raise if it were asked
    made = build("hybrid", Settings(answer_by="score"), asking=task.asking, model=model, cache=False)
    assert isinstance(made.answerer, Hybrid)
    made.answerer.oracle.reliability = Reliability(0.0, n=300)
    logic = build("symbolic", asking=task.asking)
    questions = [case.question for case in fresh]
    assert [said.decision for said in made.decide_many(questions)] == [
        said.decision for said in logic.decide_many(questions)
    ]


class Absent:
    """A model that cannot be asked."""

    name = fingerprint = "absent"

    def generate(self, requests: Sequence[Request]) -> list[Reply | Failure]:
        return [Failure("unavailable", "nobody is there") for _ in requests]


def test_a_model_that_is_away_ends_the_run_before_it_begins(cache: Path) -> None:
    with pytest.raises(RunError, match=r"nobody is there\n  hint: .*--calibration 1"):
        hybrid(Absent(), cases(30, 1), answer_by="generate")
    assert not cache.exists()


def test_a_stated_calibration_is_taken_and_nothing_is_earned(cache: Path) -> None:
    settings = hybrid(knowing(0.9), [], calibration=2.0).settings
    assert settings["calibration"] == 2.0
    assert "earned" not in settings
    assert not cache.exists()
    with pytest.raises(UsageError, match=r"calibration must be a positive number, got 0\.0"):
        Settings(calibration=0.0)


@pytest.mark.parametrize("accuracy", ACCURACIES)
def test_a_hybrid_is_not_below_its_parts(accuracy: float) -> None:
    earning, measured = cases(300, 11), cases(200, 12)
    model = knowing(accuracy, earning, measured)
    settings = Settings(answer_by="score")
    parts = [
        right(TASK, measured, build("symbolic", asking=TASK.asking)),
        right(TASK, measured, build("neural", settings, asking=TASK.asking, model=model, cache=False)),
    ]
    both = right(TASK, measured, hybrid(model, earning))
    assert sum(both) >= max(map(sum, parts)) - 0.01 * len(measured)
    if accuracy in (0.65, 0.8):  # then each knows what the other does not
        assert sum(both) >= max(map(sum, parts)) + 0.05 * len(measured)


@pytest.mark.parametrize("knows", [True, False])
def test_a_choice_among_clauses_counts_what_it_earned_on_fresh_dialogues(knows: bool) -> None:
    task, hard = find("corecode/cause"), Choice(subset="hard")
    earning, others = (fresh_cases(task, hard, n, seed) for n, seed in ((60, 4), (8, 5)))
    golds = {case.question.asked: case.gold for case in (*earning, *others)}

    def likely(prompt: str, option: str) -> float:
        gold = next(gold for asked, gold in golds.items() if asked in prompt)
        return 8 * f1(option[4:], gold) if knows else -float(crc32(option.encode()) % 50)

    pipeline = build(
        "hybrid",
        Settings(answer_by="score"),
        asking=task.asking,
        model=Scripted([], likely),
        cache=False,
        fresh=lambda: earning,
    )
    assert str(pipeline.settings["earned"]).startswith("slope " if knows else "no weight")
    branches = {pipeline.answerer.decide(case.question).branch for case in others}
    assert branches == {Branch.ARBITRATION if knows else Branch.SYMBOLIC}
