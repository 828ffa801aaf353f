"""The code in README.md and docs/ runs, and prints what the text says that it prints.

docs/contributing.md describes the conventions that these tests keep.
"""

import contextlib
import io
import os
import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest
from warm import Warm

from defeasible.eval.tasks import TASKS

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "docs").glob("*.md"))]
SOURCE_ROOTS = ["reasoner", "llm", "datasets", "eval"]

MAX_README_LINES = 120

ELISION = "..."
"""A line of shown output that stands for any number of lines."""

SHELL_ONLY = {"make", "git", "cd", "pip"}
"""Commands that a block may show and the suite does not run."""

MADE_BY: dict[tuple[str, ...], tuple[str, ...]] = {("make", "demo"): ("defeasible", "demo")}
"""What a `make` line ends in, where the suite can run that instead."""


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced code block."""

    document: Path
    line: int
    language: str
    options: frozenset[str]
    """Words after the language, such as `norun`."""
    code: str
    output: str | None
    """The content of a `text` block that follows at once, with only blank lines between."""

    def __str__(self) -> str:
        return f"{self.document.name}:{self.line}"


FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```\s*$", re.MULTILINE | re.DOTALL)


def read_blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    blocks = []
    for fence, following in zip(fences, [*fences, None][1:], strict=True):
        info = fence["info"].split()
        shown = None
        if following is not None and following["info"].split() == ["text"]:
            between = text[fence.end() : following.start()]
            shown = following["body"] if not between.strip() else None
        line = text.count("\n", 0, fence.start()) + 1
        language, options = (info[0] if info else ""), frozenset(info[1:])
        blocks.append(Block(document, line, language, options, fence["body"], shown))
    return blocks


BLOCKS = [block for document in DOCUMENTS for block in read_blocks(document)]


def normal_lines(text: str) -> list[str]:
    """Lines without what differs from run to run or from terminal to terminal."""
    text = re.sub(r"\b\d+(\.\d+)?(?= ?(s|ms|seconds?|milliseconds?|µs|microseconds?)\b)", "N", text)
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?|\b\d{8}-\d{6}\b", "TIME", text)
    text = re.sub(r"\bz3 \d+(\.\d+)+", "z3 VERSION", text)
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether `printed` is `shown`, where a line `...` of `shown` stands for any lines."""
    if not shown:
        return not printed
    if shown[0].strip() == ELISION:
        return any(matches(shown[1:], printed[start:]) for start in range(len(printed) + 1))
    return bool(printed) and shown[0] == printed[0] and matches(shown[1:], printed[1:])


def assert_is_a_demo(printed: str, folder: Path) -> list[str]:
    """What `defeasible demo` prints fits a screen, opens with a retraction and names every benchmark.

    Returns the arguments of the command that it shows.
    """
    lines = printed.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "UNKNOWN, retracted; proof verified:" in lines[3]
    assert {task.dataset for task in TASKS.values()} <= {line.partition(" ")[0] for line in lines}
    assert not any("failed" in line for line in lines)
    report = folder / lines[-1].removeprefix("report: ")
    assert all(name in report.read_text(encoding="utf-8") for name in TASKS)
    shown = next(line for line in lines if "defeasible show" in line)
    return shlex.split(shown.partition("defeasible ")[2])


def assert_prints(block: Block, printed: str) -> None:
    if block.output is not None and not matches(normal_lines(block.output), normal_lines(printed)):
        pytest.fail(f"{block} prints\n\n{printed}\nwhere the document shows\n\n{block.output}")


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        pytest.param("a\nb\n", "a\nb", True, id="last newline is free"),
        pytest.param("a", "b", False, id="another line"),
        pytest.param("a", "a\nb", False, id="a line too many"),
        pytest.param("a\n...\nd", "a\nb\nc\nd", True, id="elided lines"),
        pytest.param("a\n...\nd", "a\nd", True, id="elision of nothing"),
        pytest.param("a\n...\nd", "a\nb\nc", False, id="a wrong end after an elision"),
        pytest.param("12 items in 0.31 s", "12 items in 1.7 s", True, id="seconds differ"),
        pytest.param("12 items in 0.31 s", "13 items in 0.31 s", False, id="a number of things differs"),
        pytest.param("runs/a-20260102-030405", "runs/a-20270607-080910", True, id="time stamps differ"),
        pytest.param("z3 4.13.0", "z3 5.4.0.0", True, id="solver versions differ"),
        pytest.param("0.667 score", "0.667 score", True, id="a score"),
        pytest.param("0.667 score", "0.668 score", False, id="another score"),
    ],
)
def test_shown_output_matches_printed_output(shown: str, printed: str, same: bool) -> None:
    assert matches(normal_lines(shown), normal_lines(printed)) is same


def test_the_readme_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MAX_README_LINES


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not (document.parent / target).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python_blocks_print_what_the_document_shows(document: Path) -> None:
    namespace: dict[str, object] = {"__name__": "__main__"}
    for block in BLOCKS:
        if block.document != document or block.language != "python" or "norun" in block.options:
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Leading newlines give a traceback the line numbers of the document.
            exec(compile("\n" * block.line + block.code, str(document), "exec"), namespace)
        assert_prints(block, printed.getvalue())


SHELL_BLOCKS = [block for block in BLOCKS if block.language == "bash"]


def commands(block: Block) -> list[tuple[str, ...]]:
    """The command of each line as words, without comments; a backslash continues a line."""
    lines = block.code.replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := tuple(shlex.split(line, comments=True)))]


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("block", SHELL_BLOCKS, ids=str)
def test_shell_blocks_run_and_print_what_the_document_shows(block: Block, tmp_path: Path, warm: Warm) -> None:
    demo = ("make", "demo") in commands(block)
    env = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(str(ROOT / portion) for portion in SOURCE_ROOTS),
        "COLUMNS": "80" if demo else "120",
        "NO_COLOR": "1",
        "PYTHONUTF8": "1",
    }
    printed, ran = "", False
    for words in commands(block):
        if words[0] == "make":
            assert set(words[1:]) <= make_targets(), f"{block}: no such target in the Makefile"
        program, *arguments = MADE_BY.get(words, words)
        if program in SHELL_ONLY or "norun" in block.options:
            continue
        assert program == "defeasible", f"{block}: `{program}` is not a command that the documents may show"
        code, out, err = warm.run(arguments, tmp_path, env, None)
        assert code == 0, f"{block}: {program} {shlex.join(arguments)}\n{err}"
        printed, ran = printed + out, True
    if ran:
        assert_prints(block, printed)
    if demo:
        shown = assert_is_a_demo(printed, tmp_path)
        assert warm.run(shown, tmp_path, env, None)[0] == 0
