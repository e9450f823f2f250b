"""Whether paths of a recipe lead to something in a whole table: a misspelling must not read as nothing."""

from collections.abc import Sequence

import polars as pl

from rightreasons.errors import ColumnError
from rightreasons.errors.nearest import nearest
from rightreasons.printable import printable, quoted
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.recipes.steps import EVERY_FIELD, EVERY_ITEM, Step, Steps
from rightreasons.sources.recipes.values import Path, Scope

_Missing = tuple[int, tuple[str, ...]]


def check_paths(recipe: Recipe, raw: RawTable) -> None:
    """Refuse a recipe of which a path leads to nothing; what is inside a text is not known beforehand.

    Raises
    ------
    ColumnError
        If a path leads to nothing.
    RecipeError
        If it is no path, or a key is asked for that no row has.
    """
    schema = {**raw.parsed.frame.schema, **dict.fromkeys(recipe.make, pl.String())}
    scope = Scope({name: kind for name, kind in schema.items() if name not in HIDDEN})
    for path in recipe.paths():
        _check_there(scope, _steps(scope, path, raw), path, raw)
    every = (recipe.rows, *recipe.each_rows)
    through = {level for rows in every for paths in levels(rows, scope) for level in paths}
    values = [value for columns in (recipe.columns, *recipe.each) for value in columns.values()]
    for key in (value.key for value in values if value.key):
        if scope.steps(key) not in through:
            raise key.place.error(
                f"the key of '{printable(key.text)}'",
                "a path that 'rows' goes through",
                f"add rows: {key.text}",
            )


def levels(rows: Sequence[Path], scope: Scope) -> list[tuple[Steps, ...]]:
    """Return the paths to be gone through one after the other, each up to one ``[]`` or ``.*``."""
    paths = [scope.steps(each) for each in rows]
    if len(paths) > 1:
        return [tuple(path[: path.index(EVERY_ITEM) + 1] for path in paths)]
    return [(path[: at + 1],) for path in paths for at, step in enumerate(path) if step.many]


def spelled(steps: Steps) -> str:
    """Return a path as it is written, fit to be printed."""
    text = steps[0].name
    for step in steps[1:]:
        text += f"[{step.at}]" if step.at is not None else "[]" if step == EVERY_ITEM else f".{step.name}"
    return printable(text)


def _steps(scope: Scope, path: Path, raw: RawTable) -> Steps:
    try:
        return scope.steps(path)
    except ValueError as error:
        raise path.place.error(
            f"'{printable(path.text)}' ({printable(str(error))})",
            "a path such as answers.*.claims[].text",
            f"columns of {printable(raw.name)}: {quoted(tuple(raw.columns), 40)}",
        ) from None


def _check_there(scope: Scope, steps: Steps, path: Path, raw: RawTable) -> None:
    first = scope.schema.get(steps[0].name)
    missing = (0, tuple(scope.schema)) if first is None else _missing(first, steps, 1)
    if missing is None:
        return
    at, known = missing
    near = nearest(steps[at].name, known)
    under = f" under '{spelled(steps[:at])}'" if at else ""
    name = printable(raw.name)
    raise ColumnError(
        f"{path.place}: no '{printable(steps[at].name)}'{under} in {name}, but {quoted(known, 40)}",
        "a path that leads to something",
        f"did you mean '{printable(near)}'?" if near else "see `rightreasons describe` for all paths",
    )


def _missing(kind: pl.DataType, steps: Sequence[Step], at: int) -> _Missing | None:
    """Return which step leads to nothing, and what there is instead; None if every step leads on."""
    if at == len(steps) or kind in (pl.String, pl.Null):
        return None
    step = steps[at]
    if isinstance(kind, pl.List):
        inner: pl.DataType = kind.inner  # type: ignore[assignment]  # an instance in a schema
        return _missing(inner, steps, at + 1 if step.name in ("", EVERY_ITEM.name) else at)
    if step.name in ("", EVERY_ITEM.name):
        return _missing(kind, steps, at + 1)
    fields = {each.name: each.dtype for each in kind.fields} if isinstance(kind, pl.Struct) else {}
    names = tuple(fields) if step == EVERY_FIELD else (step.name,)
    found = [_missing(fields[name], steps, at + 1) for name in names if name in fields]  # type: ignore[arg-type]  # as above
    if None in found:
        return None
    return found[0] if found else (at, tuple(fields))
