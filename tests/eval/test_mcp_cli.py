"""`defeasible mcp` with the SDK's own client, from another process."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp", reason="needs the extra [mcp]")

from mcp import Client, StdioServerParameters  # noqa: E402

from defeasible.reasoner.tools import KeptBase  # noqa: E402

RUN = "import sys; from defeasible.eval.cli import main; main(sys.argv[1:])"


def parameters(path: Path) -> StdioServerParameters:
    env = {name: value for name, value in os.environ.items() if name in {"PYTHONPATH", "PATH", "HOME"}}
    return StdioServerParameters(
        command=sys.executable, args=["-c", RUN, "mcp", "--base", str(path)], env=env, cwd=path.parent
    )


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    return result.is_error, result.structured_content


def test_an_agent_remembers_over_stdio(tmp_path: Path) -> None:
    path = tmp_path / "base.json"

    async def talk() -> None:
        async with Client(parameters(path)) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names >= {
                "tell", "ask", "why", "conflicts", "retract", "revise", "undo", "as_of", "check",
            }  # fmt: skip
            assert (await called(client, "tell", text="Ann lives in Oslo."))[1]["outcome"] == "done"
            error, found = await called(client, "tell", text="Ann lives in Rome.")
            assert not error
            assert "Ann lives in Oslo." in found["lost"][0]
            assert (await called(client, "ask", text="Ann lives in Oslo."))[1]["verdict"] == "refuted"
            past = await called(client, "as_of", turn=1, text="Ann lives in Oslo.")
            assert past[1]["verdict"] == "entailed"
            assert (await called(client, "check", text="Ann lives in Rome."))[1]["state"] == "verified"
            # What is wrong is an answer, and the server goes on.
            assert (await called(client, "undo", turn=99))[0]
            assert (await called(client, "ask", path="/etc/passwd"))[0]
            assert (await called(client, "undo"))[1]["turn"] == 2

    asyncio.run(talk())
    with KeptBase(path).reading() as kb:
        assert [event.text for event in kb.history] == ["Ann lives in Oslo."]


def test_http_serves_this_machine_alone_and_a_killed_server_keeps_its_word(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", RUN, "mcp", "--base", str(path), "--http", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as server:
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)

        async def talk() -> None:
            async with Client(f"http://127.0.0.1:{port}/mcp") as client:
                assert (await called(client, "tell", text="It rains."))[1]["outcome"] == "done"
                server.send_signal(signal.SIGKILL)

        try:
            asyncio.run(asyncio.wait_for(talk(), 60))
        except (ExceptionGroup, OSError):
            pass  # the connection ends with the server
        finally:
            server.kill()
    with KeptBase(path).reading() as kb:
        assert kb.ask("It rains.").verdict == "entailed"
