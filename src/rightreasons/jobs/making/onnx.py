"""What `make onnx` does: export a model, and keep the file only if it says what the model says."""

import shutil
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rightreasons.errors import EmptyDataError, MissingExtraError, ModelError, OptionError
from rightreasons.jobs.datasets import described, versions
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.checkpoints import CONFIG, CROSS_ENCODER, TOKENIZER
from rightreasons.predictors.networks.classifier import BATCH_TOKENS_CPU
from rightreasons.predictors.networks.encoding import Encoded
from rightreasons.predictors.networks.loaded import Loaded, load_network
from rightreasons.predictors.networks.onnx_export import (
    Agreement,
    agreement,
    all_logits,
    export_onnx,
    quantise_int8,
)
from rightreasons.predictors.networks.onnx_runtime import MODEL, open_session
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable
from rightreasons.runs.made_folders import made_folder

MODEL_INT8 = "model_int8.onnx"
LARGEST_DIFFERENCE = 1e-4


"""By how much a probability may differ in fp32, where only the order of additions changes."""
PROOF_PAIRS, PROOF_SEED = 120, 1
_LIBRARIES = ("torch", "transformers", "onnx", "onnxruntime")


def make_onnx(
    model: str,
    out: Path,
    on: PairTable | None = None,
    *,
    int8: bool = False,
    options: ModelOptions | None = None,
) -> Mapping[str, Any]:
    """Write a Hugging Face sequence classifier as ONNX, proved on pairs of sentences.

    Parameters
    ----------
    model
        ``hf:NAME`` or a folder. What its outputs mean is not asked: their names are copied as they are.
    out
        A folder: ``model.onnx``, ``config.json``, the tokenizer's files, ``manifest.json``, and with `int8`
        ``model_int8.onnx``. The manifest says under ``proof`` on how many pairs each graph was compared with
        the model, how many labels are the same, and the largest difference of a probability.
    on
        The pairs; None takes 120 of the bundled corpus.
    int8
        Whether to write a graph with weights in int8, too. It changes some labels: the proof says how many.
    options
        `revision` and `trust_remote_code`.

    Returns
    -------
    Mapping
        The manifest.

    Raises
    ------
    ModelError
        If the model cannot be loaded or exported, or the graph does not say what the model says.
    RunExistsError
        If `out` holds something else.
    """
    MissingExtraError.unless_installed(("onnx", "onnxruntime"), "onnx,train")
    kind, colon, rest = model.partition(":")
    if colon and kind != "hf" and not Path(model).exists():
        raise OptionError(f"'{printable(model)}'", "hf:NAME, or a folder", "give a Hugging Face model")
    chosen = replace(options or ModelOptions(), device="cpu", dtype="fp32", long_premises="truncate")
    loaded = load_network(rest if kind == "hf" and colon else model, chosen)
    pairs = _proof_pairs() if on is None else on
    if not len(pairs):
        raise EmptyDataError(f"no pairs in '{printable(pairs.name)}'", "pairs to prove on", "correct --on")
    work = {
        "job": "make onnx",
        "model": {
            "name": loaded.checkpoint.name,
            "revision": loaded.checkpoint.revision,
            "checksum": loaded.checkpoint.checksum(code=chosen.trust_remote_code),
            "inputs": list(loaded.encoder.inputs),
        },
        "options": {"int8": int8, "trust_remote_code": chosen.trust_remote_code},
        "data": [described(pairs)],
        "versions": versions() | {name: version(name) for name in _LIBRARIES},
    }
    return made_folder(out, work, lambda folder: _fill(folder, loaded, pairs, chosen, int8=int8))


def _fill(
    folder: Path, loaded: Loaded, pairs: PairTable, options: ModelOptions, *, int8: bool
) -> Mapping[str, Any]:
    for pattern in (CONFIG, CROSS_ENCODER, *TOKENIZER):
        for path in loaded.checkpoint.folder.glob(pattern):
            shutil.copyfile(path, folder / path.name)
    export_onnx(loaded, _encoded(loaded, _proof_pairs()), folder / MODEL)
    encoded = _encoded(loaded, pairs)
    expected = all_logits(loaded, loaded.network, encoded, BATCH_TOKENS_CPU)

    def proved(name: str) -> Agreement:
        session = open_session(folder / name, options)
        return agreement(expected, all_logits(loaded, session, encoded, BATCH_TOKENS_CPU))

    proof = {"fp32": proved(MODEL)}
    largest = proof["fp32"].largest_difference
    if largest > LARGEST_DIFFERENCE:
        raise ModelError(
            f"the exported graph differs by {significant(largest, 2)} in a probability",
            f"at most {significant(LARGEST_DIFFERENCE)}",
            "nothing was kept; probe the model as it is: hf:NAME",
        )
    if int8:
        quantise_int8(folder / MODEL, folder / MODEL_INT8)
        proof["int8"] = proved(MODEL_INT8)
    return {"proof": {name: asdict(each) for name, each in proof.items()}}


def _encoded(loaded: Loaded, pairs: PairTable) -> Encoded:
    return loaded.encoder.encode(pairs.premises.to_list(), pairs.hypotheses.to_list())


def _proof_pairs() -> PairTable:
    from rightreasons.sources.bundled import bundled_pairs

    return bundled_pairs(PROOF_PAIRS, PROOF_SEED)
