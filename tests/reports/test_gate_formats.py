"""What a gate leaves for machines against the formats: SARIF 2.1.0 of OASIS, JUnit as Jenkins reads it."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from jsonschema import Draft7Validator

from rightreasons.gates.checks import Check, Outcome
from rightreasons.gates.requirements import parsed_requirement
from rightreasons.reports.gate_files import junit, sarif
from rightreasons.statistics.results import Estimate, Interval

VERDICTS: tuple[Outcome, ...] = (
    "held", "missed", "worse", "missing", "undefined", "no interval", "unanswered", "unpaired", "unfinished",
    "invalidated", "blocked", "waived",
)  # fmt: skip
NAMES = ("runs/bert", "runs/ü x/#1 %", ']]><evil a="b"/>&amp;<!-- \x00\x0b\ufffe\ud800\u202e | `x` \n# h')
Allowed = tuple[frozenset[str], Mapping[str, bool]]

# junit-10.xsd of the Jenkins xunit plugin: children, and attributes with whether they are required.
JUNIT: Mapping[str, Allowed] = {
    "testsuites": (
        frozenset({"testsuite"}),
        {"name": False, "time": False, "tests": False, "failures": False, "errors": False},
    ),
    "testsuite": (
        frozenset({"testsuite", "properties", "testcase", "system-out", "system-err"}),
        {
            **dict.fromkeys(("name", "tests", "failures", "errors"), True),
            **dict.fromkeys(("group", "time", "skipped", "timestamp", "hostname", "id", "package"), False),
        },
    ),
    "testcase": (
        frozenset({"skipped", "error", "failure", "system-out", "system-err"}),
        {"name": True, "time": False, "classname": False, "group": False},
    ),
    "failure": (frozenset(), {"type": False, "message": False}),
    "error": (frozenset(), {"type": False, "message": False}),
    "system-out": (frozenset(), {}),
}
TIME = re.compile(r"(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?")


@pytest.fixture(scope="module")
def checks() -> list[Check]:
    """Every verdict with every name, judged ones with what was observed."""
    observed = Estimate(0.6, "proportion", 1_234, Interval(0.5, 0.7, 0.95, "wilson"))
    required = parsed_requirement("hans.accuracy >= 0.5")
    return [
        Check(required, name, verdict, name, name, name, observed if verdict in VERDICTS[:3] else None)
        for verdict in VERDICTS
        for name in NAMES
    ]


@pytest.fixture(scope="module")
def schema() -> Draft7Validator:
    text = Path(__file__).with_name("sarif_2_1_0.yaml").read_text(encoding="utf-8")
    given = yaml.safe_load(text)
    Draft7Validator.check_schema(given)
    return Draft7Validator(given)


def test_every_verdict_is_sarif_of_the_standard(checks: list[Check], schema: Draft7Validator) -> None:
    log = json.loads(sarif(checks, "1.2.3", ["said"]))
    assert [error.message for error in schema.iter_errors(log)] == []
    assert len(log["runs"][0]["results"]) == (len(VERDICTS) - 1) * len(NAMES)
    assert list(schema.iter_errors(json.loads(sarif([], "1")))) == []


@pytest.mark.parametrize(
    "invalidated",
    [
        {"message": {}},
        {"level": "fatal"},
        {"kind": "pass"},
        {"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a b"}}}]},
        {"severity": "error"},
    ],
)
def test_the_schema_refuses_what_the_standard_does(
    checks: list[Check], schema: Draft7Validator, invalidated: dict[str, Any]
) -> None:
    log = json.loads(sarif(checks, "1"))
    log["runs"][0]["results"][0].update(invalidated)
    assert not schema.is_valid(log)


def test_every_verdict_is_junit_as_jenkins_reads_it(checks: list[Check]) -> None:
    root = ElementTree.fromstring(junit(checks, ["said"]).encode())  # noqa: S314 - our own text, which is what is tested
    assert root.tag == "testsuites"
    for element in root.iter():
        children, attributes = JUNIT[element.tag]
        assert {child.tag for child in element} <= children
        assert {name for name, required in attributes.items() if required} <= set(element.attrib)
        assert set(element.attrib) <= set(attributes)
        assert TIME.fullmatch(element.get("time", "0"))
    for suite in root:
        cases = suite.findall("testcase")
        counted = {"tests": len(cases), "skipped": 0}
        counted |= {kind: len(suite.findall(f"testcase/{kind[:-1]}")) for kind in ("failures", "errors")}
        assert {name: int(suite.get(name, "")) for name in counted} == counted
        assert all(len(case) <= 1 for case in cases)
