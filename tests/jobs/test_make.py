"""What `make` writes: whole rows that can be read again, an account of the others, and nothing by halves."""

import hashlib
import json
from pathlib import Path

import polars as pl
import pytest

from rightreasons import read_pairs
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.difficulty import pattern_marks
from rightreasons.errors import EmptyDataError, OptionError, RunExistsError
from rightreasons.jobs.making.patterns import make_downsampled, make_easy_hard, make_patterns
from rightreasons.jobs.options import DownsampleOptions, EasyHardOptions
from rightreasons.sources.bundled import bundled_splits

TRAIN, TEST = bundled_splits(1_800, 600, 8)
OPTIONS = PatternOptions(threshold=0.8, min_count=20)


def test_subsets_hold_whole_rows_and_are_read_again(tmp_path: Path) -> None:
    manifest = make_easy_hard(TRAIN, TEST, tmp_path / "out", OPTIONS)
    marks = pattern_marks(TEST, PatternSet.fit(TRAIN, threshold=0.8, min_count=20))
    assert manifest["counts"] == marks.counts()
    for mark in ("easy", "hard"):
        read = read_pairs(tmp_path / "out" / f"{mark}.jsonl")
        assert read.frame["id"].to_list() == marks.ids(mark).to_list()
        original = TEST.frame.filter(pl.col("id").is_in(marks.ids(mark).implode()))
        assert read.frame.select("id", "premise", "hypothesis", "label").equals(
            original.select("id", "premise", "hypothesis", "label")
        )
    written = pl.read_ndjson(tmp_path / "out" / "marks.jsonl")
    assert written["mark"].to_list() == marks.frame["mark"].to_list()
    assert written["causes"].to_list() == marks.frame["causes"].to_list()


def test_the_manifest_says_what_was_made_of_what(tmp_path: Path) -> None:
    returned = make_easy_hard(TRAIN, TEST, tmp_path / "out", OPTIONS)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert manifest == json.loads(json.dumps(returned))
    assert manifest["options"]["lambda"] == 0.8
    assert manifest["data"]["train"]["rows"] == len(TRAIN)
    for name, checksum in manifest["files"].items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == checksum
    assert {path.name for path in (tmp_path / "out").iterdir()} == {*manifest["files"], "manifest.json"}


def test_the_model_scores_no_row_it_has_seen(tmp_path: Path) -> None:
    own = make_easy_hard(TRAIN, TRAIN, tmp_path / "own", OPTIONS, EasyHardOptions(notion="model"))
    other = make_easy_hard(TRAIN, TEST, tmp_path / "other", OPTIONS, EasyHardOptions(notion="model"))
    shares = [made["counts"]["easy"] / rows for made, rows in ((own, 1_800), (other, 600))]
    # cross-fitted and held out agree; a model that had seen the rows would be far above
    assert shares[0] == pytest.approx(shares[1], abs=0.1)
    assert own["counts"]["conflicting"] == own["counts"]["none"] == 0


def test_the_same_work_is_kept_and_other_work_refused(tmp_path: Path) -> None:
    first = make_downsampled(TRAIN, tmp_path / "out", OPTIONS)
    written = (tmp_path / "out" / "kept.jsonl").stat().st_mtime_ns
    assert make_downsampled(TRAIN, tmp_path / "out", OPTIONS) == first
    assert (tmp_path / "out" / "kept.jsonl").stat().st_mtime_ns == written
    with pytest.raises(RunExistsError):
        make_downsampled(TRAIN, tmp_path / "out", OPTIONS, DownsampleOptions(seed=1))
    with pytest.raises(RunExistsError):
        make_easy_hard(TRAIN, TEST, tmp_path / "out", OPTIONS)


def test_kept_and_dropped_are_all_there_is(tmp_path: Path) -> None:
    counts = make_downsampled(TRAIN, tmp_path / "out", OPTIONS)["counts"]
    kept = read_pairs(tmp_path / "out" / "kept.jsonl")
    dropped = pl.read_ndjson(tmp_path / "out" / "dropped.jsonl")
    assert {*kept.frame["id"], *dropped["id"]} == set(TRAIN.frame["id"])
    assert counts["kept"] == len(kept)
    assert sum(counts["dropped"].values()) == dropped.height
    assert len(set(counts["labels"].values())) == 1


def test_nothing_is_left_behind_by_work_that_fails(tmp_path: Path) -> None:
    with pytest.raises(EmptyDataError):
        make_downsampled(TRAIN.head(60), tmp_path / "out", PatternOptions(threshold=0.0, min_count=1))
    with pytest.raises(OptionError):
        make_easy_hard(TRAIN, TEST, tmp_path / "out", OPTIONS, EasyHardOptions(notion="guess"))  # type: ignore[arg-type]  # may be typed
    assert not any(tmp_path.iterdir())


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(RunExistsError):
        make_downsampled(TRAIN, tmp_path, OPTIONS)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_patterns_are_loaded_as_they_were_made(tmp_path: Path) -> None:
    path = tmp_path / "patterns.parquet"
    made = make_patterns(TRAIN, path, PatternOptions(threshold=0.5, min_count=20))
    loaded = PatternSet.load(path)
    assert loaded.origin == made.origin
    assert loaded.mark(TEST).patterns.tolist() == made.mark(TEST).patterns.tolist()
    make_patterns(TRAIN, path, PatternOptions(threshold=0.5, min_count=20))
    with pytest.raises(RunExistsError):
        make_patterns(TRAIN, path, PatternOptions(threshold=0.6, min_count=20))
