"""What a score means in words: headline, constant answers, a suspected label order, what is covered."""

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.collapse import RULES
from rightreasons.challenges.matching import Matched
from rightreasons.figures import Figures
from rightreasons.labels import CollapseRule, Label
from rightreasons.predictions import FILE_LABELS
from rightreasons.sentences.kinds import set_in_words
from rightreasons.sentences.templates import fill, joined
from rightreasons.statistics.clustered import LEAST_CLUSTERS


def headline(challenge: Challenge, frame: pl.DataFrame, figures: Figures) -> str:
    """Return one sentence: the accuracy by gold label, or that the answer is the same everywhere."""
    constant = constant_answer(frame)
    by_label = joined(
        fill("score.of_label", accuracy=figure, label=figure.label)
        for figure in figures.where("accuracy")
        if figure.label is not None and not figure.group and figure.value is not None
    )
    if constant:
        return fill("score.constant", answer=constant, by_label=by_label)
    own = challenge.name == FILE_LABELS  # a file that is called like HANS is not HANS
    data = set_in_words(FILE_LABELS) if own else challenge.name
    return fill("score.headline", data=data, by_label=by_label)


def constant_answer(frame: pl.DataFrame) -> str | None:
    """Return the answer that every item got, or None if there are two."""
    answers = frame["answer"].unique().to_list()
    return answers[0] if len(answers) == 1 else None


def notes(
    challenge: Challenge,
    matched: Matched,
    frame: pl.DataFrame,
    rule: CollapseRule | None,
    *,
    order_known: bool = False,
) -> tuple[str, ...]:
    """Return what has to be said beside the figures.

    Parameters
    ----------
    challenge, matched
        The items, and how many of them were predicted.
    frame
        The predicted items, with ``predicted``.
    rule
        How three labels collapse; None where they do not.
    order_known
        Whether the order of the labels is beyond doubt, as a rule's is: no answer of entailment is then no
        sign that it is wrong.
    """
    lines: list[str] = [fill("score.one_run")]
    if rule is not None:
        lines.append(fill("score.collapsed", rule=rule, what=RULES[rule]))
    suspected = [] if order_known else _label_order(frame)
    lines += _constant(frame) + suspected + _partial(matched, challenge) + _clusters(challenge)
    lines += [reference.note for reference in challenge.references.values()]
    return tuple(dict.fromkeys([*lines, *challenge.notes]))


def _constant(frame: pl.DataFrame) -> list[str]:
    answer = constant_answer(frame)
    if answer is None:
        return []
    return [fill("score.constant_note", answer=answer, counts=_raw_counts(frame))]


def _label_order(frame: pl.DataFrame) -> list[str]:
    if (frame["predicted"] == Label.ENTAILMENT).any():
        return []
    return [fill("score.no_entailment", counts=_raw_counts(frame))]


def _raw_counts(frame: pl.DataFrame) -> str:
    counts = frame["predicted"].value_counts(sort=True)
    return joined(fill("score.count", label=label, items=items) for label, items in counts.iter_rows())


def _partial(matched: Matched, challenge: Challenge) -> list[str]:
    lines: list[str] = []
    if matched.missing:
        scored = len(challenge) - matched.missing
        lines.append(fill("score.partial", scored=scored, items=len(challenge)))
    if matched.unknown:
        lines.append(fill("score.unknown", predictions=matched.unknown))
    return lines


def _clusters(challenge: Challenge) -> list[str]:
    if challenge.clusters is None:
        return [fill("score.no_clusters")]
    return [fill("score.clusters", clusters=challenge.clusters, least=LEAST_CLUSTERS)]
