"""`Said`: a clause with resolved subject, mood and polarity, and how it is written as a state."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product

from defeasible.reasoner.english.closed import COLOURS, OF_THEIR_PREPOSITION
from defeasible.reasoner.english.people import says_how
from defeasible.reasoner.forms.story import (
    CONTRASTED,
    EXCEPTED,
    FLASHBACK,
    IMPLIED,
    ONGOING,
    Event,
    Mood,
    State,
)
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.comparing import converse, measure
from defeasible.reasoner.grammar.stories.moods import Context, Standing, formerly
from defeasible.reasoner.grammar.stories.referent import Ids
from defeasible.reasoner.grammar.stories.roles import Roles, times_of
from defeasible.reasoner.grammar.stories.syntax import Adjectives, Clause, Complement, Noun, Prepositional
from defeasible.reasoner.grammar.stories.writer import Writer

_OUT_AGAIN = re.compile(
    r"[^.;,!?]* and (?:then )?(?:(?:straight|right|quickly|back) )*(?:out|off|down|up|in|back)"
    r"(?: again)?(?=[.;,!?]|$)"
)
"""Behind a verb of motion, that who moved came back: `walked into the bank and straight out again`."""
_FAR_FROM = {"empty": "full", "full": "empty"}
_DEFINITE = frozenset({"the", "own"})
_DETERMINED = _DEFINITE | {"a", "an", ""}
_LATELY = 2
"""Number of lines back to what `none` and `not a drop` may be of."""
_AGES = {"before": "older", "after": "younger"}
"""What somebody is who was born before or after another."""


@dataclass(frozen=True, slots=True)
class Said:
    """A clause, read up to its meaning."""

    clause: Clause
    lemma: str
    """Its verb, with its dependents."""
    ids: Ids
    """The referents of its subject."""
    how: Standing
    context: Context

    @property
    def agents(self) -> list[tuple[str, str]]:
        """The referents of its subject, as fillers of a role."""
        return [("agent", id_) for id_ in self.ids]

    @property
    def things(self) -> list[Noun]:
        """The objects of its verb, or of the preposition in `wait for`."""
        behind = [phrase.noun for phrase in self.clause.phrases[:1] if phrase.noun is not None]
        return self.clause.things or (behind if "_" in self.lemma else [])

    def of(self, *ids: str) -> Said:
        """Return the same clause with another subject."""
        return replace(self, ids=ids)

    @property
    def goes(self) -> bool:
        """Whether its verb is of going somewhere or away."""
        return self.clause.group.lemma in lx.of("motion") | lx.of("departing")

    def put(self, *, polarity: bool | None = None, mood: Mood | None = None) -> Said:
        """Return the same clause with another polarity or mood."""
        how = self.how
        polarity = how.polarity if polarity is None else polarity
        return replace(self, how=Standing(mood or how.mood, polarity, how.cue))

    def lasting(self) -> Said:
        """Return the same clause, with a habit as a lasting state: what one always likes, one likes."""
        return self.put(mood=Mood.ACTUAL) if self.how.mood is Mood.HABITUAL else self


class Sayer:
    """Writes states."""

    def __init__(self, writer: Writer) -> None:
        self.out = writer

    def somewhere(self, said: Said, adverb: str) -> str:
        """Return the place that an adverb of a clause names."""
        return self.out.referents.somewhere(adverb, self.out.span(said.clause.start, said.clause.end))

    def feeling(self, ids: Ids, word: str) -> str:
        """Return the attribute of an adjective, by whether it is of a person or a thing."""
        return "feels" if word in lx.EMOTIONS and self.animate(ids) else "is"

    def clause(self, clause: Clause, context: Context) -> None:
        """Read a clause and those below it; implemented by the subclass."""
        raise NotImplementedError

    def implied(self, said: Said, clause: Clause) -> bool:
        """Read a complement that its verb implies to be so or not; return whether it does either."""
        if clause.holds == "open" or said.context.denied:
            return False
        cue = f"{said.lemma}: {'negated' if clause.holds == 'no' else 'actual'}"
        goes_on = clause.holds == "yes" and said.lemma in lx.of("under_way") and not self.out.query
        cues = ", ".join(filter(None, (said.how.cue, cue, ONGOING if goes_on else "")))
        self.clause(clause, Context(said.how.mood, clause.holds == "no", cues, embedded=True))
        return True

    def measured(self, said: Said, predicate: Adjectives, comp: Complement) -> bool:
        """Read `too tired to run`, `old enough to drive`, `light enough for Ann to carry`.

        Returns:
            Whether what can be done is all that is asked: `was strong enough to lift it`.
        """
        inner, word = comp.clause, predicate.words[-1]
        if comp.own_subject and not inner.objects and said.clause.subject is not None:
            inner = replace(inner, objects=(said.clause.subject,))  # `for Ann to carry`: the box
        ids = self.out.who(inner.subject) if comp.own_subject else said.ids
        if self.out.query and not ("enough" in predicate.cue and word in lx.of("enabling")):
            return False
        if not self.animate(ids) and (inner.objects or inner.verb not in lx.of("fitting")):
            return False
        able = said.how.polarity != ("too" in predicate.cue)
        can = said.of(*ids).put(polarity=able)
        self.say(can, "can", value=self.out.phrase(inner), cue=f"{predicate.cue} {word}")
        if self.out.query or (said.clause.group.past and self.implied(said, inner)):
            return True
        self.clause(inner, said.context.under(Mood.POSSIBLE, denied=not able, cue=predicate.cue))
        return False

    def clad(self, said: Said) -> None:
        """Read `turned up in jeans`, `left without a coat`."""
        if not self.animate(said.ids):
            return
        going = said.how.polarity and said.goes
        for noun in said.clause.behind(("without",)) if going else ():  # `got off without her bag`
            if noun.kind == "thing" and (noun.determiner in ("own", "the", "any") or noun.pronoun == "it"):
                for other in self.out.who(noun, avoid=said.ids):
                    self.say(said.put(polarity=False), "has", other=other, cue="without")
                    got = [*said.agents, ("theme", other)] if noun.determiner == "any" else ()
                    if got:  # `came home without any bread`
                        self.out.event(said.clause, "get", got, Standing(Mood.ACTUAL, False, IMPLIED))
        plain = not said.clause.objects or said.lemma in lx.of("attending")  # `met her in his best suit`
        for preposition in ("in", "without") if plain else ():
            clothes = [n for o in said.clause.behind((preposition,)) for n in o.each if n.head in lx.CLOTHES]
            for other in (x for noun in clothes for x in self.out.who(noun)):
                self.say(said.put(polarity=preposition == "in"), "wears", other=other, cue="clad")

    def animate(self, ids: Ids) -> bool:
        """Return whether all of these are people or animals."""
        return all(self.out.referents.get(id_).animate() for id_ in ids)

    def say(  # noqa: PLR0913 - what a state says
        self,
        said: Said,
        attribute: str,
        *,
        value: str = "",
        other: str | None = None,
        cue: str = "",
        noun: Noun | None = None,
    ) -> None:
        """Write a state of every subject."""
        how, clause = said.how, said.clause
        cues = ", ".join(filter(None, (how.cue, cue)))
        span = self.out.span(clause.start, clause.end) if noun is None else self.out.referents.span(noun)
        denied = not (how.polarity or self.out.query)
        unclear = denied and not lx.LITOTES.isdisjoint((attribute, "_".join(value.split())))
        told = [(how.polarity, Mood.POSSIBLE if unclear else how.mood)]
        began = clause.group.lemma in lx.of("becoming")  # `got married last year`
        over = clause.group.modal == "used" or (clause.ends and how.polarity)  # `was ill until Friday`
        over = over and how.mood in (Mood.ACTUAL, Mood.PRIOR)  # not in `said she would be ill until then`
        if not self.out.query and how.ceased():
            told.insert(0, (True, Mood.PRIOR))  # `is no longer a nurse`
        if not self.out.query and over:
            told.append((not how.polarity, Mood.ACTUAL))
        elif not self.out.query and (
            FLASHBACK in how.cue or formerly(clause) or (clause.dated and not (began or value in COLOURS))
        ):
            told.append((not how.polarity, Mood.POSSIBLE))  # `had flu last winter`: it may be over
            if attribute == "at" and other is not None and how.polarity and FLASHBACK in how.cue:
                gone = [("theme", said.ids[0]), ("source", other)]  # `before that he was in the garden`
                self.out.event(clause, "be_gone_from", gone, Standing(Mood.ACTUAL, True, cues))
        subject = clause.subject if noun is None and not self.out.query else None
        if subject is not None and subject.excepted is not None:  # `nobody but Ann was ill`
            about = (attribute, value, other, not how.polarity, how.mood, span, EXCEPTED)
            for id_ in self.out.who(subject.excepted):
                self.out.state(State("", self.out.line, id_, *about))
        for id_, (polarity, mood) in product(said.ids, told):
            if attribute == "is" and not self.out.query and self.out.referents.get(id_).kind == "place":
                self.out.referents.spot = id_  # `the hall was dark; Ann walked in`
            self.out.state(State("", self.out.line, id_, attribute, value, other, polarity, mood, span, cues))

    def _born(self, said: Said) -> None:
        """Read `was born two years before Max` as that she is older than he."""
        if said.lemma != "bear" or not said.clause.group.passive or not said.how.polarity:
            return
        for preposition, age in _AGES.items():
            for noun in (n for n in said.clause.behind((preposition,)) if n.may_act and not n.time):
                other = self.out.who(noun, avoid=said.ids)[0]
                self.say(said.put(mood=Mood.ACTUAL), "is", value=age, other=other, cue="born")

    def compared(self, said: Said, roles: Roles) -> None:
        """Write of `ran faster than Otto` that he did not run faster than she, and did run slower."""
        self._born(said)
        alone = said.how.mood in (Mood.ACTUAL, Mood.HABITUAL) and said.how.polarity and len(said.agents) == 1
        for phrase in said.clause.phrases if alone and not self.out.query else ():
            how = measure(self.out.source.text, said.clause, phrase)
            if phrase.noun is None or not how:
                continue
            one, other = said.agents[0], ("agent", self.out.who(phrase.noun, avoid=said.ids)[0])
            name, reverse = self.out.referents.get(one[1]).head, converse(how)
            told = [(other, how, name, False)]
            if reverse:
                told += [(one, reverse, self.out.name(phrase.noun), False)]
            if reverse and how != "before":  # who came before Otto came, but he need not have come
                told += [(other, reverse, name, True)]
            same = [pair for pair in roles if pair[0] not in ("agent", "manner")]
            for who, than, whom, so in told:
                of = [who, *same, ("manner", f"={than} {whom}")]
                self.out.event(said.clause, said.lemma, of, Standing(said.how.mood, so, CONTRASTED))

    def no_longer(self, said: Said, verb: str, roles: Roles) -> None:
        """Write what `used to borrow it` says of now: who has it is open, and he borrows it no more."""
        things = [pair for pair in roles if pair[0] == "theme"]
        self.out.event(said.clause, "befall", things, Standing(Mood.POSSIBLE, True, "since then"))
        if said.how.polarity:
            self.out.event(said.clause, verb, roles, Standing(Mood.HABITUAL, False, "used to"))

    def others(self, clause: Clause) -> Ids:
        """Return those whom a clause names beside its subject: in `She gave it to Ella` she is not Ella."""
        nouns = (x for n in (*clause.objects, *clause.behind()) for one in n.each for x in (one, one.owner))
        heads = {noun.words[0] for noun in nouns if noun is not None and noun.name}
        return tuple(r.id for r in self.out.referents.all if r.named and not r.heads.isdisjoint(heads))

    def came_back(self, said: Said) -> None:
        """Write that what `was back` came back: a fever, and who `was back in Leeds`."""
        role = "agent" if self.animate(said.ids) else "theme"
        if "back" in said.clause.adverbs and said.how.polarity and not self.out.query:
            self.out.event(said.clause, "come_back", [(role, id_) for id_ in said.ids], said.how)

    def out_again(self, said: Said, roles: Roles) -> None:
        """Write that who went somewhere is there no more: `walked into the bank and straight out again`."""
        places = [id_ for role, id_ in roles if role == "goal"]
        told = (
            said.how.polarity and said.goes and _OUT_AGAIN.match(self.out.source.text, said.clause.group.end)
        )
        for place, who in product(places if told else (), said.ids):
            self.out.event(said.clause, "be_gone_from", [("theme", who), ("source", place)], said.how)

    def not_quite(self, said: Said, predicate: Adjectives) -> Said:
        """Return the denial in `was almost asleep`; what is almost empty is not full either."""
        denied = said.put(polarity=not said.how.polarity)
        for far in [_FAR_FROM[word] for word in predicate.words if word in _FAR_FROM]:
            self.say(denied, "is", value=far)
        return denied

    def sick_over(self, said: Said, predicate: Adjectives) -> None:
        """Write that somebody was sick somewhere: `was sick all over the rug`."""
        if "sick" not in predicate.words or self.out.query:
            return
        for noun in said.clause.behind(lx.of("messing")):
            spots = [("place", id_) for id_ in self.out.who(noun, avoid=said.ids)]
            self.out.event(said.clause, "be_sick", [*said.agents, *spots], said.how)

    def related(self, said: Said, relation: str, owners: Ids) -> None:
        """Write whose doctor somebody is, who has a doctor then; who is somebody's doctor is a doctor."""
        for owner in owners:
            self.say(said, "related_to", value=relation, other=owner)
            if said.how.polarity and not self.out.query:
                self.say(said.of(owner), "has", value=relation)
        if said.how.polarity and not self.out.query:
            self.say(said, "is_a", value=relation)

    def with_it(self, word: str, led: Prepositional | None) -> str:
        """Return what an adjective is true of with it alone: `chess`, in `good at chess`."""
        own = led is not None and f"{word}_{led.preposition}" in OF_THEIR_PREPOSITION
        return self.out.name(led.noun) if led is not None and own and led.noun is not None else ""

    def full_of(self, said: Said, predicate: Adjectives) -> bool:
        """Write what is in a thing that is full of it; return whether that is all: `is full of energy`."""
        inside = said.clause.behind(("of",)) if "full" in predicate.words else ()
        for noun in inside:
            if self.animate(said.ids):
                self.say(said, "is", value=f"full of {noun.value}")
                continue
            for id_ in self.out.who(noun, avoid=said.ids) if said.how.polarity else ():
                self.say(said.of(id_), "at", other=said.ids[0], cue="full of")
        return bool(inside) and self.animate(said.ids)

    def modifiers(self, said: Said, noun: Noun) -> None:
        """Write the states in adjectives before a noun: `a new truck`. Queries do not ask for these."""
        if self.out.query or not said.how.polarity or said.how.mood not in (Mood.ACTUAL, Mood.PRIOR):
            return
        for adjective in noun.adjectives:
            if not says_how(adjective, noun.head):
                self.say(said, "is", value=adjective, cue="modifier", noun=noun)

    def before(self, said: Said) -> None:
        """Write the states that an event finds: `dried the wet towel`, `wiped it with a dirty rag`.

        A denied event finds them in what is known: `did not sit on the wet bench`. What somebody looks for
        need not be anywhere: `looked for a clean cup`.
        """
        clause = said.clause
        nouns = [clause.subject] if clause.subject is not None else []
        nouns += (*clause.objects, *clause.behind())
        known = not said.how.polarity or said.lemma in lx.of("in_mind")
        found = _DEFINITE if known else _DETERMINED
        for item in (item for noun in nouns for item in noun.each):
            if item.adjectives and not item.time and item.determiner in found:
                who = self.out.who(item)
                self.modifiers(said.of(*who).put(polarity=True), item)

    def elapse(self, said: Said, start: int) -> None:
        """Write that time went by before the states that a clause tells: `the next day the tyre was flat`.

        Args:
            said: The clause.
            start: The number of happenings that were told before it.
        """
        new = self.out.found[start:]
        states = [h for h in new if isinstance(h, State)]
        timed = any(isinstance(h, Event) and h.role("time") for h in new)
        times = times_of(said.clause) if states and not timed else []
        times = [time for time in times if not time.startswith("=for ")]  # `was left like that for an hour`
        if times and not (self.out.query or said.context.embedded) and said.how.mood is Mood.ACTUAL:
            span, roles = states[0].span, tuple(("time", time) for time in times)
            took = Event("", self.out.line, "pass", roles, span=span, cue="the time")
            self.out.found.insert(start, took)

    # --- what is there no more ----------------------------------------------------------------------------

    def gone(self, said: Said, predicate: Adjectives) -> None:
        """Write that the subject of `was gone` is there no more, or that of `was left`, denied, is not."""
        if "gone" in predicate.words and said.how.polarity:
            self.out.event(said.clause, "be_gone", [("theme", x) for x in said.ids], said.how)
        if "left" in predicate.words and said.clause.subject is not None:
            self.none_left(said, said.clause.subject)

    def none_left(self, said: Said, noun: Noun) -> None:
        """Write what is there no more where a text says that there is no `noun`, or that it is not left.

        That is what is named (`no milk`, `not a crumb of the pie`); else it may be anything told of lately.
        """
        if self.out.query or said.how.polarity or said.how.mood not in (Mood.ACTUAL, Mood.PRIOR):
            return
        if noun.pronoun not in ("", "someone", "something"):
            return  # `he was not there`
        bit = noun.pronoun or noun.head in lx.of("scraps")
        wholes = [noun.owner] if noun.owner is not None else [] if bit else [noun]
        wholes += [] if wholes else said.clause.behind(("of",))
        how = Standing(said.how.mood, True, "none left")
        if wholes:
            whole = [("theme", x) for some in wholes for x in self.out.who(some)]
            self.out.event(said.clause, "be_gone", whole, how)
            return
        people = noun.pronoun == "someone"
        seen = [r for r in self.out.referents.all if self.out.referents.near(r, _LATELY) and r.count]
        for referent in seen:
            if referent.animate() is people and referent.id not in said.ids and referent.seen < self.out.line:
                how = Standing(Mood.POSSIBLE, True, "none left")
                self.out.event(said.clause, "befall", [("theme", referent.id)], how)

    def last_taken(self, said: Said) -> None:
        """Write that there are no more eggs where somebody ate `the last egg`, or sold it."""
        taken = said.how.polarity and said.how.mood is Mood.ACTUAL and said.lemma in lx.of("using_up")
        for noun in said.clause.objects if taken else ():
            if "last" in noun.adjectives and noun.determiner in _DEFINITE and not noun.time:
                kept = tuple(a for a in noun.adjectives if a != "last")
                several = replace(noun, plural=True, adjectives=kept, determiner="", owner=None)
                gone = [("theme", x) for x in self.out.who(several)]
                self.out.event(said.clause, "be_gone", gone, replace(said.how, cue="the last"))
