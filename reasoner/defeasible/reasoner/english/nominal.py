"""Reads noun phrases, prepositional phrases and comparisons from a tree."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.numbers import read_count, read_number
from defeasible.reasoner.english.people import GROUPS
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase, Quantifier
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import Tree

_PRONOMINAL = frozenset({"PRP", "PRP$", "DT", "CD", "NN"})
_COMPARATIVE = frozenset({"JJR", "RBR"})
_SUPERLATIVE = frozenset({"JJS", "RBS"})
_MEASURING = ("npadvmod", "predet", "advmod", "quantmod", "nummod", "det", "amod", "dep")


_SEVERAL = closed.QUANTIFIERS.keys() | closed.WHOLE


class Nominal:
    """Read the phrases of one sentence, each once."""

    def __init__(self, tree: Tree, clauses: dict[int, int]) -> None:
        self._tree = tree
        self._clauses = clauses
        """Token number of a clause's head to the number of the clause."""
        self._phrases: dict[int, Phrase] = {}

    @property
    def phrases(self) -> list[Phrase]:
        """All phrases that were read, in order."""
        return [phrase for _, phrase in sorted(self._phrases.items())]

    def phrase(self, head: Token) -> Phrase:
        """Read the noun phrase of a head, with its conjuncts."""
        if head.index not in self._phrases:
            self._phrases[head.index] = self._phrase(head)
        return self._phrases[head.index]

    def _phrase(self, head: Token) -> Phrase:  # noqa: C901, PLR0912, PLR0915 - one case a relation
        tree = self._tree
        tree.take(head)
        children = tree.children(head)
        determiner = correlative = ""
        owner: Phrase | None = None
        excepted: Phrase | None = None
        only: Token | None = None
        apposition: Phrase | None = None
        adjectives: list[Token] = []
        nouns: list[Token] = []
        led: list[Oblique] = []
        obliques: list[Oblique] = []
        compared: list[Comparison] = []
        start = head.start
        for child in children:
            part = child.dep not in {"punct", "cc", "prep"} and not tree.is_clause(child)
            if part and child.index < head.index:
                start = min(start, *(t.start for t in tree.under(child)))
            match child.dep:
                case "det" | "predet" if child.low in closed.NEGATORS or child.low in closed.QUANTIFIERS:
                    tree.take(child)
                case "det" | "predet":
                    determiner = child.low
                    tree.take(child)
                case "poss" if child.low in closed.POSSESSIVES or child.is_noun:
                    owner = self.phrase(child)
                case "compound" | "nmod" if child.index < head.index:
                    nouns.append(child)
                    tree.take(*tree.under(child))
                case "case":
                    tree.take(child)
                case "nmod":
                    tree.take(*tree.under(child))  # `the woman next door`
                case "amod" | "nummod" | "quantmod" | "acomp" if not tree.is_clause(child):
                    if child.low in closed.QUANTIFIERS or child.tag == "CD":
                        tree.take(*tree.under(child))
                        compared += self.comparisons(child)  # `as much room as the car`
                    else:
                        adjectives.append(child)
                        tree.take(child)
                        compared += self.comparisons(child) or self._sized(child)
                        obliques += self.beside(child, compared)
                        for other in tree.children(child, "conj", "amod"):
                            adjectives.append(other)
                            compared += self.comparisons(other)
                            tree.take(other, *tree.children(child, "cc", "punct"))
                case "prep" | "agent":
                    led.append(self.oblique(child))
                case "advmod" if child.low in closed.ONLY | closed.EVEN or self._alone(child, head):
                    only = child
                    tree.take(child)
                case "advmod" if child.index > head.index and tree.child(child, "prep") is not None:
                    led.append(self.oblique(tree.children(child, "prep")[0]))  # `a giant next to`
                case "npadvmod" if child.lemma in closed.DIMENSIONS:
                    many = self.times(head)  # `two thirds the height of a table`
                    compared += [replace(c, factor=c.factor or many) for c in self.phrase(child).comparisons]
                case "appos" if child.low == "times" and tree.child(child, "npadvmod") is not None:
                    size, many = tree.children(child, "npadvmod")[0], self.times(child)
                    compared += [replace(c, factor=many) for c in self.phrase(size).comparisons]
                case "appos" if not self._listed(child):
                    apposition = self.phrase(child)
                case "preconj":
                    correlative = child.low
                    tree.take(child)
                case "neg" if head.dep == "conj" and child.index < head.index:
                    correlative = "not"
                    tree.take(child)
                case "cc":
                    tree.take(child)
                case _:
                    pass
        for found in led:
            excepting = found.preposition in closed.EXCEPTIONS
            if excepting and (self._quantifies(head) or head.lemma in GROUPS or head.tag == "NNS"):
                excepted = found.phrase
            else:
                obliques.append(found)
        joined, conjunction = self._coordination(head)
        if joined and joined[0].excepted is not None:
            excepted, joined, conjunction = joined[0].excepted, (), ""
        quantifier = self._quantifier(head)
        if joined and quantifier is not None and quantifier.words in {"either", "neither", "both"}:
            correlative, quantifier = quantifier.words, None
        compared += self._dimension(head, obliques, owner)
        if closed.QUANTIFIERS.get(head.low) == "many" or head.low in closed.DEGREES:
            compared += self.comparisons(head)  # `holds as much as the jug`
        return Phrase(
            head=head,
            start=start,
            end=head.end,
            determiner=determiner,
            quantifier=quantifier,
            owner=owner,
            adjectives=tuple(adjectives),
            nouns=tuple(nouns),
            obliques=tuple(obliques),
            comparisons=tuple(compared),
            joined=joined,
            conjunction=conjunction,
            correlative=correlative,
            excepted=excepted,
            only=only,
            apposition=apposition,
            pronoun=closed.PRONOUNS.get(head.low) if head.tag in _PRONOMINAL else None,
            narrowed=any(t.dep == "relcl" or t.low == "else" for t in tree.children(head)),
        )

    def beside(self, word: Token, compared: list[Comparison]) -> list[Oblique]:
        """Read the prepositional phrases of an adjective, without what it is compared with."""
        than = {c.standard.head.index for c in compared if c.standard is not None}
        found = [self.oblique(prep) for prep in self._tree.children(word, "prep")]
        return [o for o in found if o.phrase is None or o.phrase.head.index not in than]

    def _alone(self, child: Token, head: Token) -> bool:
        """Return whether an adverb excludes all others: `Ann alone noticed it`."""
        return child.low == "alone" and child.index == head.index + 1 and head.tag[:3] == "NNP"

    def _quantifies(self, head: Token) -> bool:
        """Return whether a phrase is of all or none: `each bird`, `nobody`, `birds`, `the whole class`."""
        leading = self._tree.children(head, "det", "predet", "poss", "nummod")
        bare = head.tag == "NNS" and not leading
        said = (head, *leading, *self._tree.children(head, "amod"))
        return bare or not _SEVERAL.isdisjoint(word.low for word in said)

    def _listed(self, child: Token) -> bool:
        """Return whether an apposition is an item of a list: `a cup, a plate and a spoon`."""
        return self._tree.child(child, "cc") is not None and self._tree.child(child, "conj") is not None

    def _coordination(self, head: Token) -> tuple[tuple[Phrase, ...], str]:
        """Return the conjuncts of a head, and their conjunction."""
        tree = self._tree
        joined: list[Phrase] = []
        conjunction = ""
        for cc in tree.children(head, "cc"):
            tree.take(cc)
            conjunction = cc.low
        for one in tree.children(head, "conj", "appos"):
            if tree.is_clause(one) or (one.dep == "appos" and not self._listed(one)):
                continue
            part = self.phrase(one)
            if conjunction in closed.EXCEPT and self._quantifies(head):
                # `nobody but Ann`, parsed as a coordination
                return (replace(part, excepted=part),), conjunction
            joined += [replace(part, joined=(), conjunction=""), *part.joined]
            conjunction = conjunction or part.conjunction
        return tuple(joined), {"&": "and", "plus": "and"}.get(conjunction, conjunction)

    # -- quantifiers -----------------------------------------------------------------------------

    def _quantifier(self, head: Token) -> Quantifier | None:
        tree = self._tree
        of = tree.child(head, "prep")
        if head.low in closed.QUANTIFIERS and (head.tag != "JJ" or (of is not None and of.low == "of")):
            named, no = closed.QUANTIFIERS[head.low], tree.before(head)
            if named == "every" and of is None and no is not None and no.low == "not":
                return Quantifier(f"not {named}", f"not {head.low}", no.start, head.end)
            return Quantifier(named, head.low, head.start, head.end)
        for number in (head, *tree.children(head, "nummod")):
            if number.tag == "CD" and number.index <= head.index:
                return self._number(number)
        for child in tree.children(head, "det", "predet", "amod", "nmod", "neg"):
            kind = closed.QUANTIFIERS.get(child.low)
            if kind is not None and (child.index < head.index or child.dep == "predet"):
                tree.take(child)
                words, start = child.low, child.start
                articles = [*tree.children(head, "det"), *tree.children(child, "quantmod", "det")]
                if kind == "few" and any(c.low == "a" for c in articles):
                    tree.take(*articles)
                    kind, words = "several", f"a {words}"
                before = tree.before(child)
                if before is not None and before.low in {"not", "nearly", "almost", "very"}:
                    words, start = f"{before.low} {words}", before.start
                    kind = f"not {kind}" if before.low == "not" else "most" if before.low != "very" else kind
                    tree.take(before)
                return Quantifier(kind, words, start, child.end)
        return None

    def _number(self, number: Token) -> Quantifier:
        """Read a number with the words before it: `at least two`."""
        tree, place = self._tree, number.index
        below = tree.under(number)
        tree.take(number, *below)
        parts = [t.low for t in sorted({number, *below}, key=lambda t: t.index) if t.tag == "CD"]
        count = read_count("-".join(part for part in parts if part != "and"))
        for words, kind in closed.QUANTIFIER_PHRASES:
            first = place - len(words)
            if first >= tree.first and tree.lows(first, place) == words:
                before = tree.tokens[first - tree.first : place - tree.first]
                tree.take(*before)
                return Quantifier(kind, " ".join((*words, number.low)), before[0].start, number.end, count)
        return Quantifier("number", number.low, number.start, number.end, count)

    # -- prepositions ----------------------------------------------------------------------------

    def oblique(self, preposition: Token) -> Oblique:
        """Read a prepositional phrase; `out of`, `in front of` are one preposition."""
        tree, at, longer = self._tree, preposition.index, closed.PREPOSITION_PHRASES
        # `next to`, `on top of`: the parser attaches the last word to the one before
        before = ((n, tree.lows(n, at + 1)) for n in range(max(at - 2, tree.first), at))
        first = next((n for n, words in before if words in longer.get(words[0], ())), at)
        inner = tree.child(preposition, "prep")
        size = 2 if inner is not None and inner.index == at + 1 else 1
        size = next(
            (len(p) for p in longer.get(preposition.low, ()) if tree.lows(at, at + len(p)) == p), size
        )
        span = tree.tokens[first - tree.first : at + size - tree.first]
        tree.take(*span)
        for extent in tree.children(preposition, "npadvmod"):  # `all the way to the lock`
            tree.take(*tree.under(extent))
        noun, clause = self._governed(span[-1])
        if noun is None and clause is None:
            noun, clause = self._governed(preposition, span[-1].index)
        phrase = self.phrase(noun) if noun is not None else None
        return Oblique(" ".join(t.low for t in span), phrase, span[0].start, span[-1].end, clause)

    def _governed(self, preposition: Token, after: int = -1) -> tuple[Token | None, int | None]:
        """Return the noun and the clause that a preposition governs."""
        for child in self._tree.children(preposition, "pobj", "pcomp", "npadvmod", "dobj"):
            if child.index > max(preposition.index, after):
                if self._tree.is_clause(child):
                    return None, self._clauses[child.index]
                if child.dep in {"pobj", "npadvmod", "dobj"} or child.is_noun:
                    return child, None
        return None, None

    # -- comparisons -----------------------------------------------------------------------------

    def comparisons(self, word: Token) -> list[Comparison]:
        """Read the degree of an adjective or adverb: `twice as big as`, `too small`, `biggest`."""
        tree = self._tree
        marks, kind = self._degree(word)
        if not kind:
            return []
        tree.take(*marks)
        start = min([word.start, *(m.start for m in marks)])
        end = max([word.end, *(m.end for m in marks)])
        standard, factor, measure = None, None, None
        if kind in {"more", "less", "equal"}:
            found = self._standard(word, {"equal": "as"}.get(kind, "than"))
            if found is not None:
                standard, end = found
            elif kind == "equal":
                return []
        for child in tree.children(word, *_MEASURING):
            if child.index < word.index:
                times = self.times(child)
                if times is not None:
                    factor, start = times, min(start, child.start)
                elif child.dep == "npadvmod":
                    measure = self.phrase(child)
                    start = measure.start
        return [Comparison(kind, word, start, end, factor, measure, standard)]

    def _sized(self, word: Token) -> list[Comparison]:
        """Read `mouse-sized`."""
        noun = self._tree.child(word, "npadvmod", "compound", "nmod")
        if word.low not in {"sized", "size"} or noun is None or not noun.is_noun:
            return []
        self._tree.take(*self._tree.under(word))
        return [Comparison("equal", word, noun.start, word.end, None, None, self.phrase(noun))]

    def _degree(self, word: Token) -> tuple[list[Token], str]:
        """Return the degree words of a word, and the kind of comparison that they form."""
        marks = [c for c in self._tree.children(word, "advmod", "prt", "det") if c.low in closed.DEGREES]
        if any(c.low == "as" for c in marks):
            marks = [c for c in marks if c.low == "as"]  # `at least as large as`
        kind = closed.DEGREES[marks[0].low] if marks else ""
        if kind == "enough" and marks[0].index < word.index:
            kind = ""
        if word.tag in _COMPARATIVE and not kind:
            return marks, "less" if word.low in {"less", "fewer"} else "more"
        if word.tag in _SUPERLATIVE and not kind:
            return marks, "least" if word.low == "least" else "most"
        return marks, kind

    def times(self, word: Token) -> Fraction | None:
        """Return the factor that a word names: `twice`, `half`, `three times`."""
        tree = self._tree
        part = closed.MULTIPLES.get(word.low) or closed.MULTIPLES.get(word.low.removesuffix("s"))
        if part is not None:
            many = tree.child(word, "nummod", "det", "quantmod")  # `two thirds`
            tree.take(word, many)
            return part * ((read_count(many.low) if many is not None else None) or 1)
        behind = tree.child(word, "quantmod")
        if word.tag == "CD" and behind is not None and behind.low == "times":
            tree.take(word, behind)
            return read_number(word.low) or None
        if word.low == "times":
            number = tree.child(word, "nummod", "det", "quantmod")
            count = read_number(number.low) if number is not None else None
            if number is not None and count:
                more = tree.child(number, "conj")  # `two and a half times`
                tree.take(word, number, more)
                return count + (closed.MULTIPLES.get(more.low, 0) if more is not None else 0)
        return None

    def _standard(self, word: Token, mark: str) -> tuple[Phrase | None, int] | None:
        """Return the standard after `than` or `as`, and where that word ends."""
        tree = self._tree
        hosts = [word, tree.head(word), tree.head(tree.head(word))]
        for by in (c for host in hosts[:2] for c in tree.children(host, "prep") if c.low == "by"):
            hosts += tree.children(by, "pobj")  # `larger by far than`
        for host in hosts:
            for child in tree.children(host):
                if child.index <= word.index or child in hosts:  # not the noun that is compared
                    continue
                if child.low == mark and child.dep in {"prep", "mark", "cc", "advmod"}:
                    noun, _ = self._governed(child)
                    tree.take(child)
                    return (self.phrase(noun) if noun is not None else None), child.end
                behind = tree.child(child, "mark", "prep") if tree.is_clause(child) or child.is_noun else None
                if behind is not None and behind.low == mark:
                    tree.take(behind)
                    subject = child if child.is_noun else tree.child(child, "nsubj")
                    return (self.phrase(subject) if subject is not None else None), behind.end
        for later in tree.tokens[word.index - tree.first + 1 :] if mark == "than" else ():
            if later.tag in _COMPARATIVE or later.low in {",", ";"}:
                return None
            noun = tree.child(later, "pobj")
            if later.low == mark and noun is not None:  # `smaller in size than`
                return self.phrase(noun), later.end
        return None

    def _dimension(self, head: Token, obliques: list[Oblique], owner: Phrase | None) -> list[Comparison]:
        """Read `twice the size of a bus`, `twice its size`, `a third of its size`, `the same size as it`."""
        tree = self._tree
        if not closed.MULTIPLES.keys().isdisjoint({head.low, head.low.removesuffix("s")}):
            of = next((o.phrase for o in obliques if o.preposition == "of"), None)
            if of is not None and of.owner is not None and of.head.lemma in closed.DIMENSIONS:
                whole = [Comparison("equal", of.head, of.head.start, of.end, None, None, of.owner)]
            else:
                whole = [] if of is None else [c for c in of.comparisons if not c.factor]
            return [replace(c, factor=self.times(head)) for c in whole]
        many = next((f for c in tree.children(head) if (f := self.times(c)) is not None), None)
        if many is None and head.lemma not in closed.DIMENSIONS and head.low not in {"that", "those"}:
            return []  # but `twice the room of a car`
        if owner is not None and many is not None:
            return [Comparison("equal", head, head.start, head.end, many, None, owner)]
        same = any(c.low == "same" for c in tree.children(head))
        for oblique in obliques:
            if oblique.preposition == ("as" if same else "of") and oblique.phrase is not None:
                if head.low in {"that", "those"} and many is None:
                    return []
                return [Comparison("equal", head, head.start, oblique.end, many, None, oblique.phrase)]
        return []
