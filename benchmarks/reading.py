"""Measure reading English: CPU milliseconds per sentence in batches, CPU seconds to a cold first answer.

A process starts from byte code, as installed by pip, whatever `PYTHONDONTWRITEBYTECODE` says.

The texts are the open half of everyday English and, with a data directory, Belief-R and CConS. They are
analysed in advance in one batch, as in an evaluation, and then read one by one. The pipeline and the word
lists are loaded before the clock starts, and a sentence counts once, however often it is asked about. `parse`
is the pipeline alone on the same sentences. Garbage is collected as seldom as in the command line.
Run from the root: `OMP_NUM_THREADS=1 python benchmarks/reading.py [DATA_DIR]`.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from spacy.tokens import Doc

from defeasible.datasets import belief_r, ccons
from defeasible.datasets.catalog import locate
from defeasible.eval.cli.group import COLLECTED
from defeasible.reasoner.english.pipeline import load as load_pipeline
from defeasible.reasoner.grammar import GrammarParser
from defeasible.reasoner.grammar.ahead import analyse_ahead
from defeasible.reasoner.question import (
    ChoiceQuestion,
    EntailmentQuestion,
    Question,
    SizeQuestion,
    StateQuestion,
)
from english import KINDS, Item, load

ROUNDS = 5
COLD = """
from defeasible.reasoner import Reasoner
Reasoner().entails(["If it rains, the street gets wet.", "It rains."], "The street gets wet.")
"""
SENTENCE_MS, COLD_S = 2.0, 1.5


def question(item: Item) -> Question:
    """Return the question of an item of everyday English."""
    match item.kind:
        case "sizes":
            a, b = item.query
            return SizeQuestion(item.texts[0], a, b)
        case "stories":
            return StateQuestion(item.texts, item.query[0])
        case _:
            return EntailmentQuestion(item.texts, item.query[0])


def suites(data: Path | None) -> Iterator[tuple[str, list[Question]]]:
    """Yield the name and the questions of each suite."""
    for kind in KINDS:
        yield f"everyday {kind}", [question(item) for item in load("open", kind)]
    if data is not None:
        items = belief_r.load_queries(locate(data, "belief-r"))
        asked = [((*i.premises, *([] if i.new is None else [i.new])), tuple(i.options)) for i in items]
        yield "belief-r/t1", [ChoiceQuestion(texts, options) for texts, options in asked]
        sized = ccons.load(locate(data, "ccons"))
        yield "ccons", [SizeQuestion(i.context, i.object1, i.object2) for i in sized]


def measure(questions: Sequence[Question]) -> tuple[int, tuple[float, float, float]]:
    """Return the number of sentences, and the CPU milliseconds per sentence.

    Returns:
        The number; then the milliseconds of the pipeline alone, of the analysis, and of the whole reading.
    """
    parser = GrammarParser()
    questions[0].read(parser)
    start = time.process_time()
    analyses = analyse_ahead(parser, questions)
    analysed = time.process_time() - start
    for one in questions:
        one.read(parser)
    whole = time.process_time() - start
    kept = {analysis.text: analysis for analysis in analyses}.values()
    sentences = [[t.text for t in a.tokens[first:end]] for a in kept for first, end in a.sentences]
    nlp = load_pipeline(parser.english.name)
    start = time.process_time()
    for _ in nlp.pipe((Doc(nlp.vocab, words=words) for words in sentences), batch_size=128):
        pass
    parsed = time.process_time() - start
    each = tuple(1000 * seconds / len(sentences) for seconds in (parsed, analysed, whole))
    return len(sentences), (each[0], each[1], each[2])


def cold() -> float:
    """Return the CPU seconds of a process that answers one question."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", COLD], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure all suites, then the cold start, and print a table."""
    gc.set_threshold(*COLLECTED)
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    print(f"{'ms of CPU a sentence':<22}{'sentences':>10}{'parse':>8}{'analysis':>10}{'reading':>9}")
    for name, questions in suites(data):
        count, (parsed, analysed, whole) = measure(questions)
        print(f"{name:<22}{count:>10}{parsed:>8.2f}{analysed:>10.2f}{whole:>9.2f}")
    print(f"target: reading at most {SENTENCE_MS}")
    print(f"cold process, one question: {min(cold() for _ in range(ROUNDS)):.2f} s (target {COLD_S})")


if __name__ == "__main__":
    main()
