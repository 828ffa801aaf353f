"""`causes` and `consequences`: extract why an event of a Chinese dialogue happened and what came of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.grammar.chinese.features import Candidate, candidates
from defeasible.reasoner.grammar.chinese.reasons import in_plain_words
from defeasible.reasoner.grammar.chinese.scene import Scene, Subjects, set_scene
from defeasible.reasoner.grammar.chinese.weights import (
    HAND,
    SIGNS,
    Question,
    Weights,
    fitted,
    sign_features,
    unseeing,
)
from defeasible.reasoner.heads import Folds
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Span

WeightSet = Literal["hand", "fitted"]
MOST_REASONS = 6
"""Most reasons of an answer: those of greatest weight."""


@dataclass(frozen=True, slots=True)
class Reason(Record):
    """A feature that counts for or against an answer."""

    name: str
    """Id of the feature: `answers_why_about_event`."""
    weight: float
    """Its contribution to the score, in nats; negative if it counts against."""
    words: str
    """The same for a reader."""


@dataclass(frozen=True, slots=True)
class Extracted(Record):
    """One or two clauses of the dialogue that answer why an event happened or what came of it."""

    text: str
    """In the style of the question, with its letters for people: `x怕水`."""
    spans: tuple[Span, ...]
    """The clauses it was made of; sources are `t1`, `t2`, ... for the turns."""
    score: float
    """Total weight in nats; only differences between answers to one question are meaningful."""
    share: float
    """Its share of exp(score) among all candidates, 0 to 1: how clearly it stands out, not how likely it is
    to be right."""
    reasons: tuple[Reason, ...]
    weights: str
    """`hand` or `fitted`."""


@dataclass(frozen=True, slots=True)
class Options:
    """How answers are written and scored."""

    subjects: Subjects = "auto"
    """How people are written: as in the event, by the names of the speakers, or as x and y."""
    weights: WeightSet | Folds = "hand"
    """`hand`, set from grammar alone; `fitted`, on the open half of CORECODE; or your own weights. Fitted
    weights answer a dialogue that they were fitted on with the fold without it."""


PLAIN_OPTIONS = Options()


def causes(
    turns: Sequence[str], event: str, k: int = 3, options: Options = PLAIN_OPTIONS
) -> tuple[Extracted, ...]:
    """Return the clauses that most likely tell why an event of a dialogue happened.

    Args:
        turns: The turns, `A: ...` and `B: ...`; without names A and B speak in turn.
        event: The event in words: `x不敢游泳`, `A辞职了`, `比赛取消了`.
        k: Most answers, at least 1.
        options: How answers are written and scored.

    Returns:
        Distinct answers, best first; ties in the order of the dialogue. Empty if no turn says anything.

    Raises:
        UsageError: If the event is empty, or k is less than 1.

    Notes:
        Roughly linear in the length of the dialogue, for an event of one sentence.

    Example:
        >>> turns = ["A: 我今天没去跑步。", "B: 为什么啊？", "A: 因为膝盖疼得厉害。"]
        >>> causes(turns, "A今天没去跑步", k=1)[0].text
        '膝盖疼得厉害'
    """
    return _ranked(turns, event, "cause", k, options)


def consequences(
    turns: Sequence[str],
    event: str,
    k: int = 3,
    options: Options = PLAIN_OPTIONS,
    *,
    clipped: bool = False,
) -> tuple[Extracted, ...]:
    """Return the clauses that most likely tell what came of an event; otherwise like `causes`.

    With `clipped`, the dialogue breaks off before the consequence. The answer is then what was last wanted,
    planned or felt about the event: a guess, to be trusted little.

    Example:
        >>> turns = ["A: 昨晚下了一夜大雨，所以球赛取消了。", "B: 太可惜了。"]
        >>> consequences(turns, "昨晚下了一夜大雨", k=1)[0].text
        '球赛取消了'
    """
    return _ranked(turns, event, "clipped" if clipped else "consequence", k, options)


def _ranked(
    turns: Sequence[str], event: str, question: Question, k: int, options: Options
) -> tuple[Extracted, ...]:
    if k < 1:
        raise UsageError(f"k is {k}; ask for 1 answer or more")
    if not event.strip():
        raise UsageError("the event is empty; name what happened, such as `A辞职了`")
    scene = set_scene(turns, event.strip(), options.subjects)
    if scene is None:
        return ()
    if options.weights == "hand":
        return rank(scene, HAND[question], k)
    folds = fitted(question) if options.weights == "fitted" else options.weights
    return rank(scene, unseeing(folds, turns), k)


def seen_of(turns: Sequence[str], event: str, subjects: Subjects) -> list[tuple[str, dict[str, float]]]:
    """Return each possible answer with all its features, on which weights are fitted.

    Args:
        turns: As for `causes`.
        event: As for `causes`.
        subjects: How people are written.
    """
    scene = set_scene(turns, event.strip(), subjects)
    found = [] if scene is None else candidates(scene)
    return [(one.text, {**one.features, **one.wording, **sign_features(one.text)}) for one in found]


def rank(scene: Scene, weights: Weights, k: int) -> tuple[Extracted, ...]:
    """Return the k best answers, with distinct words and clauses, and their reasons."""
    found = candidates(scene)
    base: dict[int, float] = {}
    scores = []
    for candidate in found:
        shared = id(candidate.features)
        if shared not in base:
            base[shared] = weights.score(candidate.features)
        scores.append(base[shared] + weights.score(candidate.wording) + weights.sign_score(candidate.text))
    if not found:
        return ()
    order = sorted(range(len(found)), key=lambda i: (-scores[i], i))
    best = scores[order[0]]
    whole = math.fsum(math.exp(score - best) for score in scores)
    out: list[Extracted] = []
    used: set[int] = set()
    for i in order:
        candidate = found[i]
        numbers = {clause.number for clause in candidate.clauses}
        if numbers & used:
            continue
        used |= numbers
        out.append(
            Extracted(
                candidate.text,
                tuple(Span(c.source, c.start, c.end) for c in candidate.clauses),
                round(scores[i], 6),
                round(math.exp(scores[i] - best) / whole, 6),
                _reasons(candidate, weights),
                weights.name,
            )
        )
        if len(out) == k:
            break
    return tuple(out)


def _reasons(candidate: Candidate, weights: Weights) -> tuple[Reason, ...]:
    features: Mapping[str, float] = {**candidate.features, **candidate.wording}
    parts = [(weights.of[name] * value, name) for name, value in features.items() if name in weights.of]
    if weights.signs:
        parts.append((weights.sign_score(candidate.text), SIGNS))
    parts.sort(key=lambda part: (-abs(part[0]), part[1]))
    return tuple(
        Reason(name, round(weight, 6), in_plain_words(name))
        for weight, name in parts[:MOST_REASONS]
        if weight
    )
