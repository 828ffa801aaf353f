"""Repairs of clauses: wrong heads that small models give verbs and connectives."""

from __future__ import annotations

from itertools import pairwise

from defeasible.reasoner.english.closed import DIMENSIONS, FRONTING, WHEN
from defeasible.reasoner.english.connectives import joins_sentences, opens_condition
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.naming import NAMES
from defeasible.reasoner.english.nouns import PLURALS
from defeasible.reasoner.english.numbers import LARGE
from defeasible.reasoner.english.parsed import HELPERS, MODIFIERS, NOMINAL, NONE, SUBJECTS, Mends, Word
from defeasible.reasoner.english.people import GIVEN_NAMES
from defeasible.reasoner.english.relatives import RELATIVES
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base, may_be_past

_HANGING = frozenset({"acl", "dobj", "pobj", "appos"})
"""Relations that a finite verb never has, unless it has a subject of its own."""
_TELLING = frozenset({"report", "belief", "factive"})
_MORE = frozenset({"more", "fewer", "less"})
_COPULAS = frozenset({"be", "look", "seem", "become", "get", "grow", "stay", "remain"})
_ROLES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr"})


def _got_to(word: Word) -> None:
    """Make the brother the subject of `paint` in `got her brother to paint it`."""
    verb, to = word.head, word.child("aux")
    verb = verb.head if word.dep == "relcl" and verb.dep == "dobj" else verb
    who = verb.child("dobj", after=verb)
    if verb.lemma == "get" and to.low == "to" and verb < who < to < word and not word.subject:
        word.move("ccomp", verb)
        who.move("nsubj", word)


def _verbal_noun(word: Word) -> None:
    """Make `gift-wrap` in `to gift-wrap a sofa`, `lying` in `avoided lying`, `kept from lying` a verb."""
    above, doing = word.head, word.low.endswith("ing")
    if word.dep == "aux" and word.text == "to" and word.after.text != '"':
        above.tag = "VB"
    elif word.tag == "NN" and doing and word.dep == "xcomp":
        word.tag = "VBG"  # `kept hiding boulders`, `stopped smoking`
    elif word.dep not in {"pobj", "dobj", "oprd"} or word.child(*MODIFIERS):
        return
    elif word.tag == "VBG" and word.dep == "pobj":  # `prevented the plane from landing`
        taken = attitude_of((f"{above.head.lemma}_{above.low}",))
        word.dep = "pcomp" if taken is not None else "pobj"
    elif (word.is_noun or word.is_verb) and doing and word.dep != "pobj":  # `stopped dripping`
        taken = attitude_of((above.lemma,))
        if taken is not None and taken.kind in {"implicative", "change"}:
            word.retag("VBG", "xcomp")


def _rooted(word: Word) -> None:
    """Make the past verb in `a storm swept through the garden` the root of its sentence."""
    who = word.child("nsubj")
    lay = (word.low, word.tag) == ("lay", "VBD") and word.child("dobj")  # `hens lay eggs`
    if who < word and who.tag == "NNS" and (lay or (word.tag == "VB" and not word.child("aux"))):
        word.retag("VBP")  # `people who stay miss the walk`
    said = next((clause for clause in word.child("pobj").children("relcl") if clause.subject), NONE)
    if word.tag == "IN" and said:
        said.lift(word, "prep")  # `Without the map we would have got lost`
    doing = word.before
    joined = word.is_noun and doing.is_finite and (doing.dep, doing.head) == ("compound", word)
    if joined and (doing.subject or (doing.before.is_noun and doing.before.dep == "compound")):
        doing.lift(word, "dobj")  # `Ann drinks tea`
        if not doing.subject:
            doing.before.part("nsubj", doing)
    free = [verb for verb in word.words if verb.is_finite and verb.dep in _HANGING and not verb.subject]
    for verb in free[-1:] if word.is_noun else ():
        if verb.dep == "pobj" and verb.before.head is verb:
            verb.before.part("pobj", verb.head)  # `none of the girls sing`
        if word < verb:
            verb.lift(word, "nsubj")


def _at_most(word: Word) -> None:
    """Make `at most` in `at most three children won` and `saw at most two deer` part of the number."""
    most, verb, noun = word.after, word.head, word.child("pobj")
    if most.low in {"most", "least"} and most.after.low == "as":  # `is at least as fast as`
        word.retag("RB", "advmod")
        most.move("advmod", most.after.head)
        word.move("advmod", most.after.head)
        return
    if most.low not in {"most", "least"} or most.after.tag != "CD" or most.head is word:
        return
    if noun and not verb.subject:
        noun.move("nsubj", verb)
    elif noun and not verb.child("dobj"):
        noun.move("dobj", verb)
    word.tag = most.tag = "RB"
    word.move("advmod", most)
    most.move("advmod", most.after)


def _one_number(word: Word) -> None:
    """Make `fifty` in `two hundred and fifty pounds` part of one number."""
    joint, before = word.before, word.before.before
    if word.dep == "conj" and word.tag == "CD" and joint.low == "and" and before.low in LARGE:
        word.move("compound", before)
        joint.retag("CD", "compound")
        joint.move("compound", before)


def _measuring(word: Word) -> None:
    """Make the metres in `is two hundred and fifty metres long` a measure."""
    unit = word.child("nsubj")
    if word.dep == "ccomp" and word.head.lemma == "be" and unit.child("nummod"):
        word.retag("JJ", "acomp")
        unit.dep = "npadvmod"


def _helping(word: Word) -> None:
    """Attach what hangs on `is` in `on Mondays the museum is closed` to the verb that it helps."""
    verb, who = word.head, word.head.child("nsubj")
    if word.dep == "aux" and word.lemma == "be" and verb.tag == "VBN" and who and not verb.child("dobj"):
        word.dep, who.dep = "auxpass", "nsubjpass"  # `Are the shutters shut?`
    for child in word.children("prep", "npadvmod", "nsubj", "advmod") if word.dep == "auxpass" else ():
        child.move("nsubjpass" if child.dep == "nsubj" else child.dep, verb)


def _of_the_time(word: Word) -> None:
    """Make `today` in `is closed today`, `an hour` in `an hour before Ann`, times of what is so."""
    lone = word.low in WHEN and word.head.dep in {"acomp", "oprd"} and not word.child()
    if lone or (word.head.dep == "prep" and word.head.low in {"before", "after"}):
        word.move("npadvmod", word.head.head)


def _second_quality(word: Word) -> None:
    """Conjoin `charged` to `empty` in `is empty and not charged`."""
    be, own = word.head, ("aux", "auxpass", "dobj", "prep", *SUBJECTS)
    first = be.child("acomp")
    if word.tag == "VBN" and be.lemma == "be" and be < first < word and not word.child(*own):
        word.retag("JJ")
        word.move("conj", first)
        first.adopt(*be.children("cc", after=first))


def _no_fewer(word: Word) -> None:
    """Make `no` in `no fewer than eight ships sank` part of the number."""
    than = word.after.after
    if word.after.low in _MORE and than.low == "than" and than.after.tag == "CD":
        word.tag = "RB"
        word.move("quantmod", than.after)


def _on_that_day(word: Word) -> None:
    """Separate the time from the subject in `On Fridays Max works`, `by the end of the week dogs howled`."""
    name, verb = word.child("pobj"), word.verb_above
    day = name.child("compound", "nummod")
    if not (day and day is name.before and name.is_noun and name < verb and verb.is_verb) or verb.subject:
        return
    helpers = {helper.dep for helper in word.words[name.n + 1 : verb.n]} <= {*HELPERS, "neg", "advmod"}
    hour = day.tag == "CD" and name.tag == "NNP" and name.low not in WHEN  # `by seven Ann had left`
    if hour or (helpers and day.low.removesuffix("s") in WHEN and name.low not in WHEN):
        day.part("pobj", word)
        name.move("nsubj", verb)


def _verbal_connective(word: Word) -> None:
    """Make `seeing` in `Seeing as it was shut, Ann left` part of the connective."""
    inner = next((verb for verb in word.children() if verb.is_finite or verb.tag in {"VBN", "VBG"}), NONE)
    if word.tag in {"VBG", "VBN"} and inner and opens_condition(word.rest):
        inner.move("advcl", word.head)
        word.move("mark", inner)


def _second_clause(word: Word) -> None:
    """Attach the second clause of `You pay, otherwise you are fined` to the first, not the first to it."""
    right = word.head
    told = attitude_of((right.lemma,))
    # `he has left, she says` is no second clause
    tells = told is not None and told.kind in _TELLING
    commas = (mark for mark in word.words[word.n + 1 :] if mark.text in {",", ";"})
    joined = any(not tells or joins_sentences(comma.after.rest) for comma in commas)
    if right.is_root and word < right and joined:
        word.move("ROOT", word)
        right.move("conj", word)


def _listed(word: Word) -> None:
    """Conjoin items attached to a comma or verb: `Ben, Carla and Dora left`, `in Ayr, in Hull or in Rome`."""
    dep, host = word.dep, word.head
    last = word.child("cc") and word.child("conj")
    if dep == "appos" and last and word.tag == host.tag:
        word.dep = "conj"  # `on Monday, Tuesday or Friday`
    elif dep == "prep" and last and word.before.text == ",":
        beside = [other for other in host.children("prep", after=host) if other < word]
        for one, other in pairwise([word, *reversed(beside)]):
            if one.before.text == ",":
                one.move("conj", other)
    elif dep == "dep" and host.text == "," and word.is_noun and host < word:
        word.move("conj", host.head)
    elif dep in SUBJECTS and (first := host.child(dep)) < word:
        cc = first.child("cc", after=first)  # `the spade and the rake are long`
        listed = word.opening.before.text == "," and word.after.dep == "cc"  # `the jar, the cup and the pot`
        if listed or (cc and cc < word):
            word.move("conj", first)


def _as_many(word: Word) -> None:
    """Make `long` in `is as long as ten peas` the predicate, not a modifier of the peas."""
    said, number = word.before, word.head
    noun = number.head if number.tag == "CD" else number
    if said.tag == "JJ" and said.before.low == word.low == "as" and word < noun:
        said.move("acomp", noun.head)
        said.adopt(said.before)
        word.move("prep", said)
        noun.move("pobj", word)


def _second_verb(word: Word) -> None:
    """Make `stole` in `Joy lied and stole`, `dances` in `sings well and dances` a verb."""
    host, alone = word.head, not word.children()
    verb = host.head if host.tag == "RB" else host
    past = verb.tag == "VBD" and word.tag in {"JJ", "NN"} and may_be_past(word.low) and alone
    now = verb.tag == "VBZ" and word.tag == "NNS" and word.before.text == "and"
    if past or (now and is_base(word.low.removesuffix("s")) and (verb is not host or alone)):
        word.retag(verb.tag)
        verb.adopt(word, *host.children("cc"))


def _infinitive(word: Word) -> None:
    """Make `to land` in `forced the pilot to land` an infinitive."""
    to, verb = word.head, word.head.head
    taken = to.low == "to" and to is word.before and word.tag == "NN" and to.dep == "prep"
    if taken and is_base(word.low) and attitude_of((f"{verb.lemma}_to",)) is not None:
        to.tag, word.tag = "TO", "VB"
        word.adopt(*verb.children("prep", after=word))
        word.move("xcomp", verb)
        to.move("aux", word)


def _bare_verb(word: Word) -> None:
    """Make `guide` in `no dogs except guide dogs` a noun."""
    dogs = word.child("dobj")
    if word.tag == "VB" and word.head.tag == "IN" and dogs and dogs is word.after:
        word.retag("NN", "pobj")
        dogs.lift(word, "compound")


def _name(word: Word) -> None:
    """Make an initial word a singular name, or a known name: `Dafydd left`, `Grace waits`."""
    one = word.dep == "nsubj" and word.head.tag == "VBZ"  # `Whiskers is a cat`
    several = word.low.endswith("s") or word.low in PLURALS or word.head.tag == "VBP"  # `Sheep are white`
    fits = word.tag == "NNS" and (one or not several)
    known = word.low in GIVEN_NAMES and word.dep in SUBJECTS and word.tag in {"NN", "NNS"}
    if not word.before and word.text[:1].isupper() and (fits or known):
        word.retag("NNP")


def _fronted(word: Word) -> None:
    """Give an initial preposition its noun: `Inside an egg was a coin`, `Deep in a wood stood a hut`."""
    if word.before:
        return
    if word.dep == "nsubj" and word.low in FRONTING and word.after and word.child("prep") is word.after:
        word.retag("RB", "advmod")
    if word.tag == "IN" and word.dep == "prep" and not word.child("pobj"):
        noun, *others = [noun for noun in word.words if noun.dep in SUBJECTS] or [NONE]
        between = any(one.is_finite or one.text == "," for one in word.words[1 : noun.n])
        if noun and not others and noun.head is word.head and noun < word.head and not between:
            noun.move("pobj", word)


def _likeness(word: Word) -> None:
    """Attach `the size of a bus` to the noun before it: `a beetle the size of a bus`."""
    noun, there = word.before.before, word.root.child("attr", "nsubj")
    if word.is_root or not noun.is_noun:
        return
    if noun.dep == "pobj" and word.root.child("expl") and there:
        above = noun.head.head  # `there is a spider in the sink the size of a saucer`
        noun = above if above.is_noun else there
    if word.before.low in {"the", "twice", "half"} and word.after.low == "of":
        if noun.head is word or (noun.head is word.head and noun.dep not in _ROLES):
            noun.move(word.dep, word.head)
        word.move("npadvmod", noun)


def _shut(word: Word) -> None:
    """Make `shut` in `pulled it shut`, `the gate swung shut` a result."""
    verb = word.before
    noun = verb.child("compound", "nsubj", "amod")
    if verb and verb.head is word and word.dep == "ccomp":
        word.tag = "VBN"
    elif verb and verb.head is word and noun and verb.low in PAST_FORMS:
        noun.move("nsubj", word)
        verb.move("advmod", word)


def _remaining(word: Word) -> None:
    """Attach `left` in `had two rolls left` to the rolls."""
    noun, verb = word.subject, word.head
    if word.dep == "ccomp" and verb < noun < word and verb.lemma == "have":
        noun.move("dobj", verb)
        word.move("acl", noun)
    if word.dep == "acl" and word.head is word.before:
        word.tag = "VBN"


def _floating(word: Word) -> None:
    """Attach the floating `all` to the nurses in `the nurses on this ward all sing`; likewise `both`."""
    verb = next((verb for verb in word.words[word.n + 1 : word.n + 3] if verb.is_finite), NONE)
    host = verb.head if verb.dep in HELPERS else verb
    noun = host.subject
    others = noun.children("conj")
    others += [other for one in others for other in one.children("conj")]
    several = noun and noun < word and (others or noun.tag == "NNS")
    if several and not word.children() and word.head in {noun, *others, host, verb}:
        word.move("predet", noun)


def _subject_among_modifiers(word: Word) -> None:
    """Make the noun between a verb and the determiners or adjectives attached to it the verb's subject."""
    verb = word.head
    nouns = [noun for noun in verb.children(*MODIFIERS) if noun < verb and noun.tag in NOMINAL]
    if nouns and (verb.tag == "VB" or verb.is_finite) and not verb.subject:
        nouns[-1].part("nsubj", verb)


def _numbered(word: Word) -> None:
    """Make a name of `the 14`."""
    if word.text.isdigit() and word.child("det"):
        word.tag = "NNP"


def _had_done(word: Word) -> None:
    """Make `had` in `had it mended` a verb."""
    verb = word.head
    first = verb.child("nsubj")
    near = word.after.tag == "PRP" and verb is word.after.after
    if word.lemma == "have" and near and first and first < word:
        word.lift(verb, "ccomp")
        first.move("nsubj", word)


def _second_degree(word: Word) -> None:
    """Conjoin the adjectives of `is taller than Ann but shorter than Bob`, `is no longer and no shorter`."""
    than, cc = word.after.low == "than", word.before
    if word.tag == "JJR" and word.head.head.low == "than":
        than, cc = True, cc if cc.dep == "cc" else cc.before  # `and no smaller`
    before = word.words[: word.n]
    first = next((one for one in before if one.tag in {"JJR", "RBR"} and one.dep == "acomp"), NONE)
    if first and than and cc.dep == "cc" and word.head is not first:
        word.move("conj", first)
        first.adopt(cc)


def _and_back(word: Word) -> None:
    """Make `back` in `walked to the mill and back` an adverb."""
    cc, verb = word.before, word.head.head.head
    if word.head.dep == "pobj" and verb.is_verb and cc.low == "and":
        word.retag("RB", "advmod")
        word.move("advmod", verb)
        word.adopt(cc)


def _gapped(word: Word) -> None:
    """Make the spoon the subject of `huge` in `the bowl was tiny, the spoon huge`, `the other huge`."""
    said = word.head
    verb = said.head if said.head.is_verb else said.head.head
    first = verb.child("acomp", "oprd", "attr")
    apart = word.dep in {"nummod", "amod"} or said.is_finite  # `it was late, but Ann stayed`
    if (apart and word.low not in {"one", "other"}) or said.child("neg"):
        return
    if not first or not first < word < said or verb.lemma not in _COPULAS:
        return
    bare = said.tag[:2] == "JJ" or (said.dep == "conj" and not said.child("det", after=word))
    joint = {one.low for one in word.words[first.n : word.n]} & {",", ";", "and", "but", "while"}
    led = any(one.tag in {"DT", "PRP$", "NNP"} for one in (word, *word.children(), *said.children()))
    if bare and joint and led and said.after.text in {"", ".", ",", ";", "and", "!"}:
        word.part("nsubj", said)
        said.tag = said.tag if said.tag == "JJR" else "JJ"
        said.move("conj", verb)
        verb.adopt(*first.children("cc"))


_FIRST = frozenset(SUBJECTS) | {"compound", "ROOT", "npadvmod", "amod", "nmod", "dep", "poss", "dobj"}
CLAUSES: Mends = {
    _at_most: {"at"}, _no_fewer: {"no"}, _rooted: {"ROOT"}, **RELATIVES,
    **NAMES, _numbered: {*SUBJECTS},
    _floating: {"all", "each", "both"}, _verbal_connective: {"advcl", "prep"},
    _helping: {"auxpass", "aux"}, _of_the_time: {"npadvmod"}, _second_clause: {"ccomp"},
    _measuring: {"ccomp"}, _likeness: DIMENSIONS,
    _fronted: {"nsubj", "prep"}, _on_that_day: {"prep"}, _name: _FIRST,
    _listed: {"appos", "prep", "dep", *SUBJECTS},
    _second_degree: {"conj"}, _one_number: {"conj"}, _second_quality: {"conj"},
    _second_verb: {"conj"},
    _and_back: {"back"}, _infinitive: {"pobj"}, _bare_verb: {"pobj", "pcomp"},
    _verbal_noun: {"aux", "xcomp", "dobj", "pobj", "oprd"},
    _subject_among_modifiers: {*MODIFIERS}, _shut: {"shut"}, _remaining: {"left"},
    _had_done: {"aux"}, _got_to: {"advcl", "xcomp", "relcl"},
    _as_many: {"quantmod"}, _gapped: {"compound", "nsubj", "npadvmod", "one", "other"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
