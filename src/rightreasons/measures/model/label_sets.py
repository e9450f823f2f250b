"""Items of which several labels are right: which of them a model names, and how it answers their readings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import NotApplicableError
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding, View, bounded
from rightreasons.labels import THREE_WAY
from rightreasons.measures.model.inputs import SeveralLabels
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.clustered import clustered_proportion
from rightreasons.statistics.label_sets import LabelSetScores, label_set_scores
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate

ADDS = {"model_measure": ["label_sets"]}
TITLES = {"label_sets": "Items with several right labels"}
MEASURE = "label_sets"
ITEM_COLUMNS: Mapping[str, str] = {
    "right_labels": "text answer: The labels that are right for an item with several.",
    "named_labels": "text answer: The labels that the model is taken to name for such an item.",
    "names_a_right_label": "bool truth: Whether its most probable label is among the right ones.",
    "names_the_label_set": "bool truth: Whether the labels that it names are exactly the right ones.",
    "readings_correct": "bool truth: Whether the model is correct on every reading of the item.",
}
PARTS = ("all", "one_label", "several_labels")
LEAST_ITEMS = 20
_LABELS = tuple(map(str, THREE_WAY))

Flags = npt.NDArray[np.bool_]
Shares = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Answered:
    """Items with the labels that are right and what the model says; arrays of shape (items, labels)."""

    ids: pl.Series
    right: Flags
    probabilities: Shares

    @property
    def parts(self) -> dict[str, Flags]:
        """Which items belong to each of `PARTS`."""
        several = np.asarray(self.right.sum(axis=1) > 1)
        return dict(zip(PARTS, (np.ones_like(several), ~several, several), strict=True))


@dataclass(frozen=True)
class _Readings:
    """Readings of items with several right labels: whose they are, and whether the model is correct."""

    item: npt.NDArray[np.str_]
    correct: Flags

    @cached_property
    def all_correct(self) -> dict[str, bool]:
        """Whether every reading is correct, by the id of the item."""
        wrong = set(self.item[~self.correct].tolist())
        return {each: each not in wrong for each in dict.fromkeys(self.item.tolist())}


def label_sets(several: SeveralLabels, model: str = "the model", seed: int = 2019) -> Finding:
    """Score a model on items of which several labels are right, and on the readings of these.

    A model that gives one label can name one of the right ones and be wrong in a reading of the item.

    Parameters
    ----------
    several
        The items of several right labels beside those of one, with what the model said of them and of their
        readings.
    model
        What to call the model.
    seed
        Of the two halves: the threshold from which a label counts as named is fitted to the other half.

    Returns
    -------
    Finding
        For each of `PARTS`: ``X.any_of`` (the most probable label is one of the right ones), ``X.by_chance``
        (so is a label drawn at random), ``X.exact_set`` (the labels named are exactly the right ones),
        ``X.most_frequent_set`` (so is the most frequent set of the other half). Of readings, where there are
        any: ``readings.accuracy``, ``readings.all_correct`` (share of items with every reading correct),
        ``readings.right_as_it_stands_only`` (share of items that are right as they stand and wrong in a
        reading). Views ``by_part``, ``of_readings``. Items: `ITEM_COLUMNS`, of items with several labels.

    Raises
    ------
    NotApplicableError
        Of models without three labels, and of fewer than 20 answered items with several right labels.

    References
    ----------
    Liu et al. (2023), "We're afraid language models aren't modeling ambiguity", sections 4 and 5.
    """
    items, readings = _answered(several), _readings(several)
    scores = label_set_scores(items.probabilities, items.right, seed)
    figures = Figures(
        [*_figures(items, scores, several.name), *_of_readings(items, scores, readings, several.name)]
    )
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {several.on}",
        definition=fill("label_sets.definition"),
        headline=_headline(figures, model),
        figures=figures,
        views=_views(figures),
        settings={
            "seed": seed,
            "threshold_one": scores.thresholds[0],
            "threshold_other": scores.thresholds[1],
        },
        notes=_notes(several, items, readings),
        on=several.on,
        items=_items(items, scores, readings),
    )


def _answered(several: SeveralLabels) -> _Answered:
    predictions = several.predictions
    if not set(_LABELS) <= set(map(str, predictions.labels)):
        raise NotApplicableError("a model without three labels", "three", "nothing is to be done")
    said = _shares(predictions)
    frame = several.right.join(said, on="id", how="inner", maintain_order="left")
    right = np.array(
        [[name in each for name in _LABELS] for each in frame["label_set"].to_list()], dtype=bool
    )
    if int((right.sum(axis=1) > 1).sum()) < LEAST_ITEMS:
        raise NotApplicableError(
            "few answered items with several right labels", f"{LEAST_ITEMS}", "nothing is to be done"
        )
    return _Answered(frame["id"], right, frame.select(_LABELS).to_numpy().astype(np.float64))


def _shares(predictions: Predictions) -> pl.DataFrame:
    """Return what the model gives to each label of an item: a label without probabilities has all of it."""
    if predictions.has_probabilities:
        return predictions.frame.select("id", *_LABELS)
    given = pl.col("label").cast(pl.String)
    return predictions.frame.select("id", *((given == name).cast(pl.Float64).alias(name) for name in _LABELS))


def _readings(several: SeveralLabels) -> _Readings | None:
    """Return the readings that the model answered, of items all of whose readings it answered."""
    if several.readings is None or several.reading_predictions is None:
        return None
    said = several.reading_predictions.frame.select("id", said=pl.col("label").cast(pl.String))
    frame = several.readings.join(said, on="id", how="left", maintain_order="left")
    whole = frame.filter(pl.col("said").is_not_null().all().over("item"))
    if not whole.height:
        return None
    correct = (whole["said"] == whole["label"]).to_numpy().astype(np.bool_)
    return _Readings(whole["item"].to_numpy().astype(np.str_), correct)


def _share(flags: npt.ArrayLike) -> Estimate:
    found = np.asarray(flags, dtype=np.bool_)
    return proportion(int(found.sum()), len(found))


def _figures(items: _Answered, scores: LabelSetScores, name: str) -> Iterator[Figure]:
    rows = where(set=name).ordered_by("names_the_label_set", "names_a_right_label")
    scored = {
        "any_of": scores.any_of,
        "exact_set": scores.exact,
        "most_frequent_set": scores.most_frequent,
    }
    for part, chosen in items.parts.items():
        if not chosen.any():
            continue
        own = rows if part == "several_labels" else None
        for what, flags in scored.items():
            yield Figure("share", _share(flags[chosen]), {"part": part}, rows=own, what=what)
        chance = Estimate(float(items.right[chosen].mean()), "proportion", int(chosen.sum()))
        yield Figure("share", chance, {"part": part}, what="by_chance")


def _of_readings(
    items: _Answered, scores: LabelSetScores, readings: _Readings | None, name: str
) -> Iterator[Figure]:
    if readings is None:
        return
    rows = where(set=name).ordered_by("readings_correct")
    of_readings = {"part": "readings"}
    yield Figure("accuracy", clustered_proportion(readings.correct, readings.item), of_readings)
    right = dict(zip(items.ids.to_list(), scores.any_of.tolist(), strict=True))
    together = readings.all_correct
    yield Figure("share", _share(list(together.values())), of_readings, rows=rows, what="all_correct")
    only = [right.get(item, False) and not correct for item, correct in together.items()]
    yield Figure("share", _share(only), of_readings, rows=rows, what="right_as_it_stands_only")


def _headline(figures: Figures, model: str) -> str:
    several = {name: figures[f"several_labels.{name}"] for name in ("any_of", "by_chance", "exact_set")}
    if "readings.all_correct" not in figures:
        return fill("label_sets.headline", model=model, **several)
    return fill(
        "label_sets.with_readings",
        model=model,
        any_of=several["any_of"],
        all_correct=figures["readings.all_correct"],
    )


def _views(figures: Figures) -> dict[str, View]:
    columns = ("any_of", "exact_set")
    beside = ("by_chance", "most_frequent_set")
    parts = [part for part in PARTS if f"{part}.any_of" in figures]
    by_part = View(
        fill("label_sets.by_part"),
        (
            *("part", "n", "any_of", "any_of_low", "any_of_high", "by_chance"),
            *("exact_set", "exact_set_low", "exact_set_high", "most_frequent_set"),
        ),
        tuple(
            (
                part.replace("_", " "),
                figures[f"{part}.any_of"].n,
                *(
                    cell
                    for name, other in zip(columns, beside, strict=True)
                    for cell in (*_cells(figures, f"{part}.{name}"), figures[f"{part}.{other}"].value)
                ),
            )
            for part in parts
        ),
        by=("part",),
        bounds=bounded(*columns),
        roles={"part": "group", **dict.fromkeys((*columns, *beside), "share")},
    )
    return {"by_part": by_part, **_of_readings_view(figures)}


def _cells(figures: Figures, name: str) -> tuple[float | None, ...]:
    return figures[name].value, *figures[name].estimate.bounds


def _of_readings_view(figures: Figures) -> dict[str, View]:
    names = [f"readings.{each}" for each in ("accuracy", "all_correct", "right_as_it_stands_only")]
    if names[0] not in figures:
        return {}
    lines = tuple(
        (fill(f"label_sets.{name.removeprefix('readings.')}"), figures[name].n, *_cells(figures, name))
        for name in names
    )
    view = View(
        fill("label_sets.of_readings"),
        ("what", "n", "share", "share_low", "share_high"),
        lines,
        by=("what",),
        bounds=bounded("share"),
        roles={"what": "text"},
    )
    return {"of_readings": view}


def _notes(several: SeveralLabels, items: _Answered, readings: _Readings | None) -> tuple[str, ...]:
    notes = []
    if len(items.ids) < several.right.height:
        notes.append(fill("label_sets.coverage", answered=len(items.ids), asked=several.right.height))
    if not several.predictions.has_probabilities:
        notes.append(fill("label_sets.labels_only"))
    if readings is None and several.readings is not None:
        notes.append(fill("label_sets.readings_not_asked"))
    return tuple(notes)


def _items(items: _Answered, scores: LabelSetScores, readings: _Readings | None) -> pl.DataFrame:
    together = {} if readings is None else readings.all_correct
    frame = pl.DataFrame(
        {
            "id": items.ids,
            "right_labels": _in_words(items.right),
            "named_labels": _in_words(scores.predicted),
            "names_a_right_label": scores.any_of,
            "names_the_label_set": scores.exact,
            "readings_correct": pl.Series(
                [together.get(each) for each in items.ids.to_list()], dtype=pl.Boolean
            ),
        }
    )
    return frame.filter(pl.Series(items.parts["several_labels"]))


def _in_words(sets: Flags) -> list[str]:
    return [", ".join(name for name, given in zip(_LABELS, row, strict=True) if given) for row in sets]
