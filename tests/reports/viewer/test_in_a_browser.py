"""The list in a real browser: searched, sorted, ticked and compared, and watched while a run is made."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.reports.pages import logged
from tests.reports.viewer.runs import HOSTILE, Seal, accuracy, finding, work

from rightreasons.issues import Verdict
from rightreasons.jobs.view import view
from rightreasons.runs.seal import SEAL, seal_of
from rightreasons.runs.workspace import Workspace

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

OWN = "http://127.0.0.1:"
NETWORK = ("http:", "https:", "ws:", "wss:", "ftp:")
PROBES = ("always-entailment", "lexical-overlap")


@pytest.fixture
def browser(chrome: "Chrome") -> Iterator["Chrome"]:
    """A browser in which nothing may go wrong unseen, and which may ask no other host."""
    for kind in ("browser", "performance"):
        logged(chrome, kind)
    yield chrome
    messages = [json.loads(line["message"])["message"] for line in logged(chrome, "performance")]
    sent = [each["params"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    asked = [each["request"]["url"] for each in sent]
    assert [url for url in asked if url.startswith(OWN)]
    assert [url for url in asked if url.startswith(NETWORK) and not url.startswith(OWN)] == []
    # An open page may ask once more when the test has stopped its server.
    logs = [line for line in logged(chrome, "browser") if "/rows - Failed to load" not in line["message"]]
    assert logs == []
    chrome.get("about:blank")


@pytest.fixture
def runs(seal: Seal, probed: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    for name in PROBES:
        shutil.copytree(probed / name, folder / "models" / name)
    for name, value in (("snli", 0.67), ("mnli", 0.54)):
        figures = [accuracy(value, 1000), accuracy(0.35, 1000, what="majority")]
        seal(folder / name, "audit", finding("hypothesis_only", name, f"{name} gives away.", figures))
    seal(
        folder / HOSTILE.replace("/", ""),
        "audit",
        finding(HOSTILE, HOSTILE, HOSTILE),
        verdict=Verdict(HOSTILE),
    )
    return folder


def shown(browser: "Chrome") -> list[str]:
    rows = browser.find_elements("css selector", "#rows tr")
    return [row.find_element("css selector", "th bdi").text for row in rows if row.is_displayed()]


def tick(browser: "Chrome", name: str) -> None:
    box = browser.find_element("xpath", f"//input[@aria-label='Choose {name}']")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", box)
    box.click()


def press(browser: "Chrome", text: str) -> None:
    browser.find_element("xpath", f"//button[normalize-space()='{text}']").click()


def wait(browser: "Chrome", condition: Any) -> None:
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.support.wait import WebDriverWait

    # A row may be brought up to date while it is read.
    WebDriverWait(browser, 15, 0.1, [StaleElementReferenceException]).until(condition)


def test_runs_are_searched_and_sorted(browser: "Chrome", runs: Path) -> None:
    with view(runs).in_background() as url:
        browser.get(url)
        assert len(shown(browser)) == 5
        search = browser.find_element("id", "search")
        search.send_keys("probe OVERLAP")
        assert shown(browser) == ["models/lexical-overlap"]
        assert browser.find_element("id", "shown").text == "1 of 5 runs"
        search.clear()
        search.send_keys("nothing of the kind")
        assert browser.find_element("id", "none").is_displayed()
        search.clear()
        search.send_keys("audit gives")
        press(browser, "Run")
        assert shown(browser) == ["mnli", "snli"]
        press(browser, "Run")
        assert shown(browser) == ["snli", "mnli"]
        heading = browser.find_element("css selector", "th[aria-sort]")
        assert heading.get_attribute("aria-sort") == "descending"


def test_hostile_names_do_nothing(browser: "Chrome", runs: Path) -> None:
    with view(runs).in_background() as url:
        for page in ("datasets", "models", ""):
            browser.get(url + page)
            assert browser.find_elements("css selector", "img") == []
        (hostile,) = [name for name in shown(browser) if name.startswith("<img src=x")]
        tick(browser, hostile)
        tick(browser, "snli")
        options = browser.find_elements("css selector", "#reference option")
        assert {option.text for option in options} == {hostile, "snli"}
        press(browser, "Compare")
        wait(browser, lambda page: "Figures" in page.title)
        assert browser.find_elements("css selector", "img") == []


def test_two_probes_are_ticked_and_compared(browser: "Chrome", runs: Path) -> None:
    with view(runs).in_background() as url:
        browser.get(url)
        compare = browser.find_element("xpath", "//button[normalize-space()='Compare']")
        assert not compare.is_enabled()
        tick(browser, "snli")
        tick(browser, "models/always-entailment")
        assert not compare.is_enabled()
        assert "do not go side by side" in browser.find_element("id", "chosen").text
        tick(browser, "snli")
        tick(browser, "models/lexical-overlap")
        from selenium.webdriver.support.select import Select

        Select(browser.find_element("id", "reference")).select_by_visible_text("models/lexical-overlap")
        compare.click()
        wait(browser, lambda page: "Comparison" in page.title)
        headline = browser.find_element("css selector", ".headline").text
        assert "50.0 % instead of 100.0 %, -50.0 points" in headline
        press(browser, "difference (points)")
        rows = browser.find_elements("xpath", "(//table)[1]//tbody/tr")
        cells = [row.text.split()[0] for row in rows]
        assert cells[-1] == "all.entailment"
        browser.back()
        wait(browser, lambda page: page.find_element("xpath", "//button[.='Compare']").is_enabled())


def test_audits_are_ticked_and_stand_side_by_side(browser: "Chrome", runs: Path) -> None:
    with view(runs).in_background() as url:
        browser.get(url)
        tick(browser, "snli")
        tick(browser, "mnli")
        press(browser, "Compare")
        wait(browser, lambda page: "Figures" in page.title)
        table = browser.find_element("css selector", "table.grid").text
        assert "67.0 % (66.0 to 68.0)" in table
        assert "n 1,000" in table


def test_a_running_run_is_watched_until_it_is_finished(browser: "Chrome", runs: Path) -> None:
    asked = work("audit", "live", options={"measures": ["label_balance", "lengths"]})
    workspace = Workspace(runs / "live", asked)
    with view(runs).in_background() as url:
        browser.get(url)
        tick(browser, "snli")
        row = "//tr[.//th/bdi[.='live'] or .//th/a/bdi[.='live']]"
        assert "0 of 2 measures" in browser.find_element("xpath", row).text
        workspace.save("label_balance", finding("label_balance", headline="Balanced."))
        wait(browser, lambda page: "1 of 2 measures" in page.find_element("xpath", row).text)
        browser.find_element("xpath", f"{row}//summary").click()
        assert "label_balance: Balanced." in browser.find_element("xpath", row).text
        workspace.write_text("report.html", "<p>Report.</p>")
        workspace.seal(asked, [finding("label_balance")], (), Verdict("Done."))
        wait(browser, lambda page: page.find_elements("link text", "live"))
        (now,) = browser.find_elements("xpath", row)
        assert "Done." in now.text
        assert now.get_attribute("data-state") == "finished"
        assert browser.find_element("id", "news").get_attribute("textContent") == "live: finished"
        assert browser.find_element("css selector", "input[aria-label='Choose snli']").is_selected()
        assert browser.find_element("css selector", "input[aria-label='Choose live']").is_enabled()


def test_a_report_works_in_an_origin_of_its_own(browser: "Chrome", runs: Path) -> None:
    spy = "document.title = self.origin; fetch('rows').catch(() => document.title += ' refused')"
    (runs / "snli" / "report.html").write_text(f"<script>{spy}</script>", encoding="utf-8")
    (runs / "snli" / SEAL).write_text(seal_of(runs / "snli"), encoding="utf-8")  # whoever made it sealed it
    with view(runs).in_background() as url:
        browser.get(url)
        browser.find_element("link text", "models/lexical-overlap").click()
        wait(browser, lambda page: page.find_elements("css selector", "main"))
        assert logged(browser, "browser") == []
        browser.get(url)
        browser.find_element("link text", "snli").click()
        wait(browser, lambda page: page.title == "null refused")
        refused = logged(browser, "browser")
        assert refused
        assert all("Content Security Policy" in line["message"] for line in refused)


@pytest.mark.parametrize(
    ("width", "scheme", "pages"),
    [(390, "dark", ("", "compare", "figures")), (1280, "light", ("", "datasets", "models", "nowhere"))],
)
def test_pages_are_accessible_and_fit(
    browser: "Chrome", runs: Path, width: int, scheme: str, pages: tuple[str, ...]
) -> None:
    axe = pytest.importorskip("axe_core_python.selenium", reason="axe-core-python is not installed").Axe()
    Workspace(runs / "live", work("audit", options={"measures": ["lengths"]})).save("x", finding("lengths"))
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    with view(runs).in_background() as url:
        browser.get(url)
        boxes = [
            browser.find_element("xpath", f"//input[@aria-label='Choose models/{name}']") for name in PROBES
        ]
        query = "&".join(f"run={box.get_attribute('value')}" for box in boxes)
        for page in pages:
            browser.get(f"{url}{page}?{query}")
            faults = axe.run(browser)["violations"]
            assert [(page, fault["id"], fault["nodes"][0]["html"][:200]) for fault in faults] == []
            wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, page
        logs = [line["message"] for line in logged(browser, "browser")]
        assert [message for message in logs if "nowhere" not in message or "404" not in message] == []


def test_the_keyboard_reaches_everything_and_what_it_reaches_is_seen(browser: "Chrome", runs: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    with view(runs).in_background() as url:
        browser.get(url)
        reached = []
        browser.find_element("css selector", "body").send_keys(Keys.TAB)
        for _ in range(40):
            active = browser.switch_to.active_element
            if active.tag_name == "body":
                break
            reached.append(active.get_attribute("aria-label") or active.text or active.get_attribute("id"))
            assert browser.execute_script(
                "const box = arguments[0].getBoundingClientRect();"
                "return document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)"
                ".slice(0, 2).some((found) => arguments[0].contains(found))",
                active,
            ), reached[-1]
            if reached[-1] in [f"Choose models/{name}" for name in PROBES]:
                active.send_keys(Keys.SPACE)
            browser.switch_to.active_element.send_keys(Keys.TAB)
        assert reached[0] == "Skip to the content"
        for name in ("search", "Run", "State", "Choose snli", "Compare", "Figures side by side"):
            assert name in reached
