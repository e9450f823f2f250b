"""What tests of several rooms share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# No deadlines: a clock is no property. HYPOTHESIS_PROFILE=thorough looks harder than CI has time for.
settings.register_profile("quick", max_examples=40, deadline=None)
settings.register_profile("thorough", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of published datasets, which are not part of this repository."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "data"
    folder = Path(os.environ.get("RIGHTREASONS_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"published datasets are not at {folder}; set RIGHTREASONS_DATA")
    return folder
