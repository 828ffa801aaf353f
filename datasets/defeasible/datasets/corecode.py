"""CORECODE: commonsense in Chinese dialogues, as choices, spans and generated texts.

Shi, You, Huang, Li and Xiong, "CORECODE: A Common Sense Annotated Dialogue Dataset with Benchmark Tasks for
Chinese Large Language Models", AAAI 2024. Each file `<difficulty>/<kind>/<split>/<name>.jsonl` contains one
task. In `easy`, questions name the persons of an event A and B, as the dialogue does; in `hard`, x and y.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from defeasible.datasets.benchmark import Benchmark, OfficialFile, github
from defeasible.datasets.records import (
    Fault,
    Record,
    RowT,
    checked_text,
    distinct,
    parse,
    read_json_lines,
    shown,
    stream,
)
from defeasible.reasoner.errors import UsageError

Difficulty: TypeAlias = Literal["easy", "hard"]
Split: TypeAlias = Literal["train", "dev", "test"]
EventTask: TypeAlias = Literal["knowledge", "cause", "subsequent", "clipped"]
ChoiceTask: TypeAlias = Literal["fill", "domain", "slot"]
ConflictTask: TypeAlias = Literal["conflict"]
Task: TypeAlias = EventTask | ChoiceTask | ConflictTask

DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
SPLITS: tuple[Split, ...] = get_args(Split)
NAMES: dict[Task, tuple[str, str]] = {
    "fill": ("multiple_choice", "Commonsense_Knowledge_Filling"),
    "domain": ("multiple_choice", "Domain_Identification"),
    "slot": ("multiple_choice", "Slot_Identification"),
    "conflict": ("span_extraction", "Commonsense_Conflict_Phrase_Detection"),
    "knowledge": ("generation", "Commonsense_Knowledge_Generation"),
    "cause": ("generation", "Event_Causal_Inference--Event_Cause_Inference"),
    "subsequent": ("generation", "Event_Causal_Inference--Subsequent_Event_Inference"),
    "clipped": ("generation", "Event_Causal_Inference--Clipped_Subsequent_Event_Inference"),
}
"""Task to its kind, which is the name of a folder, and the name of its files."""

MASK = "[MASK]"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
OPEN, CLOSE = "事件“", "”"
"""The quotes around the event in a question."""

_TURN = re.compile(r"([AB])[:：](.*)", re.DOTALL)
_OPTION = re.compile(r"\(.*\)")
_PHRASES = re.compile(r".*短语1\s*[:：](.*?)短语2\s*[:：](.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance."""

    speaker: str
    """`A` or `B`."""
    text: str
    """Without the speaker; empty if a clipped dialogue stops before the first word."""

    def __str__(self) -> str:
        return f"{self.speaker}: {self.text}"


@dataclass(frozen=True, slots=True)
class DialogueRow:
    """The fields of the records of all tasks."""

    difficulty: Difficulty
    split: Split
    task: Task
    id: str
    """The number of the record, unique only within its file."""
    turns: tuple[Turn, ...]
    question: str

    @property
    def key(self) -> str:
        """The unique name of the record among all files: `hard/dev/cause/17`."""
        return f"{self.difficulty}/{self.split}/{self.task}/{self.id}"

    @property
    def kind(self) -> str:
        """`generation`, `multiple_choice` or `span_extraction`."""
        return NAMES[self.task][0]


@dataclass(frozen=True, slots=True)
class EventRow(DialogueRow):
    """A question about an event, with a text as answer: its cause, its consequence, or another slot."""

    event: str
    """The event as in the question, without the quotes."""
    answer: str


@dataclass(frozen=True, slots=True)
class ChoiceRow(DialogueRow):
    """A question with lettered options."""

    options: tuple[str, ...]
    """The texts of the options, in order."""
    answer: str
    """The letter of the right option: `b`."""
    phrases: tuple[str, str] | None
    """The entity or event and its annotated value, which the domain or slot relates; None in `fill`."""

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the options: `a`, `b`, ..."""
        return tuple(LETTERS[: len(self.options)])

    @property
    def answer_text(self) -> str:
        """The text of the right option."""
        return self.options[LETTERS.index(self.answer)]


@dataclass(frozen=True, slots=True)
class ConflictRow(DialogueRow):
    """A dialogue in which one phrase contradicts common sense."""

    answer: str
    """That phrase."""


Row: TypeAlias = EventRow | ChoiceRow | ConflictRow


def read_events(directory: Path, task: EventTask, difficulty: Difficulty, split: Split) -> Iterator[EventRow]:
    """Yield the questions about events in one file.

    Args:
        directory: The folder that contains `easy` and `hard`.
        task: `knowledge`, `cause`, `subsequent` or `clipped`.
        difficulty: `easy` or `hard`.
        split: `train`, `dev` or `test`.

    Raises:
        DatasetError: If the file is missing, or any of its records is malformed. Records before the first
            malformed one are yielded; the error counts all malformed ones.
    """
    return stream(_parse(_File(difficulty, split, task), _event_row, directory))


def read_choices(
    directory: Path, task: ChoiceTask, difficulty: Difficulty, split: Split
) -> Iterator[ChoiceRow]:
    """Yield the questions with options in one file; see `read_events`."""
    return stream(_parse(_File(difficulty, split, task), _choice_row, directory))


def read_conflicts(directory: Path, difficulty: Difficulty, split: Split) -> Iterator[ConflictRow]:
    """Yield the dialogues with a phrase against common sense in one file; see `read_events`."""
    return stream(_parse(_File(difficulty, split, "conflict"), _conflict_row, directory))


def scan(path: Path) -> Iterator[Row | Fault]:
    """Yield each record of a file as a row, or a fault if it is malformed.

    Args:
        path: Ends like an official file: `hard/generation/dev/<name>.jsonl`.

    Raises:
        UsageError: If it does not, so that the task is unknown.
        DatasetError: If the file cannot be read.
    """
    file = _FILES.get("/".join(path.absolute().parts[-4:]))
    if file is None:
        raise UsageError(
            f"`{path}` is not a CORECODE file",
            hint=f"expected a path like `{next(iter(_FILES))}`",
        )
    make: Callable[[_File, Record], Row] = _event_row
    if file.task in get_args(ChoiceTask):
        make = _choice_row
    elif file.task == "conflict":
        make = _conflict_row
    return parse(distinct(read_json_lines(path), "id"), partial(make, file))


@dataclass(frozen=True, slots=True)
class _File:
    """The properties of a file's records that its path gives."""

    difficulty: Difficulty
    split: Split
    task: Task

    @property
    def path(self) -> str:
        kind, name = NAMES[self.task]
        return f"{self.difficulty}/{kind}/{self.split}/{name}.jsonl"


_FILES = {
    file.path: file
    for file in (_File(d, split, task) for d in DIFFICULTIES for split in SPLITS for task in NAMES)
}


def _event_row(file: _File, record: Record) -> EventRow:
    question = record.text("question")
    return EventRow(
        difficulty=file.difficulty,
        split=file.split,
        task=file.task,
        id=record.name("id"),
        turns=_turns(record),
        question=question,
        event=_event(record, question),
        answer=record.text("answer"),
    )


def _choice_row(file: _File, record: Record) -> ChoiceRow:
    question, turns, options = record.text("question"), _turns(record), _options(record)
    if file.task == "fill" and turns and not any(MASK in turn.text for turn in turns):
        record.fault("dialogue", f"no turn contains {MASK}", f"{MASK} marks where a phrase was removed")
    return ChoiceRow(
        difficulty=file.difficulty,
        split=file.split,
        task=file.task,
        id=record.name("id"),
        turns=turns,
        question=question,
        options=options,
        answer=_letter(record, options),
        phrases=None if file.task == "fill" else _phrases(record, question),
    )


def _conflict_row(file: _File, record: Record) -> ConflictRow:
    return ConflictRow(
        difficulty=file.difficulty,
        split=file.split,
        task=file.task,
        id=record.name("id"),
        turns=_turns(record),
        question=record.text("question"),
        answer=record.text("answer"),
    )


def _parse(file: _File, make: Callable[[_File, Record], RowT], directory: Path) -> Iterator[RowT | Fault]:
    path = BENCHMARK.file(directory, file.path)
    return parse(distinct(read_json_lines(path), "id"), partial(make, file))


def _turns(record: Record) -> tuple[Turn, ...]:
    hint = '`dialogue` is a list of utterances, each "A: ..." or "B: ..."'
    given = record.values.get("dialogue")
    if not isinstance(given, list) or not given:
        what = "missing" if given is None else "empty" if given == [] else f"{shown(given)}, not a list"
        record.fault("dialogue", f"is {what}", hint)
        return ()
    turns: list[Turn] = []
    for number, value in enumerate(given, 1):
        found = _TURN.fullmatch(value.lstrip()) if isinstance(value, str) else None
        if found is None:
            record.fault("dialogue", f"turn {number} is {shown(value)}", hint)
        else:
            turns.append(Turn(found[1], checked_text(record, "dialogue", found[2])))
    return tuple(turns)


def _event(record: Record, question: str) -> str:
    """Return the text in the quotes after `事件`. Quotes inside it are kept, paired or not."""
    _, opened, rest = question.partition(OPEN)
    depth = 1
    for place, sign in enumerate(rest):
        depth += (sign == "“") - (sign == CLOSE)
        if depth <= 0 and rest[place + 1 : place + 2] != CLOSE:
            event = rest[:place].strip()
            break
    else:
        event = ""
    if question and not (opened and event):
        what = f"no event found in `{shown(question)}`"
        record.fault("question", what, f"the event must be between {OPEN} and {CLOSE}")
    return event


def _phrases(record: Record, question: str) -> tuple[str, str]:
    found = _PHRASES.fullmatch(question)
    first, second = (found[1].strip(), found[2].strip()) if found else ("", "")
    if question and not (first and second):
        what = f"phrases not found in `{shown(question)}`"
        record.fault("question", what, "the question must end with `短语1: ...  短语2: ...`")
    return first, second


def _options(record: Record) -> tuple[str, ...]:
    keys = [key for key in record.values if _OPTION.fullmatch(key)]
    expected = [f"({letter})" for letter in LETTERS[: len(keys)]]
    if len(keys) < 2 or sorted(keys) != expected:
        found = shown(", ".join(keys)) or "none"
        record.fault("(a)", f"option keys are {found}", "option keys must be (a), (b), ...")
        return ()
    return tuple(record.text(key) for key in expected)


def _letter(record: Record, options: tuple[str, ...]) -> str:
    hint = '`answer` must be the key and text of an option: `["(b)", "..."]`'
    value = record.values.get("answer")
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(part, str) for part in value)):
        what = "is missing" if value is None else f"is {shown(value)}, not two strings"
        record.fault("answer", what, hint)
        return ""
    key, text = str(value[0]).strip(), str(value[1]).strip()
    keys = [f"({letter})" for letter in LETTERS[: len(options)]]
    if options and key not in keys:
        record.fault("answer", f"`{shown(key)}` is not one of {', '.join(keys)}", hint)
    elif options and options[keys.index(key)] != text:
        what = f"the text is `{shown(text)}`, but option {key} is `{shown(options[keys.index(key)])}`"
        record.fault("answer", what, hint)
    return key[1:-1]


_SEEN: dict[str, tuple[int, str]] = {
    "easy/dev/clipped": (
        170,
        "950a698f4b18f47a585a8233ee783843070fbbf5f6fbcf92d1df3cd454033a5e",
    ),
    "easy/dev/cause": (
        1565,
        "170443c43a7981c21c941cf6e3337892cb5f1ed5013efaf148cd7507c24a8983",
    ),
    "easy/dev/subsequent": (
        170,
        "9e38d66588847f45a2da1e43193a35f31b58d71c187fe7c87b65b5bead42ccd2",
    ),
    "easy/train/clipped": (
        816,
        "bc54aff9947111b9a94a5a56f3e327919248fff86faf3a185369eb02de975938",
    ),
    "easy/train/subsequent": (
        816,
        "9bacf4b26717456b969e4f22f82832d16e57d33921e5cb6611da147f38e2ed11",
    ),
    "hard/dev/clipped": (
        323,
        "c8b6a612630bd3c2cfe343d75ec40d22044d4bb11a23512c456b3381c6e1063f",
    ),
    "hard/dev/cause": (
        1485,
        "608bcef9c3ecf71506f7549dc63bf18936414e81c960e5e66d1470bfb4dfc9b3",
    ),
    "hard/dev/subsequent": (
        323,
        "912839d9803f320f498aa11a741aaf57b72ed1a6c906f8b35e2db9a091e69c71",
    ),
    "hard/train/clipped": (
        1754,
        "deb528af1b90b6d0582865373a9c5eba30cffe25100b6b518bbfa7cb62c6e454",
    ),
    "hard/train/subsequent": (
        1754,
        "bcf129d20d6a766422e451904100e0162686ebcc4bb53c3bb029d57fe8e4c744",
    ),
}
"""Number of records and SHA-256 of the files of which complete copies have been seen."""


def _official(file: _File) -> OfficialFile:
    rows, sha256 = _SEEN.get(f"{file.difficulty}/{file.split}/{file.task}", (None, None))
    return OfficialFile(file.path, rows, sha256)


BENCHMARK = Benchmark(
    name="corecode",
    title="CORECODE: commonsense in Chinese dialogue",
    folder="corecode",
    sources=(
        github(
            "danshi777/CORECODE",
            "b38f6f38cdc1491b8b9e6c1e7a058739a2d9f12f",
            "data",
            map(_official, _FILES.values()),
        ),
    ),
    licence="no licence file found",
    citation="Shi, You, Huang, Li and Xiong. CORECODE: A Common Sense Annotated Dialogue Dataset with "
    "Benchmark Tasks for Chinese Large Language Models. AAAI 2024.",
    scan=scan,
)
