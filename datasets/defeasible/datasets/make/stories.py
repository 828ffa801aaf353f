"""Stories with a state, and revisions of them that imply another state, in the format of PASTA.

Each script of `stories.toml` is a story of five lines with placeholders for names and words, and two changes.
A change gives a state, the lines that imply it, a counterfactual state, and the lines that make it hold. The
tuples made from one story share its id, as the official ones do.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

from defeasible.datasets.make.maker import NAMES, Maker
from defeasible.datasets.pasta import FILES, LINES
from defeasible.reasoner.errors import UsageError

TRIES = 1000
"""Attempts at a new choice of script and words before they count as used up."""


@dataclass(frozen=True, slots=True)
class Change:
    """A state of a story, and a revision of the story in which another state holds."""

    state: str
    counter: str
    support: tuple[int, ...]
    """Lines that imply the state, from 1."""
    edits: Mapping[int, str]
    """Line number, from 1, to the line in the revised story."""


@dataclass(frozen=True, slots=True)
class Script:
    """A story with placeholders for words."""

    title: str
    lines: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    changes: tuple[Change, ...]


@cache
def scripts() -> tuple[Script, ...]:
    """Return the scripts of `stories.toml`."""
    text = files("defeasible.datasets.make").joinpath("stories.toml").read_text(encoding="utf-8")
    return tuple(
        Script(
            title=entry["title"],
            lines=tuple(entry["lines"]),
            words={name: tuple(words) for name, words in entry["words"].items()},
            changes=tuple(
                Change(
                    state=change["state"],
                    counter=change["counter"],
                    support=tuple(change["support"]),
                    edits={int(line): text for line, text in change["edits"].items()},
                )
                for change in entry["change"]
            ),
        )
        for entry in tomllib.loads(text)["script"]
    )


def make(n: int, random: Random) -> Mapping[str, str]:
    """Return the test file with `n` tuples.

    Raises:
        UsageError: If the word lists do not provide that many tuples.
    """
    told: set[tuple[str, ...]] = set()
    records: list[dict[str, object]] = []
    while len(records) < n:
        script, chosen = _telling(random, told)
        for change in script.changes[: n - len(records)]:
            records.append(_record(script, change, chosen, story=len(told), number=len(records)))
    return {FILES["test"]: "".join(json.dumps(record) + "\n" for record in records)}


def _telling(random: Random, told: set[tuple[str, ...]]) -> tuple[Script, dict[str, str]]:
    """Choose a script, two persons and the words, without repetition."""
    for _ in range(TRIES):
        script = random.choice(scripts())
        first, second = random.sample(NAMES, 2)
        chosen = {name: random.choice(words) for name, words in script.words.items()}
        chosen |= {"a": first, "b": second}
        key = (script.title, *chosen.values())
        if key not in told:
            told.add(key)
            return script, chosen
    raise UsageError(f"cannot make more than {len(told)} stories", hint="ask for fewer")


def _record(
    script: Script, change: Change, chosen: Mapping[str, str], *, story: int, number: int
) -> dict[str, object]:
    lines = {at: line.format(**chosen) for at, line in enumerate(script.lines, 1)}
    revised = lines | {at: line.format(**chosen) for at, line in change.edits.items()}
    numbers = range(1, LINES + 1)
    return {
        "AssignmentId": f"fresh-{number}",
        "Input.Title": script.title.format(**chosen),
        "Input.storyid": f"fresh-story-{story}",
        **{f"Input.line{at}": lines[at] for at in numbers},
        "Answer.assertion": change.state.format(**chosen),
        **{f"Answer.line{at}.on": at in change.support for at in numbers},
        "Answer.mod_assertion": change.counter.format(**chosen),
        **{f"Answer.mod_line{at}": revised[at] for at in numbers},
    }


MAKER = Maker("pasta", "stories, a state of each, and a revision that implies another", "tuples", make)
