"""Measure the search for conflicts between dialogue facts, by number of facts, and a decision about a few.

Times are CPU time of this process, the best of several rounds. The facts are typical of dialogues: times,
places and qualities of many events and things, one in fifty changed at random. Z3 is only asked about the
slots with one value: one tracked assertion per fact, one core for all.
Run from the root, in an environment with the package installed: `python benchmarks/dialogue_conflicts.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

import z3

from defeasible.reasoner import check_decision, check_steps
from defeasible.reasoner.dialogue import CausalGraph, conflicts, consistency, identify, resolve
from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase
from defeasible.reasoner.question import ConsistencyQuestion

SIZES = (100, 1_000, 10_000, 100_000)
Z3_SIZES = (100, 1_000)
VALUES = {
    "location": ("学校", "公司", "医院"),
    "occurrence_time": ("昨天", "今天", "明天"),
    "duration": ("两个小时", "三天", "半年"),
    "frequency": ("每天", "每周一次", "偶尔"),
}
QUALITIES = ("很开心", "很难过", "很贵", "很便宜", "红色", "圆的")


def facts(count: int) -> DialogueFacts:
    """Return facts about `count / 4` events and things, with one clash in about fifty facts."""
    random = Random(7)
    phrases: dict[str, Phrase] = {}

    def phrase(text: str, kind: str) -> str:
        return phrases.setdefault(text, Phrase(f"x{len(phrases) + 1}", text, kind)).id  # type: ignore[arg-type]

    chosen: dict[tuple[str, str], str] = {}
    known: list[tuple[str, str]] = []
    stated = []
    for number in range(count):
        subject = f"A做第{number // 4}件事"
        slot = tuple(VALUES)[number % 4]
        if number % 5 == 4:
            thing = phrase(f"第{number // 4}件东西", "entity")
            value = phrase(random.choice(QUALITIES), "value")
            stated.append(DialogueFact(f"f{number}", thing, "is", value))
            continue
        value = chosen.setdefault((subject, slot), random.choice(VALUES[slot]))
        known.append((subject, slot))
        if random.random() < 0.02:
            subject, slot = random.choice(known)
            value = random.choice(VALUES[slot])
        stated.append(DialogueFact(f"f{number}", phrase(subject, "event"), slot, phrase(value, "value")))
        if number % 10 == 3:
            other = phrase(f"A做第{number // 4 + 1}件事", "event")
            stated.append(DialogueFact(f"g{number}", phrase(subject, "event"), "subsequent_event", other))
    return DialogueFacts((), tuple(phrases.values()), tuple(stated))


def z3_functional(form: DialogueFacts) -> bool:
    """Ask Z3 whether slots with one value have only one, with a tracked assertion for each fact."""
    sort = z3.DeclareSort("Phrase")
    values = {p.id: z3.Const(p.id, sort) for p in form.phrases}
    solver = z3.Solver()
    solver.set(unsat_core=True)
    solver.add(z3.Distinct(*values.values()))
    slots = {slot: z3.Function(slot, sort, sort) for slot in VALUES}
    for fact in form.facts:
        if fact.slot in slots:
            solver.assert_and_track(slots[fact.slot](values[fact.subject]) == values[fact.value], fact.id)
    return bool(solver.check() == z3.unsat and solver.unsat_core())


def seconds(action: Callable[[], object], rounds: int) -> float:
    """Return the CPU seconds of one call, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        action()
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    """Measure and print two tables."""
    print(f"{'facts':>8}{'conflicts':>11}{'us a fact':>11}{'latest wins':>13}{'Z3, functional only':>21}")
    for size in SIZES:
        form = facts(size)
        each = 1e6 / len(form.facts)
        rounds = 5 if size < 100_000 else 2
        count = len(conflicts(form, limit=10**9))
        found = seconds(partial(conflicts, form, limit=10**9), rounds) * each
        wins = seconds(partial(resolve, form, "latest-wins"), rounds) * each
        peer = f"{seconds(partial(z3_functional, form), 2) * each:.0f}" if size in Z3_SIZES else ""
        print(f"{len(form.facts):>8}{count:>11}{found:11.1f}{wins:13.1f}{peer:>21}")
    form = facts(24)
    decision = consistency(form)
    question: tuple[list[str], str, str, list[str]]
    question = ([], "A淋了雨", "A感冒了", ["前提条件", "事件原因", "后续事件", "持续时长"])
    slot = identify(*question)
    graph = CausalGraph(form)
    first, second = [p.text for p in form.phrases if p.kind == "event"][:2]
    rows: list[tuple[str, Callable[[], object]]] = [
        (f"conflicts of {len(form.facts)} facts, with trace", lambda: consistency(form).trace),
        ("check that trace", lambda: check_decision(ConsistencyQuestion(form), decision)),
        ("the slot between two phrases, with trace", lambda: identify(*question)),
        ("check that trace", lambda: check_steps(slot.trace)),
        ("whether one event leads to another, with trace", lambda: graph.leads_to(first, second).trace),
    ]
    print()
    for name, action in rows:
        print(f"{name:<52}{seconds(action, 100) * 1e6:8.0f} us CPU")


if __name__ == "__main__":
    main()
