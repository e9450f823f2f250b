"""The evaluator on a real CrossEncoder."""

import csv
from pathlib import Path

import numpy as np
import pytest
from sentence_transformers import CrossEncoder
from tests.predictors.tiny_models import tiny_model

from rightreasons.doors.cross_encoder import ShortcutEvaluator
from rightreasons.doors.shortcut_sets import ShortcutSets
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.bundled import bundled_splits

pytestmark = pytest.mark.filterwarnings("ignore")  # the libraries warn of each other


def test_it_gives_the_figures_that_the_same_model_gets_when_it_is_loaded_by_us(
    tmp_path: Path,
) -> None:
    tiny_model(tmp_path / "tiny", "bert")
    train, dev = bundled_splits(600, 60)
    evaluator = ShortcutEvaluator(ShortcutSets.of(dev, train, per_group=2))
    model = CrossEncoder(str(tmp_path / "tiny"), device="cpu")
    found = evaluator(model, str(tmp_path / "out"), epoch=1, steps=5)
    ours = evaluator.sets.figures(predictor_named(f"hf:{tmp_path / 'tiny'}").predict)
    assert found == pytest.approx({f"shortcuts_{name}": value for name, value in ours.items()})
    assert evaluator.primary_metric in found
    evaluator(model, str(tmp_path / "out"), epoch=2, steps=10)
    with (tmp_path / "out" / "shortcuts.csv").open(encoding="utf-8") as file:
        assert [(row["epoch"], row["steps"]) for row in csv.DictReader(file)] == [("1", "5"), ("2", "10")]


def test_a_single_output_is_read_as_the_score_of_what_is_stated(tmp_path: Path) -> None:
    tiny_model(tmp_path / "tiny", "bert", ("LABEL_0",))
    model = CrossEncoder(str(tmp_path / "tiny"), device="cpu")
    found = ShortcutEvaluator(ShortcutSets.of(per_group=2), score_of="entailment")(model)
    turned = ShortcutEvaluator(ShortcutSets.of(per_group=2), score_of="non-entailment")(model)
    both = found["shortcuts_hans.accuracy"] + turned["shortcuts_hans.accuracy"]
    assert np.isclose(both, 1)
