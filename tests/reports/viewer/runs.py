"""What runs are made of in tests, and what a server sends."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPMessage
from pathlib import Path
from typing import Any

from rightreasons.findings import Finding
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = "<img src=x onerror=alert(1)>\u202e=cmd"
Seal = Callable[..., Path]


def estimate(value: float, n: int, half: float = 0.01) -> Estimate:
    """Return a proportion with an interval around it."""
    return Estimate(value, "proportion", n, Interval(value - half, value + half, 0.95, "wilson"))


def finding(
    measure: str,
    subject: str = "SNLI",
    headline: str = "It gives much away.",
    figures: Mapping[str, Estimate] | None = None,
) -> Finding:
    """Return a finding with these figures."""
    return Finding(measure, subject, "A definition.", headline, figures or {})


def work(job: str, *names: str, **more: Any) -> dict[str, Any]:
    """Return what a manifest says of a piece of work."""
    data = [{"name": name, "rows": 100} for name in names or ("SNLI",)]
    return {"job": job, "data": data, "options": {}, "versions": {}, **more}


@dataclass(frozen=True)
class Response:
    """What the server sent."""

    status: int
    headers: HTTPMessage
    text: str


Ask = Callable[..., Response]


def damage(folder: Path, name: str, content: Any) -> None:
    """Put something else in place of a file of a run."""
    text = content if isinstance(content, str) else json.dumps(content)
    (folder / name).write_text(text, encoding="utf-8")
