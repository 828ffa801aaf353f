"""What must change for a counterfactual, rewriting by rule, and the states that explain a change."""

from random import Random

import pytest
from checking import complaints
from tales import CAST, event, random_story, state, story

from defeasible.reasoner import Reasoner
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Event, Happening, State, Story
from defeasible.reasoner.laws import library
from defeasible.reasoner.story import infer_state, revise_story, state_change
from defeasible.reasoner.story.rewrite import otherwise
from defeasible.reasoner.text import Source, Span
from defeasible.reasoner.verdict import Verdict

GIVE = event(2, "give", agent="p1", theme="p3", recipient="p2")
TEXTS = ["Tom bought a ring.", "He gave it to Ann.", "Ann smiled."]
BUY = event(1, "buy", agent="p1", theme="p3")
SMILE = event(3, "smile", agent="p2")
HAS = [state(0, who, "has", other="p3") for who in ("p1", "p2")]


def test_the_event_that_speaks_against_it_is_named_with_its_reason_and_negated() -> None:
    revision = revise_story(story([BUY, GIVE, SMILE], HAS, TEXTS), 0, 1)
    assert revision.decision.verdict is Verdict.REFUTED
    ((change,),) = revision.edits
    assert (change.line, change.happening) == (2, "h2")
    assert "must not be that Tom: give" in change.must
    assert "who gives a thing away had it before" in change.because[0]
    assert revision.lines == ("Tom bought a ring.", "He did not give it to Ann.", "Ann smiled.")
    assert revision.changed == (2,)
    assert revision.new.verdict is Verdict.ENTAILED
    assert revision.old is not None
    assert revision.old.verdict is not Verdict.ENTAILED


def test_a_state_gives_way_before_an_event() -> None:
    told: list[Happening] = [state(1, "p4", "is", "closed"), event(2, "jump", agent="p1")]
    revision = revise_story(
        story(told, [state(0, "p4", "is", "open")], ["The door was closed.", "Tom jumped."])
    )
    assert [c.happening for edit in revision.edits for c in edit] == ["h1"]
    assert revision.lines == ("The door was open.", "Tom jumped.")
    assert revision.new.verdict is Verdict.ENTAILED


def test_all_smallest_edits_are_returned() -> None:
    told: list[Happening] = [
        event(1, "yell_at", agent="p2", theme="p1"),
        event(2, "give", agent="p1", theme="p3", recipient="p2"),
    ]
    form = story([*told, event(3, "jump", agent="p2")], [state(0, "p3", "is", "hot"), HAS[0]])
    assert revise_story(form).edits == ()
    revision = revise_story(form, 1)
    assert [[c.happening for c in edit] for edit in revision.edits] == [["h2"]]


def test_where_nothing_speaks_against_it_the_counterfactual_is_told() -> None:
    revision = revise_story(story([BUY], [state(0, "p1", "is", "rich")], TEXTS[:1]))
    assert revision.decision.verdict is Verdict.UNKNOWN
    assert revision.edits == ()
    assert revision.lines == ("Tom is rich.",)
    assert revision.new.verdict is Verdict.ENTAILED


def test_where_it_holds_already_nothing_changes() -> None:
    revision = revise_story(story([BUY, GIVE], [HAS[1]], TEXTS[:2]))
    assert (revision.changed, revision.lines) == ((), tuple(TEXTS[:2]))
    assert revision.new.verdict is Verdict.ENTAILED


def test_events_that_would_bring_it_about_are_named() -> None:
    makers = revise_story(story([BUY], [state(0, "p4", "is", "open")])).makers
    assert "open" in makers


def test_what_is_refused() -> None:
    form = story([GIVE], [HAS[0], event(0, "give", agent="p1")])
    with pytest.raises(UsageError, match="no query 5"):
        revise_story(form, 5)
    with pytest.raises(UsageError, match="is an event"):
        revise_story(form, 1)


@pytest.mark.parametrize("seed", range(3))
def test_revisions_of_random_stories_do_what_they_say(seed: int) -> None:
    random, revised = Random(seed), 0
    while revised < 25:
        form = random_story(random)
        if isinstance(form.queries[0], Event):
            continue
        revision = revise_story(form)
        assert not complaints(revision.decision.trace, form)
        if revision.decision.verdict is Verdict.REFUTED:
            revised += 1
            assert len(revision.lines) == len([s for s in form.sources if s.id.startswith("s")])
            for edit in revision.edits:
                left = tuple(h for h in form.happenings if h.id not in {c.happening for c in edit})
                without = Story(form.sources, form.participants, left, form.queries)
                assert edit
                # Without them the story speaks no longer as strongly against it.
                after = infer_state(without)
                before = revision.decision.confidence
                assert after.verdict is not Verdict.REFUTED or after.confidence <= before


@pytest.mark.parametrize(
    ("text", "told", "expected"),
    [
        ("Tom gave Ann the ring.", event(1, "give"), "Tom did not give Ann the ring."),
        ("Tom gives Ann the ring.", event(1, "give"), "Tom does not give Ann the ring."),
        ("Tom was giving it away.", event(1, "give"), "Tom was not giving it away."),
        ("Tom did not give it away.", event(1, "give", polarity=False), "Tom gave it away."),
        ("Tom didn't give it away.", event(1, "give", polarity=False), "Tom gave it away."),
        ("Tom never gave it away.", event(1, "give", polarity=False), "Tom gave it away."),
        ("Tom turned off the light.", event(1, "turn_off"), "Tom did not turn off the light."),
        ("The soup was hot.", state(1, "p3", "is", "hot"), "The soup was cold."),
        ("Tom was purple.", state(1, "p1", "is", "purple"), "Tom was not purple."),
        ("Tom had a car.", state(1, "p1", "has", "car"), "Tom did not have a car."),
        ("Tom liked Ann.", state(1, "p1", "likes", other="p2"), "Tom did not like Ann."),
        ("A ring for Ann!", event(1, "give"), None),
    ],
)
def test_a_sentence_is_rewritten_by_rule(text: str, told: Happening, expected: str | None) -> None:
    form = story([told], [], [text])
    assert otherwise(form.happenings[0], form, library()) == expected


def test_words_without_a_place_are_not_rewritten() -> None:
    told = State("h1", 1, "p1", "is", "hot")
    form = Story((Source("s1", "Hot."),), CAST, (told,))
    assert otherwise(told, form, library()) is None
    assert otherwise(State("h1", 1, "p1", "is", "hot", span=Span("q1", 0, 1)), form, library()) is None


def test_the_pair_of_states_that_explains_two_versions() -> None:
    before = story([BUY, GIVE, SMILE], [], TEXTS)
    after = story([BUY, GIVE, event(3, "cry", agent="p2")], [], [*TEXTS[:2], "Ann cried."])
    change = state_change(before, after)
    assert change.lines == (3,)
    assert change.best is not None
    assert (change.best.before, change.best.after) == ("Ann feels happy", "Ann feels sad")
    assert change.best.opposite
    assert change.best.lines == (3,)
    for pair in change.pairs:
        assert not complaints(pair.first.trace)
        assert not complaints(pair.second.trace)
    assert state_change(before, before).pairs == ()
    turned = state_change(after, before)
    assert turned.best is not None
    assert (turned.best.before, turned.best.after) == ("Ann feels sad", "Ann feels happy")


def test_a_state_may_be_open_in_one_version() -> None:
    before = story([event(1, "unlock", agent="p1", theme="p4")], [], ["Tom unlocked the door."])
    after = story([event(1, "jump", agent="p1")], [], ["Tom jumped."])
    found = {(p.before, p.after): p.opposite for p in state_change(before, after).pairs}
    assert found["Tom has key", "Tom does not have key"] is False


def test_sentences_are_revised_and_compared() -> None:
    reasoner = Reasoner()
    lines = ["Tom bought a ring.", "He gave the ring to Ann.", "Ann smiled."]
    revision = reasoner.revise_story(lines, "Tom had the ring.", "Ann had the ring.")
    assert revision.lines[1] == "He did not give the ring to Ann."
    assert revision.new.verdict is Verdict.ENTAILED
    change = reasoner.state_change(lines, [*lines[:2], "Ann cried."])
    assert change.best is not None
    assert change.best.after == "Ann feels sad"
    assert reasoner.state_change([], lines).reason
    unread = reasoner.revise_story([], "Tom had the ring.")
    assert unread.decision.verdict is Verdict.UNPARSED
