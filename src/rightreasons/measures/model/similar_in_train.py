"""The measure `similar_in_train`: accuracy with and without the items whose pair is in the training data."""

from collections.abc import Iterator, Mapping

import polars as pl

from rightreasons.artifacts.similar_pairs import KINDS, LEAKED, SHARES, occurring
from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.measures.side_by_side import reading, side_by_side
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified_proportion import StratifiedSample

ADDS = {"model_measure": ["similar_in_train"]}
MEASURE = "similar_in_train"
ITEM_COLUMNS: Mapping[str, str] = {
    "similar_in_train": "text mark: How the pair occurs in the training data: exact, normalised, near, "
    "exchanged, contrast or none.",
    "similar_in_train_to": "text id of pair: The id of such a pair of the training data.",
}
_NONE = "none"
_LEVEL = 0.95
_PARTS = {"all": (*KINDS, _NONE), "in_train": LEAKED, "not_in_train": ("contrast", _NONE)}
_WHOLE = "counted in all items: a description of these data, not an estimate from a sample"


def similar_in_train(
    challenge: Challenge,
    pairs: PairTable,
    answered: pl.DataFrame,
    train: PairTable,
    model: str = "the model",
    swaps: pl.DataFrame | None = None,
    sample: StratifiedSample | None = None,
) -> Finding:
    """Compare accuracy on items whose pair is in the training data and on the others.

    Parameters
    ----------
    challenge
        What was asked.
    pairs
        Its items.
    answered
        Columns ``id`` and ``correct`` (boolean), of the ids with an answer.
    train
        The training data.
    model
        What to call the model.
    swaps
        The items, where they are swap sets, which were made from training data too.
    sample
        The strata that `answered` was drawn from; None: no sample.

    Returns
    -------
    Finding
        Shares of items ``equal_pairs``, ``near_pairs``, ``exchanged_pairs``, ``similar_pairs`` (any of
        these), ``contrast_pairs`` and ``conflicting_pairs`` (equal, with another gold label); accuracies
        ``accuracy.all``, ``accuracy.in_train`` and ``accuracy.not_in_train``. View ``examples``. Items:
        `ITEM_COLUMNS`.

    Raises
    ------
    NotApplicableError
        Of items that were made from the training data.
    """
    if challenge.from_train or swaps is not None:
        raise NotApplicableError(
            "items made from the training data", "items of another source", "name data with --on"
        )
    found = occurring(pairs, train)
    named = found.with_columns(pl.col("kind").cast(pl.String).fill_null(_NONE))
    figures = Figures([*_shares(named, pairs.name), *_accuracies(named, answered, pairs.name, sample)])
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {pairs.name}, trained on {train.name}",
        definition=fill("similar_in_train.definition", kinds=fill("similar.definition")),
        headline=_headline(figures, model),
        figures=figures,
        views={"examples": side_by_side({pairs.name: (reading(pairs), found)}, reading(train))},
        on=pairs.name,
        items=named.select(
            "id", similar_in_train="kind", similar_in_train_to=train.frame["id"].gather(found["partner"])
        ),
    )


def _shares(found: pl.DataFrame, name: str) -> Iterator[Figure]:
    for what, kinds in SHARES.items():
        holds = found["kind"].is_in(kinds)
        share = Estimate(int(holds.sum()) / len(holds), "proportion", len(holds), reason=_WHOLE)
        yield Figure("share", share, rows=where(set=name, similar_in_train=kinds), what=what)
    conflict = Estimate(int(found["conflict"].sum()) / len(found), "proportion", len(found), reason=_WHOLE)
    equal = where(set=name, similar_in_train=SHARES["equal_pairs"])
    yield Figure("share", conflict, rows=equal, what="conflicting_pairs")


def _accuracies(
    found: pl.DataFrame, answered: pl.DataFrame, name: str, sample: StratifiedSample | None
) -> Iterator[Figure]:
    items = answered.select("id", "correct").join(
        found.select("id", "kind"), on="id", how="left", maintain_order="left"
    )
    right = items["correct"].to_numpy()
    for part, kinds in _PARTS.items():
        held = items["kind"].is_in(kinds).to_numpy()
        share = (
            proportion(int(right[held].sum()), int(held.sum()))
            if sample is None
            else sample.share(right, held, _LEVEL)
        )
        rows = where(set=name, similar_in_train=kinds).ordered_by(*WRONG_FIRST)
        yield Figure("accuracy", share, {"items": part}, rows=rows, what="accuracy")


def _headline(figures: Figures, model: str) -> str:
    shown = {what: figures[f"{what}_pairs"] for what in ("equal", "near", "exchanged")}
    every, rest = figures["accuracy.all"], figures["accuracy.not_in_train"]
    if rest.value is None or every.value is None:
        return fill("similar_in_train.all_known", **shown)
    return fill("similar_in_train.headline", **shown, model=model, every=every, rest=rest)
