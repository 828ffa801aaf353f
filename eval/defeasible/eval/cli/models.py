"""The options of commands that may ask a model, and the pipeline built from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from defeasible.eval.asking import CHOICES, Asking
from defeasible.eval.cases import Case
from defeasible.eval.cli import completing
from defeasible.eval.pipelines import (
    BATCH,
    CHOOSING,
    DEFAULT_TIMEOUT,
    PARSERS,
    PIPELINES,
    ROLES,
    SYMBOLIC,
    UNKEPT,
    WEIGHTS,
    Pipeline,
    Settings,
    build,
)
from defeasible.eval.runner import MOST_FAILURES
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from defeasible.llm.backend import Generator, Scorer
    from defeasible.llm.prompts import Fields

F = TypeVar("F", bound=Callable[..., Any])


class EarnedOrNumber(click.ParamType):  # type: ignore[type-arg,unused-ignore] # generic from click 8.2
    """`earned`, or a number."""

    name = "earned|number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float | Literal["earned"]:
        """Read the value; a click error if it is neither."""
        if value == "earned":
            return "earned"
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is neither `earned` nor a number", param, ctx)


MODEL = click.option(
    "--model",
    default="",
    metavar="ADDRESS",
    shell_complete=completing.models,
    help="hf:NAME, gguf:FILE, openai:URL#MODEL, smollm2, ...",
)

SETTINGS = (
    click.option(
        "--timeout",
        type=float,
        default=DEFAULT_TIMEOUT,
        show_default=True,
        help="Seconds for each decision.",
    ),
    click.option(
        "--roles",
        metavar=f"{'|'.join(ROLES)}|FILE",
        default=ROLES[0],
        show_default=True,
        help="What weighs the role of a later conditional; FILE: a head of `defeasible fit`.",
    ),
    click.option(
        "--weights",
        metavar=f"{'|'.join(WEIGHTS)}|FILE",
        default=WEIGHTS[0],
        show_default=True,
        help="What ranks clauses of a dialogue (corecode); FILE: a head of `defeasible fit`.",
    ),
    MODEL,
    click.option(
        "--parser",
        type=click.Choice(PARSERS),
        help="What reads the text.  [default: llm with `symbolic --model`, else grammar]",
    ),
    click.option(
        "--prompt", default="", metavar="STYLE", help="How the model is asked: direct, cot, cloze, ..."
    ),
    click.option(
        "--answer-by",
        type=click.Choice(("generate", "score")),
        default="generate",
        show_default=True,
        help="Whether the model writes its answer or scores each option.",
    ),
    click.option("--votes", type=int, default=1, show_default=True, help="Sampled answers that vote."),
    click.option(
        "--calibration",
        type=EarnedOrNumber(),
        default="earned",
        show_default=True,
        help="Divisor of the model's log-odds; `earned`: `hybrid` weighs them by how well the model answers "
        "fresh items.",
    ),
    click.option(
        "--shots",
        type=int,
        default=0,
        show_default=True,
        help="Number of answered questions shown before each.",
    ),
    click.option(
        "--shots-by",
        type=click.Choice(CHOOSING),
        default=CHOOSING[0],
        show_default=True,
        help="Choose the first, random ones, or those most like the question.",
    ),
    click.option(
        "--shots-from",
        default="",
        metavar="FILE",
        help="File of shots, as JSON lines.  [default: the train file of a task, else our own]",
    ),
    click.option(
        "--rounds",
        type=int,
        default=3,
        show_default=True,
        help="Rewritings of a story that a solver checks (hybrid, pasta/revision).",
    ),
    click.option("--readings", type=int, default=1, show_default=True, help="Readings of a text that vote."),
    click.option("--thinking", is_flag=True, help="Let the model think freely before it parses."),
    click.option("--repairs", type=int, default=1, show_default=True, help="Retries after a faulty reading."),
    click.option("--max-tokens", type=int, default=512, show_default=True, help="Token budget of a reply."),
)
"""Everything that can change an answer, except the seed."""

CACHE = (
    click.option(
        "--cache",
        type=click.Path(path_type=Path, dir_okay=False),
        help="File of cached replies.  [default: the user's]",
    ),
    click.option("--no-cache", is_flag=True, help="Do not read or write cached replies."),
)

WORK = (
    click.option(
        "--batch", type=int, default=BATCH, show_default=True, help="Items sent to a model together."
    ),
    *CACHE,
)
"""How the work is done, independent of the questions."""

FAILURES = click.option(
    "--fail-on-error",
    "most_failures",
    type=float,
    default=MOST_FAILURES,
    show_default=True,
    metavar="SHARE",
    help="Give up if a larger share of items fails (model unreachable, or an exception).",
)


def pipeline_option(more: str = "") -> Callable[[F], F]:
    """Return the option that names the pipeline; `more` is appended to the list of names in its help."""
    return click.option(
        "--pipeline",
        default=SYMBOLIC,
        show_default=True,
        shell_complete=completing.pipelines,
        help=f"What answers: {', '.join(PIPELINES)}{more}.",
    )


@dataclass(frozen=True, slots=True)
class Work:
    """The values of the options in `WORK`."""

    batch: int = BATCH
    cache: Path | Literal[False] | None = None
    """A file; None for the user's cache, False for none."""

    @staticmethod
    def take(options: dict[str, Any]) -> Work:
        """Remove these options from all given options.

        Raises:
            UsageError: If a cache is both named and refused.
        """
        return Work(options.pop("batch"), cache_of(options.pop("cache"), refused=options.pop("no_cache")))

    def build(  # noqa: PLR0913 - all but the first two are options
        self,
        name: str,
        settings: Settings,
        asking: Asking[Any] = CHOICES,
        model: Generator | Scorer | None = None,
        *,
        examples: Callable[[], Sequence[Fields]] | None = None,
        fresh: Callable[[], Sequence[Case[Any]]] | None = None,
    ) -> Pipeline:
        """Build a pipeline for questions of one kind, with a model that is already open, if given.

        Replies from a file answer no fresh items.
        """
        return build(
            name,
            settings,
            asking=asking,
            model=model,
            batch=self.batch,
            cache=self.cache,
            examples=examples,
            fresh=None if settings.model.partition(":")[0] in UNKEPT else fresh,
        )


def cache_of(cache: Path | None, *, refused: bool) -> Path | Literal[False] | None:
    """Return the cache chosen by the options in `CACHE`: a file, None for the user's, False for none.

    Raises:
        UsageError: If a cache is both named and refused.
    """
    if cache is not None and refused:
        raise UsageError("`--cache` and `--no-cache` cannot be combined", hint="use one of them")
    return False if refused else cache


def with_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Return a decorator that gives a command several options, in this order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate
