"""Rules of comparisons whose runs are not above the majority label, or right on the very same items."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import Label
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.comparisons import CHOICE, compared, overall
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, high, issue, measured, taken, value

ADDS = {"verdict_rule": ["beside_majority", "same_items"]}
_ENDS = {"first": "baseline", "second": "candidate"}


@dataclass(frozen=True)
class _Run:
    """What a compared run gets on a set, and on the items of each gold label of it."""

    name: str
    accuracy: Figure
    by_label: Mapping[Label, Figure]

    @property
    def balanced(self) -> float:
        """The mean of its accuracies by gold label."""
        return sum(map(value, self.by_label.values())) / len(self.by_label)

    @property
    def majority(self) -> tuple[Label, float]:
        """The most frequent gold label, and its share."""
        most = max(self.by_label, key=lambda label: self.by_label[label].n)
        return most, self.by_label[most].n / sum(figure.n for figure in self.by_label.values())


def beside_majority(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find compared runs that one label for all is right more often than: all runs, or some of them."""
    said: set[tuple[str, str]] = set()
    by_costs = any("miss" in finding.settings for finding in taken(record, CHOICE))
    for finding in compared(record):
        for difference in overall(finding):
            name = difference.set or ""
            runs = [run for end in _ENDS if (run := _run(finding, end, name)) is not None]
            if len(runs) < len(_ENDS):
                continue
            below = [run for run in runs if high(run.accuracy) < run.majority[1]]
            if len(below) == len(runs) and not any(_is_skilled(run, policy) for run in runs):
                best = max(runs, key=lambda run: value(run.accuracy))
                yield issue("V261", policy, _none(best, name), finding, (best.accuracy.name,))
                continue
            for run in () if by_costs else below:  # whoever states costs does not choose by accuracy
                if (run.name, name) not in said:
                    said.add((run.name, name))
                    found = issue("V344", policy, _below(run, name), finding, (run.accuracy.name,))
                    yield replace(found, name=fill("V344.called", run=run.name))


def same_items(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find compared runs that are correct on the very same items, and not on all of them."""
    for finding in compared(record):
        for difference in overall(finding):
            name = difference.set or ""
            run = _run(finding, "first", name)
            apart = [measured(finding, f"{name}.only_{end}") for end in _ENDS]
            if run is None or run.accuracy.n < policy.size("never_items") or not 0 < value(run.accuracy) < 1:
                continue
            if all(figure is not None and figure.value == 0 for figure in apart):
                shown = {which: str(finding.settings.get(which, which)) for which in _ENDS.values()}
                sentence = fill("V343.same", **shown, accuracy=run.accuracy, data=name)
                yield issue("V343", policy, sentence, finding, (difference.name,))


def _run(finding: Finding, end: str, name: str) -> _Run | None:
    """Return one of two runs on a set; None of a weighed sample, and where there are no several labels."""
    accuracy = measured(finding, f"{name}.accuracy.{end}")
    by_label = {
        figure.label: figure
        for figure in finding.figures.where("accuracy", what=f"all.{end}", set=name)
        if figure.label is not None and figure.value is not None and figure.n
    }
    items = sum(figure.n for figure in by_label.values())
    if accuracy is None or len(by_label) <= 1:
        return None
    mean = sum(value(figure) * figure.n for figure in by_label.values()) / items
    if not math.isclose(mean, value(accuracy), abs_tol=1e-6):
        return None
    return _Run(str(finding.settings.get(_ENDS[end], _ENDS[end])), accuracy, by_label)


def _is_skilled(run: _Run, policy: Policy) -> bool:
    return run.balanced >= 1 / len(run.by_label) + policy.size("gain")


def _none(best: _Run, name: str) -> str:
    label, share = best.majority
    return fill(
        "V261.none",
        run=best.name,
        accuracy=best.accuracy,
        data=name,
        label=label,
        majority=share,
        balanced=best.balanced,
        chance=1 / len(best.by_label),
    )


def _below(run: _Run, name: str) -> str:
    label, share = run.majority
    return fill("V344.of_run", run=run.name, accuracy=run.accuracy, data=name, label=label, majority=share)
