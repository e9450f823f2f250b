"""A gate for machines: JUnit XML, SARIF 2.1.0, and the Markdown of a GitHub step summary."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

from rightreasons.gates.checks import Check, passes
from rightreasons.gates.gate import gate_finding
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.printable import printable
from rightreasons.reports.markdown import rendered
from rightreasons.runs.folder import FINDINGS
from rightreasons.sentences.templates import fill

NAME = "rightreasons gate"
SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_INFORMATION = "https://github.com/rightreasons/rightreasons/blob/main/docs/gate.md"
_SUMMARY_ROWS = 300
_LONGEST = 1_000


def junit(checks: Sequence[Check], warnings: Sequence[str] = ()) -> str:
    """Return the checks as JUnit XML: a test case each; a failure was judged, an error could not be.

    What was waived, and warnings, stand in ``system-out``.
    """
    failures = sum(not check.holds and check.is_judged for check in checks)
    errors = sum(not check.holds and not check.is_judged for check in checks)
    counts = {"tests": str(len(checks)), "failures": str(failures), "errors": str(errors)}
    suites = ElementTree.Element("testsuites", {"name": NAME, **counts})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": NAME, **counts, "skipped": "0", "time": "0"})
    for check in checks:
        names = {"classname": _text(check.run), "name": _text(_named(check)), "time": "0"}
        case = ElementTree.SubElement(suite, "testcase", names)
        if not check.holds:
            kind = "failure" if check.is_judged else "error"
            attributes = {"type": check.verdict, "message": _text(check.reason)}
            ElementTree.SubElement(case, kind, attributes).text = _text(_sentence(check))
        elif check.verdict == "waived":
            ElementTree.SubElement(case, "system-out").text = _text(f"waived: {_sentence(check)}")
    if warnings:
        ElementTree.SubElement(suite, "system-out").text = "\n".join(
            f"warning: {_text(each)}" for each in warnings
        )
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def sarif(
    checks: Sequence[Check],
    version: str,
    warnings: Sequence[str] = (),
    places: Mapping[str, str] | None = None,
) -> str:
    """Return the checks that do not hold as SARIF 2.1.0.

    Each stands on line 1 of the data file of its run, by `places`; at its findings where it has read no file.

    What was waived is suppressed, and says by what; warnings are notifications of the tool.
    """
    rules = _rules()
    results = [_result(check, list(rules), places or {}) for check in checks if check.verdict != "held"]
    driver = {
        "name": "rightreasons",
        "version": version,
        "informationUri": _INFORMATION,
        "rules": [
            {"id": _rule_id(verdict), "name": rule["name"], "shortDescription": {"text": rule["text"]}}
            for verdict, rule in rules.items()
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    {"level": "warning", "message": {"text": _text(each)}} for each in warnings
                ],
            }
        ],
    }
    log = {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def step_summary(checks: Sequence[Check], warnings: Sequence[str] = ()) -> str:
    """Return a Markdown table of the checks, those that do not hold first, then what was waived."""
    ordered = sorted(checks, key=lambda check: (check.holds, check.verdict != "waived"))
    return rendered(
        "gate_summary.md",
        passed=passes(checks),
        headline=gate_finding(checks).headline,
        checks=ordered[:_SUMMARY_ROWS],
        more=max(len(checks) - _SUMMARY_ROWS, 0),
        warnings=[_text(each) for each in warnings],
    )


def _result(check: Check, verdicts: Sequence[str], places: Mapping[str, str]) -> dict[str, Any]:
    identity = f"{check.run}\n{check.requirement}\n{check.name}\n{check.subject}".encode(
        errors="surrogatepass"
    )
    suppressed = [{"kind": "external", "justification": f"--allow, by name: {check.requirement}"}]
    place = places.get(check.run)
    uri = _uri(check.run) if place is None else quote(place, errors="surrogatepass")
    return {
        **({"suppressions": suppressed} if check.verdict == "waived" else {}),
        "ruleId": _rule_id(check.verdict),
        "ruleIndex": verdicts.index(check.verdict),
        "kind": "fail",
        "level": "error",
        "message": {"text": _text(_sentence(check))},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": 1}}}],
        "partialFingerprints": {"primaryLocationLineHash": hashlib.sha256(identity).hexdigest()},
    }


def _uri(run: str) -> str:
    """Return the findings of a run as a URI relative to where the gate was called, where it is below it."""
    path = Path(run) / FINDINGS
    below = Path.cwd()
    if path.is_absolute() and path.is_relative_to(below):
        path = path.relative_to(below)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix(), errors="surrogatepass")


def _named(check: Check) -> str:
    return f"{check.name}: {check.requirement}" if check.name else str(check.requirement)


def _sentence(check: Check) -> str:
    about = f" of {check.subject}" if check.subject else ""
    observed = check.observed
    n = fill("check_of_a_gate.n", figure=observed) if observed is not None else ""
    required = f"required: {check.requirement}; run: {check.run}"
    return f"{check.name or 'required'}{about}{n}: {check.reason}; {required}"


def _rule_id(verdict: str) -> str:
    return f"gate/{verdict.replace(' ', '-')}"


def _text(text: str) -> str:
    return printable(text, _LONGEST)


@cache
def _rules() -> Mapping[str, Mapping[str, str]]:
    rules: Mapping[str, Mapping[str, str]] = packaged_yaml("rightreasons.reports", "gate_rules.yaml")
    return rules
