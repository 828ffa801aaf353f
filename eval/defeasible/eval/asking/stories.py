"""Rewriting stories, and naming the states that a change affects: a model writes, guided by a solver.

In `hybrid` logic says which lines of a story must change, and how. A model rewrites only these lines, the
others are copied, and the solver checks whether the requested state follows. If not, the model is asked again
and told which attempts failed. If logic names no line, the model first writes a whole story, and the lines
that it changed are rewritten.

For a change of states, logic proposes the pairs that it can prove, and the model chooses among them; without
such a pair the model writes one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from defeasible.eval.asking.asking import LEFT_OPEN, Asking
from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.question import StateChangeQuestion, StoryRevisionQuestion
from defeasible.reasoner.story import differences
from defeasible.reasoner.verdict import Branch, Verdict

if TYPE_CHECKING:
    from defeasible.eval.pipelines.hybrid import Weighing
    from defeasible.eval.pipelines.settings import Settings
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.story import Revision

BETWEEN = " / "
"""Separates the states of a pair if a model is shown several."""


class _Draft(NamedTuple):
    lines: tuple[str, ...]
    verdict: Verdict
    """Whether they imply the requested state."""

    @property
    def worth(self) -> int:
        return {Verdict.ENTAILED: 2, Verdict.UNKNOWN: 1}.get(self.verdict, 0)


@dataclass(slots=True)
class _Work:
    """The state of the work on one story: the drafts so far, and the log entries about them."""

    asked: Weighing[StoryRevisionQuestion]
    reasoner: Reasoner
    drafts: list[_Draft] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    @property
    def best(self) -> _Draft | None:
        """The first of the best drafts."""
        return max(self.drafts, key=lambda draft: draft.worth, default=None)

    @property
    def done(self) -> bool:
        """Whether a draft implies the requested state."""
        return any(draft.verdict is Verdict.ENTAILED for draft in self.drafts)

    def judge(self, lines: Sequence[str], what: str) -> None:
        """Have the solver check a draft."""
        verdict = self.reasoner.infer_state(lines, self.asked.question.counterfactual).verdict
        self.drafts.append(_Draft(tuple(lines), verdict))
        self.log.append(f"{what}: the state is {verdict}")


@dataclass(frozen=True, slots=True)
class Revisions(Asking[StoryRevisionQuestion]):
    """How would a story go if another state held?"""

    prompts: str = "pasta/revision"
    style: str = "direct"
    rounds: int = 3
    """Most drafts of a story."""
    question = StoryRevisionQuestion
    choosing = "pasta/rewriting"

    def set(self, settings: Settings) -> Revisions:
        """Return a version with the number of rounds of the settings."""
        return replace(self, rounds=settings.rounds)

    def fields(self, question: StoryRevisionQuestion) -> Mapping[str, object]:
        """Return `story` and `state`."""
        return {"story": list(question.lines), "state": question.counterfactual}

    def options(self, _question: StoryRevisionQuestion) -> tuple[str, ...]:
        """Return no options: the answer is a story."""
        return ()

    def weigh(self, asked: Weighing[StoryRevisionQuestion], plain: Decision) -> Decision:
        """Have a model rewrite what must change according to logic, check it, and keep the best draft.

        A rewriting by rule is kept if the solver accepts it but none of the model's drafts.
        """
        question = asked.question
        reasoner = Reasoner(parser=asked.parser, timeout=asked.timeout)
        work = _Work(asked, reasoner)
        revision = reasoner.revise_story(question.lines, question.counterfactual)
        places, hints = _edit(revision)
        if places:
            work.log.append(f"logic asks for another line {_named(places)}")
        else:
            own = asked.ask()
            work.log.append("logic names no line to change")
            if own.answer is None:
                if plain.answer is not None:
                    return _kept(plain, [*work.log, f"the model writes nothing: {own.failure}"])
                return asked.own(own, f"{work.log[0]}; {LEFT_OPEN}")
            lines = own.answer.split("\n")
            work.judge(lines, "round 1, the model's own story")
            places = _differing(question.lines, lines)
        self._rounds(work, places, hints)
        best = work.best
        if not work.done and plain.answer is not None:
            return _kept(plain, [*work.log, "kept: the rewriting by rule"])
        if best is None:
            return asked.own(
                asked.ask(), f"{'; '.join(work.log)}; kept: the model's own story, not looked at"
            )
        work.log.append(f"kept: draft {work.drafts.index(best) + 1}")
        return asked.wrote("\n".join(best.lines), "; ".join(work.log))

    def _rounds(self, work: _Work, places: Sequence[int], hints: Sequence[str]) -> None:
        """Have lines rewritten until the solver accepts them, the rounds are over, or nothing is written."""
        question, chooser = work.asked.question, work.asked.chooser
        tried: list[str] = []
        for number in range(len(work.drafts) + 1, self.rounds + 1):
            if work.done or not places or chooser is None:
                return
            if work.drafts:
                last = work.drafts[-1].lines
                tried.append(" ".join(last[place - 1] for place in places))
            given = {
                **self.fields(question),
                "lines": [f"line{place}: {question.lines[place - 1]}" for place in places],
                "hints": list(hints),
                "tried": tried,
            }
            found = chooser.fill(given, [f"line{place}" for place in places])
            if not found:
                work.log.append(f"round {number}: no lines were written")
                return
            lines = [found.get(f"line{n}", line) for n, line in enumerate(question.lines, 1)]
            work.judge(lines, f"round {number}, line {_named(places)} rewritten")


@dataclass(frozen=True, slots=True)
class Changes(Asking[StateChangeQuestion]):
    """Which state holds in one version of a story, and which one instead in the other?"""

    prompts: str = "pasta/change"
    style: str = "direct"
    question = StateChangeQuestion
    choosing = "pasta/pairs"

    def fields(self, question: StateChangeQuestion) -> Mapping[str, object]:
        """Return `story` and `revised`."""
        return {"story": list(question.lines), "revised": list(question.revised_lines)}

    def options(self, _question: StateChangeQuestion) -> tuple[str, ...]:
        """Return no options: the answer is a pair of states."""
        return ()

    def weigh(self, asked: Weighing[StateChangeQuestion], plain: Decision) -> Decision:
        """Have a model choose among the proved pairs; without one it writes a pair itself."""
        if plain.answer is None:
            return asked.alone(LEFT_OPEN)
        forms = asked.read()
        assert isinstance(forms, tuple)  # what is not read is not weighed
        pairs = {
            decision.answer.replace("\n", BETWEEN): decision
            for decision in differences(asked.parser, asked.question, forms, asked.timeout)
            if decision.answer is not None
        }
        if len(pairs) < 2:
            return plain
        opinion = asked.choose(tuple(pairs))
        if opinion.answer is None:
            return _kept(
                plain, [f"of {len(pairs)} pairs that hold up the model chooses none; kept: the first"]
            )
        why = f"of {len(pairs)} pairs that hold up the model {opinion.reason(opinion.answer)}"
        return replace(_kept(pairs[opinion.answer], [why]), branch=Branch.ARBITRATION)


def _edit(revision: Revision) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the lines of the first smallest edit, and what they must say instead."""
    changes = revision.edits[0] if revision.edits else ()
    return tuple(sorted({change.line for change in changes})), tuple(change.must for change in changes)


def _differing(old: Sequence[str], new: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers of the lines that differ, from 1; none if the lengths differ."""
    if len(old) != len(new):
        return ()
    return tuple(n for n, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b)


def _named(places: Sequence[int]) -> str:
    return ", ".join(map(str, places))


def _kept(decision: Decision, log: Sequence[str]) -> Decision:
    """Return a decision with the log in its reason."""
    parts = [decision.reason, *log] if decision.reason else log
    return replace(decision, reason="; ".join(parts))


REVISIONS = Revisions()
CHANGES = Changes()
