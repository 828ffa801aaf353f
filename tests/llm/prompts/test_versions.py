"""Words that were once used stay as they are: a change of a prompt takes a new number."""

from pathlib import Path

import pytest

from defeasible.llm.prompts import load, styles, tasks

KNOWN = {
    ("belief-r", "cot"): "cot@1:c9b8eb",
    ("belief-r", "direct"): "direct@1:c8c0d1",
    ("belief-r", "likelihood"): "likelihood@1:0d1c91",
    ("belief-r", "likelihood-as-released"): "likelihood-as-released@1:34da4e",
    ("belief-r", "nli"): "nli@1:296818",
    ("belief-r", "nli-as-released"): "nli-as-released@1:2ae5bd",
    ("belief-r", "plan-and-solve"): "plan-and-solve@1:c01118",
    ("ccons", "cloze"): "cloze@1:bed6ba",
    ("ccons", "question"): "question@1:d1ac78",
    ("corecode/candidates", "direct"): "direct@1:3d7c97",
    ("corecode/cause", "direct"): "direct@1:531f1b",
    ("corecode/clipped", "direct"): "direct@1:1058af",
    ("corecode/conflict", "direct"): "direct@1:0968a2",
    ("corecode/domain", "direct"): "direct@1:733d3e",
    ("corecode/filling", "direct"): "direct@1:f9c4e2",
    ("corecode/generation", "direct"): "direct@1:cf5eb5",
    ("corecode/slot", "direct"): "direct@1:354bfb",
    ("corecode/subsequent", "direct"): "direct@1:cd3915",
    ("corecode/domain", "numbered"): "numbered@1:e6ffd0",
    ("corecode/filling", "numbered"): "numbered@1:454a4e",
    ("corecode/slot", "numbered"): "numbered@1:e6de18",
    ("pasta/change", "completion"): "completion@1:9e8eca",
    ("pasta/change", "direct"): "direct@1:e1b9b0",
    ("pasta/pairs", "direct"): "direct@1:4680d3",
    ("pasta/revision", "completion"): "completion@1:4a57b1",
    ("pasta/revision", "direct"): "direct@1:70a031",
    ("pasta/rewriting", "direct"): "direct@1:77ef80",
    ("pasta/state", "cot"): "cot@1:27933f",
    ("pasta/state", "direct"): "direct@1:4d40a3",
    ("pasta/state", "pair"): "pair@1:e883b5",
}
"""Who changes a prompt keeps the old file as `STYLE@NUMBER.toml`, counts up, and adds a line here."""


def test_prompts_are_what_their_versions_say() -> None:
    assert {(task, style): load(task, style).version for task in tasks() for style in styles(task)} == KNOWN


@pytest.mark.parametrize(("task", "style"), KNOWN, ids=map("-".join, KNOWN))
def test_a_version_from_a_log_is_found_again(task: str, style: str) -> None:
    assert load(task, style, KNOWN[task, style]).style == style


def test_examples_are_our_own(open_data: Path) -> None:
    files = [path for path in open_data.rglob("*") if path.suffix in {".csv", ".jsonl"}]
    told = "\n".join(path.read_text(encoding="utf-8") for path in files)
    assert len(told) > 1_000_000
    for task in tasks():
        for example in load(task, styles(task)[0]).examples:
            for name in ("premises", "new", "context", "story", "revised", "dialogue"):
                value = example.get(name) or []
                assert isinstance(value, str | list)
                for text in [value] if isinstance(value, str) else value:
                    words = text.partition(": ")[2] or text
                    assert len(words) < 12 or words not in told
