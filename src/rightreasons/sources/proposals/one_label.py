"""Data read with one label only: the error with the readings of the same data that give two or more."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rightreasons.errors import OneClassError
from rightreasons.numbers import count
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.lines import MOST_SHOWN
from rightreasons.sources.proposals.other_readings import Source, other_readings
from rightreasons.sources.proposals.pasting import Proposal, counted, pasted
from rightreasons.sources.proposals.stated import written
from rightreasons.sources.read import open_data, pairs_or_none


def one_label_error(
    pairs: PairTable,
    data: Any = None,
    options: ReadOptions | None = None,
    others: Mapping[str, PairTable] | None = None,
) -> OneClassError:
    """Return the error for data with one label, with the lines that would read two, or that there are none.

    Parameters
    ----------
    pairs
        The pairs as they were read.
    data
        What they were read from; None where that is not known.
    options
        What they were read by.
    others
        Other sets of the same command, by what they are called in it.
    """
    lost = "".join(f"; {count(each.rows)} left out: {each.reason}" for each in pairs.account.dropped)
    found = (
        f"only the label {quoted(pairs.labels)} in all {count(len(pairs))} rows of "
        f"'{printable(pairs.name)}'{printable(lost, 300)}"
    )
    expected = "at least two labels"
    if data is None or isinstance(data, PairTable):
        return OneClassError(found, expected, "check where these rows come from")
    ways = _ways(pairs, data, options or ReadOptions(), others or {})
    if not ways:
        remedy = "no other column or reading has two: add rows of the other labels (a folder of files)"
        return OneClassError(found, expected, remedy)
    error = OneClassError(found, expected, "read what has the others too")
    named: OneClassError = pasted(error, ways, str(data) if isinstance(data, (str, Path)) else None)
    return named


def _ways(
    pairs: PairTable, data: Any, options: ReadOptions, others: Mapping[str, PairTable]
) -> list[Proposal]:
    found = [
        counted(written(options), f"'{printable(name, 60)}' has more than one label", [table], name)
        for name, table in others.items()
        if len(table.labels) > 1
    ]
    for way in other_readings(pairs, Source(data, options, open_data, pairs_or_none)):
        if (way.data, way.options) not in {(each.data, each.options) for each in found}:
            found.append(way)
        if len(found) >= MOST_SHOWN:
            break
    return found[:MOST_SHOWN]
