"""Clauses that verbs and adjectives take: `to swim`, `that he won`, `crying`; and those adjectives."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.arguments import BARE, Arguments
from defeasible.reasoner.grammar.stories.governing import DEEPEST, Rest
from defeasible.reasoner.grammar.stories.syntax import Clause, CompKind, Complement, Noun

_MOST_JOINED = 7
_TO_LEFT_OUT = word_set("""
    fail try want need decide start begin refuse forget manage like love
    """)
"""Verbs behind which hurried writers leave out `to`."""
_ING_OBJECT = word_set("""
    see hear watch notice find catch keep leave spot get have stop observe feel send
    """)
_RESULT = word_set("""
    make keep find leave get drive paint consider call turn set want think dye cut like have prove
    """)
_ASKING = lx.CLAUSE_VERBS | word_set(
    "ask wonder know see check decide care teach show tell love like hate explain be"
)


class Complements(Arguments):
    """Reads what stands behind verbs."""

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
            self._idiom(rest)
            or self._infinitive(rest)
            or self._that(rest)
            or self._question(rest)
            or self._adjective_step(rest)
            or (self.fixed(i) > 0 and self._adverb_step(rest))
            or self._particle(rest)
            or self._preposition(rest)
            or self._adverb_step(rest)
            or self._participle(rest)
            or self._object(rest)
        )

    def _infinitive(self, rest: Rest) -> bool:
        i = rest.at
        denied = self.at(i) in c.NEGATIONS and self.at(i + 1) == "to"
        j = i + 1 + denied if self.at(i) == "to" or denied else 0
        if (self.at(i), self.at(i + 1), self.at(i + 2)) == ("in", "order", "to"):
            j = i + 3
        if j and (rest.group.lemma in lx.CONTROL | lx.OBJECT_CONTROL or rest.predicate is not None):
            self.expect_verb(j)
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
        last = rest.phrases[-1] if rest.phrases else None
        if last is not None and last.preposition == "for" and last.end == rest.at and last.noun is not None:
            return last.noun  # `waited for Ann to come`
        if rest.objects and not self.may_act(rest.objects[-1]):
            return rest.subject  # `made a plan to win`
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
        while self.at(rest.at) in ("and", "or") and len(rest.complements) < _MOST_JOINED:
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
            if rest.complements or rest.phrases or (rest.objects and lemma not in lx.SAYING):
                return False
            if self._opens_clause(i) and not self.adverb(i) and self._told_apart(i):
                clause = self.subject_clause(i)
                if clause is not None:
                    self._add(rest, "that", clause, own=True)
                    return True
        return False

    def _told_apart(self, i: int) -> bool:
        """Return whether a subject here is no object with a plural behind it: `heard faint cries`."""
        noun = self.noun(i, subject=True)
        bare = noun is not None and not (
            noun.determiner or noun.owner or noun.name or noun.pronoun or noun.plural or noun.items
        )
        return not bare or (noun is not None and self.surely_finite(noun.end))

    def _question(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        if word not in c.WH | {"if"} or (word in c.RELATIVES and rest.objects and word != "where"):
            return False
        asking = rest.group.lemma in _ASKING or rest.predicate is not None or rest.particle
        if self.at(i + 1) == "to":
            self.expect_verb(i + 2)
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
            group = self.group(j) if self._depth < DEEPEST else None
            if group is None or word not in ("what", "who", "which"):
                return False
            found = self.clause_of(i, None, group)
        self._add(rest, "wh", found, own=True)
        return True

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
        if rest.predicate is not None or rest.particle:
            return False
        lemma = rest.group.lemma
        of_object = bool(rest.objects) and lemma in _RESULT
        measured = (
            lemma in lx.LINKING_BE
            and bool(rest.objects)
            and rest.objects[-1].determiner in c.NUMBERS | {"number", "a"}
        )
        linking = (not rest.objects or (measured and rest.objects[-1].end == rest.at)) and (
            lemma in lx.LINKING_BE or lemma in lx.LINKING_SENSE
        )
        if (not of_object and not linking) or rest.group.passive:
            return False
        i = rest.at
        denied = self.at(i) in c.NEGATIONS
        moving = lemma in ("go", "come", "turn", "fall", "keep", "grow") or (lemma == "get" and rest.adverbs)
        if moving and self.adverbial(i):
            return False
        if of_object and lemma in BARE and "base" in self.kinds(i) and self._starts_noun(i + 1):
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

    def _participle(self, rest: Rest) -> bool:
        i = rest.at
        forms = self.kinds(i)
        lemma = rest.group.lemma
        if not forms or (self.closed(i) and self.at(i) not in ("being", "having", "doing")):
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
        if "base" in forms and lemma in _TO_LEFT_OUT and not rest.objects and not lx.is_noun(self.at(i)):
            missing = self._verb_phrase(i, rest.subject, bare=True)  # `failed quit smoking`
            if missing is None:
                return False
            self._add(rest, "to", missing)
            return True
        if "base" in forms and (lemma in BARE and (rest.objects or lemma in ("go", "help"))):
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


def _denied(clause: Clause) -> Clause:
    """Return a clause with one more negation."""
    return replace(clause, group=replace(clause.group, negations=(*clause.group.negations, "not")))
