"""What the documents say in numbers stands in what is kept of the runs.

Read are a value with its interval, and a mean with the deviation between seeds, in tables and in sentences.
A number by itself (a count, a price without its interval, a range over models) is not read: many kept figures
have it, so that it would be found even where it is wrong. Counts that matter have a test of their own below.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from rightreasons.papers import PAPERS
from rightreasons.papers.answers.kept import KeptFindings
from rightreasons.papers.answers.sources import ModelSources
from rightreasons.papers.compared.rounding import number
from rightreasons.papers.reproduce import reproduce
from rightreasons.statistics.results import Estimate

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
PAGES = (
    "docs/index.md",
    "docs/results.md",
    "docs/which-method.md",
    "docs/reproduction.md",
    "benchmarks/kept/results.md",
)
_NUMBER = r"([-+]?\d*\.?\d+)"
_WORDS = r"(?: %| points)?[^|;:()\d]{0,40}"
INTERVALS = (
    re.compile(rf"(?<![\w.-]){_NUMBER}{_WORDS} \({_NUMBER} to {_NUMBER}(?=[),])"),  # 4.1 on hard (2.9 to 5.3)
    re.compile(rf"\({_NUMBER}, {_NUMBER} to {_NUMBER}(?=[),])"),  # (4.1, 2.9 to 5.3)
)
DEVIATION = re.compile(rf"(?<![\w.-]){_NUMBER} \(sd {_NUMBER}\)")
_SCALES = (1, 100)


@dataclass(frozen=True)
class Stated:
    """Numbers that a line of a document states together."""

    where: str
    text: str
    numbers: tuple[str, ...]

    def is_in(self, kept: npt.NDArray[np.float64]) -> bool:
        """Say whether a row of `kept`, shape (rows, numbers), has these numbers to the digits stated."""
        stated = np.array([float(each) for each in self.numbers])
        half = np.array([0.5 * 10.0 ** -len(each.partition(".")[2]) for each in self.numbers])
        return any(bool((abs(scale * kept - stated) <= half + 1e-9).all(axis=1).any()) for scale in _SCALES)


def stated(page: str, *patterns: re.Pattern[str]) -> list[Stated]:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    return [
        Stated(f"{page}:{number}", found[0], found.groups())
        for number, line in enumerate(lines, 1)
        for pattern in patterns
        for found in pattern.finditer(line)
    ]


def inside(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every mapping of a file of findings."""
    if isinstance(node, dict):
        yield node
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from inside(each)


def intervals(content: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield value, lower and upper bound of figures, of lines of views, and of seeds beside the majority."""
    for each in inside(content):
        if isinstance(each.get("interval"), dict):
            yield each["value"], each["interval"]["low"], each["interval"]["high"]
        if {"difference", "low", "high"} <= each.keys():
            yield each["difference"], each["low"], each["high"]
        if {"columns", "lines"} <= each.keys():
            bounds = {name: tuple(ends) for name, ends in each.get("bounds", {}).items()}
            for line in each["lines"]:
                cells = dict(zip(each["columns"], line, strict=True))
                yield from ((cells[name], cells[low], cells[high]) for name, (low, high) in bounds.items())
                if {"difference", "low", "high"} <= cells.keys():
                    yield cells["difference"], cells["low"], cells["high"]


def deviations(content: Any) -> Iterator[tuple[float, float]]:
    """Yield means over seeds with the deviation between them."""
    for each in inside(content):
        figures = each.get("figures")
        if not isinstance(figures, list) or not figures or "estimate" not in figures[0]:
            continue  # those of an issue are references
        by_name = {figure["name"]: figure["estimate"]["value"] for figure in figures}
        for name, value in by_name.items():
            if name.endswith(".sd") and f"{name.removesuffix('.sd')}.mean" in by_name:
                yield by_name[f"{name.removesuffix('.sd')}.mean"], value


def as_rows(found: Iterator[tuple[Any, ...]]) -> npt.NDArray[np.float64]:
    numbers = (each for each in found if all(isinstance(number, int | float) for number in each))
    return np.array(sorted(set(numbers)), dtype=np.float64)


@pytest.fixture(scope="module")
def contents() -> list[Any]:
    kept = KeptFindings(RESULTS)
    return [json.loads(kept.read(name)) for name in kept.names()]


@pytest.fixture(scope="module")
def kept_intervals(contents: list[Any]) -> npt.NDArray[np.float64]:
    """Intervals that are kept, and those of means over kept seeds that `reproduce` takes."""
    kept = as_rows(each for content in contents for each in intervals(content))
    rows = reproduce("poliak-2018", items=["table-2"], models=ModelSources(results=RESULTS)).rows
    means = [
        (row.ours.value, row.ours.interval.low, row.ours.interval.high)
        for row in rows
        if isinstance(row.ours, Estimate) and row.ours.interval is not None
    ]
    return np.concatenate(
        [
            kept,
            np.array(
                means + hans_over_seeds() + withheld_over_seeds(1392) + withheld_over_seeds(24000),
                dtype=np.float64,
            ),
        ]
    )


def hans_over_seeds() -> list[tuple[float, float, float]]:
    """Return means and t intervals over the probed seeds of HANS augmentation at the paper's share."""
    kept, rows = KeptFindings(RESULTS), []
    for model in ("da", "esim", "spinn"):
        names = [name for name in kept.names() if name.startswith(f"probe-{model}-hans-1832")]
        seeds = [score_on_hans(json.loads(kept.read(name))) for name in names]
        if len(seeds) < 3:
            continue
        rows += [over_seeds([seed[figure] for seed in seeds]) for figure in seeds[0]]
    return rows


def over_seeds(values: Sequence[float], lowest: float = 0.0) -> tuple[float, float, float]:
    """Return the mean and its t interval, within `lowest` and 1."""
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    mean = float(np.mean(values))
    return mean, max(mean - half, lowest), min(mean + half, 1.0)


def withheld_over_seeds(examples: int) -> list[tuple[float, float, float]]:
    """Return, over seeds after so many examples, correlations with print and how often labels are right."""
    kept = json.loads(KeptFindings(RESULTS).read(f"joined-withheld-{examples}.json"))
    scores = {
        each["subject"].partition(": ")[0]: {one["name"]: one["estimate"]["value"] for one in each["figures"]}
        for each in kept["findings"]
        if each["role"] == "score"
    }
    rows = []
    for run, model in {"da": "DA", "esim": "ESIM", "spinn": "SPINN"}.items():
        correlations: list[float] = []
        by_label: dict[str, list[float]] = {".entailment": [], ".non-entailment": []}
        for ending in ("", "-seed-2", "-seed-3"):
            pairs = {
                (fold, figure): (
                    scores[f"{run}-withheld-{fold}-{examples}{ending}"][figure],
                    float(cell.printed),
                )
                for cell in PAPERS.load("mccoy-2019").printed.cells
                for fold in range(1, 6)
                for figure in (str(cell.selection.figure) if cell.selection is not None else "",)
                if cell.model == f"{model}-withheld-{fold}"
            }
            assert len(pairs) == 30
            correlations.append(float(stats.pearsonr(*np.array(list(pairs.values())).T).statistic))
            for label, of_seeds in by_label.items():
                of_seeds.append(
                    float(np.mean([own for (_, name), (own, _) in pairs.items() if name.endswith(label)]))
                )
        rows += [over_seeds(correlations, -1.0), *map(over_seeds, by_label.values())]
    return rows


def score_on_hans(content: Any) -> dict[str, float]:
    """Return accuracy by heuristic and label of a probe."""
    (found,) = [each for each in content["findings"] if each["role"] == "score"]
    figures = {each["name"]: each["estimate"]["value"] for each in found["figures"]}
    heuristics = ("lexical_overlap", "subsequence", "constituent")
    labels = ("entailment", "non-entailment")
    return {name: figures[name] for name in (f"{one}.{two}" for one in heuristics for two in labels)}


def test_every_interval_in_a_document_is_kept(kept_intervals: npt.NDArray[np.float64]) -> None:
    found = [each for page in PAGES for each in stated(page, *INTERVALS)]
    assert len(found) > 300
    assert [each for each in found if not each.is_in(kept_intervals)] == []


def test_every_mean_with_its_deviation_is_kept(contents: list[Any]) -> None:
    kept = as_rows(each for content in contents for each in deviations(content))
    found = [each for page in PAGES for each in stated(page, DEVIATION)]
    assert len(found) > 30
    assert [each for each in found if not each.is_in(kept)] == []


def test_a_number_that_is_changed_by_one_digit_is_found(kept_intervals: npt.NDArray[np.float64]) -> None:
    found = stated("docs/results.md", INTERVALS[0])
    changed = [
        Stated(each.where, each.text, (f"{float(each.numbers[0]) + 0.1:.1f}", *each.numbers[1:]))
        for each in found
        if len(each.numbers[0].partition(".")[2]) == 1
    ]
    missed = sum(each.is_in(kept_intervals) for each in changed)
    assert missed < 0.03 * len(changed)


def test_claims_of_liu_are_confirmed_as_often_as_the_page_says(contents: list[Any]) -> None:
    compared = [
        dict(zip(view["columns"], line, strict=True))
        for content in contents
        for view in inside(content)
        if {"claim", "claimed", "verdict"} <= set(view.get("columns", ()))
        for line in view["lines"]
    ]
    first = {(row["first"], row["cell"]): row["verdict"] for row in compared if row["claim"] == "claim_1"}
    assert "contradicted" not in first.values()
    for data, ours in (("SNLI", False), ("MultiNLI", True)):
        of_data = [verdict for (model, _), verdict in first.items() if model.endswith("-MultiNLI") is ours]
        text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
        (counts,) = re.findall(rf"{data}: confirmed in (\d+) of (\d+) comparisons", text)
        assert tuple(map(int, counts)) == (of_data.count("confirmed"), len(of_data))


def test_printed_cells_are_counted_by_what_they_are() -> None:
    printed = [cell.printed for name in PAPERS for cell in PAPERS.load(name).printed.cells]
    dashes = sum(each in ("-", "–", "—") for each in printed)
    numbers = sum(number(each) is not None for each in printed)
    unprinted = printed.count("")
    texts = len(printed) - dashes - numbers - unprinted
    page = (ROOT / "docs/reproduction.md").read_text(encoding="utf-8")
    assert f"{len(printed):,} cells, every cell" in page
    assert (
        f"{numbers:,} are numbers, {texts} texts (examples, templates, protocols), {dashes} dashes, and "
        f"{unprinted} points of curves without a number" in page
    )
    readme = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    assert f"({len(printed):,} cells, of which {numbers:,} are numbers)" in readme
