"""Mends parses: heads that no English sentence has, as the small models give them."""

from __future__ import annotations

from itertools import pairwise

from defeasible.reasoner.english.closed import DIMENSIONS, EXCEPT, FRONTING
from defeasible.reasoner.english.connectives import INVERTED, joins_sentences, opens_condition
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.english.parsed import FINITE, NOMINAL, Parsed, base_form, is_tree
from defeasible.reasoner.english.people import GIVEN_NAMES, PERSONS
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base, may_be_past

_HANGING = frozenset({"acl", "dobj", "appos"})
"""Relations that no verb with a tense has, unless it has a subject of its own."""
_VERBAL = frozenset({"aux", "auxpass", "ROOT", "conj", "advcl", "ccomp"})
"""Relations of modal verbs."""
_ROLES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr"})
_NESTED = frozenset({"xcomp", "ccomp", "pcomp", "advcl"})
_MODIFIERS = ("det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod")
_SUBJECTS = ("nsubj", "nsubjpass")


def _objects(tree: Parsed) -> None:
    """Make a finite verb with a subject the head of the noun behind it: `the waiter juggles anvils`."""
    for n, tag in enumerate(tree.tags):
        noun = tree.heads[n]
        if tree.deps[n] not in {"compound", "amod"} or tag not in FINITE:
            continue
        first = tree.child(n, "nsubj", "compound")
        if noun > n > first >= 0:
            tree.deps[first] = "nsubj"
            tree.move(n, tree.deps[noun], n if tree.heads[noun] == noun else tree.heads[noun])
            tree.move(noun, "dobj", n)
            tree.punctuate(noun, n)
            return
    for n, (word, tag) in enumerate(zip(tree.words, tree.tags, strict=True)):
        to = tree.child(n, "aux") if tag == "NN" else -1
        if to >= 0 and tree.words[to] == "to" and tree.words[to + 1] != '"':
            tree.tags[n] = "VB"  # `to gift-wrap a sofa`
        elif tag == "NN" and word.lower().endswith("ing") and tree.deps[n] in _NESTED:
            tree.tags[n] = "VBG" if tree.child(n, "dobj") >= 0 else tag
        elif tag[:2] in {"NN", "VB"} and word.lower().endswith("ing") and tree.deps[n] == "dobj":
            taken = attitude_of((tree.lemmas[tree.heads[n]],))
            if taken and taken.kind in {"implicative", "change"} and tree.child(n, *_MODIFIERS) < 0:
                tree.tags[n], tree.deps[n] = "VBG", "xcomp"  # `avoided lying`
                tree.lemmas[n] = base_form(word.lower())


def _one_subject(tree: Parsed) -> None:
    """Give the second subject of a verb to the verb before it: `a pig so big that it ate a cow was seen`."""
    for n, dep in enumerate(tree.deps):
        verb = tree.heads[n]
        first = tree.child(verb, "nsubj", "nsubjpass") if dep.startswith("nsubj") else -1
        if not 0 <= first < n <= verb:
            continue
        inner = next((c for c in range(n - 1, first, -1) if tree.tags[c] in FINITE), -1)
        nested = inner >= 0 and tree.deps[inner] in {"ccomp", "relcl", "advcl"}
        if nested and tree.child(inner, "dobj", "attr") < 0:
            tree.move(n, "dobj", inner)
            return


def _rooted(tree: Parsed) -> None:
    """Make the past verb in `a storm swept through the garden` the head of its sentence."""
    root = tree.root
    free = [n for n, t in enumerate(tree.tags) if t in FINITE and tree.deps[n] in _HANGING]
    free = [n for n in free if tree.child(n, "nsubj", "nsubjpass") < 0]
    if tree.tags[root][:2] == "NN" and tree.deps[root] == "ROOT" and free and free[-1] > root:
        tree.move(root, "nsubj", free[-1])
        tree.move(free[-1], "ROOT", free[-1])
        tree.punctuate(root, free[-1])


def _verbal_connectives(tree: Parsed) -> None:
    """Make `seeing` in `Seeing as it was shut, Ann left` part of the connective that it is."""
    for n, tag in enumerate(tree.tags[:-2]):
        if tag not in {"VBG", "VBN"} or tree.deps[n] not in {"advcl", "prep"}:
            continue
        verbs = (c for c, h in enumerate(tree.heads) if h == n and tree.tags[c] in FINITE | {"VBN", "VBG"})
        inner = next(verbs, -1)
        if inner >= 0 and opens_condition(tree.words[n:]):
            tree.move(inner, "advcl", tree.heads[n])
            tree.move(n, "mark", inner)
            return


def _provided(tree: Parsed) -> None:
    """Make `provided` in `Ann goes provided that Bob stays` the connective that it is."""
    for n, word in enumerate(tree.words):
        if word.lower() != "provided":
            continue
        helper, stays = tree.child(n, "auxpass"), tree.child(n, "ccomp")
        if min(helper, stays) < 0 or tree.lemmas[helper] in {"be", "get"}:
            continue
        above = helper if tree.heads[n] == n else tree.heads[n]
        tree.heads[:] = [helper if h == n else h for h in tree.heads]
        tree.move(helper, tree.deps[n], above)
        tree.move(stays, "advcl", helper)
        tree.move(n, "mark", stays)
        return


def _inverted(tree: Parsed) -> None:
    """Make the first clause of `Should it rain, Ann walks` hang on the second."""
    if tree.words[0].lower() not in INVERTED or tree.words[-1] == "?" or "," not in tree.words:
        return
    comma, root = tree.words.index(","), tree.root
    for n in range(comma):
        if tree.deps[n] == "ccomp" and tree.heads[n] > comma:
            tree.move(n, "advcl", tree.heads[n])
            return
    later = (n for n, h in enumerate(tree.heads) if n > comma and h == root and tree.tags[n] in FINITE)
    second = next(later, -1)
    if root < comma and second >= 0:
        tree.move(second, "ROOT", second)
        tree.move(root, "advcl", second)


def _second_clause(tree: Parsed) -> None:
    """Make the second clause of `You pay, otherwise you are fined` hang on the first, not the first on it."""
    for n, word in enumerate(tree.words[:-1]):
        joined = word in {",", ";"} and joins_sentences(tree.words[n + 1 : n + 4])
        for left in range(n if word in {",", ";"} else 0):
            right = tree.heads[left]
            # `he has left, she says` is no second clause
            told = attitude_of((tree.lemmas[right],))
            apart = joined or told is None or told.kind not in {"report", "belief", "factive"}
            if tree.deps[left] == "ccomp" and right > n and tree.heads[right] == right and apart:
                tree.move(left, "ROOT", left)
                tree.move(right, "conj", left)
                return


def _modals(tree: Parsed) -> None:
    """Make `can` in `a trash can is full` the noun that it is."""
    for n, tag in enumerate(tree.tags):
        if tag != "MD" or tree.deps[n] in _VERBAL or not n:
            continue
        tree.tags[n] = "NN"
        if tree.heads[n - 1] in {n, tree.heads[n]} and tree.tags[n - 1] in NOMINAL | {"JJ"}:
            tree.move(n - 1, "compound", n)
        tree.heads[:] = [n if h == n - 1 and c != n else h for c, h in enumerate(tree.heads)]
        return


def _listed(tree: Parsed) -> None:
    """Join what hangs on a comma or on the verb: `Ben, Carla and Dora left`, `in Ayr, in Hull or in Rome`."""
    for n, dep in enumerate(tree.deps):
        host, behind = tree.heads[n], tree.deps[n + 1 : n + 2] == ["cc"]
        last = min(tree.child(n, "cc"), tree.child(n, "conj")) >= 0
        if dep == "appos" and last and tree.tags[n] == tree.tags[host]:
            tree.deps[n] = "conj"  # `on Monday, Tuesday or Friday`
            return
        if dep == "prep" and last and tree.words[n - 1] == ",":
            beside = [m for m in range(host + 1, n) if tree.heads[m] == host and tree.deps[m] == "prep"]
            for one, other in pairwise([n, *reversed(beside)]):
                if tree.words[one - 1] == ",":
                    tree.move(one, "conj", other)
            return
        if dep == "dep" and tree.words[host] == "," and tree.tags[n][:2] == "NN" and host < n:
            tree.move(n, "conj", tree.heads[host])
            return
        listed = dep.startswith("nsubj") and tree.words[n - 1] == "," and behind
        excepted = (
            dep.startswith("nsubj") and tree.deps[n - 1] == "prep" and tree.words[n - 1].lower() in EXCEPT
        )
        if excepted and tree.child(n - 1, "pobj") < 0:
            tree.move(n, "pobj", n - 1)  # `all but Ann sang`
            return
        first = tree.child(host, dep) if listed else -1
        if 0 <= first < n:
            tree.move(n, "conj", first)
            return


def _second_verb(tree: Parsed) -> None:
    """Make `stole` in `Joy lied and stole` the verb that it is."""
    for n, dep in enumerate(tree.deps):
        low = tree.words[n].lower()
        past = tree.tags[tree.heads[n]] == "VBD" and may_be_past(low)
        if dep == "conj" and tree.tags[n] in {"JJ", "NN"} and past and n not in tree.heads:
            tree.lemmas[n], tree.tags[n] = base_form(low), "VBD"
            return


def _infinitive(tree: Parsed) -> None:
    """Make `to land` in `forced the pilot to land` the infinitive that it is."""
    for n, word in enumerate(tree.words[:-1]):
        verb, low = tree.heads[n], tree.words[n + 1].lower()
        noun = tree.deps[n + 1] == "pobj" and tree.heads[n + 1] == n and tree.tags[n + 1] == "NN"
        taken = noun and attitude_of((f"{tree.lemmas[verb]}_to",)) is not None and is_base(low)
        if word.lower() != "to" or tree.deps[n] != "prep" or not taken:
            continue
        tree.tags[n : n + 2] = ["TO", "VB"]
        for behind in range(n + 2, len(tree.words)):
            if (tree.deps[behind], tree.heads[behind]) == ("prep", verb):
                tree.heads[behind] = n + 1
        tree.move(n, "aux", n + 1)
        tree.move(n + 1, "xcomp", verb)
        return


def _name(tree: Parsed) -> None:
    """Make a word at the start a name that is no plural, or a known name: `Dafydd left`, `Grace waits`."""
    low = tree.words[0].lower()
    plural = low.endswith("s") or low in PLURALS
    known = low in GIVEN_NAMES and tree.deps[0].startswith("nsubj")
    fits = tree.tags[0] == "NNS" and not plural
    if tree.words[0][:1].isupper() and (fits or (known and tree.tags[0] in {"NN", "NNS"})):
        tree.tags[0], tree.lemmas[0] = "NNP", low


def _fronted(tree: Parsed) -> None:
    """Give a preposition at the start its noun: `Inside an egg was a coin`, `Deep in a wood stood a hut`."""
    if tree.deps[0] == "nsubj" and tree.words[0].lower() in FRONTING and tree.child(0, "prep") == 1:
        tree.tags[0], tree.deps[0] = "RB", "advmod"
    if tree.tags[0] != "IN" or tree.deps[0] != "prep" or tree.child(0, "pobj") >= 0:
        return
    nouns = [n for n, d in enumerate(tree.deps) if d in {"nsubj", "nsubjpass"}]
    if len(nouns) != 1 or tree.heads[nouns[0]] != tree.heads[0] or tree.heads[0] < nouns[0]:
        return
    if not any(tree.tags[n] in FINITE or tree.words[n] == "," for n in range(1, nouns[0])):
        tree.move(nouns[0], "pobj", 0)


def _behind_stranded(tree: Parsed) -> None:
    """Make `blew` in `the tent she put the bear in blew away` the verb of the tent."""
    for n, tag in enumerate(tree.tags):
        verb = tree.heads[tree.heads[n]]
        noun = tree.heads[verb]
        object_ = tree.deps[n] == "pobj" and (tag in FINITE or tree.child(n, "dobj") > n)
        if object_ and noun < verb < n and tree.deps[verb] == "relcl" and tree.heads[noun] == noun:
            tree.tags[n] = tag if tag in FINITE else "VBD"
            tree.move(noun, "nsubj", n)
            tree.move(n, "ROOT", n)
            tree.punctuate(verb, n)
            return


def _adjective(tree: Parsed) -> None:
    """Make `roomy` in `roomy enough to sleep in` the adjective that it is."""
    for n in range(1, len(tree.words) - 1):
        enough = tree.words[n + 1].lower() == "enough" and tree.heads[n + 1] == n
        if enough and tree.deps[n] in {"attr", "dobj"} and tree.child(n, "det", "amod", "poss") < 0:
            tree.tags[n], tree.deps[n] = "JJ", "acomp"
            what = tree.child(n, "acl", "relcl")
            if what >= 0:
                tree.deps[what] = "xcomp"
            return


def _likeness(tree: Parsed) -> None:
    """Hang `the size of a bus` on the noun before it: `a beetle the size of a bus`."""
    for n in range(2, len(tree.words) - 1):
        low, noun = tree.words[n].lower(), n - 2
        sized = low in DIMENSIONS and tree.words[n - 1].lower() in {"the", "twice", "half"}
        of = tree.words[n + 1].lower() == "of" and tree.heads[n] != n
        if not (sized and of and tree.tags[noun][:2] == "NN"):
            continue
        if tree.heads[noun] in {tree.heads[n], n} and tree.deps[noun] not in _ROLES:
            tree.move(noun, tree.deps[n], tree.heads[n])
        tree.move(n, "npadvmod", noun)
        return


def _done_to(tree: Parsed) -> None:
    """Make `had` in `had it mended` a verb, and `shut` in `pulled it shut` what becomes of it."""
    for n, verb in enumerate(tree.heads):
        first, noun = tree.child(verb, "nsubj"), tree.child(n, "compound", "nsubj", "amod")
        had = tree.deps[n - 1] == "aux" and tree.lemmas[n - 1] == "have" and tree.tags[n] == "PRP"
        shut = verb == n + 1 and tree.words[verb].lower() == "shut"
        if shut and tree.deps[verb] == "ccomp":
            tree.tags[verb] = "VBN"
        elif shut and noun >= 0 and tree.words[n].lower() in PAST_FORMS:
            tree.move(noun, "nsubj", verb)  # `the gate swung shut`
            tree.move(n, "advmod", verb)
        elif had and verb == n + 1 and 0 <= first < n - 1:
            tree.move(n - 1, tree.deps[verb], n - 1 if tree.heads[verb] == verb else tree.heads[verb])
            tree.move(first, "nsubj", n - 1)
            tree.move(verb, "ccomp", n - 1)


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


def _subject_among_modifiers(tree: Parsed) -> None:
    """Give a verb that has determiners or adjectives before it the noun between as its subject."""
    for verb, tag in enumerate(tree.tags):
        left = [n for n in range(verb) if tree.heads[n] == verb and tree.deps[n] in _MODIFIERS]
        nouns = [n for n in left if tree.tags[n] in NOMINAL]
        if tag not in FINITE | {"VB"} or not nouns or tree.child(verb, "nsubj", "nsubjpass") >= 0:
            continue
        tree.deps[nouns[-1]] = "nsubj"
        for n in left[: left.index(nouns[-1])]:
            tree.heads[n] = nouns[-1]


_MENDS = (
    _rooted, _behind_who, _apposed_name, _whom_it_tells_of, _numbered, _floating, _provided,
    _verbal_connectives, _inverted, _second_clause, _likeness, _modals, _fronted, _name, _listed,
    _second_verb, _infinitive, _objects, _one_subject, _subject_among_modifiers, _behind_stranded, _adjective,
    _done_to,
)  # fmt: skip


def mended(tree: Parsed) -> Parsed:
    """Return a parse, with columns of its own, without heads that no English sentence has."""
    tree = tree.copy()
    for mend in _MENDS:
        changed = tree.copy()
        mend(changed)
        tree = changed if changed.heads == tree.heads or is_tree(changed.heads) else tree
    return tree
