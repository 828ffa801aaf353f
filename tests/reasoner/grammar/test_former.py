"""What was so before: of a clause that has a verb, and of none that has not."""

from defeasible.reasoner.grammar.belief.embedding import former
from defeasible.reasoner.grammar.belief.node import Leaf
from defeasible.reasoner.grammar.belief.words import Word
from defeasible.reasoner.grammar.tokens import tokenize


def test_a_leaf_without_a_verb_was_nothing_before() -> None:
    subject = Word("Ann", "ann", "ann", "NNP", "subject", 0, 3)
    verb = Word("sings", "sings", "sing", "VBZ", "verb", 4, 9)
    assert former(Leaf((subject,))) == ()
    (was,) = former(Leaf((subject, verb)))
    assert [word.text for word in was.words] == ["Ann", "used", "to", "sing"]


def test_a_backtick_is_an_apostrophe_as_it_is_to_the_parser() -> None:
    assert [token.norm for token in tokenize("Ann isn`t in")] == ["ann", "is", "not", "in"]
