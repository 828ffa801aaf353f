"""`read_dialogue`: explicit facts of turns, from connectives, questions with answers, and expressions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from defeasible.reasoner.forms import DialogueFacts, Unparsed
from defeasible.reasoner.grammar.chinese.clauses import Clause, split_clauses
from defeasible.reasoner.grammar.chinese.deixis import Cast
from defeasible.reasoner.grammar.chinese.expressions import expressions
from defeasible.reasoner.grammar.chinese.lexicon import finder, words
from defeasible.reasoner.grammar.chinese.phrases import PhraseTable
from defeasible.reasoner.grammar.chinese.turns import Turn, others, sources_of, split_turns

_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
MIN_HAN = 0.3
"""Least fraction of Chinese letters for a text to be read as Chinese."""
_SUBJECT = re.compile("^[你我他她它这那是您]+们?")
MIN_ASKED = 2
"""Fewest characters besides `为什么` for a question to tell what it asks about."""
MIN_EVENT = 3
"""Fewest characters of a clause that tells an event: `下雨了`."""
_DENIALS = "没不"
"""The negation in `怎么没` and `怎么不`, which also ask why."""
_NO_REASON = re.compile("(?:没有?|不是|并非|不)因为")
"""States that something is not the reason, which yields no fact."""
SHORT = 12
"""Most characters of a clause that only reacts to what the other speaker said."""


def read_dialogue(turns: Sequence[str]) -> DialogueFacts | Unparsed:
    """Read the facts that the turns of a Chinese dialogue state, each with the words that state it.

    Only explicit cues count: connectives of cause, effect and purpose, a why question with its answer, a
    reaction to what was just said, expressions of time, duration, frequency and place. `causes` and
    `consequences` also infer what is not stated.

    Args:
        turns: The turns, `A: ...` and `B: ...`; without names, A and B speak in turn.

    Returns:
        The form; turns without a fact are listed as unread. `Unparsed` if the turns are not Chinese or
        state no such fact.

    Notes:
        Linear in the length of the turns.
    """
    sources = sources_of(turns)
    said = split_turns(turns)
    words_of = "".join(turn.text[turn.start :] for turn in said)
    if not (letters := _LETTER.findall(words_of)):
        return Unparsed("the dialogue has no turn with a word in it", sources)
    if len(_HAN.findall(words_of)) < MIN_HAN * len(letters):
        return Unparsed("the dialogue is not in Chinese; dialogues in other languages are not read", sources)
    clauses = split_clauses(said)
    hearer = others(said)
    table = PhraseTable(clauses, Cast({name: name for name in hearer}, hearer))
    by_turn = _by_turn(clauses, len(said))
    for clause in clauses:
        earlier = by_turn[clause.turn - 1] if clause.turn else []
        _connectives(table, clauses, clause, earlier)
        _purpose(table, clauses, clause)
        _need(table, clauses, clause)
    for number, members in enumerate(by_turn):
        _answer(table, by_turn, number)
        _reaction(table, by_turn, number)
        for clause in members:
            _expressions(table, clause)
    form = table.form(sources, _notes(said))
    if not form.facts:
        return Unparsed(
            "no turn states a cause, a consequence, a time, how long, how often or a place", sources
        )
    return form


def _by_turn(clauses: Sequence[Clause], count: int) -> list[list[Clause]]:
    found: list[list[Clause]] = [[] for _ in range(count)]
    for clause in clauses:
        found[clause.turn].append(clause)
    return found


def _notes(turns: Sequence[Turn]) -> tuple[str, ...]:
    bare = sum(turn.start == 0 for turn in turns)
    return (f"{bare} turns name no speaker: A and B are taken to speak in turn",) if bare else ()


@cache
def _sure() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    lists = ("sure_cause", "sure_effect", "points_back")
    cause, effect, back = (frozenset(words("cue", name)) for name in lists)
    return cause, effect, back


def _asserts(clause: Clause) -> bool:
    denied = _NO_REASON.search(clause.text) is not None
    return not (clause.asks or clause.talk or clause.why or denied)


def _beside(clauses: Sequence[Clause], clause: Clause, step: int) -> Clause | None:
    """Return the neighbour of a clause in its turn, if it asserts something."""
    at = clause.number + step
    if not 0 <= at < len(clauses):
        return None
    other = clauses[at]
    tells = other.turn == clause.turn and _asserts(other) and len(other.text) >= MIN_EVENT
    return other if tells else None


def _connectives(
    table: PhraseTable, clauses: Sequence[Clause], clause: Clause, earlier: Sequence[Clause]
) -> None:
    """Read a connective; `earlier` are the clauses of the turn before."""
    cause, effect, back = _sure()
    if not _asserts(clause):
        return
    before, after = _beside(clauses, clause, -1), _beside(clauses, clause, 1)
    if clause.cue == "cause" and clause.word in cause:
        if after is not None and after.cue == "effect":
            return  # `因为...所以` is read at its second half
        if before is not None and before.cue != "cause":
            _cause(table, before, clause, clause.word)
        elif before is None and after is not None and not any(c.why for c in earlier):
            _cause(table, after, clause, clause.word)
    elif clause.cue == "effect" and clause.word in effect:
        partner = before
        if partner is None and clause.word in back:
            partner = next((c for c in reversed(earlier) if _asserts(c)), None)
        if partner is not None:
            cue = f"{partner.word}...{clause.word}" if partner.cue == "cause" else clause.word
            _effect(table, partner, clause, cue)
    elif (made := finder(("shape", "makes")).match(clause.text)) and before is not None and clause.mood:
        felt = table.event(clause, made.group())
        table.tell(table.event(before), "subsequent_emotional_reaction", felt, clause, made.group())


def _cause(table: PhraseTable, event: Clause, why: Clause, cue: str) -> None:
    slot = "emotional_cause" if _is_motive(why) else "event_cause"
    table.tell(table.event(event), slot, table.event(why), why, cue)


def _effect(table: PhraseTable, event: Clause, then: Clause, cue: str) -> None:
    slot = "subsequent_emotional_reaction" if _is_feeling(then) else "subsequent_event"
    table.tell(table.event(event), slot, table.event(then), then, cue)


def _is_motive(clause: Clause) -> bool:
    """Return whether a clause tells a wish, fear or liking: a mental cause."""
    return clause.mood != "" or finder(("shape", "motive")).search(clause.text) is not None


def _is_feeling(clause: Clause) -> bool:
    return clause.mood != "" and finder(("shape", "motive")).search(clause.text) is None


def _purpose(table: PhraseTable, clauses: Sequence[Clause], clause: Clause) -> None:
    found = finder(("cue", "purpose")).match(clause.text)
    if found is None or not _asserts(clause):
        return
    before, after = _beside(clauses, clause, -1), _beside(clauses, clause, 1)
    # a clause with `为了` may come first; one with `免得` or `好让` comes second
    event = after if found.group() == "为了" and (before is None or after is not None) else before
    if event is not None:
        table.tell(table.event(event), "emotional_cause", table.event(clause), clause, found.group())


def _need(table: PhraseTable, clauses: Sequence[Clause], clause: Clause) -> None:
    found = finder(("shape", "need")).match(clause.text)
    after = _beside(clauses, clause, 1)
    if (
        found
        and after is not None
        and _asserts(clause)
        and (then := finder(("shape", "only_then")).search(after.text))
    ):
        cue = f"{found.group()}...{then.group()}"
        table.tell(table.event(after), "prerequisite", table.event(clause), clause, cue)


def _answer(table: PhraseTable, by_turn: Sequence[Sequence[Clause]], number: int) -> None:
    """Read a why question, and the answer in the next turn."""
    asks = next((clause for clause in by_turn[number] if clause.why), None)
    if asks is None or number + 1 >= len(by_turn):
        return
    answer = next((c for c in by_turn[number + 1] if _asserts(c) and c.speaker != asks.speaker), None)
    if answer is None:
        return
    found = finder(("cue", "why")).search(asks.text)
    cue = found.group() if found else "为什么"
    slot = "emotional_cause" if _is_motive(answer) else "event_cause"
    if len(_SUBJECT.sub("", asks.text.replace(cue, "", 1))) >= MIN_ASKED:
        # `你为什么搬家`: the question itself tells the event; the denial of `怎么没来` is part of it.
        event = table.event(asks, cue.rstrip(_DENIALS))
    else:
        earlier = [c for c in by_turn[number - 1] if _asserts(c)] if number else []
        here = [c for c in by_turn[number] if _asserts(c) and c.number < asks.number]
        told = here[-1] if here else earlier[-1] if earlier else None
        if told is None:
            return
        event = table.event(told)
    table.tell(event, slot, table.event(answer), answer, cue)


def _reaction(table: PhraseTable, by_turn: Sequence[Sequence[Clause]], number: int) -> None:
    """Read a short feeling at the start of a turn as a reaction to what the other speaker just said."""
    if number == 0 or not by_turn[number] or not by_turn[number - 1]:
        return
    told, felt = by_turn[number - 1][-1], by_turn[number][0]
    if told.speaker == felt.speaker or not _asserts(told) or not _asserts(felt) or felt.cue:
        return
    degree = finder(("shape", "strongly")).search(felt.text)
    if felt.mood and degree and len(felt.text) <= SHORT and told.aspect in ("done", "going"):
        table.tell(
            table.event(told), "subsequent_emotional_reaction", table.event(felt), felt, degree.group()
        )


def _expressions(table: PhraseTable, clause: Clause) -> None:
    if not _asserts(clause):
        return
    for found in expressions(clause.text):
        if len(clause.text) - len(found.text) < 2:
            continue  # the clause has nothing else that the expression could modify
        value = table.value(clause, found.start, found.end, place=found.slot == "location")
        table.tell(table.event(clause), found.slot, value, clause, found.text)
