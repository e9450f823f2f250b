"""Pairs of any number in shards of Parquet or JSON lines, one seed a shard, to see what size costs.

    python benchmarks/shards.py FOLDER --shards 11                # 550,000 pairs, as many as SNLI has
    python benchmarks/shards.py FOLDER --shards 11 --giant        # one component has most of the rows
    python benchmarks/shards.py FOLDER --shards 11 --format jsonl

A shard has the 50,000 pairs of one bundled corpus. Before each text stands a name of the shard, behind it
one that is drawn for the text by Zipf's law from 2,000,000: so texts of two shards differ, components are as
large at every size, and vocabulary grows. One pair in ten has the hypothesis of another pair of the shard,
and one in a hundred is of a pool of 5,000 that all shards draw from, so that pairs of all shards meet. With
``--giant`` one pair in two has one of 20,000 hypotheses that all shards have: they bind premises of all.

``--describe`` says of a folder what is in it: distinct texts, repeated pairs, the largest component, words.
"""

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.component_samples import components_of
from rightreasons.artifacts.equal_rows import HashedRows
from rightreasons.pairs import LABEL_TYPE, SENTENCES, Account, PairTable, Provenance
from rightreasons.sources.bundled import bundled_pairs

ROWS = 50_000
_NAMES, _POOL, _OF_POOL = 2_000_000, 5_000, 100
_REPEATED, _SHARED, _OF_SHARED = 0.1, 20_000, 0.5
_SYLLABLES = np.array([first + vowel for first in "bdfgklmnprstvz" for vowel in ("a", "e", "i", "o", "u")])
_EXPONENT = 1.2
_COMMON = 10_000_000  # above every number of a shard


def main() -> None:
    """Make shards, or describe those that are there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shards", type=int, default=11)
    parser.add_argument("--format", choices=("parquet", "jsonl"), default="parquet")
    parser.add_argument("--giant", action="store_true")
    parser.add_argument("--describe", action="store_true")
    given = parser.parse_args()
    if given.describe:
        print(described(given.folder))
        return
    given.folder.mkdir(parents=True, exist_ok=True)
    base = bundled_pairs(ROWS, seed=1).frame.select("premise", "hypothesis", pl.col("label").cast(pl.String))
    pool = named(base.head(_POOL), _COMMON)
    for shard in range(given.shards):
        frame = shard_of(base, pool, shard, giant=given.giant)
        if given.format == "parquet":
            frame.write_parquet(given.folder / f"part-{shard:04d}.parquet")
        else:
            frame.write_ndjson(given.folder / f"part-{shard:04d}.jsonl")


def shard_of(base: pl.DataFrame, pool: pl.DataFrame, seed: int, *, giant: bool) -> pl.DataFrame:
    """Return the pairs of a shard."""
    generator = np.random.default_rng(seed)
    own = named(base, seed)
    again = generator.integers(0, len(own), len(own))
    repeated = pl.Series(generator.random(len(own)) < _REPEATED)
    own = own.with_columns(
        hypothesis=pl.when(repeated).then(own["hypothesis"][again]).otherwise("hypothesis")
    )
    if giant:
        shared = base["hypothesis"][generator.integers(0, _SHARED, len(own))]
        bare = pl.Series(generator.random(len(own)) < _OF_SHARED)
        own = own.with_columns(hypothesis=pl.when(bare).then(shared).otherwise("hypothesis"))
    places = np.arange(len(own))
    chosen = generator.choice(len(own), len(own) // _OF_POOL, replace=False)
    places[chosen] = len(own) + generator.integers(0, len(pool), len(chosen))
    return pl.concat([own, pool])[places]


def named(base: pl.DataFrame, seed: int) -> pl.DataFrame:
    """Return pairs with names before and behind each text, equal texts with equal names."""
    generator = np.random.default_rng([seed, 1])
    texts = pl.concat([base["premise"], base["hypothesis"]]).unique(maintain_order=True)
    first, last = spelled(np.array([seed]))[0], drawn_names(generator, len(texts))
    shown = pl.DataFrame({"text": texts, "last": last}).select(
        "text", named=pl.format("{}: {} {}", pl.lit(first), "text", "last")
    )
    sides = [
        base.select(text=side).join(shown, on="text", how="left", maintain_order="left")["named"]
        for side in ("premise", "hypothesis")
    ]
    return pl.DataFrame({"premise": sides[0], "hypothesis": sides[1], "label": base["label"]})


def drawn_names(generator: np.random.Generator, count: int) -> pl.Series:
    """Draw names by Zipf's law: the k-th is k ** -1.2 times as frequent as the first, as far as there are."""
    drawn = np.minimum(generator.zipf(_EXPONENT, count), _NAMES)
    tail = drawn == _NAMES
    drawn[tail] = generator.integers(1, _NAMES, int(tail.sum()))
    return spelled(drawn)


def spelled(numbers: npt.NDArray[np.int64]) -> pl.Series:
    """Return numbers as names of four syllables."""
    syllables = []
    for _ in range(4):
        syllables.append(pl.Series(_SYLLABLES[numbers % len(_SYLLABLES)]))
        numbers = numbers // len(_SYLLABLES)
    joined = pl.select(pl.concat_str(syllables)).to_series()
    return joined.str.slice(0, 1).str.to_uppercase() + joined.str.slice(1)


def described(folder: Path) -> str:
    """Return what the shards of a folder hold, in a line of figures."""
    frame = pl.concat([read(path) for path in sorted(folder.iterdir())])
    labels = frame.with_row_index("id").cast({"id": pl.String, "label": LABEL_TYPE})
    rows = HashedRows.of(PairTable(labels, Provenance("shards"), Account(len(frame), len(frame))))
    largest = int(np.bincount(components_of(rows, SENTENCES)[0]).max())
    pairs = frame.select("premise", "hypothesis").is_duplicated().sum()
    vocabulary = pl.concat(
        [frame[side].unique().str.split(" ").explode().unique() for side in ("premise", "hypothesis")]
    ).n_unique()
    return (
        f"{len(frame):,} pairs; distinct premises {frame['premise'].n_unique():,}, hypotheses "
        f"{frame['hypothesis'].n_unique():,}; pairs that occur again {pairs / len(frame):.3f} of the rows; "
        f"largest component {largest / len(frame):.4f} of the rows; {vocabulary:,} words"
    )


def read(path: Path) -> pl.DataFrame:
    """Return the pairs of a shard."""
    return pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_ndjson(path)


if __name__ == "__main__":
    main()
