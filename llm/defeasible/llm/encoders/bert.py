"""`Bert`: token vectors of a BERT model, computed with numpy alone."""

from __future__ import annotations

import json
import math
import unicodedata
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from defeasible.reasoner.errors import UsageError

Array: TypeAlias = "np.ndarray[Any, np.dtype[np.float32]]"

LONGEST_WORD = 100
"""Most characters of a word that is split into pieces; a longer one is `[UNK]`, as in BERT's tokenizer."""
_NUMBERS = {"F32": np.float32, "F16": np.float16}
_OLD_NAMES = {"LayerNorm.gamma": "LayerNorm.weight", "LayerNorm.beta": "LayerNorm.bias"}


class Read(NamedTuple):
    """A text as token vectors."""

    vectors: Array
    """Shape (tokens, dimensions); the first and the last token are special."""
    tokens: tuple[str, ...]


class Bert:
    """BERT and models of the same architecture (MiniLM), on a CPU, without torch.

    Meant for texts of a few sentences: attention takes time quadratic in the length.

    Args:
        folder: Contains `config.json`, `model.safetensors` and `vocab.txt`.
        layer: The layer whose output is returned, from 1; the last by default. `bert-score` uses layer 9 of
            the 12 of bert-base-uncased.

    Raises:
        UsageError: If a file is missing or malformed, or the model has another architecture or no such layer.

    References:
        J. Devlin, M.-W. Chang, K. Lee, K. Toutanova (2019), BERT, section 3, and its released tokeniser.
    """

    def __init__(self, folder: str | Path, layer: int | None = None) -> None:
        path = Path(folder)
        try:
            config: dict[str, Any] = json.loads((path / "config.json").read_text(encoding="utf-8"))
            pieces = (path / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
            self._weights = _read_weights(path / "model.safetensors")
            settings = path / "tokenizer_config.json"
            said = json.loads(settings.read_text(encoding="utf-8")) if settings.exists() else {}
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
            raise UsageError(
                f"cannot read a BERT model from `{path}`: {error}",
                hint="expected a folder with config.json, model.safetensors and vocab.txt",
            ) from error
        build = {"model_type": "bert", "hidden_act": "gelu", "position_embedding_type": "absolute"}
        for name, wanted in build.items():
            if config.get(name, wanted) != wanted:
                raise UsageError(f"`{path}`: {name} must be {wanted!r}, got {config[name]!r}")
        self._layers = config["num_hidden_layers"] if layer is None else layer
        if not 1 <= self._layers <= config["num_hidden_layers"]:
            raise UsageError(f"layer must be between 1 and {config['num_hidden_layers']}, got {layer}")
        self._heads: int = config["num_attention_heads"]
        self._epsilon: float = config.get("layer_norm_eps", 1e-12)
        self._lower: bool = said.get("do_lower_case", True)
        self._pieces = {piece: n for n, piece in enumerate(pieces)}
        self.context: int = config["max_position_embeddings"]
        """The most tokens that a text may have."""

    def read(self, text: str) -> Read:
        """Return the token vectors of a text.

        Raises:
            UsageError: If the text has more tokens than `context`.
        """
        tokens = ("[CLS]", *self.tokens(text), "[SEP]")
        if len(tokens) > self.context:
            raise UsageError(f"text too long: {len(tokens)} tokens, limit {self.context}: {text[:40]!r}...")
        rows = [self._pieces[token] for token in tokens]
        name = "embeddings."
        x = self._weights[f"{name}word_embeddings.weight"][rows]
        x = x + self._weights[f"{name}position_embeddings.weight"][: len(rows)]
        x = x + self._weights[f"{name}token_type_embeddings.weight"][0]
        x = self._normal(x, f"{name}LayerNorm")
        for n in range(self._layers):
            x = self._layer(x, f"encoder.layer.{n}.")
        return Read(x, tokens)

    def tokens(self, text: str) -> list[str]:
        """Return the word pieces of a text, without special tokens.

        Each word is split greedily into the longest pieces of the vocabulary; a word that cannot be is
        `[UNK]`.
        """
        return [piece for word in _words(text, self._lower) for piece in self._cut(word)]

    def _cut(self, word: str) -> list[str]:
        found: list[str] = []
        start = 0
        while start < len(word):
            lead = "##" if start else ""
            end = next((e for e in range(len(word), start, -1) if lead + word[start:e] in self._pieces), 0)
            if not end or len(word) > LONGEST_WORD:
                return ["[UNK]"]
            found.append(lead + word[start:end])
            start = end
        return found

    def _layer(self, x: Array, name: str) -> Array:
        size = x.shape[1] // self._heads
        query, key, value = (
            self._linear(x, f"{name}attention.self.{part}").reshape(len(x), self._heads, size).swapaxes(0, 1)
            for part in ("query", "key", "value")
        )
        near = query @ key.swapaxes(1, 2) / np.float32(math.sqrt(size))
        near = np.exp(near - near.max(axis=2, keepdims=True))
        near /= near.sum(axis=2, keepdims=True)
        seen = (near @ value).swapaxes(0, 1).reshape(x.shape)
        x = self._normal(
            x + self._linear(seen, f"{name}attention.output.dense"), f"{name}attention.output.LayerNorm"
        )
        inner = _gelu(self._linear(x, f"{name}intermediate.dense"))
        return self._normal(x + self._linear(inner, f"{name}output.dense"), f"{name}output.LayerNorm")

    def _linear(self, x: Array, name: str) -> Array:
        found: Array = x @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]
        return found

    def _normal(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(self._epsilon))
        found: Array = centred / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
        return found


def _read_weights(path: Path) -> dict[str, Array]:
    """Read a safetensors file of 32-bit or 16-bit floats, and drop the prefix `bert.` from names."""
    content = path.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header: dict[str, Any] = json.loads(content[8:start])
    found: dict[str, Array] = {}
    for name, about in header.items():
        if name == "__metadata__" or about["dtype"] not in _NUMBERS:
            continue
        first, last = about["data_offsets"]
        numbers = np.frombuffer(content[start + first : start + last], _NUMBERS[about["dtype"]])
        plain = name.removeprefix("bert.")
        for old, new in _OLD_NAMES.items():
            plain = plain.replace(old, new)
        found[plain] = numbers.reshape(about["shape"]).astype(np.float32)
    if "embeddings.word_embeddings.weight" not in found:
        raise ValueError(f"{path.name} has no weights `embeddings.word_embeddings.weight` of 16 or 32 bits")
    return found


def _words(text: str, lower: bool) -> list[str]:
    """Split at whitespace, punctuation and Chinese characters. With `lower`, drop case and accents."""
    if lower:
        parts = unicodedata.normalize("NFD", text.lower())
        text = "".join(sign for sign in parts if unicodedata.category(sign) != "Mn")
    spread: list[str] = []
    for sign in text:
        kind = unicodedata.category(sign)
        if sign in "\t\n\r" or kind == "Zs":
            spread.append(" ")
        elif kind[0] == "C" or sign == "\ufffd":
            continue
        elif _alone(sign, kind):
            spread.append(f" {sign} ")
        else:
            spread.append(sign)
    return "".join(spread).split()


def _alone(sign: str, kind: str) -> bool:
    symbol = sign.isascii() and not sign.isalnum()
    return symbol or kind[0] == "P" or "\u3400" <= sign <= "\u9fff" or "\uf900" <= sign <= "\ufaff"


def _gelu(x: Array) -> Array:
    """Return GELU: x times the normal CDF, by erf to 1.5e-7 (Abramowitz and Stegun, 7.1.26)."""
    scaled = np.abs(x) / math.sqrt(2)
    t = 1 / (1 + 0.3275911 * scaled)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    erf = np.sign(x) * (1 - series * np.exp(-scaled * scaled))
    found: Array = (0.5 * x * (1 + erf)).astype(np.float32)
    return found
