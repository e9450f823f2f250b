"""The same data in any form in memory give the same result, wherever data are named."""

from collections.abc import Callable
from typing import Any

import datasets
import polars as pl
import pytest

from rightreasons import audit, probe, read_pairs
from rightreasons.sources.bundled import bundled_pairs

FRAME = bundled_pairs(300, 1).frame.select(
    "id", "premise", "hypothesis", pl.col("label").cast(pl.String)
)  # fmt: skip
FORMS: dict[str, Callable[[], Any]] = {
    "polars": lambda: FRAME,
    "lazy": FRAME.lazy,
    "pandas": FRAME.to_pandas,
    "arrow": FRAME.to_arrow,
    "arrow batch": lambda: FRAME.to_arrow().combine_chunks().to_batches()[0],
    "dataset": lambda: datasets.Dataset(FRAME.to_arrow()),
    "rows": FRAME.to_dicts,
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_as_the_same_pairs(form: str) -> None:
    read = read_pairs(FORMS[form]()).frame
    assert read.select("id", "premise", "hypothesis").equals(FRAME.select("id", "premise", "hypothesis"))
    assert read["label"].cast(pl.String).to_list() == FRAME["label"].to_list()


@pytest.mark.parametrize("form", FORMS)
def test_every_form_can_be_audited_and_a_model_be_probed_on_it(form: str) -> None:
    result = audit(FORMS[form](), measures=["label_balance"])
    assert isinstance(result.items, pl.DataFrame)
    assert result.items.height == 300
    found = probe("rule:always-entailment", FORMS[form]())
    scored = next(each for each in found.findings if each.role == "score")
    share = (FRAME["label"] == "entailment").to_numpy().mean()
    assert scored.figures["accuracy"].value == pytest.approx(share)


def test_frames_stand_among_names() -> None:
    found = probe("rule:always-entailment", ["controls", FRAME, FRAME.to_pandas()])
    assert len([each for each in found.findings if each.role == "score"]) == 2
