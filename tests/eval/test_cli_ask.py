"""`defeasible ask` on stories and on forms, in real processes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from checking import complaints

from defeasible.reasoner import Reasoner
from defeasible.reasoner.errors import UsageError
from defeasible.reasoner.forms import Form, Premises, SizeContext, Story
from defeasible.reasoner.forms.codec import to_json

LINES = ["Mia opened the window.", "Then she closed it."]
PARSER = Reasoner().parser
FORMS: dict[str, tuple[Form | object, str]] = {
    "premises": (PARSER.premises(["If it rains, it is wet.", "It rains."], ["It is wet."]), "entailed"),
    "sizes": (PARSER.sizes("The house is inside a bulb.", ("house", "bulb")), "refuted"),
    "story": (PARSER.story(LINES, ["The window is open."]), "refuted"),
    "dialogue": (PARSER.dialogue(["A: 你怎么没来？", "B: 因为我发烧了，所以没来。"]), "entailed"),
}


def test_a_story_is_asked_about_a_state(cli: Any) -> None:
    done = cli("ask", "--story", " ".join(LINES), "--query", "The window is open.", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["verdict"] == "refuted"
    assert not complaints(json.dumps(said["trace"], ensure_ascii=False, separators=(",", ":")))


@pytest.mark.parametrize("family", FORMS)
def test_a_form_is_decided(cli: Any, family: str) -> None:
    form, verdict = FORMS[family]
    assert isinstance(form, Premises | SizeContext | Story) or family == "dialogue"
    (cli.folder / "form.json").write_text(to_json(form), encoding="utf-8")  # type: ignore[arg-type]
    done = cli("ask", "--form", "form.json", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["verdict"] == verdict
    assert Reasoner().decide(form).verdict == verdict  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--form", "nowhere.json"], "cannot read `nowhere.json`: No such file"),
        (["--form", "broken.json"], "a form is not JSON"),
        (["--form", "broken.json", "--query", "p"], "`--form` cannot be combined"),
        (["--story", "Mia slept."], "`--story` needs a text and `--query` alone"),
    ],
    ids=["missing", "broken", "both", "no state"],
)
def test_what_cannot_be_asked_is_named(cli: Any, arguments: list[str], message: str) -> None:
    (cli.folder / "broken.json").write_text("{", encoding="utf-8")
    done = cli("ask", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_a_form_that_asks_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="the premises ask nothing"):
        Reasoner().decide(Premises((), (), ()))
    with pytest.raises(UsageError, match="the story asks nothing"):
        Reasoner().decide(Story((), (), ()))
