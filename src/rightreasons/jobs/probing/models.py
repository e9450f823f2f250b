"""What a probe asks for labels: a model that reads sentences, or predictions that were saved."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.entailment_scores import thresholded
from rightreasons.challenges.hans.challenges import BY_TEXT
from rightreasons.engine.progress import Progress
from rightreasons.engine.running import Workplace
from rightreasons.errors import OptionError, UsageError
from rightreasons.jobs.probing.saved import saved_at, saved_in_memory
from rightreasons.labels import Label
from rightreasons.measures.label_mapping.proof import DeclaredLabels
from rightreasons.measures.model.scored_responses import total_notes
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.networks.classifier import NetworkTrial
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Predictor, predictor_named
from rightreasons.predictors.response import Response, Responses
from rightreasons.predictors.store.asking import Predict, predict_batches
from rightreasons.predictors.store.cached_predictor import CachedPredictor, identity_of
from rightreasons.predictors.store.elsewhere import NamedModel, Workers
from rightreasons.predictors.store.store import Store
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.sources.predictions.keys import OnFaulty

RULE = "rule"
Number = TypeVar("Number", int, float)


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

    @property
    def declared(self) -> DeclaredLabels | None:
        """What it says of its labels; None of predictions that were saved."""
        ...

    def described(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        ...

    def default_challenges(self) -> tuple[str | Challenge, ...]:
        """Return the challenges that it is probed on unless others are named."""
        ...

    def with_threshold(self, threshold: float) -> "ProbedModel":
        """Return the same model with a threshold of the probability of entailment."""
        ...

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:
        """Return its responses to the items of a challenge."""
        ...


@dataclass(frozen=True)
class Reader:
    """A model that reads premise and hypothesis, and whose responses are stored.

    Parameters
    ----------
    predictors
        The model, or one predictor a prompt.
    threshold
        From which probability of entailment on a pair counts as entailed; None: the most probable label.
    store
        Where responses are stored; None in a model that was only named yet.
    scope
        Tells the run from others, for responses that may be used again within it only.
    named
        What loads it, for workers that have copies of it; None of an object.
    place
        Where copies of it are asked; None: it is asked here.
    """

    predictors: tuple[Predictor, ...]
    threshold: float | None = None
    store: Store | None = field(default=None, repr=False)
    scope: str = ""
    named: NamedModel | None = field(default=None, repr=False)
    place: Workplace | None = field(default=None, repr=False)

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
    def declared(self) -> DeclaredLabels:
        """What it says of its labels; a rule names them itself, so that there is no order to be mixed up."""
        first = self.identities[0]
        return DeclaredLabels(self.labels, first.label_map, are_known=first.kind == RULE)

    def described(self) -> dict[str, Any]:
        """Return its name, labels, threshold and identities."""
        labels = [str(label) for label in self.labels]
        identities = [identity.described() for identity in self.identities]
        record = {"name": self.name, "labels": labels, "threshold": self.threshold, "identities": identities}
        return {**record, "files": []}

    def default_challenges(self) -> tuple[str, ...]:
        """Return HANS with text."""
        return (BY_TEXT,)

    def with_threshold(self, threshold: float) -> "Reader":
        """Return the same model with a threshold of the probability of entailment."""
        return replace(self, threshold=threshold)

    def stored_in(self, store: Store, scope: str) -> "Reader":
        """Return the same model with a place where its responses are stored."""
        return replace(self, store=store, scope=scope)

    def asked_at(self, place: Workplace) -> "Reader":
        """Return the same model with a place where copies of it are asked.

        Raises
        ------
        OptionError
            If it is an object, which no worker could load.
        """
        if self.named is None:
            raise OptionError(
                f"--engine for '{printable(self.name)}', an object of Python",
                "a model that workers can load: KIND:NAME or a folder",
                "name the model, or leave out --engine",
            )
        return replace(self, place=place)

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:
        """Return the responses to every pair, asking only for those that are not in the store.

        Raises
        ------
        OptionError
            If the text of the challenge is not known.
        """
        pairs = challenge.pairs
        if pairs is None:
            raise OptionError(
                f"'{printable(self.name)}' on '{challenge.name}', which holds ids and no sentences",
                "saved predictions by id, or a challenge with text",
                f"probe --on {BY_TEXT}",
            )
        if self.store is None:
            raise ValueError("a model is asked after its store was opened")
        found = [
            self._decided(
                CachedPredictor(predictor, self.store, self.scope, self._predict(prompt)).responses(
                    pairs, progress
                )
            )
            for prompt, predictor in enumerate(self.predictors)
        ]
        joined = found[0] if len(found) == 1 else _joined(self.predictors, found)
        return replace(joined, notes=(*joined.notes, *self._trials()))

    def _predict(self, prompt: int) -> Predict:
        if self.place is None or self.named is None:
            return predict_batches
        return Workers(self.place, replace(self.named, prompt=prompt)).predict

    def _trials(self) -> Iterable[str]:
        """Yield what trials found of the numbers to answer in."""
        for predictor in self.predictors:
            trial = getattr(predictor, "trial", None)
            if isinstance(trial, NetworkTrial):
                yield fill("probed.computed_in", **asdict(trial))

    def _decided(self, responses: Responses) -> Responses:
        if self.threshold is None or not len(responses.predictions):
            return responses
        return replace(responses, predictions=thresholded(responses.predictions, self.threshold))


def model_named(
    model: Any, options: ModelOptions | None = None, on_faulty: OnFaulty = "error"
) -> ProbedModel:
    """Return what MODEL names: ``KIND:REST``, a model's folder or file, or saved predictions.

    Raises
    ------
    UnknownNameError
        If it is none of these; other errors are those of the kind.
    """
    options = options or ModelOptions()
    if not isinstance(model, str | Path):
        if not hasattr(model, "predict"):
            return _in_memory(model, options, on_faulty)
        return Reader((model,), options.threshold)
    kind, colon, _ = str(model).partition(":")
    if not (colon and kind in PREDICTORS):
        saved = saved_at(Path(model), options, on_faulty)
        if saved is not None:
            return saved
    if options.prediction_columns or options.name:
        raise OptionError(
            f"--prediction-columns or --name for '{printable(str(model))}'",
            "a file of predictions",
            "leave them out",
        )
    named = NamedModel(str(model), replace(options, threshold=None))
    loaded = predictor_named(named.model, named.options)
    prompts: Sequence[Predictor] = getattr(loaded, "prompts", (loaded,))
    return Reader(tuple(prompts), options.threshold, named=named)


def _in_memory(model: Any, options: ModelOptions, on_faulty: OnFaulty) -> ProbedModel:
    try:
        return saved_in_memory(model, options, on_faulty)
    except UsageError as error:
        shown = f"a model of type {printable(type(model).__name__)}"
        expected = "KIND:NAME, a path, a frame of predictions, or an object with `labels` and `predict`"
        raise UsageError(shown, expected, "see help(probe)") from error


def _joined(predictors: Sequence[Predictor], found: Sequence[Responses]) -> Responses:
    """Return what a model answered under several prompts as one: what all of them labelled, joined."""
    from rightreasons.predictors.judge.combining import combined

    names = [printable(predictor.name) for predictor in predictors]
    labelled = set.intersection(*(set(each.predictions.frame["id"]) for each in found))
    common = [_of(each.predictions, labelled) for each in found]
    by_id = {
        key: _as_one([(name, each.by_id[key]) for name, each in zip(names, found, strict=True)])
        for key in found[0].by_id
        if all(key in each.by_id for each in found)
    }
    notes = [
        fill("probed.by_prompt", prompt=name, note=note)
        for name, each in zip(names, found, strict=True)
        for note in (*each.notes, *total_notes(each.totals))
    ]
    return Responses(
        predictions=combined(common),
        by_id=by_id,
        stopped=next((each.stopped for each in found if each.stopped), None),
        asked=sum(each.asked for each in found),
        notes=tuple(notes),
        by_prompt={_prompt_of(each): under for each, under in zip(predictors, common, strict=True)},
    )


def _prompt_of(predictor: Predictor) -> str:
    """Return what the prompt of a predictor is called, by which it is told from those of the same model."""
    return str(identity_of(predictor).options.get("prompt", predictor.name))


def _as_one(responses: Sequence[tuple[str, Response]]) -> Response:
    """Return the responses to one pair, by the name of the prompt, as one, without label or probabilities.

    Its text has a line a prompt, its counts are sums, and it has no label if one of them has none.
    """
    unanswered = [f"{each.unanswered}" for _, each in responses if each.unanswered]
    failed = [each.failed for _, each in responses if each.failed]
    texts = [f"{name}: {each.text}" for name, each in responses if each.text is not None]
    return Response(
        text="\n".join(texts) or None,
        finish_reason=next((each.finish_reason for _, each in responses if each.finish_reason), None),
        input_tokens=_sum(each.input_tokens for _, each in responses),
        output_tokens=_sum(each.output_tokens for _, each in responses),
        milliseconds=_sum(each.milliseconds for _, each in responses),
        unanswered=unanswered[0] if unanswered else None,
        failed=failed[0] if failed and not unanswered else None,
    )


def _sum(values: Iterable[Number | None]) -> Number | None:
    numbers = [value for value in values if value is not None]
    return sum(numbers[1:], start=numbers[0]) if numbers else None


def _of(predictions: Predictions, ids: set[str]) -> Predictions:
    frame = predictions.frame.filter(predictions.frame["id"].is_in(list(ids)))
    return replace(predictions, frame=frame)
