"""Clauses about the kinds of their things: who bought a rose bought a flower."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from defeasible.reasoner.english.closed import ONLY
from defeasible.reasoner.english.kinds import kinds_of
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.belief.fillers import Filler, quality_of
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import stems, verbs

_DATA = read_toml("defeasible.reasoner.grammar.belief", "paraphrases.toml")["kinds"]
_OF_A_KIND, _OF_LANGUAGES = (verbs(_DATA[key]) for key in ("verbs", "languages"))
_NO_KIND, _PLAIN = (stems(_DATA[key]) for key in ("prepositions", "adjectives"))
_LANGUAGE = (stem("language"),)
_AMOUNTS = frozenset({"number", "several", "many", "at least", "more than"})


def wider(one: Frame) -> Iterator[Frame]:
    """Yield a clause with each kind of a thing in it: of a beagle, or the beagle, as of some dog."""
    for role, filler in (item for item in one.fillers if item[0] != "content"):
        core = tuple(word for word in filler.core if word not in filler.owned)
        kinds = kinds_of(core if set(core[:-1]) - _PLAIN or kinds_of(core) else core[-1:])
        language = role == "object" and one.verb in _OF_LANGUAGES and _LANGUAGE in kinds
        if role.partition(":")[2] not in _NO_KIND and kinds and (language or _is_one(one, role, filler)):
            some = replace(
                filler, narrowing=frozenset(), owned=frozenset(), the=False, person=False,
                indefinite=language or filler.indefinite or filler.definite,
            )  # fmt: skip
            for kind in kinds:
                yield one.but({role: some.reworded(kind)}, adverbs=one.adverbs - ONLY)


def qualified(one: Frame) -> tuple[Frame, ...]:
    """Return `Rex is furry` and `Rex is an animal` for `Rex is a furry animal`; nothing for other clauses."""
    what = one["complement"]
    like = None if one.verb or one.denied or one.modal else quality_of(what)
    if like is None:
        return ()
    noun = replace(what, stems=what.stems[1:], core=what.core[1:], narrowing=frozenset())
    return tuple(one.but({"complement": said}) for said in (like, noun))


def _is_one(one: Frame, role: str, filler: Filler) -> bool:
    """Return whether a filler says that there is one of its kind or more: `a robin`, `ate plums`."""
    several = filler.counted and filler.kind in _AMOUNTS
    if several or filler.indefinite or (role == "complement" and (filler.bare_plural or filler.owned)):
        return True  # `is our beagle`
    if role == "subject" and not filler.definite:
        return False
    named = filler.person and not filler.definite
    return bool(one.verb) and one.verb not in _OF_A_KIND and not (filler.counted or named)
