"""Which data a job is about, how they are described, and what measures may ask for, made once."""

import hashlib
import inspect
import platform
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import polars as pl

from rightreasons.artifacts import INPUTS
from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.artifacts.patterns.settings import PatternSettings
from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import EmptyDataError, UnknownNameError
from rightreasons.findings import Finding
from rightreasons.jobs.options import AuditOptions
from rightreasons.options import plain
from rightreasons.pairs import CORE_COLUMNS, Nouns, PairTable, Provenance
from rightreasons.printable import printable
from rightreasons.runs.compared_runs import distinct_names
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.sources.readings import DataReader
from rightreasons.text.language import AUTO, is_known, language_of
from rightreasons.text.tokenisations import Tokens, choose_tokenisation, tokens

if TYPE_CHECKING:
    from rightreasons.artifacts.hypothesis_only.vectors import EncodedTexts

# Which data an audit is about: the set audited, the sets to score on, and how both are described.


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


def gather(data: Any, test: Any, reader: DataReader) -> AuditData:
    """Read the data of an audit; `data` and `test` as in `rightreasons.audit`."""
    if data is None:
        return _bundled(reader.common.limit)
    train = _with_gold(reader.read(data))
    tests = [_with_gold(reader.read(each, "test")) for each in listed(test)]
    if not tests:
        return _by_split(train)
    names = distinct_names([train.name, *(table.name for table in tests)])
    named = {name: table.named(name) for name, table in zip(names[1:], tests, strict=True)}
    return AuditData(train.named(names[0]), named)


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
    provenance = table.provenance
    return {
        "name": table.name,
        "rows": len(table),
        "content_sha256": content_checksum(table),
        "labels": {str(label): count for label, count in table.counts().items()},
        "account": plain(asdict(table.account)),
        "files": [plain(asdict(file)) for file in provenance.files],
        "columns": dict(provenance.columns),
        "label_map": {str(found): label for found, label in provenance.label_map.items()},
        "dataset": provenance.dataset,
        "notes": list(provenance.notes),
        **_worded(provenance),
        **_foreign(language_of(table.premises, table.hypotheses, stated=language)),
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
    return whole_set(name, items.height, checksum, labels) | {
        "notes": ["ids and groups only: the sentences are not known"]
    }


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


# What measures may ask for, made once and only when it is asked for.


class TokenisedTable:
    """A table with its tokens, made on first use.

    Parameters
    ----------
    table
        The pairs.
    tokenisation
        Name of the tokenisation, the same for every table of an audit.
    """

    def __init__(self, table: PairTable, tokenisation: str) -> None:
        self.table = table
        self.tokenisation = tokenisation

    @cached_property
    def hypothesis_tokens(self) -> Tokens:
        """Tokens of the hypotheses."""
        return self._tokens("hypothesis")

    @cached_property
    def premise_tokens(self) -> Tokens:
        """Tokens of the premises."""
        return self._tokens("premise")

    def _tokens(self, side: str) -> Tokens:
        parses = self.table.parse_column(side)
        chosen = self.table.frame[parses] if parses and self.tokenisation == "parse" else None
        return tokens(self.table.frame[side], self.tokenisation, chosen)


class AuditInputs:
    """The inputs of one audit, by the names in `rightreasons.artifacts.INPUTS`.

    Parameters
    ----------
    train
        The data audited.
    tests
        Sets given with ``--test``, by name.
    tokenisation
        Its name; None takes the data's parses where every set has them, otherwise ``word-punct``.
    group_by
        Columns by which results are grouped.
    seed
        For whatever is random.
    progress
        Where long work says how far it is.
    language
        Code of the language of `train`.
    features
        Makes features of the hypotheses of a set; None: nothing does.
    """

    def __init__(
        self,
        train: PairTable,
        tests: Mapping[str, PairTable],
        tokenisation: str | None = None,
        group_by: tuple[str, ...] = (),
        seed: int = 0,
        progress: Progress = silent,
        language: str = "en",
        *,
        features: "Callable[[PairTable, Progress], EncodedTexts] | None" = None,
    ) -> None:
        tables = (train, *tests.values())
        self.tokenisation = tokenisation or choose_tokenisation([_has_parses(table) for table in tables])
        self.train = TokenisedTable(train, self.tokenisation)
        self.tests = {name: TokenisedTable(table, self.tokenisation) for name, table in tests.items()}
        self.group_by = group_by
        self.seed = seed
        self.progress = progress
        self.language = language
        self.features = features

    def call(self, measure: Callable[..., Finding], test: str | None) -> Finding:
        """Call `measure` with what its parameters name.

        Parameters
        ----------
        measure
            Parameters named as in `INPUTS`; others have a default.
        test
            Name of the test set that is scored; None: there is none.

        Raises
        ------
        UnknownNameError
            If it has another parameter without a default.
        MeasureInputError
            If it cannot be measured on these data.
        """
        parameters = inspect.signature(measure).parameters
        available = self._thunks(test)
        arguments: dict[str, Any] = {}
        for name, parameter in parameters.items():
            if name in available:
                arguments[name] = available[name]()
            elif parameter.default is inspect.Parameter.empty:
                raise UnknownNameError(
                    f"measure '{measure.__name__}' asks for '{name}'",
                    f"one of {', '.join(INPUTS)}",
                    "rename it",
                )
        return measure(**arguments)

    @cached_property
    def patterns(self) -> PatternSet:
        """Patterns of the hypotheses audited that go with one label: mined once for all measures."""
        return PatternSet.from_tokens(self.train.table, self.train.hypothesis_tokens, PatternSettings())

    def _features(self, of: TokenisedTable | None) -> "EncodedTexts | None":
        return None if of is None or self.features is None else self.features(of.table, self.progress)

    def _thunks(self, test: str | None) -> dict[str, Callable[[], Any]]:
        scored = self.tests[test] if test is not None else None
        tables = {self.train.table.name: self.train.table}
        tables |= {name: each.table for name, each in self.tests.items()}
        return {
            "train": lambda: self.train.table,
            "test": lambda: scored.table if scored else None,
            "splits": lambda: tables,
            "hypothesis_tokens": lambda: self.train.hypothesis_tokens,
            "premise_tokens": lambda: self.train.premise_tokens,
            "test_hypothesis_tokens": lambda: scored.hypothesis_tokens if scored else None,
            "test_premise_tokens": lambda: scored.premise_tokens if scored else None,
            "hypothesis_features": lambda: self._features(self.train),
            "test_hypothesis_features": lambda: self._features(scored),
            "patterns": lambda: self.patterns,
            "group_by": lambda: self.group_by,
            "language": lambda: self.language,
            "seed": lambda: self.seed,
            "progress": lambda: self.progress,
        }


def takes_test(measure: Callable[..., Finding]) -> bool:
    """Return whether a measure is taken once for every test set."""
    return "test" in inspect.signature(measure).parameters


def _has_parses(table: PairTable) -> bool:
    return all(table.parse_column(side) is not None for side in ("premise", "hypothesis"))
