"""From clauses to statements: which rule of which frame applies, and what a negation makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from defeasible.reasoner.forms import METRE
from defeasible.reasoner.forms.sizes import Relation
from defeasible.reasoner.grammar.sizes.chunks import Compare, Verb
from defeasible.reasoner.grammar.sizes.clauses import Attached, Clause, PartWhole
from defeasible.reasoner.grammar.sizes.lexicon import Frame, lexicon
from defeasible.reasoner.grammar.sizes.words import MANNERS, REFLEXIVES, TIMES

_PART_REASONS = {
    "part": ("part.of", "a part is smaller than its whole"),
    "owner": ("part.body", "a part of a body or thing is smaller than the whole"),
    "content": ("containment.content", "what a container is filled with is smaller than the container"),
}
ASKED = 2
"""The objects of the question are the first two: they are things whatever their names."""
_FITTING = frozenset(
    "fit squeeze go get put pass cram wedge slip slide stuff pack load push force enter move".split()
)
"""Verbs whose denied possibility says that the place is too small."""


@dataclass(frozen=True, slots=True)
class Found:
    """A comparison of two objects by number (None for the metre), with the words and the reason."""

    bigger: int
    relation: Relation
    smaller: int | None
    factor: Fraction
    start: int
    end: int
    frame: str
    reason: str

    def ids(self) -> tuple[str, str]:
        """Return the ids of both sides."""
        return f"o{self.bigger + 1}", METRE if self.smaller is None else f"o{self.smaller + 1}"


def read_part(part: PartWhole) -> Found:
    """Read a whole with its part, or a container with its content."""
    frame, reason = _PART_REASONS[part.kind]
    return Found(part.whole, ">", part.part, Fraction(1), part.start, part.end, frame, reason)


def read_clause(clause: Clause) -> Iterator[Found]:
    """Read all the comparisons that a clause implies; none when it is denied or only supposed."""
    if clause.hypothetical:
        return
    yield from _compared(clause)
    if not clause.negated:
        for length, start, end in clause.lengths:
            for number in clause.subject:
                yield Found(
                    number, "=", None, length, start, end, "measure.length", "the text gives its length"
                )
    _absorb(clause)
    frames = _frames(clause)
    roles = _roles(clause, frames)
    impossible = clause.reverse or (clause.negated and clause.capacity and _fitting(clause, frames))
    if clause.negated and not impossible:
        return
    for found in (*_by_frame(clause, frames, roles), *_by_preposition(clause, frames, roles)):
        yield _reversed(found) if impossible and not (clause.reverse and clause.negated) else found


def _reversed(found: Found) -> Found:
    if found.smaller is None:
        return found
    return Found(
        found.smaller, found.relation, found.bigger, found.factor, found.start, found.end, found.frame + ".denied",
        f"it cannot be, by reason of size, that {found.reason}",
    )  # fmt: skip


def _fitting(clause: Clause, frames: Sequence[Frame]) -> bool:
    if clause.verb is None:
        return False
    holding = any(f.capacity or f.id == "containment.hold" for f in frames)
    return holding or not _FITTING.isdisjoint(clause.verb.lemmas)


# -- frames of verbs ---------------------------------------------------------------------------------


def _frames(clause: Clause) -> list[Frame]:
    """Return the frames of the verb, those of verb and particle first."""
    if clause.verb is None:
        return []
    table = lexicon().frames
    found: list[Frame] = []
    for lemma in clause.verb.lemmas:
        if clause.particle:
            found.extend(table.get(f"{lemma}_{clause.particle}", ()))
    for lemma in clause.verb.lemmas:
        found.extend(table.get(lemma, ()))
    return found


def _absorb(clause: Clause) -> None:
    """Make the object of `put on`, `feed on`, `step on` what it is by meaning: the patient."""
    verb = clause.verb
    if verb is None or clause.patient or clause.particle or not clause.phrases:
        return
    first = clause.phrases[0]
    key = f"_{first.phrase.words}"
    if (
        first.start - clause.end <= 1
        and not verb.passive
        and any(v + key in lexicon().frames for v in verb.lemmas)
    ):
        clause.particle = first.phrase.words
        clause.patient = list(first.numbers)
        del clause.phrases[0]


def _passive(clause: Clause, verb: Verb) -> bool:
    """Whether the subject is what is acted upon; a participle with `by` or `with` and no object is passive."""
    if verb.passive:
        return True
    moving = any(f.id in {"motion.manner", "being.located"} for f in _frames(clause))
    tellers = {"with"} if moving else {"by", "with"}
    told = any(a.phrase.words in tellers for a in clause.phrases)
    return not verb.auxiliary and not clause.patient and "part" in verb.forms and told


def _roles(clause: Clause, frames: Sequence[Frame]) -> dict[str, list[int]]:
    """Return the objects in each role of the clause."""
    roles: dict[str, list[int]] = {}
    verb = clause.verb
    passive = verb is not None and _passive(clause, verb)
    for attached in clause.phrases:
        if _is_place(attached):
            roles.setdefault(attached.phrase.words, []).extend(attached.numbers)
            if attached.phrase.place:
                roles.setdefault("place", []).extend(attached.numbers)
    if passive:
        roles["passive"] = []
        roles["patient"] = list(clause.subject)
        if "by" in roles:
            roles["agent"] = roles.pop("by")
    else:
        if clause.subject:
            roles["agent"] = list(clause.subject)
        if clause.patient:
            roles["patient"] = list(clause.patient)
    if clause.recipient:
        roles["recipient"] = list(clause.recipient)
    theme = roles.get("patient") or roles.get("agent")
    if theme:
        roles["theme"] = theme
    return roles


def _is_place(attached: Attached) -> bool:
    """Whether the noun behind the preposition can be another thing: not `in silence`, `by hand`, `inside it`."""
    if attached.head in REFLEXIVES:
        return False
    asked = min(attached.numbers) < ASKED
    return asked or not (attached.head in TIMES or (attached.bare and attached.head in MANNERS))


def _by_frame(clause: Clause, frames: Sequence[Frame], roles: dict[str, list[int]]) -> list[Found]:
    """Apply the rules of the first frame that has one to apply."""
    verb = clause.verb
    if verb is None:
        return []
    for frame in frames:
        out: list[Found] = []
        for rule in frame.rules:
            if rule.only and rule.only.isdisjoint(verb.lemmas):
                continue
            if not all(role in roles for role in rule.when) or any(role in roles for role in rule.unless):
                continue
            reason = rule.reason
            if verb.correction:
                reason += f" (`{verb.lemmas[0]}` is how the verb was read)"
            out.extend(
                Found(big, ">", small, Fraction(1), clause.start, clause.end, frame.id, reason)
                for big in roles.get(rule.bigger, ())
                for small in roles.get(rule.smaller, ())
                if big != small
            )
        if out:
            return out
    return []


# -- prepositions ------------------------------------------------------------------------------------


def _by_preposition(clause: Clause, frames: Sequence[Frame], roles: dict[str, list[int]]) -> Iterator[Found]:
    """Let each preposition speak for itself unless the frame of the verb has used or muted it."""
    verb = clause.verb
    used = _used(clause, frames, roles)
    spatial = verb is None or verb.be or any(f.spatial for f in frames)
    passive = "passive" in roles
    for attached in clause.phrases:
        phrase = attached.phrase
        if verb is None and phrase.words == "with":
            yield from _with(clause, attached)
        if phrase.bigger == "none" or phrase.words in used or not _is_place(attached):
            continue
        if (phrase.needs == "spatial" and not spatial) or (phrase.words == "by" and passive):
            continue
        themes = list(clause.subject) if phrase.adjective else roles.get("theme", [])
        for ground in attached.numbers:
            for theme in themes:
                big, small = (ground, theme) if phrase.bigger == "ground" else (theme, ground)
                if big != small:
                    yield Found(
                        big, ">", small, Fraction(1), attached.start, attached.end, phrase.id, phrase.reason
                    )


def _with(clause: Clause, attached: Attached) -> Iterator[Found]:
    for whole in clause.subject:
        for part in attached.numbers:
            if whole != part:
                reason = "what a thing is with is a part of it or carried by it"
                yield Found(whole, ">", part, Fraction(1), attached.start, attached.end, "part.with", reason)


def _used(clause: Clause, frames: Sequence[Frame], roles: dict[str, list[int]]) -> set[str]:
    verb = clause.verb
    if verb is None:
        return set()
    for frame in frames:
        spoken = [
            r
            for r in frame.rules
            if not (r.only and r.only.isdisjoint(verb.lemmas))
            and r.bigger in roles
            and r.smaller in roles
            and all(role in roles for role in r.when)
            and not any(role in roles for role in r.unless)
        ]
        if spoken:
            return {role for r in spoken for role in (r.bigger, r.smaller)} | frame.mute
    return {word for frame in frames for word in frame.mute}


# -- comparisons -------------------------------------------------------------------------------------


def _compared(clause: Clause) -> Iterator[Found]:
    for compare, other, start, end in clause.compares:
        for theme in clause.subject:
            if theme != other:
                found = _comparison(theme, compare, other, clause.negated)
                if found is not None:
                    big, relation, small, factor = found
                    yield Found(
                        big, relation, small, factor, start, end, "comparison.words", "the text compares them"
                    )


def _comparison(
    theme: int, compare: Compare, other: int, negated: bool
) -> tuple[int, Relation, int, Fraction] | None:
    """Return bigger object, relation, smaller object and factor."""
    one = Fraction(1)
    if compare.direction == 0:
        if not negated:
            return theme, ">=" if compare.at_least else "=", other, compare.factor
        if compare.factor != 1:
            return None
        return (theme, ">", other, one) if compare.small else (other, ">", theme, one)
    big, small = (theme, other) if compare.direction > 0 else (other, theme)
    if negated:
        return None if compare.times else (small, ">=", big, one)
    return big, "=" if compare.times else ">", small, compare.factor
