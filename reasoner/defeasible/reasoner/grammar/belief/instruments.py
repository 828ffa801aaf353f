"""What an event is done with: `opened it with a key`, `used a key to open it`, `opened it using a key`."""

from __future__ import annotations

from collections.abc import Iterator

from defeasible.reasoner.english.closed import PREPOSITIONS
from defeasible.reasoner.grammar.belief.fillers import NONE, worded
from defeasible.reasoner.grammar.belief.frames import Frame
from defeasible.reasoner.grammar.belief.lists import plain

_USE = plain(("use",))


def done_with(one: Frame) -> Iterator[Frame]:
    """Yield the other ways to say `opened the tin with a key`; a thing that is used to do so is used."""
    thing, aim = one["object"], one["infinitive"].stems
    role = "clause:" if one["clause:"] != NONE else "clause:by"
    beside = one[role].stems
    if one.verb == _USE and thing != NONE and aim[:1] == ("to",):
        yield one.but({"infinitive": None})
        if not PREPOSITIONS.isdisjoint(aim[1:]):
            return  # `used her car to get to work`
        what = worded(aim[2:]) if aim[2:] else None
        done, own = one.but({"object": what, "infinitive": None}, verb=plain(aim[1:2])), thing
    elif beside[:1] == _USE and beside[1:]:
        done, own = one.but({role: None}), worded(beside[1:])
        yield done.but({"object": own}, verb=_USE)
    elif thing != NONE and one["by:with"] != NONE and not one["by:with"].person:
        done, own = one.but({"by:with": None}), one["by:with"]
    else:
        return
    aim = ("to", *done.verb, *done["object"].stems)
    yield done.but({"by:with": own})
    yield from (done.but({using: worded((*_USE, *own.stems))}) for using in ("clause:", "clause:by"))
    yield done.but({"object": own, "infinitive": worded(aim)}, verb=_USE)
