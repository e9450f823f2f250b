"""A sample of a challenge is seeded, stratified and unbiased; a whole set is scored as ever."""

from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl
import pytest

from rightreasons.challenges.challenge import Challenge, Strata, from_pairs
from rightreasons.challenges.hans.challenges import hans_2019
from rightreasons.challenges.pooling import Pooling
from rightreasons.challenges.samples import sampled
from rightreasons.difficulty.marks import MARK_TYPE
from rightreasons.errors import OptionError
from rightreasons.labels import Label
from rightreasons.measures.model.easy_hard_accuracy import subset_accuracy
from rightreasons.measures.model.guard import guard
from rightreasons.measures.model.score import score
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified_proportion import StratifiedSample

SIZES = {"small": 30, "middle": 200, "large": 970}
RATES = {"small": 0.9, "middle": 0.95, "large": 0.4}


@cache
def whole() -> Challenge:
    """1,200 items in three groups of unequal size, two labels in each."""
    groups = [name for name, size in SIZES.items() for _ in range(size)]
    rows = len(groups)
    frame = pl.DataFrame(
        {
            "id": [f"i{row}" for row in range(rows)],
            "premise": [f"p{row // 2}" for row in range(rows)],
            "hypothesis": ["h"] * rows,
            "label": pl.Series([("entailment", "neutral")[row % 2] for row in range(rows)], dtype=LABEL_TYPE),
            "genre": groups,
            "tags": [["'even'", "'odd'"][row % 2] for row in range(rows)],
        }
    ).with_columns(tags="['all', " + pl.col("tags") + "]")
    pairs = PairTable(frame, Provenance("made"), Account(rows, rows))
    return from_pairs("made", pairs, ("genre", "tags"))


@cache
def published() -> pl.DataFrame:
    """Answers of a model that is right at the rate of each group, to every item."""
    items = whole().items
    luck = np.random.default_rng(3).random(items.height)
    right = luck < items["genre"].replace_strict(RATES, return_dtype=pl.Float64).to_numpy()
    other = {"entailment": "neutral", "neutral": "entailment"}
    answer = [
        label if good else other[label] for label, good in zip(items["label"].to_list(), right, strict=True)
    ]
    return items.select("id").with_columns(pl.Series("label", answer, dtype=LABEL_TYPE))


def answers(challenge: Challenge) -> Predictions:
    """What that model says of the items of a sample."""
    own = published().filter(pl.col("id").is_in(challenge.items["id"].implode()))
    return Predictions(own, (Label.ENTAILMENT, Label.NEUTRAL), Provenance("model"))


def accuracy(sample: Challenge) -> Estimate:
    """The figure that pools all strata; what `score` says it is, see below."""
    scored = sample.items.join(published().rename({"label": "predicted"}), on="id", how="left")
    scored = scored.with_columns(correct=pl.col("predicted") == pl.col("label"))
    return Pooling.of(sample.strata, scored).share(scored, "correct")


def test_every_cell_gives_as_many_items_as_it_has_up_to_the_number_asked() -> None:
    sample = sampled(whole(), 20, seed=1)
    counts = sample.items.group_by("genre", "label").len().sort("genre", "label")["len"].to_list()
    assert counts == [20, 20, 20, 20, 15, 15]  # large, middle, small: the last has 15 of each label
    assert sample.pairs is not None
    assert sample.pairs.frame["id"].equals(sample.items["id"])
    assert sample.pairs.account.dropped[0].rows == 1_200 - 110


def test_the_sample_repeats_by_its_seed_and_keeps_the_order_of_the_items() -> None:
    first, again, other = (sampled(whole(), 20, seed) for seed in (1, 1, 2))
    assert first.items.equals(again.items)
    assert not first.items.equals(other.items)
    numbers = first.items["id"].str.slice(1).cast(pl.Int64)
    assert numbers.is_sorted()


def test_pooled_figures_are_unbiased_over_many_seeds() -> None:
    truth = accuracy(whole()).value
    assert truth is not None
    found = np.array([accuracy(sampled(whole(), 10, seed)).value for seed in range(225)], dtype=float)
    assert found.mean() == pytest.approx(truth, abs=4 * found.std() / 15)
    # Unweighted, the small and easy groups would pull the figure away: the property is not empty.
    assert sum(RATES.values()) / 3 - truth > 4 * found.std() / 15


def test_the_interval_of_the_pooled_figure_covers_it_about_as_often_as_it_says() -> None:
    truth = accuracy(whole()).value
    assert truth is not None
    intervals = [accuracy(sampled(whole(), 15, seed)).interval for seed in range(300)]
    covered = sum(each is not None and each.low <= truth <= each.high for each in intervals)
    assert 0.925 <= covered / 300 <= 0.99


def test_the_score_of_a_sample_pools_in_that_way() -> None:
    sample = sampled(whole(), 15, seed=1)
    assert score(sample, answers(sample)).figures["accuracy"].estimate == accuracy(sample)


def test_a_cell_of_one_stratum_is_scored_as_plain_counts() -> None:
    sample = sampled(whole(), 20, seed=4)
    figure = score(sample, answers(sample)).figures["middle.neutral"]
    assert figure.n == 20
    assert figure.interval is not None
    assert figure.interval.method == "wilson"


def test_the_whole_set_drawn_is_the_challenge_itself() -> None:
    challenge = whole()
    assert sampled(challenge, 970, seed=1) is challenge
    everything = {"genre": "genre", "label": "label"}
    column = pl.format("{}, {}", *everything.values()).alias("cell")
    items = challenge.items.with_columns(pl.col("label").cast(pl.String)).select(column)
    stratified = replace(
        challenge,
        items=challenge.items.hstack(items),
        strata=Strata("cell", dict(items.group_by("cell").len().iter_rows())),
    )
    plain, same = (score(each, answers(each)).figures for each in (challenge, stratified))
    assert {name: plain[name].value for name in plain} == pytest.approx(
        {name: same[name].value for name in same}
    )


def test_tags_are_no_strata_since_an_item_has_several() -> None:
    pairs = whole().pairs
    assert pairs is not None
    sample = sampled(from_pairs("tagged", pairs, ("tags",)), 25, seed=1)
    assert sample.items["sampling_stratum"].unique().sort().to_list() == ["entailment", "neutral"]
    assert len(sample) == 50


def test_hans_is_sampled_by_subcase() -> None:
    sample = sampled(hans_2019(), 20, seed=1)
    assert len(sample) == 600
    assert sample.items["subcase"].value_counts()["count"].unique().to_list() == [20]
    assert "a sample: 600 of 30,000 items (20 of each subcase and gold label, seed 1)" in sample.notes[-1]


def test_the_result_says_that_it_is_of_a_sample() -> None:
    finding = score(sample := sampled(whole(), 5, seed=1), answers(sample))
    assert finding.settings["sampled_from"] == 1_200
    assert any(note.startswith("a sample: 30 of 1,200 items") for note in finding.notes)


def test_no_item_a_group_is_an_error_and_a_sample_is_not_sampled_again() -> None:
    with pytest.raises(OptionError, match="0 items a group"):
        sampled(whole(), 0, seed=1)
    with pytest.raises(ValueError, match="not from a sample"):
        sampled(sampled(whole(), 5, seed=1), 2, seed=1)


def test_a_sample_needs_the_size_of_every_stratum() -> None:
    with pytest.raises(ValueError, match="stratum of known size"):
        replace(whole(), strata=Strata("genre", {"small": 30}))
    with pytest.raises(ValueError, match="stratum of known size"):
        replace(whole(), strata=Strata("nowhere", {}))


def test_a_guard_of_a_sample_weighs_as_the_sample_was_drawn() -> None:
    """Over many draws the figures of samples are on average those of the whole set."""
    full = guard(whole(), answers(whole())).figures
    drawn = [sampled(whole(), 15, seed) for seed in range(60)]
    found = [guard(each, answers(each)).figures for each in drawn]
    for name in ("balanced_accuracy", "neutral_let_through", "f1"):
        values = [figures[name].value or 0.0 for figures in found]
        error = 4 * float(np.std(values)) / len(values) ** 0.5
        assert np.mean(values) == pytest.approx(full[name].value, abs=error)


def test_accuracy_on_easy_and_hard_items_of_a_sample_weighs_as_it_was_drawn() -> None:
    """The figures of one accuracy are one: `full` is what `score` calls accuracy, by hand from the strata."""
    sample = sampled(whole(), 15, seed=1)
    scored = score(sample, answers(sample))
    assert scored.items is not None
    strata = Pooling.of(sample.strata, sample.items).sample(sample.items)
    marks = pl.Series(["easy", "hard", None] * 30, dtype=MARK_TYPE)
    found = subset_accuracy(scored.items["correct"].to_numpy(), marks, strata)
    assert found.full == scored.figures["accuracy"].estimate
    assert strata is not None
    weights, right = strata.weights, scored.items["correct"].to_numpy()
    for mark, estimate in (("easy", found.easy), ("hard", found.hard)):
        own = (marks == mark).fill_null(value=False).to_numpy()
        assert estimate.value == pytest.approx(float(weights[own] @ right[own] / weights[own].sum()))
    assert found.gap.value == pytest.approx((found.easy.value or 0.0) - (found.hard.value or 0.0))
    assert found.gap.interval is not None
    assert found.gap.interval.low < (found.gap.value or 0.0) < found.gap.interval.high


def test_the_mean_of_a_stratified_sample_covers_that_of_the_population() -> None:
    """2,000 draws from strata of unequal size and mean; three standard errors below 93 %."""
    rng = np.random.default_rng(2)
    sizes, means = np.array([30.0, 200.0, 970.0]), np.array([5.0, 1.0, -2.0])
    stratum = np.repeat([0, 1, 2], 20)
    truth = float(sizes @ means / sizes.sum())
    held = 0
    for _ in range(2_000):
        found = StratifiedSample(stratum, sizes).mean(rng.normal(means[stratum], 2), "points").interval
        held += found is not None and found.low <= truth <= found.high
    assert held / 2_000 > 0.93 - 3 * (0.93 * 0.07 / 2_000) ** 0.5
