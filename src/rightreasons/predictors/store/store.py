"""Every response of a model, stored as soon as it comes: one SQLite file, by model and pair."""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.labels import Label, in_order
from rightreasons.pairs import LABEL_TYPE, PAIR_HASH
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Response
from rightreasons.predictors.store.files import damaged, opening, primary_code, using, writing
from rightreasons.printable import printable
from rightreasons.writing import replacing

SCHEMA_VERSION = 2
"""Version 1 had no replies: a store of it is brought to version 2 when it is opened, without them."""
_APPLICATION_ID = 0x52525354  # "RRST": tells a store from every other SQLite file
_PATIENCE = 60.0  # seconds that another process may hold the store
_PAUSE = 0.005
_REPLY = {
    "text": "TEXT",
    "log_probabilities": "TEXT",
    "finish_reason": "TEXT",
    "input_tokens": "INTEGER",
    "output_tokens": "INTEGER",
    "milliseconds": "REAL",
}
_COLUMNS = ("label", "probabilities", "unanswered", "details", *_REPLY)
_SCHEMA = (
    "CREATE TABLE models (fingerprint TEXT PRIMARY KEY, identity TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE predictions (fingerprint TEXT NOT NULL, pair_hash TEXT NOT NULL, label TEXT,"
    " probabilities TEXT, unanswered TEXT, details TEXT,"
    f" {', '.join(f'{name} {kind}' for name, kind in _REPLY.items())},"
    " PRIMARY KEY (fingerprint, pair_hash)) WITHOUT ROWID",
)
_FROM_VERSION_1 = (
    *(f"ALTER TABLE predictions ADD COLUMN {name} {kind}" for name, kind in _REPLY.items()),
    "UPDATE predictions SET input_tokens = json_extract(details, '$.input_tokens'),"
    " output_tokens = json_extract(details, '$.output_tokens'),"
    " details = json_remove(details, '$.input_tokens', '$.output_tokens') WHERE details IS NOT NULL",
)


# Of two processes that ask the same, the first answer stands, so that both read the same at the end.
_PUT = (
    f"INSERT INTO predictions (fingerprint, pair_hash, {', '.join(_COLUMNS)})"  # noqa: S608 - our own names
    f" VALUES ({', '.join('?' * (2 + len(_COLUMNS)))}) ON CONFLICT DO NOTHING"
)
_PUT_MODEL = "INSERT INTO models VALUES (?, ?) ON CONFLICT DO NOTHING"


# CROSS: SQLite shall look up each hash, and never walk through the hashes for each prediction.
_GET = (
    f"SELECT pair_hash, {', '.join(_COLUMNS)} FROM json_each(?) AS asked"  # noqa: S608 - our own names
    " CROSS JOIN predictions ON fingerprint = ? AND pair_hash = asked.value"
)
_MODELS = "SELECT fingerprint, identity FROM models ORDER BY fingerprint"
_EXPORTED = {
    "unanswered": ("unanswered_reason", pl.String),
    "text": ("response_text", pl.String),
    "finish_reason": ("finish_reason", pl.String),
    "input_tokens": ("input_tokens", pl.Int64),
    "output_tokens": ("output_tokens", pl.Int64),
    "milliseconds": ("milliseconds", pl.Float64),
}
_ALL = (
    f"SELECT pair_hash, label, probabilities, {', '.join(_EXPORTED)}, fingerprint,"  # noqa: S608 - our own names
    " json_extract(identity, '$.kind') || ':' || json_extract(identity, '$.name') AS model"
    " FROM predictions JOIN models USING (fingerprint)"
    " WHERE ? IN (fingerprint, '') ORDER BY fingerprint, pair_hash"
)


class Store:
    """Responses by fingerprint of the model and hash of the pair; what is in it never changes.

    It is an SQLite file in WAL mode with ``synchronous=NORMAL``: what was put is there whatever becomes of
    the process (a power cut may take the last moments, never the file), and several processes can work on it
    side by side. Use it as a context manager.
    """

    def __init__(self, connection: sqlite3.Connection, shown: str, place: Path | None = None) -> None:
        self._connection = connection
        self._shown = shown
        self._place = place

    @classmethod
    def open(cls, path: str | Path | None = None) -> Self:
        """Open a store, making it if there is none; without a path it lives in memory.

        Raises
        ------
        UnreadableFileError
            If the file is no store, is damaged, or was written by a newer version.
        OptionError
            If it cannot be written.
        ExhaustedError, IncompleteError
            If there is no room on the disk, or it fails.
        """
        place = None if path is None else Path(path).absolute()
        file = ":memory:" if place is None else str(place)
        shown = "in memory" if path is None else f"'{printable(Path(path).name)}'"
        with opening(shown, place):
            connection = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
            try:
                _prepare(connection, shown)
            except BaseException:
                connection.close()
                raise
        return cls(connection, shown, place)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def models(self) -> dict[str, Identity]:
        """Return the identity of every model whose answers are kept, by fingerprint.

        Raises
        ------
        UnreadableFileError
            If the file is damaged.
        IncompleteError
            If the disk fails.
        """
        with using(self._shown, self._place):
            rows = self._connection.execute(_MODELS).fetchall()
        try:
            return {fingerprint: _identity(text) for fingerprint, text in rows}
        except (ValueError, TypeError) as error:
            raise damaged(self._shown, "models that cannot be read") from error

    def get(self, fingerprint: str, hashes: Iterable[str]) -> dict[str, Response]:
        """Return the responses to the asked pairs that are stored, by hash.

        Raises
        ------
        UnreadableFileError
            If the file is damaged.
        IncompleteError
            If the disk fails.
        """
        keys = json.dumps(sorted(set(hashes)))
        with using(self._shown, self._place):
            rows = self._connection.execute(_GET, (keys, fingerprint)).fetchall()
        try:
            return {pair_hash: _response(*columns) for pair_hash, *columns in rows}
        except (ValueError, TypeError, AttributeError) as error:
            raise damaged(self._shown, "predictions that cannot be read") from error

    def put(self, identity: Identity, fingerprint: str, responses: Mapping[str, Response]) -> None:
        """Store responses by hash, all of them or none; one that is there already stands.

        What failed is not stored: it is asked again.

        Raises
        ------
        UnreadableFileError
            If the file is damaged.
        ExhaustedError, IncompleteError
            If there is no room on the disk, or it fails.
        """
        rows = [
            (fingerprint, pair_hash, *_values(response))
            for pair_hash, response in responses.items()
            if not response.may_be_asked_again
        ]
        model = json.dumps(asdict(identity), sort_keys=True)
        with using(self._shown, self._place), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(_PUT_MODEL, (fingerprint, model))
            self._connection.executemany(_PUT, rows)

    def export(self, path: str | Path, fingerprint: str | None = None) -> None:
        """Write all predictions, or those of one model, as Parquet.

        The columns are ``pair_hash``, ``label`` (null where there is none), a probability a label if there
        are any, ``unanswered_reason``, of a chat model ``response_text`` (its reply), ``finish_reason``,
        ``input_tokens``, ``output_tokens`` and ``milliseconds``, ``fingerprint`` and ``model`` (KIND:NAME).
        Those of one model can be read with `rightreasons.sources.predictions.reading.read_predictions`, with
        ``on_faulty="drop"`` where some are unanswered.

        Raises
        ------
        UnreadableFileError
            If the store is damaged.
        OptionError
            If nothing can be written at `path`.
        IncompleteError
            If the disk fails.
        """
        with using(self._shown, self._place):
            rows = self._connection.execute(_ALL, (fingerprint or "",)).fetchall()
        frame = _exported(rows)
        with writing(printable(Path(path).name)), replacing(Path(path)) as temporary:
            frame.write_parquet(temporary)


def _prepare(connection: sqlite3.Connection, shown: str) -> None:
    """Make sure that this is a store of ours, making it one if the file is new."""
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        _create(connection)
    marks = [
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    ]
    if marks[0] != _APPLICATION_ID:
        raise damaged(shown, "an SQLite file of something else")
    if marks[1] == 1:
        _migrate(connection)
    elif marks[1] != SCHEMA_VERSION:
        raise UnreadableFileError(
            f"schema version {marks[1]} in the store {shown}",
            str(SCHEMA_VERSION),
            "use a matching rightreasons, or choose another --store",
        )
    connection.execute("PRAGMA synchronous = NORMAL")


def _create(connection: sqlite3.Connection) -> None:
    """Write the schema, unless another process did so in the meantime."""
    _into_wal_mode(connection)
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return
        for statement in _SCHEMA:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring a store of version 1 to this one, unless another process did so in the meantime."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        if connection.execute("PRAGMA user_version").fetchone()[0] == 1:
            for statement in _FROM_VERSION_1:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _into_wal_mode(connection: sqlite3.Connection) -> None:
    """Change the journal; here SQLite itself does not wait while another process does the same."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _identity(text: str) -> Identity:
    stored = json.loads(text)
    return Identity(**stored | {"labels": tuple(stored["labels"]), "columns": tuple(stored["columns"])})


def _values(response: Response) -> tuple[str | int | float | None, ...]:
    """Return a response as values of `_COLUMNS`."""
    probabilities, alternatives = response.probabilities, response.log_probabilities
    return (
        response.label,
        None if probabilities is None else json.dumps(dict(probabilities), allow_nan=False),
        response.unanswered,
        json.dumps(dict(response.details)) if response.details else None,
        response.text,
        # As texts: JSON knows no infinity, and a server may well send one.
        None if alternatives is None else json.dumps([[token, repr(value)] for token, value in alternatives]),
        response.finish_reason,
        response.input_tokens,
        response.output_tokens,
        response.milliseconds,
    )


def _response(
    label: str | None,
    probabilities: str | None,
    unanswered: str | None,
    details: str | None,
    text: str | None,
    log_probabilities: str | None,
    finish_reason: str | None,
    *counts: Any,
) -> Response:
    """Return the response that values of `_COLUMNS` stand for."""
    found = None if probabilities is None else json.loads(probabilities)
    alternatives = None if log_probabilities is None else json.loads(log_probabilities)
    input_tokens, output_tokens, milliseconds = counts
    return Response(
        label=None if label is None else Label(label),
        probabilities=None if found is None else {Label(name): float(value) for name, value in found.items()},
        text=text,
        log_probabilities=None
        if alternatives is None
        else tuple((token, float(value)) for token, value in alternatives),
        finish_reason=finish_reason,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        milliseconds=milliseconds,
        unanswered=unanswered,
        details=json.loads(details) if details else {},
    )


def _exported(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    """Return rows of `_ALL` as a frame; of what chat models alone have, the columns that hold anything."""
    probabilities = [json.loads(row[2] or "{}") for row in rows]
    labels = in_order({Label(name) for each in probabilities for name in each})
    series = [pl.Series(PAIR_HASH, [row[0] for row in rows], dtype=pl.String)]
    series.append(pl.Series("label", [row[1] for row in rows], dtype=pl.String).cast(LABEL_TYPE))
    series += [
        pl.Series(label.value, [each.get(label) for each in probabilities], dtype=pl.Float64)
        for label in labels
    ]
    for place, (name, kind) in enumerate(_EXPORTED.values(), start=3):
        column = pl.Series(name, [row[place] for row in rows], dtype=kind)
        if name == "unanswered_reason" or column.null_count() < len(column):
            series.append(column)
    series += [
        pl.Series(name, [row[place] for row in rows], dtype=pl.String)
        for name, place in (("fingerprint", -2), ("model", -1))
    ]
    return pl.DataFrame(series)
