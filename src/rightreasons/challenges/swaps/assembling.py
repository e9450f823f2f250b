"""Puts instances into their sets, with the factors that each carries; those without a label are set aside."""

from collections.abc import Mapping, Sequence

import polars as pl

from rightreasons.challenges.swaps.drafts import Draft
from rightreasons.challenges.swaps.factors import factors
from rightreasons.challenges.swaps.substitutes import NO_RELATIVE
from rightreasons.challenges.swaps.swap_set import (
    COLUMNS,
    CONTROL_OF,
    OPEN,
    SETS,
    SwapRelation,
    SwapSet,
    SwapSets,
)
from rightreasons.challenges.swaps.words import Words
from rightreasons.pairs import LABEL_TYPE, Account

NOT_LABELLED = "no rule proposes a gold label"
NOTHING_MADE = "nothing that is made of it has a gold label"
_FACTORS = ("polarity", "unseen", "gold_changed")
_DRAFTED: Mapping[str, pl.DataType | type[pl.DataType]] = {
    name: pl.String if kind == LABEL_TYPE else kind for name, kind in COLUMNS.items() if name not in _FACTORS
}


def assembled(
    drafts: Sequence[Draft],
    words: Words,
    gold: pl.Series,
    relation: SwapRelation,
    account: Account,
    settings: Mapping[str, object],
) -> SwapSets:
    """Return the sets.

    Parameters
    ----------
    drafts
        The instances; those of a control set before what is made of them.
    words, gold
        Of the training instances: what polarity and unseen pairs are told by.
    relation, settings
        See `SwapSets`.
    account
        What became of the candidates until they were items.
    """
    frame = _with_factors(_frame(drafts), words, gold)
    frame = frame.with_columns(control=pl.col("set").replace(CONTROL_OF))
    made = frame.filter(pl.col("set") != pl.col("control"))
    unlabelled = _with_controls(frame, made.filter(gold_status=OPEN))
    labelled = _with_controls(frame, made.filter(pl.col("gold_status") != OPEN))
    drafted = dict(frame.group_by("set").len().iter_rows())
    sets = {name: SwapSet(name, labelled.filter(set=name)) for name in SETS if name in drafted}
    accounts = {name: _account(sets[name], drafted[name], account) for name in sets}
    return SwapSets(relation, sets, unlabelled, accounts, settings)


def _frame(drafts: Sequence[Draft]) -> pl.DataFrame:
    rows = [
        {
            "id": f"{draft.set}:{draft.item.name}",
            "premise": draft.instance.premise,
            "hypothesis": draft.instance.hypothesis,
            "label": draft.label and draft.label.value,
            "set": draft.set,
            "item": draft.item.name,
            "source_id": draft.item.source_id,
            "pair": "/".join(sorted(draft.item.pair[:2])),
            "first": draft.instance.first,
            "second": draft.instance.second,
            "relation": draft.relation,
            "control_label": draft.control_label and draft.control_label.value,
            "gold_status": draft.status if draft.label and draft.control_label else OPEN,
        }
        for draft in drafts
    ]
    return pl.DataFrame(rows, schema=_DRAFTED).with_columns(pl.col("label", "control_label").cast(LABEL_TYPE))


def _with_factors(frame: pl.DataFrame, words: Words, gold: pl.Series) -> pl.DataFrame:
    known = factors(words, gold, frame).select("first", "second", "polarity", "unseen")
    whole = frame.join(known, on=["first", "second"], how="left", maintain_order="left")
    return whole.with_columns(gold_changed=pl.col("label") != pl.col("control_label")).select(*COLUMNS)


def _with_controls(frame: pl.DataFrame, made: pl.DataFrame) -> pl.DataFrame:
    of_made = frame.filter(pl.col("set") == pl.col("control")).join(
        made, on=["control", "item"], how="semi", maintain_order="left"
    )
    return pl.concat([of_made, made]).drop("control")


def _account(made: SwapSet, drafted: int, account: Account) -> Account:
    of_items = Account(account.kept, account.kept)
    if made.name == made.control:
        of_all = account if made.name.startswith("I_") else of_items
        return of_all.drop(NOTHING_MADE, of_items.kept - len(made))
    return of_items.drop(NO_RELATIVE, of_items.kept - drafted).drop(NOT_LABELLED, drafted - len(made))
