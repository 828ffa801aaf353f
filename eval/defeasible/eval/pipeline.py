"""`Pipeline`: what answers the questions of a run, and the settings that can change its answers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias, assert_never

from defeasible.eval.cases import BeliefQuestion, Question, SizeQuestion
from defeasible.reasoner.decision import Decision
from defeasible.reasoner.errors import UsageError

if TYPE_CHECKING:
    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.parsing import Parser

Setting: TypeAlias = bool | int | float | str
SYMBOLIC = "symbolic"
ANNOUNCED = ("neural", "hybrid")
DEFAULT_TIMEOUT = 10.0
"""Seconds a solver may take for one question."""
ROLES = ("lexicon", "lexicon+length", "stated")
"""Where the role of a later conditional comes from: the lexicon of enabling conditions, the same and the
length of the condition (which on Belief-R tells more than it should), or nowhere: as stated."""


class Answerer(Protocol):
    """What a pipeline asks; `defeasible.reasoner.Reasoner` is one."""

    def answer(self, premises: Sequence[str], options: Sequence[str], *, new: str | None = None) -> Decision:
        """Choose the option that follows; `Decision.answer` is one of the options, verbatim, or None."""
        ...

    def compare_size(self, context: str, a: str, b: str) -> Decision:
        """Say which is bigger; `Decision.answer` is `a` or `b`, verbatim, or None."""
        ...


@dataclass(frozen=True, slots=True)
class Pipeline:
    """An answerer with its name and settings."""

    name: str
    answerer: Answerer
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """Everything that can change an answer; part of the identity of a run."""

    def decide(self, question: Question) -> Decision:
        """Answer one question."""
        match question:
            case BeliefQuestion(premises, options, new):
                return self.answerer.answer(premises, options, new=new)
            case SizeQuestion(context, (a, b)):
                return self.answerer.compare_size(context, a, b)
            case _:
                assert_never(question)


def build(name: str, *, timeout: float = DEFAULT_TIMEOUT, roles: str = ROLES[0]) -> Pipeline:
    """Return the pipeline of a name.

    Args:
        name: `symbolic`.
        timeout: Seconds a solver may take for one question.
        roles: One of `ROLES`.

    Raises:
        UsageError: If there is no such pipeline, or not yet, or no such source of roles, or the timeout is
            not a positive number of seconds.
    """
    require_timeout(timeout)
    if name in ANNOUNCED:
        raise UsageError(
            f"pipeline `{name}` needs the language model layer, which this version does not have yet",
            hint=f"`--pipeline {SYMBOLIC}` runs without a model",
        )
    if name != SYMBOLIC:
        raise UsageError(f"there is no pipeline `{name}`", hint=f"use `--pipeline {SYMBOLIC}`")
    from defeasible.reasoner.api import Reasoner  # noqa: PLC0415 - imports spaCy and Z3

    reasoner = Reasoner(timeout=timeout, roles=_role_source(roles))
    return Pipeline(SYMBOLIC, reasoner, {"timeout": timeout, "roles": roles})


def require_timeout(seconds: float) -> None:
    """Refuse a time that no solver can be given.

    Raises:
        UsageError: If it is not a positive, finite number.
    """
    if not 0 < seconds < math.inf:
        raise UsageError(
            f"a timeout of {seconds} is not a positive number of seconds", hint="`--timeout 10` or the like"
        )


def parser_of(name: str) -> Parser | None:
    """Return what a pipeline reads text with; None where that is not known to this version."""
    if name != SYMBOLIC:
        return None
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - imports spaCy

    return GrammarParser()


def _role_source(roles: str) -> RoleSource:
    from defeasible.reasoner.commonsense import EnablingRoles  # noqa: PLC0415 - not for `--help`
    from defeasible.reasoner.evidence import no_roles  # noqa: PLC0415 - not for `--help`

    match roles:
        case "lexicon":
            return EnablingRoles()
        case "lexicon+length":
            return EnablingRoles(use_length=True)
        case "stated":
            return no_roles
        case _:
            raise UsageError(f"there is no source of roles `{roles}`", hint=f"one of {', '.join(ROLES)}")
