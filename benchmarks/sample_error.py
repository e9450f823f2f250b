"""How far figures on a sample of rows are from those of all rows, measure by measure.

    rightreasons audit shards -o whole
    rightreasons audit shards --engine local -o blocks
    python benchmarks/sample_error.py whole blocks

For each measure: figures that both runs have, how many are equal to nine digits, the median and the largest
difference of the others in the figure's own unit (shares in points), and how many of their intervals on the
sample include the figure of all rows. An interval is of the population, the figure of all rows a draw of it
too, so that more than 95 % should be included.
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from rightreasons import read_run
from rightreasons.figures import Figure

SAME = 1e-9


@dataclass(frozen=True)
class Beside:
    """A figure of all rows, and the same on the sample."""

    whole: Figure
    sample: Figure

    @property
    def difference(self) -> float:
        """How far the sample is off; shares in points."""
        scale = 100 if self.whole.unit == "proportion" else 1
        return abs((self.sample.value or 0.0) - (self.whole.value or 0.0)) * scale

    @property
    def is_same(self) -> bool:
        """Whether both are equal, rounding aside."""
        return self.difference <= SAME * max(1.0, abs(self.whole.value or 0.0))

    @property
    def is_included(self) -> bool | None:
        """Whether the interval on the sample includes the figure of all rows; None without an interval."""
        interval = self.sample.interval
        if interval is None or self.whole.value is None:
            return None
        return interval.low <= self.whole.value <= interval.high


def both(whole: Path, sample: Path) -> Iterator[tuple[str, Beside]]:
    """Yield the measure and the figures that both runs have a value of."""
    found = {
        (finding.measure, figure.name): figure
        for finding in read_run(sample).findings
        for figure in finding.figures.values()
    }
    for finding in read_run(whole).findings:
        for figure in finding.figures.values():
            other = found.get((finding.measure, figure.name))
            if other is not None and figure.value is not None and other.value is not None:
                yield finding.measure, Beside(figure, other)


def line(name: str, figures: Iterable[Beside]) -> str:
    """Return the line of a measure: shares, whose differences are in points, and others are told apart."""
    every = list(figures)
    unlike = [each for each in every if not each.is_same]
    shares = [each.difference for each in unlike if each.whole.unit == "proportion"]
    included = [each.is_included for each in unlike if each.is_included is not None]
    middle = f"{statistics.median(shares):.2f}" if shares else ""
    most = f"{max(shares):.2f}" if shares else ""
    inside = f"{sum(included)} of {len(included)}" if included else ""
    return f"| `{name}` | {len(every)} | {len(every) - len(unlike)} | {middle} | {most} | {inside} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("whole", type=Path)
    parser.add_argument("sample", type=Path)
    given = parser.parse_args()
    by_measure: dict[str, list[Beside]] = {}
    for measure, beside in both(given.whole, given.sample):
        by_measure.setdefault(measure, []).append(beside)
    sys.stdout.write(
        "| measure | figures | equal | median difference of shares, points | largest | intervals that include"
        " all rows' |\n| --- | ---: | ---: | ---: | ---: | --- |\n"
    )
    every = [each for figures in by_measure.values() for each in figures]
    for name, figures in (*by_measure.items(), ("all", every)):
        sys.stdout.write(line(name, figures) + "\n")


if __name__ == "__main__":
    main()
