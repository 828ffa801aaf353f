"""Tags and heads of a parse mended where small models go wrong: subjects, results, names."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.parsed import FINITE, Parsed, base_form, is_tree
from defeasible.reasoner.english.people import GENDERED, GIVEN_NAMES
from defeasible.reasoner.english.repair import contracted

_HELPERS = frozenset({"aux", "auxpass"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})
_STATES = frozenset({"on", "off", "in", "out", "up", "down", "away"})
_DETERMINING = frozenset({"det", "poss"})
_BESIDE = frozenset({"dobj", "advcl", "advmod", "ccomp", "acomp", "prt", "prep", "xcomp", "oprd", "npadvmod"})
_MODIFYING = _DETERMINING | {"amod", "compound", "case", "nummod"}


def _subject_of_helper(tree: Parsed, n: int) -> None:
    """Hang the gate in `The gate is closed` on `closed`, not on `is`."""
    helper = tree.heads[n]
    if tree.deps[n] in _SUBJECTS and tree.deps[helper] in _HELPERS:
        verb = tree.heads[helper]
        if not tree.governs(verb, _SUBJECTS):
            tree.heads[n] = verb
            if tree.deps[helper] == "auxpass" and tree.deps[n] == "nsubj":
                tree.deps[n] = "nsubjpass"


def _second_subject(tree: Parsed, n: int) -> None:
    """Join the rake in `The spade and the rake are long` to the spade, where both are taken for subjects."""
    verb = tree.heads[n]
    if tree.deps[n] != "nsubj" or verb <= n:
        return
    first = tree.child(verb, "nsubj")
    if any(tree.deps[m] == "cc" and tree.heads[m] == first for m in range(first, n)):
        tree.move(n, "conj", first)


def _joined_to_result(tree: Parsed, n: int) -> None:
    """Join `peered` in `pulled it open and peered inside` to the verb."""
    head = tree.heads[n]
    if tree.deps[n] != "conj" or tree.tags[n] not in {"VBN", "VBD"} or tree.deps[head] != "oprd":
        return
    tree.tags[n], tree.heads[n] = "VBD", tree.heads[head]
    for mark in range(head, n):
        if tree.deps[mark] == "cc" and tree.heads[mark] == head:
            tree.heads[mark] = tree.heads[head]


def _result(tree: Parsed, n: int) -> None:
    """Part the pocket from `shut` in `sewed the pocket shut`."""
    low = tree.words[n].lower()
    verb, noun = tree.heads[n], n - 1
    wanted = low in closed.RESULTS or (low in closed.COLOURS and tree.lemmas[verb] in closed.COLOURING)
    wanted = wanted and not tree.governs(n, _HELPERS | {"mark"})  # `knows that the shop is closed`
    if not wanted or tree.deps[n] not in {"dobj", "pobj", "ccomp"} or noun < verb:
        return
    before = [m for m in range(verb + 1, n) if tree.heads[m] == n]
    named = tree.tags[noun] == "NNP" and noun == verb + 1
    named = named or any(tree.deps[m] in _DETERMINING for m in range(verb + 1, noun))
    if tree.heads[noun] != n or not named:
        return
    tree.tags[noun] = tree.tags[noun] if tree.tags[noun][:2] == "NN" else "NN"
    tree.move(noun, "pobj" if tree.deps[n] == "pobj" else "dobj", verb)
    tree.tags[n], tree.deps[n] = "JJ", "oprd"
    while tree.tags[tree.heads[n]][:2] != "VB" and tree.heads[n] != tree.heads[tree.heads[n]]:
        tree.heads[n] = tree.heads[tree.heads[n]]
    for m in before:
        if m != noun:
            tree.heads[m] = noun


def _result_beside(tree: Parsed, n: int) -> None:
    """Make `shut` in `blew the door shut`, `swung shut` and `tore open the bag` what became of the thing."""
    verb, low = tree.heads[n], tree.words[n].lower()
    if verb == n and low in closed.OPENNESS and tree.tags[n - 1] == "VBD":
        tree.heads[:], verb = [n - 1 if h == n else h for h in tree.heads], n - 1
        tree.deps[n], tree.deps[verb] = "oprd", "ROOT"
    if low not in closed.RESULTS or tree.tags[verb][:2] != "VB" or verb >= n or tree.deps[n] not in _BESIDE:
        return
    held = [m for m, h in enumerate(tree.heads) if h == n and tree.deps[m] in {"dobj", "pobj"}]
    bare = n == verb + 1 and low in closed.OPENNESS and (tree.tags[n] == "JJ" or not held)
    for m in held if bare else ():
        tree.move(m, "dobj", verb)
    objects = {m for m, h in enumerate(tree.heads) if h == verb and tree.deps[m] == "dobj" and m != n}
    if bare or n - 1 in objects or (objects and n == verb + 1 and tree.deps[n] in {"advmod", "prt"}):
        tree.tags[n], tree.deps[n] = "JJ", "oprd"


def _driven_home(tree: Parsed, n: int) -> None:
    """Part `home` from the noun before it: `took the bus home`."""
    noun, verb = n - 1, tree.heads[n]
    if tree.words[n].lower() != "home" or tree.deps[n] != "dobj" or noun <= verb:
        return
    if tree.deps[noun] == "compound" and tree.heads[noun] == n:
        for m in range(verb + 1, noun):
            tree.heads[m] = noun if tree.heads[m] == n else tree.heads[m]
        tree.deps[noun], tree.heads[noun] = "dobj", verb
        tree.tags[n], tree.deps[n] = "RB", "advmod"


def _receiver(tree: Parsed, n: int) -> None:
    """Make the name in `owes Ann money` the one who gets it, where no article makes it part of a name."""
    noun = tree.heads[n]
    alone = tree.deps[n] == "compound" and tree.tags[n] == "NNP" and tree.tags[noun] in {"NN", "NNS"}
    verb = tree.heads[noun]
    given = tree.deps[noun] == "dobj" and tree.lemmas[verb] in closed.GIVING
    if alone and given and verb + 2 == n + 1 == noun:
        tree.move(n, "dative", verb)


def _down_a_hole(tree: Parsed, n: int) -> None:
    """Make `down` between two objects a preposition: `dropped it down the drain`."""
    if tree.deps[n] != "prt":
        return
    objects = [m for m, h in enumerate(tree.heads) if h == tree.heads[n] and tree.deps[m] == "dobj"]
    if len(objects) == 2 and objects[0] < n < objects[1]:
        tree.tags[n], tree.deps[n] = "IN", "prep"
        tree.deps[objects[1]], tree.heads[objects[1]] = "pobj", n


def _named_subject(tree: Parsed, n: int) -> None:
    """Make a name right before its verb the subject: `Tim is not married`, `Mitzi the cat slept`."""
    verb = tree.heads[n]
    if tree.deps[n] not in {"npadvmod", "advmod", "aux", "dep"} or verb <= n:
        return
    low = tree.words[n].lower()
    named = tree.tags[n] == "NNP" and low not in closed.DATES
    if tree.tags[n] == "RB" and n == 0:  # `Polly is awake`, `Femke has no card`
        full = tree.governs(verb, {"dobj", "acomp"})
        adverb = is_ly_adverb(low) or low in closed.ADVERBS
        named = low in GIVEN_NAMES or (full and not adverb)
    if not named:
        return
    subject = next((m for m, h in enumerate(tree.heads) if h == verb and tree.deps[m] in _SUBJECTS), -1)
    after = n + 1
    while after < verb and (tree.tags[after] in {"RB", "CC"} or tree.deps[after] == "conj"):
        after += 1  # `Tim accidentally killed someone`, `Tim and Ann are friends`
    if subject < 0 and tree.heads[after] in {after, verb} and tree.tags[after] in FINITE:
        tree.tags[n], tree.lemmas[n], tree.deps[n] = "NNP", low, "nsubj"
    elif subject == n + 2 and tree.words[n + 1].lower() == "the":
        tree.deps[n] = tree.deps[subject]
        tree.deps[subject], tree.heads[subject] = "appos", n


def _dated(tree: Parsed, n: int) -> None:
    """Part a name from the day before it: `On Saturday Liam washed them`."""
    name, preposition = tree.heads[n], n - 1
    if tree.words[n].lower() not in closed.DATES or tree.deps[n] != "compound" or name != n + 1 or n == 0:
        return
    verb = tree.heads[preposition]
    if tree.deps[name] != "pobj" or tree.heads[name] != preposition or verb <= name:
        return
    if not tree.governs(verb, _SUBJECTS):
        tree.move(n, "pobj", preposition)
        tree.deps[name], tree.heads[name] = "nsubj", verb


def _placed(tree: Parsed, n: int) -> None:
    """Make `inside` in `was kept inside a thimble` and `round` in `went twice round it` prepositions."""
    within = tree.tags[n] == "IN" and tree.deps[n] == "oprd"
    if within and (tree.governs(n, {"pobj"}) or tree.deps[tree.heads[n]] == "relcl"):
        tree.deps[n] = "prep"
    if tree.words[n] == "out" and tree.tags[n] == "RP" and tree.deps[n] == "prep":
        inner = tree.child(n, "pobj")
        if inner >= 0:  # `blotted out the sun`
            tree.deps[n] = "prt"
            tree.move(inner, "dobj", tree.heads[n])
    if tree.deps[n] not in {"advcl", "xcomp", "conj"} or tree.words[n].lower() not in closed.PREPOSITIONS:
        return
    noun = tree.child(n, "dobj")
    if noun > n and not tree.governs(n, _SUBJECTS | _HELPERS):
        tree.tags[n], tree.deps[n], tree.deps[noun] = "IN", "prep", "pobj"


def _behind_places(tree: Parsed, n: int) -> None:
    """Give a verb the noun before it: `Out in the desert a carrot towered`, with the carrot under `out`."""
    verb, place = n + 1, tree.heads[n]
    if tree.deps[n] != "pobj" or verb >= len(tree.words) or tree.tags[verb] not in FINITE or place > n:
        return
    inner = [m for m in range(place + 1, n) if tree.heads[m] == place and tree.deps[m] == "prep"]
    if inner and tree.heads[verb] == verb and not tree.governs(verb, _SUBJECTS):
        tree.move(n, "nsubj", verb)


def _throughout(tree: Parsed, n: int) -> None:
    """Part a time from the particle before it: `the lamp was on all night`."""
    particle = tree.heads[n]
    whole = tree.words[n - 1].lower() in {"all", "every"} and particle == n - 2
    state = tree.words[particle].lower() in _STATES and tree.deps[particle] == "prep"
    if state and tree.deps[n] == "pobj" and whole and tree.lemmas[n] in closed.TIMES:
        tree.tags[particle], tree.deps[particle] = "RB", "advmod"
        tree.move(n, "npadvmod", tree.heads[particle])


def _borne(tree: Parsed, n: int) -> None:
    """Give the subject of the verb what the path cannot do: `came up the path carrying a lantern`."""
    place = tree.heads[n]
    path = tree.heads[place]
    if tree.deps[n] != "acl" or tree.tags[n] != "VBG" or tree.lemmas[n] not in closed.BEARING:
        return
    way = tree.deps[place] == "pobj" and tree.words[path].lower() in closed.PATHS
    if way and tree.lemmas[place] not in GENDERED and tree.tags[tree.heads[path]][:2] == "VB":
        tree.move(n, "advcl", tree.heads[path])


def _to_work(tree: Parsed, n: int) -> None:
    """Make work in `walks to work` the place that it is."""
    verb = tree.heads[n]
    infinitive = tree.words[n].lower() == "work" and tree.deps[n] in {"xcomp", "advcl"} and n > verb
    if not infinitive or tree.words[n - 1].lower() != "to" or tree.lemmas[verb] not in closed.TRAVELLING:
        return
    behind = [m for m, h in enumerate(tree.heads) if h == n and m > n]
    if any(tree.deps[m] not in {"advmod", "npadvmod", "prep", "punct", "advcl"} for m in behind):
        return
    for m in behind:
        tree.heads[m] = verb
    tree.tags[n - 1], tree.deps[n - 1], tree.heads[n - 1] = "IN", "prep", verb
    tree.tags[n] = "NN"
    tree.move(n, "pobj", n - 1)


def _pity(tree: Parsed, n: int) -> None:
    """Hang what is a pity on the verb, not on the noun: `it's a pity that Ann can't dance`."""
    noun = tree.heads[n]
    verb = tree.heads[noun]
    of_it = tree.deps[n] == "relcl" and tree.deps[noun] == "attr" and tree.lemmas[verb] == "be"
    if not of_it or attitude_of((f"be_a_{tree.lemmas[noun]}",)) is None or noun + 1 > n:
        return
    if any(h == verb and d == "nsubj" and tree.words[m].lower() == "it" for m, (h, d) in _pairs(tree)):
        tree.deps[n], tree.heads[n] = "ccomp", verb
        for m, (head, dep) in _pairs(tree):
            if head == n and m == noun + 1 and tree.words[m].lower() == "that":
                tree.tags[m], tree.deps[m] = "IN", "mark"
            elif head == n and dep == "dobj" and m < noun:
                tree.deps[m], tree.heads[m] = "nsubj", verb


def _given_up(tree: Parsed, n: int) -> None:
    """Make smoking what is stopped in `has given up smoking`, `stopped eating meat`."""
    word, noun = tree.words[n].lower(), tree.heads[n]
    if not word.endswith("ing"):
        return
    verb = tree.heads[noun] if tree.deps[n] in {"amod", "compound"} and noun > n else noun
    particle = next((tree.words[m].lower() for m, (h, d) in _pairs(tree) if h == verb and d == "prt"), "")
    told = attitude_of((f"{tree.lemmas[verb]}_{particle}" if particle else tree.lemmas[verb],))
    near = verb < n <= verb + 1 + bool(particle)
    if told is None or told.kind != "change" or not near or tree.deps[noun if noun != verb else n] != "dobj":
        return
    if noun != verb:
        tree.deps[noun], tree.heads[noun] = "dobj", n
    tree.tags[n], tree.deps[n], tree.heads[n] = "VBG", "xcomp", verb
    tree.lemmas[n] = base_form(word)


def _contrasted(tree: Parsed, n: int) -> None:
    """Join the window in `painted the door, but not the window` to the door, not to the verb."""
    verb, low = tree.heads[n], tree.words[n].lower()
    if low == "not" and tree.deps[n] == "neg" and n and tree.words[n - 1].lower() in {"and", "but", ","}:
        behind = range(n + 1, len(tree.words))
        noun = next((m for m in behind if tree.deps[m] not in _MODIFYING), n)
        if tree.deps[noun] == "conj" and tree.heads[noun] < n and tree.tags[noun][:2] == "NN":
            tree.heads[n] = noun  # `Ann and not Bob sang`
    if tree.deps[n] != "conj" or tree.tags[n][:2] != "NN" or tree.tags[verb][:2] != "VB" or verb > n:
        return
    denied = any(tree.words[m].lower() == "not" for m in range(verb, n) if tree.heads[m] == n)
    # `it was not Ann but my uncle`
    denied = denied or (
        "but" in tree.words[verb:n] and tree.governs(verb, {"attr"}) and tree.governs(verb, {"neg"})
    )
    if not denied or tree.governs(n, _SUBJECTS | _HELPERS):
        return
    person = tree.tags[n] == "NNP" or tree.governs(n, {"poss"})
    roles = ("dobj", "attr", *(("nsubj",) if person else ()))  # `went in the box, but not a spoon` is gapped
    hosts = [m for role in roles for m, (h, d) in _pairs(tree) if h == verb and d == role and m < n]
    hosts = [m for m in hosts if tree.deps[m] == "attr"] or hosts
    like = [m for m in hosts if (tree.tags[m] == "NNP") == (tree.tags[n] == "NNP")]
    for host in (like or hosts)[:1]:
        tree.heads[n] = host
        for m, (head, dep) in _pairs(tree):
            if head == verb and dep in {"cc", "punct"} and verb < m < n:
                tree.heads[m] = host


def _next_door(tree: Parsed, n: int) -> None:
    """Hang `next door` on the woman in `the woman next door sang`, not on the verb."""
    noun = n - 2
    if tree.words[max(n - 1, 0) : n + 1] != ["next", "door"] or noun < 0 or tree.tags[noun][:2] != "NN":
        return
    verb = tree.heads[n]
    tree.move(n - 1, "amod", n)
    if noun in {tree.heads[n - 1], verb} or tree.heads[noun] == verb or tree.heads[noun] == n:
        if tree.heads[noun] == n:
            tree.move(noun, tree.deps[n], verb)
            for m in range(noun):
                if tree.heads[m] == n:
                    tree.heads[m] = noun
        tree.move(n, "nmod", noun)


def _timely(tree: Parsed, n: int) -> None:
    """Make `late` in `was late this morning` what somebody was."""
    verb = tree.heads[n]
    timely = (
        tree.words[n].lower() in {"late", "early"} and tree.deps[n] == "advmod" and tree.lemmas[verb] == "be"
    )
    if timely and n > verb and not tree.governs(verb, {"acomp", "attr"}):
        tree.tags[n], tree.deps[n] = "JJ", "acomp"


def _taken(tree: Parsed, n: int) -> None:
    """Make `pay` in `forgot to pay`, `write` in `took the trouble to write` what the verb is about."""
    verb = tree.heads[n]
    to = tree.deps[n] == "advcl" and tree.tags[n] == "VB" and n == verb + 2 and tree.words[n - 1] == "to"
    told = attitude_of((f"{tree.lemmas[verb]}_to",)) if to else None
    if told is not None and told.kind != "purpose":
        tree.deps[n] = "xcomp"
    noun = n - 2 if tree.deps[n] == "advcl" else verb
    key = f"{tree.lemmas[tree.heads[noun]]}_{tree.lemmas[noun]}_to"  # `took the trouble to write`
    if tree.deps[n] in {"relcl", "advcl"} and attitude_of((key,)):
        tree.deps[n], tree.heads[n] = "acl", noun


def _pairs(tree: Parsed) -> list[tuple[int, tuple[int, str]]]:
    """Return the words of a parse by number, each with its head and its relation."""
    return list(enumerate(zip(tree.heads, tree.deps, strict=True)))


_MENDS = (
    _subject_of_helper, _second_subject, contracted, _joined_to_result, _result, _result_beside,
    _driven_home, _receiver, _down_a_hole, _named_subject, _dated, _placed, _behind_places, _throughout,
    _borne, _to_work, _pity, _given_up, _contrasted, _next_door, _timely, _taken,
)  # fmt: skip


def attached(tree: Parsed) -> Parsed:
    """Return a parse with the faults mended that can be told from the words around them."""
    columns = tree.copy()
    for n in range(len(columns.words)):
        for mend in _MENDS:
            mend(columns, n)
    return columns if is_tree(columns.heads) else tree
