"""The measure `accuracy_by_artifact`: accuracy where evaluated texts give the label away, and elsewhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.overlap.grades import grades
from rightreasons.artifacts.overlap.pair_words import in_one_vocabulary
from rightreasons.challenges.challenge import Challenge
from rightreasons.cross_fitting.features import Features, ngram_features
from rightreasons.cross_fitting.folds import FoldPlan
from rightreasons.cross_fitting.strength import Codes, LabelledTexts
from rightreasons.difficulty.marks import difficulty
from rightreasons.engine.progress import silent
from rightreasons.errors import MeasureInputError, NotApplicableError
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.measures.data.form_only import form_features
from rightreasons.measures.data.hypothesis_only.baseline import answered as answers_of
from rightreasons.measures.data.hypothesis_only.measures import length_features
from rightreasons.measures.data.hypothesis_only.question import Question
from rightreasons.measures.data.hypothesis_only.scoring import gain_over
from rightreasons.measures.data.overlap_only import overlap_features
from rightreasons.pairs import ANNOTATORS, PairTable
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.shortcuts.families import shortcuts_of
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.standardised import standardised_shares
from rightreasons.statistics.wrong_gold import share_of_wrong_gold
from rightreasons.text.tokenisations import choose_tokenisation, tokens

ADDS = {"model_measure": ["accuracy_by_artifact"]}
MEASURE = "accuracy_by_artifact"
ITEM_COLUMNS: Mapping[str, str] = {
    "told_by": "text mark: Which artifacts of the evaluated texts alone predict the gold label of the row, "
    "by models fitted to rows with other texts.",
}
HYPOTHESIS = "hypothesis"
FAMILIES = ("words", "patterns")
MARKS = ("easy", "hard", "conflicting", "none")
THIRDS = ("lowest third", "middle third", "highest third")
LEAST_ANNOTATORS = 3

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Artifact:
    """What one artifact tells of the evaluated rows.

    Parameters
    ----------
    name
        What it is called.
    told
        Whether it alone predicts the gold label of a row, shape (rows,).
    gain
        How much more often than the most frequent label it is right.
    """

    name: str
    told: Flags
    gain: Estimate

    @property
    def why_not(self) -> str | None:
        """Why it is not tested: it is not shown to tell more than the most frequent label does."""
        interval = self.gain.interval
        return None if interval is not None and interval.low > 0 else fill("accuracy_by_artifact.no_gain")


def accuracy_by_artifact(
    challenge: Challenge,
    pairs: PairTable,
    answered: pl.DataFrame,
    model: str = "the model",
    train: PairTable | None = None,
    swaps: pl.DataFrame | None = None,
    seed: int = 2019,
) -> Finding:
    """Compare accuracy where an artifact of the evaluated texts predicts the gold label with that elsewhere.

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
        Where no artifact of the texts tells the label, or the texts cannot be dealt out to folds.
    """
    _check_applies(challenge, train, swaps)
    items = _Items.of(pairs, answered)
    artifacts, plan = _predicted(items, seed)
    marks = _marked(items.table, plan)
    artifacts += [_of_marks(name, items, mark) for name, mark in marks.items()]
    figures = [figure for each in artifacts for figure in _figures(each, items)]
    found = {figure.name: figure for figure in figures}
    _check(found, artifacts, pairs.name)
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("accuracy_by_artifact.definition"),
        headline=_headline(found, artifacts, model),
        figures=figures,
        views=_views(marks, items),
        settings={"seed": seed, "folds": plan.folds, "tokenisation": items.texts.tokenisation},
        notes=(fill("accuracy_by_artifact.doubtful"),),
        on=pairs.name,
        items=items.table.frame.select("id").with_columns(told_by=_told_by(artifacts)),
    )


def _check_applies(challenge: Challenge, train: PairTable | None, swaps: pl.DataFrame | None) -> None:
    """Do nothing, unless the items have a better test of shortcuts, or are a sample."""
    if train is not None or swaps is not None or challenge.design or challenge.strata is not None:
        raise NotApplicableError(
            "items with a better test of shortcuts, or a sample", "ordinary data", "nothing is to be done"
        )


class _Texts:
    """The tokens of both sides, and the features of each artifact."""

    def __init__(self, table: PairTable) -> None:
        self.tokenisation = choose_tokenisation([False], [table.hypotheses])
        self.hypothesis = tokens(table.hypotheses, self.tokenisation)
        premise = tokens(table.premises, self.tokenisation)
        self._grades = grades(in_one_vocabulary(premise, self.hypothesis))
        self.overlap = self._grades.words
        self.length = self.hypothesis.lengths.astype(np.float64)

    def features(self, table: PairTable) -> Iterator[tuple[str, Features]]:
        """Yield what each artifact looks at, by its name."""
        yield HYPOTHESIS, ngram_features([self.hypothesis])
        yield "length", length_features([self.hypothesis.lengths], [table.hypotheses])
        yield "form", form_features(table.hypotheses)
        yield "overlap", overlap_features([self._grades])


@dataclass(frozen=True)
class _Items:
    """The answered items with gold, whether each is right, and their texts."""

    table: PairTable
    correct: Flags
    texts: _Texts

    @classmethod
    def of(cls, pairs: PairTable, answered: pl.DataFrame) -> "_Items":
        labelled = pairs.with_gold()
        table = labelled.where(labelled.frame["id"].is_in(answered["id"].implode()), "answered")
        right = table.frame.select("id").join(answered, on="id", how="left", maintain_order="left")
        if len(table.labels) < 2:
            raise NotApplicableError("one gold label", "two or more", "nothing is to be done")
        named = table.named(pairs.name)
        return cls(named, right["correct"].to_numpy().astype(np.bool_), _Texts(named))

    @property
    def gold(self) -> Codes:
        """The gold labels as numbers."""
        codes: Codes = self.table.frame["label"].to_physical().to_numpy().astype(np.int64)
        return codes


def _predicted(items: _Items, seed: int) -> tuple[list[_Artifact], FoldPlan]:
    """Return what a linear model on the features of each artifact tells of rows with other texts."""
    question = Question(items.table, None, (), seed, silent)
    found: list[_Artifact] = []
    for name, features in items.texts.features(items.table):

        def labelled(codes: Codes, n_labels: int, features: Features = features) -> LabelledTexts:
            return LabelledTexts(features, codes, n_labels)

        answers = answers_of(f"{MEASURE}.{name}", question, labelled, memory=False)
        scored = answers.crossed.scored
        found.append(_Artifact(name, scored.right, gain_over(answers.crossed, scored.guessed_own)))
    return found, answers.data.plan


def _marked(table: PairTable, plan: FoldPlan) -> dict[str, npt.NDArray[np.str_]]:
    """Return the mark of every row by shortcuts of the rows that share no text with it."""
    marks = {name: np.full(len(table), "none", dtype="<U11") for name in FAMILIES}
    for block in plan.blocks:
        held_out = plan.held_out(block)
        rows = table.where(pl.Series(held_out), "held out")
        others = table.where(pl.Series(plan.fitted_to(block)), "others")
        for name in FAMILIES:
            found = difficulty(rows, shortcuts_of(name, others)).cast(pl.String).fill_null("none")
            marks[name][held_out] = found.to_numpy().astype("<U11")
    return marks


def _check(found: Mapping[str, Figure], artifacts: list[_Artifact], name: str) -> None:
    """Do nothing, unless no artifact tells the label of some items, and of others with this label not."""
    if all(found[f"{each.name}.gap"].value is None for each in artifacts):
        raise MeasureInputError(
            f"no artifact of '{printable(name)}' tells the label more often than the most frequent one does",
            "one that does",
            "add --train DATA: the artifacts of the training data are the better ones",
        )


def _of_marks(name: str, items: _Items, mark: npt.NDArray[np.str_]) -> _Artifact:
    """Return what words or patterns tell: of the rows that they mark, in how many they all mean gold."""
    told, marked = mark == "easy", mark != "none"
    gold = items.gold[marked]
    most = np.bincount(gold).argmax() if len(gold) else 0
    difference = told[marked].astype(np.int64) - (gold == most)
    n = len(difference)
    if n < 2:
        return _Artifact(name, told, Estimate(None, "proportion", n, reason="no row holds one"))
    from rightreasons.artifacts.means import mean_of

    return _Artifact(name, told, mean_of(difference, "proportion"))


def _figures(artifact: _Artifact, items: _Items) -> Iterator[Figure]:
    group, rows = {"artifact": artifact.name}, where(set=items.table.name).ordered_by(*WRONG_FIRST)
    yield Figure("gain", artifact.gain, group, what="gain_alone")
    if artifact.why_not:
        none = Estimate(None, "proportion", len(items.table), reason=artifact.why_not)
        for quantity, what in (("accuracy", "told"), ("accuracy", "elsewhere"), ("gap", "gap")):
            yield Figure(quantity, none, group, what=what)
        return
    told, elsewhere, gap = _standardised(artifact.told, items.gold, items.correct)
    yield Figure("accuracy", told, group, rows=rows, what="told")
    yield Figure("accuracy", elsewhere, group, rows=rows, what="elsewhere")
    yield Figure("gap", gap, group, rows=rows, what="gap")
    if artifact.name == HYPOTHESIS:
        yield Figure("gap", _of_unanimous(artifact.told, items), group, what="gap_unanimous")
        yield Figure("share", _wrong_gold(gap, artifact, items), group, what="wrong_gold")


def _standardised(told: Flags, gold: Codes, correct: Flags) -> tuple[Estimate, Estimate, Estimate]:
    labels = np.unique(gold)
    tables = [
        [
            [int((correct & part & (gold == label)).sum()), int((~correct & part & (gold == label)).sum())]
            for part in (told, ~told)
        ]
        for label in labels
    ]
    return standardised_shares(np.array(tables), [int((gold == label).sum()) for label in labels])


def _of_unanimous(told: Flags, items: _Items) -> Estimate:
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
    return _standardised(told[chosen], items.gold[chosen], items.correct[chosen])[2]


def _wrong_gold(gap: Estimate, artifact: _Artifact, items: _Items) -> Estimate:
    n = len(items.table)
    if gap.value is None:
        return Estimate(None, "proportion", n, reason=gap.reason)
    accuracy, told = float(items.correct.mean()), float(artifact.told.mean())
    share = share_of_wrong_gold(gap.value, accuracy, told, len(items.table.labels))
    if share is None:
        return Estimate(None, "proportion", n, reason="no share of wrong gold labels makes such a gap")
    return Estimate(share, "proportion", n, reason="solved for, not estimated from a sample")


def _headline(found: Mapping[str, Figure], artifacts: list[_Artifact], model: str) -> str:
    named = [HYPOTHESIS, *(each.name for each in artifacts)]
    name = next(each for each in named if found[f"{each}.told"].value is not None)
    shown = {"told": found[f"{name}.told"], "elsewhere": found[f"{name}.elsewhere"], "model": model}
    if name == HYPOTHESIS:
        return fill("accuracy_by_artifact.headline", **shown)
    return fill("accuracy_by_artifact.headline_of", artifact=name, **shown)


def _told_by(artifacts: list[_Artifact]) -> pl.Series:
    """Return the names of the artifacts that tell the gold label of each row, null where none does."""
    columns = {
        each.name: pl.select(pl.when(pl.Series(each.told)).then(pl.lit(each.name))).to_series()
        for each in artifacts
        if not each.why_not
    }
    joined = pl.DataFrame(columns).select(pl.concat_str(pl.all(), separator=", ", ignore_nulls=True))
    return joined.to_series().replace("", None)


def _views(marks: Mapping[str, npt.NDArray[np.str_]], items: _Items) -> dict[str, View]:
    return {
        "by_mark": _by_mark(marks, items.correct),
        "by_overlap": _by_third("overlap", items.texts.overlap, items),
        "by_length": _by_third("length", items.texts.length, items),
    }


def _by_mark(marks: Mapping[str, npt.NDArray[np.str_]], correct: Flags) -> View:
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


def _by_third(name: str, values: npt.NDArray[np.float64], items: _Items) -> View:
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
