"""Bonds between comparisons, as a story trace must state them: what is older than another is not younger."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.law_book import PACKAGE, Bond, Fluent
from defeasible.reasoner.english.wordlists import read_toml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

_NEVER_MORE = ("no", "not", "hardly", "less", "barely")


def orders(spoken: Collection[Fluent]) -> Iterator[Bond]:
    """Yield what comparisons imply: the converse, the denial of the reverse, the comparison with a third."""
    compared = [f for f in spoken if f.attribute == "is" and f.other]
    for f in compared:
        words, base = f.value.split("_"), _measures().get(f.value)
        back = Fluent("is", f.other, f.participant, f.value)
        if base is None:
            if words[-1] in _measures() and words[0] not in _NEVER_MORE:
                plain = f._replace(value=words[-1])
                reason = f"what is {f.value} is {words[-1]}"
                yield Bond("order", "then", None, reason, ((f, True),), (plain, True))
        elif base != f.value:
            reason = f"what is {f.value} than another has that {base} than itself"
            converse = back._replace(value=base)
            yield Bond("order", "then", None, reason, ((f, True),), (converse, True), mutual=True)
        elif back in spoken:
            yield Bond("order", "then", None, f"of two, one is {base}", ((f, True),), (back, False))
    for f, g in permutations(compared, 2):
        follows = f.value == g.value == _measures().get(f.value)
        if follows and f.other == g.participant and g.other != f.participant:
            reason = f"what is {f.value} than what is {f.value} than a third is {f.value} than the third"
            third = f._replace(other=g.other)
            yield Bond("order", "then", None, reason, ((f, True), (g, True)), (third, True))


@cache
def _measures() -> dict[str, str]:
    """Return each comparative with the one by which it is told: `younger` with `older`."""
    table: dict[str, str] = read_toml(PACKAGE, "synonyms.toml")["orders"]
    found = {turned: base for base, turned in table.items() if turned}
    return found | {base: base for base in table}
