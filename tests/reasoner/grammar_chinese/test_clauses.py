"""Turns and clauses: who speaks, where a clause begins and ends, and what it signals."""

import pytest

from defeasible.reasoner.grammar.chinese.clauses import Clause, is_negated, split_clauses
from defeasible.reasoner.grammar.chinese.deixis import Cast, in_words, person
from defeasible.reasoner.grammar.chinese.lexicon import words
from defeasible.reasoner.grammar.chinese.turns import others, split_turns


def clauses(*turns: str) -> tuple[Clause, ...]:
    return split_clauses(split_turns(turns))


def texts(*turns: str) -> list[str]:
    return [clause.text for clause in clauses(*turns)]


@pytest.mark.parametrize(
    ("turns", "speakers", "starts"),
    [
        (["A: 早", "B：早"], ["A", "B"], [3, 2]),
        (["小林: 早", "小周: 早"], ["小林", "小周"], [4, 4]),
        (["早", "早", "走吧"], ["A", "B", "A"], [0, 0, 0]),
        (["A: 8:30见", "8:30太早"], ["A", "B"], [3, 0]),
        (["B: 早", "早", "小周在吗"], ["B", "A", "B"], [3, 0, 0]),
        (["甲: 一", "乙: 二", "地点: 三"], ["A", "B", "A"], [0, 0, 0]),
    ],
    ids=["letters", "names", "bare", "time-is-no-name", "some-bare", "three-labels-are-no-names"],
)
def test_turns_name_their_speaker(turns: list[str], speakers: list[str], starts: list[int]) -> None:
    found = split_turns(turns)
    assert [turn.speaker for turn in found] == speakers
    assert [turn.start for turn in found] == starts


def test_the_hearer_is_the_other_one() -> None:
    assert others(split_turns(["小林: 早", "小周: 早"])) == {"小林": "小周", "小周": "小林"}
    assert others(split_turns(["A: 有人吗"])) == {"A": "B", "B": "A"}
    assert others(split_turns(["B: 有人吗"])) == {"B": "A", "A": "B"}


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("A: 哎呀，我把伞忘在车上了。", ["我把伞忘在车上了"]),
        ("A: 嗯嗯，对啊，其实我不爱吃香菜啊！", ["我不爱吃香菜"]),
        ("A: 路上堵车所以我们迟到了", ["路上堵车", "我们迟到了"]),
        ("A: 下雨的话比赛就改期", ["下雨的话", "比赛就改期"]),
        ("A: 票价是3.5元，比分2:1", ["票价是3.5元", "比分2:1"]),
        ("A: 我买了Galaxy Tab S9 很喜欢", ["我买了Galaxy Tab S9 很喜欢"]),
        ("A: 他唱得好 我也想学", ["他唱得好", "我也想学"]),
        ("A: 你在干嘛呢？", ["你在干嘛"]),
        ("A: 那个房子太贵", ["那个房子太贵"]),
        ("A: 哈哈哈哈", []),
        ("A: ……！！", []),
    ],
    ids=[
        "filler", "answer-and-discourse", "connective", "condition", "numbers", "foreign-words", "pause",
        "question-word-stays", "demonstrative-stays", "laughter", "marks",
    ],
)  # fmt: skip
def test_a_turn_falls_into_clauses(turn: str, expected: list[str]) -> None:
    assert texts(turn) == expected


def test_spans_point_at_the_words() -> None:
    turns = ["A: 唉，因为膝盖疼，我就没去爬山啊。", "B: 哦，那你好好休息吧！"]
    for clause in clauses(*turns):
        assert turns[clause.turn][clause.start : clause.end] == clause.text
        assert clause.source == f"t{clause.turn + 1}"


@pytest.mark.parametrize(
    ("turn", "cue", "word"),
    [
        ("A: 因为太贵了", "cause", "因为"),
        ("A: 嗯，主要是因为离家近", "cause", "主要是因为"),
        ("A: 但是因为没票", "cause", "因为"),
        ("A: 所以我辞职了", "effect", "所以"),
        ("A: 怪不得你瘦了", "effect", "怪不得"),
        ("A: 不过他很努力", "contrast", "不过"),
        ("A: 才华很重要", "", ""),
        ("A: 可爱的小狗", "", ""),
    ],
    ids=["because", "mainly", "behind-contrast", "so", "no-wonder", "but", "no-cai", "no-ke"],
)
def test_the_connective_at_the_head_is_told(turn: str, cue: str, word: str) -> None:
    (clause,) = clauses(turn)
    assert (clause.cue, clause.word) == (cue, word)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("我没去", True),
        ("他不会游泳", True),
        ("味道不错", False),
        ("我不得不走", False),
        ("不是不想去", False),
        ("特别好看", False),
        ("差不多到了", False),
        ("你是不是累了", False),
    ],
)
def test_negation_is_told_from_its_look(text: str, negated: bool) -> None:
    assert is_negated(text) is negated


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("A: 你为什么搬家", {"asks": True, "why": True}),
        ("A: 你吃饭了吗", {"asks": True, "aspect": "done"}),
        ("A: 我打算学游泳", {"aspect": "planned"}),
        ("A: 他正在跑步", {"aspect": "going"}),
        ("A: 我太伤心了", {"mood": "bad"}),
        ("A: 我不喜欢", {"mood": "bad", "negated": True}),
        ("A: 真为你高兴", {"mood": "good"}),
        ("A: 再见", {"talk": True}),
    ],
    ids=["why", "question", "planned", "going", "bad", "not-good", "good", "parting"],
)
def test_a_clause_tells_mood_and_aspect(turn: str, told: dict[str, object]) -> None:
    (clause,) = clauses(turn)
    plain = {"asks": False, "why": False, "aspect": "", "mood": "", "talk": False, "negated": False}
    assert {name: getattr(clause, name) for name in plain} == plain | told


@pytest.mark.parametrize(
    ("turn", "whose"),
    [
        ("A: 我怕水", "first"),
        ("A: 最近我很忙", "first"),
        ("A: 你怕水", "second"),
        ("A: 他们怕水", "third"),
        ("A: 张老师怕水", "third"),
        ("A: 很怕水", "none"),
        ("A: 现在的年轻人怕水", "third"),
    ],
)
def test_the_subject_is_told(turn: str, whose: str) -> None:
    assert person(clauses(turn)[0]) == whose


def test_pronouns_become_names_by_the_speaker() -> None:
    cast = Cast({"A": "x", "B": "y"}, {"A": "B", "B": "A"})
    mine, yours, ours, none = clauses("A: 我送你回家", "B: 你借我一本书", "A: 我们去看海", "B: 自我介绍不难")
    assert in_words(mine, cast) == "x送y回家"
    assert in_words(yours, cast) == "x借y一本书"
    assert in_words(ours, cast) == "x和y去看海"
    assert in_words(none, cast) == "自我介绍不难"


def test_a_missing_list_is_named() -> None:
    with pytest.raises(KeyError, match="nothing"):
        words("cue", "nothing")
