"""The ontology as data, and the times that words say."""

from dataclasses import replace

import networkx as nx
import pytest

from defeasible.reasoner.dialogue import domain, ontology, slot
from defeasible.reasoner.dialogue.knowledge import shipped
from defeasible.reasoner.dialogue.ontology import read_ontology
from defeasible.reasoner.dialogue.rules import RuleBook
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Constraint
from defeasible.reasoner.forms.times import read_minutes, read_moment

_EVENT_SLOTS = (
    "前提条件 事件原因 情绪原因 时间原因 空间位置原因 后续事件 后续情绪反应 后续时间改变 后续空间位置改变 "
    "发生时间 开始时间 结束时间 持续时长 频率 发生位置"
)


def test_there_are_9_domains_and_37_slots_over_3_dimensions() -> None:
    known = ontology()
    per_domain = {one.id: len(known.slots_of(one.id)) for one in known.domains}
    assert per_domain == {
        "attribute": 8,
        "comparison": 3,
        "space": 4,
        "prerequisite": 1,
        "cause": 4,
        "consequence": 4,
        "time": 5,
        "event_space": 1,
        "social_norms": 7,
    }
    assert [
        one.zh for one in known.slots if known.domain_of(one.id).dimension == "event"
    ] == _EVENT_SLOTS.split()
    assert [one.zh for one in known.domains if one.dimension == "entity"] == ["属性", "比较", "空间"]


def test_every_slot_is_told_in_both_languages() -> None:
    for one in ontology().slots:
        english = (one.en, one.definition_en, *one.example_en, *one.cues_en)
        chinese = (one.zh, one.definition_zh, *one.example_zh, *one.cues_zh)
        assert all(text.isascii() for text in english), one.id
        assert all(not text.isascii() for text in chinese), one.id


def test_no_name_means_two_slots_or_two_domains_of_a_dimension() -> None:
    known = ontology()
    for items in (known.slots, known.domains):
        seen: dict[tuple[str, str], str] = {}
        for one in items:
            where = one.dimension if hasattr(one, "dimension") else known.domain_of(one.id).dimension
            for name in {one.id, one.en.lower(), one.zh, *one.aliases}:
                assert seen.setdefault((where, name), one.id) == one.id, name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("事件原因", "event_cause"),
        ("Event Cause", "event_cause"),
        ("event_cause", "event_cause"),
        ("IsA", "is_a"),
        ("由…组成", "is_made_of"),
        ("xAttr", "x_attr"),
        ("发生地点", "location"),
    ],
)
def test_a_slot_is_found_by_name_in_either_language(name: str, found: str) -> None:
    assert slot(name).id == found


def test_domains_are_found_by_name_and_unknown_names_are_answered_with_near_ones() -> None:
    assert domain("原因").id == "cause"
    assert domain("空间").id == "space"
    with pytest.raises(UsageError, match=r"no slot `后续时间`\n.*后续时间改变"):
        slot("后续时间")
    with pytest.raises(UsageError, match=r"no domain `qqq`\n.*domains: attribute"):
        domain("qqq")


def test_the_graph_has_all_slots_and_typed_edges() -> None:
    graph = ontology().graph()
    kinds = nx.get_node_attributes(graph, "type")
    assert sum(kind == "slot" for kind in kinds.values()) == 37
    assert graph.has_edge("event", "domain:cause")
    assert graph.has_edge("domain:cause", "event_cause")
    types = {data["type"] for _, _, data in graph.edges(data=True)}
    assert types == {"contains"} | {one.kind for one in ontology().constraints}
    assert graph.get_edge_data("event_cause", "subsequent_event")[0]["constraint"] == "cause-and-consequence"


@pytest.mark.parametrize(
    ("table", "name", "change", "message"),
    [
        ("slot", "is", None, "9 domains and 36 slots"),
        ("slot", "is", {"domain": "nothing"}, "slot `is` is of the unknown domain `nothing`"),
        ("slot", "is", {"value": "colour"}, "slot `is` takes entity to colour"),
        ("slot", "is", {"colour": "red"}, "slot `is` has a field `colour`"),
        ("domain", "cause", {"dimension": "thing"}, "dimension `thing`"),
        ("constraint", "one-start", {"slots": ["start"]}, "names an unknown slot `start`"),
        ("constraint", "whole-and-part", {"slots": ["has"]}, "names 1 slots\n.*must name 2"),
        ("constraint", "one-start", {"slots": []}, "names 0 slots\n.*one or more"),
    ],
)
def test_a_broken_ontology_is_refused(
    table: str, name: str, change: dict[str, object] | None, message: str
) -> None:
    document = {
        key: dict(rows) for key, rows in read_toml("defeasible.reasoner.dialogue", "ontology.toml").items()
    }
    if change is None:
        del document[table][name]
    else:
        document[table][name] = document[table][name] | change
    with pytest.raises(FormError, match=message):
        read_ontology(document)


def test_an_incomplete_slot_is_refused() -> None:
    document = {
        key: dict(rows) for key, rows in read_toml("defeasible.reasoner.dialogue", "ontology.toml").items()
    }
    document["slot"]["is"] = {"domain": "attribute"}
    with pytest.raises(FormError, match="slot `is` is incomplete"):
        read_ontology(document)


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (Constraint("more", "acyclic", ("event_cause",)), "in two acyclic constraints"),
        (
            Constraint("more", "implies", ("is_a", "similar_entity")),
            "a transitive slot implies one that is not",
        ),
    ],
)
def test_constraints_that_paths_cannot_decide_are_refused(constraint: Constraint, message: str) -> None:
    known = ontology()
    with pytest.raises(FormError, match=message):
        RuleBook(replace(known, constraints=(*known.constraints, constraint)))


def test_every_exclusion_names_slots_that_are_there() -> None:
    for exclusion in shipped().exclusions:
        assert all(pattern.slot in ontology().by_id for pattern in exclusion.patterns), exclusion.id


@pytest.mark.parametrize(
    ("words", "day", "minute"),
    [
        ("昨晚八点", -1, 1200),
        ("早上8点半", None, 510),
        ("8:30 pm", None, 1230),
        ("noon", None, 720),
        ("从明天下午三点开始", 1, 900),
        ("8 in the evening", None, 1200),
        ("the day before yesterday", -2, None),
    ],
)
def test_times_are_read(words: str, day: int | None, minute: int | None) -> None:
    moment = read_moment(words)
    assert moment is not None
    assert (moment.day, moment.minute) == (day, minute)


@pytest.mark.parametrize("words", ["", "很久以前", "the other day", "25点", "8:70", "last", "点"])
def test_what_is_no_time_is_not_read(words: str) -> None:
    assert read_moment(words) is None


@pytest.mark.parametrize(
    ("one", "other", "meets"),
    [
        ("昨天", "昨晚", True),
        ("八点", "晚上八点", True),
        ("八点", "九点", False),
        ("上午", "下午", False),
        ("last year", "this year", False),
        ("last year", "yesterday", True),
    ],
)
def test_times_meet_where_they_may_be_one(one: str, other: str, meets: bool) -> None:
    a, b = read_moment(one), read_moment(other)
    assert a is not None
    assert b is not None
    assert a.meets(b) is meets
    assert b.meets(a) is meets


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("两个半小时", 150),
        ("half an hour", 30),
        ("十天", 14400),
        ("for two years", 1051200),
        ("for ages", None),
    ],
)
def test_durations_are_read(words: str, minutes: int | None) -> None:
    assert read_minutes(words) == minutes
