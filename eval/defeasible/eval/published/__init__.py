"""Numbers from the papers, as data, with their tables and what differs from our protocol."""

from defeasible.eval.published.numbers import Published, beside, best, numbers

__all__ = ["Published", "beside", "best", "numbers"]
