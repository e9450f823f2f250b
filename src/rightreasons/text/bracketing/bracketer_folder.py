"""A bracketer as a folder: its weights as safetensors, what it knows of words as JSON."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np

from rightreasons.errors import FileMissingError, ModelError, RunExistsError
from rightreasons.printable import printable
from rightreasons.streams.files import file_bytes
from rightreasons.text.bracketing.bracketer import Bracketer
from rightreasons.text.bracketing.word_attributes import Frequencies

_WEIGHTS, _DESCRIPTION = "bracketer.safetensors", "bracketer.json"
_MOST_BITS = 28


def save_bracketer(folder: str | Path, bracketer: Bracketer) -> None:
    """Write a bracketer as a folder; only weights other than zero are kept.

    Raises
    ------
    RunExistsError
        If there is something of that name.
    """
    from safetensors.numpy import save

    place = Path(folder)
    if place.exists():
        raise RunExistsError(f"'{printable(str(place))}' is there", "a free name", "choose another")
    partial = place.with_name(f".{place.name}.partial")
    partial.mkdir(parents=True, exist_ok=True)
    used = np.flatnonzero(bracketer.weights)
    tensors = {"places": used.astype(np.int32), "values": bracketer.weights[used]}
    (partial / _WEIGHTS).write_bytes(save(tensors))
    description = {
        "schema": 1,
        "weights": len(bracketer.weights),
        "frequencies": asdict(bracketer.frequencies),
        "facts": bracketer.facts,
    }
    text = json.dumps(description, ensure_ascii=False, allow_nan=False, indent=1)
    (partial / _DESCRIPTION).write_text(text, encoding="utf-8")
    partial.replace(place)


def load_bracketer(folder: str | Path) -> Bracketer:
    """Read a bracketer that `save_bracketer` wrote.

    Raises
    ------
    FileMissingError
        If a file is not there.
    ModelError
        If one is damaged.
    """
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    place = Path(folder)
    for name in (_WEIGHTS, _DESCRIPTION):
        if not (place / name).is_file():
            raise FileMissingError(
                f"no {name} in {printable(str(place), 200)}", "a folder with a bracketer", "check the path"
            )
    try:
        read = json.loads(file_bytes(place / _DESCRIPTION))
        return _assembled(read, load_file(place / _WEIGHTS))
    except (ValueError, KeyError, TypeError, AttributeError, SafetensorError) as error:
        raise ModelError(
            f"'{printable(str(place))}' ({printable(str(error), 120)})",
            "a folder as save_bracketer wrote it",
            "train the bracketer again",
        ) from error


def _assembled(
    read: dict[str, object], stored: dict[str, "np.ndarray[tuple[int, ...], np.dtype[np.generic]]"]
) -> Bracketer:
    size, frequencies, facts = read["weights"], read["frequencies"], read["facts"]
    if read["schema"] != 1 or not isinstance(frequencies, dict) or not isinstance(facts, dict):
        raise ValueError("another description")
    if type(size) is not int or size not in {1 << bits for bits in range(_MOST_BITS + 1)}:
        raise ValueError(f"{size} weights")
    if not all(type(count) is int for count in frequencies["counts"].values()):
        raise ValueError("counts that are no integers")
    places, values = stored["places"], stored["values"]
    fitting = places.dtype == np.int32 and values.dtype == np.float32 and places.shape == values.shape
    if not fitting or places.ndim != 1 or not np.isfinite(values).all():
        raise ValueError("other tensors")
    if len(places) and not 0 <= places.min() <= places.max() < size:
        raise ValueError("weights outside the table")
    weights = np.zeros(size, dtype=np.float32)
    weights[places] = values
    return Bracketer(Frequencies(**frequencies), weights, facts)
