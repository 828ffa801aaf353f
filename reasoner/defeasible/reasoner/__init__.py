"""Reasoning by logic: forms, deciders, proof traces, and the checker that verifies them.

>>> from defeasible.reasoner import Reasoner
>>> Reasoner().compare_size("There is a house inside a light bulb.", "house", "light bulb").answer
'light bulb'

Each name is loaded from its module at its first use, so a program that only checks loads no decider. The
names are listed in `__init__.pyi`, which type checkers read too.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
