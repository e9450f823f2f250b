"""What a trial on this machine found, kept for the next time; one made while others worked is made again."""

import hashlib
import json
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rightreasons.streams.files import file_bytes
from rightreasons.writing import replacing

_BUSY = "busy"
_MOST_BYTES = 2**16


def kept_trial(
    folder: Path, name: str, told: Sequence[Any], make: Callable[[], Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Return what a trial found before, or make it.

    Parameters
    ----------
    folder
        Where trials are kept.
    name
        What is tried.
    told
        All that the result depends on, the versions of what computes among it; the CPU is added.
    make
        Makes the trial; its result is a mapping of JSON. It is made again where a kept one was made while the
        machine was busy and is not now.
    """
    key = hashlib.sha256(json.dumps([cpu_name(), *told]).encode()).hexdigest()[:32]
    place = folder / f"{name}-{key}.json"
    found, busy = _read(place), is_busy()
    if found is not None and (busy or not found[_BUSY]):
        return found
    made = dict(make())
    made[_BUSY] = busy or is_busy()
    place.parent.mkdir(parents=True, exist_ok=True)
    with replacing(place) as temporary:
        temporary.write_text(json.dumps(made), encoding="utf-8")
    return made


def is_busy() -> bool:
    """Return whether more work waits for the cores of this machine than they can do at once."""
    try:
        return os.getloadavg()[0] > (os.cpu_count() or 1)
    except (AttributeError, OSError):  # Windows does not say
        return False


def cpu_name() -> str:
    """Return the name of the CPU, as far as the system tells it."""
    try:
        lines = file_bytes(Path("/proc/cpuinfo")).decode(errors="replace").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")


def _read(place: Path) -> Mapping[str, Any] | None:
    try:
        found = json.loads(file_bytes(place, _MOST_BYTES))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get(_BUSY), bool) else None
