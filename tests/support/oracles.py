"""A model in a few lines of Python: it reads made Belief-R items, and answers them, by their words alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from defeasible.llm.backend import Failure, Request, Score
from defeasible.llm.prompt import Prompt, as_text
from defeasible.llm.spec import Choice, Json


def shop(request: Request) -> int:
    """The number of the shop that a made item is about."""
    found = re.findall(r"shop number (\d+)", as_text(request.prompt))
    return int(found[-1])


def reads(request: Request) -> str:
    """Both passes over a made item: what it declares, and what it says of that."""
    text = as_text(request.prompt).rpartition("Texts:\n")[2]
    lines = dict(re.findall(r"^([sq]\d): (.*)$", text, re.MULTILINE))
    n = shop(request)
    glosses = [f"Ann opens shop number {n}", f"Ben visits shop number {n}", f"shop number {n} has bread"]
    if "Declared:" not in text:
        return json.dumps({"atoms": [{"words": gloss, "gloss": gloss} for gloss in glosses]})
    said: dict[str, object] = {}
    for name, line in lines.items():
        plain = line.replace("does not open", "opens").replace("does not visit", "visits")
        plain = plain.replace("may or may not open", "opens").replace("may or may not visit", "visits")
        if name.startswith("q"):
            asks = f"a{glosses.index(plain) + 1}"
            is_open = "may or may not" in line
            said[name] = {"asks": f"~{asks}" if "does not" in line else asks, "open": is_open}
        elif line.startswith("If "):
            if_, then = line.removeprefix("If ").split(" then ")
            said[name] = [
                {"words": line, "if": f"a{glosses.index(if_) + 1}", "then": f"a{glosses.index(then) + 1}"}
            ]
        else:
            fact = f"a{glosses.index(plain) + 1}"
            said[name] = [{"words": line, "holds": f"~{fact}" if "does not" in line else fact}]
    return json.dumps(said)


def says(choose: Callable[[int], int | str | Failure]) -> Callable[[Request], str | Failure]:
    """A model that reads made items rightly, and answers that of shop `n` as `choose(n)` says.

    A number is the place of an option; a text is said as it stands.
    """

    def reply(request: Request) -> str | Failure:
        if isinstance(request.spec, Json):
            return reads(request)
        chosen = choose(shop(request))
        if isinstance(chosen, int):
            return request.spec.options[chosen] if isinstance(request.spec, Choice) else "Let me see."
        return chosen

    return reply


class ScoresOnly:
    """A model that writes nothing, and likes one option best: the first that begins as it is told."""

    name = fingerprint = "scores only"

    def __init__(self, best: str = "") -> None:
        self.best = best

    def score(self, prompt: Prompt, options: Sequence[str]) -> list[Score]:
        """Return log-probabilities."""
        del prompt
        return [
            Score(0.0 if option.startswith(self.best) else -50.0, len(option.split()), len(option.encode()))
            for option in options
        ]
