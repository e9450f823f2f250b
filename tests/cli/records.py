"""What the commands write as JSON, read back in tests."""

from typing import Any


def estimates(finding: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the estimates of a finding by the names of its figures."""
    return {figure["name"]: figure["estimate"] for figure in finding["figures"]}
