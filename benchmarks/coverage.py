"""How often intervals cover, and tests reject where there is nothing: every kind that the tool prints.

    python benchmarks/coverage.py [--runs 2000] [--seed 1] [--only WORD]
    python benchmarks/coverage.py --refits [--runs 1000] [--seed 1] [--keep FOLDER]

prints a Markdown table, a line a kind of interval or test and a setting, in per cent: coverage of 95 %, level
of 5 %. Discrete intervals of one or two shares are summed over all outcomes, for shares from .05 to .95: the
mean and the lowest coverage. The rest is simulated. "none" counts the runs in which no interval was made. The
last line names what is out of the bounds asked for.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coverage_base import Line

if __name__ != "__main__":
    # numba imports the package of this name; where this folder is on the path it would find this file.
    raise ImportError("a script, not the package coverage")

HEAD = (
    "| interval or test | setting | asked | found, % | lowest, % | none | runs |",
    "| --- | --- | --- | ---: | ---: | ---: | ---: |",
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument(
        "--refits", action="store_true", help="what fits a model in every run, and nothing else"
    )
    parser.add_argument("--keep", type=Path, help="folder of the runs that are done, to go on from")
    options = parser.parse_args()
    print(*HEAD, sep="\n")
    out = [line for line in _lines(options) if not _printed(line).in_bounds]
    print(f"\nout of bounds: {'; '.join(f'{line.kind}, {line.setting}' for line in out) or 'none'}")


def _printed(line: "Line") -> "Line":
    print(line.markdown, flush=True)
    return line


def _lines(options: argparse.Namespace) -> "Iterator[Line]":
    from coverage_designs import simulations
    from coverage_exact import exact_lines
    from coverage_levels import levels

    if options.refits:
        from coverage_refits import lines

        yield from lines(options.runs or 1_000, options.seed, options.keep)
        return
    if not options.only:
        yield from exact_lines()
    for each in (*simulations(), *levels()):
        if options.only in each.kind:
            yield each.line(options.runs or 2_000, options.seed)


if __name__ == "__main__":
    main()
