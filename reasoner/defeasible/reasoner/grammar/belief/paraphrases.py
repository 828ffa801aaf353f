"""What a clause says in other words: `keeps hold of` is `holds`, and `sold it to Bob` that Bob bought it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import inf

from defeasible.reasoner.english.closed import PREPOSITIONS
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.verbs import is_base
from defeasible.reasoner.english.wordlists import read_toml, word_set
from defeasible.reasoner.grammar.belief.fillers import AGENT, Filler, number_of
from defeasible.reasoner.grammar.belief.frames import NOT, Frame, frame_of, is_time, may_go, not_all, weakens
from defeasible.reasoner.grammar.belief.normal import Clause
from defeasible.reasoner.grammar.belief.opposites import POSITIVE, Stems
from defeasible.reasoner.grammar.belief.synonyms import plain

_CACHE = 8192
_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")


def _words(phrase: str) -> Stems:
    own = tuple(stem(word) for word in phrase.split("_"))
    return plain(own) if own[0] != "be" else own


_SAME, _IMPLIED = (
    {_words(phrase): rule for rule, phrases in _DATA[key].items() for phrase in phrases.split()}
    for key in ("same", "implied")
)
_ALTERNATING = {_words(verb) for verb in _DATA["alternating"]["verbs"].split()}
_STATES = {("on",), ("off",)}
_RESULTS = {
    _words(verb): tuple(plain((stem(word),))[-1] for word in state.split())
    for state, verbs in _DATA["results"].items()
    for verb in verbs.split()
}
_DEAD = ("not", stem("alive"))
_ONLY_SAID = {plain((stem(verb),)) for verb in _DATA["only_said"]["verbs"].split()}
_UNDONE = {(stem(word),) for word in POSITIVE.values()}
_ABLE = {stem(word): verb for word, verb in _DATA["able"].items()}
_NOT_ABLE = frozenset(stem(word) for word in _DATA["not_able"]["words"].split())
_SHORTEST = 3
_SYMMETRIC = word_set(_DATA["symmetric"]["verbs"])
_GROUPS, _WITH_A_GROUP, _RELATIVE = (
    frozenset(plain((stem(word),))[-1] for word in _DATA["groups"][key].split())
    for key in ("nouns", "verbs", "relative")
)
_WITHIN = frozenset({"by:in", "by:on", "by:for", "by:with", "by:at"})
_MEASURED = frozenset(stem(verb) for verb in _DATA["groups"]["measured"].split())
_QUALIFIED = 2
_CONVERSE = {
    plain((gives,))[0]: {plain((one,))[0] for one in takes.split()}
    for gives, takes in _DATA["converse"].items()
}


@lru_cache(_CACHE)
def framed(clause: Clause, names: tuple[tuple[str, str], ...] = ()) -> Frame | None:
    """Return a clause by its roles, in the plainest words for what it says.

    Args:
        clause: The clause.
        names: Pronouns, each with the only name that it can stand for.
    """
    found = frame_of(clause, names)
    return found if found is None else _able(_owned(_numbered(_member(next(_by(found, _SAME), found)))))


def implied(one: Frame) -> Iterator[Frame]:
    """Yield what follows from a clause, and the same seen from the other side."""
    if one.denied:
        return
    if NOT in one.adverbs:  # `most do not`
        yield from filter(None, [not_all(one)])
        return
    yield from _turned(one)
    if one.modal:
        return
    yield from _by(one, _IMPLIED)
    yield from _kind(one)
    yield from _became(one)
    yield from _outcome(one)
    fillers = dict(one.fillers)
    if one.verb in _ALTERNATING and "object" in fillers:  # `Ann broke the vase`
        left = {"subject": fillers.pop("object"), **{k: v for k, v in fillers.items() if k != "subject"}}
        yield replace(one, fillers=tuple(sorted(left.items())))


def _outcome(one: Frame) -> Iterator[Frame]:
    """Yield what a clause says a thing to be like: `went cold`, `walked away unhurt`, `is switched on`."""
    fillers = dict(one.fillers)
    about = fillers.get("object", fillers.get("subject"))
    done = one.verb if one.verb in _UNDONE else one.verb[1:] if one.verb[1:] in _STATES else ()
    particle = done if fillers.get("subject") == AGENT else ()
    if (
        about is None
        or not (particle or ("complement" in fillers and one.verb))
        or one.verb[0:1] in _ONLY_SAID
    ):
        return
    like = Filler(particle, core=particle) if particle else fillers["complement"]
    rest = {role: filler for role, filler in one.fillers if is_time(role, filler)}
    said = {"subject": about, "complement": like, **rest}
    found = replace(one, verb=(), fillers=tuple(sorted(said.items())), adverbs=frozenset())
    yield found
    if done and one.past:  # `has been paid`: now
        yield replace(found, past=False)


def _member(one: Frame) -> Frame:
    """Return `is in the choir`, `is one of the choir` as being a member of it."""
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
    return replace(one, fillers=tuple(sorted(fillers.items())))


def _numbered(one: Frame) -> Frame:
    """Return `is over forty`, `costs ten pounds` with how many that is."""
    fillers = dict(one.fillers)
    if one.verb[:1] and one.verb[0] in _MEASURED and "object" in fillers:
        cost = fillers["object"]
        exact = cost.kind == "number" and cost.most == inf
        fillers["object"] = replace(cost, most=cost.least) if exact else cost
        return replace(one, fillers=tuple(sorted(fillers.items())))
    for role in ("complement", *(r for r in fillers if r.startswith("by:"))):
        number = number_of(fillers[role], role.partition(":")[2]) if role in fillers else None
        if number is not None and not one.verb:
            rest = {r: f for r, f in fillers.items() if r != role} | {"complement": number}
            return replace(one, fillers=tuple(sorted(rest.items())))
    return one


def _became(one: Frame) -> Iterator[Frame]:
    """Yield what an event leaves a thing like: `has closed`, `died`."""
    fillers = dict(one.fillers)
    state = _RESULTS.get(one.verb, ())
    thing = fillers.get("object", fillers.get("subject"))
    if not (state and one.past) or thing is None or any(map(weakens, one.adverbs)):
        return
    rest = {role: filler for role, filler in one.fillers if is_time(role, filler)}
    said = {**rest, "subject": thing, "complement": Filler(state, core=state)}
    lasts = one.perfect or state == _DEAD
    yield replace(
        one, verb=(), fillers=tuple(sorted(said.items())), adverbs=frozenset(), past=not lasts, perfect=False
    )


def _kind(one: Frame) -> Iterator[Frame]:
    """Yield what being of a kind says beside: `a child of nine`, `a chair in the hall`, `a shy animal`."""
    fillers = dict(one.fillers)
    if one.verb and one.verb[0] in _WITH_A_GROUP:
        group = next(
            (f for r, f in one.fillers if r in _WITHIN and f.core[-1:] and f.core[-1] in _GROUPS), None
        )
        if group is not None:
            rest = {"subject": fillers["subject"], "complement": replace(group, counted=True)}
            yield _member(replace(one, verb=(), fillers=tuple(sorted(rest.items())), adverbs=frozenset()))
    what = fillers.pop("complement", None)
    if one.verb or what is None or not what.core:
        return
    tail = what.stems[len(what.core) :] if what.stems[: len(what.core)] == what.core else ()
    said: dict[str, Filler] = {}
    if tail[1:] and tail[0] in PREPOSITIONS:
        said = {f"by:{tail[0]}": Filler(tail[1:], core=tail[1:])}
    elif what.stems[1:2] == ("of",) and (
        aged := number_of(replace(what, stems=what.stems[2:], core=what.stems[2:]))
    ):
        said = {"complement": aged}
    elif (
        not (what.the or what.owned or what.counted)
        and len(what.core) == _QUALIFIED
        and what.core[0] in what.narrowing - _RELATIVE
    ):
        said = {"complement": Filler(what.core[:1], what.narrowing, core=what.core[:1])}
    if said:
        yield replace(one, fillers=tuple(sorted((fillers | said).items())))


def _owned(one: Frame) -> Frame:
    """Return `is a king's` as what a king owns."""
    fillers = dict(one.fillers)
    what = fillers.get("complement")
    if one.verb or what is None or not what.owned or set(what.stems) != what.owned or what.the:
        return one
    said = {**fillers, "subject": replace(what, owned=frozenset()), "object": fillers["subject"]}
    del said["complement"]
    return replace(one, verb=("own",), fillers=tuple(sorted(said.items())))


def _able(one: Frame) -> Frame:
    """Return `is legible`, `is unreadable` as that it can, or cannot, be read."""
    fillers = dict(one.fillers)
    if one.verb or one.modal or "complement" not in fillers:
        return one
    stems = fillers["complement"].stems
    denied, word = stems[:1] == ("not",), stems[-1] if len(stems) == 1 + (stems[:1] == ("not",)) else ""
    if word.startswith("un") and word not in _ABLE:
        denied, word = not denied, word.removeprefix("un")
    verb = _ABLE.get(word) or next((b for b in _bases_of(word) if is_base(b)), "")
    if not verb or word in _NOT_ABLE:
        return one
    rest = {role: filler for role, filler in one.fillers if role not in {"subject", "complement"}}
    said = {**rest, "subject": AGENT, "object": fillers["subject"]}
    return replace(one, verb=plain((verb,)), modal="can", fillers=tuple(sorted(said.items())), denied=denied)


def _bases_of(word: str) -> tuple[str, ...]:
    cut = word.removesuffix("abl")
    return () if cut == word or len(cut) < _SHORTEST else (cut, f"{cut}e", f"{cut[:-1]}y", cut[:-1])


def _by(one: Frame, rules: Mapping[Stems, str]) -> Iterator[Frame]:
    """Yield what a table says of a clause by its verb and the words behind it."""
    for key, used, filler in _keys(one):
        rule = rules.get(key, "").split()
        if not rule or ("Y" in rule) != (filler is not None):
            continue
        denied, role = rule[0] == "not", ""
        rule = rule[denied:]
        *verb, last = (stem(word) for word in rule if word not in {"X", "Y"})
        rest = {role: own for role, own in one.fillers if role not in used}
        if filler is not None and rule[0] == "Y":
            rest = {**rest, "subject": filler} | ({"object": rest["subject"]} if rule[-1] == "X" else {})
            verb = [*verb, last]
        elif filler is not None:
            led = verb and last in PREPOSITIONS
            role = "by:" + last if led else "object"
            if role == "by:at" and filler.person:
                continue  # `missed her mother`
            verb = verb if led else [*verb, last]
        elif verb:
            rest["complement" if verb == ["be"] else "object"] = Filler((last,), core=(last,))
        else:
            verb = [last]
        if denied:  # who walked out in a huff did not stay at all
            rest = {role: own for role, own in rest.items() if not may_go(role, own) or is_time(role, own)}
        rest |= {role: filler} if role and filler is not None else {}
        bare = plain(tuple(word for word in verb if word != "be"))
        adverbs = frozenset[str]() if denied else one.adverbs
        said = replace(one, verb=bare, fillers=tuple(sorted(rest.items())), adverbs=adverbs)
        yield replace(said, denied=one.denied != denied)


def _keys(one: Frame) -> Iterator[tuple[Stems, set[str], Filler | None]]:
    """Yield the verb of a clause with words behind it, the roles of those, and what fills the next."""
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
            behind = replace(filler, stems=filler.stems[2:], core=filler.stems[2:])
            yield (*verb, *filler.stems[:2]), {role}, behind
        yield (*verb, *filler.stems), {role}, None
        yield (*verb, "Y"), {role}, None
        yield verb, {role}, filler
    else:
        yield verb, set(), None


def _turned(one: Frame) -> Iterator[Frame]:
    """Yield the same seen from the other side: `sold it to Bob` as that Bob bought it."""
    fillers = dict(one.fillers)
    verb = one.verb[0] if len(one.verb) == 1 else ""
    pairs = [(g, t, "by:to", "by:from") for g, takes in _CONVERSE.items() for t in takes]
    for mine, other, led, back in (*pairs, *((t, g, b, a) for g, t, a, b in pairs)):
        if verb == mine and led in fillers and "subject" in fillers:
            moved = {k: v for k, v in fillers.items() if k not in {led, "subject"}}
            moved |= {"subject": fillers[led], back: fillers["subject"]}
            yield replace(one, verb=(other,), fillers=tuple(sorted(moved.items())))
    if verb in _SYMMETRIC and {"subject", "object"} <= fillers.keys():
        moved = fillers | {"subject": fillers["object"], "object": fillers["subject"]}
        yield replace(one, fillers=tuple(sorted(moved.items())))
