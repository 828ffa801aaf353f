"""Which name a pronoun stands for, where only one can be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from defeasible.reasoner.english.people import FEMALE_NAMES, MALE_NAMES, NAMES_AND_WORDS
from defeasible.reasoner.grammar import words as w
from defeasible.reasoner.grammar.tokens import Tokens


class People:
    """The names and pronouns of some texts.

    A name is a capitalised word that is a known given name, or that opens a clause after `if`, `then`,
    `when` or `unless`.
    """

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.pronouns: set[str] = set()

    def hear(self, texts: Iterable[Tokens]) -> None:
        """Note whom texts speak of."""
        for tokens in texts:
            before = ""
            for token in tokens:
                norm = token.norm
                if norm in w.PRONOUNS:
                    self.pronouns.add(w.PRONOUNS[norm])
                elif token.text[:1].isupper() and _may_be_name(norm, before):
                    self.names.add(norm)
                before = norm

    def aliases(self) -> dict[str, str]:
        """Return the pronouns that can stand for one name only, with that name in lower case.

        Two people who could both be `he` leave `he` unresolved.
        """
        return {pronoun: next(iter(names)) for pronoun, names in self._possible() if len(names) == 1}

    def unclear(self) -> frozenset[str]:
        """Return the pronouns that may stand for one of several names; `they` may stand for all of them."""
        return frozenset(p for p, names in self._possible() if len(names) > 1 and p != "they")

    def _possible(self) -> Iterator[tuple[str, set[str]]]:
        """Yield each pronoun that was said with the names that it may stand for."""
        for pronoun, excluded in (("he", FEMALE_NAMES), ("she", MALE_NAMES), ("they", frozenset[str]())):
            if pronoun in self.pronouns:
                yield pronoun, self.names - excluded


_OPENERS = frozenset({"if", "then", "unless", "when", "whenever"})


def _may_be_name(norm: str, before: str) -> bool:
    if norm in (MALE_NAMES | FEMALE_NAMES) - NAMES_AND_WORDS:
        return True
    if before not in _OPENERS or not norm.isalpha() or len(norm) == 1:
        return False
    return not any(
        norm in words
        for words in (w.DETERMINERS, w.SUBJECT_PRONOUNS, w.INDEFINITES, w.NEGATIVE_PRONOUNS, w.FEWER, {"not"})
    )
