"""Pages of real runs fit phones and screens, and every figure on them leads to some rows."""

from pathlib import Path

import pytest
from tests.reports.pages import Open, violations

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
