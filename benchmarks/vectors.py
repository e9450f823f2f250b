"""Seconds and memory of reading the vectors of some words from a text file of two million words.

The file is made as GloVe's are: a word and 300 numbers a line, 5 GB. 30,000 of its words are wanted.

    python benchmarks/vectors.py FOLDER_WITH_6_GB [--words 2000000]
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from measured import measured

CHOSEN, SIZE, STYLES = 30_000, 300, 64


def make(path: Path, words: int) -> None:
    """Write the file; the numbers of a line are one of some rows."""
    rng = np.random.default_rng(1)
    rows = [" ".join(f"{value:.5f}" for value in row) for row in rng.normal(0, 0.4, (STYLES, SIZE))]
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, words, 10_000):
            span = range(start, min(start + 10_000, words))
            file.write("".join(f"word{number} {rows[number % STYLES]}\n" for number in span))


def read(path: Path, words: int) -> None:
    """Read some words, spread over the whole file."""
    from rightreasons.text.vectors.reading import read_vectors

    chosen = [f"word{number}" for number in range(0, words, max(1, words // CHOSEN))]
    cpu = time.process_time()
    found = read_vectors(path, chosen)
    print(f"{len(found):,} of {len(chosen):,} words, {time.process_time() - cpu:.1f} s of CPU time")


def main() -> None:
    """Make the file if it is not there, and read it in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, default=2_000_000)
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    path = chosen.folder / f"vectors-{chosen.words}.txt"
    if chosen.read:
        read(path, chosen.words)
        return
    if not path.is_file():
        make(path, chosen.words)
    own = [sys.executable, __file__, str(chosen.folder), "--words", str(chosen.words), "--read"]
    found = measured("read", own)
    print(found.output.strip())
    print(
        f"{path.stat().st_size / 1e9:.1f} GB, {found.seconds:.1f} s with the start of Python, "
        f"at most {found.peak_mib:,.0f} MiB"
    )


if __name__ == "__main__":
    main()
