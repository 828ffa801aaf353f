"""Measure the benchmarks end to end, as a user runs them: by one command, including start-up.

It runs all tasks through the command line, checks every proof, and prints seconds beside the scores. All
start from byte code, as installed by pip, whatever `PYTHONDONTWRITEBYTECODE` says, since the built-in suites
run first.
Run from the root: `python benchmarks/end_to_end.py [DATA_DIR]`; without a directory, the built-in suites.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMAND = [sys.executable, "-c", "from defeasible.eval.cli import main; main()"]
TASKS = {
    "belief-r/t": "acc_t",
    "belief-r/t1": "breu",
    "ccons/context": "accuracy",
    "ccons/nocontext": "ordinary",
}
TARGET_S = 10.0


def cpu() -> float:
    """Return the CPU seconds of all finished child processes."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Run all tasks by one command, check each, and print one table."""
    data = ["--data-dir", sys.argv[1]] if len(sys.argv) > 1 else []
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        first = [*COMMAND, "run", "--task", ",".join(TASKS), "--out", f"{folder}/first"]
        subprocess.run(first, check=True, capture_output=True)
        used = cpu()
        ran = [*COMMAND, "run", "--task", ",".join(TASKS), *data, "--out", f"{folder}/all", "--json"]
        done = subprocess.run(ran, check=True, capture_output=True, text=True)
        total = cpu() - used
        print(f"{'task':<18}{'items':>7}{'score':>8}{'wall s':>8}{'check s':>9}  proofs")
        for result in json.loads(done.stdout):
            task = result["task"]
            out = str(Path(folder) / "all" / task.replace("/", "-"))
            start = time.perf_counter()
            checked = subprocess.run([*COMMAND, "check", out], check=True, capture_output=True, text=True)
            checking = time.perf_counter() - start
            score, proofs = result["metrics"][TASKS[task]], checked.stdout.splitlines()[0]
            print(
                f"{task:<18}{result['n']:>7}{score:>8.3f}{result['seconds']:>8.2f}{checking:>9.2f}  {proofs}"
            )
    print(f"all together: {total:.1f} s of CPU, start-up included (target {TARGET_S:.0f})")


if __name__ == "__main__":
    main()
