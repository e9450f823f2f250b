"""Sequence classifiers in ONNX files, fp32 or int8, with tokenizer and configuration beside them.

A graph with dynamic int8 rounds the activations of a batch on one scale: its probabilities, and now and
then a label, depend on which pairs are in the batch. The same pairs in the same order make the same batches.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rightreasons.engine.quiet import natively_quiet
from rightreasons.errors import FileMissingError, MissingExtraError, ModelError, OptionError
from rightreasons.predictors.identity import checksum_of
from rightreasons.predictors.networks.checkpoints import (
    CONFIG,
    TOKENIZER,
    activation_of,
    check_files,
    load_tokenizer,
    names_of_outputs,
    read_json,
)
from rightreasons.predictors.networks.classifier import SequenceClassifier, batch_tokens_on, identity_of
from rightreasons.predictors.networks.encoding import SEGMENTS, pair_encoder
from rightreasons.predictors.networks.outputs import named_outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable, quoted

ADDS = {"predictor": {"onnx": "load_onnx"}}
MODEL = "model.onnx"
LOGITS = "logits"
_INPUTS = ("input_ids", "attention_mask", SEGMENTS)
_PROVIDERS = {
    "cuda": "CUDAExecutionProvider",
    "mps": "CoreMLExecutionProvider",
    "cpu": "CPUExecutionProvider",
}


@dataclass(frozen=True)
class Session:
    """A graph in ONNX Runtime, called with arrays.

    Parameters
    ----------
    session
        An ``InferenceSession``.
    output
        Which of its outputs holds the logits.
    """

    session: Any
    output: str

    def __call__(self, arrays: Mapping[str, NDArray[np.int64]]) -> NDArray[np.float32]:
        """Return logits of shape (items, outputs) for arrays of shape (items, tokens)."""
        fed = {
            each.name: arrays[each.name].astype(np.int32 if "int32" in each.type else np.int64)
            for each in self.session.get_inputs()
        }
        return np.asarray(self.session.run([self.output], fed)[0], dtype=np.float32)

    @property
    def inputs(self) -> tuple[str, ...]:
        """The names of what the graph takes."""
        return tuple(each.name for each in self.session.get_inputs())

    @property
    def device(self) -> str:
        """Where it computes: ``cpu``, ``cuda`` or ``mps``."""
        provider = self.session.get_providers()[0]
        return next(name for name, each in _PROVIDERS.items() if each == provider)

    @property
    def batches_at_once(self) -> int:
        """How many batches it should be given at once: on the CPU one a core, see `open_session`."""
        return (os.cpu_count() or 1) if self.device == "cpu" else 1


def load_onnx(rest: str, options: ModelOptions) -> SequenceClassifier:
    """Load a sequence classifier from an ONNX file.

    Parameters
    ----------
    rest
        The file, or a folder that holds ``model.onnx`` or a single ONNX file. ``config.json`` and the
        tokenizer lie beside the file or in the folder above; the names of outputs may also stand in the
        file's metadata, as JSON under ``id2label``.
    options
        How it is loaded and asked. The numbers are those of the file: `dtype` has to be left alone.

    Raises
    ------
    FileMissingError
        If it is not there.
    ModelError
        If it cannot be loaded, is no graph from token ids to logits, or its outputs are no labels of pairs.
    UnnamedOutputsError, AmbiguousLabelError, UnknownLabelError, OptionError
        As of `rightreasons.predictors.networks.hugging_face.load_hugging_face`.
    MissingExtraError
        If onnxruntime or transformers is not installed.
    """
    MissingExtraError.unless_installed(("onnxruntime", "transformers"), "onnx,train")
    if options.dtype == "bf16":
        raise OptionError("bf16 for an ONNX file", "the numbers that the file holds", "leave out --dtype")
    path = _find(Path(rest))
    folder = _folder_beside(path)
    for each in {folder, path.parent}:
        check_files(each)
    session = open_session(path, options)
    config = dict(read_json(folder / CONFIG))
    names = names_of_outputs({"id2label": _id2label(session, config)})
    outputs = named_outputs(names, options, activation_of(config, folder))
    tokenizer = load_tokenizer(folder)
    encoder = pair_encoder(tokenizer, config, session.inputs, options)
    parts = {
        "inputs": " ".join(encoder.inputs),
        "max_length": encoder.limit,
        "long_premises": options.long_premises,
        "threshold": options.threshold,
    }
    if outputs.is_score:
        parts["activation"] = outputs.activation
    name = path.parent.resolve().name if path.name == MODEL else path.name
    found = {"name": name, "checksum": _checksum(path, folder)}
    identity = identity_of("onnx", outputs, found, parts)
    tokens = batch_tokens_on(session.device, options)
    return SequenceClassifier(
        identity, encoder, session, outputs, tokens, options.threshold, session.batches_at_once
    )


def open_session(path: Path, options: ModelOptions) -> Session:
    """Open a graph from token ids to logits.

    A batch is read by one thread, so that several can be read side by side: cores that share a batch wait for
    each other at every layer.

    Raises
    ------
    ModelError
        If it is no such graph, or does not take batches of any size and length.
    OptionError
        If the device is not there.
    """
    import onnxruntime  # type: ignore[import-untyped]  # it ships without types

    providers = _providers(options)
    settings = onnxruntime.SessionOptions()
    settings.log_severity_level = 4  # an error is raised too, and the log writes names of nodes as they are
    settings.intra_op_num_threads = 1
    try:
        with natively_quiet():
            session = onnxruntime.InferenceSession(str(path), settings, providers=providers)
    except Exception as error:  # the library's errors share no class of their own
        raise ModelError(
            f"'{printable(str(path))}' ({printable(str(error), 200)})",
            "an ONNX file that ONNX Runtime can load",
            "make it with `rightreasons make onnx`",
        ) from error
    _check_inputs(path, session.get_inputs())
    outputs = [each.name for each in session.get_outputs()]
    if LOGITS not in outputs and len(outputs) != 1:
        raise ModelError(
            f"outputs {quoted(outputs)} of '{printable(path.name)}'", f"one called {LOGITS}", "rename it"
        )
    return Session(session, LOGITS if LOGITS in outputs else outputs[0])


def _check_inputs(path: Path, inputs: list[Any]) -> None:
    names = [each.name for each in inputs]
    if not set(names) <= set(_INPUTS) or _INPUTS[0] not in names:
        raise ModelError(
            f"inputs {quoted(names)} of '{printable(path.name)}'",
            f"{', '.join(_INPUTS)} or some of them",
            "export a sequence classifier, for example with `rightreasons make onnx`",
        )
    fixed = [each.name for each in inputs if any(isinstance(size, int) for size in each.shape)]
    if fixed:
        raise ModelError(
            f"inputs {quoted(fixed)} of '{printable(path.name)}' have a fixed size",
            "batches of any size and length",
            "export with dynamic axes, for example with `rightreasons make onnx`",
        )


def _find(path: Path) -> Path:
    if path.is_file():
        return path
    if not path.is_dir():
        raise FileMissingError(f"'{printable(str(path))}'", "an ONNX file or its folder", "check the path")
    found = sorted(path.glob("*.onnx"))
    chosen = path / MODEL if path / MODEL in found else found[0] if len(found) == 1 else None
    if chosen is None:
        raise ModelError(
            f"{quoted([each.name for each in found]) or 'no ONNX file'} in '{printable(str(path))}'",
            f"{MODEL}, or a single ONNX file",
            "name the file",
        )
    return chosen


def _folder_beside(path: Path) -> Path:
    """Return the folder with the configuration: exporters put the file beside it or into a folder below."""
    above = path.resolve().parent.parent
    return above if not (path.parent / CONFIG).is_file() and (above / CONFIG).is_file() else path.parent


def _providers(options: ModelOptions) -> list[str]:
    import onnxruntime

    there = onnxruntime.get_available_providers()
    if options.device == "auto":
        preferred = _PROVIDERS["cuda"]
        return [name for name in (preferred, _PROVIDERS["cpu"]) if name in there]
    preferred = _PROVIDERS[options.device]
    if preferred not in there:
        raise OptionError(
            f"device '{options.device}' needs {preferred}",
            f"one of {', '.join(there)}",
            "install the build of onnxruntime for it, or correct --device",
        )
    return list(dict.fromkeys((preferred, _PROVIDERS["cpu"])))


def _id2label(session: Session, config: Mapping[str, Any]) -> Any:
    """Return the names of outputs: of the file itself, of the configuration, or as libraries call them."""
    inside = session.session.get_modelmeta().custom_metadata_map.get("id2label")
    if inside is not None:
        try:
            return json.loads(inside)
        except ValueError:
            return inside  # refused by whoever reads it as names
    if "id2label" in config:
        return config["id2label"]
    shape = next(each.shape for each in session.session.get_outputs() if each.name == session.output)
    count = shape[-1] if shape and isinstance(shape[-1], int) else 0
    return {index: f"LABEL_{index}" for index in range(count)}


def _checksum(path: Path, folder: Path) -> str:
    beside = {file for pattern in (CONFIG, *TOKENIZER) for file in folder.glob(pattern)}
    weights = {file for file in path.parent.glob(f"{path.name}*") if file.is_file()}  # and external data
    return checksum_of(*sorted(weights), *sorted(beside))
