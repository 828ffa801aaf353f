"""Weights of features: set by hand from grammar, or fitted and read from a file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from defeasible.reasoner.grammar.chinese.events import signs
from defeasible.reasoner.grammar.chinese.lexicon import PACKAGE
from defeasible.reasoner.heads import Folds
from defeasible.reasoner.heads import Weights as Linear

Question = Literal["cause", "consequence", "clipped"]
"""What is asked about an event: why; what came of it; what will come of it, if the dialogue breaks off."""

STRONG, PLAIN, WEAK = 2.0, 1.0, 0.5
"""Grades of hand-set weights, in nats: odds of about 7.4, 2.7 and 1.6 to 1."""
SIGNS = "signs"
"""Name of the total weight of an answer's characters."""
SIGN = "sign:"
"""Prefix of the name of the feature that an answer has a Chinese character."""
SIGN_SCALE = 0.3
"""Value of such a feature: less than that of others, so that the penalty affects its weight more."""
OPENING = 12
"""Number of turns that identify a dialogue; a clipped dialogue shares them with the whole one."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of features, in nats, for one question."""

    name: str
    """Their origin: `hand` or `fitted`."""
    of: Mapping[str, float]
    signs: bool = False
    """Whether there are weights of characters; only fitted weights have any."""

    def score(self, features: Mapping[str, float]) -> float:
        """Return the total weight of features, in nats."""
        known = self.of
        return sum(known[name] * value for name, value in features.items() if name in known)

    def sign_score(self, text: str) -> float:
        """Return the total weight of the distinct characters of a text, in nats."""
        return self.score(sign_features(text)) if self.signs else 0.0


def sign_features(text: str) -> dict[str, float]:
    """Return a feature for each distinct Chinese character of a text."""
    return {f"{SIGN}{sign}": SIGN_SCALE for sign in sorted(set(signs(text))) if sign > "\u3400"}


_ANY: dict[str, float] = {
    # Questions and greetings assert nothing; a repetition of the event explains nothing.
    "asks": -PLAIN,
    "asks_why": -PLAIN,
    "small_talk": -STRONG,
    "tells_event": -STRONG,
    "repeats_event": -STRONG,
    # People stay on a topic for a turn or two.
    "near": STRONG,
    "far": -STRONG,
    "turn:+0": PLAIN,
    "turn:+1": WEAK,
    "likeness": STRONG,
    "has_topic": PLAIN,
    # Actions lead to and come from actions; events in the world, from the world.
    "doer_goes_on": WEAK,
    "no_doer_first": -PLAIN,
    "no_doer_third": WEAK,
    # A clause of three or four characters seldom tells an event: log(1 + characters).
    "length": PLAIN,
    # What is omitted at the start of a clause is its speaker, or else the topic.
    "speaker": -WEAK,
    "speaker+none": WEAK,
    "speaker+same+doer": WEAK,
    # An opinion is usually reported as it is, and advice as what is done.
    "thinks": -PLAIN,
    "advice": -PLAIN,
    "advice+second": WEAK,
    "head": -WEAK,
    "head+no_doer": WEAK,
    "head+none": WEAK,
    "head+pronoun": PLAIN,
    "topic": -WEAK,
    "topic+no_doer": WEAK,
    "topic+none": WEAK,
    "topic+pronoun": PLAIN,
    "topic+degree": WEAK,
}
HAND: Mapping[Question, Weights] = {
    "cause": Weights(
        "hand",
        _ANY
        | {
            "behind_event_with_cause_word": STRONG,
            "before_event_with_effect_word": STRONG,
            "answers_why_about_event": STRONG,
            "because": PLAIN,
            "cause_word": WEAK,
            "before_effect_word": WEAK,
            "effect_word": -WEAK,
            # A claim is usually followed at once by its reason.
            "behind_event": PLAIN,
            "before_event": WEAK,
            "same_speaker": WEAK,
            # People like or want a thing for a gradable quality.
            "attitude_degree": WEAK,
            "attitude_reason": WEAK,
        },
    ),
    "consequence": Weights(
        "hand",
        _ANY
        | {
            "behind_event_with_effect_word": STRONG,
            "effect_word": PLAIN,
            "yields": WEAK,
            "cause_word": -WEAK,
            "before_event": -WEAK,
            "behind_event": WEAK,
            # A consequence is told after the event, and not always at once.
            "after": PLAIN,
            "near": PLAIN,
            "same_turn_after": PLAIN,
            # Events lead to feelings and plans.
            "feeling": WEAK,
            "aspect:planned": WEAK,
            "will": WEAK,
            # A consequence has happened, usually to others, and the teller of the event tells it too.
            "aspect:done": STRONG,
            "same_speaker_soon": WEAK,
            "topic+third": WEAK,
        },
    ),
    "clipped": Weights(
        "hand",
        _ANY
        | {
            "after": PLAIN,
            "effect_word": PLAIN,
            # The continuation is what somebody last said that they want or feel.
            "last_turn": PLAIN,
            "aspect:planned": PLAIN,
            "will": WEAK,
            "feeling": WEAK,
        },
    ),
}
"""Set by hand from grammar, in three grades; never fitted on a benchmark."""


def shipped(question: Question) -> Path:
    """Return the file of the shipped weights for a question."""
    task = "subsequent" if question == "consequence" else question
    return Path(str(files(PACKAGE).joinpath("fitted", f"corecode-{task}.json")))


@cache
def fitted(question: Question) -> Folds:
    """Return the shipped weights for a question, as `defeasible fit` wrote them.

    A score made with them is a fitted score: label it as such.
    """
    read = json.loads(shipped(question).read_text(encoding="utf-8"))
    sets = [Linear(one["coefficients"], one["strength"]) for one in (*read["folds"], read["whole"])]
    return Folds(tuple(sets[:-1]), sets[-1], read["seen"])


def opening(turns: Sequence[str]) -> str:
    """Return the text by which fitted weights identify a dialogue."""
    return "\n".join(turns[:OPENING])


def unseeing(folds: Folds, turns: Sequence[str]) -> Weights:
    """Return the fitted weights that were not fitted on a dialogue."""
    found = folds.weights([opening(turns)])
    assert found is not None  # of one text there is one fold at most
    return Weights("fitted", found.coefficients, signs=True)
