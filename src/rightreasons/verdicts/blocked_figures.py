"""The numbers to read first where figures are no results: rows read, rows affected, and bounds.

Of predictions that are shifted, what is correct as they stand and what is once they are moved back.
"""

from collections.abc import Iterator, Sequence

from rightreasons.findings import Finding
from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.accuracies import shift_in_words
from rightreasons.verdicts.bounds import (
    Bounds,
    is_drawn,
    of_a_memory,
    of_any_mapping,
    with_known_items,
)
from rightreasons.verdicts.record import Record, measured, scores, taken, value

_SHARES = ("share", "unanswered")
_AFFECTED = {
    "V103": "key_figures.unanswered",
    "V104": "key_figures.unread",
    "V106": "key_figures.leaked",
}
"""By code of a blocker what the rows are that it is about."""
_MISSING = ("V103", "V104", "V105")
"""Blockers of answers that are not there."""
_UNKNOWN = ("V102", *_MISSING, "V107")
"""Blockers that leave an accuracy unknown; others make it one of something else."""
_ACCURACIES = {"V106": "key_figures.test_accuracy", "V107": "key_figures.other_accuracy"}
"""By code of a blocker which accuracy has no bounds."""
_OF_ANSWERS = {
    "V101": ("mapping_bounds", of_any_mapping),
    "V102": ("mapping_bounds", of_any_mapping),
}


def blocked_figures(record: Record, verdict: Verdict) -> Iterator[KeyFigure]:
    """Yield rows read, rows that the first blocker is about, and bounds of what was to be measured."""
    blocker = verdict.blockers[0]
    blocked = [each for each in verdict.blockers if each.code == blocker.code]
    probed = record.manifest.job == "probe"  # of a challenge some items may be drawn
    rows = sum(data.rows if probed else data.account.read for data in record.manifest.data)
    yield _read(record, rows)
    caption = _AFFECTED.get(blocker.code, "key_figures.rows_affected")
    yield KeyFigure(fill(caption), _affected(record, blocked, rows))
    yield _bounds(record, blocked)


def _read(record: Record, rows: int) -> KeyFigure:
    """Return how many pairs were read; of an audit with tests those of each set."""
    sets = [data.account.read for data in record.manifest.data]
    if record.manifest.job == "audit" and len(sets) > 1:
        counts = joined((fill("key_figures.count", rows=each) for each in sets), " + ")
        return KeyFigure(fill("key_figures.sets_read"), counts)
    return KeyFigure(fill("key_figures.rows_read"), fill("key_figures.count", rows=rows))


def _affected(record: Record, blockers: Sequence[Issue], rows: int) -> str:
    """Return how many rows blockers of one code are about: by their largest share, otherwise all `rows`."""
    shown = {(ref.scope, ref.figure) for blocker in blockers for ref in blocker.figures}
    shares = [
        each
        for finding in record.findings
        for each in finding.figures.values()
        if (finding.scope, each.name) in shown and each.quantity in _SHARES
    ]
    if not shares:
        return fill("key_figures.all_rows", rows=rows)
    largest = max(shares, key=value)
    return fill("key_figures.out_of", rows=round(value(largest) * largest.n), all=largest)


def _bounds(record: Record, blocked: Sequence[Issue]) -> KeyFigure:
    """Return between which bounds accuracy, or a difference of two runs, is; or that it is not known."""
    code = blocked[0].code
    found = (
        *_of_missing(record, blocked),
        *_of_leaks(record, blocked),
        *_of_answers(record, blocked),
        *_of_shifts(record, blocked),
    )
    if found:
        return found[0]
    otherwise = "unknown" if code in _UNKNOWN else "not_valid"
    return KeyFigure(fill(_ACCURACIES.get(code, "key_figures.accuracy")), fill(f"key_figures.{otherwise}"))


def _of_missing(record: Record, blocked: Sequence[Issue]) -> Iterator[KeyFigure]:
    """Yield bounds that hold whatever missing answers are."""
    if blocked[0].code not in _MISSING:
        return
    for finding in taken(record, "missing_answers"):
        least, most = (measured(finding, name) for name in ("missing_wrong", "missing_right"))
        if least is not None and most is not None:
            between = fill("key_figures.between", low=least, high=most)
            yield KeyFigure(fill("key_figures.accuracy_bounds"), between)
    for finding in taken(record, "missing_differences"):
        for least in finding.figures.where("difference", what="accuracy.difference.lowest"):
            (most,) = finding.figures.where("difference", what="accuracy.difference.highest", set=least.set)
            between = fill("key_figures.points_between", low=least, high=most)
            runs = {which: str(finding.settings.get(which, which)) for which in ("candidate", "baseline")}
            yield KeyFigure(fill("key_figures.difference_bounds", **runs), between)


def _of_leaks(record: Record, blocked: Sequence[Issue]) -> Iterator[KeyFigure]:
    """Yield bounds that hold whatever a model does with test pairs that are in training."""
    if blocked[0].code != "V106":
        return
    known = [each for each in taken(record, "similar_in_train") if each.on in _sets(blocked)]
    for finding in sorted(known, key=lambda each: -value(each.figures["equal_pairs"])):
        if not is_drawn(record, finding.on):
            yield from _between("known_bounds", with_known_items(finding))
    shown = {ref.figure for issue in blocked for ref in issue.figures}
    for finding in taken(record, "similar_pairs"):
        leaked = [each for each in finding.figures.where("share", what="equal_pairs") if each.name in shown]
        for equal in sorted(leaked, key=lambda each: -value(each)):
            conflicting = measured(finding, f"{equal.set}.conflicting_pairs")
            least = of_a_memory(value(equal), value(conflicting)).low
            yield KeyFigure(fill("key_figures.memory_bounds"), fill("key_figures.at_least", low=least))


def _of_shifts(record: Record, blocked: Sequence[Issue]) -> Iterator[KeyFigure]:
    """Yield what is correct as shifted predictions stand, and what is once they are moved back."""
    if blocked[0].code != "V108":
        return
    for finding in taken(record, "row_shift"):
        given, shifted = measured(finding, "as_given"), measured(finding, "shifted")
        if given is not None and shifted is not None and finding.on in _sets(blocked):
            shown = fill("key_figures.as_it_stands_or", given=given, shifted=shifted)
            yield KeyFigure(fill("key_figures.order_found", shift=shift_in_words(finding)), shown)


def _of_answers(record: Record, blocked: Sequence[Issue]) -> Iterator[KeyFigure]:
    """Yield bounds that hold whichever label an answer means."""
    name, bounds = _OF_ANSWERS.get(blocked[0].code, ("", None))
    if bounds is not None:
        covered = [each for each in scores(record) if _is_covered(each, blocked)]
        yield from _between(name, bounds(covered))


def _is_covered(finding: Finding, blocked: Sequence[Issue]) -> bool:
    return any(scope.covers(finding.scope) for issue in blocked for scope in issue.invalidates)


def _between(name: str, bounds: Bounds | None) -> Iterator[KeyFigure]:
    if bounds is not None:
        between = (
            fill("key_figures.share", value=bounds.low)
            if bounds.low == bounds.high
            else fill("key_figures.between", low=bounds.low, high=bounds.high)
        )
        caption = fill(f"key_figures.{name}")
        if name == "mapping_bounds" and bounds.low == bounds.high:
            caption = fill("key_figures.any_mapping")
        yield KeyFigure(caption, between)


def _sets(blocked: Sequence[Issue]) -> set[str | None]:
    return {ref.on for issue in blocked for ref in issue.figures}
