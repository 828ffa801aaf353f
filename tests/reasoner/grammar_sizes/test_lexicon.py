"""The lexicon: well formed, and words find their lemmas."""

from __future__ import annotations

import pytest

from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.grammar.sizes.lexicon import corrected, lexicon, verb_forms

ROLES = {
    "agent",
    "patient",
    "theme",
    "recipient",
    "place",
    "passive",
    "vessel",
    "several",
    "many",
    "owner",
    "holder",
    "block",
    "fastener",
    "worn",
    "room",
    "ride",
    "person",
    "band",
    "high",
    "portion",
}


def test_every_rule_speaks_of_roles_that_can_be_filled() -> None:
    prepositions = {p.words for p in lexicon().phrases.values()}
    for verb, frames in lexicon().frames.items():
        for frame in frames:
            for rule in frame.rules:
                used = {rule.bigger, rule.smaller, *rule.when, *rule.unless}
                assert used <= ROLES | prepositions, (verb, frame.id, used - ROLES - prepositions)
            assert frame.mute <= prepositions, frame.id


def test_every_frame_has_a_source_and_reasons() -> None:
    data = read_toml("defeasible.reasoner.grammar.sizes", "frames.toml")
    assert len({f["id"] for f in data["frame"]}) == len(data["frame"])
    for frame in data["frame"]:
        assert frame["source"], frame["id"]
        verbs = set(frame["verbs"].split())
        for rule in frame["rules"]:
            assert rule["reason"], frame["id"]
            assert set(rule.get("only", "").split()) <= verbs, frame["id"]


def test_frames_cover_many_verbs() -> None:
    assert len({verb.partition("_")[0] for verb in lexicon().frames}) > 1800


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("swam", "swim"),
        ("carried", "carry"),
        ("hid", "hide"),
        ("hided", "hide"),
        ("fleed", "flee"),
        ("flied", "fly"),
        ("stuffing", "stuff"),
        ("wrapped", "wrap"),
        ("squeezes", "squeeze"),
        ("lying", "lie"),
        ("dug", "dig"),
        ("visited", "visit"),
        ("travelled", "travel"),
        ("traveled", "travel"),
        ("stoped", "stop"),
    ],
)
def test_form_finds_lemma(word: str, lemma: str) -> None:
    assert lemma in verb_forms(word)


def test_correct_form_belongs_to_its_own_verb() -> None:
    assert set(verb_forms("stared")) == {"stare"}
    assert set(verb_forms("starred")) == {"star"}


@pytest.mark.parametrize(
    ("word", "form"),
    [("carrried", "carried"), ("swalowed", "swallowed"), ("cat", None), ("wlakde", None)],
)
def test_correction_is_one_edit_and_unique(word: str, form: str | None) -> None:
    assert corrected(word) == form
