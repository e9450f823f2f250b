"""How near a model's probabilities are to the labels that many people gave, and how near people would be."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of
from rightreasons.artifacts.shared_texts import clusterings
from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding, View, bounded
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.predictions import Predictions
from rightreasons.sentences.templates import fill
from rightreasons.statistics.cross_fitted import Dependence, dependent_mean
from rightreasons.statistics.divergence import entropy, jensen_shannon, kullback_leibler, total_variation
from rightreasons.statistics.effect_sizes import rank_correlation_interval
from rightreasons.statistics.results import Estimate

ADDS = {"model_measure": ["human_labels"]}
TITLES = {"human_labels": "Closeness to human label distributions"}
MEASURE = "human_labels"
ITEM_COLUMNS: Mapping[str, str] = {
    "human_entropy": "float entropy: Entropy in bits of the labels that people gave to the row.",
    "human_divergence": "float divergence: Jensen-Shannon divergence in bits between the model's "
    "probabilities and the shares of people's labels.",
}
QUANTITIES = {
    "divergence": {
        "units": ["bits"],
        "better": "less",
        "written": "bits",
        "meaning": "Mean divergence of two distributions over labels, in bits; the finding says which.",
    },
    "distance": {
        "units": ["proportion"],
        "better": "less",
        "written": "percent",
        "meaning": "Mean total variation of two distributions over labels: half the sum of differences.",
    },
}
THIRDS = ("lowest third", "middle third", "highest third")
LEAST_ITEMS = 30
PANEL = 5
_DECIMALS = 9
LABELS = (Label.ENTAILMENT, Label.NEUTRAL, Label.CONTRADICTION)

Shares = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class _Rated:
    """Items that people labelled and the model answered; shares have the shape (items, labels)."""

    ids: pl.Series
    people: Shares
    answers: Mapping[str, Shares]
    dependence: Dependence | None

    def mean(self, values: Shares, unit: str, part: Flags | None = None) -> Estimate:
        """Return the mean over items, or over a part of them, with an interval over shared texts."""
        rows = np.ones(len(values), dtype=bool) if part is None else part
        if self.dependence is None or not rows.any():
            return mean_of(values[rows], unit)
        found = dependent_mean(values[rows], self.dependence.where(rows), (-np.inf, np.inf))
        return Estimate(found.value, unit, found.n, found.interval, found.reason)


def human_labels(
    challenge: Challenge,
    pairs: PairTable,
    predictions: Predictions,
    model: str = "the model",
    seed: int = 2019,
) -> Finding:
    """Hold a model's probabilities against the shares of the labels that people gave.

    Beside the model stand chance (equal shares), the prior (mean shares of the other items) and a panel of
    five people drawn from the same shares, which is how near people come to each other.

    Parameters
    ----------
    challenge, pairs
        What was asked, and its sentences, with votes or shares of labels.
    predictions
        What the model said, with probabilities.
    model
        What to call the model.
    seed
        For the panel.

    Returns
    -------
    Finding
        For each of ``model``, ``panel``, ``prior``, ``chance``: ``X.accuracy`` (to the label of most people,
        ties by share), ``X.jensen_shannon``, ``X.kullback_leibler`` (bits), ``X.total_variation``; of the
        model ``entropy_correlation``, ``entropy_error`` (mean of its entropy minus people's, bits) and
        ``same_ranking`` (share of items whose labels it orders as people do). Views ``by_source``,
        ``by_entropy`` (thirds of people's entropy). Items: `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        Without probabilities or people's labels, of samples, or of fewer than 30 items.

    References
    ----------
    Nie, Zhou and Bansal (2020), "What can we learn from collective human opinions on natural language
    inference data?", section 4; Baan et al. (2022), "Stop measuring calibration when humans disagree",
    section 4 (total variation is their DistCE, the others EntCE and RankCS).
    """
    rated = _rated(challenge, pairs, predictions, seed)
    figures = Figures([*_figures(rated, pairs.name), *_of_model(rated, pairs.name)])
    nearness = {f"{name}": figures[f"{name}.jensen_shannon"] for name in ("model", "panel", "prior")}
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}",
        definition=fill("human_labels.definition", panel=PANEL),
        headline=fill("human_labels.headline", name=model, **nearness),
        figures=figures,
        views={"by_source": _by_source(rated), "by_entropy": _by_entropy(rated)},
        settings={"panel": PANEL, "seed": seed},
        notes=_coverage(rated, pairs),
        on=pairs.name,
        items=_items(rated),
    )


def _coverage(rated: _Rated, pairs: PairTable) -> tuple[str, ...]:
    """Return how many of the items that people labelled were answered, where that is not all."""
    shares = pairs.label_distribution()
    labelled = 0 if shares is None else len(shares) - shares.null_count()
    if len(rated.ids) >= labelled:
        return ()
    return (fill("human_labels.coverage", answered=len(rated.ids), labelled=labelled),)


def _items(rated: _Rated) -> pl.DataFrame:
    divergence = jensen_shannon(rated.people, rated.answers["model"])
    return pl.DataFrame(
        {"id": rated.ids, "human_entropy": entropy(rated.people), "human_divergence": divergence}
    )


def _rated(challenge: Challenge, pairs: PairTable, predictions: Predictions, seed: int) -> _Rated:
    shares = pairs.label_distribution()
    wanted = tuple(map(str, LABELS))
    if shares is None or not predictions.has_probabilities or challenge.strata is not None:
        raise NotApplicableError(
            "no labels of several people, or no probabilities", "both", "nothing is to be done"
        )
    if not set(wanted) <= set(predictions.probabilities.columns):
        raise NotApplicableError("a model without three labels", "three", "nothing is to be done")
    given = pairs.frame.select("id").with_columns(
        shares.struct.field(name).alias(f"people_{name}") for name in wanted
    )
    joined = predictions.frame.join(given.drop_nulls(), on="id", how="inner", maintain_order="right")
    people = _normal(joined.select(f"people_{name}" for name in wanted).to_numpy())
    rated = (people > 0).any(axis=1)
    if int(rated.sum()) < LEAST_ITEMS or not ((people > 0).sum(axis=1) > 1).any():
        raise NotApplicableError("too few items with labels of several people", "30", "nothing is to be done")
    joined, people = joined.filter(pl.Series(rated)), people[rated]
    model = _normal(joined.select(wanted).to_numpy())
    table = pairs.where(pairs.frame["id"].is_in(joined["id"].implode()), "rated")
    groups = clusterings(table) if table.frame["id"].equals(joined["id"]) else ()
    return _Rated(joined["id"], people, _beside(people, model, seed), Dependence(groups) if groups else None)


def _normal(shares: Shares) -> Shares:
    sums = shares.sum(axis=1, keepdims=True)
    return np.asarray(shares / np.where(sums > 0, sums, 1), dtype=np.float64)


def _beside(people: Shares, model: Shares, seed: int) -> dict[str, Shares]:
    """Return the model's shares and those that it is held against."""
    items, labels = people.shape
    rng = np.random.default_rng(seed)
    panel = np.array([rng.multinomial(PANEL, each) for each in people / people.sum(axis=1, keepdims=True)])
    prior = (people.sum(axis=0) - people) / (items - 1)
    return {
        "model": model,
        "panel": panel / PANEL,
        "prior": prior,
        "chance": np.full((items, labels), 1 / labels),
    }


def _is_right(people: Shares, shares: Shares) -> Shares:
    """Return the chance that the label of the largest share is that of most people; ties count by parts."""
    most = people == people.max(axis=1, keepdims=True)
    chosen = shares == shares.max(axis=1, keepdims=True)
    return np.asarray((most & chosen).sum(axis=1) / chosen.sum(axis=1), dtype=np.float64)


def _figures(rated: _Rated, name: str) -> Iterator[Figure]:
    rows = where(set=name).ordered_by("-human_divergence")
    for source, shares in rated.answers.items():
        group, people = {"source": source}, rated.people
        right = rated.mean(_is_right(people, shares), "proportion")
        yield Figure("accuracy", right, group, rows=rows)
        for what, measured in (("jensen_shannon", jensen_shannon), ("kullback_leibler", kullback_leibler)):
            yield Figure(
                "divergence", rated.mean(measured(people, shares), "bits"), group, rows=rows, what=what
            )
        moved = rated.mean(total_variation(people, shares), "proportion")
        yield Figure("distance", moved, group, rows=rows, what="total_variation")


def _of_model(rated: _Rated, name: str) -> Iterator[Figure]:
    rows, own = where(set=name).ordered_by("-human_entropy"), rated.answers["model"]
    of_people, of_model = entropy(rated.people), entropy(own)
    yield Figure("correlation", _correlation(of_people, of_model), rows=rows, what="entropy_correlation")
    yield Figure("entropy", rated.mean(of_model - of_people, "bits"), rows=rows, what="entropy_error")
    same = (np.argsort(-own, kind="stable") == np.argsort(-rated.people, kind="stable")).all(axis=1)
    yield Figure("share", rated.mean(same.astype(np.float64), "proportion"), rows=rows, what="same_ranking")


def _correlation(some: Shares, others: Shares) -> Estimate:
    from scipy.stats import spearmanr

    if not (np.ptp(some) and np.ptp(others)):
        return Estimate(None, "correlation", len(some), reason=fill("human_labels.one_entropy"))
    # the same counts in another order have one entropy, but for rounding
    value = float(spearmanr(some.round(_DECIMALS), others.round(_DECIMALS)).statistic)
    return Estimate(value, "correlation", len(some), rank_correlation_interval(value, len(some)))


def _by_source(rated: _Rated) -> View:
    return View(
        fill("human_labels.by_source"),
        ("source", *_COLUMNS),
        tuple((source, *_cells(rated, shares)) for source, shares in rated.answers.items()),
        by=("source",),
        bounds=_BOUNDS,
        roles={"source": "group", **_ROLES},
    )


def _by_entropy(rated: _Rated) -> View:
    """Return the model and the panel by thirds of people's entropy, ties in the order of rows."""
    order = np.argsort(np.argsort(entropy(rated.people), kind="stable"), kind="stable")
    third = order * len(THIRDS) // len(order)
    lines = tuple(
        (name, source, *_cells(rated, rated.answers[source], third == place))
        for place, name in enumerate(THIRDS)
        for source in ("model", "panel")
    )
    return View(
        fill("human_labels.by_entropy"),
        ("third", "source", *_COLUMNS),
        lines,
        by=("third", "source"),
        bounds=_BOUNDS,
        roles={"third": "group", "source": "group", **_ROLES},
    )


_ROLES = {"jensen_shannon": "divergence", "kullback_leibler": "divergence", "total_variation": "distance"}
_BOUNDS = bounded("accuracy", "jensen_shannon")
_COLUMNS = (
    *("n", "accuracy", "accuracy_low", "accuracy_high"),
    *("jensen_shannon", "jensen_shannon_low", "jensen_shannon_high", "kullback_leibler", "total_variation"),
)


def _cells(rated: _Rated, shares: Shares, part: Flags | None = None) -> tuple[int | float | None, ...]:
    right = rated.mean(_is_right(rated.people, shares), "proportion", part)
    apart = rated.mean(jensen_shannon(rated.people, shares), "bits", part)
    others = (measured(rated.people, shares) for measured in (kullback_leibler, total_variation))
    means = (rated.mean(values, "bits", part).value for values in others)
    return (right.n, right.value, *right.bounds, apart.value, *apart.bounds, *means)
