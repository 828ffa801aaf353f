"""The command in a process of its own that need not start: it forks from one that has imported everything.

A process that starts takes 1 to 2 s of CPU, most of it for imports and the model of English; one that forks
takes some hundredths. It has its own folder, environment, arguments, streams and limits all the same. What an
interpreter heeds as it starts (`PYTHONHASHSEED`) has a process that forks for each of its values.

Run as a script this is the process that forks: it reads requests as lines of JSON from one pipe, and writes
what became of each to another.
"""

from __future__ import annotations

import atexit
import json
import os
import resource
import runpy
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

MODULE = "defeasible.eval"
LONGEST = 600
"""Seconds after which a command is ended."""
LIBRARIES = (
    "nltk.translate.gleu_score", "nltk.translate.meteor_score", "rouge_score.rouge_scorer",
    "sacrebleu.metrics.bleu",
)  # fmt: skip
"""What some commands import, where it is installed."""
AT_START = ("PYTHON", "LC_", "LANG", "OMP_", "OPENBLAS_")
"""How the names of variables begin that an interpreter or a library heeds when it starts."""


class Warm:
    """Processes that fork one for each command: one for each environment that differs in what is heeded."""

    def __init__(self) -> None:
        self._forking: dict[frozenset[tuple[str, str]], _Forking] = {}

    def run(
        self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], limit: int | None
    ) -> tuple[int, str, str]:
        """Run the command to its end.

        Args:
            arguments: Of the command.
            folder: Where it runs.
            environment: Its variables.
            limit: The size in bytes that its files may grow to.

        Returns:
            Its exit code, as `subprocess` has it, and what it wrote to stdout and stderr.
        """
        heeded = frozenset(item for item in environment.items() if item[0].startswith(AT_START))
        if heeded not in self._forking:
            self._forking[heeded] = _Forking(environment)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            code = self._forking[heeded].run(
                {
                    "arguments": [*arguments],
                    "folder": str(folder),
                    "environment": {**environment},
                    "limit": limit,
                    "streams": [f"/proc/{os.getpid()}/fd/{stream.fileno()}" for stream in (out, err)],
                }
            )
            out.seek(0)
            err.seek(0)
            return code, out.read().decode(), err.read().decode()

    def close(self) -> None:
        """End the processes."""
        for process in self._forking.values():
            process.close()


class _Forking:
    """A process that forks one for each request."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        read, other_write = os.pipe()
        other_read, write = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(other_read), str(other_write)],
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=(other_read, other_write),
        )
        os.close(other_read)
        os.close(other_write)
        self._requests, self._replies = os.fdopen(write, "w"), os.fdopen(read)

    def run(self, request: Mapping[str, object]) -> int:
        """Return the exit code of the process that was forked for a request."""
        print(json.dumps(request), file=self._requests, flush=True)
        return int(self._replies.readline())

    def close(self) -> None:
        """End it."""
        self._requests.close()
        self._replies.close()
        self._process.wait(timeout=60)


def _serve(requests: int, replies: int) -> None:
    _import_all()
    with os.fdopen(requests) as lines, os.fdopen(replies, "w") as answers:
        for line in lines:
            if (child := os.fork()) == 0:
                _command(json.loads(line))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            print(code, file=answers, flush=True)


def _import_all() -> None:
    """Import what commands do, and load the model of English."""
    from defeasible.eval import cli, tasks  # noqa: F401, PLC0415 - only in the process that forks
    from defeasible.reasoner import Reasoner  # noqa: PLC0415 - as above

    for library in LIBRARIES:
        with suppress(ImportError):
            import_module(library)
    Reasoner().answer(["If it rains, Ann reads.", "It rains."], ["Ann reads.", "Ann sings."])
    Reasoner().compare_size("The house is twice as big as the car.", "house", "car")


def _command(request: dict[str, Any]) -> None:
    """Be the process of a command, and end with it."""
    for number, path in enumerate(request["streams"], 1):
        os.dup2(os.open(path, os.O_WRONLY), number)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    if request["limit"] is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (request["limit"], request["limit"]))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.alarm(LONGEST)
    sys.argv = [MODULE, *request["arguments"]]
    code: object = 1
    try:
        runpy.run_module(MODULE, run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - as an interpreter that ends would
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        if isinstance(code, str):
            os.write(2, f"{code}\n".encode())
        os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    _serve(int(sys.argv[1]), int(sys.argv[2]))
