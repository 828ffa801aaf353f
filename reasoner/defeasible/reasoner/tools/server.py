"""The tools of a belief base as an MCP server, on stdio or on streamable HTTP on this machine only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from defeasible.reasoner.errors import MissingExtraError
from defeasible.reasoner.tools.tools import Memories
from defeasible.reasoner.version import __version__

if TYPE_CHECKING:
    from mcp.server import MCPServer

    from defeasible.reasoner.tools.kept import KeptBase

LOOPBACK = "127.0.0.1"
INSTRUCTIONS = (
    "A memory that decides by logic. Tell it plain sentences; ask whether a sentence follows; it says why, "
    "what contradicts what, and what was believed before."
)


def server(kept: KeptBase) -> MCPServer:
    """Return the MCP server of a base.

    Raises:
        MissingExtraError: If the MCP SDK is not installed.
    """
    try:
        from mcp.server import MCPServer  # noqa: PLC0415 - an extra
        from mcp.types import ToolAnnotations  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise MissingExtraError("the MCP server", "mcp") from error
    found = MCPServer("defeasible", instructions=INSTRUCTIONS, version=__version__)
    for tool in Memories(kept).tools():
        found.add_tool(
            tool.call,
            name=tool.name,
            description=tool.description,
            annotations=ToolAnnotations(
                read_only_hint=not tool.changes, destructive_hint=False, open_world_hint=False
            ),
        )
    return found


def serve(kept: KeptBase, port: int | None = None) -> None:
    """Serve a base until the client disconnects.

    Args:
        kept: The base.
        port: A local port for streamable HTTP; None for stdio.

    Raises:
        MissingExtraError: If the MCP SDK is not installed.
    """
    if port is None:
        server(kept).run("stdio")
    else:
        server(kept).run("streamable-http", host=LOOPBACK, port=port)
