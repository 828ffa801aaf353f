"""Names of runs, made from the settings in which they differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from defeasible.eval.cases import Setting

_SPEAK = ("pipeline", "pipeline.model", "pipeline.prompt", "pipeline.parser", "pipeline.roles")
"""Settings whose value is self-explanatory; others are written as `name=value`."""
_SILENT = frozenset({"pipeline", "task", "items"})
"""Settings that names omit, since the first word, the heading or a digest gives them."""
_ORIGIN = ("_sha256", "_seen")
"""Suffixes of settings that accompany a file of weights."""
_FOLLOWING = frozenset({"pipeline.fingerprint", "pipeline.earned"})
"""Settings that follow from the model and how it is asked; used only if nothing else differs."""
_PREFIX = "pipeline."


def names_of(configs: Sequence[Mapping[str, Setting | None]], paths: Sequence[Path]) -> list[str]:
    """Return a name for each run: its pipeline, and every setting that is not the same in all runs.

    A setting written as `name=value` that only some pipelines have is included if it differs between the runs
    that have it, or between runs of one pipeline.

    Args:
        configs: The configuration of each run, as in its manifest.
        paths: Their directories, which distinguish runs with the same configuration.

    >>> one, other = {"pipeline": "hybrid", "pipeline.shots": 0}, {"pipeline": "hybrid", "pipeline.shots": 3}
    >>> names_of([one, other], [Path("a"), Path("b")])
    ['hybrid, shots=0', 'hybrid, shots=3']
    """
    keys = sorted({key for config in configs for key in config})
    shown = [
        key for key in keys if key not in _SILENT and not key.endswith(_ORIGIN) and _differs(configs, key)
    ]
    names = _named(configs, [key for key in shown if key not in _FOLLOWING])
    if len(set(names)) < len(names):
        names = _named(configs, shown)
    return [
        f"{name} ({path})" if names.count(name) > 1 else name for name, path in zip(names, paths, strict=True)
    ]


def _named(configs: Sequence[Mapping[str, Setting | None]], keys: Sequence[str]) -> list[str]:
    return [
        ", ".join([str(config.get("pipeline", "run")), *filter(None, (_part(config, key) for key in keys))])
        for config in configs
    ]


def _differs(configs: Sequence[Mapping[str, Setting | None]], key: str) -> bool:
    if key in _SPEAK:
        return len({repr(config.get(key)) for config in configs}) > 1
    held = {repr(config[key]) for config in configs if config.get(key) is not None}
    alike = {(repr(config.get("pipeline")), repr(config.get(key))) for config in configs}
    return len(held) > 1 or len(alike) > len({pipeline for pipeline, _ in alike})


def _part(config: Mapping[str, Setting | None], key: str) -> str:
    value = config.get(key)
    if value is None or value == "":
        return ""
    text = str(value).partition("@")[0] if key == "pipeline.prompt" else str(value)
    return text if key in _SPEAK else f"{key.removeprefix(_PREFIX)}={text}"
