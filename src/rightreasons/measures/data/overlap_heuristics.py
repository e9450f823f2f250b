"""Whether the data bear out the heuristics of HANS: lexical overlap, subsequence, constituent."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from rightreasons.artifacts.overlap.instances import HEURISTICS, Instances
from rightreasons.artifacts.overlap.pair_words import Shared, shared
from rightreasons.artifacts.overlap.published import published_instances
from rightreasons.artifacts.overlap.strict import strict_instances
from rightreasons.artifacts.shared_texts import repeats_note
from rightreasons.figures import Figure, Figures, where
from rightreasons.findings import Finding
from rightreasons.labels import Label
from rightreasons.measures.data.overlap_tables import (
    InstanceRow,
    Means,
    compared,
    flag_column,
    heuristic_figures,
    instance_rows,
    instance_table,
    overlap_by_label,
    overlap_table,
)
from rightreasons.pairs import PairTable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.proportions import proportion
from rightreasons.text.tokens import Tokens

ADDS = {"measure": ["overlap_heuristics"]}
BLOCKS = "The words of all rows are numbered in one vocabulary."


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
    published = published_instances(train.frame)
    strict, texts = strict_instances(train.frame, premise_tokens, hypothesis_tokens)
    words = shared(texts)
    rows = [row for found in (strict, published) for row in instance_rows(found, train)]
    means = overlap_by_label(words, train)
    figures = Figures(_figures(train, rows, means))
    return Finding(
        measure="overlap_heuristics",
        subject=train.name,
        definition=fill("overlap_heuristics.definition"),
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
    yield Figure("share", not_entailed, rows=others, what="not_entailed")
    for (what, label), mean in means.items():
        own = where(set=train.name, label=label).ordered_by(f"-{what}")
        yield Figure("overlap", mean, label=label, rows=own, what=what)


def _reasons(*instances: Instances) -> tuple[str, ...]:
    return tuple(
        fill(
            "overlap_heuristics.not_counted", definition=found.definition, heuristic=heuristic, reason=reason
        )
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
        return fill("overlap_heuristics.none")
    return fill(
        "overlap_heuristics.headline",
        share=entailed.n / contradicting.n,
        entailed=entailed,
        contradicting=contradicting,
    )
