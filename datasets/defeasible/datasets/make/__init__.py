"""Fresh items in the official formats, to measure a model on text that nobody has seen."""

from defeasible.datasets.make.maker import Maker
from defeasible.datasets.make.write import MAKERS, find, write

__all__ = ["MAKERS", "Maker", "find", "write"]
