"""How far a training is: which seeds are done, and the last epoch of each."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from rightreasons.errors import RightReasonsError
from rightreasons.reports.viewer.plain_files import read_plain, stamp
from rightreasons.runs.manifest import Manifest
from rightreasons.sentences.templates import fill

METRICS = "metrics-seed-*.jsonl"
_SEED = re.compile(r"metrics-seed-(\d+)\.jsonl")


def seeds_asked(work: Manifest) -> int | None:
    """Return how many seeds are trained, or None if the manifest does not say so."""
    seeds = work.options.get("seeds")
    return len(seeds) if isinstance(seeds, list) else None


def seeds_done(folder: Path) -> int:
    """Return how many models are whole."""
    return sum(path.is_dir() and not path.is_symlink() for path in folder.glob("seed-*"))


def epochs_so_far(folder: Path) -> Iterator[str]:
    """Yield the last epoch of every seed in words."""
    for path in sorted(folder.glob(METRICS)):
        named = _SEED.fullmatch(path.name)
        row = _last_row(path)
        if named is not None and row is not None:
            shown = {"epoch": row["epoch"], "accuracy": row["dev_accuracy"]}
            yield fill("run_in_the_making.epoch", seed=named[1], **shown)


def _last_row(path: Path) -> dict[str, float] | None:
    if stamp(path) is None:
        return None
    try:
        last = read_plain(path).splitlines()[-1]
        row = json.loads(last)
        return {name: row[name] + 0 for name in ("epoch", "dev_accuracy")}
    except (RightReasonsError, ValueError, LookupError, TypeError, RecursionError):
        return None
