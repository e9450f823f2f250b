"""What tests of several rooms share."""

import os
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from hypothesis import settings

from rightreasons import read_pairs
from rightreasons.findings import Finding
from rightreasons.pairs import PairTable

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


@pytest.fixture(scope="session")
def items_of() -> Callable[..., pl.DataFrame]:
    """Return a function of a finding and its tables that gives their rows as a run's items hold them."""

    def joined(finding: Finding, *tables: PairTable) -> pl.DataFrame:
        base = pl.concat(
            [
                table.frame.select(pl.lit(table.name).alias("set"), pl.all()).cast({"label": pl.String})
                for table in tables
            ],
            how="diagonal",
        )
        assert finding.items is not None
        own = finding.items
        if "set" not in own.columns:
            own = own.with_columns(set=pl.lit(tables[0].name))
        return base.join(own, on=["set", "id"], how="left", maintain_order="left")

    return joined


@pytest.fixture(scope="session")
def snli_part(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> PairTable:
    """The 22,897 distinct pairs of SNLI's training set that are published in two repositories."""
    folder = shared_data / "snli"
    coded = "columns: {label: 0, premise: 2, hypothesis: 3}, label_map: "
    coded += "{1: neutral, 2: contradiction, 3: entailment}"
    lines = [
        f"- {{path: {folder}/train_subset_cat/{name}, split: train, {coded}}}"
        for name in ("train.csv.gz", "test.csv")
    ]
    other = "columns: {premise: 0, hypothesis: 1, label: 2}"
    lines.append(f"- {{path: {folder}/train_subset_jack/snli_3k.json, split: train, {other}}}")
    listing = tmp_path_factory.mktemp("listing") / "snli_part.yaml"
    listing.write_text("\n".join(["name: SNLI train (part)", "files:", *lines]), encoding="utf-8")
    return read_pairs(listing, on_duplicate="drop")
