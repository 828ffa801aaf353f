"""Nouns that name what happened: `the collapse of the chimney` says that the chimney collapsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.inflection import past_tense
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.verbs import IRREGULAR
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.fillers import PRIVATIVE
from defeasible.reasoner.grammar.belief.node import Denied, Leaf, Node, Word, Words
from defeasible.reasoner.grammar.belief.view import Part, made, with_role

if TYPE_CHECKING:
    from defeasible.reasoner.grammar.belief.reader import Reader

_DATA = read_toml("defeasible.reasoner.grammar.belief", "events.toml")
_DID, _SUFFERED = (dict(p.split("/") for p in _DATA[kind]["pairs"].split()) for kind in ("did", "suffered"))
_FACTS = word_set(_DATA["facts"]["nouns"])
_UNREAL = word_set(_DATA["unreal"]["verbs"])


def events(r: Reader, part: Part) -> Node | None:
    """Read what the nouns of a clause say to have happened, beside it."""
    main = part.clause
    if not part.asserted or main.modals or main.tense == "future" or main.lemma in _UNREAL:
        return None
    phrases = [main.subject, *main.objects, *(o.phrase for o in main.obliques)]
    own = r.view.of(part)
    found = [node for p in phrases if p is not None and p.head.index in own for node in _happened(r, p, part)]
    return r.beside(part, "what a noun says happened", *found) if found and not main.shared else None


def _happened(r: Reader, phrase: Phrase, part: Part) -> Iterator[Node]:
    view = r.view
    if phrase.head.lemma in _FACTS:  # `the fact that Ann left surprised Bob`
        under = (c for c in view.clauses if c.relation == "content" and c.head.head == phrase.head.index)
        yield from (r.read(r.at(clause, part)) for clause in under)
    if any(adjective.low in PRIVATIVE for adjective in phrase.adjectives):
        return
    did, suffered = (pairs.get(phrase.head.lemma) for pairs in (_DID, _SUFFERED))
    of = next((o.phrase for o in phrase.obliques if o.preposition == "of"), None)
    verb = did or suffered
    by = next((o.phrase for o in phrase.obliques if o.preposition == "by" and not did), None)
    whose = [_named(r, p) for p in (phrase.owner, by, of) if p is not None]
    if verb is None or not whose or (phrase.owner is None and phrase.determiner != "the"):
        return
    passive = did is None and len(whose) == 1
    be, _, quality = verb.partition("_")
    said = past_tense(verb)
    if passive:
        said = IRREGULAR[verb].participle[0] if verb in IRREGULAR else said
    like = view.say([phrase.head.index])
    verbs = [made(said, "VBD", "verb", like)._replace(lemma=verb)]
    if quality:
        verbs = [made("was", "VBD", "verb", like)._replace(lemma=be), made(quality, "JJ", "complement", like)]
    elif passive:
        verbs.insert(0, made("was", "VBD", "aux", like)._replace(lemma="be"))
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
        behind = (
            w
            for o in phrase.obliques
            if o.preposition not in {"of", "by"}
            for w in _oblique(r, o.start, o.phrase)
        )
        rest = tuple(w for words in objects for w in words)
        yield Leaf((*subject, *verbs, *rest, *behind), passive=passive, past=True)


def _named(r: Reader, phrase: Phrase) -> Words:
    """Return the words for whose event it is: `she`, of `her`."""
    if phrase.pronoun is not None:
        said = r.view.say([phrase.head.index])
        resolved = said[0].low != phrase.head.low
        return said if resolved else (made(phrase.pronoun.id, "PRP", "subject", said),)
    return tuple(w for w in r.view.say(r.view.phrase(phrase)) if w.tag != "POS")


def _oblique(r: Reader, start: int, phrase: Phrase | None) -> tuple[Word, ...]:
    if phrase is None:
        return ()
    words = r.view.say(r.view.phrase(phrase) | r.view.between(start, phrase.start))
    return with_role(words, f"by:{words[0].low}") if words else ()
