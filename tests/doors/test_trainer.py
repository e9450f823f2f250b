"""The callback in a real Trainer: what it logs, how often, and what it leaves behind."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predictors.tiny_models import tiny_model
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

from rightreasons.doors.live_model import asked, live_classifier
from rightreasons.doors.shortcut_sets import ShortcutSets
from rightreasons.doors.trainer import ShortcutCallback
from rightreasons.errors import UnnamedOutputsError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.networks.outputs import Outputs
from rightreasons.sources.bundled import bundled_splits

pytestmark = pytest.mark.filterwarnings("ignore")  # the libraries warn of each other, and of no accelerator
NAMES = ("entailment", "neutral", "contradiction")
HEURISTICS = ("lexical_overlap", "subsequence", "constituent")


@pytest.fixture(scope="module")
def data() -> tuple[PairTable, PairTable]:
    return bundled_splits(600, 60)


def rows(table: PairTable, tokenizer: Any, label2id: dict[str, int]) -> list[dict[str, Any]]:
    encoded = tokenizer(table.premises.to_list(), table.hypotheses.to_list(), truncation=True)
    gold = [label2id[str(label)] for label in table.gold]
    return [{**{key: encoded[key][n] for key in encoded}, "labels": gold[n]} for n in range(len(table))]


@pytest.fixture(scope="module")
def logged(
    tmp_path_factory: pytest.TempPathFactory, data: tuple[PairTable, PairTable]
) -> list[dict[str, float]]:
    folder = tmp_path_factory.mktemp("trained")
    tiny_model(folder / "tiny", "bert")
    tokenizer = AutoTokenizer.from_pretrained(folder / "tiny")
    model = AutoModelForSequenceClassification.from_pretrained(folder / "tiny")
    train, dev = (rows(each, tokenizer, model.config.label2id) for each in data)
    arguments = TrainingArguments(
        str(folder / "out"), max_steps=4, eval_strategy="steps", eval_steps=2, report_to=[], use_cpu=True
    )
    trainer = Trainer(
        model,
        arguments,
        train_dataset=train,
        eval_dataset={"one": dev, "other": dev},
        processing_class=tokenizer,
    )
    trainer.add_callback(ShortcutCallback(trainer, ShortcutSets.of(data[1], data[0], per_group=2)))
    trainer.train()
    return list(trainer.state.log_history)


def test_figures_are_logged_once_a_step_whatever_the_number_of_evaluation_sets(
    logged: Sequence[dict[str, float]],
) -> None:
    steps = [each["step"] for each in logged if "eval_shortcuts/hans.accuracy" in each]
    assert steps == [2, 4]


def test_hans_easy_and_hard_and_controls_are_flat_figures_from_0_to_1(
    logged: Sequence[dict[str, float]],
) -> None:
    figures = next(each for each in logged if "eval_shortcuts/hans.accuracy" in each)
    expected = {f"hans.{each}.{label}" for each in HEURISTICS for label in ("entailment", "non-entailment")}
    expected |= {f"bundled test.{each}" for each in ("accuracy", "hypothesis_alone.accuracy")}
    assert {f"eval_shortcuts/{name}" for name in expected} <= set(figures)
    assert all(0 <= figures[f"eval_shortcuts/{name}"] <= 1 for name in expected)


class Knows:
    """Says what a function of both texts says."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __call__(self, pairs: PairTable) -> Predictions:
        outputs = Outputs(NAMES, tuple(Label(name) for name in NAMES))
        given = zip(pairs.premises, pairs.hypotheses, strict=True)
        shares = np.eye(3)[[NAMES.index(self.answer(*each)) for each in given]]
        return outputs.predictions(pairs.frame["id"].to_list(), shares, "knows")


def test_a_model_that_always_says_entailment_is_right_where_gold_is_and_nowhere_else() -> None:
    figures = ShortcutSets.of(per_group=2).figures(Knows(lambda *_: "entailment"))
    assert {figures[f"hans.{each}.entailment"] for each in HEURISTICS} == {1.0}
    assert {figures[f"hans.{each}.non-entailment"] for each in HEURISTICS} == {0.0}


def test_a_model_that_reads_the_hypothesis_alone_gets_the_same_without_the_premise(
    data: tuple[PairTable, PairTable],
) -> None:
    _, dev = data
    gold = dict(zip(dev.hypotheses, map(str, dev.gold), strict=True))
    figures = ShortcutSets.of(dev, challenges=()).figures(Knows(lambda _, text: gold[text]))
    assert {round(value, 6) for value in figures.values()} == {1.0}
    assert "bundled test.hypothesis_alone.accuracy" in figures


def test_a_model_in_training_answers_as_the_same_model_loaded_from_its_folder(
    tmp_path: Path, data: tuple[PairTable, PairTable]
) -> None:
    from rightreasons.predictors.predictor import predictor_named

    tiny_model(tmp_path / "tiny", "bert")
    model = AutoModelForSequenceClassification.from_pretrained(tmp_path / "tiny").train()
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "tiny")
    with asked(model):
        said = live_classifier(model, tokenizer).predict(data[1])
    loaded = predictor_named(f"hf:{tmp_path / 'tiny'}").predict(data[1])
    assert model.training
    assert said.frame["label"].to_list() == loaded.frame["label"].to_list()
    assert np.allclose(said.probabilities.to_numpy(), loaded.probabilities.to_numpy(), atol=1e-6)


def test_outputs_without_names_are_refused_until_a_label_map_says_what_they_mean(
    tmp_path: Path, data: tuple[PairTable, PairTable]
) -> None:
    tiny_model(tmp_path / "tiny", "bert", ("LABEL_0", "LABEL_1", "LABEL_2"))
    model = AutoModelForSequenceClassification.from_pretrained(tmp_path / "tiny")
    tokenizer = AutoTokenizer.from_pretrained(tmp_path / "tiny")
    with pytest.raises(UnnamedOutputsError):
        live_classifier(model, tokenizer)
    named = {f"LABEL_{n}": name for n, name in enumerate(NAMES)}
    assert live_classifier(model, tokenizer, named).predict(data[1]).frame.height == len(data[1])
