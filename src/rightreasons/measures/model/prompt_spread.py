"""The measure `prompt_spread`: how far what a chat model says hangs on the wording of the prompt."""

from collections.abc import Mapping
from itertools import combinations

import polars as pl

from rightreasons.challenges.challenge import Challenge
from rightreasons.challenges.matching import matched
from rightreasons.challenges.pooling import Pooling
from rightreasons.errors import MeasureInputError
from rightreasons.figures import WRONG_FIRST, Figure, Figures, where
from rightreasons.findings import Finding, View
from rightreasons.labels import CollapseRule
from rightreasons.measures.model.score import judged
from rightreasons.predictions import Predictions
from rightreasons.printable import printable
from rightreasons.sentences.templates import fill
from rightreasons.statistics.paired import mcnemar, paired_difference
from rightreasons.statistics.results import Estimate, TestResult

ADDS = {"model_measure": ["prompt_spread"]}
MEASURE = "prompt_spread"


def prompt_spread(
    challenge: Challenge,
    by_prompt: Mapping[str, Predictions],
    collapse: CollapseRule = "argmax",
    model: str = "the model",
) -> Finding:
    """Compare the predictions of a model on a challenge under several prompts.

    Parameters
    ----------
    challenge
        What was asked.
    by_prompt
        Predictions by the name of the prompt; two at least. Items may lack some.
    collapse
        How three labels become two, where the challenge or the predictions have two.
    model
        What to call the model.

    Returns
    -------
    Finding
        Figures ``accuracy.PROMPT``, ``range``, ``all_agree`` (share of items that get the same label under
        every prompt), ``agreement.PROMPT.PROMPT``. Tables ``by_prompt`` and ``agreement``. Test ``range``.

    Raises
    ------
    MeasureInputError
        If no item got a label under every prompt. ValueError if there are fewer than two prompts.
    """
    if len(by_prompt) < 2:
        raise ValueError("a spread over prompts takes two of them")
    common = _common(challenge, by_prompt)
    under = {name: _only(each, common) for name, each in by_prompt.items()}
    answers, correct = _judged(challenge, under, collapse)
    pooling = Pooling.of(challenge.strata, correct)
    accuracy = {name: pooling.share(correct, name) for name in by_prompt}
    agreement = {pair: _same(answers, pair, pooling) for pair in combinations(by_prompt, 2)}
    difference, test = _range(correct, accuracy, pooling)
    all_agree = _same(answers, tuple(by_prompt), pooling)
    rows = where(set=challenge.name).ordered_by(*WRONG_FIRST)
    figures = [Figure("accuracy", each, {"prompt": name}, what="accuracy") for name, each in accuracy.items()]
    figures.append(Figure("difference", difference, rows=rows, what="range"))
    figures.append(Figure("agreement", all_agree, rows=rows, what="all_agree"))
    figures += [
        Figure("agreement", each, {"prompt": one, "other_prompt": other}, what="agreement")
        for (one, other), each in agreement.items()
    ]
    return Finding(
        measure=MEASURE,
        subject=f"{model} on {challenge.name}",
        definition=fill("prompt_spread.definition"),
        headline=_headline(challenge, accuracy, all_agree),
        figures=Figures({figure.name: figure for figure in figures}.values()),  # two pairs may make one name
        views={"by_prompt": _by_prompt_table(accuracy, by_prompt), "agreement": _agreement_table(agreement)},
        tests={"range": test},
        settings={"collapse": collapse, "prompts": len(by_prompt), "items": len(challenge)},
        notes=(fill("prompt_spread.after_the_fact"),),
        on=challenge.name,
    )


def _common(challenge: Challenge, by_prompt: Mapping[str, Predictions]) -> pl.Series:
    frame = challenge.items.select("id")
    for each in by_prompt.values():
        frame = frame.join(each.frame.select("id"), on="id", how="semi")
    if not frame.height:
        raise MeasureInputError(
            f"no item of '{printable(challenge.name)}' has a label under every prompt",
            "some items that all prompts label",
            "look at why answers hold no label, or leave a prompt out",
        )
    return frame["id"]


def _only(predictions: Predictions, ids: pl.Series) -> Predictions:
    kept = predictions.frame.join(ids.to_frame(), on="id", how="semi")
    return Predictions(kept, predictions.labels, predictions.provenance)


def _judged(
    challenge: Challenge, by_prompt: Mapping[str, Predictions], collapse: CollapseRule
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the answers and whether they are right, one column a prompt, rows in the challenge's order."""
    scored = {
        name: judged(challenge, matched(challenge, each, allow_partial=True), collapse).frame
        for name, each in by_prompt.items()
    }
    first = next(iter(scored.values()))
    strata = [] if challenge.strata is None else [first[challenge.strata.column]]
    answers = [frame["answer"].cast(pl.String).alias(name) for name, frame in scored.items()]
    correct = [frame["correct"].alias(name) for name, frame in scored.items()]
    return pl.DataFrame([*strata, *answers]), pl.DataFrame([*strata, *correct])


def _same(answers: pl.DataFrame, prompts: tuple[str, ...], pooling: Pooling) -> Estimate:
    first, *others = (answers[name] for name in prompts)
    same = pl.DataFrame([(first == other).alias(other.name) for other in others]).min_horizontal()
    return pooling.share(answers.with_columns(same=same), "same")


def _range(
    correct: pl.DataFrame, accuracy: Mapping[str, Estimate], pooling: Pooling
) -> tuple[Estimate, TestResult]:
    high, low = _extremes(accuracy)
    sample = pooling.sample(correct)
    both = int((correct[high] & correct[low]).sum())
    only_high, only_low = int(correct[high].sum()) - both, int(correct[low].sum()) - both
    neither = correct.height - both - only_high - only_low
    difference = (
        paired_difference(both, only_high, only_low, neither)
        if sample is None
        else sample.mean((correct[high].cast(pl.Int8) - correct[low].cast(pl.Int8)).to_numpy(), "proportion")
    )
    return difference, mcnemar(only_high, only_low, correct.height)


def _extremes(accuracy: Mapping[str, Estimate]) -> tuple[str, str]:
    values = {name: each.value or 0.0 for name, each in accuracy.items()}
    return max(values, key=lambda name: values[name]), min(values, key=lambda name: values[name])


def _headline(challenge: Challenge, accuracy: Mapping[str, Estimate], all_agree: Estimate) -> str:
    high, low = _extremes(accuracy)
    return fill(
        "prompt_spread.headline",
        data=challenge.name,
        least=accuracy[low],
        low=low,
        most=accuracy[high],
        high=high,
        prompts=len(accuracy),
        agree=all_agree,
    )


def _by_prompt_table(accuracy: Mapping[str, Estimate], by_prompt: Mapping[str, Predictions]) -> View:
    rows = tuple((name, len(by_prompt[name]), *_cells(each)) for name, each in accuracy.items())
    columns = ("prompt", "answered", "n", "accuracy", "low", "high")
    return View(
        fill("prompt_spread.by_prompt"),
        columns,
        rows,
        by=("prompt",),
        bounds={"accuracy": ("low", "high")},
        roles={"answered": "count"},
    )


def _agreement_table(agreement: Mapping[tuple[str, str], Estimate]) -> View:
    rows = tuple((*pair, *_cells(each)) for pair, each in agreement.items())
    columns = ("prompt", "other prompt", "n", "same label", "low", "high")
    return View(
        fill("prompt_spread.agreement"),
        columns,
        rows,
        by=("prompt", "other prompt"),
        bounds={"same label": ("low", "high")},
        roles={"same label": "agreement"},
    )


def _cells(each: Estimate) -> tuple[int, float | None, float | None, float | None]:
    return each.n, each.value, *each.bounds
