"""What a predictor is, what makes it the same model, and how one is found by the name of MODEL."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from rightreasons.errors import FileMissingError, OptionError, UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable, pair_hashes
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Response
from rightreasons.printable import printable, quoted
from rightreasons.streams import file_opened

# What makes a model the same model, so that what it said once need not be asked again.


Option = str | int | float | bool | None
TEXT = ("premise", "hypothesis")


@dataclass(frozen=True)
class Identity:
    """Everything on which the predictions of a model depend.

    Parameters
    ----------
    kind
        The kind of predictor: ``"hf"``, ``"onnx"``, ``"llm"``, ``"py"``, ``"rule"``, ...
    name
        What the model is called within its kind.
    labels
        The labels that it can give, in the order of `Label`.
    revision
        Revision of a hub model.
    checksum
        SHA-256 of weights or file, or what else tells one version of the model from another; None where
        nothing does (an API, a callable): its predictions are used again within one run only.
    label_map
        Name of a label as the model gives it, to `Label`.
    options
        Whatever else changes predictions: dtype, maximal length, prompt, threshold, ...
    columns
        Columns of a `PairTable` by which pairs are told apart: premise and hypothesis, so that anybody can
        make the hash, and whatever else the model reads; columns that a table lacks are left out.
    """

    kind: str
    name: str
    labels: tuple[str, ...]
    revision: str | None = None
    checksum: str | None = None
    label_map: Mapping[str, str | None] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    columns: tuple[str, ...] = TEXT

    @property
    def is_repeatable(self) -> bool:
        """Whether the same identity promises the same predictions in another run."""
        return self.checksum is not None

    def fingerprint(self, scope: str = "") -> str:
        """Return what tells this model from every other.

        Parameters
        ----------
        scope
            Name of a run; it enters only where the identity is not repeatable.
        """
        parts = asdict(self) | {"scope": "" if self.is_repeatable else scope}
        return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of the model: every field, and the fingerprint."""
        return asdict(self) | {"labels": list(self.labels), "fingerprint": self.fingerprint()}

    def hashes(self, pairs: PairTable) -> list[str]:
        """Return the hash of what the model reads of every pair, see `rightreasons.pairs`."""
        present = [name for name in self.columns if name in pairs.frame.columns]
        return pair_hashes(*(pairs.frame[name].fill_null("").to_list() for name in present))


def checksum_of(*files: Path) -> str:
    """Return one SHA-256 over the names and bytes of files, in the given order."""
    total = hashlib.sha256()
    for path in files:
        with file_opened(path) as stream:
            total.update(f"{path.name}\0{hashlib.file_digest(stream, 'sha256').hexdigest()}\0".encode())
    return total.hexdigest()


# Where the model lies in what `train` wrote: the folder of a seed, or of a run with a single seed.


DESCRIPTION = "model.json"
_FILES = (DESCRIPTION, "model.safetensors", "vocabulary.txt")
ENCODER = "config.json"


def is_trained(path: Path) -> bool:
    """Return whether a folder is a model that `train` made, or a run of `train`."""
    return (path / DESCRIPTION).is_file() or bool(_seeds(path))


def files_of(folder: Path) -> list[Path]:
    """Return everything that predictions of a model depend on."""
    return [*(folder / name for name in _FILES), *sorted((folder / "bracketer").glob("bracketer.*"))]


def folder_of(path: Path) -> Path:
    """Return the folder of the model: itself, or that of the only seed of a run.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    OptionError
        If the run has several seeds, with their names.
    """
    if not path.is_dir():
        raise FileMissingError(
            f"no folder '{printable(str(path))}'", "a model or a run of `train`", "check the path"
        )
    seeds = _seeds(path)
    if (path / DESCRIPTION).is_file() or (path / ENCODER).is_file() or not seeds:
        return path
    if len(seeds) > 1:
        raise OptionError(
            f"'{printable(str(path))}' with the models {quoted([seed.name for seed in seeds])}",
            "one model",
            f"name one of them, such as {printable(str(seeds[0]))}",
        )
    return seeds[0]


def _seeds(path: Path) -> list[Path]:
    return sorted(
        folder
        for folder in path.glob("seed-*")
        if (folder / DESCRIPTION).is_file() or (folder / ENCODER).is_file()
    )


def name_of(folder: Path) -> str:
    """Return what tells the seeds of a run apart: ``RUN/seed-1``."""
    whole = folder.resolve()
    return f"{whole.parent.name}/{whole.name}" if whole.name.startswith("seed-") else whole.name


def trained_title(folder: Path, described: object) -> str | None:
    """Return what to call a model that `train` made: ``NAME, seed 1``; None where it has no name of its own.

    Parameters
    ----------
    folder
        Of the model, in that of its run.
    described
        What `train` wrote into the description of the model: ``facts`` and more.
    """
    facts = described.get("facts") if isinstance(described, Mapping) else None
    if not isinstance(facts, Mapping):
        return None
    name, began, seed = (facts.get(each) for each in ("name", "checkpoint", "seed"))
    if isinstance(name, str):
        return printable(name, 160)
    if isinstance(began, str):  # an encoder that was trained before models had names
        return printable(f"{Path(began).name} of {folder.resolve().parent.name}, seed {seed}", 160)
    return None


# What a predictor is, and how one is found by the name of MODEL.


class Predictor(Protocol):
    """Whatever labels a pair."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that it can give, in the order of `Label`."""
        ...

    def predict(self, pairs: PairTable) -> Predictions:
        """Return a label for every pair, under its id, in the order of the pairs."""
        ...


@runtime_checkable
class Identified(Protocol):
    """A predictor that says what makes it the same model."""

    @property
    def identity(self) -> Identity:
        """Everything on which its predictions depend."""
        ...


@runtime_checkable
class Streaming(Protocol):
    """A predictor that hands out its responses while it goes on, in whatever order suits it.

    An interrupt waits up to 5 s for the batch under way. One with an attribute ``ends_itself`` that is true
    sees to that within `batches`.
    """

    def batches(self, pairs: PairTable) -> Iterator[Mapping[str, Response]]:
        """Yield responses by id as they come, every pair once.

        Raises
        ------
        IncompleteError
            If the model is out of reach for good; what was yielded before stands.
        """
        ...


def predictor_named(model: str, options: ModelOptions | None = None) -> Predictor:
    """Return the predictor that MODEL names: ``KIND:REST``, a model's folder, or an ONNX file.

    Raises
    ------
    UnknownNameError
        If it is none of these; other errors are those of the kind.
    """
    kind, colon, rest = model.partition(":")
    if not (colon and kind in PREDICTORS):
        kind, rest = _kind_of_path(Path(model)), model
    found: Predictor = PREDICTORS.load(kind)(rest, options or ModelOptions())
    return found


def _kind_of_path(path: Path) -> str:
    if (path / "config.json").is_file():
        return "hf"
    if is_trained(path):
        return "trained"
    if path.is_file() and path.suffix == ".onnx":
        return "onnx"
    raise UnknownNameError(
        f"model '{printable(str(path))}'",
        f"KIND:NAME with a kind of {', '.join(PREDICTORS)}, a model folder, or a file of predictions",
        "correct the name, or the path",
    )
