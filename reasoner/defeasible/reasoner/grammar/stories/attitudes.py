"""Possession, attitudes, abilities and existence: what somebody has, wants, likes, fears, knows or can do."""

from __future__ import annotations

from defeasible.reasoner.english.closed import COLOURS, RESULTS
from defeasible.reasoner.english.people import RELATIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import may_be_past
from defeasible.reasoner.forms.story import IMPLIED, Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.copulas import Copulas
from defeasible.reasoner.grammar.stories.moods import Standing
from defeasible.reasoner.grammar.stories.said import Said
from defeasible.reasoner.grammar.stories.syntax import Noun

SETTLED = (Mood.ACTUAL, Mood.PRIOR, Mood.HABITUAL)
_MODAL_STATES = {"can": "can", "must": "needs", "have": "needs"}


class Attitudes(Copulas):
    """Reads possession, attitudes and modals."""

    def attitude(self, said: Said) -> bool:
        """Read possession, wants, needs, likes, fears and knowledge of things; return whether it was read."""
        clause, lemma = said.clause, said.lemma
        if clause.group.passive:
            return False
        if self._stative(said):
            return True
        particle = clause.particle and lemma not in lx.of("owning")
        things = said.things
        if not things or ((clause.group.progressive or particle) and lemma not in lx.ATTITUDES):
            return False
        thing, attribute = things[0], lx.ATTITUDES.get(lemma, "")
        asked = [comp.clause for comp in clause.complements if comp.kind == "wh"]
        settled = said.lasting() if self.out.query else said
        if lemma in ("have", "get") and not said.how.polarity and thing.head in lx.of("ideas"):
            self.ignorant(said.put(polarity=True))
            for inner in clause.inner if " how to " in self.out.source.text else ():  # `no idea how to swim`
                self.say(said.lasting(), "knows", value=self.out.phrase(inner), cue=thing.head)
        elif lemma in ("have", "get") and thing.head in lx.of("intents") and clause.inner:
            self.say(said.lasting(), "wants", value=self.out.phrase(clause.inner[0]))  # `had a plan to leave`
        elif [c for c in clause.inner if c not in asked and self.implied(said, c)]:
            return True  # `had the nerve to ask`; not `told him where she lives`
        elif lemma in lx.of("owning"):
            owned = said.put(polarity=said.how.polarity != (lemma == "lack")).lasting()
            enough = "enough" in (thing.determiner, *thing.adjectives)
            # `did not have enough eggs`: perhaps some
            self._owned(owned if owned.how.polarity or not enough else owned.put(mood=Mood.POSSIBLE), thing)
            if thing.pronoun or thing.head in lx.of("scraps"):
                self.none_left(said, thing)  # `has none left`
            if thing.head in lx.of("means") and enough:
                self._affords(owned)
        elif attribute:
            self._felt(settled, attribute, thing)
        else:
            return False
        return True

    def _affords(self, said: Said) -> None:
        """Read `had enough money for a bike`, `enough money to buy a bike` as that one could afford it."""
        buying = [inner for inner in said.clause.inner if inner.things]
        things = [thing for inner in buying for thing in inner.things] or said.clause.behind(("for",))
        values = [self.out.phrase(inner) for inner in buying] + [self.out.name(thing) for thing in things]
        for value in values:
            self.say(said, "can", value=f"afford {value}", cue="enough")

    def ignorant(self, said: Said) -> None:
        """Read `hasn't a clue about it`, `without the slightest idea`."""
        self.out.event(said.clause, "be_ignorant", said.agents, said.how)

    def _stative(self, said: Said) -> bool:
        """Read a stative verb: `is wearing a hat`, `belongs to Ann`, `lives in Oslo`."""
        if said.how.mood not in SETTLED or said.clause.complements:
            return False
        kind = "person" if self.animate(said.ids) else "thing"
        found = False
        for row in lx.STATIVES.get(said.lemma, ()):
            asked = self.out.query and (said.clause.group.perfect or not row.perfect) and not row.passive
            asked &= not (row.perfect and said.lemma in self.out.told)  # opened, and perhaps shut again
            # `woke up at six`: did so, and perhaps sleeps again
            did = row.value and said.clause.group.past and not said.clause.objects
            asked &= not (did and said.lemma in self.out.told)
            ringing = kind == "thing" and said.clause.group.progressive
            asked |= ringing and not (row.perfect or row.passive)
            if row.result and said.clause.group.progressive:
                continue
            if (row.told or asked) and row.subject in ("", kind) and self._stated(said, row):
                found = True
                if kind == "thing" or row.attribute != "at":  # `is sitting in the garden`: there, and sitting
                    return True
        return found

    def _stated(self, said: Said, row: lx.Stative) -> bool:
        clause = said.clause
        said = said.put(polarity=said.how.polarity != row.negative)
        if self.out.query and row.negative and any(not n.time for n in clause.behind()):
            return False  # `left in a cheerful mood`: it asks for more than leaving
        lost = row.negative and row.attribute == "has"
        if lost and any(n.determiner in ("a", "an") for n in clause.things):
            return False  # who has a coin may have lost a coin
        outright = said.lasting() if self.out.query or said.how.mood is Mood.HABITUAL else said
        behind = clause.behind(row.of)
        if row.of and not behind:
            where = [a for a in clause.adverbs if a in lx.PLACE_ADVERBS - {"out", "back"}]
            if not where or row.attribute not in ("at", "lives"):
                return False
            self.say(outright, row.attribute, other=self.somewhere(said, where[0]), cue=said.lemma)
            return True
        plain = row.attribute == "is" and not row.inverse
        things = [] if plain else clause.things or behind or said.things
        if row.value or row.attribute in ("exists", "happened"):
            if bool(things) is not row.inverse or (row.inverse and self.animate(said.ids)):
                return False  # `Ann broke it`: the state does not say who did
            of = outright.of(*self.out.who(things[0], avoid=said.ids)) if row.inverse else outright
            self.say(of, row.attribute, value=row.value, cue=said.lemma)
            return True
        if things:
            self._felt(outright, row.attribute, things[0], inverse=row.inverse)
        return bool(things)

    def _consumed(self, said: Said, thing: str) -> str:
        """Return the verb by which somebody ate or drank what a query asks whether they had; else nothing."""
        asked = self.out.query and said.how.polarity and said.clause.group.past
        verbs = sorted(verb for verb, what in self.out.done_to if what == thing) if asked else []
        return next((verb for verb in verbs if verb in lx.of_classes("consuming")), "")

    def _felt(self, said: Said, attribute: str, noun: Noun, *, inverse: bool = False) -> None:
        """Write a state with its other participants; with `inverse`, as a state of those."""
        unclear = attribute in ("wants", "needs") or not said.how.polarity
        for item in noun.each:
            if attribute == "is_a":  # `works as a nurse`
                self.say(said, attribute, value=item.head, cue=said.lemma)
                if said.how.polarity and not self.out.query and item.head not in lx.of("unpaid"):
                    self.say(said, "is", value="employed", cue=said.lemma)
                continue
            if words := "" if inverse else self.out.unspecific(item, denied=unclear):
                self.say(said, attribute, value=words, cue=said.lemma)
                wish = attribute in ("wants", "needs")
                self.out.referents.wanted = item.head if wish else ""
                self.out.referents.wanting = said.ids if wish else ()
                continue
            for other in self.out.who(item, avoid=said.ids):
                for id_ in said.ids:
                    one, two = (other, id_) if inverse else (id_, other)
                    self.say(said.of(one), attribute, other=two, cue=said.lemma)
                if attribute == "wants" and said.how.polarity and said.context.thwarted:
                    # `wanted the blue one, but it was too expensive`
                    how = Standing(Mood.ACTUAL, False, f"{said.lemma}: {IMPLIED}")
                    self.out.event(said.clause, "get", [*said.agents, ("theme", other)], how)

    def _owned(self, said: Said, noun: Noun) -> None:
        for item in noun.each:
            if (part := self._part_asked(said, item)) is not None:
                self.say(said.of(part), "is", value=item.adjectives[0])
                continue
            if words := self.out.unspecific(item, denied=not said.how.polarity):
                self.say(said, "has", value=words)
                continue
            where = next((n for n in said.clause.behind(lx.of("where")) if not n.time), None)
            placed = where is not None and where.head in lx.PLACES and said.how.polarity
            there = self.out.who(where) if where is not None and placed else ()
            held = where is not None and item.head in lx.of("held")
            word = item.alias or item.head  # `has a son, Max`
            kin = word if word in RELATIONS and self.animate(said.ids) and not held else ""
            kin = lx.NEWBORN.get(item.head, kin) if "baby" in item.words[:-1] and not held else kin
            for other in self.out.who(item):
                if item.head in lx.FARE and where is None and not self.out.query:
                    self.out.event(said.clause, "have", [*said.agents, ("theme", other)], said.how)
                if kin:
                    for owner in said.ids:
                        self.say(said.of(other), "related_to", value=kin, other=owner)
                if eaten := self._consumed(said, other):
                    self.out.event(said.clause, eaten, [*said.agents, ("theme", other)], said.how)
                    continue
                self.say(said, "has", value=kin, other=None if kin else other)
                if there and not kin and said.how.mood in SETTLED:
                    self.say(said.of(other), "at", other=there[0])  # `has a boat on the lake`
                if said.how.mood is Mood.ACTUAL:
                    self.modifiers(said.of(other), item)

    def _part_asked(self, said: Said, noun: Noun) -> str | None:
        """Return the part of somebody or something of which a query asks: `Has Ann a broken arm?`."""
        part = noun.head in lx.of("body") | (frozenset() if noun.plural else lx.of("parts") | lx.LIMBS)
        described = len(noun.adjectives) == 1 and noun.adjectives != ("new",)  # a new one is another
        if not (self.out.query and part and described):
            return None
        told = (r for r in self.out.referents.all if r.head == noun.head and r.plural == noun.plural)
        return next((r.id for r in told if not set(said.ids).isdisjoint(r.owner)), None)

    def exists(self, said: Said) -> None:
        """Read `there was a spider in the tub`."""
        noun = said.clause.objects[0]
        said = said.of(*self.out.who(noun, subject=True))
        place = next((n for n in said.clause.behind(lx.of("where")) if not n.time), None)
        if place is not None:
            self.say(said, "at", other=self.out.who(place)[0], cue="there is")
            if noun.head in lx.of("damage") and not (said.how.polarity or self.out.query):
                self.say(said.of(*self.out.who(place)), "is", value="broken", cue="there is")
        else:
            if lx.of("occurrences") & {noun.head, "_".join(noun.words[-2:])} and not self.out.query:
                self.out.event(said.clause, "happen", [("theme", id_) for id_ in said.ids], said.how)
            self.say(said, "exists", cue="there is")
            self.none_left(said, noun)
        self.modifiers(said, noun)

    def modal(self, said: Said) -> bool:
        """Write an ability or an obligation as a state; return whether there was such a modal."""
        group = said.clause.group
        attribute = _MODAL_STATES.get(group.modal)
        outright = said.context.mood in (None, Mood.ACTUAL) and said.clause.link != "if"
        if attribute is None or group.passive or not outright:
            return False
        value = self.out.phrase(said.clause.affirmed)
        polarity = said.how.polarity
        if group.modal == "must" and not polarity:
            # `must not go` does not deny a need: there is a need not to go
            value, polarity = f"not {value}", True
        self.say(said.put(polarity=polarity, mood=Mood.ACTUAL), attribute, value=value)
        return True

    def made(self, said: Said) -> bool:
        """Read `made him happy`, `found it broken`; return whether it was read."""
        clause, lemma = said.clause, said.clause.group.lemma
        if clause.predicate is None or not clause.objects or clause.group.copula:
            return False
        if lemma in lx.of("fancying"):
            return False  # `wanted the window open`
        words, done = clause.predicate.words, stem(clause.predicate.words[0])
        coated = [("instrument", x) for noun in clause.behind(("in", "with")) for x in self.out.who(noun)]
        done_to = done != words[0] or may_be_past(words[0])  # `had it cut`
        had = lemma in ("have", "get") and done_to and not self.out.query
        had = had and (words[0] not in RESULTS or (done in lx.of("coating") and bool(coated)))
        if not had and lemma not in lx.of("causing") and (RESULTS | COLOURS).isdisjoint(words):
            return False
        objects = self.out.who(clause.objects[0], avoid=said.ids)
        themes = [("theme", id_) for id_ in objects]
        if had:
            # `had her watch repaired`, `got her coat covered in mud`
            self.out.event(clause, done, [*themes, *coated * (done in lx.of("coating"))], said.how)
            return True
        if not self.out.query:
            # making a child happy makes no child; finding a purse gone gives no purse
            verb = {"make": "cause", "find": "see"}.get(lemma, lemma)
            manner = ("manner", f"={' '.join(words)}")
            self.out.event(clause, verb, [*said.agents, *themes, manner], said.how)
        before = self.out.source.text[: clause.predicate.start][-len("not ") :]
        denied = before.lower() == "not "  # `found him not guilty`
        said = said.put(polarity=said.how.polarity != denied)
        for word in words:
            self.say(said.of(*objects), self.feeling(objects, word), value=word, cue=lemma)
        return True
