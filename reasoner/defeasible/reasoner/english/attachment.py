"""Repairs of attachment: subjects, results, places and names that small models attach to the wrong word."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.parsed import FINITE, Mends, Parsed, base_form
from defeasible.reasoner.english.people import GENDERED, GIVEN_NAMES
from defeasible.reasoner.english.repair import contracted
from defeasible.reasoner.english.retagging import TAGS
from defeasible.reasoner.english.stems import stem

_HELPERS = ("aux", "auxpass")
_SUBJECTS = ("nsubj", "nsubjpass", "csubj", "expl")
_BESIDE = frozenset({"dobj", "advcl", "advmod", "ccomp", "acomp", "prt", "prep", "xcomp", "oprd", "npadvmod"})
_MODIFYING = frozenset({"det", "poss", "amod", "compound", "case", "nummod"})
_ONE_PHRASE = frozenset({"DT", "PRP$", "NN", "NNP", "POS", "JJ"})


def _is_result(tree: Parsed, n: int) -> bool:
    """Return whether a word may tell what comes of its verb: `shut`; `red`, of `paint`."""
    colouring = tree.lemmas[tree.heads[n]] in closed.COLOURING
    return tree.lows[n] in closed.RESULTS or (tree.lows[n] in closed.COLOURS and colouring)


def _result(tree: Parsed, n: int) -> None:
    """Detach the pocket from `shut` in `sewed the pocket shut`."""
    verb, noun = tree.heads[n], n - 1
    clause = tree.child(n, *_HELPERS, "mark") >= 0  # `knows that the shop is closed`
    if clause or noun < verb or tree.heads[noun] != n or not _is_result(tree, n):
        return
    named = tree.tags[noun] in {"NNP", "PRP"} and noun == verb + 1
    if not (named or any(tree.deps[m] in {"det", "poss"} for m in range(verb + 1, noun))):
        return
    tree.tags[noun] = tree.tags[noun] if tree.tags[noun][:2] in {"NN", "PR"} else "NN"
    tree.hang(noun, *(m for m in tree.children(n, after=verb) if m < noun))
    tree.move(noun, "pobj" if tree.deps[n] == "pobj" else "dobj", verb)
    tree.tags[n], tree.deps[n] = "JJ", "oprd"
    while tree.tags[tree.heads[n]][:2] != "VB" and tree.heads[n] != tree.heads[tree.heads[n]]:
        tree.hang(tree.heads[tree.heads[n]], n)


def _result_beside(tree: Parsed, n: int) -> None:
    """Make `shut` in `blew the door shut`, `swung shut` and `tore open the bag` a resultative complement."""
    verb, low = tree.heads[n], tree.lows[n]
    swung = n > 0 and tree.tags[n - 1] == "VBD" and tree.lemmas[n - 1] != "have"
    if verb == n and swung and low in closed.OPENNESS:
        verb = n - 1
        tree.hang(verb, *tree.children(n))
        tree.deps[n], tree.deps[verb] = "oprd", "ROOT"
    if not _is_result(tree, n) or tree.tags[verb][:2] != "VB" or verb >= n or tree.deps[n] not in _BESIDE:
        return
    held = tree.children(n, "dobj", "pobj")
    bare = n == verb + 1 and low in closed.OPENNESS and (tree.tags[n] == "JJ" or not held)
    objects = {m for m in tree.children(verb, "dobj") if m != n}
    if bare or n - 1 in objects or (objects and n == verb + 1 and tree.deps[n] in {"advmod", "prt"}):
        tree.tags[n], tree.deps[n] = "JJ", "oprd"


def _receiver(tree: Parsed, n: int) -> None:
    """Make the name in `owes Ann money` the indirect object, unless an article makes it part of a name."""
    noun, verb = tree.heads[n], tree.heads[tree.heads[n]]
    named = tree.tags[n] == "NNP" and tree.tags[noun] in {"NN", "NNS"} and tree.deps[noun] == "dobj"
    if named and tree.lemmas[verb] in closed.GIVING and verb + 2 == n + 1 == noun:
        tree.move(n, "dative", verb)


def _named_subject(tree: Parsed, n: int) -> None:
    """Make a name right before its verb the subject: `Tim is not married`, `Mitzi the cat slept`."""
    verb, low = tree.heads[n], tree.lows[n]
    if verb <= n:
        return
    named = tree.tags[n] == "NNP" and low not in closed.DATES
    if tree.tags[n] == "RB" and n == 0:  # `Polly is awake`, `Femke has no card`
        full = tree.child(verb, "dobj", "acomp") >= 0
        named = low in GIVEN_NAMES or (full and not (is_ly_adverb(low) or low in closed.ADVERBS))
    if not named:
        return
    subject, after = tree.child(verb, *_SUBJECTS), n + 1
    while after < verb and (tree.tags[after] in {"RB", "CC"} or tree.deps[after] == "conj"):
        after += 1  # `Tim accidentally killed someone`, `Tim and Ann are friends`
    if subject < 0 and tree.heads[after] in {after, verb} and tree.tags[after] in FINITE:
        tree.tags[n], tree.lemmas[n], tree.deps[n] = "NNP", low, "nsubj"
    elif subject == n + 2 and tree.lows[n + 1] == "the":
        tree.deps[n] = tree.deps[subject]
        tree.move(subject, "appos", n)


def _placed(tree: Parsed, n: int) -> None:
    """Make `in` in `the barn it is kept in` a preposition."""
    if tree.tags[n] == "IN" and tree.deps[n] == "oprd" and tree.deps[tree.heads[n]] == "relcl":
        tree.deps[n] = "prep"


def _to_work(tree: Parsed, n: int) -> None:
    """Make `work` in `walks to work` a noun: the place."""
    verb, behind = tree.heads[n], tree.children(n, after=n)
    infinitive = tree.deps[n] in {"xcomp", "advcl"} and n > verb and tree.lows[n - 1] == "to"
    alone = all(tree.deps[m] in {"advmod", "npadvmod", "prep", "punct", "advcl"} for m in behind)
    if infinitive and alone and tree.lemmas[verb] in closed.TRAVELLING:
        tree.hang(verb, *behind)
        tree.tags[n - 1 : n + 1] = ["IN", "NN"]
        tree.move(n - 1, "prep", verb)
        tree.move(n, "pobj", n - 1)


def _contrasted(tree: Parsed, n: int) -> None:
    """Conjoin the window to the door, not to the verb: `painted the door, but not the window`."""
    verb = tree.heads[n]
    if tree.lows[n] == "not" and tree.deps[n] == "neg" and n and tree.lows[n - 1] in {"and", "but", ","}:
        noun = next((m for m in range(n + 1, len(tree.words)) if tree.deps[m] not in _MODIFYING), n)
        if tree.deps[noun] == "conj" and tree.heads[noun] < n and tree.tags[noun][:2] == "NN":
            tree.hang(noun, n)  # `Ann and not Bob sang`
    if tree.deps[n] != "conj" or tree.tags[n][:2] != "NN" or tree.tags[verb][:2] != "VB" or verb > n:
        return
    denied = any(tree.lows[m] == "not" for m in tree.children(n, after=verb - 1) if m < n)
    # `it was not Ann but my uncle`
    denied = denied or (
        "but" in tree.words[verb:n] and min(tree.child(verb, "attr"), tree.child(verb, "neg")) >= 0
    )
    if not denied or tree.child(n, *_SUBJECTS, *_HELPERS) >= 0:
        return
    person = tree.tags[n] == "NNP" or tree.child(n, "poss") >= 0
    roles = ("dobj", "attr", *(("nsubj",) if person else ()))  # `went in the box, but not a spoon` is gapped
    hosts = [m for role in roles for m in tree.children(verb, role) if m < n]
    hosts = [m for m in hosts if tree.deps[m] == "attr"] or hosts
    like = [m for m in hosts if (tree.tags[m] == "NNP") == (tree.tags[n] == "NNP")]
    for host in (like or hosts)[:1]:
        tree.hang(host, n, *(m for m in tree.children(verb, "cc", "punct", after=verb) if m < n))


def _next_door(tree: Parsed, n: int) -> None:
    """Attach `next door` to the woman in `the woman next door sang`, not to the verb."""
    noun, verb = n - 2, tree.heads[n]
    if noun >= 0 and tree.words[n - 1] == "next" and tree.tags[noun][:2] == "NN":
        tree.move(n - 1, "amod", n)
        if verb in {noun, tree.heads[noun]}:
            tree.move(n, "nmod", noun)


def _driven_home(tree: Parsed, n: int) -> None:
    """Detach `home` from the noun before it: `took the bus home`."""
    noun, verb = n - 1, tree.heads[n]
    part = tree.deps[n] == "dobj" and noun > verb and tree.deps[noun] == "compound"
    if part and tree.heads[noun] == n:
        tree.hang(noun, *(m for m in tree.children(n, after=verb) if m < noun))
        tree.move(noun, "dobj", verb)
        tree.tags[n], tree.deps[n] = "RB", "advmod"


def _left_lying(tree: Parsed, n: int) -> None:
    """Say the participle of the object, not of the subject: `left the bike leaning on the wall`."""
    verb, posing = tree.heads[n], tree.tags[n] == "VBG" and tree.lemmas[n] in closed.POSING
    if posing and tree.lemmas[verb] in closed.LEAVING and tree.child(verb, "dobj") == n - 1:
        tree.move(n, "acl", n - 1)


def _second_subject(tree: Parsed, n: int) -> None:
    """Make `Bob` in `Ann is older than Tom and Bob is older than Max` the subject of the verb behind it."""
    verb, joint = n + 1, n - 1
    if verb == len(tree.tags) or tree.tags[n][:2] not in {"NN", "PR"} or tree.deps[joint] != "cc":
        return
    first, root = tree.heads[n], tree.deps.index("ROOT") if "ROOT" in tree.deps else verb
    before = min((first, *tree.children(first))) - 1
    if tree.heads[first] == verb and tree.tags[verb] == "VBZ" and before > 0 and root < first:
        # `Tom and Bob is` is no subject
        if tree.lows[before] == "than":
            tree.move(before, "prep", before - 1)
        elif before != root:
            return
        tree.move(first, "pobj" if tree.lows[before] == "than" else "dobj", before)
        tree.move(verb, "conj", root)
    clause = tree.deps[verb] == "conj" and tree.tags[verb] in FINITE and tree.heads[verb] < joint
    if clause and tree.child(verb, *_SUBJECTS) < 0 and tree.heads[n] == tree.heads[joint] != tree.heads[verb]:
        tree.hang(tree.heads[verb], joint)
        tree.move(n, "nsubj", verb)


def _given_up(tree: Parsed, n: int) -> None:
    """Make the gerund the complement of the verb: `has given up smoking`, `stopped eating meat`."""
    noun = tree.heads[n]
    verb = tree.heads[noun] if tree.deps[n] in {"amod", "compound"} and noun > n else noun
    verb = verb if tree.lows[verb] != "ago" else tree.heads[verb]  # `gave up smoking years ago`
    particle = next((f"_{tree.lows[m]}" for m in tree.children(verb, "prt")), "")
    told = attitude_of((tree.lemmas[verb] + particle,))
    near = verb < n <= verb + 1 + bool(particle) and tree.deps[noun if noun != verb else n] in {
        "dobj",
        "npadvmod",
    }
    if near and tree.lows[n].endswith("ing") and told is not None and told.kind == "change":
        if noun != verb:
            tree.move(noun, tree.deps[noun], n)
        tree.tags[n], tree.lemmas[n] = "VBG", base_form(tree.lows[n])
        tree.move(n, "xcomp", verb)


def _taken(tree: Parsed, n: int) -> None:
    """Make the infinitive in `forgot to pay`, `took the trouble to write` the complement of the verb."""
    verb = tree.heads[n]
    to = tree.deps[n] == "advcl" and tree.tags[n] == "VB" and n == verb + 2 and tree.words[n - 1] == "to"
    told = attitude_of((f"{tree.lemmas[verb]}_to",)) if to else None
    if told is not None and told.kind != "purpose":
        tree.deps[n] = "xcomp"
    noun = n - 2 if tree.deps[n] == "advcl" else verb
    key = f"{tree.lemmas[tree.heads[noun]]}_{tree.lemmas[noun]}_to"  # `took the trouble to write`
    if tree.deps[n] in {"relcl", "advcl"} and attitude_of((key,)):
        tree.move(n, "acl", noun)


def _object_of_particle(tree: Parsed, n: int) -> None:
    """Make `him` in `let him out` the object of the verb, not the subject of `out`."""
    particle = tree.heads[n]
    if tree.deps[particle] == "prt" and tree.heads[particle] < n < particle:
        tree.move(n, "dobj", tree.heads[particle])


def _going_on(tree: Parsed, n: int) -> None:
    """Make `raining` in `it's raining`, `it was neither raining nor snowing` the verb."""
    be, who = tree.heads[n], tree.child(tree.heads[n], "nsubj")
    short = tree.words[be][:1] == "'" and n == be + 1 and who == be - 1 and tree.tags[who] == "PRP"
    is_ = short if tree.deps[n] == "attr" else (tree.lemmas[be], tree.deps[be]) == ("be", "ROOT")
    if tree.tags[n] == "VBG" and is_:
        tree.hang(n, *(m for m in tree.children(be) if m != n))
        tree.lift(n, be, "aux")


def _fronted_adjective(tree: Parsed, n: int) -> None:
    """Make `tired` in `Tired as he was, Bob sang` what the clause behind it says of him."""
    first = n - 1
    opens = first == 0 or tree.words[first - 1 : first] == [","]
    verb, main = tree.heads[n], tree.heads[first]
    hung = tree.deps[n] == "mark" and tree.deps[first] in {"advcl", "nsubj"}
    if opens and hung and n < verb < main and tree.heads[verb] in {first, main} and tree.lemmas[verb] == "be":
        tree.tags[first] = "JJ"
        tree.move(verb, "advcl", main)
        tree.move(first, "acomp", verb)


def _multiple(tree: Parsed, n: int) -> None:
    """Make `double` in `is double its size` a modifier of the size, `tenth` in `a tenth of it` a noun."""
    size = next((m for m, lemma in enumerate(tree.lemmas) if m > n and lemma in closed.DIMENSIONS), n)
    if tree.lows[n + 1 : n + 2] == ["of"]:
        tree.tags[n] = "NN"
    elif tree.deps[n] != "predet" and n < size and _ONE_PHRASE.issuperset(tree.tags[n + 1 : size]):
        if tree.heads[size] == n:
            tree.lift(size, n, "predet")
        else:
            tree.move(n, "predet", size)


def _plural(tree: Parsed, n: int) -> None:
    """Make `Owls` in `Owls hunt`, `Owls can see`, which the parser took for a name, a noun."""
    one = singular(tree.lows[n])
    led = any(tree.deps[m] not in {"punct", "relcl", "prep"} for m in tree.children(0))
    if n or tree.tags[0][:3] != "NNP" or one == tree.lows[0] or led:
        return
    verb = next(iter(tree.children(tree.heads[0], *_HELPERS)), tree.heads[0])
    known = tree.tags[verb] == "MD" and bool(kinds_of((stem(one),)))  # not `James can`
    if known or tree.tags[verb] == "VBP" or tree.lows[verb] in {"are", "have", "do"}:
        tree.tags[0], tree.lemmas[0] = "NNS", one


def _emphatic(tree: Parsed, n: int) -> None:
    """Make `himself` in `fetched the twins himself` an adverb."""
    verb = tree.heads[n]
    while tree.tags[verb][:2] != "VB" and tree.heads[verb] != verb:
        verb = tree.heads[verb]
    if tree.deps[n] in {"appos", "npadvmod"}:
        tree.tags[n] = "RB"
        tree.move(n, "advmod", verb)


def _timely(tree: Parsed, n: int) -> None:
    """Make `late` in `was late this morning` the complement."""
    verb = tree.heads[n]
    was = tree.deps[n] == "advmod" and tree.lemmas[verb] == "be" and n > verb
    if was and tree.child(verb, "acomp", "attr") < 0:
        tree.tags[n], tree.deps[n] = "JJ", "acomp"


def _pity(tree: Parsed, n: int) -> None:
    """Attach the `that` clause to the verb, not to the noun: `it's a pity that Ann can't dance`."""
    noun = tree.heads[n]
    verb = tree.heads[noun]
    of_it = "it" in [tree.lows[m] for m in tree.children(verb, "nsubj")] and tree.deps[noun] == "attr"
    if of_it and noun < n and attitude_of((f"{tree.lemmas[verb]}_a_{tree.lemmas[noun]}",)) is not None:
        tree.move(n, "ccomp", verb)
        for m in tree.children(n):
            if m == noun + 1 and tree.lows[m] == "that":
                tree.tags[m], tree.deps[m] = "IN", "mark"


def _within_it(tree: Parsed, n: int) -> None:
    """Attach `in it` to the apple in `the bag with the apple in it`."""
    host = tree.heads[n]
    held = tree.child(tree.child(host, "prep"), "pobj")
    back = tree.child(n, "pobj")
    beside = tree.lows[tree.heads[held]] == "with" and host < held < n
    if beside and tree.tags[host][:2] == "NN" and back == n + 1 and tree.lows[back] in {"it", "them"}:
        tree.move(n, "prep", held)


def _placed_too(tree: Parsed, n: int) -> None:
    """Conjoin the dog to the verb in `the cat is in the box and the dog in the crate`."""
    noun, verb = n - 1, tree.heads[n]
    other = tree.heads[noun]
    place = tree.heads[other]
    above = tree.heads[place]
    verb = above if verb == noun and tree.lemmas[above] == "be" else verb
    twice = tree.deps[noun] == "conj" and tree.deps[other] == "pobj" and tree.heads[place] == verb
    led = min([noun, *tree.children(noun, *_MODIFYING)]) < noun and tree.tags[verb][:2] == "VB"
    kept = tree.lows[place] == tree.lows[n] or tree.lemmas[verb] == "be"
    named = tree.child(n, "pobj")
    if n and twice and led and kept and named > n and tree.lemmas[named] not in closed.TIMES | closed.DATES:
        tree.hang(verb, noun, *tree.children(other, "cc"))
        tree.move(n, "prep", noun)


def _standard(tree: Parsed, n: int) -> None:
    """Make the church the standard in `a tree taller than the church fell`, `a stone as big as it fell`."""
    mark, verb = n, tree.heads[n]
    degree = tree.heads[mark]
    if tree.deps[mark] == "mark" and tree.deps[verb] == "advcl":
        degree, noun = tree.heads[verb], tree.child(tree.heads[verb], "compound", "nsubj")
        if tree.heads[degree] == degree and tree.tags[degree] == "JJR" and 0 <= noun < degree < n:
            tree.lift(verb, degree, "amod")
            tree.move(noun, "nsubj", verb)
            tree.hang(noun, degree, *(m for m in tree.children(degree, *_MODIFYING) if m < degree))
            tree.move(mark, "prep", degree)
    verb = tree.heads[tree.heads[degree]]
    subjects = tree.children(verb, *_SUBJECTS, after=mark)
    own = tree.child(mark, "pobj") < 0 and tree.tags[degree] in {"JJ", "JJR"} and tree.deps[degree] == "amod"
    if own and tree.deps[mark] == "prep" and subjects and len(tree.children(verb, *_SUBJECTS)) > 1:
        tree.move(subjects[0], "pobj", mark)


def _fraction(tree: Parsed, n: int) -> None:
    """Make `big` the predicate in `is a tenth as big as the box`."""
    said = tree.child(n, "amod", after=n)
    if (
        tree.deps[n] == "attr"
        and tree.tags[n] == "JJ"
        and "as" in [tree.lows[m] for m in tree.children(said)]
    ):
        tree.move(said, "acomp", tree.heads[n])
        tree.move(n, "npadvmod", said)


def _of_several(tree: Parsed, n: int) -> None:
    """Make the last of a list its subject in `of the cow, the goat and the hen, the hen is small`."""
    first, chain = tree.child(n, "pobj"), [tree.child(tree.heads[n], *_SUBJECTS)]
    while (more := tree.child(chain[-1], "conj")) >= 0:
        chain.append(more)
    chain += [m for m in tree.children(chain[0], "conj") if m not in chain]
    last = chain[-1]
    opens = min([last, *tree.children(last, *_MODIFYING)])
    joined = any(tree.child(m, "cc") >= 0 for m in chain)
    if n == 0 and 0 < first < chain[0] < last and joined and tree.words[opens - 1] == ",":
        tree.move(last, "nsubj", tree.heads[n])
        tree.move(chain[0], "conj", first)


def _known_to_be(tree: Parsed, n: int) -> None:
    """Make the goose the subject of `was` in `I never knew the goose was big`."""
    verb = tree.heads[n]
    who = tree.child(verb, "dobj", after=verb)
    bare = verb < who == n - 1 and tree.tags[n] in FINITE and tree.child(n, *_SUBJECTS) < 0
    if bare and attitude_of((tree.lemmas[verb],)) is not None:
        tree.move(who, "nsubj", n)


def _borne(tree: Parsed, n: int) -> None:
    """Attach a participle to the verb, not to a path: `came up the path carrying a lantern`."""
    place = tree.heads[n]
    path = tree.heads[place]
    way = tree.deps[place] == "pobj" and tree.lows[path] in closed.PATHS
    bearing = tree.tags[n] == "VBG" and tree.lemmas[n] in closed.BEARING
    if way and bearing and tree.lemmas[place] not in GENDERED and tree.tags[tree.heads[path]][:2] == "VB":
        tree.move(n, "advcl", tree.heads[path])


WORDS: Mends = {
    _going_on: {"attr", "acomp"}, contracted: {"aux", "auxpass"}, **TAGS,
    _result: {"dobj", "pobj", "ccomp"}, _result_beside: closed.RESULTS | closed.OPENNESS | closed.COLOURS,
    _driven_home: {"home"}, _receiver: {"compound"}, _placed: {"oprd"}, _borne: {"acl"},
    _named_subject: {"npadvmod", "advmod", "aux", "dep"}, _second_subject: {"conj"},
    _left_lying: {"advcl", "xcomp"}, _to_work: {"work"}, _pity: {"relcl"},
    _given_up: {"amod", "compound", "dobj"}, _contrasted: {"neg", "conj"}, _next_door: {"door"},
    _timely: {"late", "early"}, _taken: {"advcl", "relcl"}, _object_of_particle: {"nsubj"},
    _emphatic: closed.REFLEXIVES, _plural: {"nsubj"}, _multiple: {*closed.MULTIPLES},
    _fronted_adjective: {"as", "though"}, _within_it: {"prep"}, _placed_too: {"prep"},
    _known_to_be: {"ccomp"}, _standard: {"than", "as"}, _fraction: {"attr"}, _of_several: {"of"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
