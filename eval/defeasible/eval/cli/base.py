"""`defeasible base`: tell and ask a belief base in a file, line by line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from defeasible.eval.cli.models import CACHE, MODEL, cache_of, with_options
from defeasible.eval.cli.output import print_json
from defeasible.eval.pipelines import DEFAULT_TIMEOUT, opened, require_timeout
from defeasible.reasoner.errors import DefeasibleError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.eval.cases import Json
    from defeasible.eval.sessions import Session

EXAMPLES = """\b
Examples:
  defeasible base kb.json
  printf 'tell It rains.\\nask It rains.\\n' | defeasible base kb.json --json
"""


@click.command("base", epilog=EXAMPLES)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--timeout",
    type=float,
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="Seconds for each change or question.",
)
@with_options(MODEL, *CACHE)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object at the end.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    path: Path,
    timeout: float,
    model: str,
    cache: Path | None,
    no_cache: bool,
    as_json: bool,
    dry_run: bool,
) -> None:
    """Tell and ask a belief base, one line of standard input each: a verb, then a sentence.

    `help` lists the verbs. The grammar reads the sentences, or the model of --model. FILE is created if it
    does not exist, and replaced as a whole at `save` and at the end of the input. From a pipe, the first line
    that cannot be executed ends the session, and changes since the last `save` are not written.
    """
    require_timeout(timeout)
    kept = cache_of(cache, refused=no_cache)
    from defeasible.eval.sessions import Session  # noqa: PLC0415 - imports spaCy, not for `--help`
    from defeasible.reasoner.api import Reasoner  # noqa: PLC0415 - imports Z3, not for `--help`

    reasoner = Reasoner(llm=opened(model, kept) if model else None, timeout=timeout)
    session = Session(reasoner.load_base(path) if path.exists() else reasoner.base())
    results: list[Json] = []
    talking = sys.stdin is not None and sys.stdin.isatty() and not as_json
    for number, line in enumerate(_lines(talking), 1):
        words = line.strip()
        if not words or words.startswith("#"):
            continue
        if words in ("quit", "exit"):
            break
        try:
            if words == "save":
                _save(session, path, dry_run)
                continue
            result = session.run(words)
        except DefeasibleError as error:
            if not talking:
                raise type(error)(f"line {number}: {error.message}", hint=error.hint) from error
            click.echo(f"error: {error}", err=True)
            continue
        results.append(result.value)
        if not as_json:
            click.echo(result.text)
    if session.changed:
        _save(session, path, dry_run)
    if as_json:
        print_json({"path": str(path), "statements": len(session.base), "results": results})


def _lines(talking: bool) -> Iterator[str]:
    if not talking:
        try:
            yield from sys.stdin or ()
        except UnicodeDecodeError as error:
            raise UsageError(f"the input is not UTF-8 text: {error.reason} at byte {error.start}") from error
        return
    while True:
        try:
            yield click.prompt("", prompt_suffix="> ", default="", show_default=False)
        except click.Abort:
            return


def _save(session: Session, path: Path, dry_run: bool) -> None:
    if not dry_run:
        session.base.save(path)
        session.changed = False
