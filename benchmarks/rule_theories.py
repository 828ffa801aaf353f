"""Compare answers on random rules about people, in plain English, with all worlds.

A theory states facts (`Anne is kind.`) and rules in the forms of `FORMS` (`If someone is kind and not big
then they are nice.`, `All kind, big people are nice.`), in random order. A person's qualities depend on no
one else's, so the worlds of one person decide a question. Statements without a quantifier (`Kind people are
nice.`) hold without exception here, whereas the reasoner takes them as defaults: it need not conclude from
them that who is not nice is not kind, so an open answer is no error.
Run from the root: `python benchmarks/rule_theories.py [--seeds 0:500]`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from defeasible.reasoner import Reasoner, Verdict

NAMES = ("Anne", "Bob", "Charlie", "Dave")
QUALITIES = ("big", "kind", "nice", "quiet", "rough", "smart", "young", "cold", "round", "furry", "lazy")
ASKED = 4
"""Questions about a theory."""
FORMS = (
    "If someone is {if_} then they are {then}.",
    "If something is {if_}, it is {then}.",
    "All {listed} people are {then}.",
    "No {listed} people are {unless}.",
    "{Joined} people are {then}.",
    "Everyone who is {if_} is {then}.",
    "Nobody who is {if_} is {unless}.",
    "If {name} is {if_}, then {name} is {then}.",
)


@dataclass(frozen=True, slots=True)
class Literal:
    """A quality that somebody has, or lacks."""

    quality: str
    held: bool = True

    def __str__(self) -> str:
        return self.quality if self.held else f"not {self.quality}"


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds of everybody, or of one person."""

    text: str
    if_: tuple[Literal, ...]
    then: Literal
    name: str = ""


def rule(draw: Random, qualities: list[str]) -> Rule:
    """Draw a rule."""
    form = draw.choice(FORMS)
    plain = "{if_}" not in form  # adjectives before a noun are not denied
    *first, last = draw.sample(qualities, draw.choice((2, 2, 3)))
    if_ = sorted((Literal(q, plain or draw.random() < 0.85) for q in first), key=lambda one: not one.held)
    # `all kind people are not big` may mean that not all are
    all_ = form.startswith(("All", "Every"))
    then = Literal(last, all_ or ("{unless}" not in form and draw.random() < 0.75))
    name = draw.choice(NAMES) if "{name}" in form else ""
    joined = " and ".join(map(str, if_))
    text = form.format(
        if_=joined,
        Joined=joined.capitalize(),
        listed=", ".join(map(str, if_)),
        then=then,
        unless=last,
        name=name,
    )
    return Rule(text, tuple(if_), then, name)


def theory(seed: int) -> Iterator[tuple[list[str], str, Verdict]]:
    """Yield the questions about a random theory, with its text and the verdict of all worlds."""
    draw = Random(seed)
    names, qualities = draw.sample(NAMES, draw.randint(2, 3)), draw.sample(QUALITIES, draw.randint(4, 6))
    pairs = draw.sample([*product(names, qualities)], draw.randint(2, 5))
    facts = {pair: draw.random() < 0.8 for pair in pairs}
    rules = [rule(draw, qualities) for _ in range(draw.randint(2, 5))]
    text = [f"{name} is {Literal(quality, held)}." for (name, quality), held in facts.items()]
    text += [one.text for one in rules]
    draw.shuffle(text)

    def worlds(name: str) -> list[dict[str, bool]]:
        every = (
            dict(zip(qualities, bits, strict=True)) for bits in product((False, True), repeat=len(qualities))
        )
        told = [
            world for world in every if all(world[q] == so for (who, q), so in facts.items() if who == name)
        ]
        own = [one for one in rules if one.name in {"", name}]
        return [w for w in told if all(_holds(one, w) for one in own)]

    possible = {name: worlds(name) for name in names}
    for _ in range(ASKED if all(possible.values()) else 0):
        name, asked = draw.choice(names), Literal(draw.choice(qualities), draw.random() < 0.6)
        held = {world[asked.quality] == asked.held for world in possible[name]}
        gold = Verdict.UNKNOWN if len(held) > 1 else Verdict.ENTAILED if held == {True} else Verdict.REFUTED
        yield text, f"{name} is {asked}.", gold


def _holds(one: Rule, world: dict[str, bool]) -> bool:
    unmet = any(world[need.quality] != need.held for need in one.if_)
    return unmet or world[one.then.quality] == one.then.held


def wrong(seed: int, counts: Counter[str]) -> list[str]:
    """Return the wrong answers about one theory; count what is right, open and wrong."""
    found = []
    for text, question, gold in theory(seed):
        verdict = Reasoner().entails(text, question).verdict
        kind = "right" if verdict is gold else "open" if verdict is Verdict.UNKNOWN else "wrong"
        counts[kind] += 1
        counts[f"{gold}"] += 1
        if kind == "wrong":
            found.append(f"{seed}: {' '.join(text)} | {question} {verdict}, not {gold}")
    return found


def main() -> None:
    """Ask about the theories of some seeds and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", default="0:500", help="first and last seed, as in a slice")
    first, last = map(int, parser.parse_args().seeds.split(":"))
    counts: Counter[str] = Counter()
    for seed in range(first, last):
        for line in wrong(seed, counts):
            print(line)
    print(dict(counts))


if __name__ == "__main__":
    main()
