"""What a score means in words: headline, constant answers, a suspected label order, what is covered."""

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.collapse import RULES
from rightreasons.challenges.matching import Matched
from rightreasons.figures import Figures
from rightreasons.labels import CollapseRule, Label
from rightreasons.numbers import percent
from rightreasons.statistics.clustered import LEAST_CLUSTERS

ONE_RUN = (
    "one training run: the interval covers item sampling only; another seed of the same training may differ "
    "by far more"
)


def headline(challenge: Challenge, frame: pl.DataFrame, figures: Figures) -> str:
    """Return one sentence: the accuracy by gold label, or that the answer is the same everywhere."""
    constant = constant_answer(frame)
    shown = ", ".join(
        f"{percent(figure.value)} where gold is {figure.label}"
        for figure in figures.where("accuracy")
        if figure.label is not None and not figure.group and figure.value is not None
    )
    start = f"Constant: every item is answered {constant}" if constant else "Accuracy"
    return f"{start}; {shown}." if constant else f"{start} on {challenge.name}: {shown}."


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
    lines = [ONE_RUN]
    if rule is not None:
        lines.append(f"three labels collapse to two by {rule}: {RULES[rule]}")
    suspected = [] if order_known else _label_order(frame)
    lines += _constant(frame) + suspected + _partial(matched, challenge) + _clusters(challenge)
    lines += [reference.note for reference in challenge.references.values()]
    return tuple(dict.fromkeys([*lines, *challenge.notes]))


def _constant(frame: pl.DataFrame) -> list[str]:
    answer = constant_answer(frame)
    if answer is None:
        return []
    return [f"constant: every item is answered {answer}; the raw labels are {_raw_counts(frame)}"]


def _label_order(frame: pl.DataFrame) -> list[str]:
    if (frame["predicted"] == Label.ENTAILMENT).any():
        return []
    return [
        "the raw labels hold no entailment at all: a fault in the order of the labels is suspected; check "
        f"which output of the model is which label (raw labels: {_raw_counts(frame)})"
    ]


def _raw_counts(frame: pl.DataFrame) -> str:
    counts = frame["predicted"].value_counts(sort=True)
    return ", ".join(f"{label} {count:,}" for label, count in counts.iter_rows())


def _partial(matched: Matched, challenge: Challenge) -> list[str]:
    lines = []
    if matched.missing:
        scored = len(challenge) - matched.missing
        lines.append(f"partial: {scored:,} of {len(challenge):,} items are predicted, the others left out")
    if matched.unknown:
        lines.append(f"{matched.unknown:,} predictions are of ids that are not in the challenge: left out")
    return lines


def _clusters(challenge: Challenge) -> list[str]:
    if challenge.clusters is None:
        return ["no intervals over items that were made alike: of which template an item comes is not known"]
    return [
        f"{challenge.clusters}_low and {challenge.clusters}_high cover the drawing of other "
        f"{challenge.clusters}s, whose items fail together; there are none with fewer than {LEAST_CLUSTERS}"
    ]
