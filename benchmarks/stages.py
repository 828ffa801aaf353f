"""Measure each stage on whole suites: parse, decide (with evidence and trace), check, write, read.

Times are CPU time of this process, the best of several rounds over all items, warm. Targets are per item.
Run from the root: `python benchmarks/stages.py [DATA_DIR]`; without a directory, the built-in suites.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from defeasible.datasets import belief_r, builtin, ccons
from defeasible.datasets.catalog import locate
from defeasible.datasets.items import BeliefItem, SizeItem
from defeasible.reasoner import Reasoner, Trace, belief, check_steps, size
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.forms import Premises, SizeContext, Unparsed

T = TypeVar("T")
CHECK_US = 100.0
Form = Premises | SizeContext | Unparsed


def per_item(action: Callable[[T], object], items: Sequence[T], rounds: int = 5) -> float:
    """Return the CPU microseconds of an action per item: the best of `rounds` over all items."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        for item in items:
            action(item)
        best = min(best, time.process_time() - start)
    return best / len(items) * 1e6


def parse(reasoner: Reasoner, item: BeliefItem | SizeItem) -> Form:
    """Read one item."""
    if isinstance(item, SizeItem):
        return reasoner.parser.sizes(item.context, (item.object1, item.object2))
    statements = [*item.premises, *([] if item.new is None else [item.new])]
    return reasoner.parser.premises(statements, list(item.options))


def decide(reasoner: Reasoner, form: Form) -> Decision | None:
    """Decide one form; if it has three statements, the last is the new one."""
    if isinstance(form, SizeContext):
        return size.decide(form, sizes=reasoner.sizes)
    if isinstance(form, Premises):
        new = frozenset(s.id for s in form.statements[2:])
        return belief.decide(form, form.queries[0].formula, new=new, roles=reasoner.roles)
    return None


def main() -> None:
    """Measure each suite and print one table."""
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else builtin.data_dir()
    suites: dict[str, Sequence[BeliefItem | SizeItem]] = {
        "belief-r/t": belief_r.load_basic(locate(data, "belief-r")),
        "belief-r/t1": belief_r.load_queries(locate(data, "belief-r")),
        "ccons/context": ccons.load(locate(data, "ccons")),
    }
    reasoner = Reasoner()
    print("us CPU per item     items  steps   parse  decide  check  write   read")
    for name, items in suites.items():
        forms = [parse(reasoner, item) for item in items]
        decided = [d for d in (decide(reasoner, form) for form in forms) if d is not None]
        traces = [d.trace for d in decided]
        documents = [trace.to_json() for trace in traces]
        costs = [
            per_item(partial(parse, reasoner), items),
            per_item(partial(decide, reasoner), forms),
            per_item(check_steps, traces),
            per_item(Trace.to_json, traces),
            per_item(Trace.from_json, documents),
        ]
        steps = sum(len(trace.steps) for trace in traces) / len(traces)
        print(
            f"{name:<19}{len(items):>6}{steps:>7.1f}{costs[0]:>8.0f}{costs[1]:>8.0f}"
            f"{costs[2]:>7.0f}{costs[3]:>7.0f}{costs[4]:>7.0f}"
        )
    print(
        f"target: check at most {CHECK_US:.0f}; parse and decide are warm (words and shapes were met before)"
    )


if __name__ == "__main__":
    main()
