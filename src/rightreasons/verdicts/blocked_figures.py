"""The numbers to read first where figures are no results: rows read, rows affected, and bounds."""

from collections.abc import Iterator, Sequence

from rightreasons.issues import Issue, KeyFigure, Verdict
from rightreasons.sentences.templates import fill, joined
from rightreasons.verdicts.record import Record, measured, taken, value

_SHARES = ("share", "unanswered")
_AFFECTED = {
    "V103": "key_figures.unanswered",
    "V104": "key_figures.unread",
    "V106": "key_figures.leaked",
}
"""By code of a blocker what the rows are that it is about."""
_UNKNOWN = ("V102", "V103", "V104", "V105")
"""Blockers that leave an accuracy unknown; others make it one of something else."""


def blocked_figures(record: Record, verdict: Verdict) -> Iterator[KeyFigure]:
    """Yield rows read, rows that the first blocker is about, and bounds of what was to be measured."""
    blocker = verdict.blockers[0]
    blocked = [each for each in verdict.blockers if each.code == blocker.code]
    probed = record.manifest.job == "probe"  # of a challenge some items may be drawn
    rows = sum(data.rows if probed else data.account.read for data in record.manifest.data)
    yield _read(record, rows)
    caption = _AFFECTED.get(blocker.code, "key_figures.rows_affected")
    yield KeyFigure(fill(caption), _affected(record, blocked, rows))
    if record.manifest.job == "audit":
        yield KeyFigure(fill("key_figures.test_accuracy"), fill("key_figures.not_valid"))
        return
    yield _bounds(record, "unknown" if blocker.code in _UNKNOWN else "not_valid")


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


def _bounds(record: Record, otherwise: str) -> KeyFigure:
    """Return between which bounds accuracy, or a difference of two runs, is; otherwise why there is none."""
    for finding in taken(record, "missing_answers"):
        least, most = (measured(finding, name) for name in ("missing_wrong", "missing_right"))
        if least is not None and most is not None:
            between = fill("key_figures.between", low=least, high=most)
            return KeyFigure(fill("key_figures.accuracy_bounds"), between)
    for finding in taken(record, "missing_differences"):
        for least in finding.figures.where("difference", what="accuracy.difference.lowest"):
            (most,) = finding.figures.where("difference", what="accuracy.difference.highest", set=least.set)
            between = fill("key_figures.points_between", low=least, high=most)
            runs = {which: str(finding.settings.get(which, which)) for which in ("candidate", "baseline")}
            return KeyFigure(fill("key_figures.difference_bounds", **runs), between)
    return KeyFigure(fill("key_figures.accuracy"), fill(f"key_figures.{otherwise}"))
