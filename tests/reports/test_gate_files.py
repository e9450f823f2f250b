"""What a gate leaves for machines is well-formed and says what the checks say, whatever names hold."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

from rightreasons.gates.checks import Check, NoBlocker, Outcome
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.printable import printable
from rightreasons.reports.gate_files import junit, sarif, step_summary
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = ']]><evil a="b"/>&amp;<!-- \x00\x0b\ufffe\ud800\u202e | `x` <script>alert(1)</script> \n# h'
SURE = Estimate(0.6, "proportion", 1_234, Interval(0.5, 0.7, 0.95, "wilson"))


def check(
    verdict: Outcome, run: str = "runs/bert", name: str = "hans.accuracy", reason: str = "why"
) -> Check:
    observed = SURE if verdict in ("held", "missed", "worse") else None
    return Check(parsed_requirement("hans.accuracy >= 0.5"), run, verdict, reason, name, "model", observed)


@pytest.fixture
def checks() -> list[Check]:
    return [
        check("held"),
        check("missed"),
        check("worse"),
        check("missing", name=""),
        check("no interval"),
        check("unfinished", run="runs/ü x/#1"),
    ]


def parsed(xml: str) -> ElementTree.Element:
    return ElementTree.fromstring(xml.encode())  # noqa: S314 - our own text, which is what is tested


def results(checks: Sequence[Check]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(sarif(checks, "1.2.3"))["runs"][0]["results"]
    return found


def test_junit_counts_what_was_judged_as_failure_and_what_could_not_be_as_error(checks: list[Check]) -> None:
    suites = parsed(junit(checks))
    (suite,) = suites
    assert (suites.tag, suite.tag) == ("testsuites", "testsuite")
    for element in (suites, suite):
        assert (element.get("tests"), element.get("failures"), element.get("errors")) == ("6", "2", "3")
    cases = list(suite)
    assert {case.tag for case in cases} == {"testcase"}
    assert all(case.get("name") and case.get("classname") and case.get("time") for case in cases)
    assert [[(child.tag, child.get("type")) for child in case] for case in cases] == [
        [],
        [("failure", "missed")],
        [("failure", "worse")],
        [("error", "missing")],
        [("error", "no interval")],
        [("error", "unfinished")],
    ]


def test_sarif_has_the_form_that_its_schema_and_code_scanning_ask_for(checks: list[Check]) -> None:
    log = json.loads(sarif(checks, "1.2.3"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("rightreasons", "1.2.3")
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    assert all(rule["shortDescription"]["text"] and rule["name"].isalnum() for rule in driver["rules"])
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert (result["kind"], result["level"]) == ("fail", "error")
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["region"] == {"startLine": 1}
        assert result["partialFingerprints"]["primaryLocationLineHash"]


def test_sarif_tells_only_what_does_not_hold(checks: list[Check]) -> None:
    assert [result["ruleId"] for result in results(checks)] == [
        *("gate/missed", "gate/worse", "gate/missing", "gate/no-interval", "gate/unfinished"),
    ]
    assert results([check("held")]) == []


def test_a_failure_keeps_its_fingerprint_when_its_figure_changes() -> None:
    (one,), (other,) = results([check("missed", reason="0.4")]), results([check("missed", reason="0.3")])
    (elsewhere,) = results([check("missed", run="runs/other")])
    assert one["partialFingerprints"] == other["partialFingerprints"] != elsewhere["partialFingerprints"]


def test_a_place_is_a_uri_below_where_the_gate_was_called(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    found = results([check("missed", run="runs/ü x/#1"), check("missed", run=str(tmp_path / "runs/a"))])
    uris = [each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in found]
    assert uris == ["runs/%C3%BC%20x/%231/findings.json", "runs/a/findings.json"]


def test_hostile_names_stay_text_in_xml_and_json() -> None:
    hostile = [check("missed", run=HOSTILE, name=HOSTILE, reason=HOSTILE)]
    ((case,),) = parsed(junit(hostile))
    assert case.get("classname") == printable(HOSTILE, 1_000)
    assert [child.tag for child in case] == ["failure"]
    assert list(case[0]) == []
    text = sarif(hostile, "1")
    assert text.isascii()
    assert printable(HOSTILE, 1_000) in json.loads(text)["runs"][0]["results"][0]["message"]["text"]


def test_the_summary_is_a_table_with_failures_first(checks: list[Check]) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(step_summary(checks))
    cells = [tokens[position + 1].content for position, token in enumerate(tokens) if token.type == "td_open"]
    rows = [cells[start : start + 7] for start in range(0, len(cells), 7)]
    assert [row[0] for row in rows][-1] == "✅ held"
    assert [row[0] for row in rows][:2] == ["❌ missed", "❌ worse"]
    assert rows[0][4:6] == ["60.0 % (50.0 to 70.0)", "1234"]
    assert tokens[1].content == "Gate failed"


def test_hostile_names_stay_text_in_the_summary() -> None:
    tokens = (
        MarkdownIt("commonmark")
        .enable("table")
        .parse(step_summary([check("missed", run=HOSTILE, name=HOSTILE, reason=HOSTILE)]))
    )
    kinds = {child.type for token in tokens for child in token.children or ()}
    assert kinds <= {"text", "text_special"}
    assert sum(token.type == "td_open" for token in tokens) == 7
    assert sum(token.type == "heading_open" for token in tokens) == 1
    assert "html_block" not in {token.type for token in tokens}


def test_a_long_summary_is_cut_and_says_so() -> None:
    text = step_summary([check("missed")] * 1_000)
    assert text.count("❌") == 300
    assert "700 more rows" in text


def test_a_waived_blocker_is_suppressed_in_sarif_and_told_in_junit_and_summary() -> None:
    waived = Check(NoBlocker("V102"), "runs/bert", "waived", "not proved")
    found = [check("held"), waived]
    (result,) = results(found)
    assert [each["kind"] for each in result["suppressions"]] == ["external"]
    assert "V102" in result["suppressions"][0]["justification"]
    (suite,) = parsed(junit(found))
    assert suite.get("failures") == "0"
    assert "V102" in (suite.findtext("testcase/system-out") or "")
    assert "⚠️ waived" in step_summary(found)
    assert "## Gate passed" in step_summary(found)


def test_a_blocker_is_a_failure_everywhere() -> None:
    blocked = [check("held"), Check(NoBlocker("V102"), "runs/bert", "blocked", "not proved")]
    assert [result["ruleId"] for result in results(blocked)] == ["gate/blocked"]
    assert parsed(junit(blocked)).get("failures") == "1"
    assert "## Gate failed" in step_summary(blocked)
    assert "❌ blocked" in step_summary(blocked)


def test_warnings_are_told_in_every_file() -> None:
    warning = f"--allow V103: no run has such an issue {HOSTILE}"
    (suite,) = parsed(junit([check("held")], [warning]))
    assert "--allow V103" in (suite.findtext("system-out") or "")
    (invocation,) = json.loads(sarif([check("held")], "1", [warning]))["runs"][0]["invocations"]
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "warning"
    assert "--allow V103" in notification["message"]["text"]
    assert "Warning:" in step_summary([check("held")], [warning])
    assert "<script>" not in step_summary([check("held")], [warning])
