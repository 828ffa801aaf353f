"""Clauses: who does what to whom, where. Built from chunks in one pass, with the control of embedded verbs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Compare, Degree, Verb
from defeasible.reasoner.grammar.sizes.lexicon import Phrase, lexicon


MOST_JOINED = 12
"""Noun phrases joined by `and` in one role; a longer list is no longer read as one."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A prepositional phrase: the preposition, its noun phrase, and where the preposition stands."""

    phrase: Phrase
    numbers: tuple[int, ...]
    """Objects governed: several when they are joined by `and`."""
    start: int
    end: int
    head: str = ""
    """Lemma of the noun: `hand`."""
    bare: bool = False
    """Whether the noun has no article."""


@dataclass(slots=True)
class Clause:
    """A verb with its arguments; without a verb, a noun phrase with what is said of it (`a cat in a box`)."""

    start: int
    end: int
    """Characters of the verb, or of the noun phrase when there is no verb."""
    verb: Verb | None = None
    subject: list[int] = field(default_factory=list)
    patient: list[int] = field(default_factory=list)
    recipient: list[int] = field(default_factory=list)
    phrases: list[Attached] = field(default_factory=list)
    compares: list[tuple[Compare, int, int, int]] = field(default_factory=list)
    """Comparison, object compared with, and characters of the comparing words."""
    lengths: list[tuple[Fraction, int, int]] = field(default_factory=list)
    """Length in metres and characters of the measure."""
    particle: str = ""
    """`out` in `pull out`."""
    degree: Degree | None = None
    """`too big`, `small enough` said of the subject."""
    negated: bool = False
    capacity: bool = False
    """Whether it says what can or could be."""
    reverse: bool = False
    """Whether it is said not to happen for reasons of size (`too big to fit`)."""
    hypothetical: bool = False
    existential: bool = False
    cleft: bool = False
    """Whether its verb came before any subject: the next noun phrase is the subject."""


@dataclass(frozen=True, slots=True)
class PartWhole:
    """A noun phrase with `of` or an owner: `the roof of a house`, `its mouth`, `a jar of pickles`."""

    whole: int
    part: int
    start: int
    end: int
    kind: Literal["part", "owner", "content"]


class ClauseReader:
    """Builds the clauses of one sentence from its chunks."""

    def __init__(self, chunks: Sequence[Chunk], before: list[int], *, asks: bool = False) -> None:
        self._chunks = chunks
        self.clauses: list[Clause] = []
        self.parts: list[PartWhole] = []
        self._cur: Clause | None = None
        self._free: list[int] = []
        self._free_chunk: Chunk | None = None
        self._outer: list[int] = []
        self._pending: Chunk | None = None
        self._fronted: list[Attached] = []
        self._host: int | None = None
        """The object a following phrase could be said of: the last noun phrase."""
        self._role = ""
        self._antecedent: int | None = None
        self._unfinished = False
        """Whether a subject, kept in `_outer`, still waits for its verb."""
        self._relative = ""
        self._relative_phrase: Phrase | None = None
        self._there = False
        self._negation = False
        self._asks = asks
        self._hypothetical = asks
        self._dangling: Clause | None = None
        self._before = before
        self._phrase_before: Phrase | None = None
        self._object: int | None = None
        """The last object of a verb, which `it` may go back to."""

    def run(self) -> list[int]:
        """Read the sentence; return the subject of its last main clause, which `it` may go back to."""
        for i, chunk in enumerate(self._chunks):
            match chunk.kind:
                case "noun":
                    self._noun(i, chunk)
                case "verb":
                    self._verb(i, chunk)
                case "phrase" | "compare":
                    self._pending = chunk
                case "measure":
                    self._measure(i, chunk)
                case "adjective":
                    if self._cur is not None and chunk.degree is not None:
                        self._cur.degree = chunk.degree
                case "particle":
                    if self._cur is not None:
                        self._cur.particle = self._cur.particle or chunk.word
                case "relative":
                    self._relativize(i, chunk)
                case "there":
                    self._there = True
                case "negation":
                    self._negation = True
                case "hypothetical":
                    self._hypothetical = True
                case "comma":
                    self._hypothetical = self._asks
                    self._pending = None
                case "join" | "subordinate":
                    self._pending = None
        self._stranded()
        return self._cur.subject if self._cur is not None and self._cur.subject else self._free

    # -- noun phrases ------------------------------------------------------------------------------

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
                if not (chunk.bare and not chunk.plural and chunk.word == "" and chunk.head in w.ADVERBS):
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
        self._free, self._free_chunk, self._role = [number], chunk, "free"

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
        frames = lexicon().frames
        phrasal = any(f"{lemma}_{clause.particle}" in frames for lemma in verb.lemmas)
        moving = any(
            f.id in {"motion.manner", "being.located"} for v in verb.lemmas for f in frames.get(v, ())
        )
        return moving and not phrasal

    # -- phrases -----------------------------------------------------------------------------------

    def _attach(self, i: int, pending: Chunk, chunk: Chunk, number: int) -> None:
        """Attach a prepositional phrase to the noun before it, to the clause, or keep it for a later clause."""
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
            elif cur is None or self._kind(0) in {"phrase"}:
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
        self._phrase_before = phrase

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
        return static and last.place or (phrase.adjective and self._kind(i - 2) == "noun")

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
        """Read `too big for the box`, `small enough for the box`."""
        if degree.too or degree.enough:
            bigger = degree.size > 0
            compare = (
                Compare(1 if bigger else -1) if degree.too else Compare(0, at_least=bigger, small=not bigger)
            )
            if degree.too:
                cur.compares.append((compare, number, at.start, at.end))

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

    # -- verbs and the clauses they open -------------------------------------------------------------

    def _verb(self, i: int, chunk: Chunk) -> None:
        verb = chunk.verb
        if verb is None:
            return
        clause = Clause(chunk.start, chunk.end, verb)
        clause.hypothetical = self._hypothetical or verb.hedged
        clause.negated = verb.negated != self._negation
        clause.capacity = verb.capacity
        self._negation = False
        self._stranded()
        self._pending = None
        if self._there:
            clause.existential = clause.cleft = True
            self._there = False
        else:
            self._find_subject(i, clause, verb)
        if clause.subject and self._fronted and not verb.infinitive:
            clause.phrases.extend(self._fronted)
            self._fronted = []
        self.clauses.append(clause)
        self._cur = clause
        self._role = "verb"

    def _find_subject(self, i: int, clause: Clause, verb: Verb) -> None:  # noqa: C901, PLR0912 - one case each
        cur, before = self._cur, self._kind(i - 1)
        participle = not verb.auxiliary and not verb.infinitive
        if self._antecedent is not None:
            self._open_relative(clause)
        elif verb.infinitive:
            self._control(clause, verb)
        elif before == "phrase" and cur is not None:
            self._gerund(i, clause, cur)
        elif self._free:
            if self._dangling is not None and not self._dangling.subject:
                self._dangling.subject = self._free
            clause.subject, self._free = self._free, []
            if participle and verb.forms == {"ing"}:
                self._outer, self._unfinished = list(clause.subject), True
        elif self._unfinished and self._outer and before == "noun" and verb.forms & {"s", "past"}:
            clause.subject, self._outer, self._unfinished = self._outer, [], False
        elif cur is None and "ing" in verb.forms and participle:
            self._dangling = clause
        elif cur is None or (cur is self._dangling and verb.be):
            clause.cleft = True
            clause.phrases.extend(cur.phrases if cur is not None else ())
        elif (
            before == "noun" and self._role in {"patient", "predicate", "subject"} and self._host is not None
        ):
            low = self._role != "patient" or participle or verb.auxiliary
            clause.subject = [self._host] if low else list(cur.subject)
            self._outer = self._outer or list(cur.subject)
        elif before == "noun" and self._host is not None and participle and self._reduced(verb):
            self._outer = self._outer or list(cur.subject)
            clause.subject = [self._host]
        elif before in {"join", "comma"} and not cur.subject and cur.cleft:
            clause.cleft = True
        elif before == "noun" and self._outer:
            clause.subject, self._outer = self._outer, []
        elif cur.cleft and not cur.subject:
            clause.cleft = True
            clause.phrases.extend(cur.phrases)
        else:
            clause.subject = list(cur.subject)

    def _gerund(self, i: int, clause: Clause, cur: Clause) -> None:
        """Read a gerund behind a preposition: `by holding`, `from stealing`, `without eating`."""
        word = self._chunks[i - 1].word
        clause.negated = clause.negated or word in {"from", "without", "instead of"}
        clause.subject = list(cur.patient if word == "from" and cur.patient else cur.subject)

    def _reduced(self, verb: Verb) -> bool:
        """Whether a participle behind a prepositional phrase describes the noun in it."""
        if verb.forms & {"part"} and not verb.forms <= {"past"}:
            return True
        frames = lexicon().frames
        holding = any(
            f.id.startswith(("containment", "part.", "handling.possess"))
            for v in verb.lemmas
            for f in frames.get(v, ())
        )
        return "ing" in verb.forms and holding

    def _control(self, clause: Clause, verb: Verb) -> None:
        """Give an infinitive its subject, and what the verb or adjective above says about its truth."""
        cur = self._cur
        if cur is None or (cur.cleft and not cur.subject):
            clause.subject, self._free = self._free, []
            clause.cleft = cur is not None
            return
        above = set(cur.verb.lemmas) if cur.verb is not None else set()
        clause.subject = list(cur.patient or cur.subject) if above & w.OBJECT_CONTROL else list(cur.subject)
        if self._free:
            clause.subject, self._free = self._free, []
        degree = cur.degree
        if degree is not None and (degree.too or degree.enough):
            # `too big to`, `not small enough to`: it does not happen, because of size.
            clause.reverse = bool(degree.size) and degree.too != cur.negated
            clause.hypothetical = clause.hypothetical or not degree.size
            clause.negated = verb.negated
        else:
            unable = degree is not None and degree.unable
            denied = cur.negated != (unable or bool(above & w.NEGATIVE_CONTROL))
            clause.negated = verb.negated != denied
            clause.capacity = cur.capacity or verb.capacity or bool(above & w.FAILURE) or (
                degree is not None and (degree.unable or degree.able)
            )  # fmt: skip
        clause.hypothetical = clause.hypothetical or cur.hypothetical

    def _relativize(self, i: int, chunk: Chunk) -> None:
        """Open a relative clause on the noun before it, or a complement clause after a verb of saying."""
        if self._kind(i - 1) != "phrase":
            self._stranded()
        beyond = self._pending is not None or self._kind(i - 1) == "comma"
        if self._kind(i - 1) == "noun" or (beyond and self._kind(i - 2) == "noun"):
            self._antecedent, self._relative = self._host, chunk.word
            self._relative_phrase = self._pending.phrase if self._pending is not None else None
            if chunk.word == "where":
                self._relative_phrase = preposition("in")
            self._outer = (
                self._free or self._outer or (list(self._cur.subject) if self._cur is not None else [])
            )
            self._unfinished = self._unfinished or bool(self._free)
            self._free = []
        else:
            self._outer, self._free = self._free or self._outer, []
        self._pending = None

    def _open_relative(self, clause: Clause) -> None:
        """Fill the gap of a relative clause: subject, object, or object of the preposition before it."""
        antecedent = self._antecedent
        if antecedent is None:
            return
        if self._free:
            clause.subject, self._free = self._free, []
            phrase = self._relative_phrase
            if phrase is not None:
                clause.phrases.append(Attached(phrase, (antecedent,), clause.start, clause.end))
            else:
                clause.patient = [antecedent]
        else:
            clause.subject = [antecedent]
        self._antecedent, self._relative, self._relative_phrase = None, "", None

    def _stranded(self) -> None:
        """Give a preposition without noun phrase the object of the relative clause: `a box it lay in`."""
        cur, pending = self._cur, self._pending
        if cur is not None and pending is not None and pending.phrase is not None and len(cur.patient) == 1:
            cur.phrases.append(Attached(pending.phrase, tuple(cur.patient), pending.start, pending.end))
            cur.patient = []
            self._pending = None

    # -- looking around ----------------------------------------------------------------------------

    def _kind(self, i: int) -> str:
        return self._chunks[i].kind if 0 <= i < len(self._chunks) else ""

    def _verb_at(self, i: int) -> bool:
        return self._kind(i) == "verb"


def _moves(verb: Verb) -> bool:
    """Whether a verb is of motion or posture and so may well have no object."""
    frames = lexicon().frames
    return any(f.id in {"motion.manner", "being.located"} for v in verb.lemmas for f in frames.get(v, ()))


def preposition(words: str) -> Phrase | None:
    """Return the preposition of these words, if it is one."""
    wanted = tuple(words.split())
    return next((phrase for found, phrase in lexicon().phrases.get(wanted[0], ()) if found == wanted), None)
