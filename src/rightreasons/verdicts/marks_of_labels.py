"""Rules of what marks a label beside words: form, overlap in grades, columns that are no text."""

from collections.abc import Iterator, Mapping

from rightreasons.figures import Figure
from rightreasons.findings import Cell, View
from rightreasons.issues import Issue
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.giveaways import overlap
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    issue,
    judged_gain,
    low,
    measured,
    number,
    taken,
    value,
)

ADDS = {"verdict_rule": ["form", "graded_overlap", "columns"]}

FORM = "form_only"
BEYOND = "beyond_words"
LEVEL = 0.05


def form(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that the form of a text tells, beyond what its words tell."""
    for finding in taken(record, FORM):
        gain, beyond = judged_gain(finding, policy), measured(finding, BEYOND)
        if gain is None or beyond is None or low(gain) <= 0 or low(beyond) <= 0:
            continue
        code = "V221" if min(value(gain), value(beyond)) >= policy.size("gain") else "V331"
        most = _strongest(finding.views.get("features"))
        yield issue(
            code,
            policy,
            fill(f"{code}.form", gain=gain, beyond=beyond, most=most),
            finding,
            (gain.name, BEYOND),
        )


def _strongest(view: View | None) -> str:
    """Return, in words, the mark that speaks most for a label."""
    if view is None or not view.lines:
        return ""
    best = max(view.records(), key=lambda each: number(each["weight"]))
    return fill("V221.most", mark=best["feature"], label=best["label"])


def graded_overlap(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that grades of overlap tell, where the rule that all words are shared does not say so."""
    if any(found.code == "V205" for found in overlap(record, policy)):
        return
    for finding in taken(record, "overlap_only"):
        gain = judged_gain(finding, policy)
        if gain is None or low(gain) <= 0:
            continue
        code = "V205" if value(gain) >= policy.size("overlap_gain") else "V309"
        yield issue(
            code,
            policy,
            fill(f"{code}.graded", gain=gain),
            finding,
            (gain.name, "accuracy"),
        )


def columns(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find columns that are no text and tell the label: who wrote a row, its source, its id, its place."""
    for finding in taken(record, "other_columns"):
        noted = False  # of ids, places and files the first tells most, and the others the same
        for line in finding.views["columns"].records():
            gain = measured(finding, f"gain.{line['column']}")
            p_holm = line["p_holm"]
            if gain is None or value(gain) < policy.size("gain") or p_holm is None or number(p_holm) >= LEVEL:
                continue
            written = line["kind"] in ("annotator", "source")
            if noted and not written:
                continue
            noted = noted or not written
            yield issue(
                "V332" if written else "V411",
                policy,
                _told(line, gain),
                finding,
                (gain.name, f"accuracy.{line['column']}"),
            )


def _told(line: Mapping[str, Cell], gain: Figure) -> str:
    """Return what a column, an id or a place tells."""
    shown = {"accuracy": number(line["accuracy"]), "gain": gain}
    if line["kind"] in ("annotator", "source"):
        return fill("V332.column", column=line["column"], **shown)
    if line["kind"] == "file":
        return fill("V411.file", column=line["column"], **shown)
    return fill("V411.id", **shown) if line["kind"] == "id" else fill("V411.order", **shown)
