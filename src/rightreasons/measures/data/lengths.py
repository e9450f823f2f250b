"""How far the length of a hypothesis gives its label away."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rightreasons.artifacts.row_tables import RowTable
from rightreasons.artifacts.shared_texts import repeats_of
from rightreasons.artifacts.text_hashes import TextHashes
from rightreasons.artifacts.words.counts import Counts, label_codes
from rightreasons.engine.row_columns import RowColumn
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.sentences.kinds import written
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.lengths import BINS, binned_counts, length_counts
from rightreasons.statistics.histograms import counted_mean, counted_quantile, kruskal_wallis
from rightreasons.statistics.results import Estimate, TestResult
from rightreasons.statistics.roc_area import auroc_of_counts
from rightreasons.text.tokens import Tokens
from rightreasons.text.unspaced import CHARACTERS

ADDS = {"measure": ["lengths"]}
ITEM_COLUMNS: Mapping[str, str] = {"hypothesis_tokens": "int count: Length of the hypothesis in tokens."}
_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class LengthPart:
    """What some rows of a set come to.

    Parameters
    ----------
    name
        The set.
    tokenisation
        How its texts are divided.
    counts
        Rows by side, and by length and label: shape (longest + 1, number of `Label`).
    texts
        Hashes of the texts.
    hypotheses
        Lengths of the hypotheses.
    """

    name: str
    tokenisation: str
    counts: Mapping[str, Counts]
    texts: TextHashes
    hypotheses: RowColumn[np.int32]

    @property
    def unit(self) -> str:
        """What lengths are counted in."""
        return CHARACTERS if self.tokenisation == CHARACTERS else "tokens"

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that occur."""
        found = self.counts["hypothesis"].sum(axis=0)
        return tuple(label for label, rows in zip(Label, found, strict=True) if rows)

    def texts_by_role(self) -> dict[str, "_Measured"]:
        """Return the lengths of each side by label."""
        chosen = [list(Label).index(label) for label in self.labels]
        return {
            side: _Measured(counts[:, chosen], self.labels, self.unit) for side, counts in self.counts.items()
        }


@dataclass(frozen=True)
class _Measured:
    """Rows by the length of one side and by label, shape (longest + 1, labels)."""

    histogram: Counts
    labels: tuple[Label, ...]
    unit: str = "tokens"

    def of(self, label: Label) -> npt.NDArray[np.int64]:
        """Return the rows of a label by length."""
        return self.histogram[:, self.labels.index(label)]

    def mean(self, label: Label) -> Estimate:
        """Return the mean length under a label."""
        return counted_mean(self.of(label), self.unit)


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
    part = counted(train, hypothesis_tokens, premise_tokens)
    items = train.frame.select("id").with_columns(hypothesis_tokens=hypothesis_tokens.lengths)
    return replace(finished(part, bins=bins)[0], items=items)


def counted(train: PairTable, hypothesis_tokens: Tokens, premise_tokens: Tokens | None = None) -> LengthPart:
    """Return what some rows of a set come to."""
    codes = label_codes(train.gold, tuple(Label))
    others = {} if premise_tokens is None else {"premise": premise_tokens}
    return LengthPart(
        train.name,
        hypothesis_tokens.tokenisation,
        {
            side: length_counts(tokens.lengths, codes, len(Label))
            for side, tokens in {"hypothesis": hypothesis_tokens, **others}.items()
        },
        TextHashes.of(train),
        RowColumn.of(hypothesis_tokens.lengths.astype(np.int32)),
    )


def merged(one: LengthPart, other: LengthPart) -> LengthPart:
    """Return what both come to together; lengths of rows are in the order of the parts."""
    counts = {side: _added(counts, other.counts[side]) for side, counts in one.counts.items()}
    lengths_of_both = one.hypotheses + other.hypotheses
    return LengthPart(one.name, one.tokenisation, counts, one.texts + other.texts, lengths_of_both)


def finished(train: LengthPart, bins: int = BINS) -> tuple[Finding, Columns]:
    """Return the finding of `lengths` without items, and the lengths of the rows."""
    by_role = train.texts_by_role()
    hypotheses = by_role["hypothesis"]
    tests = {side: kruskal_wallis(measured.histogram) for side, measured in by_role.items()}
    effects = [
        Figure("effect_size", _epsilon_squared(test), what=_named("epsilon_squared", side))
        for side, test in tests.items()
    ]
    figures = Figures([*_figures(hypotheses, train.name), *effects])
    tables = {
        _named("by_label", side): _by_label(measured, side, train.name) for side, measured in by_role.items()
    }
    finding = Finding(
        measure="lengths",
        subject=train.name,
        definition=fill("lengths.definition"),
        headline=_headline(figures, train.labels, train.unit),
        figures=figures,
        views={
            **tables,
            "quantiles": _quantiles(by_role, train.name),
            "histogram": _histogram(hypotheses, bins),
        },
        tests={_named("kruskal_wallis", side): test for side, test in tests.items()},
        settings={"tokenisation": train.tokenisation},
        notes=repeats_of(train.texts),
    )
    return finding, {train.name: RowTable({"hypothesis_tokens": train.hypotheses})}


BLOCKS = Blocks(counted, merged, finished)


def _added(one: Counts, other: Counts) -> Counts:
    longest = max(len(one), len(other))
    both = [np.pad(each, ((0, longest - len(each)), (0, 0))) for each in (one, other)]
    return both[0] + both[1]


def _named(name: str, side: str) -> str:
    return name if side == "hypothesis" else f"{side}_{name}"


def _figures(measured: _Measured, name: str) -> Iterator[Figure]:
    longest_first = where(set=name).ordered_by("-hypothesis_tokens")
    rows = {label: longest_first.also(*where(label=label).where) for label in measured.labels}
    for label in measured.labels:
        mean = measured.mean(label)
        yield Figure("mean", mean, label=label, rows=rows[label], what="mean")
    for label, area in _areas(measured).items():
        yield Figure("superiority", area, label=label, rows=rows[label], what="area")


def _areas(measured: _Measured) -> dict[Label, Estimate]:
    histogram = measured.histogram
    everything = histogram.sum(axis=1)
    return {
        label: auroc_of_counts(own, everything - own)
        for label, own in zip(measured.labels, histogram.T, strict=True)
    }


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
        mean = measured.mean(label)
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
        (side, label.value, *(counted_quantile(measured.of(label), at) for at in _QUANTILES))
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
    found = binned_counts(measured.histogram, bins)
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
