"""Which data a job is about, and how they are described."""

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.errors import EmptyDataError, OneClassError
from rightreasons.jobs.options import AuditOptions
from rightreasons.labels import Label
from rightreasons.options import plain
from rightreasons.pairs import CORE_COLUMNS, Nouns, PairTable, Provenance
from rightreasons.printable import printable
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.sentences.templates import fill
from rightreasons.sources.opening.listings import distinct_names
from rightreasons.sources.proposals.one_label import one_label_error
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import AUTO, is_known, language_of

BUNDLED_SIZE = 10_000
BUNDLED_SEED = 1
TRAIN_NAMES = ("train", "training")
LIBRARIES = ("rightreasons", "polars", "numpy", "scipy", "scikit-learn", "numba")


@dataclass(frozen=True)
class AuditData:
    """The data of one audit.

    Parameters
    ----------
    train
        The set audited; every row has gold.
    tests
        Sets to score on, by name.
    bundled
        Whether these are the bundled demonstration data.
    """

    train: PairTable
    tests: Mapping[str, PairTable]
    bundled: bool = False

    @property
    def splits(self) -> Mapping[str, PairTable]:
        """Every set by its name, the audited one first."""
        return {self.train.name: self.train, **self.tests}


def gather(data: Any, test: Any, reader: DataReader) -> AuditData:
    """Read the data of an audit; `data` and `test` as in `rightreasons.audit`.

    Raises
    ------
    OneClassError
        If all rows of `data` have one label; it names the readings that have two.
    """
    if data is None:
        return _bundled(reader.common.limit)
    train = _with_gold(reader.read(data))
    tests = [_with_gold(reader.read(each, "test")) for each in listed(test)]
    split = AuditData(train, {}) if tests else _by_split(train)
    if len(split.train.labels) == 1:
        others = {str(each): table for each, table in zip(listed(test), tests, strict=True) if _is_name(each)}
        if _is_name(data):
            others |= {f"{data}:{name.rpartition(':')[2]}": table for name, table in split.tests.items()}
        raise _one_label(split.train, data, reader, others=others)
    if not tests:
        return split
    names = distinct_names([train.name, *(table.name for table in tests)])
    named = {name: table.named(name) for name, table in zip(names[1:], tests, strict=True)}
    return AuditData(train.named(names[0]), named)


def gather_tests(test: Any, reader: DataReader, train: str) -> dict[str, PairTable]:
    """Return sets to score on by distinct names, none of them that of the audited set."""
    tests = [_with_gold(reader.read(each, "test")) for each in listed(test)]
    names = distinct_names([train, *(table.name for table in tests)])
    return {name: table.named(name) for name, table in zip(names[1:], tests, strict=True)}


def read_training(data: Any, reader: DataReader) -> PairTable:
    """Return training data by their name.

    Raises
    ------
    OneClassError
        If all rows have one label; it names the readings that have two.
    """
    pairs = reader.read(data, "train")
    if len(pairs.labels) == 1 and _is_name(data):
        raise _one_label(pairs, data, reader, "train")
    return pairs


def _one_label(
    pairs: PairTable,
    data: Any,
    reader: DataReader,
    role: str = "data",
    others: Mapping[str, PairTable] | None = None,
) -> OneClassError:
    error = one_label_error(pairs, data, reader.options_for(data, role), others)
    error.address = reader.stated_name(data, role)
    return error


def _is_name(data: Any) -> bool:
    return isinstance(data, str | Path)


def versions() -> dict[str, str]:
    """Return the versions of whatever can change a result."""
    return {name: version(name) for name in LIBRARIES} | {"python": platform.python_version()}


def describe(
    data: AuditData, options: AuditOptions, tokenisation: str, encoder: Mapping[str, Any] | None = None
) -> Manifest:
    """Return the manifest: everything that the result depends on, and nothing else."""
    given = {name: value for name, value in options.recorded().items() if name != "encoder"}
    made = {} if encoder is None else {"encoder": dict(encoder)}
    return manifest_from(
        {
            "job": "audit",
            "data": [described(table, options.language) for table in (data.train, *data.tests.values())],
            "bundled": data.bundled,
            "options": {**given, **made, "tokenisation": tokenisation},
            "versions": versions(),
        }
    )


def content_checksum(table: PairTable) -> str:
    """Return the SHA-256 of ids, sentences and labels: what tells two tables in memory apart."""
    digest = hashlib.sha256()
    for name in CORE_COLUMNS:
        column = table.frame[name].cast(pl.String).fill_null("\x00")
        digest.update(str(column.str.join("\x1e").item()).encode())
        digest.update(b"\x1d")
    return digest.hexdigest()


def _bundled(limit: int | None) -> AuditData:
    from rightreasons.sources.bundled import bundled_pairs

    table = bundled_pairs(BUNDLED_SIZE, BUNDLED_SEED)
    return AuditData(table.head(limit) if limit else table, {}, bundled=True)


def _by_split(table: PairTable) -> AuditData:
    if "split" not in table.frame.columns:
        return AuditData(table, {})
    names = [name for name in table.frame["split"].unique(maintain_order=True) if name is not None]
    train = next((name for name in names if name.lower() in TRAIN_NAMES), None)
    if train is None or len(names) < 2:
        return AuditData(table, {})
    parts = {
        name: table.where(pl.col("split") == name, f"not in the split '{name}'").named(f"{table.name}:{name}")
        for name in names
    }
    tests = {part.name: part for name, part in parts.items() if name != train and len(part.labels)}
    return AuditData(parts[train], tests)


def _with_gold(table: PairTable) -> PairTable:
    table = table.with_gold()
    if not len(table):
        raise EmptyDataError(
            f"no row with a gold label in '{printable(table.name)}'", "labelled pairs", "check --label-map"
        )
    return table


def listed(data: Any) -> list[Any]:
    """Return one or more sets as a list; a list of dictionaries is one set, as `read_pairs` takes it."""
    if data is None:
        return []
    rows = isinstance(data, list) and bool(data) and all(isinstance(row, Mapping) for row in data)
    return list(data) if isinstance(data, list | tuple) and not rows else [data]


def described(table: PairTable, language: str = AUTO) -> dict[str, Any]:
    """Return what a manifest says of one table: its rows, where they came from, and what was dropped.

    Parameters
    ----------
    table
        The pairs.
    language
        The code of their language, ``"auto"`` to go by their words; English is left out.
    """
    code = language_of(table.premises, table.hypotheses, stated=language)
    return described_rows(table, content_checksum(table), table.counts(), code)


def described_rows(table: PairTable, checksum: str, counts: Mapping[Label, int], code: str) -> dict[str, Any]:
    """Return what a manifest says of data, of which a table may hold no rows or a few.

    Parameters
    ----------
    table
        Its provenance and account are those of all rows.
    checksum
        Of all rows.
    counts
        All rows by label.
    code
        Of their language.
    """
    provenance = table.provenance
    return {
        "name": table.name,
        "rows": table.account.kept,
        "content_sha256": checksum,
        "labels": {str(label): count for label, count in counts.items()},
        "account": plain(asdict(table.account)),
        "files": [plain(asdict(file)) for file in provenance.files],
        "columns": dict(provenance.columns),
        "label_map": {str(found): label for found, label in provenance.label_map.items()},
        "dataset": provenance.dataset,
        "notes": list(provenance.notes),
        **_worded(provenance),
        **_foreign(code),
    }


def _foreign(code: str) -> dict[str, str]:
    return {} if is_known(code) else {"language": code}


def _worded(provenance: Provenance) -> dict[str, Any]:
    """Return what data call premise and hypothesis and which rule chose gold, where there is such a thing."""
    nouns = {} if provenance.nouns == Nouns() else {"nouns": asdict(provenance.nouns)}
    return nouns | ({"gold_rule": provenance.gold_rule} if provenance.gold_rule else {})


def described_items(name: str, items: pl.DataFrame) -> dict[str, Any]:
    """Return what a manifest says of items whose sentences are not known: as `described`."""
    labels = dict(items.group_by("label", maintain_order=True).len().iter_rows())
    content = items.select(pl.all().cast(pl.String)).write_csv()
    checksum = hashlib.sha256(content.encode()).hexdigest()
    return whole_set(name, items.height, checksum, labels) | {"notes": [fill("probed.ids_only")]}


def whole_set(name: str, rows: int, checksum: str, labels: Mapping[Any, int]) -> dict[str, Any]:
    """Return what a manifest says of rows of which none was dropped: files and notes empty."""
    return {
        "name": name,
        "rows": rows,
        "content_sha256": checksum,
        "labels": dict(labels),
        "account": {"read": rows, "kept": rows, "dropped": [], "cleaned": []},
        "files": [],
        "notes": [],
    }
