"""Files of predictions as a probe sees them: their own gold, positions by joined gold, the default set."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.entailment_scores import thresholded
from rightreasons.challenges.group_columns import premise_clusters
from rightreasons.challenges.hans.challenges import BY_ID, BY_TEXT
from rightreasons.challenges.hans.hans_set import set_name
from rightreasons.challenges.hans.recipes import recipes
from rightreasons.engine.progress import Progress
from rightreasons.errors import MeaninglessLabelError, OptionError
from rightreasons.jobs.probing.stored import STORE, Stored, stored_at
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, in_order
from rightreasons.measures.label_mapping.every_order import best_order
from rightreasons.measures.label_mapping.proof import DEMAND
from rightreasons.pairs import Account, PairTable
from rightreasons.predictions import FILE_LABELS, Predictions
from rightreasons.predictors.options import ModelOptions
from rightreasons.predictors.response import Responses
from rightreasons.printable import printable
from rightreasons.runs.folder import FINDINGS, read_run
from rightreasons.runs.seal import SEAL, check_seal
from rightreasons.sentences.templates import fill
from rightreasons.sources.objects import object_tables
from rightreasons.sources.predictions.keys import OnFaulty
from rightreasons.sources.predictions.reading import (
    ScoredFile,
    bare_positions,
    keyed_by_id,
    read_predictions,
    read_scored,
)
from rightreasons.sources.raw import HIDDEN
from rightreasons.streams.files import file_bytes

_OFFICIAL_ID = r"^ex\d+$"


@dataclass(frozen=True)
class Saved:
    """A file of predictions.

    Parameters
    ----------
    path
        The file; of predictions in memory only what they are called.
    options
        What its labels, columns and scores mean, as far as the user states it; threshold and name.
    on_faulty
        What happens to predictions without a known label and to pairs predicted in different ways.
    frame
        Predictions in memory.
    """

    path: Path
    options: ModelOptions = field(default_factory=ModelOptions, repr=False)
    on_faulty: OnFaulty = "error"
    frame: pl.DataFrame | None = field(default=None, repr=False)

    @property
    def data(self) -> Any:
        """What the predictions are read from."""
        return self.path if self.frame is None else self.frame

    @property
    def name(self) -> str:
        """What the user calls it, or the name of the file."""
        return self.options.name or self.path.name

    @property
    def reads_text(self) -> bool:
        """Whether other sentences under the same id are told apart."""
        return not keyed_by_id(self.data, self.options.prediction_columns)

    @property
    def declared(self) -> None:
        """Nothing: what is known of the labels is what the file holds."""
        return

    def described(self) -> dict[str, Any]:
        """Return name, checksum, label map and threshold."""
        stated = {found: label and str(label) for found, label in (self.options.label_map or {}).items()}
        content = file_bytes(self.path) if self.frame is None else self.frame.write_ndjson().encode()
        checksum = hashlib.sha256(content).hexdigest()
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
        gold, provenance = scored.gold, replace(scored.predictions.provenance, name=FILE_LABELS)
        if "premise" not in gold.columns:
            return Challenge(FILE_LABELS, gold, notes=provenance.notes)
        ordered = gold.select("id", "premise", "hypothesis", "label")
        pairs = PairTable(ordered, provenance, Account(gold.height, gold.height))
        return from_pairs(FILE_LABELS, pairs, (), clusters=premise_clusters(pairs))

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
        scored = self._scored() if challenge.name == FILE_LABELS else None
        found = self._on(challenge) if scored is None else scored.predictions
        found = replace(found, provenance=replace(found.provenance, name=self.name))
        threshold = self.options.threshold
        decided = found if threshold is None else thresholded(found, threshold)
        return Responses(decided, notes=() if scored else found.provenance.notes)

    def _on(self, challenge: Challenge) -> Predictions:
        try:
            return self._read(challenge)
        except MeaninglessLabelError:
            positions = bare_positions(self.data, self.options.prediction_columns)
            if not positions or self.options.label_map:
                raise
        labels = THREE_WAY if len(positions) == 3 else TWO_WAY
        order = self._stating(dict(zip(positions, labels, strict=True))).order_by_gold(challenge)
        if order is None:
            return self._read(challenge)  # which says what is wrong
        found = self._stating(order)._read(challenge)
        by_gold = ", ".join(f"{name} is {label}" for name, label in order.items())
        note = fill("probed.positions", data=challenge.name, order=by_gold)
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
            items = challenge.pairs.frame.select("id", "premise", "hypothesis")
            gold = items.join(gold.drop("id"), on=["premise", "hypothesis"], how="inner").unique("id")
        gold = gold.select("id", "label").join(challenge.items, on="id", how="semi")
        if not gold.height:
            return None
        names = {name: label.value for name, label in (self.options.label_map or {}).items() if label}
        predictions = Predictions(gold, in_order({*own.predictions.labels}), own.predictions.provenance)
        return best_order(challenge, predictions, DEMAND, names=names).label_map()

    def _read(self, challenge: Challenge | None = None) -> Predictions:
        options = self.options
        return read_predictions(
            self.data,
            options.label_map,
            None if challenge is None else challenge.pairs,
            on_faulty=self.on_faulty,
            columns=options.prediction_columns,
            score_of=options.score_of,
        )

    def _scored(self) -> ScoredFile | None:
        options = self.options
        return read_scored(
            self.data,
            options.label_map,
            on_faulty=self.on_faulty,
            columns=options.prediction_columns,
            score_of=options.score_of,
        )


def saved_at(path: Path, options: ModelOptions, on_faulty: OnFaulty) -> Saved | Stored | None:
    """Return the predictions that a path holds: a file, a store, or the folder of a run with a store."""
    if path.is_dir() and any((path / name).is_file() for name in (STORE, FINDINGS, SEAL)):
        read_run(path)  # a run that was changed is no model either
        check_seal(path, models=True)
    elif (path.parent / SEAL).is_file():  # one seed of a run
        check_seal(path.parent, models=True)
    if path.is_dir() and (path / STORE).is_file():
        return stored_at(path / STORE, options.threshold)
    if not path.is_file() or path.suffix == ".onnx":
        return None
    if path.suffix == Path(STORE).suffix:
        return stored_at(path, options.threshold)
    return Saved(path, options, on_faulty)


def saved_in_memory(data: Any, options: ModelOptions, on_faulty: OnFaulty) -> Saved:
    """Return predictions that are an object, as `read_pairs` takes one.

    Raises
    ------
    UsageError
        If it is nothing that can be read.
    """
    tables = object_tables(data)
    frame = tables[0].parsed.frame.drop(HIDDEN, strict=False)
    return Saved(Path(tables[0].name), options, on_faulty, frame)
