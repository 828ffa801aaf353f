"""Inputs for `fuzz.py`: real sentences and documents, cut, joined, doubled, misspelt or mixed with noise."""

from __future__ import annotations

import ast
import csv
import hashlib
import io
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OPEN_DATA = ROOT.parent / "shared" / "data"
"""The files of the benchmarks, if they are next to the checkout."""

_FIRST_CJK = "\u4e00"
_LONGEST_SENTENCE = 300
_SENTENCES_OF_A_FILE = 20_000
_DEEP, _DEEPER = 200, 100_000


NOISE = (
    "\ud800", "\udfff", "\ud83d", "\u202e", "\u2066", "\u2069", "\u200f", "\u0301\u0323\u0489", "\u0000",
    "\u001b[31m", "\u0085", "\u2028", "\ufeff", "\u00ad", "\u200b", "\u200d", "\U0001f469\u200d\U0001f680",
    "\U0001d518", "\uff21", "\ufb01", "\u0130", "\u1e9e", "\u00df", "\u0660\u0661", "\u00bd", "\u2163",
    "\U000e0041", "\uffff", "\U0010ffff", "\u3000", "\r", "\n", "\t", "\x7f", '"', "\u201c", "'", "\u2019",
    "'s", "n't", "'", "s'", "...", "\u2014", "-", "--", ",", ";", ":", "(", ")", "[", "{", "\\", "/", "%",
    "$", "&", "|", "~", "->", "<->", "9" * 400, "1e309", "-0.0", "1/0", "0x1f", "1,000,000", "12:61", "3rd",
    "if", "unless", "not", "and", "of", "than", "as big as", "in", "who", "that", "had", "is", "own", "the",
    "如果", "因为", "不", "所以", "的", "：", "。", "他", "Mr.", "I", "one", "none of", "whose", "each other",
)  # fmt: skip
"""Insertions between words: broken and odd Unicode, marks, numbers, and words that matter to readers."""

PHRASES = (
    "my brother's friend", "Anna's mother's dog", "his mom's", "her own",
    "the lid of the jar of the cook", "one of them", "each other", "Tom and his two sisters",
    "neither of the boys", "the old one", "both", "the rich", "Rex the dog", "a man named Sam", "was",
    "is his", "it was", "there was", "had been", "who had seen", "that was", "because", "so that",
    "before", "if", "unless", "only if", "not only", "may or may not", "either", "if and only if",
    "wanted to", "stopped being", "made him", "as big as", "twice as long as", "half the size of",
    "30 cm long", "bigger than", "two metres", "inside", "put into", "out of which", "except", "than a",
    "called", "last night", "himself", "no one", "everybody else", "a cup of", "dozens of",
    "more and more", "didn't", "would've", "let's",
)  # fmt: skip
"""Phrases that readers take apart."""


class Corpus:
    """Sentences of the repository's tests and built-in suites, and of the open data if available.

    Args:
        own: Whether to leave out the open data.
    """

    def __init__(self, *, own: bool) -> None:
        found = dict.fromkeys(_sentences(own=own))
        self.english = [text for text in found if not _chinese(text)]
        self.chinese = [text for text in found if _chinese(text)]
        self.digest = hashlib.sha256("\n".join(found).encode(errors="replace")).hexdigest()[:12]
        """Identifies the sentences: a seed makes the same input only from the same sentences."""


def _chinese(text: str) -> bool:
    return any(_FIRST_CJK <= char <= "\u9fff" for char in text)


def _sentences(*, own: bool) -> Iterator[str]:
    folders = [ROOT / "tests", ROOT / "datasets", ROOT / "llm" / "defeasible" / "llm" / "prompts"]
    for folder in folders if own else [*folders, OPEN_DATA]:
        for path in sorted(folder.rglob("*")):
            if path.suffix in _STRINGS and path.is_file():
                strings = _STRINGS[path.suffix](path.read_text(encoding="utf-8", errors="replace"))
                yield from _texts(strings)


def _texts(strings: Iterator[str]) -> Iterator[str]:
    kept = 0
    for string in strings:
        for line in string.splitlines():
            text = line.strip()
            if len(text) <= _LONGEST_SENTENCE and (text.count(" ") > 1 or _chinese(text)):
                yield text
                kept += 1
                if kept == _SENTENCES_OF_A_FILE:
                    return


def _leaves(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for part in value.values():
                yield from _leaves(part)
        case list():
            for part in value:
                yield from _leaves(part)
        case _:
            pass  # a number, a truth value, null


def _constants(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


_STRINGS: dict[str, Callable[[str], Iterator[str]]] = {
    ".py": _constants,
    ".toml": lambda text: _leaves(tomllib.loads(text)),
    ".jsonl": lambda text: (leaf for line in text.splitlines() for leaf in _leaves(json.loads(line))),
    ".csv": lambda text: (field for row in csv.reader(io.StringIO(text)) for field in row),
    ".txt": lambda text: iter(text.splitlines()),
}


# --- text -----------------------------------------------------------------------------------------------


def noise(random: Random) -> str:
    """Return a non-word or a misplaced word; rarely one of ten thousand characters."""
    kind = random.random()
    if kind < 0.75:
        return random.choice(NOISE)
    if kind < 0.97:
        return "".join(chr(random.randrange(0x110000)) for _ in range(random.randint(1, 8)))
    return random.choice(("a", "\u0301", "'", "9", "é", "(", "的", "\u202e", "\ud800", "a-", "ab ")) * 10_000


def sentence(random: Random, pool: list[str]) -> str:
    """Return a sentence of a pool, unchanged or changed up to three times."""
    text = random.choice(pool)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        text = random.choice(_CHANGES)(random, text, pool)
    return text


def sentences(random: Random, pool: list[str], most: int = 5) -> list[str]:
    """Return up to `most` sentences; rarely twelve times as many."""
    count = random.randint(0, most) * (12 if random.random() < 0.005 else 1)
    return [sentence(random, pool) for _ in range(count)]


def _cut(random: Random, text: str, _: list[str]) -> str:
    at = random.randint(0, len(text))
    return text[:at] if random.random() < 0.7 else text[at:]


def _join(random: Random, text: str, pool: list[str]) -> str:
    glue = random.choice((" ", "", " and ", ", ", " if ", ". ", "\n", "；", ", but ", " or ", " that "))
    return text + glue + random.choice(pool)


def _splice(random: Random, text: str, pool: list[str]) -> str:
    other = random.choice(pool)
    return text[: random.randint(0, len(text))] + other[random.randint(0, len(other)) :]


def _double(random: Random, text: str, _: list[str]) -> str:
    return text * (200 if random.random() < 0.01 else 2)


def _misspell(random: Random, text: str, _: list[str]) -> str:
    for _n in range(random.randint(1, 3)):
        at = random.randint(0, max(len(text) - 1, 0))
        new = random.choice(("", text[at : at + 1] * 2, random.choice("aeinst's. ,")))
        text = text[:at] + new + text[at + 1 :]
    return text


def _insert(random: Random, text: str, _: list[str]) -> str:
    at = random.choice((0, len(text), random.randint(0, len(text))))
    return text[:at] + random.choice(("", " ")) + noise(random) + random.choice(("", " ")) + text[at:]


def _shuffle(random: Random, text: str, _: list[str]) -> str:
    words = text.split()
    random.shuffle(words)
    return " ".join(words)


def _drop(random: Random, text: str, _: list[str]) -> str:
    words = text.split()
    if words:
        del words[random.randrange(len(words))]
    return " ".join(words)


def _own(random: Random, text: str, _: list[str]) -> str:
    """Make a word possessive, and often end the sentence there."""
    words = text.rstrip(".").split()
    at = random.randint(1, max(len(words), 1))
    rest = words[at:] if random.random() < 0.5 else []
    return " ".join([*words[:at], *rest]) if not words else " ".join(
        [*words[: at - 1], words[at - 1] + random.choice(("'s", "'", "’s", "s'", " 's", "'s own")), *rest]
    )  # fmt: skip


def _case(random: Random, text: str, _: list[str]) -> str:
    return random.choice((str.upper, str.lower, str.title, str.swapcase))(text)


def _phrase(random: Random, text: str, _: list[str]) -> str:
    """Replace words by phrases that readers take apart, or append such phrases."""
    words = text.rstrip(".").split()
    for _n in range(random.randint(1, 2)):
        at = random.randint(0, len(words))
        words[at : at + random.randint(0, 2)] = [random.choice(PHRASES)]
    return " ".join(words) + random.choice(("", ".", "?"))


_CHANGES = (
    _cut, _join, _splice, _double, _misspell, _misspell, _insert, _insert, _shuffle, _drop, _own, _case,
    _phrase, _phrase,
)  # fmt: skip


# --- documents ------------------------------------------------------------------------------------------


def junk(random: Random, pool: list[str]) -> Any:
    """Return a JSON value that is invalid almost everywhere."""
    deep: Any = []
    for _n in range(random.choice((3, 3, _DEEP))):
        deep = [deep]
    return random.choice(
        (
            None, True, -1, 0, 1, 2**63, 10**400, -0.0, 0.5, 1e308, float("nan"), float("inf"), [], {},
            [[]], {"": None}, deep, "", "a1", "s1", "1/0", "-1/3", "1" * 5000, noise(random),
            sentence(random, pool),
        )
    )  # fmt: skip


def mutate_json(random: Random, value: Any, pool: list[str]) -> Any:
    """Return a copy of a JSON value with one to three places changed."""
    value = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 2, 3))):
        places = list(_places(value))
        if not places:
            return junk(random, pool)
        holder, key = random.choice(places)
        _change(random, holder, key, places, pool)
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each container with each of its keys, without recursion: values may be deep."""
    waiting = [value]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict | list):
            for key in [*holder] if isinstance(holder, dict) else range(len(holder)):
                yield holder, key
                waiting.append(holder[key])


def _change(random: Random, holder: Any, key: Any, places: list[tuple[Any, Any]], pool: list[str]) -> None:
    kind = random.random()
    if kind < 0.3:
        holder[key] = junk(random, pool)
    elif kind < 0.45:
        del holder[key]
    elif kind < 0.6:  # replaced by another part of the same document
        other, place = random.choice(places)
        moved = other.get(place) if isinstance(other, dict) else other[place % len(other)]
        holder[key] = json.loads(json.dumps(moved))
    elif kind < 0.75 and isinstance(holder, list):
        holder.insert(random.randint(0, len(holder)), holder[key])
    elif kind < 0.85 and isinstance(holder, dict):
        holder[random.choice((noise(random), f"{key}_", "kind", "id"))] = holder[key]
    elif isinstance(holder[key], int | float):
        holder[key] = holder[key] * 2 + random.choice((-1, 1, 10**9))
    elif isinstance(holder[key], str):
        holder[key] = sentence(random, [holder[key]])


def mutate_text(random: Random, text: str, pool: list[str]) -> str:
    """Return a document's text after cutting, doubling, inserting noise or deleting a part."""
    for _ in range(random.choice((1, 1, 2, 4))):
        at, end = sorted(random.randint(0, len(text)) for _ in range(2))
        end = min(end, at + random.choice((1, 5, 80)))
        text = random.choice(
            (
                text[:at], text[:at] + text[end:], text[:end] + text[at:], text + text,
                text[:at] + noise(random) + text[end:], text[:at] + sentence(random, pool) + text[end:],
                text[:at] + random.choice('",\n\r()[]{}:\\') + text[end:],
                text[:at] + random.choice("([{~") * random.choice((2, 2, 2, _DEEPER)) + text[end:],
            )
        )  # fmt: skip
    return text


def to_bytes(random: Random, text: str) -> bytes:
    """Encode a document, rarely with a byte that is not UTF-8, a byte-order mark, or as UTF-16."""
    kind = random.random()
    if kind < 0.01:
        return text.encode("utf-16", errors="replace")
    content = text.encode(errors="surrogatepass" if kind < 0.5 else "replace")
    if kind > 0.98:
        at = random.randint(0, len(content))
        content = content[:at] + random.choice((b"\xff", b"\x00", b"\xc3", b"\xef\xbb\xbf")) + content[at:]
    return content


def dumped(value: Any) -> str:
    """Return a JSON value on one line; it may contain invalid Unicode."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
