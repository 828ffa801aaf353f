"""Reads a library of laws from TOML files. The tests check the laws that ship; a reader trusts them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from defeasible.reasoner.english.kinds import kinds_of_nouns, transitive
from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.forms import Mood
from defeasible.reasoner.laws.fluents import slug
from defeasible.reasoner.laws.law import PARTS, Law, Part, Term, claims
from defeasible.reasoner.laws.library import Library

LEFT = 1.0
"""Log-odds, in nats, that a thing is not folded where somebody did not fold it."""
CHANGED = 2.5
"""Log-odds, in nats, that a thing is folded after somebody folds it, and not after it is unfolded."""
Said: TypeAlias = tuple[str, str]
"""Attribute and value, as written."""
Meant: TypeAlias = tuple[str, str, bool]
"""Canonical attribute and value, and whether these affirm those written."""
_DONE = ("by", "done", "", CHANGED, "what this is done to is {}")
_OPPOSED = ("undone_by", "undone", "~", CHANGED, "what this is done to is {} no more")
_NOT_DONE = ("by", "not-done", "~", LEFT, "what this is not done to is usually not {}")


def read_library(folder: Traversable) -> Library:
    """Read the laws of a folder: `scales.toml`, `synonyms.toml`, `classes.toml`, and laws in all other files.

    Args:
        folder: A directory, or a package's resources.

    Raises:
        FormError: If a law names no class of words, or a term is no state; it names the law.
    """
    content = {
        item.name: tomllib.loads(item.read_text(encoding="utf-8"))
        for item in sorted(folder.iterdir(), key=lambda item: item.name)
        if item.name.endswith(".toml")
    }
    classes, words = content.pop("classes.toml", {}), content.pop("synonyms.toml")
    persons, aims = (
        word_set(words.pop(name, {}).get(of, "")) for name, of in (("persons", "nouns"), ("aims", "verbs"))
    )
    aspects, meddling = words.pop("aspects", {}), words.pop("meddling", {})
    changing = _changing(aspects, words.pop("changing", {}), classes)
    meddlers, meddling_verbs, handling = (
        members(meddling.get(key, "").split(), "meddling", classes) for key in ("whom", "verbs", "handling")
    )
    exposed = word_set(" ".join(aspects[name] for name in meddling.get("aspects", "").split()))
    inside = {of: word_set(row) for key, row in words.pop("inside", {}).items() for of in key.split()}
    apart = tuple(word_set(row) for row in words.pop("apart", {}).values())
    kinds = transitive(kinds_of_nouns(), words.pop("kinds", {}))
    lasting, passing = words.pop("lasting", {}), words.pop("passing", {})
    hours, spans = _in_hours(words.pop("hours", {})), _in_hours(words.pop("spans", {}))
    kept, ends = (word_set(f"{t.get('attributes', '')} {t.get('values', '')}") for t in (lasting, passing))
    orders = {
        word: base for base, converse in words.pop("orders", {}).items() for word in (base, converse) if word
    }
    synonyms, attributes, inverses, broader = _words(words)
    above = {value or name: broad or of for (name, value), (of, broad, _) in broader.items()}
    kept, ends, exposed = (_and_narrower(listed, above) for listed in (kept, ends, exposed))
    changing = {verb: _and_narrower(listed, above) for verb, listed in changing.items()}
    spans |= {word: spans[broad] for word, broad in above.items() if broad in spans and word not in spans}
    scales = [
        (scale["attribute"], [slug(value) for value in scale["values"]])
        for scale in content.pop("scales.toml").get("scale", [])
    ]
    laws = tuple(
        _law(item, classes)
        for file in content.values()
        for item in (*file.get("law", []), *_changes(file.get("change", {})))
    )
    stretches = word_set(passing.get("time", "")) | {word for word, takes in hours.items() if takes > 0}
    return Library(
        laws, _rivals(scales), _opposites(scales, synonyms, broader), synonyms, attributes, persons, inverses,
        kinds, changing, kept, ends, stretches, hours, spans, inside, aims, meddlers, meddling_verbs,
        handling, exposed, apart, broader, orders,
    )  # fmt: skip


def _changing(
    aspects: Mapping[str, str], rows: Mapping[str, str], classes: Mapping[str, str]
) -> dict[str, frozenset[str]]:
    """Map each verb to the attributes and values of the aspects of the first row that lists it."""
    found: dict[str, frozenset[str]] = {}
    for names, verbs in rows.items():
        states = [word for name in names.split() for word in aspects[name].split()]
        for verb in members(verbs.split(), "changing", classes):
            found.setdefault(verb, members(states, "aspects", classes))
    return found


def _and_narrower(words: frozenset[str], above: Mapping[str, str]) -> frozenset[str]:
    """Return attributes and values with those that imply them: what ends anger ends fury."""
    return words.union(word for word, broad in above.items() if broad in words)


def _in_hours(table: Mapping[str, str]) -> dict[str, int]:
    """Map each word to the hours of its row; -1 for the words of the row without a number."""
    return {w: int(key) if key.isdecimal() else -1 for key, listed in table.items() for w in listed.split()}


def _changes(table: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the laws that `[change.folded]` abbreviates: what makes a theme folded, and what undoes it."""
    for state, change in table.items():
        for field, way, sign, weight, reason in (_DONE, _OPPOSED, _NOT_DONE):
            if field in change:
                yield {
                    "id": f"{state.replace(' ', '-')}-{way}",
                    "verbs": change[field].split(),
                    "negated": way == "not-done",
                    "usually_after": [f"{sign}is(theme)={state}"],
                    "weight": weight,
                    "reason": reason.format(state),
                    "where": {"theme": change["of"]} if "of" in change else {},
                }


# --- laws -------------------------------------------------------------------------------------------------


def _law(item: Mapping[str, Any], classes: Mapping[str, str]) -> Law:
    name, states = item["id"], item.get("state", [])
    return Law(
        id=name,
        reason=item["reason"],
        verbs=members(item.get("verbs", []), name, classes),
        states=tuple(_term(t, name) for t in ([states] if isinstance(states, str) else states)),
        parts=tuple(
            (part, _claimable(part, _term(way, name), name))
            for part in PARTS
            for text in item.get(part, [])
            for way in _each(text, name, classes)
        ),
        weight=float(item.get("weight", 1.0)),
        moods=frozenset(map(Mood, item.get("moods", ("actual", "prior")))),
        negated=item.get("negated", False),
        takes=item.get("takes", 0),
        where=tuple((role, members(nouns, name, classes)) for role, nouns in item.get("where", {}).items()),
    )


def members(words: list[str], law: str, classes: Mapping[str, str]) -> frozenset[str]:
    """Return words, with `@clothes` replaced by that class, and `@gaits+off` by its verbs with a particle.

    What is led by `~` is excluded: each word of the class in `~@clothes`.
    """
    found = {word for word in words if "@" not in word[:2]}
    found |= {f"~{word}" for one in words if one[:2] == "~@" for word in members([one[1:]], law, classes)}
    for name, *particles in (word[1:].split("+") for word in words if word[0] == "@"):
        if name not in classes:
            raise FormError(f"law `{law}`: there is no class `@{name}`", hint="see `classes.toml`")
        inner = members(classes[name].split(), law, classes)
        found |= {f"{verb}_{particle}" for verb in inner for particle in particles} or inner
    return frozenset(found)


def _each(text: str, law: str, classes: Mapping[str, str]) -> list[str]:
    """Return a copy of a term for each word of the class in its value: `feels(agent)=@glad`."""
    term, _, name = text.partition("=@")
    return [f"{term}={w}" for w in sorted(members([f"@{name}"], law, classes))] if name else [text]


def _claimable(part: Part, term: Term, law: str) -> Term:
    """Return a term; nothing can be claimed to be so of everything that a law does not name."""
    if claims(part) and term.everyone and term.positive:
        hint = "name a role, deny it, or put it in a `may` part"
        raise FormError(f"law `{law}`: `{part}` claims `{term}` of everything", hint=hint)
    return term


def _term(text: str, law: str) -> Term:
    term = Term.read(text)
    if term is None:
        raise FormError(f"law `{law}`: `{text}` is no state", hint="such as `is(theme)=broken`")
    return term


# --- values and words -------------------------------------------------------------------------------------


def _words(
    file: dict[str, dict[str, Any]],
) -> tuple[dict[Said, Meant], dict[str, tuple[str, bool]], dict[str, str], dict[Said, Meant]]:
    """Read the tables from attributes to values to words, `[attributes]`, `[moved]` and `[relations]`.

    Returns:
        The synonyms of values and of attributes, the inverses of relations, and what values and attributes
        imply: `"furious < angry" = "livid"`.
    """
    attributes: dict[str, tuple[str, bool]] = {}
    synonyms: dict[Said, Meant] = {}
    broader: dict[Said, Meant] = {}
    for name, words in file.pop("attributes", {}).items():
        meant, _, broad = name.partition(" < ")
        attributes |= dict.fromkeys(words.split(), (meant.removeprefix("~"), not meant.startswith("~")))
        if broad:
            broader[meant, ""] = (broad.removeprefix("~"), "", not broad.startswith("~"))
    relations, moved = file.pop("relations", {}), file.pop("moved", {})
    of_things = file.pop("of_things", {}).get("words", "").split()
    inverses = {word: word for word in relations.get("symmetric", "").split()}
    for one, other in relations.get("inverse", {}).items():
        inverses |= {one: other, other: one}
    for attribute, groups in file.items():
        for value, words in groups.items():
            name, _, broad = value.partition(" < ")
            said = (attribute, slug(name.removeprefix("~")))
            affirms = not name.startswith("~")
            synonyms |= {(attribute, slug(word)): (*said, affirms) for word in words.split()}
            if broad:
                synonyms[said] = (*said, True)
                broader[said] = (attribute, slug(broad.removeprefix("~")), not broad.startswith("~"))
    for target, sources in moved.items():
        # A value of another attribute, with all its synonyms there: `is=happy` is `feels=happy`.
        values = {v for a, v in synonyms if a == target} | {v for a, v, _ in synonyms.values() if a == target}
        values -= set(of_things)
        for source in sources.split():
            for value in sorted(values):
                synonyms.setdefault((source, value), synonyms.get((target, value), (target, value, True)))
    return synonyms, attributes, inverses, broader


def _rivals(scales: list[tuple[str, list[str]]]) -> dict[Said, frozenset[str]]:
    rivals: dict[Said, frozenset[str]] = {}
    for attribute, values in scales:
        for value in values:
            known = rivals.get((attribute, value), frozenset())
            rivals[attribute, value] = known.union(values) - {value}
    return rivals


def _opposites(
    scales: list[tuple[str, list[str]]], synonyms: Mapping[Said, Meant], broader: Mapping[Said, Meant]
) -> dict[Said, str]:
    """Map each value to a word for its opposite: its denial, or else the other end of its scale."""
    found: dict[Said, str] = {}
    for (attribute, word), (target_attribute, value, affirms) in synonyms.items():
        if not affirms and attribute == target_attribute:
            found.setdefault((attribute, value), word)
            found[attribute, word] = value
    for attribute, values in scales:
        for i, value in enumerate(values):
            found.setdefault((attribute, value), values[-1 if 2 * i < len(values) - 1 else 0])
    for narrow, (attribute, value, affirms) in broader.items():
        if opposite := found.get((attribute, value)) if affirms else value:
            found.setdefault(narrow, opposite)
    for (attribute, word), (target_attribute, value, affirms) in synonyms.items():
        if affirms and (opposite := found.get((target_attribute, value))):
            found.setdefault((attribute, word), opposite)
    return found
