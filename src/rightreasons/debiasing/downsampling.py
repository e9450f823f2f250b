"""Debiased down-sampling: training data without the instances that hold an artificial pattern."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal, get_args

import numpy as np
import numpy.typing as npt
import polars as pl
from pydantic import Field

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.method import Count, LabelledData, Need, Prepared, Threshold, with_kept
from rightreasons.errors import EmptyDataError, OptionError
from rightreasons.options import options_shown
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.sources.read import table_of

ADDS = {"method": {"downsampling": "Downsampling"}}
Mode = Literal["debias", "rand"]
BIASED = "holds an artificial pattern"
BALANCED = "balances the labels"
NOT_DRAWN = "not drawn"
DROPPED = {"id": pl.String, "label": pl.String, "reason": pl.String, "pattern": pl.String, "round": pl.Int64}
DEFAULT = PatternOptions(threshold=0.7)
"""The paper's choice for training; the lower lambda, the more patterns, and the fewer instances are left."""


@dataclass(frozen=True)
class Downsampled:
    """A down-sampled dataset, with an account of every instance that is not in it.

    Parameters
    ----------
    kept
        The instances kept, in their old order; every label equally often.
    dropped
        One row for every other instance: ``id``, ``label``, ``reason``, ``pattern`` (the strongest it holds,
        null where that is not why), ``round`` (from 1).
    rounds
        The patterns by which instances were dropped, one set a round; the first was mined from all the data.
    remined
        The patterns of `kept` itself.
    arisen
        Patterns found after a removal that the data did not have before, with the ``round`` after which they
        were found: the columns of `PatternSet.table`.
    """

    kept: PairTable
    dropped: pl.DataFrame
    rounds: tuple[PatternSet, ...]
    remined: PatternSet
    arisen: pl.DataFrame


@options_shown()
def downsample(
    train: Any,
    mode: Mode = "debias",
    seed: int = 0,
    mining: PatternOptions | None = None,
    *,
    until_clean: bool = False,
) -> Downsampled:
    """Down-sample training data as Liu et al. do.

    ``"debias"`` drops every instance that holds at least one pattern of H(M, t, lambda); with n1 >= n2 >= n3
    instances left of the labels, n3 of each are drawn. ``"rand"`` draws as many of each label from all the
    data, without looking at patterns: what a model trained on the other is compared with.

    Parameters
    ----------
    train
        The data, as `read_pairs` takes them; rows without gold are left out.
    mode
        ``"debias"`` or ``"rand"``.
    seed
        For what is drawn.
    mining
        What counts as an artificial pattern; None for H(3, 3, 0.7) at 50 (the paper's choice for training).
    until_clean
        Mine what is left again, and drop and balance again, until no pattern is found: removal shifts the
        label distribution of what stays, and new patterns can arise from that.

    Raises
    ------
    OptionError
        If there is no such mode.
    EmptyDataError
        If of some label no instance would be left; it names the lowest lambda that leaves some of each.
    OneClassError
        If fewer than two labels occur.

    Examples
    --------
    >>> from rightreasons.sources.bundled import bundled_pairs
    >>> kept = downsample(bundled_pairs(600, 1)).kept
    >>> kept.gold.value_counts()["count"].n_unique()  # every label equally often
    1

    References
    ----------
    Liu, Zheng, Chang and Sui (2020), "HypoNLI: exploring the artificial patterns of hypothesis-only bias in
    natural language inference", section 3.1.1.
    """
    if mode not in get_args(Mode):
        raise OptionError(f"mode '{printable(mode)}'", " or ".join(get_args(Mode)), "choose one of them")
    chosen = mining or DEFAULT
    labelled = table_of(train).with_gold()
    debiased = _debiased(labelled, seed, chosen, until_clean=until_clean)
    if mode == "debias":
        return debiased
    return _at_random(labelled, debiased, seed, chosen)


def _debiased(train: PairTable, seed: int, mining: PatternOptions, *, until_clean: bool) -> Downsampled:
    kept, mined = train, PatternSet.fit(train, mining)
    rounds: list[PatternSet] = []
    dropped: list[pl.DataFrame] = []
    while not rounds or (until_clean and len(mined)):
        rounds.append(mined)
        biased = _biased(kept, mined, len(rounds))
        unbiased = _without(kept, biased, BIASED)
        rng = np.random.default_rng([seed, len(rounds)])
        least = _least(unbiased, train, mining, partial(_leaving_all, kept, mined))
        drawn = _drawn(unbiased, least, rng)
        surplus = _dropped(unbiased, ~drawn, BALANCED, len(rounds))
        kept = _without(unbiased, surplus, BALANCED)
        dropped += [biased, surplus]
        mined = PatternSet.fit(kept, mining)
    arisen = _arisen(rounds[0], [*rounds[1:], mined])
    return Downsampled(kept, pl.concat(dropped), tuple(rounds), mined, arisen)


def _at_random(train: PairTable, debiased: Downsampled, seed: int, mining: PatternOptions) -> Downsampled:
    each = len(debiased.kept) // len(train.labels)
    drawn = _drawn(train, each, np.random.default_rng([seed, 0]))
    dropped = _dropped(train, ~drawn, NOT_DRAWN, 1)
    kept = _without(train, dropped, NOT_DRAWN)
    remined = PatternSet.fit(kept, mining)
    arisen = _arisen(debiased.rounds[0], [remined])
    return Downsampled(kept, dropped, debiased.rounds, remined, arisen)


def _arisen(before: PatternSet, after: Sequence[PatternSet]) -> pl.DataFrame:
    found = [
        patterns.table().with_columns(round=pl.lit(number, pl.Int64))
        for number, patterns in enumerate(after, start=1)
    ]
    return pl.concat(found).join(before.table(), on=["pattern", "label"], how="anti", maintain_order="left")


def _biased(pairs: PairTable, patterns: PatternSet, number: int) -> pl.DataFrame:
    """Return the instances that hold a pattern, with the strongest of them."""
    first = patterns.mark(pairs).first
    held = first >= 0
    strongest = patterns.table()["pattern"].gather(first[held].astype(np.uint32))
    return _dropped(pairs, held, BIASED, number).with_columns(strongest.alias("pattern"))


def _leaving_all(pairs: PairTable, patterns: PatternSet) -> float:
    """Return the lowest lambda at which some instance of every label holds no pattern, rounded up."""
    first = patterns.mark(pairs).first
    p = np.append(patterns.table()["p"].to_numpy(), 0.0)  # -1, no pattern, reads the last one
    gold = pairs.gold.to_physical().to_numpy()
    lowest = max(float(p[first[gold == label]].min()) for label in np.unique(gold))
    return math.ceil(1_000 * lowest) / 1_000


def _least(
    unbiased: PairTable, train: PairTable, mining: PatternOptions, leaving_all: Callable[[], float]
) -> int:
    """Return n3, how many instances are left of the label with the fewest."""
    counts = unbiased.counts()
    lost = [label for label in train.labels if not counts.get(label)]
    if lost:
        lowest = leaving_all()
        lambdas = (
            f"give --lambda {lowest:g}, the lowest that leaves some of every label, or a higher --min-count"
            if lowest < 1
            else "no lambda below 1 leaves some of every label; give a higher --min-count"
        )
        raise EmptyDataError(
            f"every instance of '{lost[0]}' holds a pattern with p > {mining.threshold:g}",
            "some of every label without one",
            lambdas,
        )
    return min(counts.values())


def _drawn(pairs: PairTable, each: int, rng: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Return which rows are drawn: `each` of every label."""
    drawn = np.zeros(len(pairs), dtype=np.bool_)
    gold = pairs.gold.to_physical().to_numpy()
    for label in np.unique(gold):
        rows = np.flatnonzero(gold == label)
        drawn[rng.choice(rows, size=each, replace=False)] = True
    return drawn


def _dropped(pairs: PairTable, rows: npt.NDArray[np.bool_], reason: str, number: int) -> pl.DataFrame:
    found = pairs.frame.filter(pl.Series(rows)).select("id", pl.col("label").cast(pl.String))
    values = {"reason": reason, "pattern": None, "round": number}
    return found.with_columns(pl.lit(value, DROPPED[name]).alias(name) for name, value in values.items())


def _without(pairs: PairTable, dropped: pl.DataFrame, reason: str) -> PairTable:
    frame = pairs.frame.join(dropped, on="id", how="anti", maintain_order="left")
    return replace(pairs, frame=frame, account=pairs.account.drop(reason, dropped.height))


@dataclass(frozen=True)
class Downsampling:
    """Down-sampling: pairs with a pattern go, labels are balanced; rand: as many at random (Liu et al. 2020).

    Parameters
    ----------
    mode
        ``debias`` or ``rand``.
    threshold
        lambda.
    min_count
        Instances that must hold a pattern.
    until_clean
        See `downsample`.
    seed
        For what is drawn; None: the same sample in every training.
    """

    mode: Mode = "debias"
    threshold: Threshold = 0.7
    min_count: Count = 50
    until_clean: bool = False
    seed: Annotated[int, Field(ge=0)] | None = None

    @property
    def needs(self) -> frozenset[Need]:
        """What it needs beside labelled pairs."""
        return frozenset({"shortcuts"})

    def prepare(self, data: LabelledData) -> Prepared:
        """Down-sample the training data."""
        mining = PatternOptions(threshold=self.threshold, min_count=self.min_count)
        seed = data.seed if self.seed is None else self.seed
        made = downsample(data.own, self.mode, seed, mining, until_clean=self.until_clean)
        facts = {
            **asdict(self),
            "seed": seed,
            "patterns": len(made.rounds[0]),
            "patterns_left": len(made.remined),
        }
        return with_kept(made.kept, data, facts)
