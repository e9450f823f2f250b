"""A model that answers by patterns of training is right on easy instances and wrong on hard ones."""

from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

from rightreasons import PatternSet, probe
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.sources.bundled import bundled_splits


@dataclass(frozen=True)
class ByPattern:
    """Answers the label of the first pattern a hypothesis holds, and neutral where it holds none."""

    patterns: PatternSet
    name: str = "by-pattern"
    labels: tuple[Label, ...] = THREE_WAY

    def predict(self, pairs: PairTable) -> Predictions:
        held = self.patterns.mark(pairs)
        of_pattern = self.patterns.table()["label"].cast(pl.String).to_list()
        given = [of_pattern[held.of(row)[0]] if len(held.of(row)) else "neutral" for row in range(len(pairs))]
        frame = pairs.frame.select("id").with_columns(pl.Series("label", given, dtype=LABEL_TYPE))
        return Predictions(frame, self.labels, Provenance(self.name))


@pytest.fixture(scope="module")
def splits() -> tuple[PairTable, PairTable]:
    return bundled_splits(6_000, 1_500, 4)


def test_the_gap_of_a_model_that_answers_by_patterns_is_whole(
    splits: tuple[PairTable, PairTable], tmp_path: Path
) -> None:
    train, test = splits
    model = ByPattern(PatternSet.fit(train, threshold=0.8))
    result = probe(model, test, train=train, out=tmp_path / "run")
    figures = result.finding("easy_hard_accuracy").figures
    assert (figures["easy"].value, figures["hard"].value, figures["gap"].value) == (1.0, 0.0, 1.0)
    assert figures["full"].n == 1_500
    items = pl.read_parquet(tmp_path / "run" / "items.parquet")
    assert items.filter(pl.col("easy_hard") == "easy")["correct"].all()
    assert not items.filter(pl.col("easy_hard") == "hard")["correct"].any()


def test_the_threshold_is_lambda(splits: tuple[PairTable, PairTable]) -> None:
    train, test = splits
    found = [probe("rule:always-entailment", test, train=train, pattern_threshold=t) for t in (0.5, 0.9)]
    easy = [result.finding("easy_hard_accuracy").figures["easy"].n for result in found]
    assert easy[0] > easy[1] > 0


def test_rows_behind_figures_are_found_where_a_challenge_is_called_otherwise_than_its_pairs(
    splits: tuple[PairTable, PairTable],
) -> None:
    train, test = splits
    result = probe("rule:lexical-overlap", [test, test.named(test.name)], train=train)
    second = [each for each in result.findings if each.measure == "artifact_agreement"][1]
    for figure in (second.figures["patterns.agree"], second.figures["words.agree"]):
        assert figure.rows is not None
        assert figure.rows.of(result.items).height == figure.n > 0
