"""Causes and consequences in Chinese dialogues: measure both sets of weights, and fit the fitted one.

`python benchmarks/chinese_causes.py DATA_DIR` prints character F1, exact matches and CPU time for the half of
open CORECODE that the weights were not made on. With `--fit OUT` it first fits weights on the other half and
writes them: `--fit reasoner/defeasible/reasoner/grammar/chinese/fitted.json` makes the file that ships.

Consequences are developed on `train` and reported on `dev`. The open half has causes in `dev` alone:
dialogues are split in two by a hash of their first turns. Fitting needs numpy and 8 GB; no seed is involved.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np

from defeasible.eval.baselines import nearest_text
from defeasible.eval.metrics.answers import em, f1
from defeasible.reasoner.grammar.chinese import Options, causes, consequences
from defeasible.reasoner.grammar.chinese.events import signs
from defeasible.reasoner.grammar.chinese.features import candidates
from defeasible.reasoner.grammar.chinese.scene import Subjects, set_scene
from defeasible.reasoner.grammar.chinese.weights import SIGNS, Question

FILES: dict[Question, str] = {
    "cause": "Event_Cause_Inference",
    "consequence": "Subsequent_Event_Inference",
    "clipped": "Clipped_Subsequent_Event_Inference",
}
LEVELS: dict[str, Subjects] = {"hard": "xy", "easy": "speakers"}
MOST_SIGNS = 300
"""How many of the most frequent signs get a weight of their own."""
SIGN_SCALE = 0.3
"""Signs count less than features do, so that the penalty on weights bears harder on them."""
TEMPERATURE = 12.0
STEPS, RATE, PENALTY = 100, 0.05, 1e-4
RIDGE = 30.0


@dataclass(frozen=True)
class Item:
    """One question of the benchmark."""

    turns: list[str]
    event: str
    answer: str


def items(data: Path, level: str, question: Question, part: Literal["develop", "report"]) -> Iterator[Item]:
    """Yield the questions of one half."""
    split = "dev" if question == "cause" or part == "report" else "train"
    path = (
        data / "corecode" / level / "generation" / split / f"Event_Causal_Inference--{FILES[question]}.jsonl"
    )
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if question == "cause":
            odd = hashlib.md5("".join(row["dialogue"][:12]).encode()).digest()[0] % 2
            if odd != (part == "report"):
                continue
        asked = row["question"]
        event = asked[asked.index("事件“") + 3 : asked.rindex("”")]
        yield Item(row["dialogue"], event, row["answer"])


def measure(data: Path) -> None:
    """Print one table for the reported half."""
    print(f"{'set':<18}{'weights':<9}{'n':>6}{'F1':>8}{'EM':>8}{'echo':>8}{'nearest':>9}{'ms':>7}")
    for level, subjects in LEVELS.items():
        for question in FILES:
            rows = list(items(data, level, question, "report"))
            echo = sum(f1(row.event, row.answer) for row in rows) / len(rows)
            near = sum(f1(nearest_text(row.event, row.turns), row.answer) for row in rows) / len(rows)
            for weights in ("hand", "fitted"):
                options = Options(subjects, weights)
                start = time.process_time()
                texts = [answer(row, question, options) for row in rows]
                spent = (time.process_time() - start) / len(rows) * 1e3
                score = sum(f1(t, row.answer) for t, row in zip(texts, rows, strict=True)) / len(rows)
                same = sum(em(t, row.answer) for t, row in zip(texts, rows, strict=True))
                name = f"{level} {question}"
                print(
                    f"{name:<18}{weights:<9}{len(rows):>6}{score:>8.3f}{same / len(rows):>8.3f}"
                    f"{echo:>8.3f}{near:>9.3f}{spent:>7.1f}"
                )


def answer(item: Item, question: Question, options: Options) -> str:
    """Return the best answer, or no text."""
    if question == "cause":
        found = causes(item.turns, item.event, 1, options)
    else:
        found = consequences(item.turns, item.event, 1, options, clipped=question == "clipped")
    return found[0].text if found else ""


def fit(data: Path, question: Question) -> dict[str, Any]:
    """Return weights that make the expected F1 of an answer drawn by its score as high as they can.

    Starts from ridge regression of F1 on features within each question, then follows the gradient of the
    expected F1 under the softmax of scores (Adam, all questions at once).
    """
    lists = []
    for level, subjects in LEVELS.items():
        for item in items(data, level, question, "develop"):
            scene = set_scene(item.turns, item.event, subjects)
            found = candidates(scene) if scene else []
            if found:
                gold = [f1(candidate.text, item.answer) for candidate in found]
                lists.append(([({**c.features, **c.wording}, set(signs(c.text))) for c in found], gold))
    names = sorted({name for rows, _ in lists for features, _ in rows for name in features})
    seen = Counter(s for rows, _ in lists for s in {s for _, text in rows for s in text} if s > "\u3400")
    common = sorted(sign for sign, _ in sorted(seen.items(), key=lambda p: (-p[1], p[0]))[:MOST_SIGNS])
    column = {name: i for i, name in enumerate([*names, *common])}
    sizes = np.array([len(rows) for rows, _ in lists])
    x = np.zeros((sizes.sum(), len(column)), np.float32)
    y = np.concatenate([gold for _, gold in lists]).astype(np.float32)
    at = 0
    for rows, _ in lists:
        for features, text in rows:
            for name, value in features.items():
                x[at, column[name]] = value
            for sign in text & column.keys():
                x[at, column[sign]] = SIGN_SCALE
            at += 1
    w = _ascend(x, y, sizes, _ridge(x, y, sizes) * TEMPERATURE)
    print(f"{question}: {len(lists)} questions, {len(column)} weights")
    return {
        "features": {name: round(float(w[column[name]]), 3) for name in names},
        SIGNS: {sign: round(float(w[column[sign]]) * SIGN_SCALE, 3) for sign in common},
    }


Array = np.ndarray[Any, np.dtype[np.float32]]


def _ridge(x: Array, y: Array, sizes: np.ndarray[Any, Any]) -> Array:
    starts = np.cumsum(sizes) - sizes
    centred = x - np.repeat(np.add.reduceat(x, starts) / sizes[:, None], sizes, axis=0)
    target = y - np.repeat(np.add.reduceat(y, starts) / sizes, sizes)
    weighted = centred * np.repeat(20 / sizes, sizes)[:, None]
    solved = np.linalg.solve(weighted.T @ centred + RIDGE * np.eye(x.shape[1]), weighted.T @ target)
    return np.asarray(solved, np.float32)


def _ascend(x: Array, y: Array, sizes: np.ndarray[Any, Any], start: Array) -> Array:
    starts = np.cumsum(sizes) - sizes
    w, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        z = x @ w
        p = np.exp(z - np.repeat(np.maximum.reduceat(z, starts), sizes))
        p /= np.repeat(np.add.reduceat(p, starts), sizes)
        expected = np.add.reduceat(p * y, starts)
        gradient = x.T @ (p * (y - np.repeat(expected, sizes))) / len(sizes) - PENALTY * (w - start)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        w = w + RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return np.asarray(w, np.float32)


def main() -> None:
    """Fit if asked to, then measure."""
    data = Path(sys.argv[1])
    if "--fit" in sys.argv:
        out = Path(sys.argv[sys.argv.index("--fit") + 1])
        weights = {question: fit(data, question) for question in FILES}
        text = json.dumps(weights, ensure_ascii=False, indent=1, sort_keys=True)
        out.write_text(text + "\n", encoding="utf-8")
    measure(data)


if __name__ == "__main__":
    main()
