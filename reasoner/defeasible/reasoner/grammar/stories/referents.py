"""Resolves names, pronouns and definite nouns of a story to participants."""

from __future__ import annotations

import re

from defeasible.reasoner.english.closed import NUMBERS
from defeasible.reasoner.english.people import FEMALE_NAMES, GIVEN_NAMES, MALE_NAMES, RELATIONS
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms.story import Participant
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.referent import (
    ASIDE,
    CLOSE,
    KIN,
    LIKELY,
    SUBJECT,
    TOPIC,
    Gender,
    Ids,
    Referent,
)
from defeasible.reasoner.grammar.stories.syntax import Noun
from defeasible.reasoner.text import Source, Span

INDEFINITE = frozenset(NUMBERS) | word_set("a an number some several many few any no much enough more") | {""}
_PET = re.compile(r"(\w)\1?(?:y|ie)$")
"""The ending of a pet name, with the consonant that it may double: `Jimmy`, `Annie`."""
_MODEL = frozenset({"a", "an", "own"})
_ARTICLE = re.compile(r"^(?:an?|the|no|any|some) (?!of )", re.IGNORECASE)
_SHARED = {
    "i": "person", "we": "group", "you": "person", "someone": "person", "everyone": "group",
    "something": "thing", "everything": "thing", "this": "abstract",
}  # fmt: skip
"""Pronouns with a fixed referent, and its kind."""


class Referents:
    """The participants of a story in order of mention."""

    def __init__(self) -> None:
        self.all: list[Referent] = []
        self.source = Source("", "")
        self.line = 0
        """The current text, and its line; 0 in a query."""
        self.clock = 0
        self.aside = False
        """Whether the current clause is subordinate: a purpose, a reason, a complement."""
        self.fit: frozenset[str] = frozenset()
        """Nouns for the likely referents of a pronoun, by its verb."""
        self.spot = ""
        """The last place mentioned: `there`."""
        self.rivals: dict[str, Ids] = {}
        """Rival referents of an `it` of this line, by the id of the chosen one."""
        self.held: dict[str, str] = {}
        """The first places of things, by id, for `put back`."""
        self.wanted = ""
        """The noun of a thing known only by its kind: `wanted a bicycle`, and then `got one`."""
        self.sought: frozenset[str] = frozenset()
        """Nouns for what is lost or searched for, and so may be found."""
        self.works: list[str] = []
        """The ids of what somebody works on, the latest last."""
        self._of: dict[Noun, Ids] = {}
        self._pair: Ids = ()
        """The last coordinated people: a possible referent of `they`."""
        self.related: list[tuple[str, str, str, Span]] = []
        """Owner, relation or "", possession, and span: possessives that the reader has yet to write."""

    def begin(self, source: Source, line: int) -> None:
        """Move on to a line or, with 0, to a query."""
        self.source, self.line = source, line
        self.rivals.clear()

    def span(self, noun: Noun) -> Span:
        """Return the span of a noun phrase."""
        return Span(self.source.id, noun.start, max(noun.start, noun.end))

    def participants(self) -> tuple[Participant, ...]:
        """Return the participants found."""
        return tuple(Participant(r.id, r.name, r.head, r.kind, r.span) for r in self.all)

    def get(self, id_: str) -> Referent:
        """Return the referent with an id."""
        return self.all[int(id_[1:]) - 1]

    def resolve(self, noun: Noun, *, rank: float = 0.0, avoid: Ids = ()) -> Ids:
        """Return the referents of a noun phrase; several for a coordination.

        Args:
            noun: The noun phrase; resolved once, with a fixed result.
            rank: `SUBJECT`, `BESIDE`, or 0 for an object: its salience for the next pronoun.
            avoid: Excluded referents: the subject, for an object that is not reflexive.
        """
        if (known := self._of.get(noun)) is not None:
            return known
        if noun.items:
            found = (self.resolve(item, rank=rank, avoid=avoid) for item in noun.items)
            ids = tuple(dict.fromkeys(x for some in found for x in some))
            if len(ids) > 1 and all(self.get(x).animate() for x in ids):
                self._pair = ids
        elif self._pair and noun.determiner == "the" and self._means_pair(noun):
            ids = self._pair
        elif noun.pronoun:
            ids = self._pronoun(noun, avoid, rank == SUBJECT)
        else:
            ids = (self._noun(noun, avoid).id,)
        self._of[noun] = ids
        for id_ in ids:
            self._touch(self.get(id_), rank)
        return ids

    def _means_pair(self, noun: Noun) -> bool:
        several = noun.plural and noun.head in lx.of("joined")
        return several and not any(noun.head in r.heads and r.plural for r in self.all)

    def assign(self, noun: Noun, ids: Ids) -> None:
        """Set the referents of a predicative noun phrase: `a car that was fast`."""
        self._of.setdefault(noun, ids)

    def locate(self, noun: Noun, preposition: str, *, said: bool) -> None:
        """Take a new name after a preposition of place for a place: `moved to Oslo`, not `talked to Bo`."""
        place = preposition in lx.of("placing") or (preposition in ("to", "from", "at") and not said)
        given = noun.words[0] in GIVEN_NAMES or noun.alias
        for referent in map(self.get, self._of.get(noun, ()) if place and not given else ()):
            if referent.named and referent.count == 1:
                referent.kind = "place"

    def somewhere(self, word: str, span: Span) -> str:
        """Return the place that an adverb names: `home`, `outside`; `there` is the last one mentioned."""
        if word in ("there", "here") and self.spot:
            return self.spot
        return self._shared(word, word, span, "place").id

    def expletive(self, noun: Noun) -> None:
        """Mark an `it` as expletive: the weather, the time."""
        self.assign(noun, (self._shared("it", "it", self.span(noun), "abstract").id,))

    def known(self, noun: Noun) -> bool:
        """Return whether an indefinite noun phrase refers to a known participant."""
        return noun in self._of or self._described(noun, ()) is not None

    def _touch(self, referent: Referent, rank: float) -> None:
        self.clock += 1
        referent.order = self.clock
        referent.count += 1
        referent.central |= rank >= 0
        referent.seen = max(referent.seen, self.line + rank + (ASIDE if self.aside else 0.0))

    def _new(self, head: str, name: str, span: Span, **known: object) -> Referent:
        referent = Referent(f"p{len(self.all) + 1}", name, head, "thing", span, {head})
        for key, value in known.items():
            setattr(referent, key, value)
        self.all.append(referent)
        return referent

    # --- pronouns -----------------------------------------------------------------------------------------

    def _pronoun(self, noun: Noun, avoid: Ids, subject: bool) -> Ids:
        word, span = noun.pronoun, self.span(noun)
        if word in _SHARED:
            return (self._shared(word, "I" if word == "i" else word, span, _SHARED[word]).id,)
        if word == "one":
            things = (r for r in self.all if not r.animate())
            last = max(things, key=lambda r: (r.seen, r.order), default=None)
            head = self.wanted or (last.head if last is not None else "one")
            if noun.owner is not None:  # `one of them`
                head = self.get(self.resolve(noun.owner)[0]).head
            kind, name = lx.kind_of(head, plural=noun.plural), self.source.text[span.start : span.end]
            return (self._new(head, name, span, plural=noun.plural, kind=kind).id,)
        reflexive = noun.words[0].endswith(("self", "selves"))
        if reflexive and avoid:
            return avoid
        if word == "they":
            return self._they(span, avoid, subject)
        return ((self._it(span, avoid) if word == "it" else self._he(word, span, avoid)).id,)

    def _shared(self, head: str, name: str, span: Span, kind: str) -> Referent:
        found = (r for r in self.all if r.head == head and r.kind == kind and not r.named)
        return next(found, None) or self._new(head, name, span, kind=kind, plural=head in ("we", "everyone"))

    def _it(self, span: Span, avoid: Ids) -> Referent:
        beside = self._beside(avoid, "something", "everything", "this", "it")
        things = [r for r in beside if not r.plural]
        things = [r for r in things if r.kind not in ("person", "group") or r.head in lx.of("neuter")]
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
        if not fits:
            unknown = (r for r in known if r.kind == "thing")
            fits = [r for r in unknown if not lx.is_noun(r.head) and r.seen % 1 >= SUBJECT]
        sure = [r for r in fits if r.gender == gender]
        last = max((r.seen for r in sure), default=0.0)
        if sure and (self.line == 0 or last >= self.line - 2):
            fits = [r for r in fits if r.gender == gender or (r.named and r.seen >= last + 1)]
        best = max(fits, key=lambda r: (r.kind == "person", r.named or r.gender == gender,
            r.seen if r.named or not r.owner else r.seen - KIN, r.count), default=None)  # fmt: skip
        if best is None and avoid:
            return self._he(word, span, ())  # nobody else: `packed a lunch for her`
        if best is None:
            return self._new(word, word, span, kind="person", gender=gender)
        best.gender = best.gender or gender
        if best.kind == "thing":
            best.kind = "person"
        return best

    def _weight(self, referent: Referent) -> float:
        """Return the weight of a thing as a referent of `it` or `they`: recency, frequency, role."""
        weight = {"place": -0.6, "abstract": -0.8, "group": -2.0}.get(referent.kind, 0.0)
        likely = LIKELY if not self.fit.isdisjoint(referent.heads) else 0.0
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
        pair = self._pair
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

    # --- names and nouns ----------------------------------------------------------------------------------

    def _noun(self, noun: Noun, avoid: Ids = ()) -> Referent:
        self._settle_owner(noun)
        owner = self.resolve(noun.owner) if noun.owner is not None else ()
        referent = self._named(noun) if noun.name else self._described(noun, owner, avoid)
        referent = referent or self._introduce(noun, owner)
        referent.adjectives |= set(noun.adjectives)
        if noun.alias:
            referent.heads.add(noun.alias)
            referent.kind = lx.kind_of(noun.alias, plural=False)
            referent.gender = referent.gender or lx.gender_of(noun.alias)
        if owner:
            self._owned(noun, owner, referent)
        return referent

    def _settle_owner(self, noun: Noun) -> None:
        """Resolve `her mom` to the one mentioned before, whatever else `her` could refer to."""
        pronoun = noun.owner.pronoun if noun.owner is not None else ""
        if noun.owner is None or noun.owner in self._of or pronoun not in ("he", "she"):
            return
        gender = "male" if pronoun == "he" else "female"
        kin = [r for r in self.all if noun.head in r.heads and r.head in RELATIONS and len(r.owner) == 1]
        fits = [r for r in kin if r.plural == noun.plural and self.get(r.owner[0]).gender == gender]
        if fits:
            self._of[noun.owner] = max(fits, key=lambda r: r.seen).owner

    def _owned(self, noun: Noun, owner: Ids, referent: Referent) -> None:
        relation = noun.alias if noun.name else lx.noun_lemma(noun.head)
        relation = relation if lx.of("former").isdisjoint((*noun.words, *noun.adjectives)) else ""
        if not referent.owner:
            referent.owner = owner
        for id_ in owner if relation in RELATIONS or noun.determiner == "own" else ():
            if id_ != referent.id:
                kin = relation if relation in RELATIONS and self.get(id_).animate() else ""
                self.related.append((id_, kin, referent.id, self.span(noun)))

    def _named(self, noun: Noun) -> Referent | None:
        names = {" ".join(noun.words), noun.words[0], noun.head}
        named = [r for r in self.all if r.named]
        same = next((r for r in named if not names.isdisjoint(r.heads)), None)
        return same or next((r for r in named if _pet_name(r.head, noun.head)), None)

    def _described(self, noun: Noun, owner: Ids, avoid: Ids = ()) -> Referent | None:
        head = noun.head
        fits = [r for r in self.all if head in r.heads and not (owner and r.owner and r.owner != owner)
            and (r.plural == noun.plural or r.named)]  # fmt: skip
        if lx.of("new") & {noun.determiner, *noun.adjectives} and self.line:
            return None
        bare = not noun.determiner and owner == ()
        if noun.determiner in INDEFINITE:
            if self.line and not bare:
                return None
            fits = [r for r in fits if not (set(noun.adjectives) - r.adjectives) and _same_stuff(noun, r)]
            return fits[-1] if fits and (bare or len(fits) == 1) else None
        if noun.words[:-1]:
            exact = [r for r in fits if r.stuff == noun.words[:-1]]
            fits = exact or [r for r in fits if not r.stuff]
        # What was wet may be dry by now: a state does not tell one thing from another.
        marks = set(noun.adjectives) - lx.STATES
        described = [r for r in fits if marks <= r.adjectives]
        fits = described or [r for r in fits if r.adjectives <= lx.STATES]
        if owner:
            own = [r for r in fits if r.owner == owner]
            fits = own or [r for r in fits if not r.owner]
        if fits:
            return max(fits, key=lambda r: (r.seen, r.order))
        if owner or noun.determiner not in ("the", "this", "that", ""):
            return None
        return self._only_person(head, avoid) or self._of_kind(noun)

    def _of_kind(self, noun: Noun) -> Referent | None:
        """Resolve `the dish` to the casserole, and `the thing` to the most salient thing."""
        kinds = lx.KINDS.get(noun.head, frozenset())
        lot = noun.head == "lot"
        fits = [r for r in self.all if not r.named and (lot or not r.plural)]
        if noun.head in ("thing", "lot"):
            many = [r for r in fits if r.plural] or fits
            return max((r for r in many if not r.animate()), key=self._weight, default=None)
        compound = [
            r for r in fits if r.head.endswith(noun.head) and len(noun.head) > 2
        ]  # `the bag`: a handbag
        return max((r for r in fits if not r.heads.isdisjoint(kinds)), key=self._weight, default=None) or max(
            compound, key=self._weight, default=None
        )

    def _only_person(self, head: str, avoid: Ids) -> Referent | None:
        """Resolve `the boy` to the only person named so far."""
        narrator = next((r for r in self.all if r.head == "i"), None)
        if head in lx.of("narrator") and narrator is not None:
            return narrator
        if head not in lx.of("generic"):
            return None
        gender = lx.gender_of(head)
        people = [r for r in self.all if r.named and r.kind == "person"]
        fits = [r for r in people if not gender or r.gender in (gender, "")]
        return fits[0] if len(fits) == 1 and fits[0].id not in avoid else None

    def _introduce(self, noun: Noun, owner: Ids) -> Referent:
        head, span, text = noun.head, self.span(noun), self.source.text
        if noun.name:
            first = noun.words[0]
            kind = lx.kind_of(noun.alias, plural=False) if noun.alias else "person"
            if not noun.alias and not lx.PLACES.isdisjoint((head, first)):
                kind = "place"
            elif not noun.alias and noun.determiner and (noun.determiner in _MODEL or noun.adjectives):
                kind = "thing"  # `his battered Fiesta`
            gender: Gender = "male" if first in MALE_NAMES else "female" if first in FEMALE_NAMES else ""
            at = text.lower().find(first, span.start)
            name = text[at : at + len(" ".join(noun.words))]
            referent = self._new(first, name, span, named=True, kind=kind, gender=gender)
            referent.heads |= {head, " ".join(noun.words)}
            return referent
        name = _ARTICLE.sub("", text[span.start : span.end])
        whole = ""
        if self.line and lx.noun_lemma(head) in lx.of("parts") and (owner or noun.determiner == "the"):
            things = [r for r in self.all if r.kind == "thing" and (not owner or r.id in owner)]
            whole = max(things, key=self._weight).id if things else ""
        return self._new(
            head, name, span, kind=noun.kind, plural=noun.plural or noun.determiner in ("every", "each"),
            owner=owner, gender=lx.gender_of(head), stuff=noun.words[:-1], whole=whole,
        )  # fmt: skip


def _same_stuff(noun: Noun, referent: Referent) -> bool:
    return not noun.words[:-1] or referent.stuff == noun.words[:-1]


def _pet_name(one: str, other: str) -> bool:
    """Return whether one name is a pet form of the other: `Jim` and `Jimmy`; not `Mary` and `Marie`."""
    short, long = sorted((one, other), key=len)
    base = _PET.sub(r"\1", long)
    return _PET.search(short) is None and base != long and short in (base, base + base[-1:])
