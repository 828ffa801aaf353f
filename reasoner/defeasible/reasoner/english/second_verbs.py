"""Repairs of verbs beside another: `made Bob open it`, `promised to, but never did`, `neither did Bob`."""

from __future__ import annotations

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.parsed import NONE, Mends, Word
from defeasible.reasoner.english.people import GENDERED, GROUPS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import PAST_FORMS, is_base

_VEHICLE = (stem("vehicle"),)
_KNOWING = frozenset({"know", "see", "tell", "remember", "check", "sure", "certain", "clear", "unclear"})
"""Words behind which `if` asks."""


def _let_in(word: Word) -> None:
    """Make `in` in `let the cat in` a particle of the verb, and the cat its object."""
    verb, noun = word.head, word.child("nsubj")
    if word.tag == "RP" and noun and verb < noun < word:
        noun.move("dobj", verb)
        word.move("prt", verb)
        for led in word.children("prep"):
            led.move("prep", verb)  # `in at noon`


def _put_in(word: Word) -> None:
    """Make `in` in `put in the shirt`, `got it in on time` a particle, and the shirt the object."""
    verb, shirt = word.head, word.child("pobj")
    whole = verb.dep != "relcl" and (bool(verb.subject) or verb.dep == "conj") and verb.tag != "VBN"
    if verb.lemma == "put" and whole and shirt and not verb.child("dobj"):
        shirt.move("dobj", verb)
    leading = word.before is verb and verb.child("dobj", after=word)
    on_time = word.after.dep == "prep" and word.after.head is verb
    bare = word.dep == "prep" and not word.children() and verb.is_verb
    if bare and (leading or (on_time and verb < verb.child("dobj") < word)):
        word.retag("RP", "prt")


def _made_open(word: Word) -> None:
    """Make `open` in `made Bob open the window` a verb, of which Bob is the subject."""
    verb, who = word.head, word.head.child("dobj")
    if word.tag == "JJ" and verb < who < word < word.child("dobj") and is_base(word.low):
        word.retag("VB", "ccomp")
        who.move("nsubj", word)


def _rather_than(word: Word) -> None:
    """Make `than` in `rather than sell it, Ann mended it` a preposition, as `instead of` is."""
    verb, rather = word.head, word.before
    if word.dep == "mark" and rather.low == "rather" and verb.tag == "VB" and verb.dep == "advcl":
        word.move("prep", verb.head)
        rather.move("advmod", word)
        verb.retag("VBG", "pcomp")
        verb.move("pcomp", word)


def _had_it_done(word: Word) -> None:
    """Make `had` in `tore it and had it mended` a verb of its own: somebody else mended it."""
    had, it = word.child("aux"), word.child("nsubj")
    if word.tag == "VBN" and word.dep == "conj" and had.lemma == "have" and had < it < word:
        had.lift(word, "ccomp")


def _had_it_put_in(word: Word) -> None:
    """Make `put` in `had a new pane put in` a verb: somebody put the pane in."""
    had, thing, particle = word.head, word.child("compound"), word.after
    put_in = particle.dep == "prt" and particle.head is had and had.lemma in {"have", "get"}
    if word.tag == "NN" and word.low in PAST_FORMS and thing is word.before and put_in:
        word.retag("VBN", "ccomp")
        thing.move("nsubj", word)
        thing.adopt(*(one for one in word.children() if one < thing))
        particle.move("prt", word)


def _then_changed(word: Word) -> None:
    """Join `changed` in `put on her boots, then changed into sandals` to the verb before it."""
    verb = word.head
    if verb.is_verb and verb < word and word.tag == verb.tag == "VBD" and not word.subject:
        word.dep = "conj"


def _but_did(word: Word) -> None:
    """Join `did` in `promised to call but never did` to the promise, `forgot` in `meant to, but forgot`."""
    joined, host = word.before.low in {"but", "and"}, word.head
    call = host.head if host.is_noun and host.dep == "dobj" else host
    if word.before.low == "but" and word.low in PAST_FORMS and word.tag[:2] == "NN":
        word.retag("VBD")
    if word.tag == "VBD" and (word.lemma == "do" or joined) and call.tag == "VB" and call.dep == "xcomp":
        call.head.adopt(word, *host.children("cc"))


def _may_be_made_to(word: Word) -> bool:
    return word.low in closed.EMITTED or (is_base(word.low) and word.low.endswith(("ise", "ize")))


def _made_scream(word: Word) -> None:
    """Make `scream` in `the spider made Ann scream` a verb, of which Ann is the subject."""
    verb, who = word.head, word.before
    caused = verb.lemma in {"make", "let", "see", "hear", "watch", "help"} and verb < who
    if caused and who.tag in {"NNP", "PRP$"} and word.tag == "NN" and _may_be_made_to(word):
        who.tag = "PRP" if who.tag == "PRP$" else who.tag
        word.retag("VB", "ccomp")
        who.move("nsubj", word)


def _saw_and_went(word: Word) -> None:
    """Join `went` in `saw that it was late and went home` to `saw`: what is not a person only was so."""
    was, joint = word.head, word.head.child("cc")
    saw, what = was.head, was.subject
    state = was.dep == "ccomp" and (was.lemma == "be" or bool(was.child("auxpass") or was.child("aux")))
    acts = any(what.lemma in some for some in (GENDERED, GROUPS, closed.ACTING)) or _VEHICLE in kinds_of(
        (stem(what.lemma),)
    )
    thing = what.low in {"it", "there"} or (what.tag in {"NN", "NNS"} and not acts)
    event = word.tag == "VBD" and word.lemma not in {"be", "have", "seem"} and not word.subject
    told = attitude_of((saw.lemma,)) if saw.tag == "VBD" and saw.subject else None
    if state and thing and event and joint < word and told is not None and told.kind != "report":
        saw.adopt(word, joint)


_DOING = frozenset({"causative", "change", "implicative", "attempt"})
"""Kinds of attitudes that ask nothing: `has to leave if he is late`."""


def _condition(word: Word) -> None:
    """Make the second clause of `We cannot skate if it thaws` a condition, also of `has to leave if`."""
    verb, mark = word.head, word.child("mark")
    told = attitude_of((f"{verb.lemma}_whether", verb.lemma))
    asks = verb.lemma in {"be", "find"} or (told is not None and told.kind not in _DOING)
    if verb < mark and mark.low == "if" and word.dep == "ccomp" and not asks:
        word.dep = "advcl"
    duty = verb.dep == "xcomp" and {f"{verb.head.lemma}_to", f"be_{verb.head.low}_to"} & closed.MODALS.keys()
    if verb < word and word.dep == "advcl" and duty:
        word.move("advcl", verb.head)  # `has to leave if he is late`


def _asked_if(word: Word) -> None:
    """Make what follows `asked the boy if`, `nobody knew if`, `was not sure if` a question, no condition."""
    clause, verb = word.head, word.head.head
    told = attitude_of((verb.lemma, f"{verb.lemma}_whether")) if word.dep == "mark" else None
    near = word.before is verb or word.before is verb.child("dobj", after=verb)
    asked = told is not None and told.kind == "question" and near and verb.tag == "VBD"
    known = {verb.lemma, verb.child("acomp").low} & _KNOWING and word.before in (verb, verb.child("acomp"))
    if clause.dep == "advcl" and word.dep == "mark" and (asked or known):
        clause.dep = "ccomp"


def _provided(word: Word) -> None:
    """Make `provided` in `the match is on, provided Ann plays` the connective of a condition."""
    behind = (one for one in word.words[word.n + 1 :] if one.is_verb and word < one.subject)
    verb, main = next(behind, NONE), word.root
    near = word.after in (verb.subject, *verb.subject.children()) if verb else False
    if near and main < word and not word.subject and main not in (word, verb):
        verb.move("advcl", main)
        word.move("mark", verb)


def _nor_does(word: Word) -> None:
    """Make Ben the subject in `neither did Ben`, and `neither` a negation."""
    verb = word.after
    helper = verb.lemma in {"do", "be", "have"} or verb.tag == "MD"
    behind = [one for one in verb.children() if verb < one and one.dep != "punct"]
    if not helper or len(behind) != 1 or not behind[0].is_noun:
        return
    who = behind[0]
    named = who.tag == "NNP" or who.lemma in GENDERED
    known = named and not any(one.low in closed.INDEFINITE for one in who.children("det"))
    if known or verb.lemma not in {"be", "have"}:
        who.dep = "nsubj"
        word.move("neg", verb)
        word.tag = "RB"


def _when_asked(word: Word) -> None:
    """Make `left` in `knows when the train left` what is known, not when."""
    verb, above = word.head, word.before
    told = attitude_of((f"{above.lemma}_whether", above.lemma)) if above.is_verb else None
    asks = told is not None and told.kind in {"question", "factive"}
    if asks and verb.dep == "advcl" and verb.head is above and not above.child("dobj"):
        verb.dep = "ccomp"


def _instead_of(word: Word) -> None:
    """Put `selling` in `instead of selling it` behind its preposition."""
    led = word.before
    alone = led.low == "of" and led.before.low == "instead"
    led_by = (led.dep == "prep" and word.dep == "advcl") or alone
    if word.tag == "VBG" and led_by and led.child("pobj", "pcomp") in {NONE, word}:
        if alone and led.before.head is not led:
            led.move("prep", led.before)
        word.move("pcomp", led)


def _so_then(word: Word) -> None:
    """Conjoin `went on` to the first verb, not the last: `was tired, but went on, so she finished`."""
    last, so = word.head, word.head.child("advmod", after=word)
    if so.low == "so" and last.dep == "conj" and last.head < word < so < last:
        word.lift(last, "conj")


SECOND_VERBS: Mends = {
    _so_then: {"ccomp"}, _then_changed: {"dep"},
    _but_did: {"conj"}, _saw_and_went: {"conj"}, _rather_than: {"than"}, _made_open: {"oprd"},
    _let_in: {"ccomp"}, _put_in: {"in", "on", "off", "up", "out", "down", "over"},
    _had_it_done: {"conj"}, _had_it_put_in: {"dobj"}, _nor_does: {"neither"},
    _condition: {"ccomp", "advcl"}, _provided: {"provided", "providing"}, _asked_if: {"if"},
    _when_asked: {"when"},
    _instead_of: {"advcl", "xcomp", "conj", "pobj"}, _made_scream: {"dobj", "ccomp"},
}  # fmt: skip
"""Applied in this order, each to the result of those before it."""
