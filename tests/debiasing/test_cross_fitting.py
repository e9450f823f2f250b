"""Bias models: no pair is ever judged by a model that saw its premise."""

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.debiasing.bias_models.cross_fitting import Shares
from rightreasons.debiasing.bias_models.kinds import bias_log_probabilities, saved_log_probabilities
from rightreasons.debiasing.method import LabelledData
from rightreasons.debiasing.reweighting import Reweighting
from rightreasons.errors import MeasureInputError, OptionError, PredictionError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.predictions import Predictions
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(900, 4)


class Oracle:
    """A bias model that remembers which pairs it was shown, and is certain of those."""

    def __init__(self) -> None:
        self.fits: list[tuple[set[str], set[str], set[str], set[str]]] = []

    def __call__(self, seen: PairTable, held_out: PairTable, labels: Sequence[Label]) -> Shares:
        self.fits.append(
            (set(seen.premises), set(held_out.premises), set(seen.frame["id"]), set(held_out.frame["id"]))
        )
        assert labels == THREE_WAY
        known = held_out.frame["id"].is_in(seen.frame["id"].implode()).to_numpy()
        return np.where(known[:, None], [[1.0, 0, 0]], [[0.2, 0.3, 0.5]])


@pytest.mark.parametrize("folds", [2, 5, 7])
def test_no_pair_is_judged_by_a_model_that_saw_it_or_its_premise(folds: int) -> None:
    oracle = Oracle()
    bias = bias_log_probabilities(PAIRS, oracle, THREE_WAY, folds)
    assert len(oracle.fits) == folds
    for premises, others, seen, held_out in oracle.fits:
        assert not premises & others
        assert not seen & held_out
        assert seen | held_out == set(PAIRS.frame["id"])
    assert sorted(each for fit in oracle.fits for each in fit[3]) == sorted(PAIRS.frame["id"])
    assert np.exp(bias.of(PAIRS.frame["id"])) == pytest.approx(np.tile([0.2, 0.3, 0.5], (900, 1)), rel=1e-5)


@pytest.mark.parametrize("kind", ["hypothesis-only", "patterns"])
def test_a_model_cannot_learn_from_what_only_one_premise_has(kind: str) -> None:
    """Each hypothesis has a word of its own that tells its label: it tells only who has seen it."""
    rng = np.random.default_rng(0)
    labels = [THREE_WAY[number].value for number in rng.integers(0, 3, 240)]
    frame = pl.DataFrame(
        {
            "id": [f"{row}" for row in range(240)],
            "premise": [f"premise {row // 2}" for row in range(240)],
            "hypothesis": [
                f"secret{row // 2} secret{row // 2} told {label}{row // 2}"
                for row, label in enumerate(labels)
            ],
            "label": pl.Series(labels, dtype=LABEL_TYPE),
        }
    )
    pairs = PairTable(frame, Provenance("data"), Account(240, 240))
    # character n-grams of the label's own name would tell it across premises
    hidden = pairs.frame.with_columns(
        pl.col("hypothesis").str.replace_all("entailment|neutral|contradiction", "q")
    )
    pairs = PairTable(hidden, pairs.provenance, pairs.account)
    bias = bias_log_probabilities(pairs, kind, THREE_WAY, patterns=PatternOptions(threshold=0.4, min_count=2))
    guessed = bias.of(pairs.frame["id"]).argmax(axis=1)
    right = np.mean([THREE_WAY[place].value == label for place, label in zip(guessed, labels, strict=True)])
    assert right < 0.45  # a third, and the chance of 240 rows


def test_what_is_said_follows_the_id_whatever_the_order() -> None:
    bias = bias_log_probabilities(PAIRS, "hypothesis-only", THREE_WAY)
    ids = PAIRS.frame["id"].sample(fraction=1, shuffle=True, seed=1)
    by_id = dict(zip(PAIRS.frame["id"], bias.of(PAIRS.frame["id"]).tolist(), strict=True))
    assert bias.of(ids).tolist() == [by_id[each] for each in ids]
    assert np.exp(bias.of(ids)).sum(axis=1) == pytest.approx(1, abs=1e-5)
    with pytest.raises(PredictionError, match="RR401"):
        bias.of(pl.Series(["nobody"]))


def test_planted_artifacts_are_found_out_of_fold() -> None:
    pairs = bundled_pairs(2400, 5)
    gold = pairs.gold.to_physical().to_numpy()[:, None]
    sure = {}
    for kind in ("hypothesis-only", "patterns", "words"):
        bias = bias_log_probabilities(pairs, kind, THREE_WAY, patterns=PatternOptions(min_count=15))
        own = np.take_along_axis(bias.of(pairs.frame["id"]), gold.astype(np.int64), axis=1)[:, 0]
        planted = (pairs.frame["planted"] != "clean").to_numpy()
        sure[kind] = float(np.exp(own[planted]).mean() - np.exp(own[~planted]).mean())
    assert min(sure.values()) > 0.05


def test_overlap_tells_what_is_copied_from_the_premise() -> None:
    rows = [
        ("a b c d", "a b", "entailment"),
        ("a b c d", "x y", "neutral"),
        ("a b c d", "b z", "contradiction"),
    ]
    frame = pl.DataFrame(
        [(f"{n}-{k}", f"{p} {n}", h, label) for n in range(40) for k, (p, h, label) in enumerate(rows)],
        schema={"id": pl.String, "premise": pl.String, "hypothesis": pl.String, "label": LABEL_TYPE},
        orient="row",
    )
    pairs = PairTable(frame, Provenance("data"), Account(120, 120))
    bias = bias_log_probabilities(pairs, "overlap", THREE_WAY).of(pairs.frame["id"])
    assert (bias.argmax(axis=1) == np.tile([0, 1, 2], 40)).all()


def test_labels_that_the_model_does_not_have_are_judged_but_not_fitted() -> None:
    mixed = PAIRS.frame.with_columns(
        label=pl.when(pl.int_range(pl.len()) % 5 == 0)
        .then(pl.lit("non-entailment", LABEL_TYPE))
        .otherwise(pl.col("label"))
    )
    oracle = Oracle()
    table = PairTable(mixed, PAIRS.provenance, PAIRS.account)
    bias = bias_log_probabilities(table, oracle, THREE_WAY)
    assert len(bias.frame) == 900
    shared = set(mixed.filter(label="non-entailment")["id"])
    assert not any(shared & seen for _, _, seen, _ in oracle.fits)


def test_data_that_cannot_be_cross_fitted_are_refused() -> None:
    with pytest.raises(MeasureInputError, match="RR501"):
        bias_log_probabilities(PAIRS.head(12), "overlap", THREE_WAY)  # four premises, five folds
    with pytest.raises(OptionError, match="RR003"):
        bias_log_probabilities(PAIRS, "horoscope", THREE_WAY)
    one = PAIRS.where(pl.col("label") == "neutral", "other")
    with pytest.raises(MeasureInputError, match="RR501"):
        bias_log_probabilities(one, "overlap", THREE_WAY)


def predictions(columns: Sequence[Label]) -> Predictions:
    frame = PAIRS.frame.select("id", "label").with_columns(
        pl.lit(1.0 if place == 0 else 0.0).alias(label.value) for place, label in enumerate(columns)
    )
    return Predictions(frame, tuple(columns), Provenance("saved"))


def test_saved_probabilities_are_bounded_and_keep_their_labels() -> None:
    reverse = THREE_WAY[::-1]
    bias = saved_log_probabilities(predictions(THREE_WAY), PAIRS, reverse).of(PAIRS.frame["id"])
    assert np.isfinite(bias).all()
    assert (bias.argmax(axis=1) == 2).all()  # entailment is the last of these labels
    bare = Predictions(PAIRS.frame.select("id", "label"), THREE_WAY, Provenance("labels only"))
    with pytest.raises(PredictionError, match="RR401"):
        saved_log_probabilities(bare, PAIRS, THREE_WAY)


def test_a_file_is_read_only_if_somebody_answers_for_it(tmp_path: object) -> None:
    path = f"{tmp_path}/saved.csv"
    odd = (pl.int_range(pl.len()) % 2).cast(pl.Float64)
    frame = predictions(THREE_WAY).frame.with_columns(entailment=odd, neutral=1 - odd)
    frame.rename({"label": "prediction"}).write_csv(path)
    data = LabelledData(PAIRS, PAIRS, THREE_WAY)
    with pytest.raises(OptionError, match="unseen=yes"):
        Reweighting(bias=path).prepare(data)
    facts = Reweighting(bias=path, unseen=True).prepare(data).facts
    assert facts["cross_fitted"] is False
