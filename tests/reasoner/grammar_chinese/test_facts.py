"""`read_dialogue`: facts that the turns state, with their words."""

from collections.abc import Sequence

import pytest

from defeasible.reasoner import Reasoner
from defeasible.reasoner.dialogue import validate
from defeasible.reasoner.forms import DialogueFacts, Unparsed
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.chinese import read_dialogue
from defeasible.reasoner.grammar.chinese.expressions import expressions
from defeasible.reasoner.text import quote


def read(turns: Sequence[str]) -> DialogueFacts:
    form = read_dialogue(turns)
    assert isinstance(form, DialogueFacts), form
    validate(form)
    return form


def told(turns: Sequence[str]) -> set[tuple[str, str, str]]:
    form = read(turns)
    words = {phrase.id: phrase.text for phrase in form.phrases}
    return {(words[fact.subject], fact.slot, words[fact.value]) for fact in form.facts}


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["A: 因为公交车坏了，所以我走路来的。"], ("公交车坏了", "subsequent_event", "A走路来的")),
        (["A: 不是因为贵，而是因为不好吃，所以我没买。"], ("A不好吃", "subsequent_event", "A没买")),
        (["A: 我没买那双鞋，因为钱包落在宿舍。"], ("A没买那双鞋", "event_cause", "钱包落在宿舍")),
        (["A: 由于台风登陆，航班全取消了。"], ("航班全取消了", "event_cause", "台风登陆")),
        (["A: 水管冻裂导致厨房漏水。"], ("水管冻裂", "subsequent_event", "厨房漏水")),
        (["A: 我开始学法语了。", "B: 为什么呢？", "A: 公司要派我去巴黎。"],
         ("A开始学法语了", "event_cause", "公司要派A去巴黎")),
        (["A: 之所以没买票，是因为钱包丢了。"], ("A没买票", "event_cause", "钱包丢了")),
        (["A: 你为什么剪短发？", "B: 洗头方便一些。"], ("B剪短发", "event_cause", "洗头方便一些")),
        (["A: 你为什么剪短发？", "B: 我怕热。"], ("B剪短发", "emotional_cause", "B怕热")),
        (["A: 我中学就参加合唱团。", "B: 怪不得你唱得准。"],
         ("A中学就参加合唱团", "subsequent_event", "A唱得准")),
        (["A: 为了省钱，我自己带午饭。"], ("A自己带午饭", "emotional_cause", "A为了省钱")),
        (["A: 我提前出门，免得路上堵车。"], ("A提前出门", "emotional_cause", "免得路上堵车")),
        (["A: 只有交了押金，才能拿钥匙。"], ("A才能拿钥匙", "prerequisite", "A只有交了押金")),
        (["A: 我的猫走丢了。", "B: 太可怜了。"],
         ("A的猫走丢了", "subsequent_emotional_reaction", "B太可怜了")),
        (["A: 女儿考上了大学，让我特别高兴。"],
         ("女儿考上了大学", "subsequent_emotional_reaction", "A特别高兴")),
        (["A: 我昨天晚上在公园跑步。"], ("A昨天晚上在公园跑步", "occurrence_time", "昨天晚上")),
        (["A: 我昨天晚上在公园跑步。"], ("A昨天晚上在公园跑步", "location", "公园")),
        (["A: 我每周三次去游泳馆。"], ("A每周三次去游泳馆", "frequency", "每周三次")),
        (["A: 他排队排了两个小时。"], ("他排队排了两个小时", "duration", "两个小时")),
        (["A: 我从去年开始学琴。"], ("A从去年开始学琴", "start_time", "去年")),
    ],
    ids=[
        "because-so", "not-but-because", "because-behind", "because-in-front", "leads-to",
        "why-then-answer", "that-is-why", "why-with-event", "motive",
        "no-wonder", "purpose", "to-spare", "only-then", "reaction", "makes", "time", "place",
        "frequency", "duration", "start",
    ],
)  # fmt: skip
def test_a_cue_makes_a_fact(turns: list[str], expected: tuple[str, str, str]) -> None:
    assert expected in told(turns)


@pytest.mark.parametrize(
    "turns",
    [
        ["A: 你是因为下雨没来吗？"],
        ["A: 我怕狗。", "B: 我养了一只猫。"],
        ["A: 你为什么迟到？", "B: 你管呢？"],
        ["A: 所以呢？"],
        ["A: 我没有因为下雨就不去。"],
        ["A: 我昨天没买，并不是因为贵。"],
    ],
    ids=["asked-not-said", "no-cue", "no-answer", "no-partner", "not-for-this", "not-because"],
)
def test_no_cause_is_guessed(turns: list[str]) -> None:
    form = read_dialogue(turns)
    slots = {fact.slot for fact in form.facts} if isinstance(form, DialogueFacts) else set()
    assert not slots & {"event_cause", "subsequent_event", "emotional_cause"}


def test_spans_quote_the_words_and_ids_are_in_order() -> None:
    turns = ["A: 嗯，我昨天没来，因为孩子发烧了。", "B: 那现在好点了吗？", "A: 好多了，所以今天我来了。"]
    form = read(turns)
    assert [source.text for source in form.sources] == turns
    assert [source.id for source in form.sources] == ["t1", "t2", "t3"]
    assert [fact.id for fact in form.facts] == [f"f{i + 1}" for i in range(len(form.facts))]
    fact = next(fact for fact in form.facts if fact.slot == "event_cause")
    assert fact.span is not None
    assert quote(form.sources, fact.span) == "孩子发烧了"
    assert fact.cue == "因为"
    subject = next(phrase for phrase in form.phrases if phrase.id == fact.subject)
    assert (subject.text, subject.speaker, subject.kind) == ("A昨天没来", "A", "event")
    assert form.unread == (2,)


def test_the_same_words_are_one_phrase() -> None:
    form = read(["A: 我昨天没来，因为下大雨了。", "B: 因为下大雨了，我也没来。"])
    assert [phrase.text for phrase in form.phrases].count("下大雨了") == 1


def test_turns_without_names_are_noted() -> None:
    form = read(["因为下雨，我没出门。", "我昨天也没出门。"])
    assert form.notes == ("2 turns name no speaker: A and B are taken to speak in turn",)
    assert {phrase.speaker for phrase in form.phrases} == {"A", "B", ""}


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([], "no turn with a word"),
        (["A: ", "B: 😀😀！"], "no turn with a word"),
        (["A: I stayed home because it rained."], "not in Chinese"),
        (["A: 你好。", "B: 再见。"], "no turn states"),
    ],
    ids=["nothing", "emoji", "english", "greetings"],
)
def test_what_is_not_read_is_unparsed(turns: list[str], reason: str) -> None:
    form = read_dialogue(turns)
    assert isinstance(form, Unparsed)
    assert reason in form.reason
    assert len(form.sources) == len(turns)


@pytest.mark.parametrize(
    "turns",
    [
        ["A: " + "我去了北京，因为想看雪。" * 900],
        ["A: " + "啊" * 10_000],
        ["A: " + "因为" * 5_000],
        ["A: 因为😀所以\x00\u202e，\n\t我在abc家", "B：" * 50, "：", "A:"],
        [f"A: 因为第{i}天下雨，所以我没来。" for i in range(300)],
    ],
    ids=["long-turn", "one-filler", "connectives", "odd-signs", "many-turns"],
)
def test_any_text_is_read_or_refused(turns: list[str]) -> None:
    form = read_dialogue(turns)
    assert form == read_dialogue(turns)
    if isinstance(form, DialogueFacts):
        validate(form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("他一直到半夜才睡", {"end_time": "半夜"}),
        ("我们八点半开会", {"occurrence_time": "八点半"}),
        ("他上三年级", {}),
        ("我有一点累", {}),
        ("那是上一次的事", {}),
        ("有一天我会成功", {}),
        ("我有时间就来", {}),
        ("我现在在上课", {"occurrence_time": "现在"}),
        ("家长都在家庭群里", {}),
    ],
)
def test_expressions_are_told_from_their_look(text: str, expected: dict[str, str]) -> None:
    assert {found.slot: found.text for found in expressions(text)} == expected


def test_the_parser_reads_dialogues() -> None:
    turns = ["A: 因为停电，我们提前下班了。"]
    assert GrammarParser().dialogue(turns) == read_dialogue(turns)
    links = Reasoner().dialogue(turns).causes("A和B提前下班了")
    assert [link.cause for link in links] == ["停电"]


def test_a_denial_in_the_question_is_part_of_what_is_asked_about() -> None:
    facts = told(["A: 你昨天怎么没来上课？", "B: 我发烧了。"])
    assert {(subject, value) for subject, slot, value in facts if slot == "event_cause"} == {
        ("B昨天没来上课", "B发烧了")
    }


def test_a_meeting_is_nobodys_deed() -> None:
    assert ("会议三点开始", "occurrence_time", "三点") in told(["A: 会议三点开始。"])
