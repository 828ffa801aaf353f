"""Mends parses: heads that no English sentence has, as the small models give them."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.closed import ARTICLES, DIMENSIONS, PARTICLES
from defeasible.reasoner.english.connectives import INVERTED, joins_sentences, opens_condition
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.english.parsed import FINITE, NOMINAL, Parsed, base_form
from defeasible.reasoner.english.people import FEMALE_NAMES, MALE_NAMES
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base

_HANGING = frozenset({"acl", "dobj", "appos"})
"""Relations that no verb with a tense has, unless it has a subject of its own."""
_MODIFIERS = frozenset({"det", "compound", "amod", "nmod", "poss", "nummod", "predet", "quantmod"})


def _moved(tree: Parsed, *moves: tuple[int, str, int]) -> Parsed:
    """Return a parse in which some words have another relation and head."""
    deps, heads = list(tree.deps), list(tree.heads)
    for n, dep, head in moves:
        deps[n], heads[n] = dep, head
    return replace(tree, deps=deps, heads=heads)


def _lone_article(tree: Parsed) -> Parsed:
    """Make the word behind an article its noun where the article is taken for a subject: `a tattoo was`."""
    for n in range(len(tree.words) - 1):
        if tree.words[n].lower() not in ARTICLES or tree.deps[n] == "det" or tree.heads[n] <= n + 1:
            continue
        tags, deps, heads = list(tree.tags), list(tree.deps), list(tree.heads)
        tags[n + 1], deps[n + 1], heads[n + 1] = "NN", deps[n], heads[n]
        deps[n], heads[n] = "det", n + 1
        return replace(tree, tags=tags, deps=deps, heads=heads)
    return tree


def _objects(tree: Parsed) -> Parsed:
    """Make a finite verb with a subject the head of the noun behind it: `the waiter juggles anvils`."""
    for n, tag in enumerate(tree.tags):
        noun = tree.heads[n]
        if tree.deps[n] not in {"compound", "amod"} or noun <= n:
            continue
        first = next(
            (c for c in range(n) if tree.heads[c] == n and tree.deps[c] in {"nsubj", "compound"}), -1
        )
        if tag in FINITE and first >= 0:
            deps, heads = list(tree.deps), list(tree.heads)
            deps[first] = "nsubj"
            deps[n], heads[n] = deps[noun], n if heads[noun] == noun else heads[noun]
            deps[noun], heads[noun] = "dobj", n
            heads = [
                n if tree.heads[c] == noun and d == "punct" else h
                for c, (h, d) in enumerate(zip(heads, deps, strict=True))
            ]
            return replace(tree, deps=deps, heads=heads)
    for n, (word, tag) in enumerate(zip(tree.words, tree.tags, strict=True)):
        taken = tree.governs(n, {"dobj"})
        if (
            tag == "NN"
            and word.lower().endswith("ing")
            and taken
            and tree.deps[n] in {"xcomp", "ccomp", "pcomp", "advcl"}
        ):
            return replace(tree, tags=[*tree.tags[:n], "VBG", *tree.tags[n + 1 :]])
    return tree


def _one_subject(tree: Parsed) -> Parsed:
    """Give the second subject of a verb to the verb before it: `a pig so big that it ate a cow was seen`."""
    for n, dep in enumerate(tree.deps):
        verb = tree.heads[n]
        if not dep.startswith("nsubj") or verb < n:
            continue
        first = [c for c in range(n) if tree.heads[c] == verb and tree.deps[c].startswith("nsubj")]
        inner = [c for c in range(n) if tree.tags[c] in FINITE and c > first[0]] if first else []
        if (
            inner
            and tree.heads[inner[-1]] != inner[-1]
            and tree.deps[inner[-1]] in {"ccomp", "relcl", "advcl"}
            and not tree.governs(inner[-1], {"dobj", "attr"})
        ):
            return _moved(tree, (n, "dobj", inner[-1]))
    return tree


def _rooted(tree: Parsed) -> Parsed:
    """Make the past verb in `a storm swept through the garden` the head of its sentence."""
    root = next((n for n, head in enumerate(tree.heads) if head == n), 0)
    if tree.tags[root][:2] != "NN" or tree.deps[root] != "ROOT":
        return tree
    subjects = {h for h, d in zip(tree.heads, tree.deps, strict=True) if d.startswith("nsubj")}
    free = [
        n for n, t in enumerate(tree.tags) if t in FINITE and tree.deps[n] in _HANGING and n not in subjects
    ]
    if not free or free[-1] < root:
        return tree
    verb = free[-1]
    deps, heads = list(tree.deps), list(tree.heads)
    deps[root], heads[root], deps[verb], heads[verb] = "nsubj", verb, "ROOT", verb
    heads = [verb if h == root and d == "punct" else h for h, d in zip(heads, deps, strict=True)]
    return replace(tree, deps=deps, heads=heads)


def _than(tree: Parsed) -> Parsed:
    """Make the verb in `a trout bigger than a house was caught` that of the trout."""
    for n, word in enumerate(tree.words):
        verb = tree.heads[n]
        if word.lower() != "than" or tree.deps[n] != "mark" or tree.tags[verb] not in FINITE | {"VBN"}:
            continue
        root = next((r for r, h in enumerate(tree.heads) if h == r), -1)
        noun = next(
            (c for c, h in enumerate(tree.heads) if h == verb and tree.deps[c].startswith("nsubj")), -1
        )
        if root < 0 or noun < n or tree.tags[root][:2] != "NN" or root > n:
            continue
        deps, heads = list(tree.deps), list(tree.heads)
        deps[root], heads[root] = deps[noun], verb
        deps[n], heads[n] = "prep", tree.heads[verb] if tree.heads[verb] != verb else n - 1
        deps[noun], heads[noun], deps[verb], heads[verb] = "pobj", n, "ROOT", verb
        return replace(tree, deps=deps, heads=heads)
    return tree


def _verbal_connectives(tree: Parsed) -> Parsed:
    """Make `seeing` in `Seeing as it was shut, Ann left` part of the connective that it is."""
    for n, tag in enumerate(tree.tags[:-2]):
        if tag not in {"VBG", "VBN"} or tree.deps[n] not in {"advcl", "prep"}:
            continue
        verbs = (c for c, h in enumerate(tree.heads) if h == n and tree.tags[c] in FINITE | {"VBN", "VBG"})
        inner = next(verbs, -1)
        if inner < 0 or not opens_condition(tree.words[n:]):
            continue
        return _moved(tree, (inner, "advcl", tree.heads[n]), (n, "mark", inner))
    return tree


def _provided(tree: Parsed) -> Parsed:
    """Make `provided` in `Ann goes provided that Bob stays` the connective that it is."""
    for n, word in enumerate(tree.words):
        helper = next((c for c, h in enumerate(tree.heads) if h == n and tree.deps[c] == "auxpass"), -1)
        if word.lower() != "provided" or helper < 0 or tree.lemmas[helper] in {"be", "get"}:
            continue
        deps, heads = list(tree.deps), [helper if h == n else h for h in tree.heads]
        deps[helper], heads[helper] = tree.deps[n], helper if tree.heads[n] == n else tree.heads[n]
        stays = next((c for c, h in enumerate(tree.heads) if h == n and tree.deps[c] == "ccomp"), -1)
        if stays < 0:
            return tree
        deps[stays], deps[n], heads[n] = "advcl", "mark", stays
        return replace(tree, deps=deps, heads=heads)
    return tree


def _inverted(tree: Parsed) -> Parsed:
    """Make the first clause of `Should it rain, Ann walks` hang on the second."""
    if tree.words[0].lower() not in INVERTED or tree.words[-1] == "?" or "," not in tree.words:
        return tree
    comma = tree.words.index(",")
    for n in range(comma):
        if tree.deps[n] == "ccomp" and tree.heads[n] > comma:
            return _moved(tree, (n, "advcl", tree.heads[n]))
    root = next((n for n in range(comma) if tree.heads[n] == n), -1)
    second = next(
        (n for n, h in enumerate(tree.heads) if n > comma and h == root and tree.tags[n] in FINITE), -1
    )
    if root < 0 or second < 0:
        return tree
    return _moved(tree, (second, "ROOT", second), (root, "advcl", second))


def _second_clause(tree: Parsed) -> Parsed:
    """Make the second clause of `You pay, otherwise you are fined` hang on the first, not the first on it."""
    for n, word in enumerate(tree.words[:-1]):
        if word not in {",", ";"}:
            continue
        joined = joins_sentences(tree.words[n + 1 : n + 4])
        for left in range(n):
            right = tree.heads[left]
            # `he has left, she says` is no second clause
            told = attitude_of((tree.lemmas[right],))
            apart = joined or told is None or told.kind not in {"report", "belief", "factive"}
            if tree.deps[left] == "ccomp" and right > n and tree.heads[right] == right and apart:
                return _moved(tree, (left, "ROOT", left), (right, "conj", left))
    return tree


def _modals(tree: Parsed) -> Parsed:
    """Make `can` in `a trash can is full` the noun that it is."""
    for n, tag in enumerate(tree.tags):
        if tag == "MD" and tree.deps[n] not in {"aux", "auxpass", "ROOT", "conj", "advcl", "ccomp"} and n:
            tags, deps, heads = list(tree.tags), list(tree.deps), list(tree.heads)
            tags[n] = "NN"
            if heads[n - 1] in {n, heads[n]} and tags[n - 1] in NOMINAL | {"JJ"}:
                deps[n - 1], heads[n - 1] = "compound", n
            heads = [n if h == n - 1 and c != n else h for c, h in enumerate(heads)]
            return replace(tree, tags=tags, deps=deps, heads=heads)
    return tree


def _no_particles(tree: Parsed) -> Parsed:
    """Make `behind` in `put behind the shed` a preposition: it is no particle; `in` of `let Ann in` is."""
    for n, dep in enumerate(tree.deps):
        verb = tree.heads[n]
        if dep == "ccomp" and tree.words[n].lower() in PARTICLES and n not in tree.heads:
            return _moved(tree, (n, "prt", verb))
        if dep != "prt" or tree.words[n].lower() in PARTICLES:
            continue
        noun = next(
            (c for c, h in enumerate(tree.heads) if c > n and h == verb and tree.deps[c] == "dobj"), -1
        )
        if noun >= 0:
            return _moved(tree, (n, "prep", verb), (noun, "pobj", n))
    return tree


def _listed(tree: Parsed) -> Parsed:
    """Join nouns that hang on a comma or on the verb: `Ben, Carla and Dora were born in Rome`."""
    for n, dep in enumerate(tree.deps):
        host = tree.heads[n]
        if dep == "dep" and tree.words[host] == "," and tree.tags[n][:2] == "NN" and host < n:
            first = tree.heads[host]
        elif (
            dep.startswith("nsubj") and n and tree.words[n - 1] == "," and tree.deps[n + 1 : n + 2] == ["cc"]
        ):
            first = next((c for c in range(n) if (tree.deps[c], tree.heads[c]) == (dep, host)), -1)
        else:
            continue
        if first >= 0:
            return _moved(tree, (n, "conj", first))
    return tree


def _root_verb(tree: Parsed) -> Parsed:
    """Make `forgot` in `Clive forgot to call` the verb that it is, and the name its subject."""
    root = next((n for n, h in enumerate(tree.heads) if h == n), 0)
    taken = tree.governs(root, {"xcomp", "dobj", "ccomp"})
    named = root == 1 and tree.words[0][:1].isupper() and tree.deps[0] in {"amod", "compound", "nmod"}
    low = tree.words[root].lower()
    if not (taken and named and tree.tags[root] in {"NN", "JJ"} and low in PAST_FORMS):
        return tree
    tags, deps, lemmas = ["NNP", "VBD", *tree.tags[2:]], ["nsubj", *tree.deps[1:]], list(tree.lemmas)
    lemmas[root] = base_form(low)
    return replace(tree, tags=tags, deps=deps, lemmas=lemmas)


def _second_verb(tree: Parsed) -> Parsed:
    """Make `stole` in `Joy lied and stole` the verb that it is."""
    for n, dep in enumerate(tree.deps):
        host = tree.heads[n]
        low = tree.words[n].lower()
        past = tree.tags[host] == "VBD" and (low.endswith("ed") or low in PAST_FORMS)
        if dep == "conj" and tree.tags[n] in {"JJ", "NN"} and past and n not in tree.heads:
            lemmas = [*tree.lemmas[:n], base_form(low), *tree.lemmas[n + 1 :]]
            return replace(tree, tags=[*tree.tags[:n], "VBD", *tree.tags[n + 1 :]], lemmas=lemmas)
    return tree


def _infinitive(tree: Parsed) -> Parsed:
    """Make `to land` in `forced the pilot to land` the infinitive that it is."""
    for n, word in enumerate(tree.words[:-1]):
        verb = tree.heads[n]
        taken = attitude_of((f"{tree.lemmas[verb]}_to",)) is not None
        noun = taken and tree.deps[n + 1] == "pobj" and tree.heads[n + 1] == n and tree.tags[n + 1] == "NN"
        if word.lower() == "to" and tree.deps[n] == "prep" and noun and is_base(tree.words[n + 1].lower()):
            tags, deps, heads = list(tree.tags), list(tree.deps), list(tree.heads)
            tags[n], deps[n], heads[n] = "TO", "aux", n + 1
            tags[n + 1], deps[n + 1], heads[n + 1] = "VB", "xcomp", verb
            heads = [
                n + 1 if c > n + 1 and h == verb and deps[c] == "prep" else h for c, h in enumerate(heads)
            ]
            return replace(tree, tags=tags, deps=deps, heads=heads)
    return tree


def _names(tree: Parsed) -> Parsed:
    """Take a noun with a capital within a sentence for a name: `a shock to Tunde`."""
    led = {head for head, dep in zip(tree.heads, tree.deps, strict=True) if dep in {"det", "poss"}}
    tags = [
        "NNP" if n and tag == "NN" and word.istitle() and n not in led else tag
        for n, (word, tag) in enumerate(zip(tree.words, tree.tags, strict=True))
    ]
    return replace(tree, tags=tags)


def _name(tree: Parsed) -> Parsed:
    """Make a word at the start a name that is no plural, or a known name: `Dafydd left`, `Grace waits`."""
    low = tree.words[0].lower()
    plural = low.endswith("s") or low in PLURALS
    known = low in MALE_NAMES | FEMALE_NAMES and tree.deps[0].startswith("nsubj")
    if tree.tags[0] not in {"NN", "NNS"} or not tree.words[0][:1].isupper():
        return tree
    if not known and (plural or tree.tags[0] == "NN"):
        return tree
    return replace(tree, tags=["NNP", *tree.tags[1:]], lemmas=[low, *tree.lemmas[1:]])


def _fronted(tree: Parsed) -> Parsed:
    """Give a preposition at the start its noun: `Inside an egg was a coin`."""
    if tree.tags[0] != "IN" or tree.deps[0] != "prep" or tree.governs(0, {"pobj"}):
        return tree
    noun = next((n for n, d in enumerate(tree.deps) if d in {"nsubj", "nsubjpass"}), -1)
    if (
        noun < 0
        or tree.heads[noun] != tree.heads[0]
        or any(d in {"nsubj", "nsubjpass"} for d in tree.deps[noun + 1 :])
    ):
        return tree
    if any(tree.tags[n] in FINITE or tree.words[n] == "," for n in range(1, noun)) or tree.heads[0] < noun:
        return tree
    return _moved(tree, (noun, "pobj", 0))


def _likeness(tree: Parsed) -> Parsed:
    """Hang `the size of a bus` on the noun before it: `a beetle the size of a bus`."""
    for n in range(2, len(tree.words) - 1):
        low = tree.words[n].lower()
        if low not in DIMENSIONS or tree.words[n - 1].lower() not in {"the", "twice", "half"}:
            continue
        noun = n - 2
        if tree.tags[noun][:2] != "NN" or tree.words[n + 1].lower() != "of" or tree.heads[n] == n:
            continue
        deps, heads = list(tree.deps), list(tree.heads)
        if heads[noun] in {heads[n], n} and deps[noun] not in {"nsubj", "nsubjpass", "dobj", "pobj", "attr"}:
            deps[noun], heads[noun] = deps[n], heads[n]
        deps[n], heads[n] = "npadvmod", noun
        return replace(tree, deps=deps, heads=heads)
    return tree


def _subjects(tree: Parsed) -> Parsed:
    """Give a verb that has determiners or adjectives before it the noun between as its subject."""
    deps, heads = tree.deps, tree.heads
    for verb, tag in enumerate(tree.tags):
        if tag not in FINITE | {"VB"}:
            continue
        left = [n for n in range(verb) if heads[n] == verb and deps[n] in _MODIFIERS]
        if not left or any(heads[n] == verb and deps[n].startswith("nsubj") for n in range(len(deps))):
            continue
        nouns = [n for n in left if tree.tags[n] in NOMINAL]
        if not nouns:
            continue
        if deps is tree.deps:
            deps, heads = list(deps), list(heads)
        subject = nouns[-1]
        deps[subject] = "nsubj"
        for n in left:
            if n < subject:
                heads[n] = subject
    return tree if deps is tree.deps else replace(tree, deps=deps, heads=heads)


_MENDS = (
    _rooted, _provided, _verbal_connectives, _inverted, _second_clause, _likeness, _modals, _fronted,
    _no_particles, _names, _name, _listed, _root_verb, _second_verb, _infinitive, _lone_article, _objects,
    _than, _one_subject, _subjects,
)  # fmt: skip


def mended(tree: Parsed) -> Parsed:
    """Return a parse without heads that no English sentence has."""
    for mend in _MENDS:
        changed = mend(tree)
        if changed is not tree and _is_tree(changed.heads):
            tree = changed
    return tree


def _is_tree(heads: list[int]) -> bool:
    """Whether every word leads up to a root: a mend of word salad may close a circle."""
    sound: set[int] = set()
    for start in range(len(heads)):
        path: list[int] = []
        word = start
        while word not in sound and heads[word] != word:
            path.append(word)
            word = heads[word]
            if len(path) > len(heads):
                return False
        sound.update(path, [word])
    return True
