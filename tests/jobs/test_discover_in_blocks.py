"""Rules of data in blocks are those of one piece where all rows are searched; otherwise a part of them is."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from rightreasons import discover
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs import block_sources
from rightreasons.shortcuts.rules import read_rules
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.bundled import bundled_pairs

ROWS = 2_400
FEW: dict[str, Any] = {"rules": 2, "least": 150}


def _cut(monkeypatch: pytest.MonkeyPatch, text: int) -> None:
    monkeypatch.setattr(block_sources, "cut_data", partial(cut_data, size=Size(text, 150)))


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    _cut(monkeypatch, 60_000)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files of the generator's pairs with labels at random, but contradiction where there is 'near'."""
    folder = tmp_path_factory.mktemp("shards")
    frame = bundled_pairs(ROWS, 7).frame.select("premise", "hypothesis")
    drawn = np.random.default_rng(3).choice(["entailment", "neutral", "contradiction"], ROWS)
    near = pl.col("hypothesis").str.contains(" near ")
    frame = frame.with_columns(label=pl.when(near).then(pl.lit("contradiction")).otherwise(pl.Series(drawn)))
    frame.head(ROWS // 3).write_ndjson(folder / "a.jsonl")
    frame.tail(-(ROWS // 3)).write_ndjson(folder / "b.jsonl")
    return folder


def _findings(found: Any) -> list[dict[str, Any]]:
    return [each.to_json() for each in found.findings]


def _rows(found: Any, part: str) -> int:
    return int(found.findings[0].settings[part])


def test_any_cut_into_blocks_gives_the_record_of_one_piece(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = discover(shards, **FEW)
    assert _rows(whole, "searched") > ROWS // 3
    for size, out in ((25_000, None), (130_000, tmp_path / "run")):
        _cut(monkeypatch, size)
        parts = discover(shards, engine="local", out=out, **FEW)
        assert _findings(parts) == _findings(whole)
        assert parts.evidence == whole.evidence
    assert parts.run is not None
    assert len(read_rules(parts.run.path / "rules.yaml")) == len(whole.findings[0].views["rules"].lines)
    items = whole.items
    assert_frame_equal(parts.run.items().select(items.columns), items, check_dtypes=False)


def test_of_a_sample_any_cut_searches_the_same_rows_and_tests_in_all_others(
    shards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few: dict[str, Any] = {"rules": 1, "least": 40, "sample": 700}
    other = discover(shards, engine="local", **few)
    _cut(monkeypatch, 130_000)
    one = discover(shards, engine="local", out=tmp_path / "run", **few)
    assert _findings(one) == _findings(other)
    finding = one.findings[0]
    searched, tested = _rows(one, "searched"), _rows(one, "tested")
    assert 600 < searched < 800
    assert tested > ROWS // 3
    assert "were searched in a sample of" in str(finding.notes[0])
    assert one.run is not None
    items = one.run.items()
    assert items["part"].drop_nulls().value_counts().height == 2
    assert items["part"].null_count() == ROWS - searched - tested
    by_text = items.group_by("premise").agg(pl.col("part").fill_null("left").n_unique())
    assert by_text["part"].max() == 1
    near = items.filter(pl.col("part") == "tested", pl.col("hypothesis").str.contains(" near "))
    assert finding.figures["rule-1.share.contradiction"].estimate.n == near.height


@pytest.mark.long
def test_other_data_test_the_rules(shards: Path) -> None:
    test = bundled_pairs(600, 8).frame.select("id", "premise", "hypothesis", "label")
    given = test.with_columns(pl.col("label").cast(pl.String))
    whole = discover(shards, test=given, splits=1, **FEW)
    parts = discover(shards, test=given, splits=1, engine="local", **FEW)
    assert _findings(parts) == _findings(whole)
    assert set(parts.items["set"]) == set(whole.items["set"])


def test_what_needs_all_rows_is_refused(shards: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="engine= with base= hypothesis"):
        discover(shards, engine="local", base="hypothesis")
    with pytest.raises(OptionError, match="engine= with probe="):
        discover(probe=tmp_path, engine="local")
    with pytest.raises(OptionError, match="engine= with sample=0"):
        discover(shards, engine="local", sample=0)


def test_one_label_is_refused_as_in_one_piece(shards: Path, tmp_path: Path) -> None:
    frame = pl.read_ndjson(shards / "b.jsonl").with_columns(label=pl.lit("neutral"))
    frame.write_ndjson(tmp_path / "one.jsonl")
    with pytest.raises(MeasureInputError, match="have the label 'neutral'"):
        discover(tmp_path / "one.jsonl", engine="local")
