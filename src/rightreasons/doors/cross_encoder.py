"""An evaluator of sentence-transformers for a CrossEncoder: shortcuts at every evaluation.

Needs the extra ``[sentence-transformers]``.
"""

import csv
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from rightreasons.errors import MissingExtraError

MissingExtraError.unless_installed(("sentence_transformers",), "sentence-transformers")

from rightreasons.doors.live_model import meanings
from rightreasons.doors.shortcut_sets import ShortcutSets, prefixed
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.networks.checkpoints import names_of_outputs
from rightreasons.predictors.networks.outputs import Outputs, named_outputs
from rightreasons.predictors.options import ModelOptions

try:
    BASE: Any = import_module("sentence_transformers.base.evaluation").BaseEvaluator
except ModuleNotFoundError:  # version 5
    BASE = import_module("sentence_transformers.evaluation").SentenceEvaluator


class ShortcutEvaluator(BASE):  # type: ignore[misc] # its name depends on the version
    """Ask a CrossEncoder HANS, easy and hard items and controls.

    Parameters
    ----------
    sets
        What is asked; None: a sample of HANS.
    label_map
        What outputs such as ``LABEL_0`` mean.
    score_of
        What a single output is the score of, where the model has one.
    name
        Before the name of every figure.
    primary
        The figure by which checkpoints are chosen, without the name.
    """

    def __init__(
        self,
        sets: ShortcutSets | None = None,
        *,
        label_map: Mapping[str, str] | None = None,
        score_of: str = "entailment",
        name: str = "shortcuts",
        primary: str = "hans.accuracy",
    ) -> None:
        super().__init__()
        self.sets = ShortcutSets.of() if sets is None else sets
        self.options = ModelOptions(label_map=meanings(label_map), score_of=Label(score_of))
        self.name = name
        self.primary_metric = f"{name}_{primary}"

    def __call__(
        self, model: Any, output_path: str | None = None, epoch: int = -1, steps: int = -1
    ) -> dict[str, float]:
        """Return figures by name, and add them as a row to ``shortcuts.csv`` in `output_path`."""
        outputs = named_outputs(names_of_outputs(model.config.to_dict()), self.options)

        def predict(pairs: PairTable) -> Predictions:
            return _predictions(model, outputs, pairs)

        figures = prefixed(self.sets.figures(predict), f"{self.name}_")
        if output_path is not None:
            _append(Path(output_path) / f"{self.name}.csv", {"epoch": epoch, "steps": steps, **figures})
        return figures


def _predictions(model: Any, outputs: Outputs, pairs: PairTable) -> Predictions:
    """Return what a CrossEncoder says of pairs: its raw outputs, whatever activation it was given."""
    import torch

    texts = list(zip(pairs.premises.to_list(), pairs.hypotheses.to_list(), strict=True))
    given = model.predict(texts, activation_fn=torch.nn.Identity(), show_progress_bar=False)
    logits = np.asarray(given, dtype=np.float64).reshape(len(texts), len(outputs.names))
    return outputs.predictions(pairs.frame["id"].to_list(), outputs.probabilities(logits), "cross-encoder")


def _append(path: Path, row: Mapping[str, object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(row))
        if new:
            writer.writeheader()
        writer.writerow(row)
