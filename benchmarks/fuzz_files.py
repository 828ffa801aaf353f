"""Files that `fuzz.py` corrupts: bases, runs and benchmark files, each read back from a folder."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from defeasible.datasets import belief_r, builtin, ccons, corecode, pasta
from defeasible.datasets.validate import validate
from defeasible.eval.cli import main
from defeasible.eval.runlog import RunDir
from defeasible.eval.verify import verify
from defeasible.reasoner import BeliefBase
from defeasible.reasoner.errors import FormError
from fuzz_inputs import ROOT, Corpus, dumped, mutate_json, mutate_text, to_bytes

ROWS = 6
"""Rows of an official file that a loader is given."""
ITEMS = 3
"""Items of the run whose files are changed."""

_PASTA = {
    "AssignmentId": "A1", "Input.Title": "Bread", "Input.storyid": "s1",
    "Answer.assertion": "The bread is hot.", "Answer.mod_assertion": "The bread is cold.",
    **{f"Input.line{n}": f"Ann waits {n} minutes." for n in range(1, 6)},
    **{f"Answer.line{n}.on": n > 3 for n in range(1, 6)},
    **{f"Answer.mod_line{n}": f"Ann waits {n * 2} minutes." for n in range(1, 6)},
}  # fmt: skip
_SAID: dict[str, object] = {"id": 7, "dialogue": ["A: 你怎么没来？", "B: 因为[MASK]，我发烧了。"]}
_CORECODE: dict[str, dict[str, object]] = {
    "generation/dev/Event_Causal_Inference--Event_Cause_Inference": {
        "question": "导致事件“B没来”的原因是什么？", "answer": "B发烧了",
    },
    "multiple_choice/dev/Commonsense_Knowledge_Filling": {
        "question": "[MASK]处应填入什么？", "(a)": "发烧", "(b)": "下雨", "answer": ["(a)", "发烧"],
    },
    "multiple_choice/dev/Domain_Identification": {
        "question": "下面两个短语的关系属于哪个领域？短语1: 发烧  短语2: 没来",
        "(a)": "时间", "(b)": "因果", "answer": ["(b)", "因果"],
    },
    "span_extraction/dev/Commonsense_Conflict_Phrase_Detection": {
        "question": "哪个短语违背常识？", "answer": "发烧",
    },
}  # fmt: skip
"""A record of each kind, in our own words."""


class Files:
    """Corrupts files of one folder and reads them.

    Args:
        corpus: The sentences.
        folder: An empty folder that only this process uses.
    """

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self.corpus, self.folder = corpus, folder

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

    def base_file(self, random: Random) -> bytes:
        """Return a corrupted file of a base, mostly with a matching seal."""
        head, content, *_ = random.choice(self._base_files).split("\n")
        if random.random() < 0.3:
            return to_bytes(random, mutate_text(random, f"{head}\n{content}\n", self.corpus.english))
        changed = mutate_json(random, json.loads(content), self.corpus.english)
        body = dumped(changed).encode(errors="surrogatepass")
        first: Any = json.loads(head) | {"seal": hashlib.sha256(body).hexdigest()}
        if random.random() < 0.1:
            first = mutate_json(random, first, self.corpus.english)
        return dumped(first).encode(errors="surrogatepass") + b"\n" + body + b"\n"

    def load_base(self, content: bytes) -> str:
        """Load a base, ask it a question and tell it a statement."""
        path = self.folder / "base.json"
        path.write_bytes(content)
        base = BeliefBase.load(path, timeout=2.0)
        repr(base)
        try:
            verdict = base.ask("The match is off.").verdict
            base.tell("The match is on.")
            return str(verdict)
        except FormError:  # its texts are read at the first question
            return "refused when asked"

    @cached_property
    def _runs(self) -> Mapping[str, Mapping[str, str]]:
        """The files of a run, and of a run of the earlier schema, by folder and name."""
        path = self.folder / "run"
        task = ["--task", "belief-r/t1", "--pipeline", "symbolic", "--limit", str(ITEMS)]
        with redirect_stdout(io.StringIO()), suppress(SystemExit):
            main(["run", *task, "--out", str(path)])
        (path / ".lock").unlink(missing_ok=True)
        shutil.copytree(ROOT / "tests" / "data" / "logs" / "belief-r", self.folder / "earlier")
        return {
            run: {file.name: file.read_text(encoding="utf-8") for file in (self.folder / run).iterdir()}
            for run in ("run", "earlier")
        }

    def run_file(self, random: Random) -> tuple[str, str, bytes]:
        """Return the folder and the name of a file of a run, and its corrupted content."""
        run = random.choice([*self._runs])
        name = random.choice([*self._runs[run], "events.jsonl"])
        text = self._runs[run][name]
        if random.random() < 0.3:
            return run, name, to_bytes(random, mutate_text(random, text, self.corpus.english))
        lines = text.splitlines()
        if name.endswith(".json"):
            lines = [text]
        at = random.randrange(len(lines))
        lines[at] = dumped(mutate_json(random, json.loads(lines[at]), self.corpus.english))
        return run, name, to_bytes(random, "\n".join(lines) + "\n")

    def read_run(self, run: str, name: str, content: bytes) -> str:
        """Read a run with one corrupted file, and verify it."""
        path = self.folder / run
        with _replaced(path, self._runs[run], name, content):
            torn = RunDir.read(path).torn
            return "verified" if verify(path).ok else "torn" if torn else "refused"

    # --- benchmarks ---------------------------------------------------------------------------------------

    @cached_property
    def official(self) -> Mapping[str, Mapping[str, str]]:
        """The first records of the built-in suites, and some of our own, by folder and file."""
        found: dict[str, dict[str, str]] = {"pasta": {"val_data.jsonl": dumped(_PASTA) + "\n"}}
        found["corecode"] = {
            f"hard/{name}.jsonl": dumped(_SAID | row) + "\n" for name, row in _CORECODE.items()
        }
        for path in sorted(builtin.data_dir().rglob("*.csv")):
            rows = csv.reader(io.StringIO(path.read_text(encoding="utf-8")))
            written = io.StringIO()
            csv.writer(written).writerows(islice(rows, ROWS))
            found.setdefault(path.parent.name, {})[path.name] = written.getvalue()
        for folder, files in found.items():
            for name, text in files.items():
                path = self.folder / "data" / folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        return found

    def benchmark_file(self, random: Random, folder: str) -> tuple[str, bytes]:
        """Return the name of an official file and its corrupted content."""
        name, text = random.choice(sorted(self.official[folder].items()))
        if random.random() < 0.4:
            return name, to_bytes(random, mutate_text(random, text, self.corpus.english))
        if name.endswith(".jsonl"):
            records = [mutate_json(random, json.loads(text), self.corpus.english) for _ in range(2)]
            return name, to_bytes(random, "\n".join(map(dumped, records)))
        rows = mutate_json(random, list(csv.reader(io.StringIO(text))), self.corpus.english)
        written = io.StringIO()
        for row in rows if isinstance(rows, list) else [rows]:
            fields = row if isinstance(row, list) else [row]
            csv.writer(written).writerow(dumped(f) if isinstance(f, list | dict) else f for f in fields)
        return name, to_bytes(random, written.getvalue())

    def load_benchmark(self, folder: str, name: str, content: bytes) -> str:
        """Load a benchmark with one corrupted file, and validate its folder."""
        path = self.folder / "data" / folder
        with _replaced(path, self.official[folder], name, content):
            faults = sum(len(report.faults) for report in validate([path]))
            _LOADERS[folder](path, name)
            return "loaded" if not faults else "loaded with faults"


def _load_corecode(path: Path, name: str) -> object:
    if "generation" in name:
        return list(corecode.read_events(path, "cause", "hard", "dev"))
    if "span" in name:
        return list(corecode.read_conflicts(path, "hard", "dev"))
    return list(corecode.read_choices(path, "fill" if "Filling" in name else "domain", "hard", "dev"))


_LOADERS: Mapping[str, Callable[[Path, str], object]] = {
    "belief_r": lambda path, name: (
        belief_r.load_basic(path) if name.startswith("basic") else belief_r.load_queries(path)
    ),
    "ccons": lambda path, name: ccons.load(path, context="nocontext" not in name),
    "pasta": lambda path, _: list(pasta.read(path, "validation")),
    "corecode": _load_corecode,
}


@contextmanager
def _replaced(folder: Path, originals: Mapping[str, str], name: str, content: bytes) -> Iterator[None]:
    """Replace the content of a file of a folder temporarily."""
    (folder / name).write_bytes(content)
    try:
        yield
    finally:
        (folder / name).write_text(originals[name], encoding="utf-8")
