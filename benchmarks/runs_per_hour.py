"""Runs an hour of a table in miniature: all trainings in one go, against a fresh process for every run.

The table has a row for plain training and one for each of five methods, by InferSent in its small version
with some seeds, on a part of SNLI. A run is one seed of one row. Afresh means: `rightreasons train` once for
each run, as a script of a user would call it, one after the other with all cores, or two at a time with one
thread each. All three do the same work in one run of this file, and begin with nothing.

    python benchmarks/runs_per_hour.py snli.jsonl [--pairs 4000] [--epochs 2] [--seeds 2] [--vectors FILE ...]
        [--workers N]
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rightreasons import read_pairs
from rightreasons.jobs.options import TrainOptions
from rightreasons.jobs.training.many import PlannedTraining, train_many
from rightreasons.pairs import PairTable

RECIPE = "infersent-conneau2017"
METHODS = {
    "plain": None,
    "downsampling": "downsampling:min-count=10,lambda=0.7",
    "guidance": "guidance:min-count=10",
    "adversary": "adversary:min-count=10",
    "reweighting": "reweighting",
    "product-of-experts": "product-of-experts",
}
_MAIN = "from rightreasons.cli import main; main()"


@dataclass(frozen=True)
class Work:
    """The table: its data, how long each run trains, and how many there are."""

    train: Path
    dev: Path
    epochs: int
    seeds: int
    vectors: tuple[str, ...]

    @property
    def runs(self) -> int:
        """Seeds of all rows."""
        return len(METHODS) * self.seeds


def main() -> None:
    """Time all three and print runs an hour of each."""
    args = _command_line()
    with tempfile.TemporaryDirectory() as folder:
        work = _written(read_pairs(args.data), Path(folder), args)
        ways: dict[str, Callable[[Path], None]] = {
            "all in one go": lambda out: _together(work, out, args.workers),
            "afresh, one after the other": lambda out: _afresh(work, out, 1, {}),
            "afresh, two at a time": lambda out: _afresh(work, out, 2, {"OMP_NUM_THREADS": "1"}),
        }
        print(f"{work.runs} runs of {args.pairs:,} pairs and {args.epochs} epochs, {os.cpu_count()} cores")
        print(f"{'':<30}{'seconds':>10}{'runs an hour':>15}")
        for place, (name, way) in enumerate(ways.items()):
            begun = time.perf_counter()
            way(Path(folder) / f"runs-{place}")
            seconds = time.perf_counter() - begun
            print(f"{name:<30}{seconds:>10.1f}{3600 * work.runs / seconds:>15.0f}", flush=True)


def _command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data")
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--vectors", nargs="*", default=[])
    parser.add_argument("--workers", type=int)
    return parser.parse_args()


def _written(pairs: PairTable, folder: Path, args: argparse.Namespace) -> Work:
    frame = pairs.with_gold().frame.select("premise", "hypothesis", "label").cast({"label": str})
    files = folder / "train.jsonl", folder / "dev.jsonl"
    frame.head(args.pairs).write_ndjson(files[0])
    frame.slice(args.pairs, max(200, args.pairs // 10)).write_ndjson(files[1])
    return Work(*files, args.epochs, args.seeds, tuple(args.vectors))


def _together(work: Work, out: Path, workers: int | None) -> None:
    planned = [
        PlannedTraining(
            name,
            RECIPE,
            work.train,
            work.dev,
            (),
            TrainOptions(
                seeds=work.seeds,
                small=True,
                changes=(f"epochs={work.epochs}",),
                vectors=work.vectors,
                debias=debias,
            ),
        )
        for name, debias in METHODS.items()
    ]
    train_many(planned, out, workers=workers)


def _afresh(work: Work, out: Path, at_once: int, environment: dict[str, str]) -> None:
    commands = [
        _command(work, debias, seed, out / f"{name}-{seed}")
        for name, debias in METHODS.items()
        for seed in range(1, work.seeds + 1)
    ]

    def run(command: Sequence[str]) -> None:
        subprocess.run(command, check=True, env={**os.environ, **environment}, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command

    with ThreadPoolExecutor(at_once) as executor:
        list(executor.map(run, commands))


def _command(work: Work, debias: str | None, seed: int, out: Path) -> list[str]:
    vectors = [part for each in work.vectors for part in ("--vectors", each)]
    method = [] if debias is None else ["--debias", debias]
    data = ["--train", str(work.train), "--dev", str(work.dev), "--seed", str(seed), "-o", str(out)]
    options = ["--small", "--set", f"epochs={work.epochs}", *vectors, *method]
    return [sys.executable, "-c", _MAIN, "train", RECIPE, *data, *options]


if __name__ == "__main__":  # the processes of the pool import this file
    main()
