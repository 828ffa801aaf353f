"""`defeasible mcp`: a belief base in a file as the memory of an agent."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.command import OneValueCommand


@click.command("mcp", cls=OneValueCommand)
@click.option(
    "--base",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="The file of the base; made at the first change.",
)
@click.option("--http", "port", type=click.IntRange(1, 65535), help="Serve HTTP on this port of 127.0.0.1.")
def command(path: Path, port: int | None) -> None:
    """Serve a belief base to an agent by MCP, on stdio or on a port of this machine.

    Needs the extra `[mcp]`. Each change is written to the file before it is acknowledged.
    """
    from defeasible.reasoner.tools import KeptBase  # noqa: PLC0415 - loads the solver
    from defeasible.reasoner.tools.server import serve  # noqa: PLC0415 - loads the solver

    serve(KeptBase(path), port)
