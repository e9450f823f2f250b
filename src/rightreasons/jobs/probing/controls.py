"""Controls of a probe: the items of a challenge changed, asked again, and compared with the normal run."""

from dataclasses import replace

import polars as pl

from rightreasons.challenges.challenge import Challenge, from_pairs
from rightreasons.challenges.controls import CONTROLS, ControlSettings, controlled, controls
from rightreasons.challenges.scoring import score
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.jobs.probing.asking import OUT_OF_REACH, Asking
from rightreasons.jobs.probing.items import predicted_items
from rightreasons.jobs.probing.options import ProbeOptions
from rightreasons.predictions import Predictions
from rightreasons.printable import printable


def controls_on(base: Challenge, asking: Asking, options: ProbeOptions) -> tuple[Finding, pl.DataFrame]:
    """Return what changed items say of the model, and every changed item with its prediction.

    Parameters
    ----------
    base
        A challenge with text.
    asking
        The model that is asked.
    options
        Seed and collapse.

    Raises
    ------
    MeasureInputError
        If the text is not known, or the model says nothing of the items.
    """
    if base.pairs is None:
        raise MeasureInputError(
            f"'{base.name}' holds ids and no sentences",
            "sentences that can be changed",
            "name data with --on",
        )
    if not asking.model.reads_text:
        raise MeasureInputError(
            f"'{printable(asking.model.name)}' is keyed by id, so that it says the same of changed sentences",
            "a model, or predictions by pair_hash or sentences",
            "predict what `rightreasons make items` exports",
        )
    normal = asking.says(base)
    if normal is None:
        raise MeasureInputError(OUT_OF_REACH, "a model that answers", "start again with the same options")
    said, not_made, items = {}, {}, []
    for name in CONTROLS:
        try:
            changed = controlled(base.pairs, name, options.seed)
        except MeasureInputError as error:
            not_made[name] = error.found
            continue
        challenge = from_pairs(f"{base.name}, {name}", changed, ())
        found = asking.says(challenge)
        if found is None:
            not_made[name] = OUT_OF_REACH
            continue
        said[name] = found.predictions
        items.append(_items(challenge, found.predictions, options))
    settings = ControlSettings(seed=options.seed, collapse=options.collapse, allow_partial=True)
    finding = replace(controls(base.pairs, normal.predictions, said, not_made, settings), items=None)
    return finding, pl.concat(items, how="diagonal_relaxed") if items else pl.DataFrame()


def _items(challenge: Challenge, said: Predictions, options: ProbeOptions) -> pl.DataFrame:
    finding = score(challenge, said, options.collapse, allow_partial=True)
    return predicted_items(challenge, said, finding)
