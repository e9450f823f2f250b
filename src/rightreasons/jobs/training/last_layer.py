"""The last layer of encoders that were trained before, fitted again; their features are computed once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from rightreasons.engine.progress import Progress, silent
from rightreasons.errors import ModelError, OptionError, RunUnreadableError
from rightreasons.findings import Finding
from rightreasons.jobs.datasets import described, listed, versions
from rightreasons.jobs.outcome import outcome_of
from rightreasons.jobs.training.data import labelled_pairs
from rightreasons.jobs.training.features import LastLayerFeatures, trained_encoder
from rightreasons.jobs.training.method import ChosenMethod
from rightreasons.jobs.training.plan import Training
from rightreasons.labels import Label
from rightreasons.measures.training.accuracy import accuracy_finding, predicted_items
from rightreasons.measures.training.debiasing import last_layer_finding
from rightreasons.pairs import LABEL_TYPE, Account, PairTable, Provenance
from rightreasons.printable import printable
from rightreasons.runs.claims import one_writer
from rightreasons.runs.folder import Run, read_run
from rightreasons.runs.manifest import Manifest, manifest_from
from rightreasons.runs.seal import check_seal
from rightreasons.runs.workspace import Workspace, finished_run
from rightreasons.shortcuts import is_mined
from rightreasons.training.recipe import TRANSFORMERS

if TYPE_CHECKING:
    from rightreasons.debiasing.last_layer.held_out import HeldOut
    from rightreasons.debiasing.last_layer.layer_fit import LastLayerMethod, LayerFit
    from rightreasons.training.seeds import SeedResult


_JOB = "train"
_FORMS = "dfr[:KEY=VALUE,...] or self[:KEY=VALUE,...]"


@one_writer
def retrain_last_layer(
    run: str | Path,
    method: str,
    *,
    out: str | Path,
    train: Any = None,
    test: Any = (),
    progress: Progress = silent,
) -> Training:
    """Fit the last layer of every model of a training again, and predict the sets of that training.

    Parameters
    ----------
    run
        Folder of a training of an encoder.
    method
        ``"dfr:groups=overlap,data=dev.jsonl"``: a method that fits the last layer. Without data, the pairs of
        the training's dev set; they are not those that the model was trained on.
    out
        Folder of the run.
    train
        The training data, for groups by their patterns.
    test
        Further sets to predict, one or several.
    progress
        Where it says how far it is.

    Returns
    -------
    Training
        A run like that of the training: models, predictions and accuracies, for `compare`.

    Raises
    ------
    OptionError
        If it is no such method, or needs what is not there.
    ModelError
        If the models are no encoders.
    RightReasonsError
        A coded error of reading run or data, or of groups that are too small.

    Notes
    -----
    Features are kept in the user's cache folder, by the model's weights and the sentences: another method,
    or another option, takes seconds. The folder may be removed.
    """
    check_seal(Path(run), models=True)
    work = _planned(read_run(Path(run)), method, train, test)
    done = finished_run(Path(out), work.manifest)
    if done is not None:
        return Training(**outcome_of(done))
    workspace = Workspace(Path(out), work.manifest)
    results = [work.seed_result(seed, workspace.path, progress) for seed in work.seeds]
    found = (*work.accuracies(results), work.finding(results))
    return Training(work.manifest, found, (), predicted_items(work.sets, results)).sealed(workspace)


@dataclass(frozen=True)
class _Retraining:
    """What is fitted again, to what, and what is predicted then."""

    run: Run
    chosen: ChosenMethod
    fit: LayerFit
    sets: Mapping[str, PairTable] = field(repr=False)
    manifest: Manifest = field(repr=False)

    @property
    def seeds(self) -> list[int]:
        """Seeds of the run; each has a model whose last layer is fitted again."""
        return list(self.run.manifest.options["seeds"])

    @property
    def name(self) -> str:
        """What the run calls its model; empty where it names none."""
        model = self.run.manifest.model
        return "" if model is None else model.name

    def seed_result(self, seed: int, folder: Path, progress: Progress) -> SeedResult:
        """Fit the last layer of the model of one seed, save the model and return what it predicts."""
        from rightreasons.debiasing.last_layer.layer import last_layer, set_last_layer
        from rightreasons.training.evaluation import predictions_of
        from rightreasons.training.seeds import SeedResult

        features = LastLayerFeatures(
            trained_encoder(self.run, seed), self.run.path / f"seed-{seed}", progress
        )
        encoder, held = features.encoder, self.fit.held
        own = last_layer(encoder.model, len(held.labels))
        layer, facts = self.fit.fitted(own, features.of(held.pairs), None, seed)
        set_last_layer(encoder.model, layer)
        predictions = {
            name: predictions_of(layer.logits(features.of(pairs)), pairs.frame["id"], held.labels)
            for name, pairs in self.sets.items()
        }
        if not (folder / f"seed-{seed}").exists():
            recorded = getattr(encoder.model.classifier.config, "rightreasons", {})
            all_facts = {**recorded.get("facts", {}), **facts}
            encoder.save(folder / f"seed-{seed}", recorded.get("recipe", {}), all_facts)
        return SeedResult(seed, 0, (), predictions, facts)

    def accuracies(self, results: list[SeedResult]) -> Iterator[Finding]:
        """Yield the accuracy on every set, beside the majority of the training data."""
        counts = self.run.manifest.data[0].labels
        majority = Label(max(counts, key=lambda label: counts[label]))
        for name, pairs in self.sets.items():
            yield accuracy_finding(self.name, name, pairs, results, majority)

    def finding(self, results: list[SeedResult]) -> Finding:
        """Return what the last layer was fitted to."""
        return last_layer_finding(self.chosen, self.fit.facts, self.fit.held.pairs, results)


def _planned(run: Run, text: str, train: Any, test: Any) -> _Retraining:
    chosen = _method(text)
    _check_encoder(run)
    labels = tuple(Label(name) for name in run.manifest.options["labels"])
    own = _sets_of(run)
    data = chosen.method.data  # type: ignore[attr-defined]  # `_method` says so
    held = own["dev"] if data is None else labelled_pairs(data, labels)
    fit = _fit(chosen.method, _held_out(held, labels), train, labels)
    further = [labelled_pairs(each, labels) for each in listed(test)]
    sets = {**own, **{each.name: each for each in further}}
    if len(sets) < len(own) + len(further):
        raise OptionError("a --test of a name that is predicted already", "another set", "rename the file")
    payload = {
        **run.manifest.without_work().to_json(),
        "job": _JOB,
        "data": [
            *run.manifest.to_json()["data"],
            *(described(each) for each in further),
        ],
        "options": {
            **run.manifest.options,
            "debias": {"name": chosen.name, **asdict(chosen.method), "data": described(held)},  # type: ignore[call-overload]  # a dataclass
            "retrained": {"work_key": run.manifest.work_key, "debias": run.manifest.options.get("debias")},
        },
        "debiasing": dict(fit.facts),
        "versions": {**run.manifest.versions, **versions()},
    }
    payload.pop("policy", None)
    return _Retraining(run, chosen, fit, sets, manifest_from(payload))


def _method(text: str) -> ChosenMethod:
    from rightreasons.debiasing.last_layer.layer_fit import LastLayerMethod
    from rightreasons.debiasing.shared.method_names import parse_method

    chosen = ChosenMethod(text, parse_method(text))
    if not isinstance(chosen.method, LastLayerMethod):
        raise OptionError(
            f"'{printable(chosen.name)}' for --retrain-last-layer", _FORMS, "train with --debias instead"
        )
    return chosen


def _check_encoder(run: Run) -> None:
    """Refuse what is no training of an encoder, before anything is read or computed."""
    recipe = run.manifest.options.get("recipe", {})
    if run.manifest.job != _JOB or not recipe:
        raise OptionError(
            f"'{printable(run.path.name)}', a run of {printable(run.manifest.job)}",
            "a run of train",
            "name the folder of a training",
        )
    if recipe.get("model") != TRANSFORMERS:
        raise ModelError(
            f"'{printable(run.path.name)}', a training of {printable(str(recipe.get('model')))}",
            "a training of an encoder: the features of others are quickly trained",
            "train it again with --debias",
        )


def _held_out(pairs: PairTable, labels: tuple[Label, ...]) -> HeldOut:
    from rightreasons.debiasing.last_layer.held_out import held_out_pairs

    return held_out_pairs(pairs, labels)


def _fit(method: Any, held: HeldOut, train: Any, labels: tuple[Label, ...]) -> LayerFit:
    from rightreasons.debiasing.method import LabelledData

    chosen: LastLayerMethod = method
    if train is not None and not is_mined(asdict(method).get("groups", "")):
        raise OptionError(
            "--train for a last layer that no shortcuts of training data are needed for",
            "groups=patterns or another family that is mined",
            "leave --train out",
        )
    trained = None if train is None else labelled_pairs(train, labels)
    return chosen.fit_of(held, None if trained is None else LabelledData(trained, held.pairs, labels))


def _sets_of(run: Run) -> dict[str, PairTable]:
    """Return the sets that a training predicted, from its items."""
    items = run.items()
    found = {}
    for (name,), rows in items.group_by("set", maintain_order=True):
        frame = rows.select("id", "premise", "hypothesis", pl.col("label").cast(LABEL_TYPE))
        found[str(name)] = PairTable(frame, Provenance(str(name)), Account(frame.height, frame.height))
    if "dev" not in found:
        raise RunUnreadableError(
            f"no predictions of dev in '{printable(run.path.name)}'", "a run of train", "train it again"
        )
    return found
