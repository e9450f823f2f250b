"""Predictions that were saved, as a probe sees them: by id, hash or sentences, or the store of a probe."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.hans.hans_set import set_name
from rightreasons.challenges.hans.recipes import recipes
from rightreasons.challenges.two_way import thresholded
from rightreasons.engine.progress import Progress
from rightreasons.errors import OptionError
from rightreasons.jobs.probing.stored import STORE, Stored, stored_at
from rightreasons.labels import Label
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable
from rightreasons.sources.predictions import OnFaulty, keyed_by_id, read_predictions

UNCHECKED = "saved predictions: the order of their labels cannot be checked"
_OFFICIAL_ID = r"^ex\d+$"


@dataclass(frozen=True)
class Saved:
    """A file of predictions.

    Parameters
    ----------
    path
        The file.
    label_map
        What its labels mean, as far as the user said.
    on_faulty
        What happens to predictions without a known label and to ids predicted more than once.
    threshold
        From which probability of entailment on a pair counts as entailed; None: the label as it stands.
    """

    path: Path
    label_map: Mapping[str, Label | None] | None = None
    on_faulty: OnFaulty = "error"
    threshold: float | None = None

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name

    @property
    def reads_text(self) -> bool:
        """Whether other sentences under the same id are told apart."""
        return not keyed_by_id(self.path)

    def described(self) -> dict[str, Any]:
        """Return name, checksum, label map and threshold."""
        said = {found: label and str(label) for found, label in (self.label_map or {}).items()}
        checksum = hashlib.sha256(self.path.read_bytes()).hexdigest()
        files = [{"name": self.name, "sha256": checksum}]
        return {"name": self.name, "label_map": said, "threshold": self.threshold, "files": files}

    def default_challenges(self) -> tuple[str, ...]:
        """Return the HANS challenge whose ids these are; HANS with text where they are not keyed by id.

        Raises
        ------
        OptionError
            If they are the ids of neither.
        """
        if self.reads_text:
            return (BY_TEXT,)
        ids = read_predictions(self.path, self.label_map, on_faulty=self.on_faulty).frame["id"]
        if ids.str.contains(_OFFICIAL_ID).all():
            return (BY_ID,)
        ours = set_name("hans", "official", recipes()["evaluation"].seed)
        if ids.str.starts_with(f"{ours}-").all():
            return (BY_TEXT,)
        raise OptionError(
            f"'{printable(self.name)}' predicts ids such as '{printable(ids[0])}'",
            f"ids of the published HANS (ex0) or of ours ({ours}-...)",
            "name the data that were predicted with --on",
        )

    def with_threshold(self, threshold: float) -> "Saved":
        """Return the same predictions with a threshold of the probability of entailment."""
        return replace(self, threshold=threshold)

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:  # noqa: ARG002 - nothing takes time
        """Return all that the file holds, keyed by the ids of the challenge if it is keyed by sentences."""
        found = read_predictions(self.path, self.label_map, challenge.pairs, on_faulty=self.on_faulty)
        decided = found if self.threshold is None else thresholded(found, self.threshold)
        return Responses(decided)


def saved_at(path: Path, options: ModelOptions, on_faulty: OnFaulty) -> Saved | Stored | None:
    """Return the predictions that a path holds: a file, a store, or the folder of a run with a store."""
    if path.is_dir() and (path / STORE).is_file():
        return stored_at(path / STORE, options.threshold)
    if not path.is_file() or path.suffix == ".onnx":
        return None
    if path.suffix == Path(STORE).suffix:
        return stored_at(path, options.threshold)
    return Saved(path, options.label_map, on_faulty, options.threshold)
