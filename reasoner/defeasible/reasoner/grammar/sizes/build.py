"""Builds clauses about objects from an analysis: who does what to whom, where, and how big things are."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.people import RELATIONS
from defeasible.reasoner.english.phrase import Oblique, behind
from defeasible.reasoner.english.phrase import Phrase as Noun
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.sizes import predicates
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.arguments import attach, companions, counted, read_objects
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, Found, related, usually
from defeasible.reasoner.grammar.sizes.comparisons import Comparisons
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition
from defeasible.reasoner.grammar.sizes.measures import measures
from defeasible.reasoner.grammar.sizes.superlatives import Superlatives
from defeasible.reasoner.grammar.sizes.things import ASKED, Things
from defeasible.reasoner.grammar.sizes.wholes import complement


class Builder:
    """Build the clauses of a text.

    Args:
        analysis: The text.
        mentions: Number of a token to the object of the question that it names.
        names: The objects of the question.
        mended: First characters of words that replace misspelt ones.
    """

    def __init__(
        self, analysis: Analysis, mentions: Mapping[int, int], names: Sequence[str], mended: Container[int]
    ) -> None:
        self._analysis = analysis
        self._mended = mended
        self.things = Things(analysis, mentions, names)
        self._seen: set[int] = set()
        """Heads of phrases whose own modifiers have been read."""
        self._clauses: list[Clause] = []
        self.found: list[Found] = []
        """Comparisons of the sentence that its verbs do not imply."""
        self._comparisons = Comparisons(analysis, self.things)
        self._superlatives = Superlatives(analysis, self.things, self._comparisons)
        self.extremes: dict[int, int] = {}
        """Object to 1 if the text calls it huge, to -1 if tiny."""
        self.called: dict[int, int] = {}
        """Object to 1 if the text calls it big or huge, to -1 if small or tiny."""
        self._equal: list[tuple[Clause, int]] = []
        """A clause, and the nominal predicate of its theme."""
        self._built: dict[int, Clause] = {}
        """Number of a clause of the analysis to the clause built from it."""
        self._unit = ("", "")
        """The unit and the dimension of the last measure."""
        self._about: int | None = None
        """Antecedent of the relative clause that is being read."""
        self._kinds: dict[tuple[str, str], dict[int, int]] = {}
        """Noun and dimension to the objects of the question that the text calls big, normal or small."""
        self._complements: set[int] = set()
        """Heads of nominal predicates, whose comparisons apply to the subject."""
        self._raised: set[int] = set()
        """Places of prepositional phrases after a noun that attach to the verb."""
        for number in {*mentions.values()}:  # `one is huge`, of the huge jar
            self._call(number, self.things.names[number].split()[:-1])

    def sentence(self, number: int) -> list[Clause]:
        """Return the clauses of a sentence, including those inside noun phrases, in order."""
        self._clauses, self._equal, self.found = [], [], []
        for said in self._analysis.of(number):
            self._clause(said)
            own = self._built[said.index]
            for rest in said.remnants:
                # not `is the biggest, then the hut`
                if self._analysis.token_at(rest.start).low not in w.SEQUENCE:
                    self._clause(predicates.gapped(said, rest))
            self._built[said.index] = own
        for said in self._analysis.of(number):
            if said.parent is not None:
                predicates.lend(said, self._built[said.index], self._built[said.parent])
        found, self._unit = measures(self._analysis, number, self._built, self.things, self._unit)
        self.found += found
        self._equate()
        self.found += self._superlatives.of_sentence(number, self._clauses)
        for sized in self._kinds.values():
            if len({*sized.values()}) == ASKED:  # `a large jug and a small one`, `a giant and a normal spoon`
                biggest = max(sized.values())
                self.extremes.update({n: 1 if size == biggest else -1 for n, size in sized.items()})
        return sorted(self._clauses, key=lambda clause: clause.start)

    # -- what a noun phrase says itself ----------------------------------------------------------

    def _visit(self, phrase: Noun | None, clause: Clause) -> None:
        """Read the modifiers of a noun phrase: an owner, a part, a place, a length."""
        if phrase is None or phrase.head.index in self._seen:
            return
        self._seen.add(phrase.head.index)
        number = self.things.number(phrase)
        self._owned(phrase, number, clause)
        several = phrase.quantifier.words.split() if phrase.quantifier is not None else []  # `a little jug`
        words = (*phrase.adjectives, *phrase.nouns, phrase.head, *_stature(phrase.obliques))
        self._call(number, [*(t.low for t in words), *several], named=phrase.name)
        for oblique in phrase.obliques:
            if oblique.start not in self._raised:
                self._hung(phrase, number, oblique, clause)
        if phrase.head.index not in self._complements:
            self.found += self._comparisons.of_phrase(phrase, number, clause)
        for compared in phrase.comparisons:
            self._visit(compared.standard, clause)
        for one in (*phrase.joined, phrase.apposition):
            self._visit(one, clause)

    def _call(self, number: int, words: Sequence[str], *, named: bool = False) -> None:
        """Record that words call a thing huge or tiny, or big, small or normal among its kind."""
        kind = self.things.names[number].split()[-1]
        if number >= ASKED:
            return
        if kind in RELATIONS:  # `my big brother` may be the smaller one
            words = [word for word in words if word not in {"big", "little"}]
        kind = "" if named else kind
        for word in words:
            big, small = w.BIG | w.EXTREME_BIG, w.SMALL | w.EXTREME_SMALL
            size = w.MORE.get(word) or (1 if word in big else -1 if word in small else 0)
            if size:
                self.called.setdefault(number, size)
            if word in w.EXTREME_BIG | w.EXTREME_SMALL:
                self.extremes.setdefault(number, size)
            scales = [name for name, of in w.SCALES.items() if word in of] or [""]
            for scale in scales if size or word in w.NORMAL else ():
                self._kinds.setdefault((kind, scale), {})[number] = size

    def _owned(self, phrase: Noun, number: int, clause: Clause) -> None:
        mentions, whose = self.things.mentions, phrase.owner
        named = [mentions[t.index] for t in phrase.nouns if t.index in mentions]
        owner = named[-1] if named and phrase.head.index not in mentions else None
        if whose is not None and whose.pronoun is not None and phrase.head.lemma in w.BODY_PARTS:
            by = next((list(a.numbers) for a in clause.phrases if a.phrase.words == "by"), [])
            actors = clause.controller or (by if clause.verb.passive else clause.subject)
            if whose.pronoun.gender == "speaker":
                actors = [one for one in actors if one >= ASKED]  # `a spider as big as my hand`
            owner = actors[0] if len(actors) == 1 else self.things.pronoun(whose)
        elif whose is not None and whose.head.low == "whose" and self._about is not None:
            owner = self._about
        elif whose is not None:
            owner = self.things.number(whose)
            self._visit(whose, clause)
        self.found += complement(phrase, phrase, (number, owner)) if owner is not None else []

    def _hung(self, phrase: Noun, number: int, oblique: Oblique, clause: Clause) -> None:
        """Read a prepositional phrase that is attached to a noun."""
        noun = oblique.phrase
        if noun is None:
            return
        if oblique.preposition == "of" and phrase.head.lemma in w.IMAGES:
            for inner in noun.obliques:  # `a photo of a whale in a locket`
                self._hung(phrase, number, inner, clause)
            return
        self._visit(noun, clause)
        if oblique.preposition in {"of", "for"}:
            self.found += complement(phrase, noun, (number, self.things.number(noun)), oblique)
            return
        attached = attach(self._analysis, self.things, oblique)
        if attached is not None and number not in attached.numbers:
            own = Clause(oblique.start, oblique.end, subject=[number], phrases=[attached])
            own.hypothetical = clause.hypothetical
            self._clauses.append(own)

    # -- clauses ---------------------------------------------------------------------------------

    def _clause(self, said: Said) -> None:
        helper = said.head.low
        if said.echo is not None and not said.shared and said.subject is not None:
            said = predicates.echoed(said, self._analysis.clauses[said.echo])
        said = predicates.excepting(said)
        clause = self._start(said, helper)
        self.things.own = None
        tokens, named = self._analysis.tokens, self.things.mentions.items()
        self.things.beside = {n for i, n in named if said.start <= tokens[i].start < said.end}
        self._about = self.things.number(said.antecedent) if said.antecedent is not None else None
        main = None if said.antecedent is None or said.parent is None else self._built.get(said.parent)
        self.things.above = list(main.subject) if main is not None else []
        clause.subject = self.things.numbers(said.subject)
        if not clause.subject and said.parent in self._built and not said.expletive:
            clause.subject = list(self._built[said.parent].subject)
        self.things.own = clause
        counted = any(self.things.counts.get(n, 1) > 1 for n in clause.subject)
        clause.marks |= {"many"} if counted or len(clause.subject) > 1 else set()
        if said.parent in self._built:
            predicates.control(self._analysis, said, clause, self._built[said.parent])
        self._clauses.append(clause)
        read_objects(self._analysis, self.things, said, clause)
        obliques = list(self._raise(said, clause))
        for oblique in obliques:
            self._oblique(said, oblique, clause)
        unread = {t.low for t in said.unread} | {a.token.low for a in said.adverbs} | {said.particle}
        clause.within = clause.within or bool(unread & w.WITHIN_IT)
        clause.phrases += self._tried(clause)
        self._clauses += companions(clause)
        if said.complement is not None:
            self._complements.add(said.complement.head.index)
        if not said.shared and said.subject is not said.antecedent:
            self._visit(said.subject, clause)
        for phrase in (*said.objects, said.complement, *said.times):
            self._visit(phrase, clause)
        for oblique in obliques:
            self.things.behind_with = oblique.preposition == "with"
            self._visit(oblique.phrase, clause)
        self.things.behind_with = False
        if not (clause.negated or clause.hypothetical):
            self._become(said, obliques, clause)
        sizes = [*self._comparisons.of_clause(said, obliques, clause)]
        sizes += self._superlatives.of_clause(said, obliques, clause)
        self.found += usually(sizes) if "usual" in clause.marks else sizes
        inner = said.complement.comparisons if said.complement is not None else ()
        for compared in (*said.comparisons, *inner):
            self._visit(compared.standard, clause)
        if said.complement is not None and said.complement.head.lemma not in w.MEASURED:
            self._equal.append((clause, self.things.number(said.complement)))
        if clause.patient:
            self.things.last = clause.patient

    def _become(self, said: Said, obliques: Sequence[Oblique], clause: Clause) -> None:
        """Record that a clause calls a thing big or small: `is huge`, `turned the ant into a giant`."""
        if said.lemma in w.BECOMING and not said.comparisons and said.subject is not None:
            own = (said.adjective,) if said.adjective is not None else _stature(obliques)
            number = self.things.number(said.subject)
            self._call(number, [t.low for t in own], named=said.subject.name)
        turned = said.lemma in w.TURNING and not clause.capacity
        for into, theme in product(behind(obliques, {"into", "to"}), clause.theme if turned else ()):
            size = "giant" if into.head.lemma in w.GIANTS else "tiny" if into.head.lemma in w.TOYS else ""
            self._call(theme, [size])

    def _start(self, said: Said, helper: str) -> Clause:
        """Return a clause with its verb, still without arguments."""
        verb = predicates.verb_of(self._analysis, said, self._mended)
        first = predicates.helpers(self._analysis, said) if verb else []
        start = min([said.head.start, *(t.start for t in first)])
        clause = self._built[said.index] = Clause(start, said.head.end, verb)
        clause.hypothetical = predicates.supposed(self._analysis, said)
        clause.negated = predicates.denied(said)
        clause.link = said.link.words.split(" ")[0] if said.link is not None else ""
        clause.particle, clause.cleft = said.particle, said.expletive == "there"
        clause.capacity = predicates.capable(self._analysis, said, helper)
        who, gap = said.subject, said.objects[-1].start - said.head.end if said.objects else 0
        noun = who.head.lemma if who is not None else ""
        one = who is not None and (who.name or who.gender or (who.pronoun and who.pronoun.gender != "thing"))
        marks = {
            "band": noun in w.BANDS,
            "high": any(adverb.token.low in w.HIGH for adverb in said.adverbs),
            # `flew down the hill`, not `flew it down`
            "path": said.particle in w.PATHS and gap == len(f" {said.particle} "),
            "person": one,
            "room": clause.capacity and noun in w.CONTAINERS,
            "unseen": predicates.unseen(said),
            "usual": any(adverb.token.low in w.USUALLY for adverb in said.adverbs),
            "worn": noun in w.WEARABLES | w.PARTS,
            "fastener": noun in w.FASTENERS,
        }
        clause.marks = {mark for mark, there in marks.items() if there}
        return clause

    def _raise(self, said: Said, clause: Clause) -> Iterator[Oblique]:
        """Yield the phrases of a verb, and those after an object or what is no place: `a coin with a lid`."""
        part = said.complement is not None and said.complement.head.lemma in w.PART_WORDS
        there, whole = said.subject if said.expletive else None, None if part else said.complement
        nouns = [*said.objects[-1:], there, whole]
        loose = [oblique for noun in nouns if noun is not None for oblique in self._loose(noun, clause)]
        self._raised |= {oblique.start for oblique in loose}
        for oblique in sorted([*said.obliques, *loose], key=lambda o: o.start):
            yield oblique
            attached = attach(self._analysis, self.things, oblique)
            if oblique.phrase is None or attached is None:
                continue
            for inner in self._loose(oblique.phrase, clause):
                if not attached.phrase.place or inner.preposition in {"for", "from", "with"}:
                    self._raised |= {inner.start} if attached.phrase.role != "with" else set()
                    yield inner

    def _loose(self, noun: Noun, clause: Clause) -> Iterator[Oblique]:
        """Yield the phrases after a noun that may attach elsewhere."""
        light = bool(clause.light) and clause.light == counted(noun).head.lemma
        for oblique in (noun.joined[-1] if noun.joined else noun).obliques:
            inner, of = oblique.phrase, oblique.preposition in {"of", "for"}
            named = self.things.mentions.get(noun.head.index, -1)
            if inner is None or named == self.things.mentions.get(inner.head.index):
                continue  # `the parcel from Spain`, by that name
            if _goes_back(inner) or (inner.owner is not None and _goes_back(inner.owner)):
                continue
            related = oblique.preposition == "of" or (of and complement(noun, inner, (-1, -2), oblique))
            if light or not related:
                yield oblique

    def _oblique(self, said: Said, oblique: Oblique, clause: Clause) -> None:
        attached, noun = attach(self._analysis, self.things, oblique), oblique.phrase
        if attached is None or noun is None:
            return
        if said.lemma in w.HAMMERING and oblique.preposition == "in" and noun.head.lemma in w.FASTENERS:
            return  # `used to drive in the nail`
        if said.lemma == "belong" and noun.person:
            return
        holder = attached.phrase.words == "as" and noun.head.lemma in w.HOLDERS
        clause.marks |= {"holder"} if holder else set()
        block = oblique.preposition in {"from", "out of"} and noun.determiner and not noun.plural
        clause.marks |= {"block"} if block else set()  # `out of a log`, not `out of straw`
        if attached.phrase.words == "as" and said.lemma in w.SERVING and not (holder and said.lemma == "use"):
            self._equal.append((clause, attached.numbers[0]))
            if said.lemma == "serve" and said.objects:  # `served the giant as a bath`: a bath for the giant
                user = self.things.number(said.objects[-1])
                served = replace(oblique, preposition="for")
                self.found += complement(noun, said.objects[-1], (attached.numbers[0], user), served)
                clause.patient = []
            return
        if self._lone(oblique, clause):
            return
        if clause.attempted and attached.phrase.place:
            self.things.tried = attached.numbers
            tight = clause.verb.among(lexicon().discourse["fitting.tight"])
            if clause.patient or tight or attached.phrase.id == "cover.behind":
                return
        clause.phrases.append(attached)
        after = (
            o.phrase for o in (*noun.obliques, *said.obliques) if o.start > noun.start
        )  # `on her shoulder`
        held = any(one is not None and one.head.lemma in w.BODY_PARTS for one in after)
        if held and attached.phrase.role == "with" and not (clause.negated or clause.hypothetical):
            seen = clause.patient if clause.verb.among(lexicon().discourse["perceive"]) else []
            at = attached.numbers[0], oblique.start, oblique.end
            self.found += [related("held", one, *at) for one in seen or clause.subject]

    def _tried(self, clause: Clause) -> list[Attached]:
        """Return where what does not fit was tried: `tried to put it in the box, but it did not fit`."""
        placed = any(a.phrase.place for a in clause.phrases) or clause.patient or not self.things.tried
        if placed or not clause.verb.among(("fit", "go") if clause.capacity else ("fit",)):
            return []
        if clause.subject == [*self.things.tried]:
            clause.subject = list(self.things.last)
        return [Attached(preposition("in"), self.things.tried, clause.start, clause.end)]

    def _lone(self, oblique: Oblique, clause: Clause) -> bool:
        """Return whether a phrase names a place within a thing named before: `climbed a tower to the top`."""
        noun = oblique.phrase
        if noun is None or noun.determiner != "the" or noun.obliques or noun.head.lemma not in w.ENDS:
            return False
        inner = noun.head.lemma in w.INNER_ENDS and oblique.preposition in {"at", "in", "on", "from"}
        lone = self.things.number(noun) >= ASKED
        clause.within = inner if lone else clause.within
        return lone

    def _equate(self) -> None:
        """Treat a thing that is said to be a part, or a home, of another as such: `the lid is a coin`."""
        parts = [f for f in self.found if not f.frame.startswith(("comparison", "measure"))]
        known = {number for part in parts for number in (part.bigger, part.smaller)}
        for clause, number in self._equal:
            theme = clause.theme
            plain = not clause.negated and not clause.hypothetical and len(theme) == 1 and theme[0] != number
            if plain and known & {theme[0], number}:
                self.found.append(related("same", theme[0], number, clause.start, clause.end))


def _stature(obliques: Sequence[Oblique]) -> list[Token]:
    """Return the adjectives of a size: `a spoon of enormous size`."""
    sizes = (noun for noun in behind(obliques, {"of"}) if noun.head.lemma in w.MEASURED)
    return [adjective for noun in sizes for adjective in noun.adjectives]


def _goes_back(phrase: Noun) -> bool:
    """Return whether a phrase is `it` or `they` in any case."""
    return phrase.pronoun is not None and phrase.pronoun.id in {"it", "they"}
