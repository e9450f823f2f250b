"""The faster form of a network is taken only where a trial shows it faster and its labels are the same."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predictors.tiny_models import tiny_model

from rightreasons.errors import OptionError
from rightreasons.predictors.networks import onnx_export, precision
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.networks.precision import rates
from rightreasons.predictors.options import ModelOptions
from rightreasons.sources.bundled.corpus import bundled_pairs

FASTEST = ModelOptions(device="cpu", dtype="fastest")
WITH_INT8 = ModelOptions(device="cpu", dtype="fastest", int8=True)
PAIRS = bundled_pairs(20, seed=3)


@pytest.fixture
def model(tmp_path: Path) -> str:
    return str(tiny_model(tmp_path / "model"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rightreasons" / "precision"


@pytest.fixture
def speeds(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets how fast each form is found to be."""

    def set_speeds(**found: float) -> None:
        monkeypatch.setattr(precision, "rates", lambda *_: found)

    return set_speeds


def test_rates_are_those_of_the_same_batches_without_the_first() -> None:
    now = [0.0]

    def forward(seconds: Iterator[float]) -> Callable[[Mapping[str, Any]], Any]:
        def answer(_: Mapping[str, Any]) -> Any:
            now[0] += next(seconds)
            return np.zeros((1, 3))

        return answer

    slow, fast = forward(iter([9.0, 0.4, 0.6, 0.4, 0.6])), forward(iter([9.0, 0.1, 0.1, 0.1, 0.1]))
    found = rates([{"a": 1}, {"b": 2}], {"fp32": slow, "bf16": fast}, lambda: now[0])
    assert found == pytest.approx({"fp32": 2.0, "bf16": 10.0})


def test_a_faster_form_with_the_same_labels_is_taken_and_said(
    model: str, speeds: Callable[..., None]
) -> None:
    speeds(fp32=10.0, bf16=31.0)
    expected = load_hugging_face(model, ModelOptions(device="cpu"))
    found = load_hugging_face(model, FASTEST)
    assert found.identity.options["dtype"] == "bfloat16"
    assert expected.identity.options["dtype"] == "float32"
    assert found.trial is not None
    assert (found.trial.precision, found.trial.gain, found.trial.pairs) == ("bf16", 3.1, 200)
    assert found.predict(PAIRS).frame["label"].to_list() == expected.predict(PAIRS).frame["label"].to_list()


@pytest.mark.parametrize("rate", [9.0, 10.4])
def test_what_is_no_faster_is_not_taken(model: str, speeds: Callable[..., None], rate: float) -> None:
    speeds(fp32=10.0, bf16=rate)
    found = load_hugging_face(model, FASTEST)
    assert found.identity == load_hugging_face(model, ModelOptions(device="cpu")).identity
    assert found.trial is not None
    assert found.trial.precision == "fp32"


def test_what_gives_other_labels_is_not_taken_however_fast(
    model: str, speeds: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    speeds(fp32=10.0, bf16=100.0, int8=20.0)
    real = onnx_export.all_logits

    def other_in_bf16(loaded: Any, forward: Any, encoded: Any, tokens: int) -> Any:
        logits = real(loaded, forward, encoded, tokens)
        is_bf16 = getattr(forward, "dtype", "") == "bfloat16"
        return -logits if is_bf16 else real(loaded, loaded.network, encoded, tokens)

    monkeypatch.setattr(precision, "all_logits", other_in_bf16)
    found = load_hugging_face(model, WITH_INT8)
    assert found.trial is not None
    assert found.trial.precision == "int8"
    assert found.identity.options["dtype"] == "int8"
    assert len(found.predict(PAIRS)) == 20


def test_int8_is_tried_only_where_it_is_allowed(model: str, speeds: Callable[..., None], cache: Path) -> None:
    speeds(fp32=10.0, bf16=10.0, int8=50.0)
    load_hugging_face(model, FASTEST)
    assert not list(cache.glob("*.onnx"))
    with pytest.raises(OptionError, match="alone"):
        load_hugging_face(model, ModelOptions(device="cpu", int8=True))


def test_a_trial_is_kept_and_made_again_for_other_weights(
    model: str, tmp_path: Path, speeds: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getloadavg", lambda: (0.0, 0.0, 0.0), raising=False)
    speeds(fp32=10.0, bf16=31.0)
    load_hugging_face(model, FASTEST)
    speeds(fp32=10.0, bf16=1.0)
    assert load_hugging_face(model, FASTEST).identity.options["dtype"] == "bfloat16"
    other = str(tiny_model(tmp_path / "other", seed=5))
    assert load_hugging_face(other, FASTEST).identity.options["dtype"] == "float32"
