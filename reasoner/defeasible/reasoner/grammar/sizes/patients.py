"""Objects of verbs: what is acted upon, who receives it, and what is an object in form only."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.closed import MULTIPLES, UNITS
from defeasible.reasoner.english.people import PERSONS, RELATIONS
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Clause, Verb
from defeasible.reasoner.grammar.sizes.lexicon import lexicon
from defeasible.reasoner.grammar.sizes.things import ASKED, Things


def read_objects(analysis: Analysis, things: Things, said: Said, clause: Clause) -> None:
    """Say of a clause what its verb acts upon, and who receives it."""
    verb, subject = clause.verb, said.subject
    if verb is not None and verb.be and said.expletive and subject is not None:
        light = ("be", subject.head.lemma) in lexicon().support and things.number(subject) >= ASKED
        clause.light = subject.head.lemma if light else ""
    if verb is None or not said.objects:
        return
    direct = said.objects[-1].excepted or said.objects[-1]  # `holds nothing but a stapler`
    if direct.head.low == "nothing":  # `a pea and nothing else`
        direct = said.objects[0]
    receiver = said.objects[0] if len(said.objects) > 1 and said.objects[0] is not direct else None
    things.direct.add(direct.head.index)
    if _no_thing(analysis, said, direct):
        return
    _mark(said, verb, direct, clause)
    if _light(things, verb, direct):
        clause.light = direct.head.lemma
        clause.patient = things.numbers(receiver)
        return
    clause.patient, clause.patient_head = things.numbers(direct), direct.head.lemma
    owner = direct.owner.pronoun if direct.owner is not None else None
    clause.own_part = owner is not None and direct.head.lemma in w.BODY_PARTS
    if receiver is not None:
        clause.recipient = things.numbers(receiver)
    elif verb.passive and not _gives(verb):
        # `A snake is swallowed a frog`: a wrong auxiliary, not a passive.
        clause.verb = replace(verb, passive=False)
    elif verb.passive:
        # `He was handed a sword`: the subject of the passive is the receiver.
        clause.recipient, clause.subject, clause.patient = clause.subject, clause.patient, []


def _no_thing(analysis: Analysis, said: Said, direct: Phrase) -> bool:
    """Whether an object is a measure or a part: `two litres`, `half the window`, `as much as one cup`."""
    if direct is said.antecedent and direct.head.lemma in w.TIMES:
        return True  # `there's no way it will fit`
    if direct.head.low in MULTIPLES or (direct.quantifier is not None and direct.quantifier.kind == "half"):
        return True
    if not direct.obliques and (direct.head.lemma in UNITS or direct.head.tag == "CD"):
        return True
    return "much" in analysis.words(direct.start, direct.end).split()


def _mark(said: Said, verb: Verb, direct: Phrase, clause: Clause) -> None:
    """Note that `Ann has a boat`, `the giant has a brother` tell an owner, and `forty jugs` how many."""
    subject = said.subject
    person = subject is not None and (subject.name or subject.head.lemma in PERSONS)
    if verb.lemmas[0] in w.OWNING and (person or direct.head.lemma in RELATIONS):
        clause.marks.add("owner")
    if direct.quantifier is not None and (direct.quantifier.count or 1) > 1:
        clause.marks.add("several")


def _gives(verb: Verb) -> bool:
    """Whether a verb has a receiver, which may be the subject of its passive."""
    frames = lexicon().frames
    return any(
        "recipient" in {rule.bigger, rule.smaller}
        for lemma in verb.lemmas
        for frame in frames.get(lemma, ())
        for rule in frame.rules
    )


def _light(things: Things, verb: Verb, phrase: Phrase) -> bool:
    """Whether an object is one in form only: `take shelter`, `spend a night`, `make its way`."""
    head, table = phrase.head.lemma, lexicon()
    if things.number(phrase) < ASKED:
        return False
    if any((lemma, head) in table.support for lemma in verb.lemmas):
        return True
    if head in w.EVENTS and not table.discourse["light"].isdisjoint(verb.lemmas):
        return True
    return things.bare(phrase) and head in w.LIGHT_OBJECTS
