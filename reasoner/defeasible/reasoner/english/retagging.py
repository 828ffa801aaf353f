"""Repairs of tags: adjectives, adverbs and nouns that small models take for verbs, and past forms."""

from __future__ import annotations

from defeasible.reasoner.english.parsed import SUBJECTS, Mends, Parsed, base_form
from defeasible.reasoner.english.verbs import PAST_FORMS, bases, is_base, is_participle

_DEPENDENTS = ("aux", "auxpass", "nsubj", "nsubjpass", "csubj", "expl")
"""Relations of helping verbs and subjects, of which a verb joined to another has none."""


def _a_bit(tree: Parsed, n: int) -> None:
    """Make `a bit` in `was a bit noisy` an adverb of degree."""
    degree = tree.tags[n + 1 : n + 2] in (["JJ"], ["VBN"], ["RB"]) and tree.deps[n + 1] != "amod"
    if n and tree.lows[n - 1] == "a" and degree:  # not `a little grey one`
        for m in (n - 1, n):
            tree.lows[m], tree.lemmas[m], tree.tags[m] = "slightly", "slightly", "RB"
            tree.move(m, "advmod", n + 1)


def _before_its_noun(tree: Parsed, n: int) -> None:
    """Make `all` and `furry` in `all furry, big people are lazy` modifiers of the people."""
    noun = next((m for m in range(n + 1, len(tree.tags)) if tree.tags[m] not in {"JJ", "CC"}), n)
    led = n > 1 and tree.lows[0] in {"all", "no", "every", "some"}
    listed = n - 1 == int(led) and tree.tags[n + 1 : n + 2] == ["JJ"] and tree.tags[noun] == "NNS"
    like = tree.tags[n - 1] == "JJ" or (led and tree.tags[n - 1] in {"NN", "RB"})
    if listed and like and tree.deps[noun] in SUBJECTS and tree.deps[n - 1] != "amod":
        tree.tags[0] = "DT" if led else tree.tags[0]
        tree.tags[n - 1] = "JJ"
        tree.move(n - 1, "amod", noun)
        if led:
            tree.move(0, "det", noun)


def _only_they(tree: Parsed, n: int) -> None:
    """Make `bark` in `Only dogs bark` the verb."""
    noun, verb = n + 1, n + 2
    few = verb < len(tree.tags) and tree.tags[noun] == "NNS" and tree.deps[noun] == "compound"
    if few and n == 0 and tree.heads[noun] == verb and is_base(tree.lows[verb]):
        tree.tags[verb], tree.lemmas[verb], tree.deps[noun] = "VBP", tree.lows[verb], "nsubj"
        tree.move(n, "advmod", noun)


def _gone_skiing(tree: Parsed, n: int) -> None:
    """Make `skiing` in `went skiing in March` the object of the verb, but not `looking` in `went looking`."""
    verb, more = tree.heads[n], tree.children(n)
    if tree.lemmas[verb] != "go" or verb + 1 != n or not tree.lows[n].endswith("ing"):
        return
    if all(tree.deps[m] in {"prep", "npadvmod"} and tree.lows[m] not in {"for", "after"} for m in more):
        tree.hang(verb, *more)
        tree.tags[n], tree.deps[n] = "NN", "dobj"


def _no_verb(tree: Parsed, n: int) -> None:
    """Make `untrained` in `is untrained` an adjective: there is no verb `untrain`."""
    head, low = tree.heads[n], tree.lows[tree.heads[n]]
    known = bases(low) or is_base(low[:-3]) or is_base(low[:-3] + "e")  # `unlocked`, `undoing`
    if tree.lemmas[n] != "be" or tree.tags[head][:2] != "VB" or low[:2] != "un" or n > head or known:
        return
    rest = [m for m in tree.children(head) if m != n and tree.deps[m] not in {"advmod", "npadvmod", "prep"}]
    tree.lift(n, head, "acomp")
    tree.hang(n, *rest)
    for m in tree.children(n, "nsubjpass"):
        tree.deps[m] = "nsubj"
    tree.tags[head], tree.lemmas[head] = "JJ", low
    tree.tags[n] = {"is": "VBZ", "'s": "VBZ", "are": "VBP", "am": "VBP"}.get(tree.lows[n], tree.tags[n])


def _just(tree: Parsed, n: int) -> None:
    """Make `just` in `the ruling was just` an adjective."""
    verb = tree.heads[n]
    last = all(tree.deps[m] == "punct" for m in range(n + 1, len(tree.tags)))
    if tree.deps[n] == "advmod" and tree.lemmas[verb] == "be" and last and verb < n:
        tree.tags[n], tree.deps[n] = "JJ", "acomp"


def _passive(tree: Parsed, n: int) -> None:
    """Make the adjective behind an auxiliary of the passive a participle: `the mill is closed`."""
    head = tree.heads[n]
    if tree.tags[head] == "JJ" and is_participle(tree.lows[head]):
        tree.tags[head] = "VBN"


def _same_past(tree: Parsed, n: int) -> None:
    """Make `put` a past form in `Ann put it on`, and like the verb before it in `took it and put it on`."""
    bare = tree.tags[n] in {"VB", "VBP"} and tree.lows[n] in PAST_FORMS
    named = n > 0 and tree.tags[n - 1] == "NNP" and tree.heads[n - 1] == n
    if bare and (named or tree.tags[tree.heads[n]] == "VBD") and tree.child(n, *_DEPENDENTS) < 0:
        tree.tags[n] = "VBD"


def _compound(tree: Parsed, n: int) -> None:
    """Make `hall` in `left the hall light on` a part of the noun behind it, not a receiver."""
    noun, verb = n - 1, tree.heads[n]
    lit = tree.tags[n] == "NN" and tree.lows[n + 1 : n + 2] in (["on"], ["off"], ["open"], ["shut"])
    bare = lit and noun > verb and tree.heads[noun] == verb and not tree.children(n, "det", "poss")
    if bare and tree.deps[noun] in {"dobj", "dative"} and tree.tags[noun] == "NN":
        tree.hang(n, *tree.children(noun))
        tree.move(noun, "compound", n)
        tree.deps[n] = "dobj"


def _particle(tree: Parsed, n: int) -> None:
    """Attach `off` to the verb, not to the light: `switched the kitchen light off`."""
    noun = tree.heads[n]
    if tree.tags[noun][:2] == "NN" and tree.deps[noun] in {"dobj", "oprd"} and noun < n:
        tree.move(n, "prt", tree.heads[noun])


def _going_on_with(tree: Parsed, n: int) -> None:
    """Make `snoring` in `went on snoring`, `carried on digging` the complement of the verb."""
    on, verb = tree.heads[n], tree.heads[tree.heads[n]]
    goes = tree.lows[on] == "on" and tree.lemmas[verb] in {"go", "carry", "keep", "press"}
    if goes and tree.lows[n].endswith("ing") and on + 1 == n:
        tree.tags[n], tree.lemmas[n], tree.deps[on] = "VBG", base_form(tree.lows[n]), "prt"
        tree.move(n, "xcomp", verb)


def _second_way(tree: Parsed, n: int) -> None:
    """Attach `into` to the verb in `changed out of his uniform and into a tracksuit`."""
    first = tree.heads[n]
    if (
        tree.tags[n] == tree.tags[first] == "IN"
        and tree.lows[n] in {"into", "onto"}
        and tree.tags[tree.heads[first]][:2] == "VB"
    ):
        tree.move(n, "prep", tree.heads[first])


TAGS: Mends = {
    _only_they: {"only"},
    _before_its_noun: {",", "and"},
    _passive: {"auxpass"}, _no_verb: {"aux", "auxpass"}, _just: {"just", "even"},
    _same_past: {"conj", "ROOT"}, _compound: {"dobj", "oprd"}, _particle: {"prt"},
    _going_on_with: {"pcomp", "pobj"}, _second_way: {"conj"},
    _a_bit: {"bit", "little", "touch", "tad", "trifle"}, _gone_skiing: {"dobj", "xcomp", "advcl", "acomp"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
