"""A belief base as the memory of an agent: typed functions with JSON schemas over a file; an MCP server."""

from defeasible.reasoner.tools.kept import KeptBase
from defeasible.reasoner.tools.tools import Answer, Change, Checked, Memories, Tool

__all__ = ["Answer", "Change", "Checked", "KeptBase", "Memories", "Tool"]
