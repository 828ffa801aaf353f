"""The published tables shipped with the package: one TOML file per paper, read strictly."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from defeasible.reasoner.errors import DatasetError, UsageError

Unit = Literal["share", "percent", "points", "count"]
SPREAD = " ±"
"""Suffix of the name of a column that contains the standard deviation, or error, of the previous column."""
ABSENT = "-"
"""A cell in which the paper prints a dash."""
ROUNDING = Decimal("0.0011")
"""Largest difference between a printed average with three decimals and the mean of the printed values."""
BENCHMARKS = ("belief-r", "ccons", "pasta", "corecode")

Cell = Annotated[Decimal | int | str, Field(union_mode="left_to_right")]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Table(_Strict):
    """One table of a paper, or the part of it with one protocol."""

    task: str = Field(pattern=r"^[a-z-]+/[a-z0-9]+$")
    """Name of the corresponding task."""
    source: str = Field(min_length=1)
    """The table, or the section whose text gives the numbers."""
    unit: Unit
    """The printed unit: `percent` values are divided by 100 when they are read."""
    setting: dict[str, str] = {}
    """Settings of the whole table: `{"level": "hard"}`."""
    by: tuple[str, ...] = ()
    """Settings that each row gives after the model."""
    items: int | None = Field(default=None, gt=0)
    """Number of items; None if the paper does not say."""
    protocol: str = Field(min_length=1)
    """How the numbers were measured."""
    same_protocol: bool
    """Whether a run here is measured in the same way."""
    reason: str = ""
    """Why not, if the protocol differs."""
    columns: tuple[str, ...] = Field(min_length=1)
    """Names of metrics; one that ends in ` ±` is the spread of the previous column."""
    rows: tuple[tuple[Cell, ...], ...] = Field(min_length=1)
    """Model, then a value for each of `by`, then one for each of `columns`, digit by digit as printed."""
    average: tuple[Decimal, ...] = ()
    """The paper's own average over the rows, used to check them."""

    @field_validator("by", "columns", "rows", "average", mode="before")
    @classmethod
    def _frozen(cls, value: object) -> object:
        if isinstance(value, list):
            return tuple(tuple(row) if isinstance(row, list) else row for row in value)
        return value

    @model_validator(mode="after")
    def _consistent(self) -> Table:
        if self.same_protocol == bool(self.reason):
            raise ValueError("`reason` must say why the protocol differs, or be empty if it is the same")
        for before, name in zip(("", *self.columns), self.columns, strict=False):
            if name.endswith(SPREAD) and name != before + SPREAD:
                raise ValueError(f"column `{name}` must follow `{name.removesuffix(SPREAD)}`")
        seen: set[tuple[str, ...]] = set()
        for row in self.rows:
            if len(row) != 1 + len(self.by) + len(self.columns):
                raise ValueError(f"row {list(map(str, row))} has {len(row)} cells")
            key = tuple(map(str, row[: 1 + len(self.by)]))
            if key in seen:
                raise ValueError(f"duplicate row {list(key)}")
            seen.add(key)
            for cell in self.cells(row):
                if cell is not None and (cell < 0 or (self.unit == "percent" and cell > 100)):
                    raise ValueError(f"row {list(key)} holds {cell}, which is not a {self.unit}")
        if self.average:
            self._check_average()
        return self

    def cells(self, row: Sequence[Cell]) -> list[Decimal | None]:
        """Return the values of a row as printed; None for a dash.

        Raises:
            ValueError: If a value is neither a number nor a dash.
        """
        found: list[Decimal | None] = []
        for cell in row[1 + len(self.by) :]:
            if isinstance(cell, str) and cell != ABSENT:
                raise ValueError(f"`{cell}` in the row of {row[0]} is not a number")
            found.append(None if isinstance(cell, str) else Decimal(cell))
        return found

    def _check_average(self) -> None:
        if len(self.average) != len(self.columns):
            raise ValueError("`average` and `columns` differ in length")
        for column, *values, printed in zip(
            self.columns, *map(self.cells, self.rows), self.average, strict=True
        ):
            known = [value for value in values if isinstance(value, Decimal)]
            if abs(sum(known, Decimal()) / len(known) - Decimal(printed)) > ROUNDING:
                raise ValueError(f"the values of `{column}` do not have the average {printed}")


class Paper(_Strict):
    """All tables of one paper."""

    paper: str = Field(min_length=1)
    """As cited: `Wilie et al. 2024`."""
    title: str = Field(min_length=1)
    table: tuple[Table, ...] = Field(min_length=1)

    @field_validator("table", mode="before")
    @classmethod
    def _frozen(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value


def parse(text: str, name: str) -> Paper:
    """Read the text of a file of published tables.

    Args:
        text: TOML.
        name: Name of the file, for messages.

    Raises:
        DatasetError: If it is not TOML; a field is missing, unknown or of another type; a row has too many or
            too few cells or is repeated; or the rows do not have the printed average.
    """
    try:
        return Paper.model_validate(tomllib.loads(text, parse_float=Decimal))
    except tomllib.TOMLDecodeError as error:
        raise DatasetError(f"{name}: not TOML: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise DatasetError(f"{name}: {place}: {first['msg']}") from error


def file_of(task: str) -> str:
    """Return the name of the file with the published tables of a task or a benchmark.

    Raises:
        UsageError: If there is no paper for that benchmark.
    """
    benchmark = task.partition("/")[0]
    if benchmark not in BENCHMARKS:
        raise UsageError(f"no published numbers for `{task}`", hint=f"choose from {', '.join(BENCHMARKS)}")
    return f"{benchmark.replace('-', '_')}.toml"


def digest(task: str) -> str:
    """Return the SHA-256 of the file with the published tables of a task, in hexadecimal."""
    return hashlib.sha256((resources.files(__package__) / file_of(task)).read_bytes()).hexdigest()


@cache
def paper(benchmark: str) -> Paper:
    """Return the tables of the paper of a benchmark: `belief-r`.

    Raises:
        UsageError: If there is no paper for that benchmark.
    """
    name = file_of(benchmark)
    return parse((resources.files(__package__) / name).read_text(encoding="utf-8"), name)
