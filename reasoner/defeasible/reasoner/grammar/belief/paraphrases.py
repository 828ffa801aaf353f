"""Paraphrases: `keeps hold of` is `holds`, and `sold it to Bob` entails that Bob bought it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf

from defeasible.reasoner.english.closed import PARTICLES, PREPOSITIONS, PRONOUNS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.adjuncts import is_time, may_go
from defeasible.reasoner.grammar.belief.fillers import AGENT, SOMEBODY, SOMETHING, Filler, number_of
from defeasible.reasoner.grammar.belief.frames import NOT, OCCASIONAL, Frame, weakens
from defeasible.reasoner.grammar.belief.framing import frame_of, not_all
from defeasible.reasoner.grammar.belief.kinds import quality_of, wider
from defeasible.reasoner.grammar.belief.lists import plain, stems, verbs
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import POSITIVE, Stems
from defeasible.reasoner.grammar.belief.places import allowed, emptied, placed, with_fillers, within

_CACHE = 8192
_OF_SOMEBODY = {pronoun.id for pronoun in PRONOUNS.values()}
_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")


def _words(phrase: str) -> set[Stems]:
    own = tuple(stem(word) for word in phrase.split("_"))
    ends = range(1, len(own) + 1)  # a particle may be read as a preposition
    return {plain(own[:n]) + tuple(plain((word,))[-1] for word in own[n:]) for n in ends}


_SAME: dict[Stems, list[list[str]]] = {}
_IMPLIED: dict[Stems, list[list[str]]] = {}
for _key, _table in (("same", _SAME), ("implied", _IMPLIED)):
    for _rule, _phrases in _DATA[_key].items():
        for _own in (own for phrase in _phrases.split() for own in _words(phrase)):
            _table.setdefault(_own, []).append(_rule.split())
_ALTERNATING, _ONLY_SAID, _SYMMETRIC = (
    verbs(_DATA[key]["verbs"]) for key in ("alternating", "only_said", "symmetric")
)
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
_UN = ("un", "im", "in", "ir")
_NOT_ABLE = stems(_DATA["not_able"]["words"])
_SHORTEST = 3
_WITH_MODAL = {
    (modal, plain((stem(verb),))): said.split()
    for modal, rows in _DATA["modal"].items()
    for verb, said in rows.items()
}
"""Modal and verb, with what they amount to: `can tolerate` to `not hate`, `would like` to `want`."""
_GROUPS, _WITH_A_GROUP, _MEASURED = (stems(_DATA["groups"][key]) for key in ("nouns", "verbs", "measured"))
_WITHIN = frozenset({"by:in", "by:on", "by:for", "by:with", "by:at"})
_GIVEN = [(plain((g,)), plain((t,))) for g, takes in _DATA["converse"].items() for t in takes.split()]
_CONVERSE = [(g, t, "by:to", "by:from") for g, t in _GIVEN] + [(t, g, "by:from", "by:to") for g, t in _GIVEN]


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
    return _without_modal(_able(_owned(_numbered(_member(next(_by(found, _SAME), found))))))


def implied(one: Frame) -> Iterator[Frame]:
    """Yield the frames that a frame entails, each once; with kinds of one of its things at a time."""
    seen, todo = {one}, [(one, True)]
    while todo:
        frame, widens = todo.pop()
        further: list[tuple[Frame, bool]] = []
        if not (frame.denied or frame.modal or NOT in frame.adverbs):
            further += [(said, widens) for said in _by(frame, _IMPLIED)]
            further += [(said, False) for said in wider(frame)] if widens else []
        todo += [item for item in further if item[0] not in seen]
        for said in (*(said for said, _ in further), *_besides(frame)):
            if said not in seen:
                seen.add(said)
                yield said


def _besides(one: Frame) -> Iterator[Frame]:
    """Yield what a frame entails from which nothing further is derived, and its converse."""
    if one.denied:
        return
    if NOT in one.adverbs:  # `most do not`
        yield from filter(None, [not_all(one)])
        return
    yield from _turned(one)
    yield from allowed(one)
    if one.modal:
        return
    yield from placed(one)
    yield from _toned_down(one)
    yield from within(one)
    yield from possessed(one)
    yield from _kind(one)
    yield from _became(one)
    yield from _outcome(one)
    yield from emptied(one)
    yield from _badly(one)
    yield from _existing(one)
    fillers = dict(one.fillers)
    if one.verb in _ALTERNATING and "object" in fillers:  # `Ann broke the vase`
        yield with_fillers(
            one, {role: f for role, f in fillers.items() if role != "object"} | {"subject": fillers["object"]}
        )


def _outcome(one: Frame) -> Iterator[Frame]:
    """Yield the resulting states in a clause: `went cold`, `walked away unhurt`, `is switched on`."""
    fillers = dict(one.fillers)
    about = fillers.get("object", fillers.get("subject"))
    done = one.verb if one.verb in _UNDONE else one.verb[1:] if one.verb[1:] in _STATES else ()
    event = done == one.verb and one.past and "object" in fillers  # `signed it`: it is not unsigned
    particle = done if fillers.get("subject") == AGENT or event else ()
    like = Filler(particle, core=particle) if particle else fillers.get("complement")
    if about is None or like is None or not one.verb or one.verb[:1] in _ONLY_SAID:
        return
    found = _of_thing(one, about, like)
    yield found
    if done and one.past:  # `has been paid`: now
        yield replace(found, past=False)


def _existing(one: Frame) -> Iterator[Frame]:
    """Yield `a dog is in the yard` for `there is a dog in the yard`, and the converse."""
    subject = dict(one.fillers).get("subject")
    somewhere = any(role.startswith("by:") and not is_time(role, f) for role, f in one.fillers)
    if subject is None or not somewhere or one.verb not in {(), _THERE}:
        return
    new = subject.indefinite or subject.counted or subject.core in _SOME
    if one.verb == _THERE or new:
        yield replace(one, verb=() if one.verb == _THERE else _THERE)


def _badly(one: Frame) -> Iterator[Frame]:
    """Yield that who misspells a word does not spell it correctly."""
    if not one.verb or not one.verb[0].startswith("mis"):
        return
    cut = one.verb[0].removeprefix("mis")
    verb = next(filter(is_base, (cut, f"{cut}e", cut + cut[-1:])), "")
    for way in _RIGHTLY if verb else ():
        verbs_ = (stem(verb), *one.verb[1:])
        yield replace(one, verb=verbs_, adverbs=one.adverbs | {way}, denied=True)


def _only(filler: Filler, stems: Stems) -> Filler:
    return replace(filler, stems=stems, core=stems)


def _of_thing(one: Frame, thing: Filler, like: Filler) -> Frame:
    """Return that a thing has a quality if a clause holds."""
    rest = {role: filler for role, filler in one.fillers if is_time(role, filler)}
    return with_fillers(one, {**rest, "subject": thing, "complement": like}, verb=(), adverbs=frozenset())


def _member(one: Frame) -> Frame:
    """Return `is in the choir`, `is one of the choir` as membership."""
    fillers = dict(one.fillers)
    role = next((r for r in ("complement", "by:in", "by:on") if r in fillers), "")
    if one.verb or not role:
        return one
    group = fillers.pop(role)
    stems = group.stems[2:] if group.stems[:2] == ("member", "of") else group.stems
    one_of = stems != group.stems or group.counted or role != "complement"
    if not one_of or len(stems) != 1 or stems[0] not in _GROUPS:
        return one
    fillers["complement"] = Filler(("member", "of", *stems), core=("member", "of", *stems))
    return with_fillers(one, fillers)


def _numbered(one: Frame) -> Frame:
    """Return `is over forty`, `costs ten pounds` with the quantity."""
    fillers = dict(one.fillers)
    if one.verb[:1] and one.verb[0] in _MEASURED and "object" in fillers:
        cost = fillers["object"]
        exact = cost.kind == "number" and cost.most == inf
        return with_fillers(one, fillers | {"object": replace(cost, most=cost.least) if exact else cost})
    for role in ("complement", *(r for r in fillers if r.startswith("by:"))):
        number = number_of(fillers[role], role.partition(":")[2]) if role in fillers else None
        if number is not None and not one.verb:
            return with_fillers(one, {r: f for r, f in fillers.items() if r != role} | {"complement": number})
    return one


def _became(one: Frame) -> Iterator[Frame]:
    """Yield the result state of an event, then and now: `has closed`, `died`, `locked the door`."""
    fillers = dict(one.fillers)
    state = _RESULTS.get(one.verb, ())
    thing = fillers.get("object", fillers.get("subject"))
    if state and one.past and thing is not None and not any(map(weakens, one.adverbs)):
        found = _of_thing(one, thing, Filler(state, core=state))
        yield replace(found, past=not (one.perfect or state == _DEAD), perfect=state != _DEAD)
        if "object" in fillers and not one.perfect:  # `the door is locked`
            yield replace(with_fillers(one, fillers | {"subject": AGENT}), perfect=True)
        if state == _DEAD:  # `died last winter`: and still is
            now = {role: filler for role, filler in found.fillers if role in {"subject", "complement"}}
            yield with_fillers(found, now, past=False, perfect=False)


def _kind(one: Frame) -> Iterator[Frame]:
    """Yield what the modifiers of a kind imply: `a child of nine`, `a chair in the hall`, `a shy animal`."""
    fillers = dict(one.fillers)
    if one.verb and one.verb[0] in _WITH_A_GROUP:
        group = next(
            (f for r, f in one.fillers if r in _WITHIN and f.core[-1:] and f.core[-1] in _GROUPS), None
        )
        if group is not None:
            rest = {"subject": fillers["subject"], "complement": replace(group, counted=True)}
            yield _member(with_fillers(one, rest, verb=(), adverbs=frozenset()))
    what = fillers.pop("complement", None)
    if one.verb or what is None or not what.core:
        return
    tail = what.stems[len(what.core) :] if what.stems[: len(what.core)] == what.core else ()
    said: dict[str, Filler] = {}
    if tail[1:] and tail[0] in PREPOSITIONS:
        said = {f"by:{tail[0]}": Filler(tail[1:], core=tail[1:])}
    elif what.stems[1:2] == ("of",) and (aged := number_of(_only(what, what.stems[2:]))):
        said = {"complement": aged}
    elif like := quality_of(what):
        said = {"complement": like}
    if said:
        yield with_fillers(one, fillers | said)


def possessed(one: Frame) -> Iterator[Frame]:
    """Yield the possession that a possessive presupposes, also in a denial: `Ann's dog barks`."""
    for role, filler in one.fillers if one.verb != ("have",) else ():
        cut = max((n + 1 for n, word in enumerate(filler.core) if word in filler.owned), default=0)
        whose, what = filler.core[:cut], filler.core[cut:]  # `Mrs Ott's old boiler`
        if whose and what and (role != "complement" or not one.denied):
            thing = Filler(what, filler.narrowing, indefinite=True, core=what)
            had = (("object", thing), ("subject", Filler(whose, core=whose)))
            yield Frame(("have",), "", had, frozenset(), one.past)


def _owned(one: Frame) -> Frame:
    """Return `is a king's` as being owned by a king."""
    fillers = dict(one.fillers)
    what = fillers.get("complement")
    if one.verb or what is None or not what.owned or set(what.stems) != what.owned or what.the:
        return one
    said = {**fillers, "subject": replace(what, owned=frozenset()), "object": fillers["subject"]}
    del said["complement"]
    return with_fillers(one, said, verb=("own",))


def _able(one: Frame) -> Frame:
    """Return `is legible`, `is unreadable` as `can be read`, `cannot be read`."""
    fillers = dict(one.fillers)
    if one.verb or one.modal or "complement" not in fillers:
        return one
    stems = fillers["complement"].stems
    denied, word = stems[:1] == ("not",), stems[-1] if len(stems) == 1 + (stems[:1] == ("not",)) else ""
    verb, prefix = _doable(word), next((p for p in _UN if word.startswith(p)), "")
    if prefix and (not verb or word.removeprefix(prefix) in _ABLE):  # `incurable` is not what one can incur
        denied, word = not denied, word.removeprefix(prefix)
        verb = _doable(word)
    if not verb or word in _NOT_ABLE:
        return one
    del fillers["complement"]
    said = fillers | {"subject": AGENT, "object": fillers["subject"]}
    return with_fillers(one, said, verb=plain((verb,)), modal="can", denied=denied)


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
            for rule in (rule for rule in _IMPLIED.get(("be", word), ()) if rule[0] == "be"):
                plainer = {word: plain((stem(rule[-1]),))[-1]}
                stems, core = (tuple(plainer.get(w, w) for w in ws) for ws in (filler.stems, filler.core))
                less = frozenset(plainer.get(w, w) for w in filler.narrowing)
                said = replace(filler, stems=stems, core=core, narrowing=less)
                yield with_fillers(one, dict(one.fillers) | {role: said})


def _by(one: Frame, rules: Mapping[Stems, Sequence[Sequence[str]]]) -> Iterator[Frame]:
    """Yield the entries of a table for the verb of a clause and the words after it."""
    found = ((rule, used, filler) for key, used, filler in _keys(one) for rule in rules.get(key, ()))
    for said, used, filler in found:
        if ("Y" in said) != (filler is not None) or (used == {"complement"} and said[0] == "receive"):
            continue
        if filler is not None and one.verb and "complement" in {r for r, _ in one.fillers} - used:
            continue  # `called Tom a liar` does not say that one phoned him
        denied, role = said[0] == "not", ""
        if denied and (one.adverbs & OCCASIONAL or any(map(weakens, one.adverbs))):
            continue  # `is usually on time`
        rule = said[denied:]
        *verb, last = (stem(word) for word in rule if word not in {"X", "Y"})
        rest = {role: own for role, own in one.fillers if role not in used}
        if filler is not None and rule[0] == "Y":
            rest = {**rest, "subject": filler} | ({"object": rest["subject"]} if rule[-1] == "X" else {})
            if verb and rule[-1] != "X" and last not in PARTICLES:  # `lose job`, of who was fired
                rest["object"] = Filler(plain((last,)), core=plain((last,)))
            else:
                verb = [*verb, last]
        elif filler is not None:
            led = verb and last in PREPOSITIONS
            role = "by:" + last if led else "object"
            if role == "by:at" and filler.person:
                continue  # `missed her mother`
            verb = verb if led else [*verb, last]
        elif verb:
            rest["complement" if verb == ["be"] else "object"] = Filler(plain((last,)), core=plain((last,)))
        else:
            verb = [last]
        if denied:  # who walked out in a huff did not stay at all
            rest = {role: own for role, own in rest.items() if not may_go(role, own) or is_time(role, own)}
        rest |= {role: filler} if role and filler is not None else {}
        bare = plain(tuple(word for word in verb if word != "be"))
        adverbs = frozenset[str]() if denied else one.adverbs
        yield with_fillers(one, rest, verb=bare, adverbs=adverbs, denied=one.denied != denied)


def _keys(one: Frame) -> Iterator[tuple[Stems, set[str], Filler | None]]:
    """Yield the verb of a clause with the words after it, their roles, and the filler of the next role."""
    verb = one.verb or ("be",)
    fillers = dict(one.fillers)
    near = next(((r, fillers[r]) for r in ("object", "complement") if r in fillers), None)
    for role, filler in one.fillers:
        if role.startswith("by:"):
            led = tuple(role.removeprefix("by:").split())
            own = verb[:-1] if verb[-1:] == led[:1] else verb
            bare = replace(filler, stems=filler.stems[1:], core=filler.core[1:])
            filler = bare if filler.stems[:1] == led[-1:] else filler  # noqa: PLW2901 - `hung on | to the rope`
            if near is not None:
                yield (*own, *near[1].stems, *led), {near[0], role}, filler
            if near is None or one.verb:
                yield (*own, *led), {role}, filler
                yield (*own, *led, *filler.stems), {role}, None
        elif role in {"clause:", "infinitive"}:
            yield (*verb, *filler.stems), {role}, None
    if near is not None:
        role, filler = near
        if filler.stems[1:2] == ("of",):  # `kept hold of the rope`
            yield (*verb, *filler.stems[:2]), {role}, _only(filler, filler.stems[2:])
        elif filler.stems and filler.owned == {*filler.stems[:-1]} != set():  # `is Bob's wife`
            owner = replace(_only(filler, filler.stems[:-1]), owned=frozenset())
            yield (*verb, filler.stems[-1], "of"), {role}, owner
        yield (*verb, *filler.stems), {role}, None
        whose = {word for r, f in one.fillers if r == "subject" for word in f.stems} | _OF_SOMEBODY
        if filler.owned and filler.owned <= whose:  # `lost her temper`
            yield (*verb, *(word for word in filler.stems if word not in filler.owned)), {role}, None
        yield (*verb, "Y"), {role}, None
        yield verb, {role}, filler
    else:
        yield verb, set(), None


def _turned(one: Frame) -> Iterator[Frame]:
    """Yield the converse: for `sold it to Bob`, that Bob bought it."""
    fillers = dict(one.fillers)
    for mine, other, led, back in _CONVERSE:
        if one.verb == mine and led in fillers and "subject" in fillers:
            moved = {k: v for k, v in fillers.items() if k not in {led, "subject"}}
            yield with_fillers(one, moved | {"subject": fillers[led], back: fillers["subject"]}, verb=other)
    if one.verb in _SYMMETRIC and {"subject", "object"} <= fillers.keys():
        yield with_fillers(one, fillers | {"subject": fillers["object"], "object": fillers["subject"]})
