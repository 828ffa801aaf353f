"""The library of laws: what ships is well formed, and what is not is refused by name."""

import re
import tomllib
from pathlib import Path

import pytest
from tales import laws

import defeasible.reasoner.laws
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.laws import Law, Term, library, slug
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


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('id = "give"', 'id = "Give it"'), "`laws.toml` has a law with id 'Give it'"),
        (('verbs = ["give"]', ""), "law `give` in `laws.toml` must have either `verbs` or `state`"),
        (('reason = "it is gone"', ""), "law `give` in `laws.toml` gives no `reason`"),
        (('reason = "it is gone"', 'reason = "x"\ncolour = 1'), "has an unknown field `colour`"),
        (("has(agent, theme)", "has(agent theme)"), r"`has\(agent theme\)` in `before` is no state"),
        (("has(agent, theme)", "has(hero, theme)"), "is about `hero`"),
        (("has(agent, theme)", "has(agent, *)"), "may only stand in a denial, after an event"),
        (("has(agent, theme)", "is(agent)={mood}"), "is about `mood`"),
        (
            ('before = ["has(agent, theme)"]', 'then = ["is(agent)=x"]'),
            "has `then`, which is for laws about st",
        ),
        (
            ('before = ["has(agent, theme)"]', 'usually_before = ["is(agent)=x"]'),
            "a weight is given just where",
        ),
        (('reason = "it is gone"', 'reason = "x"\nweight = 1'), "a weight is given just where"),
        (('reason = "it is gone"', 'reason = "x"\nmoods = ["dreamt"]'), "there is no mood `dreamt`"),
        (('reason = "it is gone"', 'reason = "x"\nnegated = 1'), "`negated` is 1"),
        (('reason = "it is gone"', 'reason = "x"\nwhere = { hero = ["x"] }'), "`where` is"),
        (('after = ["~has(agent, theme)"]', "after = [3]"), r"`after` is \[3\], not a list of strings"),
        (('verbs = ["give"]', 'verbs = ["give", "give"]'), "`verbs` has a member twice"),
        (('["~has(agent, theme)"]', '["~has(agent, theme)", "has(agent, theme)"]'), "contradicts itself"),
        (('["~has(agent, theme)"]', '["is(theme)=hot", "is(theme)=cold"]'), "contradicts itself"),
        (('["~has(agent, theme)"]', '["is(theme)=open", "is(theme)=shut"]'), "contradicts itself"),
        (("[[law]]", "[law]"), "holds something else than laws"),
        (("[[law]]", "[[law"), "`laws.toml` is not TOML"),
    ],
)
def test_a_bad_law_is_refused_by_file_law_and_field(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    scales = '[[scale]]\nattribute = "is"\nvalues = ["hot", "cold"]\n'
    assert change[0] in GOOD
    with pytest.raises(FormError, match=message):
        laws(tmp_path, GOOD.replace(*change, 1), scales, '[is]\n"~open" = "shut"\n')


@pytest.mark.parametrize(
    ("scales", "synonyms", "message"),
    [
        ('[[scale]]\nattribute = "is"\nvalue = ["hot"]', "", "a scale has an `attribute` and `values`"),
        ('[[scale]]\nattribute = "is"\nvalues = ["glad"]', '[is]\nhappy = "glad"', "is written `is=happy`"),
        ("", '[is]\nhappy = "glad"\nmerry = "glad"', "gives `is=glad` two meanings"),
        ("", '[is]\nhappy = "glad"\nglad = "merry"', "means a word that means another"),
        ("", '[attributes]\nhas = "owns"\nlikes = "owns"', "gives attribute `owns` two meanings"),
    ],
)
def test_bad_scales_and_synonyms_are_refused(
    tmp_path: Path, scales: str, synonyms: str, message: str
) -> None:
    with pytest.raises(FormError, match=message):
        laws(tmp_path, GOOD, scales, synonyms)


def test_a_folder_without_scales_is_refused(tmp_path: Path) -> None:
    laws(tmp_path, GOOD)
    (tmp_path / "scales.toml").unlink()
    with pytest.raises(FormError, match=r"has no `scales.toml`"):
        laws_again(tmp_path)


def laws_again(folder: Path) -> None:
    from defeasible.reasoner.laws import read_library  # noqa: PLC0415 - only here

    read_library(folder)


def test_two_laws_may_not_say_the_same(tmp_path: Path) -> None:
    with pytest.raises(FormError, match="there are two laws `give`"):
        laws(tmp_path, GOOD + GOOD)
    with pytest.raises(FormError, match=r"laws `give` and `hand` both say `has\(agent, theme\)` of `give`"):
        laws(tmp_path, GOOD + GOOD.replace('"give"', '"hand"', 1))


def test_a_state_law_concludes_only_about_its_own_variables(tmp_path: Path) -> None:
    text = '[[law]]\nid = "s"\nstate = "is(x)=sad"\nthen = ["likes(x, y)"]\nreason = "r"\n'
    with pytest.raises(FormError, match=r"concludes `likes\(x, y\)`, whose variables"):
        laws(tmp_path, text)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (("is", "glad"), ("feels", "happy", True)),
        (("is", "happy"), ("feels", "happy", True)),
        (("is", "Closed"), ("is", "open", False)),
        (("is", "opened"), ("is", "open", True)),
        (("hates", ""), ("likes", "", False)),
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
