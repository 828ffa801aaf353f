"""The report page in a real browser: what a reader sees, with mouse and with keys alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import Browser
from pages import Page

from defeasible.eval.pipelines import Settings, build
from defeasible.eval.report import to_html
from defeasible.eval.report.html import page_of
from defeasible.eval.runner import Plan, execute
from defeasible.eval.summary import read_summary
from defeasible.eval.tasks import find
from defeasible.reasoner.trace.codec import seal

TASK = "belief-r/t1"
ENTER, ESCAPE, TAB = "\ue007", "\ue00c", "\ue004"
EVIL = "<img src=x onerror=\"document.title='pwned'\"></script><script>document.title='pwned'</script>"
BIDI = "\u202egnp.exe\u202c \u2066x\u2028y"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs on the built-in suite: two by logic, of which one has a forged proof, and a model's."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "s.json").write_text(json.dumps({"": "So I think. Final Answer [a]."}))
    runs = {
        "lexicon": build("symbolic"),
        "stated": build("symbolic", Settings(roles="stated")),
        "model": build("neural", Settings(model=f"scripted:{folder / 's.json'}")),
    }
    for name, pipeline in runs.items():
        execute(Plan(find(TASK), pipeline, folder / name))
    log = folder / "stated" / "events.jsonl"
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    forged = next(line for line in lines if line["event"] == "decision")
    solver = next(step for step in forged["trace"]["steps"] if step["kind"] == "solver")
    solver["core"] = solver["core"][:1]
    forged["trace"]["seal"] = seal(forged["trace"])
    log.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    path = folder / "page.html"
    path.write_text(to_html([read_summary(folder / name) for name in runs]), encoding="utf-8")
    return path


def rows(browser: Browser) -> int:
    """How many items the list says it holds now."""
    text: str = browser.js("document.getElementById('count').textContent")
    return int(text.split(maxsplit=1)[0].replace(",", ""))


def open_list(browser: Browser, page: Path, fragment: str = "") -> None:
    browser.open(page, f"view=items&{fragment}")
    browser.until(lambda: browser.all("#body a"))


def open_item(browser: Browser, page: Path, fragment: str = "") -> None:
    """Open the first item of the data."""
    task, id_, *_ = Page(page.read_text(encoding="utf-8")).index["items"][0]
    assert task == 0
    browser.open(page, f"item={TASK}:{id_}&{fragment}")
    browser.until(lambda: browser.all(".step"))


def test_the_overview_shows_sentences_tables_and_plots(browser: Browser, page: Path) -> None:
    browser.open(page)
    browser.until(lambda: browser.all("#overview-view figure"))
    assert browser.errors == []
    assert len(browser.all(".sentence")) == 3
    captions = browser.all("figcaption")
    assert "Update against maintain" in captions
    assert "Wrong answers by the stage to blame" in captions
    assert all(
        browser.js(
            "[...document.querySelectorAll('figure svg[role=img]')].map((s) => s.getAttribute('aria-label'))"
        )
    )
    assert "published, another protocol" in " ".join(browser.all("#overview-view tr.published"))
    assert browser.js("document.querySelectorAll('#overview-view table').length") >= 3


def test_filters_count_go_into_the_address_and_back(browser: Browser, page: Path) -> None:
    open_list(browser, page)
    everything = rows(browser)
    browser.click("#differ")
    browser.until(lambda: rows(browser) < everything)
    differing = rows(browser)
    assert "differ=any" in browser.fragment
    browser.driver.find_element("css selector", "[data-filter=proof]").send_keys("failed")
    browser.until(lambda: "proof=failed" in browser.fragment and rows(browser) == 1)
    browser.driver.back()
    browser.until(lambda: rows(browser) == differing)
    browser.driver.back()
    browser.until(lambda: rows(browser) == everything)
    open_list(browser, page, "of=C&status=correct")
    right = sum(cell["status"] == "correct" for cell in Page(page.read_text(encoding="utf-8")).cells(2))
    assert rows(browser) == right
    assert f"correct ({right})" in browser.all("[data-filter=status] option")


def test_search_and_sort(browser: Browser, page: Path) -> None:
    open_list(browser, page)
    first = browser.all("#body a")[0]
    word = max(first.split(" · ")[0].split(), key=len)
    browser.click("#search")
    browser.keys(word)
    browser.until(lambda: f"q={word}" in browser.fragment)
    browser.until(lambda: rows(browser) < 52)
    assert all(word.lower() in text.lower() for text in browser.all("#body a"))
    open_list(browser, page, "sort=gold")
    golds = browser.all("#body td.gold")
    assert golds == sorted(golds)


def test_a_step_marks_its_words_and_words_lead_to_their_step(browser: Browser, page: Path) -> None:
    open_item(browser, page, "run=A&step=2")
    browser.until(lambda: browser.all("#texts .lit"))
    record = Page(page.read_text(encoding="utf-8")).records[0]
    source, start, end = record["runs"][0]["steps"][1]["words"][0]
    text = next(text for id_, text, _ in record["sources"] if id_ == source)
    assert "".join(browser.all("#texts .lit")) == text[start:end]
    assert browser.all(".step.selected .number") == ["2"]
    browser.click("#texts dd a.words")
    browser.until(lambda: browser.all(".step.selected .number") == ["1"])
    assert "step=1" in browser.fragment
    last = len(record["runs"][0]["steps"])
    browser.click(f"#step-0-{last} a.ref")
    browser.until(lambda: f"step={last}" not in browser.fragment and browser.all(".step.selected"))
    browser.driver.back()
    browser.until(lambda: browser.all(".step.selected .number") == ["1"])


def test_an_item_has_the_answers_of_all_runs_their_checks_and_where_they_part(
    browser: Browser, page: Path
) -> None:
    open_item(browser, page, "run=B&beside=C")
    assert [text[2:] for text in browser.all("#item-view .wide .badge")] == ["verified", "failed", "unproved"]
    failing = " ".join(browser.all(".proof .check li"))
    assert "step " in failing
    assert "a language model's word" in failing
    assert "First divergence" in browser.all(".divergence")[0]
    assert "So I think." in " ".join(browser.all(".proof .step"))
    assert "taken as given" not in browser.all(".usedline")[0]
    statuses = {text.split()[-1] for text in browser.all(".step .sign")}
    assert statuses <= {"accepted", "overruled", "tied", "retracted", "used"}
    open_item(browser, page, "run=A&beside=B")
    assert "They first part at step" in browser.all(".divergence")[0]
    assert len(browser.all(".step.parts")) == 1


def test_the_keyboard_alone_is_enough(browser: Browser, page: Path) -> None:
    open_list(browser, page)
    browser.keys("j")
    browser.keys("j")
    assert browser.js("document.activeElement.closest('tr').dataset.place") == "1"
    browser.keys("k")
    assert browser.js("document.activeElement.closest('tr').dataset.place") == "0"
    browser.keys("j")
    browser.keys(ENTER)
    browser.until(lambda: browser.all("#item-view:not([hidden]) .step"))
    second = browser.all("#item-view h1")
    browser.keys("j")
    browser.until(lambda: browser.all("#item-view h1") != second)
    browser.keys("k")
    browser.until(lambda: browser.all("#item-view h1") == second)
    browser.js("document.querySelector('.step .number').focus()")
    browser.keys(ENTER)
    browser.until(lambda: browser.all(".step.selected"))
    browser.keys(ESCAPE)
    browser.until(lambda: not browser.all(".step.selected"))
    browser.keys(ESCAPE)
    browser.until(lambda: browser.js("document.body.dataset.view") == "items")
    browser.until(lambda: browser.js("document.activeElement.closest('tr')?.dataset.place") == "1")
    browser.keys("/")
    browser.until(lambda: browser.js("document.activeElement.id") == "search")
    browser.keys(ESCAPE)
    browser.keys("?")
    browser.until(lambda: browser.js("document.getElementById('keys').open"))
    browser.keys(ESCAPE)
    browser.until(lambda: not browser.js("document.getElementById('keys').open"))
    browser.keys(TAB)
    assert browser.js("getComputedStyle(document.activeElement).outlineStyle") == "solid"


@pytest.mark.parametrize("view", ["view=overview", "view=items", "item"])
def test_a_narrow_screen_holds_the_page(browser: Browser, page: Path, view: str) -> None:
    browser.resize(360, 740)
    try:
        if view == "item":
            open_item(browser, page)
        else:
            browser.open(page, view)
            browser.until(lambda: browser.all("#body a, figure"))
        assert browser.js("document.documentElement.scrollWidth") <= 360
    finally:
        browser.resize(1200, 900)


def test_the_theme_is_in_the_address(browser: Browser, page: Path) -> None:
    browser.open(page, "theme=dark")
    browser.until(lambda: browser.all("figure"))
    dark = browser.js("getComputedStyle(document.body).backgroundColor")
    browser.click("#theme")
    browser.click("#theme")
    browser.until(lambda: "theme=light" in browser.fragment)
    assert browser.js("getComputedStyle(document.body).backgroundColor") != dark


def changed(page: Path, out: Path, change: Any) -> Path:
    """Write a page with other data."""
    data = Page(page.read_text(encoding="utf-8"))
    records = data.records
    change(data.index, records, data.overview)
    out.write_text(page_of(data.overview, data.index, records), encoding="utf-8")
    return out


def test_ten_thousand_items_are_a_list_of_some_rows(browser: Browser, page: Path, tmp_path: Path) -> None:
    def many(index: dict[str, Any], records: list[Any], _: Any) -> None:
        times = -(-10_000 // len(records))
        index["items"] = [
            [task, f"{id_}-{n}", *rest] for n in range(times) for task, id_, *rest in index["items"]
        ][:10_000]
        index["cells"] = [(column * times)[:10_000] for column in index["cells"]]
        records[:] = (records * times)[:10_000]

    path = changed(page, tmp_path / "many.html", many)
    open_list(browser, path, "sort=order")
    assert rows(browser) == 10_000
    assert browser.js("document.querySelectorAll('#body tr').length") < 80
    browser.js("document.getElementById('rows').scrollTop = 1e9")
    browser.until(lambda: browser.js("document.querySelector('#body tr[data-place=\"9999\"]')"))
    assert browser.js("document.querySelectorAll('#body tr').length") < 80
    browser.click('#body tr[data-place="9999"] a')
    browser.until(lambda: browser.all("#item-view:not([hidden]) .step"))
    assert "10,000 of 10,000" in browser.all(".crumbs")[0]


def test_runs_of_several_tasks_share_columns(browser: Browser, page: Path, tmp_path: Path) -> None:
    def split(index: dict[str, Any], _: list[Any], shown: dict[str, Any]) -> None:
        index["tasks"] = [TASK, "other"]
        half = len(index["items"]) // 2
        for place, row in enumerate(index["items"]):
            row[0] = int(place >= half)
        for run, column in enumerate(index["cells"]):
            column[:] = [cell if (run == 2) == (place >= half) else None for place, cell in enumerate(column)]
        shown["runs"][2]["task"] = "other"
        shown["tasks"] = [
            shown["tasks"][0] | {"runs": [0, 1]},
            shown["tasks"][0] | {"name": "other", "runs": [2]},
        ]

    path = changed(page, tmp_path / "tasks.html", split)
    browser.open(path)
    browser.until(lambda: len(browser.all("#overview-view section.task")) == 2)
    open_list(browser, path, "task=other")
    assert browser.all(".rows thead th") == ["item", "gold", "run 1", "run 2"]
    assert all(browser.all("#body tr[data-place] td:nth-child(3) .said"))
    assert set(browser.all("#body tr[data-place] td:nth-child(4)")) == {"not planned in this run"}
    open_list(browser, path)
    assert browser.all("[data-filter=task] option")[0] == "any"
    assert browser.errors == []


def test_hostile_strings_are_inert(browser: Browser, page: Path, tmp_path: Path) -> None:
    def hostile(index: dict[str, Any], records: list[Any], shown: dict[str, Any]) -> None:
        index["items"][0][2:5] = [EVIL, EVIL, EVIL + BIDI]
        index["cells"][0][0][1] = EVIL
        shown["runs"][0]["name"] = EVIL
        record = records[0]
        record["sources"][0][1] = EVIL + BIDI + " 大" + "x" * 1_000_000
        record["gold"] = EVIL
        record["runs"][0] |= {"answer": EVIL, "reason": EVIL, "steps": [], "error": EVIL + BIDI}

    path = changed(page, tmp_path / "hostile.html", hostile)
    title = "belief-r/t1: defeasible report"
    open_list(browser, path, "sort=order")
    assert "U+202E" in browser.all("#body a")[0]
    open_item_of = browser.js("document.querySelector('#body a').getAttribute('href').slice(1)")
    browser.open(path, f"{open_item_of}&run=A")
    browser.until(lambda: browser.all("#texts .text"))
    shown = "".join(browser.all("#texts dd"))
    assert EVIL in shown
    assert "U+2066" in shown
    assert "\u202e" not in shown
    assert "more characters" in shown
    assert len(shown) < 50_000
    browser.open(path)
    browser.until(lambda: browser.all("figure"))
    assert browser.js("document.title") == title
    assert browser.js("document.querySelectorAll('img').length") == 0
    assert browser.errors == []


def test_a_browser_that_cannot_unpack_says_so(browser: Browser, page: Path) -> None:
    source = {"source": "delete globalThis.DecompressionStream"}
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
    try:
        browser.open(page, "view=items")
        browser.until(lambda: "lacks DecompressionStream" in browser.all("#notice")[0])
        browser.open(page)
        browser.until(lambda: browser.all("figure"))
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
