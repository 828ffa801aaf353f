"""Measure which share of the corpus in `tests/data/english` is right, wrong, or left open.

`python benchmarks/english.py [--half open|unread|fresh] [--kind belief|sizes|stories] [--missed]` asks the
public `Reasoner` every item and prints shares by kind and by construction. For the open half alone it lists
wrong items, and with `--missed` also those left open. The other sets are for the end of a piece of work; see
their README.

With `--model ADDRESS` a language model reads as well, and a second table compares the grammar, the model, and
both together, also on items with a confidence of 1. `--limit N` draws N items of each kind.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from defeasible.reasoner import Reasoner, Verdict, no_sizes
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.grammar import GrammarParser

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "data" / "english"
HALVES = ("open", "unread")
SETS = (*HALVES, "fresh")
"""The halves of the corpus, and a set by another writer."""
KINDS = ("belief", "sizes", "stories")

OPEN = "open"
"""The gold answer of a text that leaves the matter open; the grade of an item without a decided answer."""
LEFT_OPEN = frozenset({"unknown", "unparsed"})
"""The outcomes that are right if the gold answer is `open`."""
TOGETHER = 8
"""Number of items whose texts a model reads in one batch."""
DECIDED = frozenset({"entailed", "refuted", ">", "<", "="})
"""The outcomes that claim something about the world, and are wrong if they differ from the gold answer."""
REFUSED = "refused"
"""The outcome of a question for which the reasoner raises `UsageError`."""

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
        usual: For sizes: whether typical sizes count.
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
    """Return the item of one record; the README lists the names of its fields."""
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


class Outcome(NamedTuple):
    """The outcome of one item."""

    word: str
    """The verdict, for sizes the relation if one was found, or `refused`."""
    confidence: float = 0.0


def outcome(item: Item, reasoner: Reasoner, text_alone: Reasoner) -> Outcome:
    """Ask one item.

    Args:
        item: The item to ask.
        reasoner: A reasoner with typical sizes.
        text_alone: A reasoner without typical sizes, so that the lexicon cannot answer for the reader.
    """
    try:
        if item.kind == "sizes":
            return relation(reasoner if item.usual else text_alone, item.texts[0], *item.query)
        if item.kind == "stories":
            decision = reasoner.infer_state(item.texts, item.query[0])
        else:
            decision = reasoner.entails(item.texts, item.query[0])
    except UsageError:
        return Outcome(REFUSED)
    return Outcome(str(decision.verdict), decision.confidence)


def relation(reasoner: Reasoner, text: str, a: str, b: str) -> Outcome:
    """Return how `a` compares with `b`: `>`, `<`, `=`, or the verdict if none of them is shown."""
    decision = reasoner.compare_size(text, a, b)
    if decision.verdict is Verdict.ENTAILED:
        return Outcome(">", decision.confidence)
    if decision.verdict is not Verdict.REFUTED:
        return Outcome(str(decision.verdict), decision.confidence)
    if decision.answer is not None:
        return Outcome("<", decision.confidence)
    back = reasoner.compare_size(text, b, a).verdict
    return Outcome("=" if back is Verdict.REFUTED else str(Verdict.UNKNOWN), decision.confidence)


def grade(item: Item, found: str) -> Grade:
    """Return right for the gold or an acceptable outcome, wrong for another decided outcome, else open."""
    right = {item.gold, *item.acceptable} | (LEFT_OPEN if item.gold == OPEN else frozenset())
    if found in right:
        return "right"
    return "wrong" if found in DECIDED else "open"


def table(graded: Iterable[tuple[Item, Grade]]) -> str:
    """Return counts and shares by kind, then counts by construction."""
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


def outcomes(items: Sequence[Item], readers: Mapping[str, Any] | None = None) -> list[Outcome]:
    """Ask items with the grammar or other readers.

    Args:
        items: The items to ask.
        readers: The arguments of `Reasoner` for other readers; None for the grammar.
    """
    means = Reasoner(**readers or {}), Reasoner(**readers or {}, sizes=no_sizes)
    return [outcome(item, *means) for item in items]


def read_by(address: str, items: Sequence[Item]) -> tuple[list[Outcome], list[Outcome]]:
    """Ask items with a model as the reader, in batches, and with the model and the grammar together."""
    from defeasible.eval.pipelines import opened  # noqa: PLC0415 - the grammar needs no model
    from defeasible.eval.pipelines.turns import WritingTurns  # noqa: PLC0415 - likewise
    from defeasible.llm.parse import ModelParser  # noqa: PLC0415 - likewise
    from defeasible.llm.parse.trials import known  # noqa: PLC0415 - likewise

    backend = opened(address, None)
    turns = WritingTurns(backend)
    parser = ModelParser(turns, max_tokens=512)
    parser.trials = known(parser, backend)
    found: list[list[Outcome]] = []
    for readers in ({"parser": parser}, {"parser": GrammarParser(), "llm": parser}):
        found.append([])
        for start in range(0, len(items), TOGETHER):
            part = [partial(outcomes, [item], readers) for item in items[start : start + TOGETHER]]
            found[-1] += [one for (one,) in turns.together(part)]
    alone, both = found
    return alone, both


def side_by_side(items: Sequence[Item], found: Mapping[str, Sequence[Outcome]]) -> str:
    """Return the results of different readers as text, also those with a confidence of 1."""
    lines = [f"{'':<12}{'n':>5}" + "".join(f"{how:>7}" for how in GRADES) + "  right at 1  wrong at 1"]
    for name, answers in found.items():
        graded = [(grade(item, answer.word), answer) for item, answer in zip(items, answers, strict=True)]
        counts = Counter(how for how, _ in graded)
        sure = Counter(how for how, answer in graded if answer.confidence == 1)
        counted = "".join(f"{counts[how]:>7}" for how in GRADES)
        lines.append(f"{name:<12}{len(graded):>5}{counted}{sure['right']:>12}{sure['wrong']:>12}")
    return "\n".join(lines)


def main(half: str, kinds: Iterable[str], *, missed: bool, model: str, limit: int | None) -> None:
    """Ask the items, print the table, and for the open half the wrong items."""
    items: list[Item] = []
    for kind in kinds:
        of_kind = list(load(half, kind))
        items += of_kind if limit is None else random.Random(0).sample(of_kind, min(limit, len(of_kind)))
    grammar = outcomes(items)
    alone, both = read_by(model, items) if model else (grammar, grammar)
    found = [(item, answer.word) for item, answer in zip(items, alone, strict=True)]
    graded = [(item, grade(item, what)) for item, what in found]
    print(table(graded))
    if model:
        print(side_by_side(items, {"grammar": grammar, "model": alone, "both": both}))
    listed = ("wrong", "open") if missed else ("wrong",)
    for (item, what), (_, how) in zip(found, graded, strict=True):
        if half == "open" and how in listed:
            print(f"\n{how} {item.id}: {what}, gold {item.gold}")
            print("  " + " ".join(item.texts), "|", " : ".join(item.query))


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--half", choices=SETS, default="open")
    arguments.add_argument("--kind", choices=KINDS)
    arguments.add_argument("--missed", action="store_true", help="list what was left open, too")
    arguments.add_argument("--model", default="", help="a model that reads, by its address")
    arguments.add_argument("--limit", type=int, help="so many items of each kind")
    given = arguments.parse_args()
    kinds = [given.kind] if given.kind else KINDS
    main(given.half, kinds, missed=given.missed, model=given.model, limit=given.limit)
