"""The page shows data as text only, and every figure with its n."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import polars as pl
from rich.console import Console

from rightreasons.findings import Finding, View
from rightreasons.reports.page import report_page
from rightreasons.reports.terminal import print_audits
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>"\u202e\x1b[31m=cmd|calc'


@dataclass(frozen=True)
class Made:
    manifest: Mapping[str, Any]
    findings: tuple[Finding, ...]
    not_measured: Mapping[str, str] = field(default_factory=dict)


def made() -> Made:
    account = {
        "read": 1200,
        "kept": 1000,
        "dropped": [{"reason": "no gold label", "rows": 200}],
        "cleaned": [],
    }
    data = {
        "name": HOSTILE,
        "account": account,
        "labels": {"entailment": 1000},
        "notes": [HOSTILE],
        "files": [],
    }
    figure = Estimate(0.591, "proportion", 9824, Interval(0.581, 0.601, 0.95, "wilson"))
    finding = Finding(
        "hypothesis_only",
        HOSTILE,
        HOSTILE,
        "A model that never sees the premise gets 59.1 %.",
        {"accuracy": figure},
        {"words": View(HOSTILE, ("word",), ((HOSTILE,), (None,)))},
        settings={"tokenisation": HOSTILE},
        notes=(HOSTILE,),
    )
    manifest = {"data": [data], "bundled": False, "versions": {}, "options": {"seed": 1}}
    return Made(manifest, (finding,), {"annotator_agreement": HOSTILE})


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
    assert scripts == [{"type": "application/json", "id": "rows-data"}, {}]
    assert not any(name.startswith("on") or name == "src" for _, attrs in tags.found for name in attrs)
    assert "\u202e" not in page
    assert "\x1b" not in page
    assert page.count("&lt;script&gt;") >= 8


def test_the_page_needs_nothing_from_outside() -> None:
    page = report_page(made()).replace("http://www.w3.org/2000/svg", "")  # a name of what SVG is, no address
    assert "http://" not in page
    assert "https://" not in page
    assert "default-src 'none'" in page


def test_verdict_interval_n_and_account_stand_on_the_page() -> None:
    page = report_page(made())
    assert "A model that never sees the premise gets 59.1 %." in page
    assert "59.1 % (58.1 to 60.1)" in page
    assert "9,824" in page
    assert "1,200 rows read, 1,000 kept; 200 no gold label" in page


def test_the_terminal_shows_the_verdict_first_and_cannot_be_driven_by_data() -> None:
    stream = StringIO()
    print_audits([made()], Console(file=stream, width=120))
    shown = stream.getvalue()
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert shown.index("gets 59.1 %") < shown.index("hypothesis_only")
