"""Official benchmark formats and the small built-in suites."""

from defeasible.datasets import belief_r, builtin, ccons, corecode, pasta
from defeasible.datasets.catalog import (
    BENCHMARKS,
    Benchmark,
    FileStatus,
    benchmark,
    inventory,
    locate,
    official_file,
)
from defeasible.datasets.items import BeliefItem, Cell, Effect, Level, Modus, SizeItem

__all__ = [
    "BENCHMARKS",
    "BeliefItem",
    "Benchmark",
    "Cell",
    "Effect",
    "FileStatus",
    "Level",
    "Modus",
    "SizeItem",
    "belief_r",
    "benchmark",
    "builtin",
    "ccons",
    "corecode",
    "inventory",
    "locate",
    "official_file",
    "pasta",
]
