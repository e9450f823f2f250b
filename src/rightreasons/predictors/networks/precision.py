"""In which numbers a network answers fastest on this CPU: a trial decides, not what the CPU claims.

What rounds more than fp32 is taken only where it is clearly faster and gives the same labels.
"""

import copy
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rightreasons.engine.batching import token_budgeted
from rightreasons.errors import MissingExtraError, ModelError
from rightreasons.predictors.networks.classifier import Forward, NetworkTrial, Precision
from rightreasons.predictors.networks.encoding import Encoded
from rightreasons.predictors.networks.loaded import Loaded, Network
from rightreasons.predictors.networks.onnx_export import agreement, all_logits, export_onnx, quantise_int8
from rightreasons.predictors.networks.onnx_runtime import Session, open_session
from rightreasons.predictors.options import ModelOptions
from rightreasons.sources.bundled.corpus import bundled_pairs
from rightreasons.streams.trials import kept_trial

SECONDS = 0.5
"""So long each form of the network is tried, after a batch that is not counted."""
LEAST_GAIN = 1.05
"""So many times as fast as fp32 another form has to be."""
PAIRS, LEAST_SAME = 200, 0.995
"""On so many pairs its labels are compared with those of fp32, and this share has to be the same."""
_SEED = 30


def fastest_form(
    loaded: Loaded, options: ModelOptions, tokens: int, kept: Path
) -> tuple[Forward, NetworkTrial]:
    """Return the network in the form that answers fastest on this CPU, and what a trial found.

    Parameters
    ----------
    loaded
        The model in fp32 on the CPU.
    options
        Whether int8 may be taken too.
    tokens
        Tokens of a batch.
    kept
        A folder in which what was found is kept, by CPU, versions, threads, model and batch; and int8 graphs.
    """
    import torch

    forms = _Forms(loaded, options, kept)
    told = [torch.__version__, torch.get_num_threads(), forms.checksum, tokens, loaded.encoder.limit]
    if options.int8:
        MissingExtraError.unless_installed(("onnx", "onnxruntime"), "onnx,train")
        told += ["int8", version("onnxruntime")]
    found = kept_trial(kept, "answers", told, lambda: _tried(forms, tokens))
    trial = NetworkTrial(found["precision"], found["gain"], found["same_labels"], PAIRS)
    return forms.made(trial.precision), trial


@dataclass(frozen=True)
class _Forms:
    """The forms of a network that may be tried."""

    loaded: Loaded
    options: ModelOptions
    kept: Path

    @property
    def checksum(self) -> str:
        """That of the checkpoint."""
        checksum = self.loaded.checkpoint.checksum(code=self.options.trust_remote_code)
        return hashlib.sha256(json.dumps(checksum).encode()).hexdigest()[:32]

    @property
    def names(self) -> tuple[Precision, ...]:
        """Those beside fp32."""
        return ("bf16", "int8") if self.options.int8 else ("bf16",)

    def made(self, precision: Precision) -> Forward:
        """Return the network in some form."""
        if precision == "int8":
            return self._int8()
        return self._bf16() if precision == "bf16" else self.loaded.network

    def _bf16(self) -> Network:
        import torch

        return Network(copy.deepcopy(self.loaded.network.model).to(torch.bfloat16))

    def _int8(self) -> Session:
        place = self.kept / f"int8-{self.checksum}-{version('onnxruntime')}.onnx"
        if not place.is_file():
            place.parent.mkdir(parents=True, exist_ok=True)
            whole, small = place.with_suffix(".fp32.onnx"), place.with_suffix(".tmp.onnx")
            try:
                export_onnx(self.loaded, _encoded(self.loaded, 20), whole)
                quantise_int8(whole, small)
                small.replace(place)
            finally:
                whole.unlink(missing_ok=True)
                small.unlink(missing_ok=True)
        return open_session(place, self.options)


def _encoded(loaded: Loaded, count: int) -> Encoded:
    pairs = bundled_pairs(count, _SEED)
    return loaded.encoder.encode(pairs.premises.to_list(), pairs.hypotheses.to_list())


def _tried(forms: _Forms, tokens: int) -> Mapping[str, Any]:
    """Return the fastest form whose labels are those of fp32."""
    made: dict[Precision, Forward] = {"fp32": forms.loaded.network}
    for name in forms.names:
        try:
            made[name] = forms.made(name)
        except ModelError:  # an architecture that cannot be exported
            continue
    encoded = _encoded(forms.loaded, PAIRS)
    speeds = rates(_batches(forms.loaded, encoded, tokens), made)
    expected = all_logits(forms.loaded, made["fp32"], encoded, tokens)
    for name in sorted(made, key=lambda each: -speeds[each]):
        gain = speeds[name] / speeds["fp32"]
        if name == "fp32" or gain < LEAST_GAIN:
            break
        same = agreement(expected, all_logits(forms.loaded, made[name], encoded, tokens)).same_label
        if same >= LEAST_SAME * PAIRS:
            return {"precision": name, "gain": round(gain, 2), "same_labels": same}
    return {"precision": "fp32", "gain": 1.0, "same_labels": PAIRS}


def _batches(loaded: Loaded, encoded: Encoded, tokens: int) -> list[Mapping[str, Any]]:
    return [
        loaded.encoder.padded([encoded.items[place] for place in batch])
        for batch in token_budgeted(encoded.lengths, tokens)
    ]


def rates(
    batches: list[Mapping[str, Any]],
    forms: Mapping[Precision, Forward],
    clock: Callable[[], float] = time.perf_counter,
) -> dict[Precision, float]:
    """Return batches a second of each form of a network, on the same batches, one form after the other.

    Parameters
    ----------
    batches
        What networks read, at least one; they are taken again and again.
    forms
        By name.
    clock
        Tells seconds.
    """
    for forward in forms.values():
        forward(batches[0])
    seconds = dict.fromkeys(forms, 0.0)
    end, done = clock() + len(forms) * SECONDS, 0
    for batch in _again(batches):
        for name, forward in forms.items():
            start = clock()
            forward(batch)
            seconds[name] += clock() - start
        done += 1
        if clock() >= end:
            break
    return {name: done / max(spent, 1e-9) for name, spent in seconds.items()}


def _again(batches: list[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    while True:
        yield from batches
