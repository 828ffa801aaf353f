"""How constraints are put to servers, what is fallen back on, and servers that only pretend."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import StringConstraints, TypeAdapter
from servers import Act, Asked, Serve, chat, error

from defeasible.llm.backend import Failure, Reply, Request
from defeasible.llm.openai import OpenAI, Patience
from defeasible.llm.openai.shapes import Dialect, bare, exactly, shape, unwrapped
from defeasible.llm.prompt import Message
from defeasible.llm.spec import Choice, Json, Lark, Regex, Spec
from defeasible.llm.valid import generate_valid
from defeasible.reasoner.forms import AtomDecl

QUICK = Patience(timeout=5, tries=2, first=0.001, longest=0.01)
ATOM = Json(TypeAdapter(AtomDecl))
GOOD = '{"id": "a1", "gloss": "it rains"}'
YES = Choice(("yes", "no"))


def wrapped(text: str) -> str:
    return json.dumps({"answer": text}, ensure_ascii=False)


@pytest.mark.parametrize("text", ["  yes\n", "```\nyes\n```"])
def test_a_free_reply_stays_as_it_was_written(text: str) -> None:
    with Serve(lambda asked: chat(text)) as server:
        (reply,) = OpenAI(server.url, "m", patience=QUICK).generate([Request("?", None, 50)])
        assert isinstance(reply, Reply)
        assert reply.text == text


ASKED: list[tuple[Spec, str]] = [
    (ATOM, "Answer with JSON that fits this JSON Schema, and nothing else:\n{"),
    (YES, "Answer with one of these, word for word, and nothing else:\nyes\nno"),
    (Regex("[a-c]{1,3}"), "text that this regular expression matches, and nothing else:\n[a-c]{1,3}"),
    (Lark("start: /a+/"), "text of this grammar (Lark's notation), and nothing else:\nstart: /a+/"),
]


@pytest.mark.parametrize(("spec", "words"), ASKED, ids=[type(spec).__name__ for spec, _ in ASKED])
def test_what_no_field_can_say_the_prompt_says(spec: Spec, words: str) -> None:
    told = shape("openai", spec, "prompt")
    assert words in told.instruction
    assert (told.fields, told.enforced, told.wrapped) == ({}, False, False)


def test_a_plain_schema_says_whether_it_still_lets_nothing_else_through() -> None:
    loose = Json(TypeAdapter(Annotated[str, StringConstraints(max_length=9)]))
    tight = Json(TypeAdapter(Literal["a1", "a2"]))
    assert not shape("openai", loose, "json_schema_plain").enforced
    assert shape("openai", tight, "json_schema_plain").enforced
    assert shape("openai", loose, "json_schema").enforced


@pytest.mark.parametrize(
    ("dialect", "wraps"),
    [("openai", True), ("vllm", False), ("llama_cpp", False)],
    ids=str,
)
def test_one_given_text_is_asked_for_in_each_dialect(dialect: Dialect, *, wraps: bool) -> None:
    told = exactly(dialect, 'say "yes"')
    assert (told.wrapped, told.enforced) == (wraps, True)
    assert "yes" in json.dumps(told.fields)


def json_schema(body: dict[str, Any]) -> dict[str, Any]:
    told = body["response_format"]
    assert (told["type"], told["json_schema"]["strict"]) == ("json_schema", True)
    found: dict[str, Any] = told["json_schema"]["schema"]
    return found


DIALECTS: list[tuple[Dialect, Spec, str, str]] = [
    ("openai", ATOM, GOOD, GOOD),
    ("openai", YES, wrapped("yes"), "yes"),
    ("openai", Regex("[甲乙]{1,3}"), wrapped("甲乙"), "甲乙"),
    ("vllm", ATOM, GOOD, GOOD),
    ("vllm", YES, "yes", "yes"),
    ("vllm", Regex("[a-c]{1,3}"), "ab", "ab"),
    ("llama_cpp", ATOM, GOOD, GOOD),
    ("llama_cpp", YES, "yes", "yes"),
    ("llama_cpp", Regex("[a-c]{1,3}"), wrapped("ab"), "ab"),
]


@pytest.mark.parametrize(
    ("dialect", "spec", "written", "text"),
    DIALECTS,
    ids=[f"{d}-{type(s).__name__}" for d, s, _, _ in DIALECTS],
)
def test_each_dialect_asks_in_its_own_words(dialect: Dialect, spec: Spec, written: str, text: str) -> None:
    with Serve(lambda asked: chat(written)) as server:
        backend = OpenAI(server.url, "m", dialect=dialect, patience=QUICK)
        (reply,) = generate_valid(backend, [Request("?", spec, 50)])
        assert isinstance(reply, Reply), reply
        assert (reply.text, reply.constrained, backend.notes) == (text, True, ())
        (body,) = server.bodies
    assert body["messages"] == [{"role": "user", "content": "?"}]
    match dialect, spec:
        case "openai", Json(schema=schema):
            assert json_schema(body) == json.loads(schema)
        case "openai", Choice(options):
            assert json_schema(body)["properties"]["answer"] == {"type": "string", "enum": list(options)}
        case "openai" | "llama_cpp", Regex(pattern):
            told = body["response_format"]
            schema = told["schema"] if dialect == "llama_cpp" else told["json_schema"]["schema"]
            assert schema["properties"]["answer"]["pattern"] == f"^({pattern})$"
        case "vllm", Json(schema=schema):
            assert body["structured_outputs"] == {"json": json.loads(schema)}
        case "vllm", Choice(options):
            assert body["structured_outputs"] == {"choice": list(options)}
        case "vllm", Regex(pattern):
            assert body["structured_outputs"] == {"regex": pattern}
        case "llama_cpp", Json(schema=schema):
            assert body["response_format"] == {"type": "json_object", "schema": json.loads(schema)}
        case "llama_cpp", Choice():
            assert body["grammar"] == 'root ::= "yes" | "no"'
        case _:
            pytest.fail("a case is missing")


def test_literals_of_llama_cpp_are_quoted() -> None:
    with Serve(lambda asked: chat('"\\')) as server:
        spec = Choice(('"\\', "a\nb", "甲\x01"))
        OpenAI(server.url, "m", dialect="llama_cpp", patience=QUICK).generate([Request("?", spec)])
        assert server.bodies[0]["grammar"] == r'root ::= "\"\\" | "a\nb" | "甲\x01"'


def test_sampling_is_plain_whatever_a_server_sets() -> None:
    with Serve(lambda asked: chat("yes")) as server:
        for dialect in ("vllm", "llama_cpp"):
            OpenAI(server.url, "m", dialect=dialect, patience=QUICK).generate(
                [Request("?", temperature=0.7, seed=3)]
            )
        first, second = server.bodies
    assert (first["temperature"], first["seed"], first["top_p"], first["top_k"]) == (0.7, 3, 1, -1)
    assert (second["top_p"], second["top_k"], second["min_p"], second["repeat_penalty"]) == (1, 0, 0, 1)


def takes(*ways: str) -> Any:
    """A server that knows these ways to constrain and complains about others, as several real ones do."""

    def act(asked: Asked) -> Act:
        body = asked.body
        told = body.get("response_format", {})
        way = "grammar" if "grammar" in body else "structured" if "structured_outputs" in body else None
        way = way or ("json_object" if told.get("schema") else told.get("type"))
        strict = json.dumps(told.get("json_schema", {}))
        if way == "json_schema" and ("maxLength" in strict or "x-guidance" in strict):
            way = "lengths"
        if way is None or way in ways:
            return chat(GOOD)
        status = {"json_schema": 500, "lengths": 400}.get(way, 422)
        return error(f"response_format: this server does not take {way}", status)

    return act


LADDERS: list[tuple[Dialect, tuple[str, ...], int, bool, str]] = [
    ("openai", ("lengths",), 1, True, ""),
    ("openai", ("json_schema",), 2, False, "using json_schema_plain instead"),
    ("openai", ("json_object",), 3, True, "using json_object instead"),
    ("openai", (), 4, False, "using prompt instead"),
    ("vllm", ("lengths", "json_schema"), 2, True, "using json_schema instead"),
    ("vllm", (), 5, False, "using prompt instead"),
    ("llama_cpp", ("lengths",), 2, True, "using json_schema instead"),
    ("llama_cpp", (), 3, False, "using prompt instead"),
]


@pytest.mark.parametrize(
    ("dialect", "ways", "asked", "constrained", "note"),
    LADDERS,
    ids=[f"{d}-{'-'.join(w) or 'nothing'}" for d, w, *_ in LADDERS],
)
def test_what_a_server_refuses_is_asked_for_otherwise_once(
    dialect: Dialect, ways: tuple[str, ...], asked: int, constrained: bool, note: str
) -> None:
    with Serve(takes(*ways)) as server:
        backend = OpenAI(server.url, "m", dialect=dialect, patience=QUICK)
        (reply,) = generate_valid(backend, [Request("?", ATOM)])
        assert isinstance(reply, Reply), reply
        assert (reply.constrained, len(server.asked)) == (constrained, asked)
        assert note in "\n".join(backend.notes)
        # What was learnt about the server is remembered.
        said = generate_valid(backend, [Request("?", ATOM)] * 5)
        assert all(isinstance(s, Reply) for s in said)
        assert len(server.asked) == asked + 5


def test_words_stand_in_for_a_constraint_that_is_refused() -> None:
    with Serve(takes()) as server:
        backend = OpenAI(server.url, "m", patience=QUICK)
        chat_prompt = (Message("system", "Read."), Message("user", "It rains."))
        backend.generate([Request(chat_prompt, ATOM)])
        shown = server.bodies[-1]["messages"]
        assert shown[0] == {"role": "system", "content": "Read."}
        assert shown[1]["content"].startswith("It rains.\n\nAnswer with JSON that fits this JSON Schema")
        assert '"gloss"' in shown[1]["content"]
        assert "x-guidance" not in shown[1]["content"]
        backend.generate([Request((*chat_prompt, Message("assistant", "Well:")), YES)])
        assert server.bodies[-1]["messages"][-1] == {
            "role": "user",
            "content": "Answer with one of these, word for word, and nothing else:\nyes\nno",
        }


def test_a_schema_for_strict_servers_only_narrows() -> None:
    with Serve(takes("json_schema")) as server:
        OpenAI(server.url, "m", patience=QUICK).generate([Request("?", ATOM)])
        plain = json_schema(server.bodies[-1])
    assert sorted(plain["required"]) == sorted(plain["properties"])
    assert plain["additionalProperties"] is False
    assert "maxLength" not in json.dumps(plain)


def test_a_complaint_about_one_schema_does_not_cost_the_others_their_constraint() -> None:
    def act(asked: Asked) -> Act:
        told = json.dumps(asked.body.get("response_format", {}))
        return error("Invalid schema for response_format") if "odd" in told else chat(wrapped("yes"))

    with Serve(act) as server:
        backend = OpenAI(server.url, "m", patience=QUICK)
        odd = Choice(("yes", "odd"))
        first, second, third = (backend.generate([Request("?", s)])[0] for s in (YES, odd, YES))
    assert [r.constrained for r in (first, second, third) if isinstance(r, Reply)] == [True, False, True]


def test_a_complaint_about_something_else_is_no_reason_to_drop_a_constraint() -> None:
    with Serve(lambda asked: error("This model's maximum context length is 10 tokens")) as server:
        (failed,) = OpenAI(server.url, "m", patience=QUICK).generate([Request("?", ATOM)])
        assert isinstance(failed, Failure)
        assert (failed.kind, failed.tries, len(server.asked)) == ("rejected", 1, 1)
        assert "maximum context length" in failed.message


@pytest.mark.parametrize("dialect", ["openai", "vllm", "llama_cpp"])
def test_a_server_that_ignores_constraints_in_silence_is_noticed(dialect: Dialect) -> None:
    with Serve(lambda asked: chat("Sure! The answer is yes." if asked.number % 2 == 0 else "yes")) as server:
        backend = OpenAI(server.url, "m", dialect=dialect, patience=QUICK, concurrency=1)
        said = generate_valid(backend, [Request("?", YES)] * 4)
    assert [type(s) for s in said] == [Failure, Reply, Failure, Reply]
    assert all(s.kind == "invalid" for s in said if isinstance(s, Failure))
    replies = [s if isinstance(s, Reply) else s.reply for s in said]
    # One that fits by luck is not believed to have been made to fit.
    assert [r.constrained for r in replies if r] == [False] * 4
    assert backend.ignored == 2
    assert "does not enforce it: 2 replies did not match" in backend.notes[-1]


GRAMMAR = Lark('start: "if " WORD " then " WORD\nWORD: /[a-z]{1,9}/')


@pytest.mark.parametrize("dialect", ["vllm", "llama_cpp"])
def test_a_grammar_is_sent_and_checked(dialect: Dialect) -> None:
    pytest.importorskip("llguidance", reason="needs the extra `transformers` or `llamacpp`")
    with Serve(lambda asked: chat(["if a then b", "nonsense"][asked.number])) as server:
        backend = OpenAI(server.url, "m", dialect=dialect, patience=QUICK)
        (good,), (bad,) = (backend.generate([Request("?", GRAMMAR)]) for _ in range(2))
        told = server.bodies[0]
    assert isinstance(good, Reply)
    assert good.constrained
    assert isinstance(bad, Failure)
    assert bad.kind == "invalid"
    assert backend.ignored == 1
    sent = told["structured_outputs"]["grammar"] if dialect == "vllm" else told["grammar"]
    assert sent.removeprefix("%llguidance {}\n") == GRAMMAR.grammar


def test_a_grammar_that_no_field_can_carry_is_asked_for_in_words() -> None:
    with Serve(lambda asked: chat("```\nif a then b\n```")) as server:
        (reply,) = OpenAI(server.url, "m", patience=QUICK).generate([Request("?", GRAMMAR)])
        assert isinstance(reply, Reply)
        assert (reply.text, reply.constrained) == ("if a then b", False)
        assert GRAMMAR.grammar in server.bodies[0]["messages"][0]["content"]


def test_what_is_unwrapped() -> None:
    assert unwrapped('{"answer": "a"}') == "a"
    for text in ("a", '{"answer": 1}', '{"answer": "a", "b": 1}', "[1]", '{"answer": "a'):
        assert unwrapped(text) == text
    assert bare(" ```json\n{}\n``` ") == "{}"
    assert bare(" a ") == "a"
