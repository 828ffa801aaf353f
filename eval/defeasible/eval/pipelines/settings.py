"""`Settings`: everything about a pipeline that can change an answer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from defeasible.eval.cases import Setting
from defeasible.reasoner.errors import UsageError, require_at_least, unknown

ParserName: TypeAlias = Literal["grammar", "llm", "both"]
PARSERS: tuple[ParserName, ...] = get_args(ParserName)
SYMBOLIC, NEURAL, HYBRID = "symbolic", "neural", "hybrid"
PIPELINES = (NEURAL, SYMBOLIC, HYBRID)
Choosing: TypeAlias = Literal["fixed", "random", "nearest"]
CHOOSING: tuple[Choosing, ...] = get_args(Choosing)
"""Ways to choose examples before a question; the first one is the default."""
HEAD = "head:"
"""Prefix of the address of a head that answers questions, followed by its file."""
DEFAULT_TIMEOUT = 10.0
"""Seconds for each decision, as in `Reasoner`."""
BATCH = 16
"""Number of items whose questions to the model are sent together."""
WEIGHTS = ("hand", "fitted")
"""Weights that rank the clauses of a dialogue: set by hand from grammar, or fitted on open CORECODE."""
ROLES = ("lexicon", "lexicon+length", "stated")
"""Sources of the role of a later conditional: the lexicon of enabling conditions, the same with the length of
the condition (which on Belief-R reveals more than it should), or none: only as stated."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a pipeline. Which ones take effect depends on the pipeline.

    Raises:
        UsageError: On construction, if the timeout or the calibration is not a positive number, the source of
            roles or the weights do not exist, or the settings of examples are inconsistent.
    """

    timeout: float = DEFAULT_TIMEOUT
    """Seconds for each decision, as in `Reasoner`."""
    roles: str = ROLES[0]
    """One of `ROLES`, or a file that `defeasible fit` wrote."""
    weights: str = WEIGHTS[0]
    """Weights that rank the clauses of a dialogue: one of `WEIGHTS`, or a file of `defeasible fit`."""
    model: str = ""
    """Address of a model; empty for none."""
    parser: ParserName | None = None
    """Reads the text. None means `llm` if a model would otherwise have nothing to do, else `grammar`. With
    `both`, the grammar's reading is used if there is one, and a reading that the two do not share is trusted
    less."""
    prompt: str = ""
    """Style of the prompt; empty for the task's default."""
    answer_by: Literal["generate", "score"] = "generate"
    """Whether the model writes its answer, or scores the options."""
    votes: int = 1
    """Number of answers to a question that vote, if the model writes them."""
    calibration: float | Literal["earned"] = "earned"
    """Divisor of the model's log-odds, 1 to leave them unchanged; or, in `hybrid`, the weight that they earn
    on fresh items."""
    shots: int = 0
    """Number of answered questions shown before each question."""
    shots_by: Choosing = "fixed"
    """How they are chosen: the first ones, random ones, or those most similar to the question."""
    shots_from: str = ""
    """A file of answered questions for `read_examples`; empty for the prompt's own."""
    rounds: int = 3
    """Most times that `hybrid` has lines of a story rewritten until the solver accepts them."""
    readings: int = 1
    """Number of readings of a text that vote, if the model parses."""
    thinking: bool = False
    """Whether the model first thinks in free text before it parses."""
    repairs: int = 1
    """Most times that a faulty reading is requested again."""
    max_tokens: int = 512
    """Token budget of a reply."""
    seed: int = 0
    """Seed of the model's sampling."""

    def __post_init__(self) -> None:
        require_timeout(self.timeout)
        require_at_least(1, rounds=self.rounds)
        require_at_least(0, shots=self.shots)
        if self.calibration != "earned" and not 0 < self.calibration < math.inf:
            raise UsageError(
                f"calibration must be a positive number, got {self.calibration}",
                hint="1 uses log-odds as they are, `earned` scales them by accuracy on fresh items",
            )
        if self.roles not in ROLES and not Path(self.roles).is_file():
            raise unknown("source of roles", self.roles, (*ROLES, "a file of `defeasible fit`"))
        if self.weights not in WEIGHTS and not Path(self.weights).is_file():
            raise unknown("weights", self.weights, (*WEIGHTS, "a file of `defeasible fit`"))
        if not self.shots and (self.shots_from or self.shots_by != CHOOSING[0]):
            raise UsageError("`--shots-by` and `--shots-from` need `--shots`", hint="add `--shots 3`")

    def reading(self, pipeline: str) -> ParserName:
        """Return the parser of a pipeline."""
        if self.parser is not None:
            return self.parser
        return "llm" if self.model and pipeline == SYMBOLIC else "grammar"

    def logged(self, pipeline: str) -> dict[str, Setting]:
        """Return the settings that take effect in a pipeline, as logged in the configuration of a run."""
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
        """Return the settings in a run's configuration."""
        names = [field.name for field in fields(Settings)]
        stated = {name: config[f"pipeline.{name}"] for name in names if f"pipeline.{name}" in config}
        return Settings(**stated)  # type: ignore[arg-type] # as `logged` wrote them


def require_timeout(seconds: float) -> None:
    """Refuse an invalid timeout.

    Raises:
        UsageError: If it is not a positive, finite number.
    """
    if not 0 < seconds < math.inf:
        raise UsageError(f"timeout must be a positive number, got {seconds}", hint="e.g. `--timeout 10`")
