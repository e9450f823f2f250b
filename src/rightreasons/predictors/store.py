"""Every prediction that was ever made, kept at once: one SQLite file, by model and pair."""

import json
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

import polars as pl

from rightreasons.errors import UnreadableFileError
from rightreasons.labels import Label, in_order
from rightreasons.pair_hashes import PAIR_HASH
from rightreasons.pairs import LABEL_TYPE
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.predictor import Detail
from rightreasons.predictors.store_faults import damaged, opening, primary_code, using, writing
from rightreasons.printable import printable

SCHEMA_VERSION = 1
_APPLICATION_ID = 0x52525354  # "RRST": tells a store from every other SQLite file
_PATIENCE = 60.0  # seconds that another process may hold the store
_PAUSE = 0.005
_SCHEMA = (
    "CREATE TABLE models (fingerprint TEXT PRIMARY KEY, identity TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE predictions (fingerprint TEXT NOT NULL, pair_hash TEXT NOT NULL, label TEXT,"
    " probabilities TEXT, unanswered TEXT, details TEXT,"
    " PRIMARY KEY (fingerprint, pair_hash)) WITHOUT ROWID",
)
# Of two processes that ask the same, the first answer stands, so that both read the same at the end.
_PUT = "INSERT INTO predictions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
_PUT_MODEL = "INSERT INTO models VALUES (?, ?) ON CONFLICT DO NOTHING"
# CROSS: SQLite shall look up each hash, and never walk through the hashes for each prediction.
_GET = (
    "SELECT pair_hash, label, probabilities, unanswered, details FROM json_each(?) AS asked"
    " CROSS JOIN predictions ON fingerprint = ? AND pair_hash = asked.value"
)
_MODELS = "SELECT fingerprint, identity FROM models ORDER BY fingerprint"
_ALL = (
    "SELECT pair_hash, label, probabilities, unanswered, fingerprint,"
    " json_extract(identity, '$.kind') || ':' || json_extract(identity, '$.name')"
    " FROM predictions JOIN models USING (fingerprint)"
    " WHERE ? IN (fingerprint, '') ORDER BY fingerprint, pair_hash"
)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model said of one pair.

    Parameters
    ----------
    label
        The label, or None where it answered without one.
    probabilities
        Probability by label, or None if the model gives none.
    unanswered
        Why there is no label.
    details
        What else is known, see `rightreasons.predictors.predictor.Batch`.
    """

    label: Label | None
    probabilities: Mapping[Label, float] | None = None
    unanswered: str | None = None
    details: Mapping[str, Detail] = field(default_factory=dict)


class Store:
    """Predictions by fingerprint of the model and hash of the pair; what is in it never changes.

    It is an SQLite file in WAL mode with ``synchronous=NORMAL``: what was put is there whatever becomes of
    the process (a power cut may take the last moments, never the file), and several processes can work on it
    side by side. Use it as a context manager.
    """

    def __init__(self, connection: sqlite3.Connection, shown: str) -> None:
        self._connection = connection
        self._shown = shown

    @classmethod
    def open(cls, path: str | Path | None = None) -> Self:
        """Open a store, making it if there is none; without a path it lives in memory.

        Raises
        ------
        UnreadableFileError
            If the file is no store, is damaged, or was written by a newer version.
        OptionError
            If it cannot be written.
        IncompleteError
            If the disk is full.
        """
        file = ":memory:" if path is None else str(Path(path).absolute())
        shown = "in memory" if path is None else f"'{printable(Path(path).name)}'"
        with opening(shown):
            connection = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
            try:
                _prepare(connection, shown)
            except BaseException:
                connection.close()
                raise
        return cls(connection, shown)

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
        with using(self._shown):
            rows = self._connection.execute(_MODELS).fetchall()
        try:
            return {fingerprint: _identity(text) for fingerprint, text in rows}
        except (ValueError, TypeError) as error:
            raise damaged(self._shown, "models that cannot be read") from error

    def get(self, fingerprint: str, hashes: Iterable[str]) -> dict[str, Answer]:
        """Return what is known of the asked pairs, by hash.

        Raises
        ------
        UnreadableFileError
            If the file is damaged.
        IncompleteError
            If the disk fails.
        """
        asked = json.dumps(sorted(set(hashes)))
        with using(self._shown):
            rows = self._connection.execute(_GET, (asked, fingerprint)).fetchall()
        try:
            return {pair_hash: _answer(*said) for pair_hash, *said in rows}
        except (ValueError, TypeError, AttributeError) as error:
            raise damaged(self._shown, "predictions that cannot be read") from error

    def put(self, identity: Identity, fingerprint: str, answers: Mapping[str, Answer]) -> None:
        """Keep answers by hash, all of them or none; an answer that is there already stands.

        Raises
        ------
        UnreadableFileError
            If the file is damaged.
        IncompleteError
            If the disk is full or fails.
        """
        rows = [(fingerprint, pair_hash, *_texts(answer)) for pair_hash, answer in answers.items()]
        model = json.dumps(asdict(identity), sort_keys=True)
        with using(self._shown), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute(_PUT_MODEL, (fingerprint, model))
            self._connection.executemany(_PUT, rows)

    def export(self, path: str | Path, fingerprint: str | None = None) -> None:
        """Write all predictions, or those of one model, as Parquet.

        The columns are ``pair_hash``, ``label`` (null where there is none), a probability a label if there
        are any, ``unanswered`` (the reason), ``fingerprint`` and ``model`` (KIND:NAME). The predictions of
        one model can be read with `rightreasons.sources.predictions.read_predictions`, with
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
        with using(self._shown):
            rows = self._connection.execute(_ALL, (fingerprint or "",)).fetchall()
        said: list[dict[str, float]] = [json.loads(row[2] or "{}") for row in rows]
        labels = in_order({Label(name) for each in said for name in each})
        texts = ((PAIR_HASH, 0), ("label", 1), ("unanswered", 3), ("fingerprint", 4), ("model", 5))
        columns = {name: pl.Series([row[at] for row in rows], dtype=pl.String) for name, at in texts}
        probabilities = [
            pl.Series(label.value, [each.get(label) for each in said], dtype=pl.Float64) for label in labels
        ]
        frame = pl.DataFrame(columns).select(
            PAIR_HASH, pl.col("label").cast(LABEL_TYPE), *probabilities, "unanswered", "fingerprint", "model"
        )
        temporary = Path(path).with_name(Path(path).name + ".tmp")
        with writing(printable(Path(path).name)):
            frame.write_parquet(temporary)
            temporary.replace(path)


def _prepare(connection: sqlite3.Connection, shown: str) -> None:
    """Make sure that this is a store of ours, making it one if the file is new."""
    if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
        _create(connection)
    marks = [
        connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
    ]
    if marks[0] != _APPLICATION_ID:
        raise damaged(shown, "an SQLite file of something else")
    if marks[1] != SCHEMA_VERSION:
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
    said = json.loads(text)
    return Identity(**said | {"labels": tuple(said["labels"]), "columns": tuple(said["columns"])})


def _texts(answer: Answer) -> tuple[str | None, ...]:
    probabilities = answer.probabilities
    return (
        answer.label,
        None if probabilities is None else json.dumps(dict(probabilities), allow_nan=False),
        answer.unanswered,
        json.dumps(dict(answer.details)) if answer.details else None,
    )


def _answer(
    label: str | None, probabilities: str | None, unanswered: str | None, details: str | None
) -> Answer:
    found = None if probabilities is None else json.loads(probabilities)
    return Answer(
        None if label is None else Label(label),
        None if found is None else {Label(name): float(value) for name, value in found.items()},
        unanswered,
        json.loads(details) if details else {},
    )
