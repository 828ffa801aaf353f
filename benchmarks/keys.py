"""Find the names and the order of keys with which a model reads premises best.

The right reply to a generated text is compared with three wrong ones: with the sides of its first conditional
exchanged, with its conclusion negated, and with the first atom stated as a fact instead. A model (one that is
prompted in ChatML) is shown the instructions and examples of the second pass in the keys under test, and the
reply up to that conditional; the four continuations are scored.

    python benchmarks/keys.py smollm2 30
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from defeasible.llm.backend import Scorer
from defeasible.llm.models import open_any
from defeasible.llm.parse.sheet import sheet, user
from defeasible.llm.prompt import Message
from defeasible.llm.teach.samples import samples
from defeasible.llm.tiny.sample import Sample

WAYS: dict[str, tuple[str, ...]] = {
    "words, if, then; words, holds": ("words", "if", "then", "holds"),
    "if, then, words; holds, words": ("if", "then", "holds", "words"),
    "words, then, if; words, holds": ("words", "then", "if", "holds"),
    "quote, condition, consequence; quote, fact": (
        "words=quote",
        "if=condition",
        "then=consequence",
        "holds=fact",
    ),
}
"""The variants: the order of the keys, and their names."""


def said(reply: dict[str, Any], way: tuple[str, ...]) -> str:
    """Return a reply in the keys of a variant."""
    names = dict(key.partition("=")[::2] for key in way)

    def laid(statement: dict[str, Any]) -> dict[str, Any]:
        return {new or old: statement[old] for old, new in names.items() if old in statement}

    shown = {
        key: [laid(one) for one in part] if isinstance(part, list) else part for key, part in reply.items()
    }
    return json.dumps(shown, ensure_ascii=False)


def told(system: str, way: tuple[str, ...]) -> str:
    """Return the instructions with the keys of a variant."""
    names = dict(key.partition("=")[::2] for key in way)
    for keys in (["words", "if", "then"], ["words", "holds"]):
        ordered = ", ".join(f'"{names[key] or key}"' for key in names if key in keys)
        system = system.replace("{" + ", ".join(f'"{key}"' for key in keys) + "}", "{" + ordered + "}")
    return system.replace('"words" are', f'"{names["words"] or "words"}" are')


def parted(replies: list[str]) -> tuple[str, list[str]]:
    """Return the common prefix of replies up to a statement, and each continuation to the statement's end."""
    alike = next(n for n, signs in enumerate(zip(*replies, strict=False)) if len(set(signs)) > 1)
    begun = replies[0][: replies[0].rindex("{", 0, alike)]
    return begun, [reply[len(begun) : reply.index("}", len(begun)) + 1] for reply in replies]


def negated(formula: str) -> str:
    """Return the negation of a formula."""
    if re.fullmatch(r"~?a\d+", formula):
        return formula[1:] if formula[0] == "~" else f"~{formula}"
    return f"~({formula})"


def wrong(reply: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the wrong variants of a right reply that has a conditional."""
    for key, part in reply.items():
        if isinstance(part, list) and "if" in part[0]:
            first, rest = part[0], part[1:]
            yield reply | {key: [{**first, "if": first["then"], "then": first["if"]}, *rest]}
            yield reply | {key: [{**first, "then": negated(first["then"])}, *rest]}
            yield reply | {key: [{"words": first["words"], "holds": "a1"}, *rest]}
            return


def prompt(sample: Sample, way: tuple[str, ...]) -> str:
    """Return the prompt of the second reply."""
    words = sheet("premises")
    messages = [Message("system", told(words.systems["bind"], way))]
    for example in words.examples:
        messages.append(user(example.texts, declared=declared(example.declare)))
        messages.append(Message("assistant", said(json.loads(example.bind), way)))
    messages.append(user(sample.text.sources, declared=declared(sample.declare)))
    laid = "".join(f"<|im_start|>{one.role}\n{one.text}<|im_end|>\n" for one in messages)
    return f"{laid}<|im_start|>assistant\n"


def declared(reply: str) -> str:
    """Return the atoms of a first reply as shown to the second pass."""
    return "\n".join(f"a{n}: {atom['gloss']}" for n, atom in enumerate(json.loads(reply)["atoms"], 1))


def conditional(sample: Sample) -> bool:
    """Tell whether a text has a conditional that can be varied."""
    return next(wrong(json.loads(sample.bind)), None) is not None


def main() -> None:
    """Print how often the right reply is the most likely one, for each variant."""
    model, number = open_any(sys.argv[1]), int(sys.argv[2])
    assert isinstance(model, Scorer)
    texts = list(islice(filter(conditional, samples(("premises",), seed=7, test=True)), number))
    print(
        "keys | right of",
        number,
        "| likeliest instead: sides exchanged, negated, stated | nats of the right reply",
    )
    for name, way in WAYS.items():
        started, chosen, nats = time.process_time(), Counter[int](), 0.0
        for sample in texts:
            right = json.loads(sample.bind)
            replies = [said(one, way) for one in (right, *wrong(right))]
            begun, ways_on = parted(replies)
            scores = model.score(prompt(sample, way) + begun, ways_on)
            chosen[max(range(4), key=lambda n: scores[n].logprob)] += 1
            nats -= scores[0].logprob
        seconds = time.process_time() - started
        told_ = ", ".join(str(chosen[n]) for n in (1, 2, 3))
        print(f"{name} | {chosen[0]} | {told_} | {nats / number:.1f} | {seconds:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
