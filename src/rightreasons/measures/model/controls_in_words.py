"""What the controls say in words: whether accuracy is kept without the premise, and what looks broken."""

from collections.abc import Mapping

from rightreasons.challenges.controls.wording import wording
from rightreasons.figures import Figure, Figures
from rightreasons.measures.model.score_in_words import ONE_RUN
from rightreasons.numbers import percent
from rightreasons.printable import printable

ALONE = "hypothesis_alone"
_FOR_WANT_OF_IT = ("hypothesis_alone", "premise_shuffled")
_EXPECTED = {
    "identity": "a sentence entails itself",
    "negated_identity": "a sentence contradicts its negation",
}


def headline(model: str, figures: Figures, kept: float) -> str:
    """Return one sentence: whether the model keeps its accuracy without its premise.

    Parameters
    ----------
    model
        What to call it.
    figures
        Those of `controls`.
    kept
        The greatest loss that counts as none; decided by the interval of the difference.
    """
    name = next((each for each in _FOR_WANT_OF_IT if _is_measured(figures, f"{each}.difference")), None)
    normal = figures["normal.accuracy"]
    if name is None or normal.value is None:
        return f"{printable(model)}: what it does without the premise is not known."
    without = "without its premise" if name == ALONE else "with the premise of another item"
    there, difference = figures[f"{name}.accuracy"], figures[f"{name}.difference"]
    usual = (there.value or 0.0) - (difference.value or 0.0)
    return (
        f"{printable(model)} {_verdict(difference, kept)} {without}: {percent(there.value or 0.0)} "
        f"instead of {percent(usual)} of {there.n:,} items ({_points(difference)}); "
        f"{_beside_majority(normal, figures['normal.majority'])}."
    )


def notes(
    figures: Figures, left_out: Mapping[str, int], reasons: Mapping[str, str], sane: float
) -> tuple[str, ...]:
    """Return what has to be said beside the figures.

    Parameters
    ----------
    figures
        Those of `controls`.
    left_out
        Items that a control was not made of, by name.
    reasons
        Why a control was not made at all, by name.
    sane
        Accuracy on identity and negated identity below which there is a warning.
    """
    lines = [ONE_RUN]
    for name, expected in _EXPECTED.items():
        accuracy = figures.get(f"{name}.accuracy")
        if accuracy is not None and accuracy.value is not None and accuracy.value < sane:
            lines.append(
                f"warning: {name} is right in {percent(accuracy.value)} only, though {expected}: the labels "
                "may be in another order than taken, or the model goes by something else"
            )
    lines += [
        f"{name}: {count:,} items left out, of which it cannot be made (one word, or nothing to change)"
        for name, count in left_out.items()
        if count
    ]
    lines += [f"{name} is not there: {reason}" for name, reason in reasons.items()]
    definitions = [f"{name}: {wording()[name]['what']}" for name in left_out]
    return (*lines, *(["; ".join(definitions)] if definitions else []))


def _verdict(difference: Figure, kept: float) -> str:
    interval = difference.interval
    if interval is None:
        return "cannot be judged"
    if interval.low > -kept:
        return "keeps its accuracy"
    if interval.high < 0:
        return "loses accuracy"
    return "may or may not lose accuracy, too few items to tell,"


def _beside_majority(normal: Figure, majority: Figure) -> str:
    share = percent(majority.value or 0.0)
    if normal.interval is not None and normal.interval.low <= (majority.value or 0.0):
        return f"even with it, it is no better than the most frequent gold label alone ({share})"
    return f"the most frequent gold label alone gives {share}"


def _points(difference: Figure) -> str:
    points = 100 * (difference.value or 0.0)
    shown = f"{points:+.1f}"
    return f"{'0.0' if shown in ('-0.0', '+0.0') else shown} points"


def _is_measured(figures: Figures, name: str) -> bool:
    return name in figures and figures[name].value is not None
