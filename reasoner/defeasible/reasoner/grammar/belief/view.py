"""The analysis of one part of a text, and its words in affirmative order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from defeasible.reasoner.english import closed
from defeasible.reasoner.english.analysis import Analysis
from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.connectives import INVERTED
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.inflection import past_tense, third_person
from defeasible.reasoner.english.phrase import Oblique, Phrase
from defeasible.reasoner.english.tokens import CONTRACTED, Token
from defeasible.reasoner.grammar.belief.ellipsis import counted_of, left_out, worded_as
from defeasible.reasoner.grammar.belief.spots import THERE, referring, spots
from defeasible.reasoner.grammar.belief.words import Word, Words, made, trimmed, with_role

_DEFINITE, _HELPING = closed.ARTICLES | closed.DEMONSTRATIVES, closed.AUXILIARIES | {"need"}
_DATED = frozenset({"it", "today", "tomorrow", "yesterday"})
_ENDS, _HALVES = (".", "!", "?"), frozenset({"ca", "wo", "sha"})
_INVERTING = (closed.AUXILIARIES | frozenset(m for m in closed.MODALS if "_" not in m)) - frozenset(
    {"been", "being", "be", "get", "gets", "got", "done"}
)
_VERBAL = frozenset({"", "verb", "aux", "inner aux"})
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does", "am": "is"}


def sentence_of(text: str) -> str:
    """Return a clause as a sentence, so that it is parsed in the same way wherever it stands.

    >>> sentence_of("the bridge is shut")
    'The bridge is shut.'
    """
    first, _, rest = text.partition(" ")
    end = "?" if first.lower() in _INVERTING | INVERTED and rest and "," not in rest else "."
    text = text[:1].upper() + text[1:]
    return text if text.endswith(_ENDS) else text + end


@dataclass(frozen=True, slots=True)
class Part:
    """A clause to read, with the changes to its words."""

    clause: Clause
    without: frozenset[int] = frozenset()
    """Indices of the tokens that are left out."""
    asserted: bool = True
    """Whether it is asserted; else it stays whole: `because` says more than that both clauses hold."""
    subject: Words | None = None
    """Other words for its subject; empty for none."""
    denied: bool | None = None
    """Whether it is denied, where its own words say otherwise."""
    swaps: tuple[tuple[int, Words], ...] = ()
    """Other words for some of its tokens."""
    bare: bool = False
    """Whether its modal verb is left out."""
    forms: tuple[tuple[int, str], ...] = ()
    """Other forms of some of its tokens."""

    def less(self, tokens: Iterable[int], **changes: Any) -> Part:
        """Return the part without some tokens, and with other changes."""
        return replace(self, without=self.without.union(tokens), **changes)


def _of_noun(token: Token, meant: Words) -> bool:
    """Return whether a possessive is said in full even beside its noun: `the nurse sold the nurse's car`."""
    return token.tag == "PRP$" and meant[-1].tag in {"NN", "NNS"}


class View:
    """A part of a source, analysed.

    Args:
        analysis: The part as a sentence.
        text: The source.
        offset: The first character of the part in it.
        open_: The words that leave it undecided, which the analysis has not seen.
        lent: Replacements for pronouns with an earlier antecedent, by subject form, and for those that a
            longer part has resolved, by their place in the source.
    """

    def __init__(
        self,
        analysis: Analysis,
        text: str,
        offset: int,
        open_: str = "",
        lent: Mapping[str | int, Words] | None = None,
    ) -> None:
        self.analysis, self._text, self.offset, self.open = analysis, text, offset, open_
        self._lent = lent or {}
        self.clauses, self.tokens = analysis.clauses, analysis.tokens
        self._places: list[tuple[int, int]] = []
        self._children: dict[int, list[Token]] = {}
        for token in self.tokens:
            end = min(offset + token.end, len(text))
            self._places.append((min(offset + token.start, end), end))
            if token.head != token.index:
                self._children.setdefault(token.head, []).append(token)
        self._trees: dict[int, set[int]] = {}
        self._meant: dict[int, Words] | None = None

    def place(self, token: Token) -> tuple[int, int]:
        """Return the place of a token in the source; an added full stop may be part of it."""
        return self._places[token.index]

    # --- the tree ---------------------------------------------------------------------------------------

    @property
    def main(self) -> Clause | None:
        """The one clause without a parent; None if there is none, or several."""
        roots = [clause for clause in self.clauses if clause.parent is None]
        return roots[0] if len(roots) == 1 and len(self.analysis.sentences) == 1 else None

    def under(self, clause: Clause, without: Collection[int] = frozenset()) -> list[Clause]:
        """Return the child clauses of a clause, without those whose head is left out."""
        return [c for c in self.clauses if c.parent == clause.index and c.head.index not in without]

    def children(self, token: Token) -> list[Token]:
        """Return the dependents of a token, in order."""
        return self._children.get(token.index, [])

    def tree(self, token: Token) -> set[int]:
        """Return the indices of a token and of all its descendants."""
        found = self._trees.get(token.index)
        if found is None:
            found, stack = set(), [token]
            while stack:
                one = stack.pop()
                if one.index not in found:
                    found.add(one.index)
                    stack += self.children(one)
            self._trees[token.index] = found
        return set(found)

    def between(self, start: int, end: int) -> set[int]:
        """Return the indices of the tokens between two characters of the analysis."""
        return {t.index for t in self.tokens if start <= t.start and t.end <= end}

    def phrase(self, phrase: Phrase) -> set[int]:
        """Return the tokens of a noun phrase with all its descendants except joined clauses."""
        return self.tree(phrase.head) | self.between(phrase.start, phrase.end)

    def led(self, oblique: Oblique) -> set[int]:
        """Return the tokens of a preposition and of the phrase that it governs."""
        own = self.between(oblique.start, oblique.end)
        return own if oblique.phrase is None else own | self.phrase(oblique.phrase)

    def joint(self, clause: Clause) -> set[int]:
        """Return the tokens of the connective of a clause."""
        if clause.link is None:
            return set()
        own = self.between(clause.link.start, clause.link.end)
        pairs = set(clause.link.correlative.split()) - {"not"}
        if "both" in pairs and "but" in pairs:
            return own | {
                t.index for t in self.tokens if t.low in {"but", "not", "both"} and t.start > clause.start
            }
        return own | {t.index for t in self.tokens if t.low in pairs}

    def whole(self, clause: Clause) -> set[int]:
        """Return the tokens of a clause, of all clauses under it, and of its connective."""
        return self.tree(clause.head) | self.joint(clause)

    def of(self, part: Part) -> set[int]:
        """Return the tokens of a part that are not left out."""
        found = self.tree(part.clause.head) - part.without
        if part.clause.parent is None:
            return found
        found -= self.joint(part.clause)
        first = min(found, default=0)
        return found - {first} if self.tokens[first].dep == "cc" else found

    # --- words ------------------------------------------------------------------------------------------

    def say(
        self,
        numbers: Collection[int],
        forms: Mapping[int, str] | None = None,
        role: str | Mapping[int, str] = "",
    ) -> Words:
        """Return tokens as words, in their order, with names for pronouns whose antecedents are elsewhere."""
        forms, named = forms or {}, self._named()
        out: list[Word] = []
        for n in sorted(numbers):
            token = self.tokens[n]
            own = role if isinstance(role, str) else role.get(n, "")
            meant = worded_as(named.get(n, ()), forms.get(n))
            start, end = self.place(token)
            if meant and (_of_noun(token, meant) or self._starts(numbers).isdisjoint(m.start for m in meant)):
                out += [
                    m._replace(
                        text=self._text[start:end] if not k else "",
                        role=m.role if m.role[:3] == "by:" else own,
                        start=start,
                        end=end,
                    )
                    for k, m in enumerate(meant)
                ]
                if token.tag == "PRP$" and meant[-1].tag != "POS":
                    out.append(out[-1]._replace(text="", low="'s", lemma="'s", tag="POS"))
                continue
            alone = n + 1 not in numbers or forms.get(n + 1) == ""  # the `ca` of `can't`
            full = CONTRACTED.get(token.low, token.low)
            text = forms.get(n, full if alone and token.low in _HALVES else self._text[start:end])
            low = forms[n].lower().rpartition(" ")[2] if n in forms else full
            if text == "," and out and out[-1].text == ",":
                del out[-1]  # the words between the two are left out
            elif text:
                out.append(Word(text, low, token.lemma, token.tag, own, start, end, known=token.known))
        return trimmed(out)

    def _starts(self, numbers: Collection[int]) -> set[int]:
        return {self.place(self.tokens[n])[0] for n in numbers}

    def meant(self) -> dict[str | int, Words]:
        """Return the pronouns with one possible antecedent, by their place in the source."""
        return {self.place(self.tokens[n])[0]: words for n, words in self._named().items()}

    def _named(self) -> dict[int, Words]:
        if self._meant is None:
            self._meant = {}
            told = {t.index: w for t in self.tokens if (w := self._lent.get(self.place(t)[0])) is not None}
            self._meant = self._names() | self._there() | told
        return self._meant

    def spot(self, places: Sequence[tuple[str, Phrase]]) -> Words:
        """Return the words for a place with its preposition, `in the hall`; none for several places."""
        if len(places) != 1:
            return ()
        preposition, phrase = places[0]
        words = self.say(self.between(phrase.start, phrase.end))
        return with_role((made(preposition, "IN", "", words), *words), f"by:{preposition}")

    def _there(self) -> dict[int, Words]:
        """Return the words for each `there`: the one place said before it, or just before this text."""
        said = ((t, spots(self.clauses, t.start)) for t in referring(self.clauses))
        found = ((t.index, self.spot(own) if own else self._lent.get(THERE, ())) for t, own in said)
        return {place: words for place, words in found if words}

    def _names(self) -> dict[int, Words]:
        """Return the pronouns with one possible antecedent, each with the words that name it first."""
        named = [m for m in self.analysis.mentions if m.phrase.pronoun is None]
        first = {m.thing: m.phrase for m in reversed(named)}
        found: dict[int, Words] = {}
        for mention in self.analysis.mentions:
            phrase, name = mention.phrase, first.get(mention.thing)
            later = name is not None and not mention.certain and name.start > phrase.start  # a cataphora
            if lone := left_out(phrase, self.analysis, self._lent):
                found |= lone
            elif phrase.pronoun is None:
                found |= counted_of(phrase, self._lent)
            elif (
                phrase.pronoun.id == "one"
                or phrase.head.tag not in {"PRP", "PRP$"}
                or phrase.head.low in closed.REFLEXIVES
            ):
                continue
            elif (mention.thing == -1 or later) and phrase.pronoun.id in self._lent:
                words = self._lent[phrase.pronoun.id]
                above = self.tokens[self.tokens[phrase.head.head].head]  # `neither of them`
                acting = "nsubj" in {phrase.head.dep[:5], above.dep[:5] if phrase.head.dep == "pobj" else ""}
                several = any(w.tag == "CC" for w in words) and not acting
                if not (several or self._empty(phrase)):
                    found[phrase.head.index] = words
            elif name is not None and (mention.certain or later or self._parallel(phrase, name)):
                if phrase.head.low == "it" and self.tokens[phrase.head.head].lemma in closed.WEATHER:
                    continue
                mass = name.head.tag == "NN" and not name.determiner
                known = name.name or mass or name.determiner in _DEFINITE or name.owner
                if known and name.quantifier is None and not name.joined:
                    found[phrase.head.index] = self.say(self.between(name.start, name.end))
        return found

    def _parallel(self, it: Phrase, name: Phrase) -> bool:
        """Return whether `it` and its name are subjects of joined clauses: `the jug fell, but it held`.

        Not where `it` may as well be an object: `the dog chased the cat, and it ran away`.
        """
        heads = {c.subject.head.index: c for c in self.clauses if c.subject is not None}
        of, above = heads.get(it.head.index), heads.get(name.head.index)
        if of is None or above is None or above.objects:
            return False
        return of.relation == "conjunct" and it.head.low == "it" and of.parent == above.index

    def _empty(self, phrase: Phrase) -> bool:
        """Return whether `it` may be expletive: `it rains`, `it is a pity that he left`, `it was Ann`."""
        of = next((c for c in self.clauses if c.subject is not None and c.subject.head == phrase.head), None)
        if phrase.head.low != "it" or of is None:
            return False
        dated = bool(of.times) and not (of.adjective or of.obliques)  # `it is Monday`
        what = of.complement
        # `It is a comedy`, of a film; not `it was a warm day`
        kind = what is None or (what.determiner in closed.INDEFINITE and what.head.lemma not in closed.WHEN)
        said = of.lemma == "be" and (dated or bool(self.under(of)) or not kind)
        return of.expletive != "" or of.lemma in closed.WEATHER or said

    def finite(self, clause: Clause, like: Clause | None = None) -> dict[int, str]:
        """Return the words that give a clause without tense the tense of another: `stopping` as `stopped`."""
        like = like or clause
        forms: dict[int, str] = {}
        verb = clause.head
        if verb.tag[:2] != "VB":
            return forms
        for child in self.children(clause.head):
            if child.low == "to" and child.dep == "aux":
                forms[child.index] = ""
            elif child.dep in {"aux", "auxpass"} and child.low in {"be", "being", "having", "have"}:
                verb = child
        tenses = {"past": past_tense(verb.lemma), "future": f"will {verb.lemma}"}
        over = like.aspect == "perfect" and like.lemma not in closed.PHASES  # `has managed to win`: won
        return forms | {verb.index: tenses.get("past" if over else like.tense) or third_person(verb.lemma)}

    def roles(self, clause: Clause) -> dict[int, str]:
        """Return the role of each token in a clause."""
        found = {n: f"by:{oblique.preposition}" for oblique in clause.obliques for n in self.led(oblique)}
        about = clause.subject.head.low if clause.subject is not None and clause.lemma == "be" else ""
        dated = about in _DATED and not (clause.complement or clause.adjective)
        time = "complement" if dated and len(clause.times) == 1 else "time"  # `today is Monday`
        phrases = [(time, t) for t in clause.times] + [("object", o) for o in clause.objects[-1:]]
        phrases += [("by:to", o) for o in clause.objects[:-1]]
        if clause.complement is not None:
            phrases.append(("complement", clause.complement))
        if clause.subject is not None and not clause.shared:
            phrases.append(("subject", clause.subject))
        inside = self.tree(clause.head)
        for role, phrase in phrases:
            if phrase.head.index in inside:
                found |= dict.fromkeys(self.phrase(phrase), role)
        if clause.adjective is not None:
            found |= dict.fromkeys(self.between(clause.adjective.start, clause.adjective.end), "complement")
        found |= {adverb.token.index: "adverb" for adverb in clause.adverbs}
        self._verbs(clause, found)
        for token in self.tokens:
            above = found.get(token.head, "")
            if token.dep == "npadvmod" and token.index not in found and above.startswith("by:"):
                found |= dict.fromkeys(self.tree(token), above)
            elif token.dep == "conj" and token.index not in found and above not in _VERBAL:
                own = f"by:{token.low}" if token.tag == "IN" and above.startswith("by:") else above
                found |= dict.fromkeys(self.tree(token), own)
        for negation in clause.negations:
            if negation.kind != "quantifier":
                found |= dict.fromkeys(self.between(negation.start, negation.end), "not")
        found[clause.head.index] = "verb" if clause.lemma else found.get(clause.head.index, "complement")
        return self._inner(clause, found)

    def _inner(self, clause: Clause, found: dict[int, str]) -> dict[int, str]:
        """Add the roles of the tokens of subordinate clauses."""
        for inner in self.under(clause):
            if inner.attitude != "modal":
                role, led = _hanging(inner, clause), self.tokens[inner.head.head]
                if role and inner.head.dep == "pcomp":  # `despite having slept`
                    role = f"clause:{led.low}"
                    found[led.index] = role
                found = dict.fromkeys(self.whole(inner) if role else (), role) | found
            else:  # `has to book a table`
                helping = {t.index for t in self.children(inner.head) if t.tag == "TO"} | {clause.head.index}
                if clause.adjective is not None:  # `is able to swim`, `is capable of swimming`
                    helping |= self.between(clause.adjective.start, clause.adjective.end)
                    helping |= {inner.head.head} if inner.head.dep == "pcomp" else set()
                found = {**self.roles(inner), **found, **dict.fromkeys(helping, "aux")}
                found[inner.head.index] = "verb"
        return found

    def _verbs(self, clause: Clause, found: dict[int, str]) -> None:
        """Add the auxiliaries of a clause, those of clauses under it, and its particle."""
        particle = clause.particle if clause.lemma != "be" else None
        for token in self.tokens:
            if token.dep in {"aux", "auxpass"} and token.tag != "TO":
                own = "aux" if token.head == clause.head.index else "inner aux"
                helps = token.lemma != "get" and (token.tag == "MD" or token.low in _HELPING)
                found[token.index] = own if helps else "verb"
            elif token.head == clause.head.index and (token.dep == "prt" or token.low == particle):
                found[token.index] = "verb"

    def singular(self, clause: Clause) -> dict[int, str]:
        """Return the verb of a clause in the form for a singular subject."""
        verb = self.agreeing(clause)
        if verb.low in _SINGULAR:
            return {verb.index: _SINGULAR[verb.low]}
        plain = verb == clause.head and verb.tag in {"VBP", "VB"}
        return {verb.index: third_person(verb.lemma)} if plain else {}

    def agreeing(self, clause: Clause) -> Token:
        """Return the verb that agrees with the subject: the first auxiliary, if there is one."""
        return next((c for c in self.children(clause.head) if c.dep in {"aux", "auxpass"}), clause.head)


def _hanging(clause: Clause, above: Clause) -> str:
    """Return the role of a clause in its parent: `clause:when`; nothing for a modifier of a noun."""
    told = attitude_of((f"{above.lemma}_to", above.lemma))
    if clause.relation == "infinitive" and (told is not None or clause.head.dep != "advcl"):
        return "clause:to" if told is not None and told.kind == "purpose" else "infinitive"
    beside = clause.relation in {"adverbial", "gerund", "participle", "infinitive"}
    if beside and clause.head.dep in {"advcl", "pcomp"}:
        return f"clause:{clause.link.words if clause.link is not None else ''}"
    return "content" if clause.relation == "content" and clause.head.dep == "ccomp" else ""
