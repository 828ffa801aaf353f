"""Subjects that a parse hangs elsewhere: behind a relative clause, words in front, before a bare verb."""

from __future__ import annotations

from defeasible.reasoner.english.parsed import FINITE, NOMINAL, Parsed, base_form
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.verbs import is_base, may_be_past

MODIFIERS = frozenset({"det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod"})
_AUXILIARY = frozenset({"be", "have", "do", "get", "use", "ought", "need", "dare", "go"})
_SUBJECTS = ("nsubj", "nsubjpass")
_TAKING = frozenset({"make", "let", "see", "hear", "watch", "help", "have", "feel", "notice"})
"""Verbs behind whose object a verb stands without `to`."""


def _behind_who(tree: Parsed) -> None:
    """Make the last verb in `who saw the cat ran` and `who owns the shop called` that of who is meant."""
    root = tree.root
    inner = tree.child(root, "relcl")
    if tree.tags[root][:2] != "NN" or tree.deps[root] != "ROOT" or tree.tags[inner] not in FINITE:
        return
    verb = tree.child(inner, "ccomp", after=inner)
    noun = tree.child(verb, "nsubj") if verb > inner and tree.child(verb, "mark") < 0 else -1
    if noun > inner and tree.tags[verb] in FINITE:
        tree.move(noun, "dobj", inner)
    else:
        like = (n for n, t in enumerate(tree.tags) if t == "VBN" and tree.deps[n] == "acl" and n > inner)
        past = (n for n in like if may_be_past(tree.words[n]))
        verb = next((n for n in past if tree.heads[n] > inner and tree.child(n, "agent") < 0), -1)
    if verb > inner and (noun > inner or tree.deps[verb] == "acl"):
        tree.tags[verb] = "VBD" if tree.tags[verb] == "VBN" else tree.tags[verb]
        tree.move(root, "nsubj", verb)
        tree.move(verb, "ROOT", verb)
        tree.punctuate(root, verb)


def _behind_front(tree: Parsed) -> None:
    """Make `paid` in `Unlike Ann, the woman next door paid for it` a verb: it is no participle."""
    root = tree.root
    finite = [n for n, tag in enumerate(tree.tags) if tag in FINITE]
    if tree.tags[root] != "IN" or any(tree.deps[n] != "relcl" for n in finite):
        return
    for n, tag in enumerate(tree.tags):
        noun = tree.heads[n]
        past = may_be_past(tree.words[n])
        if tree.deps[noun] == "dobj" and tree.heads[noun] in finite:
            noun = tree.heads[tree.heads[noun]]  # `the man who runs the shop paid for it`
        if tag == "VBN" and past and tree.deps[n] == "acl" and tree.deps[noun] in {"appos", "conj", "pobj"}:
            tree.tags[n] = "VBD"
            tree.move(noun, "nsubj", n)
            tree.move(n, "ROOT", n)
            tree.move(root, "prep", n)
            tree.punctuate(root, n)
            return


def _no_helper(tree: Parsed) -> None:
    """Make the main verb of what is taken for a helper: `regrets` of `regrets paying`."""
    for n, dep in enumerate(tree.deps):
        verb = tree.heads[n]
        if dep == "aux" and tree.tags[n] in FINITE - {"MD"} and verb > n and tree.lemmas[n] not in _AUXILIARY:
            root = tree.heads[verb] == verb
            tree.heads[:] = [n if h == verb and m < n else h for m, h in enumerate(tree.heads)]
            tree.punctuate(verb, n)
            tree.move(n, tree.deps[verb], n if root else tree.heads[verb])
            tree.move(verb, "xcomp", n)
            return


def _apposed_name(tree: Parsed) -> None:
    """Put Bob beside the cousin in `my cousin Bob sang`, `After my cousin Bob had left`."""
    for n in range(1, len(tree.tags)):
        verb, noun = tree.heads[n], n - 1
        led = tree.heads[noun]
        if tree.tags[n] != "NNP" or tree.words[noun].lower() not in PERSONS:
            continue
        if tree.deps[n] == "npadvmod" and led == verb > n:
            tree.move(n, "appos", noun)
        elif tree.deps[n] == "nsubj" and tree.deps[noun] == "pobj" and led < noun < verb:
            tree.move(noun, "nsubj", verb)
            tree.move(n, "appos", noun)
            tree.move(led, "mark", verb)


def _whom_it_tells_of(tree: Parsed) -> None:
    """Hang `who won` on the man in `a man from Hull, who won, left`, not on Hull."""
    for n, dep in enumerate(tree.deps):
        noun = tree.heads[n]
        led = tree.heads[noun]
        above = tree.heads[led]
        if dep != "relcl" or tree.deps[noun] != "pobj":
            continue
        who = tree.child(n, *_SUBJECTS)
        if who < 0 or tree.words[who] != "who":
            continue
        person = tree.words[above].lower() in PERSONS and tree.words[noun].lower() not in PERSONS
        if tree.words[led].lower() != "of" and person and above < noun:
            tree.heads[n] = above
            return


def _titled(tree: Parsed) -> None:
    """Make a name of what is taken for an adjective behind a title: `Mr Petrosyan regrets it`."""
    for n in range(1, len(tree.tags)):
        verb = tree.heads[n]
        name = tree.tags[n] in {"JJ", "NNP"} and tree.words[n].istitle() and tree.tags[n - 1] == "NNP"
        if name and tree.deps[n] == "amod" and tree.tags[verb] in FINITE and tree.heads[n - 1] in {n, verb}:
            tree.tags[n] = "NNP"
            tree.move(n, "nsubj", verb)
            tree.move(n - 1, "compound", n)
            return


def _numbered(tree: Parsed) -> None:
    """Make a name of `the 14`, `number nine`."""
    for n, tag in enumerate(tree.tags):
        if tag != "CD":
            continue
        det, above = tree.child(n, "det"), tree.heads[n]
        if tree.deps[n] in _SUBJECTS and tree.words[n].isdigit() and det >= 0:
            tree.tags[n] = "NNP"
        elif tree.deps[n] == "nummod" and above == n - 1 and tree.words[above].lower() == "number":
            tree.tags[n] = tree.tags[above] = "NNP"
            root = tree.heads[above] == above
            tree.move(n, tree.deps[above], n if root else tree.heads[above])
            tree.move(above, "compound", n)


def _floating(tree: Parsed) -> None:
    """Put `all` before the nurses in `the nurses on this ward all sing`."""
    for n in range(1, len(tree.words) - 1):
        if tree.words[n] not in {"all", "each", "both"} or tree.deps[n] in {"det", "predet", "preconj"}:
            continue
        verbs = (m for m in range(n + 1, len(tree.tags)) if tree.tags[m] in FINITE)
        verb = next(verbs, -1)
        host = tree.heads[verb] if verb >= 0 and tree.deps[verb] in {"aux", "auxpass"} else verb
        noun = tree.child(host, *_SUBJECTS) if host >= 0 else -1
        near = 0 <= verb <= n + 2 and 0 <= noun < n and tree.tags[noun] == "NNS" and n not in tree.heads
        if near and tree.heads[n] in {noun, host, verb}:
            tree.move(n, "predet", noun)


def _bare_verb(tree: Parsed) -> None:
    """Make a verb of what is taken for a noun in `saw Ann phone the plumber`, `made her break it`."""
    for n, tag in enumerate(tree.tags):
        above = tree.heads[n]
        taken = tag == "NN" and tree.deps[n] == "ccomp" and tree.lemmas[above] in _TAKING and n > above
        if not taken or not is_base(tree.words[n]) or tree.child(n, "det") >= 0:
            continue
        whose = tree.child(n, "poss")
        if whose >= 0 and tree.words[whose] in {"her", "his"}:
            tree.move(whose, "nsubj", n)
            tree.tags[whose] = "PRP"
        if tree.child(n, "nsubj") >= 0:
            tree.tags[n], tree.lemmas[n] = "VB", base_form(tree.words[n])
            return


def subject_among_modifiers(tree: Parsed) -> None:
    """Give a verb that has determiners or adjectives before it the noun between as its subject."""
    for verb, tag in enumerate(tree.tags):
        left = [n for n in range(verb) if tree.heads[n] == verb and tree.deps[n] in MODIFIERS]
        nouns = [n for n in left if tree.tags[n] in NOMINAL]
        if tag not in FINITE | {"VB"} or not nouns or tree.child(verb, "nsubj", "nsubjpass") >= 0:
            continue
        tree.deps[nouns[-1]] = "nsubj"
        for n in left[: left.index(nouns[-1])]:
            tree.heads[n] = nouns[-1]


SUBJECT_MENDS = (
    _behind_who,
    _behind_front,
    _no_helper,
    _apposed_name,
    _whom_it_tells_of,
    _titled,
    _numbered,
    _floating,
    _bare_verb,
)
