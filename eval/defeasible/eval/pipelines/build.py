"""`build`: create a pipeline from its name and settings, with the model that it needs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from defeasible.eval.asking import CHOICES, Asking
from defeasible.eval.cases import Case, Setting
from defeasible.eval.pipelines.pipeline import Answerer, Pipeline
from defeasible.eval.pipelines.settings import (
    BATCH,
    HEAD,
    HYBRID,
    NEURAL,
    PIPELINES,
    ROLES,
    SYMBOLIC,
    Settings,
)
from defeasible.reasoner.errors import UsageError, require_at_least, unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from defeasible.eval.pipelines.hybrid import Hybrid
    from defeasible.eval.pipelines.opinion import Adviser, Oracle
    from defeasible.eval.pipelines.turns import Turns
    from defeasible.llm.backend import Generator, Scorer
    from defeasible.llm.parse import ModelParser
    from defeasible.llm.prompts import Fields, Shots, TaskPrompt
    from defeasible.reasoner.api import Reasoner
    from defeasible.reasoner.evidence import RoleSource
    from defeasible.reasoner.parsing import Parser

UNKEPT = ("scripted", "replay")
"""Schemes whose replies come from a file, so that they need no cache."""


def build(  # noqa: PLR0913 - what is built differs; all but the name are options
    name: str,
    settings: Settings | None = None,
    *,
    asking: Asking[Any] = CHOICES,
    model: Generator | Scorer | None = None,
    batch: int = BATCH,
    cache: Path | Literal[False] | None = None,
    examples: Callable[[], Sequence[Fields]] | None = None,
    fresh: Callable[[], Sequence[Case[Any]]] | None = None,
) -> Pipeline:
    """Return the pipeline with a name.

    Args:
        name: `neural`, `symbolic` or `hybrid`.
        settings: Everything that can change an answer; by default settings without a model.
        asking: How the questions are asked that the pipeline will get.
        model: The model if it is already open; by default the one at the address in the settings.
        batch: Number of items whose questions to the model are sent together.
        cache: File for the model's replies; None for the user's cache, False for none.
        examples: Reads answered questions to show before each question, if the settings name no file of them;
            by default those of the prompt.
        fresh: Makes items on which the model earns the weight of its opinion in `hybrid`, if the settings do
            not state one. Without it, the model's probabilities are used unchanged, and a second reader is
            not tried.

    Raises:
        UsageError: If there is no such pipeline, it lacks a model or has no use for one, the model cannot be
            opened or does not support what is asked, or a number is out of range.
        MissingExtraError: If the packages for the model are not installed; the message says how to install
            them.
    """
    settings = Settings() if settings is None else settings
    if model is not None and not settings.model:
        settings = replace(settings, model=model.name)
    if name not in PIPELINES:
        raise unknown("pipeline", name, PIPELINES)
    require_at_least(1, batch=batch)
    asking = asking.set(settings)
    parsing = settings.reading(name)
    needed = name != SYMBOLIC or parsing != "grammar"
    if needed and not settings.model:
        raise UsageError(
            f"the pipeline `{name}`{f' with `--parser {parsing}`' if name == SYMBOLIC else ''} needs a model",
            hint="add `--model hf:NAME`, `gguf:FILE` or `openai:URL#MODEL`, or use `--pipeline symbolic`",
        )
    if settings.model and not needed:
        raise UsageError(
            "`--model` is not used where the grammar parses and logic decides",
            hint="add `--parser llm`, choose another pipeline, or leave out `--model`",
        )
    _require_readers(name, settings)
    from defeasible.eval.pipelines.symbolic import Symbolic  # noqa: PLC0415 - imports spaCy and Z3

    if not needed:
        logged = settings.logged(name) | _origin(settings, asking)
        symbolic = Symbolic(asking, _reasoner(settings, _grammar()))
        return Pipeline(name, symbolic, logged, ahead=symbolic.prepare)
    if settings.model.startswith(HEAD) and model is None:
        return _of_head(name, settings, asking)
    from defeasible.eval.fitting.tuned import read_taught  # noqa: PLC0415 - not for `--help`
    from defeasible.eval.pipelines.tried import tried  # noqa: PLC0415 - likewise
    from defeasible.llm.teach.trial import TEXTS  # noqa: PLC0415 - likewise
    from defeasible.reasoner.trace import FAMILIES  # noqa: PLC0415 - imports pydantic models

    backend = opened(settings.model, cache) if model is None else model
    turns = _shared(backend, settings, parsing)
    reads = None if parsing == "grammar" else _model_parser(settings, turns)
    grammar = None if parsing == "llm" else _grammar()
    logged = (
        settings.logged(name) | ({} if name == NEURAL else _origin(settings, asking)) | _identity(backend)
    )
    answerer: Answerer
    if name == SYMBOLIC:
        answerer = Symbolic(asking, _reasoner(settings, grammar, reads))
    else:
        prompt = _prompt(settings, asking)
        oracle = _oracle(settings, turns, prompt, _shots(settings, prompt, examples))
        logged |= {"prompt": prompt.version}
        logged |= _shown(settings, oracle, examples)
        answerer = _neural(asking, oracle)
        if name == HYBRID:
            answerer = _hybrid(asking, oracle, _reasoner(settings, grammar, reads), settings, turns)
            logged |= {"choosing": answerer.chooser.prompt.version} if answerer.chooser else {}
            logged |= _earned(answerer, settings, fresh, logged, turns, batch)
    if reads is not None:
        family = FAMILIES[asking.question.task].form.family
        logged |= {"parse_prompts": " ".join(reads.versions(family))}
        if grammar is not None:
            logged |= {"tried": str(tried(reads, family, backend, turns, TEXTS if fresh else 0) or "no")}
    taught = read_taught(settings.model)
    logged |= {} if taught is None else {"model_seen": taught.origin}
    return Pipeline(name, answerer, logged, turns, batch, frozenset(() if taught is None else taught.seen))


def _require_readers(name: str, settings: Settings) -> None:
    if settings.parser in ("llm", "both") and name == NEURAL:
        raise UsageError("the pipeline `neural` has no parser", hint="leave out `--parser`")
    if settings.parser == "both" and name == HYBRID:
        raise UsageError(
            "`--parser both` needs `--pipeline symbolic`", hint="use `--parser grammar` or `llm`"
        )


def _of_head(name: str, settings: Settings, asking: Asking[Any]) -> Pipeline:
    """Return a pipeline with a head of `defeasible fit` in place of the model."""
    from defeasible.eval.fitting.options import HeadOracle  # noqa: PLC0415 - few need it

    if (
        settings.parser in ("llm", "both")
        or name == SYMBOLIC
        or settings.shots
        or settings.calibration != "earned"
    ):
        raise UsageError(
            "a head only weighs options: it takes no parser, examples or calibration",
            hint="use `--pipeline neural` or `hybrid`, without `--parser llm`, `--shots` and `--calibration`",
        )
    path = Path(settings.model.removeprefix(HEAD))
    settings = replace(settings, answer_by="score")
    oracle = HeadOracle.read(path, asking)
    logged = settings.logged(name) | oracle.loaded.logged("model")
    if name == NEURAL:
        return Pipeline(name, _neural(asking, oracle), logged)
    from defeasible.eval.pipelines.hybrid import Hybrid  # noqa: PLC0415 - imports Z3

    answerer = Hybrid(asking, oracle, _reasoner(settings, _grammar()))
    return Pipeline(name, answerer, logged | _origin(settings, asking))


def _shared(backend: Generator | Scorer, settings: Settings, parsing: str) -> Turns:
    """Return a model that the items of a batch share."""
    from defeasible.eval.pipelines.turns import taking_turns  # noqa: PLC0415 - not for `--help`
    from defeasible.llm.backend import Generator  # noqa: PLC0415 - not for `--help`

    if not isinstance(backend, Generator) and (parsing != "grammar" or settings.answer_by == "generate"):
        raise UsageError(
            f"`{backend.name}` does not generate text", hint="use `--answer-by score` and no `--parser`"
        )
    return taking_turns(backend)


def opened(address: str, cache: Path | Literal[False] | None) -> Generator | Scorer:
    """Return the model at an address, with cached replies.

    Args:
        address: As for `open_any`.
        cache: A file; None for the user's cache, False for none.

    Raises:
        UsageError: If there is no such model.
        MissingExtraError: If packages are not installed.
        CacheError: If the file is not a cache.
    """
    from defeasible.llm.cache import Cache, cached  # noqa: PLC0415 - not for `--help`
    from defeasible.llm.models import open_any  # noqa: PLC0415 - not for `--help`

    model = open_any(address)
    if cache is False or address.partition(":")[0] in UNKEPT:
        return model
    return cached(model, Cache(cache))


def role_source(roles: str, sha256: str | None = None) -> RoleSource:
    """Return the source of roles with a name in `ROLES`, or from a head's file.

    Args:
        roles: The name or the file.
        sha256: The required hash of the file; None for any.

    Raises:
        UsageError: If the file is not a head for roles, or has another hash.
    """
    from defeasible.reasoner.commonsense import EnablingRoles  # noqa: PLC0415 - not for `--help`
    from defeasible.reasoner.evidence import no_roles  # noqa: PLC0415 - not for `--help`

    if roles not in ROLES:
        from defeasible.eval.fitting.roles import HeadRoles  # noqa: PLC0415 - few need it

        return HeadRoles.read(Path(roles), sha256)
    if roles == "stated":
        return no_roles
    return EnablingRoles(use_length=roles == "lexicon+length")


def _origin(settings: Settings, asking: Asking[Any]) -> dict[str, Setting]:
    """Return the log entries about fitted weights in logic: the file, and what it was fitted on."""
    found = asking.origin()
    if settings.roles not in ROLES:
        from defeasible.eval.fitting.roles import HeadRoles  # noqa: PLC0415 - few need it

        found |= HeadRoles.read(Path(settings.roles)).loaded.logged("roles")
    return found


def _reasoner(settings: Settings, grammar: Parser | None, model: Parser | None = None) -> Reasoner:
    from defeasible.reasoner.api import Reasoner  # noqa: PLC0415 - imports spaCy and Z3

    roles = role_source(settings.roles)
    return Reasoner(parser=grammar, llm=model, roles=roles, timeout=settings.timeout)


def _shown(
    settings: Settings, oracle: Oracle, examples: Callable[[], Sequence[Fields]] | None
) -> dict[str, Setting]:
    """Return the log entries about the examples before each question."""
    if not oracle.shots:
        return {}
    given = settings.shots_from or ("our own" if examples is None else "train file")
    return {"shots_version": oracle.shots.version, "shots_of": given}


def _hybrid(
    asking: Asking[Any], oracle: Oracle, reasoner: Reasoner, settings: Settings, turns: Turns
) -> Hybrid[Any]:
    from defeasible.eval.pipelines.hybrid import Hybrid  # noqa: PLC0415 - imports Z3
    from defeasible.llm.prompts import load  # noqa: PLC0415 - not for `--help`

    chooser = None
    if asking.choosing:
        chooser = _oracle(settings, turns, load(asking.choosing, "direct"))
    return Hybrid(asking, oracle, reasoner, chooser)


def _earned(  # noqa: PLR0913, PLR0917 - what is asked, of whom, how
    hybrid: Hybrid[Any],
    settings: Settings,
    fresh: Callable[[], Sequence[Case[Any]]] | None,
    logged: Mapping[str, Setting],
    turns: Turns,
    batch: int,
) -> dict[str, Setting]:
    """Let the model earn the weight of its opinion unless the settings state it; return the log entry."""
    if settings.calibration != "earned" or fresh is None:
        return {}
    from defeasible.eval.pipelines.earned import earned  # noqa: PLC0415 - not for `--help`

    asked = hybrid.oracle if hybrid.chooser is None else hybrid.chooser
    asked.reliability = earned(hybrid, fresh, logged, turns, batch)
    return {"earned": str(asked.reliability)}


def _neural(asking: Asking[Any], oracle: Adviser) -> Answerer:
    from defeasible.eval.pipelines.neural import Neural  # noqa: PLC0415 - not for `--help`

    return Neural(asking, oracle)


def _prompt(settings: Settings, asking: Asking[Any]) -> TaskPrompt:
    from defeasible.llm.prompts import load  # noqa: PLC0415 - not for `--help`

    # A version as logged in a run includes the style.
    style, _, version = (settings.prompt or asking.style).partition("@")
    return load(asking.prompts, style, settings.prompt if version else None)


def _oracle(settings: Settings, turns: Turns, prompt: TaskPrompt, shots: Shots | None = None) -> Oracle:
    from defeasible.eval.pipelines.opinion import Oracle  # noqa: PLC0415 - not for `--help`
    from defeasible.eval.pipelines.turns import ScoringTurns, WritingTurns  # noqa: PLC0415 - likewise
    from defeasible.eval.reliability import AS_THEY_ARE, Reliability  # noqa: PLC0415 - likewise

    scores = settings.answer_by == "score"
    if scores and not isinstance(turns, ScoringTurns):
        raise UsageError(f"`{turns.name}` cannot score options", hint=_no_scores(turns.name))
    return Oracle(
        turns if isinstance(turns, WritingTurns) else None,
        turns if isinstance(turns, ScoringTurns) and scores else None,
        prompt,
        votes=settings.votes,
        reliability=AS_THEY_ARE
        if settings.calibration == "earned"
        else Reliability(1 / settings.calibration),
        max_tokens=settings.max_tokens,
        seed=settings.seed,
        shots=shots,
        count=settings.shots if shots else 0,
    )


def _no_scores(address: str) -> str:
    """Return the hint for a model that does not score."""
    if not address.startswith("openai:"):
        return "use `--answer-by generate`"
    ways = {
        "dialect=vllm": "vLLM",
        "dialect=llama_cpp&scores=forced": "llama.cpp",
        "scores=prompt": "a server that echoes prompts",
    }
    addresses = ", ".join(f"`{address}?{options}` ({server})" for options, server in ways.items())
    return f"use `--answer-by generate`, or add options to the model's address: {addresses}"


def _shots(
    settings: Settings, prompt: TaskPrompt, examples: Callable[[], Sequence[Fields]] | None
) -> Shots | None:
    from defeasible.llm.prompts import (  # noqa: PLC0415 - not for `--help`
        Fixed,
        NearestShots,
        Pool,
        RandomShots,
        read_examples,
    )

    if not settings.shots:
        return None
    known: Sequence[Fields] = prompt.examples if examples is None else examples()
    pool = Pool(read_examples(Path(settings.shots_from), prompt) if settings.shots_from else tuple(known))
    if settings.shots > len(pool.examples):
        raise UsageError(
            f"cannot choose {settings.shots} examples from {len(pool.examples)}",
            hint="reduce `--shots`, or give more examples with `--shots-from FILE`",
        )
    if settings.shots_by == "random":
        return RandomShots(pool, settings.seed)
    return NearestShots(pool) if settings.shots_by == "nearest" else Fixed(pool)


def _model_parser(settings: Settings, turns: Turns) -> ModelParser:
    from defeasible.eval.pipelines.turns import WritingTurns  # noqa: PLC0415 - not for `--help`
    from defeasible.llm.parse import ModelParser  # noqa: PLC0415 - imports pydantic models

    assert isinstance(turns, WritingTurns)  # see `_shared`
    return ModelParser(
        turns,
        votes=settings.readings,
        thinking=settings.thinking,
        repairs=settings.repairs,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
        timeout=settings.timeout,
    )


def _grammar() -> Parser:
    from defeasible.reasoner.grammar import GrammarParser  # noqa: PLC0415 - imports spaCy

    return GrammarParser()


def _identity(backend: Generator | Scorer) -> dict[str, Setting]:
    from defeasible.llm.kept import Identified  # noqa: PLC0415 - not for `--help`

    if not isinstance(backend, Identified):
        raise UsageError(
            f"cannot log what answers: `{backend.name}` has no `fingerprint`",
            hint="define one: a property with the model's revision and all else that changes its answers",
        )
    return {"fingerprint": backend.fingerprint}
