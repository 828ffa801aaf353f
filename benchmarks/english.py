"""Everyday English: what share of the corpus in `tests/data/english` is read rightly, wrongly, or left open.

`python benchmarks/english.py [--half open|unread] [--kind belief|sizes|stories] [--missed]` asks the public
`Reasoner` every item and prints shares by kind and by construction. For the open half alone it lists what
went wrong, and with `--missed` what was left open as well. The unread half is for the end: see its README.

With `--model ADDRESS` a language model reads in the place of the grammar, and a second table says how often
both come to the same outcome, and how often that is wrong. `--limit N` draws so many items of each kind.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias

from defeasible.reasoner import Reasoner, Verdict, no_sizes
from defeasible.reasoner.errors import UsageError

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "data" / "english"
HALVES = ("open", "unread")
KINDS = ("belief", "sizes", "stories")

OPEN = "open"
"""The gold of a text that leaves the matter open, and the grade of an item that got no decided answer."""
LEFT_OPEN = frozenset({"unknown", "unparsed"})
"""The outcomes that are right where the gold is `open`."""
TOGETHER = 8
"""Items whose texts a model reads at a time."""
DECIDED = frozenset({"entailed", "refuted", ">", "<", "="})
"""The outcomes that claim something about the world, and are wrong where they differ from the gold."""
REFUSED = "refused"
"""The outcome of a question that the reasoner raises `UsageError` for."""

Grade: TypeAlias = Literal["right", "wrong", "open"]
GRADES: tuple[Grade, ...] = ("right", "wrong", "open")


@dataclass(frozen=True, slots=True)
class Item:
    """One question of the corpus.

    Attributes:
        id: Half, kind, construction and number.
        kind: `belief`, `sizes` or `stories`.
        tag: The construction that it is about.
        texts: Premises, lines of a story, or the one text about sizes.
        query: The sentence asked about, or the two objects.
        gold: A verdict, `open`, or for sizes a relation of the first object to the second: `>`, `<`, `=`.
        acceptable: Further outcomes that count as right.
        usual: For sizes: whether how big things usually are takes part in the answer.
    """

    id: str
    kind: str
    tag: str
    texts: tuple[str, ...]
    query: tuple[str, ...]
    gold: str
    acceptable: tuple[str, ...] = ()
    usual: bool = False


def load(half: str, kind: str) -> Iterator[Item]:
    """Read the items of one file, `HALF-KIND.jsonl`."""
    for line in (FOLDER / f"{half}-{kind}.jsonl").read_text(encoding="utf-8").splitlines():
        yield item_of(kind, json.loads(line))


def item_of(kind: str, row: dict[str, object]) -> Item:
    """Make an item of one record; the names of its fields are those of the README."""
    match kind, row:
        case "belief", {"premises": [*texts], "query": str(query)}:
            asked: tuple[str, ...] = (query,)
        case "stories", {"lines": [*texts], "query": str(query)}:
            asked = (query,)
        case "sizes", {"text": str(text), "a": str(a), "b": str(b)}:
            texts, asked = [text], (a, b)
        case _:
            raise ValueError(f"{row.get('id')!r} is no item of kind {kind!r}")
    acceptable = row.get("acceptable", [])
    assert isinstance(acceptable, list)
    return Item(
        str(row["id"]),
        kind,
        str(row["tag"]),
        tuple(map(str, texts)),
        asked,
        str(row["gold"]),
        tuple(map(str, acceptable)),
        row.get("usual") is True,
    )


def outcome(item: Item, reasoner: Reasoner, text_alone: Reasoner) -> str:
    """Ask one item.

    Args:
        item: What to ask.
        reasoner: Answers, with usual sizes.
        text_alone: Answers sizes that the text alone decides, so that a lexicon cannot answer for the reader.

    Returns:
        The verdict's word, for sizes the relation where one was found, or `refused`.
    """
    try:
        if item.kind == "sizes":
            return relation(reasoner if item.usual else text_alone, item.texts[0], *item.query)
        if item.kind == "stories":
            return str(reasoner.infer_state(item.texts, item.query[0]).verdict)
        return str(reasoner.entails(item.texts, item.query[0]).verdict)
    except UsageError:
        return REFUSED


def relation(reasoner: Reasoner, text: str, a: str, b: str) -> str:
    """How `a` compares with `b`: `>`, `<`, `=`, or the verdict's word where none of them is shown."""
    decision = reasoner.compare_size(text, a, b)
    if decision.verdict is Verdict.ENTAILED:
        return ">"
    if decision.verdict is not Verdict.REFUTED:
        return str(decision.verdict)
    if decision.answer is not None:
        return "<"
    back = reasoner.compare_size(text, b, a).verdict
    return "=" if back is Verdict.REFUTED else str(Verdict.UNKNOWN)


def grade(item: Item, found: str) -> Grade:
    """Right if it is the gold or acceptable, wrong if it is another decided outcome, else open."""
    right = {item.gold, *item.acceptable} | (LEFT_OPEN if item.gold == OPEN else frozenset())
    if found in right:
        return "right"
    return "wrong" if found in DECIDED else "open"


def table(graded: Iterable[tuple[Item, Grade]]) -> str:
    """Counts and shares by kind, then counts by construction."""
    kinds: dict[str, Counter[str]] = {}
    tags: dict[tuple[str, str], Counter[str]] = {}
    for item, how in graded:
        kinds.setdefault(item.kind, Counter())[how] += 1
        tags.setdefault((item.kind, item.tag), Counter())[how] += 1
    lines = [f"{'':<26}{'n':>5}" + "".join(f"{how:>7}" for how in GRADES)]
    for kind, counts in kinds.items():
        n = counts.total()
        shares = "".join(f"{counts[how] / n:>7.3f}" for how in GRADES)
        lines.append(f"{kind:<26}{n:>5}{shares}")
        for (of, tag), of_tag in tags.items():
            if of == kind:
                counted = "".join(f"{of_tag[how]:>7}" for how in GRADES)
                lines.append(f"  {tag:<24}{of_tag.total():>5}{counted}")
    return "\n".join(lines)


def outcomes(items: Sequence[Item], model: str = "") -> list[str]:
    """Ask items, as the grammar reads them, or a model, several texts at a time."""
    if not model:
        reasoner, text_alone = Reasoner(), Reasoner(sizes=no_sizes)
        return [outcome(item, reasoner, text_alone) for item in items]
    from defeasible.eval.pipelines.turns import WritingTurns  # noqa: PLC0415 - the grammar needs no model
    from defeasible.llm.models import open_model  # noqa: PLC0415 - likewise
    from defeasible.llm.parse import ModelParser  # noqa: PLC0415 - likewise

    turns = WritingTurns(open_model(model))
    parser = ModelParser(turns, max_tokens=512)
    reasoner, text_alone = Reasoner(parser=parser), Reasoner(parser=parser, sizes=no_sizes)
    found: list[str] = []
    for start in range(0, len(items), TOGETHER):
        part = items[start : start + TOGETHER]
        found += turns.together([partial(outcome, item, reasoner, text_alone) for item in part])
    return found


def together(items: Sequence[Item], one: Sequence[str], other: Sequence[str]) -> str:
    """Say how items fare on which two readers come to the same outcome, and the others."""
    lines = [f"{'':<26}{'n':>5}" + "".join(f"{how:>7}" for how in GRADES)]
    for name, alike in (("both readers the same", True), ("  of these, decided", True), ("different", False)):
        rows = zip(items, one, other, strict=True)
        graded = [
            grade(item, first)
            for item, first, second in rows
            if (first == second) is alike and ("decided" not in name or first in DECIDED)
        ]
        lines.append(f"{name:<26}{len(graded):>5}" + "".join(f"{graded.count(how):>7}" for how in GRADES))
    return "\n".join(lines)


def main(half: str, kinds: Iterable[str], *, missed: bool, model: str, limit: int | None) -> None:
    """Ask the items, print the table, and for the open half what went wrong."""
    items: list[Item] = []
    for kind in kinds:
        of_kind = list(load(half, kind))
        items += of_kind if limit is None else random.Random(0).sample(of_kind, min(limit, len(of_kind)))
    found = list(zip(items, outcomes(items, model), strict=True))
    graded = [(item, grade(item, what)) for item, what in found]
    print(table(graded))
    if model:
        print(together(items, [what for _, what in found], outcomes(items)))
    listed = ("wrong", "open") if missed else ("wrong",)
    for (item, what), (_, how) in zip(found, graded, strict=True):
        if half == "open" and how in listed:
            print(f"\n{how} {item.id}: {what}, gold {item.gold}")
            print("  " + " ".join(item.texts), "|", " : ".join(item.query))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--half", choices=HALVES, default="open")
    arguments.add_argument("--kind", choices=KINDS)
    arguments.add_argument("--missed", action="store_true", help="list what was left open, too")
    arguments.add_argument("--model", default="", help="a model that reads, by its address")
    arguments.add_argument("--limit", type=int, help="so many items of each kind")
    given = arguments.parse_args()
    kinds = [given.kind] if given.kind else KINDS
    main(given.half, kinds, missed=given.missed, model=given.model, limit=given.limit)
