"""The run log: an append-only directory that survives kills, full disks and larger limits."""

from defeasible.eval.runlog.events import SCHEMA, DecisionEvent, Failure, ScoreEvent
from defeasible.eval.runlog.manifest import Manifest
from defeasible.eval.runlog.rundir import RunDir
from defeasible.eval.runlog.schemas import json_schema

__all__ = ["SCHEMA", "DecisionEvent", "Failure", "Manifest", "RunDir", "ScoreEvent", "json_schema"]
