"""Rules of models: shortcuts that a model takes, and answers that are none."""

from collections import Counter
from collections.abc import Iterator

from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import Label, collapse
from rightreasons.printable import printable
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    high,
    issue,
    low,
    measured,
    percent,
    points,
    scores,
    share,
    taken,
    there,
    value,
)

ADDS = {
    "verdict_rule": [
        "labels_given",
        "below_chance",
        "heuristics",
        "controls",
        "premises",
        "easy_and_hard",
        "guards",
        "prompts",
        "cut_premises",
        "probabilities",
    ]
}

Counted = Counter[tuple[Label, Label]]
"""Items by gold label and predicted label, in one scheme."""
_WITHOUT_PREMISE = (
    ("hypothesis_alone", "without its premise"),
    ("premise_shuffled", "with the premise of another item"),
)


def labels_given(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that give every item the same label, or never give one of the labels."""
    for finding in scores(record):
        counted = _counted(finding)
        gold, given = _totals(counted, 0), _totals(counted, 1)
        name, model = printable(finding.name, 120), printable(finding.subject, 120)
        if len(given) == 1 and len(gold) > 1 and sum(gold.values()) >= policy.size("never_items"):
            (answer,) = given
            yield issue(
                "V252",
                policy,
                f"{model} answers every item of {name} with {answer}: what it gets right there is the "
                "share of that label, and no understanding.",
                finding,
                ("accuracy",),
            )
            continue
        for label, items in gold.items():
            if items >= policy.size("never_items") and not given[label]:
                yield issue(
                    "V253",
                    policy,
                    f"{model} never says {label} on {name}, where {items:,} items have that label for gold.",
                    finding,
                    there(finding, f"all.{label}", "accuracy"),
                )


def _counted(finding: Finding) -> Counted:
    """Return items by gold and predicted label; both of two labels where one of them is non-entailment."""
    view = finding.views.get("raw_labels")
    if view is None or not {"gold", "predicted", "items"} <= set(view.columns):
        return Counter()
    pairs = [(each["gold"], each["predicted"], each["items"]) for each in view.records()]
    found = [
        (Label(str(gold)), Label(str(predicted)), n) for gold, predicted, n in pairs if gold and predicted
    ]
    two = any(Label.NON_ENTAILMENT in each[:2] for each in found)
    counted: Counted = Counter()
    for gold, predicted, n in found:
        counted[(collapse(gold), collapse(predicted)) if two else (gold, predicted)] += (
            n if isinstance(n, int) else 0
        )
    return counted


def _totals(counted: Counted, place: int) -> Counter[Label]:
    totals: Counter[Label] = Counter()
    for labels, n in counted.items():
        totals[labels[place]] += n
    return totals


def gold_labels(finding: Finding) -> int:
    """Return how many gold labels the scored items have; 0 where that is not recorded."""
    return len(_totals(_counted(finding), 0))


def _is_constant(finding: Finding) -> bool:
    return len(_totals(_counted(finding), 1)) < 2


def below_chance(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right less often than guessing is."""
    for finding in scores(record):
        labels, accuracy = gold_labels(finding), measured(finding, "accuracy")
        if accuracy is None or labels < 2 or _is_constant(finding) or high(accuracy) >= 1 / labels:
            continue
        yield issue(
            "V254",
            policy,
            f"{printable(finding.subject, 120)} is below chance on {printable(finding.name, 120)}: "
            f"right in {share(accuracy)}, where guessing one of {labels} labels gets "
            f"{percent(1 / labels)}.",
            finding,
            ("accuracy",),
        )


def heuristics(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that follow a heuristic where it is wrong."""
    chance = policy.size("chance")
    for finding in scores(record):
        if _is_constant(finding):
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
        named = ", ".join(
            f"{printable(figure.group['heuristic'], 60).replace('_', ' ')} {share(figure)}"
            for figure in followed
        )
        yield issue(
            "V251",
            policy,
            f"{printable(finding.subject, 120)} follows shallow heuristics on "
            f"{printable(finding.name, 120)}: where they are wrong it is right in fewer items than a "
            f"coin ({named}).",
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
        for name, expected in (
            ("identity", "that a sentence entails itself"),
            ("negated_identity", "that a sentence contradicts its negation"),
        ):
            figure = measured(finding, f"{name}.accuracy")
            if figure is not None and high(figure) < policy.size("sane"):
                yield issue(
                    "V319",
                    policy,
                    f"{printable(finding.subject, 160)} finds {expected} in {share(figure)} only.",
                    finding,
                    (f"{name}.accuracy",),
                )


def premises(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find saved answers that are the same whatever premise stands beside a hypothesis."""
    for finding in taken(record, "premise_use"):
        figure = measured(finding, "changed")
        if figure is not None and high(figure) < policy.size("kept"):
            yield issue(
                "V255",
                policy,
                f"{printable(finding.subject, 160)} is a hypothesis-only model: beside another premise its "
                f"probabilities for the same hypothesis move in {share(figure)}.",
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
                f"{printable(finding.subject, 160)} does not need its premise: {how} it is right in "
                f"{share(accuracy)}, which is {points(difference)} beside the same items as they are.",
                finding,
                (f"{name}.accuracy", f"{name}.difference"),
            )
        return


def easy_and_hard(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right where the patterns of their training data help."""
    for finding in taken(record, "easy_hard_accuracy"):
        gap, easy, hard = (measured(finding, name) for name in ("gap", "easy", "hard"))
        if gap is None or easy is None or hard is None or low(gap) <= 0 or value(gap) < policy.size("gap"):
            continue
        yield issue(
            "V256",
            policy,
            f"Right on easy items and not on hard ones: {printable(finding.subject, 200)} gets "
            f"{share(easy)} where patterns of its training data help and {share(hard)} where they "
            f"mislead, a gap of {points(gap)}.",
            finding,
            ("gap", "easy", "hard"),
        )


def guards(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find guards that let contradictions pass."""
    for finding in taken(record, "guard"):
        figure = measured(finding, "contradiction_let_through")
        if figure is not None and low(figure) > policy.size("let_through"):
            yield issue(
                "V317",
                policy,
                f"As a guard {printable(finding.subject, 160)} lets {share(figure)} of contradictions pass.",
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
                f"By the wording of the prompt alone accuracy moves by {points(figure)} "
                f"({printable(finding.subject, 160)}).",
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
                f"The probabilities of {printable(finding.subject, 120)} do not add up to 1 in "
                f"{percent(value(figure))} of {figure.n:,} items of {printable(finding.name, 120)}.",
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
                f"{printable(finding.subject, 120)} did not read {percent(value(figure))} of the premises of "
                f"{printable(finding.name, 120)} to the end (n = {figure.n:,}).",
                finding,
                ("premises_cut",),
            )
    for finding in taken(record, "training"):
        for figure in finding.figures.where("share", pairs="cut"):
            if value(figure) >= policy.size("cut"):
                yield issue(
                    "V259",
                    policy,
                    f"{printable(finding.subject, 120)} did not read {percent(value(figure))} of the pairs "
                    f"of {printable(figure.set or '', 120)} to the end (n = {figure.n:,}).",
                    finding,
                    (figure.name,),
                )
