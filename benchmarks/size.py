"""Time and memory of audits in blocks at several sizes, and how memory goes while each runs.

    python benchmarks/size.py FOLDER SHARDS ... [--engine local] [--measures NAMES] [--chart memory.svg]

Shards (`shards.py`) are made in FOLDER where they are missing: 11 of them are 550,000 pairs, as many as SNLI
has. Prints a row a size: pairs, seconds, seconds of CPU, peak memory of the process, bytes a pair above the
first size, load of the machine before and after.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

SHARDS = Path(__file__).with_name("shards.py")
ROWS = 50_000
_EVERY = 0.5
_COLOURS = ("#4c78a8", "#f58518", "#54a24b")


@dataclass(frozen=True)
class Sized:
    """What an audit of so many shards took: seconds, memory (MiB), load, and memory by second."""

    shards: int
    seconds: float
    cpu: float
    peak: float
    load: tuple[float, float]
    memory: tuple[tuple[float, float], ...]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("shards", type=int, nargs="+")
    parser.add_argument("--engine", default="local")
    parser.add_argument("--measures")
    parser.add_argument("--giant", action="store_true")
    parser.add_argument("--chart", type=Path)
    given = parser.parse_args()
    extra = ["--measures", given.measures] if given.measures else []
    found: list[Sized] = []
    for shards in given.shards:
        data = given.folder / f"{'giant' if given.giant else 'plain'}-{shards}"
        if not data.is_dir():
            kind = ["--giant"] if given.giant else []
            subprocess.run([sys.executable, SHARDS, data, "--shards", str(shards), *kind], check=True)  # noqa: S603 - ours
        found.append(audited(data, shards, ["--engine", given.engine, *extra]))
        print(row(found[-1], found[0]), flush=True)
        (given.folder / "size.json").write_text(json.dumps([vars(each) for each in found]))
    if given.chart:
        draw(found, given.chart)


def audited(data: Path, shards: int, options: Sequence[str]) -> Sized:
    """Audit shards, and look at the memory of the process until it ends."""
    before, start, memory = os.getloadavg()[0], time.perf_counter(), []
    with tempfile.TemporaryDirectory() as out:
        command = [sys.executable, "-m", "rightreasons", "audit", str(data), *options, "-o", f"{out}/run"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:  # noqa: S603 - ours
            while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
                memory.append((round(time.perf_counter() - start, 1), resident(process.pid)))
                time.sleep(_EVERY)
            process.returncode = os.waitstatus_to_exitcode(ended[1])
    if process.returncode:
        raise SystemExit(f"the audit of {data} failed with exit code {process.returncode}")
    usage = ended[2]
    seconds, cpu = time.perf_counter() - start, usage.ru_utime + usage.ru_stime
    load = (before, os.getloadavg()[0])
    return Sized(shards, seconds, cpu, usage.ru_maxrss / 1024, load, tuple(memory))


def resident(process: int) -> float:
    """Return the memory that a process holds, in MiB."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):  # it has just ended
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def row(found: Sized, first: Sized) -> str:
    """Return a line of the table."""
    pairs, more = found.shards * ROWS, (found.shards - first.shards) * ROWS
    each = f"{(found.peak - first.peak) * 2**20 / more:.0f}" if more else ""
    return (
        f"| {pairs:,} | {found.seconds:.0f} | {found.cpu:.1f} | {found.peak:.0f} MiB | {each} | "
        f"{found.load[0]:.0f} to {found.load[1]:.0f} |"
    )


def draw(found: Sequence[Sized], path: Path) -> None:
    """Draw memory by share of the time taken, a line a size."""
    import altair as alt
    import polars as pl

    from rightreasons.charts.legends import DASHED, SOLID, Mark, layered

    points = pl.DataFrame(
        [
            {"pairs": f"{each.shards * ROWS:,}", "time": at / each.seconds, "memory": memory}
            for each in found
            for at, memory in each.memory[:: max(1, len(each.memory) // 300)]
            if memory
        ]
    )
    order = [f"{each.shards * ROWS:,}" for each in found]
    looks = list(zip(order, cycle(_COLOURS), cycle((SOLID, DASHED)), strict=False))
    colours, dashes = ([look[place] for look in looks] for place in (1, 2))
    lines = (
        alt.Chart(points)
        .mark_line(strokeWidth=1.5)
        .encode(
            x=alt.X("time:Q", title="share of the time taken", axis=alt.Axis(format="%")),
            y=alt.Y("memory:Q", title="memory of the process, MiB"),
            color=alt.Color("pairs:N", scale=alt.Scale(domain=order, range=colours), legend=None),
            strokeDash=alt.StrokeDash("pairs:N", scale=alt.Scale(domain=order, range=dashes), legend=None),
        )
    )
    marks = [Mark(f"{pairs} pairs", colour, dash=dash) for pairs, colour, dash in looks]
    layered([lines], marks).properties(width=480, height=240).save(str(path))


if __name__ == "__main__":
    main()
