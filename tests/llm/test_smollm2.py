"""SmolLM2, a real language model, on both engines: what they agree on, and that a constraint holds."""

from collections.abc import Iterator
from typing import TypeAlias

import pytest

from defeasible.llm.backend import Reply, Request
from defeasible.llm.named import gguf_file, named
from defeasible.llm.parse import ModelParser
from defeasible.llm.spec import Choice
from defeasible.reasoner import belief
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import no_roles
from defeasible.reasoner.forms import Premises
from defeasible.reasoner.verdict import Verdict

torch = pytest.importorskip("torch", reason="needs the extra `smollm2`")
pytest.importorskip("accelerate", reason="needs the extra `smollm2`")
pytest.importorskip("llama_cpp", reason="needs the extra `smollm2`")

from defeasible.llm.gguf import LlamaCpp  # noqa: E402 - after the skip
from defeasible.llm.hf import Transformers  # noqa: E402 - after the skip
from defeasible.llm.models import open_model  # noqa: E402 - after the skip

PROMPTS = (
    "The capital of France is",
    "Q: Is a whale bigger than a mouse? A:",
    "If it rains then the street is wet. It rains. So",
    "Anna gave Ben the book. Now the book belongs to",
    "Water freezes at",
)
WORD, WORDS = 0.3, 1.0
"""Nats by which a token and a phrase may differ: llama.cpp multiplies quantised numbers.

Measured on these prompts: at most 0.15 for a token on one CPU, 0.26 on another; 0.62 for a phrase of five.
"""

Engines: TypeAlias = tuple[LlamaCpp, Transformers]


@pytest.fixture(scope="module")
def engines() -> Iterator[Engines]:
    try:
        gguf_file(named("smollm2"))
    except UsageError as error:
        pytest.skip(str(error))
    torch.set_num_threads(1)
    fast, exact = open_model("smollm2:gguf?cache=f32&threads=1"), open_model("smollm2:hf")
    assert isinstance(fast, LlamaCpp)
    assert isinstance(exact, Transformers)
    yield fast, exact
    fast.close()


def replies(model: LlamaCpp | Transformers, requests: list[Request]) -> list[str]:
    said = model.generate(requests)
    assert all(isinstance(reply, Reply) for reply in said)
    return [reply.text for reply in said if isinstance(reply, Reply)]


def test_both_engines_say_how_likely_within_the_tolerance(engines: Engines) -> None:
    options = {" yes": WORD, " no": WORD, " Paris": WORD, " Ben": WORD, " the street is wet": WORDS}
    for prompt in PROMPTS:
        fast, exact = (model.score(prompt, list(options)) for model in engines)
        for a, b, tolerance in zip(fast, exact, options.values(), strict=True):
            assert abs(a.logprob - b.logprob) < tolerance


def test_the_first_words_of_greedy_replies_are_the_same(engines: Engines) -> None:
    fast, exact = (replies(model, [Request(p, max_tokens=2) for p in PROMPTS]) for model in engines)
    assert fast == exact
    assert fast[0].startswith(" Paris")


def test_it_chooses_among_what_a_constraint_allows(engines: Engines) -> None:
    spec = Choice(("the whale", "the mouse"))
    requests = [
        Request("Which is bigger, a whale or a mouse? Answer: ", spec, 8, temperature=1.0, seed=n)
        for n in range(8)
    ]
    for model in engines:
        assert set(replies(model, requests)) <= {"the whale", "the mouse"}


def test_names_do_not_depend_on_where_the_weights_are(engines: Engines) -> None:
    assert [model.name for model in engines] == ["smollm2", "smollm2:hf"]


@pytest.mark.parametrize("engine", ["gguf", "hf"])
def test_the_adapter_that_ships_reads_a_plain_text(engine: str, engines: Engines) -> None:
    model = open_model(f"smollm2:{engine}?adapter=reader")
    assert model.name.endswith("?adapter=reader")
    form = ModelParser(model, repairs=0).premises(
        ["If Gwen is ill, she stays at home.", "Gwen is ill."], ["Gwen stays at home."]
    )
    assert isinstance(form, Premises), form
    decision = belief.decide(form, form.queries[0].formula, roles=no_roles)
    assert decision.verdict is Verdict.ENTAILED
