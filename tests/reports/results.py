"""Results as jobs make them, without doing the work."""

from dataclasses import dataclass
from typing import Any

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue, Verdict
from rightreasons.references import SCORE, NotTested, Scope
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(1)>"\u202e\x1b[31m=cmd|calc'
NOTHING_FOUND = Verdict("Nothing was found.")


@dataclass(frozen=True)
class Made:
    """A result."""

    manifest: Manifest
    findings: tuple[Finding, ...]
    not_measured: tuple[NotTested, ...] = ()
    verdict: Verdict = NOTHING_FOUND
    incomplete: tuple[str, ...] = ()


def data(name: str = "dev.jsonl", **more: Any) -> dict[str, Any]:
    """Return what a manifest says of a set of pairs."""
    account = {
        "read": 1_200,
        "kept": 1_000,
        "dropped": [{"reason": "no gold label", "rows": 200, "where": [f"{name} line 7"]}],
        "cleaned": [],
    }
    labels = {"entailment": 500, "neutral": 250, "contradiction": 250}
    known = {"name": name, "rows": 1_000, "content_sha256": "c" * 64, "labels": labels, "account": account}
    return {**known, **more}


def manifest(job: str = "audit", *sets: dict[str, Any], **more: Any) -> Manifest:
    """Return the manifest of a job on these sets."""
    return manifest_from({"job": job, "data": list(sets or (data(),)), **more})


def share(value: float, n: int = 100, half: float = 0.1) -> Estimate:
    """Return a proportion with an interval around it."""
    return Estimate(value, "proportion", n, Interval(value - half, value + half, 0.95, "wilson"))


def accuracy(value: float = 0.591, **parts: Any) -> Figure:
    """Return an accuracy."""
    return Figure("accuracy", share(value), **parts)


def finding(measure: str = "hypothesis_only", subject: str = "dev", **parts: Any) -> Finding:
    """Return a finding."""
    return Finding(measure, subject, "What it means.", f"The headline of {measure}.", **parts)


def scored(on: str, subject: str = "model", **parts: Any) -> Finding:
    """Return a score on a set."""
    return Finding(SCORE, subject, "What it means.", f"The headline of {on}.", on=on, role="score", **parts)


def blocker(*invalidated: Scope, **more: Any) -> Issue:
    """Return a blocker that invalidates these."""
    texts = {"sentence": "The order of the labels is not proved.", "remedy": "Give --calibrate DATA."}
    return Issue("V101", "blocker", invalidates=invalidated, **{**texts, **more})


def verdict(*issues: Issue, **more: Any) -> Verdict:
    """Return the verdict of some issues."""
    return Verdict(issues[0].sentence, issues, **more)
