"""What a model is shown: templates, chats and texts, and the files they come from."""

import math
import tomllib
from importlib.resources import files

import pytest

from defeasible.llm.prompt import Message, Prompt, as_text
from defeasible.llm.prompts import TaskPrompt, load, styles, tasks
from defeasible.llm.prompts.files import prompt_of
from defeasible.llm.prompts.template import Template, labels
from defeasible.reasoner.errors import UsageError

ALL = [(task, style) for task in tasks() for style in styles(task)]
IDS = [f"{task}-{style}" for task, style in ALL]
PREMISES = ("If it rains, then Ada stays in", "It rains")
BELIEF: dict[str, object] = {
    "premises": PREMISES,
    "new": "If Ada is ill, then Ada stays in",
    "options": ("Ada stays in", "Ada does not stay in", "Ada may or may not stay in"),
}


def only(prompt: Prompt) -> Message:
    assert isinstance(prompt, tuple)
    (message,) = prompt
    return message


@pytest.mark.parametrize(("task", "style"), ALL, ids=IDS)
def test_its_own_examples_are_laid_out_and_read(task: str, style: str) -> None:
    prompt = load(task, style)
    assert prompt.version.startswith(f"{style}@")
    assert prompt.source
    assert prompt.why
    assert prompt.examples
    for example in prompt.examples:
        options = example.get("options", [])
        shown = as_text(prompt.render(example))
        for name in prompt.fields:
            value = example.get(name) or []
            assert isinstance(value, str | list)
            assert all(text in shown for text in ([value] if isinstance(value, str) else value))
        if prompt.answer.kind == "option":
            assert isinstance(options, list)
            said = prompt.choices(options)[options.index(example["answer"])]
            assert prompt.read(said, options) == example["answer"]


@pytest.mark.parametrize("style", ["direct", "cot", "plan-and-solve"])
def test_a_question_of_belief(style: str) -> None:
    message = only(load("belief-r", style).render(BELIEF))
    lines = message.text.split("\n")
    assert lines[:3] == [*PREMISES, BELIEF["new"]]
    assert lines[5:8] == ["(a) Ada stays in", "(b) Ada does not stay in", "(c) Ada may or may not stay in"]
    assert "Final Answer [X]." in lines[-1]


def test_without_a_new_premise_its_line_is_left_out() -> None:
    for known in (None, ""):
        message = only(load("belief-r", "direct").render(BELIEF | {"new": known}))
        assert message.text.startswith("If it rains, then Ada stays in\nIt rains\n\nSuppose")


def test_the_question_of_the_file_may_be_asked() -> None:
    message = only(load("belief-r", "direct").render({**BELIEF, "question": "And now?"}))
    assert "\n\nAnd now?\n(a)" in message.text


def test_the_two_protocols_for_likelihood() -> None:
    whole, released = (load("belief-r", f"likelihood{end}").render(BELIEF) for end in ("", "-as-released"))
    assert whole == (
        "Premise 1: If it rains, then Ada stays in\nPremise 2: It rains\n"
        "Premise 3: If Ada is ill, then Ada stays in\nConclusion:"
    )
    assert released == "Premise 1: If it rains, then Ada stays in\nPremise 2: It rains\nConclusion:"
    assert load("belief-r", "likelihood").choices(["Ada stays in"]) == (" Ada stays in",)


def test_a_question_of_size_with_and_without_context() -> None:
    prompt = load("ccons", "question")
    fields = {"context": "A pea holds a lake.", "options": ("pea", "lake")}
    assert as_text(prompt.render(fields)).endswith(
        "A pea holds a lake. Which is bigger in this situation, pea or lake?"
    )
    assert as_text(prompt.render(fields | {"context": ""})).endswith(
        "Which is bigger in general, pea or lake?"
    )


def test_a_cloze() -> None:
    cloze = load("ccons", "cloze")
    fields = {"context": "A pea holds a lake.", "options": ("pea", "lake")}
    text = "A pea holds a lake. "
    text += "In this situation, the size of pea is probably much [MASK] than the size of lake."
    assert cloze.render(fields) == text
    assert cloze.cloze(fields, "larger") == text.replace("[MASK]", "larger")
    assert "[MASK]".join(cloze.halves(fields)) == text
    assert (
        cloze.render(fields | {"context": ""})
        == "The size of pea is probably much [MASK] than the size of lake."
    )
    assert cloze.choices(("pea", "lake")) == ("larger", "bigger", "smaller", "shorter")
    filled = cloze.render(fields, [{**fields, "answer": "lake"}])
    assert filled == text.replace("[MASK]", "smaller") + "\n\n" + text


def test_the_words_of_a_cloze_are_added_up() -> None:
    shares = load("ccons", "cloze").shares([math.log(p) for p in (0.1, 0.2, 0.05, 0.05)], ("pea", "lake"))
    assert shares == pytest.approx((0.75, 0.25))
    even = load("ccons", "question").shares([-2000.0, -2000.0], ("pea", "lake"))
    assert even == (0.5, 0.5)
    with pytest.raises(UsageError, match="1 log-probabilities for 4 choices"):
        load("ccons", "cloze").shares([-1.0], ("pea", "lake"))


def test_examples_go_before_the_question() -> None:
    prompt = load("belief-r", "cot")
    shot = {**BELIEF, "answer": "Ada stays in", "reason": "Rain is enough."}
    turns = prompt.render(BELIEF, [shot, {**shot, "reason": None}])
    assert [t.role for t in turns if isinstance(t, Message)] == [
        "user",
        "assistant",
        "user",
        "assistant",
        "user",
    ]
    said = [t.text for t in turns if isinstance(t, Message) and t.role == "assistant"]
    assert said == ["Rain is enough.\nFinal Answer [a].", "Final Answer [a]."]


def test_after_thinking_the_answer_is_asked_for_alone() -> None:
    prompt = load("belief-r", "cot")
    asked = prompt.render(BELIEF)
    whole = prompt.conclude("Rain is enough.", asked)
    assert isinstance(whole, tuple)
    assert whole[: len(asked)] == asked
    assert whole[len(asked) :] == prompt.conclude("Rain is enough.")
    assert [turn.role for turn in whole] == ["user", "assistant", "user"]
    with pytest.raises(UsageError, match="belief-r, direct is not a chat that reasons"):
        load("belief-r", "direct").conclude("Rain is enough.")


def test_versions() -> None:
    prompt = load("belief-r/t1", "direct")
    assert prompt == load("belief-r", "direct", 1) == load("belief-r", "direct", prompt.version)
    with pytest.raises(UsageError, match=rf"unknown version '7' .*\n  hint: choose from {prompt.version}"):
        load("belief-r", "direct", 7)
    with pytest.raises(UsageError, match="unknown version 'direct@1:000000'"):
        load("belief-r", "direct", "direct@1:000000")


def test_a_version_changes_with_what_is_asked_or_read_and_with_nothing_else() -> None:
    def version(**changes: object) -> str:
        text = files("defeasible.llm.prompts").joinpath("files/belief-r/direct.toml").read_text("utf-8")
        examples = changes.pop("examples", load("belief-r", "direct").examples)
        assert isinstance(examples, tuple)
        return prompt_of("belief-r", "direct", tomllib.loads(text) | changes, examples).version

    known = version()
    assert (
        known
        == load("belief-r", "direct").version
        == version(source="elsewhere", why="-", same_protocol=False)
    )
    document = {"kind": "option", "label": "(a)", "write": "[{mark}]", "after": "final answer"}
    changed = [
        version(system="Be brief."),
        version(answer=document),
        version(defaults={"new": "", "question": "?"}),
    ]
    changed.append(version(examples=()))
    assert len({known, *changed}) == 5


WRONG: dict[str, tuple[dict[str, object], str]] = {
    "unknown key": ({"sytem": "x"}, "Unexpected keyword argument at sytem"),
    "version": ({"version": 0}, "greater than or equal to 1 at version"),
    "place": ({"user": "{premises} {options} {what}"}, "placeholders and fields differ: what"),
    "field": ({"user": "{premises}"}, "placeholders and fields differ: options"),
    "brace": ({"user": "{premises"}, "template line '{premises'"),
    "layout": ({"user": "{premises:wide} {options}"}, "malformed placeholder {premises}"),
    "blank": ({"answer": {"kind": "fill", "fills": {"x": 0}}}, r"a cloze must have one \[MASK\]"),
    "words": ({"answer": {"kind": "fill"}}, "`fills` is for answers of the kind"),
    "label": ({"answer": {"kind": "option", "label": "x"}}, "invalid label 'x'"),
    "letter": ({"answer": {"kind": "option", "after": "so"}}, "options have no labels"),
    "turn": (
        {"form": "text", "answer": {"kind": "option", "conclude": "So?"}},
        "only a chat has a second turn",
    ),
}


@pytest.mark.parametrize(("changes", "message"), WRONG.values(), ids=WRONG)
def test_a_malformed_file_is_named(changes: dict[str, object], message: str) -> None:
    document: dict[str, object] = {
        "version": 1,
        "language": "en",
        "source": "x",
        "same_protocol": True,
        "why": "x",
        "user": "{premises} {options}",
        "fields": {"premises": "x", "options": "x"},
        "answer": {"kind": "option"},
    }
    prompt_of("task", "style", dict(document))
    with pytest.raises(UsageError, match=message):
        prompt_of("task", "style", document | changes)


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="unknown task 'riddles'\n  hint: choose from belief-r, ccons"):
        load("riddles", "direct")
    with pytest.raises(
        UsageError, match="unknown style 'direct' of ccons\n  hint: choose from cloze, question"
    ):
        load("ccons", "direct")
    prompt = load("ccons", "question")
    with pytest.raises(UsageError, match="needs the field `options`\n  hint: the two objects"):
        prompt.render({"context": "x"})
    with pytest.raises(UsageError, match="`context` must be a text or a list of texts: '3'"):
        prompt.render({"context": 3, "options": ("a", "b")})
    with pytest.raises(UsageError, match="is not one of its options"):
        prompt.render(
            {"context": "", "options": ("a", "b")}, [{"context": "", "options": ["c"], "answer": "a"}]
        )
    with pytest.raises(UsageError, match="an example has no `answer`"):
        prompt.render({"context": "", "options": ("a", "b")}, [{"context": "", "options": ["c"]}])
    with pytest.raises(UsageError, match="ccons, question is not a cloze"):
        prompt.cloze({"context": "", "options": ("a", "b")}, "larger")
    with pytest.raises(UsageError, match="takes no examples"):
        load("belief-r", "nli").render(BELIEF, [{**BELIEF, "answer": "Ada stays in"}])


def test_free_text_is_rid_of_what_stands_around_it() -> None:
    revised = load("pasta/revision", "direct")
    story = ("She left early.", "The bus came.")
    assert revised.said("She left early.\nThe bus came.") == story
    assert revised.said("Here is the changed story:\n\n1. She left early.\n2. The bus came.\n") == story
    assert revised.said("```\nRevised story: She left early.\nThe bus came.\n```") == story
    assert revised.said(" \n") == ()
    goes_on = load("pasta/revision", "completion").said("\nShe left early.\nThe bus came.\n\nStory:\nA man")
    assert goes_on == story
    cause = load("corecode/cause", "direct")
    assert cause.said("答案：“B扭伤了脚”") == ("B扭伤了脚",)
    assert cause.said("原因如下：\n1、B扭伤了脚") == ("B扭伤了脚",)
    with pytest.raises(UsageError, match="belief-r, direct has options"):
        load("belief-r", "direct").said("x")


def test_named_parts_of_an_answer() -> None:
    change = load("pasta/change", "direct")
    assert change.said("**Before:** It is cold.\n- After: It is warm.") == ("It is cold.", "It is warm.")
    assert change.said("After: It is warm.\n\nbefore: It is cold.") == ("It is cold.", "It is warm.")
    assert change.said("Before: It is cold.") == ()
    fields: dict[str, object] = {"story": ["x"], "revised": ["y"]}
    shown = as_text(change.render(fields, [{**fields, "answer": ("It is cold.", "It is warm.")}]))
    assert "[assistant]\nBefore: It is cold.\nAfter: It is warm.\n\n[user]" in shown
    for wrong in (["It is cold."], "It is cold."):
        with pytest.raises(UsageError, match="answer is not a list of 2 texts"):
            change.render(fields, [{**fields, "answer": wrong}])


def test_layouts() -> None:
    fields = {"one": "x", "more": ["y", "z"], "none": None}

    def fill(text: str) -> str:
        return Template(text).fill(fields, "1)")

    assert fill("{one+more}") == "x\ny\nz"
    assert fill("{one+more:labelled}") == "1) x\n2) y\n3) z"
    assert fill("{more:row}") == "1) y 2) z"
    assert fill("{one+more:either}; {one:either}") == "x, y or z; x"
    assert fill("{one+more:或}") == "x、y还是z"
    assert fill("{more:Line #: }") == "Line 1: y\nLine 2: z"
    assert fill("{more[1]} {{one}}") == "z {one}"
    assert fill("a\n\n{none}\n\nb {none} {one}") == "a\n\nb  x"
    with pytest.raises(UsageError, match="has 2 elements, but element 4 is needed"):
        fill("{more[3]}")


def test_braces_in_a_question_are_text() -> None:
    assert Template("{one}").fill({"one": "{two} {{}}"}, "") == "{two} {{}}"


def test_labels() -> None:
    assert labels("(A)", 2) == ("(A)", "(B)")
    assert labels("1.", 11)[-1] == "11."
    assert labels("", 2) == ("", "")
    with pytest.raises(UsageError, match="cannot label 27 options with letters"):
        labels("a)", 27)


def test_prompts_are_values() -> None:
    assert isinstance(load("ccons", "cloze"), TaskPrompt)
    assert load("ccons", "cloze") == load("ccons", "cloze")
