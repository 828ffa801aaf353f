"""`causes` and `consequences`: answers from the turns, with their reasons."""

import math
import random
import sys

import pytest

from defeasible.reasoner import Reasoner
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.grammar.chinese import Options, causes, consequences
from defeasible.reasoner.grammar.chinese.features import candidates
from defeasible.reasoner.grammar.chinese.reasons import in_plain_words
from defeasible.reasoner.grammar.chinese.scene import set_scene
from defeasible.reasoner.grammar.chinese.turns import sources_of
from defeasible.reasoner.grammar.chinese.weights import (
    HAND,
    SIGN,
    SIGN_SCALE,
    Weights,
    fitted,
    opening,
    unseeing,
)
from defeasible.reasoner.heads import Folds, digest
from defeasible.reasoner.heads import Weights as Linear
from defeasible.reasoner.text import quote

FISHING = [
    "A: 早上好呀，昨天去哪里玩了？",
    "B: 我去水库钓鱼了，可惜空手回来。",
    "A: 怎么会一条都没钓到？",
    "B: 因为水太凉，鱼都不吃食。",
    "A: 那你下次还去吗？",
    "B: 我打算等天暖了再去。",
]
XY = Options("xy")


@pytest.mark.parametrize(
    ("turns", "event", "answer"),
    [
        (["A: 我今天没去跑步。", "B: 为什么啊？", "A: 膝盖疼得厉害。"], "A今天没去跑步", "膝盖疼得厉害"),
        (["A: 我最讨厌坐船，因为一上船就头晕。"], "x讨厌坐船", "一上船就头晕"),
        (["A: 门锁被撬坏了所以我换了新锁。"], "A换了新锁", "门锁被撬坏了"),
        (FISHING, "B一条鱼都没钓到", "水太凉，鱼都不吃食"),
    ],
    ids=["answer-to-why", "because", "so", "talk"],
)
def test_the_cause_is_found(turns: list[str], event: str, answer: str) -> None:
    assert answer in {found.text for found in causes(turns, event, 2)}


@pytest.mark.parametrize(
    ("turns", "event", "answer"),
    [
        (["A: 昨晚下了一夜大雨，所以球赛取消了。", "B: 太可惜了。"], "昨晚下了一夜大雨", "球赛取消了"),
        (["A: 我丢了钱包，只好走回家。", "B: 真倒霉。"], "x丢了钱包", "x只好走回家"),
        (["A: 我丢了钱包，只好走回家。", "B: 真倒霉。"], "A丢了钱包", "A只好走回家"),
    ],
    ids=["so", "letters", "names"],
)
def test_the_consequence_is_found(turns: list[str], event: str, answer: str) -> None:
    assert consequences(turns, event, 1)[0].text == answer


def test_people_are_written_as_asked() -> None:
    turns = ["A: 你怎么不吃虾？", "B: 我不吃虾是因为我对海鲜过敏。"]
    assert causes(turns, "x不吃虾", 1)[0].text == "x对海鲜过敏"
    assert causes(turns, "B不吃虾", 1)[0].text == "B对海鲜过敏"
    assert causes(turns, "不吃虾", 1, Options("xy"))[0].text == "x对海鲜过敏"
    assert causes(turns, "不吃虾", 1, Options("speakers"))[0].text == "B对海鲜过敏"


def test_who_is_told_that_they_did_it_is_x() -> None:
    turns = ["A: 你最近瘦了很多。", "B: 因为我每天跑步。", "A: 我可跑不动。"]
    assert causes(turns, "x瘦了很多", 1)[0].text == "x每天跑步"


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        ("我现在也很忙。", {"x很忙"}),
        ("你可以多喝水。", {"x可以多喝水", "y建议x多喝水"}),
        ("门票太贵了。", {"门票太贵了", "x门票太贵了", "x觉得门票太贵了"}),
    ],
    ids=["x-is-the-speaker", "advice-to-x", "opinion-of-x"],
)
def test_an_answer_tells_of_x_in_the_words_of_a_report(said: str, answers: set[str]) -> None:
    scene = set_scene(["A: 最近博物馆搞了个大展。", f"B: {said}"], "博物馆办展览", "xy")
    assert scene is not None
    assert {c.text for c in candidates(scene) if c.clauses[0].turn == 1} == answers


def test_people_stay_as_an_event_with_both_names_them() -> None:
    scene = set_scene(["A: 我劝你去看牙。", "B: 我怕疼。"], "x劝y去看牙", "xy")
    assert scene is not None
    assert "y怕疼" in {c.text for c in candidates(scene)}


def test_a_clipped_dialogue_goes_on_with_what_was_planned() -> None:
    turns = ["A: 我的手机摔坏了。", "B: 那你怎么办？", "A: 我打算周末去买个新手机，"]
    assert consequences(turns, "x的手机摔坏了", 1, clipped=True)[0].text == "x打算周末去买个新手机"


def test_answers_come_with_words_score_and_reasons() -> None:
    found = causes(FISHING, "B一条鱼都没钓到", 3)
    assert len(found) == 3
    assert [answer.score for answer in found] == sorted((a.score for a in found), reverse=True)
    assert all(0 < answer.share <= 1 for answer in found)
    assert sum(answer.share for answer in found) <= 1 + 1e-6
    best = found[0]
    assert [quote(sources_of(FISHING), span) for span in best.spans] == ["水太凉", "鱼都不吃食"]
    reasons = {reason.name: reason for reason in best.reasons}
    assert reasons["answers_why_about_event"].weight == 2.0
    assert reasons["answers_why_about_event"].words == "the turn before asks why, soon after the event"
    spans = [span for answer in found for span in answer.spans]
    assert len(spans) == len(set(spans)), "two answers share a clause"


def test_every_weight_belongs_to_a_feature_and_every_feature_has_words() -> None:
    seen = set()
    for event in ("B一条鱼都没钓到", "x很开心", "水库开放", "x喜欢钓鱼"):
        scene = set_scene(FISHING, event)
        assert scene is not None
        seen |= {name for c in candidates(scene) for name in [*c.features, *c.wording]}
    for question, weights in HAND.items():
        learnt = unseeing(fitted(question), FISHING)
        assert (weights.name, learnt.name) == ("hand", "fitted")
        for name in seen | set(weights.of) | {name for name in learnt.of if not name.startswith(SIGN)}:
            assert in_plain_words(name)


def test_scores_are_sums_of_weights() -> None:
    scene = set_scene(FISHING, "B一条鱼都没钓到")
    assert scene is not None
    whole = Weights(
        "hand", dict.fromkeys(HAND["cause"].of, 0.0) | {"because": 1.5, f"{SIGN}鱼": 0.5}, signs=True
    )
    candidate = next(c for c in candidates(scene) if c.text == "鱼都不吃食")
    assert whole.score(candidate.features) == 0.0
    assert whole.sign_score("鱼鱼") == 0.5 * SIGN_SCALE
    assert whole.score({"because": 2.0, "unknown": 9.0}) == 3.0


def test_fitted_weights_answer_and_say_so() -> None:
    found = causes(FISHING, "B一条鱼都没钓到", 1, Options("auto", "fitted"))
    assert found[0].weights == "fitted"
    assert math.isfinite(found[0].score)


def test_a_dialogue_that_weights_were_fitted_on_is_answered_by_the_fold_without_it() -> None:
    one, other, whole = (Linear({name: 9.0}, 1.0) for name in ("because", "asks", "near"))
    folds = Folds((one, other), whole, {digest(opening(FISHING)): 1})
    assert unseeing(folds, FISHING).of is other.coefficients
    assert unseeing(folds, FISHING[1:]).of is whole.coefficients
    (found,) = causes(FISHING, "B一条鱼都没钓到", 1, Options("auto", folds))
    assert {reason.name for reason in found.reasons} <= {"asks"}


@pytest.mark.parametrize(
    ("event", "k", "message"),
    [("", 1, "the event is empty"), (" ", 1, "the event is empty"), ("A走了", 0, "k is 0")],
    ids=["empty", "blank", "no-answers"],
)
def test_misuse_is_named(event: str, k: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        causes(["A: 我走了。"], event, k)


@pytest.mark.parametrize(
    "turns", [[], [""], ["A: "], ["A: 😀！", "B: ……"]], ids=["none", "empty", "bare", "marks"]
)
def test_nothing_said_gives_no_answer(turns: list[str]) -> None:
    assert causes(turns, "A走了") == ()
    assert consequences(turns, "A走了", clipped=True) == ()


def test_an_event_that_is_not_told_still_has_weak_answers() -> None:
    found = consequences(["A: 今天的汤很咸。", "B: 我去加点水。"], "zzz", 5)
    assert found
    assert all(sys.float_info.max > answer.score for answer in found)


def test_any_text_gives_the_same_answer_twice() -> None:
    source = random.Random(7)
    signs = "我你他的了不因为所以怎么去来家好，。？！ abc19:\n😀x"
    for _ in range(150):
        turns = [
            "".join(source.choice(signs) for _ in range(source.randrange(40)))
            for _ in range(source.randrange(1, 6))
        ]
        event = "".join(source.choice(signs) for _ in range(1, 9)) + "我"
        for options in (Options(), XY, Options("speakers", "fitted")):
            first = causes(turns, event, 3, options)
            assert first == causes(turns, event, 3, options)
            assert consequences(turns, event, 2, options) == consequences(turns, event, 2, options)


def test_a_long_turn_is_answered() -> None:
    found = causes(["A: " + "我喜欢下雪，因为可以滑雪。" * 700], "x喜欢下雪", 1)
    assert found[0].text


def test_a_dialogue_gives_likely_causes_and_consequences() -> None:
    dialogue = Reasoner().dialogue(FISHING)
    assert dialogue.likely_causes("B一条鱼都没钓到") == causes(FISHING, "B一条鱼都没钓到")
    event = "B空手回来"
    assert dialogue.likely_consequences(event, clipped=True) == consequences(FISHING, event, clipped=True)


def test_no_answer_joins_a_cause_with_its_own_effect() -> None:
    turns = ["A: 我没去跑步。", "B: 为什么啊？", "A: 膝盖疼得厉害，所以我歇了一天。"]
    assert causes(turns, "A没去跑步", 1)[0].text == "膝盖疼得厉害"
