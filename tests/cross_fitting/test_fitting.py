"""A fitted model says of later texts what its coefficients say, whatever stands beside them."""

import math
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest

from rightreasons.cross_fitting.features import BOUNDARY, LONGEST, SHORTEST, START
from rightreasons.cross_fitting.fitted_model import FittedModel, fitted
from rightreasons.cross_fitting.regression import probabilities
from rightreasons.text.tokens import Tokens, from_lists

VOCABULARY = ["dog", "dogs", "cat", "cats", "runs", "running", "sleeps", "not", "a", "the", "nobody", "is"]


def texts(rows: int, seed: int, words: list[str] = VOCABULARY) -> list[list[str]]:
    rng = np.random.default_rng(seed)
    return [rng.choice(words, rng.integers(1, 7)).tolist() for _ in range(rows)]


def tokens_of(lists: list[list[str]]) -> Tokens:
    return from_lists(pl.Series(lists, dtype=pl.List(pl.String)), "test")


@pytest.fixture(scope="module")
def model() -> FittedModel:
    drawn = texts(400, seed=1)
    codes = np.array([2 if "not" in text else len(text) % 2 for text in drawn])
    return fitted(tokens_of(drawn), codes, 3)


def by_name(model: FittedModel, text: list[str]) -> npt.NDArray[np.float64]:
    """Probabilities of one text from the names of its features, by plain loops."""
    features, made = model.features, model.regression
    number = {features.name(place): place for place in range(sum(features.sizes))}
    lowered = [word.lower() for word in text]
    names = [("word", word) for word in lowered]
    names += [("word pair", f"{before} {word}") for before, word in pairwise([START, *lowered])]
    for word in lowered:
        marked = f"{BOUNDARY}{word}{BOUNDARY}"
        names += [
            ("characters", marked[at : at + n])
            for n in range(SHORTEST, LONGEST + 1)
            if n < len(marked)
            for at in range(len(marked) - n + 1)
        ]
    found = [number[name] for name in names if name in number]
    values = made.weighting.values[found].astype(float)
    length = math.sqrt(float(values @ values)) or 1.0
    scores = values @ made.coefficients[found].astype(float) / length + made.bias
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def test_training_texts_get_what_the_regression_gives_them(model: FittedModel) -> None:
    drawn = texts(400, seed=1)
    expected = probabilities(model.features, model.regression, model.features.text_of_row.astype(np.int64))
    np.testing.assert_allclose(model.probabilities(tokens_of(drawn)), expected, atol=1e-6)


def test_later_texts_get_what_the_names_of_their_features_say(model: FittedModel) -> None:
    later = [
        *texts(60, 2),
        *texts(60, 3, [*VOCABULARY, "dogged", "catsup", "unheard", "x", "Nobody"]),
        ["zzz"],
    ]
    found = model.probabilities(tokens_of(later))
    np.testing.assert_allclose(found, [by_name(model, text) for text in later], atol=2e-6)


def test_a_text_gets_the_same_alone_and_among_others(model: FittedModel) -> None:
    later = texts(50, 4, [*VOCABULARY, "unheard", "dogged"])
    together = model.probabilities(tokens_of(later))
    alone = np.vstack([model.probabilities(tokens_of([text])) for text in later])
    assert together.tobytes() == alone.tobytes()


def test_what_training_never_saw_leaves_the_prior(model: FittedModel) -> None:
    prior = np.exp(model.regression.bias - model.regression.bias.max())
    for text in (["qqqq"], []):
        np.testing.assert_allclose(model.probabilities(tokens_of([text]))[0], prior / prior.sum(), atol=1e-6)
    assert model.probabilities(tokens_of([])).shape == (0, 3)
