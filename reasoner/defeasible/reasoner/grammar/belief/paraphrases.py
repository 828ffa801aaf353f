"""Paraphrases: `keeps hold of` is `holds`, and `sold it to Bob` entails that Bob bought it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from typing import NamedTuple

from defeasible.reasoner.english.closed import PARTICLES, PREPOSITIONS, PRONOUNS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief import places
from defeasible.reasoner.grammar.belief.adjuncts import is_time, may_go
from defeasible.reasoner.grammar.belief.attributes import agentive, attributed, coloured, lacking
from defeasible.reasoner.grammar.belief.fillers import (
    AGENT,
    NONE,
    SOMEBODY,
    SOMETHING,
    Filler,
    quality_of,
    worded,
)
from defeasible.reasoner.grammar.belief.frames import NOT, OCCASIONAL, Frame, weakens
from defeasible.reasoner.grammar.belief.framing import frame_of, not_all
from defeasible.reasoner.grammar.belief.instruments import done_with
from defeasible.reasoner.grammar.belief.kinds import wider
from defeasible.reasoner.grammar.belief.lists import plain, stems, verbs
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import POSITIVE, Stems
from defeasible.reasoner.grammar.belief.places import allowed, contained, dated

_CACHE, _WHEN = 8192, ("once", "now")
_OF_SOMEBODY = {pronoun.id for pronoun in PRONOUNS.values()}
_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")


def _words(phrase: str) -> set[Stems]:
    own = tuple(stem(word) for word in phrase.split("_"))
    ends = range(1, len(own) + 1)  # a particle may be read as a preposition
    return {plain(own[:n]) + tuple(plain((word,))[-1] for word in own[n:]) for n in ends}


class Rule(NamedTuple):
    """What a verb says in other words, of X (its subject) and Y (what stands behind it)."""

    denied: bool
    verb: Stems
    fillers: Mapping[str, Filler]
    """An object or adjective that it names: that of `lose job`."""
    y: str
    """The role of Y; empty if it says nothing of Y."""
    x: str
    """The role of X; empty if X stays the subject."""
    when: str = ""  # `once` if it was so before, `now` if it is not yet: who is divorced was married


def rule_of(row: str) -> Rule:
    """Return a row of the table as a rule: `Y employ X`, `not have hair`, `be at Y`, `now not be married`."""
    words = row.split()
    *verb, last = (stem(word) for word in words if word not in {"not", *_WHEN, "X", "Y"})
    end, fillers = "", dict[str, Filler]()
    if words[-1] in {"X", "Y"} and verb and last in PREPOSITIONS:
        end = f"by:{last}"
    elif words[-1] in {"X", "Y"}:
        end = "object"
        verb.append(last)
    elif verb and last not in PARTICLES:
        fillers["complement" if verb == ["be"] else "object"] = worded(plain((last,)))
    else:
        verb.append(last)
    y, x = ("subject", end) if "Y" in words[:-1] else (end, "")
    when, verb = next((w for w in words if w in _WHEN), ""), [word for word in verb if word != "be"]
    return Rule("not" in words, plain(tuple(verb)), fillers, y, x, when)


def _table(rows: Mapping[str, str]) -> dict[Stems, list[Rule]]:
    """Return the rules by their verbs; in a row `~` stands for the verb itself."""
    found: dict[Stems, list[Rule]] = {}
    for row, phrases in rows.items():
        for phrase in phrases.split():
            for own in _words(phrase):
                found.setdefault(own, []).append(rule_of(row.replace("~", phrase)))
    return found


_SAME, _IMPLIED = _table(_DATA["same"]), _table(_DATA["implied"])
_ONLY_SAID = verbs(_DATA["only_said"]["verbs"])
_STATES = {("on",), ("off",)}
_RESULTS = {
    own: tuple(plain((stem(word),))[-1] for word in state.split())
    for state, causes in _DATA["results"].items()
    for verb in causes.split()
    for own in _words(verb)
}
_DEAD = ("not", stem("alive"))
_UNDONE = {(stem(word),) for word in POSITIVE.values()}
_THERE, _SOME = ("there",), (SOMEBODY.core, SOMETHING.core)
_RIGHTLY = ("correctly", "properly", "right", "accurately", "rightly")
_ABLE = {stem(word): verb for word, verb in _DATA["able"].items()}
_UN, _SHORTEST = ("un", "im", "in", "ir"), 3
_NOT_ABLE = stems(_DATA["not_able"]["words"])
_LACKED = stems(_DATA["lacked"]["words"])
_WITH_MODAL = {
    (modal, plain((stem(verb),))): said.split()
    for modal, rows in _DATA["modal"].items()
    for verb, said in rows.items()
}
"""Modal and verb, with what they amount to: `can tolerate` to `not hate`, `would like` to `want`."""
_GROUPS, _WITH_A_GROUP, _MEASURED = (stems(_DATA["groups"][key]) for key in ("nouns", "verbs", "measured"))
_WITHIN = frozenset({"by:in", "by:on", "by:for", "by:with", "by:at"})


@lru_cache(_CACHE)
def framed(clause: Clause, names: tuple[tuple[str, str], ...] = ()) -> Frame | None:
    """Return the frame of a clause, in its plainest paraphrase.

    Args:
        clause: The clause.
        names: Pronouns, each with the only name that it can refer to.
    """
    found = frame_of(clause, names)
    if found is None:
        return None
    found = next(_by(owned := _owned(found), _SAME), owned)
    for plainer in (_member, _numbered, contained, coloured, dated, _able, _less, _without_modal):
        found = plainer(found)
    return found


@lru_cache(_CACHE)
def implied(one: Frame) -> tuple[Frame, ...]:
    """Return the frames that a frame entails, with kinds of one of its things at a time."""
    found, todo = {one: None}, [(one, True)]
    while todo:
        frame, widens = todo.pop()
        further: list[tuple[Frame, bool]] = []
        if not (frame.denied or NOT in frame.adverbs):
            had = () if frame.modal else possessed(frame)
            further += [(said, widens) for said in (*_by(frame, _IMPLIED), *had)]
            further += [(said, False) for said in wider(frame)] if widens and not frame.modal else []
        todo += [item for item in further if item[0] not in found]
        found |= dict.fromkeys((*(said for said, _ in further), *_besides(frame)))
    return tuple(found)[1:]


def _besides(one: Frame) -> Iterator[Frame]:
    """Yield what a frame entails from which nothing further is derived."""
    if NOT in one.adverbs:  # `most do not`
        yield from filter(None, [] if one.denied else [not_all(one)])
    elif not one.denied:
        yield from allowed(one)
        for rule in () if one.modal else _WEAKER:
            yield from rule(one)


def _outcome(one: Frame) -> Iterator[Frame]:
    """Yield the resulting states in a clause: `went cold`, `walked away unhurt`, `is switched on`."""
    done = one.verb if one.verb in _UNDONE else one.verb[1:] if one.verb[1:] in _STATES else ()
    event = done == one.verb and one.past and one["object"] != NONE  # `signed it`: it is not unsigned
    like = worded(done) if done and (one["subject"] == AGENT or event) else one["complement"]
    if like == NONE or not one.verb or one.verb[:1] in _ONLY_SAID:
        return
    found = _of_thing(one, like)
    yield found
    if done and one.past:  # `has been paid`: now
        yield replace(found, past=False)


def _existing(one: Frame) -> Iterator[Frame]:
    """Yield `a dog is in the yard` for `there is a dog in the yard`, and the converse."""
    subject = one["subject"]
    somewhere = any(role.startswith("by:") and not is_time(role, f) for role, f in one.fillers)
    new = subject.indefinite or subject.counted or subject.bare or subject.core in _SOME
    if somewhere and (one.verb == _THERE or (one.verb == () and new)):
        yield replace(one, verb=() if one.verb == _THERE else _THERE)
    elif somewhere and one.verb == () and (subject.definite or subject.person) and one["complement"] == NONE:
        yield one.but({"subject": SOMEBODY if subject.person else SOMETHING}, verb=_THERE)
        if subject.the:  # `the lamp is on the table`: there is a lamp on it
            yield one.but({"subject": replace(subject, the=False, indefinite=True)}, verb=_THERE)


def _badly(one: Frame) -> Iterator[Frame]:
    """Yield that who misspells a word does not spell it correctly."""
    if not one.verb or not one.verb[0].startswith("mis"):
        return
    cut = one.verb[0].removeprefix("mis")
    verb = next(filter(is_base, (cut, f"{cut}e", cut + cut[-1:])), "")
    for way in _RIGHTLY if verb else ():
        verbs_ = (stem(verb), *one.verb[1:])
        yield replace(one, verb=verbs_, adverbs=one.adverbs | {way}, denied=True)


def _of_thing(one: Frame, like: Filler) -> Frame:
    """Return that what a clause says something of, its object if it has one, has a quality."""
    thing = one["subject"] if one["object"] == NONE else one["object"]
    gone: dict[str, Filler | None] = {role: None for role, f in one.fillers if not is_time(role, f)}
    return one.but(gone | {"subject": thing, "complement": like}, verb=(), adverbs=frozenset())


def _member(one: Frame) -> Frame:
    """Return `is in the choir`, `is one of the choir`, `is a choir member` as membership."""
    role = next((r for r in ("complement", "by:in", "by:on") if one[r] != NONE), "")
    group = one[role].stems
    noun = group[:-1] if group[-1:] == ("member",) else group
    stems = group[2:] if group[:2] == ("member", "of") else noun
    one_of = stems != group or one[role].counted or role != "complement"
    if one.verb or not one_of or len(stems) != 1 or stems[0] not in _GROUPS:
        return one
    return one.but({role: None, "complement": worded(("member", "of", *stems))})


def _numbered(one: Frame) -> Frame:
    """Return `costs ten pounds` with the exact quantity."""
    if one.verb[:1] and one.verb[0] in _MEASURED:
        cost = one["object"]
        exact = cost.kind == "number" and cost.most == inf
        return one.but({"object": replace(cost, most=cost.least)}) if exact else one
    return one


def _became(one: Frame) -> Iterator[Frame]:
    """Yield the result state of an event, then and now: `has closed`, `died`, `locked the door`.

    So does a conditional: `If it rains, the shop closes`.
    """
    state = _RESULTS.get(one.verb, ())
    now = one.free and not any(is_time(*item) for item in one.fillers)  # not `closes at noon`
    if state and (one.past or now) and not any(map(weakens, one.adverbs)):
        found = _of_thing(one, worded(state))
        yield replace(found, past=one.past and not (one.perfect or state == _DEAD), perfect=state != _DEAD)
        if one["object"] != NONE and one.past and not one.perfect:  # `the door is locked`
            yield one.but({"subject": AGENT}, perfect=True)
        if state == _DEAD:  # `died last winter`: and still is
            when = (role for role, _ in found.fillers if role not in {"subject", "complement"})
            yield found.but(dict.fromkeys(when), past=False, perfect=False)


def _kind(one: Frame) -> Iterator[Frame]:
    """Yield what the modifiers of a kind imply: `a child of nine`, `a chair in the hall`, `a shy animal`."""
    within = (f for role, f in one.fillers if role in _WITHIN and not _GROUPS.isdisjoint(f.core[-1:]))
    if one.verb and one.verb[0] in _WITH_A_GROUP and (group := next(within, None)):
        rest: dict[str, Filler | None] = dict.fromkeys(role for role, _ in one.fillers)
        said = rest | {"subject": one["subject"], "complement": replace(group, counted=True)}
        yield _member(one.but(said, verb=(), adverbs=frozenset()))
    what = one["complement"]
    if one.verb or not what.core:
        return
    tail = what.stems[len(what.core) :] if what.stems[: len(what.core)] == what.core else ()
    if tail[1:] and tail[0] in PREPOSITIONS:
        yield one.but({"complement": None, f"by:{tail[0]}": worded(tail[1:])})
    elif like := quality_of(what):
        yield one.but({"complement": like})


def possessed(one: Frame) -> Iterator[Frame]:
    """Yield the possession that a possessive presupposes, also in a denial: `Ann's dog barks`."""
    for role, filler in one.fillers if one.verb != ("have",) else ():
        cut = max((n + 1 for n, word in enumerate(filler.core) if word in filler.owned), default=0)
        whose, what = filler.core[:cut], filler.core[cut:]  # `Mrs Ott's old boiler`
        if whose and what and (role != "complement" or not one.denied):
            thing = Filler(what, filler.narrowing, indefinite=True, core=what)
            had = (("object", thing), ("subject", worded(whose)))
            yield Frame(("have",), "", had, frozenset(), one.past)


def _owned(one: Frame) -> Frame:
    """Return `is a king's` as being owned by a king."""
    what = one["complement"]
    if one.verb or not what.owned or set(what.stems) != what.owned:
        return one
    who = replace(what, owned=what.owned - {what.head})  # `my aunt`, of `my aunt's`
    return one.but({"complement": None, "subject": who, "object": one["subject"]}, verb=("own",))


def _less(one: Frame) -> Frame:
    """Return `is buttonless` as not having a button."""
    stems = one["complement"].stems
    noun = stems[0].removesuffix("less") if len(stems) == 1 else ""
    if one.verb or one.modal or noun not in _LACKED or noun == stems[0]:
        return one
    said = {"complement": None, "object": worded((noun,))}
    return one.but(said, verb=("have",), denied=not one.denied)


def _able(one: Frame) -> Frame:
    """Return `is legible`, `is unreadable` as `can be read`, `cannot be read`."""
    stems = one["complement"].stems
    if one.verb or one.modal or not stems:
        return one
    denied, word = stems[:1] == ("not",), stems[-1] if len(stems) == 1 + (stems[:1] == ("not",)) else ""
    verb, prefix = _doable(word), next((p for p in _UN if word.startswith(p)), "")
    if prefix and (not verb or word.removeprefix(prefix) in _ABLE):  # `incurable` is not what one can incur
        denied, word = not denied, word.removeprefix(prefix)
        verb = _doable(word)
    if not verb or word in _NOT_ABLE:
        return one
    said = {"complement": None, "subject": AGENT, "object": one["subject"]}
    return one.but(said, verb=plain((verb,)), modal="can", denied=denied)


def _doable(word: str) -> str:
    """Return the verb of the stem of an adjective in `-able`; empty for other stems."""
    cut = word.removesuffix("abl")
    bases = (cut, f"{cut}e", f"{cut[:-1]}y", cut[:-1]) if len(word) > len(cut) >= _SHORTEST else ()
    return _ABLE.get(word) or next(filter(is_base, bases), "")


def _without_modal(one: Frame) -> Frame:
    """Return `would like a kite` as `wants a kite`, `can stand jazz` as `does not hate jazz`."""
    said = _WITH_MODAL.get((one.modal, one.verb))
    if said is None or not any(role in {"object", "infinitive"} for role, _ in one.fillers):
        return one
    return replace(one, verb=plain((stem(said[-1]),)), modal="", denied=one.denied != (said[0] == "not"))


def _toned_down(one: Frame) -> Iterator[Frame]:
    """Yield what the adjectives before a noun imply: of `a tiny flat`, as of a small flat."""
    for role, filler in one.fillers:
        for word in filler.narrowing.intersection(filler.core[:-1]):
            for rule in _IMPLIED.get(("be", word), ()):
                if rule.denied or rule.verb or "complement" not in rule.fillers:
                    continue
                plainer = {word: rule.fillers["complement"].stems[-1]}
                stems, core = (tuple(plainer.get(w, w) for w in ws) for ws in (filler.stems, filler.core))
                less = frozenset(plainer.get(w, w) for w in filler.narrowing)
                yield one.but({role: replace(filler, stems=stems, core=core, narrowing=less)})


def _by(one: Frame, rules: Mapping[Stems, Sequence[Rule]]) -> Iterator[Frame]:
    """Yield what the rules for the verb of a clause and the words after it say."""
    weak = bool(one.adverbs & OCCASIONAL) or any(map(weakens, one.adverbs))
    found = ((rule, used, filler) for key, used, filler in _keys(one) for rule in rules.get(key, ()))
    for rule, used, filler in found:
        if bool(rule.y) != (filler is not None) or (used == {"complement"} and rule.verb == ("receive",)):
            continue
        if filler is not None and one.verb and "complement" in {r for r, _ in one.fillers} - used:
            continue  # `called Tom a liar` does not say that one phoned him
        barred = "now" if one.past else "once" if one.verb else "never"
        if (rule.denied and (weak or one.modal)) or rule.when == barred:
            continue  # `is usually on time`, `may be late`; `was divorced`: and married before
        if rule.y == "by:at" and filler is not None and filler.person:
            continue  # `missed her mother`
        # who walked out in a huff did not stay at all
        lost = {r for r, own in one.fillers if rule.denied and may_go(r, own) and not is_time(r, own)}
        said: dict[str, Filler | None] = dict.fromkeys(used | lost) | dict(rule.fillers)
        said |= ({rule.x: one["subject"]} if rule.x else {}) | ({rule.y: filler} if rule.y else {})
        adverbs = frozenset[str]() if rule.denied else one.adverbs
        past = one.past or rule.when == "once"
        yield one.but(said, verb=rule.verb, adverbs=adverbs, past=past, denied=one.denied != rule.denied)


def _with_and_without_owner(one: Frame, filler: Filler) -> Iterator[Stems]:
    """Yield the words of a filler; of what is the subject's own, without the owner too: `lost her temper`."""
    yield filler.stems
    if filler.owned and filler.owned <= {*one["subject"].stems} | _OF_SOMEBODY:
        yield tuple(word for word in filler.stems if word not in filler.owned)


def _keys(one: Frame) -> Iterator[tuple[Stems, set[str], Filler | None]]:
    """Yield the verb of a clause with the words after it, their roles, and the filler of the next role."""
    verb = one.verb or ("be",)
    near = next((role for role in ("object", "complement") if one[role] != NONE), "")
    for role, filler in one.fillers:
        if role.startswith("by:"):
            led = tuple(role.removeprefix("by:").split())
            own = verb[:-1] if verb[-1:] == led[:1] else verb
            bare = replace(filler, stems=filler.stems[1:], core=filler.core[1:])
            filler = bare if filler.stems[:1] == led[-1:] else filler  # noqa: PLW2901 - `hung on | to the rope`
            if near:
                for words in _with_and_without_owner(one, one[near]):
                    yield (*own, *words, *led), {near, role}, filler
            if not near or one.verb:
                yield (*own, *led), {role}, filler
                yield (*own, *led, *filler.stems), {role}, None
        elif role in {"clause:", "infinitive"}:
            yield (*verb, *filler.stems), {role}, None
    if not near:
        yield verb, set(), None
        return
    filler = one[near]
    if filler.stems[1:2] == ("of",):  # `kept hold of the rope`
        yield (*verb, *filler.stems[:2]), {near}, filler.reworded(filler.stems[2:])
    elif filler.stems[-2:-1] and filler.stems[-2] in filler.owned >= {*filler.stems[:-1]} - filler.narrowing:
        whose = filler.stems[:-1]  # `is Bob's wife`, `is the owner of the red car`
        owner = replace(filler.reworded(whose), owned=frozenset(), narrowing=filler.narrowing & {*whose})
        yield (*verb, filler.stems[-1], "of"), {near}, owner
    for words in _with_and_without_owner(one, filler):
        yield (*verb, *words), {near}, None
    yield (*verb, "Y"), {near}, None
    yield verb, {near}, filler


_WEAKER = (
    *places.RULES, _toned_down, _kind, _became, _outcome, _badly, _existing, agentive, attributed,
    lacking, done_with,
)  # fmt: skip
