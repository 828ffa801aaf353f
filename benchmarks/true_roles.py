"""BREU on Belief-R where the role of the third premise is given: how well is the text itself read?

The role comes from the gold answer (a requirement where the belief is given up, an alternative where it is
kept), not from the lexicon, so every error is an error of reading. This is no score of the benchmark.

Run from the root: `python benchmarks/true_roles.py DATA_DIR [ADDRESS [LIMIT]]`. Without a model's address the
grammar reads. With a limit, so many items are drawn; the seed is fixed.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from defeasible.eval.cases import Case
from defeasible.eval.metrics.belief_r import MAINTAIN, UPDATE
from defeasible.eval.pipelines import opened
from defeasible.eval.pipelines.turns import WritingTurns
from defeasible.eval.tasks.belief_r import REVISION
from defeasible.eval.tasks.task import Choice
from defeasible.llm.parse import ModelParser
from defeasible.reasoner import Reasoner
from defeasible.reasoner.evidence import Evidence, RoleClaim
from defeasible.reasoner.forms import Conditional, Premises, Role
from defeasible.reasoner.grammar import GrammarParser

ROLES = {UPDATE: Role.REQUIREMENT, MAINTAIN: Role.ALTERNATIVE}
TOGETHER = 8
"""Items whose texts a model reads at a time."""


def given(role: Role, _: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Return the role as evidence that leaves no doubt."""
    return (Evidence(RoleClaim(later.id, earlier.id, role), 9.0, "gold"),)


def answer(case: Case[Any], parser: Any) -> str | None:
    """Return the letter of the reader's answer; None if it has none."""
    reasoner = Reasoner(parser=parser, roles=partial(given, ROLES[case.facets["category"]]))
    asked = case.question
    said = reasoner.answer(asked.premises, asked.options, new=asked.new).answer
    return None if said is None else case.labels[asked.options.index(said)]


def main() -> None:
    """Print BREU and its parts."""
    folder, address, limit, *_ = [*sys.argv[1:], "", ""]
    cases = REVISION.read(Path(folder), Choice())
    if limit:
        cases = random.Random(0).sample(cases, int(limit))
    if address:
        turns = WritingTurns(opened(address, None))
        parser = ModelParser(turns, repairs=0, max_tokens=512)
        letters: list[str | None] = []
        for start in range(0, len(cases), TOGETHER):
            part = cases[start : start + TOGETHER]
            letters += turns.together([partial(answer, case, parser) for case in part])
    else:
        letters = [answer(case, GrammarParser()) for case in cases]
    items, right = Counter[str](), Counter[str]()
    for case, letter in zip(cases, letters, strict=True):
        items[case.facets["category"]] += 1
        right[case.facets["category"]] += letter == case.gold
    parts = {category: right[category] / items[category] for category in (UPDATE, MAINTAIN)}
    shares = ", ".join(f"{category} {share:.3f} of {items[category]}" for category, share in parts.items())
    print(f"BREU {sum(parts.values()) / 2:.3f}: {shares}; without an answer {letters.count(None)}")


if __name__ == "__main__":
    main()
