"""The language of a dialogue, and facts in that language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from defeasible.reasoner.dialogue.ontology import ontology
from defeasible.reasoner.text import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from defeasible.reasoner.forms import DialogueFact, DialogueFacts

Language: TypeAlias = Literal["en", "zh"]
_HAN = re.compile(r"[\u3400-\u9fff]")


def language(texts: Iterable[str]) -> Language:
    """Return `zh` if any of some texts has a Chinese character, `en` otherwise."""
    return "zh" if any(_HAN.search(text) for text in texts) else "en"


def language_of(form: DialogueFacts) -> Language:
    """Return the language of a dialogue, judged by its turns, or by its phrases if there are none."""
    texts = [source.text for source in form.sources] or [phrase.text for phrase in form.phrases]
    return language(texts)


def label(slot: str, speaks: Language) -> str:
    """Return a slot with its domain: `Cause: Event cause`, `原因：事件原因`; its id if it is unknown."""
    known = ontology()
    if slot not in known.by_id:
        return slot
    domain, named = known.domain_of(slot), known.by_id[slot]
    return f"{domain.zh}：{named.zh}" if speaks == "zh" else f"{domain.en}: {named.en}"


class Wording:
    """Puts the facts of one form into words, in the language of its dialogue."""

    def __init__(self, form: DialogueFacts) -> None:
        self._form = form
        self._speaks = language_of(form)
        self._text = {phrase.id: phrase.text for phrase in form.phrases}

    def fact(self, fact: DialogueFact) -> str:
        """Return a fact as text; see `fact_text`."""
        sign = "=" if fact.polarity else "≠"
        label_text = label(fact.slot, self._speaks)
        return f"[{self._text[fact.subject]}]  {label_text} {sign} {self._text[fact.value]}"

    def quoted(self, fact: DialogueFact) -> str:
        """Return the words of the turn that says a fact, or the fact as text if it has no words."""
        return self.fact(fact) if fact.span is None else quote(self._form.sources, fact.span)


def fact_text(form: DialogueFacts, fact: DialogueFact) -> str:
    """Return a fact in the language of its dialogue.

    Returns:
        The subject in brackets, then `domain: slot = value`: `[Ben is late]  Cause: Event cause = the bus
        broke down`, `[小明迟到]  原因：事件原因 = 地铁坏了`; with `≠` if it is denied.
    """
    return Wording(form).fact(fact)
