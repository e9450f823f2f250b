"""How far the length of a hypothesis gives its label away."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.means import mean_of
from rightreasons.artifacts.shared_texts import repeats_note
from rightreasons.artifacts.words.counts import Codes, label_codes
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.sentences.kinds import written
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.lengths import BINS, binned
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.roc_area import auroc_of_counts
from rightreasons.text.tokens import Tokens
from rightreasons.text.unspaced import CHARACTERS

ADDS = {"measure": ["lengths"]}
BLOCKS = "Areas, and the test of Kruskal and Wallis, rank the lengths of all rows."

ITEM_COLUMNS: Mapping[str, str] = {"hypothesis_tokens": "int count: Length of the hypothesis in tokens."}
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
Lengths = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Measured:
    """Lengths of one side of the pairs, with the label of every row."""

    lengths: Lengths
    codes: Codes
    labels: tuple[Label, ...]
    unit: str = "tokens"

    def of(self, label: Label) -> Lengths:
        """Return the lengths of the rows with a label, in their order."""
        chosen: Lengths = self.lengths[self.codes == self.labels.index(label)]
        return chosen

    def histogram(self) -> npt.NDArray[np.int64]:
        """Count rows by length and label, shape (longest + 1, labels)."""
        cells = self.lengths * len(self.labels) + self.codes
        size = (int(self.lengths.max(initial=0)) + 1) * len(self.labels)
        return np.bincount(cells, minlength=size).reshape(-1, len(self.labels))


def lengths(
    train: PairTable, hypothesis_tokens: Tokens, premise_tokens: Tokens | None = None, bins: int = BINS
) -> Finding:
    """Compare the lengths of hypotheses between labels.

    Parameters
    ----------
    train
        The data audited.
    hypothesis_tokens
        Tokens of its hypotheses.
    premise_tokens
        Tokens of its premises. Where premises were not written for a label their length should say nothing:
        the same figures for them are the control.
    bins
        The most rows of the histogram; the last one is open.

    Returns
    -------
    Finding
        Figures ``mean.LABEL`` (tokens), ``area.LABEL``, ``epsilon_squared``, and with premises
        ``premise_epsilon_squared``; test ``kruskal_wallis``; tables ``by_label``, ``quantiles``,
        ``histogram`` (from and to inclusive); the same with ``premise_`` where there are premises. Items:
        ``hypothesis_tokens``.
    """
    labels = train.labels
    codes = label_codes(train.gold, labels)
    unit = CHARACTERS if hypothesis_tokens.tokenisation == CHARACTERS else "tokens"
    sides = {"hypothesis": hypothesis_tokens} | ({"premise": premise_tokens} if premise_tokens else {})
    by_role = {side: _Measured(tokens.lengths, codes, labels, unit) for side, tokens in sides.items()}
    hypotheses = by_role["hypothesis"]
    tests = {side: _kruskal_wallis(measured) for side, measured in by_role.items()}
    figures = Figures(
        [
            *_figures(hypotheses, train.name),
            *(
                Figure("effect_size", _epsilon_squared(test), what=_named("epsilon_squared", side))
                for side, test in tests.items()
            ),
        ]
    )
    return Finding(
        measure="lengths",
        subject=train.name,
        definition=fill("lengths.definition"),
        headline=_headline(figures, labels, unit),
        figures=figures,
        views={
            **{
                _named("by_label", side): _by_label(measured, side, train.name)
                for side, measured in by_role.items()
            },
            "quantiles": _quantiles(by_role, train.name),
            "histogram": _histogram(hypotheses, bins),
        },
        tests={_named("kruskal_wallis", side): test for side, test in tests.items()},
        settings={"tokenisation": hypothesis_tokens.tokenisation},
        notes=repeats_note(train),
        items=train.frame.select("id").with_columns(hypothesis_tokens=hypotheses.lengths),
    )


def _named(name: str, side: str) -> str:
    return name if side == "hypothesis" else f"{side}_{name}"


def _figures(measured: _Measured, name: str) -> Iterator[Figure]:
    longest_first = where(set=name).ordered_by("-hypothesis_tokens")
    rows = {label: longest_first.also(*where(label=label).where) for label in measured.labels}
    for label in measured.labels:
        mean = mean_of(measured.of(label), measured.unit)
        yield Figure("mean", mean, label=label, rows=rows[label], what="mean")
    for label, area in _areas(measured).items():
        yield Figure("superiority", area, label=label, rows=rows[label], what="area")


def _areas(measured: _Measured) -> dict[Label, Estimate]:
    histogram = measured.histogram()
    everything = histogram.sum(axis=1)
    return {
        label: auroc_of_counts(own, everything - own)
        for label, own in zip(measured.labels, histogram.T, strict=True)
    }


def _kruskal_wallis(measured: _Measured) -> TestResult:
    n, degrees = len(measured.lengths), len(measured.labels) - 1
    if degrees < 1 or np.ptp(measured.lengths) == 0:
        reason = "one label only" if degrees < 1 else "all lengths are equal"
        return TestResult("Kruskal-Wallis", None, None, n, reason=reason)
    from scipy.stats import chi2, kruskal

    # Equal lengths under every label leave a statistic just below zero by rounding, and then no p-value.
    statistic = max(float(kruskal(*(measured.of(label) for label in measured.labels)).statistic), 0.0)
    return TestResult("Kruskal-Wallis", statistic, float(chi2.sf(statistic, degrees)), n, degrees)


def _epsilon_squared(test: TestResult) -> Estimate:
    if test.statistic is None:
        return Estimate(None, "proportion", test.n, reason=test.reason)
    return Estimate(
        test.statistic / (test.n - 1),
        "proportion",
        test.n,
        reason="no interval; the areas have one for each label",
    )


def _by_label(measured: _Measured, side: str, name: str) -> View:
    rows: list[tuple[Cell, ...]] = []
    for label, area in _areas(measured).items():
        mean = mean_of(measured.of(label), measured.unit)
        rows.append((label.value, mean.n, mean.value, *mean.bounds, area.value, *area.bounds))
    columns = ("label", "rows", "mean", "mean_low", "mean_high", "area", "area_low", "area_high")
    return View(
        fill("lengths.by_label", side=side, unit=measured.unit),
        columns,
        tuple(rows),
        by=("label",),
        rows=where(set=name),
        items={"label": "label"},
        bounds=bounded("mean", "area"),
    )


def _quantiles(by_role: dict[str, _Measured], name: str) -> View:
    rows = tuple(
        (side, label.value, *(float(value) for value in np.quantile(measured.of(label), _QUANTILES)))
        for side, measured in by_role.items()
        for label in measured.labels
    )
    quantiles = tuple(f"quantile_{significant(quantile)}" for quantile in _QUANTILES)
    return View(
        fill("lengths.quantiles", unit=by_role["hypothesis"].unit),
        ("side", "label", *quantiles),
        rows,
        by=("side", "label"),
        rows=where(set=name),
        items={"label": "label"},
        roles=dict.fromkeys(quantiles, "number"),
    )


def _histogram(measured: _Measured, bins: int) -> View:
    found = binned(measured.lengths, measured.codes, len(measured.labels), bins)
    rows = tuple(
        (int(first), int(last), *counts.tolist())
        for first, last, counts in zip(found.first, found.last, found.counts, strict=True)
    )
    labels = tuple(label.value for label in measured.labels)
    counted = dict.fromkeys(labels, "count")
    title = fill("lengths.histogram", unit=measured.unit)
    return View(title, ("from", "to", *labels), rows, by=("from", "to"), roles=counted)


def _headline(figures: Figures, labels: tuple[Label, ...], unit: str) -> str:
    means = {label: figures[f"mean.{label}"].value or 0.0 for label in labels}
    longest, shortest = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    if len(labels) == 1:
        return fill("lengths.one_label", label=longest, mean=figures[f"mean.{longest}"], unit=unit)
    area = max(labels, key=lambda label: abs((figures[f"area.{label}"].value or 0.5) - 0.5))
    value = figures[f"area.{area}"].value or 0.5
    compared = _compared(figures[f"mean.{longest}"], figures[f"mean.{shortest}"], unit)
    if value >= 0.5:
        return fill("lengths.longer", means=compared, label=area, share=figures[f"area.{area}"])
    return fill("lengths.shorter", means=compared, label=area, share=1 - value)


def _compared(most: Figure, least: Figure, unit: str) -> str:
    """Return the greatest and the least mean length, in one where they are written alike."""
    if written("decimals", most) == written("decimals", least):
        return fill("lengths.equal", mean=most, unit=unit)
    shown = {"longest": most.label, "most": most, "shortest": least.label, "least": least}
    return fill("lengths.unequal", **shown, unit=unit)
