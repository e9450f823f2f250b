"""What a run amounts to in at most twelve words: the worst issue, or what was found without one."""

from collections.abc import Callable, Mapping

from rightreasons.findings import Finding
from rightreasons.issues import Issue, Severity, Verdict
from rightreasons.predictions import FILE_LABELS
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.comparisons import CHOICE, compared, is_shown, overall
from rightreasons.verdicts.costs import mean_cost
from rightreasons.verdicts.record import Record, measured, number, scores, taken, value

_LEADING: Mapping[str, tuple[Severity, ...]] = {
    "audit": ("blocker", "severe", "warning"),
    "probe": ("blocker", "severe", "warning"),
    "train": ("blocker", "severe", "warning"),
}
"""Severities whose first issue is the title; in other jobs a warning stands beneath what they found."""
_USUAL: tuple[Severity, ...] = ("blocker", "severe")


def title_of(record: Record, verdict: Verdict) -> str:
    """Return the title of the worst issue that is not waived, otherwise what the job found."""
    leading = _LEADING.get(record.manifest.job, _USUAL)
    counted = [
        each for each in verdict.issues if each.code not in verdict.allowed and each.severity in leading
    ]
    if counted and counted[0].title:
        return _of_one_model(record, counted[0])
    return _BY_JOB.get(record.manifest.job, _otherwise)(record, verdict)


def _of_one_model(record: Record, issue: Issue) -> str:
    """Return the title of an issue, in a comparison with the model that it is of."""
    fields = issue.sentence.fields if isinstance(issue.sentence, Sentence) else {}
    model = next((each.text for key, each in fields.items() if key.partition(":")[0] == "model"), "")
    if record.manifest.job != "compare" or not model:
        return issue.title
    return fill("title.of_one_model", model=model, title=issue.title)


def _audited(_: Record, verdict: Verdict) -> str:
    return fill("title.audited" if verdict.tested else "title.described")


def _probed(record: Record, _: Verdict) -> str:
    scored = [each for each in scores(record) if measured(each, "accuracy") is not None]
    if not scored:
        return fill("title.nothing_scored")
    first = scored[0]
    priced = mean_cost(record, first)
    if priced is not None:
        return fill("title.costing", cost=priced[1])
    if first.name == FILE_LABELS:
        return _of_file_labels(first)
    shown = {"accuracy": first.figures["accuracy"], "data": first.name}
    majority = measured(first, "majority_label")
    if majority is None:
        return fill("title.probed", **shown)
    return fill("title.probed_beside", **shown, majority=majority)


def _of_file_labels(scored: Finding) -> str:
    """Return the title of a file with gold labels of its own, whose set has no name."""
    accuracy, majority = scored.figures["accuracy"], measured(scored, "majority_label")
    if majority is None:
        return fill("title.correct", accuracy=accuracy)
    return fill("title.correct_beside", accuracy=accuracy, majority=majority)


def _compared(record: Record, _: Verdict) -> str:
    for finding in taken(record, CHOICE):
        chosen = finding.settings.get("chosen")
        if chosen is None:
            return fill("title.no_guard")
        return fill("title.guard_by_cost" if "miss" in finding.settings else "title.guard", run=str(chosen))
    figures = [(finding, figure) for finding in compared(record) for figure in overall(finding)]
    if not figures:
        return _otherwise(record, _)
    shown = [(finding, figure) for finding, figure in figures if is_shown(figure)]
    if not shown:
        return fill("title.no_difference")
    if len(figures) > 1:
        return fill("title.differences", shown=len(shown), all=len(figures))
    finding, figure = shown[0]
    better = "candidate" if value(figure) > 0 else "baseline"
    return fill("title.better", run=str(finding.settings.get(better, better)), data=figure.set or "")


def _trained(record: Record, _: Verdict) -> str:
    """Return the mean accuracy on the last set, a test where there is one."""
    means = [
        each
        for finding in taken(record, "accuracy")
        for each in finding.figures.where("accuracy", what="mean")
    ]
    known = [each for each in means if each.value is not None]
    if not known:
        return fill("title.trained")
    return fill("title.trained_to", accuracy=known[-1], data=known[-1].set or "")


def _reproduced(record: Record, _: Verdict) -> str:
    for finding in taken(record, "reproduction"):
        agreeing = measured(finding, "matches")
        if agreeing is not None:
            differing = (finding.figures.get(name) for name in ("differs", "does_not_add_up"))
            differ = round(sum(map(value, differing)))
            agree = round(value(agreeing))
            return fill("title.reproduced", agree=agree, all=agree + differ, differ=differ)
    return fill("title.done")


def _gated(record: Record, _: Verdict) -> str:
    for finding in taken(record, "gate"):
        required, held = (measured(finding, name) for name in ("required", "held"))
        if required is not None and held is not None:
            there, all_of_them = round(value(held)), round(value(required))
            blockers = round(value(measured(finding, "blockers")))
            if blockers:
                missed = all_of_them - there
                return fill("title.blocked", blockers=blockers, missed=missed, all=all_of_them)
            if there == all_of_them:
                return fill("title.passed", held=there, all=all_of_them)
            return fill("title.failed", missed=all_of_them - there, all=all_of_them)
    return fill("title.done")


def _discovered(record: Record, _: Verdict) -> str:
    for finding in taken(record, "rules"):
        held = len(finding.figures.where("coverage"))
        of_model = finding.tests_shortcuts
        if held == 1:
            return fill("title.one_of_a_model" if of_model else "title.one_discovered")
        if held:
            return fill("title.discovered_of_a_model" if of_model else "title.discovered", held=held)
        searched, least = (number(finding.settings.get(each)) for each in ("searched", "least_rows"))
        if searched < 2 * least:
            return fill("title.too_few_to_discover")
        return fill("title.nothing_of_a_model" if of_model else "title.nothing_discovered")
    return fill("title.done")


def _otherwise(_: Record, __: Verdict) -> str:
    return fill("title.done")


_BY_JOB: Mapping[str, Callable[[Record, Verdict], str]] = {
    "audit": _audited,
    "probe": _probed,
    "compare": _compared,
    "train": _trained,
    "reproduce": _reproduced,
    "gate": _gated,
    "discover": _discovered,
}
