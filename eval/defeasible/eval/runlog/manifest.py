"""`manifest.json`: the identity, progress and environment of a run."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from pydantic import FiniteFloat, TypeAdapter, ValidationError

from defeasible.eval.cases import Json
from defeasible.eval.runlog.environment import Environment
from defeasible.eval.runlog.events import SCHEMA, Schema
from defeasible.eval.runlog.files import sha256, write_atomically
from defeasible.eval.runlog.identity import Config, config_hash
from defeasible.eval.runlog.shards import Shard
from defeasible.reasoner.errors import RunError
from defeasible.reasoner.record import Record

State: TypeAlias = Literal["running", "finished", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class DataFile(Record):
    """A file that contains items of a run."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Data(Record):
    """The source of the items."""

    directory: str
    builtin: bool
    """Whether it is the suite that ships with the package."""
    files: tuple[DataFile, ...]

    @staticmethod
    def describe(data_dir: Path, dataset: Path, *, builtin: bool) -> Data:
        """Hash the files in a dataset's folder.

        Raises:
            RunError: If one cannot be read.
        """
        try:
            files = tuple(
                DataFile(str(path.relative_to(data_dir)), sha256(path), path.stat().st_size)
                for path in sorted(dataset.rglob("*"))
                if path.is_file()
            )
        except OSError as error:
            raise RunError(f"cannot read the data in `{dataset}`: {error.strerror}") from error
        return Data(str(data_dir.resolve()), builtin, files)


@dataclass(frozen=True, slots=True)
class Session(Record):
    """One process that worked on the run."""

    started: str
    """UTC, ISO 8601."""
    argv: tuple[str, ...]
    environment: Environment
    state: State = "running"
    """Still `running` after the process was killed."""
    ended: str | None = None
    seconds: FiniteFloat = 0.0
    answered: int = 0
    """Number of items that this process asked."""


@dataclass(frozen=True, slots=True)
class Manifest(Record):
    """Everything needed to know what a run measured, and to repeat it."""

    task: str
    pipeline: str
    config: Config
    config_hash: str
    n: int
    """Number of items in `items.jsonl`: the denominator."""
    items_sha256: str
    """Hash of `items.jsonl`."""
    limit: int | None
    seeds: dict[str, int]
    data: Data
    shard: Shard | None = None
    """The part of the run; None for all of it."""
    sessions: tuple[Session, ...] = field(default=())
    """In order, latest last."""
    schema: Schema = SCHEMA

    @property
    def seconds(self) -> float:
        """Total wall time of all sessions."""
        return sum(session.seconds for session in self.sessions)

    def write(self, path: Path) -> None:
        """Replace the file atomically.

        Raises:
            OSError: If it cannot be written.
        """
        write_atomically(path, _adapter().dump_json(self, indent=1) + b"\n")

    @staticmethod
    def read(path: Path) -> Manifest:
        """Read the file.

        Raises:
            RunError: If it is missing, not JSON or of another schema version; the message says where.
        """
        try:
            content = path.read_bytes()
        except OSError as error:
            raise RunError(
                f"`{path.parent}` is not a run directory: cannot read {path.name}: {error.strerror}",
                hint="pass the `--out` folder of `defeasible run`",
            ) from error
        try:
            manifest = _adapter().validate_json(content)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the top"
            what = f"malformed {path} at {where}: {first['msg']}"
            found = _schema(content)
            if found not in get_args(Schema):
                what = f"cannot read {path}: its schema is {found!r}"
            hint = f"this version reads `{'`, `'.join(get_args(Schema))}`"
            raise RunError(what, hint=hint) from error
        manifest.require_sound(path)
        return manifest

    def require_sound(self, path: Path) -> None:
        """Check the fields against the configuration under which the answers were made and keyed.

        Raises:
            RunError: If one of them differs.
        """
        stated = {
            "config_hash": (self.config_hash, config_hash(self.config)),
            "task": (self.task, self.config.get("task")),
            "pipeline": (self.pipeline, self.config.get("pipeline")),
            "seeds.sample": (self.seeds.get("sample"), self.config.get("seed")),
        }
        for name, (found, right) in stated.items():
            if found != right:
                raise RunError(
                    f"{path} was altered: `{name}` is {found!r}, but its configuration implies {right!r}",
                    hint="restore the file, or run again elsewhere",
                )

    def to_json(self) -> dict[str, Json]:
        """Return the document for command output, with the latest session's environment at the top."""
        document: dict[str, Json] = _adapter().dump_python(self, mode="json", exclude={"sessions"})
        if self.sessions:
            latest = TypeAdapter(Session).dump_python(self.sessions[-1], mode="json")
            document |= latest.pop("environment")
            document |= latest | {"started": self.sessions[0].started, "seconds": self.seconds}
        return document | {"sessions": len(self.sessions)}


def _schema(content: bytes) -> object:
    """Return the schema named in a malformed manifest."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return SCHEMA  # not JSON at all, which says more than a missing schema
    return document.get("schema") if isinstance(document, dict) else None


@cache
def _adapter() -> TypeAdapter[Manifest]:
    return TypeAdapter(Manifest)


def json_schema() -> dict[str, Json]:
    """Return the JSON Schema of `manifest.json`."""
    return _adapter().json_schema()
