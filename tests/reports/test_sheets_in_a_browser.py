"""A page of swapped instances in a real browser: every item is asked, and the answers are read back."""

import csv
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rightreasons.reports.sheets import Choice, Sheet, SheetItem, sheet_page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HOSTILE = "A «<img src=x onerror=\"document.title='taken'\">» </script>runs."
SHEET = Sheet(
    name="swaps-1",
    title="What follows?",
    instructions=("Read.",),
    question="What is the second one?",
    choices=(Choice("neutral", "May be"), Choice("incoherent", "Makes no sense")),
    items=tuple(
        SheetItem(
            f"swaps-1-00{i}", {"Words": "dog – animal", "First sentence": text, "Second sentence": "B."}
        )
        for i, text in enumerate((HOSTILE, "A «dog» runs."), start=1)
    ),
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-quic", "--no-first-run",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator["Chrome"]:
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("chromium and chromium-driver are not installed")
    from selenium.webdriver import Chrome, ChromeOptions, ChromeService

    options = ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    chrome = Chrome(options=options, service=ChromeService(driver))
    yield chrome
    chrome.quit()


def test_items_are_asked_one_by_one_and_text_stays_text(browser: "Chrome", tmp_path: Path) -> None:
    page = tmp_path / "swaps-1.html"
    page.write_text(sheet_page(SHEET), encoding="utf-8")
    browser.get(page.as_uri())
    browser.find_element("id", "participant").send_keys("ann")
    browser.find_element("id", "begin").click()
    shown = browser.find_element("id", "texts").text
    assert "First sentence" in shown
    assert HOSTILE in shown
    assert browser.find_elements("css selector", "img") == []
    for answer in ("incoherent", "neutral"):
        assert not browser.find_element("id", "next").is_enabled()
        browser.find_element("css selector", f"input[value={answer}]").click()
        browser.find_element("id", "next").click()
    text = browser.find_element("id", "answers").get_attribute("value")
    assert text is not None
    rows = list(csv.DictReader(StringIO(text)))
    assert [(row["sheet"], row["participant"], row["item"], row["answer"]) for row in rows] == [
        ("swaps-1", "ann", "swaps-1-001", "incoherent"),
        ("swaps-1", "ann", "swaps-1-002", "neutral"),
    ]
    assert browser.title == "What follows?: swaps-1"
