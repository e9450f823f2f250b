"""Datasets of the Hugging Face hub, by the `datasets` library, or by polars from their Parquet files."""

import os
import socket
from typing import Any
from urllib.parse import urlsplit

import polars as pl

from rightreasons.errors import HubError, MissingExtraError
from rightreasons.pairs import SourceFile
from rightreasons.printable import printable
from rightreasons.sources.objects import hugging_face_table
from rightreasons.sources.opening.names import HubName
from rightreasons.sources.raw import Parsed, RawTable, numbered

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
    if _switched_off():
        shown = f"hub dataset '{printable(str(name), 120)}'"
        found = f"{shown} is not in the cache, and HF_HUB_OFFLINE keeps it from the hub"
        return HubError(found, "a dataset that is in the cache", "check the name, or unset HF_HUB_OFFLINE")
    return HubError(
        f"hub dataset {printable(str(name), 120)} ({type(error).__name__}: {printable(str(error), 160)})",
        "a dataset that can be reached and read, or a file or folder of that name",
        "check name, config, split and network; HF_HUB_OFFLINE=1 reads what is in the cache",
    )
