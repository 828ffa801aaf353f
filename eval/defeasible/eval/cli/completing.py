"""Shell completion of tasks, runs, pipelines and models."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from click.shell_completion import CompletionItem

RUNS = Path("runs")
"""The default folder of runs, where completion looks for them."""


def tasks(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer tasks, benchmarks and `all`; after a comma, the next one."""
    from defeasible.eval.tasks import TASKS  # noqa: PLC0415 - not for `--help`

    before, comma, begun = incomplete.rpartition(",")
    families = dict.fromkeys(name.partition("/")[0] for name in TASKS)
    helps = {name: task.summary for name, task in TASKS.items()} | dict.fromkeys([*families, "all"], "")
    return [
        CompletionItem(f"{before}{comma}{name}", help=helps[name]) for name in helps if name.startswith(begun)
    ]


def pipelines(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer pipelines."""
    from defeasible.eval.pipelines import PIPELINES  # noqa: PLC0415 - not for `--help`

    return _beginning(PIPELINES, incomplete)


class _RunFolder(click.Path):
    """A run directory: offers the runs in the typed folder, or in `runs`; if there are none, folders."""

    def shell_complete(self, _: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from defeasible.eval.runindex import run_folders  # noqa: PLC0415 - not for `--help`

        typed = Path(incomplete) if incomplete.endswith("/") else Path(incomplete).parent
        within = typed if incomplete and typed != Path() else RUNS
        found = _beginning(map(str, run_folders(within)), incomplete)
        return found or [CompletionItem(incomplete, type="dir")]


RUN = _RunFolder(path_type=Path)
"""The type of arguments that name a run directory."""


def models(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer available models: shipped, in this folder, in Hugging Face's cache, or with cached replies."""
    return _beginning(dict.fromkeys(_models()), incomplete)


def _models() -> Iterator[str]:
    from defeasible.llm.cache import Cache, cache_file  # noqa: PLC0415 - not for `--help`
    from defeasible.llm.models import SCHEMES  # noqa: PLC0415 - not for `--help`

    for scheme in SCHEMES.values():
        if scheme.alone:
            yield from scheme.form.split(" or ")
    yield from (f"gguf:{path}" for path in sorted(Path().glob("*.gguf")))
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    for path in sorted((home / "hub").glob("models--*")):
        yield f"hf:{path.name.removeprefix('models--').replace('--', '/')}"
    if (kept := cache_file()).exists():
        yield from (holding.model for holding in Cache(kept).holdings())
    yield from (f"{name}:" for name, scheme in SCHEMES.items() if not scheme.alone)


def _beginning(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
