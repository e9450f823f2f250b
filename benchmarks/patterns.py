"""Time and peak memory of pattern mining, beside a Counter of tuples, in the same run on the same corpus.

    python benchmarks/patterns.py [--scales 1 10 50] [--folder DIR] [--bench DIR]

Needs the reference corpus maker and the reference miner (``gen.py``, ``a_naive.py``, ``common.py``) in
``--bench`` and SICK's training file in ``$SICK_TRAIN``. Every row is a process of its own; seconds are those
of the work itself, after imports, reading the corpus and loading compiled code from the disk. ``--folder``
keeps the corpora, which take some minutes to make at scale 50.
"""

import argparse
import json
import os
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measured import measured

HERE = Path(__file__).resolve().parent
BENCH = HERE.parents[1] / "shared" / "bench"
EXPECTED = {1: "80e010ee07badd90", 10: "4e18db6ce30f14f3"}  # stated with the reference miner


@dataclass(frozen=True)
class Row:
    """One process: seconds of the work, peak memory of the whole, and a digest of its result."""

    name: str
    seconds: float
    peak_mib: float
    digest: str
    reference: float | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scales", type=int, nargs="+", default=[1, 10])
    parser.add_argument("--folder", type=Path, help="where corpora are kept")
    parser.add_argument("--bench", type=Path, default=BENCH)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = (chosen.folder or Path(name)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        os.environ["BENCH_DIR"], os.environ["BENCH_CODE"] = f"{folder}/", str(chosen.bench)
        run(folder, chosen.bench, chosen.scales)


def run(folder: Path, bench: Path, scales: list[int]) -> None:
    for scale in {1, *scales}:
        make_corpus(folder, bench, scale)
    naive = measured("Counter of tuples", [sys.executable, str(bench / "a_naive.py"), "1"])
    stated = json.loads(naive.output.splitlines()[-1])
    reference = Row(naive.name, stated["t"], naive.peak_mib, stated["digest"])
    show(reference)
    show(worked("first call, compiling (x1)", "ids", 1, NUMBA_CACHE_DIR=tempfile.mkdtemp(dir=folder)))
    one = worked("mine from token ids (x1)", "ids", 1, reference.seconds)
    show(one)
    show(worked("mine from raw text (x1)", "text", 1, reference.seconds))
    plain = worked("mark in a plain loop (x1)", "plain-mark", 1)
    show(plain)
    show(worked("mark (x1)", "mark", 1, plain.seconds))
    for scale in scales:
        if scale > 1:
            larger = worked(f"mine from token ids (x{scale})", "ids", scale)
            show(larger)
            print(f"{'':<40}{larger.seconds / one.seconds:.1f} times the time of x1")


def make_corpus(folder: Path, bench: Path, scale: int) -> None:
    if (folder / f"lab_{scale}.npy").exists() and (folder / "vocab.json").exists():
        return
    os.chdir(folder)  # the maker writes into the current folder
    measured(f"corpus x{scale}", [sys.executable, str(bench / "gen.py"), str(scale)])


def worked(name: str, task: str, scale: int, reference: float | None = None, **environment: str) -> Row:
    os.environ.update(environment)
    done = measured(name, [sys.executable, str(HERE / "pattern_work.py"), task, str(scale)])
    for key in environment:
        del os.environ[key]
    result = json.loads(done.output.splitlines()[-1])
    if task in ("ids", "text") and result["digest"] != EXPECTED.get(scale, result["digest"]):
        raise SystemExit(f"{name}: digest {result['digest']}, expected {EXPECTED[scale]}")
    return Row(name, result["seconds"], done.peak_mib, result["digest"], reference)


def show(row: Row) -> None:
    faster = f"{row.reference / row.seconds:>8.1f} times as fast" if row.reference else ""
    print(f"{row.name:<40}{row.seconds:>8.2f} s{row.peak_mib:>8.0f} MiB  {row.digest}{faster}", flush=True)


if __name__ == "__main__":
    main()
