"""Normal forms of verb phrases and clauses, as values of states: `straighten hair`, `not go`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun

_DEEPEST = 3

NameOf = Callable[[Noun], str]
"""What stands for a noun phrase: its head, or the name of the one it goes back to."""


def lemma_of(clause: Clause) -> str:
    """Return the verb of a clause as laws know it: lemma, particle, a preposition that belongs to it."""
    lemma = clause.group.lemma
    if lemma.endswith("ise") and f"{lemma[:-3]}ize" in lx.of("in_ize"):
        lemma = f"{lemma[:-3]}ize"  # `apologise`
    lemma = f"{lemma}_{clause.particle}" if clause.particle else lemma
    if clause.things:
        return lemma
    for phrase in clause.phrases[:1]:
        joined = f"{lemma}_{phrase.preposition.replace(' ', '_')}"
        if joined in lx.of("prepositional_verbs") and phrase.start >= clause.group.end:
            return joined
    return lemma


def phrase_of(clause: Clause, name: NameOf, depth: int = 0) -> str:
    """Return the normal form of what a clause says of its subject: lemmas, without articles and adverbs."""
    lemma = lemma_of(clause)
    words = ["not"] if clause.group.negated else []
    said = clause.predicate or clause.objects or clause.phrases
    words.append("be" if lemma == "become" or (clause.group.copula and said) else lemma)
    words += map(name, clause.things)
    if clause.predicate is not None:
        words += clause.predicate.words
    for n, phrase in enumerate(clause.phrases):
        joined = n == 0 and lemma.endswith(phrase.preposition.replace(" ", "_")) and "_" in lemma
        if not joined:
            words.append(phrase.preposition)
        if phrase.noun is not None:
            words.append(name(phrase.noun))
        elif phrase.clause is not None and depth < _DEEPEST:
            words.append(phrase_of(phrase.clause, name, depth + 1))
    for complement in clause.complements:
        if depth < _DEEPEST:
            words.append(sentence_of(complement.clause, name, depth + 1, own=complement.own_subject))
    return " ".join(words)


def sentence_of(clause: Clause, name: NameOf, depth: int = 0, *, own: bool = True) -> str:
    """Return the normal form of a clause with its subject, where it has one of its own."""
    phrase = phrase_of(clause, name, depth)
    return f"{name(clause.subject)} {phrase}" if own and clause.subject is not None else phrase


def without_negation(clause: Clause) -> Clause:
    """Return a clause with the negations of its verb left out."""
    return replace(clause, group=replace(clause.group, negations=()))
