"""Targets of `fuzz.py`: each reader with a generator of inputs and a call that returns a named outcome."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

from defeasible.eval.ask import sentences as split_sentences
from defeasible.llm.parse import ModelParser, Text
from defeasible.llm.parse.sheet import sheet
from defeasible.llm.prompts.reading import read_letter, read_lines, read_named
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import BeliefBase, DialogueFacts, Reasoner, Trace, parse_formula
from defeasible.reasoner.base.store import BaseFileError
from defeasible.reasoner.checker import check_steps
from defeasible.reasoner.errors import (
    DatasetError,
    DefeasibleError,
    FormError,
    RunError,
    TraceError,
    UsageError,
)
from defeasible.reasoner.forms import FORMS, Form, Unparsed, codec
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.question.codec import from_document, to_document
from defeasible.reasoner.question.dialogues import ConsistencyQuestion
from defeasible.reasoner.question.premises import EntailmentQuestion, RevisionQuestion
from defeasible.reasoner.question.sizes import SizeQuestion
from defeasible.reasoner.question.stories import StateQuestion
from defeasible.reasoner.text import Source, unicode_fault
from defeasible.reasoner.trace.codec import seal
from fuzz_files import Files
from fuzz_inputs import Corpus, dumped, mutate_json, mutate_text, noise, sentence, sentences, to_bytes


@dataclass(frozen=True)
class Target:
    """One reader."""

    share: int
    """Its share of a thousand inputs."""
    make: Callable[[Random], Any]
    run: Callable[[Any], str]
    """Returns the name of the outcome."""
    errors: tuple[type[DefeasibleError], ...] = ()
    """The exceptions that it may raise according to its documentation."""


class Targets:
    """All readers over one corpus, with a folder for the files that some of them read.

    Args:
        corpus: The sentences.
        folder: An empty folder that only this process uses.
    """

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus, self.files = corpus, Files(corpus, folder)
        self.parser, self.reasoner = GrammarParser(), Reasoner(timeout=2.0)

    def all(self) -> dict[str, Target]:
        """Return the readers by name; their shares add up to a thousand."""
        files, parser, form = self.files, self.parser, (FormError,)
        return {
            "premises": Target(180, self._premises, lambda said: _name(parser.premises(*said)), form),
            "sizes": Target(120, self._sizes, lambda said: _name(parser.sizes(*said)), form),
            "story": Target(90, self._story, lambda said: _name(parser.story(*said)), form),
            "dialogue": Target(80, self._turns, lambda turns: _name(parser.dialogue(turns)), form),
            "base": Target(25, self._talk, self._tell, (FormError, UsageError)),
            "formula": Target(130, self._formula, lambda text: _name(parse_formula(text)), form),
            "sentences": Target(50, self._text, lambda text: _name(split_sentences(text))),
            "reply": Target(70, self._reply, self._read_reply),
            "model parser": Target(20, self._replies, self._parse_replies, form),
            "form": Target(50, self._form, self._read_form, (FormError, UsageError)),
            "trace": Target(40, self._trace, self._read_trace, (TraceError,)),
            "question": Target(20, self._question, self._read_question, (FormError, UsageError)),
            "base file": Target(25, files.base_file, files.load_base, (BaseFileError,)),
            "run log": Target(20, files.run_file, lambda given: files.read_run(*given), (RunError,)),
            **{
                folder: Target(
                    20, partial(files.benchmark_file, folder=folder), _loader(files, folder), (DatasetError,)
                )
                for folder in ("belief_r", "ccons", "pasta", "corecode")
            },
        }

    # --- readers of text ----------------------------------------------------------------------------------

    def _text(self, random: Random) -> str:
        return sentence(random, self.corpus.english)

    def _premises(self, random: Random) -> tuple[list[str], list[str]]:
        return sentences(random, self.corpus.english), sentences(random, self.corpus.english, 2)

    def _sizes(self, random: Random) -> tuple[str, tuple[str, str]]:
        context = self._text(random)
        words = context.split() or ["house"]
        objects = [
            noise(random) if random.random() < 0.1 else " ".join(random.sample(words, min(len(words), k)))
            for k in (1, random.randint(1, 2))
        ]
        return context, (objects[0], objects[1])

    def _story(self, random: Random) -> tuple[list[str], list[str]]:
        return sentences(random, self.corpus.english), sentences(random, self.corpus.english, 1)

    def _turns(self, random: Random) -> list[str]:
        pool = self.corpus.chinese if random.random() < 0.8 else self.corpus.english
        return [random.choice(("", "A: ", "B: ", "B：")) + text for text in sentences(random, pool)]

    def _talk(self, random: Random) -> list[tuple[str, str]]:
        verbs = ("tell", "tell", "tell", "ask", "revise", "retract", "update")
        return [(random.choice(verbs), text) for text in sentences(random, self.corpus.english)]

    def _tell(self, talk: list[tuple[str, str]]) -> str:
        base, outcome = BeliefBase(timeout=2.0), "nothing said"
        for verb, text in talk:
            result: Any = getattr(base, verb)(text)
            outcome = str(getattr(result, "outcome", None) or result.verdict)
        return outcome

    def _formula(self, random: Random) -> str:
        parts = ("p", "q", "rain", '"it rains"', "true", "~", "¬", "(", ")", "&", "|", "->", "<->", "∧", " ")
        text = "".join(random.choice(parts) for _ in range(random.randint(0, 24)))
        kind = random.random()
        if kind < 0.02:
            return text * random.choice((100, 5000))
        return mutate_text(random, text, self.corpus.english) if kind < 0.3 else text

    # --- replies of models --------------------------------------------------------------------------------

    def _reply(self, random: Random) -> tuple[str, list[str], str]:
        pool = random.choice((self.corpus.english, self.corpus.chinese))
        options = [sentence(random, pool) for _ in range(random.randint(1, 4))]
        said = random.choice(
            ("The answer is ({}).", "答案是{}。", "{}", "({}) {}", "**{}**", "not {} but {}", "1. {}\n2. {}")
        )
        named = [random.choice(("a", "B", "2", random.choice(options), noise(random))) for _ in range(2)]
        text = said.format(*named)
        changed = sentence(random, [text]) if random.random() < 0.5 else text
        return changed, options, random.choice(("(a)", "A.", "1)", ""))

    def _read_reply(self, given: tuple[str, list[str], str]) -> str:
        text, options, label = given
        found = read_named(text, options, label, "en"), read_named(text, options, label, "zh")
        letter = read_letter(text, options, label, "answer") if label else None
        lines = read_lines(text, ("Answer", "答案"), ())
        return "named" if any((*found, letter)) else "lines" if lines else "nothing"

    def _replies(self, random: Random) -> tuple[str, list[tuple[str, str]], list[str]]:
        family = random.choice([*FORMS])
        example = random.choice(sheet(family).examples)
        texts = [
            (source.id, sentence(random, [source.text]) if random.random() < 0.2 else source.text)
            for source in example.texts
        ]
        replies = [
            json.dumps(mutate_json(random, json.loads(reply), self.corpus.english), ensure_ascii=False)
            if random.random() < 0.6
            else mutate_text(random, reply, self.corpus.english)
            for reply in (example.declare, example.bind)
        ]
        if random.random() < 0.6:
            replies[0] = example.declare
        return family, texts, replies

    def _parse_replies(self, given: tuple[str, list[tuple[str, str]], list[str]]) -> str:
        family, texts, (declared, bound) = given
        said = iter([declared, *[bound] * 4])
        parser = ModelParser(Scripted(lambda _: next(said, "")), repairs=0, timeout=2.0)
        return _name(parser.parse(Text(family, tuple(Source(*text) for text in texts))).form)

    # --- documents ----------------------------------------------------------------------------------------

    @cached_property
    def _forms(self) -> list[str]:
        corpora = self.corpus.english, self.corpus.chinese
        # some sentences of the tests are spoilt on purpose: they have no form
        english, chinese = ([text for text in texts if not unicode_fault(text)] for texts in corpora)
        random = Random(0)
        found: list[str] = []
        while len(found) < 60:
            reads: tuple[Callable[[], Form | Unparsed], ...] = (
                lambda: self.parser.premises(random.sample(english, 3), random.sample(english, 1)),
                lambda: self.parser.sizes(random.choice(english), ("house", "box")),
                lambda: self.parser.story(random.sample(english, 3), random.sample(english, 1)),
                lambda: self.parser.dialogue(random.sample(chinese, 3)),
            )
            form = random.choice(reads)()
            if not isinstance(form, Unparsed):
                found.append(codec.to_json(form))
        return found

    @cached_property
    def _traces(self) -> list[str]:
        asked = self.reasoner
        rain = ["If it rains, the match is off.", "It rains."]
        base = BeliefBase()
        for text in (*rain, "Usually, the sun shines.", "The sun does not shine."):
            base.tell(text)
        decisions = [
            asked.entails(rain, "The match is off."),
            asked.revise(rain, "If the pitch is dry, the match is off."),
            asked.compare_size("There is a house inside a light bulb.", "house", "light bulb"),
            asked.compare_size("The box is twice as big as the ball. The cup is 2 m long.", "box", "cup"),
            asked.infer_state(["Mia opened the window.", "Then she closed it."], "The window is open."),
            asked.dialogue(["A: 你怎么没来？", "B: 因为我发烧了，所以没来。"]).consistency(),
            asked.equivalent(rain, [*rain, "The match is off."]),
            base.ask("The match is off."),
        ]
        return [decision.trace.to_json() for decision in decisions]

    def _document(self, random: Random, documents: list[str]) -> Any:
        """Return a changed document, as a JSON value or as text."""
        document = random.choice(documents)
        if random.random() < 0.3:
            return to_bytes(random, mutate_text(random, document, self.corpus.english))
        return mutate_json(random, json.loads(document), self.corpus.english)

    def _form(self, random: Random) -> bytes | str:
        return _written(self._document(random, self._forms))

    def _read_form(self, document: bytes | str) -> str:
        form = codec.from_json(document)
        if isinstance(form, DialogueFacts):
            return str(type(form).__name__)
        return str(self.reasoner.decide(form).verdict)

    @cached_property
    def _questions(self) -> list[Any]:
        rain = ("If it rains, the match is off.", "It rains.")
        return [
            to_document(EntailmentQuestion(rain, "The match is off.")),
            to_document(RevisionQuestion(rain, "If the pitch is dry, the match is off.")),
            to_document(SizeQuestion("There is a house inside a light bulb.", "house", "light bulb")),
            to_document(StateQuestion(("Mia opened the window.",), "The window is open.", support=(1,))),
            to_document(ConsistencyQuestion(("A: 你怎么没来？", "B: 因为我发烧了，所以没来。"))),
        ]

    def _question(self, random: Random) -> Any:
        return mutate_json(random, random.choice(self._questions), self.corpus.english)

    def _read_question(self, value: Any) -> str:
        return str(self.reasoner.decide(from_document(value)).verdict)

    def _trace(self, random: Random) -> bytes | str:
        value = self._document(random, self._traces)
        if isinstance(value, dict) and random.random() < 0.8:
            value["seal"] = seal(value)
        return _written(value)

    def _read_trace(self, document: bytes | str) -> str:
        trace = Trace.from_json(document)
        if check_steps(trace):
            return "refused"
        str(trace)
        return "checked"


def _name(result: object) -> str:
    return type(result).__name__


def _loader(files: Files, folder: str) -> Callable[[Any], str]:
    return lambda given: files.load_benchmark(folder, *given)


def _written(document: Any) -> bytes | str:
    """Return a document as received: bytes unchanged, a JSON value as text."""
    return document if isinstance(document, bytes) else dumped(document)
