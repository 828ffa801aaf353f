"""Gives noun phrases their roles: subject, object, object of a preposition, thing compared with."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.grammar.sizes import nouns as n
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Compare, Degree, Verb
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, PartWhole
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, lexicon, preposition
from defeasible.reasoner.grammar.sizes.objects import ASKED
from defeasible.reasoner.grammar.sizes.pronouns import Pronouns
from defeasible.reasoner.grammar.sizes.wholes import complement, possession, serves_as

MOST_JOINED = 12
"""Noun phrases joined by `and` in one role; a longer list is no longer read as one."""


class Arguments(Pronouns):
    """Where the next noun phrase belongs."""

    def _noun(self, i: int, chunk: Chunk) -> None:
        number = self._resolve(i, chunk)
        self._negation = self._negation or (chunk.word in w.NOBODY and self._verb_at(i + 1))
        self._describe(chunk, number)
        before = self._kind(i - 1)
        pending, self._pending = self._pending, None
        if self._relative == "whose" and self._antecedent is not None:
            self._owner(self._antecedent, number, chunk)
            self._relative, self._antecedent = "", None
            self._outer, self._free = self._free or self._outer, []
        open_list = self._kind(i + 1) not in {"verb", "relative"} or (self._role == "free" and self._free)
        if before == "join" and open_list and self._coordinate(number):
            pass
        elif pending is not None and pending.kind == "compare":
            self._compare(i, pending, chunk, number)
        elif pending is not None and pending.phrase is not None:
            self._attach(i, pending, chunk, number)
        else:
            self._argument(i, chunk, number, before)
        if self._role in {"patient", "phrase", "fronted"} and not chunk.word:
            self._memory.note([number])
        self._host = number

    def _describe(self, chunk: Chunk, number: int) -> None:
        """Note what the noun phrase itself says: a length, an owner."""
        if chunk.length is not None:
            clause = Clause(chunk.start, chunk.end, subject=[number])
            clause.lengths.append((chunk.length, chunk.start, chunk.end))
            self.clauses.append(clause)
        if chunk.owner >= 0:
            self._owner(chunk.owner, number, chunk)
        elif chunk.own and chunk.head in n.BODY_PARTS:
            owner = self._cur.subject if self._cur is not None else self._free
            if self._cur is not None and self._cur.verb is not None and self._cur.verb.passive:
                by = [a for a in self._cur.phrases if a.phrase.words == "by"]
                owner = list(by[0].numbers) if by else []
            if self._cur is not None and self._cur.controller:
                owner = self._cur.controller
            if len(owner) == 1:
                self._owner(owner[0], number, chunk)

    def _owner(self, owner: int, number: int, chunk: Chunk) -> None:
        part = possession(owner, number, chunk)
        if part is not None:
            self.parts.append(part)

    def _coordinate(self, number: int) -> bool:
        """Add a noun phrase behind `and` to the role of the one before; say whether there was one."""
        match self._role:
            case "free" if len(self._free) < MOST_JOINED:
                self._free.append(number)
            case "patient" if self._cur is not None and len(self._cur.patient) < MOST_JOINED:
                self._cur.patient.append(number)
            case "subject" if self._cur is not None and len(self._cur.subject) < MOST_JOINED:
                self._cur.subject = [*self._cur.subject, number]
            case "phrase" if self._cur is not None and self._cur.phrases:
                last = self._cur.phrases[-1]
                if len(last.numbers) < MOST_JOINED:
                    self._cur.phrases[-1] = replace(last, numbers=(*last.numbers, number))
            case _:
                return False
        return True

    def _argument(self, i: int, chunk: Chunk, number: int, before: str) -> None:
        """Give a noun phrase without preposition its role."""
        cur = self._cur
        if cur is not None and cur.verb is not None:
            if cur.cleft and not cur.subject:
                cur.subject, self._role = [number], "subject"
                cur.light = chunk.head if ("be", chunk.head) in lexicon().support and number >= ASKED else ""
                cur.phrases.extend(self._fronted)
                self._fronted = []
                return
            if cur.verb.be and before in {"verb", "adjective"} and not self._free:
                self._role = "predicate"
                self._equal.append((cur, number))
                return
            denied = before == "negation" and self._role == "verb"
            takes = before in {"verb", "particle", "measure"} or denied
            if takes and before == "particle" and self._path(cur):
                phrase = preposition({"out": "out of"}.get(cur.particle, cur.particle))
                if phrase is not None:
                    at = self._chunks[i - 1]
                    cur.phrases.append(Attached(phrase, (number,), at.start, at.end, chunk.head, chunk.bare))
                    cur.particle, self._role = "", "phrase"
                    return
            _amend(cur, cur.verb, before)
            if takes and not self._free and not cur.patient and not cur.verb.passive:
                if number >= ASKED and self._light(cur.verb, chunk):
                    cur.light = chunk.head
                    return
                cur.patient, self._role, cur.patient_head = [number], "patient", chunk.head
                cur.own_part = chunk.own and chunk.head in n.BODY_PARTS
                self._object = number if chunk.word == "" else self._object
                return
            if takes and cur.verb.passive and not cur.recipient and before == "verb":
                # `He was handed a sword`: the subject of the passive is the receiver.
                cur.recipient, cur.subject, self._role = cur.subject, [number], "patient"
                return
            if before == "noun" and self._role == "phrase" and self._shifted(i, chunk, cur):
                cur.patient, self._role = [number], "patient"
                return
            if (
                before == "noun"
                and self._role == "patient"
                and not cur.recipient
                and not self._verb_at(i + 1)
            ):
                if number >= ASKED and self._light(cur.verb, chunk):
                    cur.light = chunk.head
                    return
                cur.recipient, cur.patient, self._role = cur.patient, [number], "patient"
                return
        if before == "noun" and self._free and self._role == "free" and self._host is not None:
            # `the pot the lobster lay in`: a relative clause without pronoun.
            self._antecedent, self._outer = self._host, self._free
        self._free, self._role = [number], "free"

    def _light(self, verb: Verb, chunk: Chunk) -> bool:
        """Whether an object is one in form only: `take shelter`, `spend a night`, `make its way`."""
        table = lexicon()
        if any((lemma, chunk.head) in table.support for lemma in verb.lemmas):
            return True
        if chunk.head in n.EVENTS and not table.discourse["light"].isdisjoint(verb.lemmas):
            return True
        return chunk.bare and chunk.head in n.LIGHT_OBJECTS

    def _lone(self, i: int, phrase: Phrase, chunk: Chunk, number: int) -> bool:
        """Whether a phrase names a place within a thing already named: `climbed a tower to the top`."""
        if number < ASKED or chunk.owner >= 0 or chunk.determiner != "the" or chunk.head not in n.ENDS:
            return False
        after = self._chunks[i + 1] if i + 1 < len(self._chunks) else None
        if after is not None and after.word == "of":
            return False
        inner = chunk.head in n.INNER_ENDS and phrase.words in {"at", "in", "on", "from"}
        if self._cur is None:
            self._within = inner
        else:
            self._cur.within = self._cur.within or inner
        return self._cur is not None or inner

    def _shifted(self, i: int, chunk: Chunk, cur: Clause) -> bool:
        """Whether a noun phrase behind a phrase is the object: `pulled out of the hat a rabbit`."""
        verb = cur.verb
        if verb is None or verb.passive or cur.patient or self._verb_at(i + 1) or chunk.head in n.TIMES:
            return False
        return not _moves(verb)

    def _path(self, clause: Clause) -> bool:
        """Whether a particle before a noun phrase is the preposition of a path or of a second place."""
        if clause.patient or (clause.verb is not None and clause.verb.passive):
            return True
        verb = clause.verb
        if verb is None:
            return False
        phrasal = any(f"{lemma}_{clause.particle}" in lexicon().frames for lemma in verb.lemmas)
        return _moves(verb) and not phrasal

    def _attach(self, i: int, pending: Chunk, chunk: Chunk, number: int) -> None:
        """Attach a prepositional phrase to the noun before it, to the clause, or keep it for later."""
        phrase = pending.phrase
        if phrase is None:
            return
        if self._lone(i, phrase, chunk, number):
            return
        attached = Attached(phrase, (number,), pending.start, pending.end, chunk.head, chunk.bare)
        cur = self._cur
        adjacent = self._kind(i - 2) == "noun"
        host = self._chunks[i - 2] if adjacent else None
        if self._relates(host, pending, chunk, number):
            return
        if phrase.words == "for" and cur is not None and cur.degree is not None and cur.degree.size:
            self._fits(cur, cur.degree, number, pending)
            return
        if self._free or cur is None:
            if self._host is not None and (adjacent or self._kind(i - 2) in {"particle", "adjective"}):
                self._say(self._host, attached, pending)
            elif cur is None or self._kind(0) == "phrase":
                self._fronted.append(attached)
                self._role = "fronted"
        elif self._low(i, phrase, cur):
            if self._host is not None:
                self._say(self._host, attached, pending)
        else:
            if phrase.adjective and adjacent and self._host is not None and not (cur.verb and cur.verb.be):
                self._say(self._host, attached, pending)
            else:
                cur.phrases.append(attached)
            self._role = "phrase"

    def _relates(self, host: Chunk | None, pending: Chunk, chunk: Chunk, number: int) -> bool:
        """Read `of` and `for` behind a noun that stands in a relation, `as` behind `serve`."""
        cur, word = self._cur, pending.word
        if word == "as" and cur is not None and cur.verb is not None and serves_as(cur.verb.lemmas):
            self._equal.append((cur, number))
            return True
        light = cur is not None and host is not None and cur.light == host.head
        if word not in {"of", "for"} or host is None or self._host is None or light:
            return False
        part = complement(host, chunk, word, (self._host, number), pending)
        if part is not None:
            self.parts.append(part)
        return part is not None

    def _low(self, i: int, phrase: Phrase, cur: Clause) -> bool:
        """Whether a static place behind another place says where that place is."""
        if self._kind(i - 2) != "noun" or self._role != "phrase" or not cur.phrases:
            return False
        last = cur.phrases[-1].phrase
        noun = self._chunks[i]
        if last.role == "with" and (noun.word in {"it", "them"} or (noun.own and noun.head in n.BODY_PARTS)):
            # `put down a pot with a fly in it`, `flew off with a ring in its beak`
            return phrase.place
        static = phrase.words not in {"into", "onto", "on to"} and phrase.id in {
            "containment.in",
            "support.on",
            "cover.under",
        }
        return (static and last.place) or (phrase.adjective and self._kind(i - 2) == "noun")

    def _say(self, host: int, attached: Attached, pending: Chunk) -> None:
        """Make a clause without verb: a noun phrase and a phrase said of it."""
        clause = Clause(pending.start, pending.end, subject=[host], phrases=[attached])
        clause.negated, self._negation = self._negation, False
        clause.hypothetical = self._hypothetical or self._unreal
        self.clauses.append(clause)

    def _equate(self) -> None:
        """Let a thing that is said to be a part, or a home, of another count as that: `the lid is a coin`."""
        related = {number for part in self.parts for number in (part.whole, part.part)}
        for clause, number in self._equal:
            passive = clause.verb is not None and clause.verb.passive
            theme = clause.subject if passive or not clause.patient else clause.patient
            plain = not clause.negated and not clause.hypothetical and len(theme) == 1 and theme[0] != number
            if plain and related & {theme[0], number}:
                self.parts.append(PartWhole(theme[0], number, clause.start, clause.end, "same"))

    def _fits(self, cur: Clause, degree: Degree, number: int, at: Chunk) -> None:
        """Read `too big for the box`, `big enough for the box`."""
        if degree.too or degree.enough:
            cur.compares.append((Compare(1 if degree.size > 0 else -1), number, at.start, at.end))

    def _compare(self, i: int, pending: Chunk, chunk: Chunk, number: int) -> None:
        if pending.compare is None:
            return
        near = self._kind(i - 3) if self._kind(i - 2) == "comma" else self._kind(i - 2)
        if near == "noun" and self._host is not None:
            clause = Clause(pending.start, pending.end, subject=[self._host])
            clause.hypothetical = self._hypothetical or self._unreal
            self.clauses.append(clause)
        elif self._cur is not None:
            clause = self._cur
        else:
            return
        compare = replace(pending.compare, factor=pending.compare.factor * chunk.count)
        clause.compares.append((compare, number, pending.start, pending.end))
        self._role = "compare"

    def _measure(self, i: int, chunk: Chunk) -> None:
        if chunk.length is None or self._kind(i + 1) == "compare":
            return
        if (
            self._kind(i - 1) == "noun"
            and self._host is not None
            and self._chunks[i - 1].head not in w.DIMENSIONS
        ):
            clause = Clause(chunk.start, chunk.end, subject=[self._host])
            clause.hypothetical = self._hypothetical or self._unreal
            self.clauses.append(clause)
        elif self._cur is not None and (self._kind(i - 1) in {"verb", "phrase", "noun"}):
            clause = self._cur
            self._pending = None
        else:
            return
        clause.lengths.append((chunk.length, chunk.start, chunk.end))


def _amend(clause: Clause, verb: Verb, before: str) -> None:
    """Make room for an object right behind the verb."""
    if before != "verb":
        return
    if clause.gap is not None and clause.patient == [clause.gap]:
        clause.patient = []
    if verb.passive and not _gives(verb):
        # `A snake is swallowed a frog`: a wrong auxiliary, not a passive.
        clause.verb = replace(verb, passive=False)


def _gives(verb: Verb) -> bool:
    """Whether a verb has a receiver, which may be the subject of its passive."""
    frames = lexicon().frames
    return any(
        "recipient" in {rule.bigger, rule.smaller}
        for lemma in verb.lemmas
        for frame in frames.get(lemma, ())
        for rule in frame.rules
    )


def _moves(verb: Verb) -> bool:
    """Whether a verb is of motion or posture and so may well have no object."""
    frames = lexicon().frames
    return any(f.id in {"motion.manner", "being.located"} for v in verb.lemmas for f in frames.get(v, ()))
