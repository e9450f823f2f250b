"""Probes side by side: which items both models answered, which must be the same items."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from rightreasons.challenges.samples import COLUMN, SIZE
from rightreasons.errors import ComparisonError
from rightreasons.findings import Finding
from rightreasons.labels import Label, collapse
from rightreasons.numbers import count
from rightreasons.printable import printable, quoted
from rightreasons.runs.folder import Run
from rightreasons.sources.opening.listings import distinct_names

ITEM = ("set", "id", "premise", "hypothesis", "label")
RESPONSE = ("predicted", "answer", "correct")
_TWO_WAY = {label.value: collapse(label).value for label in Label}


@dataclass(frozen=True)
class ComparedRun:
    """One run of a comparison.

    Parameters
    ----------
    name
        What to call it: its folder.
    model
        What the model is called.
    items
        Items with an answer, of the sets that were scored: `ITEM`, `RESPONSE`, and group columns.
    groups
        Group columns whose accuracies are figures, by set.
    two_way
        Sets that were judged by entailment or not.
    sampled
        Sets of which the run asked a sample.
    changed
        Sets of changed items (controls), which are not compared.
    asked
        As `items`, with those of which there is no answer: null for `RESPONSE`. None: every item has one.
    against_shortcuts
        Sets that are made against shortcuts, such as HANS: no sample of what a guard meets.
    """

    name: str
    model: str
    items: pl.DataFrame = field(repr=False)
    groups: Mapping[str, tuple[str, ...]]
    two_way: frozenset[str]
    sampled: frozenset[str] = frozenset()
    changed: tuple[str, ...] = ()
    asked: pl.DataFrame | None = field(default=None, repr=False)
    against_shortcuts: frozenset[str] = frozenset()

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets that were asked."""
        return tuple(self.items["set"].unique(maintain_order=True).to_list())

    def of(self, name: str, *, two_way: bool) -> pl.DataFrame:
        """Return the items of one set, under two labels if asked for."""
        items = self.items.filter(pl.col("set") == name)
        if not two_way:
            return items
        gold = pl.col("label").replace_strict(_TWO_WAY, return_dtype=pl.String)
        answer = pl.col("answer").replace_strict(_TWO_WAY, return_dtype=pl.String)
        collapsed = items.with_columns(label=gold, answer=answer)
        return collapsed.with_columns(correct=pl.col("answer") == pl.col("label"))


@dataclass(frozen=True)
class PairedSet:
    """The items of one set that both runs answered.

    Parameters
    ----------
    name
        The set.
    items
        `ITEM`, ``baseline``, ``candidate`` (whether each run is right), and the group columns.
    groups
        Group columns whose accuracies are compared.
    unpaired
        Items that only one of them answered.
    two_way
        Whether gold and answers are entailment or not.
    strata
        Whether the items are a sample, and have `COLUMN` and `SIZE` of `rightreasons.challenges.samples`.
    """

    name: str
    items: pl.DataFrame = field(repr=False)
    groups: tuple[str, ...]
    unpaired: int
    two_way: bool
    strata: bool = False


def compared_runs(runs: Sequence[Run]) -> tuple[ComparedRun, ...]:
    """Return every probe as it is compared, with distinct names.

    Raises
    ------
    ComparisonError
        If a run is not that of a probe.
    """
    return tuple(_compared(run, name) for run, name in named_runs(runs))


def named_runs(runs: Sequence[Run]) -> list[tuple[Run, str]]:
    """Return every run with a name of its own: its folder, or its path where two folders are called so."""
    folders = Counter(run.path.resolve().name for run in runs)
    named = [
        run.path.resolve().name if folders[run.path.resolve().name] == 1 else str(run.path) for run in runs
    ]
    return list(zip(runs, distinct_names(named), strict=True))


def paired_sets(baseline: ComparedRun, candidate: ComparedRun) -> tuple[PairedSet, ...]:
    """Join the items of two runs by set and id.

    Where one of them was judged by two labels, so is the other.

    Raises
    ------
    ComparisonError
        If they share no items, or the same id has another gold label or other sentences.
    """
    shared = [name for name in baseline.sets if name in candidate.sets]
    pairs = [_paired(name, baseline, candidate) for name in shared]
    found = tuple(pair for pair in pairs if pair.items.height)
    if not found:
        raise ComparisonError(
            f"no item in common: '{printable(baseline.name)}' is about {quoted(baseline.sets)}, "
            f"'{printable(candidate.name)}' about {quoted(candidate.sets)}",
            "runs on the same items",
            "probe both models on the same data",
        )
    return found


def _compared(run: Run, name: str) -> ComparedRun:
    items = run.items() if run.manifest.job == "probe" else pl.DataFrame()
    if not {*ITEM, *RESPONSE} <= set(items.columns) or run.manifest.model is None:
        raise ComparisonError(
            f"'{printable(name)}' is a run of '{printable(run.manifest.job)}'",
            "runs of probe, or all of train",
            "compare what probe wrote with -o",
        )
    scores = {finding.name: finding for finding in run.findings if finding.role == "score"}
    asked = items.filter(pl.col("set").is_in(list(scores)), pl.col("label").is_not_null())
    answered = items.drop_nulls("correct").filter(pl.col("set").is_in(list(scores)))
    return ComparedRun(
        name=name,
        model=run.manifest.model.name,
        items=answered,
        groups={name: _named_groups(finding) for name, finding in scores.items()},
        two_way=frozenset(name for name, finding in scores.items() if finding.settings.get("collapse")),
        sampled=frozenset(name for name, finding in scores.items() if "sampled_from" in finding.settings),
        changed=tuple(sorted(set(items["set"].unique().to_list()) - set(scores))),
        asked=asked if asked["correct"].null_count() else None,
        against_shortcuts=frozenset(name for name, each in scores.items() if each.tests_shortcuts),
    )


def _named_groups(finding: Finding) -> tuple[str, ...]:
    """Return the columns by which accuracies are figures, together with gold."""
    accuracies = (figure for figure in finding.figures.where("accuracy") if figure.label is not None)
    return tuple(dict.fromkeys(column for figure in accuracies for column in figure.group))


def _paired(name: str, baseline: ComparedRun, candidate: ComparedRun) -> PairedSet:
    two_way = name in baseline.two_way | candidate.two_way
    one, other = (run.of(name, two_way=two_way) for run in (baseline, candidate))
    drawn = [column for column in (COLUMN, SIZE) if column in other.columns]
    columns = ["id", "premise", "hypothesis", "label", "correct", *drawn]
    both = one.join(other.select(columns), on="id", how="inner", maintain_order="left", suffix="_other")
    has_strata = [{COLUMN, SIZE} <= set(frame.columns) for frame in (one, other)]
    called = {"label": "gold label", "premise": "premise", "hypothesis": "hypothesis"}
    _check_same(
        name, both, called | ({COLUMN: "stratum", SIZE: "size of its stratum"} if all(has_strata) else {})
    )
    by_position = _is_by_position(one) and _is_by_position(other) and not all(has_strata)
    if one.height != other.height and by_position:
        raise ComparisonError(
            f"{count(one.height)} and {count(other.height)} rows of '{printable(name)}', "
            "known by their position only",
            "the same rows in the same order, with the same gold labels throughout",
            "give both files an id column, or score both on the same items",
        )
    groups = tuple(group for group in baseline.groups.get(name, ()) if group in both.columns)
    items = both.rename({"correct": "baseline", "correct_other": "candidate"})
    unpaired = one.height + other.height - 2 * both.height
    strata = (COLUMN, SIZE) if any(has_strata) else ()
    columns = [*ITEM, "baseline", "candidate", *groups, *strata]
    return PairedSet(name, items.select(columns), groups, unpaired, two_way, bool(strata))


def _check_same(name: str, both: pl.DataFrame, columns: Mapping[str, str]) -> None:
    for column, called in columns.items():
        # A text that one of them does not know is no other text.
        differing = both.filter(pl.col(column) != pl.col(f"{column}_other"))
        if differing.height:
            row = differing.row(0, named=True)
            raise ComparisonError(
                f"{count(differing.height)} items of '{printable(name)}' with another {called} "
                "in the second run: "
                f"'{printable(row['id'])}' has {quoted((str(row[column]), str(row[f'{column}_other'])))}",
                "the same items under the same ids",
                "probe both models on the same file",
            )


def _is_by_position(items: pl.DataFrame) -> bool:
    """Return whether nothing but its number tells one item from another."""
    ids = items["id"].to_list()
    return items["premise"].null_count() == items.height and ids == [str(row) for row in range(len(ids))]
