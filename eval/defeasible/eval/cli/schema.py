"""`defeasible schema`: the published JSON Schemas."""

from __future__ import annotations

import click

from defeasible.eval.cli.output import print_json
from defeasible.eval.runlog.schemas import PARTS, json_schema


@click.command("schema")
@click.argument("part", type=click.Choice(PARTS))
def command(part: str) -> None:
    """Print the JSON Schema of a part of a run, of a trace, or of the forms of one family."""
    print_json(json_schema(part))
