"""`rightreasons make onnx` as a user types it."""

import json
from pathlib import Path
from typing import Any

from tests.predictors.tiny_models import tiny_model

from rightreasons.sources.bundled import bundled_pairs


def test_a_model_is_exported_proved_on_data_and_told(command: Any, tmp_path: Path) -> None:
    model, data = tiny_model(tmp_path / "model"), tmp_path / "pairs.jsonl"
    bundled_pairs(30, 1).frame.write_ndjson(data)
    arguments = ("make", "onnx", model, "--int8", "--on", data, "--limit", 20, "-o", tmp_path / "out")
    outcome = command(*arguments)
    assert outcome.code == 0, outcome.err
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["proof"]["fp32"]["pairs"] == 20
    lines = outcome.out.splitlines()
    assert lines[0].startswith("fp32: 20 of 20 labels as before")
    assert lines[1].startswith(f"int8: {manifest['proof']['int8']['same_label']} of 20 labels")
    assert json.loads(command(*arguments, "--json").out) == manifest


def test_a_folder_without_safetensors_is_told(command: Any, tmp_path: Path) -> None:
    model = tiny_model(tmp_path / "model")
    (model / "model.safetensors").rename(model / "pytorch_model.bin")
    outcome = command("make", "onnx", f"hf:{model}", "-o", tmp_path / "out")
    assert (outcome.code, "[RR402]" in outcome.err, outcome.out) == (3, True, "")
    assert not (tmp_path / "out").exists()
