"""Measure questions about stories: deciding, writing the proof, checking it, revising.

Times are CPU milliseconds of this process, the median of several rounds over the same questions. The stories
are forms, so no parser is timed; the last row reads text as well.
Run from the root, in an environment with the package installed: `python benchmarks/story_states.py`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from defeasible.reasoner import Reasoner, check_decision
from defeasible.reasoner.forms import Event, Participant, State, Story
from defeasible.reasoner.question import StoryQuestion
from defeasible.reasoner.story import infer_state, revise_story, state_change
from defeasible.reasoner.text import Source

ROUNDS = 9
LINES = (
    "Tom bought a ring.",
    "He gave the ring to Ann.",
    "Ann smiled.",
    "She opened the door.",
    "She went to the park.",
)
CAST = (
    Participant("p1", "Tom", "tom", "person"),
    Participant("p2", "Ann", "ann", "person"),
    Participant("p3", "the ring", "ring"),
    Participant("p4", "the door", "door"),
    Participant("p5", "the park", "park", "place"),
)
TOLD = (
    Event("h1", 1, "buy", (("agent", "p1"), ("theme", "p3"))),
    Event("h2", 2, "give", (("agent", "p1"), ("theme", "p3"), ("recipient", "p2"))),
    Event("h3", 3, "smile", (("agent", "p2"),)),
    Event("h4", 4, "open", (("agent", "p2"), ("theme", "p4"))),
    Event("h5", 5, "go", (("agent", "p2"), ("goal", "p5"))),
)
ASKED = (
    State("q1", 0, "p2", "has", other="p3"),
    State("q2", 0, "p1", "has", other="p3"),
    State("q3", 0, "p2", "feels", "sad"),
    State("q4", 0, "p4", "is", "closed"),
    State("q5", 0, "p2", "at", other="p5"),
    State("q6", 0, "p1", "is", "tall"),
)
STORY = Story(tuple(Source(f"s{n}", line) for n, line in enumerate(LINES, 1)), CAST, TOLD, ASKED)


def milliseconds(action: Callable[[], object], questions: int) -> float:
    """Return the CPU milliseconds of one question, the median of several rounds."""
    action()
    spent = []
    for _ in range(ROUNDS):
        started = time.process_time()
        action()
        spent.append((time.process_time() - started) * 1000 / questions)
    return statistics.median(spent)


def main() -> None:
    """Print the table."""
    questions = range(len(ASKED))
    decisions = [(StoryQuestion(STORY, (n,)), infer_state(STORY, n)) for n in questions]
    reasoner = Reasoner()
    cried = Story(STORY.sources, CAST, (*TOLD[:2], Event("h3", 3, "cry", (("agent", "p2"),)), *TOLD[3:]))
    rows: list[tuple[str, Callable[[], object], int]] = [
        ("decide", lambda: [infer_state(STORY, n) for n in questions], len(ASKED)),
        ("decide what nothing is said of", lambda: infer_state(STORY, 5), 1),
        ("decide and write the proof", lambda: [infer_state(STORY, n).trace for n in questions], len(ASKED)),
        ("check a proof", lambda: [check_decision(*asked) for asked in decisions], len(ASKED)),
        ("revise", lambda: revise_story(STORY, 1), 1),
        ("compare two versions", lambda: state_change(STORY, cried), 1),
        ("read five lines and decide", lambda: reasoner.infer_state(LINES, "Ann was happy."), 1),
    ]
    for name, action, count in rows:
        print(f"{name:32} {milliseconds(action, count):8.2f} ms")


if __name__ == "__main__":
    main()
