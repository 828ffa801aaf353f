from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.wordlists import phrases, read_toml, word_set

HOUSE = "defeasible.reasoner.english"


def test_words_and_phrases() -> None:
    assert word_set(" of in\n  on of") == {"of", "in", "on"}
    assert phrases("as long as;\n once") == (("as", "long", "as"), ("once",))


def test_data_files_are_read_once() -> None:
    assert read_toml(HOUSE, "nouns.toml") is read_toml(HOUSE, "nouns.toml")


def test_not_all_that_ends_in_ly_is_an_adverb() -> None:
    assert [word for word in ("slowly", "family", "fly", "rely", "really") if is_ly_adverb(word)] == [
        "slowly",
        "really",
    ]
