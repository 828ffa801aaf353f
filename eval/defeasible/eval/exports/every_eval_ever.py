"""Every Eval Ever: a JSON file of scores and one of items per run, in version 0.3.0 of its schemas.

The schemas are those of the package `every-eval-ever` 0.3.0 (MIT), which requires Python 3.12 and is not
needed here. Tests validate the output against them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from uuid import UUID

from defeasible.datasets.catalog import benchmark
from defeasible.eval.cases import Json
from defeasible.eval.inspection.items import Item, items_of
from defeasible.eval.report.items import question_text
from defeasible.eval.runlog import Manifest, RunDir
from defeasible.eval.runlog.files import write_atomically
from defeasible.eval.summary import summarise
from defeasible.eval.table import rows

SCHEMA = "0.3.0"
NO_MODEL = "defeasible/logic-alone"
"""Model id of runs in which no model was asked."""


def write_every_eval_ever(runs: Sequence[RunDir], folder: Path) -> list[Path]:
    """Write two files for each run, laid out as in the collection, and return their paths.

    They are `data/TASK/DEVELOPER/MODEL/UUID.json` and `UUID_samples.jsonl` beside it. The UUID is derived
    from the run, so writing it again replaces the files.

    Raises:
        OSError: If a file cannot be written.
    """
    paths: list[Path] = []
    for run in runs:
        document, items = documents(run)
        lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items).encode()
        digest = hashlib.sha256(str(document["evaluation_id"]).encode()).digest()
        developer, _, model = _model(run).rpartition("/")
        parts = (run.manifest.task.replace("/", "-"), _plain(developer) or "unknown", _plain(model))
        stem = "/".join(("data", *parts, str(UUID(bytes=digest[:16], version=4))))
        document["detailed_evaluation_results"] = {
            "format": "jsonl",
            "file_path": f"{stem}_samples.jsonl",
            "hash_algorithm": "sha256",
            "checksum": hashlib.sha256(lines).hexdigest(),
            "total_rows": len(items),
        }
        paths += [folder / f"{stem}.json", folder / f"{stem}_samples.jsonl"]
        paths[-1].parent.mkdir(parents=True, exist_ok=True)
        write_atomically(paths[-2], json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n")
        write_atomically(paths[-1], lines)
    return paths


def _plain(name: str) -> str:
    """Return a name that is valid in any file system."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")


def _model(run: RunDir) -> str:
    return str(run.manifest.config.get("pipeline.model") or NO_MODEL)


def documents(run: RunDir) -> tuple[dict[str, Json], list[dict[str, Json]]]:
    """Return the document of a run's scores, without its reference to the items, and those of its items."""
    manifest = run.manifest
    model = _model(run)
    began = _epoch(manifest.sessions[0].started)
    evaluation = f"{manifest.task}/{manifest.pipeline}/{manifest.config_hash[:12]}/{began}"
    latest = manifest.sessions[-1]
    # A run does not know whether the weights are open, or who deploys them.
    details: dict[str, Json] = {"deployment_type": "unknown", "model_availability": "unknown"}
    details |= {name: str(value) for name, value in manifest.config.items() if value is not None}
    document: dict[str, Json] = {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation,
        "evaluation_timestamp": manifest.sessions[0].started,
        "retrieved_timestamp": began,
        "source_metadata": {
            "source_name": "defeasible",
            "source_type": "evaluation_run",
            "source_organization_name": "unknown",
            "evaluator_relationship": "third_party",
        },
        "eval_library": {"name": "defeasible", "version": latest.environment.version},
        "model_info": {"name": model, "id": model, "additional_details": details},
        "evaluation_results": _results(run, evaluation),
    }
    return document, [_item(item, run, evaluation, model) for item in items_of(run)]


def _results(run: RunDir, evaluation: str) -> list[Json]:
    summary = summarise(run)
    ours = rows(summary)[0]
    found: list[Json] = []
    for metric, value in ours.values.items():
        if value is None:
            continue
        uncertainty: dict[str, Json] = {"num_samples": summary.n}
        if metric in ours.intervals:
            low, high = ours.intervals[metric]
            uncertainty["confidence_interval"] = {"lower": low, "upper": high, "confidence_level": 0.95}
        details: dict[str, Json] = {"coverage": f"{summary.coverage:.6f}"}
        found.append(
            {
                "evaluation_result_id": f"{evaluation}#{metric}",
                "evaluation_name": summary.task.name,
                "source_data": _source(run.manifest, summary.task.dataset),
                "metric_config": {
                    "metric_id": metric,
                    "metric_name": metric,
                    "lower_is_better": False,
                    "score_type": "continuous",
                    "min_score": 0,
                    "max_score": 1,
                },
                "score_details": {"score": value, "details": details, "uncertainty": uncertainty},
            }
        )
    return found


def _source(manifest: Manifest, dataset: str) -> dict[str, Json]:
    known = benchmark(dataset)
    if manifest.data.builtin:
        return {"dataset_name": f"{known.title}: built-in suite of defeasible", "source_type": "other"}
    hashes: dict[str, Json] = {file.path: file.sha256 for file in manifest.data.files}
    return {"dataset_name": known.title, "source_type": "other", "additional_details": hashes}


def _item(item: Item, run: RunDir, evaluation: str, model: str) -> dict[str, Json]:
    case, event = item.case, item.event
    raw, gold = question_text(case), case.gold_answer
    metadata: Mapping[str, Json] = {
        **dict(case.facets),
        "status": str(item.outcome.status),
        "ground": str(item.ground),
        **({"blame": str(item.blame.stage)} if item.blame else {}),
        **({"verdict": str(event.verdict)} if event and event.verdict is not None else {}),
    }
    found: dict[str, Json] = {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation,
        "model_id": model,
        "evaluation_name": run.manifest.task,
        "sample_id": case.id,
        "sample_hash": hashlib.sha256((raw + gold).encode()).hexdigest(),
        "interaction_type": "single_turn",
        "input": {"raw": raw, "reference": [gold], "choices": list(case.options) or None},
        "output": {"raw": [item.answer]},
        "messages": None,
        "answer_attribution": [
            {
                "turn_idx": 0,
                "source": "output.raw",
                "extracted_value": item.outcome.label or item.outcome.text or "",
                "extraction_method": f"defeasible {run.manifest.task}",
                "is_terminal": True,
            }
        ],
        "evaluation": {"score": item.outcome.score, "is_correct": item.outcome.correct},
        "error": event.error.message if event and event.error else None,
        "metadata": metadata,
    }
    if event is not None:
        found["performance"] = {"latency_ms": event.seconds * 1000}
        if event.model is not None:
            found["token_usage"] = {
                "input_tokens": event.model.prompt_tokens,
                "output_tokens": event.model.tokens,
                "total_tokens": event.model.prompt_tokens + event.model.tokens,
            }
    return found


def _epoch(stamp: str) -> str:
    return str(int(datetime.fromisoformat(stamp).timestamp()))
