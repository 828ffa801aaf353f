"""The atom table of one text: maps each clause to the atom with the same content, or to a new one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from defeasible.reasoner.english.closed import ADVERBS
from defeasible.reasoner.english.kinds import nouns_below
from defeasible.reasoner.grammar.belief.answers import answer
from defeasible.reasoner.grammar.belief.lists import DAYS_OF
from defeasible.reasoner.grammar.belief.matching import Use, is_slip, same_scope
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.logic import Atom, FormulaNode, Not
from defeasible.reasoner.text import Span

_PRONOUNS = frozenset({"he", "she", "they"})
_COMMON = 64
"""A word in more atoms than this does not help to find a near match."""
_CLOSEST = 6
"""How many atoms are compared word by word with a clause that has no exact match."""


_EACH_WEEK = frozenset(f"{day}s" for part, days in DAYS_OF.items() for day in (part, *days))
_IN_CONDITIONALS = {Use.CONDITION, Use.CONSEQUENCE}


@dataclass(slots=True)
class Entry:
    """An atom, and the clause that introduced it."""

    id: str
    clause: Clause
    gloss: str
    span: Span
    uses: set[Use] = field(default_factory=set)

    @property
    def timed(self) -> Clause:
        """The clause, tenseless in a conditional: `Ann will stay if it rains` may say that she stayed."""
        return replace(self.clause, ahead=False, free=True) if self.uses & _IN_CONDITIONALS else self.clause


@dataclass(frozen=True, slots=True)
class Match:
    """The atom that a clause was matched with."""

    entry: Entry
    note: str = ""
    """The difference that was overlooked; empty if there was none."""
    flipped: bool = False
    """Whether the clause denies the atom by an antonym."""

    def literal(self, clause: Clause) -> FormulaNode:
        """Return the atom or its negation, according to the clause."""
        first = self.entry.clause
        # An atom introduced by an antonym is glossed by it: `unhappy` is the atom, `happy` its negation.
        denied = clause.denied != (first.denied and first.antonym)
        return Not(Atom(self.entry.id)) if denied != self.flipped else Atom(self.entry.id)


class AtomTable:
    """Atoms in order of introduction, found by their content.

    Args:
        strict: Whether words must be the same except for inflection, pronouns and antonyms, with no typo
            overlooked. For texts that arrive over time, where a wrong guess would persist.
    """

    def __init__(self, *, strict: bool = False) -> None:
        self.aliases: Mapping[str, str] = {}
        """The pronouns that can refer to one name only, each with that name."""
        self.unclear: frozenset[str] = frozenset()
        """The pronouns that may refer to one of several names."""
        self._strict = strict
        self._entries: list[Entry] = []
        self._journal: list[tuple[Entry, Use]] = []
        self._said: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
        """Atoms by the core of their clause: as it stands, as spoken, and with names for pronouns."""
        self._postings: dict[str, list[Entry]] = defaultdict(list)

    def entries(self) -> tuple[Entry, ...]:
        """Return the atoms in order of introduction."""
        return tuple(self._entries)

    def named(self, names: Iterable[str]) -> tuple[Entry, ...]:
        """Return the atoms with the given names, in order of introduction."""
        return tuple(self._entries[place - 1] for place in sorted({int(name[1:]) for name in names}))

    def around(self, names: Iterable[str]) -> tuple[Entry, ...]:
        """Return the atoms with the given names, and those that share a word, or a kind and one of it."""
        own = self.named(names)
        found = {entry.id: entry for entry in own}
        words = {word for entry in own for word in entry.clause.core}
        for word in words.union(*map(nouns_below, words)):
            posting = self._postings.get(word, ())
            if len(posting) <= _COMMON:
                found |= {entry.id: entry for entry in posting}
        return tuple(sorted(found.values(), key=lambda entry: int(entry.id[1:])))

    def cores(self, clause: Clause) -> frozenset[tuple[str, ...]]:
        """Return the core of a clause, with its pronouns and with the names that they refer to."""
        return frozenset((self.with_names(clause.core), self.with_names(clause.named)))

    def says(self, clause: Clause) -> bool:
        """Return whether a clause with the same core, with names for pronouns, introduced an atom."""
        own = self.cores(clause)
        return any(own & self.cores(e.clause) for core in own for e in self._said.get(core, ()))

    def alias(self, aliases: Mapping[str, str], unclear: frozenset[str]) -> None:
        """Set the pronouns that refer to one name, and those that may refer to one of several."""
        self.unclear = unclear
        if aliases != self.aliases:
            self.aliases = dict(aliases)
            self._said.clear()
            for entry in self._entries:
                self._file(entry)

    def use(self, entry: Entry, use: Use) -> None:
        """Record a use of an atom."""
        if use not in entry.uses:
            entry.uses.add(use)
            self._journal.append((entry, use))

    def mark(self) -> tuple[int, int]:
        """Return a point to which `rollback` can return."""
        return len(self._entries), len(self._journal)

    def rollback(self, mark: tuple[int, int]) -> None:
        """Forget the atoms that were introduced and the uses that were recorded after a mark."""
        for entry, use in self._journal[mark[1] :]:
            entry.uses.discard(use)
        for entry in reversed(self._entries[mark[0] :]):
            for core in self._keys(entry.clause):
                self._said[core].pop()  # the atom introduced last was filed last
            for word in _words(entry.clause):
                self._postings[word].pop()
        del self._entries[mark[0] :], self._journal[mark[1] :]

    def _keys(self, clause: Clause) -> set[tuple[str, ...]]:
        return {clause.core, clause.raw, self.with_names(clause.named)}

    def with_names(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """Return words with names for the pronouns that can refer to one name only."""
        return tuple(self.aliases.get(word, word) for word in words) if self.aliases else words

    def _file(self, entry: Entry) -> None:
        for core in self._keys(entry.clause):
            self._said[core].append(entry)

    def add(self, clause: Clause, source: str, text: str) -> Entry:
        """Introduce a new atom."""
        # `not asleep` keeps its form: without its `not` the opposite would be its gloss.
        as_written = clause.antonym and not clause.denied
        gloss = text[clause.start : clause.end] if as_written else clause.gloss
        entry = Entry(f"a{len(self._entries) + 1}", clause, gloss, Span(source, clause.start, clause.end))
        self._entries.append(entry)
        self._file(entry)
        for word in _words(clause):
            self._postings[word].append(entry)
        return entry

    def find(
        self, clause: Clause, use: Use, *, apart_from: Iterable[str] = (), prefer: Iterable[str] = ()
    ) -> Match | None:
        """Return the one atom that a clause expresses, exact matches before near ones, or None.

        Args:
            clause: The clause in normal form.
            use: Its position.
            apart_from: Ids of atoms that need an exact match: those of the other side of the conditional.
            prefer: Ids of atoms that win a tie (those of the sibling options).
        """
        apart, preferred, named = frozenset(apart_from), frozenset(prefer), self.cores(clause)
        said = {e.id: e for core in {clause.core, *named} for e in self._said.get(core, ())}.values()
        found = [e for e in said if _time_allows(clause, e, use)]
        fit = [
            e
            for e in found
            if (_exact_key(e.clause) == _exact_key(clause) and not clause.open)
            or (
                e.id not in apart
                and (clause.modal == e.clause.modal or clause.open)
                and _adverbs_allow(clause, e, use)
            )
        ]
        if entry := self._one(fit, clause, preferred):
            return Match(entry, _names_note(clause, entry.clause))
        if use is Use.CONDITION:
            return None
        closest = self._closest(clause, use, apart)
        answered = self._answered(clause, use, closest)
        return answered if answered or self._strict else self._near(clause, use, closest)

    def near(self, clause: Clause, use: Use, *, apart_from: Iterable[str] = ()) -> Match | None:
        """Return the one atom that a clause misses by a typo, or None."""
        return self._near(clause, use, self._closest(clause, use, frozenset(apart_from)))

    def _one(self, entries: Iterable[Entry], clause: Clause, preferred: frozenset[str]) -> Entry | None:
        fit = [entry for entry in entries if same_scope(clause, entry.clause)]
        for narrower in (
            lambda e: e.clause.core == clause.core,
            lambda e: e.clause.modal == clause.modal,
            lambda e: e.clause.adverbs == clause.adverbs,
            lambda e: e.clause.connectives == clause.connectives and e.clause.inner == clause.inner,
            lambda e: e.id in preferred,
        ):
            if len(fit) > 1:
                fit = [entry for entry in fit if narrower(entry)] or fit
        return fit[0] if len(fit) == 1 else None

    def _closest(self, clause: Clause, use: Use, apart: frozenset[str]) -> tuple[Entry, ...]:
        """Return the atoms that share most words with a clause, except those in `apart`."""
        shared: dict[str, int] = defaultdict(int)
        by_id: dict[str, Entry] = {}
        for word in set(clause.core):
            posting = self._postings.get(word, ())
            if len(posting) <= _COMMON:
                alike = (e for e in posting if e.clause.of_kind == clause.of_kind)
                for entry in (e for e in alike if _time_allows(clause, e, use)):
                    shared[entry.id] += 1
                    by_id[entry.id] = entry
        ranked = sorted(shared, key=lambda i: -shared[i] / max(len(by_id[i].clause.core), len(clause.core)))
        return tuple(by_id[i] for i in ranked[:_CLOSEST] if i not in apart)

    def _answered(self, clause: Clause, use: Use, closest: tuple[Entry, ...]) -> Match | None:
        """Return the one proposition of a conditional that a clause paraphrases or denies.

        If there is none, return one that its antonym denies in any position.
        """
        read = [(entry, answer(clause, entry.clause, use, self.aliases)) for entry in closest]
        answered = [(entry, said) for entry, said in read if said is not None]
        uses = {use} if use is Use.CONSEQUENCE else _IN_CONDITIONALS
        found = [item for item in answered if item[0].uses & uses]
        found = found or [i for i in answered if i[1].anywhere and i[0].clause.past == clause.past]
        return Match(found[0][0], found[0][1].note, found[0][1].flipped) if len(found) == 1 else None

    def _near(self, clause: Clause, use: Use, closest: tuple[Entry, ...]) -> Match | None:
        found = [
            entry
            for entry in closest
            if (use is not Use.CONSEQUENCE or Use.CONSEQUENCE in entry.uses)
            and same_scope(clause, entry.clause)
            and _adverbs_allow(clause, entry, use)
            and is_slip(clause, entry.clause)
        ]
        if len(found) != 1:
            return None
        said, meant = clause.gloss, found[0].clause.gloss
        return Match(found[0], f"read `{said}` as `{meant}`")


def _words(clause: Clause) -> set[str]:
    return {*clause.core, *clause.raw, *clause.named}


def _exact_key(clause: Clause) -> tuple[object, ...]:
    return clause.stems, clause.adverbs, clause.modal


def _adverbs_allow(said: Clause, entry: Entry, use: Use) -> bool:
    """Return whether a clause expresses an atom despite different adverbs.

    A fact must entail its match: `runs quickly` entails `runs`, and `does not run` entails `does not run
    quickly`; two facts keep their whole content. A query must have the same adverbs, except the denying and
    the open answer to a question, which often drop adverbs (`will likely win`, `will not win`). Consequences
    are matched freely.
    """
    meant = entry.clause
    free = use is Use.CONSEQUENCE or (use is Use.OPTION and (said.denied or bool(said.open)))
    if said.adverbs == meant.adverbs or free:
        return True
    if use is not Use.FACT or not entry.uses & _IN_CONDITIONALS:
        return False
    if said.denied != said.antonym:  # `is asleep` is affirmative
        return said.adverbs <= meant.adverbs
    more = said.adverbs - meant.adverbs  # `slowly` restricts what holds, `probably` does not
    return meant.adverbs <= said.adverbs and not any(ADVERBS.get(a) == "likelihood" for a in more)


def _time_allows(said: Clause, entry: Entry, use: Use) -> bool:
    """Return whether the tenses allow a clause to express an atom: `Ann will sing` is not `she sang`."""
    meant = entry.clause
    has, had = (any(w.role == "aux" and w.lemma == "have" for w in c.words) for c in (said, meant))
    if (said.past, has) != (meant.past, had) and (said.no_longer or meant.no_longer):
        return False  # `is no longer a nurse`, `was a nurse`, `has been a nurse`
    apart = said.going != meant.going  # `is writing a letter`, `has written a letter`, `writes letters`
    if said.past and meant.past and apart:
        return False
    if (entry.uses | {use}) & _IN_CONDITIONALS or meant.free or said.free:
        return True
    if apart or _often(said) != _often(meant):  # `sings on Mondays`, `sang on Monday`
        return False
    if said.ahead == meant.ahead:
        if said.past != meant.past:
            return (has and not said.past) or (had and not meant.past)
        return said.past or has == had  # `has lived here`, `lives here`
    # `Ann leaves` may be about tomorrow, `is ill` is about now
    return not (said.past or meant.past or has or had or "be" in {*said.stems, *meant.stems})


def _often(clause: Clause) -> bool:
    return any(w.low in _EACH_WEEK for w in clause.words)


def _names_note(said: Clause, meant: Clause) -> str:
    pairs = {
        (a, b) if a in _PRONOUNS else (b, a)
        for a, b in zip(said.core, meant.core, strict=False)
        if a != b and (a in _PRONOUNS or b in _PRONOUNS)
    }
    said_as = ", ".join(f"`{pronoun}` as `{name}`" for pronoun, name in sorted(pairs))
    return said_as and f"read {said_as}"
