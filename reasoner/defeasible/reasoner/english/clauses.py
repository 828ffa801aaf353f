"""Builds the clauses of one sentence from its tree."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.arguments import ArgumentReader, Arguments
from defeasible.reasoner.english.clause import Clause, Relation
from defeasible.reasoner.english.closed import IDLE, TIMES, TREATING
from defeasible.reasoner.english.links import Links
from defeasible.reasoner.english.nominal import Nominal
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.english.tree import Tree
from defeasible.reasoner.english.truth import echo_of, governed, mood_of
from defeasible.reasoner.english.verb_group import VerbGroup, quantified, read_verb_group

_DOERS = frozenset({"from", "into", "out", "for", "on"})  # `thanked Ann for singing`
_ASKING = frozenset({"WP", "WDT", "WRB", "WP$"})
_JOINING = frozenset({"cc", "prt", "advmod", "punct"})
"""Relations of what may stand between two verbs with one object."""


class Clauses:
    """Read the clauses of one sentence, given its number in the text and that of its first clause."""

    def __init__(self, tree: Tree, sentence: int, first: int) -> None:
        self._tree = tree
        self._sentence = sentence
        self._number = {head.index: first + n for n, head in enumerate(tree.heads)}
        self.nominal = Nominal(tree, self._number)
        self._built: dict[int, Clause] = {}
        self._links = Links(tree)
        self._arguments = ArgumentReader(tree, self.nominal, self._links.spans)

    def run(self) -> list[Clause]:
        """Return the clauses, in the order of their heads."""
        for head in self._tree.heads:
            self._clause(head)
        for head in self._tree.heads[::-1]:
            self._share_object(self._built[head.index])
        return [self._with_unread(self._built[head.index]) for head in self._tree.heads]

    def _share_object(self, second: Clause) -> None:
        """Give the first verb of `washed and dried the cups` the object as well."""
        above = self._tree.above(second.head) if second.relation == "conjunct" else None
        first = self._built[above.index] if above is not None else None
        if first is None or first.lemma not in TREATING or {first.voice, second.voice} != {"active"}:
            return
        between = range(first.head.index + 1, second.head.index)
        near = {self._tree.tokens[n - self._tree.first].dep for n in between} <= _JOINING
        bare = not (first.objects or first.complement or first.adjective or first.obliques)
        if near and bare and second.objects and second.shared:
            self._built[first.head.index] = replace(first, objects=second.objects[-1:])

    def _clause(self, head: Token) -> Clause:
        """Build a clause, after the one above it, whose subject it may share."""
        if head.index not in self._built:
            above = self._tree.above(head)
            self._built[head.index] = self._build(head, self._clause(above) if above is not None else None)
        return self._built[head.index]

    def _build(self, head: Token, parent: Clause | None) -> Clause:
        tree = self._tree
        verbal = head.is_verb
        group = read_verb_group(tree, head, self._links.spans) if verbal else VerbGroup()
        arguments = self._arguments.read(head, group)
        relation = self._links.relation(head)
        link = self._links.link(head, relation)
        if link is not None and link.kind == "when" and group.tense == "past":
            link = replace(link, role="time")
        antecedent = self._arguments.gap(head, arguments, group) if relation == "relative" else None
        if parent is not None and parent.expletive == "there" and arguments.complement is not None:
            # `there seems to be a mouse`
            arguments.expletive = arguments.expletive or "there"
            arguments.subject, arguments.complement = arguments.complement, None
        cleft = parent is not None and relation == "content" and self._cleft(head, parent, arguments)
        shared = False
        if arguments.subject is None and parent is not None and verbal and not arguments.expletive:
            arguments.subject = self._lent(head, relation, parent, group)
            shared = arguments.subject is not None
        gapped = parent if head.dep == "conj" and not verbal else None  # `and the spoon huge`
        words = list(tree.under(head))
        end = max(t.end for t in words)
        own = None if shared else arguments.subject
        governed_ = (oblique.phrase for oblique in arguments.obliques if not _apart(oblique))
        found = (own, *arguments.receiver, *arguments.objects, arguments.complement, *governed_)
        phrases = [phrase for phrase in found if phrase is not None]
        told = group.tense == "past" and not (link is not None and link.role == "condition")
        negations = quantified(group.negations, arguments.subject, phrases, told=told)
        wh = tuple(t for t in words if t.tag in _ASKING and t.low != "that")
        asked = () if relation == "relative" or link is not None or cleft else wh
        tree.take(*asked, *(wh if cleft else ()))
        if relation == "content":
            tree.take(*(t for t in words if t.low == "that" and t.tag in {"IN", "WDT"}))
        first_word = min((t.start for t in words if t.is_word), default=head.start)
        clause = Clause(
            index=self._number[head.index],
            sentence=self._sentence,
            start=first_word,
            end=end,
            head=head,
            lemma=head.lemma if verbal else gapped.lemma if gapped is not None else "",
            relation=relation,
            parent=parent.index if parent is not None else None,
            link=link,
            particle=group.particle,
            subject=arguments.subject,
            shared=shared,
            expletive=arguments.expletive,
            objects=(*arguments.receiver, *arguments.objects),
            complement=arguments.complement,
            adjective=arguments.adjective,
            obliques=tuple(arguments.obliques),
            adverbs=tuple(group.adverbs),
            times=tuple(arguments.times),
            voice=group.voice,
            tense=gapped.tense if gapped is not None else group.tense,
            aspect=group.aspect,
            asked=asked,
            negations=negations,
            modals=tuple(group.modals),
            comparisons=tuple(arguments.compared),
            antecedent=antecedent,
            remnants=tuple(arguments.remnants),
            further=tuple(arguments.further),
        )
        first = self._number[tree.heads[0].index]
        clause = replace(
            clause, mood=mood_of(tree, clause, parent), echo=echo_of(tree, clause, parent, first)
        )
        bare = shared and relation == "conjunct" and not tree.children(head, "aux")
        plain = link is not None and link.words in {"and", "or"} and not negations
        if bare and parent is not None:
            if head.tag == "VBN" and parent.voice == "passive":  # `was washed and dried`
                clause = replace(clause, voice="passive", tense=parent.tense)
            if head.tag == "VB" and plain and parent.modals:  # `can whistle and juggle`
                clause = replace(clause, modals=parent.modals, tense=parent.tense)
        if link is not None and link.words == "should":
            clause = replace(clause, modals=tuple(m for m in clause.modals if m.words != "should"))
        if parent is not None and not cleft:
            clause = governed(tree, clause, parent)
        return clause

    def _cleft(self, head: Token, parent: Clause, arguments: Arguments) -> bool:
        """Fill a cleft, `it's the pea that's big`; return whether its own `what` asks nothing."""
        said, subject = parent.complement, arguments.subject
        if said is not None and said.conjunction == "but" and parent.denied:
            said = said.joined[-1]  # `it's not the pea but the bean that's the biggest`
        if parent.lemma != "be" or said is None or not head.is_verb:
            return False
        if parent.subject is not None:
            if parent.subject.head.low == "it" and (subject is None or subject.head.low == "that"):
                arguments.subject = said
            return False
        what = next((t for t in self._tree.children(head) if t.low == "what"), None)
        if what is None or what.dep not in {"dobj", "nsubj"}:
            return False
        if what.dep == "nsubj":
            arguments.subject = said
        else:
            arguments.objects = [said]
        return True

    def _lent(self, head: Token, relation: Relation, parent: Clause, group: VerbGroup) -> Phrase | None:
        """Return the subject that a clause without one shares with the clause above."""
        tree = self._tree
        if relation == "conjunct":
            return parent.subject
        if relation == "participle":
            noun = tree.head(head)
            return self.nominal.phrase(noun) if noun.is_noun else parent.subject
        timed = bool(parent.objects) and parent.objects[-1].head.lemma in TIMES
        if relation in {"infinitive", "content"} and parent.objects and not timed and head.tag != "VBD":
            own = parent.voice == "passive" or parent.lemma in {"promise", "use", "have"}
            return parent.subject if own else parent.objects[-1]
        behind = relation == "gerund" and parent.objects and head.dep == "pcomp"
        if behind and tree.led_by(head)[0] in _DOERS:
            return parent.objects[-1]  # `kept Ann from leaving`, `talked her out of it`
        if relation in {"infinitive", "adverbial", "gerund"} and group.tense == "none":
            return parent.subject
        return None

    def _with_unread(self, clause: Clause) -> Clause:
        tree = self._tree
        left = [t for t in tree.under(clause.head) if t.index not in tree.read and t.is_word]
        return replace(clause, unread=tuple(sorted(left, key=lambda t: t.index))) if left else clause


def _apart(oblique: Oblique) -> bool:
    """Return whether `no` after a preposition denies its noun alone: `with no trouble`, `in no time`."""
    noun = oblique.phrase
    no = noun is not None and noun.quantifier is not None and noun.quantifier.words == "no"
    return no and noun is not None and (oblique.preposition == "with" or noun.head.lemma in IDLE)
