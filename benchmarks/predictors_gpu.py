"""Pairs per second on CUDA, and the share of the measured matrix rate that a network's products reach."""

import time
from collections.abc import Sequence
from pathlib import Path

from rightreasons.pairs import PairTable
from rightreasons.predictors.networks.hugging_face import load_hugging_face
from rightreasons.predictors.options import ModelOptions

_SIZE, _TIMES = 8192, 20


def shares_of_matrix_rate(pairs: PairTable, folders: Sequence[Path]) -> None:
    """Print a line a model: pairs per second from sentences to labels, and the share of the rate."""
    import torch

    if not torch.cuda.is_available():
        raise SystemExit("no CUDA here")
    rate = matrix_rate()
    print(f"{torch.cuda.get_device_name()}: {rate / 1e12:.0f} TFLOP/s, bf16 products of {_SIZE} x {_SIZE}")
    for folder in folders:
        options = ModelOptions(device="cuda", dtype="bf16")
        predictor = load_hugging_face(str(folder), options)
        predictor.predict(pairs)
        start = time.perf_counter()
        predictor.predict(pairs)
        torch.cuda.synchronize()
        seconds = time.perf_counter() - start
        encoded = predictor.encoder.encode(pairs.premises.to_list(), pairs.hypotheses.to_list())
        share = operations(folder, encoded.lengths) / seconds / rate
        print(f"{folder.name:<8}{len(pairs) / seconds:>10,.0f} pairs/s{share:>8.1%} of the matrix rate")


def matrix_rate() -> float:
    """Return the operations a second that large products of matrices reach."""
    import torch

    left, right = (torch.randn(_SIZE, _SIZE, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    for _ in range(3):
        left @ right
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(_TIMES):
        left @ right
    torch.cuda.synchronize()
    return float(2 * _SIZE**3 * _TIMES / (time.perf_counter() - start))


def operations(folder: Path, lengths: Sequence[int]) -> float:
    """Return the operations of all matrix products for items of these lengths, padding left out.

    A layer multiplies every token with 4 h^2 weights of the attention and 2 h f of the feed-forward part, and
    compares every token with every other twice.
    """
    from transformers import AutoConfig

    config = AutoConfig.from_pretrained(folder)
    hidden, inner = config.hidden_size, config.intermediate_size
    weights = 4 * hidden**2 + 2 * hidden * inner
    return float(sum(2 * config.num_hidden_layers * (n * weights + 2 * n * n * hidden) for n in lengths))
