"""The measure `accuracy_by_artifact`: accuracy where evaluated texts give the label away, and elsewhere."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.cross_fitting.strength import Codes
from rightreasons.errors import MeasureInputError, NotApplicableError
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.model.artifacts_of_texts import HYPOTHESIS, Artifact, Flags, Items, Marks, learned
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.standardised import standardised_shares
from rightreasons.statistics.wrong_gold import share_of_wrong_gold

ADDS = {"model_measure": ["accuracy_by_artifact"]}
MEASURE = "accuracy_by_artifact"
ITEM_COLUMNS: Mapping[str, str] = {
    "told_by": "text mark: Which artifacts of the evaluated texts alone predict the gold label of the row, "
    "by models fitted to rows with other texts.",
}
MARKS = ("easy", "hard", "conflicting", "none")
THIRDS = ("lowest third", "middle third", "highest third")
LEAST_ANNOTATORS = 3


def accuracy_by_artifact(
    challenge: Challenge,
    pairs: PairTable,
    answered: pl.DataFrame,
    model: str = "the model",
    train: PairTable | None = None,
    swaps: pl.DataFrame | None = None,
    seed: int = 2019,
) -> Finding:
    """Compare accuracy where an artifact of the evaluated texts predicts the gold label and elsewhere.

    Artifacts are learned from evaluated rows that share no text with the row whose label is predicted.

    Parameters
    ----------
    challenge, pairs
        What was asked, and its sentences with gold labels.
    answered
        Columns ``id`` and ``correct`` (boolean), of the ids with an answer.
    model
        What to call the model.
    train, swaps
        Training data, or swap sets, where there are any: artifacts of training are the better ones then.
    seed
        Of the folds.

    Returns
    -------
    Finding
        For each artifact A figures ``A.gain_alone`` (over the most frequent label), ``A.told``,
        ``A.elsewhere`` (accuracies), ``A.gap``; of the hypothesis also ``hypothesis.gap_unanimous`` and
        ``hypothesis.wrong_gold``. Views ``by_mark``, ``by_overlap``, ``by_length``. Items: `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        With training data, of samples, and of sets that were made against a shortcut.
    MeasureInputError
        Where no artifact of the texts predicts the label, or the texts cannot be assigned to folds.
    """
    _check_applies(challenge, train, swaps)
    items = Items.of(pairs, answered)
    results = learned(items, seed)
    artifacts = results.artifacts
    figures = [figure for each in artifacts for figure in _figures(each, items)]
    found = {figure.name: figure for figure in figures}
    _check(found, artifacts, pairs.name)
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("accuracy_by_artifact.definition"),
        headline=_headline(found, artifacts, model),
        figures=figures,
        views=_views(results.marks, items),
        settings={"seed": seed, "folds": results.folds, "tokenisation": items.texts.tokenisation},
        notes=(fill("accuracy_by_artifact.doubtful"),),
        on=pairs.name,
        items=items.table.frame.select("id").with_columns(told_by=_told_by(artifacts)),
        tests_shortcuts=True,
    )


def _check_applies(challenge: Challenge, train: PairTable | None, swaps: pl.DataFrame | None) -> None:
    """Do nothing, unless the items have a better test of shortcuts, or are a sample."""
    if train is not None or swaps is not None or challenge.tests_shortcuts or challenge.strata is not None:
        raise NotApplicableError(
            "items with a better test of shortcuts, or a sample", "ordinary data", "nothing is to be done"
        )


def _check(found: Mapping[str, Figure], artifacts: Sequence[Artifact], name: str) -> None:
    """Do nothing, unless no artifact predicts some labels, and misses others of the same label."""
    if all(found[f"{each.name}.gap"].value is None for each in artifacts):
        raise MeasureInputError(
            "needs --train DATA",
            f"artifacts to divide items by: none of '{printable(name)}' is right on some and wrong on others",
            "add --train DATA",
        )


def _figures(artifact: Artifact, items: Items) -> Iterator[Figure]:
    group, rows = {"artifact": artifact.name}, where(set=items.table.name).ordered_by(*WRONG_FIRST)
    yield Figure("gain", artifact.gain, group, what="gain_alone")
    if artifact.why_not:
        none = Estimate(None, "proportion", len(items.table), reason=artifact.why_not)
        for quantity, what in (("accuracy", "told"), ("accuracy", "elsewhere"), ("gap", "gap")):
            yield Figure(quantity, none, group, what=what)
        return
    predicted, elsewhere, gap = _standardised(artifact.predicted, items.gold, items.correct)
    yield Figure("accuracy", predicted, group, rows=rows, what="told")
    yield Figure("accuracy", elsewhere, group, rows=rows, what="elsewhere")
    yield Figure("gap", gap, group, rows=rows, what="gap")
    if artifact.name == HYPOTHESIS:
        yield Figure("gap", _of_unanimous(artifact.predicted, items), group, what="gap_unanimous")
        yield Figure("share", _wrong_gold(gap, artifact, items), group, what="wrong_gold")


def _standardised(predicted: Flags, gold: Codes, correct: Flags) -> tuple[Estimate, Estimate, Estimate]:
    labels = np.unique(gold)
    tables = [
        [
            [int((correct & part & (gold == label)).sum()), int((~correct & part & (gold == label)).sum())]
            for part in (predicted, ~predicted)
        ]
        for label in labels
    ]
    return standardised_shares(np.array(tables), [int((gold == label).sum()) for label in labels])


def _of_unanimous(predicted: Flags, items: Items) -> Estimate:
    """Return the gap on the items whose annotators all gave the gold label."""
    if ANNOTATORS not in items.table.frame.columns:
        return Estimate(None, "proportion", 0, reason="the data do not say what each annotator answered")
    given = items.table.frame.select(
        n=pl.col(ANNOTATORS).list.len(), kinds=pl.col(ANNOTATORS).list.n_unique()
    )
    agree = ((given["n"] >= LEAST_ANNOTATORS) & (given["kinds"] == 1)).fill_null(value=False)
    if not agree.any():
        return Estimate(None, "proportion", 0, reason="of no item all annotators, three or more, agree")
    chosen = agree.to_numpy()
    return _standardised(predicted[chosen], items.gold[chosen], items.correct[chosen])[2]


def _wrong_gold(gap: Estimate, artifact: Artifact, items: Items) -> Estimate:
    n = len(items.table)
    if gap.value is None:
        return Estimate(None, "proportion", n, reason=gap.reason)
    accuracy, predicted = float(items.correct.mean()), float(artifact.predicted.mean())
    share = share_of_wrong_gold(gap.value, accuracy, predicted, len(items.table.labels))
    if share is None:
        return Estimate(None, "proportion", n, reason="no share of wrong gold labels makes such a gap")
    return Estimate(share, "proportion", n, reason="solved for, not estimated from a sample")


def _headline(found: Mapping[str, Figure], artifacts: Sequence[Artifact], model: str) -> str:
    named = [HYPOTHESIS, *(each.name for each in artifacts)]
    name = next(each for each in named if found[f"{each}.told"].value is not None)
    shown = {"told": found[f"{name}.told"], "elsewhere": found[f"{name}.elsewhere"], "model": model}
    if name == HYPOTHESIS:
        return fill("accuracy_by_artifact.headline", **shown)
    return fill("accuracy_by_artifact.headline_of", artifact=name, **shown)


def _told_by(artifacts: Sequence[Artifact]) -> pl.Series:
    """Return the names of the artifacts that tell the gold label of each row, null where none does."""
    columns = {
        each.name: pl.select(pl.when(pl.Series(each.predicted)).then(pl.lit(each.name))).to_series()
        for each in artifacts
        if not each.why_not
    }
    joined = pl.DataFrame(columns).select(pl.concat_str(pl.all(), separator=", ", ignore_nulls=True))
    return joined.to_series().replace("", None)


def _views(marks: Mapping[str, Marks], items: Items) -> dict[str, View]:
    return {
        "by_mark": _by_mark(marks, items.correct),
        "by_overlap": _by_third("overlap", items.texts.overlap, items),
        "by_length": _by_third("length", items.texts.length, items),
    }


def _by_mark(marks: Mapping[str, Marks], correct: Flags) -> View:
    lines: list[tuple[Cell, ...]] = []
    for name, mark in marks.items():
        for kind in MARKS:
            of_kind = mark == kind
            share = proportion(int(correct[of_kind].sum()), int(of_kind.sum()))
            lines.append((name, kind, share.n, share.value, *share.bounds))
    return View(
        fill("accuracy_by_artifact.by_mark"),
        ("artifact", "mark", "n", "accuracy", "low", "high"),
        tuple(lines),
        by=("artifact", "mark"),
        bounds={"accuracy": ("low", "high")},
        roles={"artifact": "group", "mark": "mark"},
    )


def _by_third(name: str, values: npt.NDArray[np.float64], items: Items) -> View:
    """Return accuracy by gold label and by third of the rows, the thirds cut where values are equal."""
    known = np.isfinite(values)
    cuts = np.quantile(values[known], (1 / 3, 2 / 3)) if known.any() else np.zeros(2)
    third = np.searchsorted(cuts, values, side="left")
    gold = items.table.frame["label"].cast(pl.String).to_numpy()
    lines: list[tuple[Cell, ...]] = []
    for place, called in enumerate(THIRDS):
        for label in items.table.labels:
            cell = known & (third == place) & (gold == label.value)
            if cell.any():
                share = proportion(int(items.correct[cell].sum()), int(cell.sum()))
                lines.append((called, label.value, share.n, share.value, *share.bounds))
    title = (
        fill("accuracy_by_artifact.by_overlap")
        if name == "overlap"
        else fill("accuracy_by_artifact.by_length")
    )
    return View(
        title,
        (name, "label", "n", "accuracy", "low", "high"),
        tuple(lines),
        by=(name, "label"),
        bounds={"accuracy": ("low", "high")},
        roles={name: "group"},
    )
