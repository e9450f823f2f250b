"""Report pages in a real browser: figures lead to rows, nothing is fetched, hostile text does nothing."""

import re
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
import pytest
from selenium.webdriver.support.ui import WebDriverWait
from tests.reports.pages import Open, texts, violations

from rightreasons import audit, probe

HOSTILE = (
    "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">",
    "\u202egnissim si gninaem\u2066 hidden",
    "w" * 10_000,
    "=HYPERLINK(\"http://example.invalid\",\"x\") </script> ]]> --> {{ 7 * 7 }} ${alert(1)}",
)  # fmt: skip


@pytest.mark.long
def test_the_verdict_and_the_charts_of_real_snli_are_drawn(opened: Open, snli: Path) -> None:
    page = opened(snli)
    assert texts(page, "h1.title")[0] == "The label is predictable from the hypothesis alone."
    assert texts(page, ".numbers strong")[0].endswith(" %")
    assert texts(page, ".issue .severity")[0] == "severe"
    page.execute_script("for (const part of document.querySelectorAll('details.closed')) part.open = true")
    charts = page.execute_script("return document.querySelectorAll('figure.chart').length")
    WebDriverWait(page, 10).until(
        lambda chrome: chrome.execute_script("return document.querySelectorAll('.plot svg').length") == charts
    )
    of_words = texts(page, "figure[data-chart='words'] .plot")
    assert any("Nobody" in text for text in of_words)


def test_a_word_leads_to_the_rows_that_hold_it_marked(opened: Open, snli: Path) -> None:
    page = opened(snli)
    link = page.find_element("css selector", "td a[href*='=asleep']")
    page.execute_script("arguments[0].closest('details').open = true; arguments[0].click()", link)
    assert page.switch_to.active_element.get_attribute("id") == "rows"
    hypotheses = texts(page, "#list li .sentence:nth-child(2) .said")
    assert len(hypotheses) >= 10
    assert f"{len(hypotheses)} of 4,000 rows" in texts(page, "#found")[0]
    assert all("asleep" in hypothesis for hypothesis in hypotheses)
    assert set(texts(page, "#list .gold")) == {"gold: contradiction"}
    assert "asleep" in texts(page, "#list mark.word")


def test_filters_work_from_the_keyboard_and_the_address_keeps_them(opened: Open, snli: Path) -> None:
    from selenium.webdriver.support.ui import Select

    page = opened(snli, address="#rows?~hypothesis=is+%23+outside")
    hypotheses = texts(page, "#list li .sentence:nth-child(2) .said")
    assert all(re.search(r"\bis \S+ outside\b", each, re.IGNORECASE) for each in hypotheses)
    assert len(texts(page, "#list mark.sought")) >= len(hypotheses) > 0
    box = page.find_element("id", "filter-word")
    box.clear()
    box.send_keys("sleeping")
    Select(page.find_element("css selector", "select[data-column=label]")).select_by_value("entailment")
    assert set(texts(page, "#list .gold")) == {"gold: entailment"}
    assert all("sleeping" in each.lower() for each in texts(page, "#list li .sentence:nth-child(2) .said"))
    assert page.execute_script("return location.hash") == "#rows?label=entailment&%7Ehypothesis=sleeping"
    page.find_element("css selector", "#filters button[type=reset]").click()
    page.find_element("id", "on").click()
    assert "26 to 50 are shown" in texts(page, "#found")[0]


@pytest.mark.parametrize("sought", ["dark-haired", "a+b", "(", "[x]", "c:\\d", "$1", "is # (", "^|?*{}/."])
def test_words_that_mean_something_to_a_pattern_are_looked_for_as_they_are(
    opened: Open, small: Path, sought: str
) -> None:
    page = opened(small, address=f"#rows?{urlencode({'~hypothesis': sought})}")
    assert texts(page, "#found")[0].startswith("0 of")
    page.find_element("css selector", "#filters button[type=reset]").click()
    assert page.execute_script("return sentenceMarks.patternOf(arguments[0]).test(arguments[0])", sought)


def test_a_subcase_leads_to_its_items_with_their_parses(opened: Open, hans: Path) -> None:
    page = opened(hans)
    link = page.find_element("css selector", "a[href*='subcase=ln_preposition']")
    page.execute_script("arguments[0].closest('details').open = true; arguments[0].click()", link)
    assert "8 of 240 rows" in texts(page, "#found")[0]
    assert set(texts(page, "#list .wrong")) == {"answer: entailment, wrong"}
    page.find_element("css selector", "#list details summary").click()
    # Trees are drawn when the row has opened, which the browser says a little later.
    trees = WebDriverWait(page, 10).until(
        lambda chrome: chrome.find_elements("css selector", "#list svg.tree")
    )
    assert len(trees) == 2
    leaves = page.execute_script(
        "return [...arguments[0].querySelectorAll('text.leaf')].map((e) => e.textContent).join(' ')", trees[0]
    )
    assert leaves == texts(page, "#list .sentence:nth-child(1) .said")[0]


def test_a_legend_has_more_columns_where_there_is_room(opened: Open, hans: Path) -> None:
    tops = (
        "return new Set([...document.querySelectorAll('.opening .role-legend-label text')]"
        ".map((each) => Math.round(each.getBoundingClientRect().top))).size"
    )
    narrow = opened(hans, width=400).execute_script(tops)
    wide = opened(hans, width=1280).execute_script(tops)
    assert narrow > wide >= 1


def test_predictions_by_id_have_rows_without_sentences(opened: Open, runs: Path, shared_data: Path) -> None:
    probe(shared_data / "hans" / "bert_preds.txt", out=runs / "bert")
    page = opened(runs / "bert" / "report.html", address="#rows?subcase=cn_adverb&correct=true")
    assert "rows that this page holds" in texts(page, "#found")[0]
    assert texts(page, "#list li .sentence")[0].startswith("ex24")
    assert page.execute_script("return document.querySelector('#filter-word').closest('p').hidden")
    heights = page.execute_script(
        "return [...document.querySelectorAll('#list li')].map((row) => row.getBoundingClientRect().height)"
    )
    assert max(heights) < 60  # two lines, without blank ones between them


def test_a_comparison_leads_to_rows_too(opened: Open, compared: Path) -> None:
    page = opened(compared)
    assert texts(page, ".headline")[0].startswith("other compared with hans")
    assert len(texts(page, "#list li")) == 25
    link = page.find_element("xpath", "//tr[td[.='compare.hans.only_second']]//a")
    page.execute_script("arguments[0].closest('details').open = true; arguments[0].click()", link)
    assert "40 of 240 rows" in texts(page, "#found")[0]
    assert set(texts(page, "#list li .facts span:first-child")) == {"gold: non-entailment"}
    assert texts(page, "#list .facts .right") == ["other: right"] * 25
    assert texts(page, "#list .facts .wrong") == ["hans: wrong"] * 25


def test_a_comparison_is_sorted_by_its_numbers_from_the_keyboard(opened: Open, compared: Path) -> None:
    page = opened(compared)
    heading = page.find_element(
        "xpath", "(//table[.//th[.//button='p holm']])[1]//th[starts-with(., 'difference')]"
    )
    heading.find_element("css selector", "button").send_keys("\ue007")  # Enter
    assert heading.get_attribute("aria-sort") == "ascending"
    cells = heading.find_elements("xpath", "ancestor::table//tbody/tr/td[5]")
    differences = [float(cell.get_attribute("data-sort") or "nan") for cell in cells]
    assert differences == sorted(differences)
    assert differences[0] < 0 < differences[-1]


def test_seeds_of_a_training_are_drawn_and_filtered(opened: Open, runs: Path) -> None:
    pytest.importorskip("torch")
    from rightreasons import train
    from rightreasons.sources.bundled import bundled_pairs

    quick = ("epochs=2", "settings.buckets=50", "words.size=8")
    train(
        "ngrams-joulin2017", bundled_pairs(120, 1), bundled_pairs(60, 2), out=runs / "trained",
        seeds=3, workers=1, small=True, changes=quick,
    )  # fmt: skip
    page = opened(runs / "trained" / "report.html", address="#rows?seed-2_correct=true")
    drawn = texts(page, ".plot")
    assert ["epoch" in each for each in drawn] == [False, True, True, True]
    # Three seeds, then two epochs of each; the fourth is the map of the rows trained on.
    points = (
        "return [...document.querySelectorAll('figure.chart .plot')]"
        ".map((plot) => plot.querySelectorAll('.mark-symbol.role-mark path').length)"
    )
    assert page.execute_script(points)[:3] == [3, 6, 6]
    assert all("seed-2: right" in facts for facts in texts(page, "#list .facts"))


def test_hostile_text_stays_text(opened: Open, tmp_path: Path) -> None:
    rows = [(first, f"{second} {n}", label) for n, label in enumerate(("entailment", "neutral") * 3)
            for first in HOSTILE for second in HOSTILE]  # fmt: skip
    source = tmp_path / "'><b>pairs.csv"
    pl.DataFrame(rows, schema=["premise", "hypothesis", "label"], orient="row").write_csv(source)
    audit(str(source), measures=["give_away_words", "duplicates"], out=tmp_path / "run")
    page = opened(tmp_path / "run" / "report.html", width=390)
    assert page.title.startswith("'><b>pairs.csv")
    assert page.find_elements("css selector", "#list img, #list script, h1 b") == []
    shown = texts(page, "#list .said")
    assert HOSTILE[0] in shown
    assert "\\u202egnissim" in "".join(shown)
    assert any(each.endswith("(10,000 characters)") for each in shown)
    assert page.execute_script("return document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1100, False)])
def test_axe_finds_nothing_to_object_to(opened: Open, small: Path, width: int, *, dark: bool) -> None:
    page = opened(small, width=width, dark=dark)
    page.execute_script(
        "for (const each of ['figure.chart details', '#more', '#list details'])"
        " document.querySelector(each).open = true"
    )
    assert violations(page) == []


def test_the_first_thing_the_keyboard_reaches_skips_to_the_findings(opened: Open, small: Path) -> None:
    page = opened(small)
    page.find_element("css selector", "body").send_keys("\ue004")  # Tab
    assert str(page.switch_to.active_element.get_attribute("href")).endswith("#main")


def test_a_figure_in_a_sentence_leads_to_its_line_even_in_a_closed_table(opened: Open, small: Path) -> None:
    browser = opened(small)
    browser.execute_script(
        "for (const each of document.querySelectorAll('details')) each.open = false;"
        "document.querySelector('section.finding a.of-figure').click()"
    )
    shown = "const line = document.querySelector('tr:target'); return line !== null && line.checkVisibility()"
    WebDriverWait(browser, 5).until(lambda chrome: chrome.execute_script(shown))


def test_a_chart_can_be_saved_from_the_page(opened: Open, small: Path) -> None:
    page = opened(small)
    saved = page.execute_async_script(
        "const done = arguments[0];"
        "HTMLAnchorElement.prototype.click = function () { done([this.download, this.href.slice(0, 30)]) };"
        "document.querySelector('.save button[data-form=png]').click()"
    )
    assert saved[0] == "1-by_label.png"
    assert saved[1].startswith("data:image/png")


def test_links_to_rows_say_how_many_and_a_chart_says_what_it_shows(opened: Open, snli: Path) -> None:
    page = opened(snli)
    shown = [text for text in texts(page, ".issue p:not([hidden]) > a[href^='#rows']") if text]
    assert shown
    assert not [text for text in shown if not re.match(r"[\d,]+ rows? that shows? it|see all rows$", text)]
    WebDriverWait(page, 10).until(
        lambda chrome: chrome.execute_script("return document.querySelector('.plot svg') !== null")
    )
    named = page.find_element("css selector", "figure.drawn .plot").get_attribute("aria-label")
    assert named is not None
    assert named.endswith("The figures are in the table below.")
    table = texts(page, "figure.drawn table tbody tr:first-child td")
    assert any("(" in cell and cell.partition(" ")[0] in named for cell in table)
