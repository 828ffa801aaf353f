"""Repairs of clauses: wrong heads that small models give verbs and connectives."""

from __future__ import annotations

from itertools import pairwise

from defeasible.reasoner.english.closed import DATES, DIMENSIONS, FRONTING, TIMES
from defeasible.reasoner.english.connectives import joins_sentences, opens_condition
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.english.parsed import FINITE, MODIFIERS, NOMINAL, SUBJECTS, Mends, Parsed, base_form
from defeasible.reasoner.english.people import GIVEN_NAMES, PERSONS
from defeasible.reasoner.english.questions import asked_of, whether
from defeasible.reasoner.english.relatives import RELATIVES
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base, may_be_past

_HANGING = frozenset({"acl", "dobj", "appos"})
"""Relations that a finite verb never has, unless it has a subject of its own."""
_TELLING = frozenset({"report", "belief", "factive"})
_MORE = frozenset({"more", "fewer", "less"})
_COPULAS = frozenset({"be", "look", "seem", "become", "get", "grow", "stay", "remain"})
_ROLES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr"})


def _got_to(tree: Parsed, n: int) -> None:
    """Make the brother the subject of `paint` in `got her brother to paint it`."""
    verb, to = tree.heads[n], tree.child(n, "aux")
    verb = tree.heads[verb] if tree.deps[n] == "relcl" and tree.deps[verb] == "dobj" else verb
    done = tree.lemmas[verb] == "get" and 0 <= to < n and tree.lows[to] == "to"
    who = tree.child(verb, "dobj", after=verb)
    if done and verb < who < to and tree.child(n, *SUBJECTS) < 0:
        tree.move(n, "ccomp", verb)
        tree.move(who, "nsubj", n)


def _verbal_noun(tree: Parsed, n: int) -> None:
    """Make `gift-wrap` in `to gift-wrap a sofa`, `lying` in `avoided lying`, `kept from lying` a verb."""
    tag, doing = tree.tags[n], tree.lows[n].endswith("ing")
    if tree.deps[n] == "aux" and tree.words[n] == "to" and tree.words[n + 1] != '"':
        tree.tags[tree.heads[n]] = "VB"
    elif tag == "NN" and doing and tree.deps[n] == "xcomp" and tree.child(n, "dobj") >= 0:
        tree.tags[n] = "VBG"  # `kept hiding boulders`
    elif tag == "VBG" and tree.deps[n] == "pobj" and tree.child(n, *MODIFIERS) < 0:
        verb = tree.heads[tree.heads[n]]  # `prevented the plane from landing`
        if attitude_of((f"{tree.lemmas[verb]}_{tree.lows[tree.heads[n]]}",)) is not None:
            tree.deps[n] = "pcomp"
    elif tag[:2] in {"NN", "VB"} and doing and tree.deps[n] == "dobj":
        taken = attitude_of((tree.lemmas[tree.heads[n]],))
        if taken and taken.kind in {"implicative", "change"} and tree.child(n, *MODIFIERS) < 0:
            tree.tags[n], tree.deps[n], tree.lemmas[n] = "VBG", "xcomp", base_form(tree.lows[n])


def _rooted(tree: Parsed, n: int) -> None:
    """Make the past verb in `a storm swept through the garden` the root of its sentence."""
    who = tree.child(n, "nsubj")
    several = 0 <= who < n and tree.tags[who] == "NNS"
    lay = (tree.lows[n], tree.tags[n]) == ("lay", "VBD") and tree.child(n, "dobj") >= 0  # `hens lay eggs`
    if several and (lay or (tree.tags[n] == "VB" and tree.child(n, "aux") < 0)):
        tree.tags[n] = "VBP"  # `people who stay miss the walk`
    said = [m for m in tree.children(tree.child(n, "pobj"), "relcl") if tree.child(m, *SUBJECTS) >= 0]
    if tree.tags[n] == "IN" and said:
        tree.lift(said[0], n, "prep")  # `Without the map we would have got lost`
    free = [m for m, t in enumerate(tree.tags) if t in FINITE and tree.deps[m] in _HANGING]
    free = [m for m in free if tree.child(m, *SUBJECTS) < 0]
    if tree.tags[n][:2] == "NN" and free and free[-1] > n:
        tree.lift(free[-1], n, "nsubj")


def _at_most(tree: Parsed, n: int) -> None:
    """Make `at` in `at most three children won a prize` part of the number."""
    if n == 0 and tree.lows[0] == "at" and tree.lows[1] in {"most", "least"} and tree.heads[1] != 0:
        noun, verb = tree.child(0, "pobj"), tree.heads[0]
        if noun >= 0 and tree.child(verb, *SUBJECTS) < 0:
            tree.move(noun, "nsubj", verb)
        tree.tags[0] = "RB"
        tree.move(0, "advmod", 1)


def _no_fewer(tree: Parsed, n: int) -> None:
    """Make `no` in `no fewer than eight ships sank` part of the number."""
    number = n + 3
    if tree.tags[number : number + 1] == ["CD"] and tree.lows[n + 1] in _MORE and tree.lows[n + 2] == "than":
        tree.tags[n] = "RB"
        tree.move(n, "quantmod", number)


def _whoever(tree: Parsed, n: int) -> None:
    """Make the last verb of `whoever is rich pays` that of the main clause, the ring what is found."""
    last = next((m for m in range(n + 2, len(tree.tags)) if tree.tags[m] in FINITE), -1)
    verb = tree.heads[n] if tree.deps[n] == "csubj" else last
    found = tree.child(verb, "nsubj", after=n)
    if tree.lows[0] == "whoever" and tree.deps[n] == "ROOT" and verb > n and tree.heads[verb] == n:
        for m in tree.children(verb, "amod", "advmod"):
            tree.move(m, "acomp" if tree.deps[m] == "amod" else "advmod", n)
        tree.lift(verb, n, "csubj")
    if tree.lows[0] == "whoever" and tree.deps[n] == "csubj" and n < found < verb:
        tree.move(found, "dobj", n)  # `whoever finds the ring gets a prize`


def _on_that_day(tree: Parsed, n: int) -> None:
    """Separate the time from the subject in `On Fridays Max works`, `by the end of the week dogs howled`."""
    name = tree.child(n, "pobj")
    day, verb = tree.child(name, "compound"), n
    while tree.tags[verb][:2] != "VB" and tree.heads[verb] != verb:
        verb = tree.heads[verb]
    near = 0 < day == name - 1 < verb and tree.tags[name][:2] == "NN" and tree.tags[verb][:2] == "VB"
    helpers = {tree.deps[m] for m in range(name + 1, verb)} if near else {""}
    days = DATES | TIMES
    dated = near and tree.lows[day].removesuffix("s") in days and tree.lows[name] not in days
    if dated and helpers <= {"aux", "auxpass", "neg", "advmod"} and tree.child(verb, *SUBJECTS) < 0:
        tree.hang(day, *(m for m in tree.children(name, *MODIFIERS) if m < day))
        tree.move(day, "pobj", n)
        tree.move(name, "nsubj", verb)


def _verbal_connective(tree: Parsed, n: int) -> None:
    """Make `seeing` in `Seeing as it was shut, Ann left` part of the connective."""
    inner = next((c for c in tree.children(n) if tree.tags[c] in FINITE | {"VBN", "VBG"}), -1)
    if tree.tags[n] in {"VBG", "VBN"} and inner >= 0 and opens_condition(tree.words[n:]):
        tree.move(inner, "advcl", tree.heads[n])
        tree.move(n, "mark", inner)


def _second_clause(tree: Parsed, n: int) -> None:
    """Attach the second clause of `You pay, otherwise you are fined` to the first, not the first to it."""
    right = tree.heads[n]
    told = attitude_of((tree.lemmas[right],))
    # `he has left, she says` is no second clause
    tells = told is not None and told.kind in _TELLING
    commas = [m for m, word in enumerate(tree.words) if word in {",", ";"} and m > n]
    joined = (m for m in commas if not tells or joins_sentences(tree.words[m + 1 : m + 4]))
    if tree.heads[right] == right > n and next(joined, 0):
        tree.move(n, "ROOT", n)
        tree.move(right, "conj", n)


def _listed(tree: Parsed, n: int) -> None:
    """Conjoin items attached to a comma or verb: `Ben, Carla and Dora left`, `in Ayr, in Hull or in Rome`."""
    dep, host = tree.deps[n], tree.heads[n]
    last = min(tree.child(n, "cc"), tree.child(n, "conj")) >= 0
    comma = tree.words[n - 1] == ","
    if dep == "appos" and last and tree.tags[n] == tree.tags[host]:
        tree.deps[n] = "conj"  # `on Monday, Tuesday or Friday`
    elif dep == "prep" and last and comma:
        beside = [m for m in tree.children(host, "prep", after=host) if m < n]
        for one, other in pairwise([n, *reversed(beside)]):
            if tree.words[one - 1] == ",":
                tree.move(one, "conj", other)
    elif dep == "prep" and tree.deps[n - 1] == "cc" and tree.deps[tree.heads[n - 1]] == "pobj":
        first = tree.heads[tree.heads[n - 1]]  # `on Monday or on Tuesday`
        if tree.heads[first] == host:
            tree.move(n, "conj", first)
            tree.hang(first, n - 1)
    elif dep == "compound" and host == n + 1 and tree.tags[host] in FINITE:
        first = tree.child(host, *SUBJECTS)  # `neither the bus nor the train runs`
        if 0 <= first < n and tree.child(first, "cc") in range(n):
            tree.move(n, "conj", first)
    elif dep == "dep" and tree.words[host] == "," and tree.tags[n][:2] == "NN" and host < n:
        tree.move(n, "conj", tree.heads[host])
    elif dep in SUBJECTS and (first := tree.child(host, dep)) in range(n):
        both = tree.child(first, "cc", after=first) in range(n)  # `the spade and the rake are long`
        opens = min([n, *tree.children(n, *MODIFIERS)])
        listed = tree.words[opens - 1] == ","  # `the jar, the cup and the pot`
        if both or (listed and tree.deps[n + 1 : n + 2] == ["cc"]):
            tree.move(n, "conj", first)


def _as_many(tree: Parsed, n: int) -> None:
    """Make `long` in `is as long as ten peas` the predicate, not a modifier of the peas."""
    said, number = n - 1, tree.heads[n]
    noun = tree.heads[number] if tree.tags[number] == "CD" else number
    if tree.tags[said] == "JJ" and tree.lows[n - 2 : n] == ["as", tree.lows[said]] and noun > n:
        tree.move(said, "acomp", tree.heads[noun])
        tree.hang(said, n - 2)
        tree.move(n, "prep", said)
        tree.move(noun, "pobj", n)


def _second_verb(tree: Parsed, n: int) -> None:
    """Make `stole` in `Joy lied and stole`, `dances` in `sings well and dances` a verb."""
    host = tree.heads[n]
    verb = tree.heads[host] if tree.tags[host] == "RB" else host
    past = tree.tags[verb] == "VBD" and tree.tags[n] in {"JJ", "NN"} and may_be_past(tree.lows[n])
    base = tree.lows[n].removesuffix("s")
    now = tree.tags[verb] == "VBZ" and tree.tags[n] == "NNS" and (verb != host or tree.child(n) < 0)
    if (past and n not in tree.heads) or (now and is_base(base) and tree.words[n - 1] == "and"):
        tree.lemmas[n], tree.tags[n] = base_form(tree.lows[n]) if past else base, tree.tags[verb]
        tree.hang(verb, n, *tree.children(host, "cc"))


def _infinitive(tree: Parsed, n: int) -> None:
    """Make `to land` in `forced the pilot to land` an infinitive."""
    to = tree.heads[n]
    verb = tree.heads[to]
    taken = tree.lows[to] == "to" and n == to + 1 and tree.tags[n] == "NN" and tree.deps[to] == "prep"
    if taken and is_base(tree.lows[n]) and attitude_of((f"{tree.lemmas[verb]}_to",)) is not None:
        tree.tags[to], tree.tags[n] = "TO", "VB"
        tree.hang(n, *tree.children(verb, "prep", after=n))
        tree.move(to, "aux", n)
        tree.move(n, "xcomp", verb)


def _name(tree: Parsed, n: int) -> None:
    """Make an initial word a singular name, or a known name: `Dafydd left`, `Grace waits`."""
    low, tag = tree.lows[n], tree.tags[n]
    one = tree.deps[n] == "nsubj" and tree.tags[tree.heads[n]] == "VBZ"  # `Whiskers is a cat`
    fits = tag == "NNS" and (one or not (low.endswith("s") or low in PLURALS))
    known = low in GIVEN_NAMES and tree.deps[n] in SUBJECTS and tag in {"NN", "NNS"}
    if n == 0 and tree.words[n][:1].isupper() and (fits or known):
        tree.tags[n], tree.lemmas[n] = "NNP", low


def _fronted(tree: Parsed, n: int) -> None:
    """Give an initial preposition its noun: `Inside an egg was a coin`, `Deep in a wood stood a hut`."""
    if n == 0 and tree.deps[0] == "nsubj" and tree.lows[0] in FRONTING and tree.child(0, "prep") == 1:
        tree.tags[0], tree.deps[0] = "RB", "advmod"
    if n or tree.tags[0] != "IN" or tree.deps[0] != "prep" or tree.child(0, "pobj") >= 0:
        return
    nouns = [m for m, dep in enumerate(tree.deps) if dep in SUBJECTS]
    one = len(nouns) == 1 and tree.heads[nouns[0]] == tree.heads[0] >= nouns[0]
    if one and not any(tree.tags[m] in FINITE or tree.words[m] == "," for m in range(1, nouns[0])):
        tree.move(nouns[0], "pobj", 0)


def _likeness(tree: Parsed, n: int) -> None:
    """Attach `the size of a bus` to the noun before it: `a beetle the size of a bus`."""
    noun, root = n - 2, tree.heads[n] == n
    if tree.lows[n] not in DIMENSIONS or noun < 0 or root or tree.tags[noun][:2] != "NN":
        return
    there = tree.child(tree.root, "attr", "nsubj")
    if tree.deps[noun] == "pobj" and tree.child(tree.root, "expl") >= 0 and there >= 0:
        above = tree.heads[tree.heads[noun]]  # `there is a spider in the sink the size of a saucer`
        noun = above if tree.tags[above][:2] == "NN" else there
    if tree.lows[n - 1] in {"the", "twice", "half"} and tree.lows[n + 1 : n + 2] == ["of"]:
        beside = tree.heads[noun] == tree.heads[n] and tree.deps[noun] not in _ROLES
        if beside or tree.heads[noun] == n:
            tree.move(noun, tree.deps[n], tree.heads[n])
        tree.move(n, "npadvmod", noun)


def _shut(tree: Parsed, n: int) -> None:
    """Make `shut` in `pulled it shut`, `the gate swung shut` a result."""
    noun = tree.child(n - 1, "compound", "nsubj", "amod")
    if n and tree.heads[n - 1] == n and tree.deps[n] == "ccomp":
        tree.tags[n] = "VBN"
    elif n and tree.heads[n - 1] == n and noun >= 0 and tree.lows[n - 1] in PAST_FORMS:
        tree.move(noun, "nsubj", n)
        tree.move(n - 1, "advmod", n)


def _remaining(tree: Parsed, n: int) -> None:
    """Attach `left` in `had two rolls left` to the rolls."""
    noun, verb = tree.child(n, *SUBJECTS), tree.heads[n]
    if tree.deps[n] == "ccomp" and verb < noun < n and tree.lemmas[verb] == "have":
        tree.move(noun, "dobj", verb)
        tree.move(n, "acl", noun)
    if tree.deps[n] == "acl" and tree.heads[n] == n - 1:
        tree.tags[n] = "VBN"


def _floating(tree: Parsed, n: int) -> None:
    """Attach the floating `all` to the nurses in `the nurses on this ward all sing`; likewise `both`."""
    if tree.words[n] not in {"all", "each", "both"} or tree.deps[n] in {"det", "predet", "preconj"}:
        return
    verb = next((m for m in range(n + 1, len(tree.tags)) if tree.tags[m] in FINITE), -1)
    host = tree.heads[verb] if tree.deps[verb] in {"aux", "auxpass"} else verb
    noun = tree.child(host, *SUBJECTS) if verb >= 0 else -1
    near = 0 <= verb <= n + 2 and 0 <= noun < n and n not in tree.heads
    others = tree.children(noun, "conj")
    others += [m for one in others for m in tree.children(one, "conj")]
    if near and (others or tree.tags[noun] == "NNS") and tree.heads[n] in {noun, *others, host, verb}:
        tree.move(n, "predet", noun)


def _subject_among_modifiers(tree: Parsed, modifier: int) -> None:
    """Make the noun between a verb and the determiners or adjectives attached to it the verb's subject."""
    verb = tree.heads[modifier]
    if tree.tags[verb] != "VB" and tree.tags[verb] not in FINITE:
        return
    left = [n for n in tree.children(verb, *MODIFIERS) if n < verb]
    nouns = [n for n in left if tree.tags[n] in NOMINAL]
    if nouns and tree.child(verb, *SUBJECTS) < 0:
        tree.deps[nouns[-1]] = "nsubj"
        tree.hang(nouns[-1], *left[: left.index(nouns[-1])])


def _apposed_name(tree: Parsed, n: int) -> None:
    """Make Bob an apposition to the cousin: `my cousin Bob sang`."""
    noun = n - 1
    near = n and tree.tags[n] == "NNP" and tree.lows[noun] in PERSONS
    if near and tree.deps[n] == "npadvmod" and tree.heads[noun] == tree.heads[n] > n:
        tree.move(n, "appos", noun)


def _numbered(tree: Parsed, n: int) -> None:
    """Make a name of `the 14`."""
    if tree.deps[n] in SUBJECTS and tree.words[n].isdigit() and tree.child(n, "det") >= 0:
        tree.tags[n] = "NNP"


def _condition(tree: Parsed, n: int) -> None:
    """Make the second clause of `We cannot skate if it thaws` a condition, not an indirect question."""
    verb, mark = tree.heads[n], tree.child(n, "mark")
    asks = attitude_of((f"{tree.lemmas[verb]}_whether", tree.lemmas[verb]))
    if mark > verb and tree.lows[mark] == "if" and asks is None and tree.lemmas[verb] not in {"be", "find"}:
        tree.deps[n] = "advcl"


def _alone(tree: Parsed, n: int) -> None:
    """Attach `alone` to the name in `Tom alone saw it`."""
    if n and tree.deps[n] == "advmod" and tree.heads[n] > n and tree.tags[n - 1] == "NNP":
        tree.hang(n - 1, n)


def _of_them(tree: Parsed, n: int) -> None:
    """Make `sing` in `none of the girls sing`, which the parser took for the noun, the verb."""
    of, noun = tree.heads[n], n - 1
    counted = tree.heads[of]
    named = tree.heads[noun] == n and tree.tags[noun] == "NNS"
    if named and tree.tags[n] in FINITE and tree.lows[of] == "of" and tree.deps[counted] == "ROOT":
        tree.hang(noun, *(m for m in tree.children(n) if m < noun))
        tree.move(noun, "pobj", of)
        tree.lift(n, counted, "nsubj")


def _without_verb(tree: Parsed, n: int) -> None:
    """Make the last word of `Max and Ida sing`, which has no verb, its verb."""
    verb = n + 2
    alone = verb == len(tree.words) - 2 and not any(t[:2] in {"VB", "MD"} for t in tree.tags)
    if tree.words[n] == "and" and alone and tree.tags[n + 1] == "NNP" and is_base(tree.lows[verb]):
        tree.tags[verb] = "VBP"
        tree.hang(verb, *tree.children(tree.deps.index("ROOT"), "punct"))
        tree.move(verb, "ROOT", verb)
        tree.move(n - 1, "nsubj", verb)
        tree.move(n, "cc", n - 1)
        tree.move(n + 1, "conj", n - 1)


def _had_done(tree: Parsed, n: int) -> None:
    """Make `had` in `had it mended` a verb."""
    verb = tree.heads[n]
    first = tree.child(verb, "nsubj")
    if tree.lemmas[n] == "have" and verb == n + 2 and tree.tags[n + 1] == "PRP" and 0 <= first < n:
        tree.lift(n, verb, "ccomp")
        tree.move(first, "nsubj", n)


def _second_degree(tree: Parsed, n: int) -> None:
    """Conjoin the adjectives of `is taller than Ann but shorter than Bob`, `is no longer and no shorter`."""
    first = next((m for m in range(n) if tree.tags[m] in {"JJR", "RBR"} and tree.deps[m] == "acomp"), -1)
    than, cc = tree.lows[n + 1 : n + 2] == ["than"], n - 1
    if tree.tags[n] == "JJR" and tree.lows[tree.heads[tree.heads[n]]] == "than":
        than, cc = True, cc - (tree.deps[cc] != "cc")  # `and no smaller`
    if first >= 0 and than and tree.deps[cc] == "cc" and tree.heads[n] != first:
        tree.move(n, "conj", first)
        tree.hang(first, cc)


def _gapped(tree: Parsed, n: int) -> None:
    """Make the spoon the subject of `huge` in `the bowl was tiny, the spoon huge`, `the other huge`."""
    if tree.deps[n] in {"nummod", "amod"} and tree.lows[n] not in {"one", "other"}:
        return
    said, verb = tree.heads[n], tree.heads[tree.heads[n]]
    verb = tree.heads[verb] if tree.tags[verb][:2] != "VB" else verb
    first = tree.child(verb, "acomp", "oprd", "attr")
    bare = tree.tags[said][:2] == "JJ" or (tree.deps[said] == "conj" and tree.child(said, "det", after=n) < 0)
    apart = {*tree.lows[first:n]} & {",", ";", "and", "but", "while"} if first >= 0 else set()
    led = any(tree.tags[m] in {"DT", "PRP$", "NNP"} for m in (n, *tree.children(n), *tree.children(said)))
    last = tree.words[said + 1 : said + 2] in ([], ["."], [","], [";"], ["and"], ["!"])
    if first < n < said and bare and apart and led and last and tree.lemmas[verb] in _COPULAS:
        tree.hang(n, *(m for m in tree.children(said, *MODIFIERS) if m < n))
        tree.tags[said] = tree.tags[said] if tree.tags[said] == "JJR" else "JJ"
        tree.move(n, "nsubj", said)
        tree.move(said, "conj", verb)
        tree.hang(verb, *tree.children(first, "cc"))


_FIRST = frozenset(SUBJECTS) | {"compound", "ROOT", "npadvmod", "amod", "nmod", "dep", "poss", "dobj"}
CLAUSES: Mends = {
    _at_most: {"prep"}, _no_fewer: {"no"}, _rooted: {"ROOT"}, **RELATIVES, _apposed_name: {"npadvmod"},
    _numbered: {*SUBJECTS}, whether: {"ROOT"}, _whoever: {"ROOT", "csubj"},
    _floating: {"all", "each", "both"}, _verbal_connective: {"advcl", "prep"},
    _second_clause: {"ccomp"}, asked_of: {"ROOT"}, _condition: {"ccomp"}, _likeness: DIMENSIONS,
    _fronted: {"nsubj", "prep"}, _on_that_day: {"prep"}, _name: _FIRST,
    _listed: {"appos", "prep", "dep", "compound", *SUBJECTS},
    _of_them: {"pobj"}, _second_degree: {"conj"}, _second_verb: {"conj"}, _infinitive: {"pobj"},
    _verbal_noun: {"aux", "xcomp", "dobj", "pobj"},
    _subject_among_modifiers: {*MODIFIERS}, _shut: {"shut"}, _remaining: {"left"},
    _had_done: {"aux"}, _without_verb: {"cc"}, _alone: {"alone"}, _got_to: {"advcl", "xcomp", "relcl"},
    _as_many: {"quantmod"}, _gapped: {"compound", "nsubj", "npadvmod", "one", "other"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
