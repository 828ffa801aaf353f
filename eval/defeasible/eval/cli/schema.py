"""`defeasible schema`: the published JSON Schemas."""

from __future__ import annotations

import click

from defeasible.eval.cli.output import print_json
from defeasible.eval.runlog.schemas import PARTS, Part, json_schema


@click.command("schema")
@click.argument("part", type=click.Choice(PARTS))
def command(part: Part) -> None:
    """Print the JSON Schema of a part of a run, of a trace, or of a form.

    Forms are of four families: premises, sizes, story, dialogue.
    """
    print_json(json_schema(part))
