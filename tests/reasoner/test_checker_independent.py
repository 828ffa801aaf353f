"""The checker shares no code with the deciders: what it imports, and what a fault in a decider shows."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any, ClassVar, Union, get_args, get_origin, get_type_hints

import defeasible.reasoner.checker
from defeasible.reasoner.checker import references
from defeasible.reasoner.trace import Step, steps

FOLDER = Path(defeasible.reasoner.checker.__file__).parent
MAY_IMPORT: dict[str, str] = {
    # Data loaders, and the seal of a document.
    "english.wordlists": "read_toml",
    "trace.codec": "seal",
    # Tables and constants that ship: closed word classes, irregular forms, grades, limits.
    "commonsense.clauses": "BE DEFINITE DETERMINERS HAVE INDEFINITE MODALS OBLIGED PRONOUNS",
    "commonsense.nouns": "DETERMINERS GUESSED MODIFIED PIECES SHORTEST_HEAD SHORTEST_MISSPELT",
    "commonsense.roles": "CUES_A_SIDE GRADES LONG PLAIN SHORT STRONG WEAK",
    "commonsense.sizes": "HEAVIEST MISJUDGED SOURCE",
    "english.adverbs": "NO_ADVERB SHORTEST_ADVERB",
    "english.nouns": "PLURALS",
    "english.stems": "SHORTEST_LIGHT SUFFIXES",
    "english.verbs": "BASE_OF PARTICIPLES UNINFLECTED",
    "forms.dialogue": "END_MARKS",
    "forms.ontology": "PHRASES",
    "forms.times": "AFTER BEFORE DAY DAYS DIGITS NUMBER_WORDS PARTS QUARTERS UNITS YEARS",
    "laws.library": "FADES IMPLICATURE IMPLIES KNOWING PERSISTENCE SPECIFIC UNFORESEEN YEAR",
    "laws.words": "MOOD_WORDS VERB_WORDS",
    "trace.steps.answers": "LEAST",
    "trace.steps.base": "BY_ARRIVAL FIRMEST_FIRST MAX_FLIPPED MAX_FLIPS NOT_FLIPPED NOT_TURNED UNANALYSED",
    # Types.
    "errors": "FormError TraceError UsageError",
    "evidence": "Claim Evidence FRAMES FRAMES_EARN FormulaClaim MAX_WEIGHT RoleClaim RoleSource SizeClaim",
    "forms": (
        "AtomDecl Comparison Conditional Constraint Contraries DialogueFact DialogueFacts Event Exclusion "
        "Form Happening Held METRE Mood Participant Pattern Phrase Premises Rank Role SizeContext "
        "SizeObject SizeStatement Snapshot Statement Story Unparsed"
    ),
    "forms.ledger": "RELATIONS SizeLedger",
    "forms.premises": "Role",
    "forms.propositions": "Propositional",
    "forms.sizes": "Comparison METRE",
    "logic": "And Atom FormulaNode Iff Implies Not Or TRUE",
    "text": "Source Span",
    "trace": "Drop FAMILIES SlotOption Step Task Trace "
    + " ".join(n for n in steps.__all__ if n.endswith("Step")),
    "trace.steps": "Drop Edit Flip Side Specific " + " ".join(n for n in steps.__all__ if n.endswith("Step")),
    "trace.steps.optima": "MAX_TURNED OptimumStep UNITS_PER_NAT",
    "trace.steps.sizes": "LedgerStep NoPathStep",
    "verdict": "Branch Change Verdict",
}
"""Module of the reasoner to the names that the checker may take from it."""
LOADERS = {"read_toml", "seal"}
NO_STEPS = {
    "LedgerStep": {"facts", "priors"},
    "BaseStep": {"statements", "linked"},
    "AskStep": {"support"},
    "WeighingStep": {"without"},
    "Specific": {"rank"},
}
"""Fields that hold numbers of other things than steps; `without` is 0 for none and checked with the laws."""
BESIDE_THE_QUESTION = {"answers.py", "asked.py", "decision.py"}
"""What holds a trace against its question: it has the texts read and the evidence given again, by whatever is
at hand (`Basis`), and knows the questions. The steps are checked by the others."""
THEY_MAY_IMPORT = {"basis", "decision", "parsing", "question"}
MAY_CALL = {"from_json", "digest", "answer"}
"""Methods of these types that the checker may call: to read a document, to name a base or a ledger, and to
tell what a model answered."""


def imported() -> list[tuple[str, str, str]]:
    """Each name that the checker imports from elsewhere in the project: where, from what module, which."""
    found = []
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found += [(path.name, "", alias.name) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                found += [(path.name, str(node.module), alias.name) for alias in node.names]
    return found


def test_the_checker_imports_types_constants_and_loaders_alone() -> None:
    home = "defeasible.reasoner."
    wrong = []
    for where, module, name in imported():
        if module.startswith(home + "checker"):
            continue
        if not module.startswith("defeasible"):
            if (module or name).split(".")[0] in {"defeasible", "z3", "pysat", "networkx", "numpy"}:
                wrong.append(f"{where}: {module} {name}")
        elif where in BESIDE_THE_QUESTION and module.removeprefix(home) in THEY_MAY_IMPORT:
            continue
        elif name not in MAY_IMPORT.get(module.removeprefix(home), "").split():
            wrong.append(f"{where}: {name} of {module}")
        elif name not in LOADERS:
            thing = getattr(importlib.import_module(module), name)
            if inspect.isroutine(thing) or hasattr(thing, "cache_info"):
                wrong.append(f"{where}: {name} of {module} is a function")
    assert wrong == []


def test_the_checker_calls_no_method_that_decides() -> None:
    """A type may bring code along: `rank.place()`, `event.role(...)`, `ledger.priors()`."""
    methods: dict[str, str] = {}
    for where, module, name in imported():
        if where in BESIDE_THE_QUESTION:
            continue
        if module.startswith("defeasible.") and ".checker" not in module:
            thing = getattr(importlib.import_module(module), name)
            if isinstance(thing, type):
                methods |= {
                    attribute: name
                    for base in thing.__mro__
                    if base.__module__.startswith("defeasible")
                    for attribute, value in vars(base).items()
                    if attribute[0] != "_"
                    and (inspect.isfunction(value) or isinstance(value, classmethod | staticmethod))
                }
    assert {"place", "tied", "role", "priors", "between", "rests_on"} <= methods.keys()
    wrong = []
    for path in (path for path in FOLDER.rglob("*.py") if path.name not in BESIDE_THE_QUESTION):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                name = node.func.attr
                if name in methods and name not in MAY_CALL:
                    wrong.append(f"{path.name}:{node.lineno} calls {methods[name]}.{name}")
    assert wrong == []


def filled(kind: type, numbers: Iterator[int]) -> Any:
    """A step, or a part of one, with a number of its own in every place for the number of a step."""
    made: Any = object.__new__(kind)
    for name, hint in get_type_hints(kind).items():
        if get_origin(hint) is not ClassVar and name not in NO_STEPS.get(kind.__name__, set()):
            object.__setattr__(made, name, value_of(hint, numbers))
    return made


def value_of(hint: Any, numbers: Iterator[int]) -> Any:
    if hint is int:
        return next(numbers)
    if get_origin(hint) in (UnionType, Union):
        return next(
            (found for part in get_args(hint) if (found := value_of(part, numbers)) is not None), None
        )
    if get_origin(hint) is tuple:
        values = [value_of(get_args(hint)[0], numbers) for _ in range(2)]
        return tuple(value for value in values if value is not None)
    is_part = isinstance(hint, type) and is_dataclass(hint) and hint.__module__.startswith(steps.__name__)
    return filled(hint, numbers) if is_part else None


def test_the_checker_knows_which_steps_every_step_names() -> None:
    for kind in get_args(Step):
        numbers = count(1)
        step = filled(kind, numbers)
        named = references.NAMED[kind]
        assert sorted(() if named is None else named(step)) == list(range(1, next(numbers))), kind
