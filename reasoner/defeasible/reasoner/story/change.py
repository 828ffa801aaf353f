"""State change: the pair of states that explains the difference between two versions of a story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.english.closed import DETERMINERS
from defeasible.reasoner.forms import Event, State
from defeasible.reasoner.laws import Fluent, library
from defeasible.reasoner.laws.words import names_of, sentence
from defeasible.reasoner.story.decide import decided
from defeasible.reasoner.story.grounding import ground
from defeasible.reasoner.story.reading import Reading
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.sat.deadline import Deadline

ASKED = "asked"
"""Id of the query for a state in each story."""


@dataclass(frozen=True, slots=True)
class StatePair:
    """A state of the first story and its counterpart in the second."""

    before: str
    """In words: `Ann feels happy`."""
    after: str
    """In words: `Ann feels sad`, or `Ann does not feel happy`."""
    first: Decision
    """Decision on the state in the first story."""
    second: Decision
    """Decision on the same state in the second story."""
    lines: tuple[int, ...]
    """The changed lines that show it."""

    @property
    def opposite(self) -> bool:
        """Whether each story speaks against the other's state; otherwise one of them leaves it open."""
        return {self.first.verdict, self.second.verdict} == {Verdict.ENTAILED, Verdict.REFUTED}

    def __str__(self) -> str:
        return f"{self.before} -> {self.after}  (lines {', '.join(map(str, self.lines))})"


@dataclass(frozen=True, slots=True)
class StateChange:
    """The differences between two versions of a story."""

    pairs: tuple[StatePair, ...]
    """Pairs, best first: on which the stories contradict each other, shown by changed lines, with high
    confidence and a short proof; empty if no state differs."""
    lines: tuple[int, ...]
    """The lines that differ."""
    reason: str = ""
    """Why there is no answer, or only a partial one: a version could not be read, or the time ran out."""
    unfinished: int = 0
    """Number of states not decided in time; there may be more pairs."""

    @property
    def best(self) -> StatePair | None:
        """The pair that explains the difference best."""
        return self.pairs[0] if self.pairs else None

    def __str__(self) -> str:
        return "\n".join(filter(None, [*map(str, self.pairs), self.reason])) or "no state differs"


class _Found(NamedTuple):
    decision: Decision
    lines: tuple[int, ...]
    """The lines that show it."""
    steps: int
    """Number of statements in the shortest reason for it."""


def state_change(before: Story, after: Story, *, timeout: float | Deadline = 10.0) -> StateChange:
    """Return the states that hold in one version of a story and not in the other, best explanation first.

    Participants are identified by name, or by head noun if that is unambiguous.

    Args:
        before: The first version.
        after: The second version.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.
    """
    deadline = until(timeout)
    texts = [{s.id: s.text for s in story.sources if s.id.startswith("s")} for story in (before, after)]
    differ = {int(n[1:]) for n in {**texts[0], **texts[1]} if texts[0].get(n) != texts[1].get(n)}
    same = _aligned(before, after)
    back = {theirs: mine for mine, theirs in same.items()}
    fluents = dict.fromkeys([*_fluents(before), *(f for g in _fluents(after) if (f := _moved(g, back)))])
    found: list[tuple[tuple[object, ...], StatePair]] = []
    answers = {g: _asked(after, g, deadline) for f in fluents if (g := _moved(f, same))}
    unfinished = 0
    entailed = [g for g, answer in answers.items() if answer.decision.verdict is Verdict.ENTAILED]
    for fluent in fluents:
        theirs = _moved(fluent, same)
        if theirs is None:
            continue
        first, second = _asked(before, fluent, deadline), answers[theirs]
        verdicts = first.decision.verdict, second.decision.verdict
        unfinished += Verdict.TIMEOUT in verdicts
        decided_ones = [v for v in verdicts if v in (Verdict.ENTAILED, Verdict.REFUTED)]
        if verdicts[0] is verdicts[1] or not decided_ones:
            continue
        holds = verdicts[0] is Verdict.ENTAILED or verdicts[1] is Verdict.REFUTED
        names = _definite(before), _definite(after)
        rival = next((g for g in entailed if holds and library().exclude(theirs, g)), None)
        pair = StatePair(
            sentence(fluent, names[0], positive=holds),
            sentence(rival, names[1]) if rival else sentence(theirs, names[1], positive=not holds),
            first.decision,
            second.decision,
            tuple(sorted(differ & {*first.lines, *second.lines})),
        )
        sure = sum(f.decision.confidence for f in (first, second) if f.decision.verdict in decided_ones)
        rank = (-len(decided_ones), not pair.lines, not holds, -sure, first.steps + second.steps, fluent)
        found.append((rank, pair))
    return StateChange(
        tuple(pair for _, pair in sorted(found, key=lambda item: item[0])),
        tuple(sorted(differ)),
        f"incomplete: the time ran out for {unfinished} of {len(answers)} states" if unfinished else "",
        unfinished,
    )


def _definite(story: Story) -> dict[str, str]:
    """Return the definite description of each participant: `Ann`, `his keys`, `the lamp`."""
    return {
        name: words if not words[:1].islower() or words.split()[0] in DETERMINERS else f"the {words}"
        for name, words in names_of(story.participants).items()
    }


def _aligned(before: Story, after: Story) -> dict[str, str]:
    """Return the participants of the second story, mapped to those of the first."""
    same: dict[str, str] = {}
    for key in ("name", "head"):
        mine = _unique([(getattr(p, key).casefold(), p.id) for p in before.participants if p.id not in same])
        taken = set(same.values())
        theirs = _unique(
            [(getattr(p, key).casefold(), p.id) for p in after.participants if p.id not in taken]
        )
        same |= {mine[word]: theirs[word] for word in mine if word in theirs}
    return same


def _unique(pairs: list[tuple[str, str]]) -> dict[str, str]:
    words = [word for word, _ in pairs]
    return {word: name for word, name in pairs if words.count(word) == 1}


def _fluents(story: Story) -> list[Fluent]:
    """Return all fluents of the story, in order of first mention."""
    ask = AskStep((Event(ASKED, 0, ASKED, ()),))
    theory = ground(story.participants, story.happenings, ask, library())
    return list(dict.fromkeys(fluent for fluent, _ in theory.fluents.values()))


def _moved(fluent: Fluent, same: dict[str, str]) -> Fluent | None:
    """Return a fluent with the participants of the other story; None if one of them does not occur there."""
    who = same.get(fluent.participant)
    other = same.get(fluent.other) if fluent.other else ""
    return None if who is None or other is None else fluent._replace(participant=who, other=other)


def _asked(story: Story, fluent: Fluent, timeout: float | Deadline) -> _Found:
    query = State(ASKED, 0, fluent.participant, fluent.attribute, fluent.value, fluent.other or None)
    asking = replace(story, queries=(query,))
    reading = Reading(asking, AskStep((query,)), library(), timeout)
    weighing = reading.weighing()
    losing = {Verdict.ENTAILED: weighing.contra, Verdict.REFUTED: weighing.pro}.get(weighing.verdict)
    core = min(losing.cores, key=len) if losing else ()
    told = {n: h for n, (h, _) in enumerate(reading.theory.facts, 3)}
    return _Found(decided(reading, weighing), tuple(told[n].line for n in core if n in told), len(core))
