"""Which data a model is trained and tested on: several sources, added pairs, three labels or two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from rightreasons import numbers
from rightreasons.challenges.hans.recipes import make_recipe, recipes
from rightreasons.engine.memory import remembered
from rightreasons.errors import EmptyDataError, OneClassError, OptionError
from rightreasons.jobs.datasets import listed
from rightreasons.labels import THREE_WAY, TWO_WAY, Label, collapse
from rightreasons.pairs import LABEL_TYPE, PairTable
from rightreasons.printable import printable, quoted
from rightreasons.sources.concatenation import concatenated
from rightreasons.sources.opening.listings import distinct_names
from rightreasons.sources.read import read_pairs

if TYPE_CHECKING:
    from rightreasons.debiasing.method import LabelledData


Labels = Literal["three", "two"]
_EVALUATION, _AUGMENTATION = "evaluation", "augmentation"
_HANS = "hans"
_PER_SUBCASE = 1000  # of McCoy et al. 2019, section 7, and of what `probe` tests on


@dataclass(frozen=True)
class TrainingData:
    """The data of a training.

    Parameters
    ----------
    train, dev
        Every row has a gold label.
    tests
        Further sets, by name.
    labels
        The labels of the model, in the order of `Label`.
    added
        How many of the last training pairs were added by ``--augment``.
    dataset
        The dataset that they were added to, as the catalogue calls it.
    unscored
        Sets that are not predicted, but whose words the model is to know.
    """

    train: PairTable
    dev: PairTable
    tests: Mapping[str, PairTable]
    labels: tuple[Label, ...]
    added: int = 0
    dataset: str | None = None
    unscored: tuple[PairTable, ...] = ()

    def labelled(self) -> "LabelledData":
        """Return what a debiasing method is prepared for."""
        from rightreasons.debiasing.method import LabelledData

        return LabelledData(self.train, self.dev, self.labels, added=self.added, dataset=self.dataset)


def gather(train: Any, dev: Any, test: Any, labels: Labels | None, augment: Any = None) -> TrainingData:
    """Read all data.

    Parameters
    ----------
    train, dev
        Anything `read_pairs` reads, or a table.
    test
        Further sets to predict, one or several.
    labels
        ``"two"``: neutral and contradiction become non-entailment (McCoy et al. 2019, appendix C);
        ``"three"``; None: those of the training data.
    augment
        ``"hans"``, ``"hans:N"``, ``"hans-withheld-1"`` to ``-5``, each with ``:N`` if wanted, or data.

    Raises
    ------
    OptionError
        If labels or augmentation cannot be had.
    OneClassError
        If the training data have one label only.
    RightReasonsError
        If data cannot be read.
    """
    read = _table(train)
    chosen, dataset, added = _labels(read, labels), read.provenance.dataset, 0
    if augment is not None:
        more = added_pairs(augment)
        read, added = concatenated([read, more], f"{read.name} + {_name(augment)}"), len(more)
    tests = [_merged(_table(each), chosen) for each in listed(test)]
    names = distinct_names(["dev", *(table.name for table in tests)])[1:]
    named = {name: table.named(name) for name, table in zip(names, tests, strict=True)}
    return TrainingData(_merged(read, chosen), _merged(_table(dev), chosen), named, chosen, added, dataset)


def added_pairs(augment: Any) -> PairTable:
    """Return the pairs that are added to the training data; see `gather`."""
    name, _, size = str(augment).partition(":")
    recipe = _AUGMENTATION if name == _HANS else name.removeprefix(f"{_HANS}-")
    if not isinstance(augment, str) or not (name == _HANS or (name != recipe and recipe in recipes())):
        return _table(augment)
    if size and (not size.isdecimal() or int(size) < 1):
        raise OptionError(f"'{printable(augment)}' for --augment", f"{name}:N with N pairs", "correct it")
    subcases = 30 - len(recipes()[recipe].without)
    count = int(size) if size else _PER_SUBCASE * subcases
    return remembered("added", str(augment), lambda: _made(recipe, count, str(augment)))


def _made(recipe: str, count: int, name: str) -> PairTable:
    per_subcase = -(-count // (30 - len(recipes()[recipe].without)))
    # kept apart from all of what `probe --on hans` asks, however few are added
    apart = make_recipe(_EVALUATION, per_subcase=max(per_subcase, _PER_SUBCASE)).to_pairs()
    made = make_recipe(recipe, per_subcase=per_subcase, disjoint_from=apart).to_pairs()
    return _first(made, count).named(name)


def _first(pairs: PairTable, count: int) -> PairTable:
    """Return as many pairs, from each subcase in turn; fewer are always among more."""
    turn = pl.int_range(pl.len()).over("subcase") * pl.len() + pl.int_range(pl.len())
    return pairs.where(turn.rank("ordinal") <= count, "not wanted")


def _table(data: Any) -> PairTable:
    table = _read(data).with_gold()
    if not len(table):
        raise EmptyDataError(
            f"no row with a gold label in '{printable(table.name)}'", "labelled pairs", "check the labels"
        )
    return table


def labelled_pairs(data: Any, labels: Sequence[Label]) -> PairTable:
    """Return the pairs with a gold label of anything `read_pairs` reads, in the labels of a model."""
    return _merged(_table(data), labels)


def _read(data: Any) -> PairTable:
    if isinstance(data, PairTable):
        return data
    if isinstance(data, str | Path):
        return remembered("pairs", str(data), lambda: read_pairs(data), entries=16)
    return read_pairs(data)


def _name(augment: Any) -> str:
    return augment.name if isinstance(augment, PairTable) else str(augment)


def _labels(train: PairTable, labels: Labels | None) -> tuple[Label, ...]:
    found = train.labels
    if len(found) < 2:
        raise OneClassError(
            f"only the label {quoted(found)} in all {numbers.count(len(train))} rows of "
            f"'{printable(train.name)}'",
            "at least two labels",
            "check the file and its label map",
        )
    two = set(found) <= set(TWO_WAY)
    if labels == "three" and two:
        raise OptionError(
            f"three labels, and '{printable(train.name)}' has {quoted(found)}",
            "training data with neutral and contradiction",
            "leave out --labels",
        )
    return TWO_WAY if two or labels == "two" else THREE_WAY


def _merged(pairs: PairTable, labels: Sequence[Label]) -> PairTable:
    """Return pairs with neutral and contradiction merged if the model has two labels."""
    if tuple(labels) != TWO_WAY:
        return pairs
    merged = {label.value: collapse(label).value for label in Label}
    column = pl.col("label").cast(pl.String).replace_strict(merged).cast(LABEL_TYPE)
    return replace(pairs, frame=pairs.frame.with_columns(column))
