"""How much a probe would ask: counted before anything is asked."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from rightreasons.challenges.controls import CONTROLS, controlled
from rightreasons.errors import MeasureInputError, OptionError
from rightreasons.jobs.probing.models import Reader
from rightreasons.jobs.probing.plan import ProbePlan
from rightreasons.jobs.probing.session import with_several_labels
from rightreasons.pairs import PairTable
from rightreasons.predictors.identity import Identity
from rightreasons.predictors.judge.judge import Judge
from rightreasons.predictors.judge.judge import expected as of_judge
from rightreasons.predictors.store.store import Store


@dataclass(frozen=True)
class Expected:
    """What one part of a probe would ask.

    Parameters
    ----------
    part
        What it is: a challenge, its controls, the pairs that prove the labels.
    pairs
        Items.
    asked
        Distinct pairs of sentences that are not in the store yet, once a prompt.
    input_tokens, output_tokens
        Estimated tokens of a chat model; None for other models.
    cost
        In the currency of the prices; None without prices.
    """

    part: str
    pairs: int
    asked: int
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None


def expected(plan: ProbePlan, store: Store, scope: str) -> tuple[Expected, ...]:
    """Return what every part of a probe would ask; what two parts share counts once, in the first.

    Raises
    ------
    OptionError
        If nothing would be asked, since predictions are saved.
    """
    if not isinstance(plan.model, Reader):
        raise OptionError("--dry-run with saved predictions", "a model that is asked", "leave it out")
    planned: dict[str, set[str]] = {}
    return tuple(
        _expected(plan.model, part, pairs, planned, store, scope) for part, pairs in _parts(plan).items()
    )


def _parts(plan: ProbePlan) -> Mapping[str, PairTable]:
    parts: dict[str, PairTable] = {}
    if plan.calibration is not None:
        parts["label check"] = plan.calibration
    if plan.fitting is not None:
        parts["threshold"] = plan.fitting
    parts |= {each.name: each.with_text() for each in plan.challenges}
    for each in plan.challenges:
        parts |= {asked.name: asked.with_text() for asked in with_several_labels(each) if asked is not None}
    for base in plan.controlled:
        parts.setdefault(base.name, base.with_text())
        for name in CONTROLS:
            try:
                parts[f"{base.name}, {name}"] = controlled(
                    base.with_text(), name, plan.options.seed, plan.options.language
                )
            except MeasureInputError:
                continue
    return parts


def _expected(
    model: Reader, part: str, pairs: PairTable, planned: dict[str, set[str]], store: Store, scope: str
) -> Expected:
    missing = [
        _missing(identity, pairs, planned.setdefault(identity.fingerprint(scope), set()), store, scope)
        for identity in model.identities
    ]
    asked = sum(map(len, missing))
    if not all(isinstance(judge, Judge) for judge in model.predictors):
        return Expected(part, len(pairs), asked)
    each = [
        of_judge(judge, table)
        for judge, table in zip(model.predictors, missing, strict=True)
        if isinstance(judge, Judge)
    ]
    costs = [use.cost for use in each if use.cost is not None]
    return Expected(
        part,
        len(pairs),
        asked,
        sum(use.input_tokens for use in each),
        sum(use.output_tokens for use in each),
        sum(costs) if costs else None,
    )


def _missing(identity: Identity, pairs: PairTable, planned: set[str], store: Store, scope: str) -> PairTable:
    hashes = identity.hashes(pairs)
    there = set(store.get(identity.fingerprint(scope), hashes)) | planned
    choices = []
    for found in hashes:
        choices.append(found not in there)
        there.add(found)
    planned.update(hashes)
    return pairs.where(pl.Series(choices, dtype=pl.Boolean), "answered before, or the text of another pair")
