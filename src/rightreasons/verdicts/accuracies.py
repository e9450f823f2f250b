"""Rules of accuracies: below that of one label for all, at a threshold that does not fit, or too good."""

from collections.abc import Iterator

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import THREE_WAY, Label
from rightreasons.references import EVERYTHING
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.costs import mean_cost
from rightreasons.verdicts.label_counts import (
    counted_labels,
    given_labels,
    gold_labels,
    is_constant,
    labels_in_gold,
    totals,
)
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, high, issue, low, measured, number, scores, taken, value

TWO = 2
ADDS = {
    "verdict_rule": [
        "below_chance",
        "below_majority",
        "one_gold_label",
        "not_above_guessing",
        "shifted_rows",
        "equal_to_gold",
        "two_labels_of_three",
        "threshold",
    ]
}


def below_chance(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find models that are right less often than guessing is."""
    for finding in scores(record):
        labels, accuracy = gold_labels(finding), measured(finding, "accuracy")
        if accuracy is None or labels < 2 or is_constant(finding) or high(accuracy) >= 1 / labels:
            continue
        if ranking(record, finding, policy) is not None or any(shifted_rows(record, policy)):
            continue  # a threshold that does not fit, and rows that do not, have rules of their own
        shown = {
            "model": finding.subject,
            "data": finding.name,
            "accuracy": accuracy,
            "labels": labels,
            "guess": 1 / labels,
        }
        if _nothing_explains(record, finding):
            from rightreasons.measures.model.row_shift import FARTHEST  # which an audit has no need of

            sentence = fill("V254.no_other_order", **shown, rows=FARTHEST)
        else:
            sentence = fill("V254.below_chance", **shown)
        yield issue("V254", policy, sentence, finding, ("accuracy",))


def _nothing_explains(record: Record, finding: Finding) -> bool:
    """Return whether other orders of labels and of rows were tried on a set, and none is right more often."""
    is_saved = record.manifest.model is not None and not record.manifest.model.labels
    orders = [each for each in taken(record, "label_order") if each.on == finding.on]
    exchanged = any(each.settings.get("decision") == "exchanged" for each in orders)
    return is_saved and bool(orders) and not exchanged


def below_majority(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find accuracies that are not above the majority label: without skill, or the wrong figure to look at.

    Without skill is what is below it without being better than chance over labels, and what is not shown to
    be above it where the interval over labels excludes a size that matters over chance.
    """
    for finding in scores(record):
        accuracy, majority = measured(finding, "accuracy"), measured(finding, "majority_label")
        gain, balanced = (
            measured(finding, "gain_over_majority"),
            measured(finding, "balanced_accuracy"),
        )
        if accuracy is None or majority is None or gain is None or balanced is None or low(gain) > 0:
            continue
        labels = gold_labels(finding)
        if len(given_labels(finding)) < 2 or high(accuracy) < 1 / labels:
            continue  # one answer for all and chance have rules of their own
        is_skilled = low(balanced) > 1 / labels
        misread = ranking(record, finding, policy) is not None or any(shifted_rows(record, policy))
        if not is_skilled and misread:
            continue  # so have a threshold that does not fit, and rows that do not
        if high(gain) >= 0 and (is_skilled or high(balanced) >= 1 / labels + policy.size("gain")):
            continue  # too few items to tell, or as good as the majority label by other answers
        if is_skilled and mean_cost(record, finding) is not None:
            continue  # costs were given, so that the mean cost counts
        code = "V334" if is_skilled else "V258"
        yield issue(
            code,
            policy,
            fill(
                f"{code}.below",
                model=finding.subject,
                data=finding.name,
                accuracy=accuracy,
                label=majority.label or "",
                majority=majority,
                balanced=balanced,
                chance=1 / labels,
            ),
            finding,
            ("accuracy", "majority_label", "gain_over_majority", "balanced_accuracy"),
        )


def one_gold_label(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find scored sets of one gold label, on which one answer for all is right; not those made for a test."""
    for finding in scores(record):
        gold, accuracy = totals(counted_labels(finding), 0), measured(finding, "accuracy")
        if len(gold) != 1 or accuracy is None or finding.tests_shortcuts:
            continue
        (label,) = gold
        sentence = fill("V339.one", accuracy=accuracy, data=finding.name, label=label)
        yield issue("V339", policy, sentence, finding, ("accuracy",))


def not_above_guessing(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find accuracies that are not shown to be above guessing, where nothing worse is said of them."""
    worse = (below_chance, below_majority, threshold, shifted_rows)
    if any(True for rule in worse for _ in rule(record, policy)):
        return
    for finding in scores(record):
        labels, accuracy = gold_labels(finding), measured(finding, "accuracy")
        if accuracy is None or not may_be_guessing(finding) or is_constant(finding):
            continue
        sentence = fill(
            "V342.guessing",
            model=finding.subject,
            accuracy=accuracy,
            data=finding.name,
            labels=labels,
            guess=1 / labels,
        )
        yield issue("V342", policy, sentence, finding, ("accuracy",))


def may_be_guessing(finding: Finding) -> bool:
    """Return whether an accuracy is not shown to be above that of guessing one of several labels."""
    labels = gold_labels(finding)
    return labels > 1 and low(finding.figures["accuracy"]) <= 1 / labels


def threshold(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find scores that rank the items well, while the answers at their threshold are at chance."""
    for finding in scores(record):
        area, accuracy = ranking(record, finding, policy), measured(finding, "accuracy")
        if area is None or accuracy is None or not _at_chance(finding, accuracy, policy):
            continue
        yield issue(
            "V260",
            policy,
            fill("V260.threshold", model=finding.subject, data=finding.name, accuracy=accuracy, area=area),
            finding,
            ("accuracy",),
        )


def _at_chance(finding: Finding, accuracy: Figure, policy: Policy) -> bool:
    """Return whether answers are hardly better than chance, balanced over labels, or worse than it."""
    balanced = measured(finding, "balanced_accuracy")
    best = policy.size("chance") + policy.size("gain")
    return balanced is None or value(balanced) < best or high(accuracy) < 1 / max(gold_labels(finding), 1)


def ranking(record: Record, finding: Finding, policy: Policy) -> Figure | None:
    """Return the area under the curve of a scored set where its scores rank the items well, or None."""
    for guard in taken(record, "guard"):
        area = measured(guard, "auroc") if guard.on == finding.on else None
        if area is not None and low(area) >= policy.size("ranking"):
            return area
    return None


def shifted_rows(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find saved predictions that are right more often some rows on, or in reverse order."""
    for finding in taken(record, "row_shift"):
        given, shifted = measured(finding, "as_given"), measured(finding, "shifted")
        if given is None or shifted is None or not _explains(record, finding, shifted, policy):
            continue
        invalidated = tuple(dict.fromkeys(each.scope for each in record.findings if each.role != "proof"))
        yield issue(
            "V108",
            policy,
            fill(
                "V108.shifted",
                data=finding.on or "",
                shift=shift_in_words(finding),
                shifted=shifted,
                given=given,
            ),
            finding,
            ("as_given", "shifted"),
            invalidated or (EVERYTHING,),
        )


def _explains(record: Record, finding: Finding, shifted: Figure, policy: Policy) -> bool:
    """Return whether a shift is right more often than one label for all, and any order of the labels, is.

    Where labels come in turn, shifts of a model below chance are right more often too, as other orders are.
    """
    others = [value(measured(finding, "as_given"))]
    for score in scores(record):
        if score.on == finding.on:
            others += [value(measured(score, "majority_label")), 1 / max(gold_labels(score), 1)]
            others += [1 - value(measured(score, "accuracy"))] if gold_labels(score) == TWO else []
    for order in taken(record, "label_order"):
        if order.on == finding.on:
            others.append(value(measured(order, "best_other")))
    return low(shifted) > max(others) and value(shifted) - max(others) >= policy.size("gain")


def shift_in_words(finding: Finding) -> str:
    """Return by how many rows answers are moved, up or down, or that they are in reverse order."""
    rows, start = finding.settings["shift"], finding.settings.get("from_row")
    if rows == "reversed" or rows is None:
        return fill("V108.reversed")
    by = abs(int(rows))
    moved = fill("V108.rows", rows=by) if by > 1 else fill("V108.row")
    return fill("V108.from_row", moved=moved, row=round(number(start))) if number(start) > 1 else moved


def equal_to_gold(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find answers that are gold in every row."""
    for finding in scores(record):
        accuracy = measured(finding, "accuracy")
        if accuracy is None or value(accuracy) < 1 or accuracy.n < policy.size("label_rows"):
            continue
        if len(labels_in_gold(finding)) > 1:
            yield issue(
                "V335",
                policy,
                fill("V335.equal", model=finding.subject, data=finding.name, accuracy=accuracy),
                finding,
                ("accuracy",),
            )


def two_labels_of_three(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say of which sets three gold labels were scored as two, since the answers have two."""
    gold = {data.name: {*data.labels} for data in record.manifest.data}
    for finding in scores(record):
        given = given_labels(finding)
        if {*THREE_WAY} <= gold.get(finding.on or "", set()) and Label.NON_ENTAILMENT in given:
            yield issue(
                "V405",
                policy,
                fill("V405.two_labels", model=finding.subject, data=finding.name),
                finding,
            )
