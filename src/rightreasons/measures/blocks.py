"""How a measure of data is taken of data that come in blocks: a part of each, parts merged, then finished."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Generic, TypeVar

from rightreasons.artifacts.row_tables import Table
from rightreasons.findings import Finding
from rightreasons.measures.side_by_side import ReadRows

Part = TypeVar("Part")
Columns = Mapping[str, Table]


@dataclass(frozen=True)
class Blocks(Generic[Part]):
    """The three steps of a measure that needs no more than one block of rows at a time.

    A measure of data states them in the constant ``BLOCKS`` of its file, or says there in one sentence why it
    needs all rows at once. However a set is cut, and in whatever order its parts are merged, the finding is
    the same (`ordered` aside); it is what the measure finds of the whole table, which takes the same steps
    with one part.

    Parameters
    ----------
    partial
        What one block of rows comes to; fit to be sent to another process. It is called as a measure is, with
        the inputs that its parameters name, of the block.
    merge
        Two parts of one set as one, in the order of their rows.
    finish
        The finding, of the merged part of each set under the name that the measure has for it (``train``, and
        ``test`` or None, ``splits``, ``language``, ``seed``, ``read``). With it, where it has items, their
        columns for each set, by its name, in the order of the rows. It raises `NeedsAllRowsError` where these
        data do not allow it: then the measure is taken on the sample.
    without
        Columns of data that would have to be complete to be used: where data have one, the measure needs all
        rows at once.
    ordered
        Whether random draws, or which row is named, go by the order of the rows: parts merged in another
        order are then what the measure finds of the rows in that order.
    grows
        Whether what it holds in memory grows with the data, hundreds of bytes a row: of very many rows it is
        taken on the sample.
    alone
        Whether it is taken so of one set alone: where there are tests, columns to group by, or templates, it
        is taken on the sample; so it is where that has all rows, since near-duplicates are known there.
    """

    partial: Callable[..., Part]
    merge: Callable[[Part, Part], Part]
    finish: Callable[..., Finding | tuple[Finding, Columns]]
    without: Sequence[str] = ()
    ordered: bool = False
    grows: bool = False
    alone: bool = False

    def can_be_taken(self, columns: Sequence[str]) -> bool:
        """Return whether the measure is taken block by block of data with these columns."""
        return not any(column in columns for column in self.without)

    def finding(
        self,
        parts: Mapping[str, Part],
        test: str | None,
        language: str = "en",
        seed: int = 0,
        read: Mapping[str, ReadRows] | None = None,
    ) -> tuple[Finding, Columns]:
        """Return the finding without items, and the columns of the rows of each set.

        Parameters
        ----------
        parts
            What all rows of each set come to, by its name, the audited one first.
        test
            The set that is scored, if the measure is taken of one.
        language
            Code of the language of the audited set.
        seed
            For whatever is random.
        read
            What gives some rows of each set, for examples.
        """
        offered = {
            "language": language,
            "seed": seed,
            "train": next(iter(parts.values())),
            "test": None if test is None else parts[test],
            "splits": parts,
            "read": read,
        }
        found = self.finish(
            **{name: offered[name] for name in signature(self.finish).parameters if name in offered}
        )
        return found if isinstance(found, tuple) else (found, {})
