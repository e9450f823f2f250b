"""Data that other libraries hold: polars, pandas, `datasets`, lists of dictionaries, and names on the hub."""

import os
import socket
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

import polars as pl

from rightreasons.errors import HubError, MissingExtraError, UsageError
from rightreasons.pairs import PairTable, SourceFile
from rightreasons.printable import printable
from rightreasons.sources.formats.columnar import class_label_names
from rightreasons.sources.names import HubName
from rightreasons.sources.raw import HIDDEN, Parsed, RawTable, frame_of, numbered, series_of

# Data that are in memory already: polars, pandas, Hugging Face datasets, lists of dictionaries, pairs.


def object_tables(data: Any) -> list[RawTable]:
    """Return the raw tables of an object: one, or one a split of a ``DatasetDict``.

    Raises
    ------
    UsageError
        If it is nothing that can be read.
    """
    if isinstance(data, PairTable):
        return [_table(data.frame, "pairs")]
    if isinstance(data, (pl.DataFrame, pl.LazyFrame)):
        return [_table(data.lazy().collect(), "polars frame")]
    package, kind = type(data).__module__.partition(".")[0], type(data).__name__
    if package == "pandas" and kind == "DataFrame":
        return [_table(_from_pandas(data), "pandas frame")]
    if package == "datasets" and kind == "DatasetDict":
        return [hugging_face_table(part, f"dataset {name}", str(name)) for name, part in data.items()]
    if package == "datasets" and kind == "Dataset":
        return [hugging_face_table(data, "dataset")]
    if _is_rows(data):
        return [_table(frame_of(data), "list of dictionaries")]
    raise UsageError(
        f"data of type {printable(f'{type(data).__module__}.{kind}')}",
        "a path or name, a polars or pandas frame, a Hugging Face Dataset(Dict), or a list of dictionaries",
        "convert it to one of these",
    )


def _is_rows(data: Any) -> bool:
    return isinstance(data, (list, tuple)) and all(isinstance(row, Mapping) for row in data)


def hugging_face_table(data: Any, name: str, split: str | None = None) -> RawTable:
    """Return the raw table of a ``datasets.Dataset``, with the names of its ClassLabel columns."""
    names = class_label_names(
        {column: vars(feature) for column, feature in data.features.items() if _has_names(feature)}
    )
    return _table(data.with_format(None).to_polars(), name, split, names)


def _has_names(feature: Any) -> bool:
    return isinstance(getattr(feature, "names", None), list)


def _table(
    frame: pl.DataFrame,
    name: str,
    split: str | None = None,
    class_names: Mapping[str, Sequence[str]] | None = None,
) -> RawTable:
    parsed = Parsed(numbered(frame.drop(HIDDEN, strict=False)), class_names=class_names or {})
    return RawTable(name, parsed, (SourceFile(name, None, "in memory"),), split)


def _from_pandas(data: Any) -> pl.DataFrame:
    """Return the columns through Python values, for polars' own way needs pyarrow; NaN and NA are null."""
    columns = [
        data[column].astype(object).where(data[column].notna(), None).tolist() for column in data.columns
    ]
    return pl.DataFrame(
        [series_of(str(name), values) for name, values in zip(data.columns, columns, strict=True)]
    )


# Datasets of the Hugging Face hub, by the `datasets` library, or by polars from their Parquet files.


_SWITCHES = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")
_PROXIES = ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy")
_SECONDS = 5.0


def hub_tables(name: HubName) -> list[RawTable]:
    """Return one raw table a split of a hub dataset; code that comes with a dataset is never run.

    Raises
    ------
    HubError
        If it cannot be reached or read.
    MissingExtraError
        If the extra ``[hub]`` is not installed and polars cannot read it either.
    """
    _refuse_unreachable(name)
    try:
        import datasets
    except ImportError:
        return _by_polars(name)
    try:
        found = datasets.load_dataset(name.repository, name.config, split=name.split, revision=name.revision)
    except Exception as error:  # the library raises errors of several others' packages
        raise _not_read(name, error) from error
    parts = found if isinstance(found, dict) else {name.split: found}
    return [_named(name, split, part) for split, part in parts.items()]


def _refuse_unreachable(name: HubName) -> None:
    """Say at once that there is no network, where the libraries would try again for half a minute."""
    if _switched_off() or any(os.environ.get(variable) for variable in _PROXIES):
        return
    address = urlsplit(os.environ.get("HF_ENDPOINT", "https://huggingface.co"))
    try:
        port = address.port or (80 if address.scheme == "http" else 443)
        socket.create_connection((address.hostname or "", port), timeout=_SECONDS).close()
    except (OSError, ValueError) as error:
        raise _not_read(name, error) from None


def _switched_off() -> bool:
    return any(os.environ.get(variable, "").upper() in {"1", "TRUE", "YES", "ON"} for variable in _SWITCHES)


def _named(name: HubName, split: str | None, part: Any) -> RawTable:
    full = str(HubName(name.repository, name.config, split, name.revision))
    raw = hugging_face_table(part, full, split)
    return RawTable(full, raw.parsed, (SourceFile(full, None, "hub"),), split)


def _by_polars(name: HubName) -> list[RawTable]:
    address = parquet_address(name)
    if _switched_off():
        raise _not_read(name, OSError("the hub is switched off by HF_HUB_OFFLINE"))
    try:
        frame = pl.read_parquet(address)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise MissingExtraError(
            f"hub dataset {printable(str(name))} cannot be read from {address} "
            f"({printable(str(error), 120)})",
            "the `datasets` library for what polars cannot read",
            "pip install 'rightreasons[hub]'",
        ) from error
    return [RawTable(str(name), Parsed(numbered(frame)), (SourceFile(address, None, "parquet"),), name.split)]


def parquet_address(name: HubName) -> str:
    """Return where polars finds the Parquet files of a dataset; the hub converts every public one."""
    revision = name.revision or "~parquet"
    inside = (
        f"{name.config or '*'}/{name.split or '*'}/*.parquet" if revision == "~parquet" else "**/*.parquet"
    )
    return f"hf://datasets/{name.repository}@{revision}/{inside}"


def _not_read(name: HubName, error: BaseException) -> HubError:
    return HubError(
        f"hub dataset {printable(str(name), 120)} ({type(error).__name__}: {printable(str(error), 160)})",
        "a dataset that can be reached and read, or a file or folder of that name",
        "check name, config, split and network; HF_HUB_OFFLINE=1 reads what is in the cache",
    )
