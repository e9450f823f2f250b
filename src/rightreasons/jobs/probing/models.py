"""What a probe asks for labels: a model that reads sentences, or predictions that were saved."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from rightreasons.challenges.challenge import Challenge, from_pairs, premise_clusters
from rightreasons.challenges.guard import thresholded
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.hans.generate import recipes
from rightreasons.challenges.hans.hans_set import set_name
from rightreasons.challenges.label_order import best_order_on
from rightreasons.challenges.label_orders import Demand
from rightreasons.engine.progress import Progress
from rightreasons.errors import MeaninglessLabelError, OptionError
from rightreasons.jobs.probing.responses import STORE, Stored, stored_at
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, in_order
from rightreasons.pairs import Account, PairTable
from rightreasons.predictions import Predictions
from rightreasons.predictors import PREDICTORS
from rightreasons.predictors.cached_predictor import CachedPredictor, identity_of
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.predictor import Identity, Predictor, predictor_named
from rightreasons.predictors.response import Response, Responses
from rightreasons.predictors.store import Store
from rightreasons.printable import printable
from rightreasons.runs.folder import read_run
from rightreasons.sources.prediction_keys import OnFaulty
from rightreasons.sources.predictions import (
    ScoredFile,
    bare_positions,
    keyed_by_id,
    read_predictions,
    read_scored,
)

# Predictions that were saved, as a probe sees them: by id, hash or sentences, or the store of a probe.


DEMAND = Demand(level=0.001, floor=0.60, two_way_floor=0.75)
"""What another order of the labels must reach to stop a probe."""
UNCHECKED = "saved predictions: the order of their labels cannot be checked"
_OFFICIAL_ID = r"^ex\d+$"


OWN_GOLD = "own-gold"
"""The set that a file of predictions with gold labels brings along."""


@dataclass(frozen=True)
class Saved:
    """A file of predictions.

    Parameters
    ----------
    path
        The file.
    options
        What its labels, columns and scores mean, as far as the user states it; threshold and name.
    on_faulty
        What happens to predictions without a known label and to pairs predicted in different ways.
    """

    path: Path
    options: ModelOptions = field(default_factory=ModelOptions, repr=False)
    on_faulty: OnFaulty = "error"

    @property
    def name(self) -> str:
        """What the user calls it, or the name of the file."""
        return self.options.name or self.path.name

    @property
    def reads_text(self) -> bool:
        """Whether other sentences under the same id are told apart."""
        return not keyed_by_id(self.path, self.options.prediction_columns)

    def described(self) -> dict[str, Any]:
        """Return name, checksum, label map and threshold."""
        stated = {found: label and str(label) for found, label in (self.options.label_map or {}).items()}
        checksum = hashlib.sha256(self.path.read_bytes()).hexdigest()
        files = [{"name": self.path.name, "sha256": checksum}]
        return {"name": self.name, "label_map": stated, "threshold": self.options.threshold, "files": files}

    def default_challenges(self) -> tuple[str | Challenge, ...]:
        """Return the gold labels of the file itself, or else the HANS set that is predicted.

        Raises
        ------
        OptionError
            If the file holds no gold labels, and ids of neither HANS.
        """
        own = self.own_challenge()
        if own is not None:
            return (own,)
        if self.reads_text:
            return (BY_TEXT,)
        ids = self._read().frame["id"]
        if ids.str.contains(_OFFICIAL_ID).all():
            return (BY_ID,)
        ours = set_name("hans", "official", recipes()["evaluation"].seed)
        if ids.str.starts_with(f"{ours}-").all():
            return (BY_TEXT,)
        raise OptionError(
            f"'{printable(self.path.name)}' predicts ids such as '{printable(ids[0])}'",
            f"gold labels beside them, ids of the published HANS (ex0) or of ours ({ours}-...)",
            "name the data that were predicted with --on",
        )

    def own_challenge(self) -> Challenge | None:
        """Return the gold labels that the file holds, as a challenge; None if it holds none."""
        scored = self._scored()
        if scored is None:
            return None
        gold, provenance = scored.gold, replace(scored.predictions.provenance, name=OWN_GOLD)
        if "premise" not in gold.columns:
            return Challenge(OWN_GOLD, gold, notes=provenance.notes)
        ordered = gold.select("id", "premise", "hypothesis", "label")
        pairs = PairTable(ordered, provenance, Account(gold.height, gold.height))
        return from_pairs(OWN_GOLD, pairs, (), clusters=premise_clusters(pairs))

    def with_threshold(self, threshold: float) -> "Saved":
        """Return the same predictions with a threshold of the probability of entailment."""
        return replace(self, options=replace(self.options, threshold=threshold))

    def responses(self, challenge: Challenge, progress: Progress) -> Responses:  # noqa: ARG002 - nothing takes time
        """Return all that the file holds, keyed by the ids of the challenge if it is keyed by sentences.

        Labels that are bare positions mean what fits the gold labels of the challenge, if the file holds gold
        by position too and that is clear.

        Raises
        ------
        MeaninglessLabelError
            If labels are bare positions, and the challenge cannot tell what they mean.
        """
        scored = self._scored() if challenge.name == OWN_GOLD else None
        found = self._on(challenge) if scored is None else scored.predictions
        found = replace(found, provenance=replace(found.provenance, name=self.name))
        threshold = self.options.threshold
        decided = found if threshold is None else thresholded(found, threshold)
        return Responses(decided, notes=() if scored else found.provenance.notes)

    def _on(self, challenge: Challenge) -> Predictions:
        try:
            return self._read(challenge)
        except MeaninglessLabelError:
            positions = bare_positions(self.path, self.options.prediction_columns)
            if not positions or self.options.label_map:
                raise
        labels = THREE_WAY if len(positions) == 3 else TWO_WAY
        order = self._stating(dict(zip(positions, labels, strict=True))).order_by_gold(challenge)
        if order is None:
            return self._read(challenge)  # which says what is wrong
        found = self._stating(order)._read(challenge)
        by_gold = ", ".join(f"{name} is {label}" for name, label in order.items())
        note = f"labels are positions: by the gold labels of {printable(challenge.name)} {by_gold}"
        return replace(found, provenance=replace(found.provenance, notes=(note, *found.provenance.notes)))

    def _stating(self, label_map: Mapping[str, Label]) -> "Saved":
        return replace(self, options=replace(self.options, label_map=label_map))

    def order_by_gold(self, challenge: Challenge) -> dict[str, Label] | None:
        """Return what positions mean: the gold labels of the file beside those of a challenge.

        None where the file holds no gold, or no item of the challenge.

        Raises
        ------
        LabelOrderError
            If no order is clear.
        """
        own = self._scored()
        if own is None:
            return None
        gold = own.gold
        if "premise" in gold.columns and challenge.pairs is not None:
            asked = challenge.pairs.frame.select("id", "premise", "hypothesis")
            gold = asked.join(gold.drop("id"), on=["premise", "hypothesis"], how="inner").unique("id")
        gold = gold.select("id", "label").join(challenge.items, on="id", how="semi")
        if not gold.height:
            return None
        known = {name: label.value for name, label in (self.options.label_map or {}).items() if label}
        said = Predictions(gold, in_order({*own.predictions.labels}), own.predictions.provenance)
        return best_order_on(challenge, said, DEMAND, names=known).label_map()

    def _read(self, challenge: Challenge | None = None) -> Predictions:
        options = self.options
        return read_predictions(
            self.path,
            options.label_map,
            None if challenge is None else challenge.pairs,
            on_faulty=self.on_faulty,
            columns=options.prediction_columns,
            score_of=options.score_of,
        )

    def _scored(self) -> ScoredFile | None:
        options = self.options
        return read_scored(
            self.path,
            options.label_map,
            on_faulty=self.on_faulty,
            columns=options.prediction_columns,
            score_of=options.score_of,
        )


def saved_at(path: Path, options: ModelOptions, on_faulty: OnFaulty) -> Saved | Stored | None:
    """Return the predictions that a path holds: a file, a store, or the folder of a run with a store."""
    if path.is_dir() and (path / STORE).is_file():
        read_run(path)  # a run that was changed is no model either
        return stored_at(path / STORE, options.threshold)
    if not path.is_file() or path.suffix == ".onnx":
        return None
    if path.suffix == Path(STORE).suffix:
        return stored_at(path, options.threshold)
    return Saved(path, options, on_faulty)


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

    def stored_in(self, store: Store, scope: str) -> "Reader":
        """Return the same model with a place where its responses are stored."""
        return replace(self, store=store, scope=scope)

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
            self._decided(CachedPredictor(predictor, self.store, self.scope).responses(pairs, progress))
            for predictor in self.predictors
        ]
        return found[0] if len(found) == 1 else _joined(self.predictors, found)

    def _decided(self, responses: Responses) -> Responses:
        if self.threshold is None or not len(responses.predictions):
            return responses
        return replace(responses, predictions=thresholded(responses.predictions, self.threshold))


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
    if options.prediction_columns or options.name:
        raise OptionError(
            f"--prediction-columns or --name for '{printable(str(model))}'",
            "a file of predictions",
            "leave them out",
        )
    loaded = predictor_named(str(model), replace(options, threshold=None))
    prompts: Sequence[Predictor] = getattr(loaded, "prompts", (loaded,))
    return Reader(tuple(prompts), options.threshold)


def _joined(predictors: Sequence[Predictor], found: Sequence[Responses]) -> Responses:
    """Return what a model answered under several prompts as one: what all of them labelled, joined."""
    from rightreasons.jobs.probing.responses import total_notes
    from rightreasons.predictors.judge import combined

    names = [printable(predictor.name) for predictor in predictors]
    labelled = set.intersection(*(set(each.predictions.frame["id"]) for each in found))
    common = [_of(each.predictions, labelled) for each in found]
    by_id = {
        key: _as_one([(name, each.by_id[key]) for name, each in zip(names, found, strict=True)])
        for key in found[0].by_id
        if all(key in each.by_id for each in found)
    }
    notes = [
        f"prompt {name}: {note}"
        for name, each in zip(names, found, strict=True)
        for note in (*each.notes, *total_notes(each.totals))
    ]
    return Responses(
        predictions=combined(common),
        by_id=by_id,
        stopped=next((each.stopped for each in found if each.stopped), None),
        asked=sum(each.asked for each in found),
        notes=tuple(notes),
        by_prompt={predictor.name: each for predictor, each in zip(predictors, common, strict=True)},
    )


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
    known = [value for value in values if value is not None]
    return sum(known[1:], start=known[0]) if known else None


def _of(predictions: Predictions, ids: set[str]) -> Predictions:
    frame = predictions.frame.filter(predictions.frame["id"].is_in(list(ids)))
    return replace(predictions, frame=frame)
