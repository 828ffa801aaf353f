"""`Settings`: everything about a pipeline that can change an answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from defeasible.eval.cases import Setting
from defeasible.reasoner.errors import UsageError

ParserName: TypeAlias = Literal["grammar", "llm", "both"]
PARSERS: tuple[ParserName, ...] = get_args(ParserName)
SYMBOLIC, NEURAL, HYBRID = "symbolic", "neural", "hybrid"
PIPELINES = (NEURAL, SYMBOLIC, HYBRID)
Choosing: TypeAlias = Literal["fixed", "random", "nearest"]
CHOOSING: tuple[Choosing, ...] = get_args(Choosing)
"""How examples before a question are chosen; the first one by default."""
HEAD = "head:"
"""Before the file of a head that answers questions: its address as a model."""
DEFAULT_TIMEOUT = 10.0
"""Seconds for each decision, as in `Reasoner`."""
BATCH = 16
"""Items whose questions to a model go out together."""
WEIGHTS = ("hand", "fitted")
"""What ranks the clauses of a dialogue: weights set by hand from grammar, or fitted on open CORECODE."""
ROLES = ("lexicon", "lexicon+length", "stated")
"""Where the role of a later conditional comes from: the lexicon of enabling conditions, the same and the
length of the condition (which on Belief-R tells more than it should), or nowhere: as stated."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a pipeline is built from. Which of them count depends on the pipeline.

    Raises:
        UsageError: On construction, if the timeout or the calibration is not a positive number, there is no
            such source of roles, there are no such weights, or the numbers of examples and where they are
            from do not fit.
    """

    timeout: float = DEFAULT_TIMEOUT
    """Seconds for each decision, as in `Reasoner`."""
    roles: str = ROLES[0]
    """One of `ROLES`, or a file that `defeasible fit` wrote."""
    weights: str = WEIGHTS[0]
    """What ranks the clauses of a dialogue; one of `WEIGHTS`, or a file that `defeasible fit` wrote."""
    model: str = ""
    """Address of a model; empty for none."""
    parser: ParserName | None = None
    """Reads the text; None for `llm` where a model has nothing else to do, else `grammar`. With `both` the
    grammar's reading stands where it has one, and one that they do not share is trusted less."""
    prompt: str = ""
    """Style of the question; empty for the task's usual one."""
    answer_by: Literal["generate", "score"] = "generate"
    """Whether the model writes its own answer, or tells how likely each option is."""
    votes: int = 1
    """Own answers to a question that are counted, where it writes them."""
    calibration: float | Literal["earned"] = "earned"
    """What its log-odds are divided by, 1 to take them as they are; or, in `hybrid`, what they earn on fresh
    items."""
    shots: int = 0
    """Answered questions that are shown before each question."""
    shots_by: Choosing = "fixed"
    """Which of them: the first, random ones, or those most like the question."""
    shots_from: str = ""
    """A file of answered questions, as `read_examples` takes it; empty for the prompt's own."""
    rounds: int = 3
    """Most times that `hybrid` has lines of a story rewritten until a solver is content."""
    readings: int = 1
    """Readings of a text that vote, where the model parses."""
    thinking: bool = False
    """Whether it thinks freely before it parses."""
    repairs: int = 1
    """Most times that a faulty reading is asked for again."""
    max_tokens: int = 512
    """Budget of a reply."""
    seed: int = 0
    """Of what the model draws."""

    def __post_init__(self) -> None:
        require_timeout(self.timeout)
        if self.rounds < 1:
            raise UsageError(f"{self.rounds} rounds of rewriting are not at least 1")
        if self.calibration != "earned" and not 0 < self.calibration < math.inf:
            raise UsageError(
                f"a calibration of {self.calibration} is not a positive number",
                hint="1 takes log-odds as they are, `earned` by what the model got right of fresh items",
            )
        if self.roles not in ROLES and not Path(self.roles).is_file():
            raise UsageError(
                f"there is no source of roles `{self.roles}`",
                hint=f"one of {', '.join(ROLES)}, or a file of `defeasible fit`",
            )
        if self.weights not in WEIGHTS and not Path(self.weights).is_file():
            raise UsageError(
                f"there are no weights `{self.weights}`",
                hint=f"one of {', '.join(WEIGHTS)}, or a file of `defeasible fit`",
            )
        if self.shots < 0:
            raise UsageError(f"{self.shots} examples before a question are not 0 or more")
        if not self.shots and (self.shots_from or self.shots_by != CHOOSING[0]):
            raise UsageError("no examples are shown, so none can be chosen", hint="`--shots 3`")

    def reading(self, pipeline: str) -> ParserName:
        """Return what reads the text in a pipeline."""
        if self.parser is not None:
            return self.parser
        return "llm" if self.model and pipeline == SYMBOLIC else "grammar"

    def logged(self, pipeline: str) -> dict[str, Setting]:
        """Return the settings that count in a pipeline, as the configuration of a run holds them."""
        names = [] if pipeline == NEURAL else ["timeout", "roles", "weights"]
        if self.model:
            names += ["model", "seed", "max_tokens"]
        if pipeline != SYMBOLIC:
            names += ["prompt", "answer_by", "votes", "calibration"]
            names += ["shots", "shots_by", "shots_from"] if self.shots else []
        if pipeline == HYBRID:
            names += ["rounds"]
        if pipeline != NEURAL and self.model:
            names += ["parser"]
            if self.reading(pipeline) != "grammar":
                names += ["readings", "thinking", "repairs"]
        values = asdict(self) | {"parser": self.reading(pipeline)}
        return {name: values[name] for name in names}

    @staticmethod
    def of_log(config: Mapping[str, Setting | None]) -> Settings:
        """Return the settings that a run's configuration holds."""
        names = [field.name for field in fields(Settings)]
        stated = {name: config[f"pipeline.{name}"] for name in names if f"pipeline.{name}" in config}
        return Settings(**stated)  # type: ignore[arg-type] # as `logged` wrote them


def require_timeout(seconds: float) -> None:
    """Refuse a time that no solver can be given.

    Raises:
        UsageError: If it is not a positive, finite number.
    """
    if not 0 < seconds < math.inf:
        raise UsageError(
            f"a timeout of {seconds} is not a positive number of seconds", hint="`--timeout 10` or the like"
        )
