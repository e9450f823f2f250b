"""What a frozen encoder makes of texts: its last layer, mean over the tokens; made once, and kept."""

import hashlib
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rightreasons.engine.progress import Progress, silent
from rightreasons.predictors.networks.checkpoints import Checkpoint, load_tokenizer, not_loaded

Vectors = npt.NDArray[np.float32]
MOST_TOKENS = 256
_BATCH = 64
_VERSION = "mean of the last layer, 1"


def features_of(
    checkpoint: Checkpoint, texts: Sequence[str], cache: Path | None = None, progress: Progress = silent
) -> Vectors:
    """Return one vector a text: the mean of the encoder's last layer over its tokens, special ones included.

    Parameters
    ----------
    checkpoint
        Of an encoder, its weights checked.
    texts
        The texts, of which each is read once; tokens after the 256th, or after what it can read, are cut.
    cache
        A folder that keeps the vectors by texts and checksum of the encoder; None: nothing is kept.
    progress
        Hears how many texts were read.

    Returns
    -------
    ndarray
        Shape (texts, dimensions).

    Raises
    ------
    ModelError
        If weights or tokenizer cannot be loaded.
    """
    distinct = list(dict.fromkeys(texts))
    place = {text: at for at, text in enumerate(distinct)}
    rows = np.array([place[text] for text in texts], dtype=np.int64)
    stored = None if cache is None else cache / f"{_key(checkpoint, distinct)}.npy"
    vectors = None if stored is None else kept_vectors(stored, len(distinct))
    if vectors is not None:
        return vectors[rows]
    vectors = _encoded(checkpoint, distinct, progress)
    if stored is not None:
        keep_vectors(stored, vectors)
    return vectors[rows]


def _key(checkpoint: Checkpoint, texts: Sequence[str]) -> str:
    digest = hashlib.sha256(f"{_VERSION}\x1e{checkpoint.checksum()}\x1e".encode())
    for text in texts:
        digest.update(text.encode("utf-8", "surrogatepass") + b"\x1e")
    return digest.hexdigest()


def kept_vectors(place: Path, rows: int) -> Vectors | None:
    """Return what `keep_vectors` kept at a place, shape (rows, D); None where it is not there, or broken."""
    try:
        found: Vectors = np.load(place, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return found if found.ndim == 2 and len(found) == rows else None


def keep_vectors(place: Path, vectors: Vectors) -> None:
    """Keep vectors where that is possible; a reader sees the whole file or none."""
    temporary = place.with_name(f"{place.name}.{os.getpid()}")
    with suppress(OSError):  # no place to keep them: they are computed again next time
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("wb") as file:
                np.save(file, vectors)
            temporary.replace(place)
        finally:
            temporary.unlink(missing_ok=True)


def _encoded(checkpoint: Checkpoint, texts: Sequence[str], progress: Progress) -> Vectors:
    """Read texts of like length together; each vector is that of its text alone."""
    import torch

    tokenizer, model = load_tokenizer(checkpoint.folder), _loaded(checkpoint)
    limit = min(MOST_TOKENS, int(getattr(model.config, "max_position_embeddings", MOST_TOKENS)) - 2)
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    vectors = np.zeros((len(texts), int(model.config.hidden_size)), dtype=np.float32)
    with torch.inference_mode():
        for start in range(0, len(order), _BATCH):
            progress("features", start, len(order))
            chosen = order[start : start + _BATCH]
            read = tokenizer(
                [texts[at] for at in chosen],
                padding=True,
                truncation=True,
                max_length=limit,
                return_tensors="pt",
            )
            states = model(**read).last_hidden_state
            mask = read["attention_mask"].unsqueeze(-1)
            vectors[chosen] = ((states * mask).sum(1) / mask.sum(1)).float().numpy()
    progress("features", len(order), len(order))
    return vectors


def _loaded(checkpoint: Checkpoint) -> Any:
    from transformers import AutoModel
    from transformers.utils import logging as untyped

    logging: Any = untyped
    bars = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        return AutoModel.from_pretrained(checkpoint.folder, use_safetensors=True).eval()
    except Exception as error:  # whatever a broken file makes the libraries raise
        raise not_loaded("encoder", checkpoint.folder, error) from error
    finally:
        if bars:
            logging.enable_progress_bar()
