"""Resolves the pronouns of a story to those mentioned before."""

from __future__ import annotations

from math import inf

from defeasible.reasoner.forms.story import OTHERS
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.referent import BESIDE, SUBJECT, Gender, Ids, Referent
from defeasible.reasoner.grammar.stories.syntax import Noun
from defeasible.reasoner.text import Source, Span

KIN = 0.6
"""How much less salient kin is than a named person: in `Her mum waved. She ran`, it is she who runs."""
LIKELY = 1.6
"""Extra weight of a noun that fits the selectional preference of the verb."""
CLOSE = 0.55
"""Distance from the best score within which another thing is a rival referent of `it`."""
TOPIC = 0.2
"""Extra weight of a referent for each earlier mention, up to three."""
_SHARED = {
    "i": "person", "we": "group", "you": "person", "someone": "person", "everyone": "group",
    "something": "thing", "everything": "thing", "this": "abstract",
}  # fmt: skip
"""Pronouns with a fixed referent, and its kind."""


class Pronouns:
    """Those mentioned so far, and which of them a pronoun refers to."""

    def __init__(self) -> None:
        self.all: list[Referent] = []
        self.source = Source("", "")
        self.line = 0
        """The current text, and its line; 0 in a query."""
        self.fit: frozenset[str] = frozenset()
        """Nouns for, or kinds of, the likely referents of a pronoun, by its verb."""
        self.rivals: dict[str, Ids] = {}
        """The others that a pronoun may mean, by the referent chosen."""
        self.unclear: dict[str, Ids] = {}
        """The others that a noun phrase may mean, likewise."""
        self.meant: dict[str, int] = {}
        """The last line in which `he` or `she` stood for each."""
        self.forward = ""
        """What is more likely `it` than the object beside it, in this line."""
        """Rival referents of an `it` of this line, by the id of the chosen one."""
        self.done: dict[str, Ids] = {}
        """To what each verb of the story was done last, the latest last."""
        self.wanted = ""
        """The noun of a thing known only by its kind: `wanted a bicycle`, and then `got one`."""
        self.wanting: Ids = ()
        """Those who want it."""
        self.pair: Ids = ()
        """The last coordinated people: a possible referent of `they`."""

    def get(self, id_: str) -> Referent:
        """Return the referent with an id."""
        return self.all[int(id_[1:]) - 1]

    def undone(self, verb: str) -> frozenset[str]:
        """Return the nouns for what a verb most likely undoes: for `turn_on`, what was turned off last."""
        last = next((ids for v, ids in reversed(self.done.items()) if v in lx.undone_by(verb)), ())
        return frozenset(head for id_ in last for head in self.get(id_).heads)

    def span(self, noun: Noun) -> Span:
        """Return the span of a noun phrase."""
        return Span(self.source.id, noun.start, max(noun.start, noun.end))

    def _new(self, head: str, name: str, span: Span, **known: object) -> Referent:
        referent = Referent(f"p{len(self.all) + 1}", name, head, "thing", span, {head})
        for key, value in known.items():
            setattr(referent, key, value)
        self.all.append(referent)
        return referent

    def _pronoun(self, noun: Noun, of: Ids, avoid: Ids, subject: bool) -> Ids:
        """Return the referents of a pronoun; `of`: the whole of `one of them`."""
        word, span = noun.pronoun, self.span(noun)
        if word in _SHARED and (noun.excepted is not None or noun.part):
            kind = "thing" if _SHARED[word] == "thing" else "group"
            return (self._new(OTHERS, self.source.text[span.start : span.end], span, kind=kind).id,)
        if word in _SHARED:
            return (self._shared(word, "I" if word == "i" else word, span, _SHARED[word]).id,)
        if word == "one":
            inert = [r for r in self.all if not r.animate()]
            things = [r for r in inert if r.id not in avoid] or inert  # `is bigger than the blue one`
            # `a new one`: of what was acted on, rather than of what acted
            last = max(things, key=lambda r: (int(r.seen), r.seen % 1 < SUBJECT, r.order), default=None)
            head = self.wanted or (last.head if last is not None else "one")
            head = self.get(of[0]).head if of else head
            kind = self.get(of[0]).kind if of else lx.kind_of(head, plural=noun.plural)
            marks = set(noun.adjectives)
            told = [r for r in self.all if marks and marks <= r.adjectives]
            if told and noun.determiner == "the":
                return (told[-1].id,)  # `the red one`
            name = self.source.text[span.start : span.end]
            known = {"plural": noun.plural, "kind": kind, "part": noun.part or bool(of), "adjectives": marks}
            found = self._new(head, name, span, **known)
            self.rivals[found.id] = () if noun.plural or len(of) < 2 else of  # `one of them`: either
            return (found.id,)
        reflexive = noun.words[0].endswith(("self", "selves"))
        if reflexive and avoid:
            return self._self(word, avoid)
        if word == "they":
            return self._they(span, avoid, subject)
        return ((self._it(span, avoid) if word == "it" else self._he(word, span, avoid)).id,)

    def _self(self, word: str, beside: Ids) -> Ids:
        """Return whom a reflexive means of those beside it, the subject last: `told Ravi about herself`."""
        alive = [x for x in beside if self.get(x).animate()]
        genders = {"he": {"male", ""}, "she": {"female", ""}}
        match word:
            case "they":
                return tuple(alive) or beside
            case "it":
                return tuple(x for x in beside if self.get(x).kind != "person")[-1:] or beside
            case _:
                fits = [x for x in alive if self.get(x).gender in genders.get(word, {self.get(x).gender})]
                return tuple(fits[-1:]) or tuple(alive[-1:]) or beside

    def _shared(self, head: str, name: str, span: Span, kind: str) -> Referent:
        found = (r for r in self.all if r.head == head and r.kind == kind and not r.named)
        return next(found, None) or self._new(head, name, span, kind=kind, plural=head in ("we", "everyone"))

    def _it(self, span: Span, avoid: Ids) -> Referent:
        beside = self._beside(avoid, "something", "everything", "this", "it", *lx.TIMES)
        # not `It came back because the address was wrong`, whose second half is read first
        later = {r.id for r in beside if r.span.source == span.source and r.span.start > span.start}
        bodies = {r.id for r in beside if r.head in lx.of("bodies_corporate") | lx.of("sums")}
        things = [r for r in beside if (not r.plural or r.id in bodies) and r.id not in later]
        babies = {r.id for r in things if r.head in lx.of("neuter") and not r.gender}
        things = [r for r in things if r.kind not in ("person", "group") or r.id in babies | bodies]
        best = max(things, key=lambda r: (self._weight(r), r.order), default=None)
        if best is None or not self.near(best, 3):
            return self._shared("it", "it", span, "abstract")
        close = [r for r in things if r.central and self._weight(r) >= self._weight(best) - CLOSE]
        same = (best.kind, "thing", "animal")
        self.rivals[best.id] = tuple(r.id for r in close if r is not best and r.kind in same)
        return best

    def _he(self, word: str, span: Span, avoid: Ids) -> Referent:
        gender: Gender = "male" if word == "he" else "female"
        beside = self._beside(avoid, "i", "you", "someone")
        known = [r for r in beside if not r.plural and r.gender in (gender, "")]
        fits = [r for r in known if r.kind in ("person", "animal")]
        earlier = [r for r in fits if r.span.source != span.source or r.span.start <= span.start]
        fits = earlier or fits  # `lent his bike to Tom`: not Tom's
        if not fits:
            unknown = (r for r in known if r.kind == "thing")
            fits = [r for r in unknown if not lx.is_noun(r.head) and r.seen % 1 >= SUBJECT]
        sure = [r for r in fits if r.gender == gender]
        last = max((r.seen for r in sure), default=0.0)
        newer = self._newer(sure, fits)
        if sure and not (newer and self._in_passing(sure)) and (self.line == 0 or last >= self.line - 2):
            fits = [r for r in fits if r.gender == gender or (r.named and r.seen >= last + 1)]
        best = max(fits, key=lambda r: (r.kind == "person", r in newer or r.named or r.gender == gender,
            r.seen if r.named or not r.owner else r.seen - KIN, r.count), default=None)  # fmt: skip
        if best is None and any(self.get(x).gender for x in avoid):
            return self._he(word, span, ())  # nobody else: `packed a lunch for her`
        both = self._alike(best, known) if best is not None and self.line else ()
        if best is None or both:
            best = self._new(word, word, span, kind="person", gender=gender, either=both)
        told = best.seen < self.line  # of `Adam met Tom. He sang.`, Tom may have sung
        near = [r for r in fits if told and r.gender == gender and r.named and r.seen >= best.seen - KIN]
        self.rivals[best.id] = best.either or tuple(r.id for r in near if r is not best)
        others = sure if best in newer and best.seen < self.line else newer if best in sure else []
        swapped = self._swapped(best, gender, avoid) if told else []
        for one in swapped:
            self.rivals[one.id] += (best.id,)
        self.rivals[best.id] += tuple(r.id for r in (*others, *swapped) if r is not best)
        self.meant[best.id] = self.line
        best.gender = best.gender or gender
        if best.kind == "thing":
            best.kind = "person"
        return best

    def _newer(self, sure: list[Referent], fits: list[Referent]) -> list[Referent]:
        """Return who may be meant beside those of known sex: `his teacher`, mentioned since `his wife`."""
        last = max((r.seen for r in sure), default=inf)
        since = last - KIN * (last < self.line)
        return [r for r in fits if r.kind == "person" and not (r.gender or r.named) and r.seen > since]

    def _swapped(self, best: Referent, gender: Gender, avoid: Ids) -> list[Referent]:
        """Return the subject of `she gave her a rose` where either may be the other.

        Not where the line before says `her` of the same one: `Joe lifted him out. He put him in the bath`.
        """
        again = self.meant.get(best.id) == self.line - 1
        beside = (r for r in map(self.get, avoid) if self.meant.get(r.id) == self.line)
        return [] if again else [r for r in beside if r.gender == gender]

    def _in_passing(self, sure: list[Referent]) -> bool:
        """Return whether those of known sex were mentioned once each, in an earlier line, as no subject."""
        ranks = ((r.seen - 2 * BESIDE) % 1 for r in sure)
        once = all(r.count == 1 and r.seen < self.line for r in sure)
        return once and all(rank < SUBJECT for rank in ranks)

    def _alike(self, best: Referent, known: list[Referent]) -> Ids:
        """Return both of `Tom and Ben` where `he` may be either: just named together, and not the topic."""
        both = [r for r in known if r.id in self.pair and r.seen >= best.seen - KIN]
        clear = any(abs(r.count - best.count) > 1 for r in both)
        return () if best not in both or len(both) == 1 or clear else tuple(r.id for r in both)

    def _weight(self, referent: Referent) -> float:
        """Return the weight of a thing as a referent of `it` or `they`: recency, frequency, role."""
        weight = {"place": -0.6, "abstract": -0.8, "group": -2.0}.get(referent.kind, 0.0)
        weight -= KIN if referent.plural and referent.head in lx.of("body") else 0.0
        likely = LIKELY if not self.fit.isdisjoint({referent.kind, *referent.heads}) else 0.0
        likely += 2 * KIN * (referent.id == self.forward)
        return referent.seen + weight + likely + TOPIC * min(referent.count - 1, 3)

    def near(self, referent: Referent, lines: int) -> bool:
        """Return whether a referent was mentioned recently; in a query always."""
        return self.line == 0 or referent.seen >= self.line - lines

    def _beside(self, avoid: Ids, *heads: str) -> list[Referent]:
        """Return the referents except for some ids and heads."""
        return [r for r in self.all if r.id not in avoid and r.head not in heads]

    def _they(self, span: Span, avoid: Ids, subject: bool) -> Ids:
        plurals = [r for r in self._beside(avoid, "everyone", "we") if r.plural or r.kind == "group"]
        best = max(plurals, key=lambda r: (subject and r.animate(), self._weight(r), r.order), default=None)
        pair = self.pair
        barred = set(pair) & set(avoid) or any(self.get(x).head in ("i", "you", "we") for x in pair)
        newer = pair and best is not None and best.seen > min(self.get(x).seen for x in pair)
        if pair and not barred and not (newer and best is not None and best.animate()):
            return pair
        people = [r for r in self._beside(avoid, "i", "you", "someone") if r.kind == "person"]
        if subject and len(people) == 2 and best is not None and not best.animate():
            return tuple(r.id for r in people)
        if found := best or next((r for r in self.all if r.head == "we"), None):
            return (found.id,)
        if len(people) == 2 and not avoid:
            return tuple(r.id for r in people)
        one = [r for r in people if not r.gender and (not r.named or r.name.endswith("s"))]
        if one:  # `a neighbour`, `the Okafors`; not `Tom`, whom they hired
            return (max(one, key=lambda r: (r.seen, r.count)).id,)
        return (self._new("they", "they", span, kind="group", plural=True).id,)
