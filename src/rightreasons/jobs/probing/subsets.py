"""How accurate a probed model is where the artifacts of a training set help it, and where they mislead."""

from collections.abc import Iterator

import polars as pl

from rightreasons.artifacts.patterns.pattern_set import PatternSet, for_tables
from rightreasons.artifacts.patterns.settings import PatternOptions
from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.group_accuracy import Pooling
from rightreasons.difficulty import pattern_marks, subset_accuracy
from rightreasons.difficulty.artifact_agreement import artifact_agreement
from rightreasons.difficulty.easy_hard import SubsetAccuracy
from rightreasons.errors import MeasureInputError
from rightreasons.figures import WRONG_FIRST, Figure, where
from rightreasons.findings import Finding
from rightreasons.pairs import PairTable
from rightreasons.statistics.results import Estimate
from rightreasons.statistics.stratified import StratifiedSample

MEASURE = "easy_hard_accuracy"
_DEFINITION = (
    "Easy: the hypothesis holds a pattern of the training set, and all its patterns go with the gold label; "
    "hard: none of them does (Liu et al. 2020, section 2.3). Gap: accuracy on easy minus accuracy on hard "
    "instances. A model that does without the artifacts has none."
)


def easy_hard_accuracy(
    scored: Finding, challenge: Challenge, train: PairTable, threshold: float, model: str
) -> Finding:
    """Return accuracy on all, easy and hard instances of one challenge.

    Parameters
    ----------
    scored
        What `score` said of the challenge; its items say which are right.
    challenge
        A challenge whose sentences are known.
    train
        The data that patterns are mined from.
    threshold
        Patterns with p(label | pattern) above this count (lambda).
    model
        What to call the model.

    Raises
    ------
    MeasureInputError
        If the sentences of the challenge are not known.
    """
    pairs, items = _labelled(scored, challenge)
    options = for_tables(PatternOptions(threshold=threshold), train, pairs)
    patterns = PatternSet.fit(train, options)
    marks = pattern_marks(pairs, patterns).frame
    items = items.select("id", "correct").join(marks, on="id", how="left", maintain_order="left")
    found = subset_accuracy(items["correct"].to_numpy(), items["mark"], _sample(challenge, items))
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {challenge.name}, patterns of {train.name}",
        definition=_DEFINITION,
        headline=_headline(found.easy, found.hard, model),
        figures=_figures(found, challenge.name),
        settings={
            "lambda": threshold,
            "max_words": options.max_words,
            "max_gap": options.max_gap,
            "min_count": options.min_count,
            "tokenisation": options.tokenisation,
            "patterns": len(patterns.table()),
        },
        notes=found.notes,
        on=challenge.name,
        items=items.select("id", easy_hard="mark", easy_hard_patterns="causes"),
    )


def _sample(challenge: Challenge, items: pl.DataFrame) -> StratifiedSample | None:
    """Return what the answered items were drawn from, in their order."""
    if challenge.strata is None:
        return None
    column = challenge.strata.column
    drawn = items.select("id").join(
        challenge.items.select("id", column), on="id", how="left", maintain_order="left"
    )
    return Pooling.of(challenge.strata, drawn).sample(drawn)


def artifact_scores(
    scored: Finding, challenge: Challenge, train: PairTable, threshold: float, model: str
) -> Finding:
    """Return accuracy where the artifacts of training agree with gold; parameters as `easy_hard_accuracy`.

    Raises
    ------
    MeasureInputError
        If the sentences of the challenge are not known.
    """
    pairs, items = _labelled(scored, challenge)
    patterns = PatternSet.fit(train, for_tables(PatternOptions(threshold=threshold), train, pairs))
    sample = _sample(challenge, items)
    return artifact_agreement(pairs, items, train, patterns, model=model, sample=sample)


def _labelled(scored: Finding, challenge: Challenge) -> tuple[PairTable, pl.DataFrame]:
    """Return the pairs of a challenge, and the scored items that got a label."""
    if challenge.pairs is None or scored.items is None:
        raise MeasureInputError(
            f"'{challenge.name}' holds ids and no sentences", "a challenge with text", "name data with --on"
        )
    return challenge.pairs, scored.items.filter(pl.col("correct").is_not_null())


def _figures(found: SubsetAccuracy, name: str) -> Iterator[Figure]:
    """Return the figures with their rows: easy and hard ones by the column that this measure adds."""
    rows = where(set=name).ordered_by(*WRONG_FIRST)
    for mark, share in (("full", found.full), ("easy", found.easy), ("hard", found.hard)):
        group = {} if mark == "full" else {"easy_hard": mark}
        of_mark = where(set=name, **group).ordered_by(*WRONG_FIRST)
        yield Figure("accuracy", share, group, rows=of_mark, form=mark)
    yield Figure("gap", found.gap, rows=rows, form="gap")
    yield Figure("detectable_difference", found.detectable, form="detectable")


def _headline(easy: Estimate, hard: Estimate, model: str) -> str:
    if easy.value is None or hard.value is None:
        return f"Easy and hard instances cannot both be found: {easy.reason or hard.reason}."
    return (
        f"{model} is right in {100 * easy.value:.1f} % of {easy.n:,} easy instances and in "
        f"{100 * hard.value:.1f} % of {hard.n:,} hard ones."
    )
