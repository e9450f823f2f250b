"""The rule of comparisons of runs that have blockers: each blocker is one of the comparison, too."""

from collections.abc import Iterator

from rightreasons.issues import Issue
from rightreasons.references import EVERYTHING
from rightreasons.sentences.templates import fill
from rightreasons.verdicts.comparisons import but_bounds
from rightreasons.verdicts.missing import missing_beside
from rightreasons.verdicts.policy import Policy
from rightreasons.verdicts.record import Record, issue

ADDS = {"verdict_rule": ["blocked_runs"]}
_MISSING = "V103"
"""The blocker of answers that are missing."""


def blocked_runs(record: Record, policy: Policy) -> Iterator[Issue]:
    """Carry the blockers of the runs that a comparison stands on; not twice that answers are missing."""
    said = {each.code for each in missing_beside(record, policy)}
    for run in record.manifest.runs:
        for blocker in run.blockers:
            if blocker.code == _MISSING and _MISSING in said:
                continue
            sentence = fill("compared.blocked", run=run.name, sentence=blocker.sentence)
            left = but_bounds(record) if blocker.code == _MISSING else (EVERYTHING,)
            yield issue(blocker.code, policy, sentence, invalidates=left)
