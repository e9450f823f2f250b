"""What `make items`, `make predictions` and `make onnx` do: files for other systems, and from them."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.controls import CONTROLS as CONTROLLED
from rightreasons.challenges.controls import controlled
from rightreasons.errors import (
    EmptyDataError,
    FileMissingError,
    MeasureInputError,
    MissingExtraError,
    ModelError,
    OptionError,
)
from rightreasons.jobs.datasets import described, versions
from rightreasons.jobs.options import ProbeOptions
from rightreasons.jobs.probing.challenges import CONTROLS, challenges_named, controlled_among
from rightreasons.jobs.probing.stored import STORE
from rightreasons.pairs import PAIR_HASH, PairTable, pair_hashes
from rightreasons.predictors.checkpoints import CONFIG, CROSS_ENCODER, TOKENIZER
from rightreasons.predictors.classifier import BATCH_TOKENS_CPU
from rightreasons.predictors.encoding import Encoded
from rightreasons.predictors.hugging_face import Loaded, load_network
from rightreasons.predictors.onnx_export import (
    Agreement,
    agreement,
    all_logits,
    export_onnx,
    quantise_int8,
)
from rightreasons.predictors.onnx_runtime import MODEL, open_session
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.runs.products import made_file, made_folder
from rightreasons.runs.seal import SEAL, check_seal

# What `make items` does: write the pairs that have to be predicted, so that any system can be probed.


FORMATS = (".csv", ".jsonl", ".parquet")


def make_items(
    out: Path, on: Sequence[Any], options: ProbeOptions, train: PairTable | None = None
) -> Mapping[str, Any]:
    """Write every distinct pair of some challenges, without gold labels, and a manifest beside it.

    Parameters
    ----------
    out
        A file whose suffix is one of `FORMATS`; columns ``pair_hash``, ``premise``, ``hypothesis``.
        Predictions of it, by ``pair_hash`` or by sentences, are scored by ``probe FILE --on ...`` with the
        same challenges.
    on, options, train
        As of `rightreasons.probe`.

    Returns
    -------
    Mapping
        The manifest, with the number of items by challenge.

    Raises
    ------
    OptionError
        If the format is unknown, or a challenge has no sentences.
    RunExistsError
        If the file is there.
    """
    if out.suffix not in FORMATS:
        raise OptionError(
            f"'{printable(out.name)}'", f"a file called ...{', ...'.join(FORMATS)}", "choose another -o"
        )
    challenges = challenges_named(list(on) or ["hans"], options, train)
    tables = _tables(challenges, controls=CONTROLS in on, seed=options.seed)
    work = {
        "job": "make items",
        "data": [described(table) for table in tables],
        "options": {"on": [each.name for each in challenges], "controls": CONTROLS in on},
        "versions": versions(),
    }
    items = distinct_pairs(tables)

    def write(path: Path) -> Mapping[str, Any]:
        _WRITERS[out.suffix](items, path)
        return {"items": items.height, "rows": {table.name: len(table) for table in tables}}

    return made_file(out, work, write)


def distinct_pairs(tables: Sequence[PairTable]) -> pl.DataFrame:
    """Return the distinct pairs of sentences of some tables, with their hash in front."""
    frames = [table.frame.select("premise", "hypothesis") for table in tables]
    pairs = pl.concat(frames).unique(maintain_order=True)
    hashes = pl.Series(PAIR_HASH, pair_hashes(pairs["premise"], pairs["hypothesis"]), dtype=pl.String)
    return pairs.insert_column(0, hashes)


def _tables(challenges: Sequence[Challenge], *, controls: bool, seed: int) -> list[PairTable]:
    tables = [each.with_text() for each in challenges]
    for base in controlled_among(challenges) if controls else ():
        tables.append(base.with_text())
        for name in CONTROLLED:
            try:
                tables.append(controlled(base.with_text(), name, seed))
            except MeasureInputError:
                continue  # the probe leaves it out too, and says why
    return tables


_WRITERS: Mapping[str, Callable[[pl.DataFrame, Path], object]] = {
    ".csv": pl.DataFrame.write_csv,
    ".jsonl": pl.DataFrame.write_ndjson,
    ".parquet": pl.DataFrame.write_parquet,
}

# What `make predictions` does: write what a model said in a probe as a file that can be scored anywhere.


def make_predictions(source: Path, out: Path, fingerprint: str | None = None) -> Mapping[str, Any]:
    """Write the predictions of a store as Parquet, and a manifest beside it.

    Parameters
    ----------
    source
        The folder of a probe, or a store.
    out
        The Parquet file, see `rightreasons.predictors.store.Store.export`.
    fingerprint
        Of the model whose predictions are meant, where the store has those of several.

    Raises
    ------
    FileMissingError
        If there is no store.
    OptionError
        If the store holds predictions of several models and none was chosen.
    RunExistsError
        If `out` is there.
    """
    path = source / STORE if source.is_dir() else source
    if not path.is_file():
        raise FileMissingError(
            f"no predictions at '{printable(str(source))}'", "the folder of a probe, or a store", "check it"
        )
    if (path.parent / SEAL).is_file():
        check_seal(path.parent)
    with Store.open(path) as store:
        models = store.models()
        chosen = {fingerprint} if fingerprint is not None else set(models)
        if len(chosen) != 1 or not chosen <= set(models):
            raise OptionError(
                f"{len(models)} models in '{printable(path.name)}'",
                f"one of {', '.join(f'{each.name} ({key[:12]})' for key, each in models.items())}",
                "name its fingerprint with --model",
            )
        (key,) = chosen
        work = {"job": "make predictions", "model": models[key].described(), "versions": versions()}

        def write(file: Path) -> Mapping[str, Any]:
            store.export(file, key)
            return {}

        return made_file(out, work, write)


# What `make onnx` does: export a model, and keep the file only if it says what the model says.


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
    if proof["fp32"].largest_difference > LARGEST_DIFFERENCE:
        raise ModelError(
            f"the exported graph differs by {proof['fp32'].largest_difference:.2g} in a probability",
            f"at most {LARGEST_DIFFERENCE:g}",
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
