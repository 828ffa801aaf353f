"""From clauses to statements: which rule of which frame applies, and what a negation makes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from defeasible.reasoner.english.closed import REFLEXIVES
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, Found, Verb
from defeasible.reasoner.grammar.sizes.lexicon import Frame, Phrase, Rule, lexicon
from defeasible.reasoner.grammar.sizes.things import ASKED

Roles: TypeAlias = dict[str, list[int]]
"""Objects by role."""


def read_clause(clause: Clause) -> Iterator[Found]:
    """Read all the comparisons that a clause implies; none when it is denied or only supposed."""
    if clause.hypothetical:
        return
    _lighten(clause)
    _absorb(clause)
    frames = _frames(clause)
    roles = _roles(clause)
    impossible = clause.reverse or (clause.negated and clause.capacity and _fitting(clause, frames))
    if clause.negated and not impossible:
        return
    frame, rules = _choose(clause, frames, roles)
    used = {role for rule in rules for role in (rule.bigger, rule.smaller)}
    used |= frame.mute if frame is not None else {word for f in frames for word in f.mute}
    by_frame = _by_frame(clause, frame, rules, roles) if frame is not None else ()
    for found in (*by_frame, *_by_preposition(clause, frames, used, roles)):
        if not impossible or (clause.reverse and clause.negated):
            yield found
        elif found.weight is None:  # that it only makes likely does not turn round
            yield _reversed(found)


def _reversed(found: Found) -> Found:
    """Turn a comparison round: what it would imply fails for reasons of size."""
    if found.smaller is None:
        return found
    return replace(
        found,
        bigger=found.smaller,
        smaller=found.bigger,
        frame=found.frame + ".denied",
        reason=f"{found.reason}; but the text says that it cannot be so, which turns the sizes round",
    )


def _fitting(clause: Clause, frames: Sequence[Frame]) -> bool:
    verbs = set(clause.verb.lemmas)
    return any(f.id == "containment.hold" for f in frames) or bool(verbs & lexicon().discourse["fitting"])


# -- frames of verbs ---------------------------------------------------------------------------------


def _frames(clause: Clause) -> list[Frame]:
    """Return the frames of the verb, those of verb and particle first."""
    table = lexicon().frames
    found: list[Frame] = []
    for lemma in clause.verb.lemmas:
        if clause.particle:
            found.extend(table.get(f"{lemma}_{clause.particle}", ()))
    for lemma in clause.verb.lemmas:
        found.extend(table.get(lemma, ()))
    return found


def _lighten(clause: Clause) -> None:
    """Put the verb that says the same for `take shelter`, `give birth to`, `have room for`."""
    verb = clause.verb
    if not clause.light:
        return
    table = lexicon().support
    options = [s for lemma in verb.lemmas for s in table.get((lemma, clause.light), ())]
    objects = {a.phrase.words: a for a in reversed(clause.phrases)}
    if not options:
        return
    meaning, behind = min(options, key=lambda s: (objects.keys().isdisjoint(s[1]), bool(s[1])))
    if verb.be:
        if objects.keys().isdisjoint(behind):
            return
        # `there is room in a bus for a clown`
        places = [a for a in clause.phrases if a.phrase.place]
        clause.subject, clause.capacity = [n for a in places for n in a.numbers], True
        clause.phrases = [a for a in clause.phrases if not a.phrase.place]
    means, _, clause.particle = meaning.partition("_")
    clause.verb = replace(verb, lemmas=(means,), known=True)
    for words in behind:
        if words in objects and not clause.patient:
            clause.patient = list(objects[words].numbers)
            clause.phrases.remove(objects[words])


def _absorb(clause: Clause) -> None:
    """Make the object of `put on`, `feed on`, `step on` what it is by meaning: the patient."""
    verb = clause.verb
    if not verb or clause.patient or clause.particle or not clause.phrases:
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
    """Whether the subject is acted upon; a bare participle with `by` or `with` is passive too."""
    if verb.passive:
        return True
    moving = any(f.id in {"motion.manner", "being.located"} for f in _frames(clause))
    rules = [r for f in _frames(clause) for r in f.rules if not r.only or not r.only.isdisjoint(verb.lemmas)]
    filled = any(r.bigger == "patient" and r.smaller == "with" for r in rules)
    tellers = {"by", "with"} if not moving else {"with"} if filled else set()
    told = any(a.phrase.words in tellers for a in clause.phrases)
    return verb.bare and not clause.patient and told


def _roles(clause: Clause) -> Roles:
    """Return the objects in each role of the clause."""
    roles: Roles = {}
    verb = clause.verb
    passive = _passive(clause, verb)
    for attached in clause.phrases:
        if _is_place(attached):
            roles.setdefault(attached.phrase.role, []).extend(attached.numbers)
            if _reaches_around(attached, passive=passive):
                roles.setdefault("vessel", []).extend(attached.numbers)
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
    for mark in clause.marks:
        roles[mark] = []
    if clause.recipient:
        roles["recipient"] = list(clause.recipient)
    theme = roles.get("patient") or roles.get("agent")
    if theme:
        roles["theme"] = theme
    return roles


def _is_place(attached: Attached) -> bool:
    """Whether the noun behind the preposition can be a thing: not `in silence`, `by hand`, `in itself`."""
    if attached.head in REFLEXIVES:
        return False
    asked = min(attached.numbers) < ASKED
    if attached.phrase.role == "with" and attached.head in w.BODY_PARTS and not asked:
        return False
    return asked or not (
        attached.head in w.TIMES or (attached.bare and attached.head in w.MANNERS | w.MEASURED)
    )


def _reaches_around(attached: Attached, *, passive: bool) -> bool:
    """Whether an instrument can hold what it takes: `with a net`, `by cart`, not `with a hook`."""
    by = attached.phrase.words == "by" and not passive
    return (by or attached.phrase.role == "with") and attached.head not in w.GRIPPERS | w.BODY_PARTS | w.PARTS


def _choose(clause: Clause, frames: Sequence[Frame], roles: Roles) -> tuple[Frame | None, list[Rule]]:
    """Return the first frame of the verb that has rules to apply, and those rules."""
    verbs = set(clause.verb.lemmas)
    for frame in frames:
        rules = [rule for rule in frame.rules if _applies(rule, verbs, roles)]
        if rules:
            return frame, rules
    return None, []


def _applies(rule: Rule, verbs: set[str], roles: Roles) -> bool:
    if rule.only and rule.only.isdisjoint(verbs):
        return False
    if not all(role in roles for role in rule.when) or any(role in roles for role in rule.unless):
        return False
    big, small = roles.get(rule.bigger, []), roles.get(rule.smaller, [])
    return bool(big and small and big != small)


def _by_frame(clause: Clause, frame: Frame, rules: Sequence[Rule], roles: Roles) -> Iterator[Found]:
    """Apply the rules of the frame that was chosen."""
    verb = clause.verb
    for rule in rules:
        reason = rule.reason
        if verb.correction:
            reason += f" (`{verb.lemmas[0]}` is how the verb was read)"
        for big in roles[rule.bigger]:
            for small in roles[rule.smaller]:
                if big != small:
                    place = clause.start, clause.end
                    yield Found(big, ">", small, Fraction(1), *place, frame.id, reason, rule.weight)


# -- prepositions ------------------------------------------------------------------------------------


def _by_preposition(clause: Clause, frames: Sequence[Frame], used: set[str], roles: Roles) -> Iterator[Found]:
    """Let each preposition speak for itself unless the frame of the verb has used or muted it."""
    verb = clause.verb
    for attached in clause.phrases:
        phrase = attached.phrase
        if not verb and phrase.role == "with":
            yield from _with(clause, attached)
        if phrase.bigger == "none" or phrase.words in used or not _is_place(attached):
            continue
        if phrase.verbs and phrase.verbs.isdisjoint(verb.lemmas):
            continue
        themes = list(clause.subject) if phrase.adjective else roles.get("theme", [])
        if verb and (phrase.place or phrase.id == "source.from"):
            themes = _located(clause, verb, phrase, roles)
        for ground in attached.numbers:
            for theme in themes:
                big, small = (ground, theme) if phrase.bigger == "ground" else (theme, ground)
                if big != small:
                    said = attached.start, attached.end, phrase.id, phrase.reason, phrase.weight
                    yield Found(big, ">", small, Fraction(1), *said)


def _located(clause: Clause, verb: Verb, phrase: Phrase, roles: Roles) -> list[int]:
    """Return what a phrase of place locates: the theme; for some verbs the agent, or the agent as well."""
    classes, agent, themes = lexicon().discourse, roles.get("agent", []), roles.get("theme", [])
    if phrase.words == "from" and not classes["onlooker"].isdisjoint(verb.lemmas):
        return agent
    along = phrase.words in w.ALONG and not classes["along"].isdisjoint(verb.lemmas)
    emerging = clause.own_part and phrase.id == "source.from"
    both = (
        along
        or emerging
        or (phrase.words in {"in", "inside"} and not classes["activity"].isdisjoint(verb.lemmas))
    )
    return [*themes, *(n for n in agent if n not in themes)] if both else themes


def _with(clause: Clause, attached: Attached) -> Iterator[Found]:
    for whole in clause.subject:
        for part in attached.numbers:
            if whole != part:
                reason = "what a thing is with is a part of it or carried by it"
                yield Found(whole, ">", part, Fraction(1), attached.start, attached.end, "part.with", reason)
