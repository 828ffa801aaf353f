"""What follows from a proposition by its words alone: `left at nine` says `left`.

Two propositions are compared by what fills each role of their clauses. Nothing is concluded from the world.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from defeasible.reasoner.english.closed import ADVERBS, QUANTIFIER_PHRASES
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.fillers import ARTICLES, COUNTING, FIXED, Filler, filler_of
from defeasible.reasoner.grammar.belief.node import Word
from defeasible.reasoner.grammar.belief.normal import Clause

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Said:
    """A proposition by its roles."""

    verb: tuple[str, ...]
    modal: str
    fillers: tuple[tuple[str, Filler], ...]
    adverbs: frozenset[str]
    loose: bool = False
    """Whether it has words without a role."""

    @property
    def heads(self) -> tuple[str, str]:
        """The heads of its subject and object; nothing for what may be anything: `someone`."""
        found = dict(self.fillers)
        heads = ((found[r].stems or ("",))[-1] if r in found else "" for r in ("subject", "object"))
        subject, object_ = ("" if head in {"someone", "something"} else head for head in heads)
        return subject, object_

    def entails(self, other: Said) -> bool:
        """Whether it says all that another one says."""
        if self.verb != other.verb or not (
            self.modal == other.modal or (self.modal, other.modal) == ("must", "may")
        ):
            return False
        if not other.adverbs <= self.adverbs or any(_weakens(a) for a in self.adverbs - other.adverbs):
            return False
        mine, theirs = dict(self.fillers), dict(other.fillers)
        if any(role not in mine or not mine[role].entails(filler) for role, filler in theirs.items()):
            return False
        dropped = mine.keys() - theirs.keys()
        if any(not role.startswith("by:") and role != "time" for role in dropped):
            return False
        if any(role.removeprefix("by:").replace(" ", "_") in _hypothetical() for role in dropped):
            return False
        shortened = dropped or self.adverbs != other.adverbs
        if shortened and any(f.kind in FIXED for f in mine.values()):
            return False
        # `is in the hall` does not say that anything just is
        return bool(self.verb) or any(role not in {"subject", "time"} for role in theirs)

    def excludes(self, other: Said) -> bool:
        """Whether it counts otherwise what another one counts."""
        mine, theirs = dict(self.fillers), dict(other.fillers)
        if self.verb != other.verb or self.modal != other.modal or self.adverbs != other.adverbs:
            return False
        if mine.keys() != theirs.keys():
            return False
        apart = [role for role, filler in mine.items() if filler != theirs[role]]
        return len(apart) == 1 and mine[apart[0]].excludes(theirs[apart[0]])


def said(clause: Clause, aliases: Mapping[str, str] = _NONE) -> Said | None:
    """Return a clause by its roles; None where it has words that no role accounts for.

    Args:
        clause: The clause.
        aliases: Pronouns to the only name that they can stand for.
    """
    if not clause.simple:
        return None
    unread = {start for start, _ in clause.unread}
    if any(w.start in unread and w.low not in COUNTING for w in clause.tokens):
        return None
    roles: dict[str, list[Word]] = defaultdict(list)
    for word in clause.tokens:
        if word.is_word and word.role not in {"aux", "inner aux", "not"}:
            roles[word.role].append(word)
    if "subject" not in roles or roles.pop("", []):
        return None
    for role in [r for r in roles if r.startswith("by:") and "object" not in roles]:
        opened = tuple(w.low for w in roles[role][:2])
        if any(opened == phrase for phrase, _ in QUANTIFIER_PHRASES):  # `holds at most six people`
            roles["object"] = roles.pop(role)
    verb = tuple(stem(w.low) for w in roles.pop("verb", []) if w.lemma != "be")
    nominal = {w.low for role in ("subject", "object") for w in roles.get(role, [])}
    adverbs = frozenset(w.low for w in roles.pop("adverb", [])) | (clause.adverbs - nominal)
    adverbs = frozenset(a for a in adverbs if ADVERBS.get(a) != "discourse")
    fillers = []
    for role, words in sorted(roles.items()):
        own = words
        if role.startswith("by:"):
            led = role.removeprefix("by:").split()
            own = words[len(led) :] if [w.low for w in words[: len(led)]] == led else words
        kept = tuple(w for w in own if w.low not in adverbs)
        fillers.append((role, filler_of(kept, aliases)))
    return Said(verb, clause.modal, tuple(fillers), adverbs)


def turned(one: Said) -> Iterator[Said]:
    """Yield the same seen from the other side: `sold it to Bob` as that Bob bought it."""
    fillers = dict(one.fillers)
    verb = one.verb[0] if len(one.verb) == 1 else ""
    if verb in _converse() and "by:to" in fillers:
        moved = {k: v for k, v in fillers.items() if k not in {"by:to", "subject"}}
        moved |= {"subject": fillers["by:to"], "by:from": fillers["subject"]}
        for other in _converse()[verb]:
            yield Said((other,), one.modal, tuple(sorted(moved.items())), one.adverbs)
    for giver, takers in _converse().items():
        if verb in takers and "by:from" in fillers:
            moved = {k: v for k, v in fillers.items() if k not in {"by:from", "subject"}}
            moved |= {"subject": fillers["by:from"], "by:to": fillers["subject"]}
            yield Said((giver,), one.modal, tuple(sorted(moved.items())), one.adverbs)
    if verb in _symmetric() and {"subject", "object"} <= fillers.keys():
        moved = fillers | {"subject": fillers["object"], "object": fillers["subject"]}
        yield Said(one.verb, one.modal, tuple(sorted(moved.items())), one.adverbs)


@dataclass(frozen=True, slots=True)
class Ranking:
    """A comparison: of two things on a scale, the first has more."""

    scale: tuple[str, ...]
    more: tuple[str, ...]
    less: tuple[str, ...]


def ranking(clause: Clause) -> Ranking | None:
    """Return what `Ann is taller than Bob` says; None for other clauses."""
    if not clause.simple or clause.modal:
        return None
    words = [w for w in clause.tokens if w.is_word]
    than = next((n for n, w in enumerate(words) if w.low == "than" and n), 0)
    if not than or than + 1 >= len(words):
        return None
    word = words[than - 1]
    if word.tag not in {"JJR", "RBR"} and words[than - 2].low not in {"more", "less"}:
        return None
    base = stem(word.lemma)
    verbs = tuple(stem(w.low) for w in words[:than] if w.role == "verb" and w.lemma != "be")
    first = tuple(stem(w.low) for w in words if w.role == "subject" and w.low not in ARTICLES)
    second = tuple(stem(w.low) for w in words[than + 1 :] if w.low not in ARTICLES)
    extra = [
        w
        for w in words[:than]
        if w.role in {"", "adverb", "time"}
        and w is not word
        and w.low not in {"more", "less", "even", "much", "far"}
    ]
    if not first or not second or extra or any(w.tag[:2] in {"VB", "IN"} for w in words[than + 1 :]):
        return None
    down = words[than - 2].low == "less"
    scale = _scales().get(base)
    name, up = scale if scale is not None else (base, True)
    more, less = (first, second) if up != down else (second, first)
    return Ranking((name, *verbs), more, less)


class Links:
    """What follows from which of some propositions.

    Args:
        clauses: The propositions, by the names of their atoms, in affirmative words.
        aliases: Pronouns to the only name that they can stand for.
    """

    def __init__(self, clauses: Iterable[tuple[str, Clause]], aliases: Mapping[str, str] = _NONE) -> None:
        self._aliases = aliases
        self._said: dict[str, list[Said]] = {}
        self._by_heads: dict[tuple[object, ...], list[str]] = defaultdict(list)
        self._rankings: dict[str, Ranking] = {}
        for name, clause in clauses:
            self.add(name, clause)

    def add(self, name: str, clause: Clause) -> None:
        """Add a proposition."""
        rank = ranking(clause)
        if rank is not None:
            self._rankings[name] = rank
        one = said(clause, self._aliases)
        if one is None:
            return
        self._said[name] = [one, *turned(one)]
        for view in self._said[name]:
            self._by_heads[view.verb, *view.heads].append(name)

    def _beside(self, name: str) -> list[str]:
        found: dict[str, None] = {}
        for view in self._said.get(name, []):
            subjects, objects = ({head, ""} for head in view.heads)
            for key in ((view.verb, s, o) for s in subjects for o in objects):
                found |= dict.fromkeys(self._by_heads.get(key, ()))
        return sorted((n for n in found if n != name), key=lambda n: int(n[1:]))

    def entailed(self, name: str) -> list[str]:
        """Return the propositions that follow from one."""
        found = [n for n in self._beside(name) if any(v.entails(self._said[n][0]) for v in self._said[name])]
        return found + [n for n in self._ranked(name) if n not in found]

    def entailing(self, name: str) -> list[str]:
        """Return the propositions that one follows from."""
        found = [n for n in self._beside(name) if any(v.entails(self._said[name][0]) for v in self._said[n])]
        return found + [n for n in self._ranked(name) if n not in found]

    def _ranked(self, name: str) -> list[str]:
        """Return the other comparisons that say the same: `older`, `younger`."""
        own = self._rankings.get(name)
        return [n for n, rank in self._rankings.items() if own == rank and n != name]

    def excluded(self, name: str) -> list[str]:
        """Return the propositions that cannot be so beside one."""
        rank = self._rankings.get(name)
        found = [n for n in self._beside(name) if self._said[name][0].excludes(self._said[n][0])]
        if rank is not None:
            back = Ranking(rank.scale, rank.less, rank.more)
            found += [n for n, r in self._rankings.items() if r == back and n not in found]
        return found

    def chains(self, name: str) -> Iterator[tuple[Sequence[str], str, bool]]:
        """Yield comparisons that end with one, what they come to, and whether that is so."""
        if name not in self._rankings:
            return
        names = [n for n, r in self._rankings.items() if r.scale == self._rankings[name].scale]
        stack: list[list[str]] = [[n] for n in names]
        while stack:
            path = stack.pop()
            first, last = self._rankings[path[0]], self._rankings[path[-1]]
            if len(path) > 1 and name in path:
                for other in names:
                    ends = self._rankings[other]
                    if (ends.more, ends.less) == (first.more, last.less) and other not in path:
                        yield path, other, True
                    if (ends.less, ends.more) == (first.more, last.less):
                        yield path, other, False
            if len(path) < _LONGEST_CHAIN:
                stack += [[*path, n] for n in names if n not in path and self._rankings[n].more == last.less]


_LONGEST_CHAIN = 4


def _weakens(adverb: str) -> bool:
    return ADVERBS.get(adverb) == "likelihood" or adverb in _weakening()


@cache
def _data() -> dict[str, str]:
    return read_toml("defeasible.reasoner.grammar.belief", "links.toml")


@cache
def _converse() -> dict[str, tuple[str, ...]]:
    rows = (line.split(" / ") for line in _data()["converse"].strip().splitlines())
    return {gives: tuple(takes.split()) for gives, takes in rows}


@cache
def _symmetric() -> frozenset[str]:
    return word_set(_data()["symmetric"])


@cache
def _scales() -> dict[str, tuple[str, bool]]:
    found: dict[str, tuple[str, bool]] = {}
    for line in _data()["scales"].strip().splitlines():
        up, down = (side.split() for side in line.split(" / "))
        found |= {stem(word): (up[0], True) for word in up if stem(word) not in found}
        found |= {stem(word): (up[0], False) for word in down if stem(word) not in found}
    return found


@cache
def _weakening() -> frozenset[str]:
    return word_set(_data()["weakening"])


@cache
def _hypothetical() -> frozenset[str]:
    return word_set(_data()["hypothetical"])
