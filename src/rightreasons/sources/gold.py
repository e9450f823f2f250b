"""The one gold label of every row, its label set, its distribution over annotators, and the rule that chose.

A cell may hold one label, several (AmbiEnt, Liu et al. 2023), or the votes of annotators may stand in a
column of their own (ChaosNLI, Nie et al. 2020). One label of several is taken by a stated rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.labels import Label, LabelReading, label_parts, read_labels
from rightreasons.pairs import DISTRIBUTION, LABEL_SET, LABEL_TYPE, distribution_of
from rightreasons.printable import printable

REASON = "__reason__"
VOTES = "__votes__"
SEVERAL = "more than one gold label"
PROOF = 5
"""Rows in which each position of a list must be the largest before gold labels prove what it is of."""
_FROM_BEST = (Label.ENTAILMENT, Label.NEUTRAL, Label.NON_ENTAILMENT, Label.CONTRADICTION)
_REASONS = {"majority": "no majority of one label", "unanimous": "labels not unanimous"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the cells of a label column mean.

    Parameters
    ----------
    reading
        Label by string as found: of a whole cell, or of one label in it.
    cells
        Labels of each distinct cell, in the order of `Label`; none for 'no gold label'.
    """

    reading: LabelReading
    cells: Mapping[str, tuple[Label, ...]]

    @property
    def several(self) -> bool:
        """Whether some cell holds several labels."""
        return any(len(labels) > 1 for labels in self.cells.values())


def read_cells(
    found: Sequence[str | None], mapping: Mapping[str, Label | None] | None, *, indicator: bool
) -> Meaning:
    """Return what the distinct cells of a label column mean; several labels a cell where that explains all.

    Parameters
    ----------
    found
        The distinct cells.
    mapping, indicator
        As of `rightreasons.labels.read_labels`.
    """
    cells = [cell for cell in found if cell is not None]
    whole = read_labels(cells, mapping, indicator=indicator)
    parts = {cell: label_parts(cell) if cell in whole.unknown else (cell,) for cell in cells}
    if whole.unknown and any(each != (cell,) for cell, each in parts.items()):
        single = read_labels({part for each in parts.values() for part in each}, mapping, indicator=indicator)
        if not single.unknown:
            return Meaning(single, {cell: _labels(single, each) for cell, each in parts.items()})
    meaningful = [cell for cell in cells if cell not in whole.unknown]
    return Meaning(whole, {cell: _labels(whole, (cell,)) for cell in meaningful})


def _labels(reading: LabelReading, parts: Sequence[str]) -> tuple[Label, ...]:
    found = {reading.meaning[part] for part in parts}
    return tuple(label for label in Label if label in found)


def with_label(frame: pl.DataFrame, found: str, meaning: Meaning) -> pl.DataFrame:
    """Return `frame` with ``label``, and with ``label_set`` where cells hold several labels.

    Parameters
    ----------
    frame
        Rows.
    found
        The column of cells.
    meaning
        What they mean.
    """
    single = {cell: labels[0].value for cell, labels in meaning.cells.items() if len(labels) == 1}
    frame = frame.with_columns(
        pl.col(found).replace_strict(single, default=None, return_dtype=LABEL_TYPE).alias("label")
    )
    if not meaning.several:
        return frame
    sets = {cell: [label.value for label in labels] for cell, labels in meaning.cells.items()}
    table = pl.DataFrame(
        {found: list(sets), LABEL_SET: list(sets.values())},
        schema={found: pl.String, LABEL_SET: pl.List(pl.String)},
    )
    joined = frame.drop(LABEL_SET, strict=False).join(table, on=found, how="left", maintain_order="left")
    reason = pl.when(pl.col(LABEL_SET).list.len() > 1).then(pl.lit(SEVERAL)).alias(REASON)
    return joined.with_columns(reason)


def labels_of_positions(
    lists: pl.Series, gold: pl.Series, mapping: Mapping[str, Label | None] | None
) -> tuple[Label, ...]:
    """Return the label of each position in lists of numbers, stated or proved; none where it is neither.

    Proved: in every row whose largest number is alone it is that of the gold label, each position is the
    largest in `PROOF` rows or more, and no two positions hold one label.

    Parameters
    ----------
    lists
        Numbers, as many in each row.
    gold
        The gold label of each row, null where there is none.
    mapping
        What the user stated: label by position, ``"0"``, ``"1"``, ...
    """
    sizes = lists.list.len().drop_nulls().unique().to_list()
    if len(sizes) != 1:
        return ()
    stated = [(mapping or {}).get(str(at)) for at in range(sizes[0])]
    if named := tuple(label for label in stated if label):
        return named if len(set(named)) == sizes[0] else ()
    numbers = pl.col("lists").list
    rows = pl.DataFrame({"lists": lists.cast(pl.List(pl.Float64), strict=False), "gold": gold}).filter(
        pl.col("gold").is_not_null(), numbers.eval(pl.element() == pl.element().max()).list.sum() == 1
    )
    found = rows.group_by(numbers.arg_max().alias("at"), "gold").len().sort("at")
    alone = found["at"].to_list() == list(range(sizes[0])) and found["gold"].n_unique() == sizes[0]
    if not alone or int(found["len"].min()) < PROOF:  # type: ignore[arg-type] # a count
        return ()
    return tuple(Label(label) for label in found["gold"])


def by_position(lists: pl.Series, labels: Sequence[Label]) -> pl.Series:
    """Return lists of numbers as records of numbers by label."""
    fields = [pl.col(lists.name).list.get(at).alias(label.value) for at, label in enumerate(labels)]
    return lists.to_frame().select(pl.struct(fields).alias(lists.name)).to_series() if fields else lists


def counted(series: pl.Series, mapping: Mapping[str, Label | None] | None) -> pl.Series | None:
    """Return annotators' counts or shares by label as one record a row; None where they are not known.

    Parameters
    ----------
    series
        Records of numbers by label as found.
    mapping
        What the user stated of labels.
    """
    fields = [item.name for item in series.dtype.fields] if isinstance(series.dtype, pl.Struct) else []
    reading = read_labels(fields, mapping)
    numbers = series.struct.unnest() if fields else pl.DataFrame()
    right = bool(fields) and all(kind.is_numeric() or kind == pl.Null for kind in numbers.dtypes)
    if not right or reading.unknown or bool(numbers.select(pl.any_horizontal(pl.all() < 0).any()).item()):
        return None
    votes = {
        label: reduce(
            add, [pl.col(name).fill_null(0) for name in fields if reading.meaning[name] is label], pl.lit(0.0)
        )
        for label in Label
    }
    return numbers.select(distribution_of(votes)).to_series()


def by_rule(frame: pl.DataFrame, rule: str, annotators: str | None, name: str) -> pl.DataFrame:
    """Return `frame` with the label that `rule` chooses of the votes, or of the label set, of every row.

    Parameters
    ----------
    frame
        Rows with ``label_distribution``, a column of annotators' labels by name, or ``label_set``.
    rule
        ``majority``: more votes than any other label; ``unanimous``: all votes; ``best`` and ``worst``: the
        first and last label with a vote in the order entailment, neutral, non-entailment, contradiction.
    annotators
        The column of lists of label names; None if there is none.
    name
        What messages call the data.

    Raises
    ------
    ColumnError
        If there are no votes and no label sets.
    """
    votes = _votes(frame, rule, annotators)
    if votes is None:
        raise ColumnError(
            f"{printable(name)} has one label a row and no votes of annotators",
            f"several labels a row for --gold {rule}",
            "leave --gold out, or name a column with it",
        )
    present = {label: count > 0 for label, count in votes.items()}
    most = pl.max_horizontal(votes.values())
    if rule == "majority":
        alone = pl.sum_horizontal([(count == most).cast(pl.Int32) for count in votes.values()]) == 1
        right = {label: (count == most) & alone & (most > 0) for label, count in votes.items()}
    elif rule == "unanimous":
        alone = pl.sum_horizontal([there.cast(pl.Int32) for there in present.values()]) == 1
        right = {label: there & alone for label, there in present.items()}
    else:
        right = present
    order = _FROM_BEST if rule != "worst" else tuple(reversed(_FROM_BEST))
    chosen = pl.coalesce(pl.when(right[label]).then(pl.lit(label.value)) for label in order)
    return frame.with_columns(
        chosen.cast(LABEL_TYPE).alias("label"), pl.lit(_REASONS.get(rule), dtype=pl.String).alias(REASON)
    )


def _votes(frame: pl.DataFrame, rule: str, annotators: str | None) -> dict[Label, pl.Expr] | None:
    """Return the votes for each label, of the first source that has some for the row.

    Of annotators for a rule that counts them; of the label set first for one that takes a label of it.
    """
    shares = pl.col(DISTRIBUTION).struct
    lists = [column for column in (annotators, LABEL_SET) if column in frame.columns]
    sources: list[dict[Label, pl.Expr]] = [
        {label: pl.col(column).list.count_matches(label.value).cast(pl.Float64) for label in Label}
        for column in lists
    ]
    if DISTRIBUTION in frame.columns:
        sources.insert(0, {label: shares.field(label.value) for label in Label})
    if not sources:
        return None
    if rule in {"best", "worst"}:
        sources.reverse()
    some = [pl.sum_horizontal(source.values()) > 0 for source in sources]
    return {
        label: pl.coalesce(
            *(pl.when(there).then(source[label]) for there, source in zip(some, sources, strict=True)), 0.0
        ).fill_null(0.0)
        for label in Label
    }
