"""Rules of proof and of what a run is about: labels, answers, what was not measured, drawn or made up."""

from collections.abc import Iterator
from dataclasses import replace

from rightreasons.figures import Figure
from rightreasons.findings import Finding
from rightreasons.issues import Issue
from rightreasons.labels import THREE_WAY, TWO_WAY
from rightreasons.printable import printable
from rightreasons.references import EVERYTHING, Scope
from rightreasons.sentences.templates import fill, joined
from rightreasons.text.language import UNKNOWN
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
)

ADDS = {
    "verdict_rule": [
        "not_measured",
        "samples",
        "demonstration",
        "another_language",
        "label_order",
        "unfinished",
        "own_training",
    ]
}


def not_measured(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say what could not be measured."""
    if record.not_measured:
        named = ", ".join(printable(each.name, 60) for each in record.not_measured[:5])
        more = len(record.not_measured) - 5
        sentence = (
            fill("V402.and_more", named=named, more=more)
            if more > 0
            else fill("V402.not_measured", named=named)
        )
        yield issue("V402", policy, sentence)


def samples(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say of which sets items were drawn."""
    for finding in scores(record):
        size, items = finding.settings.get("sampled_from"), finding.settings.get("items")
        if isinstance(size, int) and isinstance(items, int) and items < size:
            yield issue(
                "V403",
                policy,
                fill("V403.sample", data=finding.name, items=items, size=size),
                finding,
            )


def demonstration(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say that the data are the bundled ones."""
    if record.manifest.bundled:
        yield issue("V404", policy, fill("V404.bundled"))


def another_language(record: Record, policy: Policy) -> Iterator[Issue]:
    """Say of which sets the sentences are not English."""
    manifest = record.manifest
    used = (*manifest.data, manifest.train, manifest.calibration, manifest.fitting)
    foreign = {data.name: data.language for data in used if data is not None and data.language}
    if foreign:
        named = joined(fill("V318.set", data=name, language=_called(code)) for name, code in foreign.items())
        yield issue("V318", policy, fill("V318.foreign", named=named))


def _called(code: str) -> str:
    return "hardly an English function word" if code == UNKNOWN else printable(code, 40)


ORDER = "label_order"
_SHOWN = ("accuracy", "best_other")
_ALL = (EVERYTHING,)


def label_order(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that are another one's, or of which it was not shown that they are not."""
    model = record.manifest.model
    if record.manifest.job != "probe" or model is None or _is_rule(record):
        return
    orders = {str(finding.settings.get("decision")): finding for finding in taken(record, ORDER)}
    if "exchanged" in orders:
        yield _exchanged(orders["exchanged"], record, policy)
    elif "proved" in orders:
        return
    elif _is_saved(record) and not orders and _guards(record):
        yield from _of_guards(record, policy)
    elif _is_saved(record):
        yield issue(
            "V316",
            policy,
            fill("V316.saved", model=model.name),
        )
    else:
        yield _unproved(next(iter(orders.values()), None), record, policy)


def _guards(record: Record) -> list[tuple[Finding, Figure]]:
    """Return how well answers of two labels part entailed items from others, set by set."""
    if any(_answers(each) - {*TWO_WAY} for each in scores(record)):
        return []
    found = (
        (each, measured(each, "auroc") or measured(each, "balanced_accuracy"))
        for each in taken(record, "guard")
    )
    return [(each, figure) for each, figure in found if figure is not None]


def _answers(finding: Finding) -> set[object]:
    """Return the labels that a model gave, before any collapse."""
    view = finding.views.get("raw_labels")
    if view is None or "predicted" not in view.columns:
        return set(THREE_WAY)
    return {each["predicted"] for each in view.records()}


def _of_guards(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find two labels, or a score, that mean the contrary of what they are called."""
    chance, model = policy.size("chance"), record.manifest.model
    for finding, figure in _guards(record):
        if high(figure) < chance:
            yield issue(
                "V101",
                policy,
                fill("V101.below_chance", model=finding.subject, area=figure),
                finding,
                (figure.name,),
                _but_order(record),
            )
            return
    if any(low(figure) <= chance for _, figure in _guards(record)):
        yield issue(
            "V316",
            policy,
            fill("V316.of_guards", model="" if model is None else model.name),
        )


def _exchanged(finding: Finding, record: Record, policy: Policy) -> Issue:
    other, order = measured(finding, "best_other"), finding.settings.get("other_label_map")
    as_called = _as_called(finding)
    return issue(
        "V101",
        policy,
        fill("V101.exchanged", as_called=as_called)
        if other is None or order is None
        else fill("V101.exchanged_beside", as_called=as_called, order=str(order), other=other),
        finding,
        there(finding, *_SHOWN),
        _but_order(record),
    )


def _unproved(finding: Finding | None, record: Record, policy: Policy) -> Issue:
    found = issue(
        "V102",
        policy,
        _why_unproved(finding, record),
        finding,
        () if finding is None else there(finding, *_SHOWN),
        _but_order(record),
    )
    return found if _is_waived(record) else replace(found, remedy=fill("V102.by_labelled_pairs"))


def _is_waived(record: Record) -> bool:
    """Return whether the check of labels was left out, as asked."""
    return bool(record.manifest.options.get("no-label-check"))


def _why_unproved(finding: Finding | None, record: Record) -> str:
    if finding is None:
        why = "not_checked" if _is_waived(record) else "not_checkable"
        return fill(f"V102.{why}")
    as_called, other = _as_called(finding), measured(finding, "best_other")
    if other is None:
        return fill("V102.not_proved", as_called=as_called)
    return fill("V102.not_proved_beside", as_called=as_called, other=other)


def _as_called(finding: Finding) -> str:
    accuracy = measured(finding, "accuracy")
    if accuracy is None:
        return fill("V102.no_label", model=finding.subject)
    return fill("V102.as_called", model=finding.subject, accuracy=accuracy)


def _is_rule(record: Record) -> bool:
    """Return whether the model is a rule of ours, whose labels have names."""
    model = record.manifest.model
    return model is not None and any(each.get("kind") == "rule" for each in model.identities)


def _is_saved(record: Record) -> bool:
    """Return whether labels were read from a file or the store of a probe: no model was there to have any."""
    model = record.manifest.model
    return model is not None and not model.labels


def _but_order(record: Record) -> tuple[Scope, ...]:
    """Return whatever was measured but what shows the order of the labels."""
    return tuple(dict.fromkeys(each.scope for each in record.findings if each.role != "proof")) or _ALL


def unfinished(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find a run of which something is missing."""
    if not record.incomplete:
        return
    missing = "; ".join(printable(each, 300) for each in record.incomplete[:3])
    yield issue("V105", policy, fill("V105.unfinished", missing=missing), invalidates=_ALL)


def _but_leaks(record: Record, name: str) -> Iterator[Scope]:
    """Yield what was measured of a set, but for which of its items are in the training data."""
    of_set = (each for each in record.findings if each.on == name)
    yield from (each.scope for each in of_set if each.measure != "similar_in_train")


def own_training(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find sets that a model is scored on after it, or its threshold, was fitted to them."""
    manifest = record.manifest
    uses = (
        (manifest.fitting, "V107.own_threshold"),
        (manifest.train, "V107.own_training"),
    )
    for used, use in uses:
        for data in manifest.data if manifest.job == "probe" and used is not None else ():
            if used is not None and used.content_sha256 == data.content_sha256:
                yield issue(
                    "V107",
                    policy,
                    fill(use, data=data.name),
                    invalidates=tuple(_but_leaks(record, data.name)),
                )
