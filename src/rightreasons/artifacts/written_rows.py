"""What measures of hypotheses need to know of each row: its words, its label, and which texts are equal."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.equal_rows import HashedRows, coded_labels
from rightreasons.artifacts.equal_texts import written_hashes
from rightreasons.artifacts.templates import LabelsOfValues, named_templates
from rightreasons.artifacts.text_hashes import Hashes, Numbers, Rows, buckets, is_first, numbered
from rightreasons.artifacts.writings import Writings
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.engine.row_columns import RowColumn
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.text.row_tokens import RowTokens
from rightreasons.text.tokens import Tokens

_LABEL = np.uint64(0x9E3779B97F4A7C15)


class NeedsAllRowsError(Exception):
    """Something cannot be found out block by block of these data."""


@dataclass(frozen=True)
class WrittenRows:
    """Rows of a set, every one with gold, by words and hashes; those of parts of a set are put together.

    Parameters
    ----------
    name
        Of the set.
    tokens
        Tokens of the hypotheses.
    labels
        The place of the gold label of each row in `Label`.
    exact
        A hash of each hypothesis.
    premises, hypotheses
        A hash of each text, the same where texts are equal up to case and white space.
    groups
        A hash of the value of each row in every column beyond the pair that is no list.
    """

    name: str
    tokens: RowTokens
    labels: RowColumn[np.uint8]
    exact: RowColumn[np.uint64] = field(repr=False)
    premises: RowColumn[np.uint64] = field(repr=False)
    hypotheses: RowColumn[np.uint64] = field(repr=False)
    groups: dict[str, RowColumn[np.uint64]] = field(repr=False)

    @classmethod
    def of(cls, pairs: PairTable, tokens: Tokens) -> "WrittenRows":
        """Return some rows."""
        return remembered("written rows", frame_key(pairs.frame), lambda: cls._made(pairs, tokens))

    @classmethod
    def _made(cls, pairs: PairTable, tokens: Tokens) -> "WrittenRows":
        hashed = HashedRows.of(pairs)
        premises, hypotheses = (
            RowColumn.of(written_hashes(pairs, side)) for side in ("premise", "hypothesis")
        )
        exact = hashed.readings["exact"].hypothesis
        groups = {
            name: RowColumn.of(pairs.frame[name].hash().to_numpy())
            for name in pairs.groups
            if not pairs.frame.schema[name].is_nested()
        }
        return cls(pairs.name, RowTokens.of(tokens), hashed.labels, exact, premises, hypotheses, groups)

    def __add__(self, other: "WrittenRows") -> "WrittenRows":
        return WrittenRows(
            self.name,
            self.tokens + other.tokens,
            self.labels + other.labels,
            self.exact + other.exact,
            self.premises + other.premises,
            self.hypotheses + other.hypotheses,
            {name: each + other.groups[name] for name, each in self.groups.items()},
        )

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def coded(self) -> tuple[npt.NDArray[np.uint8], tuple[Label, ...]]:
        """Position of every row's label among the labels that occur, shape (rows,), and those labels."""
        return coded_labels(self.labels)

    @cached_property
    def template_column(self) -> str | None:
        """The column with the templates of rows (`template_column`), or None.

        Raises
        ------
        NeedsAllRowsError
            If a column that is not called so could be one: the words of its rows would decide it.
        """
        labels = self.coded[1]
        named = named_templates(self.groups)
        for name in named:
            if self._of_values(name).make_labels(labels, 1):
                return name
        if any(self._of_values(name).make_labels(labels) for name in self.groups if name not in named):
            raise NeedsAllRowsError
        return None

    def writings(self) -> Writings:
        """Return which hypotheses have the same text, and their sources as `sources.hypotheses` does."""
        codes, labels = self.coded
        text, source = self._numbers
        by_source = None if source is None else Writings(source, codes, len(labels))
        return Writings(text, codes, len(labels), by_source)

    @cached_property
    def _numbers(self) -> tuple[Numbers, Numbers | None]:
        """Number of the text of each hypothesis, and of the source of each row where labels go together."""
        codes, labels = self.coded
        column = self.template_column
        values = self.premises if column is None else self.groups[column]
        source = numbered(self._rows(values))
        together = Writings(source, codes, len(labels)).labels_go_together
        return numbered(self._rows(self.hypotheses)), source if together else None

    def _of_values(self, column: str) -> LabelsOfValues:
        rows = Rows(len(self), self.groups[column].arrays, self.labels.arrays)
        return reduce(
            add,
            (
                LabelsOfValues.of(pl.DataFrame({"value": bucket.hashes, "label": bucket.codes}))
                for (bucket,) in buckets(rows)
            ),
        )

    def first_of_its_text(self) -> npt.NDArray[np.bool_]:
        """Return whether each row is the first of its hypothesis and label, shape (rows,)."""

        def hashes() -> Iterator[Hashes]:
            for texts, labels in zip(self.exact.arrays(), self.labels.arrays(), strict=True):
                yield (texts ^ (labels.astype(np.uint64) + np.uint64(1))) * _LABEL

        return is_first(Rows(len(self), hashes))

    def _rows(self, hashes: RowColumn[np.uint64]) -> Rows:
        return Rows(len(self), hashes.arrays)
