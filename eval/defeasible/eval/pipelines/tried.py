"""How a model that reads does on generated texts: tried before a run, unless it is known already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.llm.parse.trials import keep, known
from defeasible.llm.teach.trial import FAMILIES, try_out

if TYPE_CHECKING:
    from defeasible.eval.pipelines.turns import Turns
    from defeasible.llm.backend import Generator, Scorer
    from defeasible.llm.parse import ModelParser
    from defeasible.reasoner.parsing import Trial


def tried(
    parser: ModelParser, family: str, backend: Generator | Scorer, turns: Turns, texts: int
) -> Trial | None:
    """Return how a model did on generated texts of a family, and let its parser know.

    What was found is kept in the user's cache until the model, its prompts or how it is asked change.

    Args:
        parser: The model, and how it is asked.
        family: Of the forms that it reads.
        backend: The model itself.
        turns: The model as the items of a batch share it.
        texts: How many to try it on where it was not tried on as many; 0 to leave it at what is known.

    Returns:
        What is known; None where nothing is, or no such texts are generated.
    """
    trials = known(parser, backend)
    if family in FAMILIES and texts > (trials[family].texts if family in trials else 0):
        trials[family] = try_out(parser, family, texts, together=turns.together)
        keep(parser, backend, trials)
    parser.trials = trials
    return trials.get(family)
