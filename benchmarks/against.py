"""Run a benchmark alternately in this checkout and another; print the least of every number, and the ratio.

Other programs only make a number larger, so the least of several runs is the most accurate. Each checkout
runs its own version of the script from its own sources; lines are matched by their words.
Run from the root: `python benchmarks/against.py ../other belief_decision.py`; further arguments are passed to
the script. `RUNS=5` in the environment sets the number of runs of each; the default is three.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])\d[\d,]*\.\d+(?![\w.])")
"""Measured values are printed with a decimal point; counts are not."""
PARTS = ("reasoner", "llm", "datasets", "eval")
Row = tuple[str, int]
"""The words of a line, and the number of earlier lines with the same words."""


def rows(root: Path, script: str, arguments: list[str]) -> dict[Row, list[float]]:
    """Run a script of one checkout and return the numbers of each line that has any."""
    sources = os.pathsep.join(str(root / part) for part in PARTS)
    command = [sys.executable, f"benchmarks/{script}", *arguments]
    environment = {**os.environ, "PYTHONPATH": sources}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{root}: {script} failed\n{done.stderr}")
    found: dict[Row, list[float]] = {}
    seen: Counter[str] = Counter()
    for line in done.stdout.splitlines():
        if numbers := [float(number.replace(",", "")) for number in NUMBER.findall(line)]:
            words = " ".join(NUMBER.split(line)[0].split())
            found[words, seen[words]] = numbers
            seen[words] += 1
    return found


def least(first: list[float], second: list[float]) -> list[float]:
    """Return the smaller of each pair of numbers."""
    return [min(pair) for pair in zip(first, second, strict=False)]


def main() -> None:
    """Run both alternately; print the numbers of each line there, here, and the ratio of here to there."""
    if len(sys.argv) < 3:
        sys.exit("usage: python benchmarks/against.py CHECKOUT SCRIPT [ARGUMENT ...]")
    other, script, *arguments = sys.argv[1:]
    roots = [Path(other).resolve(), Path.cwd()]
    best: list[dict[Row, list[float]]] = [{}, {}]
    for _ in range(int(os.environ.get("RUNS", "3"))):
        for side, root in zip(best, roots, strict=True):
            for row, numbers in rows(root, script, arguments).items():
                side[row] = least(side.get(row, numbers), numbers)
    there, here = best
    print(f"{script} {' '.join(arguments)}: {roots[0]} | this checkout | ratio")
    for row, numbers in here.items():
        before = there.get(row)
        if before is None:
            print(f"{row[0]:<44} only here: {numbers}")
            continue
        ratios = " ".join(f"{b / a:.2f}" if a else "-" for a, b in zip(before, numbers, strict=False))
        print(f"{row[0]:<44} {before} | {numbers} | {ratios}")
    for words, _ in there.keys() - here.keys():
        print(f"{words:<44} only there")


if __name__ == "__main__":
    main()
