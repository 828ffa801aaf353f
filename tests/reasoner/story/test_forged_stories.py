"""Mutation testing of the story checker: every falsified trace must be refused."""

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from census import take_census
from checking import complaints
from story_mutations import mutants
from tales import event, random_story, state, story

from defeasible.reasoner import Trace
from defeasible.reasoner.forms import Happening, Mood, Story
from defeasible.reasoner.story import infer_state, revise_story
from defeasible.reasoner.trace.steps import WeighingStep
from defeasible.reasoner.verdict import Verdict

GIVE = event(2, "give", agent="p1", theme="p3", recipient="p2")
JUMP = event(3, "jump", agent="p2")
HAS = [state(0, who, "has", other="p3") for who in ("p1", "p2")]


def inferred(told: list[Happening], query: Happening, *support: int) -> tuple[Trace, Story]:
    form = story(told, [query])
    return infer_state(form, 0, support).trace, form


def revised(told: list[Happening], query: Happening) -> tuple[Trace, Story]:
    form = story(told, [query])
    return revise_story(form).decision.trace, form


PROOFS = {
    "strict": inferred([GIVE], HAS[1]),
    "persistent": inferred([GIVE, JUMP], HAS[1]),
    "refuted": inferred([GIVE, JUMP], HAS[0]),
    "usual": inferred([event(1, "yell_at", agent="p1", theme="p2"), JUMP], state(0, "p2", "feels", "happy")),
    "open": inferred([GIVE, JUMP], state(0, "p1", "is", "rich")),
    "inconsistent": inferred([event(1, "give", agent="p1", theme="p3", recipient="p1")], HAS[0]),
    "tied": inferred(
        [state(1, "p3", "is", "hot"), JUMP, state(4, "p3", "is", "cold")], state(0, "p3", "is", "hot"), 3
    ),
    "moods": inferred(
        [
            state(1, "p4", "is", "open", mood=Mood.HABITUAL),
            event(2, "close", mood=Mood.ATTEMPTED, theme="p4"),
        ],
        state(0, "p4", "is", "open"),
    ),
    "edits": revised([GIVE, JUMP], HAS[0]),
    "edits of states": revised([state(2, "p3", "is", "hot")], state(0, "p3", "is", "cold")),
}


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_the_unchanged_trace_is_verified(trace: Trace, form: Story) -> None:
    assert not complaints(trace, form)
    assert not complaints(trace.to_json(), form)
    assert Trace.from_json(trace.to_json()).steps == trace.steps


CHOICES = ("other support", "drop holds", "drop edit")
"""What the form does not settle: which lines the caller asked about, and what only explains the proof."""


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_every_mutant_is_refused(trace: Trace, form: Story) -> None:
    count = 0
    for name, document in mutants(trace.to_json()):
        if not name.startswith(CHOICES):
            report = complaints(json.dumps(document), form)
            assert report, f"not caught: {name}"
            count += 1
    assert count >= 30


@pytest.mark.parametrize(("trace", "form"), PROOFS.values(), ids=PROOFS)
def test_what_logic_alone_lets_through_is_a_sound_proof_of_another_story(trace: Trace, form: Story) -> None:
    problem = ("another question", "turn what happened", "move the line", "drop assumption")
    passed = [name for name, d in mutants(trace.to_json()) if not complaints(json.dumps(d))]
    harmless = ("drop happening", "another kind", *problem, *CHOICES)
    assert all(name.startswith(harmless) for name in passed), passed


def test_mutants_of_random_stories_are_refused() -> None:
    random = Random(5)
    tried = 0
    while tried < 6:
        form = random_story(random)
        decision = infer_state(form)
        if decision.verdict is Verdict.UNKNOWN:
            continue
        tried += 1
        for name, document in mutants(decision.trace.to_json()):
            if not name.startswith(CHOICES):
                assert complaints(json.dumps(document), form), f"not caught: {name}"


@pytest.mark.parametrize("name", ["persistent", "edits"])
def test_a_proof_of_another_form_is_refused(name: str) -> None:
    trace, _ = PROOFS[name]
    assert complaints(trace, PROOFS["open"][1])
    assert "the trace of" not in complaints(trace)
    other = story([GIVE], [HAS[1]])
    assert complaints(trace, other)


def test_a_story_trace_without_its_parts_is_refused() -> None:
    document = json.loads(PROOFS["strict"][0].to_json())
    document["steps"] = document["steps"][-1:]
    document["steps"][0]["uses"] = []
    assert "do not come first" in complaints(json.dumps(document))
    document["task"] = "belief"
    assert complaints(json.dumps(document))


def test_a_timeout_shows_no_side_and_names_its_reason() -> None:
    trace, form = PROOFS["open"]
    number, step = next((n, s) for n, s in enumerate(trace.steps, 1) if isinstance(s, WeighingStep))
    late = replace(step, verdict=Verdict.TIMEOUT, pro=None, contra=None)
    last = replace(trace.conclusion, verdict=Verdict.TIMEOUT, uses=(number,), reason="the time ran out")
    ran_out = replace(trace, steps=(*trace.steps[: number - 1], late, last))
    assert not complaints(ran_out, form)
    for one in (replace(late, pro=step.pro), replace(late, contra=step.contra)):
        assert complaints(replace(ran_out, steps=(*ran_out.steps[: number - 1], one, last)), form)


def test_small_forgeries_are_refused_for_their_reasons() -> None:
    take_census(
        "stories",
        [(name, trace, partial(complaints, form=form)) for name, (trace, form) in PROOFS.items()],
    )


def test_a_line_may_tell_of_two_happenings() -> None:
    trace, form = inferred([GIVE, event(2, "jump", agent="p1"), JUMP], HAS[1])
    assert trace.verdict is Verdict.ENTAILED
    assert not complaints(trace, form)
    assert all(
        complaints(replace(trace, steps=trace.steps[:n] + trace.steps[n + 1 :]), form) for n in (2, 3, 4)
    )


def test_at_any_moment_begins_before_the_first_line() -> None:
    form = story([GIVE, JUMP], [HAS[0]])
    decision = infer_state(form, 0, (), when="ever")
    assert decision.verdict is Verdict.ENTAILED  # she has what she gives away
    assert not complaints(decision.trace, form)
    assert infer_state(form, 0, ()).verdict is Verdict.REFUTED
