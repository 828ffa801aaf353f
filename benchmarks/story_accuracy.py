"""State inference on PASTA with the grammar parser and the laws alone: what is decided, and what rightly.

`python benchmarks/story_accuracy.py DATA_DIR [TUPLES]` reads `val_data.jsonl` under DATA_DIR/pasta and asks
of each tuple four questions: the state and the counterfactual one, of the story and of the revised story
(Ghosh et al., TACL 2023), once of the whole story and once of the supporting lines alone. The support of a
revised story is the lines that were rewritten. Every proof is verified. A pair is right when both states of
one version are (contrastive accuracy); what is undecided counts as wrong.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from defeasible.reasoner import Reasoner, Verdict, check

LINES = range(1, 6)
RIGHT = {True: Verdict.ENTAILED, False: Verdict.REFUTED}


def versions(row: dict[str, Any]) -> list[tuple[list[str], list[int], str, str]]:
    """Return lines, support, the state that holds and the one that does not, for both versions."""
    first = [row[f"Input.line{n}"] for n in LINES]
    revised = [row[f"Answer.mod_line{n}"] or row[f"Input.line{n}"] for n in LINES]
    marked = [n for n in LINES if row[f"Answer.line{n}.on"]]
    changed = [n for n in LINES if first[n - 1] != revised[n - 1]]
    state, counter = row["Answer.assertion"], row["Answer.mod_assertion"]
    return [(first, marked, state, counter), (revised, changed, counter, state)]


def main(folder: Path, tuples: int | None) -> None:
    """Print one line for each setting."""
    text = (folder / "pasta" / "val_data.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(row) for row in text.splitlines()][:tuples]
    reasoner = Reasoner()
    for name, context in (("whole story", True), ("support alone", False)):
        verdicts: Counter[str] = Counter()
        right = wrong = both = asked = refused = 0
        began = time.process_time()
        for row in rows:
            for lines, support, *states in versions(row):
                hits = 0
                for state, holds in zip(states, (True, False), strict=True):
                    decision = reasoner.infer_state(lines, state, support, context=context)
                    verdicts[decision.verdict.value] += 1
                    refused += not check(decision.trace).ok
                    hits += decision.verdict is RIGHT[holds]
                    wrong += decision.verdict is RIGHT[not holds]
                    asked += 1
                right, both = right + hits, both + (hits == 2)
        spent = 1000 * (time.process_time() - began) / asked
        decided = right + wrong
        print(
            f"{name:<14} {asked} asked, decided {decided / asked:.3f}, right of the decided "
            f"{right / max(decided, 1):.3f}, accuracy {right / asked:.3f}, pairs right "
            f"{2 * both / asked:.3f} of {asked // 2}, {refused} proofs refused, {spent:.1f} ms CPU a question"
        )
        print(f"{'':<14} {dict(verdicts.most_common())}")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else None)
