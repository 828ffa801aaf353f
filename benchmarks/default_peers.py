"""Compare random default bases with programs for clingo, and with ranked worlds of formal-belief-set.

Each base has facts, strict rules and defaults over some atoms, and one question. All answers must agree:

- ours: `defaults.rank` and `defaults.conclude`;
- clingo: tolerance by one program for each default and level; then the best worlds as optimal answer sets
  (violations minimised level by level for lexicographic closure, the highest violated level for rational
  closure), and the goal tested in all of them. It decides the same problem with another solver and search;
- worlds: formal-belief-set has no ranking of defaults, so it is given every world with the rank that these
  levels define (`SpohnEpistemicState.from_ranks`), and answers by conditional ranks. It lists all worlds, so
  it is tried on small bases only, and its time excludes the ranks.

A second table compares revision: formulas told to a belief base one after the other, newer ones winning, and
its `lexicographic_revise`, which is equivalent to linear revision by recency.

Needs `pip install clingo==5.8.3 formal-belief-set==0.1.0`, which are not dependencies of the project. InfOCF
is not on PyPI. Run from the root, in an environment with the package installed:

    python benchmarks/default_peers.py --bases 200

A line `DIFFERS` names a base on which they disagree; the exit code is then 1. Times are CPU milliseconds of
one base, with its ranks and one question, the median over all bases.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import string
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from default_worlds import every_world, formula, literal, verdict
from defeasible.reasoner import no_roles
from defeasible.reasoner.base import BeliefBase
from defeasible.reasoner.defaults import Closure, Default, conclude, rank
from defeasible.reasoner.logic import And, Atom, FormulaNode, Iff, Implies, Not, Or, conjoin
from defeasible.reasoner.sat.cores import true_in
from defeasible.reasoner.verdict import Verdict

SIZES = ((4, 6), (8, 12), (12, 24), (20, 40), (40, 80))
"""Numbers of atoms and defaults of a base."""
ATOMS = string.ascii_lowercase + "".join(map(chr, range(0x3B1, 0x3C9)))
"""Names of atoms, one letter each: Latin, then Greek."""
WORLDS = 8
"""Most atoms of a base whose worlds are all listed for formal-belief-set."""
CLOSURES: tuple[Closure, ...] = ("rational", "lexicographic")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One random base and a question."""

    names: str
    rules: tuple[FormulaNode, ...]
    defaults: tuple[Default, ...]
    facts: tuple[FormulaNode, ...]
    goal: FormulaNode


def draw(seed: int, size: int, count: int) -> Drawn:
    """Return the base of a seed with a number of atoms and of defaults."""
    random = Random(f"{seed} {size} {count}")
    names = ATOMS[:size]
    defaults = tuple(Default(f"d{n}", formula(random, names), literal(random, names)) for n in range(count))
    rules = tuple(Implies(literal(random, names), literal(random, names)) for _ in range(count // 6))
    facts = tuple(literal(random, names) for _ in range(random.randint(1, 3)))
    return Drawn(names, rules, defaults, facts, literal(random, names))


# --- clingo -----------------------------------------------------------------------------------------------


class Program:
    """A program whose answer sets are worlds; `t(N)` says that formula N is true in one."""

    def __init__(self, names: Iterable[str]) -> None:
        self.lines = [f"{{a({ord(name)})}}." for name in names]
        self._known: dict[FormulaNode, int] = {}

    def true(self, said: FormulaNode) -> str:
        """Return the atom that represents that a formula is true."""
        if said not in self._known:
            head = f"t({len(self._known)})"
            self._known[said] = len(self._known)
            match said:
                case Atom(name):
                    bodies = [f"a({ord(name)})"]
                case Not(arg):
                    bodies = [f"not {self.true(arg)}"]
                case And(args):
                    bodies = [", ".join(map(self.true, args))]
                case Or(args):
                    bodies = list(map(self.true, args))
                case Implies(left, right):
                    bodies = [f"not {self.true(left)}", self.true(right)]
                case Iff(left, right):
                    one, other = self.true(left), self.true(right)
                    bodies = [f"{one}, {other}", f"not {one}, not {other}"]
            self.lines += [f"{head} :- {body}." if body else f"{head}." for body in bodies]
        return f"t({self._known[said]})"

    def must(self, said: FormulaNode) -> None:
        """Require that a formula holds."""
        self.lines.append(f":- not {self.true(said)}.")


def solved(lines: Iterable[str], *options: str) -> tuple[bool, list[frozenset[str]]]:
    """Return whether a program has an answer set, and the shown atoms of the optimal ones listed."""
    control = importlib.import_module("clingo").Control(["--warn=none", *options])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    listed: list[frozenset[str]] = []

    def note(model: Any) -> None:
        if model.optimality_proven or not model.cost:
            listed.append(frozenset(map(str, model.symbols(shown=True))))

    return bool(control.solve(on_model=note).satisfiable), listed


def levels(base: Drawn) -> dict[str, int | None]:
    """Return the rank of each default by tolerance; None if it has none."""
    found: dict[str, int | None] = {}
    left, level = list(base.defaults), 0
    while left:
        tolerated = []
        for default in left:
            program = Program(base.names)
            for said in (*base.rules, *(d.material for d in left), conjoin(default.if_, default.then)):
                program.must(said)
            if solved(program.lines, "1")[0]:
                tolerated.append(default)
        if not tolerated:
            break
        found |= {default.id: level for default in tolerated}
        left, level = [d for d in left if d not in tolerated], level + 1
    return found | {default.id: None for default in left}


def by_clingo(base: Drawn, ranks: dict[str, int | None], closure: Closure) -> Verdict:
    """Answer a base by optimal answer sets."""
    program = Program(base.names)
    for said in (*base.rules, *base.facts):
        program.must(said)
    for default in base.defaults:
        level = ranks[default.id]
        if level is None:
            program.must(default.material)
        else:
            program.lines.append(
                f"broken({default.id[1:]},{level + 1}) :- not {program.true(default.material)}."
            )
    goal = program.true(base.goal)
    program.lines += [f"goal(yes) :- {goal}.", f"goal(no) :- not {goal}.", "#show goal/1."]
    if closure == "lexicographic":
        program.lines.append(":~ broken(D,L). [1@L,D]")
    else:
        program.lines.append("worst(L) :- broken(_,L), not broken(_,M) : M = L+1..99. :~ worst(L). [L@1]")
    possible, listed = solved(
        [*program.lines, "#defined broken/2."], "--opt-mode=optN", "--project=show", "0"
    )
    return verdict({"goal(yes)" in shown for shown in listed}) if possible else Verdict.INCONSISTENT


# --- formal-belief-set ------------------------------------------------------------------------------------


def theirs(said: FormulaNode) -> Any:
    """Return a formula in the language of formal-belief-set."""
    made = importlib.import_module("belief_set")
    match said:
        case Atom(name):
            return made.Atom(name)
        case Not(arg):
            return made.negate(theirs(arg))
        case And(args):
            return made.conjunction(*map(theirs, args))
        case Or(args):
            return made.disjunction(*map(theirs, args))
        case Implies(left, right):
            return made.disjunction(made.negate(theirs(left)), theirs(right))
        case Iff(left, right):
            return theirs(And((Implies(left, right), Implies(right, left))))


def by_worlds(base: Drawn, ranks: dict[str, int | None], closure: Closure) -> Verdict:
    """Answer a base by the ranked worlds of formal-belief-set."""
    made = importlib.import_module("belief_set")
    top = 1 + max((level for level in ranks.values() if level is not None), default=-1)
    keys: dict[frozenset[str], tuple[int, ...] | None] = {}
    for world in every_world(base.names):
        broken = [ranks[d.id] for d in base.defaults if not true_in(d.material, world)]
        if None in broken or not all(true_in(said, world) for said in base.rules):
            keys[world] = None
        elif closure == "lexicographic":
            keys[world] = tuple(broken.count(level) for level in reversed(range(top)))
        else:
            keys[world] = (max((level + 1 for level in broken if level is not None), default=0),)
    order = {key: place for place, key in enumerate(sorted({k for k in keys.values() if k is not None}))}
    worlds = {world: float("inf") if key is None else order[key] for world, key in keys.items()}
    state = made.SpohnEpistemicState.from_ranks(frozenset(base.names), worlds)
    given, goal = theirs(conjoin(*base.facts)), theirs(base.goal)
    if state.rank(given) == float("inf"):
        return Verdict.INCONSISTENT
    if state.conditional_rank(made.negate(goal), given) > 0:
        return Verdict.ENTAILED
    return Verdict.REFUTED if state.conditional_rank(goal, given) > 0 else Verdict.UNKNOWN


# --- comparing --------------------------------------------------------------------------------------------


class Clock:
    """CPU milliseconds of several calls by name."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}

    def time(self, name: str, action: Callable[[], Any]) -> Any:
        """Run an action, record its time, and return its result."""
        start = time.process_time()
        found = action()
        self.spent.setdefault(name, []).append((time.process_time() - start) * 1e3)
        return found

    def middle(self, name: str) -> str:
        """Return the median time of some calls."""
        return f"{statistics.median(self.spent[name]):,.1f}" if name in self.spent else ""


def ours(base: Drawn, closure: Closure) -> Verdict:
    """Answer a base by this package."""
    ranking = rank(base.rules, base.defaults)
    assert ranking is not None
    return conclude(ranking, base.facts, base.goal, closure).verdict


def answers(base: Drawn, closure: Closure, clock: Clock) -> dict[str, Verdict]:
    """Return what each answers."""
    found = {
        "ours": clock.time("ours", lambda: ours(base, closure)),
        "clingo": clock.time("clingo", lambda: by_clingo(base, levels(base), closure)),
    }
    if len(base.names) <= WORLDS:
        ranks = levels(base)
        found["worlds"] = clock.time("worlds", lambda: by_worlds(base, ranks, closure))
    return found


def closures(bases: int, sizes: Sequence[tuple[int, int]]) -> int:
    """Compare both closures on random bases, print a table, and return how many answers differ."""
    differ = 0
    print(f"{'atoms':>6} {'defaults':>9} {'closure':<14} {'ours':>8} {'clingo':>8} {'worlds':>8}  ms CPU")
    for size, count in sizes:
        for closure in CLOSURES:
            clock = Clock()
            for seed in range(bases):
                found = answers(draw(seed, size, count), closure, clock)
                if len(set(found.values())) > 1:
                    differ += 1
                    print(f"DIFFERS {size} atoms, {count} defaults, {closure}, seed {seed}: {found}")
            row = "".join(f" {clock.middle(name):>8}" for name in ("ours", "clingo", "worlds"))
            print(f"{size:>6} {count:>9} {closure:<14}{row}", flush=True)
    return differ


def told(said: Sequence[FormulaNode], goal: FormulaNode) -> Verdict:
    """Tell a belief base some formulas and ask it."""
    kb = BeliefBase(roles=no_roles)
    for what in said:
        kb.tell(what)
    return kb.ask(goal).verdict


def revised(said: Sequence[FormulaNode], goal: FormulaNode, names: Iterable[str]) -> Verdict:
    """Revise a state without beliefs by some formulas, and ask it."""
    made = importlib.import_module("belief_set")
    state = made.SpohnEpistemicState.from_belief_set(made.BeliefSet.tautology(frozenset(names)))
    for what in said:
        state = made.lexicographic_revise(state, theirs(what)).state
    if state.belief_set.entails(theirs(goal)):
        return Verdict.ENTAILED
    return Verdict.REFUTED if state.belief_set.entails(theirs(Not(goal))) else Verdict.UNKNOWN


def revisions(bases: int, sizes: Sequence[int]) -> int:
    """Compare revision by recency with lexicographic revision, and return how many answers differ."""
    differ = 0
    print(f"\n{'atoms':>6} {'told':>6} {'ours':>8} {'formal-belief-set':>18}  ms CPU")
    for size in sizes:
        clock = Clock()
        for seed in range(bases):
            random, names = Random(f"{seed} {size}"), "pqrstuvwxyz"[:size]
            said = [formula(random, names) for _ in range(2 * size)]
            goal = literal(random, names)
            one = clock.time("ours", partial(told, said, goal))
            other = clock.time("theirs", partial(revised, said, goal, names))
            if one is not other:
                differ += 1
                print(f"DIFFERS {size} atoms, seed {seed}: ours {one}, formal-belief-set {other}")
        print(f"{size:>6} {2 * size:>6} {clock.middle('ours'):>8} {clock.middle('theirs'):>18}", flush=True)
    return differ


def main() -> int:
    """Compare and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--bases", type=int, default=200, help="Bases of each size.")
    parser.add_argument("--most", type=int, default=40, help="Atoms of the largest bases.")
    options = parser.parse_args()
    sizes = [pair for pair in SIZES if pair[0] <= options.most]
    differ = closures(options.bases, sizes) + revisions(options.bases, [4, 8])
    print(f"{differ} answers differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
