"""The catalogue of known datasets: which one a file is, how it is read, and whether its counts are right."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import polars as pl
from pydantic import TypeAdapter

from rightreasons.errors import RecipeError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label, collapse, in_order
from rightreasons.printable import printable
from rightreasons.registry import united
from rightreasons.sources.catalogue.cleaning import dirt_names
from rightreasons.sources.catalogue.known import KnownDataset, KnownForm, KnownSplit
from rightreasons.sources.catalogue.written_sets import HERE, own_datasets
from rightreasons.sources.raw import HIDDEN, RawTable
from rightreasons.sources.recipes.recipe import Recipe
from rightreasons.sources.recipes.written import recipe_of

_FIRST_ROWS = 20


@dataclass(frozen=True, slots=True)
class KnownFormOf:
    """A recognised dataset, and how to read the files at hand.

    Parameters
    ----------
    dataset
        Its key in the catalogue.
    split
        The published split; None where it cannot be told, or where the files are not one.
    form
        How they are read; without columns where theirs are others.
    """

    dataset: str
    split: str | None
    form: KnownForm = field(default_factory=KnownForm)


@cache
def load_catalogue() -> Mapping[str, KnownDataset]:
    """Return the known datasets by key, validated: those of ``catalogue.yaml``, then those of ``sets/``.

    Raises
    ------
    DuplicateNameError
        If two have one key.
    pydantic.ValidationError
        If a data file beside this module breaks its contract.
    """
    listed = packaged_yaml(HERE, "catalogue.yaml")
    ours = TypeAdapter(dict[str, KnownDataset]).validate_python(listed)
    table = united("dataset", [(f"{HERE}, catalogue.yaml", ours), *own_datasets().items()])
    for key, dataset in table.items():
        for reading in dataset.readings.values():
            unknown = set(reading.cleaning) - set(dirt_names())
            if unknown:
                raise ValueError(f"{key} names the unknown dirt {sorted(unknown)}")
    return MappingProxyType({key: _with_names(key, dataset) for key, dataset in table.items()})


def _with_names(key: str, dataset: KnownDataset) -> KnownDataset:
    """Return a dataset whose recipes are called as users name them."""
    named = {
        name: replace(form, recipe=replace(form.recipe, name=f"{key}/{name}", dataset=f"{key}/{name}"))
        for name, form in dataset.readings.items()
    }
    return replace(dataset, readings=named)


def listing() -> tuple[Mapping[str, str], ...]:
    """Return one row a dataset for ``rightreasons ls datasets``: columns in order of interest, all text."""
    return tuple(_listed(key, dataset) for key, dataset in load_catalogue().items())


def recognise(
    file_names: Sequence[str], sha256s: Sequence[str | None], columns: Sequence[str], first_rows: pl.DataFrame
) -> KnownFormOf | None:
    """Say which known dataset some files are, or None.

    A complete published split is recognised by its checksums. Anything else needs the name of every file,
    the columns and, where those are common, the content of the first rows to agree; never the name alone.

    Parameters
    ----------
    file_names
        Names of the files that are read into one table (three where they are line-aligned), with or without
        folders. Members of archives (``archive/member``) and hub names (``stanfordnlp/snli``, with
        ``[config]`` and ``:split``, or an ``hf://`` path) are names too.
    sha256s
        Their checksums in the same order; None for what has none.
    columns
        Columns found.
    first_rows
        A few rows as found, before anything is renamed or cleaned.
    """
    return _by_checksum(sha256s, columns) or _by_name(file_names, columns, first_rows)


def recognise_table(raw: RawTable) -> KnownFormOf | None:
    """Return which known dataset a table is, or None; see `recognise`."""
    first = raw.parsed.frame.drop(HIDDEN, strict=False).head(_FIRST_ROWS)
    names, checksums = [file.name for file in raw.files], [file.sha256 for file in raw.files]
    return recognise(names, checksums, raw.columns, first)


def check_counts(reading: KnownFormOf, read: int, counts: Mapping[Label, int]) -> tuple[str, ...]:
    """Return what the user should be told of a recognised split: other counts than published, and cautions.

    Parameters
    ----------
    reading
        As returned by `recognise`.
    read
        Rows in the source.
    counts
        Rows kept, by label. Where one side has two labels and the other three, both are collapsed to two.
    """
    dataset = load_catalogue()[reading.dataset]
    if reading.split is None:
        return ()
    split = dataset.splits[reading.split]
    found = {label: rows for label, rows in counts.items() if rows}
    name = f"{dataset.title} {reading.split}"
    notes = [f"{name}: {split.caution}"] if split.caution else []
    if split.malformed and found == split.labels:
        notes.append(f"{name}: {split.malformed.fact}")
    return (*notes, *_row_warning(name, split, read), *_label_warnings(name, split, found))


def _row_warning(name: str, split: KnownSplit, read: int) -> list[str]:
    if not split.rows or read in {*split.rows, split.rows[0] - split.unreadable}:
        return []
    published = " or ".join(f"{rows:,}" for rows in split.rows)
    return [f"{name}: {read:,} rows read, {published} published"]


def _label_warnings(name: str, split: KnownSplit, found: Mapping[Label, int]) -> list[str]:
    if not split.labels or found in split.label_counts:
        return []
    published: Mapping[Label, int] = split.labels
    if (Label.NON_ENTAILMENT in published) != (Label.NON_ENTAILMENT in found):
        published, found = _collapsed(published), _collapsed(found)
    return [
        f"{name}: {found.get(label, 0):,} {label} kept, {published.get(label, 0):,} published"
        for label in in_order({*published, *found})
        if found.get(label, 0) != published.get(label, 0)
    ]


def _collapsed(counts: Mapping[Label, int]) -> Mapping[Label, int]:
    sums: dict[Label, int] = {}
    for label, rows in counts.items():
        sums[collapse(label)] = sums.get(collapse(label), 0) + rows
    return sums


def _by_checksum(sha256s: Sequence[str | None], columns: Sequence[str]) -> KnownFormOf | None:
    given = frozenset(checksum for checksum in sha256s if checksum)
    if not given or None in sha256s:
        return None
    for key, split_name in _splits_with_checksum().get(min(given), ()):
        dataset = load_catalogue()[key]
        split = dataset.splits[split_name]
        checksums = frozenset(checksum for file in split.files for checksum in file)
        if given <= checksums and all(given & set(file) for file in split.files):
            form = dataset.readings[split.reading or ""]
            own = (
                form
                if _has_columns(form, columns)
                else replace(form, names=None, recipe=replace(form.recipe, columns={}))
            )
            return KnownFormOf(key, split_name, own)
    return None


def _by_name(names: Sequence[str], columns: Sequence[str], first_rows: pl.DataFrame) -> KnownFormOf | None:
    for key, dataset in load_catalogue().items():
        for reading in dataset.readings.values():
            if not _has_columns(reading, columns):
                continue
            found = _splits_in_names(reading, names, first_rows)
            if not found or not _content_fits(reading, first_rows):
                continue
            split = found.pop() if len(found) == 1 else None
            return KnownFormOf(key, split if split in dataset.splits else None, reading)
    return None


def _splits_in_names(reading: KnownForm, names: Sequence[str], first_rows: pl.DataFrame) -> set[str]:
    """Return what the names say of the split; empty where not every name fits."""
    matches = [reading.names.search(name.replace("\\", "/")) for name in names] if reading.names else []
    before = _first_value(first_rows, reading.split_column)
    found = set()
    for match in matches:
        if match is None:
            return set()
        pieces = [piece for piece in (before, *match.groupdict().values()) if piece]
        split = "-".join(pieces)
        found.add(reading.splits.get(split, split))
    return found


def _first_value(first_rows: pl.DataFrame, column: str | None) -> str | None:
    if column is None or column not in first_rows.columns or not first_rows.height:
        return None
    return str(first_rows[column][0])


def _content_fits(reading: KnownForm, first_rows: pl.DataFrame) -> bool:
    for column, pattern in reading.content.items():
        if column not in first_rows.columns or not first_rows.height:
            return False
        if not all(pattern.fullmatch(str(value)) for value in first_rows[column].to_list()):
            return False
    return True


def _has_columns(reading: KnownForm, columns: Sequence[str]) -> bool:
    """Whether a table has the columns that a reading needs; of those inside a record, the record."""
    there = set(columns)
    return all(
        column in there or ("." in column and column.partition(".")[0] in there)
        for column in reading.needed_columns
    )


def recipe_named(written: Any) -> Recipe:
    """Return the recipe that is given, or that of a dataset by its name: ``jsick/japanese``, ``qags``.

    Parameters
    ----------
    written
        As `recipe_of` takes it, or a key of the catalogue, with ``/`` and one of its readings.

    Raises
    ------
    RecipeError
        If it breaks the form of recipes, or the dataset has several and none is named.
    """
    key, _, reading = str(written).partition("/") if isinstance(written, str) else ("", "", "")
    dataset = load_catalogue().get(key)
    if dataset is None or Path(str(written)).is_file():
        return recipe_of(written)
    names = [name for name in dataset.readings if reading in ("", name)]
    if len(names) != 1:
        raise RecipeError(
            f"recipe '{printable(str(written))}'",
            f"one of {', '.join(f'{key}/{name}' for name in dataset.readings)}",
            "name one",
        )
    return dataset.readings[names[0]].recipe


def read_as(recipe: Recipe, sha256s: Sequence[str | None]) -> KnownFormOf | None:
    """Return what the catalogue says of files that are read by a recipe: nothing unless it is its own.

    Parameters
    ----------
    recipe
        The recipe.
    sha256s
        Checksums of the files, by which the split is told.
    """
    if not recipe.dataset:
        return None
    key, _, reading = recipe.dataset.partition("/")
    dataset = load_catalogue()[key]
    given = {checksum for checksum in sha256s if checksum}
    splits = [
        name
        for name, split in dataset.splits.items()
        if split.reading == reading and split.files and all(given & set(file) for file in split.files)
    ]
    return KnownFormOf(key, splits[0] if len(splits) == 1 else None, dataset.readings[reading])


def alternatives(found: KnownFormOf, columns: Sequence[str]) -> Mapping[str, str]:
    """Return the ways in which recognised files can be read, by recipe; none where there is but one."""
    if not found.form.about:
        return {}
    readings = load_catalogue()[found.dataset].readings
    return {
        f"{found.dataset}/{name}": form.about
        for name, form in readings.items()
        if form.about and _has_columns(form, columns)
    }


@cache
def _splits_with_checksum() -> Mapping[str, tuple[tuple[str, str], ...]]:
    index: dict[str, tuple[tuple[str, str], ...]] = {}
    for key, dataset in load_catalogue().items():
        for name, split in dataset.splits.items():
            for checksum in {checksum for file in split.files for checksum in file}:
                index[checksum] = (*index.get(checksum, ()), (key, name))
    return index


def _listed(key: str, dataset: KnownDataset) -> Mapping[str, str]:
    splits = [f"{name} {split.rows[0]:,}" if split.rows else name for name, split in dataset.splits.items()]
    return {
        "key": key,
        "title": dataset.title,
        "protocol": dataset.protocol,
        "classes": str(dataset.classes),
        "claims": "yes" if dataset.claims else "",
        "size in Poliak et al. 2018": dataset.printed_size or "",
        "splits": ", ".join(splits),
        "licence": dataset.licence,
        "hub": ", ".join(dataset.hub),
        "citation": str(dataset.citation),
    }
