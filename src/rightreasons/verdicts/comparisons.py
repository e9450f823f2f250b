"""Rules of trainings and comparisons: whether there is a difference, of what, and whether it holds again."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import Label
from rightreasons.references import Scope
from rightreasons.runs.manifest import RunUsed
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    issue,
    low,
    measured,
    number,
    taken,
    value,
)

ADDS = {
    "verdict_rule": [
        "one_label_candidates",
        "idle_seeds",
        "one_label_seeds",
        "differences",
        "pairing",
        "one_training",
        "unequal_seeds",
    ]
}

PROBES, TRAININGS, GUARDS, CHOICE = "compare", "compare_seeds", "compare_guards", "guard_choice"
_UNTRAINED, _TRAINED = ("rule:", "llm:"), "trained:"
_ON_ALL = {f"all.{label}": label for label in Label}
_ENDS = (("first", "baseline"), ("second", "candidate"))


def compared(record: Record) -> Iterator[Finding]:
    """Yield the findings of comparisons."""
    for measure in (PROBES, TRAININGS):
        yield from taken(record, measure)


def overall(finding: Finding) -> tuple[Figure, ...]:
    """Return the differences on all items of each set."""
    return tuple(
        figure
        for figure in finding.figures.where("difference")
        if figure.label is None and not figure.group and figure.set is not None and figure.value is not None
    )


def but_bounds(record: Record) -> tuple[Scope, ...]:
    """Return what was compared, but for the bounds of differences, which hold whatever is missing."""
    return tuple(each.scope for each in record.findings if each.measure != "missing_differences")


def one_label_candidates(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find runs in a comparison that give every item of a set the same label."""
    for finding in compared(record):
        for end, which in _ENDS:
            run = str(finding.settings.get(which, which))
            for figure in _constant(finding, end):
                ranked = _ranking(record, figure.set, run, policy)
                if ranked is not None:
                    guard, area = ranked
                    sentence = fill("V260.constant", run=run, label=figure.label, data=figure.set, area=area)
                    yield issue("V260", policy, sentence, guard, (area.name,))
                    continue
                yield issue(
                    "V257",
                    policy,
                    fill("V257.constant", run=run, label=figure.label, data=figure.set or ""),
                    finding,
                    (figure.name,),
                )


def _ranking(record: Record, name: str | None, run: str, policy: Policy) -> tuple[Finding, Figure] | None:
    """Return the area under the curve of a compared run whose scores rank a set well, or None."""
    for finding in taken(record, GUARDS):
        for end, which in _ENDS:
            area = measured(finding, f"auroc.{end}")
            if finding.on != name or finding.settings.get(which) != run or area is None:
                continue
            if low(area) >= policy.size("ranking"):
                return finding, area
    return None


def _constant(finding: Finding, end: str) -> Iterator[Figure]:
    """Yield, by set, the accuracy on the one label that is all right while the others are all wrong."""
    by_set: dict[str, list[Figure]] = {}
    for figure in finding.figures.where("accuracy", what=f"all.{end}"):
        if figure.set is not None and figure.n:
            by_set.setdefault(figure.set, []).append(figure)
    for figures in by_set.values():
        label = _only_label({str(figure.label): value(figure) for figure in figures})
        yield from (figure for figure in figures if str(figure.label) == label)


def _only_label(accuracies: Mapping[str, float]) -> str | None:
    """Return the label whose items are all right while those of every other are all wrong."""
    right = [label for label, each in accuracies.items() if math.isclose(each, 1)]
    wrong = [label for label, each in accuracies.items() if math.isclose(each, 0, abs_tol=1e-9)]
    return right[0] if len(right) == 1 and wrong and len(right) + len(wrong) == len(accuracies) else None


def idle_seeds(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find seeds of a training that are not shown to be right on dev more often than one label is."""
    for finding in taken(record, "accuracy"):
        majority = measured(finding, "dev.majority")
        seeds = [figure for figure in finding.figures.where("accuracy") if "seed" in figure.group]
        idle = [figure for figure in seeds if majority is not None and low(figure) <= value(majority)]
        if idle:
            which = joined(
                (fill("V322.seed", seed=figure.group["seed"], right=figure) for figure in idle), "; "
            )
            counts = {"idle": len(idle), "seeds": len(seeds)}
            found = issue(
                "V322",
                policy,
                fill("V322.idle", **counts, majority=majority, which=which),
                finding,
                tuple(figure.name for figure in idle),
            )
            if len(seeds) > 1:
                some = len(idle) < len(seeds)
                found = replace(found, title=fill("V322.some", **counts) if some else fill("V322.none"))
            yield found


def one_label_seeds(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find seeds of compared trainings that give every item of dev the same label."""
    for place, finding in enumerate(taken(record, TRAININGS)):
        for which in ("baseline", "candidate")[min(place, 1) :]:  # the baseline is the same in all
            by_seed = _labels_by_seed(finding, which)
            only = {seed: label for seed, each in by_seed.items() if (label := _only_label(each))}
            if not only:
                continue
            found = joined((fill("V322.label", seed=seed, label=label) for seed, label in only.items()), "; ")
            yield issue(
                "V322",
                policy,
                fill(
                    "V322.one_label",
                    idle=len(only),
                    seeds=len(by_seed),
                    run=finding.settings.get(which, which),
                    which=found,
                ),
                finding,
            )


def _labels_by_seed(finding: Finding, which: str) -> Mapping[object, Mapping[str, float]]:
    """Return the accuracy on each gold label of dev, by seed."""
    view = finding.views.get("dev by seed")
    found: dict[object, dict[str, float]] = {}
    for row in () if view is None else view.records():
        label = _ON_ALL.get(str(row["cell"]))
        if label is not None:
            found.setdefault(row["seed"], {})[label.value] = number(row[which])
    return found


def differences(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find differences whose interval holds nothing as well."""
    for finding in compared(record):
        for figure in overall(finding):
            if not is_shown(figure):
                yield issue(
                    "V401",
                    policy,
                    fill("V401.not_shown", data=figure.set or "", difference=figure),
                    finding,
                    (figure.name,),
                )


def is_shown(difference: Figure) -> bool:
    """Return whether the interval of a difference leaves out zero."""
    interval = difference.interval
    return interval is not None and (interval.low > 0 or interval.high < 0)


def pairing(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find comparisons that leave items out."""
    for finding in compared(record):
        for figure in finding.figures.where("share", what="unpaired"):
            if value(figure) >= policy.size("unpaired"):
                yield issue(
                    "V314",
                    policy,
                    fill("V314.unpaired", unpaired=figure, data=figure.set or ""),
                    finding,
                    (figure.name,),
                )


def unequal_seeds(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find comparisons of trainings that do not have the same seeds."""
    for finding in compared(record):
        left_out = finding.settings.get("seeds_left_out")
        if isinstance(left_out, int) and left_out > 0:
            yield issue(
                "V321",
                policy,
                fill("V321.seed", seeds=left_out, runs=finding.subject)
                if left_out == 1
                else fill("V321.seeds", seeds=left_out, runs=finding.subject),
                finding,
            )


def _are_untrained(record: Record, finding: Finding) -> bool:
    """Return whether nobody here trains the compared runs: rules, judges, and guards.

    Guards are those with stated costs, and files of scores, of which one is chosen as it is.
    """
    choices = tuple(taken(record, CHOICE))
    if any("miss" in each.settings for each in choices):
        return True
    runs = _runs_of(record, finding)
    return bool(runs) and all(
        (run.model or "").startswith(_UNTRAINED) or (bool(choices) and run.is_file) for run in runs
    )


def _are_trained_here(record: Record, finding: Finding) -> bool:
    """Return whether the compared runs are known to be of trainings by this program."""
    known, runs = (_TRAINED, *_UNTRAINED), _runs_of(record, finding)
    return finding.measure == TRAININGS or (
        bool(runs) and all((run.model or "").startswith(known) for run in runs)
    )


def _runs_of(record: Record, finding: Finding) -> tuple[RunUsed, ...]:
    """Return the two runs that are compared."""
    named = [str(finding.settings.get(which, which)) for _, which in _ENDS]
    return tuple(run for run in record.manifest.runs if run.name in named)


def one_training(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find comparisons of one training run each, or of models of which nobody knows how often."""
    once = [
        finding
        for finding in compared(record)
        if not (finding.measure == TRAININGS and finding.settings.get("seeds_n") != 1)
        and not _are_untrained(record, finding)
    ]
    if once:
        known = _are_trained_here(record, once[0])
        sentence = fill("V313.one_training") if known else fill("V313.of_others")
        yield issue("V313", policy, sentence, once[0])
