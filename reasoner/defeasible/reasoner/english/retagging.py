"""Repairs of tags: adjectives, adverbs and nouns that small models take for verbs, and past forms."""

from __future__ import annotations

from defeasible.reasoner.english.closed import TIMES, WHEN
from defeasible.reasoner.english.parsed import HELPERS, NONE, SUBJECTS, Mends, Word
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import PAST_FORMS, bases, is_base, is_participle, may_be_past

_BECOMING = frozenset({"fall", "go", "turn", "grow"})
_PREDICATIVE = frozenset(
    {"asleep", "ill", "silent", "quiet", "blind", "deaf", "sick", "bankrupt", "mad", "lame"}
)
_WHEN_ARRIVED = frozenset({"late", "early", "first", "last", "next", "second"})


def _a_bit(word: Word) -> None:
    """Make `a bit` in `was a bit noisy` an adverb of degree, `little` in `little did he know` one of time."""
    said = word.after
    if word.n == 0 and said.lemma == "do" and said.head.is_verb:
        word.retag("RB")
        word.move("advmod", said.head)
    if word.before.low == "a" and said.tag in {"JJ", "VBN", "RB"} and said.dep != "amod":
        for part in (word.before, word):  # not `a little grey one`
            part.low = part.lemma = "slightly"
            part.tag = "RB"
            part.move("advmod", said)


def _before_its_noun(word: Word) -> None:
    """Make `all` and `furry` in `all furry, big people are lazy` modifiers of the people."""
    first, said = word.words[0], word.before
    noun = next((one for one in word.words[word.n + 1 :] if one.tag not in {"JJ", "CC"}), word)
    led = said is not first and first.low in {"all", "no", "every", "some"}
    listed = said.before is (first if led else NONE) and word.after.tag == "JJ" and noun.tag == "NNS"
    like = said.tag == "JJ" or (led and said.tag in {"NN", "RB"})
    if listed and like and noun.dep in SUBJECTS and said.dep != "amod":
        said.tag = "JJ"
        said.move("amod", noun)
        if led:
            first.tag = "DT"
            first.move("det", noun)


def _without_verb(word: Word) -> None:
    """Make a verb of the word behind the names in `Max and Ida sing`, `like tea`, which have none."""
    first, second, verb = word.before, word.after, word.after.after
    alone = verb.after is word.words[-1] or verb.low == "like"
    alone = alone and not any(one.is_verb or one.tag == "MD" for one in word.words)
    if word.text == "and" and alone and second.tag[:3] == "NNP" and is_base(verb.low):
        for what in verb.children("pobj"):
            what.dep = "dobj"
        verb.adopt(*word.root.children("punct"))
        verb.retag("VBP")
        verb.move("ROOT", verb)
        first.move("nsubj", verb)
        word.move("cc", first)
        second.move("conj", first)


def _gone_skiing(word: Word) -> None:
    """Make `skiing` in `went skiing in March` the object of the verb, but not `looking` in `went looking`."""
    verb, more = word.head, word.children()
    gone = verb.lemma == "go" and verb is word.before and word.low.endswith("ing")
    if gone and all(one.dep in {"prep", "npadvmod"} and one.low not in {"for", "after"} for one in more):
        verb.adopt(*more)
        word.retag("NN", "dobj")


_LIKE_VERBS = frozenset({"soaking", "freezing", "starving"})


def _no_verb(word: Word) -> None:
    """Make an adjective of `untrained` in `is untrained`, of no verb, and of `soaking` in `was soaking`."""
    said, low = word.head, word.head.low
    known = bases(low) or is_base(low[:-3]) or is_base(low[:-3] + "e")  # `unlocked`, `undoing`
    alike = low in _LIKE_VERBS and not said.child("dobj", "prep", "agent", "prt")
    if word.lemma == "be" and said.is_verb and word < said and (alike or (low[:2] == "un" and not known)):
        rest = [one for one in said.children() if one.dep not in {"advmod", "npadvmod", "prep"}]
        word.lift(said, "acomp")
        word.adopt(*rest)
        for who in word.children("nsubjpass"):
            who.dep = "nsubj"
        said.tag, said.lemma = "JJ", low
        word.tag = {"is": "VBZ", "'s": "VBZ", "are": "VBP", "am": "VBP"}.get(word.low, word.tag)


def _quality(word: Word) -> None:
    """Make `unmanly` in `is unmanly`, `well` in `is well` an adjective: nothing else says what it is like."""
    be = word.head
    beside = {*SUBJECTS, "punct", "neg", "aux", "npadvmod", "advcl"}
    alone = all(one.dep in beside or one is word or _dates(one) for one in be.children())
    quality = word.low.endswith("ly") or word.low in {"well", "still"}
    if word.tag == "RB" and quality and be.lemma == "be" and be < word and alone:
        word.retag("JJ", "acomp")


def _so_arrived(word: Word) -> None:
    """Make `cold` in `the pizza arrived cold` a predicate adjective."""
    verb = word.head
    plain = word.tag == "JJ" and verb is word.before and not word.children()
    if plain and verb.lemma in {"arrive", "return"} and word.low not in _WHEN_ARRIVED:
        word.dep = "acomp"


def _dates(word: Word) -> bool:
    """Return whether a preposition opens a time: `on Monday`."""
    return word.dep == "prep" and word.child("pobj").lemma in WHEN


def _grown(word: Word) -> None:
    """Make `asleep` in `fell asleep on the train`, `ill` in `fell ill` a predicate adjective."""
    verb = word.head
    becomes = verb.lemma in _BECOMING and verb is word.before and not verb.child("acomp", "oprd")
    if becomes and word.low in _PREDICATIVE:
        word.retag("JJ", "acomp")


def _noun_after_article(word: Word) -> None:
    """Make a noun of the adjective in `the oven works`, `is a cathedral, complete with bells`."""
    noun, head = word.after, word.after.head
    if word.tag != "DT" or noun.tag != "JJ" or noun.dep != "amod":
        return
    if word.dep in SUBJECTS and head is word.head and noun.after is head:
        noun.retag("NN", word.dep)
        word.move("det", noun)
        for what in (one for one in word.children("det") if one.tag == "WP"):
            what.move("dobj", head)  # `what the acorn holds`
    elif word.dep == "det" and noun.after.text == "," and noun < head and head.dep == "acomp":
        noun.lift(head, "amod")
        noun.retag("NN", "attr")
        word.move("det", noun)


def _doer(word: Word) -> None:
    """Make nouns and verbs of `cleaner` and `unlocked` in `the cleaner unlocked it`."""
    who, verb = word.before, word
    doer = who.tag == "JJR" and is_base(who.low[:-2]) and who.before.tag == "DT"
    if doer and verb.tag[:2] in {"VB", "JJ"} and may_be_past(verb.low):
        who.retag("NN", "nsubj")
        verb.retag("VBD")
        who.before.move("det", who)
        if verb.after.tag == "PRP" and verb.after.head is verb:
            verb.after.dep = "dobj"


def _told(word: Word) -> None:
    """Make `spilled` in `a stranger spilled tea on it` the verb, and the tea what was spilled."""
    who, noun = word.before, word.head
    if word.tag == "VBD" and who.is_noun and who.head is noun and word < noun and not noun.subject:
        who.part("nsubj", word)
        word.lift(noun, "dobj")
        word.adopt(*noun.children("prep", "advmod", "npadvmod", after=noun))


def _passive(word: Word) -> None:
    """Make the adjective behind an auxiliary of the passive a participle: `the mill is closed`."""
    if word.head.tag == "JJ" and is_participle(word.head.low):
        word.head.tag = "VBN"


def _same_past(word: Word) -> None:
    """Make `put` a past form in `Ann put it on`, `she read`, and behind another: `took it and put it on`."""
    bare = word.tag in {"VB", "VBP"} and word.low in PAST_FORMS
    if bare and word.tag == "VBP" and _single(word.subject) and not word.child(*HELPERS):
        word.tag = "VBD"  # the present is `she reads`
    named = word.before.tag == "NNP" and word.before.head is word
    if bare and (named or word.head.tag == "VBD") and not (word.subject or word.child(*HELPERS)):
        word.tag = "VBD"


def _then_undone(word: Word) -> None:
    """Make `unlocked` in `was locked and then unlocked`, `is locked and bolted` a participle."""
    passive = word.head.tag == "VBN" and word.head.child("auxpass")
    later = word.tag in {"JJ", "VB", "VBP"} and word.child("advmod").low in {"then", "later", "soon"}
    later |= word.tag == "VBD" and word.head.child("auxpass").tag in {"VBZ", "VBP"}
    if passive and later and is_participle(word.low) and not (word.subject or word.child(*HELPERS, "dobj")):
        word.retag("VBN")


def _single(who: Word) -> bool:
    joined = who.child("conj", "cc")
    return (who.low in {"he", "she", "it"} or who.tag in {"NN", "NNP"}) and not joined


def _only_past(word: Word) -> None:
    """Make `swam` in `Ann swam before lunch`, `after she swam`, a past form: it is nothing else."""
    taken = word.tag == "JJ" and word.dep == "conj" and may_be_past(word.low) and word.subject
    if taken and word.child("advmod", "mark").low == "so":
        word.retag("VBD")  # `the tea was cold, so the guests left`
    if word.low not in PAST_FORMS or is_base(word.low):
        return
    name = word.before
    named = name.dep in {"compound", "nsubj"} and not word.child("det")
    alone = word.tag == "JJ" and word.dep == "conj" and word.subject and not is_participle(word.low)
    base = word.tag in {"VB", "VBP"} and word.dep != "conj" and _single(word.subject)
    if (alone or base) and not word.child(*HELPERS):  # `so his wife drove`
        word.tag = "VBD"
    elif word.dep == "ROOT" and word.tag[:2] == "NN" and named:
        word.retag("VBD")
        name.tag = "NNP"
        name.move("nsubj", word)


def _overslept(word: Word) -> None:
    """Make `overslept` in `Ann overslept` a verb, which the parser takes for an adverb."""
    prefixed = word.low in PAST_FORMS and word.low.startswith(("over", "under", "out", "mis"))
    if not prefixed or word.tag != "RB":
        return
    who = word.before
    if word.head == who:
        word.lift(who, "aux" if who.lemma == "have" else "nsubj")
        behind = who.children("advcl", "cc", "conj", "advmod", "prep")
        word.adopt(*who.children("nsubj"), *(one for one in behind if one > word))
    elif word.dep == "ROOT" and who.dep in {"npadvmod", "compound"}:
        who.dep = "nsubj"
    word.retag("VBN" if word.child("aux") else "VBD")


def _both(word: Word) -> None:
    """Make `Ann and Tom` the subject of `Ann and Tom both wanted it`, not `both`."""
    names = word.child("nmod")
    if names and word.dep == "nsubj":
        names.move("nsubj", word.head)


def _doing(word: Word) -> None:
    """Make `swimming` in `ate after swimming` a verb, not in `after the swimming`."""
    bare = not word.child("det", "poss", "amod", "compound", "conj") and word.low not in TIMES
    named = word.low[-3:] == "ing" and bases(f"{word.low[:-3]}ed") and word.tag in {"VBG", "NN"}
    if named and bare and word.head.low in {"before", "after"} and word.head.dep == "prep":
        word.retag("VBG", "pcomp")


def _same_base(word: Word) -> None:
    """Make `juggle` in `cannot whistle and juggle` an infinitive, as the verb that it is joined to."""
    first, own = word.head, word.children(*SUBJECTS, "det", "amod")
    modal = first.tag == "VB" and any(one.tag == "MD" for one in first.children("aux"))
    if modal and word.before.dep == "cc" and word.tag in {"VBP", "NN"} and not own and is_base(word.low):
        word.retag("VB")


def _compound(word: Word) -> None:
    """Make `hall` in `left the hall light on` a part of the noun behind it, not a receiver."""
    noun, verb = word.before, word.head
    lit = word.tag == "NN" and word.after.low in {"on", "off", "open", "shut"}
    bare = lit and verb < noun and noun.head is verb and not word.children("det", "poss")
    if bare and noun.dep in {"dobj", "dative"} and noun.tag == "NN":
        word.adopt(*noun.children())
        noun.move("compound", word)
        word.dep = "dobj"


def _particle(word: Word) -> None:
    """Attach `off` to the verb in `switched the light off`, and `him` in `let him out`, its subject."""
    above, who = word.head, word.child("nsubj")
    if above.is_noun and above.dep in {"dobj", "oprd"} and above < word:
        word.move("prt", above.head)
    if who and above < who < word:
        who.move("dobj", above)


def _named_thing(word: Word) -> None:
    """Make `squash` in `a jug of squash`, `netball` in `both drama and netball`, a noun."""
    noun = word.head
    both = word.dep == "conj" and noun.child("det", "preconj").low == "both" and noun.dep == "dobj"
    if word.tag in {"VB", "VBP"} and not word.child("dobj", "aux") and (word.dep == "pobj" or both):
        for when in word.children("npadvmod"):
            when.move("npadvmod", word.verb_above)
        word.tag = "NN"


def _that_day(word: Word) -> None:
    """Make `this` in `deliver this Saturday` the determiner of the day."""
    if word.low in {"this", "that"} and word.after.dep == "npadvmod" and word.after.is_noun:
        word.part("det", word.after)


def _going_on_with(word: Word) -> None:
    """Make `snoring` in `went on snoring`, `carried on digging` the complement of the verb."""
    on, verb = word.head, word.head.head
    goes = on.low == "on" and verb.lemma in {"go", "carry", "keep", "press"}
    if goes and word.low.endswith("ing") and on is word.before:
        word.retag("VBG")
        on.dep = "prt"
        word.move("xcomp", verb)


def _second_way(word: Word) -> None:
    """Attach `into` to the verb in `changed out of his uniform and into a tracksuit`."""
    first = word.head
    if word.low in {"into", "onto"} and word.tag == first.tag == "IN" and first.head.is_verb:
        word.move("prep", first.head)


def _thanks_to(word: Word) -> None:
    """Make `thanks to` in `is warm thanks to the boiler`, `thanks to the boiler it is warm` a preposition."""
    to, verb, said = word.after, word.head, word.child("amod")
    if to.low != "to" or not word.is_noun or not to.child("pobj"):
        return
    to.child("pobj").move("pobj", word)
    to.move("pcomp", word)
    word.retag("IN", "prep")
    if verb.lemma == "be" and said is word.before:
        said.move("acomp", verb)


def _indoors(word: Word) -> None:
    """Make `indoors` in `brought them indoors` an adverb, and them what was brought."""
    if word.dep == "dobj" and word.head.is_verb:
        word.retag("RB", "advmod")
        for who in word.head.children("dative"):
            who.dep = "dobj"


def _is_verb(word: Word) -> None:
    """Make `hunts` in `everyone who hunts`, `hug` in `did not hug`, `objected` in `has objected` a verb."""
    who, helper = word.child("nsubj"), word.child("aux")
    if word.tag == "NNS" and word.dep == "relcl" and who.tag == "WP" and is_base(stem(word.low)):
        word.retag("VBZ")
    elif word.is_noun and helper.lemma == "do" and helper < word and is_base(word.low):
        word.retag("VB")
    elif word.tag == "JJ" and helper.lemma == "have" and who < helper < word and may_be_past(word.low):
        word.retag("VBN")


TAGS: Mends = {
    _overslept: {"advmod", "ROOT"}, _is_verb: {"relcl", "ROOT", "conj"}, _grown: {"advmod"},
    _without_verb: {"and"}, _before_its_noun: {",", "and"},
    _noun_after_article: {"nsubj", "nsubjpass", "det"}, _doer: {"ROOT", "conj"},
    _told: {"amod"}, _passive: {"auxpass"},
    _no_verb: {"aux", "auxpass"}, _so_arrived: {"advmod"},
    _quality: {"advmod"}, _thanks_to: {"thanks"}, _indoors: {"indoors", "outdoors"},
    _same_past: {"conj", "ROOT", "advcl", "ccomp", "relcl"}, _then_undone: {"conj"},
    _only_past: {"advcl", "ROOT", "ccomp", "conj"}, _doing: {"pobj"},
    _same_base: {"conj"}, _compound: {"dobj", "oprd"}, _particle: {"prt"},
    _going_on_with: {"pcomp", "pobj"}, _that_day: {"dobj"}, _second_way: {"conj"},
    _named_thing: {"conj", "pobj"},
    _a_bit: {"bit", "little", "touch", "tad", "trifle"}, _gone_skiing: {"dobj", "xcomp", "advcl", "acomp"},
    _both: {"both", "all", "each"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
