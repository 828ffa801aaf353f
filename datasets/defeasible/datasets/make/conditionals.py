"""Conditionals, and further ones that may suppress their conclusions, in the format of Belief-R.

Byrne, "Suppressing valid inferences with conditionals", Cognition 31, 1989: after "if p then q" and p, a
further "if r then q" retracts the conclusion if r is an additional requirement of q, and keeps it if r is
another reason for q. A scene below lists goals (each a p, and an alternative for the others), causes, which
are alternatives as well, consequents and requirements. An irrelevant premise changes nothing. Requirements
and alternatives have the same length on average, so length does not distinguish them.

`dataset_id`, which no loader reads, gives the role: `12-requirement`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle
from random import Random
from typing import Literal, TypeAlias

from defeasible.datasets.belief_r import BASIC_FILE, QUERIES_FILE
from defeasible.datasets.make.maker import NAMES, Maker, to_csv
from defeasible.reasoner.errors import UsageError

Role: TypeAlias = Literal["requirement", "alternative", "irrelevant"]
CYCLE: tuple[Role, ...] = (
    "requirement",
    "alternative",
    "requirement",
    "alternative",
    "requirement",
    "irrelevant",
)
"""Roles of successive groups: half of them change the conclusion, half keep it."""
HEADER = (
    "questions", "ground_truth", "modus", "types_of_relation", "agreement_lv", "atomic_idx", "dataset_id",
    "a", "b", "c",
)  # fmt: skip
ASKED = "What necessarily had to follow assuming that the above premises were true?"


@dataclass(frozen=True, slots=True)
class Scene:
    """One area of life. Goals and consequents are verb phrases in their base form, with the same subject."""

    goals: tuple[str, ...]
    consequents: tuple[str, ...]
    causes: tuple[str, ...]
    """Clauses that bring about the consequent as a goal does."""
    requirements: tuple[str, ...]
    """Clauses in which `{x}` is the person."""
    feelings: tuple[str, ...] = ()
    """Consequents that are mental states."""


SCENES = (
    Scene(
        goals=(
            "have a chapter to revise", "have a quiz on Friday", "want to look up an old map",
            "have a report to finish", "need a quiet place to think",
        ),
        consequents=("spend the evening at the library", "sit down in the reading room"),
        causes=(
            "the flat next door gets too noisy", "the professor moves the quiz forward",
            "the heating at home breaks down",
        ),
        requirements=(
            "the library is open in the evening", "there is a free desk at the library",
            "{x}'s library card is still valid", "the lights in the building work",
        ),
    ),
    Scene(
        goals=(
            "have a headache", "run out of bandages", "have a prescription to fill",
            "promise to fetch cough syrup", "need a new toothbrush",
        ),
        consequents=("walk over to the pharmacy", "buy something at the pharmacy"),
        causes=(
            "the baby gets a fever", "the medicine cabinet is empty",
            "the doctor recommends new drops",
        ),
        requirements=(
            "the pharmacy is open today", "the road to the pharmacy is passable",
            "{x} is allowed to leave the house", "the pharmacy accepts customers",
        ),
    ),
    Scene(
        goals=(
            "see smoke on the hill", "hear a cry from the lake", "find a stranger lying on the path",
            "discover a broken gas pipe", "watch the river rise",
        ),
        consequents=("call the fire brigade", "phone for help at once"),
        causes=(
            "the alarm in the cellar goes off", "a tree falls on the power line",
            "the old bridge begins to sway",
        ),
        requirements=(
            "{x}'s phone has some battery left", "there is a signal in the valley",
            "the emergency line is working", "{x} knows the number by heart",
        ),
    ),
    Scene(
        goals=(
            "crave something sweet", "expect guests for coffee", "want to surprise a neighbour",
            "have ripe bananas to use up", "celebrate a birthday",
        ),
        consequents=("bake a cake", "make a tray of muffins"),
        causes=(
            "the school holds a charity sale", "the grandchildren come to tea",
            "the cherries in the yard get ripe",
        ),
        requirements=(
            "the oven heats up properly", "there is flour in the cupboard",
            "the kitchen is free this afternoon", "{x} has enough eggs and butter",
        ),
        feelings=("enjoy the smell from the kitchen",),
    ),
    Scene(
        goals=(
            "want to visit a cousin in Lisbon", "get an invitation to a wedding abroad",
            "have a meeting in another country", "win a week at the seaside", "need a rest from the winter",
        ),
        consequents=("take the morning flight", "board a plane on Sunday"),
        causes=(
            "the company opens a branch abroad", "an aunt in Porto falls ill",
            "the night train is cancelled",
        ),
        requirements=(
            "{x}'s passport is valid for another year", "there are seats left on the plane",
            "the airport is not closed by fog", "the pilots do not go on strike",
        ),
        feelings=("look forward to the journey",),
    ),
    Scene(
        goals=(
            "find a hole in the roof", "inherit a box of tools", "need a shelf for the cellar",
            "want to build a birdhouse", "notice a loose stair",
        ),
        consequents=("spend Saturday hammering", "saw some boards in the yard"),
        causes=(
            "the fence blows down in a storm", "the doghouse begins to rot",
            "the old workbench collapses",
        ),
        requirements=(
            "the timber yard has boards in stock", "{x}'s wrist has healed completely",
            "it stays dry until the evening", "the saw is back from the grinder",
        ),
    ),
    Scene(
        goals=(
            "dream of playing in a band", "find a violin in the attic", "have a concert in spring",
            "want to forget a hard week", "promise a song to a friend",
        ),
        consequents=("practise for an hour", "play music after supper"),
        causes=(
            "the choir needs an accompanist", "the television is broken again",
            "the teacher sets a new piece",
        ),
        requirements=(
            "the neighbours do not object to noise", "the strings are not broken",
            "{x} has an hour to spare at night", "the room next door is empty",
        ),
        feelings=("feel at peace in the evening",),
    ),
    Scene(
        goals=(
            "spot weeds between the beans", "receive a bag of tulip bulbs", "want fresh herbs in summer",
            "plan to sell vegetables", "miss the smell of wet earth",
        ),
        consequents=("work in the garden", "dig over the back garden"),
        causes=(
            "the hedge grows over the path", "the slugs eat all the lettuce",
            "the apple tree sheds its leaves",
        ),
        requirements=(
            "the ground is not frozen solid", "the spade is not lent to anyone",
            "the landlord permits any planting", "{x}'s back can take the strain",
        ),
        feelings=("be proud of the flower beds",),
    ),
    Scene(
        goals=(
            "get a parcel for a neighbour", "want to return a borrowed ladder", "hear a noise upstairs",
            "smell something burning", "find a purse on the landing",
        ),
        consequents=("ring at the flat above", "speak to the people upstairs"),
        causes=(
            "the ceiling begins to drip", "the music upstairs gets too loud",
            "the house meeting is put off",
        ),
        requirements=(
            "the people upstairs are at home", "the lift is in working order",
            "the bell upstairs is connected", "{x} can leave the baby alone",
        ),
    ),
    Scene(
        goals=(
            "want to lose some weight", "sign up for a race", "have a free pass to use",
            "be stiff from sitting all day", "hope to meet old teammates",
        ),
        consequents=("train at the gym tonight", "swim forty lengths tonight"),
        causes=(
            "the doctor advises more exercise", "the old shorts get too tight",
            "the team needs a strong runner",
        ),
        requirements=(
            "the gym is open on holidays", "the doctor raises no objection",
            "the pool is filled with water", "{x}'s knee is no longer swollen",
        ),
        feelings=("feel full of energy",),
    ),
    Scene(
        goals=(
            "find an error in the bill", "want to cancel a contract", "lose a bank card",
            "receive a strange letter", "plan to open an account",
        ),
        consequents=("speak to a clerk at the bank", "wait in line at the bank"),
        causes=(
            "the cash machine stops working", "a deposit is missing from the books",
            "the mortgage is up for renewal",
        ),
        requirements=(
            "the branch is still in business", "a clerk is on duty that day",
            "{x} can get away from work", "the bank keeps its usual hours",
        ),
        feelings=("worry about the money",),
    ),
    Scene(
        goals=(
            "hear good things about a film", "have a date on Saturday", "get two tickets as a present",
            "want to escape the heat", "admire the leading actor",
        ),
        consequents=("go to the cinema", "watch a film in town"),
        causes=(
            "the critics praise a new film", "the television breaks down",
            "the twins beg for an outing",
        ),
        requirements=(
            "the cinema shows a film that night", "the last bus runs on Saturdays",
            "the show is not sold out yet", "{x} finds someone to mind the dog",
        ),
        feelings=("be in a good mood",),
    ),
)  # fmt: skip
IRRELEVANT = (
    ("the price of copper falls", "the mine on the coast will close"),
    ("the swallows come back early", "the church tower will be repainted"),
    ("the mayor of the next town resigns", "the ferry will change its timetable"),
    ("the glacier melts any further", "the museum will move its collection"),
    ("two comets appear in one year", "the observatory will print a leaflet"),
    ("the tram company buys new cars", "the old depot will become a market hall"),
)


def make(n: int, random: Random) -> Mapping[str, str]:
    """Return both files: `n` questions with a third premise, rounded up to pairs, and those without it.

    Raises:
        UsageError: If the word lists do not provide that many questions.
    """
    basic: list[tuple[str, ...]] = []
    queries: list[tuple[str, ...]] = []
    seen: set[tuple[str, str, str]] = set()
    roles = cycle(CYCLE)
    for group in range(1, (n + 1) // 2 + 1):
        role = next(roles)
        name, goal, (consequent, feels), new = _fresh(role, random, seen)
        for modus in ("ponens", "tollens"):
            future = modus == "ponens"
            asked = consequent if future else goal
            fact = _says(name, goal) if future else _denies(name, consequent, future=True)
            prior = "a" if future else "b"
            options = (
                _says(name, asked, future=future),
                _denies(name, asked, future=future),
                f"{name} may or may not {asked}",
            )
            rule = f"If {_says(name, goal)}, then {_says(name, consequent, future=True)}"
            relation = "If-Event-Then-MentalState" if feels else "If-Event-Then-Event"
            tail = (modus, relation, "", str(group), f"{group}-{role}", *(f"{option}." for option in options))
            basic.append((_block((rule, fact), options), prior, *tail))
            gold = "c" if role == "requirement" else prior
            queries.append((_block((rule, fact, new), options), gold, *tail))
    return {BASIC_FILE: to_csv([HEADER, *basic]), QUERIES_FILE: to_csv([HEADER, *queries])}


def _fresh(
    role: Role, random: Random, seen: set[tuple[str, str, str]]
) -> tuple[str, str, tuple[str, bool], str]:
    """Return a person, a goal, a consequent, whether that is a mental state, and a third premise."""
    for _ in range(1000):
        scene = random.choice(SCENES)
        name, goal = random.choice(NAMES), random.choice(scene.goals)
        consequent = random.choice(scene.consequents + scene.feelings)
        then = _says(name, consequent, future=True)
        if role == "requirement":
            new = f"If {random.choice(scene.requirements).format(x=name)}, then {then}"
        elif role == "alternative":
            reason = _says(name, random.choice([other for other in scene.goals if other != goal]))
            new = f"If {random.choice([reason, random.choice(scene.causes)])}, then {then}"
        else:
            new = "If {}, then {}".format(*random.choice(IRRELEVANT))
        key = (name, f"{goal}, {consequent}", new)
        if key not in seen:
            seen.add(key)
            return name, goal, (consequent, consequent in scene.feelings), new
    raise UsageError(f"cannot make more than {2 * len(seen)} questions", hint="ask for fewer")


def _block(premises: tuple[str, ...], options: tuple[str, ...]) -> str:
    lettered = (f"({letter}) {option}" for letter, option in zip("abc", options, strict=True))
    return "\n".join([*premises, "", ASKED, *lettered])


def _says(name: str, phrase: str, *, future: bool = False) -> str:
    if future:
        return f"{name} will {phrase}"
    verb, _, rest = phrase.partition(" ")
    return f"{name} {_third_person(verb)} {rest}".rstrip()


def _denies(name: str, phrase: str, *, future: bool = False) -> str:
    if future:
        return f"{name} will not {phrase}"
    if phrase.startswith("be "):
        return f"{name} is not {phrase.removeprefix('be ')}"
    return f"{name} does not {phrase}"


def _third_person(verb: str) -> str:
    irregular = {"be": "is", "have": "has"}
    if verb in irregular:
        return irregular[verb]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "sh", "ch", "x", "o")) else f"{verb}s"


MAKER = Maker("belief-r", "conditionals, and a further one in one of three roles", "questions at t+1", make)
