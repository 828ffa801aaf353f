"""Event nouns: `the collapse of the chimney` implies that the chimney collapsed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from defeasible.reasoner.english.closed import PRIVATIVE
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.event_nouns import DID, SUFFERED, presumed, presumed_behind
from defeasible.reasoner.english.inflection import past_tense
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.grammar.belief.node import Denied, Leaf, Node
from defeasible.reasoner.grammar.belief.view import Part
from defeasible.reasoner.grammar.belief.words import Words, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_HAPPENING = {("take", "place"), ("happen",), ("occur",)}


def events(r: Reader, part: Part) -> Node | None:
    """Read a clause together with the events that its nouns imply."""
    main = part.clause
    if main.modals or main.tense == "future":
        return None
    if main.subject is not None and (main.lemma, *(p.head.lemma for p in main.objects)) in _HAPPENING:
        return _took_place(r, part, main.subject)
    if not part.asserted:
        return None
    is_now = main.lemma == "be" and main.tense == "present" and main.aspect == "simple"
    verb = f"{main.lemma}_{main.particle}" if main.particle else main.lemma
    real = presumed(verb, passive=main.voice == "passive", is_now=is_now)
    phrases = [main.subject] if real.subject else []
    phrases += main.objects if real.objects else ()
    ahead = main.head.start
    phrases += (o.phrase for o in main.obliques if presumed_behind(o.preposition, fronted=o.start < ahead))
    own = r.view.of(part)
    found = [node for p in phrases if p is not None and p.head.index in own for node in _happened(r, p, part)]
    return r.beside(part, "what a noun says happened", *found) if found and not main.shared else None


def _took_place(r: Reader, part: Part, what: Phrase) -> Leaf | None:
    """Return `she was dismissed on Monday` for `her dismissal took place on Monday`."""
    view, main = r.view, part.clause
    told = next(_happened(r, what, part), None)
    if not isinstance(told, Leaf):
        return None
    where = (w for o in main.obliques for w in with_role(view.say(view.led(o)), f"by:{o.preposition}"))
    when = with_role(view.say([n for n, role in view.roles(main).items() if role == "time"]), "time")
    return replace(told, words=(*told.words, *where, *when), denied=main.denied)


def _happened(r: Reader, phrase: Phrase, part: Part) -> Iterator[Node]:
    view = r.view
    if any(adjective.low in PRIVATIVE for adjective in phrase.adjectives):
        return
    did, suffered = (pairs.get(phrase.head.lemma) for pairs in (DID, SUFFERED))
    of = next((o.phrase for o in phrase.obliques if o.preposition == "of"), None)
    verb = did or suffered
    by = next((o.phrase for o in phrase.obliques if o.preposition == "by" and not did), None)
    whose = [_named(r, p) for p in (phrase.owner, by, of) if p is not None]
    if verb is None or not whose or (phrase.owner is None and phrase.determiner != "the"):
        return
    passive = did is None and len(whose) == 1
    quality = verb.removeprefix("be_")
    like = view.say([phrase.head.index])
    verbs = [made(past_tense(verb), "VBD", "verb", like)._replace(lemma=verb)]
    if quality != verb:
        verbs = [made("was", "VBD", "verb", like), made(quality, "JJ", "complement", like)]
    elif passive:
        verbs.insert(0, made("was", "VBD", "aux", like))
    roles = ("subject", "object")
    subject, *objects = (with_role(words, role) for words, role in zip(whose, roles, strict=False))
    under = (c for c in view.clauses if c.head.head == phrase.head.index and c.relation == "infinitive")
    inner = next(under, None)
    attitude = attitude_of((f"{verb}_to",))
    if inner is not None and attitude is not None and attitude.affirmed == "no":
        forms = tuple(view.finite(inner, part.clause).items())
        told = r.read(Part(inner, asserted=False, subject=subject, forms=forms))
        yield Denied(told, f"{phrase.head.low}: not so")
        yield Leaf((*subject, *verbs, *with_role(view.say(view.tree(inner.head)), "infinitive")), past=True)
    elif inner is None:
        behind = (o for o in phrase.obliques if o.preposition not in {"of", "by"} and o.phrase is not None)
        rest = (w for o in behind for w in with_role(view.say(view.led(o)), f"by:{o.preposition}"))
        done = (w for words in objects for w in words)
        yield Leaf((*subject, *verbs, *done, *rest), passive=passive, past=True)


def _named(r: Reader, phrase: Phrase) -> Words:
    """Return the words for the participant of an event noun: `she` for `her`."""
    if phrase.pronoun is not None:
        said = r.view.say([phrase.head.index])
        resolved = said[0].low != phrase.head.low
        return said if resolved else (made(phrase.pronoun.id, "PRP", "subject", said),)
    return tuple(w for w in r.view.say(r.view.phrase(phrase)) if w.tag != "POS")
