"""`'s` and `'d` before a participle told apart: has and had, where the parser takes them for is and would."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.parsed import Parsed

_CLAUSES = frozenset({"xcomp", "ccomp"})


def contracted(tree: Parsed, n: int) -> None:
    """Make `'s` in `she's lost her key` and `'d` in `she'd gone` a form of `have`.

    `'s` stays `is` where the participle has nothing behind it that no passive has: `the door's locked`.
    """
    verb, low = tree.heads[n], tree.words[n].lower()
    if verb <= n or tree.tags[verb] not in {"VBN", "VBD"}:
        return
    if low == "'d" and tree.deps[n] == "aux" and tree.tags[n] == "MD":
        _has(tree, n, "VBD")
        tree.tags[verb] = "VBN"
    elif low == "'s" and tree.deps[n] == "auxpass" and _is_perfect(tree, n, verb):
        _has(tree, n, "VBZ")


def _has(tree: Parsed, n: int, tag: str) -> None:
    verb = tree.heads[n]
    tree.tags[n], tree.lemmas[n], tree.deps[n] = tag, "have", "aux"
    passive = tree.governs(verb, {"auxpass"})
    for m, head in enumerate(tree.heads):
        if head == verb and tree.deps[m] == "nsubjpass" and not passive:
            tree.deps[m] = "nsubj"


def _is_perfect(tree: Parsed, n: int, verb: int) -> bool:
    lemma = tree.lemmas[verb]
    below = [m for m in range(n + 1, len(tree.words)) if tree.heads[m] == verb]
    if lemma == "be" or lemma in closed.MOVING or any(tree.words[m].lower() == "been" for m in below):
        return lemma != "go" or any(m > verb and tree.deps[m] != "punct" for m in below)
    behind = {tree.deps[m] for m in below if m > verb}
    expletive = any(tree.heads[m] == verb and tree.words[m].lower() == "it" for m in range(n))
    return "dobj" in behind or (
        not behind.isdisjoint(_CLAUSES) and not expletive and lemma not in closed.MADE_TO
    )
