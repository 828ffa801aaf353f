"""`parser_on`: the parser that `Reasoner(llm=...)` uses."""

from __future__ import annotations

from defeasible.llm.backend import Generator
from defeasible.llm.models import open_model
from defeasible.llm.parse import ModelParser
from defeasible.llm.parse.trials import known
from defeasible.reasoner.errors import UsageError


def parser_on(model: object, *, timeout: float = 10.0) -> ModelParser:
    """Return a parser on a model, with the default options of `ModelParser`.

    The reasoner does not depend on models; it finds this function as the entry point `llm` of the group
    `defeasible.parsers`. For other options: `Reasoner(parser=ModelParser(backend, votes=5))`.

    Args:
        model: A backend that writes, or its address, as `open_model` takes it.
        timeout: Seconds for each solver check of consistency.

    Raises:
        UsageError: If there is no such model, or `model` is neither a backend nor an address.
        MissingExtraError: If packages are not installed; the message says how to install them.
    """
    backend = open_model(model) if isinstance(model, str) else model
    if not isinstance(backend, Generator):
        raise UsageError(f"{model!r:.60} is neither a model address nor a backend that writes")
    parser = ModelParser(backend, timeout=timeout)
    parser.trials = known(parser, backend)
    return parser
