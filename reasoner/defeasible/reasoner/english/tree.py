"""The dependency tree of a sentence, with the words that a reading has accounted for."""

from __future__ import annotations

from collections.abc import Sequence

from defeasible.reasoner.english.tokens import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})
_CLAUSAL = SUBJECTS - {"nsubj", "nsubjpass"} | {
    "ROOT", "ccomp", "xcomp", "advcl", "relcl", "acl", "pcomp", "parataxis", "oprd", "dep",
}  # fmt: skip
_GROUP = frozenset({"aux", "auxpass"})


class Tree:
    """A sentence: its tokens, their dependents, its clauses, and what has been read of it."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.first = tokens[0].index if tokens else 0
        self._children: list[list[Token]] = [[] for _ in tokens]
        for token in tokens:
            if token.head != token.index:
                self._children[token.head - self.first].append(token)
        self.read: set[int] = set()
        """Numbers of the tokens that some field accounts for."""
        self.heads = [token for token in tokens if self._heads_clause(token)]
        """Heads of clauses, in order."""
        self._of = {token.index for token in self.heads}
        self._under: dict[int, list[Token]] = {}

    def children(self, token: Token, *deps: str) -> list[Token]:
        """Return the dependents of a token, in order; only those in the given relations, if any are given."""
        found = self._children[token.index - self.first]
        return [child for child in found if child.dep in deps] if deps else found

    def child(self, token: Token, *deps: str) -> Token | None:
        """Return the first dependent of one of the relations."""
        return next((c for c in self._children[token.index - self.first] if c.dep in deps), None)

    def head(self, token: Token) -> Token:
        """Return the head of a token."""
        return self.tokens[token.head - self.first]

    def led_by(self, gerund: Token) -> tuple[str, ...]:
        """Return the preposition that a gerund stands behind: `from`, `out of`."""
        near = self.head(gerund)
        far = self.head(near)
        return ("out", "of") if near.low == "of" and far.low == "out" else (near.low,)

    def before(self, token: Token) -> Token | None:
        """Return the token before another in the sentence."""
        place = token.index - self.first
        return self.tokens[place - 1] if place else None

    def after(self, token: Token) -> Token | None:
        """Return the token after another in the sentence."""
        place = token.index - self.first + 1
        return self.tokens[place] if place < len(self.tokens) else None

    def lows(self, first: int, end: int) -> tuple[str, ...]:
        """Return the words from one token number to another, in lower case."""
        return tuple(t.low for t in self.tokens[first - self.first : end - self.first])

    def take(self, *tokens: Token | None) -> None:
        """Mark tokens as accounted for."""
        self.read.update(token.index for token in tokens if token is not None)

    def is_clause(self, token: Token) -> bool:
        """Return whether a token heads a clause."""
        return token.index in self._of

    def owner(self, token: Token) -> Token:
        """Return the head of the clause that a token belongs to."""
        while token.index not in self._of:
            token = self.head(token)
        return token

    def above(self, head: Token) -> Token | None:
        """Return the head of the clause above a clause."""
        return None if head.head == head.index else self.owner(self.head(head))

    def has_to(self, head: Token) -> bool:
        """Return whether a verb is an infinitive with `to`."""
        return any(c.low == "to" for c in self.children(head, "aux"))

    def under(self, token: Token) -> list[Token]:
        """Return a token and its descendants, without the clauses under it."""
        found = self._under.get(token.index)
        if found is None:
            found, stack = [], [token]
            while stack:
                found.append(one := stack.pop())
                stack += [c for c in self._children[one.index - self.first] if c.index not in self._of]
            self._under[token.index] = found
        return found

    def _heads_clause(self, token: Token) -> bool:
        if token.head == token.index:
            return True
        if token.dep in _GROUP:
            return False
        if token.is_verb:
            if token.dep in _CLAUSAL:
                return True
            head = self.head(token)
            if token.dep == "conj":
                return head.is_verb or bool(self.children(token, "nsubj", "nsubjpass"))
            return bool(self.children(token, "nsubj", "nsubjpass", "aux"))
        # `considers him happy`, `with the door open`, `and the spoon huge`: it has its own subject
        return token.dep in _CLAUSAL | {"conj"} and bool(self.children(token, "nsubj", "nsubjpass"))
