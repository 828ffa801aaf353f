"""What `fuzz.py` tries: each reader with a maker of inputs and a call that gives a named outcome."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, get_args

from defeasible.datasets import belief_r, builtin, ccons, inventory
from defeasible.eval.ask import sentences as split_sentences
from defeasible.eval.cli import main
from defeasible.eval.runlog import RunDir
from defeasible.eval.verify import verify
from defeasible.llm.parse import ModelParser, Text
from defeasible.llm.parse.sheet import sheet
from defeasible.llm.prompts.reading import read_letter, read_lines, read_named
from defeasible.llm.scripted import Scripted
from defeasible.reasoner import BeliefBase, DialogueFacts, Reasoner, Trace, parse_formula
from defeasible.reasoner.checker import check
from defeasible.reasoner.forms import Unparsed, codec
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.trace.codec import seal
from fuzz_inputs import Corpus, mutate_json, mutate_text, noise, sentence, sentences, to_bytes

ROWS = 6
"""Of an official file that a loader is given."""
ITEMS = 3
"""Of the run whose files are changed."""


@dataclass(frozen=True)
class Target:
    """One reader."""

    share: int
    """Of a thousand inputs."""
    make: Callable[[Random], Any]
    run: Callable[[Any], str]
    """Returns the name of the outcome."""


class Targets:
    """All readers over one corpus, with a folder for the files that some of them read.

    Args:
        corpus: Sentences.
        folder: An empty folder of this process alone.
    """

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus, self.folder = corpus, folder
        self.parser, self.reasoner = GrammarParser(), Reasoner(timeout=2.0)

    def all(self) -> dict[str, Target]:
        """Return them by name; their shares add up to a thousand."""
        return {
            "premises": Target(190, self._premises, lambda given: _name(self.parser.premises(*given))),
            "sizes": Target(120, self._sizes, lambda given: _name(self.parser.sizes(*given))),
            "story": Target(90, self._story, lambda given: _name(self.parser.story(*given))),
            "dialogue": Target(80, self._turns, lambda turns: _name(self.parser.dialogue(turns))),
            "base": Target(25, self._talk, self._tell),
            "formula": Target(170, self._formula, lambda text: _name(parse_formula(text))),
            "sentences": Target(50, self._text, lambda text: _some(split_sentences(text))),
            "reply": Target(70, self._reply, self._read_reply),
            "model parser": Target(20, self._replies, self._parse_replies),
            "form": Target(50, self._form, self._read_form),
            "trace": Target(40, self._trace, self._read_trace),
            "base file": Target(25, self._base_file, self._load_base),
            "run log": Target(20, self._run_file, self._read_run),
            "belief-r": Target(25, lambda random: self._csv_file(random, "belief_r"), self._load_belief),
            "ccons": Target(25, lambda random: self._csv_file(random, "ccons"), self._load_ccons),
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

    def _replies(self, random: Random) -> tuple[codec.Family, tuple[Any, ...], list[str]]:
        family = random.choice(get_args(codec.Family))
        example = random.choice(sheet(family).examples)
        texts = tuple(
            type(source)(source.id, sentence(random, [source.text])) if random.random() < 0.2 else source
            for source in example.texts
        )
        replies = [
            json.dumps(mutate_json(random, json.loads(reply), self.corpus.english), ensure_ascii=False)
            if random.random() < 0.6
            else mutate_text(random, reply, self.corpus.english)
            for reply in (example.declare, example.bind)
        ]
        if random.random() < 0.6:
            replies[0] = example.declare
        return family, texts, replies

    def _parse_replies(self, given: tuple[codec.Family, tuple[Any, ...], list[str]]) -> str:
        family, texts, (declared, bound) = given
        said = iter([declared, *[bound] * 4])
        parser = ModelParser(Scripted(lambda _: next(said, "")), repairs=0, timeout=2.0)
        return _name(parser.parse(Text(family, texts)).form)

    # --- documents ----------------------------------------------------------------------------------------

    @cached_property
    def _forms(self) -> list[str]:
        english, chinese = self.corpus.english, self.corpus.chinese
        random, found = Random(0), []
        while len(found) < 60:
            reads: tuple[Callable[[], codec.Form | Unparsed], ...] = (
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
        """Return a changed document: as a JSON value, or as text."""
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

    def _trace(self, random: Random) -> bytes | str:
        value = self._document(random, self._traces)
        if isinstance(value, dict) and random.random() < 0.8:
            value["seal"] = seal(value)
        return _written(value)

    def _read_trace(self, document: bytes | str) -> str:
        trace = Trace.from_json(document)
        report = check(trace)
        str(trace)
        return "checked" if report.ok else "refused"

    # --- files --------------------------------------------------------------------------------------------

    @cached_property
    def _base_files(self) -> list[str]:
        found = []
        for certain in (True, False):
            base = BeliefBase()
            for text in ("If it rains, the match is off.", "It rains.", "Usually, birds sing."):
                base.tell(text, certain=certain and not text.startswith("Usually"))
            base.update("The match is not off.")
            base.save(self.folder / "saved.json")
            found.append((self.folder / "saved.json").read_text(encoding="utf-8"))
        return found

    def _base_file(self, random: Random) -> bytes:
        head, content, *_ = random.choice(self._base_files).split("\n")
        if random.random() < 0.3:
            return to_bytes(random, mutate_text(random, f"{head}\n{content}\n", self.corpus.english))
        changed = mutate_json(random, json.loads(content), self.corpus.english)
        body = _dumped(changed).encode(errors="surrogatepass")
        first: Any = json.loads(head) | {"seal": hashlib.sha256(body).hexdigest()}
        if random.random() < 0.1:
            first = mutate_json(random, first, self.corpus.english)
        return _dumped(first).encode(errors="surrogatepass") + b"\n" + body + b"\n"

    def _load_base(self, content: bytes) -> str:
        path = self.folder / "base.json"
        path.write_bytes(content)
        base = BeliefBase.load(path, timeout=2.0)
        repr(base)
        return str(base.ask("The match is off.").verdict)

    @cached_property
    def _run(self) -> Mapping[str, str]:
        path = self.folder / "run"
        task = ["--task", "belief-r/t1", "--pipeline", "symbolic", "--limit", str(ITEMS)]
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            main(["run", *task, "--out", str(path)])
        (path / ".lock").unlink(missing_ok=True)
        return {file.name: file.read_text(encoding="utf-8") for file in path.iterdir()}

    def _run_file(self, random: Random) -> tuple[str, bytes]:
        name = random.choice([*self._run, "events.jsonl"])
        text = self._run[name]
        if random.random() < 0.3:
            return name, to_bytes(random, mutate_text(random, text, self.corpus.english))
        lines = text.splitlines()
        if name.endswith(".json"):
            lines = [text]
        at = random.randrange(len(lines))
        lines[at] = _dumped(mutate_json(random, json.loads(lines[at]), self.corpus.english))
        return name, to_bytes(random, "\n".join(lines) + "\n")

    def _read_run(self, given: tuple[str, bytes]) -> str:
        path = self.folder / "run"
        with _replaced(path, self._run, *given):
            torn = RunDir.read(path).torn
            return "verified" if verify(path).ok else "torn" if torn else "refused"

    def _load_belief(self, given: tuple[str, bytes]) -> str:
        path = self._official / "belief_r"
        with _replaced(path, self._tables["belief_r"], *given):
            inventory(self._official)
            load = belief_r.load_basic if given[0].startswith("basic") else belief_r.load_queries
            return _some(load(path))

    def _load_ccons(self, given: tuple[str, bytes]) -> str:
        path = self._official / "ccons"
        with _replaced(path, self._tables["ccons"], *given):
            return _some(ccons.load(path, context="nocontext" not in given[0]))

    def _csv_file(self, random: Random, dataset: str) -> tuple[str, bytes]:
        name, text = random.choice(sorted(self._tables[dataset].items()))
        if random.random() < 0.5:
            return name, to_bytes(random, mutate_text(random, text, self.corpus.english))
        rows = mutate_json(random, list(csv.reader(io.StringIO(text))), self.corpus.english)
        written = io.StringIO()
        for row in rows if isinstance(rows, list) else [rows]:
            csv.writer(written).writerow(
                [_dumped(field) if isinstance(field, list) else field for field in row]
                if isinstance(row, list)
                else [row]
            )
        return name, to_bytes(random, written.getvalue())

    @cached_property
    def _tables(self) -> dict[str, dict[str, str]]:
        """The first rows of the built-in suites, by folder and file."""
        found: dict[str, dict[str, str]] = {}
        for path in sorted(builtin.data_dir().rglob("*.csv")):
            rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
            written = io.StringIO()
            csv.writer(written).writerows(islice(rows, ROWS))
            found.setdefault(path.parent.name, {})[path.name] = written.getvalue()
        return found

    @cached_property
    def _official(self) -> Path:
        for dataset, tables in self._tables.items():
            (self.folder / "data" / dataset).mkdir(parents=True)
            for name, text in tables.items():
                (self.folder / "data" / dataset / name).write_text(text, encoding="utf-8")
        return self.folder / "data"


@contextmanager
def _replaced(folder: Path, originals: Mapping[str, str], name: str, content: bytes) -> Iterator[None]:
    """Let a file of a folder hold something else for a while."""
    (folder / name).write_bytes(content)
    try:
        yield
    finally:
        (folder / name).write_text(originals[name], encoding="utf-8")


def _name(result: object) -> str:
    return type(result).__name__


def _some(found: list[Any]) -> str:
    return "some" if found else "none"


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _written(document: Any) -> bytes | str:
    """Return a document as it would come: bytes as they are, a JSON value as text."""
    return document if isinstance(document, bytes) else _dumped(document)
