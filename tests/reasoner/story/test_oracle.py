"""The story decider against plain enumeration of all histories, on thousands of tiny random stories.

The oracle knows nothing of atoms, anchors or cores: a history gives every fluent a value at every moment, and
its cost is the weight of all that is usual and does not hold in it.
"""

from dataclasses import replace
from itertools import pairwise, product
from math import isclose
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from checking import complaints
from tales import event, laws, random_story, state, story

from defeasible.reasoner.forms import Event, Happening, Mood, State, Story
from defeasible.reasoner.laws import Library
from defeasible.reasoner.laws.library import FADES, PERSISTENCE, library
from defeasible.reasoner.logic import atoms, evaluate
from defeasible.reasoner.story import infer_state
from defeasible.reasoner.story.edits import smallest_edits
from defeasible.reasoner.story.reading import Reading
from defeasible.reasoner.trace.steps import AskStep
from defeasible.reasoner.verdict import Verdict

FLUENTS = ("a", "b", "c")
MOODS = [Mood.ACTUAL] * 6 + [Mood.PRIOR, Mood.ATTEMPTED, Mood.DESIRED, Mood.HABITUAL]


class Effect(NamedTuple):
    verb: str
    part: str
    fluent: str
    positive: bool
    weight: float


class Tie(NamedTuple):
    premise: str
    holds: bool
    conclusion: str
    positive: bool
    weight: float | None


class World(NamedTuple):
    """A random set of laws, as the oracle and as the library have them."""

    effects: list[Effect]
    ties: list[Tie]
    rivals: tuple[str, str] | None
    library: Library


def random_world(random: Random, folder: Path) -> World:
    effects: list[Effect] = []
    text = ""
    for n in range(random.randint(2, 5)):
        part = random.choice(["before", "after", "usually_before", "usually_after"])
        found = Effect(
            f"v{n % 3}", part, random.choice(FLUENTS), random.random() < 0.6, random.choice([1.0, 2.0, 4.0])
        )
        key = found[:3]
        if any(
            key == other[:3] or (found.verb, found.fluent) == (other.verb, other.fluent) for other in effects
        ):
            continue
        effects.append(found)
        weight = f"weight = {found.weight}\n" if part.startswith("usually") else ""
        sign = "" if found.positive else "~"
        text += (
            f'[[law]]\nid = "e{n}"\nverbs = ["{found.verb}"]\n{part} = ["{sign}is(agent)={found.fluent}"]\n'
        )
        text += f'{weight}reason = "r"\n'
    ties: list[Tie] = []
    if random.random() < 0.6:
        premise, conclusion = random.sample(FLUENTS, 2)
        weighed = random.choice([None, 1.0, 4.0])
        tie = Tie(premise, random.random() < 0.7, conclusion, random.random() < 0.6, weighed)
        ties.append(tie)
        part = "then" if weighed is None else "usually_then"
        signs = ["" if s else "~" for s in (tie.holds, tie.positive)]
        text += f'[[law]]\nid = "t"\nstate = "{signs[0]}is(x)={premise}"\n'
        text += f'{part} = ["{signs[1]}is(x)={conclusion}"]\n'
        text += 'reason = "r"\n' + (f"weight = {weighed}\n" if weighed else "")
    pair = sorted(random.sample(FLUENTS, 2))
    rivals = (pair[0], pair[1]) if random.random() < 0.4 else None
    scales = f'[[scale]]\nattribute = "is"\nvalues = ["{rivals[0]}", "{rivals[1]}"]\n' if rivals else ""
    return World(effects, ties, rivals, laws(folder, text, scales))


def random_tale(random: Random) -> Story:
    told: list[Happening] = []
    for line in range(1, random.randint(1, 3) + 1):
        mood, polarity = random.choice(MOODS), random.random() < 0.8
        if random.random() < 0.6:
            told.append(event(line, f"v{random.randrange(3)}", mood=mood, polarity=polarity, agent="p1"))
        else:
            told.append(state(line, "p1", "is", random.choice(FLUENTS[:2]), mood=mood, polarity=polarity))
    return story(told, [state(0, "p1", "is", random.choice(FLUENTS), polarity=random.random() < 0.7)])


def costs(  # noqa: PLR0912, PLR0915 - plain on purpose
    world: World, tale: Story
) -> tuple[float | None, float | None]:
    """The least cost of a history in which the query holds at the end, and of one in which it does not."""
    told, end = tale.happenings, len(tale.happenings)
    spoken: dict[str, set[int]] = {}
    described: dict[str, set[int]] = {}
    caused: dict[str, set[int]] = {}
    hard: list[tuple[str, int, bool]] = []
    soft: list[tuple[str, int, bool, float]] = []
    free: set[tuple[str, bool, int]] = set()
    for k, h in enumerate(told, 1):
        if isinstance(h, State):
            times = {Mood.ACTUAL: {k}, Mood.PRIOR: {0}, Mood.HABITUAL: {0, k, end}}.get(h.mood, set())
            for t in times:
                spoken.setdefault(h.value, set()).add(t)
                hard.append((h.value, t, h.polarity))
            if h.mood is Mood.ACTUAL:
                free |= {(f, so, k) for f, so in usually_so(world, h.value, h.polarity)}
            if times:
                kept = caused if h.mood is Mood.HABITUAL else described
                kept.setdefault(h.value, set()).add(min(times))
            continue
        if not h.polarity:
            continue
        for effect in world.effects:
            if effect.verb != h.verb:
                continue
            before = effect.part.endswith("before")
            if h.mood is Mood.ACTUAL or (h.mood is Mood.PRIOR and not before):
                t = k - 1 if before else k
                spoken.setdefault(effect.fluent, set()).add(t)
                caused.setdefault(effect.fluent, set()).add(t)
                if effect.part.startswith("usually"):
                    soft.append((effect.fluent, t, effect.positive, effect.weight))
                else:
                    hard.append((effect.fluent, t, effect.positive))
            if not before and h.mood in (Mood.ACTUAL, Mood.ATTEMPTED):
                free |= {(f, so, k) for f, so in reached(world, effect)}
    query = tale.queries[0]
    assert isinstance(query, State)
    spoken.setdefault(query.value, set()).add(end)
    anchors = anchored(world, spoken)
    free |= faded(told, anchors, anchored(world, spoken, described), anchored(world, spoken, caused))
    best: dict[bool, float] = {}
    names = FLUENTS
    for values in product((False, True), repeat=len(names) * (end + 1)):
        at = {f: values[i * (end + 1) : (i + 1) * (end + 1)] for i, f in enumerate(names)}
        if any(at[f][t] is not v for f, t, v in hard):
            continue
        cost = sum(w for f, t, v, w in soft if at[f][t] is not v)
        cost += sum(
            PERSISTENCE
            for f in names
            for t, (old, new) in enumerate(pairwise(at[f]), 1)
            if old is not new and (f, new, t) not in free
        )
        broken = [
            tie.weight
            for tie in world.ties
            for t in anchors.get(tie.premise, ())
            if at[tie.premise][t] is tie.holds and at[tie.conclusion][t] is not tie.positive
        ]
        rival = world.rivals
        if None in broken or (
            rival and any(at[rival[0]][t] and at[rival[1]][t] for t in both(anchors, rival))
        ):
            continue
        cost += sum(w for w in broken if w)
        side = at[query.value][end] is query.polarity
        best[side] = min(best.get(side, cost), cost)
    return best.get(True), best.get(False)


def faded(
    told: tuple[Happening, ...],
    anchors: dict[str, set[int]],
    described: dict[str, set[int]],
    caused: dict[str, set[int]],
) -> set[tuple[str, bool, int]]:
    """The changes that cost nothing since a state was last only told, and that two lines ago."""
    line = [h.line for h in (*told[:1], *told)]
    free = set()
    for f, times in anchors.items():
        for start, stop in pairwise(sorted(times)):
            shown = described[f] | caused[f]
            since = max((t for t in shown if t <= start), default=0)
            soon = any(t >= stop and line[t] - line[start] < FADES for t in shown)
            if since in shown - caused[f] and line[stop] - line[since] >= FADES and not soon:
                free |= {(f, so, t) for t in range(start + 1, stop + 1) for so in (True, False)}
    return free


def difference(sides: tuple[float | None, float | None]) -> float:
    assert sides[0] is not None
    assert sides[1] is not None
    return sides[0] - sides[1]


def reached(world: World, effect: Effect) -> set[tuple[str, bool]]:
    """What may become so by an event with an effect: where one of two rivals ends, the other may begin."""
    rivals = set(world.rivals) if world.rivals and effect.fluent in world.rivals else set()
    found = {(f, effect.positive is (f == effect.fluent)) for f in rivals | {effect.fluent}}
    tied = {tie.conclusion for tie in world.ties if tie.premise == effect.fluent}
    return found | {(f, so) for f in tied for so in (True, False)}


def usually_so(world: World, name: str, holds: bool) -> set[tuple[str, bool]]:
    """What a told state implies by a tie that is only usual, either way round, and what that excludes."""
    everything, certain = {(name, holds)}, {(name, holds)}
    for known, ties in ((everything, world.ties), (certain, [t for t in world.ties if t.weight is None])):
        for _ in range(3):
            for tie in ties:
                if (tie.premise, tie.holds) in known:
                    known.add((tie.conclusion, tie.positive))
                if (tie.conclusion, not tie.positive) in known:
                    known.add((tie.premise, not tie.holds))
            for one, other in (world.rivals, world.rivals[::-1]) if world.rivals else ():
                if (one, True) in known:
                    known.add((other, False))
    return everything - certain


def both(anchors: dict[str, set[int]], pair: tuple[str, str]) -> set[int]:
    return anchors[pair[0]] & anchors[pair[1]] if set(pair) <= anchors.keys() else set()


def anchored(
    world: World, spoken: dict[str, set[int]], of: dict[str, set[int]] | None = None
) -> dict[str, set[int]]:
    """The moments at which laws between fluents are applied: where one of those they bind is spoken of."""
    times = {f: set((spoken if of is None else of).get(f, ())) for f in spoken}
    for tie in world.ties:
        if tie.premise in times:
            times.setdefault(tie.conclusion, set())
    pairs = [(t.premise, t.conclusion) for t in world.ties if t.premise in times]
    if world.rivals and set(world.rivals) <= times.keys():
        pairs.append(world.rivals)
    for _ in range(3):
        for one, other in pairs:
            together = times[one] | times[other]
            times[one] = times[other] = together
    return times


@pytest.mark.parametrize("seed", range(8))
def test_costs_are_those_of_the_best_histories(seed: int, tmp_path: Path) -> None:
    random, seen = Random(seed), set()
    for _ in range(12):
        world = random_world(random, tmp_path)
        for _ in range(12):
            tale = random_tale(random)
            weighing = Reading(tale, AskStep((tale.queries[0],)), world.library).weighing()
            assert weighing.pro is not None
            assert weighing.contra is not None
            sides, wanted = (weighing.pro.cost, weighing.contra.cost), costs(world, tale)
            if wanted == (None, None):
                continue  # a contradiction that may have nothing to do with the question
            assert [cost is None for cost in sides] == [cost is None for cost in wanted], (world[:3], tale)
            if None not in wanted:
                # What is given up elsewhere, whatever the answer, is on both sides of the oracle.
                assert isclose(difference(sides), difference(wanted), abs_tol=1e-9), (
                    f"{world[:3]} {tale.happenings} {tale.queries}"
                )
            seen.add(weighing.verdict)
    assert {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN} <= seen


@pytest.mark.parametrize("seed", range(4))
def test_edits_are_all_the_smallest(seed: int, tmp_path: Path) -> None:
    random, found = Random(100 + seed), 0
    while found < 60:
        world = random_world(random, tmp_path)
        for _ in range(10):
            tale = random_tale(random)
            reading = Reading(tale, AskStep((tale.queries[0],)), world.library)
            weighing = reading.weighing()
            if weighing.verdict is not Verdict.REFUTED:
                continue
            found += 1
            step = smallest_edits(reading, weighing)
            assert step is not None
            assert {frozenset(e.changed) for e in step.edits} == enumerated_edits(reading, step.theory)


def enumerated_edits(reading: Reading, rules: tuple[int, ...]) -> set[frozenset[int]]:
    """The smallest sets of facts that are false in some model of the rules and the goal; few events first."""
    formulas = [reading.claims[n] for n in rules] + [reading.goal]
    names = list(dict.fromkeys(name for f in (*formulas, *reading.facts.values()) for name in atoms(f)))
    best: set[frozenset[int]] = set()
    least: tuple[int, int] | None = None
    is_event = {n: isinstance(h, Event) for n, (h, _) in enumerate(reading.theory.facts, 3)}
    for values in product((False, True), repeat=len(names)):
        model = dict(zip(names, values, strict=True))
        if not all(evaluate(f, model) for f in formulas):
            continue
        changed = frozenset(n for n, fact in reading.facts.items() if not evaluate(fact, model))
        size = sum(is_event[n] for n in changed), sum(not is_event[n] for n in changed)
        if least is None or size < least:
            least, best = size, set()
        if size == least:
            best.add(changed)
    return best


@pytest.mark.parametrize("seed", range(6))
def test_every_proof_of_a_random_story_holds_up(seed: int) -> None:
    """With the laws that ship: the checker works the theory out by itself, and must come to the same."""
    random = Random(seed)
    verdicts = set()
    for _ in range(30):
        form = random_story(random)
        lines = sorted({h.line for h in form.happenings})
        support = random.sample(lines, random.randint(0, len(lines)))
        for query in (0, 1, (0, 1)):
            decision = infer_state(
                form, query, support, context=random.random() < 0.7, when=random.choice(["end", "ever"])
            )
            assert not complaints(decision.trace, form), (form, query, support)
            verdicts.add(decision.verdict)
    assert {Verdict.ENTAILED, Verdict.REFUTED, Verdict.UNKNOWN} <= verdicts


def test_answers_do_not_depend_on_the_names_of_participants() -> None:
    random = Random(7)
    swap = {"p1": "p2", "p2": "p1"}
    for _ in range(100):
        form = random_story(random)
        turned = renamed(form, swap)
        for query in (0, 1):
            assert infer_state(form, query).verdict is infer_state(turned, query).verdict


def renamed(form: Story, names: dict[str, str]) -> Story:
    def moved(item: Happening) -> Happening:
        if isinstance(item, Event):
            return replace(item, roles=tuple((role, names.get(f, f)) for role, f in item.roles))
        other = names.get(item.other, item.other) if item.other else item.other
        return replace(item, participant=names.get(item.participant, item.participant), other=other)

    return replace(
        form,
        participants=tuple(replace(p, id=names.get(p.id, p.id)) for p in form.participants),
        happenings=tuple(map(moved, form.happenings)),
        queries=tuple(map(moved, form.queries)),
    )


def test_no_two_values_of_a_scale_are_both_implied() -> None:
    random = Random(3)
    for _ in range(60):
        told = random_story(random).happenings
        for values in (("hot", "cold"), ("rich", "poor")):
            form = story(told, [state(0, "p1", "is", value) for value in values])
            assert [infer_state(form, n).verdict for n in range(2)] != [Verdict.ENTAILED] * 2
    rivals = library().rivals
    assert all((a, v) in rivals and w in rivals[a, v] for (a, w), vs in rivals.items() for v in vs)
