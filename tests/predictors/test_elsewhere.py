"""Copies of a model asked in blocks answer what the model answers, each pair once."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.predictors.tiny_models import tiny_model

from rightreasons import probe
from rightreasons.engine.engines import opened_engine
from rightreasons.engine.running import Inline
from rightreasons.errors import ModelError, OptionError
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response
from rightreasons.predictors.store import elsewhere
from rightreasons.predictors.store.cached_predictor import CachedPredictor
from rightreasons.predictors.store.elsewhere import NamedModel, Workers
from rightreasons.predictors.store.store import Store
from rightreasons.sources.bundled.corpus import bundled_pairs

CPU = ModelOptions(device="cpu")
PAIRS = bundled_pairs(60, seed=2)


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elsewhere, "BLOCK_PAIRS", 16)
    monkeypatch.setattr(elsewhere, "_copies", {})


@pytest.fixture
def model(tmp_path: Path) -> NamedModel:
    return NamedModel(str(tiny_model(tmp_path / "model")), CPU)


class _Repeating:
    """A workplace that does each block twice, as one that lost a worker may."""

    def map(self, function: Callable[[Any], Any], blocks: Iterable[Any]) -> Iterator[Any]:
        for block in blocks:
            function(block)
            yield function(block)


@pytest.mark.parametrize("engine", ["local", "daft"])
def test_copies_answer_what_the_model_answers(model: NamedModel, engine: str) -> None:
    if engine == "daft":
        pytest.importorskip("daft", reason="the extra [scale] is not installed")
    predictor = model.loaded()
    expected = predictor.predict(PAIRS).frame
    with opened_engine(engine) as place, Store.open(None) as store:
        asked = CachedPredictor(predictor, store, "run", Workers(place, model).predict)
        found = asked.responses(PAIRS)
        assert found.predictions.frame["label"].to_list() == expected["label"].to_list()
        assert found.asked == 60
        assert asked.responses(PAIRS).asked == 0


def test_a_block_that_is_done_twice_is_kept_once(model: NamedModel) -> None:
    taken: list[str] = []

    def take(batch: Mapping[str, Response]) -> None:
        taken.extend(batch)

    failed, stopped = Workers(_Repeating(), model).predict(model.loaded(), PAIRS, take)
    assert sorted(taken) == sorted(PAIRS.frame["id"])
    assert (failed, stopped) == ({}, None)


def test_a_worker_that_loads_other_weights_is_refused(model: NamedModel, tmp_path: Path) -> None:
    predictor = model.loaded()
    other = replace(model, model=str(tiny_model(tmp_path / "other", seed=9)))
    with pytest.raises(ModelError, match="loads another model"):
        Workers(Inline(), other).predict(predictor, PAIRS, lambda _: None)


def test_a_probe_of_copies_is_that_of_the_model() -> None:
    here, there = (probe("rule:subsequence", PAIRS, engine=engine) for engine in (None, "local"))
    assert [each.to_json() for each in there.findings] == [each.to_json() for each in here.findings]


def test_an_object_cannot_be_copied_to_workers(model: NamedModel) -> None:
    with pytest.raises(OptionError, match="an object of Python"):
        probe(model.loaded(), PAIRS, engine="local")
