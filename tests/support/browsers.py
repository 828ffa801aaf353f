"""A headless Chromium, driven by Selenium; tests that need it skip with the reason where there is none."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

WAIT = 20
"""Seconds to wait for something to be so, at most; a busy machine is slow."""


class Browser:
    """One window."""

    def __init__(self) -> None:
        selenium = pytest.importorskip("selenium.webdriver", reason="needs selenium")
        chromium = (
            shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        )
        driver = shutil.which("chromedriver")
        if chromium is None or driver is None:
            pytest.skip("needs chromium and chromedriver")
        options = selenium.ChromeOptions()
        options.binary_location = chromium
        for argument in ("headless=new", "no-sandbox", "disable-dev-shm-usage", "disable-gpu"):
            options.add_argument(f"--{argument}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver: Any = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
        self.resize(1200, 900)

    def open(self, page: Path, fragment: str = "") -> None:
        """Load a page anew."""
        self.driver.get("about:blank")
        self.driver.get(f"{page.as_uri()}#{fragment}")

    def resize(self, width: int, height: int) -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def js(self, script: str, *arguments: Any) -> Any:
        """Return the value of an expression."""
        return self.driver.execute_script(f"return {script}", *arguments)

    def all(self, selector: str) -> list[str]:
        """Return the texts of all elements that a selector finds."""
        found: list[str] = self.js(
            "[...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector
        )
        return found

    def click(self, selector: str) -> None:
        self.until(lambda: self.all(selector))
        self.driver.find_element("css selector", selector).click()

    def keys(self, text: str) -> None:
        """Press keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(text)

    def until(self, condition: Callable[[], T]) -> T:
        """Wait until something is true and return it."""
        end = time.monotonic() + WAIT
        while not (found := condition()) and time.monotonic() < end:
            time.sleep(0.02)
        assert found, self.js("document.body.innerText")[:2000]
        return found

    @property
    def fragment(self) -> str:
        found: str = self.js("decodeURIComponent(location.hash.slice(1))")
        return found

    @property
    def errors(self) -> list[str]:
        """What the console says, and what the policy of the page refused."""
        return [line["message"] for line in self.driver.get_log("browser")]
