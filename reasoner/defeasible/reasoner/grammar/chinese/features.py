"""Named features for or against a stretch of clauses as the cause or consequence of an event."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from defeasible.reasoner.grammar.chinese.clauses import Clause
from defeasible.reasoner.grammar.chinese.deixis import LETTER, in_words, person
from defeasible.reasoner.grammar.chinese.events import signs
from defeasible.reasoner.grammar.chinese.lexicon import any_of, finder
from defeasible.reasoner.grammar.chinese.scene import Scene

TELLS = 0.6
"""A clause with at least this fraction of the best likeness is taken to tell the event again."""
MOST_SIGNS = 26
"""Most characters of a pair of clauses that forms one answer."""
_LENGTHS = (4, 6, 8, 11, 14, 18)
_IT_IS = "(?=[是很不就都也还真太])"
# `还钱` and `也许` are other words.
_LEAN = re.compile(any_of(("shape", "lean")) + "|还(?![钱款给书有债])|又|也(?!许)")
_ADVICE = re.compile("建议|可以|应该|最好|不妨|要不|还是|推荐")
_PRONOUN = re.compile(rf"他们|她们|它们|他|她|它|这个{_IT_IS}|这{_IT_IS}")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible answer, with the features for and against it."""

    text: str
    clauses: tuple[Clause, ...]
    features: Mapping[str, float]
    """Features of the clauses, shared by the wordings of one stretch."""
    wording: Mapping[str, float]
    """Features of this wording: who or what precedes the words."""


def candidates(scene: Scene) -> list[Candidate]:
    """Return every clause, and every short pair of neighbours in a turn, in each wording."""
    found: list[Candidate] = []
    for i, clause in enumerate(scene.clauses):
        stretches: list[tuple[Clause, ...]] = [(clause,)]
        after = scene.clauses[i + 1] if i + 1 < len(scene.clauses) else None
        # `所以` begins the consequence of the clause before it: the two are not one answer.
        if after is not None and after.turn == clause.turn and after.cue != "effect":
            both = (clause, after)
            stretches += [both] if len(clause.text) + len(after.text) <= MOST_SIGNS else []
        for stretch in stretches:
            cast = scene.cast_of(stretch)
            text = "，".join(_lean(in_words(part, cast)) for part in stretch)
            features = _features(scene, stretch, text)
            found.extend(
                Candidate(wording, stretch, features, extra)
                for wording, extra in _wordings(scene, stretch, text)
            )
    return found


def _lean(text: str) -> str:
    """Remove what a report of the clause omits: `x现在也很忙` is reported as `x很忙`."""
    return _LEAN.sub("", text) or text


def _features(scene: Scene, stretch: tuple[Clause, ...], text: str) -> dict[str, float]:
    first, last = stretch[0], stretch[-1]
    found = {**_signals(scene, first, last), **_shape(scene, stretch, text)}
    for told, share in scene.tellers:
        for name, value in _place(scene, stretch, told).items():
            found[name] = found.get(name, 0.0) + share * value
    return {name: float(value) for name, value in found.items() if value}


def _place(scene: Scene, stretch: tuple[Clause, ...], told: Clause) -> dict[str, float]:
    """Return features of its position relative to a clause that may tell the event."""
    first = stretch[0]
    why = any(clause.why for clause in scene.turns.get(first.turn - 1, ()))
    step = first.number - told.number
    turns = first.turn - told.turn
    same = first.speaker == told.speaker
    return {
        "tells_event": any(part.number == told.number for part in stretch),
        f"step:{max(-4, min(9, step)):+d}": 1,
        f"turn:{max(-3, min(6, turns)):+d}": 1,
        f"turn:{max(-3, min(6, turns)):+d}:{'same' if same else 'other'}": 1,
        "after": step > 0,
        "same_turn_after": turns == 0 and step > 0,
        "same_turn_before": turns == 0 and step < 0,
        "far": min(abs(turns), 10) / 10,
        "near": math.exp(-abs(step - 1.5) / 3),
        "same_speaker": same,
        "same_speaker_soon": same and turns in (1, 2),
        "answers_why_about_event": why and 0 <= turns <= 3,
        "answers_event": told.asks and turns == 1,
        "doer_goes_on": scene.subject != "" and same and person(first) in ("first", "none"),
        "attitude_same_speaker": scene.attitude and same,
    }


def _signals(scene: Scene, first: Clause, last: Clause) -> dict[str, float]:
    """Return features of connectives, questions and answers."""
    clauses = scene.clauses
    after = clauses[last.number + 1] if last.number + 1 < len(clauses) else None
    before = clauses[first.number - 1] if first.number else None
    holds = any(first.number <= told.number <= last.number for told, _ in scene.tellers)
    behind = before is not None and _tells(scene, before) and not holds
    asked = scene.turns.get(first.turn - 1, ())
    why = any(clause.why for clause in asked)
    effect_next = after is not None and after.cue == "effect" and after.turn == last.turn
    return {
        "late": first.number / len(clauses),
        "opens_turn": scene.turns[first.turn][0] is first,
        "closes_turn": scene.turns[first.turn][-1] is last,
        "last_turn": first.turn == clauses[-1].turn,
        f"word:{first.word}": first.word != "",
        "turn_like": scene.turn_likeness[first.turn],
        "turn_before_like": scene.turn_likeness.get(first.turn - 1, 0.0),
        "turn_after_like": scene.turn_likeness.get(first.turn + 1, 0.0),
        "cause_word": first.cue == "cause",
        "effect_word": first.cue == "effect",
        "contrast_word": first.cue == "contrast",
        "because": "因为" in first.word or "因为" in first.text,
        "before_effect_word": effect_next,
        "before_event_with_effect_word": effect_next and after is not None and _tells(scene, after),
        "behind_event": behind,
        "before_event": after is not None and _tells(scene, after) and not holds,
        "behind_event_with_cause_word": behind and first.cue == "cause",
        "behind_event_with_effect_word": behind and first.cue == "effect",
        "answers_why": why,
        "answers_question": bool(asked) and asked[-1].asks,
    }


def _tells(scene: Scene, clause: Clause) -> bool:
    best = scene.located.best
    return best > 0 and scene.located.likenesses[clause.number] >= TELLS * best


def _shape(scene: Scene, stretch: tuple[Clause, ...], text: str) -> dict[str, float]:
    """Return features of what it says, and how."""
    first = stretch[0]
    said = first.text
    whose = person(first)
    degree = finder(("aspect", "degree")).search(said) is not None
    will = finder(("aspect", "volition")).search(said) is not None
    reason = finder(("shape", "reason")).search(said) is not None
    like = max(scene.located.likenesses[part.number] for part in stretch)
    length = len(signs(text))
    band = next((limit for limit in _LENGTHS if length <= limit), 99)
    found = {
        "asks": any(part.asks for part in stretch),
        "asks_why": any(part.why for part in stretch),
        "small_talk": any(part.talk for part in stretch),
        "denied": first.negated,
        "denied_as_event": first.negated == scene.denied,
        f"aspect:{first.aspect}": first.aspect != "",
        "feeling": any(part.mood for part in stretch),
        "bad_feeling": any(part.mood == "bad" for part in stretch),
        "degree": degree,
        "will": will,
        "yields": finder(("shape", "yields")).search(said) is not None,
        "gives_reason": reason,
        "shares_of_event": scene.rarity.cover(scene.event, text),
        "shared_of_itself": scene.rarity.cover(text, scene.event),
        "likeness": like,
        "repeats_event": max(0.0, like - 0.5),
        "has_topic": scene.topic != "" and scene.topic in text,
        f"length:{band}": 1,
        "length": math.log1p(length),
        "pair": len(stretch) > 1,
        f"person:{whose}": 1,
        "names_speaker": LETTER.search(text) is not None,
    }
    if scene.attitude:
        found |= {"attitude_degree": degree, "attitude_reason": reason, "attitude_will": will}
    if scene.feeling:
        found["feeling_degree"] = degree
    if not scene.subject:
        found |= {"no_doer_first": whose == "first", "no_doer_third": whose == "third"}
    return found


def _wordings(scene: Scene, stretch: tuple[Clause, ...], text: str) -> Sequence[tuple[str, dict[str, float]]]:
    """Return the words as they are; with the speaker or topic in front; as an opinion, or as advice."""
    first = stretch[0]
    whose = person(first)
    kind = "doer" if scene.subject else "no_doer"
    named = LETTER.search(text) is not None
    cast = scene.cast_of(stretch)
    me, you = cast.first(first), cast.second(first)
    degree = finder(("aspect", "degree")).search(first.text) is not None
    out = [(text, _wording("plain", whose, kind))]
    if not named:
        same = first.speaker == scene.located.clause.speaker
        extra = _wording("speaker", whose, kind) | {
            "speaker+same": float(same),
            "speaker+will": float(finder(("aspect", "volition")).search(first.text) is not None),
            "speaker+same+doer": float(same and scene.subject != ""),
        }
        out.append((me + text, extra))
    pronoun = _PRONOUN.match(text)
    for name, about in (("topic", scene.topic), ("head", scene.head)):
        if about and about not in text and (pronoun or not named) and (name, about) != ("head", scene.topic):
            extra = _wording(name, whose, kind) | {f"{name}+pronoun": float(pronoun is not None)}
            if name == "topic":
                extra |= {"topic+attitude": float(scene.attitude), "topic+degree": float(degree)}
            out.append((about + (text[pronoun.end() :] if pronoun else text), extra))
    if not named and (degree or whose == "third") and "觉得" not in text:
        extra = _wording("thinks", whose, kind) | {"thinks+degree": float(degree)}
        out.append((me + "觉得" + text, extra))
    advice = _ADVICE.sub("", text)
    if advice != text or whose == "second":
        if scene.one and "你" not in first.text:
            me, you = "y", "x"
        advice = advice.removeprefix(you)
        out.append((f"{me}建议{you}{advice}", _wording("advice", whose, kind)))
    return out


def _wording(name: str, whose: str, kind: str) -> dict[str, float]:
    return {name: 1.0, f"{name}+{whose}": 1.0, f"{name}+{kind}": 1.0}
