"""Several prompts vote: by the mean of probabilities where all have them, otherwise by majority."""

from collections.abc import Mapping

import polars as pl
import pytest

from rightreasons.labels import THREE_WAY, TWO_WAY, Label
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.judge.combining import combined

E, N, C = (label.value for label in THREE_WAY)


def _labels(by_id: Mapping[str, str], labels: tuple[Label, ...] = THREE_WAY) -> Predictions:
    frame = pl.DataFrame({"id": list(by_id), "label": pl.Series(list(by_id.values()), dtype=LABEL_TYPE)})
    return Predictions(frame, labels, Provenance("one"))


def _probabilities(by_id: Mapping[str, tuple[float, float, float]]) -> Predictions:
    most = {key: THREE_WAY[max(range(3), key=lambda place: row[place])].value for key, row in by_id.items()}
    columns = {label.value: [row[place] for row in by_id.values()] for place, label in enumerate(THREE_WAY)}
    return Predictions(_labels(most).frame.hstack(pl.DataFrame(columns)), THREE_WAY, Provenance("one"))


def _by_id(predictions: Predictions) -> dict[str, str]:
    return dict(predictions.frame.select("id", "label").iter_rows())


def test_probabilities_are_averaged() -> None:
    together = combined([_probabilities({"a": (0.5, 0.4, 0.1)}), _probabilities({"a": (0.2, 0.6, 0.2)})])
    assert _by_id(together) == {"a": N}
    assert together.probabilities.row(0) == pytest.approx((0.35, 0.5, 0.15))


def test_where_means_are_even_the_first_prompt_decides() -> None:
    first, second = _probabilities({"a": (0.3, 0.7, 0.0)}), _probabilities({"a": (0.7, 0.3, 0.0)})
    assert _by_id(combined([first, second])) == {"a": N}
    assert _by_id(combined([second, first])) == {"a": E}


def test_without_probabilities_of_all_most_votes_count() -> None:
    votes = [
        _labels({"a": E, "b": C}),
        _labels({"a": N, "b": E}),
        _probabilities({"a": (0, 1, 0), "b": (1, 0, 0)}),
    ]
    together = combined(votes)
    assert _by_id(together) == {"a": N, "b": E}
    assert not together.has_probabilities


def test_even_votes_go_to_the_first_prompt_that_gave_one_of_them() -> None:
    votes = [_labels({"a": C}), _labels({"a": N}), _labels({"a": E}), _labels({"a": E}), _labels({"a": N})]
    assert _by_id(combined(votes)) == {"a": N}
    assert _by_id(combined(votes[:3])) == {"a": C}


def test_a_pair_that_one_prompt_does_not_label_is_left_to_the_others() -> None:
    assert _by_id(combined([_labels({"a": E}), _labels({"b": C, "a": N})])) == {"a": E, "b": C}


def test_prompts_of_different_labels_cannot_be_put_together() -> None:
    with pytest.raises(ValueError, match="same labels"):
        combined([_labels({"a": E}), _labels({"a": E}, TWO_WAY)])
