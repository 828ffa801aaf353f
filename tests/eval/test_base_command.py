"""`defeasible base`: verbs from standard input, one JSON value on stdout, a file replaced as a whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from checking import complaints
from click.testing import CliRunner, Result

from defeasible.eval.cli.group import command
from defeasible.reasoner import Trace
from defeasible.reasoner.base import BeliefBase


def run(path: Path, lines: str, *options: str) -> Result:
    """Run the command on some lines."""
    return CliRunner().invoke(command, ["base", str(path), *options], input=lines)


RAIN = "tell If it rains then the match is off.\n\n# a remark\ntell It rains.\n"


def test_a_session_is_kept_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "kb.json"
    assert run(path, RAIN).exit_code == 0
    found = run(path, "ask The match is off.\nundo\nask The match is off.\n")
    assert found.output.splitlines() == [
        "ENTAILED",
        "undone: tell It rains.",
        "UNKNOWN (retracted, was ENTAILED)",
    ]
    assert len(BeliefBase.load(path)) == 1


def test_json_is_one_value_with_every_result(tmp_path: Path) -> None:
    found = run(
        tmp_path / "kb.json",
        RAIN + "prove The match is off.\nwhy It rains.\nconflicts\nstatements\n",
        "--json",
    )
    value = json.loads(found.stdout)
    assert [r["verb"] for r in value["results"]] == [
        "tell",
        "tell",
        "prove",
        "why",
        "conflicts",
        "statements",
    ]
    assert value["statements"] == 2
    proof = value["results"][2]
    assert proof["verdict"] == "entailed"
    assert not complaints(Trace.from_json(json.dumps(proof["trace"])))
    assert value["results"][5]["statements"][1] == {"id": "t2", "words": "It rains.", "believed": True}


def test_every_verb_answers(tmp_path: Path) -> None:
    lines = RAIN + (
        "default Birds fly.\ncertain Tom is ill.\nrevise It does not rain.\nupdate The sun shines.\n"
        "retract Tom sings.\nwhy The match is off.\nstatements\nconflicts\nhistory\nhelp\n"
    )
    found = run(tmp_path / "kb.json", lines)
    assert found.exit_code == 0, found.output
    for text in (
        '- t2 "It rains."',
        "it may be false",
        "5  revise done",
        "nothing to give up",
        "take the last change",
    ):
        assert text in found.output


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dance", "line 3: unknown verb 'dance'"),
        ("tell", "line 3: `tell` needs a sentence"),
        ("conflicts now", "line 3: `conflicts` takes no sentence"),
        ("tell \udcff", "line 3: "),
    ],
    ids=["unknown", "without words", "with words", "no text"],
)
def test_a_line_that_cannot_be_carried_out_ends_the_session(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "kb.json"
    lines = f"tell It rains.\nsave\n{line}\ntell The sun shines.\n".encode(errors="surrogateescape")
    found = CliRunner().invoke(command, ["base", str(path)], input=lines)
    assert found.exit_code == 2
    assert message in found.output or "not UTF-8 text" in found.output
    if path.exists():
        assert [h.id for h in BeliefBase.load(path).statements] == ["t1"]


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    assert run(tmp_path / "kb.json", RAIN + "save\n", "--dry-run").exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_base_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "kb.json"
    path.write_text("no base")
    found = run(path, "tell It rains.\n")
    assert found.exit_code == 2
    assert "not a belief base" in found.output
    assert path.read_text() == "no base"


SAID = {
    "s1: Whenever it pours they call it off.": (
        {
            "atoms": [
                {"words": "it pours", "gloss": "it rains"},
                {"words": "they call it off", "gloss": "it is off"},
            ]
        },
        {"s1": [{"words": "Whenever it pours they call it off", "if": "a1", "then": "a2"}]},
    ),
    "s1: Rain is falling.": (
        {"atoms": [{"words": "Rain is falling", "gloss": "it rains"}]},
        {"s1": [{"words": "Rain is falling", "holds": "a1"}]},
    ),
    "q1: Is it off?": (
        {"atoms": [{"words": "it off", "gloss": "it is off"}]},
        {"q1": {"asks": "a1", "open": False}},
    ),
}
"""Both replies of a model to sentences that the grammar does not read."""


def test_a_model_may_read_the_sentences(tmp_path: Path) -> None:
    script = {f"{line}\n\nDeclared": json.dumps(second) for line, (_, second) in SAID.items()}
    script |= {line: json.dumps(first) for line, (first, _) in SAID.items()}
    (tmp_path / "s.json").write_text(json.dumps(script))
    model = ["--model", f"scripted:{tmp_path / 's.json'}"]
    path = tmp_path / "kb.json"
    lines = "tell Whenever it pours they call it off.\ntell Rain is falling.\n"
    told = run(path, lines, *model)
    assert told.exit_code == 0, told.output
    assert run(path, "ask Is it off?\n", *model).output == "ENTAILED\n"
    # To the grammar, one is not the other.
    assert "ENTAILED" not in run(tmp_path / "other.json", f"{lines}ask Is it off?\n").output


def test_an_address_that_is_none_ends_before_anything_is_told(tmp_path: Path) -> None:
    found = run(tmp_path / "kb.json", RAIN, "--model", "parrot")
    assert found.exit_code == 2
    assert "unknown model address 'parrot'" in found.output
    assert not (tmp_path / "kb.json").exists()
