"""Real sentences that the tests of `text` share."""

import gzip
import json
import zipfile
from pathlib import Path

import polars as pl
import pytest


@pytest.fixture(scope="session")
def snli_dev(shared_data: Path) -> pl.DataFrame:
    """Sentences and parses of SNLI dev, 10,000 pairs."""
    with gzip.open(shared_data / "snli" / "snli_1.0_dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        return pl.DataFrame([json.loads(line) for line in lines])


@pytest.fixture(scope="session")
def real_sentences(shared_data: Path, snli_dev: pl.DataFrame) -> pl.Series:
    """Distinct sentences of SNLI dev, MultiNLI dev matched, ANLI and, every fourth, JOCI."""
    with gzip.open(shared_data / "mnli" / "dev_matched_val.jsonl.gz", "rt", encoding="utf-8") as lines:
        mnli = pl.DataFrame([json.loads(line) for line in lines])
    anli = [
        pl.read_csv(gzip.decompress(path.read_bytes()), columns=["context", "statement"])
        for path in sorted((shared_data / "anli").glob("*.csv.gz"))
    ]
    with zipfile.ZipFile(shared_data / "joci" / "joci.csv.zip") as archive:
        joci = pl.read_csv(archive.read("joci.csv"), columns=["CONTEXT", "HYPOTHESIS"])
    tables = [snli_dev.select("sentence1", "sentence2"), mnli.select("premise", "hypothesis"), *anli]
    columns = [column for table in tables for column in table.get_columns()]
    columns += [column.unique(maintain_order=True).gather_every(4) for column in joci.get_columns()]
    return (
        pl.concat([column.rename("sentence") for column in columns]).drop_nulls().unique(maintain_order=True)
    )
