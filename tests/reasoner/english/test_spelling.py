import pytest

from defeasible.reasoner.english.spelling import distance, edits, is_typo, is_variant
from defeasible.reasoner.english.stems import stem

SLIPS = [
    "chlorophyl chlorophyll",
    "kitchn kitchen",
    "manuscrpit manuscript",
    "examinaton examination",
    "cofee coffee",
    "vists visits",
    "posponed postponed",
    "beleives believes",
    "watters waters",
    "tabel table",
    "gaurd guard",
]
WORDS = [
    "increase decrease",
    "red bed",
    "success successful",
    "house horse",
    "happy unhappy",
    "plan plant",
    "coat cot",
    "cat cart",
]
"""Words too far apart, or too short, for one to be a slip of the other."""
VARIANTS = """colour color, organise organize, organisation organization, centre center, analyse analyze,
defence defense, catalogue catalog, paediatric pediatric, favourite favorite, manoeuvre maneuver"""


@pytest.mark.parametrize("pair", SLIPS)
def test_a_slip_is_seen(pair: str) -> None:
    one, other = (stem(word) for word in pair.split())
    assert is_typo(one, other)
    assert is_typo(other, one)


@pytest.mark.parametrize("pair", WORDS)
def test_another_word_is_no_slip(pair: str) -> None:
    one, other = (stem(word) for word in pair.split())
    assert not is_typo(one, other)
    assert not is_typo(other, one)


@pytest.mark.parametrize("pair", VARIANTS.split(","))
def test_british_and_american_spellings_are_one_word(pair: str) -> None:
    one, other = (stem(word) for word in pair.split())
    assert is_variant(one, other)
    assert is_variant(other, one)


@pytest.mark.parametrize(
    "pair", ["rage rag", "hypothesis hypothesize", "flour flor", "poet pet", "house horse", "tour tor"]
)
def test_other_words_are_no_spelling_variants(pair: str) -> None:
    one, other = (stem(word) for word in pair.split())
    assert not is_variant(one, other)


@pytest.mark.parametrize(
    ("a", "b", "limit", "off"),
    [
        ("cat", "cat", 2, 0),
        ("cat", "act", 2, 1),
        ("stretcher", "strecher", 2, 1),
        ("swimming", "swimign", 2, 2),
        ("kitten", "sitting", 2, 3),
        ("ab", "abcde", 2, 3),
        ("", "a", 1, 1),
    ],
)
def test_distance_is_bounded(a: str, b: str, limit: int, off: int) -> None:
    assert distance(a, b, limit) == distance(b, a, limit) == off


@pytest.mark.parametrize("word", ["cat", "a", "house"])
def test_edits_are_all_words_one_edit_away(word: str) -> None:
    assert {distance(word, edit, 1) for edit in edits(word)} == {0, 1}
    longer = len(word) + 1
    assert sum(len(edit) == longer for edit in edits(word)) == 26 * longer - len(word)
