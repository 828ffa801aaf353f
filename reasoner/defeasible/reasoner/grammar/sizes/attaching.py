"""Prepositional phrases as the lexicon knows their prepositions."""

from __future__ import annotations

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.closed import UNITS
from defeasible.reasoner.english.phrase import Oblique
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause
from defeasible.reasoner.grammar.sizes.lexicon import LONGEST, Phrase, lexicon, phrase_at, preposition
from defeasible.reasoner.grammar.sizes.things import Things


def attach(analysis: Analysis, things: Things, oblique: Oblique) -> Attached | None:
    """Return a prepositional phrase with what its preposition, or a word before and it, says of size."""
    noun = oblique.phrase
    if noun is None:
        return None
    if noun.head.lemma in w.MEDIA and oblique.preposition in {"in", "on"}:
        return None
    first = analysis.token_at(oblique.start).index
    ahead = [t.lemma for t in analysis.tokens[max(0, first - 6) : first]]
    far = bool(ahead) and (ahead[-1] in UNITS or ahead[-1] in w.DISTANCE or "side" in ahead)
    if far and oblique.preposition.split()[0] in w.DISTANT:
        return None  # `ten metres from the gate`, `on the far side of the road from the inn`
    ahead = [t.low for t in analysis.tokens[first : first + LONGEST]]
    phrase = _adjectival(analysis, first, oblique) or phrase_at(ahead)
    phrase = phrase or preposition(oblique.preposition) or preposition(oblique.preposition.split()[-1])
    if phrase is None:
        return None
    numbers = tuple(things.numbers(noun))
    return Attached(phrase, numbers, oblique.start, oblique.end, noun.head.lemma, things.bare(noun))


def _adjectival(analysis: Analysis, first: int, oblique: Oblique) -> Phrase | None:
    """Return a word and its preposition where the lexicon knows the two: `full of`, `home to`."""
    words = oblique.preposition.split()
    for back in range(1, min(LONGEST, first) + 1):
        before = tuple(t.low for t in analysis.tokens[first - back : first])
        for found, phrase in lexicon().phrases.get(before[0], ()):
            if found == (*before, *words) and phrase.adjective:
                return phrase
    return None


def companions(clause: Clause) -> list[Clause]:
    """Return that what stands behind `with` is where the rest is: `dances with a bear in a ring`."""
    out: list[Clause] = []
    for i, attached in enumerate(clause.phrases):
        places = [a for a in clause.phrases[i + 1 :] if a.phrase.place]
        if attached.phrase.words == "with" and places and not clause.patient and clause.verb is not None:
            own = Clause(attached.start, attached.end, subject=list(attached.numbers), phrases=places[:1])
            own.hypothetical, own.negated = clause.hypothetical, clause.negated
            out.append(own)
    return out


def inside(clause: Clause) -> list[Clause]:
    """Read `inside` without a noun behind it: `closed a box with a fly inside`."""
    last, phrase = clause.phrases[-1] if clause.phrases else None, preposition("in")
    passive = clause.verb is not None and clause.verb.passive
    ground = clause.subject if passive else clause.patient or clause.subject
    if last is None or last.phrase.role != "with" or not ground or phrase is None:
        return []
    clause.phrases.pop()
    clause.within = False
    place = Attached(phrase, tuple(ground), last.start, last.end)
    return [Clause(last.start, last.end, subject=[number], phrases=[place]) for number in last.numbers]
