"""How often clean data get a severe issue: random sets without any planted artifact, judged by every rule.

    python benchmarks/clean_verdicts.py [--sets 200] [--largest 50000] [--seed 1]

At most 16 of 200 may: 5 per cent, and the chance of a draw. Sizes are spread evenly on a logarithmic scale
from 300 rows up; sets have two or three labels, equal or unequal, with or without premises, hypotheses and
whole pairs that repeat, and every fourth has a test.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons import audit, read_pairs
from rightreasons.issues import Verdict
from rightreasons.pairs import PairTable

LABELS = {2: ("entailment", "non-entailment"), 3: ("entailment", "neutral", "contradiction")}
SYLLABLES = ("ba", "do", "ki", "lu", "me", "na", "po", "ri", "sa", "tu")
WORDS = np.array([a + b + c for a in SYLLABLES for b in SYLLABLES for c in "nrs"])
WEIGHTS = 1 / np.arange(2, len(WORDS) + 2)
ALLOWED = 16 / 200


@dataclass(frozen=True)
class Design:
    """What a random set is like: rows, labels, their shares, what repeats, and whether there is a test."""

    rows: int
    labels: int
    equal: bool
    repeats: str
    test: bool


def designs(sets: int, largest: int, rng: np.random.Generator) -> Iterator[Design]:
    """Yield as many designs, in random order of size."""
    repeats = ("nothing", "premises", "hypotheses", "pairs")
    for place, size in enumerate(rng.permutation(np.geomspace(300, largest, sets))):
        yield Design(
            int(size), 2 + place % 2, bool(rng.random() < 0.7), str(rng.choice(repeats)), place % 4 == 0
        )


def clean_pairs(design: Design, rng: np.random.Generator, name: str) -> PairTable:
    """Return pairs whose label was drawn apart from their sentences."""
    labels, rows = LABELS[design.labels], design.rows
    shares = np.full(len(labels), 1 / len(labels)) if design.equal else np.arange(len(labels), 0, -1.0) + 1
    each = {name: 3 if name == design.repeats else 1 for name in ("premises", "hypotheses")}
    premises = sentences(-(-rows // each["premises"]), 6, 15, rng)
    hypotheses = sentences(-(-rows // each["hypotheses"]), 4, 10, rng)
    frame = pl.DataFrame(
        {
            "premise": np.repeat(premises, each["premises"])[:rows].tolist(),
            "hypothesis": np.repeat(hypotheses, each["hypotheses"])[:rows].tolist(),
            "label": rng.choice(labels, rows, p=shares / shares.sum()).tolist(),
        }
    )
    if design.repeats == "pairs":  # whole pairs again, with the same label
        frame = pl.concat([frame, frame.head(rows // 20)])
    return read_pairs(frame).named(name)


def sentences(count: int, shortest: int, longest: int, rng: np.random.Generator) -> list[str]:
    """Return sentences of random words, whose frequencies fall off as those of a language."""
    lengths = rng.integers(shortest, longest, count)
    words = rng.choice(WORDS, int(lengths.sum()), p=WEIGHTS / WEIGHTS.sum())
    return [" ".join(part) + " ." for part in np.split(words, np.cumsum(lengths)[:-1])]


def verdict_on(design: Design, seed: int) -> Verdict:
    """Return what an audit says of a random set."""
    rng = np.random.default_rng(seed)
    train = clean_pairs(design, rng, "train")
    tests = [clean_pairs(design, rng, "test")] if design.test else []
    return audit(train, test=tests).verdict


def judged(sets: int, largest: int, seed: int) -> Iterator[tuple[Design, Verdict]]:
    """Yield every design with its verdict."""
    for place, design in enumerate(designs(sets, largest, np.random.default_rng(seed))):
        yield design, verdict_on(design, seed * 100_000 + place)


def bad_codes(verdict: Verdict) -> set[str]:
    """Return the codes of its blockers and severe issues."""
    return {issue.code for issue in verdict.issues if issue.severity in ("blocker", "severe")}


def main() -> None:
    """Print the count of sets with a severe issue, and which rules found them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=int, default=200)
    parser.add_argument("--largest", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    severe, fired, others = 0, Counter[str](), Counter[str]()
    for design, verdict in judged(given.sets, given.largest, given.seed):
        codes = bad_codes(verdict)
        severe += bool(codes)
        fired.update(codes)
        others.update({issue.code for issue in verdict.of("warning")})
        if codes:
            print(f"{design}: {verdict.headline}", flush=True)
    print(f"{severe} of {given.sets} clean sets carry a severe issue (allowed: {ALLOWED * given.sets:.0f})")
    print(f"severe: {dict(fired) or 'none'}; warnings: {dict(others.most_common())}")


if __name__ == "__main__":
    main()
