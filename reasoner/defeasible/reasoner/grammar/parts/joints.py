"""Clauses that hang on the main one: `because`, `although`, `otherwise`, `without`, `had he known`."""

from __future__ import annotations

from defeasible.reasoner.english.clause import Clause
from defeasible.reasoner.english.inflection import third_person
from defeasible.reasoner.grammar.frames import Denied, Node, When
from defeasible.reasoner.grammar.parts.taken import Taken, beside, with_subject
from defeasible.reasoner.grammar.parts.view import View

_TELLS = {"reason", "time", "result"}


INVERTED = {"had", "were", "should"}


def conditional(s: Taken) -> Node | None:
    """Read `had she known, she would have left` and `the pump must be running, otherwise it floods`."""
    for clause in s.view.under(s.main):
        if clause.link is None:
            continue
        if clause.link.role == "condition" and clause.link.words in INVERTED:
            return When(s.aside(_uninverted(s.view, clause)), s.part(s.rest(clause)), "inverted: if", s.like)
        if clause.link.kind == "otherwise":
            first = _unmodal(s, clause)
            other = s.part(s.view.say(s.view.words(clause)))
            return When(s.aside(first), other, "otherwise: if not", s.like, denied_if=True)
    return None


def _uninverted(view: View, clause: Clause) -> str:
    words = view.words(clause) | view.joint(clause)
    first = min(words)
    subject = view.phrase(clause.subject) if clause.subject is not None else set[int]()
    for under in view.under(clause):
        subject -= view.tree(under.head)
    opener = view.analysis.tokens[first]
    if opener.low == "should":
        return view.say(words - {first}, view.finite(clause, clause))
    if opener.low == "were" and (verb := next((c for c in view.clauses if c.parent == clause.index), None)):
        forms = view.finite(verb, verb)
        return view.say(words - {first} - {t.index for t in view.analysis.tokens if t.low == "to"}, forms)
    return f"{view.say(subject)} {opener.low} {view.say(words - subject - {first})}"


def _unmodal(s: Taken, without: Clause) -> str:
    """Return the main clause without the `must` that says what follows otherwise."""
    forms: dict[int, str] = {}
    words = s.view.words(s.main, [without])
    for modal in s.main.modals:
        if modal.kind in {"necessity", "advice"}:
            words -= s.view.between(modal.start, modal.end)
            verb = next((c for c in s.view.children(s.main.head) if c.low == "be"), s.main.head)
            forms = {verb.index: "is" if verb.low == "be" else third_person(verb.lemma)}
    return s.view.say(words, forms)


def adverbial(s: Taken) -> Node | None:
    """Read `p because q`, `although q, p`, `p after q`, `p so q`, `p whether or not q`, `p without q`."""
    if s.asserted and (rest := _whatever(s.view)):
        return s.part(rest)
    for clause in s.view.under(s.main):
        link = clause.link
        if link is None or not s.asserted:
            continue
        rest = s.rest(clause)
        if s.main.denied and link.role == "reason" and clause.head.index > s.main.head.index:
            return None  # `did not leave because he was bored`: perhaps for another reason
        if link.kind == "even if":
            return s.part(rest)
        if link.kind == "without" and clause.relation == "gerund":
            bare = rest.removesuffix("without").strip()
            return beside(s, "without: and not", s.part(bare), Denied(s.aside(with_subject(s, clause)), ""))
        tells = link.role in _TELLS and link.kind not in {"before"}
        if (
            (tells or link.kind == "although")
            and clause.finite
            and clause.relation in {"adverbial", "conjunct"}
        ):
            other = s.part(s.view.say(s.view.words(clause)))
            return beside(s, f"{link.words}: both", s.part(rest), other)
    return None


def _whatever(view: View) -> str:
    """Return a sentence without its `whether ... or not`; nothing where it has none."""
    lows = [t.low for t in view.analysis.tokens]
    start = lows.index("whether") if "whether" in lows else 0
    stop = next((n for n in range(start, len(lows) - 1) if lows[n : n + 2] == ["or", "not"]), 0)
    if not stop or start >= stop or not (start == 0 or lows[start - 1] == ","):
        return ""
    if stop == start + 1:
        stop = next((n for n in range(stop, len(lows)) if lows[n] == ","), 0) - 1
        if stop < 0:
            return ""
    return view.say(set(range(len(lows))) - set(range(start - 1, stop + 2)))
