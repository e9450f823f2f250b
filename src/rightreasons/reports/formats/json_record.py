"""A run as JSON."""

import json

from rightreasons.findings import findings_payload
from rightreasons.reports.results import Results

ADDS = {"report_format": {"json": "as_json"}}


def as_json(results: Results) -> str:
    """Return manifest, verdict and findings as JSON; views are whole."""
    of_run = {"manifest": results.manifest.to_json(), "verdict": results.verdict.to_json()}
    payload = {**of_run, **findings_payload(results.findings, results.not_measured)}
    return json.dumps(payload, ensure_ascii=True, allow_nan=False, indent=1) + "\n"
