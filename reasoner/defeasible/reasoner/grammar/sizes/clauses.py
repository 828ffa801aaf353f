"""Builds clauses from the chunks of a sentence in one pass, with the control of embedded verbs."""

from __future__ import annotations

from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.arguments import Arguments
from defeasible.reasoner.grammar.sizes.chunks import Chunk, Verb
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause
from defeasible.reasoner.grammar.sizes.discourse import connect
from defeasible.reasoner.grammar.sizes.lexicon import lexicon, preposition


class ClauseReader(Arguments):
    """Builds the clauses of one sentence from its chunks."""

    def run(self) -> None:
        """Read the sentence into `clauses` and `parts`; keep in memory what later ones may take up."""
        for i, chunk in enumerate(self._chunks):
            match chunk.kind:
                case "noun":
                    self._noun(i, chunk)
                case "verb":
                    self._verb(i, chunk)
                case "measure":
                    self._measure(i, chunk)
                case "relative":
                    self._relativize(i, chunk)
                case "phrase" | "compare":
                    self._pending = chunk
                case _:
                    self._mark(chunk)
        self._stranded()
        subject = self._cur.subject if self._cur is not None and self._cur.subject else self._free
        self._memory.subject = list(subject)
        self._equate()
        self.parts.extend(connect(self.clauses, self._memory))

    def _mark(self, chunk: Chunk) -> None:
        """Note a small word that bears on what comes after it."""
        match chunk.kind:
            case "adjective" if self._cur is not None:
                self._cur.degree = chunk.degree
            case "particle" if chunk.word in w.WITHIN_IT:
                self._inside(chunk)
            case "particle" if self._cur is not None:
                self._cur.particle = self._cur.particle or chunk.word
            case "there":
                self._there = True
            case "negation":
                self._deny(chunk)
            case "hypothetical":
                self._hypothetical = True
            case "comma":
                self._hypothetical, self._pending = self._asks, None
            case "join" | "subordinate":
                self._pending, self._link = None, chunk.word
            case _:
                pass

    def _verb(self, i: int, chunk: Chunk) -> None:
        verb = chunk.verb
        if verb is None:
            return
        clause = Clause(chunk.start, chunk.end, verb)
        clause.hypothetical = self._hypothetical or self._unreal or verb.hedged
        self._unreal = self._unreal or not lexicon().discourse["unreal"].isdisjoint(verb.lemmas)
        clause.negated = verb.negated != self._negation
        clause.capacity = verb.capacity
        clause.link, self._link = self._link, ""
        clause.within, self._within = self._within, False
        self._negation = False
        self._stranded()
        self._pending = None
        if self._there:
            clause.cleft = True
            self._there = False
        else:
            self._find_subject(i, clause, verb)
        if clause.subject and self._fronted and not verb.infinitive:
            clause.phrases.extend(self._fronted)
            self._fronted = []
        if verb.passive or verb.be:
            self._memory.note(clause.subject)
        self.clauses.append(clause)
        self._cur = clause
        self._role = "verb"

    def _find_subject(self, i: int, clause: Clause, verb: Verb) -> None:  # noqa: PLR0912 - one case each
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
            clause.controller = list(cur.subject) if low and "base" in verb.forms else []
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
        clause.controller = list(cur.subject) if clause.subject != cur.subject else []
        if self._free:
            clause.subject, self._free = self._free, []
        if above & lexicon().discourse["employ"]:
            self._employ(clause, cur)
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

    def _deny(self, chunk: Chunk) -> None:
        """Let `no` deny the clause of the object it stands before, any negation the verb that follows."""
        cur = self._cur
        if chunk.word != "no" or cur is None or cur.verb is None or self._role != "verb":
            self._negation = self._pending is None
        elif self._pending is None:
            # `has no room for` says that it could not take it in
            cur.negated, cur.capacity = not cur.negated, True

    def _employ(self, clause: Clause, cur: Clause) -> None:
        """Make what is used the instrument of what it is used for: `uses a bucket to carry a fish`."""
        phrase = preposition("with")
        passive = cur.verb is not None and cur.verb.passive
        used = cur.subject if passive else cur.patient
        if phrase is not None and used:
            clause.phrases.append(Attached(phrase, tuple(used), cur.start, cur.end, cur.patient_head))
            clause.subject = [] if passive else list(cur.subject)

    def _inside(self, at: Chunk) -> None:
        """Read `inside` without a noun behind it: `closed a box with a fly inside`."""
        cur, phrase = self._cur, preposition("in")
        if cur is None or phrase is None:
            self._within = cur is None
            return
        last = cur.phrases[-1] if cur.phrases else None
        ground = cur.subject if cur.verb is not None and cur.verb.passive else cur.patient or cur.subject
        if last is not None and last.phrase.role == "with" and ground:
            cur.phrases.pop()
            for number in last.numbers:
                self._say(number, Attached(phrase, tuple(ground), at.start, at.end), at)
        else:
            cur.within = True

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
                clause.patient, clause.gap = [antecedent], antecedent
        else:
            clause.subject = [antecedent]
        self._antecedent, self._relative, self._relative_phrase = None, "", None

    def _stranded(self) -> None:
        """Give a preposition without noun phrase the object of the relative clause: `a box it lay in`."""
        cur, pending = self._cur, self._pending
        if cur is not None and cur.gap is not None and cur.patient != [cur.gap] and pending is not None:
            if pending.phrase is not None:
                cur.phrases.append(Attached(pending.phrase, (cur.gap,), pending.start, pending.end))
                self._pending = None
        elif cur is not None and pending is not None and pending.phrase is not None and len(cur.patient) == 1:
            cur.phrases.append(Attached(pending.phrase, tuple(cur.patient), pending.start, pending.end))
            cur.patient = []
            self._pending = None
