"""Whether the data bear out the heuristics of HANS: lexical overlap, subsequence, constituent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from rightreasons.artifacts.means import mean_of, percent
from rightreasons.artifacts.overlap_definitions import (
    HEURISTICS,
    STRICT,
    Instances,
    published_instances,
    strict_instances,
)
from rightreasons.artifacts.overlap_sentences import Shared, shared
from rightreasons.artifacts.shared_texts import repeats_note
from rightreasons.figures import Figure, Figures, Rows, where
from rightreasons.findings import Cell, Finding, View
from rightreasons.labels import Label
from rightreasons.pairs import PairTable
from rightreasons.statistics.proportions import proportion
from rightreasons.statistics.results import Estimate
from rightreasons.text.tokenisations import Tokens

ADDS = {"measure": ["overlap_heuristics"]}

# The figures and tables of the overlap heuristics.


_WHOLE = "counted in all rows: a description of these data, not an estimate from a sample"
Means = Mapping[tuple[str, Label], Estimate]


@dataclass(frozen=True)
class InstanceRow:
    """Instances of one heuristic under one definition.

    Parameters
    ----------
    definition, heuristic
        Their names.
    by_label
        Instances by gold label; None where they cannot be told.
    others_right
        Pairs that are no instances and not entailed.
    pairs
        All pairs.
    reason
        Why instances cannot be told.
    """

    definition: str
    heuristic: str
    by_label: Mapping[Label, int] | None
    others_right: int
    pairs: int
    reason: str

    @property
    def supporting(self) -> int:
        """Instances that are entailed."""
        return (self.by_label or {}).get(Label.ENTAILMENT, 0)

    @property
    def instances(self) -> int:
        """All instances."""
        return sum((self.by_label or {}).values())


def instance_rows(found: Instances, pairs: PairTable) -> list[InstanceRow]:
    """Count the instances of every heuristic by gold label."""
    rows = []
    gold = {label: (pairs.gold == label).to_numpy() for label in pairs.labels}
    not_entailed = (pairs.gold != Label.ENTAILMENT).to_numpy()
    for heuristic in HEURISTICS:
        reason = found.reasons.get(heuristic, "")
        if reason:
            rows.append(InstanceRow(found.definition, heuristic, None, 0, len(pairs), reason))
            continue
        flags = found.flags[heuristic].to_numpy()
        by_label = {label: int((flags & rows_of).sum()) for label, rows_of in gold.items()}
        others = int((~flags & not_entailed).sum())
        rows.append(InstanceRow(found.definition, heuristic, by_label, others, len(pairs), ""))
    return rows


def flag_column(definition: str, heuristic: str) -> str:
    """Return the column of the items that says whether a pair is an instance."""
    return heuristic if definition == STRICT else f"{heuristic}_{definition.replace('-', '_')}"


def heuristic_figures(row: InstanceRow, name: str) -> Iterator[Figure]:
    """Return the four figures of one heuristic under one definition.

    Parameters
    ----------
    row
        Its instances.
    name
        The set they are of.
    """
    group = {"definition": row.definition, "heuristic": row.heuristic}
    instances = None if row.reason else _instances(row, name)
    for what, count, label in (
        ("supporting", row.supporting, Label.ENTAILMENT),
        ("contradicting", row.instances - row.supporting, Label.NON_ENTAILMENT),
    ):
        rows = instances and instances.also(*where(label=label).where)
        yield Figure("count", _count(row, count), group, rows=rows, form=f"{{group}}.{what}")
    yield Figure("share", _entailed(row), group, rows=instances, form="{group}.entailed")
    yield Figure("accuracy", _accuracy(row), group, rows=instances and where(set=name))


def _instances(row: InstanceRow, name: str) -> Rows:
    return where(set=name, **{flag_column(row.definition, row.heuristic): True})


def _count(row: InstanceRow, count: int) -> Estimate:
    if row.reason:
        return Estimate(None, "count", row.pairs, reason=row.reason)
    return Estimate(float(count), "count", row.pairs, reason=_WHOLE)


def instance_table(rows: Sequence[InstanceRow], pairs: PairTable) -> View:
    """Return a row for every heuristic and definition."""
    labels = pairs.labels
    head = ("definition", "heuristic", "instances", "share", "supporting", "contradicting")
    rates = ("entailed", "entailed_low", "entailed_high", "accuracy", "accuracy_low", "accuracy_high")
    return View(
        "Pairs that support and that contradict each heuristic",
        (*head, *(label.value for label in labels), *rates),
        tuple(_table_row(row, labels) for row in rows),
        by=("definition", "heuristic"),
        line_rows=tuple(None if row.reason else _instances(row, pairs.name) for row in rows),
        quantities={"entailed": "share"},
    )


def compared(published: Instances, strict: Instances) -> View:
    """Return how many pairs are instances under both definitions, and under one only."""
    rows: list[tuple[Cell, ...]] = []
    for heuristic in HEURISTICS:
        flags = [found.flags[heuristic] for found in (published, strict)]
        if flags[0].null_count() or flags[1].null_count():
            rows.append((heuristic, None, None, None))
            continue
        old, new = (each.to_numpy() for each in flags)
        rows.append((heuristic, int((old & new).sum()), int((old & ~new).sum()), int((~old & new).sum())))
    columns = ("heuristic", "both", "only hans-2019", "only strict")
    return View("Where the two definitions differ", columns, tuple(rows), by=("heuristic",))


def overlap_by_label(words: Shared, pairs: PairTable) -> dict[tuple[str, Label], Estimate]:
    """Return the mean overlap and Jaccard index by gold label, over the pairs that have words."""
    means = {}
    for what, values in (("overlap", words.overlap), ("jaccard", words.jaccard)):
        for label in pairs.labels:
            chosen = values[(pairs.gold == label).to_numpy()]
            means[what, label] = mean_of(chosen[~np.isnan(chosen)], "proportion")
    return means


def overlap_table(means: Means, name: str) -> View:
    """Return the means as a view of the set called `name`."""
    rows = tuple(
        (what, label.value, mean.n, mean.value, *mean.bounds) for (what, label), mean in means.items()
    )
    return View(
        "What premise and hypothesis share",
        ("what", "label", "n", "mean", "low", "high"),
        rows,
        by=("what", "label"),
        bounds={"mean": ("low", "high")},
        line_rows=tuple(where(set=name, label=label).ordered_by(f"-{what}") for what, label in means),
        quantities={"mean": "overlap"},
    )


def _entailed(row: InstanceRow) -> Estimate:
    if row.reason:
        return Estimate(None, "proportion", 0, reason=row.reason)
    if not row.instances:
        return Estimate(None, "proportion", 0, reason="no pair is an instance of the heuristic")
    return proportion(row.supporting, row.instances)


def _accuracy(row: InstanceRow) -> Estimate:
    if row.reason:
        return Estimate(None, "proportion", row.pairs, reason=row.reason)
    return proportion(row.supporting + row.others_right, row.pairs)


def _table_row(row: InstanceRow, labels: Sequence[Label]) -> tuple[Cell, ...]:
    rates = [cell for rate in (_entailed(row), _accuracy(row)) for cell in (rate.value, *rate.bounds)]
    if row.by_label is None:
        return (row.definition, row.heuristic, *([None] * (4 + len(labels))), *rates)
    counts = (row.instances, row.instances / row.pairs, row.supporting, row.instances - row.supporting)
    return (row.definition, row.heuristic, *counts, *(row.by_label[label] for label in labels), *rates)


# Whether the data bear out the heuristics of HANS: lexical overlap, subsequence, constituent.


DEFINITION = (
    "Instances of a heuristic (McCoy et al. 2019, section 2 and Table 1) support it where gold is "
    "entailment and contradict it otherwise. hans-2019: the rules of the published scripts, text parted at "
    "white space, subsequence as a string of characters, the three counts independent of each other. "
    "strict: whole words, constituents of the data's own parses, each heuristic within the one before. "
    "Overlap: share of the hypothesis's words that are in the premise; Jaccard: distinct words in both over "
    "distinct words in either; both without case and final punctuation."
)

ITEM_COLUMNS: Mapping[str, str] = {
    "overlap": "float: Share of the words of the hypothesis that are in the premise.",
    "jaccard": "float: Distinct words in both sentences over distinct words in either.",
    "lexical_overlap": "bool: Whether all words of the hypothesis are in the premise (strict).",
    "subsequence": "bool: Whether the hypothesis is a run of words of the premise (strict).",
    "constituent": "bool: Whether it is a constituent of the premise (strict); null without parses.",
    "lexical_overlap_hans_2019": "bool: The same by the rules of the scripts of HANS.",
    "subsequence_hans_2019": "bool: The same by the rules of the scripts of HANS.",
    "constituent_hans_2019": "bool: The same by the rules of the scripts of HANS.",
}


def overlap_heuristics(train: PairTable, premise_tokens: Tokens, hypothesis_tokens: Tokens) -> Finding:
    """Count the pairs that support and that contradict each heuristic, in two definitions.

    Parameters
    ----------
    train
        The data audited; parses are read where every row has them.
    premise_tokens, hypothesis_tokens
        Tokens of both sides, one tokenisation; the strict definition uses them where there are no parses.

    Returns
    -------
    Finding
        Figures ``DEFINITION.HEURISTIC.FIGURE``: ``supporting`` and ``contradicting`` (counts), ``entailed``
        (share of instances that are entailed: how often a model that applies the heuristic is right where
        it applies), ``accuracy`` (how often it is right in all pairs, if it says non-entailment elsewhere; a
        rule that never applies is right in ``not_entailed``); ``overlap.LABEL``, ``jaccard.LABEL`` (means).
        A constituent figure without parses is null with the reason. Views ``instances`` (strict first),
        ``definitions``, ``overlap``. Items: `ITEM_COLUMNS`.
    """
    published = published_instances(train.frame)
    strict, texts = strict_instances(train.frame, premise_tokens, hypothesis_tokens)
    words = shared(texts)
    rows = [row for found in (strict, published) for row in instance_rows(found, train)]
    means = overlap_by_label(words, train)
    figures = Figures(_figures(train, rows, means))
    return Finding(
        measure="overlap_heuristics",
        subject=train.name,
        definition=DEFINITION,
        headline=_headline(figures),
        figures=figures,
        views={
            "instances": instance_table(rows, train),
            "definitions": compared(published, strict),
            "overlap": overlap_table(means, train.name),
        },
        settings={f"tokenisation_{found.definition}": found.tokenisation for found in (published, strict)},
        notes=(*_reasons(strict, published), *repeats_note(train)),
        items=_items(train, words, published, strict),
    )


def _figures(train: PairTable, rows: Sequence[InstanceRow], means: Means) -> Iterator[Figure]:
    for row in rows:
        yield from heuristic_figures(row, train.name)
    not_entailed = proportion(int((train.gold != Label.ENTAILMENT).sum()), len(train))
    others = where(set=train.name, label=Label.NON_ENTAILMENT)
    yield Figure("share", not_entailed, rows=others, form="not_entailed")
    for (what, label), mean in means.items():
        own = where(set=train.name, label=label).ordered_by(f"-{what}")
        yield Figure("overlap", mean, label=label, rows=own, form=f"{what}.{{label}}")


def _reasons(*instances: Instances) -> tuple[str, ...]:
    return tuple(
        f"{found.definition}, {heuristic}: {reason}"
        for found in instances
        for heuristic, reason in found.reasons.items()
    )


def _items(train: PairTable, words: Shared, published: Instances, strict: Instances) -> pl.DataFrame:
    numbers = pl.DataFrame({"overlap": words.overlap, "jaccard": words.jaccard}, nan_to_null=True)
    renamed = published.flags.rename({name: flag_column(published.definition, name) for name in HEURISTICS})
    return pl.concat([train.frame.select("id"), numbers, strict.flags, renamed], how="horizontal")


def _headline(figures: Figures) -> str:
    entailed = figures["strict.lexical_overlap.entailed"]
    contradicting = figures["strict.lexical_overlap.contradicting"]
    if entailed.value is None:
        return "In no pair are all words of the hypothesis in the premise: the data say nothing of overlap."
    share = entailed.n / contradicting.n
    return (
        f"In {percent(share)} of pairs the premise has every word of the hypothesis, and "
        f"{percent(entailed.value)} of these are entailed: {contradicting.value:,.0f} pairs "
        "contradict the lexical overlap heuristic."
    )
