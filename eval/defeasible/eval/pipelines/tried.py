"""`tried`: try a reading model on texts with known forms before a run, unless it was tried before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.llm.parse.trials import keep, known
from defeasible.llm.teach.trial import TEXTS_OF, try_out

if TYPE_CHECKING:
    from defeasible.eval.pipelines.turns import Turns
    from defeasible.llm.backend import Generator, Scorer
    from defeasible.llm.parse import ModelParser
    from defeasible.reasoner.parsing import Trial


def tried(
    parser: ModelParser, family: str, backend: Generator | Scorer, turns: Turns, texts: int
) -> Trial | None:
    """Return a model's results on the test texts of a family, and pass them to its parser.

    The result is kept in the user's cache until the model, its prompts or its settings change.

    Args:
        parser: The parser on the model.
        family: The family of forms that it reads.
        backend: The model itself.
        turns: The model that the items of a batch share.
        texts: Number of texts to try if fewer were tried before; 0 to use only known results.

    Returns:
        The known results; None if there are none, or the family has no test texts.
    """
    trials = known(parser, backend)
    if family in TEXTS_OF and texts > (trials[family].texts if family in trials else 0):
        trials[family] = try_out(parser, family, texts, together=turns.together)
        keep(parser, backend, trials)
    parser.trials = trials
    return trials.get(family)
