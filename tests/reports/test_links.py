"""Figures in the sentences of a page lead to the line where they stand; everything else stays text."""

from html.parser import HTMLParser

import polars as pl
import pytest
from tests.reports.results import HOSTILE, Made, accuracy, blocker, finding, manifest, scored, verdict

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.references import Scope
from rightreasons.reports.formats.markdown import as_markdown
from rightreasons.reports.pages.notebook import notebook_html
from rightreasons.reports.pages.page import report_page
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import Template
from rightreasons.statistics.results import Estimate


def said(text: str, **given: object) -> Sentence:
    return Template("of_a_test", text).fill(given)


def gain(value: float = 0.134) -> Figure:
    return Figure("gain", Estimate(value, "proportion", 1_917, reason="exact"))


class Links(HTMLParser):
    """Texts and titles by address of the links to figures, every address within the page, and every name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.figures: dict[str, str] = {}
        self.titles: dict[str, str] = {}
        self.addresses: set[str] = set()
        self.names: set[str] = set()
        self.lines: dict[str, str] = {}
        self._open = self._line = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.names.add(named.get("id", ""))
        if tag == "tr":
            self._line = named.get("id", "")
        if tag == "a":
            self.addresses.add(named["href"])
            if named.get("class") == "of-figure":
                self._open = named["href"]
                self.titles[self._open] = named["title"]

    def handle_endtag(self, tag: str) -> None:
        self._open = "" if tag == "a" else self._open
        self._line = "" if tag == "tr" else self._line

    def handle_data(self, data: str) -> None:
        if self._open:
            self.figures[self._open] = self.figures.get(self._open, "") + data
        if self._line:
            self.lines[f"#{self._line}"] = self.lines.get(f"#{self._line}", "") + data


def links(*findings: Finding, of: Verdict | None = None) -> Links:
    found = of or verdict(Issue("V901", "note", "Nothing."))
    return Links(report_page(Made(manifest(), findings, (), found)))


def of_finding(headline: str, *figures: Figure, **parts: object) -> Finding:
    return Finding("lengths", "dev", "What it means.", headline, figures, **parts)  # type: ignore[arg-type]


def test_a_figure_of_a_headline_leads_to_its_line_and_says_n_and_interval() -> None:
    right = accuracy(0.591)
    headline = said("{name:name} is right in {right:percent} of {right:n}.", name="A model", right=right)
    page = links(of_finding(headline, gain(), right))
    assert set(page.figures) == {"#figure-1-2"}
    assert "59.1 %" in page.lines["#figure-1-2"]
    assert page.titles["#figure-1-2"] == (
        "lengths.accuracy: 59.1 % (49.1 to 69.1), n = 100; 95 % interval over items (wilson)"
    )


def test_labels_names_and_numbers_of_no_figure_stay_text() -> None:
    text = "{label:text}, {name:name}: {share:percent} of {n:count}"
    headline = said(text, label="a", name="b", share=0.591, n=100)
    assert links(of_finding(headline, accuracy())).figures == {}
    assert links(of_finding("59.1 % of 100", accuracy())).figures == {}


def test_an_issue_leads_to_the_finding_that_it_rests_on() -> None:
    first, second = scored("dev", figures=[accuracy(0.5)]), scored("test", figures=[accuracy(0.5)])
    sentence = said("Right in {right:percent_bounds}.", right=second.figures["accuracy"])
    issue = Issue("V901", "severe", sentence, (second.ref("accuracy"),), subject="model")
    other = Issue("V902", "severe", said("Also {right:percent}.", right=first.figures["accuracy"]),
                  (first.ref("accuracy"),))  # fmt: skip
    page = links(first, second, of=Verdict("", (issue, other)))
    assert page.figures["#figure-2-1"].count("50.0 % (40.0 to 60.0)") == 1
    assert page.figures["#figure-1-1"] == "50.0 %"


def test_a_number_of_the_first_screen_leads_to_its_figure() -> None:
    first, second = scored("dev", figures=[accuracy(0.5)]), scored("test", figures=[accuracy(0.4)])
    number = KeyFigure("correct on test", "40.0 %", figure=second.ref("accuracy"))
    page = links(first, second, of=Verdict("", key_figures=(number, KeyFigure("rows read", "1,200"))))
    assert page.figures == {"#figure-2-1": "40.0 %"}


def test_a_figure_that_is_not_on_the_page_is_no_link() -> None:
    nothing = Estimate(None, "proportion", 0, reason="no items")
    absent = finding(figures=[Figure("gain", nothing)])  # it has nothing to say, and so no section
    sentence = said("Gain {gain:points}.", gain=absent.figures["gain"])
    issue = Issue("V901", "note", sentence, (absent.ref("gain"),))
    assert links(absent, of=verdict(issue)).figures == {}
    gone = said("Right in {right:percent}.", right=accuracy(what="of_another"))
    assert links(of_finding(gone, accuracy())).figures == {}


def test_figures_of_figures_that_are_no_results_are_found_in_their_section() -> None:
    invalidated = scored("hans", figures=[accuracy(0.5)])
    sentence = said("Right in {right:percent}.", right=invalidated.figures["accuracy"])
    issue = blocker(Scope(on="hans"), sentence=sentence, figures=(invalidated.ref("accuracy"),))
    page = links(invalidated, of=Verdict("Not proved.", (issue,)))
    assert page.figures == {"#figure-1-1": "50.0 %"}
    assert "#figure-1-1" in page.lines


def test_hostile_names_stay_text_in_a_sentence_and_in_what_a_link_says() -> None:
    right = accuracy(group={"genre": HOSTILE})
    headline = said("{name:text}: {right:percent}", name=HOSTILE, right=right)
    page = report_page(Made(manifest(), (of_finding(headline, right),)))
    found = Links(page)
    assert list(found.figures.values()) == ["59.1 %"]
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "\u202e" not in page
    assert "\x1b" not in page


@pytest.mark.parametrize("rows", [None, pl.DataFrame({"id": ["1"], "label": ["neutral"]})])
def test_every_link_within_a_page_leads_somewhere(rows: pl.DataFrame | None) -> None:
    right = accuracy()
    found = of_finding(said("{right:percent}", right=right), right, notes=(said("n {right:n}", right=right),))
    issue = Issue("V901", "warning", said("{right:percent}", right=right), (found.ref("accuracy"),))
    page = Links(report_page(Made(manifest(), (found, finding()), (), verdict(issue)), rows))
    assert page.figures
    within = {address[1:].partition("?")[0] for address in page.addresses if address.startswith("#")}
    assert within <= page.names


def test_other_forms_have_the_sentence_as_text() -> None:
    right = accuracy()
    made = Made(manifest(), (of_finding(said("Right in {right:percent}.", right=right), right),))
    assert "Right in 59.1 %." in as_markdown(made)
    assert "<a " not in notebook_html(made)
