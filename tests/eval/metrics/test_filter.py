"""The answer filter of CORECODE's selection tasks (Shi et al. 2023, section 5): all nine forms count."""

from __future__ import annotations

import pytest

from defeasible.llm.prompts import load

OPTIONS = ("前提条件", "事件原因", "情绪原因")
RIGHT = OPTIONS[1]
FORMS = ("b", "B", "(b)", "(B)", "b)", "B)", f"(b){RIGHT}", f"(b) {RIGHT}", RIGHT)


@pytest.mark.parametrize("task", ["corecode/filling", "corecode/domain", "corecode/slot"])
@pytest.mark.parametrize("form", FORMS)
def test_each_form_of_the_right_answer_counts(task: str, form: str) -> None:
    prompt = load(task, "direct")
    assert prompt.read(form, OPTIONS) == RIGHT


@pytest.mark.parametrize("reply", ["d", "(c)", "前提条件", "(a) 前提条件", "前提", ""])
def test_other_replies_do_not(reply: str) -> None:
    assert load("corecode/slot", "direct").read(reply, OPTIONS) != RIGHT
