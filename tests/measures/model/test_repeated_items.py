"""Items that are one pair asked several times are counted, and how much wider intervals may have to be."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.challenge import from_pairs
from rightreasons.errors import NotApplicableError
from rightreasons.findings import Finding
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.repeated_items import repeated_items
from rightreasons.measures.model.score import score
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions


def _measured(texts: list[str], answered: list[int] | None = None) -> Finding:
    rows = [
        {"id": f"r{row}", "premise": f"All of {text}.", "hypothesis": text, "label": "neutral"}
        for row, text in enumerate(texts)
    ]
    challenge = from_pairs("set", read_pairs(rows), ())
    ids = [f"r{row}" for row in (range(len(texts)) if answered is None else answered)]
    frame = pl.DataFrame({"id": ids, "label": pl.Series(["neutral"] * len(ids), dtype=LABEL_TYPE)})
    said = Predictions(frame, THREE_WAY, Provenance("a model"))
    return repeated_items(challenge, score(challenge, said, allow_partial=True))


def test_copies_are_counted_whatever_their_spelling() -> None:
    found = _measured(["One", "one ", "Two", "three", "THREE", "three."])
    assert found.figures["repeated"].value == pytest.approx(5 / 6)
    assert found.figures["different"].value == 3


def test_the_factor_is_that_of_intervals_over_clusters_that_are_all_right_or_all_wrong() -> None:
    sizes = np.array([5, 1, 1, 3, 10])
    found = _measured([f"text {pair}" for pair, size in enumerate(sizes) for _ in range(size)])
    rng = np.random.default_rng(1)
    right = rng.random((200_000, len(sizes))) < 0.5
    of_items = 0.5 / np.sqrt(sizes.sum())  # standard error of as many independent items
    assert found.figures["wider"].value == pytest.approx(
        float((right * sizes).sum(axis=1).std() / sizes.sum() / of_items), rel=0.01
    )


def test_items_without_an_answer_are_not_counted() -> None:
    with pytest.raises(NotApplicableError):
        _measured(["One", "one", "Two"], answered=[0, 2])


def test_different_pairs_are_nothing_to_tell() -> None:
    with pytest.raises(NotApplicableError):
        _measured(["One", "Two", "Three"])
