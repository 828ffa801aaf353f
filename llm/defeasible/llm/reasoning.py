"""`reasoner`: a `Reasoner` whose text a language model reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from defeasible.llm.backend import Generator
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.evidence import RoleSource, SizeSource


def reasoner(
    model: str | Generator,
    *,
    roles: RoleSource | None = None,
    sizes: SizeSource | None = None,
    timeout: float = 10.0,
    **reading: Any,
) -> Reasoner:
    """Return a reasoner that reads with a model and decides as ever.

    The reasoner knows nothing of models, so it is made here: this is `Reasoner(parser=ModelParser(...))`.

    Args:
        model: A backend that writes, or its address, as `open_model` takes it.
        roles: As of `Reasoner`.
        sizes: As of `Reasoner`.
        timeout: Seconds for each solver check, those of the reading included.
        reading: Options of `ModelParser`: `votes`, `thinking`, `repairs`, `seed`, ...

    Raises:
        UsageError: If there is no such model, or an option is out of range.
        MissingExtraError: If packages are not installed; the message says how to get them.

    Example:
        >>> from defeasible.llm.scripted import Scripted
        >>> reasoner(Scripted(["no JSON"]), repairs=0).entails(["It rains."], "It is wet.").verdict
        <Verdict.UNPARSED: 'unparsed'>
    """
    from defeasible.llm.models import open_model  # noqa: PLC0415 - not for the other parts of this package
    from defeasible.llm.parse import ModelParser  # noqa: PLC0415 - imports pydantic models
    from defeasible.reasoner.api import Reasoner  # noqa: PLC0415 - imports spaCy and Z3

    backend = open_model(model) if isinstance(model, str) else model
    parser = ModelParser(backend, timeout=timeout, **reading)
    return Reasoner(parser=parser, roles=roles, sizes=sizes, timeout=timeout)
