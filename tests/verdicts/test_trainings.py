"""Seeds that learned nothing are named, in a training and where trainings are compared."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from rightreasons import train
from rightreasons.findings import Finding, View
from rightreasons.issues import Issue
from rightreasons.references import NotTested
from rightreasons.runs.manifest import Manifest
from rightreasons.sources.bundled import bundled_pairs
from rightreasons.verdicts.comparisons import TRAININGS, one_label_seeds
from rightreasons.verdicts.policy import default_policy

LABELS = ("entailment", "neutral", "contradiction")


@dataclass
class Recorded:
    """A record of one finding."""

    findings: tuple[Finding, ...]
    manifest: Manifest = field(
        default_factory=lambda: Manifest(job="compare", data=[], options={}, versions={})
    )
    not_measured: tuple[NotTested, ...] = ()
    incomplete: tuple[str, ...] = ()


def compared(candidate: Mapping[int, tuple[float, ...]]) -> list[Issue]:
    """Return what is said of a candidate by its accuracy on each label, by seed; the baseline learned."""
    lines = tuple(
        (f"all.{label}", seed, 0.8, value, value - 0.8)
        for seed, values in candidate.items()
        for label, value in zip(LABELS, values, strict=True)
    )
    view = View("dev", ("cell", "seed", "baseline", "candidate", "difference"), lines)
    settings = {"baseline": "plain", "candidate": "debiased"}
    finding = Finding(
        TRAININGS, "debiased beside plain", "", "", settings=settings, views={"dev by seed": view}
    )
    return list(one_label_seeds(Recorded((finding,)), default_policy()))


def test_a_seed_that_says_one_label_is_named_with_its_label() -> None:
    (found,) = compared({1: (0.7, 0.6, 0.8), 2: (0.9, 0.7, 0.7), 3: (0.0, 1.0 + 1e-12, 0.0)})
    assert (found.code, found.severity) == ("V322", "warning")
    assert (
        "In 1 of 3 seeds, debiased gives all items of dev the same label (seed 3 neutral)" in found.sentence
    )


def test_seeds_that_each_say_another_label_are_all_named() -> None:
    (found,) = compared({1: (0.0, 1.0, 0.0), 2: (0.0, 0.0, 1.0)})
    assert "In 2 of 2 seeds, debiased" in found.sentence
    assert "(seed 1 neutral; seed 2 contradiction)" in found.sentence


@pytest.mark.parametrize(
    "values",
    [
        {1: (0.7, 0.6, 0.8), 2: (0.9, 0.7, 0.7), 3: (0.1, 0.99, 0.0)},
        {1: (0.7, 0.6, 0.8), 2: (1.0, 1.0, 0.0), 3: (1.0, 1.0, 1.0)},
    ],
)
def test_seeds_that_say_more_than_one_label_are_not_named(
    values: Mapping[int, tuple[float, ...]],
) -> None:
    assert compared(values) == []


@pytest.mark.parametrize(("rate", "idle"), [("1e-12", 2), ("0.5", 0)])
def test_a_training_says_which_seeds_are_not_shown_to_have_learned(
    rate: str, idle: int, tmp_path: Path
) -> None:
    pairs = bundled_pairs(300, 1)
    changes = ("settings.buckets=2000", "words.size=8", "epochs=8", f"optimiser.learning_rate={rate}")
    made = train(
        "ngrams-joulin2017",
        pairs,
        pairs,
        out=tmp_path / "run",
        seeds=2,
        small=True,
        changes=changes,
        workers=1,
    )
    found = [issue for issue in made.verdict.issues if issue.code == "V322"]
    assert len(found) == (idle > 0)
    for each in found:
        assert each.sentence.startswith(f"{idle} of 2 seeds ")
        assert "No seed is clearly above the majority label." in made.verdict.headline
        assert each.command.startswith("rightreasons train ngrams-joulin2017 --small --train ")
        assert " --set epochs=16 " in each.command
