"""What a notebook shows of decisions, traces and bases: small, escaped, well formed."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from defeasible.reasoner import Reasoner, notebook

EVIL = 'If <script>alert(1)</script> & "co" rains, Ben reads.'


class Page(HTMLParser):
    """Reads HTML, and refuses what is not closed or was not meant."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag in {"div", "b", "details", "summary", "pre", "table", "tr", "td", "p"}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_decision_shows_its_verdict_and_folds_its_proof() -> None:
    decision = Reasoner().revise(
        ["If she has an essay, she studies.", "She has an essay."], "If the library is open, she studies."
    )
    html = decision._repr_html_()
    text = Page(html).text
    assert text.startswith(
        f"UNKNOWN · confidence {decision.confidence:.2f} · retracted, was ENTAILED · the role"
    )
    assert f"proof: {len(decision.trace.steps)} steps" in text
    assert str(decision.trace) in text
    assert str(decision.trace) in Page(decision.trace._repr_html_()).text


@pytest.mark.parametrize("query", ["Ben reads.", "<b>Ben</b> reads", "?"])
def test_words_are_escaped(query: str) -> None:
    html = Reasoner().entails([EVIL, "<b>Ben</b> reads"], query)._repr_html_()
    Page(html)
    assert "<script" not in html
    assert "<b>Ben" not in html


def test_a_base_shows_what_it_believes() -> None:
    base = Reasoner().base()
    base.tell("It rains.", certain=True)
    base.tell("Ann & Bob sing.")
    base.tell("Ann & Bob do not sing.")
    text = Page(base._repr_html_()).text
    assert text.startswith("BeliefBase: 3 statements, 1 not believed, 3 changes")
    assert "t1It rains.certain" in text
    assert "t2Ann & Bob sing.not believed" in text
    assert "t3Ann & Bob do not sing.believed" in text


def test_what_is_long_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notebook, "MOST_LINES", most := 20)
    base = Reasoner().base()
    for number in range(most + 5):
        base.tell(f"If p{number} holds, p{number + 1} holds.")
    html = base._repr_html_()
    assert Page(html).text.endswith("... 5 more")
    assert html.count("<tr>") == most
    base.tell("P0 holds.")
    trace = base.ask(f"P{most} holds.").trace
    assert "more lines" in Page(trace._repr_html_()).text
