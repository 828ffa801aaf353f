"""How often a model reads generated texts rightly.

The texts have words that no course teaches, and their forms are known, since they were made from them. A
reading that nobody shares is worth what others of its reader were: with a parser beside it, `Reasoner` lets a
model's reading stand alone only where it read nine of ten such texts rightly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from defeasible.llm.parse import ModelParser
from defeasible.llm.teach.samples import samples
from defeasible.reasoner.equivalence import equivalent
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Form, Premises, SizeContext, Story, Unparsed
from defeasible.reasoner.parsing import Trial
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from defeasible.llm.parse import Parsed

FAMILIES = (Premises.family, SizeContext.family, Story.family)
"""What can be tried: the families that two readers read."""
TEXTS, SEED = 100, 1
"""Texts of a trial, and the seed they are made with, other than that of a course unless it is told so."""
_BATCH = 8
_Work = Callable[[], "Parsed"]


def try_out(
    parser: ModelParser,
    family: str,
    texts: int = TEXTS,
    *,
    together: Callable[[Sequence[_Work]], Sequence[Parsed]],
) -> Trial:
    """Let a model read generated texts, and count the forms that are equivalent to the right ones.

    Args:
        parser: The model, and how it is asked.
        family: One of `FAMILIES`.
        texts: How many.
        together: Reads several texts at once, in order.

    Raises:
        UsageError: If there is no such family.
    """
    if family not in FAMILIES:
        raise UsageError(f"{family!r} is not tried", hint=", ".join(FAMILIES))
    drawn = list(islice(samples((family,), seed=SEED, test=True), texts))
    read: list[Parsed] = []
    for start in range(0, texts, _BATCH):
        read += together([partial(parser.parse, one.text) for one in drawn[start : start + _BATCH]])
    return Trial(sum(same(one.form, found.form) for one, found in zip(drawn, read, strict=True)), texts)


def same(right: Form, found: Form | Unparsed) -> bool:
    """Tell whether a form was read that is logically equivalent to the right one."""
    if isinstance(found, Unparsed):
        return False
    try:
        return equivalent(right, found).verdict is Verdict.ENTAILED
    except UsageError:
        return False  # they speak of different things
