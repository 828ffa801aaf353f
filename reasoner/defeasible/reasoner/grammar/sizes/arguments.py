"""Objects, receivers and prepositional phrases of verbs, as the lexicon describes them."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.closed import MULTIPLES, UNITS
from defeasible.reasoner.english.people import RELATIONS
from defeasible.reasoner.english.phrase import Oblique, Phrase, behind
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, Verb
from defeasible.reasoner.grammar.sizes.lexicon import LONGEST, lexicon, phrase_at, preposition
from defeasible.reasoner.grammar.sizes.things import ASKED, Things


def read_objects(analysis: Analysis, things: Things, said: Said, clause: Clause) -> None:
    """Set the direct object and the receiver of a clause."""
    verb = clause.verb
    if verb.be and said.expletive and said.subject is not None and _light(things, verb, said.subject):
        clause.light = counted(said.subject).head.lemma  # `there is room for a cat`
    if not said.objects:
        return
    direct = said.objects[-1].excepted or said.objects[-1]  # `holds nothing but a stapler`
    if direct.head.low == "nothing":  # `a pea and nothing else`
        direct = said.objects[0]
    receiver = said.objects[0] if said.objects[0] is not direct else None
    light = _light(things, verb, direct)
    portion = next(iter(behind(direct.obliques, {"of"})), None)
    if not light and _no_thing(analysis, said, direct):
        if portion is not None and verb.among(w.COVERING, clause.particle) and not clause.negated:
            clause.patient, clause.marks = things.numbers(portion), clause.marks | {"portion"}
        return
    owns = said.subject is not None and said.subject.person
    if verb.among(w.OWNING) and (owns or direct.head.lemma in RELATIONS):
        clause.marks.add("owner")  # `Ann has a boat`, `the giant has a brother`
    clause.marks |= {"ride"} if direct.head.lemma in w.RIDES else set()
    if direct.quantifier is not None and (direct.quantifier.count or 1) > 1:
        clause.marks.add("several")
    if light:
        clause.light = counted(direct).head.lemma
        clause.patient = things.numbers(receiver)
        return
    clause.patient, clause.patient_head = things.numbers(direct), direct.head.lemma
    # `dwarfs everything around it, including the church`
    for one in behind((*said.obliques, *direct.obliques), {"including"}):
        clause.patient += things.numbers(one)
    owner = direct.owner.pronoun if direct.owner is not None else None
    clause.own_part = owner is not None and direct.head.lemma in w.BODY_PARTS
    rules = [r for lemma in verb.lemmas for f in lexicon().frames.get(lemma, ()) for r in f.rules]
    if receiver is not None:
        clause.recipient = things.numbers(receiver)
    elif verb.passive and any("recipient" in {rule.bigger, rule.smaller} for rule in rules):
        # `He was handed a sword`: the subject of the passive is the receiver.
        clause.recipient, clause.subject, clause.patient = clause.subject, clause.patient, []
    elif verb.passive:
        # `A snake is swallowed a frog`: a wrong auxiliary, not a passive.
        clause.verb = replace(verb, passive=False)


def _no_thing(analysis: Analysis, said: Said, direct: Phrase) -> bool:
    """Return whether an object is a measure or part: `two litres`, `half the window`, `as much as a cup`."""
    way = direct is said.antecedent and direct.head.lemma in w.TIMES  # `there's no way it will fit`
    some = direct.head.low in w.PORTIONS and bool(behind(direct.obliques, {"of"}))  # `some of the hay`
    half = direct.head.low in MULTIPLES or direct.amount == "half"
    sized = direct.head.lemma in w.MEASURED and said.lemma in w.OWNING  # `has the width of a bus`
    unit = not direct.obliques and (direct.head.lemma in UNITS or direct.head.tag == "CD")
    return way or some or half or sized or unit or "much" in analysis.words(direct.start, direct.end).split()


def _light(things: Things, verb: Verb, phrase: Phrase) -> bool:
    """Return whether an object is one in form only: `take shelter`, `spend a night`, `make its way`."""
    head, table = counted(phrase).head.lemma, lexicon()
    if things.number(phrase) < ASKED:
        return False
    event = head in w.EVENTS and verb.among(table.discourse["light"])
    bare = things.bare(phrase) and head in w.LIGHT_OBJECTS and not verb.be
    return event or bare or any((lemma, head) in table.support for lemma in verb.lemmas)


def counted(phrase: Phrase) -> Phrase:
    """Return the noun counted by `plenty of`: `room` in `plenty of room`."""
    return next(iter(behind(phrase.obliques, {"of"})), phrase) if phrase.head.lemma in w.PLENTY else phrase


def attach(analysis: Analysis, things: Things, oblique: Oblique) -> Attached | None:
    """Return a prepositional phrase with what its preposition, alone or with the word before it, implies."""
    noun = oblique.phrase
    if noun is None or (noun.head.lemma in w.MEDIA and oblique.preposition in {"in", "on"}):
        return None
    if noun.head.lemma in w.EXTENTS and noun.quantifier is not None:
        return None  # `overhangs it on every side`
    words, first = oblique.preposition.split(), analysis.token_at(oblique.start).index
    if words[0] in {"than", "as"} and words[-1] in w.INSIDE:
        return None  # `more tea in the cup than in the bowl`
    ahead = [t.lemma for t in analysis.tokens[max(0, first - 6) : first]]
    far = bool(ahead) and (ahead[-1] in UNITS or ahead[-1] in w.DISTANCE or "side" in ahead)
    far = far or "across" in ahead[-3:]  # `across the room from the piano`
    if far and words[0] in w.DISTANT:
        return None  # `ten metres from the gate`, `on the far side of the road from the inn`
    lows = [t.low for t in analysis.tokens[max(0, first - LONGEST) : first + LONGEST]]
    here = min(first, LONGEST)
    table = lexicon().phrases
    wider = (table.get((*lows[back:here], *words)) for back in range(here))
    # `full of`, `home to`: a word and its preposition
    phrase = next((found for found in wider if found is not None and found.adjective), None)
    found = phrase_at(lows[here:])
    whole = found is not None and len(found.words.split()) >= len(words)  # not `about inside`
    phrase = phrase or (found if whole else phrase_at(words[-1:]) or found)
    if words == ["between"] and noun.head.lemma in w.BODY_PARTS and noun.plural:
        phrase = preposition("in")  # `between its teeth`
    if phrase is None:
        return None
    numbers = tuple(things.numbers(noun))
    return Attached(phrase, numbers, oblique.start, oblique.end, noun.head.lemma, things.bare(noun))


def companions(clause: Clause) -> list[Clause]:
    """Return places of companions: `dances with a bear in a ring`, `shut a chest with a pig inside`."""
    out: list[Clause] = []
    for i, attached in enumerate(clause.phrases):
        places = [a for a in clause.phrases[i + 1 :] if a.phrase.place and not clause.patient]
        if clause.within and clause.theme:
            places = [Attached(preposition("in"), tuple(clause.theme), attached.start, attached.end)]
        if attached.phrase.words == "with" and places and clause.verb:
            own = Clause(attached.start, attached.end, subject=list(attached.numbers), phrases=places[:1])
            own.hypothetical, own.negated = clause.hypothetical, clause.negated
            out.append(own)
    clause.within = clause.within and not out
    return out
