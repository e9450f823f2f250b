"""A model from its name and settings, and a trained one as a folder, with all one must know; no pickle."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import torch
from torch import Tensor

from rightreasons.errors import FileMissingError, ModelError, RunExistsError
from rightreasons.labels import Label
from rightreasons.models.batch import PairModel
from rightreasons.models.encoding import TextSettings
from rightreasons.models.layers.word_embedding import learned_rows_of
from rightreasons.models.vocabulary import ModelVocabulary
from rightreasons.printable import printable, quoted
from rightreasons.streams.files import file_bytes, file_opened
from rightreasons.text.bracketing.bracketer import Bracketer
from rightreasons.text.bracketing.bracketer_folder import load_bracketer, save_bracketer

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Kind = TypeVar("Kind", bound=DataclassInstance)
else:
    Kind = TypeVar("Kind")

from rightreasons.models.building import build_model
from rightreasons.models.settings import read_settings

SCHEMA = 1
WEIGHTS = "model.safetensors"
WORDS = "vocabulary.txt"
DESCRIPTION = "model.json"
BRACKETER = "bracketer"


@dataclass(frozen=True)
class TrainedModel:
    """A model with everything that is needed to label pairs.

    Parameters
    ----------
    model
        The model; its word embedding is its attribute ``words``.
    name
        Its name in `rightreasons.models.MODELS`.
    settings
        What it was built with.
    labels
        Label of each output.
    words
        The words it knows.
    text
        How texts become words.
    recipe
        How it was trained: ``name`` and ``text`` of the recipe, as JSON can hold them.
    facts
        What else is known of the training (seed, epochs, accuracy, ...), as JSON can hold it.
    bracketer
        Gives sentences without parses their trees, for a model that needs them.
    """

    model: PairModel
    name: str
    settings: Mapping[str, object]
    labels: tuple[Label, ...]
    words: ModelVocabulary
    text: TextSettings
    recipe: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    bracketer: Bracketer | None = None


def save_model(folder: str | Path, trained: TrainedModel) -> None:
    """Write a model as a folder: all of it under a temporary name first, so that it is whole or not there.

    Raises
    ------
    RunExistsError
        If there is something of that name.
    """
    from safetensors.torch import save

    out = Path(folder)
    if out.exists() or out.is_symlink():
        raise RunExistsError(f"'{printable(str(out))}' is there", "a free name", "choose another -o")
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    if trained.bracketer is not None:
        save_bracketer(partial / BRACKETER, trained.bracketer)
    state = {name: value.detach().cpu().contiguous() for name, value in trained.model.state_dict().items()}
    (partial / WEIGHTS).write_bytes(save(state))  # not save_file: it ignores the umask
    lines = "".join(f"{json.dumps(word, ensure_ascii=False)}\n" for word in trained.words.words)
    (partial / WORDS).write_bytes(lines.encode())
    description = _description(trained) | {
        "sha256": {name: _sha256(partial / name) for name in (WEIGHTS, WORDS)}
    }
    (partial / DESCRIPTION).write_text(json.dumps(description, indent=1, allow_nan=False), encoding="utf-8")
    partial.replace(out)


def _description(trained: TrainedModel) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "model": trained.name,
        "settings": dict(trained.settings),
        "labels": [label.value for label in trained.labels],
        "text": asdict(trained.text),
        "recipe": dict(trained.recipe),
        "facts": dict(trained.facts),
    }


def load_model(folder: str | Path) -> TrainedModel:
    """Read a model that `save_model` wrote; it is on the CPU and ready to label pairs.

    Raises
    ------
    FileMissingError
        If there is no such folder.
    ModelError
        If it is not such a folder, is damaged, or was written by a newer version.
    """
    place = Path(folder)
    if not place.is_dir():
        raise FileMissingError(
            f"no folder '{printable(str(place))}'", "a model that `train` wrote", "check the path"
        )
    described = _read_description(place)
    _check_files(place, described)
    words = _read_words(place)
    try:
        return _assembled(place, described, words)
    except ModelError:
        raise
    except Exception as error:  # whatever a foreign description makes the builders raise
        raise _damaged(place, f"{type(error).__name__}: {printable(str(error), 160)}") from error


def _read_description(place: Path) -> dict[str, Any]:
    try:
        described = json.loads(file_bytes(place / DESCRIPTION))
    except (OSError, ValueError) as error:
        raise _damaged(place, f"{DESCRIPTION}: {printable(str(error), 120)}") from error
    if not isinstance(described, dict) or not isinstance(described.get("schema"), int):
        raise _damaged(place, f"{DESCRIPTION} is not of this project")
    if described["schema"] > SCHEMA:
        raise ModelError(
            f"schema {described['schema']} in '{printable(str(place / DESCRIPTION))}'",
            f"at most {SCHEMA}",
            "use a newer version of rightreasons",
        )
    return described


def _check_files(place: Path, described: Mapping[str, Any]) -> None:
    stated = described.get("sha256")
    for name in (WEIGHTS, WORDS):
        if not (place / name).is_file():
            raise _damaged(place, f"{name} is missing")
        if not isinstance(stated, dict) or stated.get(name) != _sha256(place / name):
            raise _damaged(place, f"{name} is not the file that was saved")


def _read_words(place: Path) -> ModelVocabulary:
    try:
        words = [json.loads(line) for line in file_bytes(place / WORDS).decode().split("\n") if line]
        if not all(isinstance(word, str) for word in words):
            raise ValueError("a line that is no word")
        return ModelVocabulary(tuple(words))
    except ValueError as error:
        raise _damaged(place, f"{WORDS}: {printable(str(error), 120)}") from error


def _assembled(place: Path, described: Mapping[str, Any], words: ModelVocabulary) -> TrainedModel:
    from safetensors.torch import load_file

    state: dict[str, Tensor] = load_file(place / WEIGHTS)
    labels = tuple(Label(name) for name in described["labels"])
    if len(set(labels)) != len(labels):
        raise _damaged(place, "two outputs with the same label")
    learned, dimension = learned_rows_of(state)
    if len(learned) != len(words):
        raise _damaged(place, f"{len(learned):,} word vectors for {len(words):,} words")
    vectors = torch.zeros(len(words), dimension, dtype=state["words.fixed"].dtype)
    name = str(described["model"])
    model = build_model(name, described["settings"], vectors, len(labels), learned=learned)
    model.to(vectors.dtype).load_state_dict(state)
    return TrainedModel(
        model.eval(),
        name,
        described["settings"],
        labels,
        words,
        read_settings(TextSettings, described["text"]),
        dict(described["recipe"]),
        dict(described["facts"]),
        load_bracketer(place / BRACKETER) if (place / BRACKETER).is_dir() else None,
    )


def _damaged(place: Path, why: str) -> ModelError:
    return ModelError(
        f"'{printable(str(place))}' ({why})",
        f"a folder with {quoted((DESCRIPTION, WEIGHTS, WORDS))} as `train` wrote it",
        "train the model again, or copy the whole folder again",
    )


def _sha256(path: Path) -> str:
    with file_opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
