"""Verbs that govern verbs: what follows happens, does not, is wanted, tried, known, thought or only said."""

from __future__ import annotations

from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.attitudes import Attitudes
from defeasible.reasoner.grammar.stories.lexicon import Control
from defeasible.reasoner.grammar.stories.moods import Context
from defeasible.reasoner.grammar.stories.roles import roles_of
from defeasible.reasoner.grammar.stories.said import Said
from defeasible.reasoner.grammar.stories.syntax import Complement
from defeasible.reasoner.grammar.stories.wording import phrase_of, sentence_of

_WISHING_FOR = {"want": "wants", "like": "wants", "prefer": "wants", "need": "needs", "expect": "thinks"}
_SETTLED = (Mood.ACTUAL, Mood.PRIOR, Mood.HABITUAL)


class Governed(Attitudes):
    """Reads complements."""

    def governs(self, said: Said) -> bool:
        """Read the clauses behind a verb; say whether nothing is left to say of the verb itself."""
        done = False
        for comp in said.clause.complements:
            if comp.kind == "how" or (comp.kind == "wh" and not comp.own_subject):
                done |= self._known_how(said, comp)
            elif comp.kind in ("that", "wh"):
                done |= self._reported(said, comp)
            elif comp.own_subject or (said.clause.group.passive and said.lemma in lx.OBJECT_CONTROL):
                done |= self._made_to(said, comp)
            else:
                done |= self._to_do(said, comp)
        return done

    # --- what the subject does ----------------------------------------------------------------------------

    def _to_do(self, said: Said, comp: Complement) -> bool:
        """Read `failed to win`, `started crying`; else a purpose, or what goes on beside it."""
        control = self._control(said, comp)
        if said.lemma in lx.of("phases") and self._phase(said, comp):
            return True
        if control is None:
            if comp.kind == "to":
                self.below(comp, said.context.under(Mood.DESIRED, cue="purpose"))
            elif not self.out.query and not any(o.head in lx.of("intents") for o in said.clause.objects):
                mood = Mood.ACTUAL if said.how.polarity else said.how.mood
                self.below(comp, said.context.under(mood, cue="at once"))
            return False
        planned = control.mood is Mood.FUTURE and (
            self.out.query or comp.clause.group.lemma in ("be", "become")
        )
        state = control.state or ("wants" if planned else "")
        if state:
            value = f"{'afford ' * (said.lemma == 'afford')}{phrase_of(comp.clause, self.out.name)}"
            would = said.clause.group.modal in ("can", "would")
            outright = said.put(mood=Mood.ACTUAL) if would else said.lasting()
            happens = said.how.polarity != control.opposite
            self.say(outright.put(polarity=happens), state, value=value, cue=said.lemma)
            if self.out.query or control.silent:
                return True
        if control.silent:
            return False
        self.below(comp, self._inner(said, control))
        if control.before and said.how.polarity and not self.out.query:
            before = Context(said.context.line, Mood.PRIOR, cue=f"{said.lemma}: before", embedded=True)
            self.below(comp, before)
        return said.lemma not in lx.of("beside") or self.out.query

    def _phase(self, said: Said, comp: Complement) -> bool:
        """Read how far a thing has come: `finished painting it`; asked, say whether that is all of it."""
        asked = self.out.query and said.lemma == "finish"
        agents = [("agent", x) for x in said.ids]
        for noun in comp.clause.objects:
            things = self.out.who(noun, avoid=said.ids)
            if asked:
                self.say(said.of(*things).put(mood=Mood.ACTUAL), "is", value="finished", cue="finish")
                return True
            if not self.out.query:
                self.out.event(said.clause, said.lemma, [*agents, *(("theme", x) for x in things)], said.how)
        if asked:
            self.out.event(said.clause, "finish", agents, said.how)
        return asked

    def _control(self, said: Said, comp: Complement) -> Control | None:
        """Return what a verb makes of the verb behind it; None where that is a purpose."""
        lemma = "want" if said.lemma in ("look_forward_to", "plan_on") else said.lemma
        control = lx.CONTROL.get(lemma)
        if control is None or (control.gerund_only and comp.kind == "to"):
            return None
        return None if said.clause.objects and lemma not in ("help", "spend") else control

    def _inner(self, said: Said, control: Control) -> Context:
        """Return the context of the clause behind an implicative verb."""
        outer = said.how.mood
        mood = outer
        if outer in _SETTLED:
            mood = control.mood if control.mood is not Mood.ACTUAL else outer
        denied = control.negative == said.how.polarity
        cue = f"{said.lemma}: {'negated' if control.negative else control.mood.value}"
        cues = ", ".join(part for part in (said.how.cue, cue) if part)
        return Context(said.context.line, mood, denied, cues, embedded=True)

    # --- what somebody else does --------------------------------------------------------------------------

    def _made_to(self, said: Said, comp: Complement) -> bool:
        """Read `made him leave`, `asked her to sing`, `wanted Tom to go`."""
        lemma, control = said.lemma, lx.OBJECT_CONTROL.get(said.lemma)
        if control is None:
            mood = Mood.ACTUAL if comp.kind == "ing" else Mood.DESIRED
            if not self.out.query:
                self.below(comp, said.context.under(mood, cue=lemma))
            return False
        if lemma in _WISHING_FOR:
            value = sentence_of(comp.clause, self.out.name)
            self.say(said.put(mood=Mood.ACTUAL), _WISHING_FOR[lemma], value=value, cue=lemma)
            if self.out.query:
                return True
        elif control.state:
            for noun in said.clause.objects[:1]:
                learner = said.of(*self.out.who(noun))
                self.say(learner, control.state, value=phrase_of(comp.clause, self.out.name), cue=lemma)
            return False
        if self.out.query:
            return False
        if said.how.polarity or control.mood is Mood.ACTUAL:
            self.below(comp, self._inner(said, control))
        return lemma in _WISHING_FOR

    # --- what is known, thought, said ---------------------------------------------------------------------

    def _known_how(self, said: Said, comp: Complement) -> bool:
        """Read `knew how to swim`, `learned what to do`, `taught her how to drive`."""
        value = phrase_of(comp.clause, self.out.name)
        if said.lemma in lx.of("learning"):
            known = said.put(polarity=said.how.polarity != (said.lemma == "forget")).lasting()
            self.say(known, "knows", value=value, cue=f"{said.lemma} {comp.kind}")
            self._learned(said)
            return said.lemma == "know" or self.out.query
        if said.lemma in lx.of("telling") and said.clause.objects:
            learner = said.of(*self.out.who(said.clause.objects[0], avoid=said.ids))
            self.say(learner, "knows", value=value, cue=said.lemma)
        return False

    def _learned(self, said: Said) -> None:
        """Say that somebody found something out: he may be aware of more than is told."""
        if said.lemma in lx.of("learning") and said.how.polarity and not self.out.query:
            self.out.event(said.clause, said.lemma, [("agent", x) for x in said.ids], said.how)

    def _reported(self, said: Said, comp: Complement) -> bool:
        """Read what is hoped, known, thought, said."""
        value = sentence_of(comp.clause, self.out.name)
        base, lemma = said.clause.group.lemma, said.lemma
        said = said.lasting() if self.out.query else said
        if base in lx.WISHING:
            self.say(said, "wants", value=value, cue=base)
            if not self.out.query and said.how.polarity:
                self.below(comp, said.context.under(Mood.DESIRED, cue=base))
        elif said.clause.objects and said.clause.objects[-1].head in lx.of("hearsay"):
            self.say(said.put(mood=Mood.POSSIBLE), "thinks", value=value, cue=lemma)
        elif lemma in lx.FACTIVE or base in lx.FACTIVE - lx.SAYING - {"feel"}:
            self._learned(said)
            self.say(said, "knows", value=value, cue=lemma)
            # What one does not know is so all the same.
            if not self.out.query and comp.kind == "that" and said.how.mood in (Mood.ACTUAL, Mood.PRIOR):
                self.below(comp, said.context.under(Mood.ACTUAL, cue=f"{lemma} that"))
        elif base in lx.THINKING:
            self.say(said, "thinks", value=value, cue=base)
        else:
            roles = roles_of(self.out, said.clause, lemma, said.ids)
            self.out.event(said.clause, lemma, [*roles, ("topic", f"={value}")], said.how)
        return True
