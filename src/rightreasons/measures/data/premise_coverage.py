"""How much of the hypothesis the premise contains, by label: words, and numbers and names that it lacks.

For claims against evidence this is the baseline of the field: a claim whose words are in the evidence is
taken to be supported.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of_values, summed
from rightreasons.artifacts.row_tables import RowTable
from rightreasons.artifacts.shared_texts import repeats_of
from rightreasons.artifacts.text_hashes import TextHashes
from rightreasons.engine.row_columns import RowColumn
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Cell, Finding, View, bounded
from rightreasons.labels import Label, in_order
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.roc_area import auroc_of_counts
from rightreasons.text.language import is_known

ADDS = {"measure": ["premise_coverage"]}

ITEM_COLUMNS: Mapping[str, str] = {
    "coverage_document": "float overlap: Share of the hypothesis's words in the premise; null if it has "
    "none.",
    "coverage_sentence": "float overlap: The highest such share in one sentence of the premise.",
    "absent_numbers": "int count: Numbers of the hypothesis that the premise lacks; null if it has none.",
    "absent_names": "int count: Names of the hypothesis that the premise lacks; null if it has none.",
    "number_absent": "bool truth: Whether the premise lacks a number of the hypothesis; null if it has none.",
    "name_absent": "bool truth: Whether the premise lacks a name of the hypothesis; null if it has none.",
}
BLOCK = 16 * 2**20
"""Characters of premises that are held as words at a time."""
_STEPS = 1_000
_SHARES, _ABSENT = ("document", "sentence"), ("number", "name")
_OF_WORDS, _MISSING = ("coverage_document", "coverage_sentence"), ("absent_numbers", "absent_names")
_WORD = r"[\p{L}\p{N}]+"
_NUMBER = r"\p{Nd}[\p{Nd},]*(?:\.\p{Nd}+)?"
_NAME = r"\b\p{Lu}[\p{L}\p{N}]+"
_SENTENCE_START = r"(^|[.!?:\n][\"'”’)]*\s+)[\"'“‘(]*[^\s]+"
_SENTENCE_END = r"([.!?][\"'”’)\]]*)\s+"


def premise_coverage(train: PairTable, language: str = "en") -> Finding:
    """Compare between labels how much of the hypothesis is in the premise.

    Parameters
    ----------
    train
        The data audited.
    language
        Code of their language: capitals tell names in English, but not in every language.

    Returns
    -------
    Finding
        Figures ``document.LABEL``, ``sentence.LABEL`` (means of shares), ``area.LABEL``,
        ``absent_number.LABEL`` and ``absent_name.LABEL`` (proportions of the hypotheses that have some).
        View ``by_label``. Items: ``coverage_document``, ``coverage_sentence``, ``absent_numbers`` and
        ``absent_names`` (counts; null where the hypothesis has none), ``number_absent`` and ``name_absent``
        (whether they are above 0).
    """
    part = counted(train)
    rows = part.rows.at().pipe(_columns, has_names=is_known(language))
    items = pl.concat([train.frame.select("id"), rows], how="horizontal")
    return replace(finished(part, language)[0], items=items)


@dataclass(frozen=True)
class LabelCoverage:
    """What rows of one gold label come to.

    Parameters
    ----------
    rows
        How many there are.
    shares
        By ``document`` and ``sentence``: rows with each share of words.
    absent
        By ``number`` and ``name``: rows that have some, and those of which the premise lacks one.
    """

    rows: int
    shares: Mapping[str, Mapping[float, int]]
    absent: Mapping[str, tuple[int, int]]

    @classmethod
    def of(cls, items: pl.DataFrame) -> "LabelCoverage":
        """Count some rows, by what was measured of each."""
        shares = {what: items[f"coverage_{what}"].drop_nulls().value_counts() for what in _SHARES}
        absent = {what: items[f"{what}_absent"].drop_nulls() for what in _ABSENT}
        return cls(
            items.height,
            {what: dict(found.iter_rows()) for what, found in shares.items()},
            {what: (len(found), int(found.sum())) for what, found in absent.items()},
        )

    def __add__(self, other: "LabelCoverage") -> "LabelCoverage":
        shares = {what: summed(own, other.shares[what]) for what, own in self.shares.items()}
        both = {what: (own, other.absent[what]) for what, own in self.absent.items()}
        absent = {what: (one[0] + two[0], one[1] + two[1]) for what, (one, two) in both.items()}
        return LabelCoverage(self.rows + other.rows, shares, absent)

    @property
    def thousandths(self) -> npt.NDArray[np.int64]:
        """Rows by the share of the whole premise in thousandths, shape (1001,)."""
        found = np.zeros(_STEPS + 1, dtype=np.int64)
        for share, rows in self.shares["document"].items():
            found[round(share * _STEPS)] += rows
        return found


@dataclass(frozen=True)
class CoveragePart:
    """What some rows of a set come to.

    Parameters
    ----------
    name
        The set.
    labels
        Rows by gold label.
    rows
        What was measured of each row; -1: nothing to count.
    texts
        Hashes of the texts.
    """

    name: str
    labels: Mapping[Label, LabelCoverage]
    rows: RowTable
    texts: TextHashes


def counted(train: PairTable) -> CoveragePart:
    """Return what some rows of a set come to."""
    blocks = [_measured(block) for block in _blocks(train.frame)]
    items = pl.concat(blocks) if blocks else _measured(train.frame.select("id", "premise", "hypothesis"))
    labels = {label: LabelCoverage.of(items.filter(train.gold == label)) for label in train.labels}
    shares = {name: items[name].fill_null(float("nan")).to_numpy() for name in _OF_WORDS}
    missing = {name: items[name].cast(pl.Int32).fill_null(-1).to_numpy() for name in _MISSING}
    rows = RowTable({name: RowColumn.of(values) for name, values in {**shares, **missing}.items()})
    return CoveragePart(train.name, labels, rows, TextHashes.of(train))


def merged(one: CoveragePart, other: CoveragePart) -> CoveragePart:
    """Return what both come to together; columns of rows are in the order of the parts."""
    labels = {**other.labels, **one.labels}
    labels |= {
        label: one.labels[label] + other.labels[label] for label in one.labels if label in other.labels
    }
    return CoveragePart(one.name, labels, one.rows + other.rows, one.texts + other.texts)


def finished(train: CoveragePart, language: str = "en") -> tuple[Finding, Columns]:
    """Return the finding of `premise_coverage` without items, and the columns of the rows."""
    labels = in_order(train.labels)
    figures = Figures([figure for label in labels for figure in _figures_of(label, train, language)])
    finding = Finding(
        measure="premise_coverage",
        subject=train.name,
        definition=fill("premise_coverage.definition"),
        headline=_headline(figures, labels),
        figures=figures,
        views={"by_label": _by_label(figures, train)},
        settings={"words": "runs of letters and digits", "block_characters": BLOCK},
        notes=repeats_of(train.texts),
    )
    return finding, {train.name: replace(train.rows, finish=partial(_columns, has_names=is_known(language)))}


BLOCKS = Blocks(counted, merged, finished)


def _columns(found: pl.DataFrame, *, has_names: bool) -> pl.DataFrame:
    """Return `ITEM_COLUMNS` of rows as they are kept."""
    counts = {name: pl.when(pl.col(name) >= 0).then(pl.col(name)).cast(pl.UInt32) for name in _MISSING}
    if not has_names:
        counts["absent_names"] = pl.lit(None, pl.UInt32)
    rows = found.with_columns(**counts)
    return rows.with_columns(
        number_absent=pl.col("absent_numbers") > 0, name_absent=pl.col("absent_names") > 0
    )


def _blocks(frame: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Yield the rows in blocks whose premises have at most `BLOCK` characters, but at least one row."""
    texts = frame.select("id", "premise", "hypothesis")
    block = texts["premise"].str.len_chars().cast(pl.Int64).cum_sum() // BLOCK
    starts = [0, *(block.diff() != 0).arg_true().to_list(), texts.height]
    yield from (texts[start:end] for start, end in pairwise(starts) if end > start)


def _measured(block: pl.DataFrame) -> pl.DataFrame:
    """Return one row an id: the two coverages, how many numbers and names the premise lacks, and whether."""
    words = block.select(
        pl.col("id"),
        hypothesis=_words("hypothesis"),
        premise=_words("premise"),
        numbers=_numbers("hypothesis"),
        premise_numbers=_numbers("premise"),
        names=_names("hypothesis"),
    )
    whole = words.select(
        "id",
        _share("hypothesis", "premise").alias("coverage_document"),
        _absent("numbers", "premise_numbers").alias("absent_numbers"),
        _absent("names", "premise").alias("absent_names"),
    )
    whole = whole.insert_column(2, _best_sentence(block, words, whole["coverage_document"]))
    return whole.with_columns(
        number_absent=pl.col("absent_numbers") > 0, name_absent=pl.col("absent_names") > 0
    )


def _best_sentence(block: pl.DataFrame, words: pl.DataFrame, by_all: pl.Series) -> pl.Series:
    """Return the highest coverage by one sentence of the premise; of a single one, that by all of it."""
    split = block["premise"].str.replace_all(_SENTENCE_END, "$1\n").str.split("\n")
    several = (split.list.len() > 1).arg_true()
    rows = pl.DataFrame({"sentence": split, "hypothesis": words["hypothesis"]})[several].with_row_index("row")
    each = rows.explode("sentence").select("row", "hypothesis", sentence=_words("sentence"))
    shares = each.select("row", share=_share("hypothesis", "sentence"))
    best = shares.group_by("row", maintain_order=True).agg(pl.col("share").max())["share"]
    return by_all.alias("coverage_sentence").scatter(several, best)


def _words(column: str) -> pl.Expr:
    return pl.col(column).str.to_lowercase().str.extract_all(_WORD).list.unique()


def _numbers(column: str) -> pl.Expr:
    digits = pl.element().str.replace_all(",", "", literal=True)
    return pl.col(column).str.extract_all(_NUMBER).list.eval(digits).list.unique()


def _names(column: str) -> pl.Expr:
    """Return the capitalised words that do not begin a sentence, in lower case."""
    inside = pl.col(column).str.replace_all(_SENTENCE_START, "$1")
    return inside.str.extract_all(_NAME).list.eval(pl.element().str.to_lowercase()).list.unique()


def _share(own: str, other: str) -> pl.Expr:
    """Return the share of `own` that is in `other`; null where `own` is empty."""
    size = pl.col(own).list.len()
    share = pl.col(own).list.set_intersection(pl.col(other)).list.len() / size
    return pl.when(size > 0).then(share.round(12))  # one row alone is divided with another last digit


def _absent(own: str, other: str) -> pl.Expr:
    """Return how many of `own` are not in `other`; null where `own` is empty."""
    missing = pl.col(own).list.set_difference(pl.col(other)).list.len()
    return pl.when(pl.col(own).list.len() > 0).then(missing)


def _figures_of(label: Label, train: CoveragePart, language: str) -> Iterator[Figure]:
    own = train.labels[label]
    rows = where(set=train.name, label=label)
    for what in _SHARES:
        mean = mean_of_values(own.shares[what], "proportion")
        highest_first = rows.ordered_by(f"-coverage_{what}")
        yield Figure("overlap", mean, label=label, rows=highest_first, what=what)
    every = sum((each.thousandths for each in train.labels.values()), np.zeros(_STEPS + 1, dtype=np.int64))
    area = auroc_of_counts(own.thousandths, every - own.thousandths)
    yield Figure("superiority", area, label=label, rows=rows.ordered_by("-coverage_document"), what="area")
    for what in _ABSENT:
        without = rows.also(*where(**{f"{what}_absent": True}).where)
        share = _absent_share(*own.absent[what], has_names=what == "number" or is_known(language))
        yield Figure("share", share, label=label, rows=without, what=f"absent_{what}")


def _absent_share(rows: int, absent: int, *, has_names: bool) -> Estimate:
    if not has_names:
        return Estimate(None, "proportion", 0, reason="not measured: needs English")
    if not rows:
        return Estimate(None, "proportion", 0, reason=fill("premise_coverage.without_one"))
    return proportion(absent, rows)


def _by_label(figures: Figures, train: CoveragePart) -> View:
    names = ("document", "sentence", "area", "absent_number", "absent_name")
    rows: list[tuple[Cell, ...]] = []
    for label in in_order(train.labels):
        cells: list[Cell] = [label.value, train.labels[label].rows]
        for name in names:
            figure = figures[f"{name}.{label}"]
            cells += [figure.value, *figure.bounds]
        rows.append(tuple(cells))
    columns = [column for name in names for column in (name, f"{name}_low", f"{name}_high")]
    return View(
        fill("premise_coverage.by_label"),
        ("label", "rows", *columns),
        tuple(rows),
        by=("label",),
        rows=where(set=train.name),
        items={"label": "label"},
        bounds=bounded(*names),
    )


def _headline(figures: Figures, labels: tuple[Label, ...]) -> str:
    by_label = {label: figures[f"document.{label}"].value for label in labels}
    shares = {label: value for label, value in by_label.items() if value is not None}
    if not shares:
        return fill("premise_coverage.no_word")
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    covered = fill(
        "premise_coverage.covered",
        most=figures[f"document.{most}"],
        most_label=most,
        least=figures[f"document.{least}"],
        least_label=least,
    )
    absent = {label: figures[f"absent_number.{label}"].value for label in labels}
    numbers = {label: value for label, value in absent.items() if value is not None}
    if not numbers:
        return fill("premise_coverage.no_number", covered=covered)
    worst = max(numbers, key=numbers.__getitem__)
    share = figures[f"absent_number.{worst}"]
    return fill("premise_coverage.headline", covered=covered, share=share, label=worst)
