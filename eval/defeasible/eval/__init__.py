"""Reproducible runs: tasks, metrics, run log, report and the command line.

>>> from defeasible.eval import load, run                    # doctest: +SKIP
>>> found = run("belief-r/t1", limit=20)                     # doctest: +SKIP
>>> found.items().groupby("modus")["score"].mean()           # doctest: +SKIP

Names are loaded on first access, so `defeasible --help` loads none of them.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from defeasible.eval.library import Results, compare, load, run

__all__ = ["Results", "compare", "load", "run"]

if not TYPE_CHECKING:  # to a type checker it would make any name valid

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from defeasible.eval import library  # noqa: PLC0415 - imports spaCy and Z3

        return getattr(library, name)
