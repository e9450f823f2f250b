"""Outputs are labels by their names; what cannot be read is refused, never guessed."""

from itertools import permutations

import numpy as np
import pytest
from scipy.special import expit, softmax

from rightreasons.errors import (
    AmbiguousLabelError,
    MeaninglessLabelError,
    ModelError,
    OptionError,
    RightReasonsError,
    UnknownLabelError,
    UnnamedOutputsError,
)
from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.predictors.networks.outputs import named_outputs
from rightreasons.predictors.options import ModelOptions

LOGITS = np.array([[2.0, -1.0, 0.5], [0.0, 3.0, 1.0], [-1.0, 0.0, 4.0]])


@pytest.mark.parametrize("order", list(permutations(["Entailment", "neutral", "CONTRADICTION"])))
def test_whatever_the_order_of_outputs_a_label_keeps_its_own_numbers(order: tuple[str, ...]) -> None:
    outputs = named_outputs(order, ModelOptions())
    predictions = outputs.predictions(["a", "b", "c"], outputs.probabilities(LOGITS), "model")
    assert predictions.labels == THREE_WAY
    assert predictions.frame["label"].to_list() == [order[0].lower(), order[1].lower(), order[2].lower()]
    for place, name in enumerate(order):
        assert predictions.frame[name.lower()].to_numpy() == pytest.approx(softmax(LOGITS, axis=1)[:, place])
    assert predictions.provenance.label_map == {name: name.lower() for name in order}


def test_two_labels_are_entailment_and_its_opposite() -> None:
    outputs = named_outputs(["not_entailment", "entailment"], ModelOptions())
    predictions = outputs.predictions(["a"], outputs.probabilities(np.array([[2.0, 1.0]])), "model")
    assert predictions.labels == TWO_WAY
    assert predictions.frame.row(0)[1] == "non-entailment"
    assert predictions.frame["entailment"][0] == pytest.approx(softmax([2.0, 1.0])[1])


@pytest.mark.parametrize("names", [("LABEL_0", "LABEL_1", "LABEL_2"), ("0", "1"), ("entailment", "LABEL_1")])
def test_names_that_say_nothing_are_refused_and_handed_on(names: tuple[str, ...]) -> None:
    with pytest.raises(UnnamedOutputsError) as caught:
        named_outputs(names, ModelOptions())
    assert caught.value.outputs == names
    assert isinstance(caught.value, MeaninglessLabelError)
    assert "label_map=" in str(caught.value)


def test_the_label_map_explains_names_and_goes_before_them() -> None:
    label_map = {"LABEL_0": Label.CONTRADICTION, "LABEL_1": Label.NEUTRAL, "LABEL_2": Label.ENTAILMENT}
    outputs = named_outputs(tuple(label_map), ModelOptions(label_map=label_map))
    assert outputs.meanings == tuple(label_map.values())
    swapped = {"entailment": Label.CONTRADICTION, "contradiction": Label.ENTAILMENT}
    outputs = named_outputs(["entailment", "neutral", "contradiction"], ModelOptions(label_map=swapped))
    assert outputs.meanings == (Label.CONTRADICTION, Label.NEUTRAL, Label.ENTAILMENT)


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (["entailment", "entails", "neutral"], ModelError),
        (["entailment", "neutral", "neutral"], ModelError),
        (["neutral", "contradiction"], ModelError),
        (["entailment", "contradiction"], ModelError),
        (["entailment", "neutral", "contradiction", "not-entailment"], ModelError),
        (["entailment", "neutral", "contradiction", "hidden"], ModelError),
        (["entailment", "neutral", "none"], ModelError),
        ([], ModelError),
        (["contradiction"], ModelError),
        (["toxic", "not toxic"], UnknownLabelError),
        (["e", "n"], AmbiguousLabelError),
    ],
)
def test_outputs_that_are_no_labels_of_pairs_are_refused(
    names: list[str], error: type[RightReasonsError]
) -> None:
    with pytest.raises(error):
        named_outputs(names, ModelOptions())


def test_a_label_map_for_outputs_that_are_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="entailmnt"):
        named_outputs(
            ["entailment", "not_entailment"], ModelOptions(label_map={"entailmnt": Label.NON_ENTAILMENT})
        )


@pytest.mark.parametrize(
    ("name", "options", "high"),
    [
        ("LABEL_0", ModelOptions(), Label.ENTAILMENT),
        ("consistency", ModelOptions(), Label.ENTAILMENT),
        ("LABEL_0", ModelOptions(score_of=Label.NON_ENTAILMENT), Label.NON_ENTAILMENT),
        ("not_entailment", ModelOptions(), Label.NON_ENTAILMENT),
        ("s", ModelOptions(label_map={"s": Label.NON_ENTAILMENT}), Label.NON_ENTAILMENT),
    ],
)
def test_a_single_output_is_the_score_of_one_label(name: str, options: ModelOptions, high: Label) -> None:
    outputs = named_outputs([name], options)
    logits = np.array([[3.0], [-0.1], [0.0]])
    predictions = outputs.predictions(["a", "b", "c"], outputs.probabilities(logits), "model")
    low = Label.NON_ENTAILMENT if high is Label.ENTAILMENT else Label.ENTAILMENT
    assert predictions.frame["label"].to_list() == [high, low, Label.ENTAILMENT]  # from 0.5 on it is entailed
    assert predictions.frame[high.value].to_numpy() == pytest.approx(expit(logits[:, 0]))


def test_a_score_that_says_one_thing_and_is_called_another_is_refused() -> None:
    with pytest.raises(OptionError):
        named_outputs(["entailment"], ModelOptions(score_of=Label.NON_ENTAILMENT))
    with pytest.raises(ModelError):
        named_outputs(["LABEL_0"], ModelOptions(score_of=Label.CONTRADICTION))


def test_a_score_without_activation_stays_as_it_is() -> None:
    outputs = named_outputs(["LABEL_0"], ModelOptions(), "none")
    probabilities = outputs.probabilities(np.array([[0.2], [0.7], [1.25]]))
    assert probabilities[:, 0].tolist() == [0.2, 0.7, 1.25]
    predictions = outputs.predictions(["a", "b", "c"], probabilities, "model", 0.7)
    assert predictions.frame["label"].to_list() == ["non-entailment", "entailment", "entailment"]
    assert predictions.frame["entailment"].to_list() == [0.2, 0.7, 1.0]


def test_a_threshold_decides_on_entailment_and_the_rest_stays_with_the_most_probable_label() -> None:
    outputs = named_outputs(["entailment", "neutral", "contradiction"], ModelOptions())
    probabilities = np.array([[0.3, 0.6, 0.1], [0.29, 0.3, 0.41], [0.6, 0.1, 0.3]])
    labels = outputs.predictions(["a", "b", "c"], probabilities, "model", 0.3).frame["label"].to_list()
    assert labels == ["entailment", "contradiction", "entailment"]


@pytest.mark.parametrize("zero", ["0", "LABEL_0", "label-0"])
def test_a_number_and_a_numbered_name_mean_the_same(zero: str) -> None:
    stated = {zero: Label.NEUTRAL, "LABEL_1": Label.CONTRADICTION, "2": Label.ENTAILMENT}
    found = named_outputs(["LABEL_0", "LABEL_1", "LABEL_2"], ModelOptions(label_map=stated))
    assert found.meanings == (Label.NEUTRAL, Label.CONTRADICTION, Label.ENTAILMENT)


def test_two_meanings_of_one_output_are_refused() -> None:
    stated = {"0": Label.NEUTRAL, "LABEL_0": Label.ENTAILMENT}
    with pytest.raises(OptionError, match="two meanings"):
        named_outputs(["LABEL_0", "LABEL_1", "LABEL_2"], ModelOptions(label_map=stated))
