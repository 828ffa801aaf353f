"""Repairs of relative clauses, and of clauses that spell out a noun."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.embedding import NOUNS
from defeasible.reasoner.english.parsed import NONE, SUBJECTS, Mends, Word
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.english.verbs import bases, may_be_past

_SAID_OF_NEWS = frozenset(
    {"tell", "hear", "spread", "start", "make", "write", "read", "believe", "deny", "repeat", "publish"}
    | {"report", "announce", "mention", "invent", "share", "bring", "get", "give", "like", "hate", "know"}
)
"""Verbs of which a rumour, or news, may be the object."""
_BEHIND = frozenset(
    {"late", "early", "hard", "fast", "well", "badly", "alone", "abroad", "here", "there", "home"}
)
"""Adverbs that follow their verb."""

_OPENING = frozenset({"when", "as", "while", "after", "before", "once", "if", "because", "since"})
"""Connectives of a clause that stands before its main clause."""


def _spelling_out(word: Word) -> None:
    """Make `that the factory had shut` behind a rumour what it says, not a relative clause."""
    that, noun = word.child("dobj"), word.head
    spells = noun.lemma in NOUNS and that is noun.after and that.low == "that"
    if spells and that < word.subject and word.lemma not in _SAID_OF_NEWS:
        that.retag("IN", "mark")
        word.dep = "acl"


def _behind_who(root: Word) -> None:
    """Give the last verb to the antecedent: `who saw the cat ran`, `who owns the shop called`."""
    inner = root.child("relcl")
    if inner.tag == "NN" and may_be_past(inner.low) and inner.before.tag == "WDT":
        inner.retag("VBD")  # `the dog that bit Ann sleeps`
    if not root.is_noun or not inner.is_finite:
        return
    verb = inner.child("ccomp", after=inner)
    noun = verb.child("nsubj")
    if verb.is_finite and inner < noun and not verb.child("mark"):
        noun.move("dobj", inner)
        verb.lift(root, "nsubj")
        return
    like = (verb for verb in root.words[inner.n + 1 :] if verb.tag == "VBN" and verb.dep == "acl")
    past = (verb for verb in like if may_be_past(verb.text) and not verb.child("agent"))
    verb = next((verb for verb in past if inner < verb.head), NONE)
    if verb:
        verb.tag = "VBD"
    elif root.tag == "NNS":  # `people who have to stay miss the walk`
        verb = next((verb for verb in inner.children(after=inner) if verb.tag == "VB"), NONE)
        if verb.child("aux"):
            below = (verb for child in inner.children() for verb in child.children("xcomp", after=child))
            verb = next(below, NONE)
        if verb.tag == "VB" and inner < verb and not verb.child("aux"):
            verb.tag = "VBP"
    elif inner.before.dep == "nsubj" and (that := inner.child("dobj")) and that is root.after:
        _bitten(root, inner)
    if verb.is_finite:
        verb.lift(root, "nsubj")


def _bitten(root: Word, last: Word) -> None:
    """Make `bit` in `the man that the dog bit called` the verb of the relative clause, not a noun."""
    verb, noun = last.before, last.before.before
    if may_be_past(verb.low) and noun.dep == "compound" and noun.head is verb:
        verb.retag("VBD")
        noun.part("nsubj", verb)
        root.after.move("dobj", verb)
        last.lift(root, "nsubj")
        verb.move("relcl", root)
        for said in last.children("oprd"):
            said.dep = "dobj"


def _whom_it_tells_of(word: Word) -> None:
    """Attach `who won` to the man in `a man from Hull, who won, left`, not to Hull or to the keys he got."""
    noun, of = word.head, word.head.head
    inner = noun.dep == "pobj" and of.low != "of" and of.head < noun and noun.low not in PERSONS
    if inner and word.subject.text == "who" and of.head.low in PERSONS:
        of.head.adopt(word)
    given = noun.head.child("dative")
    if word.subject.text == "who" and noun.dep == "dobj" and given and given.is_noun and given < noun:
        given.adopt(word)  # `gave Tom the keys, who lost them`


def _of_the_other(word: Word) -> None:
    """Attach `who won` to Tom in `it was Tom, not Ann, who won`, not to Ann."""
    other, who = word.head, word.head.head
    if other.dep in {"conj", "appos"} and other.before.low == "not" and who.is_noun and who < other:
        who.adopt(word)


def _there_is_one(word: Word) -> None:
    """Attach `that is sharp` to the pencil in `there is a pencil in the box that is sharp`."""
    noun, root = word.head, word.root
    what = root.child("attr", "nsubj")
    definite = noun.child("det", "poss").low in {"the", "this", "that"}
    inside = noun.dep == "pobj" and noun.head.head in {what, root}
    if root.child("expl") and what and what < noun < word and inside and definite:
        what.adopt(word)


def _is_such(word: Word) -> None:
    """Make `lazy` in `no one who is lazy succeeds` the complement of `is`, and `succeeds` the main verb."""
    is_, verb = word.before, word.head
    while is_.tag == "RB":
        is_ = is_.before  # `who is always late`
    inner = is_.lemma == "be" and is_.dep == "relcl" and word.tag in {"JJ", "RB"}
    third = is_.tag == "VBZ" and verb.low.endswith("s") and bool(bases(verb.low))
    if inner and verb is word.after and (verb.is_finite or third):
        word.tag = "JJ"
        word.move("acomp", is_)
        verb.retag(verb.tag if verb.is_finite else "VBZ")
        if is_.head is word.root:
            verb.lift(is_.head, "nsubj")


_BOUND = frozenset(word for word, kind in closed.QUANTIFIERS.items() if kind in {"every", "no"})


def _stayed_late(word: Word) -> None:
    """Attach `late` in `who stayed late missed the bus`, `alone` in `Tom alone saw it` to the word before."""
    before = word.before
    inner = before.dep == "relcl" and before.is_finite and before.lemma != "be" and word.head is word.after
    named = before.tag == "NNP" and word.low == "alone"
    if word.dep == "advmod" and word < word.head and (inner or named):
        before.adopt(word)


def _excepting(word: Word) -> None:
    """Make `passed` the main verb of `every pupil except Tom passed`, not of a clause about Tom."""
    verb, noun, who = word.head, word.root, word.head.subject
    if word.dep == "mark" and verb.head is noun and noun.is_noun and not verb < word < noun:
        verb.lift(noun, "nsubj")
        word.move("prep", noun)
        who.move("pobj", word)
    if word.dep == "prep" and word.head.is_noun and not word.child("pobj", "pcomp"):
        noun, who = word.head, next((one for one in word.words[word.n + 1 :] if one.dep in SUBJECTS), NONE)
        verb = who.head
        if who and who.opening.before is word and verb.is_verb:
            if verb.head is noun and noun.is_root:
                verb.lift(noun, "nsubj")
            who.move("pobj", word)
    verb = word.child("pcomp")
    who = verb.child("npadvmod", "nsubj")
    if word.dep == "prep" and noun.is_root and noun.is_noun and who and who.opening.before is word:
        verb.lift(noun, "nsubj")  # `all guests in the hall except Tom left`
        who.move("pobj", word)
    inner, kind = word.head, word.head.head.head
    if word.dep == "prep" and inner.dep == "pobj" and _BOUND & {kind.low, kind.child("det", "predet").low}:
        word.move("prep", kind)  # `everyone on the jury except Tom`
    who, verb = inner.head.subject, inner.head
    of_it, of_who = (_BOUND & {one.low, one.child("det", "predet").low} for one in (inner, who))
    out = word.child("pobj")  # not `every pupil read the book except the last chapter`
    person = out.tag in {"NNP", "PRP"} or out.lemma in PERSONS
    if word.dep == "prep" and inner.dep == "dobj" and of_who and person and not of_it:
        word.move("prep", verb)  # `everyone got a bonus except Tom`


def _such_that(word: Word) -> None:
    """Attach to the verb what follows from a degree: `had such a cold that she stayed at home`."""
    noun = word.head
    for told in noun.children("acl", after=word) if noun.head.is_verb else ():
        if told.child("mark").low == "that" and told.subject:
            told.move("ccomp", noun.head)


def _but_one(word: Word) -> None:
    """Conjoin Tom to what he is excepted from: `everyone but Tom left`, `saw nobody but Tom`."""
    host, verb = word.before, word.head if word.head.is_verb else word.head.head
    several = host.dep in SUBJECTS or (host.low in closed.QUANTIFIERS and host.dep in {"dobj", "pobj"})
    if word.dep == "cc" and host.child("det").low == "no" and host.dep in {"dobj", "pobj"}:
        for who in host.children("conj", after=word)[:1]:  # `has no friends but Ann`
            word.retag("IN", "prep")
            who.move("pobj", word)
    for who in verb.children("npadvmod", "conj", after=word)[:1] if word.dep == "cc" and several else ():
        if who.is_noun and not who.subject and who.opening.before is word:
            word.move("cc", host)
            who.move("conj", host)
    _all_but(word)


def _all_but(word: Word) -> None:
    """Make `but` in `nobody came to the party but Kim`, `the whole family left but Dad` a preposition."""
    who, verb = word.head.child("conj", "npadvmod", after=word), word.head
    while verb and not (verb.is_verb or verb.is_root):
        verb = verb.head
    hosts = [verb.subject, verb.child("dobj")]
    said = [
        (h.low, h.child("det", "predet", "appos").low, h.child("amod").low) for h in hosts if h and h < word
    ]
    bound = any(not (_BOUND | closed.WHOLE).isdisjoint(words) for words in said)
    within = _BOUND & {word.head.low, word.head.child("det", "predet").low}
    alone = (
        (who.is_noun or who.low == "one")
        and who.opening.before is word
        and not (who.subject or who.child("relcl"))
    )
    if word.dep == "cc" and bound and alone and verb < word and not within:
        word.retag("IN", "prep")
        word.move("prep", verb)
        who.move("pobj", word)


def _than(word: Word) -> None:
    """Make `won` the main verb of `the man who runs faster than Bob won`, not of what Bob did."""
    verb, who, more = word.head, word.head.child(*SUBJECTS, after=word), word.before
    noun = more.head.head
    if word.dep == "mark" and who and who < verb and more.tag in {"JJR", "RBR"} and more.head.dep == "relcl":
        if noun.is_root:
            verb.lift(noun, "nsubj")
        word.move("prep", more)
        who.move("pobj", word)


def _whoever(word: Word) -> None:
    """Make the last verb of `whoever is rich pays` that of the main clause, the ring what is found."""
    if word.words[0].low != "whoever":
        return
    last = next((verb for verb in word.words[word.n + 2 :] if verb.is_finite), NONE)
    verb = word.head if word.dep == "csubj" else last
    found = verb.child("nsubj", after=word)
    if word.dep == "ROOT" and verb.head is word:
        for said in verb.children("amod", "advmod"):
            said.move("acomp" if said.dep == "amod" else "advmod", word)
        verb.lift(word, "csubj")
    if word.dep == "csubj" and word < found < verb:
        found.move("dobj", word)  # `whoever finds the ring gets a prize`


def _what_it_was(word: Word) -> None:
    """Make the mug what broke in `what broke was the mug`, not a second subject."""
    be = word.head
    found = be.child("nsubj", after=be)
    if word.words[0].low == "what" and word.dep == "csubj" and be.lemma == "be" and found:
        found.move("attr", be)


def _it_was(word: Word) -> None:
    """Attach `who opened the door` to Ann in `it was Ann who opened the door`."""
    be, who = word.head, word.child("nsubj", "dobj")
    focus = be.child("attr")
    it = be.lemma == "be" and be.child("nsubj", "expl").low == "it"
    if it and focus and who.before is focus and who.tag in {"WP", "WDT"} and word.lemma != "be":
        word.move("relcl", focus)


def _that_she_closed(word: Word) -> None:
    """Make `that` in `the door that Ann closed` what she closed, not how; not in `the day that she left`."""
    verb, noun = word.head, word.head.head
    when = noun.lemma in closed.TIMES or noun.lemma in {"way", "reason", "place"}
    full = verb.child("dobj", "prep", "xcomp", "ccomp")
    if word.dep == "advmod" and verb.dep == "relcl" and not (when or full):
        word.dep = "dobj"


def _main_clause(word: Word) -> None:
    """Make `she put` in `when she felt the draught she put it back on` the main clause, which it lacks."""
    noun, verb = word.head, word.head.head
    opens = word.words[0].low in _OPENING and word.words[0].head is verb
    bare = word.subject is noun.after and word.subject.tag[:1] != "W" and word.child("dobj")
    if verb.is_root and verb.is_verb and opens and bare and word.is_finite:
        word.lift(verb, "advcl")


def _by_the_time(word: Word) -> None:
    """Make `the time` in `by the time Ann came` no part of what she did: it came before that."""
    noun, by = word.head, word.head.head
    if noun.low == "time" and noun.before.low == "the" and noun.before.before is by and by.low == "by":
        word.move("advcl", by.head)
        noun.move("mark", word)
        by.move("mark", word)


RELATIVES: Mends = {
    _than: {"than"}, _excepting: {"except", "save", "bar"},
    _but_one: {"but"}, _behind_who: {"ROOT"},
    _whom_it_tells_of: {"relcl"}, _of_the_other: {"relcl"}, _stayed_late: _BEHIND,
    _is_such: {"amod", "advmod"}, _there_is_one: {"relcl"},
    _spelling_out: {"relcl"}, _whoever: {"ROOT", "csubj"},
    _what_it_was: {"csubj"}, _it_was: {"ccomp"}, _that_she_closed: {"that"},
    _by_the_time: {"relcl"}, _main_clause: {"relcl"}, _such_that: {"such"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
