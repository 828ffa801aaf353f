"""`try_out`: measure how often a model correctly reads texts with known forms.

None of them was taught. One half is generated, with words reserved for the test; the other comes from
writers and is read by the grammar; all stories are generated. The result tells how far a reading that no
other reader shares can be trusted: with a parser beside the model, `Reasoner` uses a model's reading alone
only if the model read nine of ten such texts correctly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from defeasible.llm.parse import ModelParser
from defeasible.llm.teach.samples import samples
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.errors import UsageError, unknown
from defeasible.reasoner.forms import Form, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.parsing import Trial
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.llm.parse import Parsed

TEXTS_OF = {
    Premises.family: ("premises", "everyday"),
    SizeContext.family: ("sizes", "everyday-sizes"),
    Story.family: ("story",),
}
"""The kinds of texts for each family that can be measured: those that two readers read."""
TEXTS, SEED = 100, 1
"""Number of texts of a trial, and their seed, which differs from the default seed of training."""
_BATCH = 8
_Work = Callable[[], "Parsed"]


def try_out(
    parser: ModelParser,
    family: str,
    texts: int = TEXTS,
    *,
    together: Callable[[Sequence[_Work]], Sequence[Parsed]],
) -> Trial:
    """Let a model read texts, and count the forms that are equivalent to the correct ones.

    Args:
        parser: The parser on the model.
        family: One of `TEXTS_OF`.
        texts: Number of texts.
        together: Reads several texts at once, in order.

    Raises:
        UsageError: If the family is unknown.
    """
    if family not in TEXTS_OF:
        raise unknown("family", family, TEXTS_OF)
    drawn = list(islice(samples(TEXTS_OF[family], seed=SEED, test=True), texts))
    read: list[Parsed] = []
    for start in range(0, texts, _BATCH):
        read += together([partial(parser.parse, one.text) for one in drawn[start : start + _BATCH]])
    return Trial(sum(same(one.form, found.form) for one, found in zip(drawn, read, strict=True)), texts)


def same(right: Form, found: Form | Unparsed) -> bool:
    """Tell whether the form that was read is logically equivalent to the correct one."""
    if isinstance(found, Unparsed):
        return False
    try:
        return equivalent(right, found).verdict is Verdict.ENTAILED
    except UsageError:
        return False  # they ask different kinds of questions
