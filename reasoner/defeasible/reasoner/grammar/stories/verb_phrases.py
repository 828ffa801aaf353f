"""One clause by its own words: verb group, objects, phrases, predicate, and idioms that form one verb."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.closed import COLOURS, RESULTS
from defeasible.reasoner.english.connectives import INVERTED
from defeasible.reasoner.english.embedding import Holds, attitude_of
from defeasible.reasoner.english.inflection import Form
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.verbs import is_base, is_gerund
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.nouns import Nouns, place_of
from defeasible.reasoner.grammar.stories.predicates import contrasted, is_state, stands_alone
from defeasible.reasoner.grammar.stories.syntax import (
    Adjectives,
    Clause,
    Complement,
    Group,
    Noun,
    Prepositional,
    leads_on,
    set_apart,
    told_phrases,
)

_FORMS: dict[str, Form] = {
    "VB": "base", "VBP": "base", "VBZ": "s", "VBD": "past", "VBG": "ing", "VBN": "part", "MD": "base",
}  # fmt: skip


class VerbPhrases:
    """Reads the clauses of one text, each without its subordinate clauses.

    Args:
        analysis: The text.
        nouns: Its noun phrases.
        governed: Reads a clause governed by a preposition, by its number.
    """

    def __init__(self, analysis: Analysis, nouns: Nouns, governed: Callable[[int], Clause]) -> None:
        self._analysis = analysis
        self._nouns = nouns
        self._inner = governed

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a token."""
        return [t for t in self._analysis.tokens if t.head == token.index != t.index]

    def plain(self, said: Said) -> Clause:
        """Read a clause."""
        group, predicate = self.group(said), self._predicate(said)
        described = {said.head.low, *(predicate.words if predicate is not None else ())}
        if said.subject is not None and not lx.of("opened").isdisjoint(described):
            self._nouns.container(said.subject)  # `the jar of olives is open`
        subject = self._nouns.subject(said)
        taken = said.lemma in lx.CONTROL or _implicative(said) is not None
        verbal = [(p, self._gerund(p, said)) for p in said.objects if taken]
        verbs = {p.head.index: c for p, c in verbal if c is not None}
        wanted = lx.SELECTED["object"].get(f"{said.lemma}_{said.particle}".rstrip("_"), frozenset())
        objects = [
            self._nouns.container(p) if singular(p.head.low) in wanted and p.obliques else self._nouns.noun(p)
            for p in said.objects
            if p.head.index not in verbs and p.head.low not in lx.of("minimizers")
        ]
        there = said.expletive == "there" and said.subject is not None
        complements = (said.complement,) if said.complement is not None else ()
        held = (said.subject,) if there and said.subject is not None else (*said.objects, *complements)
        beside = (o for p in held for q in p.all() for o in _behind(q))
        obliques = dict.fromkeys((*_flat(told_phrases(said)), *beside))
        phrases = [p for o in obliques if (p := self.phrase(o, said)) is not None]
        particle_phrase = self._particle_phrase(said, phrases)
        adverbs, particle = self.adverbs(said), said.particle
        objects, adverbs, made = _hers(said.lemma, objects, adverbs)
        if particle_phrase is not None and particle_phrase.noun is not None:
            objects.append(particle_phrase.noun)
            phrases.remove(particle_phrase)
        objects += map(self._nouns.noun, complements)
        if predicate is None and is_state(said):
            predicate, particle = _participle(said, particle), ""
            group = replace(group, lemma="be", copula=True, passive=False)
        # `put a coat on`
        alone = next((o.preposition for o in said.obliques if stands_alone(o, said.lemma)), "")
        particle = particle_phrase.preposition if particle_phrase is not None else particle or alone
        if not particle and said.lemma in lx.of("motion") and any(p.preposition == "out" for p in phrases):
            particle = "out"  # `ran out the door`: out through it
            phrases = [replace(p, preposition="through") if p.preposition == "out" else p for p in phrases]
        if predicate is not None and f"{predicate.words[0]}_{particle}" in lx.of("particle_verbs"):
            group, predicate = replace(group, lemma=predicate.words[0], copula=False, passive=True), None
        predicate = predicate or _end_state(group.lemma, objects, adverbs)
        if not particle and not group.copula:  # `took it back round`, `gave it away to a charity`
            particle = next((a for a in adverbs if _is_particle(group.lemma, a)), "")
            adverbs = tuple(a for a in adverbs if a != particle)
        if (group.copula and particle) or lx.is_adverb(group.lemma, particle):
            adverbs, particle = (*adverbs, particle), ""
        if there and subject is not None:
            objects, subject = [subject], None
        group, phrases = _contained(group, objects, phrases)
        sums, times = self._dated(said)
        objects += sums
        if subject is None and times and group.lemma in lx.of("elapsing"):  # `a month passed`
            subject, times = times[0], ()
        verbal_ones = (Complement("to" if c.group.form == "base" else "ing", c) for c in verbs.values())
        clause = Clause(
            said.start, said.end, subject, group, tuple(objects), tuple(phrases), predicate, particle,
            adverbs, times, (*verbal_ones, *made), self.link(said), there,
        )  # fmt: skip
        return self._idiom(said, clause)

    def _dated(self, said: Said) -> tuple[tuple[Noun, ...], tuple[Noun, ...]]:
        """Return the sums and the times of a clause: `paid him back every penny on Monday`."""
        spans = [c.measure for c in said.comparisons if c.measure is not None and c.word.low == "later"]
        told = [p for p in (*said.times, *spans) if not place_of(p)]
        sums = [p for p in told if singular(p.head.low) in lx.of("sums")]
        return tuple(map(self._nouns.noun, sums)), tuple(self._nouns.noun(p) for p in told if p not in sums)

    def _particle_phrase(self, said: Said, phrases: list[Prepositional]) -> Prepositional | None:
        """Return the object of a particle that was parsed as a preposition: `switched on the heater`.

        In `took him on last week` it is a time, because no preposition stands before `last`.
        """
        if said.particle not in ("", "back") or not phrases or said.voice == "passive" or said.lemma == "be":
            return None
        first = phrases[0]
        if first.noun is None or f"{said.lemma}_{first.preposition}" not in lx.of("particle_verbs"):
            return None
        worn = lx.SELECTED["object"].get(f"{said.lemma}_{first.preposition}", frozenset())
        if said.lemma in lx.of("by_oneself") and not said.objects and first.noun.head not in worn:
            return None  # `fell in the pond`, `slipped on the stairs`: not `slipped on his shoes`
        named = {first.noun.determiner, *first.noun.adjectives}
        dated = first.noun.time and not named.isdisjoint({"last", "next", "this", "that"})
        beside = not said.objects and 0 <= first.start - said.head.end <= 1
        return first if beside or dated else None

    def group(self, said: Said) -> Group:
        """Read its verb group."""
        modal = next((m for m in (lx.MODALS.get(m.words) for m in said.modals) if m), "")
        if said.tense == "future":
            modal = modal or "will"
        kind = said.link.kind if said.link is not None and said.relation == "conjunct" else ""
        either = kind == "or" and said.shared and not said.negations
        host = self._analysis.clauses[said.parent] if either and said.parent is not None else said
        # `never posted it or moved it`; but who barely caught the train caught it
        denials = (n for n in host.negations if n.clausal and n.word != "barely")
        words = [n.word for n in denials if n.kind in lx.of("denials") or n.word == "nowhere"]
        words = (
            words or [t.low for t in said.unread if t.low in lx.of("scarcely")] or ["nor"] * (kind == "nor")
        )
        perfect = any(t.lemma == "have" and t.dep == "aux" for t in self.children(said.head))
        return Group(
            said.head.start, said.head.end, said.lemma or "be", _FORMS.get(said.head.tag), modal,
            perfect, said.tense == "past", said.voice == "passive",
            said.aspect == "progressive", said.lemma in {"be", ""}, tuple(words),
            tuple(n.word for n in said.negations if n.kind == "nearly"),
        )  # fmt: skip

    def phrase(self, oblique: Oblique, said: Said) -> Prepositional | None:
        """Return a preposition of a clause with its noun, or None for a fixed phrase."""
        phrase, noun = oblique.phrase, None
        clause = self._inner(oblique.clause) if oblique.clause is not None else None
        if phrase is not None:
            words = f"{oblique.preposition} {self._analysis.words(phrase.start, phrase.end).lower()}"
            if words.removesuffix(" all") in lx.of("fixed"):
                return None
            if said.adjective is not None and (verb := self._gerund(phrase, said)) is not None:
                return Prepositional(oblique.preposition, oblique.start, verb.end, clause=verb)
            noun = self._nouns.noun(phrase)
            time = noun.time or _tells_time(oblique.preposition, phrase)
            noun = noun if time is noun.time else replace(noun, time=time)
        if (inner := noun or clause) is None:
            return None
        # `passed it on to him`: the first word is the particle
        preposition = oblique.preposition.removeprefix(f"{said.particle} " if said.particle else "")
        return Prepositional(preposition, oblique.start, inner.end, noun, clause)

    def _predicate(self, said: Said) -> Adjectives | None:
        if said.adjective is None:
            return None
        first = said.adjective
        below = self.children(first)
        tokens = [first, *(t for t in below if t.dep == "conj" and t.tag[:2] in {"JJ", "VB"})]
        degrees = {c.word.index: c.kind for c in said.comparisons if c.kind in lx.of("degrees")}
        inflected = {t.index for t in tokens if t.tag in {"JJR", "JJS", "RBR", "RBS"}}
        words = [f"{degrees.get(t.index, '') * (t.index not in inflected)} {t.low}".strip() for t in tokens]
        kinds = {c.kind for c in said.comparisons}
        standard = next((c.standard for c in said.comparisons if c.standard is not None), None)
        beside = (c for c in said.comparisons if c.standard is None and c.word.index == first.index)
        end = max([tokens[-1].end, *(c.end for c in beside)])
        apart = contrasted(self._analysis, said)
        contrary = tuple(w for t, w in zip(tokens, words, strict=True) if apart.get(t.index))
        words = [w for t, w in zip(tokens, words, strict=True) if t.index not in apart]
        before = (t for t in below if t.index < first.index)
        measure = [t for t in before if t.low == "half" or t.dep in {"npadvmod", "compound"}]
        if measure:
            start = min(t.start for m in measure for t in (m, *self.children(m)))
            words[0] = self._analysis.words(start, first.end).lower()
        compared = self._nouns.perhaps(standard)
        than = {c.word.index: c.standard for c in said.comparisons if c.standard not in (None, standard)}
        further = tuple((t.low, self._nouns.noun(than[t.index])) for t in tokens if t.index in than)
        kind = " ".join(sorted(kinds))
        return Adjectives(first.start, end, tuple(words), kind, compared, further, contrary)

    def adverbs(self, said: Said) -> tuple[str, ...]:
        """Return its adverbs, lower case, but not `straight` in `straight into the box`."""
        found = [a.token.low for a in said.adverbs if not leads_on(a.token)]
        found += filter(None, map(place_of, said.times))
        apart = set_apart(said)
        if (
            any(not n.clausal and n.scope_start not in apart for n in said.negations)
            and "matter" not in found
        ):
            found.append("not")
        return tuple(found)

    def link(self, said: Said) -> str:
        """Return its connective words; empty for a main clause."""
        if said.link is None or said.parent is None:
            return ""
        if said.relation == "conjunct":
            parent = self._analysis.clauses[said.parent]
            above = self.link(parent)
            return above if above and parent.relation == "adverbial" else said.link.words
        return "if" if said.link.words in INVERTED else said.link.words

    def _idiom(self, said: Said, clause: Clause) -> Clause:
        """Read `make fun of`, `sing her to sleep` as one verb, whose object follows it or stands within."""
        behind = self._analysis.tokens[said.head.index + 1 : said.head.index + 9]
        held = [p.start <= t.start < p.end for p in said.objects[:1] for t in behind]
        parted = [t for t, within in zip(behind, held, strict=False) if not within]
        rows = lx.IDIOMS.get(clause.group.lemma, ())
        read = [
            (ts, tuple("one's" if t.tag == "PRP$" else t.low for t in ts)) for ts in (behind, parted) if rows
        ]
        for words, tokens in ((w, ts) for ts, lows in read for w in rows if lows[: len(w)] == w):
            last = tokens[len(words) - 1]
            if leads_on(last) or (last.dep == "amod" and last.head > last.index):
                continue  # `finished it last night`: not last
            if len(words) == 1 and clause.group.lemma == "be" and last.dep == "prep":
                continue  # `was up the tree`: not up
            inside = {t.start for t in tokens[: len(words)]}
            if tokens is parted and any(_reaches_out(p, inside) for p in clause.phrases):
                continue  # `brought him to the party`: not only `brought him to`
            nouns = [n for o in clause.objects for n in ((o.owner,) if o.start in inside else (o,))]
            ends = (p.noun for p in clause.phrases if p.start in inside and p.noun is not None)
            nouns += [n for noun in ends for n in ((noun.owner,) if noun.start in inside else (noun,))]
            predicate = clause.predicate
            return replace(
                clause, particle="_".join(words),
                objects=tuple(n for n in nouns if n is not None and n.start not in inside),
                phrases=tuple(p for p in clause.phrases if p.clause or p.start not in inside),
                predicate=None if predicate is not None and predicate.start in inside else predicate,
            )  # fmt: skip
        return clause

    def _gerund(self, phrase: Phrase, said: Said) -> Clause | None:
        """Read a noun that is really a verb: `liked swimming`, `good at fishing`, hurried `failed win`."""
        low = phrase.head.low
        base = stem(low) if is_gerund(low) else low
        dressed = phrase.determiner or phrase.owner or phrase.adjectives or phrase.joined or phrase.quantifier
        if dressed or phrase.nouns or lx.is_noun(low):
            return None
        implied = _implicative(said)
        hurried = implied or (said.lemma in lx.CONTROL and not lx.CONTROL[said.lemma].state)
        if low == base and not (hurried and is_base(base)):
            return None
        subject = self._nouns.perhaps(said.subject)
        form: Form = "base" if low == base else "ing"
        holds = implied or "open"
        group = Group(phrase.start, phrase.end, base, form)
        return Clause(phrase.start, phrase.end, subject, group, holds=holds)

    def with_result(self, said: Said, clause: Clause) -> Clause:
        """Read `made him happy`, `found the door open`."""
        subject = self._nouns.perhaps(said.subject)
        predicate = _participle(said) if self.is_result(said) else self._predicate(said)
        if subject is not None and said.complement is not None:
            return replace(clause, objects=(subject, self._nouns.noun(said.complement)))  # `him a new home`
        if subject is None or predicate is None:
            return clause
        return replace(clause, objects=(*clause.objects, subject), predicate=predicate)

    def depictive(self, said: Said, above: Clause) -> Adjectives | None:
        """Read a depictive: `went to bed exhausted`, `came home caked in mud`."""
        alone = said.relation == "adverbial" and said.head.tag == "VBN" and said.link is None
        if not alone or said.objects or above.things or above.predicate is not None:
            return None
        return _participle(said)

    def is_result(self, said: Said) -> bool:
        """Return whether a clause is a bare participle with a subject: `found it shut`, `pulled it shut`."""
        if said.voice != "active" or said.objects or said.obliques or said.subject is None or said.shared:
            return False
        above = self._analysis.clauses[said.parent].lemma if said.parent is not None else ""
        left = above in lx.of("causing") and said.link is None and said.head.low in lx.STATES
        return (left and said.head.tag == "VBD") or (said.tense == "none" and said.head.tag == "VBN")


def _hers(
    lemma: str, objects: list[Noun], adverbs: tuple[str, ...]
) -> tuple[list[Noun], tuple[str, ...], tuple[Complement, ...]]:
    """Read `her` as an object where it was parsed as a possessive: `drove her home`, `made her laugh`."""
    last = objects[0] if len(objects) == 1 else None
    her = last.owner if last is not None and not last.adjectives else None
    if last is None or her is None or her.pronoun != "she":
        return objects, adverbs, ()
    if last.words == ("home",) and lemma in lx.of("motion"):
        return [her], (*adverbs, "home"), ()
    if lemma not in lx.of("making_do") or last.words[-1] not in lx.of("made_to_do"):
        return objects, adverbs, ()
    group = Group(last.start, last.end, last.words[-1], "base")
    inner = Clause(last.start, last.end, her, group, holds="yes")
    return [her], adverbs, (Complement("bare", inner, own_subject=True),)


def _end_state(lemma: str, objects: list[Noun], adverbs: tuple[str, ...]) -> Adjectives | None:
    """Extract the result state of `came out spotless`, `dyed her hair red` and `pushed it wide open`."""
    if not objects:
        return None
    last, states = objects[-1], COLOURS | RESULTS if objects[1:] else frozenset[str]()
    if not (lx.STATES if lemma in lx.of("moving") else states).isdisjoint(last.words[-1:]):
        objects.pop()
        return Adjectives(last.start, last.end, last.words)
    return None if RESULTS.isdisjoint(adverbs[-1:]) else Adjectives(last.end, last.end, adverbs[-1:])


def _tells_time(preposition: str, phrase: Phrase) -> bool:
    """Return whether a phrase is a time: `at six`, `for an hour`, `in 1740`, `by 5 p.m.`."""
    low = phrase.head.low
    if preposition == "for":
        return phrase.owner is None and singular(low) in closed.TIMES
    if preposition == "at" and low in lx.of("occasions"):
        return True
    if preposition in ("at", "on") and low in lx.of("attempts") and any(phrase.adjectives):
        return True  # `on the third try`
    number = low in closed.NUMBERS or (phrase.head.tag == "CD" and not phrase.nouns)
    clock = number or low in lx.of("clock") or phrase.head.text == "May"
    return clock and preposition in lx.of("timing") and not (preposition == "in" and low in closed.NUMBERS)


_INSIDE = frozenset({"in", "inside"})


def _contained(
    group: Group, objects: list[Noun], phrases: list[Prepositional]
) -> tuple[Group, list[Prepositional]]:
    """Return `contains a ring` for `has a ring in it`, but not for `has a crack in it`."""
    it = frozenset({"it", "them"})
    rest = [p for p in phrases if not (p.preposition in _INSIDE and p.noun is not None and p.noun.head in it)]
    flawed = any(one.head in lx.of("damage") for one in objects)
    if group.lemma != "have" or flawed or len(rest) == len(phrases):
        return group, phrases
    return replace(group, lemma="contain"), rest


def _reaches_out(phrase: Prepositional, inside: Collection[int]) -> bool:
    """Return whether a phrase begins at one of some offsets, and its noun at none of them."""
    return phrase.start in inside and phrase.noun is not None and phrase.noun.start not in inside


def _implicative(said: Said) -> Holds | None:
    """Return what an implicative verb implies of the verb that it takes."""
    told = attitude_of((f"{said.lemma}_to", said.lemma))
    implied = None if told is None else told.denied if said.denied else told.affirmed
    return implied if told is not None and told.kind == "implicative" else None


def _participle(said: Said, particle: str = "") -> Adjectives:
    return Adjectives(said.head.start, said.head.end, (f"{said.head.low} {particle}".strip(),))


def _behind(phrase: Phrase) -> Iterator[Oblique]:
    """Yield the prepositional phrases of a noun that belong to the verb: `a text from his wife`."""
    if phrase.pronoun is None:
        yield from _flat(o for o in phrase.obliques if o.preposition != "of")


def _flat(obliques: Iterable[Oblique]) -> Iterator[Oblique]:
    for oblique in obliques:
        yield oblique
        if oblique.phrase is not None:
            yield from _behind(oblique.phrase)


def _is_particle(verb: str, adverb: str) -> bool:
    """Return whether a verb and an adverb are one verb: `took it back`, `put it right`."""
    both = f"{verb}_{adverb}"
    known = adverb == "back" or both in lx.of("particle_verbs")
    return known or (adverb not in lx.PLACE_ADVERBS and both in lx.law_verbs())
