"""Clauses that say how somebody or something is: copulas, possession, attitudes."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import Context, Standing
from defeasible.reasoner.grammar.stories.referents import Ids
from defeasible.reasoner.grammar.stories.syntax import Adjectives, Clause, Complement, Noun, Prepositional
from defeasible.reasoner.grammar.stories.wording import phrase_of, sentence_of
from defeasible.reasoner.grammar.stories.writer import Writer

_FEARFUL = frozenset({"afraid", "scared", "terrified", "frightened", "fearful", "wary", "petrified"})
_PLACING = frozenset({"in", "at", "on", "inside", "near", "under", "behind", "beside", "by", "outside", "above",
    "between", "around", "into", "over", "below", "underneath", "next to", "in front", "off"})  # fmt: skip
_LIKES = {"like": True, "love": True, "enjoy": True, "adore": True, "prefer": True,
    "appreciate": True, "hate": False, "dislike": False, "despise": False, "detest": False, "loathe": False}  # fmt: skip
_ATTITUDES = {"want": "wants", "desire": "wants", "crave": "wants", "need": "needs", "require": "needs",
    "fear": "fears", "know": "knows", "understand": "knows", "wish_for": "wants", "hope_for": "wants",
    "long_for": "wants"}  # fmt: skip
_OWNING = frozenset({"have", "own", "possess", "lack"})
_BECOMING = frozenset({"become", "get", "turn", "grow", "go", "fall", "come", "end_up"})
_NO_TARGETS = frozenset({"end", "accident", "purpose", "fact", "way", "front", "case", "least", "all", "place"})
_UNTOLD = frozenset({"sure", "certain", "confident", "positive", "convinced", "worried", "afraid", "scared", "hopeful",
    "nervous", "optimistic", "doubtful", "unsure", "likely", "possible", "unlikely", "important", "better"})  # fmt: skip


class States:
    """Reads clauses as states; what is no state is left to the reader of events."""

    def __init__(self, writer: Writer) -> None:
        self.out = writer

    def below(self, complement: Complement, context: Context) -> None:
        """Read a clause below this one. The reader of events overrides it."""
        raise NotImplementedError

    # --- copulas ------------------------------------------------------------------------------------------

    def copula(self, clause: Clause, ids: Ids, how: Standing, context: Context) -> bool:
        """Read `be`, `become`, `feel`, `seem` and what they say of the subject; say whether it was read."""
        lemma = clause.group.lemma
        linking = lemma in lx.LINKING_BE | lx.LINKING_SENSE
        if not linking:
            return False
        measured = lemma in lx.LINKING_BE and clause.predicate is not None and bool(clause.objects)
        if measured and clause.predicate is not None:
            first = clause.objects[0]
            size = " ".join(self.out.tokens[n].norm for n in range(first.start, first.end))
            for id_ in ids:
                self._state(clause, id_, "is", how, value=f"{size} {clause.predicate.words[-1]}")
            return True
        if clause.predicate is not None and not clause.objects:
            self._adjectives(clause, clause.predicate, ids, how, context)
            return True
        if lemma not in ("be", "become", "seem", "remain", "stay"):
            return self._sensed(clause, ids, how)
        nouns = [noun for noun in clause.objects if not noun.time or clause.group.copula]
        if nouns:
            for noun in nouns[:1]:
                self._noun(clause, noun, ids, how)
            return True
        if lemma == "be":
            return self._placed(clause, ids, how)
        return False

    def _sensed(self, clause: Clause, ids: Ids, how: Standing) -> bool:
        """Read `smelled like smoke`, `felt like a fool`."""
        like = next(
            (p for p in clause.phrases if p.preposition in ("like", "of") and p.noun is not None), None
        )
        if like is None or clause.group.lemma not in lx.LINKING_SENSE or clause.objects:
            return False
        other = self.out.who(like.noun)
        for id_ in ids:
            self._state(clause, id_, f"{clause.group.lemma}s_{like.preposition}", how, other=other[0])
        return True

    def _adjectives(
        self, clause: Clause, predicate: Adjectives, ids: Ids, how: Standing, context: Context
    ) -> None:
        """Say adjectives of participants, with what they are about."""
        lemma = clause.group.lemma
        cue = predicate.cue
        if lemma in _BECOMING:
            cue = ", ".join(part for part in (lemma, cue) if part)
        target = self._target(clause, predicate)
        other = self.out.who(target.noun)[:1] if target is not None and target.noun is not None else ()
        compared = self.out.who(predicate.compared)[:1] if predicate.compared is not None else ()
        controlled = self._controlled(clause, predicate, ids, how, context)
        for word in predicate.words:
            if (
                controlled
                and word in lx.ADJECTIVE_CONTROL
                and lx.ADJECTIVE_CONTROL[word].state in ("can", "wants", "needs")
            ):
                if word not in lx.EMOTIONS:
                    continue
            for id_ in ids:
                self._adjective(clause, id_, word, (other or compared, target), how, cue)
        self._reasons(clause, predicate, ids, how, context)
        for phrase in clause.phrases:
            if phrase is not target and phrase.noun is not None and phrase.preposition in _PLACING:
                place = self.out.who(phrase.noun)
                if self.out.referents.get(place[0]).kind == "place" and not self.out.query:
                    for id_ in ids:
                        self._state(clause, id_, "at", replace(how, polarity=True), other=place[0])

    def _adjective(
        self,
        clause: Clause,
        id_: str,
        word: str,
        about: tuple[Ids, Prepositional | None],
        how: Standing,
        cue: str,
    ) -> None:
        other, target = about
        lemma = clause.group.lemma
        to = other[0] if other else None
        emotion = word in lx.EMOTIONS and self._animate(id_) and lemma not in lx.LINKING_SENSE - {"feel"}
        value = word
        if target is not None and target.noun is None and target.clause is not None:
            value = f"{word} {target.preposition} {phrase_of(target.clause, self.out.name)}"
        if word in _FEARFUL and target is not None and target.preposition == "of":
            said = phrase_of(target.clause, self.out.name) if target.clause is not None else ""
            self._state(clause, id_, "fears", how, value=said, other=to, cue=f"{word} of")
            if self.out.query:
                return
            value, to = word, None
        if word in ("aware", "unaware") and to is not None:
            how = replace(how, polarity=how.polarity != (word == "unaware"))
            self._state(clause, id_, "knows", how, other=to, cue=word)
            return
        if word == "fond" and to is not None:
            self._state(clause, id_, "likes", how, other=to, cue="fond of")
            return
        attribute = "feels" if emotion or (lemma == "feel" and self._animate(id_)) else "is"
        if lemma in lx.LINKING_SENSE - {"feel"}:
            attribute = {"seem": "seems", "look": "looks", "appear": "seems"}.get(lemma, f"{lemma}s")
        self._state(clause, id_, attribute, how, value=value, other=to, cue=cue)
        if to is not None and attribute == "feels" and how.polarity and not self.out.query:
            self._state(clause, id_, attribute, how, value=word, cue=cue)

    def _animate(self, id_: str) -> bool:
        return self.out.referents.get(id_).animate()

    def _target(self, clause: Clause, predicate: Adjectives) -> Prepositional | None:
        """Return the phrase that says what adjectives are about: `good at`, `proud of`."""
        for phrase in clause.phrases:
            if phrase.start != predicate.end:
                continue
            if phrase.clause is not None:
                return (
                    phrase if phrase.preposition in ("at", "of", "about", "with", "for", "in", "to") else None
                )
            if phrase.noun is None or phrase.noun.time or phrase.noun.head in lx.TIMES | _NO_TARGETS:
                continue
            placing = phrase.preposition in ("in", "on", "at", "inside") and (
                lx.kind_of(phrase.noun.head, False) == "place"
                or predicate.words[-1] in ("alone", "late", "early")
            )
            if (
                phrase.preposition in ("at", "of", "about", "with", "for", "to", "in", "from", "on", "by")
                and not placing
            ):
                return phrase
        return None

    def _controlled(
        self, clause: Clause, predicate: Adjectives, ids: Ids, how: Standing, context: Context
    ) -> bool:
        """Read the infinitive behind an adjective: `able to`, `too tired to`, `eager to`."""
        verbs = [comp for comp in clause.complements if comp.kind == "to"]
        if not verbs:
            return False
        word = predicate.words[-1]
        control = lx.ADJECTIVE_CONTROL.get(word)
        for comp in verbs:
            value = phrase_of(comp.clause, self.out.name)
            if predicate.too or predicate.enough:
                able = replace(how, polarity=how.polarity != predicate.too)
                if not self.out.query:
                    for id_ in ids:
                        if self._animate(id_):
                            self._state(clause, id_, "can", able, value=value, cue=f"{predicate.cue} {word}")
                            self.below(
                                comp,
                                context.under(Mood.POSSIBLE, denied=not able.polarity, cue=predicate.cue),
                            )
                continue
            if control is None:
                continue
            # `was not ready to` denies the adjective and so what it makes likely
            happens = how.polarity != control.negative
            if control.state:
                for id_ in ids:
                    self._state(
                        clause, id_, control.state, replace(how, polarity=happens), value=value, cue=word
                    )
            if not self.out.query or not control.state:
                mood = control.mood
                if word in ("able", "unable", "capable") and clause.group.past:
                    mood = Mood.ACTUAL
                if control.state and self.out.query:
                    continue
                self.below(
                    comp,
                    context.under(mood, denied=not happens and context.denied is False, cue=f"{word} to"),
                )
        return control is not None and bool(control.state)

    def _reasons(
        self, clause: Clause, predicate: Adjectives, ids: Ids, how: Standing, context: Context
    ) -> None:
        """Read the clause behind an adjective: `glad that she won` holds, `sure that she won` is thought."""
        word = predicate.words[-1]
        for comp in clause.complements:
            if comp.kind not in ("that", "wh"):
                continue
            value = sentence_of(comp.clause, self.out.name)
            if word in ("aware", "unaware"):
                for id_ in ids:
                    self._state(clause, id_, "knows", how, value=value, cue=word)
            elif word in _FEARFUL:
                for id_ in ids:
                    self._state(clause, id_, "fears", how, value=value, cue=word)
            elif word in _UNTOLD:
                for id_ in ids:
                    self._state(clause, id_, "thinks", how, value=value, cue=word)
                continue
            if word in lx.EMOTIONS - _FEARFUL or word in ("aware", "lucky", "true"):
                if not self.out.query and how.mood is Mood.ACTUAL:
                    self.below(comp, context.under(Mood.ACTUAL, cue=f"{word} that"))

    def _noun(self, clause: Clause, noun: Noun, ids: Ids, how: Standing) -> None:
        """Say what somebody is: `a pilot`, `Tom's wife`; or learn another name of his."""
        subject = clause.subject
        if noun.name and subject is not None and subject.head == "name" and subject.owner is not None:
            for id_ in self.out.who(subject.owner):
                self.out.referents.get(id_).heads.add(noun.words[0])
            return
        for item in noun.items or (noun,):
            if item.name:
                self.out.who(item)
                value = item.head
            else:
                value = " ".join((*item.adjectives, *item.words[:-1], item.head))
            if item.pronoun and not item.adjectives:
                continue
            relation = item.head if item.head in lx.RELATIONS else ""
            if relation and item.owner is not None:
                owner = self.out.referents.owner_of(item, self.out.place, self.out.source.text)
                for id_ in owner:
                    for other in ids:
                        self._state(clause, other, "related_to", how, value=relation, other=id_)
                continue
            if item.owner is not None and not item.pronoun and not self.out.query:
                for id_ in self.out.referents.owner_of(item, self.out.place, self.out.source.text):
                    for other in ids:
                        self._state(clause, id_, "has", how, other=other)
            bare = not (item.determiner or item.plural or item.name or item.owner or item.adjectives)
            if bare and len(item.words) == 1 and not lx.is_noun(item.words[0]):
                for id_ in ids:  # no article and no known noun: an adjective that the lexicon lacks
                    self._state(clause, id_, "is", how, value=item.words[0])
                continue
            for id_ in ids:
                self._state(clause, id_, "is_a", how, value=value)
                if how.polarity and not self.out.query:
                    referent = self.out.referents.get(id_)
                    if how.mood is Mood.ACTUAL and not item.plural and referent.named:
                        referent.heads.add(item.head)
                    self._state(clause, id_, "is_a", how, value=item.head)
                    for adjective in item.adjectives if item.determiner in ("a", "an", "") else ():
                        self._state(clause, id_, "is", how, value=adjective, cue="modifier")

    def _placed(self, clause: Clause, ids: Ids, how: Standing) -> bool:
        """Read `was in the garden`, `was in love`, `was upstairs`."""
        for adverb in clause.adverbs:
            if adverb in lx.PLACE_ADVERBS:
                for id_ in ids:
                    self._state(clause, id_, "at", how, value=adverb)
                return True
        for phrase in clause.phrases:
            if phrase.start < clause.group.end:
                continue
            if phrase.clause is not None:
                value = f"{phrase.preposition} {phrase_of(phrase.clause, self.out.name)}"
                for id_ in ids:
                    self._state(clause, id_, "is", how, value=value)
                return True
            if phrase.noun is not None:
                self._located(clause, phrase, phrase.noun, ids, how)
                return True
        for comp in clause.complements:
            value = phrase_of(comp.clause, self.out.name)
            for id_ in ids:
                self._state(clause, id_, "is", how, value=f"{comp.kind} {value}")
            return True
        for adverb in reversed(clause.adverbs):
            if adverb in c.PREPOSITIONS or adverb in c.PARTICLES or adverb in ("well", "together", "apart", "alone", "late", "early"):
                for id_ in ids:
                    self._state(clause, id_, "is", how, value=adverb)
                return True
        return False

    def _located(self, clause: Clause, phrase: Prepositional, noun: Noun, ids: Ids, how: Standing) -> None:
        kind = lx.kind_of(noun.words[-1] if noun.words else noun.head, noun.plural)
        abstract = kind == "abstract" or (not noun.determiner and not noun.name and not noun.pronoun
            and kind != "place" and noun.owner is None)  # fmt: skip
        for id_ in ids:
            if phrase.preposition in _PLACING and not abstract:
                self._state(clause, id_, "at", how, other=self.out.who(noun)[0], cue=phrase.preposition)
            elif phrase.preposition in ("in", "on", "out of", "at", "under", "up", "off"):
                value = f"{phrase.preposition} {' '.join((*noun.adjectives, *noun.words[:-1], noun.head))}"
                self._state(clause, id_, "is", how, value=value)
            else:
                other = self.out.who(noun)[0]
                self._state(clause, id_, phrase.preposition.replace(" ", "_"), how, other=other)

    # --- possession and attitudes -------------------------------------------------------------------------

    def attitude(self, clause: Clause, lemma: str, ids: Ids, how: Standing) -> bool:
        """Read having, wanting, needing, liking, fearing and knowing of things; say whether it was read."""
        group = clause.group
        things = [noun for noun in clause.objects if not noun.time]
        if group.progressive or group.passive or clause.particle:
            return False
        joined = "_" in lemma
        if lemma in _OWNING and things and not joined:
            if lemma == "lack":
                how = replace(how, polarity=not how.polarity)
            for noun in things[:1]:
                self._owned(clause, noun, ids, how)
            return True
        if lemma == "belong_to":
            return False
        about = next((p.noun for p in clause.phrases if joined and p.noun is not None), None)
        targets = [about] if joined and about is not None else things[:1]
        if not targets or targets[0] is None:
            return False
        if lemma in _LIKES:
            attribute = "likes"
            if not _LIKES[lemma]:
                attribute = "likes" if how.polarity else "dislikes"
                how = replace(how, polarity=not how.polarity) if how.polarity else how
        elif lemma in _ATTITUDES:
            attribute = _ATTITUDES[lemma]
        else:
            return False
        mood = Mood.ACTUAL if how.mood is Mood.HABITUAL and self.out.query else how.mood
        how = replace(how, mood=mood)
        for item in targets[0].items or (targets[0],):
            words = self.out.unspecific(item, denied=not how.polarity or attribute in ("wants", "needs"))
            others = (None,) if words else self.out.who(item, avoid=ids)
            for id_ in ids:
                for other in others:
                    self._state(clause, id_, attribute, how, value=words, other=other, cue=lemma)
        return True

    def _owned(self, clause: Clause, noun: Noun, ids: Ids, how: Standing) -> None:
        how = replace(how, mood=Mood.ACTUAL) if self.out.query and how.mood is Mood.HABITUAL else how
        for item in noun.items or (noun,):
            kin = item.head if item.head in lx.RELATIONS and all(self._animate(id_) for id_ in ids) else ""
            if words := self.out.unspecific(item, denied=not how.polarity):
                for id_ in ids:
                    self._state(clause, id_, "has", how, value=words)
                continue
            for other in self.out.who(item):
                for id_ in ids:
                    if kin:
                        self._state(clause, other, "related_to", how, value=kin, other=id_)
                    self._state(clause, id_, "has", how, value=kin, other=None if kin else other)
                if not self.out.query and how.polarity and how.mood is Mood.ACTUAL:
                    for adjective in item.adjectives:
                        self._state(clause, other, "is", how, value=adjective, cue="modifier")

    def exists(self, clause: Clause, how: Standing) -> None:
        """Read `there was a spider in the tub`."""
        for noun in clause.objects[:1]:
            for id_ in self.out.who(noun, subject=True):
                place = next(
                    (p for p in clause.phrases if p.noun is not None and p.preposition in _PLACING), None
                )
                where = self.out.who(place.noun) if place is not None and place.noun is not None else ()
                if where and place is not None and place.noun is not None and not place.noun.time:
                    self._state(clause, id_, "at", how, other=where[0], cue="there is")
                else:
                    self._state(clause, id_, "exists", how, cue="there is")
                for adjective in noun.adjectives if how.polarity and not self.out.query else ():
                    self._state(clause, id_, "is", how, value=adjective, cue="modifier")

    def _state(
        self, clause: Clause, id_: str, attribute: str, how: Standing, *, value: str = "",
        other: str | None = None, cue: str = "",
    ) -> None:  # fmt: skip
        span = self.out.span(clause.start, clause.end)
        self.out.state(id_, attribute, how, span, value=value, other=other, cue=cue)
