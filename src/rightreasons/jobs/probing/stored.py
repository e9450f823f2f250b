"""The store of an earlier probe as a model: what it said is scored again, and nothing runs."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.entailment_scores import thresholded
from rightreasons.challenges.hans.challenges import BY_TEXT
from rightreasons.engine.progress import Progress
from rightreasons.errors import OptionError, PredictionError
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.response import Responses
from rightreasons.predictors.store.cached_predictor import recalled
from rightreasons.predictors.store.store import Store
from rightreasons.printable import printable

STORE = "predictions.sqlite"


@dataclass(frozen=True)
class Stored:
    """What a model said in an earlier probe.

    Parameters
    ----------
    path
        The store.
    fingerprint, identity
        The model whose answers are meant.
    threshold
        From which probability of entailment on a pair counts as entailed; None: the label as it stands.
    """

    path: Path
    fingerprint: str
    identity: Identity = field(repr=False)
    threshold: float | None = None

    @property
    def name(self) -> str:
        """What the model is called."""
        return f"{self.identity.kind}:{self.identity.name}"

    @property
    def reads_text(self) -> bool:
        """It does: answers are kept by the hash of the sentences."""
        return True

    @property
    def declared(self) -> None:
        """Nothing: what is known of the labels is what the store holds."""
        return

    def described(self) -> dict[str, Any]:
        """Return name, identity and threshold."""
        identity = self.identity.described() | {"fingerprint": self.fingerprint}
        return {"name": self.name, "threshold": self.threshold, "identities": [identity], "files": []}

    def default_challenges(self) -> tuple[str, ...]:
        """Return HANS with text."""
        return (BY_TEXT,)

    def with_threshold(self, threshold: float) -> "Stored":
        """Return the same answers with a threshold of the probability of entailment."""
        return replace(self, threshold=threshold)

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:  # noqa: ARG002 - takes no time
        """Return the stored responses to the pairs of a challenge.

        Raises
        ------
        OptionError
            If the text of the challenge is not known.
        PredictionError
            If none of the pairs was asked.
        """
        pairs = challenge.with_text()
        with Store.open(self.path) as store:
            found = recalled(store, self.fingerprint, self.identity, pairs)
        if not found.by_id:
            raise PredictionError(
                f"the answers of '{printable(self.name)}' do not hold '{printable(challenge.name)}'",
                "pairs that the model was asked",
                "probe the model itself",
            )
        if self.threshold is None or not len(found.predictions):
            return found
        return replace(found, predictions=thresholded(found.predictions, self.threshold))


def stored_at(path: Path, threshold: float | None) -> Stored:
    """Return the one model whose answers a store holds.

    Raises
    ------
    OptionError
        If it holds those of several, or of none.
    """
    with Store.open(path) as store:
        models = store.models()
    if len(models) != 1:
        names = ", ".join(printable(f"{each.kind}:{each.name}") for each in models.values())
        raise OptionError(
            f"{len(models)} models in '{printable(path.name)}' ({names})",
            "a store with the answers of one model",
            "write those that are meant with `rightreasons make predictions --model`, and probe that file",
        )
    ((fingerprint, identity),) = models.items()
    return Stored(path, fingerprint, identity, threshold)
