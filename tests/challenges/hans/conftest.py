"""Sets and published files that the tests of HANS share."""

import gzip
from collections.abc import Callable, Sequence
from pathlib import Path

import polars as pl
import pytest

from rightreasons.challenges.hans.generate import generate
from rightreasons.challenges.hans.hans_set import HansSet
from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance

AsPairs = Callable[[Sequence[str], Sequence[str]], PairTable]


@pytest.fixture(scope="session")
def official() -> HansSet:
    """A set of the published size, with the published quirks."""
    return generate(1000, seed=1)


@pytest.fixture(scope="session")
def fixed() -> HansSet:
    """A small set without the quirks."""
    return generate(60, seed=1, quirks="fixed")


@pytest.fixture(scope="session")
def evaluation_set(shared_data: Path) -> pl.DataFrame:
    """The published evaluation set: label, sentences, heuristic, subcase."""
    return _published(shared_data / "hans" / "hans_evaluation_set.tsv.gz")


@pytest.fixture(scope="session")
def training_set(shared_data: Path) -> pl.DataFrame:
    """The published training set: label, sentences, heuristic, subcase."""
    return _published(shared_data / "hans" / "hans_train_set.tsv.gz")


def _published(path: Path) -> pl.DataFrame:
    return pl.read_csv(gzip.decompress(path.read_bytes()), separator="\t", quote_char=None)


@pytest.fixture(scope="session")
def as_pairs() -> AsPairs:
    """Make a table of pairs whose labels do not matter from premises and hypotheses."""

    def table(premises: Sequence[str], hypotheses: Sequence[str]) -> PairTable:
        size = len(premises)
        frame = pl.DataFrame(
            {
                "id": [str(row) for row in range(size)],
                "premise": pl.Series(premises, dtype=pl.String),
                "hypothesis": pl.Series(hypotheses, dtype=pl.String),
                "label": pl.Series([Label.ENTAILMENT.value] * size, dtype=LABEL_TYPE),
            }
        )
        return PairTable(frame, Provenance("test"), Account(size, size))

    return table
