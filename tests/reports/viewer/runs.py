"""What runs are made of in tests, and what a server sends."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPMessage
from pathlib import Path
from typing import Any

from tests.reports.results import data, manifest

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.runs.manifest import Manifest
from rightreasons.statistics.results import Estimate, Interval

HOSTILE = "<img src=x onerror=alert(1)>\u202e=cmd"
Seal = Callable[..., Path]


def accuracy(value: float, n: int, half: float = 0.01, **parts: Any) -> Figure:
    """Return an accuracy with an interval around it."""
    found = Estimate(value, "proportion", n, Interval(value - half, value + half, 0.95, "wilson"))
    return Figure("accuracy", found, **parts)


def finding(
    measure: str, subject: str = "SNLI", headline: str = "It gives much away.", figures: Sequence[Figure] = ()
) -> Finding:
    """Return a finding with these figures."""
    return Finding(measure, subject, "A definition.", headline, figures)


def work(job: str, *names: str, **more: Any) -> Manifest:
    """Return what a manifest says of a piece of work."""
    return manifest(job, *(data(name, rows=100) for name in names or ("SNLI",)), **more)


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
