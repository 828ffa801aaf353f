"""Conflicts between dialogue facts: by brute force over all subsets, by example, by policy, at the limits."""

from itertools import combinations
from random import Random

import pytest
from checking import complaints
from dialogues import facts, random_facts

from defeasible.reasoner import Verdict
from defeasible.reasoner.dialogue import conflict_phrase, conflicts, consistency, resolve, shipped
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Contraries, DialogueFact, DialogueFacts, Exclusion, Pattern, Phrase
from defeasible.reasoner.text import Source, Span

# --- A reference that knows nothing of indexes, chains or constraints as data ------------------------------

INVERSE = {"has": "is_part_of", "is_a": "has_type", "event_cause": "subsequent_event"}
IMPLIED = {"emotional_cause": "event_cause", "subsequent_emotional_reaction": "subsequent_event"}
SYMMETRIC = {"equivalent_entity", "opposite_entity", "similar_entity"}
TRANSITIVE = {"is_part_of", "is_a", "equivalent_entity"}
DAYS = {"yesterday": -1, "today": 0, "tomorrow": 1}


def closure(form: DialogueFacts, some: tuple[DialogueFact, ...]) -> set[tuple[str, str, str]]:
    held = {(f.slot, f.subject, f.value) for f in some if f.polarity}
    while True:
        more = set()
        for slot, x, y in held:
            for one, other in INVERSE.items():
                more |= {(other, y, x)} if slot == one else {(one, y, x)} if slot == other else set()
            if slot in IMPLIED:
                more.add((IMPLIED[slot], x, y))
            if slot in SYMMETRIC:
                more.add((slot, y, x))
            if slot in TRANSITIVE:
                more |= {(slot, x, z) for again, w, z in held if again == slot and w == y}
        if more <= held:
            return held
        held |= more


def follows(held: set[tuple[str, str, str]], slots: set[str]) -> set[tuple[str, str]]:
    links = {(x, y) for slot, x, y in held if slot in slots}
    while True:
        more = {(x, z) for x, y in links for w, z in links if y == w} - links
        if not more:
            return links
        links |= more


def holds(form: DialogueFacts, some: tuple[DialogueFact, ...]) -> bool:
    text = {phrase.id: phrase.text for phrase in form.phrases}
    held = closure(form, some)
    if any((f.slot, f.subject, f.value) in held for f in some if not f.polarity):
        return False
    values: dict[str, dict[str, set[str]]] = {}
    for fact in some:
        if fact.polarity:
            of = values.setdefault(text[fact.subject], {})
            of.setdefault(fact.slot, set()).add(text[fact.value])
    return related(held) and all(qualities(*item) and times(item[1]) for item in values.items())


def related(held: set[tuple[str, str, str]]) -> bool:
    for slots in ({"event_cause", "prerequisite"}, {"is_part_of"}, {"is_a"}, {"at_location"}):
        if any(x == y for x, y in follows(held, slots)):
            return False
    if any(slot in ("opposite_entity", "similar_entity") and x == y for slot, x, y in held):
        return False
    apart = (("equivalent_entity", "opposite_entity"), ("similar_entity", "opposite_entity"))
    return not any((b, x, y) in held for a, b in apart for slot, x, y in held if slot == a)


def qualities(subject: str, of: dict[str, set[str]]) -> bool:
    shown = of.get("is", set())
    if {"hot", "cold"} <= shown or {"clean", "not clean"} <= shown:
        return False
    return not (subject == "ice" and "hot" in shown)


def times(of: dict[str, set[str]]) -> bool:
    none: set[str] = set()
    start, end = of.get("start_time", none), of.get("end_time", none)
    when, length = of.get("occurrence_time", none), of.get("duration", none)
    if {"yesterday", "today"} <= start or {"yesterday", "today"} <= end:
        return False
    if any(len(of.get(slot, none)) > 1 for slot in ("occurrence_time", "duration", "frequency")):
        return False
    for early, late in ((start, end), (start, when), (when, end)):
        if any(DAYS[a] > DAYS[b] for a in early & DAYS.keys() for b in late & DAYS.keys()):
            return False
    if "8 pm" in start and "6 am" in end and "eight hours" in length:
        return False
    return not ("never" in of.get("frequency", none) and (when or length))


def minimal_conflicts(form: DialogueFacts) -> set[frozenset[str]]:
    found: set[frozenset[str]] = set()
    for size in range(1, len(form.facts) + 1):
        for some in combinations(form.facts, size):
            names = frozenset(f.id for f in some)
            if not any(core <= names for core in found) and not holds(form, some):
                found.add(names)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_conflicts_are_minimal_and_all_short_ones_and_enough_long_ones(seed: int) -> None:
    random = Random(seed)
    for _ in range(25):
        form = random_facts(random, random.randint(1, 7))
        expected = minimal_conflicts(form)
        listed = {frozenset(f.id for f in one.facts) for one in conflicts(form)}
        assert listed <= expected
        assert {core for core in expected if len(core) <= 2} <= listed
        named = frozenset().union(*listed)
        assert all(core & named for core in expected)
        decision = consistency(form)
        assert decision.verdict is (Verdict.INCONSISTENT if expected else Verdict.ENTAILED)
        assert not complaints(decision.trace, form)


@pytest.mark.parametrize("seed", range(40))
def test_the_latest_facts_win_as_linear_revision_says(seed: int) -> None:
    random = Random(1000 + seed)
    for _ in range(25):
        form = random_facts(random, random.randint(1, 7))
        kept: tuple[DialogueFact, ...] = ()
        for fact in reversed(form.facts):
            if holds(form, (*kept, fact)):
                kept = (*kept, fact)
        resolution = resolve(form, "latest-wins")
        assert resolution.facts.facts == tuple(reversed(kept))
        assert {s.fact.id for s in resolution.superseded} == {f.id for f in form.facts} - {f.id for f in kept}
        for gone in resolution.superseded:
            assert gone.fact in gone.conflict.facts
            assert all(f in kept for f in gone.conflict.facts if f != gone.fact)
        assert not complaints(resolution.decision.trace, form)


# --- By example ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "rules"),
    [
        ([("狗", "能够", "会游泳"), ("狗", "能够", "不会游泳")], ["no-contrary-qualities", "not: 不会"]),
        ([("A辞职", "发生时间", "昨天晚上"), ("A辞职", "发生时间", "明天")], ["one-occurrence-time"]),
        ([("A上班", "开始时间", "今天"), ("A上班", "结束时间", "昨晚")], ["start-before-end"]),
        ([("冰", "是", "滚烫")], ["hot-ice"]),
        ([("A迟到", "事件原因", "A睡过头"), ("A睡过头", "事件原因", "A迟到")], ["no-cause-of-itself"]),
        ([("A中奖", "后续情绪反应", "A很难过")], ["sad-of-a-gain"]),
        (
            [("soup", "is", "too hot"), ("soup", "is", "too cold")],
            ["no-contrary-qualities", "hot / cold / warm / cool"],
        ),
        (
            [("wheel", "is_part_of", "car"), ("car", "has", "wheel", False)],
            ["whole-and-part"],
        ),
        (
            [("tea", "has_type", "green tea"), ("green tea", "is_a", "tea", False)],
            ["kind-and-type"],
        ),
        (
            [
                ("Ben sleeps", "start_time", "8 pm"),
                ("Ben sleeps", "end_time", "6 am"),
                ("Ben sleeps", "duration", "eight hours"),
            ],
            ["from-start-to-end"],
        ),
        (
            [("knee", "is_part_of", "leg"), ("leg", "is_part_of", "body"), ("body", "has", "knee", False)],
            ["parts-of-parts", "whole-and-part"],
        ),
    ],
    ids=lambda value: "+".join(value) if isinstance(value[0], str) else "",
)
def test_a_conflict_names_its_rules(rows: list[tuple[str, str, str]], rules: list[str]) -> None:
    form = facts(*rows)
    (one,) = conflicts(form)
    assert {f.id for f in one.facts} == {f.id for f in form.facts}
    assert [rule.id for rule in one.rules] == rules
    assert not complaints(consistency(form).trace, form)


@pytest.mark.parametrize(
    "rows",
    [
        [("Ben sleeps", "start_time", "8 pm"), ("Ben sleeps", "end_time", "8 am")],
        [("A吃饭", "发生时间", "昨天"), ("A吃饭", "发生时间", "昨晚八点")],
        [("A跑步", "发生位置", "学校"), ("A跑步", "发生位置", "学校操场")],
        [("soup", "is", "not hot"), ("soup", "is", "cold")],
        [("A辞职", "后续事件", "A觉得不错"), ("A辞职", "后续事件", "A觉得错")],
        [("house", "is_part_of", "street"), ("house", "is_part_of", "town")],
        [("Ben trains", "duration", "half an hour"), ("Ben trains", "duration", "30 minutes")],
        [("鱼", "能够", "走路", False)],
        [],
    ],
    ids=[
        "overnight",
        "within",
        "narrower",
        "neither",
        "lookalike",
        "two wholes",
        "as long",
        "denied",
        "none",
    ],
)
def test_what_can_be_so_is_no_conflict(rows: list[tuple[str, str, str]]) -> None:
    form = facts(*rows)
    assert conflicts(form) == ()
    assert not complaints(consistency(form).trace, form)


def test_two_phrases_with_the_same_words_are_one_referent() -> None:
    phrases = (Phrase("a", "Ice ", "entity"), Phrase("b", "ice", "entity"), Phrase("c", "snow", "entity"))
    stated = (DialogueFact("f1", "a", "is_a", "c"), DialogueFact("f2", "c", "is_a", "b"))
    assert len(conflicts(DialogueFacts((), phrases, stated))) == 1


def test_what_the_caller_knows_counts_and_is_stated() -> None:
    rule = Exclusion(
        "no-work-on-sunday", (Pattern("occurrence_time", ("works",), ("sunday",)),), "a day off", ""
    )
    form = facts(("Ben works", "occurrence_time", "Sunday"), ("Ben works", "location", "office"))
    known = shipped().extended(rule, Contraries("office or home", (("office",), ("home",))))
    assert conflicts(form) == ()
    (one,) = conflicts(form, known)
    assert one.rules == (rule,)
    trace = consistency(form, known).trace
    assert not complaints(trace, form)
    assert "given: no-work-on-sunday" in str(trace)
    with pytest.raises(FormError, match="duplicate rule id `no-work-on-sunday`"):
        known.extended(rule)


def test_turns_are_quoted() -> None:
    form = facts(("冰", "是", "滚烫"), turns=True)
    (one,) = conflicts(form)
    assert one.turns == ("冰 滚烫",)
    assert resolve(form, "ask").questions == ("“冰 滚烫”：不能同时成立，哪个对？",)
    english = facts(("ice", "is", "hot"), turns=True)
    assert resolve(english, "ask").questions == ('"ice hot": this cannot all be so. Which is right?',)


def test_the_latest_turn_wins_whatever_the_order_of_the_facts() -> None:
    sources = (Source("t1", "A: it is open"), Source("t2", "B: it is closed"))
    phrases = (Phrase("s", "shop", "entity"), Phrase("o", "open", "value"), Phrase("c", "closed", "value"))
    late = DialogueFact("f1", "s", "is", "c", span=Span("t2", 3, 15))
    early = DialogueFact("f2", "s", "is", "o", span=Span("t1", 3, 13))
    resolution = resolve(DialogueFacts(sources, phrases, (late, early)), "latest-wins")
    assert [gone.fact for gone in resolution.superseded] == [early]
    assert resolution.facts.facts == (late,)


def test_there_is_no_other_policy() -> None:
    with pytest.raises(UsageError, match="unknown policy 'first-wins'"):
        resolve(facts(), "first-wins")  # type: ignore[arg-type]


def test_a_long_circle_and_a_limit() -> None:
    names = [f"Ben does {k}" for k in range(60)]
    ring = facts(*((a, "subsequent_event", b) for a, b in zip(names, [*names[1:], names[0]], strict=True)))
    (one,) = conflicts(ring)
    assert len(one.facts) == 60
    assert not complaints(consistency(ring).trace, ring)
    times = facts(*(("Ben runs", "location", f"place {k:03}") for k in range(30)))
    assert len(conflicts(times)) == 435
    assert len(conflicts(times, limit=10)) == 10
    cut = consistency(times, limit=10)
    assert cut.trace.conclusion.reason == "only the first 10 conflicts are listed"
    assert not complaints(cut.trace, times)


# --- The phrase that does not fit ---------------------------------------------------------------------------


def test_the_phrase_whose_removal_dissolves_the_conflicts_does_not_fit() -> None:
    form = facts(("冰", "是", "热"), ("小明", "是", "高"), turns=True)
    decision = conflict_phrase(form, ["小明", "热", "海边"])
    assert (decision.verdict, decision.answer) == (Verdict.ENTAILED, "热")
    assert not complaints(decision.trace, form)


def test_one_that_two_conflicts_share_is_told_from_those_that_break_one() -> None:
    form = facts(
        ("Ben naps", "occurrence_time", "yesterday"),
        ("Ben naps", "occurrence_time", "tomorrow"),
        ("Ben naps", "end_time", "the day before yesterday"),
    )
    decision = conflict_phrase(form, ["tomorrow", "yesterday"])
    assert decision.verdict is Verdict.UNKNOWN or decision.answer == "yesterday"
    assert not complaints(decision.trace, form)


def test_phrases_that_dissolve_it_alike_are_left_open() -> None:
    form = facts(("soup", "is", "hot"), ("soup", "is", "cold"))
    decision = conflict_phrase(form, ["hot", "cold"])
    assert (decision.verdict, decision.answer) == (Verdict.UNKNOWN, None)
    assert not complaints(decision.trace, form)


def test_without_a_conflict_no_phrase_is_wrong() -> None:
    form = facts(("soup", "is", "hot"))
    decision = conflict_phrase(form, ["hot"])
    assert decision.verdict is Verdict.UNKNOWN
    assert decision.trace.conclusion.reason == "there is no conflict"
    assert not complaints(decision.trace, form)


def test_candidates_must_be_given_once_each() -> None:
    with pytest.raises(UsageError, match="no phrases"):
        conflict_phrase(facts(), [])
    with pytest.raises(UsageError, match="duplicate phrase"):
        conflict_phrase(facts(), ["a", "a"])


# --- Malformed facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slot", "subject", "value", "message"),
    [
        ("event_couse", "event", "event", "slot `event_couse`.*\n.*nearest: event_cause"),
        ("event_cause", "entity", "event", "subject of `event_cause` is `one`, of kind entity"),
        ("event_cause", "event", "entity", "value of `event_cause`.*\n.*must be of kind event"),
        ("is_a", "entity", "event", "must be of kind entity or value"),
    ],
    ids=["unknown", "subject", "value", "clause"],
)
def test_malformed_facts_say_what_would_be_right(slot: str, subject: str, value: str, message: str) -> None:
    phrases = (Phrase("a", "one", subject), Phrase("b", "two", value))  # type: ignore[arg-type]
    form = DialogueFacts((), phrases, (DialogueFact("f1", "a", slot, "b"),))
    with pytest.raises(FormError, match=message):
        conflicts(form)
