"""The command line: `defeasible` and its sub-commands, which are loaded on demand."""

from defeasible.eval.cli.group import main

__all__ = ["main"]
