"""Measure how much of everyday stories, and of statements about them, is read, and how fast.

`python benchmarks/story_reading.py DATA_DIR` reads the PASTA file `val_data.jsonl` under DATA_DIR/pasta and
prints the shares of lines and queries read, the share of pairs (state, counterfactual) that are one matter
with opposite polarity or one attribute with different values, and the CPU milliseconds per sentence.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from pathlib import Path

from defeasible.reasoner.forms import State, Story
from defeasible.reasoner.forms.story import Happening
from defeasible.reasoner.grammar.stories import read_story

LINES = range(1, 6)


def denies(one: Happening, other: Happening) -> bool:
    """Return whether two happenings differ only in their polarity."""
    return replace(one, id="q1", span=None, cue="") == replace(
        other, id="q1", span=None, cue="", polarity=not other.polarity
    )


def main(folder: Path) -> None:
    """Print the shares and the speed."""
    text = (folder / "pasta" / "val_data.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(row) for row in text.splitlines()]
    lines = read_lines = queries = read_queries = denied = other_value = sentences = 0
    began = time.process_time()
    for row in rows:
        story = [row[f"Input.line{n}"] for n in LINES]
        asked = [row["Answer.assertion"], row["Answer.mod_assertion"]]
        found = read_story(story)
        lines += len(story)
        read_lines += len(story) - len(found.unread) if isinstance(found, Story) else 0
        alone = [isinstance(read_story(story, [query]), Story) for query in asked]
        queries, read_queries = queries + len(asked), read_queries + sum(alone)
        sentences += 3 * len(story) + len(asked)
        both = read_story(story, asked) if all(alone) else None
        if not isinstance(both, Story):
            continue
        sentences += len(story) + len(asked)
        parts = {n: [q for q in both.queries if q.id.partition("_")[0] == f"q{n}"] for n in (1, 2)}
        if any(denies(one, other) for one in parts[1] for other in parts[2]):
            denied += 1
        elif any(
            isinstance(one, State)
            and isinstance(other, State)
            and (one.participant, one.attribute) == (other.participant, other.attribute)
            for one in parts[1]
            for other in parts[2]
        ):
            other_value += 1
    spent = time.process_time() - began
    print(f"lines with an event or a state     {read_lines / lines:.3f} of {lines}")
    print(f"queries read                       {read_queries / queries:.3f} of {queries}")
    print(f"pairs: same matter, denied         {denied / len(rows):.3f} of {len(rows)}")
    print(f"pairs: same attribute, other value {other_value / len(rows):.3f}")
    print(f"CPU a sentence                     {1000 * spent / sentences:.2f} ms")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
