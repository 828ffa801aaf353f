"""Reads the arguments of a verb from its tree: subject, objects, complement, prepositional phrases."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.nominal import Nominal
from defeasible.reasoner.english.people import GROUPS
from defeasible.reasoner.english.phrase import Comparison, Oblique, Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import SUBJECTS, Tree
from defeasible.reasoner.english.verb_group import VerbGroup

_GRADED = ("amod", "acomp", "advmod")
_WAYS = frozenset({"to", "into", "onto", "from", "up", "down", "across", "through", "over"})
"""Prepositions of a way that may go on behind `and`."""
_PLACING = frozenset({"inside", "into", "within"})
"""Stranded prepositions that small models tag as particles."""


@dataclass(slots=True)
class Arguments:
    """The arguments of a clause, collected while reading."""

    subject: Phrase | None = None
    expletive: str = ""
    receiver: list[Phrase] = field(default_factory=list)
    objects: list[Phrase] = field(default_factory=list)
    complement: Phrase | None = None
    adjective: Token | None = None
    obliques: list[Oblique] = field(default_factory=list)
    times: list[Phrase] = field(default_factory=list)
    compared: list[Comparison] = field(default_factory=list)
    remnants: list[Phrase] = field(default_factory=list)
    further: list[Oblique] = field(default_factory=list)


class ArgumentReader:
    """Read the arguments of the clauses of one sentence; `joints` are the tokens of its connectives."""

    def __init__(self, tree: Tree, nominal: Nominal, joints: Container[int]) -> None:
        self._tree = tree
        self._nominal = nominal
        self._spans = joints

    def read(self, head: Token, group: VerbGroup) -> Arguments:
        """Read the arguments of a verb, or of another head of a clause."""
        out = Arguments()
        if head.is_verb or self._tree.child(head, *SUBJECTS) is not None:
            self._tree.take(head)
            self._arguments(head, out, group)
            self._copular(head, out, group)
            self._excepting(out)
        if not head.is_verb:
            self._bare(head, out)
        return out

    def _arguments(self, head: Token, out: Arguments, group: VerbGroup) -> None:  # noqa: C901, PLR0912, PLR0915 - one case a relation
        tree, nominal = self._tree, self._nominal
        for child in tree.children(head):
            if tree.is_clause(child) or child.index in self._spans or not child.is_word:
                continue
            match child.dep:
                case "nsubj" | "nsubjpass":
                    if child.tag in {"WDT", "WP"}:
                        tree.take(child)
                    elif out.subject is None:
                        out.subject = nominal.phrase(child)
                    elif child.index > head.index:
                        out.objects.append(nominal.phrase(child))
                case "expl":
                    out.expletive = child.low
                    tree.take(child)
                case "dobj" | "obj":
                    if child.tag not in {"WDT", "WP"} and not (child.low == "that" and child.tag == "IN"):
                        out.objects.append(nominal.phrase(child))
                    if child.tag == "JJR":
                        out.compared += nominal.comparisons(child)
                case "dative" | "iobj":
                    if child.is_noun:
                        out.receiver.append(nominal.phrase(child))
                    else:
                        out.obliques.append(nominal.oblique(child))
                case "attr" if self._multiplied(child, out):
                    pass
                case "oprd" if child.tag == "NNP" and not out.objects:
                    pass  # `a dog named Rex`
                case "attr" | "oprd" if child.is_noun or child.tag in {"DT", "CD", "PRP"}:
                    out.complement = nominal.phrase(child)
                case "advcl" if child.tag == "JJ" and child.index > head.index and not tree.is_clause(child):
                    self._adjective(child, out)  # `dropped dead`
                case "acomp" | "oprd" | "attr":
                    self._adjective(child, out)
                case "advcl" if child.tag == "JJR" and not tree.is_clause(child):
                    out.compared += nominal.comparisons(child)  # `though smaller than a pie`
                case "prep" | "agent":
                    out.obliques.append(nominal.oblique(child))
                    self._goes_on(child, out)
                    led = tree.child(child, "pobj")
                    later = tree.child(led, "npadvmod") if led is not None else None
                    if later is not None and later.lemma in closed.TIMES and later.index not in tree.read:
                        out.times.append(nominal.phrase(later))  # `for the third time this week`
                case "npadvmod" if self._object(head, child, out):
                    out.objects.append(nominal.phrase(child))
                case "npadvmod":
                    out.times.append(nominal.phrase(child))
                case "advmod" if child.tag not in {"WRB", "WP"}:
                    self._adverb(head, child, out)
                case "prt":
                    if tree.child(child, "prep", "pobj") is not None:
                        out.obliques.append(nominal.oblique(child))
                        group.particle = ""
                    else:
                        self._adverb(head, child, out)
                case "aux" | "auxpass" if out.subject is None:
                    # `Hidden in the loaf was a coin`
                    behind = tree.child(child, "attr", "nsubj")
                    out.subject = nominal.phrase(behind) if behind is not None else None
                case "conj" if child.is_noun or child.low == "one":
                    known, rest = set(tree.read), nominal.phrase(child)
                    if tree.child(child, "neg") is not None or rest.obliques or not out.objects:
                        out.remnants.append(rest)
                        tree.read = known  # its words stay unread, so that a reader sees them
                    else:
                        out.objects.append(rest)
        self._goes_on(head, out)
        there, fronted = out.expletive == "there", bool(out.obliques) and out.obliques[0].start < head.start
        finite = fronted and head.dep == "ROOT" and head.tag in {"VBD", "VBZ", "VBP"}
        if out.subject is None and out.complement is not None and (there or fronted):
            out.subject, out.complement = out.complement, None  # `In a wall is a brick`
        elif out.subject is None and out.objects and (there or finite):
            out.subject = out.objects.pop()  # `out of the teapot climbed a hippo`

    def _goes_on(self, before: Token, out: Arguments) -> None:
        """Read where a way goes on: `to Rome and then to Oslo`, `to the shop and back to the house`."""
        tree = self._tree
        for joined in tree.children(before, "conj"):
            led = tree.child(joined, "prep") if joined.low == "back" else joined
            if led is not None and led.low in _WAYS and tree.child(led, "pobj") is not None:
                known = set(tree.read)
                out.further.append(self._nominal.oblique(led))
                tree.read = known  # its words stay unread, so that a reader sees them

    def _multiplied(self, number: Token, out: Arguments) -> bool:
        """Read `three times as large as a house` where the parser makes `three` the complement."""
        times, word = self._tree.child(number, "quantmod"), self._tree.child(number, *_GRADED)
        if times is None or word is None or times.low != "times":
            return False
        factor = self._nominal.times(number)
        self._adjective(word, out)
        out.compared = [replace(c, factor=factor or c.factor) for c in out.compared]
        return bool(out.compared)

    def _adverb(self, head: Token, word: Token, out: Arguments) -> None:
        """Read the dependents of an adverb: `threw a coin away`, `up and down on a pillow`."""
        out.compared += self._nominal.comparisons(word)
        measured = {c.measure.head.index for c in out.compared if c.measure is not None}
        for child in self._tree.children(word):
            if child.dep == "prep":
                out.obliques.append(self._nominal.oblique(child))
            elif child.dep == "npadvmod" and child.index not in measured and self._object(head, child, out):
                out.objects.append(self._nominal.phrase(child))
            elif child.dep == "npadvmod" and child.lemma in closed.TIMES and not out.compared:
                out.times.append(self._nominal.phrase(child))  # `two days later`
            elif child.dep == "conj" and not self._tree.is_clause(child):
                self._adverb(head, child, out)

    def _object(self, head: Token, child: Token, out: Arguments) -> bool:
        """Return whether what the parser calls an adverb is the object: `met Bob`, `fires a bullet`."""
        if child.index < head.index or out.objects or head.lemma in {"be", "last", "weigh", "cost"}:
            return False
        # `was covered, every inch of it`; `waited two hours`
        measured = self._tree.child(head, "auxpass") or self._tree.child(child, "nummod")
        if measured is not None or child.lemma in closed.TIMES or child.low in closed.DATES:
            return False
        article = self._tree.child(child, "det", "poss")
        return child.tag in {"NNP", "PRP"} or (article is not None and child.tag in {"NN", "NNS"})

    def _adjective(self, word: Token, out: Arguments) -> None:
        tree = self._tree
        tree.take(word, *tree.children(word, "advmod"))
        out.adjective = out.adjective or word
        out.compared += self._nominal.comparisons(word)
        out.obliques += self._nominal.beside(word, out.compared)
        for joined in tree.children(word, "conj"):
            other = tree.child(joined, "npadvmod")
            if other is not None and tree.child(other, "det") is not None:
                continue  # `the dog is big and the wolf even bigger`
            tree.take(joined, *tree.children(word, "cc"))
            out.compared += self._nominal.comparisons(joined)

    def _copular(self, head: Token, out: Arguments, group: VerbGroup) -> None:
        """Read `on` in `the tap is on` and `is the tap on?` as a particle."""
        if head.lemma != "be" or group.particle:
            return
        subject = out.subject
        if subject is not None and subject.obliques and subject.obliques[-1].phrase is None:
            last = subject.obliques[-1]
            if last.clause is None and last.preposition in closed.PARTICLES:
                group.particle = last.preposition
                out.subject = replace(subject, obliques=subject.obliques[:-1])
        elif out.obliques and head.dep != "relcl":
            last = out.obliques[-1]
            if last.phrase is None and last.clause is None and last.preposition in closed.PARTICLES:
                group.particle = out.obliques.pop().preposition

    def _excepting(self, out: Arguments) -> None:
        """Assert the clause of an exception: `there was nothing in it apart from a pea`."""
        left = [o for o in out.obliques if o.preposition in closed.EXCEPTIONS and o.phrase is not None]
        hosts = [p for p in (*out.objects[-1:], out.subject) if p is not None]
        kind = (p for p in hosts if p.head.tag == "NNS" and not (p.determiner or p.quantifier or p.owner))
        who = left[0].phrase if left else None
        group = (p for p in hosts if p.head.lemma in GROUPS and who is not None and (who.person or who.name))
        hosts = [p for p in hosts if p.amount in {"every", "no"} or p.head.low in closed.NO_THING] or [
            *kind,
            *group,
        ]
        if not left or not hosts:
            return
        host = hosts[0]
        out.obliques.remove(left[0])
        changed = replace(host, excepted=left[0].phrase)
        if host is not out.subject:
            out.objects[-1] = changed
        else:
            out.subject = changed

    def _bare(self, head: Token, out: Arguments) -> None:
        """Read a verbless fragment: a lone noun, an adjective."""
        if head.is_noun or head.tag in {"CD", "DT"}:
            phrase = self._nominal.phrase(head)
            if out.subject is None:
                out.subject = phrase
            else:
                out.complement = phrase
        elif head.tag[:2] in {"JJ", "RB", "VB"}:
            noun = self._tree.child(head, "npadvmod")
            if out.subject is None and noun is not None and noun.index < head.index:
                out.subject = self._nominal.phrase(noun)  # `a tower wider than a desert`
            self._adjective(head, out)
        elif head.tag == "IN":
            out.obliques.append(self._nominal.oblique(head))

    def gap(self, head: Token, out: Arguments, group: VerbGroup) -> Phrase:
        """Fill the gap of a relative clause with its antecedent."""
        tree = self._tree
        antecedent = self._nominal.phrase(tree.head(head))
        words = (t for t in tree.under(head) if t.low in closed.RELATIVES)
        relative = next((t for t in words if t.tag[:1] in {"W", "I"}), None)
        tree.take(relative)
        dep = relative.dep if relative is not None else ""
        bare = (n for n, o in enumerate(out.obliques) if o.phrase is None and o.clause is None)
        stranded = next(bare, None)
        if dep in SUBJECTS or (out.subject is None and relative is None):
            out.subject = antecedent
        elif dep == "pobj" and relative is not None and not tree.head(relative).is_verb:
            at = tree.head(relative).start
            out.obliques = [replace(o, phrase=antecedent) if o.start == at else o for o in out.obliques]
        elif dep == "advmod" and relative is not None and relative.low == "where":
            out.obliques.append(Oblique("in", antecedent, relative.start, relative.end))
        elif dep == "poss":
            pass
        elif stranded is not None:
            out.obliques[stranded] = replace(out.obliques[stranded], phrase=antecedent)
        elif (group.particle in {"in", "on"} and (out.objects or group.voice == "passive")) or (
            group.particle in _PLACING
        ):
            # `the hamper we put the quilt in`, with `in` as a particle
            if antecedent.head.lemma not in closed.TIMES:
                out.obliques.append(Oblique(group.particle, antecedent, head.start, head.end))
                group.particle = ""
        elif out.objects and out.objects[-1].obliques and out.objects[-1].obliques[-1].phrase is None:
            # `the drum he kept a lizard in`
            last = out.objects[-1]
            out.obliques.append(replace(last.obliques[-1], phrase=antecedent))
            out.objects[-1] = replace(last, obliques=last.obliques[:-1])
        elif not out.objects and dep != "advmod":
            out.objects.append(antecedent)
        return antecedent
