"""Predictions that were saved, as a predictor: nothing runs, labels are looked up by id."""

from dataclasses import dataclass, replace

from rightreasons.errors import PredictionError
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors.options import ModelOptions
from rightreasons.printable import printable, quoted
from rightreasons.sources.predictions import read_predictions


@dataclass(frozen=True)
class SavedPredictions:
    """What a model said earlier.

    Parameters
    ----------
    predictions
        By id; there may be more than will be asked for.
    """

    predictions: Predictions

    @property
    def name(self) -> str:
        """What to call it."""
        return self.predictions.name

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that the model can give, as far as the predictions show."""
        return self.predictions.labels

    def predict(self, pairs: PairTable) -> Predictions:
        """Return what was said of every pair, in the order of the pairs.

        Raises
        ------
        PredictionError
            If a pair was not predicted.
        """
        frame = self.predictions.frame
        missing = pairs.frame.join(frame, on="id", how="anti", maintain_order="left")["id"]
        if len(missing):
            raise PredictionError(
                f"'{printable(self.name)}' does not predict {len(missing):,} of the {len(pairs):,} pairs of "
                f"'{printable(pairs.name)}' ({quoted(tuple(missing.head(3)))}, ...)",
                "a prediction for every id",
                "predict every pair, or give the data that were predicted",
            )
        found = pairs.frame.select("id").join(frame, on="id", how="left", maintain_order="left")
        return replace(self.predictions, frame=found)


def read_saved(path: str, options: ModelOptions) -> SavedPredictions:
    """Read saved predictions; errors as in `rightreasons.sources.predictions`."""
    return SavedPredictions(read_predictions(path, options.label_map))
