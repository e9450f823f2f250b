"""Where shared texts link most rows, folds go two ways, in blocks as in one piece, whatever the cut."""

from functools import partial
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from rightreasons import audit
from rightreasons.cross_fitting import folds
from rightreasons.jobs import block_sources
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.sources.blocks.cutting import Size
from rightreasons.sources.blocks.opening import cut_data
from rightreasons.sources.bundled import bundled_pairs

MEASURES = ["length_only", "form_only", "labels_dealt_out"]
CUTS = [3_000, 26_000]


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """Pairs of which every second one has a hypothesis that many have: they link the premises of all."""
    base = bundled_pairs(360, seed=1).frame.select("premise", "hypothesis", pl.col("label").cast(pl.String))
    generator = np.random.default_rng(2)
    shared = base["hypothesis"].head(30)[generator.integers(0, 30, len(base))]
    chosen = pl.Series(generator.random(len(base)) < 0.5)
    path = tmp_path / "linked.jsonl"
    base.with_columns(hypothesis=pl.when(chosen).then(shared).otherwise("hypothesis")).write_ndjson(path)
    return path


def by_blocks(
    path: Path, cut: int, monkeypatch: pytest.MonkeyPatch, sample: int = 200_000, out: Path | None = None
) -> Audit:
    monkeypatch.setattr(block_sources, "cut_data", partial(cut_data, size=Size(cut, 100)))
    return audit(path, measures=MEASURES, engine="local", sample=sample, out=out)


def test_any_cut_gives_the_figures_of_one_piece(linked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = audit(linked, measures=MEASURES)
    assert whole.finding("length_only").settings["folds_scheme"] == folds.TWO_WAY
    for cut in CUTS:
        parts = by_blocks(linked, cut, monkeypatch)
        assert [each.to_json() for each in parts.findings] == [each.to_json() for each in whole.findings]
        names = [name for name in whole.items.columns if name.startswith(tuple(MEASURES))]
        assert parts.items.select(names).equals(whole.items.select(names))


def test_of_a_sample_folds_go_two_ways_too_and_are_the_same_for_any_cut(
    linked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [by_blocks(linked, cut, monkeypatch, sample=150) for cut in CUTS]
    first = found[0].finding("form_only")
    assert first.settings["folds_scheme"] == folds.TWO_WAY
    assert "drawn together, except by a premise in more than" in first.notes[0]
    assert all(each.to_json() == found[0].to_json() for each in found[1:])
    assert all(each.items.equals(found[0].items) for each in found[1:])
    rows = found[0].items.filter(pl.col("form_only_fold").is_not_null())
    assert 120 < len(rows) < 180
    _each_text_is_in_one_fold(rows, "form_only_fold")


def test_of_all_rows_folds_go_two_ways_too(
    linked: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = by_blocks(linked, CUTS[0], monkeypatch, sample=150, out=tmp_path / "run")
    lengths = found.finding("length_only")
    assert lengths.settings["folds_scheme"] == folds.TWO_WAY
    assert found.run is not None
    items = found.run.items()
    assert lengths.figures["accuracy"].n == items.height == 360
    _each_text_is_in_one_fold(items, "length_only_fold")


def _each_text_is_in_one_fold(rows: pl.DataFrame, column: str) -> None:
    for side, fold in (
        ("premise", pl.col(column) // folds.FOLDS),
        ("hypothesis", pl.col(column) % folds.FOLDS),
    ):
        of_text = rows.select(side, fold=fold).unique()
        assert of_text.height == rows[side].n_unique(), "all rows of a text are in one fold of its side"
