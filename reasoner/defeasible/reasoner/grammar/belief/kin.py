"""Relations of relations: the mother of Lily's father is Lily's grandmother."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

from defeasible.reasoner.english.people import SEX
from defeasible.reasoner.english.stems import stem
from defeasible.reasoner.grammar.belief.fillers import Filler
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import LINKS

_OF = frozenset({"subject", "complement"})
_KIN: Mapping[tuple[str, str], str] = {
    (stem(one), stem(other)): stem(whole)
    for whole, said in LINKS["kin"].items()
    for firsts, seconds in [map(str.split, said.split("|"))]
    for one, other in product(firsts, seconds)
}
"""Two relations in a row, with the relation of the first person to the last."""
_BACK: Mapping[str, tuple[str, ...]] = {
    stem(word): tuple(map(stem, back.split()))
    for words, back in LINKS["kin_back"].items()
    for word in words.split()
}
"""Relation to its converse: of anybody, of a man, of a woman."""
_SEX = {stem(name): sex for name, sex in SEX.items()}


def related(said: Mapping[str, Frame]) -> Iterator[tuple[tuple[str, ...], str, bool]]:
    """Yield relations in a row, with what follows: `is Ann's brother`, or `is Ann's mother's brother`."""
    own = {name: what for name, one in said.items() if (what := _relation(one)) is not None}
    of = {what.stems[:-1] for what in own.values()}
    known = [(m, stems) for m in own if (stems := said[m]["subject"].stems) in of]
    rows: list[tuple[tuple[str, ...], Filler, Filler]] = [
        ((n, m), what, own[m]) for n, what in own.items() for m, stems in known if what.stems[:-1] == stems
    ]
    for (n, what), (m, other) in product(own.items(), own.items()):
        if n != m and what.stems[:-1] == other.stems[:-1] and (back := _BACK.get(other.stems[-1])):
            words = (*said[m]["subject"].stems, back[0])  # `Adam is Bill's son`: Bill is Adam's parent
            rows.append(((n, m), what, replace(other, stems=words, core=words)))
    inner = [replace(what, stems=what.stems[:-1], core=what.core[:-1]) for what in own.values()]
    rows += [((n,), what, x) for (n, what), x in zip(own.items(), inner, strict=True) if x.stems]
    for (n, what), (m, other) in product(own.items(), own.items()):
        who, whose = said[m]["subject"].stems, said[n]["subject"].stems
        turned = (what.stems[:-1], whose) == (who, other.stems[:-1])
        if turned and other.stems[-1] in _backs(what.stems[-1], who):  # `Ann is Bob's aunt`: he is her nephew
            yield (n,), m, True
        child = replace(other, stems=other.stems[:-1], core=other.core[:-1])
        for so in _backs(other.stems[-1], child.stems) if n != m and whose == who else ():
            # `Lucy is Edith's daughter`, `Lucy is Paul's mother`
            if whole := _KIN.get((so, what.stems[-1])):
                words = (*what.stems[:-1], whole)
                moved = said[n].but({"subject": child, "complement": replace(what, stems=words, core=words)})
                yield from (((n, m), end, True) for end in own if moved.entails(said[end]))
    for path, first, second in rows:
        if whole := _KIN.get((first.stems[-1], second.stems[-1])):
            words = (*second.stems[:-1], whole)
            moved = said[path[0]].but({"complement": replace(second, stems=words, core=words)})
            yield from ((path, end, True) for end in own if end not in path and moved.entails(said[end]))


def _backs(relation: str, who: tuple[str, ...]) -> tuple[str, ...]:
    """Return what somebody is to his `mother`: her child, and her son if he bears the name of a man."""
    anybody, man, woman = _BACK.get(relation, ("", "", ""))
    sex = _SEX.get(who[0]) if len(who) == 1 else None
    return (anybody, *((man,) if sex == "male" else (woman,) if sex == "female" else ()))


def _relation(one: Frame) -> Filler | None:
    """Return the description in `is Ann's brother`; None in other clauses."""
    what = one["complement"]
    plain = not (one.verb or one.modal or one.denied or one.ahead or one.adverbs)
    if not plain or {role for role, _ in one.fillers} != _OF or not what.owned or what.stems != what.core:
        return None
    return what
