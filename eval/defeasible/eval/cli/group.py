"""The command group: lists sub-commands without importing them, and reports all errors alike."""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

# Name: module, help line. The line is here so that `defeasible --help` imports no module.
COMMANDS = {
    "ask": ("ask", "Answer one question, with its proof."),
    "base": ("base", "Tell and ask a belief base in a file."),
    "cache": ("cache", "List or delete cached answers of models."),
    "calibrate": ("calibrate", "Fit a calibration of a model's own answers."),
    "check": ("check", "Check every decision of a run against its question."),
    "compare": ("compare", "Compare runs, and test whether the differences are significant."),
    "completion": ("completion", "Print the script for shell completion."),
    "data": ("data", "Download, check and list benchmark files."),
    "demo": ("demo", "Run all tasks on the built-in suites and write a report."),
    "export": ("export", "Write runs as CSV, JSON lines, Parquet or Every Eval Ever."),
    "fit": ("fit", "Fit a small head, and score it on held-out items."),
    "ls": ("ls", "List what can be run."),
    "make": ("make", "Make new items in the official formats."),
    "mcp": ("mcp", "Serve a belief base in a file to an agent, by MCP."),
    "models": ("named", "List named models, and get their weights."),
    "postulates": ("postulates", "Test the postulates of belief change on the operators."),
    "merge": ("merge", "Merge shards into one run."),
    "pack": ("pack", "Compress the log of a run."),
    "power": ("power", "Compute the difference that a comparison can detect."),
    "prompts": ("prompts", "List and show the prompts of models."),
    "published": ("published", "Print the numbers that the papers report."),
    "report": ("report", "Write a run's report: HTML, Markdown, CSV, LaTeX, JSON."),
    "results": ("results", "Write the page of results of finished runs."),
    "resume": ("resume", "Continue an interrupted run."),
    "run": ("run", "Run a task and score it."),
    "runs": ("runs", "List the runs on this disk."),
    "schema": ("schema", "Print the JSON Schema of a run's files."),
    "show": ("show", "Show the items of a run: failures first, each with its proof and its cause."),
    "teach": ("teach", "Teach a model to read texts into forms."),
    "score": ("score", "Compute a run's metrics again from its log."),
}
FAILED, INTERRUPTED = 2, 130


class LazyGroup(click.Group):
    """Imports a sub-command's module when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all sub-commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a sub-command; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"defeasible.eval.cli.{COMMANDS[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of sub-commands from the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in sorted(COMMANDS.items())])

    def invoke(self, ctx: click.Context) -> object:
        """Run a sub-command; print errors on stderr and exit, without a traceback."""
        from defeasible.reasoner.errors import DefeasibleError  # noqa: PLC0415 - not for `--help`

        try:
            return super().invoke(ctx)
        except DefeasibleError as error:
            click.echo(f"error: {error}", err=True)
            interrupted = isinstance(error.__cause__, KeyboardInterrupt)
            ctx.exit(INTERRUPTED if interrupted else FAILED)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="defeasible", prog_name="defeasible")
def command() -> None:
    """Reason over text with proofs, and measure it on published benchmarks."""


COLLECTED = (5_000, 10, 100)
"""Thresholds of the garbage collector. What is read is kept, so there is little to collect: Python's own
thresholds cost a seventh of a run."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and end the process.

    Args:
        arguments: By default those of the process.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(*COLLECTED)
    # `WITH_TORCH` of the reasoner, written out so that `--help` need not import the reasoner.
    os.environ.setdefault("DEFEASIBLE_SPACY_TORCH", "no")
    _prepare_streams()
    if unreadable := next((text for text in given if not _is_text(text)), None):
        _report(
            f"error: the argument {unreadable!a} is not text in the encoding of this locale\n"
            "  hint: set a UTF-8 locale, such as LC_ALL=C.UTF-8"
        )
        sys.exit(FAILED)
    try:
        command(given, prog_name="defeasible")
    except OSError as error:
        _report(f"error: cannot read or write {error.filename or 'the output'}: {error.strerror}")
    sys.exit(FAILED)


def _prepare_streams() -> None:
    # As with any tool in a pipe, `| head` ends the process at once and silently (exit code 141).
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stream in (sys.stdout, sys.stderr):
        # Closed streams are None. A character that a terminal cannot show is printed as its code.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_text(text: str) -> bool:
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _report(message: str) -> None:
    """Print a last message. If the output is broken, keep Python from failing on it again at exit."""
    with contextlib.suppress(OSError):
        click.echo(message, err=True)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, AttributeError):
            stream.flush()
            continue
        with contextlib.suppress(OSError, AttributeError):
            os.dup2(nowhere, stream.fileno())
