"""A grid: a run for every point, the best by dev, test figures of the best alone, taken up again."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import torch
from safetensors.torch import load_file

from rightreasons import read_run
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.difficulty import pattern_marks
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.options import GridOptions
from rightreasons.jobs.train import train
from rightreasons.jobs.training.grid import search_grid
from rightreasons.sources.bundled import bundled_pairs

torch.set_num_threads(1)
RECIPE, METHOD = "ngrams-joulin2017", "guidance:min-count=5"
PART = GridOptions("alpha=1,10:lambda=0.5,0.8")
PAIRS, DEV, TEST = bundled_pairs(240, 1), bundled_pairs(300, 2), bundled_pairs(60, 3).named("unseen")
QUICK: dict[str, Any] = {
    "small": True,
    "changes": ("epochs=1", "settings.buckets=50", "words.size=8", "optimiser.learning_rate=0.05"),
    "workers": 1,
}


def search(out: Path, grid: GridOptions = PART, **options: Any) -> Any:
    chosen = {"debias": METHOD, "seeds": 2, **QUICK, **options}
    return search_grid(RECIPE, PAIRS, DEV, test=TEST, out=out, grid=grid, **chosen)


@pytest.fixture(scope="module")
def searched(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return search(tmp_path_factory.mktemp("grid") / "run")


def right_on(run: Path, ids: pl.Series | None = None) -> float:
    items = read_run(run).items()
    chosen = items if ids is None else items.filter(pl.col("id").is_in(ids.implode()))
    return float(np.mean([(chosen["label"] == chosen[f"seed-{seed}_predicted"]).mean() for seed in (1, 2)]))


def test_every_point_is_a_run_and_stands_in_the_table_with_its_figures(searched: Any) -> None:
    table = searched.findings[0].views["points"]
    assert table.columns == ("alpha", "lambda", "full", "hard", "best")
    assert [row[:2] for row in table.lines] == [(1.0, 0.5), (1.0, 0.8), (10.0, 0.5), (10.0, 0.8)]
    # by the definition: patterns of the training data at the paper's lambda for easy and hard sets
    patterns = PatternSet.fit(PAIRS, threshold=0.8, min_count=5)
    hard = pattern_marks(DEV, patterns).ids("hard")
    for row in table.lines:
        run = searched.run.path / "points" / f"alpha{row[0]:g}-lambda{row[1]:g}"
        assert row[2] == pytest.approx(right_on(run))
        assert row[3] == pytest.approx(right_on(run, hard))
    assert searched.findings[0].figures["best.hard"].n == len(hard)


def test_the_best_on_hard_pairs_is_named_or_on_all_if_asked(searched: Any, tmp_path: Path) -> None:
    for made, column in ((searched, 3), (search(tmp_path / "full", GridOptions(PART.over, "full")), 2)):
        rows = made.findings[0].views["points"].lines
        best = next(row for row in rows if row[4] == "best")
        assert best[column] == max(row[column] for row in rows)
        assert made.findings[0].settings["best"].endswith(f"alpha2={best[0]:g},lambda={best[1]:g}")


def test_only_the_best_is_tested_as_if_it_had_been_trained_alone(searched: Any, tmp_path: Path) -> None:
    settings = searched.findings[0].settings
    alone = train(
        RECIPE, PAIRS, DEV, test=TEST, out=tmp_path / "r", debias=settings["best"], seeds=2, **QUICK
    )
    figures = {
        finding.subject: finding.figures for finding in searched.findings if finding.measure == "accuracy"
    }
    assert set(figures) == {"dev", "unseen"}
    assert figures["unseen"] == next(each for each in alone.findings if each.subject == "unseen").figures
    best = searched.run.path / str(settings["folder"])
    folders = (best, tmp_path / "r")
    weights = [load_file(run / "seed-2" / "model.safetensors") for run in folders]
    assert all(torch.equal(weights[0][name], weights[1][name]) for name in weights[0])
    for run in (searched.run.path / "points").iterdir():
        assert read_run(run).items()["set"].unique().to_list() == ["dev"]


def test_the_best_knows_the_words_of_the_tests_as_if_it_had_been_trained_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large file of vectors only words that occur are read."""
    monkeypatch.setattr("rightreasons.training.known_words._SMALL_FILE", 0)
    texts = [text for pairs in (PAIRS, DEV, TEST) for text in (*pairs.premises, *pairs.hypotheses)]
    words = sorted({word for text in texts for word in re.findall(r"[a-z]+", text.lower())})
    vectors = tmp_path / "vectors.txt"
    lines = [" ".join([word, *(f"{len(word) * place % 7}.5" for place in range(1, 9))]) for word in words]
    vectors.write_text("\n".join(lines), encoding="utf-8")
    chosen: dict[str, Any] = {**QUICK, "vectors": (str(vectors),), "test": TEST}
    method = "downsampling:min-count=5,lambda=0.8"
    grid = GridOptions("lambda=0.8", "full")
    found = search_grid(
        RECIPE, PAIRS, DEV, out=tmp_path / "grid", debias="downsampling:min-count=5", grid=grid, **chosen
    )
    train(RECIPE, PAIRS, DEV, out=tmp_path / "alone", debias=method, **chosen)
    folders = (tmp_path / "grid" / str(found.findings[0].settings["folder"]), tmp_path / "alone")
    known = [(folder / "seed-1" / "vocabulary.txt").read_text(encoding="utf-8") for folder in folders]
    assert known[0] == known[1]


def test_a_search_that_was_interrupted_goes_on_and_a_finished_one_is_taken_as_it_is(
    searched: Any, tmp_path: Path
) -> None:
    trained: list[str] = []

    def stop(what: str, done: int, total: int) -> None:
        trained.append(what)
        if len(trained) > 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(tmp_path / "run", progress=stop)
    begun = tmp_path / ".run.partial" / "points" / "alpha1-lambda0.5" / "manifest.json"
    written = begun.stat().st_mtime_ns
    made = search(tmp_path / "run")
    sealed = tmp_path / "run" / "points" / "alpha1-lambda0.5" / "manifest.json"
    assert sealed.stat().st_mtime_ns == written
    assert made.findings[0].views == searched.findings[0].views
    assert search(tmp_path / "run").findings == made.findings


def test_a_point_that_cannot_be_trained_is_left_out_with_its_reason(tmp_path: Path) -> None:
    part = GridOptions("lambda=0.34,0.8")  # at 0.34 every pair of some label holds a pattern
    made = search(tmp_path / "run", part, seeds=1, debias="downsampling:min-count=5")
    rows = made.findings[0].views["points"].lines
    assert rows[0] == (0.34, None, None, "")
    assert rows[1][3] == "best"
    assert "p > 0.34" in made.findings[0].notes[0]


def test_what_is_wrong_is_answered_before_anything_is_trained(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="debias=METHOD"):
        search(tmp_path / "run", debias=None)
    with pytest.raises(OptionError, match="one of hard, full"):
        GridOptions(by="easy")  # type: ignore[arg-type]  # what may be typed
    with pytest.raises(MeasureInputError, match="no hard pair"):
        search(tmp_path / "run", debias="guidance:min-count=200")
    assert not list(tmp_path.iterdir())
