"""Contexts that imply which of two things is bigger, in the format of CConS.

A template has a placeholder for the smaller thing and one for the bigger. Nouns are chosen by their typical
sizes (`sizes.toml` of the reasoner): in an ordinary context the bigger thing is also typically the bigger
one, by at least `MARGIN`; in a counter-commonsense context it is typically the smaller one by as much. So the
label follows from the template, and the cell from the lexicon. A system that uses this lexicon and ignores
the context is right on all ordinary items and wrong on all others, by construction.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from random import Random

from defeasible.datasets.make.maker import Maker, to_csv
from defeasible.reasoner.commonsense.nouns import Size, typical_size
from defeasible.reasoner.commonsense.sizes import log_odds_bigger
from defeasible.reasoner.errors import UsageError

MARGIN = 2.5
"""Smallest log-odds, in nats, that one thing is typically bigger than the other: 12 to 1."""
TRIES = 2000
"""Attempts at a new choice of two nouns for a template before they count as used up."""

THINGS = """coin needle button marble pebble key pencil spoon comb candle apple brick hammer kettle
shovel chair ladder piano sofa fridge bicycle canoe car tractor bus statue boulder crane ship submarine
rocket mattress carpet anchor bell cannon thimble pearl ring stamp matchstick nail screw thumbtack dice
peanut walnut cherry plum lemon potato cabbage pumpkin teacup plate mug teapot lantern umbrella violin
guitar harp tuba suitcase trunk barrel stove bathtub wardrobe billiard_table grand_piano wagon helicopter
airplane locomotive bulldozer truck trailer motorcycle scooter rowboat yacht ferry windmill lighthouse
tent hut"""
ANIMALS = """ant ladybug bee wasp snail spider mouse frog sparrow hamster duck cat fox goose sheep wolf
goat donkey cow horse camel rhinoceros giraffe elephant whale shark dolphin tiger lion bear panda zebra
kangaroo ostrich swan owl crow pigeon rat squirrel rabbit hedgehog turtle crocodile hippopotamus gorilla
butterfly moth beetle cricket flea"""
CONTAINERS = """matchbox jar bottle cup bucket drawer suitcase barrel basket wardrobe chest envelope
purse aquarium bathtub van garage warehouse barn cave tent pot thimble teapot mug backpack crate cupboard
fridge oven birdcage lunchbox piggy_bank shoebox eggshell pocket"""
TAGS: dict[str, tuple[str, ...]] = {
    "thing": tuple(word.replace("_", " ") for word in THINGS.split()),
    "animal": tuple(ANIMALS.split()),
    "container": tuple(word.replace("_", " ") for word in CONTAINERS.split()),
}

# Text, tag of the smaller thing, tag of the bigger one. `{s}` and `{b}` include their articles.
EASY = (
    ("Someone stored {s} in {b}.", "thing", "container"),
    ("Someone dropped {s} into {b}.", "thing", "container"),
    ("Someone squeezed {s} into {b}.", "thing", "container"),
    ("Someone found {s} in {b}.", "thing", "container"),
    ("Someone left {s} lying in {b}.", "thing", "container"),
    ("Someone packed {s} into {b}.", "thing", "container"),
    ("Someone lowered {s} into {b}.", "thing", "container"),
    ("Someone poured sand over {s} in {b}.", "thing", "container"),
    ("Last night {s} fell asleep in {b}.", "animal", "container"),
    ("All week {s} was kept in {b}.", "animal", "container"),
    ("Before the storm {s} crept into {b}.", "animal", "container"),
    ("At noon {s} slipped into {b}.", "animal", "container"),
    ("By chance {s} was locked in {b}.", "thing", "container"),
    ("Someone saw {s} float in {b}.", "thing", "container"),
    ("In {b} someone discovered {s}.", "thing", "container"),
    ("Into {b} someone threw {s}.", "thing", "container"),
)
HARD = (
    ("The whole of {b} was filled by {s} and many others like it.", "thing", "container"),
    ("Inside {b} there was room for {s}.", "thing", "container"),
    ("Someone lifted {s} out of {b}.", "thing", "container"),
    ("Someone pulled {s} from {b}.", "thing", "container"),
    ("Yesterday {s} was carried by {b} on its back.", "animal", "animal"),
    ("Yesterday {b} swallowed {s} whole.", "animal", "animal"),
    ("Yesterday {b} trampled {s} to pieces.", "thing", "animal"),
    ("At dawn {b} held {s} between its teeth.", "thing", "animal"),
    ("At dawn {b} crushed {s} under one foot.", "animal", "animal"),
    ("Someone covered {s} completely with {b}.", "thing", "thing"),
    ("Someone hid {s} under {b}.", "thing", "thing"),
    ("Someone hid {s} behind {b}.", "animal", "thing"),
    ("Someone screwed {s} onto {b} as a handle.", "thing", "thing"),
    ("Someone broke {s} off {b} as a souvenir.", "thing", "thing"),
    ("From inside {b} came the voice of {s}.", "animal", "container"),
    ("Only part of {b} could be hidden by {s}.", "thing", "thing"),
)


def make(n: int, random: Random) -> Mapping[str, str]:
    """Return the eight files with `n` contexts, half of them counter-commonsense, half of them easy.

    Raises:
        UsageError: If the word lists do not provide that many contexts.
    """
    seen: set[str] = set()
    cells: dict[str, list[tuple[str, list[str]]]] = {"normal": [], "adversarial": []}
    kinds = cycle([(cell, level) for cell in cells for level in ("easy", "difficult")])
    templates = {"easy": cycle(_shuffled(EASY, random)), "difficult": cycle(_shuffled(HARD, random))}
    for _ in range(n):
        cell, level = next(kinds)
        row = _row(next(templates[level]), random, seen, ordinary=cell == "normal")
        cells[cell].append((level, row))
    files: dict[str, str] = {}
    for cell, rows in cells.items():
        files[f"{cell}_auto_new.csv"] = to_csv(row for _, row in rows)
        files[f"{cell}_auto_nocontext_new.csv"] = to_csv(["", *row[1:]] for _, row in rows)
        for level in templates:
            files[f"{cell}_auto_{level}_new.csv"] = to_csv(row for at, row in rows if at == level)
    return files


def _shuffled(templates: tuple[tuple[str, str, str], ...], random: Random) -> list[tuple[str, str, str]]:
    return random.sample(templates, len(templates))


def _row(template: tuple[str, str, str], random: Random, seen: set[str], *, ordinary: bool) -> list[str]:
    """Return context, two objects and the label, which is 1 if the second is bigger."""
    text, small_tag, big_tag = template
    for _ in range(TRIES):
        small, big = random.choice(TAGS[small_tag]), random.choice(TAGS[big_tag])
        usually_big, usually_small = (_size(big), _size(small)) if ordinary else (_size(small), _size(big))
        if usually_big.bigness <= usually_small.bigness:
            continue
        if log_odds_bigger(usually_big, usually_small) < MARGIN:
            continue
        context = text.format(s=_article(small), b=_article(big))
        if context not in seen:
            seen.add(context)
            second = random.random() < 0.5
            return [context, *((small, big) if second else (big, small)), "1" if second else "0"]
    raise UsageError(f"cannot make more than {len(seen)} contexts from `{text}`", hint="ask for fewer")


def _size(noun: str) -> Size:
    size = typical_size(noun)
    assert size is not None, noun
    return size


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


MAKER = Maker("ccons", "contexts that imply a size, half of them against common sense", "contexts", make)
