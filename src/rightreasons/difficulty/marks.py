"""What each instance is: easy, hard, conflicting or none, and what made it so."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet
from rightreasons.errors import MeasureInputError
from rightreasons.findings import Finding
from rightreasons.numbers import significant
from rightreasons.pairs import PairTable
from rightreasons.printable import printable
from rightreasons.shortcuts.block import Block, block_of
from rightreasons.shortcuts.evidence import AGREEMENT, counted_labels, label_places
from rightreasons.shortcuts.patterns import pattern_shortcuts
from rightreasons.shortcuts.shortcut import Marks, Shortcuts

MARKS = ("easy", "hard", "conflicting", "none")
MARK_TYPE = pl.Enum(MARKS)
Codes = npt.NDArray[np.int8]


@dataclass(frozen=True)
class DifficultyMarks:
    """The mark of every instance of a dataset, under one notion of easy and hard.

    Parameters
    ----------
    notion
        What makes an instance easy or hard, in a few words.
    frame
        Columns ``id``, ``mark`` (`MARK_TYPE`; null where there is no gold label) and ``causes`` (list of
        strings: the patterns that made it so, strongest first, or the label that a model predicted).
    """

    notion: str
    frame: pl.DataFrame

    def __len__(self) -> int:
        return self.frame.height

    def counts(self) -> dict[str, int]:
        """Return how many instances have each mark."""
        found = dict(self.frame.drop_nulls("mark").group_by("mark").len().iter_rows())
        return {mark: int(found.get(mark, 0)) for mark in MARKS}

    def ids(self, mark: str) -> pl.Series:
        """Return the ids of the instances with a mark."""
        return self.frame.filter(pl.col("mark") == mark)["id"]


def shortcut_marks(pairs: PairTable | Block, shortcuts: Shortcuts, notion: str) -> DifficultyMarks:
    """Mark instances by the shortcuts that hold of them (Liu et al. 2020, section 2.3, of patterns).

    Easy: at least one holds, and all that do point to the gold label. Hard: at least one, and none does.
    Conflicting: some do, some do not. None: no shortcut holds.

    Parameters
    ----------
    pairs
        Any split.
    shortcuts
        Of the training split.
    notion
        What to call it.
    """
    block = block_of(pairs)
    marks, gold = shortcuts.marks(block), block.pairs.gold
    frame = block.pairs.frame.select("id").with_columns(
        marked(mark_codes(marks, shortcuts.frame["label"], gold), gold),
        causes(marks, shortcuts.frame["key"]),
    )
    return DifficultyMarks(notion, frame)


def difficulty(pairs: PairTable | Block, shortcuts: Shortcuts) -> pl.Series:
    """Return the column ``mark`` of `shortcut_marks` alone; of many shortcuts the causes take longer."""
    block = block_of(pairs)
    return marked(
        mark_codes(shortcuts.marks(block), shortcuts.frame["label"], block.pairs.gold), block.pairs.gold
    )


def pattern_marks(pairs: PairTable | Block, patterns: PatternSet) -> DifficultyMarks:
    """Mark instances by the patterns they hold, as `shortcut_marks` does.

    A pattern that a shorter one explains (`PatternSet.compact`) changes no mark, and is left out of the
    causes.

    Parameters
    ----------
    pairs
        Any split.
    patterns
        Mined from the training split at the lambda wanted; the paper takes 0.8 for SNLI, 0.7 for MultiNLI.

    Raises
    ------
    TokenisationError
        If the patterns were mined from parses and a pair has none.
    """
    notion = f"patterns of {patterns.origin.dataset}, p > {significant(patterns.origin.threshold)}"
    return shortcut_marks(pairs, pattern_shortcuts(patterns.compact()), notion)


def mark_codes(marks: Marks, labels: pl.Series, gold: pl.Series) -> Codes:
    """Return the position in `MARKS` of every instance, shape (n,); meaningless where gold is null.

    Parameters
    ----------
    marks
        Which shortcuts hold of each of n instances.
    labels
        Label of every shortcut, as `LABEL_TYPE`.
    gold
        Gold label of every instance, as `LABEL_TYPE`.
    """
    by_label = counted_labels(marks, labels)
    held = by_label.sum(axis=1)
    agreeing = (by_label * AGREEMENT[label_places(gold)]).sum(axis=1)
    conditions = [held == 0, agreeing == held, agreeing == 0]
    places = [MARKS.index("none"), MARKS.index("easy"), MARKS.index("hard")]
    return np.select(conditions, places, MARKS.index("conflicting")).astype(np.int8)


def marked(codes: Codes, gold: pl.Series) -> pl.Series:
    """Return marks as a column ``mark``; null where gold is."""
    marks = pl.Series("mark", MARKS, dtype=MARK_TYPE).gather(codes.astype(np.uint32))
    return pl.select(pl.when(gold.is_not_null()).then(marks)).to_series()


def model_based_marks(pairs: PairTable, hypothesis_only: Finding) -> DifficultyMarks:
    """Mark instances by whether a hypothesis-only model gets them right: easy, or hard where it does not.

    Parameters
    ----------
    pairs
        The audited set or the test of the finding.
    hypothesis_only
        Finding of the measure of that name: the audited set was cross-fitted, so that no row was seen by
        the model that scores it; a test was scored by a model of all of training.

    Raises
    ------
    MeasureInputError
        If the finding says nothing of these instances.

    References
    ----------
    Gururangan et al. (2018), "Annotation artifacts in natural language inference data", section 4.
    """
    predictions = _predictions(pairs, hypothesis_only)
    found = pairs.frame.select("id", "label").join(predictions, on="id", how="left", maintain_order="left")
    answered = found["prediction"].is_not_null() & found["label"].is_not_null()
    if not answered.any():
        raise MeasureInputError(
            f"no predictions for '{printable(pairs.name)}' in the finding for "
            f"'{printable(hypothesis_only.subject)}'",
            "a hypothesis-only finding of these data",
            "take the measure with these data as training or test",
        )
    right = AGREEMENT[label_places(found["prediction"]), label_places(found["label"])]
    codes = np.where(right, MARKS.index("easy"), MARKS.index("hard")).astype(np.int8)
    frame = found.select("id").with_columns(
        marked(codes, answered.replace_strict({True: True}, default=None, return_dtype=pl.Boolean)),
        causes=pl.concat_list(found["prediction"].cast(pl.String)).list.drop_nulls(),
    )
    return DifficultyMarks(f"hypothesis-only model of {hypothesis_only.subject.split(' -> ')[0]}", frame)


def published_marks(pairs: PairTable, hard: Collection[str], notion: str = "published") -> DifficultyMarks:
    """Mark instances by a published list of hard ones: those in it are hard, all others easy.

    Parameters
    ----------
    pairs
        The split that the list was drawn from.
    hard
        Ids of the hard instances.
    notion
        What to call it.
    """
    is_hard = pairs.frame["id"].is_in(pl.Series(list(hard), dtype=pl.String).implode()).to_numpy()
    codes = np.where(is_hard, MARKS.index("hard"), MARKS.index("easy")).astype(np.int8)
    causes = pl.repeat([], len(pairs), dtype=pl.List(pl.String), eager=True).alias("causes")
    return DifficultyMarks(notion, pairs.frame.select("id").with_columns(marked(codes, pairs.gold), causes))


def _predictions(pairs: PairTable, finding: Finding) -> pl.DataFrame:
    column = f"{finding.measure}_prediction"
    if finding.items is None or column not in finding.items.columns:
        return pl.DataFrame(schema={"id": pl.String, "prediction": pairs.gold.dtype})
    own = finding.items.filter(pl.col("set") == pairs.name)
    return own.select("id", prediction=pl.col(column).cast(pairs.gold.dtype))


def causes(marks: Marks, names: pl.Series) -> pl.Series:
    """Return what holds of every instance as a column ``causes``, in the order of `names`.

    Parameters
    ----------
    marks
        Which shortcuts hold of each of n instances.
    names
        What each of them is called.
    """
    instances = np.arange(marks.shape[0], dtype=np.int32)
    named = pl.DataFrame({"instance": np.repeat(instances, np.diff(marks.indptr))}).with_columns(
        causes=names.gather(pl.Series(marks.indices))
    )
    grouped = named.group_by("instance", maintain_order=True).all()
    every = pl.DataFrame({"instance": instances})
    joined = every.join(grouped, on="instance", how="left", maintain_order="left")
    return joined["causes"].fill_null([])
