"""Where a checkpoint of `transformers` lies, what is in it, and what of it is safe to read."""

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from rightreasons.errors import FileMissingError, HubError, ModelError, OptionError
from rightreasons.predictors.identity import checksum_of
from rightreasons.predictors.networks.others_code import others_code
from rightreasons.predictors.networks.outputs import Activation
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import error_text, printable, quoted
from rightreasons.streams.files import file_bytes

CONFIG = "config.json"
_ON = {"1", "TRUE", "YES", "ON"}
WEIGHTS = ("model.safetensors", "model.safetensors.index.json")
TOKENIZER = ("tokenizer*", "special_tokens_map.json", "added_tokens.json", "vocab*", "merges.txt", "*.model")
CROSS_ENCODER = "config_sentence_transformers.json"
_PATTERNS = (CONFIG, CROSS_ENCODER, "*.safetensors", "*.safetensors.index.json", *TOKENIZER)
_UNSAFE = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.h5", "*.msgpack")
_MOST_LAYERS = 1_000


@dataclass(frozen=True)
class Checkpoint:
    """A folder with weights, configuration and tokenizer.

    Parameters
    ----------
    name
        Name on the hub, or of the folder.
    folder
        Where it lies.
    revision
        The commit of a hub model.
    """

    name: str
    folder: Path
    revision: str | None = None

    def config(self) -> Mapping[str, Any]:
        """Return ``config.json``; see `read_json`.

        Raises
        ------
        ModelError
            Also if it speaks of more layers than any model has, which take hours to put together.
        """
        config = read_json(self.folder / CONFIG)
        for name, value in _numbers(config):
            if "layer" in name and value > _MOST_LAYERS:
                raise ModelError(
                    f"{printable(name)} {value:,} in the {CONFIG} of '{printable(self.name)}'",
                    f"at most {_MOST_LAYERS:,}",
                    "correct it",
                )
        return config

    def checksum(self, *, code: bool = False) -> str:
        """Return the checksum of everything that predictions depend on, code included where it may run."""
        patterns = (*_PATTERNS, "*.py") if code else _PATTERNS
        return checksum_of(*sorted({path for pattern in patterns for path in self.folder.glob(pattern)}))

    def check_weights(self) -> None:
        """Refuse weights that are not safetensors: the others can run code when they are read.

        Raises
        ------
        ModelError
            If there are no safetensors weights.
        """
        if any((self.folder / name).is_file() for name in WEIGHTS):
            return
        others = sorted(path.name for pattern in _UNSAFE for path in self.folder.glob(pattern))
        found = f"{quoted(others)} in" if others else "no weights in"
        raise ModelError(
            f"{found} '{printable(str(self.folder))}'",
            f"weights as {WEIGHTS[0]}",
            "load the model where you trust it and save it again with safetensors, "
            "or give onnx:FILE for an ONNX file",
        )


def find_checkpoint(name: str, options: ModelOptions) -> Checkpoint:
    """Return a folder of that name, or a hub model: from the network, or where there is none from the cache.

    Raises
    ------
    FileMissingError
        If it is neither a folder nor a name that the hub can have.
    HubError
        If the hub does not have it, or it is neither reachable nor in the cache.
    OptionError
        If a revision is asked for of a folder.
    """
    if not Path(name).is_dir():
        return _from_hub(name, options)
    if options.revision is not None:
        raise OptionError(
            f"revision '{printable(options.revision)}' of the folder '{printable(name)}'",
            "a name on the hub beside a revision",
            "leave out --revision",
        )
    check_files(Path(name))
    return Checkpoint(Path(name).resolve().name, Path(name))


def check_files(folder: Path) -> None:
    """Make sure that libraries may open whatever lies in a folder: files and folders, and links to them.

    Raises
    ------
    ModelError
        If there is a pipe or a device, which may never end.
    """
    strange = sorted(
        path.name for path in folder.iterdir() if path.exists() and not (path.is_file() or path.is_dir())
    )
    if strange:
        raise ModelError(
            f"{quoted(strange)} in '{printable(str(folder))}', no file and no folder",
            "files that can be read to their end",
            "remove it",
        )


def _numbers(config: Mapping[str, Any], deep: int = 3) -> Iterator[tuple[str, int]]:
    """Yield the whole numbers of a configuration by name, and those of the configurations in it."""
    for name, value in config.items():
        if isinstance(value, int):
            yield name, value
        elif isinstance(value, Mapping) and deep:
            yield from _numbers(value, deep - 1)


def _from_hub(name: str, options: ModelOptions) -> Checkpoint:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError

    patterns = [*_PATTERNS, *(["*.py"] if options.trust_remote_code else [])]
    try:
        folder = snapshot_download(
            name, revision=options.revision, allow_patterns=patterns, ignore_patterns=["*/*"]
        )
    except HFValidationError as error:
        raise FileMissingError(
            f"'{printable(name)}' is no folder", "a folder, or OWNER/NAME on the hub", "check the path"
        ) from error
    except Exception as error:  # the library raises errors of several others' packages
        raise _not_had(name, error) from error
    return Checkpoint(name, Path(folder), Path(folder).name)


def _not_had(name: str, error: Exception) -> HubError:
    """Return the error for a model that the hub does not give, by its cause."""
    shown, kind = f"model '{printable(name)}'", type(error).__name__
    if os.environ.get("HF_HUB_OFFLINE", "").upper() in _ON:
        found = f"{shown} is not in the cache, and HF_HUB_OFFLINE keeps it from the hub"
        return HubError(found, "a model that is in the cache", "check the name, or unset HF_HUB_OFFLINE")
    if kind in {"RepositoryNotFoundError", "GatedRepoError", "RevisionNotFoundError"}:
        found = f"{shown} is not on the hub under this name and revision, or is not open to you"
        return HubError(
            found, "OWNER/NAME of a model one may read", "check the name, or log in: hf auth login"
        )
    return HubError(
        f"{shown} is not in the cache, and the hub does not answer ({kind})",
        "a hub that answers, or a model in the cache, or a folder",
        "check name and network; HF_HUB_OFFLINE=1 reads what is in the cache",
    )


def read_json(path: Path) -> Mapping[str, Any]:
    """Return the object in a JSON file.

    Raises
    ------
    ModelError
        If there is no such file, or something else in it.
    """
    try:
        value = json.loads(file_bytes(path))
    except (OSError, ValueError) as error:
        raise ModelError(
            f"'{printable(str(path))}' cannot be read ({printable(str(error), 120)})",
            "a JSON object",
            "give the whole folder of a model",
        ) from error
    if not isinstance(value, dict):
        raise ModelError(
            f"no JSON object in '{printable(str(path))}'", "the configuration of a model", "correct it"
        )
    return value


def names_of_outputs(config: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the outputs by their index, from ``id2label``.

    Raises
    ------
    ModelError
        If it is not a name for each of 0, 1, 2, ...
    """
    named = config.get("id2label")
    names = {str(key): name for key, name in named.items()} if isinstance(named, Mapping) else {}
    indices = [str(index) for index in range(len(names))]
    if not names or set(names) != set(indices):
        raise ModelError(
            f"id2label {printable(str(named))}", "a name for each output, from 0 on", f"correct {CONFIG}"
        )
    return tuple(str(names[index]) for index in indices)


def activation_of(config: Mapping[str, Any], folder: Path) -> Activation:
    """Return what the checkpoint does with a single output: a sigmoid, unless it says otherwise.

    A CrossEncoder of sentence-transformers says it in a file of its own, or in ``config.json``; a regression
    takes its output as it is, as the pipeline of `transformers` does.

    Raises
    ------
    ModelError
        If it asks for anything else.
    """
    beside = read_json(folder / CROSS_ENCODER) if (folder / CROSS_ENCODER).is_file() else {}
    inside = config.get("sentence_transformers")
    activation = beside.get("activation_fn") or (
        inside.get("activation_fn") if isinstance(inside, dict) else None
    )
    activation = activation or config.get("sbert_ce_default_activation_function")
    if activation is None:
        return "none" if config.get("problem_type") == "regression" else "sigmoid"
    activations = {"Sigmoid": "sigmoid", "Identity": "none"}
    name = str(activation).rpartition(".")[2]
    if name not in activations:
        raise ModelError(
            f"activation '{printable(str(activation))}' of the output",
            " or ".join(activations),
            "correct the checkpoint",
        )
    return cast("Activation", activations[name])


def load_tokenizer(folder: Path, *, trust_remote_code: bool = False) -> Any:
    """Return the tokenizer of a folder.

    Raises
    ------
    ModelError
        If it cannot be loaded.
    """
    from transformers import AutoTokenizer

    try:
        with others_code():
            return AutoTokenizer.from_pretrained(folder, trust_remote_code=trust_remote_code)
    except Exception as error:  # whatever a broken file makes the libraries raise
        raise not_loaded("tokenizer", folder, error) from error


def not_loaded(what: str, folder: Path, error: BaseException) -> ModelError:
    """Return the error for a part of a checkpoint that the library cannot load."""
    return ModelError(
        f"the {what} in '{printable(str(folder))}' ({error_text(error)})",
        "a sequence classifier that `transformers` can load",
        "check the files; code that comes with a model runs with --trust-remote-code only",
    )


def states_inputs(folder: Path) -> bool:
    """Return whether the tokenizer's configuration states which inputs it makes."""
    path = folder / "tokenizer_config.json"
    return path.is_file() and "model_input_names" in read_json(path)
