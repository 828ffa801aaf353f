"""Fine-tune a model on a task, score it on items that it has not seen, and record what it has seen."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import FiniteFloat, TypeAdapter, ValidationError

from defeasible.eval.cases import Case, Outcome
from defeasible.eval.fitting.fit import Wanted, deal, files_of, for_training, joined, numbers
from defeasible.eval.fitting.heads import fitted_on
from defeasible.eval.metrics import Metrics
from defeasible.eval.runlog.events import Failure
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.runlog.identity import sample
from defeasible.eval.runlog.manifest import DataFile
from defeasible.eval.tasks import Task, find
from defeasible.llm.tuning.loop import Course, Lesson, Schedule
from defeasible.reasoner.errors import RunError, UsageError
from defeasible.reasoner.heads import digest
from defeasible.reasoner.record import Record

if TYPE_CHECKING:
    from defeasible.llm.prompts import TaskPrompt
    from defeasible.llm.tuning import Tuned

FILE = "defeasible-fit.json"
"""The file in the model's folder that records its training."""
SCHEMA: Literal["defeasible.tuned/1"] = "defeasible.tuned/1"
PACKAGES = ("defeasible", "torch", "transformers")
Way: TypeAlias = Literal["encoder", "seq2seq", "lora"]
PAIRS = {"pasta/state": "pair", "belief-r": "nli"}
"""The style in which an encoder is asked, by task of prompts."""


@dataclass(frozen=True, slots=True)
class Taught(Record):
    """What a model was trained on."""

    task: str
    way: Way
    base: str
    """The base model."""
    prompt: str
    """Version of the prompt."""
    choice: dict[str, str]
    """The choice of items: `{"split": "train"}`."""
    n: int
    """Number of training items."""
    seen: tuple[str, ...]
    """Digests of their sentences; see `traces_of`."""
    held_out: int
    """Number of held-out items, from other groups, on which it is scored."""
    data: tuple[DataFile, ...]
    schedule: Schedule
    course: Course
    scores: dict[str, FiniteFloat | None]
    """Metrics on the held-out items."""
    versions: dict[str, str]
    schema: Literal["defeasible.tuned/1"] = SCHEMA

    @property
    def origin(self) -> str:
        """What it was trained on, in words."""
        shown = fitted_on(self.task, self.n, self.choice, f"{self.way} from {self.base}", self.data)
        return f"{shown}; it answers no item of a group among them"


@dataclass(frozen=True, slots=True)
class Trained:
    """A trained model, with its results on the held-out items."""

    taught: Taught
    task: Task
    address: str
    outcomes: tuple[Outcome, ...]
    metrics: Metrics


def tune(  # noqa: PLR0913 - all but the first four are options
    wanted: Wanted,
    way: Way,
    base: str,
    out: Path,
    schedule: Schedule,
    *,
    style: str = "",
    progress: Callable[[int, int, float], None] | None = None,
) -> Trained:
    """Train a model on items of a task. One of `wanted.folds` folds is held out.

    Args:
        wanted: The items; `features` is ignored.
        way: The kind of model.
        base: Folder of the base model, or its name on the hub.
        out: Folder for the trained model.
        schedule: The settings of the training run.
        style: Style of the prompt; empty for the default.
        progress: Called after each step with its number, the number of steps, and its loss.

    Raises:
        UsageError: If the model cannot be loaded, the task cannot be asked of such a model, or there are too
            few groups.
        MissingExtraError: If packages are not installed.
        DatasetError: If the data are missing or malformed.
        OSError: If the folder cannot be written.
        RunError: If the trained model cannot be asked.
    """
    from defeasible.llm.tuning import TunedEncoder, TunedLora, TunedSeq2Seq, train  # noqa: PLC0415 - for `--help`

    task = find(wanted.task)
    choice = wanted.choice or for_training(task, wanted.data_dir)
    prompt = _prompt(task, way, style)
    cases = sample(task.load(wanted.data_dir, choice), wanted.limit, wanted.seed)
    groups = joined([(case.cluster,) for case in cases])
    dealt = deal(groups, [case.gold if case.labels else "" for case in cases], wanted.folds, wanted.seed)
    taught_on = [case for case, fold in zip(cases, dealt, strict=True) if fold]
    held_out = [case for case, fold in zip(cases, dealt, strict=True) if not fold]
    kinds: dict[Way, type[Tuned]] = {"encoder": TunedEncoder, "seq2seq": TunedSeq2Seq, "lora": TunedLora}
    tuned = kinds[way](base, seed=schedule.seed)
    lessons = [_lesson(task, prompt, case) for case in taught_on]
    others = [_lesson(task, prompt, case) for case in held_out]
    course = train(tuned, lessons, others, schedule, progress)
    out.mkdir(parents=True, exist_ok=True)
    tuned.save(out)
    address = f"{tuned.scheme}:{out}"
    outcomes = _answers(task, address, prompt, held_out, way)
    metrics = task.measure(outcomes)
    taught = Taught(
        task=task.name,
        way=way,
        base=base,
        prompt=prompt.version,
        choice={name: value for name, value in asdict(choice).items() if value},
        n=len(taught_on),
        seen=tuple(sorted({trace for case in taught_on for trace in traces_of(task, case)})),
        held_out=len(held_out),
        data=files_of(task, wanted.data_dir, choice, builtin=wanted.builtin),
        schedule=schedule,
        course=course,
        scores=numbers(metrics, task.headline),
        versions={name: version(name) for name in PACKAGES} | {"python": platform.python_version()},
    )
    write_atomically(out / FILE, _adapter().dump_json(taught, indent=1) + b"\n")
    return Trained(taught, task, address, outcomes, metrics)


def traces_of(task: Task, case: Case[Any]) -> set[str]:
    """Return digests by which the group of an item is recognized, in every split and variant.

    There is one for each of its sentences. They include the name of the group, since two makers of items may
    use the same names.
    """
    return {digest(f"{task.dataset} {case.cluster} {source.text}") for source in case.question.sources}


def read_taught(address: str) -> Taught | None:
    """Return what `tune` trained the model at an address on; None if nothing is recorded.

    Raises:
        UsageError: If the record cannot be read.
    """
    path = Path(address.partition(":")[2].partition("?")[0]) / FILE
    if not path.is_file():
        return None
    try:
        return _adapter().validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise UsageError(f"cannot read what the model was trained on from `{path}`: {error}") from error


def refuse_seen(task: Task, cases: Iterable[Case[Any]], seen: frozenset[str]) -> None:
    """Refuse to score a model on groups of items that it was trained on.

    Args:
        task: The task of the items.
        cases: The items.
        seen: As `Taught.seen`.

    Raises:
        UsageError: If an item belongs to such a group.
    """
    known = [case for case in cases if traces_of(task, case) & seen] if seen else []
    if known:
        raise UsageError(
            f"the model was trained on {len(known)} of these items or their groups",
            hint="choose another `--split`; `defeasible fit` scored it on held-out items",
        )


def _prompt(task: Task, way: Way, style: str) -> TaskPrompt:
    from defeasible.llm.prompts import load  # noqa: PLC0415 - not for `--help`

    prompts = task.asking.prompts
    usual = PAIRS.get(prompts, "") if way == "encoder" else task.asking.style
    if not (style or usual):
        raise UsageError(f"no encoder prompts for {task.name}", hint=f"choose from {', '.join(PAIRS)}")
    prompt = load(prompts, style or usual)
    if (way == "encoder") != (prompt.form == "pair"):
        raise UsageError(
            f"{prompt.task}, {prompt.style} does not fit this kind of model: its form is {prompt.form}"
        )
    return prompt


def _lesson(task: Task, prompt: TaskPrompt, case: Case[Any]) -> Lesson:
    """Return an item as a lesson: the prompt and the replies."""
    fields = dict(task.asking.fields(case.question))
    if case.labels:
        options = list(case.options)
        shown = prompt.render(fields | {"options": options})
        return Lesson(shown, prompt.choices(options), case.labels.index(case.gold))
    lines = case.gold.split("\n")
    answer = {"answer": lines if len(lines) > 1 else case.gold}
    return Lesson(prompt.render(fields), (prompt.reply(fields | answer),))


def _answers(
    task: Task, address: str, prompt: TaskPrompt, cases: Sequence[Case[Any]], way: Way
) -> tuple[Outcome, ...]:
    """Return the model's own answers, as in `run --pipeline neural`."""
    from defeasible.eval.pipelines import Settings, build  # noqa: PLC0415 - not for `--help`

    settings = Settings(
        model=address, prompt=prompt.style, answer_by="score" if way == "encoder" else "generate"
    )
    pipeline = build("neural", settings, asking=task.asking, cache=False)
    outcomes = []
    for start in range(0, len(cases), pipeline.batch):
        part = cases[start : start + pipeline.batch]
        for case, found in zip(part, pipeline.decide_many([case.question for case in part]), strict=True):
            if isinstance(found.decision, Failure):
                raise RunError(f"the trained model failed: {found.decision.message}")
            judged = task.judge(case, found.decision.verdict, found.decision.answer)
            outcomes.append(Outcome(case, judged))
    return tuple(outcomes)


@cache
def _adapter() -> TypeAdapter[Taught]:
    return TypeAdapter(Taught)
