"""Annotated Chinese dialogues in the format of CORECODE.

Each scene of `dialogues.toml` is a dialogue with placeholders for words. It names an event with its cause,
its consequence and its time; a phrase, with two replacements that contradict common sense; and pairs of
phrases related in an entity domain. Each dialogue made from it gives a record in the file of every task, for
`easy`, where events name the speakers A and B, and for `hard`, where they name them x and y. Half of the
dialogues start with an extra turn, so that either speaker may be the protagonist.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import TypeAlias

from defeasible.datasets.corecode import DIFFICULTIES, LETTERS, MASK, NAMES, Task
from defeasible.datasets.make.maker import Maker
from defeasible.reasoner.errors import UsageError

TRIES = 1000
"""Attempts at a new choice of scene and words before they count as used up."""
DOMAINS = ("属性", "比较", "空间")
SLOTS = (
    "前提条件", "事件原因", "情绪原因", "时间原因", "空间位置原因", "后续事件", "后续情绪反应",
    "后续时间改变", "后续空间位置改变", "发生时间", "开始时间", "结束时间", "持续时长", "频率", "发生位置",
)  # fmt: skip
"""Slots of events, in the order of the official options."""
GREETINGS = ("喂，在吗？", "嗨，好久不见！", "你好呀！", "哎，跟你说个事。", "在忙什么呢？")
BRIEF = "请用最短的话回答，不要解释："

Record: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Scene:
    """A dialogue with placeholders for words."""

    turns: tuple[str, ...]
    """`p: ...` for the protagonist, `o: ...` for the other."""
    event: str
    cause: str
    after: str
    clip: tuple[int, int]
    """The turn in which the clipped dialogue stops, from 1, and how many characters of it remain."""
    time: str
    """When the event happened; empty if nobody says it."""
    phrase: str
    odd: tuple[str, str]
    """Two phrases that contradict common sense in place of `phrase`."""
    pairs: tuple[tuple[str, str, str], ...]
    """Two phrases and the entity domain of their relation."""
    words: Mapping[str, tuple[str, ...]]


@cache
def scenes() -> tuple[Scene, ...]:
    """Return the scenes of `dialogues.toml`."""
    text = files("defeasible.datasets.make").joinpath("dialogues.toml").read_text(encoding="utf-8")
    return tuple(
        Scene(
            turns=tuple(entry["turns"]),
            event=entry["event"],
            cause=entry["cause"],
            after=entry["after"],
            clip=(entry["clip"][0], entry["clip"][1]),
            time=entry["time"],
            phrase=entry["phrase"],
            odd=(entry["odd"][0], entry["odd"][1]),
            pairs=tuple((first, second, domain) for first, second, domain in entry["pairs"]),
            words={name: tuple(words) for name, words in entry["words"].items()},
        )
        for entry in tomllib.loads(text)["scene"]
    )


def make(n: int, random: Random) -> Mapping[str, str]:
    """Return the test files of all tasks, easy and hard, with `n` dialogues each.

    `knowledge` has fewer: only the dialogues that say when their event happened.

    Raises:
        UsageError: If the word lists do not provide that many dialogues.
    """
    told: set[tuple[str, ...]] = set()
    records: dict[tuple[str, Task], list[Record]] = {(d, task): [] for d in DIFFICULTIES for task in NAMES}
    for _ in range(n):
        scene, words = _telling(random, told)
        greeting = random.choice(GREETINGS) if random.random() < 0.5 else ""
        # A speaks first: whoever begins the scene, or the other one with a greeting.
        begins_as_a = scene.turns[0].startswith("p") != bool(greeting)
        speakers = {"p": "A", "o": "B"} if begins_as_a else {"p": "B", "o": "A"}
        told_as = _Telling(scene, words, speakers, greeting)
        # The choices are the same for both difficulties, which differ only in the names of the persons.
        chosen = random.getrandbits(32)
        for difficulty in DIFFICULTIES:
            persons = speakers if difficulty == "easy" else {"p": "x", "o": "y"}
            again = Random(chosen)  # noqa: S311 - the same seed has to give the same items
            for task, record in told_as.records(persons, again).items():
                records[difficulty, task].append(record)
    return {
        f"{difficulty}/{NAMES[task][0]}/test/{NAMES[task][1]}.jsonl": "".join(
            json.dumps({"id": number, **record}, ensure_ascii=False) + "\n"
            for number, record in enumerate(made)
        )
        for (difficulty, task), made in records.items()
        if made
    }


def _telling(random: Random, told: set[tuple[str, ...]]) -> tuple[Scene, dict[str, str]]:
    """Choose a scene and its words, without repetition."""
    for _ in range(TRIES):
        scene = random.choice(scenes())
        words = {name: random.choice(choices) for name, choices in scene.words.items()}
        key = (scene.event, *words.values())
        if key not in told:
            told.add(key)
            return scene, words
    raise UsageError(f"cannot make more than {len(told)} dialogues", hint="ask for fewer")


@dataclass(frozen=True, slots=True)
class _Telling:
    """A scene with its words and speakers."""

    scene: Scene
    words: Mapping[str, str]
    speakers: Mapping[str, str]
    """`p` and `o` to A and B."""
    greeting: str
    """The first turn, by the one who does not begin the scene; may be empty."""

    def records(self, persons: Mapping[str, str], random: Random) -> dict[Task, Record]:
        """Return a record for each task. `persons` are the names in events."""
        scene = self.scene
        fill = {**self.words, **persons}
        event, cause, after, time = (
            text.format(**fill) for text in (scene.event, scene.cause, scene.after, scene.time)
        )
        phrase = scene.phrase.format(**fill)
        odd = [text.format(**fill) for text in scene.odd]
        first, second, domain = (text.format(**fill) for text in random.choice(scene.pairs))
        slot, value = random.choice(
            [("事件原因", cause), ("后续事件", after), *([("发生时间", time)] if time else [])]
        )
        wrong = random.choice(odd)
        dialogue = self._dialogue()
        records: dict[Task, Record] = {
            "cause": _asked(dialogue, f"{BRIEF}从对话看，导致事件“{event}”的原因是什么？", cause),
            "subsequent": _asked(dialogue, f"{BRIEF}从对话看，事件“{event}”之后发生了什么？", after),
            "clipped": _asked(
                self._dialogue(clip=True), f"{BRIEF}从上文推测，事件“{event}”之后会发生什么？", after
            ),
            "fill": {
                "dialogue": [turn.replace(phrase, MASK) for turn in dialogue],
                "question": f"{MASK}处填哪个短语最合常识？",
                **_options(random.sample([phrase, *odd], 3), phrase),
            },
            "domain": {
                "dialogue": dialogue,
                "question": f"两个短语的关系属于哪个领域？短语1: {first}  短语2: {second}",
                **_options(DOMAINS, domain),
            },
            "slot": {
                "dialogue": dialogue,
                "question": f"短语2是短语1的什么？短语1: {event}  短语2: {value}",
                **_options(SLOTS, slot),
            },
            "conflict": _asked(
                [turn.replace(phrase, wrong) for turn in dialogue], "对话里哪个短语不合常识？", wrong
            ),
        }
        if time:
            records["knowledge"] = _asked(dialogue, f"{BRIEF}事件“{event}”的发生时间是什么？", time)
        return records

    def _dialogue(self, *, clip: bool = False) -> list[str]:
        turns = [turn.format(**self.words).partition(": ")[::2] for turn in self.scene.turns]
        if clip:
            last, length = self.scene.clip
            speaker, text = turns[last - 1]
            turns = [*turns[: last - 1], (speaker, text[:length])]
        if self.greeting:
            turns.insert(0, ("o" if turns[0][0] == "p" else "p", self.greeting))
        return [f"{self.speakers[speaker]}: {text}" for speaker, text in turns]


def _asked(dialogue: list[str], question: str, answer: str) -> Record:
    return {"dialogue": dialogue, "question": question, "answer": answer}


def _options(texts: list[str] | tuple[str, ...], right: str) -> Record:
    keys = [f"({letter})" for letter in LETTERS[: len(texts)]]
    return {**dict(zip(keys, texts, strict=True)), "answer": [keys[texts.index(right)], right]}


MAKER = Maker("corecode", "Chinese dialogues, with a record for every task", "dialogues", make)
