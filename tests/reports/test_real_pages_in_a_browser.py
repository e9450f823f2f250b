"""Pages of real runs fit phones and screens, and every figure on them leads to some rows."""

from pathlib import Path

import pytest
from selenium.webdriver.support.ui import WebDriverWait
from tests.reports.pages import Open, violations

from rightreasons import audit

AXE = {"snli": 390, "hans": 768, "compared": 1200}
"""Run to the width at which axe looks at its page; it takes seconds."""
CLIPPED = """
    return [...document.querySelectorAll('.plot')].flatMap((plot) => {
      const frame = plot.getBoundingClientRect();
      const outside = (text) => {
        const box = text.getBoundingClientRect();
        return box.width > 0 && (box.left < frame.left - 1 || box.right > frame.right + 1
          || box.top < frame.top - 1 || box.bottom > frame.bottom + 1);
      };
      return [...plot.querySelectorAll('svg text')].filter(outside).map((text) => text.textContent);
    })
"""
LETTERS = """
    return [...document.querySelectorAll('.plot svg text')].filter((text) => text.textContent).map((text) => {
      const { a, b } = text.getScreenCTM();
      return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
    })
"""
"""How large the letters of charts are, in pixels; a page wider than a phone is shown smaller."""


def test_on_a_phone_letters_of_charts_are_legible_and_the_page_is_no_wider_with_all_parts_open(
    opened: Open, shared_data: Path, tmp_path: Path
) -> None:
    train, test = (shared_data / "sick" / f"SICK_{part}.txt" for part in ("train", "test_annotated"))
    measures = ["hypothesis_only", "give_away_words"]
    audit(str(train), test=str(test), limit=1_000, measures=measures, out=tmp_path / "sick")
    page = opened(tmp_path / "sick" / "report.html", width=400)
    page.execute_script("for (const part of document.querySelectorAll('details')) part.open = true")
    charts = "figure.chart"
    WebDriverWait(page, 10).until(
        lambda chrome: (
            len(chrome.find_elements("css selector", charts))
            == len(chrome.find_elements("css selector", f"{charts}.drawn"))
        )
    )
    letters = page.execute_script(LETTERS)
    assert len(letters) > 10
    assert min(letters) >= 10
    assert page.execute_script("return [document.documentElement.scrollWidth, innerWidth]") == [400, 400]
    assert page.execute_script(CLIPPED) == []


def test_where_no_word_is_flagged_none_is_marked_until_rows_are_asked_for_that_patterns_make_easy(
    opened: Open, shared_data: Path, tmp_path: Path
) -> None:
    measures = ["give_away_words", "artificial_patterns", "easy_hard"]
    healthver = str(shared_data / "healthver" / "healthver_dev.csv.gz")
    found = audit(healthver, measures=measures, out=tmp_path / "run")
    assert found.finding("give_away_words").figures["words_flagged"].value == 0
    assert found.finding("artificial_patterns").figures["patterns_flagged"].value == 0
    marks = "return document.querySelectorAll('#list mark').length"
    page = tmp_path / "run" / "report.html"
    assert opened(page, address="#rows").execute_script(marks) == 0
    assert opened(page, address="#rows?easy_hard=easy").execute_script(marks) > 0


@pytest.mark.long
@pytest.mark.parametrize(
    "run",
    ["snli", "hans", "compared"],
)
def test_real_pages_fit_three_widths_in_light_and_dark(
    opened: Open, request: pytest.FixtureRequest, run: str
) -> None:
    path: Path = request.getfixturevalue(run)
    for width, dark in ((390, True), (768, False), (1200, True)):
        page = opened(path, width=width, dark=dark)
        if AXE[run] == width:
            assert violations(page) == []
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
        assert page.execute_script(CLIPPED) == []


@pytest.mark.parametrize("run", [pytest.param("snli", marks=pytest.mark.long), "hans", "compared"])
def test_every_figure_and_line_leads_to_some_rows(
    opened: Open, request: pytest.FixtureRequest, run: str
) -> None:
    page = opened(request.getfixturevalue(run))
    found: dict[str, str] = page.execute_script(
        "return Object.fromEntries([...document.querySelectorAll('td a, tbody th a')].map((link) => {"
        " history.replaceState(null, '', link.getAttribute('href'));"
        " window.dispatchEvent(new HashChangeEvent('hashchange'));"
        " return [link.getAttribute('href'), document.getElementById('found').textContent]; }))"
    )
    assert len(found) > 40
    assert [address for address, status in found.items() if status.startswith("0 of")] == []
