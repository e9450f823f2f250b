"""Report pages of real runs, and a browser in which nothing may go wrong unseen."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.reports.pages import FLAGS, Open, fetched, logged

from rightreasons import audit, compare, probe

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Chrome"]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromium-driver are not installed")
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = Chrome(options=options, service=ChromeService(driver))
    started.set_script_timeout(180)  # axe takes long on a large page where the machine is busy
    started.get("about:blank")  # the first tab loads pages of the browser's own
    yield started
    started.quit()


@pytest.fixture(scope="module")
def browser(chrome: "Chrome") -> "Chrome":
    return chrome


@pytest.fixture
def opened(browser: "Chrome") -> Iterator[Open]:
    """Opens a page and waits until it is drawn; what it wrote to the console or fetched fails the test."""

    def go(page: Path, *, width: int = 1100, dark: bool = False, address: str = "") -> "Chrome":
        from selenium.webdriver.support.ui import WebDriverWait

        shape = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", shape)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        browser.get("about:blank")
        browser.get(page.as_uri() + address)
        complete = "return document.documentElement.classList.contains('complete')"
        WebDriverWait(browser, 20).until(lambda chrome: chrome.execute_script(complete))
        return browser

    logged(browser, "browser")
    logged(browser, "performance")
    yield go
    assert logged(browser, "browser") == []
    assert {address.partition(":")[0] for address in fetched(browser)} <= {"file", "data", "about"}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="module")
def snli(runs: Path, shared_data: Path) -> Path:
    measures = ["hypothesis_only", "give_away_words"]
    audit(
        str(shared_data / "snli" / "snli_1.0_dev.jsonl.gz"), limit=5_000, measures=measures, out=runs / "snli"
    )
    return runs / "snli" / "report.html"


@pytest.fixture(scope="module")
def hans(runs: Path) -> Path:
    probe("rule:lexical-overlap", per_group=8, out=runs / "hans")
    return runs / "hans" / "report.html"


@pytest.fixture(scope="module")
def compared(runs: Path, hans: Path) -> Path:
    probe("rule:subsequence", per_group=8, out=runs / "other")
    compare(hans.parent, runs / "other", out=runs / "compared")
    return runs / "compared" / "report.html"


@pytest.fixture(scope="module")
def small(runs: Path) -> Path:
    """A probe of a few pairs with everything a page can hold: groups, parses, right and wrong answers."""
    premise = "(ROOT (S (NP (NNS Dogs)) (VP (VBP run)) (. .)))"
    rows = [
        {
            "sentence1": "Dogs run .",
            "sentence2": f"{subject} run .",
            "sentence1_parse": premise,
            "sentence2_parse": premise.replace("Dogs", subject),
            "gold_label": label,
            "kind": kind,
        }
        for subject, label in (("Dogs", "entailment"), ("Cats", "neutral"), ("Dogs", "contradiction"))
        for kind in ("first", "second", "third")
    ]
    source = runs / "small.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    probe("rule:lexical-overlap", [str(source), "controls"], by=("kind",), out=runs / "small")
    return runs / "small" / "report.html"
