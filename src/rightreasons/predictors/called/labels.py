"""Which labels a Python function gives, and what its names for them mean."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from rightreasons.errors import MeaninglessLabelError, ModelError, UnnamedOutputsError
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, resolve
from rightreasons.pairs import LABEL_TYPE, Provenance
from rightreasons.predictions import Predictions
from rightreasons.predictors.called.responses import CallAnswers, Kind, breach
from rightreasons.predictors.networks.outputs import Outputs, named_outputs
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable, quoted

SCORE = "score"
"""Name of the only output of a function that returns scores, as in ``--label-map score=non-entailment``."""


@dataclass(frozen=True)
class CallLabels:
    """The labels of a function.

    Parameters
    ----------
    shown
        What to call the function.
    labels
        `THREE_WAY` or `TWO_WAY`.
    names
        What its own names for them mean, as far as known beforehand.
    kind
        What it returns; None where it was not asked yet.
    options
        What else names may mean, what a score is the score of, and the threshold.
    """

    shown: str
    labels: tuple[Label, ...]
    names: Mapping[str, Label]
    kind: Kind | None
    options: ModelOptions

    def predictions(self, ids: Sequence[str], answers: CallAnswers) -> Predictions:
        """Return what answers say of the pairs with these ids.

        Raises
        ------
        PredictionError
            For answers of another kind than before, or whose labels are not those of the function.
        UnknownLabelError, AmbiguousLabelError, MeaninglessLabelError
            For names that cannot be read.
        """
        if self.kind not in (None, answers.kind):
            raise breach(self.shown, f"returned {answers.kind} after {self.kind}", "one kind of answers")
        if answers.kind == "label":
            return self._of_names(ids, answers)
        if answers.kind == "score":
            return self._of_scores(ids, answers.values)
        return self._of_probabilities(ids, answers)

    def _of_names(self, ids: Sequence[str], answers: CallAnswers) -> Predictions:
        meaning = {name: self._meaning(name).value for name in answers.names}
        labels = pl.Series("label", [meaning[name] for name in answers.values], dtype=LABEL_TYPE)
        frame = pl.DataFrame({"id": pl.Series(ids, dtype=pl.String)}).with_columns(labels)
        label_map = {name: label.value for name, label in self.names.items()}
        return Predictions(frame, self.labels, Provenance(self.shown, label_map=label_map))

    def _of_scores(self, ids: Sequence[str], scores: Sequence[float]) -> Predictions:
        if self.labels != TWO_WAY:
            raise breach(self.shown, "returned scores", f"the labels {', '.join(self.labels)}")
        outputs = Outputs(tuple(self.names), tuple(self.names.values()), "none")
        if not outputs.is_score:
            outputs = named_outputs((SCORE,), replace(self.options, label_map=None), "none")
        shares = outputs.probabilities(np.asarray(scores, dtype=np.float64)[:, None])
        return outputs.predictions(ids, shares, self.shown, self.options.threshold)

    def _of_probabilities(self, ids: Sequence[str], answers: CallAnswers) -> Predictions:
        meaning = {name: self._meaning(name) for name in answers.names}
        shares = np.empty((len(ids), len(self.labels)))
        for row, value in enumerate(answers.values):
            stated = {meaning[name]: share for name, share in value.items()}
            if len(stated) != len(value) or set(stated) != set(self.labels):
                raise breach(
                    self.shown,
                    f"returned probabilities of {quoted(tuple(value)) or 'nothing'}",
                    f"one of {', '.join(self.labels)} each",
                )
            shares[row] = [stated[label] for label in self.labels]
        outputs = Outputs(tuple(self.names), tuple(self.names.values()))
        return outputs.predictions(ids, shares, self.shown, self.options.threshold)

    def _meaning(self, name: str) -> Label:
        label = self.names.get(name) or resolve([name], self.options.label_map)[name]
        if label is None or label not in self.labels:
            raise breach(
                self.shown,
                f"returned the label '{printable(name)}'",
                f"one of {', '.join(self.labels)}",
                "say what it means with --label-map, or mend the function",
            )
        return label


def declared_labels(shown: str, names: Iterable[Any], options: ModelOptions) -> CallLabels:
    """Return the labels that a function declares.

    Raises
    ------
    UnnamedOutputsError, AmbiguousLabelError, UnknownLabelError, ModelError, OptionError
        As in `named_outputs`.
    """
    outputs = named_outputs(tuple(str(name) for name in names), options)
    return CallLabels(shown, outputs.labels, _named(outputs), None, options)


def labels_of(shown: str, answers: CallAnswers, options: ModelOptions) -> CallLabels:
    """Return the labels of a function that declares none, by what it says of a few ordinary pairs.

    Names that are neutral or contradiction imply three labels, non-entailment of two.

    Raises
    ------
    ModelError
        If the names do not show how many labels there are; other errors as in `declared_labels`.
    """
    if answers.kind == "score":
        outputs = named_outputs((SCORE,), options, "none")
        return CallLabels(shown, TWO_WAY, _named(outputs), "score", options)
    if answers.kind == "probabilities":
        outputs = named_outputs(answers.names, options)
        return CallLabels(shown, outputs.labels, _named(outputs), "probabilities", options)
    stated = options.label_map or {}
    try:
        meaning = resolve(answers.names, stated)
    except MeaninglessLabelError as error:
        raise UnnamedOutputsError(
            error.found, error.expected, error.remedy, tuple(sorted(answers.names))
        ) from error
    names = {name: label for name, label in meaning.items() if name is not None and label is not None}
    return CallLabels(shown, _scheme(shown, {*names.values(), *stated.values()}), names, "label", options)


def _scheme(shown: str, labels: set[Label | None]) -> tuple[Label, ...]:
    two_way, three_way = Label.NON_ENTAILMENT in labels, bool({*THREE_WAY[1:]} & labels)
    if two_way == three_way:
        stated = quoted(tuple(str(label) for label in Label if label in labels)) or "no label"
        raise ModelError(
            f"'{printable(shown)}' says {stated} of ordinary pairs: two labels or three?",
            f"{', '.join(THREE_WAY)} or {', '.join(TWO_WAY)}",
            "give the function, or its module, an attribute `labels` with the names of its labels",
        )
    return TWO_WAY if two_way else THREE_WAY


def _named(outputs: Outputs) -> dict[str, Label]:
    return dict(zip(outputs.names, outputs.meanings, strict=True))
