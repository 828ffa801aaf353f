"""The HTML page: a single file that shows runs, items and proofs, without network, server or build step."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from itertools import count
from typing import Any

from defeasible.eval.cases import Json
from defeasible.eval.report.items import LOOKS, RunItems, merged
from defeasible.eval.report.overview import overview
from defeasible.eval.report.packing import BLOCK, embed, pack, pack_blocks
from defeasible.eval.summary import Summary

SCRIPTS = ("dom", "data", "route", "charts", "overview", "list", "proof", "item", "main")
"""Modules of the page's script, in order of dependency."""


def to_html(
    summaries: Sequence[Summary], progress: Callable[[int, int], None] = lambda done, total: None
) -> str:
    """Return the page for some runs as one HTML document.

    The data are embedded as JSON, which the script inserts as text: nothing in them is ever parsed as HTML. A
    content security policy allows only this script and style, by hash, and no network.

    Args:
        summaries: Summaries of the runs.
        progress: Called with the number of looks at items so far, and the total.
    """
    looks, total = count(1), LOOKS * sum(summary.n for summary in summaries)
    runs = [RunItems.of(summary, lambda: progress(next(looks), total)) for summary in summaries]
    return page_of(overview(summaries, runs), *merged(summaries, runs))


def page_of(shown: dict[str, Any], index: dict[str, Any], records: Sequence[Json]) -> str:
    """Return the page from the results of `overview` and `merged`."""
    page = files("defeasible.eval.report") / "page"
    style = (page / "style.css").read_text(encoding="utf-8")
    script = "\n".join((page / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    tasks = ", ".join(task["name"] for task in shown["tasks"])
    parts = {
        "title": escape(f"{tasks}: defeasible report"),
        "policy": f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'",
        "style": style,
        "script": script,
        "overview": embed(shown),
        "index": pack(index),
        "blocks": embed({"size": BLOCK, "blocks": pack_blocks(records)}),
    }
    template = (page / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda mark: parts[mark[1]], template)


def _hash(content: str) -> str:
    """Return the source expression (Content Security Policy 3) of inline content."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
