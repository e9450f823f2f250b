"""A recipe applied to the rows of a source: a frame in, a frame out, every row by itself.

What comes of a row depends on that row alone: blocks of a source give what the source gives in one piece.
Cells that are filled from above and rows that are put together (`whole`) are so before, in the whole source.
"""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.pairs import ANNOTATORS, DISTRIBUTION, Count
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import HIDDEN, LINE, ROW, Beside, RawTable, place
from rightreasons.sources.recipes.checked import check_paths, levels, spelled
from rightreasons.sources.recipes.inside_text import fields_in, lists_in
from rightreasons.sources.recipes.look_ups import TooFewLinesError
from rightreasons.sources.recipes.operations import TooLongError
from rightreasons.sources.recipes.paths import Cell, as_items, as_texts
from rightreasons.sources.recipes.recipe import FILLED, Columns, Recipe
from rightreasons.sources.recipes.sideways import turned
from rightreasons.sources.recipes.steps import EVERY_FIELD, Steps
from rightreasons.sources.recipes.values import Scope, Value
from rightreasons.sources.recipes.whole import of_whole, that_count

_ORDER, _PLACE = "__order__", "__place__"
_VALUE, _KEY = "__value_{}__", "__key_{}__"
_TEXTS = ("premise", "hypothesis")
_JOIN = " "


def applied(recipe: Recipe, raw: RawTable, join: str | None = None) -> tuple[RawTable, tuple[Count, ...]]:
    """Return the rows that a recipe makes of a table, and those that it leaves out, counted.

    Columns that the recipe reads are taken out, the others stay; a column of the source that is called as one
    of the recipe begins with ``source_``.

    Parameters
    ----------
    recipe
        The recipe.
    raw
        The table.
    join
        Text between the items of a list that becomes one premise or hypothesis; None: a space.

    Raises
    ------
    ColumnError
        If a path leads to nothing in the whole table, lists side by side differ in length, or texts become
        longer by far.
    """
    if recipe.of_whole:
        if recipe.sideways:
            raw = turned(raw)
        before = of_whole(raw.parsed.frame, recipe.fill, recipe.merge, recipe.together, raw.name)
        left = _not_put_together(recipe, raw)
        raw = replace(raw, parsed=replace(raw.parsed, frame=before, notes=(*raw.parsed.notes, *left)))
    check_paths(recipe, raw)
    try:
        frame = made_rows(recipe, raw.parsed.frame, raw.name, _JOIN if join is None else join, raw.beside)
    except TooFewLinesError as error:
        found = printable(str(error).partition(chr(10))[0], 200)
        raise ColumnError(found, "as many lines as rows", "use whole files") from None
    except TooLongError as error:
        raise ColumnError(
            f"{recipe.place}: {printable(str(error).partition(chr(10))[0], 200)}",
            "texts that grow to four times their length at most, beyond 64 MiB",
            "shorten what is put in, or what it replaces",
        ) from None
    kept, counts = _only(recipe, frame, raw.name)
    notes = (*raw.parsed.notes, *_notes(recipe, raw, frame))
    return replace(raw, parsed=replace(raw.parsed, frame=kept, notes=notes)), counts


def _not_put_together(recipe: Recipe, raw: RawTable) -> tuple[str, ...]:
    """Return what a reader is told of rows that are left out before others are put together."""
    step, frame = recipe.together, raw.parsed.frame
    if step is None or not step.where:
        return ()
    lost = frame.height - that_count(frame, step, raw.name).height
    said = " or ".join(f"'{printable(name, 40)}' is not {quoted(values, 40)}" for name, values in step.where)
    return (f"{lost:,} of {frame.height:,} rows left out before rows are put together: {said}",)


def made_rows(
    recipe: Recipe, frame: pl.DataFrame, file: str, join: str = _JOIN, beside: Beside | None = None
) -> pl.DataFrame:
    """Return the rows that a recipe makes of a block of rows.

    Parameters
    ----------
    recipe
        The recipe.
    frame
        Columns of the source, with `ROW` and `LINE`.
    file
        Name of the file.
    join
        Text between the items of a list that becomes one premise or hypothesis.
    beside
        The other files of the folder.
    """
    columns = dict.fromkeys(name for name in frame.columns if name not in HIDDEN)
    schema = {name: kind for name, kind in frame.schema.items() if name in columns}
    scope = Scope(schema, file=file, beside=beside)
    used = _used(recipe, scope)
    frame, scope = _with_made(recipe, frame, scope)
    for number, paths in enumerate(levels(recipe.rows, scope)):
        frame, scope = _one_row_each(frame, scope, paths, str(number))
    frame = frame.with_columns(pl.int_range(pl.len()).alias(_PLACE))
    entries = [_entry(recipe, at, frame, scope) for at in range(max(1, len(recipe.each)))]
    new = [_columns(own, named, join) for _, own, named in entries]
    rest = [name for name in columns if name not in used]
    taken = {name for each in new for name in each} | set(rest)
    names = {name: _free(name, taken - {name}) if name in new[0] else name for name in rest}
    kept = [pl.col(name).alias(other) for name, other in names.items()]
    parts = [
        rows.select(*(made.alias(name) for name, made in each.items()), *kept, *HIDDEN, _PLACE)
        for (rows, _, _), each in zip(entries, new, strict=True)
    ]
    whole = parts[0] if len(parts) == 1 else _one_after_another(parts)
    return whole.drop(_PLACE)


def _entry(recipe: Recipe, at: int, frame: pl.DataFrame, scope: Scope) -> tuple[pl.DataFrame, Scope, Columns]:
    """Return the rows of one entry of `each`, where it has its own, and what their columns are made of."""
    own = recipe.each_rows[at] if recipe.each_rows else ()
    for number, paths in enumerate(levels(own, scope)):
        if any(path not in scope.rows for path in paths):
            frame, scope = _one_row_each(frame, scope, paths, f"{at}_{number}_own")
    return frame, scope, {**recipe.columns, **(recipe.each[at] if recipe.each else {})}


def _one_after_another(parts: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return the rows that one row becomes beside each other; lists and texts in one column are all lists."""
    for name in parts[0].columns:
        kinds = [part.schema[name] for part in parts]
        if len(set(kinds)) > 1 and any(kind.is_nested() for kind in kinds):
            parts = [
                part.with_columns(as_texts(Cell(pl.col(name), kind)).alias(name))
                for part, kind in zip(parts, kinds, strict=True)
            ]
    return pl.concat(parts, how="vertical_relaxed").sort(_PLACE, maintain_order=True)


def _used(recipe: Recipe, scope: Scope) -> set[str]:
    """Return the columns of the source that the recipe reads."""
    return {scope.steps(path)[0].name for path in recipe.paths()}


def _free(name: str, taken: set[str]) -> str:
    while f"source_{name}" in taken:
        name = f"source_{name}"
    return f"source_{name}"


def _with_made(recipe: Recipe, frame: pl.DataFrame, scope: Scope) -> tuple[pl.DataFrame, Scope]:
    for name, value in recipe.make.items():
        cell = value.cell(scope)
        frame = frame.with_columns(cell.expression.alias(name))
        scope = replace(scope, schema={**scope.schema, name: frame.schema[name]})
    return frame, scope


def _one_row_each(
    frame: pl.DataFrame, scope: Scope, paths: Sequence[Steps], number: str
) -> tuple[pl.DataFrame, Scope]:
    """Return one row for each item of the lists, or each field of the record, that paths lead to."""
    if paths[0][-1] == EVERY_FIELD:
        return _one_row_each_field(frame, scope, paths[0], number)
    names = [_VALUE.format(f"{number}_{at}") for at in range(len(paths))]
    lists = [
        _listed(scope, path, alone=len(paths) == 1).alias(name)
        for path, name in zip(paths, names, strict=True)
    ]
    frame = frame.with_columns(lists)
    lengths = [pl.col(name).list.len().fill_null(0) for name in names]
    frame = _side_by_side(frame, lengths, paths, scope.file).filter(lengths[0] > 0)
    frame = frame.explode(names)
    schema = {name: frame.schema[name] for name in names}
    return frame, replace(
        scope,
        schema={**scope.schema, **schema},
        rows={**scope.rows, **dict(zip(paths, names, strict=True))},
    )


def _listed(scope: Scope, path: Steps, *, alone: bool) -> pl.Expr:
    """Return the list whose items are to be rows; without nulls unless it stands beside another."""
    before = scope.cell(path[:-1])
    if not alone and before.kind == pl.String:
        return before.expression.map_batches(lists_in, return_dtype=pl.List(pl.String), is_elementwise=True)
    kept = not alone and isinstance(before.kind, pl.List)
    return before.expression if kept else as_items(scope.cell(path))


def _side_by_side(
    frame: pl.DataFrame, lengths: Sequence[pl.Expr], paths: Sequence[Steps], file: str
) -> pl.DataFrame:
    for length, path in zip(lengths[1:], paths[1:], strict=True):
        differ = frame.filter(length != lengths[0])
        if differ.height:
            row, line, *sizes = differ.select(ROW, LINE, lengths[0].alias("0"), length.alias("1")).row(0)
            one, other = (spelled(each) for each in (paths[0], path))
            raise ColumnError(
                f"{printable(file)} {place(row, line)} has {sizes[0]} in '{one}' and {sizes[1]} in '{other}'",
                "lists of one length, whose items belong together",
                "take one of them for 'rows', or mend the row",
            )
    return frame


def _one_row_each_field(
    frame: pl.DataFrame, scope: Scope, path: Steps, number: str
) -> tuple[pl.DataFrame, Scope]:
    record = scope.cell(path[:-1])
    if record.kind == pl.String:
        return _one_row_each_field_of_text(frame, scope, path, number)
    value, key = _VALUE.format(number), _KEY.format(number)
    numbered = frame.with_columns(pl.int_range(pl.len()).alias(_ORDER))
    parts = [
        numbered.with_columns(
            record.expression.struct.field(name).alias(value), pl.lit(name).alias(key)
        ).filter(pl.col(value).is_not_null())
        for name in record.fields
    ]
    nothing = numbered.head(0).with_columns(pl.lit(None, pl.String).alias(value), pl.lit("").alias(key))
    whole = pl.concat(parts, how="diagonal_relaxed") if parts else nothing
    frame = whole.sort(_ORDER, maintain_order=True).drop(_ORDER)
    schema = {**scope.schema, value: frame.schema[value], key: pl.String()}
    return frame, replace(
        scope, schema=schema, rows={**scope.rows, path: value}, keys={**scope.keys, path: key}
    )


def _one_row_each_field_of_text(
    frame: pl.DataFrame, scope: Scope, path: Steps, number: str
) -> tuple[pl.DataFrame, Scope]:
    value, key = _VALUE.format(number), _KEY.format(number)
    kind = pl.List(pl.Struct({key: pl.String(), value: pl.String()}))
    fields = scope.cell(path[:-1]).expression.map_batches(
        lambda texts: pl.Series(texts.name, [fields_in(text, key, value) for text in texts], dtype=kind),
        return_dtype=kind,
        is_elementwise=True,
    )
    frame = (
        frame.with_columns(fields.alias(value))
        .filter(pl.col(value).list.len() > 0)
        .explode(value)
        .unnest(value)
    )
    schema = {**scope.schema, value: pl.String(), key: pl.String()}
    return frame, replace(
        scope, schema=schema, rows={**scope.rows, path: value}, keys={**scope.keys, path: key}
    )


def _columns(scope: Scope, columns: Columns, join: str) -> dict[str, pl.Expr]:
    return {name: _column(scope, name, value, join) for name, value in columns.items()}


def _column(scope: Scope, name: str, value: Value, join: str) -> pl.Expr:
    if name in _TEXTS:
        return value.text(scope, join)
    if name == ANNOTATORS:
        return as_texts(value.cell(scope))
    cell = value.cell(scope)
    if name == DISTRIBUTION and cell.kind == pl.List(pl.String):  # numbers from several columns
        numbers = cell.expression.list.eval(pl.element().str.strip_chars(" \t%"))
        shares = numbers.cast(pl.List(pl.Float64), strict=False)
        paths = len(value.reads)  # where one is not there, the others are none of which it would be told
        return shares if paths == 1 else pl.when(numbers.list.len() == paths).then(shares)
    if name in (DISTRIBUTION, "label") or not isinstance(cell.kind, pl.List):
        return cell.expression
    return value.text(scope, ", ")


def _only(recipe: Recipe, frame: pl.DataFrame, file: str) -> tuple[pl.DataFrame, tuple[Count, ...]]:
    counts = []
    for name, values in recipe.only.items():
        if name not in frame.columns:
            raise ColumnError(
                f"{recipe.place.at('only', name)}: no column '{printable(name)}' in {printable(file)}",
                f"one of {quoted(tuple(each for each in frame.columns if each not in HIDDEN), 40)}",
                "name it under 'columns' too",
            )
        text = pl.col(name).cast(pl.String, strict=False)
        keep = text.str.contains(r"\S") if values == FILLED else text.is_in(list(values))
        meets = frame.select(keep.fill_null(value=False)).to_series()
        lost = frame.filter(~meets)
        reason = f"no {name}" if values == FILLED else f"{name} is not {' or '.join(values)}"
        where = tuple(f"{printable(file)} {place(*at)}" for at in lost.select(ROW, LINE).head(5).iter_rows())
        counts += [Count(reason, lost.height, where, chosen=values != FILLED)] if lost.height else []
        frame = frame.filter(meets)
    return frame, tuple(counts)


def _notes(recipe: Recipe, raw: RawTable, frame: pl.DataFrame) -> tuple[str, ...]:
    notes = [f"read by the recipe {recipe.name}"]
    before = raw.parsed.frame.height
    empty = before - frame[ROW].n_unique()
    if recipe.rows or recipe.each:
        notes.append(f"{frame.height:,} pairs in {before:,} rows")
    if empty:
        every = (*recipe.rows, *(path for rows in recipe.each_rows for path in rows))
        paths = ", ".join(f"'{printable(each.text)}'" for each in every)
        notes.append(f"{empty:,} of {before:,} rows hold no pair: nothing in {paths}")
    return tuple(notes)
