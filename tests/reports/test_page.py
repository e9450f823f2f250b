"""The page shows data as text only, the verdict before anything else, and every figure with its n."""

import re
from html.parser import HTMLParser

import polars as pl
import pytest
from tests.reports.results import HOSTILE, Made, accuracy, blocker, data, finding, manifest, scored, verdict

from rightreasons.figures import Figure, where
from rightreasons.findings import View
from rightreasons.issues import Issue, Severity, Verdict
from rightreasons.references import FigureRef, NotTested, Scope
from rightreasons.reports.pages.notebook import notebook_html
from rightreasons.reports.pages.page import report_page
from rightreasons.statistics.results import Estimate


def made() -> Made:
    hostile = finding(
        "hypothesis_only",
        HOSTILE,
        figures=[accuracy()],
        views={"words": View(HOSTILE, ("word",), ((HOSTILE,), (None,)))},
        settings={"tokenisation": HOSTILE},
        notes=(HOSTILE,),
    )
    issue = Issue("V201", "severe", HOSTILE, (hostile.ref("accuracy"),), rows=where(label=HOSTILE))
    on = manifest("audit", data(HOSTILE, notes=[HOSTILE]), options={"seed": 1})
    return Made(on, (hostile,), (NotTested("annotator_agreement", None, HOSTILE),), verdict(issue))


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_hostile_data_stay_text_everywhere_on_the_page() -> None:
    row = dict.fromkeys(("set", "id", "premise", "hypothesis", "label", "give_away_word"), HOSTILE)
    page = report_page(made(), pl.DataFrame([row, {**row, "premise": None}]))
    tags = Tags()
    tags.feed(page)
    assert not {"img", "iframe", "link", "object"} & {tag for tag, _ in tags.found}
    scripts = [attributes for tag, attributes in tags.found if tag == "script"]
    assert {attributes.get("type") for attributes in scripts} == {"application/json", None}
    assert not any(name.startswith("on") or name == "src" for _, attrs in tags.found for name in attrs)
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert page.count("&lt;script&gt;") >= 8


@pytest.mark.parametrize(("files", "is_said"), [([{"name": "dev.jsonl"}], True), ([], False)])
def test_a_page_says_where_its_commands_are_run_if_the_data_are_files(
    files: list[dict[str, str]], *, is_said: bool
) -> None:
    found = finding("hypothesis_only", figures=[accuracy()])
    issue = Issue("V310", "severe", "It leaks.", (found.ref("accuracy"),), command="rightreasons make split")
    page = report_page(Made(manifest("audit", data(files=files)), (found,), (), verdict(issue)))
    assert ("run them where the files are" in page) is is_said


def test_the_page_needs_nothing_from_outside() -> None:
    page = report_page(made()).replace("http://www.w3.org/2000/svg", "")  # a name of what SVG is, no address
    own = page.partition("vega")[0]
    assert "http://" not in own
    assert "https://" not in own
    assert "default-src 'none'" in page


def test_what_it_amounts_to_stands_before_issues_and_these_before_findings_and_data() -> None:
    page = report_page(made())
    parts = (
        '<p class="severities of-severe">',
        '<h2 id="issues">',
        "V201",
        'class="finding"',
        "1,200 rows read",
    )
    places = [page.index(part) for part in parts]
    assert places == sorted(places)
    assert "59.1 % (49.1 to 69.1)" in page
    assert "1,200 rows read, 1,000 kept; 200 no gold label" in page
    assert "What supports it" not in page


def test_an_issue_stands_with_its_figure_its_rows_and_what_to_do() -> None:
    figures = [accuracy(0.3, what="best_other", rows=where(set="dev"))]
    issue = blocker(
        figures=(FigureRef("label_order", None, "best_other"),), rows=where(set="dev", correct=False)
    )
    results = Made(manifest(), (finding("label_order", figures=figures),), (), verdict(issue))
    items = pl.DataFrame({"set": ["dev"], "id": ["1"], "label": ["neutral"], "correct": [False]})
    page = report_page(results, items)
    first, _, _ = page.partition('class="finding"')
    assert "<code>label_order.best_other</code> 30.0 % (20.0 to 40.0), n = 100" in first
    assert 'href="#rows?set=dev&amp;correct=false"' in first
    assert 'Give <span class="option">--calibrate</span> DATA.' in first


def test_a_invalidated_finding_is_struck_out_and_folded_behind_the_reason() -> None:
    invalidated, sound = (
        scored("hans", figures=[accuracy(0.963)]),
        finding("label_order", figures=[accuracy(0.3)]),
    )
    page = report_page(Made(manifest(), (invalidated, sound), (), verdict(blocker(Scope(on="hans")))))
    section = page[page.index('<section class="finding"') :]
    behind = section[section.index('<details class="invalidated">') : section.index("</details>")]
    assert "96.3 %" in behind
    assert "V101: The order of the labels is not proved." in behind
    assert "<s>The headline of hans.</s>" in behind
    assert page.count("96.3 %") == 1
    assert "figure class" not in section
    assert "30.0 %" in section


def test_a_waived_blocker_says_so_and_invalidates_nothing() -> None:
    invalidated = scored("hans", figures=[accuracy(0.963)])
    page = report_page(
        Made(manifest(), (invalidated,), (), verdict(blocker(Scope(on="hans")), allowed=("V101",)))
    )
    assert ">blocker, allowed</span>" in page
    assert '<details class="invalidated">' not in page


def test_what_has_no_items_at_all_is_not_shown() -> None:
    nothing = Estimate(None, "proportion", 0, reason="no items")
    empty = finding("easy_hard_accuracy", figures=[accuracy(0.5, what="x")])
    assert "easy_hard_accuracy" in report_page(Made(manifest(), (empty,)))
    none = finding("easy_hard_accuracy", figures=[Figure("accuracy", nothing)])
    assert "easy_hard_accuracy" not in report_page(Made(manifest(), (none,)))


def test_a_notebook_shows_the_verdict_and_no_figure_that_it_invalidates() -> None:
    invalidated, sound = (
        scored("hans", figures=[accuracy(0.963)]),
        finding("label_order", figures=[accuracy(0.3)]),
    )
    shown = notebook_html(Made(manifest(), (invalidated, sound), (), verdict(blocker(Scope(on="hans")))))
    assert "96.3" not in shown
    assert "30.0 %" in shown
    assert shown.index("not proved") < shown.index("label_order")
    assert "<script" not in notebook_html(made())


def test_contents_fold_every_measure_and_mark_those_with_an_issue() -> None:
    flagged, other = finding("hypothesis_only", "a.csv", figures=[accuracy()]), finding("lengths", "a.csv")
    issue = Issue("V201", "severe", "Wrong.", (flagged.ref("accuracy"),))
    page = report_page(Made(manifest("audit", data("a.csv")), (other, flagged), (), verdict(issue)))
    contents = page.partition("<nav")[2].partition("</nav>")[0]
    before, folded, within = contents.partition("<details><summary>Measures</summary>")
    assert folded
    assert "Issues (1)" in before
    marked = re.findall("Hypothesis-only baseline|of-severe|Lengths by label", within)
    assert marked == ["Hypothesis-only baseline", "of-severe", "Lengths by label"]
    assert "baseline" not in before


def test_reasons_of_what_was_not_tested_stand_behind_a_link_to_them() -> None:
    missing = NotTested("similar_pairs", "a test set", "needs --test DATA", "add --test DATA")
    shown = Made(manifest("audit", data("a.csv")), (), verdict=Verdict("Right.", not_tested=(missing,)))
    first, _, end = report_page(shown).partition('id="tested"')
    assert 'Not tested: pairs shared with a test set.</bdi> <a href="#tested">Details</a>' in first
    assert "--test" in end


@pytest.mark.parametrize(("worst", "folded"), [("blocker", "1 warning, 1 note"), ("severe", "1 note")])
def test_warnings_fold_with_notes_beside_a_blocker_alone(worst: Severity, folded: str) -> None:
    named: tuple[Severity, ...] = (worst, "warning", "note")
    issues = [Issue(f"V90{n}", each, ".", name=f"name {each}") for n, each in enumerate(named)]
    page = report_page(Made(manifest("audit", data("a.csv")), (), (), verdict(*issues)))
    listed = page.partition('<h2 id="issues">Issues</h2>')[2].partition("</section>")[0]
    before, found, within = listed.partition(f"<details><summary>{folded}</summary>")
    assert found
    assert f"name {worst}" in before
    assert ("name warning" in within) == (worst == "blocker")
    assert "name note" in within


def test_where_there_are_only_notes_the_heading_says_notes() -> None:
    page = report_page(Made(manifest("audit", data("a.csv")), (), (), verdict(Issue("V901", "note", "."))))
    assert '<h2 id="issues">Notes</h2>' in page
