"""What a model says under several prompts, put together."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import polars as pl

from rightreasons.labels import Label
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions

_SAME = 1e-9  # means of the same numbers in another order differ by rounding
_Vote = tuple[Label, Mapping[Label, float]]


def combined(predictions: Sequence[Predictions]) -> Predictions:
    """Return one prediction for every pair that any of several predictions label.

    Where all of them have probabilities, these are averaged over those that label the pair, and the most
    probable label counts; otherwise the label of most. Where labels are even, the first of the predictions
    that says one of them decides.

    Parameters
    ----------
    predictions
        Of the same model under different prompts, the one that goes first being the first.

    Raises
    ------
    ValueError
        If there are none, or they speak of different labels.
    """
    if not predictions or len({each.labels for each in predictions}) > 1:
        raise ValueError("predictions under one prompt at least, all of the same labels")
    labels = predictions[0].labels
    averaged = all(each.has_probabilities for each in predictions)
    votes: dict[str, list[_Vote]] = defaultdict(list)
    for each in predictions:
        for row in each.frame.iter_rows(named=True):
            label = Label(row["label"])
            votes[row["id"]].append(
                (label, {name: row[name] for name in labels} if averaged else {label: 1.0})
            )
    scores = {identifier: _mean(cast, labels) for identifier, cast in votes.items()}
    votes_cast = [_decided(votes[identifier], score) for identifier, score in scores.items()]
    frame = pl.DataFrame(
        [pl.Series("id", list(votes), pl.String), pl.Series("label", votes_cast, LABEL_TYPE)]
    )
    if averaged:
        columns = {name.value: [score[name] for score in scores.values()] for name in labels}
        frame = frame.hstack(pl.DataFrame(columns))
    return Predictions(frame, labels, Provenance(" + ".join(each.name for each in predictions)))


def _mean(votes: Sequence[_Vote], labels: Sequence[Label]) -> Mapping[Label, float]:
    return {label: sum(weights.get(label, 0.0) for _, weights in votes) / len(votes) for label in labels}


def _decided(votes: Sequence[_Vote], score: Mapping[Label, float]) -> Label:
    best = max(score.values()) - _SAME
    even = [label for label, value in score.items() if value >= best]
    return next((label for label, _ in votes if label in even), even[0])
