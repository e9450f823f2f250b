"""Rules of models: shortcuts that a model takes, and answers that are none."""

from collections.abc import Iterator
from dataclasses import replace

from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.accuracies import ranking
from rightreasons.verdicts.label_counts import counted_labels, is_constant, totals
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    high,
    issue,
    low,
    measured,
    scores,
    taken,
    there,
    value,
)

ADDS = {
    "verdict_rule": [
        "labels_given",
        "heuristics",
        "controls",
        "premises",
        "guards",
        "prompts",
        "cut_premises",
        "probabilities",
    ]
}

_WITHOUT_PREMISE = (("hypothesis_alone", "V255.without"), ("premise_shuffled", "V255.shuffled"))


def labels_given(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that give every item the same label, or never give one of the labels."""
    for finding in scores(record):
        counted = counted_labels(finding)
        gold, given = totals(counted, 0), totals(counted, 1)
        of = {"model": finding.subject, "data": finding.name}
        if len(given) == 1 and len(gold) > 1 and sum(gold.values()) >= policy.size("never_items"):
            (answer,) = given
            if ranking(record, finding, policy) is not None:
                continue  # the threshold does not fit, which has a rule of its own
            unverified = record.manifest.options.get("no-label-check")
            said = (
                fill("V252.unverified", data=finding.name)
                if unverified
                else fill("V252.constant", **of, answer=answer)
            )
            found = issue("V252", policy, said, finding, ("accuracy",))
            yield replace(found, title=fill("V252.titled", data=finding.name))
            continue
        for label, items in gold.items():
            if items >= policy.size("never_items") and not given[label]:
                yield issue(
                    "V253",
                    policy,
                    fill("V253.never", **of, label=label, items=items),
                    finding,
                    there(finding, f"all.{label}", "accuracy"),
                )


def heuristics(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that follow a heuristic where it is wrong."""
    chance = policy.size("chance")
    for finding in scores(record):
        if is_constant(finding):
            continue
        followed = [
            figure
            for figure in finding.figures.where("accuracy", label=Label.NON_ENTAILMENT)
            if set(figure.group) == {"heuristic"}
            and high(figure) < chance
            and _pays(finding, figure.group, chance)
        ]
        if not followed:
            continue
        named = joined(
            fill("V251.heuristic", heuristic=figure.group["heuristic"].replace("_", " "), right=figure)
            for figure in followed
        )
        yield issue(
            "V251",
            policy,
            fill("V251.follows", model=finding.subject, data=finding.name, heuristics=named),
            finding,
            tuple(figure.name for figure in followed),
        )


def _pays(finding: Finding, group: object, chance: float) -> bool:
    """Return whether the model is right where the same heuristic is."""
    return any(
        figure.group == group and low(figure) > chance
        for figure in finding.figures.where("accuracy", label=Label.ENTAILMENT)
    )


def controls(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that do not need their premises, or that miss what is plain."""
    for finding in taken(record, "controls"):
        yield from _without_premise(finding, policy)
        for name, missed in (("identity", "identity"), ("negated_identity", "negated")):
            figure = measured(finding, f"{name}.accuracy")
            if figure is not None and high(figure) < policy.size("sane"):
                sentence = fill(f"V319.{missed}", model=finding.subject, right=figure)
                yield issue("V319", policy, sentence, finding, (f"{name}.accuracy",))


def premises(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find saved answers that are the same whatever premise stands beside a hypothesis."""
    for finding in taken(record, "premise_use"):
        figure = measured(finding, "changed")
        if figure is not None and high(figure) < policy.size("kept"):
            yield issue(
                "V255",
                policy,
                fill("V255.saved", model=finding.subject, changed=figure),
                finding,
                ("changed",),
            )


def _without_premise(finding: Finding, policy: Policy) -> Iterator[Issue]:
    normal, guessed = measured(finding, "normal.accuracy"), measured(finding, "normal.majority")
    if normal is None or guessed is None or low(normal) <= value(guessed):
        return
    for name, how in _WITHOUT_PREMISE:
        difference, accuracy = (measured(finding, f"{name}.{each}") for each in ("difference", "accuracy"))
        if difference is None or accuracy is None:
            continue
        if low(difference) > -policy.size("kept"):
            yield issue(
                "V255",
                policy,
                fill(how, model=finding.subject, accuracy=accuracy, difference=difference),
                finding,
                (f"{name}.accuracy", f"{name}.difference"),
            )
        return


def guards(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find guards that let contradictions pass."""
    for finding in taken(record, "guard"):
        figure = measured(finding, "contradiction_let_through")
        if figure is not None and low(figure) > policy.size("let_through"):
            yield issue(
                "V317",
                policy,
                fill("V317.guard", model=finding.subject, passed=figure),
                finding,
                ("contradiction_let_through",),
            )


def prompts(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find accuracies that depend on the wording of the prompt."""
    for finding in taken(record, "prompt_spread"):
        figure = measured(finding, "range")
        if figure is not None and low(figure) > 0 and value(figure) >= policy.size("prompt_range"):
            yield issue(
                "V315",
                policy,
                fill("V315.prompts", range=figure, model=finding.subject),
                finding,
                ("range",),
            )


def probabilities(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models whose probabilities are none."""
    for finding in scores(record):
        figure = measured(finding, "probabilities_off")
        if figure is not None and value(figure) > 0:
            yield issue(
                "V320",
                policy,
                fill("V320.sums", model=finding.subject, off=figure, data=finding.name),
                finding,
                ("probabilities_off",),
            )


def cut_premises(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets of which a model did not read the premises, or in training the pairs, to the end."""
    for finding in scores(record):
        figure = measured(finding, "premises_cut")
        if figure is not None and value(figure) >= policy.size("cut"):
            yield issue(
                "V259",
                policy,
                fill("V259.premises", model=finding.subject, cut=figure, data=finding.name),
                finding,
                ("premises_cut",),
            )
    for finding in taken(record, "training"):
        for figure in finding.figures.where("share", pairs="cut"):
            if value(figure) >= policy.size("cut"):
                yield issue(
                    "V259",
                    policy,
                    fill("V259.pairs", model=finding.subject, cut=figure, data=figure.set or ""),
                    finding,
                    (figure.name,),
                )
