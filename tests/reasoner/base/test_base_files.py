"""The file of a belief base: round trips, damages, and writes that are cut short."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner, State, check_decision, no_roles
from defeasible.reasoner.base import BaseFileError, BeliefBase
from defeasible.reasoner.english.analysis import Analysis, English
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.grammar.belief.conversation import Conversation
from defeasible.reasoner.logic import Atom, Not
from defeasible.reasoner.verdict import Verdict

TEXTS = [
    "If it rains then the match is off.",
    "It rains.",
    "Usually, the referee is late.",
    "If the pitch floods then the match is off.",
    "The pitch does not flood.",
    "Tom is ill.",
    "If he is ill then Anna stays at home.",
    "The referee is not late.",
]
QUESTIONS = ["The match is off.", "Anna stays at home.", "The referee is late.", "Tom sings.", "It rained."]


def base() -> BeliefBase:
    """A base with a history of all verbs."""
    kb = BeliefBase()
    for text in TEXTS:
        kb.tell(text)
    kb.revise("It does not rain.")
    kb.retract("Anna stays at home.")
    kb.update("The pitch floods.")
    kb.tell("The sun shines.", certain=True)
    kb.undo()
    return kb


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a saved base."""
    path = tmp_path_factory.mktemp("base") / "kb.json"
    base().save(path)
    return path.read_bytes()


def test_a_base_comes_back_as_it_was(tmp_path: Path) -> None:
    kb = base()
    kb.save(tmp_path / "kb.json")
    loaded = Reasoner().load_base(tmp_path / "kb.json")
    assert loaded.history == kb.history
    assert loaded.statements == kb.statements
    assert loaded.snapshot().digest == kb.snapshot().digest
    for question in QUESTIONS:
        ours, theirs = kb.ask(question), loaded.ask(question)
        assert (ours.verdict, ours.confidence) == (theirs.verdict, theirs.confidence)
        assert ours.trace.to_json() == theirs.trace.to_json()
        assert not complaints(theirs.trace, kb.snapshot())
    assert str(loaded.tell("It rained.")) == str(kb.tell("It rained."))
    assert loaded.statements == kb.statements, "later texts find the same propositions"
    while kb.history:
        assert loaded.undo() == kb.undo()
    assert loaded.statements == kb.statements == ()
    with pytest.raises(Exception, match="nothing to undo"):
        kb.undo()


def test_saving_again_gives_the_same_bytes(tmp_path: Path) -> None:
    base().save(tmp_path / "a.json")
    BeliefBase.load(tmp_path / "a.json").save(tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_goes_unnoticed(tmp_path: Path, saved: bytes, seed: int) -> None:
    path, random = tmp_path / "kb.json", Random(seed)
    raw = bytearray(saved)
    if seed % 2:
        raw = raw[: random.randrange(len(raw))]
        message = "truncated|not a belief base|first line|cannot read|altered"
    else:
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(7)
        message = "altered|not a belief base|cannot read|no seal|truncated"
    path.write_bytes(bytes(raw))
    with pytest.raises(BaseFileError, match=message):
        BeliefBase.load(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not a belief base"),
        (b"[]\n", "schema None"),
        (b'{"schema": "defeasible.base/3", "seal": ""}\n{}\n', "defeasible.base/3.*\n.*install"),
        (b'{"schema": "defeasible.trace/1"}\n{}\n', "defeasible.trace/1"),
        (b'{"schema": "defeasible.base/2"}\n{}\n', "no seal"),
        (b'{"schema": "defeasible.base/2", "seal": "00"}\n{}', "truncated"),
        (b'{"schema": "defeasible.base/2", "seal": "00"}\n{}\n', "altered"),
    ],
    ids=["empty", "list", "newer", "trace", "no seal", "cut", "altered"],
)
def test_what_is_no_base_is_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "kb.json").write_bytes(content)
    with pytest.raises(BaseFileError, match=message):
        BeliefBase.load(tmp_path / "kb.json")


def test_a_missing_file_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BaseFileError, match=r"cannot read .*No such file"):
        BeliefBase.load(tmp_path / "kb.json")


def _spoil(content: dict[str, Any], what: str) -> None:
    match what:
        case "weight":
            content["statements"][0]["rank"]["weight"] = -1.0
        case "text":
            content["statements"][0]["statement"]["span"]["source"] = "t99"
        case "clause":
            content["heard"]["known"]["clauses"].append(content["heard"]["known"]["clauses"][0])
        case "words":
            content["heard"]["known"]["clauses"][0]["tokens"] = []
        case "predicate":
            content["heard"]["known"]["clauses"][0]["predicate"] = 99
        case _:
            content["heard"]["kinds"]["general"] = ["t99"]


def _seal(path: Path, content: dict[str, Any]) -> None:
    raw = json.dumps(content).encode()
    head = json.dumps({"schema": "defeasible.base/2", "seal": hashlib.sha256(raw).hexdigest()})
    path.write_bytes(head.encode() + b"\n" + raw + b"\n")


@pytest.mark.parametrize("what", ["weight", "text", "clause", "words", "predicate", "kinds"])
def test_a_well_sealed_but_malformed_base_is_refused_by_name(tmp_path: Path, what: str) -> None:
    path = tmp_path / "kb.json"
    base().save(path)
    content = json.loads(path.read_bytes().splitlines()[1])
    _spoil(content, what)
    _seal(path, content)
    with pytest.raises(BaseFileError, match="malformed"):
        BeliefBase.load(path)


def test_a_text_that_no_reader_reads_is_refused_when_something_is_told(tmp_path: Path) -> None:
    path = tmp_path / "kb.json"
    base().save(path)
    content = json.loads(path.read_bytes().splitlines()[1])
    content["heard"]["kinds"]["general"] = ["t3"]
    content["sources"][2]["text"] = "." * 40
    _seal(path, content)
    with pytest.raises(FormError, match="cannot be read: `t3` has no words"):
        BeliefBase.load(path).tell("The moon is full.")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_full_disk_leaves_the_old_file(tmp_path: Path) -> None:
    """Written through a temporary file whose disk is full; a limit on file size stands in for it."""
    path = tmp_path / "kb.json"
    base().save(path)
    before = path.read_bytes()
    code = (
        "import resource, signal, sys; from defeasible.reasoner.base import BeliefBase, BaseFileError\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "kb = BeliefBase.load(sys.argv[1]); kb.tell('The moon is full.')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try: kb.save(sys.argv[1])\n"
        "except BaseFileError as error: print(error); print(len(kb))"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, env=env, check=True
    )
    assert "cannot write the belief base" in ran.stdout
    assert "earlier file is unchanged" in ran.stdout
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(BaseFileError, match="cannot write"):
        base().save(tmp_path / "nowhere" / "kb.json")


def test_a_kill_while_saving_leaves_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "kb.json"
    base().save(path)
    code = (
        "import sys; from defeasible.reasoner.base import BeliefBase\n"
        "kb = BeliefBase.load(sys.argv[1]); print('ready', flush=True)\n"
        "while True: kb.save(sys.argv[1])"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    whole = path.read_bytes()
    for wait in (0.0, 0.003, 0.011):
        running = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, env=env)
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(wait)
        running.send_signal(signal.SIGKILL)
        running.wait()
        running.stdout.close()
        assert path.read_bytes() == whole
        assert BeliefBase.load(path).statements


def test_a_loaded_base_reads_no_text_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = BeliefBase(roles=no_roles)
    for text in ("Birds fly.", "Ann sings.", "If Ann sings then Bob plays."):
        kb.tell(text)
    kb.save(tmp_path / "kb.json")
    read = list[str]()
    whole = English.analyse_all

    def noted(self: English, texts: Sequence[str]) -> list[Analysis]:
        read.extend(texts)
        return whole(self, texts)

    monkeypatch.setattr(English, "analyse_all", noted)
    loaded = BeliefBase.load(tmp_path / "kb.json", roles=no_roles)
    assert loaded.ask("Bob plays.").verdict is Verdict.ENTAILED
    assert {text.strip(" .") for text in read} == {"Bob plays"}
    loaded.tell("Tweety is a bird.")
    assert loaded.ask("Tweety flies.").verdict is Verdict.ENTAILED
    assert not any("Ann sings" in text for text in read)


def test_another_reader_reads_the_texts_of_a_base_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell("Ann sings.")
    monkeypatch.setattr("defeasible.reasoner.base.base.fingerprint", lambda pipeline: "another")
    kb.save(tmp_path / "kb.json")
    monkeypatch.undo()
    monkeypatch.setattr(Conversation, "_again", _refused)
    loaded = BeliefBase.load(tmp_path / "kb.json", roles=no_roles)
    with pytest.raises(ZeroDivisionError):
        loaded.ask("Ann sings.")


def _refused(*_: object) -> None:
    raise ZeroDivisionError


def test_a_loaded_base_knows_the_values_it_was_given(tmp_path: Path) -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell("Ann lives in Oslo.")
    kb.save(tmp_path / "kb.json")
    loaded = BeliefBase.load(tmp_path / "kb.json", roles=no_roles)
    assert [loss.what.id for loss in loaded.tell("Ann lives in Rome.").lost] == ["t1"]


def test_a_change_of_a_loaded_base_comes_behind_the_stored_ones(tmp_path: Path) -> None:
    kb = BeliefBase(roles=no_roles)
    kb.tell(Atom("p"))
    kb.tell(Not(Atom("p")))
    kb.save(tmp_path / "kb.json")
    loaded = BeliefBase.load(tmp_path / "kb.json", roles=no_roles)
    report = loaded.tell(Atom("q"))
    assert report.lost == ()  # what a stored base does not believe is not lost again
    assert [event.turn for event in loaded.history] == [1, 2, 3]
    question, decision = loaded.question(Atom("p")), loaded.ask(Atom("p"))
    assert decision.verdict is Verdict.REFUTED
    assert check_decision(question, decision).state is State.VERIFIED
