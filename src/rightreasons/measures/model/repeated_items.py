"""The measure `repeated_items`: items of a scored set that are one pair asked several times."""

import numpy as np
import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.errors import NotApplicableError
from rightreasons.figures import Figure, where
from rightreasons.findings import Finding
from rightreasons.sentences.templates import fill
from rightreasons.statistics.results import Estimate
from rightreasons.text.near_duplicates import normalised

ADDS = {"model_measure": ["repeated_items"]}
MEASURE = "repeated_items"
ITEM_COLUMNS = {"item_copies": "int count: Items of the set with the same pair, except for spelling."}
_WHOLE = "counted in all items: a description of these data, not an estimate from a sample"


def repeated_items(challenge: Challenge, scored: Finding, model: str = "the model") -> Finding:
    """Count the items of a scored set whose pair stands in several of them.

    Parameters
    ----------
    challenge, scored
        What was asked, and its score, which says what was answered.
    model
        What to call the model.

    Returns
    -------
    Finding
        Figures ``repeated`` (share of the answered items whose pair is that of another, except for spelling),
        ``different`` (how many different pairs there are) and ``wider`` (by what factor intervals of
        independent items would have to be wider if the answers to a pair were all right or all wrong: the
        root of the design effect, Kish 1965, section 5.4, with as many in a cluster as items of a pair).

    Raises
    ------
    NotApplicableError
        Where there are no sentences, or no pair repeats.
    """
    if challenge.pairs is None or scored.items is None:
        raise NotApplicableError("no sentences", "the sentences of the items", "name them with --on")
    frame = challenge.pairs.frame.select("id", "premise", "hypothesis")
    frame = frame.join(scored.items.filter(pl.col("answer").is_not_null()).select("id"), on="id", how="semi")
    sides = {side: normalised(frame[side]) for side in ("premise", "hypothesis")}
    copies = frame.with_columns(**sides).select(
        "id", item_copies=pl.len().over("premise", "hypothesis").cast(pl.Int64)
    )
    counts = copies["item_copies"].to_numpy()
    repeated = int((counts > 1).sum())
    if not repeated:
        raise NotApplicableError("items that are all different pairs", "others", "nothing is to be done")
    n, rows = len(counts), where(set=challenge.name)
    share = Estimate(repeated / n, "proportion", n, reason=_WHOLE)
    different = Estimate(round(float((1 / counts).sum())), "pairs", n, reason=_WHOLE)
    wider = Estimate(float(np.sqrt(counts.mean())), "coefficient", n, reason=_WHOLE)
    figures = (
        Figure("share", share, rows=rows.ordered_by("-item_copies"), what="repeated"),
        Figure("count", different, rows=rows, what="different"),
        Figure("effect_size", wider, rows=rows, what="wider"),
    )
    shown = dict(zip(("repeated", "different", "wider"), figures, strict=True))
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {challenge.name}",
        definition=fill("repeated_items.definition"),
        headline=fill("repeated_items.headline", **shown),
        figures=figures,
        on=challenge.name,
        items=copies,
    )
