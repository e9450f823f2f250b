"""A probe proves the order of a model's labels before it asks anything else."""

from pathlib import Path
from typing import Any

import pytest

from rightreasons import probe, read_pairs
from rightreasons.challenges.ordinary import ordinary_pairs
from rightreasons.errors import LabelOrderError, UnnamedOutputsError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable

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
    with pytest.raises(LabelOrderError, match="entailment=contradiction") as caught:
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
    assert done.manifest.to_json()["options"]["label_check"] is False
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
    assert any("cannot be checked" in note for note in finding.notes)
