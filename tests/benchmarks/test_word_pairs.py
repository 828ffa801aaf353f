"""`benchmarks/word_pairs.py`: WordNet's files as it reads them, and that it sees what is wrong."""

from pathlib import Path

import word_pairs
from defeasible.reasoner import Verdict

LICENCE = "  1 This software and database is being provided to you\n"
ADJECTIVES = """00000001 00 a 02 wet 0 damp(p) 0 002 ! 00000002 a 0101 & 00000003 s 0000 | covered
00000002 00 a 01 dry 0 002 ! 00000001 a 0101 + 00000009 n 0101 | not wet
00000003 00 s 01 moist 0 001 & 00000001 a 0000 | a little wet
"""
NOUNS = """00000004 03 n 01 tree 0 000 | a plant
00000005 03 n 02 oak 0 oak_tree 0 001 @ 00000004 n 0000 | a tree
00000006 03 n 01 maple 0 001 @ 00000004 n 0000 | a tree
"""


def test_pairs_of_words_are_read(tmp_path: Path) -> None:
    (tmp_path / "data.adj").write_text(LICENCE + ADJECTIVES)
    (tmp_path / "data.noun").write_text(LICENCE + NOUNS)
    adjectives = word_pairs.synsets(tmp_path / "data.adj")
    assert set(word_pairs.antonyms(adjectives)) == {("wet", "dry"), ("dry", "wet")}
    assert {("wet", "damp"), ("damp", "wet"), ("wet", "moist"), ("moist", "wet")} <= {
        *word_pairs.alike(adjectives)
    }
    nouns = word_pairs.synsets(tmp_path / "data.noun")
    assert list(word_pairs.kinds(nouns)) == [("oak", "maple")]
    assert ("oak", "tree") in set(word_pairs.alike(nouns))


def test_only_pairs_with_the_verdict_are_listed() -> None:
    pairs = [("wet", "dry"), ("wet", "red"), ("wet", "wet")]
    assert word_pairs.odd(pairs, "adj", Verdict.REFUTED) == ["wet > dry (1.00)"]
    assert word_pairs.odd(pairs, "adj", Verdict.ENTAILED) == []
