"""Extract the answer from a free-text reply: an option by its label or its words, or lines of text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal, TypeAlias

from defeasible.llm.prompts.template import labels

Language: TypeAlias = Literal["en", "zh"]

PHRASES: dict[Language, tuple[str, ...]] = {
    "en": (
        r"answers?(?: is| would be|:)*\s*(?:option |choice )?{choice}",
        r"(?:choose|pick|select|go with)\s*(?:option |choice )?{choice}",
        r"{choice} is (?:the )?(?:correct|right|best)",
    ),
    "zh": (
        r"答案(?:应该|应)?(?:是|为|选|:)*\s*(?:选项)?{choice}",
        r"(?:选项|选择|选|填|填入)(?:是|为|:)*\s*{choice}",
        r"{choice}(?:是|最)?(?:正确|合适|合理)",
    ),
}
"""Ways to name the chosen option. If a reply contains several, the last one counts."""

_QUOTES = re.compile("[\"'`*_“”‘’「」『』《》]")
_BULLET = re.compile(r"^\s*(?:\(?\d{1,2}[.)、]|[-*•])\s+|^\s*\(?\d{1,2}[)、]")
_FENCE = re.compile(r"\s*```")
_ARTICLE = re.compile(r"(?:the|an?) ")
_END = " \t\n.。,;!?:、"
_DENIED = re.compile(
    r"(?:\bnot|\bisnt|\brather than|\binstead of|不是|并非|而非)(?: (?:the|an?|option))* ?\(?$"
)
_FURTHEST = 60
"""How far before a mention, in characters, to look for a denial of it."""
_LEAD = r"(?:[^a-z0-9]|(?:is|the|option|answer|choice|letter|boxed|text)(?![a-z0-9]))*"


def read_letter(text: str, options: Sequence[str], label: str, after: str) -> str | None:
    """Return the option whose letter comes first after the last marker; None if there is none.

    Args:
        text: The reply.
        options: The options, in the order in which they were labelled.
        label: The first label, as for `labels`.
        after: The marker, in any case.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    _, found, tail = folded.rpartition(after.casefold())
    letter = re.match(_LEAD + r"([a-z0-9]+)", tail)
    if not found or letter is None:
        return None
    return dict(zip(_marks(label, len(options)), options, strict=True)).get(letter[1])


def read_named(
    text: str, options: Sequence[str], label: str, language: Language, phrases: Sequence[str] = ()
) -> str | None:
    """Return the option that a reply names; None if it names none, or several equally.

    The rules apply in this order: the reply is a label, an option or both; a phrase names it (`the answer is
    (b)`), the last one if there are several; the reply begins with a label; it contains exactly one label in
    brackets; it contains the words of exactly one option. A repeated list of all options is ignored, as is
    anything after `not`.

    Args:
        text: The reply, in any case, width and quotes.
        options: The options, in the order in which they were labelled.
        label: The first label, as for `labels`; empty if they were not labelled.
        language: Language of the phrases.
        phrases: Additional phrases: regular expressions in which `{choice}` is the option.
    """
    plain = [_plain(option) for option in options]
    words = [_ARTICLE.sub("", option.strip(_END), count=1) or option for option in plain]
    marks = _marks(label, len(options))
    said = _without_list(_plain(text).strip(), marks, words)
    bare = said.strip(_END)
    for option, mark, word in zip(options, marks, words, strict=True):
        label_alone = mark and re.fullmatch(_marked(mark), bare)
        if label_alone or re.fullmatch(f"(?:{_marked(mark)} ?)?{_named(word)}", bare):
            return option
    choice = _choice(marks, words)
    phrased = [
        (place.end(), place["choice"])
        for phrase in (*phrases, *PHRASES[language])
        for place in re.finditer(phrase.replace("{choice}", choice), said)
    ]
    if phrased:
        return options[_which(max(phrased)[1], marks, words)]
    for found in (_leading(said, marks), _bracketed(said, marks), _mentioned(said, words)):
        if found:
            return options[found.pop()] if len(found) == 1 else None
    return None


def read_lines(text: str, lead: Sequence[str], parts: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a free-text answer; or its named parts in order, empty if one is missing.

    Args:
        text: The reply.
        lead: Words before a colon that the answer may begin with, in any case.
        parts: Names of parts, each before a colon on a line of its own; empty if it has none.
    """
    lines = [_BULLET.sub("", line).strip() for line in text.strip().split("\n") if not _FENCE.match(line)]
    lines = [line for line in lines if line]
    if parts:
        found = {
            name: match[1].strip()
            for name in parts
            for line in lines
            if (match := re.fullmatch(rf"[*_]*{re.escape(name)}[*_]*\s*[:：][*_]*(.+)", line, re.IGNORECASE))
        }
        return tuple(found[name] for name in parts) if len(found) == len(parts) else ()
    if len(lines) > 1 and lines[0][-1] in ":：":
        lines = lines[1:]
    if lines and lead:
        words = "|".join(map(re.escape, lead))
        lines[0] = re.sub(rf"^(?:{words})\s*[:：]\s*", "", lines[0], count=1, flags=re.IGNORECASE)
    if len(lines) == 1:
        lines = [lines[0].strip().strip('"“”「」')]
    return tuple(line for line in lines if line)


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[ \t]+", " ", _QUOTES.sub("", folded))


def _marks(label: str, count: int) -> list[str]:
    """Return the letters or numbers of the labels."""
    return [re.sub(r"[^a-z0-9]", "", mark.casefold()) for mark in labels(label, count)]


def _marked(mark: str) -> str:
    return rf"[(\[]?{mark}[)\].:、]?" if mark else ""


def _named(word: str) -> str:
    """Return a pattern for an option's words. Latin words must match at word boundaries."""
    before = r"(?<![a-z0-9])" if re.match(r"[a-z0-9]", word) else ""
    after = r"(?![a-z0-9])" if re.search(r"[a-z0-9]$", word) else ""
    return rf"(?:the |an? )?{before}{re.escape(word)}{after}"


def _choice(marks: list[str], words: list[str]) -> str:
    patterns = [_named(word) for word in sorted(words, key=len, reverse=True)]
    if marks[0]:
        # A bare `a` is usually an article.
        patterns += [rf"[(\[]{mark}[)\]]" for mark in marks]
        patterns += [rf"{mark}(?![a-z0-9])" + ("(?! [a-z])" if mark == "a" else "") for mark in marks]
    return f"(?P<choice>{'|'.join(patterns)})"


def _which(choice: str, marks: list[str], words: list[str]) -> int:
    """Return the index of the option that a match of `_choice` names: words take precedence over labels."""
    named = [n for n, word in enumerate(words) if re.fullmatch(_named(word), choice)]
    return named[0] if named else marks.index(choice.strip("()[]"))


def _without_list(said: str, marks: list[str], words: list[str]) -> str:
    """Return a reply without a repetition of the whole list of options."""
    shown = r"\s*[,;]?\s*".join(
        rf"{_marked(mark)}\s*{_named(word)}\.?" for mark, word in zip(marks, words, strict=True)
    )
    rest = re.sub(shown, "", said).strip()
    return rest or said


def _leading(said: str, marks: list[str]) -> set[int]:
    """Return the option whose label begins the reply, and others at the start of a line or next to it."""
    found: set[int] = set()
    for n, mark in enumerate(marks if marks[0] else []):
        if re.match(rf"[(\[]{mark}[)\]]|{mark}[).:、,\n]", said):
            found.add(n)
    for n, mark in enumerate(marks if found else []):
        beside = rf"^\S+ ?(?:or|and|/|或者?|和)? ?[(\[]{mark}[)\]]"
        if re.search(rf"^\s*(?:[(\[]{mark}[)\]]|{mark}[).:、])|{beside}", said, re.MULTILINE):
            found.add(n)
    return found


def _bracketed(said: str, marks: list[str]) -> set[int]:
    if not marks[0]:
        return set()
    found = {n: re.search(rf"[(\[]{mark}[)\]]", said) for n, mark in enumerate(marks)}
    return {n for n, place in found.items() if place and not _denied(said, place.start() + 1)}


def _denied(said: str, end: int) -> bool:
    """Return whether the text before a position denies what follows it."""
    return _DENIED.search(said, max(0, end - _FURTHEST), end) is not None


def _mentioned(said: str, words: list[str]) -> set[int]:
    """Return the options whose words occur, ignoring occurrences inside a longer option."""
    found: set[int] = set()
    for n in sorted(range(len(words)), key=lambda n: -len(words[n])):
        for place in re.finditer(_named(words[n]), said):
            if not _denied(said, place.start()):
                found.add(n)
        said = re.sub(_named(words[n]), "\0", said)
    return found
