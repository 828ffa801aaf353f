"""`defeasible prompts` as a user meets it."""

from __future__ import annotations

import json
from typing import Any

from defeasible.llm.prompts import load, styles, tasks


def test_all_prompts_are_listed_in_80_columns(cli: Any) -> None:
    done = cli("prompts", "ls")
    assert done.returncode == 0, done.stderr
    *lines, legend = done.stdout.splitlines()
    known = [load(task, style) for task in tasks() for style in styles(task)]
    assert [tuple(line.split()[:2]) for line in lines[1:]] == [(p.task, p.version) for p in known]
    assert [line.split()[-1] for line in lines[1:]] == ["yes" if p.same_protocol else "no" for p in known]
    assert legend.startswith("same: results are comparable")
    assert max(map(len, [*lines, legend])) <= 80


def test_those_of_one_task(cli: Any) -> None:
    listed = json.loads(cli("prompts", "ls", "ccons", "--json").stdout)["prompts"]
    assert [prompt["style"] for prompt in listed] == ["cloze", "question"]
    assert listed[0]["fields"].keys() == {"context", "options"}
    failed = cli("prompts", "ls", "riddles")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert "error: unknown task 'riddles'" in failed.stderr


def test_a_prompt_is_shown_with_its_second_turn_and_choices(cli: Any) -> None:
    done = cli("prompts", "show", "belief-r", "cot", "--shots", "1")
    assert done.returncode == 0, done.stderr
    shown = done.stdout
    assert shown.startswith(f"belief-r  {load('belief-r', 'cot').version}\nBelief-R (Wilie et al., 2024)")
    for part in (
        "another protocol: The steps are the paper's",
        "[assistant]\nA late tram alone",
        "[assistant]\n(what the model thought)\n\n[user]\nNow give the answer alone",
        "replies to choose from:\n  Final Answer [a].\n  Final Answer [b].",
        "fields:\n  premises: the premises known from the start",
    ):
        assert part in shown
    assert shown == cli("prompts", "show", "belief-r", "cot", "--shots", "1", "--version", "1").stdout


def test_as_json(cli: Any) -> None:
    done = cli("prompts", "show", "corecode/cause", "direct", "--shots", "3", "--json")
    shown = json.loads(done.stdout)
    assert [turn["role"] for turn in shown["prompt"]] == ["user", "assistant"] * 3 + ["user"]
    assert (shown["choices"], shown["then"], shown["language"]) == ([], None, "zh")
    cloze = json.loads(cli("prompts", "show", "ccons", "cloze", "--json").stdout)
    assert "[MASK]" in cloze["prompt"]
    assert cloze["choices"] == ["larger", "bigger", "smaller", "shorter"]


def test_too_many_shots_and_other_versions_are_named(cli: Any) -> None:
    many = cli("prompts", "show", "ccons", "question", "--shots", "2")
    assert many.returncode == 2
    assert "cannot choose 2 examples from 1" in many.stderr
    other = cli("prompts", "show", "ccons", "question", "--version", "question@1:abcdef")
    assert "unknown version 'question@1:abcdef' of ccons, question" in other.stderr
