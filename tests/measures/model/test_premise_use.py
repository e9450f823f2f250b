"""A model that does not read its premises gives itself away where a hypothesis stands with several."""

import numpy as np
import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.errors import MeasureInputError
from rightreasons.labels import TWO_WAY
from rightreasons.measures.model.premise_use import premise_use
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions


def _challenge(premises: int) -> Challenge:
    rows = [
        {"id": f"{h}-{p}", "premise": f"p{p}", "hypothesis": f"h{h}", "label": "entailment"}
        for h in range(15)
        for p in range(premises)
    ]
    pairs = read_pairs(rows)
    return from_pairs("made", pairs, ())


def _predictions(challenge: Challenge, probability: np.ndarray) -> Predictions:
    frame = pl.DataFrame(
        {"id": challenge.items["id"], "label": pl.Series(["entailment"] * len(challenge), dtype=LABEL_TYPE),
         "entailment": probability, "non-entailment": 1 - probability}
    )  # fmt: skip
    return Predictions(frame, TWO_WAY, Provenance("a model"))


def test_probabilities_by_hypothesis_alone_change_nowhere() -> None:
    challenge = _challenge(3)
    alone = np.repeat(np.linspace(0.1, 0.9, 15), 3)
    noise = np.random.default_rng(1).uniform(-1e-5, 1e-5, 45)  # of other batches
    found = premise_use(challenge, _predictions(challenge, alone + noise)).figures["changed"]
    assert (found.value, found.n) == (0, 30)


def test_probabilities_of_a_model_that_reads_change() -> None:
    challenge = _challenge(3)
    found = premise_use(challenge, _predictions(challenge, np.random.default_rng(1).random(45)))
    assert found.figures["changed"].value == 1


def test_too_few_repeated_hypotheses_say_nothing() -> None:
    challenge = _challenge(2)
    with pytest.raises(MeasureInputError, match="15 items"):
        premise_use(challenge, _predictions(challenge, np.full(30, 0.5)))
