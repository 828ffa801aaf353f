"""Repairs of yes-no questions, whose subject small models take for part of the predicate."""

from __future__ import annotations

from defeasible.reasoner.english.parsed import NOMINAL, SUBJECTS, Parsed
from defeasible.reasoner.english.verbs import is_base


def asked_of(tree: Parsed, n: int) -> None:
    """Separate subject and predicate in `Is the window open?`, which small models parse as one phrase."""
    if tree.lemmas[0] != "be" or tree.words[-1] != "?":
        return
    if tree.deps[0] == "aux" and tree.tags[n] == "VBD":
        tree.tags[n], tree.deps[0] = "VBN", "auxpass"  # `Are Ann and Bob married?`
        for who in (*tree.children(n, "attr", "nsubj"), *tree.children(0, "attr")):
            tree.move(who, "nsubjpass", n)
    if n:
        return
    beside = [m for m in tree.children(0, after=0) if tree.deps[m] != "punct"]
    last, first = len(tree.words) - 2, beside[0] if beside else -1
    inside = [m for m in tree.children(first) if m < first]
    nouns = [m for m in inside if tree.tags[m] in NOMINAL and tree.deps[m] != "det"]
    where = [m for m in tree.children(first, "prep") if tree.lows[m] != "of"]
    if where and [tree.deps[m] for m in beside if tree.deps[m] != "npadvmod"] == ["nsubj"]:
        tree.move(where[-1], "prep", 0)  # `Is the cat in the kitchen?`
    elif beside == [last] and nouns:
        tree.hang(nouns[-1], *(m for m in inside if m < nouns[-1]))
        tree.move(nouns[-1], "nsubj", 0)
        tree.tags[last], tree.deps[last] = "JJ", "acomp"
    elif len(beside) == 1 and tree.child(first, "acl") == last:
        tree.move(last, "acomp", 0)  # `Is the cup broken?`
        tree.tags[last], tree.lemmas[last] = "JJ", tree.lows[last]
    elif len(beside) == 1 and tree.tags[verb := tree.child(first, "acl")] == "VBN":
        tree.move(verb, "ROOT", verb)  # `Was the cup broken by Ann?`
        tree.move(first, "nsubjpass", verb)
        tree.move(0, "auxpass", verb)


def whether(tree: Parsed, n: int) -> None:
    """Make `swim` in `Can Ann's twin swim?` a verb, and the noun before it the subject."""
    helper = tree.words[-1] == "?" and (tree.tags[0] == "MD" or tree.lemmas[0] == "do")
    verb = tree.child(0, "nsubj") if n == 0 else n
    if not helper or verb < 2 or tree.tags[verb][:2] != "NN" or not is_base(tree.lows[verb]):
        return
    if tree.deps[verb - 1] == "det" or {tree.deps[0], tree.deps[verb]} == {"ROOT"}:
        return
    if n == 0:
        tree.lift(verb, 0, "aux")
    tree.tags[verb], subject = "VB", verb - 1
    if tree.child(verb, *SUBJECTS) < 0:
        tree.hang(subject, *(m for m in tree.children(verb, after=0) if m < subject))
        tree.move(subject, "nsubj", verb)
        tree.tags[subject] = "NN" if tree.tags[subject] == "JJ" else tree.tags[subject]
