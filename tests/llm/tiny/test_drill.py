"""Drills: random words, and replies that the text settles."""

from __future__ import annotations

import json
import re
from itertools import islice

from defeasible.llm.tiny.drill import Drill


def some(count: int, seed: int = 3) -> list[tuple[str, str]]:
    drill = Drill(seed)
    return [drill.next() for _ in range(count)]


def parts(prompt: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the lines of a prompt by their ids, and what is declared by its labels."""
    texts, _, declared = prompt.removeprefix("Texts:\n").partition("\n\nDeclared:\n")
    lines, labels = (dict(re.findall(r"^(\w+): (.*)$", part, re.MULTILINE)) for part in (texts, declared))
    return lines, labels


def test_labels_are_those_of_the_phrases_in_order() -> None:
    seen = 0
    for prompt, said in some(400):
        lines, labels = parts(prompt)
        if not labels:
            continue
        for line, entries in json.loads(said).items():
            at = 0
            for entry in entries:
                words = entry.pop("words")
                at = lines[line].index(words, at) + len(words)
                places = [words.index(labels[label]) for label in entry.values()]
                assert places == sorted(places)
                assert places[0] == 0
                seen += 1
    assert seen > 300


def test_phrases_are_listed_once_each_in_order() -> None:
    seen = 0
    for prompt, said in some(400):
        lines, labels = parts(prompt)
        reply = json.loads(said)
        if labels or reply.keys() & lines.keys():
            continue
        (entries,) = reply.values()
        names = [entry["words"] for entry in entries]
        text = "\n".join(lines.values())
        places = [re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in names]
        assert [match.start() for match in places if match] == sorted(
            match.start() for match in places if match
        )
        assert len(set(names)) == len(names) == sum(match is not None for match in places)
        seen += 1
    assert seen > 60


def test_lines_are_copied_to_the_letter() -> None:
    seen = 0
    for prompt, said in some(400):
        lines, labels = parts(prompt)
        reply = json.loads(said)
        if not labels and reply.keys() == lines.keys():
            assert {name: entries[0]["words"] for name, entries in reply.items()} == lines
            seen += 1
    assert seen > 60


def test_a_seed_settles_the_drills() -> None:
    assert some(20) == some(20)
    assert not set(some(20)) & set(some(20, seed=4))


def test_some_are_chinese() -> None:
    chinese = sum(bool(re.search("[\u4e00-\u9fff]", prompt)) for prompt, _ in islice(some(400), 400))
    assert 40 < chinese < 140
