"""One sentence as its analysis sees it, and the words of its parts, to be said again in another order."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from defeasible.reasoner.english.analysis import English
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token

_ENDS = (".", "!", "?")
_MARKS = frozenset(",;:.!?–—-")
_FUNCTION = frozenset({"DT", "PR", "IN", "EX", "CC", "RB", "WD", "WP", "WR", "PD", "MD"})
"""Tags of words that are no names, written small within a sentence."""
_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}
"""What is left of `can't` without its denial."""
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "am": "is"}


def sentence_of(text: str) -> str:
    """Return a clause as a sentence, so that one clause is parsed alike wherever it stands.

    >>> sentence_of("the bridge is shut")
    'The bridge is shut.'
    """
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text.endswith(_ENDS) else text + "."


class View:
    """A sentence with its clauses, and the words of any part of it.

    Args:
        text: One clause or sentence.
        english: What analyses it.
    """

    def __init__(self, text: str, english: English) -> None:
        self.analysis = english.analyse(sentence_of(text))
        self.clauses = self.analysis.clauses
        self._children: dict[int, list[Token]] = {}
        for token in self.analysis.tokens:
            if token.head != token.index:
                self._children.setdefault(token.head, []).append(token)

        self._meant = self._names()

    def _names(self) -> dict[int, Phrase]:
        """Return the pronouns that can mean one thing only, each with the words that name it first."""
        first: dict[int, Phrase] = {}
        found: dict[int, Phrase] = {}
        for mention in self.analysis.mentions:
            phrase = mention.phrase
            if phrase.pronoun is None:
                first.setdefault(mention.thing, phrase)
            elif mention.certain and phrase.head.tag in {"PRP", "PRP$"} and mention.thing in first:
                name = first[mention.thing]
                known = name.name or name.definite or name.owner is not None
                if known and name.quantifier is None and not name.joined:
                    found[phrase.head.index] = name
        return found

    def _named(self, phrase: Phrase) -> str:
        words = " ".join(
            t.text for t in self.analysis.tokens if phrase.start <= t.start and t.end <= phrase.end
        )
        return words if phrase.name else words[:1].lower() + words[1:]

    @property
    def main(self) -> Clause | None:
        """The clause that all others hang on; None where there is not exactly one."""
        roots = [c for c in self.clauses if c.parent is None]
        whole = len(self.analysis.sentences) == 1 and len(roots) == 1
        return roots[0] if whole and roots[0].mood == "declarative" else None

    def under(self, clause: Clause) -> tuple[Clause, ...]:
        """Return the clauses that hang on a clause."""
        return self.analysis.under(clause)

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a token, in order."""
        return self._children.get(token.index, [])

    def tree(self, token: Token) -> set[int]:
        """Return the numbers of a token and of all that hangs on it."""
        found, stack = set[int](), [token]
        while stack:
            one = stack.pop()
            if one.index not in found:
                found.add(one.index)
                stack += self.children(one)
        return found

    def between(self, start: int, end: int) -> set[int]:
        """Return the numbers of the tokens between two characters."""
        return {t.index for t in self.analysis.tokens if start <= t.start and t.end <= end}

    def say(
        self,
        numbers: Collection[int],
        forms: dict[int, str] | None = None,
        beside: Collection[int] = frozenset(),
    ) -> str:
        """Return tokens as text, in their order, with names for pronouns whose names are not said there.

        Args:
            numbers: Those that are said.
            forms: Other words for some of them.
            beside: Those that are said in the same clause.
        """
        out, last = "", None
        said = [token for token in self.analysis.tokens if token.index in numbers]
        while said and said[0].text in _MARKS:
            del said[0]
        while said and said[-1].text in _MARKS:
            del said[-1]
        for token in said:
            word = (forms or {}).get(token.index, token.text)
            if token.index == 0 and token.tag[:2] in _FUNCTION and token.text != "I":
                word = word[:1].lower() + word[1:]
            name = self._meant.get(token.index)
            if (
                name is not None
                and not {name.head.index} & {*numbers, *beside}
                and token.index not in (forms or {})
            ):
                word = self._named(name) + ("'s" if token.tag == "PRP$" else "")
            if word.lower() in _SHORT and token.index + 1 not in numbers:
                word = _SHORT[word.lower()]
            close = last is not None and last.index == token.index - 1 and last.end == token.start
            out += word if close or not out or not word else f" {word}"
            last = token
        return out.strip()

    def words(self, clause: Clause, without: Iterable[Clause] = ()) -> set[int]:
        """Return the tokens of a clause and of what hangs on it, without its connective and some clauses."""
        found = self.tree(clause.head)
        for other in without:
            found -= self.tree(other.head) | self.joint(other)
        return found - (self.joint(clause) if clause.parent is not None else set())

    def joint(self, clause: Clause) -> set[int]:
        """Return the tokens of the connective of a clause."""
        if clause.link is None:
            return set()
        own = self.between(clause.link.start, clause.link.end)
        pairs = clause.link.correlative.split()
        beside = {t.index for t in self.analysis.tokens if t.low in pairs and t.low != "not"}
        return own | beside

    def phrase(self, phrase: Phrase) -> set[int]:
        """Return the tokens of a noun phrase with all that hangs on it."""
        return self.tree(phrase.head) | self.between(phrase.start, phrase.end)

    def finite(self, clause: Clause, like: Clause) -> dict[int, str]:
        """Return the words that give a clause without tense that of another one: `stopping` as `stopped`."""
        forms: dict[int, str] = {}
        verb = clause.head
        for child in self.children(clause.head):
            if child.low == "to" and child.dep == "aux":
                forms[child.index] = ""
            elif child.dep in {"aux", "auxpass"} and child.low in {"be", "being", "having", "have"}:
                verb = child
        lemma = verb.lemma
        match like.tense:
            case "past":
                new = "was" if lemma == "be" else past_tense(lemma)
            case "future":
                new = f"will {lemma}"
            case _:
                new = "is" if lemma == "be" else third_person(lemma)
        return forms | {verb.index: new}

    def singular(self, clause: Clause) -> dict[int, str]:
        """Return the verb of a clause as a subject in the singular takes it."""
        helpers = [c for c in self.children(clause.head) if c.dep in {"aux", "auxpass"}]
        verb = (helpers or [clause.head])[0]
        if verb.low in _SINGULAR:
            return {verb.index: _SINGULAR[verb.low]}
        if verb.tag in {"VBP", "VB"} and not helpers:
            return {verb.index: third_person(verb.lemma)}
        return {}
