"""Every small way to falsify a trace document, each with a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

from defeasible.reasoner.trace.codec import seal

Document = dict[str, Any]
Mutant = tuple[str, Document]


def mutants(document: str) -> Iterator[Mutant]:
    """Yield named mutants of a trace document, sealed anew as a forger would: the logic must catch them."""
    for name, mutant in _mutants(json.loads(document)):
        yield name, mutant | {"seal": seal(mutant)}


def _mutants(original: Document) -> Iterator[Mutant]:
    steps = original["steps"]
    for i, step in enumerate(steps):
        yield from dropped(original, i)
        if step["kind"] == "premise":
            yield _changed(original, i, "flip the literal of premise", claim=["~", step["claim"]])
            yield _changed(original, i, "toggle whether it is new", new=not step.get("new", False))
        if step["kind"] == "solver":
            yield from _solver(original, i, step)
        if step["kind"] == "rule":
            yield _changed(original, i, "flip the rule's claim", claim=["~", step["claim"]])
            yield _changed(
                original,
                i,
                "strengthen the rule's claim",
                claim=["->", step["claim"][1][1], step["claim"][2]],
            )
        if step["kind"] == "evidence":
            for status in {"accepted", "overruled", "tied"} - {step["status"]}:
                yield _changed(original, i, f"mark evidence {status}", status=status)
            yield _changed(
                original,
                i,
                "turn the weight of evidence",
                weight=100.0 if step["status"] == "overruled" else 0.001,
            )
        if step["kind"] == "retraction":
            yield _changed(
                original,
                i,
                "retract something else",
                target=max(1, step["target"] - 1) if step["target"] > 1 else 2,
            )
            yield _changed(original, i, "retract without replacement", replaced_by=None)
        if step["kind"] == "size":
            c = step["comparison"]
            yield _changed(
                original, i, "turn a comparison", comparison=c | {"left": c["right"], "right": c["left"]}
            )
        if step["kind"] in ("path", "cycle"):
            yield from _edges(original, i, step)
        yield from _ledger(original, i, step)
        if step["kind"] == "arrangement":
            turned = [[name, str(1 / Fraction(size))] for name, size in step["sizes"]]
            if turned != step["sizes"]:
                yield _changed(original, i, "turn all sizes", sizes=turned)
            yield _changed(original, i, "forget a size", sizes=step["sizes"][:-1])
        if step["kind"] == "conclusion":
            yield from _conclusion(original, i, step)


def _changed(original: Document, i: int, name: str, **fields: object) -> Mutant:
    mutant = deepcopy(original)
    mutant["steps"][i].update(fields)
    return f"{name} (step {i + 1})", mutant


BASE = ("believed", "conflict", "tied")
"""Lists of steps in settlements of belief bases."""


def dropped(original: Document, i: int) -> Iterator[Mutant]:
    """Drop a step as a forger would: with later numbers moved up and references to it removed."""
    mutant = deepcopy(original)
    kind = mutant["steps"].pop(i)["kind"]
    gone = i + 1

    def moved(value: Any, key: str) -> Any:
        if isinstance(value, str):
            return value
        if key in ("uses", "theory", "core", "by", "edges", "because", "evidence", "hard", "soft", *BASE):
            return [n - (n > gone) for n in value if n != gone]
        if key == "dropped" and all(isinstance(n, int) for n in value):
            return moved(value, "believed")
        if key == "dropped":
            return [{k: moved(v, k) for k, v in drop.items()} for drop in value if drop["step"] != gone]
        if key in ("cores", "against"):
            return [moved(core, "core") for core in value if gone not in core]
        if key in ("target", "replaced_by", "step", "turned") and isinstance(value, int):
            return value - (value > gone)
        return value

    for step in mutant["steps"]:
        for key in list(step):
            if key == "flips":
                step[key] = [
                    {k: moved(v, k) for k, v in flip.items()} for flip in step[key] if gone != flip["step"]
                ]
            else:
                step[key] = moved(step[key], key)
    yield f"drop {kind} (step {gone})", mutant


def _solver(original: Document, i: int, step: Document) -> Iterator[Mutant]:
    core, theory = step.get("core", []), step["theory"]
    for verdict in {"entailed", "refuted", "unknown", "inconsistent", "timeout"} - {step["verdict"]}:
        yield _changed(original, i, f"forge verdict {verdict}", verdict=verdict)
    if core:
        yield _changed(original, i, "shorten the core", core=core[1:])
        if extra := [n for n in theory if n not in core]:
            yield _changed(original, i, "pad the core", core=[*core, extra[0]])
    if theory:
        yield _changed(original, i, "shorten the theory", theory=theory[1:])
    yield _changed(original, i, "flip the goal", goal=["~", step["goal"]])
    if models := step.get("models"):
        yield _changed(original, i, "drop a model", models=models[1:])
        atoms = [a["id"] for a in original["atoms"]]
        flipped = [sorted(set(atoms) - set(model)) for model in models]
        yield _changed(original, i, "invert the models", models=flipped)
        if len(models) == 2:
            yield _changed(original, i, "repeat a model", models=[models[0], models[0]])


def _ledger(original: Document, i: int, step: Document) -> Iterator[Mutant]:
    if step["kind"] == "ledger":
        yield _changed(original, i, "name another ledger", digest="0" * 64)
        yield _changed(original, i, "miscount the ledger", facts=step["facts"] + 1)
    if step["kind"] == "no-path":
        yield _changed(original, i, "turn what is not shown", greater=step["lesser"], lesser=step["greater"])
        yield _changed(original, i, "deny more or less", strict=not step["strict"])


def _edges(original: Document, i: int, step: Document) -> Iterator[Mutant]:
    edges = step["edges"]
    for at in range(len(edges)):
        yield _changed(
            original, i, f"cut edge {at + 1} out of the {step['kind']}", edges=edges[:at] + edges[at + 1 :]
        )
    if step["kind"] == "path":
        yield _changed(original, i, "turn the path", greater=step["lesser"], lesser=step["greater"])
        if not step["strict"]:
            yield _changed(original, i, "claim the path is strict", strict=True)
    else:
        yield _changed(original, i, "cut the cycle open", edges=edges[:1])


def _conclusion(original: Document, i: int, step: Document) -> Iterator[Mutant]:
    for verdict in {"entailed", "refuted", "unknown", "inconsistent", "timeout", "unparsed"} - {
        step["verdict"]
    }:
        yield _changed(original, i, f"forge conclusion {verdict}", verdict=verdict)
    yield _changed(original, i, "conclude from nothing", uses=[])
    if "goal" in step:
        yield _changed(original, i, "conclude the opposite goal", goal=["~", step["goal"]])
    if "comparison" in step:
        c = step["comparison"]
        yield _changed(
            original, i, "turn the question", comparison=c | {"left": c["right"], "right": c["left"]}
        )
    if "change" in step:
        for change in {"maintained", "retracted", "revised", "new"} - {step["change"]}:
            yield _changed(original, i, f"forge change {change}", change=change)
    if step.get("flips"):
        yield _changed(original, i, "hide what it hinges on", flips=[])
