"""What a clause says by the fillers of its roles: whether it is as much as another says, or its opposite."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from defeasible.reasoner.english.closed import ADVERBS, PARTICLES, PRONOMINAL, QUANTIFIER_PHRASES
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.fillers import AGENT, COUNTING, FIXED, Filler, filler_of
from defeasible.reasoner.grammar.belief.node import Word
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import opposed
from defeasible.reasoner.grammar.belief.synonyms import plain

_CACHE = 8192
_EMPHASIS = frozenset({"right", "just", "all"})
_DATA = read_toml("defeasible.reasoner.grammar.belief", "links.toml")
_WEAKENING, _HYPOTHETICAL = (word_set(_DATA[key]) for key in ("weakening", "hypothetical"))
_VEHICLES = frozenset(stem(noun) for noun in _DATA["vehicles"].split())
_BOARDING = frozenset(plain((stem(verb),)) for verb in _DATA["boarding"].split())
_FICTIONAL = frozenset(stem(noun) for noun in _DATA["fictional"].split())
ASYMMETRIC = frozenset(stem(verb) for verb in _DATA["asymmetric"].split())
"""Verbs of one event that cannot be so the other way round."""
_ANYTHING = PRONOMINAL.keys() | {"both", "one"}
"""Heads that are looked for beside all others: what is said of both is said of one."""


@dataclass(frozen=True, slots=True)
class Frame:
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
        subject, object_ = ("" if head in _ANYTHING else head for head in heads)
        return subject, object_

    @property
    def asymmetric(self) -> bool:
        """Whether its verb holds in one direction only: who follows somebody is not followed by them."""
        return bool(self.verb) and self.verb[0] in ASYMMETRIC

    def entails(self, other: Frame) -> bool:
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
        if any(role.removeprefix("by:").replace(" ", "_") in _HYPOTHETICAL for role in dropped):
            return False
        if any(not _FICTIONAL.isdisjoint(mine[role].stems) for role in dropped & {"by:in", "by:on"}):
            return False
        shortened = dropped or self.adverbs != other.adverbs
        if shortened and any(mine[role].kind in FIXED for role in theirs):
            return False
        # `is in the hall` does not say that anything just is
        return bool(self.verb) or any(role not in {"subject", "time"} for role in theirs)

    def beyond(self, other: Frame) -> dict[str, Filler] | None:
        """Return what it says beside another one that it entails: when, where; None if it does not."""
        if not self.entails(other):
            return None
        theirs = dict(other.fillers)
        more = {role: filler for role, filler in self.fillers if role not in theirs}
        return more | {f"adverb:{a}": AGENT for a in self.adverbs - other.adverbs}

    def excludes(self, other: Frame, *, opposites: bool) -> bool:
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
        if self.verb == other.verb and set(apart) == {"subject", "object"} and self.asymmetric:
            return mine["subject"].same(theirs["object"]) and mine["object"].same(theirs["subject"])
        if self.verb != other.verb:
            return not apart and other.verb in opposed("verbs", self.verb)
        return apart == ["complement"] and theirs["complement"].stems in opposed(
            "qualities", mine["complement"].stems
        )


@lru_cache(_CACHE)
def frame_of(clause: Clause, names: tuple[tuple[str, str], ...] = ()) -> Frame | None:
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
    if passive and opposed("qualities", verb):  # `was closed` is a state
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
        if (
            role == "object"
            and fillers[-1][1].core[-1:]
            and fillers[-1][1].core[-1] in _VEHICLES
            and verb in _BOARDING
        ):
            verb, fillers[-1] = ("go",), ("by:by", fillers[-1][1])
    return Frame(verb, clause.modal, tuple(fillers), adverbs, clause.past)


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
    if [w.low for w in roles.get("infinitive", [])] == ["to", "work"]:  # `takes the bus to work`
        roles["by:to"] = roles.pop("infinitive")
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
    verb = verb[:-1] if len(verb) > 1 and f"by:{verb[-1]}" in roles else verb  # `was put behind the shed`
    return verb if verb == ("get",) and "object" not in roles else plain(verb)


def _weakens(adverb: str) -> bool:
    return ADVERBS.get(adverb) == "likelihood" or adverb in _WEAKENING
