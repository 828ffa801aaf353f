"""Loaders for official benchmark files, and small built-in suites."""

from defeasible.datasets import belief_r, builtin, ccons, corecode, pasta
from defeasible.datasets.benchmark import Benchmark, OfficialFile, Source
from defeasible.datasets.catalog import BENCHMARKS, Placed, benchmark, inventory, locate
from defeasible.datasets.items import BeliefItem, BeliefRow, Cell, Effect, Level, Modus, SizeItem, SizeRow
from defeasible.datasets.records import Fault

__all__ = [
    "BENCHMARKS",
    "BeliefItem",
    "BeliefRow",
    "Benchmark",
    "Cell",
    "Effect",
    "Fault",
    "Level",
    "Modus",
    "OfficialFile",
    "Placed",
    "SizeItem",
    "SizeRow",
    "Source",
    "belief_r",
    "benchmark",
    "builtin",
    "ccons",
    "corecode",
    "inventory",
    "locate",
    "pasta",
]
