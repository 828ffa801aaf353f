"""Laws of everyday change: what events need and bring about, and which states exclude each other.

The laws are TOML files beside the code. This package only reads them: the story decider applies them, and
the checker applies them again with its own code.
"""

from defeasible.reasoner.laws.fluents import Fluent, Literal, slug
from defeasible.reasoner.laws.law import PARTS, Law, Part, Term
from defeasible.reasoner.laws.library import Library, library
from defeasible.reasoner.laws.reading import read_library

__all__ = ["PARTS", "Fluent", "Law", "Library", "Literal", "Part", "Term", "library", "read_library", "slug"]
