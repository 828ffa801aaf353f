"""The texts that the tiny model is taught on, and those that are kept from it."""

from __future__ import annotations

import json
import re
from itertools import islice

import pytest

from defeasible.llm.parse import ModelParser
from defeasible.llm.parse.judge import assumed, contradiction
from defeasible.llm.prompt import Message
from defeasible.llm.scripted import Scripted
from defeasible.llm.tiny import KINDS, samples
from defeasible.llm.tiny.draw import held_out
from defeasible.llm.tiny.sample import Sample
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms.codec import from_json, to_json


def some(kind: str, count: int, *, test: bool = False) -> list[Sample]:
    return list(islice(samples([kind], seed=5, test=test), count))


@pytest.mark.parametrize("test", [False, True], ids=["taught", "held-out"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_replies_read_the_text_rightly(kind: str, test: bool) -> None:
    """Every element has its words, nothing contradicts, and the parser makes the wanted form."""
    for sample in some(kind, 40, test=test):
        backend = Scripted([sample.declare, sample.bind])
        parsed = ModelParser(backend, repairs=0).parse(sample.text)
        assert parsed.form == sample.form
        assert from_json(to_json(sample.form)) == sample.form
        assert (parsed.notes, assumed(sample.form), contradiction(sample.form, 10)) == ((), (), "")
        # What is taught is the very question that the parser asks, without its instructions.
        asked = [request.prompt[-1] for request in backend.requests]
        assert asked == [Message("user", prompt) for prompt, _ in sample.asked]


@pytest.mark.parametrize("kind", KINDS)
def test_replies_are_laid_out_as_the_engine_does(kind: str) -> None:
    for sample in some(kind, 20):
        bind = sample.wire.bind(sample.text, sample.vocabulary)
        assert bind is not None
        for spec, said in ((sample.wire.declare(sample.text), sample.declare), (bind, sample.bind)):
            assert json.dumps(json.loads(said), ensure_ascii=False) == said
            dumped = spec.made.dump_json(spec.read(said), by_alias=True)
            # Properties come in the order of the schema, in which constrained decoding writes them.
            assert dumped.decode() == json.dumps(json.loads(said), ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_held_out_is_never_taught(kind: str) -> None:
    taught, kept = some(kind, 1500), some(kind, 300, test=True)
    pairs = {frozenset(pair) for sample in taught for pair in sample.pairs}
    assert all(sample.pairs for sample in (*taught, *kept))
    assert not pairs & {frozenset(pair) for sample in kept for pair in sample.pairs}
    assert {sample.text for sample in taught}.isdisjoint(sample.text for sample in kept)
    # Words and sentences are all taught: what is new is which of them come together.
    told = _words(taught)
    assert _words(kept) <= told


def _words(many: list[Sample]) -> set[str]:
    return {
        word for s in many for source in s.text.sources for word in re.findall(r"[A-Za-z']+", source.text)
    }


def test_a_pair_is_on_one_side_whichever_word_comes_first() -> None:
    words = [f"word{n}" for n in range(60)]
    sides = [(held_out(a, b), held_out(b, a)) for a in words for b in words]
    assert all(first == second for first, second in sides)
    assert 0.15 < sum(first for first, _ in sides) / len(sides) < 0.25


def test_a_seed_settles_the_texts_and_another_gives_others() -> None:
    first, again = (list(islice(samples(seed=3), 30)) for _ in range(2))
    assert first == again
    assert not {s.text for s in first} & {s.text for s in islice(samples(seed=4), 30)}


def test_all_families_are_written_in_turn() -> None:
    families = [sample.text.family for sample in islice(samples(), 10)]
    assert families == ["premises", "sizes", "story", "dialogue", "dialogue"] * 2


def test_the_texts_of_a_kind_are_many() -> None:
    for kind in KINDS:
        assert len({sample.text for sample in some(kind, 500)}) >= 400


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(
        UsageError, match=r"unknown kind of text 'poems'\n  hint: choose from premises, sizes, story"
    ):
        samples(["poems"])
