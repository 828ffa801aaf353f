"""Resolves pronouns to names where only one name is possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.people import GENDERED, GIVEN_NAMES, NAMES_AND_WORDS, PERSONAL, SEX
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.words import Words

Heard: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[tuple[str, Words], ...]]


_NOT = {"he": "female", "she": "male", "they": ""}
"""Pronoun for people to the gender of whom it cannot refer to."""
_OF_ALL = frozenset({"every", "no", "any"})
"""What is said of `every pupil` brings in nobody: `she`, behind it, is somebody else."""


class People:
    """The names and pronouns of some texts.

    A name is a known given name, or a proper noun that is a subject and not the name of a place.
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        pronouns: Iterable[str] = (),
        places: Iterable[str] = (),
        things: Iterable[tuple[str, Words]] = (),
    ) -> None:
        self.names, self.pronouns = set(names), set(pronouns)
        self.places = set(places)
        """Names of what something is in: `lives in Oslo`."""
        self.things = dict(things)
        """Pronouns for the one thing that was mentioned last, with words for it: `it`, the vase."""

    @property
    def heard(self) -> Heard:
        """The names, the pronouns, the places and the things, as `People` takes them."""
        names, pronouns, places = (tuple(sorted(s)) for s in (self.names, self.pronouns, self.places))
        return names, pronouns, places, tuple(self.things.items())

    def hear(self, analyses: Iterable[Analysis]) -> None:
        """Record the people whom texts mention."""
        for analysis in analyses:
            owners = {m.phrase.owner.head.index for m in analysis.mentions if m.phrase.owner is not None}
            acting = (c.subject for c in analysis.clauses if c.subject is not None)
            subjects = owners | {one.head.index for who in acting for one in (who, *who.joined)}
            for token in analysis.tokens:
                if token.dep == "pobj" and token.tag[:3] == "NNP" and analysis.tokens[token.head].low == "in":
                    self.places |= {token.low} - GIVEN_NAMES
                name = token.low in GIVEN_NAMES and token.text[:1].isupper() and token.tag[:2] in {"NN", "JJ"}
                if name and (token.tag[:3] == "NNP" or token.low not in NAMES_AND_WORDS):
                    self.names.add(token.low)
            for mention in analysis.mentions:
                phrase = mention.phrase
                if phrase.pronoun is not None:
                    self.pronouns.add(phrase.pronoun.id)
                elif phrase.name and phrase.head.index in subjects and not phrase.determiner:
                    self.names.add(phrase.head.low)

    def meet(self, analyses: Iterable[Analysis], texts: Sequence[Analysis] | None = None) -> None:
        """Record the people without a name whom plain statements introduce, as `a plumber`.

        After `Tom met the plumber` nobody knows who `he` is; before it, as in `he met a plumber`, they do.

        Args:
            analyses: The statements.
            texts: All texts, in order; None if more may be told, with pronouns for who is met here.
        """
        last = None if texts is None else _last_pronoun(texts)
        places = {id(text): n for n, text in reversed([*enumerate(texts or ())])}  # a text may be repeated
        for analysis in analyses:
            subjects = [c.subject for c in analysis.clauses]
            acting = [p for c in analysis.clauses for p in (c.subject, *c.objects) if p is not None]
            plain = not any(c.link is not None and c.link.role == "condition" for c in analysis.clauses)
            for phrase in acting if plain else ():
                known = phrase.name or (phrase.owner is not None and phrase.owner.name and phrase in subjects)
                known = known or phrase.plural or phrase.amount in _OF_ALL
                meant = last is None or (places[id(analysis)], phrase.start) < last
                if phrase.gender in PERSONAL and not known and meant:
                    self.names.add(f"a {phrase.head.lemma}")

    def aliases(self) -> dict[str, str]:
        """Return the pronouns that can refer to one name only, each with the stem of that name.

        Two people who could both be `he` leave `he` unresolved.
        """
        return {pronoun: stem(next(iter(names))) for pronoun, names in self._possible() if len(names) == 1}

    def unclear(self) -> frozenset[str]:
        """Return the pronouns that may refer to one of several names; `they` may refer to all of them."""
        return frozenset(p for p, names in self._possible() if len(names) > 1 and p != "they")

    def _possible(self) -> Iterator[tuple[str, set[str]]]:
        """Yield each pronoun in the texts with the names that it may refer to."""
        people = {n: SEX.get(n) or GENDERED.get(n.removeprefix("a ")) for n in self.names - self.places}
        found = {p: {n for n in people if people[n] != no} for p, no in _NOT.items() if p in self.pronouns}
        for one, other in (("he", "she"), ("she", "he")):
            if len(found.get(one, ())) == 1 and len(found.get(other, ())) > 1:
                found[other] = found[other] - found[one]  # `she` can only be Irena, so `he` is not
        yield from found.items()


def _last_pronoun(texts: Sequence[Analysis]) -> tuple[int, int]:
    """Return the number of the text with the last `he`, `she` or `they`, and its place there."""
    said = ((n, m.phrase) for n, text in enumerate(texts) for m in text.mentions)
    ours = ((n, one.start) for n, one in said if one.pronoun is not None and one.pronoun.id in _NOT)
    return max(ours, default=(-1, 0))
