"""Copular clauses: adjectives, nouns and places after `be` and other copulas."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product

from defeasible.reasoner.english.closed import COLOURS, NUMBERS, PARTICLES, PRIVATIVE
from defeasible.reasoner.english.people import MUTUAL, RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms.story import IMPLIED, Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import INTENDED
from defeasible.reasoner.grammar.stories.said import Said, Sayer
from defeasible.reasoner.grammar.stories.syntax import Adjectives, Complement, Noun, Prepositional

_SEEMING = {"seem": "seems", "look": "looks", "appear": "seems"}
_WHOSE = re.compile(r"\b(?:my|her|their|our|your)\b")
_PREDICATIVE = PARTICLES | word_set("well together apart alone late early poorly better")


class Copulas(Sayer):
    """Reads copulas."""

    def copula(self, said: Said) -> bool:
        """Read `be`, `become`, `feel`, `seem` with their complements; return whether the clause was read."""
        read = self._copula(said)
        for comp in said.clause.complements if read and said.how.polarity and not self.out.query else ():
            apart = self.out.source.text[: comp.clause.start].rstrip()[-1:] == ","
            if comp.kind == "ing" and not comp.own_subject and (apart or said.clause.predicate is None):
                group = replace(comp.clause.group, progressive=True)  # `was in bed, reading`
                self.clause(replace(comp.clause, group=group), said.context.under(Mood.ACTUAL, cue="at once"))
        return read

    def _copula(self, said: Said) -> bool:
        clause, lemma = said.clause, said.clause.group.lemma
        if lemma not in lx.LINKING:
            return False
        if lemma in (said.lemma, "be") and self._phrased(said, clause.group.end):
            return True
        if clause.predicate is not None:
            if not clause.objects:
                self._adjectives(said, clause.predicate)
            return not clause.objects
        if lemma not in ("be", "become", "seem", "remain", "stay"):
            return False
        nouns = clause.objects if clause.group.copula else clause.things
        when = [*nouns, *clause.times, *clause.behind()]
        dated = bool(when) and all(noun.time for noun in when) and clause.group.past and lemma == "be"
        named = clause.subject is not None and not clause.subject.pronoun
        if dated and named and not (self.out.query or self.animate(said.ids)):
            self.out.event(clause, "take_place", [("theme", x) for x in said.ids], said.how)
        if nouns:
            self._nouns(said, nouns[0])
            for comp in clause.complements:  # `was the first to leave`
                self.implied(said, comp.clause)
            return True
        return lemma == "be" and self._placed(said)

    # --- adjectives ---------------------------------------------------------------------------------------

    def _phrased(self, said: Said, start: int) -> bool:
        """Read `was still out cold`, `as good as new`, `covered in mud`; return whether one was read."""
        words = _WHOSE.sub("his", self.out.source.text[start : said.clause.end].lower()).split()
        while words:
            for size in range(min(len(words), 7), 1, -1):
                if (phrase := " ".join(words[:size]).strip(",.!?")) in lx.STATE_PHRASES:
                    self.say(said, "is", value=phrase)
                    return True
            if words.pop(0) not in said.clause.adverbs:
                break
        return False

    def _adjectives(self, said: Said, predicate: Adjectives) -> None:
        if (
            self._phrased(said, predicate.start)
            or self._beside(said, predicate)
            or self.full_of(said, predicate)
        ):
            return
        self.sick_over(said, predicate)
        clause, before = said.clause, self.out.source.text[: predicate.start].lower().split()[-1:]
        said = said.put(polarity=said.how.polarity and before != ["no"])  # `is no taller than Ann`
        if not (clause.group.nearly or lx.of("nearly").isdisjoint(before)):
            if self.out.query:
                return  # `is almost asleep` asks for more than not being asleep
            said = self.not_quite(said, predicate)
        target = self._target(said, predicate) if clause.group.lemma in lx.LINKING else None
        about = predicate.compared
        if about is not None and "equal" in predicate.cue and about.determiner in ("a", "an", ""):
            about = about if about.name or about.pronoun else None  # `as cold as ice` means no more than cold
        about = target.noun if target is not None and target.noun is not None else about
        other = self.out.who(about, avoid=said.ids)[0] if about is not None else None
        told = self._controlled(said, predicate)
        said = self._graded(said, predicate)
        for word, id_ in product(predicate.words, said.ids):
            control = lx.ADJECTIVE_CONTROL.get(word)
            if told and control is not None and control.state in ("can", "needs") and word not in lx.EMOTIONS:
                continue  # `able to swim` means no more than `can swim`
            of = dict(predicate.further).get(word)
            than = other if of is None else self.out.who(of, avoid=said.ids)[0]
            self._adjective(said.of(id_), word, target, than)
        for word, id_ in product(predicate.contrary, said.ids):
            self._adjective(said.put(polarity=not said.how.polarity).of(id_), word, None, None)
        self._reasons(said, predicate)
        if self.out.query:
            return
        self.gone(said, predicate)
        for adverb in clause.adverbs:
            if adverb in lx.PLACE_ADVERBS:  # `is stuck there`
                self.say(said.put(polarity=True), "at", other=self.somewhere(said, adverb), cue="adverb")
        lying = not lx.of("placed").isdisjoint(map(stem, predicate.words))  # `asleep in front of the fire`
        for noun in clause.behind(lx.of("where")):
            place = self.out.who(noun)[0]
            if noun is not about and (lying or self.out.referents.get(place).kind == "place"):
                self.say(said.put(polarity=True), "at", other=place)

    def _beside(self, said: Said, predicate: Adjectives) -> bool:
        """Read `is next to the bed`; return whether an adjective begins a preposition of place."""
        for phrase in said.clause.phrases:
            placed = phrase.preposition in lx.of("where") and phrase.preposition.split()[0] in predicate.words
            if placed and phrase.noun is not None:
                self.located(said, phrase.preposition, phrase.noun)
                return True
        return False

    def _adjective(self, said: Said, word: str, target: Prepositional | None, other: str | None) -> None:
        """Write one adjective of one participant."""
        lemma, predicate = said.clause.group.lemma, said.clause.predicate
        preposition = target.preposition if target is not None else ""
        own = self.with_it(word, target)
        word = value = word if own else self._meant(said, word, preposition)
        inner = own or (self.out.phrase(target.clause) if target is not None and target.clause else "")
        if inner:
            value = f"{word} {preposition} {inner}"
        if lx.MINDED.get(word) == "fears" and preposition == "of":
            self.say(said, "fears", value=inner, other=other, cue=f"{word} of")
            if not self.out.query:
                self.say(said, "feels", value=word)
            return
        if other is not None and self._relational(said, f"{word}_{preposition}", other):
            return
        pair = self.out.who(said.clause.subject)
        if word == "married" and len(pair) == 2 and said.ids == pair[:1]:
            self.say(said, "related_to", value="spouse", other=pair[1])
        if other is not None and preposition in lx.of("where") and stem(word) in lx.of("placed"):
            self.say(said, "at", other=other, cue=word)
            if self.out.query:
                return
        sensed = lemma in lx.of("linking_sense") - {"feel"}
        attribute = _SEEMING.get(lemma, f"{lemma}s") if sensed else self.feeling(said.ids, word)
        cues = (self._become(said), predicate.cue if predicate is not None else "")
        cue = ", ".join(filter(None, cues))
        self.say(said, attribute, value=value, other=other, cue=cue)
        if (
            other is not None
            and value == word
            and attribute == "feels"
            and said.how.polarity
            and not self.out.query
        ):
            self.say(said, attribute, value=word, cue=cue)

    def _become(self, said: Said) -> str:
        """Write that the subject changes; return the verb: a state that one comes to does not fade."""
        lemma = said.clause.group.lemma
        if lemma not in lx.of("becoming"):
            return ""
        if not self.out.query:
            words = said.clause.predicate.words if said.clause.predicate is not None else ()
            verb = "become" if COLOURS.isdisjoint(words) else "change_colour"
            self.out.event(said.clause, verb, [("theme", id_) for id_ in said.ids], said.how)
        return lemma

    def _meant(self, said: Said, word: str, preposition: str = "") -> str:
        """Return the meaning of an adjective for a person or a thing: `shattered` is exhausted."""
        meant = lx.MEANT[self.animate(said.ids)]
        return meant.get(f"{word}_{preposition}", meant.get(word, word))

    def _relational(self, said: Said, words: str, other: str) -> bool:
        """Read a relational adjective: `aware of it`, `married to her`; return whether it was one."""
        sign, attribute, relation = lx.RELATING.get(words, ("", "", ""))
        if relation:
            self.say(said.of(other), attribute, value=relation, other=said.ids[0])
        elif attribute:
            polarity = said.how.polarity != bool(sign)
            self.say(said.put(polarity=polarity), attribute, other=other, cue=words.partition("_")[0])
        return bool(attribute)

    def _target(self, said: Said, predicate: Adjectives) -> Prepositional | None:
        """Return the prepositional complement of adjectives: `good at`, `proud of`."""
        for phrase in said.clause.phrases:
            if not 0 <= phrase.start - predicate.end <= 1 or phrase.preposition not in lx.of("targets"):
                continue
            if phrase.clause is not None:
                return phrase if phrase.preposition not in ("by", "from", "on") else None
            noun = phrase.noun
            if noun is None or noun.time or noun.head in lx.TIMES | lx.of("no_targets"):
                continue
            word, led = predicate.words[-1], phrase.preposition
            place = word in ("alone", "late", "early") or lx.kind_of(noun.head, plural=False) == "place"
            if not (place and led in ("in", "on", "at")) or f"{word}_{led}" in lx.of("governed"):
                return phrase
        return None

    def _graded(self, said: Said, predicate: Adjectives) -> Said:
        """Return the denial of a degree as open: `was not tall enough to reach it`, but perhaps tall."""
        graded = {"too", "enough"} & {*predicate.cue.split()} and not (said.how.polarity or self.out.query)
        return said.put(mood=Mood.POSSIBLE) if graded else said

    def _controlled(self, said: Said, predicate: Adjectives) -> bool:
        """Read the infinitive after an adjective: `able to`; return whether it replaces the adjective."""
        told = False
        for comp in (c for c in said.clause.complements if c.kind == "to"):
            if "too" in predicate.cue or "enough" in predicate.cue:
                told |= self.measured(said, predicate, comp)
            else:
                told |= self._inclined(said, predicate.words[-1], comp)
        return told

    def _inclined(self, said: Said, word: str, comp: Complement) -> bool:
        """Read `unable to sleep`, `eager to go`; return whether a state replaces the adjective."""
        control = lx.ADJECTIVE_CONTROL.get(word)
        if control is None:
            self.implied(said, comp.clause)
            return False
        happens = said.how.polarity != control.negative
        if control.state:
            value = self.out.phrase(comp.clause)
            self.say(said.put(polarity=happens), control.state, value=value, cue=word)
            if self.out.query:
                return True
        past = word in ("able", "unable") and said.clause.group.past
        vain = happens and said.context.thwarted and control.mood in INTENDED and not comp.clause.group.copula
        mood, denied = Mood.ACTUAL if past or vain else control.mood, (happens != vain) == said.context.denied
        self.clause(
            comp.clause, said.context.under(mood, denied=denied, cue=f"{word} to{f': {IMPLIED}' * vain}")
        )
        return bool(control.state)

    def _reasons(self, said: Said, predicate: Adjectives) -> None:
        """Read the clause after an adjective: `glad that she won` is a fact, `sure that she won` a belief."""
        word = predicate.words[-1]
        attribute = lx.MINDED.get(word, "")
        for comp in (c for c in said.clause.complements if c.kind in ("that", "wh")):
            if attribute:
                self.say(said, attribute, value=self.out.sentence(comp.clause), cue=word)
            elif self.implied(said, comp.clause):
                continue
            known = attribute in ("", "knows") and word in lx.EMOTIONS | {"aware", "lucky"}
            known |= "so" in said.clause.adverbs or f" so {word}" in self.out.source.text.lower()
            if known and not self.out.query and said.how.mood is Mood.ACTUAL:
                self.clause(comp.clause, said.context.under(Mood.ACTUAL, cue=f"{word} that"))

    # --- nouns --------------------------------------------------------------------------------------------

    def _nouns(self, said: Said, noun: Noun) -> None:
        """Write what kind of person or thing the subject is, or add another name: `his name was Rex`."""
        subject = said.clause.subject
        if noun.name and subject is not None and subject.head == "name" and subject.owner is not None:
            for id_ in self.out.who(subject.owner):
                self.out.referents.get(id_).heads.add(noun.words[0])
            return
        if self.out.source.text.startswith(("'s", "’s"), noun.end) or noun.words[-1:] == ("own",):
            for id_ in said.ids:  # `the watch is Ellie's`
                owner = self.out.referents.get(id_).owner = self.out.who(noun.owner if noun.owner else noun)
                self.say(said.of(*owner), "owns", other=id_)
            return
        for item in noun.each:
            times = item.plural and item.head in lx.TIMES  # `it had been years`
            if not times and (not item.pronoun or item.adjectives) and not self._among(said, item):
                self._noun(said, item)

    def _among(self, said: Said, noun: Noun) -> bool:
        """Read `became friends`, `is home`, `it was the thief who`; return whether it was one of these."""
        word = noun.words[-1]
        who = noun.determiner in ("the", "own") or noun.kind == "person"
        if who and {self.out.referents.get(id_).head for id_ in said.ids} == {"it"}:
            self.out.who(noun)
            return True
        ids = (*said.ids, *(x for fellow in said.clause.behind(("with",)) for x in self.out.who(fellow)))
        if noun.head in MUTUAL and noun.plural and len(ids) > 1:
            for one, two in pairwise(ids):
                self.related(said.of(one), noun.head, (two,))
        elif word == "home" and noun.owner is not None:  # `Denver is his home`
            for id_, other in product(self.out.who(noun.owner), said.ids):
                self.say(said.of(id_), "lives", other=other)
        elif word in lx.of("away"):
            self.say(said, "is", value=word)
        elif word in lx.PLACE_ADVERBS:
            self.say(said, "at", other=self.out.referents.somewhere(word, self.out.referents.span(noun)))
        else:
            return False
        return True

    def _noun(self, said: Said, noun: Noun) -> None:
        owner = self.out.who(noun.owner)
        if noun.head == "owner" and owner:
            self.say(said, "owns", other=owner[0])
            return
        if noun.head in RELATIONS and owner:
            self.related(said, noun.head, owner)
            return
        if owner and noun.head not in lx.TIMES and not self.out.query:
            for other in said.ids:
                self.say(said.of(*owner), "has", other=other)
        bare = not (noun.determiner or noun.plural or noun.name or owner or noun.adjectives)
        unknown = len(noun.words) == 1 and not lx.is_noun(noun.words[0])
        if bare and (unknown or lx.is_adjective(noun.words[-1])):
            self.say(said, "is", value=" ".join(noun.words))  # an adjective that the lexicon lacks
            return
        if noun.name:
            self.out.who(noun)
            self.say(said, "is_a", value=noun.head)
            return
        self.out.referents.assign(noun, said.ids)
        self._become(said)
        self.say(said, "is_a", value=noun.value)
        if not said.how.polarity or self.out.query or not PRIVATIVE.isdisjoint(noun.adjectives):
            return  # a former mayor is none
        self.say(said, "is_a", value=noun.head)
        if said.how.mood is Mood.ACTUAL and not noun.plural:
            for referent in (self.out.referents.get(id_) for id_ in said.ids):
                if referent.named:
                    referent.heads.add(noun.head)
        if noun.determiner in ("a", "an", ""):
            self.modifiers(said, noun)

    # --- places and other phrases -------------------------------------------------------------------------

    def _placed(self, said: Said) -> bool:
        """Read `was in the garden`, `was in love`, `was upstairs`, `was up`."""
        clause = said.clause
        place = next((adverb for adverb in clause.adverbs if adverb in lx.PLACE_ADVERBS), "")
        self.came_back(said)
        later = (p for p in clause.phrases if p.start >= clause.group.end)
        phrase = next((p for p in later if p.noun is None or not p.noun.time), None)
        placed = phrase is not None and phrase.noun is not None and phrase.preposition in lx.of("where")
        if place and not placed and place in lx.of("away"):
            self.say(said, "is", value=self._meant(said, place))
        elif place == "here" and not placed and (self.out.query or not self.out.referents.spot):
            self.say(said, "is", value="present")  # here is where the story is told
        elif place and not placed:
            if clause.subject is not None and clause.subject.pronoun:
                self.none_left(said, clause.subject)  # `nobody was there`
            self._there(said, self.somewhere(said, place))
            self.say(said, "at", other=self.somewhere(said, place), cue="adverb")
        elif phrase is not None and phrase.noun is not None:
            self.located(said, phrase.preposition, phrase.noun)
            for other in clause.phrases if said.how.polarity and not self.out.query else ():
                beside = other is not phrase and other.preposition in lx.of("where")
                if beside and other.noun is not None and not other.noun.time:
                    self.located(said, other.preposition, other.noun, within=True)  # `in bed at home`
        elif phrase is not None and phrase.clause is not None:
            self.say(said, "is", value=f"{phrase.preposition} {self.out.phrase(phrase.clause)}")
        elif clause.complements:
            comp = clause.complements[0]
            self.say(said, "is", value=f"{comp.kind} {self.out.phrase(comp.clause)}")
        else:
            adverb = next((word for word in reversed(clause.adverbs) if word in _PREDICATIVE), "")
            if adverb:
                self.say(said, "is", value=self._meant(said, adverb))
            return bool(adverb)
        return True

    def _there(self, said: Said, spot: str) -> None:
        """Write that the subject comes to be at a place: it need not be where it was told to be before."""
        if not self.out.query and said.how.polarity and said.how.mood is Mood.ACTUAL:
            self.out.event(said.clause, "be_at", [*said.agents, ("place", spot)], said.how)

    def located(self, said: Said, preposition: str, noun: Noun, *, within: bool = False) -> None:
        """Write where the subject is; `within`: beside a place that was written already."""
        kind = "place" if preposition == "at" and noun.head in lx.of("gatherings") else noun.kind
        bare = not (noun.determiner or noun.name or noun.pronoun or preposition in lx.of("spatial"))
        part = noun.head in lx.of("fragments")
        abstract = kind == "abstract" or part or (bare and kind != "place")
        who = self.out.who(noun) if preposition == "with" and not self.animate(said.ids) else ()
        if who and self.animate(who):
            for id_ in said.ids:
                self.say(said.of(*who), "has", other=id_)  # `the charger is with his sister`
        elif preposition == "in" and noun.head in lx.CLOTHES and self.animate(said.ids):
            self.say(said, "wears", other=self.out.who(noun)[0])
        elif kind == "thing" and (preposition == "without" or (preposition == "out of" and bare)):
            self.say(said.put(polarity=not said.how.polarity), "has", other=self.out.who(noun)[0])
        elif preposition in lx.of("where") | {"out of"} and not abstract:
            apart = preposition in ("off", "out of")
            self.out.referents.strayed |= set(said.ids) if apart else set()
            vague = apart or not lx.of("somewhere").isdisjoint(said.clause.adverbs)
            self.out.referents.spot = spot = self.out.who(noun)[0]
            self.out.referents.held = dict.fromkeys(said.ids, spot) | self.out.referents.held
            if not (vague or within):
                self._there(said, spot)
            self.say(said.put(polarity=said.how.polarity != apart), "at", other=spot, cue=preposition)
        elif preposition in ("in", "on", "out of", "at", "under", "up", "off"):
            number = f"{noun.determiner} " if part and noun.determiner in NUMBERS else ""
            self.say(said, "is", value=f"{preposition} {number}{noun.value}")
        else:
            self.say(said, preposition.replace(" ", "_"), other=self.out.who(noun)[0])
