"""Clauses built around a verb: with a subject, without one, relative; and what opens another clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.predicates import Predicates
from defeasible.reasoner.grammar.stories.syntax import (
    Adjectives,
    Clause,
    Complement,
    Group,
    Noun,
    Prepositional,
)

DEEPEST = 7
"""Clauses within clauses that are read; what is deeper is passed over."""
_OBJECTIVE = frozenset({("me",), ("him",), ("them",), ("us",)})
_GERUND_OPENERS = frozenset({"while", "when", "after", "before", "since"})


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


class Governing(Predicates):
    """Reads clauses; what stands behind their verbs is read by the classes on top of it."""

    _depth = 0
    fronting = False
    """Whether what is read stands before a subject, which is no relative clause of its last noun then."""
    relatives: list[Clause]

    def begin(self) -> None:
        """Forget what was read before."""
        self._depth = 0
        self.relatives: list[Clause] = []

    def clause_of(
        self, start: int, subject: Noun | None, group: Group, *, link: str = "", gap: Noun | None = None
    ) -> Clause:
        """Return the clause of a subject and a verb group, with all that stands behind the verb."""
        rest = Rest(group.end, subject, group)
        self._depth += 1
        while rest.at < self.size and self._step(rest):
            pass
        self._depth -= 1
        return Clause(
            start, rest.at, subject, group, tuple(rest.objects), tuple(rest.phrases), rest.predicate,
            rest.particle, tuple(rest.adverbs), tuple(rest.times), tuple(rest.complements), link, gap=gap,
        )  # fmt: skip

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
        if word in _GERUND_OPENERS and "ing" in self.kinds(i + 1) and not self.closed(i + 1):
            return False
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
        if noun is None or (noun.words[:1] in _OBJECTIVE):
            return False
        return self.finite(noun.end) or (
            (noun.plural or noun.pronoun in c.SUBJECT_PRONOUNS)
            and "base" in self.kinds(self.past_adverbs(noun.end))
        )

    def subject_clause(self, i: int, link: str = "") -> Clause | None:
        """Read a clause with its own subject and a finite verb at a place, or return None."""
        if self._depth >= DEEPEST:
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

    def _verb_phrase(self, i: int, subject: Noun | None, *, bare: bool) -> Clause | None:
        """Read a verb without tense and what is behind it."""
        if self._depth >= DEEPEST:
            return None
        group = self.group(i, finite=False, bare=bare)
        return None if group is None else self.clause_of(i, subject, group)

    def relative(self, noun: Noun, rest: Rest | None = None) -> int:
        """Read a relative clause behind a noun phrase; return the place behind it, or 0 if there is none."""
        j = noun.end
        comma = self.at(j) == ","
        word = self.at(j + comma)
        k = j + comma + 1
        clause = None
        if self._depth >= DEEPEST or noun.pronoun in c.SUBJECT_PRONOUNS:
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
        if self.fronting:
            return False
        if rest is not None and (rest.group.lemma in lx.CLAUSE_VERBS | {"give"}):
            return False
        return self.at(j) in c.SUBJECT_PRONOUNS - {"it", "you"} and self.finite(j + 1)

    def _step(self, rest: Rest) -> bool:
        """Take in one more piece behind a verb; say whether there was one."""
        raise NotImplementedError
