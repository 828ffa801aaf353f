"""Repairs of relative clauses, and of clauses that spell out a noun."""

from __future__ import annotations

from defeasible.reasoner.english.embedding import NOUNS
from defeasible.reasoner.english.parsed import FINITE, SUBJECTS, Mends, Parsed, base_form
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.verbs import bases, may_be_past

_SAID_OF_NEWS = frozenset(
    {"tell", "hear", "spread", "start", "make", "write", "read", "believe", "deny", "repeat", "publish"}
    | {"report", "announce", "mention", "invent", "share", "bring", "get", "give", "like", "hate", "know"}
)
"""Verbs of which a rumour, or news, may be the object."""
_BEHIND = frozenset(
    {"late", "early", "hard", "fast", "well", "badly", "alone", "abroad", "here", "there", "home"}
)
"""Adverbs that follow their verb."""


def _spelling_out(tree: Parsed, n: int) -> None:
    """Make `that the factory had shut` behind a rumour what it says, not a relative clause."""
    that, noun = tree.child(n, "dobj"), tree.heads[n]
    spells = tree.lemmas[noun] in NOUNS and that == noun + 1 and tree.lows[that] == "that"
    if spells and tree.child(n, *SUBJECTS) > that and tree.lemmas[n] not in _SAID_OF_NEWS:
        tree.deps[that], tree.deps[n], tree.tags[that] = "mark", "acl", "IN"


def _behind_who(tree: Parsed, root: int) -> None:
    """Give the last verb to the antecedent: `who saw the cat ran`, `who owns the shop called`."""
    inner = tree.child(root, "relcl")
    if tree.tags[root][:2] != "NN" or tree.tags[inner] not in FINITE:
        return
    verb = tree.child(inner, "ccomp", after=inner)
    noun = tree.child(verb, "nsubj") if verb > inner and tree.child(verb, "mark") < 0 else -1
    if noun > inner and tree.tags[verb] in FINITE:
        tree.move(noun, "dobj", inner)
    else:
        like = (
            m for m in range(inner + 1, len(tree.tags)) if tree.tags[m] == "VBN" and tree.deps[m] == "acl"
        )
        past = (m for m in like if may_be_past(tree.words[m]) and tree.child(m, "agent") < 0)
        verb = next((m for m in past if tree.heads[m] > inner), -1)
        if verb < 0 and tree.tags[root] == "NNS":  # `people who have to stay miss the walk`
            verb = next((m for m in tree.children(inner) if m > inner and tree.tags[m] == "VB"), -1)
            below = next((m for c in tree.children(inner) for m in tree.children(c, "xcomp", after=c)), -1)
            verb = verb if tree.child(verb, "aux") < 0 else below
            if verb > inner and tree.tags[verb] == "VB" and tree.child(verb, "aux") < 0:
                tree.tags[verb] = "VBP"
                tree.lift(verb, root, "nsubj")
            return
        if verb < 0 and tree.deps[inner - 1] == "nsubj" and tree.child(inner, "dobj") == root + 1:
            _bitten(tree, root, inner)
            return
    if verb > inner and (noun > inner or tree.deps[verb] == "acl"):
        tree.tags[verb] = {"VBN": "VBD", "VB": "VBP"}.get(tree.tags[verb], tree.tags[verb])
        tree.lift(verb, root, "nsubj")


def _bitten(tree: Parsed, root: int, last: int) -> None:
    """Make `bit` in `the man that the dog bit called` the verb of the relative clause, not a noun."""
    verb, noun, that = last - 1, last - 2, root + 1
    if not may_be_past(tree.lows[verb]) or tree.deps[noun] != "compound" or tree.heads[noun] != verb:
        return
    tree.tags[verb], tree.lemmas[verb] = "VBD", base_form(tree.lows[verb])
    tree.hang(noun, *(m for m in tree.children(verb) if m < noun))
    tree.move(noun, "nsubj", verb)
    tree.move(that, "dobj", verb)
    tree.lift(last, root, "nsubj")
    tree.move(verb, "relcl", root)
    for m in tree.children(last, "oprd"):
        tree.deps[m] = "dobj"


def _whom_it_tells_of(tree: Parsed, n: int) -> None:
    """Attach `who won` to the man in `a man from Hull, who won, left`, not to Hull."""
    noun, who = tree.heads[n], tree.child(n, *SUBJECTS)
    above = tree.heads[tree.heads[noun]]
    inner = tree.deps[noun] == "pobj" and tree.lows[tree.heads[noun]] != "of" and above < noun
    if inner and tree.words[who] == "who" and tree.lows[above] in PERSONS and tree.lows[noun] not in PERSONS:
        tree.hang(above, n)


def _there_is_one(tree: Parsed, n: int) -> None:
    """Attach `that is sharp` to the pencil in `there is a pencil in the box that is sharp`."""
    noun = tree.heads[n]
    what = tree.child(tree.root, "attr", "nsubj")
    definite = tree.lows[tree.child(noun, "det", "poss")] in {"the", "this", "that"}
    inside = tree.deps[noun] == "pobj" and tree.heads[tree.heads[noun]] in {what, tree.root}
    if tree.child(tree.root, "expl") >= 0 and 0 <= what < noun < n and inside and definite:
        tree.hang(what, n)


def _also_is(tree: Parsed, n: int) -> None:
    """Join `big` in `everyone who is round and not big` to `round`."""
    joint = n - 1 - (tree.lows[n - 1] == "not")
    before, verb = joint - 1, tree.heads[joint - 1]
    said = tree.tags[n] == "JJ" and tree.deps[joint] == "cc" and tree.deps[before] in {"acomp", "attr"}
    if said and tree.deps[verb] == "relcl" and tree.heads[n] in {verb, tree.heads[verb]}:
        tree.hang(before, n, joint)


def _is_such(tree: Parsed, n: int) -> None:
    """Make `lazy` in `no one who is lazy succeeds` the complement of `is`, and `succeeds` the main verb."""
    is_, verb = n - 1, tree.heads[n]
    while is_ > 0 and tree.tags[is_] == "RB":
        is_ -= 1  # `who is always late`
    noun, low = tree.heads[is_], tree.lows[verb]
    inner = tree.lemmas[is_] == "be" and tree.deps[is_] == "relcl" and tree.tags[n] in {"JJ", "RB"}
    third = tree.tags[is_] == "VBZ" and low.endswith("s") and bool(bases(low))
    if inner and verb == n + 1 and (tree.tags[verb] in FINITE or third):
        tree.tags[n] = "JJ"
        tree.move(n, "acomp", is_)
        tree.tags[verb] = tree.tags[verb] if tree.tags[verb] in FINITE else "VBZ"
        tree.lemmas[verb] = base_form(low)
        if noun == tree.root:
            tree.lift(verb, noun, "nsubj")


def _stayed_late(tree: Parsed, n: int) -> None:
    """Attach `late` in `everyone who stayed late missed the bus` to the verb before it."""
    inner = tree.deps[n - 1] == "relcl" and tree.tags[n - 1] in FINITE and tree.lemmas[n - 1] != "be"
    if inner and tree.deps[n] == "advmod" and tree.heads[n] == n + 1:
        tree.hang(n - 1, n)


def _excepting(tree: Parsed, n: int) -> None:
    """Make `passed` the main verb of `every pupil except Tom passed`, not of a clause about Tom."""
    verb, noun = tree.heads[n], tree.root
    if tree.deps[n] != "mark" or tree.heads[verb] != noun or tree.tags[noun][:2] != "NN" or verb < n < noun:
        return
    who = tree.child(verb, *SUBJECTS)
    tree.lift(verb, noun, "nsubj")
    tree.move(n, "prep", noun)
    tree.move(who, "pobj", n)


RELATIVES: Mends = {
    _excepting: {"except", "save", "bar"}, _behind_who: {"ROOT"}, _whom_it_tells_of: {"relcl"},
    _stayed_late: _BEHIND, _is_such: {"amod", "advmod"}, _also_is: {"conj"},
    _there_is_one: {"relcl"}, _spelling_out: {"relcl"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
