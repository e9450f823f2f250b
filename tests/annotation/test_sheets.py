"""A sheet shows any question offline; data stay text, on the page and in a spreadsheet."""

import base64
import csv
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightreasons.annotation.answers import read_answers
from rightreasons.annotation.sheet import (
    ANSWER_COLUMNS,
    Sheet,
    SheetItem,
    sheet_csv,
    sheet_page,
)
from rightreasons.printable import harmless

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'\u202e\x1b[31m{{ 7 * 7 }}"
SHEET = Sheet(
    name="s1",
    title=HOSTILE,
    instructions=("Read each pair.", HOSTILE),
    question=f"Which word is odd? {HOSTILE}",
    choices={"one": "The first", "two": "The second", "none": HOSTILE},
    items=(
        SheetItem("s1-1", {"Word": "=1+1", "Context": HOSTILE}),
        SheetItem("s1-2", {"Word": "cat", "Context": "A cat."}),
    ),
)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str | None, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            name = self.found[-1][1].get("id")
            self.scripts[name] = self.scripts.get(name, "") + data


@pytest.fixture(scope="module")
def page() -> Tags:
    tags = Tags()
    tags.feed(sheet_page(SHEET))
    return tags


def test_hostile_text_opens_no_element_of_its_own(page: Tags) -> None:
    assert [attributes.get("id") for tag, attributes in page.found if tag == "script"] == [
        "sheet",
        "columns",
        None,
    ]
    assert not {"img", "iframe", "link", "object"} & {tag for tag, _ in page.found}
    assert not any(name.startswith("on") or name == "src" for _, attrs in page.found for name in attrs)


def test_the_page_asks_nothing_of_a_network_and_forbids_itself_to() -> None:
    text = sheet_page(SHEET)
    assert "http:" not in text
    assert "https:" not in text
    assert "default-src 'none'" in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert "49" not in text


def test_only_our_own_script_may_run(page: Tags) -> None:
    policy = next(a["content"] for tag, a in page.found if tag == "meta" and "http-equiv" in a)
    digest = base64.b64encode(hashlib.sha256(page.scripts[None].encode()).digest()).decode()
    assert policy is not None
    assert f"script-src 'sha256-{digest}'" in policy
    assert not re.search(r"innerHTML|insertAdjacent|document\.write|eval\(", page.scripts[None])


def test_every_item_and_every_choice_reaches_the_page_in_order(page: Tags) -> None:
    sheet = json.loads(page.scripts["sheet"])
    assert [item["id"] for item in sheet["items"]] == ["s1-1", "s1-2"]
    assert sheet["items"][1]["texts"] == {"Word": "cat", "Context": "A cat."}
    assert list(sheet["items"][0]["texts"]) == ["Word", "Context"]
    radios = [a["value"] for tag, a in page.found if tag == "input" and a.get("type") == "radio"]
    assert radios == ["one", "two", "none"]
    assert tuple(json.loads(page.scripts["columns"])) == ANSWER_COLUMNS


def test_the_csv_sheet_has_a_row_an_item_with_its_texts_and_empty_answers() -> None:
    rows = list(csv.DictReader(StringIO(sheet_csv(SHEET))))
    assert [row["item"] for row in rows] == ["s1-1", "s1-2"]
    assert rows[1]["Context"] == "A cat."
    assert all(row["answer"] == row["seconds"] == row["participant"] == "" for row in rows)
    assert "one = The first, two = The second" in rows[0]["question"]


@given(st.text(max_size=30))
def test_no_cell_can_be_taken_for_a_formula(text: str) -> None:
    cell = harmless(text)
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@"))
    assert "\n" not in cell
    assert "\r" not in cell
    assert "\t" not in cell


@pytest.mark.parametrize("mark", "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u207a\u208c\u2212")
@pytest.mark.parametrize("blank", ["", " ", "\u3000", "\u00a0"])
def test_forms_of_other_widths_are_no_formula_either(mark: str, blank: str) -> None:
    assert harmless(f"{blank}{mark}1+1") == f"'{blank}{mark}1+1"


def test_a_sheet_that_was_filled_in_is_read_back(tmp_path: Path) -> None:
    rows = list(csv.DictReader(StringIO(sheet_csv(replace(SHEET, name="=s1")))))
    with (tmp_path / "ann.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows({**row, "answer": "two"} for row in rows)
    frame, _ = read_answers([tmp_path / "ann.csv"], SHEET.choices)
    assert frame.select("sheet", "id", "answer").rows() == [("=s1", "s1-1", "two"), ("=s1", "s1-2", "two")]


def test_a_sheet_without_items_or_with_one_answer_is_no_sheet() -> None:
    with pytest.raises(ValueError, match="items"):
        replace(SHEET, items=())
    with pytest.raises(ValueError, match="own"):
        replace(SHEET, items=(SHEET.items[0], SHEET.items[0]))
    with pytest.raises(ValueError, match="answers"):
        replace(SHEET, choices={"one": "The first"})
    with pytest.raises(ValueError, match="headings"):
        replace(SHEET, items=(SHEET.items[0], SheetItem("s1-9", {"Word": "a"})))
