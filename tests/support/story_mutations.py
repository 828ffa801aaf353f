"""Every small way to falsify a story trace document, each with a name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from defeasible.reasoner.trace.codec import seal

Document = dict[str, Any]
Mutant = tuple[str, Document]
_LISTS = ("uses", "theory", "facts", "broken", "changed", "evidence")


def mutants(document: str) -> Iterator[Mutant]:
    """Yield named mutants of a story trace document, sealed anew as a forger would."""
    for name, mutant in _mutants(json.loads(document)):
        yield name, mutant | {"seal": seal(mutant)}


def _mutants(original: Document) -> Iterator[Mutant]:
    for i, step in enumerate(original["steps"]):
        kind = step["kind"]
        if kind != "conclusion":
            yield f"drop {kind} (step {i + 1})", _without(original, i)
        for name, fields in _changes(kind, step):
            mutant = deepcopy(original)
            mutant["steps"][i].update(fields)
            yield f"{name} (step {i + 1})", mutant
    for i, atom in enumerate(original["atoms"]):
        mutant = deepcopy(original)
        mutant["atoms"][i]["gloss"] = "not " + atom["gloss"]
        yield f"another gloss of {atom['id']}", mutant


def _changes(  # noqa: PLR0912, PLR0915 - one branch a kind of step
    kind: str, step: Document
) -> Iterator[tuple[str, Document]]:
    match kind:
        case "cast":
            people = [p | {"name": "Eve"} for p in step["participants"]]
            yield "rename everybody", {"participants": people}
            yield "another kind", {"participants": [p | {"kind": "abstract"} for p in step["participants"]]}
        case "ask":
            yield (
                "another question",
                {"queries": [q | {"polarity": not q.get("polarity", True)} for q in step["queries"]]},
            )
            yield "nothing asked", {"queries": []}
            yield "other support", {"support": [1] if step.get("support") != [1] else []}
        case "happening":
            yield "turn the claim", {"claim": ["~", step["claim"]] if step["claim"] else "h1"}
            told = step["happening"]
            yield "turn what happened", {"happening": told | {"polarity": not told.get("polarity", True)}}
            yield "move the line", {"happening": told | {"line": told["line"] + 1}}
        case "law":
            yield "turn the law", {"claim": ["~", step["claim"]]}
            yield "name another law", {"law": "joy" if step["law"] != "joy" else "grief"}
            yield "another part", {"part": "then" if step["part"] != "then" else "after"}
            yield "another reason", {"reason": "because I say so"}
            yield "another weight", {"weight": 99.0}
            yield "another event", {"happening": "h99"}
        case "weighing":
            for verdict in {"entailed", "refuted", "unknown", "inconsistent", "timeout"} - {step["verdict"]}:
                yield f"forge verdict {verdict}", {"verdict": verdict}
            yield "turn the goal", {"goal": ["~", step["goal"]]}
            yield "swap the sides", {"pro": step.get("contra"), "contra": step.get("pro")}
            yield (
                "leave a statement out",
                {"theory": step["theory"][1:]} if step["theory"] else {"theory": [1]},
            )
            for side in ("pro", "contra"):
                yield from _side(side, step[side])
            yield "leave a side out", {"pro": None}
        case "holds":
            yield "turn what follows", {"claim": ["~", step["claim"]]}
            yield "from less", {"uses": step["uses"][1:]}
            yield "from something else", {"uses": [1, *step["uses"]]}
        case "edit":
            yield "no edits", {"edits": []}
            edits = step["edits"]
            yield (
                "a larger edit",
                {"edits": [e | {"changed": sorted(step["facts"])} for e in edits] + edits[:1]},
            )
            yield "an empty edit", {"edits": [edits[0] | {"changed": []}]}
            yield "another world", {"edits": [e | {"model": []} for e in edits]}
            yield "no cores", {"cores": []}
            yield "fewer facts", {"facts": step["facts"][1:]}
            yield "fewer laws", {"theory": step["theory"][1:]}
        case "conclusion":
            for verdict in {"entailed", "refuted", "unknown", "inconsistent", "timeout", "unparsed"} - {
                step["verdict"]
            }:
                yield f"conclude {verdict}", {"verdict": verdict}
            yield "conclude from nothing", {"uses": []}
            yield "conclude the opposite", {"goal": ["~", step["goal"]]}
            yield "a verdict before", {"before": "unknown"}
            if step.get("flips"):
                yield "hide what it hinges on", {"flips": []}
            else:
                yield "hinge on something", {"flips": [{"evidence": [1], "verdict": "unknown", "step": 1}]}
        case _:
            pass


def _side(name: str, side: Document) -> Iterator[tuple[str, Document]]:
    yield f"{name}: costs more", {name: side | {"cost": (side["cost"] or 0) + 1}}
    if side["cost"] is not None:
        yield f"{name}: impossible", {name: side | {"cost": None}}
    if side["cost"]:
        yield f"{name}: costs nothing", {name: side | {"cost": 0.0}}
        yield f"{name}: gives up nothing", {name: side | {"broken": []}}
    if side.get("cores"):
        yield f"{name}: no cores", {name: {k: v for k, v in side.items() if k != "cores"}}
        yield f"{name}: shorter cores", {name: side | {"cores": [c[1:] for c in side["cores"]]}}
    if side["cost"] is not None:
        yield f"{name}: a world of an unknown atom", {name: side | {"model": [*side.get("model", []), "zz"]}}


def _without(original: Document, i: int) -> Document:
    """Drop a step with later numbers moved up and references to it removed."""
    mutant = deepcopy(original)
    mutant["steps"].pop(i)
    gone = i + 1

    def moved(value: Any, key: str) -> Any:
        if key in _LISTS:
            return [n - (n > gone) for n in value if n != gone]
        if key == "cores":
            return [moved(core, "uses") for core in value]
        if key in ("without", "step") and isinstance(value, int):
            return value - (value > gone)
        if key in ("pro", "contra") and value is not None:
            return {k: moved(v, k) for k, v in value.items()}
        if key in ("edits", "flips"):
            return [{k: moved(v, k) for k, v in item.items()} for item in value if item.get("step") != gone]
        return value

    mutant["steps"] = [{k: moved(v, k) for k, v in step.items()} for step in mutant["steps"]]
    return mutant
