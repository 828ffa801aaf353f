"""The laws about stories, read from the shipped data files, and a canonical form of each fluent.

The decider has its own reader of these files, which refuses malformed entries.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from defeasible.reasoner.english.wordlists import read_toml
from defeasible.reasoner.forms import Mood

if TYPE_CHECKING:
    from collections.abc import Iterator

    from defeasible.reasoner.forms import Event
    from defeasible.reasoner.logic import FormulaNode

PACKAGE = "defeasible.reasoner.laws"
_NO_VALUES = (
    "attributes",
    "kinds",
    "persons",
    "aspects",
    "meddling",
    "changing",
    "lasting",
    "passing",
    "hours",
    "spans",
    "aims",
    "inside",
    "apart",
    "relations",
    "moved",
    "of_things",
)
"""Tables of `synonyms.toml` that do not list values."""
OF_MIND = (
    "likes", "loves", "hates", "wants", "needs", "fears", "feels", "knows", "thinks", "cares_about",
    "trusts", "respects", "can",
)  # fmt: skip
_PARTS = (
    "before",
    "after",
    "usually_before",
    "usually_after",
    "may_after",
    "may_end",
    "then",
    "usually_then",
)


class Fluent(NamedTuple):
    """A property or relation that can hold at one moment and not at another."""

    attribute: str
    participant: str
    other: str = ""
    value: str = ""

    def at(self, moment: str) -> str:
        """Return the name of its atom at a moment: `has(p1,p2)@3`, `is(p1)=hot@0`."""
        about = ",".join(filter(None, (self.participant, self.other)))
        return f"{self.attribute}({about}){f'={self.value}' if self.value else ''}@{moment}"


class Term(NamedTuple):
    """A state with roles or variables instead of participants: `~has(agent, theme)`."""

    attribute: str
    subject: str
    other: str
    value: str
    positive: bool


class Law(NamedTuple):
    """The preconditions and effects of an event, or what states imply."""

    id: str
    reason: str
    verbs: frozenset[str]
    states: tuple[Term, ...]
    parts: tuple[tuple[str, Term], ...]
    weight: float | None
    moods: frozenset[Mood]
    negated: bool
    takes: int
    where: tuple[tuple[str, frozenset[str]], ...]


Signed: TypeAlias = tuple[Fluent, bool]


class Stated(NamedTuple):
    """The fields of a law step."""

    law: str
    part: str
    claim: FormulaNode
    weight: float | None
    happening: str
    reason: str


class Bond(NamedTuple):
    """A law between fluents at one moment."""

    law: str
    part: str
    weight: float | None
    reason: str
    left: tuple[Signed, ...]
    right: Signed | None
    mutual: bool = False

    def fluents(self) -> set[Fluent]:
        """Return the fluents that it relates."""
        return {f for f, _ in (*self.left, *([self.right] if self.right else []))}


class LawBook:
    """All laws, the values that exclude each other, and the synonyms."""

    def __init__(self) -> None:
        names = [item.name for item in files(PACKAGE).iterdir() if item.name.endswith(".toml")]
        tables = {name: read_toml(PACKAGE, name) for name in sorted(names)}
        words, scales = tables.pop("synonyms.toml"), tables.pop("scales.toml")
        classes = tables.pop("classes.toml")
        items = [i for t in tables.values() for i in (*t.get("law", []), *_of_changes(t.get("change", {})))]
        self.laws = [_law(item, classes) for item in items]
        self.rivals: dict[tuple[str, str], set[str]] = {}
        for scale in scales.get("scale", []):
            values = {slug(value) for value in scale["values"]}
            for value in values:
                self.rivals.setdefault((scale["attribute"], value), set()).update(values - {value})
        self.inverses: dict[str, str] = {}
        relations = words.get("relations", {})
        for one, other in relations.get("inverse", {}).items():
            self.inverses[one], self.inverses[other] = other, one
        for word in relations.get("symmetric", "").split():
            self.inverses[word] = word
        self.kinds = _kinds(read_toml("defeasible.reasoner.english", "kinds.toml"), words.get("kinds", {}))
        self.changing: dict[str, frozenset[str]] = {}
        for aspects, row in words.get("changing", {}).items():
            listed = " ".join(words["aspects"][aspect] for aspect in aspects.split())
            for verb in _members(row.split(), classes) - self.changing.keys():
                self.changing[verb] = _members(listed.split(), classes)
        meddling = words.get("meddling", {})
        self.meddlers = _members(meddling.get("whom", "").split(), classes)
        self.meddling = _members(meddling.get("verbs", "").split(), classes)
        self.handling = _members(meddling.get("handling", "").split(), classes)
        sides = (words["aspects"][aspect] for aspect in meddling.get("aspects", "").split())
        self.exposed = set(" ".join(sides).split())
        self.inside = {of: set(v.split()) for k, v in words.get("inside", {}).items() for of in k.split()}
        self.apart = [set(row.split()) for row in words.get("apart", {}).values()]
        lasting = words.get("lasting", {})
        self._lasting = {*lasting.get("attributes", "").split(), *lasting.get("values", "").split()}
        passing = words.get("passing", {})
        self._passing = {*passing.get("attributes", "").split(), *passing.get("values", "").split()}
        self.hours = {w: n for n, listed in words.get("hours", {}).items() for w in listed.split()}
        self.spans = {w: n for n, listed in words.get("spans", {}).items() for w in listed.split()}
        self.stretches = {
            *passing.get("time", "").split(),
            *(w for w, n in self.hours.items() if n != "never"),
        }
        self.aims = set(words.get("aims", {}).get("verbs", "").split())
        self._persons = set(words.get("persons", {}).get("nouns", "").split())
        self._attributes: dict[str, tuple[str, bool]] = {}
        self._meaning: dict[tuple[str, str], tuple[str, str, bool]] = {}
        self.broader: dict[tuple[str, str], tuple[str, str, bool]] = {}
        """What is implied by a value, or by an attribute of any value."""
        self._read_words(words)
        self._extend_to_narrower()
        self.about_states = [
            (law, [self.canonical(t.attribute, "", "", t.value)[0] for t in law.states])
            for law in self.laws
            if law.states
        ]
        """The laws about states, each with the fluents of its states for arbitrary participants."""
        self._about: dict[str, list[Law]] = {}

    def _read_words(self, words: dict[str, dict[str, str]]) -> None:
        """Read what the words for states mean, and what they imply."""
        for key, listed in words.get("attributes", {}).items():
            name, *above = key.split(" < ")
            self._attributes |= dict.fromkeys(listed.split(), (name.lstrip("~"), name[0] != "~"))
            self.broader.update(((name, ""), (broad.lstrip("~"), "", broad[0] != "~")) for broad in above)
        groups = {a: g for a, g in words.items() if a not in _NO_VALUES}
        for attribute, values in groups.items():
            for key, listed in values.items():
                value, *above = key.split(" < ")
                meant = (attribute, slug(value.lstrip("~")), value[0] != "~")
                self._meaning.update(dict.fromkeys(((attribute, slug(w)) for w in listed.split()), meant))
                for broad in above:
                    self._meaning[meant[:2]] = meant
                    self.broader[meant[:2]] = (attribute, slug(broad.lstrip("~")), broad[0] != "~")
        for target, sources in words.get("moved", {}).items():
            moved = {value for attribute, value in self._meaning if attribute == target}
            moved |= {value for attribute, value, _ in self._meaning.values() if attribute == target}
            moved -= {*words.get("of_things", {}).get("words", "").split()}
            for value in moved:
                meant = self._meaning.get((target, value), (target, value, True))
                for source in sources.split():
                    self._meaning.setdefault((source, value), meant)

    def _extend_to_narrower(self) -> None:
        """Let what holds of a state hold of what implies it: how long it lasts, what may change it."""
        for (attribute, value), (above, broader, _) in self.broader.items():
            narrow, broad = value or attribute, broader or above
            for states in (self._lasting, self._passing, self.exposed):
                states.update({narrow} if broad in states else ())
            for verb, may in self.changing.items():
                if broad in may:
                    self.changing[verb] = may | {narrow}
            if broad in self.spans:
                self.spans.setdefault(narrow, self.spans[broad])

    def about(self, verb: str) -> list[Law]:
        """Return the laws about events with a verb."""
        if verb not in self._about:
            out = f"~{verb}"
            self._about[verb] = [
                law for law in self.laws if verb in law.verbs or ("*" in law.verbs and out not in law.verbs)
            ]
        return self._about[verb]

    def lasts(self, fluent: Fluent) -> bool:
        """Whether a state ends only by an event that a law describes."""
        return not self._lasting.isdisjoint((fluent.attribute, fluent.value))

    def passes(self, fluent: Fluent) -> bool:
        """Whether a state ends when its person goes on to other things."""
        return not self._passing.isdisjoint((fluent.attribute, fluent.value))

    def canonical(self, attribute: str, participant: str, other: str, value: str) -> tuple[Fluent, bool]:
        """Return the canonical fluent of a state in words, and whether the words affirm it."""
        name, word, affirmed = self._in_words(attribute, value)
        return Fluent(name, participant, other, word), affirmed

    @lru_cache(maxsize=10_000)  # noqa: B019 - there is one book
    def _in_words(self, attribute: str, value: str) -> tuple[str, str, bool]:
        name, word = slug(attribute), slug(value)
        name, affirmed = self._attributes.get(name, (name, True))
        if name == "is_a" and "_" in word:
            quality, noun = word.rsplit("_", 1)
            if quality and noun in self._persons:
                name, word = "is", quality
        name, word, agrees = self._meaning.get((name, word), (name, word, True))
        return name, word, affirmed == agrees


def _kinds(*tables: dict[str, str]) -> dict[str, set[str]]:
    """Return the transitive kinds of each noun: a beagle is a dog, and an animal."""
    above: dict[str, set[str]] = {}
    for kind, nouns in (item for table in tables for item in table.items()):
        for noun in nouns.split():
            above.setdefault(noun, set()).add(kind)
    for noun, kinds in above.items():
        while further := {up for kind in kinds for up in above.get(kind, ())} - kinds - {noun}:
            kinds |= further  # noqa: PLW2901 - the set in the table grows
    return above


def _members(words: list[str], classes: dict[str, str]) -> frozenset[str]:
    plain = {word for word in words if "@" not in word[:2]}
    for name in {*words} - plain:
        if name[0] == "~":
            plain |= {f"~{word}" for word in _members([name[1:]], classes)}
            continue
        of, *behind = name[1:].split("+")
        listed = _members(classes[of].split(), classes)
        plain |= {"_".join(pair) for pair in product(listed, behind)} if behind else listed
    return frozenset(plain)


def _law(item: dict[str, object], classes: dict[str, str]) -> Law:
    read = {key: [value] if isinstance(value, str) else value for key, value in item.items()}

    def strings(key: str) -> list[str]:
        found = read.get(key, [])
        assert isinstance(found, list)
        return found

    def of_class(text: str) -> list[str]:
        before, at, name = text.partition("=@")
        return [f"{before}={word}" for word in sorted(_members(["@" + name], classes))] if at else [text]

    where = item.get("where", {})
    assert isinstance(where, dict)
    weight = item.get("weight")
    assert weight is None or isinstance(weight, int | float)
    return Law(
        id=str(item["id"]),
        reason=str(item["reason"]),
        verbs=_members(strings("verbs"), classes),
        states=tuple(_term(text) for text in strings("state")),
        parts=tuple((part, _term(t)) for part in _PARTS for text in strings(part) for t in of_class(text)),
        weight=None if weight is None else float(weight),
        moods=frozenset(Mood(name) for name in strings("moods") or ("actual", "prior")),
        negated=item.get("negated") is True,
        takes=int(str(item.get("takes", 0))),
        where=tuple(
            (name, _members([nouns] if isinstance(nouns, str) else nouns, classes))
            for name, nouns in where.items()
        ),
    )


def _of_changes(table: dict[str, dict[str, object]]) -> Iterator[dict[str, object]]:
    """Yield the laws of each pair of a change and its reversal: `[change.folded]`."""
    for state, change in table.items():
        name, of = "-".join(state.split(" ")), change.get("of")
        law: dict[str, object] = {"weight": 2.5, "where": {} if of is None else {"theme": of}}
        if "by" in change:
            after, reason = f"is(theme)={state}", f"what this is done to is {state}"
            verbs = str(change["by"]).split()
            yield {**law, "id": f"{name}-done", "verbs": verbs, "usually_after": after, "reason": reason}
        if "undone_by" in change:
            after, reason = f"~is(theme)={state}", f"what this is done to is {state} no more"
            verbs = str(change["undone_by"]).split()
            yield {**law, "id": f"{name}-undone", "verbs": verbs, "usually_after": after, "reason": reason}
        if "by" in change:
            after, reason = f"~is(theme)={state}", f"what this is not done to is usually not {state}"
            left = {**law, "negated": True, "weight": 1.0, "verbs": str(change["by"]).split()}
            yield {**left, "id": f"{name}-not-done", "usually_after": after, "reason": reason}


def _term(text: str) -> Term:
    head, _, value = text.removeprefix("~").partition(")")
    attribute, _, participants = head.partition("(")
    subject, _, other = participants.partition(",")
    return Term(attribute, subject, other.strip(), value.removeprefix("="), text[0] != "~")


@cache
def law_book() -> LawBook:
    """Return the laws of the shipped files."""
    return LawBook()


@cache
def slug(text: str) -> str:
    """Return words as a lower-case ASCII name for atoms; other characters are written by code point."""
    letters = []
    for char in text.lower():
        if char.isascii():
            letters.append(char if char.isalnum() else " ")
        else:
            letters.append(f" u{ord(char):04x} ")
    return "_".join("".join(letters).split()) or "_".join(f"u{ord(char):04x}" for char in text)


def filler(event: Event, role: str) -> str | None:
    """Return the filler of a role of an event; None if there is none. An agent alone is the patient."""
    if role == "patient":
        return filler(event, "theme") or filler(event, "agent")
    for name, who in event.roles:
        if name == role:
            return who
    return None


def singled(event: Event) -> list[Event]:
    """Return every variant of an event with a single filler per role.

    Without an agent, the experiencer is the agent; each of several agents is a `fellow` of the others.
    """
    roles = list(event.roles)
    if all(role != "agent" for role, _ in roles):
        roles += [("agent", who) for role, who in roles if role == "experiencer"]
    doers = [who for role, who in roles if role == "agent"]
    roles += [("fellow", who) for who in doers if len(doers) > 1]
    ways: list[tuple[tuple[str, str], ...]] = [()]
    for name in dict.fromkeys(role for role, _ in roles):
        ways = [(*way, (name, who)) for way in ways for role, who in roles if role == name]
    apart = [way for way in ways if len(doers) < 2 or dict(way)["agent"] != dict(way)["fellow"]]
    return [replace(event, roles=way) for way in apart]


def of_all(term: Term) -> bool:
    """Return whether a term is about every participant that its law does not name."""
    return "*" in (term.subject, term.other)


def is_among(fluent: Fluent, blank: Fluent) -> bool:
    """Return whether a relation matches a law with `*`."""
    if not fluent.other and not fluent.value:
        return False
    alike = blank.attribute == fluent.attribute and blank.participant in ("", fluent.participant)
    open_end = blank.other == "" and blank.value in ("", fluent.value)
    same_end = blank.other == fluent.other and blank.value in ("", fluent.value)
    return alike and (open_end or (same_end and blank.participant == ""))
