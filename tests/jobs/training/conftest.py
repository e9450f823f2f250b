"""A tiny encoder in a folder, as it is and with another configuration."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.predictors.tiny_models import tiny_model


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny encoder in a folder of its own name."""
    return tiny_model(tmp_path_factory.mktemp("encoders") / "tiny-bert", "bert")


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., Path]:
    """Return what makes a tiny encoder with other values in its config.json."""

    def made(**values: Any) -> Path:
        folder = tiny_model(tmp_path / "changed", "bert")
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        (folder / "config.json").write_text(json.dumps(config | values), encoding="utf-8")
        return folder

    return made
