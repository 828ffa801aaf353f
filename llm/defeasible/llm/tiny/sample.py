"""`Sample`: a text with the two correct replies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from defeasible.llm.parse.family import FamilyWire
from defeasible.llm.parse.sheet import user
from defeasible.llm.parse.text import Text
from defeasible.llm.parse.wires import WIRES
from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Form
from defeasible.reasoner.logic import evaluate
from defeasible.reasoner.notation import parse_formula
from defeasible.reasoner.record import Record


@dataclass(frozen=True, slots=True)
class Sample(Record):
    """A text and the two replies that a model should give for it."""

    text: Text
    declare: str
    """The first reply, in the layout of constrained decoding."""
    bind: str
    """The second reply, in the same layout."""
    pairs: tuple[tuple[str, str], ...]
    """The pairs of words in it, which decide whether it is held out."""

    @property
    def wire(self) -> FamilyWire[Any]:
        """The wire of its family."""
        return WIRES[self.text.family]

    @property
    def vocabulary(self) -> tuple[Any, ...]:
        """The vocabulary that the first reply declares."""
        return self.wire.vocabulary(self.text, self.wire.declare(self.text).read(self.declare))

    @property
    def asked(self) -> tuple[tuple[str, str], ...]:
        """The prompt of `ModelParser` in each pass, without instructions, and the reply to it."""
        declared = "\n".join(map(self.wire.shown, self.vocabulary))
        prompts = (user(self.text.sources), user(self.text.sources, declared=declared))
        return tuple(
            (prompt.text, said) for prompt, said in zip(prompts, (self.declare, self.bind), strict=True)
        )

    @property
    def form(self) -> Form:
        """The form of both replies."""
        vocabulary = self.vocabulary
        spec = self.wire.bind(self.text, vocabulary)
        return self.wire.form(self.text, vocabulary, spec and spec.read(self.bind))


def reply(content: Mapping[str, Any]) -> str:
    """Return a reply in the engine's JSON layout."""
    return json.dumps(content, ensure_ascii=False)


def words(table: str) -> Any:
    """Return a table of the word lists."""
    return read_toml("defeasible.llm.tiny", "words.toml")[table]


def upper(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def consistent(formulas: Sequence[str], atoms: Sequence[str]) -> bool:
    """Return whether formulas over some atoms can all be true, by trying every world."""
    read = [parse_formula(formula) for formula in formulas]
    worlds = (dict(zip(atoms, world, strict=True)) for world in product((False, True), repeat=len(atoms)))
    return any(all(evaluate(formula, world) for formula in read) for world in worlds)
