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

MEASURES = ["length_only", "labels_dealt_out"]
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


def by_blocks(path: Path, cut: int, monkeypatch: pytest.MonkeyPatch, sample: int = 200_000) -> Audit:
    monkeypatch.setattr(block_sources, "cut_data", partial(cut_data, size=Size(cut, 100)))
    return audit(path, measures=MEASURES, engine="local", sample=sample)


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
    first = found[0].finding("length_only")
    assert first.settings["folds_scheme"] == folds.TWO_WAY
    assert "drawn together, except by a premise in more than" in first.notes[0]
    assert all(each.to_json() == found[0].to_json() for each in found[1:])
    assert all(each.items.equals(found[0].items) for each in found[1:])
    rows = found[0].items.filter(pl.col("length_only_fold").is_not_null())
    assert 120 < len(rows) < 180
    block = rows["length_only_fold"]
    for side, fold in (("premise", block // folds.FOLDS), ("hypothesis", block % folds.FOLDS)):
        of_text = rows.select(side, fold=fold).unique()
        assert of_text.height == rows[side].n_unique(), "all rows of a text are in one fold of its side"
