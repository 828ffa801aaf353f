import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from defeasible.datasets import corecode
from defeasible.datasets.corecode import ChoiceRow, ConflictRow, EventRow, Turn
from defeasible.datasets.records import Fault
from defeasible.reasoner.errors import DatasetError, UsageError

DIALOGUE = ["A: 你怎么还不睡？", "B: 我在等快递，师傅说十点到。", "A: 那我先去洗碗了。"]
TURNS = (
    Turn("A", "你怎么还不睡？"),
    Turn("B", "我在等快递，师傅说十点到。"),
    Turn("A", "那我先去洗碗了。"),
)
EVENT = {
    "id": 0,
    "dialogue": DIALOGUE,
    "question": "请简短回答：导致事件“x还不睡”的原因是什么？",
    "answer": "x在等快递",
}
FILL = {
    "id": 3,
    "dialogue": [DIALOGUE[0], "B: 我在等[MASK]，师傅说十点到。"],
    "question": "请选择最合适的短语。",
    "(a)": "月亮",
    "(b)": "快递",
    "(c)": "开水",
    "answer": ["(b)", "快递"],
}
DOMAIN = {
    "id": 4,
    "dialogue": DIALOGUE,
    "question": "请判断短语1和短语2的关系属于哪个领域。短语1: 碗  短语2: 厨房",
    "(a)": "属性",
    "(b)": "比较",
    "(c)": "空间",
    "answer": ["(c)", "空间"],
}
SLOT = {
    "id": 5,
    "dialogue": DIALOGUE,
    "question": "请选择关系。短语1：x还不睡  短语2：x在等快递",
    "(a)": "前提条件",
    "(b)": "事件原因",
    "(c)": "后续事件",
    "(d)": "发生时间",
    "answer": ["(b)", "事件原因"],
}
CONFLICT = {
    "id": 6,
    "dialogue": [*DIALOGUE[:2], "A: 那我先去洗月亮了。"],
    "question": "请找出不合常识的短语。",
    "answer": "洗月亮",
}
RECORDS: dict[corecode.Task, dict[str, object]] = {
    "knowledge": {**EVENT, "question": "事件“x还不睡”的“发生时间”是什么？", "answer": "十点"},
    "cause": EVENT,
    "subsequent": EVENT,
    "clipped": {**EVENT, "dialogue": [*DIALOGUE[:2], "A: "]},
    "fill": FILL,
    "domain": DOMAIN,
    "slot": SLOT,
    "conflict": CONFLICT,
}


def put(directory: Path, task: corecode.Task, *records: object, place: str = "hard/dev") -> Path:
    difficulty, split = place.split("/")
    kind, name = corecode.NAMES[task]
    path = directory / difficulty / kind / split / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_text(text, encoding="utf-8")
    return path


def test_an_event_row(tmp_path: Path) -> None:
    put(tmp_path, "cause", EVENT)
    (row,) = corecode.read_events(tmp_path, "cause", "hard", "dev")
    assert row == EventRow(
        difficulty="hard",
        split="dev",
        task="cause",
        id="0",
        turns=TURNS,
        question="请简短回答：导致事件“x还不睡”的原因是什么？",
        event="x还不睡",
        answer="x在等快递",
    )
    assert (row.key, row.kind) == ("hard/dev/cause/0", "generation")
    assert str(row.turns[0]) == DIALOGUE[0]


def test_a_filling_row(tmp_path: Path) -> None:
    put(tmp_path, "fill", FILL, place="easy/train")
    (row,) = corecode.read_choices(tmp_path, "fill", "easy", "train")
    assert (row.options, row.letters) == (("月亮", "快递", "开水"), ("a", "b", "c"))
    assert (row.answer, row.answer_text, row.phrases) == ("b", "快递", None)
    assert (row.key, row.kind) == ("easy/train/fill/3", "multiple_choice")
    assert corecode.MASK in row.turns[1].text


@pytest.mark.parametrize(
    ("task", "phrases", "answer"),
    [("domain", ("碗", "厨房"), "c"), ("slot", ("x还不睡", "x在等快递"), "b")],
)
def test_domain_and_slot_rows_name_two_phrases(
    tmp_path: Path, task: corecode.ChoiceTask, phrases: tuple[str, str], answer: str
) -> None:
    put(tmp_path, task, RECORDS[task], place="hard/test")
    (row,) = corecode.read_choices(tmp_path, task, "hard", "test")
    assert (row.phrases, row.answer) == (phrases, answer)


def test_a_conflict_row(tmp_path: Path) -> None:
    put(tmp_path, "conflict", CONFLICT)
    (row,) = corecode.read_conflicts(tmp_path, "hard", "dev")
    assert (row.answer, row.id, row.kind) == ("洗月亮", "6", "span_extraction")


def test_a_clipped_dialogue_stops_anywhere(tmp_path: Path) -> None:
    put(tmp_path, "clipped", {**EVENT, "dialogue": ["A: 你怎么", "B:"]})
    (row,) = corecode.read_events(tmp_path, "clipped", "hard", "dev")
    assert row.turns == (Turn("A", "你怎么"), Turn("B", ""))


EVENTS = [
    ("导致事件“x还不睡”的原因是什么？", "x还不睡"),
    ("事件“x说“再等等””导致的后续事件是什么？", "x说“再等等”"),
    ("事件“x还不睡””导致的后续事件是什么？", "x还不睡”"),
    ("事件“x还不睡”的“发生时间”是什么？", "x还不睡"),
    ("事件“x发了“晚安”两个字”的“情绪原因”是什么？", "x发了“晚安”两个字"),
]


@pytest.mark.parametrize(("question", "event"), EVENTS, ids=range(5))
def test_the_event_is_what_stands_in_its_quotes(tmp_path: Path, question: str, event: str) -> None:
    put(tmp_path, "knowledge", {**EVENT, "question": question})
    (row,) = corecode.read_events(tmp_path, "knowledge", "hard", "dev")
    assert row.event == event


@pytest.mark.parametrize("task", corecode.NAMES)
def test_scan_knows_the_task_by_the_path(tmp_path: Path, task: corecode.Task) -> None:
    path = put(tmp_path, task, RECORDS[task], place="easy/test")
    (row,) = corecode.scan(path)
    assert isinstance(row, EventRow | ChoiceRow | ConflictRow)
    assert (row.difficulty, row.split, row.task) == ("easy", "test", task)


def test_scan_refuses_a_path_that_names_no_task(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is not a CORECODE file\n.*easy/multiple_choice/train"):
        corecode.scan(tmp_path / "cause.jsonl")


def drop(record: dict[str, object], name: str) -> dict[str, object]:
    return {key: value for key, value in record.items() if key != name}


BAD: list[tuple[corecode.Task, dict[str, object], str]] = [
    ("cause", drop(EVENT, "id"), "field `id`: is missing"),
    ("cause", {**EVENT, "id": True}, "field `id`: is true, not text"),
    ("cause", {**EVENT, "id": 9}, "line 2, field `id`: `9` is already on line 1"),
    ("cause", {**EVENT, "id": "9"}, "line 2, field `id`: `9` is already on line 1"),
    ("cause", drop(EVENT, "dialogue"), "field `dialogue`: is missing"),
    ("cause", {**EVENT, "dialogue": []}, "field `dialogue`: is empty"),
    ("cause", {**EVENT, "dialogue": "A: 你好"}, "field `dialogue`: is A: 你好, not a list"),
    ("cause", {**EVENT, "dialogue": ["A: 你好", "你好"]}, "field `dialogue`: turn 2 is 你好"),
    ("cause", {**EVENT, "dialogue": ["A: 你好", 5]}, "field `dialogue`: turn 2 is 5"),
    ("cause", {**EVENT, "dialogue": ["C: 你好"]}, "field `dialogue`: turn 1 is C: 你好"),
    ("cause", drop(EVENT, "question"), "field `question`: is missing"),
    ("cause", {**EVENT, "question": "为什么？"}, "field `question`: no event found in `为什么？`"),
    ("cause", {**EVENT, "question": "事件“”呢？"}, "no event found"),
    ("cause", {**EVENT, "question": "事件“x还不睡的原因"}, "no event found"),
    ("cause", {**EVENT, "answer": ""}, "field `answer`: is empty"),
    ("cause", {**EVENT, "answer": ["(a)", "x"]}, "field `answer`: is .*, not text"),
    ("fill", {**FILL, "dialogue": DIALOGUE}, r"field `dialogue`: no turn contains \[MASK\]"),
    ("fill", drop(FILL, "(b)"), r"field `\(a\)`: option keys are \(a\), \(c\)"),
    ("fill", {**CONFLICT, "dialogue": FILL["dialogue"]}, r"field `\(a\)`: option keys are none"),
    ("fill", {**FILL, "(b)": ""}, r"field `\(b\)`: is empty"),
    ("fill", {**FILL, "answer": "快递"}, "field `answer`: is 快递, not two strings"),
    (
        "fill",
        {**FILL, "answer": ["(d)", "快递"]},
        r"`answer`: `\(d\)` is not one of \(a\), \(b\), \(c\)",
    ),
    ("fill", {**FILL, "answer": ["(a)", "快递"]}, r"the text is `快递`, but option \(a\) is `月亮`"),
    ("fill", drop(FILL, "answer"), "field `answer`: is missing"),
    ("domain", {**DOMAIN, "question": "短语1: 碗"}, "field `question`: phrases not found"),
    ("slot", {**SLOT, "question": "短语1：  短语2：碗"}, "field `question`: phrases not found"),
    ("conflict", drop(CONFLICT, "answer"), "field `answer`: is missing"),
]
GOOD: dict[corecode.Task, dict[str, object]] = {task: {**record, "id": 9} for task, record in RECORDS.items()}


@pytest.mark.parametrize(("task", "record", "message"), BAD, ids=[message[:50] for *_, message in BAD])
def test_a_bad_field_is_named(
    tmp_path: Path, task: corecode.Task, record: dict[str, object], message: str
) -> None:
    path = put(tmp_path, task, GOOD[task], record)
    readers: dict[corecode.Task, Callable[[], Iterator[object]]] = {
        "cause": lambda: corecode.read_events(tmp_path, "cause", "hard", "dev"),
        "conflict": lambda: corecode.read_conflicts(tmp_path, "hard", "dev"),
        "fill": lambda: corecode.read_choices(tmp_path, "fill", "hard", "dev"),
        "domain": lambda: corecode.read_choices(tmp_path, "domain", "hard", "dev"),
        "slot": lambda: corecode.read_choices(tmp_path, "slot", "hard", "dev"),
    }
    with pytest.raises(DatasetError, match=message) as caught:
        list(readers[task]())
    assert f"{path}`, line 2" in str(caught.value)
    assert caught.value.hint
    assert {found.line for found in corecode.scan(path) if isinstance(found, Fault)} == {2}


def test_an_absent_file_says_where_it_comes_from(tmp_path: Path) -> None:
    with pytest.raises(
        DatasetError,
        match=r"file .*Domain_Identification.*\n.*danshi777/CORECODE",
    ):
        corecode.read_choices(tmp_path, "domain", "easy", "test")


def test_the_open_files(open_data: Path) -> None:
    paths = sorted((open_data / "corecode").rglob("*.jsonl"))
    assert len(paths) == 10
    for path in paths:
        raw = [json.loads(line) for line in path.read_text(encoding="utf-8").rstrip().split("\n")]
        for row, record in zip(corecode.scan(path), raw, strict=True):
            assert isinstance(row, EventRow)
            assert [str(turn) for turn in row.turns] == [
                turn if turn[2:].strip() else f"{turn[0]}: " for turn in record["dialogue"]
            ]
            asked = record["question"]
            assert row.event == asked[asked.index("事件“") + 3 : asked.rindex("”")].strip()
            assert row.answer == record["answer"].strip()
