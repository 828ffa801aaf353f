"""Frames: propositions by their role fillers, and whether one entails or contradicts another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

from defeasible.reasoner.english.closed import ADVERBS, OF_THEIR_PREPOSITION, ONLY, PRONOMINAL
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.adjuncts import (
    PARTS_OF_DAY,
    SPANS,
    is_time,
    may_go,
    recurs,
    throughout,
)
from defeasible.reasoner.grammar.belief.fillers import AGENT, FIXED, NONE, Filler, quality_of, worded
from defeasible.reasoner.grammar.belief.lists import (
    DAYS_OF,
    IDIOMS,
    IDIOMS_OF_PEOPLE,
    LINKS,
    NEUTRAL,
    TIMELY,
    WEAKENING,
    plain,
    verbs,
)
from defeasible.reasoner.grammar.belief.opposites import LINKING, SCALED, Stems, opposed, opposite

_DAY = ("day",)
_LATER = frozenset({"later", "soon", "afterwards", "eventually"})
_HAVING = (("have",), ("there",))
"""Verbs of what there is: `has two eggs`, so `has eggs`."""
NOT = "not"
"""Stands for an adverb where something is denied of some only."""
_RELATIVE = {
    (*plain((stem(quality),)), led) for quality, led in (both.split("_") for both in OF_THEIR_PREPOSITION)
}
_MEASURING = {(stem(verb),) for verb in LINKS["measured"]}
GIVING, _ASYMMETRIC, _STATIVE = (verbs(LINKS[key]) for key in ("giving", "asymmetric", "stative"))
OCCASIONAL = {adverb for adverb, kind in ADVERBS.items() if kind == "frequency"} - {"always"}
"""Adverbs of less than always."""
_ANYTHING = PRONOMINAL.keys() | {"both", "one"}
"""Heads that are compared with all others: what is said of both is said of one."""


@dataclass(frozen=True)
class Frame:
    """A proposition by its roles."""

    verb: tuple[str, ...]
    modal: str
    fillers: tuple[tuple[str, Filler], ...]
    adverbs: frozenset[str]
    past: bool = False
    denied: bool = False
    """Whether it is denied."""
    ahead: bool = False
    """Whether it is about the future, unless a conditional leaves its time open."""
    free: bool = False
    """Whether a conditional mentions it, which leaves its time open."""
    perfect: bool = False
    """Whether it is a result that holds now: `has left`."""
    going: bool = False
    """Whether it goes on now, and is not done yet: `is leaving`."""

    def __getitem__(self, role: str) -> Filler:
        """Return the filler of a role; `NONE`, which has no words, if the clause lacks it."""
        return self._by_role.get(role, NONE)

    @cached_property
    def _by_role(self) -> Mapping[str, Filler]:
        return dict(self.fillers)

    def but(self, fillers: Mapping[str, Filler | None], **fields: Any) -> Frame:
        """Return the frame with other fillers, without those given as None, and with other fields."""
        kept = ((role, one) for role, one in {**dict(self.fillers), **fillers}.items() if one is not None)
        return replace(self, fillers=tuple(sorted(kept)), **fields)

    @property
    def heads(self) -> tuple[str, str]:
        """The heads of its subject and object; empty where the filler may be anything: `someone`."""
        subject, object_ = (
            "" if head in _ANYTHING else head for head in (self["subject"].head, self["object"].head)
        )
        return subject, object_

    @property
    def agentless(self) -> bool:
        """Whether it does not say who did it: `is cancelled`."""
        return self["subject"] == AGENT

    @property
    def counted(self) -> str:
        """The role of what the clause counts: that of its subject, which a passive has as its object."""
        return "object" if self.agentless else "subject"

    @property
    def undenied(self) -> Frame:
        """The frame without its negation."""
        return replace(self, denied=False)

    @property
    def asymmetric(self) -> bool:
        """Whether its verb is asymmetric: if Ann follows Bob, Bob does not follow Ann."""
        return self.verb[:1] in _ASYMMETRIC

    @property
    def undated(self) -> Frame:
        """The frame without `today`."""
        return self.but({r: None for r, f in self.fillers if r != "subject" and f.stems == ("today",)})

    def is_date(self, day: Filler) -> bool:
        """Return whether it says that today is a day: `today is Monday`, `it is Monday`."""
        today = self["subject"].stems in {("today",), ("it",)}
        said = self["complement"].stems or self["time"].stems
        named = said == day.stems or said[-1:] in {(one,) for one in DAYS_OF.get(day.head, ())}
        return today and named and not (self.verb or self.past)

    def entails(self, other: Frame) -> bool:
        """Return whether it entails the other frame."""
        if self.denied or other.denied:
            return self.denied and other.denied and other.undenied.entails(self.undenied)
        modals = self.modal, other.modal
        weaker = (
            modals == ("must", "may")
            or (modals == ("used", "") and other.past)
            # who plays the piano can; who could not open it did not, and who can't be at home is not
            or (modals == ("", "can") and (self.past == other.past or self.free or other.free))
        )
        if self.verb != other.verb or not (self.modal == other.modal or weaker):
            return False
        free = self.free or other.free
        now = self.past or other.past or not self.verb or self.agentless
        done = self.past or self.perfect or other.past or other.perfect
        if not free and ((self.ahead != other.ahead and now) or (self.going != other.going and done)):
            return False
        if other.going and not (free or self.going or self.past or self.perfect or self._now):
            return False  # who drives to work need not be driving
        # `owned a boat`, `owns a boat`; but what was sold is sold
        stays = (other if self.past else self).agentless and self.verb[:1] not in _STATIVE
        held = self.perfect and not (self.past and self.verb)  # not `has owned a boat`
        if self.past != other.past and not (stays or held or other.perfect or free):
            return False
        as_often = {word for a in self.adverbs for word in LINKS["as_often"].get(a, "").split()}
        as_often.add("once" if self.past else "still")
        if not self.past and (self.adverbs & _LATER) - other.adverbs and not other.ahead:
            return False  # who pays later need not pay now
        if not other.adverbs <= self.adverbs | as_often or any(map(weakens, self.adverbs - other.adverbs)):
            return False
        mine, theirs = dict(self.fillers), dict(other.fillers)
        # `bought six eggs`, so `bought eggs`; `has some snow`, so `snow`; not `likes two films`, so `films`
        if self.past or self.verb in _HAVING:
            theirs |= {r: replace(f, indefinite=True) for r, f in theirs.items() if f.bare}
        often = [mine[r] for r, f in theirs.items() if f.bare_plural and is_time(r, f) and r in mine]
        if self.past and not all(time.bare_plural or time.kind == "every" for time in often):
            return False  # `sang on Monday`, `sang on Mondays`
        dropped = {role: filler for role, filler in mine.items() if role not in theirs}
        if not _covers(mine, theirs) or not all(self._may_go(*item) for item in dropped.items()):
            return False
        if any(is_time(*item) and not self._lasts(*item, other) for item in dropped.items()):
            return False
        shortened = dropped or self.adverbs != other.adverbs
        placed = any(item[0].startswith("by:") and not is_time(*item) for item in dropped.items())
        # `every book in the library` is not every book
        every = placed and self["object"].kind == "every"
        if every or (shortened and any(filler.kind in FIXED for filler in theirs.values())):
            return False
        # `is in the hall` does not entail that anything just is
        return bool(self.verb or other.adverbs) or any(role not in {"subject", "time"} for role in theirs)

    @property
    def _now(self) -> bool:
        """Whether one of its times includes now: `works today`."""
        times = (time for role, time in self.fillers if is_time(role, time) and time.kind != "every")
        return any(throughout(time, now=True) for time in times)

    def _lasts(self, role: str, time: Filler, other: Frame) -> bool:
        """Return whether its time covers that of the other: `was ill yesterday` does not entail `is ill`."""
        if other.free or self.past:
            return other.free or other.past or self.perfect
        # `is closed on Sundays`, `is open from nine to five`
        return bool(self.verb) or not (recurs(role, time) or role in SPANS)

    def _may_go(self, role: str, filler: Filler) -> bool:
        """Return whether a role may be dropped: `sold the car to Bob` entails `sold the car`."""
        beside = {"object"} if self.verb in GIVING else {"by:by"} if self.verb == ("go",) else set[str]()
        given = role in {"by:to", "by:from"} and any(r in beside | {"content"} for r, _ in self.fillers)
        led = (*(self.verb or self["complement"].core[-1:]), role.partition(":")[2].replace(" ", "_"))
        both = "_".join(led)  # `ran into Bob`: did not run
        idiom = both in IDIOMS or (filler.person and both in IDIOMS_OF_PEOPLE)
        idiom = idiom or (not self.verb and led in _RELATIVE)  # `is good at chess`
        # `healed faster than expected`; not `is richer than he was`
        compared = bool(self.verb) and filler.stems[:1] == ("than",) and self["complement"] == NONE
        if role == "by:than" and self.verb[:1] in _MEASURING and self["object"].counted:
            return False  # `costs ten euros more than last year`
        return (given or compared or may_go(role, filler)) and (not idiom or is_time(role, filler))

    def beyond(self, other: Frame) -> dict[str, Filler] | None:
        """Return its extra roles (when, where) beside a frame that it entails, or None if it does not."""
        if not self.entails(other):
            return None
        theirs = dict(other.fillers)
        more = {role: filler for role, filler in self.fillers if role not in theirs}
        return more | {f"adverb:{a}": AGENT for a in self.adverbs - other.adverbs}

    def case_of(self, rule: Frame) -> dict[str, Filler] | None:
        """Return what `beyond` does; `last night` is a case of `all night`, `this morning` of every one."""
        often = [item for item in rule.fillers if is_time(*item) and recurs(*item)]
        more = self.beyond(rule.but(dict.fromkeys(role for role, _ in often)))
        times = {f.core[-1:] for role, f in (more or {}).items() if is_time(role, f)}
        any_ = bool(times - PARTS_OF_DAY)  # `all day`, but not `last night`
        return more if all(f.core[-1:] in times or (any_ and f.core == _DAY) for _, f in often) else None

    def denies(self, other: Frame) -> bool:
        """Return whether it holds if the other does not: `is unhappy`, `is happy`; `is dry`, `is wet`."""
        if self.denied != other.denied:
            one, two = self.undenied, other.undenied
            return one.entails(two) if self.denied else two.entails(one)
        if not self.denied and any(two.entails(one) for one, two in self.settled(other)):
            return True  # `did not survive` is `died`, `did not catch the bus` is `missed the bus`
        mine, theirs = self["complement"], other["complement"]
        if self.denied or NONE in {mine, theirs} or not self["subject"].same(other["subject"]):
            return False
        always = _opposed("qualities", theirs.stems, mine.stems)
        return always and other.but({"complement": mine}).entails(self)

    def settled(self, other: Frame) -> Iterator[tuple[Frame, Frame]]:
        """Yield both frames without two verbs of which one or the other always holds: `pass`, `fail`."""
        for (kind, words, one), (kind_, words_, two) in product(self.parts, other.parts):
            if kind == kind_ == "verbs" and opposite(kind, words, words_):
                yield replace(one, verb=words), replace(two, verb=words)

    def excludes(self, other: Frame, *, opposites: bool) -> bool:
        """Return whether it is incompatible with the other: a denial, another quantity, or an opposite."""
        if self.denied or other.denied:
            one, two = self.undenied, other.undenied
            if one.verb in {(), ("there",)} and one.past != two.past:
                return False
            return self.denied != other.denied and (two.entails(one) if self.denied else one.entails(two))
        if self.modal != other.modal:
            return False
        if self._alone(other) or other._alone(self):
            return True
        apart_in_time = self.past and other.past and len((self.adverbs ^ other.adverbs) & TIMELY) > 1
        for one, two in ((self, other), (other, self)):
            not_often = {
                word for adverb in two.adverbs for word in LINKS["not_often"].get(adverb, "").split()
            }
            if one.adverbs & not_often or (apart_in_time and one.adverbs and two.adverbs):
                return replace(one, adverbs=two.adverbs).entails(two)  # `landed early`, `landed late`
        if {NOT} == self.adverbs ^ other.adverbs:  # `most have paid`, `most have not`
            most = all(own[self.counted].kind == "most" for own in (self, other))
            return most and replace(self, adverbs=other.adverbs).entails(other)
        roles = dict(self.fillers).keys()
        alike = (self.verb, self.adverbs, roles) == (other.verb, other.adverbs, dict(other.fillers).keys())
        apart = [role for role in roles if self[role] != other[role]]
        one_case = not self["subject"].indefinite or apart == ["subject"]  # some sofa at 90 euros, some at 50
        if alike and one_case and len(apart) == 1 and self[apart[0]].excludes(other[apart[0]]):
            return True
        if not opposites or self.modal:
            return False
        if alike and self.asymmetric and "object" in roles and self.past == other.past:
            turned = self.but({"subject": self["object"], "object": self["subject"]})
            return all(filler.same(other[role]) for role, filler in turned.fillers)
        return self._against(other) or other._against(self)

    def _alone(self, other: Frame) -> bool:
        """Return whether `only drinks tea` excludes `drinks coffee`; not `only eats fruit` `eats plums`."""
        mine, theirs = dict(self.fillers), dict(other.fillers)
        behind = [role for role in mine if role != "subject"]
        focus = [role for role in behind if role != "object"] or behind
        if not ONLY & self.adverbs - other.adverbs or len(focus) != 1 or focus[0] not in theirs:
            return False
        own, its = mine[focus[0]], theirs[focus[0]]
        alike = (own.definite, own.person, own.bare_plural) == (its.definite, its.person, its.bare_plural)
        alike = alike and not (own.counted or its.counted)  # Rudi may be one of those who have a job
        ends = own.core[-1:], its.core[-1:]
        one_kind = ends[0] in kinds_of(ends[1]) or ends[1] in kinds_of(ends[0])
        apart = alike and not (one_kind or own.entails(its) or its.entails(own))
        return apart and self.but({focus[0]: its}, adverbs=self.adverbs - ONLY).entails(other)

    def _against(self, other: Frame) -> bool:
        """Return whether it is the opposite of the other, at the same time or throughout."""
        weak = any(map(weakens, self.adverbs)) or self.adverbs & OCCASIONAL
        if weak or not other.adverbs <= self.adverbs | NEUTRAL:
            return False
        return any(
            kind == kind_
            and _opposed(kind, words, words_, two)
            and one._spans(two, state=kind == "qualities")
            for (kind, words, one), (kind_, words_, two) in product(self.parts, other.parts)
        )

    def _spans(self, other: Frame, *, state: bool) -> bool:
        """Return whether the rest of one of two opposites covers that of the other."""
        mine, theirs = dict(self.fillers), dict(other.fillers)
        if not mine["subject"].meets(theirs["subject"]):
            return False
        if not _covers({**mine, "subject": theirs["subject"]}, theirs):
            return False
        timed = any(is_time(role, filler) for role, filler in theirs.items())
        together = self.past == other.past or self.perfect or other.perfect
        if not (together and self.ahead == other.ahead) and not timed:
            return False
        if self.perfect and other.perfect and (self.past or other.past):
            return False  # `opened the door`, `closed the door`: one after the other
        more = {role: mine[role] for role in mine.keys() - theirs.keys()}
        now = state and not (self.past or self.ahead)  # `is open today`: now
        return all(
            may_go(role, filler) and (not is_time(role, filler) or throughout(filler, now=now))
            for role, filler in more.items()
        )

    @property
    def alike(self) -> dict[str, object]:
        """What frames that say the same have in common, apart from the verb."""
        told = {role: (f.stems, f.kind, f.least, f.most) for role, f in self.fillers}
        return told | dict.fromkeys(map(stem, self.adverbs))

    def contrasts(self, other: Frame) -> Iterator[tuple[str, Stems, Stems]]:
        """Yield each pair of verbs or qualities in which alone the two frames may differ."""
        full = {() if verb[:1] and verb[0] in LINKING else verb for verb in (self.verb, other.verb)}
        for (kind, words, rest), (kind_, words_, rest_) in product(self._split(), other._split()):
            if kind == kind_ and rest == rest_ and (kind == "verbs" or len(full) == 1):
                yield kind, words, words_

    def _split(self) -> Iterator[tuple[str, Stems, dict[str, object]]]:
        for kind, words, rest in self.parts:
            yield kind, words, rest.alike
        ways = {one: plain((one,)) for one in map(stem, self.adverbs)}
        ways |= {r: (*r[3:].split(), *f.stems) for r, f in self.fillers if r[:3] == "by:"}  # `on time`
        for way, words in ways.items():
            yield "qualities", words, {k: f for k, f in self.alike.items() if k != way}

    @cached_property
    def parts(self) -> tuple[tuple[str, Stems, Frame], ...]:
        """The verb and each quality that may have an opposite, with the frame that is left without it."""
        return tuple(self._parts())

    def _parts(self) -> Iterator[tuple[str, Stems, Frame]]:
        if self.agentless and self["object"] != NONE:  # `is cancelled`, beside `takes place`
            yield "verbs", self.verb, self.but({"subject": self["object"], "object": None})
        yield "verbs", self.verb, self
        for role, filler in self.fillers:
            if role == "subject" or filler.counted:
                continue
            rest = self.but({role: None})
            if role == "complement" and not self.verb and (like := quality_of(filler)):  # `is a dead man`
                yield "qualities", like.stems, rest
            led = tuple(role.removeprefix("by:").split()) if role.startswith("by:") else ()
            yield "verbs", plain((*self.verb, *led, *filler.stems)), rest
            # `missed the last bus`
            if role == "object" and filler.stems[:-1] and filler.stems == filler.core:
                yield "verbs", plain((*self.verb, filler.head)), self.but({role: worded(filler.stems[:-1])})
            if (not self.verb or self.verb[0] in LINKING) and (role == "complement" or led):
                yield "qualities", (*led, *filler.stems), rest
                if led:
                    yield "qualities", led, rest.but({"by": filler})
                if tail := filler.stems[len(filler.core) :] if led else ():  # `on time for work`
                    yield "qualities", (*led, *filler.core), rest.but({f"by:{tail[0]}": worded(tail[1:])})
            if filler.stems[-1:] and filler.stems[-1] in SCALED:  # `got a good grade`
                kind = self.but({role: replace(filler, stems=filler.stems[-1:])})
                yield "qualities", filler.stems[:-1], kind


def _opposed(kind: str, one: Stems, other: Stems, of: Frame | None = None) -> bool:
    """Return whether words exclude others, of a frame; without it, whether one of the two always holds."""
    if kind == "qualities" and (one == ("not", *other) or other == ("not", *one)):
        return True  # `is unhappy`
    surely = opposite(kind, one, other)
    always = of is None or of["object"].indefinite
    return surely is not None and (surely if always else other in opposed(kind, one))


def _covers(mine: Mapping[str, Filler], theirs: Mapping[str, Filler]) -> bool:
    """Return whether the fillers of some roles entail those of the same roles in the other."""

    def covers(role: str, filler: Filler) -> bool:
        own = mine.get(role, NONE)
        said = role[:7] == "clause:" and own.stems[: len(filler.stems)] == filler.stems
        if role in mine and (said or own.entails(filler)):
            return True
        on, day = mine.get("by:on", NONE), mine.get("time", NONE)
        each = on.bare_plural and on.core == filler.core  # `on Saturdays`, `this Saturday`
        return is_time(role, filler) and (each or (day != NONE and day.entails(filler)))

    return all(covers(role, filler) for role, filler in theirs.items())


def weakens(adverb: str) -> bool:
    """Return whether an adverb cancels the entailment of its clause: `probably`, `hardly`."""
    return ADVERBS.get(adverb) == "likelihood" or adverb in WEAKENING
