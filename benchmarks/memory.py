"""Test a memory under revision (what must change, what must stay, what is noticed), and measure its speed.

Cases are generated from a seed, with our own names, places and rules. The result of each kind is a share of
right answers, and the proof of each answer is checked.

- cascade: consequences of a replaced value are no longer believed;
- absence: the replaced value is not believed, and the new one is;
- collateral: beliefs with other support, or about something else, stay;
- hops: a contradiction at the end of 2 to 5 rules is reported, with the whole chain;
- iterated: after 2 to 6 values the last is believed, and `as_of` gives each earlier one;
- inertia: the share of beliefs that should have changed and did not, over all of these.

Run from the root, in an environment with the package installed: `python benchmarks/memory.py --cases 1000`.
`--probes` prints the share of contradictions of six kinds that are noticed, and of false alarms,
compared with `veritas-tms` with its defaults. `--speed` prints the CPU time of a change at several sizes
instead, compared with `veritas-tms` if it is installed; with `--plot FILE.svg` it also draws them.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any

import plot
from defeasible.reasoner import State, check_decision, no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.logic import Atom, Not
from defeasible.reasoner.verdict import Verdict

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jana", "Kurt", "Lena")
PLACES = ("Oslo", "Rome", "Lima", "Cairo", "Quito", "Paris", "Turin", "Delhi", "Kyoto", "Accra")
DOINGS = ("sings", "paints", "yodels", "swims", "climbs", "rows", "skates", "hums", "jumps", "knits")
SIZES = (300, 1_000, 3_000, 10_000, 30_000)
THEIRS = 3_000
"""Most statements for veritas-tms, in which the time of a change grows with the number of statements."""
CALLS = 30
Found = tuple[bool, bool]
"""Whether an answer is right, and whether it should have changed."""


def believed(kb: BeliefBase, text: str) -> bool:
    """Return whether something is believed, with a proof that the checker verifies."""
    question, decision = kb.question(text), kb.ask(text)
    if check_decision(question, decision).state is not State.VERIFIED:
        raise SystemExit(f"not verified: {text}\n{decision.trace}")
    return decision.verdict is Verdict.ENTAILED


def told(*texts: str) -> BeliefBase:
    """Return a base that was told some texts."""
    kb = BeliefBase(roles=no_roles)
    for text in texts:
        kb.tell(text)
    return kb


def _cascade(random: Random) -> Iterator[Found]:
    name, (old, new), does = random.choice(NAMES), random.sample(PLACES, 2), random.choice(DOINGS)
    kb = told(f"{name} lives in {old}.", f"If {name} lives in {old} then {name} {does}.")
    assert believed(kb, f"{name} {does}.")
    kb.tell(f"{name} lives in {new}.")
    yield not believed(kb, f"{name} {does}."), True


def _absence(random: Random) -> Iterator[Found]:
    name, (old, new) = random.choice(NAMES), random.sample(PLACES, 2)
    kb = told(f"{name} lives in {old}.")
    kb.tell(f"{name} lives in {new}.")
    yield not believed(kb, f"{name} lives in {old}.") and believed(kb, f"{name} lives in {new}."), True


def _collateral(random: Random) -> Iterator[Found]:
    (name, other), (old, new) = random.sample(NAMES, 2), random.sample(PLACES, 2)
    does, own, more = random.sample(DOINGS, 3)
    kb = told(
        f"{name} lives in {old}.",
        f"If {name} lives in {old} then {name} {does}.",
        f"{name} {own}.",
        f"If {name} {own} then {name} {does}.",
        f"{other} lives in {old}.",
        f"{other} {more}.",
    )
    kb.tell(f"{name} lives in {new}.")
    kept = (f"{name} {does}.", f"{name} {own}.", f"{other} lives in {old}.", f"{other} {more}.")
    yield all(believed(kb, text) for text in kept), False


def _hops(random: Random) -> Iterator[Found]:
    name, length = random.choice(NAMES), random.randint(2, 5)
    doings = random.sample(DOINGS, length + 1)
    chain = [f"If {name} {a} then {name} {b}." for a, b in pairwise(doings)]
    kb = told(*chain, f"{name} {doings[0]}.")
    report = kb.tell(f"{name} does not {doings[-1].removesuffix('s')}.")
    whole = {f"t{n}" for n in range(1, length + 3)}
    conflict = {quote.id for found in kb.conflicts() for quote in found}
    yield bool(report.lost) and conflict == whole, True


def _iterated(random: Random) -> Iterator[Found]:
    name, places = random.choice(NAMES), random.sample(PLACES, random.randint(2, 6))
    kb = told(*(f"{name} lives in {place}." for place in places))
    right = believed(kb, f"{name} lives in {places[-1]}.")
    right &= not any(believed(kb, f"{name} lives in {place}.") for place in places[:-1])
    yield right, True
    turn = random.randint(1, len(places))
    yield believed(kb.as_of(turn), f"{name} lives in {places[turn - 1]}."), False


KINDS: dict[str, Callable[[Random], Iterator[Found]]] = {
    "cascade": _cascade,
    "absence": _absence,
    "collateral": _collateral,
    "hops": _hops,
    "iterated": _iterated,
}


def shares(cases: int, seed: int) -> dict[str, float]:
    """Return the share of right answers of each kind, and of beliefs that should have changed and did not."""
    found: dict[str, float] = {}
    stayed = should = 0
    for kind, draw in KINDS.items():
        results = [result for n in range(cases) for result in draw(Random(f"{kind} {seed} {n}"))]
        found[kind] = sum(right for right, _ in results) / len(results)
        should += sum(changes for _, changes in results)
        stayed += sum(changes and not right for right, changes in results)
    return found | {"inertia": stayed / should}


def _microseconds(act: Callable[[int], object]) -> float:
    start = time.process_time()
    for n in range(CALLS):
        act(n)
    return (time.process_time() - start) / CALLS * 1e6


def _ours(size: int) -> tuple[float, float]:
    kb = BeliefBase(roles=no_roles)
    for n in range(size):
        kb.tell(Atom(f"p{n}"))
    kb.revise(Not(Atom(f"p{size - 1}")))  # loads the solver
    told_ = _microseconds(lambda n: kb.tell(Atom(f"p{size + n}")))
    return told_, _microseconds(lambda n: kb.revise(Not(Atom(f"p{n}"))))


def _veritas(size: int) -> tuple[float, float]:
    store: Any = importlib.import_module("veritas.store").BeliefStore()
    for n in range(size):
        store.assert_belief(f"Lamp {n} of room {n % 50} is on", ground=True)
    told_ = _microseconds(lambda n: store.assert_belief(f"Lamp {size + n} of room 7 is on", ground=True))
    revised = _microseconds(
        lambda n: store.assert_belief(f"Lamp {n} of room {n % 50} is not on", ground=True, confidence=0.95)
    )
    return told_, revised


def probe(kind: str, random: Random) -> tuple[list[str], str, str]:
    """Draw texts of a kind, a text that contradicts them, and one that does not."""
    a, b, c = random.sample(NAMES, 3)
    first, second = random.sample(DOINGS, 2)
    place = random.choice(PLACES)
    match kind:
        case "denial":
            return [f"{a} is in {place}."], f"{a} is not in {place}.", f"{b} is not in {place}."
        case "size cycle":
            taller = [f"{a} is taller than {b}.", f"{b} is taller than {c}."]
            return taller, f"{c} is taller than {a}.", f"{a} is taller than {c}."
        case "modus ponens":
            rule = f"If {a} {first} then {b} {second}."
            return [rule, f"{a} {first}."], f"{b} does not {second[:-1]}.", f"{b} {second}."
        case "universal":
            every = f"Every robin {first}."
            return [every, f"{a} is a robin."], f"{a} does not {first[:-1]}.", f"{a} {first}."
        case "paraphrase":
            bought = f"{b} bought the boat from {a}."
            return [f"{a} sold the boat to {b}."], f"{b} did not buy the boat from {a}.", bought
        case _:
            return [f"小明住在{place}。"], f"小明不住在{place}。", f"小明住在{place}。"


def notices(texts: list[str], last: str) -> bool:
    """Return whether a base gives something up when it is told a last text."""
    return bool(told(*texts).tell(last).lost)


def _veritas_notices(texts: list[str], last: str) -> bool:
    """Return whether veritas-tms gives something up, refuses the last text, or lists a contradiction."""
    store: Any = importlib.import_module("veritas.store").BeliefStore()
    kept = [store.assert_belief(text, ground=True) for text in (*texts, last)]
    gone = len(store.active_beliefs()) < len({*texts, last})
    return gone or None in kept or bool(store.find_contradictions())


def probes(cases: int, seed: int) -> None:
    """Print the share of contradictions that are noticed, and of false alarms."""
    systems = {"ours": notices}
    if importlib.util.find_spec("veritas") is not None:
        systems["veritas-tms"] = _veritas_notices
    print(f"{'':<14}" + "".join(f"{name + ': noticed':>22}{'false alarms':>14}" for name in systems))
    for kind in ("denial", "size cycle", "modus ponens", "universal", "paraphrase", "Chinese"):
        drawn = [probe(kind, Random(f"{kind} {seed} {n}")) for n in range(cases)]
        print(f"{kind:<14}", end="")
        for finds in systems.values():
            noticed = sum(finds(texts, against) for texts, against, _ in drawn) / cases
            alarms = sum(finds(texts, beside) for texts, _, beside in drawn) / cases
            print(f"{noticed:>22.3f}{alarms:>14.3f}", end="")
        print(flush=True)


def speed(target: str) -> None:
    """Print the cost of a change, in microseconds of CPU time, and draw it if a file is named."""
    curves: dict[str, list[tuple[float, float]]] = {}
    print(f"{'statements':>10} {'assert':>10} {'revise':>10}   veritas-tms: assert, revise")
    for size in SIZES:
        both = {"": _ours(size)}
        if importlib.util.find_spec("veritas") is not None and size <= THEIRS:
            both[", veritas-tms"] = _veritas(size)
        print(
            f"{size:>10,}" + "   ".join("{:>8.0f} us {:>8.0f} us".format(*pair) for pair in both.values()),
            flush=True,
        )
        for name, pair in both.items():
            for verb, spent in zip(("assert", "revise"), pair, strict=True):
                curves.setdefault(verb + name, []).append((size, spent))
    if target:
        plot.curve(target, "one change of a memory", curves, "statements", "microseconds CPU")


def main() -> None:
    """Print the shares, or the speed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cases", type=int, default=1_000, help="Cases of each kind.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--probes", action="store_true", help="Count contradictions that are noticed.")
    parser.add_argument("--speed", action="store_true", help="Time changes instead.")
    parser.add_argument("--plot", default="", metavar="FILE.svg", help="Draw these times.")
    options = parser.parse_args()
    if options.speed or options.plot:
        speed(options.plot)
        return
    if options.probes:
        probes(options.cases, options.seed)
        return
    start = time.process_time()
    for kind, share in shares(options.cases, options.seed).items():
        print(f"{kind:<12} {share:.3f}")
    print(f"{options.cases:,} cases each, {time.process_time() - start:.0f} s of CPU time")


if __name__ == "__main__":
    main()
