"""What the controls say in words: whether accuracy is kept without the premise, and what looks broken."""

from collections.abc import Mapping
from typing import Any

from rightreasons.challenges.controls.wording import wording
from rightreasons.figures import Figure, Figures
from rightreasons.sentences.templates import fill, joined

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
        return fill("controls.not_known", model=model)
    there, difference = figures[f"{name}.accuracy"], figures[f"{name}.difference"]
    shown: dict[str, Any] = {
        "model": model,
        "kept": _verdict(difference, kept),
        "there": there,
        "usual": (there.value or 0.0) - (difference.value or 0.0),
        "difference": difference,
        "beside": _beside_majority(normal, figures["normal.majority"]),
    }
    return fill("controls.without", **shown) if name == ALONE else fill("controls.shuffled", **shown)


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
    lines: list[str] = [fill("score.one_run")]
    for name, expected in _EXPECTED.items():
        accuracy = figures.get(f"{name}.accuracy")
        if accuracy is not None and accuracy.value is not None and accuracy.value < sane:
            lines.append(fill("controls.insane", control=name, accuracy=accuracy, expected=expected))
    lines += [
        fill("controls.left_out", control=name, items=count) for name, count in left_out.items() if count
    ]
    lines += [fill("controls.not_made", control=name, reason=reason) for name, reason in reasons.items()]
    definitions = [fill("controls.made", control=name, what=wording()[name]["what"]) for name in left_out]
    return (*lines, *([joined(definitions, "; ")] if definitions else []))


def _verdict(difference: Figure, kept: float) -> str:
    interval = difference.interval
    if interval is None:
        return "cannot be judged"
    if interval.low > -kept:
        return "keeps its accuracy"
    if interval.high < 0:
        return "loses accuracy"
    return "may lose accuracy (too few items to tell)"


def _beside_majority(normal: Figure, majority: Figure) -> str:
    if normal.interval is not None and normal.interval.low <= (majority.value or 0.0):
        return fill("controls.no_better", majority=majority)
    return fill("controls.majority", majority=majority)


def _is_measured(figures: Figures, name: str) -> bool:
    return name in figures and figures[name].value is not None
