"""Logic decides: forms, deciders, proof traces and the checker that verifies them.

>>> from defeasible.reasoner import Reasoner
>>> Reasoner().compare_size("There is a house inside a light bulb.", "house", "light bulb").answer
'light bulb'

Each name is loaded from its module when it is first asked for: a program that only checks loads no decider.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.base import BeliefBase
    from defeasible.reasoner.checker import CheckReport, check, check_document
    from defeasible.reasoner.decision import Decision
    from defeasible.reasoner.dialogue import Dialogue
    from defeasible.reasoner.errors import DefeasibleError
    from defeasible.reasoner.evidence import Evidence, Opinion, RoleClaim, SizeClaim, no_roles, no_sizes
    from defeasible.reasoner.forms import DialogueFacts, Premises, Role, SizeContext, Story, Unparsed
    from defeasible.reasoner.notation import parse_formula
    from defeasible.reasoner.size import Comparisons
    from defeasible.reasoner.trace import Trace
    from defeasible.reasoner.verdict import Branch, Change, Verdict

__all__ = [
    "BeliefBase",
    "Branch",
    "Change",
    "CheckReport",
    "Comparisons",
    "Decision",
    "DefeasibleError",
    "Dialogue",
    "DialogueFacts",
    "Evidence",
    "Opinion",
    "Premises",
    "Reasoner",
    "Role",
    "RoleClaim",
    "SizeClaim",
    "SizeContext",
    "Story",
    "Trace",
    "Unparsed",
    "Verdict",
    "check",
    "check_document",
    "no_roles",
    "no_sizes",
    "parse_formula",
]

_MODULES = {
    "api": ("Reasoner",),
    "base": ("BeliefBase",),
    "checker": ("CheckReport", "check", "check_document"),
    "decision": ("Decision",),
    "dialogue": ("Dialogue",),
    "errors": ("DefeasibleError",),
    "evidence": ("Evidence", "Opinion", "RoleClaim", "SizeClaim", "no_roles", "no_sizes"),
    "forms": ("DialogueFacts", "Premises", "Role", "SizeContext", "Story", "Unparsed"),
    "notation": ("parse_formula",),
    "size": ("Comparisons",),
    "trace": ("Trace",),
    "verdict": ("Branch", "Change", "Verdict"),
}
"""The modules that the names come from."""
_MODULE = {name: module for module, names in _MODULES.items() for name in names}

if not TYPE_CHECKING:  # seen by a type checker, it would let any name pass

    def __getattr__(name: str) -> object:
        if name not in _MODULE:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f"{__name__}.{_MODULE[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
