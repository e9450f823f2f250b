"""An ONNX file says what the model says that it was made from; `make onnx` keeps no other."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.predictors.tiny_models import KINDS, NAMES, tiny_model

from rightreasons.errors import FileMissingError, ModelError, OptionError, RunExistsError, UnnamedOutputsError
from rightreasons.jobs.making import onnx as job
from rightreasons.jobs.making.onnx import make_onnx
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.networks.onnx_runtime import load_onnx
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import predictor_named
from rightreasons.sources.bundled import bundled_pairs

PAIRS = bundled_pairs(45, 2)
CPU = ModelOptions(device="cpu")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_model(tmp_path_factory.mktemp("onnx") / "model")


@pytest.fixture(scope="module")
def made(model: Path) -> Path:
    make_onnx(f"hf:{model}", model.parent / "made", PAIRS, int8=True)
    return model.parent / "made"


@pytest.mark.parametrize("kind", KINDS)
def test_every_architecture_says_the_same_as_onnx(tmp_path: Path, kind: str) -> None:
    folder = tiny_model(tmp_path / "model", kind)
    manifest = make_onnx(str(folder), tmp_path / "made")
    proof = manifest["proof"]["fp32"]
    assert (proof["pairs"], proof["same_label"]) == (120, 120)
    assert proof["largest_difference"] < 1e-4
    assert "int8" not in manifest["proof"]
    assert "model_int8.onnx" not in manifest["files"]
    ours = load_hugging_face(str(folder), CPU).predict(PAIRS)
    theirs = predictor_named(f"onnx:{tmp_path / 'made'}", CPU).predict(PAIRS)
    assert theirs.probabilities.to_numpy() == pytest.approx(ours.probabilities.to_numpy(), abs=1e-4)
    assert theirs.frame["label"].equals(ours.frame["label"])


def test_int8_is_written_when_asked_for_and_its_agreement_stated(model: Path, made: Path) -> None:
    manifest = json.loads((made / "manifest.json").read_text(encoding="utf-8"))
    exact = load_hugging_face(str(model), CPU).predict(PAIRS)
    rounded = load_onnx(str(made / "model_int8.onnx"), CPU).predict(PAIRS)
    stated = manifest["proof"]["int8"]
    same = int((exact.frame["label"] == rounded.frame["label"]).sum())
    difference = np.abs(exact.probabilities.to_numpy() - rounded.probabilities.to_numpy()).max()
    assert (stated["pairs"], stated["same_label"]) == (45, same)
    assert stated["largest_difference"] == pytest.approx(difference, abs=1e-6)
    assert stated["largest_difference"] > 1e-4
    assert manifest["options"]["int8"] is True


def test_a_graph_that_says_something_else_is_not_kept(
    tmp_path: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exchanged(loaded: Any, example: Any, path: Path) -> None:
        """Export another model."""
        from rightreasons.predictors.networks.loaded import load_network
        from rightreasons.predictors.networks.onnx_export import export_onnx

        export_onnx(load_network(str(tiny_model(tmp_path / "other", seed=5)), CPU), example, path)

    monkeypatch.setattr(job, "export_onnx", exchanged)
    with pytest.raises(ModelError, match="nothing was kept"):
        make_onnx(str(model), tmp_path / "made", PAIRS)
    assert not (tmp_path / "made").exists()
    assert not list(tmp_path.glob(".made*"))


def test_the_same_work_is_not_done_twice_and_other_work_not_overwritten(model: Path, made: Path) -> None:
    before = (made / "model.onnx").stat().st_mtime_ns
    make_onnx(str(model), made, PAIRS, int8=True)
    assert (made / "model.onnx").stat().st_mtime_ns == before
    with pytest.raises(RunExistsError):
        make_onnx(str(model), made, PAIRS)


def test_a_model_without_names_is_exported_and_refused_when_it_is_asked(tmp_path: Path) -> None:
    folder = tiny_model(tmp_path / "model", names=["LABEL_0", "LABEL_1", "LABEL_2"])
    make_onnx(str(folder), tmp_path / "made", PAIRS)
    with pytest.raises(UnnamedOutputsError) as caught:
        load_onnx(str(tmp_path / "made"), CPU)
    assert caught.value.outputs == ("LABEL_0", "LABEL_1", "LABEL_2")


def test_names_in_the_file_itself_and_a_folder_below_that_of_the_tokenizer(
    made: Path, tmp_path: Path
) -> None:
    import onnx

    expected = load_onnx(str(made), CPU).predict(PAIRS).frame
    shutil.copytree(made, tmp_path / "model", ignore=shutil.ignore_patterns("*.onnx"))
    (tmp_path / "model" / "onnx").mkdir()
    path = tmp_path / "model" / "onnx" / "nli.onnx"
    graph = onnx.load(made / "model.onnx")
    onnx.helper.set_model_props(graph, {"id2label": json.dumps(dict(enumerate(NAMES)))})
    onnx.save(graph, path)
    config = json.loads((made / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "model" / "config.json").write_text(json.dumps(config | {"id2label": {}}))
    predictor = load_onnx(str(path), CPU)
    assert predictor.name == "onnx:nli.onnx"
    assert predictor.predict(PAIRS).frame.equals(expected)


def test_the_identity_goes_with_the_file(made: Path) -> None:
    exact, rounded = (load_onnx(str(made / name), CPU).identity for name in ("model.onnx", "model_int8.onnx"))
    assert exact.kind == "onnx"
    assert exact.is_repeatable
    assert exact.fingerprint() != rounded.fingerprint()


def test_files_that_are_no_classifier_are_refused(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made, tmp_path / "made", ignore=shutil.ignore_patterns("*.onnx"))
    with pytest.raises(ModelError, match="no ONNX file"):
        load_onnx(str(tmp_path / "made"), CPU)
    (tmp_path / "made" / "model.onnx").write_bytes(b"no graph")
    with pytest.raises(ModelError):
        load_onnx(str(tmp_path / "made"), CPU)
    with pytest.raises(FileMissingError):
        load_onnx(str(tmp_path / "nothing.onnx"), CPU)
    with pytest.raises(OptionError):
        load_onnx(str(made), ModelOptions(dtype="bf16"))
    with pytest.raises(OptionError, match="CoreML"):
        load_onnx(str(made), ModelOptions(device="mps"))
    with pytest.raises(OptionError):
        make_onnx("llm:some@where", tmp_path / "out")
