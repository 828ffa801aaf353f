"""`Template`: text with placeholders for the fields of a question, and layouts for lists."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from defeasible.reasoner.errors import UsageError

Fields: TypeAlias = Mapping[str, object]
"""The parts of a question by name: texts, lists of texts, None for a missing part."""

BLANK = "[MASK]"
"""The blank of a cloze; replaced by a model's own mask token."""

_PLACE = re.compile(r"([a-z_]\w*)(?:\[(\d)\])?")


@dataclass(frozen=True, slots=True)
class Place:
    """One placeholder: `{name}`, `{name[0]}`, `{premises+new:Premise #: }`, `{options:labelled}`."""

    parts: tuple[tuple[str, int | None], ...]
    """The fields, concatenated, and the element of each; None for all elements."""
    layout: str
    """`lines`, `labelled`, `row`, `either`, `或`, or a line prefix in which `#` is the line's number."""


LAYOUTS = ("lines", "labelled", "row", "either", "或")


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed template.

    A placeholder holds a text, or a list of texts in a layout: `lines`, one per line; `labelled`, one per
    line after its label; `row`, the same on one line; `either`, `a, b or c`; `或`, the same in Chinese; or a
    prefix in which `#` is the number, one text per line. A line whose placeholders are all empty is left out.

    Raises:
        UsageError: On construction, if a placeholder is malformed; the message quotes it.
    """

    text: str

    def __post_init__(self) -> None:
        for line in self.text.split("\n"):
            _places(line)

    @property
    def names(self) -> frozenset[str]:
        """The fields that it shows."""
        found = (place for line in self.text.split("\n") for _, place in _places(line) if place)
        return frozenset(name for place in found for name, _ in place.parts)

    def fill(self, fields: Fields, label: str) -> str:
        """Return the text with the fields filled in.

        Args:
            fields: Texts and lists of texts; None, `""` and `()` are empty.
            label: The label of the first option, such as `"(a)"`; empty for no labels.

        Raises:
            UsageError: If a field is neither a text nor a list of texts, or lacks a requested element.
        """
        kept: list[str] = []
        for line in self.text.split("\n"):
            shown = [
                (words, place, _show(place, fields, label) if place else "") for words, place in _places(line)
            ]
            if any(place for _, place, _ in shown) and not any(text for _, _, text in shown):
                continue
            if not line and kept and not kept[-1]:
                continue  # what was between two blank lines was left out
            kept.append("".join(words + text for words, _, text in shown))
        return "\n".join(kept).strip("\n")


def labels(label: str, count: int) -> tuple[str, ...]:
    """Return the labels of `count` options.

    Args:
        label: The first one: a letter or a number, with any punctuation around it; empty for none.
        count: Number of options; at most 26 with letters.

    Raises:
        UsageError: If there are more options than letters, or the first label has neither `a`, `A` nor `1`.

    >>> labels("(a)", 3)
    ('(a)', '(b)', '(c)')
    """
    if not label:
        return ("",) * count
    found = re.search(r"[aA1]", label)
    if found is None:
        raise UsageError(f"invalid label {label!r}", hint="use a, A or 1, with any marks around it: (a)")
    if found[0] != "1" and count > 26:
        raise UsageError(f"cannot label {count} options with letters")
    first = ord(found[0])
    marks = [str(n + 1) if found[0] == "1" else chr(first + n) for n in range(count)]
    return tuple(label[: found.start()] + mark + label[found.end() :] for mark in marks)


def _places(line: str) -> list[tuple[str, Place | None]]:
    """Return the pieces of a line: text, and the placeholder after it."""
    try:
        pieces = list(string.Formatter().parse(line))
    except ValueError as error:
        raise UsageError(f"the template line {line!r}: {error}", hint="write {{ and }} for braces") from error
    found: list[tuple[str, Place | None]] = []
    for words, name, spec, conversion in pieces:
        if name is None:
            found.append((words, None))
            continue
        parts = [_PLACE.fullmatch(part) for part in name.split("+")]
        layout = spec or "lines"
        if conversion or not all(parts) or (layout not in LAYOUTS and "#" not in layout):
            raise UsageError(f"malformed placeholder {{{name}}} in the template line {line!r}")
        named = tuple((part[1], int(part[2]) if part[2] else None) for part in parts if part)
        found.append((words, Place(named, layout)))
    return found


def _show(place: Place, fields: Fields, label: str) -> str:
    texts: list[str] = []
    for name, index in place.parts:
        listed = _texts(name, fields.get(name))
        if index is None:
            texts += listed
        elif index < len(listed):
            texts.append(listed[index])
        else:
            raise UsageError(
                f"the field `{name}` has {len(listed)} elements, but element {index + 1} is needed"
            )
    match place.layout:
        case "lines":
            return "\n".join(texts)
        case "labelled" | "row":
            marked = [
                f"{mark} {text}".strip() for mark, text in zip(labels(label, len(texts)), texts, strict=True)
            ]
            return ("\n" if place.layout == "labelled" else " ").join(marked)
        case "either":
            return " or ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
        case "或":
            return "还是".join(["、".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)
        case prefix:
            return "\n".join(prefix.replace("#", str(n)) + text for n, text in enumerate(texts, 1))


def _texts(name: str, value: object) -> list[str]:
    """Return the elements of a field; empty if the field is."""
    if value is None or value == "":
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, Sequence) and all(isinstance(text, str) for text in value):
        return [str(text) for text in value]
    raise UsageError(f"the field `{name}` must be a text or a list of texts: {str(value)[:60]!r}")
