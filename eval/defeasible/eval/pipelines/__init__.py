"""The three pipelines: the model answers, the solver decides what was read, or the solver weighs both."""

from defeasible.eval.pipelines.build import UNKEPT, build, opened
from defeasible.eval.pipelines.pipeline import Answered, Answerer, Pipeline
from defeasible.eval.pipelines.settings import (
    BATCH,
    CHOOSING,
    DEFAULT_TIMEOUT,
    HEAD,
    HYBRID,
    NEURAL,
    PARSERS,
    PIPELINES,
    ROLES,
    SYMBOLIC,
    WEIGHTS,
    Settings,
    require_timeout,
)

__all__ = [
    "BATCH",
    "CHOOSING",
    "DEFAULT_TIMEOUT",
    "HEAD",
    "HYBRID",
    "NEURAL",
    "PARSERS",
    "PIPELINES",
    "ROLES",
    "SYMBOLIC",
    "UNKEPT",
    "WEIGHTS",
    "Answered",
    "Answerer",
    "Pipeline",
    "Settings",
    "build",
    "opened",
    "require_timeout",
]
