"""Down-sampling: exactly the procedure of Liu et al. 2020, section 3.1.1, with an account of every row."""

import polars as pl
import pytest

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.downsampling import Downsampled, downsample
from rightreasons.errors import EmptyDataError, OneClassError, OptionError
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(2_400, 6)
MINING = PatternOptions(threshold=0.6, min_count=20)


@pytest.fixture(scope="module")
def debiased() -> Downsampled:
    return downsample(PAIRS, mining=MINING, seed=1)


def table(rows: list[tuple[str, str]]) -> PairTable:
    frame = pl.DataFrame(
        [(str(place), "premise", *row) for place, row in enumerate(rows)],
        schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    )
    return PairTable(frame, Provenance("data"), Account(len(rows), len(rows)))


def test_every_instance_with_a_pattern_goes_and_labels_are_balanced_to_the_rarest(
    debiased: Downsampled,
) -> None:
    patterns = PatternSet.fit(PAIRS, threshold=0.6, min_count=20)
    without = PAIRS.frame.filter(pl.Series(patterns.mark(PAIRS).numbers == 0))
    least = min(without["label"].value_counts()["count"])
    assert set(debiased.kept.frame["id"]) <= set(without["id"])
    assert list(debiased.kept.counts().values()) == [least] * 3
    biased = debiased.dropped.filter(reason="holds an artificial pattern")
    assert set(biased["id"]) == set(PAIRS.frame["id"]) - set(without["id"])
    assert biased["pattern"].null_count() == 0


def test_every_row_is_kept_or_dropped_once_for_a_reason(debiased: Downsampled) -> None:
    ids = [*debiased.kept.frame["id"], *debiased.dropped["id"]]
    assert sorted(ids) == sorted(PAIRS.frame["id"])
    reasons = debiased.dropped["reason"].value_counts()
    assert {count.reason: count.rows for count in debiased.kept.account.dropped} == dict(reasons.iter_rows())


def test_rows_kept_keep_their_order_and_columns(debiased: Downsampled) -> None:
    kept = debiased.kept.frame
    assert kept.equals(PAIRS.frame.filter(pl.col("id").is_in(kept["id"].implode())))


def test_rand_has_the_same_size_and_balance_whatever_rows_hold(debiased: Downsampled) -> None:
    random = downsample(PAIRS, "rand", seed=1, mining=MINING)
    assert random.kept.counts() == debiased.kept.counts()
    patterns = debiased.rounds[0]
    assert (patterns.mark(random.kept).numbers > 0).any()
    assert set(random.dropped["reason"]) == {"not drawn"}


def test_the_seed_decides_what_is_drawn() -> None:
    same, again, other = (
        downsample(PAIRS, "rand", seed=seed, mining=MINING).kept.frame["id"].to_list() for seed in (1, 1, 2)
    )
    assert same == again
    assert same != other


def test_patterns_that_arise_from_the_removal_are_listed_and_removed_until_clean() -> None:
    # 'b' goes evenly with both labels until the instances with 'a', all of them neutral, are taken out.
    rows = [("a b", "neutral")] * 20 + [("b", "entailment")] * 20 + [("b", "neutral")] * 4
    rows += [(f"c{place}", label) for place in range(30) for label in ("neutral", "entailment")]
    mining = PatternOptions(threshold=0.7, min_count=10)
    once = downsample(table(rows), mining=mining)
    assert once.arisen.select("pattern", "label", "round").rows() == [("b", "entailment", 1)]
    assert len(once.remined) == 1
    clean = downsample(table(rows), mining=mining, until_clean=True)
    assert len(clean.remined) == 0
    assert len(clean.rounds) == 2
    assert len(set(clean.kept.counts().values())) == 1
    assert "b" not in clean.kept.hypotheses
    assert clean.dropped.filter(round=2, reason="holds an artificial pattern")[
        "pattern"
    ].unique().to_list() == ["b"]


def test_a_label_that_would_vanish_at_any_lambda_ends_in_an_error_that_says_so() -> None:
    rows = [("a", "neutral")] * 20 + [("b", "entailment")] * 20
    with pytest.raises(EmptyDataError, match=r"(?s)every instance of .*no lambda below 1"):
        downsample(table(rows), mining=PatternOptions(threshold=0.7, min_count=10))


def test_the_error_names_the_lowest_lambda_that_leaves_some_of_every_label() -> None:
    """Of the neutral ones every one holds "a", which says neutral in 16 of 20."""
    rows = [("a", "neutral")] * 16 + [("a", "entailment")] * 4 + [("b", "entailment")] * 8
    with pytest.raises(EmptyDataError, match=r"give --lambda 0\.8, the lowest"):
        downsample(table(rows), mining=PatternOptions(threshold=0.7, min_count=10))
    kept = downsample(table(rows), mining=PatternOptions(threshold=0.8, min_count=10)).kept
    assert set(kept.counts()) == {"neutral", "entailment"}


def test_wrong_modes_and_data_of_one_label_are_refused() -> None:
    with pytest.raises(OptionError):
        downsample(PAIRS, "random")  # type: ignore[arg-type]  # what a user may type
    with pytest.raises(OneClassError):
        downsample(table([("a", "neutral")] * 3))


@pytest.mark.parametrize(("threshold", "share"), [(0.5, 4.0), (0.6, 19.8), (0.7, 43.8), (0.8, 67.4)])
def test_sizes_on_snli_are_close_to_those_of_the_paper(
    snli_part: PairTable, threshold: float, share: float
) -> None:
    # Liu et al. 2020, Table 5, on all of SNLI at 50; here on a twenty-fourth of it, at 10
    made = downsample(snli_part, mining=PatternOptions(threshold=threshold, min_count=10))
    assert 100 * len(made.kept) / len(snli_part) == pytest.approx(share, abs=1.5)
