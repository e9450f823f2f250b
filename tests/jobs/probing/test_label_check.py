"""A probe proves the order of a model's labels before it asks anything else."""

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from rightreasons import probe, read_pairs
from rightreasons.challenges.ordinary_pairs import ordinary_pairs, plain_pairs
from rightreasons.errors import LabelOrderError, MeasureInputError, UnnamedOutputsError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import LABEL_TYPE, PairTable, Provenance
from rightreasons.predictions import Predictions

PERMUTED = ("entailment", "neutral", "contradiction")
TRUE = {"LABEL_0": "contradiction", "LABEL_1": "entailment", "LABEL_2": "neutral"}


@pytest.fixture(scope="module")
def data() -> PairTable:
    return read_pairs(
        [
            {"premise": "A dog sleeps .", "hypothesis": "A dog sleeps .", "label": "entailment"},
            {"premise": "A dog sleeps .", "hypothesis": "A cat runs .", "label": "neutral"},
        ]
    )


def test_a_model_with_the_right_names_is_proved(learned: Path, data: PairTable) -> None:
    done = probe(f"hf:{learned}", data)
    order = done.finding("label_order")
    assert order.figures["accuracy"].value == 1.0
    assert order.figures["accuracy"].n == 120
    assert done.manifest.to_json()["model"]["identities"][0]["label_map"] == {
        name: name for name in ("contradiction", "entailment", "neutral")
    }


def test_permuted_names_stop_the_probe_and_the_right_ones_are_told(
    named: Any, data: PairTable, tmp_path: Path
) -> None:
    model = named(PERMUTED)
    with pytest.raises(LabelOrderError, match=r"entailment\W+contradiction") as caught:
        probe(f"hf:{model}", data, out=tmp_path / "run")
    assert caught.value.exit_code == 3
    assert not (tmp_path / "run").exists()
    corrected = {
        "entailment": Label.CONTRADICTION,
        "neutral": Label.ENTAILMENT,
        "contradiction": Label.NEUTRAL,
    }
    done = probe(f"hf:{model}", data, out=tmp_path / "run", label_map=corrected)
    assert done.finding("label_order").figures["accuracy"].value == 1.0


def test_without_the_check_the_probe_goes_on_and_says_so(named: Any, data: PairTable) -> None:
    done = probe(f"hf:{named(PERMUTED)}", data, label_check=False)
    assert done.manifest.to_json()["options"]["no-label-check"] is True
    assert done.manifest.to_json()["calibration"] is None
    assert "label_order" not in {finding.measure for finding in done.findings}


def test_outputs_without_names_are_refused_unless_calibrated(named: Any, data: PairTable) -> None:
    model = named(tuple(TRUE))
    with pytest.raises(UnnamedOutputsError, match="LABEL_0"):
        probe(f"hf:{model}", data)
    done = probe(f"hf:{model}", data, calibrate=ordinary_pairs())
    assert done.manifest.to_json()["model"]["identities"][0]["label_map"] == TRUE
    assert done.finding("label_order").figures["accuracy"].value == 1.0


def test_calibration_data_on_which_no_order_is_clear_are_refused(named: Any, data: PairTable) -> None:
    with pytest.raises(LabelOrderError):
        probe(f"hf:{named(tuple(TRUE))}", data, calibrate=ordinary_pairs().head(6))


def test_saved_predictions_say_that_they_cannot_be_checked(data: PairTable, tmp_path: Path) -> None:
    path = tmp_path / "said.csv"
    path.write_text("id,label\n" + "".join(f"{key},neutral\n" for key in data.frame["id"]))
    finding = probe(path, data).findings[0]
    assert any("cannot be verified" in note for note in finding.notes)


E_C = {Label.ENTAILMENT: "contradiction", Label.NEUTRAL: "neutral", Label.CONTRADICTION: "entailment"}
BY_NAME = {str(label): label for label in E_C}


def weak(names: dict[Label, str], right: int) -> Any:
    """A model that knows `right` of ten pairs by a mark in the premise, and nothing of any other pair."""

    class Weak:
        name = "weak"
        labels = THREE_WAY

        def predict(self, pairs: PairTable) -> Predictions:
            rng = np.random.default_rng(3)
            answers = []
            for row, premise in enumerate(pairs.premises):
                mark = premise.split()[-1]
                known = mark in BY_NAME and row % 10 < right
                label = BY_NAME[mark] if known else THREE_WAY[int(rng.integers(3))]
                answers.append(names[label])
            frame = pairs.frame.select("id").with_columns(pl.Series("label", answers, dtype=LABEL_TYPE))
            return Predictions(frame, THREE_WAY, Provenance("weak"))

    return Weak()


@pytest.fixture(scope="module")
def marked() -> PairTable:
    rows = [
        {"id": f"m{n}", "premise": f"pair {n} {gold}", "hypothesis": "x", "label": gold}
        for n in range(200)
        for gold in (*BY_NAME,)
    ]
    return read_pairs(rows).named("marked")


SAME = {label: str(label) for label in E_C}


def decisions(done: Any) -> list[tuple[str, object]]:
    """Return what was decided of the order of the labels, and on which data."""
    return [(each.on, each.settings["decision"]) for each in done.findings if each.measure == "label_order"]


def order_on(done: Any, data: str) -> Any:
    return next(each for each in done.findings if each.measure == "label_order" and each.on == data)


class OfPlainPairs:
    """Right on plain pairs alone: it says neutral to all others."""

    name = "of plain pairs"
    labels = THREE_WAY

    def __init__(self, names: dict[Label, str]) -> None:
        plain = plain_pairs()
        gold = (names[Label(label)] for label in plain.gold)
        self._known = dict(zip(plain.hypotheses, gold, strict=True))

    def predict(self, pairs: PairTable) -> Predictions:
        answers = [self._known.get(hypothesis, "neutral") for hypothesis in pairs.hypotheses]
        frame = pairs.frame.select("id").with_columns(pl.Series("label", answers, dtype=LABEL_TYPE))
        return Predictions(frame, THREE_WAY, Provenance(self.name))


def test_what_ordinary_pairs_leave_undecided_plain_ones_prove(data: PairTable) -> None:
    done = probe(OfPlainPairs(SAME), data)
    assert decisions(done) == [("ordinary", "undecided"), ("plain", "proved")]
    assert order_on(done, "plain").figures["accuracy"].n == 120
    with pytest.raises(LabelOrderError, match="plain"):
        probe(OfPlainPairs(E_C), data)


def test_plain_pairs_have_forty_of_each_label_and_none_of_the_ordinary_ones() -> None:
    plain, ordinary = plain_pairs(), ordinary_pairs()
    assert plain.counts() == dict.fromkeys(THREE_WAY, 40)
    assert plain.frame.select("premise", "hypothesis").n_unique() == 120
    assert not set(plain.premises) & set(ordinary.premises)
    labels = plain.frame.group_by("premise").agg(pl.col("label").n_unique())
    assert set(labels["label"]) == {3}


def test_what_pairs_by_hand_leave_undecided_is_proved_on_200_of_the_data(marked: PairTable) -> None:
    done = probe(weak(SAME, right=5), [marked, "controls"])
    undecided = [("ordinary", "undecided"), ("plain", "undecided")]
    assert decisions(done) == [*undecided, ("marked", "proved")]
    last = order_on(done, "marked")
    assert last.figures["accuracy"].n == 200
    again = probe(weak(SAME, right=5), marked)
    assert order_on(again, "marked").figures == last.figures


def test_a_weak_model_with_exchanged_labels_is_named_and_a_clear_one_stops_the_probe(
    marked: PairTable,
) -> None:
    found = probe(weak(E_C, right=3), marked)
    second = [each for each in found.findings if each.measure == "label_order"][-1]
    assert (second.on, second.settings["decision"]) == ("marked", "exchanged")
    other, declared = second.figures["best_other"].value, second.figures["accuracy"].value
    assert other is not None
    assert declared is not None
    assert declared < other < 0.6
    with pytest.raises(LabelOrderError, match="marked"):
        probe(weak(E_C, right=8), marked)


def test_data_with_two_labels_prove_nothing(data: PairTable) -> None:
    done = probe(weak(SAME, right=5), data)
    assert decisions(done) == [("ordinary", "undecided"), ("plain", "undecided")]


@pytest.mark.parametrize(("names", "decision"), [(SAME, "proved"), (E_C, "exchanged")])
def test_saved_predictions_are_judged_on_the_scored_set(
    marked: PairTable, tmp_path: Path, names: dict[Label, str], decision: str
) -> None:
    weak(names, right=7).predict(marked).frame.write_csv(tmp_path / "said.csv")
    done = probe(tmp_path / "said.csv", marked)
    order = done.finding("label_order")
    assert (order.on, order.settings["decision"], order.figures["accuracy"].n) == ("marked", decision, 600)
    assert not any("cannot be verified" in note for note in done.finding("marked").notes)
    unchecked = probe(tmp_path / "said.csv", marked, label_check=False)
    assert "label_order" not in {finding.measure for finding in unchecked.findings}


def test_in_another_language_the_order_is_proved_on_the_data_or_on_none(
    learned: Path, data: PairTable
) -> None:
    own = ordinary_pairs().named("own")
    done = probe(f"hf:{learned}", own, language="de")
    assert done.finding("label_order").figures["accuracy"].n == len(own)
    assert done.manifest.to_json()["calibration"]["name"] == "own"
    assert {issue.code for issue in done.verdict.issues} >= {"V318"}
    without = probe(f"hf:{learned}", data, language="de")
    (missing,) = (each for each in without.not_measured if each.measure == "label_order")
    assert missing.reason.startswith("needs English")
    assert "--calibrate" in missing.remedy
    assert {issue.code for issue in without.verdict.issues} >= {"V102", "V318"}
    (unknown,) = (issue for issue in without.verdict.issues if issue.code == "V102")
    assert "--calibrate" in str(unknown.remedy)
    assert "--no-label-check" not in str(unknown.remedy)  # it was not given
    waived = probe(f"hf:{learned}", data, language="de", label_check=False)
    (unknown,) = (issue for issue in waived.verdict.issues if issue.code == "V102")
    assert "without --no-label-check" in str(unknown.remedy)


def test_challenges_of_english_sentences_are_refused_in_another_language(data: PairTable) -> None:
    for challenge in ("hans", "antonym-swap"):
        with pytest.raises(MeasureInputError, match=f"challenge '{challenge}' needs English"):
            probe("rule:subsequence", challenge, train=data, language="de")
