"""From clauses to events and states: dispatches each clause to a reader, and reads its adjuncts."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from defeasible.reasoner.english.closed import AMBIENT, WEATHER
from defeasible.reasoner.english.people import PERSONS
from defeasible.reasoner.forms.story import OTHERS, Event, Mood
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.back import put_back, within
from defeasible.reasoner.grammar.stories.governed import Governed
from defeasible.reasoner.grammar.stories.moods import Context, Standing, standing, undone
from defeasible.reasoner.grammar.stories.nominals import happened
from defeasible.reasoner.grammar.stories.plain import plain
from defeasible.reasoner.grammar.stories.pronouns import KIN
from defeasible.reasoner.grammar.stories.referent import Ids, Referent
from defeasible.reasoner.grammar.stories.roles import Roles, entrusts, roles_of
from defeasible.reasoner.grammar.stories.said import Said
from defeasible.reasoner.grammar.stories.syntax import Clause, Noun

_IN_VAIN = ("to", "into", "from", "with", "for")
"""Prepositions before a `nothing` that denies no event: `burned down to nothing`, `left with nothing`."""


class Meaning(Governed):
    """Writes the events and states of clauses."""

    _denying: frozenset[Noun] = frozenset()
    """The noun phrases that negate the enclosing clauses."""
    _actors: Ids = ()
    """The last agents of this sentence: the owners of the heart in `turned back, heart pounding`."""

    def clause(self, clause: Clause, context: Context) -> None:
        """Read a clause and its subordinate clauses."""
        clause = plain(clause)
        if self.out.query and clause.group.nearly:
            return  # `is almost empty` asks for more than not being empty
        self._expletive(clause)
        how = standing(clause, context, negative=self._negative(clause, context), query=self.out.query)
        happened(self.out, clause, how)
        words, lemma, referents = clause.states[:1], clause.verb, self.out.referents
        referents.aside = context.embedded or clause.link in lx.of("aside")
        first = clause.subject.start if clause.subject is not None else clause.start
        for noun in (n for inner in clause.inner if inner.start < first for n in inner.objects):
            if not noun.pronoun:
                self.out.who(noun)  # `instead of selling the car, he gave it to Bob`
        selected = lx.SELECTED["object" if clause.group.passive else "subject"]
        referents.fit = selected.get(words[0].split()[-1] if words else lemma, frozenset())
        ids = self.out.who(clause.subject, subject=True, avoid=self.others(clause))
        result = words[0] if words and clause.objects else ""  # `pushed it shut`: what can be shut
        referents.fit = lx.SELECTED["subject"].get(result) or lx.SELECTED["object"].get(lemma, frozenset())
        if clause.behind(("in", "into", "onto")) and lemma in lx.of("loading"):
            referents.fit = frozenset()  # `packed it in his bag`: not the drawer
        if lemma in lx.of("finding"):
            referents.fit = referents.sought or referents.fit
        ill = lx.of("ailing").isdisjoint((lemma, *words, *(noun.head for noun in clause.nouns)))
        referents.ailing = referents.ailing if ill or not self.animate(ids) else ids
        if lemma in lx.of("returning"):  # `glanced at the cover and put it back`: what was taken
            held = frozenset(head for id_ in referents.held for head in referents.get(id_).heads)
            referents.fit = held or referents.fit
        if lemma in lx.of("answering"):  # `was offered a job in Paris, and turned it down`
            offered = referents.done.get("offer", ())
            referents.fit = frozenset(referents.get(id_).head for id_ in offered) or referents.fit
        referents.fit = referents.undone(lemma) or referents.fit
        said = Said(clause, lemma, ids, how, context)
        told = len(self.out.found)
        if lemma == "leave" and clause.group.passive and clause.subject is not None:
            self.none_left(said, clause.subject)
        if clause.there:
            self.exists(said)
        elif ids or clause.group.passive or context.embedded:
            self._read(said)
        self.elapse(said, told)
        happened(self.out, clause, how, later=True)

    def _negative(self, clause: Clause, context: Context) -> bool:
        """Return whether a noun phrase negates a clause: `nobody came`, `had no money`.

        In `nobody was able to leave` it negates the main clause, and with it the complement.
        """
        ends = {noun for noun in clause.behind(_IN_VAIN) if noun.words == ("nothing",)}
        nouns = frozenset(noun for noun in clause.nouns if noun.negative and noun not in ends)
        counted = self._denying if context.embedded else frozenset[Noun]()
        self._denying = nouns | counted
        return bool(nouns - counted)

    def _read(self, said: Said) -> None:
        first = len(self.out.found)
        results = [comp for comp in said.clause.complements if self.resulting(said, comp)]
        if results:
            kept = tuple(comp for comp in said.clause.complements if comp not in results)
            said = replace(said, clause=replace(said.clause, complements=kept))
        clause = said.clause
        if self.made(said):
            return
        named = bool(said.ids) and not clause.group.passive
        if not (named and self.copula(said)):
            if clause.group.copula or (self.modal(said) and self.out.query):
                return
            others = any(c.own_subject and c.kind in ("to", "bare", "ing") for c in clause.complements)
            if others or not (said.ids and self.attitude(said)):
                for noun in clause.objects:
                    self.out.who(noun, avoid=said.ids)
                if not self.governs(said):
                    self._event(said)
                beside, self.beside = self.beside, ()
                for comp, inner in beside:
                    self.clause(comp.clause, inner)
            thought = clause.group.passive and said.lemma in lx.of("thinking") | lx.of("saying")
            if clause.predicate is not None and not clause.objects and said.ids and not thought:
                self._adjectives(said, clause.predicate)  # `dropped dead`, `came home exhausted`
        mood = said.how.mood if said.how.polarity else Mood.POSSIBLE
        for comp in results:  # `had such a cold that she stayed at home`
            self.clause(comp.clause, said.context.under(mood, cue="so that"))
        if not self.out.query:
            self._gerunds(said, first)
            self._feelings(said)

    def _event(self, said: Said) -> None:
        words = (w for n in said.clause.objects for w in (n.determiner, *n.adjectives, *n.words))
        more = not lx.of("additional").isdisjoint((*said.clause.adverbs, *words))
        more |= any(first in self.out.source.text.lower() for first in lx.of("at_the_start"))
        if more and not (said.how.polarity or self.out.query):
            # `eats no more`: has eaten; `did not call again`: had called; `did not sing at first`: did later
            said = said.put(mood=Mood.POSSIBLE)
        group = said.clause.group
        for row in lx.STATIVES.get(said.lemma, ()) if self.out.query and group.passive else ():
            if row.inverse if not row.passive else group.perfect and said.lemma not in self.out.told:
                polarity = said.how.polarity != row.negative
                self.say(said.put(polarity=polarity), row.attribute, value=row.value)  # `has been destroyed`
                return
        if self.out.query and "enough" in self.out.source.text:
            return  # `practised enough`: it asks for more than practising
        roles = roles_of(self.out, said.clause, said.lemma, said.ids)
        self._of_each(said.clause)
        empty = not self.out.query and all(role != "theme" for role, _ in roles)
        bare = empty and not said.clause.complements
        for verbs, role, nouns in (("passing_on", "topic", "news"), ("passing", "theme", "exams")):
            if bare and said.lemma in lx.of(verbs) and role not in dict(roles):
                known = [r.id for r in self.out.referents.all if r.head in lx.of(nouns)]
                roles += [(role, id_) for id_ in known[-1:]]  # `she went and told her sister`
        if bare and said.lemma in lx.of("answering"):  # `was offered the job, and accepted`
            roles += [("theme", id_) for id_ in self.out.referents.done.get("offer", ())]
        lasted = said.lemma == "take" and said.clause.times and said.clause.about == "it"
        if lasted or (empty and said.lemma in lx.of("need_objects")):
            return  # `it took her two days`; the thing had or wanted was not understood
        own = self.out.source.text[said.clause.start : said.clause.end * (said.lemma in lx.of("repaying"))]
        partly = not lx.of("partial").isdisjoint(own.strip(".!").split())  # `paid half of it back`
        partly |= undone(
            said.clause, said.context, said.lemma, goal="goal" in dict(roles), query=self.out.query
        )
        how = self.amid(said) if partly and said.how.mood in (Mood.ACTUAL, Mood.PRIOR) else said.how
        ahead = how.mood is Mood.FUTURE and said.lemma not in lx.of("unplanned")
        if self.out.query and ahead and self.animate(said.ids):
            value = self.out.phrase(said.clause.affirmed)
            self.say(said.put(mood=Mood.ACTUAL), "wants", value=value, cue="planned")
            return
        if how.mood in (Mood.ACTUAL, Mood.PRIOR):
            self.before(said)
        verb = "pick_at" if said.lemma in lx.of("meals") and self._a_little(said) else said.lemma
        verb = "hand" if said.lemma == "give" and entrusts(said.clause) else verb
        verb, roles = within(self.out, verb, put_back(self.out, said, roles))
        self.out.event(said.clause, verb, roles, how)
        if not self.out.query:
            self.out_again(said, roles)
            self._along_with(said, roles)
            self.last_taken(said)
            if said.clause.group.modal == "used":
                self.no_longer(said, verb, roles)

    def _along_with(self, said: Said, roles: Roles) -> None:
        """Write what goes with an event: what is refused, sought, worn, done to a part of a whole."""
        referents = self.out.referents
        self._of_the_work(said, roles)
        self._asked_for(said, roles)
        self._only_one(said, roles)
        self.compared(said, roles)
        if referents.wanted and said.lemma in lx.of("refusing") and said.how.polarity:
            refused = [*(("agent", id_) for id_ in referents.wanting), ("topic", f"={referents.wanted}")]
            self.out.event(said.clause, "be_refused", refused, said.how)
        lapsed = said.lemma in lx.of("lapsing") and any(r == "time" and w[:5] == "=for " for r, w in roles)
        if lapsed and said.how.polarity:  # `the power failed for an hour`: it may be back
            how = Standing(Mood.POSSIBLE, True, "for a time")
            self.out.event(said.clause, "come_back", [pair for pair in roles if pair[0] != "time"], how)
        for referent in self._filled(roles) if said.lemma in lx.of("supported") else ():
            if not referent.animate():
                referent.seen -= 2 * KIN  # `climbed on a chair and took it`: not the chair
        for referent in self._filled(roles, "theme") if said.lemma in lx.of("seeking") else ():
            referents.sought |= {referent.head} if referent.kind not in ("person", "place") else set()
        if said.how.mood in (Mood.ACTUAL, Mood.PRIOR):
            self._of_everything(said, roles)
            self._of_the_body(said)
            self.clad(said)
            self._behind(said, roles)
            self._actors = said.ids if self.animate(said.ids) else self._actors
            self._of_the_whole(said, roles)

    def _only_one(self, said: Said, roles: Roles) -> None:
        """Write that the others did not do what only one of them did: `Ned and Gus came. Only Gus swam`."""
        who, pair = said.clause.subject, self.out.referents.pair
        before = who is not None and self.out.source.text[: who.end].lower().split()[-len(who.words) - 1 :]
        if not before or before[0] != "only" or not said.how.polarity or not {*said.ids} < {*pair}:
            return
        for other in (id_ for id_ in pair if id_ not in said.ids):
            theirs = [(role, other if id_ in said.ids else id_) for role, id_ in roles]
            self.out.event(said.clause, said.lemma, theirs, replace(said.how, polarity=False, cue="only"))

    def _asked_for(self, said: Said, roles: Roles) -> None:
        """Keep that somebody is asked to give what is asked for, until he does or refuses."""
        named = dict(roles)
        giver, thing = named.get("recipient") or named.get("theme"), named.get("topic", "=")
        if said.lemma not in lx.of("requesting") or not said.how.polarity or thing[:1] == "=" or not giver:
            return
        given = (("agent", giver), ("theme", thing), *(("recipient", id_) for id_ in said.ids))
        span = self.out.span(said.clause.start, said.clause.end)
        asked = Event("", self.out.line, "give", given, True, Mood.POSSIBLE, span, "ask: possible")
        self.out.referents.unsettled.append(asked)

    def _filled(self, roles: Roles, *wanted: str) -> list[Referent]:
        """Return the participants in some roles; by default in any."""
        ids = (who for role, who in roles if who[:1] != "=" and (role in wanted or not wanted))
        return [self.out.referents.get(id_) for id_ in ids]

    def _of_everything(self, said: Said, roles: Roles) -> None:
        """Write that what `everyone` does, or what `everything` undergoes, may be of each; `it lasted`."""
        how = Standing(Mood.POSSIBLE, said.how.polarity, "it may be of this")
        whole = {r.id for r in self._filled(roles) if r.head in ("everyone", OTHERS) and r.kind == "group"}
        but = {id_ for n in said.clause.nouns if n.excepted is not None for id_ in self.out.who(n.excepted)}
        for one in [r for r in self.out.referents.all if whole and r.kind == "person" and r.id not in but]:
            roles_of_one = [(role, one.id if who in whole else who) for role, who in roles]
            self.out.event(said.clause, said.lemma, roles_of_one, how)
        every = {r.id for r in self._filled(roles, "theme") if r.head in ("everything", "lot")}
        passed = {r.id for r in self._filled(roles) if r.head == "it" and said.lemma in lx.of("lasting")}
        verb, agents = (said.lemma, said.agents) if every else ("befall", [])
        for referent in self.out.referents.all if every | passed and said.how.polarity else ():
            near = self.out.referents.near(referent, 2) and referent.id not in (*said.ids, *every, *passed)
            if near and (passed or not referent.animate()):
                self.out.event(said.clause, verb, [*agents, ("theme", referent.id)], how)

    def _of_the_body(self, said: Said) -> None:
        """Write events of body parts as events of their owner: `heart_sink`, `bite_nail`."""
        clause = said.clause
        subject, things = clause.subject, clause.objects
        if subject is not None and subject.head in lx.of("body") and not things:
            owner = self.out.who(subject.owner) or self.out.referents.get(said.ids[0]).owner or self._actors
            verb = f"{subject.head}_{said.lemma}"
        elif len(things) == 1 and things[0].head in lx.of("body") and things[0].owner is not None:
            owner, verb = self.out.who(things[0].owner), f"{said.lemma}_{things[0].head}"
        else:
            return
        role = "theme" if things and owner != said.ids else "agent"
        roles = [*(said.agents if things else []), *((role, id_) for id_ in owner)]
        self.out.event(clause, verb, roles, said.how)

    def _behind(self, said: Said, roles: Roles) -> None:
        """Write who did not come along: `The bus left without Ines`, `went to the fair without Tom`."""
        going = said.how.polarity and said.goes
        places = self._filled([*said.agents, *roles], "agent", "theme", "goal", "place")
        for noun in said.clause.behind(("without",)) if going else ():
            left = [("theme", id_) for id_ in self.out.who(noun, avoid=said.ids) if self.animate((id_,))]
            goals = [[("goal", place.id)] for place in places if not place.animate()] or [[]]
            for one, goal in product(left, goals):
                self.out.event(said.clause, "be_left_behind", [one, *goal], said.how)

    def _of_the_whole(self, said: Said, roles: Roles) -> None:
        """Write that an event of a part may be one of the whole: `the seam` of a hem."""
        parts = self._filled([(role, who) for role, who in roles if role != "agent"])
        named = {part.id for part in parts}
        for part in sorted(parts, key=lambda part: part.id):
            if part.head in lx.of("parts") and not part.whole:
                part.whole = dict(roles).get("source", "")  # `the lid off the jar`
            if not part.whole or part.whole in named:
                continue
            whole, verb = ("theme", part.whole), lx.WHOLES.get((part.head, said.lemma), "")
            if verb:
                self.out.event(said.clause, verb, [whole], said.how)
                continue
            # No law foresees the effect of a switch on its device.
            verb = "operate" if part.head in lx.of("controls") else said.lemma
            how = Standing(Mood.POSSIBLE, said.how.polarity, "a part of it")
            self.out.event(said.clause, verb, [*said.agents, whole], how)

    def _of_the_work(self, said: Said, roles: Roles) -> None:
        """Write that the current work is completed or abandoned: `typed the last line`, `lost interest`."""
        referents, clause = self.out.referents, said.clause
        if said.lemma in lx.of("working"):
            themes = self._filled(roles, "theme")
            referents.works += [r.id for r in themes if r.head not in lx.of("last_parts")]
        works = referents.works or [r.id for r in referents.all if r.head in lx.of("works")]
        if not works:
            return
        ends = [n for n in clause.nouns if n.head in lx.of("last_parts")]
        last = any({"last", "final"} & {*noun.adjectives} for noun in ends)
        alone = all(role != "theme" for role, _ in roles)
        left = any(f"{said.lemma}_{n.head}" in lx.of("leaving") for n in clause.nouns)
        done = last or (alone and said.lemma in lx.of("ends"))
        if done or left or (alone and said.lemma in lx.of("leaving")):
            verb = "complete" if done else "abandon"
            self.out.event(clause, verb, [*said.agents, ("theme", works[-1])], said.how)

    def _of_each(self, clause: Clause) -> None:
        """Note that each has his own: `gave every child an apple`."""
        if any(
            self.out.source.text[n.start : n.end].lower().startswith(("each ", "every "))
            for n in clause.nouns
        ):
            for noun in clause.objects:
                for id_ in self.out.who(noun) if noun.determiner in ("a", "an") else ():
                    self.out.referents.get(id_).part = True

    def _a_little(self, said: Said) -> bool:
        """Return whether only a little is eaten: `half a sandwich`, `one` of many, `a single cracker`."""
        texts = [self.out.source.text[n.start : n.end].lower() for n in said.clause.objects]
        words = set(" ".join(texts).split())
        return said.clause.of_part or (bool(words & lx.of("little")) and words.isdisjoint(("every", "last")))

    def _gerunds(self, said: Said, first: int) -> None:
        """Read gerunds after prepositions: `without paying` did not happen, `after eating` did before.

        Args:
            said: The clause.
            first: The place of the first thing that it tells.
        """
        verb = said.clause.group.lemma
        for phrase in said.clause.phrases:
            inner, preposition, happens = phrase.clause, phrase.preposition, said.how.polarity
            if inner is None:
                continue
            acting = [noun for noun in said.clause.objects if preposition == "for" or noun.may_act]
            inner = replace(inner, subject=inner.subject or next(iter(acting), said.clause.subject))
            if said.clause.group.negations and preposition in lx.of("scoped"):
                continue  # `did not win by working hard`, `never cooks without making a mess`
            if self.implied(said, inner):
                continue
            denied, done = preposition in lx.of("denying"), preposition in lx.of("alongside")
            if denied or done or (happens and f"{verb}_{preposition}" == "succeed_in"):
                told, found = len(self.out.found), self.out.found
                self.clause(inner, said.context.under(Mood.ACTUAL, denied=denied, cue=preposition))
                if preposition == "after":
                    found[:] = [*found[:first], *found[told:], *found[first:told]]
            elif preposition == "for" and verb in lx.of("for_what_was_done") and happens:
                self.clause(inner, said.context.under(Mood.PRIOR, cue="for"))

    def _feelings(self, said: Said) -> None:
        """Read `danced with joy`, `dived without fear`."""
        for phrase in said.clause.phrases:
            noun, absent = phrase.noun, phrase.preposition == "without"
            if noun is None:
                continue
            nouns = filter(None, (noun, noun.owner))
            feeling = next(filter(None, (lx.FEELINGS.get(n.head) for n in nouns)), "")
            if absent and noun.head in lx.of("damage"):
                self.say(said.put(polarity=False), "is", value=("broken", "injured")[self.animate(said.ids)])
            if absent and noun.head in lx.of("ideas"):
                self.ignorant(said)
            if feeling and phrase.preposition in ("with", "in", "without") and self.animate(said.ids):
                holds = said.how.polarity or bool(said.clause.group.nearly)  # `nearly cried with joy`
                self.say(said.put(polarity=holds != absent), "feels", value=feeling)

    def _expletive(self, clause: Clause) -> None:
        """Mark `it` as expletive: `it rained`, `it was hard to`, `it was Christmas`."""
        for comp in clause.complements:
            if comp.own_subject:
                self._expletive(comp.clause)
        subject, group = clause.subject, clause.group
        if subject is None or subject.pronoun != "it":
            return
        words = clause.states
        ambient = not (AMBIENT.isdisjoint(words) or self.out.of_thing(AMBIENT))
        weather = group.lemma in WEATHER or ambient
        clausal = bool(words) and any(comp.kind in ("to", "that") for comp in clause.complements)
        timed = group.lemma in ("be", "take") and any(n.time or n.head in lx.TIMES for n in clause.objects)
        single = {n.head for n in clause.objects if not n.plural} & (PERSONS | lx.of("matters"))
        vague = group.copula and (bool(single) or any(n.name for n in clause.objects))  # `it was Ann`
        weather &= group.lemma in WEATHER | lx.of("linking_be") - {"go", "come"}
        weather |= any(comp.clause.group.lemma in WEATHER for comp in clause.complements)  # `began to rain`
        if weather or clausal or timed or vague:
            self.out.referents.expletive(subject)
        dated = [word for n in clause.objects for word in n.words] if timed and group.lemma == "be" else []
        passed = next((lx.PASSED[word] for word in dated if word in lx.PASSED), "")
        if passed and not self.out.query and ("now" in clause.adverbs or not group.past):
            self.out.event(clause, "pass", [("time", f"={passed}")], Standing(Mood.ACTUAL, True, "the time"))
