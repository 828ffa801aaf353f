"""Leaves: one proposition in affirmative words, its subject first, a passive turned active; echoes of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from defeasible.reasoner.english.clause import Clause, Negation
from defeasible.reasoner.english.closed import ARTICLES, MULTIPLES, NEGATORS, PRONOUNS, QUANTIFIERS, WHEN
from defeasible.reasoner.english.embedding import attitude_of
from defeasible.reasoner.english.inflection import past_tense, present_participle, third_person
from defeasible.reasoner.english.tokens import CONTRACTED, Token
from defeasible.reasoner.english.verbs import may_be_past
from defeasible.reasoner.grammar.belief.ellipsis import completed
from defeasible.reasoner.grammar.belief.node import Leaf
from defeasible.reasoner.grammar.belief.normal import MODAL
from defeasible.reasoner.grammar.belief.view import Part, View
from defeasible.reasoner.grammar.belief.words import Word, Words, with_role
from defeasible.reasoner.grammar.tokens import Tokens

_AFFIRMED = {"no": "some", "none": "some", "neither": "one", "nobody": "somebody", "nothing": "something",
             "nowhere": "somewhere", "no longer": "still"}  # fmt: skip
_MODALS = {kind: word for kind, word in MODAL.items() if word and " " not in word}
_TAGS = dict.fromkeys(PRONOUNS, "PRP") | dict.fromkeys(ARTICLES, "DT") | {"'s": "POS"}
_RAISING = frozenset({"wish", "request", "belief"})


def leaf_of(view: View, part: Part) -> Leaf:
    """Return a part as one proposition in affirmative words."""
    clause = part.clause
    own = view.of(part)
    if clause.relation == "conjunct":  # `can whistle and juggle`
        own = own.union(*(view.between(m.start, m.end) for m in clause.modals if m.end <= clause.start))
    for thing in clause.objects:
        verb = view.tokens[thing.head.head]
        if verb.dep == "conj" and verb.head == clause.head.index:  # `washed and dried the cups`
            own |= view.phrase(thing)
    negations = [n for n in clause.negations if view.between(n.start, n.end) & own]
    denials = [n for n in negations if n.clausal and n.kind != "seldom"]
    denials += _raised(view, clause, own) if not denials else []
    denials += _not_all(view, clause, own) if not denials else []
    denied = len(denials) % 2 == 1 if part.denied is None else part.denied
    apart = denied and part.denied is None and any(n.under and not n.ambiguous for n in denials)
    roles = view.roles(clause)
    left = (t.index for t in view.tokens if t.low == "left" and t.dep == "acl" and t.head == t.index - 1)
    forms = dict.fromkeys(left, "") | dict(part.forms)  # `has no milk left`: has no milk
    gone: set[int] = set()
    if not apart:
        for negation in denials:
            numbers = view.between(negation.start, negation.end) & own
            gone |= numbers
            forms |= _affirmed(view, negation.word, numbers)
    if gone or clause.mood == "question":
        forms |= _undone(view, clause, own)
    if denied and not apart and (less := _lesser(view, clause, own)):
        forms |= less
        denied = part.denied is not None and not part.denied
    modals = [m for m in clause.modals if m.kind in _MODALS and view.between(m.start, m.end) & own]
    if part.bare:
        forms |= {n: "" for m in modals for n in view.between(m.start, m.end)} | view.finite(clause)
    modal = "" if part.bare or not modals else _MODALS[modals[0].kind]
    words = _ordered(view, part, own, forms, roles)
    cue = ", ".join(_cue(view, n.start, n.end, n.word) for n in denials) if denied and not apart else ""
    joined = bool(part.without)  # a conjunct has the role of the coordination
    unread = tuple(
        view.place(t)
        for t in clause.unread
        if t.index in own and t.low not in {"both", "either"} and not (joined and t.index in roles)
    )
    inner = (c for c in view.under(clause) if c.attitude == "modal")
    # `managed to stop` as `stopped`
    lent = clause.lemma if clause.tense == "none" else ""
    then = bool(lent) and not {"was", past_tense(lent)}.isdisjoint(forms.values())
    past = clause.tense == "past" or then
    passive = next(inner, clause).voice == "passive" and _agent(view, clause, own) is None
    return Leaf(
        words, denied and not apart, f"negation: {cue}" if cue else "", modal, view.open, apart, past=past,
        passive=passive, free=_timeless(clause) and not then, unread=unread,
    )  # fmt: skip


def _timeless(clause: Clause) -> bool:
    """Return whether the words of a clause do not show its time: `regrets selling`, `they shut it`."""
    who = clause.subject
    one = who is not None and not (who.plural or who.joined or who.head.low in {"i", "you", "we", "they"})
    either = clause.head.tag in {"VBD", "VBP"} and clause.head.low == clause.lemma and not one
    return (either and may_be_past(clause.lemma)) or clause.tense == "none"


def _lesser(view: View, clause: Clause, own: set[int]) -> dict[int, str]:
    """Return the forms that turn `is not as tall as Bob` into `is less tall than Bob`."""
    at = clause.adjective
    marks = [t for t in view.tokens if t.index in own and t.low in {"as", "so"}]
    like = at is not None and [t.index - at.index for t in marks] == [-1, 1] and marks[1].low == "as"
    before = view.tokens[marks[0].index - 1].low if like else ""
    like = like and before != "times" and MULTIPLES.get(before, 1) <= 1  # not `not twice as old`
    return {marks[0].index: "less", marks[1].index: "than"} if like else {}


def _raised(view: View, clause: Clause, own: set[int]) -> list[Negation]:
    """Return the negation of an infinitive as that of its verb: `decided not to` for `did not decide to`."""
    attitude = attitude_of((f"{clause.lemma}_to", clause.lemma))
    raising = clause.lemma in {"be", "ought"} or (attitude is not None and attitude.kind in _RAISING)
    if not raising or clause.objects or clause.denied:
        return []
    inner = [c for c in view.under(clause) if c.relation == "infinitive" and c.head.index in own]
    return [n for c in inner[:1] for n in c.negations if n.kind == "not" and n.clausal]


def _not_all(view: View, clause: Clause, own: set[int]) -> list[Negation]:
    """Return the negation of `not every pupil passes`, `no older than`, and of a clause without its verb."""
    tokens = [view.tokens[n] for n in sorted(own)]
    found = [t for t in view.children(clause.head) if t.dep == "neg" and t.index in own and not clause.lemma]
    for no, more, than, what in zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False):
        counts = what.tag == "CD" and more.low in {"more", "fewer", "less"}  # `no fewer than eight`
        if no.low == "no" and more.tag in {"JJR", "RBR"} and than.low == "than" and not counts:
            found = [no, *found]
    denies = bool(tokens) and NEGATORS.get(tokens[0].low, tokens[0].low) == "not"  # `by no means all`
    if tokens[1:] and denies and QUANTIFIERS.get(tokens[1].low) in {"every", "many"}:
        found = [tokens[0], *found]
    return [Negation(t.low, "not", t.start, t.end, t.end) for t in found[:1]]


def _cue(view: View, start: int, end: int, word: str) -> str:
    before = next((t for t in view.tokens if t.end == start or t.end + 1 == start), None)
    if word == "not" and before is not None and (before.tag == "MD" or before.lemma in {"do", "be", "have"}):
        return f"{CONTRACTED.get(before.low, before.low)} not"
    after = next((t.low for t in view.tokens if t.start > start), "")
    return f"no {after}" if word == "no" else word


def _affirmed(view: View, word: str, numbers: Collection[int]) -> dict[int, str]:
    """Return the replacements for a negation that is removed."""
    forms = dict.fromkeys(numbers, "")
    low = " ".join(view.tokens[n].low for n in sorted(numbers))
    new = _AFFIRMED.get(low) or _AFFIRMED.get(word)
    if new and numbers:
        after = view.tokens[max(numbers) + 1].low if max(numbers) + 1 < len(view.tokens) else ""
        forms[min(numbers)] = new
        if (low, after) == ("no", "one"):
            forms |= {min(numbers): "someone", max(numbers) + 1: ""}
    return forms


def _undone(view: View, clause: Clause, own: set[int]) -> dict[int, str]:
    """Return the forms that turn `does not walk` into `walks`, and `any` into `some`."""
    any_ = {n: low for n in own if (low := view.tokens[n].low).startswith("any") and low in QUANTIFIERS}
    forms = {n: f"some{low[3:]}" for n, low in any_.items()}
    for helper in view.children(clause.head):
        if helper.lemma == "do" and helper.dep == "aux":
            forms[helper.index] = ""
            gets = [t for t in view.children(clause.head) if t.lemma == "get" and t.dep == "auxpass"]
            verb = (*gets, clause.head)[0]
            new = {"does": third_person, "did": past_tense}.get(helper.low, str)
            forms[verb.index] = new(verb.lemma)
    return forms


def _agent(view: View, clause: Clause, own: set[int]) -> Token | None:
    """Return the `by` of a passive that says who did it."""
    by = next((t for t in view.children(clause.head) if t.dep == "agent" and t.index in own), None)
    return by if by is not None and clause.voice == "passive" and len(view.tree(by)) > 1 else None


def _ordered(view: View, part: Part, own: set[int], forms: dict[int, str], roles: Mapping[int, str]) -> Words:
    """Return the words of a clause with its subject first, and a passive with an agent turned active."""
    clause = part.clause
    subject = part.subject
    mine = {n for n in own if roles.get(n) == "subject"}
    if subject is None and clause.shared and clause.subject is not None:
        lent = view.phrase(clause.subject) - view.tree(clause.head)
        lent = lent - part.without or lent  # `Ann and Bob managed to escape`, of each
        subject = view.say({n for n in lent if view.tokens[n].dep != "relcl"}, role="subject")
    agent = _agent(view, clause, own)
    if agent is not None:
        done = subject if subject is not None else view.say(mine)
        # `was laughed at by Ann`: Ann laughed at him
        bare = (t for t in view.children(clause.head) if t.dep == "prep" and len(view.tree(t)) == 1)
        led = next((t for t in bare if t.index in own), None)
        role = f"by:{led.low}" if led is not None else "by:to" if clause.objects else "object"
        at = () if led is None else view.say({led.index}, role=role)
        rest = own - mine - (set() if led is None else {led.index})
        doer, said, more = _turned(view, (clause, agent), rest, forms, roles)
        return (*doer, *said, *at, *with_role(done, role), *more)
    helper = next((n for n in sorted(own) if roles.get(n) == "aux"), None)
    helper = clause.head.index if helper is None and clause.lemma == "be" else helper
    if subject is None and mine and helper is not None and helper < min(mine) and not clause.expletive:
        subject = view.say(mine, forms, roles)  # `had he known`, `does Ann run`
    elif subject is None:
        mine, subject = set(), ()
    out, rest = subject, own - mine
    for place, words in sorted(part.swaps):
        out = (*out, *view.say({n for n in rest if n < place}, forms, roles), *words)
        rest = {n for n in rest if n > place}
    return _name_first(clause, (*out, *view.say(rest, forms, roles)))


def _name_first(clause: Clause, words: Words) -> Words:
    """Return `Clara is the mother of Ivan` for `the mother of Ivan is Clara`."""
    who, what = clause.subject, clause.complement
    if who is None or what is None or clause.lemma != "be" or not (who.owner or who.determiner == "the"):
        return words
    named = what.name and not what.joined and what.head.low not in WHEN  # not `is Monday`
    theirs = "POS" in {w.tag for w in words[-2:]}
    if not named or theirs or who.name or who.joined or who.quantifier is not None:
        return words
    sides = {role: tuple(w for w in words if w.role == role) for role in ("subject", "complement")}
    first, last = sides.values()
    if not (first and last):
        return words
    the = first[0] if first[0].tag == "NNP" else first[0]._replace(text=first[0].text.lower())
    out: list[Word] = []
    for word in words:
        if word == first[0]:
            out += with_role(last, "subject")
        elif word == last[0]:
            out += with_role((the, *first[1:]), "complement")
        elif word.role not in sides:
            out.append(word)
    return tuple(out)


def _turned(
    view: View,
    passive: tuple[Clause, Token],
    own: set[int],
    forms: Mapping[int, str],
    roles: Mapping[int, str],
) -> tuple[Words, Words, Words]:
    """Return who did it, the verb, and the rest, of `was painted by Ann in May`."""
    clause, agent = passive
    doer = view.say((view.tree(agent) & own) - {agent.index}, role="subject")
    verb, lemma = clause.head, clause.head.lemma
    be = [t for t in view.children(verb) if t.dep == "auxpass"][-1:]
    rest = own - view.tree(agent) - {t.index for t in be}
    verbs = {n for n in rest if roles.get(n) in {"verb", "aux"}}
    form = be[0].low if be else ""
    if form == "been":  # `has been painted by Ann`
        new, tag = verb.low, "VBN"
    elif form == "being":  # `is being painted by Ann`
        new, tag = present_participle(lemma), "VBG"
    elif form == "be":
        new, tag = lemma, "VB"
    else:
        past = clause.tense == "past"
        new, tag = (past_tense(lemma), "VBD") if past else (third_person(lemma), "VBZ")
    said = view.say(verbs, {**forms, verb.index: new}, roles)
    said = tuple(w._replace(tag=tag) if w.start == verb.start else w for w in said)
    return doer, said, view.say(rest - verbs, forms, roles)


def subject_of(tokens: Tokens, view: View, main: Clause) -> Words:
    """Return the words of the subject of `so does her cousin Bob`: `Bob`."""
    if len(tokens) > 1 and tokens[-1].text[:1].isupper() and not tokens[-2].text[:1].isupper():
        tokens = tokens[-1:]
    words = tuple(
        Word(t.text, t.norm, t.norm, _TAGS.get(t.norm, "NN"), "subject", t.start, t.end) for t in tokens
    )
    own, bound = main.subject, tokens[0].norm in {"his", "her", "its", "their"}
    if own is not None:
        words = completed(words, view.say(view.between(own.start, own.end), role="subject"))
    if bound and own is not None and own.pronoun is None and not own.plural:
        first = words[0]
        name = view.say(view.phrase(own), role="subject")
        named = tuple(
            w._replace(text=first.text if not k else "", start=first.start, end=first.end)
            for k, w in enumerate(name)
        )
        return (*named, *words[1:])
    return words


def bound_to(leaf: Leaf, subject: Words) -> Leaf:
    """Return `passed her test` with the possessive bound by another subject: `passed his own`."""
    out: list[Word] = []
    skipped = False
    for word in leaf.words:
        bound = word.role != "subject" and word.text.lower() in {"his", "her", "their", "its"}
        skipped = bound or (skipped and not word.text)
        out += [w._replace(role=word.role) for w in subject] if bound else [] if skipped else [word]
    return replace(leaf, words=tuple(out))
