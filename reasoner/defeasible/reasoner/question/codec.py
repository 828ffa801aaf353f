"""Questions as JSON documents, as logged by runs, printed by `ask --json`, or sent by other programs."""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from defeasible.reasoner.errors import DefeasibleError, FormError
from defeasible.reasoner.question.dialogues import (
    CauseQuestion,
    ConflictPhraseQuestion,
    ConsistencyQuestion,
    SlotQuestion,
)
from defeasible.reasoner.question.forms import (
    ContextQuestion,
    EquivalenceQuestion,
    PremisesQuestion,
    WeighingQuestion,
)
from defeasible.reasoner.question.premises import (
    ChoiceQuestion,
    EntailmentQuestion,
    EvidenceQuestion,
    RevisionQuestion,
)
from defeasible.reasoner.question.sizes import SizeQuestion
from defeasible.reasoner.question.stories import (
    StateChangeQuestion,
    StateQuestion,
    StoryQuestion,
    StoryRevisionQuestion,
)

SCHEMA: Literal["defeasible.question/1"] = "defeasible.question/1"

Written: TypeAlias = (
    EntailmentQuestion
    | RevisionQuestion
    | ChoiceQuestion
    | EvidenceQuestion
    | SizeQuestion
    | StateQuestion
    | StoryQuestion
    | StoryRevisionQuestion
    | StateChangeQuestion
    | ConsistencyQuestion
    | ConflictPhraseQuestion
    | CauseQuestion
    | SlotQuestion
    | PremisesQuestion
    | WeighingQuestion
    | ContextQuestion
    | EquivalenceQuestion
)
"""The questions with a JSON form."""


def to_document(question: Written) -> dict[str, Any]:
    """Return a question as JSON values without defaults; `from_document` is the inverse."""
    content: dict[str, Any] = _adapter().dump_python(
        question, mode="json", exclude_defaults=True, by_alias=True
    )
    return {"schema": SCHEMA, "kind": question.kind, **content}


def from_document(value: object) -> Written:
    """Read a question from JSON values.

    Raises:
        FormError: If it has another schema or kind, or is malformed; the message says where.
    """
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        found = value.get("schema") if isinstance(value, dict) else type(value).__name__
        raise FormError(f"cannot read a question of schema {found!r}", hint=f"this version reads `{SCHEMA}`")
    content = {key: part for key, part in value.items() if key != "schema"}
    try:
        question: Written = _adapter().validate_json(
            json.dumps(content), strict=True, by_alias=True, by_name=False
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the top"
        raise FormError(f"malformed question at {where}: {first['msg']}") from error
    except RecursionError as error:
        raise FormError("a question is nested too deeply to be read") from error
    except FormError:
        raise
    except DefeasibleError as error:
        raise FormError(f"malformed question: {error.message}", hint=error.hint) from error
    return question


@cache
def _adapter() -> TypeAdapter[Written]:
    return TypeAdapter(Annotated[Written, Field(discriminator="kind")])
