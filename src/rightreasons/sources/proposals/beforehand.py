"""Tables whose rows are no pairs yet: cells are filled, rows of one item put together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from rightreasons.printable import printable, quoted
from rightreasons.sources.options import ReadOptions
from rightreasons.sources.proposals.composing import Reading
from rightreasons.sources.proposals.contents import Leaf, leaves_of
from rightreasons.sources.proposals.labelling import named_share
from rightreasons.sources.proposals.statuses import statuses
from rightreasons.sources.proposals.words import has_part, likely_role
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.recipes.places import Place
from rightreasons.sources.recipes.whole import Fill, Together, filled, put_together, that_count

_FEWEST_FILLED, _MOST_FILLED = 0.05, 0.7
_DISTINCT = 0.95
_MOST_NAMES = 12
_MOST_COLUMNS = 12
_LEAST_ALIKE = 0.9
_MOSTLY = 0.75
_TEXTS_OF_A_PAIR = 2
_LEAST_FILLED = 0.5
Parts = Sequence[tuple[RawTable, ReadOptions]]


@dataclass(frozen=True)
class Prepared:
    """Tables as they are after the first steps of a recipe.

    Parameters
    ----------
    parts
        The tables.
    steps
        Those steps, as a recipe writes them.
    because
        What speaks for them, as a clause.
    votes
        The column that holds lists of votes after them; its single items are no labels, and the rows may be
        meant one by one. Empty where there is none.
    readings
        Those that are likely, where they are known.
    data
        The one file of the folder whose rows they are; empty where it is not told.
    """

    parts: Parts
    steps: Mapping[str, Any] = field(default_factory=dict)
    because: str = ""
    votes: str = ""
    readings: Sequence[Reading] = ()
    data: str = ""


def prepared(parts: Parts) -> Iterator[Prepared]:
    """Yield tables with merged cells filled, as far as there are any.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    columns = dict.fromkeys(name for raw, _ in parts for name in _merged(raw))
    there = [name for name in columns if all(name in raw.columns for raw, _ in parts)]
    if there:
        fills = [Fill(name, Place("recipe")) for name in there]
        done = [(_with(raw, filled(raw.parsed.frame, fills, raw.name)), options) for raw, options in parts]
        names = ", ".join(f"'{printable(name, 30)}'" for name in there)
        because = f"empty cells of {names} are filled from above, as merged cells are"
        yield Prepared(done, {"fill": there}, because)


def together(parts: Parts) -> Iterator[Prepared]:
    """Yield tables whose rows say one thing each, put together.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    found = [_named_values(raw) for raw, _ in parts]
    first = found[0] if found else None
    if first is None or any(each is None or each[0] != first[0] for each in found):
        return
    step, names = first
    done = [(_with(raw, put_together(raw.parsed.frame, step, raw.name)), options) for raw, options in parts]
    says = ", ".join(f"'{printable(name, 20)}'" for name in names[:4])
    because = (
        f"rows of one {_columns(step.by)} belong together: '{printable(step.names or '', 30)}' is {says}"
    )
    written = {"by": step.by[0], "names": step.names, "values": step.values}
    yield Prepared(done, {"together": written}, because)


def votes_together(parts: Parts) -> Iterator[Prepared]:
    """Yield tables in which each row is the judgement of one person, with those of one pair put together.

    Parameters
    ----------
    parts
        The tables, each with the options that it is read by.
    """
    found = {_judgements(raw) for raw, _ in parts}
    step = found.pop() if len(found) == 1 else None
    if step is None:
        return
    done = [(_with(raw, put_together(raw.parsed.frame, step, raw.name)), options) for raw, options in parts]
    votes = str(step.values)
    values = printable(votes, 30)
    because = f"rows of one {_columns(step.by)} have the same texts and differ in '{values}': a vote each"
    by = step.by[0] if len(step.by) == 1 else list(step.by)
    written: dict[str, Any] = {"by": by, "values": step.values}
    if step.where:
        written["where"] = {name: list(values) for name, values in step.where}
        said = ", ".join(f"'{printable(name, 40)}' is {quoted(values, 40)}" for name, values in step.where)
        because = f"{because}; those count of which {said}"
    yield Prepared(done, {"together": written}, because, votes)


def _columns(names: Sequence[str]) -> str:
    return " and ".join(f"'{printable(name, 30)}'" for name in names)


def _judgements(raw: RawTable) -> Together | None:
    """Return the columns of an item and of its labels, where each row is what one person says of an item."""
    leaves = [leaf for leaf in leaves_of(raw) if leaf.is_column and leaf.path in raw.columns]
    every = [leaf for leaf in leaves if leaf.kind == "text"]
    own = [leaf for leaf in every if not has_part(leaf.name, "none")]  # times and comments vary
    texts = [leaf.path for leaf in (own if len(own) >= _TEXTS_OF_A_PAIR else every)]
    people = [leaf.path for leaf in leaves if has_part(leaf.name, "people")]
    labels = [
        leaf.path
        for leaf in leaves
        if leaf.kind == "category" and _are_labels(leaf) and leaf.filled > _LEAST_FILLED
    ]
    few = len(texts) < _TEXTS_OF_A_PAIR and raw.beside is None  # they may be in other files
    if few or not people:
        return None
    where = tuple((each.leaf.path, each.counts) for each in statuses(leaves))
    labels = [name for name in labels if name not in dict(where)]
    if len(labels) != 1:
        return None
    frame = that_count(raw.parsed.frame, Together((), None, "", Place("recipe"), where), raw.name)
    frame = frame.drop(HIDDEN, strict=False)
    items = [name for name in frame.columns if name not in {*texts, *people, *labels}]
    single = [(name,) for name in items[:_MOST_COLUMNS] if not frame.schema[name].is_nested()]
    for by in (*single, *((tuple(texts),) if texts else ())):
        if _has_several_of(frame, by, texts, people[0]):
            return Together(by, None, labels[0], Place("recipe"), where)
    return None


def _are_labels(leaf: Leaf) -> bool:
    """Whether values are words for labels, or numbers in a column called so."""
    return named_share(leaf) == 1 or (bool(leaf.numbers) and likely_role(leaf.name) == "label")


def _has_several_of(frame: pl.DataFrame, by: Sequence[str], texts: Sequence[str], person: str) -> bool:
    """Whether most values of columns have several rows with the same texts, each by another person."""
    sizes = frame.group_by(list(by)).agg(
        pl.len().alias("rows"),
        (pl.struct(texts).n_unique() if texts else pl.lit(1)).alias("texts"),
        pl.col(person).n_unique().alias("who"),
    )
    once = (sizes["rows"] == sizes["who"]).sum() >= _MOSTLY * sizes.height
    several = (sizes["rows"] > 1).sum() >= _LEAST_ALIKE * sizes.height
    return sizes.height > 1 and once and several and (sizes["texts"] == 1).all()


def _with(raw: RawTable, frame: pl.DataFrame) -> RawTable:
    return replace(raw, parsed=replace(raw.parsed, frame=frame, malformed=()))


def _merged(raw: RawTable) -> list[str]:
    """Return columns of distinct texts below which cells are empty, where another column is full."""
    if not _has_gaps(raw.parsed.frame):
        return []
    leaves = [leaf for leaf in leaves_of(raw) if leaf.is_column]
    full = any(leaf.kind == "text" and leaf.filled > _LEAST_ALIKE for leaf in leaves)
    return [leaf.path for leaf in leaves if full and _is_merged(leaf)]


def _has_gaps(frame: pl.DataFrame) -> bool:
    """Whether as many cells of a column of texts are empty as of merged cells."""
    texts = frame.drop(HIDDEN, strict=False).select(pl.col(pl.String))
    full = texts.select(pl.all().str.contains(r"\S").fill_null(value=False).mean())
    return any(_FEWEST_FILLED < (share or 0.0) < _MOST_FILLED for row in full.iter_rows() for share in row)


def _is_merged(leaf: Leaf) -> bool:
    some = _FEWEST_FILLED < leaf.filled < _MOST_FILLED
    first = bool(leaf.values and leaf.at[0] == (0,) and leaf.values[0].strip())
    return some and first and leaf.kind == "text" and len(leaf.counts) >= _DISTINCT * len(leaf.texts)


def _named_values(raw: RawTable) -> tuple[Together, list[str]] | None:
    """Return the columns of an id, of names and of values, where a row has one each; and the names."""
    frame = raw.parsed.frame.drop(HIDDEN, strict=False)
    plain = {name: kind for name, kind in frame.schema.items() if not kind.is_nested()}
    texts = [name for name, kind in plain.items() if kind == pl.String]
    for name in texts if len(plain) <= _MOST_COLUMNS else ():
        names = frame[name].drop_nulls().unique(maintain_order=True).to_list()
        roles = {likely_role(each) for each in names} if len(names) <= _MOST_NAMES else set()
        if len(names) < 2 or not roles & {"premise", "hypothesis"}:
            continue
        others = [each for each in texts if each != name]
        values = max(others, key=lambda each: _length(frame, each), default="")
        for by in plain:
            if values and by not in {name, values} and _belongs(frame, by, name, len(names)):
                return Together((by,), name, values, Place("recipe")), names
    return None


def _length(frame: pl.DataFrame, name: str) -> float:
    return float(frame.select(pl.col(name).str.len_chars().mean()).item() or 0.0)


def _belongs(frame: pl.DataFrame, by: str, name: str, names: int) -> bool:
    """Whether most values of a column have a row for every name."""
    sizes = frame.group_by(by).agg(pl.col(name).n_unique())[name]
    return sizes.len() > 1 and (sizes == names).sum() >= _LEAST_ALIKE * sizes.len()
