"""Hold the usable information of planted words against what is known, and against what fresh rows show.

    python benchmarks/planted_information.py [--rows 20000] [--fresh 200000] [--seeds 20] [--shares .1 .3 .8]

A share of the entailed hypotheses of random words, and no other, have one word more. Each seed draws new
rows; the learner of each is also asked about the same fresh rows.
"""

import argparse
from typing import Any

import numpy as np
import polars as pl

from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.strength import LabelledTexts, restricted
from rightreasons.cross_fitting.two_strengths import STRONG, BothStrengths
from rightreasons.engine.progress import silent
from rightreasons.labels import THREE_WAY
from rightreasons.measures.data.hypothesis_only.answers import fitted
from rightreasons.measures.data.hypothesis_only.measures import hypothesis_baseline
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.statistics.information import mean_bits, pointwise_information, surprisal
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokenisations import tokens

WORDS = np.array([f"w{number}" for number in range(100, 500)], dtype=object)


def drawn(rows: int, seed: int, share: float) -> PairTable:
    """Return pairs of ten random words, some of the entailed ones with the word 'marker'."""
    rng = np.random.default_rng([int(share * 1000), seed])
    gold = rng.integers(3, size=rows)
    chosen = WORDS[rng.integers(len(WORDS), size=(rows, 10))]
    marked = (gold == 0) & (rng.random(rows) < share)
    chosen[np.arange(rows), rng.integers(10, size=rows)] = np.where(marked, "marker", "filler")
    frame = pl.DataFrame(
        {
            "id": [f"{seed}-{row}" for row in range(rows)],
            "premise": [f"premise {seed} {row}" for row in range(rows)],
            "hypothesis": [" ".join(each) for each in chosen],
            "label": [THREE_WAY[each].value for each in gold],
        }
    ).cast({"label": LABEL_TYPE})
    return PairTable(frame, Provenance("planted"), Account(rows, rows))


def known_bits(share: float) -> float:
    """Return the mutual information of the marker and three equally frequent labels."""
    joint = np.array([[share / 3, (1 - share) / 3], [0, 1 / 3], [0, 1 / 3]])
    part = joint > 0
    return float((joint[part] * np.log2((3 * joint / joint.sum(axis=0))[part])).sum())


def seed_bits(table: PairTable, part: Features, answers: Any) -> tuple[Estimate, float]:
    """Return the estimate of the rows of a seed, and what their learner reaches on the fresh rows.

    Parameters
    ----------
    table
        The rows.
    part
        Features of the rows, then of the fresh rows.
    answers
        Codes of the labels of the fresh rows.
    """
    rows = len(table)
    own = restricted(part, np.arange(rows))
    baseline = hypothesis_baseline(tokens(table.hypotheses.head(2), "whitespace"))
    found = fitted(baseline, Question(table, None, (), 2018, silent), own, memory=False)
    both = BothStrengths.of(found.data, found.fits.cross_fitted, (found.fits.strength,))
    codes, at = found.data.texts.codes, (np.arange(rows), found.data.texts.codes)
    bits = pointwise_information(surprisal(both.shares[at]), surprisal(both.probabilities[at]))
    numbers, prior = (
        both.numbers(found.fits.strength),
        (np.bincount(codes, minlength=3) / rows).astype(np.float32),
    )
    data, fresh = LabelledTexts(part, codes, 3), np.arange(rows, part.text_of_row.size)
    chosen, directed = (
        data.predicted(data.fitted(np.arange(rows), strength), fresh)
        for strength in (found.fits.strength, STRONG)
    )
    given = numbers.probabilities(prior, chosen, directed)
    reached = surprisal(prior[answers]) - surprisal(given[np.arange(len(answers)), answers])
    return mean_bits(bits, found.final.dependence), float(reached.mean())


def of_share(share: float, rows: int, fresh_rows: int, seeds: int) -> None:
    """Print how the estimates of some seeds lie beside what is known."""
    known = known_bits(share)
    tables = [drawn(rows, seed + 1, share) for seed in range(seeds)]
    fresh = drawn(fresh_rows, 0, share)
    texts = pl.concat([each.hypotheses for each in (*tables, fresh)])
    features = ngram_features([tokens(texts, "whitespace")])
    last = np.arange(len(texts) - fresh_rows, len(texts))
    codes = {each.value: at for at, each in enumerate(THREE_WAY)}
    answers = fresh.gold.cast(pl.String).replace_strict(codes).to_numpy()
    estimates, excess, held = [], [], 0
    for seed, table in enumerate(tables):
        part = restricted(features, np.concatenate([np.arange(seed * rows, (seed + 1) * rows), last]))
        found, reached = seed_bits(table, part, answers)
        value = found.value or 0.0
        low, high = (each or 0.0 for each in found.bounds)
        held += low <= reached <= high
        estimates.append(value)
        excess.append((value - known) / ((high - low) / 4))
    mean = float(np.mean(estimates))
    cells = f"{known:.4f} | {mean:.4f} | {known - mean:+.4f} | {max(excess):+.2f} | {held} of {seeds}"
    print(f"| {share} | {cells} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--fresh", type=int, default=200_000)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--shares", type=float, nargs="+", default=[0.1, 0.3, 0.8])
    arguments = parser.parse_args()
    print("| marked | known, bits | mean estimate | below it | largest excess, standard errors | "
          "interval holds what fresh rows show |")  # fmt: skip
    print("|" + " ---: |" * 6)
    for share in arguments.shares:
        of_share(share, arguments.rows, arguments.fresh, arguments.seeds)


if __name__ == "__main__":
    main()
