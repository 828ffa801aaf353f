"""The corpus of everyday English: its format, and that its halves share constructions but no text.

No item is read by a reader here. Failures name items by id alone, so that the unread half stays unread.
"""

import calendar
import json
import re
from collections import Counter
from itertools import pairwise

import pytest

from english import FOLDER, HALVES, KINDS, SETS, Item, item_of, load

FIELDS = {
    "belief": {"id", "tag", "premises", "query", "gold"},
    "stories": {"id", "tag", "lines", "query", "gold"},
    "sizes": {"id", "tag", "text", "a", "b", "gold"},
}
EXTRA = {"belief": {"acceptable"}, "stories": {"acceptable"}, "sizes": {"acceptable", "usual"}}
GOLDS = {
    "belief": {"entailed", "refuted", "inconsistent", "unknown", "open"},
    "stories": {"entailed", "refuted", "unknown", "open"},
    "sizes": {">", "<", "=", "open"},
}
LEAST = {"belief": 120, "stories": 100, "sizes": 100}
SIDES = {
    "belief": ("entailed", "refuted"),
    "stories": ("entailed", "refuted"),
    "sizes": (">", "<"),
}
SHARED_RUN = 6
"""A run of so many words in both halves is text that they share."""
TEMPLATE = 5
"""A sentence of at least so many words is a template; a shorter one (`Pip is hungry.`) may come again."""
SHARED_CAPITALS = {*calendar.day_name, *calendar.month_name}.union(
    ("I", "I'm", "I'll", "I've", "Dr", "Mr", "Mrs", "Ms", "Prof", "St", "English", "French")
)
"""Capitalised words that both halves may have: none names somebody."""

FILES = [(part, kind) for part in SETS for kind in KINDS]


def items(kind: str) -> dict[str, list[Item]]:
    return {part: list(load(part, kind)) for part in SETS}


def sentences(item: Item) -> tuple[str, ...]:
    return (*item.texts, *item.query)


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text)


def test_the_folder_holds_the_files_of_each_kind() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        "README.md",
        *(f"{half}-{kind}.jsonl" for half, kind in FILES),
    }


@pytest.mark.parametrize(("half", "kind"), FILES)
def test_every_record_has_the_fields_and_words_of_its_kind(half: str, kind: str) -> None:
    lines = (FOLDER / f"{half}-{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        row = json.loads(line)
        where = f"{half}-{kind}.jsonl:{number}"
        assert FIELDS[kind] <= set(row) <= FIELDS[kind] | EXTRA[kind], where
        assert row.get("usual", True) is True, where
        item = item_of(kind, row)
        assert item.gold in GOLDS[kind], where
        allowed = GOLDS[kind] - {"open"} | {"unknown"}
        assert set(item.acceptable) <= allowed - {item.gold}, where
        assert re.fullmatch(rf"{half}-{kind}-{item.tag}-\d+", item.id), where
        assert all(text == text.strip() and text for text in sentences(item)), where
        asserted = item.texts if kind == "sizes" else sentences(item)
        assert all(re.search(r"""[.!?]['"’”)]?$""", text) for text in asserted), where
        if kind == "sizes":
            assert item.query[0] != item.query[1], where
        if kind == "stories":
            assert 2 <= len(item.texts) <= 5, where


@pytest.mark.parametrize("kind", KINDS)
def test_ids_are_unique_and_no_question_is_asked_twice(kind: str) -> None:
    everything = [item for half in items(kind).values() for item in half]
    assert [i for i, n in Counter(item.id for item in everything).items() if n > 1] == []
    asked = Counter((item.texts, item.query) for item in everything)
    assert [item.id for item in everything if asked[item.texts, item.query] > 1] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_halves_have_the_same_constructions_equally_often(kind: str) -> None:
    both = items(kind)
    tags = {half: Counter(item.tag for item in both[half]) for half in HALVES}
    assert tags["open"] == tags["unread"]
    assert tags["open"].total() >= LEAST[kind]


@pytest.mark.parametrize(("half", "kind"), [(half, kind) for half in HALVES for kind in KINDS])
def test_about_a_fifth_is_left_open_and_the_sides_balance(half: str, kind: str) -> None:
    golds = Counter(item.gold for item in load(half, kind))
    left_open = (golds["unknown"] + golds["open"]) / golds.total()
    assert 0.15 <= left_open <= 0.27
    one, other = (golds[side] for side in SIDES[kind])
    assert 0.6 <= one / other <= 1.67


def runs(item: Item) -> set[tuple[str, ...]]:
    found = set()
    for text in sentences(item):
        told = [word.lower() for word in words(text)]
        found |= {tuple(told[start : start + SHARED_RUN]) for start in range(len(told) - SHARED_RUN + 1)}
    return found


def templates(item: Item) -> set[str]:
    """Its sentences without names, so that one template with two names is one."""
    told = [words(text) for text in (item.texts if item.kind == "sizes" else sentences(item))]
    return {
        " ".join("X" if word[0].isupper() else word for word in spoken)
        for spoken in told
        if len(spoken) >= TEMPLATE
    }


def names_in(item: Item) -> set[str]:
    """Capitalised words that do not open a sentence."""
    found = set()
    for text in sentences(item):
        for sentence in re.split(r"(?<=[.!?;]) ", text):
            for _, word in pairwise(words(sentence)):
                name = word.removesuffix("'s")
                if name[0].isupper() and name not in SHARED_CAPITALS:
                    found.add(name)
    return found


@pytest.mark.parametrize(
    ("unread", "part"),
    [("unread", runs), ("unread", templates), ("unread", names_in), ("fresh", runs), ("fresh", templates)],
)
def test_what_is_unread_has_no_text_in_common_with_the_open_half(unread: str, part: object) -> None:
    assert callable(part)
    of_open = {piece for kind in KINDS for item in load("open", kind) for piece in part(item)}
    assert [item.id for kind in KINDS for item in load(unread, kind) if part(item) & of_open] == []
