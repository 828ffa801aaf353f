"""The file of a belief base: one sealed JSON document, replaced atomically."""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError

from defeasible.reasoner.base.functional import Relation
from defeasible.reasoner.base.heard import Heard
from defeasible.reasoner.base.history import Past
from defeasible.reasoner.base.pairs import Weighed
from defeasible.reasoner.change import OPERATORS, Operator
from defeasible.reasoner.errors import DefeasibleError, FormError
from defeasible.reasoner.forms import AtomDecl, Held
from defeasible.reasoner.grammar.belief.conversation import Introduction
from defeasible.reasoner.record import Record
from defeasible.reasoner.text import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")
SCHEMA: Literal["defeasible.base/2"] = "defeasible.base/2"


class BaseFileError(DefeasibleError):
    """Raised if the file of a belief base cannot be written or read."""


@dataclass(frozen=True, slots=True)
class Document(Record):
    """The stored content of a base, without its history."""

    operator: str
    turn: int
    """The last turn used, including undone ones."""
    seq: int
    """The last time of arrival used."""
    changes: int
    """The last number of an update used."""
    statements: tuple[Held, ...]
    sources: tuple[Source, ...]
    atoms: tuple[AtomDecl, ...]
    introductions: tuple[Introduction, ...]
    """How the propositions of texts were introduced, so that later texts can reuse them."""
    weighed: tuple[Weighed, ...] = ()
    """What the source of roles said about pairs of conditionals, so that it is not asked again."""
    functional: tuple[Relation, ...] = ()
    """The user's relations with one value at a time."""
    heard: Heard | None = None
    """The readings of the texts."""

    def __post_init__(self) -> None:
        """Check that the readings belong to the stored texts.

        Raises:
            FormError: If they do not.
        """
        texts = {source.id for source in self.sources}
        spans = (held.statement.span for held in self.statements)
        named = {span.source for span in spans if span is not None}
        if self.heard is not None:
            clauses, kinds = self.heard.known.clauses, self.heard.kinds
            named.update(kinds.general, kinds.unlisted)
            if len(clauses) != len(self.introductions):
                raise FormError(
                    f"{len(clauses)} clauses were read, of {len(self.introductions)} propositions"
                )
        if missing := named - texts:
            raise FormError(f"the text `{min(missing)}` is not among the sources")


@cache
def _adapter() -> TypeAdapter[Document]:
    return TypeAdapter(Document)


@cache
def _of_past() -> TypeAdapter[Past]:
    return TypeAdapter(Past)


def save(document: Document, past: Past, path: str | os.PathLike[str]) -> None:
    """Write a document atomically: a reader finds either the old or the new file, complete.

    Raises:
        BaseFileError: If it cannot be written; the old file is then unchanged.
    """
    target = Path(path)
    parts = [_adapter().dump_json(document, by_alias=True, exclude_defaults=True)]
    parts.append(_of_past().dump_json(past, by_alias=True, exclude_defaults=True))
    content = b"\n".join(parts)
    head = json.dumps({"schema": SCHEMA, "seal": hashlib.sha256(content).hexdigest()})
    temporary = target.with_name(f".{target.name}.{uuid4().hex}.part")
    try:
        with temporary.open("xb") as file:
            file.write(head.encode() + b"\n" + content + b"\n")
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
        _sync_folder(target.parent)
    except OSError as error:
        raise BaseFileError(
            f"cannot write the belief base to {target}: {error.strerror or error}",
            hint="any earlier file is unchanged and the base in memory is intact: save it somewhere else",
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Make the new name of the file durable, if the system supports it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def load(path: str | os.PathLike[str]) -> tuple[Document, Callable[[], Past]]:
    """Read a document; return it with a function that reads its history.

    Raises:
        BaseFileError: If the file is missing, truncated, altered, or of another version. The function that
            reads the history raises it, too.
    """
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise BaseFileError(f"cannot read the belief base {path}: {error.strerror or error}") from error
    first, _, rest = raw.partition(b"\n")
    head = _head(first, path)
    if not rest.endswith(b"\n"):
        raise BaseFileError(
            f"the belief base {path} is truncated after {len(raw)} bytes",
            hint="copy the whole file again; `save` never leaves half a file, but a copy or a disk may",
        )
    if hashlib.sha256(memoryview(rest)[:-1]).hexdigest() != head["seal"]:
        raise BaseFileError(
            f"the belief base {path} was altered after it was saved: its content does not match its seal",
            hint="change a base through its verbs and save it; restore the file as it was saved",
        )
    content, _, past = rest[:-1].partition(b"\n")
    return _read(_adapter(), content, path), lambda: _read(_of_past(), past or b"{}", path)


def _read(adapter: TypeAdapter[T], content: bytes, path: str | os.PathLike[str]) -> T:
    try:
        with uncollected():
            return adapter.validate_json(content)
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(part) for part in problem["loc"]) or "the top"
        raise BaseFileError(f"the belief base {path} is malformed at {where}: {problem['msg']}") from error
    except FormError as error:
        raise BaseFileError(f"the belief base {path} is malformed: {error.message}") from error


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Pause garbage collection while many lasting objects are created; it would take half of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _head(line: bytes, path: str | os.PathLike[str]) -> dict[str, str]:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BaseFileError(f"{path} is not a belief base: its first line is not JSON") from error
    schema = head.get("schema") if isinstance(head, dict) else None
    if schema != SCHEMA:
        newer = isinstance(schema, str) and schema.startswith("defeasible.base/")
        raise BaseFileError(
            f"cannot read a belief base of schema {schema!r}: this version reads `{SCHEMA}`",
            hint="install the version of defeasible that saved it, or a newer one" if newer else None,
        )
    if not isinstance(head.get("seal"), str):
        raise BaseFileError(f"the belief base {path} has no seal")
    return {"seal": head["seal"]}


def operator(document: Document, path: str | os.PathLike[str]) -> Operator:
    """Return the operator that a document names.

    Raises:
        BaseFileError: If there is no operator of that name.
    """
    found = OPERATORS.get(document.operator)
    if found is None:
        raise BaseFileError(
            f"the belief base {path} was saved with operator `{document.operator}`, which is unknown",
            hint="pass `operator` to load it",
        )
    return found
