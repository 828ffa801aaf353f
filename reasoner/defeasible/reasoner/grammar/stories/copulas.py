"""Clauses that say how somebody or something is: adjectives, nouns and places after `be` and its like."""

from __future__ import annotations

import re
from itertools import pairwise

from defeasible.reasoner.english.closed import NUMBERS, PARTICLES
from defeasible.reasoner.english.people import RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.said import Said, Sayer
from defeasible.reasoner.grammar.stories.syntax import Adjectives, Complement, Noun, Prepositional
from defeasible.reasoner.grammar.stories.wording import phrase_of, sentence_of

_SEEMING = {"seem": "seems", "look": "looks", "appear": "seems"}
_WHOSE = re.compile(r"\b(?:my|her|their|our|your)\b")
_PREDICATIVE = PARTICLES | word_set("well together apart alone late early poorly better")


class Copulas(Sayer):
    """Reads copulas."""

    def copula(self, said: Said) -> bool:
        """Read `be`, `become`, `feel`, `seem` and what they say of the subject; say whether it was read."""
        clause, lemma = said.clause, said.clause.group.lemma
        if lemma not in lx.LINKING_BE | lx.LINKING_SENSE:
            return False
        if said.lemma == lemma and self._phrased(said, clause.group.end):
            return True
        if clause.predicate is not None and clause.objects and lemma in lx.LINKING_BE:
            return False
        if clause.predicate is not None and not clause.objects:
            self._adjectives(said, clause.predicate)
            return True
        if lemma not in ("be", "become", "seem", "remain", "stay"):
            return self._sensed(said)
        nouns = [noun for noun in clause.objects if not noun.time or clause.group.copula]
        if nouns:
            self._nouns(said, nouns[0])
            return True
        return lemma == "be" and self._placed(said)

    def _sensed(self, said: Said) -> bool:
        """Read `smelled like smoke`."""
        clause = said.clause
        if clause.group.lemma not in lx.LINKING_SENSE or clause.objects:
            return False
        for phrase in clause.phrases:
            if phrase.preposition in ("like", "of") and phrase.noun is not None:
                other = self.out.who(phrase.noun)[0]
                self.say(said, f"{clause.group.lemma}s_{phrase.preposition}", other=other)
                return True
        return False

    # --- adjectives ---------------------------------------------------------------------------------------

    def _phrased(self, said: Said, start: int) -> bool:
        """Read `was still out cold`, `as good as new`, `covered in mud`; say whether it was one of these."""
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
        if self._phrased(said, predicate.start):
            return
        clause, before = said.clause, self.out.source.text[: predicate.start].lower().split()[-1:]
        if not (clause.group.nearly or lx.of("nearly").isdisjoint(before)):
            said = said.put(polarity=not said.how.polarity)  # `was almost asleep`
        linking = lx.LINKING_BE | lx.LINKING_SENSE
        target = self._target(said, predicate) if clause.group.lemma in linking else None
        about = target.noun if target is not None and target.noun is not None else predicate.compared
        if about is predicate.compared and about is not None and "equal" in predicate.cue:
            # `as cold as ice`, `as fit as a fiddle` say no more than the adjective
            known = about.name or about.pronoun or about.determiner not in ("a", "an", "")
            about = about if known else None
        other = self.out.who(about, avoid=said.ids)[0] if about is not None else None
        told = self._controlled(said, predicate)
        for word in predicate.words:
            control = lx.ADJECTIVE_CONTROL.get(word)
            if told and control is not None and control.state in ("can", "needs") and word not in lx.EMOTIONS:
                continue  # `able to swim` says no more than `can swim`
            for id_ in said.ids:
                self._adjective(said.of(id_), word, target, other)
        self._reasons(said, predicate)
        for adverb in () if self.out.query else clause.adverbs:
            if adverb in lx.PLACE_ADVERBS:  # `is stuck there`
                where = self.out.referents.somewhere(adverb, self.out.span(clause.start, clause.end))
                self.say(said.put(polarity=True), "at", other=where, cue="adverb")
        for phrase in () if self.out.query else clause.phrases:
            if phrase is target or phrase.noun is None or phrase.preposition not in lx.of("where"):
                continue
            place = self.out.who(phrase.noun)[0]
            if self.out.referents.get(place).kind == "place":
                self.say(said.put(polarity=True), "at", other=place)

    def _adjective(self, said: Said, word: str, target: Prepositional | None, other: str | None) -> None:
        """Say one adjective of one participant."""
        lemma = said.clause.group.lemma
        meant = lx.MEANT[self.animate(said.ids)]
        preposition = target.preposition if target is not None else ""
        word = meant.get(f"{word}_{preposition}", meant.get(word, word))
        value, inner = word, target.clause if target is not None else None
        if inner is not None:
            value = f"{word} {preposition} {phrase_of(inner, self.out.name)}"
        if word in lx.of("fearful") and preposition == "of":
            fear = phrase_of(inner, self.out.name) if inner is not None else ""
            self.say(said, "fears", value=fear, other=other, cue=f"{word} of")
            if not self.out.query:
                self.say(said, "feels", value=word)
            return
        if other is not None and self._relational(said, word, preposition, other):
            return
        pair = said.clause.subject is not None and len(self.out.who(said.clause.subject)) == 2
        if word == "married" and pair and lemma in ("get", "be") and said.how.polarity and not self.out.query:
            one, two = self.out.who(said.clause.subject)
            if said.ids == (one,):
                self.say(said.of(one), "related_to", value="spouse", other=two)
        if other is not None and preposition in lx.of("where") and stem(word) in lx.of("placed"):
            self.say(said, "at", other=other, cue=word)
            if self.out.query:
                return
        attribute = self._attribute(said, word)
        predicate = said.clause.predicate
        cue = predicate.cue if predicate is not None else ""
        if lemma in lx.of("becoming"):
            cue = f"{lemma}, {cue}" if cue else lemma
        self.say(said, attribute, value=value, other=other, cue=cue)
        if other is not None and attribute == "feels" and said.how.polarity and not self.out.query:
            self.say(said, attribute, value=word, cue=cue)

    def _relational(self, said: Said, word: str, preposition: str, other: str) -> bool:
        """Read an adjective that relates two: `aware of it`, `dressed in a suit`; say whether it was one."""
        if word in ("aware", "unaware"):
            known = said.put(polarity=said.how.polarity != (word == "unaware"))
            self.say(known, "knows", other=other, cue=word)
        elif word in ("dressed", "clad") and preposition == "in":
            self.say(said, "wears", other=other, cue=word)
        elif word == "fond":
            self.say(said, "likes", other=other, cue="fond of")
        elif word in ("married", "wed", "engaged") and preposition == "to":
            relation = "spouse" if word != "engaged" else "fiance"
            self.say(said.of(other), "related_to", value=relation, other=said.ids[0])
        else:
            return False
        return True

    def _attribute(self, said: Said, word: str) -> str:
        lemma = said.clause.group.lemma
        if lemma in lx.LINKING_SENSE - {"feel"}:
            return _SEEMING.get(lemma, f"{lemma}s")
        return "feels" if self.animate(said.ids) and word in lx.EMOTIONS else "is"

    def _target(self, said: Said, predicate: Adjectives) -> Prepositional | None:
        """Return the phrase that says what adjectives are about: `good at`, `proud of`."""
        for phrase in said.clause.phrases:
            if not 0 <= phrase.start - predicate.end <= 1 or phrase.preposition not in lx.of("targets"):
                continue
            if phrase.clause is not None:
                return phrase if phrase.preposition not in ("by", "from", "on") else None
            noun = phrase.noun
            if noun is None or noun.time or noun.head in lx.TIMES | lx.of("no_targets"):
                continue
            alone = predicate.words[-1] in ("alone", "late", "early")
            place = alone or lx.kind_of(noun.head, plural=False) == "place"
            if not (place and phrase.preposition in ("in", "on", "at")):
                return phrase
        return None

    def _controlled(self, said: Said, predicate: Adjectives) -> bool:
        """Read the infinitive behind an adjective: `able to`; say if nothing is left of the adjective."""
        told = False
        for comp in said.clause.complements:
            if comp.kind != "to":
                continue
            if predicate.too or predicate.enough:
                self._measured(said, predicate, comp)
            else:
                told = self._inclined(said, predicate.words[-1], comp) or told
        return told

    def _measured(self, said: Said, predicate: Adjectives, comp: Complement) -> None:
        """Read `too tired to run`, `old enough to drive`."""
        if self.out.query or not self.animate(said.ids):
            return
        able = said.how.polarity != predicate.too
        value = phrase_of(comp.clause, self.out.name)
        self.say(said.put(polarity=able), "can", value=value, cue=f"{predicate.cue} {predicate.words[-1]}")
        self.below(comp, said.context.under(Mood.POSSIBLE, denied=not able, cue=predicate.cue))

    def _inclined(self, said: Said, word: str, comp: Complement) -> bool:
        """Read `unable to sleep`, `eager to go`; say whether a state stands for the adjective."""
        control = lx.ADJECTIVE_CONTROL.get(word)
        if control is None:
            return False
        happens = said.how.polarity != control.negative
        if control.state:
            value = phrase_of(comp.clause, self.out.name)
            self.say(said.put(polarity=happens), control.state, value=value, cue=word)
            if self.out.query:
                return True
        past = control.state == "can" and said.clause.group.past
        able = past and word in ("able", "unable", "capable", "incapable")
        mood = Mood.ACTUAL if able else control.mood
        self.below(comp, said.context.under(mood, denied=happens == said.context.denied, cue=f"{word} to"))
        return bool(control.state)

    def _reasons(self, said: Said, predicate: Adjectives) -> None:
        """Read the clause behind an adjective: `glad that she won` holds, `sure that she won` is thought."""
        word = predicate.words[-1]
        for comp in said.clause.complements:
            if comp.kind not in ("that", "wh"):
                continue
            feared, thought = word in lx.of("fearful"), word in lx.of("states_of_mind")
            attribute = "fears" if feared else "thinks" if thought else "knows"
            if attribute != "knows" or word in ("aware", "unaware"):
                self.say(said, attribute, value=sentence_of(comp.clause, self.out.name), cue=word)
            known = attribute == "knows" and word in lx.EMOTIONS | {"aware", "lucky", "true"}
            if known and not self.out.query and said.how.mood is Mood.ACTUAL:
                self.below(comp, said.context.under(Mood.ACTUAL, cue=f"{word} that"))

    # --- nouns --------------------------------------------------------------------------------------------

    def _nouns(self, said: Said, noun: Noun) -> None:
        """Say what somebody is; or learn that he goes by another name: `his name was Rex`."""
        subject = said.clause.subject
        if noun.name and subject is not None and subject.head == "name" and subject.owner is not None:
            for id_ in self.out.who(subject.owner):
                self.out.referents.get(id_).heads.add(noun.words[0])
            return
        for item in noun.items or (noun,):
            times = item.plural and item.head in lx.TIMES  # `it had been years`
            if not times and (not item.pronoun or item.adjectives) and not self._among(said, item):
                self._noun(said, item)

    def _among(self, said: Said, noun: Noun) -> bool:
        """Read `became friends`, `is home`; say whether it was one of these."""
        word = noun.words[-1] if noun.words else ""
        fellows = (p.noun for p in said.clause.phrases if p.preposition == "with" and p.noun is not None)
        ids = (*said.ids, *(x for fellow in fellows for x in self.out.who(fellow)))
        if noun.head in RELATIONS and noun.plural and len(ids) > 1 and noun.owner is None:
            for one, two in pairwise(ids):
                self.say(said.of(one), "related_to", value=noun.head, other=two)
        elif word in lx.of("away") and not noun.determiner:
            self.say(said, "is", value=word)
        elif word in lx.PLACE_ADVERBS and not noun.determiner:
            self.say(said, "at", other=self.out.referents.somewhere(word, self.out.place(noun)))
        else:
            return False
        return True

    def _noun(self, said: Said, noun: Noun) -> None:
        owner = self.out.who(noun.owner)
        if noun.head in RELATIONS and owner:
            for other in owner:
                self.say(said, "related_to", value=noun.head, other=other)
            return
        if owner and not noun.pronoun and noun.head not in lx.TIMES and not self.out.query:
            for other in said.ids:
                self.say(said.of(*owner), "has", other=other)
        bare = not (noun.determiner or noun.plural or noun.name or owner or noun.adjectives)
        unknown = len(noun.words) == 1 and not lx.is_noun(noun.words[0])
        if bare and (unknown or lx.is_adjective(noun.words[-1])):
            # No article and no known noun: an adjective that the lexicon lacks.
            self.say(said, "is", value=" ".join(noun.words))
            return
        if noun.name:
            self.out.who(noun)
            self.say(said, "is_a", value=noun.head)
            return
        self.out.referents.assign(noun, said.ids)
        self.say(said, "is_a", value=" ".join((*noun.adjectives, *noun.words[:-1], noun.head)))
        if not said.how.polarity or self.out.query:
            return
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
        later = (p for p in clause.phrases if p.start >= clause.group.end)
        phrase = next((p for p in later if p.noun is None or not p.noun.time), None)
        placed = phrase is not None and phrase.noun is not None and phrase.preposition in lx.of("where")
        if place in lx.of("away") and not placed:
            self.say(said, "is", value=lx.MEANT[self.animate(said.ids)].get(place, place))
        elif place and not placed:
            where = self.out.referents.somewhere(place, self.out.span(clause.start, clause.end))
            self.say(said, "at", other=where, cue="adverb")
        elif phrase is not None and phrase.noun is not None:
            self._located(said, phrase.preposition, phrase.noun)
            self._further(said, phrase)
        elif phrase is not None and phrase.clause is not None:
            self.say(said, "is", value=f"{phrase.preposition} {phrase_of(phrase.clause, self.out.name)}")
        elif clause.complements:
            comp = clause.complements[0]
            self.say(said, "is", value=f"{comp.kind} {phrase_of(comp.clause, self.out.name)}")
        else:
            adverb = next((word for word in reversed(clause.adverbs) if word in _PREDICATIVE), "")
            if adverb:
                self.say(said, "is", value=lx.MEANT[self.animate(said.ids)].get(adverb, adverb))
            return bool(adverb)
        return True

    def _further(self, said: Said, first: Prepositional) -> None:
        """Say the other places of a clause: `in the queue at the post office`."""
        if self.out.query or not said.how.polarity:
            return
        for phrase in said.clause.phrases:
            noun = phrase.noun
            beside = phrase is not first and phrase.preposition in lx.of("where")
            if beside and noun is not None and not noun.time:
                self._located(said, phrase.preposition, noun)

    def _located(self, said: Said, preposition: str, noun: Noun) -> None:
        kind = lx.kind_of(noun.words[-1] if noun.words else noun.head, plural=noun.plural)
        bare = not (noun.determiner or noun.name or noun.pronoun or noun.owner)
        part = noun.head in lx.FRAGMENTS
        abstract = kind == "abstract" or part or (bare and kind != "place")
        if preposition == "in" and kind == "thing" and noun.head in lx.CLOTHES and self.animate(said.ids):
            self.say(said, "wears", other=self.out.who(noun)[0])
        elif preposition == "out of" and kind == "thing" and bare:
            self.say(said.put(polarity=not said.how.polarity), "has", other=self.out.who(noun)[0])
        elif preposition in lx.of("where") and not abstract:
            self.out.referents.spot = spot = self.out.who(noun)[0]
            roles = [*(("agent", x) for x in said.ids), ("place", spot)]
            if not self.out.query and said.how.polarity and said.how.mood is Mood.ACTUAL:
                self.out.event(said.clause, "be_at", roles, said.how)
            self.say(said, "at", other=spot, cue=preposition)
        elif preposition in ("in", "on", "out of", "at", "under", "up", "off"):
            number = (noun.determiner,) if part and noun.determiner in NUMBERS else ()
            words = " ".join((*number, *noun.adjectives, *noun.words[:-1], noun.head))
            self.say(said, "is", value=f"{preposition} {words}")
        else:
            self.say(said, preposition.replace(" ", "_"), other=self.out.who(noun)[0])
