"""Check slot identification: the cues, their weights, and what hinges on them."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from defeasible.reasoner.checker.facts import slot_table
from defeasible.reasoner.checker.report import Failure
from defeasible.reasoner.checker.words import plain
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.text import Span
from defeasible.reasoner.trace import BalanceStep, CueStep
from defeasible.reasoner.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from defeasible.reasoner.text import Source
    from defeasible.reasoner.trace import SlotOption, Trace

_HAN = re.compile(r"[\u3400-\u9fff]")


def check_slots(trace: Trace) -> Iterator[Failure]:
    """Yield the invalid steps of an identification."""
    balances = {n: s for n, s in enumerate(trace.steps, 1) if isinstance(s, BalanceStep)}
    cues = {n: s for n, s in enumerate(trace.steps, 1) if isinstance(s, CueStep)}
    last = len(trace.steps)
    if len(balances) + len(cues) + 1 < last or not balances:
        yield Failure(last, "there is more, or less, than cues and what they weigh")
        return
    first = balances[min(balances)]
    question = [(option.text, option.slots) for option in first.options]
    yield from _options(trace, min(balances), first)
    possible = {slot for _, slots in question for slot in slots}
    expected = _cues(first.subject, first.value, trace.sources, possible)
    stated = [(c.cue, c.slot, c.weight, c.words, c.where, c.span) for c in cues.values()]
    for number, cue in zip(cues, stated, strict=True):
        if cue not in expected:
            yield Failure(number, "there is no such cue in the phrases and turns")
    if len(stated) != len(expected) or len(set(stated)) < len(stated):
        yield Failure(min(balances), f"there are {len(expected)} cues, not {len(set(stated))}")
    for number, step in balances.items():
        if (step.subject, step.value) != (first.subject, first.value):
            yield Failure(number, "weighs other phrases than the first")
        elif [(option.text, option.slots) for option in step.options] != question:
            yield Failure(number, "weighs other options than the first")
        elif any(n not in cues for n in step.cues) or len(set(step.cues)) < len(step.cues):
            yield Failure(number, "rests on something else than cues")
        elif _weighed(step.options, [cues[n] for n in step.cues]) != (step.options, step.best):
            yield Failure(number, "its cues do not weigh that")
    if set(first.cues) != set(cues) or first.flipped:
        yield Failure(min(balances), "leaves cues out")
    yield from _statuses(cues, first)
    yield from _conclusion(trace, cues, balances)


def _options(trace: Trace, number: int, step: BalanceStep) -> Iterator[Failure]:
    """Yield the options whose slots are not those of their names."""
    domains: dict[str, list[str]] = {}
    for name, slot in slot_table().items():
        domains.setdefault(slot["domain"], []).append(name)
    wholes = {tuple(slots) for slots in domains.values()}
    if len({option.text for option in step.options}) < len(step.options) or not step.options:
        yield Failure(number, "an option comes twice, or there is none")
    for option in step.options:
        if not option.slots:
            if _plain(option.text) in _meanings():
                yield Failure(number, f"option `{option.text}` does mean something, and cannot be left out")
            continue
        if option.slots not in wholes and (len(option.slots) > 1 or option.slots[0] not in slot_table()):
            yield Failure(number, f"option `{option.text}` is neither a slot nor a domain")
            continue
        named = _meanings().get(_plain(option.text), set())
        if named and option.slots not in named:
            yield Failure(number, f"option `{option.text}` does not mean these slots")
    if not trace.sources and any(isinstance(s, CueStep) and s.span for s in trace.steps):
        yield Failure(number, "there are no turns to quote")


def _cues(
    subject: str, value: str, turns: tuple[Source, ...], possible: Collection[str]
) -> list[tuple[str, str, float, str, str, Span | None]]:
    """Return all cues between two phrases, for some slots."""
    texts = {"subject": plain(subject), "value": plain(value)}
    texts["pair"] = "\t".join((texts["subject"], texts["value"]))
    first = _order(subject, value, turns)
    found: list[tuple[str, str, float, str, str, Span | None]] = []
    for name, where, pattern, weights in _table():
        words, span = None, None
        if where == "turn":
            if first and pattern.fullmatch(first[0]):
                words, span = first
        else:
            match = pattern.search(texts[where])
            words = match[0] if match else None
        if words is not None:
            found += [(name, s, w, words, where, span) for s, w in weights.items() if s in possible]
    return found


def _order(subject: str, value: str, turns: tuple[Source, ...]) -> tuple[str, Span] | None:
    one, other = _mention(subject, turns), _mention(value, turns)
    if one is None or other is None:
        return None
    (at, mine), (there, theirs) = one, other
    if at == there:
        return None
    return ("value before subject", theirs) if there < at else ("subject before value", mine)


def _mention(phrase: str, turns: tuple[Source, ...]) -> tuple[tuple[int, int], Span] | None:
    """Return where a turn first has the longest common substring with a phrase, by dynamic programming."""
    longest = 1 if _HAN.search(phrase) else 3
    best = None
    for number, turn in enumerate(turns):
        ends: tuple[int, int] | None = None
        row = [0] * (len(phrase) + 1)
        for i, char in enumerate(turn.text, 1):
            row = [0] + [row[j] + 1 if char == phrase[j] else 0 for j in range(len(phrase))]
            if max(row) > longest:
                longest, ends = max(row), (i - max(row), i)
        if ends:
            best = ((number, ends[0]), Span(turn.id, *ends))
    return best


def _weighed(
    options: tuple[SlotOption, ...], cues: Collection[CueStep]
) -> tuple[tuple[SlotOption, ...], tuple[str, ...]]:
    """Return the options with their weights by the cues, and the best options."""
    redone = []
    for option in options:
        sums = [sum(c.weight for c in cues if c.slot == slot) for slot in option.slots]
        # Sums of weights with two decimals, rounded to a millionth, do not depend on the order.
        right = round(max(sums, default=0.0), 6)
        redone.append(type(option)(option.text, option.slots, right))
    alive = [option for option in redone if option.slots]
    top = max((option.weight for option in alive), default=0.0)
    return tuple(redone), tuple(option.text for option in alive if option.weight == top)


def _statuses(cues: dict[int, CueStep], first: BalanceStep) -> Iterator[Failure]:
    winning = {slot for option in first.options if option.text in first.best for slot in option.slots}
    winners = tuple(n for n, cue in cues.items() if cue.slot in winning)
    for number, cue in cues.items():
        right = (
            ("tied" if len(first.best) > 1 else "accepted", ())
            if cue.slot in winning
            else ("overruled", winners)
        )
        if (cue.status, cue.by) != right:
            yield Failure(number, f"it is {right[0]}, by {len(right[1])} cues")


def _conclusion(
    trace: Trace, cues: dict[int, CueStep], balances: dict[int, BalanceStep]
) -> Iterator[Failure]:
    last, end = trace.conclusion, len(trace.steps)
    start, *others = balances
    first = balances[start]
    if last.goal is not None or last.comparison or last.before is not None or last.change or last.reason:
        yield Failure(end, "it concludes what no phrases show")
    if last.verdict is not (Verdict.ENTAILED if len(first.best) == 1 else Verdict.UNKNOWN):
        yield Failure(end, f"{len(first.best)} options weigh most")
    if last.uses != (start,):
        yield Failure(end, "it does not rest on all cues weighed")
    winning = {slot for option in first.options if option.text in first.best for slot in option.slots}
    hinges = {}
    if len(first.best) == 1:
        for name in {cue.cue for cue in cues.values() if cue.slot in winning}:
            best = _weighed(first.options, [cue for cue in cues.values() if cue.cue != name])[1]
            if best != first.best:
                hinges[tuple(n for n, cue in cues.items() if cue.cue == name)] = best
    listed = {flip.evidence: flip for flip in last.flips}
    if set(listed) != set(hinges) or len(listed) < len(last.flips):
        yield Failure(end, f"it hinges on {len(hinges)} cues, not on {len(listed)}")
        return
    if [flip.step for flip in last.flips] != others:
        yield Failure(end, "it does not show each cue that it hinges on")
        return
    for gone, flip in listed.items():
        step = balances[flip.step]
        if not step.flipped or set(step.cues) != set(cues) - set(gone) or step.best != hinges[gone]:
            yield Failure(flip.step, "it does not show what would be without the cue")
        if flip.verdict is not (Verdict.UNKNOWN if len(hinges[gone]) > 1 else Verdict.REFUTED):
            yield Failure(end, "without the cue it would be otherwise")


@cache
def _table() -> tuple[tuple[str, str, re.Pattern[str], dict[str, float]], ...]:
    """Return the cues of the data file: name, place, pattern, weights."""
    document = read_toml("defeasible.reasoner", "dialogue/cues.toml")
    rows = []
    for name, cue in document["cue"].items():
        pattern = cue["pattern"]
        for word_list, words in document["words"].items():
            pattern = pattern.replace("{" + word_list + "}", "|".join(words.split()))
        rows.append((name, cue["where"], re.compile(pattern), cue["weight"]))
    return tuple(rows)


@cache
def _meanings() -> dict[str, set[tuple[str, ...]]]:
    """Return the slots that each name of a slot or a domain may mean."""
    document = read_toml("defeasible.reasoner", "dialogue/ontology.toml")
    meanings: dict[str, set[tuple[str, ...]]] = {}
    for name, slot in document["slot"].items():
        for word in (name, slot["en"], slot["zh"], *slot.get("aliases", [])):
            meanings.setdefault(_plain(word), set()).add((name,))
    for name, domain in document["domain"].items():
        slots = tuple(s for s, slot in document["slot"].items() if slot["domain"] == name)
        for word in (name, domain["en"], domain["zh"], *domain.get("aliases", [])):
            meanings.setdefault(_plain(word), set()).add(slots)
    return meanings


def _plain(name: str) -> str:
    bare = re.sub(r"^\s*\(?\w\)\s*(?=\S)", "", name)
    return re.sub(r"[\s_.…·\-/]+", "", plain(bare))
