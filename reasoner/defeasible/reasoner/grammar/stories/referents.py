"""Resolves names, pronouns and definite nouns of a story to participants."""

from __future__ import annotations

import re

from defeasible.reasoner.english.closed import NUMBERS
from defeasible.reasoner.english.people import GIVEN_NAMES, RELATIONS, SEX
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms.story import Happening, Participant
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.pronouns import Pronouns
from defeasible.reasoner.grammar.stories.referent import ASIDE, OWNER, SUBJECT, Ids, Referent
from defeasible.reasoner.grammar.stories.syntax import Noun
from defeasible.reasoner.text import Source, Span

INDEFINITE = frozenset(NUMBERS) | word_set("a an number some several many few any no much enough more") | {""}
_PET = re.compile(r"(\w)\1?(?:y|ie)$")
"""The ending of a pet name, with the consonant that it may double: `Jimmy`, `Annie`."""
_MODEL = frozenset({"a", "an", "own"})
_ARTICLE = re.compile(r"^(?:an?|the|no|any|some) (?!of )", re.IGNORECASE)

_ALL = ("all ", "every ", "each ", "both ")


class Referents(Pronouns):
    """The participants of a story in order of mention, and which of them a noun phrase refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0
        self.now = False
        """Whether the last sentence was in the present tense."""
        self.aside = False
        """Whether the current clause is subordinate: a purpose, a reason, a complement."""
        self.spot = ""
        """The last place mentioned: `there`."""
        self.held: dict[str, str] = {}
        """The first places of things, by id, for `put back`."""
        self.latest: dict[str, str] = {}
        """Their last places, which nothing is put back to."""
        self.unsettled: list[Happening] = []
        """What people were asked to give, or thought would be so, which a later line may settle."""
        self.strayed: set[str] = set()
        """The ids of those who have gone somewhere, and so can come back."""
        self.sought: frozenset[str] = frozenset()
        """Nouns for what is lost or searched for, and so may be found."""
        self.works: list[str] = []
        """The ids of what somebody works on, the latest last."""
        self.ailing: Ids = ()
        """Those of whom an illness was told last."""
        self._either: Ids = ()
        """Those to which the noun phrase that is read may refer equally well."""
        self._of: dict[Noun, Ids] = {}
        self.related: list[tuple[str, str, str, Span]] = []
        """Owner, relation or "", possession, and span: possessives that the reader has yet to write."""

    def begin(self, source: Source, line: int) -> None:
        """Move on to a line or, with 0, to a query."""
        self.source, self.line = source, line
        self.rivals.clear()
        self.unclear.clear()
        self.forward = ""
        self.aside = False

    def participants(self) -> tuple[Participant, ...]:
        """Return the participants found."""
        return tuple(Participant(r.id, r.name, r.head, r.kind, r.span) for r in self.all)

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
                self.pair = ids
        elif self.pair and self._means_pair(noun):
            ids = self.pair
        elif noun.pronoun:
            of = self.resolve(noun.owner) if noun.pronoun == "one" and noun.owner is not None else ()
            ids = self._pronoun(noun, of, avoid, rank == SUBJECT)
        else:
            ids = (self._noun(noun, avoid).id,)
        self._of[noun] = ids
        for id_ in ids:
            self._touch(self.get(id_), rank)
        return ids

    def _means_pair(self, noun: Noun) -> bool:
        both = noun.determiner == "the" and noun.plural and noun.head in lx.of("joined")
        return both and not any(noun.head in r.heads and r.plural for r in self.all)

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
        """Return the place that an adverb names: `home`; `there`, `inside` are the last one mentioned."""
        if word in ("there", "here") and self.spot:
            return self.spot
        if word == "there":  # `left the barn. The dog was still there`
            places = [r.id for r in self.all if r.kind == "place" and r.head not in lx.PLACE_ADVERBS]
            if len(places) == 1:
                return places[0]
        if word in lx.of("indoors") and (spot := self.indoors()):
            return spot
        return self._shared(word, word, span, "place").id

    def indoors(self) -> str:
        """Return the last place mentioned, if one can go in there; otherwise an empty string."""
        spot = self.get(self.spot) if self.spot else None
        return self.spot if spot and spot.kind == "place" and spot.head not in lx.OPEN_AIR else ""

    def weather(self, span: Span) -> str:
        """Return `it`, of which the weather and the daylight are said."""
        return self._shared("it", "it", span, "abstract").id

    def expletive(self, noun: Noun) -> None:
        """Mark an `it` as expletive: the weather, the time."""
        self.assign(noun, (self.weather(self.span(noun)),))

    def christen(self, id_: str, name: Noun) -> None:
        """Give a participant a name: `named it Duke`."""
        self.get(id_).heads |= {name.words[0], name.head, " ".join(name.words)}
        self.get(id_).named = True
        self._of[name] = (id_,)

    def known(self, noun: Noun) -> bool:
        """Return whether an indefinite noun phrase refers to a known participant."""
        return noun in self._of or self._described(noun, ()) is not None

    def _touch(self, referent: Referent, rank: float) -> None:
        self.clock += 1
        referent.order = self.clock
        referent.count += 1
        referent.central |= rank >= 0
        referent.seen = max(referent.seen, self.line + rank + (ASIDE if self.aside else 0.0))

    def _noun(self, noun: Noun, avoid: Ids = ()) -> Referent:
        rank = OWNER if noun.owner is not None and not (noun.owner.pronoun or noun.owner.name) else 0.0
        owner: Ids = ()
        if noun.owner is not None:
            itself = tuple(r.id for r in self.all if noun.head in r.heads)  # nothing is its own owner
            owner = self.resolve(noun.owner, rank=rank, avoid=itself)
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

    def _owned(self, noun: Noun, owner: Ids, referent: Referent) -> None:
        relation = noun.alias if noun.name else lx.noun_lemma(noun.head)
        once = lx.of("former") | ({"old"} if noun.head in lx.of("formerly") else set())
        relation = relation if once.isdisjoint((*noun.words, *noun.adjectives)) else ""
        if not referent.owner:
            referent.owner = owner
        inside = referent.head in lx.of("insides") and not any(self.get(id_).animate() for id_ in owner)
        inside |= referent.head in lx.of("edges") and all(self.get(id_).kind == "thing" for id_ in owner)
        for id_ in owner if relation in RELATIONS or noun.determiner == "own" or inside else ():
            if id_ != referent.id:
                kin = relation if relation in RELATIONS and self.get(id_).animate() else ""
                kin = "at" if inside else kin
                self.related.append((id_, kin, referent.id, self.span(noun)))
        of = noun.owner
        bare = of is not None and of.plural and not (of.determiner or of.name or of.pronoun)
        if noun.head in lx.CONTAINERS and bare:  # `the crate of plums`
            self.related += [(referent.id, "in", id_, self.span(noun)) for id_ in owner]

    def _named(self, noun: Noun) -> Referent | None:
        whole = noun.words[0] in lx.of("parts_of_names")  # North America is neither the north nor America
        names = {" ".join(noun.words), *(() if whole else (noun.words[0], noun.head))}
        named = [r for r in self.all if r.named]
        same = next((r for r in named if not names.isdisjoint(r.heads)), None)
        return same or next((r for r in named if _pet_name(r.head, noun.head)), None)

    def _less(self, referent: Referent, noun: Noun) -> bool:
        """Return whether a query is about all, and the story only of a part: `Nearly all the guests left`."""
        of_all = self.source.text[noun.start :].lower().startswith(_ALL)
        return of_all and referent.name.split()[0].lower() in lx.of("of_a_part")

    def _described(self, noun: Noun, owner: Ids, avoid: Ids = ()) -> Referent | None:
        head = noun.head
        fits = [r for r in self.all if head in r.heads and not (owner and r.owner and r.owner != owner)
            and (r.plural == noun.plural or r.named)]  # fmt: skip
        if self.line == 0 and not noun.plural and (noun.part or noun.determiner in lx.of("each")):
            same = [r for r in self.all if head in r.heads]  # `is any cup broken?`, where all broke
            if len(same) == 1 and same[0].plural and not same[0].part:
                return same[0]
        if noun.owner is not None and noun.owner.head == "own" and noun.determiner in INDEFINITE:
            return None  # `a car of her own`
        if lx.of("new") & {noun.determiner, *noun.adjectives} and self.line:
            return None
        if noun.part and (self.line or noun.plural):
            return None
        fits = [r for r in fits if self.line or not ((r.part and r.plural) or self._less(r, noun))]
        bare = not noun.determiner and owner == ()
        if noun.determiner in INDEFINITE:
            if self.line and not bare:
                return None
            fits = [r for r in fits if r.adjectives.issuperset(noun.adjectives)]
            fits = [r for r in fits if noun.words[:-1] in ((), r.stuff)]
            # not `Ann has a ticket`, who bought two and gave one of them away
            alone = (len(fits) == 1 or (fits and bare)) and not (self.line == 0 and any(r.part for r in fits))
            return fits[-1] if alone else None
        several = not noun.plural and any(r.plural and head in r.heads for r in self.all)
        if noun.words[:-1]:
            exact = [r for r in fits if r.stuff == noun.words[:-1]]
            fits = exact or [r for r in fits if not (r.stuff or r.part or several)]
        marks = set(noun.adjectives) - lx.PASSING
        described = [r for r in fits if marks <= r.adjectives]
        plain = [r for r in fits if r.adjectives <= lx.PASSING and not r.part]
        fits = described or ([] if marks and several else plain)
        if owner:
            own = [r for r in fits if r.owner == owner]
            fits = [r for r in fits if "wrong" not in r.adjectives]  # `took the wrong coat`
            unknown = all(self.get(id_).span.source == self.source.id for id_ in owner) and not self.line
            fits = own or [r for r in fits if not (r.owner or unknown)]
        if fits:
            return max(fits, key=lambda r: (r.seen, r.order))
        if owner:  # `her case`: the suitcase that is hers
            own = [r for r in self.all if r.owner == owner and r.head.endswith(head) and len(head) > 3]
            return own[0] if len(own) == 1 and not noun.plural else None
        if noun.determiner not in ("the", "this", "that", ""):
            return None
        person = None if noun.plural else self._only_person(head, avoid)
        return person or self._of_kind(noun)

    def _of_kind(self, noun: Noun) -> Referent | None:
        """Resolve `the dish` to the casserole, and `the thing` to the most salient thing."""
        kinds = lx.KINDS.get(noun.head, frozenset())
        fits = [r for r in self.all if not r.named and (noun.head == "lot" or not r.plural)]
        if noun.head in lx.of("settlements"):  # `the city`: Prague
            towns = [r for r in self.all if r.named and r.kind == "place"]
            return max(towns, key=lambda r: (int(r.seen), r.order), default=None)
        if noun.head in ("thing", "lot", "rest"):
            things = (r for r in fits if not r.animate())
            if noun.head == "rest":  # `ate a slice and put the rest back`: the bread
                things = (r for r in things if r.kind == "thing" and not r.part)
                things = (r for r in things if r.heads.isdisjoint(lx.of("pieces")))
                things = (r for r in things if r.name.split()[0].lower() not in NUMBERS)  # `kept one`
            return max(things, key=lambda r: (r.plural, self._weight(r)), default=None)
        # `the bag`: a handbag
        compound = [r for r in fits if r.head.endswith(noun.head) and r.head != noun.head]
        below = sorted((r for r in fits if not r.heads.isdisjoint(kinds)), key=self._weight)
        if self.line and len(below) > 1 and self._weight(below[-1]) - self._weight(below[-2]) < 1:
            self._either = tuple(r.id for r in below)  # an oak and a pine: which is `the tree`?
            return None
        return below[-1] if below else max(compound, key=self._weight, default=None)

    def _only_person(self, head: str, avoid: Ids) -> Referent | None:
        """Resolve `the boy` to the only person named so far."""
        narrator = next((r for r in self.all if r.head == "i"), None)
        if head in lx.of("narrator") and narrator is not None:
            return narrator
        if head not in lx.of("generic"):
            return None
        genders = (lx.gender_of(head), "")
        young = [r for r in self.all if not (r.named or r.plural or r.heads.isdisjoint(lx.of("young")))]
        if len(young) == 1 and head in lx.of("youthful") and young[0].gender in genders:
            return young[0]  # `the girl`: her niece
        people = [r for r in self.all if r.kind == "person" and not (r.plural or r.part)]
        people = [r for r in people if r.named] or (people if not self.line else [])
        fits = [r for r in people if genders[0] == "" or r.gender in genders]
        return fits[0] if len(fits) == 1 and fits[0].id not in avoid else None

    def _introduce(self, noun: Noun, owner: Ids) -> Referent:
        head, span, text = noun.head, self.span(noun), self.source.text
        if noun.name:
            first = noun.words[0]
            kind = lx.kind_of(noun.alias, plural=False) if noun.alias else "person"
            if not noun.alias and not lx.PLACES.isdisjoint((head, first)):
                kind = "place"
            elif not noun.alias and first in lx.of("animals"):
                kind = "animal"  # `Little Bear`
            elif not noun.alias and noun.determiner and (noun.determiner in _MODEL or noun.adjectives):
                kind = "thing"  # `his battered Fiesta`
            at = text.lower().find(first, span.start)
            name = text[at : at + len(" ".join(noun.words))]
            referent = self._new(first, name, span, named=True, kind=kind, gender=SEX.get(first, ""))
            referent.heads |= {head, " ".join(noun.words)}
            return referent
        if self.line and not owner and noun.determiner == "the":
            owner = self._bearers(head)
            self.related += [(id_, "", f"p{len(self.all) + 1}", span) for id_ in owner]
        name = _ARTICLE.sub("", text[span.start : span.end])
        whole = ""
        parted = owner or noun.part or noun.determiner == "the"
        if self.line and parted and lx.noun_lemma(head) in lx.of("parts"):
            owned = [r for r in self.all if not owner or r.id in owner]
            things = [r for r in owned if r.kind == "thing"] or [r for r in owned if r.kind == "place"]
            most = max(map(self._weight, things), default=0.0)
            likely = [r for r in things if self._weight(r) == most]
            whole = likely[0].id if len(likely) == 1 else ""  # of a jar and a tin, either
        elif self.line and noun.words[1:] and head in ("door", "gate"):  # `the shed door`: it, or the shed
            self._either = tuple(r.id for r in self.all if noun.words[-2] in r.heads)
        said = {head, *noun.adjectives[: head in NUMBERS]}  # `the other two` of the eggs, `the rest`
        rest = noun.determiner == "the" and not lx.of("remaining").isdisjoint(said)
        heap = [r for r in self.all if rest and r.plural and not (r.animate() or r.head in NUMBERS)]
        many = sorted(heap, key=self._weight)[-1:]
        found = self._new(
            many[0].head if many else head, name, span, kind=noun.kind,
            plural=noun.plural or noun.determiner in ("every", "each"),
            owner=owner, gender=lx.gender_of(head), stuff=noun.words[:-1], whole=whole, part=noun.part,
        )  # fmt: skip
        found.heads |= {noun.vessel} - {""}
        if self._either:
            self.unclear[found.id], self._either = self._either, ()
            return found
        if noun.part and not noun.plural:  # `one of the coats`: it may be Rosie's
            many = [r for r in self.all if r.head == head and not r.plural and r is not found]
        self.unclear[found.id] = tuple(r.id for r in many)
        return found

    def _bearers(self, head: str) -> Ids:
        """Return whose `the fever` is, of whom was told, or of which couple `the wedding`."""
        people = tuple(r.id for r in self.all if r.kind == "person")
        if head in lx.of("of_couples"):
            fewest = 1 + (head == "wedding")  # to which a guest may come alone
            return self.pair or (people if fewest <= len(people) <= 2 else ())
        return self.ailing if head in lx.of("personal") else ()


def _pet_name(one: str, other: str) -> bool:
    """Return whether one name is a pet form of the other: `Jim` and `Jimmy`; not `Mary` and `Marie`."""
    short, long = sorted((one, other), key=len)
    base = _PET.sub(r"\1", long)
    return _PET.search(short) is None and base != long and short in (base, base + base[-1:])
