"""Fits the weights that rank the clauses of a Chinese dialogue: `--weights fitted` of the tasks of CORECODE.

`python benchmarks/fit_clauses.py DATA_DIR OUT` fits them as the file that ships was fitted
(`reasoner/defeasible/reasoner/grammar/chinese/fitted.json`, by an earlier state of the reader), on the open
half of CORECODE: of consequences the `train` files, of causes, which are there in `dev` alone, the dialogues
outside the split `held-out`. It needs numpy and 8 GB; no seed is involved.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from defeasible.datasets.corecode import EventTask
from defeasible.eval.metrics.answers import f1
from defeasible.eval.tasks import Choice
from defeasible.eval.tasks.corecode_events import FITTED_ON, developed_on, questions
from defeasible.reasoner.grammar.chinese.events import signs
from defeasible.reasoner.grammar.chinese.features import candidates
from defeasible.reasoner.grammar.chinese.scene import set_scene
from defeasible.reasoner.grammar.chinese.weights import SIGNS, Question

TASKS: dict[Question, EventTask] = {"cause": "cause", "consequence": "subsequent", "clipped": "clipped"}
MOST_SIGNS = 300
"""How many of the most frequent signs get a weight of their own."""
SIGN_SCALE = 0.3
"""Signs count less than features do, so that the penalty on weights bears harder on them."""
TEMPERATURE = 12.0
STEPS, RATE, PENALTY = 100, 0.05, 1e-4
RIDGE = 30.0


def fit(data: Path, question: Question) -> dict[str, Any]:
    """Return weights that make the expected F1 of an answer drawn by its score as high as they can.

    Starts from ridge regression of F1 on features within each question, then follows the gradient of the
    expected F1 under the softmax of scores (Adam, all questions at once).
    """
    lists = []
    task = TASKS[question]
    for row, asked in questions(data / "corecode", task, Choice(split=FITTED_ON[task])):
        if not developed_on(asked.dialogue, task, row.split):
            continue
        scene = set_scene(asked.dialogue, asked.event, asked.subjects)
        found = candidates(scene) if scene else []
        if found:
            gold = [f1(candidate.text, row.answer) for candidate in found]
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
    """Fit the weights of each question and write them."""
    data, out = map(Path, sys.argv[1:])
    weights = {question: fit(data, question) for question in TASKS}
    text = json.dumps(weights, ensure_ascii=False, indent=1, sort_keys=True)
    out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
