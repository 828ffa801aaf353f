"""What a sentence says of all things of a kind: `every nurse sings`, `nobody but Ann`, `owls hunt`."""

from __future__ import annotations

from dataclasses import replace

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.closed import EVEN, EXCEPT, ONLY, QUANTIFIERS
from defeasible.reasoner.english.nouns import singular
from defeasible.reasoner.english.phrase import Phrase
from defeasible.reasoner.english.tokens import Token
from defeasible.reasoner.grammar.frames import General, Node
from defeasible.reasoner.grammar.parts.plainer import relative_of, relative_on
from defeasible.reasoner.grammar.parts.taken import Taken, beside

_PRONOMINAL = frozenset(QUANTIFIERS) | {"one"}
"""Words that are a quantifier and a noun in one: `nobody`, `none`."""
_PLURAL = frozenset({"NNS", "NNPS"})
"""Tags of plural nouns and names: `otters`, `Republicans`."""


def general(s: Taken) -> Node | None:
    """Read `every nurse on this ward sings`, `nobody but Ann`, `only residents`, `owls hunt`."""
    subject = s.main.subject
    if not s.asserted or subject is None or s.main.expletive or subject.pronoun is not None:
        return None
    if subject.head.low in _PRONOMINAL and subject.head.low.endswith(("thing", "where")):
        return None
    only = subject.only or next(
        (a for a in subject.adjectives if a.low in ONLY and not subject.determiner), None
    )
    if only is not None:
        return None if only.low in EVEN else _only(s, subject, only)
    relative = relative_on(s.view, subject)
    kind = subject.quantifier.kind if subject.quantifier is not None else ""
    bare = _bare(subject)
    simple = s.main.tense == "present" and s.main.aspect == "simple" and not s.main.modals
    generic = simple and (bare or subject.determiner in {"a", "an"})
    definite = subject.determiner == "the" and relative is not None and not subject.plural
    if kind not in {"every", "no"} and not generic and not definite and (kind != "any" or s.main.denied):
        return None
    if any(n.ambiguous for n in s.main.negations):
        return None
    told = _told(s, subject, relative, kind)
    if told is None:
        return None
    if definite and relative is not None:
        own = s.view.say(s.view.phrase(subject) - s.view.tree(relative.head))
        told = replace(told, conditions=told.conditions[1:], excepted=own)
        said = relative_of(s.view, relative, own)
        return beside(s, "relative clause: beside", s.part(s.rest(relative)), s.part(said), told)
    if not kind and not (bare and s.main.lemma == "be" and s.main.complement is not None):
        told = replace(told, likely=True)
    return beside(s, f"{kind or 'general'}: each of those named", told)


def _bare(subject: Phrase) -> bool:
    plural = subject.head.tag in _PLURAL
    plain = not subject.determiner and subject.quantifier is None and subject.owner is None
    return plural and plain and not subject.joined


def _only(s: Taken, subject: Phrase, only: Token) -> Node | None:
    """Read `only Ann passed` and `only residents may swim`."""
    view = s.view
    own = view.phrase(subject) - {only.index}
    rest = view.words(s.main) - own - {only.index}
    if subject.name:
        named = view.say(own)
        nobody = General((), f"{{}} {view.say(rest)}", True, s.like, excepted=named)
        return beside(s, "only: nobody else", s.part(f"{named} {view.say(rest)}"), nobody)
    if subject.head.tag != "NNS":
        return None
    then = f"{{}} is {article(view.say(own, {subject.head.index: _one(subject.head)}))}"
    condition = f"{{}} {view.say(rest, view.singular(s.main))}"
    told = General((condition,), then, False, s.like, noun=subject.head.lemma)
    return beside(s, "only: nothing else", told)


def _told(s: Taken, subject: Phrase, relative: Clause | None, kind: str) -> General | None:
    main, view = s.main, s.view
    own = view.phrase(subject)
    excepted = set[int]() if subject.excepted is None else view.tree(subject.excepted.head)
    rest = view.words(main) - own - excepted
    conditions = _conditions(s, own - excepted, relative)
    if conditions is None:
        return None
    forms = view.singular(main)
    if _bare(subject) and main.complement is not None and main.complement.head.tag in _PLURAL:
        forms[main.complement.head.index] = article(_one(main.complement.head))
    for oblique in main.obliques:
        if oblique.preposition == "without" and oblique.phrase is not None and kind == "no":
            needed = view.phrase(oblique.phrase)
            rest -= needed | view.between(oblique.start, oblique.end)
            lacking = view.say(needed).removeprefix("a ").removeprefix("an ")
            conditions = (*conditions, f"{{}} has no {lacking}")
    before = {n for n in rest if n < min(own)}
    if not view.say(rest - before):
        return None
    return General(
        conditions,
        f"{view.say(before)} {{}} {view.say(rest - before, forms)}".strip(),
        kind == "no",
        s.like,
        "" if subject.head.low in _PRONOMINAL and not subject.obliques else subject.head.lemma,
        view.say(excepted),
        bool(excepted),
    )


def _conditions(s: Taken, own: set[int], relative: Clause | None) -> tuple[str, ...] | None:
    """Return what makes a thing one of those that the subject speaks of, or None where that is not found."""
    view, subject = s.view, s.main.subject
    assert subject is not None
    found: list[str] = []
    inner = view.tree(relative.head) if relative is not None else set[int]()
    quantifier = subject.quantifier
    if relative is not None:
        told = relative_of(view, relative, "{}")
        if not told:
            return None
        found.append(told)
    noun = own - inner
    if quantifier is not None:
        noun -= view.between(quantifier.start, quantifier.end)
    noun -= {t.index for t in view.children(subject.head) if t.dep in {"det", "predet"} or t.low in EXCEPT}
    if subject.head.low in _PRONOMINAL:
        noun.discard(subject.head.index)
        rest = view.say(noun)
        if rest.startswith("of "):
            found.insert(0, f"{{}} is one {rest}")
        elif rest:
            found.insert(0, f"{{}} is {rest}")
    else:
        found.insert(0, f"{{}} is {article(view.say(noun, {subject.head.index: _one(subject.head)}))}")
    return tuple(found)


def _one(noun: Token) -> str:
    return singular(noun.low) if noun.tag in _PLURAL else noun.text


def article(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
