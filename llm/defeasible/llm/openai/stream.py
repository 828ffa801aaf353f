"""Assemble an answer that came as a stream of events."""

from __future__ import annotations

import json
from typing import Any

MEDIA_TYPE = "text/event-stream"


def whole(body: bytes) -> dict[str, Any]:
    """Return the chat completion that a stream of chunks encodes; one with `error` if the stream was cut off.

    Args:
        body: Server-sent events: lines `data: JSON`, the last one `data: [DONE]`.
    """
    text, reason = "", ""
    logprobs: list[Any] = []
    found: dict[str, Any] = {}
    for line in body.decode("utf-8", "replace").splitlines():
        if not line.startswith("data:"):
            continue
        data = line.removeprefix("data:").strip()
        if data == "[DONE]":
            break
        try:
            chunk = json.loads(data)
        except ValueError:
            break
        if not isinstance(chunk, dict) or "error" in chunk:
            return {"error": chunk}
        found |= {key: chunk[key] for key in ("model", "system_fingerprint", "usage") if chunk.get(key)}
        for choice in chunk.get("choices") or ():
            text += (choice.get("delta") or {}).get("content") or ""
            logprobs += (choice.get("logprobs") or {}).get("content") or ()
            reason = choice.get("finish_reason") or reason
    if not reason:
        # A server may end a stream properly after aborting the reply in favour of another request.
        return {"error": f"the stream ended after {len(body)} bytes without a finish reason"}
    choice = {"message": {"content": text}, "finish_reason": reason, "logprobs": {"content": logprobs}}
    return found | {"choices": [choice]}
