"""From clauses to statements: which rule of which frame applies, and how a negation changes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

from defeasible.reasoner.english.closed import REFLEXIVES
from defeasible.reasoner.grammar.sizes import words as w
from defeasible.reasoner.grammar.sizes.clause import Attached, Clause, Found, related, usually
from defeasible.reasoner.grammar.sizes.lexicon import HANDLING, Frame, Rule, lexicon, preposition
from defeasible.reasoner.grammar.sizes.things import ASKED

Roles: TypeAlias = dict[str, list[int]]
"""Objects by role."""


def read_clause(clause: Clause) -> Iterator[Found]:
    """Read all comparisons that a clause implies; none if it is denied or only supposed."""
    return usually(_implied(clause)) if "usual" in clause.marks else _implied(clause)


def _implied(clause: Clause) -> Iterator[Found]:
    if clause.hypothetical:
        return
    _lighten(clause)
    _absorb(clause)
    verb, table = clause.verb, lexicon()
    fitting = clause.capacity and verb.among(table.discourse["fitting"], clause.particle)
    room = "room" in clause.marks and not clause.phrases
    fitting = fitting or (room and verb.among(table.discourse["fitting.room"]))
    impossible = clause.reverse or (clause.negated and fitting)
    if clause.negated and not impossible:
        return
    by_particle = [f"{lemma}_{clause.particle}" for lemma in verb.lemmas]
    frames = [frame for key in (*by_particle, *verb.lemmas) for frame in table.frames.get(key, ())]
    frames = [frame for frame in frames if frame.id == "idiom"] or frames
    places = [attached for attached in clause.phrases if _is_place(attached)]
    roles = _roles(clause, places, passive=_passive(clause, frames))
    apply = ((frame, [r for r in frame.rules if _applies(r, clause, roles)]) for frame in frames)
    chosen, rules = next((pair for pair in apply if pair[1]), (None, []))
    used = {role for rule in rules for role in (rule.bigger, rule.smaller)}
    used |= {word for frame in frames for word in frame.mute}
    by_frame = _by_frame(clause, chosen, rules, roles) if chosen is not None else ()
    for found in (*by_frame, *_by_preposition(clause, places, used, roles)):
        if not impossible or (clause.reverse and clause.negated):
            yield found
            continue
        placed = found.weight is not None and found.weight < HANDLING
        if not placed and found.smaller is not None and not _strength(clause, found):
            # a denial for reasons of size reverses what is done to a thing, not where the thing probably is
            reason = f"{found.reason}; but the text says that it cannot be so, which turns the sizes round"
            frame = found.frame + ".denied"
            yield replace(found, bigger=found.smaller, smaller=found.bigger, frame=frame, reason=reason)


def _strength(clause: Clause, found: Found) -> bool:
    """Return whether a clause denies what takes strength, not room: `The boy could not hold the goose`."""
    held = found.frame == "containment.hold" and "person" in clause.marks and not clause.reverse
    return held or found.frame.startswith("handling")


def _lighten(clause: Clause) -> None:
    """Replace a light verb by one of the same meaning: `take shelter`, `give birth to`, `have room for`."""
    table, objects = lexicon().support, {a.phrase.words: a for a in reversed(clause.phrases)}
    options = [s for v in clause.verb.lemmas if clause.light for s in table.get((v, clause.light), ())]
    if not options:
        return
    meaning, behind = min(options, key=lambda s: (objects.keys().isdisjoint(s[1]), bool(s[1])))
    if clause.verb.be:
        if objects.keys().isdisjoint(behind):
            return
        # `there is room in a bus for a clown`
        places = [a for a in clause.phrases if a.phrase.place]
        clause.subject = [n for a in places for n in a.numbers]
        clause.phrases = [a for a in clause.phrases if not a.phrase.place]
    means, _, clause.particle = meaning.partition("_")
    clause.capacity = clause.capacity or means == "accommodate"
    clause.verb = replace(clause.verb, lemmas=(means,), known=True)
    for words in behind:
        if words in objects and not clause.patient:
            clause.patient = list(objects[words].numbers)
            clause.phrases.remove(objects[words])


def _absorb(clause: Clause) -> None:
    """Make the object of `put on`, `feed on`, `step on` the patient."""
    moves = any(f.id == "motion.manner" for v in clause.verb.lemmas for f in lexicon().frames.get(v, ()))
    own = f"{clause.verb.lemmas[0]}_{clause.particle}" in lexicon().frames if moves else True
    if "path" in clause.marks and clause.patient and not own:  # `ran up the tree`
        along = Attached(preposition(clause.particle), tuple(clause.patient), clause.start, clause.end)
        clause.phrases, clause.patient = [along, *clause.phrases], []
    first = clause.phrases[0] if clause.phrases else None
    if first is None or clause.patient or clause.particle or clause.verb.passive:
        return
    joined = any(f"{v}_{first.phrase.words}" in lexicon().frames for v in clause.verb.lemmas)
    if joined and first.start - clause.end <= 1:
        clause.particle, clause.patient = first.phrase.words, list(first.numbers)
        del clause.phrases[0]


def _passive(clause: Clause, frames: Sequence[Frame]) -> bool:
    """Return whether the subject is the patient; a bare participle with `by` or `with` is passive too."""
    verb, behind = clause.verb, {a.phrase.words for a in clause.phrases}
    if any(f.id in {"motion.manner", "being.located"} for f in frames):
        rules = [r for f in frames for r in f.rules if not r.only or verb.among(r.only)]
        filled = any(r.bigger == "patient" and r.smaller == "with" for r in rules)
        behind &= {"with"} if filled else set()
    return verb.passive or (verb.bare and not clause.patient and bool(behind & {"by", "with"}))


def _roles(clause: Clause, places: Sequence[Attached], *, passive: bool) -> Roles:
    """Return the objects in each role of the clause."""
    roles: Roles = {mark: [] for mark in clause.marks}
    for attached in places:
        # an instrument may contain the patient: `with a net`, `by cart`, not `with a hook`
        by = attached.phrase.words == "by" and not passive
        vessel = (by or attached.phrase.role == "with") and attached.head not in w.HOOKS
        kinds = {attached.phrase.role: True, "vessel": vessel, "place": attached.phrase.place}
        for role in (kind for kind, filled in kinds.items() if filled):
            roles[role] = [*roles.get(role, []), *attached.numbers]
    acting = roles.pop("by", []) if passive else clause.subject
    acted = clause.subject if passive else clause.patient
    theme = acted or acting
    found = {"agent": acting, "patient": acted, "recipient": clause.recipient, "theme": theme}
    roles |= {role: list(numbers) for role, numbers in found.items() if numbers}
    return roles | {"passive": []} if passive else roles


def _is_place(attached: Attached) -> bool:
    """Return whether the governed noun can be a thing: not `in silence`, `by hand`, `in itself`."""
    head, bodily = attached.head, attached.phrase.role == "with" and attached.head in w.BODY_PARTS
    manner = bodily or head in w.TIMES or (attached.bare and head in w.MANNERS | w.MEASURED)
    return head not in REFLEXIVES and (min(attached.numbers) < ASKED or not manner)


def _applies(rule: Rule, clause: Clause, roles: Roles) -> bool:
    if rule.only and not clause.verb.among(rule.only, clause.particle):
        return False
    if not rule.when <= roles.keys() or not rule.unless.isdisjoint(roles):
        return False
    if "many" in clause.marks and rule.weight is not None and rule.bigger == "agent":
        return False  # `two men lifted the car` together
    big, small = roles.get(rule.bigger, []), roles.get(rule.smaller, [])
    return bool(big and small and big != small)


def _by_frame(clause: Clause, frame: Frame, rules: Sequence[Rule], roles: Roles) -> Iterator[Found]:
    """Apply the rules of the frame that was chosen."""
    verb, said = clause.verb, (clause.start, clause.end, frame.id)
    note = f" (`{verb.lemmas[0]}` is how the verb was read)" if verb.correction else ""
    for rule in rules:
        for big, small in product(roles[rule.bigger], roles[rule.smaller]):
            if big != small:
                yield Found(big, small, *said, rule.reason + note, rule.weight)


def _by_preposition(
    clause: Clause, places: Sequence[Attached], used: set[str], roles: Roles
) -> Iterator[Found]:
    """Read each preposition by itself, unless the frame of the verb has used or muted it."""
    for attached in clause.phrases:
        phrase, place = attached.phrase, (attached.start, attached.end)
        if not clause.verb and phrase.role == "with":
            pairs = product(clause.subject, attached.numbers)
            yield from (related("with", one, part, *place) for one, part in pairs if one != part)
        stuck = phrase.words == "in" and attached.head in w.OPENINGS and clause.verb.among(w.STUCK)
        silent = phrase.bigger == "none" or phrase.words in used or attached not in places or stuck
        if silent or (phrase.verbs and not clause.verb.among(phrase.verbs)):
            continue
        themes = clause.subject if phrase.adjective else _located(clause, attached, roles)
        for pair in product(attached.numbers, themes):
            big, small = pair if phrase.bigger == "ground" else pair[::-1]
            if big != small:
                yield Found(big, small, *place, phrase.id, phrase.reason, phrase.weight)


def _located(clause: Clause, attached: Attached, roles: Roles) -> list[int]:
    """Return what a phrase of place locates: the theme; for some verbs the agent, or both."""
    classes, agent, themes = lexicon().discourse, roles.get("agent", []), roles.get("theme", [])
    phrase, verb = attached.phrase, clause.verb
    if phrase.words == "from" and (not verb or verb.among(w.UNSOURCED)):
        return []  # `is full of honey from the bees`, `ate from his hand`
    if not verb or not (phrase.place or phrase.id == "source.from"):
        return themes
    if phrase.words == "from" and verb.among(classes["onlooker"]):
        return agent
    along = phrase.words in w.ALONG and verb.among(classes["along"])
    emerging = clause.own_part and phrase.id == "source.from"
    active = phrase.words in {"in", "inside"} and verb.among(classes["activity"])
    return list(dict.fromkeys([*themes, *agent])) if along or emerging or active else themes
