"""Complement-taking verbs: the complement happens, does not, or is wanted, tried, known, thought or said."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.forms.story import IMPLIED, ONGOING, REPORTED, Event, Happening, Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.attitudes import SETTLED, Attitudes
from defeasible.reasoner.grammar.stories.lexicon import Control
from defeasible.reasoner.grammar.stories.moods import AHEAD, Context, Standing
from defeasible.reasoner.grammar.stories.roles import roles_of
from defeasible.reasoner.grammar.stories.said import Said
from defeasible.reasoner.grammar.stories.syntax import Complement

_HAPPENED = (Mood.ACTUAL, Mood.PRIOR)


class Governed(Attitudes):
    """Reads complements."""

    beside: tuple[tuple[Complement, Context], ...] = ()
    """What somebody does at the same time, still to be written: `read it, smiling`."""

    def governs(self, said: Said) -> bool:
        """Read the complements of a verb; return whether the verb itself needs no event."""
        done = False
        for comp in said.clause.complements:
            if comp.kind == "how" or (comp.kind == "wh" and not comp.own_subject):
                done |= self._known_how(said, comp)
            elif comp.kind in ("that", "wh"):
                done |= self._reported(said, comp)
            elif comp.kind == "to" and self._passed_on(said, comp):
                continue
            elif comp.own_subject or (said.clause.group.passive and said.lemma in lx.OBJECT_CONTROL):
                done |= self._made_to(said, comp)
            else:
                done |= self._to_do(said, _under_way(said.lemma, comp))
        return done

    def amid(self, said: Said) -> Standing:
        """Return the standing of an event that may be unfinished; who was cooking in the hall was there."""
        there = said.clause.group.progressive and said.how.polarity and self.animate(said.ids)
        for phrase in said.clause.phrases if there else ():
            if phrase.noun is not None and phrase.noun.kind == "place" and phrase.preposition in ("in", "at"):
                self.located(said, phrase.preposition, phrase.noun)
        return said.put(mood=Mood.POSSIBLE).how

    # --- what the subject does ----------------------------------------------------------------------------

    def _to_do(self, said: Said, comp: Complement) -> bool:
        """Read `failed to win`, `started crying`; otherwise a purpose or an accompanying action."""
        group = comp.clause.group
        if said.lemma.endswith(f"_{self.out.source.text[group.start : group.end]}"):
            return False  # `went missing`
        control = lx.CONTROL.get(said.lemma)
        # `went to the bank to get a loan` tells a purpose, `went to see the dentist` what was done
        there = said.lemma in ("go", "come", "rush", "hurry") and bool(said.clause.phrases)
        aside = there or (bool(said.clause.objects) and said.lemma not in ("help", "spend"))
        if said.lemma in lx.of("phases") and self._phase(said, comp):
            return True
        if (control is None or not (control.state or control.before)) and self.implied(said, comp.clause):
            return not said.clause.objects and said.lemma not in lx.of("beside")
        if control is None or aside or (control.gerund_only and comp.kind == "to"):
            if comp.kind == "to":
                mood = Mood.ATTEMPTED if comp.clause.verb in lx.of("searching") else Mood.DESIRED
                self.clause(comp.clause, said.context.under(mood, cue="purpose"))
            elif not self.out.query and not any(o.head in lx.of("intents") for o in said.clause.nouns):
                mood = Mood.ACTUAL if said.how.polarity else said.how.mood
                context = said.context.under(mood, cue="at once")
                if comp.clause.start < said.clause.group.start:
                    self.clause(comp.clause, context)  # `opening the door, she fell`
                else:
                    self.beside += ((comp, context),)
            return False
        becoming = comp.clause.group.lemma in ("be", "become")
        planned = control.mood is Mood.FUTURE and (self.out.query or becoming)
        if state := control.state or ("wants" if planned else ""):
            value = f"{'afford ' * (said.lemma == 'afford')}{self.out.phrase(comp.clause)}"
            would = said.clause.group.modal in ("can", "would")
            outright = said.put(mood=Mood.ACTUAL) if would else said.lasting()
            happens = said.how.polarity != control.opposite
            self.say(outright.put(polarity=happens), state, value=value, cue=said.lemma)
        if control.silent or (state and self.out.query):
            return bool(state)
        stopped = control.before and said.how.polarity and not self.out.query
        if stopped:
            self.clause(comp.clause, Context(Mood.PRIOR, cue=f"{said.lemma}: before", embedded=True))
        first = len(self.out.found)
        self.clause(comp.clause, self._inner(said, control))
        new = self.out.found[first:]
        # `stopped smoking in May` is when it was over: no smoking in May is denied
        self.out.found[first:] = [_at_no_date(h) for h in new] if stopped else new
        if stopped and not self.animate(said.ids) and not comp.clause.objects:  # `it stopped ringing`
            self.out.event(said.clause, said.lemma, [("theme", x) for x in said.ids], said.how)
        return said.lemma not in lx.of("beside")

    def _passed_on(self, said: Said, comp: Complement) -> bool:
        """Read `rang her to say that`, where nothing tells that it came to nothing, as `told her that`."""
        told = comp.clause
        says = told.verb in lx.of("informing") | {"say"} and said.lemma in lx.of("contacting")
        if self.out.query or not (says and said.how.polarity and said.how.mood is Mood.ACTUAL):
            return False
        if said.context.thwarted:
            return False
        who = said.clause.subject
        whose = (who.owner,) if who is not None and who.owner is not None else ()  # `her boss rang to say`
        whom = () if told.objects else said.clause.objects or whose
        group = replace(told.group, lemma="tell") if whom else told.group
        context = said.context.under(Mood.ACTUAL, cue="passed on")
        told = replace(told, subject=said.clause.subject, group=group, objects=(*whom, *told.objects))
        self.beside += ((replace(comp, clause=told), context),)
        return True

    def _phase(self, said: Said, comp: Complement) -> bool:
        """Read the phase of an action: `finished painting it`; return whether that is all of it."""
        things = [self.out.who(noun, avoid=said.ids) for noun in comp.clause.objects]
        if self.out.query:
            if said.lemma == "finish" and things:
                self.say(said.of(*things[0]).put(mood=Mood.ACTUAL), "is", value="finished", cue="finish")
            elif said.lemma == "finish":
                self.out.event(said.clause, "finish", said.agents, said.how)
            return said.lemma == "finish"
        undone = comp.clause.verb in lx.of("ending") | lx.of("unfinished")
        begun = undone and bool(things) and said.lemma in ("start", "begin")
        if begun:  # `began to paint the wall`: it is not painted yet
            self.clause(comp.clause, said.context.under(Mood.ATTEMPTED, cue="begun"))
        for ids in things:
            self.out.event(said.clause, said.lemma, [*said.agents, *(("theme", x) for x in ids)], said.how)
        return begun

    def _inner(self, said: Said, control: Control) -> Context:
        """Return the context of the complement of an implicative verb."""
        outer = said.how.mood
        mood = control.mood if outer in SETTLED and control.mood is not Mood.ACTUAL else outer
        if control.before and self.out.query:  # `has stopped smoking` asks whether he still does
            mood = Mood.HABITUAL
        hoped = mood is Mood.ATTEMPTED or said.lemma in lx.of("unfulfilled")
        sets_out = mood is Mood.ACTUAL and said.lemma in lx.of("setting_out")
        vain = (hoped and said.context.thwarted) or (sets_out and said.context.barred)
        vain = vain and said.how.polarity and not self.out.query
        mood, negative = (Mood.ACTUAL if vain else mood), control.negative or vain
        if sets_out and said.context.thwarted and not vain:
            mood = Mood.POSSIBLE  # `went to pay, but met a friend`
        cue = f"{said.lemma}: {IMPLIED if vain else 'negated' if negative else control.mood.value}"
        goes_on = control.before and not (said.how.polarity or self.out.query)  # `did not stop arguing`
        ahead = mood is Mood.FUTURE and not (said.clause.group.past or said.context.embedded)
        cues = ", ".join(filter(None, (said.how.cue, cue, ONGOING * goes_on, AHEAD * ahead)))
        return Context(mood, negative == said.how.polarity, cues, embedded=True)

    # --- what somebody else does --------------------------------------------------------------------------

    def _made_to(self, said: Said, comp: Complement) -> bool:
        """Read `made him leave`, `asked her to sing`, `wanted Tom to go`."""
        lemma, control = said.lemma, lx.OBJECT_CONTROL.get(said.lemma)
        inner = comp.clause.group.lemma
        where = [p for p in comp.clause.phrases if p.noun is None or p.noun.head not in lx.TIMES]
        if lemma == "let" and inner in ("go", "slip") and not (where or comp.clause.adverbs):
            freed = [("theme", x) for x in self.out.who(comp.clause.subject)]
            self.out.event(said.clause, f"let_{inner}", [*said.agents, *freed], said.how)
        if (control is None or not control.state) and self.implied(said, comp.clause):
            if lemma in lx.of("perceiving") and not self.out.query:
                self.say(said, "knows", value=self.out.sentence(comp.clause), cue=lemma)
            return lemma in ("make", "let") and not self.out.query
        if control is None:
            between = self.out.source.text[said.clause.group.end : comp.clause.group.start]
            if self.out.query:
                return False
            if " only for " in between:  # `opened it, only for Bob to shut it`
                self.beside += ((comp, said.context.under(Mood.ACTUAL, cue="only for")),)
            else:
                mood = Mood.ACTUAL if comp.kind == "ing" else Mood.DESIRED
                self.clause(comp.clause, said.context.under(mood, cue=lemma))
            return False
        if control.silent:
            for noun in said.clause.objects[:1]:
                value = self.out.phrase(comp.clause)
                self.say(said.of(*self.out.who(noun)), control.state, value=value, cue=lemma)
            return False
        if control.state:
            value = self.out.sentence(comp.clause)
            self.say(said.put(mood=Mood.ACTUAL), control.state, value=value, cue=lemma)
        told = (control.mood is not Mood.FUTURE or said.context.thwarted) and (
            said.how.polarity or control.mood is Mood.ACTUAL
        )
        if told and not self.out.query:  # what is only wanted changes nothing
            self.clause(comp.clause, self._inner(said, control))
        return bool(control.state)

    def resulting(self, said: Said, comp: Complement) -> bool:
        """Return whether a clause tells the result of a degree: `snored so loudly that she woke up`."""
        if comp.kind != "that" or said.clause.group.copula or self.out.query:
            return False
        words = self.out.source.text[said.clause.group.start : comp.clause.start].lower().split()[1:]
        reported = any(said.lemma in lx.of(kind) for kind in ("saying", "thinking", "factive"))
        return "such" in words or ("so" in words and not reported)

    # --- what is known, thought, said ---------------------------------------------------------------------

    def _known_how(self, said: Said, comp: Complement) -> bool:
        """Read `knew how to swim`, `learned what to do`, `taught her how to drive`."""
        value = self.out.phrase(comp.clause)
        if said.lemma in lx.of("learning"):
            known = said.put(polarity=said.how.polarity != (said.lemma == "forget")).lasting()
            self.say(known, "knows", value=value, cue=f"{said.lemma} {comp.kind}")
            self._learned(said)
            return said.lemma == "know" or self.out.query
        if said.lemma in lx.of("telling") and comp.kind == "wh":
            self._about(said, value)
            return True
        if said.lemma in lx.of("telling") and said.clause.objects:
            learner = said.of(*self.out.who(said.clause.objects[0], avoid=said.ids))
            self.say(learner, "knows", value=value, cue=said.lemma)
        return False

    def _learned(self, said: Said) -> None:
        """Write that somebody learned something: they may know more than is told."""
        if said.lemma in lx.of("learning") and said.how.polarity and not self.out.query:
            self.out.event(said.clause, said.lemma, said.agents, said.how)

    def _reported(self, said: Said, comp: Complement) -> bool:
        """Read the complement of verbs of hope, knowledge, thought and speech."""
        value = self.out.sentence(comp.clause)
        base, lemma = said.clause.group.lemma, said.lemma
        said = said.lasting() if self.out.query else said
        if base in lx.of("wishing"):
            self.say(said, "wants", value=value, cue=base)
            group = comp.clause.group  # `wished she had bought it`, `wishes he had a dog`, `wished he could`
            unreal = base == "wish" and (group.perfect or (group.past and group.modal in ("", "can")))
            if not self.out.query and said.how.polarity:
                who = comp.clause.subject
                ids = said.ids if who is None else self.out.who(who, subject=True)
                own = {*ids} <= {*said.ids} or not self.animate(ids)
                mood = Mood.ACTUAL if unreal else Mood.DESIRED if own else Mood.POSSIBLE
                self.clause(comp.clause, said.context.under(mood, denied=unreal, cue=base))
        elif said.clause.objects and said.clause.objects[-1].head in lx.of("hearsay"):
            self.say(said.put(mood=Mood.POSSIBLE), "thinks", value=value, cue=lemma)
        elif lemma in lx.of("factive") or base in lx.of("factive") - lx.of("saying") - {"feel"}:
            self._learned(said)
            knows = said.how.polarity != (base == "forget")
            self.say(said.put(polarity=knows), "knows", value=value, cue=lemma)
            # A factive complement holds under negation, unless it is what is proved.
            known = said.how.polarity or said.context.denied or comp.clause.holds == "yes"
            if not self.out.query and known and comp.kind == "that" and said.how.mood in _HAPPENED:
                cue = f"{REPORTED}, {lemma}" if lemma in lx.of("hearing") else f"{lemma} that"
                self.clause(comp.clause, said.context.under(Mood.ACTUAL, cue=cue))
        elif base in lx.of("thinking") - lx.of("making_up"):
            self.say(said, "thinks", value=value, cue=base)
            self._hearsay(said, comp)
        elif base == "doubt":
            self.say(said.put(polarity=not said.how.polarity), "thinks", value=value, cue=base)
            self._unsettled(said, comp, denied=True)
        else:
            self._about(said, value)
            self._vouched(said, comp)
        return True

    def _about(self, said: Said, value: str) -> None:
        """Write what somebody says, asks or teaches, with what it is about."""
        roles = roles_of(self.out, said.clause, said.lemma, said.ids)
        self.out.event(said.clause, said.lemma, [*roles, ("topic", f"={value}")], said.how)

    def _vouched(self, said: Said, comp: Complement) -> None:
        """Read what experts say, and people of themselves: `said he would come` is a plan."""
        inner, passive = comp.clause, said.clause.group.passive
        if not passive and self.implied(said, inner):  # `it turned out that`
            return
        if self.out.query or not said.how.polarity or said.how.mood is not Mood.ACTUAL:
            return
        own = not passive and self.out.who(inner.subject) == said.ids
        told = lx.EMOTIONS | lx.of("bodily") | lx.ATTITUDES.keys()
        felt = own and not told.isdisjoint((inner.verb, *inner.states))
        speakers = {head for id_ in said.ids for head in self.out.referents.get(id_).heads}
        sure = said.lemma in lx.of("informing") if passive else not speakers.isdisjoint(lx.of("experts"))
        if own and inner.group.modal in ("will", "would"):
            self.clause(comp.clause, said.context.under(Mood.FUTURE, cue=said.lemma))
        elif (felt or sure) and not (inner.group.modal or said.context.thwarted):
            cue = f"{REPORTED}, {said.lemma}"
            self.clause(comp.clause, said.context.under(Mood.ACTUAL, cue=cue))
        else:
            self._hearsay(said, comp)

    def _hearsay(self, said: Said, comp: Complement) -> None:
        """Read what somebody says or thinks of others as possible: `Tina reckons the cleaner moved it`."""
        told = said.how.polarity and said.how.mood is Mood.ACTUAL and said.lemma not in lx.of("making_up")
        if told and comp.clause.group.modal:
            self._unsettled(said, comp)
        elif told and not self.out.query:
            self.clause(comp.clause, said.context.under(Mood.POSSIBLE, cue=said.lemma))

    def _unsettled(self, said: Said, comp: Complement, *, denied: bool = False) -> None:
        """Keep what somebody thinks will be so, or doubts, for a line that says who was right."""
        if self.out.query or comp.clause.group.modal not in ("", "would", "will"):
            return
        first = len(self.out.found)
        plain = replace(comp.clause, group=replace(comp.clause.group, modal=""))
        self.clause(plain, said.context.under(Mood.POSSIBLE, denied=denied, cue=said.lemma))
        self.out.referents.unsettled += self.out.found[first:]
        del self.out.found[first:]


def _under_way(verb: str, comp: Complement) -> Complement:
    """Return what need not be done yet as it is done: `stopped painting the fence` as `was painting it`."""
    done = comp.clause
    if verb not in lx.of("under_way") or not done.objects:
        return comp
    return replace(comp, clause=replace(done, group=replace(done.group, progressive=True)))


def _at_no_date(told: Happening) -> Happening:
    """Return a happening without when it was, but for what is of every such day: `on Fridays`."""
    if not isinstance(told, Event):
        return told
    kept = tuple((role, x) for role, x in told.roles if role != "time" or x.split()[-1] in lx.of("recurring"))
    return replace(told, roles=kept)
