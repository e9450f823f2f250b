"""What `discover` returns and writes, of data in one piece or in blocks."""

from collections.abc import Sequence

from rightreasons.errors import EmptyDataError, MeasureInputError
from rightreasons.jobs.outcome import Outcome
from rightreasons.labels import Label
from rightreasons.printable import printable

JOB = "discover"
RULES_FILE = "rules.yaml"
"""What a run holds its rules in, for `make challenge`, marks and groups."""
EVIDENCE_SHOWN = 6


class Discovered(Outcome):
    """The result of a discovery: one finding, `rules`."""


def check_labels(name: str, labels: Sequence[Label]) -> None:
    """Do nothing for data of two labels or more.

    Raises
    ------
    EmptyDataError
        If no row has a label.
    MeasureInputError
        If all have the same.
    """
    if not labels:
        raise EmptyDataError(
            f"no row with a gold label in '{printable(name)}'", "labelled pairs", "check --label-map"
        )
    if len(labels) < 2:
        raise MeasureInputError(
            f"all rows of '{printable(name)}' have the label '{labels[0]}'",
            "two labels or more",
            "correct --label-map",
        )
