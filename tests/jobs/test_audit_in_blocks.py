"""An audit in blocks finds what one in one piece finds; what needs all rows is measured on a sample."""

import gzip
from functools import partial
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rightreasons import audit
from rightreasons.engine import row_columns
from rightreasons.errors import (
    ExhaustedError,
    InputError,
    MalformedRowError,
    OptionError,
    UnknownLabelError,
    UnreadableFileError,
)
from rightreasons.jobs import block_sources
from rightreasons.jobs.auditing import blocks, by_blocks
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.bundled import bundled_pairs

COUNTED = [
    *("label_balance", "give_away_words", "lengths", "overlap_heuristics", "premise_coverage"),
    *("duplicates", "similar_pairs"),
]
MEASURES = [*COUNTED, "overlap_only", "labels_dealt_out"]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_sources, "cut_data", partial(cut_data, size=Size(20_000, 150)))


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """Three files of bundled pairs, some of them in two files."""
    folder = tmp_path / "data"
    folder.mkdir()
    for number in range(3):
        frame = bundled_pairs(600, seed=number).frame.select("premise", "hypothesis", "label")
        repeated = bundled_pairs(600, seed=0).frame.select(frame.columns).head(40)
        pl.concat([frame, repeated]).cast(pl.String).write_ndjson(folder / f"part-{number}.jsonl")
    return folder


def test_where_the_sample_is_all_rows_the_record_is_that_of_one_piece(shards: Path, tmp_path: Path) -> None:
    names = [*MEASURES, "artificial_patterns", "easy_hard"]
    whole = audit(shards, measures=names, out=tmp_path / "whole")
    parts = audit(shards, measures=names, engine="local", out=tmp_path / "blocks")
    assert [each.to_json() for each in parts.findings] == [each.to_json() for each in whole.findings]
    assert whole.run is not None
    assert parts.run is not None
    items = whole.run.items()
    assert_frame_equal(parts.run.items().select(items.columns), items, check_dtypes=False)
    told = {"rows", "labels", "account", "files", "columns", "label_map", "notes"}
    one, other = (each.manifest.to_json()["data"][0] for each in (whole, parts))
    assert {name: one[name] for name in told} == {name: other[name] for name in told}


def test_counts_are_of_all_rows_and_the_rest_of_whole_components(shards: Path, tmp_path: Path) -> None:
    whole = audit(shards, measures=MEASURES)
    some = audit(shards, measures=MEASURES, engine="local", sample=500, out=tmp_path / "run")
    for name in COUNTED:
        assert some.finding(name).to_json() == whole.finding(name).to_json()
    assert some.finding("overlap_only").figures["accuracy"].n == 1_920
    assert not any("were drawn together" in note for note in some.finding("overlap_only").notes)
    note = some.finding("labels_dealt_out").notes[0]
    assert "Rows linked by shared texts were drawn together" in note
    assert some.run is not None
    items = some.run.items()
    assert items.height == whole.items.height
    assert not items["overlap_only_prediction"].has_nulls()
    sampled = items.filter(pl.col("premise_labelled_elsewhere").is_not_null())
    assert 350 < sampled.height < 650
    left = items.filter(pl.col("premise_labelled_elsewhere").is_null())
    for text in ("premise", "hypothesis"):
        assert not set(sampled[text]) & set(left[text])


def test_of_very_many_rows_patterns_are_mined_in_the_sample(
    shards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_blocks, "MOST_IN_ORDER", 1_000)
    names = ["give_away_words", "artificial_patterns"]
    found = audit(shards, measures=names, engine="local", sample=500)
    words, patterns = map(found.finding, names)
    assert not any("were drawn together" in note for note in words.notes)
    assert "were drawn together" in patterns.notes[0]


def test_where_some_rows_have_parses_overlap_is_found_in_the_sample(shards: Path) -> None:
    first = pl.read_ndjson(shards / "part-0.jsonl")
    parses = {f"{side}_binary_parse": f"( {side} )" for side in ("premise", "hypothesis")}
    first.with_columns(**{name: pl.lit(parse) for name, parse in parses.items()}).write_ndjson(
        shards / "part-0.jsonl"
    )
    whole = audit(shards, measures=["overlap_heuristics"])
    blocks = audit(shards, measures=["overlap_heuristics"], engine="local")
    assert [each.to_json() for each in blocks.findings] == [each.to_json() for each in whole.findings]
    some = audit(shards, measures=["overlap_heuristics"], engine="local", sample=500)
    assert "were drawn together" in some.findings[0].notes[0]


def test_without_a_sample_what_needs_all_rows_says_so(shards: Path) -> None:
    found = audit(shards, measures=MEASURES, engine="local", sample=0)
    assert {each.name for each in found.findings} == {*COUNTED, "overlap_only"}
    reasons = {each.measure: each.reason for each in found.not_measured}
    assert set(reasons) == {"labels_dealt_out"}
    assert "needs all 1,920 rows" in reasons["labels_dealt_out"]


def test_a_test_set_is_counted_beside_the_blocks(shards: Path) -> None:
    test = shards / "part-0.jsonl"
    names = ["label_balance", "duplicates", "similar_pairs"]
    whole = audit(shards, test=test, measures=names)
    parts = audit(shards, test=test, measures=names, engine="local")
    assert [each.to_json() for each in parts.findings] == [each.to_json() for each in whole.findings]


def test_one_malformed_line_is_named_by_file_and_line(shards: Path) -> None:
    path = shards / "part-2.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[577] = '{"premise": "cut\n'
    path.write_text("".join(lines))
    with pytest.raises(MalformedRowError, match=r"part-2\.jsonl line 578 "):
        audit(shards, engine="local")
    dropped = audit(shards, engine="local", on_malformed="drop", measures=["label_balance"])
    assert dropped.manifest.data[0].account.dropped[0].where == ["part-2.jsonl line 578"]


def test_a_label_of_the_last_shard_is_counted_and_an_unknown_one_named(shards: Path) -> None:
    row = '{"premise": "p", "hypothesis": "h", "label": "%s"}\n'
    (shards / "part-9.jsonl").write_text(row % "non-entailment")
    found = audit(shards, engine="local", measures=["label_balance"])
    assert found.manifest.data[0].labels["non-entailment"] == 1
    (shards / "part-9.jsonl").write_text(row % "perhaps" * 2)
    with pytest.raises(UnknownLabelError, match=r"'perhaps' in 2 rows, first part-9\.jsonl line 1"):
        audit(shards, engine="local")


def test_an_unknown_engine_is_refused(shards: Path) -> None:
    with pytest.raises(OptionError, match="engine 'sparc'"):
        audit(shards, engine="sparc")


def test_native_daft_finds_what_this_process_finds(shards: Path, tmp_path: Path) -> None:
    names = ["label_balance", "lengths", "duplicates"]
    here, daft = (
        audit(shards, measures=names, engine=each, out=tmp_path / each) for each in ("local", "daft")
    )
    assert daft.to_json() == here.to_json()
    assert here.run is not None
    assert daft.run is not None
    assert_frame_equal(daft.run.items(), here.run.items())


def test_empty_shards_and_files_without_pairs_are_named_and_passed_over(shards: Path) -> None:
    (shards / "part-7.jsonl").write_text("")
    (shards / "other.csv").write_text("name,age\nAnn,3\n")
    (shards / "README.md").write_text("read me")
    whole, parts = (audit(shards, measures=["label_balance"], engine=each) for each in (None, "local"))
    told = [each.manifest.data[0].notes for each in (whole, parts)]
    assert told[0] == told[1]
    assert "other.csv" in told[1][0]
    assert "part-7.jsonl" in told[1][0]


@pytest.mark.parametrize("gone", [True, False])
def test_a_shard_that_is_gone_or_cut_while_it_is_read_is_named(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, gone: bool
) -> None:
    count, path = blocks._counted, shards / "part-2.jsonl"

    def meanwhile(task: blocks._Task) -> blocks.CountedBlock:
        if gone:
            path.unlink(missing_ok=True)
        elif path.stat().st_size > 1_000:
            path.write_bytes(path.read_bytes()[:1_000])
        return count(task)

    monkeypatch.setattr(blocks, "_counted", meanwhile)
    with pytest.raises(InputError, match=r"part-2\.jsonl"):
        audit(shards, engine="local", measures=["label_balance"], out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_truncated_shard_of_parquet_is_named(shards: Path) -> None:
    path = shards / "part-8.parquet"
    pl.read_ndjson(shards / "part-0.jsonl").write_parquet(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UnreadableFileError, match=r"part-8\.parquet cannot be read as Parquet"):
        audit(shards, engine="local")


def test_a_broken_compressed_shard_is_named(shards: Path) -> None:
    path = shards / "part-8.jsonl.gz"
    path.write_bytes(gzip.compress((shards / "part-0.jsonl").read_bytes())[:-500])
    with pytest.raises(UnreadableFileError, match=r"part-8\.jsonl\.gz is broken"):
        audit(shards, engine="local")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")
def test_a_full_disk_for_what_is_known_of_rows_is_told_and_leaves_no_run(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spill = tmp_path / "spill"
    spill.mkdir()
    with Path("/dev/full").open("w+b", buffering=0) as full:
        monkeypatch.setattr(row_columns, "TemporaryFile", lambda **_: full)
        with pytest.raises(ExhaustedError, match="no room on the disk"):
            audit(shards, engine="local", measures=COUNTED, spill=spill, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()
    assert not list(spill.iterdir())


def test_several_splits_are_asked_for_one_by_one(shards: Path) -> None:
    (shards / "part-0.jsonl").rename(shards / "train.jsonl")
    (shards / "part-1.jsonl").rename(shards / "dev.jsonl")
    (shards / "part-2.jsonl").unlink()
    with pytest.raises(OptionError, match="one split"):
        audit(shards, engine="local")
    found = audit(f"{shards}:train", test=f"{shards}:dev", engine="local", measures=["label_balance"])
    assert found.manifest.data[0].rows == 640


def test_an_audit_that_was_interrupted_goes_on_with_the_blocks_that_are_left(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = audit(shards, measures=COUNTED, engine="local", out=tmp_path / "whole")
    counted: list[str] = []
    count = blocks._counted

    def counting(task: blocks._Task) -> blocks.CountedBlock:
        counted.append(task.block.cut.name)
        return count(task)

    def interrupted(what: str, done: int, total: int) -> None:
        if what.startswith("count") and done == total - 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(blocks, "_counted", counting)
    with pytest.raises(KeyboardInterrupt):
        audit(shards, measures=COUNTED, engine="local", out=tmp_path / "run", progress=interrupted)
    at_first = len(counted)
    found = audit(shards, measures=COUNTED, engine="local", out=tmp_path / "run")
    assert len(counted) - at_first == 3
    assert found.to_json() == whole.to_json()
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == sorted(
        path.name for path in (tmp_path / "whole").iterdir()
    )


@pytest.mark.parametrize("given", ["test", "group_by", "templates"])
def test_models_are_fitted_to_the_sample_where_more_than_one_set_is_asked_for(
    shards: Path, given: str
) -> None:
    names: dict[str, object] = {"test": shards / "part-0.jsonl"} if given == "test" else {}
    if given != "test":
        for path in sorted(shards.iterdir()):
            frame = pl.read_ndjson(path)
            column = "genre" if given == "group_by" else "template"
            value = pl.col("label") + pl.int_range(pl.len()).mod(3).cast(pl.String)
            frame.with_columns(value.alias(column)).write_ndjson(path)
        names = {"group_by": ["genre"]} if given == "group_by" else {}
    found = audit(shards, measures=["length_only"], engine="local", sample=500, **names)  # type: ignore[arg-type] # options by name
    assert any("were drawn together" in note for note in found.finding("length_only").notes)
