"""Echoes: the subject of `so does her cousin Bob`, to which a predicate is applied again."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import ARTICLES, PRONOUNS
from defeasible.reasoner.grammar.belief.node import Leaf, Word, Words
from defeasible.reasoner.grammar.belief.view import View
from defeasible.reasoner.grammar.tokens import Tokens

_TAGS = dict.fromkeys(PRONOUNS, "PRP") | dict.fromkeys(ARTICLES, "DT") | {"'s": "POS"}


def subject_of(tokens: Tokens, view: View, main: Clause) -> Words:
    """Return the words of the subject of `so does her cousin Bob`: `Bob`."""
    if len(tokens) > 1 and tokens[-1].text[:1].isupper() and not tokens[-2].text[:1].isupper():
        tokens = tokens[-1:]
    words = tuple(
        Word(t.text, t.norm, t.norm, _TAGS.get(t.norm, "NN"), "subject", t.start, t.end) for t in tokens
    )
    own = main.subject
    if (
        own is not None
        and own.pronoun is None
        and not own.plural
        and tokens[0].norm in {"his", "her", "its", "their"}
    ):
        first = words[0]
        name = view.say(view.phrase(own), role="subject")
        named = tuple(
            w._replace(text=first.text if not k else "", start=first.start, end=first.end)
            for k, w in enumerate(name)
        )
        return (*named, *words[1:])
    return words


def bound_to(leaf: Leaf, subject: Words) -> Leaf:
    """Return `passed her test` with the possessive bound by another subject: `passed his own`."""
    out: list[Word] = []
    skipped = False
    for word in leaf.words:
        bound = word.role != "subject" and word.text.lower() in {"his", "her", "their", "its"}
        skipped = bound or (skipped and not word.text)
        out += [w._replace(role=word.role) for w in subject] if bound else [] if skipped else [word]
    return replace(leaf, words=tuple(out))
