"""Artificial patterns: gapped phrases of the hypothesis that point to one label, without the premise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from operator import add
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.beyond_chance import (
    SHUFFLES,
    BeyondChance,
    beyond_chance,
    covered_beyond_chance,
)
from rightreasons.artifacts.patterns.mining.by_level import mine
from rightreasons.artifacts.patterns.pattern_counts import PatternCounts
from rightreasons.artifacts.patterns.pattern_rows import PatternRows
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.selection import highest_p
from rightreasons.artifacts.patterns.sentence_tokens import gold_codes, side_writings
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.artifacts.row_tables import MadeRows, Places
from rightreasons.artifacts.writings import Writings
from rightreasons.engine.progress import Progress, silent
from rightreasons.figures import Figure, Figures, Rows, figures_of, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.held import shown_in
from rightreasons.measures.data.pattern_columns import HELD, held_columns, is_flagged, strongest_columns
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.multiplicity import holm
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokens import TokenBlocks, Tokens

ADDS = {"measure": ["artificial_patterns"]}
NOTES = ("artificial_patterns.highest_of_many", "artificial_patterns.control")
DESCRIBES = "describes these rows: the patterns were counted in them, so no interval carries over to others"
CHOSEN = "the highest of many: no interval holds for it"
LONGEST_PREMISE = 100
"""Premises of more tokens on average are documents: their patterns are not mined as a control."""
SHOWN_A_LABEL = 10
LEVEL = 0.05


def artificial_patterns(
    train: PairTable,
    hypothesis_tokens: Tokens,
    premise_tokens: Tokens,
    patterns: PatternSet | None = None,
    progress: Progress = silent,
    *,
    thresholds: Sequence[float] = (0.5, 0.6, 0.7, 0.8),
    rate: float = 0.05,
    seed: int = 0,
) -> Finding:
    """Mine the patterns of hypotheses that point to one label, and those of premises as a control.

    Parameters
    ----------
    train, hypothesis_tokens, premise_tokens
        The data audited, every row has gold, and its tokens.
    patterns
        Mined from `hypothesis_tokens` at the lowest of `thresholds` or below; None: H(3, 3, 0.5) at 50.
    progress
        Hears of lengths of patterns.
    thresholds, rate, seed
        Values of lambda; false discovery rate of patterns that are flagged; for the shuffles of labels.

    Returns
    -------
    Finding
        Figures ``patterns_frequent``, ``patterns_compact``, ``patterns_flagged``, ``writings``, for every
        lambda ``patterns_at_X``, ``by_chance_at_X``, ``beyond_chance_at_X`` and ``covered_at_X``,
        ``covered_beyond_chance``, ``highest_p`` and ``highest_p_premise``. Tests ``patterns_at_X``. Views
        ``patterns`` (compact, by z), ``table_1`` (by p), ``coverage``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    OptionError
        If a lambda is below that of `patterns`.
    """
    mined = patterns or PatternSet.from_tokens(train, hypothesis_tokens, PatternSettings())
    codes, labels = gold_codes(train)
    data = _Data(
        train.name,
        hypothesis_tokens,
        premise_tokens,
        codes,
        labels,
        side_writings(train, "hypothesis"),
        progress,
    )
    counts = mined.counts or data.counted(hypothesis_tokens, mined.origin.settings)
    finding = _found(data, mined, counts, _Options(tuple(thresholds), rate, seed))
    first = mined.mark_tokens(hypothesis_tokens).first if mined.first is None else mined.first
    columns = strongest_columns(mined, first, thresholds)
    shown = _only(mined, shown_in(finding.views.values(), "pattern"))
    held = held_columns(shown, hypothesis_tokens, rate)
    return replace(finding, items=train.frame.select("id").hstack([*columns, *held]))


@dataclass(frozen=True)
class _Options:
    """Options of the measure: values of lambda, false discovery rate, seed of the shuffles."""

    thresholds: tuple[float, ...] = (0.5, 0.6, 0.7, 0.8)
    rate: float = 0.05
    seed: int = 0


@dataclass(frozen=True)
class _Data:
    """A set that is mined: tokens of both sides, labels, and which hypotheses have the same text."""

    name: str
    hypotheses: TokenBlocks
    premises: TokenBlocks
    codes: npt.NDArray[np.integer]
    labels: tuple[Label, ...]
    writings: Writings
    progress: Progress = silent

    def counted(self, tokens: TokenBlocks, settings: PatternSettings) -> PatternCounts:
        """Count the frequent patterns of one side."""
        names = [label.value for label in self.labels]
        return mine(tokens, self.codes, names, settings, progress=self.progress)


def counted(train: PairTable, hypothesis_tokens: Tokens, premise_tokens: Tokens) -> PatternRows:
    """Return what some rows of a set come to."""
    return PatternRows.of(train, hypothesis_tokens, premise_tokens)


def finished(train: PatternRows, seed: int = 0) -> tuple[Finding, Columns]:
    """Return the finding of `artificial_patterns` without items, and the columns of the rows."""
    rows, options = train.rows, _Options(seed=seed)
    data = _Data(rows.name, rows.tokens, train.premises, *rows.coded, rows.writings())
    mined = train.mined
    finding = _found(data, mined, mined.counts or data.counted(rows.tokens, PatternSettings()), options)
    shown, first = _only(mined, shown_in(finding.views.values(), "pattern")), mined.first
    chosen, thresholds = replace(mined, counts=None), options.thresholds

    def made(places: Places) -> pl.DataFrame:
        some = rows.tokens.at(places)
        own = chosen.mark_tokens(some).first if first is None else first[places]
        return pl.DataFrame(
            [*strongest_columns(chosen, own, thresholds), *held_columns(shown, some, options.rate)]
        )

    return finding, {rows.name: MadeRows(len(rows), made)}


BLOCKS = Blocks(counted, add, finished, ordered=True, grows=True)


def _found(data: _Data, mined: PatternSet, counts: PatternCounts, options: _Options) -> Finding:
    """Return the finding without items."""
    compact, coverage = mined.compact(), mined.coverage(options.thresholds)
    chance = beyond_chance(counts, data.hypotheses, data.writings, options.thresholds, options.seed)
    instances = len(data.hypotheses)
    different = Figure("count", Estimate(len(data.writings), "count", instances), what="writings")
    by_threshold = _by_threshold(coverage, chance, mined.origin.instances, data.name)
    figures = [*_figures(mined, compact, options.rate), different, *by_threshold, _control(data, mined)]
    return Finding(
        measure="artificial_patterns",
        subject=data.name,
        definition=fill("artificial_patterns.definition"),
        headline=_headline(Figures(figures), chance, coverage, compact),
        figures=Figures(figures),
        views=_views(mined, compact, coverage, chance, data.name),
        tests={f"patterns_at_{significant(each.threshold)}": each.test for each in chance},
        settings=_settings(mined, options.rate) | {"seed": options.seed, "shuffles": SHUFFLES},
        notes=tuple(map(fill, NOTES)),
    )


def _views(
    mined: PatternSet, compact: PatternSet, coverage: pl.DataFrame, chance: Sequence[BeyondChance], name: str
) -> dict[str, View]:
    thresholds = coverage["lambda"].to_list()
    by_chance = [each.by_chance for each in chance]
    beside = coverage.with_columns(
        pl.Series("by_chance", [each.value for each in by_chance], dtype=pl.Float64),
        pl.Series("chance_low", [each.bounds[0] for each in by_chance], dtype=pl.Float64),
        pl.Series("chance_high", [each.bounds[1] for each in by_chance], dtype=pl.Float64),
        pl.Series("p_value", [each.test.p_value for each in chance], dtype=pl.Float64),
    )
    return {
        "patterns": _compact_list(compact, name),
        "table_1": _table_1(mined, name),
        "coverage": View.from_frame(
            fill("artificial_patterns.coverage"),
            beside,
            by=("lambda",),
            bounds={"by_chance": ("chance_low", "chance_high")},
            line_rows=tuple(_above(name, each, thresholds) for each in thresholds),
        ),
    }


def _control(data: _Data, mined: PatternSet) -> Figure:
    """Return the highest p of the premises' patterns; of documents none is mined."""
    what, lengths = "highest_p_premise", data.premises.lengths
    mean = float(lengths.mean()) if len(lengths) else 0.0
    if mean > LONGEST_PREMISE:
        reason = fill("artificial_patterns.documents", tokens=mean)
        return Figure("probability", Estimate(None, "proportion", 0, reason=reason), what=what)
    control = highest_p(data.counted(data.premises, mined.origin.settings))
    return _highest(float(control.max()) if len(control) else None, len(control), what)


def _figures(mined: PatternSet, compact: PatternSet, rate: float) -> Iterator[Figure]:
    origin = mined.origin
    flagged = int(is_flagged(mined, rate).sum())
    counts = {
        "patterns_frequent": Estimate(origin.frequent, "count", origin.instances),
        "patterns_compact": Estimate(len(compact), "count", len(mined)),
        "patterns_flagged": Estimate(flagged, "count", len(mined)),
    }
    yield from figures_of(counts, "count")
    yield _highest(origin.highest, origin.frequent, "highest_p")


def _highest(p: float | None, frequent: int, what: str) -> Figure:
    reason = CHOSEN if frequent else "no pattern is frequent enough"
    return Figure("probability", Estimate(p, "proportion", frequent, reason=reason), what=what)


def _by_threshold(
    coverage: pl.DataFrame, chance: Sequence[BeyondChance], instances: int, name: str
) -> Iterator[Figure]:
    thresholds = coverage["lambda"].to_list()
    for row in coverage.iter_rows(named=True):
        group = {"lambda": significant(row["lambda"])}
        count = Estimate(row["patterns"], "count", instances)
        yield Figure("count", count, group, what="patterns_at")
        share = Estimate(row["share"], "proportion", instances, reason=DESCRIBES)
        rows = _above(name, row["lambda"], thresholds)
        yield Figure("coverage", share, group, rows=rows, what="covered_at")
    for each in chance:
        group = {"lambda": significant(each.threshold)}
        yield Figure("count", each.by_chance, group, what="by_chance_at")
        yield Figure("count", each.beyond, group, what="beyond_chance_at")
    rows, beyond = _above(name, min(thresholds), thresholds), covered_beyond_chance(chance, instances)
    yield Figure("difference", beyond, rows=rows, what="covered_beyond_chance")


def _above(name: str, threshold: float, thresholds: Sequence[float]) -> Rows:
    """Return the rows that hold a pattern of p(l|b) above a threshold, the strongest first."""
    above = [significant(each) for each in thresholds if each >= threshold]
    return where(set=name, pattern_above=above).ordered_by("-pattern_probability")


def _ranked(compact: PatternSet, top: int) -> pl.DataFrame:
    """Return the `top` patterns of every label by z, the first of every label first."""
    return (
        compact.table()
        .sort("z", "count", "pattern", descending=[True, True, False])
        .with_columns(rank=pl.int_range(1, pl.len() + 1).over("label"))
        .filter(pl.col("rank") <= top)
        .sort("rank", "label")
    )


def _compact_list(compact: PatternSet, name: str) -> View:
    columns = ("label", "pattern", "p", "label_share", "count", "z", "p_adjusted")
    return View.from_frame(
        fill("artificial_patterns.compact", most=SHOWN_A_LABEL),
        _with_label_share(_ranked(compact, SHOWN_A_LABEL), compact).select(columns),
        by=("label", "pattern"),
        **_of_patterns(name),
    )


def _table_1(mined: PatternSet, name: str) -> View:
    columns = ("kind", "label", "rank", "pattern", "p", "label_share", "count")
    title = fill("artificial_patterns.table_1")
    table = _with_label_share(mined.top(5), mined).select(columns)
    return View.from_frame(title, table, by=("kind", "label", "rank"), **_of_patterns(name))


def _with_label_share(table: pl.DataFrame, patterns: PatternSet) -> pl.DataFrame:
    """Return the table with the share of instances of each row's label: what p is without any pattern."""
    origin = patterns.origin
    shares = {label: total / origin.instances for label, total in origin.label_totals.items()}
    share = pl.col("label").cast(pl.String).replace_strict(shares, return_dtype=pl.Float64)
    return table.with_columns(label_share=share)


def _of_patterns(name: str) -> dict[str, Any]:
    """Return the fields of a view whose lines are about the hypotheses of a label that hold a pattern."""
    return {
        "rows": where(set=name),
        "items": {"pattern": HELD, "label": "label"},
        "roles": {"p": "probability"},
    }


def _settings(mined: PatternSet, rate: float) -> dict[str, Cell]:
    settings = mined.origin.settings
    return {
        "tokenisation": mined.origin.tokenisation,
        "max_words": settings.max_words,
        "max_gap": settings.max_gap,
        "reading": settings.reading,
        "min_count": settings.min_count,
        "lambda": mined.origin.threshold,
        "rate": rate,
    }


def _only(mined: PatternSet, shown: Sequence[str]) -> PatternSet:
    return mined.only(mined.table()["pattern"].is_in(shown).arg_true().to_numpy())


def _headline(
    figures: Figures, chance: Sequence[BeyondChance], coverage: pl.DataFrame, compact: PatternSet
) -> str:
    first = _ranked(compact, 1).sort("z", descending=True)
    highest = figures["highest_p_premise"]
    control = "" if highest.value is None else fill("artificial_patterns.beside_control", p=highest)
    if not first.height:
        frequent, threshold = compact.origin.frequent, compact.origin.threshold
        return fill("artificial_patterns.none", frequent=frequent, threshold=threshold, control=control)
    real = _beyond_chance(chance)
    if not real:
        flagged = figures["patterns_flagged"]
        singly = fill("artificial_patterns.singly", flagged=flagged) if flagged.value else ""
        beside = _beside(chance[0])
        return fill("artificial_patterns.as_shuffled", beside=beside, singly=singly, control=control)
    example = first.row(0, named=True)
    return fill(
        "artificial_patterns.headline",
        beside=_beside(real[0]),
        share=coverage.row(chance.index(real[0]), named=True)["share"],
        control=control,
        **{name: example[name] for name in ("pattern", "label", "p", "count")},
    )


def _beyond_chance(chance: Sequence[BeyondChance]) -> list[BeyondChance]:
    """Return the thresholds at which there are more patterns than where labels are shuffled."""
    adjusted = holm([each.test.p_value or 0.0 for each in chance])
    return [
        each
        for each, p_value in zip(chance, adjusted.tolist(), strict=True)
        if p_value <= LEVEL and each.found > (each.by_chance.bounds[1] or 0.0)
    ]


def _beside(chance: BeyondChance) -> str:
    low, high = (0.0 if bound is None else bound for bound in chance.by_chance.bounds)
    return fill(
        "artificial_patterns.by_chance",
        found=chance.found,
        threshold=chance.threshold,
        expected=chance.by_chance.value or 0.0,
        low=low,
        high=high,
    )
