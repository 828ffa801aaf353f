"""Whatever the text, a story is read or said not to be: nothing crashes, and time stays about linear."""

from random import Random

import pytest

from defeasible.reasoner import Unparsed
from defeasible.reasoner.forms import Story
from defeasible.reasoner.grammar.stories import read_story

WORDS = """
Nora Piet he she it they we I you him her his their who which that what how someone nobody no one the a an
every each dog van boat key friend wife wives kids morning night red old very too so enough not n't never no
longer was were is be been being had have has did do does will would can could might must used got get made
let wanted tried failed stopped started knew thought said told asked saw ran went put give gave bought lost
running lost to of in on at with without for from by about before after when if because and or but , . ? ! ; :
" ' - ( ) 's 12 $ 5:30 🙂 déjà 老 more than as like own one other another up down out off away back
""".split()  # noqa: SIM905 - words read best as text


def sound(lines: list[str], queries: list[str]) -> None:
    found = read_story(lines, queries)
    assert isinstance(found, Story | Unparsed)
    if isinstance(found, Story):
        # Of an unread line it is only told what may have become of what it names.
        read = {h.line for h in found.happenings if h.cue != "not understood"}
        assert set(found.unread) == set(range(1, len(lines) + 1)) - read
        assert len({q.span.source for q in found.queries if q.span is not None}) == len(queries)


@pytest.mark.parametrize("seed", range(6))
def test_salad(seed: int) -> None:
    random = Random(seed)
    for _ in range(250):
        texts = [" ".join(random.choices(WORDS, k=random.randint(0, 16))) for _ in range(3)]
        sound(texts[:2], texts[2:])


@pytest.mark.parametrize("seed", range(4))
def test_scrambled_sentences(seed: int) -> None:
    random = Random(seed)
    sentence = "Nora wanted to give her friend a red boat because he never said that it was broken"
    words = sentence.split()
    for _ in range(150):
        random.shuffle(words)
        sound([" ".join(words)], [" ".join(words[:6])])


@pytest.mark.parametrize(
    "text",
    [
        "Nora " * 10_000,
        "that she said " * 3_000,
        "Nora wanted to " * 3_000,
        "the dog of " * 3_000,
        "Nora's " * 3_000,
        "very " * 10_000,
        "and Nora ran " * 3_000,
        "Nora ran, Piet ran, " * 2_000,
        '" ' * 5_000,
        "🙂 " * 5_000,
        "a" * 10_000,
        "\x00\u200b\ufeff\n\t",
        "of of of to to to",
    ],
    ids=lambda text: text[:12],
)
def test_long_and_odd(text: str) -> None:
    sound([text, "Nora slept."], ["Nora slept."])
