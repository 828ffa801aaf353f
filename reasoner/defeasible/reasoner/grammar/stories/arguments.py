"""What stands behind a verb and is no clause: particles, prepositions, adverbs, objects."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.grammar.stories import classes as c
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.governing import Governing, Rest
from defeasible.reasoner.grammar.stories.syntax import Noun, Prepositional

BARE = frozenset(
    {"make", "let", "help", "have", "see", "hear", "watch", "notice", "feel", "observe", "go", "come"}
)
"""Verbs behind whose object a verb stands without `to`."""
_DOUBLE = frozenset(
    tuple(words.split())
    for words in (
        "up to", "next to", "down to", "over to", "due to", "prior to", "close to", "along with", "away from",
        "in between",
    )
)  # fmt: skip
"""Prepositions of two words, besides those with `of` and `from`."""
_NOMINATIVE = frozenset({("he",), ("she",), ("they",), ("we",), ("i",)})
_PLACING = frozenset(
    {"put", "take", "bring", "throw", "set", "pull", "send", "pack", "load", "stuff", "plug"}
)
"""Verbs of motion that move a thing: what follows their particle is that thing."""
_POSSESSING = frozenset(
    {"have", "own", "buy", "need", "get", "sell", "use", "offer", "give", "want", "take", "bring"}
)


class Arguments(Governing):
    """Reads objects, particles and phrases."""

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
                word in c.DIRECTIONS
                and (lemma in lx.MOTION - _PLACING or word in ("by", "through", "around"))
            ):
                return False
            if (
                word in ("around", "by", "through", "along", "over")
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
        if self.adverbial(i) and not self.nominal(i + 1):
            return False  # `get along well`
        return self.nominal(i) and not self.adverb(i) and not self.joins_clause(i)

    def _preposition(self, rest: Rest) -> bool:
        i = rest.at
        word = self.at(i)
        opens_gerund = word in ("while", "when") and "ing" in self.kinds(i + 1)
        if not (word in c.PREPOSITIONS or opens_gerund or (word, self.at(i + 1)) in _DOUBLE) or (
            word in ("as",) and self.at(i + 1) in ("soon", "well")
        ):
            return False
        j = i + 1
        second = self.at(j)
        if second in c.PREPOSITIONS and (second == "of" or word == "from" or (word, second) in _DOUBLE):
            word, j = f"{word} {second}", j + 1  # `out of`, `from under`
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
        if noun is None or noun.words[:1] in _NOMINATIVE:
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
        elif words := self.fixed(i):
            rest.adverbs.append("_".join(self.low[i : i + words]))
            rest.at += words - 1
        elif (
            not self.adverbial(i)
            or (self.adjective(i) and self._noun_behind(i))
            or (
                self.at(i) in lx.DEGREE
                and self._starts_noun(i + 1)
                and word in ("more", "most", "enough", "much")
            )
        ):
            return False
        else:
            rest.adverbs.append(word)
        rest.at += 1
        return True

    def _object(self, rest: Rest) -> bool:
        if len(rest.objects) >= 2 or (rest.objects and rest.group.copula):
            return False
        noun = self._her(rest) or self._gerund_noun(rest) or self._acting(rest)
        if noun is None or noun.words[:1] in _NOMINATIVE or (rest.group.copula and rest.phrases):
            return False
        if noun.pronoun == "it" and (rest.objects or rest.phrases) and self.finite(noun.end):
            return False
        if rest.objects and self._next_subject(rest.at):
            return False  # `as he gave orders Amy and Ray left`
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

    def _next_subject(self, i: int) -> bool:
        """Return whether a noun phrase here has a finite verb behind it that is no noun."""
        noun = self.noun(i, subject=True)
        return (
            noun is not None and not noun.time and self.at(noun.end) != "," and self.surely_finite(noun.end)
        )

    def _acting(self, rest: Rest) -> Noun | None:
        """Read an object; it ends before a verb that says what it did: `saw a car turn`."""
        self.before_verb = rest.group.lemma in BARE - {"have", "feel", "go", "come"}
        noun = self.noun(rest.at)
        self.before_verb = False
        return noun

    def _her(self, rest: Rest) -> Noun | None:
        """Read `her` for herself in `made her cry`, `let her play`."""
        i = rest.at
        if self.at(i) != "her" or rest.group.lemma not in BARE or "base" not in self.kinds(i + 1):
            return None
        if lx.is_noun(self.at(i + 1)) and rest.group.lemma not in ("make", "let", "help", "watch"):
            return None
        return Noun(i, i + 1, pronoun="she", words=("her",), head="she")

    def _gerund_noun(self, rest: Rest) -> Noun | None:
        """Read `fishing equipment` as a thing behind a verb of having."""
        i = rest.at
        if rest.group.lemma not in _POSSESSING or "ing" not in self.kinds(i) or not self.nominal(i + 1):
            return None
        inner = (
            self._single(i + 1, subject=False) if not self.closed(i + 1) and not self.kinds(i + 1) else None
        )
        if inner is None or inner.pronoun or inner.determiner or inner.name:
            return None
        return replace(inner, start=i, words=(self.at(i), *inner.words))

    def _idiom(self, rest: Rest) -> bool:
        """Read words that make one meaning with the verb: `make fun of`, `fall in love with`."""
        if rest.at != rest.group.end:
            return False
        for words in lx.IDIOMS.get(rest.group.lemma, ()):
            if tuple(self.low[rest.at : rest.at + len(words)]) == words:
                last = words[-1] in c.PREPOSITIONS
                if last and not (
                    self._starts_noun(rest.at + len(words)) or "ing" in self.kinds(rest.at + len(words))
                ):
                    continue
                rest.particle = "_".join(words)
                rest.at += len(words)
                return True
        return False

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
