"""State change: the pair of states that explains the difference between two versions of a story."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from defeasible.reasoner.english.closed import DETERMINERS
from defeasible.reasoner.forms import Event, State
from defeasible.reasoner.laws import Fluent, library
from defeasible.reasoner.laws.words import names_of, sentence
from defeasible.reasoner.story.decide import confidence, decided
from defeasible.reasoner.story.grounding import ground
from defeasible.reasoner.story.reading import Reading
from defeasible.reasoner.timing import until
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.forms import Story
    from defeasible.reasoner.sat.deadline import Deadline

ASKED = "asked"
"""Id of the query for a state in each story; numbered if there are several."""
DECIDED = frozenset({Verdict.ENTAILED, Verdict.REFUTED})


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


class _Told(NamedTuple):
    """What one version says of a fluent."""

    verdict: Verdict
    confidence: float
    lines: frozenset[int]
    """The lines of the shortest reason for it."""
    steps: int
    """Number of statements in that reason."""


def state_change(before: Story, after: Story, *, timeout: float | Deadline = 10.0) -> StateChange:
    """Return the states that hold in one version of a story and not in the other, best explanation first.

    Participants are identified by name, or by head noun if that is unambiguous.

    Args:
        before: The first version.
        after: The second version.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.
    """
    comparison = Comparison(before, after, timeout)
    pairs = tuple(comparison.pairs())
    return StateChange(pairs, comparison.lines, comparison.reason, comparison.unfinished)


class Comparison:
    """Two versions of a story, compared on every fluent that either mentions.

    One theory of each version serves all its fluents, since grounding costs more than solving. It may
    distinguish more moments than a theory for one fluent, so it only ranks what seems to differ: each pair is
    decided by questions of its own. A difference that these theories do not show is not found.

    Args:
        before: The first version.
        after: The second version.
        timeout: Seconds for the whole call, or the deadline of the enclosing call.
    """

    def __init__(self, before: Story, after: Story, timeout: float | Deadline = 10.0) -> None:
        self._stories = before, after
        self._deadline = until(timeout)
        texts = [{s.id: s.text for s in story.sources if s.id.startswith("s")} for story in self._stories]
        differ = {int(n[1:]) for n in {**texts[0], **texts[1]} if texts[0].get(n) != texts[1].get(n)}
        self.lines = tuple(sorted(differ))
        """The lines that differ."""
        same = _aligned(before, after)
        back = {theirs: mine for mine, theirs in same.items()}
        fluents = dict.fromkeys([*_fluents(before), *(f for g in _fluents(after) if (f := _moved(g, back)))])
        shared = {fluent: theirs for fluent in fluents if (theirs := _moved(fluent, same))}
        self._told = [_told(before, shared, self._deadline), _told(after, shared.values(), self._deadline)]
        found: list[tuple[tuple[object, ...], Fluent, Fluent]] = []
        self._late: set[Fluent] = set()
        for fluent, theirs in shared.items():
            told = self._told[0][fluent], self._told[1][theirs]
            verdicts = told[0].verdict, told[1].verdict
            if Verdict.TIMEOUT in verdicts:
                self._late.add(fluent)
            if not _differ(*verdicts):
                continue
            sure = [t.confidence for t in told if t.verdict in DECIDED]
            shown = differ & (told[0].lines | told[1].lines)
            steps = told[0].steps + told[1].steps
            rank = (-len(sure), not shown, not _only_first(*verdicts), -sum(sure), steps, fluent)
            found.append((rank, fluent, theirs))
        self._likely = [(fluent, theirs) for _, fluent, theirs in sorted(found, key=lambda item: item[0])]
        self._compared = len(shared)

    @property
    def unfinished(self) -> int:
        """Number of fluents not decided in time, so far."""
        return len(self._late)

    @property
    def reason(self) -> str:
        """Why there may be more pairs than were found; empty if all fluents were decided."""
        return (
            f"incomplete: the time ran out for {self.unfinished} of {self._compared} states"
            if self.unfinished
            else ""
        )

    def pairs(self) -> Iterator[StatePair]:
        """Yield the pairs of states on which the versions differ, best explanation first."""
        names = [_definite(story) for story in self._stories]
        entailed = [fluent for fluent, told in self._told[1].items() if told.verdict is Verdict.ENTAILED]
        for fluent, theirs in self._likely:
            first, second = (
                _decision(story, asked, self._deadline)
                for story, asked in zip(self._stories, (fluent, theirs), strict=True)
            )
            if Verdict.TIMEOUT in (first.verdict, second.verdict):
                self._late.add(fluent)
            if not _differ(first.verdict, second.verdict):
                continue
            holds = _only_first(first.verdict, second.verdict)
            rival = next((g for g in entailed if holds and library().exclude(theirs, g)), None)
            shown = self._told[0][fluent].lines | self._told[1][theirs].lines
            yield StatePair(
                sentence(fluent, names[0], positive=holds),
                sentence(rival, names[1]) if rival else sentence(theirs, names[1], positive=not holds),
                first,
                second,
                tuple(line for line in self.lines if line in shown),
            )


def _differ(first: Verdict, second: Verdict) -> bool:
    """Return whether at least one of two different verdicts decides its question."""
    return first is not second and not DECIDED.isdisjoint((first, second))


def _only_first(first: Verdict, second: Verdict) -> bool:
    """Return whether a fluent holds in the first version, and not in the second."""
    return first is Verdict.ENTAILED or second is Verdict.REFUTED


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


def _query(fluent: Fluent, name: str = ASKED) -> State:
    return State(name, 0, fluent.participant, fluent.attribute, fluent.value, fluent.other or None)


def _told(story: Story, fluents: Iterable[Fluent], deadline: Deadline) -> dict[Fluent, _Told]:
    """Return what a story says of each of some fluents, by one theory for all."""
    asked = tuple(fluents)
    queries = tuple(_query(fluent, f"{ASKED}{n}") for n, fluent in enumerate(asked, 1))
    reading = Reading(replace(story, queries=queries), AskStep(queries), library(), deadline)
    told = {n: happening.line for n, (happening, _) in enumerate(reading.theory.facts, 3)}
    found: dict[Fluent, _Told] = {}
    for fluent, weighing in zip(asked, reading.weighings(), strict=True):
        losing = {Verdict.ENTAILED: weighing.contra, Verdict.REFUTED: weighing.pro}.get(weighing.verdict)
        core = min(losing.cores, key=len) if losing else ()
        lines = frozenset(told[n] for n in core if n in told)
        found[fluent] = _Told(weighing.verdict, confidence(weighing, reading.persisting), lines, len(core))
    return found


def _decision(story: Story, fluent: Fluent, timeout: float | Deadline) -> Decision:
    query = _query(fluent)
    reading = Reading(replace(story, queries=(query,)), AskStep((query,)), library(), timeout)
    return decided(reading, reading.weighing())
