"""`defeasible score`: compute metrics from the log."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli.completing import RUN
from defeasible.eval.cli.output import print_json, print_notices, print_summary
from defeasible.eval.metrics.bertscore import encoder as encoded
from defeasible.eval.summary import read_summary
from defeasible.llm.encoders.bert import Bert


@click.command("score")
@click.argument("directory", metavar="DIR", type=RUN)
@click.option(
    "--encoder",
    type=click.Path(path_type=Path),
    help="Folder of a BERT model, for `bertscore` if the task has it.  [default: none, no `bertscore`]",
)
@click.option("--layer", type=int, help="Layer of the encoder, from 1.  [default: its last]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, as `run --json` does.")
def command(directory: Path, encoder: Path | None, layer: int | None, as_json: bool) -> None:
    """Compute a run's metrics again from its log, without asking a model or reading data.

    Items that the run did not reach count as wrong.
    """
    summary = read_summary(directory, None if encoder is None else encoded(Bert(encoder, layer)))
    print_notices(summary.run)
    if as_json:
        print_json(summary.to_json())
    else:
        print_summary(summary)
