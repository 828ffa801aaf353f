"""What follows from a proposition by its words alone: `left at nine` says `left`.

Two propositions are compared by what fills each role of their clauses. Nothing is concluded from the world.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from defeasible.reasoner.english.closed import ADVERBS, PARTICLES, QUANTIFIER_PHRASES
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.antonyms import opposed
from defeasible.reasoner.grammar.belief.fillers import AGENT, COUNTING, FIXED, Filler, filler_of
from defeasible.reasoner.grammar.belief.node import Word
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.rankings import Ranking, ranking

_CACHE = 8192


@dataclass(frozen=True, slots=True)
class Said:
    """A proposition by its roles."""

    verb: tuple[str, ...]
    modal: str
    fillers: tuple[tuple[str, Filler], ...]
    adverbs: frozenset[str]
    past: bool = False

    @property
    def heads(self) -> tuple[str, str]:
        """The heads of its subject and object; nothing for what may be anything: `someone`."""
        found = dict(self.fillers)
        heads = ((found[r].core or ("",))[-1] if r in found else "" for r in ("subject", "object"))
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
        if shortened and any(mine[role].kind in FIXED for role in theirs):
            return False
        # `is in the hall` does not say that anything just is
        return bool(self.verb) or any(role not in {"subject", "time"} for role in theirs)

    def beyond(self, other: Said) -> dict[str, Filler] | None:
        """Return what it says beside another one that it entails: when, where; None if it does not."""
        if not self.entails(other):
            return None
        theirs = dict(other.fillers)
        more = {role: filler for role, filler in self.fillers if role not in theirs}
        return more | {f"adverb:{a}": AGENT for a in self.adverbs - other.adverbs}

    def excludes(self, other: Said, *, opposites: bool) -> bool:
        """Whether it counts otherwise what another one counts, or says the opposite of the same thing."""
        mine, theirs = dict(self.fillers), dict(other.fillers)
        if self.modal != other.modal or self.adverbs != other.adverbs or mine.keys() != theirs.keys():
            return False
        apart = [role for role, filler in mine.items() if filler != theirs[role]]
        if self.verb == other.verb and len(apart) == 1 and mine[apart[0]].excludes(theirs[apart[0]]):
            return True
        if not opposites or self.modal or self.past != other.past or "subject" not in mine:
            return False
        apart = [role for role, filler in mine.items() if not filler.same(theirs[role])]
        if self.verb == other.verb and set(apart) == {"subject", "object"} and self.verb[0] in _asymmetric():
            return mine["subject"].same(theirs["object"]) and mine["object"].same(theirs["subject"])
        if self.verb != other.verb:
            return not apart and other.verb in opposed(self.verb, state=False)
        return apart == ["complement"] and theirs["complement"].stems in opposed(
            mine["complement"].stems, state=True
        )


@lru_cache(_CACHE)
def said(clause: Clause, names: tuple[tuple[str, str], ...] = ()) -> Said | None:
    """Return a clause by its roles; None where it has words that no role accounts for.

    Args:
        clause: The clause.
        names: Pronouns, each with the only name that it can stand for.
    """
    roles, aliases = _roles(clause), dict(names)
    if roles is None:
        return None
    passive = clause.passive and not {"object", "complement"} & roles.keys()
    participle = list(roles.get("verb", ()))
    verb = _verb(clause, roles)
    if passive and opposed(verb, state=True):  # `was closed` is a state
        passive, verb, roles["complement"] = False, (), participle
    elif passive:  # somebody did it
        roles["object"] = roles.pop("subject")
    nominal = {w.low for role in ("subject", "object") for w in roles.get(role, [])}
    adverbs = frozenset(w.low for w in roles.pop("adverb", [])) | (clause.adverbs - nominal)
    adverbs = frozenset(a for a in adverbs if ADVERBS.get(a) != "discourse")
    fillers = [("subject", AGENT)] if passive else []
    for role, words in sorted(roles.items()):
        own = words
        if role.startswith("by:"):
            led = role.removeprefix("by:").split()
            own = words[len(led) :] if [w.low for w in words[: len(led)]] == led else words
        kept = tuple(w for w in own if w.low not in adverbs)
        fillers.append((role, filler_of(kept, aliases)))
    return Said(verb, clause.modal, tuple(fillers), adverbs, clause.past)


def _roles(clause: Clause) -> dict[str, list[Word]] | None:
    """Return the words of each role of a clause; None where some have none."""
    unread = {start for start, _ in clause.unread}
    if not clause.simple or any(w.start in unread and w.low not in COUNTING for w in clause.tokens):
        return None
    roles: dict[str, list[Word]] = defaultdict(list)
    for word in clause.tokens:
        if word.is_word and word.role not in {"aux", "inner aux", "not"}:
            roles[word.role].append(word)
    being = [w.lemma for w in roles.get("verb", [])] == ["be"]
    rest = [w for w in roles.pop("", []) if w.low not in clause.adverbs | _EMPHASIS]
    if being and [w.low for w in rest] == ["there"]:
        roles["verb"], rest = rest, []
    elif being and "complement" not in roles and rest and all(w.low in PARTICLES for w in rest):
        roles["complement"], rest = rest, []  # `is out now`
    if "subject" not in roles or rest:
        return None
    for role in [r for r in roles if r.startswith("by:") and "object" not in roles]:
        opened = tuple(w.low for w in roles[role][:2])
        if any(opened == phrase for phrase, _ in QUANTIFIER_PHRASES):  # `holds at most six people`
            roles["object"] = roles.pop(role)
    return roles


def _verb(clause: Clause, roles: dict[str, list[Word]]) -> tuple[str, ...]:
    """Take the verb out of the roles of a clause, with its particles."""
    had = any(w.role == "aux" and w.low in {"has", "have", "'s", "'ve"} for w in clause.tokens)
    verb = tuple(stem(w.low) for w in roles.pop("verb", []) if w.lemma != "be")
    for role in [r for r in roles if r.startswith("by:") and " ".join(w.low for w in roles[r]) == r[3:]]:
        verb = (*verb, *(w.low for w in roles.pop(role)))  # `packs in again`
    if had and verb[:1] == ("get",):  # `has got a car`
        verb = ("have", *verb[1:])
    return verb[:-1] if len(verb) > 1 and f"by:{verb[-1]}" in roles else verb  # `was put behind the shed`


def turned(one: Said) -> Iterator[Said]:
    """Yield the same seen from the other side: `sold it to Bob` as that Bob bought it."""
    fillers = dict(one.fillers)
    verb = one.verb[0] if len(one.verb) == 1 else ""
    if verb in _converse() and "by:to" in fillers:
        moved = {k: v for k, v in fillers.items() if k not in {"by:to", "subject"}}
        moved |= {"subject": fillers["by:to"], "by:from": fillers["subject"]}
        for other in _converse()[verb]:
            yield replace(one, verb=(other,), fillers=tuple(sorted(moved.items())))
    for giver, takers in _converse().items():
        if verb in takers and "by:from" in fillers:
            moved = {k: v for k, v in fillers.items() if k not in {"by:from", "subject"}}
            moved |= {"subject": fillers["by:from"], "by:to": fillers["subject"]}
            yield replace(one, verb=(giver,), fillers=tuple(sorted(moved.items())))
    if verb in _symmetric() and {"subject", "object"} <= fillers.keys():
        moved = fillers | {"subject": fillers["object"], "object": fillers["subject"]}
        yield replace(one, fillers=tuple(sorted(moved.items())))


class Links:
    """What follows from which of some propositions.

    Args:
        clauses: The propositions, by the names of their atoms, in affirmative words.
        aliases: Pronouns to the only name that they can stand for.
    """

    def __init__(self, clauses: Iterable[tuple[str, Clause]], aliases: Mapping[str, str]) -> None:
        self._aliases = aliases
        self._said: dict[str, list[Said]] = {}
        self._by_heads: dict[tuple[object, ...], list[str]] = defaultdict(list)
        self._rankings: dict[str, Ranking] = {}
        for name, clause in clauses:
            self.add(name, clause)

    def add(self, name: str, clause: Clause) -> None:
        """Add a proposition."""
        rank = ranking(clause, self._aliases)
        if rank is not None:
            self._rankings[name] = rank
        one = said(clause, tuple(sorted(self._aliases.items())))
        if one is None:
            return
        self._said[name] = [one, *turned(one)]
        for view in self._said[name]:
            self._by_heads[view.verb, *view.heads].append(name)

    def _beside(self, name: str) -> list[str]:
        found: dict[str, None] = {}
        for view in self._said.get(name, []):
            subjects, objects = ({head, ""} for head in view.heads)
            verbs = (view.verb, *opposed(view.verb, state=False))
            keys = [(verb, s, o) for verb in verbs for s in subjects for o in objects]
            if view.verb[:1] and view.verb[0] in _asymmetric():
                keys += [(verb, o, s) for verb, s, o in keys]
            for key in keys:
                found |= dict.fromkeys(self._by_heads.get(key, ()))
        return sorted((n for n in found if n != name), key=lambda n: int(n[1:]))

    def entailed(self, name: str) -> list[str]:
        """Return the propositions that follow from one."""
        found = [n for n in self._beside(name) if any(v.entails(self._said[n][0]) for v in self._said[name])]
        return found + [n for n in self._ranked(name, weaker=True) if n not in found]

    def entailing(self, name: str) -> list[str]:
        """Return the propositions that one follows from."""
        found = [n for n in self._beside(name) if any(v.entails(self._said[name][0]) for v in self._said[n])]
        return found + [n for n in self._ranked(name, weaker=False) if n not in found]

    def instances(self, if_: str, then: str) -> Iterator[tuple[str, str]]:
        """Yield what a rule says of one time or place: of `when it rains, Ann walks`, of last night."""
        ones, others = (self._beyond(name) for name in (if_, then))
        for one, said_of in ones:
            for other, said in others:
                held = all(
                    role in said_of
                    and (f.stems in (said_of[role].stems, said_of[role].core) or said_of[role].entails(f))
                    for role, f in said.items()
                )
                now = said.keys() <= {"adverb:now", "adverb:today"}
                if (one, other) != (if_, then) and said and (held or now):
                    yield one, other

    def _beyond(self, name: str) -> list[tuple[str, dict[str, Filler]]]:
        """Return the propositions that entail one, itself among them, with what they say beside it."""
        if name not in self._said:
            return []
        known = ((n, self._said[n][0].beyond(self._said[name][0])) for n in (name, *self._beside(name)))
        return [(n, more) for n, more in known if more is not None]

    def _ranked(self, name: str, *, weaker: bool) -> list[str]:
        """Return the other comparisons that one entails (`older`, `as old as`), or that entail it."""
        own = self._rankings.get(name)
        found = [] if own is None else [(n, r) for n, r in self._rankings.items() if n != name]
        return [n for n, r in found if own and (own.entails(r) if weaker else r.entails(own))]

    def otherwise(self, name: str) -> list[str]:
        """Return the comparisons that are so if one is not: `as old as`, of `younger`."""
        own = self._rankings.get(name)
        back = own.otherwise if own is not None else None
        return [n for n, r in self._rankings.items() if back is not None and r == back]

    def excluded(self, name: str, *, opposites: bool) -> list[str]:
        """Return the propositions that cannot be so beside one; `opposites` as well, or by number alone."""
        rank = self._rankings.get(name)
        found = [
            n
            for n in self._beside(name)
            if any(
                one.excludes(other, opposites=opposites)
                for one in self._said[name]
                for other in self._said[n]
            )
        ]
        if rank is not None:
            found += [
                n
                for n, r in self._rankings.items()
                if (r.strict or rank.strict) and replace(r, strict=rank.strict) == rank.back
            ]
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
                strict = any(self._rankings[n].strict for n in path)
                for other in names:
                    ends = self._rankings[other]
                    along = (ends.more, ends.less) == (first.more, last.less)
                    if along and other not in path and (strict or not ends.strict):
                        yield path, other, True
                    if (ends.less, ends.more) == (first.more, last.less) and (strict or ends.strict):
                        yield path, other, False
            if len(path) < _LONGEST_CHAIN:
                stack += [[*path, n] for n in names if n not in path and self._rankings[n].more == last.less]


_LONGEST_CHAIN = 4
_EMPHASIS = frozenset({"right", "just", "all"})


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
def _asymmetric() -> frozenset[str]:
    return frozenset(stem(verb) for verb in _data()["asymmetric"].split())


@cache
def _weakening() -> frozenset[str]:
    return word_set(_data()["weakening"])


@cache
def _hypothetical() -> frozenset[str]:
    return word_set(_data()["hypothetical"])
