"""What results print as: short lines for a reader, on their own."""

from typing import get_args

from dialogues import facts

from defeasible.reasoner import Reasoner
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.checker.logic import LOGIC
from defeasible.reasoner.dialogue import CausalGraph, conflicts, resolve
from defeasible.reasoner.logic import Atom, Not
from defeasible.reasoner.sat import Distance, Optima, distance, optima
from defeasible.reasoner.trace import FAMILIES, Step, Task

RING = ["Tom bought a ring.", "He gave it to Ann.", "Ann smiled."]


def test_decisions() -> None:
    reasoner = Reasoner()
    assert str(reasoner.compare_size("The house is in the bulb.", "house", "bulb")) == "REFUTED: bulb"
    story = reasoner.infer_state(RING, "Ann has the ring.")
    assert 0 < story.confidence < 1
    assert str(story) == f"ENTAILED; confidence {story.confidence:.2f}"
    rain = ["If it rains, the match is off.", "It rains."]
    assert (
        str(reasoner.revise(rain, "It does not rain.", "The match is off."))
        == "INCONSISTENT; before ENTAILED"
    )
    assert str(reasoner.entails(["Colourless"], "Furiously sleep.")).startswith("UNPARSED; ")


def test_a_revision_of_a_story_shows_what_must_change_and_the_new_lines() -> None:
    printed = str(Reasoner().revise_story(RING, "Tom has the ring.")).splitlines()
    assert printed[:2] == ["REFUTED before, ENTAILED after", "change"]
    assert printed[2] == "  line 2: it must not be that Tom: give (theme ring, recipient Ann)"
    assert printed[3].startswith("    because who gives a thing away")
    assert printed[-3:] == [
        "  1  Tom bought a ring.",
        "* 2  He did not give it to Ann.",
        "  3  Ann smiled.",
    ]
    assert max(map(len, printed)) <= 80


def test_a_change_of_states() -> None:
    reasoner = Reasoner()
    found = reasoner.state_change(RING, [*RING[:2], "Ann cried."])
    assert str(found).splitlines()[0] == "Ann feels happy -> Ann feels sad  (lines 3)"
    assert str(reasoner.state_change(RING, RING)) == "no state differs"


def test_dialogues() -> None:
    form = facts(
        ("engine", "is_part_of", "car"), ("car", "is_part_of", "engine"), ("it froze", "event_cause", "snow")
    )
    (conflict,) = conflicts(form)
    assert str(conflict).splitlines()[0] == "cannot all hold"
    assert str(conflict).splitlines()[1].startswith('  f1 "[engine]')
    assert str(conflict).splitlines()[-1].startswith("  by ")
    resolution = resolve(form, "latest-wins")
    assert str(resolution).startswith("ENTAILED: 2 facts stand\nf1 gave way: cannot all hold\n")
    assert str(resolve(form, "ask")).splitlines()[1].endswith("Which is right?")
    (link,) = CausalGraph(form).causes("it froze")
    assert str(link) == "snow -> it froze  (f3)"


def test_what_a_belief_base_lost() -> None:
    base = BeliefBase()
    base.tell("If it rains, the match is off.")
    base.tell("It rains.")
    report = base.revise("The match is not off.")
    (loss,) = report.lost
    assert str(loss).splitlines()[0] == str(loss.what)
    assert all(line.startswith("    because of ") for line in str(loss).splitlines()[1:])
    assert f"   - {loss.what}\n       because of " in str(report)
    assert str(base.history[-1]) == str(report)


def test_optima_and_distances() -> None:
    found = optima([Atom("p")], [(Not(Atom("p")), 1.5)])
    assert isinstance(found, Optima)
    with found:
        assert str(found) == "optima of 1 hard and 1 soft statements, cost 1.5"
    apart = distance([Atom("p")], [Not(Atom("p"))])
    assert isinstance(apart, Distance)
    with apart.optima:
        assert str(apart) == "the nearest models differ in 1 atom"


def test_every_step_is_of_one_family_and_every_task_has_its_checks() -> None:
    own = [step for family in FAMILIES.values() for step in family.own]
    assert sorted(own, key=str) == sorted(get_args(Step), key=str)
    assert set(get_args(Task)) == FAMILIES.keys() == LOGIC.keys()
