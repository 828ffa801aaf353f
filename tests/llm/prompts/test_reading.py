"""Free replies: what counts as an option, and what as not following the instructions."""

import pytest

from defeasible.llm.prompts import load
from defeasible.llm.prompts.reading import read_letter, read_named
from defeasible.reasoner.errors import UsageError

STATES = ["the lid is on", "the lid is off", "the lid may be on or off"]
SLOTS = ["原因", "事件原因", "情绪原因"]
SIZES = ["house", "light bulb"]

LETTERS = {
    "as asked": ("It is off. Final Answer [b].", 1),
    "case and colon": ("FINAL ANSWER: (B)", 1),
    "bold": ("**Final answer:** **c**", 2),
    "boxed": ("Final Answer \\boxed{a}", 0),
    "with words": ("final answer is option (b) the lid is off", 1),
    "the last one": ("Final Answer [a]. No, wait. Final Answer [b].", 1),
    "full width": ("Final Answer［ｂ］．", 1),
    "no marker": ("(b)", None),
    "no such letter": ("Final Answer [d].", None),
    "words alone": ("Final Answer [the lid is off].", None),
    "cut off": ("So the final answer", None),
    "placeholder": ("Final Answer [X].", None),
    "nothing": ("", None),
}


@pytest.mark.parametrize(("text", "which"), LETTERS.values(), ids=LETTERS)
def test_the_letter_behind_the_last_marker(text: str, which: int | None) -> None:
    expected = None if which is None else STATES[which]
    assert read_letter(text, STATES, "(a)", "final answer") == expected


NAMED = {
    "published a": ("b", 1),
    "published A": ("B", 1),
    "published (a)": ("(b)", 1),
    "published (A)": ("(B)", 1),
    "published a)": ("b)", 1),
    "published A)": ("B)", 1),
    "published (a)x": ("(b)the lid is off", 1),
    "published (a) x": ("(b) the lid is off", 1),
    "published x": ("the lid is off", 1),
    "quoted": ('"The lid is off."', 1),
    "dot": ("b. the lid is off", 1),
    "reason after": ("(b) because it was taken off; nobody put it back.", 1),
    "reason before": ("Nobody put it back, so the answer is (b).", 1),
    "phrase over others": ("Not (a), though it may seem so; (c) is weaker. The answer is b", 1),
    "last phrase": ("The answer is (a)... no, the answer is (c).", 2),
    "article is no letter": ("The answer is a lid on a jar.", None),
    "options said again": ("(a) the lid is on (b) the lid is off (c) the lid may be on or off\n(b)", 1),
    "options alone": ("(a) the lid is on\n(b) the lid is off\n(c) the lid may be on or off", None),
    "two labels": ("(a) or (b)", None),
    "denied": ("It is not (a), so (c)", 2),
    "two words": ("Either the lid is on or the lid is off.", None),
    "words within": ("I would say that the lid is off there.", 1),
    "number": ("2", None),
    "nothing": ("  ", None),
    "other": ("I cannot tell.", None),
}


@pytest.mark.parametrize(("text", "which"), NAMED.values(), ids=NAMED)
def test_an_option_by_label_or_words(text: str, which: int | None) -> None:
    expected = None if which is None else STATES[which]
    assert read_named(text, STATES, "(a)", "en") == expected


CHINESE = {
    "label": ("（b）", 1),
    "full width": ("Ｂ．事件原因", 1),
    "phrase": ("正确答案是：（b）。", 1),
    "quoted words": ("“事件原因”", 1),
    "chosen": ("我选择选项c，因为她很难过。", 2),
    "right": ("根据对话，(b)正确。", 1),
    "longer word": ("应该是事件原因。", 1),
    "denied": ("不是事件原因，而是情绪原因。", 2),
    "two": ("事件原因和情绪原因", None),
    "comma": ("b，因为下雨", 1),
    "list first": ("(a) 原因 (b) 事件原因 (c) 情绪原因\n答案：(c)", 2),
}


@pytest.mark.parametrize(("text", "which"), CHINESE.values(), ids=CHINESE)
def test_an_option_in_chinese(text: str, which: int | None) -> None:
    expected = None if which is None else SLOTS[which]
    assert read_named(text, SLOTS, "(a)", "zh") == expected


@pytest.mark.parametrize(("text", "which"), [("2", 1), ("(2)", 1), ("2. the lid is off", 1), ("b", None)])
def test_options_may_be_numbered(text: str, which: int | None) -> None:
    assert read_named(text, STATES, "(1)", "en") == (None if which is None else STATES[which])


BIGGER = {
    "name": ("Light bulb", 1),
    "article": ("The house.", 0),
    "sentence": ("The light bulb is bigger than the house.", 1),
    "turned": ("The house is smaller than the light bulb.", 1),
    "must be": ("Since the house fits, the light bulb must be much larger.", 1),
    "named last": ("The bigger one is the light bulb, not the house.", 1),
    "within a word": ("The greenhouse.", None),
    "both": ("A house, or a light bulb?", None),
}


@pytest.mark.parametrize(("text", "which"), BIGGER.values(), ids=BIGGER)
def test_which_is_bigger(text: str, which: int | None) -> None:
    expected = None if which is None else SIZES[which]
    assert load("ccons", "question").read(text, SIZES) == expected


@pytest.mark.parametrize(
    ("task", "style"), [("belief-r", "direct"), ("belief-r", "cot"), ("ccons", "question")]
)
def test_what_decoding_is_held_to_is_read_back(task: str, style: str) -> None:
    prompt = load(task, style)
    assert [prompt.read(choice, STATES) for choice in prompt.choices(STATES)] == STATES


def test_options_that_are_signs() -> None:
    assert read_named("The answer is +.", ["+", "...", "(x)"], "", "en") == "+"
    assert read_named("...", ["+", "...", "(x)"], "", "en") == "..."
    assert read_named("Neither.", ["+", "...", "(x)"], "", "en") is None
    for options in ([], ["yes", ""]):
        with pytest.raises(UsageError, match="options must be non-empty"):
            load("pasta/state", "direct").read("yes", options)


def test_a_word_that_was_filled_in_stands_for_an_object() -> None:
    cloze = load("ccons", "cloze")
    read = [cloze.read(text, SIZES) for text in ("larger", " Smaller.", "bigger", "taller")]
    assert read == ["house", "light bulb", "house", None]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Yes.", "yes"),
        ("no", "no"),
        ("Yes, there is no other way.", "yes"),
        ("He may. I would say yes.", "yes"),
        ("The answer is no, yes was a slip.", "no"),
        ("There is no way to tell, but yes", None),
        ("Nobody knows.", None),
    ],
)
def test_yes_or_no(text: str, answer: str | None) -> None:
    assert load("pasta/state", "direct").read(text, ["yes", "no"]) == answer
