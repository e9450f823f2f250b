"""The threshold of a score, fitted on labelled data before anything is scored."""

from rightreasons.challenges.challenge import from_pairs
from rightreasons.engine.progress import Progress
from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.jobs.probing.models import ProbedModel
from rightreasons.pairs import PairTable
from rightreasons.predictors.thresholded import FittedThreshold, fitted_threshold
from rightreasons.statistics.results import Estimate

MEASURE = "threshold"
_DEFINITION = (
    "Threshold: the probability of entailment from which on a pair counts as entailed, with the greatest "
    "balanced accuracy on labelled pairs that are not scored here."
)


def fitted(model: ProbedModel, pairs: PairTable, progress: Progress) -> tuple[float, Finding]:
    """Return the threshold that fits labelled pairs best, and what to say of it.

    Raises
    ------
    MeasureInputError
        If the pairs are not of both kinds.
    PredictionError
        If the model gives no probability of entailment.
    """
    responses = model.responses(from_pairs(pairs.name, pairs, ()), progress)
    found = fitted_threshold(pairs, responses.predictions)
    return found.threshold, _finding(model.name, pairs, found)


def _finding(model: str, pairs: PairTable, found: FittedThreshold) -> Finding:
    n = found.entailed + found.others
    exact = "fitted on these very pairs: no interval"
    return Finding(
        measure=MEASURE,
        subject=f"{model}, fitted on {pairs.name}",
        definition=_DEFINITION,
        headline=(
            f"{model} counts as entailed from {found.threshold:.4g} on: balanced accuracy "
            f"{found.balanced_accuracy:.1%} on the {n:,} pairs that it was fitted on."
        ),
        figures=[
            Figure("threshold", Estimate(found.threshold, "probability", n, reason=exact)),
            Figure("balanced_accuracy", Estimate(found.balanced_accuracy, "proportion", n, reason=exact)),
        ],
        settings={"data": pairs.name},
    )
