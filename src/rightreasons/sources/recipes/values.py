"""What stands in a column of a recipe, as a polars expression: a value, the paths it reads, its scope."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import polars as pl

from rightreasons.sources.raw import Beside
from rightreasons.sources.recipes.paths import ABSENT, Cell, as_text, follow
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.steps import Steps, steps_of

TEXTS = pl.List(pl.String)


@dataclass(frozen=True)
class Path:
    """A path as it is written, and where."""

    text: str
    place: Place = field(compare=False)


@dataclass(frozen=True)
class Scope:
    """What values are made of.

    Parameters
    ----------
    schema
        Columns of the rows.
    rows
        The paths that the rows were made by, each with the column that holds its current value.
    keys
        The same with the column that holds the current key, of paths that end in ``.*``.
    file
        Name of the file.
    beside
        The other files of its folder; None where there is none.
    """

    schema: Mapping[str, pl.DataType]
    rows: Mapping[Steps, str] = field(default_factory=dict)
    keys: Mapping[Steps, str] = field(default_factory=dict)
    file: str = ""
    beside: Beside | None = None

    def steps(self, path: Path) -> Steps:
        """Return the steps of a path from the columns that there are."""
        return steps_of(path.text, list(self.schema))

    def cell(self, steps: Steps) -> Cell:
        """Return what a path leads to, from the current row's value where it goes through ``rows``."""
        made = max((each for each in self.rows if steps[: len(each)] == each), key=len, default=())
        start = self.rows[made] if made else steps[0].name
        kind = self.schema.get(start)
        rest = steps[len(made) or 1 :]
        return ABSENT if kind is None else follow(Cell(pl.col(start), kind), rest)


@dataclass(frozen=True)
class Value:
    """What a column of a recipe is made of.

    Parameters
    ----------
    cell
        Makes its expression and type.
    described
        It in words.
    reads
        The paths that it reads.
    separator
        What stands between items that are joined to a text; None: whatever the column takes.
    path
        The path that it is, if it is nothing else.
    key
        The path of which it is the current key, if it is one.
    files
        The other files that it looks into.
    """

    cell: Callable[[Scope], Cell] = field(compare=False)
    described: str
    reads: tuple[Path, ...] = ()
    separator: str | None = None
    path: Path | None = None
    key: Path | None = None
    files: tuple[str, ...] = ()

    def text(self, scope: Scope, separator: str = " ") -> pl.Expr:
        """Return it as one text, the items of a list joined but for blank ones; null if there is none."""
        cell = self.cell(scope)
        if not isinstance(cell.kind, pl.List):
            return as_text(cell)
        texts = as_text(cell).list.eval(pl.element().filter(pl.element().str.contains(r"\S")))
        between = separator if self.separator is None else self.separator
        return pl.when(texts.list.len() > 0).then(texts.list.join(between))


def of_path(path: Path) -> Value:
    """Return the value that a path leads to."""
    return Value(lambda scope: scope.cell(scope.steps(path)), path.text, (path,), path=path)
