"""A page of swapped instances in a real browser: every item is asked, and the answers are read back."""

import csv
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from rightreasons.annotation.sheet import Sheet, SheetItem, sheet_page

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

HOSTILE = "A «<img src=x onerror=\"document.title='taken'\">» </script>runs."
SHEET = Sheet(
    name="swaps-1",
    title="What follows?",
    instructions=("Read.",),
    question="What is the second one?",
    choices={"neutral": "May be", "incoherent": "Makes no sense"},
    items=tuple(
        SheetItem(
            f"swaps-1-00{i}", {"Words": "dog – animal", "First sentence": text, "Second sentence": "B."}
        )
        for i, text in enumerate((HOSTILE, "A «dog» runs."), start=1)
    ),
)


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
