"""What a probe asks for labels: a model that reads sentences, or predictions that were saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.hans.challenges import BY_TEXT
from rightreasons.challenges.two_way import thresholded
from rightreasons.engine.progress import Progress
from rightreasons.errors import OptionError
from rightreasons.jobs.probing.said import Said, detail_notes
from rightreasons.jobs.probing.saved import saved_at
from rightreasons.labels import Label
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.kept import Kept, identity_of
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor, predictor_named
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.sources.predictions import OnFaulty

RULE = "rule"


class ProbedModel(Protocol):
    """A model as a probe sees it."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    @property
    def reads_text(self) -> bool:
        """Whether it answers by the sentences, and not by the id of an item."""
        ...

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        ...

    def default_challenges(self) -> tuple[str, ...]:
        """Return the names of the challenges that it is probed on unless others are named."""
        ...

    def with_threshold(self, threshold: float) -> "ProbedModel":
        """Return the same model with a threshold of the probability of entailment."""
        ...

    def says(self, challenge: Challenge, progress: Progress) -> Said:
        """Return what it says of the items of a challenge."""
        ...


@dataclass(frozen=True)
class Reader:
    """A model that reads premise and hypothesis, and whose predictions are kept.

    Parameters
    ----------
    predictors
        The model, or one predictor a prompt.
    threshold
        From which probability of entailment on a pair counts as entailed; None: the most probable label.
    store
        Where predictions are kept; None in a model that was only named yet.
    scope
        Tells the run from others, for predictions that may be used again within it only.
    """

    predictors: tuple[Predictor, ...]
    threshold: float | None = None
    store: Store | None = field(default=None, repr=False)
    scope: str = ""

    @property
    def name(self) -> str:
        """What to call it."""
        return self.predictors[0].name

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels that the model itself can give."""
        return self.predictors[0].labels

    @property
    def identities(self) -> tuple[Identity, ...]:
        """What makes it the same model, once a prompt."""
        return tuple(identity_of(predictor) for predictor in self.predictors)

    @property
    def reads_text(self) -> bool:
        """It does."""
        return True

    @property
    def is_rule(self) -> bool:
        """Whether it names its labels itself, so that there is no order to be mixed up."""
        return self.identities[0].kind == RULE

    def described(self) -> dict[str, Any]:
        """Return its name, labels, threshold and identities."""
        labels = [str(label) for label in self.labels]
        known = [identity.described() for identity in self.identities]
        said = {"name": self.name, "labels": labels, "threshold": self.threshold, "identities": known}
        return {**said, "files": []}

    def default_challenges(self) -> tuple[str, ...]:
        """Return HANS with text."""
        return (BY_TEXT,)

    def with_threshold(self, threshold: float) -> "Reader":
        """Return the same model with a threshold of the probability of entailment."""
        return replace(self, threshold=threshold)

    def keeping(self, store: Store, scope: str) -> "Reader":
        """Return the same model with a place where its predictions are kept."""
        return replace(self, store=store, scope=scope)

    def says(self, challenge: Challenge, progress: Progress) -> Said:
        """Return what it says of every pair, asking only for what was not said before.

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
        if self.store is None:
            raise ValueError("a model is asked after its store was opened")
        found = [
            Kept(predictor, self.store, self.scope).answers(challenge.pairs, progress)
            for predictor in self.predictors
        ]
        said = [
            Said(
                self._decided(each.predictions),
                each.unanswered,
                each.failed,
                each.stopped,
                detail_notes(each.details),
            )
            for each in found
        ]
        return said[0] if len(said) == 1 else _joined(self.predictors, said)

    def _decided(self, predictions: Predictions) -> Predictions:
        return predictions if self.threshold is None else thresholded(predictions, self.threshold)


def model_named(
    model: str | Path | Predictor,
    options: ModelOptions | None = None,
    on_faulty: OnFaulty = "error",
) -> ProbedModel:
    """Return what MODEL names: ``KIND:REST``, a model's folder or file, or saved predictions.

    Raises
    ------
    UnknownNameError
        If it is none of these; other errors are those of the kind.
    """
    options = options or ModelOptions()
    if not isinstance(model, str | Path):
        return Reader((model,), options.threshold)
    kind, colon, _ = str(model).partition(":")
    if not (colon and kind in PREDICTORS):
        saved = saved_at(Path(model), options, on_faulty)
        if saved is not None:
            return saved
    loaded = predictor_named(str(model), replace(options, threshold=None))
    prompts: Sequence[Predictor] = getattr(loaded, "prompts", (loaded,))
    return Reader(tuple(prompts), options.threshold)


def _joined(predictors: Sequence[Predictor], said: Sequence[Said]) -> Said:
    """Return what a model said under several prompts as one: what all of them answered, joined."""
    from rightreasons.predictors.llm.combining import combined

    ids = [set(each.predictions.frame["id"]) for each in said]
    answered = set.intersection(*ids)
    stopped = next((each.stopped for each in said if each.stopped), None)
    unanswered = {key: why for each in said for key, why in each.unanswered.items()}
    failed = {key: why for each in said for key, why in each.failed.items() if key not in unanswered}
    common = [_of(each.predictions, answered) for each in said]
    notes = tuple(
        f"prompt {printable(predictor.name)}: {note}"
        for predictor, each in zip(predictors, said, strict=True)
        for note in each.notes
    )
    by_prompt: Mapping[str, Predictions] = {
        predictor.name: predictions for predictor, predictions in zip(predictors, common, strict=True)
    }
    return Said(combined(common), unanswered, failed, stopped, notes, by_prompt)


def _of(predictions: Predictions, ids: set[str]) -> Predictions:
    kept = predictions.frame.filter(predictions.frame["id"].is_in(list(ids)))
    return replace(predictions, frame=kept)
