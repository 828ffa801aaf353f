"""Train the tiny model from scratch: `python -m defeasible.llm.tiny.build OUT`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from defeasible.llm.gguf.export import export
from defeasible.llm.tiny.evaluate import evaluate, table
from defeasible.llm.tiny.tokens import tokenizer
from defeasible.llm.tiny.train import Recipe, model, train
from defeasible.reasoner.errors import DefeasibleError

GGUF = "tiny.gguf"


def build(folder: Path, recipe: Recipe) -> None:
    """Train a model and write it for both engines. Equal recipes give equal files on one machine.

    Weights are rounded to half precision first, so that both engines compute with exactly the same numbers.

    Args:
        folder: Folder for config.json, model.safetensors, the tokenizer's files and tiny.gguf.
        recipe: The settings.

    Raises:
        MissingExtraError: If transformers, torch or gguf is not installed.
    """
    words = tokenizer(recipe.seed)
    # Before training, which turns padding on in the tokenizer: that would be saved.
    words.save_pretrained(folder)
    made = model(recipe, words)
    train(made, words, recipe)
    from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415 - loaded by now

    disable_progress_bar()
    made.half().save_pretrained(folder)
    export(folder, folder / GGUF)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, build the model, and print how well it reads held-out texts."""
    plan = Recipe()
    parser = argparse.ArgumentParser(prog="python -m defeasible.llm.tiny.build", description=main.__doc__)
    parser.add_argument("out", type=Path, help="folder to write to")
    parser.add_argument("--steps", type=int, default=plan.steps, help="batches of %(default)s")
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--device", default=plan.device, help="cpu, cuda, ...")
    parser.add_argument("--texts", type=int, default=100, help="held-out texts of each kind to judge it by")
    given = parser.parse_args(arguments)
    try:
        build(given.out, Recipe(steps=given.steps, seed=given.seed, device=given.device))
        if given.texts:
            from defeasible.llm.hf import Transformers  # noqa: PLC0415 - imports torch

            print(table(evaluate(Transformers(str(given.out), dtype="float32"), count=given.texts)))
    except DefeasibleError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
