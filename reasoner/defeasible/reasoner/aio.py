"""`AsyncReasoner`: the verbs of `Reasoner`, awaited, so that an event loop goes on while a model reads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

from defeasible.reasoner.api import Reasoner
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.change import LINEAR

if TYPE_CHECKING:
    from os import PathLike

    from defeasible.reasoner.change import Operator

P = ParamSpec("P")
T = TypeVar("T")
Of = TypeVar("Of")
Of_co = TypeVar("Of_co", covariant=True)


class _Twin(Generic[Of_co]):
    """Holds what does the work."""

    def __init__(self, sync: Of_co) -> None:
        self.sync = sync
        """What is called, in a thread; it may be used directly as well."""


def _awaited(
    verb: Callable[Concatenate[Of, P], T],
) -> Callable[Concatenate[_Twin[Of], P], Coroutine[Any, Any, T]]:
    """Return a verb that is awaited: it runs in a thread of the event loop's default executor."""

    @wraps(verb)
    async def call(self: _Twin[Of], /, *args: P.args, **named: P.kwargs) -> T:
        return await asyncio.to_thread(verb, self.sync, *args, **named)

    return call


class AsyncReasoner(_Twin[Reasoner]):
    """A reasoner whose verbs are awaited: what it reads with may be a model that takes seconds.

    Each call runs in a thread, with the arguments, answers and errors of the verb of `Reasoner`. A call that
    is cancelled is waited for no longer; its thread ends its work, which nobody sees.

    Example:
        >>> reasoner = AsyncReasoner(Reasoner())
        >>> print(asyncio.run(reasoner.entails(["It rains."], "It rains.")))
        ENTAILED: It rains.

    Args:
        sync: The reasoner that does the work.
    """

    entails = _awaited(Reasoner.entails)
    revise = _awaited(Reasoner.revise)
    answer = _awaited(Reasoner.answer)
    compare_size = _awaited(Reasoner.compare_size)
    dialogue = _awaited(Reasoner.dialogue)
    infer_state = _awaited(Reasoner.infer_state)
    revise_story = _awaited(Reasoner.revise_story)
    state_change = _awaited(Reasoner.state_change)
    weigh = _awaited(Reasoner.weigh)
    equivalent = _awaited(Reasoner.equivalent)
    decide = _awaited(Reasoner.decide)

    def base(self, *, operator: Operator = LINEAR) -> AsyncBeliefBase:
        """Return an empty belief base; see `Reasoner.base`."""
        return AsyncBeliefBase(self.sync.base(operator=operator))

    async def load_base(self, path: str | PathLike[str]) -> AsyncBeliefBase:
        """Return a belief base from a file; see `Reasoner.load_base`."""
        return AsyncBeliefBase(await asyncio.to_thread(self.sync.load_base, path))


class AsyncBeliefBase(_Twin[BeliefBase]):
    """A belief base whose verbs are awaited. A change that is cancelled is made all the same, or not at all.

    Args:
        sync: The base that does the work.
    """

    tell = _awaited(BeliefBase.tell)
    ask = _awaited(BeliefBase.ask)
    explain = _awaited(BeliefBase.explain)
    revise = _awaited(BeliefBase.revise)
    update = _awaited(BeliefBase.update)
    retract = _awaited(BeliefBase.retract)
