"""The tools of an agent: schemas, durability, turns between writers, and what a hostile client gets."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.tools import KeptBase, Memories
from defeasible.reasoner.tools.tools import LONGEST

WRITER = """
import sys
from defeasible.reasoner.tools import KeptBase, Memories
memories = Memories(KeptBase(sys.argv[1]))
for n in range(int(sys.argv[3])):
    memories.tell(f"Lamp {n} of room {sys.argv[2]} is on.")
    print(n, flush=True)
"""


def test_what_an_agent_does(tmp_path: Path) -> None:
    memories = Memories(KeptBase(tmp_path / "base.json"))
    assert memories.tell("Birds fly.").outcome == "done"
    memories.tell("Tweety is a bird.", by="Ann")
    assert memories.ask("Tweety flies.").verdict == "entailed"
    memories.tell("Tweety does not fly.")
    assert memories.ask("Tweety flies.").verdict == "refuted"
    assert memories.as_of(2, "Tweety flies.").verdict == "entailed"
    assert "Tweety does not fly." in memories.why("Tweety flies.")
    checked = memories.check("Tweety flies.")
    assert (checked.answer.verdict, checked.state) == ("refuted", "verified")
    memories.undo()
    assert memories.ask("Tweety flies.").verdict == "entailed"
    assert memories.retract("Tweety is a bird.").lost
    assert "Birds fly." in memories.why_not("Tweety flies.")
    assert memories.history()[2].endswith("(undone)")
    memories.revise("Tweety flies.")
    memories.tell("Tweety does not fly.", certain=True)
    assert memories.conflicts() == [['t5 "Tweety flies."', 't6 "Tweety does not fly."']]


def test_each_tool_has_a_schema_and_says_what_it_does(tmp_path: Path) -> None:
    tools = Memories(KeptBase(tmp_path / "base.json")).tools()
    assert [tool.name for tool in tools if tool.changes] == ["tell", "retract", "revise", "undo"]
    jsonschema = pytest.importorskip("jsonschema", reason="needs jsonschema")
    for tool in tools:
        jsonschema.Draft202012Validator.check_schema(tool.parameters)
        assert tool.description
        # No tool takes a path or anything else of the machine.
        assert tool.parameters["properties"].keys() <= {
            "text", "certain", "usually", "by", "limit", "turn", "last",
        }  # fmt: skip


def test_another_process_sees_each_change_at_once(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    first, second = Memories(KeptBase(path)), Memories(KeptBase(path))
    first.tell("It rains.")
    assert second.ask("It rains.").verdict == "entailed"
    second.undo()
    assert first.ask("It rains.").verdict == "unknown"


def test_writers_take_turns(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(n), "4"], stdout=subprocess.PIPE)
        for n in range(3)
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    for writer in writers:
        assert writer.stdout is not None
        writer.stdout.close()
    with KeptBase(path).reading() as kb:
        assert len(kb) == 12
        assert [event.turn for event, _ in kb.log] == list(range(1, 13))


def test_a_killed_writer_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), "1", "1000"], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(5)][-1]
        writer.kill()
        rest = writer.stdout.read().split()
    last = int(rest[-1]) if rest else acknowledged
    memories = Memories(KeptBase(path))
    for n in range(last + 1):
        assert memories.ask(f"Lamp {n} of room 1 is on.").verdict == "entailed"
    assert memories.tell("It rains.").outcome == "done"


def test_a_change_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "base.json"
    memories = Memories(KeptBase(path))
    memories.tell("It rains.")
    before = path.read_bytes()
    with pytest.raises(UsageError, match="no change 7"):
        memories.undo(7)
    with pytest.raises(UsageError, match="at most 20000 characters, got 20001"):
        memories.retract("x" * (LONGEST + 1))
    with pytest.raises(UsageError, match="both certain and a default"):
        memories.tell("It rains.", certain=True, usually=True)
    assert path.read_bytes() == before
    assert memories.ask("It rains.").verdict == "entailed"


@pytest.mark.parametrize("text", ["../../etc/passwd", "file:///etc/passwd", "\x00", "$(touch x)", "{}" * 99])
def test_a_hostile_text_is_a_text(tmp_path: Path, text: str) -> None:
    (tmp_path / "inner").mkdir()
    memories = Memories(KeptBase(tmp_path / "inner" / "base.json"))
    memories.tell("It rains.")
    for call in (memories.tell, memories.ask, memories.why, memories.why_not, memories.revise):
        try:
            answer = call(text)
        except UsageError:
            continue
        assert "root:" not in json.dumps(str(answer))
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]
    assert {path.name for path in (tmp_path / "inner").iterdir()} == {"base.json", ".base.json.lock"}


def test_an_agent_of_pydantic_ai_calls_the_tools(tmp_path: Path) -> None:
    pydantic_ai = pytest.importorskip("pydantic_ai", reason="needs pydantic-ai")
    models = pytest.importorskip("pydantic_ai.models.test", reason="needs pydantic-ai")
    memories = Memories(KeptBase(tmp_path / "base.json"))
    memories.tell("It rains.")
    tools = [tool.call for tool in memories.tools()]
    agent = pydantic_ai.Agent(models.TestModel(call_tools=["conflicts", "history"]), tools=tools)
    called = json.loads(asyncio.run(agent.run("What do you know?")).output)
    assert called.keys() == {"conflicts", "history"}
