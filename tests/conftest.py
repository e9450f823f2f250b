"""What tests of several rooms share."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of published datasets, which are not part of this repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("RIGHTREASONS_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"published datasets are not at {folder}; set RIGHTREASONS_DATA")
    return folder
