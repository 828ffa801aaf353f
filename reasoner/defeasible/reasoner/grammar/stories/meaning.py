"""From clauses to events and states: roles, implicative verbs, clauses that others govern."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.forms.story import Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.moods import Context, Standing, standing
from defeasible.reasoner.grammar.stories.referents import Ids
from defeasible.reasoner.grammar.stories.roles import roles_of
from defeasible.reasoner.grammar.stories.states import States
from defeasible.reasoner.grammar.stories.syntax import Clause, Complement
from defeasible.reasoner.grammar.stories.wording import lemma_of, phrase_of, sentence_of

_DENYING = frozenset({"without", "instead of"})
_MODAL_STATES = {"can": "can", "must": "needs", "have": "needs"}
_WEATHER = frozenset({"rain", "snow", "pour", "storm", "hail"})
_WEATHER_WORDS = frozenset({"hot", "cold", "warm", "sunny", "rainy", "windy", "cloudy", "snowy", "dark", "late", "early", "chilly", "humid", "foggy", "stormy", "freezing", "icy"})
_CAUSING = frozenset({"make", "keep", "find", "leave", "get", "drive", "turn", "set", "paint", "dye", "cut"})
_RESULTS = frozenset({"stative"})


class Meaning(States):
    """Reads clauses into the happenings of a writer."""

    def clause(self, clause: Clause, context: Context) -> None:
        """Read one clause and what is below it."""
        negative = (clause.subject is not None and clause.subject.negative) or any(
            noun.negative for noun in clause.objects
        ) or any(p.noun is not None and p.noun.negative for p in clause.phrases)  # fmt: skip
        how = standing(clause, context, negative=negative, query=self.out.query)
        self._expletive(clause)
        if clause.there:
            self.exists(clause, how)
            return
        ids = self.out.who(clause.subject, subject=True)
        if not ids:
            if not clause.group.passive and clause.subject is None and not context.embedded:
                return
        lemma = lemma_of(clause)
        if self._said_of_object(clause, ids, how):
            return
        if not clause.group.passive and ids and self.copula(clause, ids, how, context):
            self._phrases_below(clause, context)
            return
        if clause.group.copula:
            return
        if self._modal_state(clause, ids, how) and self.out.query:
            return
        if ids and not self._open_complements(clause) and self.attitude(clause, lemma, ids, how):
            self._phrases_below(clause, context)
            return
        if not self._governs(clause, lemma, ids, how, context):
            self._event(clause, lemma, ids, how, context)
        self._phrases_below(clause, context)

    def _expletive(self, clause: Clause) -> None:
        """Let `it` stand for nothing where it does: `it rained`, `it was hard to`, `it was Christmas`."""
        subject = clause.subject
        for comp in clause.complements:
            if comp.own_subject:
                self._expletive(comp.clause)
        if subject is None or subject.pronoun != "it":
            return
        group = clause.group
        weather = group.lemma in _WEATHER or (clause.predicate is not None and any(
            word in _WEATHER_WORDS for word in clause.predicate.words))  # fmt: skip
        clausal = clause.predicate is not None and any(comp.kind in ("to", "that") for comp in clause.complements)
        timed = group.lemma in ("be", "take") and any(
            noun.time or noun.head in lx.TIMES for noun in clause.objects
        )
        if weather or clausal or timed:
            self.out.referents.expletive(subject, self.out.place(subject))

    def below(self, complement: Complement, context: Context) -> None:
        """Read a clause below another one."""
        self.clause(complement.clause, context)

    def _open_complements(self, clause: Clause) -> bool:
        return any(comp.kind in ("to", "bare", "ing") and comp.own_subject for comp in clause.complements)

    # --- states beside events -----------------------------------------------------------------------------

    def _modal_state(self, clause: Clause, ids: Ids, how: Standing) -> bool:
        attribute = _MODAL_STATES.get(clause.group.modal)
        if attribute is None or clause.group.passive or not ids:
            return False
        bare = replace(clause, group=replace(clause.group, negations=()))
        if clause.link == "if":
            return False
        bare_value = phrase_of(bare, self.out.name)
        # `must not go` does not deny that something is needed; it needs the opposite
        value = (
            f"not {bare_value}"
            if attribute == "needs" and not how.polarity and not clause.group.past
            else bare_value
        )
        polarity = how.polarity or value.startswith("not ")
        for id_ in ids:
            self._state(clause, id_, attribute, Standing(Mood.ACTUAL, polarity, how.cue), value=value)
        return True

    def _said_of_object(self, clause: Clause, ids: Ids, how: Standing) -> bool:
        """Read `made him happy`, `found it broken`: a state of the object, brought about."""
        if clause.predicate is None or not clause.objects:
            return False
        lemma = clause.group.lemma
        if lemma in _CAUSING:
            objects = self.out.who(clause.objects[0], avoid=ids)
            for id_ in objects:
                for word in clause.predicate.words:
                    attribute = "feels" if word in lx.EMOTIONS else "is"
                    self._state(clause, id_, attribute, how, value=word, cue=lemma)
            if not self.out.query:
                roles = [("agent", id_) for id_ in ids] + [("theme", id_) for id_ in objects]
                self.out.event(
                    clause, lemma, [*roles, ("manner", f"={' '.join(clause.predicate.words)}")], how
                )
            return True
        if lemma in lx.THINKING | {"like", "want"}:
            value = f"{self.out.name(clause.objects[0])} be {' '.join(clause.predicate.words)}"
            for id_ in ids:
                self._state(clause, id_, "wants" if lemma in ("like", "want") else "thinks", how, value=value)
            return True
        return False

    # --- verbs that govern verbs ---------------------------------------------------------------------------

    def _governs(self, clause: Clause, lemma: str, ids: Ids, how: Standing, context: Context) -> bool:
        """Read a verb with a clause behind it; say whether nothing is left to say of the verb itself."""
        done = False
        for comp in clause.complements:
            if comp.kind in ("that", "wh"):
                done = self._reported(clause, comp, lemma, ids, how, context) or done
            elif comp.kind == "how" or (comp.kind == "wh" and not comp.own_subject):
                done = self._known_how(clause, comp, lemma, ids, how) or done
            elif comp.own_subject or (clause.group.passive and lemma in lx.OBJECT_CONTROL):
                done = self._made_to(clause, comp, lemma, ids, how, context) or done
            else:
                done = self._to_do(clause, comp, lemma, ids, how, context) or done
        return done

    def _to_do(
        self, clause: Clause, comp: Complement, lemma: str, ids: Ids, how: Standing, context: Context
    ) -> bool:
        """Read `failed to win`, `started crying`; else a purpose, or what goes on beside it."""
        control = lx.CONTROL.get(lemma)
        if lemma == "look_forward_to" or lemma == "plan_on":
            control = lx.CONTROL["want"]
        if control is not None and control.gerund_only and comp.kind == "to":
            control = None
        if control is None or (clause.objects and lemma not in ("help", "spend")):
            if comp.kind == "to":
                if how.polarity or not self.out.query:
                    self._purpose(comp, context)
            elif comp.kind in ("ing", "bare") and not self.out.query:
                self.below(comp, context.under(Mood.ACTUAL if how.polarity else how.mood, cue="at once"))
            return False
        if lemma in ("love", "like", "prefer") and clause.group.modal == "would":
            control = lx.CONTROL["want"]
        if control.state:
            value = phrase_of(comp.clause, self.out.name)
            polarity = how.polarity != control.opposite
            mood = Mood.ACTUAL if how.mood is Mood.HABITUAL else how.mood
            if lemma == "afford" and clause.group.modal == "can":
                value, mood = f"afford {value}", Mood.ACTUAL
            if clause.group.modal == "would":
                mood = Mood.ACTUAL
            for id_ in ids:
                self._state(
                    clause,
                    id_,
                    control.state,
                    replace(how, polarity=polarity, mood=mood),
                    value=value,
                    cue=lemma,
                )
            if self.out.query or control.silent:
                return True
        if control.silent:
            return False
        mood = (
            control.mood
            if how.mood in (Mood.ACTUAL, Mood.PRIOR) or control.mood is not Mood.ACTUAL
            else how.mood
        )
        if how.mood is Mood.PRIOR and control.mood is Mood.ACTUAL:
            mood = Mood.PRIOR
        denied = control.negative
        if not how.polarity:
            # `did not try to win` leaves open no attempt; `did not fail to win` won
            denied = not denied if control.mood in (Mood.ACTUAL, Mood.ATTEMPTED) or control.state else True
        inner = Context(
            context.line,
            mood,
            denied,
            _cues(how.cue, f"{lemma}: {'negated' if control.negative else mood}"),
            True,
        )
        self.below(comp, inner)
        if control.before and how.polarity and not self.out.query:
            self.below(comp, Context(context.line, Mood.PRIOR, False, f"{lemma}: before", True))
        if lemma in ("go", "come", "rush", "hurry", "spend", "help") and not self.out.query:
            return False
        return True

    def _purpose(self, comp: Complement, context: Context) -> None:
        self.below(comp, context.under(Mood.DESIRED, cue="purpose"))

    def _made_to(
        self, clause: Clause, comp: Complement, lemma: str, ids: Ids, how: Standing, context: Context
    ) -> bool:
        """Read `made him leave`, `asked her to sing`, `wanted Tom to go`."""
        control = lx.OBJECT_CONTROL.get(lemma)
        if control is None:
            self.below(comp, context.under(Mood.ACTUAL if comp.kind == "ing" else Mood.DESIRED, cue=lemma))
            return False
        value = sentence_of(comp.clause, self.out.name)
        if lemma in ("want", "need", "expect", "like", "prefer"):
            attribute = {"need": "needs", "expect": "thinks"}.get(lemma, "wants")
            for id_ in ids:
                self._state(clause, id_, attribute, replace(how, mood=Mood.ACTUAL), value=value, cue=lemma)
            if self.out.query:
                return True
        elif control.state:
            for noun in clause.objects:
                for id_ in self.out.who(noun):
                    said = phrase_of(comp.clause, self.out.name)
                    self._state(clause, id_, control.state, how, value=said, cue=lemma)
            return False
        if self.out.query:
            self.out.event(clause, lemma, roles_of(self.out, clause, lemma, ids), how)
            return True
        if not how.polarity and control.mood is not Mood.ACTUAL:
            return False
        denied = control.negative != (not how.polarity)
        inner = Context(
            context.line,
            control.mood if how.mood in (Mood.ACTUAL, Mood.PRIOR) else how.mood,
            denied,
            _cues(how.cue, lemma),
            True,
        )
        self.below(comp, inner)
        return lemma in ("want", "like", "prefer", "need", "expect")

    def _known_how(self, clause: Clause, comp: Complement, lemma: str, ids: Ids, how: Standing) -> bool:
        value = phrase_of(comp.clause, self.out.name)
        how = replace(how, mood=Mood.ACTUAL) if how.mood is Mood.HABITUAL else how
        if lemma in (
            "know",
            "learn",
            "understand",
            "figure_out",
            "remember",
            "forget",
            "find_out",
            "discover",
        ):
            forgot = lemma == "forget"
            for id_ in ids:
                known = replace(how, polarity=how.polarity != forgot)
                self._state(clause, id_, "knows", known, value=value, cue=f"{lemma} {comp.kind}")
            return lemma == "know" or self.out.query
        if lemma in ("teach", "show", "explain", "tell"):
            for noun in clause.objects[:1]:
                for id_ in self.out.who(noun, avoid=ids):
                    self._state(clause, id_, "knows", how, value=value, cue=lemma)
        return False

    def _reported(
        self, clause: Clause, comp: Complement, lemma: str, ids: Ids, how: Standing, context: Context
    ) -> bool:
        """Read what is known, thought, said, hoped."""
        if comp.kind == "wh" and not comp.own_subject:
            return self._known_how(clause, comp, lemma, ids, how)
        value = sentence_of(comp.clause, self.out.name)
        base = clause.group.lemma
        how = replace(how, mood=Mood.ACTUAL) if how.mood is Mood.HABITUAL and self.out.query else how
        if base in lx.WISHING:
            for id_ in ids:
                self._state(clause, id_, "wants", how, value=value, cue=base)
            if not self.out.query and how.polarity:
                self.below(comp, context.under(Mood.DESIRED, cue=base))
            return True
        if lemma in lx.FACTIVE or base in lx.FACTIVE - lx.SAYING - {"feel"}:
            for id_ in ids:
                self._state(clause, id_, "knows", how, value=value, cue=lemma)
            if not self.out.query and comp.kind == "that" and how.mood in (Mood.ACTUAL, Mood.PRIOR):
                self.below(comp, context.under(Mood.ACTUAL, cue=f"{lemma} that"))
            return True
        if base in lx.THINKING:
            for id_ in ids:
                self._state(clause, id_, "thinks", how, value=value, cue=base)
            return True
        self.out.event(clause, lemma, [*roles_of(self.out, clause, lemma, ids), ("topic", f"={value}")], how)
        return True

    # --- events ---------------------------------------------------------------------------------------------

    def _event(self, clause: Clause, lemma: str, ids: Ids, how: Standing, context: Context) -> None:
        roles = roles_of(self.out, clause, lemma, ids)
        self.out.event(clause, lemma, roles, how)
        if self.out.query or not how.polarity or how.mood not in (Mood.ACTUAL, Mood.PRIOR):
            return
        for noun in clause.objects:
            for item in noun.items or (noun,):
                for id_ in (
                    self.out.who(item)
                    if item.adjectives and item.determiner in ("a", "an", "the", "own")
                    else ()
                ):
                    for adjective in item.adjectives:
                        self._state(clause, id_, "is", how, value=adjective, cue="modifier")

    def _phrases_below(self, clause: Clause, context: Context) -> None:
        """Read gerunds behind prepositions: `without paying` did not happen, `after eating` did."""
        if self.out.query:
            return
        for phrase in clause.phrases:
            if phrase.clause is None:
                continue
            inner = (
                phrase.clause
                if phrase.clause.subject is not None
                else replace(phrase.clause, subject=clause.subject)
            )
            if phrase.preposition in _DENYING:
                self.clause(inner, context.under(Mood.ACTUAL, denied=True, cue=phrase.preposition))
            elif phrase.preposition in (
                "by",
                "after",
                "before",
                "while",
                "since",
                "from",
                "upon",
                "on",
                "in",
            ):
                if phrase.preposition == "from" or (
                    phrase.preposition in ("in", "on") and clause.group.lemma != "succeed"
                ):
                    continue
                self.clause(inner, context.under(Mood.ACTUAL, cue=phrase.preposition))
            elif phrase.preposition == "for" and clause.group.lemma in (
                "thank",
                "arrest",
                "punish",
                "fire",
                "pay",
                "scold",
                "forgive",
            ):
                self.clause(inner, context.under(Mood.PRIOR, cue="for"))


def _cues(*parts: str) -> str:
    return ", ".join(part for part in parts if part)
