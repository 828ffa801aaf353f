"""Words that imply a broader one: who is furious is angry, who is angry need not be furious."""

import pytest
from tales import rows, verified

from defeasible.reasoner import Reasoner

BROADER = """
Ann is furious. | Ann is angry. | entailed
Ann is angry. | Ann is furious. | unknown
Ann is not furious. | Ann is angry. | unknown
Ann is not angry. | Ann is furious. | refuted
Ann is livid. | Ann is furious. | entailed
Ann was furious. An hour later she had calmed down. | Ann is furious. | refuted
Ann was devastated. A year later she was happy again. | Ann is devastated. | refuted
Tom does not hate cheese. | Tom loves cheese. | unknown
Tom does not hate cheese. | Tom likes cheese. | unknown
Tom does not like cheese. | Tom hates cheese. | unknown
Tom does not like cheese. | Tom loves cheese. | refuted
Tom loves cheese. | Tom hates cheese. | refuted
Tom hates cheese. | Tom dislikes cheese. | entailed
Ann is not married. | Ann is divorced. | unknown
Ann and Bob divorced last year. | Ann is divorced. | entailed
Ann and Bob are married. They divorced last year. | Bob is divorced. | entailed
Ann's husband died. | Ann is widowed. | entailed
The cup cracked. | The cup is broken. | entailed
The cup cracked. | The cup is smashed. | unknown
The egg is cooked. | The egg is boiled. | unknown
The egg is not boiled. | The egg is cooked. | unknown
Ann fried the fish. | The fish is fried. | entailed
Ann fried the fish. | The fish is raw. | refuted
The floor was soaked. Tom wiped the floor dry. | The floor is soaked. | refuted
Jim retired last year. | Jim is retired. | entailed
"""


@pytest.mark.parametrize(("story", "query", "verdict"), rows(BROADER))
def test_a_narrower_word_implies_the_broader_and_not_the_reverse(
    story: str, query: str, verdict: str
) -> None:
    assert verified(story, query) == verdict


@pytest.mark.parametrize(
    ("narrow", "broad", "query"),
    [
        ("Ann fried the fish.", "Ann cooked the fish.", "The fish is cooked."),
        ("The cup has a crack in it.", "The cup has a chip in it.", "The cup is damaged."),
    ],
)
def test_what_one_event_shows_is_counted_once(narrow: str, broad: str, query: str) -> None:
    one, other = (Reasoner().infer_state([told], query).confidence for told in (narrow, broad))
    assert one == other
