"""Measure a report page of ten thousand items: its size, and the speed of opening, filtering and scrolling.

    python benchmarks/viewer.py RUN... [--items 10000]

The items of finished runs are repeated under other ids until there are enough. This does not make the page
smaller than different items would, since the parts that are compressed together are too small to contain an
item twice. It needs Chromium, chromedriver and Selenium.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from defeasible.eval.report.html import page_of
from defeasible.eval.report.items import RunItems, merged
from defeasible.eval.report.overview import overview
from defeasible.eval.summary import read_summary

MARK = "document.querySelector(arguments[0])"
SCROLL = """
const done = arguments[arguments.length - 1], box = document.getElementById("rows"), times = [];
let last = performance.now(), left = 120;
function frame(now) {
  times.push(now - last); last = now;
  box.scrollTop += box.scrollHeight / 121;
  if (left--) requestAnimationFrame(frame); else done(times.slice(1).sort((a, b) => a - b));
}
requestAnimationFrame(frame);
"""
SEARCH = """
const search = document.getElementById("search");
search.value = "the";
search.dispatchEvent(new Event("input"));
"""


def repeated(index: dict[str, Any], records: list[Any], items: int) -> tuple[dict[str, Any], list[Any]]:
    """Return the list and the records of a number of items."""
    times = -(-items // len(records))
    rows = [[task, f"{id_}-{n}", *rest] for n in range(times) for task, id_, *rest in index["items"]]
    cells = [(column * times)[:items] for column in index["cells"]]
    return index | {"items": rows[:items], "cells": cells}, (records * times)[:items]


def main() -> int:
    """Write the page, drive it, and print one line per measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--keep", type=Path, help="write the page here")
    options = parser.parse_args()
    began = time.perf_counter()
    summaries = [read_summary(path) for path in options.runs]
    looked = [RunItems.of(summary) for summary in summaries]
    index, records = merged(summaries, looked)
    each = (time.perf_counter() - began) / sum(len(run.items) for run in looked)
    print(f"read, blame and check        {each * 1000:8.1f} ms an item and run")
    began = time.perf_counter()
    html = page_of(overview(summaries, looked), *repeated(index, records, options.items)).encode()
    seconds = time.perf_counter() - began
    print(f"write the page               {seconds:8.1f} s, {options.items} items, {len(looked)} runs")
    print(f"size                         {len(html) / 1e6:8.2f} MB")
    with tempfile.TemporaryDirectory() as folder:
        path = options.keep or Path(folder) / "page.html"
        path.write_bytes(html)
        drive(path.resolve().as_uri())
    return 0


def drive(address: str) -> None:
    """Open the page in a browser and print the time of each action."""
    from selenium import webdriver  # noqa: PLC0415 - the rest works without

    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        sys.exit("needs chromium and chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in (
        "headless=new",
        "no-sandbox",
        "disable-dev-shm-usage",
        "disable-gpu",
        "window-size=1280,900",
    ):
        options.add_argument(f"--{argument}")
    browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))

    def until(selector: str, began: float) -> float:
        while not browser.execute_script(f"return Boolean({MARK})", selector):
            time.sleep(0.005)
        return time.perf_counter() - began

    try:
        for name, view, selector in (
            ("open the overview", "#", "figure"),
            ("open the list", "#view=items", "#body a"),
        ):
            times = []
            for _ in range(3):
                browser.get("about:blank")
                began = time.perf_counter()
                browser.get(address + view)
                times.append(until(selector, began))
            print(f"{name:28} {sorted(times)[1]:8.2f} s (median of 3)")
        frames = browser.execute_async_script(SCROLL)
        middle, late = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
        print(f"scroll through all of it     {middle:8.1f} ms a frame, 95 % below {late:.1f}")
        began = time.perf_counter()
        browser.execute_script(SEARCH)
        print(f"search all texts             {time.perf_counter() - began:8.2f} s")
        began = time.perf_counter()
        browser.execute_script("document.querySelector('#body a').click()")
        print(f"open an item                 {until('#item-view:not([hidden]) .pair', began):8.2f} s")
    finally:
        browser.quit()


if __name__ == "__main__":
    sys.exit(main())
