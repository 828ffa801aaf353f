"""Heads for choices: features of each option, and an oracle that answers with a head."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from defeasible.eval.asking import AskedSlot, Asking, FillQuestion
from defeasible.eval.cases import Case
from defeasible.eval.fitting.heads import Loaded
from defeasible.eval.fitting.kinds import Kind
from defeasible.eval.fitting.learn import CONSTANT, Example
from defeasible.eval.pipelines.opinion import Opinion, Way
from defeasible.eval.pipelines.settings import HEAD
from defeasible.eval.reliability import AS_THEY_ARE, Reliability
from defeasible.eval.tasks import TASKS, Task
from defeasible.llm.prompts.similar import TfIdf, terms
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.grammar.chinese.weights import opening
from defeasible.reasoner.question import ChoiceQuestion, Question, SizeQuestion, StateQuestion

FEATURES = "options"
RARE = 0.002
_NEGATIVE = re.compile(r"\b(?:not|no|never|nobody|nothing|none|without|cannot)\b|n't\b", re.IGNORECASE)
_DULL = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "do",
        "does",
        "did",
        "has",
        "have",
        "had",
        "to",
        "of",
        "in",
        "on",
        "at",
        "and",
        "or",
        "it",
        "its",
        "he",
        "she",
        "they",
        "his",
        "her",
        "their",
        "him",
        "them",
        "with",
        "for",
        "that",
        "this",
        "not",
    ]
)


@dataclass(frozen=True, slots=True)
class Seen:
    """The features of one question."""

    options: tuple[Mapping[str, float], ...]
    """The features of each option, in order."""
    key: str
    """The text by which the question is recognized later."""


def _stems(text: str) -> list[str]:
    return [found for word in re.findall(r"[a-z']+", text.casefold()) if (found := stem(word)) not in _DULL]


def _state(question: StateQuestion) -> Seen:
    """Return the words that the state shares with the relevant sentences, negations, and pairs of words."""
    told = [question.lines[number - 1] for number in question.support] or list(question.lines)
    wanted = dict.fromkeys(_stems(question.state))
    lines = [set(_stems(line)) for line in told]
    shares = [len(line & wanted.keys()) / (len(wanted) or 1) for line in lines] or [0.0]
    nearest = told[shares.index(max(shares))] if told else ""
    denied, denying = (bool(_NEGATIVE.search(text)) for text in (question.state, nearest))
    yes: dict[str, float] = {
        CONSTANT: 1.0,
        "shared with a sentence": max(shares),
        "shared with the last sentence": shares[-1],
        "shared with all": len(set.union(set(), *lines) & wanted.keys()) / (len(wanted) or 1),
        "denied": float(denied),
        "sentence denies": float(denying),
        "one of them denies": float(denied != denying),
        "one of them denies, shared": max(shares) * (denied != denying),
    }
    both = {f"{a}|{b}": 1.0 for a in wanted for b in set.union(set(), *lines) if a != b}
    yes |= {name: value / math.sqrt(len(both)) for name, value in both.items()}
    return Seen((yes, {}), question.state)


def _slot(question: AskedSlot) -> Seen:
    """Return the option that the cues choose, and the words of both phrases."""
    from defeasible.reasoner import Reasoner  # noqa: PLC0415 - imports spaCy and Z3
    from defeasible.reasoner.question import SlotQuestion  # noqa: PLC0415 - likewise

    asked = SlotQuestion(question.dialogue, question.phrase1, question.phrase2, question.options)
    chosen = Reasoner().decide(asked).answer
    words = {f"1:{term}" for term in terms(question.phrase1)} | {
        f"2:{term}" for term in terms(question.phrase2)
    }
    size = math.sqrt(len(words) or 1)
    turns = [source.text for source in question.sources]
    return Seen(
        tuple(
            {"chosen by cues": float(option == chosen), option: 1.0}
            | {f"{option}|{word}": 1 / size for word in sorted(words)}
            for option in question.options
        ),
        "\n".join((opening(turns), question.phrase1, question.phrase2)),
    )


def _fill(question: FillQuestion) -> Seen:
    """Return an option's length, its similarity to the other turns, and whether one of them contains it."""
    gaps = {gap.source for gap in question.gaps}
    others = [s.text for s in question.sources if s.id.startswith("t") and s.id not in gaps]
    near = [max(TfIdf(others).similarities(option), default=0.0) for option in question.options]
    first = max(near) if near else 0.0
    return Seen(
        tuple(
            {
                "length": math.log1p(len(option)),
                "near": like,
                "nearest": float(like == first and like > 0),
                "said": float(any(option in other for other in others)),
            }
            for option, like in zip(question.options, near, strict=True)
        ),
        opening(question.dialogue),
    )


def _size(question: SizeQuestion) -> Seen:
    """Return the words around each object in the context."""

    def around(name: str) -> dict[str, float]:
        found: dict[str, float] = {}
        for match in re.finditer(rf"\b{re.escape(name)}\b", question.context, re.IGNORECASE):
            before = re.findall(r"[a-z']+", question.context[: match.start()].casefold())[-3:]
            after = re.findall(r"[a-z']+", question.context[match.end() :].casefold())[:3]
            found |= {f"before:{stem(word)}": 1.0 for word in before}
            found |= {f"after:{stem(word)}": 1.0 for word in after}
        return found

    first, second = around(question.a), around(question.b)
    return Seen(({"first": 1.0} | first, second), f"{question.context} {question.a} {question.b}")


def _choice(question: ChoiceQuestion) -> Seen:
    """Return which premises and options contain negations."""
    given = (*question.premises, *([question.new] if question.new else []))
    signs = "".join("-" if _NEGATIVE.search(premise) else "+" for premise in given)
    return Seen(
        tuple(
            {f"{number} of {signs}": 1.0, f"denies {bool(_NEGATIVE.search(option))} of {signs}": 1.0}
            for number, option in enumerate(question.options, 1)
        ),
        "\n".join(given),
    )


SEEN: Mapping[type[Question], Callable[[Any], Seen]] = {
    StateQuestion: _state,
    AskedSlot: _slot,
    FillQuestion: _fill,
    SizeQuestion: _size,
    ChoiceQuestion: _choice,
}
"""Type of question to the function that computes its features."""


def _examples(cases: Sequence[Case[Any]], _: str) -> list[Example]:
    found = []
    for case in cases:
        seen = SEEN[type(case.question)](case.question)
        worths = tuple(float(label == case.gold) for label in case.labels)
        found.append(Example(case, seen.options, case.options, worths, (seen.key,), case.gold_answer))
    return found


KIND = Kind((FEATURES,), _examples, f"--pipeline neural --model {HEAD}", rare=RARE, ties=False)


def fits(task: Task) -> bool:
    """Return whether a head of this kind can be fitted on a task."""
    return task.asking.question in SEEN


@dataclass(slots=True)
class HeadOracle:
    """A head that answers as a model would, except questions that it has seen.

    Create it with `read`.
    """

    name: str
    loaded: Loaded
    reliability: Reliability = AS_THEY_ARE
    way: Way = "score"
    writes: bool = False

    @staticmethod
    def read(path: Path, asking: Asking[Any]) -> HeadOracle:
        """Read a head for questions of one kind.

        Args:
            path: File of the head.
            asking: How the questions are asked.

        Raises:
            UsageError: If the file is not a head, or is for a task with other questions.
        """
        tasks = [task.name for task in TASKS.values() if task.asking.prompts == asking.prompts]
        loaded = Loaded.read(path, *tasks)
        if loaded.head.features != FEATURES:
            raise UsageError(f"`{path}` weighs roles, not answers", hint=f"use `--roles {path}`")
        return HeadOracle(f"{HEAD}{path}", loaded)

    def answer(self, asking: Asking[Any], question: Question, among: Sequence[str] | None = None) -> Opinion:
        """Return the probability of each option, with weights that have not seen the question."""
        seen = SEEN[type(question)](question)
        everything: tuple[str, ...] = asking.options(question)
        options = everything if among is None else tuple(among)
        weights = self.loaded.head.weights([seen.key])
        assert weights is not None  # a single text is in at most one fold
        scores = [weights.score(seen.options[everything.index(option)]) for option in options]
        highest = max(scores)
        parts = [math.exp(score - highest) for score in scores]
        shares = tuple(part / sum(parts) for part in parts)
        return Opinion(options, shares, own=shares)
