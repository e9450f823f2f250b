"""The controls by name: each makes a table of pairs from another, and keeps the ids."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.errors import MeasureInputError, UnknownNameError
from rightreasons.guarded_yaml import packaged_yaml
from rightreasons.labels import Label
from rightreasons.pairs import ANNOTATORS, CORE_COLUMNS, LABEL_TYPE, PairTable
from rightreasons.printable import printable
from rightreasons.text.language import AUTO, language, language_of

# The words that controls put into sentences, and those that describe them.


END = r"[.!?]*\s*$"


@cache
def wording() -> Mapping[str, Mapping[str, str]]:
    """Return by control ``what`` it does, and which ``gold`` counts, as a reader is to see it."""
    found: Mapping[str, Mapping[str, str]] = packaged_yaml(__package__, "wording.yaml")
    return found


@dataclass(frozen=True)
class Templates:
    """What controls put into sentences of a language (``controls.yaml``).

    Parameters
    ----------
    negation, tautology
        Templates with the place ``{sentence}``.
    lowered
        First words that lose their capital inside a sentence.
    """

    negation: str
    tautology: str
    lowered: str


@cache
def _templates(code: str) -> Templates:
    return Templates(**language(code, "this control").data("controls.yaml"))


def negated(sentences: pl.Series, code: str = "en") -> pl.Series:
    """Return the negation of every sentence: "A man sleeps." gives "It is not true that a man sleeps."."""
    first = sentences.str.extract(r"^\s*(\w+)", 1).str.to_lowercase()
    start = sentences.str.slice(0, 1).str.to_lowercase()
    lowered = first.is_in(_templates(code).lowered.split()).fill_null(value=False)
    inner = start.zip_with(lowered, sentences.str.slice(0, 1)) + sentences.str.slice(1)
    before, after = _templates(code).negation.split("{sentence}")
    return before + inner + after


def with_tautology(sentences: pl.Series, code: str = "en") -> pl.Series:
    """Return every sentence with the tautology before its final punctuation marks."""
    before, after = _templates(code).tautology.split("{sentence}")
    end = sentences.str.extract(f"({END})", 1).fill_null("")
    body = sentences.str.replace(END, "").str.strip_chars_end()
    return before + body + after + end


# Premises for other items, and words in another order: whatever a control leaves to chance.


_END = re.compile(r"\s*[.!?]*\s*$")


def other_positions(texts: pl.Series, rng: np.random.Generator) -> npt.NDArray[np.int64] | None:
    """Return a permutation that gives no position a text equal to its own, shape (n,).

    Equal texts are put side by side, in a random order of texts, and all move on by as many places as the
    most frequent text has: none of them can then meet itself.

    Parameters
    ----------
    texts
        Strings, shape (n,).
    rng
        Where the order comes from.

    Returns
    -------
    ndarray or None
        ``texts.gather(result)`` differs from `texts` everywhere; None where one text is more than half
        of all.
    """
    codes = texts.rank("dense").to_numpy().astype(np.int64) - 1
    if not len(codes):
        return codes
    most = int(np.bincount(codes).max())
    if 2 * most > len(codes):
        return None
    of_text = rng.permutation(int(codes.max()) + 1)
    order = np.lexsort((rng.random(len(codes)), of_text[codes]))
    positions = np.empty_like(order)
    positions[order] = np.roll(order, -most)
    return positions


def reordered(sentence: str, rng: np.random.Generator) -> str | None:
    """Return the words of a sentence in another order, final punctuation last.

    None where there is no other order: one word, or the same one again and again.
    """
    end = _END.search(sentence)
    body = sentence[: end.start()] if end else sentence
    words = body.split()
    if len(set(words)) < 2:
        return None
    shuffled = words
    while shuffled == words:
        shuffled = [words[place] for place in rng.permutation(len(words))]
    return " ".join(shuffled) + sentence[len(body) :]


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
        The language of the sentences; ``"auto"`` goes by their words.

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
