"""Teaching a model to read: texts with their forms, a course that goes on, an adapter on both engines."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from tiny import build

from defeasible.llm.backend import Reply, Request
from defeasible.llm.gguf.export import made
from defeasible.llm.models import open_any
from defeasible.llm.parse import ModelParser
from defeasible.llm.prompt import Message
from defeasible.llm.scripted import Scripted
from defeasible.llm.teach.clauses import Clause, Clauses, Deed, Subject
from defeasible.llm.teach.course import Plan, Taught, halves, teach
from defeasible.llm.teach.draw import Draw, kept
from defeasible.llm.teach.premises import frames
from defeasible.llm.teach.samples import KINDS, samples
from defeasible.llm.tuning import Lesson
from defeasible.reasoner import belief, size
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.evidence import no_roles, no_sizes
from defeasible.reasoner.forms import Premises, SizeContext, Unparsed
from defeasible.reasoner.logic import FALSE
from defeasible.reasoner.verdict import Verdict


@pytest.mark.parametrize("kind", KINDS)
def test_the_parser_makes_of_the_replies_the_form_of_each_text(kind: str) -> None:
    for sample in islice(samples((kind,), seed=3), 120):
        parsed = ModelParser(Scripted([sample.declare, sample.bind]), repairs=0).parse(sample.text)
        form = parsed.form
        assert not isinstance(form, Unparsed), form
        # A general statement may be about somebody of whom no text says what it says.
        assert (replace(form, notes=()) if isinstance(form, Premises) else form) == sample.form
        if isinstance(form, Premises | SizeContext):
            assert all(statement.span is not None for statement in form.statements)


def test_no_text_contradicts_itself() -> None:
    for sample in islice(samples(("premises", "sizes"), seed=5), 80):
        form = sample.form
        if isinstance(form, Premises):
            decision = belief.decide(form, FALSE, roles=no_roles)
        else:
            assert isinstance(form, SizeContext)
            decision = size.decide(form, sizes=no_sizes)
        assert decision.verdict is not Verdict.INCONSISTENT, sample.text


def test_the_things_of_a_text_have_names_of_their_own() -> None:
    for sample in islice(samples(("sizes",), seed=1, test=True), 400):
        first, second = (source.text for source in sample.text.sources[1:])
        assert first not in second, sample.text
        assert second not in first, sample.text
        for said in json.loads(sample.bind)["comparisons"]:
            assert said["left"] != said["right"], sample.text


def test_a_comparison_has_the_thing_on_the_left_that_its_sentence_names_first() -> None:
    comparisons = 0
    for sample in islice(samples(("sizes",), seed=5), 60):
        names = {declared.id: declared.name.lower() for declared in sample.vocabulary}
        for said in json.loads(sample.bind)["comparisons"]:
            if said["right"] != "metre":
                words = f"{said['words'].lower()} "
                assert words.index(names[said["left"]]) < words.rindex(names[said["right"]]), words
                comparisons += 1
    assert comparisons > 30


def test_the_same_seed_gives_the_same_texts_wherever_they_begin() -> None:
    first = list(islice(samples(("premises", "sizes"), seed=1), 6))
    assert list(islice(samples(("premises", "sizes"), seed=1, start=3), 3)) == first[3:]
    assert list(islice(samples(("premises", "sizes"), seed=2), 6)) != first


def test_words_of_the_test_are_never_taught() -> None:
    for test in (False, True):
        clauses = Clauses(Draw("names", test=test))
        assert {kept(clauses.name().words) for _ in range(200)} == {test}


TOM = Clause(Subject("Tom", "s", "he"), (Deed("buy", "a car", "a car"), Deed("be", "glad")))


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (TOM.said(), "Tom buys a car and is glad"),
        (TOM.said(no=True), "Tom does not buy a car and be glad"),
        (TOM.said(no=True, short=True, nor="or"), "Tom doesn't buy a car or be glad"),
        (TOM.said("past", subject="he"), "he bought a car and was glad"),
        (TOM.said("will", no=True, short=True), "Tom won't buy a car and be glad"),
        (TOM.said("perfect"), "Tom has bought a car and been glad"),
        (TOM.open(), "Tom may or may not buy a car and be glad"),
        (TOM.parts[1].said("past", no=True), "Tom was not glad"),
    ],
)
def test_a_clause_is_said_in_many_ways(said: str, text: str) -> None:
    assert said == text


def test_a_passive_says_the_same_of_the_object() -> None:
    passive = TOM.parts[0].passive
    assert passive is not None
    assert passive.said("past", no=True) == "a car was not bought by Tom"
    assert TOM.passive is None


def test_every_frame_names_only_clauses_that_its_sentences_say() -> None:
    for frame in (*frames("rule"), *frames("fact")):
        for text in frame.texts:
            for place in "012":
                assert (f"{{{place}}}" not in frame.if_ + frame.then) or (f"{{{place}" in text), text


def test_what_cannot_be_taught_is_refused() -> None:
    with pytest.raises(UsageError, match="unknown kind of text 'poems'"):
        Plan(("poems",))
    with pytest.raises(UsageError, match="must be at least 1"):
        Plan(steps=0)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("peft", reason="needs the extra `tune`")
    return build(tmp_path_factory.mktemp("base"))


def plan(**named: float) -> Plan:
    return Plan(**{"kinds": ("sizes",), "steps": 4, "batch": 2, "warm": 1, **named})  # type: ignore[arg-type]


def test_a_course_that_was_stopped_goes_on(base: Path, tmp_path: Path) -> None:
    told: list[str] = []
    teach(str(base), tmp_path / "out", plan(steps=2), device="cpu", say=told.append)
    teach(str(base), tmp_path / "out", plan(steps=4), device="cpu", say=told.append)
    assert told == ["resuming after 2 batches, 0 minutes"]
    with pytest.raises(UsageError, match="another plan"):
        teach(str(base), tmp_path / "out", plan(rate=0.5), device="cpu")


def test_a_course_begins_with_an_adapter(base: Path, tmp_path: Path) -> None:
    first = tmp_path / "first"
    teach(str(base), first, plan(steps=3, rate=0.1), device="cpu", say=lambda _: None)
    weights = {n: w for n, w in Taught(str(base), device="cpu").model.state_dict().items() if "lora_B" in n}
    assert all(not weight.any() for weight in weights.values()), "a new adapter changes nothing"
    begun = Taught(str(base), adapter=first, device="cpu").model
    assert any(weight.any() for name, weight in begun.state_dict().items() if "lora_B" in name)
    assert {name for name, w in begun.named_parameters() if w.requires_grad} >= set(weights)
    teach(str(base), tmp_path / "on", plan(steps=2), adapter=first, device="cpu", say=lambda _: None)
    with pytest.raises(UsageError, match="another plan"):
        teach(str(base), tmp_path / "on", plan(steps=3), device="cpu")
    with pytest.raises(UsageError, match=r"is not an adapter\n  hint: `defeasible teach` writes one"):
        Taught(str(base), adapter=tmp_path, device="cpu")


@pytest.mark.parametrize("file", ["adapter_model.safetensors", "adapter_config.json"])
def test_a_damaged_adapter_is_named(file: str, base: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    teach(str(base), out, plan(steps=1), device="cpu", say=lambda _: None)
    (out / file).write_bytes(b"{ not what peft wrote")
    damaged = f"`{out}` is not an adapter for this model: "
    with pytest.raises(UsageError, match=damaged):
        Taught(str(base), adapter=out, device="cpu")
    with pytest.raises(UsageError, match=damaged):
        open_any(f"hf:{base}?device=cpu&adapter={out}")
    (out / file).unlink()
    with pytest.raises(UsageError, match=f"`{out}` is not an adapter"):
        Taught(str(base), adapter=out, device="cpu")


def test_the_loss_is_that_of_the_replies_alone(base: Path) -> None:
    import torch  # noqa: PLC0415 - tests without the extra import this module too

    taught = Taught(str(base), device="cpu")
    rows = [taught.rows(Lesson((Message("user", f"rain {n}"),), ("yes " * (n + 1),)))[0] for n in range(3)]
    batch = taught.together(rows)
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        whole = taught.model(**batch).loss
    with torch.no_grad():
        assert float(taught.loss(rows)) == pytest.approx(float(whole), abs=0.02)


@pytest.mark.parametrize(
    ("device", "has", "half"),
    [
        ("cpu", {"avx2": True, "avx512_bf16": False}, False),
        ("cpu", {"amx_bf16": True}, True),
        ("cuda", {}, True),
    ],
)
def test_only_what_multiplies_in_half_precision_trains_in_it(
    device: str, has: dict[str, bool], half: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: has)
    assert halves(device) is half


def test_an_adapter_reads_alike_on_both_engines(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")
    from defeasible.llm.gguf.export import export  # noqa: PLC0415 - after the skip

    export(base, base / "base.gguf")
    out = tmp_path / "out"
    teach(str(base), out, plan(steps=6, rate=0.1), device="cpu", say=lambda _: None)
    asked = (Message("system", "be brief"), Message("user", "If it rains, the street gets wet."))
    options = [" yes", " no", " the street gets wet."]
    plain = open_any(f"hf:{base}?device=cpu")
    exact = open_any(f"hf:{base}?device=cpu&adapter={out}")
    fast = open_any(f"gguf:{base / 'base.gguf'}?cache=f32&threads=1&adapter={out}")
    assert not isinstance(plain, type(None))
    scores = [[s.logprob for s in model.score(asked, options)] for model in (plain, exact, fast)]  # type: ignore[union-attr]
    assert scores[1] == pytest.approx(scores[2], rel=5e-3)
    assert scores[1] != pytest.approx(scores[0], rel=5e-3)
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "cache"))
    (out / "adapter.gguf").unlink()  # llama.cpp's file is made of peft's
    again = open_any(f"gguf:{base / 'base.gguf'}?cache=f32&threads=1&adapter={out}")
    assert [s.logprob for s in again.score(asked, options)] == pytest.approx(scores[2])  # type: ignore[union-attr]
    replies = [model.generate([Request(asked, max_tokens=8)])[0] for model in (exact, fast)]  # type: ignore[union-attr]
    assert all(isinstance(reply, Reply) for reply in replies)
    assert plain.fingerprint != exact.fingerprint  # type: ignore[union-attr]


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("DEFEASIBLE_CACHE", str(tmp_path / "cache"))
    weights = tmp_path / "weights"
    weights.write_bytes(b"numbers")
    with pytest.raises(UsageError, match=r"cannot write .*\n  hint: set DEFEASIBLE_CACHE"):
        made(weights, lambda path: path.touch())


@pytest.mark.parametrize("engine", ["hf", "gguf"])
def test_a_folder_without_an_adapter_is_refused(engine: str, base: Path, tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp", reason="needs the extra `llamacpp`")
    from defeasible.llm.gguf.export import export  # noqa: PLC0415 - after the skip

    export(base, base / "base.gguf")
    place = base if engine == "hf" else base / "base.gguf"
    with pytest.raises(UsageError, match="not an adapter for this model"):
        open_any(f"{engine}:{place}?adapter={tmp_path}")
