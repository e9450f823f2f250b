"""Every test that is simulated: how often it rejects where there is nothing to find."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
from coverage_base import EXACT_TEST, TEST, Rng, Simulation
from coverage_designs import RATES, two_way_values

from rightreasons.artifacts.means import difference_of
from rightreasons.statistics.association import clustered_enrichment_p_values, enrichment_p_values
from rightreasons.statistics.contingency import chi_square, fisher, g_test, simulated_chi_square
from rightreasons.statistics.cross_fitted import dependent_mean_test
from rightreasons.statistics.label_joins import joins_across, joins_within
from rightreasons.statistics.multiplicity import benjamini_hochberg, holm
from rightreasons.statistics.paired import mcnemar, mcnemar_one_sided
from rightreasons.statistics.stratified import stratified_independence


def levels() -> Iterator[Simulation]:
    """Yield tests of every kind."""
    yield from _of_tests()
    yield from _of_many_tests()


def _rejected(p_value: float | None) -> bool | None:
    return None if p_value is None else p_value <= 0.05


def _of_tests() -> Iterator[Simulation]:
    """Where there is nothing to find."""
    for n in (30, 300, 5_000):
        yield Simulation("McNemar", f"n = {n:,}, .3 discordant", EXACT_TEST, partial(_mcnemar, n))
        yield Simulation(
            "McNemar, one-sided", f"n = {n:,}, .3 discordant", EXACT_TEST, partial(_one_sided, n)
        )
        yield Simulation("Kruskal-Wallis", f"n = {n:,}, lengths", TEST, partial(_kruskal, n))
        yield Simulation(
            "Welch's t",
            f"n = {n:,} and {n // 3:,}",
            TEST,
            partial(_welch_test, n),
        )
        for name, test, asked in (
            ("chi-square, Yates", chi_square, EXACT_TEST),
            ("chi-square", partial(chi_square, yates="never"), TEST),
            ("G, Yates", g_test, EXACT_TEST),
        ):
            yield Simulation(name, f"2x2, n = {2 * n:,}", asked, partial(_table, test, n, 2))
        for name, test in (("chi-square", chi_square), ("G", g_test)):
            yield Simulation(name, f"2x3, n = {2 * n:,}", TEST, partial(_table, test, n, 3))
        yield Simulation("chi-square, equal shares", f"3 labels, n = {n:,}", TEST, partial(_equal_shares, n))
    yield Simulation("Fisher", "2x2, n = 60", EXACT_TEST, partial(_table, fisher, 30, 2))
    simulated = partial(simulated_chi_square, seed=1, resamples=999)
    yield Simulation("chi-square, random tables", "2x3, n = 60", TEST, partial(_table, simulated, 30, 3))
    yield Simulation("Cochran-Mantel-Haenszel", "3 strata of 60", TEST, _cmh)
    for groups in (30, 300):
        setting = f"{groups} texts of 2 to 6 rows"
        yield Simulation("label leakage, permutations", setting, EXACT_TEST, partial(_dealt, groups))
        yield Simulation("label leakage across splits", setting, EXACT_TEST, partial(_dealt_across, groups))
    for groups in (12, 20, 50):
        setting = f"{10 * groups} pairs of {groups} premises with {groups} hypotheses"
        yield Simulation("t over premises and hypotheses", setting, TEST, partial(_two_way_test, groups))
    for n in (30, 300):
        yield Simulation("Spearman", f"n = {n}", TEST, partial(_spearman_test, n))


def _equal_shares(n: int, rng: Rng) -> bool | None:
    from scipy.stats import chisquare

    return _rejected(float(chisquare(rng.multinomial(n, [1 / 3] * 3)).pvalue))


def _mcnemar(n: int, rng: Rng) -> bool | None:
    one, other, _ = rng.multinomial(n, [0.15, 0.15, 0.7])
    return _rejected(mcnemar(int(one), int(other), n).p_value)


def _one_sided(n: int, rng: Rng) -> bool | None:
    one, other, _ = rng.multinomial(n, [0.15, 0.15, 0.7])
    return _rejected(mcnemar_one_sided(int(one), int(other), n).p_value)


def _kruskal(n: int, rng: Rng) -> bool | None:
    from scipy.stats import kruskal

    lengths, codes = rng.poisson(8, n), rng.integers(0, 3, n)
    return _rejected(float(kruskal(*(lengths[codes == code] for code in range(3))).pvalue))


def _welch_test(n: int, rng: Rng) -> bool | None:
    return _rejected(difference_of(rng.normal(size=n), rng.normal(0, 3, n // 3), "")[1].p_value)


def _two_way_test(groups: int, rng: Rng) -> bool | None:
    return _rejected(dependent_mean_test(*two_way_values(groups, rng)).p_value)


def _table(test: Callable[..., Any], n: int, columns: int, rng: Rng) -> bool | None:
    rates = [0.6, 0.4] if columns == 2 else [0.5, 0.3, 0.2]
    return _rejected(test(rng.multinomial(n, rates, size=2)).p_value)


def _cmh(rng: Rng) -> bool | None:
    return _rejected(
        stratified_independence([rng.multinomial(30, [r, 1 - r], size=2) for r in RATES]).p_value
    )


def _dealt(groups: int, rng: Rng) -> bool | None:
    group = np.repeat(np.arange(groups), rng.integers(2, 7, groups))
    labels = rng.choice(3, len(group), p=[0.5, 0.3, 0.2])
    return _rejected(joins_within(group, labels, int(rng.integers(1 << 30))).test.p_value)


def _dealt_across(groups: int, rng: Rng) -> bool | None:
    others = rng.multinomial(rng.integers(1, 6, groups), [0.5, 0.3, 0.2])
    labels = rng.choice(3, groups, p=[0.5, 0.3, 0.2])
    return _rejected(joins_across(others, labels, int(rng.integers(1 << 30))).test.p_value)


def _spearman_test(n: int, rng: Rng) -> bool | None:
    from scipy.stats import spearmanr

    return _rejected(float(spearmanr(rng.normal(size=n), rng.normal(size=n)).pvalue))


def _of_many_tests() -> Iterator[Simulation]:
    """Look for a discovery where there is none: of many words, or after Holm."""
    yield Simulation("Holm over 8 McNemar tests", "n = 300", EXACT_TEST, _holm)
    yield Simulation(
        "words, Benjamini-Hochberg", "400 words, 2,000 hypotheses", EXACT_TEST, partial(_words, 2_000, 1)
    )
    yield Simulation(
        "words of claims that recur", "400 words, 250 claims of 8 rows", EXACT_TEST, partial(_words, 250, 8)
    )


def _holm(rng: Rng) -> bool:
    drawn = rng.multinomial(300, [0.1, 0.1, 0.8], size=8)
    return bool((holm([mcnemar(int(b), int(c), 300).p_value or 0.0 for b, c, _ in drawn]) <= 0.05).any())


def _words(texts: int, rows: int, rng: Rng) -> bool:
    held = rng.random((400, texts)) < rng.uniform(0.005, 0.1, size=(400, 1))
    prior = np.array([0.5, 0.3, 0.2])
    if rows == 1:
        shares = np.eye(3)[rng.choice(3, size=texts, p=prior)]
        p_values = enrichment_p_values(held @ shares, held.sum(axis=1)[:, None], shares.mean(axis=0))
    else:
        own = rng.dirichlet(2 * prior, size=texts)
        shares = np.stack([rng.multinomial(rows, each) for each in own]) / rows
        p_values = clustered_enrichment_p_values(
            held @ shares, held.sum(axis=1)[:, None], shares.mean(axis=0)
        )
    return bool((benjamini_hochberg(p_values.ravel()) <= 0.05).any())
