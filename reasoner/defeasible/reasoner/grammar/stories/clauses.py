"""The clauses of a sentence: what stands before a subject, coordination, subordination, relative clauses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.complements import Complements
from defeasible.reasoner.grammar.stories.syntax import Clause, Complement, Noun, Prepositional
from defeasible.reasoner.grammar.tokens import Token

_MOST_CLAUSES = 200
_BEFORE_GERUNDS = frozenset({"while", "when", "after", "before", "since"})
_RAISING = frozenset({"seem", "appear", "happen", "use", "be"})


@dataclass(slots=True)
class _Front:
    """What stands before the subject of a clause."""

    at: int
    link: str = ""
    adverbs: list[str] = field(default_factory=list)
    times: list[Noun] = field(default_factory=list)
    phrases: list[Prepositional] = field(default_factory=list)
    complements: list[Complement] = field(default_factory=list)


class Clauses(Complements):
    """Reads the clauses of one sentence in the order in which they are said."""

    def __init__(self, tokens: Sequence[Token], names: frozenset[str]) -> None:
        super().__init__(tokens, names)
        self.begin()

    def read(self) -> list[Clause]:
        """Return the clauses; words that belong to none are passed over."""
        found: list[Clause] = []
        i = 0
        subordinate = False
        while i < self.size and len(found) < _MOST_CLAUSES:
            before = found[-1] if found else None
            self.relatives = []
            self.fronting = True
            front = self._front(i, None if subordinate else before)
            self.fronting = False
            clause = self._clause(front, before)
            if clause is None:
                i = self._next_border(max(i + 1, front.at))
                continue
            found.append(clause)
            found.extend(self.relatives)
            found_end = max(clause.end, i + 1)
            subordinate = clause.link in c.SUBORDINATORS
            i = found_end
        return _in_order(found)

    def _next_border(self, i: int) -> int:
        while i < self.size and self.word(i) and not self.joins_clause(i):
            i += 1
        return i

    # --- before the subject -------------------------------------------------------------------------------

    def _front(self, i: int, before: Clause | None) -> _Front:
        front = _Front(i)
        while front.at < self.size and self._front_step(front, before):
            pass
        return front

    def _front_step(self, front: _Front, before: Clause | None) -> bool:
        i = front.at
        word = self.at(i)
        if not self.word(i):
            front.at += 1
            return True
        if self.name(i):
            return False
        if words := self.complex_subordinator(i):
            front.link = " ".join(self.low[i : i + words])
            front.at += words
            return True
        if word in _BEFORE_GERUNDS and ("ing" in self.kinds(i + 1) or self.at(i + 1) in ("there", "here")):
            return self._front_preposition(front)
        if word in c.SUBORDINATORS and (word not in c.PREPOSITIONS or self._opens_clause(i + 1)):
            front.link = word
        elif word in ("and", "but", "or", "nor", "yet", "plus", "&"):
            front.link = front.link or word
        elif word == "then" or word in c.INTERJECTIONS:
            front.adverbs.append(word)
        elif word in ("not", "no") and self.at(i + 1) == ",":
            pass
        elif words := self.fixed(i):
            front.adverbs.append("_".join(self.low[i : i + words]))
            front.at += words
            return True
        elif self.adverbial(i) and not (
            word == "there" or self._begins_noun(i) or (word in lx.TIMES and self.at(i + 1) in c.FINITE_BE)
        ):
            if front.link and before is not None and self.group(i) is not None:
                return False
            front.adverbs.append(word)
        else:
            return self._front_phrase(front, before)
        front.at += 1
        return True

    def _begins_noun(self, i: int) -> bool:
        return (self.adjective(i) and self._noun_behind(i)) or self.at(i) in (
            "much",
            "more",
            "most",
            "enough",
        )

    def _front_phrase(self, front: _Front, before: Clause | None) -> bool:
        """Read a time, a preposition, a participle or an infinitive before the subject."""
        i = front.at
        word = self.at(i)
        if word in c.PREPOSITIONS and not (word == "like" and "base" in self.kinds(i) and i > 0):
            return self._front_preposition(front)
        if word == "to" or ("ing" in self.kinds(i) and not self.closed(i)) or word == "in":
            return self._front_verb(front, before)
        if (
            "part" in self.kinds(i)
            and not self.closed(i)
            and before is None
            and self.at(i + 1) in c.PREPOSITIONS | {"to"}
        ):
            return self._front_verb(front, before)
        noun = self._single(i, subject=True)
        if noun is None or not noun.time or self.finite(noun.end):
            return False
        front.times.append(noun)
        front.at = noun.end
        if self.at(noun.end) in ("later", "ago", "before", "after"):
            front.at += 1
        return True

    def _front_preposition(self, front: _Front) -> bool:
        i = front.at
        word = self.at(i)
        j = i + 1
        if word == "to" and "base" in self._verb_at(j):
            return self._front_verb(front, None)
        if self.at(j) in c.PREPOSITIONS:
            word, j = f"{word} {self.at(j)}", j + 1
        if "ing" in self.kinds(j) and not self.name(j):
            clause = self._verb_phrase(j, None, bare=False)
            if clause is not None:
                front.phrases.append(Prepositional(word, i, clause.end, clause=clause))
                front.at = clause.end
                return True
        if self.at(j) in ("there", "here") or (
            self.at(j) in ("first", "last", "least") and not self.nominal(j + 1)
        ):
            front.adverbs.append(self.at(j))
            front.at = j + 1
            return True
        noun = self.noun(j, joined=False) if self.at(j) != "," else None
        if noun is None:
            return False
        front.phrases.append(Prepositional(word, i, noun.end, noun))
        front.at = noun.end
        end = self.relative(noun) if self.at(noun.end) not in c.SUBJECT_PRONOUNS else 0
        front.at = max(end, noun.end)
        return True

    def _front_verb(self, front: _Front, before: Clause | None) -> bool:
        i = front.at
        infinitive = self.at(i) == "to"
        j = i + 1 if infinitive else i
        if infinitive and "base" not in self._verb_at(j):
            return False
        if not infinitive and before is not None and front.link:
            return False
        clause = self._verb_phrase(j, None, bare=infinitive)
        parted = self.at(clause.end) == "," if clause is not None else False
        parted = parted or (
            clause is not None and self.at(clause.end) in c.SUBJECT_PRONOUNS and self.finite(clause.end + 1)
        )
        if clause is None or self.finite(clause.end) or not (parted or infinitive):
            return False
        front.complements.append(Complement("to" if infinitive else "ing", clause))
        front.at = clause.end
        return True

    # --- subject and verb ---------------------------------------------------------------------------------

    def _clause(self, front: _Front, before: Clause | None) -> Clause | None:
        i = front.at
        clause = (
            self._there(front)
            or self._with_subject(front)
            or self._gerund_subject(front)
            or self._shared(front, before)
        )
        if clause is None:
            return None
        return replace(
            clause,
            start=min(i, clause.start),
            adverbs=(*front.adverbs, *clause.adverbs),
            times=(*front.times, *clause.times),
            phrases=(*front.phrases, *clause.phrases),
            complements=(
                *(Complement(p.kind, replace(p.clause, subject=clause.subject)) for p in front.complements),
                *clause.complements,
            ),
            link=front.link or clause.link,
        )

    def _there(self, front: _Front) -> Clause | None:
        i = front.at
        if self.at(i) != "there":
            return None
        group = self.group(i + 1)
        if group is None or (group.lemma not in _RAISING and not group.copula):
            return None
        clause = self.clause_of(i, None, group)
        return replace(clause, there=True) if clause.objects else None

    def _with_subject(self, front: _Front) -> Clause | None:
        i = front.at
        subject = self.noun(i, subject=True)
        if subject is None:
            return None
        if subject.time and not self.finite(subject.end):
            return None
        for noun in (subject, self._single(i, subject=True) if subject.items else None):
            if noun is None:
                continue
            for j in (self.behind_subject(noun), self.relative(noun), self._apposition(noun)):
                if not j:
                    continue
                bare = noun.plural or noun.pronoun in ("i", "you", "we", "they")
                group = self.group(j, bare=bare)
                if group is not None:
                    return self.clause_of(i, noun, group)
        return None

    def _gerund_subject(self, front: _Front) -> Clause | None:
        """Read a clause whose subject is a gerund: `keeping busy helped`."""
        i = front.at
        if "ing" not in self.kinds(i) or self.closed(i):
            return None
        inner = self._verb_phrase(i, None, bare=False)
        group = self.group(inner.end) if inner is not None and self.finite(inner.end) else None
        if inner is None or group is None:
            return None
        subject = Noun(i, inner.end, tuple(self.low[i : inner.end]), " ".join(self.low[i : inner.end]), "the")
        return self.clause_of(i, subject, group)

    def _apposition(self, noun: Noun) -> int:
        """Return the place behind a remark between commas: `Ann, a nurse, smiled`."""
        j = noun.end
        if self.at(j) in ("also", "all", "both", "each", "himself", "herself", "themselves", "then"):
            return j + 1
        if self.at(j) != ",":
            return 0
        inner = self.noun(j + 1, subject=True, joined=False)
        return inner.end + 1 if inner is not None and self.at(inner.end) == "," else 0

    def _shared(self, front: _Front, before: Clause | None) -> Clause | None:
        """Read a verb that shares the subject of the clause before: `and went home`."""
        if before is None:
            return None
        subject = before.subject
        if subject is None or not (
            front.link in ("and", "but", "or", "nor", "yet") or front.adverbs or self._after_comma(front)
        ):
            return None
        helped = bool(before.group.modal) or before.group.form == "base"
        group = self.group(
            front.at, bare=helped or subject.plural or subject.pronoun in ("i", "you", "we", "they")
        )
        if group is None and before.group.progressive and "ing" in self.kinds(self.past_adverbs(front.at)):
            group = self.group(front.at, finite=False)
            group = None if group is None else replace(group, progressive=True, past=before.group.past)
        if group is None and before.group.passive and "part" in self.kinds(self.past_adverbs(front.at)):
            group = self.group(front.at, finite=False)
            group = None if group is None else replace(group, passive=True, past=before.group.past)
        if group is None:
            return None
        if helped and group.form == "base" and not group.modal:
            group = replace(group, modal=before.group.modal, negations=group.negations)
        if group.passive is False and before.group.perfect and group.form == "part":
            group = replace(group, perfect=True, past=before.group.past)
        return self.clause_of(front.at, subject, group, link="and")

    def _after_comma(self, front: _Front) -> bool:
        return self.at(front.at - 1) == ","


_LATER = frozenset({"before", "until", "till"})
_EARLIER = frozenset({"after", "once", "as soon as", "right after", "ever since", "since"})


def _in_order(found: list[Clause]) -> list[Clause]:
    """Put clauses in the order in which things happen, as `before` and `after` say."""
    ordered = list(found)
    for n, clause in enumerate(found):
        after = next((x for x in found[n + 1 :] if x.link not in ("relative",)), None)
        fronted = n == 0 and after is not None and not after.link
        if (
            clause.link.removeprefix("right ").removeprefix("just ") in _LATER
            and fronted
            and after is not None
        ):
            ordered.remove(clause)
            ordered.insert(ordered.index(after) + 1, clause)
        if clause.link in _EARLIER and n > 0:
            ordered.remove(clause)
            ordered.insert(max(0, min(n - 1, len(ordered))), clause)
    return ordered
