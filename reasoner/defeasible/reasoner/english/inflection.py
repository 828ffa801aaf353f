"""Forms of English verbs: the preferred ones, all correct ones, and learners' errors (`hided`)."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal, TypeAlias

from defeasible.reasoner.english.verbs import DOUBLING, IRREGULAR, THIRD_PERSON, Irregular

Form: TypeAlias = Literal["base", "s", "ing", "past", "part"]

_VOWELS = frozenset("aeiou")
_SHORTEST = 2
"""Letters of a verb too short to change its spelling."""
_REGULAR = Irregular((), ())


def third_person(base: str) -> str:
    """Return the third person singular of a base form.

    >>> third_person("study"), third_person("watch"), third_person("have")
    ('studies', 'watches', 'has')
    """
    if base in THIRD_PERSON:
        return THIRD_PERSON[base]
    if len(base) > _SHORTEST and base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def past_tense(base: str) -> str:
    """Return the simple past of a base form, in its preferred spelling.

    >>> past_tense("hide"), past_tense("study"), past_tense("plan"), past_tense("open"), past_tense("admit")
    ('hid', 'studied', 'planned', 'opened', 'admitted')
    """
    past = IRREGULAR.get(base, _REGULAR).past
    return past[0] if past else _joined(_stems(base)[0], "ed")


def present_participle(base: str) -> str:
    """Return the present participle of a base form, in its preferred spelling."""
    return next(form for form, kinds in inflect(base).items() if "ing" in kinds)


def inflect(base: str) -> dict[str, set[Form]]:
    """Return every correct written form of a verb, with what it may be."""
    forms: dict[str, set[Form]] = {base: {"base"}}

    def add(word: str, *kinds: Form) -> None:
        forms.setdefault(word, set()).update(kinds)

    past, participle = IRREGULAR.get(base, _REGULAR)
    for stem in _stems(base):
        add(_joined(stem, "ing"), "ing")
        if not past:
            add(_joined(stem, "ed"), "past", "part")
    add(third_person(base), "s")
    for word in past:
        add(word, "past")
    for word in participle:
        add(word, "part")
    return forms


def learner_forms(base: str) -> dict[str, set[Form]]:
    """Return common wrong forms: regular pasts of irregular verbs, letters not doubled."""
    forms: dict[str, set[Form]] = {}
    for stem in {base, *_stems(base)}:
        forms.setdefault(_joined(stem, "ed"), set()).update(("past", "part"))
        forms.setdefault(_joined(stem, "ing"), set()).add("ing")
        for ending in ("ed", "ing"):
            forms.setdefault(stem + ending, set()).update(("past", "part") if ending == "ed" else ("ing",))
    return forms


def _joined(stem: str, ending: str) -> str:
    """Join a stem and `ed` or `ing`, with the changes of spelling."""
    if ending == "ing" and stem.endswith("ie"):
        return stem[:-2] + "ying"
    if ending == "ed" and stem.endswith("e"):
        return stem + "d"
    if len(stem) > _SHORTEST and stem.endswith("e") and not stem.endswith(("ee", "oe", "ye")):
        return stem[:-1] + ending
    if ending == "ed" and len(stem) > _SHORTEST and stem.endswith("y") and stem[-2] not in _VOWELS:
        return stem[:-1] + "ied"
    return stem + ending


def _stems(base: str) -> tuple[str, ...]:
    """Return the stems before `ed` and `ing`, the preferred one first: `stop` doubles, `travel` may."""
    if base.endswith("ic"):
        return (base + "k",)
    doubled = base + base[-1]
    if base in DOUBLING:
        return (doubled,)
    short = (
        len(base) > _SHORTEST
        and base[-1] not in _VOWELS | frozenset("wxyhc")
        and base[-2] in _VOWELS
        and (base[-3] not in _VOWELS or base[-3:-1] in {"ui", "ua"})
    )
    if not short:
        return (base,)
    vowels = sum(a in _VOWELS and b not in _VOWELS for a, b in pairwise(base))
    return (doubled,) if vowels == 1 else (base, doubled)
