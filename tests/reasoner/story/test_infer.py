"""What a story implies: moods, persistence, prerequisites, opposites, support, and refusals."""

import threading
from functools import partial
from math import exp

import pytest
from checking import complaints
from tales import event, state, story

from defeasible.reasoner import Reasoner
from defeasible.reasoner.checker.confidence import confidence
from defeasible.reasoner.errors import FormError, UsageError
from defeasible.reasoner.forms import Happening, Mood, Participant, State, Story
from defeasible.reasoner.laws.library import UNFORESEEN
from defeasible.reasoner.story import infer_state
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.verdict import Verdict

E, R, U, I = Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN, Verdict.INCONSISTENT  # noqa: E741
GIVE = event(2, "give", agent="p1", theme="p3", recipient="p2")
HAS = {who: state(0, who, "has", other="p3") for who in ("p1", "p2")}


def verdict(told: list[Happening], query: Happening, *support: int, **choices: object) -> Verdict:
    """Decide, and make sure that the proof holds up."""
    form = story(told, [query])
    decision = infer_state(form, 0, support, **choices)  # type: ignore[arg-type]
    assert not complaints(decision.trace, form)
    return decision.verdict


IS = partial(state, 1)
ASK = partial(state, 0)
GO = event(2, "go", agent="p2", goal="p5")
JUMP = event(3, "jump", agent="p2")
CASES: dict[str, tuple[list[Happening], Happening, Verdict]] = {
    "effect": ([GIVE], HAS["p2"], E),
    "effect that ends a state": ([GIVE], HAS["p1"], R),
    "persists": ([GIVE, JUMP], HAS["p2"], E),
    "opposite": ([IS("p4", "is", "open")], ASK("p4", "is", "closed"), R),
    "not": ([IS("p4", "is", "open")], ASK("p4", "is", "closed", polarity=False), E),
    "scale": ([IS("p3", "is", "hot")], ASK("p3", "is", "freezing"), R),
    "neither": ([IS("p3", "is", "hot", polarity=False)], ASK("p3", "is", "cold"), U),
    "changed": ([IS("p3", "is", "hot"), state(2, "p3", "is", "cold")], ASK("p3", "is", "hot"), R),
    "synonym": ([IS("p1", "is", "glad")], ASK("p1", "feels", "happy"), E),
    "hates": ([IS("p1", "hates", other="p2")], ASK("p1", "likes", other="p2"), R),
    "wife": ([IS("p2", "related_to", "wife", "p1")], ASK("p1", "is", "married"), E),
    "symmetric": ([IS("p2", "related_to", "friend", "p1")], ASK("p1", "related_to", "friend", "p2"), E),
    "inverse": ([IS("p2", "related_to", "parent", "p1")], ASK("p1", "related_to", "child", "p2"), E),
    "kind": ([IS("p1", "has", other="p6")], ASK("p1", "has", "dog"), E),
    "cause": ([event(1, "yell_at", agent="p1", theme="p2")], ASK("p1", "feels", "angry"), E),
    "where she goes": ([GO], state(0, "p2", "at", other="p5"), E),
    "where she was": ([state(1, "p2", "at", other="p4"), GO], state(0, "p2", "at", other="p4"), R),
    "where she no longer is": (
        [state(1, "p2", "at", other="p4"), GO, JUMP],
        state(0, "p2", "at", other="p4"),
        R,
    ),
    "says nothing": ([event(1, "jump", agent="p1")], ASK("p1", "is", "rich"), U),
    "empty story": ([], ASK("p1", "is", "rich"), U),
    "one line": (
        [IS("p4", "is", "open"), IS("p4", "is", "open", polarity=False)],
        ASK("p4", "is", "open"),
        R,
    ),
    "not asked about": ([event(1, "die", agent="p2"), JUMP], ASK("p2", "is", "rich"), U),
    "the dead do not jump": ([event(1, "die", agent="p2"), JUMP], ASK("p2", "is", "alive"), I),
    "both at once": ([IS("p1", "is", "alive"), event(2, "die", agent="p1")], ASK("p1", "is", "alive"), R),
    "impossible": ([event(1, "give", agent="p1", theme="p3", recipient="p1")], HAS["p1"], I),
    "event": ([GIVE], event(0, "give", agent="p1"), E),
    "no event": ([event(2, "give", agent="p1", polarity=False)], event(0, "give", agent="p1"), R),
    "another agent": ([GIVE], event(0, "give", agent="p2"), U),
}


@pytest.mark.parametrize(("told", "query", "expected"), CASES.values(), ids=CASES)
def test_what_a_story_implies(told: list[Happening], query: Happening, expected: Verdict) -> None:
    assert verdict(told, query) is expected


@pytest.mark.parametrize(
    ("mood", "effect", "wish", "still_open"),
    [
        (Mood.ACTUAL, E, E, R),
        (Mood.PRIOR, E, U, R),
        (Mood.FUTURE, U, E, E),
        (Mood.DESIRED, U, E, E),
        (Mood.POSSIBLE, U, U, U),
        (Mood.ATTEMPTED, U, E, U),
        (Mood.OBLIGED, U, U, U),
        (Mood.HABITUAL, U, U, E),
    ],
)
def test_a_mood_says_what_an_event_brings_about(
    mood: Mood, effect: Verdict, wish: Verdict, still_open: Verdict
) -> None:
    close = event(2, "close", mood=mood, agent="p1", theme="p4")
    take = event(1, "take", mood=mood, agent="p1", theme="p3")
    assert verdict([take], HAS["p1"]) is effect
    assert verdict([take], state(0, "p1", "wants", "take")) is wish
    # Whether the door is still open: what may have happened breaks persistence, what was wished does not.
    told: list[Happening] = [state(1, "p4", "is", "open"), close]
    if mood is Mood.PRIOR:
        told[0] = state(1, "p4", "is", "open", mood=Mood.PRIOR)
    assert verdict(told, state(0, "p4", "is", "open")) is still_open


@pytest.mark.parametrize(
    ("mood", "expected"),
    [
        (Mood.ACTUAL, E),
        (Mood.PRIOR, E),
        (Mood.HABITUAL, E),
        (Mood.POSSIBLE, U),
        (Mood.DESIRED, U),
        (Mood.FUTURE, U),
    ],
)
def test_a_mood_says_whether_a_state_holds(mood: Mood, expected: Verdict) -> None:
    assert verdict([state(1, "p3", "is", "hot", mood=mood)], state(0, "p3", "is", "hot")) is expected


def test_an_event_that_did_not_happen_changes_nothing() -> None:
    told: list[Happening] = [state(1, "p4", "is", "open"), event(2, "close", theme="p4", polarity=False)]
    assert verdict(told, state(0, "p4", "is", "open")) is E


def test_prerequisites_hold_before_and_reach_back() -> None:
    told: list[Happening] = [event(1, "jump", agent="p1"), GIVE]
    assert verdict(told, HAS["p1"], 1) is E
    assert verdict(told, HAS["p1"], 2) is R


def test_support_sets_the_moment_and_context_the_lines_that_count() -> None:
    told: list[Happening] = [event(1, "take", agent="p1", theme="p3"), GIVE, event(3, "jump", agent="p1")]
    assert verdict(told, HAS["p1"], 1) is E
    assert verdict(told, HAS["p1"], 3) is R
    assert verdict(told, HAS["p1"], 3, context=False) is U
    assert verdict(told, HAS["p1"], 1, 3, context=False) is E
    assert verdict(told, HAS["p1"], 2, when="ever") is E
    assert verdict(told, HAS["p1"], when="ever") is E
    assert verdict(told, HAS["p1"], 3, when="ever") is R


def test_several_queries_must_all_hold() -> None:
    form = story([GIVE], [HAS["p2"], HAS["p1"], state(0, "p1", "is", "rich")])
    for query, expected in (((0, 1), R), ((0, 2), U), ((0, 0), E)):
        decision = infer_state(form, query)
        assert decision.verdict is expected
        assert not complaints(decision.trace, form)


def test_confidence_grows_with_what_the_other_side_must_give_up() -> None:
    strict = infer_state(story([GIVE], [HAS["p2"]]))
    persisting = infer_state(story([GIVE, event(3, "jump", agent="p2")], [HAS["p2"]]))
    usual = infer_state(story([event(1, "fume", agent="p1")], [state(0, "p1", "feels", "angry")]))
    assert strict.confidence == 1.0
    assert 1.0 > usual.confidence > 0.5
    assert persisting.confidence == pytest.approx(1 / (1 + exp(-UNFORESEEN)))  # not of its weight, 3 nats


def test_persistence_lowers_the_confidence_only_where_it_is_needed() -> None:
    told = [GIVE, event(3, "jump", agent="p2")]
    alone = infer_state(story(told, [HAS["p2"]]))
    renewed = infer_state(
        story([*told, event(4, "give", agent="p1", theme="p3", recipient="p2")], [HAS["p2"]])
    )
    assert alone.confidence < renewed.confidence == 1.0
    assert confidence(alone.trace) == pytest.approx(alone.confidence)


def test_ties_are_named_and_not_broken() -> None:
    tied = story(
        [state(1, "p3", "is", "loud"), event(2, "jump", agent="p1"), state(3, "p3", "is", "quiet")],
        [state(0, "p3", "is", "loud")],
    )
    # Asked between the two lines: it may have fallen silent before or after.
    decision = infer_state(tied, 0, (2,))
    assert decision.verdict is U
    assert decision.confidence == 0.5
    assert "what is usual is tied" in decision.reason
    assert not complaints(decision.trace, tied)
    assert confidence(decision.trace) == 0.5


def test_the_proof_reads_as_a_chain_from_the_words() -> None:
    form = story(
        [GIVE, event(3, "jump", agent="p2")], [HAS["p2"]], ["x", "Tom gave Ann the ring.", "Ann jumped."]
    )
    text = str(infer_state(form).trace)
    for piece in (
        '"Tom gave Ann the ring"',
        "law give",
        "so  [Ann has the ring, after line 2]",
        "so  [Ann has the ring, after line 3]",
        "nothing that changes it",
        "therefore  ENTAILED",
    ):
        assert piece in text
    assert "digraph" in infer_state(form).trace.to_dot()


def test_a_line_that_was_not_understood_is_named() -> None:
    form = story([GIVE], [HAS["p2"]], ["x", "y", "z"])
    form = Story(form.sources, form.participants, form.happenings, form.queries, unread=(1, 3))
    decision = infer_state(form)
    assert decision.verdict is E
    assert "line 3 was not understood" in str(decision.trace)
    assert not complaints(decision.trace, form)


def test_a_thing_that_only_the_question_names_stands_for_its_kind() -> None:
    form = story([event(1, "call", agent="p1", theme="p2")], [state(0, "p1", "is", "rich")])
    phone = Participant("p9", "a phone", "phone", "thing", Span("q1", 0, 7))
    sources = (*form.sources, Source("q1", "a phone"))
    form = Story(
        sources, (*form.participants, phone), form.happenings, (State("q1", 0, "p1", "has", other="p9"),)
    )
    decision = infer_state(form)
    assert decision.verdict is E
    assert not complaints(decision.trace, form)


def test_time_runs_out_as_a_verdict() -> None:
    # So short that the clock has run out before the first check.
    decision = infer_state(story([GIVE, event(3, "jump", agent="p2")], [HAS["p2"]]), timeout=1e-9)
    assert decision.verdict is Verdict.TIMEOUT
    assert decision.confidence == 0.0
    assert not complaints(decision.trace)


def test_questions_that_cannot_be_asked_are_refused() -> None:
    form = story([GIVE], [HAS["p2"]])
    with pytest.raises(UsageError, match="no query 1"):
        infer_state(form, 1)
    with pytest.raises(UsageError, match="no query given"):
        infer_state(form, ())
    with pytest.raises(UsageError, match="there is no line 7"):
        infer_state(form, 0, (7,))
    with pytest.raises(UsageError, match="timeout must be a positive number, got 0"):
        infer_state(form, timeout=0)
    with pytest.raises(FormError, match="`p 1` is no id"):
        Story((), (Participant("p 1", "x", "x"),), ())


def test_sentences_are_read_and_decided() -> None:
    reasoner = Reasoner()
    lines = ["Tom bought a ring.", "He gave the ring to Ann.", "Ann smiled."]
    assert reasoner.infer_state(lines, "Ann had the ring.").verdict is E
    assert reasoner.infer_state(lines, "Ann was sad.", [3]).verdict is R
    assert reasoner.infer_state(lines, "Tom had money.", [1]).verdict is E
    unread = reasoner.infer_state([], "Tom had money.")
    assert unread.verdict is Verdict.UNPARSED
    assert unread.reason
    assert not complaints(unread.trace)
    with pytest.raises(UsageError, match="is a string"):
        reasoner.infer_state("Tom ran.", "Tom was fast.")


def test_threads_agree_with_one() -> None:
    forms = [
        story([GIVE, event(3, verb, agent="p2", theme="p3")], [HAS["p2"]]) for verb in ("lose", "jump", "eat")
    ]
    alone = [(infer_state(f).verdict, infer_state(f).trace.to_json()) for f in forms]
    found: dict[int, list[tuple[Verdict, str]]] = {}

    def work(n: int) -> None:
        found[n] = [(d.verdict, d.trace.to_json()) for d in map(infer_state, forms)]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answers == alone for answers in found.values())
