"""`defeasible teach`: train a model to read texts into forms."""

from __future__ import annotations

from pathlib import Path

import click

from defeasible.eval.cli import completing
from defeasible.reasoner.errors import UsageError


@click.command("teach")
@click.option(
    "--model",
    default="smollm2",
    show_default=True,
    shell_complete=completing.models,
    help="`smollm2`, the folder of a Llama model for transformers, or its name on the hub.",
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="Folder of the adapter.")
@click.option(
    "--kinds",
    help="What is taught in turn, by commas; a kind may come twice: premises, sizes, story, dialogue-en, "
    "dialogue-zh.  [default: all, premises and sizes most]",
)
@click.option("--minutes", type=float, default=60.0, show_default=True, help="Most minutes.")
@click.option("--steps", type=int, default=600, show_default=True, help="Most batches.")
@click.option("--batch", type=int, default=16, show_default=True, help="Replies in a batch.")
@click.option("--rate", type=float, default=1e-3, show_default=True, help="Highest learning rate.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the texts and the adapter.")
@click.option(
    "--adapter",
    type=click.Path(path_type=Path),
    help="Adapter to start from: a folder, or `reader` for the one that ships.  [default: a new one]",
)
@click.option("--device", help="cpu, cuda, ...  [default: a GPU if there is one]")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    model: str,
    out: Path,
    kinds: str | None,
    minutes: float,
    steps: int,
    batch: int,
    rate: float,
    seed: int,
    adapter: Path | None,
    device: str | None,
) -> None:
    """Train a LoRA adapter that reads texts into forms, on texts with known forms.

    The same command resumes an interrupted course; with a larger --minutes or --steps it also extends a
    finished one.
    """
    from defeasible.llm.named import READER, hf_folder, named  # noqa: PLC0415 - not for `--help`
    from defeasible.llm.teach.course import TAUGHT, Plan, teach  # noqa: PLC0415 - not for `--help`

    if out.is_file():
        raise UsageError(f"`{out}` is a file", hint="expected a folder, new or of an interrupted course")
    plan = Plan(TAUGHT if kinds is None else tuple(kinds.split(",")), steps, minutes, batch, rate, seed=seed)
    folder = str(hf_folder(named(model))) if model == "smollm2" else model
    start = READER if str(adapter) == READER.name else adapter
    teach(folder, out, plan, adapter=start, device=device, say=lambda line: click.echo(line, err=True))
    address = f"smollm2?adapter={out}" if model == "smollm2" else f"hf:{model}?adapter={out}"
    click.echo(f"saved in {out}; `--parser llm --model '{address}'` reads with it")
