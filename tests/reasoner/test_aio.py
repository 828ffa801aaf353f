"""The awaited verbs answer as the others do, leave the event loop free, and survive being cancelled."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from defeasible.reasoner import AsyncBeliefBase, AsyncReasoner, BeliefBase, Decision, Reasoner, Verdict
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Premises, Unparsed
from defeasible.reasoner.grammar import GrammarParser

PREMISES = ["If it rains, the match is off.", "It rains."]
QUERY = "The match is off."


class Waiting(GrammarParser):
    """Reads as a model does that answers late: not before it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.let = threading.Event(), threading.Event()

    def premises(self, statements: Sequence[str], queries: Sequence[str] = ()) -> Premises | Unparsed:
        self.begun.set()
        assert self.let.wait(60)
        return super().premises(statements, queries)


def test_every_verb_has_a_twin_with_the_same_arguments() -> None:
    for sync, twin in ((Reasoner, AsyncReasoner), (BeliefBase, AsyncBeliefBase)):
        shared = [name for name in vars(twin) if not name.startswith("_")]
        assert len(shared) >= 6
        for name in shared:
            assert inspect.signature(getattr(twin, name)).parameters.keys() == (
                inspect.signature(getattr(sync, name)).parameters.keys()
            )
    verbs = {n for n, verb in vars(Reasoner).items() if inspect.isfunction(verb) and not n.startswith("_")}
    assert verbs == {name for name in vars(AsyncReasoner) if not name.startswith("_")}


def test_a_twin_answers_as_the_reasoner_does() -> None:
    reasoner = Reasoner()
    twin = AsyncReasoner(reasoner)
    assert asyncio.run(twin.entails(iter(PREMISES), QUERY)) == reasoner.entails(PREMISES, QUERY)
    with pytest.raises(UsageError, match="`premises` is a string"):
        asyncio.run(twin.entails("It rains.", QUERY))


def test_the_event_loop_goes_on_while_a_model_reads() -> None:
    parser = Waiting()

    async def both() -> Decision:
        asked = asyncio.create_task(AsyncReasoner(Reasoner(parser=parser)).entails(PREMISES, QUERY))
        while not parser.begun.is_set():
            await asyncio.sleep(0)
        assert not asked.done()
        parser.let.set()  # the loop itself lets the parser go on
        return await asked

    assert asyncio.run(both()).verdict is Verdict.ENTAILED


def test_many_calls_at_once_do_not_mix() -> None:
    async def ask(twin: AsyncReasoner) -> list[Decision]:
        calls = [
            twin.entails([f"If it rains, match {n} is off.", "It rains."], f"Match {n} is off.")
            for n in range(20)
        ]
        return await asyncio.gather(*calls)

    decisions = asyncio.run(ask(AsyncReasoner(Reasoner())))
    assert [d.answer for d in decisions] == [f"Match {n} is off." for n in range(20)]


def test_a_cancelled_call_leaves_nothing_broken() -> None:
    parser = Waiting()

    async def cancelled() -> tuple[Decision, Decision]:
        twin = AsyncReasoner(Reasoner(parser=parser))
        base = twin.base()
        told = asyncio.create_task(twin.entails(PREMISES, QUERY))
        while not parser.begun.is_set():
            await asyncio.sleep(0)
        told.cancel()
        with pytest.raises(asyncio.CancelledError):
            await told
        parser.let.set()
        for sentence in PREMISES:
            await base.tell(sentence)
        return await twin.entails(PREMISES, QUERY), await base.ask(QUERY)

    first, second = asyncio.run(cancelled())
    assert first.verdict is second.verdict is Verdict.ENTAILED


def test_a_base_is_loaded_and_asked(tmp_path: Path) -> None:
    async def again() -> Decision:
        base = AsyncReasoner(Reasoner()).base()
        for sentence in PREMISES:
            await base.tell(sentence)
        base.sync.save(tmp_path / "base")
        loaded = await AsyncReasoner(Reasoner()).load_base(tmp_path / "base")
        return await loaded.ask(QUERY)

    assert asyncio.run(again()).verdict is Verdict.ENTAILED
