"""Sequence classifiers of `transformers`, CrossEncoder folders included: a folder or a name on the hub."""

from dataclasses import replace

from rightreasons.errors import OptionError
from rightreasons.predictors.networks.checkpoints import activation_of, names_of_outputs
from rightreasons.predictors.networks.classifier import SequenceClassifier, batch_tokens_on, identity_of
from rightreasons.predictors.networks.loaded import Loaded, load_network
from rightreasons.predictors.networks.onnx_runtime import Session
from rightreasons.predictors.networks.outputs import named_outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.trained_folders import trained_title
from rightreasons.streams.caches import cache_folder

ADDS = {"predictor": {"hf": "load_hugging_face"}}


def load_hugging_face(rest: str, options: ModelOptions) -> SequenceClassifier:
    """Load a sequence classifier.

    Parameters
    ----------
    rest
        A folder, or a name on the hub.
    options
        How it is loaded and asked.

    Raises
    ------
    ModelError
        If it cannot be loaded, holds no safetensors, has no head, or its outputs are no labels of pairs.
    UnnamedOutputsError, AmbiguousLabelError, UnknownLabelError, OptionError
        As of `rightreasons.predictors.networks.outputs.named_outputs`; OptionError also for a device that is
        not there, and for a length that the model cannot read.
    FileMissingError, HubError, MissingExtraError
        If it is not there, or the extra ``[train]`` is not installed.
    """
    if options.int8 and options.dtype != "fastest":
        raise OptionError(
            "--int8 alone", "--dtype fastest --int8", "add --dtype fastest, or `make onnx --int8`"
        )
    loaded = load_network(rest, options)
    checkpoint = loaded.checkpoint
    activation = activation_of(loaded.config, checkpoint.folder)
    outputs = named_outputs(names_of_outputs(loaded.config), options, activation)
    found = {
        "name": checkpoint.name,
        "revision": checkpoint.revision,
        "checksum": checkpoint.checksum(code=options.trust_remote_code),
    }
    settings = {
        "dtype": loaded.network.dtype,
        "inputs": " ".join(loaded.encoder.inputs),
        "max_length": loaded.encoder.limit,
        "long_premises": options.long_premises,
        "threshold": options.threshold,
        "trust_remote_code": options.trust_remote_code,
    }
    if outputs.is_score:
        settings["activation"] = outputs.activation
    device = loaded.network.model.device.type
    made = SequenceClassifier(
        identity_of("hf", outputs, found, settings),
        loaded.encoder,
        loaded.network,
        outputs,
        batch_tokens_on(device, options),
        options.threshold,
        title=trained_title(checkpoint.folder, loaded.config.get("rightreasons")),
    )
    return _fastest(made, loaded, options) if options.dtype == "fastest" and device == "cpu" else made


def _fastest(fp32: SequenceClassifier, loaded: Loaded, options: ModelOptions) -> SequenceClassifier:
    """Return the classifier in the form that answers fastest on this CPU."""
    from rightreasons.predictors.networks.precision import fastest_form  # it loads what exports graphs

    forward, trial = fastest_form(loaded, options, fp32.batch_tokens, cache_folder() / "precision")
    if trial.precision == "fp32":
        return replace(fp32, trial=trial)
    stored = {"bf16": "bfloat16", "int8": "int8"}[trial.precision]
    identity = replace(fp32.identity, options={**fp32.identity.options, "dtype": stored})
    threads = forward.batches_at_once if isinstance(forward, Session) else 1
    return replace(fp32, identity=identity, forward=forward, threads=threads, trial=trial)
