"""From normalised tables to pairs: labels by name, and an account of every row that was read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import MeaninglessLabelError, MissingGoldError
from rightreasons.labels import Label, why_unexplained
from rightreasons.pairs import (
    ANNOTATORS,
    CORE_COLUMNS,
    DISTRIBUTION,
    LABEL_SET,
    PARSE_COLUMNS,
    READINGS,
    Account,
    Count,
    PairTable,
    Provenance,
)
from rightreasons.printable import printable, quoted
from rightreasons.sources.catalogue.recognition import KnownFormOf, check_counts
from rightreasons.sources.columns.roles import VOTE_RULES
from rightreasons.sources.gold import (
    REASON,
    VOTES,
    Meaning,
    by_position,
    by_rule,
    counted,
    labels_of_positions,
    read_cells,
    with_label,
)
from rightreasons.sources.normalized import ANNOTATORS_FOUND, FOUND, NormalizedTable
from rightreasons.sources.options import GOLD_RULES, ReadOptions
from rightreasons.sources.raw import HIDDEN, LINE, ROW, BadRow, place
from rightreasons.sources.several_labels import rows_of_several
from rightreasons.sources.unexplained import unexplained_cells

NO_GOLD = "no gold label"
MALFORMED = "malformed row"
_ANNOTATED = "__annotated__"
Notes = tuple[str, ...]
Cells = Mapping[str, Sequence[str | None]]
"""Distinct cells by column (`FOUND`, `ANNOTATORS_FOUND`, ``label_set``)."""


def meaning_of(tables: Sequence[NormalizedTable], counts: Mapping[str, int] | None = None) -> list[Meaning]:
    """Return what the labels of every table mean; tables of which the same is stated are taken together.

    So a set of labels such as e, n, c is complete even if one of the files lacks one of them.

    Parameters
    ----------
    tables
        The tables; of large ones, the first row of each label does.
    counts
        In how many rows each label as found stands; None: it is counted in `tables`.

    Raises
    ------
    UnknownLabelError, AmbiguousLabelError, MeaninglessLabelError
        If the meaning of a label is not known, with its rows and a label map to fill.
    """
    meanings: list[Meaning] = []
    for table in tables:
        alike = [other for other in tables if _read_alike(other, table)]
        found = pl.concat([other.frame[FOUND] for other in alike]).unique().to_list()
        meaning = read_cells(found, table.label_map, indicator=table.roles.indicator)
        if meaning.reading.unknown:
            raise unexplained_cells(meaning.reading, alike, counts)
        meanings.append(meaning)
    return meanings


def _read_alike(one: NormalizedTable, other: NormalizedTable) -> bool:
    return one.label_map == other.label_map and one.roles.indicator == other.roles.indicator


def labelled(
    table: NormalizedTable, meaning: Meaning, options: ReadOptions, cells: Cells | None = None
) -> PairTable:
    """Return the pairs of one table, rows without gold treated as `options` say.

    Parameters
    ----------
    table
        The table, or a block of its rows.
    meaning
        What its labels mean.
    options
        How it is read.
    cells
        Of a block, the distinct cells of the whole table by column, of labels as found and of lists of
        labels; nothing is said of the counts of a block. None: `table` is the whole.

    Raises
    ------
    MissingGoldError
        If there are some and there must be none.
    ColumnError
        If a rule of gold was stated and there is nothing to choose from.
    """
    frame, set_notes = _with_sets(table.frame, table, cells)
    frame = with_label(frame, FOUND, meaning)
    frame, annotator_notes = _with_annotators(frame, table, cells)
    frame, vote_notes = _with_distribution(frame, table, options)
    frame, rule, rule_notes = _with_gold(frame, table, meaning)
    notes = (*table.notes, *meaning.reading.notes, *set_notes, *annotator_notes, *vote_notes, *rule_notes)
    account = Account(table.read, table.read, cleaned=table.cleaned).drop(
        MALFORMED, len(table.malformed), (place_of(table.raw.name, bad) for bad in table.malformed)
    )
    for count in table.left_out:
        account = account.drop(count.reason, count.rows, count.where, chosen=count.chosen)
    several = bare = None
    if options.on_missing_gold != "keep":
        several = rows_of_several(frame, table.label_map) if cells is None else None
        bare = _without_labels(frame, several) if cells is None else None
        frame, account = _without_missing(frame, account, table, options)
    left_out = several if several is None else _in_order(several, READINGS)
    pairs = PairTable(_in_order(frame), Provenance(table.raw.name), account, left_out, bare)
    warnings = count_warnings(table.entry, table.read, pairs.counts(), rule) if cells is None else ()
    provenance = Provenance(
        name=table.raw.name,
        files=table.raw.files,
        columns=table.columns,
        label_map={
            found: None if label is None else label.value
            for found, label in meaning.reading.meaning.items()
            if found is not None
        },
        dataset=table.entry.dataset if table.entry else None,
        notes=(*notes, *warnings),
        nouns=table.roles.nouns,
        gold_rule=rule,
    )
    return replace(pairs, provenance=provenance)


def count_warnings(
    entry: KnownFormOf | None, read: int, counts: Mapping[Label, int], rule: str
) -> tuple[str, ...]:
    """Return what is to be told of the counts of a whole table.

    Parameters
    ----------
    entry
        What the catalogue says of it.
    read
        Rows in the source.
    counts
        Rows kept, by label.
    rule
        By which one gold label of several was chosen; then they are not what was published.
    """
    return check_counts(entry, read, counts) if entry and not rule else ()


def _with_gold(
    frame: pl.DataFrame, table: NormalizedTable, meaning: Meaning
) -> tuple[pl.DataFrame, str, tuple[str, ...]]:
    """Return the frame with one label a row where a rule calls for it, the rule, and a note that names it."""
    rule = table.gold
    several = LABEL_SET in frame.columns
    if rule in GOLD_RULES and (several or not table.roles.label or rule in {"majority", "unanimous"}):
        frame = by_rule(frame, rule, _ANNOTATED, table.raw.name)
        return frame, rule, (f"gold label chosen by the rule '{rule}' (--gold {rule})",)
    if rule is not None:
        column = printable(table.roles.label or "")
        return frame, rule, (f"gold label chosen by --gold {printable(rule)}: column '{column}'",)
    if meaning.several:
        note = "rows with more than one label have no gold label (--gold best or worst takes one of them)"
        return frame, "unanimous", (note,)
    return frame, "", ()


def _without_labels(frame: pl.DataFrame, several: pl.DataFrame | None) -> pl.Series:
    """Return the ids of rows for which no label is right, or none is known."""
    missing = frame.filter(pl.col("label").is_null()).select("id")
    return (missing if several is None else missing.join(several, on="id", how="anti"))["id"]


def _without_missing(
    frame: pl.DataFrame, account: Account, table: NormalizedTable, options: ReadOptions
) -> tuple[pl.DataFrame, Account]:
    missing = frame.filter(pl.col("label").is_null())
    if not missing.height:
        return frame, account
    if options.on_missing_gold == "error":
        row, line = missing.select(ROW, LINE).row(0)
        raise MissingGoldError(
            f"{missing.height:,} rows without a gold label, first in {_where(table, row, line)}",
            "a gold label in every row",
            "read with --on-missing-gold drop",
        )
    for count in _reasons(missing, table):
        account = account.drop(count.reason, count.rows, count.where)
    return frame.filter(pl.col("label").is_not_null()), account


def _reasons(missing: pl.DataFrame, table: NormalizedTable) -> Iterable[Count]:
    reason = pl.col(FOUND).replace_strict(dict(table.drop_reasons), default=NO_GOLD, return_dtype=pl.String)
    if REASON in missing.columns:
        reason = pl.coalesce(REASON, reason)
    for (name,), rows in missing.group_by(reason.alias("reason"), maintain_order=True):
        where = (_where(table, row, line) for row, line in rows.head(5).select(ROW, LINE).iter_rows())
        yield Count(str(name), rows.height, tuple(where))


def _with_annotators(
    frame: pl.DataFrame, table: NormalizedTable, cells: Cells | None
) -> tuple[pl.DataFrame, Notes]:
    """Return the frame with the labels of the annotators by name, blanks left out, where they can be read.

    An annotator who gave several labels counts once for each (`_ANNOTATED`); ``annotator_labels`` is there
    only if every one gave a single label.
    """
    if ANNOTATORS_FOUND not in frame.columns:
        return frame, ()
    names, notes = _names_in_lists(frame, ANNOTATORS_FOUND, table, "annotators' labels", cells)
    if notes:
        return frame, notes
    listed = _mapped_lists(frame[ANNOTATORS_FOUND], names)
    single = [] if any(len(labels) > 1 for labels in names.values()) else [listed.alias(ANNOTATORS)]
    return frame.with_columns(listed.alias(_ANNOTATED), *single), ()


def _with_sets(
    frame: pl.DataFrame, table: NormalizedTable, cells: Cells | None
) -> tuple[pl.DataFrame, Notes]:
    """Return the frame with its column of label sets by name, without it where they cannot be read."""
    if LABEL_SET not in frame.columns:
        return frame, ()
    names, notes = _names_in_lists(frame, LABEL_SET, table, "label sets", cells)
    if notes:
        return frame.drop(LABEL_SET), notes
    return frame.with_columns(_mapped_lists(frame[LABEL_SET], names)), ()


def _names_in_lists(
    frame: pl.DataFrame, column: str, table: NormalizedTable, what: str, cells: Cells | None
) -> tuple[Mapping[str, Sequence[str]], Notes]:
    """Return the labels of each cell in lists by name, read beside gold labels where they mean less alone."""
    found, labels = cells_of(frame, column) if cells is None else (cells[column], cells[FOUND])
    for beside in ([], labels):
        meaning = read_cells([*found, *beside], table.label_map, indicator=False)
        if not meaning.reading.unknown:
            return {cell: [label.value for label in labels] for cell, labels in meaning.cells.items()}, ()
    unknown = meaning.reading.unknown
    return {}, (f"{what} left out: labels {quoted(unknown)} {why_unexplained(unknown)}",)


def cells_of(frame: pl.DataFrame, column: str) -> tuple[Sequence[str | None], Sequence[str | None]]:
    """Return the distinct cells in the lists of a column, and the distinct labels as found."""
    return frame[column].explode().unique().to_list(), frame[FOUND].unique().to_list()


def _mapped_lists(lists: pl.Series, names: Mapping[str, Sequence[str]]) -> pl.Series:
    """Return lists of cells as lists of label names; cells that mean no label are left out."""
    single = {cell: labels[0] for cell, labels in names.items() if len(labels) == 1}
    if not any(len(labels) > 1 for labels in names.values()):
        named = pl.element().replace_strict(single, default=None, return_dtype=pl.String)
        return lists.to_frame().select(pl.col(lists.name).list.eval(named).list.drop_nulls()).to_series()
    mapped = [
        None if cells is None else [label for cell in cells for label in names.get(cell, ())]
        for cells in lists.to_list()
    ]
    return pl.Series(lists.name, mapped, dtype=pl.List(pl.String))


def _with_distribution(
    frame: pl.DataFrame, table: NormalizedTable, options: ReadOptions
) -> tuple[pl.DataFrame, Notes]:
    if VOTES not in frame.columns:
        return frame, ()
    columns = "+".join(table.roles.distribution)
    votes = frame[VOTES]
    if isinstance(votes.dtype, pl.List):
        of_labels = bool(frame[FOUND].str.contains(r"^\d+$").any())  # then a label map with numbers is theirs
        labels = labels_of_positions(votes, frame["label"], None if of_labels else table.label_map)
        if not labels and (DISTRIBUTION in options.columns or table.gold in VOTE_RULES):
            raise _unnamed(table, columns, int(votes.list.len().max() or 0))  # type: ignore[arg-type] # a length
        votes = by_position(votes, labels)
    distribution = counted(votes, table.label_map)
    if distribution is None:
        note = f"column '{printable(columns)}' left out: its numbers have no known labels (see --label-map)"
        return frame, (note,)
    return frame.with_columns(distribution), ()


def _unnamed(table: NormalizedTable, columns: str, size: int) -> MeaninglessLabelError:
    places = ",".join(f"{at}=" for at in range(size))
    return MeaninglessLabelError(
        f"{printable(table.raw.name)} column '{printable(columns)}' has {size} numbers a row without labels",
        "labels by position, or gold labels that prove them: each position the largest in rows of one label",
        f"write a label after each '=': --label-map {places}",
    )


def _in_order(frame: pl.DataFrame, *further: str) -> pl.DataFrame:
    first = (*CORE_COLUMNS, *PARSE_COLUMNS, ANNOTATORS, LABEL_SET, DISTRIBUTION, *further)
    ours = [name for name in first if name in frame.columns]
    hidden = {*HIDDEN, FOUND, ANNOTATORS_FOUND, VOTES, REASON, READINGS, _ANNOTATED}
    return frame.select(*ours, *(name for name in frame.columns if name not in hidden.union(ours)))


def place_of(name: str, bad: BadRow) -> str:
    """Return the file and the place of a malformed row."""
    return f"{printable(name)} {place(bad.row, bad.line)}"


def _where(table: NormalizedTable, row: int, line: int | None) -> str:
    return f"{printable(table.raw.name)} {place(row, line)}"
