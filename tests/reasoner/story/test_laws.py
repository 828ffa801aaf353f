"""The library of laws: what ships is well formed."""

import re
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from tales import laws

import defeasible.reasoner.laws
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.evidence import MAX_WEIGHT
from defeasible.reasoner.laws import PARTS, Law, Term, library, slug
from defeasible.reasoner.laws.law import AFTER, BRIDGED, MAY, UNNAMED
from defeasible.reasoner.laws.words import sentence

REASONER = Path(defeasible.reasoner.laws.__file__).parents[1]

GOOD = """
[[law]]
id = "give"
verbs = ["give"]
before = ["has(agent, theme)"]
after = ["~has(agent, theme)"]
reason = "it is gone"
"""


def test_the_shipped_laws_are_many_and_cover_hundreds_of_verbs() -> None:
    found = library()
    assert len(found.laws) >= 60
    assert len({verb for law in found.laws for verb in law.verbs}) >= 300
    assert all(law.reason for law in found.laws)


def test_a_law_is_read_in_all_its_parts(tmp_path: Path) -> None:
    found = laws(
        tmp_path,
        GOOD
        + """usually_after = ["feels(recipient)=happy"]
weight = 1.5
moods = ["actual"]
negated = true
where = { agent = ["person"] }
""",
    )
    (law,) = found.laws
    assert [f"{part} {term}" for part, term in law.parts] == [
        "before has(agent, theme)",
        "after ~has(agent, theme)",
        "usually_after feels(recipient)=happy",
    ]
    assert (law.weight, law.negated, law.where) == (1.5, True, (("agent", frozenset({"person"})),))
    assert [str(mood) for mood in law.moods] == ["actual"]


def test_each_law_has_known_fields_and_says_something() -> None:
    fields = {"id", "reason", "verbs", "state", "weight", "moods", "negated", "takes", "where", *PARTS}
    for law in _written():
        name = law["id"]
        assert re.fullmatch(r"[a-z][a-z0-9-]*", name), name
        assert set(law) <= fields, name
        assert set(law) & set(PARTS), name
        assert ("verbs" in law) != ("state" in law), name
        assert all(part.endswith("then") == ("state" in law) for part in set(law) & set(PARTS)), name
        assert any(part.startswith("usually") for part in law) == ("weight" in law), name
        assert 0 < law.get("weight", 1.0) <= MAX_WEIGHT, name
        for listed in (*(law.get(p, []) for p in ("verbs", *PARTS)), *law.get("where", {}).values()):
            assert isinstance(listed, list), name
            assert len(set(listed)) == len(listed), name


def test_each_law_is_about_roles_that_it_knows() -> None:
    words = "agent fellow theme patient recipient source goal place instrument companion topic manner"
    roles = {*words.split(), "experiencer", "time", "whole", "weather"}
    for law in library().laws:
        known = {*roles} if law.verbs else {v for term in law.states for v in (term.subject, term.other)}
        known |= {BRIDGED} & dict(law.where).keys()  # what it bridges to must have nouns of its own
        assert {role for role, _ in law.where} <= known | UNNAMED, law.id
        for part, term in law.parts:
            used = {term.subject, term.other, *re.findall(r"\{(\w+)\}", term.value)}
            assert used <= known | {"", "*", "verb"}, (law.id, str(term))
            # `*` stands after an event, beside a role or where it is bound, in claims only in a denial.
            lone = term.subject == "*" and term.other in ("", "*") and UNNAMED.isdisjoint(dict(law.where))
            claimed = term.positive and part not in MAY  # what may be so of anybody is not so of everybody
            assert not term.everyone or (part in AFTER and not claimed), (law.id, str(term))
            assert not (lone and part not in MAY), (law.id, str(term))


def test_no_two_laws_have_one_name_or_say_the_same() -> None:
    said: dict[object, str] = {}
    found = library().laws
    assert len({law.id for law in found}) == len(found)
    for law in found:
        for part, term in law.parts:
            for verb in law.verbs or {""}:
                key = (verb, law.states, law.moods, law.negated, law.where, part, term)
                assert said.setdefault(key, law.id) == law.id, (key, law.id)


def test_no_law_contradicts_itself() -> None:
    shipped = library()
    for law in shipped.laws:
        for (one, first), (other, second) in combinations(law.parts, 2):
            if one.removeprefix("usually_") == other.removeprefix("usually_"):
                a, b = (
                    shipped.canonical(t.attribute, t.subject, t.other, t.value, positive=t.positive)
                    for t in (first, second)
                )
                assert a.fluent != b.fluent or a.positive == b.positive, (law.id, str(first))
                assert not (shipped.exclude(a.fluent, b.fluent) and a.positive and b.positive), law.id


def test_a_word_has_one_meaning_and_scales_name_no_synonyms() -> None:
    tables = tomllib.loads((REASONER / "laws" / "synonyms.toml").read_text(encoding="utf-8"))
    for name in ("is", "feels", "attributes", "hours", "spans"):
        words = [word for listed in tables[name].values() for word in listed.split()]
        assert len(set(words)) == len(words), name
        assert {value.removeprefix("~") for value in tables[name]}.isdisjoint(words), name
    shipped = library()
    assert not set(shipped.rivals) & set(shipped.synonyms)


def test_a_term_that_is_no_state_and_an_unknown_class_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormError, match=r"law `give`: `has\(agent theme\)` is no state"):
        laws(tmp_path, GOOD.replace("has(agent, theme)", "has(agent theme)", 1))
    with pytest.raises(FormError, match="law `give`: there is no class `@gifts`"):
        laws(tmp_path, GOOD.replace('"give"]', '"@gifts"]'))
    with pytest.raises(FormError, match=r"law `give`: `after` claims `has\(\*, theme\)` of everything"):
        laws(tmp_path, GOOD.replace("~has(agent, theme)", "has(*, theme)"))


def _written() -> list[dict[str, Any]]:
    """The laws as the files say them."""
    files = map(Path.read_bytes, (REASONER / "laws").glob("*.toml"))
    return [law for file in files for law in tomllib.loads(file.decode()).get("law", [])]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (("is", "glad"), ("feels", "happy", True)),
        (("is", "happy"), ("feels", "happy", True)),
        (("is", "Closed"), ("is", "open", False)),
        (("is", "opened"), ("is", "open", True)),
        (("dislikes", ""), ("likes", "", False)),
        (("adores", ""), ("loves", "", True)),
        (("feels", "livid"), ("feels", "furious", True)),
        (("is", "drenched"), ("is", "soaked", True)),
        (("is_a", "kind man"), ("is", "kind", True)),
        (("is_a", "student"), ("is_a", "student", True)),
        (("possesses", "a car"), ("owns", "a_car", True)),
        (("is", "purple"), ("is", "purple", True)),
    ],
)
def test_words_of_one_meaning_become_one_fluent(said: tuple[str, str], meant: tuple[str, str, bool]) -> None:
    found = library().canonical(said[0], "p1", "", said[1])
    assert (found.fluent.attribute, found.fluent.value, found.positive) == meant


@pytest.mark.parametrize(
    ("value", "opposite"),
    [
        ("hot", "cold"),
        ("cold", "hot"),
        ("warm", "cold"),
        ("open", "closed"),
        ("shut", "open"),
        ("huge", "small"),
    ],
)
def test_values_have_opposites(value: str, opposite: str) -> None:
    assert library().opposites["is", value] == opposite


def test_names_of_atoms_are_ascii() -> None:
    fluent = library().canonical("is", "p1", "", "très cher 贵").fluent
    assert fluent.at("3").isascii()
    assert slug("贵") != slug("宜")
    assert slug("!") != slug("?")
    assert slug("") == ""


def test_terms_are_written_as_they_are_read() -> None:
    for text in ("~has(agent, theme)", "is(x)=broken", "at(agent, *)", "can(agent)=to {verb}"):
        assert str(Term.read(text)) == text
    assert Term.read("has agent") is None


def test_fluents_are_said_in_words() -> None:
    names = {"p1": "Tom", "p2": "Ann"}
    fluent = library().canonical("related_to", "p2", "p1", "wife").fluent
    assert sentence(fluent, names) == "Ann is the wife of Tom"
    assert sentence(fluent._replace(attribute="mood", other="", value="bad"), names, positive=False) == (
        "Ann does not have mood bad"
    )


def test_no_law_says_only_what_others_say_as_surely_and_more_widely() -> None:
    shipped = library()
    said: dict[tuple[object, ...], list[tuple[Law, str]]] = {}
    claims = [
        (law, part, [(verb, _meant(term)) for verb in law.verbs or {str(law.states)}])
        for law in shipped.laws
        for part, term in law.parts
    ]
    for law, part, keys in claims:
        for key in keys:
            said.setdefault(key, []).append((law, part))
    own: dict[str, bool] = {}
    for law, part, keys in claims:
        covered = all(any(_covers(other, p, law, part) for other, p in said[key]) for key in keys)
        own[law.id] = own.get(law.id, False) or not covered
    assert [law for law, says in own.items() if not says] == []


def test_every_class_is_named_by_a_law_or_a_list() -> None:
    tables = [
        path
        for folder in ("laws", "grammar/stories")
        for path in (REASONER / folder).glob("*.toml")
        if path.name != "classes.toml"
    ]
    classes = (REASONER / "laws" / "classes.toml").read_text(encoding="utf-8")
    named = "".join(path.read_text(encoding="utf-8") for path in tables)
    used = {*re.findall(r"@(\w+)", classes + named), *re.findall(r"\[selects\.(\w+)\]", named)}
    assert tomllib.loads(classes).keys() - used == set()


def _meant(term: Term) -> object:
    found = library().canonical(term.attribute, term.subject, term.other, term.value)
    return found.fluent, found.positive is term.positive


def _covers(wide: Law, of: str, law: Law, part: str) -> bool:
    """Whether a part of another law says, of the same verb and state, at least what a part of a law does."""
    hard = not of.startswith("usually") and part != "may_after" and of != "may_after"
    strong = hard or (of == part and wide.weight >= law.weight)
    narrow = dict(law.where)
    fits = all(role in narrow and narrow[role] <= nouns for role, nouns in wide.where)
    same = of.removeprefix("usually_") == part.removeprefix("usually_") and wide.negated is law.negated
    return wide.id != law.id and same and strong and fits and law.moods <= wide.moods


@pytest.mark.parametrize(
    ("narrow", "broad"),
    [
        (("feels", "livid"), ("feels", "angry", True)),
        (("is", "divorced"), ("is", "married", False)),
        (("loves", ""), ("likes", "", True)),
        (("hates", ""), ("likes", "", False)),
    ],
)
def test_a_narrower_word_has_its_own_fluent_and_a_broader_one(
    narrow: tuple[str, str], broad: tuple[str, str, bool]
) -> None:
    fluent = library().canonical(narrow[0], "p1", "", narrow[1]).fluent
    assert library().broader[fluent.attribute, fluent.value] == broad
    assert library().opposites.get(narrow) == {"livid": "happy", "divorced": "married"}.get(narrow[1])
