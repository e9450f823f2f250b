"""Datasets of the Hugging Face hub, by the `datasets` library, or by polars from their Parquet files."""

import os
from typing import Any

import polars as pl

from rightreasons.errors import HubError, MissingExtraError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.names import HubName
from rightreasons.sources.objects import hugging_face_table
from rightreasons.sources.raw import Parsed, RawTable, numbered

_OFFLINE = ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")


def hub_tables(name: HubName) -> list[RawTable]:
    """Return one raw table a split of a hub dataset; code that comes with a dataset is never run.

    Raises
    ------
    HubError
        If it cannot be reached or read.
    MissingExtraError
        If the extra ``[hub]`` is not installed and polars cannot read it either.
    """
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


def _named(name: HubName, split: str | None, part: Any) -> RawTable:
    full = str(HubName(name.repository, name.config, split, name.revision))
    raw = hugging_face_table(part, full, split)
    return RawTable(full, raw.parsed, (SourceFile(full, None, "hub"),), split)


def _by_polars(name: HubName) -> list[RawTable]:
    address = parquet_address(name)
    if any(os.environ.get(variable, "0").upper() in {"1", "TRUE", "YES", "ON"} for variable in _OFFLINE):
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
        "check name, config, split and network; offline, give files",
    )
