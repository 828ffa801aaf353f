"""Gives noun phrases their roles: subject, object, object of a preposition, thing compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Compare, Degree, Verb
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, PartWhole
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, lexicon, preposition

MOST_JOINED = 12
"""Noun phrases joined by `and` in one role; a longer list is no longer read as one."""


class Arguments:
    """The clauses of a sentence so far, and where the next noun phrase belongs."""

    def __init__(self, chunks: Sequence[Chunk], before: list[int], *, asks: bool = False) -> None:
        self._chunks = chunks
        self.clauses: list[Clause] = []
        self.parts: list[PartWhole] = []
        self._cur: Clause | None = None
        """The clause that takes arguments now."""
        self._free: list[int] = []
        """A subject that waits for its verb."""
        self._outer: list[int] = []
        """The subject of the clause around the present one."""
        self._pending: Chunk | None = None
        """A preposition or comparison that waits for its noun phrase."""
        self._fronted: list[Attached] = []
        """Phrases before any subject: they belong to the clause that follows."""
        self._host: int | None = None
        """The object a following phrase could be said of: the last noun phrase."""
        self._role = ""
        """What the last noun phrase became."""
        self._antecedent: int | None = None
        """The noun that a relative clause, still without verb, speaks of."""
        self._unfinished = False
        """Whether a subject, kept in `_outer`, still waits for its verb."""
        self._relative = ""
        self._relative_phrase: Phrase | None = None
        self._there = False
        self._negation = False
        self._asks = asks
        self._hypothetical = asks
        self._dangling: Clause | None = None
        """A participle at the beginning whose subject comes later."""
        self._before = before
        self._object: int | None = None
        """The last object of a verb, which `it` may go back to."""

    def _noun(self, i: int, chunk: Chunk) -> None:
        number = self._resolve(i, chunk)
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
        self._host = number

    def _resolve(self, i: int, chunk: Chunk) -> int:
        """Let a subject pronoun go back to the subject before it; anything else is itself."""
        if chunk.word.endswith(("self", "selves")) and self._cur is not None and len(self._cur.subject) == 1:
            return self._cur.subject[0]
        if chunk.word not in {"it", "they", "he", "she", "them"} or self._pending is not None:
            return chunk.number
        if self._kind(i - 1) in {"verb", "particle"} and chunk.word in {"it", "them"}:
            # Objects of joined verbs: `picked a fig and ate it`.
            return self._object if self._object is not None else chunk.number
        earlier = self._cur.subject if self._cur is not None else self._outer or self._before
        opens = i == 0 or self._kind(i - 1) in {"relative", "subordinate", "join", "comma"}
        return earlier[0] if opens and len(earlier) == 1 and self._kind(i + 1) == "verb" else chunk.number

    def _describe(self, chunk: Chunk, number: int) -> None:
        """Note what the noun phrase itself says: a length, an owner."""
        if chunk.length is not None:
            clause = Clause(chunk.start, chunk.end, subject=[number])
            clause.lengths.append((chunk.length, chunk.start, chunk.end))
            self.clauses.append(clause)
        if chunk.owner >= 0 and chunk.head in w.BODY_PARTS | w.PARTS:
            self._owner(chunk.owner, number, chunk)
        elif chunk.own and chunk.head in w.BODY_PARTS:
            owner = self._cur.subject if self._cur is not None else self._free
            if self._cur is not None and self._cur.verb is not None and self._cur.verb.passive:
                by = [a for a in self._cur.phrases if a.phrase.words == "by"]
                owner = list(by[0].numbers) if by else []
            if len(owner) == 1:
                self._owner(owner[0], number, chunk)

    def _owner(self, owner: int, number: int, chunk: Chunk) -> None:
        if owner != number:
            self.parts.append(PartWhole(owner, number, chunk.start, chunk.end, "owner"))

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
                cur.phrases.extend(self._fronted)
                self._fronted = []
                return
            if cur.verb.be and before in {"verb", "adjective"} and not self._free:
                self._role = "predicate"
                return
            takes = before in {"verb", "particle"} or (before == "measure")
            if takes and before == "particle" and self._path(cur):
                phrase = preposition({"out": "out of"}.get(cur.particle, cur.particle))
                if phrase is not None:
                    at = self._chunks[i - 1]
                    cur.phrases.append(Attached(phrase, (number,), at.start, at.end, chunk.head, chunk.bare))
                    cur.particle, self._role = "", "phrase"
                    return
            if takes and not self._free and not cur.patient and not cur.verb.passive:
                if not (chunk.bare and chunk.head in w.LIGHT_OBJECTS):
                    cur.patient, self._role = [number], "patient"
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
                cur.recipient, cur.patient, self._role = cur.patient, [number], "patient"
                return
        if before == "noun" and self._free and self._role == "free" and self._host is not None:
            # `the pot the lobster lay in`: a relative clause without pronoun.
            self._antecedent, self._outer = self._host, self._free
        self._free, self._role = [number], "free"

    def _shifted(self, i: int, chunk: Chunk, cur: Clause) -> bool:
        """Whether a noun phrase behind a phrase is the object: `pulled out of the hat a rabbit`."""
        verb = cur.verb
        if verb is None or verb.passive or cur.patient or self._verb_at(i + 1) or chunk.head in w.TIMES:
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
        attached = Attached(phrase, (number,), pending.start, pending.end, chunk.head, chunk.bare)
        cur = self._cur
        adjacent = self._kind(i - 2) == "noun"
        host = self._chunks[i - 2] if adjacent else None
        if phrase.words == "of" and host is not None and self._host is not None:
            self._of(host, self._host, number, pending)
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

    def _low(self, i: int, phrase: Phrase, cur: Clause) -> bool:
        """Whether a static place behind another place says where that place is."""
        if self._kind(i - 2) != "noun" or self._role != "phrase" or not cur.phrases:
            return False
        last = cur.phrases[-1].phrase
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
        clause.hypothetical = self._hypothetical
        self.clauses.append(clause)

    def _of(self, host: Chunk, whole: int, number: int, at: Chunk) -> None:
        if host.head in w.PARTS | w.BODY_PARTS:
            self.parts.append(PartWhole(number, whole, at.start, at.end, "part"))
        elif host.head in w.CONTAINERS:
            self.parts.append(PartWhole(whole, number, at.start, at.end, "content"))

    def _fits(self, cur: Clause, degree: Degree, number: int, at: Chunk) -> None:
        """Read `too big for the box`; `big enough for the box` leaves equal sizes open and says no more."""
        if degree.too:
            cur.compares.append((Compare(1 if degree.size > 0 else -1), number, at.start, at.end))

    def _compare(self, i: int, pending: Chunk, chunk: Chunk, number: int) -> None:
        if pending.compare is None:
            return
        near = self._kind(i - 3) if self._kind(i - 2) == "comma" else self._kind(i - 2)
        if near == "noun" and self._host is not None:
            clause = Clause(pending.start, pending.end, subject=[self._host])
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
            self.clauses.append(clause)
        elif self._cur is not None and (self._kind(i - 1) in {"verb", "phrase", "noun"}):
            clause = self._cur
            self._pending = None
        else:
            return
        clause.lengths.append((chunk.length, chunk.start, chunk.end))

    def _kind(self, i: int) -> str:
        return self._chunks[i].kind if 0 <= i < len(self._chunks) else ""

    def _verb_at(self, i: int) -> bool:
        return self._kind(i) == "verb"


def _moves(verb: Verb) -> bool:
    """Whether a verb is of motion or posture and so may well have no object."""
    frames = lexicon().frames
    return any(f.id in {"motion.manner", "being.located"} for v in verb.lemmas for f in frames.get(v, ()))
