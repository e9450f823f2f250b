"""`make subset`: the rows that a training found ambiguous, hard or easy, or rows at random."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.cli.writing_commands import TRAINED, ended, prepare_data

Command = Callable[..., Any]


@pytest.fixture(scope="module")
def trained_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    prepare_data(folder)
    assert ended(f"{TRAINED} --seeds 2 --workers 1 -o run", folder) == 0
    return folder


@pytest.fixture
def trained(trained_once: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the training, which a test may change."""
    shutil.copytree(trained_once, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def kept(folder: Path, command: Command, by: str, *more: str) -> pl.DataFrame:
    out = folder / f"{by}{len(more)}.jsonl"
    done = command("make", "subset", "run", "--train", "data.jsonl", "--by", by, *more, "-o", out)
    assert done.code == 0, done.err
    return pl.read_ndjson(out)


def confidences(folder: Path) -> pl.DataFrame:
    tables = [pl.read_parquet(path) for path in sorted((folder / "run").glob("dynamics-seed-*.parquet"))]
    assert len(tables) == 2
    means = [(tables[0][name] + tables[1][name]) / 2 for name in ("confidence", "variability")]
    return tables[0].select("id").with_columns(*means)


@pytest.mark.long
@pytest.mark.parametrize(
    ("by", "column", "largest"),
    [("hard", "confidence", False), ("easy", "confidence", True), ("ambiguous", "variability", True)],
)
def test_no_row_left_out_is_further_than_one_kept(
    trained: Path, command: Command, by: str, column: str, *, largest: bool
) -> None:
    rows = kept(trained, command, by, "--share", "0.25")
    assert len(rows) == 150
    dynamics = confidences(trained)
    inside = dynamics.filter(pl.col("id").is_in(rows["id"].implode()))[column].cast(pl.Float64)
    outside = dynamics.filter(~pl.col("id").is_in(rows["id"].implode()))[column].cast(pl.Float64)
    assert len(inside) == 150
    sign = 1 if largest else -1
    assert (sign * inside).min() >= (sign * outside).max() - 1e-6  # type: ignore[operator]
    whole = pl.read_ndjson(trained / "data.jsonl")
    assert rows.select("premise", "hypothesis", "label").rows() == (
        whole.filter(pl.col("id").is_in(rows["id"].implode())).select("premise", "hypothesis", "label").rows()
    )


def test_random_rows_follow_their_seed_and_leave_the_training_aside(trained: Path, command: Command) -> None:
    first, again = (kept(trained, command, "random", *more) for more in ((), ("--seed", "2019")))
    other = kept(trained, command, "random", "--share", "0.33", "--seed", "4")
    assert len(first) == round(0.33 * 600)
    assert not first["id"].equals(other["id"])
    assert len(again) == len(first)


def test_other_data_than_those_trained_on_are_refused(trained: Path, command: Command) -> None:
    pl.read_ndjson("data.jsonl").with_columns(id="x" + pl.col("id")).write_ndjson("others.jsonl")
    done = command("make", "subset", "run", "--train", "others.jsonl", "-o", "subset.jsonl")
    assert done.code == 3
    assert "600 of 600 rows" in done.err
    assert not Path("subset.jsonl").exists()


def test_a_run_without_dynamics_is_refused(trained: Path, command: Command) -> None:
    command("audit", "data.jsonl", "--measures", "label_balance", "-o", "audited")
    done = command("make", "subset", "audited", "--train", "data.jsonl", "-o", "subset.jsonl")
    assert done.code == 3
    assert "keeps no training dynamics" in done.err


def test_a_run_whose_dynamics_were_changed_is_refused(trained: Path, command: Command) -> None:
    path = trained / "run" / "dynamics-seed-1.parquet"
    pl.read_parquet(path).with_columns(confidence=pl.lit(0.5, pl.Float32)).write_parquet(path)
    done = command("make", "subset", "run", "--train", "data.jsonl", "-o", "subset.jsonl")
    assert "dynamics-seed-1.parquet" in done.err
    assert done.code == 3
