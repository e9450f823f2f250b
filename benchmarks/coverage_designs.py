"""Every interval that is simulated: coverage where the truth is known."""

from collections.abc import Iterator
from functools import partial
from itertools import product

import numpy as np
from coverage_base import CONTINUOUS, DISCRETE, ORDER, Array, Rng, Simulation, covers

from rightreasons.artifacts.annotator_counts import kappa_of
from rightreasons.artifacts.means import difference_of, mean_of, stratified
from rightreasons.statistics.association import (
    log_odds,
)
from rightreasons.statistics.calibration import calibration_bins, expected_calibration_error
from rightreasons.statistics.classification import balanced_accuracy, f1
from rightreasons.statistics.clustered import clustered_mean, clustered_proportion
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean
from rightreasons.statistics.crossed import crossed_mean
from rightreasons.statistics.effect_sizes import rank_correlation_interval
from rightreasons.statistics.paired import (
    paired_difference,
)
from rightreasons.statistics.paired_scores import PairedCounts
from rightreasons.statistics.roc_area import auroc, auroc_of_counts
from rightreasons.statistics.seeds import seed_interval
from rightreasons.statistics.stratified_proportion import (
    StratifiedSample,
    combined_difference,
    stratified_difference,
    stratified_proportion,
)


def simulations() -> Iterator[Simulation]:
    """Yield intervals of every kind."""
    yield from _of_items()
    yield from _of_scores()
    yield from _of_clusters()
    yield from _of_seeds()
    yield from _of_samples()


def _of_items() -> Iterator[Simulation]:
    for n in (30, 300, 5_000):
        yield Simulation("mean, t", f"n = {n:,}", CONTINUOUS, partial(_mean, n))
        yield Simulation(
            "difference of means, Welch",
            f"n = {n:,} and {n // 3:,}, deviations 1 and 3",
            CONTINUOUS,
            partial(_welch, n),
        )
        for p in (0.1, 0.4):
            yield Simulation(
                "log-odds, Woolf", f"n = {n:,}, shares {p} and .2", CONTINUOUS, partial(_log_odds, n, p)
            )
        yield Simulation(
            "difference within labels, Welch", f"n = {n:,}, 3 labels", CONTINUOUS, partial(_pooled_welch, n)
        )
    for n, discordant in product((30, 300, 5_000), (0.2, 0.5)):
        yield Simulation(
            "Newcombe, paired",
            f"n = {n:,}, {discordant} discordant",
            DISCRETE,
            partial(_paired, n, discordant),
        )
    for n in (50, 500):
        yield Simulation("Spearman, Bonett-Wright", f"n = {n}", CONTINUOUS, partial(_spearman, n))
        yield Simulation(
            "Fleiss' kappa, linearised", f"n = {n}, 5 annotators", CONTINUOUS, partial(_kappa, n)
        )


def _mean(n: int, rng: Rng) -> bool | None:
    return covers(mean_of(rng.normal(2, 1, n), ""), 2)


def _welch(n: int, rng: Rng) -> bool | None:
    return covers(difference_of(rng.normal(0, 1, n), rng.normal(1, 3, n // 3), "")[0], -1)


def _pooled_welch(n: int, rng: Rng) -> bool | None:
    """Draw two groups of unequal size and spread in each of three labels; the differences are 0, 1 and 2."""
    rows = np.array([n // 2, n // 3, n - n // 2 - n // 3])
    parts = [
        (rng.normal(label, 1, own), rng.normal(0, 2, max(own // 2, 2))) for label, own in enumerate(rows)
    ]
    weights = np.array([len(own) + len(others) for own, others in parts])
    return covers(stratified(parts, ""), float(weights @ np.arange(3) / weights.sum()))


def _seed_mean(seeds: int, rng: Rng) -> bool | None:
    return covers(seed_interval(rng.normal(size=seeds)), 0)


def _spearman(n: int, rng: Rng) -> bool | None:
    """Correlate two normal numbers with r = .5: Spearman's is 6 / pi asin(r / 2) (Pearson 1907)."""
    from scipy.stats import spearmanr

    first = rng.normal(size=n)
    second = 0.5 * first + 0.75**0.5 * rng.normal(size=n)
    found = rank_correlation_interval(float(spearmanr(first, second).statistic), n)
    return covers(found, float(6 / np.pi * np.arcsin(0.25)))


def _log_odds(n: int, p: float, rng: Rng) -> bool:
    inside, outside = rng.binomial(n, p), rng.binomial(2 * n, 0.2)
    _, low, high = log_odds([inside], n, [outside], 2 * n)
    truth = np.log(p / (1 - p)) - np.log(0.2 / 0.8)
    return bool(low[0] <= truth <= high[0])


def _paired(n: int, discordant: float, rng: Rng) -> bool | None:
    first, second = 0.7 * discordant, 0.3 * discordant
    both = 0.6 * (1 - discordant)
    counts = rng.multinomial(n, [both, first, second, 1 - discordant - both])
    return covers(paired_difference(*map(int, counts)), first - second)


def _kappa(n: int, rng: Rng) -> bool | None:
    """Draw annotators who see the right one of three labels in 80 %: kappa is (.66 - 1/3) / (2/3) = .49."""
    right = rng.integers(0, 3, n)
    shift = rng.choice(3, size=(n, 5), p=[0.8, 0.1, 0.1])
    counts = np.stack([((right[:, None] + shift) % 3 == label).sum(axis=1) for label in range(3)], axis=1)
    return covers(kappa_of(counts), (0.66 - 1 / 3) / (2 / 3))


def _of_scores() -> Iterator[Simulation]:
    for n, apart in product((60, 1_000), (0.5, 2.0, 2.9)):
        setting = f"n = {n:,}, {apart} deviations apart"
        yield Simulation("AUROC, DeLong on the logit", setting, CONTINUOUS, partial(_auroc, n, apart))
    for n in (60, 1_000):
        yield Simulation("area of lengths, DeLong on the logit", f"n = {n:,}", CONTINUOUS, partial(_area, n))
        yield Simulation("balanced accuracy, MOVER", f"n = {n:,}", DISCRETE, partial(_balanced, n))
        yield Simulation("F1", f"n = {n:,}", DISCRETE, partial(_f1, n))
        yield Simulation("calibration error", f"n = {n:,}", ORDER, partial(_calibration, n))


def _auroc(n: int, apart: float, rng: Rng) -> bool | None:
    from scipy.stats import norm

    positive = np.arange(n) < n // 3
    return covers(auroc(rng.normal(apart * positive, 1), positive), float(norm.cdf(apart / 2**0.5)))


def _area(n: int, rng: Rng) -> bool | None:
    own, other = rng.poisson(8, n), rng.poisson(7, 2 * n)
    from scipy.stats import poisson

    counts = np.arange(60)
    one, two = poisson.pmf(counts, 8), poisson.pmf(counts, 7)
    truth = float(one @ (np.cumsum(two) - two / 2))
    first, second = (np.bincount(values, minlength=60) for values in (own, other))
    return covers(auroc_of_counts(first, second), truth)


def _balanced(n: int, rng: Rng) -> bool | None:
    positive = n // 3
    right = rng.binomial(positive, 0.9), rng.binomial(n - positive, 0.6)
    return covers(balanced_accuracy(int(right[0]), positive, int(right[1]), n - positive), 0.75)


def _f1(n: int, rng: Rng) -> bool | None:
    hits, alarms, misses, _ = (int(each) for each in rng.multinomial(n, [0.3, 0.1, 0.1, 0.5]))
    return covers(f1(hits, alarms, misses), 0.75)


def _calibration(n: int, rng: Rng) -> bool | None:
    """Score a model that is .1 too sure of itself throughout."""
    stated = rng.uniform(0.1, 1.0, n)
    happened = rng.random(n) < stated - 0.1
    return covers(expected_calibration_error(calibration_bins(stated, happened, 10), rng), 0.1)


def unequal(rng: Rng, clusters: int) -> Array:
    """Cluster of each item: lognormal sizes with a median of 4.5, half of them from 2.8 to 7.2."""
    sizes = np.maximum(1, np.exp(rng.normal(1.5, 0.7, clusters)).round()).astype(np.int64)
    return np.repeat(np.arange(clusters), sizes)


def _of_clusters() -> Iterator[Simulation]:
    for clusters, shared in product((6, 10, 20, 50), (0.1, 0.5)):
        setting = f"{clusters} unequal clusters, correlation {shared}"
        yield Simulation("mean over clusters", setting, CONTINUOUS, partial(_cluster_mean, clusters, shared))
        yield Simulation(
            "difference, items and 3 seeds", setting, CONTINUOUS, partial(_crossed, clusters, shared, 3)
        )
        for p in (0.5, 0.8, 0.95):
            yield Simulation(
                "share over clusters", f"{setting}, {p}", ORDER, partial(_cluster_share, clusters, shared, p)
            )
    for groups in (12, 20, 50):
        setting = f"{10 * groups} pairs of {groups} premises with {groups} hypotheses"
        yield Simulation("mean over premises and hypotheses", setting, ORDER, partial(_two_way, groups))
    yield Simulation("mean over clusters", "5 clusters", "none", partial(_cluster_mean, 5, 0.1))


def _cluster_mean(clusters: int, shared: float, rng: Rng) -> bool | None:
    cluster = unequal(rng, clusters)
    values = rng.normal(0, shared**0.5, clusters)[cluster] + rng.normal(0, (1 - shared) ** 0.5, len(cluster))
    return covers(clustered_mean(values, cluster), 0)


def two_way_values(groups: int, rng: Rng) -> tuple[Array, Dependence]:
    """Draw pairs whose values have a part of their premise, one of their hypothesis, and one of their own."""
    cells = rng.choice(groups**2, 10 * groups, replace=False)
    places = cells // groups, cells % groups
    parts = [rng.normal(0, 0.5, groups)[side] for side in places]
    return parts[0] + parts[1] + rng.normal(size=len(cells)), Dependence(places)


def _two_way(groups: int, rng: Rng) -> bool | None:
    values, dependence = two_way_values(groups, rng)
    return covers(dependent_mean(values, dependence, (-9.0, 9.0)), 0)


def _cluster_share(clusters: int, shared: float, p: float, rng: Rng) -> bool | None:
    cluster = unequal(rng, clusters)
    spread = 1 / shared - 1
    own = rng.beta(p * spread, (1 - p) * spread, clusters)
    return covers(clustered_proportion(rng.random(len(cluster)) < own[cluster], cluster), p)


def _crossed(clusters: int, shared: float, seeds: int, rng: Rng) -> bool | None:
    cluster = unequal(rng, clusters)
    items = rng.normal(0, shared**0.5, clusters)[cluster] + rng.normal(0, (1 - shared) ** 0.5, len(cluster))
    values = items[:, None] + 0.2 * rng.normal(size=(1, seeds)) + 0.5 * rng.normal(size=(len(cluster), seeds))
    return covers(crossed_mean(values, cluster).both, 0)


def _of_seeds() -> Iterator[Simulation]:
    for seeds in (2, 3, 5):
        asked = "none" if seeds < 3 else CONTINUOUS
        yield Simulation(
            "mean over seeds, t",
            f"{seeds} seeds",
            asked,
            partial(_seed_mean, seeds),
        )
    for seeds in (3, 5):
        yield Simulation(
            "difference, items and seeds",
            f"200 clusters, {seeds} seeds",
            ORDER,
            partial(_crossed, 200, 0.3, seeds),
        )


def _of_samples() -> Iterator[Simulation]:
    for each in (15, 100):
        setting = f"{each} of each of 3 strata of 100, 400, 2,000"
        yield Simulation(
            "share of a sample, strata weighted", setting, DISCRETE, partial(_sample_share, each)
        )
        yield Simulation(
            "difference of a sample, MOVER", setting, DISCRETE, partial(_sample_difference, each)
        )
        yield Simulation("paired difference of a sample", setting, CONTINUOUS, partial(_sample_paired, each))
        yield Simulation("mean of a sample", setting, CONTINUOUS, partial(_sample_mean, each))
    yield Simulation("difference within strata", "3 strata of 60", DISCRETE, _within_strata)


SIZES, RATES = np.array([100.0, 400.0, 2_000.0]), np.array([0.9, 0.7, 0.5])


def _sample_share(each: int, rng: Rng) -> bool | None:
    drawn = np.full(3, each)
    return covers(
        stratified_proportion(rng.binomial(drawn, RATES), drawn, drawn, SIZES),
        float(SIZES @ RATES / SIZES.sum()),
    )


def _sample_difference(each: int, rng: Rng) -> bool | None:
    stratum = np.repeat(np.arange(3), each)
    first = rng.random(len(stratum)) < 0.5
    right = rng.random(len(stratum)) < np.where(first, RATES[stratum], RATES[stratum] - 0.2)
    return covers(StratifiedSample(stratum, SIZES).difference(right, first, ~first), 0.2)


PAIRED = np.array([[0.2, 0.6, 0.1, 0.1], [0.5, 0.1, 0.3, 0.1], [0.6, 0.1, 0.2, 0.1]])


def _sample_paired(each: int, rng: Rng) -> bool | None:
    parts = [PairedCounts(*rng.multinomial(each, chances).tolist()).difference() for chances in PAIRED]
    truth = float(SIZES @ (PAIRED[:, 1] - PAIRED[:, 2]) / SIZES.sum())
    return covers(combined_difference(parts, np.full(3, each), SIZES), truth)


def _sample_mean(each: int, rng: Rng) -> bool | None:
    stratum = np.repeat(np.arange(3), each)
    truth = float(SIZES @ RATES / SIZES.sum())
    return covers(StratifiedSample(stratum, SIZES).mean(rng.normal(RATES[stratum], 1), ""), truth)


def _within_strata(rng: Rng) -> bool | None:
    right = [rng.binomial(30, [rate, rate - 0.2]) for rate in RATES]
    return covers(stratified_difference([[[k, 30 - k] for k in pair] for pair in right]), 0.2)
