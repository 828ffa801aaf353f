"""The command line: `defeasible` and its sub-commands, each loaded when it is asked for."""

from defeasible.eval.cli.group import main

__all__ = ["main"]
