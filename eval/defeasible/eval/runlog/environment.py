"""The environment of a run: code, packages, solvers, interpreter, machine."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from defeasible.reasoner.record import Record

SOLVERS = ("z3-solver", "networkx", "python-sat")
GIT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Git(Record):
    """State of the checkout from which the package runs."""

    commit: str
    dirty: bool
    """Whether tracked files differ from the commit."""


@dataclass(frozen=True, slots=True)
class Environment(Record):
    """Code, packages and machine."""

    version: str
    """Version of `defeasible`."""
    git: Git | None
    """None if the package does not run from its own checkout."""
    python: str
    os: str
    cpu: str
    cpus: int
    packages: dict[str, str] = field(default_factory=dict)
    """Every installed distribution and its version."""
    solvers: dict[str, str] = field(default_factory=dict)


@cache
def environment() -> Environment:
    """Describe this process's environment."""
    packages = _packages()
    return Environment(
        version=packages.get("defeasible", "not installed"),
        git=_git(Path(__file__).resolve()),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        os=platform.platform(),
        cpu=_cpu(),
        cpus=os.cpu_count() or 0,
        packages=packages,
        solvers={name: packages[name] for name in SOLVERS if name in packages},
    )


def _packages() -> dict[str, str]:
    # From the names of the metadata folders: reading every METADATA file takes a hundred times as long.
    found: dict[str, str] = {}
    for folder in sys.path:
        for path in Path(folder).glob("*.dist-info"):
            name, _, version = path.stem.partition("-")
            # The first folder on the path is the one that imports use.
            found.setdefault(name.lower().replace("_", "-"), version)
    return dict(sorted(found.items()))


def _git(source: Path) -> Git | None:
    # An installed copy may be inside another project's checkout: only a tracked file identifies its own.
    if _run_git(source, "ls-files", "--error-unmatch", source.name) is None:
        return None
    commit = _run_git(source, "rev-parse", "HEAD")
    changes = _run_git(source, "status", "--porcelain", "--untracked-files=no")
    return None if commit is None else Git(commit, dirty=bool(changes))


def _run_git(source: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - fixed arguments
            ["git", "-C", str(source.parent), *arguments],  # noqa: S607 - git of the user's PATH
            capture_output=True,
            text=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass  # not Linux: use the name below
    return platform.processor() or platform.machine()
