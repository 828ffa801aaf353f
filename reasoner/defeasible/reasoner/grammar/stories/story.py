"""From lines of text to a `Story`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from defeasible.reasoner.english.analysis import Analysis, English, shared
from defeasible.reasoner.english.people import SEX
from defeasible.reasoner.forms import Story, Unparsed
from defeasible.reasoner.forms.story import BEGUN, FLASHBACK, UNREAD, Event, Happening, Mood, State, Timing
from defeasible.reasoner.grammar.stories import lexicon as lx
from defeasible.reasoner.grammar.stories.asking import BESIDE, asks_apart, asks_more, asks_one
from defeasible.reasoner.grammar.stories.clauses import Clauses
from defeasible.reasoner.grammar.stories.dates import Date, at_that_time, dates_of, gone_by, sentences_of
from defeasible.reasoner.grammar.stories.echoes import echoed, managed
from defeasible.reasoner.grammar.stories.meaning import Meaning
from defeasible.reasoner.grammar.stories.moment import asked_at
from defeasible.reasoner.grammar.stories.moods import BY_THEN, THEN, Context
from defeasible.reasoner.grammar.stories.nouns import names_of
from defeasible.reasoner.grammar.stories.outcomes import back_by_now, bars, goes_on, not_yet, opposed, told_so
from defeasible.reasoner.grammar.stories.participles import with_results
from defeasible.reasoner.grammar.stories.referents import Referents
from defeasible.reasoner.grammar.stories.retold import as_told, not_regained, of_another
from defeasible.reasoner.grammar.stories.sides import sides_of
from defeasible.reasoner.grammar.stories.syntax import Clause
from defeasible.reasoner.grammar.stories.told_later import as_it_was, denied_now, in_time, superseded
from defeasible.reasoner.grammar.stories.writer import Writer
from defeasible.reasoner.text import Source, Span

_QUOTED = re.compile(r'["“”«»]([^"“”«»]*)["“”«»]')
_ALREADY = re.compile(r"\b(was|were|had) already\b")
"""What a query in the past asks of the time before."""
_WORD = re.compile(r"[\w'’]+")
_AGO = re.compile(r"=(?:last (.+)|(.+) ago)")
_AT_LEAST = {"year": "months", "month": "weeks", "week": "days"}
"""What has gone by at the least since `last year`, `last month`, `last week`."""
_LONGEST_NAME = 2
"""Maximum number of words in quotation marks that are a name or a title; more are direct speech."""
"""In the cue of what a line tells that goes back in time."""
GENDERS = {"he": "male", "she": "female"}
_EVER = re.compile(
    r"\bn?ever\b|(?<!\bat )\bonce\b(?! more| again)|at (?:some|one|any) (?:point|time)|for a (?:time|while)\b"
)
"""What asks of any moment of a story."""
_HAPPENED = frozenset({Mood.ACTUAL, Mood.PRIOR})
_MAIN = frozenset({"", "and", "but", "or", "nor", "yet", "so", "&", "plus"})
_ASKED = _MAIN | BESIDE
"""Connectives of the clauses of a query that are asked."""
_TIMES: Mapping[str, Timing] = {
    **dict.fromkeys(("before", "until", "till"), "before"),
    **dict.fromkeys(("when", "as", "while", "by the time"), "at"),
    **dict.fromkeys(("after", "once", "as soon as"), "after"),
}
"""Connective of a clause that tells of which moment a query asks, to where that moment is."""


def read_story(
    lines: Sequence[str], queries: Sequence[str] = (), english: English | None = None
) -> Story | Unparsed:
    """Read a story and its queries.

    Args:
        lines: The sentences of the story in order; each may hold several.
        queries: Statements about the story: does it hold? Their noun phrases refer to its participants.
        english: The analyser; by default with the first pipeline that is installed.

    Returns:
        The story. Lines that are not understood at all are in its `unread`; a query that is not understood,
        or a story without lines, gives `Unparsed`.

    Raises:
        MissingExtraError: If spaCy or every pipeline for English is missing.

    Example:
        >>> story = read_story(["Tom lost his key.", "He could not open the door."], ["Tom was outside."])
        >>> [(e.verb, e.polarity) for e in story.happenings if hasattr(e, "verb")]
        [('lose', True), ('open', False)]
    """
    said = tuple(Source(f"s{n}", text) for n, text in enumerate(lines, 1))
    asked = tuple(Source(f"q{n}", text) for n, text in enumerate(queries, 1))
    sources = (*said, *asked)
    if not any(text.strip() for text in lines):
        return Unparsed("there is no story to read: every line is empty", sources)
    plain = [_without_markers(_without_quotations(source.text), asked=source in asked) for source in sources]
    analyses = (english or shared()).analyse_all(plain)
    names = names_of(analyses)
    referents = Referents()
    happenings, unread = _told(said, analyses, names, referents)
    wanted: list[Happening] = []
    times: dict[str, dict[Timing, Happening]] = {}
    dates: dict[str, list[Date]] = {}
    words = {word for analysis in analyses[: len(said)] for t in analysis.tokens for word in (t.low, t.lemma)}
    sides = sides_of(analyses[: len(said)])
    for source, analysis in zip(asked, analyses[len(said) :], strict=True):
        referents.begin(source, 0)
        found = _read(source, [analysis], names, referents, happenings)
        times[source.id] = {
            when: as_told(item, happenings, referents.get)
            for when, item in _times(source, analysis, names, referents).items()
        }
        dates[source.id] = [date for ends in analysis.sentences for date in dates_of(analysis, *ends)]
        found = [as_told(q, happenings, referents.get) for q in found]
        apart = asks_apart(analysis, words, sides) or any(not_regained(q, happenings) for q in found)
        apart |= asks_one(analysis) and of_another(found, happenings, referents.get)
        more = apart or asks_more(analysis, words, sides)
        who = _about(found) if more else None
        if who is not None:  # of what is denied, what is not read may be all that is denied
            asked_of = not apart and all(q.polarity for q in found)
            found = [*(found if asked_of else ()), _unread(who, source)]
        elif not found or more:
            reason = f"no statement that can be asked was found in the query `{source.text}`"
            reason = f"the query `{source.text}` asks for more than is read" if found else reason
            return Unparsed(reason, sources, Span(source.id, 0, len(source.text)) if source.text else None)
        wanted += [replace(q, id=f"{source.id}_{k + 1}" if k else source.id) for k, q in enumerate(found)]
    dated_in = analyses[: len(said)] if any(dates.values()) else []
    days = [sentence for n, analysis in enumerate(dated_in, 1) for sentence in sentences_of(analysis, n)]
    alone = chain(*(named for id_, named in dates.items() if not times[id_]))
    told_of = gone_by(alone, days, with_results(in_time(happenings), wanted, referents.get))
    numbered = tuple(replace(item, id=f"h{n}") for n, item in enumerate(told_of, 1))
    dated: list[Happening] = []
    for item in wanted:
        source = next(s for s in asked if s.id == item.id.partition("_")[0])
        clauses = list(times[source.id].items())
        known = at_that_time(item, dates[source.id], days, numbered)
        if clauses:
            known = asked_at(item, *clauses[0], numbered) if len(clauses) == 1 else None
        who = None if known is not None or clauses else _about([item])
        if known is None and who is None:
            span = clauses[0][1].span if clauses else item.span
            reason = f"no line tells the time that the query `{source.text}` asks of"
            return Unparsed(reason, sources, span)
        if known is not None or isinstance(item, Event):
            dated.append(known or item)  # who did not open it did not open it at noon
        if known is None:
            dated.append(_unread(who or "", source, f"{item.id}_when"))
    return Story(sources, referents.participants(), numbered, tuple(dated), tuple(unread))


def _told(
    said: Sequence[Source], analyses: Sequence[Analysis], names: frozenset[str], referents: Referents
) -> tuple[list[Happening], list[int]]:
    """Return what the lines of a story tell, and the numbers of those that are not understood at all."""
    happenings: list[Happening] = []
    unread: list[int] = []
    held = ""
    for n, (source, analysis) in enumerate(zip(said, analyses, strict=False), 1):
        referents.begin(source, n)
        same = echoed(analysis, names, happenings, Writer(source, referents, n, query=False))
        found = same or _read(source, analyses[n - 1 : min(n + 1, len(said))], names, referents)
        speech = " ".join((held, *_QUOTED.findall(source.text))).lower().strip(" .,!?")
        held = "" if found or _QUOTED.sub("", source.text).strip(" .,!?") else speech
        if speech:  # `"Hooray!" she cried`
            found = [
                replace(e, verb="exclaim") if isinstance(e, Event) and e.verb == "cry" else e for e in found
            ]
        if not found and not held:
            unread.append(n)
            found = [] if _asks(analysis) else _perhaps(source, analysis, referents)
        over = back_by_now(source, happenings, found)
        no_more = superseded(source.text, happenings, found, referents.get)
        happenings += [
            *over,
            *found,
            *no_more,
            *managed(happenings, found),
            *_uttered(speech, found),
            *told_so(source, [*happenings, *referents.unsettled], found),
        ]
    return [*denied_now(happenings), *_since(happenings, len(said))], unread


def _unread(who: str, query: Source, id_: str = "") -> State:
    """Return what a query asks beside what is read of it."""
    return State(id_, 0, who, UNREAD, query.text.lower(), span=Span(query.id, 0, len(query.text)))


def _about(asked: Sequence[Happening]) -> str | None:
    """Return somebody or something that a query is about."""
    named = ([q.participant] if isinstance(q, State) else [who for _, who in q.roles] for q in asked)
    return next((who for found in named for who in found if who[:1] != "="), None)


def _asks(analysis: Analysis) -> bool:
    """Return whether a line tells nothing new: `Who was it?`, `Remember to lock it.`, `It took an hour.`."""
    main = [c for c in analysis.clauses if c.parent is None]
    bids = (c.lemma == "take" or (c.mood == "imperative" and c.start == c.head.start) for c in main)
    return bool(main) and (all(bids) or all(c.mood == "question" for c in main))


def _perhaps(source: Source, analysis: Analysis, referents: Referents) -> list[Happening]:
    """Return that anything may have happened to the participants in a line that was not understood."""
    words = {word for t in analysis.tokens for word in (t.low, t.lemma)}
    named = [r for r in referents.all if not words.isdisjoint(r.heads)]
    lately = [r for r in referents.all if not words.isdisjoint(lx.of("anaphors")) and referents.near(r, 2)]
    span = Span(source.id, 0, len(source.text))
    line, cue, mood = referents.line, "not understood", Mood.POSSIBLE
    ids = dict.fromkeys(r.id for r in (*named, *lately))
    return [Event("", line, "befall", (("theme", x),), mood=mood, span=span, cue=cue) for x in ids]


def _uttered(speech: str, found: Sequence[Happening]) -> Iterator[Happening]:
    """Yield what direct speech shows of its speaker: relief, thanks, ignorance, consent."""
    spoken = (e for e in found if speech and isinstance(e, Event) and e.verb in lx.of("speaking"))
    for event, speaker in [(e, who) for e in spoken for role, who in e.roles if role == "agent"][:1]:
        for means in (key for key, words in lx.UTTERED if words.search(speech)):
            attribute, _, value = means.partition("=")
            state = State("", event.line, speaker, attribute, value, span=event.span, cue="direct speech")
            yield state if value else replace(event, verb=attribute, roles=(("agent", speaker),))


def _since(told: Sequence[Happening], line: int) -> list[Event]:
    """Return the time that has gone by since a line that dates what it tells: `last year`, `a week ago`."""
    events = [h for h in told if isinstance(h, Event) and h.line == line and h.mood is Mood.ACTUAL]
    dates = [(e, _AGO.fullmatch(time)) for e in events for role, time in e.roles if role == "time"]
    gone = [(e, f"={_AT_LEAST.get(ago[1], ago[1]) or ago[2]}") for e, ago in dates if ago]
    return [replace(e, verb="pass", polarity=True, roles=(("time", t),), cue="dated") for e, t in gone[-1:]]


def _read(
    source: Source,
    analyses: Sequence[Analysis],
    names: frozenset[str],
    referents: Referents,
    told: Iterable[Happening] = (),
) -> list[Happening]:
    """Read a line, by its analysis and that of the next, which may oppose it: `But it was too expensive.`."""
    analysis = analyses[0]
    happened = [e for e in told if isinstance(e, Event) and e.polarity and e.mood in _HAPPENED]
    verbs = frozenset(event.verb for event in happened)
    done_to = frozenset(
        (e.verb, who) for e in happened if e.role("agent") for r, who in e.roles if r == "theme"
    )
    line = referents.line
    found: list[Happening] = []
    reader = Clauses(analysis, names)
    for sentence in range(len(analysis.sentences)):
        writer = Writer(source, referents, line, query=line == 0, told=verbs, done_to=done_to)
        meaning = Meaning(writer)
        clauses = reader.read(sentence, asked=line == 0)
        first, last = analysis.sentences[sentence]
        start, end = analysis.tokens[first - 1].end if sentence else 0, analysis.tokens[last - 1].end
        back = _earlier(source.text[start:end], asked=line == 0)
        back |= referents.now and any(c.group.past and c.group.copula for c in clauses[:1])
        mood = Mood.PRIOR if back else None
        ever = False
        if line == 0:
            # `has been ill`, `has lived in Rome`: at some moment
            lasting = (c for c in clauses if c.group.copula or c.verb in lx.of("doing"))
            ever = any(c.group.perfect and not c.group.past for c in lasting)
            ever |= all(c.link != "once" for c in clauses) and bool(_EVER.search(source.text.lower()))
            # A query asks for its main clause and its reason, not for times beside it.
            mood = Mood.PRIOR if any(_TIMES.get(c.link) == "before" for c in clauses) else mood
            clauses = [clause for clause in clauses if clause.link in _ASKED] or clauses[:1]
        writer.ahead(clauses)
        by_then = any(c.link in BY_THEN and c.group.past and not c.group.perfect for c in clauses)
        when = FLASHBACK * back or THEN * by_then or BEGUN * ever
        saved = any(clause.verb in lx.of("averting") for clause in clauses)  # `took it out before it burnt`
        for clause, following in zip_longest(clauses, clauses[1:]):
            then = following or opposed(analyses, sentence, names)
            thwarted = then is not None and then.link == "but" and not goes_on(clause, then)
            averted = saved and clause.link == "before" and clause.verb in lx.of("averted")
            averted = averted and not clause.group.modal  # `before it could burn` is denied by its own words
            how = Mood.POSSIBLE if _vague(clause, clauses) else mood
            barred = thwarted and then is not None and bars(then)
            read, why = len(writer.found), line == 0 and clause.link in BESIDE
            at = when or BEGUN * why  # `ate it because he was hungry`: then, not at the end
            meaning.clause(clause, Context(how, averted, at, thwarted=thwarted, barred=barred))
            if line and clause.link == "relative":
                as_it_was(writer.found, read, clause, source.text)
            if why and len(writer.found) == read and (who_is := _about(writer.found)):
                writer.found.append(_unread(who_is, source))
        if line and not any(c.link in lx.of("conditions") for c in clauses):
            writer.found += not_yet(writer.found, referents.get)
        found += writer.found
        groups = [clause.group for clause in clauses[:1]]
        present = any(g.form in ("s", "base") and not (g.past or g.modal or g.perfect) for g in groups)
        referents.now = present or (back and referents.now)
    return found


def _times(
    source: Source, analysis: Analysis, names: frozenset[str], referents: Referents
) -> dict[Timing, Happening]:
    """Return what the clauses of a query tell by which it dates what it asks: `when Ann left`."""
    found: dict[Timing, Happening] = {}
    reader = Clauses(analysis, names)
    for sentence in range(len(analysis.sentences)):
        clauses = reader.read(sentence, asked=True)
        known = any(clause.verb in lx.of("learning") for clause in clauses)  # `knows when he left`
        for clause in map(_dated, () if known else clauses):
            if when := _TIMES.get(clause.link):
                writer = Writer(source, referents, 0, query=False)
                Meaning(writer).clause(clause, Context())
                for item in sorted(writer.found, key=lambda h: isinstance(h, State))[:1]:
                    found.setdefault(when, item)
    return found


def _dated(clause: Clause) -> Clause:
    """Return `by the time she left` as `when she left`."""
    objects = tuple(noun for noun in clause.objects if noun.head not in lx.of("moments"))
    if clause.link != "relative" or objects == clause.objects:
        return clause
    return replace(clause, link="when", objects=objects)


def _vague(clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Return whether a reason may be of each of two people: `Ann was cross with Bea because she was late`."""
    if clause.link not in lx.of("reasons") or clause.subject is None or clause.subject.pronoun not in GENDERS:
        return False
    named = {n.words[0] for c in clauses if c is not clause for n in c.nouns if n.name}
    return len([word for word in named if SEX.get(word, "") in ("", GENDERS[clause.subject.pronoun])]) > 1


def _earlier(sentence: str, *, asked: bool) -> bool:
    """Return whether a sentence goes back in time: `before that`; a query: to the start, `at first`."""
    named = lx.of("flashback") | (lx.of("at_the_start") | {"before"} if asked else set())
    words = " ".join(_WORD.findall(sentence.lower()))
    if asked and _ALREADY.search(words):
        return True
    edge = any(words.endswith(told) or f"{told}," in sentence.lower() for told in lx.of("day_before"))
    return edge or any(f" {told} " in f" {words} " for told in named)


def _without_markers(text: str, *, asked: bool) -> str:
    """Blank out what tells the time of a sentence and no more: `before that`, in a query `at first`."""
    for told in lx.of("at_the_start") | lx.of("flashback") if asked else lx.of("flashback"):
        start = text.lower().find(told)
        end = start + len(told)
        alone = not (text[start - 1 : start].isalpha() or text[end : end + 1].isalpha())
        if start >= 0 and alone:
            text = text[:start] + " " * len(told) + text[end:]
    return text


def _without_quotations(text: str) -> str:
    """Blank out what is in quotation marks, unless it is a word or two; character positions stay the same."""

    def blank(match: re.Match[str]) -> str:
        words = match.group(1)
        if len(words.split()) > _LONGEST_NAME:
            return " " * len(match.group())
        return f" {words} "

    return _QUOTED.sub(blank, text)
