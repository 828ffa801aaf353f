"""Measure time and memory for reading every official file of a data directory.

`python benchmarks/data_loading.py DATA_DIR` reads each file one record at a time, as the loaders do, checks
every field, and prints records, megabytes and CPU seconds for each benchmark, then the peak memory.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from defeasible.datasets import Fault, inventory


def main(data_dir: Path) -> None:
    """Print one line for each benchmark, and a total."""
    totals: dict[str, list[float]] = {}
    for placed in inventory(data_dir):
        if placed.present:
            start = time.process_time()
            rows = sum(not isinstance(found, Fault) for found in placed.benchmark.scan(placed.path))
            spent = time.process_time() - start
            total = totals.setdefault(placed.benchmark.name, [0, 0, 0])
            for place, value in enumerate((rows, placed.path.stat().st_size / 1e6, spent)):
                total[place] += value
    totals["all"] = [sum(column) for column in zip(*totals.values(), strict=True)]
    for name, (records, size, seconds) in totals.items():
        print(f"{name:<10} {records:>7,.0f} records {size:>6.1f} MB {seconds:>6.3f} s CPU")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
