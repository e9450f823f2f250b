"""What a probe asks for labels: a predictor that reads sentences, or predictions that were saved."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.hans.hans_set import set_name
from rightreasons.challenges.hans.recipes import recipes
from rightreasons.errors import OptionError
from rightreasons.labels import Label
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.predictor import Predictor, predictor_named
from rightreasons.printable import printable
from rightreasons.sources.predictions import OnFaulty, read_predictions

_OFFICIAL_ID = r"^ex\d+$"


class ProbedModel(Protocol):
    """A model as a probe sees it."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        ...

    def default_challenge(self) -> str:
        """Return the name of the challenge that it is probed on unless another is named."""
        ...

    def predictions(self, challenge: Challenge) -> Predictions:
        """Return what it says of the items of a challenge."""
        ...


@dataclass(frozen=True)
class Reader:
    """A predictor, which reads premise and hypothesis."""

    predictor: Predictor

    @property
    def name(self) -> str:
        """What to call it."""
        return self.predictor.name

    def described(self) -> dict[str, Any]:
        """Return its name and labels."""
        return {"name": self.name, "labels": [str(label) for label in self.predictor.labels], "files": []}

    def default_challenge(self) -> str:
        """Return HANS with text."""
        return BY_TEXT

    def predictions(self, challenge: Challenge) -> Predictions:
        """Return what it says of every pair.

        Raises
        ------
        OptionError
            If the text of the challenge is not known.
        """
        if challenge.pairs is None:
            raise OptionError(
                f"'{printable(self.name)}' on '{challenge.name}', which holds ids and no sentences",
                "saved predictions by id, or a challenge with text",
                f"probe --on {BY_TEXT}",
            )
        return self.predictor.predict(challenge.pairs)


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
    """

    path: Path
    label_map: Mapping[str, Label | None] | None = None
    on_faulty: OnFaulty = "error"

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name

    def described(self) -> dict[str, Any]:
        """Return name, checksum and label map."""
        said = {found: label and str(label) for found, label in (self.label_map or {}).items()}
        checksum = hashlib.sha256(self.path.read_bytes()).hexdigest()
        return {"name": self.name, "label_map": said, "files": [{"name": self.name, "sha256": checksum}]}

    def default_challenge(self) -> str:
        """Return the HANS challenge whose ids these are.

        Raises
        ------
        OptionError
            If they are the ids of neither.
        """
        ids = read_predictions(self.path, self.label_map, on_faulty=self.on_faulty).frame["id"]
        if ids.str.contains(_OFFICIAL_ID).all():
            return BY_ID
        ours = set_name("hans", "official", recipes()["evaluation"].seed)
        if ids.str.starts_with(f"{ours}-").all():
            return BY_TEXT
        raise OptionError(
            f"'{printable(self.name)}' predicts ids such as '{printable(ids[0])}'",
            f"ids of the published HANS (ex0) or of ours ({ours}-...)",
            "name the data that were predicted with --on",
        )

    def predictions(self, challenge: Challenge) -> Predictions:
        """Return all that the file holds, keyed by the ids of the challenge if it is keyed by sentences."""
        return read_predictions(self.path, self.label_map, challenge.pairs, on_faulty=self.on_faulty)


def model_named(
    model: str | Path | Predictor,
    label_map: Mapping[str, Label | None] | None = None,
    on_faulty: OnFaulty = "error",
) -> ProbedModel:
    """Return what MODEL names: ``KIND:REST``, or a file of saved predictions.

    Raises
    ------
    UnknownNameError
        If it is neither.
    """
    if not isinstance(model, str | Path):
        return Reader(model)
    kind, colon, _ = str(model).partition(":")
    if not (colon and kind in PREDICTORS) and Path(model).is_file():
        return Saved(Path(model), label_map, on_faulty)
    return Reader(predictor_named(str(model)))
