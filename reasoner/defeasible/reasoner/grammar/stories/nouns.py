"""Noun phrases of an analysis as the story reader needs them: head, owner, and names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause as Said
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.people import GIVEN_NAMES, GROUPS, NAMES_AND_WORDS, PERSONS, RELATIONS
from defeasible.reasoner.english.phrase import Phrase, behind
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.syntax import Noun

_LONGEST_INITIALS = 4
_PEOPLE = PERSONS | lx.of("animals") | RELATIONS


def names_of(analyses: Iterable[Analysis]) -> frozenset[str]:
    """Return the lower-case words that are names in these texts, so that `nora` counts as well."""
    found: set[str] = set()
    lower: set[str] = set()
    analyses = list(analyses)
    tokens = [token for analysis in analyses for token in analysis.tokens]
    she = any(token.low in ("she", "her", "herself") for token in tokens)
    for token in tokens if she else ():  # `June was upset. She cried.`, not `in June`
        doer = token.tag == "NNP" and token.dep in ("nsubj", "nsubjpass", "poss")
        found |= {token.low} & GIVEN_NAMES & lx.TIMES if doer else set()
    for analysis in analyses:
        openings = {first for first, _ in analysis.sentences}
        for token in analysis.tokens:
            if not token.text[:1].isupper():
                lower.add(token.low)
            elif _may_name(token, opens=token.index in openings):
                found.add(token.low)
    return frozenset(w for w in found if w in GIVEN_NAMES or w not in lower or not lx.is_noun(w))


def _may_name(token: Token, *, opens: bool) -> bool:
    low = token.low
    acronym = token.text.isupper() and len(low) <= _LONGEST_INITIALS
    if acronym or not token.text.isalpha() or len(low) < 2 or low in lx.TIMES | lx.of("no_names"):
        return False
    if low in closed.PRONOUNS or low in closed.QUANTIFIERS or low in closed.NUMBERS:
        return False
    if low in GIVEN_NAMES and (low not in NAMES_AND_WORDS or token.tag[:2] in {"NN", "JJ"}):
        return True
    nominal = token.tag in {"NNP", "NNPS"} or (token.is_noun and token.tag != "PRP")
    return nominal and not (opens and (lx.is_noun(low) or token.tag == "NNS"))


class Nouns:
    """Reads the noun phrases of one text; each phrase is read once and yields one `Noun`.

    Args:
        names: The words that are names; see `names_of`.
    """

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._made: dict[int, Noun] = {}
        self._denied = False
        """Whether the clause that is read has a negation, so that `but` sets one noun against another."""

    def container(self, phrase: Phrase) -> Noun:
        """Return the noun of a container phrase, not of its contents: `opened a jar of olives`."""
        if singular(phrase.head.low) not in lx.CONTAINERS or phrase.joined:
            return self.noun(phrase)
        return self._made.setdefault(phrase.head.index, self._thing(phrase))

    def noun(self, phrase: Phrase) -> Noun:
        """Return the noun of a phrase, with its conjuncts."""
        if phrase.head.index not in self._made:
            self._made[phrase.head.index] = self._joined(phrase)
        return self._made[phrase.head.index]

    def subject(self, said: Said) -> Noun | None:
        """Begin a clause, and return its subject."""
        self._denied = bool(said.negations)
        return self.perhaps(said.subject)

    def perhaps(self, phrase: Phrase | None) -> Noun | None:
        """Return the noun of a phrase, or None without a phrase."""
        return self.noun(phrase) if phrase is not None else None

    def is_name(self, token: Token) -> bool:
        """Return whether a token is a name in this text."""
        return token.low in self._names and (token.text[:1].isupper() or not lx.is_noun(token.low))

    def _joined(self, phrase: Phrase) -> Noun:
        first = self._single(phrase)
        if not phrase.joined or first.items:
            return first
        items = (first, *(self.noun(p) for p in phrase.joined if p.correlative != "not"))
        if len(items) == 1 or (phrase.conjunction == "but" and self._denied):  # `not Ann but Bob`
            return replace(first, excepted=self.noun(phrase.joined[0]))
        return Noun(
            first.start, max(n.end for n in items), items=items, plural=True, time=all(n.time for n in items),
            negative=any(n.negative for n in items),
            either=phrase.conjunction == "or",
        )  # fmt: skip

    def _single(self, phrase: Phrase) -> Noun:
        found = self._measured(phrase) or self._pronoun(phrase) or self._thing(phrase)
        return found if phrase.excepted is None else replace(found, excepted=self.noun(phrase.excepted))

    def _measured(self, phrase: Phrase) -> Noun | None:
        """Return the measured noun of `a bag of chips`, `all of the kids`, `none of them`."""
        head = phrase.head
        every = phrase.quantifier is not None and phrase.quantifier.kind == "every"
        scraps = every and head.low in lx.of("scraps")  # `ate every crumb of it`
        counts = head.low in closed.QUANTIFIERS or head.tag == "CD" or singular(head.low) in lx.of("measures")
        counts |= scraps
        of = behind(phrase.obliques, ("of",))
        if not counts or not of:
            return None
        negative = phrase.quantifier is not None and phrase.quantifier.kind == "no"
        inner = self._joined(of[0])
        if inner.pronoun == "they" and head.low in lx.of("portions"):
            some = replace(inner, start=phrase.start, words=("one",), head="one", pronoun="one")
            return replace(some, plural=head.low != "one", owner=inner)
        one = head.low in {"one", "each", "another"} and not inner.pronoun
        counts = scraps or head.low == "last" or head.low in lx.of("everyone")
        counts = counts or closed.QUANTIFIERS.get(head.low) in ("every", "no")
        several = head.low in lx.of("counting") or head.tag == "CD"
        much = ("much",) if singular(head.low) in lx.of("amounts") else ("last",) * (head.low == "last")
        return replace(
            inner,
            start=phrase.start,
            plural=not one if several else inner.plural,
            determiner="a" if one else inner.determiner or "some",
            adjectives=(*much, *inner.adjectives),
            part=not counts and (inner.determiner in ("the", "own") or inner.pronoun == "it"),
            negative=negative or inner.negative,
            vessel=singular(head.low) if singular(head.low) in lx.CONTAINERS else "",
        )

    def _pronoun(self, phrase: Phrase) -> Noun | None:
        kind = phrase.pronoun
        start, end, low = phrase.start, phrase.end, phrase.head.low
        quantifier = phrase.quantifier.kind if phrase.quantifier is not None else ""
        if low in {"other", "another"} and quantifier:
            return Noun(start, end, ("themselves",), "they", pronoun="they")
        bare = not (phrase.nouns or phrase.adjectives or phrase.determiner or phrase.obliques)
        if phrase.head.tag == "CD" and start < phrase.head.start and bare:
            return Noun(start, end, ("them",), "they", pronoun="they")  # `dropped all four`
        if low in lx.of("scraps") - {"one"} and quantifier == "every" and not phrase.obliques:
            return Noun(start, end, ("it",), "it", pronoun="it")  # `drank every drop`
        counted = phrase.head.tag == "CD" and low in closed.NUMBERS and low not in closed.ARTICLES
        if counted and bare and phrase.head.dep in {"dobj", "nsubj"}:  # `took two each`: of those spoken of
            they = Noun(start, end, ("them",), "they", pronoun="they")
            return Noun(start, end, ("one",), "one", pronoun="one", plural=low != "one", owner=they)
        if low in closed.QUANTIFIERS and not phrase.nouns:
            return self._indefinite(phrase, closed.QUANTIFIERS[low])
        if low == "one" and quantifier in {"every", "any", "some", "no"}:
            return self._indefinite(phrase, quantifier)
        if kind is None or (phrase.owner is not None and kind.id != "one"):
            return None
        if kind.id == "one" or low in lx.of("standing"):
            words, owner = tuple(t.low for t in phrase.adjectives), self.perhaps(phrase.owner)
            determiner = "own" if owner else phrase.determiner or quantifier
            one = Noun(start, end, ("one",), "one", determiner, words, "one", plural=low == "ones")
            return replace(one, owner=owner)
        this = kind.id in {"this", "these"}
        pronoun = "this" if this else kind.id
        return Noun(start, end, (low,), pronoun, low if this else "", pronoun=pronoun)

    def _indefinite(self, phrase: Phrase, kind: str) -> Noun:
        low = phrase.head.low
        start, end, negative = phrase.start, phrase.end, kind == "no"
        if low != "none" and not low.endswith(("one", "body", "thing")):
            plural = low not in {"another", "each", "either"}
            one = Noun(start, end, (low,), "one", low, (), "one", plural=plural, negative=negative)
            return replace(one, part=phrase.excepted is not None)  # `all but two`
        adjectives = tuple(t.low for t in phrase.adjectives)
        head = "every" if kind == "every" else "some"
        head += "one" if low.endswith(("one", "body")) and low != "none" else "thing"
        of_whom = phrase.obliques and phrase.head.dep == "nsubj"  # not `there was nobody in the hall`
        part = negative and bool(adjectives or of_whom or phrase.narrowed)
        whoever = Noun(start, end, (low,), head, adjectives=adjectives, pronoun=head, negative=negative)
        return replace(whoever, part=part)

    def _thing(self, phrase: Phrase) -> Noun:
        head, before = phrase.head, list(phrase.nouns)
        name = self.is_name(head)
        owner = self.perhaps(phrase.owner)
        alias = ""
        if name:
            beside = [t for t in before if not self.is_name(t) and lx.is_noun(t.low)]  # not `Little Bear`
            before = [t for t in before if self.is_name(t)]
            titled = [means for t in phrase.nouns if (means := lx.TITLES.get(t.low.rstrip(".")))]
            alias = lx.noun_lemma(beside[-1].low) if beside else "".join(titled[:1])
        words, quantifier = (*(t.low for t in before), head.low), phrase.quantifier
        determiner = "own" if owner is not None else phrase.determiner
        if not determiner and quantifier is not None:
            number = quantifier.kind == "number" and quantifier.words not in closed.NUMBERS
            determiner = "number" if number else quantifier.words.split()[-1]
        counted = quantifier is not None and (quantifier.count or 0) > 1
        flock = head.low in lx.of("zero_plurals") and determiner not in ("a", "one", "this", "that")
        several = counted or flock or head.low in GROUPS
        plural = not name and (several or singular(head.low) != head.low)
        end = phrase.end
        for of in behind(phrase.obliques, ("of",))[:1] if owner is None and not name else ():
            owner, end = self.noun(of), max(end, of.end)
        if "_".join(words[-2:]) in lx.of("look_alikes"):
            words = (*words[:-2], "_".join(words[-2:]))  # a teddy bear is no bear
        half = quantifier is not None and quantifier.kind == "half" and head.dep == "dobj"  # `half the door`
        times = set(words) <= lx.TIMES and not name and determiner not in {"a", "an", "own", "no"}
        made = Noun(
            phrase.start, end, words, words[-1] if name else lx.noun_lemma(words[-1]), determiner,
            tuple(t.low for t in phrase.adjectives), name=name, plural=plural, owner=owner, alias=alias,
            time=times, negative=quantifier is not None and quantifier.kind == "no",
            part=phrase.excepted is not None or half,
        )  # fmt: skip
        return self._beside(phrase, made)

    def _beside(self, phrase: Phrase, noun: Noun) -> Noun:
        """Merge a name and its apposition: `his friend Amy`, `Kiwi the cat`."""
        other = phrase.apposition
        if other is None:
            return noun
        if noun.name and not self.is_name(other.head):
            alias = lx.noun_lemma(other.head.low)
            return replace(noun, alias=alias) if singular(other.head.low) in _PEOPLE else noun
        if not self.is_name(other.head) or noun.name or singular(noun.head) not in _PEOPLE:
            return noun
        words = (*(t.low for t in other.nouns), other.head.low)
        named = replace(noun, words=words, head=words[-1], name=True, alias=noun.head, plural=False)
        return replace(named, end=max(noun.end, other.end))


def place_of(phrase: Phrase) -> str:
    """Return a place that is parsed like a time: `lives next door`, `went home`; empty for other phrases."""
    low = phrase.head.low
    next_door = low == "door" and not phrase.determiner
    return "next_door" if next_door else low if low in lx.PLACE_ADVERBS else ""
