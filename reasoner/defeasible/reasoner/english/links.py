"""How a clause depends on another: its relation, and the connective that joins the two."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.clause import Relation
from defeasible.reasoner.english.connectives import INVERTED, Connective, connective_at, spans_of
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import SUBJECTS, Tree

_RELATIONS: dict[str, Relation] = {
    "advcl": "adverbial", "relcl": "relative", "acl": "participle", "ccomp": "content", "csubj": "content",
    "csubjpass": "content", "xcomp": "infinitive", "pcomp": "gerund", "conj": "conjunct", "parataxis": "main",
}  # fmt: skip
_CONTENTFUL = frozenset({"case", "fact", "truth", "idea", "claim", "news", "rumour"})
"""Nouns whose `that` clause is their content."""


class Links:
    """Read the links between the clauses of one sentence."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        found = spans_of(tree.tokens)
        # `is as long as the oar is`, `the moment passed`
        said = [t.start for t in tree.tokens if t.dep == ("nsubj" if t.lemma == "moment" else "acomp")]
        self.spans = {n: c for n, c in found.items() if not any(c.start <= at < c.end for at in said)}
        """Number of a token to the multiword connective that it belongs to."""

    def relation(self, head: Token) -> Relation:
        """Return the relation of a clause, given by its head, to the one above it."""
        if head.head == head.index:
            return "main" if head.is_verb or self._tree.child(head, *SUBJECTS) is not None else "fragment"
        relation = _RELATIONS.get(head.dep, "main" if head.is_verb else "fragment")
        first, host = min(self._tree.under(head), key=lambda t: t.index), self._tree.head(head)
        told = first.low == "that" and host.lemma in _CONTENTFUL and host.index == first.index - 1
        if told and relation == "relative" and self._tree.child(head, *SUBJECTS) not in {None, first}:
            self._tree.take(first)
            return "content"
        if relation == "relative" and self._tree.has_to(head):
            return "infinitive"  # `a snack to give the lamb`
        that = self._tree.child(head, "mark")
        if relation == "participle" and (head.tag in {"VB", "VBZ", "VBP"} or (that and that.low == "that")):
            return "infinitive" if self._tree.has_to(head) else "content"
        if relation in {"adverbial", "content"} and self._tree.has_to(head):
            return "infinitive"
        if relation == "infinitive" and head.tag == "VBG":
            return "gerund"
        return relation

    def link(self, head: Token, relation: Relation) -> Connective | None:
        """Return the connective that joins a clause to the one above it."""
        tree = self._tree
        under = tree.under(head)
        for mark in tree.children(head, "mark", "advmod", "prep"):
            span = self.spans.get(mark.index)
            inside = span is None or span.end in {t.end for t in under}
            found = self._marked(mark) if inside and mark.index < head.index else None
            if found is not None:
                return self._paired(found, head)
        first = min((t for t in under if t.index not in self.spans), key=lambda t: t.index, default=head)
        before = tree.before(first)
        if before is not None and before.index in self.spans:
            return self._paired(self._spanned(before), head)
        if relation == "conjunct":
            return self._coordinated(head)
        if relation == "gerund":
            above = tree.head(head)
            if above.dep == "prep":
                return connective_at(tree.tokens, above.index - tree.first)
        if relation == "adverbial" and first.low in INVERTED and first.dep in {"aux", "auxpass", "advcl"}:
            return Connective("if", "condition", first.low, first.start, first.end)
        if relation == "relative":
            return Connective("relative", "relative", "", head.start, head.start)
        return None

    def _marked(self, mark: Token) -> Connective | None:
        """Return the connective that a subordinator is or belongs to: `even if`, `only if`."""
        tree = self._tree
        if mark.index in self.spans:
            return self._spanned(mark)
        if mark.tag == "WRB" and mark.low not in {"when", "whenever", "once"}:
            return None
        if mark.dep == "prep" and tree.child(mark, "pobj") is not None:
            return None
        found = connective_at(tree.tokens, mark.index - tree.first)
        if mark.low == "for" and mark.dep == "mark" and not tree.has_to(tree.head(mark)):
            found = Connective("because", "reason", "for", mark.start, mark.end)
        if found is None or found.role == "coordination":
            return None
        subject = tree.child(tree.head(mark), *SUBJECTS)
        if found.kind == "so" and subject is not None and subject.index > mark.head:
            return None  # `and so does Bob`
        if mark.low == "once" and subject is not None and subject.index < mark.index:
            return None  # `the boat once belonged to Ann`
        tree.take(mark)
        return found

    def _spanned(self, token: Token) -> Connective:
        found = self.spans[token.index]
        self._tree.take(*(t for t in self._tree.tokens if found.start <= t.start < found.end))
        return found

    def _paired(self, found: Connective, head: Token) -> Connective:
        above = self._tree.above(head)
        then = above is not None and any(c.low == "then" for c in self._tree.children(above, "advmod"))
        return replace(found, correlative="then") if then else found

    def _coordinated(self, head: Token) -> Connective | None:
        """Return what conjoins a clause to the one before: `and`, `or`, with `either`, `neither`."""
        tree = self._tree
        host = tree.head(head)
        coordinators = [c for c in tree.children(host, "cc") if c.index < head.index]
        before = tree.before(min(tree.under(head), key=lambda t: t.index))
        if before is not None and before.low in {"so", "then", "but", "or", "nor"}:
            coordinators.append(before)
        if not coordinators:
            return None
        word = coordinators[-1]
        tree.take(word)
        found = connective_at(tree.tokens, word.index - tree.first)
        beside = tree.children(host, "preconj", "cc", "advmod", "det")
        pairs = [c for c in beside if c.low in {"either", "neither", "both"}]
        tree.take(*pairs)
        pair = pairs[0].low if pairs else ""
        for place in range(len(tree.tokens) - 2):
            last = tree.tokens[place : place + 3]
            if [t.low for t in last] == ["but", "not", "both"]:
                tree.take(*last)
                pair = "but not both"
        after = tree.after(word)
        if after is not None and after.low == "not" and not pair:
            pair = "not"
        return replace(found, correlative=pair) if found is not None else None
