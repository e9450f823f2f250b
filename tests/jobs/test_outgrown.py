"""Data that need more memory than there is are refused with the line that reads them in blocks."""

import gzip
import shlex
from pathlib import Path

import polars as pl
import pytest

from rightreasons import audit
from rightreasons.errors import ExhaustedError
from rightreasons.jobs.auditing import outgrown
from rightreasons.jobs.auditing.outgrown import BYTES_A_PAIR, available_bytes, refuse_outgrown
from rightreasons.sources.bundled.corpus import bundled_pairs

PAIRS = 3_000


@pytest.fixture(autouse=True)
def small_files_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgrown, "LEAST_BYTES", 0)


@pytest.fixture(params=["parquet", "jsonl", "csv"])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of pairs whose name has a space."""
    frame = bundled_pairs(PAIRS, seed=1).frame.select("premise", "hypothesis", "label").cast(pl.String)
    path = tmp_path / f"my pairs.{request.param}"
    if request.param == "parquet":
        frame.write_parquet(path)
    elif request.param == "jsonl":
        frame.write_ndjson(path)
    else:
        frame.write_csv(path)
    return path


def test_what_fits_is_read_and_what_does_not_is_refused(data: Path) -> None:
    refuse_outgrown(data, PAIRS * BYTES_A_PAIR * 2)
    with pytest.raises(ExhaustedError) as caught:
        refuse_outgrown(str(data), PAIRS * BYTES_A_PAIR // 2)
    assert f"rightreasons audit {shlex.quote(str(data))} --engine local" in caught.value.remedy
    with pytest.raises(ExhaustedError):
        refuse_outgrown(f"{data.parent}:train", PAIRS * BYTES_A_PAIR // 2)


def test_compressed_text_is_taken_for_several_times_its_size(tmp_path: Path) -> None:
    frame = bundled_pairs(PAIRS, seed=1).frame.select("premise", "hypothesis", "label").cast(pl.String)
    path = tmp_path / "pairs.jsonl.gz"
    path.write_bytes(gzip.compress(frame.write_ndjson().encode()))
    with pytest.raises(ExhaustedError):
        refuse_outgrown(path, PAIRS * BYTES_A_PAIR // 10)


def test_an_audit_without_an_engine_is_refused_before_anything_is_read(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgrown, "available_bytes", lambda: 1_000)
    with pytest.raises(ExhaustedError):
        audit(data)
    assert audit(data, engine="local", measures=["label_balance"]).findings


def test_what_is_no_path_is_not_looked_at() -> None:
    refuse_outgrown(None, 0)
    refuse_outgrown(pl.DataFrame(), 0)


def test_this_machine_says_how_much_memory_it_has() -> None:
    there = available_bytes()
    assert there is None or there > 10**6
