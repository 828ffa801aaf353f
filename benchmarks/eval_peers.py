"""Measure other evaluation layers per item, on the items of `eval_overhead.py`: Inspect and lm-eval.

Each runs in processes of an interpreter that has it, with its own model that answers immediately (`mockllm`,
`dummy`) and with its log on, once with few items and once with many; the difference is the cost of an item
without start-up. Token counts of `mockllm` need a tokenizer from the network; a byte-level one replaces it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FEW = 50

INSPECT = """
import sys, tiktoken
ranks = {bytes([byte]): byte for byte in range(256)}
plain = tiktoken.Encoding("bytes", pat_str=r"[^ ]+|[ ]+", mergeable_ranks=ranks, special_tokens={})
tiktoken.get_encoding = tiktoken.encoding_for_model = lambda *_: plain
import json
from inspect_ai import Task, eval
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import choice
from inspect_ai.solver import multiple_choice
items = [json.loads(line) for line in open(sys.argv[1])]
samples = [Sample(input=i["question"], choices=i["options"], target="ABC"[i["gold"]]) for i in items]
task = Task(dataset=MemoryDataset(samples), solver=multiple_choice(), scorer=choice())
(log,) = eval(task, model="mockllm/model", display="none", log_dir=sys.argv[2])
assert log.status == "success", log.error
assert log.results.completed_samples == len(items)
"""

LM_EVAL_TASK = """
task: shops
dataset_path: json
dataset_kwargs: {{data_files: {{test: {items}}}}}
test_split: test
output_type: multiple_choice
doc_to_text: "{{{{question}}}}"
doc_to_choice: options
doc_to_target: gold
metric_list: [{{metric: acc}}]
"""


def write_questions(path: Path, n: int) -> None:
    """Write `n` distinct items, one JSON object per line."""
    with path.open("w", encoding="utf-8") as file:
        for i in range(n):
            question = (
                f"If Ann opens shop {i} then Ben visits shop {i}\nAnn opens shop {i}\n"
                f"If shop {i} has bread then Ben visits shop {i}\n\nWhat follows?"
            )
            options = [f"Ben visits shop {i}", f"Ben does not visit shop {i}", "Ben may or may not visit it"]
            file.write(json.dumps({"question": question, "options": options, "gold": i % 2 * 2}) + "\n")


def _inspect(python: str, folder: Path, items: Path) -> list[str]:
    script = folder / "inspect_items.py"
    script.write_text(INSPECT)
    return [python, str(script), str(items), str(folder / "log")]


def _lm_eval(python: str, folder: Path, items: Path) -> list[str]:
    tasks = folder / "tasks"
    tasks.mkdir(exist_ok=True)
    (tasks / "shops.yaml").write_text(LM_EVAL_TASK.format(items=items))
    arguments = ["run", "--model", "dummy", "--tasks", "shops", "--include_path", str(tasks), "--log_samples"]
    return [python, "-m", "lm_eval", *arguments, "--output_path", str(folder / "out")]


PEERS = {"Inspect (inspect_ai, mockllm)": _inspect, "lm-eval (dummy)": _lm_eval}


def cost(python: str, n: int) -> dict[str, float]:
    """Return the CPU milliseconds per item of each peer.

    Args:
        python: An interpreter that has `inspect_ai` and `lm_eval`.
        n: Number of items of the larger run.

    Raises:
        RuntimeError: If one of them fails.
    """
    found = {}
    for name, command in PEERS.items():
        spent = []
        for size in (FEW, FEW + n):
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary)
                items = folder / "items.jsonl"
                write_questions(items, size)
                spent.append(_cpu(command(python, folder, items), folder))
        found[name] = (spent[1] - spent[0]) / n * 1000
    return found


def _cpu(command: list[str], folder: Path) -> float:
    environment = os.environ | {
        "HF_HOME": str(folder / "hf"),
        "HF_HUB_OFFLINE": "1",
        "HF_DATASETS_OFFLINE": "1",
    }
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=environment)
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    if status:
        words = (folder / "said").read_text(errors="replace")[-2000:]
        raise RuntimeError(f"{command[:3]} failed:\n{words}")
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    for layer, milliseconds in cost(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000).items():
        print(f"{layer:48}{milliseconds:14.3f}")
