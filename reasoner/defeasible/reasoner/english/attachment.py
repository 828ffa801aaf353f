"""Repairs of attachment: subjects, results, places and names that small models attach to the wrong word."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.adverbs import is_ly_adverb
from defeasible.reasoner.english.contrast import CONTRASTS
from defeasible.reasoner.english.degrees import DEGREES
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.focus import FOCUS
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.nouns import STUFF, singular
from defeasible.reasoner.english.objects import OBJECTS
from defeasible.reasoner.english.parsed import HELPERS, MODIFIERS, NONE, Mends, Word
from defeasible.reasoner.english.people import GENDERED, GIVEN_NAMES, SOMEBODY
from defeasible.reasoner.english.regrouping import REGROUPED
from defeasible.reasoner.english.retagging import TAGS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.today import TODAY
from defeasible.reasoner.english.verbs import is_base, is_participle

_BESIDE = frozenset({"dobj", "advcl", "advmod", "ccomp", "acomp", "prt", "prep", "xcomp", "oprd", "npadvmod"})
_CLAUSES = frozenset({"xcomp", "ccomp"})
_GOES = frozenset({"go", "goes", "went", "gone"})


def _going(word: Word) -> None:
    """Make `went` the verb in `instead of reading, he went fishing`, where it is taken for an auxiliary."""
    verb, led = word.head, word.child("prep")
    if word.low in _GOES and verb.tag == "VBG" and led and led < word < verb:
        word.lift(verb, "xcomp")
        word.lemma = "go"
        word.adopt(*(one for one in verb.children() if one < word))


def _contracted(word: Word) -> None:
    """Make `'s` in `she's lost her key` a form of `have`, not in `the door's locked`; likewise `'d`."""
    verb = word.head
    if not word < verb or verb.tag not in {"VBN", "VBD"}:
        return
    if word.low == "'d" and any(one.low == "have" for one in word.words[word.n + 1 : verb.n]):
        word.tag, word.lemma = "MD", "would"  # `they'd have won`
        return
    had = word.low == "'d" and word.dep == "aux" and word.tag == "MD"
    if had or (word.low == "'s" and word.dep == "auxpass" and _is_perfect(word, verb)):
        word.tag, word.lemma, word.dep = "VBD" if had else "VBZ", "have", "aux"
        verb.tag = "VBN" if had else verb.tag
        for who in verb.children("nsubjpass") if not verb.child("auxpass") else ():
            who.dep = "nsubj"


def _is_perfect(helper: Word, verb: Word) -> bool:
    """Return whether `'s` before a participle is `has`."""
    below = verb.children(after=helper)
    behind = {one.dep for one in below if verb < one}
    if verb.lemma == "be" or verb.lemma in closed.MOVING or any(one.low == "been" for one in below):
        return verb.lemma != "go" or not behind <= {"punct"}
    expletive = any(one.low == "it" for one in verb.children() if one < helper)
    told = not behind.isdisjoint(_CLAUSES) and not expletive and verb.lemma not in closed.MADE_TO
    return told or "dobj" in behind


def _is_result(word: Word, verb: Word) -> bool:
    """Return whether a word may tell what comes of a verb: `shut`; `red`, of `paint`."""
    coloured = word.low in closed.COLOURS and verb.lemma in closed.COLOURING
    return coloured or word.low in closed.RESULTS


def _result(word: Word) -> None:
    """Part the pocket from `shut` in `sewed the pocket shut`, the bus from `home` in `took the bus home`."""
    verb, noun = word.head, word.before
    home = word.low == "home" and noun.is_noun
    clause = word.child(*HELPERS, "mark")  # `knows that the shop is closed`
    degree = word.dep == "advmod" and noun.tag != "PRP"  # `wore a hat as wide as`, not `mopped it dry`
    if clause or degree or not verb < noun or noun.head is not word or not (home or _is_result(word, verb)):
        return
    food = home and verb.low == "of"  # `a loaf of rye bread home`
    bare = food or (noun.before is verb and (home or noun.tag in {"NNP", "PRP"}))
    if bare or any(one.dep in {"det", "poss"} for one in word.words[verb.n + 1 : noun.n]):
        noun.tag = noun.tag if noun.is_noun or noun.tag == "PRP" else "NN"
        noun.part("pobj" if word.dep == "pobj" else "dobj", verb)
        word.retag(*(("RB", "advmod") if home else ("JJ", "oprd")))
        word.verb_above.adopt(word)


def _result_beside(word: Word) -> None:
    """Make `shut` in `blew the door shut`, `swung shut` and `tore open the bag` a resultative complement."""
    openness = word.low in closed.OPENNESS and not word.children("agent")  # not `was closed by Tom`
    if word.is_root and word.before.tag == "VBD" and word.before.lemma != "have" and openness:
        word.before.lift(word, "oprd")
        word.head.adopt(*word.children())
    noun = word.head
    led = noun is word.before and noun.dep == "dobj" and noun.child("det", "poss")
    if led and word.low in closed.COLOURS and _is_result(word, noun.head):
        word.move("oprd", noun.head)  # `painted the door red last week`
    verb = word.head
    bare = openness and verb is word.before and (word.tag == "JJ" or not word.child("dobj", "pobj"))
    near = bare or word.before in verb.children("dobj")
    if near and _is_result(word, verb) and verb.is_verb and verb < word and word.dep in _BESIDE:
        word.retag("JJ", "oprd")


def _named_subject(word: Word) -> None:
    """Make a name right before its verb the subject: `Tim is not married`, `Mitzi the cat slept`."""
    verb, low = word.head, word.low
    named = word.tag == "NNP" and low not in closed.DATES
    if word.tag == "RB" and not word.before:  # `Polly is awake`, `Femke has no card`
        adverb = is_ly_adverb(low) or low in closed.ADVERBS
        named = low in GIVEN_NAMES or (bool(verb.child("dobj", "acomp")) and not adverb)
    if not named or not word < verb:
        return
    subject, after = verb.subject, word.after
    while after < verb and (after.tag in {"RB", "CC"} or after.dep == "conj"):
        after = after.after  # `Tim accidentally killed someone`, `Tim and Ann are friends`
    if not subject and after.head in {after, verb} and after.is_finite:
        word.retag("NNP", "nsubj")
    elif (
        (word.tag == "NNP" or low in GIVEN_NAMES) and word.after.low == "the" and subject is word.after.after
    ):
        word.dep = subject.dep
        subject.move("appos", word)


def _placed(word: Word) -> None:
    """Make `in` in `the barn it is kept in` a preposition."""
    if word.tag == "IN" and word.head.dep == "relcl":
        word.dep = "prep"


def _lone_preposition(word: Word) -> None:
    """Give `past` in `brushed past Ann` its object, which the parser took for that of the verb."""
    noun = next((o for o in word.head.children("dobj") if o.opening is word.after), NONE)
    if noun and word.tag == "IN" and word.low in closed.NEVER_PARTICLES and not word.children():
        noun.move("pobj", word)


def _let_off(word: Word) -> None:
    """Make `the dog` in `let the dog off the lead` the object: no preposition has a subject."""
    if word.head.dep == "prep" and word.head.head.is_verb and word < word.head:
        word.move("dobj", word.head.head)


def _to_work(word: Word) -> None:
    """Make `work` in `walks to work` a noun: the place."""
    verb, to, behind = word.head, word.before, word.children(after=word)
    infinitive = word.dep in {"xcomp", "advcl"} and verb < word and to.low == "to"
    alone = all(one.dep in {"advmod", "npadvmod", "prep", "punct", "advcl"} for one in behind)
    if infinitive and alone and verb.lemma in closed.TRAVELLING:
        verb.adopt(*behind)
        to.tag, word.tag = "IN", "NN"
        to.move("prep", verb)
        word.move("pobj", to)


def _next_door(word: Word) -> None:
    """Attach `next door` to the woman in `the woman next door sang`, not to the verb."""
    noun, verb = word.before.before, word.head
    if word.before.text == "next" and noun.is_noun:
        word.before.move("amod", word)
        if verb in {noun, noun.head}:
            word.move("nmod", noun)


def _second_subject(word: Word) -> None:
    """Make `Bob` in `Ann is older than Tom and Bob is older than Max` the subject of the verb behind it."""
    verb, joint, first, root = word.after, word.before, word.head, word.root
    if not verb or not (word.is_noun or word.tag == "PRP") or joint.dep != "cc":
        return
    before = min([first, *first.children()]).before
    than = before.low == "than"
    thing = first.tag in {"NN", "NNS"} and word.tag == "NNP" and verb.tag == "VBD" and verb.dep == "ccomp"
    thing = thing and attitude_of((root.lemma,)) is None  # not `thought the cook and Ann left`
    apart = verb.tag == "VBZ" or thing  # `ordered fish and Ann ordered soup`
    if first.head is verb and apart and root < first and (than or before is root):
        # `Tom and Bob is` is no subject
        before.move("prep" if than else "ROOT", before.before if than else before)
        first.move("pobj" if than else "dobj", before)
        verb.move("conj", root)
    clause = verb.dep == "conj" and verb.is_finite and verb.head < joint
    if clause and not verb.subject and word.head is joint.head is not verb.head:
        verb.head.adopt(joint)
        word.move("nsubj", verb)


def _given_up(word: Word) -> None:
    """Make the gerund the complement of the verb: `has given up smoking`, `stopped eating meat`."""
    noun = word.head if word.dep in {"amod", "compound"} and word < word.head else word
    verb = noun.head if noun.head.low != "ago" else noun.head.head  # `gave up smoking years ago`
    particle = verb.child("prt")
    told = attitude_of((f"{verb.lemma}_{particle.low}" if particle else verb.lemma,))
    near = verb < word and word.n <= verb.n + 1 + bool(particle) and noun.dep in {"dobj", "npadvmod"}
    if near and word.low.endswith("ing") and told is not None and told.kind == "change":
        word.retag("VBG")
        word.move("xcomp", verb)
        if noun is not word:
            noun.move(noun.dep, word)


def _taken(word: Word) -> None:
    """Make the infinitive in `forgot to pay`, `took the trouble to write` the complement of the verb."""
    verb, to = word.head, word.before
    taken = word.dep == "advcl" and word.tag == "VB" and to.text == "to" and to.before is verb
    told = attitude_of((f"{verb.lemma}_to",)) if taken else None
    if told is not None and told.kind != "purpose":
        word.dep = "xcomp"
    noun = to.before if word.dep == "advcl" else verb
    if word.dep in {"relcl", "advcl"} and attitude_of((f"{noun.head.lemma}_{noun.lemma}_to",)):
        word.move("acl", noun)  # `took the trouble to write`


def _going_on(word: Word) -> None:
    """Make `raining` in `it's raining`, `it was neither raining nor snowing` the verb."""
    be, who = word.head, word.head.child("nsubj")
    short = be.text[:1] == "'" and be is word.before and who is be.before and who.tag == "PRP"
    doing = word.low.endswith("ing") and is_base(stem(word.low)) and not word.children(*MODIFIERS)
    person = (who.tag == "NNP" or who.low in GENDERED or who.low in SOMEBODY) and be.lemma == "be"
    if word.tag in {"VBG", "NN"} and doing and person and word.dep == "attr":  # `she was camping`
        word.tag, short = "VBG", True
    if word.tag == "VBG" and (short if word.dep == "attr" else be.lemma == "be" and be.dep == "ROOT"):
        word.adopt(*be.children())
        word.lift(be, "aux")


def _used_to(word: Word) -> None:
    """Make `live` in `Orla's gran used to live in Wales` what she used to do."""
    to, verb = word.after, word.after.after
    if to.low == "to" and verb.tag == "VB" and verb.head is word and not word.children("auxpass", "dobj"):
        verb.dep = "xcomp"


def _by_somebody(word: Word) -> None:
    """Make the adjective in `was drunk by Ann` a passive."""
    be = word.head
    by = next(
        (one for one in (*word.children("prep"), *be.children("agent", "prep")) if one.low == "by"), NONE
    )
    who = by.child("pobj")
    if (
        be.lemma == "be"
        and word < by
        and is_participle(word.low)
        and (who.tag == "NNP" or who.low in GENDERED)
    ):
        be.subject.dep, word.tag = "nsubjpass", "VBN"
        by.move("agent", word)
        word.adopt(*be.children())
        word.lift(be, "auxpass")


def _fronted_adjective(word: Word) -> None:
    """Make `tired` in `Tired as he was, Bob sang` what the clause behind it says of him."""
    first, verb, main = word.before, word.head, word.before.head
    hung = word.dep == "mark" and first.dep in {"advcl", "nsubj"} and first.before.text in {"", ","}
    if hung and word < verb < main and verb.head in {first, main} and verb.lemma == "be":
        first.tag = "JJ"
        verb.move("advcl", main)
        first.move("acomp", verb)


def _plural(word: Word) -> None:
    """Make `Owls` in `Owls hunt`, `Bread is cheap`, which the parser took for a name, a noun."""
    one = singular(word.low)
    led = any(child.dep not in {"punct", "relcl", "prep"} for child in word.children())
    if word.before or word.tag[:3] != "NNP" or led:
        return
    if word.low in STUFF - GIVEN_NAMES:
        word.tag, word.lemma = "NN", word.low
    if one == word.low:
        return
    verb = word.head.child(*HELPERS) or word.head
    known = verb.tag == "MD" and bool(kinds_of((stem(one),)))  # not `James can`
    if known or verb.tag == "VBP" or verb.low in {"are", "have", "do"}:
        word.tag, word.lemma = "NNS", one


def _emphatic(word: Word) -> None:
    """Make `himself` in `fetched the twins himself` an adverb."""
    if word.dep in {"appos", "npadvmod"}:
        word.tag = "RB"
        word.move("advmod", word.verb_above)


def _said_of_it(word: Word) -> None:
    """Make `late` in `was late this morning`, `just` in `the ruling was just` the complement."""
    verb, behind = word.head, word.words[word.n + 1 :]
    fits = word.low in {"late", "early"} or all(one.dep == "punct" for one in behind)
    was = word.dep == "advmod" and verb.lemma == "be" and verb < word
    if was and fits and not verb.child("acomp", "attr"):
        word.retag("JJ", "acomp")


def _pity(word: Word) -> None:
    """Attach the `that` clause to the verb, not to the noun: `it's a pity that Ann can't dance`."""
    noun, verb, that = word.head, word.head.head, word.head.after
    if noun.is_verb and noun.subject and that.low == "that" and that.head is word and word.subject:
        that.retag("IN", "mark")  # `regrets that she sold it`
        word.dep = "ccomp"
    of_it = noun.dep == "attr" and noun < word and any(who.low == "it" for who in verb.children("nsubj"))
    if of_it and attitude_of((f"{verb.lemma}_a_{noun.lemma}",)) is not None:
        word.move("ccomp", verb)
        if noun.after.head is word and noun.after.low == "that":
            noun.after.retag("IN", "mark")


def _within_it(word: Word) -> None:
    """Attach `in it` to the apple in `the bag with the apple in it`."""
    host, back = word.head, word.child("pobj")
    held = host.child("prep").child("pobj")
    beside = host.is_noun and held.head.low == "with" and host < held < word
    if beside and back is word.after and back.low in {"it", "them"}:
        word.move("prep", held)


def _placed_too(word: Word) -> None:
    """Conjoin the dog to the verb in `the cat is in the box and the dog in the crate`."""
    noun, verb, named = word.before, word.head, word.child("pobj")
    other = noun.head
    place = other.head
    verb = place.head if verb is noun and place.head.lemma == "be" else verb
    twice = noun.dep == "conj" and other.dep == "pobj" and place.head is verb
    led = noun.opening < noun and verb.is_verb
    kept = place.low == word.low or verb.lemma == "be"
    if twice and led and kept and word < named and named.lemma not in closed.WHEN:
        verb.adopt(noun, *other.children("cc"))
        word.move("prep", noun)


def _of_several(word: Word) -> None:
    """Make the last of a list its subject in `of the cow, the goat and the hen, the hen is small`."""
    first, second = word.child("pobj"), word.head.subject
    last = max(second.children("conj"), default=second)
    while more := last.child("conj"):
        last = more
    if not word.before and first and first < second < last and last.opening.before.text == ",":
        last.move("nsubj", word.head)
        second.move("conj", first)


def _none_of(word: Word) -> None:
    """Attach what stands first to what is counted of it: `of the six kettles, none works`."""
    counted = word.head.subject
    fronted = word < counted and word.opening.n == 0 and word.dep == "prep" and word.child("pobj")
    if fronted and (counted.tag == "CD" or counted.low in closed.QUANTIFIERS):
        word.move("prep", counted)


def _there_is(word: Word) -> None:
    """Attach `at the fair` to the verb, not to the noun: `there were two people at the fair`."""
    be, noun = word.head.head, word.head
    if noun.dep == "attr" and be.lemma == "be" and be.child("expl").low == "there" and word.child("pobj"):
        word.move("prep", be)


def _known_to_be(word: Word) -> None:
    """Make the goose the subject of `was` in `I never knew the goose was big`."""
    verb, who = word.head, word.before
    bare = verb < who and verb.child("dobj", after=verb) is who and word.is_finite
    if bare and not word.subject and attitude_of((verb.lemma,)) is not None:
        who.move("nsubj", word)


def _participle(word: Word) -> None:
    """Attach `carrying` in `came up the path carrying it` to the verb, `lying` in `left it lying` to `it`.

    Behind a verb it is what the verb takes: `regrets selling it`.
    """
    above, path = word.head, word.head.head
    if word.dep == "acl" and word.tag == "VBG" and above.is_verb and word.before is above:
        word.dep = "xcomp"
    if word.dep == "acl" and word.tag == "VBG" and attitude_of((f"{path.lemma}_{above.lemma}",)) is not None:
        word.move("xcomp", path)  # `had trouble opening it`
    way = above.dep == "pobj" and path.low in closed.PATHS and path.head.is_verb
    left = above.lemma in closed.LEAVING and word.before in above.children("dobj")
    if word.tag == "VBG" and way and word.lemma in closed.BEARING and above.lemma not in GENDERED:
        word.move("advcl", path.head)
    elif word.tag == "VBG" and left and word.lemma in closed.POSING:
        word.move("acl", word.before)


WORDS: Mends = {
    _going_on: {"attr", "acomp"}, _by_somebody: {"acomp", "oprd"}, _used_to: {"used"},
    _going: {"aux"}, _contracted: {"aux", "auxpass"}, **TAGS,
    _result: {"dobj", "pobj", "ccomp", "advmod"},
    _result_beside: closed.RESULTS | closed.OPENNESS | closed.COLOURS,
    **OBJECTS, **TODAY, _placed: {"oprd"}, _participle: {"acl", "advcl", "xcomp"},
    _named_subject: {"npadvmod", "advmod", "aux", "dep"}, _second_subject: {"conj"}, **REGROUPED,
    _to_work: {"work"}, _pity: {"relcl"}, **DEGREES,
    _given_up: {"amod", "compound", "dobj"}, **CONTRASTS, _next_door: {"door"},
    _said_of_it: {"late", "early", "just", "even"}, _taken: {"advcl", "relcl"},
    _emphatic: closed.REFLEXIVES, _plural: {"nsubj"}, _let_off: {"nsubj"},
    _fronted_adjective: {"as", "though"}, _within_it: {"prep"},
    _lone_preposition: closed.NEVER_PARTICLES, _placed_too: {"prep"},
    _known_to_be: {"ccomp"}, _of_several: {"of"}, _none_of: {"of"},
    _there_is: {"in", "on", "at", "under", "behind"}, **FOCUS,
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
