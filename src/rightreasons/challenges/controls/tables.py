"""The controls by name: each makes a table of pairs from another, and keeps the ids."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import polars as pl

from rightreasons.challenges.controls.chance import other_positions, reordered
from rightreasons.challenges.controls.wording import negated, with_tautology
from rightreasons.errors import MeasureInputError, UnknownNameError
from rightreasons.labels import Label
from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, LABEL_TYPE, PairTable
from rightreasons.printable import printable
from rightreasons.text.language import AUTO, language_of

Control = Callable[[PairTable, np.random.Generator, str], PairTable]


COLUMN = "control"


_PREMISE = ("premise", "premise_binary_parse", "premise_parse")


_HYPOTHESIS = ("hypothesis", "hypothesis_binary_parse", "hypothesis_parse")


def hypothesis_alone(base: PairTable, _: np.random.Generator, __: str) -> PairTable:
    """Empty every premise."""
    return _reworded(base, _PREMISE, pl.repeat("", len(base), dtype=pl.String, eager=True))


def premise_shuffled(base: PairTable, rng: np.random.Generator, _: str) -> PairTable:
    """Give every hypothesis the premise of another item, never a premise with the same text.

    Raises
    ------
    MeasureInputError
        If one premise stands in more than half of the items.
    """
    positions = other_positions(base.premises, rng)
    if positions is None:
        raise MeasureInputError(
            f"one premise in more than half of the {len(base):,} items of '{printable(base.name)}'",
            "premises that can change places",
            "leave out the control 'premise_shuffled'",
        )
    moved = [base.frame[name].gather(positions) for name in _PREMISE if name in base.frame.columns]
    return replace(base, frame=base.frame.with_columns(moved))


def exchanged(base: PairTable, _: np.random.Generator, __: str) -> PairTable:
    """Let premise and hypothesis change places, with their parses."""
    frame = base.frame
    old, new = [*_PREMISE, *_HYPOTHESIS], [*_HYPOTHESIS, *_PREMISE]
    names = {name: to for name, to in zip(old, new, strict=True) if name in frame.columns}
    changed = frame.rename(names).select(*CORE_COLUMNS, pl.exclude(CORE_COLUMNS))
    return replace(base, frame=changed)


def identity(base: PairTable, _: np.random.Generator, __: str) -> PairTable:
    """Put the premise in place of the hypothesis: gold is entailment."""
    templates = _with_premise(base)
    frame = templates.frame.drop([name for name in _HYPOTHESIS[1:] if name in templates.frame.columns])
    copied = [
        frame[one].alias(other)
        for one, other in zip(_PREMISE, _HYPOTHESIS, strict=True)
        if one in frame.columns
    ]
    return _relabelled(replace(templates, frame=frame.with_columns(copied)), Label.ENTAILMENT)


def negated_identity(base: PairTable, _: np.random.Generator, code: str) -> PairTable:
    """Put the negation of the premise in place of the hypothesis: gold is contradiction.

    Where the gold labels of the set are entailment and non-entailment, it is non-entailment.
    """
    templates = _with_premise(base)
    gold = Label.NON_ENTAILMENT if Label.NON_ENTAILMENT in base.labels else Label.CONTRADICTION
    return _relabelled(_reworded(templates, _HYPOTHESIS, negated(templates.premises, code)), gold)


def word_order_shuffled(base: PairTable, rng: np.random.Generator, _: str) -> PairTable:
    """Put the words of every hypothesis in another order; hypotheses of one word are left out.

    Raises
    ------
    MeasureInputError
        If no hypothesis has an other order.
    """
    texts = pl.Series([reordered(text, rng) for text in base.hypotheses], dtype=pl.String)
    kept = base.where(texts.is_not_null(), "hypothesis without another word order")
    if not len(kept):
        raise MeasureInputError(
            f"no hypothesis of two different words in '{printable(base.name)}'",
            "hypotheses whose words can be put in another order",
            "leave out the control 'word_order_shuffled'",
        )
    return _reworded(kept, _HYPOTHESIS, texts.drop_nulls())


def true_is_true(base: PairTable, _: np.random.Generator, code: str) -> PairTable:
    """Append "and true is true" to every hypothesis (Naik et al. 2018, section 3): gold stays."""
    return _reworded(base, _HYPOTHESIS, with_tautology(base.hypotheses, code))


CONTROLS: Mapping[str, Control] = MappingProxyType(
    {
        "hypothesis_alone": hypothesis_alone,
        "premise_shuffled": premise_shuffled,
        "exchanged": exchanged,
        "identity": identity,
        "negated_identity": negated_identity,
        "word_order_shuffled": word_order_shuffled,
        "true_is_true": true_is_true,
    }
)
"""Every control, in the order in which they are told."""


def controlled(base: PairTable, name: str, seed: int, code: str = AUTO) -> PairTable:
    """Return the items of a set under a control.

    Parameters
    ----------
    base
        The pairs of the normal run; every row has a gold label.
    name
        A name of `CONTROLS`.
    seed
        For whatever the control leaves to chance.
    code
        The language of the sentences; ``"auto"`` takes it from their words.

    Returns
    -------
    PairTable
        The same ids, or some of them where the control cannot be made of an item (the account says why), with
        the column ``control``. Groups stay; parses of a changed side and annotators' labels go.

    Raises
    ------
    UnknownNameError
        If there is no such control.
    MeasureInputError
        If it cannot be made of these data, or needs words of a language that is not known.
    """
    if name not in CONTROLS:
        raise UnknownNameError(
            f"control '{printable(name)}'", f"one of {', '.join(CONTROLS)}", "correct the name"
        )
    code = language_of(base.premises, base.hypotheses, stated=code)
    made = CONTROLS[name](base, np.random.default_rng(seed), code)
    frame = made.frame.drop(ANNOTATORS, strict=False).with_columns(pl.lit(name).alias(COLUMN))
    return replace(made, frame=frame).named(f"{base.name}, {name.replace('_', ' ')}")


def _reworded(base: PairTable, side: tuple[str, ...], texts: pl.Series) -> PairTable:
    """Return the table with other sentences on one side, whose parses no longer fit."""
    return replace(base, frame=base.frame.with_columns(texts.alias(side[0])).drop(side[1:], strict=False))


def _relabelled(base: PairTable, gold: Label) -> PairTable:
    label = pl.lit(gold.value).cast(LABEL_TYPE).alias("label")
    return replace(base, frame=base.frame.with_columns(label))


def _with_premise(base: PairTable) -> PairTable:
    """Return the rows whose premise is not empty.

    Raises
    ------
    MeasureInputError
        If there is none.
    """
    kept = base.where(pl.col("premise").str.strip_chars() != "", "empty premise")
    if not len(kept):
        raise MeasureInputError(
            f"only empty premises in '{printable(base.name)}'",
            "a premise that says something",
            "name other data",
        )
    return kept
