"""Rules of what marks a label beside words: form, overlap in grades, columns that are no text."""

from collections.abc import Iterator

from rightreasons.findings import View
from rightreasons.issues import Issue
from rightreasons.printable import printable
from rightreasons.verdicts.giveaways import overlap
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import (
    Record,
    issue,
    low,
    measured,
    number,
    percent,
    points,
    smaller_gain,
    taken,
    value,
)

ADDS = {"verdict_rule": ["form", "graded_overlap", "columns"]}

CODES = {
    "V221": {
        "severity": "severe",
        "name": "form alone",
        "meaning": "The label can be told from the form of the hypothesis: case, spaces, punctuation.",
        "remedy": "write all texts in one form, or find out what wrote them in two",
    },
    "V331": {
        "severity": "warning",
        "name": "form in few rows",
        "meaning": "The form of the hypothesis tells some labels that its words do not.",
        "remedy": "write all texts in one form, or say so in the card",
    },
    "V332": {
        "severity": "warning",
        "name": "a column tells the label",
        "meaning": "The label can be told from who wrote a row, or from what source or template it is.",
        "remedy": "audit with --group-by, and split so that each value of the column is on one side only",
    },
    "V411": {
        "severity": "note",
        "name": "ids or order tell the label",
        "meaning": "The label can be told from the id of a row, its place or its file.",
        "remedy": "show a model, and people who annotate, neither ids nor the rows in this order",
    },
}
FORM = "form_only"
BEYOND = "beyond_words"
LEVEL = 0.05
_PLACES = {"id": "The id of a row", "order": "The place of a row among the others"}


def form(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that the form of a text tells, beyond what its words tell."""
    for finding in taken(record, FORM):
        gain, beyond = smaller_gain(finding), measured(finding, BEYOND)
        if gain is None or beyond is None or low(gain) <= 0 or low(beyond) <= 0:
            continue
        matters = min(value(gain), value(beyond)) >= policy.size("gain")
        yield issue(
            "V221" if matters else "V331",
            policy,
            "The form of the hypothesis (case, spaces, punctuation, scripts) "
            f"{'tells' if matters else 'helps to tell'} the label: a model that sees no word gets "
            f"{points(gain)} over the most frequent label; together with the words it gets {points(beyond)} "
            "over the words alone"
            f"{_strongest(finding.views.get('features'))}.",
            finding,
            (gain.name, BEYOND),
        )


def _strongest(view: View | None) -> str:
    """Return, in words, the mark that speaks most for a label."""
    if view is None or not view.lines:
        return ""
    best = max(view.records(), key=lambda each: number(each["weight"]))
    return f"; most telling: {printable(str(best['feature']), 60)}, for {printable(str(best['label']))}"


def graded_overlap(record: Record, policy: Policy) -> Iterator[Issue]:
    """Find labels that grades of overlap tell, where the rule that all words are shared does not say so."""
    if any(found.code == "V205" for found in overlap(record, policy)):
        return
    for finding in taken(record, "overlap_only"):
        gain = smaller_gain(finding)
        if gain is None or low(gain) <= 0:
            continue
        matters = value(gain) >= policy.size("overlap_gain")
        yield issue(
            "V205" if matters else "V309",
            policy,
            "How much of the hypothesis the premise holds, and where, "
            f"{'tells' if matters else 'helps to tell'} the label: a model that sees no word gets "
            f"{points(gain)} over the most frequent label.",
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
            name = printable(str(line["column"]), 120)
            written = line["kind"] in ("annotator", "source")
            if noted and not written:
                continue
            noted = noted or not written
            what = f"The column {name}" if written or line["kind"] == "file" else _PLACES[str(line["kind"])]
            yield issue(
                "V332" if written else "V411",
                policy,
                f"{what} tells the label: who sees nothing else is right in "
                f"{percent(number(line['accuracy']))}, {points(gain)} over the most frequent label.",
                finding,
                (gain.name, f"accuracy.{line['column']}"),
            )
