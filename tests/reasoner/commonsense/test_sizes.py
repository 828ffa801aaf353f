"""`TypicalSizes` and the noun look-up behind it."""

import csv
from math import log
from pathlib import Path

import pytest

from defeasible.reasoner.commonsense import TypicalSizes
from defeasible.reasoner.commonsense.nouns import Size, lexicon, typical_size
from defeasible.reasoner.commonsense.sizes import HEAVIEST, log_odds_bigger
from defeasible.reasoner.evidence import Evidence, SizeClaim
from defeasible.reasoner.forms import METRE, Comparison, SizeContext, SizeObject


def context(*names: str, question: tuple[str, str] | None = ("o1", "o2")) -> SizeContext:
    return SizeContext((), tuple(SizeObject(f"o{i}", name) for i, name in enumerate(names, 1)), (), question)


def evidence(*names: str) -> tuple[Evidence, ...]:
    return TypicalSizes()(context(*names))


@pytest.mark.parametrize(
    ("phrase", "noun"),
    [
        ("house", "house"),
        ("the Houses", "house"),
        ("wolves", "wolf"),
        ("dishes", "dish"),
        ("grand pianos", "grand piano"),
        ("key box", "box"),
        ("T-shirt", "t-shirt"),
        ("bottle of wine", "bottle"),
        ("pair of the shoes", "shoe"),
        ("fishbowl", "bowl"),
        ("photo frames", "photo frame"),
        ("white elephants", "elephant"),
    ],
)
def test_noun_phrases_find_their_entry(phrase: str, noun: str) -> None:
    size = typical_size(phrase)
    assert size is not None
    assert size.noun == noun


@pytest.mark.parametrize("phrase", ["", "the", "xyzzy", "of", "beatle", "cas", "officer", "trainee"])
def test_what_is_unknown_has_no_size(phrase: str) -> None:
    assert typical_size(phrase) is None


@pytest.mark.parametrize(
    ("smaller", "bigger"),
    [
        ("toy house", "house"),
        ("tiny bird", "bird"),
        ("dog", "giant dog"),
        ("slice of melon", "melon"),
        ("bacterium", "ant"),
        ("rope", "elephant"),
    ],
)
def test_bigness_orders_phrases(smaller: str, bigger: str) -> None:
    low, high = typical_size(smaller), typical_size(bigger)
    assert low is not None
    assert high is not None
    assert low.bigness < high.bigness


def test_carpet_is_no_pet() -> None:
    size = typical_size("carpet")
    assert size is not None
    assert size.noun == "carpet"


def test_a_guess_spreads_wider_than_an_entry() -> None:
    entry, guess = typical_size("box"), typical_size("key box")
    assert entry is not None
    assert guess is not None
    assert guess.spread == pytest.approx(entry.spread + log(1.2))


def test_claim_names_the_bigger_object_by_id_and_gives_the_sizes() -> None:
    (claim,) = evidence("light bulb", "house")
    assert claim.claim == SizeClaim(Comparison("o2", ">", "o1"))
    assert claim.source == "lexicon:sizes"
    assert claim.reason == "house is about 12 m, light bulb about 0.11 m"


def test_reason_tells_the_reading_of_a_compound_and_of_a_slim_thing() -> None:
    (claim,) = evidence("key box", "snake")
    assert claim.reason == "key box (as `box`) is about 0.4 m, snake about 1.2 m (as big as a body of 0.36 m)"


def test_weight_grows_with_the_difference_and_shrinks_with_the_spread() -> None:
    near, far = (
        log_odds_bigger(Size("a", 2, 0.5), Size("b", 1, 0.5)),
        log_odds_bigger(Size("a", 4, 0.5), Size("b", 1, 0.5)),
    )
    wide = log_odds_bigger(Size("a", 2, 1.5), Size("b", 1, 0.5))
    assert 0 < wide < near < far < HEAVIEST
    assert log_odds_bigger(Size("a", 1e9, 0.1), Size("b", 1e-9, 0.1)) == HEAVIEST


def test_no_evidence_without_two_known_different_sizes() -> None:
    assert evidence("house", "zorblax") == ()
    assert evidence("house", "house") == ()
    assert TypicalSizes()(context("house", "ant", question=None)) == ()


def test_other_objects_are_compared_with_the_pair_in_question() -> None:
    pairs = {
        (c.left, c.right)
        for e in evidence("ant", "house", "dog", "car")
        if isinstance(e.claim, SizeClaim)
        for c in [e.claim.comparison]
    }
    assert pairs == {("o2", "o1"), ("o3", "o1"), ("o2", "o3"), ("o4", "o1"), ("o2", "o4")}


def test_against_a_metre_length_alone_counts() -> None:
    (claim,) = TypicalSizes()(context("snake", question=("o1", METRE)))
    assert claim.claim == SizeClaim(Comparison("o1", ">", METRE))


def test_lexicon_is_sound() -> None:
    sizes = lexicon()
    assert len(sizes) >= 2000
    assert all(s.metres > 0 and s.spread > 0 and 0 < s.bulk <= 1 for s in sizes.values())
    assert all(name == name.strip().lower() and name for name in sizes)


def test_open_half_of_ccons_without_context(open_data: Path) -> None:
    rows = right = claimed = 0
    with (open_data / "ccons" / "normal_auto_nocontext_new.csv").open(encoding="utf-8") as file:
        for _, first, second, label in csv.reader(file):
            rows += 1
            if found := evidence(first, second):
                claimed += 1
                claim = found[0].claim
                assert isinstance(claim, SizeClaim)
                right += claim.comparison.left == ("o2" if label == "1" else "o1")
    assert claimed / rows >= 0.95
    assert right / claimed >= 0.90
