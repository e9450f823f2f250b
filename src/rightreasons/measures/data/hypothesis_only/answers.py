"""The models of a baseline, fitted to features of whatever it looks at, and what they predicted."""

from collections.abc import Callable
from dataclasses import dataclass

from rightreasons.artifacts.words.counts import label_codes
from rightreasons.cross_fitting.features import Features
from rightreasons.cross_fitting.fitting import CrossFit, Fits, TrainingSet, fit_all
from rightreasons.cross_fitting.folds import fold_plan
from rightreasons.cross_fitting.regression import Matrix
from rightreasons.cross_fitting.strength import Codes, Labelled, LabelledTexts
from rightreasons.engine.memory import frame_key, remembered
from rightreasons.errors import MeasureInputError
from rightreasons.measures.data.hypothesis_only.occurrence import Occurrence, occurrence
from rightreasons.measures.data.hypothesis_only.question import Baseline, Question
from rightreasons.measures.data.hypothesis_only.scoring import Sample, Scored, sample_of_test, scored
from rightreasons.pairs import PairTable
from rightreasons.printable import printable, quoted
from rightreasons.statistics.cross_fitted import Dependence


@dataclass(frozen=True)
class Answered:
    """What the models of a baseline predicted.

    Parameters
    ----------
    data, fits
        What they were fitted to, and the fits.
    crossed, final
        The audited set by cross-fitting; the set that is scored, which is the test if there is one.
    occurs
        Which texts of the test occur in training.
    """

    data: TrainingSet
    fits: Fits
    crossed: Sample
    final: Sample
    occurs: Occurrence

    @property
    def probabilities(self) -> Matrix:
        """Probability of each label of training for every row of the set that is scored."""
        tested = self.final is not self.crossed
        return self.fits.tested if tested else self.fits.cross_fitted.probabilities

    @property
    def sets(self) -> tuple[Scored, ...]:
        """The audited set, then the set that is scored."""
        return self.crossed.scored, self.final.scored


def answered(
    measure: str, question: Question, labelled: Callable[[Codes, int], Labelled], *, memory: bool = True
) -> Answered:
    """Fit the models of a baseline and score what they predict.

    Parameters
    ----------
    measure, question
        The baseline, and what it is asked.
    labelled
        Takes the label codes of the training rows and the number of labels, and returns these rows with
        their features, those of the test behind them.
    memory
        Whether it is also measured what remembering texts gives.

    Raises
    ------
    MeasureInputError
        As of `measured`, but for the groups.
    """
    data = _training_set(question, labelled)
    fits = fit_all(data, measure, question.progress, memory=memory)
    crossed = crossed_sample(question.train, fits.cross_fitted, data)
    final, occurs = _tested(question, fits) if question.test is not None else (crossed, {})
    return Answered(data, fits, crossed, final, occurs)


def fitted(baseline: Baseline, question: Question, features: Features, *, memory: bool = True) -> Answered:
    """Return what models of `features` (training rows, then test rows) predicted; errors as of `answered`."""

    def labelled(codes: Codes, n_labels: int) -> LabelledTexts:
        return LabelledTexts(features, codes, n_labels)

    return answered(baseline.measure, question, labelled, memory=memory)


def _training_set(question: Question, labelled: Callable[[Codes, int], Labelled]) -> TrainingSet:
    train, test = question.train, question.test
    if len(train.labels) < 2:
        raise MeasureInputError(
            f"only the label {quoted(train.labels)} in '{printable(train.name)}'",
            "at least two labels to tell apart",
            "check the file and --label-map",
        )
    if test is not None and not test.labels:
        raise MeasureInputError(
            f"no gold label in '{printable(test.name)}'", "a test with gold labels", "check --columns"
        )
    codes = label_codes(train.gold, train.labels)
    texts = labelled(codes, len(train.labels))
    key = (frame_key(train.frame), train.provenance.is_linked, question.seed)
    plan = remembered("fold plan", key, lambda: fold_plan(train, codes, question.seed), entries=2)
    return TrainingSet(texts, plan, question.seed)


def crossed_sample(train: PairTable, found: CrossFit, data: TrainingSet) -> Sample:
    """Return the training rows as models of other rows predict them, with what makes them dependent."""
    dependence = Dependence(data.plan.clusters, data.plan.fitted_share)
    return Sample(scored(train, train, found.probabilities, found.guess), dependence)


def _tested(question: Question, fits: Fits) -> tuple[Sample, Occurrence]:
    if question.test is None:
        raise ValueError("no test to score")
    table = question.test.with_gold()
    found = sample_of_test(scored(question.test, question.train, fits.tested), table)
    return found, occurrence(question.train, table)
