"""What stands behind a verb: objects, particles, prepositions, adjectives, and the clauses it takes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.predicates import Predicates
from defeasible.reasoner.grammar.stories.syntax import (
    Adjectives,
    Clause,
    CompKind,
    Complement,
    Group,
    Noun,
    Prepositional,
)

_DEEPEST = 7
"""Clauses within clauses that are read; what is deeper is passed over."""
_BARE = frozenset(
    {"make", "let", "help", "have", "see", "hear", "watch", "notice", "feel", "observe", "go", "come"}
)
_ING_OBJECT = frozenset({"see", "hear", "watch", "notice", "find", "catch", "keep", "leave", "spot", "get", "have",
    "stop", "observe", "feel", "send"})  # fmt: skip
_RESULT = frozenset({"make", "keep", "find", "leave", "get", "drive", "paint", "consider", "call", "turn", "set",
    "want", "think", "dye", "cut", "like", "have", "prove"})  # fmt: skip
_ASKING = lx.CLAUSE_VERBS | {"ask", "wonder", "know", "see", "check", "decide", "care", "teach", "show", "tell",
    "love", "like", "hate", "explain", "be"}  # fmt: skip


@dataclass(slots=True)
class Rest:
    """What has been read behind a verb."""

    at: int
    subject: Noun | None
    group: Group
    objects: list[Noun] = field(default_factory=list)
    phrases: list[Prepositional] = field(default_factory=list)
    predicate: Adjectives | None = None
    particle: str = ""
    adverbs: list[str] = field(default_factory=list)
    times: list[Noun] = field(default_factory=list)
    complements: list[Complement] = field(default_factory=list)
    gap: bool = False
    """Whether the clause is a relative one whose object stands before it."""


class Complements(Predicates):
    """Reads what stands behind verbs."""

    def begin(self) -> None:
        """Forget what was read before."""
        self._depth = 0
        self.relatives: list[Clause] = []

    def clause_of(
        self, start: int, subject: Noun | None, group: Group, *, link: str = "", gap: Noun | None = None
    ) -> Clause:
        """Return the clause of a subject and a verb group, with all that stands behind the verb."""
        rest = Rest(group.end, subject, group, gap=gap is not None)
        self._depth += 1
        while rest.at < self.size and self._step(rest):
            pass
        self._depth -= 1
        return Clause(
            start, rest.at, subject, group, tuple(rest.objects), tuple(rest.phrases), rest.predicate,
            rest.particle, tuple(rest.adverbs), tuple(rest.times), tuple(rest.complements), link, gap=gap,
        )  # fmt: skip

    def _step(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        if word == ",":
            return self._comma(rest)
        if word == "-" and self.word(i + 1) and self.tokens[i].end == self.tokens[i + 1].start:
            rest.at += 1
            return True
        if not self.word(i) and word != "$":
            return False
        if self.joins_clause(i):
            return False
        return (
            self._infinitive(rest)
            or self._that(rest)
            or self._question(rest)
            or self._adjective_step(rest)
            or self._particle(rest)
            or self._preposition(rest)
            or self._adverb_step(rest)
            or self._participle(rest)
            or self._object(rest)
        )

    def joins_clause(self, i: int) -> bool:
        """Return whether a word here opens another clause that is no complement."""
        word = self.at(i)
        if word in ("and", "or", "but", "nor", "yet", "&", ";"):
            return True
        if self.complex_subordinator(i):
            return True
        if word in ("if", "whether", "when", "where", "how", "why", "that", "what", "who", "which", "whose"):
            return False
        if word == "so":
            return not (
                self.adjective(i + 1) or self.adverbial(i + 1) or self.at(i + 1) in ("much", "many", "")
            )
        if word in ("as", "like", "since", "until", "till", "before", "after", "once", "cause"):
            return self._opens_clause(i + 1)
        return word in c.SUBORDINATORS

    def complex_subordinator(self, i: int) -> int:
        """Return how many words the subordinator at a place has, if it has several; else 0."""
        for words in c.COMPLEX_SUBORDINATORS:
            if self.at(i) == words[0] and all(self.at(i + n) == w for n, w in enumerate(words)):
                return len(words) if self._opens_clause(i + len(words)) else 0
        return 0

    def _opens_clause(self, i: int) -> bool:
        """Return whether a subject and a finite verb stand here."""
        noun = self.noun(i, subject=True)
        if noun is None or (noun.pronoun in ("me", "him") and not noun.items):
            return False
        return self.finite(noun.end) or (
            (noun.plural or noun.pronoun in c.SUBJECT_PRONOUNS)
            and "base" in self.kinds(self.past_adverbs(noun.end))
        )

    def subject_clause(self, i: int, link: str = "") -> Clause | None:
        """Read a clause with its own subject and a finite verb at a place, or return None."""
        if self._depth >= _DEEPEST:
            return None
        subject = self.noun(i, subject=True)
        if subject is None:
            return None
        j = self.behind_subject(subject)
        group = self.group(j, bare=subject.plural or subject.pronoun in ("i", "you", "we", "they"))
        return None if group is None else self.clause_of(i, subject, group, link=link)

    def behind_subject(self, subject: Noun) -> int:
        """Return the place behind phrases that belong to a subject, if its verb follows them."""
        j = subject.end
        for _ in range(3):
            if self.at(j) not in c.PREPOSITIONS or self.at(j) in ("to", "like"):
                break
            noun = self.noun(j + 1, subject=True)
            if noun is None:
                break
            j = noun.end
        return j if j > subject.end and self.group(j) is not None else subject.end

    # --- clauses behind a verb ----------------------------------------------------------------------------

    def _verb_phrase(self, i: int, subject: Noun | None, *, bare: bool) -> Clause | None:
        """Read a verb without tense and what is behind it."""
        if self._depth >= _DEEPEST:
            return None
        group = self.group(i, finite=False, bare=bare)
        return None if group is None else self.clause_of(i, subject, group)

    def _infinitive(self, rest: Rest) -> bool:
        i = rest.at
        denied = self.at(i) in c.NEGATIONS and self.at(i + 1) == "to"
        j = i + 1 + denied if self.at(i) == "to" or denied else 0
        if (self.at(i), self.at(i + 1), self.at(i + 2)) == ("in", "order", "to"):
            j = i + 3
        if not j or "base" not in self._verb_at(j):
            return False
        if self._is_place_of(rest, j):
            return False
        clause = self._verb_phrase(i + 1 if denied else j, self._controller(rest), bare=True)
        if denied and clause is not None:
            clause = self._verb_phrase(j, self._controller(rest), bare=True)
        if clause is None:
            return False
        if denied:
            clause = _denied(clause)
        self._add(rest, "to", clause)
        return True

    def _is_place_of(self, rest: Rest, j: int) -> bool:
        """Return whether `to work`, `to bed` is where one goes rather than what one does."""
        word, after = self.at(j), self.at(j + 1)
        going = rest.group.lemma in lx.MOTION or rest.group.lemma in ("be", "drive")
        return going and lx.is_noun(word) and (not self.word(j + 1) or after in c.CONJUNCTIONS) and word in (
            "work", "sleep", "bed", "school", "court", "camp", "church", "market"
        ) and word != "sleep"  # fmt: skip

    def _controller(self, rest: Rest) -> Noun | None:
        """Return who does what an infinitive behind says: the object of `ask`, else the subject."""
        lemma = rest.group.lemma
        if rest.objects and lemma in lx.OBJECT_CONTROL and not rest.group.passive and lemma not in (
            "need", "get", "have", "leave", "find", "help", "feel", "show", "see",
        ):  # fmt: skip
            return rest.objects[-1]
        if rest.objects and lemma in ("get", "need", "help"):
            return rest.objects[-1] if rest.objects[-1].name or rest.objects[-1].pronoun else rest.subject
        return rest.subject

    def _add(self, rest: Rest, kind: CompKind, clause: Clause, *, own: bool = False) -> None:
        own = own or (clause.subject is not None and clause.subject is not rest.subject)
        rest.complements.append(Complement(kind, clause, own))
        rest.at = clause.end
        while self.at(rest.at) in ("and", "or") and len(rest.complements) < _DEEPEST:
            j = rest.at + 1 + (self.at(rest.at + 1) == "to")
            wanted = "ing" if kind == "ing" else "base"
            forms = self.kinds(self.past_adverbs(j))
            if kind not in ("to", "ing", "bare", "how") or wanted not in forms or self.closed(j):
                break
            if wanted == "base" and forms & {"past"} and rest.group.form == "past" and "part" not in forms:
                break
            more = self._verb_phrase(j, clause.subject, bare=wanted == "base")
            if more is None or more.group.form != clause.group.form:
                break
            rest.complements.append(Complement(kind, more, own))
            rest.at = more.end

    def _that(self, rest: Rest) -> bool:
        i = rest.at
        lemma = rest.group.lemma
        takes = lemma in lx.CLAUSE_VERBS or rest.group.copula or rest.predicate is not None or rest.particle
        if self.at(i) == "that" and (takes or not rest.objects):
            clause = self.subject_clause(i + 1)
            if clause is not None:
                self._add(rest, "that", clause, own=True)
                return True
        if lemma in lx.CLAUSE_VERBS or (
            rest.predicate is not None and rest.group.lemma in ("be", "feel", "get")
        ):
            if rest.complements or (rest.objects and lemma not in lx.SAYING):
                return False
            if self._opens_clause(i) and not self.adverb(i):
                clause = self.subject_clause(i)
                if clause is not None:
                    self._add(rest, "that", clause, own=True)
                    return True
        return False

    def _question(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        if word not in c.WH | {"if"} or (word in c.RELATIVES and rest.objects and word != "where"):
            return False
        asking = rest.group.lemma in _ASKING or rest.predicate is not None or rest.particle
        if self.at(i + 1) == "to" and "base" in self._verb_at(i + 2):
            clause = self._verb_phrase(i + 2, rest.subject, bare=True)
            if clause is None:
                return False
            self._add(rest, "how" if word == "how" else "wh", clause)
            return True
        if not asking or (
            word in ("when", "if") and rest.group.lemma not in ("know", "wonder", "ask", "see", "decide")
        ):
            return False
        j = i + 1
        while word == "how" and (self.adjective(j) or self.adverbial(j) or self.at(j) in ("much", "many")):
            j += 1
        found = self.subject_clause(j)
        if found is None:
            group = self.group(j) if self._depth < _DEEPEST else None
            if group is None or word not in ("what", "who", "which"):
                return False
            found = self.clause_of(i, None, group)
        self._add(rest, "wh", found, own=True)
        return True

    # --- words and phrases behind a verb ------------------------------------------------------------------

    def _comma(self, rest: Rest) -> bool:
        i = rest.at + 1
        if self.at(i) in ("too", "though", "however", "either", "instead", "anyway"):
            rest.at = i + 1
            return True
        if "ing" in self.kinds(i) and not self.closed(i) and not rest.complements and self._depth == 1:
            clause = self._verb_phrase(i, rest.subject, bare=False)
            if clause is not None and not self.finite(clause.end):
                self._add(rest, "ing", clause)
                return True
        return False

    def _adjective_step(self, rest: Rest) -> bool:
        if rest.predicate is not None:
            return False
        lemma = rest.group.lemma
        of_object = bool(rest.objects) and lemma in _RESULT
        linking = not rest.objects and (lemma in lx.LINKING_BE or lemma in lx.LINKING_SENSE)
        if (not of_object and not linking) or rest.group.passive:
            return False
        i = rest.at
        denied = self.at(i) in c.NEGATIONS
        if lemma in ("go", "come", "turn", "fall", "keep") and self.adverbial(i):
            return False
        predicate = self.predicate(i + denied)
        if predicate is None:
            if self.at(i) == "not" and rest.group.copula:
                rest.at += 1
                rest.adverbs.append("not")
                return True
            return False
        if denied:
            rest.adverbs.append("not")
        rest.predicate, rest.at = predicate, predicate.end
        return True

    def _particle(self, rest: Rest) -> bool:
        i = rest.at
        word, lemma = self.at(i), rest.group.lemma
        if rest.particle or rest.group.copula or rest.complements or len(rest.objects) > 1 or rest.phrases:
            return False
        joined = f"{lemma}_{word}"
        if joined in lx.PREPOSITIONAL_VERBS and self._starts_noun(i + 1):
            return False
        if joined in lx.PARTICLE_VERBS and not (word in ("in", "on", "by") and self._starts_noun(i + 1) and (
            rest.objects or lemma in ("get", "go", "come", "move", "carry", "stay", "stop", "keep")
        )):  # fmt: skip
            rest.particle, rest.at = word, i + 1
            return True
        if word not in c.PARTICLES:
            return False
        if self._starts_noun(i + 1):
            if rest.objects or (
                word in c.DIRECTIONS and (lemma in lx.MOTION or word in ("by", "through", "around"))
            ):
                return False
            if (
                word in ("around", "by", "through", "along", "off", "over")
                and f"{lemma}_{word}" not in lx.PARTICLE_VERBS
            ):
                return False
        elif word == "by" or (
            self.at(i + 1) == "of" and word == "out" and f"{lemma}_out" not in ("run_out", "get_out")
        ):
            return False
        rest.particle, rest.at = word, i + 1
        return True

    def _starts_noun(self, i: int) -> bool:
        word = self.at(i)
        if self.name(i) or word in c.DETERMINERS or word in c.PRONOUNS or word in c.INDEFINITE or word == "$":
            return True
        return self.nominal(i) and not self.adverb(i) and not self.joins_clause(i)

    def _preposition(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        if word not in c.PREPOSITIONS or (word in ("as",) and self.at(i + 1) in ("soon", "well")):
            return False
        j = i + 1
        if self.at(j) in c.PREPOSITIONS and self.at(j) not in ("like",):  # `out of`, `from under`
            word, j = f"{word} {self.at(j)}", j + 1
        elif word in ("because", "instead") and self.at(j) == "of":
            word, j = f"{word} of", j + 1
        start = j
        while self.at(start) in c.NEGATIONS or (self.adverb(start) and self.kinds(start + 1) & {"ing"}):
            start += 1
        if "ing" in self.kinds(start) and not self.name(start):
            bare_noun = lx.is_noun(self.at(start)) and not self._starts_noun(start + 1)
            clause = None if bare_noun else self._verb_phrase(start, rest.subject, bare=False)
            if clause is not None:
                rest.phrases.append(Prepositional(word, i, clause.end, clause=clause))
                rest.at = clause.end
                return True
        if self.at(j) in c.POSSESSIVES and self.at(j + 1) == "own" and not self.nominal(j + 2):
            rest.at = j + 2
            rest.adverbs.append("alone")
            return True
        noun = self.noun(j)
        if noun is None:
            rest.at = j
            rest.adverbs.append(self.at(i))
            return True
        rest.phrases.append(Prepositional(word, i, noun.end, noun))
        rest.at = noun.end
        self.relative(noun, rest)
        return True

    def _adverb_step(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        if word in ("not", "never") and rest.group.copula:
            rest.adverbs.append("not")
        elif word == "no" and self.at(i + 1) == "longer":
            rest.adverbs.append("not")
            rest.at += 1
        elif not self.adverbial(i) or (self.adjective(i) and self._noun_behind(i)) or (
            self.at(i) in lx.DEGREE
            and self._starts_noun(i + 1)
            and word in ("more", "most", "enough", "much")
        ):
            return False
        else:
            rest.adverbs.append(word)
        rest.at += 1
        return True

    def _participle(self, rest: Rest) -> bool:
        i = rest.at
        forms = self.kinds(i)
        lemma = rest.group.lemma
        if self.closed(i) or not forms:
            return False
        if "ing" in forms:
            noun_like = lx.is_noun(self.at(i)) and lemma not in lx.CONTROL and lemma not in ("go", "spend")
            if noun_like and not self._starts_noun(i + 1):
                return False
            last = rest.objects[-1] if rest.objects else None
            of_object = last is not None and (lemma in _ING_OBJECT)
            clause = self._verb_phrase(i, last if of_object else rest.subject, bare=False)
            if clause is None:
                return False
            self._add(rest, "ing", clause, own=of_object)
            return True
        if "base" in forms and (lemma in _BARE and (rest.objects or lemma in ("go", "help"))):
            if lemma in ("have", "feel", "notice") and "past" in forms:
                return False
            who = rest.objects[-1] if rest.objects else rest.subject
            if lemma in ("go", "come") and rest.objects:
                return False
            clause = self._verb_phrase(i, who, bare=True)
            if clause is None:
                return False
            self._add(rest, "bare", clause)
            return True
        return False

    def _object(self, rest: Rest) -> bool:
        i = rest.at
        if len(rest.objects) >= 2 or (rest.objects and rest.group.copula):
            return False
        noun = self._her(rest) or self.noun(i)
        if noun is None:
            return False
        if (
            noun.time
            and (rest.objects or rest.phrases or rest.group.copula is False)
            and not self._timed(rest)
        ):
            rest.times.append(noun)
        elif rest.complements or (rest.phrases and not noun.time and rest.objects):
            return False
        else:
            rest.objects.append(noun)
        rest.at = noun.end
        self.relative(noun, rest)
        return True

    def _her(self, rest: Rest) -> Noun | None:
        """Read `her` for herself in `made her cry`, `let her play`."""
        i = rest.at
        if self.at(i) != "her" or rest.group.lemma not in _BARE or "base" not in self.kinds(i + 1):
            return None
        if lx.is_noun(self.at(i + 1)) and rest.group.lemma not in ("make", "let", "help", "watch"):
            return None
        return Noun(i, i + 1, pronoun="she", words=("her",), head="she")

    def _timed(self, rest: Rest) -> bool:
        """Return whether a verb has a time as its object: `spent the night`."""
        return rest.group.lemma in (
            "spend",
            "take",
            "enjoy",
            "love",
            "like",
            "waste",
            "celebrate",
            "have",
            "need",
        )

    def relative(self, noun: Noun, rest: Rest | None = None) -> int:
        """Read a relative clause behind a noun phrase; return the place behind it, or 0 if there is none."""
        j = noun.end
        comma = self.at(j) == ","
        word = self.at(j + comma)
        k = j + comma + 1
        clause = None
        if self._depth >= _DEEPEST or noun.pronoun in c.SUBJECT_PRONOUNS:
            return 0
        if word in ("who", "which", "that") and not (comma and word == "that"):
            group = self.group(k, bare=noun.plural)
            if group is not None:
                clause = self.clause_of(k, noun, group, link="relative")
        if clause is None and (
            (word in ("who", "which", "that", "whom") and not comma) or self._contact(j, rest)
        ):
            start = k if word in c.RELATIVES else j
            subject = self._single(start, subject=True)
            group = None if subject is None else self.group(
                subject.end, bare=subject.plural or subject.pronoun in ("i", "you", "we", "they")
            )  # fmt: skip
            if subject is not None and group is not None and not group.copula:
                clause = self.clause_of(start, subject, group, link="relative", gap=noun)
        if clause is None:
            return 0
        self.relatives.append(clause)
        end = clause.end + (comma and self.at(clause.end) == ",")
        if rest is not None:
            rest.at = end
        return end

    def _contact(self, j: int, rest: Rest | None) -> bool:
        """Return whether a clause without `that` follows its noun: `the dog he loved`."""
        if rest is not None and (rest.group.lemma in lx.CLAUSE_VERBS | {"give"}):
            return False
        return self.at(j) in c.SUBJECT_PRONOUNS - {"it", "you"} and self.finite(j + 1)


def _denied(clause: Clause) -> Clause:
    """Return a clause with one more negation."""
    return replace(clause, group=replace(clause.group, negations=(*clause.group.negations, "not")))
