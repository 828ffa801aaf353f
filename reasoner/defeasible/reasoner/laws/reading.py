"""Reads a library of laws from TOML files, and reports malformed ones by file, law and field."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from itertools import combinations
from typing import Any, TypeAlias

from defeasible.reasoner.english.wordlists import word_set
from defeasible.reasoner.errors import FormError
from defeasible.reasoner.evidence import MAX_WEIGHT
from defeasible.reasoner.forms import Mood
from defeasible.reasoner.laws.fluents import slug
from defeasible.reasoner.laws.law import AFTER, EVERYONE, MAY, PARTS, UNNAMED, Law, Part, Term
from defeasible.reasoner.laws.library import Library

ROLES = word_set(
    "agent fellow theme recipient source goal place instrument companion experiencer topic manner time"
)
"""The roles of an event, and `fellow`: another of several agents."""
VARIABLES = frozenset("xyz")
CHANGED = 2.5
"""Log-odds, in nats, that a thing is folded after somebody folds it, and not after it is unfolded."""
Said: TypeAlias = tuple[str, str]
"""Attribute and value, as written."""
Meant: TypeAlias = tuple[str, str, bool]
"""Canonical attribute and value, and whether these affirm those written."""
_FIELDS = {"id", "reason", "verbs", "state", "weight", "moods", "negated", "where", *PARTS}
_INSERT = re.compile(r"\{([a-z]+)\}")


def read_library(folder: Traversable) -> Library:
    """Read the laws of a folder: `scales.toml`, `synonyms.toml`, `classes.toml`, and laws in all other files.

    Args:
        folder: A directory, or a package's resources.

    Raises:
        FormError: If a file is not as `docs/stories.md` describes; it names the file, the law and the field.
    """
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".toml"))
    content = {name: _toml(folder, name) for name in names}
    for name in ("scales.toml", "synonyms.toml"):
        if name not in content:
            raise FormError(f"the folder of laws has no `{name}`", hint="an empty file will do")
    classes = content.pop("classes.toml", {})
    words = content.pop("synonyms.toml")
    persons = word_set(words.pop("persons", {}).get("nouns", ""))
    unchanged = word_set(words.pop("unchanged", {}).get("verbs", ""))
    aims = word_set(words.pop("aims", {}).get("verbs", ""))
    fixtures = word_set(words.pop("fixtures", {}).get("nouns", ""))
    kinds = _kinds(words.pop("kinds", {}))
    lasting, passing = words.pop("lasting", {}), words.pop("passing", {})
    hours, spans = (
        _in_hours(words.pop(name, {}), end) for name, end in (("hours", "never"), ("spans", "ever"))
    )
    kept, ends = (word_set(f"{t.get('attributes', '')} {t.get('values', '')}") for t in (lasting, passing))
    synonyms, attributes, inverses = _words(words)
    scales = content.pop("scales.toml")
    rivals = _scales(scales, synonyms)
    laws = [_law(item, name, classes) for name, file in content.items() for item in _laws(file, name)]
    stretches = word_set(passing.get("time", "")) | {word for word, takes in hours.items() if takes > 0}
    found = Library(
        tuple(laws), rivals, _opposites(scales, synonyms), synonyms, attributes, persons, inverses, kinds,
        unchanged, kept, ends, stretches,
        hours, spans, fixtures, aims,
    )  # fmt: skip
    _check_repeats(laws)
    for law in laws:
        _check_consistent(law, found)
    return found


def _in_hours(table: dict[str, str], endless: str) -> dict[str, int]:
    """Map each word to the hours of its row; -1 for the words of the row `endless`."""
    if wrong := [key for key in table if key != endless and not key.isdecimal()]:
        raise FormError(f"`synonyms.toml` has `{wrong[0]}` for a number of hours", hint=f"or `{endless}`")
    return {w: -1 if key == endless else int(key) for key, listed in table.items() for w in listed.split()}


def _toml(folder: Traversable, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads((folder / name).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise FormError(f"`{name}` is not TOML: {error}") from error


def _laws(file: dict[str, Any], name: str) -> list[dict[str, Any]]:
    items = file.get("law", [])
    if (
        set(file) - {"law", "change"}
        or not isinstance(items, list)
        or not all(isinstance(i, dict) for i in items)
    ):
        raise FormError(f"`{name}` holds something else than laws", hint="begin each law with [[law]]")
    return [*items, *_changes(file.get("change", {}), name)]


def _changes(table: dict[str, Any], file: str) -> Iterator[dict[str, Any]]:
    """Yield the laws that `[change.folded]` abbreviates: what makes a theme folded, and what undoes it."""
    for state, change in table.items():
        if not isinstance(change, dict) or not set(change) <= {"by", "undone_by", "of"} or "by" not in change:
            raise FormError(
                f"`{file}`: `change.{state}` is {change!r}",
                hint="verbs in `by`, perhaps some in `undone_by`, and nouns or kinds in `of`",
            )
        for field, way, sign, end in (("by", "done", "", ""), ("undone_by", "undone", "~", " no more")):
            if field in change:
                yield {
                    "id": f"{state.replace(' ', '-')}-{way}",
                    "verbs": change[field].split(),
                    "usually_after": [f"{sign}is(theme)={state}"],
                    "weight": CHANGED,
                    "reason": f"what this is done to is {state}{end}",
                    "where": {"theme": change["of"]} if "of" in change else {},
                }


# --- laws -------------------------------------------------------------------------------------------------


def _law(item: dict[str, Any], file: str, classes: dict[str, Any]) -> Law:
    name = item.get("id")
    if not isinstance(name, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise FormError(f"`{file}` has a law with id {name!r}", hint="lower-case words joined by hyphens")
    where = f"law `{name}` in `{file}`"
    if unknown := sorted(set(item) - _FIELDS):
        raise FormError(f"{where} has an unknown field `{unknown[0]}`", hint=f"known: {sorted(_FIELDS)}")
    if ("verbs" in item) == ("state" in item):
        raise FormError(f"{where} must have either `verbs` or `state`")
    reason = item.get("reason")
    if not isinstance(reason, str) or not reason:
        raise FormError(f"{where} gives no `reason`")
    verbs = _members(item.get("verbs", []), where, "verbs", classes)
    names = ROLES if verbs else VARIABLES
    parts: list[tuple[Part, Term]] = []
    for part in PARTS:
        if part in item and part.endswith("then") == bool(verbs):
            raise FormError(
                f"{where} has `{part}`, which is for laws about {'states' if verbs else 'events'}"
            )
        said = [
            way for t in _strings(item.get(part, []), where, part) for way in _each(t, where, part, classes)
        ]
        bounded = not UNNAMED.isdisjoint(item.get("where", {}))
        parts += [(part, _term(t, where, part, names, bounded=bounded)) for t in said]
    if not parts:
        raise FormError(f"{where} says nothing", hint=f"give one of {', '.join(PARTS)}")
    states = tuple(
        _term(t, where, "state", VARIABLES) for t in _strings(item.get("state", []), where, "state")
    )
    if states:
        known = {v for term in states for v in (term.subject, term.other)}
        if loose := [t for _, t in parts if not known >= {t.subject, t.other} - {""}]:
            raise FormError(f"{where} concludes `{loose[0]}`, whose variables its `state` does not have")
    negated = item.get("negated", False)
    if not isinstance(negated, bool):
        raise FormError(f"{where}: `negated` is {negated!r}, not true or false")
    return Law(
        id=name,
        reason=reason,
        verbs=verbs,
        states=states,
        parts=tuple(parts),
        weight=_weight(item, parts, where),
        moods=_moods(item, where),
        negated=negated,
        where=_where(item.get("where", {}), where, names, classes),
    )


def _strings(value: Any, where: str, field: str) -> list[str]:
    if isinstance(value, str):
        value = [value]
    if not isinstance(value, list) or not all(isinstance(v, str) and v for v in value):
        raise FormError(f"{where}: `{field}` is {value!r}, not a list of strings")
    if len(set(value)) < len(value):
        raise FormError(f"{where}: `{field}` has a member twice")
    return value


def _members(value: Any, where: str, field: str, classes: dict[str, Any]) -> frozenset[str]:
    """Return words, with the name of a class of `classes.toml` replaced by its words: `@clothes`."""
    found: set[str] = set()
    for word in _strings(value, where, field):
        if word[0] != "@":
            found.add(word)
        elif isinstance(members := classes.get(word[1:]), str):
            found |= word_set(members)
        else:
            raise FormError(f"{where}: there is no class `{word}`", hint="see `classes.toml`")
    return frozenset(found)


def _each(text: str, where: str, field: str, classes: dict[str, Any]) -> list[str]:
    """Return a copy of a term for each word of the class in its value: `feels(agent)=@glad`."""
    term, _, name = text.partition("=@")
    words = _members(f"@{name}", where, field, classes) if name else ()
    return [f"{term}={word}" for word in sorted(words)] or [text]


def _term(text: str, where: str, field: str, names: frozenset[str], *, bounded: bool = False) -> Term:
    term = Term.read(text)
    if term is None:
        raise FormError(
            f"{where}: `{text}` in `{field}` is no state",
            hint="such as `~has(agent, theme)` or `is(theme)=broken`",
        )
    used = {term.subject, term.other, *_INSERT.findall(term.value)}
    if strange := sorted(used - names - {"verb", "", EVERYONE}):
        raise FormError(f"{where}: `{text}` is about `{strange[0]}`", hint=f"known here: {sorted(names)}")
    alone = term.subject == EVERYONE and term.other in ("", EVERYONE) and field not in MAY and not bounded
    if term.everyone and (alone or term.positive or field not in AFTER):
        raise FormError(
            f"{where}: `{text}` in `{field}`: `*` may only stand in a denial, after an event, beside a "
            "role or where it is bound"
        )
    return term


def _weight(item: dict[str, Any], parts: list[tuple[Part, Term]], where: str) -> float:
    usual = any(part.startswith("usually") for part, _ in parts)
    if usual != ("weight" in item):
        raise FormError(f"{where}: a weight is given just where something is usual")
    weight = item.get("weight", 1.0)
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight <= MAX_WEIGHT:
        raise FormError(f"{where}: weight {weight!r} is not a number in (0, {MAX_WEIGHT:g}]")
    return float(weight)


def _moods(item: dict[str, Any], where: str) -> frozenset[Mood]:
    if "moods" not in item:
        return frozenset({Mood.ACTUAL, Mood.PRIOR})
    known = {mood.value: mood for mood in Mood}
    names = _strings(item["moods"], where, "moods")
    if unknown := [name for name in names if name not in known]:
        raise FormError(f"{where}: there is no mood `{unknown[0]}`", hint=f"known: {sorted(known)}")
    return frozenset(known[name] for name in names)


def _where(
    value: Any, where: str, names: frozenset[str], classes: dict[str, Any]
) -> tuple[tuple[str, frozenset[str]], ...]:
    if not isinstance(value, dict) or not names | UNNAMED >= set(value):
        raise FormError(
            f"{where}: `where` is {value!r}", hint=f"a table from {sorted(names)} to nouns or kinds"
        )
    return tuple((name, _members(nouns, where, f"where.{name}", classes)) for name, nouns in value.items())


def _check_repeats(laws: list[Law]) -> None:
    ids: set[str] = set()
    said: dict[tuple[object, ...], str] = {}
    for law in laws:
        if law.id in ids:
            raise FormError(f"there are two laws `{law.id}`")
        ids.add(law.id)
        for part, term in law.parts:
            for verb in law.verbs or {""}:
                key = (verb, law.states, law.moods, law.negated, law.where, part, term)
                if key in said:
                    raise FormError(
                        f"laws `{said[key]}` and `{law.id}` both say `{term}` of `{verb or law.states[0]}`"
                    )
                said[key] = law.id


def _check_consistent(law: Law, library: Library) -> None:
    """Check that the claims of a law about one moment are consistent."""
    for first, second in combinations(law.parts, 2):
        if first[0].removeprefix("usually_") == second[0].removeprefix("usually_"):
            one, other = (
                library.canonical(t.attribute, t.subject, t.other, t.value, positive=t.positive)
                for t in (first[1], second[1])
            )
            same = one.fluent == other.fluent and one.positive != other.positive
            if same or (library.exclude(one.fluent, other.fluent) and one.positive and other.positive):
                raise FormError(f"law `{law.id}` contradicts itself: `{first[1]}` and `{second[1]}`")


# --- values and words -------------------------------------------------------------------------------------


def _words(file: dict[str, Any]) -> tuple[dict[Said, Meant], dict[str, tuple[str, bool]], dict[str, str]]:
    """Read synonyms: tables from attributes to values to words, `[attributes]`, `[moved]`, `[relations]`."""
    file = dict(file)
    attributes: dict[str, tuple[str, bool]] = {}
    for name, words in file.pop("attributes", {}).items():
        for word in words.split():
            if word in attributes:
                raise FormError(f"`synonyms.toml` gives attribute `{word}` two meanings")
            attributes[word] = (name.removeprefix("~"), not name.startswith("~"))
    relations = file.pop("relations", {})
    inverses = {word: word for word in relations.get("symmetric", "").split()}
    for one, other in relations.get("inverse", {}).items():
        inverses |= {one: other, other: one}
    synonyms: dict[Said, Meant] = {}
    moved = file.pop("moved", {})
    for attribute, groups in file.items():
        for value, words in groups.items():
            for word in words.split():
                if (attribute, slug(word)) in synonyms:
                    raise FormError(f"`synonyms.toml` gives `{attribute}={word}` two meanings")
                target = slug(value.removeprefix("~"))
                synonyms[attribute, slug(word)] = (attribute, target, not value.startswith("~"))
    if chained := [key for key, (a, v, _) in synonyms.items() if (a, v) in synonyms]:
        raise FormError(f"`synonyms.toml`: `{'='.join(chained[0])}` means a word that means another")
    for target, sources in moved.items():
        # A value of another attribute, with all its synonyms there: `is=happy` is `feels=happy`.
        values = {v for a, v in synonyms if a == target} | {v for a, v, _ in synonyms.values() if a == target}
        for source in sources.split():
            for value in sorted(values):
                synonyms.setdefault((source, value), synonyms.get((target, value), (target, value, True)))
    return synonyms, attributes, inverses


def _kinds(table: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Map each noun to all its kinds, including indirect ones."""
    above: dict[str, set[str]] = {}
    for kind, nouns in table.items():
        for noun in nouns.split():
            above.setdefault(noun, set()).add(kind)

    def all_above(noun: str, seen: frozenset[str]) -> set[str]:
        direct = above.get(noun, set()) - seen
        return direct.union(*(all_above(kind, seen | direct | {noun}) for kind in direct))

    return {noun: tuple(sorted(all_above(noun, frozenset({noun})))) for noun in above}


def _scales(file: dict[str, Any], synonyms: dict[Said, Meant]) -> dict[Said, frozenset[str]]:
    rivals: dict[Said, set[str]] = {}
    for scale in file.get("scale", []):
        if set(scale) != {"attribute", "values"}:
            raise FormError(
                "`scales.toml`: a scale has an `attribute` and `values`", hint=f"found {sorted(scale)}"
            )
        attribute = scale["attribute"]
        values = [slug(v) for v in _strings(scale["values"], "a scale", "values")]
        for value in values:
            if (attribute, value) in synonyms:
                name, word, _ = synonyms[attribute, value]
                raise FormError(f"`scales.toml`: `{attribute}={value}` is written `{name}={word}`")
            rivals.setdefault((attribute, value), set()).update(set(values) - {value})
    return {key: frozenset(values) for key, values in rivals.items()}


def _opposites(scales: dict[str, Any], synonyms: dict[Said, Meant]) -> dict[Said, str]:
    """Map each value to a word for its opposite: its denial, or else the other end of its scale."""
    found: dict[Said, str] = {}
    for (attribute, word), (target_attribute, value, affirms) in synonyms.items():
        if not affirms and attribute == target_attribute:
            found.setdefault((attribute, value), word)
            found[attribute, word] = value
    for scale in scales.get("scale", []):
        values = [slug(value) for value in scale["values"]]
        for i, value in enumerate(values):
            found.setdefault((scale["attribute"], value), values[-1 if 2 * i < len(values) - 1 else 0])
    for (attribute, word), (target_attribute, value, affirms) in synonyms.items():
        if affirms and (opposite := found.get((target_attribute, value))):
            found.setdefault((attribute, word), opposite)
    return found
