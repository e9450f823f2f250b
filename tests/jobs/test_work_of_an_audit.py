"""An audit does the work of the measures that it takes, and does none of it twice."""

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from rightreasons import audit
from rightreasons.cross_fitting.two_strengths import BothStrengths

BASELINES = ("hypothesis_only", "premise_only", "length_only", "overlap_only")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that grows each time both strengths of regularisation are fitted."""
    calls: list[int] = []
    of = BothStrengths.of

    def counted(*arguments: object) -> BothStrengths:
        calls.append(1)
        return of(*arguments)  # type: ignore[arg-type]  # what the audit gives

    monkeypatch.setattr(BothStrengths, "of", counted)
    return calls


def _rows() -> pl.DataFrame:
    """Return random words, and in half of the contradictions one that no other label has."""
    rng = np.random.default_rng(0)
    words = np.array([f"w{number}" for number in range(60)])
    labels = np.array(["entailment", "neutral", "contradiction"])[np.arange(900) % 3]
    marked = (labels == "contradiction") & (rng.random(900) < 0.5)
    premises, hypotheses = ([" ".join(rng.choice(words, 6)) for _ in labels] for _ in range(2))
    hypotheses = [f"{text} never" if mark else text for text, mark in zip(hypotheses, marked, strict=True)]
    return pl.DataFrame({"premise": premises, "hypothesis": hypotheses, "label": labels})


def _bits(measures: Sequence[str]) -> dict[str, float | None]:
    figures = audit(_rows(), measures=measures).finding("usable_information").figures
    return {name: figure.value for name, figure in figures.items()}


def test_bits_are_counted_once_an_input_and_only_where_they_are_asked_for(made: list[int]) -> None:
    audit(_rows(), measures=BASELINES)
    assert not made
    beside = _bits((*BASELINES, "usable_information"))
    assert len(made) == len(BASELINES)
    assert _bits(("usable_information",)) == beside
    assert (beside["hypothesis.information"] or 0) > 0.05  # there was something to count
