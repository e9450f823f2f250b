"""Whether the data bear out the heuristics of HANS: lexical overlap, subsequence, constituent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import add

import numpy as np
import numpy.typing as npt
import polars as pl

from rightreasons.artifacts.means import mean_of_values, summed
from rightreasons.artifacts.overlap.instances import HEURISTICS, Flags, Instances
from rightreasons.artifacts.overlap.pair_words import shared
from rightreasons.artifacts.overlap.published import published_instances
from rightreasons.artifacts.overlap.strict import strict_instances
from rightreasons.artifacts.row_tables import RowTable
from rightreasons.artifacts.shared_texts import repeats_of
from rightreasons.artifacts.text_hashes import TextHashes
from rightreasons.engine.row_columns import RowColumn
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.labels import Label, in_order
from rightreasons.measures.blocks import Blocks, Columns
from rightreasons.measures.data.overlap_tables import (
    InstanceRow,
    Means,
    compared,
    flag_column,
    heuristic_figures,
    instance_table,
    overlap_table,
)
from rightreasons.pairs import PARSE_COLUMNS, PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["overlap_heuristics"]}
Counts = Mapping[Label, int]
ITEM_COLUMNS: Mapping[str, str] = {
    "overlap": "float overlap: Share of the words of the hypothesis that are in the premise.",
    "jaccard": "float overlap: Distinct words in both sentences over distinct words in either.",
    "lexical_overlap": "bool truth: Whether all words of the hypothesis are in the premise (strict).",
    "subsequence": "bool truth: Whether the hypothesis is a run of words of the premise (strict).",
    "constituent": "bool truth: Whether it is a constituent of the premise (strict); null without parses.",
    "lexical_overlap_hans_2019": "bool truth: The same by the rules of the scripts of HANS.",
    "subsequence_hans_2019": "bool truth: The same by the rules of the scripts of HANS.",
    "constituent_hans_2019": "bool truth: The same by the rules of the scripts of HANS.",
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
    part = counted(train, premise_tokens, hypothesis_tokens)
    items = pl.concat([train.frame.select("id"), part.rows.at()], how="horizontal")
    return replace(finished(part)[0], items=items)


@dataclass(frozen=True)
class DefinitionPart:
    """Instances of some rows under one definition.

    Parameters
    ----------
    definition, tokenisation
        Its name, and what counted as a word.
    reasons
        Why instances of a heuristic cannot be told.
    instances
        Instances by heuristic and gold label, of the others.
    """

    definition: str
    tokenisation: str
    reasons: Mapping[str, str]
    instances: Mapping[str, Counts]

    def __add__(self, other: "DefinitionPart") -> "DefinitionPart":
        both = {name: summed(own, other.instances[name]) for name, own in self.instances.items()}
        return replace(self, instances=both)


@dataclass(frozen=True)
class OverlapPart:
    """What some rows of a set come to.

    Parameters
    ----------
    name
        The set.
    labels
        Rows by gold label.
    definitions
        Instances under each definition, the strict one first.
    compared
        By heuristic: instances under both definitions, under the published one only, under the strict one
        only; None where one of them cannot tell.
    values
        By ``overlap`` and ``jaccard``, and by gold label: rows with each value.
    rows
        `ITEM_COLUMNS` of each row.
    texts
        Hashes of the texts.
    """

    name: str
    labels: Counts
    definitions: tuple[DefinitionPart, ...]
    compared: Mapping[str, tuple[int, ...] | None]
    values: Mapping[str, Mapping[Label, Mapping[float, int]]]
    rows: RowTable
    texts: TextHashes

    @property
    def means(self) -> Means:
        """Mean overlap and Jaccard index by gold label, over the pairs that have words."""
        return {
            (what, label): mean_of_values(of_label[label], "proportion")
            for what, of_label in self.values.items()
            for label in in_order(self.labels)
        }

    def instance_rows(self) -> list[InstanceRow]:
        """Return what the rows say of every heuristic under each definition."""
        return [
            InstanceRow(
                found.definition,
                name,
                found.instances.get(name),
                self.labels,
                found.reasons.get(name, ""),
            )
            for found in self.definitions
            for name in HEURISTICS
        ]


def counted(train: PairTable, premise_tokens: Tokens, hypothesis_tokens: Tokens) -> OverlapPart:
    """Return what some rows of a set come to."""
    published = published_instances(train.frame)
    strict, texts = strict_instances(train.frame, premise_tokens, hypothesis_tokens)
    words = shared(texts)
    gold = {label: (train.gold == label).to_numpy() for label in train.labels}
    of_words = {"overlap": words.overlap, "jaccard": words.jaccard}
    return OverlapPart(
        train.name,
        train.counts(),
        tuple(_definition_part(found, gold) for found in (strict, published)),
        {name: _compared(published.flags[name], strict.flags[name]) for name in HEURISTICS},
        {
            what: {label: _distinct(values[own]) for label, own in gold.items()}
            for what, values in of_words.items()
        },
        _row_table(of_words, published, strict),
        TextHashes.of(train),
    )


def _definition_part(found: Instances, gold: Mapping[Label, Flags]) -> DefinitionPart:
    told = {name: found.flags[name].to_numpy() for name in HEURISTICS if name not in found.reasons}
    counts = {
        name: {label: int((holds & own).sum()) for label, own in gold.items()} for name, holds in told.items()
    }
    return DefinitionPart(found.definition, found.tokenisation, found.reasons, counts)


def _compared(published: pl.Series, strict: pl.Series) -> tuple[int, ...] | None:
    if published.null_count() or strict.null_count():
        return None
    return tuple(int(each.sum()) for each in (published & strict, published & ~strict, ~published & strict))


def _distinct(values: npt.NDArray[np.float64]) -> dict[float, int]:
    found, rows = np.unique(values[~np.isnan(values)], return_counts=True)
    return dict(zip(found.tolist(), rows.tolist(), strict=True))


def _row_table(
    of_words: Mapping[str, npt.NDArray[np.float64]], published: Instances, strict: Instances
) -> RowTable:
    flags = {name: strict.flags[name] for name in HEURISTICS}
    flags |= {flag_column(published.definition, name): published.flags[name] for name in HEURISTICS}
    columns = {name: RowColumn.of(values) for name, values in of_words.items()}
    told = {
        name: None if each.null_count() else RowColumn.of(each.to_numpy()) for name, each in flags.items()
    }
    return RowTable({**columns, **told})


def merged(one: OverlapPart, other: OverlapPart) -> OverlapPart:
    """Return what both come to together; columns of rows are in the order of the parts."""
    labels = in_order((*one.labels, *other.labels))
    pairs = {
        name: None if own is None or (more := other.compared[name]) is None else tuple(map(add, own, more))
        for name, own in one.compared.items()
    }
    values = {
        what: {label: summed(own.get(label, {}), other.values[what].get(label, {})) for label in labels}
        for what, own in one.values.items()
    }
    return OverlapPart(
        one.name,
        summed(one.labels, other.labels),
        tuple(own + more for own, more in zip(one.definitions, other.definitions, strict=True)),
        pairs,
        values,
        one.rows + other.rows,
        one.texts + other.texts,
    )


def finished(train: OverlapPart) -> tuple[Finding, Columns]:
    """Return the finding of `overlap_heuristics` without items, and the columns of the rows."""
    rows, means, labels = train.instance_rows(), train.means, in_order(train.labels)
    figures = Figures(_figures(train, rows, means))
    finding = Finding(
        measure="overlap_heuristics",
        subject=train.name,
        definition=fill("overlap_heuristics.definition"),
        headline=_headline(figures),
        figures=figures,
        views={
            "instances": instance_table(rows, labels, train.name),
            "definitions": compared(train.compared),
            "overlap": overlap_table(means, train.name),
        },
        settings={
            f"tokenisation_{each.definition}": each.tokenisation for each in reversed(train.definitions)
        },
        notes=(*_reasons(*train.definitions), *repeats_of(train.texts)),
    )
    return finding, {train.name: train.rows}


BLOCKS = Blocks(counted, merged, finished, without=PARSE_COLUMNS)


def _figures(train: OverlapPart, rows: Sequence[InstanceRow], means: Means) -> Iterator[Figure]:
    for row in rows:
        yield from heuristic_figures(row, train.name)
    entailed, pairs = train.labels.get(Label.ENTAILMENT, 0), sum(train.labels.values())
    not_entailed = proportion(pairs - entailed, pairs)
    others = where(set=train.name, label=Label.NON_ENTAILMENT)
    yield Figure("share", not_entailed, rows=others, what="not_entailed")
    for (what, label), mean in means.items():
        own = where(set=train.name, label=label).ordered_by(f"-{what}")
        yield Figure("overlap", mean, label=label, rows=own, what=what)


def _reasons(*instances: DefinitionPart) -> tuple[str, ...]:
    return tuple(
        fill(
            "overlap_heuristics.not_counted", definition=found.definition, heuristic=heuristic, reason=reason
        )
        for found in instances
        for heuristic, reason in found.reasons.items()
    )


def _headline(figures: Figures) -> str:
    entailed = figures["strict.lexical_overlap.entailed"]
    contradicting = figures["strict.lexical_overlap.contradicting"]
    if entailed.value is None:
        return fill("overlap_heuristics.none")
    return fill(
        "overlap_heuristics.headline",
        share=entailed.n / contradicting.n,
        entailed=entailed,
        contradicting=contradicting,
    )
