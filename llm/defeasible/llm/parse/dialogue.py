"""Dialogues in two passes: phrases, then the facts of each turn over the slots of the ontology."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, TypeAlias, get_args

from pydantic import StringConstraints, TypeAdapter

from defeasible.llm.parse.family import Part
from defeasible.llm.parse.quotes import find
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.wire import Words, any_of, model, one_of, plain, some
from defeasible.llm.spec import Json
from defeasible.reasoner.dialogue import ontology, validate
from defeasible.reasoner.forms import DialogueFact, DialogueFacts, Phrase, Slot, Unparsed
from defeasible.reasoner.forms.dialogue import PhraseKind
from defeasible.reasoner.forms.ontology import PHRASES

PHRASES_MOST, FACTS = 24, 6
"""Most phrases of a dialogue, and most facts per turn."""

_KINDS: tuple[PhraseKind, ...] = get_args(PhraseKind)
_SPEAKER = re.compile(r"\s*([^\s:：]{1,20})\s*[:：]")
_Text = Annotated[str, StringConstraints(min_length=1, max_length=60)]
_Kinds: TypeAlias = tuple[tuple[str, PhraseKind], ...]


class DialogueWire:
    """The `FamilyWire` of dialogues, which declares phrases.

    A slot takes only phrases of the kinds that the ontology allows.
    """

    def settled(self, text: Text) -> Unparsed | None:
        """Return an `Unparsed` if there is nothing to read."""
        return text.empty

    def declare(self, text: Text) -> Json:
        """Return the spec of a list of phrases."""
        found = dict.fromkeys(at[1] for turn in text.told if (at := _SPEAKER.match(turn.text)))
        return _declare(tuple(found))

    def vocabulary(self, text: Text, said: Any) -> tuple[Phrase, ...]:
        """Number the phrases; phrases with the same key are merged."""
        found: dict[tuple[str, str], Phrase] = {}
        for n, item in enumerate(said.phrases, 1):
            words = plain(item.text, f"phrase {n}")
            span = find(item.words, text.told)
            speaker = item.speaker if item.kind == "event" else ""
            phrase = Phrase(f"x{len(found) + 1}", words, item.kind, span, speaker)
            found.setdefault(phrase.key, phrase)
        return tuple(found.values())

    def shown(self, declared: Phrase) -> str:
        """Return the phrase's id, words, kind and speaker."""
        speaker = f", {declared.speaker}" if declared.speaker else ""
        return f"{declared.id}: {declared.text} ({declared.kind}{speaker})"

    def legend(self, vocabulary: tuple[Phrase, ...]) -> str:
        """Return the slots that the phrases can fill, with their definitions."""
        kinds = tuple((p.id, p.kind) for p in vocabulary)
        return "\n".join(
            f"{slot.id}: {slot.definition_en} ({slot.subject} -> {' or '.join(PHRASES[slot.value])})"
            for slots, _, _ in _signatures(kinds)
            for slot in slots
        )

    def bind(self, text: Text, vocabulary: tuple[Phrase, ...]) -> Json | None:
        """Return the spec of the facts of each turn; None if the phrases fit no slot."""
        return _bind(tuple(s.id for s in text.told), tuple((p.id, p.kind) for p in vocabulary))

    def form(self, text: Text, vocabulary: tuple[Phrase, ...], said: Any) -> DialogueFacts:
        """Return the facts, with their slots checked. Turns without facts are listed as unread."""
        places = {p.id: p.span for p in vocabulary}
        facts: list[DialogueFact] = []
        unread: list[int] = []
        for number, turn in enumerate(text.told, 1):
            items = getattr(said, turn.id) if said is not None else []
            for item in items:
                span = find(item.words, (turn,), places[item.value])
                name = f"f{len(facts) + 1}"
                facts.append(DialogueFact(name, item.subject, item.slot, item.value, item.holds, span))
            if not items:
                unread.append(number)
        form = DialogueFacts(text.sources, vocabulary, tuple(facts), tuple(unread))
        validate(form)
        return form

    def parts(self, form: DialogueFacts) -> Iterator[Part]:
        """Yield the phrases and the facts."""
        yield from (Part(f"phrase `{p.id}` ({p.text})", p.span) for p in form.phrases)
        yield from (Part(f"fact `{f.id}` ({f.slot})", f.span) for f in form.facts)

    def asked(self, form: DialogueFacts) -> object:
        """Return None: a dialogue has no queries."""
        return None


@lru_cache(maxsize=64)
def _declare(speakers: tuple[str, ...]) -> Json:
    phrase = model("Phrase", words=Words, text=_Text, kind=one_of(_KINDS), speaker=one_of(["", *speakers]))
    return Json(TypeAdapter(model("Phrases", phrases=some(phrase, 0, PHRASES_MOST))))


@lru_cache(maxsize=256)
def _signatures(kinds: _Kinds) -> tuple[tuple[tuple[Slot, ...], tuple[str, ...], tuple[str, ...]], ...]:
    """Return the slots that the phrases fit, grouped by their possible subjects and values."""
    groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[Slot]] = {}
    for slot in ontology().slots:
        subjects = tuple(name for name, kind in kinds if kind == slot.subject)
        values = tuple(name for name, kind in kinds if kind in PHRASES[slot.value])
        # A single phrase could only be related to itself.
        if subjects and len({*subjects, *values}) > 1 and values:
            groups.setdefault((subjects, values), []).append(slot)
    return tuple((tuple(slots), *sides) for sides, slots in groups.items())


@lru_cache(maxsize=256)
def _bind(turns: tuple[str, ...], kinds: _Kinds) -> Json | None:
    signatures = _signatures(kinds)
    if not signatures:
        return None
    facts = [
        model(
            f"Fact{n}",
            words=Words,
            slot=one_of([slot.id for slot in slots]),
            subject=one_of(subjects),
            value=one_of(values),
            holds=bool,
        )
        for n, (slots, subjects, values) in enumerate(signatures, 1)
    ]
    return Json(TypeAdapter(model("Dialogue", **dict.fromkeys(turns, some(any_of(facts), 0, FACTS)))))
