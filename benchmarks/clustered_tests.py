"""How often tests of independence reject what is true where items come in clusters: figures of docs/swaps.md.

    python benchmarks/clustered_tests.py

A property of the cluster, answers that go with the cluster and not with the property, clusters of geometric
sizes. Printed: clusters, share that have the property, how often each test rejects at the 5 % level.
"""

import sys

import numpy as np
import numpy.typing as npt

from rightreasons.statistics.contingency import chi_square
from rightreasons.statistics.sign_flips import clustered_independence

SETTINGS = ((60, 0.2), (150, 0.1), (30, 0.3), (60, 0.08))
TRIALS, FLIPS, LEVEL = 400, 499, 0.05
Items = tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_], npt.NDArray[np.int64]]


def drawn(random: np.random.Generator, clusters: int, share: float) -> Items:
    """Return whether each item has the property, whether its answer is right, and its cluster."""
    cluster = np.repeat(np.arange(clusters), random.geometric(0.15, clusters))
    has = (random.random(clusters) < share)[cluster]
    right = 1 / (1 + np.exp(-(random.normal(0, 1.5, clusters) + 1)))
    return has, random.random(len(cluster)) < right[cluster], cluster


def main() -> None:
    random = np.random.default_rng(0)
    sys.stdout.write("| clusters | have it | Pearson | by clusters |\n| ---: | ---: | ---: | ---: |\n")
    for clusters, share in SETTINGS:
        rejected, tried = np.zeros(2), 0
        for trial in range(TRIALS):
            has, right, cluster = drawn(random, clusters, share)
            table = [[np.sum((has == a) & (right == b)) for b in (False, True)] for a in (False, True)]
            found = (
                chi_square(table, "never").p_value,
                clustered_independence(has, right, cluster, trial, resamples=FLIPS).p_value,
            )
            if None not in found:
                tried += 1
                rejected += [p is not None and p < LEVEL for p in found]
        both = " | ".join(f"{100 * each / tried:.1f} %" for each in rejected)
        sys.stdout.write(f"| {clusters} | {share:.0%} | {both} |\n")


if __name__ == "__main__":
    main()
