"""Measure BREU on Belief-R with the role of the third premise given, to test the reading of the text alone.

The role comes from the gold answer (a requirement if the belief is given up, an alternative if it is kept),
not from the lexicon. With it, the decider is right on every open item that the grammar reads, so the errors
of another reader come from its reading. The result is not a score on the benchmark.

Run from the root: `python benchmarks/true_roles.py DATA_DIR [ADDRESS [LIMIT]]`. Without a model's address the
grammar reads. LIMIT draws that many items, with a fixed seed.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path
from typing import Any

from defeasible.eval.cases import Case, Outcome, by_label
from defeasible.eval.metrics.belief_r import MAINTAIN, UPDATE, measure_t1
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
WEIGHT = 9.0
"""Weight of the role, as log-odds in nats."""


def given(role: Role, _: Premises, earlier: Conditional, later: Conditional) -> tuple[Evidence, ...]:
    """Return the role as the only evidence, without rivals."""
    return (Evidence(RoleClaim(later.id, earlier.id, role), WEIGHT, "gold"),)


def judged(case: Case[Any], parser: Any) -> Outcome:
    """Return the outcome of the answer that follows from a parser's reading."""
    reasoner = Reasoner(parser=parser, roles=partial(given, ROLES[case.facets["category"]]))
    asked = case.question
    decision = reasoner.answer(asked.premises, asked.options, new=asked.new)
    return Outcome(case, by_label(case, decision.verdict, decision.answer))


def main() -> None:
    """Print BREU and its parts."""
    folder, address, limit, *_ = [*sys.argv[1:], "", ""]
    cases = REVISION.read(Path(folder), Choice())
    if limit:
        cases = random.Random(0).sample(cases, int(limit))
    if address:
        turns = WritingTurns(opened(address, None))
        parser = ModelParser(turns, repairs=0, max_tokens=512)
        outcomes = turns.together([partial(judged, case, parser) for case in cases])
    else:
        outcomes = [judged(case, GrammarParser()) for case in cases]
    measured = measure_t1(outcomes)
    for name in ("n", "breu", "bu_acc", "bm_acc", "coverage", "outcomes"):
        print(f"{name:<10}{measured[name]}")


if __name__ == "__main__":
    main()
