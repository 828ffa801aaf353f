"""Texts of premises in every construction of `premises.toml`, with the two correct replies."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import NamedTuple, cast

from defeasible.llm.parse.text import Text
from defeasible.llm.teach.clauses import Clause, Clauses, Deed, Subject, Tense, article, words
from defeasible.llm.teach.draw import Draw
from defeasible.llm.tiny.sample import Sample, consistent, reply, upper
from defeasible.reasoner.english.wordlists import read_toml

_TENSES: tuple[Tense, ...] = ("present", "past", "will", "can", "perfect")
LONGEST = 150
"""Most characters of a sentence. Longer ones, which a reply could not quote, are not used."""
_SLOT = re.compile(r"\{(\d)(?:\.(\w))?(?::([a-z ]+))?([!?]?)\}")


class Frame(NamedTuple):
    """Sentences with one meaning: a conditional, or a fact in `then` if `if_` is empty."""

    texts: tuple[str, ...]
    if_: str
    then: str
    often: int
    same: bool
    twin: bool


@cache
def frames(kind: str) -> tuple[Frame, ...]:
    """Return the frames of a kind, each repeated by its frequency."""
    rows = read_toml("defeasible.llm.teach", "premises.toml")[kind]
    found = [
        Frame(
            tuple(row["texts"]),
            row.get("if", ""),
            row.get("then") or row.get("holds", ""),
            row.get("often", 1),
            row.get("same", False),
            row.get("twin", False),
        )
        for row in rows
    ]
    return tuple(frame for frame in found for _ in range(frame.often))


class Writer:
    """Writes one text and its replies, with atoms in order of mention."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.clauses = Clauses(draw)
        self.atoms: dict[Clause, str] = {}
        self.declared: list[dict[str, str]] = []
        self.tenses: dict[Clause, Tense] = {}
        self.asked: list[Clause] = []
        """Clauses that should be asked about: parts that are separate atoms only if somebody mentions one."""
        self.told: list[str] = []
        self.entries: list[list[dict[str, str]]] = []
        self.formulas: list[str] = []
        self.usual: Tense = draw.one(("present", "present", "present", "past"))
        self.last: Subject | None = None

    def frame(self, kind: str, known: tuple[Clause, ...] = ()) -> None:
        """Add a sentence of a kind, over clauses of which some may be known."""
        frame = self.draw.one(frames(kind))
        text = self.draw.one(frame.texts)
        self.sentence(text, frame, self._clauses(frame, text, known))

    def sentence(self, text: str, frame: Frame, clauses: list[Clause]) -> None:
        """Add a sentence over the given clauses."""
        literals: dict[str, str] = {}

        def fill(slot: re.Match[str]) -> str:
            clause = clauses[int(slot[1])]
            if frame.if_ and slot[1] in frame.then and clause not in self.tenses and self.draw.chance(0.35):
                self.tenses[clause] = self.draw.one(("will", "will", "can"))
            return self._slot(slot, clause, literals, first=slot.start() == 0)

        said = _SLOT.sub(fill, text.replace("{who}", self.clauses.name().words))
        said = upper(said)
        for place, clause in enumerate(clauses):
            if f"{{{place}}}" in frame.if_ + frame.then:
                literals.setdefault(str(place), self.atom(clause, clause.subject.words))
        named = [literals.get(str(place), "") for place in range(len(clauses))]
        parts = [part.format(*named).replace("~~", "") for part in (frame.if_, frame.then)]
        self.add(said, *parts)

    def add(self, said: str, if_: str, then: str) -> None:
        """Add a sentence with its formulas."""
        entry = {"words": said, **({"if": if_, "then": then} if if_ else {"holds": then})}
        self.formulas.append(f"~({if_}) | ({then})" if if_ else f"({then})")
        self.told.append(said)
        self.entries.append([entry])

    def _clauses(self, frame: Frame, text: str, known: tuple[Clause, ...]) -> list[Clause]:
        """Return the clauses for a sentence, with names as subjects if it needs the subject separately."""
        number = 1 + max(int(slot[1]) for slot in _SLOT.finditer(text))
        named = frame.same or frame.twin or ".s" in text
        draw, made = self.draw, [] if named else list(known[:number])
        while len(made) < number:
            about = None
            if made and (frame.same or draw.chance(0.35)):
                about = made[0].subject
            elif named:
                about = self.clauses.name()
            if frame.twin and made:
                made.append(replace(made[0], subject=self.clauses.name()))
            else:
                made.append(self.clauses.clause(about))
        if frame.same or frame.twin:
            made = [replace(clause, deeds=clause.deeds[:1]) for clause in made]
            self.asked += made[:2]
        elif draw.chance(0.5):
            draw.random.shuffle(made)
        return made

    def _slot(self, slot: re.Match[str], clause: Clause, literals: dict[str, str], *, first: bool) -> str:
        place, piece, tense, mark = slot.groups()
        if mark == "?":
            self.asked.append(clause)
            return clause.said(no=self.draw.chance(0.3))
        if piece == "s":
            return clause.subject.words
        if piece:
            said = self._piece(clause, piece, tense)
            literals[place] = self.atom(clause, said)
            return said
        no = mark != "!" and self.draw.chance(0.25)
        said = self.say(clause, no=no, tense=tense, first=first)
        literals[place] = "~" * no + self.atom(clause, said)
        return said

    def _piece(self, clause: Clause, piece: str, tense: str | None) -> str:
        deed = clause.deeds[0]
        match piece:
            case "b":
                return " and ".join(deed.bare for deed in clause.deeds)
            case "g":
                return " and ".join(deed.ing for deed in clause.deeds)
            case "p":
                return clause.predicate("had").removeprefix("had ")
            case "w":
                return deed.finite("present", "p")
            case _:
                return clause.predicate(_tense(tense) or self.usual)

    def say(self, clause: Clause, *, no: bool, tense: str | None = None, first: bool = False) -> str:
        """Return a clause as this text expresses it."""
        draw = self.draw
        said_in = _tense(tense) or self.tenses.get(clause) or self._some_tense()
        if tense is None and clause in self.tenses and draw.chance(0.15):
            said_in = self._some_tense()
        if tense is None:
            self.tenses.setdefault(clause, said_in)
        subject = ""
        if not first and clause.subject == self.last and clause.subject.pronoun and draw.chance(0.35):
            subject = clause.subject.pronoun
        elif clause in self.atoms and draw.chance(0.08) and (turned := clause.passive) is not None:
            return turned.said("past", no=no)
        if clause.subject.pronoun in ("he", "she"):
            self.last = clause.subject
        nor = draw.one(("and", "or"))
        return clause.said(said_in, no=no, subject=subject, short=draw.chance(0.35), nor=nor)

    def _some_tense(self) -> Tense:
        return self.usual if self.draw.chance(0.7) else self.draw.one(_TENSES)

    def atom(self, clause: Clause, said: str) -> str:
        """Return the atom of a clause. A new one is declared with these words."""
        if clause not in self.atoms:
            self.atoms[clause] = f"a{len(self.atoms) + 1}"
            tense = self.tenses.get(clause, "present")
            self.declared.append({"words": said, "gloss": clause.said(tense)})
        return self.atoms[clause]

    def query(self, clause: Clause, how: str) -> tuple[str, dict[str, object]]:
        """Return a question that affirms, negates or leaves open, and its part of the second reply."""
        if how == "open":
            said = clause.open()
        else:
            self.last = None
            said = self.say(clause, no=how == "no")
        said = upper(said)
        atom = self.atom(clause, said)
        entry = self.declared[list(self.atoms).index(clause)]
        entry["words"] = entry["words"] or said
        return said, {"asks": "~" * (how == "no") + atom, "open": how == "open"}

    @property
    def consistent(self) -> bool:
        """Whether the statements can all be true; contradictions are left to the solvers."""
        return consistent(self.formulas, list(self.atoms.values()))


def _tense(name: str | None) -> Tense | None:
    return cast("Tense | None", name)  # the table of frames names tenses only


def premises(draw: Draw) -> Sample:
    """Return a text of one to four statements and its questions."""
    while True:
        writer = Writer(draw)
        roll = draw.random.random()
        if roll < 0.42:
            clause = _rule_and_fact(writer)
        elif roll < 0.62:
            clause = _general(writer)
        elif roll < 0.7:
            clause = _held(writer)
        else:
            clause = _mixed(writer)
        hows = (
            ("yes", "no", "open") if draw.chance(0.35) else (draw.one(("yes", "yes", "yes", "no", "open")),)
        )
        asked = [writer.query(clause, how) for how in hows]
        texts = [*writer.told, *(said for said, _ in asked)]
        glosses = [atom["gloss"] for atom in writer.declared]
        if max(map(len, texts)) <= LONGEST and max(map(len, glosses)) <= 120 and writer.consistent:
            return _sample(writer, asked)


def _rule_and_fact(writer: Writer) -> Clause:
    """Write a conditional with its antecedent or the negated consequent, and maybe a second conditional."""
    draw = writer.draw
    one, two = _couple(writer)
    frame = draw.one(
        [frame for frame in frames("rule") if not frame.same and "{2}" not in frame.if_ + frame.then]
    )
    text = draw.one(frame.texts)
    if ".s" in text:
        one = writer.clauses.clause(writer.clauses.name())
    writer.sentence(text, frame, [one, two, writer.clauses.clause()])
    known = list(writer.atoms)
    from_end = draw.chance(0.5)
    fact, asked = (two, one) if from_end else (one, two)
    if fact not in known or asked not in known:
        fact, asked = known[0], known[-1]
    no = draw.chance(0.5) if draw.chance(0.3) else from_end
    said = upper(writer.say(fact, no=no, first=True))
    writer.add(said, "", "~" * no + writer.atom(fact, said))
    if draw.chance(0.4):
        other = writer.clauses.clause(one.subject if draw.chance(0.4) else None)
        again = draw.one([frame for frame in frames("rule") if frame.if_ == "{0}" and frame.then == "{1}"])
        text = draw.one([text for text in again.texts if ".s" not in text] or ["If {0}, {1}"])
        writer.sentence(text, again, [other, two])
    return asked if draw.chance(0.93) else writer.clauses.clause()


def _couple(writer: Writer) -> tuple[Clause, Clause]:
    one = writer.clauses.clause()
    return one, writer.clauses.clause(one.subject if writer.draw.chance(0.4) else None)


def _mixed(writer: Writer) -> Clause:
    """Write statements of all kinds, most of which share a clause with earlier ones."""
    draw = writer.draw
    for _ in range(draw.one((1, 1, 2, 2, 3))):
        known = list(writer.atoms)
        draw.random.shuffle(known)
        writer.frame(draw.one(("rule", "fact", "fact")), tuple(known[:1]) if draw.chance(0.75) else ())
    if writer.asked:
        return draw.one(writer.asked)
    return draw.one(list(writer.atoms)) if draw.chance(0.9) else writer.clauses.clause()


def _held(writer: Writer) -> Clause:
    """Write what somebody thinks, says or wishes, as a separate proposition."""
    draw = writer.draw
    about = writer.clauses.name()
    within = writer.clauses.clause(about if draw.chance(0.3) else None)
    kind = draw.one(("held", "wish"))
    if kind == "wish":
        within = writer.clauses.clause(about)
    verb, _, rest = draw.one(
        draw.one(read_toml("defeasible.llm.teach", "premises.toml")[kind])["texts"]
    ).partition(" ")
    said = rest.replace("{0.b}", within.deeds[0].bare).replace(
        "{0}", within.said(writer.usual, no=kind == "held" and draw.chance(0.3))
    )
    whole = Clause(about, (Deed(verb, said),))
    text = upper(writer.say(whole, no=False, first=True))
    writer.add(text, "", writer.atom(whole, text))
    if draw.chance(0.4):
        writer.frame("fact", (within,) if draw.chance(0.5) else ())
    return within if draw.chance(0.75) else whole


def _general(writer: Writer) -> Clause:
    """Write a general statement and who belongs to its kind, and ask about one of these people."""
    draw = writer.draw
    row = draw.one(read_toml("defeasible.llm.teach", "premises.toml")["general"])
    kind = draw.word(words("kinds")["kinds"])
    kind += f" {draw.word(words('kinds')['which'])}" if draw.chance(0.4) else ""
    noun, _, rest = kind.partition(" ")
    plural = f"{noun}s {rest}".strip().replace("who owns", "who own")
    about = [writer.clauses.name() for _ in range(draw.one((1, 1, 1, 2)))]
    made = replace(writer.clauses.clause(about[0]), subject=about[0])
    deed = made.deeds[0]
    one = Clause(Subject(""), (deed,))
    text = draw.one(row["texts"]).format(
        k=kind,
        n=plural,
        a=article(kind),
        v=one.predicate(),
        w=deed.finite("present", "p"),
        x=one.predicate(no=True),
    )
    text = upper(text)
    pairs = [(Clause(who, (Deed("be", article(kind)),)), Clause(who, (deed,))) for who in about]
    writer.told.append(text)
    writer.entries.append([])
    place = len(writer.entries) - 1
    writer.usual = "present"
    for of_kind, does in pairs:
        first = of_kind if draw.chance(0.7) else does
        no = draw.chance(0.3)
        said = upper(writer.say(first, no=no, first=True))
        writer.add(said, "", "~" * no + writer.atom(first, said))
    if len(writer.told) == 2 and draw.chance(0.3):
        writer.told.reverse()
        writer.entries.reverse()
        place = 1
    asked = pairs[0][0] if pairs[0][0] not in writer.atoms else pairs[0][1]
    for of_kind, does in pairs:
        ids = {"k": writer.atom(of_kind, ""), "v": writer.atom(does, "")}
        if_, then = row["if"].format(**ids), row["then"].format(**ids)
        writer.entries[place].append({"words": text, "if": if_, "then": then})
        writer.formulas.append(f"~({if_}) | ({then})")
    return asked


def _sample(writer: Writer, asked: list[tuple[str, dict[str, object]]]) -> Sample:
    draw = writer.draw
    end, last = draw.one((".", ".", "")), draw.one((".", ""))
    bound: dict[str, object] = {f"s{n}": said for n, said in enumerate(writer.entries, 1)}
    bound |= {f"q{n}": said for n, (_, said) in enumerate(asked, 1)}
    text = Text.premises([said + end for said in writer.told], [query + last for query, _ in asked])
    return Sample(text, reply({"atoms": writer.declared}), reply(bound), ())
