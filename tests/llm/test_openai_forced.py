"""Options that a server is made to write: what it spells, and when that can be compared; without a model."""

from __future__ import annotations

from typing import Any

import pytest
from servers import Act, Asked, Says, Serve, error

from defeasible.eval.pipelines.opinion import Oracle
from defeasible.llm.models import open_any
from defeasible.llm.openai import ScoringOpenAI
from defeasible.llm.openai.forced import Written, incomparable, spelling
from defeasible.llm.prompt import Message
from defeasible.llm.prompts import load
from defeasible.llm.scoring import NotScoredError

ASKED = (Message("user", "Which is bigger?"),)
IDS = {"\n": [1], "\ntractor": [1, 70, 71], "\nmatchbox": [1, 80, 81], "It is ": [1, 2], "It is big": [1, 3]}
NAMES = {70: "tract", 71: "or", 80: "match", 81: "box"}


def says(*tokens: str) -> Says:
    content = [{"token": token, "logprob": -1.0 - n} for n, token in enumerate(tokens)]
    choice = {"message": {"content": "".join(tokens)}, "logprobs": {"content": content}}
    return Says({"choices": [choice], "usage": {"prompt_tokens": 9}})


def llama_cpp(asked: Asked, tokenizer: str = "/extras/tokenize", by_token: bool = True) -> Act:
    """Do as a server of llama.cpp does, which spells what is held to its text by single letters."""
    if "tokenize" in asked.path:
        text = asked.body.get("input" if "extras" in asked.path else "content")
        return Says({"tokens": IDS[str(text)]}) if asked.path == tokenizer else error("no such path", 404)
    grammar = asked.body["grammar"].removeprefix("root ::= ")
    if not grammar.startswith("<"):
        return says(*grammar.strip('"'))
    ids = [int(token.strip("<[]>")) for token in grammar.split()]
    return says(*(NAMES[number] for number in ids)) if by_token else error("failed to parse grammar", 400)


def opened(server: Serve, dialect: str = "llama_cpp") -> ScoringOpenAI:
    backend = open_any(f"openai:{server.url}#m?dialect={dialect}&scores=forced&tries=1")
    assert isinstance(backend, ScoringOpenAI)
    return backend


@pytest.mark.parametrize("place", ["/extras/tokenize", "/tokenize"])
def test_options_are_held_to_the_tokens_of_the_servers_tokenizer(place: str) -> None:
    with Serve(lambda asked: llama_cpp(asked, place)) as server:
        backend = opened(server)
        scores = [backend.score(ASKED, ["tractor", "matchbox"]) for _ in range(2)][-1]
        asked = [one.path for one in server.asked]
    assert [(one.logprob, one.tokens, one.bytes, one.prompt_tokens) for one in scores] == [
        (-3.0, 2, 7, 9),
        (-3.0, 2, 8, 9),
    ]
    # The place is looked for once; then each question tokenizes what stands before its options, and these.
    assert asked.count("/extras/tokenize") == (7 if place == "/extras/tokenize" else 1)
    assert backend.notes == ()


@pytest.mark.parametrize(
    ("tokenizer", "by_token", "note"),
    [("", True, "does not tokenize"), ("/tokenize", False, "accepts no token grammars")],
)
def test_where_options_cannot_be_held_to_tokens_they_are_unscorable(
    tokenizer: str, by_token: bool, note: str
) -> None:
    with Serve(lambda asked: llama_cpp(asked, tokenizer, by_token)) as server:
        backend = opened(server)
        with pytest.raises(NotScoredError, match=r"`scores=prompt`") as failed:
            backend.score(ASKED, ["tractor", "matchbox"])
        assert failed.value.failure.kind == "unscorable"
        (found,) = backend.notes
        assert note in found
        before = len(server.asked)
        with pytest.raises(NotScoredError):
            backend.score(ASKED, ["tractor", "matchbox"])
        # What it does not do is not asked for twice.
        assert len(server.asked) == before + 2


def test_an_option_that_merges_with_what_is_before_it_is_held_to_its_text() -> None:
    with Serve(llama_cpp) as server, pytest.raises(NotScoredError):
        opened(server).score("It is ", ["big"])
    assert spelling([1, 2], [1, 3]) == ()
    assert spelling([1], [1, 3, 4]) == (3, 4)


def spelled(*options: str) -> list[Written]:
    """Return options as `a|b`: the tokens that a server wrote."""
    return [
        Written(option.replace("|", ""), tuple(option.split("|")), (-1.0,) * (option.count("|") + 1))
        for option in options
    ]


@pytest.mark.parametrize(
    ("options", "comparable"),
    [
        (("yes", "no"), True),
        (("Final| Answer| [|a|].", "Final| Answer| [|b|]."), True),
        (('{"|answer|":"|yes|"}', '{"|answer|":"|no|"}'), True),
        (("t|ract|or", "match|box"), False),
        (("c|at", "c|ot"), False),
        (("un|til|!", "un|less|!"), False),
        (("yes", "yes| please"), False),
        (("Final| Answer|a", "F|inal| Answer|b"), False),
        (("yes",), True),
        (("yes| please",), False),
    ],
)
def test_options_held_to_their_text_compare_where_one_whole_word_differs(
    options: tuple[str, ...], comparable: bool
) -> None:
    assert (incomparable(spelled(*options)) == "") is comparable


def test_tokens_that_are_not_the_text_are_not_compared() -> None:
    cut = Written("地面", ("", "面"), (-1.0, -1.0))
    assert "is tokenized as" in incomparable([cut, Written("天空", ("", "空"), (-1.0, -1.0))])


def test_a_question_whose_options_are_unscorable_has_that_as_its_outcome() -> None:
    def act(asked: Asked) -> Act:
        (option,) = asked.body["response_format"]["json_schema"]["schema"]["properties"]["answer"]["enum"]
        return says('{"answer":"', *option, '"}')

    fields: dict[str, Any] = {"context": "A pea holds a lake."}
    with Serve(act) as server:
        opinion = Oracle(None, opened(server, "openai"), load("ccons", "question")).ask(
            fields, ["pea", "lake"]
        )
        assert (opinion.kind, opinion.shares) == ("unscorable", ())
        assert "are not comparable across options" in opinion.failure
